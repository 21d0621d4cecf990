# SPDX-License-Identifier: MIT
"""What each slot's function must do, and the proof that one does.

From src/kernel.h come the parameters; CONTRACTS has the formulas, as polynomials in the inputs'
values: {scale * r = formula mod p}.
"""

import itertools

import arrays
import calls
import dots
import loops
import scalars
import sums
from aarch64 import Arm
from algebra import Integers, Poly, Value, as_value
from machine_code import CodeError, slot_contracts
from machine import Pointer, Refused, same
from obligations import Case, P, Unproved
from x86_64 import X86

R = 2 ** 256
MACHINES = {"x86_64": X86, "aarch64": Arm}


def cmov(v):
    return v["r"] + v["flag"] * (v["a"] - v["r"])


CONTRACTS = {
    "add": (1, lambda v: v["a"] + v["b"]),
    "sub": (1, lambda v: v["a"] - v["b"]),
    "neg": (1, lambda v: v["a"] * -1),
    "dbl": (1, lambda v: v["a"] * 2),
    "triple": (1, lambda v: v["a"] * 3),
    "half": (2, lambda v: v["a"]),
    "mul": (R, lambda v: v["a"] * v["b"]),
    "mul_u32": (1, lambda v: v["a"] * v["k"]),
    "sqr": (R, lambda v: v["a"] * v["a"]),
    "sqr_times": (R, lambda v: v["a"] * v["a"]),  # one pass of the loop
    "cmov": (1, cmov),
    "cneg": (1, lambda v: v["a"] - v["flag"] * v["a"] * 2),
}
# What C functions call that stand in the slot vec_dot: p256_NAME_...
HELPERS = {"dot": sums.prove_dot, "columns": sums.prove_columns}
# Of functions that a compiler made, p256_NAME_avx512: NAME is a slot, or that of a function beside.
COMPILED = {**dict.fromkeys(arrays.CONTRACTS, arrays.prove),
            "dot_run": dots.prove_run, "dot_of_many": dots.prove_many,
            **dict.fromkeys(calls.HEADS, calls.prove_head),
            **dict.fromkeys(calls.BY_FACTOR, calls.prove_by_factor),
            "make_factor": scalars.prove_factor, "reduce_lanes": scalars.prove_lanes}
# Slots whose r is an input too.
READS_RESULT = ("cmov", "cswap")
# Arrays, for each element what the slot without vec_ gives.
ELEMENTWISE = ("vec_add", "vec_sub", "vec_neg")


class Report:
    """What was shown of one function."""

    def __init__(self):
        self.obligations = 0   # refutations asked for
        self.cases = 0
        self.symbols = 0
        self.kinds = set()
        self.note = ""
        self.lanes = frozenset()  # digests of those of compiled functions


class Setting:
    """The arguments of a function, at its entry."""

    def __init__(self, arch, slot, aliases):
        self.integers = Integers()
        self.slot, self.aliases = slot, aliases
        contract = slot_contracts()[slot]
        self.limbs, self.values, self.numbers, self.public = {}, {}, {}, set()
        regions, registers = {}, {}
        machine = MACHINES[arch]
        for register, name, kind in zip(machine.ARGUMENTS, contract.names, contract.kinds):
            if kind in ("in", "out"):
                region = aliases.get(name, name)
                registers[register] = Pointer(region, 0)
                contents, writable = regions.get(region, (None, False))
                if kind == "in" or self.slot in READS_RESULT:
                    contents = contents or self.element(region)
                    self.values[name] = self.value_of(contents)
                regions[region] = (contents, writable or kind == "out")
            else:
                registers[register] = self.scalar(name, kind)
        self.regions = {name: (contents or [None] * 4, writable)
                        for name, (contents, writable) in regions.items()}
        self.registers = registers

    def element(self, name):
        limbs = [self.integers.input("%s%d" % (name, i), 64) for i in range(4)]
        self.limbs[name] = [self.symbol(limb) for limb in limbs]
        return limbs

    @staticmethod
    def symbol(value):
        (symbol,) = value.poly.symbols()
        return symbol

    @staticmethod
    def value_of(limbs):
        return sum((limb.poly * 2 ** (64 * i) for i, limb in enumerate(limbs)), Poly({}))

    def scalar(self, name, kind):
        """A number of 32 bits; what the upper half of its register holds is not defined."""
        low = self.integers.input(name, 32)
        self.values[name] = low.poly
        if name == "flag":
            self.values[name] = self.integers.nonzero(low).poly
        if kind == "count":
            self.public.add(self.symbol(low))
        self.numbers[name] = low + self.integers.input(name + "_upper", 32) * 2 ** 32
        return self.numbers[name]

    def machine(self, function):
        result = MACHINES[function.arch](self.integers, function, self.regions)
        result.registers.update(self.registers)
        result.public = self.public
        return result


