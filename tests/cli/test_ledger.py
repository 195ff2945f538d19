# SPDX-License-Identifier: GPL-2.0-or-later
"""With the same work, every unit of a change is in one line of the ledger."""
import itertools
import json

from symdiff import BASE, DATA, NEW, TestCase, main, read_json, run


def recordings():
    yield from sorted(DATA.glob("*.txt"))
    yield from sorted((DATA / "tables").glob("*.txt"))
    yield from sorted((DATA / "perf_data").glob("*.data"))


def pairs():
    """Each file with itself, and with the next two: of one event, they can be compared."""
    files = list(recordings())
    yield BASE, NEW
    for i, base in enumerate(files):
        for new in itertools.islice(files, i, i + 3):
            yield base, new


class Ledger(TestCase):
    def check(self, base, new):
        """Whether there was a ledger; it must sum to the change."""
        result = run("--same-work", base, new, "--format", "json")
        if result.status:
            return False
        seen = False
        for event in json.loads(result.out)["events"]:
            totals, lines = event["totals"], event["ledger"]
            if "percent" in (event["unit"], event["base_unit"]) or not lines:
                continue
            seen = True
            self.assertEqual(sum(line["amount"] for line in lines),
                             totals["new_amount"] - totals["base_amount"], (base, new))
        return seen

    def test_sums_to_the_change(self):
        self.assertGreater(sum(self.check(base, new) for base, new in pairs()), 10)

    def test_unknown_work_has_none(self):
        for event in read_json(BASE, NEW)["events"]:
            self.assertEqual(event["ledger"], [])

    def test_what_is_not_listed_is_one_line(self):
        (event,) = read_json("--same-work", BASE, NEW)["events"]
        kinds = [line["kind"] for line in event["ledger"]]
        self.assertEqual(kinds.count("not-listed"), 1)
        # The founding pair: __slab_alloc took 43.38 % of 107.76 M and 43.39 % of 92.65 M samples.
        (line,) = [line for line in event["ledger"] if line["subject"] == "__slab_alloc"]
        self.assertEqual(line["kind"], "cost")
        self.assertAlmostEqual(line["amount"] / 1e6, 0.4338 * 107.76 - 0.4339 * 92.65, delta=0.1)

    def script(self, name, counts):
        """perf script text: (symbol, event, samples), each of them 1000 of the event."""
        lines = [f"bench 7 [000] {number}.000000: 1000 {event}: ffffffff81000{place}00 {symbol}+0x10"
                 " ([kernel.kallsyms])"
                 for place, (symbol, event, samples) in enumerate(counts) for number in range(samples)]
        return self.file(name, "\n".join(lines) + "\n")

    def test_more_instructions_or_dearer_ones(self):
        base = self.script("base", [("kfree", "cycles", 40), ("kfree", "instructions", 40),
                                    ("memcpy", "cycles", 40), ("memcpy", "instructions", 40)])
        new = self.script("new", [("kfree", "cycles", 80), ("kfree", "instructions", 40),
                                  ("memcpy", "cycles", 80), ("memcpy", "instructions", 80)])
        events = read_json("--same-work", base, new)["events"]
        (cycles,) = [event for event in events if event["event"] == "cycles"]
        self.assertEqual({line["subject"]: line.get("reason") for line in cycles["ledger"]},
                         {"kfree": "dearer instructions", "memcpy": "more instructions"})


if __name__ == "__main__":
    main()
