// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What mail, browsers and people do to a table must not change what is read
 * from it: each damage below is done to each table, and both are read.
 */
#include <ctype.h>
#include <stdio.h>

#include "tables.h"

/* ---- a text that grows ---- */

struct string {
	char *at;
	size_t len, capacity;
};

static void put(struct string *to, const char *at, size_t len)
{
	array_reserve(to->at, to->capacity, to->len + len + 1);
	memcpy(to->at + to->len, at, len);
	to->len += len;
	to->at[to->len] = 0;
}

static void put_text(struct string *to, const char *text)
{
	put(to, text, strlen(text));
}

/* Do @change to each line of @from. */
static struct string each_line(struct string from,
			       void (*change)(struct string *to, const char *line, size_t len))
{
	struct string to = { 0 };

	for (const char *line = from.at; *line;) {
		size_t len = strcspn(line, "\n");

		change(&to, line, len);
		line += len + (line[len] == '\n');
	}
	free(from.at);
	return to;
}

/* ---- damages ---- */

static void quote_line(struct string *to, const char *line, size_t len)
{
	put_text(to, len ? "> " : ">");
	put(to, line, len);
	put_text(to, "\n");
}

static struct string quote(struct string text)
{
	return each_line(text, quote_line);
}

static void squeeze_line(struct string *to, const char *line, size_t len)
{
	bool blank = true; /* so that leading ones go */

	for (size_t i = 0; i < len; i++) {
		bool is_blank = isspace((unsigned char)line[i]);

		if (!is_blank || !blank)
			put(to, is_blank ? " " : line + i, 1);
		blank = is_blank;
	}
	put_text(to, "\n");
}

static struct string squeeze(struct string text)
{
	return each_line(text, squeeze_line);
}

/* Break lines at the last blank that fits. */
static void wrap_line(struct string *to, const char *line, size_t len, size_t width,
		      const char *newline)
{
	while (len > width) {
		size_t at = width, indent = strspn(line, " ");

		while (at > indent && line[at] != ' ')
			at--;
		if (at <= indent)
			break;
		put(to, line, at);
		put_text(to, newline);
		at += strspn(line + at, " ");
		line += at;
		len -= at;
	}
	put(to, line, len);
	put_text(to, "\n");
}

static void wrap_72(struct string *to, const char *line, size_t len)
{
	wrap_line(to, line, len, 72, "\n");
}

static void flow_78(struct string *to, const char *line, size_t len)
{
	wrap_line(to, line, len, 78, " \n"); /* format=flowed */
}

static struct string wrap(struct string text)
{
	return each_line(text, wrap_72);
}

static struct string flow(struct string text)
{
	return each_line(text, flow_78);
}

static void quoted_printable_line(struct string *to, const char *line, size_t len)
{
	for (size_t i = 0, width = 0; i < len; i++) {
		char code[4];
		bool plain = line[i] != '=' && (unsigned char)line[i] < 0x7f &&
			     (line[i] != ' ' || i + 1 < len);

		snprintf(code, sizeof(code), "=%02X", (unsigned char)line[i]);
		if (width + 3 > 75) {
			put_text(to, "=\n");
			width = 0;
		}
		put(to, plain ? line + i : code, plain ? 1 : 3);
		width += plain ? 1 : 3;
	}
	put_text(to, "\n");
}

static struct string quoted_printable(struct string text)
{
	return each_line(text, quoted_printable_line);
}

static void no_break_line(struct string *to, const char *line, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (line[i] == ' ' && i % 2)
			put_text(to, "\xc2\xa0");
		else
			put(to, line + i, 1);
	}
	put_text(to, "\n");
}

static struct string no_break(struct string text)
{
	return each_line(text, no_break_line);
}

static void crlf_line(struct string *to, const char *line, size_t len)
{
	put(to, line, len);
	put_text(to, "\r\n");
}

static struct string crlf(struct string text)
{
	return each_line(text, crlf_line);
}

static void html_line(struct string *to, const char *line, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (line[i] == '<')
			put_text(to, "&lt;");
		else if (line[i] == '>')
			put_text(to, "&gt;");
		else if (line[i] == '&')
			put_text(to, "&amp;");
		else
			put(to, line + i, 1);
	}
	put_text(to, "<br>\n");
}

