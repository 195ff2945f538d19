// SPDX-License-Identifier: GPL-2.0-or-later
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "ingest/opreport.h"
#include "support/scan.h"
#include "support/memory.h"

static bool starts_with(const char *line, const char *prefix)
{
	return !strncmp(line, prefix, strlen(prefix));
}

static const char *unindented(const struct text_line *line)
{
	return line->at + strspn(line->at, " \t");
}

/* "CPU: Core 2, speed 1602 MHz (estimated)", also if its first letters were lost in pasting. */
static bool is_cpu_line(const char *line)
{
	const char *speed = strstr(line, ", speed ");

	return speed && strstr(speed, "MHz") && strstr(line, "PU");
}

bool opreport_is_chatter(const char *line)
{
	static const char *const starts[] = {
		"warning: ",
		"WARNING! ",
		"the initial sample rate",
		"interrupts.  Decrease",
		"interrupts. Decrease",
		"for the throttled event",
		"Using ",
		"Stopping profiling",
		"Killing daemon",
		"Daemon started",
		"Profiler running",
		"Overflow stats",
		"error: ",
		"opreport: ",
		"opreport error: ",
		"/var/lib/oprofile/",
	};

	for (size_t i = 0; i < ARRAY_SIZE(starts); i++)
		if (starts_with(line, starts[i]))
			return true;
	return false;
}

/* ---- Counted lines ---- */

static const char *after(const char *text, const char *needle)
{
	const char *found = strstr(text, needle);

	return found ? found + strlen(needle) : NULL;
}

static const char *take_word(struct arena *arena, const char *at)
{
	struct scan_word word;

	return scan_word(&at, &word) ? arena_strndup(arena, word.at, word.len) : "";
}

/* Everything but the count, which comes last, may be missing or worded otherwise. */
static bool parse_counted(const char *joined, struct arena *arena, struct opreport_event *event)
{
	const char *name = after(joined, "Counted "), *mask = after(joined, "mask of ");
	const char *count = after(mask ? mask : joined, ") count ");

	if (!count)
		count = after(joined, " count ");
	if (!name || !count || !isdigit((unsigned char)*count))
		return false;
	*event = (struct opreport_event) {
		.name = take_word(arena, name),
		.mask = mask ? take_word(arena, mask) : "",
		.count = strtoull(count, NULL, 10),
	};
	return true;
}

static bool is_only_digits(const char *line)
{
	size_t len = strspn(line, "0123456789");

	return len && !line[len];
}

enum { COUNTED_LINES = 5 };

/*
 * The event of the "Counted" line at @at, which mail may have wrapped anywhere,
 * also within the count ("count 100" / "000"). Returns the line after it.
 */
static size_t read_counted(const struct text *text, size_t at, struct arena *arena,
			   struct opreport_event *event)
{
	const char *joined = unindented(&text->lines[at]);
	size_t next = at + 1;

	while (!parse_counted(joined, arena, event)) {
		if (next >= text->count || next >= at + COUNTED_LINES || !text->lines[next].len)
			return at;

		/* A full line was broken within a word: a terminal's or a pager's copy. */
		bool in_word = text->lines[next - 1].len == 80 && !text->lines[next - 1].was_flowed;

		joined = arena_printf(arena, "%s%s%s", joined, in_word ? "" : " ",
				      unindented(&text->lines[next++]));
	}
	if (next < text->count && isdigit((unsigned char)joined[strlen(joined) - 1]) &&
	    is_only_digits(unindented(&text->lines[next]))) {
		joined = arena_printf(arena, "%s%s", joined, unindented(&text->lines[next++]));
		parse_counted(joined, arena, event);
	}
	return next;
}

/* ---- the header ---- */

static void add_event(struct opreport_header *header, struct opreport_event event)
{
	array_reserve(header->events, header->event_capacity, header->event_count + 1);
	header->events[header->event_count++] = event;
}

/* Returns the line after what was understood at @at, or @at. */
static size_t read_part(const struct text *text, size_t at, struct arena *arena,
			struct opreport_header *header)
{
	const char *line = unindented(&text->lines[at]);
	struct opreport_event event;

	if (starts_with(line, "Counted ")) {
		size_t next = read_counted(text, at, arena, &event);

		if (next > at)
			add_event(header, event);
		return next;
	}
	if (starts_with(line, "Profiling through timer") ||
	    starts_with(line, "Profiling through rtc")) {
		header->is_timer = true;
		return at + 1;
	}
	if (starts_with(line, "Samples on CPU ") || starts_with(line, "Processes with a thread")) {
		header->class_lines++;
		return at + 1;
	}
	return is_cpu_line(line) ? at + 1 : at;
}

enum { MOST_CHATTER = 24 };

/* Past what is no header, but may stand before or within one. */
static size_t skip_chatter(const struct text *text, size_t at)
{
	size_t last = at + MOST_CHATTER;

	while (at < text->count && at < last &&
	       (!text->lines[at].len || opreport_is_chatter(unindented(&text->lines[at])) ||
		starts_with(unindented(&text->lines[at]), "(estimated)")))
		at++;
	return at;
}

void opreport_header_read(const struct text *text, size_t at, struct arena *arena,
			  struct opreport_header *header)
{
	*header = (struct opreport_header) { .next = at };
	if (!text->lines[at].len)
		return;
	for (;;) {
		size_t part = skip_chatter(text, at);
		size_t next = part < text->count ? read_part(text, part, arena, header) : part;

		if (next == part)
			return;
		header->next = at = next;
	}
}

void opreport_header_deinit(struct opreport_header *header)
{
	free(header->events);
	*header = (struct opreport_header) { 0 };
}
