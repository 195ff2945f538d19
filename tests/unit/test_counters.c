// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Counters of the kernel and of tools that read them: numbers as the files have them, to the eye,
 * and what differencing makes of them. test_evidence.c has more, with what mail does to them.
 */
#include <math.h>
#include <string.h>

#include "evidence/compare.h"
#include "evidence_files.h"

static const struct expected {
	const char *file, *source, *group, *name, *key;
	double value;
} expected[] = {
	{ "slab-sysfs.txt", "slab-sysfs", NULL, "kmalloc-512", "alloc_slowpath", 24975754 },
	{ "slab-sysfs.txt", "slab-sysfs", NULL, "kmalloc-512", "objects", 365 },
	{ "slab-sysfs.txt", "slab-sysfs", NULL, ":0000192", "objs_per_slab", 21 },
	{ "slab-sysfs-head.txt", "slab-sysfs", NULL, "kmalloc-512", "slabs_cpu_partial", 72 },
	{ "slab-sysfs-head.txt", "slab-sysfs", NULL, "dentry", "objs_per_slab", 21 },
	{ "slab-params.txt", "slab-sysfs", NULL, "skbuff_head_cache", "cpu_partial", 52 },
	{ "perf-lock.txt", "perf-lock", "spinlock", "get_partial_node.part.0", "waittime_total",
	  1410 },
	{ "perf-lock.txt", "perf-lock", "mutex", "pipe_read", "waittime_max", 800000 },
	{ "perf-lock-report.txt", "perf-lock", NULL, "&rq->lock", "waittime_total", 38.52 },
	{ "perf-kmem.txt", "perf-kmem", "SLAB allocator", "Total bytes allocated", "value",
	  1345678 },
	{ "perf-kmem.txt", "perf-kmem", "SLAB allocator", "Internal fragmentation", "value_pct",
	  8.256878 },
	{ "perf-kmem.txt", "perf-kmem", "SLAB allocator", "Cross CPU allocations", "of", 45678 },
	{ "perf-kmem-caller.txt", "perf-kmem", NULL, "__alloc_skb+48", "ping_pong", 17 },
	{ "perf-kmem-page.txt", "perf-kmem", "page allocator", "Total free requests", "size_kb",
	  12000 },
	{ "schedstat.txt", "schedstat", NULL, "sched_count", "value", 40000 },
	{ "schedstat.txt", "schedstat", NULL, "run_delay_ns", "value", 2e9 },
	{ "perf-stat.csv", "perf-stat", NULL, "context-switches", "value", 12345 },
	{ "perf-stat.csv", "perf-stat", NULL, "page-faults", "counted_pct", 83.33 },
	{ "perf-stat-r.csv", "perf-stat", NULL, "task-clock", "spread_pct", 4.78 },
	{ "vmstat-report.txt", "vmstat-report", NULL, "cs", "value", 2576 },
	{ "vmstat-report.txt", "vmstat-report", NULL, "r", "value", 400 },
	{ "iostat.txt", "iostat", NULL, "sda", "await", 8.9 },
	{ "iostat.txt", "iostat", NULL, "sdb", "wrqm_s", 483 },
	{ "iostat.txt", "iostat", NULL, "avg-cpu", "idle_pct", 5 },
	{ "iostat-12.txt", "iostat", NULL, "nvme0n1", "util_pct", 1.25 },
};

static void test_values(void **state)
{
	for (size_t i = 0; i < ARRAY_SIZE(expected); i++)
		for (int damage = 0; damage < 4; damage++) {
			const struct expected *want = &expected[i];
			struct evidence evidence = read_file(want->file, damage & 1, damage & 2);
			const struct evidence_row *row =
				find_row(&evidence, want->name, want->group, 0);
			const struct evidence_value *value =
				row ? evidence_find(row, want->key) : NULL;

			if (!value || fabs(value->value - want->value) > 1e-9 * fabs(want->value))
				fail_msg("%s, damage %d: %s %s is %g", want->file, damage,
					 want->name, want->key, value ? value->value : NAN);
			assert_string_equal(row->format->name, want->source);
			evidence_deinit(&evidence);
		}
}

