#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Exports for other programs, against the recording's samples, folded here once more.

The samples are perf script's text of hackbench on Linux 6.1 (see test_charged.py). pprof's file is
decoded by protoc with the definition that pprof itself has.
"""
import collections
import gzip
import json
import lzma
import pathlib
import re
import shutil
import subprocess
import unittest

from symdiff import BASE, DATA, NEW, TestCase, main, run

LAB = [DATA / "lab" / f"k61-{name}.script.txt.xz" for name in ("default", "slubdebug")]
HEADER = re.compile(r"^(?P<comm>.*?)\s+-?\d+/-?\d+\s+\[\d+\]\s+[\d.]+:\s+(?P<period>\d+)\s")
FRAME = re.compile(r"^\s+(?P<address>[0-9a-f]+) (?P<symbol>.+) \((?P<dso>[^()]*(?:\([^()]*\))?)\)$")
PROTO = pathlib.Path("/usr/share/gocode/src/github.com/google/pprof/proto")
NAMES = ["<script>", 'quote"back\\slash', "semi;colon", "tab\there", "x" * 4000, "\u202eright"]


def frame_name(match):
    """As symdiff shows it: what is not known by its image."""
    symbol, dso = match["symbol"], match["dso"]
    if symbol == "[unknown]" and not dso.startswith("["):
        return "[%s]" % dso.rsplit("/", 1)[-1]
    return symbol


def is_kernel(match):
    if match["dso"] == "[unknown]":
        return int(match["address"], 16) >= 1 << 63
    return match["dso"].startswith("[") and match["dso"] != "[vdso]"


def stacks(path):
    """Weight of each stack: (command, frames from the root to the leaf, in the kernel or not)."""
    found = collections.Counter()
    for block in lzma.open(path, "rt").read().split("\n\n"):
        lines = block.strip("\n").splitlines()
        if not lines:
            continue
        head = HEADER.match(lines[0])
        frames = [FRAME.match(line) for line in reversed(lines[1:])]
        chain = tuple((frame_name(f), is_kernel(f)) for f in frames)
        found[head["comm"].strip(), chain] += int(head["period"])
    return found


def folded_line(stack):
    command, chain = stack
    return ";".join([command] + [name + ("_[k]" if kernel else "") for name, kernel in chain])


def export(form, *arguments):
    report = () if len(arguments) == 2 else ("report",)
    result = run(*report, "--format", form, *arguments)
    assert result.status == 0, result.err
    return result.out


class Folded(TestCase):
    def test_report(self):
        expected = collections.Counter()
        for stack, weight in stacks(LAB[0]).items():
            expected[folded_line(stack)] += weight
        got = dict(line.rsplit(" ", 1) for line in export("folded", LAB[0]).decode().splitlines())
        self.assertEqual({stack: int(weight) for stack, weight in got.items()}, dict(expected))

    def test_diff(self):
        sides = [collections.Counter(), collections.Counter()]
        for side, path in enumerate(LAB):
            for stack, weight in stacks(path).items():
                sides[side][folded_line(stack)] += weight
        lines = export("diff-folded", *LAB).decode().splitlines()
        got = {stack: (int(base), int(new))
               for stack, base, new in (line.rsplit(" ", 2) for line in lines)}
        self.assertEqual(got, {stack: (sides[0][stack], sides[1][stack])
                               for stack in sides[0] | sides[1]})

    def test_reads_itself(self):
        """What was exported gives the same buckets and the same difference."""
        path = self.file("diff.folded", export("diff-folded", *LAB))
        events = [json.loads(run("--format", "json", *args).out)["events"][0]
                  for args in (LAB, [path])]
        buckets = [{b["bucket"]: (b["base"], b["new"]) for b in e["buckets"]} for e in events]
        for bucket in ("allocator", "lock", "net", "sched", "copy"):
            self.assertEqual(buckets[0][bucket], buckets[1][bucket], bucket)

    def test_renamed_is_one(self):
        """Two names of one function are one frame: only so a flame graph shows its change."""
        lines = export("diff-folded", BASE, NEW).decode().splitlines()
        (line,) = [line for line in lines if line.startswith("add_partial")]
        name, base, new = line.split(" ")
        self.assertEqual(name, "add_partial_[k]")
        self.assertGreater(float(new), 1.27 * float(base))

    def test_one_event(self):
        several = DATA / "perf_data" / "be-multi.perf.data"
        self.assert_trouble(run("report", "--format", "folded", several), "--event", "one event")

    def test_wrong_side(self):
        self.assert_trouble(run("--format", "folded", BASE, NEW), "cannot print a diff")
        self.assert_trouble(run("report", "--format", "diff-folded", BASE), "cannot print a report")

    def test_hostile_names(self):
        text = "".join(f"{name.replace(';', ':')};leaf {n + 1}\n" for n, name in enumerate(NAMES))
        lines = export("folded", self.file("names.folded", text)).decode().splitlines()
        self.assertEqual(len(lines), len(NAMES))
        self.assertEqual([line.rsplit(" ", 1)[1] for line in lines],
                         [str(n + 1) for n in range(len(NAMES))])
        self.assertFalse([line for line in lines if "\u202e" in line or "\t" in line])


def by_leaf(found):
    leaves = collections.Counter()
    for (_, chain), weight in found.items():
        leaves[chain[-1][0]] += weight
    return leaves


class Speedscope(TestCase):
    def check(self, document, sides):
        frames = document["shared"]["frames"]
        self.assertEqual(document["$schema"],
                         "https://www.speedscope.app/file-format-schema.json")
        self.assertEqual(len(document["profiles"]), len(sides))
        for profile, path in zip(document["profiles"], sides):
            expected = collections.Counter()
            for (command, chain), weight in stacks(path).items():
                expected[(command,) + tuple(name for name, _ in chain)] += weight
            got = collections.Counter()
            for stack, weight in zip(profile["samples"], profile["weights"], strict=True):
                got[tuple(frames[frame]["name"] for frame in stack)] += weight
            self.assertEqual(got, expected)
            self.assertEqual(profile["unit"], "nanoseconds")
            self.assertEqual(profile["endValue"] - profile["startValue"], expected.total())

    def test_report(self):
        self.check(json.loads(export("speedscope", LAB[0])), LAB[:1])

    def test_diff(self):
        self.check(json.loads(export("speedscope", *LAB)), LAB)

    def test_events(self):
        several = DATA / "perf_data" / "be-multi.perf.data"
        document = json.loads(export("speedscope", several))
        report = json.loads(run("report", "--format", "json", several).out)
        self.assertEqual([p["name"] for p in document["profiles"]],
                         [e["event"] for e in report["events"]])
        self.assertGreater(len(report["events"]), 1)
        for profile, event in zip(document["profiles"], report["events"]):
            self.assertEqual(sum(profile["weights"]), event["total"])
            leaves = {document["shared"]["frames"][stack[-1]]["name"]
                      for stack in profile["samples"]}
            self.assertLessEqual({s["symbol"] for s in event["symbols"]
                                  if s["self"] and s["symbol"] != "[unknown]"}, leaves)

    def test_hostile_names(self):
        text = "".join(f"root;{name.replace(';', ':')} 1\n" for name in NAMES)
        document = json.loads(export("speedscope", self.file("names.folded", text)))
        self.assertIn("<script>", [f["name"] for f in document["shared"]["frames"]])


class Firefox(TestCase):
    """Against the definition of version 60 of the Profiler's processed format."""

    def load(self, *arguments):
        document = json.loads(export("firefox", *arguments))
        self.assertEqual(document["meta"]["preprocessedProfileVersion"], 60)
        for name, table in document["shared"].items():
            if isinstance(table, dict):
                for column, cells in table.items():
                    if column != "length":
                        self.assertEqual(len(cells), table["length"], (name, column))
        return document

    def stacks(self, document, thread):
        shared, found = document["shared"], collections.Counter()
        samples, table = thread["samples"], document["shared"]["stackTable"]
        for stack, weight in zip(samples["stack"], samples["weight"], strict=True):
            path = []
            while stack is not None:
                function = shared["frameTable"]["func"][table["frame"][stack]]
                path.append(shared["stringArray"][shared["funcTable"]["name"][function]])
                parent = table["prefix"][stack]
                self.assertTrue(parent is None or parent < stack)
                stack = parent
            found[tuple(reversed(path))] += weight
        self.assertEqual(samples["time"], sorted(samples["time"]))
        self.assertEqual(len(samples["time"]), samples["length"])
        return found

    def expected(self, path):
        found = collections.Counter()
        for (command, chain), weight in stacks(path).items():
            found[(command,) + tuple(name for name, _ in chain)] += weight
        return found

    def check(self, got, expected):
        self.assertEqual(set(got), {stack for stack in expected if expected[stack]})
        for stack, weight in got.items():
            self.assertAlmostEqual(weight, expected[stack] / 1e6, delta=2e-6)  # ms

    def test_report(self):
        document = self.load(LAB[0])
        (thread,) = document["threads"]
        self.assertEqual(thread["samples"]["weightType"], "tracing-ms")
        self.check(self.stacks(document, thread), self.expected(LAB[0]))

    def test_diff(self):
        document = self.load(*LAB)
        change, new, base = document["threads"]
        sides = [self.expected(path) for path in LAB]
        self.check(self.stacks(document, base), sides[0])
        self.check(self.stacks(document, new), sides[1])
        self.check(self.stacks(document, change),
                   {stack: sides[1][stack] - sides[0][stack] for stack in sides[0] | sides[1]})

    def test_categories_are_buckets(self):
        document = self.load(LAB[0])
        shared, categories = document["shared"], document["meta"]["categories"]
        names = [shared["stringArray"][n] for n in shared["funcTable"]["name"]]
        said = {s["symbol"]: s["bucket"] for s in
                json.loads(run("report", "--format", "json", LAB[0]).out)["events"][0]["symbols"]}
        for name in ("__slab_free", "native_queued_spin_lock_slowpath", "schedule"):
            at = names.index(name)
            category = categories[shared["frameTable"]["category"][at]]
            self.assertEqual(category["name"], said[name].split("/")[0])
            sub = shared["frameTable"]["subcategory"][at]
            self.assertIn(category["subcategories"][sub], (said[name], "Other"))
        self.assertEqual(categories[0], {"name": "Other", "color": "grey",
                                         "subcategories": ["Other"]})


