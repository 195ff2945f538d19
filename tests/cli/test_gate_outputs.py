#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""What CI systems and mailing lists get: JUnit that a JUnit reader takes, annotations that nothing
in them can break, Markdown that fits, mail of 72 columns that says how it was made."""
import json
import pathlib
import re
import shlex
import subprocess
import sys
import xml.etree.ElementTree as xml

sys.path.append("/usr/lib/python3/dist-packages")  # Debian's, whichever Python this is

import junitparser

from symdiff import BASE, DATA, NEW, TestCase, main, run

LAB = sorted(str(path) for path in (DATA / "lab").glob("*.xz"))
ODD = 'a<b>"&,:%x=2%'  # a name that is trouble in every format

# The arguments of a gate, its exit status, and how each of its cases ends in JUnit.
OUTCOMES = {
    "pass": (["--max", "net=10%", NEW], 0, ["passed"]),
    "fail": (["--max", "net=10%", "--max", "allocator=30%", NEW], 1, ["passed", "Failure"]),
    "inconclusive": (["--max", "net=5%", NEW], 0, ["Skipped"]),
    "strict": (["--strict", "--max", "net=5%", NEW], 3, ["Failure"]),
    "growth": (["--max-growth", "allocator=2pp", BASE, NEW], 0, ["Skipped"]),
    "absent": (["--max", "net=5%", "--max", ODD, "absent.data"], 2, ["Error", "Error"]),
    "no bucket": (["--max", ODD, NEW], 2, ["Error"]),
    "no limit": ([NEW], 2, ["Error"]),
}


class JUnit(TestCase):
    def read(self, content):
        """As junitparser has it: the suite, and how each case ended."""
        path = self.file("junit.xml", content)
        subprocess.run(["xmllint", "--noout", path], check=True)
        (suite,) = junitparser.JUnitXml.fromfile(path)
        ends = [type(case.result[0]).__name__ if case.result else "passed" for case in suite]
        self.assertEqual(suite.tests, len(ends))
        self.assertEqual(suite.failures, ends.count("Failure"))
        self.assertEqual(suite.errors, ends.count("Error"))
        self.assertEqual(suite.skipped, ends.count("Skipped"))
        return suite, ends

    def test_outcomes(self):
        for name, (arguments, status, want) in OUTCOMES.items():
            result = run("gate", "--format", "junit", *arguments)
            self.assertEqual(result.status, status, name)
            _, ends = self.read(result.out)
            self.assertEqual(ends, want, name)

    def test_written_to_a_file(self):
        """Also when nothing could be judged, so that no CI system finds it missing or empty."""
        path = f"{self.folder.name}/out.xml"
        result = run("gate", "--format", "junit", "--output", path, "--max", "net=5%", "absent.data")
        self.assert_trouble(result, "absent.data")
        suite, ends = self.read(pathlib.Path(path).read_bytes())
        self.assertEqual(ends, ["Error"])
        self.assertIn("absent.data: No such file", list(suite)[0].result[0].message)

    def test_names(self):
        """Cases keep their names, whatever becomes of them: CI systems count by these."""
        names = {name: [case.name for case in self.read(run("gate", "--format", "junit",
                                                            *arguments).out)[0]]
                 for name, (arguments, _, _) in OUTCOMES.items()}
        self.assertEqual(names["fail"], ["max net=10%", "max allocator=30%"])
        self.assertEqual(names["inconclusive"], names["strict"])
        self.assertEqual(names["absent"], ["max net=5%", f"max {ODD}"])
        self.assertEqual(names["no limit"], ["input"])

    def test_names_of_a_policy(self):
        """Of limits that are of one event as well."""
        policy = self.file("policy", '{ "schema": "symdiff/policy/1", "events": { "CPU_CLK_UNHALTED": '
                                     '{ "net": { "max": "99%" } } } }')
        names = [[case.name for case in self.read(run("gate", "--format", "junit", "--policy", policy,
                                                      path).out)[0]] for path in (NEW, "absent")]
        self.assertEqual(names[0], ["max net=99% of CPU_CLK_UNHALTED"])
        self.assertEqual(names[0], names[1])

    def test_hostile_names(self):
        """Names with control characters, and characters that no XML may hold."""
        name = "k\x1b]0;x\x07\ufffe<!--"
        result = run("gate", "--format", "junit", "--set", f"{name}=__slab_alloc", "--max",
                     f"{name}=1%", NEW)
        self.assertEqual(result.status, 1, result.err)
        xml.fromstring(result.out)
        self.assertEqual(self.read(result.out)[1], ["Failure"])


class GitHub(TestCase):
    LINE = re.compile(r"::(error|warning|notice) title=[^:,\r\n]*::[^\r\n]*")

    def levels(self, *arguments):
        text = run("gate", "--format", "github", *arguments).out.decode()
        for line in text.splitlines():
            self.assertRegex(line, self.LINE)
            self.assertNotRegex(line, "%(?!25|0D|0A|3A|2C)")
        return re.findall("(?m)^::([a-z]+) title=(?!symdiff gate)", text)

    def test_levels(self):
        self.assertEqual(self.levels(*OUTCOMES["pass"][0]), [])
        self.assertEqual(self.levels(*OUTCOMES["fail"][0]), ["error"])
        self.assertEqual(self.levels(*OUTCOMES["inconclusive"][0]), ["warning"])
        self.assertEqual(self.levels(*OUTCOMES["strict"][0]), ["error"])
        self.assertEqual(self.levels(*OUTCOMES["absent"][0]), ["error"])

    def test_worst_first(self):
        """GitHub shows ten of each: what failed must not be beyond them."""
        self.assertEqual(self.levels("--max", "net=5%", "--max", "allocator=30%", NEW),
                         ["error", "warning"])

    def test_nothing_breaks_out(self):
        path = self.file("x\n::error::y", "")
        self.assertEqual(self.levels("--max", "net=5%", path), ["error"])
        self.assertEqual(self.levels("--max", "k\n::error::y=5%", NEW), ["error"])


class Markdown(TestCase):
    MOST = 65536  # characters of a comment on GitHub

    def many(self):
        rows = "".join(f"main;a_symbol_with_quite_a_long_name_{i};kfree_{i} {i}\n"
                       for i in range(1, 3000))
        return self.file("many", rows)

    def test_cut(self):
        path = self.many()
        for arguments in (["report", path], [path, path]):
            text = run(*arguments, "-v", "--format", "markdown", "--link",
                       "https://ci.example/1?a=<b>").out.decode()
            self.assertLess(len(text), self.MOST)
            self.assertRegex(text, r"\*\*\d{3,} lines more do not fit into a comment\*\*: "
                                   r"\[the whole report\]\(<https://ci.example/1\?a=%3Cb%3E>\)\n$")
            self.assertEqual(text.count("<details>"), text.count("</details>"))
            for line in text.splitlines():
                self.assertTrue(not line.startswith("|") or line.endswith("|"), line)

    def test_not_cut(self):
        text = run("--format", "markdown", BASE, NEW).out.decode()
        self.assertNotIn("do not fit", text)
        linked = run("--format", "markdown", "--link", "https://ci.example/1", BASE, NEW).out.decode()
        self.assertEqual(linked, text + "\n[the whole report](<https://ci.example/1>)\n")

    def test_gate(self):
        """Failures first: a comment that is cut must have them."""
        limits = [word for i in range(1500) for word in ("--max", f"net={10 + i}%")]
        text = run("gate", "--format", "markdown", *limits, "--max", "allocator=30%",
                   NEW).out.decode()
        self.assertLess(len(text), self.MOST)
        self.assertIn("| **FAIL** |", text.splitlines()[6])
        self.assertRegex(text, r"lines more do not fit into a comment\*\*\n$")


class Mail(TestCase):
    def runs(self):
        yield run("--format", "mail", BASE, NEW), 0
        yield run("--format", "mail", "--same-work", *LAB), 0
        yield run("gate", "--format", "mail", "--max", "allocator=30%", "--max-growth",
                  "allocator=2pp", BASE, NEW), 1

    def test_plain(self):
        """72 columns of ASCII, and no line that a mailer or `git am` would take for its own."""
        for result, status in self.runs():
            self.assertEqual(result.status, status, result.err)
            for line in result.out.decode("ascii").splitlines():
                self.assertLessEqual(len(line), 72, line)
                self.assertNotRegex(line, r"^(From |>|---|diff -|-- $|\.$)|\s$")

    def test_names_are_whole(self):
        name = "a_kernel_function_whose_name_is_longer_than_any_column_of_a_mail_can_be_wide"
        base = self.file("base", f"main;{name} 60\nmain;kfree 40\n")
        new = self.file("new", f"main;{name} 10\nmain;kfree 90\n")
        self.assertIn(name, run("--format", "mail", base, new).out.decode())

    def test_reproducible(self):
        """The command that it names prints the same again, odd words and all."""
        odd = self.file("it's a <profile>; $(x) #1", pathlib.Path(BASE).read_bytes())
        for arguments in (["--format", "mail", odd, NEW],
                          ["gate", "--format=mail", "--max", "allocator=30%", odd, f"{NEW}#1"]):
            text = run(*arguments).out.decode()
            line = re.search(r"(?s)To reproduce, with symdiff [\d.]+:\n\n  (symdiff .*)\n$", text)[1]
            words = shlex.split(line.replace("\\\n", " "))
            self.assertEqual(words[1:], arguments)
            shell = subprocess.run(["sh", "-c", f'symdiff() {{ printf "%s\\n" "$@"; }}\n{line}'],
                                   stdout=subprocess.PIPE, check=True, text=True).stdout
            self.assertEqual(shell.splitlines(), arguments)


class Notes(TestCase):
    """What a timer that is no NMI cannot see is said wherever it is judged."""

    def test_timer(self):
        flat = self.file("flat.txt", "# Samples: 1K of event 'cpu-clock'\n#\n"
                         "# Overhead  Shared Object      Symbol\n"
                         "    60.00%  [kernel.kallsyms]  [k] vfs_read\n"
                         "    40.00%  [kernel.kallsyms]  [k] _raw_spin_unlock_irqrestore\n")
        for name in "text", "markdown", "html", "mail", "junit", "github":
            out = run("gate", "--max", "allocator=30%", "--format", name, flat).out.decode()
            self.assertIn("no NMI", out, name)
            self.assertIn("in the bucket of that", " ".join(out.split()), name)
        notes = json.loads(run("gate", "--max", "allocator=30%", "--format", "json", flat).out)["notes"]
        self.assertEqual(len(notes), 1)
        cycles = self.file("cycles.txt", pathlib.Path(flat).read_text().replace("cpu-clock", "cycles"))
        self.assertEqual(json.loads(run("gate", "--max", "allocator=30%", "--format", "json",
                                        cycles).out)["notes"], [])

    def test_recordings(self):
        notes = json.loads(run("gate", "--max-growth", "allocator=2pp", "--format", "json",
                               *LAB).out)["notes"]
        self.assertTrue(any("is charged to whoever called" in note for note in notes), notes)
        self.assertTrue(any("slab debugging" in note for note in notes), notes)


if __name__ == "__main__":
    main()
