// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdio.h>
#include <string.h>

#include "ingest/perf_data/reader.h"
#include "ingest/perf_data/wire.h"
#include "support/memory.h"

/* A side-band record, parted in what is its own and the trailer that all have. */
struct told {
	struct bytes in;
	uint64_t time;
	uint32_t type;
	uint16_t misc;
};

static const struct layout *layout_of(const struct reader *reader, const uint8_t *at, uint32_t size)
{
	const struct attrs *attrs = &reader->attrs;
	const struct layout *first = &attrs->list[0].layout;

	if (attrs->count == 1 || !first->trailer_has_id ||
	    size < RECORD_HEADER + (uint32_t)first->trailer)
		return first;

	uint64_t id = load64(at + size - first->trailer + first->trailer_id, reader->swap);
	const struct attr_id *known = attrs_find(attrs, id);

	return known ? &attrs->list[known->attr].layout : first;
}

/*
 * The time of a record: without one (perf made it up from /proc before it
 * began) it holds from the beginning.
 */
static struct told told_of(const struct reader *reader, const struct noted *noted)
{
	const uint8_t *at = noted->record;
	uint32_t size = load16(at + 6, reader->swap);
	const struct layout *layout = layout_of(reader, at, size);
	struct told told = {
		.type = load32(at, reader->swap),
		.misc = load16(at + 4, reader->swap),
		.in = bytes_of(at + RECORD_HEADER, size - RECORD_HEADER, reader->swap),
	};

	if (size >= RECORD_HEADER + (uint32_t)layout->trailer) {
		told.in.end -= layout->trailer;
		if (layout->trailer_has_time)
			told.time = load64(told.in.end + layout->trailer_time, reader->swap);
	}
	if (told.time == UINT64_MAX)
		told.time = 0;
	if (reader->by_position)
		told.time = noted->position;
	return told;
}

/* --- processes and threads --- */

static void set_space(struct reader *reader, uint32_t pid, uint64_t time, uint32_t space)
{
	histories_set(&reader->process_spaces, pid, time, space);
}

static void play_comm(struct reader *reader, struct told *told)
{
	uint32_t pid = bytes_u32(&told->in), tid = bytes_u32(&told->in);
	size_t len;
	const char *text = bytes_text(&told->in, bytes_left(&told->in), &len);

	if (!text)
		return;
	histories_set(&reader->thread_comms, tid, told->time,
		      names_intern(&reader->profile->names, text, len));
	/* A new program has none of the maps of the old one. */
	if (told->misc & MISC_COMM_EXEC)
		set_space(reader, pid, told->time, spaces_new(&reader->spaces));
}

static void play_fork(struct reader *reader, struct told *told)
{
	uint32_t pid = bytes_u32(&told->in), parent = bytes_u32(&told->in);
	uint32_t tid = bytes_u32(&told->in), parent_tid = bytes_u32(&told->in);

	if (bytes_failed(&told->in))
		return;

	uint32_t comm = histories_last(&reader->thread_comms, parent_tid, 0);

	if (tid != parent_tid)
		histories_set(&reader->thread_comms, tid, told->time, comm);
	if (pid == parent) /* a thread */
		return;
	if (told->misc & MISC_FORK_EXEC) {
		set_space(reader, pid, told->time, spaces_new(&reader->spaces));
		return;
	}

	uint32_t space = histories_last(&reader->process_spaces, parent, 0);

	spaces_freeze(&reader->spaces, space);
	set_space(reader, pid, told->time, space);
}

/* --- maps --- */

static bool starts(const char *text, size_t len, const char *prefix)
{
	return len >= strlen(prefix) && !memcmp(text, prefix, strlen(prefix));
}

/* Memory that no file is behind. Code in it comes from a JIT, which may tell its names. */
static bool is_anonymous(const char *name, size_t len)
{
	static const char *const prefixes[] = { "//anon", "/dev/zero", "/anon_hugepage",
						"[stack", "/SYSV",     "[heap]" };

	for (size_t i = 0; i < ARRAY_SIZE(prefixes); i++)
		if (starts(name, len, prefixes[i]))
			return true;
	return false;
}

