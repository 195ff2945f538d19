// SPDX-License-Identifier: GPL-2.0-or-later
/* The command that folded stacks may have in front, alone or with ids. */
#include "ingest/folded.h"

#include "support/memory.h"

/* What a stack begins with if no command is in front of it. */
static bool is_root(const struct named_frame *frame)
{
	static const char *const names[] = {
		"main",
		"_start",
		"__libc_start_main",
		"__libc_start_call_main",
		"start_thread",
		"clone",
		"clone3",
		"__clone",
		"__clone3",
		"all",
		"root",
		"(root)",
		"[unknown]",
		"thread_start",
		"runtime.goexit",
		"runtime.main",
	};

	if (frame->mark != FRAME_PLAIN || frame->is_entry || frame->is_inner ||
	    memmem(frame->text.at, frame->text.len, "::", 2) ||
	    memmem(frame->text.at, frame->text.len, "+0x", 3))
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (slice_equals(frame->text, names[i]))
			return true;
	return false;
}

/* "bash-1234", "bash-1234/1235", "bash-?": the length without the ids. */
static size_t without_ids(struct slice comm, int64_t *pid)
{
	size_t at = comm.len, digits = 0;

	*pid = -1;
	while (at > 0 && (char_is_digit(comm.at[at - 1]) || strchr("?/", comm.at[at - 1])))
		at--;
	if (at < 2 || at == comm.len || comm.at[at - 1] != '-')
		return comm.len;
	for (size_t i = at; i < comm.len && char_is_digit(comm.at[i]) && digits < 10; i++, digits++)
		*pid = (*pid < 0 ? 0 : *pid) * 10 + (comm.at[i] - '0');
	return at - 1;
}

static const struct named_frame *outermost(const struct named_stacks *stacks, uint32_t stack)
{
	return &stacks->frames[stacks->path[stacks->stacks[stack].first]];
}

struct commands {
	bool are_there, have_ids;
};

/* Most lines decide: a program may be called main, and a frame may be where no command is. */
static struct commands find_commands(const struct named_stacks *stacks)
{
	uint32_t roots = 0, without = 0;
	int64_t pid;

	for (uint32_t i = 0; i < stacks->stack_count; i++) {
		const struct named_frame *frame;

		if (!stacks->stacks[i].depth)
			continue;
		frame = outermost(stacks, i);
		roots += is_root(frame);
		without += without_ids(frame->text, &pid) == frame->text.len;
	}
	return (struct commands) { roots * 2 <= stacks->stack_count, !without };
}

static uint32_t flags_of(struct slice comm, int64_t pid)
{
	if (pid > 0)
		return STACK_HAS_PID;
	if (pid == 0 || slice_equals(comm, "swapper") || slice_starts(comm, "swapper/"))
		return STACK_HAS_PID | STACK_IDLE_TASK;
	return 0;
}

void folded_take_commands(struct named_stacks *stacks)
{
	struct commands commands = find_commands(stacks);

	for (uint32_t i = 0; commands.are_there && i < stacks->stack_count; i++) {
		struct named_stack *stack = &stacks->stacks[i];
		int64_t pid = -1;

		if (!stack->depth)
			continue;
		stack->comm = outermost(stacks, i)->text;
		if (commands.have_ids)
			stack->comm.len = without_ids(stack->comm, &pid);
		stack->flags = flags_of(stack->comm, pid);
		stack->first++;
		stack->depth--;
	}
}
