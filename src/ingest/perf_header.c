// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The lines that perf report and perf top print above their tables.
 *
 *	# Samples: 1121655736712				2.6.33: the event count
 *	# Events: 31K cycles					2.6.36
 *	# Samples: 558  of event 'cycles'			3.3 and later
 *	# Samples: 471  of events 'anon group { a, b }'
 *	# Event count (approx.): 458017341
 *	Samples: 2K of event 'cycles', 4000 Hz, Event count (approx.): 99 lost: 0/0 drop: 0/0
 *	PerfTop: 99 irqs/sec  kernel:99.8%  exact: 99.8% [4000Hz cycles],  (all, 8 CPUs)
 */
#include "ingest/perf_header.h"

#include <stdlib.h>
#include <string.h>

#include "support/memory.h"

static struct slice behind_comment(struct slice line)
{
	size_t mark = perf_comment_mark(line);

	return slice_trim((struct slice) { line.at + mark, line.len - mark });
}

bool perf_header_is_new_recording(struct slice line)
{
	line = behind_comment(line);
	return slice_starts(line, "========") || slice_starts(line, "To display the perf.data") ||
	       slice_starts(line, "Total Lost Samples:");
}

static bool is_samples_line(struct slice text)
{
	struct slice rest = text;
	struct decimal number;

	if (slice_starts(text, "Events:")) { /* "Events: 31K cycles" */
		rest.at += 7, rest.len -= 7;
		rest = slice_word(&rest);
		return rest.len && char_is_digit(rest.at[0]);
	}
	if (!slice_starts(text, "Samples:"))
		return false;
	rest.at += 8, rest.len -= 8;

	struct slice word = slice_word(&rest);

	return word.len && char_is_digit(word.at[0]) &&
	       (slice_starts(slice_trim(rest), "of event") ||
		(!slice_trim(rest).len && slice_decimal(word, &number)));
}

bool perf_header_starts(struct slice line)
{
	struct slice text = behind_comment(line);

	if (!text.len || !strchr("=TSEP", text.at[0]))
		return false;
	return perf_header_is_new_recording(line) || is_samples_line(text) ||
	       slice_starts(text, "PerfTop:");
}

static void add_event(struct perf_header *header, struct slice name)
{
	name = slice_trim(name);
	if (name.len && header->event_count < PERF_GROUP_MAX)
		header->events[header->event_count++] = name;
}

/* "anon group { cycles, instructions }", or "cycles, instructions": joined with comma and blank. */
static void add_events(struct perf_header *header, struct slice name)
{
	const char *open = memchr(name.at, '{', name.len);
	struct slice rest = name, after;

	header->event_count = 0;
	if (open && name.at[name.len - 1] == '}')
		rest = (struct slice) { open + 1, name.len - (size_t)(open + 1 - name.at) - 1 };
	while (slice_after(rest, ", ", &after)) {
		add_event(header, (struct slice) { rest.at, (size_t)(after.at - rest.at) - 2 });
		rest = after;
	}
	add_event(header, rest);
}

/* Between quotes; an event's own name may hold none. */
static struct slice quoted(struct slice text)
{
	const char *open = memchr(text.at, '\'', text.len), *close;
	size_t left;

	if (!open)
		return (struct slice) { text.at, 0 };
	left = text.len - (size_t)(open + 1 - text.at);
	close = memchr(open + 1, '\'', left);
	return (struct slice) { open + 1, close ? (size_t)(close - open - 1) : left };
}

static void read_samples(struct perf_header *header, struct slice text)
{
	struct slice rest, word, name;
	struct decimal number;

	slice_after(text, ":", &rest);
	word = slice_word(&rest);

	bool exact = slice_decimal(word, &number) && !number.has_point;

	header->samples = 0;
	if (slice_starts(text, "Events:")) {
		header->samples = exact ? number.whole : 0;
		add_events(header, slice_word(&rest));
		return;
	}
	if (!slice_after(rest, "of event", &rest)) { /* 2.6.33 */
		header->amount = exact ? number.whole : 0;
		return;
	}
	header->samples = exact ? number.whole : 0;
	name = quoted(rest);
	if (!name.len) {
		word = slice_word(&rest);
		name = slice_equals(word, "s") ? slice_trim(rest) : word;
	}
	if (name.len)
		add_events(header, name);
	if (slice_after(rest, " Hz", &word)) {
		const char *digit = word.at - 3;

		while (digit > rest.at && char_is_digit(digit[-1]))
			digit--;
		header->frequency = strtoull(digit, NULL, 10);
	}
}

