// SPDX-License-Identifier: GPL-2.0-or-later
#include <inttypes.h>

#include "ingest/perf_data/features.h"
#include "ingest/perf_data/reader.h"
#include "ingest/perf_data/unzstd.h"
#include "ingest/perf_data/window.h"
#include "ingest/perf_data/wire.h"
#include "support/error.h"
#include "support/memory.h"

struct scan {
	struct reader *reader;
	const uint8_t *data, *data_end;
	uint64_t offset; /* of data in its file, for messages */

	/* What is at hand: all of it or, read through the window, a piece. */
	struct window *window;
	const uint8_t *at, *end;
	const uint8_t *piece, *mapped; /* where it begins, here and in data */
	const uint8_t *span;	       /* where the current span began */
	struct unzstd *unzstd;
};

/* The place in data, which lasts, of what is at hand. */
static const uint8_t *lasting(const struct scan *scan, const uint8_t *at)
{
	return scan->mapped + (at - scan->piece);
}

static uint64_t offset_of(const struct scan *scan, const uint8_t *at)
{
	return scan->offset + (lasting(scan, at) - scan->data);
}

static size_t data_left(const struct scan *scan)
{
	return scan->data_end - lasting(scan, scan->at);
}

static void end_span(struct scan *scan, const uint8_t *end)
{
	struct reader *reader = scan->reader;

	if (end <= scan->span)
		return;
	array_reserve(reader->spans, reader->span_capacity, reader->span_count + 1);
	reader->spans[reader->span_count++] = (struct span) {
		.start = scan->span,
		.end = end,
		.mapped = lasting(scan, scan->span),
		.position = reader->position,
	};
	reader->position += end - scan->span;
	scan->span = end;
}

static void note(struct scan *scan, const struct record *record)
{
	struct reader *reader = scan->reader;
	uint8_t *copy = NULL;

	if (scan->window)
		copy = memcpy(mem_alloc(record->size), record->at, record->size);

	array_reserve(reader->noted, reader->noted_capacity, reader->noted_count + 1);
	reader->noted[reader->noted_count++] = (struct noted) {
		.record = copy ? copy : record->at,
		.copy = copy,
		.position = reader->position + (record->at - scan->span),
	};
}

/* The event that the record's trailer names, or else the first one. */
static struct attr *event_of(const struct reader *reader, const struct record *record)
{
	const struct attrs *attrs = &reader->attrs;

	if (!attrs->count)
		return NULL;

	const struct layout *layout = &attrs->list[0].layout;
	const struct attr_id *id = NULL;

	if (layout->trailer_has_id && record->size >= RECORD_HEADER + (uint32_t)layout->trailer)
		id = attrs_find(attrs, load64(record->at + record->size - layout->trailer +
						      layout->trailer_id,
					      reader->swap));
	return &attrs->list[id ? id->attr : 0];
}

static uint64_t saturated_sum(uint64_t a, uint64_t b)
{
	return a + b < a ? UINT64_MAX : a + b;
}

/*
 * LOST: u64 id, u64 count, written where the buffer overflowed. LOST_SAMPLES:
 * u64 count, of the same losses where both are there.
 */
static void read_lost(const struct scan *scan, const struct record *record)
{
	struct bytes in = record_payload(scan->reader, record);
	struct attr *attr = event_of(scan->reader, record);
	bool counted = record->type == RECORD_LOST_SAMPLES;
	const struct attr_id *id = NULL;

	if (!counted)
		id = attrs_find(&scan->reader->attrs, bytes_u64(&in));
	if (id)
		attr = &scan->reader->attrs.list[id->attr];

	uint64_t lost = bytes_u64(&in);

	if (!attr || bytes_failed(&in))
		return;
	if (counted)
		attr->lost_samples = saturated_sum(attr->lost_samples, lost);
	else
		attr->lost = saturated_sum(attr->lost, lost);
}

static int read_attr(const struct scan *scan, const struct record *record,
		     struct symdiff_error *err)
{
	struct attrs *attrs = &scan->reader->attrs;
	struct bytes in = record_payload(scan->reader, record), attr = in;

	bytes_seek(&attr, bytes_left(&in) < 4 ? 0 : 4);

	uint64_t size = bytes_u32(&attr);

	if (!size)
		size = 64;
	if (size > bytes_left(&in))
		return symdiff_fail_at(err, SYMDIFF_ERR_CORRUPT, offset_of(scan, record->at),
				       "an event attribute of %" PRIu64
				       " bytes in a record with room for %zu",
				       size, bytes_left(&in));
	if (attrs_add(attrs, bytes_part(&in, size), err))
		return -1;
	while (bytes_left(&in) >= 8)
		attrs_add_id(attrs, bytes_u64(&in), attrs->count - 1);
	return 0;
}

