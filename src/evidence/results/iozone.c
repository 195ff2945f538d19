// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The table of IOzone 3 (iozone -a), in kB/s,
 *
 *	                                                    random  random    bkwd   record   stride
 *	    kB  reclen   write rewrite    read  reread    read   write    read  rewrite     read
 *	 65536       4  381024  512310 1022311 1120031  980112  401221
 *
 * and tables of two columns that somebody made of such, whose last column, the change, is of no
 * use: it is 99.8% in some and -0.2% in others.
 *
 *	IOzone             R4_U2 EXT3   R4_U3_EXT3   %Diff
 *	Writer                  70347        70234   99.8%
 *	Overall GeoMean         87956        88028  100.1%
 */
#include "evidence/format.h"
#include "support/memory.h"

static const char *const tests[] = {
	"write",	"rewrite",   "read",	       "reread",      "random_read",
	"random_write", "bkwd_read", "record_rewrite", "stride_read", "fwrite",
	"frewrite",	"fread",     "freread",
};

/* A test is left out by leaving its cell blank, which shifts the rest: only whole groups. */
static bool is_whole(size_t count)
{
	return count == 2 || count == 4 || count == 6 || count == 9 || count == ARRAY_SIZE(tests);
}

static bool is_title(const struct words *words)
{
	return (words_has(words, 0, "kB") || words_has(words, 0, "KB")) &&
	       words_has(words, 1, "reclen") && words_has(words, 2, "write");
}

static size_t read_iozone(const struct text *text, size_t at, struct evidence *evidence)
{
	size_t from = at, first = evidence->count;
	struct words words;

	words_read(text, at, "", &words);
	if (!is_title(&words))
		return at;
	for (at++; at < text->count; at++) {
		struct number number;

		words_read(text, at, "", &words);
		if (words.count < 4 || words_numbers(&words, 0) != words.count)
			break;
		if (!is_whole(words.count - 2))
			continue;
		evidence_add(evidence, (struct slice) { "iozone", 6 }, text->lines[at].number);
		number_read(words.list[0], &number);
		evidence_set_parameter(evidence, "size_kb", &number);
		number_read(words.list[1], &number);
		evidence_set_parameter(evidence, "record_kb", &number);
		for (size_t i = 0; i + 2 < words.count; i++) {
			number_read(words.list[i + 2], &number);
			evidence_set_result(evidence, tests[i], &number, EVIDENCE_MORE);
		}
	}
	return evidence->count > first ? at : from;
}

const struct evidence_format iozone_format = {
	.name = "iozone",
	.what = "IOzone",
	.has_runs = true,
	.read = read_iozone,
};

/* ---- tables of two columns ---- */

enum { NAME_LENGTH = 128 };

/* The title's last word; its first is what the rows are of, if it is the benchmark. */
static bool is_comparison(const struct words *words)
{
	static const char *const last[] = { "%Diff", "%diff", "%Change", "%change" };

	if (words->count < 3)
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(last); i++)
		if (words_has(words, words->count - 1, last[i]))
			return true;
	return false;
}

/* What IOzone measures is a rate. */
static bool is_rate(struct slice name)
{
	static const char *const names[] = { "riter", "eader", "read", "write", "Read", "Write" };
	struct slice rest;

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (slice_after(name, names[i], &rest))
			return true;
	return false;
}

static bool add_comparison(const struct words *words, uint32_t line, struct slice group,
			   enum evidence_better *better, struct evidence *evidence)
{
	size_t names = words->count < 4 ? 0 : words->count - 3;
	struct number base, newer, change;
	char room[NAME_LENGTH];
	struct slice name, rest;
	enum evidence_role role;

	if (!names || names > 6 || !number_read(words->list[names], &base) || base.is_percent ||
	    !number_read(words->list[names + 1], &newer) || newer.is_percent ||
	    !number_read(words->list[names + 2], &change) || !change.is_percent)
		return false;
	name = words_name(words, 0, names, room, sizeof(room));
	/* A mean of the other rows is no further result. */
	role = slice_after(name, "GeoMean", &rest) || slice_after(name, "Overall", &rest)
		       ? EVIDENCE_DETAIL
		       : EVIDENCE_RESULT;
	evidence_add(evidence, name, line);
	if (group.len)
		evidence_set_group(evidence, group);
	if (is_rate(name)) /* and so are the rows below it */
		*better = EVIDENCE_MORE;
	evidence_set_number(evidence, "base_value", &base);
	evidence_set_role(evidence, "base_value", role, *better);
	evidence_set_number(evidence, "new_value", &newer);
	evidence_set_role(evidence, "new_value", role, *better);
	return true;
}

static size_t read_comparison(const struct text *text, size_t at, struct evidence *evidence)
{
	size_t from = at, first = evidence->count;
	enum evidence_better better = EVIDENCE_EITHER;
	struct slice group = { "", 0 };
	struct words words;

	words_read(text, at, "", &words);
	if (!is_comparison(&words))
		return at;
	if (words_has(&words, 0, "IOzone") || words_has(&words, 0, "Iozone")) {
		group = words.list[0];
		better = EVIDENCE_MORE;
	}
	for (at++; at < text->count; at++) {
		if (line_is_ruler(line_slice(text, at)))
			continue;
		words_read(text, at, "", &words);
		if (!add_comparison(&words, text->lines[at].number, group, &better, evidence))
			break;
	}
	return evidence->count > first ? at : from;
}

const struct evidence_format comparison_format = {
	.name = "comparison",
	.what = "tables of two columns with a %Diff",
	.read = read_comparison,
};
