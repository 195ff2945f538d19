// SPDX-License-Identifier: GPL-2.0-or-later
/* One row an option. Names follow perf's where perf has them. */
#include "cli/option_rows.h"

#include "support/memory.h"

#define AT(member) offsetof(struct cli_options, member)

const struct option_row option_rows[] = {
	/* Repeats */
	{ "base", 0, "FILE...", "runs of the base side: their spread is the noise",
	  CMD_DIFF | CMD_GATE | CMD_BENCH, OPTION_FILES, AT(base), NULL },
	{ "new", 0, "FILE...", "runs of the new side", CMD_DIFF | CMD_GATE | CMD_BENCH,
	  OPTION_FILES, AT(newer), NULL },

	{ "calibration", 0, "FILE", "what single runs vary (symdiff calibrate learns it)",
	  CMD_DIFF | CMD_GATE, OPTION_TEXT, AT(compare.calibration), NULL },
	{ "margin", 0, "POINTS", "with repeats: call it the same if it surely changed by less",
	  CMD_DIFF, OPTION_NUMBER, AT(compare.same_within_pp), NULL },

	/* Evidence */
	{ "evidence-base", 0, "[BEFORE:]FILE", "measured beside the base: slabinfo, lock_stat, ...",
	  CMD_DIFF, OPTION_LIST, AT(evidence.base), NULL },
	{ "evidence-new", 0, "[BEFORE:]FILE",
	  "... beside the new side; with BEFORE, between the two", CMD_DIFF, OPTION_LIST,
	  AT(evidence.newer), NULL },

	{ "cpus", 0, "N", "how many there were, to divide elapsed time into busy and idle",
	  CMD_DIFF, OPTION_SPECIAL, 0, take_cpus },

	/* What is compared */
	{ "same-work", 0, NULL, "both sides did the same work: weights are costs",
	  CMD_DIFF | CMD_GATE, OPTION_FLAG, AT(compare.same_work), NULL },
	{ "work", 0, "BASE:NEW", "work done on each side (operations): costs are per unit of it",
	  CMD_DIFF | CMD_GATE, OPTION_SPECIAL, 0, take_work },
	{ "work-from", 0, "BASE:NEW", "... taken from what the benchmark of each side printed",
	  CMD_DIFF | CMD_GATE, OPTION_SPECIAL, 0, take_work_from },
	{ "with-idle", 0, NULL, "percent of everything, idle time included", CMD_SUMS | CMD_SERIES,
	  OPTION_FLAG, AT(compare.with_idle), NULL },
	{ "force", 'f', NULL, "compare what should not be compared, and say so",
	  CMD_DIFF | CMD_GATE | CMD_SERIES, OPTION_FLAG, AT(compare.force), NULL },
	{ "alias", 0, "OLD=NEW", "these two symbols are one function (repeatable)",
	  CMD_DIFF | CMD_GATE | CMD_SERIES, OPTION_LIST, AT(settings.aliases), NULL },
	{ "alias-file", 0, "FILE", "a file of such pairs, 'OLD NEW' a line",
	  CMD_DIFF | CMD_GATE | CMD_SERIES, OPTION_LIST, AT(settings.alias_files), NULL },

	/* Limits */
	{ "max", 0, "NAME=LIMIT", "fail if the bucket or symbol has more: allocator=30%", CMD_GATE,
	  OPTION_SPECIAL, 0, take_max },
	{ "max-growth", 0, "NAME=LIMIT",
	  "fail if it grew by more: allocator=2pp, self:add_partial=10%", CMD_GATE, OPTION_SPECIAL,
	  0, take_max_growth },
	{ "policy", 0, "FILE", "limits and more from a file; options come before what it says",
	  CMD_GATE, OPTION_TEXT, AT(policy), NULL },
	{ "level", 0, "PERCENT", "how sure the bounds are, one-sided (95)", CMD_GATE,
	  OPTION_SPECIAL, 0, take_level },
	{ "strict", 0, NULL, "exit with status 3 when inconclusive", CMD_GATE, OPTION_FLAG,
	  AT(strict), NULL },

	/* Buckets */
	{ "buckets", 0, "FILE", "bucket rules put in front of the built-in ones (repeatable)",
	  CMD_RULES, OPTION_LIST, AT(settings.bucket_files), NULL },
	{ "replace-buckets", 0, NULL, "... or in their place", CMD_RULES, OPTION_FLAG,
	  AT(settings.replace_buckets), NULL },
	{ "set", 0, "NAME=SYM,...", "a bucket made of these symbols (repeatable)", CMD_RULES,
	  OPTION_LIST, AT(settings.sets), NULL },
	{ "charge-copy", 0, NULL, "charge copying to its caller, too", CMD_BOOKS, OPTION_FLAG,
	  AT(settings.charge_copy), NULL },

	/* Reading */
	{ "input-format", 0, "NAME", "read as this format instead of finding out (see below)",
	  CMD_READS, OPTION_TEXT, AT(read.input_format), NULL },
	{ "event", 'e', "NAME,...", "only these events", CMD_READS, OPTION_NAMES, AT(read.events),
	  NULL },
	{ "comm", 'c', "NAME,...", "only these commands", CMD_READS, OPTION_NAMES, AT(read.comms),
	  NULL },
	{ "pid", 0, "PID,...", "only these processes", CMD_READS, OPTION_TEXT, AT(read.pids),
	  NULL },
	{ "tid", 0, "TID,...", "only these threads", CMD_READS, OPTION_TEXT, AT(read.tids), NULL },
	{ "cpu", 'C', "LIST", "only these CPUs: 0,2-5", CMD_READS, OPTION_TEXT, AT(read.cpus),
	  NULL },
	{ "time", 0, "FROM,TO", "only this time, in seconds or percent: 10%-20%", CMD_READS,
	  OPTION_TEXT, AT(read.time), NULL },
	{ "context", 0, "NAME,...", "only task, hardirq, softirq, kworker, nmi or idle time",
	  CMD_BOOKS, OPTION_NAMES, AT(read.contexts), NULL },
	{ "flat", 0, NULL, "do not read callchains", CMD_SYMBOLS, OPTION_FLAG, AT(read.flat),
	  NULL },

	/* Symbols */
	{ "symfs", 0, "DIR", "look for files below DIR (repeatable: each side takes what fits)",
	  CMD_SYMBOLS, OPTION_LIST, AT(read.symfs), NULL },
	{ "kallsyms", 0, "FILE", "symbols of a kernel, from /proc/kallsyms (repeatable)",
	  CMD_SYMBOLS, OPTION_LIST, AT(read.kallsyms), NULL },
	{ "vmlinux", 'k', "FILE", "a kernel's ELF file (repeatable)", CMD_SYMBOLS, OPTION_LIST,
	  AT(read.vmlinux), NULL },
	{ "debug-dir", 0, "DIR", "separate debug files and modules (repeatable)", CMD_SYMBOLS,
	  OPTION_LIST, AT(read.debug_dirs), NULL },
	{ "inline", 0, NULL, "rows of their own for inlined functions", CMD_SYMBOLS, OPTION_FLAG,
	  AT(read.inline_rows), NULL },
	{ "no-inline", 0, NULL, "do not look for inlined functions", CMD_SYMBOLS, OPTION_FLAG,
	  AT(read.no_inline), NULL },
	{ "no-tail-calls", 0, NULL, "leave out the frames that tail calls took off callchains",
	  CMD_SYMBOLS, OPTION_FLAG, AT(read.no_tail_calls), NULL },
	{ "no-dwarf", 0, NULL, "do not read debug information", CMD_SYMBOLS, OPTION_FLAG,
	  AT(read.no_dwarf), NULL },
	{ "symbol-timeout", 0, "SECONDS", "the longest to read debug information of one file (30)",
	  CMD_SYMBOLS, OPTION_LIMIT, AT(read.symbol_timeout), NULL },
	{ "debuginfod", 0, NULL, "ask the servers in $DEBUGINFOD_URLS, too", CMD_SYMBOLS,
	  OPTION_FLAG, AT(read.debuginfod), NULL },

	/* Printing */
	{ "format", 0, "NAME",
	  "text, json, csv, markdown, mail, html, svg, pprof, speedscope or firefox; of a report "
	  "folded, of a diff diff-folded or lkp, of a sweep lkp, of a gate junit or github",
	  CMD_PRINTS, OPTION_SPECIAL, 0, take_format },
	{ "link", 0, "URL", "where the whole is, if markdown must be cut to fit a comment",
	  CMD_SUMS, OPTION_TEXT, AT(print.link), NULL },
	{ "output", 'o', "FILE", "write there; an existing file is not overwritten",
	  CMD_PRINTS | CMD_CALIBRATE | CMD_SNAPSHOT, OPTION_TEXT, AT(output), NULL },
	{ "overwrite", 0, NULL, "replace the file of --output, once the new one is complete",
	  CMD_SNAPSHOT, OPTION_FLAG, AT(overwrite), NULL },
	{ "dso", 'd', "NAME,...", "only rows of these images", CMD_DIFF | CMD_REPORT | CMD_SERIES,
	  OPTION_NAMES, AT(print.dsos), NULL },
	{ "symbol", 'S', "NAME,...", "only rows of these symbols",
	  CMD_DIFF | CMD_REPORT | CMD_SERIES, OPTION_NAMES, AT(print.symbols), NULL },
	{ "bucket", 'b', "NAME,...", "only symbols of these buckets",
	  CMD_DIFF | CMD_REPORT | CMD_SERIES, OPTION_NAMES, AT(print.buckets), NULL },
	{ "anatomy", 'a', "BUCKET,...", "open a bucket: its phases, mechanisms and clients",
	  CMD_DIFF | CMD_REPORT, OPTION_NAMES, AT(print.anatomy), NULL },
	{ "callers", 0, NULL, "who calls the symbols of --symbol, and whom they call",
	  CMD_DIFF | CMD_REPORT, OPTION_FLAG, AT(print.callers), NULL },
	{ "relative", 0, NULL, "what moved relative to what did not change (median of ratios), too",
	  CMD_DIFF, OPTION_FLAG, AT(print.relative), NULL },
	{ "explain-pairs", 0, NULL, "why symbols of different names are one function", CMD_DIFF,
	  OPTION_FLAG, AT(print.explain_pairs), NULL },
	{ "sort", 's', "COLUMN",
	  "share, symbol, dso, bucket, srcfile, children; of a diff: delta, base, new",
	  CMD_DIFF | CMD_REPORT, OPTION_TEXT, AT(print.sort), NULL },
	{ "percent-limit", 0, "PERCENT", "leave out symbols below this share",
	  CMD_DIFF | CMD_REPORT | CMD_SERIES, OPTION_NUMBER, AT(print.percent_limit), NULL },
	{ "limit", 'n', "N", "at most N symbols, or rows of evidence",
	  CMD_DIFF | CMD_REPORT | CMD_EVIDENCE | CMD_SERIES, OPTION_LIMIT, AT(print.limit), NULL },
	{ "flame-width", 0, "SIDE", "width of a flame graph's frames: larger, base or new",
	  CMD_DIFF, OPTION_SPECIAL, 0, take_flame_width },
	{ "field-separator", 't', "CHAR", "CSV with this between fields", CMD_SUMS | CMD_SERIES,
	  OPTION_SPECIAL, 0, take_separator },
	{ "width", 'w', "COLUMNS", "width of the text (else the terminal's, or 80)", CMD_PRINTS,
	  OPTION_LIMIT, AT(print.width), NULL },
	{ "color", 0, "WHEN", "auto, always or never", CMD_PRINTS, OPTION_SPECIAL, 0, take_colour },
	{ "verbose", 'v', NULL, "all buckets and symbols, and how each verdict came about",
	  CMD_PRINTS, OPTION_COUNT, AT(print.verbose), NULL },
	{ "in", 0, "DSO", "the image that the symbol is in", CMD_EXPLAIN, OPTION_TEXT, AT(dso),
	  NULL },
	{ "help", 'h', NULL, "this text", CMD_ALL, OPTION_FLAG, AT(help), NULL },
	{ "version", 'V', NULL, "the version", CMD_ALL, OPTION_FLAG, AT(version), NULL },
};

const size_t option_row_count = ARRAY_SIZE(option_rows);

#undef AT
