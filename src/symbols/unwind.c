// SPDX-License-Identifier: GPL-2.0-or-later
#include "symbols/unwind.h"

#include <stdlib.h>
#include <string.h>

#include <elfutils/libdw.h>

#include "support/memory.h"
#include "symbols/cfi.h"
#include "symbols/source.h"

/*
 * Which bit of perf's register masks (arch/.../include/uapi/asm/perf_regs.h) is which register of
 * DWARF (the processor supplements of the System V ABI).
 */
struct architecture {
	uint16_t machine;	  /* as in ELF */
	unsigned word, stack, pc; /* pc: of DWARF's numbers, or one that it does not use */
	uint8_t count;
	int8_t perf[CFI_REGISTERS]; /* perf's bit of each DWARF register */
};

static const struct architecture architectures[] = {
	{ EM_X86_64, 8, 7, 16, 17, { 0, 3, 2, 1, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23, 8 } },
	{ EM_386, 4, 4, 8, 9, { 0, 2, 3, 1, 7, 6, 4, 5, 8 } },
	{ EM_AARCH64, 8, 31, 33, 34, { 0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11,
				       12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,
				       24, 25, 26, 27, 28, 29, 30, 31, 63, 32 } },
};

/* A file with frame information. */
struct unwind_image {
	bool tried, usable;
	struct elf_file file, debug;
	Dwarf *dwarf;
	Dwarf_CFI *eh_frame;	/* dwarf_cfi_end() */
	Dwarf_CFI *debug_frame; /* goes with @dwarf */
};

struct unwinder {
	const struct symbol_options *options;
	struct finder finder;
	bool has_finder;
	struct unwind_image **images; /* by number of the DSO */
	size_t count;
};

struct unwinder *unwinder_new(const struct symbol_options *options)
{
	struct unwinder *unwinder = mem_zalloc(1, sizeof(*unwinder));

	unwinder->options = options;
	return unwinder;
}

/* .debug_frame is in the file, or in what a debug package split off. */
static void open_debug_frame(struct unwinder *unwinder, struct unwind_image *image,
			     const char *path, const struct build_id *id)
{
	GElf_Shdr header;
	struct elf_file *file = &image->file;

	if (!elf_section_named(&image->file, ".debug_frame", &header) &&
	    !elf_section_named(&image->file, ".zdebug_frame", &header)) {
		if (!find_debug(&unwinder->finder, path, id, &image->file, &image->debug))
			return;
		file = &image->debug;
	}
	if (elf_file_allow_changes(file))
		image->dwarf = dwarf_begin_elf(file->elf, DWARF_C_READ, NULL);
	if (image->dwarf)
		image->debug_frame = dwarf_getcfi(image->dwarf);
}

static void open_image(struct unwinder *unwinder, const struct profile *profile,
		       struct unwind_image *image, const struct dso *dso)
{
	const char *path = profile_text(profile, dso->path);
	struct build_id id = dso_build_id(dso);
	char *other = NULL;
	enum found found = find_image(&unwinder->finder, path, &id, &image->file, &other);

	free(other);
	if (found != FOUND_PROVED && found != FOUND_UNPROVED)
		return;
	image->usable = true;
	image->eh_frame = dwarf_getcfi_elf(image->file.elf);
	open_debug_frame(unwinder, image, path, &id);
}

static struct unwind_image *image_of(struct unwinder *unwinder, const struct profile *profile,
				     uint32_t dso)
{
	if (!unwinder->has_finder) {
		finder_init_for(&unwinder->finder, unwinder->options, profile);
		unwinder->has_finder = true;
	}
	if (dso >= unwinder->count) {
		size_t count = profile->dso_count;

		unwinder->images = mem_realloc(unwinder->images, count, sizeof(*unwinder->images));
		memset(unwinder->images + unwinder->count, 0,
		       (count - unwinder->count) * sizeof(*unwinder->images));
		unwinder->count = count;
	}

	struct unwind_image *image = unwinder->images[dso];

	if (!image) {
		image = unwinder->images[dso] = mem_zalloc(1, sizeof(*image));
		open_image(unwinder, profile, image, &profile->dsos[dso]);
	}
	return image;
}

/* The address, as linked, of a byte of the file. */
static bool linked_address(const struct elf_file *file, uint64_t offset, uint64_t *address)
{
	size_t count;

	if (elf_getphdrnum(file->elf, &count))
		return false;
	for (size_t i = 0; i < count && i < UINT16_MAX; i++) {
		GElf_Phdr segment;

		if (gelf_getphdr(file->elf, i, &segment) && segment.p_type == PT_LOAD &&
		    offset >= segment.p_offset && offset - segment.p_offset < segment.p_filesz) {
			*address = offset - segment.p_offset + segment.p_vaddr;
			return true;
		}
	}
	return false;
}

