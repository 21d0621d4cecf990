# SPDX-License-Identifier: MIT
# Windows by MinGW-w64, run by Wine; `scripts/sysroot windows` makes the libraries for the tests.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc)
find_program(P256_CROSS_CXX x86_64-w64-mingw32-g++)
mark_as_advanced(P256_CROSS_CXX)
set(CMAKE_CXX_COMPILER ${P256_CROSS_CXX})
set(CMAKE_CROSSCOMPILING_EMULATOR wine)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static) # MinGW's own DLLs are not in Wine's path

get_filename_component(sysroot ${CMAKE_CURRENT_LIST_DIR}/../../build/sysroot/windows ABSOLUTE)
set(CMAKE_FIND_ROOT_PATH ${sysroot} /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE BOTH)
