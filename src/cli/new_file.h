/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CLI_NEW_FILE_H
#define CLI_NEW_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include <symdiff/error.h>

/*
 * A file that is there as a whole or not at all: written under another name in the same folder,
 * and renamed when it is complete. What was there of that name stays until then.
 */
struct new_file {
	FILE *out;
	const char *path; /* NULL: standard output */
	char *temporary;  /* NULL: none, or renamed */
	bool overwrite;
};

/* -1 with @err: the file is there already and is not to be overwritten, or cannot be made. */
int new_file_open(struct new_file *file, const char *path, bool overwrite,
		  struct symdiff_error *err);

/* All is written: now it is the file. -1 with @err, and nothing has changed. */
int new_file_keep(struct new_file *file, struct symdiff_error *err);

/* After new_file_open, whether it was kept or not. */
void new_file_close(struct new_file *file);

#endif
