/* SPDX-License-Identifier: GPL-2.0-or-later */
#define OUTER "_ZN5space5Thing5outerEPVi"
#include "inlined.h"

namespace space
{
struct Thing {
	__attribute__((always_inline)) int middle(volatile int *at) const /* line 8 */
	{
		return innermost(at) * 2;
	}
	__attribute__((noinline)) int outer(volatile int *at); /* declared: line 12 */
};

int Thing::outer(volatile int *at) /* line 15 */
{
	return middle(at) + 3;
}
} // namespace space

int main()
{
	volatile int number = 1;

	return space::Thing().outer(&number) == 7 ? 0 : 1;
}
