# SPDX-License-Identifier: MIT
"""The AArch64 instructions of the kernels, on exact integers. Unknown ones are refused; so are
those with a time that depends on data, since they are not here.

C is the carry, and after a subtraction 1 if there was no borrow. N and Z are kept as the value they
speak of; V is not modelled.
"""

import re

from algebra import Value, as_value
from machine import Branch, Machine, Pointer, Refused

INVERSE = {"eq": "ne", "ne": "eq", "cs": "cc", "cc": "cs", "mi": "pl", "pl": "mi"}
ZERO = ("reg", "xzr")


def vector(operand):
    """(number, width of a lane, index or None) of a vector operand, else None."""
    match = re.fullmatch(r"q(\d+)|v(\d+)\.\d*([bsd])(?:\[(\d)\])?", operand[1]) \
        if operand[0] == "reg" else None
    if not match:
        return None
    bits = {"b": 8, "s": 32, "d": 64, None: 64}[match[3]]
    return int(match[1] or match[2]), bits, int(match[4]) if match[4] else None


class Arm(Machine):
    STACK_POINTER = "sp"
    STACK_ALIGNMENT = 16
    # The last is the address to return to.
    PRESERVED = tuple("x%d" % i for i in range(19, 31))
    ARGUMENTS = tuple("x%d" % i for i in range(8))

    def __init__(self, integers, function, arguments):
        super().__init__(integers, function, arguments)
        self.result, self.width = None, 64  # what N and Z speak of

    def undefined_flags(self):
        self.carry = self.result = None

    # Operands

    @staticmethod
    def split(operand):
        """(name of the whole register, width)"""
        match = re.fullmatch(r"([xw])(\d+|zr)|sp", operand[1])
        if operand[0] != "reg" or not match:
            raise Refused("the operand %s is not modelled" % (operand,))
        if match[1] is None:
            return "sp", 64
        return "x" + match[2], 64 if match[1] == "x" else 32

    def read(self, operand, width=64):
        if operand[0] == "imm":
            return as_value(operand[1] % 2 ** width)
        register, bits = self.split(operand)
        if register == "xzr":
            return as_value(0)
        content = self.get(register)
        return content if bits == 64 else self.integers.low(self.number(content), 32)

    def value(self, operand, width=64):
        return self.number(self.read(operand, width))

    def write(self, operand, content):
        register, _ = self.split(operand)
        if register == "x18":
            raise Refused("x18 is the system's")
        if register == "sp" and not isinstance(content, Pointer):
            raise Refused("the stack pointer becomes a number")
        if register != "xzr":
            self.registers[register] = content  # a write of 32 bits clears the upper half

    def shifted(self, operand, shift, width):
        """The second operand, with a shift if one is given."""
        x = self.value(operand, width)
        if shift is None:
            return x
        _, kind, count = shift
        if kind == "lsl":
            return self.left(x, count, width)
        if kind == "lsr":
            return self.integers.divide(x, count)[0]
        raise Refused("the shift %s is not modelled" % kind)

    def condition(self, operand):
        """The bit that says whether a condition holds."""
        name = operand[1]
        if name in ("cs", "cc"):
            bit = as_value(self.use_carry())
        elif name in INVERSE and self.result is None:
            raise Refused("N or Z is read and is not defined")
        elif name in ("mi", "pl"):
            bit, _ = self.integers.divide(self.result, self.width - 1)
        elif name in ("eq", "ne"):
            bit = 1 - self.integers.nonzero(self.result)
        else:
            raise Refused("the condition %s is not modelled" % name)
        return bit if name in ("cs", "mi", "eq") else 1 - bit

    def execute(self, instruction):
        self.instruction = instruction
        method = getattr(self, "op_" + instruction.mnemonic.replace(".", "_"), None)
        if method is None:
            raise Refused("this instruction is not modelled")
        return method(*instruction.operands)

    # Sums

    def sum(self, target, value, flags):
        width = self.split(target)[1]
        quotient, low = self.integers.divide(value, width)
        self.write(target, low)
        if flags:
            self.carry, self.result, self.width = quotient, low, width

    def difference(self, target, value, flags):
        self.sum(target, value, flags)
        if flags:
            self.carry = 1 + self.carry  # floor(value / 2^64) is 0 or -1

    def add(self, target, first, second, shift, flags):
        width = self.split(target)[1]
        content = self.read(first)
        if isinstance(content, Pointer):
            # The low half of an address of constants was added by ADRP already.
            known = self.instruction.address in self.function.constants
            self.write(target, content.plus(0 if known else self.constant(self.read(second))))
            return
        self.sum(target, self.number(content) + self.shifted(second, shift, width), flags)

    def subtract(self, target, first, second, shift, flags):
        width = self.split(target)[1]
        content = self.read(first)
        if isinstance(content, Pointer):
            self.write(target, content.plus(-self.constant(self.read(second))))
            return
        value = as_value(0) if first == second and shift is None else \
            self.number(content) - self.shifted(second, shift, width)
        self.difference(target, value, flags)

    def op_add(self, target, first, second, shift=None):
        if vector(target):
            _, bits, _ = vector(target)
            self.write_lanes(target, bits, [
                self.integers.low(x + y, bits)
                for x, y in zip(self.lanes(first, bits), self.lanes(second, bits))])
            return
        self.add(target, first, second, shift, False)

    def op_adds(self, target, first, second, shift=None):
        self.add(target, first, second, shift, True)

    def op_sub(self, target, first, second, shift=None):
        self.subtract(target, first, second, shift, False)

    def op_subs(self, target, first, second, shift=None):
        self.subtract(target, first, second, shift, True)

    def op_cmp(self, first, second, shift=None):
        self.subtract(self.zero_like(first), first, second, shift, True)

    def zero_like(self, operand):
        return ("reg", "xzr" if self.split(operand)[1] == 64 else "wzr")

    def op_neg(self, target, source, shift=None):
        self.subtract(target, ZERO, source, shift, False)

    def op_negs(self, target, source, shift=None):
        self.subtract(target, ZERO, source, shift, True)

    def op_adc(self, target, first, second):
        self.sum(target, self.value(first) + self.value(second) + self.use_carry(), False)

    def op_adcs(self, target, first, second):
        self.sum(target, self.value(first) + self.value(second) + self.use_carry(), True)

    def op_sbc(self, target, first, second):
        self.difference(target, self.without(first, second), False)

    def op_sbcs(self, target, first, second):
        self.difference(target, self.without(first, second), True)

    def op_ngc(self, target, source):
        self.op_sbc(target, ZERO, source)

    def op_ngcs(self, target, source):
        self.op_sbcs(target, ZERO, source)

    def without(self, first, second):
        """first - second - borrow."""
        value = as_value(0) if first == second else self.value(first) - self.value(second)
        return value - (1 - as_value(self.use_carry()))

    # Products

    def op_mul(self, target, first, second):
        self.write(target, self.integers.low(self.value(first) * self.value(second),
                                             self.split(target)[1]))

    def op_umulh(self, target, first, second):
        self.write(target, self.integers.divide(self.value(first) * self.value(second), 64)[0])

    # Bits

    def op_lsl(self, target, source, count):
        width = self.split(target)[1]
        self.write(target, self.left(self.value(source), self.count(count, width), width))

    def op_lsr(self, target, source, count):
        width = self.split(target)[1]
        self.write(target, self.integers.divide(self.value(source), self.count(count, width))[0])

    def count(self, operand, width):
        return self.constant(self.read(operand)) % width

    def op_extr(self, target, high, low, count):
        width, count = self.split(target)[1], self.count(count, self.split(target)[1])
        upper = self.left(self.value(high), width - count, width)
        self.write(target, self.integers.divide(self.value(low), count)[0] + upper)

    def op_ubfx(self, target, source, lowest, count):
        field, _ = self.integers.divide(self.value(source), self.constant(self.read(lowest)))
        self.write(target, self.integers.low(field, self.constant(self.read(count))))

    def op_sbfx(self, target, source, lowest, count):
        width, count = self.split(target)[1], self.constant(self.read(count))
        field, _ = self.integers.divide(self.value(source), self.constant(self.read(lowest)))
        field = self.integers.low(field, count)
        sign, _ = self.integers.divide(field, count - 1)
        self.write(target, field + sign * (2 ** width - 2 ** count))

    def op_ubfiz(self, target, source, lowest, count):
        field = self.integers.low(self.value(source), self.constant(self.read(count)))
        self.write(target, field * 2 ** self.constant(self.read(lowest)))

    def op_and(self, target, first, second, shift=None):
        width = self.split(target)[1]
        self.write(target, self.both(self.value(first), self.shifted(second, shift, width), width))

    def op_ands(self, target, first, second, shift=None):
        width = self.split(target)[1]
        result = self.both(self.value(first), self.shifted(second, shift, width), width)
        self.write(target, result)
        self.carry, self.result, self.width = as_value(0), result, width

    def op_tst(self, first, second, shift=None):
        self.op_ands(self.zero_like(first), first, second, shift)

    def op_orr(self, target, first, second, shift=None):
        width = self.split(target)[1]
        self.write(target, self.either(self.value(first), self.shifted(second, shift, width),
                                       width))

    def op_mvn(self, target, source, shift=None):
        width = self.split(target)[1]
        self.write(target, 2 ** width - 1 - self.shifted(source, shift, width))

    # Moves and choices

    def op_adrp(self, target, _):
        if self.instruction.address not in self.function.constants:
            raise Refused("an address of code")
        self.write(target, Pointer(*self.function.constants[self.instruction.address]))

    def op_mov(self, target, source):
        if vector(source):
            self.write(target, self.element(source))
            return
        self.write(target, self.read(source, self.split(target)[1]))

    def op_movk(self, target, immediate, shift=None):
        count = shift[2] if shift else 0
        width, x = self.split(target)[1], self.value(target)
        kept = self.bits_of(x, (2 ** width - 1) ^ (0xffff << count))
        self.write(target, kept + (immediate[1] << count))

    def choose(self, target, condition, one, other):
        if not isinstance(one, Value) or not isinstance(other, Value):
            raise Refused("a choice between pointers")
        self.write(target, self.integers.select(self.condition(condition), one, other))

    def op_csel(self, target, first, second, condition):
        self.choose(target, condition, self.read(first), self.read(second))

    def op_csinc(self, target, first, second, condition):
        width = self.split(target)[1]
        self.choose(target, condition, self.read(first),
                    self.integers.low(self.value(second) + 1, width))

    def op_csneg(self, target, first, second, condition):
        width = self.split(target)[1]
        self.choose(target, condition, self.read(first),
                    self.integers.low(0 - self.value(second), width))

    def op_cset(self, target, condition):
        self.write(target, self.condition(condition))

    def op_csetm(self, target, condition):
        ones = 2 ** self.split(target)[1] - 1
        self.write(target, self.condition(condition) * ones)

    # Memory

    def address(self, operand, after):
        """Where an access goes; updates the base if it is written back."""
        if operand[0] != "mem":
            raise Refused("an address that is not base and constant")
        _, base, displacement, writeback = operand
        pointer = self.read(("reg", base))
        if not isinstance(pointer, Pointer):
            raise Refused("an address that depends on data")
        moved = pointer.plus(displacement)
        if writeback:
            self.write(("reg", base), moved)
        elif after is not None:
            self.write(("reg", base), pointer.plus(self.constant(self.read(after))))
        return moved

    def op_ldr(self, target, memory, after=None):
        pointer = self.address(memory, after)
        if vector(target):
            self.load_vector(target, pointer)
            return
        self.write(target, self.load(pointer, target))

    def op_ldp(self, first, second, memory, after=None):
        if vector(first):
            pointer = self.address(memory, after)
            self.load_vector(first, pointer)
            self.load_vector(second, pointer.plus(16))
            return
        # Both are read before the base moves: what is popped lies above the new stack pointer.
        lowest, size = self.stack_pointer(), self.split(first)[1] // 8
        pointer = self.address(memory, after)
        self.write(first, self.memory.load(pointer, size, lowest))
        self.write(second, self.memory.load(pointer.plus(size), size, lowest))

    def load(self, pointer, target):
        return self.memory.load(pointer, self.split(target)[1] // 8, self.stack_pointer())

    def op_str(self, source, memory, after=None):
        self.store(self.address(memory, after), source)

    def op_stp(self, first, second, memory, after=None):
        pointer = self.address(memory, after)
        self.store(pointer, first)
        self.store(pointer.plus(16 if vector(first) else self.split(first)[1] // 8), second)

    def store(self, pointer, source):
        if vector(source):
            if source[1][0] != "q":
                raise Refused("only stores of whole vectors are modelled")
            for i, lane in enumerate(self.lanes(source, 64)):
                self.memory.store(pointer.plus(8 * i), 8, lane, self.stack_pointer())
            return
        size = self.split(source)[1] // 8
        self.memory.store(pointer, size, self.read(source), self.stack_pointer())

    # Vectors: lists of lanes, of 32 or 64 bits as they were written

    def lanes(self, operand, bits):
        """The lanes of a whole register, lowest first."""
        name, _, _ = vector(operand)
        width, lanes = self.get("v%d" % name)
        if width == bits:
            return lanes
        if width == 64:
            halves = [self.integers.divide(lane, 32) for lane in lanes]
            return [half for high, low in halves for half in (low, high)]
        return [lanes[i] + lanes[i + 1] * 2 ** 32 for i in (0, 2)]

    def write_lanes(self, operand, bits, lanes):
        name, _, _ = vector(operand)
        if 8 <= name <= 15:
            raise Refused("the caller's v%d is lost" % name)
        self.registers["v%d" % name] = bits, lanes

    def element(self, operand):
        _, bits, index = vector(operand)
        if index is None:
            raise Refused("a vector as a number")
        return self.lanes(operand, bits)[index]

    def load_vector(self, target, pointer):
        if target[1][0] != "q":
            raise Refused("only loads of whole vectors are modelled")
        self.write_lanes(target, 64, [self.number(
            self.memory.load(pointer.plus(8 * i), 8, self.stack_pointer())) for i in (0, 1)])

    def op_movi(self, target, immediate):
        if immediate[1] != 0:
            raise Refused("only MOVI of 0 is modelled")
        self.write_lanes(target, 64, [as_value(0)] * 2)

    def op_ext(self, target, first, second, count):
        count = self.constant(self.read(count))
        if count % 4 or vector(target)[1] != 8:
            raise Refused("an EXT that cuts lanes")
        lanes = self.lanes(first, 32) + self.lanes(second, 32)
        self.write_lanes(target, 32, lanes[count // 4:count // 4 + 4])

    def op_ushl(self, target, source, counts):
        """A shift to the left, or to the right where the count, a signed byte, is negative."""
        _, bits, _ = vector(target)
        result = []
        for x, count in zip(self.lanes(source, bits), self.lanes(counts, bits)):
            count = self.constant(count) % 256
            count -= 256 if count > 127 else 0
            result.append(self.left(x, count, bits) if count >= 0
                          else self.integers.divide(x, -count)[0])
        self.write_lanes(target, bits, result)

    def op_ushr(self, target, source, count):
        _, bits, _ = vector(target)
        self.write_lanes(target, bits, [
            self.integers.divide(x, self.constant(self.read(count)))[0]
            for x in self.lanes(source, bits)])

    def op_bit(self, target, source, mask):
        """Bits of the source where the mask has ones, else those of the target."""
        result = []
        for old, new, ones in zip(self.lanes(target, 32), self.lanes(source, 32),
                                  self.lanes(mask, 32)):
            ones = self.constant(ones)
            result.append(self.bits_of(old, ones ^ (2 ** 32 - 1)) + self.bits_of(new, ones))
        self.write_lanes(target, 32, result)

    def products(self, first, second, upper):
        """The products of two 32-bit lanes each, the lower or the upper two."""
        start = 2 if upper else 0
        x = self.lanes(first, 32)[start:start + 2]
        y = [self.lanes(second, 32)[vector(second)[2]]] * 2 if vector(second)[2] is not None \
            else self.lanes(second, 32)[start:start + 2]
        return [a * b for a, b in zip(x, y)]

    def op_umull(self, target, first, second):
        if not vector(target):
            self.write(target, self.value(first) * self.value(second))
            return
        self.write_lanes(target, 64, self.products(first, second, False))

    def op_umull2(self, target, first, second):
        self.write_lanes(target, 64, self.products(first, second, True))

    def op_umlal(self, target, first, second):
        self.accumulate(target, self.products(first, second, False))

    def op_umlal2(self, target, first, second):
        self.accumulate(target, self.products(first, second, True))

    def accumulate(self, target, products):
        self.write_lanes(target, 64, [self.integers.low(x + y, 64) for x, y in
                                      zip(self.lanes(target, 64), products)])

    # Branches

    def branch(self, bit, target):
        choice = self.public_choice(bit)
        if choice is None:
            return Branch(bit, target[1], self.at)
        if choice:
            self.at = target[1]
        return None

    def op_b(self, target):
        self.at = target[1]

    def op_b_eq(self, target):
        return self.branch(self.condition(("condition", "eq")), target)

    def op_b_ne(self, target):
        return self.branch(self.condition(("condition", "ne")), target)

    def op_cbz(self, source, target):
        return self.branch(1 - self.integers.nonzero(self.value(source)), target)

    def op_cbnz(self, source, target):
        return self.branch(self.integers.nonzero(self.value(source)), target)

    def op_hint(self, number):
        if number[1] not in (0, 34):  # NOP, BTI c
            raise Refused("this hint is not modelled")

    def op_ret(self):
        self.check_return()
        return "end"
