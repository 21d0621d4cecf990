# SPDX-License-Identifier: MIT
"""Conan 2 recipe of the tree it stands in: conan create packaging/conan"""

import os
import re

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir
from conan.tools.microsoft import is_msvc

required_conan_version = ">=2.4" # languages


class P256FieldConan(ConanFile):
    name = "p256_field"
    description = "Constant-time arithmetic in the base field of NIST P-256"
    license = "MIT"
    topics = ("cryptography", "p-256", "finite-field", "zero-knowledge")
    package_type = "static-library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"fPIC": [True, False], "asm": [True, False], "tools": [True, False]}
    default_options = {"fPIC": True, "asm": True, "tools": False}
    implements = ["auto_shared_fpic"]
    languages = "C"

    def set_version(self):
        header = load(self, os.path.join(self.recipe_folder, "..", "..", "include",
                                         "p256_field.h"))
        parts = re.findall(r"#define P256_FIELD_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header)
        self.version = ".".join(parts)

    def export_sources(self):
        root = os.path.join(self.recipe_folder, "..", "..")
        for pattern in ("CMakeLists.txt", "LICENSE", "README.md", "CHANGELOG.md", "cmake/*",
                        "docs/*", "include/*", "src/*", "tools/*"):
            copy(self, pattern, src=root, dst=self.export_sources_folder)

    def validate(self):
        if is_msvc(self):
            raise ConanInvalidConfiguration("p256_field needs GCC or Clang")

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["P256_FIELD_BUILD_TESTS"] = False
        toolchain.cache_variables["P256_FIELD_BUILD_BENCHMARKS"] = False
        toolchain.cache_variables["P256_FIELD_BUILD_EXAMPLES"] = False
        toolchain.cache_variables["P256_FIELD_BUILD_TOOLS"] = bool(self.options.tools)
        toolchain.cache_variables["P256_FIELD_NO_ASM"] = not self.options.asm
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", src=self.source_folder,
             dst=os.path.join(self.package_folder, "licenses"))
        CMake(self).install()
        # CMakeDeps and PkgConfigDeps make these for the consumer.
        rmdir(self, os.path.join(self.package_folder, "lib", "cmake"))
        rmdir(self, os.path.join(self.package_folder, "lib", "pkgconfig"))
        rmdir(self, os.path.join(self.package_folder, "share"))

    def package_info(self):
        self.cpp_info.libs = ["p256_field"]
        self.cpp_info.set_property("cmake_file_name", "p256_field")
        self.cpp_info.set_property("cmake_target_name", "p256_field::p256_field")
        self.cpp_info.set_property("pkg_config_name", "p256_field")
