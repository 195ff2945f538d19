// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What a JIT compiler said of its code in /tmp/perf-PID.map: lines "start size
 * name", numbers in hexadecimal (tools/perf/Documentation/jit-interface.txt).
 * Code may be replaced: where entries overlap the answer is perf's.
 */
#include <elf.h>
#include <stdio.h>
#include <string.h>

#include "symbols/perf_map.h"
#include "symbols/source.h"

static bool parse_hex(const char **at, const char *end, uint64_t *value)
{
	const char *start = *at;

	*value = 0;
	for (; *at < end; ++*at) {
		char c = **at;
		int digit = c >= '0' && c <= '9'   ? c - '0'
			    : c >= 'a' && c <= 'f' ? c - 'a' + 10
			    : c >= 'A' && c <= 'F' ? c - 'A' + 10
						   : -1;

		if (digit < 0 || *at - start > 16)
			break;
		*value = *value << 4 | (uint64_t)digit;
	}
	return *at > start && *at - start <= 16 && *at < end && **at == ' ';
}

static void skip_0x(const char **at, const char *end)
{
	if (end - *at > 2 && (*at)[0] == '0' && (*at)[1] == 'x')
		*at += 2;
}

void perf_map_read(const char *text, size_t size, struct symbol_list *list)
{
	const char *at = text, *end = text + size;

	while (at < end) {
		const char *stop = memchr(at, '\n', end - at), *next;
		uint64_t start, length;

		stop = stop ? stop : end;
		next = stop + 1;
		if (stop > at && stop[-1] == '\r')
			stop--;
		skip_0x(&at, stop);
		if (parse_hex(&at, stop, &start)) {
			at++;
			skip_0x(&at, stop);
			if (parse_hex(&at, stop, &length) && at + 1 < stop)
				symbol_list_add(list, start, length, at + 1, stop - at - 1,
						STT_FUNC, STB_GLOBAL);
		}
		at = next;
	}
	symbol_list_sort(list);
}

static bool take_map(const char *path, void *data)
{
	struct image_symbols *symbols = data;

	if (input_open(&symbols->text, path, NULL))
		return false;
	perf_map_read((const char *)symbols->text.data, symbols->text.size, &symbols->own);
	return true;
}

static bool perf_map_load(struct resolver *resolver, uint32_t number, struct image_symbols *symbols)
{
	const struct dso *dso = &resolver->profile->dsos[number];
	char name[64];

	if (!dso->pid)
		return false;
	snprintf(name, sizeof(name), "/tmp/perf-%u.map", dso->pid);
	symbols->list = &symbols->own;
	symbols->no_demangle = true;
	if (find_by_name(&resolver->finder, name, take_map, symbols))
		return true;
	resolver_note(resolver, number, "memory without a file: the JIT compiler left no %s", name);
	return false;
}

const struct symbol_source perf_map_source = {
	.name = "perf map",
	.kinds = 1u << DSO_USER,
	.load = perf_map_load,
};
