#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Policy files of the gate: what they say counts, and what they must not say has its line."""
import json
import os
import re
import sys

sys.path.append("/usr/lib/python3/dist-packages")  # Debian's, whichever Python this is

import jsonschema

from symdiff import BASE, DATA, NEW, TOP, TestCase, main, run

SCHEMA = json.loads((TOP / "docs" / "schemas" / "policy-1.json").read_text())
MANUAL = (TOP / "src" / "cli" / "symdiff-policy.5").read_text()
TWO_EVENTS = str(DATA / "tables" / "perf-two-events.txt")


def table(shares, samples=1000000):
    """What perf report -n prints of a run in which each symbol has so many percent."""
    lines = [f"# Samples: {samples // 1000}K of event 'cycles'\n# Event count (approx.): {samples}\n#\n"
             "# Overhead       Samples  Shared Object      Symbol\n"
             "# ........  ............  .................  ....................\n#\n"]
    lines += [f"    {share:5.2f}%  {samples * share / 100:12.0f}  [kernel.kallsyms]  [k] {name}\n"
              for name, share in shares.items()]
    return "".join(lines)


class Policy(TestCase):
    def policy(self, valid=True, **keys):
        """A file of this policy, which its schema takes or, unless @valid, refuses."""
        document = {"schema": "symdiff/policy/1", **keys}
        errors = list(jsonschema.Draft202012Validator(SCHEMA).iter_errors(document))
        self.assertEqual(not errors, valid, errors)
        return self.file("symdiff.json", json.dumps(document, indent=1))

    def profile(self, name="new.txt", **shares):
        return self.file(name, table(shares))

    def gate(self, *arguments, status, **environment):
        result = run("gate", "--format", "json", *arguments, **environment)
        self.assertEqual(result.status, status, result.err.decode())
        return json.loads(result.out) if result.out else result.err.decode()

    # The four outcomes.

    def test_passes(self):
        policy = self.policy(limits={"allocator": {"max": "30%"}, "self:schedule": {"max": "81%"}})
        new = self.profile(kfree=20, schedule=80)
        verdict = self.gate("--policy", policy, new, status=0)
        self.assertEqual(verdict["verdict"], "pass")
        self.assertEqual([rule["rule"] for rule in verdict["rules"]],
                         ["allocator=30%", "self:schedule=81%"])

    def test_fails(self):
        policy = self.policy(limits={"allocator": {"max": "30%"}})
        verdict = self.gate("--policy", policy, self.profile(kfree=40, schedule=60), status=1)
        self.assertEqual(verdict["verdict"], "fail")

    def test_growth_in_both_units(self):
        policy = self.policy(limits={"allocator": {"max_growth": ["50pp", "900%"]}})
        base, new = self.profile("a.txt", kfree=20, schedule=80), self.profile(kfree=21, schedule=79)
        verdict = self.gate("--policy", policy, base, new, status=0)
        self.assertEqual([(rule["unit"], rule["limit"]) for rule in verdict["rules"]],
                         [("pp", 50), ("percent", 900)])

    def test_inconclusive(self):
        limits = {"allocator": {"max": "20%"}}
        new = self.profile(kfree=20, schedule=80)
        for when, status in (("pass", 0), ("strict", 3), ("fail", 1)):
            policy = self.policy(limits=limits, when_inconclusive=when)
            verdict = self.gate("--policy", policy, new, status=status)
            self.assertEqual(verdict["verdict"], "inconclusive")
        self.gate("--policy", self.policy(limits=limits), new, status=0)
        self.gate("--policy", self.policy(limits=limits), "--strict", new, status=3)
        failed = run("gate", "--format", "junit", "--policy",
                     self.policy(limits=limits, when_inconclusive="fail"), new)
        self.assertIn(b'failures="1"', failed.out)

    def test_not_comparable(self):
        limits = {"allocator": {"max_growth": "100%"}}
        base = self.profile("a.txt", kfree=20, schedule=80)
        new = self.file("new.txt", table({"kfree": 20, "schedule": 80}).replace("cycles", "cache-misses"))
        self.assert_trouble(run("gate", "--policy", self.policy(limits=limits), base, new), "cache-misses")
        policy = self.policy(limits=limits, when_not_comparable="compare")
        verdict = self.gate("--policy", policy, base, new, status=0)
        self.assertTrue(any("compared by force" in note for note in verdict["notes"]), verdict["notes"])

    # What it says besides.

    def test_events(self):
        """Each event by its own limits; modifiers may be left out."""
        names = [event["event"] for event in
                 json.loads(run("report", "--format", "json", TWO_EVENTS).out)["events"]]
        self.assertEqual(len(names), 2)
        for name in names:
            policy = self.policy(events={name.split(":")[0]: {"user": {"max": "100%"}}})
            verdict = self.gate("--policy", policy, TWO_EVENTS, status=0)
            self.assertEqual(verdict["rules"][0]["rule"], f"user=100% of {name.split(':')[0]}")
        policy = self.policy(events={"no-such-event": {"user": {"max": "1%"}}})
        self.assert_trouble(run("gate", "--policy", policy, TWO_EVENTS), "symdiff.json:6:",
                            "no-such-event")

    def test_accepted_until(self):
        limits = {"allocator": {"max": "10%"}}
        new = self.profile(kfree=20, schedule=80)
        accepted = [{"of": "allocator", "max": "30%", "reason": "a <known> one",
                     "until": "2027-02-28"}]
        policy = self.policy(limits=limits, accepted=accepted)
        days = {"2027-02-28": "1803772800", "2027-03-01": "1803859200"}  # 00:00 UTC
        verdict = self.gate("--policy", policy, new, status=0, SOURCE_DATE_EPOCH=days["2027-02-28"])
        self.assertEqual(verdict["rules"][0]["limit"], 30)
        self.assertIn("up to 30% is accepted until 2027-02-28, beyond the limit of 10% "
                      "(a <known> one)", verdict["notes"][0])
        verdict = self.gate("--policy", policy, new, status=1, SOURCE_DATE_EPOCH=days["2027-03-01"])
        self.assertEqual(verdict["rules"][0]["limit"], 10)
        self.assertIn("that is over, and the limit of 10% is in force", verdict["notes"][0])
        text = run("gate", "--policy", policy, new).out.decode()
        self.assertIn("note: allocator: up to 30%", " ".join(text.split()))

    def test_accepted_today(self):
        """Without that variable it is the clock that says which day it is."""
        limits = {"allocator": {"max": "10%"}}
        new = self.profile(kfree=20, schedule=80)
        for until, status in (("2999-12-31", 0), ("2001-01-01", 1)):
            accepted = [{"of": "allocator", "max": "30%", "reason": "r", "until": until}]
            self.gate("--policy", self.policy(limits=limits, accepted=accepted), new, status=status)

    def test_accepted_of_an_event(self):
        policy = self.policy(
            events={"cycles": {"allocator": {"max": "10%"}}},
            accepted=[{"of": "allocator", "event": "cycles", "max": "30%", "reason": "r",
                       "until": "2999-12-31"}])
        self.gate("--policy", policy, self.profile(kfree=20, schedule=80), status=0)

    def test_names(self):
        new = self.profile(our_alloc=20, schedule=80)
        self.gate("--policy", self.policy(limits={"ours": {"max": "10%"}},
                                          sets={"ours": ["our_alloc", "our_free"]}), new, status=1)
        limits = {"allocator/page": {"max": "10%"}}
        self.gate("--policy", self.policy(limits=limits, buckets={"our_alloc": "allocator/page"}),
                  new, status=1)
        os.mkdir(os.path.join(self.folder.name, "rules"))
        self.file("rules/our.rules", "[allocator/page]\nname: our_*\n")
        self.gate("--policy", self.policy(limits=limits, bucket_files=["rules/our.rules"]), new,
                  status=1)
        base = self.profile("a.txt", older_alloc=19, schedule=81)
        limits = {"self:our_alloc": {"max_growth": "50pp"}}
        verdict = self.gate("--policy", self.policy(limits=limits,
                                                    aliases={"older_alloc": "our_alloc"}),
                            base, new, status=0)
        self.assertAlmostEqual(verdict["rules"][0]["value"], 1, 1)

    def test_level(self):
        policy = self.policy(limits={"allocator": {"max": "30%"}}, level=99.5)
        new = self.profile(kfree=20, schedule=80)
        self.assertEqual(self.gate("--policy", policy, new, status=0)["level"], 99.5)
        self.assertEqual(self.gate("--policy", policy, "--level", "90", new, status=0)["level"], 90)

    def test_command_line_comes_first(self):
        policy = self.policy(limits={"allocator": {"max": "10%", "max_growth": ["1pp", "90%"]},
                                     "sched": {"max": "90%"}})
        base, new = self.profile("a.txt", kfree=20, schedule=80), self.profile(kfree=20, schedule=80)
        verdict = self.gate("--policy", policy, "--max", "allocator=30%", "--max-growth",
                            "allocator=60pp", base, new, status=0)
        self.assertEqual({rule["kind"] + " " + rule["rule"] for rule in verdict["rules"]},
                         {"max allocator=30%", "max-growth allocator=60pp",
                          "max-growth allocator=90%", "max sched=90%"})

    # What is broken.

    def test_mistakes_have_their_line(self):
        line = 3
        rows = (
            ('"limits": {"allocator": {"max": "30%"}},\n"limts": {}', 4, "no key 'limts'"),
            ('"limits": {"allocator": {"max": "30%",\n"grow": "2pp"}}', 4, "no key 'grow'"),
            ('"limits": {"allocator": {"comment": "none"}}', line, "neither max nor max_growth"),
            ('"limits": {"allocator": {"max": "2pp"}}', line, "percentage of time"),
            ('"limits": {"allocator": {"max": 30}}', line, "percentage of time"),
            ('"limits": {"allocator": {"max": "-3%"}}', line, "not '-3%'"),
            ('"limits": {"allocator": {"max_growth": "2"}}', line, "points or percent"),
            ('"limits": {"allocator": {"max_growth": ["2pp",\n"3pp"]}}', 4, "already a max_growth"),
            ('"limits": {"a": {"max": "3%"}, "a": {"max": "4%"}}', line, "already a max limit of 'a'"),
            ('"limits": {"a=b": {"max": "3%"}}', line, "no name that a limit can have"),
            ('"limits": [', line, "the file ends in the list"),
            ('"limits": {"allocator": {"max": "30%"}', line, "the file ends in the object"),
            ('"level": 100', line, "from 50 to below 100"),
            ('"level": "95"', line, "level must be a number"),
            ('"when_inconclusive": "maybe"', line, "pass, strict or fail"),
            ('"when_not_comparable": "pass"', line, "error or compare"),
            ('"sets": {"ours": []}', line, "without symbols"),
            ('"aliases": {"a": ""}', line, "empty"),
        )
        for text, number, words in rows:
            path = self.file("bad.json", '{\n"schema": "symdiff/policy/1",\n' + text + "\n}\n")
            if "file ends" in words:
                path = self.file("bad.json", '{\n"schema": "symdiff/policy/1",\n' + text)
                number = None
            result = run("gate", "--policy", path, NEW)
            self.assert_trouble(result, "bad.json:", words)
            if number:
                self.assertIn(f"bad.json:{number}: ", result.err.decode())

    def test_mistakes_in_what_is_accepted(self):
        good = {"of": "allocator", "max": "30%", "reason": "r", "until": "2027-01-01"}
        rows = (
            ({"of": "net"}, "no max limit of 'net'"),
            ({"max": "10%"}, "not beyond the limit"),
            ({"until": "2027-02-30"}, "a day such as"),
            ({"until": "soon"}, "a day such as"),
            ({"until": None}, "lacks the key 'until'"),
            ({"reason": None}, "lacks the key 'reason'"),
            ({"max": None}, "needs max or max_growth"),
            ({"event": "cycles"}, "no max limit"),
        )
        for change, words in rows:
            entry = {key: value for key, value in {**good, **change}.items() if value is not None}
            path = self.file("bad.json", json.dumps(
                {"schema": "symdiff/policy/1", "limits": {"allocator": {"max": "20%"}},
                 "accepted": [entry]}, indent=1))
            result = run("gate", "--policy", path, NEW)
            self.assert_trouble(result, words)
            self.assertRegex(result.err.decode(), r"bad.json:\d+: ")

    def test_schema_knows_mistakes(self):
        for keys in ({"limts": {}}, {"limits": {"a": {"max": "2pp"}}}, {"limits": {"a": {}}},
                     {"level": 100}, {"when_inconclusive": "no"}, {"sets": {"a": []}},
                     {"accepted": [{"of": "a", "max": "3%", "until": "2027-01-01"}]}):
            self.policy(valid=False, **keys)

    def test_names_that_nothing_has(self):
        """A misspelt name is trouble, in its line."""
        policy = self.policy(limits={"allocator": {"max": "99%"}, "alocator": {"max": "30%"}})
        self.assert_trouble(run("gate", "--policy", policy, NEW), "symdiff.json:8:", "'alocator'")
        policy = self.policy(limits={"net": {"max": "30%"}}, buckets={"kfree": "alocator/slab"})
        self.assert_trouble(run("gate", "--policy", policy, NEW), "policy: ", "alocator/slab")
        policy = self.policy(limits={"net": {"max": "30%"}}, bucket_files=["absent.rules"])
        self.assert_trouble(run("gate", "--policy", policy, NEW), "absent.rules")

    def test_other_files(self):
        self.assert_trouble(run("gate", "--policy", self.file("a.json", ""), NEW), "a.json")
        self.assert_trouble(run("gate", "--policy", "/absent.json", NEW), "/absent.json")
        self.assert_trouble(run("gate", "--policy", BASE, NEW), BASE)
        newer = self.file("b.json", '{"schema": "symdiff/policy/2", "limits": {}}')
        self.assert_trouble(run("gate", "--policy", newer, NEW), "symdiff/policy/2", "reads")
        empty = self.file("c.json", '{"schema": "symdiff/policy/1"}')
        self.assert_trouble(run("gate", "--policy", empty, NEW), "a gate needs a limit")

    def test_manual(self):
        """Its example is a policy, and its keys are those of the schema."""
        example = re.search(r"(?s)\.nf\n(\{.*?\n\})\n\.fi", MANUAL)[1].replace("\\-", "-")
        jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(example))
        keys = set(re.findall(r"(?m)^\.TP\n\.B (\S+)$", MANUAL.replace("\\-", "-")))
        self.assertEqual(keys, set(SCHEMA["properties"]))
        result = run("gate", "--policy", self.file("symdiff.json", example), "--force", BASE, NEW)
        self.assertIn(b"cache-misses", result.err)  # read well; the profiles lack that event


if __name__ == "__main__":
    main()
