# SPDX-License-Identifier: MIT
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(triplet aarch64-linux-gnu)
set(debian_arch arm64)
set(qemu_arch aarch64)
include(${CMAKE_CURRENT_LIST_DIR}/debian-cross.cmake)