static Dwarf_Frame *rules_at(const struct unwind_image *image, uint64_t offset)
{
	Dwarf_Frame *rules;
	uint64_t address;

	if (!image->usable || !linked_address(&image->file, offset, &address))
		return NULL;
	if (image->eh_frame && !dwarf_cfi_addrframe(image->eh_frame, address, &rules))
		return rules;
	if (image->debug_frame && !dwarf_cfi_addrframe(image->debug_frame, address, &rules))
		return rules;
	return NULL;
}

static const struct architecture *architecture_of(const struct profile *profile,
						  const struct stack_copy *copy)
{
	const char *name = profile_text(profile, profile->recording.arch);
	uint16_t machine;

	if (!strcmp(name, "aarch64") || !strcmp(name, "arm64"))
		machine = EM_AARCH64;
	else if (!strcmp(name, "x86_64") || !name[0] || (name[0] == 'i' && !strcmp(name + 2, "86")))
		machine = copy->is_32bit ? EM_386 : EM_X86_64;
	else
		return NULL;
	for (size_t i = 0; i < ARRAY_SIZE(architectures); i++)
		if (architectures[i].machine == machine)
			return &architectures[i];
	return NULL;
}

static void first_frame(struct cfi_frame *frame, const struct architecture *architecture,
			const struct stack_copy *copy)
{
	*frame = (struct cfi_frame) {
		.stack = copy->stack,
		.stack_size = copy->size,
		.word = architecture->word,
	};
	for (unsigned i = 0; i < architecture->count; i++) {
		int bit = architecture->perf[i];

		frame->registers[i] = copy->registers[bit];
		frame->known |= (copy->known >> bit & 1) << i;
	}
	frame->stack_start = frame->registers[architecture->stack];
}

/* From @frame, at @pc, to its caller. */
static bool step(struct unwinder *unwinder, const struct profile *profile,
		 const struct architecture *architecture, const struct stack_copy *copy,
		 struct cfi_frame *frame, uint64_t pc, bool *is_signal)
{
	Dwarf_Addr start, end;
	Dwarf_Frame *rules;
	uint64_t offset;
	uint32_t dso;
	int return_register;
	bool found;

	if (!copy->locate(copy->reader, pc, &dso, &offset))
		return false;
	rules = rules_at(image_of(unwinder, profile, dso), offset);
	if (!rules)
		return false;
	return_register = dwarf_frame_info(rules, &start, &end, is_signal);
	found = return_register >= 0 && return_register < CFI_REGISTERS &&
		cfi_step(frame, rules, return_register, architecture->stack);
	if (found)
		frame->registers[architecture->pc] = frame->registers[return_register];
	free(rules);
	return found;
}

static size_t unwind(void *data, const struct profile *profile, const struct stack_copy *copy,
		     uint64_t *addresses, size_t most, bool *is_whole)
{
	const struct architecture *architecture = architecture_of(profile, copy);
	struct cfi_frame frame;
	size_t count = 0;
	bool is_signal = true; /* the first address was interrupted, not returned to */

	*is_whole = false;
	if (!architecture || !most)
		return 0;
	first_frame(&frame, architecture, copy);
	if (!(frame.known >> architecture->pc & 1) || !(frame.known >> architecture->stack & 1))
		return 0;
	addresses[count++] = frame.registers[architecture->pc];
	while (count < most) {
		uint64_t pc = frame.registers[architecture->pc] - !is_signal;
		bool next_is_signal = false;

		if (!step(data, profile, architecture, copy, &frame, pc, &next_is_signal)) {
			*is_whole = frame.is_outermost;
			break;
		}
		if (!frame.registers[architecture->pc]) {
			*is_whole = true;
			break;
		}
		is_signal = next_is_signal;
		addresses[count++] = frame.registers[architecture->pc];
	}
	return count;
}

struct stack_unwinder unwinder_of(struct unwinder *unwinder)
{
	return (struct stack_unwinder) { .unwind = unwind, .data = unwinder };
}

static void image_free(struct unwind_image *image)
{
	if (!image)
		return;
	if (image->eh_frame)
		dwarf_cfi_end(image->eh_frame);
	if (image->dwarf)
		dwarf_end(image->dwarf);
	if (image->debug.elf)
		elf_file_close(&image->debug);
	if (image->file.elf)
		elf_file_close(&image->file);
	free(image);
}

void unwinder_free(struct unwinder *unwinder)
{
	if (!unwinder)
		return;
	for (size_t i = 0; i < unwinder->count; i++)
		image_free(unwinder->images[i]);
	free(unwinder->images);
	if (unwinder->has_finder)
		finder_deinit(&unwinder->finder);
	free(unwinder);
}
