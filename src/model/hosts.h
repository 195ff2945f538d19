/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MODEL_HOSTS_H
#define MODEL_HOSTS_H

#include <stddef.h>

#include "model/profile.h"

/* An inlined function that stands apart, and a compiled one whose samples it has some of. */
struct host {
	uint32_t symbol, host;
	uint64_t weight;
};

/* Of one event: by symbol, the heaviest host first. */
struct hosts {
	struct host *list;
	size_t count, capacity;
};

void hosts_init(struct hosts *hosts, const struct profile *profile, uint32_t event);
void hosts_deinit(struct hosts *hosts);

/* The hosts of @symbol; returns how many. */
size_t hosts_of(const struct hosts *hosts, uint32_t symbol, const struct host **first);

#endif
