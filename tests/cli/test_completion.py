#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Completion in bash, zsh and fish knows what the table of options has, asked as a user would."""
import os
import pathlib
import re
import shutil
import subprocess
import unittest

from symdiff import BASE, PROGRAM, TOP, TestCase, main, run

CLI = TOP / "src" / "cli"
ROWS = [row.split("\t") for row in run("--list-options").out.decode().splitlines()]
COMMANDS = sorted({row[0] for row in ROWS})


class Completion(TestCase):
    def setUp(self):
        super().setUp()
        top = pathlib.Path(self.folder.name)
        (top / "bin").mkdir()
        (top / "bin" / "symdiff").symlink_to(PROGRAM)
        (top / "work" / "debug").mkdir(parents=True)
        (top / "work" / "vmlinux-6.18").write_text("")
        self.work = top / "work"
        self.env = {"PATH": f"{top}/bin:{os.environ['PATH']}", "HOME": str(top), "TERM": "dumb",
                    "LC_ALL": "C.UTF-8"}

    def shell(self, *command):
        return subprocess.run(command, cwd=self.work, env=self.env, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, check=True, text=True,
                              timeout=300).stdout


# An unfinished line, and the one word that must come of its last one; None: nothing does.
LINES = [
    ("symdiff repor", "report"),
    ("symdiff --same-w", "--same-work"),
    ("symdiff report --same-w", None),
    ("symdiff report --callch", None),
    ("symdiff report --calle", "--callers"),
    ("symdiff gate --stric", "--strict"),
    ("symdiff gate --format jun", "junit"),
    ("symdiff --format mai", "mail"),
    ("symdiff --color alw", "always"),
    ("symdiff -s chil", "children"),
    ("symdiff report --context soft", "softirq"),
    ("symdiff report --debug-dir de", "debug/"),
    ("symdiff --vmlinux vm", "vmlinux-6.18"),
    ("symdiff report vm", "vmlinux-6.18"),
]


class Bash(Completion):
    def complete(self, *words):
        script = f"""
            source {CLI / 'symdiff.bash'}
            COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
            _symdiff
            [ ${{#COMPREPLY[@]}} -gt 0 ] || COMPREPLY=($(compgen -f -- "${{@: -1}}"))
            printf '%s\\n' "${{COMPREPLY[@]}}"
        """
        return set(self.shell("bash", "-c", script, "bash", *words).split())

    def test_lines(self):
        for line, want in LINES:
            got = {word + "/" if (self.work / word).is_dir() else word
                   for word in self.complete(*line.split())}
            self.assertEqual(got, {want} if want else set(), line)

    def test_all_options(self):
        for command in COMMANDS:
            self.assertEqual(self.complete("symdiff", command, "--"),
                             {row[1] for row in ROWS if row[0] == command})

    def test_values(self):
        """Each word that is offered is taken."""
        for command, option, _, _, _, values in ROWS:
            words = self.complete("symdiff", command, option, "") if values else set()
            self.assertEqual(words, set(values.split()))
        known = re.search("one of (.*), not", run("report", "--format", "?", BASE).err.decode())[1]
        self.assertEqual(self.complete("symdiff", "report", "--format", ""), set(known.split(", ")))
        for name in self.complete("symdiff", "report", "--color", ""):
            self.assertEqual(run("report", "--color", name, BASE).status, 0)
        for name in self.complete("symdiff", "report", "--context", ""):
            self.assertEqual(run("report", "--context", name, BASE).status, 0)
        for name in self.complete("symdiff", "report", "--sort", ""):
            self.assertIn(0, [run(*command, "--sort", name, BASE).status
                              for command in (["report"], ["diff", BASE])], name)
        for name in self.complete("symdiff", "report", "--input-format", ""):
            self.assertNotIn(b"no input format",
                             run("report", "--input-format", name, BASE).err, name)


@unittest.skipUnless(shutil.which("zsh"), "there is no zsh")
class Zsh(Completion):
    def test_lines(self):
        folder = pathlib.Path(self.folder.name) / "functions"
        folder.mkdir()
        shutil.copy(CLI / "symdiff.zsh", folder / "_symdiff")
        out = self.shell("zsh", "-f", TOP / "tests" / "cli" / "complete.zsh", folder,
                         *(line for line, _ in LINES))
        for (line, want), got in zip(LINES, out.splitlines(), strict=True):
            self.assertEqual(got.strip(), f"{line.rsplit(' ', 1)[0]} {want}" if want else line)


@unittest.skipUnless(shutil.which("fish"), "there is no fish")
class Fish(Completion):
    def complete(self, lines):
        """What is offered for each line."""
        ask = "".join(f"echo =; complete -C '{line}'\n" for line in lines)
        out = self.shell("fish", "-N", "-c", f"source {CLI / 'symdiff.fish'}\n{ask}")
        return [{word.split("\t")[0] for word in block.splitlines()}
                for block in out.split("=\n")[1:]]

    def test_lines(self):
        for (line, want), got in zip(LINES, self.complete([line for line, _ in LINES]), strict=True):
            self.assertEqual(got, {want} if want else set(), line)

    def test_all_options(self):
        got = self.complete([f"symdiff {command} --" for command in COMMANDS])
        for command, words in zip(COMMANDS, got, strict=True):
            self.assertEqual(words, {row[1] for row in ROWS if row[0] == command}, command)


if __name__ == "__main__":
    main()
