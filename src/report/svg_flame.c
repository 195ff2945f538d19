// SPDX-License-Identifier: GPL-2.0-or-later
/* A flame graph as SVG: the root on top. What a frame says shows when the mouse rests on it. */
#include "report/svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diff/words.h"
#include "report/heads.h"
#include "report/text.h"
#include "report/xml_text.h"
#include "support/cleanup.h"
#include "support/memory.h"

#define ROW_HEIGHT   16
#define LETTER_WIDTH 6.65 /* of the 11 px font */

static const char *const change_classes[] = {
	[FLAME_SAME] = "same", [FLAME_OPEN] = "open",	[FLAME_UP] = "up",
	[FLAME_UP2] = "up2",   [FLAME_UP3] = "up3",	[FLAME_NEW] = "new",
	[FLAME_DOWN] = "down", [FLAME_DOWN2] = "down2", [FLAME_DOWN3] = "down3",
	[FLAME_GONE] = "gone",
};

static const struct {
	enum flame_change change;
	const char *words;
} legend[] = {
	{ FLAME_GONE, "\xe2\x88\x92 gone" },
	{ FLAME_DOWN3, "half or less" },
	{ FLAME_DOWN2, "-20 to -50 %" },
	{ FLAME_DOWN, "-5 to -20 %" },
	{ FLAME_SAME, "same, or noise" },
	{ FLAME_UP, "+5 to +25 %" },
	{ FLAME_UP2, "+25 to +100 %" },
	{ FLAME_UP3, "twice or more" },
	{ FLAME_NEW, "+ new" },
	{ FLAME_OPEN, "not listed" },
};

struct picture {
	struct flame flame;
	struct heads heads; /* of one profile: which bucket has which colour */
	const struct symdiff_print_options *options;
};

/* ---- words ---- */

static void put_title(struct canvas *canvas, const struct picture *picture)
{
	const struct flame *flame = &picture->flame;
	const struct totals *totals = flame->totals[NEW];
	const char *event = profile_text(totals->profile, totals_event(totals)->name);

	canvas->y += 4;
	svg_begin_line(canvas, " head");
	fputs(flame->event ? "Differential flame graph: " : "Flame graph: ", canvas->out);
	xml_text(*event ? event : "event not named", 80, canvas->out);
	fprintf(canvas->out, ", %s%s", flame_measure(flame),
		flame->by == FLAME_BY_BUCKETS ? ", by bucket (there are no callchains)" : "");
	svg_end_line(canvas);
}

static void put_side(struct canvas *canvas, const struct picture *picture, int side)
{
	const struct flame *flame = &picture->flame;
	const char *kernel = text_kernel(flame->side[side]->profile);
	char amount[96], ratio[64];

	svg_begin_line(canvas, "");
	if (flame->event)
		fputs(side == BASE ? "base  " : "new  ", canvas->out);
	xml_text(flame->side[side]->path, 120, canvas->out);
	if (*kernel && !strstr(flame->side[side]->path, kernel)) {
		fputs(" (", canvas->out);
		xml_text(kernel, 40, canvas->out);
		fputc(')', canvas->out);
	}
	text_amount(flame->totals[side], amount, sizeof(amount));
	fprintf(canvas->out, "%s%s", *amount ? ", " : "", amount);
	if (flame->event && side == NEW) {
		words_ratio(diff_ratio(flame->event, flame->totals[BASE]->total, 0,
				       flame->totals[NEW]->total, 0),
			    ratio, sizeof(ratio));
		fprintf(canvas->out, "%s%s", *ratio ? ", " : "", ratio);
	}
	svg_end_line(canvas);
}

static void put_about(struct canvas *canvas, const struct picture *picture)
{
	const struct flame *flame = &picture->flame;
	char comparison[128];

	if (!flame->event)
		return;
	text_comparison(flame->event, comparison, sizeof(comparison));
	svg_begin_line(canvas, " quiet");
	fprintf(canvas->out, "%s. Width: %s.", comparison + 2,
		picture->options->flame_width == SYMDIFF_WIDTH_BASE  ? "the base"
		: picture->options->flame_width == SYMDIFF_WIDTH_NEW ? "the new side"
								     : "the larger of both sides");
	svg_end_line(canvas);
}