/* So many rows and no more; of several reports the first, since boot, is left out. */
static void test_counts(void **state)
{
	static const struct {
		const char *file;
		size_t rows;
	} files[] = {
		{ "slab-sysfs.txt", 2 },     { "slab-sysfs-head.txt", 2 },
		{ "slab-params.txt", 2 },    { "slabinfo-a.txt", 7 },
		{ "perf-lock.txt", 3 },	     { "perf-lock-report.txt", 2 },
		{ "perf-kmem.txt", 7 },	     { "perf-kmem-caller.txt", 2 },
		{ "perf-kmem-page.txt", 4 }, { "schedstat.txt", 8 },
		{ "perf-stat.csv", 3 },	     { "perf-stat-r.csv", 2 },
		{ "vmstat-report.txt", 17 }, { "iostat.txt", 3 },
		{ "iostat-12.txt", 3 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(files); i++) {
		struct evidence evidence = read_file(files[i].file, false, false);

		if (evidence.count != files[i].rows)
			fail_msg("%s: %zu rows", files[i].file, evidence.count);
		evidence_deinit(&evidence);
	}
}

/* What perf did not count is absent, not 0. */
static void test_absent(void **state)
{
	struct evidence evidence = read_file("perf-stat.csv", false, false);

	assert_null(find_row(&evidence, "cycles", NULL, 0));
	evidence_deinit(&evidence);
}

/* Two places in one function: 2 + 3 times, 10 + 40 us, at most 30. */
static void test_places_of_one_function(void **state)
{
	static const char text[] =
		" contended   total wait     max wait     avg wait         type   caller\n\n"
		"         3     40.00 us     30.00 us     13.33 us     spinlock   f+0x10\n"
		"         2     10.00 us      8.00 us      5.00 us     spinlock   f+0x44\n"
		"         2     10.00 us      8.00 us      5.00 us        mutex   f+0x44\n";
	struct evidence evidence = read_bytes(text, sizeof(text) - 1);
	const struct evidence_row *row = find_row(&evidence, "f", "spinlock", 0);

	assert_int_equal(evidence.count, 2);
	assert_true(evidence_find(row, "contentions")->value == 5);
	assert_true(evidence_find(row, "waittime_total")->value == 50);
	assert_true(evidence_find(row, "waittime_max")->value == 30);
	assert_true(evidence_find(row, "waittime_avg")->value == 10);
	evidence_deinit(&evidence);
}

/* Counts are differenced, states are not, and means and percentages are worked out anew. */
static void test_subtract(void **state)
{
	static const struct {
		const char *before, *after, *name, *key;
		double value; /* NAN: left out */
	} rows[] = {
		{ "nr_free_pages 100\npgfault 1000\nnr_dirtied 5\n",
		  "nr_free_pages 90\npgfault 1500\nnr_dirtied 9\n", "pgfault", "value", 500 },
		{ "nr_free_pages 100\npgfault 1000\nnr_dirtied 5\n",
		  "nr_free_pages 90\npgfault 1500\nnr_dirtied 9\n", "nr_free_pages", "value", 90 },
		{ "nr_free_pages 100\npgfault 1000\nnr_dirtied 5\n",
		  "nr_free_pages 90\npgfault 1500\nnr_dirtied 9\n", "nr_dirtied", "value", 4 },
		{ "&l: 1 10 0.1 5.0 100.0 10.0 2 100 0.1 9.0 1000.0 10.0\n",
		  "&l: 3 30 0.1 7.0 500.0 16.7 6 300 0.1 9.0 5000.0 16.7\n", "&l", "waittime_total",
		  400 },
		{ "&l: 1 10 0.1 5.0 100.0 10.0 2 100 0.1 9.0 1000.0 10.0\n",
		  "&l: 3 30 0.1 7.0 500.0 16.7 6 300 0.1 9.0 5000.0 16.7\n", "&l", "waittime_avg",
		  20 },
		{ "&l: 1 10 0.1 5.0 100.0 10.0 2 100 0.1 9.0 1000.0 10.0\n",
		  "&l: 3 30 0.1 7.0 500.0 16.7 6 300 0.1 9.0 5000.0 16.7\n", "&l", "waittime_max",
		  NAN },
		{ "c/alloc_slowpath:10\nc/objs_per_slab:8\n",
		  "c/alloc_slowpath:25\nc/objs_per_slab:8\n", "c", "alloc_slowpath", 15 },
		{ "c/alloc_slowpath:10\nc/objs_per_slab:8\n",
		  "c/alloc_slowpath:25\nc/objs_per_slab:8\n", "c", "objs_per_slab", 8 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct evidence before = read_bytes(rows[i].before, strlen(rows[i].before));
		struct evidence after = read_bytes(rows[i].after, strlen(rows[i].after));
		const struct evidence_value *value;
		size_t backwards;

		assert_int_equal(evidence_subtract(&after, &before, &backwards), after.count);
		assert_int_equal(backwards, 0);
		value = evidence_find(find_row(&after, rows[i].name, NULL, 0), rows[i].key);
		if (isnan(rows[i].value) ? value != NULL : !value || value->value != rows[i].value)
			fail_msg("%s %s is %g", rows[i].name, rows[i].key,
				 value ? value->value : NAN);
		evidence_deinit(&before);
		evidence_deinit(&after);
	}
}

/* The percentages of slabinfo CACHE are of the total between both readings. */
static void test_subtract_details(void **state)
{
	static const char layout[] = "Slabcache: c Aliases: 0 Order : 0 Objects: 5\n\n"
				     "Slab Perf Counter Alloc Free %%Al %%Fr\n------\n"
				     "Fastpath %d %d 1 2\nSlowpath %d %d 3 4\nTotal %d %d\n";
	char then[512], now[512];
	struct evidence before, after;
	size_t backwards;

	snprintf(then, sizeof(then), layout, 80, 50, 20, 50, 100, 100);
	snprintf(now, sizeof(now), layout, 100, 60, 100, 140, 200, 200);
	before = read_bytes(then, strlen(then));
	after = read_bytes(now, strlen(now));
	evidence_subtract(&after, &before, &backwards);

	const struct evidence_row *slow = find_row(&after, "Slowpath", "c", 0);

	assert_true(evidence_find(slow, "allocs")->value == 80);
	assert_true(evidence_find(slow, "alloc_pct")->value == 80);
	assert_true(evidence_find(slow, "free_pct")->value == 90);
	evidence_deinit(&before);
	evidence_deinit(&after);
}

static void test_went_backwards(void **state)
{
	static const char before[] = "nr_free_pages 1\npgfault 1000\npgmajfault 5\n";
	static const char after[] = "nr_free_pages 2\npgfault 10\npgmajfault 6\n";
	struct evidence then = read_bytes(before, sizeof(before) - 1);
	struct evidence now = read_bytes(after, sizeof(after) - 1);
	size_t backwards;

	evidence_subtract(&now, &then, &backwards);
	assert_int_equal(backwards, 1);
	assert_true(evidence_find(find_row(&now, "pgfault", NULL, 0), "value")->value == 10);
	assert_true(evidence_find(find_row(&now, "pgmajfault", NULL, 0), "value")->value == 1);
	evidence_deinit(&then);
	evidence_deinit(&now);
}

/* A name that is too long is cut, and one that is a colon is none. */
static void test_odd_names(void **state)
{
	static const char tail[] = " 1 2 3 4 5 : tunables 0 0 0 : slabdata 1 1 0\n";
	static const char lock[] = ": 1 10 0.1 5.0 100.0 10.0 2 100 0.1 9.0 1000.0 10.0\n";
	char line[512];
	struct evidence evidence;

	memset(line, 'x', 300);
	memcpy(line + 300, tail, sizeof(tail));
	evidence = read_bytes(line, strlen(line));
	assert_int_equal(evidence.count, 1);
	assert_true(strlen(evidence.rows[0].name) > 20);
	evidence_deinit(&evidence);
	evidence = read_bytes(lock, sizeof(lock) - 1);
	assert_int_equal(evidence.count, 0);
	evidence_deinit(&evidence);
}

/* Caches without counters: nothing to compare, and nothing amiss. */
static void test_only_aliases(void **state)
{
	struct evidence evidence = read_file("slabinfo-a.txt", false, false);
	struct evidence_diff diff;

	evidence_join(&evidence, &evidence, &diff);
	assert_int_equal(diff.count, 0);
	evidence_diff_deinit(&diff);
	evidence_deinit(&evidence);
}

/* Of these nothing is evidence. */
static void test_refused(void **state)
{
	static const char *const texts[] = {
		"version 99\ncpu0 0 0 1 2 3 4 5 6 7\n",
		"version 15\nand no more\n",
		"contended total wait\n",
		"SUMMARY (SLAB allocator)\n====\nnothing\n",
		"/etc/passwd:12\n",
		"see mm/slub.c:1024\n",
		"a b=1\n",
		"host order=1 lunch=2\n",
		"r b swpd\n",
		"Device: sda\n",
		"1,2,3,4,5\n",
		"2026-01-01,msec,x,12,1.5\n",
		":0000512 is the name\n",
		"a -> b\n",
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
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_counts),
		cmocka_unit_test(test_absent),
		cmocka_unit_test(test_places_of_one_function),
		cmocka_unit_test(test_subtract),
		cmocka_unit_test(test_subtract_details),
		cmocka_unit_test(test_went_backwards),
		cmocka_unit_test(test_odd_names),
		cmocka_unit_test(test_only_aliases),
		cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
