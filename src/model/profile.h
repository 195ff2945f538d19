/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MODEL_PROFILE_H
#define MODEL_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/arena.h"
#include "model/timeline.h"
#include "support/names.h"
#include "support/table.h"

/*
 * One recording, folded: for each event the unique stacks and what they weigh.
 *
 *   event     what was counted, in which unit
 *   dso       an ELF image: kernel, module, program, library
 *   symbol    a named range of a DSO; one per (DSO, name)
 *   location  a place in the code: an address of a DSO and the symbol it is in
 *             (with the functions inlined there), or, from text, just a symbol
 *   stack     event, command, flags and locations, leaf first; weight, samples
 *
 * All are numbered from 0; text is interned in names. An ingest format adds
 * stacks; formats that know only addresses leave the locations' symbols open
 * for the symbol stage. Everything after that works on stacks and symbols.
 *
 * Weights are whole numbers, so that parts sum exactly to their whole. An
 * event's scale says how many make one unit: 1 for periods and samples,
 * PERCENT_SCALE for percent.
 */

#define PERCENT_SCALE 1000000u /* e-04 of a percent is the finest that oprofile prints */

#define NONE UINT32_MAX /* no such number */

enum unit { UNIT_PERIOD, UNIT_SAMPLES, UNIT_PERCENT };

extern const char *const unit_names[]; /* "period", "samples", "percent" */

/*
 * What time an event stands for: wall-clock time also when a CPU is idle
 * (cpu-clock, timer, readprofile), cycles of CPUs that are not halted, or just
 * a count of something.
 */
enum event_clock { CLOCK_COUNT, CLOCK_UNHALTED, CLOCK_WALL };

extern const char *const clock_names[]; /* "count", "unhalted", "wall" */

/* By frame pointers or what the kernel has in their place; from a copy of the stack; by the CPU. */
enum chain_kind { CHAIN_UNKNOWN, CHAIN_NONE, CHAIN_FP, CHAIN_DWARF, CHAIN_LBR, CHAIN_USER_ONLY };

extern const char *const chain_kind_names[CHAIN_USER_ONLY + 1]; /* "unknown", "none", "fp", ... */

struct event {
	uint32_t name;
	enum unit unit;
	enum event_clock clock;
	uint64_t scale;
	uint64_t total;		 /* the sum of its stacks' weights */
	uint64_t samples;	 /* the sum of its stacks' samples */
	bool samples_known;	 /* per stack; else a table may still state ... */
	double weight_squares;	 /* of the samples' weights, summed; 0: all weigh alike */
	uint64_t samples_stated; /* ... how many there were in all, perhaps rounded; 0: no */
	bool total_estimated;	 /* worked out from counts and percents of the rows */
	uint64_t lost;		 /* samples the recording itself says are missing */

	/* A table that was cut: no symbol that it does not list weighs more than @cut_below. */
	bool cut;
	uint64_t cut_below;

	/* With UNIT_PERCENT, if known: the events (or samples) that 100 % stand for. */
	double amount;
	bool amount_is_samples;

	/* Sampling period, if constant, and frequency in Hz, if asked for; 0: unknown. */
	uint64_t period, frequency;
	bool exclude_user, exclude_kernel, exclude_host;

	enum chain_kind chains; /* how callchains were found; CHAIN_UNKNOWN: not said */
	uint32_t chain_most;	/* frames of a chain at most; 0: not said */
	/*
	 * While the counter was wanted it ran for this part of the time (others took turns with
	 * it); 0: not said.
	 */
	double running;

	bool idle_unseen;    /* percentages are of all time, and idle time may not be listed */
	bool has_callchains; /* some stack is deeper than its leaf */
	bool has_children;   /* the table had a Children column: see symbol_children */
};

enum dso_kind {
	DSO_UNKNOWN, /* no image was given: kernel or user */
	DSO_KERNEL,  /* the kernel itself, always named [kernel] */
	DSO_MODULE,  /* named [name] */
	DSO_BPF,     /* programs and trampolines */
	DSO_USER,    /* program, library, vdso, JIT map, anonymous memory */
	DSO_GUEST_KERNEL,
	DSO_GUEST_USER,
	DSO_HYPERVISOR,
};

#define DSO_KINDS (DSO_HYPERVISOR + 1)
extern const char *const dso_kind_names[DSO_KINDS]; /* "unknown", "kernel", "module", ... */

