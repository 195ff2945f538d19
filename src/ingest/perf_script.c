// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf script text, read in one pass over the mapped bytes: header lines one
 * by one, the frames below a header as one block (see script_blocks.h).
 */
#include "ingest/perf_script.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ingest/perf_columns.h"
#include "ingest/script_samples.h"
#include "support/error.h"

enum { HEADER_LENGTH_MAX = 1 << 16 };

struct reader {
	const char *data, *end;
	struct script_layout layout;
	struct script_samples samples;
	uint64_t sample_count;
	bool after_sample; /* the line before ended one */
	bool only_times;   /* a first pass, for slices of time */
	uint64_t first_ns, last_ns;
	struct progress progress;
};

/* ---- the lines of one sample ---- */

/* After frames, perf prints further fields a line each, and a blank line before a header. */
static bool is_next_header(const struct reader *reader, const char *line, const char *stop)
{
	struct script_header header;

	return reader->layout.timed &&
	       script_read_header(&reader->layout, line, stop - line, &header);
}

/*
 * The frames that begin at @at: up to the last line that is one. *@next is
 * the line after the block, with what else belongs to the sample.
 */
static struct slice find_frames(const struct reader *reader, const char *at, const char **next)
{
	const char *line = at, *frames_end = at, *end = reader->end;

	while (line < end && (*line == '\t' || *line == ' ')) {
		const char *stop = memchr(line, '\n', end - line);

		while (stop && stop + 1 < end && stop[1] != '\t' && stop[1] != '\n' &&
		       script_frame_goes_on(&reader->layout, line, stop, end))
			stop = memchr(stop + 1, '\n', end - stop - 1);
		stop = stop ? stop : end;
		if (*line == '\t')
			frames_end = stop;
		else if (is_next_header(reader, line, stop))
			break;
		line = stop < end ? stop + 1 : end;
	}
	*next = line;
	return (struct slice) { at, frames_end - at };
}

static void note_time(struct reader *reader, uint64_t time_ns)
{
	if (time_ns < reader->first_ns)
		reader->first_ns = time_ns;
	if (time_ns > reader->last_ns)
		reader->last_ns = time_ns;
}

static const char *read_sample(struct reader *reader, const struct script_header *header,
			       const char *next)
{
	struct slice frames = { next, 0 };
	struct script_place place;

	reader->sample_count++;
	if (next < reader->end && *next == '\t')
		frames = find_frames(reader, next, &next);
	if (reader->only_times) {
		if (header->has_time)
			note_time(reader, header->time_ns);
		return next;
	}
	if (!script_samples_want(&reader->samples, header))
		return next;
	if (frames.len)
		script_samples_add_frames(&reader->samples, header, frames);
	else if (script_read_tail(&reader->layout, header->tail, &place))
		script_samples_add_place(&reader->samples, header, &place);
	else
		script_samples_add_nowhere(&reader->samples, header);
	return next;
}

/* ---- the lines of a text ---- */

static bool is_comment(const char *at, const char *stop)
{
	return *at == '#' && (stop - at == 1 || at[1] == ' ' || at[1] == '\t' || at[1] == '\r');
}

static bool is_frame_line(const struct reader *reader, const char *at)
{
	struct script_place place;
	const char *stop;

	if (at >= reader->end || *at != '\t')
		return false;
	stop = memchr(at, '\n', reader->end - at);
	return script_read_frame(at, (stop ? stop : reader->end) - at, &place);
}

static bool read_header(const struct reader *reader, const char *at, const char *stop,
			struct script_header *header)
{
	if (stop - at > HEADER_LENGTH_MAX)
		return false;
	if (script_read_header(&reader->layout, at, stop - at, header))
		return true;
	if (reader->layout.timed || !is_frame_line(reader, stop + 1))
		return false;
	/* Nothing but a command may be left of a header: -F comm,ip,sym. */
	*header = (struct script_header) { .comm = { at, stop - at } };
	return true;
}

static const char *read_item(struct reader *reader, const char *at)
{
	struct script_header header = { .has_time = false };
	const char *stop = memchr(at, '\n', reader->end - at);
	const char *next = stop ? stop + 1 : reader->end;

	stop = stop ? stop : reader->end;
	if (stop == at || (stop == at + 1 && *at == '\r'))
		return next;
	if (is_comment(at, stop)) {
		script_samples_comment(&reader->samples, (struct slice) { at, stop - at });
		return next;
	}
	if (*at == '\t' && !reader->layout.headed)
		return read_sample(reader, &header, at);
	if (*at != '\t' && read_header(reader, at, stop, &header)) {
		if (!header.is_side_band)
			return read_sample(reader, &header, next);
		if (!reader->only_times)
			script_samples_side_band(&reader->samples, header.tail);
		return next;
	}
	if (!reader->only_times && !(reader->after_sample && script_is_extra(at, stop - at)))
		script_samples_other(&reader->samples, at);
	return next;
}

static void read_items(struct reader *reader)
{
	for (const char *at = reader->data; at < reader->end;) {
		uint64_t samples = reader->sample_count;

		at = read_item(reader, at);
		progress_at(&reader->progress, at - reader->data);
		reader->after_sample = reader->sample_count > samples;
	}
}

