#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Several runs a side: what they vary decides."""
import json
import math
import pathlib
import tempfile

from symdiff import TestCase, main, run

# Shares of kfree, in samples of 1000, of four runs each.
LOW = (100, 110, 90, 100)
HIGH = (200, 210, 190, 200)


def table(samples, period=1000):
    """What perf report -n prints of a run in which kfree has so many samples of 1000."""
    rows = (("kfree", samples), ("tcp_v4_rcv", 500), ("schedule", 500 - samples))
    total = 1000 * period
    lines = [f"# Samples: 1K of event 'cycles'\n# Event count (approx.): {total}\n#\n"
             "# Overhead       Samples  Shared Object      Symbol\n"
             "# ........  ............  .................  ....................\n#\n"]
    lines += [f"    {count / 10:5.2f}%  {count:12}  [kernel.kallsyms]  [k] {name}\n"
              for name, count in rows]
    return "".join(lines)


class Repeats(TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def runs(self, name, counts):
        paths = []
        for number, count in enumerate(counts, 1):
            path = pathlib.Path(self.folder.name, f"{name}{number}.txt")
            path.write_text(table(count))
            paths.append(str(path))
        return paths

    def compare(self, base, newer, *options):
        result = run("diff", "--format", "json", *options, "--base", *self.runs("base", base),
                     "--new", *self.runs("new", newer))
        self.assertEqual(result.status, 0, result.err)
        return json.loads(result.out)["events"][0]

    def gate(self, base, newer, *options):
        result = run("gate", "--format", "json", *options, "--base", *self.runs("base", base),
                     "--new", *self.runs("new", newer))
        return result.status, json.loads(result.out)["rules"][0] if result.out else result.err

    @staticmethod
    def row(event, name):
        return next(row for row in event["symbols"] if row["symbol"] == name)

    def test_a_change_is_discovered(self):
        event = self.compare(LOW, HIGH)
        self.assertTrue(event["comparison"]["replicated"])
        self.assertEqual(event["comparison"]["runs"], {"base": 4, "new": 4})
        kfree = self.row(event, "kfree")
        self.assertEqual(kfree["verdict"], "grew")
        self.assertEqual(kfree["k"], {"base": 400, "new": 800})
        self.assertEqual(kfree["n"], {"base": 4000, "new": 4000})
        self.assertAlmostEqual(kfree["mean_share"]["base"], 0.1)
        # sqrt((0 + 0.0001 + 0.0001 + 0) / 3)
        self.assertAlmostEqual(kfree["sd_share"]["base"], math.sqrt(0.0002 / 3))
        self.assertLess(kfree["q"], 0.05)
        self.assertAlmostEqual(kfree["exact_p"], 2 / 70)
        self.assertLess(kfree["low"], 10)
        self.assertGreater(kfree["high"], 10)
        self.assertGreater(kfree["low"], 5)
        # Without the run of 90: the mean of the others is 103.3; without that of 190, 203.3.
        self.assertAlmostEqual(kfree["without_one_low"], 100 * (0.2 - 0.31 / 3), places=6)
        self.assertAlmostEqual(kfree["without_one_high"], 100 * (0.61 / 3 - 0.1), places=6)
        self.assertIn(("grew", "kfree"),
                      {(f["kind"], f["subject"]) for f in event["findings"]})

    def test_nothing_moved(self):
        event = self.compare(LOW, LOW[::-1])
        self.assertEqual(self.row(event, "kfree")["verdict"], "unclear")
        self.assertEqual(event["comparison"]["discoveries"], 0)
        self.assertIn("noise", {f["kind"] for f in event["findings"]})

    def test_same_needs_a_margin(self):
        event = self.compare(LOW, LOW[::-1], "--margin", "8")
        self.assertEqual(self.row(event, "kfree")["verdict"], "same")
        event = self.compare(LOW, LOW[::-1], "--margin", "0.1")
        self.assertEqual(self.row(event, "kfree")["verdict"], "unclear")

    def test_wide_runs_prove_nothing(self):
        """The means differ as in the first test."""
        event = self.compare((20, 180, 30, 170), (350, 50, 60, 340))
        self.assertEqual(self.row(event, "kfree")["verdict"], "unclear")

    def test_single_runs(self):
        event = self.compare(LOW[:1], HIGH[:1])
        self.assertFalse(event["comparison"]["replicated"])
        self.assertEqual(event["comparison"]["noise_source"], "floor")
        self.assertEqual(self.row(event, "kfree")["verdict"], "unreplicated")

    def test_a_run_that_stands_out_is_named(self):
        event = self.compare((100, 102, 98, 400), LOW)
        self.assertEqual([pathlib.Path(path).name
                          for path in event["comparison"]["stands_out"]["base"]], ["base4.txt"])
        self.assertEqual(event["comparison"]["stands_out"]["new"], [])

    def test_title(self):
        text = run("diff", "--base", *self.runs("base", LOW), "--new",
                   *self.runs("new", HIGH[:3])).out.decode()
        self.assertIn("4 and 3 runs a side", text.splitlines()[0])
        self.assertRegex(text, r"(?m)^base .*base1\.txt and 3 more ")
        self.assertRegex(text, r"(?m)^new .*new1\.txt and 2 more .* \+0\.0 % a run$")
        self.assertNotIn("unreplicated", text)

    def test_gate(self):
        status, rule = self.gate(LOW, HIGH, "--max-growth", "allocator=2pp")
        self.assertEqual((status, rule["verdict"]), (1, "fail"))
        self.assertEqual((rule["base_runs"], rule["noise_source"]), (4, "runs"))
        status, rule = self.gate(LOW, LOW[::-1], "--max-growth", "allocator=2pp")
        self.assertEqual((status, rule["verdict"]), (0, "pass"))

    def test_gate_says_what_would_decide(self):
        status, rule = self.gate((80, 120), (90, 130), "--max-growth", "allocator=4pp", "--strict")
        self.assertEqual((status, rule["verdict"]), (3, "inconclusive"))
        self.assertGreater(rule["mde"], 4)
        self.assertGreaterEqual(rule["more_runs"], 1)

    def test_gate_level(self):
        """A surer bound is a wider one."""
        sure = self.gate(LOW, HIGH, "--level", "99", "--max-growth", "allocator=2pp")[1]
        usual = self.gate(LOW, HIGH, "--max-growth", "allocator=2pp")[1]
        self.assertLess(sure["low"], usual["low"])
        self.assertGreater(sure["high"], usual["high"])
        self.assertEqual(run("gate", "--level", "40", "--max", "allocator=2%", "x").status, 2)

    def test_gate_single_runs(self):
        """From 10 to 12 %: one run a side is not enough."""
        status, rule = self.gate((100,), (120,), "--max-growth", "allocator=1.5pp", "--strict")
        self.assertEqual((status, rule["verdict"]), (3, "inconclusive"))
        self.assertEqual(rule["noise_source"], "floor")

    def test_gate_refuses_what_it_cannot_see(self):
        """Of 1000 samples a side, 10 % are known to 1.3 points."""
        status, said = self.gate((100,), (101,), "--max-growth", "allocator=0.5pp")
        self.assertEqual(status, 2)
        self.assertIn(b"finer", said)
        status, rule = self.gate((100,), (101,), "--max-growth", "allocator=0.5pp", "--force")
        self.assertEqual((status, rule["verdict"]), (0, "inconclusive"))

    def test_calibration(self):
        """Runs of one setup tell what a single run is worth."""
        runs = self.runs("runs", (100, 104, 96, 100))
        learned = pathlib.Path(self.folder.name, "noise.json")
        self.assertEqual(run("calibrate", "--output", learned, *runs).status, 0)
        document = json.loads(learned.read_text())
        self.assertEqual((document["schema"], document["runs"]), ("symdiff/calibration/1", 4))
        # Sampling alone varies by more: sqrt(1/100 + 1/900) of log-odds.
        allocator = next(b for b in document["buckets"] if b["bucket"] == "allocator")
        self.assertEqual(allocator["self_sd"], 0)
        self.assertIsNone(allocator["charged_sd"])
        event = self.compare((100,), (200,), "--calibration", str(learned))
        self.assertEqual(event["comparison"]["noise_source"], "calibration")
        self.assertFalse(event["comparison"]["replicated"])
        allocator = next(b for b in event["buckets"] if b["bucket"] == "allocator")
        # By sampling alone, and what Student's t is in closed form for 3 degrees of freedom.
        error = math.sqrt(1 / 100.5 + 1 / 900.5 + 1 / 200.5 + 1 / 800.5)
        angle = math.atan(math.log(200.5 / 800.5 * 900.5 / 100.5) / error / math.sqrt(3))
        self.assertAlmostEqual(
            allocator["p"], 1 - 2 / math.pi * (angle + math.sin(angle) * math.cos(angle)), places=9)
        status, rule = self.gate((100,), (200,), "--calibration", str(learned), "--max-growth",
                                 "allocator=2pp")
        self.assertEqual((status, rule["verdict"], rule["noise_source"]),
                         (1, "fail", "calibration"))

    def test_calibration_of_bad_files(self):
        runs = self.runs("runs", (100, 104))
        few = run("calibrate", *runs)
        self.assertEqual((few.status, few.out), (2, b""))
        bad = pathlib.Path(self.folder.name, "bad.json")
        for text in ("", "[]", "{}", '{"schema": "symdiff/calibration/1", "buckets": []}',
                     '{"schema": "symdiff/calibration/1", "runs": 4, "buckets": [{}]}'):
            bad.write_text(text)
            result = run("diff", "--calibration", bad, *runs)
            self.assertEqual((result.status, result.out), (2, b""), text)
            self.assertIn(b"bad.json", result.err)

    def test_n_eff(self):
        """Of samples that weigh 1 and 3: (1 + 3)^2 / (1 + 9) = 1.6 of two."""
        def script(name):
            path = pathlib.Path(self.folder.name, name)
            path.write_text("".join(
                f"prog {pid} [000] {pid}.000000: {weight} cycles: ffffffff81000000 "
                f"{symbol} ([kernel.kallsyms])\n"
                for pid in range(1, 51) for weight, symbol in ((1, "kfree"), (3, "schedule"))))
            return str(path)
        result = run("diff", "--format", "json", script("one"), script("two"))
        self.assertEqual(result.status, 0, result.err)
        comparison = json.loads(result.out)["events"][0]["comparison"]
        self.assertEqual(comparison["n"]["base"], 100)
        self.assertAlmostEqual(comparison["n_eff"]["base"], 80)


if __name__ == "__main__":
    main()
