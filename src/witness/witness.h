/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef WITNESS_WITNESS_H
#define WITNESS_WITNESS_H

#include "diff/diff.h"
#include "evidence/bench.h"
#include "evidence/compare.h"
#include "support/arena.h"

/*
 * What was measured beside two profiles, and what it says about the findings of their diff: a
 * profile shows __slab_alloc, and only slabinfo names the cache.
 */

enum opinion_verdict { OPINION_AGREES, OPINION_CONTRADICTS, OPINION_SILENT };

/* About one finding, or about a bucket that no finding is about (NULL) though something moved. */
struct opinion {
	const struct finding *finding;
	const char *subject, *words; /* a bucket or symbol; "allocator grew" */
	enum opinion_verdict verdict;
	const char *text; /* the numbers; "" of what is silent because nothing counts it */
};

/*
 * Where the change of elapsed time went. n CPUs for E seconds are n E seconds of CPU time, busy or
 * not: what the profile's buckets hold, what was idle, and the rest that neither says. All are
 * divided by n here, so that they sum to elapsed time.
 */
struct budget_line {
	const char *bucket; /* a head */
	double seconds[SIDES];
};

enum budget_source {
	BUDGET_PROFILE,	  /* the profile's clock is the wall's: its weights are seconds */
	BUDGET_BENCHMARK, /* CPU time as the benchmark printed it, divided by the profile's shares */
};

struct budget {
	bool known; /* elapsed time of both sides, busy time and CPUs */
	unsigned cpus;
	enum budget_source source;
	double elapsed[SIDES], busy[SIDES];
	double idle[SIDES];	   /* NaN: not measured; it is in the rest */
	double rest[SIDES];	   /* of elapsed time */
	struct budget_line *lines; /* largest change first; they sum to the busy time */
	size_t line_count;
};

struct witness {
	struct evidence sides[SIDES];
	struct evidence_diff moves;
	struct bench_table bench;
	bool has_bench; /* results of benchmarks are on both sides */
	struct opinion *opinions;
	size_t opinion_count, opinion_capacity;
	struct budget budget;
	const char **notes; /* what must be known to read it; for people */
	size_t note_count, note_capacity;
	struct arena arena; /* texts */
};

/* Nothing yet. */
struct witness *witness_new(void);
void witness_free(struct witness *witness);

void witness_note(struct witness *witness, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Once both sides have their rows: join them, hear them about each finding of @diff, and divide the
 * elapsed time by @cpus (0: as many as the recordings say).
 */
void witness_hear(struct witness *witness, const struct symdiff_diff *diff, unsigned cpus);

/* ---- what the parts say ---- */

/* What a finding is about, and which way it went. */
struct topic {
	const struct witness *witness;
	const struct symdiff_diff *diff;
	const char *bucket; /* "allocator", "allocator/slab" */
	const char *phase;  /* of a symbol: "alloc-slow"; else "" */
	bool grew;
};

/* What is said about a topic, one part after the other. */
struct testimony {
	struct arena *arena;
	const char *text; /* "" so far nothing */
	size_t agree, contradict;
	bool first_contradicts;
};

void testify(struct testimony *testimony, enum opinion_verdict verdict, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Does the topic's bucket lie in @bucket, or the other way round? */
bool topic_is(const struct topic *topic, const char *bucket);

/* slab.c: slow paths of caches, and how many objects their slabs have. */
void hear_slab(const struct topic *topic, struct testimony *testimony);

/* locks.c: which locks waited more, and who waited for them. */
void hear_locks(const struct topic *topic, struct testimony *testimony);

/* counters.c: faults, context switches, reclaim and the like. */
void hear_counters(const struct topic *topic, struct testimony *testimony);

extern const char *const opinion_names[];

#endif
