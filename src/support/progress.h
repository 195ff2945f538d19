/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SUPPORT_PROGRESS_H
#define SUPPORT_PROGRESS_H

#include <stddef.h>
#include <stdint.h>

/*
 * How far a long read is, told every PROGRESS_STEP bytes to whoever wants to
 * know: short inputs say nothing. Zero-initialised tells nobody.
 */
struct progress {
	void (*tell)(void *context, const char *what, double done); /* done: 0 to 1 */
	void *context;
	const char *what; /* the file */
	uint64_t total, told;
};

#define PROGRESS_STEP (32ull << 20)

static inline void progress_at(struct progress *progress, uint64_t done)
{
	if (done < progress->told + PROGRESS_STEP)
		return;
	progress->told = done;
	if (progress->tell && progress->total)
		progress->tell(progress->context, progress->what,
			       (double)done / (double)progress->total);
}

#endif
