# SPDX-License-Identifier: MIT
"""
The mutations of assembly in GAS syntax: x86-64 (AT&T operand order) and AArch64, in .S files
(with C macros and .macro) and in the strings of inline assembly.
"""
import re

from source_text import Edit, blank, squeeze

LABEL = re.compile(r'\s*([\w.$]+|"[^"]*"):')
STATEMENT = re.compile(r'\s*(?:rep\s+|lock\s+)?([A-Za-z][\w.]*)(?=\s|$|\()')
CONSTANT_DATA = re.compile(r'\s*\.(?:quad|xword|8byte|long|word|4byte|octa)\b')
NUMBER = re.compile(r'(?<![\w.%\\])(-?)(0[xX][0-9a-fA-F]+|\d+)(?![\w.])')
REGISTER_NAME = re.compile(r'%+(?:r\d+[dwb]?|[er]?[abcd][xlh]|[er]?[sd]il?|[er]?bp|k[0-7]|[xyz]mm\d+)'
                           r'|\b[xwvqdsh]\d{1,2}\b')
STACK = {'%rsp', '%esp', '%rip', 'sp', 'xzr', 'wzr'}

# Instructions that no value depends on; other checks watch over them.
NEUTRAL = re.compile(r'^(?:endbr64|bti|paci\w+|auti\w+|vzeroupper|nop\w*|prefetch\w*|prfm|hint)$')

# Macros of the platform, from a header, that are no instructions.
STRUCTURE = re.compile(r'.*(?:FUNCTION|END|RODATA|SAVED|RESTORING|RESTORED)$')

# (pattern, counterparts), the first match decides. Suffixes q, l of AT&T are kept.
MNEMONICS = [(re.compile('^(?:%s)$' % pattern), new) for pattern, new in (
    (r'adcx([ql]?)', [r'adox\1', r'add\1']),
    (r'adox([ql]?)', [r'adcx\1', r'adc\1']),
    (r'adc([ql]?)', [r'add\1', r'sbb\1']),
    (r'add([ql]?)', [r'adc\1', r'sub\1']),
    (r'sbb([ql]?)', [r'sub\1', r'adc\1']),
    (r'sub([ql]?)', [r'sbb\1', r'add\1']),
    (r'and([ql]?)', [r'or\1']),
    (r'or([ql]?)', [r'and\1']),
    (r'xor([ql]?)', [r'or\1']),
    (r'sa?hl([ql]?)|sal([ql]?)', [r'shr\1']),
    (r'shl([ql]?)', [r'shr\1']),
    (r'shr([ql]?)', [r'shl\1']),
    (r'sar([ql]?)', [r'shr\1']),
    (r'shld([ql]?)', [r'shrd\1']),
    (r'shrd([ql]?)', [r'shld\1']),
    (r'shlx([ql]?)', [r'shrx\1']),
    (r'shrx([ql]?)', [r'shlx\1']),
    (r'rol([ql]?)', [r'ror\1']),
    (r'ror([ql]?)', [r'rol\1']),
    (r'rorx([ql]?)', []),
    (r'inc([ql]?)', [r'dec\1']),
    (r'dec([ql]?)', [r'inc\1']),
    (r'neg([ql]?)', [r'not\1']),
    (r'not([ql]?)', [r'neg\1']),
    (r'andn([ql]?)', [r'and\1']),
    (r'vpadd([bwdq])', [r'vpsub\1']),
    (r'vpsub([bwdq])', [r'vpadd\1']),
    (r'vpand([dq]?)', [r'vpor\1']),
    (r'vpandn([dq]?)', [r'vpand\1']),
    (r'vpor([dq]?)', [r'vpand\1']),
    (r'vpxor([dq]?)', [r'vpor\1']),
    (r'vpsrl(v?[dq]+)', [r'vpsll\1']),
    (r'vpsll(v?[dq]+)', [r'vpsrl\1']),
    (r'vpsra(v?[dq])', [r'vpsrl\1']),
    (r'vpshld(v?[dq])', [r'vpshrd\1']),
    (r'vpshrd(v?[dq])', [r'vpshld\1']),
    (r'vpunpckl(\w+)', [r'vpunpckh\1']),
    (r'vpunpckh(\w+)', [r'vpunpckl\1']),
    (r'vpmadd52l(uq)', [r'vpmadd52h\1']),
    (r'vpmadd52h(uq)', [r'vpmadd52l\1']),
    (r'vpmuludq', ['vpmuldq']),
    (r'v(add|sub)(pd)', [r'vsub\2', r'vadd\2']),
    (r'vfmadd(\w+)', [r'vfmsub\1']),
    (r'vpcmpeq([dq])', [r'vpcmpgt\1']),
    (r'adcs', ['adds', 'adc']),
    (r'adds', ['adcs']),
    (r'sbcs', ['subs', 'sbc']),
    (r'subs', ['sbcs']),
    (r'sbc', ['sub']),
    (r'mul', ['umulh']),
    (r'umulh', ['mul']),
    (r'lsl', ['lsr']),
    (r'lsr', ['lsl']),
    (r'asr', ['lsr']),
    (r'orr', ['and']),
    (r'eor', ['orr']),
    (r'bic', ['and']),
    (r'mvn', ['mov']),
    (r'umull(2?)', [r'umlal\1']),
    (r'umlal(2?)', [r'umlsl\1']),
    (r'ushr', ['shl']),
    (r'usra', ['ushr']),
    (r'zip1', ['zip2']),
    (r'zip2', ['zip1']),
    (r'uzp1', ['uzp2']),
    (r'uzp2', ['uzp1']),
    (r'trn1', ['trn2']),
    (r'trn2', ['trn1']),
    (r'cbz', ['cbnz']),
    (r'cbnz', ['cbz']),
    (r'tbz', ['tbnz']),
    (r'tbnz', ['tbz']))]
