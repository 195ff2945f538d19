/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MODEL_PLAIN_H
#define MODEL_PLAIN_H

#include "model/profile.h"

/*
 * The stacks of a resolved profile without their addresses: places of one symbol, with the same
 * functions inlined, are one, and so are stacks of the same places, with their times. Events,
 * symbols, inlined symbols and hidden ways keep their numbers; all names are those of @from, which
 * must outlive the result. Has no DSOs and nothing else of @from. To be freed with profile_free.
 */
struct profile *profile_without_addresses(const struct profile *from)
	__attribute__((returns_nonnull));

#endif
