#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The parts of scripts/prove: that facts are true, that certificates are checked, that the model is
the processor's, that what is wrong is refused for the right reason, and what is right is proved."""

import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

sys.dont_write_bytecode = True
try:
    import capstone  # noqa: F401
    import z3  # noqa: F401
except ModuleNotFoundError as missing:
    print("SKIPPED: there is no module %s (Debian: python3-z3, python3-capstone)" % missing.name)
    sys.exit(77)

import array_replay  # noqa: E402
import dots  # noqa: E402
import machine_code  # noqa: E402
import kernels  # noqa: E402
import mutants  # noqa: E402
import obligations  # noqa: E402
import replay  # noqa: E402
import scalars  # noqa: E402
from algebra import Integers, Poly  # noqa: E402
from machine import Refused  # noqa: E402
from obligations import Unproved  # noqa: E402
from x86_64 import X86  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
ARCHS = []
for name in kernels.MACHINES:
    compiler = mutants.COMPILERS[name]
    reason = replay.cannot_run(name) if shutil.which(compiler) else "there is no %s" % compiler
    if reason:
        print("SKIPPED: the tests of %s: %s" % (name, reason))
    else:
        ARCHS.append(name)


def functions_in(arch, text):
    image = mutants.assemble(arch, text.replace('"../../src/asm_abi.h"', '"../asm_abi.h"'))
    if image is None:
        raise ValueError("does not assemble:\n" + text)
    return image, machine_code.functions_of(machine_code.Object("sample", image))


def functions_of_file(name, arch):
    return functions_in(arch, (HERE / ("%s_%s.S" % (name, arch))).read_text())


class Algebra(unittest.TestCase):
    def test_division_and_its_facts(self):
        """Divisions of all sorts of polynomials: quotients, remainders, ranges, facts."""
        source = random.Random(2)
        for count in range(300):
            integers = (Integers, scalars.Packed)[count % 2]()
            names = ["x", "y", "z"]
            values = [integers.input(name, 64) for name in names]
            bit = integers.nonzero(values[0])
            found = []
            for _ in range(12):
                x, y = source.choice(values), source.choice(values + [bit])
                e = source.choice([x + y, x - y, x * y, x * 2 ** source.choice([1, 32, 63]),
                                   integers.divide(x, 52)[0] + y * 2 ** 12,
                                   x - y * 3 + 5, bit * (2 ** 64 - 1), 0 - bit,
                                   integers.select(bit, x, y)])
                k = source.choice([1, 2, 32, 63, 64])
                quotient, low = integers.divide(e, k)
                found.append((e, k, quotient, low))
                values.append(integers.low(low, 64))
            for _ in range(5):
                self.check_numbers(integers, found, {n: replay.limb(source) for n in names})

    def check_numbers(self, integers, found, inputs):
        symbols = integers.evaluate(inputs)
        for symbol, value in symbols.items():
            self.assertTrue(symbol.lo <= value <= symbol.hi)
        for fact in integers.facts:
            self.assertTrue(fact.lo <= fact.poly.evaluate(symbols) <= fact.hi)
        for e, k, quotient, low in found:
            number = e.poly.evaluate(symbols)
            self.assertEqual(quotient.poly.evaluate(symbols), number >> k)
            self.assertEqual(low.poly.evaluate(symbols), number % 2 ** k)
            for value in (e, quotient, low):
                self.assertTrue(value.lo <= value.poly.evaluate(symbols) <= value.hi)

    def test_equal_values_get_one_symbol(self):
        integers = Integers()
        x, y = integers.input("x", 64), integers.input("y", 64)
        self.assertEqual(integers.divide(x * 2 ** 32, 64)[0].poly, integers.divide(x, 32)[0].poly)
        self.assertEqual(integers.low(x + y * 2 ** 64, 64).poly, x.poly)
        low = integers.low(x + y, 64)
        self.assertEqual(integers.low(low + y * 2 ** 64, 64).poly, low.poly)

    def test_what_shifts_put_together(self):
        """x >> 52 | y << 12 has above its lowest 52 bits what y has above its lowest 40."""
        for kind, known in ((Integers, False), (scalars.Packed, True)):
            integers = kind()
            x, y = integers.input("x", 64), integers.input("y", 64)
            upper = integers.divide(y, 40)[0]
            word = integers.divide(x, 52)[0] + integers.low(y * 2 ** 12, 64)
            self.assertEqual(integers.divide(word, 52)[0].poly ==
                             integers.low(upper, 12).poly, known)

    def test_mask(self):
        integers = Integers()
        bit = integers.nonzero(integers.input("x", 64))
        mask = integers.low(0 - bit, 64)
        self.assertEqual(integers.mask_bit(mask, 64).poly, bit.poly)
        self.assertIsNone(integers.mask_bit(bit, 64))
        self.assertIsNone(integers.mask_bit(mask * 2, 64))


