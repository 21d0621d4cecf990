# SPDX-License-Identifier: MIT
"""Whether what is executed on terms (vectors.py) or on integers (scalars.py), evaluated on numbers,
is what the processor computes, for lengths up to 24; and what lanes.py says that terms are.
"""

import json
import pathlib
import random
import shlex
import subprocess
import tempfile

import arrays
import calls
import dots
import lanes
import machine_code
import scalars
from algebra import as_value
from mutants import COMPILERS
from obligations import P
from replay import limb
from vectors import Linear

ONES = 2 ** 64 - 1
MOST = 24  # elements of an array
# Where arguments begin in the buffer, in words: arrays, and what is of a fixed size.
ARRAY = 4 * MOST
TABLE = 64
BUFFER = 5 * ARRAY + TABLE

# Reads lines: a function's number, five arguments (p0, p96, ... point into the buffer), the buffer.
HARNESS = """
#include <inttypes.h>
#include <stdio.h>
typedef void function(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);
%s
static function *const functions[] = {%s};
static uint64_t buffer[%d];
int main(void)
{
    unsigned number;
    while (scanf("%%u", &number) == 1) {
        uint64_t argument[5];
        for (int i = 0; i < 5; i++) {
            unsigned offset;
            if (scanf(" p%%u", &offset) == 1)
                argument[i] = (uint64_t)(uintptr_t)&buffer[offset];
            else if (scanf("%%" SCNu64, &argument[i]) != 1)
                return 1;
        }
        for (unsigned i = 0; i < sizeof buffer / sizeof *buffer; i++)
            if (scanf("%%" SCNu64, &buffer[i]) != 1)
                return 1;
        functions[number](argument[0], argument[1], argument[2], argument[3], argument[4]);
        for (unsigned i = 0; i < sizeof buffer / sizeof *buffer; i++)
            printf("%%" PRIu64 " ", buffer[i]);
        printf("\\n");
    }
    return 0;
}
"""


class Numbers:
    """Values of terms for given words of the arrays."""

    def __init__(self, terms, words, lanes):
        self.terms, self.words, self.lanes, self.values = terms, words, lanes, {}

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
        if operation == "factor":
            return self.words["f"][plain[0]]
        if operation == "sum":
            return self.words["sum"][plain[0] * self.lanes + plain[1]]
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
        if operation == "blend":
            chosen = sum(0xffff << 16 * i for i in range(4) if plain[0] >> i & 1)
            return x[0] & ~chosen | x[1] & chosen
        return {"add": lambda: x[0] + x[1], "sub": lambda: x[0] - x[1],
                "and": lambda: x[0] & x[1], "or": lambda: x[0] | x[1],
                "andn": lambda: ~x[0] & x[1], "sll": lambda: x[0] << plain[0],
                "srl": lambda: x[0] >> plain[0]}[operation]() & ONES


class OnTerms:
    """A function with a loop. `result` is the region that it stores to."""

    def __init__(self, function):
        self.function, self.slot = function, function.slots[0]
        self.lengths = range(MOST + 1)
        self.kinds = set()
        if self.slot == "dot_run":
            self.parameters, self.result = dots.Run.parameters, "sum"
        else:
            self.parameters, self.result = arrays.PARAMETERS[self.slot], "r"

    def execute(self, n):
        """(Terms, the words of the result: terms, or "single")"""
        report = arrays.Kinds()
        loop = dots.Run(self.function, report) if self.slot == "dot_run" else \
            arrays.Arrays(self.function, self.slot, report)
        machine = loop.start(Linear(n))
        machine.bounds.elements = n
        loop.run(machine, ())
        self.kinds |= report.kinds
        return loop.terms, machine.tables["sum"] if self.slot == "dot_run" else \
            [machine.stored[i] for i in range(4 * n)]

    def outcome(self, n, words):
        """The words of the result; None for those that single operations give."""
        terms, found = self.execute(n)
        numbers = Numbers(terms, words, self.function.lanes)
        return [None if term == "single" else numbers.value(term) for term in found]

    def lanes_differ(self, count=40):
        """Whether lanes.py gives other words than the terms themselves, for a lane."""
        lanes_of_all = self.function.lanes
        terms, found = self.execute(lanes_of_all)
        lane = found[::lanes_of_all] if self.slot == "dot_run" else found[:4]
        source = random.Random(2)
        ranges = {("sum", i): 2 ** 63 - 1 for i in range(dots.LIMBS)}
        for _ in range(count):
            words = {name: [limb(source) % 2 ** 63 for _ in range(max(4 * lanes_of_all, TABLE))]
                     for name in self.parameters}
            if "f" in words:
                words["f"] = [word if i % 5 < 4 else word % 2 ** 48
                              for i, word in enumerate(words["f"])]
                words["factor"] = [word % 2 ** 52 for word in words["f"]]
            numbers = Numbers(terms, words, lanes_of_all)
            inputs = {**words, "sum": words.get("sum", [])[::lanes_of_all]}
            if as_integers(terms, lane, inputs, ranges) != [numbers.value(word) for word in lane]:
                return True
        return False


