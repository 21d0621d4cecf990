# SPDX-License-Identifier: MIT
"""Whether the model of the instructions is the processor's: the polynomials that a function's
symbolic execution ends with, evaluated on numbers, against what the function itself computes;
and the same execution on numbers from the start.

The limbs are any, not only those of elements below p: the model must be right on all.
"""

import pathlib
import random
import shutil
import subprocess
import tempfile

import kernels
import machine_code
from algebra import as_value
from mutants import COMPILERS, assemble

EDGES = [0, 1, 2, 2 ** 31, 2 ** 32 - 2, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1, 2 ** 63 - 1, 2 ** 63,
         2 ** 64 - 2 ** 32 - 1, 2 ** 64 - 2 ** 32, 2 ** 64 - 2 ** 32 + 1, 2 ** 64 - 2, 2 ** 64 - 1]
ELEMENTS = ("r", "a", "b")

# Reads lines: a function's number, six arguments (p0, p4, p8 point into the buffer), the buffer.
HARNESS = """
#include <inttypes.h>
#include <stdio.h>
typedef void function(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);
%s
static function *const functions[] = {%s};
int main(void)
{
    unsigned number;
    while (scanf("%%u", &number) == 1) {
        uint64_t argument[6], buffer[12];
        for (int i = 0; i < 6; i++) {
            unsigned offset;
            if (scanf(" p%%u", &offset) == 1)
                argument[i] = (uint64_t)(uintptr_t)&buffer[offset];
            else if (scanf("%%" SCNu64, &argument[i]) != 1)
                return 1;
        }
        for (int i = 0; i < 12; i++)
            if (scanf("%%" SCNu64, &buffer[i]) != 1)
                return 1;
        functions[number](argument[0], argument[1], argument[2], argument[3], argument[4],
                          argument[5]);
        for (int i = 0; i < 12; i++)
            printf("%%" PRIu64 " ", buffer[i]);
        printf("\\n");
    }
    return 0;
}
"""


class Example:
    """Numbers for the arguments of a slot's function."""

    def __init__(self, slot, source):
        contract = kernels.slot_contracts()[slot]
        self.numbers, self.words, self.arguments = {}, [0] * 12, []
        for name, kind in zip(contract.names, contract.kinds):
            if kind in ("in", "out"):
                at = 4 * ELEMENTS.index(name)
                self.words[at:at + 4] = [limb(source) for _ in range(4)]
                self.arguments.append("p%d" % at)
                for i in range(4):
                    self.numbers["%s%d" % (name, i)] = self.words[at + i]
                continue
            # The count of an array has 64 bits, and the array one element.
            array = slot.startswith("vec_")
            number = source.randrange(2 if array else 5) if kind == "count" else \
                limb(source) % 2 ** 32
            upper = 0 if array else limb(source) % 2 ** 32
            self.numbers[name], self.numbers[name + "_upper"] = number, upper
            self.arguments.append(str(number + (self.numbers[name + "_upper"] << 32)))
        self.arguments += ["0"] * (6 - len(self.arguments))

    def line(self, number):
        return " ".join([str(number), *self.arguments, *map(str, self.words)])


def limb(source):
    return source.choice(EDGES) if source.random() < 0.5 else source.getrandbits(64)


def run_natively(arch, functions, library, lines):
    """The buffer afterwards, for each line."""
    with tempfile.TemporaryDirectory() as directory:
        source, program = pathlib.Path(directory, "replay.c"), pathlib.Path(directory, "replay")
        source.write_text(HARNESS % ("\n".join("function %s;" % f.name for f in functions),
                                     ", ".join(f.name for f in functions)))
        static = ["-static"] if arch != "x86_64" else []
        subprocess.run([COMPILERS[arch], "-O1", *static, "-o", program, source, library],
                       check=True)
        emulator = [] if arch == "x86_64" else ["qemu-" + arch]
        done = subprocess.run([*emulator, program], input="\n".join(lines) + "\n",
                              capture_output=True, text=True, check=True)
    return [list(map(int, line.split())) for line in done.stdout.splitlines()]


class Model:
    """A function's symbolic execution, once, and its executions on numbers."""

    def __init__(self, function, slot):
        self.function, self.slot = function, slot
        self.operation = slot[4:] if slot in kernels.ELEMENTWISE else slot
        self.setting = kernels.Setting(function.arch, self.operation, {})
        self.machine = self.setting.machine(function)
        self.kinds = self.machine.kinds
        self.is_straight = slot == self.operation and self.machine.run() == "end"

    def evaluate(self, example):
        values = self.setting.integers.evaluate(example.numbers)
        return self.buffer(self.machine, example, lambda word: word.poly.evaluate(values))

    def execute(self, example):
        setting = kernels.Setting(self.function.arch, self.operation, {})
        for name, (contents, _) in setting.regions.items():
            at = 4 * ELEMENTS.index(name)
            if contents[0] is not None:
                contents[:] = [as_value(word) for word in example.words[at:at + 4]]
        machine = setting.machine(self.function)
        for register, argument in zip(machine.ARGUMENTS, example.arguments):
            if not argument.startswith("p"):
                machine.registers[register] = as_value(int(argument))
        machine.run()
        self.kinds |= machine.kinds
        return self.buffer(machine, example, lambda word: word.constant())

    @staticmethod
    def buffer(machine, example, number):
        """The words in memory; where nothing was stored, those of the example."""
        found = list(example.words)
        for (region, offset), word in machine.memory.words.items():
            if region in ELEMENTS and word is not None:
                found[4 * ELEMENTS.index(region) + offset // 8] = number(word)
        return found


def replay(arch, pairs, library, count=200):
    """For (function, slot) pairs of a library. Returns the kinds of instructions executed, and
    the differences found, as text."""
    source, differences, kinds, examples = random.Random(1), [], set(), []
    for number, (_, slot) in enumerate(pairs):
        examples += [(number, Example(slot, source)) for _ in range(count)]
    models = [Model(function, slot) for function, slot in pairs]
    results = run_natively(arch, [function for function, _ in pairs], library,
                           [example.line(number) for number, example in examples])
    for (number, example), wanted in zip(examples, results):
        model = models[number]
        found = [model.execute(example)]
        if model.is_straight:
            found.append(model.evaluate(example))
        if any(words != wanted for words in found):
            differences.append("%s: %s gives %s, the model %s" % (
                model.function.name, example.line(number), wanted, found))
    for model in models:
        kinds |= model.kinds
    return kinds, differences


def replay_probes(arch, count=60):
    """The same for the functions that use every instruction of the model."""
    text = pathlib.Path(__file__).with_name("probes_%s.S" % arch).read_text()
    image = assemble(arch, text.replace('"../../src/asm_abi.h"', '"../asm_abi.h"'))
    functions = machine_code.functions_of(machine_code.Object("probes", image))
    with tempfile.NamedTemporaryFile(suffix=".o") as file:
        file.write(image)
        file.flush()
        return replay(arch, [(function, "mul") for function in functions.values()], file.name,
                      count)


def cannot_run(arch):
    """Why the functions cannot be executed here, or None."""
    if arch != "x86_64":
        emulator = "qemu-" + arch
        return None if shutil.which(emulator) else "there is no %s" % emulator
    flags = pathlib.Path("/proc/cpuinfo")
    words = flags.read_text().split() if flags.exists() else []
    missing = [flag for flag in ("bmi2", "adx", "avx2") if flag not in words]
    return "this CPU lacks %s" % ", ".join(missing) if missing else None