static struct string html(struct string text)
{
	return each_line(text, html_line);
}

static struct string prose(struct string text)
{
	struct string to = { 0 };

	put_text(&to, "Hi all,\n\nhere is what the big machine says, 30% slower:\n\n");
	put(&to, text.at, text.len);
	put_text(&to, "\nThe first one is 12.5% of it. Any idea?\n\nThanks\n-- \nJo\n");
	free(text.at);
	return to;
}

static void no_comment_line(struct string *to, const char *line, size_t len)
{
	if (len && line[0] == '#')
		return;
	put(to, line, len);
	put_text(to, "\n");
}

/* grep -v '^#' */
static struct string no_comments(struct string text)
{
	return each_line(text, no_comment_line);
}

typedef struct string (*damage)(struct string text);

static const struct {
	const char *name;
	damage list[4];
	bool loses_events;
} damages[] = {
	{ "quoted", { quote }, false },
	{ "quoted twice", { quote, quote }, false },
	{ "squeezed", { squeeze }, false },
	{ "wrapped", { wrap }, false },
	{ "wrapped, quoted", { wrap, quote }, false },
	{ "quoted, flowed", { quote, flow }, false },
	{ "squeezed, flowed, quoted", { squeeze, flow, quote }, false },
	{ "quoted-printable", { quoted_printable }, false },
	{ "quoted, quoted-printable, CRLF", { quote, quoted_printable, crlf }, false },
	{ "no-break spaces", { no_break }, false },
	{ "CRLF", { crlf }, false },
	{ "HTML", { html }, false },
	{ "prose, wrapped, quoted", { prose, wrap, quote }, false },
	{ "no comments", { no_comments }, true },
	{ "no comments, squeezed, prose", { no_comments, squeeze, prose }, true },
	{ "no comments, wrapped", { no_comments, wrap }, true },
};

/* ---- tables: of perf 6.1, but for the names ---- */

