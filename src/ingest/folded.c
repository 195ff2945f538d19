// SPDX-License-Identifier: GPL-2.0-or-later
#include "ingest/folded.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ingest/filter.h"
#include "ingest/line_mark.h"
#include "support/error.h"
#include "support/memory.h"

enum {
	SURVEY_LINES = 1000,
	REAL_SCALE = 1000000, /* of counts with a decimal point */
	PERIOD_MIN = 1000,    /* counts that are multiples of so much are periods */
};

/* ---- lines ---- */

/* Take the last word of @text, if it is a number; a comma in one could mean anything. */
static bool take_count(struct slice *text, struct decimal *count)
{
	struct slice word;
	size_t at;

	*text = slice_trim(*text);
	for (at = text->len; at > 0 && !char_is_blank(text->at[at - 1]); at--)
		;
	if (!at)
		return false;
	word = (struct slice) { text->at + at, text->len - at };
	text->len = at;
	return slice_decimal(word, count) && !count->is_percent && word.at[0] != '+' &&
	       !memchr(word.at, ',', word.len);
}

bool folded_read_line(struct slice text, int sides, struct folded_line *line)
{
	if (text.len && text.at[text.len - 1] == '\r')
		text.len--;
	for (int side = sides; side-- > 0;)
		if (!take_count(&text, &line->counts[side]))
			return false;
	line->stack = slice_trim(text);
	return line->stack.len;
}

static bool is_comment(struct slice line)
{
	return line.len && line.at[0] == '#' && (line.len == 1 || char_is_blank(line.at[1]));
}

static bool next_line(struct slice *rest, struct slice *line)
{
	const char *stop;

	if (!rest->len)
		return false;
	stop = memchr(rest->at, '\n', rest->len);
	line->at = rest->at;
	line->len = stop ? (size_t)(stop - rest->at) : rest->len;
	rest->len -= line->len + (stop != NULL);
	rest->at += line->len + (stop != NULL);
	return true;
}

/* ---- what kind of folded stacks ---- */

struct survey {
	size_t lines, folded, parted; /* parted: with a semicolon */
	size_t two;		      /* that end in two numbers */
};

/*
 * A row of a table or a sentence may end in a number and hold a semicolon, but
 * not like this; and what mail did to a text is undone elsewhere.
 */
static bool is_like_frames(struct slice line, struct slice stack)
{
	if (strchr(">|", line.at[0]) || line_mark_of(line) != MARK_NONE ||
	    memchr(stack.at, '\r', stack.len))
		return false;
	return !char_is_digit(stack.at[0]) || !memchr(stack.at, '%', stack.len);
}

static struct survey survey(const char *data, size_t len)
{
	struct slice rest = { data, len }, line;
	struct survey all = { 0 };

	while (all.lines < SURVEY_LINES && next_line(&rest, &line)) {
		struct folded_line parts;

		if (!slice_trim(line).len || is_comment(line) || slice_equals(line, "\r"))
			continue;
		all.lines++;
		if (!folded_read_line(line, 1, &parts) || !is_like_frames(line, parts.stack))
			continue;
		all.folded++;
		all.parted += memchr(parts.stack.at, ';', parts.stack.len) != NULL;
		all.two += folded_read_line(line, 2, &parts);
	}
	return all;
}

/* ---- reading ---- */

struct reader {
	struct named_stacks stacks;
	int sides;
	uint64_t scale;
	const char *data;
	uint64_t others, negative, misfits;
	const char *first_other;
	struct progress progress;
};

/* "_[k]" and its like at the end of a frame. */
static enum frame_mark take_mark(struct slice *frame)
{
	static const struct {
		const char *suffix;
		enum frame_mark mark;
	} marks[] = {
		{ "_[k]", FRAME_KERNEL },
		{ "_[i]", FRAME_INLINED },
		{ "_[j]", FRAME_JIT },
	};

	for (size_t i = 0; frame->len > 4 && i < ARRAY_SIZE(marks); i++) {
		if (memcmp(frame->at + frame->len - 4, marks[i].suffix, 4))
			continue;
		frame->len -= 4;
		return marks[i].mark;
	}
	return FRAME_PLAIN;
}

/* The semicolon that ends the frame at @at. A class of Java holds one: "LBusy;::main". */
static const char *find_separator(const char *at, const char *end)
{
	for (const char *c = at; (c = memchr(c, ';', end - c)); c++)
		if (end - c < 3 || memcmp(c + 1, "::", 2))
			return c;
	return end;
}

