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
        self.assert_trouble(run("report", FILES / "slabinfo-AD.new.txt"), "symdiff evidence")


if __name__ == "__main__":
    main()
