#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""The table of options is the only list: help, manual and completion agree with it."""
import os
import re
import subprocess

from symdiff import BASE, PROGRAM, TOP, TestCase, main, run

MANUAL = TOP / "src" / "cli" / "symdiff.1"
COMPLETION = TOP / "src" / "cli" / "symdiff.bash"


def table():
    """(command, option, argument, help) of each row."""
    rows = run("--list-options").out.decode().splitlines()
    return [tuple(row.split("\t")) for row in rows]


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


class Completion(TestCase):
    def complete(self, *words):
        script = f"""
            source {COMPLETION}
            COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
            _symdiff
            printf '%s\\n' "${{COMPREPLY[@]}}"
        """
        done = subprocess.run(["bash", "-c", script, "bash", PROGRAM, *words],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.folder.name,
                              env={"PATH": os.environ["PATH"]}, check=True, text=True)
        self.assertEqual(done.stderr, "")
        return set(done.stdout.split())

    def test_options(self):
        for command in {row[0] for row in table()}:
            said = self.complete(command, "--")
            self.assertEqual(said, {row[1] for row in table() if row[0] == command})
        self.assertEqual(self.complete("--same"), {"--same-work"})
        self.assertEqual(self.complete("report", "--same"), set())

    def test_commands_and_files(self):
        self.file("report.txt", "")
        self.assertEqual(self.complete("rep"), {"report", "report.txt"})

    def test_values(self):
        self.assertEqual(self.complete("--format", "m"), {"markdown", "mail"})
        os.mkdir(os.path.join(self.folder.name, "debug"))
        self.file("detail", "")
        self.assertEqual(self.complete("--debug-dir", "de"), {"debug"})
        self.assertEqual(self.complete("--vmlinux", "--f"), set())  # left to file names

    def test_formats(self):
        """Those that the program takes; each prints a report or a verdict."""
        names = self.complete("--format", "")
        known = re.search("one of (.*), not", run("report", "--format", "?", BASE).err.decode())[1]
        self.assertEqual(names, set(known.split(", ")))
        for name in names:
            self.assertIn(0, (run("report", "--format", name, BASE).status,
                              run("gate", "--format", name, "--max", "net=99%", BASE).status), name)


if __name__ == "__main__":
    main()