static void push_frames(struct reader *reader, struct slice stack)
{
	const char *end = stack.at + stack.len, *stop;

	for (const char *at = stack.at; at <= end; at = stop + 1) {
		stop = find_separator(at, end);

		struct slice frame = { at, (size_t)(stop - at) };
		enum frame_mark mark = take_mark(&frame);

		if (frame.len)
			named_stacks_push(&reader->stacks, frame, (struct slice) { "", 0 }, mark);
	}
}

/* A count in the scale of the event. False: it has a fraction and the scale is 1, or it is huge. */
static bool scale_count(const struct reader *reader, const struct decimal *count, uint64_t *scaled)
{
	double value = count->value * (double)reader->scale;

	*scaled = count->whole;
	if (reader->scale == 1)
		return count->whole < UINT64_MAX && count->value == (double)count->whole;
	*scaled = value < 1.8e19 ? (uint64_t)llround(fmin(value, 9.2e18)) : 0;
	return value < 9.2e18;
}

static bool is_real(const struct reader *reader, const struct folded_line *line)
{
	for (int side = 0; side < reader->sides; side++)
		if (line->counts[side].value != floor(line->counts[side].value))
			return true;
	return false;
}

static bool is_negative(const struct reader *reader, const struct folded_line *line)
{
	for (int side = 0; side < reader->sides; side++)
		if (line->counts[side].value < 0)
			return true;
	return false;
}

static void read_line(struct reader *reader, struct slice line, const struct folded_line *parts)
{
	uint64_t counts[SIDES] = { 0 };
	struct named_stack *stack;

	if (is_negative(reader, parts)) {
		reader->negative++;
		return;
	}
	for (int side = 0; side < reader->sides; side++) {
		if (!scale_count(reader, &parts->counts[side], &counts[side])) {
			reader->misfits++;
			return;
		}
	}
	stack = named_stacks_add(&reader->stacks);
	memcpy(stack->counts, counts, sizeof(counts));
	push_frames(reader, parts->stack);
}

/* False: a count has a fraction, and the scale is 1. */
static bool read_lines(struct reader *reader, const char *data, size_t len)
{
	struct slice rest = { data, len }, line;

	while (next_line(&rest, &line)) {
		struct folded_line parts;

		progress_at(&reader->progress, line.at - data);
		if (!slice_trim(line).len || is_comment(line) || slice_equals(line, "\r"))
			continue;
		if (!folded_read_line(line, reader->sides, &parts)) {
			if (!reader->others++)
				reader->first_other = line.at;
			continue;
		}
		if (reader->scale == 1 && is_real(reader, &parts))
			return false;
		read_line(reader, line, &parts);
	}
	return true;
}

static void filter_commands(struct named_stacks *stacks, const struct filter *filter)
{
	for (uint32_t i = 0; i < stacks->stack_count; i++)
		if (!filter_wants_comm(filter, stacks->stacks[i].comm.at ?: "",
				       stacks->stacks[i].comm.len))
			memset(stacks->stacks[i].counts, 0, sizeof(stacks->stacks[i].counts));
}

/* ---- profiles ---- */

