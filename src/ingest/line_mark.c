// SPDX-License-Identifier: GPL-2.0-or-later
#include "ingest/line_mark.h"

#include <ctype.h>

enum line_mark line_mark_of(struct slice line)
{
	size_t digits = 0;

	line = slice_trim(line);
	if (line.len > 2 && strchr("*#", line.at[0]) && char_is_blank(line.at[1]))
		return MARK_COMMENT;
	while (digits < line.len && char_is_digit(line.at[digits]))
		digits++;
	if (digits && line.len > digits + 2 && char_is_blank(line.at[digits]))
		return MARK_NUMBER;
	return MARK_NONE;
}

struct slice line_without_mark(struct slice line, enum line_mark mark)
{
	size_t at = 0;

	while (at < line.len && char_is_blank(line.at[at]))
		at++;
	if (mark == MARK_COMMENT && at < line.len && strchr("*#", line.at[at]))
		at++;
	else if (mark == MARK_NUMBER)
		while (at < line.len && char_is_digit(line.at[at]))
			at++;
	else
		return line;
	return (struct slice) { line.at + at, line.len - at };
}

bool line_is_cut_mark(struct slice line)
{
	line = slice_trim(line);
	for (size_t i = 0; i < line.len; i++)
		if (isalnum((unsigned char)line.at[i]))
			return strchr("[<(", line.at[0]) && strchr("]>)", line.at[line.len - 1]);
	return true;
}
