# SPDX-License-Identifier: MIT
"""Functions beside the array kernels that a compiler made of plain C, with calls of assembly.

    p256_make_factor_KERNEL(f, s)       the factor of s: F[i] = 2^(52*i + 104)*s/R mod p, for the
                                        F[i] of lanes.py; not reduced
    p256_reduce_lanes_KERNEL(r, sum)    r < p, the value of a sum (dots.py) mod p

What is called is proved by itself (kernels.py). Here it gives any number below p that is as its
contract says.
"""

from algebra import Integers, Poly, Value, as_value
from arrays import FACTOR
from dots import GROWTH, HALF, LIMBS, runs
from lanes import LIMB, value_of
from machine import Pointer, Refused
from obligations import Case, P, Unproved
from x86_64 import CONDITIONS, X86

R = 2 ** 256
BYTES = {letter + "l": "r%sx" % letter for letter in "abcd"}
BYTES.update((name + "l", "r" + name) for name in ("si", "di", "bp"))
BYTES.update(("r%db" % i, "r%d" % i) for i in range(8, 16))


class Packed(Integers):
    """Knows of x + y*2^j, as shifts put it together, with x < 2^j, that its upper bits are those
    of y."""

    def quotient(self, e, k):
        for j in sorted({Poly({key: c}).twos() for key, c in e.poly.terms.items()}):
            lower = {key: c for key, c in e.poly.terms.items() if c % 2 ** j}
            if lower and j < k and all(
                    len(key) == 1 and key[0].lo == 0 <= c for key, c in lower.items()):
                most = sum(c * key[0].hi for key, c in lower.items())
                if most < 2 ** j:
                    # A multiple of 2^j above -2^j is not negative.
                    other = Value(e.poly - Poly(lower), 0 if e.lo >= 0 else e.lo - most, e.hi)
                    quotient, lo, hi = super().quotient(other, k)
                    return quotient, lo, hi + most
        return super().quotient(e, k)


class Byte:
    """The lowest byte of a register of which the rest is not known."""

    def __init__(self, value):
        self.value = value


class Compiled(X86):
    """With bytes, pairs of numbers in vector registers, and calls, which `called` answers."""

    def __init__(self, integers, function, arguments, called):
        super().__init__(integers, function, arguments)
        self.called = called

    def execute(self, instruction):
        mnemonic = instruction.mnemonic
        if mnemonic.startswith("set") and mnemonic[3:] in CONDITIONS:
            self.write(*instruction.operands, self.condition(mnemonic[3:]))
            return None
        return super().execute(instruction)

    def width_of(self, operand):
        return 8 if operand[1] in BYTES else super().width_of(operand)

    def read(self, operand, width=64):
        if operand[0] == "reg" and operand[1] in BYTES:
            content = self.get(BYTES[operand[1]])
            return content.value if isinstance(content, Byte) else \
                self.integers.low(self.number(content), 8)
        return super().read(operand, width)

    def write(self, operand, content):
        if operand[0] == "reg" and operand[1] in BYTES:
            self.registers[BYTES[operand[1]]] = Byte(as_value(content))
        else:
            super().write(operand, content)

    def op_movzx(self, target, source):
        self.write(target, self.value(source))

    def op_call(self, _):
        stack = self.stack_pointer()
        if stack % 16 != 8:
            raise Refused("the stack is not aligned for a call")
        words = self.memory.words
        for region, offset in list(words):
            if region == "stack" and offset < stack:
                del words[region, offset]
        self.called(self, self.function.calls[self.instruction.address])
        self.undefined_flags()
        for name in set(self.registers) - set(self.PRESERVED) - {self.STACK_POINTER}:
            del self.registers[name]

    # Pairs

    def places(self, operand, aligned):
        place = self.pointer(operand)
        if operand[1] != 16 or aligned and (place.region != "stack" or place.offset % 16 != 8):
            raise Refused("an access to a pair that is not modelled")
        return place, place.plus(8)

    def pair(self, operand, aligned=True):
        if operand[0] == "mem":
            return tuple(self.number(self.memory.load(place, 8, self.stack_pointer()))
                         for place in self.places(operand, aligned))
        return self.get(operand[1])

    def op_movdqu(self, target, source, aligned=False):
        pair = self.pair(source, aligned)
        if target[0] == "reg":
            self.registers[target[1]] = pair
            return
        for place, number in zip(self.places(target, aligned), pair):
            self.memory.store(place, 8, number, self.stack_pointer())

    def op_movdqa(self, target, source):
        self.op_movdqu(target, source, True)

    op_movups, op_movaps = op_movdqu, op_movdqa

    def op_movq(self, target, source):
        if source[1].startswith("xmm"):
            self.write(target, self.pair(source)[0])
        else:
            self.registers[target[1]] = self.value(source), as_value(0)

    def op_paddq(self, target, source):
        self.registers[target[1]] = tuple(
            self.integers.low(x + y, 64) for x, y in zip(self.pair(target), self.pair(source)))

    def op_psrldq(self, target, count):
        if count != ("imm", 8):
            raise Refused("a shift that is not modelled")
        self.registers[target[1]] = self.pair(target)[1], as_value(0)

    def op_pxor(self, target, source):
        if target != source:
            raise Refused("an exclusive or of two pairs")
        self.registers[target[1]] = as_value(0), as_value(0)

    op_xorps = op_pxor

    def op_punpcklqdq(self, target, source):
        self.registers[target[1]] = self.pair(target)[0], self.pair(source)[0]

    # Elements of what is called

    def element(self, place):
        words = [self.number(self.memory.load(place.plus(8 * i), 8, self.stack_pointer()))
                 for i in range(4)]
        return Value(value_of(words), 0, sum(word.hi << 64 * i for i, word in enumerate(words)))

    def any_element(self, place, name):
        """Stores one, and returns its symbols."""
        words = [self.integers.input(name + str(i), 64) for i in range(4)]
        for i, word in enumerate(words):
            self.memory.store(place.plus(8 * i), 8, word, self.stack_pointer())
        return [symbol for word in words for symbol in word.poly.symbols()]


