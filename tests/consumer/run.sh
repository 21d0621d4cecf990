#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Usage: run.sh SETTINGS CASE
# Takes the library into a program in one of the ways that users have, and runs the program.
# SETTINGS is settings.sh of a build tree. Exit status 77: not possible here.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=/dev/null
. "$1"
: "${source_dir:?}" "${binary_dir:?}" "${scratch_dir:?}" "${version:?}" "${cmake:?}" \
    "${ctest:?}" "${generator:?}" "${cc:?}" "${ar:?}" "${libdir:?}" "${includedir:?}" \
    "${docdir:?}" "${bindir:?}" "${emulator=}" "${cross=}"
case=$2
work=$scratch_dir/$case
prefix=$scratch_dir/moved # where the case `install` leaves the installed tree

skip() {
    echo "SKIPPED: $*"
    exit 77
}

fail() {
    echo "FAILED: $*"
    exit 1
}

need() {
    command -v "$1" >/dev/null || skip "no $1 here"
}

need_cxx() {
    [ -n "$cxx" ] || skip "no C++ compiler here"
}

# The other projects are configured as this one was.
configure_flags=(--no-warn-unused-cli -G "$generator" "-DCMAKE_BUILD_TYPE=$build_type")
if [ -n "$toolchain_file" ]; then
    configure_flags+=("-DCMAKE_TOOLCHAIN_FILE=$toolchain_file")
else
    configure_flags+=("-DCMAKE_C_COMPILER=$cc" "-DCMAKE_CXX_COMPILER=$cxx")
fi
configure_flags+=("-DCMAKE_C_FLAGS=$cflags" "-DCMAKE_CXX_FLAGS=$cxxflags")
IFS=';' read -r -a run_under <<<"$emulator"
read -r -a cflag_words <<<"$cflags"
read -r -a cxxflag_words <<<"$cxxflags"

run() {
    ${run_under[0]+"${run_under[@]}"} "$@"
}

# configure_build_run PROJECT BUILD [OPTION...]: a user's CMake project, built in the
# directory BUILD, and its one test.
configure_build_run() {
    local project=$here/$1 build=$2
    shift 2
    "$cmake" -S "$project" -B "$build" "${configure_flags[@]}" "$@"
    "$cmake" --build "$build" --config "$build_type"
    (cd "$build" && "$ctest" -C "$build_type" --output-on-failure)
}

# The files of the library itself, without tests, as a release archive might hold them.
copy_library() {
    mkdir -p "$1"
    (cd "$source_dir" && cp -R CMakeLists.txt LICENSE cmake include src "$1")
}

# What is installed, no more and no less; then moved away, since a package may be.
case_install() {
    case $bindir$libdir$includedir$docdir in
    /* | */*//*) skip "this build installs to absolute paths" ;;
    esac
    rm -rf "$prefix"
    "$cmake" --install "$binary_dir" --config "$build_type" --prefix "$work"
    local package=$libdir/cmake/p256_field config
    config=$(printf %s "${build_type:-noconfig}" | tr '[:upper:]' '[:lower:]')
    cat >"$work.expected" <<END
$bindir/p256-field-info
$docdir/CHANGELOG.md
$docdir/LICENSE
$docdir/README.md
$includedir/p256_field.h
$libdir/libp256_field.a
$libdir/pkgconfig/p256_field.pc
$package/p256_field-config-version.cmake
$package/p256_field-config.cmake
$package/p256_field-targets-$config.cmake
$package/p256_field-targets.cmake
END
    (cd "$source_dir" && find docs -name '*.md' -o -name '*.svg' | sed "s,^,$docdir/,") >>"$work.expected"
    LC_ALL=C sort -o "$work.expected" "$work.expected"
    (cd "$work" && find . -type f | sed 's,^\./,,' | LC_ALL=C sort) | diff "$work.expected" - ||
        fail "the installed files differ from the expected ones (<)"
    ! grep -rF "$work" "$work" || fail "these files know where they were installed"
    run "$work/$bindir/p256-field-info" --quiet || fail "the installed self-test"
    mv "$work" "$prefix"
}