struct dso {
	uint32_t name; /* what joins two sides: [kernel], [ext4], libc.so.6, hackbench */
	uint32_t path; /* as recorded */
	enum dso_kind kind;
	uint8_t build_id_size; /* 0: none recorded */
	uint8_t build_id[20];
	uint32_t pid; /* anonymous memory (path: /tmp/perf-PID.map): the process it is in; else 0 */
	/*
	 * Kernel and modules: the map as recorded (size 0: none was). For the kernel the address
	 * of the symbol @map_reference ("_text", "_stext"; 0: not said) was @map_pgoff.
	 */
	uint64_t map_start, map_size, map_pgoff;
	uint32_t map_reference;
	uint32_t
		note; /* why its symbols could not be resolved, for the report; 0: nothing to say */
	uint32_t hint; /* what the user can do about it; 0: nothing to say */
};

enum {
	SYMBOL_UNKNOWN = 1 << 0,    /* [unknown]: could not be resolved */
	SYMBOL_NOT_LISTED = 1 << 1, /* [not listed]: what a cut table leaves out */
};

/* What becomes of a symbol where it is inlined into another one. */
enum {
	INLINE_APART = 1 << 0, /* it has the weight, not the function around it */
	INLINE_UNDECIDED =
		1 << 1, /* the bucket is that of what is around it: from the bucket stage */
	INLINE_COMPILED = 1 << 2, /* its image has a copy that is not inlined, too */
};

struct symbol {
	uint32_t name; /* demangled, else as the input has it (suffixes kept) */
	uint32_t dso;
	uint32_t flags;
	uint32_t srcfile;     /* declaring file relative to the source tree; 0: unknown */
	uint32_t srcline;     /* in it; 0: unknown */
	uint32_t first_alias; /* other names at its address: aliases[first .. + count) */
	uint32_t alias_count;
	uint64_t address, size; /* in its DSO; 0: unknown */
	uint16_t bucket;	/* leaf bucket, filled in by the bucket stage */
	uint8_t phase;		/* likewise */
	uint8_t inlining;	/* INLINE_... */
};

/*
 * What an address is depends on the DSO. Kernel, modules and BPF: the address that was recorded
 * (KASLR included: see map_start). Files mapped by a process, vdso too: the offset in the file.
 * Anonymous memory, stacks and whatever was not mapped: the address that was recorded.
 */
struct location {
	uint64_t address; /* 0 from text */
	uint32_t dso;
	uint32_t symbol; /* NONE until resolved */
	uint32_t
		first_inline; /* inlines[first .. + count): symbols inlined here, innermost first */
	uint32_t inline_count;
	bool is_return; /* a caller's return address: look up address - 1 */

	/*
	 * A tail call took the frame off the stack: it was not sampled, but put back. What else
	 * may lie between it and the next frame down is hidden[ways - 1]; 0: nothing does.
	 */
	bool is_inferred;
	uint32_t ways;
};

/*
 * Frames of which only some were there, nobody knows which: a graph of functions, of which the
 * first was entered, and any that is_last can have jumped to the frame below.
 */
struct hidden_ways {
	uint32_t first_node, node_count; /* hidden_nodes[first .. + count) */
	uint32_t first_edge, edge_count; /* hidden_edges[first .. + count) */
};

struct hidden_node {
	uint32_t symbol;
	bool is_last;
};

struct hidden_edge {
	uint32_t from, to; /* of the graph's own nodes */
};

enum {
	STACK_IDLE_TASK = 1 << 0,  /* pid 0: the idle task was current */
	STACK_TRUNCATED = 1 << 1,  /* the callchain lacks its root */
	STACK_LEAF_APART = 1 << 2, /* the sampled location is not part of the callchain */
	STACK_HAS_PID = 1 << 3,	   /* the input said which process it was (so idle is known) */

	/* What became of frames that tail calls took: somewhere in the chain */
	STACK_TAILS_COMPLETED = 1 << 4,	 /* all were put back */
	STACK_TAILS_OPEN = 1 << 5,	 /* one way is known, but a jump to anywhere is on it, or */
	STACK_TAILS_AMBIGUOUS = 1 << 6,	 /* there are several: what all share was put back */
	STACK_TAILS_IMPOSSIBLE = 1 << 7, /* no known way leads from a call to what ran */
};

struct stack {
	uint64_t weight, samples;
	uint32_t event, comm; /* comm: a name, 0 if unknown */
	uint32_t flags;
	uint32_t first, depth; /* frames[first .. + depth): location numbers, leaf first */
};

