/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A second unit, so that the first one's parts are not all that is in a package. */
static inline __attribute__((always_inline)) int twice(volatile int *at)
{
	return *at * 2;
}

__attribute__((noinline, used)) int elsewhere(volatile int *at)
{
	return twice(at) + 1;
}