/* All of the data is at hand, from @mapped on. */
static void go_on_mapped(struct scan *scan, const uint8_t *mapped)
{
	scan->window = NULL;
	scan->at = scan->piece = scan->mapped = scan->span = mapped;
	scan->end = scan->data_end;
}

/* The next piece begins at @mapped. */
static void go_on(struct scan *scan, const uint8_t *mapped)
{
	size_t size = scan->data_end - mapped;
	const uint8_t *bytes = window_read(scan->window, scan->reader, mapped, &size);

	if (!bytes) {
		go_on_mapped(scan, mapped);
		return;
	}
	scan->at = scan->piece = scan->span = bytes;
	scan->end = bytes + size;
	scan->mapped = mapped;
}

/* Data that follows its record: @size bytes of it, padded to 8. What is missing is told later. */
static void skip_payload(struct scan *scan, uint64_t size)
{
	uint64_t left = data_left(scan);

	end_span(scan, scan->at);
	size = size > left ? left : (size + 7) & ~7ul;
	size = size > left ? left : size;
	if (size <= (uint64_t)(scan->end - scan->at)) {
		scan->at += size;
		scan->span = scan->at;
	} else {
		go_on(scan, lasting(scan, scan->at) + size);
	}
}

static void read_tracing_data(struct scan *scan, const struct record *record)
{
	struct bytes in = record_payload(scan->reader, record);
	uint64_t size = bytes_u32(&in), left = data_left(scan);

	scan->reader->tracing =
		bytes_of(lasting(scan, scan->at), size < left ? size : left, scan->reader->swap);
	skip_payload(scan, size);
}

static void read_auxtrace(struct scan *scan, const struct record *record)
{
	struct bytes in = record_payload(scan->reader, record);

	skip_payload(scan, bytes_u64(&in));
}

/* What cannot be unpacked ends the compressed data: it is one stream. */
static void unpack(struct scan *scan, const struct record *record)
{
	struct symdiff_error err = { 0 };
	struct bytes in = record_payload(scan->reader, record);
	uint64_t size = bytes_left(&in), offset = offset_of(scan, record->at);
	char text[512];

	if (!scan->unzstd) {
		scan->reader->bad_records++;
		return;
	}
	if (record->type == RECORD_COMPRESSED2) /* padded: its size is in it */
		size = bytes_u64(&in);

	struct bytes packed = bytes_part(&in, size);

	if (!bytes_failed(&packed) && !unzstd_add(scan->unzstd, packed.at, bytes_left(&packed),
						  scan->reader->max_unpacked, offset, &err))
		return;
	if (bytes_failed(&packed))
		symdiff_fail_at(&err, SYMDIFF_ERR_CORRUPT, offset,
				"compressed data of %" PRIu64 " bytes in a record of %" PRIu32,
				size, record->size);
	profile_warn(scan->reader->profile, "%s; what follows it is left out",
		     symdiff_error_text(&err, text, sizeof(text)));
	scan->unzstd = NULL;
}

static void keep_for_later(const struct scan *scan, const struct record *record)
{
	struct reader *reader = scan->reader;

	array_reserve(reader->late, reader->late_capacity, reader->late_count + 1);
	reader->late[reader->late_count] = *record;
	reader->late[reader->late_count++].at = lasting(scan, record->at);
}

/* See reader.h: count what is older than the end of the round before this one. */
static void end_round(struct scan *scan)
{
	struct reader *reader = scan->reader;

	if (!reader->by_rounds)
		return;
	end_span(scan, scan->at);
	sideband_play(reader, reader->round_time);
	samples_count(reader, reader->round_spans);
	reader->round_time = reader->newest_time;
	reader->round_spans = reader->span_count;
}

