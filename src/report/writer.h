/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef REPORT_WRITER_H
#define REPORT_WRITER_H

#include <stdio.h>

#include <symdiff/symdiff.h>

struct evidence;
struct evidence_diff;
struct bench_table;

/* A comparison of benchmarks, and whose the two columns are. */
struct bench_report {
	const struct bench_table *table;
	struct bench_side {
		const char *path;
		const char *name; /* of a side in a text that has several; "" */
		size_t files;
	} sides[2];
};
struct symdiff_sweep;
struct symdiff_fleet;

/* A writer prints results in one format. What it cannot print is NULL. */
struct report_writer {
	enum symdiff_format format;
	const char *name; /* what --format takes */
	const char *what; /* one line for the help text */
	bool one_event;	  /* it has no place for several */
	bool is_binary;	  /* nothing for a terminal */
	void (*report)(const struct symdiff_profile *profile,
		       const struct symdiff_print_options *options, FILE *out);
	void (*diff)(const struct symdiff_diff *diff, const struct symdiff_print_options *options,
		     FILE *out);
	void (*verdict)(const struct symdiff_verdict *verdict,
			const struct symdiff_print_options *options, FILE *out);
	/* A gate that could not judge, for formats whose readers see nothing else of it. */
	void (*trouble)(const struct symdiff_error *failure, const struct symdiff_rule *rules,
			size_t count, const struct symdiff_print_options *options, FILE *out);
	void (*evidence)(const struct evidence *evidence,
			 const struct symdiff_print_options *options, FILE *out);
	void (*bench)(const struct bench_report *bench, const struct symdiff_print_options *options,
		      FILE *out);
	void (*evidence_diff)(const struct evidence_diff *diff,
			      const struct symdiff_print_options *options, FILE *out);
	void (*sweep)(const struct symdiff_sweep *sweep,
		      const struct symdiff_print_options *options, FILE *out);
	void (*fleet)(const struct symdiff_fleet *fleet,
		      const struct symdiff_print_options *options, FILE *out);
};

extern const struct report_writer text_writer, json_writer, csv_writer, markdown_writer,
	mail_writer, html_writer, svg_writer, junit_writer, github_writer, folded_writer,
	diff_folded_writer, pprof_writer, speedscope_writer, firefox_writer, lkp_writer;

/* The writers, in the order of the help text; NULL past the last. */
const struct report_writer *report_writer_at(size_t i);
const struct report_writer *report_writer_of(enum symdiff_format format);

/* The writer that *@options ask for; options that are NULL become the default ones. */
const struct report_writer *report_writer_for(const struct symdiff_print_options **options);

#endif
