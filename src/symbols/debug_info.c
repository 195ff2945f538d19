// SPDX-License-Identifier: GPL-2.0-or-later
/* Debug information: "DWARF Debugging Information Format", versions 2 to 5; libdw of elfutils 0.188. */
#include "symbols/debug_info.h"

#include <dwarf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <elfutils/libdwelf.h>

#include "support/cleanup.h"
#include "support/memory.h"

#define SECOND_NS 1000000000ull

static uint64_t now_ns(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * SECOND_NS + time.tv_nsec;
}

bool debug_info_is_late(struct debug_info *info)
{
	if (!info->is_late && info->deadline_ns && now_ns() > info->deadline_ns)
		info->is_late = true;
	return info->is_late;
}

bool elf_has_dwarf(const struct elf_file *file)
{
	GElf_Shdr header;

	return (elf_section_named(file, ".debug_info", &header) ||
		elf_section_named(file, ".zdebug_info", &header)) &&
	       header.sh_type != SHT_NOBITS && header.sh_size;
}

/* Where code begins: linkers give what they remove addresses near 0. */
static uint64_t lowest_code(const struct elf_file *file)
{
	uint64_t lowest = UINT64_MAX;
	Elf_Scn *section = NULL;
	GElf_Shdr header;

	while ((section = elf_nextscn(file->elf, section)))
		if (gelf_getshdr(section, &header) && header.sh_flags & SHF_EXECINSTR &&
		    header.sh_size && header.sh_addr < lowest)
			lowest = header.sh_addr;
	return lowest == UINT64_MAX ? 0 : lowest;
}

static void add_range(struct debug_info *info, uint64_t start, uint64_t end, uint32_t unit)
{
	if (start >= end || start < info->lowest)
		return;
	array_reserve(info->ranges, info->range_capacity, info->range_count + 1);
	info->ranges[info->range_count++] =
		(struct debug_range) { .start = start, .end = end, .unit = unit };
}

/* Old compilers give a unit with several ranges none: then its functions have to say. */
static void add_function_ranges(struct debug_info *info, Dwarf_Die *unit, uint32_t number)
{
	Dwarf_Die child;
	int more = dwarf_child(unit, &child);

	for (; !more && !debug_info_is_late(info); more = dwarf_siblingof(&child, &child)) {
		Dwarf_Addr low, high;

		if (dwarf_tag(&child) == DW_TAG_subprogram && !dwarf_lowpc(&child, &low) &&
		    !dwarf_highpc(&child, &high))
			add_range(info, low, high, number);
	}
}

static void add_unit_ranges(struct debug_info *info, Dwarf_Die *unit, uint32_t number)
{
	Dwarf_Addr base, start, end;
	ptrdiff_t at = 0;
	bool any = false;

	while ((at = dwarf_ranges(unit, at, &base, &start, &end)) > 0) {
		any = true;
		add_range(info, start, end, number);
	}
	if (at < 0)
		info->is_damaged = true;
	else if (!any && !dwarf_hasattr(unit, DW_AT_low_pc) && !dwarf_hasattr(unit, DW_AT_ranges) &&
		 dwarf_tag(unit) == DW_TAG_compile_unit)
		add_function_ranges(info, unit, number);
}

static int compare_ranges(const void *a_, const void *b_)
{
	const struct debug_range *a = a_, *b = b_;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	return a->unit < b->unit ? -1 : a->unit > b->unit;
}

static void sort_ranges(struct debug_info *info)
{
	uint64_t reach = 0;

	if (info->range_count)
		qsort(info->ranges, info->range_count, sizeof(*info->ranges), compare_ranges);
	for (size_t i = 0; i < info->range_count; i++) {
		if (info->ranges[i].end > reach)
			reach = info->ranges[i].end;
		info->ranges[i].reach = reach;
	}
}

/* Returns whether there are units whose functions are in .dwo files. */
static bool read_units(struct debug_info *info)
{
	Dwarf_CU *unit = NULL, *next;
	Dwarf_Half version;
	bool has_split = false;
	uint8_t type;
	Dwarf_Die die;
	int ret;

	while (!(ret = dwarf_get_units(info->dwarf, unit, &next, &version, &type, &die, NULL))) {
		bool is_split = type == DW_UT_skeleton;

		unit = next;
		has_split |= is_split;
		array_reserve(info->units, info->unit_capacity, info->unit_count + 1);
		info->units[info->unit_count] = (struct debug_unit) {
			.die = die,
			.state = is_split ? UNIT_SPLIT : UNIT_WHOLE,
		};
		if (type == DW_UT_compile || type == DW_UT_skeleton)
			add_unit_ranges(info, &die, (uint32_t)info->unit_count);
		info->unit_count++;
		if (debug_info_is_late(info))
			break;
	}
	if (ret < 0)
		info->is_damaged = true;
	return has_split;
}

static void forget_units(struct debug_info *info)
{
	info->unit_count = info->range_count = 0;
}

