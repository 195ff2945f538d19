/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SYMBOLS_CALL_H
#define SYMBOLS_CALL_H

#include <stdbool.h>

#include "symbols/elf_file.h"

/*
 * Can the byte at @offset of @file be where a call returns to: does a call instruction end there?
 * True also where that cannot be said.
 */
bool is_behind_call(const struct elf_file *file, uint64_t offset);

#endif
