#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Frames that tail calls took, seen from outside: what has no debug information stays as it is."""
from symdiff import DATA, TestCase, main, read_json

LAB = DATA / "lab" / "k61-slubdebug.script.txt.xz"


class TailCalls(TestCase):
    def test_text_has_nothing_to_undo(self):
        (with_frames,) = read_json("report", LAB)["events"]
        (as_sampled,) = read_json("report", "--no-tail-calls", LAB)["events"]
        self.assertEqual(with_frames, as_sampled)
        self.assertNotIn("tail_calls", with_frames)

    def test_inclusive(self):
        """A bucket has what any frame of it is above of, once: between its largest symbol and all."""
        (event,) = read_json("report", LAB)["events"]
        for bucket in event["buckets"]:
            inside = [row["children"] for row in event["symbols"]
                      if row["bucket"].split("/")[0] == bucket["bucket"]]
            self.assertLessEqual(bucket["inclusive"], min(sum(inside), event["total"]))
            self.assertGreaterEqual(bucket["inclusive"], max([bucket["self"], *inside]))


if __name__ == "__main__":
    main()