/* ---- legend ---- */

static void put_swatch(struct canvas *canvas, double x, double width, const char *class,
		       const char *words, const char *more)
{
	fprintf(canvas->out,
		"<g class=\"%s\"><rect x=\"%.1f\" y=\"%.0f\" width=\"%.1f\" height=\"15\"/>"
		"<text x=\"%.1f\" y=\"%.0f\">",
		class, x, canvas->y, width, x + 4, canvas->y + 11);
	xml_text(words, (size_t)((width - 8) / LETTER_WIDTH) - strlen(more), canvas->out);
	fprintf(canvas->out, "%s</text></g>\n", more);
}

static void put_change_legend(struct canvas *canvas)
{
	double width = (double)SVG_ROOM / ARRAY_SIZE(legend);

	for (size_t i = 0; i < ARRAY_SIZE(legend); i++)
		put_swatch(canvas, SVG_MARGIN + width * (double)i, width - 4,
			   change_classes[legend[i].change], legend[i].words, "");
	canvas->y += SVG_LINE_HEIGHT + 4;
}

static void put_head_legend(struct canvas *canvas, const struct picture *picture)
{
	const struct heads *heads = &picture->heads;
	double width = (double)SVG_ROOM / (HEADS_COLOURED + 1);
	char class[32], share[16];

	for (size_t i = 0; i < heads->count; i++) {
		snprintf(class, sizeof(class), "b%zu", i);
		snprintf(share, sizeof(share), " %.1f %%", heads->list[i].share);
		put_swatch(canvas, SVG_MARGIN + width * (double)i, width - 4, class,
			   heads->list[i].name, share);
	}
	put_swatch(canvas, SVG_MARGIN + width * HEADS_COLOURED, width - 4, "b8", "other buckets",
		   "");
	canvas->y += SVG_LINE_HEIGHT + 4;
}

/* ---- frames ---- */

static const char *mark_of(enum flame_change change)
{
	return change == FLAME_NEW ? "+ " : change == FLAME_GONE ? "\xe2\x88\x92 " : "";
}

/* "38.14 to 38.78 %" where a cut table leaves it open, "below 0.68 %". */
static void put_open(const char *side, double value, double hidden, FILE *out)
{
	if (hidden < 0.005)
		fprintf(out, "%s %.2f %%", side, value);
	else if (value > 0)
		fprintf(out, "%s %.2f to %.2f %%", side, value, value + hidden);
	else
		fprintf(out, "%s below %.2f %%", side, hidden);
}

static void put_figures(const struct picture *picture, const struct flame_frame *frame, FILE *out)
{
	double base = frame->value[BASE], newer = frame->value[NEW];

	if (!picture->flame.event) {
		fprintf(out, "%.2f %%, itself %.2f %%", newer, frame->self[NEW]);
		return;
	}
	if (frame->hidden[BASE] + frame->hidden[NEW] > 0) {
		put_open("base", base, frame->hidden[BASE], out);
		put_open(", new", newer, frame->hidden[NEW], out);
		return;
	}
	fprintf(out, "base %.2f %%, new %.2f %%: %+.2f pp", base, newer, newer - base);
	if (base > 0 && newer > 0)
		fprintf(out, ", x %.2f", newer / base);
	fprintf(out, "\nitself %.2f, %.2f %%: %+.2f pp", frame->self[BASE], frame->self[NEW],
		frame->self[NEW] - frame->self[BASE]);
}

/* What shows when the mouse rests on a frame. */
static void put_tip(const struct picture *picture, const struct flame_frame *frame,
		    const char *label, FILE *out)
{
	const char *dso = flame_dso(&picture->flame, frame);
	const char *bucket = flame_bucket(&picture->flame, frame);

	fputs("<title>", out);
	xml_text(label, 0, out);
	if (frame->folded)
		fprintf(out, " %u frames too narrow to draw", frame->folded);
	if (*dso) {
		fputs("\n", out);
		xml_text(dso, 0, out);
		fputs(", ", out);
		xml_text(bucket, 0, out);
	}
	fputc('\n', out);
	put_figures(picture, frame, out);
	fputs("</title>", out);
}

