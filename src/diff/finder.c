// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/finder.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "diff/words.h"
#include "support/memory.h"

void tell(struct finder *finder, enum finding_kind kind, enum finding_view view, int level,
	  const char *subject, const char *format, ...)
{
	struct diff_event *event = finder->event;
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	array_reserve(event->findings, event->finding_capacity, event->finding_count + 1);
	event->findings[event->finding_count++] = (struct finding) {
		.kind = kind,
		.view = view,
		.subject = arena_strndup(&finder->diff->arena, subject, strlen(subject)),
		.text = arena_strndup(&finder->diff->arena, text, strlen(text)),
		.level = level,
	};
}

enum finding_view view_of(const struct diff_event *event)
{
	return event->work_known && event->amount[BASE] > 0 ? VIEW_COST : VIEW_SHARE;
}

const char *amount_word(const struct diff_event *event)
{
	return event->work_known ? "cost" : event->amount_unit;
}

/* ", samples +28 to +30 %": what the shares do not show. */
const char *amount_clause(const struct diff_event *event, const struct mover *mover, char *buf,
			  size_t size)
{
	char ratio[64];

	words_ratio(diff_ratio(event, mover->self[BASE], mover->hidden[BASE], mover->self[NEW],
			       mover->hidden[NEW]),
		    ratio, sizeof(ratio));
	buf[0] = '\0';
	if (ratio[0])
		snprintf(buf, size, ", %s %s", amount_word(event), ratio);
	return buf;
}

int compare_candidates(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	if (x->rank != y->rank)
		return x->rank < y->rank ? 1 : -1;
	return strcmp(x->name, y->name);
}

bool is_kernel_row(const struct diff_event *event, const struct diff_row *row)
{
	int side = row->side[NEW].symbol != NONE ? NEW : BASE;
	const struct profile *profile = event->totals[side]->profile;
	enum dso_kind kind = profile->dsos[profile->symbols[row->side[side].symbol].dso].kind;

	return kind == DSO_KERNEL || kind == DSO_MODULE;
}

bool is_symbol_row(const struct diff_event *event, const struct diff_row *row)
{
	int side = row->side[NEW].symbol != NONE ? NEW : BASE;
	const struct profile *profile = event->totals[side]->profile;

	return !profile->symbols[row->side[side].symbol].flags && row->bucket != BUCKET_IDLE;
}
