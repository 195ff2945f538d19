// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The screens of kerneltop and of perf top up to Linux 3.x:
 *
 *	samples    pcnt         RIP          kernel function
 *	3235.00 - 75.1% - ffffffff814afb21 : _spin_lock
 *	 165.00 -  3.8% - ffffffffa01cbc39 : rpc_sleep_on  [sunrpc]
 *
 *	samples  pcnt function        DSO
 *	25466.00 81.1% _raw_spin_lock [kernel.kallsyms]
 *
 *	weight         RIP          kernel function
 *	 35.20 - ffffffff804ce74b : skb_copy_and_csum_dev
 *
 * Samples are sums that decay from screen to screen; a weight is the ratio of
 * two counters. Source: tools/perf/builtin-top.c of 2.6.31 to 3.0; texts of
 * the same versions.
 */
#include <math.h>
#include <string.h>

#include "ingest/rows.h"
#include "support/scan.h"
#include "ingest/text.h"

struct screen_row {
	double samples;
	bool has_percent, has_address;
	struct scan_decimal percent;
	const char *names; /* the function, and its module or DSO */
};

/* "75.1%" */
static bool scan_percent(const char **at, struct scan_decimal *percent)
{
	char copy[32];
	const char *end = *at, *digits = copy;
	size_t len;

	scan_blanks(&end);
	len = strcspn(end, "%");
	if (end[len] != '%' || len >= sizeof(copy) || !scan_is_end(end[len + 1]))
		return false;
	memcpy(copy, end, len);
	copy[len] = '\0';
	if (!scan_decimal(&digits, percent) || *digits)
		return false;
	*at = end + len + 1;
	return true;
}

static bool scan_row(const char *at, struct screen_row *row)
{
	struct scan_decimal samples;
	uint64_t address;

	*row = (struct screen_row) { 0 };
	if (!scan_decimal(&at, &samples) || samples.decimals != 2 || samples.has_sign)
		return false;
	row->samples = samples.value;
	scan_literal(&at, "-");
	row->has_percent = scan_percent(&at, &row->percent);
	scan_literal(&at, "-");

	const char *after = at;

	/* A function that has no name may be an address, too: the colon tells. */
	row->has_address = scan_address(&after, false, &address) && scan_literal(&after, ":");
	if (row->has_address)
		at = after;
	scan_blanks(&at);
	row->names = at;
	return *at && (row->has_percent || row->has_address);
}

/* Where the DSO starts in "function DSO"; a function that fills its column touches it. */
static const char *find_dso(const char *names)
{
	size_t len = strlen(names);
	static const char deleted[] = "(deleted)";

	if (len > sizeof(deleted) && !strcmp(names + len - (sizeof(deleted) - 1), deleted))
		len -= sizeof(deleted);

	const char *blank = memrchr(names, ' ', len), *tab = memrchr(names, '\t', len);
	const char *dso = blank > tab ? blank : tab;

	if (dso)
		return dso + 1;
	dso = strpbrk(names + 1, "/[");
	return dso ? dso : names + strlen(names);
}

/*
 * The row at line @at, with the end that mail may have wrapped: the function,
 * or its DSO or module alone. Returns the line after it, or @at.
 */
static size_t read_row(const struct text *text, size_t at, bool has_dso, struct arena *arena,
		       struct screen_row *row)
{
	const char *line = text->lines[at].at;
	const char *below = at + 1 < text->count ? text->lines[at + 1].at : "";
	bool is_whole = scan_row(line, row);
	struct scan_word word;
	struct screen_row next;
	const char *rest = below;

	if (is_whole && (!has_dso || *find_dso(row->names)) && *below != '[')
		return at + 1;
	if (!scan_word(&rest, &word) || *rest || scan_row(below, &next))
		return is_whole ? at + 1 : at;
	if (scan_row(arena_printf(arena, "%s %s", line, below), &next)) {
		*row = next;
		return at + 2;
	}
	return is_whole ? at + 1 : at;
}

/* ---- the head of a screen ---- */

struct screen {
	const char *event; /* cycles */
	size_t event_len;
	bool has_dso, has_title;
};

/* "[1000Hz cycles]", "[NMI, cache-misses/cache-refs]": the last word in brackets. */
static void read_event(const struct text *text, size_t at, struct screen *screen)
{
	const char *start = text->lines[at].at;
	const char *close = strrchr(start, ']');

	if (!close && at + 1 < text->count) { /* wrapped */
		start = text->lines[at + 1].at;
		close = strchr(start, ']');
	}
	if (!close)
		return;
	screen->event = close;
	while (screen->event > start && !scan_is_blank(screen->event[-1]) &&
	       screen->event[-1] != '[')
		screen->event--;
	screen->event_len = close - screen->event;
}

static bool is_title(const char *line, struct screen *screen)
{
	bool is_weight = scan_literal(&line, "weight");

	if (!is_weight && !scan_literal(&line, "samples") && !scan_literal(&line, "events"))
		return false;
	if (!scan_literal(&line, "pcnt") && !is_weight)
		return false;
	bool has_address = scan_literal(&line, "RIP");
	bool is_kernel = scan_literal(&line, "kernel");

	if (!scan_literal(&line, "function")) {
		scan_blanks(&line); /* mail may have wrapped it */
		if (*line || (!has_address && !is_kernel))
			return false;
	}
	screen->has_title = true;
	screen->has_dso = scan_literal(&line, "DSO");
	return true;
}

static bool is_ruler(const char *line)
{
	return *line && strspn(line, "-_ \t") == strlen(line);
}

