/* SPDX-License-Identifier: GPL-2.0-or-later */
#define OUTER "outer"
#include "inlined.h"

static inline __attribute__((always_inline)) int middle(volatile int *at) /* line 5 */
{
	return innermost(at) * 2;
}

__attribute__((noinline)) int outer(volatile int *at) /* line 10 */
{
	return middle(at) + 3;
}

__attribute__((noinline)) int unused(volatile int *at)
{
	return *at;
}

int main(void)
{
	volatile int number = 1;

	return outer(&number) == 7 ? 0 : 1;
}
