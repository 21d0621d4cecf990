# SPDX-License-Identifier: MIT
"""x86-64, System V ABI: what each instruction does to public and secret values.

Every mnemonic here is on the list of those allowed in constant-time code: none of them takes a
time that depends on its operands. So no division, no square root, no gather or scatter, no
string compare. Floating-point add, subtract and multiply-add are data-independent as long as no
subnormal number arises; a kernel that uses them has to argue that in a comment.
"""

import re

from . import values
from .values import ANY, SECRET, number

SIZES = {"BYTE": 1, "WORD": 2, "DWORD": 4, "QWORD": 8, "OWORD": 16,
         "XMMWORD": 16, "YMMWORD": 32, "ZMMWORD": 64}
FLAGS = ("CF", "PF", "ZF", "SF", "OF")
# Flags that a condition reads; below, what it makes of them.
CONDITIONS = {"o": "OF", "b": "CF", "e": "ZF", "be": "CF ZF", "s": "SF", "p": "PF",
              "l": "SF OF", "le": "ZF SF OF", "no": "OF", "ae": "CF", "ne": "ZF", "a": "CF ZF",
              "ns": "SF", "np": "PF", "ge": "SF OF", "g": "ZF SF OF"}
HOLDS = {"o": lambda f: f["OF"], "b": lambda f: f["CF"], "e": lambda f: f["ZF"],
         "be": lambda f: f["CF"] or f["ZF"], "s": lambda f: f["SF"],
         "l": lambda f: f["SF"] != f["OF"], "le": lambda f: f["ZF"] or f["SF"] != f["OF"]}
OPPOSITES = {"no": "o", "ae": "b", "ne": "e", "a": "be", "ns": "s", "ge": "l", "g": "le"}

# What an unsigned comparison tells, if the condition holds and if not.
RELATIONS = {"a": ("above", "at most"), "be": ("at most", "above"), "e": ("equal", None),
             "b": ("below", "at least"), "ae": ("at least", "below"), "ne": (None, "equal")}

# Vector instructions whose result depends on their sources alone, the VEX forms with a v in
# front; those with two operands in SSE form read the destination too.
VECTOR = set("""
    paddb paddw paddd paddq psubb psubw psubd psubq pmuludq pmuldq pmulld pmullw pmulhw pmulhuw
    pmaddwd pmaddubsw pand pandn por pxor pandd pandq pandnd pandnq pord porq pxord pxorq
    andps andpd andnps andnpd orps orpd xorps xorpd
    psllw pslld psllq psrlw psrld psrlq psraw psrad psraq pslldq psrldq
    psllvd psllvq psrlvd psrlvq psravd psravq prold prolq prord prorq prolvd prolvq prorvd prorvq
    palignr alignd alignq pshufd pshufb pshuflw pshufhw shufps shufpd shufi64x2 shufi32x4
    shuff64x2 punpcklbw punpcklwd punpckldq punpcklqdq punpckhbw punpckhwd punpckhdq punpckhqdq
    unpcklps unpcklpd unpckhps unpckhpd movhlps movlhps movsldup movshdup movddup
    pblendw pblendd pblendvb blendps blendpd blendvps blendvpd pblendmd pblendmq blendmpd
    perm2i128 perm2f128 permq permd permpd permps permw permb permilpd permilps
    pbroadcastb pbroadcastw pbroadcastd pbroadcastq broadcastsd broadcastss broadcasti128
    broadcastf128 broadcasti32x4 broadcasti64x2 broadcasti64x4 broadcastf64x4
    inserti128 insertf128 inserti64x2 inserti64x4 inserti32x4 insertf64x4
    extracti128 extractf128 extracti64x2 extracti64x4 extracti32x4 extractf64x4
    pinsrb pinsrw pinsrd pinsrq pextrb pextrw pextrd pextrq insertps
    packuswb packusdw packsswb packssdw pabsd pabsw
    pcmpeqb pcmpeqw pcmpeqd pcmpeqq pcmpgtb pcmpgtw pcmpgtd pcmpgtq
    pminub pminuw pminud pminuq pminsd pmaxub pmaxuw pmaxud pmaxuq pmaxsd
    pshldd pshldq pshrdd pshrdq
    pmovzxbw pmovzxbd pmovzxbq pmovzxwd pmovzxwq pmovzxdq
    pmovsxbw pmovsxbd pmovsxbq pmovsxwd pmovsxwq pmovsxdq
    pmovqd pmovqw pmovqb pmovdw pmovdb pmovm2d pmovm2q pmovd2m pmovq2m
    addpd subpd mulpd
    """.split())
