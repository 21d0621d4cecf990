# SPDX-License-Identifier: MIT
"""The list of mutations that change nothing a test could see (equivalent.txt)."""
import re
import sys


def show(key):
    """A mutant as it stands in the list."""
    path, function, before, after, number = key
    mark = '' if number == 1 else '#%d ' % number
    return '%s %s\n- %s%s\n+ %s' % (path, function, mark, before, after)


def next_number(numbers, key):
    """Of one more mutant with this key: how many there are so far, kept in `numbers`."""
    numbers[key] = numbers.get(key, 0) + 1
    return numbers[key]


def read(path):
    """{key: reason}. The form of the file is told at its head."""
    listed = {}
    for block in re.split(r'\n\s*\n', path.read_text()):
        lines = [line for line in block.split('\n') if line.strip() and not line.startswith('#')]
        if not lines:
            continue
        reason = ' '.join(line[1:].strip() for line in lines if line.startswith('='))
        place, pending = lines[0].split(), None
        if len(place) != 2 or not reason:
            sys.exit('%s: a block must begin with file and function, and have a reason (=):\n%s'
                     % (path, block))
        for line in lines[1:]:
            if line.startswith('- '):
                number = re.match(r'- #(\d+) (.*)', line)
                pending = (number.group(2), int(number.group(1))) if number else (line[2:], 1)
            elif line.startswith('+') and pending:
                key = (place[0], place[1], pending[0], line[2:], pending[1])
                if key in listed:
                    sys.exit('%s: listed twice:\n%s' % (path, show(key)))
                listed[key] = reason
            elif not line.startswith('='):
                sys.exit('%s: neither -, + nor =: %s' % (path, line))
    return listed
