# SPDX-License-Identifier: MIT
"""Exact integers as polynomials, and the one operation that machine arithmetic needs: division
by a power of two, rounded down.

What a register holds is a Value: a polynomial with integer coefficients over symbols, and an
interval that contains it. A symbol is an input, a quotient q = floor(E / 2^k), or a bit that says
whether an E is 0. Carries, upper halves of products, shifts and masks are all quotients: if
q = floor(E / 2^k), the lower k bits of E are E - q * 2^k. The definitions are what is known of the
symbols: they are all the facts a proof may use, and suffice to compute every symbol from the
inputs.
"""

import collections
import itertools
import math


class Symbol:
    """lo <= symbol <= hi. `evaluate` computes it from the values of the symbols of the polynomial
    `source`; inputs have neither. `inputs` are the inputs that it depends on."""

    def __init__(self, index, name, lo, hi, source, evaluate):
        self.index, self.name, self.lo, self.hi = index, name, lo, hi
        self.evaluate = evaluate
        self.inputs = source.inputs() if source is not None else {self}
        self.is_bit = (lo, hi) == (0, 1)

    def __repr__(self):
        return self.name


def monomial(symbols):
    """Symbols in order; a bit once, since its powers are equal."""
    result = []
    for symbol in sorted(symbols, key=lambda s: s.index):
        if not (symbol.is_bit and result and result[-1] is symbol):
            result.append(symbol)
    return tuple(result)


class Poly:
    """terms: from a tuple of symbols to its coefficient, which is not 0."""

    __slots__ = ("terms",)

    def __init__(self, terms):
        self.terms = terms

    @staticmethod
    def of(value):
        if isinstance(value, Symbol):
            return Poly({(value,): 1})
        return value if isinstance(value, Poly) else Poly({(): value} if value else {})

    def __add__(self, other):
        terms = dict(self.terms)
        for key, coefficient in Poly.of(other).terms.items():
            total = terms.get(key, 0) + coefficient
            if total:
                terms[key] = total
            else:
                del terms[key]
        return Poly(terms)

    def __sub__(self, other):
        return self + Poly.of(other) * -1

    def __mul__(self, other):
        if isinstance(other, int):
            return Poly({k: c * other for k, c in self.terms.items()} if other else {})
        terms = collections.defaultdict(int)
        for (k1, c1), (k2, c2) in itertools.product(self.terms.items(),
                                                    Poly.of(other).terms.items()):
            terms[monomial(k1 + k2)] += c1 * c2
        return Poly({k: c for k, c in terms.items() if c})

    __radd__, __rmul__ = __add__, __mul__

    def __eq__(self, other):
        return self.terms == Poly.of(other).terms

    def __hash__(self):
        return hash(frozenset(self.terms.items()))

    def symbols(self):
        return {symbol for key in self.terms for symbol in key}

    def inputs(self):
        """What its symbols are computed from."""
        return set().union(*(symbol.inputs for symbol in self.symbols()))

    def constant(self):
        """The integer, if it is one, else None."""
        return self.terms.get((), 0) if not self.symbols() else None

    def divided(self, k):
        """By 2^k, which divides every coefficient."""
        return Poly({key: c >> k for key, c in self.terms.items()})

    def twos(self):
        """The largest k such that 2^k divides every coefficient; not for 0."""
        union = 0
        for coefficient in self.terms.values():
            union |= coefficient & -coefficient
        return (union & -union).bit_length() - 1

    def modulo(self, modulus):
        """Coefficients reduced: a congruent polynomial."""
        return Poly({k: c % modulus for k, c in self.terms.items() if c % modulus})

    def evaluate(self, values):
        total = 0
        for key, coefficient in self.terms.items():
            for symbol in key:
                coefficient *= values[symbol]
            total += coefficient
        return total

    def substitute(self, values):
        """With integers in place of some symbols."""
        if not any(symbol in values for key in self.terms for symbol in key):
            return self
        terms = collections.defaultdict(int)
        for key, coefficient in self.terms.items():
            for symbol in key:
                coefficient *= values.get(symbol, 1)
            terms[tuple(s for s in key if s not in values)] += coefficient
        return Poly({k: c for k, c in terms.items() if c})

    def __repr__(self):
        return " + ".join("*".join([str(c)] + [s.name for s in k])
                          for k, c in self.terms.items()) or "0"


