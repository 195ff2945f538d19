/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SUPPORT_ERROR_H
#define SUPPORT_ERROR_H

#include <symdiff/error.h>

/*
 * Record an error at @position (a line; -1: nowhere in particular) and return
 * -1. @err may be NULL; an error already in it stays.
 */
int symdiff_fail(struct symdiff_error *err, enum symdiff_error_code code, int64_t position,
		 const char *format, ...) __attribute__((format(printf, 4, 5)));

/* The same at a byte offset. */
int symdiff_fail_at(struct symdiff_error *err, enum symdiff_error_code code, uint64_t offset,
		    const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Name the file that @err is about, unless it has a name already. */
void symdiff_error_source(struct symdiff_error *err, const char *source);

#endif