/* Everything is in the one file: libdwfl is not to look for another. */
static int find_no_file(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base,
			char **path, Elf **elf)
{
	return -1;
}

static int find_no_debug_file(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base,
			      const char *path, const char *link, GElf_Word crc, char **found)
{
	return -1;
}

/* The loader's work: debug information of relocatable objects needs it, too. */
static bool open_relocatable(struct debug_info *info, struct debug_trouble *trouble)
{
	static const Dwfl_Callbacks callbacks = {
		.find_elf = find_no_file,
		.find_debuginfo = find_no_debug_file,
		.section_address = dwfl_offline_section_address,
	};
	Dwarf_Addr bias;

	info->dwfl = dwfl_begin(&callbacks);
	if (info->dwfl) {
		Dwfl_Module *module;

		dwfl_report_begin(info->dwfl);
		/* Changed in memory only: elf_file_allow_changes. */
		module = dwfl_report_offline_memory(info->dwfl, "", "",
						    (char *)(uintptr_t)info->file.in.data,
						    info->file.in.size);
		dwfl_report_end(info->dwfl, NULL, NULL);
		info->dwarf = module ? dwfl_module_getdwarf(module, &bias) : NULL;
		info->placed = info->dwarf ? dwfl_module_getelf(module, &bias) : NULL;
	}
	if (info->dwarf && info->placed)
		return true;
	snprintf(trouble->text, sizeof(trouble->text), "its relocations cannot be applied: %s",
		 dwfl_errmsg(-1));
	return false;
}

