# SPDX-License-Identifier: MIT
"""The mutations of a C source: all edits that edits() finds in the code it is given."""
import re

import asm_edits
from source_text import Edit, blank

TOKEN = re.compile(r'''
    (?P<space>(?:\s|\\\n)+)
  | (?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
  | (?P<number>0[xX][0-9a-fA-F.]+(?:[pP][+-]?\d+)?[uUlLfF]*|\d+(?:\.\d*)?(?:[eE][+-]?\d+)?[uUlLfF]*)
  | (?P<name>[A-Za-z_]\w*)
  | (?P<op><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||\+=|-=|\*=|/=|%=|&=|\|=|\^=|\#\#|.)
''', re.VERBOSE)
COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|/\*.*?\*/|//[^\n]*', re.DOTALL)
DIRECTIVE = re.compile(r'^[ \t]*#(?:[^\n]*\\\n)*[^\n]*', re.MULTILINE)
DEFINE = re.compile(r'[ \t]*#[ \t]*define[ \t]+(\w+)(\([^)]*\))?')

KEYWORDS = {'if', 'else', 'for', 'while', 'do', 'switch', 'case', 'default', 'return', 'break',
            'continue', 'goto', 'sizeof'}
TYPE_WORDS = {'void', 'char', 'short', 'int', 'long', 'unsigned', 'signed', 'float', 'double',
              'const', 'static', 'inline', 'extern', 'volatile', 'struct', 'enum', 'union',
              'register', 'typedef', '_Atomic', '__extension__', 'restrict', 'p256_fe'}
INTEGERS = r'(?:u?int(?:8|16|32|64)_t|size_t|unsigned|int|p256_u128|__mmask\d+)'

SWAPS = {'+': ['-'], '-': ['+'], '*': ['+'], '/': ['*'], '%': ['/'], '<<': ['>>'], '>>': ['<<'],
         '&': ['|'], '|': ['&'], '^': ['|'], '&&': ['||'], '||': ['&&'], '==': ['!='],
         '!=': ['=='], '<': ['<=', '>='], '<=': ['<', '>'], '>': ['>=', '<='], '>=': ['>', '<'],
         '+=': ['-='], '-=': ['+='], '*=': ['+='], '|=': ['&='], '&=': ['|='], '^=': ['|='],
         '<<=': ['>>='], '>>=': ['<<='], '++': ['--'], '--': ['++']}
PRECEDENCE = [['*', '/', '%'], ['+', '-'], ['<<', '>>'], ['<', '<=', '>', '>='], ['==', '!='],
              ['&'], ['^'], ['|']]
RANK = {op: rank for rank, ops in enumerate(PRECEDENCE) for op in ops}

# A called name has parts, split at underscores; a part has its counterpart.
CALL_SWAPS = {'adc': 'sbb', 'sbb': 'adc', 'add': 'sub', 'sub': 'add', 'adds': 'subs',
              'madd52lo': 'madd52hi', 'madd52hi': 'madd52lo', 'slli': 'srli', 'srli': 'slli',
              'sllv': 'srlv', 'srlv': 'sllv', 'shldi': 'shrdi', 'shrdi': 'shldi',
              'unpacklo': 'unpackhi', 'unpackhi': 'unpacklo', 'and': 'or', 'or': 'and',
              'andnot': 'and', 'xor': 'or', 'fmadd': 'fmsub', 'fmsub': 'fmadd', 'srai': 'srli',
              'mulhi': 'mullo', 'mullo': 'mulhi'}
COMMUTATIVE = re.compile(r'(?:^|_)(?:add|adc|mac|mul|dot|product|equal|strcmp|and|or|xor|min|max|'
                         r'add_\w+|mul_\w+|madd52\w*|fmadd|addcarry|addcll|cswap)(?:$|_)')
FACTORS_LAST = re.compile(r'(?:^|_)(?:mad(?:lo|hi)|PRODUCT)$')  # (..., factor, factor)
SUBTRAHENDS = re.compile(r'_subcll$')  # (minuend, subtrahend, borrow, &borrow)
SELECTS = re.compile(r'select|cmov|blend|_mask_|_maskz_')
MAKES_MASK = re.compile(r'^(?!_mm).*(?:^|_)mask(?:_|$)|^_mm\d*_\w+_mask$')
# No result depends on these: checks of another build, and barriers against compilers.
CHECKS = re.compile(r'^(?:P256_VERIFY\w*|_?[Ss]tatic_assert|PIN2?)$')


