/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SYMDIFF_OPTIONS_H
#define SYMDIFF_OPTIONS_H

#include <stdbool.h>

/*
 * What a user may ask for. All zero is the default everywhere; texts belong to
 * the caller and must live as long as what is made with them. Lists end with
 * NULL; a NULL list is empty.
 */

/* Names: which bucket takes a symbol, and which symbols are one function. */
struct symdiff_settings {
	const char *const *bucket_files; /* rules put in front of the built-in ones */
	bool replace_buckets;		 /* ... or in their place */
	const char *const *bucket_of;	 /* "symbol=bucket": single symbols, before all rules */
	const char *const *sets;	 /* "name=symbol,symbol": buckets made on the spot */
	const char *const *aliases;	 /* "old=new" */
	const char *const *alias_files;	 /* one "old new" a line */
	bool charge_copy;		 /* copying is a mechanism too: charge it to its caller */
};

/* Reading a profile. */
struct symdiff_read_options {
	const char *input_format; /* NULL: by content */
	const char *const *comms, *const *events;
	const char *pids, *tids, *cpus; /* "1,2", "0,2-5" */
	const char *time;		/* "12.5,13", "10%-20%" */
	const char *const *contexts;	/* "task", "hardirq", "softirq", "kworker", "nmi", "idle" */
	bool flat;			/* do not read callchains */

	/*
	 * Called now and then while a long @file is read; done is from 0 to 1. Both sides are read
	 * at once: it must be ready to be called by two threads.
	 */
	void (*progress)(void *context, const char *file, double done);
	void *progress_context;

	/* Where symbols may be looked for; each side takes what fits it. */
	const char *const *symfs, *const *kallsyms, *const *vmlinux, *const *debug_dirs;
	bool no_tail_calls; /* leave callchains as they were sampled */
	bool debuginfod;    /* ask servers, too */

	/* What debug information says: inlined functions, source files. */
	bool inline_rows;    /* an inlined function has the weight of its code, not its caller */
	bool no_inline;	     /* do not look for inlined functions */
	bool no_dwarf;	     /* do not read debug information at all */
	long symbol_timeout; /* seconds for the debug information of one file; 0: 30 */
};

/* Comparing two profiles. */
struct symdiff_compare_options {
	bool same_work;		    /* both did the same work: weights are costs */
	double base_work, new_work; /* or this much each (operations, seconds); 0: not given */
	bool force;		    /* compare what should not be compared */
	bool with_idle;		    /* percent of everything, idle time included */
	double same_within_pp;	    /* with repeats: surely less than this is "same"; 0: never */
	const char *calibration;    /* file: what single runs vary; NULL: a stated floor */
	double level;		    /* of the gate's bounds, one-sided, in percent; 0: 95 */
	double min_delta_pp;	    /* smaller moves are no findings; 0: the default, 0.5 */
};

/*
 * What was measured beside two profiles: slabinfo, lock_stat, benchmarks. Each text is a file, or
 * "BEFORE:FILE", of which counters since boot are the difference.
 */
struct symdiff_evidence_options {
	const char *const *base, *const *newer;
	unsigned
		cpus; /* how many there were, to divide elapsed time by; 0: as the recordings say */
};

enum symdiff_format {
	SYMDIFF_TEXT,
	SYMDIFF_JSON,
	SYMDIFF_CSV,
	SYMDIFF_MARKDOWN,
	SYMDIFF_MAIL,
	SYMDIFF_JUNIT,	/* a verdict */
	SYMDIFF_GITHUB, /* a verdict */
	SYMDIFF_HTML,
	SYMDIFF_SVG,
	SYMDIFF_FOLDED,	     /* a report */
	SYMDIFF_DIFF_FOLDED, /* a diff */
	SYMDIFF_PPROF,
	SYMDIFF_SPEEDSCOPE,
	SYMDIFF_FIREFOX,
	SYMDIFF_LKP, /* a diff or a sweep */
};

/* How wide the frames of a flame graph of two profiles are. */
enum symdiff_flame_width {
	SYMDIFF_WIDTH_LARGER, /* as much as what they call has on the side that has more of it */
	SYMDIFF_WIDTH_BASE,
	SYMDIFF_WIDTH_NEW,
};

/* Printing. */
struct symdiff_print_options {
	enum symdiff_format format;
	long width; /* columns; 0: 80 */
	bool colour, utf8;
	int verbose;
	bool with_idle;	      /* as for comparing */
	double percent_limit; /* rows below this share (percent) are left out */
	long limit;	      /* most rows; 0: what fits the format */
	const char *sort;     /* a column; NULL: the format's own order */
	char separator;	      /* of CSV; 0: comma */
	const char *const *dsos, *const *symbols, *const *buckets; /* only these rows */
	const char *const *anatomy; /* buckets to open: phases, mechanisms, clients */
	bool explain_pairs;	    /* of a diff: why symbols of different names are one row */
	bool relative;		    /* of a diff: what moved relative to the median function, too */
	enum symdiff_flame_width flame_width;
	bool callers;	     /* who calls the symbols asked for, and whom they call */
	bool strict;	     /* an inconclusive gate is a failed one, to a CI system */
	const char *command; /* how to make this again, for a mail: a shell line; NULL: not said */
	const char *link;    /* URL of the whole, for Markdown that had to be cut; NULL: none */
};

#endif
