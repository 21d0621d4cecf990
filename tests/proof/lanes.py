# SPDX-License-Identifier: MIT
"""What the terms of one lane mean, as exact integers, and that they give what a slot asks for.

Of the words of a factor only the low 52 bits mean anything, and of the last of each five it has
but 48: they are 25 more inputs. A row of five is a number F[i] < 2^256, and what is shown of a
product by it is that of the sum of the limbs of a with the F[i]: 2^104*r = a[0]*F[0] + ... +
a[4]*F[4], where the a[i] are the limbs of 52 bits of a, mod p.

Whether a number has its top bit set, where all-or-nothing masks are made of it, splits the proof
in two: each half is a run of its own, with that bit a constant and what it says of the number
known. Between them they are all there is.
"""

from algebra import Integers, Poly, Value, as_value
from machine import Refused
from obligations import Case, P, Unproved

WORD = 2 ** 64
LIMB = 52


class Meaning:
    """Values of terms. `decisions` are the bits decided so far; new ones are taken as 0."""

    def __init__(self, terms, decisions):
        self.terms, self.decisions, self.decided = terms, decisions, 0
        self.integers = Integers()
        self.values, self.parts = {}, {}
        self.inputs = {}  # (array, word) -> Value
        self.ranges = {}  # (kind, number) -> the highest value of a column or a word of a sum
        self.wraps = []   # bits in what was decided upon: mostly whether a sum wrapped

    def input(self, array, word):
        if (array, word) not in self.inputs:
            self.inputs[array, word] = self.integers.input("%s%d" % (array, word), 64)
        return self.inputs[array, word]

    def decide(self):
        self.decided += 1
        if self.decided > len(self.decisions):
            self.decisions.append(0)
        return self.decisions[self.decided - 1]

    def value(self, term):
        """From 0 to 2^64 - 1."""
        if term not in self.values:
            operation, *operands = self.terms.nodes[term]
            value = as_value(getattr(self, "of_" + operation)(*operands))
            if value.lo < 0 or value.hi >= WORD:
                raise Unproved("a word whose range is not known: %s" % operation)
            self.values[term] = value
        return self.values[term]

    def limb(self, term):
        """The low 52 bits, which are all that the multiply-add reads."""
        if term not in self.parts:
            operation, *operands = self.terms.nodes[term]
            if operation == "factor":
                part = self.factor(*operands)
            elif operation == "shrd" and operands[0] > 64 - LIMB:
                # low >> n has 64 - n bits, and what comes above it is high mod 2^(n - 12).
                n, low, high = operands
                part = self.integers.divide(self.value(low), n)[0] + \
                    self.integers.low(self.value(high), n - (64 - LIMB)) * 2 ** (64 - n)
            elif operation == "sll" and operands[0] < LIMB:
                n, x = operands
                part = self.integers.low(self.value(x), LIMB - n) * 2 ** n
            else:
                part = self.integers.low(self.value(term), LIMB)
            self.parts[term] = part
        return self.parts[term]

    # Operations

    def of_const(self, value):
        return value

    def of_word(self, array, word):
        return self.input(array, word)

    def of_factor(self, _):
        raise Unproved("more of a factor's word than its low 52 bits")

    def factor(self, word):
        if ("factor", word) not in self.inputs:
            self.inputs["factor", word] = self.integers.input(
                "factor%d" % word, LIMB if word % 5 < 4 else 256 - 4 * LIMB)
        return self.inputs["factor", word]

    def ranged(self, kind, number):
        if (kind, number) not in self.inputs:
            self.inputs[kind, number] = as_value(
                self.integers.new("%s%d" % (kind, number), 0, self.ranges[kind, number]))
        return self.inputs[kind, number]

    def of_column(self, number, _):
        return self.ranged("column", number)

    def of_sum(self, number, _):
        return self.ranged("sum", number)

    def of_add(self, x, y):
        return self.integers.low(self.value(x) + self.value(y), 64)

    def of_sub(self, x, y):
        first, second = self.value(x), self.value(y)
        if first.constant() == 0 and second.constant() is None and second.is_bit():
            return self.mask(second)
        return self.integers.low(first - second, 64)

    def product(self, x, y):
        return self.integers.divide(self.limb(x) * self.limb(y), LIMB)

    def of_madlo(self, t, x, y):
        return self.integers.low(self.value(t) + self.product(x, y)[1], 64)

    def of_madhi(self, t, x, y):
        return self.integers.low(self.value(t) + self.product(x, y)[0], 64)

    def of_sll(self, n, x):
        return self.integers.low(self.value(x), 64 - n) * 2 ** n

    def of_srl(self, n, x):
        if n == 63:
            bit = self.top_bit(x)
            if bit is not None:
                return bit
        return self.integers.divide(self.value(x), n)[0]

    def of_shrd(self, n, low, high):
        return self.integers.divide(self.value(low), n)[0] + \
            self.integers.low(self.value(high), n) * 2 ** (64 - n)

    def of_sra(self, n, x):
        if n != 63:
            raise Unproved("an arithmetic shift by %d" % n)
        value = self.value(x)
        if value.hi < WORD // 2 or value.lo >= WORD // 2:
            return WORD - 1 if value.lo >= WORD // 2 else 0
        bit = self.decide()
        self.integers.know(value.poly - bit * 2 ** 63, 0, 2 ** 63 - 1)
        self.wraps += [symbol for symbol in value.poly.symbols() if symbol.is_bit]
        return bit * (WORD - 1)

    def mask(self, bit):
        """All ones if the bit is 1, else 0."""
        decided = self.decide()
        self.integers.know(bit.poly - decided, 0, 0)
        return decided * (WORD - 1)

    def of_and(self, x, y):
        for one, other in ((self.value(x), self.value(y)), (self.value(y), self.value(x))):
            constant = one.constant()
            if constant is not None and constant & constant + 1 == 0:
                return self.integers.low(other, constant.bit_length())
        raise Unproved("an and of two numbers")

    def of_or(self, x, y):
        first, second = self.value(x), self.value(y)
        for one, other in ((first, second), (second, first)):
            if one.constant() == 0:
                return other
            if one.constant() == 1 and other.is_bit():
                return 1
        if first.is_bit() and second.is_bit():
            return 1 if self.mask(first) else second
        for low, high in ((first, second), (second, first)):
            if low.lo >= 0 and high.poly.twos() >= low.hi.bit_length():
                return low + high  # which have no ones in common
        raise Unproved("an or of two numbers")

    def of_blend(self, choice, x, y):
        """16-bit parts of two numbers, together where they are neighbours of one number."""
        values, total, start = (self.value(x), self.value(y)), as_value(0), 0
        while start < 4:
            which, end = choice >> start & 1, start + 1
            while end < 4 and choice >> end & 1 == which:
                end += 1
            part = values[which]
            if start:
                part = self.integers.divide(part, 16 * start)[0]
            if end < 4:
                part = self.integers.low(part, 16 * (end - start))
            total, start = total + part * 2 ** (16 * start), end
        return total

    def of_andn(self, *_):
        raise Unproved("an and-not that is not of top bits")

    def of_ternary(self, table, *operands):
        for i, condition in enumerate(operands):
            value = self.value(condition).constant()
            if value not in (0, WORD - 1):
                continue
            # What is left with that operand fixed, as a table of the other two.
            one, other = operands[:i] + operands[i + 1:]
            outcome = []
            for a in (0, 1):
                for b in (0, 1):
                    bits = [a, b]
                    bits.insert(i, value & 1)
                    outcome.append(table >> (4 * bits[0] + 2 * bits[1] + bits[2]) & 1)
            if outcome == [0, 0, 1, 1]:
                return self.value(one)
            if outcome == [0, 1, 0, 1]:
                return self.value(other)
        raise Unproved("a ternary operation of three numbers")

    # Carries out of top bits

    def top_bit(self, term):
        """Of what is made of numbers by and-not, or-not, or as a carry; None for other terms."""
        operation, *operands = self.terms.nodes[term]
        if operation == "andn":
            return self.falls(*operands)
        if operation != "ternary":
            return None
        table, *words = operands
        # ~x | y is not (x & ~y).
        for x, y in ((0, 1), (0, 2), (1, 2), (1, 0), (2, 0), (2, 1)):
            if table == self.table(lambda bits: 1 - bits[x] | bits[y]):
                return 1 - self.falls(words[y], words[x])
        for s in range(3):
            a, b = [i for i in range(3) if i != s]
            if table == self.table(lambda bits: int(bits[a] + bits[b] + 1 - bits[s] > 1)):
                return self.carry(words[a], words[b], words[s])
        return None

    @staticmethod
    def table(function):
        return sum(function((i >> 2, i >> 1 & 1, i & 1)) << i for i in range(8))

    def residue(self, value):
        """value mod 2^64, with its range, if the polynomial with small coefficients shows it, else
        None."""
        terms = {key: (c + WORD // 2) % WORD - WORD // 2 for key, c in value.poly.terms.items()}
        poly = Poly({key: c for key, c in terms.items() if c})
        if (bits := self.integers.few_bits(poly)) is not None:
            return self.integers.divide(Value(poly, -WORD, WORD), 64)[1] if bits else \
                as_value(poly.evaluate({}) % WORD)
        return None

    def falls(self, x, y):
        """The top bit of ~x & y. With d = x - y mod 2^64 at most 2^63, that is the carry of y + d:
        there is none if y < 2^63, and if y >= 2^63 there is one exactly if x < 2^63. As y + d is
        x + 2^64 * carry, the carry needs no symbol."""
        for one in self.alike(x, y):
            for other in self.alike(y, x):
                first, second = self.value(one), self.value(other)
                d = self.residue(first - second)
                if d is not None and 0 <= d.lo and d.hi <= WORD // 2:
                    return self.exact(second + d - first)
        raise Unproved("a top bit that need not be a carry")

    def alike(self, term, near):
        """The term, and terms that the other one is made of and that have the same top bit: a
        compiler may leave out what does not reach it."""
        found, left = [term], [(near, 4)]
        while left:
            other, depth = left.pop()
            if other not in found and term in self.tops(other):
                found.append(other)
            if depth:
                left += [(x, depth - 1) for x in self.terms.operands(self.terms.nodes[other])]
        return found

    def tops(self, term):
        """Terms with the same top bit."""
        operation, *operands = self.terms.nodes[term]
        if operation == "shrd":
            n, _, high = operands
            return [self.terms.make("sll", 64 - n, high)]
        if operation == "blend":
            choice, *words = operands
            return [words[choice >> 3]]
        if operation == "or":
            return [one for one, other in (operands, operands[::-1])
                    if self.value(other).hi < WORD // 2]
        return []

    def carry(self, a, b, s):
        """The majority of the top bits of a, b and ~s: the carry of s = a + b + (0 or 1)."""
        first, second, total = self.value(a), self.value(b), self.value(s)
        c = self.residue(total - first - second)
        if c is None or not c.is_bit():
            raise Unproved("a top bit that need not be a carry")
        return self.exact(first + second + c - total)

    @staticmethod
    def exact(value):
        if any(c % WORD for c in value.poly.terms.values()):
            raise Unproved("a carry that is not whole")
        return Value(value.poly.divided(64), 0, 1)


def value_of(words, bits=64):
    return sum((word.poly * 2 ** (bits * i) for i, word in enumerate(words)), Poly({}))


def every_case(terms, words, ranges=()):
    """A Meaning of these terms for each way to decide what must be decided."""
    decisions = []
    while True:
        meaning = Meaning(terms, decisions)
        meaning.ranges.update(ranges)
        for word in words:
            meaning.value(word)
        yield meaning
        while decisions and decisions[-1]:
            decisions.pop()
        if not decisions:
            return
        decisions[-1] = 1


def prove(terms, words, arrays, scale, formula, report):
    """Shows, for the four terms of an element of r, {scale * r = formula(elements) mod p} and
    r < p, where the arrays' elements are below p."""
    for meaning in every_case(terms, words):
        elements = {name: [meaning.input(name, i) for i in range(4)] for name in arrays}
        result = value_of([meaning.value(word) for word in words])
        case = case_of(meaning, elements.values())
        values = {name: value_of(limbs) for name, limbs in elements.items()}
        prove_case(meaning, case, result, scale, formula(values), report)


def prove_by_factor(terms, words, arrays, scale, formula, report):
    """The same where the first of the arrays, its elements any below 2^256, is multiplied by a
    factor: that product stands for its element in the formula."""
    name, *others = arrays
    for meaning in every_case(terms, words):
        elements = {name: [meaning.input(name, i) for i in range(4)] for name in others}
        limbs = split(meaning, name)
        rows = [value_of([meaning.factor(5 * i + k) for k in range(5)], LIMB) for i in range(5)]
        result = value_of([meaning.value(word) for word in words])
        case = case_of(meaning, elements.values(), False)
        for limb, row in zip(limbs, rows):
            case.rows.add(limb.poly * (Poly.of(2 ** 256 - 1) - row))
        values = {name: value_of(limbs) for name, limbs in elements.items()}
        values[name] = sum((limb.poly * row for limb, row in zip(limbs, rows)), Poly({}))
        prove_case(meaning, case, result, scale, formula(values), report)


def split(meaning, name):
    """The five limbs of 52 bits of an element."""
    words, limbs = [meaning.input(name, i) for i in range(4)], []
    for i in range(5):
        word, bit = divmod(LIMB * i, 64)
        limb, have = meaning.integers.divide(words[word], bit)[0] if bit else words[word], 64 - bit
        if have > LIMB:
            limb = meaning.integers.low(limb, LIMB)
        elif have < LIMB and word < 3:
            limb = limb + meaning.integers.low(words[word + 1], LIMB - have) * 2 ** have
        limbs.append(limb)
    if value_of(limbs, LIMB) != value_of(words):
        raise Unproved("an element is not the sum of its limbs")
    return limbs


timeout = 120000  # milliseconds, for an obligation, of which most take less than one second


def case_of(meaning, elements, products=True):
    symbols = [[symbol for limb in limbs for symbol in limb.poly.symbols()] for limbs in elements]
    case = Case(meaning.integers, symbols, [], products)
    case.small = 2 ** 16  # the highest column has so much above 2^256
    case.rows.solver.set("timeout", timeout)
    return case


def prove_case(meaning, case, result, scale, formula, report):
    report.cases += 1
    case.read_until(len(meaning.integers.symbols))  # what was decided tells carries before it
    try:
        for symbol in sorted(meaning.wraps, key=lambda symbol: symbol.index):
            constant = case.settle(Poly.of(symbol)) if symbol not in case.fixed else None
            if constant is not None:
                case.fixed[symbol] = constant
        case.congruent(result * scale - formula)
        if not case.below(result, P):
            raise Unproved("range: r < p")
    except Unproved:
        if not case.impossible():
            raise
    finally:
        report.obligations += case.queries
        report.symbols = max(report.symbols, len(meaning.integers.symbols))
