# SPDX-License-Identifier: MIT
"""What must hold of the symbols of an execution, shown from their definitions.

Linear arithmetic over the rationals, each product of symbols taken as one more unknown. z3 looks
for a refutation; what counts is the certificate it leads to: non-negative multipliers (Farkas) that
add inequalities up to 0 <= -1, checked here with integers. So nothing is believed of z3.
"""

import itertools

import z3

from algebra import Poly

P = 2 ** 256 - 2 ** 224 + 2 ** 192 + 2 ** 96 - 1


class Unproved(Exception):
    """An obligation that could not be shown; the message says which."""


def sum_text(pairs):
    """Sum of coefficient * name, as z3 reads it."""
    return "(+ 0 %s)" % " ".join(
        "(* %s %s)" % (coefficient if coefficient >= 0 else "(- %d)" % -coefficient, name)
        for coefficient, name in pairs)


class Rows:
    """Inequalities poly >= 0, and whether they contradict each other."""

    def __init__(self):
        self.polys = []
        self.seen = set()
        self.unknowns = {(): "1"}  # from products of symbols to what z3 calls them
        self.symbols = {"extra": z3.Bool("extra")}
        self.unread = []           # assertions that z3 has not seen yet
        self.solver = z3.SolverFor("QF_LRA")
        self.solver.set("timeout", 60000)

    def add(self, poly):
        if poly.constant() is not None and poly.constant() >= 0 or poly in self.seen:
            return
        self.seen.add(poly)
        flag = "r%d" % len(self.polys)
        self.polys.append(poly)
        self.symbols[flag] = z3.Bool(flag)
        self.unread.append(self.assertion(flag, poly))

    def between(self, poly, lo, hi):
        self.add(poly - lo)
        self.add(Poly.of(hi) - poly)

    def assertion(self, flag, poly):
        pairs = [(coefficient, self.unknown(key)) for key, coefficient in poly.terms.items()]
        return "(assert (=> %s (>= %s 0)))" % (flag, sum_text(pairs))

    def unknown(self, key):
        if key not in self.unknowns:
            name = "x%d" % len(self.unknowns)
            self.unknowns[key], self.symbols[name] = name, z3.Real(name)
        return self.unknowns[key]

    def read(self, assertions):
        self.solver.add(z3.parse_smt2_string("\n".join(assertions), decls=self.symbols))

    def contradict(self, extra):
        """Whether the rows with extra >= 0 have no solution, with a certificate for it."""
        question = self.assertion("extra", extra)
        self.read(self.unread)
        self.unread = []
        self.solver.push()
        self.read([question])
        flags = [z3.Bool("r%d" % i) for i in range(len(self.polys))] + [z3.Bool("extra")]
        unsat = self.solver.check(*flags) == z3.unsat
        core = {str(flag) for flag in self.solver.unsat_core()} if unsat else set()
        self.solver.pop()
        polys = [poly for i, poly in enumerate(self.polys) if "r%d" % i in core]
        return unsat and certified(polys + ([extra] if "extra" in core else []))


def certified(polys):
    """Finds and checks multipliers m >= 0 with sum of m * poly = -1."""
    keys = {key for poly in polys for key in poly.terms}
    solver = z3.SolverFor("QF_LRA")
    text = ["(declare-const m%d Real) (assert (>= m%d 0))" % (i, i) for i in range(len(polys))]
    for key in keys:
        pairs = [(poly.terms[key], "m%d" % i) for i, poly in enumerate(polys) if key in poly.terms]
        text.append("(assert (= %s %s))" % (sum_text(pairs), "0" if key else "(- 1)"))
    if () not in keys:
        return False
    solver.from_string("\n".join(text))
    if solver.check() != z3.sat:
        return False
    model = solver.model()
    return check_certificate(polys, [
        model.eval(z3.Real("m%d" % i), model_completion=True).as_fraction()
        for i in range(len(polys))])


def check_certificate(polys, multipliers):
    total = {}
    for poly, multiplier in zip(polys, multipliers):
        if multiplier < 0:
            return False
        for key, coefficient in poly.terms.items():
            total[key] = total.get(key, 0) + coefficient * multiplier
    return total.pop((), 0) < 0 and not any(total.values())


