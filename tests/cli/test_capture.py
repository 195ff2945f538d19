#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""symdiff-capture: a complete folder or none, and one line that says why. symdiff takes what it
makes, as a folder and as an archive. With a perf that only pretends, and where it may record with
the real one."""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tarfile
import time
import unittest

from symdiff import DATA, TOP, TestCase, main, read_json, run

CAPTURE = TOP / "scripts" / "symdiff-capture"
RECORDING = DATA / "perf_data" / "plain-s.perf.data"
REAL = shutil.which("perf")


class Capture(TestCase):
    def setUp(self):
        super().setUp()
        self.top = pathlib.Path(self.folder.name)
        (self.top / "bin").mkdir()
        (self.top / "bin" / "perf").symlink_to(TOP / "tests" / "cli" / "fake-perf")
        proc = self.top / "proc"
        (proc / "sys" / "kernel").mkdir(parents=True)
        for name, text in {
                "kallsyms": "ffffffff81000000 T _text\nffffffff81000010 T do_work\n",
                "slabinfo": "slabinfo - version: 2.1\n", "vmstat": "nr_free_pages 7\npgfault 10\n",
                "modules": "", "cmdline": "quiet\n", "sys/kernel/kptr_restrict": "1\n",
                "sys/kernel/perf_event_paranoid": "3\n"}.items():
            (proc / name).write_text(text)

    def capture(self, *arguments, real=False, **environment):
        """Run it in the test's folder. Standard output is always empty."""
        env = {"PATH": f"{self.top}/bin:{os.environ['PATH']}", "LC_ALL": "C.UTF-8",
               "SYMDIFF_PROC": f"{self.top}/proc", "FAKE_DATA": str(RECORDING), **environment}
        if real:
            env.update(PATH=os.environ["PATH"], SYMDIFF_PROC="/proc")
        done = subprocess.run([CAPTURE, *arguments], cwd=self.top, env=env, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, check=False)
        if "--help" not in arguments:
            self.assertEqual(done.stdout, "")
        return done

    def made(self):
        """What stands in the test's folder now, but for what the test put there."""
        return sorted(set(os.listdir(self.top)) - {"bin", "proc", "log"})

    def assert_refused(self, done, *words):
        self.assertEqual(done.returncode, 2, done.stderr)
        last = done.stderr.splitlines()[-1]
        self.assertTrue(last.startswith("symdiff-capture: "), last)
        for word in words:
            self.assertIn(word, last)
        self.assertEqual(self.made(), [])

    def list_of(self, name):
        return (self.top / name / "symdiff-bundle").read_text()


