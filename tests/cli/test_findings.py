#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""What a diff says beside its tables must not read as if it said something else."""
import unittest

from symdiff import BASE, TestCase, read_json, run

# The base has a wakeup (35 of 98) as a function of sched/wait, the new side inlined it into net's.
WAKEUP = """\
p;do_syscall_64_[k];sock_write_iter_[k];sock_def_readable_[k];__wake_up_common_lock_[k];\
_raw_spin_unlock_irqrestore_[k] 3000
p;do_syscall_64_[k];sock_write_iter_[k];sock_def_readable_[k];__wake_up_common_lock_[k] 500
p;do_syscall_64_[k];sock_write_iter_[k];sock_def_readable_[k] 300
p;do_syscall_64_[k];vfs_read_[k];copy_page_to_iter_[k] 6000
"""
INLINED = """\
p;do_syscall_64_[k];sock_write_iter_[k];sock_def_readable_[k];_raw_spin_unlock_irqrestore_[k] 1200
p;do_syscall_64_[k];sock_write_iter_[k];sock_def_readable_[k] 500
p;do_syscall_64_[k];vfs_read_[k];copy_page_to_iter_[k] 6000
"""

# Two samples: one of the kernel, one of a program.
NAMELESS = """\
a     1/1     [000]     1.000000:       1000 cycles:
\tffffffff81000000 [unknown] ([kernel.kallsyms])
\t          401000 main (/bin/a)

a     1/1     [000]     2.000000:       1000 cycles:
\t401000 main (/bin/a)

"""


def texts(event):
    return [finding["text"] for finding in event["findings"]]


class Findings(TestCase):
    def diff(self, base, newer):
        return read_json(self.file("base", base), self.file("new", newer))["events"][0]

    def test_own_names(self):
        """A bucket that shrank by its code and grew in the table: both are said."""
        event = self.diff(WAKEUP, INLINED)
        (net,) = [b for b in event["buckets"] if b["bucket"] == "net"]
        self.assertAlmostEqual(net["charged_base_share"], 300 / 9800)
        said = texts(event)
        (at,) = [i for i, text in enumerate(said) if text.startswith("net shrank  38.8 -> 22.1 %")]
        self.assertRegex(said[at + 1], r"own names, as in the tables, 3\.06 -> 22\.1 % \(\+19\.0 pp\)")
        # ... and where they agree nothing is.
        self.assertNotIn("own names", " ".join(texts(self.diff(INLINED, INLINED.replace(
            "1200", "4200")))))

    def test_part_of_unknown(self):
        """Nothing is part of [unknown], which is many functions."""
        self.assertIn("__wake_up_common_lock (35.7 %) is part of its caller sock_def_readable now: "
                      "the cost moved", texts(self.diff(WAKEUP, INLINED)))
        said = texts(self.diff(*(side.replace("sock_def_readable_[k]", "[unknown]")
                                 for side in (WAKEUP, INLINED))))
        self.assertFalse([text for text in said if "[unknown]" in text], said)

    def test_nameless(self):
        """A kernel that neither side has symbols of is told, and not called unmoved."""
        said = texts(self.diff(NAMELESS, NAMELESS))
        self.assertTrue(any(text.startswith("neither side has kernel symbols, and 50 and 50 % of "
                                            "all are the kernel's") for text in said), said)
        self.assertFalse(any("nothing moved" in text for text in said), said)
        named = NAMELESS.replace("[unknown]", "kfree")
        self.assertNotIn("neither", " ".join(texts(self.diff(NAMELESS, named))))
        self.assertNotIn("neither", " ".join(texts(self.diff(named, named))))

    def test_cuts(self):
        """Cuts explain nothing where nothing was cut."""
        self.assertIn(b"and the cuts", run(BASE, BASE, "--width", "200").out)
        whole = self.file("whole", INLINED)
        out = run(whole, whole, "--width", "200").out
        self.assertIn(b"beyond what sampling and composition explain", out)
        self.assertNotIn(b"cuts", out)


# A function that the compiler gave another name than its source has.
CLONE = """\
p;do_syscall_64_[k];__schedule_[k];finish_task_switch.isra.0_[k] 300
p;do_syscall_64_[k];vfs_read_[k] 700
"""


class Symbols(TestCase):
    def test_clone(self):
        """--symbol takes a function by its name in the source, --callers too."""
        path = self.file("clone", CLONE)
        for name in ("finish_task_switch", "finish_task_switch.isra.0"):
            result = run("report", "--symbol", name, "--callers", path)
            self.assertEqual(result.err, b"")
            text = result.out.decode()
            self.assertRegex(text, r"(?m)^finish_task_switch\.isra\.0 +30\.00 ")
            self.assertRegex(text, r"(?m)^ *__schedule +30\.00")
            self.assertNotIn("vfs_read", text)
            (row,) = read_json("--symbol", name, path, path)["events"][0]["symbols"]
            self.assertEqual(row["symbol"], "finish_task_switch.isra.0")
        # A limit is held against one symbol, and says which there is.
        self.assert_trouble(run("gate", "--max", "self:finish_task_switch=10%", path),
                            "no symbol of the profile (finish_task_switch.isra.0 is)")
        # ... but not one clone by another one's name.
        self.assertIn(b"no profile has", run("report", "--symbol", "finish_task_switch.part.0", path).err)

    def test_idle_task_without_symbols(self):
        """Shares are of busy time: what the idle task had is in none of them."""
        sample = "{0}  {1}/{1}  [000]  {2}.000000:  1000 cpu-clock:\n\tffffffff8100{3} {4} " \
                 "([kernel.kallsyms])\n\tffffffff81000100 top ([kernel.kallsyms])\n\n"
        text = "".join(sample.format(comm, pid, at, address, name) for at, (comm, pid, address, name)
                       in enumerate([("swapper", 0, "0010", "[unknown]")] * 6 +
                                    [("a", 7, "0010", "[unknown]")] + [("a", 7, "0200", "foo")] * 3))
        path = self.file("idle.txt", text)
        shown = run("report", path).out.decode()
        self.assertRegex(shown, r"(?m)^foo +75\.00 +75\.00 ")
        self.assertRegex(shown, r"(?m)^\[unknown\] +25\.00 +25\.00 ")
        self.assertRegex(shown, r"(?m)^top +0\.00 +100\.00 ")
        self.assertRegex(run("report", "--with-idle", path).out.decode(),
                         r"(?m)^\[unknown\] +70\.00 +70\.00 ")
        rows = {s["symbol"]: s for s in read_json("report", path)["events"][0]["symbols"]}
        self.assertEqual(rows["[unknown]"]["self"], 7000)  # JSON has all of it


if __name__ == "__main__":
    unittest.main()
