/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SYMDIFF_ERROR_H
#define SYMDIFF_ERROR_H

#include <stdint.h>

#include <symdiff/export.h>

#ifdef __cplusplus
extern "C" {
#endif

enum symdiff_error_code {
	SYMDIFF_OK = 0,
	SYMDIFF_ERR_USAGE,	    /* an option or argument that makes no sense */
	SYMDIFF_ERR_IO,		    /* a file cannot be opened, read or written */
	SYMDIFF_ERR_FORMAT,	    /* not a profile, or not the format that was asked for */
	SYMDIFF_ERR_TRUNCATED,	    /* the input ends where something was due */
	SYMDIFF_ERR_CORRUPT,	    /* the input contradicts itself */
	SYMDIFF_ERR_LIMIT,	    /* larger than symdiff is willing to read */
	SYMDIFF_ERR_NOT_COMPARABLE, /* two profiles that must not be compared */
	SYMDIFF_ERR_NOT_FOUND,	    /* a bucket, profile number or symbol that is not there */
};

/*
 * What went wrong: the caller owns it, the library fills it in. Nothing in it
 * is allocated. The first error wins: a call that fails because of a failure
 * below it leaves what is there.
 */
struct symdiff_error {
	enum symdiff_error_code code;
	char source[256];  /* the file, or empty */
	int64_t position;  /* line (text) or byte offset (binary); -1: none */
	int is_offset;	   /* position is a byte offset */
	char message[512]; /* expected what, found what; no line end */
};

/*
 * Write "source:position: message" to @buf of @size bytes, control characters
 * escaped, always terminated. Returns @buf.
 */
SYMDIFF_API const char *symdiff_error_text(const struct symdiff_error *err, char *buf,
					   unsigned long size);

#ifdef __cplusplus
}
#endif
#endif
