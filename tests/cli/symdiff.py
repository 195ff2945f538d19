# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs the program that the build made (environment SYMDIFF) for tests from outside."""
import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
DATA = TOP / "tests" / "data"
BASE = str(DATA / "slub-2.6.24.txt")
NEW = str(DATA / "slub-2.6.25-rc4.txt")
PROGRAM = os.environ.get("SYMDIFF", str(TOP / "build" / "symdiff"))

Result = collections.namedtuple("Result", "status out err")


def run(*arguments, stdin=subprocess.DEVNULL, timeout=120, folder=None, **environment):
    """Run symdiff in @folder; bytes in, status and bytes out."""
    env = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", **environment}
    for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"):
        if name in os.environ:
            env[name] = os.environ[name]
    given = {"input": stdin} if isinstance(stdin, bytes) else {"stdin": stdin}
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, env=env,
                          timeout=timeout, check=False, cwd=folder, **given)
    return Result(done.returncode, done.stdout, done.stderr)


def read_json(*arguments):
    """Its JSON; fails the test if there is none."""
    result = run(*arguments, "--format", "json")
    if result.status != 0:
        raise AssertionError(f"exit status {result.status}: {result.err.decode()}")
    return json.loads(result.out)


class TestCase(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="symdiff-test-")
        self.addCleanup(self.folder.cleanup)

    def file(self, name, content):
        """A file of these bytes (or this text); its path."""
        path = pathlib.Path(self.folder.name) / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)

    def assert_trouble(self, result, *words):
        """Exit status 2, nothing on stdout, one line on stderr that has @words."""
        text = result.err.decode("utf-8", "strict")
        self.assertEqual(result.status, 2, text)
        self.assertEqual(result.out, b"")
        self.assertEqual(text.count("\n"), 1, text)
        self.assertTrue(text.startswith("symdiff: "), text)
        for word in words:
            self.assertIn(word, text)


def main():
    unittest.main(verbosity=2 if "-v" in sys.argv else 1)
