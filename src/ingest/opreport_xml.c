// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * opreport --xml. Source: doc/opreport.xsd of oprofile 1.x, schema version 3:
 *
 *	<profile>
 *	  <setup><eventsetup id eventname unitmask setupcount/></setup>
 *	  <classes><class name event? cpu?/></classes>
 *	  <process><thread><module> or <binary>, in which
 *	    <count class?>, <symbol idref><count class?>, <module>
 *	  <symboltable><symboldata id name/>
 *
 * A count right below a binary or module is of all that is in it.
 */
#include <expat.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "ingest/opreport_profile.h"
#include "ingest/rows.h"
#include "support/scan.h"
#include "support/error.h"
#include "support/memory.h"

#define NO_ID UINT32_MAX

/* One count: of a symbol, or of an image as a whole. */
struct xml_count {
	uint32_t image, application; /* names; 0: none */
	uint32_t symbol;	     /* idref; NO_ID: all of the image */
	uint32_t class;		     /* a name; 0: none */
	uint64_t samples;
	bool is_outer;	 /* of an image that is in no other */
	bool is_divided; /* of an image whose symbols or modules are counted, too */
};

struct xml_class {
	uint32_t name, event;
};

struct xml_symbol {
	uint32_t id, name;
};

struct xml_reader {
	XML_Parser parser;
	struct profile *profile;
	struct arena arena;
	struct opreport_header setup;

	struct xml_count *counts;
	struct xml_class *classes;
	struct xml_symbol *symbols;
	size_t count_count, class_count, symbol_count;
	size_t count_capacity, class_capacity, symbol_capacity;

	/* Where the parser is. */
	uint32_t images[2], image_depth; /* binary, module in it */
	size_t image_counts[2];		 /* the first count since each was opened */
	uint32_t symbol, class;
	bool in_symbol, in_count;
	char digits[24];
	size_t digit_count;
	bool is_broken;
};

static const char *attribute(const char **attributes, const char *name)
{
	for (size_t i = 0; attributes[i]; i += 2)
		if (!strcmp(attributes[i], name))
			return attributes[i + 1];
	return "";
}

static uint32_t number(const char *text)
{
	unsigned long value = strtoul(text, NULL, 10);

	return value < NO_ID ? (uint32_t)value : NO_ID - 1;
}

static uint32_t intern(struct xml_reader *reader, const char *text)
{
	return names_intern_text(&reader->profile->names, text);
}

/* ---- elements ---- */

static void add_event(struct xml_reader *reader, const char **attributes)
{
	struct opreport_header *setup = &reader->setup;
	const char *name = attribute(attributes, "eventname");
	const char *mask = attribute(attributes, "unitmask");

	array_reserve(setup->events, setup->event_capacity, setup->event_count + 1);
	setup->events[setup->event_count++] = (struct opreport_event) {
		.name = arena_strndup(&reader->arena, name, strlen(name)),
		/* Decimal here, hexadecimal in texts. */
		.mask = arena_printf(&reader->arena, "0x%02lx", strtoul(mask, NULL, 10)),
		.count = strtoull(attribute(attributes, "setupcount"), NULL, 10),
	};
}

static void add_class(struct xml_reader *reader, const char **attributes)
{
	array_reserve(reader->classes, reader->class_capacity, reader->class_count + 1);
	reader->classes[reader->class_count++] = (struct xml_class) {
		.name = intern(reader, attribute(attributes, "name")),
		.event = number(attribute(attributes, "event")),
	};
}

static void add_symbol_name(struct xml_reader *reader, const char **attributes)
{
	array_reserve(reader->symbols, reader->symbol_capacity, reader->symbol_count + 1);
	reader->symbols[reader->symbol_count++] = (struct xml_symbol) {
		.id = number(attribute(attributes, "id")),
		.name = intern(reader, attribute(attributes, "name")),
	};
}

static void open_image(struct xml_reader *reader, const char **attributes)
{
	if (reader->image_depth >= 2) {
		reader->is_broken = true;
		return;
	}
	reader->images[reader->image_depth] = intern(reader, attribute(attributes, "name"));
	reader->image_counts[reader->image_depth++] = reader->count_count;
}

/* Is @count of the image at this depth as a whole? */
static bool is_of_image(const struct xml_count *count, uint32_t depth)
{
	return count->symbol == NO_ID && count->is_outer == (depth == 0);
}

