// SPDX-License-Identifier: GPL-2.0-or-later
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fleet/fleet.h"

/* "grew on 7 of 8 machines", "goes either way: up on 4, down on 3 of 8" */
static void direction_words(const struct fleet_row *row, char *buf, size_t size)
{
	const struct fleet_summary *all = &row->all;
	size_t most = all->up > all->down ? all->up : all->down;
	const char *way = all->up > all->down ? "up" : "down";

	if (row->better && all->up != all->down)
		way = (all->up > all->down) == (row->better > 0) ? "better" : "worse";
	if (!all->up && !all->down)
		snprintf(buf, size, "clear on none of %zu machines", all->machines);
	else if (all->up && all->down && most < all->machines)
		snprintf(buf, size, "either way: up on %zu, down on %zu of %zu machines", all->up,
			 all->down, all->machines);
	else
		snprintf(buf, size, "%s on %zu of %zu machines", way, most, all->machines);
}

static const char *name_of(const struct fleet *fleet, uint32_t machine)
{
	return fleet->machines[machine].name;
}

/* Of the two that are left out together, the one that is not @machine. */
static uint32_t other_of(const struct fleet_outlying *two, uint32_t machine)
{
	return two->machines[0] == machine ? two->machines[1] : two->machines[0];
}

static void outlying_words(const struct fleet *fleet, const struct fleet_row *row, char *buf,
			   size_t size)
{
	const struct fleet_outlying *one = &row->one, *two = &row->two;
	uint32_t first = one->machines[0];
	size_t len = 0;

	*buf = '\0';
	if (fleet_stands_out(one))
		len = (size_t)snprintf(buf, size,
				       "; %s stands out (%+.2f), without it %+.2f to %+.2f",
				       name_of(fleet, first), row->values[first].change,
				       one->without.low, one->without.high);
	if (len >= size || !fleet_stands_out(two))
		return;
	if (!len)
		snprintf(buf, size,
			 "; %s and %s stand out together (%+.2f, %+.2f), without both %+.2f to "
			 "%+.2f",
			 name_of(fleet, two->machines[0]), name_of(fleet, two->machines[1]),
			 row->values[two->machines[0]].change, row->values[two->machines[1]].change,
			 two->without.low, two->without.high);
	else if (two->machines[0] == first || two->machines[1] == first)
		snprintf(buf + len, size - len, ", without %s, too, %+.2f to %+.2f",
			 name_of(fleet, other_of(two, first)), two->without.low, two->without.high);
}

const char *fleet_row_words(struct fleet *fleet, const struct fleet_row *row)
{
	char direction[128], outlying[512];

	direction_words(row, direction, sizeof(direction));
	outlying_words(fleet, row, outlying, sizeof(outlying));
	return arena_printf(&fleet->arena, "%s: %s, %+.2f to %+.2f %s, median %+.2f%s", row->name,
			    direction, row->all.low, row->all.high, row->unit, row->all.median,
			    outlying);
}
