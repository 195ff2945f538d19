// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * bpftrace's maps with stacks as keys, as its manual shows them and 0.9 to 0.20
 * print them:
 *
 *	@[
 *	    kfree+31
 *	    entry_SYSCALL_64_after_hwframe+118
 *	]: 12
 *	@name[bash,
 *	    kfree+31
 *	, 1234]: count 3, average 5, total 15
 *
 * Each map is an event. Stacks are printed leaf first.
 */
#include "ingest/stackmaps.h"

#include <ctype.h>

#include "ingest/perf_header.h"

enum { ENTRY_LINES_MAX = 2 * NAMED_DEPTH_MAX };

/* "@name[" and the keys that follow on the same line. */
static bool read_open(struct slice line, struct slice *name, struct slice *keys)
{
	size_t at = 1;

	line = slice_trim(line);
	if (line.len < 2 || line.at[0] != '@')
		return false;
	while (at < line.len && (isalnum((unsigned char)line.at[at]) || line.at[at] == '_'))
		at++;
	if (at >= line.len || line.at[at] != '[')
		return false;
	*name = (struct slice) { line.at + 1, at - 1 };
	*keys = (struct slice) { line.at + at + 1, line.len - at - 1 };
	return true;
}

/* "]: 12", with the keys before it; stats() prints "count 3, average 5, total 15". */
static bool read_close(struct slice line, struct slice *keys, uint64_t *count)
{
	const char *close = memmem(line.at, line.len, "]: ", 3);
	struct slice rest, word;
	struct decimal number;

	if (!close)
		return false;
	*keys = (struct slice) { line.at, (size_t)(close - line.at) };
	rest = (struct slice) { close + 3, line.len - (size_t)(close + 3 - line.at) };
	word = slice_word(&rest);
	if (slice_equals(word, "count")) {
		word = slice_word(&rest);
		word.len -= word.len && word.at[word.len - 1] == ',';
	}
	if (!slice_decimal(word, &number) || number.has_point || number.has_sign)
		return false;
	*count = number.whole;
	return true;
}

/* The first key that is a word and no number: the command. */
static struct slice find_comm(struct slice keys)
{
	while (keys.len) {
		const char *comma = memchr(keys.at, ',', keys.len);
		size_t len = comma ? (size_t)(comma - keys.at) : keys.len;
		struct slice key = slice_trim((struct slice) { keys.at, len });
		struct decimal number;

		if (key.len && !slice_decimal(key, &number))
			return key;
		keys.at += len + (comma != NULL);
		keys.len -= len + (comma != NULL);
	}
	return (struct slice) { "", 0 };
}

/* Where an entry ends that begins at @at; @at if it does not. */
static size_t find_close(const struct text *text, size_t at, struct slice *keys, uint64_t *count)
{
	for (size_t i = at + 1; i < text->count && i < at + ENTRY_LINES_MAX; i++) {
		struct slice line = text_slice(text, i), name;

		if (read_close(line, keys, count))
			return i;
		if (read_open(line, &name, keys))
			return at;
	}
	return at;
}

/*
 * Two stacks in one key, @[ustack, kstack]: the one that is entered last is
 * deeper. Frames stand leaf first, the boundary is the line that has a comma.
 */
static void order_halves(struct named_stacks *stacks, uint32_t boundary)
{
	struct named_stack *stack = &stacks->stacks[stacks->stack_count - 1];
	uint32_t first[NAMED_DEPTH_MAX], *path;

	if (!boundary || boundary >= stack->depth || boundary > NAMED_DEPTH_MAX)
		return;
	path = stacks->path + stack->first;
	if (!stacks->frames[path[stack->depth - 1]].is_entry ||
	    stacks->frames[path[boundary - 1]].is_entry)
		return;
	memcpy(first, path, boundary * sizeof(*path));
	memmove(path, path + boundary, (stack->depth - boundary) * sizeof(*path));
	memcpy(path + stack->depth - boundary, first, boundary * sizeof(*path));
}

static void read_entry(struct stack_groups *groups, const struct text *text, size_t at,
		       size_t close)
{
	uint32_t boundary = 0;

	for (size_t i = at + 1; i < close; i++) {
		struct slice line = slice_trim(text_slice(text, i));

		if (line.len && line.at[0] == ',')
			boundary = groups->stacks.stacks[groups->stacks.stack_count - 1].depth;
		else
			stack_groups_frame(groups, line);
	}
	order_halves(&groups->stacks, boundary);
	named_stacks_reverse(&groups->stacks);
}

static bool is_stack(const struct text *text, size_t at, size_t close)
{
	struct slice line = { "", 0 };

	for (size_t i = at + 1; i < close && !line.len; i++)
		line = slice_trim(text_slice(text, i));
	return line.len &&
	       (isalpha((unsigned char)line.at[0]) || strchr("_0123456789[", line.at[0]));
}

static size_t read_table(const struct text *text, size_t at, const struct ingest_options *options,
			 struct document *doc, int *failed, struct symdiff_error *err)
{
	struct stack_groups groups = { .count = 0 };
	size_t end = at;

	while (at < text->count) {
		struct slice name, before, after;
		uint64_t count;
		size_t close;

		if (!text_slice(text, at).len) {
			at++;
			continue;
		}
		if (!read_open(text_slice(text, at), &name, &before))
			break;
		close = find_close(text, at, &after, &count);
		if (close == at || !is_stack(text, at, close))
			break;

		struct named_stack *stack = named_stacks_add(&groups.stacks);

		stack->counts[0] = count;
		stack->comm = find_comm(before);
		if (!stack->comm.len)
			stack->comm = find_comm(after);
		stack->group = stack_groups_get(&groups,
						name.len ? name : (struct slice) { "samples", 7 });
		read_entry(&groups, text, at, close);
		end = at = close + 1;
	}
	if (groups.count)
		stack_groups_finish(&groups, bpftrace_format.name, options, doc);
	return end;
}

const struct table_format bpftrace_format = {
	.name = "bpftrace",
	.what = "bpftrace maps of stacks: @[kstack]: N",
	.read = read_table,
};
