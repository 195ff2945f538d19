// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Kernel stacks in the text of ftrace (Documentation/trace/ftrace.rst and
 * histogram.rst; kernels 2.6.31 to 6.18) and of trace-cmd report:
 *
 *	bash-1234    [000] d..1.  123.456789: kmalloc: call_site=...
 *	bash-1234    [000] d..1.  123.456790: <stack trace>
 *	 => __kmalloc
 *	 => ext4_read+0x1f/0x30 [ext4]
 *
 *	{ stacktrace:
 *	         __kmalloc+0x1f/0x30
 *	} hitcount:         12  bytes_req:       1024
 *
 * A stack counts for the event that the line before it names.
 */
#include "ingest/stackmaps.h"

#include <stdlib.h>

#include "ingest/perf_header.h"
#include "support/memory.h"

/* The line of an event, taken apart. */
struct trace_line {
	struct slice comm;
	int64_t pid, cpu;
	struct slice rest; /* behind the time */
};

/* "bash-1234    [000] d..1.  123.456789: kmalloc: ..." */
static bool read_trace_line(struct slice line, struct trace_line *trace)
{
	const char *end = line.at + line.len;
	const char *open = memmem(line.at, line.len, " [", 2), *at, *colon;
	struct slice task, word;

	if (!open || open + 3 >= end || !char_is_digit(open[2]))
		return false;
	trace->cpu = strtoll(open + 2, NULL, 10);
	task = slice_trim((struct slice) { line.at, (size_t)(open - line.at) });
	if (task.len && task.at[task.len - 1] == ')') { /* a column with the process: "( 1234)" */
		at = memrchr(task.at, '(', task.len);
		task = at ? slice_trim((struct slice) { task.at, (size_t)(at - task.at) }) : task;
	}
	at = memrchr(task.at, '-', task.len);
	if (!at || at + 1 == task.at + task.len || !char_is_digit(at[1]))
		return false;
	trace->comm = (struct slice) { task.at, (size_t)(at - task.at) };
	trace->pid = strtoll(at + 1, NULL, 10);

	/* The time is the first word that ends in a colon; flags may stand before it. */
	trace->rest = (struct slice) { open + 1, (size_t)(end - open - 1) };
	for (int i = 0; i < 4; i++) {
		word = slice_word(&trace->rest);
		if (!word.len)
			return false;
		colon = word.at + word.len - 1;
		if (*colon == ':' && char_is_digit(word.at[0]) && memchr(word.at, '.', word.len)) {
			trace->rest = slice_trim(trace->rest);
			return true;
		}
	}
	return false;
}

static bool is_stack_line(const struct trace_line *trace)
{
	return slice_starts(trace->rest, "<stack trace") ||
	       slice_starts(trace->rest, "kernel_stack:");
}

static bool is_user_stack_line(const struct trace_line *trace)
{
	return slice_starts(trace->rest, "<user stack trace") ||
	       slice_starts(trace->rest, "user_stack:");
}

static bool is_frame(struct slice line)
{
	return slice_starts(slice_trim(line), "=>");
}

/* "kmalloc: call_site=...": the event's name; the function tracer prints "kfree <-kmem_free". */
static struct slice event_of(const struct trace_line *trace)
{
	struct slice rest = trace->rest, word = slice_word(&rest);

	if (word.len > 1 && word.at[word.len - 1] == ':')
		return (struct slice) { word.at, word.len - 1 };
	if (slice_starts(slice_trim(rest), "<-"))
		return (struct slice) { "function", strlen("function") };
	return (struct slice) { "stack", strlen("stack") };
}

/* ---- blocks of <stack trace> ---- */

enum { CPUS_MAX = 4096 };

struct reader {
	const struct text *text;
	struct stack_groups groups;
	struct slice *events; /* by CPU: of its line before */
};