/* The image's own counts are not to be added to those of its parts. */
static void close_image(struct xml_reader *reader)
{
	bool is_divided = false;

	if (!reader->image_depth)
		return;
	reader->image_depth--;
	for (size_t i = reader->image_counts[reader->image_depth]; i < reader->count_count; i++)
		is_divided |= !is_of_image(&reader->counts[i], reader->image_depth);
	for (size_t i = reader->image_counts[reader->image_depth]; i < reader->count_count; i++)
		if (is_of_image(&reader->counts[i], reader->image_depth))
			reader->counts[i].is_divided = is_divided;
}

static void open_symbol(struct xml_reader *reader, const char **attributes)
{
	reader->symbol = number(attribute(attributes, "idref"));
	reader->in_symbol = true;
}

static void open_count(struct xml_reader *reader, const char **attributes)
{
	const char *class = attribute(attributes, "class");

	reader->class = *class ? intern(reader, class) : 0;
	reader->in_count = true;
	reader->digit_count = 0;
}

static void close_count(struct xml_reader *reader)
{
	reader->digits[reader->digit_count] = '\0';
	reader->in_count = false;
	if (!reader->image_depth)
		return; /* of a process or thread: the sum of its modules */

	uint32_t outer = reader->images[0], inner = reader->images[reader->image_depth - 1];

	array_reserve(reader->counts, reader->count_capacity, reader->count_count + 1);
	reader->counts[reader->count_count++] = (struct xml_count) {
		.image = inner,
		.application = reader->image_depth > 1 ? outer : 0,
		.symbol = reader->in_symbol ? reader->symbol : NO_ID,
		.class = reader->class,
		.samples = strtoull(reader->digits, NULL, 10),
		.is_outer = reader->image_depth == 1,
	};
}

static void XMLCALL on_start(void *data, const char *name, const char **attributes)
{
	struct xml_reader *reader = data;
	static const struct {
		const char *name;
		void (*open)(struct xml_reader *reader, const char **attributes);
	} elements[] = {
		{ "eventsetup", add_event },	   { "class", add_class },
		{ "symboldata", add_symbol_name }, { "binary", open_image },
		{ "module", open_image },	   { "symbol", open_symbol },
		{ "count", open_count },
	};

	if (!strcmp(name, "timersetup"))
		reader->setup.is_timer = true;
	for (size_t i = 0; i < ARRAY_SIZE(elements); i++)
		if (!strcmp(name, elements[i].name))
			elements[i].open(reader, attributes);
}

static void XMLCALL on_end(void *data, const char *name)
{
	struct xml_reader *reader = data;

	if (!strcmp(name, "count") && reader->in_count)
		close_count(reader);
	else if (!strcmp(name, "symbol"))
		reader->in_symbol = false;
	else if (!strcmp(name, "binary") || !strcmp(name, "module"))
		close_image(reader);
}

static void XMLCALL on_text(void *data, const char *text, int len)
{
	struct xml_reader *reader = data;

	for (int i = 0; i < len && reader->in_count; i++)
		if (text[i] >= '0' && text[i] <= '9' &&
		    reader->digit_count + 1 < sizeof(reader->digits))
			reader->digits[reader->digit_count++] = text[i];
}

/* A DTD is not part of the schema, and the way to make a small file large. */
static void XMLCALL on_doctype(void *data, const char *name, const char *system, const char *public,
			       int has_internal_subset)
{
	struct xml_reader *reader = data;

	reader->is_broken = true;
	XML_StopParser(reader->parser, XML_FALSE);
}

/* ---- from counts to a profile ---- */

static int compare_ids(const void *a, const void *b)
{
	uint32_t x = ((const struct xml_symbol *)a)->id, y = ((const struct xml_symbol *)b)->id;

	return x < y ? -1 : x > y;
}

static const char *symbol_name(const struct xml_reader *reader, uint32_t id)
{
	struct xml_symbol key = { .id = id };
	const struct xml_symbol *found =
		reader->symbol_count && id != NO_ID
			? bsearch(&key, reader->symbols, reader->symbol_count, sizeof(key),
				  compare_ids)
			: NULL;

	return found ? profile_text(reader->profile, found->name) : "";
}

static unsigned int event_of(const struct xml_reader *reader, const struct xml_count *count)
{
	for (size_t i = 0; i < reader->class_count; i++)
		if (reader->classes[i].name == count->class &&
		    reader->classes[i].event < reader->setup.event_count)
			return reader->classes[i].event;
	return 0;
}

static void add_count(struct xml_reader *reader, struct rows *rows, const struct xml_count *count)
{
	struct opreport_row names = {
		.image = profile_text(reader->profile, count->image),
		.app = count->application ? profile_text(reader->profile, count->application)
					  : NULL,
		.symbol = symbol_name(reader, count->symbol),
	};
	struct row row = { .has_samples = true, .samples = count->samples };

	row.symbol = opreport_symbol(reader->profile, &names, &row.comm);
	rows_add(rows, row);
}

