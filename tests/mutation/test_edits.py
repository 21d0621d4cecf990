# SPDX-License-Identifier: MIT
"""The mutations that scripts/mutate makes, on small sources: those wanted are there, and none
where nothing is to be mutated."""
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
import asm_edits  # noqa: E402
import c_edits  # noqa: E402
import equivalent  # noqa: E402
from source_text import conditional_branches, describe  # noqa: E402


def mutants(edits, code):
    return {describe(code, edit) for edit in edits}


def c_mutants(text):
    code = c_edits.without_comments(text)
    return mutants(c_edits.edits(code), code)


def asm_mutants(text, arch='x86_64'):
    code = asm_edits.without_comments(text, arch == 'aarch64')
    return mutants(asm_edits.edits(code, arch), code)


class C(unittest.TestCase):
    def check(self, line, *wanted):
        """All of `wanted` are made of the line, in a function with some variables."""
        text = '''
            static uint64_t f(p256_fe *r, const uint64_t *t, size_t n, uint64_t carry)
            {
                uint64_t t0 = 0, t1 = 0, mask = 0;
                %s
                return t0 + t1 + mask;
            }
        ''' % line
        found = {after for before, after in c_mutants(text) if before == line}
        for after in wanted:
            self.assertIn(after, found)
        return found

    def test_constants(self):
        self.check('t0 = t1 >> 32;', 't0 = t1 >> 33;', 't0 = t1 >> 31;', 't0 = t1 << 32;')
        self.check('t0 = UINT64_C(0x00000000ffffffff);', 't0 = UINT64_C(0x0000000100000000);',
                   't0 = UINT64_C(0x00000000fffffffe);', 't0 = UINT64_C(0x00000001ffffffff);')
        self.assertNotIn('t0 = UINT64_C(0x10000000000000000);',
                         self.check('t0 = UINT64_C(0xffffffffffffffff);'))

    def test_carries(self):
        self.check('t0 = p256_adc(t0, t1, &carry);',
                   't0 = p256_adc(t0, t1, &(uint64_t){0});',
                   't0 = p256_adc(t0, t1, &(uint64_t){carry});',
                   't0 = p256_adc(t0, 0, &carry);', 't0 = p256_sbb(t0, t1, &carry);',
                   't0 = p256_adc(t0, t0, &carry);', ';')
        self.check('t0 = t0 + t1 + *t;', 't0 = t0 + t1;', 't0 = t0 + *t;', 't0 = t0 - t1 + *t;')

    def test_masks(self):
        self.check('mask = p256_mask_bit(carry);', 'mask = (~p256_mask_bit(carry));',
                   'mask = UINT64_C(0);', 'mask = (~UINT64_C(0));')
        self.check('t0 = (t0 & mask) | (t1 & ~mask);', 't0 = (t0 | mask) | (t1 & ~mask);',
                   't0 = (t0 & mask) & (t1 & ~mask);', 't0 = (t0 & mask) | (t1 & mask);')
        self.check('t0 = p256_select(mask, t0, t1);', 't0 = p256_select(~mask, t0, t1);',
                   't0 = p256_select(mask, t1, t0);')

    def test_limbs_and_casts(self):
        self.check('r->limb[0] = t0;', 'r->limb[1] = t0;', 'r->limb[3] = t0;', ';')
        self.check('t0 = (uint64_t)n << 8;', 't0 = n << 8;')

    def test_control(self):
        self.check('for (size_t i = 0; i < n; i++)', 'for (size_t i = 1; i < n; i++)',
                   'for (size_t i = 0; i + 1 < n; i++)', 'for (size_t i = 0; i <= n; i++)')
        self.check('if (n == 0)', 'if (n != 0)', 'if (!(n == 0))', 'if (n == 1)')

    def test_vectors(self):
        self.check('x = _mm512_madd52lo_epu64(x, a, b);', 'x = _mm512_madd52hi_epu64(x, a, b);')
        self.check('x = _mm512_unpacklo_epi64(a, b);', 'x = _mm512_unpackhi_epi64(a, b);',
                   'x = _mm512_unpacklo_epi64(b, a);')
        self.check('x = _mm256_permute4x64_epi64(a, 0x4e);',
                   'x = _mm256_permute4x64_epi64(a, 0x4f);')

    def test_factors_in_either_order(self):
        found = self.check('ADD_PRODUCT(t0, t1, *t, carry);', 'ADD_PRODUCT(t1, t0, *t, carry);')
        self.assertNotIn('ADD_PRODUCT(t0, t1, carry, *t);', found)
        found = self.check('t = __builtin_subcll(a, b, *c, &d);',
                           't = __builtin_subcll(b, a, *c, &d);')
        self.assertNotIn('t = __builtin_subcll(a, *c, b, &d);', found)

    def test_macro_bodies(self):
        self.assertIn(('t1 = p256_adc(t1, t0 << 32, &c_);', 't1 = p256_adc(t1, t0 << 33, &c_);'),
                      c_mutants('#define REDUCE(t0, t1) \\\n    t1 = p256_adc(t1, t0 << 32, &c_); '
                                '\\\n    t0 = 0;\n'))

    def test_tables(self):
        self.assertIn(('.add = add_x,', ''),
                      c_mutants('const struct k k = {\n.name = "x",\n.add = add_x,\n};\n'))

    def test_inline_assembly(self):
        self.assertIn(('__asm__("addq %1, %0\\n\\t" "adcq $0, %2" : "+r"(a));',
                       '__asm__("addq %1, %0\\n\\t" "addq $0, %2" : "+r"(a));'),
                      c_mutants('void f(void)\n{\n__asm__("addq %1, %0\\n\\t" "adcq $0, %2" '
                                ': "+r"(a));\n}\n'))
        self.assertFalse(any('%2, %1' in after for _, after in c_mutants(
            'void f(void)\n{\n__asm__("adds %0, %1, %2" : "=r"(a));\n}\n')))

    def test_nothing_elsewhere(self):
        self.assertEqual(set(), c_mutants('/* a + b */ // 1 + 2\n#include "x1.h"\n#if X > 1\n'
                                          '#endif\nint f(int a1, int *b);\n'))
        self.assertEqual(set(), c_mutants('void f(void)\n{\n    uint64_t x[4], y[5];\n}\n'))
        self.assertFalse(any('P256_VERIFY' in before for before, _ in
                             c_mutants('void f(uint64_t n)\n{\nP256_VERIFY(n <= 1);\n}\n')))