static uint64_t line_number(const char *data, const char *line)
{
	uint64_t number = 1;

	for (; (data = memchr(data, '\n', line - data)); data++)
		number++;
	return number;
}

void perf_script_warn(struct profile *profile, const struct script_others *others)
{
	if (others->count)
		profile_warn(profile,
			     "%" PRIu64
			     " lines could not be read as perf script text; the first is "
			     "line %" PRIu64,
			     others->count, others->first_line);
}

/* @is_whole: a file as it is; else what was gathered from a text as looking like samples. */
static int read_bytes(const char *data, size_t len, const struct ingest_options *options,
		      bool is_whole, struct profile *profile, struct script_others *others,
		      struct symdiff_error *err)
{
	struct reader reader = { .data = data,
				 .end = data + len,
				 .first_ns = UINT64_MAX,
				 .progress = ingest_progress(options, len) };

	struct script_survey survey = script_learn(data, len, &reader.layout);

	if (!survey.samples && !survey.side_band)
		return symdiff_fail(err, SYMDIFF_ERR_FORMAT, -1,
				    "no sample of perf script in the first lines");
	/* Words and numbers of another table may pass for a command and a process. */
	if (is_whole && !survey.frames && survey.others * 2 > survey.samples)
		return symdiff_fail(err, SYMDIFF_ERR_FORMAT, -1,
				    "perf script was expected, and too many of the first lines are "
				    "something else");
	if (script_samples_init(&reader.samples, profile, &reader.layout, options, err))
		return -1;
	if (filter_needs_span(&reader.samples.filter)) {
		reader.only_times = true;
		read_items(&reader);
		reader.only_times = false;
		filter_set_span(&reader.samples.filter, reader.first_ns, reader.last_ns);
	}
	read_items(&reader);
	*others = (struct script_others) { .count = reader.samples.others };
	if (others->count)
		others->first_line = line_number(data, reader.samples.first_other);
	script_samples_finish(&reader.samples);
	return 0;
}

int perf_script_read_bytes(const char *data, size_t len, const struct ingest_options *options,
			   struct profile *profile, struct script_others *others,
			   struct symdiff_error *err)
{
	return read_bytes(data, len, options, false, profile, others, err);
}

/* ---- the format ---- */

/* Rows of perf report may look like samples, but have a title: "# Overhead  Command  Symbol". */
static bool has_title(const char *head, size_t len)
{
	while (len) {
		const char *newline = memchr(head, '\n', len);
		struct slice line = { head, newline ? (size_t)(newline - head) : len };
		struct perf_columns columns;

		if (head[0] == '#' && perf_columns_read(&columns, line, (struct slice) { "", 0 }))
			return true;
		len -= newline ? line.len + 1 : len;
		head = newline ? newline + 1 : head;
	}
	return false;
}

/*
 * Most lines have to fit. perf's own header may fill all of @head: then the
 * samples, if any, come later.
 */
static bool probe(const char *head, size_t len)
{
	static const char perf_header[] = "# ========\n";
	struct script_layout layout;
	struct script_survey survey;
	const char *last = len == INGEST_HEAD ? memrchr(head, '\n', len) : NULL;

	if (last) /* the line after it is cut */
		len = last + 1 - head;
	survey = script_learn(head, len, &layout);
	if (survey.samples && has_title(head, len))
		return false;
	if (survey.samples)
		return survey.others <= survey.samples / 4;
	if (survey.frames || survey.others)
		return false;
	return survey.side_band ||
	       (len > strlen(perf_header) && !memcmp(head, perf_header, strlen(perf_header)));
}

enum { TEXT_MAX = 64 << 20 }; /* beyond it, no text is looked at as a mail might be */

/*
 * A text that does not fit throughout is a mail that begins with samples: it
 * may hold other profiles, quotations and broken lines.
 */
static int try_as_text(struct input *in, const struct ingest_options *options, struct document *doc)
{
	struct document found = { 0 };

	if (text_format.read(in, options, &found, NULL)) {
		document_deinit(&found);
		return -1;
	}
	document_deinit(doc);
	*doc = found;
	return 0;
}

static int read_perf_script(struct input *in, const struct ingest_options *options,
			    struct document *doc, struct symdiff_error *err)
{
	const char *data = (const char *)in->data;
	struct profile *profile = document_add(doc, perf_script_format.name);
	struct symdiff_error own = { 0 };
	struct script_others others = { 0 };
	int ret = read_bytes(data, in->size, options, true, profile, &others, &own);
	bool fits = ret ? own.code != SYMDIFF_ERR_FORMAT : !others.count;

	if (!fits && in->size <= TEXT_MAX && !try_as_text(in, options, doc))
		return 0;
	if (ret)
		return symdiff_fail(err, own.code, own.position, "%s", own.message);
	perf_script_warn(profile, &others);
	return 0;
}

const struct format_ops perf_script_format = {
	.name = "perf-script",
	.what = "perf script text, with or without callchains",
	.probe = probe,
	.read = read_perf_script,
};
