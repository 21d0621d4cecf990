# SPDX-License-Identifier: MIT
"""Builds of the library, and what binutils say of their objects."""

import collections
import functools
import os
import re
import shutil
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HERE = os.path.dirname(os.path.abspath(__file__))
INCLUDES = ["-I" + os.path.join(ROOT, "include"), "-I" + os.path.join(ROOT, "src")]


class Fault(Exception):
    """A rule is broken; the message says which, and where."""


def run(command, env=None, **options):
    """The standard output of a command that must succeed."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          env={**os.environ, "LC_ALL": "C", **(env or {})}, check=False, **options)
    if done.returncode != 0:
        output = (done.stdout[-2000:] + done.stderr).strip()
        raise Fault(f"{' '.join(command)}\nended with status {done.returncode}:\n{output}")
    return done.stdout


def need_tools(names):
    missing = [name for name in names if shutil.which(name) is None]
    if missing:
        raise Fault(f"not installed: {', '.join(missing)}; run scripts/install-packages")


def cmake_build(directory, compiler, flags="", options=(), target="p256_field"):
    """Configures and builds with -O2 unless the flags say otherwise; from scratch."""
    shutil.rmtree(directory, ignore_errors=True)
    run(["cmake", "-G", "Ninja", "-S", ROOT, "-B", directory, "-DCMAKE_BUILD_TYPE=None",
         "-DCMAKE_C_COMPILER=" + compiler, "-DCMAKE_C_FLAGS=-O2 " + flags,
         "-DCMAKE_ASM_FLAGS=" + flags, "-DP256_FIELD_BUILD_TESTS=OFF",
         "-DP256_FIELD_BUILD_BENCHMARKS=OFF", "-DP256_FIELD_BUILD_EXAMPLES=OFF", *options])
    run(["cmake", "--build", directory, "-j1", "--target", target])


Object = collections.namedtuple("Object", "name path")
Symbol = collections.namedtuple("Symbol", "value size kind bind visibility section name")
Instruction = collections.namedtuple("Instruction", "section address code text")
Relocation = collections.namedtuple("Relocation", "section offset symbol addend")


def library_objects(directory):
    """The objects of libp256_field.a, named by their path below src/."""
    top = os.path.join(directory, "CMakeFiles", "p256_field.dir", "src")
    found = [Object(os.path.relpath(os.path.join(path, file), top), os.path.join(path, file))
             for path, _, files in sorted(os.walk(top)) for file in sorted(files)
             if file.endswith((".o", ".obj"))]
    members = run(["ar", "t", os.path.join(directory, "libp256_field.a")]).split()
    if sorted(members) != sorted(os.path.basename(o.name) for o in found):
        raise Fault(f"{directory}: {len(found)} objects, but the archive holds {members}")
    return found


@functools.lru_cache(maxsize=None)
def symbols(path):
    result = []
    for line in run(["readelf", "-sW", path]).splitlines():
        field = line.split()
        if len(field) >= 7 and re.fullmatch(r"\d+:", field[0]):
            result.append(Symbol(int(field[1], 16), int(field[2], 0), field[3], field[4],
                                 field[5], field[6], field[7] if len(field) > 7 else ""))
    return result


def global_symbols(path):
    """Those that are defined, then the names of the undefined."""
    found = [s for s in symbols(path) if s.bind in ("GLOBAL", "WEAK") and s.name]
    return ([s for s in found if s.section != "UND"],
            {s.name for s in found if s.section == "UND"} - {"_GLOBAL_OFFSET_TABLE_"})


@functools.lru_cache(maxsize=None)
def section_names(path):
    """From the number of a section, as text, to its name and flags."""
    pattern = r"\s*\[\s*(\d+)\]\s+(\S+)\s+\S+\s+[0-9a-f]+\s+[0-9a-f]+\s+[0-9a-f]+\s+\d+\s+([A-Za-z]*)\s"
    found = {}
    for line in run(["readelf", "-SW", path]).splitlines():
        match = re.match(pattern, line)
        if match:
            flags = match[3] if not match[3].isdigit() else ""
            found[match[1]] = (match[2], flags)
    return found


@functools.lru_cache(maxsize=None)
def properties(path):
    """The features of .note.gnu.property: IBT, SHSTK, BTI, PAC."""
    notes = run(["readelf", "-nW", path])
    found = re.findall(r"(?:x86|AArch64) feature: ([A-Z, ]+)", notes)
    return set(re.findall(r"[A-Z]+", " ".join(found)))


@functools.lru_cache(maxsize=None)
def relocations(path):
    """Of the sections that are loaded; symbol and addend as readelf prints them."""
    result, section = [], None
    for line in run(["readelf", "-rW", path]).splitlines():
        heading = re.match(r"Relocation section '\.rela?(\.\S+)'", line)
        entry = re.match(r"([0-9a-f]{8,16})\s+[0-9a-f]+\s+R_\S+\s+[0-9a-f]+\s+(\S+)"
                         r"(?: ([+-]) ([0-9a-f]+))?$", line)
        if heading:
            section = heading[1]
        elif entry and not section.startswith((".debug", ".eh_frame", ".note")):
            addend = int(entry[4] or "0", 16) * (-1 if entry[3] == "-" else 1)
            result.append(Relocation(section, int(entry[1], 16), entry[2], addend))
    return result


@functools.lru_cache(maxsize=None)
def disassemble(path, objdump="objdump"):
    result, section = [], None
    for line in run([objdump, "-dw", path]).splitlines():
        heading = re.match(r"Disassembly of section (\S+):", line)
        entry = re.match(r"\s*([0-9a-f]+):\t([0-9a-f ]+?)\s*\t(.*)", line)
        if heading:
            section = heading[1]
        elif entry:
            result.append(Instruction(section, int(entry[1], 16), entry[2].replace(" ", ""),
                                      entry[3].strip()))
    return result


@functools.lru_cache(maxsize=None)
def feature_bits():
    """From the names P256_CPU_... of src/cpu_features.h, without that prefix, to the bits."""
    with open(os.path.join(ROOT, "src", "cpu_features.h"), encoding="ascii") as file:
        found = re.findall(r"#define P256_CPU_(\w+)\s+\(UINT64_C\(1\) << (\d+)\)", file.read())
    return {name: 1 << int(shift) for name, shift in found}


def feature_names(bits):
    names = feature_bits()
    unknown = bits & ~sum(names.values())
    if unknown:
        raise Fault(f"features {unknown:x} are not in src/cpu_features.h")
    return {name for name, bit in names.items() if bits & bit}


Features = collections.namedtuple("Features", "present kernels active")


def parse_features(text):
    """What features.c printed; kernels is a dict from names to needs, the slowest first."""
    present, kernels, active = None, {}, None
    for line in text.splitlines():
        word, *rest = line.split()
        if word == "features":
            present = feature_names(int(rest[0], 16))
        elif word == "kernel":
            kernels[rest[0]] = feature_names(int(rest[1], 16))
        elif word == "active":
            active = rest[0]
    return Features(present, kernels, active)


def compile_object(name, compiler, output, flags=()):
    """One of the sources in this directory, alone."""
    run([compiler, "-O2", *INCLUDES, *flags, "-c", os.path.join(HERE, name), "-o", output])
    return output


def compile_program(name, compiler, library, output, flags=()):
    """One of the programs in this directory, linked with a library."""
    run([compiler, "-std=c11", "-O2", *INCLUDES, *flags, os.path.join(HERE, name), library,
         "-o", output])
    return output
