/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef INGEST_OPREPORT_PROFILE_H
#define INGEST_OPREPORT_PROFILE_H

#include "ingest/opreport.h"

/* From opreport's tables to profiles; see opreport.h. */

/* Add @table as a profile: classes are events, or CPUs and processes, which are summed. */
void opreport_add_profile(struct document *doc, const struct opreport_table *table,
			  const struct opreport_header *header);

/* Add both sides of a differential table. */
void opreport_add_comparison(struct document *doc, const struct opreport_table *table,
			     const struct opreport_header *header);

/*
 * The summary of images (no -l) that starts at line @at, or after @header's
 * lines, as a profile of [unknown] symbols. Returns the line after it, or @at.
 */
size_t opreport_read_images(const struct text *text, size_t at,
			    const struct opreport_header *header, struct document *doc);

/* The event of a class: "CPU_CLK_UNHALTED:100000", with its mask where two would be the same. */
uint32_t opreport_event(struct profile *profile, const struct opreport_header *header,
			unsigned int class);

/* The symbol of a row; its command, if that is not the image itself, goes to *@comm. */
uint32_t opreport_symbol(struct profile *profile, const struct opreport_row *row, uint32_t *comm);

#endif
