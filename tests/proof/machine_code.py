# SPDX-License-Identifier: MIT
"""The functions of the library's assembly, out of its object files, decoded twice.

An instruction's operands are tuples: ("reg", name), ("imm", n), ("jump", address), and
  x86-64   ("mem", size, base, index, scale, displacement)
  AArch64  ("mem", base, displacement, "!" or ""), ("shift", kind, n), ("condition", name)
"""

import bisect
import collections
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile

import capstone

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "ctime"))

from taint import contracts, flow, objects  # noqa: E402

Instruction = collections.namedtuple("Instruction", "address mnemonic operands text next")


# Of arrays, in C: lanes.
KERNELS = {"avx512": 8, "avxifma": 4}


class CodeError(Exception):
    """The objects cannot be read, or the two decoders disagree."""


class Function:
    """name, slots (the names of the slots it stands in), arch, instructions by address, entry,
    and constants: {address of an instruction: (contents it refers to, offset)}."""

    def __init__(self, name, arch, entry, instructions, constants):
        self.name, self.arch, self.entry = name, arch, entry
        self.instructions, self.constants = instructions, constants
        self.slots = []
        self.calls = {}
        self.compiler = None  # of those that come from C,
        self.kernel, self.lanes = None, None  # and what kernel they are of
        self.known_lanes = frozenset()


class Object:
    """Sections, symbols and relocations of an ELF64 little-endian relocatable file."""

    def __init__(self, name, image):
        self.name, self.image = name, image
        if image[:6] != b"\x7fELF\x02\x01":
            raise CodeError("%s is no 64-bit little-endian ELF file" % name)
        self.arch = {62: "x86_64", 183: "aarch64"}[struct.unpack_from("<H", image, 18)[0]]
        start, = struct.unpack_from("<Q", image, 40)
        size, count, names = struct.unpack_from("<HHH", image, 58)
        self.headers = [struct.unpack_from("<IIQQQQIIQQ", image, start + i * size)
                        for i in range(count)]
        self.sections = [self.string(names, header[0]) for header in self.headers]
        self.symbols = []  # (name, value, size, type, bind, section)
        for i, header in enumerate(self.headers):
            if header[1] == 2:
                for at in range(0, header[5], 24):
                    name, info, _, section, value, length = struct.unpack_from(
                        "<IBBHQQ", image, header[4] + at)
                    self.symbols.append((self.string(header[6], name), value, length, info & 15,
                                         info >> 4, section))

    def string(self, section, offset):
        start = self.headers[section][4] + offset
        return self.image[start:self.image.index(b"\0", start)].decode()

    def contents(self, section):
        header = self.headers[section]
        return self.image[header[4]:header[4] + header[5]]

    def compiler(self):
        """What it is called in the object."""
        return self.contents(self.sections.index(".comment")).strip(b"\0").decode() \
            if ".comment" in self.sections else "a compiler without a name"

    def relocations(self, section):
        """{offset: (type, symbol index, addend)}"""
        found = {}
        for header in self.headers:
            if header[1] == 4 and header[7] == section:
                for at in range(header[4], header[4] + header[5], 24):
                    offset, info, addend = struct.unpack_from("<QQq", self.image, at)
                    found[offset] = info & 0xffffffff, info >> 32, addend
        return found


def archive_members(path):
    """(name, contents) of a Unix archive, or of one object file alone."""
    image = pathlib.Path(path).read_bytes()
    if image[:8] != b"!<arch>\n":
        return [(pathlib.Path(path).name, image)]
    members, long_names, at = [], b"", 8
    while at < len(image):
        name, size = image[at:at + 16].rstrip(), int(image[at + 48:at + 58])
        content = image[at + 60:at + 60 + size]
        if name == b"//":
            long_names = content
        elif name not in (b"/", b"/SYM64/"):
            if name[:1] == b"/":
                name = long_names[int(name[1:]):].split(b"\n")[0]
            members.append((name.rstrip(b"/").decode(), content))
        at += 60 + size + (size & 1)
    return members


# ------------------------------------------------------------------------------------------
# Text of a decoder to operands

SIZES = {"byte": 1, "word": 2, "dword": 4, "qword": 8, "xmmword": 16, "ymmword": 32,
         "zmmword": 64}


def number(text):
    """An integer as decoders print it, mod 2^64; None if it is none."""
    match = re.fullmatch(r"#?([+-]?)(0x[0-9a-f]+|\d+)", text)
    if not match:
        return None
    value = int(match[2], 0)
    return (-value if match[1] == "-" else value) % 2 ** 64


