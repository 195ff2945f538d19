// SPDX-License-Identifier: GPL-2.0-or-later
/* What else than the kernel differs between two recordings, as far as they say. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "diff/amounts.h"
#include "diff/comparable.h"
#include "diff/finder.h"
#include "support/memory.h"

#define DURATION_ALIKE 2.0   /* times as long: start and end weigh otherwise */
#define LOAD_ALIKE     1.5   /* times as many cycles per CPU and second */
#define LOST_ALIKE     0.01  /* of the samples */
#define SEEN	       0.002 /* a share that tells of a configuration */

/* "CPUs: base 2, new 4; duration: ...": put together bit by bit, and cut if it gets too long. */
struct differences {
	const struct diff_event *event;
	char text[768];
	size_t len;
};

__attribute__((format(printf, 3, 4))) static void add(struct differences *list, const char *what,
						      const char *format, ...)
{
	char text[256];
	va_list args;
	int len;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	len = snprintf(list->text + list->len, sizeof(list->text) - list->len, "%s%s: %s",
		       list->len ? "; " : "", what, text);
	if (len > 0 && (size_t)len < sizeof(list->text) - list->len)
		list->len += (size_t)len;
	else
		list->text[list->len] = '\0';
}

static const struct recording *recording_of(const struct differences *list, int side)
{
	return &list->event->totals[side]->profile->recording;
}

static void compare_names(struct differences *list, const char *what, uint32_t base, uint32_t newer)
{
	const char *a = profile_text(list->event->totals[BASE]->profile, base);
	const char *b = profile_text(list->event->totals[NEW]->profile, newer);

	if (base && newer && strcmp(a, b))
		add(list, what, "base %.80s, new %.80s", a, b);
}

static void compare_numbers(struct differences *list, const char *what, uint32_t base,
			    uint32_t newer)
{
	if (base && newer && base != newer)
		add(list, what, "base %u, new %u", base, newer);
}

static void compare_machines(struct differences *list)
{
	static const char *const smt[] = { "", "off", "on" };
	const struct recording *base = recording_of(list, BASE), *newer = recording_of(list, NEW);

	compare_names(list, "CPU model", base->cpu_model, newer->cpu_model);
	compare_numbers(list, "CPUs", base->cpus_online, newer->cpus_online);
	compare_numbers(list, "sockets", base->sockets, newer->sockets);
	compare_numbers(list, "NUMA nodes", base->numa_nodes, newer->numa_nodes);
	if (base->smt && newer->smt && base->smt != newer->smt)
		add(list, "SMT", "base %s, new %s", smt[base->smt], smt[newer->smt]);
}

static bool far_apart(double base, double newer, double times)
{
	return base > 0 && newer > 0 && (base > times * newer || newer > times * base);
}

/* Cycles that a CPU was busy in a second: its load, or its clock. */
static double busy_rate(const struct differences *list, int side)
{
	const struct totals *totals = list->event->totals[side];
	const struct event *event = totals_event(totals);
	const struct recording *recording = recording_of(list, side);

	if (event->clock != CLOCK_UNHALTED || event->unit != UNIT_PERIOD || !recording->cpus_online)
		return 0;
	/* Of repeats the durations are summed, as the totals are. */
	return recording->duration_seconds > 0 && recording->system_wide
		       ? (double)totals->total / recording->duration_seconds /
				 recording->cpus_online
		       : 0;
}

static void compare_load(struct differences *list)
{
	double length[SIDES], rate[SIDES];

	for (int side = 0; side < SIDES; side++) {
		length[side] = recording_of(list, side)->duration_seconds /
			       (double)list->event->runs[side];
		rate[side] = busy_rate(list, side);
	}
	if (far_apart(length[BASE], length[NEW], DURATION_ALIKE))
		add(list, "duration", "base %.3g s, new %.3g s (start and end weigh otherwise)",
		    length[BASE], length[NEW]);
	if (far_apart(rate[BASE], rate[NEW], LOAD_ALIKE))
		add(list, "load or clock rate",
		    "base %.2g, new %.2g busy cycles per CPU and second", rate[BASE], rate[NEW]);
}

static double lost_of(const struct event *event)
{
	return event->lost ? (double)event->lost / ((double)event->lost + (double)event->samples)
			   : 0;
}

static void compare_sampling(struct differences *list)
{
	const struct event *base = totals_event(list->event->totals[BASE]);
	const struct event *newer = totals_event(list->event->totals[NEW]);

	struct sample_size size = sample_size_of(list->event->totals[BASE]);
	struct sample_size new_size = sample_size_of(list->event->totals[NEW]);

	if (base->frequency && newer->frequency && base->frequency != newer->frequency)
		add(list, "sampling", "base %lu Hz, new %lu Hz", (unsigned long)base->frequency,
		    (unsigned long)newer->frequency);
	else if (size.events > 1 && new_size.events > 1 && size.events != new_size.events)
		add(list, "sampling", "base one in %.0f, new one in %.0f", size.events,
		    new_size.events);
	else if (list->event->no_common_unit)
		add(list, "sampling",
		    "samples stand for a number of events on one side, and not on the other: only "
		    "shares compare");
	if (base->samples_known && newer->samples_known &&
	    (lost_of(base) > LOST_ALIKE || lost_of(newer) > LOST_ALIKE))
		add(list, "samples lost", "base %.1f %%, new %.1f %%", 100 * lost_of(base),
		    100 * lost_of(newer));
	if (base->running > 0 && newer->running > 0 && fabs(base->running - newer->running) > 0.01)
		add(list, "counter running", "base %.0f %%, new %.0f %% of the time",
		    100 * base->running, 100 * newer->running);
	if (base->has_callchains && newer->has_callchains)
		compare_numbers(list, "frames of a callchain at most", base->chain_most,
				newer->chain_most);
	if (base->has_callchains != newer->has_callchains && base->samples_known &&
	    newer->samples_known)
		add(list, "callchains",
		    "only on the %s side: what functions took themselves is "
		    "compared, not who owns it",
		    base->has_callchains ? "base" : "new");
}

