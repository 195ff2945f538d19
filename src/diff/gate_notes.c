// SPDX-License-Identifier: GPL-2.0-or-later
/* What whoever reads a verdict should know about the data that it rests on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diff/comparable.h"
#include "diff/gate_parts.h"
#include "support/memory.h"

static void add(struct symdiff_verdict *verdict, char *text)
{
	if (!text)
		return;
	verdict->notes = mem_realloc(verdict->notes, verdict->note_count + 1, sizeof(char *));
	verdict->notes[verdict->note_count++] = text;
}

void gate_add_note(struct symdiff_verdict *verdict, const char *note)
{
	if (note)
		add(verdict, mem_strdup(note));
}

/* cpu-clock and task-clock are timers, oprofile's timer mode and readprofile likewise. */
static void note_timer(struct symdiff_verdict *verdict, const struct judge *judge)
{
	bool self = false;
	char *text;

	for (size_t i = 0; i < verdict->count; i++)
		self |= !verdict->rules[i].charged;
	if (totals_event(judge->totals[NEW])->clock != CLOCK_WALL)
		return;
	if (asprintf(&text,
		     "the sampling interrupt is no NMI: time with interrupts off lands where they "
		     "are turned on again (_raw_spin_unlock_irqrestore), %s",
		     self ? "in the bucket of that function and not in that of the code that ran"
			  : "and is charged to whoever called that") < 0)
		return;
	add(verdict, text);
}

void gate_add_notes(struct symdiff_verdict *verdict, const struct judge *judge)
{
	const struct diff_event *event = judge->event;

	note_timer(verdict, judge);
	for (size_t i = 0; event && i < event->finding_count; i++) {
		const struct finding *finding = &event->findings[i];

		if (finding->kind == FINDING_NOT_COMPARABLE ||
		    !strcmp(finding->subject, SUBJECT_RECORDINGS) ||
		    !strcmp(finding->subject, SUBJECT_CONFIGURATION))
			add(verdict, mem_strdup(finding->text));
	}
}
