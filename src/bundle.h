/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef BUNDLE_H
#define BUNDLE_H

#include <stdbool.h>
#include <stddef.h>

#include <symdiff/symdiff.h>

/*
 * What symdiff-capture leaves behind: a folder, or a tar file of it, with the
 * recordings of one configuration and what else was measured. A file
 * "symdiff-bundle" in it says what is what (docs/formats.md).
 */
struct bundle {
	const char **runs, **kallsyms; /* paths, with NULL at the end */
	const char **evidence;	       /* likewise, or "BEFORE:AFTER" */
	size_t run_count, kallsyms_count, evidence_count;
};

/* Is @path a bundle? Reads no more than its first bytes. */
bool bundle_probe(const char *path);

/*
 * What the bundle at @path holds. -1 with @err if its list is damaged, of a
 * later version, or names what is not in it. To be deinitialised either way.
 */
int bundle_read(struct bundle *bundle, const char *path,
		struct symdiff_error *err) SYMDIFF_MUST_CHECK;
void bundle_deinit(struct bundle *bundle);

#endif
