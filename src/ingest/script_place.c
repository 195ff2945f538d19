// SPDX-License-Identifier: GPL-2.0-or-later
/* Addresses in perf script text and what is there. See script_line.h. */
#include "ingest/script_line.h"

#include <string.h>

#include "ingest/script_scan.h"

static bool is_kernel_address(const char *hex, const char *end)
{
	return end - hex == 16 && *hex >= '8';
}

bool script_read_frame(const char *line, size_t len, struct script_place *place)
{
	const char *end = line + len;
	const char *ip = skip_blanks(line, end), *at = ip;

	while (at < end && is_hex(*at))
		at++;
	if (at == ip || at - ip > 16)
		return false;
	place->is_kernel_address = is_kernel_address(ip, at);
	if (at < end && !char_is_blank(*at) && *at != '\r')
		return false;
	at = skip_blanks(at, end);
	end = trim_end(at, end);
	place->text = (struct slice) { at, end - at };
	return true;
}

/* The end of what looks like "... (dso)": fields such as phys_addr or brstack may follow it. */
static const char *find_place_end(const char *at, const char *end)
{
	for (const char *c = end; (c = memrchr(at, ')', c - at));)
		if (c + 1 == end || char_is_blank(c[1]))
			return c + 1;
	return end;
}

bool script_read_tail(const struct script_layout *layout, struct slice tail,
		      struct script_place *place)
{
	const char *end = trim_end(tail.at, tail.at + tail.len);
	const char *stop = layout->has_dso ? find_place_end(tail.at, end) : end;
	const char *first = skip_blanks(tail.at, stop);
	const char *best = NULL, *begin = tail.at;

	/* The last address that is padded as perf pads one; in squeezed text, one right at the start. */
	for (const char *at = first; at < stop; at = skip_blanks(begin, stop)) {
		if (is_padded_address(begin, at, stop))
			best = at;
		begin = skip_token(at, stop);
	}
	place->is_aligned = best;
	if (!best && skip_token(first, stop) - first >= 4)
		best = first;
	return best && script_read_frame(best, stop - best, place) && place->text.len;
}

/* Before a DSO is a blank, or where mail broke the line, a line end. */
static bool ends_name(char c)
{
	return char_is_blank(c) || c == '\n';
}

/* The parenthesis that the last one closes, with a blank before it: "(/bin/foo (deleted))". */
static const char *find_dso(const char *begin, const char *end)
{
	int depth = 0;

	for (const char *c = end; c-- > begin;) {
		if (*c == ')')
			depth++;
		else if (*c == '(' && !--depth)
			return c > begin && ends_name(c[-1]) ? c : NULL;
	}
	return NULL;
}

/* Where the name of a DSO holds a single parenthesis: the last one that starts like a DSO. */
static const char *guess_dso(const char *begin, const char *end)
{
	for (const char *c = end; c-- > begin + 1;)
		if (*c == '(' && ends_name(c[-1]) && (c[1] == '/' || c[1] == '['))
			return c;
	return NULL;
}

/* Cut "+0x1f" off. */
static const char *trim_offset(const char *begin, const char *end)
{
	const char *at = end;

	while (at > begin && is_hex(at[-1]))
		at--;
	if (at < end && at - begin > 3 && !memcmp(at - 3, "+0x", 3))
		return at - 3;
	return end;
}

void script_split_place(const struct script_layout *layout, struct slice text,
			struct script_symbol *symbol)
{
	const char *begin = text.at, *end = text.at + text.len;
	const char *dso = NULL;

	*symbol = (struct script_symbol) { 0 };
	if (layout->has_dso && text.len && end[-1] == ')')
		dso = find_dso(begin, end) ?: guess_dso(begin, end);
	if (!dso && text.len && end[-1] == ')' && begin[0] == '(')
		dso = begin; /* -F ip,dso: no symbol */
	if (dso) {
		const char *last = trim_offset(dso + 1, end - 1); /* -F +dsoff */

		symbol->dso = (struct slice) { dso + 1, last - (dso + 1) };
		symbol->is_inlined = symbol->dso.len == strlen("inlined") &&
				     !memcmp(symbol->dso.at, "inlined", symbol->dso.len);
		end = trim_end(begin, dso);
	}
	end = trim_offset(begin, end);
	symbol->symbol = (struct slice) { begin, trim_end(begin, end) - begin };
}

/*
 * -F +srcline: "  w.c:11", "  [kernel.kallsyms][ffffffff81d35f77]"; +insnlen: " ilen: 0";
 * +iregs: " ABI:2    AX:0x..."; +brstack: " 0x.../0x.../P/-/-/12 "; +data_page_size: " N/A 4K".
 */
bool script_is_extra(const char *line, size_t len)
{
	static const char *const starts[] = { " ABI:", " 0x", " ilen:", " insn:", " N/A " };

	for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); i++)
		if (len >= strlen(starts[i]) && !memcmp(line, starts[i], strlen(starts[i])))
			return true;
	return len > 2 && !memcmp(line, "  ", 2) && !char_is_blank(line[2]);
}

bool script_frame_goes_on(const struct script_layout *layout, const char *line, const char *stop,
			  const char *end)
{
	if (!layout->has_dso || *line != '\t' || stop[-1] == ')' || stop[-1] == '\r' ||
	    end - stop < 3 || strchr("\t \n\r", stop[1]))
		return false;

	const char *reach = end - stop > 4096 ? stop + 4096 : end;
	const char *after = memchr(stop + 1, '\n', reach - stop - 1);

	return (after ? after : reach)[-1] == ')';
}
