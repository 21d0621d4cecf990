# SPDX-License-Identifier: MIT
"""Inner products, as the compiler made them: vec_dot for more than a few elements.

    p256_dot_run_KERNEL(sum, a, b, n)   adds the products of n elements to a sum, 448 a lane at most
    p256_dot_of_many_KERNEL(r, a, b, n) begins with a sum of 0, calls that one for all elements, and
                                        p256_reduce_lanes_KERNEL (scalars.py) for r

A sum is six words in each lane. Its value S is the sum over the lanes and words of
word[i]*2^(52*i), mod p; words 0, ..., 4 are below 2^52. What dot_run adds to it is D with
R*D = a[0]*b[0] + a[1]*b[1] + ... (mod p), and at most GROWTH to each word 5.

The registers, or places in the frame, that are 0 before the first pass, and that a pass changes,
are columns. By induction each is at most c*(2^52 - 1) for each pass done, where c is how many
halves of products a pass adds to it. Folding gives the weights of the columns in what it adds to
the sum, mod p; and a pass adds to the columns, by these weights, the product of two elements.
"""

from algebra import Poly
from arrays import ELEMENT, R, Loop
from lanes import LIMB, Meaning, value_of
from machine import Refused
from obligations import P, Unproved
from vectors import ARGUMENTS, Address, Linear

PRODUCTS = 448       # of a lane, that the columns have room for
LIMBS = 6            # words of a sum, in each lane
GROWTH = 2 ** 9 - 1
HALF = 2 ** LIMB - 1  # of a product, at most