class Token:
    def __init__(self, kind, text, start):
        self.kind, self.text, self.start, self.end = kind, text, start, start + len(text)


def without_comments(text):
    return COMMENT.sub(lambda m: blank(m) if m.group()[0] == '/' else m.group(), text)


def tokenize(code, start, end):
    tokens, position = [], start
    while position < end:
        match = TOKEN.match(code, position, end)
        if match.lastgroup != 'space':
            tokens.append(Token(match.lastgroup, match.group(), position))
        position = match.end()
    return tokens


def regions(code):
    """Yields (name, parameters, tokens): each macro with a body, then each top-level item."""
    for match in DIRECTIVE.finditer(code):
        define = DEFINE.match(match.group())
        if define and not CHECKS.match(define.group(1)):
            tokens = tokenize(code, match.start() + define.end(), match.end())
            yield define.group(1), set(re.findall(r'\w+', define.group(2) or '')), tokens
    plain = DIRECTIVE.sub(blank, code)
    tokens, depth, item = tokenize(plain, 0, len(plain)), 0, []
    for token in tokens:
        item.append(token)
        depth += {'{': 1, '}': -1}.get(token.text, 0)
        if depth == 0 and token.text in ('}', ';'):
            if token.text == ';' or not is_initializer(item):
                yield item_name(item), set(), item
                item = []
    if item:
        yield item_name(item), set(), item


def is_initializer(item):
    """Whether the item that ends in a brace goes on to a semicolon: data, not a function."""
    depth = 0
    for i, token in enumerate(item):
        if token.text == '{' and depth == 0:
            return i == 0 or item[i - 1].text != ')'
        depth += {'(': 1, ')': -1}.get(token.text, 0)
    return True


def item_name(item):
    """The name of a function or variable: before the first parameter list, or before = or [."""
    for i, token in enumerate(item[1:], 1):
        if token.text in ('(', '=', '[', ';') and item[i - 1].kind == 'name':
            if item[i - 1].text not in ('_Atomic', '__attribute__'):
                return item[i - 1].text
    return item[0].text


