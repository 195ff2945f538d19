// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What mail programs and browsers do to a table must not change what is read
 * from it: each text of tests/data/tables (or of the folder given) is damaged
 * in every way, and its rows compared with those of the whole text.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ingest/format.h"
#include "ingest/same_table.h"
#include "unit.h"

struct buffer {
	char *text;
	size_t len, capacity;
};

static void append(struct buffer *buffer, const char *text, size_t len)
{
	array_reserve(buffer->text, buffer->capacity, buffer->len + len + 1);
	memcpy(buffer->text + buffer->len, text, len);
	buffer->len += len;
	buffer->text[buffer->len] = '\0';
}

static void append_text(struct buffer *buffer, const char *text)
{
	append(buffer, text, strlen(text));
}

/* ---- damages: each takes one line without its end, and appends what becomes of it ---- */

static void whole(struct buffer *out, const char *line, size_t len)
{
	append(out, line, len);
	append_text(out, "\n");
}

static void quoted(struct buffer *out, const char *line, size_t len)
{
	append_text(out, len ? "> " : ">");
	whole(out, line, len);
}

static void quoted_twice(struct buffer *out, const char *line, size_t len)
{
	append_text(out, len ? ">> " : ">>");
	whole(out, line, len);
}

static void quoted_apart(struct buffer *out, const char *line, size_t len)
{
	append_text(out, "> > ");
	whole(out, line, len);
}

/* Runs of blanks and tabs become one blank; leading ones go. */
static void squeezed(struct buffer *out, const char *line, size_t len)
{
	bool blank = true;

	for (size_t i = 0; i < len; i++) {
		bool is_blank = line[i] == ' ' || line[i] == '\t';

		if (!is_blank)
			append(out, line + i, 1);
		else if (!blank)
			append(out, " ", 1);
		blank = is_blank;
	}
	append_text(out, "\n");
}

static void crlf(struct buffer *out, const char *line, size_t len)
{
	append(out, line, len);
	append_text(out, "\r\n");
}

static void crcrlf(struct buffer *out, const char *line, size_t len)
{
	append(out, line, len);
	append_text(out, "\r\r\n");
}

static void cr(struct buffer *out, const char *line, size_t len)
{
	append(out, line, len);
	append_text(out, "\r");
}

static void padded(struct buffer *out, const char *line, size_t len)
{
	append(out, line, len);
	append_text(out, "   \t \n");
}

static void indented(struct buffer *out, const char *line, size_t len)
{
	append_text(out, "\t");
	whole(out, line, len);
}

static void tabs_to_blanks(struct buffer *out, const char *line, size_t len)
{
	for (size_t i = 0; i < len; i++)
		append(out, line[i] == '\t' ? "        " : line + i, line[i] == '\t' ? 8 : 1);
	append_text(out, "\n");
}

static void blanks_to_tabs(struct buffer *out, const char *line, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (line[i] == ' ' && i + 1 < len && line[i + 1] == ' ') {
			append_text(out, "\t");
			while (i + 1 < len && line[i + 1] == ' ')
				i++;
		} else {
			append(out, line + i, 1);
		}
	}
	append_text(out, "\n");
}

static void no_break_blanks(struct buffer *out, const char *line, size_t len)
{
	for (size_t i = 0; i < len; i++)
		append(out, line[i] == ' ' ? "\xC2\xA0" : line + i, line[i] == ' ' ? 2 : 1);
	append_text(out, "\n");
}

static void mixed_blanks(struct buffer *out, const char *line, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		bool change = line[i] == ' ' && i % 2;

		append(out, change ? "\xC2\xA0" : line + i, change ? 2 : 1);
	}
	append_text(out, "\n");
}

static void latin1_blanks(struct buffer *out, const char *line, size_t len)
{
	for (size_t i = 0; i < len; i++)
		append(out, line[i] == ' ' && i % 2 ? "\xA0" : line + i, 1);
	append_text(out, "\n");
}

static void quoted_printable(struct buffer *out, const char *line, size_t len)
{
	size_t column = 0;

	for (size_t i = 0; i < len; i++) {
		unsigned char c = line[i];
		bool escape = c == '=' || c >= 0x80 || (i + 1 == len && (c == ' ' || c == '\t'));
		char code[4];

		if (column >= 73) {
			append_text(out, "=\n");
			column = 0;
		}
		snprintf(code, sizeof(code), "=%02X", c);
		append(out, escape ? code : line + i, escape ? 3 : 1);
		column += escape ? 3 : 1;
	}
	append_text(out, "=20\n");
}

/* The mail was encoded after it had been quoted. */
static void quoted_then_encoded(struct buffer *out, const char *line, size_t len)
{
	struct buffer mark = { 0 };

	append_text(&mark, "> ");
	append(&mark, line, len);
	quoted_printable(out, mark.text, mark.len);
	free(mark.text);
}