X86_CONDITIONS = {'c': 'nc', 'b': 'ae', 'z': 'nz', 'e': 'ne', 's': 'ns', 'o': 'no', 'be': 'a',
                  'l': 'ge', 'le': 'g', 'p': 'np', 'nae': 'nb'}
X86_CONDITIONS.update({v: k for k, v in X86_CONDITIONS.items()})
X86_CONDITIONAL = re.compile(r'^(j|set|cmov)(%s)([ql]?)$' % '|'.join(X86_CONDITIONS))
ARM_CONDITIONS = {'eq': 'ne', 'cs': 'cc', 'hs': 'lo', 'mi': 'pl', 'vs': 'vc', 'hi': 'ls',
                  'ge': 'lt', 'gt': 'le'}
ARM_CONDITIONS.update({v: k for k, v in ARM_CONDITIONS.items()})
COMMUTATIVE = re.compile(r'^(?:vp?add|vpand[dq]?$|vp?or|vp?xor|vpmul|vpmadd|adds?|adcs?|mul|umulh|'
                         r'and|orr|eor|umull|umlal)')
# With three operands these are AArch64's, also where the text does not tell the architecture.
ARM_COMMUTATIVE = re.compile(r'^(?:adds?|adcs?|mul|umulh|and|orr|eor)$')


def other_mnemonics(mnemonic):
    conditional = X86_CONDITIONAL.match(mnemonic)
    if conditional:
        kind, condition, suffix = conditional.groups()
        return [kind + X86_CONDITIONS[condition] + suffix]
    if mnemonic.startswith('b.') and mnemonic[2:] in ARM_CONDITIONS:
        return ['b.' + ARM_CONDITIONS[mnemonic[2:]]]
    for pattern, counterparts in MNEMONICS:
        match = pattern.match(mnemonic)
        if match:
            found = [match.expand(new) for new in counterparts]
            return [new for new in found if new != mnemonic]
    return []


def split_operands(text, offset):
    """(start, end) of each operand: separated by commas outside of brackets, blanks trimmed."""
    found, depth, first = [], 0, 0
    for i, char in enumerate(text + ','):
        depth += {'(': 1, '[': 1, '{': 1, ')': -1, ']': -1, '}': -1}.get(char, 0)
        if char == ',' and depth <= 0:
            piece = text[first:i]
            if piece.strip():
                start = first + len(piece) - len(piece.lstrip())
                found.append((offset + start, offset + first + len(piece.rstrip())))
            first = i + 1
    return found


