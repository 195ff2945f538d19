/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A program whose functions end in calls of others; tails.c says what it prints. */
#ifdef __clang__
#define APART __attribute__((noinline))
#else
#define APART __attribute__((noinline, noclone))
#endif
#define OPAQUE(x) __asm__ volatile("" : "+r"(x))

int sample(int x);    /* prints the stack */
int leaf(int x);      /* calls it: the deepest frame that counts */
int elsewhere(int x); /* in the other unit: ends in its own step() */
int replaced(int x);  /* weak here, strong there */
extern int (*volatile where)(int x);
extern const unsigned long other_step; /* where the other unit's step() is */
