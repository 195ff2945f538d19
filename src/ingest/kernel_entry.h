/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef INGEST_KERNEL_ENTRY_H
#define INGEST_KERNEL_ENTRY_H

#include <stdbool.h>

#include "support/slice.h"

/*
 * Is this function where the kernel is entered, or where one of its own
 * threads begins? Names of x86, arm64, powerpc, s390 and RISC-V kernels from
 * 2.6 to 7.x (arch/.../kernel/entry*.S, head*.S and what they call).
 */
bool is_kernel_entry(struct slice function);

/* A thread that never leaves the kernel: swapper, kworker/3:1, ksoftirqd/0. */
bool is_kernel_thread(struct slice comm);

#endif