static bool is_screen_head(const char *line)
{
	scan_blanks(&line);
	return !strncmp(line, "PerfTop:", 8) || !strncmp(line, "KernelTop:", 10);
}

enum { HEAD_LINES = 10, MOST_GAP = 3 };

/* Two rows of this shape in a row are no accident. */
static bool starts_without_title(const struct text *text, size_t at)
{
	struct screen_row row;

	if (!scan_row(text->lines[at].at, &row) || !row.has_percent)
		return false;
	for (size_t i = at + 1; i < text->count && i <= at + MOST_GAP; i++)
		if (scan_row(text->lines[i].at, &row))
			return true;
	return false;
}

/* The line of the first row of the screen that starts at line @at; the number of lines if none. */
static size_t find_rows(const struct text *text, size_t at, struct arena *arena,
			struct screen *screen)
{
	struct screen_row row;

	if (starts_without_title(text, at))
		return at;
	if (!is_screen_head(text->lines[at].at) && !is_title(text->lines[at].at, screen))
		return text->count;
	for (size_t i = at; i < text->count && i < at + HEAD_LINES; i++) {
		const char *line = text->lines[i].at;

		if (is_screen_head(line))
			read_event(text, i, screen);
		else if (!is_title(line, screen) &&
			 read_row(text, i, screen->has_dso, arena, &row) > i)
			return screen->has_title ? i : text->count;
	}
	return text->count;
}

/* ---- rows ---- */

/* "name  [module]": the kernel's own functions have none. */
static uint32_t kernel_symbol(struct profile *profile, const char *names)
{
	size_t len = strlen(names);
	const char *module = len && names[len - 1] == ']' ? strrchr(names, '[') : NULL;
	uint32_t dso = profile_dso(profile, module ? module : "", module ? strlen(module) : 0,
				   module ? DSO_MODULE : DSO_KERNEL);

	if (module && module > names)
		len = module - names;
	while (len && scan_is_blank(names[len - 1]))
		len--;
	return profile_symbol(profile, dso, names, len);
}

static uint32_t dso_symbol(struct profile *profile, const char *names)
{
	const char *name = find_dso(names);
	size_t len = name - names;
	uint32_t dso = profile_dso(profile, name, strlen(name), DSO_UNKNOWN);

	while (len && scan_is_blank(names[len - 1]))
		len--;
	return profile_symbol(profile, dso, names, len);
}

/* The columns of a screen without a title: a last word like a file or [image] in most rows. */
static bool guess_dso(const struct text *text, size_t at)
{
	size_t rows = 0, with_dso = 0, gap = 0;
	struct screen_row row;

	for (; at < text->count && gap <= MOST_GAP; at++) {
		if (!scan_row(text->lines[at].at, &row)) {
			gap++;
			continue;
		}
		gap = 0;
		rows++;
		with_dso += !row.has_address && *find_dso(row.names);
	}
	return with_dso > rows / 2;
}

static void add_row(struct rows *rows, struct profile *profile, const struct screen_row *row,
		    bool has_dso)
{
	struct row out = {
		.symbol = has_dso ? dso_symbol(profile, row->names)
				  : kernel_symbol(profile, row->names),
		.has_percent = row->has_percent,
		.percent = row->percent.value,
		.half_digit = row->percent.half_digit,
		.has_samples = row->has_percent && row->samples < 1e18,
		.has_period = !row->has_percent && row->samples < 1e16,
	};

	if (out.has_samples)
		out.samples = llround(row->samples);
	if (out.has_period) /* to the two decimals that are printed */
		out.period = llround(row->samples * 100);
	rows_add(rows, out);
}

static bool all_weights(const struct rows *rows)
{
	for (size_t i = 0; i < rows->count; i++)
		if (!rows->list[i].has_period)
			return false;
	return rows->count > 0;
}

static size_t read_screen(const struct text *text, size_t at, const struct ingest_options *options,
			  struct document *doc, int *failed, struct symdiff_error *err)
{
	struct screen screen = { .event = "samples", .event_len = 7 };
	struct arena arena = { 0 };
	size_t first = find_rows(text, at, &arena, &screen), end = first, gap = 0;
	struct rows rows = { 0 };
	struct screen_row row;

	if (first >= text->count) {
		arena_deinit(&arena);
		return at;
	}

	struct profile *profile = document_add(doc, "perf-top");
	bool has_dso = screen.has_title ? screen.has_dso : guess_dso(text, first);

	for (at = first; at < text->count && gap <= MOST_GAP;) {
		const char *line = text->lines[at].at;
		size_t next;

		if (is_screen_head(line) || is_title(line, &screen))
			break;
		next = read_row(text, at, has_dso, &arena, &row);
		if (next == at) {
			gap += !is_ruler(line);
			at++;
			continue;
		}
		add_row(&rows, profile, &row, has_dso);
		end = at = next;
		gap = 0;
	}
	if (all_weights(&rows))
		profile_warn(
			profile,
			"the weights are ratios of two counters (%.*s): their sum means nothing, "
			"and shares of it little",
			(int)screen.event_len, screen.event);
	rows_finish(&rows, profile, profile_event(profile, screen.event, screen.event_len),
		    &(struct rows_facts) { .maybe_cut = true });
	rows_deinit(&rows);
	arena_deinit(&arena);
	return end;
}

const struct table_format perf_top_old_format = {
	.name = "perf-top-old",
	.what = "kerneltop, and perf top of Linux 2.6.31 to 3.x",
	.read = read_screen,
};
