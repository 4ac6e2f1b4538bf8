/* stepper report: see stepper.h. */
#include "report/stepper.h"

#include <stdio.h>
#include <string.h>

#include "base/lines.h"
#include "report/doc/text.h"
#include "report/stepper_parts.h"
#include "report/variables.h"

enum { AROUND = 2, LOW = 30 };

bool stepper_low(const struct stepper_view *v)
{
	return v->rows && v->rows < LOW;
}

static void source(const struct stepper_view *v, int line, struct doc *d)
{
	int around = stepper_low(v) ? 1 : AROUND;

	for (int i = line > around ? line - around : 1; line > 0 && i <= line + around; i++) {
		struct buf clean;
		size_t n;
		const char *s = line_at(v->source, i, &n);

		if (!s)
			break;
		doc_put(d, i == line ? STYLE_STRONG : STYLE_TEXT, i == line ? "\xE2\x96\xB8" : " ");
		doc_printf(d, STYLE_DIM, "%4d \xE2\x94\x82 ", i);
		buf_init(&clean);
		text_code(&clean, s, n, d->utf8);
		doc_put_cut(d, i == line ? STYLE_CODE : STYLE_TEXT, clean.data ? clean.data : "", clean.len,
			d->width - doc_column(d));
		doc_break(d);
		buf_release(&clean);
	}
}

void stepper_label(struct doc *d, const char *text)
{
	doc_put(d, STYLE_STRONG, text);
	doc_pad(d, STEPPER_LABEL);
}

void stepper_room(struct doc *d, int columns)
{
	if (doc_column(d) + columns <= d->width)
		return;
	doc_break(d);
	doc_pad(d, STEPPER_LABEL);
}

/* The row of a lane's next step after r, or its last one before r: NULL: there is none. */
static const struct trace_row *lane_row(const struct trace *t, const struct trace_row *r, int lane, int by)
{
	for (const struct trace_row *o = r + by; o >= t->rows && o < t->rows + t->nrows; o += by)
		if (o->warp == r->warp && !o->part && o->mask >> lane & 1)
			return o;
	return NULL;
}

/* Where the lanes that do not run this step go on: "; 16 go on at line 37", as many groups as there is room for. */
static void elsewhere(const struct trace *t, const struct trace_row *r, struct doc *d)
{
	uint32_t left = ~r->mask, ended = 0;
	struct buf b;

	for (int l = 0; l < TRACE_LANES; l++)
		if (left >> l & 1 && !lane_row(t, r, l, 1)) {
			ended |= lane_row(t, r, l, -1) && !t->more ? 1u << l : 0;
			left &= ~(1u << l);
		}
	buf_init(&b);
	while (left) { /* the group of the first lane that is left */
		const struct trace_row *next = lane_row(t, r, __builtin_ctz(left), 1);
		const struct trace_inst *x = &t->insts[next->inst];
		uint32_t group = left & next->mask;

		for (int l = 0; l < TRACE_LANES; l++)
			if (group >> l & 1 && lane_row(t, r, l, 1) != next)
				group &= ~(1u << l);
		left &= ~group;
		if (x->file)
			buf_printf(
				&b, "%s%d go on at line %d", b.len ? ", " : "; ", __builtin_popcount(group), x->line);
		else
			buf_printf(&b, "%s%d go on later", b.len ? ", " : "; ", __builtin_popcount(group));
	}
	if (ended)
		buf_printf(&b, "%s%d have ended", b.len ? ", " : "; ", __builtin_popcount(ended));
	if (b.len && doc_column(d) + (int)b.len <= d->width)
		doc_put(d, STYLE_TEXT, b.data);
	buf_release(&b);
}

static void lanes(const struct trace *t, const struct trace_row *r, struct doc *d)
{
	const char *text = t->insts[r->inst].text;
	bool branch = text[0] == '@' && strstr(text, " bra");

	stepper_label(d, "lanes");
	for (int l = 0; l < TRACE_LANES; l++)
		doc_put(d, r->mask >> l & 1 ? STYLE_PASS : STYLE_DIM,
			r->mask >> l & 1 ? (d->utf8 ? "\xE2\x96\xA0" : "#") : (d->utf8 ? "\xE2\x96\xA1" : "."));
	stepper_room(d, (int)sizeof "  32 of 32 take it" - 1);
	doc_printf(d, STYLE_TEXT, "  %d of 32 %s it", __builtin_popcount(r->mask), branch ? "take" : "run");
	elsewhere(t, r, d);
	doc_break(d);
}