class Region:
    """One macro body or top-level item, with what the rules ask about it."""

    def __init__(self, name, parameters, tokens, types, all_names):
        self.name, self.tokens, self.types, self.all_names = name, tokens, types, all_names
        self.match, stack = {}, []
        for i, token in enumerate(tokens):
            if token.text in '([{' and token.kind == 'op':
                stack.append(i)
            elif token.text in ')]}' and token.kind == 'op' and stack:
                j = stack.pop()
                self.match[i], self.match[j] = j, i
        self.integers = self.declared_integers()
        self.integers.update({p: 'uint64_t' for p in parameters})
        self.names = {t.text for t in tokens if t.kind == 'name'}
        self.excluded = self.excluded_tokens()

    def declared_integers(self):
        """Names declared with an integer type and no *, each with its type."""
        found = {}
        for i, token in enumerate(self.tokens):
            if not re.fullmatch(INTEGERS, token.text):
                continue
            j = i + 1
            while self.kind(j) == 'name' and self.text(j + 1) in ('=', ',', ';', ')'):
                found.setdefault(self.text(j), token.text)
                while self.text(j) not in (',', ';', ')', ''):
                    j = self.match[j] + 1 if self.text(j) in '([{' and j in self.match else j + 1
                if self.text(j) != ',' or self.is_type(j + 1):
                    break
                j += 1
        return found

    def excluded_tokens(self):
        """Indexes inside checks that this build compiles to nothing, or that are not code."""
        excluded = set()
        for i, token in enumerate(self.tokens):
            if token.kind == 'name' and CHECKS.match(token.text) and i + 1 in self.match:
                excluded.update(range(i, self.match[i + 1] + 1))
            if token.text == '__attribute__' and i + 1 in self.match:
                excluded.update(range(i, self.match[i + 1] + 1))
        return excluded

    def text(self, i):
        return self.tokens[i].text if 0 <= i < len(self.tokens) else ''

    def kind(self, i):
        return self.tokens[i].kind if 0 <= i < len(self.tokens) else ''

    def is_type(self, i):
        text = self.text(i)
        return (text in TYPE_WORDS or text in self.types or text.endswith('_t') or
                text == 'p256_u128' or re.match(r'__m(?:\d+[id]?|mask\d+)$', text) is not None or
                self.text(i - 1) in ('struct', 'enum', 'union'))

    def is_cast(self, close):
        """Whether the parenthesis that closes here holds a type name."""
        if self.text(close) != ')' or close not in self.match:
            return False
        inside = range(self.match[close] + 1, close)
        return (len(inside) > 0 and self.is_type(inside[0]) and
                all(self.is_type(i) or self.text(i) == '*' for i in inside) and
                self.kind(self.match[close] - 1) != 'name')

    def is_declared_at(self, i):
        return self.is_type(i - 1) or (self.text(i - 1) == '*' and self.is_type(i - 2))

    def is_array_length(self, i):
        """Whether this number is that of a declared array's elements."""
        if self.text(i - 1) != '[' or self.text(i + 1) != ']':
            return False
        start = i - 2
        while self.text(start - 1) and self.text(start - 1) not in ';{}()':
            start -= 1
        while self.text(start) in ('const', 'static', 'unsigned'):
            start += 1
        return (self.is_type(start) or (self.kind(start) == self.kind(start + 1) == 'name' and
                                        self.text(start) not in KEYWORDS)) and start < i - 2

    def is_operand_end(self, i):
        if self.kind(i) in ('number', 'string'):
            return True
        if self.kind(i) == 'name':
            return self.text(i) not in KEYWORDS and not self.is_type(i)
        return self.text(i) in (')', ']') and not self.is_cast(i)

    def is_binary(self, i):
        return self.is_operand_end(i - 1)

    def operand_end(self, i):
        """The index after the unary expression that begins at i, or i if there is none."""
        start = i
        while self.text(i) in ('*', '&', '~', '!', '-') or \
                (self.text(i) == '(' and self.is_cast(self.match.get(i, -1))):
            i = self.match[i] + 1 if self.text(i) == '(' else i + 1
        if self.text(i) == '(' and i in self.match:
            i = self.match[i] + 1
        elif self.kind(i) in ('name', 'number') and self.text(i) not in KEYWORDS:
            i += 1
        else:
            return start
        while True:
            if self.text(i) in ('[', '(') and i in self.match:
                i = self.match[i] + 1
            elif self.text(i) in ('.', '->'):
                i += 2
            else:
                return i

    def arguments(self, open_):
        """The (first, last) token indexes of the arguments in the parentheses that open here."""
        close, found, first, i = self.match[open_], [], open_ + 1, open_ + 1
        while i <= close:
            if self.text(i) == ',' or i == close:
                if i > first:
                    found.append((first, i - 1))
                first = i + 1
            i = self.match[i] + 1 if self.text(i) in ('(', '[', '{') else i + 1
        return found

    def edit(self, first, last, new, rule):
        return Edit(self.tokens[first].start, self.tokens[last].end, new, rule, self.name)

    def source(self, code, first, last):
        return code[self.tokens[first].start:self.tokens[last].end]


def changed_numbers(text):
    match = re.match(r'(0[xX])?([0-9a-fA-F]+)([uUlL]*)$', text)
    if not match:
        return ['(2 * %s)' % text]
    prefix, digits, suffix = match.group(1) or '', match.group(2), match.group(3)
    value = int(digits, 16 if prefix else 10)
    values = [value + 1, value - 1]
    if prefix and len(digits) == 16:
        values.append(value ^ (1 << 32))
    template = '0x%%0%dx' % len(digits) if prefix else '%d'
    return [template % v + suffix for v in values if 0 <= v < 2 ** 64]


def numbers(region, code):
    for i, token in enumerate(region.tokens):
        # An array that is longer is as good, a shorter one is for the address sanitizer.
        if token.kind != 'number' or region.is_array_length(i):
            continue
        if region.text(i - 2) == 'limb' and region.text(i - 1) == '[' and token.text in '0123':
            for step in (1, 3):
                yield region.edit(i, i, str((int(token.text) + step) % 4), 'other limb')
        else:
            for new in changed_numbers(token.text):
                yield region.edit(i, i, new, 'other constant')


def other_names(region, code):
    """t1 for t0, and so on round, among the names that stand in the same function."""
    for i, token in enumerate(region.tokens):
        match = re.match(r'(\w*?[A-Za-z_])(\d{1,2})$', token.text)
        if token.kind != 'name' or not match or region.is_type(i) or region.text(i + 1) == '(' or \
                region.is_declared_at(i):
            continue
        stem, number = match.groups()
        pool = region.all_names if stem.isupper() or '_' in stem and stem[0] == 'P' else region.names
        family = sorted(int(n[len(stem):]) for n in pool if re.match(stem + r'\d{1,2}$', n))
        other = family[(family.index(int(number)) + 1) % len(family)]
        if other != int(number):
            yield region.edit(i, i, stem + str(other), 'other name')