/*
 * Functions that only some configurations have, or run. What is seen on one
 * side alone tells that the other does without.
 */
static const struct hint {
	const char *what;
	const char *symbols[6];
} hints[] = {
	{ "lock debugging (PROVE_LOCKING, LOCKDEP)",
	  { "lock_acquire", "lock_release", "__lock_acquire", "lock_is_held_type" } },
	{ "KASAN",
	  { "kasan_check_range", "__asan_load8", "__asan_store8", "__asan_load4", "kasan_unpoison",
	    "__kasan_slab_alloc" } },
	{ "KCSAN",
	  { "__tsan_read8", "__tsan_write8", "__tsan_func_entry", "kcsan_setup_watchpoint" } },
	{ "slab debugging (slub_debug, SLUB_DEBUG_ON)",
	  { "check_bytes_and_report", "check_object", "free_debug_processing",
	    "alloc_debug_processing", "init_object", "check_slab" } },
	{ "page poisoning or init on alloc/free",
	  { "kernel_init_pages", "kernel_init_free_pages", "__kernel_poison_pages" } },
	{ "object debugging (DEBUG_OBJECTS)",
	  { "debug_object_activate", "debug_object_init", "debug_check_no_obj_freed" } },
	{ "kmemleak", { "kmemleak_alloc", "__create_object", "delete_object_full" } },
	{ "PREEMPT_RT",
	  { "rt_spin_lock", "rt_spin_unlock", "rt_read_lock", "rtlock_slowlock_locked" } },
	{ "page table isolation or another mitigation on entry",
	  { "entry_untrain_ret", "srso_alias_return_thunk", "srso_return_thunk", "zen_untrain_ret",
	    "retbleed_untrain_ret" } },
	{ "retpolines",
	  { "__x86_indirect_thunk_array", "__x86_indirect_thunk_rax", "__x86_indirect_thunk_r11",
	    "__x86_retpoline_rax" } },
	{ "function tracing at work",
	  { "ftrace_call", "ftrace_regs_call", "function_trace_call", "trace_function",
	    "prepare_ftrace_return" } },
	{ "a virtual machine",
	  { "pvclock_clocksource_read", "kvm_clock_get_cycles", "pvclock_clocksource_read_nowd",
	    "kvm_wait", "hv_apic_eoi_write" } },
};

static double seen(const struct totals *totals, const struct hint *hint, const char **most)
{
	const struct profile *profile = totals->profile;
	double sum = 0;
	uint64_t best = 0;

	for (uint32_t i = 0; i < profile->symbol_count; i++) {
		enum dso_kind kind = profile->dsos[profile->symbols[i].dso].kind;
		uint64_t self =
			kind == DSO_KERNEL || kind == DSO_UNKNOWN ? totals->symbols[i].self : 0;
		const char *name = profile_text(profile, profile->symbols[i].name);

		for (size_t k = 0; self && k < ARRAY_SIZE(hint->symbols) && hint->symbols[k]; k++) {
			if (strcmp(name, hint->symbols[k]))
				continue;
			sum += totals_share(totals, self);
			if (self > best) {
				best = self;
				*most = name;
			}
		}
	}
	return sum;
}

static void tell_configuration(struct finder *finder)
{
	const struct diff_event *event = finder->event;

	for (size_t i = 0; i < ARRAY_SIZE(hints); i++) {
		double share[SIDES];
		const char *most = "";

		for (int side = 0; side < SIDES; side++)
			share[side] = seen(event->totals[side], &hints[i], &most);
		for (int side = 0; side < SIDES; side++)
			if (share[side] >= SEEN && share[!side] == 0 &&
			    !totals_event(event->totals[!side])->cut)
				tell(finder, FINDING_HINT, VIEW_SHARE, 0, SUBJECT_CONFIGURATION,
				     "only the %s side seems to have %s (%s, %.1f %%): another "
				     "configuration, not another kernel, may be what is compared",
				     side == BASE ? "base" : "new", hints[i].what, most,
				     100 * share[side]);
	}
}

void tell_recordings(struct finder *finder)
{
	struct differences list = { .event = finder->event };

	compare_machines(&list);
	compare_load(&list);
	compare_sampling(&list);
	if (list.len)
		tell(finder, FINDING_HINT, VIEW_SHARE, 0, SUBJECT_RECORDINGS,
		     "the recordings differ in more than the kernel: %s", list.text);
	tell_configuration(finder);
}
