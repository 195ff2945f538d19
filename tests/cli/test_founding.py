#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""The hackbench regression of 2008, Linux 2.6.24 against 2.6.25-rc4, worked out by hand.

The figures are those of the two tables; totals are what their counts and percents imply.
"""
from symdiff import BASE, NEW, TestCase, main, read_json


def by(rows, key):
    return {row[key]: row for row in rows}


class Founding(TestCase):
    @classmethod
    def setUpClass(cls):
        cls.event = read_json(BASE, NEW)["events"][0]
        cls.buckets = by(cls.event["buckets"], "bucket")
        cls.symbols = by(cls.event["symbols"], "symbol")

    def test_total(self):
        self.assertEqual(self.event["unit"], "samples")
        self.assertAlmostEqual(self.event["totals"]["base"] / 1e6, 92.65, places=2)
        self.assertAlmostEqual(self.event["totals"]["new"] / 1e6, 107.76, places=2)

    def test_allocator(self):
        """43.3899 + 38.1421 + 3.2306 + 0.8393 -> 43.3801 + 42.6745 + 2.3919 + 0.7486"""
        row = self.buckets["allocator"]
        self.assertAlmostEqual(100 * row["base_share"], 85.6019, delta=0.001)
        self.assertAlmostEqual(100 * row["new_share"], 89.1951, delta=0.001)
        self.assertAlmostEqual(row["delta_pp"], 3.5932, delta=0.001)
        self.assertAlmostEqual(row["amount_ratio"], 1.212, delta=0.001)
        self.assertIsNone(row["cost_ratio"])
        self.assertIsNone(row["explains"])

    def test_add_partial(self):
        """It took over add_partial_tail; the base's own add_partial is below the cut."""
        row = self.symbols["add_partial"]
        self.assertEqual(row["base_symbol"], "add_partial_tail")
        self.assertEqual(row["match"], "family")
        self.assertAlmostEqual(row["delta_pp"], 4.5324, delta=0.001)
        # From 45986635 / (35338431 + 587127) to 45986635 / 35338431.
        self.assertTrue(1.280 < row["amount_ratio"] < 1.302, row["amount_ratio"])
        self.assertTrue(row["low"] < 3.9 < 4.53 < row["high"], row)

    def test_unchanged_share(self):
        row = self.symbols["__slab_alloc"]
        self.assertAlmostEqual(row["delta_pp"], -0.0098, delta=0.001)
        self.assertAlmostEqual(row["amount_ratio"], 46746994 / 40200494, delta=1e-6)

    def test_cut_is_not_gone(self):
        row = self.symbols["sock_def_readable"]
        self.assertEqual(row["match"], "not-listed")
        self.assertIsNone(row["new_share"])
        self.assertIsNone(row["delta_pp"])
        self.assertAlmostEqual(row["high"], 0.6784 - 0.6337, delta=0.003)

    def test_findings(self):
        said = [(f["kind"], f["subject"]) for f in self.event["findings"]]
        self.assertIn(("grew", "allocator"), said)
        self.assertNotIn("new", [kind for kind, _ in said])
        self.assertNotIn("gone", [kind for kind, _ in said])
        self.assertNotIn(("grew", "__slab_alloc"),
                         [(f["kind"], f["subject"]) for f in self.event["findings"]
                          if f["view"] == "share"])

    def test_same_work(self):
        """Then amounts are costs, and the allocator explains more than all of the growth:
        (96117872 - 79309642) of (107761384 - 92649427)."""
        event = read_json("--same-work", BASE, NEW)["events"][0]
        row = by(event["buckets"], "bucket")["allocator"]
        self.assertEqual(event["comparison"]["work"], "same")
        self.assertAlmostEqual(row["cost_ratio"], 1.212, delta=0.001)
        self.assertAlmostEqual(row["explains"], 1.112, delta=0.001)

    def test_ends_meet(self):
        """Buckets and symbols sum to the total on either side."""
        for side in ("base", "new"):
            total = self.event["totals"][side]
            for what in ("buckets", "leaves", "symbols"):
                self.assertEqual(sum(row[side] or 0 for row in self.event[what]), total, what)


if __name__ == "__main__":
    main()