def operators(region, code):
    for i, token in enumerate(region.tokens):
        if token.kind != 'op' or i in region.excluded:
            continue
        if token.text in ('~', '!') or (token.text == '-' and not region.is_binary(i)):
            yield region.edit(i, i, '', 'operator dropped')
            continue
        if token.text in ('*', '&', '+', '-') and not region.is_binary(i):
            continue
        for new in SWAPS.get(token.text, []):
            yield region.edit(i, i, new, 'other operator')
        end = region.operand_end(i + 1)
        if token.text in RANK and token.text not in ('<', '<=', '>', '>=', '==', '!=') and \
                end > i + 1 and RANK.get(region.text(end), 9) >= RANK[token.text]:
            yield Edit(region.tokens[i - 1].end, region.tokens[end - 1].end, '',
                       'operand dropped', region.name)


def conditions(region, code):
    for i, token in enumerate(region.tokens):
        if token.text in ('if', 'while') and i + 1 in region.match:
            first, last = i + 2, region.match[i + 1] - 1
            yield region.edit(first, last, '!(%s)' % region.source(code, first, last),
                              'condition flipped')
        if token.text == 'for' and i + 1 in region.match:
            for j in range(i + 2, region.match[i + 1]):
                if region.text(j) == '<' and region.kind(j - 1) == 'name':
                    yield region.edit(j - 1, j - 1, region.text(j - 1) + ' + 1', 'loop shortened')


def casts(region, code):
    for i in range(len(region.tokens)):
        if region.text(i) == ')' and region.is_cast(i) and region.text(i - 1) != 'void' and \
                region.operand_end(i + 1) > i + 1:
            yield region.edit(region.match[i], i, '', 'cast dropped')


def calls(region, code):
    for i in range(len(region.tokens)):
        if region.kind(i) != 'name' or region.text(i + 1) != '(' or region.is_type(i) or \
                region.text(i) in KEYWORDS or i + 1 not in region.match or i in region.excluded:
            continue
        if region.is_declared_at(i):
            continue
        yield from call_edits(region, code, i)


def call_edits(region, code, i):
    name, close = region.text(i), region.match[i + 1]
    parts = name.split('_')
    for n, part in enumerate(parts):
        if part in CALL_SWAPS:
            yield region.edit(i, i, '_'.join(parts[:n] + [CALL_SWAPS[part]] + parts[n + 1:]),
                              'other function')
    if MAKES_MASK.match(name):
        call = region.source(code, i, close)
        for new in ('(~%s)' % call, 'UINT64_C(0)', '(~UINT64_C(0))'):
            yield region.edit(i, close, new, 'mask forced or flipped')
    arguments = region.arguments(i + 1)
    for first, last in arguments:
        yield from argument_edits(region, name, first, last)
    for (first, last), (next_first, next_last) in zip(arguments, arguments[1:]):
        if COMMUTATIVE.search(name if name not in ('PROC', 'FUNC') else region.text(i + 2)):
            continue
        if FACTORS_LAST.search(name) and (next_first, next_last) == arguments[-1]:
            continue
        if SUBTRAHENDS.search(name) and (first, last) == arguments[1]:
            continue
        one, two = region.source(code, first, last), region.source(code, next_first, next_last)
        if one != two and '(' not in one + two and (one[0] == '&') == (two[0] == '&'):
            between = code[region.tokens[last].end:region.tokens[next_first].start]
            yield region.edit(first, next_last, two + between + one, 'arguments swapped')


def argument_edits(region, callee, first, last):
    name = region.text(last)
    if region.kind(last) != 'name' or name not in region.integers:
        return
    if first == last:
        yield region.edit(first, last, '0', 'argument dropped')
        if SELECTS.search(callee):
            yield region.edit(first, last, '~' + name, 'mask flipped')
    elif region.text(first) == '&' and last == first + 1:
        kind = region.integers[name]
        yield region.edit(first, last, '&(%s){0}' % kind, 'carry dropped')
        yield region.edit(first, last, '&(%s){%s}' % (kind, name), 'carry not passed on')


