// SPDX-License-Identifier: GPL-2.0-or-later
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evidence/format.h"
#include "support/cleanup.h"
#include "unit.h"

static struct evidence read_bytes(const char *bytes, size_t size)
{
	struct evidence evidence;
	struct input in;
	struct text text;

	input_from_bytes(&in, "test", bytes, size);
	assert_int_equal(text_clean(&in, &text, NULL), 0);
	if (evidence_read(&text, &evidence, NULL))
		assert_int_equal(evidence.count, 0);
	text_deinit(&text);
	return evidence;
}

static const struct evidence_row *find_row(const struct evidence *evidence, const char *name,
					   const char *group)
{
	for (size_t i = 0; i < evidence->count; i++) {
		const struct evidence_row *row = &evidence->rows[i];

		if (!strcmp(row->name, name) &&
		    (!group || (row->group && !strcmp(row->group, group))))
			return row;
	}
	return NULL;
}

/* ---- what mail does to a table ---- */

static void quote(const char *line, FILE *out)
{
	fprintf(out, "> %s\n", line);
}

static void squeeze(const char *line, FILE *out)
{
	bool blank = true;

	for (; *line; line++) {
		if (*line != ' ' || !blank)
			fputc(*line, out);
		blank = *line == ' ';
	}
	fputc('\n', out);
}

/* Broken at blanks before column 76, as mail programs do. */
static void wrap(const char *line, FILE *out)
{
	while (strlen(line) > 76) {
		size_t cut = 76;

		while (cut && line[cut] != ' ')
			cut--;
		if (!cut || strspn(line, " ") >= cut)
			break;
		fprintf(out, "%.*s\n", (int)cut, line);
		line += cut + strspn(line + cut, " ");
	}
	fprintf(out, "%s\n", line);
}

static void squeeze_and_wrap(const char *line, FILE *out)
{
	cleanup_free char *squeezed = NULL;
	size_t size;
	FILE *buffer = open_memstream(&squeezed, &size);

	squeeze(line, buffer);
	fclose(buffer);
	squeezed[size - 1] = '\0';
	wrap(squeezed, out);
}

static void wrap_and_quote(const char *line, FILE *out)
{
	cleanup_free char *wrapped = NULL;
	char *rest, *part;
	size_t size;
	FILE *buffer = open_memstream(&wrapped, &size);

	wrap(line, buffer);
	fclose(buffer);
	wrapped[size - 1] = '\0';
	for (rest = wrapped; (part = strsep(&rest, "\n"));)
		quote(part, out);
}

static void end_with_cr(const char *line, FILE *out)
{
	fprintf(out, "%s\r\n", line);
}

static void leave(const char *line, FILE *out)
{
	fprintf(out, "%s\n", line);
}

static const struct damage {
	const char *name;
	void (*line)(const char *line, FILE *out);
} damages[] = {
	{ "none", leave },
	{ "quoted", quote },
	{ "squeezed", squeeze },
	{ "wrapped", wrap },
	{ "squeezed and wrapped", squeeze_and_wrap },
	{ "wrapped and quoted", wrap_and_quote },
	{ "CRLF", end_with_cr },
};

static struct evidence read_damaged(const char *file, const struct damage *damage)
{
	char path[256], line[4096];
	char *bytes;
	size_t size;
	FILE *out = open_memstream(&bytes, &size), *in;
	struct evidence evidence;

	snprintf(path, sizeof(path), "tests/data/evidence/%s.txt", file);
	in = fopen(path, "r");
	assert_non_null(in);
	fprintf(out, "Here are the numbers of this week.\n\n");
	while (fgets(line, sizeof(line), in)) {
		line[strcspn(line, "\n")] = '\0';
		damage->line(line, out);
	}
	fclose(in);
	fclose(out);
	evidence = read_bytes(bytes, size);
	free(bytes);
	return evidence;
}