/* A 32-bit program on a 64-bit machine has another vdso, which perf calls [vdso32]. */
static bool is_compat_vdso(const struct reader *reader, const char *name, size_t len, uint64_t end)
{
	const char *arch = profile_text(reader->profile, reader->profile->recording.arch);

	return len == 6 && !memcmp(name, "[vdso]", 6) && end <= 1ul << 32 && strstr(arch, "64");
}

static uint32_t user_image(struct reader *reader, struct image image, const char *name, size_t len,
			   uint32_t pid, bool executable)
{
	char jit[40];

	image.kind = DSO_USER;
	if (executable && is_anonymous(name, len)) {
		len = snprintf(jit, sizeof(jit), "/tmp/perf-%d.map", (int)pid);
		name = jit;
		image.pid = pid;
	}
	image.path = names_intern(&reader->profile->names, name, len);
	return images_get(&reader->images, &image);
}

static void map_user(struct reader *reader, const struct told *told, struct map map,
		     const struct image *image, uint32_t pid, const char *name, size_t len,
		     bool executable)
{
	uint32_t space = histories_last(&reader->process_spaces, pid, 0);

	if (is_compat_vdso(reader, name, len, map.end)) {
		name = "[vdso32]";
		len = strlen(name);
	}
	map.image = user_image(reader, *image, name, len, pid, executable);
	/* Addresses of memory without a file stand for themselves. */
	if (is_anonymous(name, len))
		map.pgoff = map.start;
	set_space(reader, pid, told->time, spaces_map(&reader->spaces, space, &map));
}

/* [kernel.kallsyms]_text: what comes behind the bracket is the symbol that pgoff is the address of. */
static uint32_t reference_symbol(struct reader *reader, const char *name, size_t len)
{
	const char *bracket = memrchr(name, ']', len);

	if (!bracket)
		return 0;
	return names_intern(&reader->profile->names, bracket + 1, name + len - bracket - 1);
}

static void map_kernel_space(struct reader *reader, uint64_t time, int machine, struct map map)
{
	uint32_t space = histories_last(&reader->kernel_spaces, machine, 0);

	map.pgoff = map.start; /* addresses stay as they were recorded */
	space = spaces_map(&reader->spaces, space, &map);
	histories_set(&reader->kernel_spaces, machine, time, space);
}

static void map_kernel(struct reader *reader, const struct told *told, struct map map,
		       struct image image, const char *name, size_t len)
{
	bool guest = (told->misc & MISC_CPUMODE_MASK) == MISC_GUEST_KERNEL;
	int machine = guest ? KERNEL_GUEST : KERNEL_HOST;
	enum dso_kind kind = DSO_MODULE;
	char canonical[256];

	dso_canonical(name, len, &kind, canonical, sizeof(canonical));
	image.kind = guest ? DSO_GUEST_KERNEL : kind;
	/* Where the kernel hid its addresses (kptr_restrict), its map is empty. */
	if (map.end > map.start) {
		image.start = map.start;
		image.size = map.end - map.start;
		image.pgoff = map.pgoff;
	} else {
		map.end = UINT64_MAX;
	}
	if (kind == DSO_KERNEL || kind == DSO_GUEST_KERNEL) {
		const char *bracket = memrchr(name, ']', len);

		image.reference = reference_symbol(reader, name, len);
		if (bracket)
			len = bracket + 1 - name;
	}
	image.path = names_intern(&reader->profile->names, name, len);
	map.image = images_get(&reader->images, &image);
	if (kind == DSO_KERNEL || kind == DSO_GUEST_KERNEL)
		reader->kernels[machine] = (struct kernel_map) { .map = map, .known = true };
	else
		map_kernel_space(reader, told->time, machine, map);
}

static void read_map2(struct told *told, struct image *image, bool *executable)
{
	enum { PROT_EXECUTE = 4 };

	if (told->misc & MISC_MMAP_BUILD_ID) {
		uint8_t size = bytes_u8(&told->in);

		bytes_take(&told->in, 3);

		const uint8_t *build_id = bytes_take(&told->in, 20);

		image->build_id_size = size < 20 ? size : 20;
		if (build_id)
			memcpy(image->build_id, build_id, image->build_id_size);
	} else {
		bytes_take(&told->in, 24); /* device, inode */
	}
	*executable = bytes_u32(&told->in) & PROT_EXECUTE;
	bytes_u32(&told->in); /* flags */
}

