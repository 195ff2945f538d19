#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Flame graphs as files: well formed, self-contained, true to the profile, inert whatever is in it."""
import json
import re
import xml.etree.ElementTree as ElementTree

from symdiff import BASE, DATA, NEW, TOP, TestCase, main, run

SVG = "{http://www.w3.org/2000/svg}"
LAB = [DATA / "lab" / f"k61-{name}.script.txt.xz" for name in ("default", "slubdebug")]
NAMES = ["<script>alert(1)</script>", "a\"b'c&d", "left\u202eright", "n" * 4000, "]]>", "\uffff"]


def frames(picture):
    """(class, title, x, width) of each frame."""
    for group in picture.iter(SVG + "g"):
        title, rect = group.find(SVG + "title"), group.find(SVG + "rect")
        if title is not None:
            yield (group.get("class"), title.text, float(rect.get("x")), float(rect.get("width")))


class Svg(TestCase):
    def draw(self, *arguments):
        result = run("--format", "svg", *arguments)
        self.assertEqual(result.status, 0, result.err)
        return ElementTree.fromstring(result.out)

    def report(self, *arguments):
        result = run("report", "--format", "svg", *arguments)
        self.assertEqual(result.status, 0, result.err)
        return ElementTree.fromstring(result.out)

    def frame(self, picture, name):
        found = [frame for frame in frames(picture) if frame[1].split("\n")[0] == name]
        self.assertEqual(len(found), 1, name)
        return found[0]

    def test_founding_pair(self):
        picture = self.draw(BASE, NEW)
        kind, title, _, _ = self.frame(picture, "add_partial (was add_partial_tail)")
        self.assertEqual(kind, "up")
        self.assertIn("base 38.14 to 38.78 %, new 42.67 %", title)
        self.assertEqual(self.frame(picture, "__slab_alloc")[0], "same")
        self.assertEqual(self.frame(picture, "sock_def_readable")[0], "open")
        self.assertEqual(self.frame(picture, "[not listed]")[0], "open")

    def test_documented(self):
        """docs/pictures.md shows what the program draws: if that has changed, look at it, and
        symdiff --same-work --format svg tests/data/pictures/{base,new}.folded > docs/pictures/change.svg
        """
        pair = [f"tests/data/pictures/{side}.folded" for side in ("base", "new")]
        drawn = run("--same-work", "--format", "svg", *pair, folder=TOP).out
        self.assertEqual(drawn, (TOP / "docs" / "pictures" / "change.svg").read_bytes())

    def test_what_others_miss(self):
        """A parent that tripled while its leaf did not, a function that vanished, one renamed."""
        pair = [DATA / "pictures" / f"{side}.folded" for side in ("base", "new")]
        kinds = {title.split("\n")[0]: kind
                 for kind, title, _, _ in frames(self.draw("--same-work", *pair))}
        self.assertEqual(kinds["generic_perform_write"], "up3")
        self.assertEqual(kinds["vfs_write"], "up2")  # 3800 -> 7000
        self.assertEqual(kinds["copy_from_user"], "same")
        self.assertEqual(kinds["file_update_time"], "gone")
        self.assertEqual(kinds["add_partial (was add_partial_tail)"], "same")
        self.assertNotIn("add_partial", kinds)

    def test_self_contained(self):
        for arguments in ((BASE, NEW), LAB, ("report", BASE)):
            text = run("--format", "svg", *arguments).out if arguments[0] != "report" else \
                run(*arguments, "--format", "svg").out
            self.assertNotIn(b"<script", text)
            self.assertEqual(re.findall(rb'(?:href|src)\s*=|@import|url\((?!#)', text), [])

    def test_widths(self):
        """A frame is as wide as its share, and what it calls lies within it."""
        for side, figure in (("base", r"base ([0-9.]+) %"), ("new", r"new ([0-9.]+) %")):
            picture = self.draw("--flame-width", side, *LAB)
            (root,) = [f for f in frames(picture) if f[0] == "root"]
            for kind, title, x, width in frames(picture):
                share = float(re.search(figure, title).group(1))
                self.assertAlmostEqual(width / root[3], share / 100, delta=2e-4, msg=title)
                self.assertGreaterEqual(x + 0.11, root[2])
                self.assertLessEqual(x + width, root[2] + root[3] + 0.2)

    def test_nothing_narrower_than_a_tenth(self):
        for picture in (self.draw(*LAB), self.report(LAB[1])):
            self.assertGreaterEqual(min(frame[3] for frame in frames(picture)), 0.1)

    def test_report_by_bucket(self):
        """Without callchains: the bucket, and in it its symbols."""
        picture = self.report(BASE)
        bucket, symbol = self.frame(picture, "allocator"), self.frame(picture, "__slab_alloc")
        self.assertEqual(bucket[0], symbol[0])
        self.assertIn("85.60 %", bucket[1])
        self.assertLessEqual(bucket[2], symbol[2])

    def test_several_events(self):
        picture = self.report(DATA / "perf_data" / "be-multi.perf.data")
        roots = [frame for frame in frames(picture) if frame[0] == "root"]
        self.assertGreater(len(roots), 1)

    def test_names(self):
        folded = "".join(f"main;{name.replace(';', ',')} 100\n" for name in NAMES)
        path = self.file("names", folded.encode() + b"main;raw\xff\xfe\xc0\x80 50\n")
        for picture in (self.report(path), self.draw(path, path)):
            labels = [title.split("\n")[0] for _, title, _, _ in frames(picture)]
            for name in NAMES:
                shown = name.replace("\u202e", "\\u202e").replace("\uffff", "\ufffd")
                self.assertIn(shown, labels)
            for text in picture.iter(SVG + "text"):
                self.assertLess(len(text.text or ""), 250)

    def test_deep(self):
        """A stack of 100,000 frames, as no profiler has them."""
        deep = ";".join(f"f{i % 7}" for i in range(100_000))
        picture = self.report(self.file("deep", f"main;{deep} 5\nmain 5\n"))
        self.assertLess(len(list(frames(picture))), 600)

    def test_wrong_width(self):
        self.assert_trouble(run("--flame-width", "widest", BASE, NEW), "larger, base or new")

    def test_gate_has_no_picture(self):
        self.assert_trouble(run("gate", "--max", "net=10%", "--format", "svg", NEW), "verdict")


