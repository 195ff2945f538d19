// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Comparisons of MMTests (bin/compare-kernels.sh): the first column is the base, the gain of each
 * further one stands behind it; positive is better, stars say that it is significant.
 *
 *	                            5.11-rc5               5.11-rc5
 *	                     revert-lockstat       vanilla-lockstat
 *	Amean     1        1.1560 (   0.00%)      1.0633 *   8.02%*
 */
#include "evidence/format.h"
#include "support/memory.h"

enum { SIDES_MAX = 8, NAME_LENGTH = 128 };

struct side {
	struct number value, gain;
	bool is_significant;
};

static const char *const value_keys[SIDES_MAX] = {
	"base_value", "new_value",  "new2_value", "new3_value",
	"new4_value", "new5_value", "new6_value", "new7_value",
};
static const char *const gain_keys[SIDES_MAX] = {
	NULL,	     "gain_pct",  "gain2_pct", "gain3_pct",
	"gain4_pct", "gain5_pct", "gain6_pct", "gain7_pct",
};

static bool is_mark(const struct words *words, size_t at, const char *mark)
{
	return at < words->count && slice_equals(words->list[at], mark);
}

/* "1.0633 * 8.02%*" from word *@at on. */
static bool read_side(const struct words *words, size_t *at, struct side *side)
{
	const char *close = NULL;
	size_t next = *at;

	if (next >= words->count || !number_read(words->list[next++], &side->value) ||
	    side->value.is_percent)
		return false;
	side->is_significant = is_mark(words, next, "*");
	if (side->is_significant)
		close = "*";
	else if (is_mark(words, next, "("))
		close = ")";
	if (!close)
		return false;
	next++;
	if (next >= words->count || !number_read(words->list[next++], &side->gain) ||
	    !side->gain.is_percent || !is_mark(words, next++, close))
		return false;
	*at = next;
	return true;
}

/* All that follows the name is sides, and the first is the base. */
static size_t read_sides(const struct words *words, size_t at, struct side *sides)
{
	size_t count = 0;

	while (at < words->count && count < SIDES_MAX)
		if (!read_side(words, &at, &sides[count++]))
			return 0;
	return at == words->count && count > 1 && sides[0].gain.value == 0 &&
			       !sides[0].is_significant
		       ? count
		       : 0;
}