/* Where warp k was at the moment of step r: "line 18", "at the barrier". */
static void whereabouts(const struct stepper_view *v, const struct trace_row *r, uint32_t k, char *out, size_t room)
{
	size_t at = trace_step_by(v->t, k, r);
	const struct trace_row *s = at == SIZE_MAX ? NULL : trace_step(v->t, k, at);
	const struct trace_inst *x = s ? &v->t->insts[s->inst] : NULL;

	if (k == v->warp)
		snprintf(out, room, "here");
	else if (!x)
		snprintf(out, room, "not begun");
	else if (x->kind == TRACE_BARRIER)
		snprintf(out, room, "at the barrier");
	else if (x->kind == TRACE_EXIT)
		snprintf(out, room, "has ended");
	else
		snprintf(out, room, "line %d", x->line);
}

/* Neighbours that are at the same place share a word: "1-7 at the barrier". */
static void warps(const struct stepper_view *v, const struct trace_row *r, struct doc *d)
{
	uint32_t k = 0;

	stepper_label(d, "warps");
	while (k < v->t->nwarps) {
		uint32_t first = k++;
		char where[32], next[32], text[64];

		whereabouts(v, r, first, where, sizeof where);
		for (; k < v->t->nwarps; k++) {
			whereabouts(v, r, k, next, sizeof next);
			if (strcmp(where, next) != 0)
				break;
		}
		if (k == first + 1)
			snprintf(text, sizeof text, "%u %s", first, where);
		else
			snprintf(text, sizeof text, "%u-%u %s", first, k - 1,
				strcmp(where, "has ended") == 0 ? "have ended" : where);
		stepper_room(d, (int)strlen(text) + 3);
		doc_printf(d, first == v->warp ? STYLE_STRONG : STYLE_TEXT, "%s   ", text);
	}
	doc_break(d);
}

void stepper_doc(const struct stepper_view *v, struct doc *d)
{
	const struct trace_row *r = v->t->kernel ? trace_step(v->t, v->warp, v->step) : NULL;
	const struct trace_inst *x;
	struct variables names;
	bool first;

	if (!r) {
		doc_wrap(d, STYLE_TEXT, 0,
			v->t->kernel ? "This warp has no such step in what was recorded." :
				       "No steps were recorded: no kernel with such a block ran on the emulator.");
		return;
	}
	x = &v->t->insts[r->inst];
	variables_find(&names, v->t, v->source);
	doc_printf(
		d, STYLE_HEADING, "block %llu, warp %u of %u", (unsigned long long)v->t->block, v->warp, v->t->nwarps);
	doc_printf(d, STYLE_TEXT, "   step %zu of %zu", v->step + 1, trace_steps(v->t, v->warp));
	if (x->file) {
		char text[32];
		int n = snprintf(text, sizeof text, "   line %d", x->line);

		stepper_room(d, n);
		doc_put(d, STYLE_TEXT, text);
	}
	doc_break(d);
	warps(v, r, d);
	if (v->t->more)
		doc_wrap(d, STYLE_DIM, 0, "Only the block's first instructions were recorded; it ran on after them.");
	if (!stepper_low(v))
		doc_gap(d);
	if (x->file)
		source(v, x->line, d);
	doc_gap(d);
	stepper_label(d, "PTX");
	doc_put(d, STYLE_CODE, x->text);
	doc_break(d);
	lanes(v->t, r, d);
	stepper_memory(x, r, d);
	stepper_values(x, r, x->reg ? variables_of(&names, v->t, x->reg, strlen(x->reg)) : NULL, stepper_low(v), d);
	stepper_uses(v, &names, x, d);
	stepper_watched(v, r, d);
	first = stepper_low(v) ||
		r->space == TRACE_SHARED; /* what the step is about, or what would be below the window */
	if (first)
		stepper_shared(v, r, d);
	stepper_others(v, &names, x, d);
	if (!first)
		stepper_shared(v, r, d);
	variables_release(&names);
}

void report_stepper_text(const struct stepper_view *v, const struct text_style *st, struct buf *out)
{
	struct doc d;

	doc_init(&d, st->width > 0 ? st->width : 80, st->utf8);
	stepper_doc(v, &d);
	doc_text(&d, out);
	doc_release(&d);
}
