// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/hosts.h"

#include <stdlib.h>

#include "model/frame_walk.h"
#include "support/memory.h"
#include "support/table.h"

static int compare(const void *a_, const void *b_)
{
	const struct host *a = a_, *b = b_;

	if (a->symbol != b->symbol)
		return a->symbol < b->symbol ? -1 : 1;
	if (a->weight != b->weight)
		return a->weight < b->weight ? 1 : -1;
	return a->host < b->host ? -1 : a->host > b->host;
}

static void add(struct hosts *hosts, struct table *index, const struct host *host)
{
	uint32_t hash = hash_pair(host->symbol, host->host);

	table_for_each (index, hash, known) {
		struct host *row = &hosts->list[known];

		if (row->symbol == host->symbol && row->host == host->host) {
			row->weight += host->weight;
			return;
		}
	}
	array_reserve(hosts->list, hosts->capacity, hosts->count + 1);
	hosts->list[hosts->count] = *host;
	table_insert(index, hash, (uint32_t)hosts->count++);
}

void hosts_init(struct hosts *hosts, const struct profile *profile, uint32_t event)
{
	struct table index = { 0 };

	*hosts = (struct hosts) { 0 };
	for (uint32_t i = 0; i < profile->stack_count; i++) {
		const struct stack *stack = &profile->stacks[i];
		uint32_t place = profile->frames[stack->first];
		struct host host = { .weight = stack->weight };

		if (stack->event != event || !profile->locations[place].inline_count)
			continue;
		host.symbol = stack_leaf(profile, stack);
		host.host = profile->locations[place].symbol;
		if (host.symbol != host.host)
			add(hosts, &index, &host);
	}
	if (hosts->count)
		qsort(hosts->list, hosts->count, sizeof(*hosts->list), compare);
	table_deinit(&index);
}

void hosts_deinit(struct hosts *hosts)
{
	free(hosts->list);
	*hosts = (struct hosts) { 0 };
}

size_t hosts_of(const struct hosts *hosts, uint32_t symbol, const struct host **first)
{
	size_t low = 0, high = hosts->count, end;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (hosts->list[middle].symbol < symbol)
			low = middle + 1;
		else
			high = middle;
	}
	for (end = low; end < hosts->count && hosts->list[end].symbol == symbol; end++)
		;
	*first = low < hosts->count ? hosts->list + low : NULL;
	return end - low;
}
