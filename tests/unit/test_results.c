// SPDX-License-Identifier: GPL-2.0-or-later
/* Results of benchmarks, as their programs print them: numbers as the files have them, to the eye. */
#include <math.h>
#include <string.h>

#include "evidence_files.h"

static const struct expected {
	const char *file, *source, *group, *name;
	size_t nth;
	const char *key;
	double value;
	enum evidence_role role;
	enum evidence_better better;
	const char *unit;
} expected[] = {
#define R      EVIDENCE_RESULT
#define D      EVIDENCE_DETAIL
#define P      EVIDENCE_PARAMETER
#define LESS   EVIDENCE_LESS
#define MORE   EVIDENCE_MORE
#define EITHER EVIDENCE_EITHER
	{ "slab-bench.txt", "slab-bench", NULL, "Kmalloc N*alloc N*free", 0, "size_bytes", 32, P,
	  EITHER, "bytes" },
	{ "slab-bench.txt", "slab-bench", NULL, "Kmalloc N*alloc N*free", 7, "alloc_cycles", 9000,
	  R, LESS, "cycles" },
	{ "slab-bench.txt", "slab-bench", NULL, "Kmalloc N*alloc N*free", 15, "free_cycles", 2172,
	  R, LESS, "cycles" },
	{ "slab-bench-log.txt", "slab-bench", NULL, "kmalloc", 1, "free_cycles", 136, R, LESS,
	  "cycles" },
	{ "slab-bench-log.txt", "slab-bench", NULL, "kmalloc/kfree", 0, "cycles", 89, R, LESS,
	  "cycles" },
	{ "slab-bench-log.txt", "slab-bench", NULL, "Kmalloc N*(alloc free)", 0, "cycles", 100, R,
	  LESS, "cycles" },
	{ "slab-bench-log.txt", "slab-bench", NULL, "N*remote free", 0, "free_cycles", 203, R, LESS,
	  "cycles" },
	{ "aim7-u2.txt", "aim7", "fserver", "aim7", 0, "jobs_per_min", 18669.51, R, MORE,
	  "jobs/min" },
	{ "aim7-u2.txt", "aim7", "fserver", "aim7", 0, "real_s", 649.19, D, LESS, "s" },
	{ "aim7-u2.txt", "aim7", "fserver", "aim7", 2, "cpu_s", 12201.98, D, LESS, "s" },
	{ "aim7-u2.txt", "aim7", "fserver", "aim7", 1, "tasks", 2300, P, EITHER, "" },
	{ "iozone-compare.txt", "comparison", "IOzone", "Record Rewrite", 0, "new_value", 104428, R,
	  MORE, "" },
	{ "iozone-compare.txt", "comparison", NULL, "Overall GeoMean", 1, "base_value", 464743, D,
	  MORE, "" },
	{ "iozone.txt", "iozone", NULL, "iozone", 1, "record_kb", 64, P, EITHER, "kB" },
	{ "iozone.txt", "iozone", NULL, "iozone", 0, "stride_read", 1000234, R, MORE, "" },
	{ "lmbench.txt", "lmbench", "lmbench processes", "fork proc", 1, "value", 303, R, LESS,
	  "us" },
	{ "lmbench.txt", "lmbench", "lmbench bandwidth", "Mem write", 0, "value", 1027, R, MORE,
	  "MB/s" },
	{ "lmbench.txt", "lmbench", "lmbench memory latency", "L1 $", 2, "value", 2.1670, R, LESS,
	  "ns" },
	{ "lmbench.txt", "lmbench", "lmbench ctxsw", "16p/64K", 2, "value", 13.6, R, LESS, "us" },
	{ "kernbench.txt", "kernbench", "Half load -j 8", "kernbench", 0, "elapsed_s", 101.354, R,
	  LESS, "s" },
	{ "kernbench.txt", "kernbench", "Optimal load -j 64", "kernbench", 0, "system_sd_s", 2.41,
	  D, EITHER, "s" },
	{ "time.txt", "time", NULL, "time", 0, "user_s", 184.567, D, LESS, "s" },
	{ "time.txt", "time", NULL, "time", 1, "elapsed_s", 12.9, R, LESS, "s" },
	{ "dbench.txt", "dbench", NULL, "dbench", 0, "mb_per_sec", 812.345, R, MORE, "MB/s" },
	{ "dbench.txt", "dbench", NULL, "dbench", 0, "duration_s", 60, P, EITHER, "s" },
	{ "tbench.txt", "dbench", NULL, "tbench", 1, "mb_per_sec", 1211.06, R, MORE, "MB/s" },
	{ "tbench.txt", "dbench", NULL, "tbench", 1, "procs", 8, P, EITHER, "" },
	{ "ebizzy.txt", "ebizzy", NULL, "ebizzy", 1, "records_per_sec", 49549, R, MORE,
	  "records/s" },
	{ "ebizzy.txt", "ebizzy", NULL, "ebizzy", 0, "system_s", 251.42, D, EITHER, "s" },
	{ "sysbench.txt", "sysbench", "cpu", "sysbench", 0, "events_per_sec", 1234.56, R, MORE,
	  "events/s" },
	{ "sysbench.txt", "sysbench", "oltp", "sysbench", 0, "events_per_sec", 999.12, R, MORE,
	  "events/s" },
	{ "sysbench.txt", "sysbench", "oltp", "sysbench", 0, "latency_p95_ms", 11.04, D, LESS,
	  "ms" },
	{ "lkp.json", "lkp-json", NULL, "hackbench.throughput", 2, "value", 408870, R, MORE, "" },
	{ "lkp.json", "lkp-json", NULL, "hackbench.time.elapsed_time", 0, "value", 604.2, R, LESS,
	  "" },
	{ "lkp.json", "lkp-json", NULL, "perf-stat.cache-misses", 1, "value", 12300456,
	  EVIDENCE_COUNTER, EITHER, "" },
	{ "mmtests-extract.txt", "mmtests-extract", NULL, "Amean 4", 0, "value", 1.0633, R, LESS,
	  "" },
	{ "mmtests-extract.txt", "mmtests-extract", NULL, "Stddev 1", 0, "value", 0.0421, D, EITHER,
	  "" },
	{ "mmtests-hackbench.txt", "mmtests", NULL, "Amean 4", 0, "new_value", 2.5470, R, LESS,
	  "" },
	{ "mmtests-three.txt", "mmtests", NULL, "Hmean 2", 0, "new2_value", 3104.5, R, MORE, "" },
	{ "plain.txt", "plain", NULL, "tps", 1, "value", 10411.1, R, MORE, "tx/s" },
	{ "plain.txt", "plain", NULL, "latency", 0, "value", 3.12, R, LESS, "ms" },
	{ "plain.txt", "plain", NULL, "score", 0, "value", 17, R, MORE, "points" },
	{ "perf-bench-mem.txt", "bench", "x86-64-unrolled", "mem/memcpy", 0, "gb_per_sec", 5.654321,
	  R, MORE, "GB/s" },
	{ "perf-bench-mem.txt", "bench", NULL, "futex/hash", 0, "ops_per_sec", 2345678, R, MORE,
	  "ops/s" },
	{ "perf-bench-mem.txt", "bench", NULL, "syscall/basic", 0, "operations", 1e7, P, EITHER,
	  "" },
	{ "perf-bench-mem.txt", "bench", NULL, "syscall/basic", 0, "usecs_per_op", 0.0929, D, LESS,
	  "us/op" },
	{ "perf-bench.txt", "bench", NULL, "sched/messaging", 0, "time_s", 18.508, R, LESS, "s" },
	{ "hackbench.txt", "bench", NULL, "hackbench", 1, "time_s", 4.987, R, LESS, "s" },
	{ "lkp-tlb.txt", "lkp", "lkp-ib03/micro/ebizzy/200%-100-10", "ebizzy.throughput", 0,
	  "new_value", 48650, R, MORE, "" },
};

