/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PERF_DATA_ATTR_H
#define PERF_DATA_ATTR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <symdiff/error.h>

#include "support/bytes.h"
#include "support/table.h"

/*
 * Where the fields of a record are, by the event's sample_type. Offsets are
 * from the start of the record; 0: not there.
 */
struct layout {
	uint16_t ip, tid, time, id, cpu, period;
	uint16_t fixed;	 /* where what has no fixed place begins */
	bool variable;	 /* there are fields without a fixed place that have to be read */
	bool only_chain; /* ... and a callchain is the only one */

	/* What ends every other record: its size (0: nothing does) and fields from its start. */
	uint16_t trailer;
	uint16_t trailer_time, trailer_id;
	bool trailer_has_time, trailer_has_id;
};

/* An event as it was opened: the part of struct perf_event_attr that matters here. */
struct attr {
	uint32_t type, bp_type;
	uint64_t config, sample_period, sample_type, read_format, flags;
	uint64_t bp_addr, branch_sample_type, regs_user;
	uint32_t max_stack; /* frames; 0: as the machine is set up */
	/* Of the last sample that says so: how long the counter was wanted, and ran (ns). */
	uint64_t enabled, running;
	struct layout layout;
	uint32_t number;	     /* in the list */
	uint32_t name;		     /* of the profile's names; 0: the recording does not say */
	uint32_t event;		     /* of the profile */
	bool unwanted;		     /* the user asked for other events */
	double weight_squares;	     /* of the samples counted, summed */
	uint64_t lost, lost_samples; /* told as the buffer overflowed, and counted by the kernel */
};

/* The events of a recording, and the ids that their samples carry. */
struct attrs {
	struct attr *list;
	uint32_t count;
	size_t capacity;

	struct attr_id {
		uint64_t id;
		uint32_t attr;
		uint64_t value; /* the last one read, for events that are read with a leader */
	} * ids;
	uint32_t id_count;
	size_t id_capacity;
	struct table by_id;
};

static inline bool attr_flag(const struct attr *attr, unsigned int bit)
{
	return attr->flags >> bit & 1;
}

/*
 * Add the attribute in @in, all of which is there for it (its own size field
 * may say that it uses less). -1: it says things that cannot be.
 */
int attrs_add(struct attrs *attrs, struct bytes in, struct symdiff_error *err) SYMDIFF_MUST_CHECK;

/* Samples with @id belong to the event numbered @attr. The first to claim an id has it. */
void attrs_add_id(struct attrs *attrs, uint64_t id, uint32_t attr);

/* The entry of @id, or NULL. */
struct attr_id *attrs_find(const struct attrs *attrs, uint64_t id);

void attrs_deinit(struct attrs *attrs);

#endif
