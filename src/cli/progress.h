/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <symdiff/options.h>

/*
 * Let @options draw one line on standard error while long inputs are read, if
 * that is a terminal. One at a time.
 */
void progress_start(struct symdiff_read_options *options);

/* Take the line away. */
void progress_end(void);

#endif
