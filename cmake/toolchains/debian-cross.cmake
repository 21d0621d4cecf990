# SPDX-License-Identifier: MIT
# What the toolchain files here share: Debian's and Ubuntu's cross compilers, QEMU user mode
# to run the result, and the libraries for the tests that scripts/sysroot fetches. Set
# before: triplet, and debian_arch and qemu_arch, the names of the same machine there.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_C_COMPILER ${triplet}-gcc)
# None but the C++ consumers need this one: where it is missing, check_language says so,
# and does not take the host's.
find_program(P256_CROSS_CXX ${triplet}-g++)
mark_as_advanced(P256_CROSS_CXX)
set(CMAKE_CXX_COMPILER ${P256_CROSS_CXX})
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${qemu_arch} -L /usr/${triplet})

get_filename_component(sysroot ${CMAKE_CURRENT_LIST_DIR}/../../build/sysroot/${debian_arch} ABSOLUTE)
set(CMAKE_FIND_ROOT_PATH ${sysroot} /usr/${triplet})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
# A package in any other place is one that the caller names by CMAKE_PREFIX_PATH.
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE BOTH)
