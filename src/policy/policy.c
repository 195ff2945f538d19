// SPDX-License-Identifier: GPL-2.0-or-later
/* The policy file: docs/schemas/policy-1.json and symdiff-policy(5) describe it. */
#include "policy/policy.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "support/error.h"
#include "support/input.h"
#include "support/memory.h"

#define SCHEMA "symdiff/policy/"

void texts_add(struct texts *texts, const char *text)
{
	array_reserve(texts->list, texts->capacity, texts->count + 2);
	texts->list[texts->count++] = text;
	texts->list[texts->count] = NULL;
}

const char *policy_text(struct policy *policy, struct slice text)
{
	return arena_strndup(&policy->arena, text.at, text.len);
}

long policy_line(const struct policy *policy, const char *at)
{
	long line = 1;

	for (const char *c = policy->json.start; (c = memchr(c, '\n', at - c)); c++)
		line++;
	return line;
}

/* ---- the document ---- */

enum {
	EDITOR_SCHEMA,
	SCHEMA_VERSION,
	COMMENT,
	LIMITS,
	EVENTS,
	ACCEPTED,
	ALIASES,
	SETS,
	BUCKETS,
	BUCKET_FILES,
	LEVEL,
	WHEN_INCONCLUSIVE,
	WHEN_NOT_COMPARABLE,
	KEYS
};

static const struct json_member all_members[KEYS] = {
	[EDITOR_SCHEMA] = { .name = "$schema" },
	[SCHEMA_VERSION] = { .name = "schema", .required = true },
	[COMMENT] = { .name = "comment" },
	[LIMITS] = { .name = "limits" },
	[EVENTS] = { .name = "events" },
	[ACCEPTED] = { .name = "accepted" },
	[ALIASES] = { .name = "aliases" },
	[SETS] = { .name = "sets" },
	[BUCKETS] = { .name = "buckets" },
	[BUCKET_FILES] = { .name = "bucket_files" },
	[LEVEL] = { .name = "level" },
	[WHEN_INCONCLUSIVE] = { .name = "when_inconclusive" },
	[WHEN_NOT_COMPARABLE] = { .name = "when_not_comparable" },
};

/* Before keys are judged: those of a later version are no mistakes. */
static bool check_version(struct json_reader *json)
{
	const char *start = json->at, *at;
	struct slice schema;

	if (!json_reader_find(json, "schema"))
		return json_reader_fail(json, start,
					"a policy says \"schema\": \"" SCHEMA "1\" first");
	at = json_reader_here(json);
	if (!json_read_text(json, "schema", &schema))
		return false;
	if (!slice_equals(schema, SCHEMA "1"))
		return json_reader_fail(json, at, "schema '%.*s': this symdiff reads '" SCHEMA "1'",
					(int)(schema.len > 60 ? 60 : schema.len), schema.at);
	json->at = start;
	return true;
}

static bool read_events(struct policy *policy)
{
	struct json_reader *json = &policy->json;
	struct slice key;

	if (!json_read_object(json, "events"))
		return false;
	while (json_read_member(json, &key))
		if (!policy_read_limits(policy, policy_text(policy, key)))
			return false;
	return !json->failed;
}

/* Pairs of texts, "old": "new", as "old=new". */
static bool read_pairs(struct policy *policy, const char *what, struct texts *texts)
{
	struct json_reader *json = &policy->json;
	struct slice key, value;

	if (!json_read_object(json, what))
		return false;
	while (json_read_member(json, &key)) {
		const char *at = json_reader_here(json), *first = policy_text(policy, key);

		if (!json_read_text(json, what, &value))
			return false;
		if (!key.len || !value.len || strchr(first, '=') ||
		    memchr(value.at, '=', value.len))
			return json_reader_fail(json, at, "%s: a name is empty or has a '='", what);
		texts_add(texts,
			  arena_printf(&policy->arena, "%s=%.*s", first, (int)value.len, value.at));
	}
	return !json->failed;
}

/* "name": ["symbol", "symbol"], as "name=symbol,symbol". */
static bool read_sets(struct policy *policy)
{
	struct json_reader *json = &policy->json;
	struct slice key, symbol;

	if (!json_read_object(json, "sets"))
		return false;
	while (json_read_member(json, &key)) {
		const char *at = json_reader_here(json);
		const char *set = arena_printf(&policy->arena, "%.*s=", (int)key.len, key.at);
		size_t count = 0;

		if (!key.len || memchr(key.at, '=', key.len))
			return json_reader_fail(json, at, "sets: a name is empty or has a '='");
		if (!json_read_array(json, "a set"))
			return false;
		for (; json_read_element(json); count++) {
			if (!json_read_text(json, "a symbol of a set", &symbol))
				return false;
			set = arena_printf(&policy->arena, "%s%s%.*s", set, count ? "," : "",
					   (int)symbol.len, symbol.at);
		}
		if (!json->failed && !count)
			return json_reader_fail(json, at, "a set without symbols");
		texts_add(&policy->sets, set);
	}
	return !json->failed;
}

/* Paths are those from the folder that the policy is in. */
static bool read_bucket_files(struct policy *policy)
{
	struct json_reader *json = &policy->json;
	const char *slash = strrchr(policy->path, '/');
	int folder = slash ? (int)(slash + 1 - policy->path) : 0;
	struct slice file;

	if (!json_read_array(json, "bucket_files"))
		return false;
	while (json_read_element(json)) {
		if (!json_read_text(json, "a file of bucket rules", &file))
			return false;
		texts_add(&policy->bucket_files,
			  arena_printf(&policy->arena, "%.*s%.*s",
				       file.len && *file.at == '/' ? 0 : folder, policy->path,
				       (int)file.len, file.at));
	}
	return !json->failed;
}