static void finish_event(struct xml_reader *reader, unsigned int event)
{
	struct rows_facts facts = { .samples_are_weight = true };
	struct rows rows = { 0 };

	for (size_t i = 0; i < reader->count_count; i++) {
		const struct xml_count *count = &reader->counts[i];

		if (event_of(reader, count) != event)
			continue;
		if (count->is_outer && count->symbol == NO_ID &&
		    __builtin_add_overflow(facts.total_samples, count->samples,
					   &facts.total_samples))
			facts.total_samples = UINT64_MAX;
		if (!count->is_divided)
			add_count(reader, &rows, count);
	}
	rows_finish(&rows, reader->profile, opreport_event(reader->profile, &reader->setup, event),
		    &facts);
	rows_deinit(&rows);
}

static void finish(struct xml_reader *reader)
{
	unsigned int events = reader->setup.event_count ? reader->setup.event_count : 1;

	if (reader->symbol_count)
		qsort(reader->symbols, reader->symbol_count, sizeof(*reader->symbols), compare_ids);
	if (!reader->class_count)
		events = 1;
	for (unsigned int event = 0; event < events; event++)
		finish_event(reader, event);
}

/* ---- the text ---- */

static size_t last_line(const struct text *text, size_t at)
{
	while (at < text->count && !strstr(text->lines[at].at, "</profile>"))
		at++;
	return at;
}

static enum XML_Status parse(struct xml_reader *reader, const struct text *text, size_t at,
			     size_t last)
{
	enum XML_Status status = XML_STATUS_OK;

	for (size_t i = at; i <= last && status == XML_STATUS_OK; i++) {
		const char *line = text->lines[i].at;

		if (i == at)
			scan_blanks(&line);

		const char *end = i == last ? strstr(line, "</profile>") : NULL;
		size_t len = end ? (size_t)(end - line) + strlen("</profile>") : strlen(line);

		if (len > INT_MAX / 2)
			return XML_STATUS_ERROR;
		status = XML_Parse(reader->parser, line, (int)len, XML_FALSE);
		if (status == XML_STATUS_OK)
			status = XML_Parse(reader->parser, "\n", 1, i == last);
	}
	return status;
}

static void reader_deinit(struct xml_reader *reader)
{
	XML_ParserFree(reader->parser);
	free(reader->counts);
	free(reader->classes);
	free(reader->symbols);
	opreport_header_deinit(&reader->setup);
	arena_deinit(&reader->arena);
}

static bool starts_xml(const struct text *text, size_t at)
{
	const char *line = text->lines[at].at;

	scan_blanks(&line);
	if (!strncmp(line, "<?xml", 5))
		for (size_t i = at; i < text->count && i < at + 20; i++)
			if (strstr(text->lines[i].at, "<profile"))
				return true;
	return !strncmp(line, "<profile ", 9);
}

static size_t read_xml(const struct text *text, size_t at, const struct ingest_options *options,
		       struct document *doc, int *failed, struct symdiff_error *err)
{
	struct xml_reader reader = { 0 };
	size_t last;

	if (!starts_xml(text, at))
		return at;
	last = last_line(text, at);
	if (last >= text->count) {
		*failed = 1;
		symdiff_fail(err, SYMDIFF_ERR_TRUNCATED, text->lines[at].number,
			     "XML of opreport without its end, </profile>");
		return at;
	}
	reader.profile = document_add(doc, "opreport-xml");
	reader.parser = XML_ParserCreate("UTF-8");
	if (!reader.parser)
		abort(); /* out of memory */
	XML_SetUserData(reader.parser, &reader);
	XML_SetElementHandler(reader.parser, on_start, on_end);
	XML_SetCharacterDataHandler(reader.parser, on_text);
	XML_SetStartDoctypeDeclHandler(reader.parser, on_doctype);
	if (parse(&reader, text, at, last) != XML_STATUS_OK || reader.is_broken) {
		*failed = 1;
		symdiff_fail(err, SYMDIFF_ERR_CORRUPT,
			     text->lines[at].number + XML_GetCurrentLineNumber(reader.parser) - 1,
			     "XML of opreport that cannot be read: %s",
			     reader.is_broken
				     ? "a document type or nesting that is not in its schema"
				     : XML_ErrorString(XML_GetErrorCode(reader.parser)));
	} else {
		finish(&reader);
	}
	reader_deinit(&reader);
	return *failed ? at : last + 1;
}

const struct table_format opreport_xml_format = {
	.name = "opreport-xml",
	.what = "opreport --xml",
	.read = read_xml,
};
