#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""The examples of docs/examples do what they are there for: their own commands are run, with a perf
that only pretends, for each outcome of a gate."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.append("/usr/lib/python3/dist-packages")  # Debian's, whichever Python this is

import junitparser
import yaml

from symdiff import BASE, NEW, PROGRAM, TOP, TestCase, main

EXAMPLES = TOP / "docs" / "examples"

# Limits, the exit status, and how each case ends in JUnit.
OUTCOMES = {
    "passed": ("--max net=20% --max copy=20%", 0, ["passed", "passed"]),
    "failed": ("--max net=20% --max allocator=30%", 1, ["passed", "Failure"]),
    "inconclusive": ("--max net=5%", 0, ["Skipped"]),
    "strict": ("--max net=5% --strict", 3, ["Failure"]),
    "growth": ("--max-growth allocator=20pp", 0, ["passed"]),
    "broken": ("--max net=20%", 2, ["Error"]),
}


class Examples(TestCase):
    def setUp(self):
        super().setUp()
        self.top = pathlib.Path(self.folder.name)
        bin_ = self.top / "bin"
        bin_.mkdir()
        for name, to in (("symdiff", PROGRAM), ("symdiff-capture", TOP / "scripts/symdiff-capture"),
                         ("perf", TOP / "tests/cli/fake-perf")):
            (bin_ / name).symlink_to(pathlib.Path(to).resolve())
        for name, text in (("sudo", '[ "$1" != -E ] || shift; exec "$@"'),
                           ("apt-get", 'echo "$@" >apt-get.log; ls $3 >/dev/null')):
            (bin_ / name).write_text(f"#!/bin/sh\n{text}\n")
            (bin_ / name).chmod(0o755)
        proc = self.top / "proc"
        proc.mkdir()
        (proc / "kallsyms").write_text("ffffffff81000000 T _text\n")
        self.env = {"PATH": f"{bin_}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8",
                    "SYMDIFF_RUNS": "2", "SYMDIFF_PROC": str(proc)}
        self.shell(self.top, "symdiff-capture -o base.d -r 2 -- true; "
                             "symdiff snapshot base.d -o base.sdiff.json.zst", FAKE_DATA=BASE)

    def repository(self, name):
        """With a baseline, a package and the script in ci/."""
        work = self.top / name.replace(" ", "-")
        (work / "ci").mkdir(parents=True)
        shutil.copy(EXAMPLES / "symdiff-gate.sh", work / "ci")
        shutil.copy(EXAMPLES / "symdiff.json", work / "ci")
        (work / "ci" / "symdiff_0_amd64.deb").write_text("")
        if name == "broken":
            (work / "ci" / "base.sdiff.json.zst").write_bytes(b"not a recording\n")
        else:
            shutil.copy(self.top / "base.sdiff.json.zst", work / "ci")
        return work

    def shell(self, work, script, check=True, **environment):
        return subprocess.run(["bash", "-e", "-c", script], cwd=work, check=check, text=True,
                              env={**self.env, "FAKE_DATA": NEW, **environment},
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)

    def check_reports(self, work, name):
        (suite,) = junitparser.JUnitXml.fromfile(str(work / "report" / "gate.xml"))
        self.assertEqual([type(case.result[0]).__name__ if case.result else "passed"
                          for case in suite], OUTCOMES[name][2], name)
        self.assertIn("### symdiff gate: " + {"passed": "pass", "failed": "fail", "broken": "error",
                                              "growth": "pass"}.get(name, "inconclusive"),
                      (work / "report" / "gate.md").read_text())
        if name != "broken":
            self.assertIn("ALLOCATOR", (work / "report" / "diff.md").read_text().upper())

    def test_shell(self):
        for name, (limits, status, _) in OUTCOMES.items():
            work = self.repository(name)
            done = self.shell(work, "ci/symdiff-gate.sh ci/base.sdiff.json.zst report -- "
                                    "perf bench sched messaging", check=False,
                              SYMDIFF_LIMITS=limits, SYMDIFF_LINK="https://ci.example/7")
            self.assertEqual(done.returncode, status, f"{name}: {done.stderr}")
            self.check_reports(work, name)
            if name == "failed":
                self.assertIn("max allocator=30%", done.stdout)
                self.assertIn("https://ci.example/7", (work / "report" / "gate.md").read_text())

    def test_shell_trouble(self):
        """Usage, a folder that is there, a benchmark that fails: status 2, never 0."""
        work = self.repository("trouble")
        done = self.shell(work, "ci/symdiff-gate.sh", check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("symdiff-gate.sh BASE OUT -- COMMAND", done.stderr)
        done = self.shell(work, "ci/symdiff-gate.sh ci/base.sdiff.json.zst out -- false", check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("nothing is kept", done.stderr)
        self.assertNotEqual(self.shell(work, "ci/symdiff-gate.sh ci/base.sdiff.json.zst out -- true",
                                       check=False).returncode, 0)

    def test_github(self):
        workflow = yaml.safe_load((EXAMPLES / "github-actions.yml").read_text())
        self.assertEqual(list(workflow), ["name", True, "jobs"])  # "on" is YAML's true
        (job,) = workflow["jobs"].values()
        for name, (limits, status, _) in OUTCOMES.items():
            work = self.repository(name)
            failed, printed = 0, ""
            for step in job["steps"]:
                self.assertLessEqual(set(step), {"uses", "name", "env", "run", "if", "with"})
                if "run" not in step or (failed and step.get("if") != "always()"):
                    continue
                env = {"GITHUB_STEP_SUMMARY": str(work / "summary"), **step.get("env", {})}
                if "SYMDIFF_LIMITS" in env:
                    self.assertEqual(env["SYMDIFF_LIMITS"], "--policy ci/symdiff.json")
                    env.update(SYMDIFF_LIMITS=limits, SYMDIFF_RUNS="2")
                done = self.shell(work, step["run"], check=False, **env)
                failed = failed or done.returncode
                printed += done.stdout
            self.assertEqual(failed, status, name)
            self.check_reports(work, name)
            self.assertIn("### symdiff gate", (work / "summary").read_text())
            self.assertEqual("::error" in printed, name in ("failed", "strict", "broken"), name)
            self.assertEqual("::warning" in printed, name == "inconclusive", name)

    def test_gitlab(self):
        (job,) = yaml.safe_load((EXAMPLES / "gitlab-ci.yml").read_text()).values()
        self.assertEqual(job["artifacts"]["when"], "always")
        for name, (limits, status, _) in OUTCOMES.items():
            work = self.repository(name)
            script = "\n".join(job["before_script"] + job["script"])
            done = self.shell(work, script, check=False, **{**job["variables"],
                              "SYMDIFF_LIMITS": limits, "SYMDIFF_RUNS": "2"})
            self.assertEqual(done.returncode, status, name)
            self.check_reports(work, name)
            self.assertTrue((work / job["artifacts"]["reports"]["junit"]).exists())

    def test_own_limits(self):
        """Those that the examples come with are taken by the program."""
        for path in ("github-actions.yml", "gitlab-ci.yml"):
            text = (EXAMPLES / path).read_text()
            limits = text.split("SYMDIFF_LIMITS: ")[1].split("\n")[0]
            work = self.repository(path)
            done = self.shell(work, "ci/symdiff-gate.sh ci/base.sdiff.json.zst report -- true", check=False,
                              SYMDIFF_LIMITS=limits)
            self.assertEqual(done.returncode, 1, done.stderr)
            suite = junitparser.JUnitXml.fromfile(str(work / "report" / "gate.xml"))
            self.assertEqual(suite.failures, 3)  # of three limits, two by when_inconclusive
            self.assertIn("allocator", (work / "report" / "gate.md").read_text())

    def test_policy(self):
        """The file is what docs/ci.md shows."""
        text = (TOP / "docs" / "ci.md").read_text()
        shown = re.search(r"(?m)^    \{\n(?:    .*\n)+?    \}\n", text)[0]
        self.assertEqual(json.loads(shown), json.loads((EXAMPLES / "symdiff.json").read_text()))


if __name__ == "__main__":
    main()
