// SPDX-License-Identifier: GPL-2.0-or-later
/* What the first lines of perf script text say about the rest. See script_line.h. */
#include "ingest/script_line.h"

#include <string.h>

enum {
	LEARN_LINES = 256,	  /* that are no comments: perf's header may be long */
	LEARN_LINE_MAX = 1 << 16, /* no line of perf is longer */
	COMM_WIDTH = 16,	  /* of the column; a command has at most 15 characters */
	UNTIMED_MAX = 512,	  /* no symbol is longer, unless a time says that it is perf's */
};

struct lines {
	const char *at, *end;
};

/* The next line, without its end. False at the end of the text; a last line may lack its end. */
static bool next_line(struct lines *lines, struct slice *line)
{
	if (lines->at >= lines->end)
		return false;

	const char *stop = memchr(lines->at, '\n', lines->end - lines->at);
	const char *end = stop ? stop : lines->end;

	*line = (struct slice) { lines->at, end - lines->at };
	lines->at = stop ? stop + 1 : lines->end;
	return true;
}

static bool is_comment(struct slice line)
{
	return line.len && line.at[0] == '#' && (line.len == 1 || strchr(" \t\r", line.at[1]));
}

static bool is_empty(struct slice line)
{
	return !line.len || (line.len == 1 && line.at[0] == '\r');
}

/* Lines of a Macintosh, or no-break spaces in UTF-8 or Latin-1. */
static bool is_damaged(struct slice line)
{
	const char *end = line.at + line.len;

	if (memchr(line.at, '\r', line.len - 1))
		return true;
	for (const char *c = line.at; (c = memchr(c, '\xA0', end - c)); c++)
		if (c == line.at || !(c[-1] & 0x80) || c[-1] == '\xC2')
			return true;
	return false;
}

/* As perf aligns it: a TAB, and the address right in 16 columns. Other tables start with tabs too. */
static bool is_frame(struct slice line)
{
	struct script_place place;
	size_t at = 1;

	if (!line.len || line.at[0] != '\t')
		return false;
	while (at < line.len && line.at[at] == ' ')
		at++;
	while (at < line.len && !strchr(" \t\r", line.at[at]))
		at++;
	return at == 17 && script_read_frame(line.at, line.len, &place);
}

/* Paths start with a slash, the rest is in brackets: ([kernel.kallsyms]). */
static bool names_dso(struct slice line)
{
	return memmem(line.at, line.len, " (/", 3) || memmem(line.at, line.len, " ([", 3) ||
	       memmem(line.at, line.len, "\t(/", 3) || memmem(line.at, line.len, " (inlined)", 10);
}

/* The line after this one, as it will be read next. */
static bool frame_follows(struct lines lines)
{
	struct slice line;

	return next_line(&lines, &line) && is_frame(line);
}

static void find_layout(struct lines lines, struct script_layout *layout)
{
	size_t with_dso = 0, without = 0, seen = 0;
	struct slice line;

	*layout = (struct script_layout) { 0 };
	while (seen < LEARN_LINES && next_line(&lines, &line)) {
		static const struct script_layout timed = { .timed = true };
		struct script_header header;

		if (is_empty(line) || is_comment(line) || line.len > LEARN_LINE_MAX)
			continue;
		if (is_frame(line)) {
			*(names_dso(line) ? &with_dso : &without) += 1;
			seen++;
			continue;
		}
		if (script_read_header(&timed, line.at, line.len, &header)) {
			layout->timed = layout->headed = true;
			if (header.is_side_band)
				continue;
		} else if (!script_is_extra(line.at, line.len)) {
			layout->headed = true;
		}
		seen++;
		if (!frame_follows(lines) && names_dso(line))
			with_dso++;
	}
	layout->has_dso = with_dso && with_dso >= without;
}

/*
 * Is this a sample on one line, as perf prints it? Not behind a quotation mark,
 * nor as a browser may leave it.
 * Without times, columns have to be right: other tables have addresses too.
 */
static bool is_line_of_perf(const struct script_layout *layout, const char *line,
			    const struct script_header *header, const struct script_place *place)
{
	struct slice comm = header->comm, text = place->text;

	if (comm.len && comm.at != line && comm.at + comm.len - line > COMM_WIDTH)
		return false;
	if (memmem(text.at, text.len, "<br", 3))
		return false;
	if (layout->timed)
		return comm.len <= COMM_WIDTH;
	return place->is_aligned && comm.len < COMM_WIDTH && text.len <= UNTIMED_MAX &&
	       !strchr("0123456789:+-", text.at[0]);
}

static bool is_sample(const struct script_layout *layout, const char *line,
		      const struct script_header *header, struct lines rest)
{
	struct script_place place;

	if (frame_follows(rest))
		return true;
	if (script_read_tail(layout, header->tail, &place))
		return is_line_of_perf(layout, line, header, &place);
	return header->has_time && header->event.len;
}

static bool is_headless_sample(const struct script_layout *layout, struct slice before)
{
	return !layout->headed && is_empty(before);
}

struct script_survey script_learn(const char *data, size_t len, struct script_layout *layout)
{
	struct lines lines = { data, data + len };
	struct script_survey survey = { 0 };
	struct slice line, before = { 0 };
	bool in_frames = false;
	size_t seen = 0;

	find_layout(lines, layout);
	for (; seen < LEARN_LINES && next_line(&lines, &line); before = line) {
		struct script_header header;

		if (is_comment(line)) {
			survey.comments++;
			continue;
		}
		if (is_empty(line)) {
			in_frames = false;
			continue;
		}
		seen++;
		if (line.len > LEARN_LINE_MAX || is_damaged(line)) {
			survey.others++;
		} else if (is_frame(line)) {
			survey.frames++;
			survey.samples += is_headless_sample(layout, before);
			in_frames = true;
		} else if (script_read_header(layout, line.at, line.len, &header)) {
			if (header.is_side_band)
				survey.side_band++, seen--;
			else if (is_sample(layout, line.at, &header, lines))
				survey.samples++;
			else
				survey.others++;
		} else if (frame_follows(lines) && !layout->timed) {
			survey.samples++; /* nothing but a comm */
		} else if (!script_is_extra(line.at, line.len) &&
			   !(in_frames && line.at[0] == ' ')) {
			survey.others++;
		}
	}
	return survey;
}
