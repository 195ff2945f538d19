// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * /proc/schedstat, versions 14 to 17 (Documentation/scheduler/sched-stats.rst), since boot: what
 * the lines of all CPUs sum up to, one row for each count; domains are left out.
 *
 *	version 15
 *	timestamp 4295174329
 *	cpu0 0 0 19261 9316 9866 3042 5241361093 1173282424 9934
 */
#include "evidence/format.h"
#include "support/memory.h"

/* The second is always 0, of a scheduler that is gone. */
static const char *const keys[] = {
	"yld_count",	  NULL,		  "sched_count", "sched_goidle", "ttwu_count", "ttwu_local",
	"rq_cpu_time_ns", "run_delay_ns", "pcount",
};

static bool is_cpu(const struct words *words)
{
	return words->count == ARRAY_SIZE(keys) + 1 && slice_starts(words->list[0], "cpu") &&
	       words->list[0].len > 3 && char_is_digit(words->list[0].at[3]) &&
	       words_numbers(words, 1) == ARRAY_SIZE(keys);
}

static bool is_known_version(const struct words *words)
{
	struct number version;

	return words->count == 2 && words_has(words, 0, "version") &&
	       number_read(words->list[1], &version) && version.value >= 14 && version.value <= 17;
}

static size_t read_schedstat(const struct text *text, size_t at, struct evidence *evidence)
{
	double sums[ARRAY_SIZE(keys)] = { 0 };
	size_t from = at, cpus = 0;
	struct words words;

	words_read(text, at, "", &words);
	if (!is_known_version(&words))
		return at;
	for (at++; at < text->count; at++) {
		words_read(text, at, "", &words);
		if (is_cpu(&words)) {
			for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
				struct number number;

				number_read(words.list[i + 1], &number);
				sums[i] += number.value;
			}
			cpus++;
		} else if (!words_has(&words, 0, "timestamp") &&
			   !(words.count && slice_starts(words.list[0], "domain"))) {
			break;
		}
	}
	if (!cpus)
		return from;
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
		if (!keys[i])
			continue;
		evidence_add(evidence, (struct slice) { keys[i], strlen(keys[i]) },
			     text->lines[from].number);
		evidence_set(evidence, "value", sums[i]);
	}
	return at;
}

const struct evidence_format schedstat_format = {
	.name = "schedstat",
	.what = "/proc/schedstat",
	.read = read_schedstat,
};
