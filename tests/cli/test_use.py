#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Every option does what its line of the help says: those that no other test is about are here,
and none is without a test."""
import pathlib
import re
import shutil
import subprocess
import unittest

from symdiff import BASE, DATA, NEW, TOP, TestCase, main, read_json, run

RECORDING = DATA / "perf_data" / "plain-s.perf.data"
LAB = sorted(str(path) for path in (DATA / "lab").glob("*.xz"))

# Three samples: 100, 300 and 600, of two commands, on two CPUs.
SCRIPT = """\
foo 10/11 [000] 1.000000: 100 cycles:
\tffffffff81000010 kfree ([kernel.kallsyms])
\tffffffff81000110 skb_release_data ([kernel.kallsyms])
\tffffffff81000210 entry_SYSCALL_64 ([kernel.kallsyms])

bar 20/20 [001] 2.000000: 300 cycles:
\tffffffff81000310 copy_page ([kernel.kallsyms])
\tffffffff81000210 entry_SYSCALL_64 ([kernel.kallsyms])

bar 20/21 [001] 3.000000: 600 cycles:
\t7f0000001010 work (/usr/bin/bar)

"""


def options():
    """(--name, -letter or '', its commands) of the table."""
    found = {}
    for row in run("--list-options").out.decode().splitlines():
        command, name, _, _, letter, _ = row.split("\t")
        found.setdefault((name, letter), []).append(command)
    return found


class EveryOption(unittest.TestCase):
    def test_has_a_test(self):
        tests = "".join(path.read_text() for path in (TOP / "tests" / "cli").glob("test_*.py")
                        if path.name != "test_options.py")
        tests += (TOP / "tests" / "golden" / "cases.txt").read_text()
        unused = [name for name, _ in options() if not re.search(rf"(?<![a-z-]){name}(?![a-z-])", tests)]
        self.assertEqual(unused, [], "a test that uses it is missing")

    def test_letters(self):
        """The letter is the same option: both are refused, or taken, in the same words."""
        for (name, letter), commands in options().items():
            for command in commands:
                if letter:
                    long, short = (run(command, option, "?x", "absent", "absent").err.decode()
                                   for option in (name, letter))
                    self.assertEqual(long.replace(name, letter), short.replace(name, letter))


class Filters(TestCase):
    def total(self, *arguments):
        (event,) = read_json("report", *arguments, self.file("script", SCRIPT))["events"]
        return event["total"]

    def test_samples(self):
        for arguments, want in ((["--comm", "foo"], 100), (["-c", "bar,foo"], 1000),
                                (["--pid", "20"], 900), (["--pid", "10,20"], 1000),
                                (["--tid", "21"], 600), (["--cpu", "0"], 100),
                                (["-C", "0-1"], 1000), (["--time", "1.5,2.5"], 300),
                                (["--time", "2,"], 900), (["--event", "cycles"], 1000)):
            self.assertEqual(self.total(*arguments), want, arguments)

    def test_flat(self):
        with_chains, flat = (read_json("report", *arguments, self.file("script", SCRIPT))["events"][0]
                             for arguments in ([], ["--flat"]))
        self.assertEqual((with_chains["total"], flat["total"]), (1000, 1000))
        self.assertIsNotNone(with_chains["symbols"][0]["children"])
        self.assertIsNone(flat["symbols"][0]["children"])

    def test_rows(self):
        path = self.file("script", SCRIPT)
        for arguments, want in ((["--dso", "bar"], {"work"}), (["-d", "[kernel]"], None),
                                (["--symbol", "kfree"], {"kfree"}), (["-b", "copy"], {"copy_page"}),
                                (["--percent-limit", "25"],
                                 {"copy_page", "work", "entry_SYSCALL_64"}),  # 40 % with its callees
                                (["--limit", "1"], {"work"})):
            (event,) = read_json("report", *arguments, path)["events"]
            names = {row["symbol"] for row in event["symbols"]}
            if want:
                self.assertEqual(names, want, arguments)
            else:
                self.assertNotIn("work", names)
                self.assertIn("kfree", names)


class Buckets(TestCase):
    def charged(self, *arguments):
        (event,) = read_json("report", *arguments, self.file("script", SCRIPT))["events"]
        return {row["bucket"]: row["charged"] for row in event["buckets"] if row["charged"]}

    def test_charge_copy(self):
        """Copying is a mechanism then, and its caller is charged."""
        self.assertEqual(self.charged()["copy"], 300)
        self.assertNotIn("copy", self.charged("--charge-copy"))
        self.assertEqual(sum(self.charged("--charge-copy").values()), 1000)

    def test_replace_buckets(self):
        rules = self.file("rules", "[mine/all] Mine\nname: kfree\n")
        added = run("explain", "--buckets", rules, "kfree", "copy_page").out.decode()
        alone = run("explain", "--buckets", rules, "--replace-buckets", "kfree",
                    "copy_page").out.decode()
        self.assertIn("mine/all", added)
        self.assertIn("copy", added.split("\n\n")[1].replace("copy_page", ""))
        self.assertIn("mine/all", alone)
        self.assertNotIn("copy", alone.split("\n\n")[1].replace("copy_page", ""))


class Compared(TestCase):
    def test_alias_file(self):
        base = self.file("base", "main;old_name 60\nmain;kfree 40\n")
        new = self.file("new", "main;kmalloc;fresh 5\nmain;kfree 95\n")
        for arguments, want in (([], None), (["--alias", "old_name=fresh"], "old_name"),
                                (["--alias-file", self.file("pairs", "old_name fresh\n")], "old_name")):
            (event,) = read_json(*arguments, base, new)["events"]
            (row,) = [row for row in event["symbols"] if row["new_symbol"] == "fresh"]
            self.assertEqual(row["base_symbol"], want, arguments)

    def test_relative(self):
        """Three functions stand still, one fell and one grew: they do, relative to the others."""
        base = self.file("base.folded", "main;a 100\nmain;b 200\nmain;c 100\nmain;d 400\nmain;e 200\n")
        new = self.file("new.folded", "main;a 100\nmain;b 200\nmain;c 100\nmain;d 100\nmain;e 400\n")
        relative = read_json("--relative", base, new)["events"][0]["relative"]
        # Of 1000 and of 900: 10/9, 10/9, 10/9, 2.5/9 and 20/9; the middle one is 10/9.
        self.assertAlmostEqual(relative["factor"], 10 / 9, 6)
        self.assertAlmostEqual(relative["near_share"], 0.4, 6)
        self.assertAlmostEqual(relative["base_share"], 1, 6)
        self.assertEqual(relative["rows"], 5)
        change = {row["symbol"]: row["change"] for row in relative["symbols"]}
        self.assertAlmostEqual(change["a"], 1, 6)
        self.assertAlmostEqual(change["d"], 0.25, 6)
        self.assertAlmostEqual(change["e"], 2, 6)
        text = run("--relative", base, new).out.decode()
        self.assertIn("x 1.111 (median", text)
        self.assertRegex(text, r"e +20.00 +44.44 +x 2.22 +x 2.00")
        self.assertNotIn("relative", read_json(base, new)["events"][0])

    def test_names_that_nothing_has(self):
        """They are said, one line each, and change nothing else."""
        rows = [
            (["--alias", "no_such=add_partial"], "--alias no_such=add_partial: no profile has a "
             "symbol no_such"),
            (["--symbol", "kfre"], "--symbol kfre: no profile has a symbol of this name"),
            (["--set", "mine=kfre,kmaloc"], "--set mine: no profile has a symbol of it"),
        ]
        for arguments, said in rows:
            result = run(*arguments, BASE, NEW)
            self.assertEqual((result.status, result.err.decode()),
                             (0, f"symdiff: warning: {said}\n"))
            if arguments[0] != "--alias":
                result = run("report", *arguments, NEW)
                self.assertEqual((result.status, result.err.decode()),
                                 (0, f"symdiff: warning: {said}\n"))
        quiet = run("--alias", "__slab_alloc=___slab_alloc", "--symbol", "__slab_alloc", "--set",
                    "mine=__slab_free", BASE, NEW)
        self.assertIn(b"no profile has a symbol ___slab_alloc", quiet.err)
        self.assertEqual(quiet.err.count(b"\n"), 1)

    def test_explain_pairs(self):
        said = "add_partial is add_partial_tail of the base"
        self.assertNotIn(said, run(BASE, NEW).out.decode())
        self.assertIn(said, run("--explain-pairs", BASE, NEW).out.decode())

    def test_with_idle(self):
        """Percent of busy time, or of all: the lab's machine was idle a fifth of the time."""
        (event,) = read_json("report", LAB[0])["events"]
        self.assertLess(event["busy"], event["total"])
        (heaviest,) = [row for row in event["buckets"] if row["bucket"] == "sched"]
        for arguments, whole in (([], event["busy"]), (["--with-idle"], event["total"])):
            text = run("report", "--width", "100", *arguments, LAB[0]).out.decode()
            shown = float(re.search(r"(?m)^sched +(\S+)", text)[1])
            idle = 0 if "--with-idle" in arguments else heaviest.get("idle", 0)
            self.assertAlmostEqual(shown, 100 * (heaviest["self"] - idle) / whole, delta=0.1)

    def test_verbose(self):
        short, long = (run(*arguments, BASE, NEW).out.decode() for arguments in ([], ["--verbose"]))
        self.assertGreater(long.count("\n"), short.count("\n"))
        self.assertIn("kmem_cache_alloc ", long)
        self.assertNotIn("kmem_cache_alloc ", short)


