#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""`symdiff bench`: results of benchmarks side by side."""
import pathlib
import shutil

from symdiff import BASE, DATA, TestCase, main, read_json, run

FILES = DATA / "evidence"


class Bench(TestCase):
    def rows(self, *arguments):
        document = read_json("bench", *arguments)
        self.assertEqual(document["schema"], "symdiff/bench/1")
        return document["rows"]

    def test_slab_by_size(self):
        """A lockless check in SLAB: worse for small objects, better for large ones, and no wash."""
        document = read_json("bench", FILES / "slab-bench.txt")
        classes = [(c["measure"], c["from"], c["to"], c["verdict"]) for c in document["classes"]]
        self.assertEqual([c for c in classes if c[0] == "alloc_cycles"],
                         [("alloc_cycles", 32, 128, "worse"), ("alloc_cycles", 256, 4096, "better")])
        self.assertEqual([c for c in classes if c[0] == "free_cycles"],
                         [("free_cycles", 32, 128, "better"), ("free_cycles", 256, 256, "same"),
                          ("free_cycles", 512, 1024, "worse"), ("free_cycles", 2048, 2048, "better"),
                          ("free_cycles", 4096, 4096, "same")])
        rows = {(r["parameters"]["size_bytes"], r["measure"]): r for r in document["rows"]}
        self.assertAlmostEqual(rows[32, "alloc_cycles"]["ratio"], 344 / 248)
        self.assertAlmostEqual(rows[4096, "alloc_and_free_cycles"]["ratio"],
                               (4742 + 2172) / (9000 + 2078))
        text = run("bench", FILES / "slab-bench.txt").out.decode()
        self.assertIn("32 to 128 bytes +24.2 to +38.7 % (worse)", " ".join(text.split()))
        self.assertIn("it hides that", " ".join(text.split()))

    def test_aim7(self):
        """The regression of the third thread: 8 % fewer jobs, real and cpu both longer."""
        rows = self.rows(FILES / "aim7-u2.txt", FILES / "aim7-part3.txt")
        at = {(r["parameters"]["tasks"], r["measure"]): r for r in rows}
        self.assertAlmostEqual(at[2000, "jobs_per_min"]["ratio"], 17189.90 / 18669.51)
        self.assertEqual(at[2000, "jobs_per_min"]["verdict"], "worse")
        self.assertEqual(at[2000, "real_s"]["verdict"], "worse")
        self.assertAlmostEqual(at[2000, "cpu_s"]["ratio"], 10153.04 / 9544.14)
        self.assertEqual(at[2500, "real_s"]["verdict"], "one side")
        self.assertIsNone(at[2500, "real_s"]["ratio"])

    def test_geometric_means(self):
        """IOzone's own: 100.1 % and 101.0 %; from its rounded values 1.0008 and 1.0099."""
        document = read_json("bench", FILES / "iozone-compare.txt")
        first, second, both = document["means"]
        self.assertAlmostEqual(first["gain"], 88028 / 87956, 5)
        self.assertAlmostEqual(second["gain"], 469342 / 464743, 5)
        self.assertEqual((first["results"], second["results"], both["results"]), (9, 4, 13))

    def test_broken_and_failed(self):
        rows = {r["group"] if r.get("group") else r["name"]: r for r in self.rows(FILES / "lkp-tlb.txt")}
        broken = rows["lkp-nex05/micro/hackbench/800%-process-pipe"]
        self.assertEqual((broken["verdict"], broken["ratio"], broken["new"]["value"]),
                         ("broken", None, None))
        failed = rows["brickland2/micro/vm-scalability/16G-truncate"]
        self.assertEqual((failed["verdict"], failed["ratio"]), ("no result", None))
        self.assertIsNone(failed["better"])
        self.assertEqual(rows["lkp-ib03/micro/ebizzy/200%-100-10"]["verdict"], "worse")
        text = run("bench", FILES / "lkp-tlb.txt").out.decode()
        self.assertNotIn("e+", text)
        self.assertNotRegex(text, r"-100\.0 %")
        self.assertIn("the run failed, which is not -100 %", text)
        self.assertIn("3 rows are broken counters", text)

    def test_broken_in_two_files(self):
        base, new = (self.file(n, f"flushes {v} events/s\n") for n, v in (("a", "513"), ("b", "2.192e+17")))
        (row,) = self.rows(base, new)
        self.assertEqual(row["verdict"], "broken")

    def test_repeats(self):
        """Welch, by hand: means 10 and 12, both sd 1 of 3 runs: half a width of 2.267 at 4 df."""
        base = [self.file(f"a{v}", f"job {v} s\n") for v in (9, 10, 11)]
        new = [self.file(f"b{v}", f"job {v} s\n") for v in (11, 12, 13)]
        (row,) = self.rows("--base", *base, "--new", *new)
        self.assertEqual((row["base"]["value"], row["base"]["sd"], row["new"]["runs"]), (10, 1, 3))
        self.assertAlmostEqual(row["low"], (12 - 2.267) / 10, 3)
        self.assertAlmostEqual(row["high"], (12 + 2.267) / 10, 3)
        self.assertEqual((row["verdict"], row["moved"]), ("same", False))
        more = [self.file(f"c{v}", f"job {v} s\n") for v in (14, 15, 16)]
        (row,) = self.rows("--base", *base, "--new", *more)
        self.assertEqual((row["verdict"], row["moved"]), ("worse", True))

    def test_failed_run_among_repeats(self):
        base = self.file("a", "Time: 10.0\nTime: 10.2\n")
        new = self.file("b", "Time: 0.000\nTime: 5.0\nTime: 5.2\n")
        (row,) = self.rows(base, new)
        self.assertEqual((row["new"]["runs"], row["new"]["no_result"], row["verdict"]), (2, 1, "better"))

    def test_direction(self):
        base = self.file("a", "tps 100 tx/s\nlatency 10 ms\nsize 10 pages\nscore 10 pts more\n")
        new = self.file("b", "tps 120 tx/s\nlatency 12 ms\nsize 12 pages\nscore 12 pts more\n")
        verdicts = [(r["name"], r["better"], r["verdict"]) for r in self.rows(base, new)]
        self.assertEqual(verdicts, [("tps", "more", "better"), ("latency", "less", "worse"),
                                    ("size", None, "changed"), ("score", "more", "better")])

    def test_mmtests_marks(self):
        """Stars are significant; what stands in brackets is not."""
        rows = {r["name"]: r for r in self.rows(FILES / "mmtests-three.txt#1", FILES / "mmtests-three.txt#2")}
        stars = {r["name"]: bool(r.get("significant")) for r in
                 read_json("evidence", FILES / "mmtests-three.txt")["rows"]}
        self.assertTrue(any(stars.values()) and not all(stars.values()))
        for name, star in stars.items():
            if name.startswith("Hmean"):
                self.assertEqual(rows[name]["moved"], star, name)

    def test_sides(self):
        rows = self.rows(str(FILES / "lmbench.txt") + "#1", str(FILES / "lmbench.txt") + "#2")
        fork = next(r for r in rows if r["name"] == "fork proc")
        self.assertAlmostEqual(fork["ratio"], 303 / 300)
        self.assert_trouble(run("bench", FILES / "lmbench.txt"), "#2 r4_u2")
        self.assert_trouble(run("bench", str(FILES / "lmbench.txt") + "#9", FILES / "lmbench.txt"), "3 sides")

    def bundle(self, name, *outputs):
        """A folder as symdiff-capture leaves it, with the output of each run."""
        folder = pathlib.Path(self.folder.name) / name
        folder.mkdir()
        lines = ["symdiff-bundle 1", "run run1.perf.data"]
        shutil.copy(DATA / "perf_data" / "plain-s.perf.data", folder / "run1.perf.data")
        for i, text in enumerate(outputs, 1):
            (folder / f"run{i}.output").write_text(text)
            lines.append(f"evidence run{i}.output")
        (folder / "symdiff-bundle").write_text("\n".join(lines) + "\n")
        return folder

    def test_captures(self):
        """The outputs of a capture's runs are repeats."""
        base = self.bundle("old.d", "Time: 10\n", "Time: 12\n", "what else it says\n")
        new = self.bundle("new.d", "Time: 22\n")
        (row,) = self.rows(base, new)
        self.assertEqual((row["base"]["value"], row["base"]["runs"], row["new"]["value"]), (11, 2, 22))
        empty = self.bundle("empty.d", "nothing of use\n")
        self.assert_trouble(run("bench", base, empty), "no results of benchmarks", "empty.d")

    def test_trouble(self):
        self.assert_trouble(run("bench"), "BASE and NEW")
        self.assert_trouble(run("bench", FILES / "hackbench.txt"), "one side")
        self.assert_trouble(run("bench", FILES / "hackbench.txt", FILES / "sysbench.txt"), "no result is on both")
        self.assert_trouble(run("bench", FILES / "vmstat.txt", FILES / "vmstat.txt"), "only counters")
        self.assert_trouble(run("bench", BASE, FILES / "hackbench.txt"), "opreport profile")
        self.assert_trouble(run("bench", "--base", FILES / "hackbench.txt"), "--new is missing")
        self.assert_trouble(run("bench", "--format", "csv", FILES / "slab-bench.txt"), "format")

    def test_markdown(self):
        text = run("bench", "--format", "markdown", FILES / "aim7-u2.txt", FILES / "aim7-part3.txt").out.decode()
        self.assertIn("| aim7 fserver, 2000 tasks | real\\_s | 649.19 | 705.07 | +8.6 % | **worse** |", text.replace("real_s", "real\\_s"))


if __name__ == "__main__":
    main()