/* What a Children column says of a symbol (tables only). */
struct symbol_children {
	uint32_t event, symbol;
	uint64_t weight;
};

/* What the recording says of itself; 0 or empty where it does not. */
struct recording {
	uint32_t hostname, os_release, version, arch, cpu_model, command_line;
	uint32_t cpus_online, cpus_available;
	uint32_t sockets, numa_nodes;
	enum smt { SMT_UNKNOWN, SMT_OFF, SMT_ON } smt; /* cores with several threads */
	uint32_t hybrid;   /* kinds of CPUs, if there are several: "cpu_core 0-7, cpu_atom 8-15" */
	uint32_t pmu_caps; /* "cpu: branches=32 max_precise=3" */
	double duration_seconds;
	bool system_wide;
	bool is_guest;
	uint32_t kcore_dir; /* the recording's copies of kcore, kallsyms and modules; 0: none */
};

struct profile {
	struct names names;
	uint32_t format; /* name of the format that read it */
	uint32_t label;	 /* what the text says above the table; 0: nothing */
	uint32_t line;	 /* where it starts in a text; 0: unknown */

	/* Of a snapshot: what the user called the file that was read, and all runs together; else 0. */
	uint32_t origin, whole;

	struct event *events;
	struct dso *dsos;
	struct symbol *symbols;
	struct location *locations;
	struct stack *stacks;
	uint32_t *frames;  /* location numbers */
	uint32_t *inlines; /* symbol numbers */
	uint32_t *aliases; /* names */
	struct hidden_ways *hidden;
	struct hidden_node *hidden_nodes;
	struct hidden_edge *hidden_edges;
	struct symbol_children *children;
	uint32_t *warnings; /* names; one line each, for people */
	uint32_t event_count, dso_count, symbol_count, location_count, stack_count;
	uint32_t inline_count, alias_count, children_count, warning_count;
	uint32_t hidden_count, hidden_node_count, hidden_edge_count;
	size_t frame_count;

	struct recording recording;
	struct timeline timeline; /* of stacks; nothing in it where the input has no times */

	/* Private to profile.c. */
	size_t event_capacity, dso_capacity, symbol_capacity, location_capacity, stack_capacity;
	size_t frame_capacity, inline_capacity, alias_capacity, children_capacity, warning_capacity;
	size_t hidden_capacity, hidden_node_capacity, hidden_edge_capacity;
	struct table event_index, dso_index, symbol_index, location_index, stack_index;
	struct table children_index;
};

struct profile *profile_new(void);
void profile_free(struct profile *profile);

static inline const char *profile_text(const struct profile *profile, uint32_t name)
{
	return names_text(&profile->names, name);
}

/* The event of this name; a new one is in samples, with clock and idle guessed from the name. */
uint32_t profile_event(struct profile *profile, const char *name, size_t len);

/*
 * The DSO that a text or map calls @name (a path, [name], linux-2.6.24, no-vmlinux, ...). Kernels
 * become one DSO [kernel], modules [name], others keep the last part of their path; " (deleted)"
 * is dropped. @kind is a hint: DSO_UNKNOWN lets the name decide, and an empty @name gives a DSO
 * [unknown] of that kind (or [kernel], if the hint says kernel).
 */
uint32_t profile_dso(struct profile *profile, const char *name, size_t len, enum dso_kind kind);

/*
 * A DSO of its own, however many others have its name: for images that a recording tells apart by
 * path or build-id. Rows of one name are summed by whoever shows or joins them.
 */
uint32_t profile_add_dso(struct profile *profile, const char *path, size_t len, enum dso_kind kind);

/*
 * A symbol of a DSO. Names that only say that there is none -- "(no symbols)", "[unknown]", a bare
 * address, a path -- give the DSO's [unknown] symbol.
 */
uint32_t profile_symbol(struct profile *profile, uint32_t dso, const char *name, size_t len);
uint32_t profile_unknown_symbol(struct profile *profile, uint32_t dso);

/*
 * For readers of what was once a profile: a DSO, a symbol and a symbol's place just as they were,
 * with names of this profile. A symbol that is there already is not added again: compare the
 * number. Places are numbered in the order in which they come.
 */
uint32_t profile_restore_dso(struct profile *profile, struct dso dso);
uint32_t profile_restore_symbol(struct profile *profile, uint32_t dso, uint32_t name,
				uint32_t flags);
