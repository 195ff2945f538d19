/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Prints for each case one line: its name, and for each frame from leaf() up to main() the
 * function (if this build knows where all are) and the return address in it, "leaf@401136".
 */
#include <execinfo.h>
#include <stdint.h>
#include <stdio.h>

#include "tails.h"

static const char *name_of(uintptr_t address);

APART int sample(int x)
{
	void *frames[64];
	int count = backtrace(frames, 64);

	for (int i = 1; i < count; i++) {
		const char *name = name_of((uintptr_t)frames[i] - 1);

		printf(" %s@%lx", name, (unsigned long)frames[i]);
		if (name[0] == 'm' && name[1] == 'a') /* main */
			break;
	}
	printf("\n");
	return x + 1;
}

APART int leaf(int x)
{
	OPAQUE(x);
	return sample(x) + 1;
}

/* One way. */
static APART int step(int x)
{
	OPAQUE(x);
	return leaf(x + 1);
}

static APART int unique(int x)
{
	OPAQUE(x);
	return step(x + 1);
}

/* Two ways that meet again. */
static APART int join(int x)
{
	OPAQUE(x);
	return leaf(x + 4);
}

static APART int left(int x)
{
	OPAQUE(x);
	return join(x + 5);
}

static APART int right(int x)
{
	OPAQUE(x);
	return join(x + 6);
}

static APART int fork_and_join(int x)
{
	OPAQUE(x);
	return x & 1 ? left(x) : right(x);
}

/* Round and round. */
static APART int odd(int n);

static APART int even(int n)
{
	OPAQUE(n);
	return n <= 0 ? leaf(n) : odd(n - 1);
}

static APART int odd(int n)
{
	OPAQUE(n);
	return even(n - 1);
}

/* To nobody knows where; in the second there is a way that is known, too. */
static APART int indirect(int x)
{
	OPAQUE(x);
	return where(x);
}

static APART int perhaps(int x)
{
	OPAQUE(x);
	return x > 100 ? where(x) : step(x);
}

/* The jump is in the cold part, if there is one. */
__attribute__((cold)) APART int complain(int x)
{
	OPAQUE(x);
	return x + 1;
}

static APART int split(int x)
{
	OPAQUE(x);
	if (__builtin_expect(x > 0, 0)) {
		x = complain(x);
		return step(x + 7);
	}
	return x * 3;
}

/* The jump is in a function that is inlined. */
static inline __attribute__((always_inline)) int inlined(int x)
{
	return step(x + 8);
}

static APART int around(int x)
{
	OPAQUE(x);
	return inlined(x + 9);
}

__attribute__((weak)) APART int replaced(int x)
{
	OPAQUE(x);
	return x;
}

static APART int calls_replaced(int x)
{
	OPAQUE(x);
	return replaced(x + 10);
}

int main(void);

static const struct {
	const char *name;
	uintptr_t start;
} functions[] = {
#define FUNCTION(name)                 \
	{                              \
#name, (uintptr_t)name \
	}
	FUNCTION(leaf),	    FUNCTION(step),	 FUNCTION(unique),	   FUNCTION(join),
	FUNCTION(left),	    FUNCTION(right),	 FUNCTION(even),	   FUNCTION(odd),
	FUNCTION(indirect), FUNCTION(perhaps),	 FUNCTION(complain),	   FUNCTION(split),
	FUNCTION(around),   FUNCTION(elsewhere), FUNCTION(replaced),	   FUNCTION(fork_and_join),
	FUNCTION(main),	    FUNCTION(sample),	 FUNCTION(calls_replaced),
};

static const char *name_of(uintptr_t address)
{
	const char *name = "?";
	uintptr_t best = 0;

	for (unsigned i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
		if (functions[i].start <= address && functions[i].start > best) {
			best = functions[i].start;
			name = functions[i].name;
		}
	if (other_step <= address && other_step > best)
		name = "step";
	return name;
}

/* Each call's value is used, so that it is no tail call itself. */
int main(void)
{
	int x = 1;

	OPAQUE(x);
	where = leaf;
#define CASE(name, call)       \
	do {                   \
		printf(name);  \
		x += (call)&1; \
	} while (0)
	CASE("unique", unique(x));
	CASE("fork_and_join", fork_and_join(x));
	CASE("recursive", even(4));
	CASE("indirect", indirect(x));
	CASE("perhaps", perhaps(x));
	CASE("split", split(x));
	CASE("around", around(x));
	CASE("elsewhere", elsewhere(x));
	CASE("weak", calls_replaced(x));
	CASE("direct", leaf(x));
	return x < 0;
}
