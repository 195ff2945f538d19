#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Many settings side by side: tables that people typed, and profiles with what was seen beside."""
import csv

from symdiff import BASE, DATA, NEW, TestCase, main, read_json, run

SERIES = DATA / "series"


def report(*rows, event="cycles"):
    """What perf report -n prints: (symbol, samples) of 1000."""
    lines = [f"# Samples: 1K of event '{event}'\n# Event count (approx.): 1000000\n#\n"
             "# Overhead       Samples  Shared Object      Symbol\n"
             "# ........  ............  .................  ....................\n#\n"]
    lines += [f"    {count / 10:5.2f}%  {count:12}  [kernel.kallsyms]  [k] {name}\n"
              for name, count in rows]
    return "".join(lines)


def row_of(series, name, **keys):
    (row,) = [row for row in series["rows"] if row["name"] == name and
              all(row.get(key) == value for key, value in keys.items())]
    return row


def means(row):
    return [cell and cell["mean"] for cell in row["cells"]]


class Tables(TestCase):
    """The founding threads' tables, as they were typed."""

    def read(self, name):
        return read_json("sweep", SERIES / name)["series"]

    def test_run_time_and_share_against_min_objects(self):
        (series,) = self.read("slub-min-objects.txt")  # one axis: both tables are one series
        self.assertEqual(series["axis"], "slub_min_objects")
        self.assertEqual([point["number"] for point in series["points"]], [8, 16, 32, 64])
        time, slower, share = series["rows"]
        self.assertEqual(means(time), [250, 23, 18.6, 17.5])
        self.assertEqual((time["unit"], time["better"]), ("s", "less"))
        self.assertEqual(slower["unit"], "s")  # only the first cell of the table says it
        self.assertEqual(means(share), [88, 44, 13, 12])
        self.assertEqual((share["unit"], share["better"]), ("%", None))
        (trend,) = time["trends"]
        self.assertEqual(trend["kind"], "falls")
        self.assertIs(trend["noise_known"], False)
        self.assertAlmostEqual(trend["steps"][2]["part"], (17.5 - 18.6) / 18.6)
        self.assertIn("the last doubling gains 6 %, noise unknown", trend["text"])
        self.assertIn("the last doubling gains 6 %, noise unknown", slower["trends"][0]["text"])
        (trend,) = share["trends"]
        self.assertEqual(trend["whole"]["change"], -76)
        self.assertEqual(series["points"][trend["knee"]]["brief"], "32")
        self.assertAlmostEqual(trend["reached"], 75 / 76)

    def test_against_cpus(self):
        grid, other = self.read("slub-cpus.txt")
        self.assertEqual(grid["shape"], "grid")
        self.assertEqual([factor["levels"] for factor in grid["factors"]],
                         [["8p", "4p", "2p"], ["8", "16", "32", "64"]])
        self.assertEqual(len(grid["points"]), 9)  # three of twelve cells are blank
        (row,) = grid["rows"]
        self.assertEqual(means(row), [60, 30, 28.5, 26.5, 50, 43, 42, 92, 79])
        text = {line["within"]: trend and trend["text"]
                for line, trend in zip(grid["lines"], row["trends"])}
        self.assertIn("the last doubling gains 7 %, noise unknown (32 -> 64)",
                      text["processor number=8p"])
        # With 8 objects more CPUs make it worse: 92, 50, 60 seconds.
        self.assertIn("goes up and down", text["slub_min_objects=8"])
        self.assertIn("best 50 s, at 4p", text["slub_min_objects=8"])
        self.assertIsNone(text["slub_min_objects=64"])  # one point is no line
        self.assertEqual(means(other["rows"][0]), [78.7, 77.5])
        self.assertEqual(other["caption"], "the same on harwich, 4 cores with hyperthreading")

    def test_grid_has_blank_cells(self):
        out = run("sweep", SERIES / "slub-cpus.txt").out.decode()
        self.assertRegex(out, r"(?m)^4p +50  43    42$")
        self.assertRegex(out, r"(?m)^2p +92  79$")

    def test_csv_and_markdown(self):
        out = run("sweep", "--format", "csv", SERIES / "slub-cpus.txt").out.decode()
        rows = list(csv.DictReader(out.splitlines()))
        self.assertEqual(len(rows), 11)
        self.assertEqual((rows[3]["level_1"], rows[3]["level_2"], float(rows[3]["mean"])),
                         ("8p", "64", 26.5))
        out = run("sweep", "--format", "markdown", SERIES / "slub-cpus.txt").out.decode()
        self.assertIn("| 4p | 50 | 43 | 42 |  |\n", out)
        out = run("sweep", "--format", "markdown", SERIES / "slub-min-objects.txt").out.decode()
        self.assertIn("| ./hackbench 200 process 2000, s | 532 | 44 | 35.6 | 33.5 |\n", out)
        self.assertIn("the last doubling gains 6 %, noise unknown", out)

    def test_patch_ladder(self):
        (series,) = self.read("aim7-ladder.txt")
        self.assertEqual(series["shape"], "ladder")
        (row,) = series["rows"]
        self.assertEqual(row["better"], "more")
        effects = {(effect["subject"], effect["from"]): effect for effect in row["effects"]}
        labels = [point["label"] for point in series["points"]]
        self.assertEqual(labels, ["none", "1997", "1997+1458", "1458"])
        self.assertEqual(effects["1997", 0]["change"], 17240 - 18654)
        self.assertEqual(effects["1458", 1]["change"], 16953 - 17240)
        self.assertEqual(effects["1458", 0]["change"], 18349 - 18654)
        self.assertEqual(effects["1997", 3]["change"], 16953 - 18349)
        # -1414 and -305 alone, -1701 together.
        self.assertEqual(effects["1997 with 1458", 0]["change"], -1701 + 1414 + 305)

    def test_a_stated_spread_is_noise(self):
        """The thread says 18700 +/- 150: the second patch alone is within it."""
        path = self.file("t.txt", "patches | jobs/min\nnone | 18654 +/- 150\n1997 | 17240\n"
                         "1997+1458 | 16953\n1458 | 18349\n")
        (series,) = read_json("sweep", path)["series"]
        effects = {(e["subject"], e["from"]): e for e in series["rows"][0]["effects"]}
        self.assertNotIn("within the noise", effects["1997", 0]["text"])
        self.assertLess(effects["1997", 0]["high"], 0)
        self.assertIn("within the noise", effects["1458", 0]["text"])

    def test_aim7_columns(self):
        (series,) = self.read("aim7-tasks.txt")
        self.assertEqual(series["axis"], "Tasks")
        self.assertEqual(means(row_of(series, "real")), [705.07, 822.77, 901.71])
        self.assertEqual(means(row_of(series, "cpu")), [10153.04, 11923.56, 13097.94])
        self.assertEqual(means(row_of(series, "jobs/min")), [17189.90, 16940.32, 16801.41])
        self.assertIn("15", series["notes"][0])  # the dates, five words a row

    def test_runs_decide_where_it_stops(self):
        path = self.file("t.txt", "objects | time, s\n8 | 250 252 248\n16 | 23.0 23.4 22.7\n"
                         "32 | 18.6 19.0 18.1\n64 | 18.5 18.9 18.2\n")
        (series,) = read_json("sweep", path)["series"]
        (trend,) = series["rows"][0]["trends"]
        self.assertIs(trend["noise_known"], True)
        self.assertEqual((trend["knee"], trend["knee_by"]), (2, "noise"))
        self.assertIn("from 32 on the gain is within the noise", trend["text"])
        step = trend["steps"][2]
        self.assertLess(step["low"], 0)
        self.assertGreater(step["high"], 0)
        cell = series["rows"][0]["cells"][0]
        self.assertEqual((cell["runs"], cell["mean"], cell["sd"]), (3, 250, 2))

    def test_forms(self):
        """The same figures in Markdown, with tabs, commas, gaps, and in a mail."""
        for text in ("| n | 8 | 16 |\n|---|--:|--:|\n| time (s) | 2 | 1 |\n",
                     "n\t8\t16\ntime (s)\t2\t1\n", "n,8,16\ntime (s),2,1\n",
                     "n         8   16\ntime (s)  2   1\n",
                     "> > n | 8 | 16\r\n> > -----\r\n> > time (s) | 2 | 1\r\n",
                     "n time\n8 2s\n16 1s\n"):
            (series,) = read_json("sweep", self.file("t.txt", text))["series"]
            self.assertEqual([point["number"] for point in series["points"]], [8, 16], text)
            (row,) = series["rows"]
            self.assertEqual((means(row), row["unit"], row["better"]), ([2, 1], "s", "less"), text)

    def test_cells(self):
        path = self.file("t.txt", "what\\kernel | 6.1 | 6.6 | 6.12 | 6.18\n"
                         "ops/s | 1,234 | failed | - | 2.5e3\n")
        (series,) = read_json("sweep", path)["series"]
        self.assertIsNone(series["points"][0]["number"])  # versions are names
        first, second, third, fourth = series["rows"][0]["cells"]
        self.assertEqual((first["mean"], fourth["mean"]), (1234, 2500))
        self.assertIs(second["failed"], True)
        self.assertIsNone(third)
        (trend,) = series["rows"][0]["trends"]
        self.assertEqual(len(trend["steps"]), 1)

    def test_trouble(self):
        self.assert_trouble(run("sweep"), "LABEL=PROFILE")
        self.assert_trouble(run("sweep", self.file("a.txt", "")), "no table of results")
        self.assert_trouble(run("sweep", self.file("a.txt", "dear all,\n\nit is slower.\n")),
                            "a.txt", "no table of results")
        self.assert_trouble(run("sweep", self.file("a.txt", "n | s\n8 | 1\n8 | 2\n")),
                            "a.txt:3", "'8' is there twice")
        self.assert_trouble(run("sweep", self.file("a.txt", b"\0\1\2" * 4000)), "a.txt")
        self.assert_trouble(run("sweep", "absent.txt"), "absent.txt")

    def test_too_much(self):
        rows = "name | 8 | 16\n" + "".join(f"a{i} | 1 | 2\n" for i in range(65537))
        self.assert_trouble(run("sweep", self.file("a.txt", rows)), "a.txt:65538", "65536 rows")
        labels = "n s\n" + "".join(f"{i} 1\n" for i in range(1025))
        self.assert_trouble(run("sweep", self.file("a.txt", labels)), "1024 settings")

    def test_another_kind_of_file_is_refused_by_name(self):
        self.assert_trouble(run("sweep", BASE), "a profile (opreport)", "LABEL=FILE")
        self.assert_trouble(run("sweep", DATA / "evidence" / "slabinfo-AD.base.txt"),
                            "counters (slabinfo-AD)", "LABEL=FILE")
        self.assert_trouble(run("fleet", BASE), "a profile (opreport)")

    def test_a_name_with_an_equals_sign(self):
        (series,) = read_json("sweep", self.file("o=3.txt", "n 8 16\ntime 2s 1s\n"))["series"]
        self.assertEqual(len(series["points"]), 2)


