/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_JSON_PARTS_H
#define REPORT_JSON_PARTS_H

#include <symdiff/symdiff.h>

struct evidence;
struct evidence_diff;
struct symdiff_sweep;
struct symdiff_fleet;

/* The parts of the JSON writer that are in files of their own. */
void json_diff(const struct symdiff_diff *diff, const struct symdiff_print_options *options,
	       FILE *out);
void json_verdict(const struct symdiff_verdict *verdict,
		  const struct symdiff_print_options *options, FILE *out);
void json_evidence(const struct evidence *evidence, const struct symdiff_print_options *options,
		   FILE *out);
struct bench_report;
void json_bench(const struct bench_report *report, const struct symdiff_print_options *options,
		FILE *out);
void json_evidence_diff(const struct evidence_diff *diff,
			const struct symdiff_print_options *options, FILE *out);
void json_sweep(const struct symdiff_sweep *sweep, const struct symdiff_print_options *options,
		FILE *out);

void json_fleet(const struct symdiff_fleet *fleet, const struct symdiff_print_options *options,
		FILE *out);

#endif
