#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Work and elapsed time from results of benchmarks: cost per operation, and where time went."""
from symdiff import BASE, DATA, NEW, TestCase, main, read_json, run

FILES = DATA / "evidence"


class Work(TestCase):
    def factor(self, base, new):
        document = read_json("--work-from", f"{self.file('base', base)}:{self.file('new', new)}", BASE, NEW)
        comparison = document["events"][0]["comparison"]
        self.assertEqual(comparison["work"], "given")
        return comparison["factor"]

    def test_amounts(self):
        aim = "Tasks jobs/min jti jobs/min/task real cpu\n 2000 {} 87 9.3 {} 9544.14\n"
        for base, new, factor in (
                # events as counted, not the rate
                ("sysbench 1.0\nNumber of threads: 4\n events per second: 100\n total time: 10s\n"
                 " total number of events: 1000\n",
                 "sysbench 1.0\nNumber of threads: 4\n events per second: 90\n total time: 20s\n"
                 " total number of events: 1800\n", 1.8),
                # jobs a minute for so many minutes
                (aim.format(18000, 600), aim.format(17000, 660), 17000 * 660 / (18000 * 600)),
                # so many runs of the same
                ("Time: 5\nTime: 6\n", "Time: 7\n", 0.5),
                # bytes of 60 seconds each
                ("Running for 60 seconds with load\nThroughput 800 MB/sec 4 procs\n",
                 "Running for 60 seconds with load\nThroughput 600 MB/sec 4 procs\n", 0.75),
                ("# Running 'sched/pipe' benchmark:\n# Executed 1000000 pipe operations\n\n"
                 "     Total time: 9.0 [sec]\n",
                 "# Running 'sched/pipe' benchmark:\n# Executed 1000000 pipe operations\n\n"
                 "     Total time: 12.0 [sec]\n", 1),
                ("tps 200 tx/s\n", "tps 250 tx/s\n", 1.25),
                ("done 1000 requests more\n", "done 900 requests more\n", 0.9)):
            self.assertAlmostEqual(self.factor(base, new), factor, msg=base)

    def test_cost_per_operation(self):
        """107.76 M samples for 9 of what took 92.65 M for 10: each is 29 % dearer."""
        base, new = self.file("base", "done 10 requests more\n"), self.file("new", "done 9 requests more\n")
        text = run("--work-from", f"{base}:{new}", BASE, NEW).out.decode()
        self.assertIn("per unit of the work given", text)
        self.assertRegex(text, r"\+29\.2 %")

    def test_refused(self):
        hack, slab, aim = (str(FILES / f"{n}.txt") for n in ("hackbench", "slab-bench-log", "aim7-u2"))
        self.assert_trouble(run("--work-from", f"{slab}:{slab}", BASE, NEW), "does not say how much was done")
        self.assert_trouble(run("--work-from", f"{hack}:{aim}", BASE, NEW), "on both sides")
        other = self.file("other", "Running in process mode with 20 groups using 40 file descriptors each "
                                   "(== 800 tasks)\nTime: 9.1\n")
        self.assert_trouble(run("--work-from", f"{hack}:{other}", BASE, NEW), "on both sides")
        self.assert_trouble(run("--work-from", hack, BASE, NEW), "BASE:NEW")
        failed = self.file("failed", "Time: 0.000\n")
        self.assert_trouble(run("--work-from", f"{hack}:{failed}", BASE, NEW), "on both sides")


