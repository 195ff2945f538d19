// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Results of LKP as its tools keep them (matrix.json, and the JSON of one run): an object with a
 * number, or one for each run, for each metric.
 *
 *	{
 *	  "hackbench.throughput": [ 407038, 406112, 408870 ],
 *	  "time.elapsed_time": 604.2
 *	}
 */
#include <jansson.h>
#include <math.h>

#include "evidence/format.h"
#include "support/cleanup.h"
#include "support/memory.h"

enum { NAME_MOST = 512 };

static void add(struct evidence *evidence, const char *metric, const json_t *value, uint32_t line)
{
	struct slice name = { metric, strlen(metric) };
	struct number number = { .value = json_number_value(value) };
	enum evidence_better better = lkp_better(name);

	if (!json_is_number(value) || !name.len || name.len > NAME_MOST || !isfinite(number.value))
		return;
	evidence_add(evidence, name, line);
	evidence_set_number(evidence, "value", &number);
	if (better != EVIDENCE_EITHER)
		evidence_set_role(evidence, "value", EVIDENCE_RESULT, better);
}

static void add_all(struct evidence *evidence, json_t *object, uint32_t line)
{
	const char *metric;
	json_t *value;

	json_object_foreach(object, metric, value)
	{
		size_t i;
		json_t *run;

		/* "hackbench.throughput", "softirqs.NET_RX": a program and what it counted. */
		if (!strchr(metric, '.'))
			continue;
		add(evidence, metric, value, line);
		json_array_foreach(value, i, run) add(evidence, metric, run, line);
	}
}

/* The lines from @at on as one text again. */
static char *join_lines(const struct text *text, size_t at, size_t *size)
{
	char *joined;

	*size = 0;
	for (size_t i = at; i < text->count; i++)
		*size += text->lines[i].len + 1;
	joined = mem_alloc(*size + 1);
	*size = 0;
	for (size_t i = at; i < text->count; i++) {
		memcpy(joined + *size, text->lines[i].at, text->lines[i].len);
		*size += text->lines[i].len;
		joined[(*size)++] = '\n';
	}
	return joined;
}

/* Only as the first thing of a text: JSON is not pasted between prose. */
static bool is_start(const struct text *text, size_t at)
{
	struct slice line = slice_trim(line_slice(text, at));

	if (!line.len || line.at[0] != '{')
		return false;
	while (at-- > 0)
		if (text->lines[at].len)
			return false;
	return true;
}

static size_t read_json(const struct text *text, size_t at, struct evidence *evidence)
{
	size_t first = evidence->count, size;
	json_error_t error;
	json_t *object;

	if (!is_start(text, at))
		return at;

	cleanup_free char *joined = join_lines(text, at, &size);

	object = json_loadb(joined, size, JSON_REJECT_DUPLICATES | JSON_DISABLE_EOF_CHECK, &error);
	if (json_is_object(object))
		add_all(evidence, object, text->lines[at].number);
	json_decref(object);
	return evidence->count > first ? text->count : at;
}

const struct evidence_format lkp_json_format = {
	.name = "lkp-json",
	.what = "results of LKP in JSON",
	.has_runs = true,
	.read = read_json,
};
