#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""The JSON documents hold what docs/json.md promises, and docs/json.md has every key."""
import re

from symdiff import BASE, NEW, TOP, TestCase, main, read_json, run

import json

DOCUMENTED = set(re.findall(r"`([a-z0-9_]+)`", (TOP / "docs" / "json.md").read_text()))


def keys(value):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from keys(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from keys(inner)


class Json(TestCase):
    def documents(self):
        yield read_json("report", BASE)
        yield read_json("report", "--anatomy", "allocator", BASE)
        yield read_json("report", "--symbol", "__slab_alloc", "--callers", BASE)
        yield read_json(BASE, NEW)
        yield read_json("--same-work", "--anatomy", "allocator", BASE, NEW)
        yield json.loads(run("gate", "--format", "json", "--max", "allocator=95%",
                             "--max-growth", "self:add_partial=1pp", BASE, NEW).out)
        for file in sorted((TOP / "tests" / "data" / "evidence").iterdir()):
            yield read_json("evidence", file)
        yield read_json("evidence", *(TOP / "tests/data/evidence" / f"slabinfo-AD.{side}.txt"
                                      for side in ("base", "new")))
        yield read_json("--evidence-base", TOP / "tests/data/evidence/slabinfo-AD.base.txt",
                        "--evidence-new", TOP / "tests/data/evidence/slabinfo-AD.new.txt",
                        "--evidence-base", TOP / "tests/data/evidence/hackbench.txt",
                        "--evidence-new", TOP / "tests/data/evidence/hackbench.txt", BASE, NEW)
        for file in ("slab-bench.txt", "lkp-tlb.txt"):
            yield read_json("bench", TOP / "tests/data/evidence" / file)
        for file in sorted((TOP / "tests" / "data" / "series").iterdir()):
            yield read_json("sweep", file)
        yield read_json("sweep", f"2.6.24={BASE}", f"2.6.25-rc4={NEW}")
        for file in sorted((TOP / "tests" / "data" / "fleet").iterdir()):
            yield read_json("fleet", file)

    def test_keys_are_documented(self):
        for document in self.documents():
            self.assertEqual(set(keys(document)) - DOCUMENTED, set(), document["schema"])

    def test_schemas(self):
        self.assertEqual({document["schema"] for document in self.documents()},
                         {"symdiff/report/1", "symdiff/diff/1", "symdiff/gate/1",
                          "symdiff/evidence/1", "symdiff/evidence-diff/1", "symdiff/bench/1",
                          "symdiff/sweep/1", "symdiff/fleet/1", "symdiff/ranges/1"})

    def test_sums(self):
        for file in (BASE, NEW):
            (event,) = read_json("report", file)["events"]
            for rows in ("buckets", "leaves", "symbols", "contexts"):
                self.assertEqual(sum(row["self"] for row in event[rows]), event["total"], rows)

    def test_filters(self):
        (event,) = read_json("report", "--bucket", "net", "--limit", "2", BASE)["events"]
        self.assertEqual([row["symbol"] for row in event["symbols"]],
                         ["sock_alloc_send_skb", "unix_stream_recvmsg"])
        (event,) = read_json("--symbol", "add_partial_tail", BASE, NEW)["events"]
        self.assertEqual([row["symbol"] for row in event["symbols"]], ["add_partial"])
        (event,) = read_json("--sort", "new", "--limit", "1", BASE, NEW)["events"]
        self.assertEqual([row["symbol"] for row in event["symbols"]], ["__slab_alloc"])

    def test_same_bytes(self):
        """The same inputs give the same output, whatever runs in parallel."""
        for form in ("text", "json", "csv", "markdown", "html", "svg"):
            first = run(BASE, NEW, "-v", "--format", form).out
            for _ in range(3):
                self.assertEqual(run(BASE, NEW, "-v", "--format", form).out, first)


if __name__ == "__main__":
    main()
