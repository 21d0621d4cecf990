#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs packaging/conan without Conan, by plain commands in the place of Conan's classes.

    conan_stand_in.py RECIPE_DIRECTORY WORK_DIRECTORY

Exports the sources, builds and packages them with the option tools into WORK_DIRECTORY/package, and
lets test_package use that. It shows that the recipe's files, options and names are right, not that
Conan takes it.
"""

import pathlib
import runpy
import shutil
import subprocess
import sys
import types


class ConanFile:
    settings = types.SimpleNamespace(os="Linux", arch="x86_64", compiler="gcc", build_type="Release")

    def run(self, command, env):
        assert env == "conanrun"
        subprocess.run([command], check=True)


class CMakeToolchain:
    def __init__(self, recipe):
        self.cache_variables = recipe.cmake_options = {}

    def generate(self):
        pass


class CMake:
    def __init__(self, recipe):
        self.recipe = recipe

    def configure(self):
        options = {"CMAKE_BUILD_TYPE": "Release", "CMAKE_INSTALL_LIBDIR": "lib",
                   **self.recipe.cmake_options}
        run_cmake("-S", self.recipe.source_folder, "-B", self.recipe.build_folder,
                  *(f"-D{name}={value}" for name, value in options.items()))

    def build(self):
        run_cmake("--build", self.recipe.build_folder)

    def install(self):
        run_cmake("--install", self.recipe.build_folder, "--prefix", self.recipe.package_folder)


def run_cmake(*arguments):
    subprocess.run(["cmake", *map(str, arguments)], check=True, stdout=subprocess.DEVNULL)


def copy(_recipe, pattern, src, dst):
    files = [path for path in pathlib.Path(src).glob(pattern.replace("/*", "/**/*"))
             if path.is_file()]
    assert files, f"{pattern}: no such file in {src}"
    for path in files:
        target = pathlib.Path(dst, path.relative_to(src))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)


def provide(name, **contents):
    module = sys.modules[name] = types.ModuleType(name)
    module.__dict__.update(contents)


def recipe_of(directory):
    """An object of the one recipe class in the file."""
    names = runpy.run_path(str(directory / "conanfile.py"))
    recipe, = (value() for value in names.values()
               if isinstance(value, type) and issubclass(value, ConanFile) and value != ConanFile)
    recipe.recipe_folder = str(directory)
    return recipe


def main():
    directory, work = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    provide("conan", ConanFile=ConanFile)
    provide("conan.tools")
    provide("conan.errors", ConanInvalidConfiguration=ValueError)
    provide("conan.tools.build", can_run=lambda recipe: True)
    provide("conan.tools.cmake", CMake=CMake, CMakeToolchain=CMakeToolchain,
            cmake_layout=lambda recipe: None)
    provide("conan.tools.files", copy=copy, rmdir=lambda recipe, path: shutil.rmtree(path),
            load=lambda recipe, path: pathlib.Path(path).read_text(encoding="utf-8"))
    provide("conan.tools.microsoft", is_msvc=lambda recipe: False)

    recipe = recipe_of(directory)
    recipe.options = types.SimpleNamespace(**{**recipe.default_options, "tools": True})
    recipe.export_sources_folder = recipe.source_folder = str(work / "source")
    recipe.build_folder, recipe.package_folder = str(work / "build"), str(work / "package")
    properties = {}
    recipe.cpp_info = types.SimpleNamespace(set_property=properties.__setitem__)
    recipe.set_version()
    for step in ("export_sources", "validate", "layout", "generate", "build", "package",
                 "package_info"):
        getattr(recipe, step)()

    # What Conan's CMakeDeps would make of cpp_info.
    name, target = properties["cmake_file_name"], properties["cmake_target_name"]
    library, = recipe.cpp_info.libs
    (work / f"{name}-config.cmake").write_text(
        f"add_library({target} STATIC IMPORTED)\n"
        f"set_target_properties({target} PROPERTIES\n"
        f"  IMPORTED_LOCATION {work}/package/lib/lib{library}.a\n"
        f"  INTERFACE_INCLUDE_DIRECTORIES {work}/package/include)\n", encoding="utf-8")
    test = recipe_of(directory / "test_package")
    test.source_folder, test.build_folder = test.recipe_folder, str(work / "test")
    test.cmake_options = {f"{name}_DIR": work}
    test.tested_reference_str = f"{recipe.name}/{recipe.version}"
    required = []
    test.requires = required.append
    test.cpp = types.SimpleNamespace(build=types.SimpleNamespace(bindir=str(work / "test")))
    for step in ("requirements", "layout", "build", "test"):
        getattr(test, step)()
    assert required == [test.tested_reference_str]
    print(f"{recipe.name}/{recipe.version}: packaged, and used by test_package")


if __name__ == "__main__":
    main()