class OnIntegers:
    """make_factor and reduce_lanes: what they call is computed here."""

    lengths = range(3)

    def __init__(self, function):
        self.function, self.slot, self.kinds = function, function.slots[0], set()
        self.parameters = ("f", "s") if self.slot == "make_factor" else ("r", "sum")
        self.result, self.read = self.parameters
        self.count = arrays.FACTOR if self.slot == "make_factor" else 4

    def outcome(self, _, words):
        def called(machine, name):
            place, first, second = (machine.get(register) for register in machine.ARGUMENTS[:3])
            x, y = machine.element(first).constant(), machine.element(second).constant()
            total = (x * y * pow(2 ** 256, -1, P) if name == "p256_mul_bmi2" else x + y) % P
            for i in range(4):
                machine.memory.store(place.plus(8 * i), 8, as_value(total >> 64 * i & ONES),
                                     machine.stack_pointer())

        integers = scalars.Packed()
        regions = {self.result: ([None] * self.count, True),
                   self.read: ([as_value(word) for word in words[self.read]], False)}
        machine = scalars.Compiled(integers, self.function, regions, called)
        scalars.run(machine, [scalars.Pointer(name, 0) for name in self.parameters])
        self.kinds |= machine.kinds
        return [word.constant() for word in scalars.words_of(machine, self.result, self.count)]

    def lanes_differ(self):
        return False