static const struct {
	const char *text;
	bool needs_title;
} tables[] = {
	{ "# To display the perf.data header info, please use --header/--header-only options.\n"
	  "#\n#\n# Total Lost Samples: 0\n#\n# Samples: 467  of event 'cpu-clock'\n"
	  "# Event count (approx.): 939637624\n#\n"
	  "# Overhead       Samples  Command          Shared Object      Symbol               "
	  "                \n"
	  "# ........  ............  ...............  .................  ....................."
	  "...............\n"
	  "#\n"
	  "    46.21%           216  with space       [kernel.kallsyms]  [k] "
	  "irqentry_exit_to_user_mode\n"
	  "    26.00%           121  kworker/u16:4+f  [ext4]             [k] "
	  "ext4_mark_iloc_dirty.isra.0\n"
	  "     6.00%            28  cc1              libc.so.6          [.] "
	  "f(ht*, unsigned char const*, int)\n"
	  "     3.00%            14  a                a                  [.] "
	  "std::_Rb_tree<int, std::pair<int const, long> >::find\n"
	  "     0.21%             1  swapper          [kernel.kallsyms]  [k] xas_load\n"
	  "\n\n#\n# (Tip: Show current config key-value pairs: perf config --list)\n#\n",
	  false },
	{ "# Samples: 2K of event 'cycles'\n# Event count (approx.): 1350515418\n#\n"
	  "# Children      Self  Command  Shared Object      Symbol                             "
	  "\n"
	  "# ........  ........  .......  .................  ..................................."
	  "\n#\n"
	  "    85.50%     0.00%  w        w                  [.] main\n"
	  "    79.39%    10.69%  w        libc.so.6          [.] __memset_avx512_unaligned_erms\n"
	  "            |\n            ---main\n               __memset_avx512_unaligned_erms\n\n"
	  "    68.70%    12.21%  w        [kernel.kallsyms]  [k] exc_page_fault\n"
	  "            |\n            ---main\n               |          \n"
	  "               |--19.72%--__memset_avx512_unaligned_erms\n"
	  "               |          exc_page_fault\n               |          \n"
	  "                --7.04%--recurse\n                          exc_page_fault\n\n",
	  false },
	{ "# Samples: 471  of events 'anon group { cpu-clock, page-faults }'\n#\n"
	  "#         Overhead                 Samples  Command   Shared Object         Symbol   "
	  "            \n"
	  "# ................  ......................  ........  ....................  ........."
	  "............\n#\n"
	  "    25.72%   0.00%            98           0  worker-3  threads               [.] "
	  "burn_locked\n"
	  "     0.26%  21.81%             1          23  worker-0  [kernel.kallsyms]     [k] "
	  "schedule\n",
	  true },
	{ "# Event 'cpu-clock'\n#\n"
	  "# Baseline  Delta Abs  Shared Object      Symbol                                     "
	  "  \n"
	  "# ........  .........  .................  ..........................................."
	  "..\n#\n"
	  "     4.58%    +21.06%  [kernel.kallsyms]  [k] read_zero\n"
	  "               +3.21%  [kernel.kallsyms]  [k] "
	  "__raw_callee_save___pv_queued_spin_unlock\n"
	  "     1.53%             libc.so.6          [.] __folio_batch_add_and_move\n",
	  false },
	{ "         %stddev     %change         %stddev\n"
	  "             \\          |                \\\n"
	  "     22.10 ±  8%      -4.6       17.48 ± 11%  "
	  "perf-profile.children.cycles-pp.handle_mm_fault\n"
	  "      6.15 ± 11%      -2.4        3.74 ± 23%  "
	  "perf-profile.self.cycles-pp.handle_mm_fault\n"
	  "      0.09 ± 14%      +1.4        1.53 ±  7%  "
	  "perf-profile.self.cycles-pp.default_send_IPI_mask_sequence_phys\n",
	  false },
	{ "   PerfTop:    2340 irqs/sec  kernel:99.8%  exact: 99.8% lost: 0/0 drop: 0/0 "
	  "[4000Hz cycles],  (all, 8 CPUs)\n"
	  "---------------------------------------------------------------------------\n\n"
	  "    25.55%  [kernel]           [k] native_queued_spin_lock_slowpath\n"
	  "    11.37%  libc-2.28.so       [.] __memmove_avx_unaligned_erms\n",
	  false },
};

/* Everything that a text says, in one line for each row. */
static struct string fingerprint(const char *text, bool events)
{
	struct document doc = read_document(text);
	struct string all = { 0 };
	char line[512];

	for (size_t i = 0; i < doc.count; i++) {
		const struct profile *profile = doc.profiles[i];

		for (uint32_t k = 0; k < profile->stack_count; k++) {
			const struct stack *stack = &profile->stacks[k];
			const struct event *event = &profile->events[stack->event];
			const struct symbol *symbol =
				&profile->symbols[profile->locations[profile->frames[stack->first]]
							  .symbol];

			snprintf(line, sizeof(line), "%zu %s %s %s %lu %lu\n", i,
				 events ? profile_text(profile, event->name) : "",
				 profile_text(profile, profile->dsos[symbol->dso].name),
				 profile_text(profile, symbol->name),
				 (unsigned long)stack->weight, (unsigned long)stack->samples);
			put_text(&all, line);
		}
	}
	document_deinit(&doc);
	return all;
}

static void test_damages(void **state)
{
	for (size_t i = 0; i < ARRAY_SIZE(tables); i++) {
		for (size_t k = 0; k < ARRAY_SIZE(damages); k++) {
			struct string damaged = { 0 };
			bool events = !damages[k].loses_events;

			if (tables[i].needs_title && !events)
				continue;
			put_text(&damaged, tables[i].text);
			for (size_t n = 0; n < 4 && damages[k].list[n]; n++)
				damaged = damages[k].list[n](damaged);

			struct string whole = fingerprint(tables[i].text, events);
			struct string left = fingerprint(damaged.at, events);

			if (strcmp(whole.at, left.at))
				fail_msg("%s:\n%s\n%s\nis not\n%s", damages[k].name, damaged.at,
					 left.at, whole.at);
			free(whole.at);
			free(left.at);
			free(damaged.at);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_damages),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