class Certificates(unittest.TestCase):
    def setUp(self):
        integers = Integers()
        self.x, self.y = (Poly.of(integers.new(name, 0, 9)) for name in "xy")

    def test_checked(self):
        # x >= 3, y >= x + 1, 2y <= 7: 2*(x - 3) + 2*(y - x - 1) + (7 - 2y) = -1.
        polys = [self.x - 3, self.y - self.x - 1, Poly.of(7) - self.y * 2]
        self.assertTrue(obligations.check_certificate(polys, [2, 2, 1]))
        self.assertFalse(obligations.check_certificate(polys, [2, 1, 1]))
        self.assertFalse(obligations.check_certificate(polys, [0, 0, 0]))
        self.assertFalse(obligations.check_certificate([self.x, self.x * -1 + 1], [1, 1]))
        self.assertFalse(obligations.check_certificate([self.x * -1, Poly.of(3)], [0, -1]))

    def test_found(self):
        rows = obligations.Rows()
        rows.between(self.x, 3, 9)
        rows.add(self.y - self.x - 1)
        self.assertTrue(rows.contradict(self.y * -2 + 7))
        self.assertFalse(rows.contradict(self.y * -2 + 8))  # y = 4
        self.assertTrue(rows.contradict(self.y * -2 + 7))   # the last question is forgotten


class Model(unittest.TestCase):
    def test_is_the_processors(self):
        """All that is modelled is executed, and agrees."""
        for arch in ARCHS:
            kinds, differences = replay.replay_probes(arch)
            self.assertEqual(differences, [])
            known = {name[3:].replace("b_", "b.") for name in dir(kernels.MACHINES[arch])
                     if name.startswith("op_")}
            self.assertEqual(known - kinds, set())

    @unittest.skipIf("x86_64" not in ARCHS, "the processor is another")
    def test_notices_a_wrong_model(self):
        def adc_without_carry(machine, target, source):
            machine.op_add(target, source)

        right, X86.op_adc = X86.op_adc, adc_without_carry
        try:
            self.assertNotEqual(replay.replay_probes("x86_64")[1], [])
        finally:
            X86.op_adc = right


class Samples(unittest.TestCase):
    @unittest.skipIf("x86_64" not in ARCHS, "the processor is another")
    def test_are_proved(self):
        _, functions = functions_of_file("samples", "x86_64")
        for function in functions.values():
            with self.subTest(function.name):
                self.assertGreater(kernels.prove(function).obligations, 0, function.name)