def result_words(machine, region):
    if machine.memory.stored - {region}:
        raise Refused("a store to an input")
    words = [machine.memory.words[region, 8 * i] for i in range(4)]
    if any(word is None for word in words) or region not in machine.memory.stored:
        raise Unproved("not every word of the result is stored")
    return [machine.number(word) for word in words]


def cases(integers):
    """Every assignment to the bits that choose between values: (polynomial, 0 or 1) pairs."""
    if len(integers.selectors) > 8:
        raise Unproved("too many bits choose between values")
    for values in itertools.product((0, 1), repeat=len(integers.selectors)):
        yield list(zip(integers.selectors, values))


def result_is(setting, words, scale, formula, report, at_zero):
    """Shows scale * r = formula mod p and r < p, for the r of these words. Where linear arithmetic
    gives r <= p only, `at_zero` says that r = p would need an input 0, and r is 0 then."""
    result = setting.value_of(words)
    for choices in cases(setting.integers):
        case = Case(setting.integers, list(setting.limbs.values()), choices)
        report.cases += 1
        try:
            case.congruent(result * scale - formula)
            if not case.below(result, P):
                if not case.below(result, P + 1):
                    raise Unproved("range: r < p, and r <= p")
                if not at_zero():
                    raise Unproved("range: r < p, where r = p is not excluded")
                report.note = "r = p excluded since p is prime"
        except Unproved:
            if not case.impossible():
                raise
        finally:
            report.obligations += case.queries
    report.symbols = max(report.symbols, len(setting.integers.symbols))


def prove_elementwise(function, slot, report):
    """A loop over arrays."""
    setting = Setting(function.arch, slot[4:], {})
    scale, formula = CONTRACTS[slot[4:]]
    report.kinds |= loops.prove_elementwise(
        MACHINES[function.arch], function, setting.integers, setting.regions,
        lambda words: result_is(setting, words, scale, formula(setting.values), report,
                                lambda: False))


def prove_exchange(function, report):
    """cswap: the words themselves, whatever they are; a may be b."""
    for aliases in ({}, {"b": "a"}):
        setting = Setting(function.arch, "cswap", aliases)
        machine = setting.machine(function)
        before = {name: contents for name, (contents, _) in setting.regions.items()}
        if machine.run() != "end":
            raise Refused("a branch on a count")
        flag = Value(setting.values["flag"], 0, 1)
        for name, other in (("a", aliases.get("b", "b")), (aliases.get("b", "b"), "a")):
            for i in range(4):
                wanted = setting.integers.select(flag, before[other][i], before[name][i])
                if not same(machine.memory.words[name, 8 * i], wanted):
                    raise Unproved("word %d of %s is not exchanged" % (i, name))
        report.cases += 1
        report.kinds |= machine.kinds


def zero_gives_zero(function, slot, setting):
    """For products: p divides r, so p, which is prime, divides an input, and that is 0. Whether
    the result is 0 for each input that is 0."""
    if slot not in ("mul", "sqr"):
        return False
    for name in setting.limbs:
        other = Setting(function.arch, slot, setting.aliases)
        for i in range(4):
            other.regions[name][0][i] = as_value(0)
        machine = other.machine(function)
        machine.run()
        if any(word.constant() != 0 for word in result_words(machine, result_region(other))):
            return False
    return True


def result_region(setting):
    return setting.aliases.get("r", "r")


def prove_straight(function, slot, aliases, report):
    """A function without loops. Returns whether it loads arguments after its first store."""
    setting = Setting(function.arch, slot, aliases)
    machine = setting.machine(function)
    if machine.run() != "end":
        raise Refused("a branch on a count")
    report.kinds |= machine.kinds
    scale, formula = CONTRACTS[slot]
    result_is(setting, result_words(machine, result_region(setting)), scale,
              formula(setting.values), report,
              lambda: zero_gives_zero(function, slot, setting))
    return machine.memory.late_load


