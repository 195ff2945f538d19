// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "ingest/script_line.h"
#include "unit.h"

static const struct script_layout timed = { .timed = true, .headed = true, .has_dso = true };
static const struct script_layout untimed = { .headed = true, .has_dso = true };
static const struct script_layout no_dso = { .timed = true, .headed = true };

static void assert_slice(struct slice slice, const char *text)
{
	char copy[256] = "";

	assert_true(slice.len < sizeof(copy));
	if (slice.len)
		memcpy(copy, slice.at, slice.len);
	assert_string_equal(copy, text);
}

/* Header lines of perf 4.1 and 6.1, of simpleperf, and of tasks with odd names. */
static void test_headers(void **state)
{
	static const struct {
		const struct script_layout *layout;
		const char *line, *comm;
		int64_t pid, tid, cpu; /* -1: not printed */
		uint64_t time_ns, period;
		const char *event;
	} rows[] = {
		{ &timed, "w  6010  1589.496005:   10309278 cpu-clock: ", "w", -1, 6010, -1,
		  1589496005000, 10309278, "cpu-clock" },
		{ &timed, "dd 29776 666709.771979:   10101010 cpu-clock: ", "dd", -1, 29776, -1,
		  666709771979000, 10101010, "cpu-clock" },
		{ &timed, "with space  2354/2357   1296.384256: cpu-clock: ", "with space", 2354,
		  2357, -1, 1296384256000, 0, "cpu-clock" },
		{ &timed,
		  "         swapper     0 [000] 1397040.402011:       5396  uncore_imc/data_reads/:",
		  "swapper", -1, 0, 0, 1397040402011000, 5396, "uncore_imc/data_reads/" },
		{ &timed, "kworker/u16:4+f 12 [003]   5.000000: block:block_rq_issue: 8,0 WS",
		  "kworker/u16:4+f", -1, 12, 3, 5000000000, 0, "block:block_rq_issue" },
		{ &timed, "hot (fp) 1  2606  1311.243137:    1003009 cpu-clock: ", "hot (fp) 1", -1,
		  2606, -1, 1311243137000, 1003009, "cpu-clock" },
		{ &timed, "1.234: cycle  2367  1297.028127:    2012072 cycles:ppp: ",
		  "1.234: cycle", -1, 2367, -1, 1297028127000, 2012072, "cycles:ppp" },
		{ &timed, "1.234567: x  2367  1297.028127:    2012072 cycles: ", "1.234567: x", -1,
		  2367, -1, 1297028127000, 2012072, "cycles" },
		{ &timed, ":-1    -1 [001]  1.000001: cycles: ", ":-1", -1, -1, 1, 1000001000, 0,
		  "cycles" },
		{ &timed, "surfaceflinger\t512/513 [007] 11371.483014: 201198 cpu-clock:",
		  "surfaceflinger", 512, 513, 7, 11371483014000, 201198, "cpu-clock" },
		{ &timed, "hot-fp  6424     0.006011570:    4000000 cpu-clock: ", "hot-fp", -1,
		  6424, -1, 6011570, 4000000, "cpu-clock" },
		{ &timed,
		  "          hot-fp  6417 U      1690.690799:    4000000 cpu-clock:      7f65992c1829 [unknown]",
		  "hot-fp", -1, 6417, -1, 1690690799000, 4000000, "cpu-clock" },
		{ &timed,
		  "hot-fp  2258 2026-11-30 09:27:08.461428  1283.348393:    1003009 cpu-clock: ",
		  "hot-fp", -1, 2258, -1, 1283348393000, 1003009, "cpu-clock" },
		{ &timed, "hot-fp  1691.850654: cpu-clock: ", "hot-fp", -1, -1, -1, 1691850654000,
		  0, "cpu-clock" },
		{ &timed, "            Xorg  1691.850654: cpu-clock: ", "Xorg", -1, -1, -1,
		  1691850654000, 0, "cpu-clock" },
		{ &timed, " 1691.850654:      564409976215 leaf_hash", "", -1, -1, -1,
		  1691850654000, 0, "" },
		{ &untimed, "hot-fp  6424    4000000 cpu-clock: ", "hot-fp", -1, 6424, -1, 0,
		  4000000, "cpu-clock" },
		{ &untimed, "hot-fp  6424 ", "hot-fp", -1, 6424, -1, 0, 0, "" },
		{ &untimed, "hot-fp    4000000 ", "hot-fp", -1, -1, -1, 0, 4000000, "" },
		{ &untimed, "hot (fp) 1  2606    1003009 cpu-clock: ", "hot (fp) 1", -1, 2606, -1,
		  0, 1003009, "cpu-clock" },
		{ &untimed, "x  1.234: cycle  2367    2012072 cpu-clock: ", "x  1.234: cycle", -1,
		  2367, -1, 0, 2012072, "cpu-clock" },
		{ &untimed, "-1234/5678  2366    2012072 cpu-clock: ", "-1234/5678", -1, 2366, -1,
		  0, 2012072, "cpu-clock" },
		{ &untimed, "hot-fp 9090/9090     2004008 cpu-clock: ", "hot-fp", 9090, 9090, -1, 0,
		  2004008, "cpu-clock" },
		{ &untimed,
		  "          hot-fp [001] cpu-clock:      7f65992c1829 [unknown] (/lib/libc.so.6)",
		  "hot-fp", -1, -1, 1, 0, 0, "cpu-clock" },
		{ &untimed, "          hot-fp      7f65992c1829 [unknown] (/lib/libc.so.6)",
		  "hot-fp", -1, -1, -1, 0, 0, "" },
		{ &untimed, "hot 1 2606 1003009 cpu-clock: 7f65992c1829 [unknown]", "hot 1", -1,
		  2606, -1, 0, 1003009, "cpu-clock" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct script_header header;

		assert_true(script_read_header(rows[i].layout, rows[i].line, strlen(rows[i].line),
					       &header));
		assert_slice(header.comm, rows[i].comm);
		assert_slice(header.event, rows[i].event);
		assert_int_equal(header.has_pid ? header.pid : -1, rows[i].pid);
		assert_int_equal(header.has_tid ? header.tid : -1, rows[i].tid);
		assert_int_equal(header.has_cpu ? header.cpu : -1, rows[i].cpu);
		assert_true(header.time_ns == rows[i].time_ns);
		assert_true(header.period == rows[i].period);
		assert_false(header.is_side_band);
	}
}

static void test_what_is_no_header(void **state)
{
	static const char *const lines[] = {
		"",
		" ",
		"prose: with a colon",
		"12.34%  w  [kernel.kallsyms]  [k] kfree",
		"w 6010 1589.4960: cpu-clock:", /* not 6 digits */
		"  w.c:11",
	};

	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		struct script_header header;

		assert_false(script_read_header(&timed, lines[i], strlen(lines[i]), &header));
	}
}