static double width_of(const struct picture *picture, const struct flame_frame *frame)
{
	if (!picture->flame.event)
		return frame->value[NEW];
	switch (picture->options->flame_width) {
	case SYMDIFF_WIDTH_BASE:
		return frame->value[BASE];
	case SYMDIFF_WIDTH_NEW:
		return frame->value[NEW];
	default:
		return frame->width;
	}
}

static void put_class(const struct picture *picture, const struct flame_frame *frame, FILE *out)
{
	if (frame->kind == FLAME_ROOT || frame->kind == FLAME_REST)
		fputs(frame->kind == FLAME_ROOT ? "root" : "rest", out);
	else if (picture->flame.event)
		fputs(change_classes[flame_change_of(&picture->flame, frame)], out);
	else if (frame->kind == FLAME_COMMAND)
		fputs("comm", out);
	else
		fprintf(out, "b%zu", heads_colour(&picture->heads, &picture->flame, frame));
}

static void put_frame(const struct picture *picture, const struct flame_frame *frame, double x,
		      double y, double width, FILE *out)
{
	cleanup_free char *label = flame_label(&picture->flame, frame);
	size_t letters = width > 8 ? (size_t)((width - 6) / LETTER_WIDTH) : 0;

	fputs("<g class=\"", out);
	put_class(picture, frame, out);
	fputs("\">", out);
	put_tip(picture, frame, label, out);
	fprintf(out, "<rect x=\"%.1f\" y=\"%.0f\" width=\"%.1f\" height=\"%d\"/>", x, y, width,
		ROW_HEIGHT - 1);
	if (letters >= 3) {
		const char *mark = picture->flame.event && frame->kind != FLAME_ROOT
					   ? mark_of(flame_change_of(&picture->flame, frame))
					   : "";

		fprintf(out, "<text x=\"%.1f\" y=\"%.0f\">%s", x + 3, y + 11, mark);
		xml_text(label, *mark ? letters - 2 : letters, out);
		fputs("</text>", out);
	}
	fputs("</g>\n", out);
}

static void put_frames(struct canvas *canvas, const struct picture *picture)
{
	const struct flame *flame = &picture->flame;
	double whole = width_of(picture, &flame->frames[0]);
	double *right =
		mem_zalloc(flame->count, sizeof(*right)); /* where a frame's next child goes */
	uint32_t deepest = 0;

	for (size_t i = 0; whole > 0 && i < flame->count; i++) {
		const struct flame_frame *frame = &flame->frames[i];
		double width = width_of(picture, frame) / whole * SVG_ROOM;
		double x = i ? right[frame->parent] : SVG_MARGIN;

		right[i] = x;
		if (i)
			right[frame->parent] += width;
		if (width < SVG_PIXEL_LEAST)
			continue;
		put_frame(picture, frame, x, canvas->y + ROW_HEIGHT * frame->depth, width,
			  canvas->out);
		if (frame->depth > deepest)
			deepest = frame->depth;
	}
	free(right);
	canvas->y += ROW_HEIGHT * (deepest + 1) + SVG_MARGIN;
}

static void put_picture(struct canvas *canvas, const struct picture *picture)
{
	put_title(canvas, picture);
	for (int side = picture->flame.event ? BASE : NEW; side < SIDES; side++)
		put_side(canvas, picture, side);
	put_about(canvas, picture);
	canvas->y += 4;
	if (!picture->flame.totals[NEW]->total) {
		svg_begin_line(canvas, "");
		fputs("no samples", canvas->out);
		svg_end_line(canvas);
		return;
	}
	if (picture->flame.event)
		put_change_legend(canvas);
	else
		put_head_legend(canvas, picture);
	put_frames(canvas, picture);
}

void svg_put_flame(struct canvas *canvas, const struct flame *flame,
		   const struct symdiff_print_options *options)
{
	struct picture picture = { .flame = *flame, .options = options };

	heads_init(&picture.heads, flame);
	put_picture(canvas, &picture);
}
