#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Functions that are inlined: in whose row, in which bucket, and with what they pair.

The texts are what perf script prints of such frames. All sums are worked out by hand.
"""
import csv
import io
import unittest

from symdiff import TestCase, read_json, run


def sample(period, *frames):
    """Leaf first: "name" is a function of its own, "(name)" is inlined into the one that follows."""
    lines = [f"prog  100 [000]  1.000000:  {period} cycles: "]
    for frame in frames:
        name = frame.strip("()")
        where = "(inlined)" if frame != name else "([kernel.kallsyms])"
        lines.append(f"\tffffffff81000010 {name}+0x10 {where}")
    return "\n".join(lines) + "\n\n"


# 100 in all. small() is inlined into big() and into other(), and compiled nowhere.
INLINED = (sample(30, "(small)", "big", "vfs_read") + sample(20, "big", "vfs_read") +
           sample(10, "(small)", "other", "vfs_read") + sample(40, "vfs_read"))
# The same work: big() calls it; in other() it was inlined here, too. "tiny" is a helper of big().
COMPILED = (sample(30, "small", "big", "vfs_read") + sample(15, "big", "vfs_read") +
            sample(5, "(tiny)", "big", "vfs_read") +
            sample(10, "(small)", "other", "vfs_read") + sample(40, "vfs_read"))


def rows(document, key="symbol"):
    return {row[key]: row for row in document["events"][0]["symbols"]}


class Inlined(TestCase):
    def selves(self, text, *options):
        document = read_json("report", self.file("a.txt", text), *options)
        event = document["events"][0]
        self.assertEqual(sum(row["self"] for row in event["symbols"]), event["total"])
        self.assertEqual(sum(row["self"] for row in event["buckets"]), event["total"])
        return {row["symbol"]: (row["self"], row["children"]) for row in event["symbols"]}

    def test_rows_are_compiled_functions(self):
        self.assertEqual(self.selves(INLINED), {
            "big": (50, 50), "other": (10, 10), "vfs_read": (40, 100)})

    def test_rows_of_their_own(self):
        self.assertEqual(self.selves(INLINED, "--inline"), {
            "small": (40, 40), "big": (20, 50), "other": (0, 10), "vfs_read": (40, 100)})

    def test_not_looked_for(self):
        self.assertEqual(self.selves(INLINED, "--no-inline", "--inline"), {
            "big": (50, 50), "other": (10, 10), "vfs_read": (40, 100)})

    def test_what_it_is_in_is_named(self):
        path = self.file("a.txt", INLINED)
        row = rows(read_json("report", path, "--inline"))["small"]
        self.assertEqual(row["inlined_into"], ["big", "other"])
        self.assertNotIn("inlined_into", rows(read_json("report", path, "--inline"))["big"])
        table = csv.DictReader(io.StringIO(run("report", path, "--inline", "--format",
                                               "csv").out.decode()))
        self.assertEqual({row["name"]: row["inlined_into"] for row in table
                          if row["kind"] == "symbol"}["small"], "big and 1 more")
        self.assertIn("small (in big and 1 more)", run("report", path, "--inline").out.decode())

    def test_inlined_on_one_side_only(self):
        """small() pairs with itself, and big() has lost nothing, whichever side is the base."""
        compiled, inlined = self.file("c.txt", COMPILED), self.file("i.txt", INLINED)
        for base, new in (compiled, inlined), (inlined, compiled):
            found = rows(read_json(base, new))
            self.assertEqual((found["small"]["base"], found["small"]["new"]), (40, 40))
            self.assertEqual(found["small"]["match"], "exact")
            self.assertEqual((found["big"]["base"], found["big"]["new"]), (20, 20))
            self.assertEqual((found["other"]["base"], found["other"]["new"]), (0, 0))

    def test_inlined_on_one_side_in_runs(self):
        compiled, inlined = self.file("c.txt", COMPILED), self.file("i.txt", INLINED)
        document = read_json("--base", compiled, compiled, "--new", inlined, inlined)
        found = rows(document)["small"]
        self.assertEqual((found["base"], found["new"]), (80, 80))
        self.assertEqual(document["events"][0]["comparison"]["runs"], {"base": 2, "new": 2})

    def test_inlined_on_both_sides(self):
        """Rows stay those of compiled functions."""
        path = self.file("i.txt", INLINED)
        self.assertNotIn("small", rows(read_json(path, self.file("j.txt", INLINED))))

    def test_known_of_one_side_only(self):
        """Nobody can say what was inlined in the other: no row is changed, but a warning says so."""
        plain = self.file("p.txt", sample(60, "small", "big") + sample(40, "vfs_read"))
        document = read_json(plain, self.file("i.txt", INLINED))
        self.assertTrue(any("inlined" in line for line in document["base"]["warnings"]))
        self.assertEqual(rows(document)["big"]["new"], 50)

    def test_a_lock_that_is_inlined(self):
        """Time in it is the lock's, and the caller's to answer for."""
        text = (sample(70, "(queued_spin_lock)", "kmem_cache_free", "vfs_read") +
                sample(30, "kmem_cache_free", "vfs_read"))
        event = read_json("report", self.file("a.txt", text))["events"][0]
        found = {row["bucket"]: (row["self"], row["charged"]) for row in event["buckets"]}
        self.assertEqual(found["lock"], (70, 0))
        self.assertEqual(found["allocator"], (30, 100))

    def test_details_of_a_lock(self):
        """What a lock does inside is still the lock."""
        text = sample(70, "(kfree)", "_raw_spin_unlock_irqrestore", "kmem_cache_free")
        event = read_json("report", self.file("a.txt", text))["events"][0]
        found = {row["bucket"]: row["self"] for row in event["buckets"]}
        self.assertEqual(found["lock"], 70)


if __name__ == "__main__":
    unittest.main()