class Budget(TestCase):
    def budget(self, base, new, *arguments, sides=(BASE, NEW)):
        return read_json("--evidence-base", self.file("base", base), "--evidence-new",
                         self.file("new", new), *arguments, *sides)["evidence"]

    def test_sixteen_of_twenty(self):
        """8 CPUs: 800 -> 928 seconds busy are 16 of the 20 seconds that it took longer."""
        said = self.budget("real 100.00\nuser 600.00\nsys 200.00\n", "real 120.00\nuser 650.00\nsys 278.00\n",
                           "--cpus", "8")["budget"]
        self.assertEqual((said["cpus"], said["busy_from"]), (8, "benchmark"))
        for part, base, new, percent in (("elapsed", 100, 120, 20), ("busy", 100, 116, 16),
                                         ("unexplained", 0, 4, 4)):
            self.assertAlmostEqual(said[part]["base_s"], base)
            self.assertAlmostEqual(said[part]["new_s"], new)
            self.assertAlmostEqual(said[part]["of_elapsed_pct"], percent)
        self.assertAlmostEqual(sum(b["of_elapsed_pct"] for b in said["buckets"]), 16)
        allocator = next(b for b in said["buckets"] if b["bucket"] == "allocator")
        self.assertAlmostEqual(allocator["base_s"], 85.60, 1) # its share of the profile
        self.assertAlmostEqual(allocator["new_s"], 116 * 0.8920, 1)
        text = run("--evidence-base", self.file("base", "real 100\nuser 600\nsys 200\n"), "--evidence-new",
                   self.file("new", "real 120\nuser 650\nsys 278\n"), "--cpus", "8", BASE, NEW).out.decode()
        self.assertIn("explains 16.0 of 20.0 %", " ".join(text.split()))
        # One number of decimals: points stand below each other.
        self.assertRegex(text, r"(?m)^elapsed +100\.0 +120\.0 +\+20\.0 +\+20\.0 %$")
        self.assertRegex(text, r"(?m)^  idle, blocked or not sampled +0\.0 +4\.0 +\+4\.0 +\+4\.0 %$")

    def test_perf_stat(self):
        """The same from perf stat: 800 and 928 seconds of task-clock."""
        text = (" Performance counter stats for './job':\n\n     {}.00 msec task-clock  # 8.0 CPUs utilized\n"
                "      12,345      context-switches\n\n     {}.0 seconds time elapsed\n")
        said = self.budget(text.format("800000", "100"), text.format("928000", "120"), "--cpus", "8")
        self.assertAlmostEqual(said["budget"]["busy"]["of_elapsed_pct"], 16)
        self.assertAlmostEqual(said["budget"]["elapsed"]["of_elapsed_pct"], 20)
        self.assertEqual({r["name"] for r in said["rows"]}, {"task-clock", "context-switches"})
        self.assertEqual({r["name"] for r in said["results"]}, {"task-clock", "time elapsed"})

    def test_aim7(self):
        """Real and cpu of 16 CPUs: of 8.6 % more time 5.9 % are work, the rest is waiting."""
        row = "Tasks jobs/min jti jobs/min/task real cpu\n 2000 {} Mon Feb 13 19:55:07 2006\n"
        said = self.budget(row.format("18669.51 87 9.3348 649.19 9544.14"),
                           row.format("17189.90 88 8.5950 705.07 10153.04"), "--cpus", "16")["budget"]
        self.assertAlmostEqual(said["elapsed"]["of_elapsed_pct"], 100 * 55.88 / 649.19, 3)
        self.assertAlmostEqual(said["busy"]["of_elapsed_pct"], 100 * 608.90 / 16 / 649.19, 3)
        self.assertAlmostEqual(said["unexplained"]["of_elapsed_pct"], 100 * (55.88 - 608.90 / 16) / 649.19, 3)

    def test_profile_of_the_wall(self):
        """cpu-clock is in nanoseconds: 2 CPUs, 3 -> 5 s busy and 1 s idle of 2 -> 3 s."""
        def report(name, busy):
            return self.file(name, "# Samples: 5K of event 'cpu-clock'\n# Event count (approx.): "
                             f"{busy + 1}000000000\n#\n# Overhead       Period  Shared Object      Symbol\n#\n"
                             f"  {100 * busy / (busy + 1):.2f}%  {busy}000000000  [kernel.kallsyms]  [k] kfree\n"
                             f"  {100 / (busy + 1):.2f}%  1000000000  [kernel.kallsyms]  [k] default_idle\n")
        said = self.budget("Time: 2.0\n", "Time: 3.0\n", "--cpus", "2",
                           sides=(report("a", 3), report("b", 5)))["budget"]
        self.assertEqual(said["busy_from"], "profile")
        self.assertAlmostEqual(said["busy"]["of_elapsed_pct"], 50)
        self.assertAlmostEqual(said["idle"]["base_s"], 0.5)
        self.assertAlmostEqual(said["idle"]["of_elapsed_pct"], 0)
        self.assertAlmostEqual(said["unexplained"]["of_elapsed_pct"], 0)

    def test_unknown(self):
        """Without CPUs, or busy time, it says what is missing."""
        evidence = self.budget("real 100\nuser 600\nsys 200\n", "real 120\nuser 650\nsys 278\n")
        self.assertIsNone(evidence["budget"])
        self.assertIn("--cpus", " ".join(evidence["notes"]))
        evidence = self.budget("Time: 2.0\n", "Time: 3.0\n", "--cpus", "2")
        self.assertIsNone(evidence["budget"])
        self.assertIn("busy", " ".join(evidence["notes"]))
        self.assert_trouble(run("--cpus", "0", BASE, NEW), "--cpus")
        self.assert_trouble(run("--cpus", "x", BASE, NEW), "--cpus")


if __name__ == "__main__":
    main()
