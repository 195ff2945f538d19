#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""`symdiff evidence`: what is looked at beside a profile."""
from symdiff import BASE, DATA, TestCase, main, read_json, run

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
        for name in ("slabinfo-AD.new", "perf-stat", "vmstat", "perf-bench"):
            self.assert_trouble(run("report", FILES / f"{name}.txt"), "symdiff evidence")


if __name__ == "__main__":
    main()
