/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SYMDIFF_EXPORT_H
#define SYMDIFF_EXPORT_H

/* Marks what the shared library exports; all else is hidden. */
#define SYMDIFF_API __attribute__((visibility("default")))

/* A call whose result says whether it worked. */
#define SYMDIFF_MUST_CHECK __attribute__((warn_unused_result))

#endif
