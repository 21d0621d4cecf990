# SPDX-License-Identifier: MIT
# What `cpack` packs: a .deb for development with the library, or an archive of the same files.
# scripts/check-packages makes, installs, uses, and removes the .deb.
set(CPACK_PACKAGE_NAME p256_field)
set(CPACK_PACKAGE_VENDOR "The p256_field authors")
# A package's contact is whoever publishes it: -DCPACK_PACKAGE_CONTACT="Name <address>".
if(NOT CPACK_PACKAGE_CONTACT)
  set(CPACK_PACKAGE_CONTACT "The p256_field authors")
endif()
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON) # of programs; a static library needs its symbols
set(CPACK_GENERATOR TGZ)

set(CPACK_DEBIAN_PACKAGE_NAME libp256-field-dev)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON) # p256-field-info needs libc
include(CPack)