MESSAGE = re.compile(r"^(\w+) \{$|^(\w+): (.*)$|^\}$")


def parse_text(lines):
    """protoc's text form as lists: {"sample": [{...}], "string_table": [...]}."""
    message = collections.defaultdict(list)
    for line in lines:
        begin, field, value = MESSAGE.match(line.strip()).groups()
        if begin:
            message[begin].append(parse_text(lines))
        elif field:
            message[field].append(value)
        else:
            break
    return message


@unittest.skipUnless(shutil.which("protoc") and PROTO.is_dir(),
                     "needs protobuf-compiler and golang-github-google-pprof-dev")
class Pprof(TestCase):
    def decode(self, *arguments):
        data = export("pprof", *arguments)
        done = subprocess.run(["protoc", f"-I{PROTO}", "--decode=perftools.profiles.Profile",
                               "profile.proto"], input=gzip.decompress(data), check=True,
                              capture_output=True)
        profile = parse_text(iter(done.stdout.decode().splitlines()))
        strings = [json.loads(text) if "\\" not in text else text[1:-1]
                   for text in profile["string_table"]]
        self.assertEqual(strings[0], "")
        return profile, strings

    def leaves(self, profile, strings, at=1):
        """Weight by leaf, of the samples with the label pprof::base and of the others."""
        functions = {f["id"][0]: strings[int(f["name"][0])] for f in profile["function"]}
        locations = {place["id"][0]: functions[place["line"][0]["function_id"][0]]
                     for place in profile["location"]}
        mappings = {m["id"][0] for m in profile["mapping"]}
        for place in profile["location"]:
            self.assertIn(place["mapping_id"][0], mappings)
        sums = {True: collections.Counter(), False: collections.Counter()}
        for sample in profile["sample"]:
            labels = {strings[int(label["key"][0])]: strings[int(label["str"][0])]
                      for label in sample["label"]}
            value = int(sample["value"][at])
            self.assertEqual(len(sample["value"]), len(profile["sample_type"]))
            sums["pprof::base" in labels][locations[sample["location_id"][0]]] += value
            self.assertIn("comm", labels)
        return sums

    def test_report(self):
        profile, strings = self.decode(LAB[0])
        types = [tuple(strings[int(t[key][0])] for key in ("type", "unit"))
                 for t in profile["sample_type"]]
        self.assertEqual(types, [("samples", "count"), ("cpu-clock", "nanoseconds")])
        sums = self.leaves(profile, strings)
        self.assertEqual(sums[False], by_leaf(stacks(LAB[0])))
        self.assertFalse(sums[True])

    def test_diff(self):
        """As pprof -diff_base has it: the base is negative and labelled."""
        sums = self.leaves(*self.decode(*LAB))
        self.assertEqual(sums[False], by_leaf(stacks(LAB[1])))
        self.assertEqual({name: -weight for name, weight in sums[True].items()},
                         dict(by_leaf(stacks(LAB[0]))))

    def test_percent(self):
        """Values are whole numbers: where only percent are known, millionths of one."""
        table = "# Overhead  Symbol\n    60.25%  [k] alpha\n    39.75%  [k] beta\n"
        profile, strings = self.decode(self.file("table.txt", table))
        self.assertEqual([int(s["value"][1]) for s in profile["sample"]], [60250000, 39750000])
        self.assertIn("percent/1000000", strings)

    def test_same_bytes(self):
        self.assertEqual(export("pprof", *LAB), export("pprof", *LAB))


if __name__ == "__main__":
    main()