/* Numbers as the files have them, to the eye. */
static const struct expected {
	const char *file, *source, *group, *name, *key;
	double value;
} expected[] = {
	{ "slabinfo-AD.new", "slabinfo-AD", NULL, ":0000192", "allocs", 80093958 },
	{ "slabinfo-AD.new", "slabinfo-AD", NULL, ":0000192", "fast_free_pct", 8 },
	{ "slabinfo-AD.new", "slabinfo-AD", NULL, ":0000512", "fast_alloc_pct", 68 },
	{ "slabinfo-AD.new", "slabinfo-AD", NULL, ":0000096", "objects", 2998 },
	{ "slabinfo-AD-6.1", "slabinfo-AD", NULL, "skbuff_fclone_cache", "frees", 1402 },
	{ "slabinfo-AD-6.1", "slabinfo-AD", NULL, "skbuff_fclone_cache", "order_fallback", 3 },
	{ "slabinfo-AD-6.1", "slabinfo-AD", NULL, "skbuff_fclone_cache", "order", 1 },
	{ "slabinfo-AD-6.1", "slabinfo-AD", NULL, "skbuff_fclone_cache", "cmpxchg_double_fail",
	  17 },
	{ "slabinfo-AD-6.1", "slabinfo-AD", NULL, "skbuff_fclone_cache", "cmpxchg_double_cpu_fail",
	  5 },
	{ "slabinfo-detail", "slabinfo", NULL, "kmalloc-512", "objects_per_slab", 8 },
	{ "slabinfo-detail", "slabinfo", NULL, "kmalloc-512", "objects", 365 },
	{ "slabinfo-detail", "slabinfo", NULL, "kmalloc-512", "memory_loss", 62976 },
	{ "slabinfo-detail", "slabinfo", NULL, "kmalloc-512", "slabs", 61 },
	{ "slabinfo-detail", "slabinfo", "kmalloc-512", "Fastpath", "frees", 5006829 },
	{ "slabinfo-detail", "slabinfo", "kmalloc-512", "Add partial", "free_pct", 30 },
	{ "slabinfo-detail", "slabinfo", "kmalloc-512", "RemoteObj/SlabFrozen", "frees", 953614 },
	{ "slabinfo-detail", "slabinfo", "kmalloc-512", "Total", "allocs", 80014913 },
	{ "slabinfo-detail", "slabinfo", "kmalloc-512", "Refill", "count", 24975738 },
	{ "slabinfo-detail", "slabinfo", "kmalloc-512", "Deactivate", "full", 24341121 },
	{ "slabinfo-caches", "slabinfo", NULL, "skbuff_head_cache", "slab_object_size", 256 },
	{ "slabinfo-caches", "slabinfo-list", NULL, "kmalloc-512", "space", 167900 },
	{ "slabinfo-caches", "slabinfo-list", NULL, "kmalloc-512", "cpu_slabs", 8 },
	{ "slabinfo-caches", "slabinfo-list", NULL, "kmalloc-512", "efficiency_pct", 100 },
	{ "proc-slabinfo", "proc-slabinfo", NULL, "ext4_inode_cache", "active_objs", 192 },
	{ "proc-slabinfo", "proc-slabinfo", NULL, "ext4_inode_cache", "num_slabs", 64 },
	{ "proc-slabinfo", "proc-slabinfo", NULL, "request_sock_subflow_v6", "objsize", 384 },
	{ "lockstat-zone.base", "lock_stat", NULL, "&zone->lock", "con_bounces", 735827 },
	{ "lockstat-zone.base", "lock_stat", NULL, "&zone->lock", "waittime_total", 699661.56 },
	{ "lockstat-zone.base", "lock_stat", NULL, "&zone->lock", "holdtime_avg", 0.73 },
	{ "lockstat-0.3", "lock_stat", NULL, "&(&base->lock)->rlock/1", "acquisitions", 8451 },
	{ "lockstat-0.3", "lock_stat", NULL, "&(&base->lock)->rlock/1", "holdtime_total", 10213.4 },
	{ "lockstat-0.3", "lock_stat", NULL, "&mm->mmap_sem-R", "con_bounces", 100 },
	{ "mmtests-hackbench", "mmtests", NULL, "Amean 1", "base_value", 1.156 },
	{ "mmtests-hackbench", "mmtests", NULL, "Amean 4", "gain_pct", -22.47 },
	{ "mmtests-hackbench", "mmtests", NULL, "Amean 296", "new_value", 142.3637 },
	{ "mmtests-three", "mmtests", NULL, "Hmean 2", "new2_value", 3104.5 },
	{ "mmtests-three", "mmtests", NULL, "Hmean 2", "gain2_pct", 1.79 },
	{ "mmtests-three", "mmtests", NULL, "Stddev 2", "gain_pct", -12.4 },
	{ "lkp-2014-total", "lkp", "box/debug2/vm-scalability/300s-xfs-lru-file-readtwice",
	  "_raw_spin_lock", "percent", 37.5 },
	{ "lkp-2014-total", "lkp", "box/debug2/vm-scalability/300s-btrfs-lru-file-readtwice",
	  "_raw_spin_lock", "change_pct", 209.8 },
	{ "perf-stat", "perf-stat", NULL, "context-switches", "value", 7323807 },
	{ "perf-stat", "perf-stat", NULL, "context-switches", "counted_pct", 83.33 },
	{ "perf-stat", "perf-stat", NULL, "time elapsed", "value", 1.00341 },
	{ "perf-stat", "perf-stat", NULL, "time elapsed", "spread_pct", 0.21 },
	{ "vmstat", "vmstat", NULL, "numa_hit", "value", 250054 },
	{ "perf-bench", "bench", NULL, "sched/messaging", "time_s", 18.508 },
	{ "perf-bench", "bench", NULL, "sched/messaging", "tasks", 320 },
	{ "hackbench", "bench", NULL, "hackbench", "time_s", 5.123 },
};