/* libdw finds .dwo files from where the file is, which it knows only of a descriptor. */
static void reopen_by_path(struct debug_info *info)
{
	struct stat st;
	Dwarf *dwarf;

	info->fd = open(info->file.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (info->fd < 0 || fstat(info->fd, &st) || !S_ISREG(st.st_mode))
		return;
	dwarf = dwarf_begin(info->fd, DWARF_C_READ);
	if (!dwarf)
		return;
	dwarf_end(info->dwarf);
	info->dwarf = dwarf;
	forget_units(info);
	read_units(info);
}

/* False if the file needs another one that is not there. */
static bool open_alternate(struct debug_info *info, const struct debug_finder *finder,
			   struct debug_trouble *trouble)
{
	const char *name;
	const void *bytes;
	ssize_t size = dwelf_dwarf_gnu_debugaltlink(info->dwarf, &name, &bytes);
	struct build_id id = { 0 };

	if (!size)
		return true;
	if (size > 0 && (size_t)size <= sizeof(id.bytes)) {
		id.size = (uint8_t)size;
		memcpy(id.bytes, bytes, size);
	}
	if (id.size && finder && finder->find_alternate &&
	    finder->find_alternate(finder->data, &info->file, name, &id, &info->alternate) &&
	    elf_file_allow_changes(&info->alternate))
		info->alternate_dwarf = dwarf_begin_elf(info->alternate.elf, DWARF_C_READ, NULL);
	if (!info->alternate_dwarf) {
		snprintf(trouble->text, sizeof(trouble->text),
			 "it needs what dwz moved to %.200s, which was not found",
			 id.size ? name : "another file");
		return false;
	}
	dwarf_setalt(info->dwarf, info->alternate_dwarf);
	return true;
}

static bool open_dwarf(struct debug_info *info, const struct debug_finder *finder,
		       struct debug_trouble *trouble)
{
	if (!elf_file_allow_changes(&info->file)) {
		snprintf(trouble->text, sizeof(trouble->text), "it cannot be unpacked in memory");
		return false;
	}
	if (info->file.header.e_type == ET_REL) {
		if (!open_relocatable(info, trouble))
			return false;
	} else {
		info->lowest = lowest_code(&info->file);
		info->dwarf = dwarf_begin_elf(info->file.elf, DWARF_C_READ, NULL);
		if (!info->dwarf) {
			snprintf(trouble->text, sizeof(trouble->text), "%s", dwarf_errmsg(-1));
			return false;
		}
	}
	return open_alternate(info, finder, trouble);
}

bool debug_info_open(struct debug_info *info, struct elf_file *file,
		     const struct debug_finder *finder, unsigned seconds,
		     struct debug_trouble *trouble)
{
	*info = (struct debug_info) {
		.file = *file,
		.fd = -1,
		.deadline_ns = seconds ? now_ns() + seconds * SECOND_NS : 0,
	};
	*file = (struct elf_file) { 0 };
	trouble->text[0] = '\0';
	if (!elf_has_dwarf(&info->file)) {
		snprintf(trouble->text, sizeof(trouble->text), "it has no debug information");
		goto fail;
	}
	if (!open_dwarf(info, finder, trouble))
		goto fail;
	if (read_units(info) && !info->dwfl)
		reopen_by_path(info);
	sort_ranges(info);
	return true;
fail:
	debug_info_close(info);
	return false;
}

void debug_info_close(struct debug_info *info)
{
	for (size_t i = 0; i < info->unit_count; i++)
		if (info->units[i].packed) {
			packed_unit_close(info->units[i].packed);
			free(info->units[i].packed);
		}
	if (info->package.elf)
		elf_file_close(&info->package);
	if (info->dwfl)
		dwfl_end(info->dwfl);
	else if (info->dwarf)
		dwarf_end(info->dwarf);
	if (info->alternate_dwarf)
		dwarf_end(info->alternate_dwarf);
	if (info->alternate.elf)
		elf_file_close(&info->alternate);
	if (info->file.elf)
		elf_file_close(&info->file);
	if (info->fd >= 0)
		close(info->fd);
	free(info->units);
	free(info->ranges);
	*info = (struct debug_info) { .fd = -1 };
}

/* The number of ranges that start at or before @address. */
static size_t ranges_before(const struct debug_info *info, uint64_t address)
{
	size_t low = 0, high = info->range_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (info->ranges[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

struct debug_unit *debug_info_unit(struct debug_info *info, uint64_t address, size_t n)
{
	for (size_t i = ranges_before(info, address); i-- > 0 && info->ranges[i].reach > address;)
		if (info->ranges[i].end > address && !n--)
			return &info->units[info->ranges[i].unit];
	return NULL;
}

static const char *text_of(Dwarf_Die *die, unsigned name, unsigned gnu_name)
{
	Dwarf_Attribute attribute;

	if (!dwarf_attr(die, name, &attribute) &&
	    (!gnu_name || !dwarf_attr(die, gnu_name, &attribute)))
		return NULL;
	return dwarf_formstring(&attribute);
}

/* libdw opens whatever a skeleton names; a pipe would make it wait for ever. */
static bool is_harmless(const struct debug_info *info, Dwarf_Die *skeleton)
{
	const char *name = text_of(skeleton, DW_AT_dwo_name, DW_AT_GNU_dwo_name);
	const char *dir = text_of(skeleton, DW_AT_comp_dir, 0);
	cleanup_free char *beside = mem_strdup(info->file.path);
	char *slash = strrchr(beside, '/');
	struct stat st;

	if (!name)
		return false;
	slash ? (slash[1] = '\0') : (beside[0] = '\0');

	const char *own = beside, *here = dir && dir[0] ? dir : "";
	const char *parts[][3] = {
		{ "", "", name },
		{ "", here, name },
		{ own, "", name },
		{ own, here, name },
	};

	for (size_t i = 0; i < ARRAY_SIZE(parts); i++) {
		cleanup_free char *path = NULL;

		if (asprintf(&path, "%s%s%s%s", parts[i][0], parts[i][1], parts[i][1][0] ? "/" : "",
			     parts[i][2]) < 0 ||
		    (!stat(path, &st) && !S_ISREG(st.st_mode)))
			return false;
	}
	return true;
}

/* The package beside the file, which is called like it. */
static const struct elf_file *package_of(struct debug_info *info)
{
	cleanup_free char *path = NULL;

	if (!info->package_sought && asprintf(&path, "%s.dwp", info->file.path) > 0)
		elf_file_open(&info->package, path);
	info->package_sought = true;
	return info->package.elf ? &info->package : NULL;
}

static bool find_packed(struct debug_info *info, struct debug_unit *unit)
{
	const struct elf_file *package = package_of(info);
	uint64_t id;

	if (!package || dwarf_cu_info(unit->die.cu, NULL, NULL, NULL, NULL, &id, NULL, NULL))
		return false;
	unit->packed = mem_zalloc(1, sizeof(*unit->packed));
	if (dwp_unit(package, info->dwarf, &unit->die, id, unit->packed)) {
		unit->full = unit->packed->die;
		return true;
	}
	free(unit->packed);
	unit->packed = NULL;
	return false;
}

bool debug_unit_die(struct debug_info *info, struct debug_unit *unit, Dwarf_Die *die)
{
	if (unit->state == UNIT_SPLIT) {
		unit->state = UNIT_SPLIT_MISSING;
		if (find_packed(info, unit) || (is_harmless(info, &unit->die) &&
						!dwarf_cu_info(unit->die.cu, NULL, NULL, NULL,
							       &unit->full, NULL, NULL, NULL) &&
						unit->full.addr))
			unit->state = UNIT_SPLIT_FOUND;
		else
			info->missing_split++;
	}
	if (unit->state == UNIT_SPLIT_MISSING)
		return false;
	*die = unit->state == UNIT_SPLIT_FOUND ? unit->full : unit->die;
	return true;
}

bool debug_info_of_section(const struct debug_info *info, size_t section, uint64_t offset,
			   uint64_t *address)
{
	GElf_Shdr header;
	Elf_Scn *scn = info->placed ? elf_getscn(info->placed, section) : NULL;

	if (!scn || !gelf_getshdr(scn, &header) || offset >= header.sh_size)
		return false;
	*address = header.sh_addr + offset;
	return true;
}
