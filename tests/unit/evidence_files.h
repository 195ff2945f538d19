/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef UNIT_EVIDENCE_FILES_H
#define UNIT_EVIDENCE_FILES_H

/* Evidence from texts, and from the files of tests/data/evidence. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evidence/format.h"
#include "support/cleanup.h"
#include "unit.h"

static inline struct evidence read_bytes(const char *bytes, size_t size)
{
	struct evidence evidence;
	struct input in;
	struct text text;

	input_from_bytes(&in, "test", bytes, size);
	assert_int_equal(text_clean(&in, &text, NULL), 0);
	if (evidence_read(&text, &evidence, NULL))
		assert_int_equal(evidence.count, 0);
	text_deinit(&text);
	return evidence;
}

/* With what mail does to most lines: "> " in front, or runs of blanks made one. */
static inline struct evidence read_file(const char *name, bool quoted, bool squeezed)
{
	char path[256], line[4096];
	cleanup_free char *bytes = NULL;
	size_t size;
	FILE *in, *out = open_memstream(&bytes, &size);
	struct evidence evidence;

	snprintf(path, sizeof(path), "tests/data/evidence/%s", name);
	in = fopen(path, "r");
	assert_non_null(in);
	while (fgets(line, sizeof(line), in)) {
		fputs(quoted ? "> " : "", out);
		for (const char *at = line; *at; at++)
			if (!squeezed || *at != ' ' || (at > line && at[-1] != ' '))
				fputc(*at, out);
	}
	fclose(in);
	fclose(out);
	evidence = read_bytes(bytes, size);
	return evidence;
}

/* The @nth row of this name and, unless it is NULL, group. */
static inline const struct evidence_row *find_row(const struct evidence *evidence, const char *name,
						  const char *group, size_t nth)
{
	for (size_t i = 0; i < evidence->count; i++) {
		const struct evidence_row *row = &evidence->rows[i];

		if (!strcmp(row->name, name) &&
		    (!group || (row->group && !strcmp(row->group, group))) && !nth--)
			return row;
	}
	return NULL;
}

#endif
