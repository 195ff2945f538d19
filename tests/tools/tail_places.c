// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Places of callchains where tail calls took frames and only one way is possible, for
 * scripts/check-tail-calls, which compares them with the disassembly.
 *
 *	tail_places VMLINUX RECORDING...
 *
 * Prints a line for each, once, in addresses as VMLINUX is linked: the return address in the
 * caller, an address in the function that was found, and "name@address of its jump" (0: it has
 * several to the next one) for each frame between them, the one that was called first. Recordings
 * of other kernels are passed over. Says on stderr what became of all callchains.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <symdiff/error.h>

#include "ingest/format.h"
#include "support/memory.h"
#include "symbols/resolve.h"
#include "symbols/source.h"

static uint32_t kernel_of(const struct profile *profile)
{
	for (uint32_t i = 0; i < profile->dso_count; i++)
		if (profile->dsos[i].kind == DSO_KERNEL)
			return i;
	return NONE;
}

/* Frames first .. last - 1, leaf first, are what was put back below frame number @last. */
static void print_place(const struct profile *profile, const uint32_t *frames, uint32_t first,
			uint32_t last, uint64_t shift)
{
	const struct location *found = &profile->locations[frames[first - 1]];

	printf("%" PRIx64 " %" PRIx64, profile->locations[frames[last]].address + shift,
	       found->address - found->is_return + shift);
	for (uint32_t i = last; i-- > first;) {
		const struct location *place = &profile->locations[frames[i]];

		printf(" %s@%" PRIx64, profile_text(profile, profile->symbols[place->symbol].name),
		       place->address ? place->address - 1 + shift : 0);
	}
	putchar('\n');
}

static void print_stack(const struct profile *profile, const struct stack *stack, uint64_t shift)
{
	const uint32_t *frames = profile->frames + stack->first;

	for (uint32_t i = 1, end; i < stack->depth; i = end) {
		for (end = i; end < stack->depth && profile->locations[frames[end]].is_inferred;)
			end++;
		/* The outermost one knows whether there are other ways. */
		if (end > i && end < stack->depth && !profile->locations[frames[end - 1]].ways)
			print_place(profile, frames, i, end, shift);
		if (end == i)
			end++;
	}
}

static void count_chains(const struct profile *profile, const char *path)
{
	static const struct {
		uint32_t flag;
		const char *word;
	} kinds[] = {
		{ STACK_TAILS_AMBIGUOUS, "several ways" },
		{ STACK_TAILS_OPEN, "indirect" },
		{ STACK_TAILS_IMPOSSIBLE, "impossible" },
		{ STACK_TAILS_COMPLETED, "completed" },
	};
	uint64_t counts[ARRAY_SIZE(kinds) + 1] = { 0 };

	for (uint32_t i = 0; i < profile->stack_count; i++) {
		size_t k = 0;

		while (k < ARRAY_SIZE(kinds) && !(profile->stacks[i].flags & kinds[k].flag))
			k++;
		counts[k] += profile->stacks[i].samples;
	}
	fprintf(stderr, "%s:", path);
	for (size_t k = 0; k < ARRAY_SIZE(kinds); k++)
		fprintf(stderr, " %s %" PRIu64 ",", kinds[k].word, counts[k]);
	fprintf(stderr, " untouched %" PRIu64 "\n", counts[ARRAY_SIZE(kinds)]);
}

static void print_places(struct profile *profile, const struct elf_file *vmlinux, const char *path)
{
	const char *const list[] = { vmlinux->path, NULL };
	struct symbol_options options = { .vmlinux = list };
	struct resolver resolver = { .profile = profile };
	uint32_t kernel = kernel_of(profile);
	struct build_id id = { 0 };
	uint64_t shift;

	if (kernel != NONE)
		id = dso_build_id(&profile->dsos[kernel]);
	if (!build_id_equal(&id, &vmlinux->build_id))
		return;
	shift = vmlinux_shift(&resolver, &profile->dsos[kernel], vmlinux);
	symbols_resolve(profile, &options);
	for (uint32_t i = 0; i < profile->stack_count; i++)
		print_stack(profile, &profile->stacks[i], shift);
	count_chains(profile, path);
}

int main(int argc, char **argv)
{
	struct elf_file vmlinux;

	if (argc < 3 || !elf_file_open(&vmlinux, argv[1])) {
		fprintf(stderr, "tail_places: expected a kernel's ELF file and recordings\n");
		return 2;
	}
	for (int i = 2; i < argc; i++) {
		struct symdiff_error err = { .position = -1 };
		struct ingest_options options = { 0 };
		struct document doc = { 0 };
		char text[1024];

		if (ingest_read(argv[i], &options, &doc, &err))
			fprintf(stderr, "tail_places: %s\n",
				symdiff_error_text(&err, text, sizeof(text)));
		else
			print_places(doc.profiles[0], &vmlinux, argv[i]);
		document_deinit(&doc);
	}
	elf_file_close(&vmlinux);
	return 0;
}
