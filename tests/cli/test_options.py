#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""The table of options is the only list: help, and manual agree with it."""
import re

from symdiff import BASE, TOP, TestCase, main, run

MANUAL = TOP / "src" / "cli" / "symdiff.1"


def table():
    """(command, option, argument, help) of each row."""
    rows = run("--list-options").out.decode().splitlines()
    return [tuple(row.split("\t")[:4]) for row in rows]


class Options(TestCase):
    def test_help(self):
        for command, option, _, words in table():
            text = run(command, "--help").out.decode()
            self.assertRegex(text, rf"(?m)^ .*{option}\b")
            self.assertIn(words, " ".join(text.split()))

    def test_help_fits(self):
        for command in {row[0] for row in table()}:
            for line in run(command, "--help").out.decode().splitlines():
                self.assertLessEqual(len(line), 80, line)

    def test_input_formats(self):
        """Those that the help lists are taken."""
        text = run("--help").out.decode().split("Input formats", 1)[1].split("Exit status")[0]
        names = re.findall(r"(?m)^  ([a-z][a-z-]+) ", text)
        self.assertIn("opreport", names)
        for name in names:
            result = run("report", "--input-format", name, BASE)
            self.assertNotIn(b"no input format", result.err)
            if name in ("opreport", "text"):
                self.assertEqual(result.status, 0, name)

    def test_manual_has_all(self):
        text = MANUAL.read_text().replace("\\-", "-")
        options = set(re.findall(r"--[a-z][a-z-]+", text))
        self.assertEqual(options - {"--list-options"}, {row[1] for row in table()})
        for command in {row[0] for row in table()} - {"diff"}:
            self.assertIn(f".B symdiff {command}\n", text)

    def test_manual_is_well_formed(self):
        """Macros this page uses, balanced fonts, no bare hyphen in front of an option."""
        known = {"TH", "SH", "SS", "TP", "TQ", "PP", "B", "I", "BR", "BI", "RI", "RB", "IB", "IR", "br"}
        for number, line in enumerate(MANUAL.read_text().splitlines(), 1):
            if line.startswith(".") and not line.startswith('.\\"'):
                self.assertIn(line[1:].split()[0], known, number)
            self.assertNotRegex(line, r"(^|[\s.])--?[a-z]", number)
            self.assertEqual(len(re.findall(r"\\f[BI]", line)), len(re.findall(r"\\fR", line)),
                             number)


if __name__ == "__main__":
    main()
