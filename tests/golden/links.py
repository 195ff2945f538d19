#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Links in the documents lead to files that are there, and to headings that these have."""
import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parents[2]
DOCUMENTS = [*TOP.glob("*.md"), *TOP.glob("docs/*.md")]


def anchors(path):
    """Those that GitHub makes of headings."""
    heads = re.findall(r"(?m)^#+ (.*)$", path.read_text())
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def broken(path):
    text = re.sub(r"(?m)^    .*$|`[^`\n]*`", "", path.read_text())  # what is shown is no link
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match("[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        to = path.parent / name if name else path
        if not to.exists() or (anchor and to.suffix == ".md" and anchor not in anchors(to)):
            yield f"{path.relative_to(TOP)}: {target}"


def main():
    wrong = [line for path in DOCUMENTS for line in broken(path)]
    print("\n".join(wrong), end="\n" if wrong else "")
    return bool(wrong) or not DOCUMENTS


if __name__ == "__main__":
    sys.exit(main())