class Text(TestCase):
    def test_color(self):
        self.assertIn(b"\033[", run("--color", "always", BASE, NEW).out)
        for when in ("never", "auto"):
            self.assertNotIn(b"\033", run("--color", when, BASE, NEW).out)

    def test_width(self):
        for width in (72, 120):
            lines = run("--width", width, BASE, NEW).out.decode().splitlines()
            self.assertLessEqual(max(map(len, lines)), width)

    def test_output(self):
        path = f"{self.folder.name}/out"
        self.assertEqual(run("--output", path, BASE, NEW), (0, b"", b""))
        self.assertEqual(pathlib.Path(path).read_bytes(), run(BASE, NEW).out)
        self.assert_trouble(run("-o", path, BASE, NEW), path, "File exists")

    def test_no_output_of_nothing(self):
        """What cannot be printed leaves no empty file for somebody to take for a report."""
        path = pathlib.Path(self.folder.name) / "out"
        for command in (["report", "--format", "junit", NEW], ["--format", "github", BASE, NEW]):
            self.assert_trouble(run(*command, "-o", path), "cannot print")
            self.assertFalse(path.exists())

    def test_help_and_version(self):
        for command in {command for commands in options().values() for command in commands}:
            self.assertIn(b"usage: symdiff ", run(command, "--help").out)
            self.assertRegex(run(command, "--version").out, rb"\Asymdiff \d+\.\d+\.\d+\n\Z")


