#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""What is no profile, or must not be compared: one clear line, and status 2. What can be read in
part is read, with a warning."""
import gzip
import lzma
import os
import pathlib
import random
import subprocess

from symdiff import BASE, NEW, PROGRAM, TestCase, main, read_json, run

MIB = 1 << 20

REPORT = """\
# Samples: 10K of event '{event}'
# Event count (approx.): 1000000
#
# {column}  Command  Shared Object      Symbol
# ........  .......  .................  .......................
    70.00%  foo      [kernel.kallsyms]  [k] copy_page
    30.00%  foo      [kernel.kallsyms]  [k] kfree
"""


class NotAProfile(TestCase):
    """Each is refused, alone, as base and as new side."""

    def assert_refused(self, path, *words):
        for arguments in (["report", path], [path, NEW], [BASE, path],
                          ["gate", "--max", "allocator=10%", path]):
            self.assert_trouble(run(*arguments), *words)

    def test_missing(self):
        self.assert_refused(str(pathlib.Path(self.folder.name) / "absent"), "absent", "No such file")

    def test_directory(self):
        self.assert_refused(self.folder.name, self.folder.name, "directory")

    def test_forced_format(self):
        """A format that was named is not found in a few words of something else."""
        warned = self.file("warned", "".join(f"warning: /{name} could not be found.\n"
                                             for name in ("bnx2", "e1000e", "ipv6", "oprofile")) +
                           pathlib.Path(BASE).read_text())
        for name in ("perf-script", "folded"):
            for path in (BASE, warned):
                self.assert_trouble(run("report", "--input-format", name, path), path)

    def test_no_samples(self):
        path = self.file("zero", "a;b;c 0\n")
        text = run(path, path).out.decode()
        self.assertIn("no samples on either side", text)
        self.assertNotIn("nothing moved", text)

    def test_half_a_set(self):
        """A set with one name of a function has its name in the other kernel, too."""
        for names in ("add_partial", "add_partial_tail", "add_partial,add_partial_tail"):
            (event,) = read_json("--set", f"x={names}", BASE, NEW)["events"]
            (bucket,) = [b for b in event["buckets"] if b["bucket"] == "x"]
            self.assertEqual((bucket["base"], bucket["new"]), (35338431, 45986635), names)

    def test_absent_symbol_files(self):
        absent = str(pathlib.Path(self.folder.name) / "absent")
        for option in ("--vmlinux", "--kallsyms", "--debug-dir", "--symfs"):
            for arguments in ([BASE, NEW], ["report", NEW]):
                self.assert_trouble(run(*arguments, option, absent), "absent", "No such file")

    def test_event_that_is_not_there(self):
        self.assert_trouble(run("--event", "cycles", BASE, NEW), BASE, "no event",
                            "CPU_CLK_UNHALTED")

    def test_events_of_a_table(self):
        """Tables of several events are filtered, too; names go without oprofile's count."""
        counted = "Counted {} events (x) with a unit mask of 0x00 (No unit mask) count 5000\n"
        path = self.file("events", counted.format("CPU_CLK_UNHALTED") + counted.format("L1D_REPL") +
                         "samples  %        samples  %        symbol name\n"
                         "900      90.0000  10       20.0000  copy_page\n"
                         "100      10.0000  40       80.0000  kfree\n")
        names = [event["event"] for event in read_json("report", path)["events"]]
        self.assertEqual(names, ["CPU_CLK_UNHALTED:5000", "L1D_REPL:5000"])
        for name in names:
            (event,) = read_json("report", "--event", name.split(":")[0], path)["events"]
            self.assertEqual(event["event"], name)

    def test_empty(self):
        self.assert_refused(self.file("empty", ""), "empty", "a profile was expected")

    def test_binary(self):
        noise = random.Random(1).randbytes(100000)
        self.assert_refused(self.file("noise", noise), "noise", "binary")

    def test_prose(self):
        self.assert_refused(self.file("prose", "I could not reproduce it.\n\nRegards\n"),
                            "prose", "no profile found", "perf script", "opreport")

    def test_only_nul(self):
        self.assert_refused(self.file("nul", b"\0" * 5000), "nul")

    def test_unreadable(self):
        path = self.file("secret", "x")
        os.chmod(path, 0)
        if os.access(path, os.R_OK):
            self.skipTest("root reads everything")
        self.assert_refused(path, "secret", "Permission denied")

    def test_zero_samples(self):
        head = "# Samples: 0  of event 'cycles'\n# Event count (approx.): 0\n#\n" \
               "# Overhead  Command  Shared Object  Symbol\n#\n"
        self.assert_refused(self.file("zero", head), "zero", "no sample was counted")

    def test_table_without_rows(self):
        self.assert_refused(self.file("rows", "samples  %        symbol name\n"), "no rows")

    def test_long_line(self):
        """A line of 1 GiB is refused or read in a moment, and not in memory."""
        path = pathlib.Path(self.folder.name) / "line"
        with open(path, "wb") as out:
            for _ in range(64 if os.environ.get("SANITIZE") else 1024):
                out.write(b"a" * MIB)
        self.assert_trouble(self.limited("report", path), "line")
        path.unlink()

    def test_sparse_line(self):
        """The same of NUL bytes, behind a good beginning."""
        path = pathlib.Path(self.file("sparse", "foo 1 [000] 1.0: 1 cycles: ffffffff81000000"))
        os.truncate(path, 1 << 30)
        self.assert_trouble(self.limited("report", path), "sparse")

    def limited(self, *arguments):
        """In an address space that has no room for a copy. Sanitizers need all of it."""
        if os.environ.get("SANITIZE"):
            return run(*arguments)
        import resource
        old = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (1536 * MIB, old[1]))
        try:
            return run(*arguments, timeout=100)
        finally:
            resource.setrlimit(resource.RLIMIT_AS, old)