class Made(Capture):
    def test_folder(self):
        done = self.capture("-o", "base.d", "--", "sh", "-c", "echo 'Time: 1'; echo err >&2",
                            FAKE_COUNTERS="1")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(self.made(), ["base.d"])
        self.assertEqual(sorted(os.listdir(self.top / "base.d")),
                         ["build-ids", "cmdline", "kallsyms", "modules", "run1.output",
                          "run1.perf.data", "slabinfo.after", "slabinfo.before", "symdiff-bundle",
                          "uname", "vmstat.after", "vmstat.before"])
        self.assertEqual((self.top / "base.d" / "run1.output").read_text(), "Time: 1\nerr\n")
        text = self.list_of("base.d")
        self.assertIn("# command: sh -c 'echo '\\''Time: 1'\\''; echo err >&2'\n", text)
        self.assertIn("# not read: ", text)  # there is no lock_stat
        self.assertEqual(re.findall("(?m)^[a-z].*", text),
                         ["symdiff-bundle 1", "run run1.perf.data", "kallsyms kallsyms",
                          "evidence run1.output", "evidence slabinfo.before slabinfo.after",
                          "evidence vmstat.before vmstat.after"])

    def test_owner(self):
        """The kernel's addresses are for the owner alone, who is the one that used sudo."""
        done = self.capture("-o", "a.d", "--", "true", SUDO_UID="65534", SUDO_GID="65534")
        self.assertEqual(done.returncode, 0, done.stderr)
        for path in (self.top / "a.d", *(self.top / "a.d").iterdir()):
            self.assertEqual(path.stat().st_uid, os.getuid() or 65534, path)
        self.assertEqual((self.top / "a.d" / "kallsyms").stat().st_mode & 0o777, 0o600)
        self.assertEqual((self.top / "a.d").stat().st_mode & 0o777, 0o755)

    def test_no_counters(self):
        """cpu-clock is taken, and that is said."""
        done = self.capture("-o", "base.d", "--", "true", FAKE_LOG=f"{self.top}/log")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, r"\Asymdiff-capture: no hardware counters here: cpu-clock .*\n\Z")
        self.assertIn("record -q -N --buildid-all -e cpu-clock -F 997 -g -a -o", (self.top / "log").read_text())

    def test_options(self):
        done = self.capture("--output", "base.d", "--event", "instructions", "--frequency", "100",
                            "--no-callchains", "--command-only", "--runs", "2", "--", "true",
                            FAKE_LOG=f"{self.top}/log")
        self.assertEqual(done.returncode, 0, done.stderr)
        log = (self.top / "log").read_text()
        self.assertEqual(len(re.findall(r"(?m)^record -q -N --buildid-all -e instructions -F 100 -o \S+/run\d", log)), 2)
        self.assertNotIn("stat ", log)

    def test_in_turn(self):
        """Two settings, two commands: ABBA, each with its own setup before it."""
        done = self.capture("-o", "a.d", "-o", "b.d", "-r", "4", "--setup", "echo a >>log",
                            "-s", "echo b >>log", "--other", "echo B >>log", "--", "sh", "-c",
                            "echo A >>log", FAKE_COUNTERS="1")
        self.assertEqual(done.returncode, 0, done.stderr)
        # The first words are those of the probe.
        self.assertEqual((self.top / "log").read_text().split(), "a A b B b B a A".split() * 2)
        self.assertEqual(self.made(), ["a.d", "b.d"])
        for name in self.made():
            self.assertEqual(self.list_of(name).count("\nrun "), 4)
            self.assertNotIn("vmstat", self.list_of(name).split("run ")[-1])
        self.assertIn("# before each run: 'echo b >>log'", self.list_of("b.d"))

    def test_help(self):
        done = self.capture("--help")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        taken = {option for _, option in
                 re.findall(r"(?m)^\t(-\S+ \| )?(--[a-z-]+)\) ", CAPTURE.read_text())}
        manual = (TOP / "src" / "cli" / "symdiff-capture.1").read_text().replace("\\-", "-")
        self.assertEqual(set(re.findall(r"--[a-z-]+", done.stdout)), taken)
        self.assertEqual(set(re.findall(r"--[a-z][a-z-]+", manual)), taken)


