/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SYMBOLS_UNWIND_H
#define SYMBOLS_UNWIND_H

#include "model/stack_copy.h"
#include "symbols/options.h"

/*
 * Finds callers by the call frame information (.eh_frame, .debug_frame) of the files that were
 * mapped, which it looks for as the symbol stage does. One profile only; to be freed.
 */
struct unwinder *unwinder_new(const struct symbol_options *options);
struct stack_unwinder unwinder_of(struct unwinder *unwinder);
void unwinder_free(struct unwinder *unwinder);

#endif