class Bombs(TestCase):
    """A few bytes that unpack to 8 GiB: refused before disk or memory fill up."""

    def assert_refused(self, name, piece):
        path = self.file(name, piece * 512)
        self.assert_trouble(run("report", path, timeout=60), name, "unpack to more than")

    def test_gzip(self):
        self.assert_refused("bomb.gz", gzip.compress(bytes(16 * MIB)))

    def test_xz(self):
        self.assert_refused("bomb.xz", lzma.compress(bytes(16 * MIB), preset=0))

    def test_zstd(self):
        packed = subprocess.run(["zstd", "-c"], input=bytes(16 * MIB), stdout=subprocess.PIPE,
                                check=True).stdout
        self.assert_refused("bomb.zst", packed)

    def test_text(self):
        """Rows of a table that never end."""
        rows = b"100      1.0000  vmlinux  kfree\n" * (MIB // 4)
        self.assert_refused("table.gz", gzip.compress(rows, 9))


class Packed(TestCase):
    """An outer layer is opened; one that is damaged is an error, one cut short is read."""

    def test_good(self):
        plain = pathlib.Path(BASE).read_bytes()
        want = read_json("report", BASE)["events"]
        for name, packed in (("a.gz", gzip.compress(plain)), ("a.xz", lzma.compress(plain))):
            self.assertEqual(read_json("report", self.file(name, packed))["events"], want)

    def test_damaged(self):
        packed = bytearray(gzip.compress(pathlib.Path(BASE).read_bytes()))
        packed[len(packed) // 2] ^= 0xff
        path = self.file("damaged.gz", bytes(packed))
        result = run("report", path)
        if result.status != 0:
            self.assert_trouble(result, "damaged.gz", "gzip")
        else:
            self.assertTrue(read_json("report", path)["inputs"][0]["warnings"])

    def test_cut_short(self):
        packed = gzip.compress(pathlib.Path(BASE).read_bytes() * 2)
        path = self.file("short.gz", packed[:-8])
        self.assertTrue(read_json("report", path)["inputs"][0]["warnings"])


class NotComparable(TestCase):
    def report(self, name, event="cycles", column="Overhead"):
        return self.file(name, REPORT.format(event=event, column=column))

    def test_two_events(self):
        base, new = self.report("a"), self.report("b", event="instructions")
        self.assert_trouble(run(base, new), "not comparable", "cycles", "instructions", "--force")
        self.assertEqual(run("--force", base, new).status, 0)

    def test_children_without_self(self):
        base, new = self.report("a", column="Children"), self.report("b")
        self.assertEqual(run("report", base).status, 0)
        (warning,) = read_json("report", base)["inputs"][0]["warnings"]
        self.assertIn("Children without Self", warning)
        self.assert_trouble(run(base, new), "not comparable", base, "Children without Self")
        self.assert_trouble(run(new, base), "not comparable", base, "Children without Self")

    def test_same_file_twice(self):
        """Not an error, but said; and nothing moved."""
        said = read_json(BASE, BASE)
        self.assertIn("the same profile as the base", said["new"]["warnings"])
        for row in said["events"][0]["symbols"]:
            self.assertIn(row["delta_pp"], (0, None))
        kinds = {finding["kind"] for finding in said["events"][0]["findings"]}
        self.assertFalse(kinds & {"grew", "shrank", "new", "gone"}, kinds)

    def test_standard_input_twice(self):
        self.assert_trouble(run("-", "-", stdin=pathlib.Path(BASE).read_bytes()), "standard input")

    def test_one_profile_for_two_sides(self):
        self.assert_trouble(run(BASE), "holds 1 profile", "needs two")

    def test_profile_that_is_not_there(self):
        self.assert_trouble(run(BASE + "#2", NEW), "#2", "holds 1")


class Usage(TestCase):
    def test_lines(self):
        for arguments, word in ((["--frobnicate"], "--frobnicate"),
                                (["report", BASE, NEW], "one profile"),
                                ([BASE, NEW, BASE], "two profiles"),
                                (["gate", BASE], "limit"),
                                (["gate", "--max", "allocator", BASE], "allocator"),
                                (["gate", "--max", "no_such_thing=3%", BASE], "no_such_thing"),
                                (["gate", "--max-growth", "allocator=2pp", BASE], "two profiles"),
                                (["--format", "yaml", BASE, NEW], "yaml"),
                                (["-t", '"', BASE, NEW], "--field-separator"),
                                (["--sort", "colour", BASE, NEW], "colour"),
                                (["report", "--limit", "-3", BASE], "-3"),
                                (["report", "--percent-limit", "lots", BASE], "lots"),
                                (["report", "--input-format", "tea-leaves", BASE], "tea-leaves"),
                                (["--work", "0:1", BASE, NEW], "--work"),
                                (["report", "--set", "nothing", BASE], "nothing"),
                                (["report", "--buckets", "/nowhere", BASE], "/nowhere"),
                                (["list"], "one file")):
            with self.subTest(arguments):
                self.assert_trouble(run(*arguments), word)

    def test_full_disk(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([PROGRAM, "report", BASE], stdout=full,
                                  stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"No space left", done.stderr)

    def test_output_is_not_overwritten(self):
        path = self.file("kept", "mine")
        self.assert_trouble(run("report", "-o", path, BASE), "kept", "exists")
        self.assertEqual(pathlib.Path(path).read_text(), "mine")


class Terminal(TestCase):
    """No name of a profile, file or option steers the terminal, in whatever format."""
    HOSTILE = "x\x1b]0;evil\x07\x1b[2J\x9b31m\u202egpj\x7f\x08y"

    def assert_harmless(self, text):
        text = text.decode("utf-8", "strict")
        bad = [c for c in text if ord(c) < 0x20 and c not in "\n" or 0x7f <= ord(c) < 0xa0 or
               c in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"]
        self.assertEqual(bad, [], text)

    def hostile_profiles(self):
        name = self.HOSTILE.encode()
        raw = pathlib.Path(BASE).read_bytes()
        yield self.file("symbol", raw.replace(b"__slab_alloc", name))
        yield self.file("image", raw.replace(b"linux-2.6.24 linux-2.6.24", name + b" " + name))
        yield self.file("event", raw.replace(b"CPU_CLK_UNHALTED", name))
        yield self.file("raw", raw.replace(b"__slab_alloc", b"x\x9b31m\xff\xfe\xc0\x80y"))
        yield self.file("folded", b"main;" + name.replace(b"\x08", b"") + b";kfree 12\nx;" + name +
                        b" 3\n")
        yield self.file("script", b"comm\x1b[2J 12 [000] 1.5: 100 cy\x1b[1mcles: \n"
                        b"\tffffffff81000010 kfree\x1b[2J\xc2\x9b+0x10 ([kernel.kallsyms])\n"
                        b"\tffffffff81000020 x" + name + b"+0x20 (/lib/" + name + b")\n\n")
        yield self.file("named-" + self.HOSTILE.replace("\x08", ""), raw)

    def test_reports(self):
        for path in self.hostile_profiles():
            for form in ("text", "json", "csv", "markdown", "html", "svg"):
                for arguments in (["report", "-v", path], ["--force", "-v", path, NEW],
                                  ["--force", "-v", BASE, path], ["-vv", path, path],
                                  ["report", "--anatomy", "allocator", path],
                                  ["gate", "--max", "allocator=50%", path]):
                    if form == "svg" and arguments[0] == "gate":
                        continue # a verdict is no picture
                    with self.subTest(path=path, form=form, arguments=arguments):
                        result = run(*arguments, "--format", form)
                        self.assertIn(result.status, (0, 1), result.err)
                        self.assert_harmless(result.out)
                        self.assert_harmless(result.err)
            self.assert_harmless(run("list", path).out)

    def test_errors(self):
        for arguments in (["report", self.HOSTILE], ["--" + self.HOSTILE],
                          ["report", "--set", self.HOSTILE, BASE],
                          ["report", "--input-format", self.HOSTILE, BASE],
                          ["gate", "--max", self.HOSTILE + "=1%", BASE],
                          ["--alias", self.HOSTILE, BASE, NEW],
                          ["report", self.file("x" + self.HOSTILE, "no profile")]):
            with self.subTest(arguments):
                result = run(*arguments)
                self.assertEqual(result.status, 2)
                self.assert_harmless(result.err)

    def test_explain(self):
        result = run("explain", self.HOSTILE, "--in", self.HOSTILE)
        self.assert_harmless(result.out.replace(b"\t", b" "))
        self.assert_harmless(result.err)

    def test_no_colour_without_terminal(self):
        self.assertNotIn(b"\x1b", run(BASE, NEW, TERM="xterm").out)
        self.assertIn(b"\x1b[", run("--color", "always", BASE, NEW).out)


if __name__ == "__main__":
    main()
