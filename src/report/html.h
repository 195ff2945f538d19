/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_HTML_H
#define REPORT_HTML_H

#include <stdio.h>

#include "diff/diff.h"

/*
 * The parts of the HTML writer. Each prints one section (nothing, if there is nothing to say),
 * legible without script; @number is that of the event, for ids.
 */

/* What is compared, and what moved, in words. */
void html_head_report(const struct symdiff_profile *side, const struct totals *totals,
		      const struct symdiff_print_options *options, FILE *out);
void html_head_diff(const struct symdiff_diff *diff, const struct diff_event *event, FILE *out);

/* Buckets with bars and, of a diff, the intervals of their changes. */
void html_buckets_report(const struct symdiff_profile *side, const struct totals *totals,
			 uint32_t number, const struct symdiff_print_options *options, FILE *out);
void html_buckets_diff(const struct diff_event *event, uint32_t number,
		       const struct symdiff_print_options *options, FILE *out);

/* Which mechanism did what for which owner; contexts. Needs callchains. */
void html_matrix_report(const struct symdiff_profile *side, const struct totals *totals,
			const struct symdiff_print_options *options, FILE *out);
void html_matrix_diff(const struct diff_event *event, FILE *out);

/* The allocator, and what --anatomy names, opened. */
void html_opened_report(const struct symdiff_profile *side, const struct totals *totals,
			const struct symdiff_print_options *options, FILE *out);
void html_opened_diff(const struct symdiff_diff *diff, const struct diff_event *event,
		      const struct symdiff_print_options *options, FILE *out);

/* Where the change of the total went, as a waterfall. */
void html_ledger(const struct diff_event *event, FILE *out);

/* Which symbols of different names are one function, and which may be. */
void html_pairs(const struct diff_event *event, FILE *out);

/* What was measured beside the profiles; nothing if @witness is NULL. */
struct witness;
void html_witness(const struct witness *witness, FILE *out);

/* What was read, and what is odd about it. @sides and @names end with a NULL. */
void html_inputs(const struct symdiff_profile *const *sides, const char *const *names,
		 const struct symdiff_print_options *options, FILE *out);

/* By which version, and by which command. */
void html_made_by(const struct symdiff_print_options *options, FILE *out);

struct symdiff_sweep;
void html_sweep(const struct symdiff_sweep *sweep, const struct symdiff_print_options *options,
		FILE *out);
struct symdiff_fleet;
void html_fleet(const struct symdiff_fleet *fleet, const struct symdiff_print_options *options,
		FILE *out);
void html_verdict(const struct symdiff_verdict *verdict,
		  const struct symdiff_print_options *options, FILE *out);

/* The whole that shares are of: busy time, unless idle time is asked for or is all there is. */
double html_whole(const struct totals *totals, const struct symdiff_print_options *options);

/* A page from its <!doctype> to its first section, and its end. */
void html_begin_page(const char *title, FILE *out);
void html_end_page(FILE *out);

/* <section id="ID-NUMBER"><h2>TITLE</h2> */
void html_begin_section(const char *id, uint32_t number, const char *title, FILE *out);

/* A bar of a table cell: from @low to @high of @most, of a class of report.css. */
void html_bar(const char *class, double low, double high, double most, FILE *out);

#endif