/* An encoded mail was quoted by a program that did not decode it. */
static void encoded_then_quoted(struct buffer *out, const char *line, size_t len)
{
	struct buffer encoded = { 0 };

	quoted_printable(&encoded, line, len);
	for (char *at = encoded.text, *stop; *at; at = stop + 1) {
		stop = strchr(at, '\n');
		append_text(out, "> ");
		append(out, at, stop + 1 - at);
	}
	free(encoded.text);
}

static void entities(struct buffer *out, const char *line, size_t len)
{
	for (size_t i = 0; i < len; i++)
		switch (line[i]) {
		case '<':
			append_text(out, "&lt;");
			break;
		case '>':
			append_text(out, "&gt;");
			break;
		case '&':
			append_text(out, "&amp;");
			break;
		case '/':
			append_text(out, "&#47;");
			break;
		default:
			append(out, line + i, 1);
		}
}

static void html(struct buffer *out, const char *line, size_t len)
{
	entities(out, line, len);
	append_text(out, "<br>\n");
}

static void html_break_below(struct buffer *out, const char *line, size_t len)
{
	entities(out, line, len);
	append_text(out, "\n<br>\n");
}

static void html_one_line(struct buffer *out, const char *line, size_t len)
{
	entities(out, line, len);
	append_text(out, "<br />");
}

/* A browser's copy of an unescaped page. */
static void html_bare(struct buffer *out, const char *line, size_t len)
{
	append(out, line, len);
	append_text(out, "<br>\n");
}

static void wrap(struct buffer *out, const char *line, size_t len, size_t width, bool flowed,
		 const char *mark)
{
	while (len > width) {
		size_t cut = width;

		while (cut && line[cut] != ' ')
			cut--;
		while (cut && line[cut - 1] == ' ')
			cut--; /* the blanks before the word that goes down */
		if (!cut)
			break;
		append_text(out, mark);
		append(out, line, cut);
		append_text(out, flowed ? " \n" : "\n");
		line += cut;
		len -= cut;
		while (len && *line == ' ')
			line++, len--;
	}
	append_text(out, mark);
	whole(out, line, len);
}

static void wrapped_72(struct buffer *out, const char *line, size_t len)
{
	wrap(out, line, len, 72, false, "");
}

static void flowed_72(struct buffer *out, const char *line, size_t len)
{
	wrap(out, line, len, 72, true, "");
}

static void wrapped_80(struct buffer *out, const char *line, size_t len)
{
	wrap(out, line, len, 80, false, "");
}

static void wrapped_64(struct buffer *out, const char *line, size_t len)
{
	wrap(out, line, len, 64, false, "");
}

static void wrapped_then_quoted(struct buffer *out, const char *line, size_t len)
{
	wrap(out, line, len, 70, true, "> ");
}

/* The quoting program wrapped what had become too long: no mark on the second half. */
static void quoted_then_wrapped(struct buffer *out, const char *line, size_t len)
{
	append_text(out, ">> ");
	wrap(out, line, len, 69, false, "");
}

static void squeezed_then_wrapped(struct buffer *out, const char *line, size_t len)
{
	struct buffer thin = { 0 };

	squeezed(&thin, line, len);
	wrap(out, thin.text, thin.len - 1, 60, false, "");
	free(thin.text);
}

static void double_spaced(struct buffer *out, const char *line, size_t len)
{
	whole(out, line, len);
	append_text(out, "\n");
}

static void commented(struct buffer *out, const char *line, size_t len)
{
	append_text(out, len ? " * " : " *");
	whole(out, line, len);
}

static void hashed(struct buffer *out, const char *line, size_t len)
{
	append_text(out, len ? "# " : "#");
	whole(out, line, len);
}

/* An editor's line numbers; the second half of a wrapped line has none. */
static void numbered(struct buffer *out, const char *line, size_t len)
{
	char number[32];
	unsigned int lines = 1;

	for (size_t i = 0; i < out->len; i++)
		lines += out->text[i] == '\n';
	snprintf(number, sizeof(number), "%6u  ", lines);
	append_text(out, number);
	whole(out, line, len);
}

