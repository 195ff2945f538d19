# SPDX-License-Identifier: GPL-2.0-or-later
"""symdiff explain: which bucket, and what decided."""
from symdiff import TestCase, main, run


class Explain(TestCase):
    def fields(self, *arguments):
        result = run("explain", *arguments)
        self.assertEqual(result.status, 0, result.err)
        lines = [line.split(None, 1) for line in result.out.decode().splitlines()
                 if line[:1].strip()]
        return {line[0]: line[1] for line in lines}

    def test_known(self):
        fields = self.fields("__x64_sys_futex")
        self.assertEqual(fields["canonical"], "sys_futex")
        self.assertEqual(fields["bucket"], "lock/futex")
        self.assertIn("table", fields["decided"])

    def test_set(self):
        fields = self.fields("--set", "slab3=__slab_alloc,__slab_free", "__slab_free")
        self.assertEqual(fields["bucket"], "slab3")
        self.assertIn("set slab3", fields["decided"])

    def test_rule_and_line(self):
        rules = self.file("my.rules", "# mine\n[block/ours]\nname: ourdrv_*\n")
        fields = self.fields("--buckets", rules, "ourdrv_start")
        self.assertEqual(fields["bucket"], "block/ours")
        self.assertIn("ourdrv_*", fields["decided"])
        self.assertIn("my.rules:3", fields["decided"])

    def test_image(self):
        self.assertEqual(self.fields("--in", "libc.so.6", "kfree")["bucket"], "user")
        self.assertEqual(self.fields("--in", "[ext4]", "frobnicate")["bucket"], "fs/ext4")

    def test_bulk(self):
        result = run("explain", "-", stdin=b"kfree\next4_x\t[ext4]\nfoo\t\tmm/slub.c\n\n")
        rows = [line.split("\t") for line in result.out.decode().splitlines()]
        self.assertEqual([row[:2] for row in rows],
                         [["kfree", "allocator/slab"], ["ext4_x", "fs/ext4"],
                          ["foo", "allocator/slab"]])
        self.assertEqual([row[2] for row in rows], ["known name", "module", "source file"])

    def test_hostile(self):
        """What a name holds never reaches the terminal as it is."""
        for arguments, stdin in ((("\x1b[31mkfree",), b""), (("-",), b"\x1b[31mkfree\xff\n")):
            result = run("explain", *arguments, stdin=stdin)
            self.assertEqual(result.status, 0)
            self.assertNotIn(b"\x1b", result.out)
            result.out.decode("utf-8", "strict")

    def test_trouble(self):
        self.assert_trouble(run("explain"), "symbol")
        bad = self.file("bad.rules", "[a]\nnmae: x\n")
        self.assert_trouble(run("explain", "--buckets", bad, "x"), "bad.rules:2", "nmae")


if __name__ == "__main__":
    main()