uint32_t profile_restore_location(struct profile *profile, uint32_t symbol);

/* The place of a symbol whose address is not known, with the @count symbols inlined there. */
uint32_t profile_symbol_location(struct profile *profile, uint32_t symbol, const uint32_t *inlined,
				 uint32_t count);

/* The place at @address of @dso, its symbol still open. */
uint32_t profile_address_location(struct profile *profile, uint32_t dso, uint64_t address,
				  bool is_return);

/*
 * A frame of @symbol that was not sampled, with the @count symbols inlined there. @address is as
 * that of a return address; 0: not known, or several are possible. @ways: see struct location.
 */
uint32_t profile_inferred_location(struct profile *profile, uint32_t symbol, uint64_t address,
				   const uint32_t *inlined, uint32_t count, uint32_t ways);

/* Keep a graph of hidden frames. Returns what the ways of a location are to be. */
uint32_t profile_add_hidden(struct profile *profile, const struct hidden_node *nodes,
			    uint32_t node_count, const struct hidden_edge *edges,
			    uint32_t edge_count);

/* Give a stack other frames. Stacks cannot be added any more then. */
void profile_set_frames(struct profile *profile, uint32_t stack, const uint32_t *locations,
			uint32_t depth);

/* Resolve a location. */
void profile_set_symbol(struct profile *profile, uint32_t location, uint32_t symbol);
void profile_set_inlines(struct profile *profile, uint32_t location, const uint32_t *inlined,
			 uint32_t count);
void profile_add_alias(struct profile *profile, uint32_t symbol, const char *name);

/*
 * Count @samples samples that weigh @weight (in the event's scale) on a stack. @locations are leaf
 * first; the first one takes the self weight. Returns false, adding nothing, if a total would
 * overflow (the caller counts it as a bad sample).
 */
bool profile_add(struct profile *profile, uint32_t event, uint32_t comm, uint32_t flags,
		 const uint32_t *locations, uint32_t depth, uint64_t weight, uint64_t samples);

/* The same, for who wants to know which stack it is: its number, or NONE. */
uint32_t profile_add_stack(struct profile *profile, uint32_t event, uint32_t comm, uint32_t flags,
			   const uint32_t *locations, uint32_t depth, uint64_t weight,
			   uint64_t samples);

/*
 * When the samples were taken: moves @timeline, whose stack i is @stacks[i] of the profile (or
 * NONE), into the profile.
 */
void profile_take_timeline(struct profile *profile, struct timeline *timeline,
			   const uint32_t *stacks);

/* Hints for readers that add hundreds of thousands: this will soon be asked for. */
void profile_prefetch_address(const struct profile *profile, uint32_t dso, uint64_t address,
			      bool is_return);
void profile_prefetch(const struct profile *profile, uint32_t event, uint32_t comm, uint32_t flags,
		      const uint32_t *locations, uint32_t depth);

/* The weight of @symbol in a Children column. Added up if given twice. */
void profile_add_children(struct profile *profile, uint32_t event, uint32_t symbol,
			  uint64_t weight);

/* The symbol [not listed], which stands for all that a table leaves out. */
uint32_t profile_not_listed_symbol(struct profile *profile);

/* Weight that a table has but does not list: a row [not listed]. */
void profile_add_not_listed(struct profile *profile, uint32_t event, uint64_t weight);

/*
 * Keep only events of which @wanted is true, with their stacks, when all is
 * read: nothing can be added to the profile afterwards.
 */
void profile_keep_events(struct profile *profile, const bool *wanted);

/* Remember one line for the report's warnings. The same line twice is kept once. */
void profile_warn(struct profile *profile, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* model/dso.c */

/* The clock of an event of this name. */
enum event_clock event_clock_of(const char *name);

/*
 * The name by which a DSO joins the other side, and its kind (see profile_dso), written to @buf.
 * Returns the length; the name is cut if @buf is too small.
 */
size_t dso_canonical(const char *name, size_t len, enum dso_kind *kind, char *buf, size_t size);

/*
 * What must be equal for symbols of two sides to be in one image: the DSO's name without a
 * library's version (libc for libc-2.36.so and libc.so.6), one name for all BPF programs.
 */
size_t dso_join_name(const char *name, enum dso_kind kind, char *buf, size_t size);

/* Does this text say "no symbol" instead of naming one? */
bool symbol_is_unknown(const char *name, size_t len);

#endif
