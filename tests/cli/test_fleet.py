#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""One change on many machines. The machines here are made up: their figures are synthetic."""
import csv
import random

from symdiff import BASE, DATA, NEW, TestCase, main, read_json, run
from test_sweep import report, row_of

FLEET = DATA / "fleet"
RANGES = FLEET / "slub-order-ranges.txt"


class Ranges(TestCase):
    """The ranges of the founding thread, with and without the machines left out."""

    def test_side_by_side(self):
        document = read_json("fleet", RANGES)
        self.assertEqual(document["schema"], "symdiff/ranges/1")
        self.assertEqual([table["label"] for table in document["tables"]],
                         ["#1", "#2", "#3", "#4", "#5", "#6", "#7"])
        rows = {row["name"]: row["ranges"] for row in document["rows"]}
        self.assertEqual(len(rows), 18)
        self.assertEqual(rows["Hackbench pipes-16"][0], {"low": -27.02, "high": 1.45})
        self.assertEqual(rows["Hackbench pipes-16"][1], {"low": -5.28, "high": 1.45})
        self.assertEqual(rows["DBench clients-4-ext2"][4], {"low": -26.95, "high": 5.09})
        self.assertIsNone(rows["DBench clients-8-ext2"][3])  # the mail has no such line

    def test_which_lies_within_which(self):
        """Tables of fewer machines are recognised by their figures."""
        pairs = {(pair["outer"], pair["inner"]): pair
                 for pair in read_json("fleet", RANGES)["pairs"]}
        for outer, inner, rows, narrower, most in (
                ("#1", "#2", 8, 7, "Hackbench pipes-16"), ("#1", "#3", 4, 4, None),
                ("#5", "#4", 17, 12, "DBench clients-4-ext2"), ("#7", "#6", 18, 16, None)):
            pair = pairs[outer, inner]
            self.assertEqual((pair["common"], pair["within"]), (rows, rows))
            self.assertEqual(pair["narrower"], narrower)
            if most:
                self.assertEqual(pair["most"], most)
        self.assertLess(pairs["#1", "#5"]["within"], 18)  # another order: other runs

    def test_two_of_them(self):
        out = run("fleet", f"all={RANGES}#1", f"without={RANGES}#2").out.decode()
        self.assertRegex(out, r"(?m)^Hackbench pipes-16 +-27\.02 to \+1\.45 +-5\.28 to \+1\.45$")
        self.assertIn("all: of 18 rows 4 are above 0 on every machine, 0 below, 14 go either way",
                      out)
        self.assertIn("without lies within all in all 8 rows", out)
        self.assertIn("narrower in 7", out)

    def test_trouble(self):
        self.assert_trouble(run("fleet", f"{RANGES}#9"), "#9", "7")
        self.assert_trouble(run("fleet", RANGES, BASE), "no ranges")
        self.assert_trouble(run("fleet"), "list of machines")
        self.assert_trouble(run("fleet", self.file("a", "")), "neither")
        self.assert_trouble(run("fleet", "absent.txt"), "absent.txt")


class Typed(TestCase):
    def test_planted_machines_are_found(self):
        document = read_json("fleet", FLEET / "synthetic.txt")
        pipes, dbench, sockets = (row_of(document, name)
                                  for name in ("pipes-16", "dbench-4", "sockets-16"))
        self.assertEqual(pipes["leave_one_out"]["machines"], ["m07"])
        self.assertIs(pipes["leave_one_out"]["stands_out"], True)
        self.assertEqual((pipes["all"]["low"], pipes["all"]["high"]), (-27, 1.4))
        without = pipes["leave_one_out"]["without"]
        self.assertEqual((without["low"], without["high"]), (-1.1, 1.4))
        # Two that hide each other: neither stands out alone.
        self.assertIs(dbench["leave_one_out"]["stands_out"], False)
        self.assertEqual(dbench["leave_two_out"]["machines"], ["m02", "m09"])
        self.assertIs(dbench["leave_two_out"]["stands_out"], True)
        for row in ("leave_one_out", "leave_two_out"):
            self.assertIs(sockets[row]["stands_out"], False)
        self.assertEqual((sockets["all"]["up"], sockets["all"]["down"]), (10, 0))


    def test_csv_and_markdown(self):
        out = run("fleet", "--format", "csv", FLEET / "synthetic.txt").out.decode()
        rows = [row for row in csv.DictReader(out.splitlines()) if row["stands_out"]]
        self.assertEqual([(row["name"], row["machine"]) for row in rows],
                         [("pipes-16", "m07"), ("dbench-4", "m02"), ("dbench-4", "m09")])
        out = run("fleet", "--format", "markdown", FLEET / "synthetic.txt").out.decode()
        self.assertIn("| pipes-16 | -27.00 to +1.40 | +0.25 | % | 6 | 4 | "
                      "-1.10 to +1.40 (m07) |\n", out)
        out = run("fleet", "--format", "csv", RANGES).out.decode()
        self.assertEqual(len(list(csv.DictReader(out.splitlines()))), 101)


