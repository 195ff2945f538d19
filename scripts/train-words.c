// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Learn how much each feature of a name speaks for each class: logistic
 * regression (softmax) with weights that are not negative, so that a feature
 * can only speak for a class, and an L1 penalty, so that most are nothing.
 * Stochastic gradient descent with AdaGrad steps (Duchi et al., 2011).
 *
 *	train-words FEATURES CLASSES KEEP < examples > weights
 *
 * An example is a line "class weight feature feature ..."; FEATURES and CLASSES
 * are how many there are, numbered from 0. Of the weights KEEP are left, those
 * that matter most, and learnt again by themselves. A weight is written as a
 * line "feature class weight".
 *
 * Built and run by make-buckets. Deterministic: the same input gives the same
 * output on the same machine.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct example {
	int class, count;
	float weight;
	int *features;
};

static struct example *examples;
static int example_count, feature_count, class_count;
static float *weights; /* [feature][class] */
static float *squares; /* of the gradients so far, likewise */
static char *allowed;  /* may this weight be other than zero? */

static void *need(void *memory)
{
	if (!memory) {
		perror("train-words");
		exit(1);
	}
	return memory;
}

static void read_examples(void)
{
	char *line = NULL, *at, *end;
	size_t size = 0;
	int capacity = 0, features[1000];

	while (getline(&line, &size, stdin) > 0) {
		struct example example = { .class = (int)strtol(line, &at, 10) };

		example.weight = strtof(at, &at);
		for (;;) {
			long feature = strtol(at, &end, 10);

			if (end == at || example.count == 1000)
				break;
			features[example.count++] = (int)feature;
			at = end;
		}
		example.features = need(malloc(sizeof(int) * (size_t)(example.count + 1)));
		memcpy(example.features, features, sizeof(int) * (size_t)example.count);
		if (example_count == capacity) {
			capacity = capacity ? 2 * capacity : 1 << 16;
			examples = need(realloc(examples, sizeof(*examples) * (size_t)capacity));
		}
		examples[example_count++] = example;
	}
	free(line);
}

static uint64_t random_state = 88172645463325252u;

/* xorshift64 */
static uint64_t next_random(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return random_state;
}

static void shuffle(void)
{
	for (int i = example_count - 1; i > 0; i--) {
		int j = (int)(next_random() % (uint64_t)(i + 1));
		struct example other = examples[i];

		examples[i] = examples[j];
		examples[j] = other;
	}
}

static float *row(float *matrix, int feature)
{
	return matrix + (size_t)feature * (size_t)class_count;
}

/* The gradient of the loss by each class's sum: its probability, less 1 for the right one. */
static void find_gradient(const struct example *example, float *gradient)
{
	float highest, total = 0;

	memset(gradient, 0, sizeof(float) * (size_t)class_count);
	for (int i = 0; i < example->count; i++) {
		const float *weight = row(weights, example->features[i]);

		for (int k = 0; k < class_count; k++)
			gradient[k] += weight[k];
	}
	highest = gradient[0];
	for (int k = 1; k < class_count; k++)
		highest = fmaxf(highest, gradient[k]);
	for (int k = 0; k < class_count; k++)
		total += gradient[k] = expf(gradient[k] - highest);
	for (int k = 0; k < class_count; k++) {
		gradient[k] = (gradient[k] / total - (k == example->class)) * example->weight;
		if (fabsf(gradient[k]) < 1e-4f)
			gradient[k] = 0;
	}
}

static void learn(const struct example *example, const float *gradient, float rate, float penalty)
{
	for (int i = 0; i < example->count; i++) {
		size_t first = (size_t)example->features[i] * (size_t)class_count;

		for (int k = 0; k < class_count; k++) {
			float *weight = &weights[first + (size_t)k], step;

			if (gradient[k] == 0 || !allowed[first + (size_t)k])
				continue;
			squares[first + (size_t)k] += gradient[k] * gradient[k];
			step = rate / sqrtf(squares[first + (size_t)k]);
			*weight = fmaxf(0, *weight - step * (gradient[k] + penalty));
		}
	}
}

static void train(int rounds, float rate, float penalty)
{
	size_t size = (size_t)feature_count * (size_t)class_count;
	float gradient[256];

	for (size_t i = 0; i < size; i++)
		squares[i] = 0.01f;
	for (int round = 0; round < rounds; round++) {
		shuffle();
		for (int i = 0; i < example_count; i++) {
			find_gradient(&examples[i], gradient);
			learn(&examples[i], gradient, rate, penalty);
		}
	}
}

static int descending(const void *a, const void *b)
{
	float x = *(const float *)a, y = *(const float *)b;

	return x < y ? 1 : x > y ? -1 : 0;
}

/* Leave the @keep weights that matter most: large ones, and of features that many names have. */
static void prune(size_t keep)
{
	size_t size = (size_t)feature_count * (size_t)class_count, count = 0;
	float *matter = need(malloc(sizeof(float) * size)), *sorted, limit = 0;
	int *names = need(calloc((size_t)feature_count, sizeof(int)));

	for (int i = 0; i < example_count; i++)
		for (int j = 0; j < examples[i].count; j++)
			names[examples[i].features[j]]++;
	sorted = need(malloc(sizeof(float) * size));
	for (size_t i = 0; i < size; i++) {
		matter[i] = weights[i] * sqrtf((float)names[i / (size_t)class_count]);
		if (matter[i] > 0)
			sorted[count++] = matter[i];
	}
	qsort(sorted, count, sizeof(float), descending);
	if (keep < count)
		limit = sorted[keep];
	for (size_t i = 0; i < size; i++) {
		allowed[i] = matter[i] > limit;
		if (!allowed[i])
			weights[i] = 0;
	}
	free(sorted);
	free(matter);
	free(names);
}

int main(int argc, char **argv)
{
	size_t size;

	if (argc != 4) {
		fprintf(stderr, "usage: train-words FEATURES CLASSES KEEP < examples\n");
		return 2;
	}
	feature_count = atoi(argv[1]);
	class_count = atoi(argv[2]);
	if (feature_count <= 0 || class_count <= 0 || class_count > 256)
		return 2;
	size = (size_t)feature_count * (size_t)class_count;
	weights = need(calloc(size, sizeof(float)));
	squares = need(malloc(size * sizeof(float)));
	allowed = need(malloc(size));
	memset(allowed, 1, size);
	read_examples();
	train(5, 0.3f, 2e-3f);
	prune((size_t)atol(argv[3]));
	train(3, 0.15f, 1e-4f);
	for (int i = 0; i < feature_count; i++)
		for (int k = 0; k < class_count; k++)
			if (row(weights, i)[k] > 0)
				printf("%d %d %.3f\n", i, k, (double)row(weights, i)[k]);
	return 0;
}