STORE = """
    movq    %rax, 0(%rdi)
    movq    %rcx, 8(%rdi)
    movq    %r8, 16(%rdi)
    movq    %r9, 24(%rdi)
    ret
"""
LOAD = """
    movq    0(%rsi), %rax
    movq    8(%rsi), %rcx
    movq    16(%rsi), %r8
    movq    24(%rsi), %r9
"""
ADD = """
    addq    0(%rdx), %rax
    adcq    8(%rdx), %rcx
    adcq    16(%rdx), %r8
    adcq    24(%rdx), %r9
"""
# slot, body, what the refusal must say. `cmov` with a flag of 1 is a copy of a, so bodies that
# copy show faults that are none of arithmetic.
FAULTS = {
    "unreduced": ("add", LOAD + ADD + STORE, "range: r < p|congruence"),
    "not_below_p": ("dbl", LOAD + """
        addq    %rax, %rax
        adcq    %rcx, %rcx
        adcq    %r8, %r8
        adcq    %r9, %r9
        sbbq    %r10, %r10
        movl    %r10d, %r11d            /* 2^256 - p = (1, -2^32, -1, 2^32 - 2), masked */
        movq    %r10, %rsi
        negq    %rsi
        notq    %r11
        movabsq $0xffffffff00000000, %rdx
        andq    %r10, %rdx
        addq    %rsi, %rax
        adcq    %rdx, %rcx
        adcq    %r10, %r8
        movl    $0xfffffffe, %edx
        movl    %edx, %edx
        andq    %r10, %rdx
        adcq    %rdx, %r9
        """ + STORE, "range: r < p|congruence"),
    "zero": ("neg", "xorl %eax, %eax\nxorl %ecx, %ecx\nxorl %r8d, %r8d\nxorl %r9d, %r9d\n" + STORE,
             "congruence"),
    "branch": ("add", LOAD + "addq 0(%rdx), %rax\njc 1f\n1:" + STORE,
               "branch that depends on data"),
    "zero_branch": ("add", LOAD + "testq %rax, %rax\njz 1f\n1:" + STORE,
                    "branch that depends on data"),
    "address": ("add", LOAD + "movq (%rdx, %rax), %rax" + STORE, "address that depends on data|"
                "constant that depends on data"),
    "number_as_address": ("add", LOAD + "movq (%rax), %rax" + STORE,
                          "address that depends on data"),
    "count": ("add", LOAD + "shlxq %rax, %rcx, %rcx" + STORE, "depends on data"),
    "division": ("add", LOAD + "xorl %edx, %edx\ndivq %rcx" + STORE, "not modelled"),
    "undefined_flag": ("mul", LOAD + "imulq %rax, %rcx\nadcq $0, %rax" + STORE, "not defined"),
    "overflow_flag": ("add", LOAD + "addq %rax, %rcx\nadoxq %rax, %rax" + STORE, "OF"),
    "flag_at_entry": ("add", LOAD + "adcq $0, %rax" + STORE, "not defined"),
    "uninitialised": ("add", LOAD + "addq %r11, %rax" + STORE, "before it has a value"),
    "callee_saved": ("add", LOAD + "movq %rax, %rbx" + STORE, "caller's rbx is lost"),
    "swapped_saved": ("add", LOAD + "pushq %rbx\npushq %rbp\npopq %rbx\npopq %rbp" + STORE,
                      "caller's rb"),
    "stack": ("add", LOAD + "pushq %rax" + STORE, "stack pointer"),
    "red_zone": ("add", LOAD + "movq %rax, -8(%rsp)" + STORE, "outside its own stack"),
    "return_address": ("add", LOAD + "movq %rax, 0(%rsp)" + STORE, "outside its own stack"),
    "stack_argument": ("add", LOAD + "movq 8(%rsp), %rax" + STORE, "outside its own stack"),
    "before_r": ("add", LOAD + "movq %rax, -8(%rdi)" + STORE, "outside its arguments"),
    "behind_a": ("add", LOAD + "movq 32(%rsi), %rax" + STORE, "outside its arguments"),
    "across_the_end": ("add", LOAD + "movq 28(%rsi), %rax" + STORE, "outside its arguments"),
    "store_to_a": ("add", LOAD + "movq %rax, 0(%rsi)" + STORE, "store to the input a"),
    "reads_r": ("add", "movq 0(%rdi), %r10" + LOAD + STORE, "never stored"),
    "a_byte": ("add", LOAD + "movb $0, 0(%rdi)" + STORE, "an access of 1 bytes"),
    "misses_a_word": ("add", LOAD + STORE.replace("movq    %r9, 24(%rdi)\n", ""), "not every word"),
    "jump_out": ("add", LOAD + "jmp .+1000" + STORE, "jump out of the function"),
    "endless": ("add", "1: jmp 1b\nret", "does not end"),
    "xor_select": ("add", LOAD + "xorq %rax, %rcx" + STORE, "exclusive or"),
    "upper_half_of_flag": ("cmov", """
        movq    %rsi, %r10
        movq    0(%rdi), %rax
        movq    8(%rdi), %rcx
        movq    16(%rdi), %r8
        movq    24(%rdi), %r9
        testq   %rdx, %rdx
        cmovnzq 0(%r10), %rax
        cmovnzq 8(%r10), %rcx
        cmovnzq 16(%r10), %r8
        cmovnzq 24(%r10), %r9
        """ + STORE, "congruence"),
    "vector": ("add", LOAD + "vpaddq %ymm0, %ymm0, %ymm0" + STORE, "not modelled"),
}


