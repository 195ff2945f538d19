/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PERF_DATA_READER_H
#define PERF_DATA_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <symdiff/error.h>

#include "ingest/filter.h"
#include "ingest/perf_data/attr.h"
#include "ingest/perf_data/fold.h"
#include "ingest/perf_data/images.h"
#include "ingest/perf_data/spaces.h"
#include "ingest/perf_data/tasks.h"
#include "ingest/perf_data/wire.h"
#include "model/profile.h"

/*
 * How a recording is read:
 *
 *   1. scan      step from record to record; take what describes the recording,
 *                unpack what is compressed, note where the side-band records
 *                (maps, names, forks) are
 *   2. sideband  play those in time order: which space and name each task had
 *                at any time
 *   3. samples   in the order of the file: count each unique raw stack
 *   4. translate look up the addresses of the unique stacks
 *
 * So samples need not be sorted at all: nothing but side-band records is kept
 * in memory, and a sample is looked up in what was in force at its own time
 * (perf sorts all samples of two rounds for the same end). A recording without
 * times is taken in the order of the file.
 *
 * Stages 2 and 3 follow the scan at a distance of one round, while the records
 * are still in the CPU's cache: at the end of a round (FINISHED_ROUND) perf has
 * taken from all CPUs' buffers whatever is older than the end of the round
 * before. Where there are no such rounds in one stream (a pipe, a directory,
 * compressed data) the stages run once, at the end.
 */

/* Records that follow each other in memory: the mapped file, or a piece of it (window.h). */
struct span {
	const uint8_t *start, *end;
	const uint8_t *mapped; /* where the start is in what lasts as long as the reader */
	uint64_t position;     /* of its start, if all spans stood in a row */
};

/* A record whose header has been checked: @size bytes are there. */
struct record {
	const uint8_t *at;
	uint32_t type, size;
	uint16_t misc;
};

struct unzstd;
struct counter;
struct window;

struct reader {
	struct profile *profile;
	const struct ingest_options *options;
	struct progress progress;
	struct filter filter;
	bool swap; /* the recording has the other byte order */
	bool is_pipe, is_directory;
	bool has_begun;			/* events and filters are ready for samples */
	bool by_position;		/* no times: what comes first in the file was first */
	bool by_rounds;			/* samples are counted as rounds end */
	uint16_t time_at;		/* by_rounds: where all samples have their time */
	uint32_t max_unpacked;		/* no compressed record gives more than this; 0: not said */
	uint64_t first_time, last_time; /* of the samples, if the recording says so; else 0 */

	struct attrs attrs;
	struct images images;

	struct span *spans;
	size_t span_count, span_capacity;
	uint64_t position;

	/* What names events: understood only when all events are known. */
	struct record *late;
	size_t late_count, late_capacity;
	struct bytes tracing;

	/* By rounds: the newest time seen, and that at the end of the round before. */
	uint64_t newest_time, round_time;
	size_t round_spans;   /* spans of the rounds before this one */
	size_t counted_spans; /* spans whose samples were counted */
	struct counter *counter;

	/* Side-band records in the order of the file, as far as they were not played. */
	struct noted {
		uint64_t time;
		const uint8_t *record;
		uint8_t *copy; /* the record, if it would not last; else NULL */
		uint64_t position;
	} * noted;
	size_t noted_count, noted_capacity, timed_count;

	struct spaces spaces;
	struct histories process_spaces; /* by pid: a space */
	struct histories thread_comms;	 /* by tid: a name */
	struct histories kernel_spaces;	 /* by KERNEL_HOST and KERNEL_GUEST: a space */

	/* The kernel itself, around its modules. */
	struct kernel_map {
		struct map map;
		bool known;
	} kernels[2];

	struct fold fold;
	uint64_t first_seen, last_seen; /* times of samples counted; last 0: none */

	uint64_t records, samples, throttled, guest_samples;
	uint64_t bad_samples, bad_chains, unknown_ids, bad_records;
	uint64_t cut_stacks; /* user stacks that were unwound, but not to their root */
};

enum { KERNEL_HOST, KERNEL_GUEST };

/* The record at @at, whose header and bytes are there, as the scan has checked. */
static inline struct record record_at(const uint8_t *at, bool swap)
{
	struct record record = {
		.at = at,
		.type = load32(at, swap),
		.misc = load16(at + 4, swap),
		.size = load16(at + 6, swap),
	};

	if (record.type >= RECORD_SIMPLEPERF_FIRST)
		record.size |= (uint32_t)record.misc << 16;
	return record;
}

/* What follows the header. */
static inline struct bytes record_payload(const struct reader *reader, const struct record *record)
{
	return bytes_of(record->at + RECORD_HEADER, record->size - RECORD_HEADER, reader->swap);
}

/*
 * Where the next header is, is known only when this one is: without help each
 * step would wait for memory. Fetch what comes some records later, line by line.
 */
static inline void record_prefetch(const uint8_t *at, uint32_t size)
{
	enum { AHEAD = 1024, LINE = 64 };

	for (uint32_t i = 0; i < size; i += LINE)
		__builtin_prefetch(at + AHEAD + i);
}

/*
 * scan.c: the records of @size bytes; @offset is where in the file they are. With @window (else
 * NULL) they are read through it.
 */
int scan_records(struct reader *reader, const uint8_t *data, size_t size, uint64_t offset,
		 struct window *window, struct unzstd *unzstd,
		 struct symdiff_error *err) SYMDIFF_MUST_CHECK;

/* sideband.c: play the noted records up to time @until, in time order. */
void sideband_play(struct reader *reader, uint64_t until);

/*
 * samples.c: count the samples of the spans before @end that were not counted
 * yet. What they need of the side band was played.
 */
void samples_count(struct reader *reader, size_t end);

/* After the last span. */
void samples_finish(struct reader *reader);

/* When the first and the last sample were taken; 0 if there are none. */
void samples_time_span(const struct reader *reader, uint64_t *first, uint64_t *last);

/* translate.c: what was counted becomes stacks of the profile. */
void translate_stacks(struct reader *reader);

#endif
