// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Small real recordings against what perf 6.1 counts in them: samples and
 * periods by event, command and image. be-multi is a copy in big-endian order.
 */
#include <stdio.h>
#include <string.h>

#include "ingest/perf_data/perf_data.h"
#include "support/cleanup.h"
#include "unit.h"

#define DIRECTORY "tests/data/perf_data/"

struct row {
	char recording[64], event[64], command[64], image[64];
	unsigned long long samples, period;
};

static bool read_row(FILE *file, struct row *row)
{
	char line[512];

	while (fgets(line, sizeof(line), file))
		if (line[0] != '#')
			return sscanf(line, "%63[^\t]\t%63[^\t]\t%63[^\t]\t%63[^\t]\t%llu\t%llu",
				      row->recording, row->event, row->command, row->image,
				      &row->samples, &row->period) == 6;
	return false;
}

static struct profile *read_recording(const char *name, struct document *doc)
{
	static const struct ingest_options none = { 0 };
	char path[256];
	struct symdiff_error err = { 0 };

	*doc = (struct document) { 0 };
	snprintf(path, sizeof(path), DIRECTORY "%s.perf.data", name);
	if (ingest_read(path, &none, doc, &err))
		fail_msg("%s: %s", path, err.message);
	return doc->profiles[0];
}

static void assert_row(const struct profile *profile, const struct row *row)
{
	uint64_t samples = 0, period = 0;

	for (uint32_t i = 0; i < profile->stack_count; i++) {
		const struct stack *stack = &profile->stacks[i];
		const struct location *leaf = &profile->locations[profile->frames[stack->first]];

		if (strcmp(profile_text(profile, profile->events[stack->event].name), row->event) ||
		    strcmp(profile_text(profile, stack->comm), row->command) ||
		    strcmp(profile_text(profile, profile->dsos[leaf->dso].name), row->image))
			continue;
		samples += stack->samples;
		period += stack->weight;
	}
	if (samples != row->samples || period != row->period)
		fail_msg("%s %s %s %s: %llu samples, period %llu; perf has %llu, %llu",
			 row->recording, row->event, row->command, row->image,
			 (unsigned long long)samples, (unsigned long long)period, row->samples,
			 row->period);
}

static void test_totals_are_those_of_perf(void **state)
{
	cleanup_file FILE *file = fopen(DIRECTORY "totals.tsv", "r");
	struct row row;
	int rows = 0;

	assert_non_null(file);
	for (; read_row(file, &row); rows++) {
		struct document doc;

		assert_row(read_recording(row.recording, &doc), &row);
		document_deinit(&doc);
	}
	assert_true(rows > 10);
}

static void test_header_is_that_of_perf(void **state)
{
	struct document doc;
	const struct profile *profile = read_recording("cmdline-odd", &doc);
	const struct recording *recording = &profile->recording;

	/* perf report --header-only */
	assert_string_equal(profile_text(profile, recording->hostname), "vm");
	assert_string_equal(profile_text(profile, recording->arch), "x86_64");
	assert_int_equal(recording->cpus_online, 2);
	assert_string_equal(profile_text(profile, recording->command_line),
			    "/usr/bin/perf record -e cpu-clock -F 997 -o cmdline-odd.perf.data -- "
			    "/opt/zoo/bin/hot-fp 50  tab\tx  q\"uo;te \xc3\xa9");
	document_deinit(&doc);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_totals_are_those_of_perf),
		cmocka_unit_test(test_header_is_that_of_perf),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
