# SPDX-License-Identifier: MIT
"""The x86-64 instructions of the kernels, on exact integers. Unknown ones are refused; so are those
with a time that depends on data, since they are not here.

CF and OF are two chains of their own (ADCX, ADOX). ZF and SF are kept as the value they speak of.
A flag that an instruction leaves undefined is None, and reading it is refused.
"""

from algebra import Value, as_value
from machine import Branch, Machine, Pointer, Refused

WORD = 2 ** 64
NAMES = {}
for letter in "abcd":
    NAMES.update({"r%sx" % letter: ("r%sx" % letter, 64), "e%sx" % letter: ("r%sx" % letter, 32)})
for name in ("si", "di", "bp", "sp"):
    NAMES.update({"r" + name: ("r" + name, 64), "e" + name: ("r" + name, 32)})
for index in range(8, 16):
    NAMES.update({"r%d" % index: ("r%d" % index, 64), "r%dd" % index: ("r%d" % index, 32)})

# Condition -> (flag, value it must have).
CONDITIONS = {"b": ("carry", 1), "c": ("carry", 1), "ae": ("carry", 0), "nc": ("carry", 0),
              "nb": ("carry", 0), "o": ("overflow", 1), "no": ("overflow", 0), "e": ("zero", 1),
              "z": ("zero", 1), "ne": ("zero", 0), "nz": ("zero", 0), "s": ("sign", 1),
              "ns": ("sign", 0)}


