// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The functions at addresses of an ELF file, as symdiff reads them: for scripts/check-kernel,
 * which compares them with other tools.
 *
 *	inline_chains FILE < addresses
 *
 * A line of input is an address in hexadecimal, as the file is linked. Prints, in the order of the
 * input, a line of functions, innermost first: "name TAB file:line TAB name TAB file:line ...".
 * What is not known is "??". Says on stderr how long it took, in seconds, from the opening of the
 * file, and how much anonymous memory there was at the end, in kilobytes.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "support/memory.h"
#include "symbols/code.h"

struct asked {
	uint64_t address;
	size_t number;
};

static int compare_asked(const void *a_, const void *b_)
{
	const struct asked *a = a_, *b = b_;

	return a->address < b->address ? -1 : a->address > b->address;
}

static struct asked *read_addresses(size_t *count)
{
	struct asked *asked = NULL;
	size_t capacity = 0;
	char line[64];

	*count = 0;
	while (fgets(line, sizeof(line), stdin)) {
		array_reserve(asked, capacity, *count + 1);
		asked[*count] = (struct asked) { strtoull(line, NULL, 16), *count };
		++*count;
	}
	return asked;
}

static double seconds(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static long anonymous_kilobytes(void)
{
	FILE *file = fopen("/proc/self/status", "re");
	char line[256];
	long size = -1;

	while (file && fgets(line, sizeof(line), file))
		if (sscanf(line, "RssAnon: %ld", &size) == 1)
			break;
	if (file)
		fclose(file);
	return size;
}

static void print_chain(const struct code_map *map, const struct code_place *place)
{
	uint32_t frame = place->frame;

	if (frame == TABLE_NONE)
		printf("??\t%s:0", place->unit ? place->unit : "??");
	for (const char *gap = ""; frame != TABLE_NONE; gap = "\t") {
		const struct code_function *function = &map->functions[map->frames[frame].function];

		printf("%s%s\t%s:%u", gap, function->name ? function->name : "??",
		       function->file ? function->file : "??", function->line);
		frame = map->frames[frame].outer;
	}
	putchar('\n');
}

int main(int argc, char **argv)
{
	size_t count;
	struct asked *asked = read_addresses(&count);
	struct code_place *places = mem_zalloc(count + 1, sizeof(*places));
	size_t *order = mem_zalloc(count + 1, sizeof(*order));
	struct code_map map = { 0 };
	struct debug_trouble trouble;
	struct debug_info info;
	struct elf_file file;
	double start = seconds();

	if (argc != 2 || !elf_file_open(&file, argv[1])) {
		fprintf(stderr, "inline_chains: expected one ELF file\n");
		return 2;
	}
	if (!debug_info_open(&info, &file, NULL, 0, &trouble)) {
		fprintf(stderr, "inline_chains: %s: %s\n", argv[1], trouble.text);
		return 2;
	}
	qsort(asked, count, sizeof(*asked), compare_asked);
	for (size_t i = 0; i < count; i++) {
		places[i].address = asked[i].address;
		order[asked[i].number] = i;
	}
	code_map_read(&map, &info, places, count);
	fprintf(stderr, "seconds %.3f\nkilobytes %ld\n", seconds() - start, anonymous_kilobytes());
	for (size_t i = 0; i < count; i++)
		print_chain(&map, &places[order[i]]);
	code_map_deinit(&map);
	debug_info_close(&info);
	free(asked);
	free(places);
	free(order);
	return 0;
}
