// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/family.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "support/embed.h"
#include "support/error.h"
#include "support/input.h"
#include "support/memory.h"

EMBED(families, "src/diff/families.tsv");

static char *keep_text(struct families *families, const char *text, size_t len)
{
	char *copy = mem_alloc(len + 1);

	memcpy(copy, text, len);
	copy[len] = '\0';
	array_reserve(families->texts, families->text_capacity, families->text_count + 1);
	return families->texts[families->text_count++] = copy;
}

static void add(struct families *families, struct family family)
{
	array_reserve(families->list, families->capacity, families->count + 1);
	families->list[families->count++] = family;
}

/* Cuts @line at tabs (the shipped table) or blanks (the user's). */
static size_t split(char *line, const char *separators, char *fields[4])
{
	size_t count = 0;

	for (char *field; count < 4 && (field = strsep(&line, separators));)
		if (*field || *separators == '\t')
			fields[count++] = field;
	return count;
}

void families_init(struct families *families)
{
	*families = (struct families) { 0 };

	char *text = keep_text(families, embedded_families_start,
			       embedded_families_end - embedded_families_start);

	for (char *line; (line = strsep(&text, "\n"));) {
		char *fields[4] = { "", "", "", "" };

		if (*line && *line != '#' && split(line, "\t", fields) >= 3)
			add(families,
			    (struct family) { fields[0], fields[1], fields[2], fields[3] });
	}
}

void families_deinit(struct families *families)
{
	for (size_t i = 0; i < families->text_count; i++)
		free(families->texts[i]);
	free(families->texts);
	free(families->list);
	*families = (struct families) { 0 };
}

int families_add_alias(struct families *families, const char *pair, struct symdiff_error *err)
{
	const char *equals = strchr(pair, '=');

	if (!equals || equals == pair || !equals[1])
		return symdiff_fail(err, SYMDIFF_ERR_USAGE, -1, "--alias takes OLD=NEW, not '%s'",
				    pair);

	char *older = keep_text(families, pair, equals - pair);
	char *newer = keep_text(families, equals + 1, strlen(equals + 1));

	add(families, (struct family) { older, newer, "alias", "" });
	return 0;
}

int families_add_file(struct families *families, const char *path, struct symdiff_error *err)
{
	struct input in;

	if (input_open(&in, path, err))
		return -1;

	char *text = keep_text(families, (const char *)in.data, in.size);
	int number = 0, ret = 0;

	input_close(&in);
	for (char *line; !ret && (line = strsep(&text, "\n"));) {
		char *fields[4];

		number++;
		line[strcspn(line, "#\r")] = '\0';

		size_t count = split(line, " \t", fields);

		if (count == 2)
			add(families, (struct family) { fields[0], fields[1], "alias", "" });
		else if (count)
			ret = symdiff_fail(err, SYMDIFF_ERR_FORMAT, number,
					   "expected 'OLD NEW', found %zu words", count);
	}
	if (ret)
		symdiff_error_source(err, path);
	return ret;
}

static bool has_member(const char *members, const char *name)
{
	size_t len = strlen(name);

	for (const char *at = members; at; at = strchr(at, ',')) {
		at += *at == ',';
		if (!strncmp(at, name, len) && (at[len] == ',' || !at[len]))
			return true;
	}
	return false;
}

static char *append_member(char *set, const char *name)
{
	size_t len = strlen(set), added = strlen(name);

	set = mem_realloc(set, len + added + 2, 1);
	set[len] = ',';
	memcpy(set + len + 1, name, added + 1);
	return set;
}

char *families_complete_set(const struct families *families, const char *set)
{
	char *complete = mem_strdup(set);
	const char *equals = strchr(set, '=');

	for (size_t i = 0; equals && i < families->count; i++) {
		const struct family *family = &families->list[i];
		bool older = has_member(equals + 1, family->older);
		bool newer = has_member(equals + 1, family->newer);

		if (older == newer || !strcmp(family->what, "split") ||
		    !strcmp(family->what, "replaced"))
			continue;
		complete = append_member(complete, older ? family->newer : family->older);
	}
	return complete;
}