/* Of a mean a 0 means that nothing was measured; Stddev may be 0. */
static bool is_mean(struct slice name)
{
	static const char *const names[] = { "Amean",  "Hmean", "Gmean", "BAmean",
					     "BHmean", "Min",	"Max" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (slice_starts(name, names[i]))
			return true;
	return false;
}

static bool is_summary(struct slice name)
{
	static const char *const names[] = { "Amean",	 "Hmean",    "Gmean",  "BAmean",
					     "BHmean",	 "Min",	     "Max",    "Stddev",
					     "CoeffVar", "TrimMean", "Median", "Percent" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (slice_starts(name, names[i]))
			return true;
	return false;
}

/* Rows that say the same in other words, or what runs vary, are in no mean of results. */
static enum evidence_role role_of(struct slice name)
{
	return slice_starts(name, "Amean") || slice_starts(name, "Hmean") ||
			       slice_starts(name, "Gmean") || !is_summary(name)
		       ? EVIDENCE_RESULT
		       : EVIDENCE_DETAIL;
}

/* A gain is positive where it is better. */
static enum evidence_better better_of(struct slice name, const struct side *sides, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		double change = sides[i].value.value - sides[0].value.value;

		if (!sides[i].gain.is_broken && sides[i].gain.value * change != 0)
			return sides[i].gain.value * change > 0 ? EVIDENCE_MORE : EVIDENCE_LESS;
	}
	/* Its times have arithmetic means, its rates harmonic ones. */
	return slice_starts(name, "Hmean")   ? EVIDENCE_MORE
	       : slice_starts(name, "Amean") ? EVIDENCE_LESS
					     : EVIDENCE_EITHER;
}

static void add_row(struct evidence *evidence, struct slice name, uint32_t line,
		    const struct side *sides, size_t count)
{
	enum evidence_better better = better_of(name, sides, count);
	bool any = false, fails;

	for (size_t i = 0; i < count; i++)
		any |= sides[i].value.value != 0;
	fails = any && is_mean(name);
	evidence_add(evidence, name, line);
	for (size_t i = 0; i < count; i++) {
		bool no_result = fails && sides[i].value.value == 0;

		evidence_set_number(evidence, value_keys[i], &sides[i].value);
		evidence_last(evidence, value_keys[i])->role = role_of(name);
		evidence_last(evidence, value_keys[i])->better = better;
		if (no_result)
			evidence_last(evidence, value_keys[i])->state = EVIDENCE_NO_RESULT;
		if (!i)
			continue;
		evidence_set_number(evidence, gain_keys[i], &sides[i].gain);
		if (no_result || (fails && sides[0].value.value == 0))
			evidence_last(evidence, gain_keys[i])->state = EVIDENCE_NO_RESULT;
		evidence_last(evidence, gain_keys[i])->is_significant = sides[i].is_significant;
	}
}

/* Does this line begin with a number or a mark, as the rest of a row does? */
static bool continues(const struct text *text, size_t at)
{
	struct number number;
	struct words words;

	if (at >= text->count)
		return false;
	words_read(text, at, "()*", &words);
	return words.count &&
	       (number_read(words.list[0], &number) || strchr("()*", words.list[0].at[0]) != NULL);
}

static size_t read_row(const struct text *text, size_t at, struct evidence *evidence)
{
	struct words words = { .count = 0 };
	struct side sides[SIDES_MAX];
	char room[NAME_LENGTH];

	for (size_t lines = 0; lines < 3; lines++) {
		if (lines && !continues(text, at + lines))
			break;
		if (!words_read_more(text, at + lines, "()*", &words))
			break;
		for (size_t name = 1; name < 5 && name < words.count; name++) {
			size_t count = read_sides(&words, name, sides);
			struct slice of;

			if (!count)
				continue;
			of = words_name(&words, 0, name, room, sizeof(room));
			add_row(evidence, of, text->lines[at].number, sides, count);
			return lines + 1;
		}
	}
	return 0;
}

static size_t read_comparison(const struct text *text, size_t at, struct evidence *evidence)
{
	size_t lines;

	while (at < text->count && text->lines[at].len && (lines = read_row(text, at, evidence)))
		at += lines;
	return at;
}

/* ---- one column ---- */

/*
 * What extract-mmtests.pl prints of one kernel, the summary: the same rows with one number.
 *
 *	Amean     1        1.1560
 *	Stddev    1        0.0123
 */
static size_t read_extract(const struct text *text, size_t at, struct evidence *evidence)
{
	size_t from = at, first = evidence->count;

	for (; at < text->count; at++) {
		struct words words;
		struct number number;
		struct slice name;
		char room[NAME_LENGTH];

		words_read(text, at, "", &words);
		if (words.count < 3 || words.count > 5 || !is_summary(words.list[0]) ||
		    !number_read(words.list[words.count - 1], &number))
			break;
		name = words_name(&words, 0, words.count - 1, room, sizeof(room));
		evidence_add(evidence, name, text->lines[at].number);
		evidence_set_number(evidence, "value", &number);
		evidence_set_role(evidence, "value", role_of(name), better_of(name, NULL, 0));
	}
	return evidence->count > first ? at : from;
}

const struct evidence_format mmtests_extract_format = {
	.name = "mmtests-extract",
	.what = "extracts of MMTests",
	.read = read_extract,
};

const struct evidence_format mmtests_format = {
	.name = "mmtests",
	.what = "comparisons of MMTests",
	.read = read_comparison,
};
