# SPDX-License-Identifier: MIT
"""Code, symbols and relocations of object files or archives, as objdump prints them.

A point is where an instruction stands: (object, section, address).
"""

import re
import subprocess

PREFIXES = {"cs", "ds", "es", "ss", "data16", "addr32", "lock", "notrack", "bnd",
            "rep", "repz", "repnz"}
ARCHITECTURES = {"elf64-x86-64": "x86-64", "elf64-littleaarch64": "aarch64"}


class ObjectsError(Exception):
    """The files cannot be read, or are not what this tool understands."""


class Relocation:
    """A reference, from an address in a section, to symbol + addend or section + addend."""

    def __init__(self, address, kind, name, addend):
        self.address = address
        self.kind = kind
        self.name = name
        self.addend = addend


class Instruction:
    def __init__(self, point, text):
        self.point = point
        self.text = " ".join(re.split(r"\s# |\s//", text)[0].split())
        self.relocation = None
        self.next = None  # the point behind it, None at the end of the section
        self.prefixes = []
        # "{vex}" tells AVX-IFMA from AVX-512 IFMA, which do the same.
        mnemonic, _, rest = re.sub(r"^\{vex\} ", "", self.text).partition(" ")
        while mnemonic in PREFIXES and rest.strip():
            self.prefixes.append(mnemonic)
            mnemonic, _, rest = rest.strip().partition(" ")
        self.mnemonic = mnemonic
        self.operands = split_operands(re.sub(r"<[^>]*>", "", rest).strip())


class Program:
    def __init__(self):
        self.architecture = None
        self.code = {}         # point -> Instruction
        self.functions = {}    # point -> name of the function that begins there
        self.globals = {}      # name -> point, of code and of data
        self.locals = {}       # (object, name) -> point
        self.data = {}         # point -> (name, size) of a data object
        self.pointers = {}     # point in data -> Relocation

    def resolve(self, obj, relocation, addend):
        """The point that a relocation in obj refers to, or None outside the program."""
        name = relocation.name
        if (obj, name) in self.locals:
            base = self.locals[obj, name]
        elif name in self.globals:
            base = self.globals[name]
        elif name.startswith("."):
            base = (obj, name, 0)
        else:
            return None
        return (base[0], base[1], base[2] + addend)

    def function_of(self, point):
        """(name, offset) of the function that a point lies in."""
        starts = [p for p in self.functions if p[:2] == point[:2] and p[2] <= point[2]]
        if not starts:
            return "%s:%s" % point[:2], point[2]
        start = max(starts)
        return self.functions[start], point[2] - start[2]


def split_operands(text):
    """The operands, split at the commas that stand outside brackets and braces."""
    operands, depth, current = [], 0, ""
    for c in text:
        depth += (c in "[{") - (c in "]}")
        if c == "," and depth == 0:
            operands.append(current.strip())
            current = ""
        else:
            current += c
    return operands + [current.strip()] if current.strip() else operands


def run_objdump(objdump, arguments):
    try:
        done = subprocess.run([objdump, *arguments], capture_output=True, text=True, check=False)
    except OSError as error:
        raise ObjectsError("%s: %s" % (objdump, error.strerror)) from error
    if done.returncode != 0:
        raise ObjectsError("%s failed: %s" % (objdump, done.stderr.strip()))
    return done.stdout


FILE = re.compile(r"^(.+):\s+file format (\S+)$")
SYMBOL = re.compile(r"^([0-9a-f]{16}) (.{7}) (\S+)\t([0-9a-f]+)\s+"
                    r"(?:\.(?:hidden|protected|internal) )?(\S+)$")
RELOCATION_SECTION = re.compile(r"^RELOCATION RECORDS FOR \[(\S+)\]:$")
RELOCATION = re.compile(r"^([0-9a-f]{16}) (R_\S+)\s+(\S+?)(?:([+-])0x([0-9a-f]+))?$")
CODE_SECTION = re.compile(r"^Disassembly of section (\S+):$")
INSTRUCTION = re.compile(r"^\s*([0-9a-f]+):\t(.+)$")


def read_symbol(program, obj, match):
    address, flags, section, size, name = match.groups()
    if section in ("*UND*", "*ABS*", "*COM*") or "d" in flags or "f" in flags:
        return
    point = (obj, section, int(address, 16))
    scope = program.globals if flags[0] in "gu" or flags[1] == "w" else program.locals
    scope[name if scope is program.globals else (obj, name)] = point
    code = section == ".text" or section.startswith(".text.")
    if "F" in flags or (code and flags[0] == "g"):
        program.functions[point] = name
    elif "O" in flags:
        program.data[point] = (name, int(size, 16))


def read_tables(program, text):
    """Symbols and relocations. Returns the relocations of all sections by point."""
    relocations, obj, section = {}, None, None
    for line in text.splitlines():
        if match := FILE.match(line):
            obj = match[1]
            architecture = ARCHITECTURES.get(match[2])
            if architecture is None or program.architecture not in (None, architecture):
                raise ObjectsError("%s: format %s is not supported" % (obj, match[2]))
            program.architecture = architecture
        elif match := SYMBOL.match(line):
            read_symbol(program, obj, match)
        elif match := RELOCATION_SECTION.match(line):
            section = match[1]
        elif match := RELOCATION.match(line):
            addend = int((match[4] or "+") + (match[5] or "0"), 16)
            address = int(match[1], 16)
            relocations[obj, section, address] = Relocation(address, match[2], match[3], addend)
    return relocations


def read_code(program, text):
    obj, section, previous = None, None, None
    for line in text.splitlines():
        if match := FILE.match(line):
            obj, previous = match[1], None
        elif match := CODE_SECTION.match(line):
            section, previous = match[1], None
        elif match := INSTRUCTION.match(line):
            instruction = Instruction((obj, section, int(match[1], 16)), match[2])
            if previous is not None:
                previous.next = instruction.point
            program.code[instruction.point] = previous = instruction


def attach_relocations(program, relocations):
    """To the instruction whose bytes hold them. Longer than 15 bytes there is none."""
    for point, relocation in relocations.items():
        obj, section, address = point
        for start in range(address, max(address - 15, -1), -1):
            instruction = program.code.get((obj, section, start))
            if instruction is not None:
                instruction.relocation = relocation
                break
        else:
            program.pointers[point] = relocation


def read(objdump, files):
    program = Program()
    flags = ["-d", "-w", "--no-show-raw-insn"]
    relocations = read_tables(program, run_objdump(objdump, ["-t", "-r", "-w", *files]))
    if program.architecture is None:
        raise ObjectsError("no object file in %s" % " ".join(files))
    if program.architecture == "x86-64":
        flags += ["-M", "intel"]
    read_code(program, run_objdump(objdump, [*flags, *files]))
    if not program.code:
        raise ObjectsError("no machine code in %s" % " ".join(files))
    attach_relocations(program, relocations)
    return program
