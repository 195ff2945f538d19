// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * One recording, as perf 6.1 prints it in several layouts: every one of them
 * gives the same self share for each symbol, to the two decimals printed.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tables.h"

static struct document read_file(const char *name)
{
	struct document doc = { 0 };
	struct symdiff_error err = { 0 };
	struct ingest_options options = { 0 };
	char path[256];

	snprintf(path, sizeof(path), "tests/data/tables/%s.txt", name);
	if (ingest_read(path, &options, &doc, &err))
		fail_msg("%s: %s", path, err.message);
	return doc;
}

struct layout {
	const char *name;
	size_t rows; /* of those of the plain report */
	bool has_samples;
};

static void test_layouts(void **state)
{
	static const struct layout layouts[] = {
		{ "samedata-report-n", 39, true },  { "samedata-children", 39, false },
		{ "samedata-csv", 39, false },	    { "samedata-g-folded", 39, false },
		{ "samedata-g-caller", 10, false }, { "samedata-hierarchy", 39, false },
		{ "samedata-perfdiff", 39, false }, /* its base */
	};
	struct document plain = read_file("samedata-report.base");
	const struct profile *wanted = plain.profiles[0];

	for (size_t i = 0; i < ARRAY_SIZE(layouts); i++) {
		struct document doc = read_file(layouts[i].name);
		const struct profile *profile = doc.profiles[0];
		uint32_t event = event_of(profile, "cpu-clock");
		size_t same = 0;

		for (uint32_t k = 0; k < wanted->symbol_count; k++) {
			const char *name = profile_text(wanted, wanted->symbols[k].name);
			const char *dso =
				profile_text(wanted, wanted->dsos[wanted->symbols[k].dso].name);
			struct figures is = figures_of(profile, event, dso, name);

			if (wanted->symbols[k].flags || !is.is_listed)
				continue;
			assert_figure(is.self, figures_of(wanted, 0, dso, name).self);
			same++;
		}
		assert_int_equal(same, layouts[i].rows);
		assert_int_equal(profile->events[event].samples_known, layouts[i].has_samples);
		if (layouts[i].has_samples)
			assert_int_equal(profile->events[event].samples, 131);
		document_deinit(&doc);
	}
	document_deinit(&plain);
}

/* Of all functions called @name: folded stacks do not say which image they are in. */
static double percent_of(const struct profile *profile, const char *name)
{
	uint64_t self = 0;

	for (uint32_t i = 0; i < profile->stack_count; i++) {
		uint32_t leaf = profile->frames[profile->stacks[i].first];
		uint32_t symbol = profile->locations[leaf].symbol;

		if (!strcmp(profile_text(profile, profile->symbols[symbol].name), name))
			self += profile->stacks[i].weight;
	}
	return 100.0 * (double)self / (double)profile->events[0].total;
}

/* The recording itself, as samples and as folded stacks. */
static void test_stacks(void **state)
{
	static const char *const names[] = { "samedata-script.base", "samedata-folded.base" };
	struct document plain = read_file("samedata-report.base");
	const struct profile *wanted = plain.profiles[0];

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		struct document doc = read_file(names[i]);
		const struct profile *profile = doc.profiles[0];

		assert_int_equal(profile->events[0].samples, 131);
		for (uint32_t k = 0; k < wanted->symbol_count; k++) {
			const char *name = profile_text(wanted, wanted->symbols[k].name);

			if (!wanted->symbols[k].flags)
				assert_true(fabs(percent_of(profile, name) -
						 percent_of(wanted, name)) < 0.006);
		}
		document_deinit(&doc);
	}
	document_deinit(&plain);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_layouts),
		cmocka_unit_test(test_stacks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