static void test_damage(void **state)
{
	for (size_t d = 0; d < ARRAY_SIZE(damages); d++)
		for (size_t i = 0; i < ARRAY_SIZE(expected); i++) {
			const struct expected *want = &expected[i];
			struct evidence evidence = read_damaged(want->file, &damages[d]);
			const struct evidence_row *row =
				find_row(&evidence, want->name, want->group);
			const struct evidence_value *value =
				row ? evidence_find(row, want->key) : NULL;

			if (!value || fabs(value->value - want->value) > 1e-9 * fabs(want->value) ||
			    strcmp(row->format->name, want->source) != 0)
				fail_msg("%s, %s: %s %s is %g", want->file, damages[d].name,
					 want->name, want->key, value ? value->value : NAN);
			evidence_deinit(&evidence);
		}
}

/* So many rows and no more, whatever the damage. */
static void test_counts(void **state)
{
	static const struct {
		const char *file;
		size_t rows;
	} files[] = {
		{ "slabinfo-AD.base", 11 },  { "slabinfo-AD-6.1", 3 },	 { "slabinfo-detail", 10 },
		{ "proc-slabinfo", 38 },     { "lockstat-zone.new", 1 }, { "lockstat-0.3", 3 },
		{ "mmtests-hackbench", 15 }, { "mmtests-three", 3 },	 { "lkp-2014-total", 6 },
		{ "perf-stat", 3 },	     { "vmstat", 60 },		 { "hackbench", 2 },
	};

	for (size_t d = 0; d < ARRAY_SIZE(damages); d++)
		for (size_t i = 0; i < ARRAY_SIZE(files); i++) {
			struct evidence evidence = read_damaged(files[i].file, &damages[d]);

			if (evidence.count != files[i].rows)
				fail_msg("%s, %s: %zu rows", files[i].file, damages[d].name,
					 evidence.count);
			evidence_deinit(&evidence);
		}
}

/* Who waited and who held: each list sums up to the contentions. */
static void test_places(void **state)
{
	for (size_t d = 0; d < ARRAY_SIZE(damages); d++) {
		struct evidence evidence = read_damaged("lockstat-zone.base", &damages[d]);
		double sums[2] = { 0, 0 };

		assert_int_equal(evidence.rows[0].place_count, 8);
		for (size_t i = 0; i < 8; i++)
			sums[evidence.rows[0].places[i].is_holder] +=
				evidence.rows[0].places[i].count;
		assert_true(sums[0] == 739037 && sums[1] == 739037);
		assert_string_equal(evidence.rows[0].places[1].place,
				    "get_page_from_freelist+0xaf0");
		evidence_deinit(&evidence);
	}
}

