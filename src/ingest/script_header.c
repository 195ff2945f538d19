// SPDX-License-Identifier: GPL-2.0-or-later
/* The line that starts a sample of perf script text. See script_line.h. */
#include "ingest/script_line.h"

#include <ctype.h>
#include <string.h>

#include "ingest/script_scan.h"

/* Where in a line the time, or without one the event, is looked for: a command is short. */
enum { HEADER_REACH = 512 };

/* Decimal digits; false if there are none, or more than fit. */
static bool read_number(const char **at, const char *end, uint64_t *number)
{
	const char *c = *at;
	uint64_t value = 0;

	for (; c < end && char_is_digit(*c); c++)
		if (__builtin_mul_overflow(value, 10, &value) ||
		    __builtin_add_overflow(value, (uint64_t)(*c - '0'), &value))
			return false;
	if (c == *at)
		return false;
	*at = c;
	*number = value;
	return true;
}

/* ---- what stands before the time: comm, pid/tid, [cpu], misc ---- */

/* The last token before @end; empty if there is none. */
static struct slice last_token(const char *begin, const char *end)
{
	end = trim_end(begin, end);

	const char *at = end;

	while (at > begin && !char_is_blank(at[-1]))
		at--;
	return (struct slice) { at, end - at };
}

/* [007] */
static bool read_cpu(struct slice token, struct script_header *header)
{
	const char *at = token.at + 1;
	uint64_t cpu;

	if (token.len < 3 || token.at[0] != '[' || token.at[token.len - 1] != ']' ||
	    !read_number(&at, token.at + token.len - 1, &cpu) || at != token.at + token.len - 1 ||
	    cpu > INT32_MAX)
		return false;
	header->cpu = (int64_t)cpu;
	header->has_cpu = true;
	return true;
}

static bool read_id(const char **at, const char *end, int64_t *id)
{
	bool negative = *at < end && **at == '-'; /* -1: perf lost track of the thread */
	uint64_t number;

	*at += negative;
	if (!read_number(at, end, &number) || number > INT32_MAX || (negative && number != 1))
		return false;
	*id = negative ? -(int64_t)number : (int64_t)number;
	return true;
}

/* 1234, or 1234/1235. perf script prints the thread's id if it prints only one. */
static bool read_pid(struct slice token, struct script_header *header)
{
	const char *at = token.at, *end = token.at + token.len;
	int64_t first;

	if (!read_id(&at, end, &first))
		return false;
	if (at == end) {
		header->tid = first;
		header->has_tid = true;
		return true;
	}
	if (*at++ != '/' || !read_id(&at, end, &header->tid) || at != end)
		return false;
	header->pid = first;
	header->has_pid = header->has_tid = true;
	return true;
}

/* What -F +misc ("U", "K", "Sp") and +tod ("2026-11-30 09:27:08.461428") put before the time. */
static bool is_misc(struct slice token)
{
	if (!token.len)
		return false;
	if (token.len <= 4 && isupper((unsigned char)token.at[0]) &&
	    !memchr(token.at, '[', token.len))
		return true;
	return token.len >= 10 && char_is_digit(token.at[0]) &&
	       ((token.at[4] == '-' && token.at[7] == '-') ||
		(token.at[2] == ':' && token.at[5] == ':'));
}

/* perf script -L prints the CPU as a bare number of width 3; a pid is at least 5 wide. */
static bool is_bare_cpu(const char *begin, struct slice token)
{
	return token.len <= 2 && token.at - begin >= 8 && char_is_digit(token.at[0]) &&
	       token.at[-1] == ' ' && (token.len == 2 || token.at[-2] == ' ') &&
	       char_is_digit(token.at[token.len == 2 ? -2 : -3]);
}

static void read_left(const char *begin, const char *end, struct script_header *header)
{
	struct slice token = last_token(begin, end);
	const char *comm_end = end; /* unless ids are found */

	while (is_misc(token) && token.at > begin)
		token = last_token(begin, token.at);
	if (read_cpu(token, header)) {
		token = last_token(begin, token.at);
	} else if (is_bare_cpu(begin, token)) {
		const char *at = token.at;
		uint64_t cpu = 0;

		read_number(&at, token.at + token.len, &cpu);
		header->cpu = (int64_t)cpu;
		header->has_cpu = true;
		token = last_token(begin, token.at);
	}
	if (read_pid(token, header))
		comm_end = token.at;
	else if (header->has_cpu)
		comm_end = token.at + token.len;
	begin = skip_blanks(begin, comm_end);
	end = trim_end(begin, comm_end);
	header->comm = (struct slice) { begin, end - begin };
}

