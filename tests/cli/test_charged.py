#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Charged shares of two real recordings, counted here once more over perf script's text.

hackbench on Linux 6.1 in a virtual machine, `perf record -a -g -e cpu-clock -F 499`, once as it is
and once with slub_debug=FZP. Which bucket a function is in is asked of symdiff; who owns a sample is
worked out here: the nearest frame from the leaf up, not beyond an interrupt entry, that is neither
lock, RCU read side, clock, library, mitigation, tracing nor statistics.
"""
import collections
import lzma
import re
import unittest

from symdiff import DATA, TestCase, read_json, run

NEUTRAL = re.compile(r"lock/|lib/|rcu/read$|time/clock$|entry/mitigation$|trace/event$|mem/stat$")
INTERRUPT = re.compile(r"(asm_)?(sysvec_|common_interrupt)|asm_exc_nmi$|exc_nmi$|(__)?do_softirq$|"
                       r"handle_softirqs$|run_ksoftirqd$")
HEADER = re.compile(r"^(?P<comm>.*?)\s+(?P<pid>-?\d+)/-?\d+\s+\[\d+\]\s+[\d.]+:\s+(?P<period>\d+)\s")
FRAME = re.compile(r"^\s+[0-9a-f]+ (?P<symbol>.+) \((?P<dso>[^()]*(?:\([^()]*\))?)\)$")


def samples(name):
    """(pid, period, [(symbol, in the kernel)]) of each sample, leaf first."""
    text = lzma.open(DATA / "lab" / name, "rt").read()
    for block in text.split("\n\n"):
        lines = block.strip("\n").splitlines()
        if not lines:
            continue
        head = HEADER.match(lines[0])
        frames = [FRAME.match(line) for line in lines[1:]]
        yield (int(head["pid"]), int(head["period"]),
               [(f["symbol"], f["dso"].startswith("[")) for f in frames])


def buckets_of(names):
    answer = run("explain", "-", stdin="\n".join(sorted(names)).encode())
    return dict(line.split("\t")[:2] for line in answer.out.decode().splitlines())


def bucket_of(frame, buckets):
    symbol, kernel = frame
    if not kernel:
        return "user"
    return "[unresolved]" if symbol == "[unknown]" else buckets[symbol]


def owner(chain, buckets):
    for frame in chain:
        bucket = bucket_of(frame, buckets)
        if not NEUTRAL.match(bucket):
            return bucket
        if frame[1] and INTERRUPT.match(frame[0]):
            break
    return bucket_of(chain[0], buckets)


def is_idle(pid, chain):
    return pid == 0 and not any(INTERRUPT.match(symbol) for symbol, kernel in chain if kernel)


def count(name):
    """Charged weight by head, in all and for lock leaves only, and the busy weight."""
    recorded = list(samples(name))
    buckets = buckets_of({s for _, _, chain in recorded for s, kernel in chain if kernel})
    charged, locks, busy = collections.Counter(), collections.Counter(), 0
    for pid, period, chain in recorded:
        if not chain:
            continue
        head = owner(chain, buckets).split("/")[0]
        busy += 0 if is_idle(pid, chain) else period
        charged[head] += period
        if bucket_of(chain[0], buckets).startswith("lock/"):
            locks[head] += period
    return charged, locks, busy


class Charged(TestCase):
    def setUp(self):
        self.files = ["k61-default.script.txt.xz", "k61-slubdebug.script.txt.xz"]

    def test_owners(self):
        for name in self.files:
            charged, locks, busy = count(name)
            event = read_json("report", DATA / "lab" / name)["events"][0]
            self.assertEqual(event["busy"], busy)
            said = {b["bucket"]: b["charged"] for b in event["buckets"]}
            for head in ("allocator", "net", "sched", "mem", "fs", "copy"):
                self.assertEqual(said[head], charged[head], (name, head))
            matrix = {m["owner"]: m["weight"] for m in event["matrix"]
                      if m["mechanism"] == "lock"}
            for head in ("allocator", "net", "sched"):
                self.assertEqual(matrix[head], locks[head], (name, head))

    def test_locks_of_the_slow_path_are_the_allocators(self):
        """Spinning and unlocking below these functions is charged to no one else."""
        below = re.compile(r"get_partial_node|__slab_free$|free_to_partial_list|__unfreeze_partials")
        event = read_json("report", DATA / "lab" / self.files[1])["events"][0]
        least = sum(period for pid, period, chain in samples(self.files[1])
                    if len(chain) > 1 and "spin" in chain[0][0] and below.match(chain[1][0]))
        got = [m["weight"] for m in event["matrix"]
               if (m["owner"], m["mechanism"]) == ("allocator", "lock")]
        self.assertGreater(least, 0.1 * event["busy"])
        self.assertGreaterEqual(got[0], least)

    def test_headline(self):
        """A flat report has it backwards: the allocator's self share falls."""
        event = read_json(*(DATA / "lab" / name for name in self.files))["events"][0]
        moved = [f for f in event["findings"] if f["kind"] in ("grew", "shrank") and not f["level"]]
        self.assertEqual((moved[0]["kind"], moved[0]["subject"]), ("grew", "allocator"))
        (bucket,) = [b for b in event["buckets"] if b["bucket"] == "allocator"]
        self.assertLess(bucket["new_share"], bucket["base_share"])
        self.assertGreater(bucket["charged_new_share"], 2 * bucket["charged_base_share"])
        self.assertTrue(any(f["kind"] == "hint" and "no NMI" in f["text"]
                            for f in event["findings"]))

    def test_markdown_has_both(self):
        """The table of owners stands beside the headline that is about them."""
        text = run("--format", "markdown", *(DATA / "lab" / n for n in self.files)).out.decode()
        (event,) = read_json(*(DATA / "lab" / name for name in self.files))["events"]
        (bucket,) = [b for b in event["buckets"] if b["bucket"] == "allocator"]
        charged, own = text.split("| charged to |")[1].split("| self |")
        for table, prefix in ((charged, "charged_"), (own, "")):
            row = re.search(r"(?m)^\| allocator \| ([\d.]+) \| ([\d.]+) \|", table)
            for side, shown in zip(("base", "new"), row.groups()):
                busy = event["totals"][f"{side}_busy"] / event["totals"][side]
                self.assertAlmostEqual(100 * bucket[f"{prefix}{side}_share"] / busy,
                                       float(shown), delta=0.006)
        self.assertNotEqual(charged, own)

    def test_context(self):
        """What is said of softirqs rests on their samples only, and is never more than all of it."""
        files = [DATA / "lab" / name for name in self.files]
        event = read_json("--context", "softirq", *files)["events"][0]
        text = run("--context", "softirq", *files).out.decode()
        rows = {row["symbol"]: row for row in event["symbols"]}
        for side, total in zip(("base", "new"), (157, 222)):
            self.assertEqual(sum(row["k"][side] for row in event["symbols"]), total)
            self.assertRegex(text, rf"(?m)^{side} .* {total} samples")
        for finding in event["findings"]:
            self.assertFalse([points for points in re.findall(r"\+([\d.]+) pp", finding["text"])
                              if float(points) > 100], finding["text"])
            # one sample against none in some two hundred
            row = rows.get(finding["subject"])
            if row and finding["kind"] in ("grew", "shrank"):
                self.assertGreater(row["k"]["base"] + row["k"]["new"], 3, finding["text"])


if __name__ == "__main__":
    unittest.main()