class OfCalls:
    """A slot's function that calls others, for elements below p: what it must give."""

    lengths = range(MOST + 1)

    def __init__(self, function):
        self.function, self.slot = function, function.slots[0]
        self.kinds = {i.mnemonic for i in function.instructions.values()}
        name = self.slot.replace("_many", "").replace("dot_of", "vec_dot")
        self.operation, self.result = name, "y" if name == "vec_axpy" else "r"
        self.parameters = calls.HEADS[name][0]
        if "many" in self.slot:
            self.lengths = range(1, MOST + 1)

    def outcome(self, n, words):
        """What it must be."""
        values = {name: [sum(w << 64 * j for j, w in enumerate(found[4 * i:4 * i + 4]))
                         for i in range(len(found) // 4)] for name, found in words.items()}
        inverse = pow(2 ** 256, -1, P)
        if self.operation == "vec_dot":
            found = [sum(x * y for x, y in zip(values["a"][:n], values["b"])) * inverse]
        elif self.operation == "vec_scale":
            found = [x * values["s"][0] * inverse for x in values["a"][:n]]
        else:
            found = [y + x * values["s"][0] * inverse
                     for x, y in zip(values["x"][:n], values["y"])]
        return [x % P >> 64 * i & ONES for x in found for i in range(4)]

    def lanes_differ(self):
        return False


def model_of(function):
    slot = function.slots[0]
    if slot in arrays.CONTRACTS or slot == "dot_run":
        return OnTerms(function)
    return OnIntegers(function) if slot in ("make_factor", "reduce_lanes") else OfCalls(function)


def some_words(model, source):
    """For each argument: any words, or, where the model speaks of them, elements below p, a sum."""
    words, lanes = {}, model.function.lanes
    sizes = {"f": arrays.FACTOR, "sum": dots.LIMBS * lanes, "s": 4}
    for name in model.parameters:
        size = sizes.get(name, ARRAY)
        words[name] = [limb(source) for _ in range(size)]
        if isinstance(model, OfCalls) or name == "s":
            words[name][3::4] = [word % (2 ** 64 - 2 ** 32) for word in words[name][3::4]]
        if isinstance(model, OnIntegers) and name == "sum":
            words[name] = [word % 2 ** (52 if i < 5 * lanes else 56)
                           for i, word in enumerate(words[name])]
    return words


def as_integers(terms, words, inputs, ranges):
    """The same words by lanes.py: of the cases there is one in which all that is known holds."""
    for case in lanes.every_case(terms, words, ranges):
        values = case.integers.evaluate({"%s%d" % key: inputs[key[0]][key[1]]
                                         for key in case.inputs})
        if all(fact.lo <= fact.poly.evaluate(values) <= fact.hi for fact in case.integers.facts):
            return [case.value(word).poly.evaluate(values) for word in words]
    return None


def replay(functions, library, image, count=4):
    """(kinds of instructions executed, differences) of the functions of one object, whose image is
    given, linked with the library."""
    source, lines, examples, kinds, differences = random.Random(1), [], [], set(), []
    models = [model_of(function) for function in functions]
    for number, model in enumerate(models):
        for n in model.lengths:
            for _ in range(count):
                words = some_words(model, source)
                line, places = line_of(number, model, n, words)
                lines.append(line)
                examples.append((model, n, words, places))
    for (model, n, words, places), buffer in zip(examples,
                                                 run_natively(functions, library, image, lines)):
        found, start = model.outcome(n, words), places[model.result]
        wanted = buffer[start:start + len(found)]
        if any(x not in (None, y) for x, y in zip(found, wanted)):
            differences.append("%s: n = %d, %s" % (model.function.name, n, words))
    for model in models:
        kinds |= model.kinds
    return kinds, differences


def line_of(number, model, n, words):
    """(what the harness reads, where each argument begins in the buffer)"""
    buffer, places = [0] * BUFFER, {}
    for i, name in enumerate(model.parameters):
        places[name] = i * ARRAY
        buffer[i * ARRAY:i * ARRAY + len(words[name])] = words[name]
    arguments = ["p%d" % place for place in places.values()] + [n, 0, 0]
    return " ".join(map(str, [number] + arguments[:5] + buffer)), places


def lanes_differ(function):
    return model_of(function).lanes_differ()


def same_words(one, other):
    """Whether two functions of a slot give the same words on random elements."""
    models, source = (model_of(one), model_of(other)), random.Random(3)
    for n in (3, one.lanes, 2 * one.lanes + 5):
        for _ in range(20):
            words = some_words(models[0], source)
            if models[0].outcome(n, words) != models[1].outcome(n, words):
                return False
    return True


def run_natively(functions, library, image, lines):
    """The buffer afterwards, for each line. Functions that only their object knows become known."""
    with tempfile.TemporaryDirectory() as directory:
        source, program, member = (pathlib.Path(directory, name)
                                   for name in ("replay.c", "replay", "arrays.o"))
        member.write_bytes(image)
        subprocess.run(["objcopy", "--wildcard", "--globalize-symbol=p256_*", member], check=True)
        source.write_text(HARNESS % ("\n".join("function %s;" % f.name for f in functions),
                                     ", ".join(f.name for f in functions), BUFFER))
        subprocess.run([COMPILERS["x86_64"], "-O1", "-o", program, source, member, library],
                       check=True)
        done = subprocess.run([program], input="\n".join(lines) + "\n", capture_output=True,
                              text=True, check=True)
    return [list(map(int, line.split())) for line in done.stdout.splitlines()]


def instructions(obj, names):
    """Of functions, by address; what fills gaps may differ."""
    return {at: i for function in machine_code.compiled_functions(obj, names).values()
            for at, i in function.instructions.items() if i.mnemonic != "nop"}


def executable(functions, library):
    """The image of the functions' object in a library, with the multiply-add of AVX-IFMA in its
    encoding for AVX-512, which more CPUs execute: the compiler's assembly text says {vex} for the
    one and {evex} for the other. That text must give the instructions that are in the library."""
    kernel, names = functions[0].kernel, {function.name for function in functions}
    obj = machine_code.array_object(library, kernel)
    if kernel != "avxifma":
        return obj.image
    entries = json.loads((library.parent / "compile_commands.json").read_text())
    words, = (shlex.split(entry["command"]) for entry in entries
              if entry["file"].endswith("arrays_avxifma.c"))
    compiler = words[0]
    with tempfile.TemporaryDirectory() as directory:
        text, output = pathlib.Path(directory, "a.s"), pathlib.Path(directory, "a.o")
        words[words.index("-c")] = "-S"
        words[words.index("-o") + 1] = str(text)
        subprocess.run(words, cwd=library.parent, check=True)
        assemble = [compiler, "-c", "-o", output, text]
        subprocess.run(assemble, check=True)
        again = machine_code.Object(obj.name, output.read_bytes())
        if instructions(again, names) != instructions(obj, names):
            raise machine_code.CodeError("%s: its assembly text is other code" % obj.name)
        text.write_text(text.read_text().replace("{vex}", "{evex}"))
        subprocess.run(assemble, check=True)
        return output.read_bytes()


def cannot_run(kernel, library):
    """Why the functions cannot be executed here, or None."""
    if kernel == "avxifma" and not (library.parent / "compile_commands.json").exists():
        return "the compiler's command, for assembly text of AVX-IFMA, is not beside the library"
    flags = pathlib.Path("/proc/cpuinfo")
    words = flags.read_text().split() if flags.exists() else []
    needed = {"avx512": ("avx512ifma", "avx512_vbmi2", "bmi2", "adx"),
              "avxifma": ("avx512ifma", "avx512vl", "bmi2", "adx")}[kernel]
    missing = [flag for flag in needed if flag not in words]
    return "this CPU lacks %s" % ", ".join(missing) if missing else None
