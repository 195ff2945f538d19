/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_TEXT_H
#define REPORT_TEXT_H

#include "diff/diff.h"

/* The parts of the text writer that are in files of their own. */
void text_diff(const struct symdiff_diff *diff, const struct symdiff_print_options *options,
	       FILE *out);

/* Of a diff: what is compared, how much there is of each side, and what moved, in words. */
struct diff_event;
void text_diff_head(const struct symdiff_diff *diff, const struct diff_event *event,
		    const struct symdiff_print_options *options, FILE *out);

/* The buckets of a first screen, the largest first: an array of *@count, for free(). */
struct diff_bucket;
const struct diff_bucket **text_diff_buckets(const struct diff_event *event,
					     const struct symdiff_print_options *options,
					     size_t *count);

void text_verdict(const struct symdiff_verdict *verdict,
		  const struct symdiff_print_options *options, FILE *out);

/* Its parts: the verdict and on what; why rules are inconclusive; a figure in the rule's unit. */
struct text_row;
struct gate_rule;
extern const char *const text_outcomes[]; /* PASS, FAIL, INCONCLUSIVE */
void text_verdict_head(const struct symdiff_verdict *verdict,
		       const struct symdiff_print_options *options, FILE *out);
void text_verdict_reasons(const struct symdiff_verdict *verdict,
			  const struct symdiff_print_options *options, FILE *out);
void text_limit_cell(struct text_row *row, size_t column, const struct gate_rule *rule,
		     double value);

/* The buckets and symbols that @options open. */
void text_opened_report(const struct symdiff_profile *side, const struct totals *totals,
			const struct symdiff_print_options *options, FILE *out);
void text_opened_diff(const struct symdiff_diff *diff, const struct diff_event *event,
		      const struct symdiff_print_options *options, FILE *out);

/* Where the change of the total went; nothing if the work is not known. */
void text_ledger(const struct diff_event *event, const struct symdiff_print_options *options,
		 FILE *out);

/* With repeats: what runs vary, and the test of each bucket. */
void text_relative(const struct diff_event *event, const struct symdiff_print_options *options,
		   FILE *out);
void text_noise(const struct diff_event *event, const struct symdiff_print_options *options,
		FILE *out);

/* Why symbols of different names are one row, and which might be. */
void text_pairs(const struct diff_event *event, const struct symdiff_print_options *options,
		FILE *out);

/* The profile's warnings, one a paragraph, after @name ("base", "new", or "note" if empty). */
void text_warnings(const struct symdiff_profile *side, const char *name,
		   const struct symdiff_print_options *options, FILE *out);

/* What is compared, behind the event's name: ", one profile a side (unreplicated), tables cut". */
void text_comparison(const struct diff_event *event, char *buf, size_t size);

/* Which kernel was profiled, "linux-2.6.24"; "" if the input does not say. */
const char *text_kernel(const struct profile *profile);

/* The event's total as a person would say it: "92.6 M samples". */
void text_amount(const struct totals *totals, char *buf, size_t size);

struct evidence;
void text_evidence(const struct evidence *evidence, const struct symdiff_print_options *options,
		   FILE *out);
struct budget;
/* Where the change of elapsed time went; nothing if that is not known. */
void text_budget(const struct budget *budget, const struct symdiff_print_options *options,
		 FILE *out);
struct witness;
/* What was measured beside the profiles; nothing if @witness is NULL. */
void text_witness(const struct witness *witness, const struct symdiff_print_options *options,
		  FILE *out);
struct bench_table;
/* Rows, means and classes, without saying whose they are. */
void text_bench_table(const struct bench_table *bench, const struct symdiff_print_options *options,
		      FILE *out);
struct bench_report;
void text_bench(const struct bench_report *report, const struct symdiff_print_options *options,
		FILE *out);
struct evidence_diff;
void text_evidence_diff(const struct evidence_diff *diff,
			const struct symdiff_print_options *options, FILE *out);

struct symdiff_sweep;
void text_sweep(const struct symdiff_sweep *sweep, const struct symdiff_print_options *options,
		FILE *out);

struct symdiff_fleet;
void text_fleet(const struct symdiff_fleet *fleet, const struct symdiff_print_options *options,
		FILE *out);

#endif
