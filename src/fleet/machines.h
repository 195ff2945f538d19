/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef FLEET_MACHINES_H
#define FLEET_MACHINES_H

#include "fleet/fleet.h"
#include "support/error.h"
#include "support/text.h"

/*
 * The list of a fleet's machines: a head, then a line for each.
 *
 *	machine    base              new               cpus
 *	stoakley   s1.data,s2.data   n1.data,n2.data   8
 *	tigerton   t1.data           t2.data           16
 *
 * Cells stand between bars, tabs, or blanks. The head must have "machine", "base" and "new"; every
 * other column is a tag. Runs of one side stand with commas between them. Lines that begin with #
 * are comments.
 */
struct machine_files {
	const char *base, *newer; /* lists with commas, in the fleet's arena */
	uint32_t line;
};

/*
 * The machines of @text with their tags into @fleet, and their files into *@files, one for each,
 * which the caller frees. 0 if it is no such list, 1 if it is; -1 with @err if it is broken.
 */
int machines_read(const struct text *text, struct fleet *fleet, struct machine_files **files,
		  struct symdiff_error *err) SYMDIFF_MUST_CHECK;

#endif