class Case:
    """An execution with the bits that choose between values fixed: (polynomial, 0 or 1) pairs.
    `elements` are the inputs < p, as lists of limbs (symbols)."""

    def __init__(self, integers, elements, choices, products=True):
        self.integers, self.elements = integers, elements
        self.fixed = {}
        self.small = 16  # what may be shown constant: symbols with no more than so many values
        self.queries = 0
        self.rows = Rows()
        self.symbols_read = self.facts_read = 0
        self.add_inputs(products)
        for poly, value in choices:
            (key,) = poly.terms if len(poly.terms) == 1 else ((),)
            if len(key) == 1 and poly.terms[key] == 1:
                self.fixed[key[0]] = value
            else:
                self.rows.between(poly, value, value)

    @staticmethod
    def value_of(element):
        return sum((Poly.of(limb) * 2 ** (64 * i) for i, limb in enumerate(element)), Poly({}))

    def add_inputs(self, products):
        """Ranges of the inputs, and, if they are wanted, the products of those ranges, two at a
        time."""
        ranges = [[(self.value_of(element), P - 1)] + [(Poly.of(limb), limb.hi) for limb in element]
                  for element in self.elements]
        for poly, hi in itertools.chain(*ranges):
            self.rows.between(poly, 0, hi)
        for (x, x_hi), (y, y_hi) in self.pairs(ranges) if products else ():
            for one, other in itertools.product((x, Poly.of(x_hi) - x), (y, Poly.of(y_hi) - y)):
                self.rows.add(one * other)

    @staticmethod
    def pairs(ranges):
        for first, second in itertools.combinations_with_replacement(ranges, 2):
            if first is second:
                yield from itertools.combinations_with_replacement(first, 2)
            else:
                yield from itertools.product(first, second)

    def read_until(self, rank):
        """Lets the rows know the first `rank` symbols, and what is known of them alone."""
        for symbol in self.integers.symbols[self.symbols_read:rank]:
            if symbol not in self.fixed:
                self.rows.between(Poly.of(symbol), symbol.lo, symbol.hi)
        facts = self.integers.facts
        while self.facts_read < len(facts) and facts[self.facts_read].rank <= rank:
            fact = facts[self.facts_read]
            self.rows.between(fact.poly.substitute(self.fixed), fact.lo, fact.hi)
            self.facts_read += 1
        self.symbols_read = max(self.symbols_read, rank)

    def refute(self, poly):
        """Whether poly >= 0 is shown to be impossible."""
        self.queries += 1
        return self.rows.contradict(poly.substitute(self.fixed))

    def settle(self, poly):
        """The integer that poly, a sum of small symbols, is shown always to be, or None. What is
        shown of its range on the way stays known."""
        self.read_until(max(s.index for s in poly.symbols()) + 1)
        lo = hi = 0
        for (symbol,), c in poly.terms.items():
            lo, hi = lo + min(c * symbol.lo, c * symbol.hi), hi + max(c * symbol.lo, c * symbol.hi)
        # Most often it is one of the ends.
        if lo == hi or self.refute(poly - (lo + 1)):
            hi = lo
        elif self.refute(Poly.of(hi - 1) - poly):
            lo = hi
        elif 1 < hi - lo <= 16:
            while lo < hi and self.refute(poly - hi):
                hi -= 1
            while lo < hi and self.refute(Poly.of(lo) - poly):
                lo += 1
        self.rows.between(poly, lo, hi)
        return lo if lo == hi else None

    def congruent(self, poly):
        """Shows poly = 0 mod p: every coefficient vanishes, once the small symbols that stand in
        the others, carries mostly, have been shown to be constant, or some of them to have a
        constant sum."""
        while True:
            poly = poly.substitute(self.fixed).modulo(P)
            if not poly.terms:
                return
            small = {s for s in poly.symbols() if s.hi - s.lo <= self.small}
            stays = [key for key in poly.terms if key and small.isdisjoint(key)]
            if stays or not small:
                raise Unproved("congruence: %d terms left mod p, with %s" % (
                    len(poly.terms), "*".join(s.name for s in stays[0]) if stays else "1"))
            symbol = min(small, key=lambda s: s.index)
            value = self.settle(Poly.of(symbol))
            if value is not None:
                self.fixed[symbol] = value
                continue
            factor, terms = self.common_factor(poly, symbol)
            for count in range(2, len(terms) + 1):
                total = Poly(dict(terms[:count]))
                value = self.settle(total)
                if value is not None:
                    break
            else:
                raise Unproved("congruence: the carry or borrow %s may be lost" % symbol)
            poly = poly - (total - value) * factor

    def vanishes(self, poly):
        """Shows poly = 0, once the small symbols in it have been shown to be constant."""
        while True:
            poly = poly.substitute(self.fixed)
            if not poly.terms:
                return
            small = [s for s in poly.symbols() if s.hi - s.lo <= 16]
            symbol = min(small, key=lambda s: s.index, default=None)
            value = self.settle(Poly.of(symbol)) if small else None
            if value is None:
                raise Unproved("sum: %d terms do not cancel" % len(poly.terms))
            self.fixed[symbol] = value

    @staticmethod
    def common_factor(poly, symbol):
        """The terms of poly that are single small symbols and, mod p, small multiples of one
        factor, that of the symbol: (factor, the terms divided by it in the symbols' order)."""
        factor = poly.terms.get((symbol,), 1)
        inverse, found = pow(factor, -1, P), []
        for key, coefficient in poly.terms.items():
            ratio = coefficient * inverse % P
            ratio = ratio - P if ratio > P // 2 else ratio
            if abs(ratio) <= 16 and len(key) == 1 and key[0].hi - key[0].lo <= 16:
                found.append((key, ratio))
        return factor, sorted(found, key=lambda term: term[0][0].index)

    def below(self, poly, bound):
        """Whether poly < bound is shown."""
        self.read_until(len(self.integers.symbols))
        return self.refute(poly - bound)

    def impossible(self):
        """Whether this case is shown not to occur."""
        self.read_until(len(self.integers.symbols))
        return self.refute(Poly.of(0))
