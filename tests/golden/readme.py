#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""README.md and docs/series.md show real output: below a line <!-- golden: NAME --> stands what that
case prints.

    readme.py            exit status 1 if it does not
    readme.py --update   put it there
"""
import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parents[2]
PAGES = (TOP / "README.md", TOP / "docs" / "series.md")

# The mark, and the indented block (if any) that follows it.
SHOWN = re.compile(r"(?m)^(<!-- golden: (\S+) -->\n\n)((?:(?:    .*)?\n)*?)(?=^\S)")


def command(name):
    for line in (TOP / "tests/golden/cases.txt").read_text().splitlines():
        words = line.split(None, 2)
        if words[:1] == [name]:
            return words[2]
    sys.exit(f"a page shows {name}, which is no golden case")


def block(match):
    """The command and its output, without what is white at line ends."""
    output = (TOP / "tests/data/golden" / f"{match[2]}.out").read_text()
    lines = [f"$ symdiff {command(match[2])}", *output.splitlines()]
    return match[1] + "".join(f"    {line}".rstrip() + "\n" for line in lines) + "\n"


def main():
    status = 0
    for page in PAGES:
        old = page.read_text()
        new, count = SHOWN.subn(block, old)
        if sys.argv[1:] == ["--update"]:
            page.write_text(new)
        elif new != old or not count:
            print(f"{page.name} does not show what symdiff prints: scripts/update-golden mends it")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
