/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef TESTS_TABLES_H
#define TESTS_TABLES_H

/* Reading a text and asking what the profile says of a symbol. */
#include <string.h>

#include "ingest/format.h"
#include "unit.h"

static inline struct document read_document(const char *text)
{
	struct document doc = { 0 };
	struct symdiff_error err = { 0 };
	struct ingest_options options = { 0 };
	struct input in;

	input_from_bytes(&in, "test", text, strlen(text));
	if (ingest_read_input(&in, &options, &doc, &err))
		fail_msg("%s\n%s", err.message, text);
	return doc;
}

/* The number of @name in @profile; fails the test if there is none. NULL: the only event. */
static inline uint32_t event_of(const struct profile *profile, const char *name)
{
	for (uint32_t i = 0; i < profile->event_count; i++)
		if (!name || !strcmp(profile_text(profile, profile->events[i].name), name))
			return i;
	fail_msg("no event %s", name);
	return 0;
}

struct figures {
	bool is_listed;
	double self, children; /* in the unit of the event */
	uint64_t samples;
};

/* What @profile says of @symbol in @dso (NULL: any). */
static inline struct figures figures_of(const struct profile *profile, uint32_t event,
					const char *dso, const char *symbol)
{
	struct figures sum = { 0 };

	for (uint32_t i = 0; i < profile->stack_count; i++) {
		const struct stack *stack = &profile->stacks[i];
		uint32_t leaf = profile->locations[profile->frames[stack->first]].symbol;
		const struct symbol *of = &profile->symbols[leaf];

		if (stack->event != event || strcmp(profile_text(profile, of->name), symbol) ||
		    (dso && strcmp(profile_text(profile, profile->dsos[of->dso].name), dso)))
			continue;
		sum.is_listed = true;
		sum.self += (double)stack->weight / profile->events[event].scale;
		sum.samples += stack->samples;
	}
	for (uint32_t i = 0; i < profile->children_count; i++) {
		const struct symbol *of = &profile->symbols[profile->children[i].symbol];

		if (profile->children[i].event == event &&
		    !strcmp(profile_text(profile, of->name), symbol))
			sum.children +=
				(double)profile->children[i].weight / profile->events[event].scale;
	}
	return sum;
}

/* A figure as printed, so within half of its last digit. */
#define assert_figure(is, wanted) assert_true((is) > (wanted)-1e-7 && (is) < (wanted) + 1e-7)

#endif
