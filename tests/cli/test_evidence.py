#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""`symdiff evidence`: what is looked at beside a profile."""
import pathlib

from symdiff import BASE, DATA, NEW, TestCase, main, read_json, run

FILES = DATA / "evidence"


class Evidence(TestCase):
    def test_sources(self):
        for name, source in (("slabinfo-AD.new", "slabinfo-AD"), ("slabinfo-detail", "slabinfo"),
                             ("proc-slabinfo", "proc-slabinfo"), ("lockstat-0.3", "lock_stat"),
                             ("mmtests-three", "mmtests"), ("lkp-2014-total", "lkp"),
                             ("perf-stat", "perf-stat"), ("vmstat", "vmstat"),
                             ("hackbench", "bench")):
            document = read_json("evidence", FILES / f"{name}.txt")
            self.assertEqual(document["source"], source)

    def test_marks(self):
        (row,) = read_json("evidence", self.file("lkp", "513 ~ 3% +4.3e+16% 2.1e+17 ~85% a/b/c\n"))["rows"]
        self.assertEqual(row["values"]["base_value"], 513)
        self.assertIsNone(row["values"]["change_pct"])
        self.assertEqual(row["broken"], ["new_value", "change_pct"])
        (row,) = read_json("evidence", self.file("hackbench", "Time: 0.000\n"))["rows"]
        self.assertEqual((row["values"], row["no_result"]), ({"time_s": None}, ["time_s"]))
        row = read_json("evidence", FILES / "mmtests-three.txt")["rows"][1]
        self.assertEqual(row["significant"], ["gain_pct"])

    def test_absent_is_not_zero(self):
        names = [row["name"] for row in read_json("evidence", FILES / "perf-stat.txt")["rows"]]
        self.assertNotIn("cycles", names)

    def test_places(self):
        row = read_json("evidence", FILES / "lockstat-zone.new.txt")["rows"][0]
        self.assertEqual(row["contended_at"][3], ["get_page_from_freelist+0xaf0", 1097346])
        self.assertEqual(row["contended_by"][2], ["free_one_page+0x3f", 31596])

    def diff(self, base, new):
        document = read_json("evidence", FILES / f"{base}.txt", FILES / f"{new}.txt")
        self.assertEqual(document["schema"], "symdiff/evidence-diff/1")
        return document["rows"]

    def test_caches_that_did_the_work(self):
        """Of the founding case: two caches did all of it, one of them not listed before."""
        rows = self.diff("slabinfo-AD.base", "slabinfo-AD.new")
        self.assertEqual([row["name"] for row in rows[:2]], [":0000192", ":0000512"])
        allocs = rows[0]["values"]["allocs"]
        self.assertEqual((allocs["base"], allocs["new"], allocs["delta"]),
                         (78563, 80093958, 80015395))
        self.assertFalse(rows[0]["values"]["fast_alloc_pct"]["moved"])
        self.assertTrue(rows[0]["values"]["fast_free_pct"]["moved"])
        allocs = rows[1]["values"]["allocs"]
        self.assertEqual(rows[1]["match"], "new-only")
        self.assertEqual((allocs["base"], allocs["delta"], allocs["moved"]), (None, None, False))
        still = [row["name"] for row in rows if row["match"] == "exact" and not row["moved"]]
        self.assertEqual(still, [":0000080"])

    def test_lock(self):
        (row,) = self.diff("lockstat-zone.base", "lockstat-zone.new")
        for key, change in (("contentions", 62.8), ("waittime_total", 122.3),
                            ("acquisitions", 61.6)):
            self.assertAlmostEqual(row["values"][key]["change_pct"], change, 1)

    def test_repeats(self):
        """Runs are averaged, but for the one that failed: (5.123 + 4.987) / 2."""
        new = self.file("new", "Time: 0.000\nTime: 10.11\n")
        (row,) = read_json("evidence", FILES / "hackbench.txt", new)["rows"]
        time = row["values"]["time_s"]
        self.assertAlmostEqual(time["base"], 5.055)
        self.assertAlmostEqual(time["change_pct"], 100)
        self.assertEqual(time["runs"], {"base": 2, "new": 1})

    def test_diff_text(self):
        text = run("evidence", FILES / "slabinfo-AD.base.txt", FILES / "slabinfo-AD.new.txt").out.decode()
        self.assertRegex(text, r"(?m)^:0000192 +allocs +78563 +80093958 +x 1019$")
        self.assertIn("8 of 9 rows", text)
        self.assertIn("not in base", text)
        short = run("evidence", "-n", "1", FILES / "slabinfo-AD.base.txt",
                    FILES / "slabinfo-AD.new.txt").out.decode()
        self.assertNotIn(":0000512", short)
        self.assertIn("Shown: 1", short)

    def witness(self, *arguments, sides=(BASE, NEW)):
        return read_json(*arguments, *sides)["evidence"]

    def opinions(self, evidence):
        return {o["subject"]: (o["verdict"], o["text"]) for o in evidence["opinions"]}

    def test_founding(self):
        """The profile shows add_partial; slabinfo names the caches, and its detail says 30 %."""
        evidence = self.witness("--evidence-new", FILES / "slabinfo-AD.new.txt",
                                "--evidence-new", FILES / "slabinfo-detail.txt")
        said = self.opinions(evidence)
        detail = "kmalloc-512: 31 % of allocations and 93 % of frees on the slow path, Add partial 30 %"
        self.assertEqual(said["add_partial"], ("agrees", detail))
        self.assertEqual(said["allocator"][0], "agrees")
        self.assertIn(":0000192: 8 % of allocations and 92 % of frees", said["allocator"][1])
        self.assertIn(detail, said["allocator"][1])
        self.assertEqual(said["__slab_free"][0], "silent") # one reading says no fall
        text = run("--evidence-new", FILES / "slabinfo-detail.txt", BASE, NEW).out.decode()
        self.assertIn("add_partial carries it: agrees: kmalloc-512: 31 %", " ".join(text.split()))

    def test_contradicts(self):
        quiet = self.file("quiet", "Name Objects Alloc Free %Fast\n:0000512 3 90000 80000 99 98\n")
        evidence = self.witness("--evidence-new", quiet)
        self.assertEqual(self.opinions(evidence)["allocator"][0], "contradicts")
        busy = self.file("busy", "Name Objects Alloc Free %Fast\n:0000512 3 90000 80000 60 20\n")
        evidence = self.witness("--evidence-base", busy, "--evidence-new", quiet)
        self.assertEqual(self.opinions(evidence)["allocator"],
                         ("contradicts", ":0000512: 40 -> 1 % of allocations and 80 -> 2 % of "
                                         "frees on the slow path"))
        evidence = self.witness("--evidence-base", busy, "--evidence-new", quiet, sides=(NEW, BASE))
        self.assertEqual(self.opinions(evidence)["allocator"][0], "agrees")

    def test_silent(self):
        evidence = self.witness("--evidence-new", FILES / "lockstat-0.3.txt")
        self.assertEqual({v for v, _ in self.opinions(evidence).values()}, {"silent"})
        self.assertNotIn("evidence", read_json(BASE, NEW))

    def test_lock_of_a_bucket(self):
        """zone->lock was waited for in the page allocator: it speaks of the allocator."""
        evidence = self.witness("--evidence-base", FILES / "lockstat-zone.base.txt",
                                "--evidence-new", FILES / "lockstat-zone.new.txt")
        verdict, text = self.opinions(evidence)["allocator"]
        self.assertEqual(verdict, "agrees")
        self.assertIn("lock &zone->lock: waited for 0.6997 -> 1.555 s", text)

    def test_since_before(self):
        """Before and after a run: 80093958 - 78563 allocations, of which 92 % were fast, still."""
        pair = f"{FILES / 'slabinfo-AD.base.txt'}:{FILES / 'slabinfo-AD.new.txt'}"
        rows = {r["name"]: r["values"] for r in self.witness("--evidence-new", pair)["rows"]}
        self.assertEqual(rows[":0000192"]["allocs"]["new"], 80093958 - 78563)
        self.assertEqual(rows[":0000192"]["frees"]["new"], 80090708 - 75370)
        self.assertEqual(rows[":0000192"]["fast_free_pct"]["new"], 8)
        self.assertEqual(rows["dentry"]["allocs"]["new"], 51402 - 46675)
        self.assertEqual(rows["dentry"]["objects"]["new"], 15659) # a state
        # (51402 * 95 - 46675 * 95) / 4727, and of frees (35824 * 64 - 31527 * 72) / 4297
        self.assertEqual(rows["dentry"]["fast_alloc_pct"]["new"], 95)
        self.assertEqual(rows["dentry"]["fast_free_pct"]["new"], 5)
        self.assertEqual(rows[":0000512"]["allocs"]["new"], 80016030) # not listed before: since boot

    def test_before_and_after_in_one_text(self):
        text = self.file("mail", "Before testing:\nName Objects Alloc Free %Fast\n"
                                 "dentry 15217 46675 31527 95 72\n\nAfter testing:\n"
                                 "Name Objects Alloc Free %Fast\ndentry 15659 51402 35824 95 64\n")
        (row,) = self.witness("--evidence-new", text)["rows"]
        self.assertEqual(row["values"]["allocs"]["new"], 51402 - 46675)

    def test_counters_went_backwards(self):
        pair = f"{FILES / 'slabinfo-AD.new.txt'}:{FILES / 'slabinfo-AD.base.txt'}"
        evidence = self.witness("--evidence-new", pair)
        self.assertIn("went backwards", evidence["notes"][0])
        rows = {r["name"]: r["values"] for r in evidence["rows"]}
        self.assertEqual(rows["dentry"]["allocs"]["new"], 46675)

    def test_aliases(self):
        """:0000512 on one side is kmalloc-512 on the other: by slabinfo -a, or by the size."""
        base = self.file("base", "Name Objects Alloc Free %Fast\n:0000192 3428 800 700 92 8\n"
                                 ":0000512 374 900 800 68 7\n")
        new = self.file("new", "Name Objects Alloc Free %Fast\nskbuff_head_cache 3192 800 700 92 8\n"
                               "kmalloc-512 773 900 800 97 9\n")
        rows = {r["name"]: r for r in self.witness("--evidence-base", base, "--evidence-new", new)["rows"]}
        self.assertEqual((rows["kmalloc-512"]["match"], rows["kmalloc-512"]["base_name"]),
                         ("alias", ":0000512"))
        self.assertEqual(rows["kmalloc-512"]["values"]["fast_alloc_pct"]["delta"], 29)
        self.assertEqual(rows["skbuff_head_cache"]["match"], "new-only") # nothing says so
        aliases = self.file("aliases", ":0000192     <- skbuff_head_cache bio-0\n"
                                       ":0000512     <- kmalloc-512\n")
        rows = {r["name"]: r for r in self.witness("--evidence-base", base, "--evidence-new", new,
                                                   "--evidence-base", aliases)["rows"]}
        self.assertEqual((rows["skbuff_head_cache"]["match"], rows["skbuff_head_cache"]["base_name"]),
                         ("alias", ":0000192"))
        both = self.file("both", "Name Objects Alloc Free %Fast\n:0000512 374 900 800 68 7\n"
                                 "kmalloc-512 773 900 800 97 9\n")
        rows = {r["name"]: r for r in self.witness("--evidence-base", base, "--evidence-new", both)["rows"]}
        self.assertEqual((rows[":0000512"]["match"], rows["kmalloc-512"]["match"]), ("exact", "new-only"))

    def test_lab(self):
        """A kernel with slab_debug against one without: slabinfo, benchmark and profile agree."""
        lab = DATA / "lab"
        sides = [lab / f"k61-{name}.script.txt.xz" for name in ("default", "slubdebug")]
        files = [f"--evidence-{side}={lab / f'k61-{name}.{kind}'}"
                 for side, name in (("base", "default"), ("new", "slubdebug"))
                 for kind in ("slabinfo", "bench")]
        evidence = self.witness(*files, "--cpus", "4", sides=sides)
        verdict, text = self.opinions(evidence)["allocator"]
        self.assertEqual(verdict, "agrees")
        self.assertRegex(text, r"objects a slab: kmalloc-8 512 -> 102 \(1\d\d caches have fewer")
        (row,) = evidence["results"]
        self.assertAlmostEqual(row["ratio"], 6.835 / 5.251)
        self.assertEqual(row["verdict"], "worse")
        budget = evidence["budget"]
        self.assertEqual(budget["busy_from"], "profile")
        self.assertAlmostEqual(budget["elapsed"]["of_elapsed_pct"], 100 * (6.835 / 5.251 - 1))
        parts = sum(budget[part]["of_elapsed_pct"] for part in ("busy", "idle", "unexplained"))
        self.assertAlmostEqual(parts, budget["elapsed"]["of_elapsed_pct"])

    def test_slab_settings(self):
        """slub_min_objects=32 has 32 objects a slab, slub_max_order=0 has 8: the bad one grows."""
        good, bad = (DATA / "lab" / f"k61-{name}.slab-params" for name in ("good", "bad"))
        said = self.opinions(self.witness("--evidence-base", good, "--evidence-new", bad))
        self.assertEqual(said["allocator"][0], "agrees")
        self.assertIn("kmalloc-512 32 -> 8", said["allocator"][1])
        said = self.opinions(self.witness("--evidence-base", bad, "--evidence-new", good))
        self.assertEqual(said["allocator"][0], "contradicts")

    def test_busy_cache_among_quiet_ones(self):
        """Details of two caches, one of them merged: the busy one decides."""
        text = self.file("two", "Name Objects Alloc Free %Fast\n:0000192 3428 80093958 80090708 92 8\n"
                                ":0000512 374 80016030 80015715 68 7\n\n"
                                "Slabcache: skbuff_head_cache Aliases: 7 Order : 0 Objects: 2848\n\n"
                                "Sizes (bytes)     Slabs              Debug                Memory\n"
                                "Object :     192  Total  :     142   Sanity Checks : Off  Total:  581632\n"
                                "SlabObj:     192  Full   :     126   Redzoning     : Off  Used :  546816\n\n"
                                "Slab Perf Counter       Alloc     Free %Al %Fr\n"
                                "Slowpath             6031994 73818377   7  92\n"
                                "Add partial                0  4658709   0   5\n"
                                "Total               80080228 80077508\n\n"
                                "Slabcache: kmalloc-512 Aliases: 1 Order : 0 Objects: 365\n\n"
                                "Slab Perf Counter       Alloc     Free %Al %Fr\n"
                                "Slowpath            24975754 75007769  31  93\n"
                                "Add partial                0 24341085   0  30\n"
                                "Total               80014913 80014598\n")
        said = self.opinions(self.witness("--evidence-new", text))
        self.assertEqual(said["add_partial"],
                         ("agrees", "kmalloc-512: 31 % of allocations and 93 % of frees on the slow "
                                    "path, Add partial 30 %"))
        self.assertEqual(said["allocator"][1].count("skbuff_head_cache"), 1)
        self.assertNotIn(":0000192", said["allocator"][1])

    def test_slab_folder(self):
        """/sys/kernel/slab, or a copy: a folder for each cache, a link for each alias."""
        top = pathlib.Path(self.folder.name) / "slab"
        for cache, values in ((":0000512", {"objs_per_slab": "8", "alloc_slowpath": "25 C0=20 C1=5",
                                            "alloc_fastpath": "75", "ctor": "", "order": "0"}),
                              ("dentry", {"objs_per_slab": "21", "objects": "15217 N0=15217"})):
            (top / cache).mkdir(parents=True)
            for name, value in values.items():
                (top / cache / name).write_text(value + "\n")
        (top / "kmalloc-512").symlink_to(":0000512")
        (top / "elsewhere").symlink_to("/etc")
        rows = read_json("evidence", top)["rows"]
        said = [(r["source"], r.get("group"), r["name"], r["values"]) for r in rows]
        self.assertIn(("slabinfo-a", ":0000512", "kmalloc-512", {}), said)
        self.assertIn(("slab-sysfs", None, ":0000512",
                       {"alloc_fastpath": 75, "alloc_slowpath": 25, "objs_per_slab": 8, "order": 0}), said)
        self.assertIn(("slab-sysfs", None, "dentry", {"objects": 15217, "objs_per_slab": 21}), said)
        self.assertEqual(len(said), 3)
        evidence = self.witness("--evidence-new", top)
        self.assertIn("25 % of allocations on the slow path", self.opinions(evidence)["allocator"][1])

    def test_results_beside(self):
        evidence = self.witness("--evidence-base", FILES / "hackbench.txt", "--evidence-new",
                                self.file("new", "Time: 10.11\n"))
        (row,) = evidence["results"]
        self.assertAlmostEqual(row["ratio"], 2)
        self.assertEqual(evidence["rows"], [])

    def test_wrong_evidence(self):
        self.assert_trouble(run("--evidence-new", BASE, BASE, NEW), "opreport profile", BASE)
        self.assert_trouble(run("--evidence-new", self.file("x", "Hello\n"), BASE, NEW), "looked for")
        self.assert_trouble(run("--evidence-base", "/no/such", BASE, NEW), "/no/such")

    def test_units(self):
        base, new = (self.file(n, f"{v},msec,task-clock,507728,100.00,,\n") for n, v in (("a", 10), ("b", 20)))
        (row,) = read_json("evidence", base, new)["rows"]
        self.assertEqual(row["unit"], "msec")
        text = run("evidence", base, new).out.decode()
        self.assertRegex(text, r"(?m)^task-clock +msec +10 +20 +\+100\.0 %$")

    def test_not_comparable(self):
        self.assert_trouble(run("evidence", FILES / "vmstat.txt", FILES / "lockstat-0.3.txt"),
                            "/proc/vmstat", "/proc/lock_stat")

    def test_text(self):
        text = run("evidence", FILES / "slabinfo-AD.new.txt").out.decode()
        self.assertRegex(text, r"(?m)^:0000512 +374 +80016030 +80015715")
        for line in text.splitlines():
            self.assertLessEqual(len(line), 80, line)

    def test_trouble(self):
        self.assert_trouble(run("evidence", BASE), "this is an opreport profile",
                            "symdiff report")
        recording = next((DATA / "perf_data").glob("plain*"))
        self.assert_trouble(run("evidence", recording), "perf-data profile")
        self.assert_trouble(run("evidence", self.file("x", "Hello\n")), "slabinfo -AD")
        self.assert_trouble(run("evidence"), "one file")
        self.assert_trouble(run("evidence", self.folder.name), "directory")
        self.assert_trouble(run("evidence", "--format", "csv", FILES / "vmstat.txt"))
        for name, what in (("slabinfo-AD.new", "slabinfo -AD"), ("perf-stat", "perf stat"),
                           ("vmstat", "/proc/vmstat"), ("perf-bench", "perf bench"),
                           ("aim7-u2", "AIM7"), ("lmbench", "lmbench"), ("iozone", "IOzone"),
                           ("iozone-compare", "comparison"), ("ebizzy", "ebizzy"),
                           ("kernbench", "kernbench"), ("slab-bench", "slab microbenchmark"),
                           ("slab-bench-log", "slab microbenchmark"), ("sysbench", "sysbench"),
                           ("hackbench", "hackbench"), ("dbench", "dbench"), ("tbench", "dbench"),
                           ("perf-lock", "perf lock"), ("perf-lock-report", "perf lock"),
                           ("perf-kmem", "perf kmem"), ("perf-kmem-caller", "perf kmem"),
                           ("perf-kmem-page", "perf kmem"), ("schedstat", "/proc/schedstat"),
                           ("slab-sysfs", "/sys/kernel/slab"), ("slab-params", "/sys/kernel/slab"),
                           ("slab-sysfs-head", "/sys/kernel/slab"), ("slabinfo-a", "slabinfo -a"),
                           ("vmstat-report", "vmstat"), ("iostat", "iostat"), ("iostat-12", "iostat")):
            self.assert_trouble(run("report", FILES / f"{name}.txt"), "symdiff evidence", what)


if __name__ == "__main__":
    main()