def signed(value):
    return value - 2 ** 64 if value >> 63 else value


def x86_memory(size, inside):
    base = index = None
    scale, displacement = 1, 0
    for sign, term in re.findall(r"([+-]?)([^+-]+)", inside.replace(" ", "")):
        if number(term) is not None:
            displacement += -number(term) if sign == "-" else signed(number(term))
        elif "*" in term:
            scale, index = sorted(term.split("*"))  # a digit comes before a name
            scale = int(scale)
        elif base is None:
            base = term
        else:
            index = term
    return ("mem", size, base, index, scale, displacement)


def x86_operand(text, jump):
    text = text.strip()
    match = re.fullmatch(r"(?:(\w+) ptr )?\[([^\]]*)\](.*)", text)
    if match:
        return x86_memory(SIZES.get(match[1]), match[2]) + ((match[3].strip(),) if match[3] else ())
    if number(text) is not None:
        return ("jump" if jump else "imm", number(text))
    return ("reg", text.replace(" ", ""))


def parse_x86(text):
    text = re.sub(r"\s*<[^>]*>|\s+#.*|\{vex\} ", "", text.lower()).strip()
    # The assembler's padding of two bytes reads as an exchange of a register with itself.
    if re.match(r"((cs|data16)\s+)*nop\b|xchg\s+ax,ax$", text):
        return "nop", ()
    mnemonic, _, rest = text.partition(" ")
    jump = mnemonic.startswith("j") or mnemonic == "call"
    if jump and re.fullmatch(r"[0-9a-f]+", rest.strip()):
        rest = "0x" + rest.strip()
    operands = [x86_operand(part, jump) for part in objects.split_operands(rest)]
    if mnemonic == "lea":  # its operand is no memory, so its size says nothing
        operands[1] = ("mem", None) + operands[1][2:]
    if len(operands) == 2 and operands[0][0] == "reg" and operands[1][0] == "imm" and \
            re.fullmatch(r"[a-d]l|[sd]il|[sb]pl|r\d+b", operands[0][1]):
        operands[1] = ("imm", operands[1][1] % 256)  # decoders differ on whether it has a sign
    return {"movabs": "mov"}.get(mnemonic, mnemonic), tuple(operands)


ARM_CONDITIONS = {"eq", "ne", "cs", "hs", "cc", "lo", "mi", "pl", "vs", "vc", "hi", "ls", "ge",
                  "lt", "gt", "le", "al"}


def arm_operand(text, jump):
    if match := re.fullmatch(r"\[(.*)\](!?)", text):
        base, *rest = [part.strip() for part in match[1].split(",")]
        if not rest:
            return ("mem", base, 0, match[2])
        return ("mem", base, signed(number(rest[0])), match[2]) if number(rest[0]) is not None \
            else ("indexed", text)
    if match := re.fullmatch(r"(lsl|lsr|asr|ror|uxtw|sxtw)(?: (#.*))?", text):
        return ("shift", match[1], number(match[2] or "#0"))
    if number(text) is not None:
        return ("jump" if jump else "imm", number(text))
    if text in ARM_CONDITIONS:
        return ("condition", {"hs": "cs", "lo": "cc"}.get(text, text))
    return ("reg", text)


ARM_HINTS = {"nop": "hint #0", "paciasp": "hint #25", "autiasp": "hint #29", "bti c": "hint #34"}


def parse_arm(text):
    text = re.sub(r"\s*<[^>]*>|\s+//.*", "", text.lower()).replace("\t", " ").strip()
    mnemonic, _, rest = ARM_HINTS.get(text, text).partition(" ")
    jump = mnemonic in ("b", "bl", "cbz", "cbnz") or mnemonic.startswith("b.")
    operands = objects.split_operands(rest)
    if jump and re.fullmatch(r"[0-9a-f]+", operands[-1]):
        operands[-1] = "0x" + operands[-1]
    mnemonic = {"b.hs": "b.cs", "b.lo": "b.cc"}.get(mnemonic, mnemonic)
    operands = [arm_operand(part, jump) for part in operands]
    if mnemonic in ("movz", "movn"):
        value = operands[1][1] << (operands[2][2] if len(operands) > 2 else 0)
        value = value if mnemonic == "movz" else ~value
        width = 64 if operands[0][1][0] == "x" else 32
        mnemonic, operands = "mov", [operands[0], ("imm", value % 2 ** width)]
    if mnemonic == "orr" and operands[1] in (("reg", "xzr"), ("reg", "wzr")):
        mnemonic, operands = "mov", operands[:1] + operands[2:]
    return mnemonic, tuple(operands)