# Those that read their destination in VEX form too.
VECTOR_ACCUMULATE = set("""
    vpmadd52luq vpmadd52huq vpternlogd vpternlogq vpermi2q vpermi2d vpermi2w vpermi2b vpermi2pd
    vpermt2q vpermt2d vpermt2w vpermt2b vpermt2pd vpshldvq vpshldvd vpshrdvq vpshrdvd
    vfmadd132pd vfmadd213pd vfmadd231pd vfmsub132pd vfmsub213pd vfmsub231pd
    vfnmadd132pd vfnmadd213pd vfnmadd231pd vfnmsub132pd vfnmsub213pd vfnmsub231pd
    """.split())
VECTOR_MOVES = set("""
    movdqa movdqu movaps movups movapd movupd movq movd lddqu movdqa32 movdqa64 movdqu8
    movdqu16 movdqu32 movdqu64 movntdqa
    """.split())
HALF_MOVES = {"movhps", "movhpd", "movlps", "movlpd"}
VECTOR_COMPARE = re.compile(r"vpcmp(eq|lt|le|neq|nlt|nle|gt|ge)?u?[bwdq]$|vptestn?m[bwdq]$")
MASK = re.compile(r"k(mov|and|andn|or|xor|xnor|not|add|shiftl|shiftr)[bwdq]$|kunpck(bw|wd|dq)$")
SAME_IS_CONSTANT = re.compile(r"v?(pxor[dq]?|xorps|xorpd|psub[bwdq]|pandn[dq]?|pcmpeq[bwdq]|"
                              r"pcmpgt[bwdq])$|kxn?or[bwdq]$")

MEMORY = re.compile(r"(?:(\w+) (?:PTR|BCST) )?(?:(\w\w):)?(?:\[(.*)\]|(0x[0-9a-f]+))$")


class Operand:
    """kind "register", "memory", "immediate", or "decoration" ({rz-sae} and the like)."""

    def __init__(self, text):
        self.mask = None
        self.zeroing = "{z}" in text
        if match := re.search(r"\{(k[1-7])\}", text):
            self.mask = match[1]
        plain = re.sub(r"\{[^}]*\}", "", text).strip()
        if not plain:
            self.kind = "decoration"
        elif plain in REGISTERS:
            self.kind = "register"
            self.name, self.bits, self.high = REGISTERS[plain]
        elif re.fullmatch(r"-?0x[0-9a-f]+|\d+", plain):
            self.kind = "immediate"
            self.value = number(int(plain, 0))
        else:
            self.read_memory(plain)

    def read_memory(self, text):
        match = MEMORY.fullmatch(text)
        if match is None:
            raise ValueError("operand not understood: %s" % text)
        self.kind = "memory"
        self.size = SIZES.get(match[1], 0)
        self.bits = 8 * self.size
        self.segment = match[2]
        self.displacement = int(match[4] or "0", 16)
        self.terms = []  # (register, factor)
        self.relative = False
        for sign, term in re.findall(r"([+-]?)([^+-]+)", match[3] or ""):
            name, _, scale = term.partition("*")
            if name == "rip":
                self.relative = True
            elif name in REGISTERS:
                self.terms.append((REGISTERS[name][0], int(scale or "1")))
            elif name not in ("riz", "eiz"):
                self.displacement += int(sign + name, 16)

def registers():
    """Name in the assembly -> (name of the whole register, bits, whether it is bits 8-15)."""
    table = {}
    for letter in "abcd":
        whole = "r%sx" % letter
        table[whole] = (whole, 64, False)
        table["e%sx" % letter] = (whole, 32, False)
        table["%sx" % letter] = (whole, 16, False)
        table["%sl" % letter] = (whole, 8, False)
        table["%sh" % letter] = (whole, 8, True)
    for name in ("si", "di", "bp", "sp"):
        for alias, bits in (("r" + name, 64), ("e" + name, 32), (name, 16), (name + "l", 8)):
            table[alias] = ("r" + name, bits, False)
    for i in range(8, 16):
        for suffix, bits in (("", 64), ("d", 32), ("w", 16), ("b", 8)):
            table["r%d%s" % (i, suffix)] = ("r%d" % i, bits, False)
    for i in range(32):
        for letter, bits in (("x", 128), ("y", 256), ("z", 512)):
            table["%smm%d" % (letter, i)] = ("v%d" % i, bits, False)
    for i in range(8):
        table["k%d" % i] = ("k%d" % i, 64, False)
    return table


