// SPDX-License-Identifier: GPL-2.0-or-later
/* What the readers of kernel stack maps have in common. */
#include "ingest/stackmaps.h"

#include "ingest/filter.h"
#include "support/memory.h"

uint32_t stack_groups_get(struct stack_groups *groups, struct slice name)
{
	for (uint32_t i = 0; i < groups->count; i++)
		if (groups->names[i].len == name.len &&
		    !memcmp(groups->names[i].at, name.at, name.len))
			return i;
	if (groups->count == ARRAY_SIZE(groups->names))
		return groups->count - 1;
	groups->names[groups->count] = name;
	return groups->count++;
}

static bool is_hex(struct slice word)
{
	for (size_t i = 0; i < word.len; i++)
		if (!memchr("0123456789abcdef", word.at[i], 16))
			return false;
	return word.len >= 8;
}

/* Cut "+0x1f/0x30" or "+31" off. */
static struct slice without_offset(struct slice name)
{
	size_t at = name.len;

	while (at > 0 && memchr("0123456789abcdefx/", name.at[at - 1], 18))
		at--;
	if (at > 1 && at < name.len && name.at[at - 1] == '+' && char_is_digit(name.at[at]))
		name.len = at - 1;
	return name;
}

/* "[ext4]" behind the name. */
static bool is_module(struct slice word)
{
	return word.len > 2 && word.at[0] == '[' && word.at[word.len - 1] == ']';
}

void stack_groups_frame(struct stack_groups *groups, struct slice line)
{
	struct slice rest = slice_trim(line), name, next;

	if (slice_starts(rest, "=>"))
		rest = slice_trim((struct slice) { rest.at + 2, rest.len - 2 });
	if (!rest.len || rest.at[0] == ',')
		return;
	name = slice_word(&rest);
	next = slice_trim(rest);
	if (is_hex(name) && next.len) { /* kstack(perf): address, name, (image) */
		rest = next;
		name = slice_word(&rest);
		next = slice_trim(rest);
	}
	named_stacks_push(&groups->stacks, without_offset(name),
			  is_module(next) ? next : (struct slice) { "", 0 }, FRAME_PLAIN);
}

void stack_groups_finish(struct stack_groups *groups, const char *format,
			 const struct ingest_options *options, struct document *doc)
{
	struct profile *profile = document_add(doc, format);
	struct named_selection selection = { .counts_a_sample = 1, .flat = options->flat };
	uint64_t misfits = 0;

	named_stacks_survey(&groups->stacks);
	for (; selection.group < groups->count; selection.group++) {
		struct slice name = groups->names[selection.group];
		uint32_t event = profile_event(profile, name.at, name.len);

		profile->events[event].samples_known = true;
		misfits += named_stacks_finish(&groups->stacks, &selection, profile, event);
	}
	if (misfits)
		profile_warn(profile, "%llu stacks were left out: their counts are beyond all sums",
			     (unsigned long long)misfits);
	named_stacks_deinit(&groups->stacks);
	groups->count = 0;
}