case_find_package() {
    local major=${version%%.*} minor
    minor=${version#*.}
    minor=${minor%.*}
    configure_build_run find_package build "-DCMAKE_PREFIX_PATH=$prefix" \
        "-DWANTED_VERSION=$major.$minor" "-DREFUSED_VERSION=$major.$((minor + 1))"
}

case_find_package_cxx() {
    need_cxx
    configure_build_run find_package_cxx build \
        "-DCMAKE_PREFIX_PATH=$prefix" "-DWANTED_VERSION=$version"
}

# by_pkg_config DIRECTORY: builds with the flags of DIRECTORY/p256_field.pc, and runs.
by_pkg_config() {
    export PKG_CONFIG_LIBDIR=$1
    local flags
    [ "$(pkg-config --modversion p256_field)" = "$version" ] || fail "wrong version in the .pc file"
    read -r -a flags <<<"$(pkg-config --cflags --libs p256_field)"
    echo "pkg-config says: ${flags[*]}"
    "$cc" "${cflag_words[@]}" "$here/main.c" -o consumer "${flags[@]}"
    run ./consumer
    if [ -n "$cxx" ]; then
        "$cxx" -std=c++11 "${cxxflag_words[@]}" "$here/main.cc" -o consumer_cxx "${flags[@]}"
        run ./consumer_cxx
    fi
}

case_pkg_config() {
    need pkg-config
    by_pkg_config "$prefix/$libdir/pkgconfig"
}

# The directories that distributions choose: nested, as Debian's; absolute, as Nix's.
case_install_layouts() {
    need pkg-config
    local layout root options
    for layout in nested absolute; do
        root=$work/$layout/prefix
        options=("-DCMAKE_INSTALL_PREFIX=$root" -DCMAKE_INSTALL_LIBDIR=lib/some-triplet)
        if [ "$layout" = absolute ]; then
            options+=("-DCMAKE_INSTALL_LIBDIR=$root/deep/lib64"
                "-DCMAKE_INSTALL_INCLUDEDIR=$root/headers")
        fi
        "$cmake" -S "$source_dir" -B "$layout/build" "${configure_flags[@]}" "${options[@]}" \
            -DP256_FIELD_BUILD_{TESTS,BENCHMARKS,EXAMPLES}=OFF
        "$cmake" --build "$layout/build" --config "$build_type"
        "$cmake" --install "$layout/build" --config "$build_type"
        configure_build_run find_package "$layout/consumer" \
            "-Dp256_field_DIR=$(dirname "$(find "$PWD/$layout" -path "*/lib*/p256_field-config.cmake")")" \
            "-DWANTED_VERSION=$version" -DREFUSED_VERSION=9999
        by_pkg_config "$(dirname "$(find "$PWD/$layout" -path '*/pkgconfig/p256_field.pc')")"
    done
}

case_add_subdirectory() {
    configure_build_run add_subdirectory build "-DP256_FIELD_SOURCE=$source_dir"
}

case_fetch_archive() {
    copy_library "$work/p256_field"
    "$cmake" -E tar czf p256_field.tar.gz p256_field
    configure_build_run fetch_content build \
        "-DP256_FIELD_ARCHIVE=file://$work/p256_field.tar.gz"
}

case_fetch_git() {
    need git
    copy_library "$work/p256_field"
    git init -q p256_field
    git -C p256_field symbolic-ref HEAD refs/heads/main
    git -C p256_field add .
    git -C p256_field -c user.name=test -c user.email=test@example.org commit -qm "The library"
    configure_build_run fetch_content build \
        "-DP256_FIELD_REPOSITORY=file://$work/p256_field"
}

# compile COMMAND...: a compiler that must have nothing to say.
compile() {
    local output
    echo "$*"
    output=$("$@" 2>&1) || fail "$output"
    [ -z "$output" ] || fail "the compiler warns: $output"
}

# The compiler of this build; and, if it builds for this machine, GCC and Clang.
list_compilers() {
    printf '%s\n' "$cc"
    [ "$cross" != TRUE ] || return 0
    for compiler in gcc clang; do
        if ! command -v "$compiler"; then
            echo "SKIPPED: $compiler: not here" >&2
        fi
    done
}

# Without CMake: compile the sources, archive the objects, link. No flag but the include path
# is needed; strict C11 must do too.
case_plain_cc() {
    local compiler flags
    mapfile -t sources < <(find "$source_dir/src" -name '*.[cS]' | sort)
    list_compilers | xargs -n 1 readlink -f | sort -u >compilers
    while read -r compiler <&3; do
        for flags in "" "-std=c11 -pedantic-errors -O2"; do
            read -r -a flag_words <<<"$flags"
            rm -f ./*.o consumer libp256_field.a
            compile "$compiler" "${flag_words[@]}" -I"$source_dir/include" -c "${sources[@]}"
            # Two sources with one name would leave one object.
            set -- ./*.o
            [ $# -eq ${#sources[@]} ] || fail "$# objects from ${#sources[@]} sources"
            "$ar" rcs libp256_field.a ./*.o
            compile "$compiler" "${flag_words[@]}" -I"$source_dir/include" "$here/main.c" \
                -o consumer -L. -lp256_field
            run ./consumer
        done
    done 3<compilers
}

# The header alone, first in a file, in every standard it is meant for.
case_header() {
    local standard strict=(-pedantic-errors -Wall -Wextra -Werror -fsyntax-only)
    for standard in c99 c11 c17 gnu11 gnu17; do
        echo '#include "p256_field.h"' >first.c
        compile "$cc" "-std=$standard" "${strict[@]}" -I"$source_dir/include" first.c
    done
    need_cxx
    for standard in c++11 c++14 c++17 c++20; do
        echo '#include "p256_field.h"' >first.cc
        compile "$cxx" "-std=$standard" "${strict[@]}" -I"$source_dir/include" first.cc
        compile "$cxx" "-std=$standard" "${strict[@]}" -I"$source_dir/include" "$here/main.cc"
    done
}

rm -rf "$work"
mkdir -p "$work"
cd "$work"
"case_$case"