class X86(Machine):
    STACK_POINTER = "rsp"
    PRESERVED = ("rbx", "rbp", "r12", "r13", "r14", "r15")
    ARGUMENTS = ("rdi", "rsi", "rdx", "rcx", "r8", "r9")

    def __init__(self, integers, function, arguments):
        super().__init__(integers, function, arguments)
        self.overflow = None
        self.result, self.width = None, 64  # what ZF and SF speak of

    # Operands

    def width_of(self, operand):
        if operand[0] == "mem":
            return 8 * operand[1] if operand[1] else 64
        return NAMES[operand[1]][1] if operand[0] == "reg" else None

    def pointer(self, operand):
        _, _, base, index, scale, displacement = operand
        if base == "rip":
            if self.instruction.address not in self.function.constants:
                raise Refused("an address of code")
            return Pointer(*self.function.constants[self.instruction.address])
        content = self.get(base)
        if index is not None:
            if not isinstance(content, Pointer) and scale == 1:
                base, index = index, base
                content = self.get(base)
            displacement = displacement + self.distance(self.get(index)) * scale
        if not isinstance(content, Pointer):
            raise Refused("an address that depends on data")
        return content.plus(displacement)

    def read(self, operand, width=64):
        """What an operand holds; an immediate is cut to the width."""
        if operand[0] == "imm":
            return as_value(operand[1] % 2 ** width)
        if operand[0] == "mem":
            return self.memory.load(self.pointer(operand), operand[1], self.stack_pointer())
        if operand[1] not in NAMES:
            raise Refused("the register %s is not modelled" % operand[1])
        register, bits = NAMES[operand[1]]
        content = self.get(register)
        return content if bits == 64 else self.integers.low(self.number(content), 32)

    def value(self, operand, width=64):
        return self.number(self.read(operand, width))

    def write(self, operand, content):
        if operand[0] == "mem":
            self.memory.store(self.pointer(operand), operand[1], content, self.stack_pointer())
            return
        register, _ = NAMES[operand[1]]
        if register == "rsp" and not isinstance(content, Pointer):
            raise Refused("the stack pointer becomes a number")
        self.registers[register] = content  # a write of 32 bits clears the upper half

    # Flags

    def set_result(self, result, width):
        self.result, self.width = result, width

    def undefined_flags(self):
        self.carry = self.overflow = self.result = None

    def flag(self, name):
        if name == "carry":
            return self.use_carry()
        if name == "overflow":
            if self.overflow is None:
                raise Refused("OF is read and is not defined, or not modelled")
            return self.overflow
        if self.result is None:
            raise Refused("ZF or SF is read and is not defined")
        if name == "sign":
            return self.integers.divide(self.result, self.width - 1)[0]
        return 1 - self.integers.nonzero(self.result)

    def condition(self, name):
        if name not in CONDITIONS:
            raise Refused("the condition %s is not modelled" % name)
        flag, wanted = CONDITIONS[name]
        bit = as_value(self.flag(flag))
        return bit if wanted else 1 - bit

    # Arithmetic

    def execute(self, instruction):
        self.instruction = instruction
        mnemonic, operands = instruction.mnemonic, instruction.operands
        method = getattr(self, "op_" + mnemonic, None)
        if method is not None:
            return method(*operands)
        for prefix, conditional in (("cmov", self.move_if), ("j", self.jump_if)):
            if mnemonic.startswith(prefix) and mnemonic[len(prefix):] in CONDITIONS:
                return conditional(self.condition(mnemonic[len(prefix):]), *operands)
        raise Refused("this instruction is not modelled")

    def sum(self, target, value, width):
        """Stores value mod 2^width; the rest, negative after a subtraction, is the carry."""
        quotient, low = self.integers.divide(value, width)
        self.write(target, low)
        self.set_result(low, width)
        self.overflow = None
        self.carry = -1 * quotient if value.lo < 0 else quotient

    def op_add(self, target, source):
        content = self.read(target)
        if isinstance(content, Pointer):
            self.write(target, content.plus(self.distance(self.read(source))))
            self.undefined_flags()
            return
        width = self.width_of(target)
        self.sum(target, self.number(content) + self.value(source, width), width)

    def op_sub(self, target, source):
        content = self.read(target)
        if isinstance(content, Pointer):
            self.write(target, content.plus(0 - self.distance(self.read(source))))
            self.undefined_flags()
            return
        width = self.width_of(target)
        if target == source:
            content = source_value = as_value(0)
        else:
            source_value = self.value(source, width)
        self.sum(target, self.number(content) - source_value, width)

    def op_adc(self, target, source):
        width = self.width_of(target)
        self.sum(target, self.value(target, width) + self.value(source, width) + self.use_carry(),
                 width)

    def op_sbb(self, target, source):
        width = self.width_of(target)
        difference = as_value(0) if target == source else \
            self.value(target, width) - self.value(source, width)
        self.sum(target, difference - self.use_carry(), width)

    def op_cmp(self, first, second):
        width = self.width_of(first)
        value = self.value(first, width) - self.value(second, width)
        quotient, low = self.integers.divide(value, width)
        self.carry, self.overflow = -1 * quotient, None
        self.set_result(low, width)

    def op_neg(self, target):
        width = self.width_of(target)
        value = self.value(target, width)
        self.carry, self.overflow = self.integers.nonzero(value), None
        low = self.integers.low(0 - value, width)
        self.write(target, low)
        self.set_result(low, width)

    def op_adcx(self, target, source):
        self.carry, low = self.integers.divide(
            self.value(target) + self.value(source) + self.use_carry(), self.width_of(target))
        self.write(target, low)

    def op_adox(self, target, source):
        self.overflow, low = self.integers.divide(
            self.value(target) + self.value(source) + self.flag("overflow"), self.width_of(target))
        self.write(target, low)

    def op_inc(self, target):
        self.step_by(target, 1)

    def op_dec(self, target):
        self.step_by(target, -1)

    def step_by(self, target, one):
        width = self.width_of(target)
        low = self.integers.low(self.value(target) + one, width)
        self.write(target, low)
        self.set_result(low, width)  # CF stays
        self.overflow = None

    def op_mulx(self, high, low, source):
        width = self.width_of(high)
        rdx = ("reg", "rdx" if width == 64 else "edx")
        upper, lower = self.integers.divide(self.value(rdx) * self.value(source), width)
        self.write(low, lower)
        self.write(high, upper)  # last: it counts where both are one register

    def op_mul(self, source):
        width = self.width_of(source)
        if width != 64:
            raise Refused("only the 64-bit MUL is modelled")
        upper, lower = self.integers.divide(self.value(("reg", "rax")) * self.value(source), 64)
        self.registers["rax"], self.registers["rdx"] = lower, upper
        self.undefined_flags()
        self.carry = self.overflow = self.integers.nonzero(upper)

    def op_imul(self, target, source, factor=None):
        width = self.width_of(target)
        first = self.value(target if factor is None else source, width)
        second = self.value(source if factor is None else factor, width)
        self.write(target, self.integers.low(first * second, width))
        self.undefined_flags()

    # Moves

    def op_mov(self, target, source):
        self.write(target, self.read(source, self.width_of(target)))

    def op_lea(self, target, source):
        _, _, base, index, scale, displacement = source
        if base == "rip":
            self.write(target, self.pointer(source))
            return
        parts = [self.get(base)] if base else []
        if index:
            content = self.get(index)
            parts.append(self.number(content) * scale if scale > 1 else content)
        pointers = [part for part in parts if isinstance(part, Pointer)]
        if pointers:
            for part in parts:
                if part is not pointers[0]:
                    distance = self.constant(part)
                    displacement += distance - WORD if distance >> 63 else distance
            self.write(target, pointers[0].plus(displacement))
            return
        total = as_value(displacement)
        for part in parts:
            total = total + self.number(part)
        self.write(target, self.integers.low(total, self.width_of(target)))

    def op_push(self, source):
        content = self.read(source)
        self.registers["rsp"] = self.get("rsp").plus(-8)
        self.memory.store(self.get("rsp"), 8, content, self.stack_pointer())

    def op_pop(self, target):
        content = self.memory.load(self.get("rsp"), 8, self.stack_pointer())
        self.registers["rsp"] = self.get("rsp").plus(8)
        self.write(target, content)

    def op_endbr64(self):
        pass

    def op_nop(self, *_):
        pass

    # Bits

    def logic(self, target, low, width):
        if target is not None:
            self.write(target, low)
        self.set_result(low, width)
        self.carry = self.overflow = as_value(0)

    def op_xor(self, target, source):
        width = self.width_of(target)
        if target == source:
            self.logic(target, as_value(0), width)
            return
        first, second = self.value(target, width), self.value(source, width)
        if second.constant() == 2 ** width - 1:
            self.logic(target, 2 ** width - 1 - first, width)
            return
        if second.constant() == 0:
            self.logic(target, first, width)
            return
        raise Refused("an exclusive or of two numbers")

    def op_and(self, target, source):
        width = self.width_of(target)
        self.logic(target, self.both(self.value(target, width), self.value(source, width), width),
                   width)

    def op_test(self, first, second):
        width = self.width_of(first)
        self.logic(None, self.both(self.value(first, width), self.value(second, width), width),
                   width)

    def op_andn(self, target, inverted, source):
        width = self.width_of(target)
        self.logic(target, self.both(2 ** width - 1 - self.value(inverted, width),
                                     self.value(source, width), width), width)

    def op_or(self, target, source):
        width = self.width_of(target)
        self.logic(target, self.either(self.value(target, width), self.value(source, width),
                                       width), width)

    def op_not(self, target):
        width = self.width_of(target)
        self.write(target, 2 ** width - 1 - self.value(target, width))

    def shift(self, target, result, width):
        self.write(target, result)
        self.undefined_flags()

    def count(self, source, width):
        return self.constant(self.read(source)) % (64 if width == 64 else 32)

    def op_shl(self, target, source=("imm", 1)):
        width = self.width_of(target)
        count, x = self.count(source, width), self.value(target, width)
        if count == 0:
            raise Refused("a shift by 0 leaves the flags")
        quotient, low = self.integers.divide(x * 2 ** count, width)
        self.shift(target, low, width)
        self.carry = lambda: self.integers.low(quotient, 1)
        self.set_result(low, width)

    def op_shr(self, target, source=("imm", 1)):
        width = self.width_of(target)
        count, x = self.count(source, width), self.value(target, width)
        if count == 0:
            raise Refused("a shift by 0 leaves the flags")
        quotient, _ = self.integers.divide(x, count)
        self.shift(target, quotient, width)
        self.carry = lambda: self.integers.low(self.integers.divide(x, count - 1)[0], 1)
        self.set_result(quotient, width)

    def op_sar(self, target, source=("imm", 1)):
        width = self.width_of(target)
        count, x = self.count(source, width), self.value(target, width)
        sign, _ = self.integers.divide(x, width - 1)
        quotient, _ = self.integers.divide(x - sign * 2 ** width, count)
        self.shift(target, quotient + sign * 2 ** width, width)

    def op_shlx(self, target, source, count):
        width = self.width_of(target)
        self.write(target, self.left(self.value(source), self.count(count, width), width))

    def op_shrx(self, target, source, count):
        width = self.width_of(target)
        self.write(target, self.integers.divide(self.value(source), self.count(count, width))[0])

    def op_rorx(self, target, source, count):
        width = self.width_of(target)
        count = self.count(count, width)
        high, low = self.integers.divide(self.value(source), count)
        self.write(target, low * 2 ** (width - count) + high)

    def op_shrd(self, target, source, count):
        width = self.width_of(target)
        count = self.count(count, width)
        upper = self.left(self.value(source), width - count, width)
        self.shift(target, self.integers.divide(self.value(target), count)[0] + upper, width)

    def op_shld(self, target, source, count):
        width = self.width_of(target)
        count = self.count(count, width)
        lower, _ = self.integers.divide(self.value(source), width - count)
        self.shift(target, self.left(self.value(target), count, width) + lower, width)

    # Choices and branches

    def move_if(self, bit, target, source):
        width = self.width_of(target)
        old, new = self.read(target, width), self.read(source, width)
        if not isinstance(old, Value) or not isinstance(new, Value):
            raise Refused("a choice between pointers")
        self.write(target, self.integers.select(bit, new, old))

    def jump_if(self, bit, target):
        choice = self.public_choice(bit)
        if choice is None:
            return Branch(bit, target[1], self.at)
        if choice:
            self.at = target[1]
        return None

    def op_jmp(self, target):
        if target[0] != "jump":
            raise Refused("an indirect jump")
        self.at = target[1]

    def op_ret(self):
        self.check_return()
        return "end"
