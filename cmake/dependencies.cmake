# SPDX-License-Identifier: MIT
# What the tests and benchmarks need; the library itself needs only a C compiler. Each
# command defines an imported target, or stops with the name of the package to install. A
# cross build goes on without the tests' libraries, which few have for their target: the
# tests that need them say that they are left out.
#
#   p256_need_cmocka()     cmocka::cmocka
#   p256_need_openssl()    OpenSSL::Crypto
#   p256_need_jansson()    jansson::jansson
#   p256_need_benchmark()  benchmark::benchmark
#   p256_need_gmp()        GMP::GMP

function(p256_stop_without what purpose debian fedora brew)
  message(FATAL_ERROR
    "${what} was not found; ${purpose} need it. Install it:\n"
    "  Debian, Ubuntu:  apt-get install ${debian}\n"
    "  Fedora:          dnf install ${fedora}\n"
    "  macOS:           brew install ${brew}\n"
    "or run scripts/install-packages test. To build the library alone:\n"
    "  -DP256_FIELD_BUILD_TESTS=OFF -DP256_FIELD_BUILD_BENCHMARKS=OFF\n")
endfunction()

# An imported target for a library without a CMake package of its own on every system.
function(p256_import target header library)
  string(MAKE_C_IDENTIFIER "P256_${target}" name)
  find_path(${name}_INCLUDE_DIR ${header})
  find_library(${name}_LIBRARY ${library})
  mark_as_advanced(${name}_INCLUDE_DIR ${name}_LIBRARY)
  if(${name}_INCLUDE_DIR AND ${name}_LIBRARY AND NOT TARGET ${target})
    add_library(${target} UNKNOWN IMPORTED GLOBAL)
    set_target_properties(${target} PROPERTIES
      IMPORTED_LOCATION "${${name}_LIBRARY}"
      INTERFACE_INCLUDE_DIRECTORIES "${${name}_INCLUDE_DIR}")
  endif()
endfunction()

function(p256_need_cmocka)
  p256_import(cmocka::cmocka cmocka.h cmocka)
  if(NOT TARGET cmocka::cmocka AND NOT CMAKE_CROSSCOMPILING)
    p256_stop_without(cmocka "the tests" libcmocka-dev libcmocka-devel cmocka)
  endif()
endfunction()

function(p256_need_jansson)
  p256_import(jansson::jansson jansson.h jansson)
  if(NOT TARGET jansson::jansson AND NOT CMAKE_CROSSCOMPILING)
    p256_stop_without(Jansson "the tests" libjansson-dev jansson-devel jansson)
  endif()
endfunction()

# Macros where a module's variables and targets must reach the caller.
macro(p256_need_openssl)
  find_package(OpenSSL 1.1.1 QUIET)
  if(NOT TARGET OpenSSL::Crypto AND NOT CMAKE_CROSSCOMPILING)
    p256_stop_without("OpenSSL 1.1.1 or later" "the tests and benchmarks"
      libssl-dev openssl-devel openssl@3)
  endif()
endmacro()

macro(p256_need_benchmark)
  enable_language(CXX)
  find_package(Threads REQUIRED)
  find_package(benchmark QUIET)
  if(NOT TARGET benchmark::benchmark)
    p256_stop_without("Google Benchmark" "the benchmarks"
      libbenchmark-dev google-benchmark-devel google-benchmark)
  endif()
endmacro()

function(p256_need_gmp)
  p256_import(GMP::GMP gmp.h gmp)
  if(NOT TARGET GMP::GMP)
    p256_stop_without(GMP "the benchmarks" libgmp-dev gmp-devel gmp)
  endif()
endfunction()
