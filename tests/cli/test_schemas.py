#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""What is printed as JSON is valid by the schemas of docs/schemas, over all inputs at hand; what is
not in docs/json.md or docs/snapshot.md is not in a schema."""
import json
import re
import sys

sys.path.append("/usr/lib/python3/dist-packages")  # Debian's, whichever Python this is

import jsonschema

from symdiff import BASE, DATA, NEW, TOP, TestCase, main, read_json, run

SCHEMAS = {path.stem.rsplit("-", 1)[0]: json.loads(path.read_text())
           for path in (TOP / "docs" / "schemas").glob("*.json")}
LAB = sorted(DATA.glob("lab/*.xz"))
PROFILES = [*sorted(DATA.glob("tables/*")), *sorted(DATA.glob("perf_data/*.perf.data")), *LAB]


class Schemas(TestCase):
    def check(self, document):
        name = document["schema"].split("/")[1]
        validator = jsonschema.Draft202012Validator(SCHEMAS[name])
        for error in validator.iter_errors(document):
            self.fail(f"{name}: {error.json_path}: {error.message[:300]}")

    def test_are_schemas(self):
        for schema in SCHEMAS.values():
            jsonschema.Draft202012Validator.check_schema(schema)

    def test_reports(self):
        read = 0
        for path in PROFILES:
            result = run("report", "--format", "json", path)
            if result.status == 0:  # a comparison's data may be no profile
                self.check(json.loads(result.out))
                read += 1
        self.assertGreater(read, 50)

    def test_diffs(self):
        self.check(read_json(BASE, NEW))
        self.check(read_json("--same-work", "--anatomy", "allocator", *LAB))
        self.check(read_json("--base", LAB[0], LAB[0], "--new", LAB[1], LAB[1]))
        self.check(read_json(DATA / "tables" / "perf-diff-periods.txt"))

    def test_gates(self):
        for arguments in (["--max", "net=10%", NEW], ["--max-growth", "allocator=2pp", BASE, NEW],
                          ["--max-growth", "self:add_partial=10%", *LAB[:1], *LAB[1:]]):
            result = run("gate", "--format", "json", *arguments)
            if result.status != 2:
                self.check(json.loads(result.out))

    def test_snapshots(self):
        for path in (BASE, DATA / "tables" / "samedata-children.txt", *LAB,
                     *sorted(DATA.glob("perf_data/*.perf.data"))):
            self.check(json.loads(run("snapshot", path).out))

    def test_mistakes_are_found(self):
        """A schema that takes anything would prove nothing."""
        good = read_json(BASE, NEW)
        for spoil in (lambda d: d.pop("events"), lambda d: d.update(schema="symdiff/diff/2"),
                      lambda d: d["events"][0]["symbols"][0].update(match="guessed"),
                      lambda d: d["events"][0]["buckets"][0].update(base_share=1.5),
                      lambda d: d["events"][0]["findings"][0].pop("text")):
            document = json.loads(json.dumps(good))
            spoil(document)
            with self.assertRaises(jsonschema.ValidationError):
                jsonschema.Draft202012Validator(SCHEMAS["diff"]).validate(document)

    def test_documented(self):
        text = "".join((TOP / "docs" / name).read_text() for name in ("json.md", "snapshot.md"))
        documented = set(re.findall(r"`([a-z0-9_]+)`", text))

        def keys(schema):
            for key, inner in schema.get("properties", {}).items():
                yield key
                yield from keys(inner)
            for inner in schema.get("$defs", {}).values():
                yield from keys(inner)
            if "items" in schema:
                yield from keys(schema["items"])
        for name, schema in SCHEMAS.items():
            if name == "policy":
                continue  # symdiff-policy(5) has its keys: see test_policy.py
            self.assertEqual(set(keys(schema)) - documented, set(), name)


if __name__ == "__main__":
    main()
