// SPDX-License-Identifier: GPL-2.0-or-later
#include "ingest/perf_data/topology.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "support/memory.h"

/* A line that is written bit by bit, and cut if it gets too long. */
struct line {
	char text[1024];
	size_t len;
};

__attribute__((format(printf, 2, 3))) static void append(struct line *line, const char *format, ...)
{
	size_t room = sizeof(line->text) - line->len;
	va_list args;

	va_start(args, format);
	int len = vsnprintf(line->text + line->len, room, format, args);
	va_end(args);
	line->len += len < 0 ? 0 : (size_t)len < room ? (size_t)len : room - 1;
}

struct string {
	const char *text;
	size_t len;
};

static struct string read_string(struct bytes *in)
{
	struct string string;

	string.text = bytes_text(in, bytes_u32(in), &string.len);
	return string;
}

static void append_string(struct line *line, const char *before, struct string string)
{
	if (string.text)
		append(line, "%s%.*s", before, (int)(string.len < 256 ? string.len : 256),
		       string.text);
}

static uint32_t keep(struct profile *profile, const struct line *line, const struct bytes *in)
{
	return bytes_failed(in) ? 0 : names_intern(&profile->names, line->text, line->len);
}

/*
 * u32 count, as many lists of CPUs that share a socket; the same of those that
 * share a core, "0-1" or "0,4"; what follows is not needed.
 */
void topology_read_cpus(struct profile *profile, struct bytes *in)
{
	uint32_t sockets = bytes_u32(in);
	bool shared = false;

	for (uint32_t i = 0; i < sockets && !bytes_failed(in); i++)
		read_string(in);
	if (bytes_failed(in))
		return;
	profile->recording.sockets = sockets;
	if (!bytes_left(in))
		return;

	uint32_t cores = bytes_u32(in);

	for (uint32_t i = 0; i < cores && !bytes_failed(in); i++) {
		struct string list = read_string(in);

		shared |= list.text &&
			  (memchr(list.text, '-', list.len) || memchr(list.text, ',', list.len));
	}
	if (cores && !bytes_failed(in))
		profile->recording.smt = shared ? SMT_ON : SMT_OFF;
}

/* u32 count, each node: u32 number, u64 memory, u64 of it free, its CPUs. */
void topology_read_numa(struct profile *profile, struct bytes *in)
{
	uint32_t nodes = bytes_u32(in);

	for (uint32_t i = 0; i < nodes && !bytes_failed(in); i++) {
		bytes_take(in, 20);
		read_string(in);
	}
	if (!bytes_failed(in))
		profile->recording.numa_nodes = nodes;
}

/* u32 count, each kind of CPU: the name of its PMU, which CPUs. */
void topology_read_hybrid(struct profile *profile, struct bytes *in)
{
	uint32_t count = bytes_u32(in);
	struct line line = { .len = 0 };

	for (uint32_t i = 0; i < count && !bytes_failed(in); i++) {
		append_string(&line, i ? ", " : "", read_string(in));
		append_string(&line, " ", read_string(in));
	}
	profile->recording.hybrid = keep(profile, &line, in);
}

/* u32 count, as many names and values. */
static void read_caps(struct line *line, struct bytes *in)
{
	uint32_t count = bytes_u32(in);

	for (uint32_t i = 0; i < count && !bytes_failed(in); i++) {
		append_string(line, " ", read_string(in));
		append_string(line, "=", read_string(in));
	}
}

void topology_read_cpu_pmu_caps(struct profile *profile, struct bytes *in)
{
	struct line line = { .len = 0 };

	append(&line, "cpu:");
	read_caps(&line, in);
	profile->recording.pmu_caps = keep(profile, &line, in);
}

/* u32 count; each PMU: what it can do, then its name. */
void topology_read_pmu_caps(struct profile *profile, struct bytes *in)
{
	uint32_t count = bytes_u32(in);
	struct line line = { .len = 0 };

	for (uint32_t i = 0; i < count && !bytes_failed(in); i++) {
		struct line caps = { .len = 0 };

		read_caps(&caps, in);
		append_string(&line, i ? ", " : "", read_string(in));
		append(&line, ":%s", caps.text);
	}
	profile->recording.pmu_caps = keep(profile, &line, in);
}
