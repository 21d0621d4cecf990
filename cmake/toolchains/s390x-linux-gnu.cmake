# SPDX-License-Identifier: MIT
set(CMAKE_SYSTEM_PROCESSOR s390x)
set(triplet s390x-linux-gnu)
set(debian_arch s390x)
set(qemu_arch s390x)
include(${CMAKE_CURRENT_LIST_DIR}/debian-cross.cmake)