@unittest.skipIf("x86_64" not in ARCHS, "the processor is another")
class Faults(unittest.TestCase):
    def refusal(self, slot, body):
        name = "p256_%s_fault" % slot
        _, functions = functions_in("x86_64", '#include "../asm_abi.h"\nP256_FUNCTION %s, 3\n'
                                    "P256_SAVED\n%s\nP256_END %s\n" % (name, body, name))
        with self.assertRaises((Refused, Unproved)) as caught:
            kernels.prove(functions[name])
        return str(caught.exception)

    def test_each_is_refused_for_its_reason(self):
        for name, (slot, body, message) in FAULTS.items():
            with self.subTest(name):
                self.assertRegex(self.refusal(slot, body), message)

    def test_aliasing(self):
        """Right unless r is b: the first word is stored before the last of b is loaded."""
        _, functions = functions_of_file("samples", "x86_64")
        self.assertTrue(kernels.prove(functions["p256_sub_sample"]))
        text = (HERE / "samples_x86_64.S").read_text()
        late = text.replace("sbbq    24(%rdx), %rsi",
                            "movq %rcx, 0(%rdi)\nsbbq 24(%rdx), %rsi")
        self.assertNotEqual(late, text)
        # Storing r[0] early does no harm while only word 3 is loaded later,
        _, functions = functions_in("x86_64", late)
        self.assertTrue(kernels.prove(functions["p256_sub_sample"]))
        # but r[3] is what is loaded then.
        _, functions = functions_in("x86_64", late.replace("movq %rcx, 0(%rdi)",
                                                           "movq %rcx, 24(%rdi)"))
        with self.assertRaises(Unproved):
            kernels.prove(functions["p256_sub_sample"])

    def test_sums(self):
        text = (HERE / "samples_x86_64.S").read_text()
        for right, wrong, message in (
                ("adcq    $0, 64(%rsp)", "", "does not add|do not cancel"),
                ("adcq    %r15, 56(%rsp)", "addq    %r15, 56(%rsp)", "do not cancel"),
                ("addq    $32, %rdi", "addq    $24, %rdi", "not one pass|outside|before it has"),
                ("subq    $1, %rbp", "subq    $2, %rbp", ""),
                ("movq    $0, 64(%rsp)", "movq    $1, 64(%rsp)", ""),
                ("32, 40, 48, 56, 64", "32, 40, 48, 56", "not every word"),
                ("movq    0(%rsi), %rdx\n    mulxq   0(%rdi), %r8, %r9",
                 "movq    32(%rsi), %rdx\n    mulxq   0(%rdi), %r8, %r9", "outside its arguments")):
            with self.subTest(wrong):
                self.assertIn(right, text)
                _, functions = functions_in("x86_64", text.replace(right, wrong))
                with self.assertRaisesRegex((Refused, Unproved), message):
                    kernels.prove(functions["p256_dot_sample"])

    def test_arrays(self):
        text = (HERE / "samples_x86_64.S").read_text()
        head, tail = text[:text.rindex("P256_FUNCTION")], text[text.rindex("P256_FUNCTION"):]
        for right, wrong, message in (
                ("leaq    32(%rsi), %rsi", "leaq    24(%rsi), %rsi", "before it has a value"),
                ("leaq    32(%rdi), %rdi", "", "before it has a value"),
                ("decq    %rdx\n    jnz     1b", "decq    %rdx", "not one pass|closed|before it"),
                ("decq    %rdx", "subq    $2, %rdx", "before it has a value|no comparison"),
                ("sbbq    24(%rsi), %rbx", "movq %rcx, 0(%rdi)\nsbbq 24(%rsi), %rbx",
                 "loads after its first store"),
                ("2:", "2:  movq    %rcx, 0(%rdi)\n", "before it has a value|outside"),
                ("movq    %r8, 8(%rdi)", "movq    %r11, 8(%rdi)", "congruence")):
            with self.subTest(wrong):
                self.assertIn(right, tail)
                _, functions = functions_in("x86_64", head + tail.replace(right, wrong))
                with self.assertRaisesRegex((Refused, Unproved), message):
                    kernels.prove(functions["p256_vec_neg_sample"])

    def test_function_without_contract(self):
        _, functions = functions_in("x86_64", '#include "../asm_abi.h"\n'
                                    "P256_FUNCTION p256_other_bmi2, 2\nP256_SAVED\nret\n"
                                    "P256_END p256_other_bmi2\n")
        with self.assertRaises(machine_code.CodeError):
            kernels.prove(functions["p256_other_bmi2"])


