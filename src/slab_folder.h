/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SLAB_FOLDER_H
#define SLAB_FOLDER_H

#include <stddef.h>

/*
 * /sys/kernel/slab, or a copy of it, as `grep .` and `ls -l` would print it: a line for each number
 * of each cache, and one for each alias. The text is the caller's to free; NULL if @path is no such
 * folder. Links are told and not followed, and of each file no more than its first line is read.
 */
char *slab_folder_text(const char *path, size_t *size);

#endif
