/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SUPPORT_CLEANUP_H
#define SUPPORT_CLEANUP_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/*
 * Scope guards: what is declared with one is released when the block ends.
 *
 *	cleanup_free char *text = mem_strdup(name);
 */
#define cleanup_free __attribute__((cleanup(cleanup_free_pointer)))
#define cleanup_fd   __attribute__((cleanup(cleanup_close_fd)))
#define cleanup_file __attribute__((cleanup(cleanup_close_file)))

static inline void cleanup_free_pointer(void *pointer)
{
	free(*(void **)pointer);
}

static inline void cleanup_close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
}

static inline void cleanup_close_file(FILE **file)
{
	if (*file)
		fclose(*file);
}

#endif