PARSERS = {"x86_64": parse_x86, "aarch64": parse_arm}


def capstone_engine(arch):
    if arch == "x86_64":
        return capstone.Cs(capstone.CS_ARCH_X86, capstone.CS_MODE_64)
    return capstone.Cs(capstone.CS_ARCH_ARM64, capstone.CS_MODE_LITTLE_ENDIAN)


def disassembly(program, options, obj):
    """{(section name, address): text} by a program like objdump."""
    with tempfile.NamedTemporaryFile(suffix=".o") as file:
        file.write(obj.image)
        file.flush()
        done = subprocess.run([program, "-d", "-z", "--no-show-raw-insn", *options, file.name],
                              capture_output=True, text=True, check=True)
    found, section = {}, None
    for line in done.stdout.splitlines():
        if match := re.match(r"Disassembly of section (\S+):", line):
            section = match[1]
        elif match := re.match(r"\s*([0-9a-f]+):\s+(.+)", line):
            found[section, int(match[1], 16)] = match[2].replace("\t", " ")
    return found


def decode_with_objdump(obj):
    program = {"x86_64": "objdump", "aarch64": "aarch64-linux-gnu-objdump"}[obj.arch]
    return disassembly(program, ["-w", *(["-M", "intel"] if obj.arch == "x86_64" else [])], obj)


def decode(obj, section, start, size, by_objdump):
    """{address: Instruction}; CodeError where the two decoders differ."""
    parse, found = PARSERS[obj.arch], {}
    code = obj.contents(section)[start:start + size]
    for address, length, mnemonic, rest in capstone_engine(obj.arch).disasm_lite(code, start):
        text = ("%s %s" % (mnemonic, rest)).strip()
        other = by_objdump.get((obj.sections[section], address), "nothing")
        if parse(text) != parse(other):
            raise CodeError("%s+0x%x: capstone reads %r, objdump %r"
                            % (obj.name, address, text, " ".join(other.split())))
        found[address] = Instruction(address, *parse(text), text, address + length)
    if not found or max(i.next for i in found.values()) != start + size:
        raise CodeError("%s: capstone stops within the function at 0x%x" % (obj.name, start))
    return found


def referred_constants(obj, section, instructions):
    """{address of an instruction: (contents, offset)} for those that refer to constants."""
    found = {}
    for offset, (_, index, addend) in obj.relocations(section).items():
        name, value, _, _, _, target = obj.symbols[index]
        for instruction in instructions.values():
            if instruction.address <= offset < instruction.next:
                if target == 0 or not obj.sections[target].startswith(".rodata"):
                    raise CodeError("%s: %s refers to %s" % (obj.name, instruction.text, name))
                # On x86-64 the displacement counts from the next instruction.
                behind = instruction.next - offset if obj.arch == "x86_64" else 0
                found[instruction.address] = obj.contents(target), value + addend + behind
    return found


def functions_of(obj):
    """The functions of an object file by name. There must be no code outside of them, but for
    what fills the gaps between them."""
    left, found = decode_with_objdump(obj), {}
    for name, value, size, kind, _, section in obj.symbols:
        if kind == 2 and section:
            instructions = decode(obj, section, value, size, left)
            for address in instructions:
                del left[obj.sections[section], address]
            found[name] = Function(name, obj.arch, value, instructions,
                                   referred_constants(obj, section, instructions))
    for (section, address), text in left.items():
        if PARSERS[obj.arch](text)[0] not in ("nop", "hint"):
            raise CodeError("%s: code outside of functions: %s+0x%x: %s"
                            % (obj.name, section, address, text))
    return found


def llvm_objdump():
    """The newest there is: the one without a number may not know AVX-IFMA."""
    return next(filter(shutil.which, ("llvm-objdump-19", "llvm-objdump")), None)


