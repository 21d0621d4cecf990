# SPDX-License-Identifier: MIT
"""What the C and the assembly mutations share: an edit of a source text, and its description."""
import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Edit:
    """Replaces text[start:end] by `new`. `function` encloses it; `rule` says what kind it is."""
    start: int
    end: int
    new: str
    rule: str
    function: str


def blank(match):
    """Spaces for a match, of the same length and with the same line ends."""
    return re.sub(r'[^\n]', ' ', match.group())


def line_of(text, position):
    return text.count('\n', 0, position) + 1


def squeeze(text):
    """One line without continuation marks and with single spaces."""
    return ' '.join(text.replace('\\\n', ' ').rstrip('\\').split())


def describe(code, edit):
    """The lines that an edit touches, before and after, from a text with blanked comments."""
    first = code.rfind('\n', 0, edit.start) + 1
    last = code.find('\n', edit.end)
    last = len(code) if last < 0 else last
    after = code[first:edit.start] + edit.new + code[edit.end:last]
    return squeeze(code[first:last]), squeeze(after)


def conditional_branches(code):
    """
    For each line (index 0 = line 1) the number of the preprocessor branch it stands in: 0
    outside all, else counted over #if, #elif, #else from the top. And for branches 1, 2, ...
    the index of the first line inside. `code` has its comments blanked.
    """
    branch_of_line, begins, stack = [], [], [0]
    for logical in re.findall(r'(?:[^\n]*\\\n)*[^\n]*\n?', code):
        lines = logical.rstrip('\n').count('\n') + 1 if logical else 0
        match = re.match(r'\s*#\s*(if|ifdef|ifndef|elif|else|endif)\b', logical)
        word = match.group(1) if match else ''
        if word in ('elif', 'else', 'endif'):
            stack.pop()
        branch_of_line += [stack[-1]] * lines
        if word and word != 'endif':
            begins.append(len(branch_of_line))
            stack.append(len(begins))
    return branch_of_line, begins