class Symbols(TestCase):
    """Of a recording of hot-fp, 35 samples in itself and 17 in the kernel, neither of which is here:
    files that fit it, by build-id or by the length of the kernel, are made up."""
    USER = "3b5f5336bd4c37517d507cdb6e07eb1e6ba0eb1a"
    KERNEL = "4a5a9b0affb66c437abcd455d2738af879985fa9"

    def samples(self, *arguments):
        (event,) = read_json("report", *arguments, RECORDING)["events"]
        rows = [row for row in event["symbols"] if row["symbol"] == "made_up"]
        return rows[0]["samples"] if rows else 0

    def elf(self, path, build_id, start, size):
        """A file with that build-id, and one symbol over all its code."""
        path = pathlib.Path(self.folder.name) / path
        path.parent.mkdir(parents=True, exist_ok=True)
        source = f".globl made_up\n.type made_up,@function\nmade_up: .skip {size}\n" \
                 f".size made_up,{size}\n.globl _text\n.set _text,made_up\n" \
                 ".globl _stext\n.set _stext,made_up\n.globl _etext\n_etext:\n"
        subprocess.run(["cc", "-nostdlib", "-static", "-x", "assembler", "-", "-o", path,
                        f"-Wl,--build-id=0x{build_id},-Ttext={start:#x},-e,0"],
                       input=source, text=True, check=True, stderr=subprocess.PIPE)
        return path

    @unittest.skipUnless(shutil.which("cc"), "there is no compiler")
    def test_symfs(self):
        self.elf("root/opt/zoo/bin/hot-fp", self.USER, 0x401000, 4096)
        self.assertEqual(self.samples(), 0)
        self.assertEqual(self.samples("--symfs", f"{self.folder.name}/root"), 35)

    @unittest.skipUnless(shutil.which("cc"), "there is no compiler")
    def test_debug_dir(self):
        self.elf(f"debug/.build-id/{self.USER[:2]}/{self.USER[2:]}.debug", self.USER, 0x401000, 4096)
        self.assertEqual(self.samples("--debug-dir", f"{self.folder.name}/debug"), 35)

    @unittest.skipUnless(shutil.which("cc"), "there is no compiler")
    def test_vmlinux(self):
        path = self.elf("vmlinux", self.KERNEL, 0xffffffff81000000, 0x120bb08)
        for option in ("--vmlinux", "-k"):
            self.assertEqual(self.samples(option, path), 17)
        other = self.elf("other", self.USER, 0xffffffff81000000, 0x120bb08)
        self.assertEqual(self.samples("--vmlinux", other), 0)

    def test_kallsyms(self):
        lines = "ffffffff81000000 T _text\nffffffff81000000 T made_up\n" \
                "ffffffff8220bb08 T _etext\n"
        self.assertEqual(self.samples("--kallsyms", self.file("kallsyms", lines)), 17)
        longer = lines.replace("8220bb08", "8320bb08")
        self.assertEqual(self.samples("--kallsyms", self.file("other", longer)), 0)

    def test_debug_information(self):
        """Where there is none, asking for it or leaving it alone changes nothing."""
        for arguments in (["--inline"], ["--no-inline"], ["--no-dwarf"], ["--symbol-timeout", "5"]):
            self.assertEqual(read_json("report", *arguments, RECORDING)["events"],
                             read_json("report", RECORDING)["events"])
        self.assert_trouble(run("report", "--symbol-timeout", "soon", RECORDING), "'soon'")

    def test_debuginfod(self):
        """Servers are asked only then, and those that the environment names."""
        import http.server
        import threading
        asked = []

        class Server(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                asked.append(self.path)
                self.send_error(404)

            def log_message(self, *_):
                pass

        server = http.server.HTTPServer(("127.0.0.1", 0), Server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        environment = {"DEBUGINFOD_URLS": f"http://127.0.0.1:{server.server_port}",
                       "HOME": self.folder.name, "DEBUGINFOD_CACHE_PATH": self.folder.name}
        run("report", RECORDING, **environment)
        self.assertEqual(asked, [])
        self.assertEqual(run("report", "--debuginfod", RECORDING, **environment).status, 0)
        server.shutdown()
        server.server_close()
        if not asked:
            self.skipTest("there is no libdebuginfod")
        self.assertTrue(any(self.USER in path for path in asked), asked)


if __name__ == "__main__":
    main()
