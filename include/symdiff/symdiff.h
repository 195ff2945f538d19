/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * libsymdiff: read profiles, compare two, judge them, print the outcome.
 *
 *	struct symdiff *rules = symdiff_new(NULL, &err);
 *	struct symdiff_profile *sides[2];
 *
 *	if (symdiff_read_pair(rules, "base.txt", "new.txt", NULL, sides, &err) == 0) {
 *		struct symdiff_diff *diff = symdiff_compare(rules, sides[0], sides[1], NULL, &err);
 *		...
 *		symdiff_print_diff(diff, NULL, stdout, &err);
 *	}
 *
 * Calls that fail return -1 or NULL and fill in the error, if one is given.
 * Different threads may use one struct symdiff; all else belongs to one thread
 * at a time. What a call returns is freed with the matching _free, which
 * accepts NULL.
 */
#ifndef SYMDIFF_H
#define SYMDIFF_H

#include <stdio.h>

#include <symdiff/error.h>
#include <symdiff/export.h>
#include <symdiff/options.h>

#ifdef __cplusplus
extern "C" {
#endif

struct symdiff;		/* bucket rules, families of names; does not change once made */
struct symdiff_profile; /* one side: read, resolved, summed */
struct symdiff_diff;	/* two sides compared */
struct symdiff_verdict; /* what a gate said */
struct symdiff_sweep;	/* many settings or kernels side by side */
struct symdiff_fleet;	/* one change on many machines */

/* The version of the library, "0.1.0". */
SYMDIFF_API const char *symdiff_version(void);

SYMDIFF_API struct symdiff *symdiff_new(const struct symdiff_settings *settings,
					struct symdiff_error *err) SYMDIFF_MUST_CHECK;
SYMDIFF_API void symdiff_free(struct symdiff *rules);

/*
 * Read one profile from @file: a path, "-" for standard input, or either with
 * "#N" behind it for the N-th profile of a text that holds several; or what
 * symdiff-capture made, or a snapshot, with all runs in it. The profile refers
 * to @rules.
 */
SYMDIFF_API struct symdiff_profile *symdiff_read(struct symdiff *rules, const char *file,
						 const struct symdiff_read_options *options,
						 struct symdiff_error *err) SYMDIFF_MUST_CHECK;

/*
 * Read both sides, in parallel, into @sides. With @newer NULL, @base must be
 * one text that holds both: a comparison, or exactly two profiles.
 */
SYMDIFF_API int symdiff_read_pair(struct symdiff *rules, const char *base, const char *newer,
				  const struct symdiff_read_options *options,
				  struct symdiff_profile *sides[2],
				  struct symdiff_error *err) SYMDIFF_MUST_CHECK;
/*
 * Several runs of one configuration as one side, which is their sum; what the
 * runs differ by is the noise that a diff and a gate reckon with. A pattern
 * ("r*.data") that is no file stands for the files it matches. One file is the
 * same as symdiff_read.
 */
SYMDIFF_API struct symdiff_profile *symdiff_read_runs(struct symdiff *rules,
						      const char *const *files, size_t count,
						      const struct symdiff_read_options *options,
						      struct symdiff_error *err) SYMDIFF_MUST_CHECK;

/*
 * Write a snapshot of the runs in @files to @out: all that every question about them needs, in one
 * small file that symdiff_read takes like any other, with the same answers. Files may be snapshots:
 * their runs are taken. The order of @files makes no difference; a run that is given more than once
 * is kept once, and *@repeated says how often that was. @packed: compressed by zstd.
 */
SYMDIFF_API int symdiff_print_snapshot(struct symdiff *rules, const char *const *files,
				       size_t count, const struct symdiff_read_options *options,
				       bool packed, FILE *out, size_t *repeated,
				       struct symdiff_error *err) SYMDIFF_MUST_CHECK;

/*
 * Learn from the runs of one configuration (three or more) what they vary, and
 * print that to @out, for symdiff_compare_options.calibration.
 */
SYMDIFF_API int symdiff_print_calibration(const struct symdiff_profile *profile, FILE *out,
					  struct symdiff_error *err) SYMDIFF_MUST_CHECK;

/* Both sides, of one or more runs each, in parallel. */
SYMDIFF_API int symdiff_read_sides(struct symdiff *rules, const char *const *base,
				   size_t base_count, const char *const *newer, size_t new_count,
				   const struct symdiff_read_options *options,
				   struct symdiff_profile *sides[2],
				   struct symdiff_error *err) SYMDIFF_MUST_CHECK;
SYMDIFF_API void symdiff_profile_free(struct symdiff_profile *profile);

SYMDIFF_API struct symdiff_diff *symdiff_compare(struct symdiff *rules,
						 const struct symdiff_profile *base,
						 const struct symdiff_profile *newer,
						 const struct symdiff_compare_options *options,
						 struct symdiff_error *err) SYMDIFF_MUST_CHECK;

/*
 * Hear what was measured beside the profiles, for all that prints @diff afterwards: which caches,
 * locks and counters moved, and for each finding whether that agrees. Besides the files of
 * @options (which may be NULL) those in the captures that the sides were read from. A file that is
 * no evidence is refused, and named; with no file at all nothing happens.
 */
SYMDIFF_API int symdiff_add_evidence(struct symdiff_diff *diff,
				     const struct symdiff_evidence_options *options,
				     struct symdiff_error *err) SYMDIFF_MUST_CHECK;

/*
 * Set the work of both sides in @options from the results of the benchmark that each ran: jobs,
 * events or bytes where it says how many, runs where it took a time for a given task, a rate where
 * it says no more, which is right if both ran for as long. -1 if the results do not say, or are of
 * different tasks.
 */
SYMDIFF_API int symdiff_work_from(const char *base, const char *newer,
				  struct symdiff_compare_options *options,
				  struct symdiff_error *err) SYMDIFF_MUST_CHECK;
SYMDIFF_API void symdiff_diff_free(struct symdiff_diff *diff);

/*
 * A limit: "allocator=30%" (at most this share of busy time), or for growth
 * "allocator=2pp" (points) or "self:add_partial=10%" (relative). The name is a
 * bucket, sub-bucket, set or symbol; "self:" and "charged:" say which weight.
 */
enum symdiff_rule_kind { SYMDIFF_MAX, SYMDIFF_MAX_GROWTH };
struct symdiff_rule {
	enum symdiff_rule_kind kind;
	const char *text;

	/* May all be NULL or 0. */
	const char *event;  /* which it is about, with or without modifiers; else the main one */
	const char *note;   /* to be told with the verdict: a sentence */
	const char *source; /* the file that it stands in, ... */
	long line;	    /* ... and where */
};

/* What becomes of a gate that is inconclusive: it passes; it has an exit status; it fails. */
enum symdiff_when { SYMDIFF_WHEN_PASS, SYMDIFF_WHEN_STRICT, SYMDIFF_WHEN_FAIL };

/*
 * A policy file, see symdiff-policy(5): limits and what belongs to them. Lists are for the fields
 * of the same name in symdiff_settings; they end with NULL, and NULL is empty.
 */
struct symdiff_policy {
	const struct symdiff_rule *rules;
	size_t rule_count;
	const char *const *aliases, *const *sets, *const *bucket_files, *const *bucket_of;
	double level; /* 0: not said */
	enum symdiff_when when_inconclusive;
	bool force; /* compare what should not be compared */
};

/*
 * Read @file. NULL with @err: what is no policy, a key or value that it cannot have, with the line.
 * Shifts that are accepted until a day are weighed by today's date (UTC; $SOURCE_DATE_EPOCH, if it
 * is set).
 */
SYMDIFF_API struct symdiff_policy *symdiff_policy_read(const char *file, struct symdiff_error *err)
	SYMDIFF_MUST_CHECK;
SYMDIFF_API void symdiff_policy_free(struct symdiff_policy *policy);

enum symdiff_outcome { SYMDIFF_PASS, SYMDIFF_FAIL, SYMDIFF_INCONCLUSIVE };

/*
 * Judge @newer, against @base where a rule is about growth (else @base may be
 * NULL), by @count @rules.
 */
SYMDIFF_API struct symdiff_verdict *symdiff_gate(struct symdiff *rules,
						 const struct symdiff_profile *base,
						 const struct symdiff_profile *newer,
						 const struct symdiff_rule *limits, size_t count,
						 const struct symdiff_compare_options *options,
						 struct symdiff_error *err) SYMDIFF_MUST_CHECK;
SYMDIFF_API enum symdiff_outcome symdiff_verdict_outcome(const struct symdiff_verdict *verdict);
SYMDIFF_API void symdiff_verdict_free(struct symdiff_verdict *verdict);

/*
 * Print to @out. Names from profiles are escaped for the format. A write error
 * shows in ferror(@out), not here; -1 says that the format cannot print this.
 */
SYMDIFF_API int symdiff_print_report(const struct symdiff_profile *profile,
				     const struct symdiff_print_options *options, FILE *out,
				     struct symdiff_error *err) SYMDIFF_MUST_CHECK;
SYMDIFF_API int symdiff_print_diff(const struct symdiff_diff *diff,
				   const struct symdiff_print_options *options, FILE *out,
				   struct symdiff_error *err) SYMDIFF_MUST_CHECK;
SYMDIFF_API int symdiff_print_verdict(const struct symdiff_verdict *verdict,
				      const struct symdiff_print_options *options, FILE *out,
				      struct symdiff_error *err) SYMDIFF_MUST_CHECK;

/*
 * Print to @out that a gate with these limits could not judge, because of @failure: an error for each
 * in JUnit, an annotation for GitHub. Other formats leave it to the exit status, and print nothing.
 */
SYMDIFF_API void symdiff_print_gate_error(const struct symdiff_error *failure,
					  const struct symdiff_rule *limits, size_t count,
					  const struct symdiff_print_options *options, FILE *out);

/*
 * What @file says beside a profile: the counters of slabinfo, lock_stat, vmstat and perf stat,
 * results of benchmarks. Found by content; a profile is refused, and named. With @newer, which may
 * be NULL, what moved from @file to it.
 */
SYMDIFF_API int symdiff_print_evidence(const char *file, const char *newer,
				       const struct symdiff_print_options *options, FILE *out,
				       struct symdiff_error *err) SYMDIFF_MUST_CHECK;

/*
 * Results of benchmarks side by side: for each what it changed by and whether that is better, and
 * what may be said of them together. Several files of a side are repeats. FILE#N is the N-th side
 * of a text that has several (hosts, columns); with @new_count 0 the only @base has both.
 */
SYMDIFF_API int symdiff_print_bench(const char *const *base, size_t base_count,
				    const char *const *newer, size_t new_count,
				    const struct symdiff_print_options *options, FILE *out,
				    struct symdiff_error *err) SYMDIFF_MUST_CHECK;

/*
 * Many settings or kernels side by side. Each of the @count @arguments is "LABEL=FILE,FILE...":
 * profiles, which are runs of one configuration, and what was seen beside them (evidence, results),
 * told apart by content. Labels that are numbers, or NAME=NUMBER, are an axis; of two factors
 * ("order=3,objects=16", "A/B") a grid is made; "none", "a", "a+b" are a ladder. Arguments without
 * a label are texts with tables of results. Profiles are read one after another, each compared with
 * the one before it.
 */
SYMDIFF_API struct symdiff_sweep *symdiff_sweep(struct symdiff *rules, const char *const *arguments,
						size_t count,
						const struct symdiff_read_options *read,
						const struct symdiff_compare_options *compare,
						struct symdiff_error *err) SYMDIFF_MUST_CHECK;
SYMDIFF_API void symdiff_sweep_free(struct symdiff_sweep *sweep);
SYMDIFF_API int symdiff_print_sweep(const struct symdiff_sweep *sweep,
				    const struct symdiff_print_options *options, FILE *out,
				    struct symdiff_error *err) SYMDIFF_MUST_CHECK;

/*
 * One change on many machines. One argument is a list of machines: a head with "machine", "base",
 * "new" and tags, then a line for each, whose files are looked for in the folder of the list; or
 * changes that somebody typed ("TEST\machine | ..."). Any number of arguments, FILE, FILE#N or
 * LABEL=FILE, are texts with tables of ranges (NAME LOW to HIGH), which are put side by side.
 */
SYMDIFF_API struct symdiff_fleet *symdiff_fleet(struct symdiff *rules, const char *const *arguments,
						size_t count,
						const struct symdiff_read_options *read,
						const struct symdiff_compare_options *compare,
						struct symdiff_error *err) SYMDIFF_MUST_CHECK;
SYMDIFF_API void symdiff_fleet_free(struct symdiff_fleet *fleet);
SYMDIFF_API int symdiff_print_fleet(const struct symdiff_fleet *fleet,
				    const struct symdiff_print_options *options, FILE *out,
				    struct symdiff_error *err) SYMDIFF_MUST_CHECK;

/*
 * Names that the user gave and neither side has, a line each: of --symbol (in @options), of aliases
 * and of sets. One of the sides may be NULL.
 */
SYMDIFF_API void symdiff_print_unmatched(const struct symdiff_profile *const sides[2],
					 const struct symdiff_print_options *options, FILE *out);

/* Which profiles does @file hold? One line each: number, format, events, rows, label. */
SYMDIFF_API int symdiff_print_list(const char *file, const struct symdiff_read_options *options,
				   FILE *out, struct symdiff_error *err) SYMDIFF_MUST_CHECK;

/*
 * Which bucket takes @symbol, and why. @dso may be NULL (the kernel first). "-" reads names from
 * standard input, one a line (the image and the source file may follow, each after a TAB), and
 * prints "name TAB bucket TAB what decided TAB phase" for each.
 */
SYMDIFF_API int symdiff_print_explanation(struct symdiff *rules, const char *symbol,
					  const char *dso, FILE *out,
					  struct symdiff_error *err) SYMDIFF_MUST_CHECK;

/*
 * Name and purpose of the I-th input format, those of tables in a text last; NULL past the last.
 * For help texts.
 */
SYMDIFF_API const char *symdiff_input_format(unsigned i, const char **what);

#ifdef __cplusplus
}
#endif
#endif