/* ---- what stands after the time: period, event, the rest ---- */

/* The end of an event's name: the first colon that a blank or the line's end follows. */
static const char *find_event_end(const char *at, const char *end)
{
	const char *reach = end - at > HEADER_REACH ? at + HEADER_REACH : end;

	for (const char *c = at; (c = memchr(c, ':', reach - c)); c++)
		if (c + 1 == end || char_is_blank(c[1]) || c[1] == '\r')
			return c;
	return NULL;
}

static void read_right(const char *at, const char *end, struct script_header *header)
{
	const char *token = skip_blanks(at, end);
	const char *stop = skip_token(token, end);

	if (is_padded_address(at, token, end)) {
		header->tail = (struct slice) { at, end - at };
		return;
	}
	if (is_number(token, stop)) {
		header->has_period = read_number(&token, stop, &header->period);
		at = stop;
		token = skip_blanks(at, end);
	}

	const char *colon = is_padded_address(at, token, end) ? NULL : find_event_end(token, end);

	if (colon && colon > token) {
		header->event = (struct slice) { token, colon - token };
		at = colon + 1;
	}
	header->tail = (struct slice) { at, end - at };
}

/* ---- lines with a time ---- */

/*
 * "1691.850654:" before @colon, a blank or the line's start before it; with
 * --ns there are 9 digits. Returns where it starts, or NULL.
 */
static const char *read_time(const char *line, const char *colon, uint64_t *time_ns)
{
	const char *at = colon;
	uint64_t unit = 1000000000, fraction = 0, seconds;

	while (at > line && char_is_digit(at[-1]))
		at--;
	if ((colon - at != 6 && colon - at != 9) || at == line || at[-1] != '.')
		return NULL;
	for (const char *c = at; c < colon; c++)
		fraction += (uint64_t)(*c - '0') * (unit /= 10);

	const char *point = --at;

	while (at > line && char_is_digit(at[-1]))
		at--;
	if (at == point || (at > line && !char_is_blank(at[-1])))
		return NULL;

	const char *digits = at;

	if (!read_number(&digits, point, &seconds) || seconds > UINT64_MAX / 1000000000 - 1)
		return NULL;
	*time_ns = seconds * 1000000000 + fraction;
	return at;
}

/* A command may look like a time: the first time that has a pid before it is the right one. */
static bool read_timed(const char *line, const char *end, struct script_header *header)
{
	struct script_header first = { .has_time = false };
	const char *reach = end - line > HEADER_REACH ? line + HEADER_REACH : end;

	for (const char *colon = line; (colon = memchr(colon, ':', reach - colon)); colon++) {
		if (colon + 1 < end && !char_is_blank(colon[1]) && colon[1] != '\r')
			continue;

		const char *time = read_time(line, colon, &header->time_ns);

		if (!time)
			continue;
		header->has_time = true;
		read_left(line, time, header);
		read_right(colon + 1, end, header);
		if (header->has_tid)
			return true;
		if (!first.has_time)
			first = *header;
	}
	*header = first;
	return first.has_time;
}

/* ---- lines without a time ---- */

/* Where the blanks before @at begin. */
static const char *blanks_before(const char *line, const char *at)
{
	while (at > line && at[-1] == ' ')
		at--;
	return at;
}

/* How wide the column is that a number fills, without the blank that parts it from the last. */
static ptrdiff_t column_width(const char *line, const char *at, const char *end)
{
	const char *begin = blanks_before(line, at);

	return end - begin - (begin > line);
}

/* One blank between numbers: columns were squeezed. */
static bool follows_number(const char *line, const char *at)
{
	if (at - line < 2 || at[-1] != ' ')
		return false;
	for (at -= 2; at > line && char_is_digit(*at); at--)
		;
	return char_is_blank(*at) && char_is_digit(at[1]);
}