REGISTERS = registers()


# Relocations with a symbol's address itself, and their size.
ABSOLUTE = {"R_X86_64_32": 4, "R_X86_64_32S": 4, "R_X86_64_64": 8}


def low_byte(name):
    """What a state calls the low byte of a register, where it is known by itself."""
    return name + ".low"


class Machine:
    STACK = "rsp"
    RESULT = "rax"
    ARGUMENTS = ["rdi", "rsi", "rdx", "rcx", "r8", "r9"]
    SAVED = {name + part for name in ("rbx", "rbp", "r12", "r13", "r14", "r15")
             for part in ("", ".low")}
    SCRATCH = ["rax", "r10", "r11"]
    JUMP_ADDEND = 4  # the field is the last four bytes, and relative to its end
    # The stack pointer at a root's entry, modulo the page: any that the ABI allows.
    ENTRY_STACK = 8

    def __init__(self):
        self.operands = {}
        self.actions = self.build_actions()

    # Jumps and calls.

    def is_direct_jump(self, instruction):
        mnemonic = instruction.mnemonic
        return (mnemonic == "jmp" or self.condition(mnemonic, "j") is not None) and \
            self.is_direct(instruction)

    def is_direct_call(self, instruction):
        return instruction.mnemonic == "call" and self.is_direct(instruction)

    @staticmethod
    def is_direct(instruction):
        return re.fullmatch(r"[0-9a-f]+", instruction.operands[-1]) is not None

    @staticmethod
    def direct_target(instruction):
        return int(instruction.operands[-1], 16)

    @staticmethod
    def condition(mnemonic, prefix):
        """The flags that jcc, setcc, or cmovcc reads, or None if it is none of them."""
        if not mnemonic.startswith(prefix):
            return None
        flags = CONDITIONS.get(mnemonic[len(prefix):])
        return flags.split() if flags else None

    @staticmethod
    def relations(mnemonic):
        return RELATIONS.get(mnemonic[1:], (None, None))

    def push_return_address(self, state):
        self.push(state, number(0, values.INF))

    def push(self, state, value):
        stack = values.subtract(state.get("rsp"), number(8))
        state.set("rsp", stack)
        if stack[0] == "s":
            state.store(stack, 8, value)

    def step(self, analysis, instruction, state):
        """Executes one instruction; returns how it leaves the straight path, or None."""
        mnemonic = instruction.mnemonic
        if mnemonic in ("jmp", "call"):
            kind = "jump" if mnemonic == "jmp" else "call"
            if self.is_direct(instruction):
                return kind, None
            return kind, Step(self, analysis, instruction, state).read(0)
        if mnemonic in ("ret", "ud2", "hlt"):
            return ("return" if mnemonic == "ret" else "stop"), None
        flags = self.condition(mnemonic, "j")
        if flags is not None:
            if any(state.get(flag) is SECRET for flag in flags):
                analysis.refuse(instruction, "branch", "jumps on flags that depend on a secret")
            return "branch", self.decide(mnemonic[1:], flags, state)
        state.known.pop("compared", None)
        action = self.actions.get(mnemonic) or self.find_action(mnemonic)
        if action is None or (instruction.prefixes and mnemonic != "nop" and
                              not self.prefix_allowed(instruction)):
            analysis.refuse(instruction, "instruction", "is not on the list of those allowed")
            self.forget_operands(instruction, state)
        else:
            action(Step(self, analysis, instruction, state))
        return None

    @staticmethod
    def decide(condition, flags, state):
        """Whether a condition holds, or None if that is not known."""
        known = {flag: values.constant(state.get(flag)) for flag in flags}
        if None in known.values() or "PF" in flags:
            return None
        if condition in OPPOSITES:
            return not HOLDS[OPPOSITES[condition]](known)
        return bool(HOLDS[condition](known))

    @staticmethod
    def forget_operands(instruction, state):
        """What an unknown instruction is likely to write; it is refused in any case."""
        named = [REGISTERS[o][0] for o in instruction.operands if o in REGISTERS]
        for name in (*named, *FLAGS, "rax", "rdx"):
            state.set(name, SECRET)
            state.set(low_byte(name), SECRET)

    @staticmethod
    def prefix_allowed(instruction):
        return instruction.prefixes == ["rep"] and instruction.mnemonic[:4] in ("movs", "stos")

    def operands_of(self, instruction):
        operands = self.operands.get(instruction.point)
        if operands is None:
            operands = [Operand(text) for text in instruction.operands]
            operands = [o for o in operands if o.kind != "decoration"]
            self.operands[instruction.point] = operands
        return operands

    # What each mnemonic does.

    @staticmethod
    def build_actions():
        actions = {}
        for names, action in (
                ("mov movabs", Step.move), ("movzx", Step.move), ("movbe", Step.move_mixed),
                ("movsx movsxd", Step.move_signed), ("lea", Step.lea), ("xchg", Step.exchange),
                ("pmovmskb vpmovmskb movmskpd vmovmskpd movmskps vmovmskps", Step.move_mixed),
                ("push", Step.push), ("pop", Step.pop), ("leave", Step.leave),
                ("add", Step.add), ("sub", Step.subtract), ("cmp", Step.compare),
                ("adc sbb", Step.add_with_carry), ("inc", Step.increment),
                ("dec", Step.decrement), ("neg", Step.negate), ("not", Step.invert),
                ("and", Step.bit_and), ("test", Step.test), ("or xor", Step.bit_or),
                ("imul", Step.multiply), ("mul", Step.multiply_wide), ("mulx", Step.mulx),
                ("adcx", Step.adcx), ("adox", Step.adox),
                ("shl sal", Step.shift_left), ("shr", Step.shift_right),
                ("sar rol ror rcl rcr", Step.shift), ("shld shrd", Step.shift_double),
                ("rorx shlx shrx sarx andn bextr bzhi", Step.compute),
                ("bswap", Step.byte_swap), ("bt", Step.bit_test),
                ("bsf bsr lzcnt tzcnt popcnt", Step.compute_with_flags),
                ("cdq", Step.sign_to_edx), ("cqo", Step.sign_to_edx),
                ("cdqe", Step.extend_accumulator), ("cwde", Step.extend_accumulator),
                ("movs stos", Step.string),
                ("nop endbr64 vzeroupper vzeroall", Step.nothing),
                ("stmxcsr vstmxcsr", Step.store_control), ("ldmxcsr vldmxcsr", Step.load_control),
                ("ptest vptest", Step.vector_test),
                ("ktestb ktestw ktestd ktestq", Step.vector_test),
                ("kortestb kortestw kortestd kortestq", Step.vector_test)):
            for name in names.split():
                actions[name] = action
        for condition in CONDITIONS:
            actions["cmov" + condition] = Step.move_if
            actions["set" + condition] = Step.set_if
        for name in VECTOR:
            actions[name] = Step.vector_in_place
            actions["v" + name] = Step.vector
        for name in VECTOR_ACCUMULATE:
            actions[name] = Step.vector_in_place
        for name in VECTOR_MOVES:
            actions[name] = actions["v" + name] = Step.move
        for name in HALF_MOVES:
            actions[name] = Step.move_half
            actions["v" + name] = Step.vector
        for name in ("pshufd", "pshuflw", "pshufhw", "movsldup", "movshdup", "movddup",
                     "pextrb", "pextrw", "pextrd", "pextrq", "pabsd", "pabsw",
                     *(n for n in VECTOR if n.startswith(("pmovzx", "pmovsx")))):
            actions[name] = Step.vector  # two operands, and the destination is not read
        return actions

    @staticmethod
    def find_action(mnemonic):
        if mnemonic.startswith("kmov") and MASK.match(mnemonic):
            return Step.move_mask
        if VECTOR_COMPARE.match(mnemonic) or MASK.match(mnemonic):
            return Step.vector
        return None