class Value:
    """A polynomial that is known to lie in lo..hi."""

    __slots__ = ("poly", "lo", "hi")

    def __init__(self, poly, lo, hi):
        self.poly, self.lo, self.hi = poly, lo, hi

    def __add__(self, other):
        other = as_value(other)
        return Value(self.poly + other.poly, self.lo + other.lo, self.hi + other.hi)

    def __sub__(self, other):
        other = as_value(other)
        return Value(self.poly - other.poly, self.lo - other.hi, self.hi - other.lo)

    def __mul__(self, other):
        other = as_value(other)
        ends = [x * y for x in (self.lo, self.hi) for y in (other.lo, other.hi)]
        constant = other.poly.constant()
        poly = self.poly * (other.poly if constant is None else constant)
        return Value(poly, min(ends), max(ends))

    def __rsub__(self, other):
        return as_value(other) - self

    __radd__, __rmul__ = __add__, __mul__

    def constant(self):
        return self.poly.constant()

    def is_bit(self):
        return self.lo >= 0 and self.hi <= 1

    def __repr__(self):
        return repr(self.poly)


def as_value(value):
    if isinstance(value, Value):
        return value
    if isinstance(value, Symbol):
        return Value(Poly.of(value), value.lo, value.hi)
    return Value(Poly.of(value), value, value)


class Fact:
    """lo <= poly <= hi, known from a definition; `rank` is the number of symbols before it."""

    def __init__(self, poly, lo, hi, rank):
        self.poly, self.lo, self.hi, self.rank = poly, lo, hi, rank


