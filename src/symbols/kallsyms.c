// SPDX-License-Identifier: GPL-2.0-or-later
#include "symbols/kallsyms.h"

#include <ctype.h>
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "support/memory.h"

struct line {
	uint64_t address;
	char type;
	const char *name, *module; /* module: NULL for the kernel */
	size_t name_len, module_len;
};

/* The digits at *@at, up to @end; false if there are none or too many. */
static bool parse_address(const char **at, const char *end, uint64_t *value)
{
	static const int8_t digits[256] = {
		['0'] = 1,  ['1'] = 2,	['2'] = 3,  ['3'] = 4,	['4'] = 5,  ['5'] = 6,
		['6'] = 7,  ['7'] = 8,	['8'] = 9,  ['9'] = 10, ['a'] = 11, ['b'] = 12,
		['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16, ['A'] = 11, ['B'] = 12,
		['C'] = 13, ['D'] = 14, ['E'] = 15, ['F'] = 16,
	};
	const char *start = *at;
	uint64_t sum = 0;

	for (; *at < end && digits[(uint8_t) * *at]; ++*at)
		sum = sum << 4 | (uint64_t)(digits[(uint8_t) * *at] - 1);
	*value = sum;
	return *at > start && *at - start <= 16;
}

static bool parse_line(const char *at, const char *end, struct line *line)
{
	if (end > at && end[-1] == '\r')
		end--;
	if (!parse_address(&at, end, &line->address) || end - at < 4 || at[0] != ' ' ||
	    at[2] != ' ')
		return false;
	line->type = at[1];
	line->name = at + 3;
	line->module = NULL;
	line->module_len = 0;

	const char *tab = memchr(line->name, '\t', end - line->name);

	line->name_len = (tab ? tab : end) - line->name;
	if (tab && end - tab > 3 && tab[1] == '[' && end[-1] == ']') {
		line->module = tab + 2;
		line->module_len = end - 1 - line->module;
	}
	return line->name_len > 0;
}

static bool is_module(const struct kallsyms_module *module, const struct line *line)
{
	return module->name_len == line->module_len &&
	       !memcmp(module->name, line->module, line->module_len);
}

static struct kallsyms_module *module_get(struct kallsyms *kallsyms, const struct line *line)
{
	size_t count = kallsyms->module_count;

	/* The lines of a module stand together. */
	if (count && is_module(&kallsyms->modules[count - 1], line))
		return &kallsyms->modules[count - 1];

	uint32_t hash = hash_bytes(line->module, line->module_len);

	table_for_each (&kallsyms->module_index, hash, known)
		if (is_module(&kallsyms->modules[known], line))
			return &kallsyms->modules[known];
	array_reserve(kallsyms->modules, kallsyms->module_capacity, count + 1);
	kallsyms->modules[count] = (struct kallsyms_module) {
		.name = line->module,
		.name_len = line->module_len,
		.base = UINT64_MAX,
	};
	table_insert(&kallsyms->module_index, hash, count);
	return &kallsyms->modules[kallsyms->module_count++];
}

/* perf takes text and data, but no read-only data and no absolute or per-CPU symbols. */
static bool is_wanted(const struct line *line)
{
	switch (line->type) {
	case 't':
	case 'T':
	case 'w':
	case 'W':
	case 'd':
	case 'D':
	case 'b':
	case 'B':
		return line->name[0] != '$';
	default:
		return false;
	}
}

static bool is_name(const struct line *line, const char *name)
{
	return line->name_len == strlen(name) && !memcmp(line->name, name, line->name_len);
}

static void note_borders(struct kallsyms *kallsyms, const struct line *line)
{
	if (is_name(line, "_text"))
		kallsyms->text = line->address;
	else if (is_name(line, "_stext"))
		kallsyms->stext = line->address;
	else if (is_name(line, "_etext"))
		kallsyms->etext = line->address;
}

static void take_line(struct kallsyms *kallsyms, const struct line *line)
{
	struct symbol_list *list = &kallsyms->kernel;
	char type = (char)tolower((unsigned char)line->type);

	kallsyms->lines++;
	kallsyms->zeros += !line->address;
	if (!line->module && line->name[0] == '_')
		note_borders(kallsyms, line);
	if (!is_wanted(line))
		return;
	if (line->module) {
		struct kallsyms_module *module = module_get(kallsyms, line);

		list = &module->list;
		if ((type == 't' || type == 'w') && line->address < module->base)
			module->base = line->address;
	}
	symbol_list_add(list, line->address, 0, line->name, line->name_len,
			type == 't' || type == 'w' ? STT_FUNC : STT_OBJECT,
			type == 'w'			     ? STB_WEAK
			: isupper((unsigned char)line->type) ? STB_GLOBAL
							     : STB_LOCAL);
}

static bool read_lines(struct kallsyms *kallsyms)
{
	const char *at = (const char *)kallsyms->in.data, *end = at + kallsyms->in.size;

	while (at < end) {
		const char *stop = memchr(at, '\n', end - at);
		struct line line;

		stop = stop ? stop : end;
		if (parse_line(at, stop, &line))
			take_line(kallsyms, &line);
		else if (!kallsyms->lines && stop - at > 4096)
			break; /* no text of this kind */
		at = stop + 1;
	}
	if (!kallsyms->lines) {
		kallsyms_close(kallsyms);
		return false;
	}
	symbol_list_settle(&kallsyms->kernel);
	return true;
}

bool kallsyms_open(struct kallsyms *kallsyms, const char *path)
{
	*kallsyms = (struct kallsyms) { .path = mem_strdup(path) };
	if (!input_open(&kallsyms->in, kallsyms->path, NULL))
		return read_lines(kallsyms);
	kallsyms_close(kallsyms);
	return false;
}

bool kallsyms_from_bytes(struct kallsyms *kallsyms, const char *name, const void *data, size_t size)
{
	*kallsyms = (struct kallsyms) { .path = mem_strdup(name) };
	input_from_bytes(&kallsyms->in, kallsyms->path, data, size);
	return read_lines(kallsyms);
}

static bool same_module(const struct kallsyms_module *module, const char *name, size_t len)
{
	if (module->name_len != len)
		return false;
	for (size_t i = 0; i < len; i++)
		if ((name[i] == '-' ? '_' : name[i]) != module->name[i])
			return false;
	return true;
}

struct kallsyms_module *kallsyms_module_find(struct kallsyms *kallsyms, const char *name)
{
	for (size_t i = 0; i < kallsyms->module_count; i++) {
		struct kallsyms_module *module = &kallsyms->modules[i];

		if (!same_module(module, name, strlen(name)))
			continue;
		if (!module->list.settled)
			symbol_list_settle(&module->list);
		return module;
	}
	return NULL;
}

uint64_t kallsyms_address(const struct kallsyms *kallsyms, const char *name)
{
	if (!strcmp(name, "_text"))
		return kallsyms->text;
	if (!strcmp(name, "_stext"))
		return kallsyms->stext;

	const struct listed *symbol = symbol_list_named(&kallsyms->kernel, name);

	return symbol ? symbol->start : 0;
}

void kallsyms_close(struct kallsyms *kallsyms)
{
	for (size_t i = 0; i < kallsyms->module_count; i++)
		symbol_list_deinit(&kallsyms->modules[i].list);
	free(kallsyms->modules);
	table_deinit(&kallsyms->module_index);
	symbol_list_deinit(&kallsyms->kernel);
	input_close(&kallsyms->in);
	free(kallsyms->path);
	*kallsyms = (struct kallsyms) { 0 };
}
