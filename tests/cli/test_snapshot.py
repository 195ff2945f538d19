#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Snapshots: the same answers, whatever the order; and nothing believed of a damaged one."""
import json
import os
import pathlib
import random
import subprocess
import sys

from symdiff import BASE, DATA, NEW, PROGRAM, TOP, TestCase, main, run

RECORDING = str(DATA / "perf_data" / "plain-s.perf.data")


class Snapshots(TestCase):
    def path(self, name):
        return os.path.join(self.folder.name, name)

    def snapshot(self, name, *arguments):
        path = self.path(name)
        result = run("snapshot", *arguments, "-o", path)
        self.assertEqual((result.status, result.out), (0, b""), result.err)
        return path

    def runs(self):
        """Four runs with their own counts; two have the same path in other folders."""
        text = pathlib.Path(BASE).read_text()
        paths = []
        for number, name in enumerate(("r10.txt", "r9.txt", "r2.txt", "other.txt")):
            paths.append(self.file(name, text.replace("1253820", f"12538{number}0")))
        return paths

    def test_same_answers(self):
        """Reports, diffs and gates: of recordings, stacks, and some tables of each kind."""
        tables = pathlib.Path(self.path("tables"))
        tables.mkdir()
        for table in sorted((DATA / "tables").iterdir())[::4]:
            (tables / table.name).symlink_to(table)
        done = subprocess.run([sys.executable, TOP / "scripts" / "check-snapshots", "--symdiff",
                               PROGRAM, DATA / "perf_data", DATA / "lab", tables],
                              capture_output=True, text=True, check=False, timeout=600)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_path_of_the_original(self):
        taken = json.loads(run("report", "--format", "json", self.snapshot("a.json", BASE)).out)
        self.assertEqual(taken["inputs"][0]["path"], BASE)
        self.assertEqual(taken["inputs"][0]["format"], "opreport")

    def test_merge_is_a_union(self):
        """Commutative, associative, idempotent: for any grouping of the runs the same bytes."""
        runs = self.runs()
        expected = pathlib.Path(self.snapshot("all.json", *runs)).read_bytes()
        dice = random.Random(1)
        for turn in range(12):
            parts = [self.snapshot(f"{turn}.{n}.json", path) for n, path in enumerate(runs)]
            while len(parts) > 1:
                dice.shuffle(parts)
                taken, parts = parts[:2], parts[2:]
                parts.append(self.snapshot(f"{turn}.{len(parts)}.m.json", *taken))
            self.assertEqual(pathlib.Path(parts[0]).read_bytes(), expected)
        again = run("snapshot", self.path("all.json"), runs[0])
        self.assertEqual(again.out, expected)
        self.assertIn(b"1 run was given more than once, and kept once", again.err)

    def test_order_of_runs(self):
        runs = self.runs()
        document = json.loads(pathlib.Path(self.snapshot("all.json", *runs)).read_text())
        names = [os.path.basename(entry["input"]["path"]) for entry in document["runs"]]
        self.assertEqual(names, ["other.txt", "r2.txt", "r9.txt", "r10.txt"])

    def test_other_runs_of_one_path(self):
        """In CI every run is called perf.data: they are kept apart by content."""
        snapshots = []
        for number, path in enumerate(self.runs()):
            folder = pathlib.Path(self.path(f"job{number}"))
            folder.mkdir()
            os.rename(path, folder / "perf.txt")
            done = subprocess.run([PROGRAM, "snapshot", "perf.txt", "-o", "s.json"], cwd=folder,
                                  check=True)
            self.assertEqual(done.returncode, 0)
            snapshots.append(folder / "s.json")
        one = run("snapshot", *snapshots)
        self.assertEqual(one.err, b"")
        self.assertEqual(len(json.loads(one.out)["runs"]), 4)
        self.assertEqual(run("snapshot", *reversed(snapshots)).out, one.out)

    def test_runs_keep_their_spread(self):
        base = self.snapshot("base.json", *self.runs())
        event = json.loads(run("--format", "json", base, NEW).out)["events"][0]
        self.assertEqual(event["comparison"]["runs"], {"base": 4, "new": 1})
        one = json.loads(run("--format", "json", f"{base}#2", NEW).out)
        self.assertTrue(one["base"]["path"].endswith("r2.txt"))
        self.assertEqual(one["events"][0]["comparison"]["runs"], {"base": 1, "new": 1})
        listed = run("list", base).out.decode().splitlines()
        self.assertEqual(len(listed), 4)
        self.assertIn("r2.txt", listed[1])
        self.assert_trouble(run(f"{base}#5", NEW), "profile #5", "holds 4")
        self.assert_trouble(run(base), "4 runs, and a diff needs two sides")

    def test_of_a_capture(self):
        """It is called what the user called the folder, whose runs are its runs."""
        folder = pathlib.Path(self.path("base.d"))
        folder.mkdir()
        for path in self.runs()[:2]:
            os.rename(path, folder / os.path.basename(path))
        (folder / "symdiff-bundle").write_text("symdiff-bundle 1\nrun r10.txt\nrun r9.txt\n")
        kept = self.snapshot("base.json", folder)
        for options in (["--format", "json"], []):
            self.assertEqual(run(*options, kept, NEW), run(*options, folder, NEW))
        self.assertEqual(run("snapshot", kept).out, pathlib.Path(kept).read_bytes())

    def test_same_bytes_packed(self):
        plain, packed = self.snapshot("a.json", RECORDING), self.snapshot("a.json.zst", RECORDING)
        self.assertLess(os.path.getsize(packed), os.path.getsize(plain) * 0.6)
        self.assertEqual(run("snapshot", packed).out, pathlib.Path(plain).read_bytes())
        self.assert_trouble(run("snapshot", BASE, "-o", self.path("a.gz")), "zstd", "a.gz")

    def test_is_read_from_a_pipe(self):
        content = run("snapshot", BASE).out
        self.assertEqual(run("report", "--format", "json", "-", stdin=content).out,
                         run("report", "--format", "json", BASE).out)

    def test_keys_in_any_order(self):
        """As after jq -S ., which also breaks lines elsewhere; the checksum knows neither."""
        document = json.loads(run("snapshot", BASE).out)
        self.assertEqual(run("report", self.file("b.json", json.dumps(document, indent=3))).status,
                         0)
        del document["checksum"]
        path = self.file("a.json", json.dumps(document, sort_keys=True, indent=3))
        self.assertEqual(run("report", "--format", "json", path).out,
                         run("report", "--format", "json", BASE).out)

    def test_version_1(self):
        """Files that were written when there was no other version are read for good."""
        for name, original in (("slub-2.6.24-1", BASE),
                               ("samedata-folded-1", DATA / "tables" / "samedata-folded.base.txt")):
            kept = DATA / "snapshots" / f"{name}.sdiff.json"
            self.assertIn(b'"symdiff/snapshot/1"', kept.read_bytes())
            self.assertEqual(json.loads(run("report", "--format", "json", kept).out)["events"],
                             json.loads(run("report", "--format", "json", original).out)["events"])

    # What is kept.

    def test_overwrites_nothing(self):
        path = self.file("base.json", "precious")
        result = run("snapshot", BASE, "-o", path)
        self.assert_trouble(result, path, "File exists", "--overwrite")
        self.assertEqual(pathlib.Path(path).read_text(), "precious")
        self.assertEqual(run("snapshot", BASE, "-o", path, "--overwrite").status, 0)
        self.assertEqual(pathlib.Path(path).read_bytes(), run("snapshot", BASE).out)
        self.assertEqual(run("snapshot", path, NEW, "-o", path, "--overwrite").status, 0)
        self.assertEqual(len(json.loads(pathlib.Path(path).read_text())["runs"]), 2)

    def test_leaves_nothing_half_written(self):
        kept = self.file("base.json", "precious")
        bad = self.file("bad.txt", "no profile\n")
        self.assert_trouble(run("snapshot", BASE, bad, "-o", kept, "--overwrite"), "bad.txt")
        self.assert_trouble(run("snapshot", bad, "-o", self.path("new.json")), "bad.txt")
        self.assertEqual(sorted(os.listdir(self.folder.name)), ["bad.txt", "base.json"])
        self.assertEqual(pathlib.Path(kept).read_text(), "precious")
        missing = os.path.join(self.folder.name, "absent", "x.json")
        self.assert_trouble(run("snapshot", BASE, "-o", missing), missing, "No such file")

    def test_permissions_are_those_of_any_new_file(self):
        path = self.snapshot("a.json", BASE)
        self.assertEqual(os.stat(path).st_mode, os.stat(self.file("b", "")).st_mode)

    def test_usage(self):
        self.assert_trouble(run("snapshot"), "one or more profiles")
        self.assert_trouble(run("snapshot", BASE, "--context", "task"), "takes no option")

    # What is refused.

    def test_samples_that_it_no_longer_has(self):
        path = self.snapshot("a.json", RECORDING)
        for option in ("--pid=1", "--tid=1", "--cpu=0", "--time=1,2"):
            self.assert_trouble(run("report", option, path), option.split("=")[0], "is made")
        self.assertEqual(run("snapshot", "--cpu=0", RECORDING).status, 0)

    def test_newer_version(self):
        content = run("snapshot", BASE).out.replace(b"snapshot/1", b"snapshot/2")
        self.assert_trouble(run("report", self.file("a.json", content)), "a.json:1:",
                            "symdiff/snapshot/2", "newer symdiff")

    def test_other_documents(self):
        for arguments, schema in ((["report", BASE], "symdiff/report/1"),
                                  ([BASE, NEW], "symdiff/diff/1")):
            path = self.file("a.json", run(*arguments, "--format", "json").out)
            self.assert_trouble(run("report", "--input-format", "snapshot", path), schema,
                                "no profile")

    def test_cut_anywhere(self):
        content = run("snapshot", RECORDING).out
        dice = random.Random(2)
        for _ in range(40):
            end = dice.randrange(20, len(content.rstrip()))
            result = run("report", self.file("cut.json", content[:end]))
            self.assert_trouble(result, "cut.json:")
            self.assertRegex(result.err, rb"cut.json:\d+: ")

    def test_one_bit_wrong(self):
        """Nothing that is damaged is read, not even a letter of a name."""
        content = run("snapshot", RECORDING).out
        dice = random.Random(3)
        spared = content.index(b'"checksum"')
        for _ in range(120):
            damaged = bytearray(content)
            at = dice.randrange(spared, len(content))
            damaged[at] ^= 1 << dice.randrange(8)
            if bytes(damaged).split() == content.split():
                continue  # a blank became another one
            result = run("report", self.file("bad.json", bytes(damaged)))
            self.assertEqual(result.status, 2, (at, damaged[at - 20:at + 20], result.out[:200]))
            self.assertRegex(result.err, rb"bad.json:\d+: ")

    def test_packed_and_cut(self):
        content = pathlib.Path(self.snapshot("a.json.zst", RECORDING)).read_bytes()
        for part in range(1, 8):
            path = self.file("cut.zst", content[:len(content) * part // 8])
            self.assert_trouble(run("report", path), "cut.zst")


if __name__ == "__main__":
    main()
