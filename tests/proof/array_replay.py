# SPDX-License-Identifier: MIT
"""Whether the terms of the eight-lane kernels (vectors.py), evaluated on numbers, are what the
processor computes, for lengths up to 24; and what lanes.py says that they are."""

import pathlib
import random
import subprocess
import tempfile

import arrays
import lanes
from mutants import COMPILERS
from replay import limb
from vectors import LANES, Linear

ONES = 2 ** 64 - 1

# Reads lines: a function's number, n, and the words of its input arrays.
HARNESS = """
#include <inttypes.h>
#include <stdio.h>
typedef void function(uint64_t *, void *, uint64_t, uint64_t, uint64_t);
%s
static function *const functions[] = {%s};
static uint64_t words[4][4 * 24];
int main(void)
{
    unsigned number, inputs, n;
    while (scanf("%%u %%u %%u", &number, &inputs, &n) == 3) {
        uint64_t argument[4] = {0};
        for (unsigned i = 0; i < inputs; i++) {
            argument[i] = (uint64_t)(uintptr_t)words[i + 1];
            for (unsigned j = 0; j < 4 * n; j++)
                if (scanf("%%" SCNu64, &words[i + 1][j]) != 1)
                    return 1;
        }
        argument[inputs] = n;
        functions[number](words[0], words[1], argument[1], argument[2], argument[3]);
        for (unsigned j = 0; j < 4 * n; j++)
            printf("%%" PRIu64 " ", words[0][j]);
        printf("\\n");
    }
    return 0;
}
"""


class Numbers:
    """Values of terms for given words of the arrays."""

    def __init__(self, terms, words):
        self.terms, self.words, self.values = terms, words, {}

    def value(self, term):
        if term not in self.values:
            node = self.terms.nodes[term]
            operands = self.terms.operands(node)
            plain = node[1:len(node) - len(operands)]
            self.values[term] = self.compute(node[0], plain, [self.value(x) for x in operands])
        return self.values[term]

    def compute(self, operation, plain, x):
        if operation == "word":
            return self.words[plain[0]][plain[1]]
        if operation == "const":
            return plain[0]
        if operation in ("madlo", "madhi"):
            product = (x[1] % 2 ** 52) * (x[2] % 2 ** 52)
            return x[0] + (product >> 52 if operation == "madhi" else product % 2 ** 52) & ONES
        if operation == "sra":
            return (x[0] - (x[0] >> 63 << 64) >> plain[0]) & ONES
        if operation == "shrd":
            return (x[1] << 64 | x[0]) >> plain[0] & ONES
        if operation == "ternary":
            return sum((plain[0] >> (4 * (x[0] >> i & 1) + 2 * (x[1] >> i & 1) + (x[2] >> i & 1))
                        & 1) << i for i in range(64))
        return {"add": lambda: x[0] + x[1], "sub": lambda: x[0] - x[1],
                "and": lambda: x[0] & x[1], "or": lambda: x[0] | x[1],
                "andn": lambda: ~x[0] & x[1], "sll": lambda: x[0] << plain[0],
                "srl": lambda: x[0] >> plain[0]}[operation]() & ONES


def results(function, slot, n):
    """(Terms, words of r by number, kinds of instructions) of an execution for that n."""
    runner = arrays.Arrays(function, slot, arrays.Kinds())
    machine = runner.start(Linear(n))
    machine.bounds.elements = n
    runner.run(machine, ())
    return runner.terms, machine.stored, runner.report.kinds


def as_integers(terms, words, inputs):
    """The same words by lanes.py: of the cases there is one in which all that is known holds."""
    for case in lanes.every_case(terms, words):
        values = case.integers.evaluate({"%s%d" % key: inputs[key[0]][key[1]]
                                         for key in case.inputs})
        if all(fact.lo <= fact.poly.evaluate(values) <= fact.hi for fact in case.integers.facts):
            return [case.value(word).poly.evaluate(values) for word in words]
    return None


def replay(functions, library, count=4):
    """(kinds of instructions executed, differences)"""
    source, lines, examples, kinds, differences = random.Random(1), [], [], set(), []
    for number, function in enumerate(functions):
        slot = function.slots[0]
        names = arrays.INPUTS[slot]
        for n in range(3 * LANES + 1):
            outcome = results(function, slot, n)
            kinds |= outcome[2]
            for _ in range(count):
                words = {name: [limb(source) for _ in range(4 * n)] for name in names}
                lines.append(" ".join(map(str, [number, len(names), n] + sum(words.values(), []))))
                examples.append((function, n, outcome, words))
    for (function, n, (terms, stored, _), words), wanted in zip(
            examples, run_natively(functions, library, lines)):
        numbers = Numbers(terms, words)
        found = [wanted[i] if stored[i] == "single" else numbers.value(stored[i])
                 for i in range(4 * n)]
        if found != wanted:
            differences.append("%s: n = %d, %s" % (function.name, n, words))
    return kinds, differences


def lanes_differ(function, count=40):
    """Whether lanes.py gives other words than the terms themselves, for an element."""
    terms, stored, _ = results(function, function.slots[0], LANES)
    words, source = [stored[i] for i in range(4)], random.Random(2)
    for _ in range(count):
        inputs = {name: [limb(source) % 2 ** 63 for _ in range(4)]
                  for name in arrays.INPUTS[function.slots[0]]}
        numbers = Numbers(terms, inputs)
        if as_integers(terms, words, inputs) != [numbers.value(word) for word in words]:
            return True
    return False


def same_words(one, other):
    """Whether two functions of a slot give the same words on random elements."""
    slot, source = one.slots[0], random.Random(3)
    for n in (3, LANES, 2 * LANES + 5):
        for _ in range(20):
            words = {name: [limb(source) % 2 ** 63 for _ in range(4 * n)]
                     for name in arrays.INPUTS[slot]}
            found = []
            for function in (one, other):
                terms, stored, _ = results(function, slot, n)
                numbers = Numbers(terms, words)
                found.append([stored[i] if stored[i] == "single" else numbers.value(stored[i])
                              for i in range(4 * n)])
            if found[0] != found[1]:
                return False
    return True


def run_natively(functions, library, lines):
    with tempfile.TemporaryDirectory() as directory:
        source, program = pathlib.Path(directory, "replay.c"), pathlib.Path(directory, "replay")
        source.write_text(HARNESS % ("\n".join("function %s;" % f.name for f in functions),
                                     ", ".join(f.name for f in functions)))
        subprocess.run([COMPILERS["x86_64"], "-O1", "-o", program, source, library], check=True)
        done = subprocess.run([program], input="\n".join(lines) + "\n", capture_output=True,
                              text=True, check=True)
    return [list(map(int, line.split())) for line in done.stdout.splitlines()]


def cannot_run():
    """Why the functions cannot be executed here, or None."""
    flags = pathlib.Path("/proc/cpuinfo")
    words = flags.read_text().split() if flags.exists() else []
    missing = [flag for flag in ("avx512ifma", "avx512_vbmi2", "bmi2", "adx") if flag not in words]
    return "this CPU lacks %s" % ", ".join(missing) if missing else None
