/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef INGEST_SCRIPT_SAMPLES_H
#define INGEST_SCRIPT_SAMPLES_H

#include "ingest/filter.h"
#include "ingest/script_blocks.h"
#include "ingest/script_line.h"
#include "ingest/script_places.h"

/*
 * The samples of one perf script text on their way into a profile: who they
 * are of, what they weigh, and what could not be used.
 */
struct script_samples {
	struct profile *profile;
	struct filter filter;
	bool flat;
	struct script_places places;
	struct script_blocks blocks;

	uint32_t *place_blocks; /* by location: the block of that place alone, or NONE */
	size_t place_block_count, place_block_capacity;

	struct script_event {	 /* by event of the profile */
		uint64_t period; /* of all samples so far; 0: they differ */
		uint64_t without_period;
	} * events;
	uint32_t event_count;
	size_t event_capacity;

	/* What was interned last: most samples have the command and event of the one before. */
	struct script_last {
		struct slice text;
		uint32_t id;
	} last_comm, last_event;

	uint64_t lost, others, unfit, overflows;
	const char *first_other;
};

/* @layout must live as long as @samples. -1 with @err: the filters of @options are wrong. */
int script_samples_init(struct script_samples *samples, struct profile *profile,
			const struct script_layout *layout, const struct ingest_options *options,
			struct symdiff_error *err) SYMDIFF_MUST_CHECK;

/* Does the sample pass the filters? */
bool script_samples_want(struct script_samples *samples, const struct script_header *header);

/* Count a sample: with its frames, at one place, or without a word where it was. */
void script_samples_add_frames(struct script_samples *samples, const struct script_header *header,
			       struct slice frames);
void script_samples_add_place(struct script_samples *samples, const struct script_header *header,
			      const struct script_place *place);
void script_samples_add_nowhere(struct script_samples *samples, const struct script_header *header);

/* A "# hostname : vm" line, a PERF_RECORD_ line, and one that fits nothing. */
void script_samples_comment(struct script_samples *samples, struct slice line);
void script_samples_side_band(struct script_samples *samples, struct slice record);
void script_samples_other(struct script_samples *samples, const char *line);

/* Put everything into the profile, with warnings about samples, and free. */
void script_samples_finish(struct script_samples *samples);

#endif