class Machines(TestCase):
    """Ten machines of three runs a side; the change is +1 point, but +26 on m07."""

    def setUp(self):
        super().setUp()
        chance = random.Random(7)
        lines = ["machine base new cpus"]
        for number in range(1, 11):
            sides = []
            for side in ("base", "new"):
                files = []
                for run_number in range(3):
                    alloc = 300 + chance.randint(-4, 4) + (10 if side == "new" else 0)
                    alloc += 250 if side == "new" and number == 7 else 0
                    net = 300 + chance.randint(-4, 4)
                    name = f"m{number:02}-{side}{run_number}.txt"
                    self.file(name, report(("kfree", alloc), ("tcp_v4_rcv", net),
                                           ("schedule", 1000 - alloc - net)))
                    files.append(name)
                sides.append(",".join(files))
            lines.append(f"m{number:02} {sides[0]} {sides[1]} {4 if number < 5 else 16}")
        self.list = self.file("fleet.txt", "\n".join(lines) + "\n")

    def test_buckets(self):
        document = read_json("fleet", self.list)
        self.assertEqual(document["machines"][6], {"machine": "m07", "base_runs": 3, "new_runs": 3,
                                                   "tags": {"cpus": "16"}})
        row = row_of(document, "allocator", kind="bucket")
        self.assertEqual(row["leave_one_out"]["machines"], ["m07"])
        self.assertIs(row["leave_one_out"]["stands_out"], True)
        self.assertEqual(row["all"]["highest"], "m07")
        self.assertGreater(row["all"]["high"], 24)
        self.assertLess(row["leave_one_out"]["without"]["high"], 3)
        self.assertEqual(document["outlier"], "m07")
        value = row["values"][0]
        self.assertAlmostEqual(value["change"], value["new"] - value["base"])
        self.assertLess(value["low"], value["change"])
        self.assertGreater(value["high"], value["change"])

    def test_groups(self):
        document = read_json("fleet", self.list)
        self.assertEqual(document["groups"], [{"tag": "cpus", "value": "4", "machines": 4},
                                              {"tag": "cpus", "value": "16", "machines": 6}])
        few, many = row_of(document, "allocator", kind="bucket")["groups"]
        self.assertEqual((few["machines"], many["machines"]), (4, 6))
        self.assertLess(few["high"], 3)
        self.assertEqual(many["highest"], "m07")
        out = run("fleet", self.list).out.decode()
        self.assertRegex(out, r"(?m)^by cpus +4 \(4\) +16 \(6\)$")

    def test_forest(self):
        out = run("fleet", self.list).out.decode()
        lines = out[out.index("on each machine (* stands out)"):].splitlines()[1:11]
        self.assertEqual(len(lines), 10)
        self.assertTrue(lines[-1].startswith("m07"))  # by the change
        self.assertRegex(lines[-1], r"●.* \+2\d\.\d\d \*")
        self.assertGreater(lines[-1].index("●"), 30)
        plain = run("fleet", self.list, LC_ALL="C").out.decode()
        self.assertRegex(plain, r"(?m)^m07.*o.*\*")
        self.assertTrue(plain.isascii())

    def test_results_beside_the_profiles(self):
        for side, seconds in (("base", 10), ("new", 12)):
            self.file(f"{side}.out", "Running in process mode with 10 groups using 40 file "
                      f"descriptors each (== 400 tasks)\nTime: {seconds}\n")
        path = self.file("f.txt", "machine base new\na m01-base0.txt,base.out "
                         "m01-new0.txt,new.out\nb base.out new.out\nc m02-base0.txt m02-new0.txt\n")
        document = read_json("fleet", path)
        (row,) = [row for row in document["rows"] if row["kind"] == "result"]
        self.assertEqual([value and value["change"] for value in row["values"]],
                         [20, 20, None])
        self.assertEqual((row["unit"], row["better"]), ("%", "less"))

    def test_a_cut_table_is_not_zero(self):
        path = self.file("f.txt", f"machine base new\na {BASE} {NEW}\nb {BASE} {NEW}\n"
                         f"c {BASE} {NEW}\n")
        names = {row["name"] for row in read_json("fleet", path)["rows"]}
        self.assertIn("__slab_free", names)
        self.assertNotIn("sock_def_readable", names)  # one side does not list it

    def test_trouble(self):
        for text, *words in (
                ("machine base new\n", "two machines"),
                ("machine base new\na m01-base0.txt m01-new0.txt\n", "two machines"),
                ("machine base new\na x\n", "f.txt:2"),
                ("machine base new\na m01-base0.txt m01-new0.txt\nb absent.txt m01-new0.txt\n",
                 "absent.txt"),
                ("machine base new\na b c\na d e\n", "f.txt:3", "'a' is there twice")):
            self.assert_trouble(run("fleet", self.file("f.txt", text)), *words)


if __name__ == "__main__":
    main()
