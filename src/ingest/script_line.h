/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef INGEST_SCRIPT_LINE_H
#define INGEST_SCRIPT_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/slice.h"

/*
 * The lines of `perf script` text, taken apart. Source: perf-script(1) and the
 * output of perf 4.1 and 6.1 for every set of -F fields; simpleperf's
 * report_sample.py prints the same with tabs. perf prints fields in one order,
 * whatever the order after -F:
 *
 *	comm  pid/tid  [cpu]  misc  tod  time:  period  event:  text  ip symbol+0xoff (dso)
 *
 * each of them present or not. With callchains the line ends after the event,
 * frames follow one a line (TAB, ip, symbol, dso), and a blank line.
 */
/* What the lines of one text have in common. */
struct script_layout {
	bool timed;   /* every sample has a time: the best mark there is */
	bool headed;  /* a sample starts with a line of its own, not with its first frame */
	bool has_dso; /* what is at an address ends in " (dso)" */
};

struct script_header {
	struct slice comm, event;
	struct slice tail; /* what follows the event */
	int64_t pid, tid, cpu;
	uint64_t time_ns, period;
	bool has_pid, has_tid, has_cpu, has_time, has_period;
	bool is_side_band; /* a PERF_RECORD_... line: tail starts there */
};

/* The line that starts a sample. False if it is none. */
bool script_read_header(const struct script_layout *layout, const char *line, size_t len,
			struct script_header *header);

/* An address and what is there. */
struct script_place {
	bool is_kernel_address;
	bool is_aligned;   /* padded as perf pads an address that follows other fields */
	struct slice text; /* "symbol+0xoff (dso)", the key to what follows */
};

/* A line that is a frame: blanks, address, symbol, dso. */
bool script_read_frame(const char *line, size_t len, struct script_place *place);

/* The address at the end of a sample on one line, after other fields or free text. */
bool script_read_tail(const struct script_layout *layout, struct slice tail,
		      struct script_place *place);

/* "symbol+0xoff (dso)" taken apart. */
struct script_symbol {
	struct slice symbol, dso; /* dso.at is NULL if the layout has none */
	bool is_inlined;	  /* "(inlined)": belongs to the frame below it */
};

void script_split_place(const struct script_layout *layout, struct slice text,
			struct script_symbol *symbol);

/*
 * The name of a DSO may hold a line end. Does the frame at @line, which ends at
 * the line end @stop without closing its parenthesis, go on in the line after it?
 */
bool script_frame_goes_on(const struct script_layout *layout, const char *line, const char *stop,
			  const char *end);

/* After a sample: a line that comes with it and adds nothing here (source line, registers, ...). */
bool script_is_extra(const char *line, size_t len);

/* How well a text fits, as far as @len bytes tell. */
struct script_survey {
	size_t samples; /* lines that start one, and are followed by or hold an address */
	size_t frames, side_band, comments, others;
};

/*
 * Find the layout of a text by its first lines. Returns what was seen: without
 * samples it is no perf script text.
 */
struct script_survey script_learn(const char *data, size_t len, struct script_layout *layout);

#endif
