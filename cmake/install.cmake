# SPDX-License-Identifier: MIT
# What `cmake --install` copies: library, header, program, documents, CMake package, pkg-config file.
include(CMakePackageConfigHelpers)

install(TARGETS p256_field EXPORT p256_field-targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES include/p256_field.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING
  PATTERN "*.md" PATTERN "*.svg")

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/p256_field)
install(EXPORT p256_field-targets NAMESPACE p256_field:: DESTINATION ${package_dir})
configure_package_config_file(cmake/p256_field-config.cmake.in p256_field-config.cmake
  INSTALL_DESTINATION ${package_dir}
  NO_SET_AND_CHECK_MACRO)
# While the major version is 0, a new minor version may break users.
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(compatibility SameMinorVersion)
else()
  set(compatibility SameMajorVersion)
endif()
write_basic_package_version_file(p256_field-config-version.cmake
  COMPATIBILITY ${compatibility})
install(FILES
  ${CMAKE_CURRENT_BINARY_DIR}/p256_field-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/p256_field-config-version.cmake
  DESTINATION ${package_dir})

# The paths in the .pc file are relative to the file itself, so that an installed tree can be
# moved, or installed by `cmake --install --prefix`; but GNUInstallDirs allows absolute ones.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  set(pc_prefix "${CMAKE_INSTALL_PREFIX}")
  set(pc_libdir "${CMAKE_INSTALL_LIBDIR}")
else()
  file(RELATIVE_PATH up "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
  string(REGEX REPLACE "/$" "" up "${up}")
  set(pc_prefix "\${pcfiledir}/${up}")
  set(pc_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
endif()
if(IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
  set(pc_includedir "${CMAKE_INSTALL_INCLUDEDIR}")
else()
  set(pc_includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
configure_file(cmake/p256_field.pc.in p256_field.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/p256_field.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