static void test_side_band(void **state)
{
	static const char line[] = "worker-0  2427 [000]  1299.770281: PERF_RECORD_LOST lost 89";
	struct script_header header;

	assert_true(script_read_header(&timed, line, strlen(line), &header));
	assert_true(header.is_side_band);
	assert_slice(header.tail, "PERF_RECORD_LOST lost 89");
}

/* What stands behind an address. */
static void test_places(void **state)
{
	static const struct {
		const struct script_layout *layout;
		const char *line, *symbol, *dso;
		bool is_kernel, is_inlined;
	} rows[] = {
		{ &timed, "\tffffffff815a3446 __folio_batch_add_and_move+0x36 ([kernel.kallsyms])",
		  "__folio_batch_add_and_move", "[kernel.kallsyms]", true, false },
		{ &timed, "\t            125c leaf_div+0x28 (/tmp/dir with space/hot (fp) 1)",
		  "leaf_div", "/tmp/dir with space/hot (fp) 1", false, false },
		{ &timed, "\t            1223 [unknown] (/tmp/zoo/gone/hot-gone (deleted))",
		  "[unknown]", "/tmp/zoo/gone/hot-gone (deleted)", false, false },
		{ &timed, "\t               0 [unknown] ([unknown])", "[unknown]", "[unknown]",
		  false, false },
		{ &timed,
		  "\t            131c zoo::(anonymous namespace)::anon_fn+0x1c (/opt/cxxhot)",
		  "zoo::(anonymous namespace)::anon_fn", "/opt/cxxhot", false, false },
		{ &timed,
		  "\t            1378 round_(unsigned int)::{lambda(int)#1}::operator()+0x8 (/opt/x)",
		  "round_(unsigned int)::{lambda(int)#1}::operator()", "/opt/x", false, false },
		{ &timed, "\t            1287 mix_inline+0x27 (inlined)", "mix_inline", "inlined",
		  false, true },
		{ &timed, "\t    7fa5c60fd046 LazyCompile:~foo /app/x.js:10 ([JIT app cache])",
		  "LazyCompile:~foo /app/x.js:10", "[JIT app cache]", false, false },
		{ &timed, "\t           2724a main+0x7a (/lib/libc.so.6+0x2724a)", "main",
		  "/lib/libc.so.6", false, false },
		{ &timed, "\t            1223 f+0x1 (/tmp/a) b)", "f", "/tmp/a) b", false, false },
		{ &timed, "\t    55d5c8c6e000 _start+0xffff018fd5dce000 (/bin/x)", "_start",
		  "/bin/x", false, false },
		{ &no_dso, "\t            1378 round_(unsigned int)::{lambda(int)#1}::operator()",
		  "round_(unsigned int)::{lambda(int)#1}::operator()", "", false, false },
		{ &no_dso, "\tffffffff821ef696 do_syscall_64", "do_syscall_64", "", true, false },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct script_place place;
		struct script_symbol parts;

		assert_true(script_read_frame(rows[i].line, strlen(rows[i].line), &place));
		script_split_place(rows[i].layout, place.text, &parts);
		assert_slice(parts.symbol, rows[i].symbol);
		assert_slice(parts.dso, rows[i].dso);
		assert_int_equal(place.is_kernel_address, rows[i].is_kernel);
		assert_int_equal(parts.is_inlined, rows[i].is_inlined);
	}
}