static void check(const struct expected *want, const struct evidence *evidence, const char *how)
{
	const struct evidence_row *row = find_row(evidence, want->name, want->group, want->nth);
	const struct evidence_value *value = row ? evidence_find(row, want->key) : NULL;

	if (!value || fabs(value->value - want->value) > 1e-9 * fabs(want->value))
		fail_msg("%s%s: %s %s is %g", want->file, how, want->name, want->key,
			 value ? value->value : NAN);
	assert_string_equal(row->format->name, want->source);
	assert_int_equal(value->role, want->role);
	assert_int_equal(value->better, want->better);
	assert_string_equal(evidence_unit(row, want->key), want->unit);
}

static void test_values(void **state)
{
	for (size_t i = 0; i < ARRAY_SIZE(expected); i++)
		for (int damage = 0; damage < 4; damage++) {
			struct evidence evidence =
				read_file(expected[i].file, damage & 1, damage & 2);

			check(&expected[i], &evidence,
			      damage == 1   ? ", quoted"
			      : damage == 2 ? ", squeezed"
			      : damage == 3 ? ", quoted and squeezed"
					    : "");
			evidence_deinit(&evidence);
		}
}

/* So many rows and no more. */
static void test_counts(void **state)
{
	static const struct {
		const char *file;
		size_t rows;
	} files[] = {
		{ "slab-bench.txt", 16 },
		{ "slab-bench-log.txt", 7 },
		{ "aim7-u2.txt", 3 },
		{ "aim7-part3.txt", 2 },
		{ "iozone-compare.txt", 15 },
		{ "iozone.txt", 2 },
		{ "lmbench.txt", 174 },
		{ "kernbench.txt", 2 },
		{ "time.txt", 2 },
		{ "dbench.txt", 1 },
		{ "tbench.txt", 2 },
		{ "ebizzy.txt", 2 },
		{ "sysbench.txt", 2 },
		{ "lkp.json", 9 },
		{ "mmtests-extract.txt", 7 },
		{ "plain.txt", 4 },
		{ "perf-bench-mem.txt", 4 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(files); i++) {
		struct evidence evidence = read_file(files[i].file, false, false);

		if (evidence.count != files[i].rows)
			fail_msg("%s: %zu rows", files[i].file, evidence.count);
		evidence_deinit(&evidence);
	}
}

/* A row of lmbench without one of its cells: by the ruler, or, once squeezed, not at all. */
static void test_blank_cell(void **state)
{
	static const char *const columns[] = { "Prot Fault", "100fd selct" };
	static const double values[] = { 1.666, 21.2 };
	struct evidence evidence = read_file("lmbench.txt", false, false);

	assert_null(find_row(&evidence, "Page Fault", NULL, 0));
	for (size_t i = 0; i < ARRAY_SIZE(columns); i++) {
		const struct evidence_row *row = find_row(&evidence, columns[i], NULL, 0);

		assert_non_null(row);
		assert_string_equal(row->side, "perf4.lab");
		assert_true(evidence_find(row, "value")->value == values[i]);
	}
	evidence_deinit(&evidence);
	evidence = read_file("lmbench.txt", false, true);
	assert_null(find_row(&evidence, "100fd selct", NULL, 0));
	evidence_deinit(&evidence);
}

/* All on one line, as bug trackers show it; the dates hold numbers, too. */
static void test_aim7_on_one_line(void **state)
{
	static const char line[] =
		"fserver AIM Multiuser Benchmark - Suite VII Run Beginning Tasks jobs/min jti "
		"jobs/min/task real cpu 2000 18669.51 87 9.3348 649.19 9544.14 Mon Feb 13 19:55:07 "
		"2006 2300 18251.55 87 7.9355 763.66 11222.36 Mon Feb 13 20:08:03 2006 AIM "
		"Multiuser Benchmark - Suite VII Run Beginning Tasks jobs/min jti jobs/min/task "
		"real cpu 10000 59682.12 93 5.9682 995.27 15561.54 Mon Feb 13 21:19:56 2006\n";
	struct evidence evidence = read_bytes(line, sizeof(line) - 1);

	assert_int_equal(evidence.count, 3);
	assert_true(evidence_find(&evidence.rows[1], "tasks")->value == 2300);
	assert_true(evidence_find(&evidence.rows[2], "cpu_s")->value == 15561.54);
	evidence_deinit(&evidence);
}

/* Which table is whose, by the line above it. */
static void test_sides(void **state)
{
	struct evidence evidence = read_file("slab-bench.txt", false, false);

	assert_string_equal(evidence.rows[0].side, "Before");
	assert_string_equal(evidence.rows[8].side, "After");
	evidence_deinit(&evidence);
	evidence = read_file("aim7-u2.txt", false, false);
	assert_null(evidence.rows[0].side);
	evidence_deinit(&evidence);
}

static void test_failed_runs(void **state)
{
	static const struct {
		const char *text, *key;
		enum evidence_state state;
	} rows[] = {
		{ "0 records/s\n", "records_per_sec", EVIDENCE_NO_RESULT },
		{ "Throughput 0 MB/sec 8 procs\n", "mb_per_sec", EVIDENCE_NO_RESULT },
		{ "Throughput -nan MB/sec 8 procs\n", "mb_per_sec", EVIDENCE_BROKEN },
		{ "tps 0 tx/s\n", "value", EVIDENCE_NO_RESULT },
		{ "real 0.00\nuser 0.00\nsys 0.00\n", "elapsed_s", EVIDENCE_NO_RESULT },
		{ "real 0.01\nuser 0.00\nsys 0.00\n", "user_s", EVIDENCE_NUMBER },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct evidence evidence = read_bytes(rows[i].text, strlen(rows[i].text));

		assert_int_equal(evidence.count, 1);
		assert_int_equal(evidence_find(&evidence.rows[0], rows[i].key)->state,
				 rows[i].state);
		evidence_deinit(&evidence);
	}
}

/* Prose, and tables of other programs, are no results. */
static void test_refused(void **state)
{
	static const char *const texts[] = {
		"Tasks jobs/min jti jobs/min/task real cpu\n",
		"Elapsed Time is short\n",
		"Throughput went up by 12 MB/sec\n",
		"tps 10 tx/s\nand that is all\n",
		"{ \"a\": 1 }\n",
		"{ \"a.b\": \"1\" }\n",
		"{ \"a.b\": 1",
		"real estate\nuser 1\nsys 2\n",
		"Amean time\n",
		"sysbench 1.0\nnothing else\n",
		"Kmalloc N*alloc N*free(32)\n",
	};

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		struct evidence evidence = read_bytes(texts[i], strlen(texts[i]));

		if (evidence.count)
			fail_msg("%s is %s", texts[i], evidence.rows[0].format->name);
		evidence_deinit(&evidence);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_values),	   cmocka_unit_test(test_counts),
		cmocka_unit_test(test_blank_cell), cmocka_unit_test(test_aim7_on_one_line),
		cmocka_unit_test(test_sides),	   cmocka_unit_test(test_failed_runs),
		cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