/* perf prints a pid at least 5 wide, a period at least 10. */
enum { PID_WIDTH = 5, PERIOD_WIDTH = 10 };

/*
 * Try to read "[pid] [cpu] [period] [event:] rest" from @at on. Where nothing
 * else tells a pid from a period, columns do.
 */
static bool try_untimed(const char *line, const char *at, const char *end, bool columns,
			struct script_header *header)
{
	const char *rest = at; /* what is not read yet, with its blanks */
	const char *stop = skip_token(at, end);

	if (read_pid((struct slice) { at, stop - at }, header)) {
		ptrdiff_t width = column_width(line, at, stop);
		bool fits = !columns || (width >= PID_WIDTH && !follows_number(line, at));

		if (header->has_pid || (width < PERIOD_WIDTH && fits))
			rest = stop;
		else if (width >= PERIOD_WIDTH)
			header->has_tid = false;
		else
			return false;
	}
	at = skip_blanks(rest, end);
	stop = skip_token(at, end);
	if (read_cpu((struct slice) { at, stop - at }, header)) {
		rest = stop;
		at = skip_blanks(rest, end);
		stop = skip_token(at, end);
	}
	if (is_number(at, stop) && (!columns || column_width(line, at, stop) >= PERIOD_WIDTH) &&
	    !is_padded_address(blanks_before(line, at), at, end)) {
		rest = stop;
		header->has_period = read_number(&at, stop, &header->period);
		at = skip_blanks(rest, end);
		stop = skip_token(at, end);
	}

	const char *colon = find_event_end(at, stop);

	if (colon && colon > at && !char_is_digit(*at)) { /* no event begins with one; a comm may */
		header->event = (struct slice) { at, colon - at };
		rest = colon + 1;
	}
	header->tail = (struct slice) { rest, end - rest };
	if (header->has_tid || header->has_period)
		return header->event.len || columns;
	return header->event.len && !(columns && follows_number(line, at));
}

/* With a comm before an address and nothing between them. */
static bool read_bare(const char *line, const char *end, struct script_header *header)
{
	for (const char *at = skip_blanks(line, end); at < end;
	     at = skip_blanks(skip_token(at, end), end)) {
		const char *begin = blanks_before(line, at);

		if (is_padded_address(begin, at, end) &&
		    (begin > line || skip_token(at, end) - line == ADDRESS_WIDTH)) {
			const char *comm = skip_blanks(line, begin);

			header->comm = (struct slice) { comm, begin - comm };
			header->tail = (struct slice) { begin, end - begin };
			return true;
		}
	}
	return false;
}

static bool read_untimed(const char *line, const char *end, struct script_header *header)
{
	const char *reach = end - line > HEADER_REACH ? line + HEADER_REACH : end;

	/* First as perf aligns it, then as mail may have squeezed it. */
	for (int columns = 1; columns >= 0; columns--) {
		for (const char *at = skip_blanks(line, reach); at < reach;
		     at = skip_blanks(skip_token(at, reach), reach)) {
			struct script_header found = { 0 };

			if (!try_untimed(line, at, end, columns, &found))
				continue;

			const char *comm = skip_blanks(line, at);

			*header = found;
			header->comm = (struct slice) { comm, trim_end(comm, at) - comm };
			return true;
		}
		if (columns && read_bare(line, end, header))
			return true;
	}
	return false;
}

bool script_read_header(const struct script_layout *layout, const char *line, size_t len,
			struct script_header *header)
{
	static const char side_band[] = "PERF_RECORD_", metric[] = "metric";
	const char *end = trim_end(line, line + len);

	memset(header, 0, sizeof(*header));
	if (layout->timed ? !read_timed(line, end, header) : !read_untimed(line, end, header))
		return false;

	const char *right = header->event.at ? header->event.at : header->tail.at;

	right = skip_blanks(right, end);
	if (end - right >= (ptrdiff_t)strlen(side_band) &&
	    !memcmp(right, side_band, strlen(side_band))) {
		header->is_side_band = true;
		header->tail = (struct slice) { right, end - right };
	}
	if (header->event.len == strlen(metric) &&
	    !memcmp(header->event.at, metric, strlen(metric)))
		header->is_side_band = true;
	return true;
}