class Html(TestCase):
    """What needs no browser to be seen; tests/browser has the rest."""

    def page(self, *arguments):
        result = run(*arguments, "--format", "html")
        self.assertIn(result.status, (0, 1), result.err)
        return result.out.decode()

    def test_self_contained(self):
        for arguments in ((BASE, NEW), ("report", LAB[0]), ("gate", "--max", "net=1%", NEW),
                          ("sweep", DATA / "series" / "slub-cpus.txt"),
                          ("fleet", DATA / "fleet" / "synthetic.txt")):
            text = self.page(*arguments)
            self.assertEqual(re.findall(r'(?:href|src)\s*=|@import|url\((?!#)(?!\$)', text), [])
            self.assertIn("default-src 'none'", text)

    def test_data_end_nowhere(self):
        """Nothing in a name ends the element that its data are in."""
        path = self.file("names", "main;</script><b> 10\nmain;<!--<script> 20\n")
        for data in re.findall(r'<script type="application/json"[^>]*>(.*?)</script>',
                               self.page("report", path), re.S):
            self.assertNotIn("<", data)
            json.loads(data)

    def test_says_what_is_missing(self):
        path = DATA / "perf_data" / "plain-s.perf.data"
        hint = re.search(r"unresolved: ([0-9.]+ % in \S+)", run("report", path).out.decode())
        self.assertIn(f"without symbols</th><td>{hint.group(1)}", self.page("report", path))