def run(machine, arguments):
    machine.registers.update(zip(machine.ARGUMENTS, arguments))
    if machine.run() != "end":
        raise Refused("a branch")


def words_of(machine, region, count):
    words = [machine.memory.words[region, 8 * i] for i in range(count)]
    if any(word is None for word in words):
        raise Unproved("not every word of the result is stored")
    return [machine.number(word) for word in words]


def prove_factor(function, _, report):
    """One multiplication, R*F[4] = s*(2^312 mod p), and 2^52*F[i] = F[i + 1]."""
    integers, products = Packed(), []

    def called(machine, name):
        place, s, power = (machine.get(register) for register in machine.ARGUMENTS[:3])
        if name != "p256_mul_bmi2" or products or s != Pointer("s", 0) or \
                machine.element(power).constant() != 2 ** 312 % P:
            raise Refused("a call of %s, or with other arguments" % name)
        products.append(machine.any_element(place, "t"))

    s = [integers.input("s%d" % i, 64) for i in range(4)]
    machine = Compiled(integers, function, {"f": ([None] * FACTOR, True), "s": (s, False)}, called)
    run(machine, [Pointer("f", 0), Pointer("s", 0)])
    if not products:
        raise Unproved("no product")
    words = words_of(machine, "f", FACTOR)
    if any(word.hi >> R.bit_length() - 1 - 4 * LIMB for word in words[4::5]):
        raise Unproved("range: the factor")
    rows = [value_of([integers.low(word, LIMB) for word in words[i:i + 5]], LIMB)
            for i in range(0, FACTOR, 5)]
    case = Case(integers, products, [], False)
    case.congruent(rows[4] - case.value_of(products[0]))
    for low, high in zip(rows, rows[1:]):
        case.congruent(low * 2 ** LIMB - high)
    report.obligations, report.cases = case.queries, 1
    report.kinds |= machine.kinds


def prove_lanes(function, _, report):
    """low + high*2^192, where low < 2^192 and high < 2^128 are given to what is called."""
    integers, found = Packed(), []

    def called(machine, name):
        place, first, second = (machine.get(register) for register in machine.ARGUMENTS[:3])
        one, other = machine.element(first), machine.element(second)
        if name == "p256_mul_bmi2" and not found and one.hi < P and other.constant() is not None:
            found.append((one.poly * (other.constant() % P), machine.any_element(place, "t")))
        elif name == "p256_add_x86_64" and len(found) == 1 and one.hi < P and \
                other.poly == Case.value_of(found[0][1]) and place == Pointer("r", 0):
            found.append((one.poly * R + found[0][0], machine.any_element(place, "u")))
        else:
            raise Refused("a call of %s, or with other arguments" % name)

    lanes = function.lanes
    words = [as_value(integers.new("sum%d" % i, 0, HALF if i < lanes * (LIMBS - 1)
                                   else runs(lanes) * GROWTH)) for i in range(lanes * LIMBS)]
    machine = Compiled(integers, function, {"r": ([None] * 4, True), "sum": (words, False)}, called)
    run(machine, [Pointer("r", 0), Pointer("sum", 0)])
    if len(found) != 2 or value_of(words_of(machine, "r", 4)) != Case.value_of(found[1][1]):
        raise Unproved("the result is not what the last call gives")
    total = sum((word.poly * 2 ** (LIMB * (i // lanes)) for i, word in enumerate(words)), Poly({}))
    case = Case(integers, [], [], False)
    case.congruent(found[1][0] - total * R)
    report.obligations, report.cases = case.queries, 1
    report.kinds |= machine.kinds