def compiled_functions(obj, names):
    """{name: Function} of those with these names in an object that a compiler made for x86-64,
    decoded by objdump and by llvm-objdump, since capstone 4 does not know all of AVX-512. Their
    `calls` has the names of the functions that are called, or jumped to, by the addresses of the
    instructions."""
    readings = [decode_with_objdump(obj), disassembly(llvm_objdump(), ["-M", "intel"], obj)]
    found = {}
    for name, value, size, kind, _, section in obj.symbols:
        if kind != 2 or not section or name not in names:
            continue
        texts = [{at: text for (where, at), text in reading.items()
                  if where == obj.sections[section] and value <= at < value + size}
                 for reading in readings]
        ends = dict(zip(sorted(texts[0]), sorted(texts[0])[1:] + [value + size]))
        instructions = {}
        for at, text in texts[0].items():
            if parse_x86(text) != parse_x86(texts[1].pop(at, "nothing")):
                raise CodeError("%s+0x%x: objdump reads %r, llvm-objdump differs"
                                % (obj.name, at, " ".join(text.split())))
            instructions[at] = Instruction(at, *parse_x86(text), text, ends[at])
        if texts[1]:
            raise CodeError("%s: llvm-objdump finds other instructions in %s" % (obj.name, name))
        found[name] = Function(name, obj.arch, value, instructions, {})
        found[name].compiler = obj.compiler()
        refer(found[name], obj, section)
    return found


def is_jump(instruction):
    return instruction.mnemonic == "call" or instruction.mnemonic[0] == "j"


def refer(function, obj, section):
    """Constants and calls, from the relocations, and from the addresses of functions that the
    assembler knew."""
    others = {value: name for name, value, _, kind, _, where in obj.symbols
              if kind == 2 and where == section and name != function.name}
    starts = sorted(function.instructions)
    for instruction in function.instructions.values():
        if is_jump(instruction) and instruction.operands[0][1] in others:
            function.calls[instruction.address] = others[instruction.operands[0][1]]
    for offset, (_, index, addend) in obj.relocations(section).items():
        place = bisect.bisect_right(starts, offset) - 1
        if place < 0 or offset >= function.instructions[starts[place]].next:
            continue
        instruction = function.instructions[starts[place]]
        name, value, _, _, _, target = obj.symbols[index]
        if is_jump(instruction):
            if addend != -4 or offset + 4 != instruction.next:
                raise CodeError("%s: a call into a function: %s" % (obj.name, instruction.text))
            function.calls[instruction.address] = name
        elif target == 0 or not obj.sections[target].startswith(".rodata"):
            raise CodeError("%s: %s refers to %s" % (obj.name, instruction.text, name))
        else:
            function.constants[instruction.address] = (
                obj.contents(target), value + addend + instruction.next - offset)


def assembly_functions(path):
    """{name: Function} of every function in an archive that comes from a .S file, with the slots
    that it stands in by the kernel tables of that archive."""
    found = {}
    for name, image in archive_members(path):
        if name.endswith(".S.o"):
            found.update(functions_of(Object(name, image)))
    for function, slot in table_entries(path):
        if function in found:
            found[function].slots.append(slot)
    return found


def array_object(path, kernel):
    """The object of a kernel's functions of arrays in an archive, or None where it has none."""
    for member, image in archive_members(path):
        if member == "arrays_%s.c.o" % kernel:
            obj = Object(member, image)
            if obj.arch == "x86_64" and any(kind == 2 for _, _, _, kind, _, _ in obj.symbols):
                return obj
    return None


def array_functions(obj, kernel, slots):
    """{name: Function} of a kernel of arrays in these slots, and of the functions beside them,
    p256_NAME_KERNEL, from its object."""
    names = {"p256_%s_%s" % (slot, kernel): slot for slot in slots}
    found = compiled_functions(obj, names)
    for name, slot in names.items():
        if name not in found:
            raise CodeError("there is no %s" % name)
        found[name].slots.append(slot)
        found[name].kernel, found[name].lanes = kernel, KERNELS[kernel]
    return found


def c_functions(path):
    """{name of an object that comes from C: names of its functions}"""
    found = {}
    for member, image in archive_members(path):
        if member.endswith(".c.o"):
            obj = Object(member, image)
            found[member] = sorted(name for name, _, _, kind, _, section in obj.symbols
                                   if kind == 2 and section)
    return found


def slot_contracts():
    return {slot.name: slot for slot in contracts.kernel_slots(ROOT / "src" / "kernel.h")}


def table_entries(path):
    """(name of a function, name of a slot) for every slot of every kernel table."""
    slots = list(slot_contracts())
    for name, image in archive_members(path):
        obj = Object(name, image)
        for symbol, value, size, kind, _, section in obj.symbols:
            if kind == 1 and section and size == flow.TABLE_HEADER + 8 * len(slots):
                relocations = obj.relocations(section)
                for i, slot in enumerate(slots):
                    entry = relocations.get(value + flow.TABLE_HEADER + 8 * i)
                    if entry is None:
                        raise CodeError("%s: %s is no kernel table" % (name, symbol))
                    yield obj.symbols[entry[1]][0], slot