static uint64_t gcd(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

/*
 * Counts may be samples or periods. If all are multiples of one large number
 * (10101010 ns for 99 Hz), that is a sample's period.
 */
static uint64_t find_period(const struct named_stacks *stacks)
{
	uint64_t common = 0;
	bool differ = false;

	for (uint32_t i = 0; i < stacks->stack_count; i++) {
		for (int side = 0; side < SIDES; side++) {
			uint64_t count = stacks->stacks[i].counts[side];

			differ |= count && common && count != common;
			common = gcd(common, count);
		}
	}
	return common >= PERIOD_MIN && (differ || stacks->stack_count > 2) ? common : 0;
}

static void add_profile(struct reader *reader, int side, const struct ingest_options *options,
			struct document *doc)
{
	struct profile *profile = document_add(doc, folded_format.name);
	uint32_t id = profile_event(profile, "samples", strlen("samples"));
	struct event *event = &profile->events[id];
	uint64_t period = reader->scale == 1 ? find_period(&reader->stacks) : 0;

	event->unit = period ? UNIT_PERIOD : UNIT_SAMPLES;
	event->period = period;
	event->scale = reader->scale;
	event->samples_known = reader->scale == 1;

	struct named_selection selection = { .side = side, .flat = options->flat };

	selection.counts_a_sample = period ? period : reader->scale == 1;
	reader->misfits += named_stacks_finish(&reader->stacks, &selection, profile, id);
}

static uint64_t line_number(const char *data, const char *line)
{
	uint64_t number = 1;

	for (; (data = memchr(data, '\n', line - data)); data++)
		number++;
	return number;
}

static void warn(const struct reader *reader, struct profile *profile)
{
	if (reader->others)
		profile_warn(profile,
			     "%" PRIu64
			     " lines could not be read as folded stacks; the first is line "
			     "%" PRIu64,
			     reader->others, line_number(reader->data, reader->first_other));
	if (reader->negative)
		profile_warn(profile,
			     "%" PRIu64 " stacks with a negative count were left out: this is a "
			     "difference, not a profile",
			     reader->negative);
	if (reader->misfits)
		profile_warn(profile,
			     "%" PRIu64 " stacks were left out: their counts are beyond all sums",
			     reader->misfits);
	if (reader->stacks.deep)
		profile_warn(profile, "%" PRIu64 " stacks are deeper than %d and lost their root",
			     reader->stacks.deep, NAMED_DEPTH_MAX);
}

static void add_profiles(struct reader *reader, const struct ingest_options *options,
			 const struct filter *filter, struct document *doc)
{
	named_stacks_survey(&reader->stacks);
	folded_take_commands(&reader->stacks);
	filter_commands(&reader->stacks, filter);
	for (int side = 0; side < reader->sides; side++)
		add_profile(reader, side, options, doc);
	doc->is_comparison = reader->sides == 2;
	for (int side = 0; side < reader->sides; side++)
		warn(reader, doc->profiles[doc->count - (size_t)reader->sides + (size_t)side]);
	if (filter->pids.given || filter->tids.given || filter->cpus.given || filter->times.given)
		profile_warn(
			doc->profiles[doc->count - 1],
			"folded stacks do not say process, CPU or time: those filters were not "
			"applied");
}

int folded_read_bytes(const char *data, size_t len, const struct ingest_options *options,
		      struct document *doc, uint64_t *others, struct symdiff_error *err)
{
	struct survey all = survey(data, len);
	struct reader reader = { .sides = all.folded && all.two == all.folded ? 2 : 1,
				 .scale = 1,
				 .data = data,
				 .progress = ingest_progress(options, len) };
	struct filter filter;

	if (!all.folded)
		return symdiff_fail(err, SYMDIFF_ERR_FORMAT, -1,
				    "no folded stack in the first lines");
	if (all.lines - all.folded > all.folded)
		return symdiff_fail(err, SYMDIFF_ERR_FORMAT, -1,
				    "folded stacks were expected, and most of the first lines are "
				    "something else");
	if (filter_init(&filter, options, err))
		return -1;
	if (!read_lines(&reader, data, len)) {
		named_stacks_deinit(&reader.stacks);
		reader = (struct reader) { .sides = reader.sides,
					   .scale = REAL_SCALE,
					   .data = data };
		read_lines(&reader, data, len);
	}
	*others = reader.others;
	add_profiles(&reader, options, &filter, doc);
	named_stacks_deinit(&reader.stacks);
	filter_deinit(&filter);
	return 0;
}

/* ---- the format ---- */

static bool probe(const char *head, size_t len)
{
	const char *last = len == INGEST_HEAD ? memrchr(head, '\n', len) : NULL;
	struct survey all = survey(head, last ? (size_t)(last + 1 - head) : len);

	return all.folded && all.lines - all.folded <= all.folded / 8 &&
	       all.parted * 2 >= all.folded;
}

enum { TEXT_MAX = 64 << 20 };

static int read_folded(struct input *in, const struct ingest_options *options, struct document *doc,
		       struct symdiff_error *err)
{
	struct symdiff_error own = { 0 };
	struct document found = { 0 };
	uint64_t others = 0;
	int ret = folded_read_bytes((const char *)in->data, in->size, options, doc, &others, &own);

	if ((ret ? own.code == SYMDIFF_ERR_FORMAT : others > 0) && in->size <= TEXT_MAX) {
		if (!text_format.read(in, options, &found, NULL)) {
			document_deinit(doc);
			*doc = found;
			return 0;
		}
		document_deinit(&found);
	}
	return ret ? symdiff_fail(err, own.code, own.position, "%s", own.message) : 0;
}

const struct format_ops folded_format = {
	.name = "folded",
	.what = "folded stacks (a;b;c 12), also differential (a;b;c 10 12)",
	.probe = probe,
	.read = read_folded,
};
