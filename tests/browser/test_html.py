#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""HTML reports as a browser shows them: from disk, with nothing fetched, wide and narrow."""
import os
import pathlib
import re
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from browser import Browser, missing  # noqa: E402
from symdiff import BASE, DATA, NEW, PROGRAM, run  # noqa: E402

SKIPPED = 77  # as tests/checks.cmake has it
LAB = [DATA / "lab" / f"k61-{name}.script.txt.xz" for name in ("default", "slubdebug")]
ATTACKS = ["<script>window.owned=1</script>", "</script><script>window.owned=1</script>",
           "<img src=x onerror=window.owned=1>", "\"onmouseover=\"window.owned=1", "a'b&c",
           "left\u202eright", "n" * 4000, "<!--", "${window.owned=1}"]


def fixture(folder, name, text):
    path = pathlib.Path(folder) / name
    path.write_bytes(text)
    return path


class Html(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="symdiff-html-")
        cls.addClassCleanup(cls.folder.cleanup)
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)

    def page(self, *arguments, width=1400, status=0):
        """Make a report and open it; it must look whole and say nothing on the console."""
        result = run(*arguments, "--format", "html")
        self.assertEqual(result.status, status, result.err)
        path = fixture(self.folder.name, "page #1 %.html", result.out)
        self.browser.command("Emulation.setDeviceMetricsOverride", width=width, height=900,
                             deviceScaleFactor=1, mobile=False)
        self.browser.requests()
        self.browser.open(path)
        self.assertEqual(self.browser.console(), [])
        self.assertEqual(self.browser.requests(), [])
        return self.browser

    def tearDown(self):
        self.assertEqual(self.browser.console(), [])

    def labels(self):
        """The names of the frames that are drawn, and their widths in pixels."""
        return self.browser.run("""
            return [...document.querySelectorAll('.flame [data-frame]')].map(group =>
                [group.getAttribute('aria-label'),
                 Number(group.querySelector('rect').getAttribute('width')),
                 group.getAttribute('class')])""")

    def width_of(self, name):
        """Of the widest frame of that name."""
        return max(width for label, width, _ in self.labels() if label == name)

    def class_of(self, name):
        (kind,) = [kind for label, _, kind in self.labels() if label == name]
        return kind

    def column(self, number):
        return self.browser.run("""
            return [...document.querySelectorAll('.symbols tbody tr')].map(row =>
                row.children[arguments[0]].textContent)""", number)

    def click_frame(self, name):
        self.browser.run("""
            const frames = [...document.querySelectorAll('.flame [data-frame]')];
            frames.find(frame => frame.getAttribute('aria-label') === arguments[0])
                .querySelector('rect').dispatchEvent(new MouseEvent('click', {bubbles: true}))""",
                         name)

    def focused(self):
        return self.browser.run("return document.activeElement.getAttribute('aria-label')")

    def choose(self, name, value):
        self.browser.click(f"input[name$=-{name}][value='{value}']")

    # ---- what is on the page ----

    def test_first_screen(self):
        page = self.page(BASE, NEW)
        text = page.run("return document.body.innerText")
        self.assertIn("allocator grew  85.6 -> 89.2 %".replace("  ", " "), text)
        self.assertIn("add_partial carries it: 38.1 -> 42.7 %", text)
        self.assertIn("sock_def_readable 0.63 % -> below 0.68 %: not listed", text)
        self.assertIn("+16.3 %", text)

    def test_widths(self):
        """Nothing sticks out, at the width of a telephone either."""
        for arguments in ((BASE, NEW), ("--same-work", *LAB), ("report", LAB[1])):
            for width in (360, 1400):
                with self.subTest(arguments=arguments, width=width):
                    page = self.page(*arguments, width=width)
                    self.assertEqual(page.run(
                        "return document.documentElement.scrollWidth"), width)
                    self.assertTrue(self.labels())
                    self.assertTrue(self.column(0))

    def test_sections(self):
        page = self.page("--same-work", *LAB)
        heads = page.run("return [...document.querySelectorAll('h2')].map(h => h.textContent)")
        for head in ("Buckets", "Flame graph", "Symbols", "Ledger", "Owner and mechanism",
                     "Contexts", "Inputs"):
            self.assertIn(head, heads)
        self.assertTrue([head for head in heads if head.startswith("Anatomy of allocator")])

    def test_waterfall(self):
        """Each bar of the ledger begins where the one above it ends."""
        page = self.page("--same-work", *LAB)
        bars = page.run("""
            return [...document.querySelectorAll('.fall i')].map(bar => {
                const box = bar.getBoundingClientRect();
                return [bar.className, box.left, box.right]})""")
        self.assertGreater(len(bars), 10)
        at = bars[0][2]
        for kind, left, right in bars[1:-1]:
            start, end = (left, right) if kind == "grew" else (right, left)
            self.assertAlmostEqual(start, at, delta=1.6)
            at = end
        self.assertAlmostEqual(bars[-1][2], at, delta=1.6)

    def test_evidence(self):
        evidence = DATA / "evidence"
        page = self.page("--evidence-base", evidence / "slabinfo-AD.base.txt", "--evidence-new",
                         evidence / "slabinfo-AD.new.txt", BASE, NEW)
        plain = run("--evidence-base", evidence / "slabinfo-AD.base.txt", "--evidence-new",
                    evidence / "slabinfo-AD.new.txt", BASE, NEW).out.decode()
        words = page.run("return document.querySelector('.witness').innerText")
        self.assertIn("Beside the profiles", words)
        self.assertIn("Beside the profiles", plain)
        verdicts = page.run("return [...document.querySelectorAll('.witness li')]"
                            ".map(line => line.textContent.split(':')[1].trim())")
        self.assertEqual(verdicts.count("agrees") + verdicts.count("contradicts"),
                         plain.count(": agrees") + plain.count(": contradicts"))
        self.assertGreater(page.run("return document.querySelectorAll('.witness tbody tr').length"),
                           0)

    def test_gate(self):
        page = self.page("gate", "--max", "allocator=30%", NEW, status=1)
        self.assertIn("symdiff gate: FAIL", page.run("return document.body.innerText"))

    def test_sweep(self):
        for width in (360, 1400):
            page = self.page("sweep", DATA / "series" / "slub-min-objects.txt", width=width)
            self.assertEqual(page.run("return document.documentElement.scrollWidth"), width)
            self.assertEqual(page.run("return document.querySelectorAll('.chart').length"), 3)
            self.assertIn("the last doubling gains 6 %",
                          page.run("return document.body.innerText"))

    def test_fleet(self):
        for name, plots in (("synthetic", 3), ("slub-order-ranges", 1)):
            for width in (360, 1400):
                page = self.page("fleet", DATA / "fleet" / f"{name}.txt", width=width)
                self.assertEqual(page.run("return document.documentElement.scrollWidth"), width)
                self.assertEqual(page.run("return document.querySelectorAll('.chart > g').length"
                                          " > 3 && document.querySelectorAll('svg').length"), plots)

    def test_print(self):
        page = self.page("--same-work", *LAB)
        path = pathlib.Path(self.folder.name) / "page.pdf"
        page.print(path)
        self.assertTrue(path.read_bytes().startswith(b"%PDF-"))
        page.run("window.dispatchEvent(new Event('beforeprint'))")
        self.assertLess(self.width_of("all"), 800)  # letters are not scaled down
        page.run("window.dispatchEvent(new Event('afterprint'))")
        self.assertGreater(self.width_of("all"), 1000)
        page.command("Emulation.setEmulatedMedia", media="print")
        shown = page.run("""
            return [...document.querySelectorAll('.tools, .flame svg')].map(element =>
                [element.tagName, element.getClientRects().length > 0])""")
        page.command("Emulation.setEmulatedMedia", media="")
        self.assertEqual({tuple(item) for item in shown}, {("DIV", False), ("svg", True)})

    def test_dark(self):
        page = self.page(BASE, NEW)
        paper = "return getComputedStyle(document.body).backgroundColor"
        light = page.run(paper)
        page.command("Emulation.setEmulatedMedia",
                     features=[{"name": "prefers-color-scheme", "value": "dark"}])
        dark = page.run(paper)
        page.command("Emulation.setEmulatedMedia",
                     features=[{"name": "prefers-color-scheme", "value": "light"}])
        self.assertEqual(light, "rgb(255, 255, 255)")
        self.assertLess(max(map(int, re.findall(r"\d+", dark))), 64)

    def test_without_script(self):
        """Findings and buckets are there without JavaScript, too."""
        text = run(BASE, NEW, "--format", "html").out.decode()
        plain = re.sub(r"<script.*?</script>", "", text, flags=re.S)
        for words in ("add_partial carries it", "allocator", "<noscript>", "85.60"):
            self.assertIn(words, plain)

    # ---- the table of symbols ----

    def test_sorts(self):
        page = self.page(BASE, NEW)
        page.click(".symbols thead th:nth-child(1) button")
        names = self.column(0)
        self.assertEqual(names, sorted(names))
        page.click(".symbols thead th:nth-child(1) button")
        self.assertEqual(self.column(0), names[::-1])
        page.click(".symbols thead th:nth-child(3) button")
        self.assertEqual(self.column(0)[:2], ["__slab_alloc", "add_partial (was add_partial_tail)"])
        self.assertEqual(page.run("return document.querySelector('.symbols thead "
                                  "th:nth-child(3)').getAttribute('aria-sort')"), "descending")

    def test_filters(self):
        page = self.page(BASE, NEW)
        page.type(".symbols input", "net/unix")
        self.assertEqual(sorted(self.column(0)), ["unix_stream_recvmsg", "unix_stream_sendmsg"])
        page.type(".symbols input", " recv")
        self.assertEqual(self.column(0), ["unix_stream_recvmsg"])
        page.type(".symbols input", " nothing")
        self.assertEqual(self.column(0), [])

    def test_shows_more(self):
        page = self.page("report", LAB[0])
        before = len(self.column(0))
        page.click(".symbols button.more")
        self.assertGreater(len(self.column(0)), before)

    def test_sub_buckets(self):
        page = self.page("report", LAB[0])
        shown = ("return [...document.querySelectorAll('.buckets tbody tr')]"
                 ".filter(row => !row.hidden).map(row => row.children[0].textContent)")
        self.assertNotIn("allocator/slab", page.run(shown))
        page.click("section[id^=buckets] input")
        self.assertIn("allocator/slab", page.run(shown))

    # ---- the flame graph ----

    def test_widths_of_frames(self):
        self.page(BASE, NEW)
        whole = self.width_of("all")
        for choice, share in (("base", 43.39), ("new", 43.38)):
            self.choose("width", choice)
            self.assertAlmostEqual(self.width_of("__slab_alloc") / whole * 100, share, delta=0.02)

    def test_colours(self):
        self.page(BASE, NEW)
        self.assertEqual(self.class_of("add_partial (was add_partial_tail)"), "up1")
        self.assertEqual(self.class_of("sock_def_readable"), "open")
        self.choose("colour", "bucket")
        self.assertEqual(self.class_of("add_partial (was add_partial_tail)"),
                         self.class_of("__slab_alloc"))
        self.assertNotEqual(self.class_of("net"), self.class_of("allocator"))

    def test_by_bucket(self):
        self.page(*LAB)
        self.assertIn("sched-messaging", [label for label, _, _ in self.labels()])
        self.choose("by", "2")
        labels = [label for label, _, _ in self.labels()]
        self.assertIn("allocator/slab", labels)
        self.assertNotIn("sched-messaging", labels)

    def test_by_caller(self):
        """From the leaf: on the first row is what functions have themselves."""
        page = self.page("report", LAB[1])
        self.choose("by", "1")
        (share,) = [row[1] for row in zip(self.column(0), self.column(1))
                    if row[0] == "_raw_spin_unlock_irqrestore"]
        self.assertAlmostEqual(self.width_of("_raw_spin_unlock_irqrestore") / self.width_of("all")
                               * 100, float(share), delta=0.05)
        page.click(".flame input[type=search]")

    def test_zooms(self):
        page = self.page(*LAB)
        whole = self.width_of("all")
        self.click_frame("ksys_write")
        self.assertAlmostEqual(self.width_of("ksys_write"), whole, delta=0.1)
        self.assertNotIn("ksys_read", [label for label, _, _ in self.labels()])
        self.assertIn("all", [label for label, _, _ in self.labels()])  # the way back
        page.click(".flame button.reset")
        self.assertLess(self.width_of("ksys_write"), whole / 2)

    def test_searches(self):
        page = self.page(*LAB)
        page.run("document.body.focus()")
        page.press("/")
        page.type(".flame input[type=search]", "allocator/slab")
        hits = [label for label, _, kind in self.labels() if kind.endswith(" hit")]
        self.assertIn("kmem_cache_alloc_node", hits)
        self.assertNotIn("ksys_write", hits)
        words = page.run("return document.querySelector('.matches').textContent")
        self.assertRegex(words, r"^\d+ frames, [0-9.]+ → [0-9.]+ % \(\+[0-9.]+ pp\)$")
        page.press("Escape")
        self.assertEqual([kind for _, _, kind in self.labels() if kind.endswith(" hit")], [])

    def test_searches_by_expression(self):
        page = self.page(*LAB)
        page.type(".flame input[type=search]", "^ksys_(read|write)$")
        hits = {label for label, _, kind in self.labels() if kind.endswith(" hit")}
        self.assertEqual(hits, {"ksys_read", "ksys_write"})
        page.press("Escape")
        page.type(".flame input[type=search]", "(")  # no expression: as it is
        self.assertEqual(page.run("return document.querySelector('.matches').textContent"),
                         "not found")

    def test_callers(self):
        """What a function has in all places together, as the report's column of children."""
        page = self.page("report", LAB[1])
        self.click_frame("_raw_spin_unlock_irqrestore")
        words = page.run("return document.querySelector('.flame .detail').textContent")
        match = re.search(r"In all \d+ places: ([0-9.]+) %. Called by ", words)
        row = [row for row in zip(self.column(0), self.column(2))
               if row[0] == "_raw_spin_unlock_irqrestore"]
        self.assertAlmostEqual(float(match.group(1)), float(row[0][1]), delta=0.1)

    def test_keyboard(self):
        page = self.page(*LAB)
        page.run("document.querySelector('.flame [tabindex=\"0\"]').focus()")
        self.assertEqual(self.focused(), "all")
        page.press("ArrowDown")
        self.assertEqual(self.focused(), "sched-messaging")
        page.press("ArrowRight")
        other = self.focused()
        self.assertNotEqual(other, "sched-messaging")
        page.press("ArrowLeft", "Enter")
        self.assertEqual(self.focused(), "sched-messaging")
        self.assertNotIn(other, [label for label, _, _ in self.labels()])
        page.press("ArrowUp")
        self.assertEqual(self.focused(), "all")
        page.press("ArrowDown", "Escape")
        self.assertIn(other, [label for label, _, _ in self.labels()])

    def test_follows_the_window(self):
        page = self.page(*LAB)
        page.command("Emulation.setDeviceMetricsOverride", width=700, height=900,
                     deviceScaleFactor=1, mobile=False)
        page.wait("""return Math.abs(document.querySelector('.flame svg').viewBox.baseVal.width
                     - document.querySelector('.flame .picture').clientWidth) < 1""")

    # ---- hostile and odd input ----

    def test_names(self):
        folded = "".join(f"main;{name} 100\n" for name in ATTACKS)
        path = fixture(self.folder.name, "names<b>.folded",
                       folded.encode() + b"main;raw\xff\xfe\xc0\x80 50\n")
        for arguments in (("report", path), (path, path)):
            page = self.page(*arguments)
            self.assertIsNone(page.run("return window.owned || null"))
            self.assertEqual(page.run("return document.querySelectorAll('img, main script:not("
                                      "[type])').length"), 0)
            names = self.column(0)
            for name in ATTACKS:
                self.assertIn(name.replace("\u202e", "\\u202e"), names)
            tallest = page.run("return Math.max(...[...document.querySelectorAll("
                               "'.symbols tbody tr')].map(row => row.offsetHeight))")
            self.assertLess(tallest, 100)

    def test_empty(self):
        text = run("report", "--symbol", "none", BASE, "--format", "html")
        self.assertEqual(text.status, 0)
        self.page("report", "--symbol", "none", BASE)
        self.assertEqual(self.column(0), [])

    def test_several_events(self):
        page = self.page("report", DATA / "perf_data" / "be-multi.perf.data")
        self.assertGreater(page.run("return document.querySelectorAll('.flame svg').length"), 1)

    def test_many_stacks(self):
        """300,000 unique stacks: the page is small, and there at once."""
        leaves = [f"function_{i:05d}" for i in range(2000)]
        lines, state = [], 1
        for _ in range(300_000):
            frames = ["main"]
            for depth in range(12):
                state = (state * 1103515245 + 12345) % 2**31
                frames.append(leaves[(state >> 8) % (4 + 160 * depth)])
            lines.append(f"{';'.join(frames)} {1 + (state >> 20) % 50}\n")
        path = fixture(self.folder.name, "many.folded", "".join(lines).encode())
        page = self.page("report", path)
        size = (pathlib.Path(self.folder.name) / "page #1 %.html").stat().st_size
        self.assertLess(size, 5_000_000)
        self.assertGreater(len(self.labels()), 100)
        self.click_frame("main")
        self.assertEqual(self.focused(), "main")


if __name__ == "__main__":
    reason = missing()
    if reason:
        print(f"skipped: {reason}")
        sys.exit(SKIPPED)
    if not os.access(PROGRAM, os.X_OK):
        sys.exit(f"there is no {PROGRAM}")
    unittest.main()