def runs(lanes):
    """How often an inner product of 2^59 elements, more than an address space holds, calls
    dot_run."""
    return -(-2 ** 59 // (PRODUCTS * lanes))



class Run(Loop):
    """dot_run"""

    parameters = ("sum", "a", "b")

    def __init__(self, function, report):
        super().__init__(function, report, function.lanes)
        self.columns = []  # their places: a key of the machine's vectors, or its slots, a word each
        self.zeros = set()  # slots that are 0 at the head, and do not stay so
        self.passes = {}   # by their digests: what a pass makes of the columns of a lane
        self.folds = {}    # and what the end makes of columns and sum
        self.step = None   # the registers' terms after a pass

    def start(self, n):
        machine = super().start(n)
        machine.tables["sum"] = [self.terms.make("sum", i // self.block, i % self.block)
                                 for i in range(LIMBS * self.block)]
        machine.writable = ("sum",)
        return machine

    def prove(self, rest):
        self.columns, self.zeros = [], set()  # what is 0 at the head is to be seen for each rest
        super().prove(rest)

    def column(self, number, lane=0):
        return self.terms.make("column", number, lane)

    def fill(self, machine):
        """Lets the columns be any."""
        for number, place in enumerate(self.columns):
            words = [self.column(number, lane) for lane in range(self.block)]
            if isinstance(place, str):
                machine.vectors[place] = words
            else:
                machine.slots.update(zip(place, words))

    @staticmethod
    def words_at(machine, place):
        return machine.vectors[place] if isinstance(place, str) else \
            [machine.slots[slot] for slot in place]

    def below_products(self, term):
        """(what halves of products are added to in a term, how many)"""
        count = 0
        while self.terms.nodes[term][0] in ("madlo", "madhi"):
            count, term = count + 1, self.terms.nodes[term][1]
        return term, count

    def lose(self, first, kind, name):
        if kind == "columns":  # something else is kept there
            self.columns.remove(name)
            return
        zero = self.terms.const(0)
        if kind == "vectors" and set(first.vectors[name]) == {zero}:
            self.columns.append(name)
        elif kind == "slots" and first.slots[name] == zero:
            self.zeros.add(name)
            for region, start in first.vector_stores:
                place = tuple((region, start + 8 * i) for i in range(self.block))
                if name in place and self.zeros.issuperset(place):
                    self.columns.append(place)
        super().lose(first, kind, name)

    def state(self, first, steps, left, done, later=None):
        machine = super().state(first, steps, left, done, later)
        self.fill(machine)
        return machine

    def differences(self, machine, wanted):
        held = {name for place in self.columns
                for name in ([place] if isinstance(place, str) else place)}
        return [(kind, name) for kind, name in super().differences(machine, wanted)
                if name not in held] + \
            [("columns", place) for number, place in enumerate(self.columns)
             if self.below_products(self.words_at(machine, place)[0])[0] != self.column(number)]

    def check_pass(self, machine):
        """Finds what the pass adds to each lane: the product of an element, each of its own."""
        self.step = [self.words_at(machine, place) for place in self.columns]
        found = []
        for lane in range(self.block):
            element, words = self.canonical([words[lane] for words in self.step], lane)
            found.append(element)
            self.passes[self.terms.digest(words)] = words
        if sorted(map(str, found)) != sorted(map(str, range(self.block))):
            raise Unproved("a pass does not take each of its elements once")
        if len(self.passes) > 1:
            raise Unproved("a pass does not do the same to all lanes")

    def canonical(self, words, lane):
        """(the element that terms of a lane are made of, or None; the same as of element 0 and
        lane 0)"""
        def leaf(node):
            if node[0] not in ("column", "sum"):
                return None
            if node[2] != lane:
                raise Unproved("a lane is made of others")
            return self.terms.make(*node[:2], 0)

        elements = self.terms.elements_of(words)
        if len(elements) > 1:
            raise Unproved("a lane takes more than one element")
        element = next(iter(elements), None)
        return element, self.terms.renamed(self.terms.rebuilt(words, leaf), element or 0)

    def finish(self, last, rest):
        self.run(last, {self.heads[self.head]})
        if last.ended or [self.words_at(last, place) for place in self.columns] != self.step:
            raise Unproved("the last pass is not as the others are")
        self.fill(last)
        last.bounds.elements = self.block + rest.const
        self.check(self.run(last, ()), self.block)

    def check(self, machine, first=None):
        """`first`: the number of the first element after the passes, if there were any."""
        if not machine.ended:
            raise Unproved("it does not end")
        found, start = [], first or 0
        for lane in range(self.block):
            words = machine.tables["sum"][lane::self.block]
            element, words = self.canonical(words, lane)
            found += [] if element is None else [element]
            words = self.after_products(words, element is not None, first is not None,
                                        machine.bounds.elements > start)
            self.folds[self.terms.digest(words)] = words
        if sorted(found) != list(range(start, machine.bounds.elements)):
            raise Unproved("not every element is taken, each once")

    def after_products(self, words, present, passes, rest):
        """The terms of a lane with the columns, after the products of what is left of the arrays,
        as columns of their own. If there is no element for the lane, its words are 0; if there
        was no pass, the columns were 0."""
        zero = self.terms.const(0)
        if not rest or not (present or passes):
            return words
        after, = self.passes.values()

        def leaf(node):
            return zero if node[0] == "word" and not present or \
                node[0] == "column" and not passes else None

        def refuse(node):
            if node[0] == "column":
                raise Unproved("what is left of the arrays is not added as in a pass")

        after = self.terms.rebuilt(after, leaf)
        if len(set(after)) != len(after):
            raise Unproved("two columns are the same")
        known = {term: self.column(number) for number, term in enumerate(after)}
        return self.terms.rebuilt(words, refuse, known)

    # What the terms mean

    def additions(self, words):
        """How many halves of products are added to each column."""
        found = [self.below_products(term) for term in words]
        if [term for term, _ in found] != [self.column(number) for number in range(len(words))]:
            raise Unproved("a pass does not add products to a column")
        return [count for _, count in found]

    def meaning(self, counts, passes):
        """Of terms of a lane, after so many passes."""
        meaning = Meaning(self.terms, [])
        meaning.ranges = {("column", number): passes * count * HALF
                          for number, count in enumerate(counts)}
        meaning.ranges.update((("sum", i), HALF) for i in range(LIMBS - 1))
        meaning.ranges["sum", LIMBS - 1] = runs(self.block) * GROWTH
        return meaning

    def prove_lanes(self):
        (words, ), known = self.passes.values(), {}
        counts = self.additions(words)
        weights = {}
        for fold in self.folds.values():
            found = self.prove_fold(self.meaning(counts, PRODUCTS), fold)
            if found and weights and found != weights:
                raise Unproved("columns weigh more in some lanes than in others")
            weights = weights or found
        self.prove_pass(self.meaning(counts, PRODUCTS - 1), words, counts, weights)

    def prove_fold(self, meaning, words):
        """{number of a column: its weight in R*D, mod p}"""
        before = [meaning.ranged("sum", i) for i in range(LIMBS)]
        after = [meaning.value(word) for word in words]
        if meaning.decided:
            raise Unproved("a mask in a sum")
        if any(word.hi > HALF for word in after[:-1]) or after[-1].hi > before[-1].hi + GROWTH:
            raise Unproved("range: a word of the sum")
        added = (value_of(after, LIMB) - value_of(before, LIMB)) * R
        numbers = {symbol: key[1] for key, value in meaning.inputs.items() if key[0] == "column"
                   for symbol in value.poly.symbols()}
        self.report.cases += 1
        weights = {}
        for key, weight in added.modulo(P).terms.items():
            if len(key) != 1 or key[0] not in numbers:
                raise Unproved("congruence: not a sum of columns is added, but %s"
                               % "*".join(symbol.name for symbol in key))
            weights[numbers[key[0]]] = weight
        return weights

    def prove_pass(self, meaning, words, counts, weights):
        a, b = ([meaning.input(name, i) for i in range(4)] for name in ("a", "b"))
        total = value_of(a) * value_of(b) * -1
        for number, word in enumerate(words):
            before, after = meaning.ranged("column", number), meaning.value(word)
            if after.hi > before.hi + counts[number] * HALF:
                raise Unproved("range: a column")
            total = total + (after - before).poly * weights.get(number, 0)
        self.report.cases += 1
        if meaning.decided:
            raise Unproved("a mask in a column")
        if total.modulo(P).terms:
            raise Unproved("congruence: a pass does not add a product")


def prove_run(function, _, report):
    run = Run(function, report)
    for rest in range(function.lanes):
        run.prove(Linear(rest))
    run.prove_lanes()
    report.lanes = set(run.passes) | set(run.folds)
    report.note = "each n mod %d; %d columns" % (function.lanes, len(run.columns))


class Many(Loop):
    """dot_of_many. The sum is in its frame; machine.total is the Linear number of elements whose
    products it has."""

    parameters = ("r", "a", "b")

    def __init__(self, function, report):
        super().__init__(function, report, PRODUCTS * function.lanes)
        lanes = function.lanes
        self.zeros = [self.terms.const(0)] * LIMBS * lanes
        self.sums = [self.terms.make("sum", i // lanes, i % lanes) for i in range(LIMBS * lanes)]
        self.place = None  # of the sum at the last call

    def start(self, n):
        machine = super().start(n)
        machine.total, machine.reduced = Linear(0), False
        machine.limits = {"rest": self.block - 1}
        return machine

    def state(self, first, steps, left, done, later=None):
        machine = super().state(first, steps, left, done, later)
        # The sum of 0 at the entry is that of no products.
        machine.slots.update(zip(self.sum_at(machine, self.place), self.sums))
        machine.total = done.times(self.block)
        return machine

    def called(self, machine, name):
        if machine.reduced:
            raise Refused("a call after the last")
        if name == "p256_dot_run_" + self.function.kernel:
            self.run_called(machine)
        elif name == "p256_reduce_lanes_" + self.function.kernel:
            self.sum_at(machine, machine.get("rsi"))
            if machine.get("rdi") != Address("r", Linear(0)):
                raise Refused("a call with another argument")
            machine.reduced = True
        else:
            super().called(machine, name)

    def run_called(self, machine):
        place, *elements, count = [machine.get(register) for register in ARGUMENTS[:4]]
        slots, self.place = self.sum_at(machine, place), place
        wanted = [Address(name, machine.total.times(ELEMENT)) for name in ("a", "b")]
        if elements != wanted or not isinstance(count, Linear) or \
                not 0 < -machine.most(count.times(-1)) <= machine.most(count) <= self.block:
            raise Refused("a call with another argument")
        machine.slots.update(zip(slots, self.sums))
        machine.total = machine.total.plus(count)

    def sum_at(self, machine, place):
        """The slots of the sum, if that is what is there."""
        if not isinstance(place, Address) or place.region not in ("stack", "frame"):
            raise Refused("a call with another argument")
        slots = [machine.slot(place, i) for i in range(len(self.sums))]
        words = [machine.slots.get(slot) for slot in slots]
        if words != self.sums and (words != self.zeros or machine.total != Linear(0)):
            raise Refused("a call with what is no sum of the products so far")
        return slots

    def check(self, machine):
        if not machine.ended or not machine.reduced or machine.total != machine.length:
            raise Unproved("not every product is in the sum")

    def check_pass(self, machine):
        if machine.reduced or machine.total != Linear(self.block, {"done": self.block}):
            raise Unproved("a pass does not take its elements")


def prove_many(function, _, report):
    Many(function, report).prove(Linear(1, {"rest": 1}))
    report.note = "every n > 0"
