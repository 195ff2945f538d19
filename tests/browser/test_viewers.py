#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Exports as the program they are for shows them: speedscope itself, from the npm registry."""
import base64
import json
import pathlib
import re
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from browser import Browser, missing  # noqa: E402
from symdiff import DATA, TOP, run  # noqa: E402

SKIPPED = 77  # as tests/checks.cmake has it
SPEEDSCOPE = TOP / "build" / "viewers" / "node_modules" / "speedscope" / "dist" / "release"
LAB = [DATA / "lab" / f"k61-{name}.script.txt.xz" for name in ("default", "slubdebug")]


class Speedscope(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="symdiff-viewers-")
        self.addCleanup(self.folder.cleanup)
        self.browser = Browser()
        self.addCleanup(self.browser.close)

    def show(self, *arguments):
        """Opened as speedscope's own command opens a file: from disk, by a page that leads there."""
        result = run(*arguments, "--format", "speedscope")
        self.assertEqual(result.status, 0, result.err)
        folder = pathlib.Path(self.folder.name)
        data = base64.b64encode(result.out).decode()
        (folder / "profile.js").write_text(
            f"speedscope.loadFileFromBase64('change.json', {json.dumps(data)})")
        page = folder / "open.html"
        page.write_text("<script>window.location = '%s#localProfilePath=%s'</script>"
                        % ((SPEEDSCOPE / "index.html").as_uri(), folder / "profile.js"))
        self.browser.open(page)
        self.wait_for("cpu-clock")

    def text(self):
        return self.browser.run("return document.body.innerText")

    def wait_for(self, words):
        return self.browser.wait("return document.body.innerText.includes(arguments[0])", words)

    def sandwich(self):
        """{function: (total, self)} in percent, of its table of functions."""
        self.browser.press("3")
        self.wait_for("Symbol Name")
        rows = self.browser.run("return [...document.querySelectorAll('tr')].map(r => r.innerText)")
        cells = [re.match(r"[\d.]+\S* \(([\d.]+)%\)\s+[\d.]+\S* \(([\d.]+)%\)\s+(.+)", row)
                 for row in rows]
        return {c[3].strip(): (float(c[1]), float(c[2])) for c in cells if c}

    def shares(self, path):
        event = json.loads(run("report", "--format", "json", path).out)["events"][0]
        return {s["symbol"]: (100 * s["children"] / event["total"],
                              100 * s["self"] / event["total"]) for s in event["symbols"]}

    def check(self, path):
        expected, shown = self.shares(path), self.sandwich()
        known = [name for name in shown if name in expected]
        self.assertGreater(len(known), 10, shown)
        for name in known:
            # those above 10 % have one digit, the others two
            self.assertAlmostEqual(shown[name][1], expected[name][1], delta=0.6, msg=name)
        self.assertGreater(max(shown[name][1] for name in known), 5)

    def test_report(self):
        self.show("report", LAB[0])
        self.check(LAB[0])

    def test_diff(self):
        self.show(*LAB)
        self.assertIn("base: cpu-clock", self.text())
        self.check(LAB[0])
        self.browser.press("n")  # the next profile
        self.wait_for("new: cpu-clock")
        self.check(LAB[1])


if __name__ == "__main__":
    if reason := missing():
        print(f"SKIPPED: {reason}")
        sys.exit(SKIPPED)
    if not SPEEDSCOPE.is_dir():
        print("SKIPPED: there is no speedscope (npm install --prefix build/viewers speedscope)")
        sys.exit(SKIPPED)
    unittest.main(verbosity=2 if "-v" in sys.argv else 1)
