/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SYMBOLS_RESOLVE_H
#define SYMBOLS_RESOLVE_H

#include "model/profile.h"
#include "symbols/options.h"

/*
 * Give every open location of @profile a symbol: each unique address is looked up once, in the
 * sources that fit the recording. What has none gets the [unknown] symbol of its DSO, and the
 * DSO's note says why. Files that are missing, damaged or another build's are no error; what was
 * refused or taken without proof is a warning of the profile. Profiles may be resolved in
 * parallel.
 */
void symbols_resolve(struct profile *profile, const struct symbol_options *options);

#endif