class Names:
    """The registers, and the names given to registers, that a file or string uses."""

    def __init__(self, text):
        self.named = {}
        for match in re.finditer(r'^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+(\S+)[ \t]*$|'
                                 r'^[ \t]*(\w+)[ \t]+\.req[ \t]+(\S+)', text, re.MULTILINE):
            name, register = match.group(1) or match.group(3), match.group(2) or match.group(4)
            if REGISTER_NAME.fullmatch(register) or register in self.named:
                self.named[name] = self.kind(register)
        self.macros = set(re.findall(r'^[ \t]*(?:\.macro|#[ \t]*define)[ \t]+(\w+)', text,
                                     re.MULTILINE))
        words = re.findall(r'%+\w+|(?<![\w%])[A-Za-z_]\w*', text)
        self.families = {}
        for word in words:
            kind = self.kind(word)
            if kind and word not in self.families.setdefault(kind, []):
                self.families[kind].append(word)

    def kind(self, word):
        """What a register may be replaced by: its width, or None for what is no register."""
        if word in STACK:
            return None
        if word in self.named:
            return self.named[word]
        if not REGISTER_NAME.fullmatch(word):
            return None
        match = re.match(r'%+([xyz])mm|%+(k)[0-7]|([xwvqdsh])\d', word)
        if match:
            return next(group for group in match.groups() if group)
        return 'r32' if re.match(r'%+(?:e|r\d+d)', word) else 'r64'

    def other(self, word):
        kind = self.kind(word)
        if not kind:
            return None
        # A file with names for its registers is kept to names, so that aliases do not hide it.
        family = [w for w in self.families.get(kind, []) if (w in self.named) == (word in self.named)]
        other = family[(family.index(word) + 1) % len(family)]
        return other if other != word else None


def without_comments(text, arm):
    text = re.sub(r'/\*.*?\*/', blank, text, flags=re.DOTALL)
    text = re.sub(r'//[^\n]*', blank, text)
    directive = r'(?!\s*(?:define|undef|include|if|ifdef|ifndef|elif|else|endif|error|pragma)\b)'
    text = re.sub(r'^[ \t]*#%s[^\n]*' % directive, blank, text, flags=re.MULTILINE)
    if not arm:
        text = re.sub(r'(?<=[^\n\s#])[ \t]+#(?!#)[^\n]*|(?<=;)#[^\n]*', blank, text)
    return text


def number_edits(text, offset, step, function):
    """A number by `step` more and less (not below zero, unless it was)."""
    for match in NUMBER.finditer(text):
        sign, digits = match.groups()
        value = int(digits, 0) if digits[:2].lower() == '0x' or digits == '0' else int(digits, 10)
        value = -value if sign else value
        values = [value + step, value - step]
        if len(digits) == 18:
            values.append(value ^ (1 << 32))
        for new in values:
            if -2 ** 63 <= new < 2 ** 64 and (new >= 0 or value < 0):
                shown = hex(new) if 'x' in digits.lower() else str(new)
                yield Edit(offset + match.start(), offset + match.end(), shown,
                           'other constant', function)


def operand_edits(text, start, end, names, arm, function):
    operand = text[start:end]
    immediate = operand.startswith('$') or (arm and not re.search(r'\[', operand))
    address = bool(re.search(r'[(\[]', operand))
    if immediate or address:
        yield from number_edits(operand, start, 8 if address else 1, function)
    for match in re.finditer(r'%+\w+|(?<![\w%$\\#])[A-Za-z_]\w*', operand):
        other = names.other(match.group())
        if other:
            yield Edit(start + match.start(), start + match.end(), other, 'other register',
                       function)
    for match in re.finditer(r'\{%+k\d\}|\{z\}', operand):
        yield Edit(start + match.start(), start + match.end(), '', 'lane mask dropped', function)
    if arm and operand in ARM_CONDITIONS:
        yield Edit(start, end, ARM_CONDITIONS[operand], 'condition flipped', function)
    if arm:
        match = re.match(r'(lsl|lsr|ror|asr)\b', operand)
        if match:
            new = 'lsr' if match.group() == 'lsl' else 'lsl'
            yield Edit(start, start + 3, new, 'other shift', function)


def swapped(text, one, two, function):
    (start, end), (next_start, next_end) = one, two
    if text[start:end] != text[next_start:next_end] and \
            not {text[start], text[next_start]} & {'$', '#'}:
        new = text[next_start:next_end] + text[end:next_start] + text[start:end]
        yield Edit(start, next_end, new, 'operands swapped', function)