class Refused(Capture):
    def test_usage(self):
        for arguments, words in (
                ([], ["-o BUNDLE is missing"]),
                (["-o", "x.d"], ["the command is missing"]),
                (["-o", "x.d", "true"], ["found 'true'", "after --"]),
                (["-o"], ["-o needs a value"]),
                (["-o", "x.d", "-r", "0", "--", "true"], ["--runs", "'0'"]),
                (["-o", "x.d", "-F", "fast", "--", "true"], ["--frequency", "'fast'"]),
                (["-o", "x.d", "-x", "--", "true"], ["unknown option '-x'"]),
                (["-o", "x.d", "-o", "x.d", "--", "true"], ["both folders are 'x.d'"]),
                (["-o", "x", "-o", "y", "-o", "z", "--", "true"], ["two folders at most"]),
                (["-o", "x", "--other", "y", "--", "true"], ["--other"]),
                (["-o", "x", "-s", "y", "-s", "z", "--", "true"], ["--setup"]),
                (["-o", "no/such/x.d", "--", "true"], ["no/such: no such folder"])):
            self.assert_refused(self.capture(*arguments), *words)

    def test_is_there(self):
        (self.top / "log").mkdir()
        self.assert_refused(self.capture("-o", "log/", "--", "true"), "log: is there already")

    def test_no_perf(self):
        (self.top / "bin" / "perf").unlink()
        for tool in ("sh", "bash", "dirname", "cat", "awk", "mktemp", "rm", "env"):
            (self.top / "bin" / tool).symlink_to(shutil.which(tool))
        self.assert_refused(self.capture("-o", "x.d", "--", "true", PATH=f"{self.top}/bin"),
                            "perf is not installed")

    def test_hidden_addresses(self):
        (self.top / "proc" / "kallsyms").write_text("0000000000000000 T _text\n" * 3)
        self.assert_refused(self.capture("-o", "x.d", "--", "true"), "addresses are hidden",
                            "kptr_restrict is 1", "perf_event_paranoid 3")

    def test_no_right(self):
        self.assert_refused(self.capture("-o", "x.d", "--", "true", FAKE_REFUSES="Access limited"),
                            "perf cannot record", "Access limited")

    def test_command_fails(self):
        done = self.capture("-o", "x.d", "--", "sh", "-c", "echo why; exit 3")
        self.assert_refused(done, "ended with status 3")
        self.assertIn("\nwhy\n", done.stderr)

    def test_setup_fails(self):
        self.assert_refused(self.capture("-o", "x.d", "-s", "exit 4", "--", "true"),
                            "x.d: the setup ended with status 4: exit 4")

    def test_nothing_recorded(self):
        empty = self.file("proc/empty", "")
        self.assert_refused(self.capture("-o", "x.d", "--", "true", FAKE_DATA=empty),
                            "recorded nothing")

    def test_signals(self):
        """The command ends, too, and nothing is left."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            started = self.top / "log"
            env = {**os.environ, "PATH": f"{self.top}/bin:{os.environ['PATH']}",
                   "SYMDIFF_PROC": f"{self.top}/proc", "FAKE_DATA": str(RECORDING)}
            script = "[ -e log ] && exec sleep 300; echo $$ >log; exec sleep 300"
            with subprocess.Popen([CAPTURE, "-o", "x.d", "--", "sh", "-c", script], cwd=self.top,
                                  env=env, stderr=subprocess.PIPE) as capture:
                while not (started.exists() and started.read_text().strip()):
                    time.sleep(0.02)
                capture.send_signal(number)
                capture.communicate()
            self.assertEqual(capture.returncode, 128 + number)
            self.assertEqual(self.made(), [])
            self.wait_for_end(started.read_text().strip())
            started.unlink()

    def wait_for_end(self, pid):
        """It was killed before, but need not be reaped yet."""
        for _ in range(500):
            try:
                if pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")")[1].split()[0] in "ZX":
                    return
            except (FileNotFoundError, ProcessLookupError):
                return
            time.sleep(0.02)
        self.fail(f"process {pid} still runs")


class Taken(Capture):
    """By symdiff: the runs become those of a side, under the name that the user gave."""

    def bundle(self, name, runs=2):
        done = self.capture("-o", name, "-r", str(runs), "--", "true")
        self.assertEqual(done.returncode, 0, done.stderr)
        return str(self.top / name)

    def packed(self, path, mode):
        name = f"{path}.tar"
        with tarfile.open(name, f"w{mode}") as archive:
            archive.add(path, "some-folder")
        return name

    def sums(self, document):
        return [(event["event"], event["total"], event["samples"]) for event in document["events"]]

    def test_one_run(self):
        path = self.bundle("a.d", 1)
        want = read_json("report", path + "/run1.perf.data")
        got = read_json("report", path)
        self.assertEqual(self.sums(got), self.sums(want))
        self.assertEqual(got["inputs"][0]["path"], path)

    def test_runs(self):
        path = self.bundle("a.d")
        files = [f"{path}/run{i}.perf.data" for i in (1, 2)]
        want = read_json("--base", *files, "--new", *files)
        for base, new in ((path, path), (path, self.packed(path, ":")),
                          (self.packed(path, ":xz"), path)):
            got = read_json(base, new)
            self.assertEqual(got["events"], want["events"])
            self.assertTrue(got["events"][0]["comparison"]["replicated"])
            self.assertEqual((got["base"]["path"], got["new"]["path"]), (base, new))
        self.assertEqual(read_json("--base", path, "--new", *files)["events"], want["events"])
        text = run(path, path).out.decode()
        self.assertIn("2 and 2 runs a side", text)
        self.assertNotIn("more", text.splitlines()[1])

    def test_gate_and_calibration(self):
        path = self.bundle("a.d", 3)
        self.assertEqual(run("gate", "--max", "allocator=99%", path).status, 0)
        self.assertEqual(run("calibrate", path).status, 0)

    def test_files_of_an_archive(self):
        path = self.bundle("a.d", 1)
        archive = self.packed(path, ":gz")
        self.assertEqual(self.sums(read_json("report", f"{archive}/some-folder/run1.perf.data")),
                         self.sums(read_json("report", path)))
        self.assert_trouble(run("report", f"{archive}/some-folder/absent"), "no such file")
        self.assert_trouble(run("report", f"{path}/uname/x"), "Not a directory")

    def test_evidence(self):
        """What was counted during the runs, not since boot; in an archive, too."""
        vmstat = self.top / "proc" / "vmstat"
        for name, faults in (("a.d", 1000), ("b.d", 3000)):
            vmstat.write_text("pgfault 5000000\npgalloc_normal 100\nnr_free_pages 7\n")
            done = self.capture("-o", name, "--", "sh", "-c",
                                f"sed -i 's/5000000/{5000000 + faults}/' {vmstat}")
            self.assertEqual(done.returncode, 0, done.stderr)
        base, new = str(self.top / "a.d"), str(self.top / "b.d")
        for sides in ((base, new), (self.packed(base, ":"), self.packed(new, ":xz"))):
            text = run("-v", "--width", 100, *sides).out.decode()
            self.assertRegex(text, r"pgfault +value +1000 +3000 +\+200")

    def test_damaged(self):
        path = self.bundle("a.d")
        listing = pathlib.Path(path) / "symdiff-bundle"
        good = listing.read_text()
        (self.top / "secret").write_bytes(RECORDING.read_bytes())
        (pathlib.Path(path) / "link").symlink_to(self.top / "secret")
        for text, words in ((good + "run ../secret\n", ["symdiff-bundle:", "of this folder"]),
                            (good + "evidence uname ../secret\n", ["of this folder"]),
                            (good + "evidence uname gone\n", ["'gone'", "no such file"]),
                            (good + "run\n", ["of this folder"]),
                            (good + f"run {self.top}/secret\n", ["of this folder"]),
                            (good + "run link\n", ["'link'", "no such file"]),
                            (good + "run gone.data\n", ["'gone.data'", "no such file"]),
                            (good + "trace x\n", ["'x'"]),
                            (good + "trace uname\n", ["found 'trace'"]),
                            (good.replace("bundle 1", "bundle 2"), ["'2'", "reads version 1"]),
                            ("symdiff-bundle 1\n", ["lists no run"]),
                            ("", ["expected 'symdiff-bundle 1'"]),
                            (good + "evidence uname\n" * 5000, ["more than 4096"]),
                            ("x" * (1 << 21), ["bytes"])):
            listing.write_text(text)
            self.assert_trouble(run("report", path), "symdiff-bundle", *words)

    def test_other_archives(self):
        archive = self.packed(self.file("x", "text"), ":")
        self.assert_trouble(run("report", archive), "x.tar", "symdiff-bundle")
        path = self.bundle("a.d")
        whole = pathlib.Path(self.packed(path, ":")).read_bytes()
        for part in range(0, 20480, 1024):  # cut short: what the list names is missing
            cut = self.file("cut.tar", whole[:part] if part else b"")
            self.assertIn(run("report", cut).status, (0, 2))

    def test_one_side_only(self):
        path = self.bundle("a.d")
        self.assert_trouble(run(path), "one side")
        self.assert_trouble(run("list", path), "one side")


@unittest.skipUnless(REAL, "there is no perf")
class Real(Capture):
    """With perf itself: what it recorded has the names of this kernel, by the copy made with it."""

    def test_all(self):
        done = self.capture("-o", "a.d", "-o", "b.d", "-r", "2", "--", "sh", "-c",
                            "for i in 1 2 3 4 5 6 7 8; do cat /proc/self/maps >/dev/null; done; "
                            "dd if=/dev/zero of=/dev/null bs=1M count=2000", real=True)
        if done.returncode == 2 and re.search("cannot record|are hidden", done.stderr):
            self.skipTest(done.stderr.strip().splitlines()[-1])
        self.assertEqual(done.returncode, 0, done.stderr)
        for name in ("a.d", "b.d"):
            self.assertIn("records in", (self.top / name / "run1.output").read_text())
        document = read_json(self.top / "a.d", self.top / "b.d")
        comparison = document["events"][0]["comparison"]
        self.assertTrue(comparison["replicated"])
        kernel = [row["symbol"] for row in document["events"][0]["symbols"]
                  if row["dso"] == "[kernel]" and row["symbol"] != "[unknown]"]
        lines = pathlib.Path("/proc/kallsyms").read_text().splitlines()
        known = {line.split()[2] for line in lines}
        self.assertTrue(kernel)
        self.assertEqual([name for name in kernel if name not in known], [])
        for warning in document["base"]["warnings"]:
            self.assertNotIn("no build-id proves", warning)


if __name__ == "__main__":
    main()