class Step:
    """One instruction, about to change a state."""

    def __init__(self, machine, analysis, instruction, state):
        self.machine = machine
        self.analysis = analysis
        self.instruction = instruction
        self.state = state
        self.operands = machine.operands_of(instruction)
        self.mnemonic = instruction.mnemonic

    # Operands.

    def address(self, operand):
        """The address of a memory operand."""
        relocation = self.instruction.relocation
        if operand.relative and relocation is None:  # within the section
            obj, section, end = self.instruction.next
            return self.analysis.address_of_point((obj, section, end + operand.displacement))
        if operand.relative:
            end = self.instruction.next
            addend = relocation.addend + (end[2] - relocation.address if end else 4)
            obj = self.instruction.point[0]
            if "GOTPCREL" in relocation.kind:
                return ("got", self.analysis.address_of(obj, relocation, addend))
            return self.analysis.address_of(obj, relocation, addend)
        address = number(operand.displacement)
        if relocation is not None and not self.relocates_immediate():  # not position-independent
            address = self.symbol()
        for register, factor in operand.terms:
            address = values.add(address, values.multiply(self.state.get(register), factor)
                                 if factor != 1 else self.state.get(register))
        return address

    def symbol(self):
        relocation = self.instruction.relocation
        return self.analysis.address_of(self.instruction.point[0], relocation, relocation.addend)

    def relocates_immediate(self):
        """Whether the relocation is that of the immediate, which stands last, not of an address."""
        relocation, end = self.instruction.relocation, self.instruction.next
        return relocation is not None and end is not None and \
            any(o.kind == "immediate" for o in self.operands) and \
            relocation.kind in ABSOLUTE and \
            relocation.address + ABSOLUTE[relocation.kind] == end[2]

    def read_memory(self, operand):
        if operand.segment == "fs" and not operand.terms and operand.displacement == 0x28:
            return values.CANARY
        address = self.address(operand)
        if address[0] == "got":
            return address[1]
        return self.analysis.load(self.instruction, self.state, address, operand.size)

    def read(self, index):
        operand = self.operands[index]
        if operand.kind == "immediate":
            return self.symbol() if self.relocates_immediate() else operand.value
        if operand.kind == "memory":
            self.check_mask(index)
            return self.read_memory(operand)
        value = self.state.get(operand.name)
        if operand.high:
            return values.mix(value)
        low = self.state.get(low_byte(operand.name))
        if operand.bits == 8 and low is not SECRET:
            return low
        return value if operand.bits >= 64 else values.truncate(value, operand.bits)

    def write(self, index, value):
        operand = self.operands[index]
        if operand.mask is not None and self.mask_is_secret(operand.mask):
            value = SECRET
        if operand.kind == "memory":
            self.check_mask(index)
            self.write_memory(operand, value)
        elif operand.bits >= 64:
            if operand.mask is not None and not operand.zeroing:
                value = values.mix(value, self.state.get(operand.name))
            self.set_register(operand.name, value)
        elif operand.bits == 32 and self.relocates_immediate():
            self.set_register(operand.name, value)  # code that may do so has addresses below 2^32
        elif operand.bits == 32:
            self.set_register(operand.name, values.truncate(value, 32))
        else:
            self.write_part(operand, value)

    def write_memory(self, operand, value):
        address = self.address(operand)
        if operand.mask is not None and address[0] == "s":
            value = values.mix(value, self.state.load(address, operand.size))
        self.analysis.store(self.instruction, self.state, address, operand.size, value)

    def set_register(self, name, value):
        self.state.set(name, value)
        self.state.set(low_byte(name), values.truncate(value, 8) if value[0] == "n" else SECRET)

    def write_part(self, operand, value):
        """The low 16 or 8 bits, or the second lowest 8: the rest of the register stays. A low
        byte that is public, beside a rest that is not, is remembered."""
        old = self.state.get(operand.name)
        if old == number(0) and not operand.high:
            self.state.set(operand.name, values.truncate(value, operand.bits))
        else:
            self.state.set(operand.name, values.mix(old, value))
        if not operand.high:
            low = values.truncate(value, 8) if operand.bits == 8 else SECRET
            self.state.set(low_byte(operand.name), low)

    def set_flags(self, value, flags=FLAGS):
        taint = values.mix(value) if value[0] != "s" else ANY
        for flag in flags:
            self.state.set(flag, taint)

    def set_exact_flags(self, value, exact, flags=FLAGS):
        """exact: carry, zero, sign, overflow, or None if only their taint, value's, is known."""
        self.set_flags(value, flags)
        for flag, bit in zip(("CF", "ZF", "SF", "OF"), exact or ()):
            if flag in flags:
                self.state.set(flag, number(bit))

    def bits(self):
        return self.operands[0].bits

    def same_registers(self):
        if len(self.operands) < 2:
            return False
        first, second = self.operands[-2:]
        return first.kind == second.kind == "register" and \
            (first.name, first.bits, first.high) == (second.name, second.bits, second.high)

    def mask_is_secret(self, mask):
        """Of the masks of 64-bit elements, at most eight, the low byte alone counts."""
        if self.state.get(mask) is not SECRET:
            return False
        wide = self.mnemonic.endswith(("64", "q", "pd"))
        return not wide or self.state.get(low_byte(mask)) is SECRET

    def check_mask(self, index):
        """What lies behind a secret mask may be unmapped in memory that is an argument, and the
        fault that is then suppressed takes time. The stack and constants are always there."""
        memory = self.operands[index]
        masks = [o.mask for o in self.operands if o.mask is not None]
        if not any(self.mask_is_secret(mask) for mask in masks):
            return
        if self.address(memory)[0] not in ("s", "r"):
            self.analysis.refuse(self.instruction, "address",
                                 "accesses memory under a mask that depends on a secret")

    # Moves.

    def move(self):
        """Also of vectors: what is known of one is known of its lowest 64 bits."""
        self.write(0, self.read(1))

    def move_mixed(self):
        self.write(0, values.mix(self.read(1)))

    def move_signed(self):
        self.write(0, values.sign_extend(self.read(1), self.operands[1].bits))

    def lea(self):
        address = self.address(self.operands[1])
        if self.operands[0].bits == 32:
            address = values.truncate(address, 32)
        self.write(0, address)

    def exchange(self):
        if self.same_registers():
            return  # xchg ax, ax is a long nop
        first, second = self.read(0), self.read(1)
        self.write(0, second)
        self.write(1, first)

    def push(self):
        self.machine.push(self.state, self.read(0))

    def pop(self):
        stack = self.state.get("rsp")
        value = self.state.load(stack, 8) if stack[0] == "s" else SECRET
        self.set_register("rsp", values.add(stack, number(8)))
        self.write(0, value)

    def leave(self):
        self.set_register("rsp", self.state.get("rbp"))
        stack = self.state.get("rsp")
        value = self.state.load(stack, 8) if stack[0] == "s" else SECRET
        self.set_register("rsp", values.add(stack, number(8)))
        self.set_register("rbp", value)

    def move_if(self):
        old, source = self.read(0), self.read(1)
        holds = self.condition_value("cmov")
        if holds is SECRET:
            self.write(0, SECRET)
        elif values.constant(holds) is None:
            self.write(0, values.join(old, source))
        else:
            self.write(0, source if values.constant(holds) else old)

    def set_if(self):
        self.write(0, self.condition_value("set"))

    def condition_value(self, prefix):
        """0 or 1, whichever is known, or 0..1, or SECRET."""
        flags = self.machine.condition(self.mnemonic, prefix)
        if any(self.state.get(flag) is SECRET for flag in flags):
            return SECRET
        decision = self.machine.decide(self.mnemonic[len(prefix):], flags, self.state)
        return number(0, 1) if decision is None else number(int(decision))

    def sign_to_edx(self):
        self.set_register("rdx", values.mix(self.state.get("rax")))

    def extend_accumulator(self):
        bits = 32 if self.mnemonic == "cdqe" else 16
        self.set_register("rax", values.sign_extend(self.state.get("rax"), bits))

    # Arithmetic.

    def add(self):
        a, b = self.read(0), self.read(1)
        result = values.add(a, b)
        self.set_exact_flags(result, values.flags_of_sum(a, b, self.bits()))
        self.write(0, result)

    def difference(self):
        """a - b. What the comparison of the stack canary tells is no secret."""
        a, b = self.read(0), self.read(1)
        if values.CANARY in (a, b):
            self.set_flags(ANY)
            return ANY
        taint = ANY if values.public(a) and values.public(b) else SECRET
        self.set_exact_flags(taint, values.flags_of_difference(a, b, self.bits()))
        return values.subtract(a, b)

    def subtract(self):
        if self.same_registers():
            self.set_exact_flags(ANY, (0, 1, 0, 0))
            self.write(0, number(0))
        else:
            self.write(0, self.difference())

    def compare(self):
        self.difference()
        first, bound = self.operands[0], values.constant(self.read(1))
        if first.kind == "register" and bound is not None \
                and self.read(0) == self.state.get(first.name):
            self.state.known["compared"] = ("compared", first.name, bound)

    def add_with_carry(self):
        operands = () if self.mnemonic == "sbb" and self.same_registers() else \
            (self.read(0), self.read(1))
        result = values.mix(self.state.get("CF"), *operands)
        self.set_flags(result)
        self.write(0, result)

    def increment(self):
        a = self.read(0)
        result = values.add(a, number(1))
        self.set_exact_flags(result, values.flags_of_sum(a, number(1), self.bits()), FLAGS[1:])
        self.write(0, result)

    def decrement(self):
        a = self.read(0)
        result = values.subtract(a, number(1))
        exact = values.flags_of_difference(a, number(1), self.bits())
        self.set_exact_flags(result, exact, FLAGS[1:])
        self.write(0, result)

    def negate(self):
        result = values.subtract(number(0), self.read(0))
        self.set_flags(result)
        self.write(0, result)

    def invert(self):
        self.write(0, values.subtract(number(-1), self.read(0)))

    def bit_and(self):
        a, b = self.read(0), self.read(1)
        if self.operands[0].kind == "register" and 0 <= (values.constant(b) or -1) <= 255:
            low = self.state.get(low_byte(self.operands[0].name))
            a = low if a is SECRET else a
        result = a if self.same_registers() else \
            values.conjunction(a, b, self.machine.ENTRY_STACK)
        self.set_conjunction_flags(a, b)
        self.write(0, result)

    def test(self):
        self.set_conjunction_flags(self.read(0), self.read(1))

    def set_conjunction_flags(self, a, b):
        public = values.public(a) and values.public(b) or number(0) in (a, b)
        self.set_exact_flags(ANY if public else SECRET,
                             values.flags_of_conjunction(a, b, self.bits()))

    def bit_or(self):
        a, b = self.read(0), self.read(1)
        exact = None
        if self.mnemonic == "xor" and self.same_registers():
            result, exact = number(0), (0, 1, 0, 0)
        elif self.mnemonic == "or" and values.constant(b) == -1:
            result = b
        elif self.mnemonic == "or" and self.same_registers():
            result = a
        elif values.CANARY in (a, b):
            result = ANY
        else:
            result = values.mix(a, b)
        self.set_exact_flags(result, exact)
        self.write(0, result)

    def multiply(self):
        if len(self.operands) == 1:
            self.multiply_wide()
            return
        a, b = self.read(-2), self.read(-1)
        factor = values.constant(b)
        if factor is not None and factor >= 0:
            result = values.multiply(a, factor)
        else:
            result = values.mix(a, b)
        self.set_flags(result)
        self.write(0, result)

    def multiply_wide(self):
        result = values.mix(self.state.get("rax"), self.read(0))
        self.set_register("rax", result)
        self.set_register("rdx", result)
        self.set_flags(result)

    def mulx(self):
        result = values.mix(self.state.get("rdx"), self.read(2))
        self.write(1, result)
        self.write(0, result)

    def adcx(self):
        self.add_with_one_flag("CF")

    def adox(self):
        self.add_with_one_flag("OF")

    def add_with_one_flag(self, flag):
        result = values.mix(self.state.get(flag), self.read(0), self.read(1))
        self.set_flags(result, (flag,))
        self.write(0, result)

    def shift_count(self):
        """Operands are (destination) for a shift by one, else (destination, ..., count)."""
        return number(1) if len(self.operands) == 1 else self.read(-1)

    def finish_shift(self, result):
        """With a count of 0 the flags stay as they were."""
        count = self.shift_count()
        flags = ("CF", "OF") if self.mnemonic[0] == "r" else FLAGS
        old = [self.state.get(flag) for flag in flags] if values.constant(count) is None else []
        self.set_flags(values.mix(result, *old), flags)
        self.write(0, result)

    def shift_left(self):
        count = values.constant(self.shift_count())
        if count is None or self.read(0)[0] != "n":
            self.finish_shift(values.mix(self.read(0), self.shift_count()))
        else:
            self.finish_shift(values.multiply(self.read(0), 2**count))

    def shift_right(self):
        count, value = values.constant(self.shift_count()), self.read(0)
        if count is not None and value[0] == "n" and value[1] >= 0:
            hi = value[2] if value[2] == values.INF else value[2] >> count
            self.finish_shift(number(value[1] >> count, hi))
        else:
            self.finish_shift(values.mix(value, self.shift_count()))

    def shift(self):
        carry = [self.state.get("CF")] if self.mnemonic in ("rcl", "rcr") else []
        self.finish_shift(values.mix(self.read(0), self.shift_count(), *carry))

    def shift_double(self):
        self.finish_shift(values.mix(*(self.read(i) for i in range(len(self.operands)))))

    def compute(self):
        self.write(0, values.mix(*(self.read(i) for i in range(1, len(self.operands)))))
        if self.mnemonic in ("andn", "bextr", "bzhi"):
            self.set_flags(self.read(0))

    def compute_with_flags(self):
        result = values.mix(self.read(1))
        self.write(0, values.mix(result, self.read(0)) if self.mnemonic[:2] == "bs" else result)
        self.set_flags(result)

    def byte_swap(self):
        self.write(0, values.mix(self.read(0)))

    def bit_test(self):
        if self.operands[0].kind == "memory" and self.operands[1].kind != "immediate":
            self.analysis.refuse(self.instruction, "instruction",
                                 "addresses memory by a bit number")
        self.set_flags(values.mix(self.read(0), self.read(1)), ("CF",))

    # The rest.

    def nothing(self):
        pass

    def string(self):
        """rep movs, rep stos: the count and both addresses must be public."""
        state, refuse = self.state, self.analysis.refuse
        copies = self.mnemonic == "movs"
        count = state.get("rcx") if self.instruction.prefixes else number(1)
        if count is SECRET:
            refuse(self.instruction, "argument", "its count depends on a secret")
        size = next(o.size for o in self.operands if o.kind == "memory")
        value = SECRET
        if copies:
            value = self.analysis.load(self.instruction, state, state.get("rsi"), 1)
        elif values.constant(state.get("rax")) == 0:
            value = number(0)
        else:
            value = values.mix(state.get("rax"))
        to = state.get("rdi")
        if to is SECRET:
            refuse(self.instruction, "address", "stores to an address that depends on a secret")
        else:
            self.analysis.store_count(state, to, values.multiply(count, size), value)
        self.set_register("rcx", number(0))
        self.set_register("rdi", values.add(to, values.multiply(count, size)))
        if copies:
            self.set_register("rsi", values.add(state.get("rsi"), values.multiply(count, size)))

    def store_control(self):
        self.write(0, ANY)

    def load_control(self):
        if self.read(0) is SECRET:
            self.analysis.refuse(self.instruction, "argument",
                                 "the control register depends on a secret")

    # Vectors.

    def vector(self):
        if self.same_registers() and SAME_IS_CONSTANT.match(self.mnemonic):
            ones = "pcmpeq" in self.mnemonic or "xnor" in self.mnemonic
            result = ANY if ones else number(0)
        else:
            result = values.mix(*(self.read(i) for i in range(1, len(self.operands))))
        self.write(0, result)

    def move_mask(self):
        """Compilers set the mask of eight elements in the low byte of a register."""
        self.vector()
        target, source = self.operands
        if target.kind == source.kind == "register":
            self.state.set(low_byte(target.name), self.state.get(low_byte(source.name)))

    def vector_in_place(self):
        ones = self.mnemonic.startswith("vpternlog") and values.constant(self.read(-1)) == 0xff
        if self.same_registers() and SAME_IS_CONSTANT.match(self.mnemonic):
            result = ANY if "pcmpeq" in self.mnemonic else number(0)
        elif ones:
            result = ANY
        else:
            result = values.mix(*(self.read(i) for i in range(len(self.operands))))
        self.write(0, result)

    def move_half(self):
        """Half of a vector register; the other half stays."""
        if self.operands[0].kind == "memory":
            self.write(0, values.mix(self.read(1)))
        else:
            self.write(0, values.mix(self.read(0), self.read(1)))

    def vector_test(self):
        self.set_flags(values.mix(self.read(0), self.read(1)))
