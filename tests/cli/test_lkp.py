#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Comparisons as the kernel test robot prints them: written with units, and read back."""
import re

from symdiff import BASE, DATA, NEW, TestCase, main, read_json, run
from test_sweep import means, report, row_of

ROW = re.compile(r"^ *([\d.e+]+)(?: ±( *\d+)%)? +([+-][\d.e+]+)(%?) +([\d.e+]+)(?: ±( *\d+)%)?"
                 r" +(\S.*?)  \[(.*)\]$")


def rows_of(text):
    """name: (base, its spread, change, whether that is in percent, new, its spread, unit)"""
    rows = {}
    for line in text.splitlines():
        match = ROW.match(line)
        if match:
            base, base_sd, change, percent, newer, new_sd, name, unit = match.groups()
            rows[name] = (float(base), base_sd and int(base_sd), float(change), percent == "%",
                          float(newer), new_sd and int(new_sd), unit)
    return rows


def lkp(*arguments):
    result = run(*arguments, "--format", "lkp")
    assert result.status == 0, result.err
    return result.out.decode()


class Diff(TestCase):
    def test_founding_pair(self):
        text = lkp(BASE, NEW)
        event = "CPU_CLK_UNHALTED:100000"
        rows = rows_of(text)
        self.assertEqual(rows[f"perf-profile.self.{event}.add_partial"],
                         (38.14, None, 4.5, False, 42.67, None, "%, pp"))
        self.assertEqual(rows[f"symdiff.bucket.{event}.allocator"],
                         (85.6, None, 3.6, False, 89.2, None, "%, pp"))
        self.assertEqual(rows[f"symdiff.total.{event}"],
                         (92649427, None, 16.3, True, 107761384, None, "samples"))
        self.assertIn("         %stddev     %change         %stddev\n", text)
        # Only one side lists it: unknown is not 0, and there is no way to print that.
        self.assertNotIn("sock_def_readable", text)
        self.assertIn("rows left out: 1,", text)

    def test_every_row_has_a_unit(self):
        for line in lkp(BASE, NEW).splitlines():
            if re.match(r" *[\d.]+ .*[+-]\d", line):
                self.assertRegex(line, r"  \[[^]]+\]$")

    def test_read_back_as_profiles(self):
        path = self.file("d.lkp", lkp(BASE, NEW))
        (there,) = read_json(BASE, NEW)["events"]
        (back,) = read_json("diff", path)["events"]
        found = {row["symbol"]: row for row in back["symbols"]}
        for row in there["symbols"]:
            if row["symbol"] in found and row["delta_pp"] is not None and row["dso"] == "[kernel]":
                again = found[row["symbol"]]
                self.assertAlmostEqual(again["base_share"], row["base_share"], delta=0.00006)
                self.assertAlmostEqual(again["new_share"], row["new_share"], delta=0.00006)
        self.assertEqual(len([row for row in back["symbols"] if row["symbol"] != "[not listed]"]),
                         len([row for row in there["symbols"]
                              if row["delta_pp"] is not None and row["symbol"] != "[not listed]"]))

    def test_read_back_as_evidence(self):
        path = self.file("d.lkp", lkp(BASE, NEW))
        rows = {row["name"]: row for row in read_json("evidence", path)["rows"]}
        self.assertEqual(rows["add_partial"]["values"]["delta_pp"], 4.5)
        self.assertEqual(rows["add_partial"]["unit"], "%")
        total = rows["symdiff.total.CPU_CLK_UNHALTED:100000"]
        self.assertEqual((total["unit"], total["values"]["change_pct"]), ("samples", 16.3))

    def test_repeats_have_spreads(self):
        sides = {}
        for side, counts in (("base", (100, 110, 90)), ("new", (200, 200, 200))):
            sides[side] = [self.file(f"{side}{i}.txt", report(("kfree", count),
                                                             ("schedule", 1000 - count)))
                           for i, count in enumerate(counts)]
        text = lkp("diff", "--base", *sides["base"], "--new", *sides["new"])
        rows = rows_of(text)
        # 10, 11 and 9 %: 10 with a standard deviation of 1, which is 10 % of it.
        self.assertEqual(rows["perf-profile.self.cycles.kfree"],
                         (10, 10, 10, False, 20, None, "%, pp"))

    def test_names_with_blanks(self):
        base = self.file("base.folded", "app;main;operator new(unsigned long) 50\napp;main 150\n")
        newer = self.file("new.folded", "app;main;operator new(unsigned long) 80\napp;main 120\n")
        path = self.file("d.lkp", lkp("diff", base, newer))
        (back,) = read_json("diff", path)["events"]
        names = {row["symbol"]: row["new_share"] for row in back["symbols"]}
        self.assertAlmostEqual(names["operator new(unsigned long)"], 0.4)
        rows = {row["name"] for row in read_json("evidence", path)["rows"]}
        self.assertIn("operator new(unsigned long)", rows)

    def test_evidence_beside(self):
        text = lkp("diff", BASE, NEW, "--evidence-base",
                   f"{DATA}/evidence/slabinfo-AD.base.txt", "--evidence-new", f"{DATA}/evidence/slabinfo-AD.new.txt")
        rows = rows_of(text)
        base, _, change, percent, newer, _, unit = rows["symdiff.evidence.:0000192.fast_free_pct"]
        self.assertEqual((base, change, percent, newer, unit), (21, -13, False, 8, "%, pp"))

    def test_what_the_robot_printed_is_read_as_before(self):
        path = DATA / "tables" / "lkp-tlb-flush.txt"
        (event,) = read_json("diff", path)["events"]
        again = self.file("again.lkp", lkp("diff", path))
        (back,) = read_json("diff", again)["events"]
        shares = {row["symbol"]: (row["base_share"], row["new_share"]) for row in event["symbols"]}
        for row in back["symbols"]:
            self.assertAlmostEqual(row["base_share"], shares[row["symbol"]][0], places=6)
            self.assertAlmostEqual(row["new_share"], shares[row["symbol"]][1], places=6)