class Assembly(unittest.TestCase):
    def check(self, line, *wanted, arch='x86_64'):
        text = 'FUNCTION f\n%s\n%s\nret\n' % \
            (line, 'mov x0, x1\nmov v0.16b, v1.16b' if arch == 'aarch64' else
             'movq %rax, %rcx\nvmovdqu %ymm1, %ymm2')
        found = {after for before, after in asm_mutants(text, arch) if before == line}
        for after in wanted:
            self.assertIn(after, found)
        return found

    def test_carries(self):
        self.check('adcxq %rax, %rcx', 'adoxq %rax, %rcx', 'addq %rax, %rcx', '',
                   'adcxq %rcx, %rcx', 'adcxq %rcx, %rax')
        self.check('adoxq %rax, %rcx', 'adcxq %rax, %rcx', 'adcq %rax, %rcx')
        self.check('adcq $0, %rcx', 'addq $0, %rcx', 'sbbq $0, %rcx', 'adcq $1, %rcx')
        self.check('adcs x0, x0, x1', 'adds x0, x0, x1', 'adc x0, x0, x1', 'adcs x1, x0, x1',
                   arch='aarch64')

    def test_conditions(self):
        self.check('cmovc %rax, %rcx', 'cmovnc %rax, %rcx')
        self.check('jnz 1b', 'jz 1b', '')
        self.check('csel x0, x0, x1, cs', 'csel x0, x0, x1, cc', 'csel x0, x1, x0, cs',
                   arch='aarch64')
        self.check('b.ne 1b', 'b.eq 1b', arch='aarch64')

    def test_constants(self):
        self.check('shrq $32, %rcx', 'shrq $33, %rcx', 'shrq $31, %rcx', 'shlq $32, %rcx')
        self.check('movq 8(%rax), %rcx', 'movq 16(%rax), %rcx', 'movq 0(%rax), %rcx')
        self.check('.quad 0xffffffff00000001', '.quad 0xffffffff00000002',
                   '.quad 0xffffffff00000000', '.quad 0xfffffffe00000001')
        self.check('ldp x0, x1, [x0, #16]', 'ldp x0, x1, [x0, #24]', arch='aarch64')

    def test_lanes(self):
        self.check('vpunpcklqdq %ymm1, %ymm2, %ymm1', 'vpunpckhqdq %ymm1, %ymm2, %ymm1',
                   'vpunpcklqdq %ymm2, %ymm1, %ymm1')
        self.check('vpermq $0x4e, %ymm1, %ymm2', 'vpermq $0x4f, %ymm1, %ymm2')
        self.check('vmovdqu64 %ymm1, %ymm2{%k1}{z}', 'vmovdqu64 %ymm1, %ymm2{z}',
                   'vmovdqu64 %ymm1, %ymm2{%k1}')
        self.check('zip1 v0.2d, v0.2d, v1.2d', 'zip2 v0.2d, v0.2d, v1.2d', arch='aarch64')

    def test_macros_and_names(self):
        found = asm_mutants('#define t0 %r8\n#define t1 %r9\n'
                            '#define ROW(a) mulx a(%rsi), t0, t1; \\\n adcx t0, t1\n'
                            '.macro step x\nadox \\x, %r8\n.endm\nROW(8)\nstep t0\n')
        for pair in (('adcx t0, t1', 'adox t0, t1'), ('adox \\x, %r8', 'adcx \\x, %r8'), ('ROW(8)', ''), ('step t0', 'step t1')):
            self.assertIn(pair, found)

    def test_nothing_elsewhere(self):
        self.assertEqual(set(), asm_mutants('/* adc $1, %rax */ // add\n#include "../asm_abi.h"\n'
                                            '.p2align 4\nendbr64\n# adc\n'))


class Text(unittest.TestCase):
    def test_branches(self):
        lines, begins = conditional_branches('a\n#if X && \\\n  Y\nb\n#else\nc\n#endif\nd\n')
        self.assertEqual([0, 0, 0, 1, 0, 2, 0, 0], lines)
        self.assertEqual([3, 5], begins)

    def test_list(self):
        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory) / 'list'
            path.write_text('# comment\n\nsrc/a.c f\n- x = 1;\n+ x = 2;\n+ x = 0;\n- #2 y;\n+ ;\n'
                            '= it is\n= not read\n')
            listed = equivalent.read(path)
        self.assertEqual({('src/a.c', 'f', 'x = 1;', 'x = 2;', 1),
                          ('src/a.c', 'f', 'x = 1;', 'x = 0;', 1),
                          ('src/a.c', 'f', 'y;', ';', 2)}, set(listed))
        self.assertEqual({'it is not read'}, set(listed.values()))

    def test_numbers_of_those_that_read_the_same(self):
        numbers = {}
        self.assertEqual([1, 2, 1, 3], [equivalent.next_number(numbers, key) for key in 'aaba'])


if __name__ == '__main__':
    unittest.main()
