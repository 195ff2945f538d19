// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Put names into buckets by other data than what is built in: for
 * scripts/check-buckets, which measures rules and tables that have not seen
 * the names.
 *
 *	classify [--data DIR] [--no-table] [--no-words] [--no-names] < names
 *
 * A line of input is "symbol TAB image TAB source file", the last two may be
 * missing; symbols without an image are the kernel's. Prints
 * "symbol TAB bucket TAB layer".
 */
#include <stdio.h>
#include <string.h>

#include "buckets/rules.h"
#include "support/cleanup.h"
#include "support/memory.h"

/* The whole file, never freed. */
static struct embedded read_file(const char *dir, const char *name)
{
	cleanup_free char *path = mem_alloc(strlen(dir) + strlen(name) + 2);
	struct embedded data = { 0 };
	unsigned char *bytes = NULL;
	size_t capacity = 0, got = 1;

	sprintf(path, "%s/%s", dir, name);

	cleanup_file FILE *file = fopen(path, "rb");

	if (!file) {
		perror(path);
		exit(2);
	}
	while (got > 0) {
		array_reserve(bytes, capacity, data.size + (1 << 16));
		got = fread(bytes + data.size, 1, capacity - data.size, file);
		data.size += got;
	}
	data.data = bytes;
	return data;
}

static struct buckets *buckets_of(const char *dir)
{
	struct symdiff_error err = { .position = -1 };
	struct buckets *b;
	char text[1024];

	if (!dir)
		return buckets_new();
	b = buckets_new_from(read_file(dir, "default.rules"), read_file(dir, "known-names.bin"),
			     read_file(dir, "name-weights.bin"), &err);
	if (b)
		return b;
	fprintf(stderr, "classify: %s\n", symdiff_error_text(&err, text, sizeof(text)));
	exit(2);
}

static void classify(const struct buckets *b, char *line)
{
	char *rest = line;
	struct bucket_key key = { .symbol = strsep(&rest, "\t"), .kind = DSO_KERNEL };
	struct bucket_match match;

	key.dso = strsep(&rest, "\t");
	key.srcfile = strsep(&rest, "\t");
	if (key.dso && *key.dso && strcmp(key.dso, "[kernel]") != 0)
		key.kind = DSO_MODULE;
	buckets_match(b, &key, &match);
	printf("%s\t%s\t%s\n", key.symbol, buckets_leaf_name(b, match.bucket),
	       bucket_layer_name((enum bucket_layer)match.layer));
}

int main(int argc, char **argv)
{
	const char *dir = NULL;
	cleanup_free char *line = NULL;
	struct buckets *b;
	size_t size = 0;
	ssize_t len;

	for (int i = 1; i + 1 < argc; i++)
		if (!strcmp(argv[i], "--data"))
			dir = argv[i + 1];
	b = buckets_of(dir);
	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--no-table"))
			buckets_skip_layer(b, LAYER_TABLE);
		else if (!strcmp(argv[i], "--no-words"))
			buckets_skip_layer(b, LAYER_WORDS);
		else if (!strcmp(argv[i], "--no-names"))
			buckets_skip_layer(b, LAYER_NAME);
	}
	while ((len = getline(&line, &size, stdin)) > 0) {
		if (line[len - 1] == '\n')
			line[len - 1] = '\0';
		classify(b, line);
	}
	buckets_free(b);
	return 0;
}