static int read_record(struct scan *scan, const struct record *record, struct symdiff_error *err)
{
	struct reader *reader = scan->reader;

	switch (record->type) {
	case RECORD_MMAP:
	case RECORD_MMAP2:
	case RECORD_COMM:
	case RECORD_FORK:
	case RECORD_KSYMBOL:
		note(scan, record);
		return 0;
	case RECORD_LOST:
	case RECORD_LOST_SAMPLES:
		read_lost(scan, record);
		return 0;
	case RECORD_THROTTLE:
		reader->throttled++;
		return 0;
	case RECORD_HEADER_ATTR:
		/* A file has its attributes in the header, and may repeat them here. */
		return reader->is_pipe ? read_attr(scan, record, err) : 0;
	case RECORD_TRACING_DATA:
		read_tracing_data(scan, record);
		return 0;
	case RECORD_AUXTRACE:
		read_auxtrace(scan, record);
		return 0;
	case RECORD_FINISHED_ROUND:
		end_round(scan);
		return 0;
	case RECORD_COMPRESSED:
	case RECORD_COMPRESSED2:
		reader->by_rounds = false; /* rounds have no end in another stream */
		unpack(scan, record);
		return 0;
	case RECORD_EVENT_TYPE:
	case RECORD_EVENT_UPDATE:
		keep_for_later(scan, record);
		return 0;
	case RECORD_FEATURE:
		keep_for_later(scan, record);
		features_read_early(reader, record);
		return 0;
	case RECORD_BUILD_ID:
		features_read_record(reader, record);
		return 0;
	default: /* of no interest, or not known: its size is all that is needed */
		return 0;
	}
}

static inline bool is_at_hand(const struct scan *scan, struct record *record, bool swap)
{
	size_t left = scan->end - scan->at;

	if (left < RECORD_HEADER)
		return false;
	*record = record_at(scan->at, swap);
	return record->size >= RECORD_HEADER && record->size <= left;
}

/* A piece ends inside a record: the next begins with it. False: there is no more. */
static bool take_next_piece(struct scan *scan, struct record *record, bool swap)
{
	const uint8_t *mapped = lasting(scan, scan->at);

	if (!scan->window || mapped + (scan->end - scan->at) == scan->data_end)
		return false;
	end_span(scan, scan->at);
	go_on(scan, mapped);
	if (is_at_hand(scan, record, swap))
		return true;
	if (scan->window) /* a record larger than a piece */
		go_on_mapped(scan, mapped);
	return is_at_hand(scan, record, swap);
}

/* Step to the next record. Returns false at the end, also where the records end in rubble. */
static inline bool next_record(struct scan *scan, struct record *record, bool swap)
{
	if (!is_at_hand(scan, record, swap) && !take_next_piece(scan, record, swap))
		return false;
	scan->at += record->size;
	return true;
}

/* Said once about each file: where its records stop making sense. */
static void warn_end(const struct scan *scan)
{
	size_t left = scan->end - scan->at;

	if (left < RECORD_HEADER) {
		profile_warn(
			scan->reader->profile,
			"the recording was cut: %zu bytes of a record are left at offset %" PRIu64,
			left, offset_of(scan, scan->at));
		return;
	}

	bool swap = scan->reader->swap;

	profile_warn(scan->reader->profile,
		     "the recording is cut or damaged at offset %" PRIu64
		     ": a record of type %" PRIu32
		     " and %u bytes, where %zu bytes are left; what is before it is used",
		     offset_of(scan, scan->at), load32(scan->at, swap), load16(scan->at + 6, swap),
		     left);
}

static inline void see_time(struct reader *reader, const struct record *record, bool swap)
{
	if (!reader->by_rounds || record->size < reader->time_at + 8u)
		return;

	uint64_t time = load64(record->at + reader->time_at, swap);

	if (time > reader->newest_time)
		reader->newest_time = time;
}

/* One copy for each byte order. */
static inline __attribute__((always_inline)) int scan_as(struct scan *scan, bool swap,
							 struct symdiff_error *err)
{
	struct reader *reader = scan->reader;
	struct record record;

	while (next_record(scan, &record, swap)) {
		record_prefetch(record.at, record.size);
		reader->records++;
		progress_at(&reader->progress, lasting(scan, record.at) - scan->data);
		if (record.type == RECORD_SAMPLE)
			see_time(reader, &record, swap);
		else if (read_record(scan, &record, err))
			return -1;
	}
	return 0;
}

int scan_records(struct reader *reader, const uint8_t *data, size_t size, uint64_t offset,
		 struct window *window, struct unzstd *unzstd, struct symdiff_error *err)
{
	struct scan scan = {
		.reader = reader,
		.data = data,
		.data_end = data + size,
		.offset = offset,
		.window = window,
		.unzstd = unzstd,
	};

	if (window)
		go_on(&scan, data);
	else
		go_on_mapped(&scan, data);

	if (reader->swap ? scan_as(&scan, true, err) : scan_as(&scan, false, err))
		return -1;
	end_span(&scan, scan.at);
	if (scan.at < scan.end)
		warn_end(&scan);
	return 0;
}
