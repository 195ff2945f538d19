// SPDX-License-Identifier: GPL-2.0-or-later
#include "support/error.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/utf8.h"

static int fail(struct symdiff_error *err, enum symdiff_error_code code, int64_t position,
		int is_offset, const char *format, va_list args)
{
	if (!err || err->code != SYMDIFF_OK)
		return -1;
	err->code = code;
	err->position = position;
	err->is_offset = is_offset;
	vsnprintf(err->message, sizeof(err->message), format, args);
	return -1;
}

int symdiff_fail(struct symdiff_error *err, enum symdiff_error_code code, int64_t position,
		 const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fail(err, code, position, 0, format, args);
	va_end(args);
	return -1;
}

int symdiff_fail_at(struct symdiff_error *err, enum symdiff_error_code code, uint64_t offset,
		    const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fail(err, code, offset > INT64_MAX ? INT64_MAX : (int64_t)offset, 1, format, args);
	va_end(args);
	return -1;
}

void symdiff_error_source(struct symdiff_error *err, const char *source)
{
	if (err && !err->source[0])
		snprintf(err->source, sizeof(err->source), "%s", source);
}

/* A file name or symbol may hold anything: nothing of it may steer the terminal. */
static void append_escaped(char *buf, size_t size, const char *text)
{
	char *safe = utf8_printable(text);
	size_t at = strlen(buf);

	snprintf(buf + at, size - at, "%s", safe);
	free(safe);
}

const char *symdiff_error_text(const struct symdiff_error *err, char *buf, unsigned long size)
{
	char place[48] = "";

	if (!size)
		return buf;
	buf[0] = '\0';
	append_escaped(buf, size, err->source);
	if (err->position >= 0)
		snprintf(place, sizeof(place), err->is_offset ? "%soffset %" PRId64 : "%s%" PRId64,
			 err->source[0] ? ":" : "", err->position);
	append_escaped(buf, size, place);
	if (err->source[0] || place[0])
		append_escaped(buf, size, ": ");
	append_escaped(buf, size, err->message);
	return buf;
}
