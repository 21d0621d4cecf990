# SPDX-License-Identifier: MIT
"""Faults planted in the assembly, which the proof must refuse: those that scripts/mutate plants.
What the proof accepts has the same results for every input. It may accept only what takes in a
carry where that is always 0, and what tests/mutation/equivalent.txt lists with the reason."""

import copy
import functools
import pathlib
import re
import subprocess
import sys
import tempfile

import machine_code

ROOT = machine_code.ROOT
sys.path.insert(0, str(ROOT / "tests" / "mutation"))
import asm_edits  # noqa: E402
import equivalent  # noqa: E402
from source_text import describe, line_of  # noqa: E402

COMPILERS = {"x86_64": "cc", "aarch64": "aarch64-linux-gnu-gcc"}


class Mutant:
    """key is that of equivalent.txt."""

    def __init__(self, path, text, blanked, edit):
        self.name, self.arch = path.stem, path.parent.name
        self.line = line_of(text, edit.start)
        before, after = describe(blanked, edit)
        self.key = str(path.relative_to(ROOT)), edit.function, before, after, 1
        self.text = text[:edit.start] + edit.new + text[edit.end:]

    def __str__(self):
        return "%s:%d: %s => %s" % (self.key[0], self.line, self.key[2], self.key[3] or "nothing")


def listed_as_equivalent():
    return equivalent.read(ROOT / "tests" / "mutation" / "equivalent.txt")


def takes_a_carry(mutant):
    """Whether the fault is that a sum or a difference takes in the carry of what was before."""
    _, _, before, after, _ = mutant.key
    return any(re.sub(r"^%s\b" % plain, carrying, before) == after and before != after
               for plain, carrying in (("addq", "adcq"), ("subq", "sbbq"), ("adds", "adcs"),
                                       ("subs", "sbcs"), ("add", "adc"), ("sub", "sbc"),
                                       ("negs", "ngcs"), ("neg", "ngc")))


def assemble(arch, text):
    """The object of a .S text, or None if it is none."""
    with tempfile.TemporaryDirectory() as directory:
        source, output = pathlib.Path(directory, "mutant.S"), pathlib.Path(directory, "mutant.o")
        source.write_text(text)
        done = subprocess.run([COMPILERS[arch], "-c", "-I", ROOT / "src" / arch, "-o", output,
                               source], capture_output=True, check=False)
        return output.read_bytes() if done.returncode == 0 else None


def code_bytes(image):
    obj = machine_code.Object("object", image)
    return [obj.contents(i) for i, name in enumerate(obj.sections)
            if name.startswith((".text", ".rodata"))]


@functools.lru_cache(maxsize=None)
def original_code(path):
    return code_bytes(assemble(path.parent.name, path.read_text()))


def source_of(function):
    return ROOT / "src" / function.arch / (function.name + ".S")


def all_mutants(path):
    """Those of a .S file, in the order of the text."""
    text = path.read_text()
    arch = path.parent.name
    blanked = asm_edits.without_comments(text, arch == "aarch64")
    found, seen = [], {}
    for edit in asm_edits.edits(blanked, arch):
        mutant = Mutant(path, text, blanked, edit)
        mutant.key = mutant.key[:4] + (equivalent.next_number(seen, mutant.key),)
        found.append(mutant)
    return found


def function_of(mutant):
    """The mutated Function, or None if it does not assemble or is the same code."""
    image = assemble(mutant.arch, mutant.text)
    if image is None or code_bytes(image) == original_code(ROOT / mutant.key[0]):
        return None
    return machine_code.functions_of(machine_code.Object(mutant.name, image))[mutant.name]


# Compiled functions: faults in the instructions, as they were decoded.

OTHERS = {"vpmadd52luq": "vpmadd52huq", "vpmadd52huq": "vpmadd52luq", "vpaddq": "vpsubq",
          "vpsubq": "vpaddq", "vpunpcklqdq": "vpunpckhqdq", "vpunpckhqdq": "vpunpcklqdq",
          "vpsrlq": "vpsllq", "vpsllq": "vpsrlq", "vpsraq": "vpsrlq", "vpandnq": "vpandq",
          "vpand": "vpor", "vpandn": "vpand", "vpor": "vpand", "jbe": "jb", "ja": "jae",
          "adc": "add", "shl": "shr", "shr": "shl", "paddq": "movdqa"}


def instruction_faults(function):
    """(function, instruction, another instead): another operation, a constant or a distance that
    differs, a source in place of the other, an instruction left out."""
    for instruction in function.instructions.values():
        mnemonic, operands = instruction.mnemonic, instruction.operands
        found = []
        if mnemonic in OTHERS:
            found.append((OTHERS[mnemonic], operands))
        for i, operand in enumerate(operands):
            before, after = operands[:i], operands[i + 1:]
            if operand[0] == "imm":
                found.append((mnemonic, before + (("imm", operand[1] ^ 1),) + after))
            elif operand[0] == "mem" and mnemonic in ("vmovdqu64", "vmovdqu"):
                moved = operand[:5] + (operand[5] + 32,) + operand[6:]
                found.append((mnemonic, before + (moved,) + after))
        if mnemonic.startswith(("vpmadd", "vpshrd", "vpadd")) and operands[1] != operands[2]:
            found.append((mnemonic, (operands[0], operands[1], operands[1]) + operands[3:]))
        if mnemonic.startswith(("vpmadd", "vpsub", "push", "pop", "add", "kmov", "or", "call",
                                "psrldq")):
            found.append(("nop", ()))
        for other in found:
            yield function, instruction, instruction._replace(mnemonic=other[0],
                                                              operands=other[1])


def with_fault(function, _, new):
    mutated = copy.copy(function)
    mutated.instructions = {**function.instructions, new.address: new}
    return mutated


def spread(items, count):
    """That many of them, evenly."""
    if len(items) <= count:
        return items
    return [items[i * len(items) // count] for i in range(count)]
