# SPDX-License-Identifier: MIT
# Runs packaging/vcpkg/portfile.cmake without vcpkg, by plain commands in the place of vcpkg's
# functions. It shows that the port's options and paths are right, not that vcpkg takes it:
#
#     cmake -DWORK=DIRECTORY -DPORTFILE=FILE -DFEATURES=tools -P vcpkg_stand_in.cmake
cmake_minimum_required(VERSION 3.16)
set(PORT p256-field)
set(CURRENT_PACKAGES_DIR ${WORK}/packages)
file(REMOVE_RECURSE ${WORK})

function(must_run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGN}:\n${out}")
  endif()
endfunction()

function(vcpkg_check_linkage what)
  if(NOT what STREQUAL ONLY_STATIC_LIBRARY)
    message(FATAL_ERROR "the library is static only")
  endif()
endfunction()

function(vcpkg_check_features)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "OUT_FEATURE_OPTIONS" "FEATURES")
  set(options "")
  while(arg_FEATURES)
    list(POP_FRONT arg_FEATURES feature variable)
    if(feature IN_LIST FEATURES)
      list(APPEND options -D${variable}=ON)
    else()
      list(APPEND options -D${variable}=OFF)
    endif()
  endwhile()
  set(${arg_OUT_FEATURE_OPTIONS} "${options}" PARENT_SCOPE)
endfunction()

function(vcpkg_cmake_configure)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "SOURCE_PATH" "OPTIONS")
  foreach(type Release Debug)
    set(prefix ${CURRENT_PACKAGES_DIR})
    if(type STREQUAL Debug)
      string(APPEND prefix /debug)
    endif()
    must_run(${CMAKE_COMMAND} -S ${arg_SOURCE_PATH} -B ${WORK}/${type} -DCMAKE_BUILD_TYPE=${type}
      -DCMAKE_INSTALL_PREFIX=${prefix} -DCMAKE_INSTALL_LIBDIR=lib ${arg_OPTIONS})
  endforeach()
endfunction()

function(vcpkg_cmake_install)
  foreach(type Release Debug)
    must_run(${CMAKE_COMMAND} --build ${WORK}/${type} --target install)
  endforeach()
endfunction()

function(vcpkg_cmake_config_fixup)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "PACKAGE_NAME;CONFIG_PATH" "")
  if(NOT EXISTS ${CURRENT_PACKAGES_DIR}/${arg_CONFIG_PATH}/${arg_PACKAGE_NAME}-config.cmake)
    message(FATAL_ERROR "no CMake package in ${arg_CONFIG_PATH}")
  endif()
  file(RENAME ${CURRENT_PACKAGES_DIR}/${arg_CONFIG_PATH}
              ${CURRENT_PACKAGES_DIR}/share/${arg_PACKAGE_NAME})
  file(REMOVE_RECURSE ${CURRENT_PACKAGES_DIR}/lib/cmake ${CURRENT_PACKAGES_DIR}/debug/lib/cmake)
endfunction()

function(vcpkg_fixup_pkgconfig)
endfunction()

function(vcpkg_copy_tools)
  cmake_parse_arguments(PARSE_ARGV 0 arg "AUTO_CLEAN" "" "TOOL_NAMES")
  foreach(tool IN LISTS arg_TOOL_NAMES)
    file(COPY ${CURRENT_PACKAGES_DIR}/bin/${tool} DESTINATION ${CURRENT_PACKAGES_DIR}/tools/${PORT})
  endforeach()
  file(REMOVE_RECURSE ${CURRENT_PACKAGES_DIR}/bin ${CURRENT_PACKAGES_DIR}/debug/bin)
endfunction()

function(vcpkg_install_copyright)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "FILE_LIST")
  configure_file(${arg_FILE_LIST} ${CURRENT_PACKAGES_DIR}/share/${PORT}/copyright COPYONLY)
endfunction()

include(${PORTFILE})
