// SPDX-License-Identifier: GPL-2.0-or-later
#include "buckets/explain.h"

#include <string.h>

#include "model/canonical.h"
#include "support/cleanup.h"
#include "support/utf8.h"

/* The image @dso, as a profile would have it. @buf holds its name. */
static void set_image(struct bucket_key *key, const char *dso, char *buf, size_t size)
{
	key->kind = DSO_UNKNOWN;
	key->dso = NULL;
	if (!dso || !*dso)
		return;
	dso_canonical(dso, strlen(dso), &key->kind, buf, size);
	key->dso = buf;
}

static void print_field(FILE *out, const char *name, const char *text)
{
	cleanup_free char *printable = utf8_printable(text);

	fprintf(out, "%-10s  %s\n", name, printable);
}

static const char *neutral_text(enum bucket_neutral neutral)
{
	switch (neutral) {
	case NEUTRAL_ALWAYS:
		return "yes: its time is charged to a caller";
	case NEUTRAL_ON_REQUEST:
		return "on request (--charge-copy)";
	case NEUTRAL_NO:
		break;
	}
	return "no";
}

void buckets_explain(const struct buckets *b, const char *symbol, const char *dso, FILE *out)
{
	struct bucket_key key = { .symbol = symbol };
	struct bucket_match match;
	char image[256], text[512];

	set_image(&key, dso, image, sizeof(image));
	buckets_match(b, &key, &match);
	print_field(out, "symbol", symbol);
	canonical_name(symbol, text, sizeof(text));
	if (strcmp(text, symbol) != 0)
		print_field(out, "canonical", text);
	if (key.dso)
		print_field(out, "image", key.dso);
	print_field(out, "bucket", buckets_leaf_name(b, match.bucket));
	if (*buckets_title(b, match.bucket))
		print_field(out, "", buckets_title(b, match.bucket));
	print_field(out, "decided by", buckets_reason(b, &key, &match, text, sizeof(text)));
	if (match.phase)
		print_field(out, "phase", buckets_phase_name(b, match.phase));
	print_field(out, "neutral", neutral_text(buckets_neutral(b, match.bucket)));

	enum bucket_context context = buckets_context(b, symbol);

	if (context != CONTEXT_NONE)
		print_field(out, "context", bucket_context_name(context));
}

static void explain_line(const struct buckets *b, char *line, const char *dso, FILE *out)
{
	char *at = line, image[256];
	struct bucket_key key = { .symbol = strsep(&at, "\t") };
	struct bucket_match match;
	const char *own = strsep(&at, "\t");

	set_image(&key, own && *own ? own : dso, image, sizeof(image));
	key.srcfile = strsep(&at, "\t");
	buckets_match(b, &key, &match);

	cleanup_free char *printable = utf8_printable(key.symbol);

	fprintf(out, "%s\t%s\t%s\t%s\n", printable, buckets_leaf_name(b, match.bucket),
		bucket_layer_name((enum bucket_layer)match.layer),
		buckets_phase_name(b, match.phase));
}

void buckets_explain_all(const struct buckets *b, const char *dso, FILE *in, FILE *out)
{
	cleanup_free char *line = NULL;
	size_t size = 0;
	ssize_t len;

	while ((len = getline(&line, &size, in)) > 0) {
		if (line[len - 1] == '\n')
			line[--len] = '\0';
		if (*line)
			explain_line(b, line, dso, out);
	}
}