static const struct damage {
	const char *name;
	void (*line)(struct buffer *out, const char *line, size_t len);
} damages[] = {
	{ "quoted", quoted },
	{ "quoted twice", quoted_twice },
	{ "quoted apart", quoted_apart },
	{ "squeezed", squeezed },
	{ "crlf", crlf },
	{ "crcrlf", crcrlf },
	{ "cr", cr },
	{ "padded", padded },
	{ "indented", indented },
	{ "tabs to blanks", tabs_to_blanks },
	{ "blanks to tabs", blanks_to_tabs },
	{ "no-break blanks", no_break_blanks },
	{ "mixed blanks", mixed_blanks },
	{ "latin-1 blanks", latin1_blanks },
	{ "quoted-printable", quoted_printable },
	{ "quoted, then encoded", quoted_then_encoded },
	{ "encoded, then quoted", encoded_then_quoted },
	{ "html", html },
	{ "html, <br> below", html_break_below },
	{ "html in one line", html_one_line },
	{ "html unescaped", html_bare },
	{ "wrapped at 72", wrapped_72 },
	{ "flowed at 72", flowed_72 },
	{ "wrapped at 80", wrapped_80 },
	{ "wrapped at 64", wrapped_64 },
	{ "wrapped, then quoted", wrapped_then_quoted },
	{ "quoted, then wrapped", quoted_then_wrapped },
	{ "squeezed, then wrapped", squeezed_then_wrapped },
	{ "double-spaced", double_spaced },
	{ "commented", commented },
	{ "hashed", hashed },
	{ "numbered", numbered },
};

static struct buffer apply(const struct damage *damage, const struct buffer *text)
{
	struct buffer out = { 0 };
	const char *at = text->text, *end = at + text->len;

	append_text(&out, "");
	while (at < end) {
		const char *stop = memchr(at, '\n', end - at);

		if (!stop)
			stop = end;
		damage->line(&out, at, stop - at);
		at = stop + 1;
	}
	return out;
}

/* ---- comparing ---- */

static int read_bytes(const struct buffer *text, struct document *doc, struct symdiff_error *err)
{
	struct ingest_options options = { 0 };
	struct input in;

	input_from_bytes(&in, "damaged", text->text, text->len);
	return ingest_read_input(&in, &options, doc, err);
}

static bool same_rows(const struct profile *a, const struct profile *b)
{
	struct table_print x, y;
	bool same;

	table_print_init(&x, a, 0);
	table_print_init(&y, b, 0);
	same = x.count == y.count && table_print_covers(&x, &y);
	table_print_deinit(&x);
	table_print_deinit(&y);
	return same && a->event_count == b->event_count;
}

/* What differs, in a word; NULL: nothing. */
static const char *difference(const struct document *a, const struct document *b)
{
	if (a->count != b->count)
		return "another number of profiles";
	for (size_t i = 0; i < a->count; i++)
		if (!same_rows(a->profiles[i], b->profiles[i]))
			return "other rows";
	for (size_t i = 0; i < a->count; i++)
		for (uint32_t j = 0; j < a->profiles[i]->event_count; j++)
			if (strcmp(profile_text(a->profiles[i], a->profiles[i]->events[j].name),
				   profile_text(b->profiles[i], b->profiles[i]->events[j].name)))
				return "other events";
	return NULL;
}

static const char *folder = "tests/data/tables";

static struct buffer read_file(const char *name)
{
	struct buffer text = { 0 };
	char path[512], chunk[4096];
	size_t n;

	snprintf(path, sizeof(path), "%s/%s", folder, name);

	FILE *file = fopen(path, "rb");

	assert_non_null(file);
	while ((n = fread(chunk, 1, sizeof(chunk), file)))
		append(&text, chunk, n);
	fclose(file);
	return text;
}

/* XML with other tags or marks in it is no longer XML. */
static bool is_hopeless(const char *name, const struct damage *damage)
{
	return strstr(name, "-xml") && (damage->line == html_bare || damage->line == commented ||
					damage->line == hashed || damage->line == numbered);
}

static unsigned int try_damages(const char *name)
{
	struct buffer text = read_file(name);
	struct document clean = { 0 };
	unsigned int failures = 0;

	if (read_bytes(&text, &clean, NULL)) {
		print_message("%s: cannot be read\n", name);
		failures++;
	}
	for (size_t i = 0; clean.count && i < ARRAY_SIZE(damages); i++) {
		if (is_hopeless(name, &damages[i]))
			continue;

		struct buffer damaged = apply(&damages[i], &text);
		struct document doc = { 0 };
		struct symdiff_error err = { 0 };
		const char *what =
			read_bytes(&damaged, &doc, &err) ? err.message : difference(&clean, &doc);

		if (what) {
			print_message("%s, %s: %s\n", name, damages[i].name, what);
			failures++;
		}
		document_deinit(&doc);
		free(damaged.text);
	}
	document_deinit(&clean);
	free(text.text);
	return failures;
}

static int is_text(const struct dirent *entry)
{
	size_t len = strlen(entry->d_name);

	return len > 4 && !strcmp(entry->d_name + len - 4, ".txt");
}

static void test_damage(void **state)
{
	struct dirent **entries;
	int count = scandir(folder, &entries, is_text, alphasort);
	unsigned int failures = 0;

	assert_true(count > 0);
	for (int i = 0; i < count; i++) {
		failures += try_damages(entries[i]->d_name);
		free(entries[i]);
	}
	free(entries);
	assert_int_equal(failures, 0);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_damage) };

	if (argc > 1)
		folder = argv[1];
	return cmocka_run_group_tests(tests, NULL, NULL);
}
