#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""CSV and Markdown: the figures of the JSON, and nothing of a name that steers what shows them; text:
as wide as asked for, with no blanks at line ends."""
import csv
import io

from symdiff import BASE, NEW, TestCase, main, read_json, run

# Names as a hostile or merely odd recording may have them.
ODD = ['a,b', 'semi;colon', 'quote"d', 'pipe|d', 'back`tick', '<script>alert(1)</script>',
       '*star*', '[link](http://example.org)', 'operator<<', 'bell\x07', 'escape\x1b[31m', '@someone', 'x&amp;y']


def table(*arguments, separator=","):
    result = run(*arguments)
    assert result.status == 0, result.err
    return list(csv.DictReader(io.StringIO(result.out.decode(), newline=""), delimiter=separator))


def opreport(names):
    """A whole table, with these names."""
    counts = range(100, 100 + len(names))
    rows = "".join(f"{n:<8} {100 * n / sum(counts):<8.4f} {name}\n"
                   for n, name in reversed(list(zip(counts, names))))
    return "samples  %        symbol name\n" + rows


class Csv(TestCase):
    def test_report(self):
        event = read_json("report", BASE)["events"][0]
        rows = table("report", "--format", "csv", BASE)
        self.assertEqual([r["name"] for r in rows if r["kind"] == "symbol"],
                         [s["symbol"] for s in event["symbols"]])
        for row, symbol in zip([r for r in rows if r["kind"] == "symbol"], event["symbols"]):
            self.assertEqual(int(row["self"]), symbol["self"])
            self.assertAlmostEqual(float(row["self_share_pct"]), 100 * symbol["share"], places=5)
            self.assertEqual(row["children"], "")
            self.assertEqual(row["file"], BASE)

    def test_diff(self):
        event = read_json(BASE, NEW)["events"][0]
        rows = {(r["kind"], r["name"]): r for r in table("--format", "csv", BASE, NEW)}
        for kind, key, said in (("bucket", "bucket", event["buckets"]),
                                ("sub-bucket", "bucket", event["leaves"]),
                                ("symbol", "symbol", event["symbols"])):
            for item in said:
                row = rows[kind, item[key]]
                for column, name, scale in (("base", "base", 1), ("new", "new", 1),
                                            ("base_share_pct", "base_share", 100),
                                            ("new_share_pct", "new_share", 100),
                                            ("delta_pp", "delta_pp", 1),
                                            ("delta_low_pp", "low", 1),
                                            ("delta_high_pp", "high", 1)):
                    if item[name] is None:
                        self.assertEqual(row[column], "")
                    else:
                        self.assertAlmostEqual(float(row[column]), scale * item[name], places=5)
        self.assertEqual(rows["symbol", "add_partial"]["base_name"], "add_partial_tail")
        self.assertEqual(rows["total", ""]["base_file"], BASE)
        self.assertEqual(rows["total", ""]["new_file"], NEW)

    def test_separator(self):
        for separator in (";", "\t", "5"):
            rows = table("-t", separator, BASE, NEW, separator=separator)
            self.assertIn("add_partial", [r["name"] for r in rows])

    def test_odd_names(self):
        path = self.file("odd.txt", opreport(ODD))
        said = {s["symbol"] for s in read_json("report", path)["events"][0]["symbols"]}
        rows = {r["name"] for r in table("report", "--format", "csv", path)
                if r["kind"] == "symbol"}
        self.assertEqual(len(rows), len(ODD))
        safe = {name.replace("\x07", "\\x07").replace("\x1b", "\\x1b") for name in said}
        self.assertEqual(safe, rows)

    def test_gate(self):
        (row,) = table("gate", "--format", "csv", "--max", "allocator=95%", NEW)
        self.assertEqual((row["verdict"], row["limit"]), ("pass" if float(row["high"]) <= 95
                                                          else "inconclusive", "95.000000"))
        self.assertAlmostEqual(float(row["value"]), 89.1951, delta=0.001)


class Markdown(TestCase):
    def markdown(self, *arguments):
        result = run(*arguments, "--format", "markdown")
        self.assertEqual(result.status, 0, result.err)
        return result.out.decode()

    def test_diff(self):
        text = self.markdown(BASE, NEW)
        self.assertIn("| allocator | 85.60 | 89.20 | +3.59 | +21.2 % |", text)
        self.assertIn("| `add_partial` (was `add_partial_tail`) | 38.14 to 38.78 | 42.67 |", text)
        head = next(line for line in text.splitlines() if line.startswith("| bucket"))
        for word in ("slub-2.6.24.txt", "slub-2.6.25-rc4.txt", "% of total", "pp", "samples"):
            self.assertIn(word, head)

    def test_ledger(self):
        """With the work known, its lines sum to the change of the total."""
        event = read_json("--same-work", BASE, NEW)["events"][0]
        text = self.markdown("--same-work", BASE, NEW)
        self.assertIn("| the total's change | | +15.1 M | +16.31 |", text)
        for line in event["ledger"]:
            self.assertIn(f"| {line['kind']} |", text)
        self.assertNotIn("ledger", self.markdown(BASE, NEW))

    def test_tables_are_whole(self):
        """Every line of a table has as many cells as its head."""
        path = self.file("odd.txt", opreport(ODD))
        for arguments in ((BASE, NEW), ("--same-work", BASE, NEW), ("report", path), (path, path),
                          ("gate", "--max", "allocator=95%", NEW)):
            cells = 0
            for line in self.markdown(*arguments).splitlines():
                count = line.replace("\\|", "").count("|")
                if not line.startswith("|"):
                    cells = 0
                    continue
                cells = cells or count
                self.assertEqual(count, cells, line)

    def test_odd_names(self):
        text = self.markdown("report", self.file("odd.txt", opreport(ODD)))
        self.assertNotIn("<script", text)
        self.assertNotIn("\n@someone", text)
        self.assertIn("back\\`tick", text)
        self.assertIn("pipe\\|d", text)


class Text(TestCase):
    def lines(self, *arguments):
        result = run(*arguments)
        self.assertEqual(result.status, 0, result.err)
        lines = result.out.decode().splitlines()
        for line in lines:
            self.assertEqual(line, line.rstrip(" "))
            self.assertLessEqual(len(line), 80, line)
        return lines

    def test_bars(self):
        """A bar of less than an eighth of a block is nothing: 0.2 % of 24 columns is a twentieth."""
        path = self.file("small.txt", "samples  %        symbol name\n"
                         "9980     99.8000  schedule\n20       0.2000   kfree\n")
        lines = self.lines("-v", path, path)
        self.assertTrue(any(line.startswith("allocator") for line in lines))

    def test_long_images(self):
        """Images give way when a table is too wide, and names keep 16 columns."""
        image = "/usr/lib/" + "long" * 10 + ".so"
        path = self.file("script", "".join(
            f"a     1/1     [000]     {i}.000000:       1000 cycles: \n"
            f"\t          40100{i} {symbol} ({image})\n\n"
            for i, symbol in enumerate(["_int_malloc", "a_function_of_a_long_name", "_int_free"])))
        lines = self.lines("report", path)
        (row,) = [line for line in lines if line.startswith("_int_malloc")]
        self.assertRegex(row, r"longlon\S*…  allocator/user$")

    def test_names_above(self):
        """Where an interval makes a table too wide its names stand above the rows, whole."""
        texts = {side: [f"# Running 'sched/messaging' benchmark:\n# 20 sender and receiver processes "
                        f"per group\n# 10 groups == 400 processes run\n\n     Total time: {value} "
                        f"[sec]\n" for value in values]
                 for side, values in (("a", (1.1, 1.9, 1.5)), ("b", (1.2, 1.6, 1.4)))}
        files = {side: [self.file(f"{side}{i}", text) for i, text in enumerate(of)]
                 for side, of in texts.items()}
        lines = self.lines("bench", "--base", *files["a"], "--new", *files["b"])
        (at,) = [i for i, line in enumerate(lines) if "10 groups, 400 tasks" in line]
        self.assertRegex(lines[at], r"^ *10 groups, 400 tasks$")
        self.assertRegex(lines[at + 1], r"1\.5 \+-26\.7%  1\.4 \+-14\.3%  -6\.7 % "
                                        r"\(-\d+\.\d to \+\d+\.\d %\)  same$")


if __name__ == "__main__":
    main()