static void read_number(struct slice text, const char *what, uint64_t *value)
{
	struct slice rest;
	struct decimal number;

	if (slice_after(text, what, &rest) && slice_decimal(slice_word(&rest), &number))
		*value = number.whole;
}

/* [4000Hz cycles]: how often, and what. */
static void read_perf_top(struct perf_header *header, struct slice text)
{
	const char *open = memchr(text.at, '[', text.len);
	const char *close = open ? memchr(open, ']', text.len - (size_t)(open - text.at)) : NULL;
	struct slice inner, word, last = { NULL, 0 };

	if (!close)
		return;
	inner = (struct slice) { open + 1, (size_t)(close - open - 1) };
	while ((word = slice_word(&inner)).len) {
		if (char_is_digit(word.at[0]) && word.len > 2 &&
		    !memcmp(word.at + word.len - 2, "Hz", 2))
			header->frequency = strtoull(word.at, NULL, 10);
		last = word;
	}
	header->event_count = 0;
	if (last.len && !char_is_digit(last.at[0]))
		add_event(header, last);
}

/* Lines that say nothing: other comments, the rule of perf top. */
static bool is_comment(struct slice line)
{
	line = slice_trim(line);
	if (slice_starts(line, "---") && line.at[line.len - 1] == '-')
		return true;
	return perf_comment_mark(line);
}

bool perf_header_line(struct perf_header *header, struct slice line)
{
	struct slice text = behind_comment(line);

	if (is_samples_line(text))
		read_samples(header, text);
	else if (slice_starts(text, "PerfTop:"))
		read_perf_top(header, text);
	else if (!is_comment(line))
		return false;
	read_number(text, "(approx.):", &header->amount);
	read_number(text, "Total Lost Samples:", &header->lost);
	return true;
}

static bool value_of(struct slice text, const char *key, struct slice *value)
{
	struct slice rest;

	if (!slice_starts(text, key))
		return false;
	rest = slice_trim((struct slice) { text.at + strlen(key), text.len - strlen(key) });
	if (!rest.len || rest.at[0] != ':')
		return false;
	*value = slice_trim((struct slice) { rest.at + 1, rest.len - 1 });
	return true;
}

static void read_recording_text(struct profile *profile, struct slice text)
{
	struct recording *r = &profile->recording;
	const struct {
		const char *key;
		uint32_t *name;
	} fields[] = {
		{ "hostname", &r->hostname },
		{ "os release", &r->os_release },
		{ "arch", &r->arch },
		{ "cpudesc", &r->cpu_model },
		{ "cmdline", &r->command_line },
	};

	for (size_t i = 0; i < ARRAY_SIZE(fields); i++) {
		struct slice value;

		if (value_of(text, fields[i].key, &value) && value.len)
			*fields[i].name = names_intern(&profile->names, value.at, value.len);
	}
}

void perf_header_recording(const struct text *text, size_t from, size_t to, struct profile *profile)
{
	struct recording *r = &profile->recording;

	for (size_t i = from; i < to; i++) {
		struct slice line = behind_comment(text_slice(text, i)), value, rest;
		struct decimal number;

		read_recording_text(profile, line);
		if (value_of(line, "nrcpus online", &value) && slice_decimal(value, &number))
			r->cpus_online = (uint32_t)number.whole;
		if (value_of(line, "nrcpus avail", &value) && slice_decimal(value, &number))
			r->cpus_available = (uint32_t)number.whole;
		if (value_of(line, "sibling threads", &value) && value.len && r->smt != SMT_ON)
			r->smt =
				memchr(value.at, '-', value.len) || memchr(value.at, ',', value.len)
					? SMT_ON
					: SMT_OFF;
		if (value_of(line, "sample duration", &value) &&
		    slice_decimal(slice_word(&value), &number))
			r->duration_seconds = number.value / 1000; /* printed in ms */
		if (value_of(line, "cmdline", &value))
			while ((rest = slice_word(&value)).len && !slice_equals(rest, "--"))
				r->system_wide |= slice_equals(rest, "-a") ||
						  slice_equals(rest, "--all-cpus");
	}
}
