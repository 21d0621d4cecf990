# SPDX-License-Identifier: MIT
set(CMAKE_SYSTEM_PROCESSOR i686)
set(triplet i686-linux-gnu)
set(debian_arch i386)
set(qemu_arch i386)
include(${CMAKE_CURRENT_LIST_DIR}/debian-cross.cmake)
