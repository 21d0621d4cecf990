# SPDX-License-Identifier: MIT
"""The array kernels of eight or four lanes, as the compiler made them: for every n, by induction
over the blocks of so many elements, for each remainder of n by itself.

vec_scale_by and vec_axpy_by are what vec_scale and vec_axpy do once they have made a factor of s.
"""

import sys

import lanes
from machine import Refused, Saved
from obligations import Unproved
from vectors import ARGUMENTS, Address, Bounds, Linear, Machine, Terms
from ymm import Ymm

sys.setrecursionlimit(20000)

ELEMENT = 32     # bytes
R = 2 ** 256
FACTOR = 25      # words
# slot -> (scale, formula)
CONTRACTS = {
    "vec_mul": (R, lambda v: v["a"] * v["b"]),
    "vec_sqr": (R, lambda v: v["a"] * v["a"]),
    "vec_mul_add": (R, lambda v: v["a"] * v["b"] + v["c"] * R),
    "vec_scale_by": (2 ** 104, lambda v: v["a"]),  # times the factor
    "vec_axpy_by": (2 ** 104, lambda v: v["x"] + v["r"] * 2 ** 104),
}
# The parameters before n: arrays, of which r is the result, and the factor f.
PARAMETERS = {"vec_mul": ("r", "a", "b"), "vec_sqr": ("r", "a"),
              "vec_mul_add": ("r", "a", "b", "c"), "vec_scale_by": ("r", "a", "f"),
              "vec_axpy_by": ("r", "f", "x")}
# The arrays that are read; the first is what a factor multiplies.
INPUTS = {"vec_mul": ("a", "b"), "vec_sqr": ("a",), "vec_mul_add": ("a", "b", "c"),
          "vec_scale_by": ("a",), "vec_axpy_by": ("x", "r")}


def machine_for(function, terms, called):
    return {8: Machine, 4: Ymm}[function.lanes](terms, function, called)


class Kinds:
    """Of a run that is no proof: the kinds of its instructions."""

    def __init__(self):
        self.kinds = set()


class Loop:
    """A function with a loop that takes `block` elements in a pass, by induction over the passes.
    A subclass says what happens in its calls, what a run must have done, and what becomes of what
    a pass does not leave as it was."""

    parameters = ()  # those before n

    def __init__(self, function, report, block):
        self.function, self.report, self.block = function, report, block
        self.terms = Terms()
        self.heads = {i.operands[0][1]: i.next for i in function.instructions.values()
                      if i.mnemonic[0] == "j" and i.operands[0][0] == "jump"
                      and i.address not in function.calls and i.operands[0][1] <= i.address}

    def start(self, n):
        """The machine at the entry."""
        machine = machine_for(self.function, self.terms, self.called)
        for register, name in zip(ARGUMENTS, self.parameters):
            machine.registers[register] = Address(name, Linear(0))
        machine.registers[ARGUMENTS[len(self.parameters)]] = n
        return self.at(machine, n, Linear(0), 0)

    @staticmethod
    def at(machine, n, base, elements):
        """For a run that may touch that many elements from an offset on."""
        machine.length, machine.bounds, machine.stored = n, Bounds(base, elements), {}
        return machine

    def run(self, machine, heads):
        machine.run(heads)
        self.report.kinds |= machine.kinds
        return machine

    def called(self, machine, name):
        raise Refused("a call of %s" % name)

    def check(self, machine):
        """Of a run that had machine.bounds.elements to take, at its end."""
        raise NotImplementedError

    def check_pass(self, machine):
        """The same after a pass."""
        raise NotImplementedError

    def lose(self, first, kind, name):
        """A pass does not leave this as it should: from now on it is not known at the head."""
        getattr(first, kind).pop(name, None)

    def differences(self, machine, wanted):
        """(kind, name) of what a machine does not hold as wanted."""
        return [(kind, name) for kind in ("registers", "vectors", "masks", "slots")
                for name, content in getattr(wanted, kind).items()
                if name not in getattr(machine, kind) or getattr(machine, kind)[name] != content]

    def prove(self, rest):
        """For every n = block*k + rest."""
        # k = 1 + later: to the head of the loop.
        n = rest.plus(Linear(self.block, {"later": self.block}))
        first = self.run(self.start(n), self.heads)
        if first.ended or first.stored:
            raise Unproved("there is no loop")
        self.head = first.at
        steps = self.steps(first, n)
        # After `done` passes, with one more to do and others after it.
        while True:
            before = self.state(first, steps, Linear(1, {"after": 1}), Linear(0, {"done": 1}))
            after = self.state(first, steps, Linear(0, {"after": 1}), Linear(1, {"done": 1}),
                               Linear(1, {"after": 1, "done": 1}))
            machine = self.run(before.fork(), {self.head})
            if machine.ended:
                raise Unproved("the loop ends too early")
            lost = self.differences(machine, after)
            if not lost:
                break
            for kind, name in lost:
                self.lose(first, kind, name)
        self.check_pass(machine)
        # The last pass, and what is left.
        last = self.state(first, steps, Linear(0), Linear(0, {"done": 1}))
        self.finish(last, rest)
        # k = 0
        none = self.at(self.start(rest), rest, Linear(0), rest.const)
        self.check(self.run(none, ()))

    def finish(self, last, rest):
        """From before the last pass to the end."""
        last.bounds.elements = self.block + rest.const
        self.run(last, {self.head})
        if not last.ended:
            raise Unproved("the loop does not end where it should")
        self.check(last)

    def steps(self, first, n):
        """By how much each register moves in a pass; those that move otherwise are forgotten."""
        more = Linear(1, {"later": 1})
        machine = substituted(first, "later", more)
        self.at(machine, n.substitute("later", more), Linear(0), self.block)
        old = machine.fork()
        self.run(machine, {self.head})
        steps = {}
        for name, content in old.registers.items():
            new = machine.registers.get(name)
            step = distance(content, new)
            if step is None:
                del first.registers[name]
            elif step:
                steps[name] = step
        return steps

    def state(self, first, steps, left, done, later=None):
        """At the head after `done` passes, with `left` more to do after the next."""
        later = later or left.plus(done)
        machine = substituted(first, "later", later)
        machine.at = self.head
        for name, step in steps.items():
            if name in machine.registers:
                machine.registers[name] = machine.registers[name].plus(done, step)
        n = first.length.substitute("later", later)
        return self.at(machine, n, done.times(self.block * ELEMENT), self.block)