def statement_edits(text, start, end, names, arm, function):
    """The mutations of one instruction or macro call, text[start:end]."""
    label = LABEL.match(text, start, end)
    while label:
        start = label.end()
        label = LABEL.match(text, start, end)
    if CONSTANT_DATA.match(text, start, end):
        offset = CONSTANT_DATA.match(text, start, end).end()
        yield from number_edits(text[offset:end], offset, 1, function)
        return
    match = STATEMENT.match(text, start, end)
    if not match:
        return
    mnemonic = match.group(1)
    drop = Edit(match.start(1), start + len(text[start:end].rstrip()), '', 'instruction dropped',
                function)
    if mnemonic.isupper() and mnemonic not in names.macros:
        if not STRUCTURE.match(mnemonic):
            yield drop  # such as one that saves a register
        return
    operands = split_operands(text[match.end():end], match.end())
    for new in other_mnemonics(mnemonic):
        yield Edit(match.start(1), match.end(1), new, 'other instruction', function)
    for operand_start, operand_end in operands:
        yield from operand_edits(text, operand_start, operand_end, names, arm, function)
    if len(operands) > 1 and not (arm and len(operands) < 3 and mnemonic.startswith(('ld', 'st'))):
        pairs = list(zip(operands, operands[1:]))
        is_arm = arm or len(operands) == 3 and ARM_COMMUTATIVE.match(mnemonic)
        inputs = pairs[-1] if is_arm else pairs[0]
        for pair in pairs:
            if pair != inputs or len(operands) == 2 or not COMMUTATIVE.match(mnemonic):
                yield from swapped(text, *pair, function)
    if not NEUTRAL.match(mnemonic):
        yield drop


def split_statements(text, start, end):
    """(start, end) of each statement of a line or macro body, separated by ; or line ends."""
    first = start
    for match in re.finditer(r';|\n', text[start:end]):
        yield first, start + match.start()
        first = start + match.end()
    yield first, end


def instruction_edits(text, arch, function):
    """The mutations of a string of instructions."""
    arm = arch == 'aarch64'
    names = Names(text)
    for start, end in split_statements(text, 0, len(text)):
        yield from statement_edits(text, start, end, names, arm, function)


def is_number_or_register(body, names):
    return re.fullmatch(r'\s*\S*\s*', body) is not None or names.kind(body.strip()) is not None


def function_on_line(line):
    """The function that a line begins: a label that is not local, or a macro with its name."""
    match = re.match(r'\s*([A-Za-z_]\w*):', line) or \
        re.match(r'\s*[A-Z0-9_]*FUNCTION\s*\(?\s*(\w+)', line) or \
        re.match(r'\s*\.macro\s+(\w+)', line)
    return match.group(1) if match else None


def edits(code, arch):
    """All mutations of a .S file with blanked comments, by position."""
    arm, names, function, found, position = arch == 'aarch64', Names(code), 'file', {}, 0
    for logical in re.findall(r'(?:[^\n]*\\\n)*[^\n]*\n?', code):
        start, end = position, position + len(logical)
        position = end
        # Continuation marks count as blanks, in a copy with the same offsets.
        text = code[:start] + logical.replace('\\\n', ' \n') + code[end:]
        directive = re.match(r'[ \t]*#[ \t]*(\w+)', logical)
        scope = function
        if directive and directive.group(1) != 'define':
            continue
        if directive:
            define = re.match(r'[ \t]*#[ \t]*define[ \t]+(\w+)(\([^)]*\))?', logical)
            start, scope = start + define.end(), define.group(1)
            body = text[start:end]
            if is_number_or_register(body, names):
                for edit in number_edits(body, start, 1, scope):
                    found.setdefault((edit.start, edit.end, edit.new), edit)
                continue
        else:
            function = scope = function_on_line(logical) or function
            if re.match(r'\s*\.(?!quad|xword|8byte|long|word|4byte|octa)\w+', logical):
                continue
        for first, last in split_statements(text, start, end):
            for edit in statement_edits(text, first, last, names, arm, scope):
                if squeeze(text[edit.start:edit.end]) != squeeze(edit.new):
                    found.setdefault((edit.start, edit.end, edit.new), edit)
    return [found[key] for key in sorted(found)]
