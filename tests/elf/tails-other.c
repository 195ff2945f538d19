/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tails.h"

int (*volatile where)(int x);

/* Of the same name as one of the other unit's. */
static APART int step(int x)
{
	OPAQUE(x);
	return leaf(x + 1);
}

const unsigned long other_step = (unsigned long)step;

APART int elsewhere(int x)
{
	OPAQUE(x);
	return step(x + 2);
}

APART int replaced(int x)
{
	OPAQUE(x);
	return leaf(x + 3);
}