# Kernel -> (compiler, what its version says)
COMPILERS = {"avx512": ("cc", r"\) 12\."), "avxifma": ("clang-19", "version 19")}


def compiled_functions(kernel):
    """By their names without p256_ and _KERNEL; none where another compiler makes others."""
    compiler, version = COMPILERS[kernel]
    text = shutil.which(compiler) and subprocess.run([compiler, "--version"], capture_output=True,
                                                     text=True, check=True).stdout.splitlines()[0]
    if "x86_64" not in ARCHS or not text or not re.search(version, text) or \
            not machine_code.llvm_objdump():
        return {}
    name = "arrays_%s.c" % kernel
    with tempfile.TemporaryDirectory() as directory:
        output = pathlib.Path(directory, name + ".o")
        subprocess.run([compiler, "-std=gnu11", "-O3", "-DNDEBUG", "-I",
                        machine_code.ROOT / "include", "-c", "-o", output,
                        machine_code.ROOT / "src" / "x86_64" / name], check=True)
        obj = machine_code.array_object(output, kernel)
    found = machine_code.array_functions(obj, kernel, kernels.COMPILED)
    return {function.slots[0]: function for function in found.values()}


# function, its first instruction that is changed (by mnemonic and operands, as regular
# expressions), what takes its place (None: nothing), what the refusal must say.
EIGHT_LANES_FAULTS = (
    ("dot_run", "vpmadd52luq", "", None, "congruence: not a sum of columns is added"),
    ("dot_run", "vpmadd52huq", "", "vpmadd52luq", "not added as in a pass"),
    ("dot_run", "vpandq", "", "vpaddq", "range: a word of the sum"),
    ("dot_run", "vpsrlq", "'imm', 52", None, "congruence"),
    ("dot_run", "vmovdqu64", "'zmm1'", None, "before it has a value"),
    ("dot_of_many", "sub", "'imm', 3584", None, "argument|too early|does not end|head|one pass"),
    ("dot_of_many", "add", "", None, "another argument"),
    ("dot_of_many", "call", "", None, "not every product|argument|elements"),
    ("dot_of_many", "vmovdqa64", "'mem'", None, "no sum of the products"),
    ("vec_scale_many", "call", "", None, "a call of p256_vec_scale_by_avx512"),
    ("vec_axpy_many", "push", "", None, "stack"),
    ("make_factor", "call", "", None, "before it has a value|never stored|no product"),
    ("make_factor", "shr", "'imm', 52", "shl", "congruence|ones in common"),
    ("make_factor", "adc", "", "add", "congruence"),
    ("reduce_lanes", "shl", "'imm', 4", None, "congruence"),
    ("reduce_lanes", "paddq", "", "movdqa", "congruence|not modelled"),
    ("vec_scale_by", "vpmadd52huq", "", None, "congruence"),
)