class Sweep(TestCase):
    def setUp(self):
        super().setUp()
        self.arguments = []
        for label, counts in (("8", (800, 810, 790)), ("16", (400,)), ("32", (200, 200))):
            files = [self.file(f"p{label}-{i}.txt",
                               report(("kfree", count), ("schedule", 1000 - count)))
                     for i, count in enumerate(counts)]
            self.arguments.append(f"objects={label}={','.join(files)}")

    def test_columns_compare_with_the_first(self):
        text = lkp("sweep", *self.arguments)
        (line,) = [line for line in text.splitlines() if "self.cycles.kfree" in line]
        self.assertEqual(line.split(), ["80.00", "±", "1%", "-40.0", "40.00", "-60.0", "20.00",
                                        "perf-profile.self.cycles.kfree", "[%,", "pp]"])

    def test_read_back(self):
        path = self.file("s.lkp", lkp("sweep", *self.arguments))
        (there,) = read_json("sweep", *self.arguments)["series"]
        (back,) = read_json("sweep", path)["series"]
        self.assertEqual([point["label"] for point in back["points"]],
                         [point["label"] for point in there["points"]])
        self.assertEqual([point["number"] for point in back["points"]], [8, 16, 32])
        for row in there["rows"]:
            again = row_of(back, row["name"], kind=row["kind"])
            self.assertEqual((again["unit"], again["event"]), (row["unit"], row["event"]))
            for one, other in zip(means(row), means(again)):
                self.assertAlmostEqual(one, other, delta=0.005 if row["unit"] == "%" else 0.5)
        self.assertAlmostEqual(row_of(back, "kfree")["cells"][0]["sd"], 0.8)  # 1 % of 80

    def test_typed_tables(self):
        path = self.file("s.lkp", lkp("sweep", DATA / "series" / "slub-min-objects.txt"))
        (series,) = read_json("sweep", path)["series"]
        self.assertEqual(series["axis"], "slub_min_objects")
        time = row_of(series, "./hackbench_100_process_2000")
        self.assertEqual((means(time), time["unit"]), ([250, 23, 18.6, 17.5], "s"))
        self.assertIn("the last doubling gains 6 %", time["trends"][0]["text"])

    def test_robots_table_as_a_sweep(self):
        (series,) = read_json("sweep", DATA / "tables" / "lkp-tlb-flush.txt")["series"]
        row = row_of(series, "up_read", kind="symbol")
        self.assertEqual(means(row), [11.8, 6.96])
        self.assertAlmostEqual(row["cells"][0]["sd"], 11.8 * 0.08)

    def test_no_lkp_of_a_report(self):
        self.assert_trouble(run("report", "--format", "lkp", BASE), "cannot print")


if __name__ == "__main__":
    main()