static void read_stack(struct reader *reader, const struct trace_line *trace, size_t *at)
{
	struct named_stack *stack = named_stacks_add(&reader->groups.stacks);
	struct slice event = reader->events[trace->cpu];

	stack->counts[0] = 1;
	stack->comm = trace->comm;
	stack->flags = STACK_HAS_PID | (trace->pid ? 0 : STACK_IDLE_TASK);
	stack->group = stack_groups_get(&reader->groups,
					event.len ? event : (struct slice) { "stack", 5 });
	while (*at < reader->text->count && is_frame(text_slice(reader->text, *at)))
		stack_groups_frame(&reader->groups, text_slice(reader->text, (*at)++));
	named_stacks_reverse(&reader->groups.stacks);
}

/* Read trace lines and the stacks below them. Returns the line after the last stack. */
static size_t read_trace(struct reader *reader, size_t at)
{
	size_t end = at;

	while (at < reader->text->count) {
		struct slice line = text_slice(reader->text, at);
		struct trace_line trace;

		if (!line.len || line.at[0] == '#' || is_frame(line)) {
			at++;
			continue;
		}
		if (!read_trace_line(line, &trace) || trace.cpu < 0 || trace.cpu >= CPUS_MAX)
			break;
		at++;
		if (is_stack_line(&trace)) {
			read_stack(reader, &trace, &at);
			end = at;
		} else if (!is_user_stack_line(&trace)) {
			reader->events[trace.cpu] = event_of(&trace);
		}
	}
	return end;
}

/* A line of a trace, with a stack not far below it: the trace itself is no profile. */
enum { LOOK_AHEAD = 8 };

static bool starts_trace(const struct text *text, size_t at)
{
	struct trace_line trace;

	if (!read_trace_line(text_slice(text, at), &trace))
		return false;
	for (size_t i = at; i + 1 < text->count && i < at + LOOK_AHEAD; i++)
		if (read_trace_line(text_slice(text, i), &trace) && is_stack_line(&trace) &&
		    is_frame(text_slice(text, i + 1)))
			return true;
	return false;
}

/* ---- histograms ---- */

static bool opens_histogram(struct slice line)
{
	line = slice_trim(line);
	return slice_starts(line, "{") && line.len > 11 &&
	       !memcmp(line.at + line.len - 11, "stacktrace:", 11);
}

/* "} hitcount:   12  bytes_req: 1024" */
static bool read_hitcount(struct slice line, uint64_t *count)
{
	struct slice rest;
	struct decimal number;

	if (!slice_starts(slice_trim(line), "}") || !slice_after(line, "hitcount:", &rest) ||
	    !slice_decimal(slice_word(&rest), &number))
		return false;
	*count = number.whole;
	return true;
}

static size_t read_histogram(struct stack_groups *groups, const struct text *text, size_t at)
{
	size_t end = at;

	for (; at < text->count; at = end) {
		size_t close = at + 1;
		uint64_t count = 0;

		while (at < text->count && !text_slice(text, at).len)
			close = ++at + 1;
		if (at >= text->count || !opens_histogram(text_slice(text, at)))
			break;
		while (close < text->count && close < at + NAMED_DEPTH_MAX &&
		       !read_hitcount(text_slice(text, close), &count))
			close++;
		if (close >= text->count || close >= at + NAMED_DEPTH_MAX)
			break;
		named_stacks_add(&groups->stacks)->counts[0] = count;
		stack_groups_get(groups, (struct slice) { "hitcount", strlen("hitcount") });
		for (size_t i = at + 1; i < close; i++)
			stack_groups_frame(groups, text_slice(text, i));
		named_stacks_reverse(&groups->stacks);
		end = close + 1;
	}
	return end;
}

static size_t read_table(const struct text *text, size_t at, const struct ingest_options *options,
			 struct document *doc, int *failed, struct symdiff_error *err)
{
	struct reader reader = { .text = text };
	size_t end = at;

	if (opens_histogram(text_slice(text, at))) {
		end = read_histogram(&reader.groups, text, at);
	} else if (starts_trace(text, at)) {
		reader.events = mem_zalloc(CPUS_MAX, sizeof(*reader.events));
		end = read_trace(&reader, at);
		free(reader.events);
	}
	if (reader.groups.count)
		stack_groups_finish(&reader.groups, ftrace_format.name, options, doc);
	return end;
}

const struct table_format ftrace_format = {
	.name = "ftrace",
	.what = "ftrace stack traces and histograms of stacks",
	.read = read_table,
};