class Integers:
    """The symbols of one execution, and what is known of them."""

    def __init__(self):
        self.symbols = []
        self.facts = []
        self.selectors = []   # the polynomials of the bits that choose between values
        self.quotients = {}   # (k, E mod 2^k) -> (E, floor(E / 2^k)), both polynomials
        self.definitions = {} # symbol -> (E, k) if it is floor(E / 2^k)
        self.bits = {}        # E -> the bit that says E != 0

    def new(self, name, lo, hi, source=None, evaluate=None):
        symbol = Symbol(len(self.symbols), name, lo, hi, source, evaluate)
        self.symbols.append(symbol)
        return symbol

    def input(self, name, bits, lo=0):
        """An input of that many bits, which is known to be below 2^bits."""
        value = as_value(self.new(name, lo, 2 ** bits - 1))
        self.divide(value, bits)
        return value

    def know(self, poly, lo, hi):
        self.facts.append(Fact(poly, lo, hi, len(self.symbols)))

    def divide(self, e, k):
        """floor(e / 2^k) and e mod 2^k."""
        if e.lo >> k == e.hi >> k:
            quotient = e.lo >> k
            low = e - (quotient << k)
            self.remember(e.poly, k, quotient, low)
            return as_value(quotient), low
        content = math.gcd(*e.poly.terms.values())
        if 0 <= e.lo and e.hi <= content or -content <= e.lo and e.hi <= 0:
            # A bit, times the content or minus it.
            factor = content if e.hi > 0 else -content
            bit = Value(Poly({key: c // factor for key, c in e.poly.terms.items()}), 0, 1)
            return bit * (factor >> k), bit * (factor % 2 ** k)
        if (bits := self.few_bits(e.poly)) is not None:
            return (interpolate(bits, lambda values: e.poly.evaluate(values) >> k),
                    interpolate(bits, lambda values: e.poly.evaluate(values) % 2 ** k))
        quotient, lo, hi = self.quotient(e, k)
        return (Value(quotient, e.lo >> k, e.hi >> k),
                Value(e.poly - quotient * 2 ** k, lo, hi))

    def definition_of(self, poly):
        """(E, j) if poly is a symbol that stands for floor(E / 2^j), else None."""
        if len(poly.terms) != 1:
            return None
        (key, coefficient), = poly.terms.items()
        return self.definitions.get(key[0]) if len(key) == 1 and coefficient == 1 else None

    def remember(self, poly, k, quotient, low):
        """So that what is equal to a known value mod 2^k needs no symbol."""
        if poly.terms and poly.twos() < k:
            shift = poly.twos()
            key = (k - shift, poly.divided(shift).modulo(2 ** (k - shift)))
            self.quotients.setdefault(key, (poly.divided(shift), Poly.of(quotient),
                                            low.lo >> shift, low.hi >> shift))

    def quotient(self, e, k):
        """The quotient, and between what e mod 2^k lies."""
        lo, hi = e.lo >> k, e.hi >> k
        shift = min(e.poly.twos(), k)
        poly, k = e.poly.divided(shift), k - shift
        if k == 0:
            return poly, 0, 0
        key = (k, poly.modulo(2 ** k))
        if key in self.quotients:
            # Equal mod 2^k to what was divided before: the quotients differ by the difference.
            earlier, quotient, low_lo, low_hi = self.quotients[key]
            result = quotient + (poly - earlier).divided(k)
            if poly != earlier:
                self.know(result, lo, hi)
        else:
            inner, low_lo, low_hi = self.definition_of(poly), 0, 2 ** k - 1
            if inner is None:
                result = self.new_quotient(poly, k, lo, hi)
            else:
                # floor(floor(E / 2^j) / 2^k) = floor(E / 2^(j + k))
                source, j = inner
                whole = Value(source, lo << j + k, (hi + 1 << j + k) - 1)
                result = self.divide(whole, j + k)[0].poly
            self.quotients[key] = poly, result, low_lo, low_hi
            self.know(poly - result * 2 ** k, low_lo, low_hi)
        return result, low_lo << shift, low_hi << shift

    def new_quotient(self, poly, k, lo, hi):
        """A symbol for floor(poly / 2^k); where there are but two values, a bit: a carry, or a
        borrow with its sign."""
        name = "q%d" % len(self.symbols)
        if hi - lo != 1:
            symbol = self.new(name, lo, hi, poly, lambda values: poly.evaluate(values) >> k)
            self.definitions[symbol] = poly, k
            return Poly.of(symbol)
        start, sign = (0, -1) if lo == -1 else (lo, 1)
        bit = self.new(name, 0, 1, poly,
                       lambda values: sign * ((poly.evaluate(values) >> k) - start))
        return Poly.of(bit) * sign + start

    def low(self, e, k):
        return self.divide(e, k)[1]

    @staticmethod
    def few_bits(poly):
        symbols = poly.symbols()
        return sorted(symbols, key=lambda s: s.index) \
            if len(symbols) <= 3 and all(s.is_bit for s in symbols) else None

    def nonzero(self, e):
        """1 if e, which is not negative, is not 0, else 0."""
        assert e.lo >= 0
        if e.lo > 0 or e.hi == 0:
            return as_value(int(e.lo > 0))
        if (bits := self.few_bits(e.poly)) is not None:
            return interpolate(bits, lambda values: int(e.poly.evaluate(values) != 0))
        content = math.gcd(*e.poly.terms.values())
        e = Value(Poly({k: c // content for k, c in e.poly.terms.items()}), 0, e.hi // content)
        if e.poly not in self.bits:
            symbol = self.new("nonzero%d" % len(self.symbols), 0, 1, e.poly,
                              lambda values: int(e.poly.evaluate(values) != 0))
            self.bits[e.poly] = symbol
            self.know(e.poly - Poly.of(symbol), 0, e.hi)
            self.know(Poly.of(symbol) * e.hi - e.poly, 0, e.hi)
        return as_value(self.bits[e.poly])

    def select(self, bit, one, other):
        """one where the bit is 1, else other."""
        bit, one, other = as_value(bit), as_value(one), as_value(other)
        if bit.constant() is not None:
            return one if bit.constant() else other
        if one.poly == other.poly:
            return one
        if all(symbol.is_bit for symbol in bit.poly.symbols()):
            chosen = [Poly.of(symbol) for symbol in bit.poly.symbols()]
        else:
            chosen = [bit.poly]
        self.selectors += [poly for poly in chosen if poly not in self.selectors]
        return Value(other.poly + bit.poly * (one.poly - other.poly),
                     min(one.lo, other.lo), max(one.hi, other.hi))

    @staticmethod
    def mask_bit(e, bits):
        """The bit b if e = b * (2^bits - 1), else None."""
        ones = 2 ** bits - 1
        if e.lo < 0 or e.hi > ones or any(c % ones for c in e.poly.terms.values()):
            return None
        return Value(Poly({k: c // ones for k, c in e.poly.terms.items()}), 0, 1)

    def evaluate(self, inputs):
        """The values of all symbols; inputs: from the name of each input to its value."""
        values = {}
        for symbol in self.symbols:
            values[symbol] = symbol.evaluate(values) if symbol.evaluate else inputs[symbol.name]
        return values


def interpolate(bits, function):
    """The Value that takes, for each assignment of 0 and 1 to the bits, the function's value."""
    poly, found = Poly({}), []
    for assignment in itertools.product((0, 1), repeat=len(bits)):
        value = function(dict(zip(bits, assignment)))
        found.append(value)
        term = Poly.of(value)
        for bit, one in zip(bits, assignment):
            term = term * (Poly.of(bit) if one else Poly.of(1) - bit)
        poly = poly + term
    return Value(poly, min(found), max(found))