class OfAKernel:
    """What is tested of the functions of every kernel."""

    functions = faults = None

    def setUp(self):
        if not self.functions:
            self.skipTest("there is not the compiler, or no llvm-objdump")

    def test_are_proved(self):
        for name in set(kernels.COMPILED) - {"vec_mul", "vec_mul_add"}:  # which take long
            with self.subTest(name):
                self.assertTrue(kernels.prove(self.functions[name]))

    def test_faults_are_refused_for_their_reason(self):
        for name, mnemonic, operands, instead, message in self.faults:
            function = self.functions[name]
            old = next(i for i in function.instructions.values() if i.mnemonic == mnemonic and
                       re.search(operands, repr(i.operands)))
            new = old._replace(mnemonic=instead or "nop")
            with self.subTest("%s: %s" % (name, old.text)), \
                    self.assertRaisesRegex((Refused, Unproved), message):
                kernels.prove(mutants.with_fault(function, old, new))


class EightLanes(OfAKernel, unittest.TestCase):
    functions, faults = compiled_functions("avx512"), EIGHT_LANES_FAULTS

    def test_faults_in_every_product(self):
        for mnemonic, instead, message in (
                ("vpsllq", "vpsrlq", "congruence: a pass"),
                ("vpmadd52huq", "nop", "congruence"),
                ("vpunpcklqdq", "vpunpckhqdq", "congruence: a pass")):
            fault = function = self.functions["dot_run"]
            for old in function.instructions.values():
                if old.mnemonic == mnemonic:
                    fault = mutants.with_fault(fault, old, old._replace(mnemonic=instead))
            with self.subTest(mnemonic), self.assertRaisesRegex((Refused, Unproved), message):
                kernels.prove(fault)

    def test_ranges_of_sums(self):
        """With room for more products than there is, or less growth than there may be."""
        for name, value, message in (("PRODUCTS", 512, "congruence|range"),
                                     ("GROWTH", 400, "range: a word of the sum")):
            with self.subTest(name), mock.patch.object(dots, name, value), \
                    self.assertRaisesRegex((Refused, Unproved), message):
                kernels.prove(self.functions["dot_run"])
        with mock.patch.object(scalars, "GROWTH", 2 ** 11), self.assertRaises(Unproved):
            kernels.prove(self.functions["reduce_lanes"])

    def test_replay_notices(self):
        """What the model says of a fault is not what the processor does without it."""
        function = self.functions["dot_run"]
        old = next(i for i in function.instructions.values() if i.mnemonic == "vpsllq")
        fault = mutants.with_fault(function, old, old._replace(mnemonic="vpsrlq"))
        self.assertFalse(array_replay.same_words(function, fault))
        self.assertTrue(array_replay.same_words(function, function))


# The same of functions of four lanes.
FOUR_LANES_FAULTS = (
    ("dot_run", "vpmadd52luq", "", None, "congruence: not a sum of columns is added"),
    ("dot_run", "vpxor", "", None, "before it has a value"),
    ("dot_run", "vmovdqu", "'rsp'", None, "never stored"),
    ("dot_of_many", "vmovaps", "", None, "no sum of the products"),
    ("vec_scale", "ja", "", "jb", "mixed up"),
    ("vec_scale_by", "vpunpcklqdq", "", "vpunpckhqdq", "congruence"),
    ("vec_scale_by", "vpandn", "", "vpand", "and of two numbers"),
    ("vec_scale_by", "vpcmpgtq", "", None, "and of two numbers"),
    ("vec_scale_by", "vpor", "", "vpand", "and of two numbers"),
    ("vec_scale_by", "vpblendw", "", None, "congruence"),
    ("vec_scale_by", "vinserti128", "", None, "made of others"),
    ("vec_scale_by", "test", "'al'", None, "outside the arrays"),
)


class FourLanes(OfAKernel, unittest.TestCase):
    functions, faults = compiled_functions("avxifma"), FOUR_LANES_FAULTS


class Decoders(unittest.TestCase):
    def test_disagreement_is_an_error(self):
        image, _ = functions_of_file("samples", "x86_64")
        obj = machine_code.Object("sample", image)
        name, start, size, *_, section = next(s for s in obj.symbols if s[0] == "p256_add_sample")
        texts = machine_code.decode_with_objdump(obj)
        self.assertTrue(machine_code.decode(obj, section, start, size, texts))
        changed = {key: text.replace("adc ", "add ") for key, text in texts.items()}
        with self.assertRaises(machine_code.CodeError):
            machine_code.decode(obj, section, start, size, changed)


if __name__ == "__main__":
    unittest.main()