class Arrays(Loop):
    """A function of a slot, and what its elements have been shown to be."""

    def __init__(self, function, slot, report):
        super().__init__(function, report, function.lanes)
        self.slot, self.parameters = slot, PARAMETERS[slot]
        self.lanes = {}  # different lanes that the elements of r are: by their digests

    def start(self, n):
        machine = super().start(n)
        machine.tables["f"] = [self.terms.make("factor", i) for i in range(FACTOR)]
        return machine

    def called(self, machine, name):
        """The function that does the same slot by single operations, for the rest."""
        if name != "p256_%s_bmi2" % self.slot:
            raise Refused("a call of %s" % name)
        names = PARAMETERS[self.slot]
        places = [machine.get(register) for register in ARGUMENTS[:len(names) + 1]]
        count = places.pop()
        if not isinstance(count, Linear) or count.terms or count.const < 0:
            raise Refused("a call with a count that is not known")
        for place, region in zip(places, names):
            if not isinstance(place, Address) or place.region != region:
                raise Refused("a call with another argument")
        if count.const:
            first = {machine.array_word(place, 0) for place in places}
            if len(first) > 1:
                raise Refused("a call with arguments at different elements")
            first, = first
            for i in range(4 * count.const):
                machine.array_word(places[0], i)
                if first + i in machine.stored:
                    raise Refused("an element is stored twice")
                machine.stored[first + i] = "single"

    def check(self, machine):
        """Shows that each element of the run was stored, and made of no other."""
        elements = machine.bounds.elements
        if set(machine.stored) != set(range(4 * elements)):
            raise Unproved("not every word of the result is stored")
        for element in range(elements):
            words = [machine.stored[4 * element + i] for i in range(4)]
            if words == ["single"] * 4:
                continue
            if "single" in words or self.terms.elements_of(words) != {element}:
                raise Unproved("element %d of the result is made of others" % element)
            lane = self.terms.renamed(words, element)
            self.lanes[self.terms.digest(lane)] = lane

    check_pass = check

    def prove_lanes(self, known):
        """Shows what all lanes must give, but for those that are known to."""
        scale, formula = CONTRACTS[self.slot]
        prover = lanes.prove_by_factor if "f" in PARAMETERS[self.slot] else lanes.prove
        for digest, lane in self.lanes.items():
            if digest not in known:
                prover(self.terms, lane, INPUTS[self.slot], scale, formula, self.report)
        self.report.lanes = set(self.lanes)


def substituted(machine, name, linear):
    other = machine.fork()
    for place, content in (*machine.registers.items(),):
        other.registers[place] = replaced(content, name, linear)
    other.slots = {place: replaced(content, name, linear)
                   for place, content in machine.slots.items()}
    return other


def replaced(content, name, linear):
    if isinstance(content, Linear):
        return content.substitute(name, linear)
    if isinstance(content, Address):
        return Address(content.region, content.offset.substitute(name, linear))
    return content


def distance(old, new):
    """The constant new - old, or None."""
    if isinstance(old, Address) and isinstance(new, Address) and old.region == new.region:
        old, new = old.offset, new.offset
    if isinstance(old, Linear) and isinstance(new, Linear):
        step = new.plus(old, -1)
        return None if step.terms else step.const
    return 0 if isinstance(old, Saved) and old == new else None


def prove(function, slot, report):
    arrays = Arrays(function, slot, report)
    for rest in range(function.lanes):
        arrays.prove(Linear(rest))
    arrays.prove_lanes(function.known_lanes)
    report.note = "each n mod %d; %d different lanes" % (function.lanes, len(arrays.lanes))