/* One of @words, which @choice lists for people. */
static bool read_word(struct policy *policy, const struct json_member *member,
		      const char *const *words, unsigned count, const char *choice, unsigned *word)
{
	struct slice text;

	*word = 0;
	if (!json_reader_go(&policy->json, member))
		return !policy->json.failed;
	if (!json_read_text(&policy->json, member->name, &text))
		return false;
	for (*word = 0; *word < count; ++*word)
		if (slice_equals(text, words[*word]))
			return true;
	return json_reader_fail(&policy->json, member->at, "%s must be %s, not '%.*s'",
				member->name, choice, (int)(text.len > 40 ? 40 : text.len),
				text.at);
}

static bool read_choices(struct policy *policy, const struct json_member *members)
{
	static const char *const inconclusive[] = { "pass", "strict", "fail" };
	static const char *const not_comparable[] = { "error", "compare" };
	struct json_reader *json = &policy->json;
	double level = 0;
	unsigned word;

	if (json_reader_go(json, &members[LEVEL])) {
		if (!json_read_real(json, "level", &level))
			return false;
		if (!(level >= 50 && level < 100))
			return json_reader_fail(json, members[LEVEL].at,
						"level is a percentage from 50 to below 100");
		policy->said.level = level;
	}
	if (!read_word(policy, &members[WHEN_INCONCLUSIVE], inconclusive, 3, "pass, strict or fail",
		       &word))
		return false;
	policy->said.when_inconclusive = word;
	if (!read_word(policy, &members[WHEN_NOT_COMPARABLE], not_comparable, 2, "error or compare",
		       &word))
		return false;
	policy->said.force = word == 1;
	return true;
}

static bool read_document(struct policy *policy)
{
	struct json_reader *json = &policy->json;
	struct json_member members[KEYS];
	const char *behind;

	memcpy(members, all_members, sizeof(members));
	if (!check_version(json) || !json_read_members(json, members, KEYS, "a policy"))
		return false;
	behind = json->at;
	if ((json_reader_go(json, &members[LIMITS]) && !policy_read_limits(policy, NULL)) ||
	    (json_reader_go(json, &members[EVENTS]) && !read_events(policy)) ||
	    (json_reader_go(json, &members[ACCEPTED]) && !policy_read_accepted(policy)) ||
	    (json_reader_go(json, &members[ALIASES]) &&
	     !read_pairs(policy, "aliases", &policy->aliases)) ||
	    (json_reader_go(json, &members[SETS]) && !read_sets(policy)) ||
	    (json_reader_go(json, &members[BUCKETS]) &&
	     !read_pairs(policy, "buckets", &policy->bucket_of)) ||
	    (json_reader_go(json, &members[BUCKET_FILES]) && !read_bucket_files(policy)))
		return false;
	if (json->failed || !read_choices(policy, members))
		return false;
	json->at = behind;
	return json_reader_end(json);
}

/* ---- what the caller gets ---- */

static void fill(struct policy *policy)
{
	policy->rules = mem_zalloc(policy->limit_count + 1, sizeof(*policy->rules));
	for (size_t i = 0; i < policy->limit_count; i++) {
		struct limit *limit = &policy->limits[i];

		limit->rule.text =
			arena_printf(&policy->arena, "%s=%g%s", limit->name,
				     limit->accepted > 0 ? limit->accepted : limit->amount,
				     limit->is_points ? "pp" : "%");
		policy->rules[i] = limit->rule;
	}
	policy->said.rules = policy->rules;
	policy->said.rule_count = policy->limit_count;
	policy->said.aliases = policy->aliases.list;
	policy->said.sets = policy->sets.list;
	policy->said.bucket_files = policy->bucket_files.list;
	policy->said.bucket_of = policy->bucket_of.list;
}

/* The day in UTC; $SOURCE_DATE_EPOCH, if it is set, says which (reproducible-builds.org). */
static const char *find_today(struct policy *policy)
{
	const char *given = getenv("SOURCE_DATE_EPOCH");
	time_t now = given && *given ? (time_t)strtoll(given, NULL, 10) : time(NULL);
	struct tm day;
	char text[32];

	if (!gmtime_r(&now, &day) || !strftime(text, sizeof(text), "%Y-%m-%d", &day))
		return "9999-12-31"; /* nothing is accepted on no day */
	return arena_strndup(&policy->arena, text, strlen(text));
}

struct symdiff_policy *symdiff_policy_read(const char *file, struct symdiff_error *err)
{
	struct policy *policy = mem_zalloc(1, sizeof(*policy));
	struct input in;
	bool good;

	if (input_open(&in, file, err)) {
		free(policy);
		return NULL;
	}
	policy->path = arena_strndup(&policy->arena, file, strlen(file));
	policy->today = find_today(policy);
	json_reader_init(&policy->json, in.data, in.size, SYMDIFF_ERR_FORMAT, err);
	good = read_document(policy);
	json_reader_deinit(&policy->json);
	input_close(&in);
	if (good) {
		fill(policy);
		return &policy->said;
	}
	symdiff_error_source(err, file);
	symdiff_policy_free(&policy->said);
	return NULL;
}

void symdiff_policy_free(struct symdiff_policy *said)
{
	struct policy *policy = (struct policy *)said;

	if (!policy)
		return;
	free(policy->limits);
	free(policy->rules);
	free(policy->aliases.list);
	free(policy->sets.list);
	free(policy->bucket_files.list);
	free(policy->bucket_of.list);
	arena_deinit(&policy->arena);
	free(policy);
}