class Places:
    """Where a loop keeps what: at its head, with the operand and the count replaced by new symbols
    for the next pass. Whatever else is there must stay as it is, or is forgotten."""

    def __init__(self, machine, limbs, count, forgotten):
        contents = {p: c for p, c in machine.contents() if p not in forgotten}
        self.limbs = [self.holding(contents, limb) for limb in limbs]
        self.count = self.holding(contents, count)
        if not all(self.limbs) or not self.count:
            raise Unproved("the loop does not keep its operand, or its count")
        self.kept = {place: content for place, content in contents.items()
                     if not isinstance(content, Value) or content.constant() is not None}

    @staticmethod
    def holding(contents, value):
        return [p for p, c in contents.items() if isinstance(c, Value) and c.poly == value.poly]

    def enter(self, machine, at, limbs, count):
        """A machine at the head with that operand and count."""
        state = dict(self.kept)
        for places, value in zip(self.limbs + [self.count], limbs + [count]):
            state.update((place, value) for place in places)
        return machine.go_on(at, state)

    def operand(self, machine):
        return [machine.number(machine.at_place(places[0])) for places in self.limbs]

    def changed(self, machine, count):
        """The places that, after a pass that began with that count, do not hold what they
        should."""
        found = {p for p in self.count if not self.counts_down(machine, p, count)}
        for places, content in zip(self.limbs, self.operand(machine)):
            found |= {p for p in places if not same(machine.at_place(p), content)}
        return found | {p for p, c in self.kept.items() if not same(machine.at_place(p), c)}

    def counts_down(self, machine, place, count):
        content = machine.at_place(place)
        return isinstance(content, Value) and \
            machine.integers.low(content, 32).poly == (count - 1).poly


def prove_repeated(function, slot, aliases, report):
    """sqr_times: induction over the passes of its loop."""
    forgotten = set()
    while True:
        setting = Setting(function.arch, slot, aliases)
        integers, region = setting.integers, result_region(setting)
        start = setting.machine(function)
        branch = start.run()
        if branch == "end":
            raise Unproved("there is no loop")
        count = setting.numbers["n"]
        head, end = branch.where(integers.nonzero(integers.low(count, 32)))
        # n = 0: r = a.
        operand = [as_value(limb) for limb in setting.limbs[aliases.get("a", "a")]]
        require_copy(start.fork(end), region, operand)
        # A pass: from an x < p with m > 0 passes left, to its square with m - 1 left.
        places = Places(start, operand, count, forgotten)
        setting.limbs = {}
        x, m = setting.element("x"), integers.input("m", 32, lo=1)
        setting.public.add(setting.symbol(m))
        machine = places.enter(start, head, x, m + integers.input("m_upper", 32) * 2 ** 32)
        branch = machine.run()
        if branch == "end" or machine.memory.stored:
            raise Unproved("the loop's body is not one pass")
        changed = places.changed(machine, m)
        if not changed:
            break
        forgotten |= changed
    again, end = branch.where(integers.nonzero(m - 1))
    if again != head:
        raise Unproved("the loop is not closed")
    scale, formula = CONTRACTS[slot]
    result_is(setting, places.operand(machine), scale, formula({"a": setting.value_of(x)}), report,
              lambda: zero_pass_gives_zero(places, start, head))
    # The end: r = y, what the passes left.
    y = setting.element("y")
    finish = places.enter(start, end, y, integers.input("left_upper", 32) * 2 ** 32)
    require_copy(finish, region, y)
    report.kinds |= start.kinds
    return finish.memory.late_load


def zero_pass_gives_zero(places, start, head):
    machine = places.enter(start, head, [as_value(0)] * 4, as_value(2))
    machine.run_to(head)
    return not places.changed(machine, as_value(2)) and \
        all(word.constant() == 0 for word in places.operand(machine))


def require_copy(machine, region, words):
    if machine.run() != "end" or \
            not all(same(x, y) for x, y in zip(result_words(machine, region), words)):
        raise Unproved("the result is not stored as it is")


def aliasings(slot):
    """Every way in which arguments may be one, but for none."""
    contract = slot_contracts()[slot]
    inputs = [name for name, kind in zip(contract.names, contract.kinds) if kind == "in"]
    for chosen in itertools.product((False, True), repeat=len(inputs)):
        if any(chosen):
            yield {name: "r" for name, one in zip(inputs, chosen) if one}
    if len(inputs) == 2:
        yield {"b": "a"}


def slot_of(function):
    """From the kernel tables; for a function in none, by its name. It may also be a helper's."""
    named = [name for name in (*slot_contracts(), *HELPERS)
             if function.name.startswith("p256_%s_" % name)]
    found = set(function.slots) or set(sorted(named, key=len)[-1:])
    if len(found) != 1:
        raise CodeError("%s: no slot's contract applies to it" % function.name)
    return found.pop()


def prove(function):
    """A Report; Refused or Unproved where the contract is not shown."""
    slot, report = slot_of(function), Report()
    if function.compiler is not None:
        COMPILED[slot](function, slot, report)
        return report
    if slot in HELPERS:
        HELPERS[slot](MACHINES[function.arch], function, report)
        return report
    if slot in ELEMENTWISE:
        prove_elementwise(function, slot, report)
        return report
    if slot == "cswap":
        prove_exchange(function, report)
        return report
    if slot not in CONTRACTS:
        raise CodeError("%s: there is no contract for the slot %s" % (function.name, slot))
    prover = prove_repeated if slot == "sqr_times" else prove_straight
    if prover(function, slot, {}, report):
        for aliases in aliasings(slot):
            prover(function, slot, aliases, report)
    return report
