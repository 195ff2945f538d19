#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""docs/tutorial.md and docs/ci.md show real commands with their real output: all indented lines that
begin with "$ " are run in order in one empty folder, and what follows each is what it prints. Of a
block below a line <!-- varies: WHY --> only the exit status counts, and it is passed over where its
commands cannot run.

    tutorial.py SYMDIFF            exit status 1 if something differs
    tutorial.py SYMDIFF --update   put the output there
    tutorial.py --installed        the commands as they stand, of an installed symdiff
"""
import difflib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
DOCUMENTS = ("tutorial.md", "ci.md")
EXAMPLES = "/usr/share/doc/symdiff/examples"

# A block: its mark, if any, and indented lines, of which the first is a command.
BLOCK = re.compile(r"(?m)^(<!-- varies: [^\n]* -->\n\n)?(    \$ (?:.*\n)(?:    .*\n|\n(?=    ))*)")


def can_record():
    return shutil.which("perf") and subprocess.run(
        ["perf", "record", "-q", "-a", "-e", "cpu-clock", "-o", "/dev/null", "--", "true"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0


class Runner:
    def __init__(self, program, folder):
        self.folder = folder
        self.failed = False
        path = os.environ["PATH"]
        if program:  # what is built, under the names that are installed
            (folder / ".bin").mkdir()
            (folder / ".bin" / "symdiff").symlink_to(pathlib.Path(program).resolve())
            (folder / ".bin" / "symdiff-capture").symlink_to(TOP / "scripts" / "symdiff-capture")
            (folder / ".bin" / "symdiff-gate.sh").symlink_to(TOP / "docs/examples/symdiff-gate.sh")
            path = f"{folder}/.bin:{path}"
        self.env = {"PATH": path, "LC_ALL": "C.UTF-8", "HOME": str(folder)}
        self.program = program

    def run(self, command):
        if self.program:
            command = command.replace(EXAMPLES, str(TOP / "tests" / "data"))
        return subprocess.run(["bash", "-c", command], cwd=self.folder, env=self.env, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False)

    def block(self, match):
        """The same block with what its commands print."""
        commands = [line[6:] for line in match[2].splitlines() if line.startswith("    $ ")]
        if match[1]:
            self.varying(commands)
            return match[0]
        lines = []
        for command in commands:
            lines.append(f"$ {command}")
            lines += self.run(command).stdout.splitlines()
        return "".join(f"    {line}".rstrip() + "\n" for line in lines)

    def varying(self, commands):
        if not can_record():
            print("passed over: nothing can be recorded here:", *commands, sep="\n  ")
            return
        for command in commands:
            done = self.run(command)
            if done.returncode:
                print(f"{command}\n  exit status {done.returncode}: {done.stdout}")
                self.failed = True


def main():
    installed = sys.argv[1:] == ["--installed"]
    docs = pathlib.Path("/usr/share/doc/symdiff/docs") if installed else TOP / "docs"
    update = sys.argv[2:] == ["--update"]
    status = 0
    for name in DOCUMENTS:
        old = (docs / name).read_text()
        with tempfile.TemporaryDirectory(prefix="symdiff-tutorial-") as folder:
            runner = Runner(None if installed else sys.argv[1], pathlib.Path(folder))
            new = BLOCK.sub(runner.block, old)
        if update:
            (docs / name).write_text(new)
        elif new != old:
            sys.stdout.writelines(difflib.unified_diff(old.splitlines(True), new.splitlines(True),
                                                       name, "what is printed"))
            print(f"docs/{name} does not show what symdiff prints: scripts/update-golden mends it")
            status = 1
        if runner.failed or not BLOCK.search(old):
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