static void play_map(struct reader *reader, struct told *told)
{
	struct image image = { .dso = NONE };
	bool executable = !(told->misc & MISC_MMAP_DATA);
	uint32_t pid = bytes_u32(&told->in);

	bytes_u32(&told->in); /* tid */

	uint64_t start = bytes_u64(&told->in), len = bytes_u64(&told->in);
	struct map map = { .start = start, .pgoff = bytes_u64(&told->in) };

	if (told->type == RECORD_MMAP2)
		read_map2(told, &image, &executable);

	size_t name_len;
	const char *name = bytes_text(&told->in, bytes_left(&told->in), &name_len);
	unsigned int mode = told->misc & MISC_CPUMODE_MASK;

	bool kernel = mode == MISC_KERNEL || mode == MISC_GUEST_KERNEL;

	if (!name || (!len && !kernel) || __builtin_add_overflow(start, len, &map.end)) {
		reader->bad_records++;
		return;
	}
	if (kernel)
		map_kernel(reader, told, map, image, name, name_len);
	else if (name_len)
		map_user(reader, told, map, &image, pid, name, name_len, executable);
}

/* BPF programs and trampolines: the record has their name. */
static void play_ksymbol(struct reader *reader, struct told *told)
{
	enum { TYPE_BPF = 1, UNREGISTER = 1 };

	uint64_t start = bytes_u64(&told->in);
	uint32_t len = bytes_u32(&told->in);

	bytes_u16(&told->in);

	uint16_t flags = bytes_u16(&told->in);
	size_t name_len;
	const char *name = bytes_text(&told->in, bytes_left(&told->in), &name_len);
	struct map map = { .start = start };

	if (!name || !name_len || flags & UNREGISTER || !len ||
	    __builtin_add_overflow(start, len, &map.end))
		return;

	struct image image = {
		.path = names_intern(&reader->profile->names, name, name_len),
		.kind = DSO_BPF,
	};

	image.symbol = image.path;
	map.image = images_get(&reader->images, &image);
	map_kernel_space(reader, told->time, KERNEL_HOST, map);
}

static void play(struct reader *reader, struct told *told)
{
	switch (told->type) {
	case RECORD_MMAP:
	case RECORD_MMAP2:
		play_map(reader, told);
		break;
	case RECORD_COMM:
		play_comm(reader, told);
		break;
	case RECORD_FORK:
		play_fork(reader, told);
		break;
	case RECORD_KSYMBOL:
		play_ksymbol(reader, told);
		break;
	}
}

static int by_time(const void *left, const void *right)
{
	const struct noted *a = left, *b = right;

	if (a->time != b->time)
		return a->time < b->time ? -1 : 1;
	return a->position < b->position ? -1 : a->position > b->position;
}

/* Move the records up to time @until to the front. Returns how many. */
static size_t part_by_time(struct reader *reader, uint64_t until)
{
	struct noted *noted = reader->noted;
	size_t due = 0;

	for (size_t i = reader->timed_count; i < reader->noted_count; i++)
		noted[i].time = told_of(reader, &noted[i]).time;
	reader->timed_count = reader->noted_count;
	for (size_t i = 0; i < reader->noted_count; i++) {
		if (noted[i].time > until)
			continue;

		struct noted swapped = noted[due];

		noted[due++] = noted[i];
		noted[i] = swapped;
	}
	return due;
}

static bool in_order(const struct noted *noted, size_t count)
{
	for (size_t i = 1; i < count; i++)
		if (by_time(&noted[i - 1], &noted[i]) > 0)
			return false;
	return true;
}

void sideband_play(struct reader *reader, uint64_t until)
{
	size_t due = part_by_time(reader, until);

	if (!in_order(reader->noted, due))
		qsort(reader->noted, due, sizeof(*reader->noted), by_time);
	for (size_t i = 0; i < due; i++) {
		struct told told = told_of(reader, &reader->noted[i]);

		play(reader, &told);
		free(reader->noted[i].copy);
	}
	reader->noted_count -= due;
	reader->timed_count = reader->noted_count;
	if (due)
		memmove(reader->noted, reader->noted + due,
			reader->noted_count * sizeof(*reader->noted));
}