def slot_arguments(region, code):
    """In a list of slots, PROC(slot, parameters, arguments): swaps the arguments."""
    for i in range(len(region.tokens)):
        if region.text(i) in ('PROC', 'FUNC') and region.text(i + 1) == '(' and \
                not COMMUTATIVE.search(region.text(i + 2)):
            first, last = region.arguments(i + 1)[-1]
            names = re.findall(r'\w+', region.source(code, first, last))
            if len(names) > 2:
                names[-2:] = names[:-3:-1]
                yield region.edit(first, last, '(%s)' % ', '.join(names), 'arguments swapped')


def statement_starts(region):
    """Indexes at which a statement begins."""
    for i in range(1, len(region.tokens)):
        before = region.text(i - 1)
        if before == '{':
            opener = region.text(i - 2)
            starts = opener in (')', 'else', 'do', ';', '{', '}') and \
                not (opener == ')' and region.is_cast(i - 2))
        elif before == ')':
            starts = region.text(region.match.get(i - 1, 0) - 1) in ('if', 'for', 'while', 'switch')
        else:
            starts = before in (';', '}', 'else', 'do')
        if starts:
            yield i


def inside_parentheses(region):
    inside = set()
    for i, j in region.match.items():
        if region.text(i) == '(':
            inside.update(range(i + 1, j + 1))
    return inside


def statements(region, code):
    inside = inside_parentheses(region)
    for i in statement_starts(region):
        if i in inside or region.text(i) in KEYWORDS - {'break', 'continue', 'return'} or \
                region.text(i) in ('{', '}', ';') or i in region.excluded:
            continue
        end = i
        while end < len(region.tokens) and region.text(end) != ';':
            end = region.match[end] + 1 if region.text(end) in ('(', '[', '{') and \
                end in region.match else end + 1
        if end >= len(region.tokens):
            continue
        if region.is_type(i):
            yield from initial_values(region, code, i, end)
        elif region.text(i) != 'return' or end == i + 1:
            yield region.edit(i, end - 1, '', 'statement dropped')


def initial_values(region, code, first, end):
    """In a declaration of integers, 0 in place of each initial value."""
    i = first
    while i < end:
        if region.text(i) == '=' and region.text(i - 1) in region.integers:
            last = i + 1
            while last < end and region.text(last) != ',':
                last = region.match[last] + 1 if last in region.match else last + 1
            if region.source(code, i + 1, last - 1) != '0':
                yield region.edit(i + 1, last - 1, '0', 'initial value dropped')
            i = last
        else:
            i += 1


def table_entries(region, code):
    for i in range(1, len(region.tokens)):
        if region.text(i) == '.' and region.text(i - 1) in ('{', ',') and region.text(i + 2) == '=':
            end = i
            while region.text(end) not in (',', '}', ''):
                end = region.match.get(end, end) + 1
            if region.text(end) == ',':
                yield region.edit(i, end, '', 'table entry dropped')


def assembly_in_strings(region, code):
    """The instructions in asm("..."): those of the strings before the first colon."""
    for i in range(len(region.tokens)):
        if region.text(i) not in ('asm', '__asm__'):
            continue
        j = i + 1
        while region.text(j) in ('volatile', '__volatile__'):
            j += 1
        for k in range(j + 1, region.match.get(j, j)):
            if region.kind(k) != 'string':
                break
            token = region.tokens[k]
            text = re.sub(r'\\[nt]', '; ', token.text[1:-1])
            for edit in asm_edits.instruction_edits(text, 'inline', region.name):
                yield Edit(edit.start + token.start + 1, edit.end + token.start + 1, edit.new,
                           edit.rule, region.name)


RULES = (numbers, other_names, operators, conditions, casts, calls, slot_arguments, statements,
         table_entries, assembly_in_strings)


def edits(code):
    """All mutations of C source with blanked comments, by position."""
    types = set(re.findall(r'typedef[^;]*?(\w+)\s*;', code))
    all_names = set(re.findall(r'[A-Za-z_]\w*', code))
    found = {}
    for name, parameters, tokens in regions(code):
        region = Region(name, parameters, tokens, types, all_names)
        excluded = [(region.tokens[i].start, region.tokens[i].end) for i in region.excluded]
        for rule in RULES:
            for edit in rule(region, code):
                if not any(start <= edit.start < end for start, end in excluded):
                    found.setdefault((edit.start, edit.end, edit.new), edit)
    return [found[key] for key in sorted(found)]
