// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The functions at addresses of an ELF file, as symdiff reads them: for scripts/check-kernel,
 * which compares them with other tools.
 *
 *	inline_chains FILE < addresses
 *	inline_chains --addresses VMLINUX RECORDING...
 *
 * A line of input is an address in hexadecimal, as the file is linked. Prints, in the order of the
 * input, a line of functions, innermost first: "name TAB file:line TAB name TAB file:line ...".
 * What is not known is "??". Says on stderr how long it took, in seconds, from the opening of the
 * file, and how much anonymous memory there was at the end, in kilobytes.
 *
 * The second form prints the addresses of the kernel that the recordings have, each once, in
 * callchains the last byte of the call. Recordings of other kernels are passed over.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <symdiff/error.h>

#include "ingest/format.h"
#include "support/memory.h"
#include "symbols/code.h"
#include "symbols/source.h"

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

static uint32_t kernel_of(const struct profile *profile)
{
	for (uint32_t i = 0; i < profile->dso_count; i++)
		if (profile->dsos[i].kind == DSO_KERNEL)
			return i;
	return NONE;
}

static void print_addresses(struct profile *profile, const struct elf_file *vmlinux)
{
	struct resolver resolver = { .profile = profile };
	uint32_t kernel = kernel_of(profile);
	struct build_id id = { 0 };
	uint64_t shift;

	if (kernel != NONE)
		id = dso_build_id(&profile->dsos[kernel]);
	if (!build_id_equal(&id, &vmlinux->build_id))
		return;
	shift = vmlinux_shift(&resolver, &profile->dsos[kernel], vmlinux);
	for (uint32_t i = 0; i < profile->location_count; i++) {
		const struct location *place = &profile->locations[i];

		if (place->dso == kernel && place->symbol == NONE)
			printf("%#" PRIx64 "\n", place->address - place->is_return + shift);
	}
}

static int addresses_of(const char *path, char **recordings)
{
	struct elf_file vmlinux;

	if (!path || !elf_file_open(&vmlinux, path))
		return 2;
	for (; *recordings; recordings++) {
		struct symdiff_error err = { .position = -1 };
		struct ingest_options options = { 0 };
		struct document doc = { 0 };
		char text[1024];

		if (ingest_read(*recordings, &options, &doc, &err))
			fprintf(stderr, "inline_chains: %s\n",
				symdiff_error_text(&err, text, sizeof(text)));
		else
			print_addresses(doc.profiles[0], &vmlinux);
		document_deinit(&doc);
	}
	elf_file_close(&vmlinux);
	return 0;
}

static int chains_of(const char *path)
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

	if (!elf_file_open(&file, path)) {
		fprintf(stderr, "inline_chains: %s is no ELF file\n", path);
		return 2;
	}
	if (!debug_info_open(&info, &file, NULL, 0, &trouble)) {
		fprintf(stderr, "inline_chains: %s: %s\n", path, trouble.text);
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

int main(int argc, char **argv)
{
	if (argc > 2 && !strcmp(argv[1], "--addresses"))
		return addresses_of(argv[2], argv + 3);
	if (argc == 2)
		return chains_of(argv[1]);
	fprintf(stderr, "inline_chains: expected one ELF file, or --addresses\n");
	return 2;
}