class Profiles(TestCase):
    def setUp(self):
        super().setUp()
        # The allocator's share: 80, 40, 20, 20 %.
        self.files = {}
        for label, alloc in (("8", 800), ("16", 400), ("32", 200), ("64", 200)):
            self.files[label] = self.file(
                f"p{label}.txt", report(("kfree", alloc), ("tcp_v4_rcv", 500 - alloc // 2),
                                        ("schedule", 500 - alloc // 2)))

    def arguments(self, **more):
        return [f"objects={label}={path}" for label, path in {**self.files, **more}.items()]

    def test_buckets_and_symbols(self):
        (series,) = read_json("sweep", *self.arguments())["series"]
        self.assertEqual(series["axis"], "objects")
        self.assertEqual(means(row_of(series, "allocator")), [80, 40, 20, 20])
        self.assertEqual(means(row_of(series, "kfree")), [80, 40, 20, 20])
        self.assertEqual(means(row_of(series, "schedule")), [10, 30, 40, 40])
        self.assertEqual(row_of(series, "allocator")["trends"][0]["whole"]["change"], -60)
        self.assertIn("the last doubling changes nothing",
                      row_of(series, "allocator")["trends"][0]["text"])
        self.assertEqual(means(row_of(series, "total"))[0], 1000000)

    def test_shares_sum_to_100(self):
        (series,) = read_json("sweep", *self.arguments())["series"]
        for i in range(4):
            self.assertAlmostEqual(
                sum(row["cells"][i]["mean"] for row in series["rows"] if row["kind"] == "bucket"),
                100)

    def test_symbols_are_paired_along_the_series(self):
        """Each neighbour differs by a suffix or by what the kernel renamed."""
        names = ("kfree", "kfree.isra.0", "kfree.part.0")
        files = [self.file(f"k{i}.txt", report((name, 300), ("schedule", 700)))
                 for i, name in enumerate(names)]
        (series,) = read_json("sweep", *(f"v{i}={file}" for i, file in enumerate(files)))["series"]
        row = row_of(series, "kfree.part.0")
        self.assertEqual((means(row), row["was"]), ([30, 30, 30], "kfree"))
        (series,) = read_json("sweep", f"2.6.24={BASE}", f"2.6.25-rc4={NEW}")["series"]
        row = row_of(series, "add_partial")
        self.assertEqual(row["was"], "add_partial_tail")
        self.assertAlmostEqual(row["cells"][1]["mean"], 42.69, places=1)

    def test_a_cut_table_hides_what_it_does_not_list(self):
        (series,) = read_json("sweep", f"2.6.24={BASE}", f"2.6.25-rc4={NEW}")["series"]
        row = row_of(series, "sock_def_readable")
        self.assertAlmostEqual(row["cells"][0]["mean"], 0.63, places=1)
        self.assertIsNone(row["cells"][1]["mean"])
        self.assertAlmostEqual(row["cells"][1]["below"], 0.68, places=1)
        out = run("sweep", "-S", "sock_def_readable", f"2.6.24={BASE}", f"2.6.25-rc4={NEW}").out
        self.assertIn(b"below 0.68", out)
        # That function may be in net: 2.79 to 3.46, as a diff of the two has it.
        net = row_of(series, "net")
        (event,) = read_json(BASE, NEW)["events"]
        (bucket,) = [bucket for bucket in event["buckets"] if bucket["bucket"] == "net"]
        step = net["trends"][0]["whole"]
        self.assertAlmostEqual(step["cut_low"], bucket["delta_pp"], places=6)
        self.assertAlmostEqual(step["cut_high"], -0.79, places=2)
        self.assertAlmostEqual(net["cells"][1]["below"], 3.46, places=2)

    def test_repeats(self):
        more = self.file("again.txt", report(("kfree", 420), ("tcp_v4_rcv", 290),
                                             ("schedule", 290)))
        arguments = self.arguments()
        arguments[1] += "," + more
        (series,) = read_json("sweep", *arguments)["series"]
        cell = row_of(series, "allocator")["cells"][1]
        self.assertEqual((cell["runs"], sorted(cell["values"])), (2, [40, 42]))
        self.assertAlmostEqual(cell["sd"], 2 ** 0.5)
        (trend,) = row_of(series, "allocator")["trends"]
        # One degree of freedom: 12.7 times sqrt(2 * (1 + 1/2)) points either way.
        self.assertAlmostEqual(trend["steps"][0]["high"], 41 - 80 + 12.7062 * 3 ** 0.5, places=3)

    def test_grid(self):
        arguments = [f"order={order},objects={objects}={self.files[objects]}"
                     for order, objects in (("1", "8"), ("1", "16"), ("3", "16"))]
        (series,) = read_json("sweep", *arguments)["series"]
        self.assertEqual(series["shape"], "grid")
        self.assertEqual(series["points"][2]["levels"], ["3", "16"])
        out = run("sweep", *arguments).out.decode()
        self.assertRegex(out, r"(?m)^order\\objects +8 +16$")
        self.assertRegex(out, r"(?m)^3 +40\.00$")
        slashed = read_json("sweep", *(f"A{a}/B{b}={self.files['8']}" for a in "12" for b in "12"))
        self.assertEqual(slashed["series"][0]["shape"], "grid")

    def test_what_was_seen_beside_the_profiles(self):
        times = {"8": 20.0, "16": 5.0, "32": 4.0, "64": 4.0}
        arguments = []
        for label, argument in zip(self.files, self.arguments()):
            bench = self.file(f"b{label}.txt",
                              "Running in process mode with 10 groups using 40 file descriptors "
                              f"each (== 400 tasks)\nTime: {times[label]}\n")
            arguments.append(f"{argument},{bench}")
        arguments[0] += f",{DATA}/evidence/slabinfo-AD.base.txt"
        arguments[1] += f",{DATA}/evidence/slabinfo-AD.new.txt"
        document = read_json("sweep", *arguments)
        (series,) = document["series"]
        (time,) = [row for row in series["rows"] if row["kind"] == "result"]
        self.assertEqual((means(time), time["unit"]), ([20, 5, 4, 4], "s"))
        slab = row_of(series, ":0000192 fast_free_pct")
        self.assertEqual(means(slab), [21, 8, None, None])
        self.assertEqual({i["label"] for i in document["inputs"] if i["format"] == "evidence"},
                         {"objects=8", "objects=16", "objects=32", "objects=64"})

    def test_caches_of_other_names(self):
        """kmalloc-512 is :0000512 where caches were merged: thread 1 has it both ways."""
        head = "Name                   Objects      Alloc       Free   %Fast\n"
        files = [self.file(f"s{i}.txt", head + f"{name}   374   80016030  80015715   {fast}\n"
                           ":0000192     3428   80093958  80090708   92   8\n")
                 for i, (name, fast) in enumerate(((":0000512", "68   7"),
                                                   ("kmalloc-512", "97   9"),
                                                   (":0000512", "98  10")))]
        (series,) = read_json("sweep", *(f"{8 << i}={file}" for i, file in enumerate(files)))["series"]
        row = row_of(series, "kmalloc-512 fast_free_pct")
        self.assertEqual((means(row), row["was"]), ([7, 9, 10], ":0000512"))

    def test_counters_since_boot(self):
        """BEFORE:FILE is what was counted in between."""
        for name, faults in (("a0", 100), ("a1", 300), ("b0", 50), ("b1", 1050)):
            self.file(name, f"nr_free_pages 1000\npgfault {faults}\npgmajfault 7\n")
        folder = self.folder.name
        (series,) = read_json("sweep", f"x={folder}/a0:{folder}/a1",
                              f"y={folder}/b0:{folder}/b1")["series"]
        self.assertEqual(means(row_of(series, "pgfault")), [200, 1000])
        self.assertEqual(means(row_of(series, "pgmajfault")), [0, 0])
        path = self.file("f.txt", "machine base new\nm1 a0:a1 b0:b1\nm2 a0:a1 b0:b1\n")
        (row,) = [row for row in read_json("fleet", path)["rows"] if row["name"] == "pgfault"]
        self.assertEqual([value["change"] for value in row["values"]], [400, 400])

    def test_an_event_that_only_some_have(self):
        both = self.file("both.txt", report(("kfree", 1000)) +
                         report(("kfree", 1000), event="instructions"))
        one = self.file("one.txt", report(("kfree", 1000)))
        (series,) = read_json("sweep", f"a={both}", f"b={one}")["series"]
        self.assertEqual({row["event"] for row in series["rows"]}, {"cycles"})
        other = self.file("other.txt", report(("kfree", 1000), event="instructions"))
        self.assert_trouble(run("sweep", f"a={one}", f"b={other}"), "cycles", "instructions")

    def test_labels_with_equals_signs_in_paths(self):
        path = self.file("o=3.txt", report(("kfree", 1000)))
        (series,) = read_json("sweep", f"x=1={path}", f"x=2={path}")["series"]
        self.assertEqual([point["label"] for point in series["points"]], ["x=1", "x=2"])

    def test_trouble(self):
        path = self.files["8"]
        self.assert_trouble(run("sweep", f"a={path}", f"a={path}"), "'a' is given twice")
        self.assert_trouble(run("sweep", f"a={path}"), "two labels")
        self.assert_trouble(run("sweep", f"a={path}", path), "LABEL=PROFILE")
        self.assert_trouble(run("sweep", f"a={path}", "b=absent.txt"), "absent.txt")
        self.assert_trouble(run("sweep", f"a={path}", "b="), "b=")
        odd = self.file("odd.txt", "nothing to see\n")
        self.assert_trouble(run("sweep", f"a={path}", f"b={odd}"), "odd.txt", "neither a profile")

    def test_hostile_names(self):
        nasty = self.file("n.txt", report(("a\x1b[31mb", 500), ("kfree", 500)))
        for form in ("text", "json"):
            result = run("sweep", "--format", form, f"\x1b[1mx={nasty}", f"y={nasty}")
            self.assertEqual(result.status, 0, result.err)
            self.assertNotIn(b"\x1b", result.out)


class Repeats(TestCase):
    def test_words(self):
        """What cells of several runs are is said, and that they show nothing, too."""
        def runs(label, *shares):
            files = [self.file(f"{label}{i}", report(("kfree", n), ("schedule", 1000 - n)))
                     for i, n in enumerate(shares)]
            return f"{label}=" + ",".join(files)
        still = run("sweep", runs("a", 300, 310, 320), runs("b", 305, 325, 315)).out.decode()
        self.assertIn("3 runs each, mean ±standard deviation", still)
        self.assertRegex(still, r"(?m)^allocator +31\.00 ±3% +31\.50 ±3%$")
        self.assertIn("\nno bucket moves beyond what the runs vary\n", still)
        moved = run("sweep", runs("c", 300, 310, 320), runs("d", 505, 525, 515)).out.decode()
        self.assertNotIn("no bucket moves", moved)
        single = run("sweep", runs("e", 300), runs("f", 305)).out.decode()
        self.assertNotIn("no bucket moves", single)
        self.assertNotIn("±", single)


if __name__ == "__main__":
    main()