/* What is no number is said to be none. */
static void test_states(void **state)
{
	static const struct {
		const char *line, *name, *key;
		enum evidence_state state;
	} rows[] = {
		{ "  513 ~ 3%  +4.3e+16%  2.192e+17 ~85%  nex/micro/hackbench/800%-pipe",
		  "nex/micro/hackbench/800%-pipe", "change_pct", EVIDENCE_BROKEN },
		{ "  513 ~ 3%  +4.3e+16%  2.192e+17 ~85%  nex/micro/hackbench/800%-pipe",
		  "nex/micro/hackbench/800%-pipe", "base_value", EVIDENCE_NUMBER },
		{ "  324497 ~ 0%  -100.0%  0 ~ 0%  brick/micro/vm-scalability/16G-truncate",
		  "brick/micro/vm-scalability/16G-truncate", "new_value", EVIDENCE_NO_RESULT },
		{ "  324497  -100.0%  0  vmstat.swap.so", "vmstat.swap.so", "new_value",
		  EVIDENCE_NUMBER },
		{ "Amean 1  1.15 (  0.00%)  0.00 ( 100.00%)", "Amean 1", "new_value",
		  EVIDENCE_NO_RESULT },
		{ "Amean 1  1.15 (  0.00%)  1.20 (  -nan%)", "Amean 1", "gain_pct",
		  EVIDENCE_BROKEN },
		{ "Stddev 1  1.15 (  0.00%)  0.00 ( 100.00%)", "Stddev 1", "new_value",
		  EVIDENCE_NUMBER },
		{ "Time: 0.000", "hackbench", "time_s", EVIDENCE_NO_RESULT },
		{ "fileloop procs 4 seconds 4.72", "fileloop", "time_s", EVIDENCE_NUMBER },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct evidence evidence = read_bytes(rows[i].line, strlen(rows[i].line));
		const struct evidence_row *row = find_row(&evidence, rows[i].name, NULL);

		assert_non_null(row);
		assert_non_null(evidence_find(row, rows[i].key));
		if (evidence_find(row, rows[i].key)->state != rows[i].state)
			fail_msg("%s", rows[i].line);
		evidence_deinit(&evidence);
	}
}

static void test_numbers(void **state)
{
	static const struct {
		const char *text;
		bool ok;
		double value;
	} rows[] = {
		{ "12", true, 12 },
		{ "1,234,567", true, 1234567 },
		{ "1,234.56", true, 1234.56 },
		{ "-22.47%", true, -22.47 },
		{ "1.238e+08", true, 1.238e8 },
		{ "167.9K", true, 167900 },
		{ "12,5", true, 12.5 },
		{ "1,2,3", false, 0 },
		{ "K", false, 0 },
		{ "12x", false, 0 },
		{ "", false, 0 },
		{ "-", false, 0 },
		{ "%", false, 0 },
		{ ":0000192", false, 0 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct number number;
		bool ok =
			number_read((struct slice) { rows[i].text, strlen(rows[i].text) }, &number);

		if (ok != rows[i].ok || (ok && fabs(number.value - rows[i].value) > 1e-6))
			fail_msg("%s", rows[i].text);
	}
}

/* A reply quotes the table that it answers. */
static void test_quoted_copy(void **state)
{
	static const char mail[] = "Name Objects Alloc Free %Fast\n:0000192 3 4 5 6 7\n\n"
				   "> Name Objects Alloc Free %Fast\n> :0000192 3 4 5 6 7\n\n"
				   "> Name Objects Alloc Free %Fast\n> :0000192 3 9 5 6 7\n";
	struct evidence evidence = read_bytes(mail, sizeof(mail) - 1);

	assert_int_equal(evidence.count, 2);
	assert_int_equal(evidence.tables, 2);
	evidence_deinit(&evidence);
}

/* Of these nothing is evidence. */
static void test_refused(void **state)
{
	static const char *const texts[] = {
		"",
		"Hello\n",
		"samples  %        symbol name\n741 4.3771 schedule\n",
		"nr_requests 128\n",
		"Name Objects of all kinds\n",
		"12.21%  w  [kernel.kallsyms]  [k] exc_page_fault\n",
		"Time: Mon Nov 30\n",
	};

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		struct evidence evidence = read_bytes(texts[i], strlen(texts[i]));

		if (evidence.count)
			fail_msg("%s", texts[i]);
		evidence_deinit(&evidence);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_damage),	cmocka_unit_test(test_counts),
		cmocka_unit_test(test_places),	cmocka_unit_test(test_states),
		cmocka_unit_test(test_numbers), cmocka_unit_test(test_quoted_copy),
		cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