class Charts(TestCase):
    """The tables of the founding threads, drawn."""

    def draw(self, *arguments):
        result = run("sweep", "--format", "svg", *arguments)
        self.assertEqual(result.status, 0, result.err)
        return ElementTree.fromstring(result.out)

    def curves(self, picture):
        """For each curve: its name, and the places of its points."""
        for group in picture.iter(SVG + "g"):
            if "curve" in (group.get("class") or ""):
                yield (group.find(SVG + "title").text,
                       [(float(dot.get("cx")), float(dot.get("cy")))
                        for dot in group.iter(SVG + "circle") if dot.get("class") is None])

    def test_line(self):
        """250, 23, 18.6 and 17.5 s at 8, 16, 32 and 64 objects."""
        picture = self.draw(DATA / "series" / "slub-min-objects.txt")
        name, points = next(self.curves(picture))
        self.assertEqual(name, "./hackbench 100 process 2000")
        xs, ys = zip(*points)
        self.assertEqual(len(set(round(b - a, 0) for a, b in zip(xs, xs[1:]))), 1)  # doublings
        grid = [float(re.match(r"M\d+ ([\d.]+)H", path.get("d")).group(1))
                for path in picture.iter(SVG + "path") if path.get("class") == "grid"][:6]
        top, bottom = min(grid), max(grid)  # 250 and 0 seconds
        for y, seconds in zip(ys, (250, 23, 18.6, 17.5)):
            self.assertAlmostEqual((bottom - y) / (bottom - top) * 250, seconds, delta=0.2)

    def test_grid(self):
        """A curve for each number of processors; cells that are blank have no point."""
        curves = dict(self.curves(self.draw(DATA / "series" / "slub-cpus.txt")))
        self.assertEqual({name: len(points) for name, points in curves.items()},
                         {"processor number=8p": 4, "processor number=4p": 3,
                          "processor number=2p": 2, "result": 2})

    def test_profiles(self):
        names = [name for name, _ in self.curves(self.draw(f"old={BASE}", f"new={NEW}"))]
        self.assertEqual(names[0], "allocator")

    def test_forest(self):
        """A dot a machine, in the order of the changes; who stands out is orange."""
        result = run("fleet", "--format", "svg", DATA / "fleet" / "synthetic.txt")
        self.assertEqual(result.status, 0, result.err)
        rows = [(group.get("class"), [text.text for text in group.iter(SVG + "text")],
                 [float(dot.get("cx")) for dot in group.iter(SVG + "circle")])
                for group in ElementTree.fromstring(result.out).iter(SVG + "g")
                if "curve" in (group.get("class") or "")][:10]
        self.assertEqual(rows[0][:2], ("curve c1", ["m07", "-27.00 stands out"]))
        self.assertEqual({kind for kind, _, _ in rows[1:]}, {"curve c0"})
        places = [place for _, _, (place,) in rows]
        self.assertEqual(places, sorted(places))
        changes = [float(texts[1].split()[0]) for _, texts, _ in rows]
        scale = (places[-1] - places[0]) / (changes[-1] - changes[0])
        for place, change in zip(places, changes):
            self.assertAlmostEqual(place - places[0], (change - changes[0]) * scale, delta=0.2)

    def test_ranges(self):
        result = run("fleet", "--format", "svg", DATA / "fleet" / "slub-order-ranges.txt")
        ranges = [path for path in ElementTree.fromstring(result.out).iter(SVG + "path")
                  if path.get("class") == "range"]
        self.assertEqual(len(ranges), 18 + 8 + 4 + 17 + 18 + 18 + 18)  # rows of the seven tables

    def test_names(self):
        result = run("sweep", "--format", "svg", f"<b>&={BASE}", f"\u202e={NEW}")
        self.assertEqual(result.status, 0, result.err)
        self.assertIn("<b>&", [t.text for t in ElementTree.fromstring(result.out)
                               .iter(SVG + "text")])
        self.assertNotIn("\u202e", result.out.decode())


if __name__ == "__main__":
    main()