/* The address at the end of a one-line sample, whatever is before and after it. */
static void test_tails(void **state)
{
	static const struct {
		const struct script_layout *layout;
		const char *tail, *text; /* NULL: no address */
	} rows[] = {
		{ &timed, "  ffffffff9d4ddb6f cpuidle_enter_state+0xdf ([kernel.kallsyms])",
		  "cpuidle_enter_state+0xdf ([kernel.kallsyms])" },
		{ &timed,
		  "                0     55a730fc625c leaf_div+0x28 (/opt/hot-fp)               0",
		  "leaf_div+0x28 (/opt/hot-fp)" },
		{ &timed,
		  "     55bac734f05c _edata+0x0 (/opt/a)  ffffffff817554ea elf_load+0x28a ([kernel.kallsyms])",
		  "elf_load+0x28a ([kernel.kallsyms])" },
		{ &timed, "      564409976215 leaf_hash+0x22 (/opt/hot) 0x7f01/0x7f02/P/-/-/12 ",
		  "leaf_hash+0x22 (/opt/hot)" },
		{ &timed, " ffffffff817554ea elf_load ([kernel.kallsyms])",
		  "elf_load ([kernel.kallsyms])" },
		{ &no_dso, "      564409976215 leaf_hash", "leaf_hash" },
		{ &timed, " NR 12 (0, 7fff7e88d75c, 0, 37f, 0, 0)", NULL },
		{ &timed, "", NULL },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct script_place place;
		struct slice tail = { rows[i].tail, strlen(rows[i].tail) };

		assert_int_equal(script_read_tail(rows[i].layout, tail, &place), !!rows[i].text);
		if (rows[i].text)
			assert_slice(place.text, rows[i].text);
	}
}

static void test_layouts(void **state)
{
	static const struct {
		const char *text;
		bool timed, headed, has_dso;
		size_t samples, others;
	} rows[] = {
		{ "w  6010  1.000000:  5 cycles: \n\tffffffff815a3446 a+0x1 ([kernel.kallsyms])\n\n",
		  true, true, true, 1, 0 },
		{ "\n\t            1234 a\n\t            1250 b\n\n\t            1234 a\n", false,
		  false, false, 2, 0 },
		{ "hot-fp \n\t            1234 a\n\nhot-fp \n\t            1234 a\n", false, true,
		  false, 2, 0 },
		{ "     7f65992c1829 [unknown]\n     56210789d215 leaf_hash\n", false, true, false,
		  2, 0 },
		{ "hot-fp  1  1.000000:  5 cycles:      7f65992c1829 f ([vdso])\n  vdso.c:12\n",
		  true, true, true, 1, 0 },
		{ "Hello,\n\nthe profile is below.\n", false, true, false, 0, 2 },
		{ "ffffffff81000000 T _text\nffffffff81000000 T _stext\n", false, true, false, 0,
		  2 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct script_layout layout;
		struct script_survey survey =
			script_learn(rows[i].text, strlen(rows[i].text), &layout);

		assert_int_equal(layout.timed, rows[i].timed);
		assert_int_equal(layout.headed, rows[i].headed);
		assert_int_equal(layout.has_dso, rows[i].has_dso);
		assert_int_equal(survey.samples, rows[i].samples);
		assert_int_equal(survey.others, rows[i].others);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_headers),	  cmocka_unit_test(test_what_is_no_header),
		cmocka_unit_test(test_side_band), cmocka_unit_test(test_places),
		cmocka_unit_test(test_tails),	  cmocka_unit_test(test_layouts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
