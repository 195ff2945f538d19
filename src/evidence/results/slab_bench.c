// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The kernel's slab microbenchmark (slab_test.c of Christoph Lameter's vm-bench, printed to the
 * kernel log), in cycles for each allocation and each free, by object size:
 *
 *	10000 times kmalloc(8) -> 96 cycles kfree -> 132 cycles
 *	10000 times kmalloc(8)/kfree -> 89 cycles
 *	Kmalloc N*alloc N*free(32): 0=248/966 1=247/960 Average=248/966
 *	Kmalloc N*(alloc free)(32): 0=110 1=111 Average=110
 *	N*remote free(32): 0=5/403 1=400/8 Average=202/205
 */
#include "evidence/format.h"
#include "support/memory.h"

/* "kmalloc(8)" to its name and size; what follows the bracket is in @rest. */
static bool read_size(struct slice text, struct slice *name, struct number *size,
		      struct slice *rest)
{
	const char *close = NULL, *open = NULL;

	/* The last bracket with a number in it: others are a part of the name. */
	for (const char *at = text.at; at < text.at + text.len; at++) {
		const char *end;

		if (*at != '(')
			continue;
		end = memchr(at, ')', (size_t)(text.at + text.len - at));
		if (end && number_read((struct slice) { at + 1, (size_t)(end - at) - 1 }, size)) {
			open = at;
			close = end;
		}
	}
	if (!open)
		return false;
	*name = slice_trim((struct slice) { text.at, (size_t)(open - text.at) });
	*rest = (struct slice) { close + 1, (size_t)(text.at + text.len - close) - 1 };
	return name->len > 0;
}

/* "-> 96 cycles" at the start of @text, which then begins behind it. */
static bool read_cycles(struct slice *text, struct number *cycles)
{
	struct slice rest, word;

	if (!slice_after(*text, "->", &rest))
		return false;
	word = slice_word(&rest);
	if (!number_read(word, cycles) || !slice_equals(slice_word(&rest), "cycles"))
		return false;
	*text = rest;
	return true;
}

static void add(struct evidence *evidence, struct slice name, const struct number *size,
		uint32_t line)
{
	evidence_add(evidence, name, line);
	evidence_set_parameter(evidence, "size_bytes", size);
}

/* "10000 times kmalloc(8) -> 96 cycles kfree -> 132 cycles", and both in one. */
static bool read_times(struct slice line, uint32_t number, struct evidence *evidence)
{
	struct slice rest, name, after;
	struct number size, alloc, free;
	bool is_pair;

	if (!slice_after(line, " times ", &rest) || !slice_after(rest, "->", &after))
		return false;

	struct slice head = { rest.at, rest.len - after.len };

	if (!read_size(head, &name, &size, &after))
		return false;
	is_pair = slice_starts(after, "/kfree");
	if (!read_cycles(&rest, &alloc))
		return false;
	if (is_pair) {
		add(evidence, (struct slice) { "kmalloc/kfree", 13 }, &size, number);
		evidence_set_result(evidence, "cycles", &alloc, EVIDENCE_LESS);
		return true;
	}
	if (!read_cycles(&rest, &free))
		return false;
	add(evidence, name, &size, number);
	evidence_set_result(evidence, "alloc_cycles", &alloc, EVIDENCE_LESS);
	evidence_set_result(evidence, "free_cycles", &free, EVIDENCE_LESS);
	return true;
}

/* "248/966", or "110". */
static bool read_pair(struct slice word, struct number *alloc, struct number *free, bool *is_pair)
{
	const char *slash = memchr(word.at, '/', word.len);

	*is_pair = slash != NULL;
	if (!slash)
		return number_read(word, alloc);
	return number_read((struct slice) { word.at, (size_t)(slash - word.at) }, alloc) &&
	       number_read((struct slice) { slash + 1, (size_t)(word.at + word.len - slash) - 1 },
			   free);
}

/* A log has a time in brackets in front, "[   12.345678] ". */
static struct slice without_time(struct slice line)
{
	const char *close;

	line = slice_trim(line);
	if (!line.len || line.at[0] != '[')
		return line;
	close = memchr(line.at, ']', line.len);
	return close ? slice_trim((struct slice) { close + 1,
						   line.len - (size_t)(close - line.at) - 1 })
		     : line;
}

/* "Kmalloc N*alloc N*free(32): … Average=248/966": each CPU's own are left out. */
static bool read_average(struct slice line, uint32_t line_number, struct evidence *evidence)
{
	struct slice rest, name, after, head;
	struct number size, alloc, free;
	bool is_pair;

	if (!slice_after(line, "Average=", &rest) || !slice_after(line, "N*", &after) ||
	    !slice_after(line, "):", &after))
		return false;
	head = (struct slice) { line.at, line.len - after.len - 1 };
	if (!read_size(head, &name, &size, &after) ||
	    !read_pair(slice_word(&rest), &alloc, &free, &is_pair))
		return false;
	add(evidence, name, &size, line_number);
	if (!is_pair) {
		evidence_set_result(evidence, "cycles", &alloc, EVIDENCE_LESS);
		return true;
	}
	evidence_set_result(evidence, "alloc_cycles", &alloc, EVIDENCE_LESS);
	evidence_set_result(evidence, "free_cycles", &free, EVIDENCE_LESS);
	return true;
}

static size_t read_lines(const struct text *text, size_t at, struct evidence *evidence)
{
	for (; at < text->count; at++) {
		struct slice line = without_time(line_slice(text, at));
		uint32_t number = text->lines[at].number;

		if (!read_average(line, number, evidence) && !read_times(line, number, evidence))
			break;
	}
	return at;
}

const struct evidence_format slab_bench_format = {
	.name = "slab-bench",
	.what = "the slab microbenchmark",
	.has_runs = true,
	.read = read_lines,
};
