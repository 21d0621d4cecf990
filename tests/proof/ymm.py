# SPDX-License-Identifier: MIT
"""The instructions of AVX2 and AVX-IFMA, on registers of 256 bits: the machine of vectors.py for
kernels of four lanes.

A compiler writes the same in more ways here than with AVX-512, which has one instruction for it:
where two shifts and an or are that, they become that term.
"""

import re

from machine import Refused
from vectors import Machine


class Ymm(Machine):

    def __init__(self, terms, function, calls):
        super().__init__(terms, function, calls)
        self.vector_stores = set()  # slots where a store of a whole register began

    def fork(self):
        other = super().fork()
        other.vector_stores = set(self.vector_stores)
        return other

    # Registers of 128 bits: the upper half of what is written becomes zero.

    def half(self, operand):
        """Two terms."""
        if operand[0] == "mem":
            if operand[1] != 16:
                raise Refused("a load that is not modelled")
            return self.words(operand)
        if not re.fullmatch(r"xmm\d+", operand[1]):
            raise Refused("an operand that is not modelled")
        return self.known("y" + operand[1][1:])[:2]

    def move(self, target, source):
        if target[0] == "reg" and target[1].startswith("xmm"):
            self.vectors["y" + target[1][1:]] = self.half(source) + [self.terms.const(0)] * 2
            return
        if target[0] == "mem":
            place = self.address(target)
            if place.region in ("stack", "frame"):
                self.vector_stores.add(self.slot(place, 0))
        self.op_vmovdqu64(target, source)

    op_vmovdqu = op_vmovups = move

    def op_vmovdqa(self, target, source):
        self.check_aligned(target, source)
        self.move(target, source)

    op_vmovaps = op_vmovdqa

    def op_vextracti128(self, target, source, which):
        if target[0] != "reg" or which != ("imm", 1):
            raise Refused("a part that is not modelled")
        self.vectors["y" + target[1][1:]] = self.vector(source)[2:] + [self.terms.const(0)] * 2

    def op_vinserti128(self, target, source, part, which):
        if which != ("imm", 1):
            raise Refused("a part that is not modelled")
        self.set_vector(target, self.vector(source)[:2] + self.half(part))

    # Moves between lanes

    def op_vperm2i128(self, target, first, second, choice):
        both, lanes = self.vector(first) + self.vector(second), []
        for bits in (choice[1] & 15, choice[1] >> 4):
            if bits > 3:
                raise Refused("a half that becomes zero")
            lanes += both[2 * bits:2 * bits + 2]
        self.set_vector(target, lanes)

    def op_vpblendw(self, target, first, second, choice):
        """Of each word of 64 bits the same 16-bit parts."""
        if choice[1] % 16 != choice[1] >> 4:
            raise Refused("a choice that is not the same in all lanes")
        self.set_vector(target, [self.blended(choice[1] % 16, x, y) for x, y in
                                 zip(self.vector(first), self.vector(second))])

    # Each lane by itself

    op_vbroadcastsd = Machine.op_vpbroadcastq
    op_vxorps = Machine.op_vpxor
    op_vpand, op_vpandn = Machine.op_vpandq, Machine.op_vpandnq

    def op_vpor(self, target, first, second):
        self.set_vector(target, [self.either(x, y) for x, y in
                                 zip(self.vector(first), self.vector(second))])

    def op_vpaddq(self, target, first, second):
        self.set_vector(target, [self.sum(x, y) for x, y in
                                 zip(self.vector(first), self.vector(second))])

    def op_vpcmpgtq(self, target, first, second):
        if set(self.vector(first)) != {self.terms.const(0)}:
            raise Refused("a comparison with what is not zero")
        self.lanewise(("sra", 63), target, second)

    def shifted(self, term, operation):
        """(distance, what is shifted) of a shift, else (None, None)."""
        node = self.terms.nodes[term]
        return node[1:] if node[0] == operation else (None, None)

    def sum(self, x, y):
        """With a carry out of top bits (see lanes.py) that is added as 0 or -1."""
        for number, carry in ((x, y), (y, x)):
            distance, word = self.shifted(carry, "sra")
            if distance == 63 and self.terms.nodes[word][0] == "andn":
                return self.less(number, self.terms.make("srl", 63, word))
        return self.terms.make("add", x, y)

    def less(self, number, carry):
        """Taken from what a mask adds, if there is that: a sum that wraps once is easier to show
        than one that may wrap twice."""
        operation, *parts = self.terms.nodes[number]
        if operation == "add":
            for one, other in (parts, parts[::-1]):
                if self.terms.nodes[other][0] == "and" and self.terms.nodes[one][0] != "and":
                    return self.terms.make("add", one, self.terms.make("sub", other, carry))
        return self.terms.make("sub", number, carry)

    def either(self, x, y):
        for low, high in ((x, y), (y, x)):
            right, lower = self.shifted(low, "srl")
            left, upper = self.shifted(high, "sll")
            if right is not None and left == 64 - right:
                return self.terms.make("shrd", right, lower, upper)
        return self.terms.make("or", x, y)

    def blended(self, choice, x, y):
        """What has of y the 16-bit parts chosen, the others of x."""
        if choice == 1 and self.shifted(x, "sll")[0] == 16 and self.shifted(y, "srl")[0] == 48:
            return self.either(x, y)
        return self.terms.make("blend", choice, x, y)
