/* access report: see access.h. A lane is named by its number, everywhere; what is idle is a dot. */
#include "report/access.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "base/lines.h"
#include "base/mask.h"
#include "report/doc/text.h"
#include "report/json_run.h"
#include "report/shown.h"

enum { LABEL = 9, WORDS = SECTOR_BYTES / 4, BANK_COLS = 2, CODE_INDENT = 2 };
#define USED "\xE2\x96\x88"
#define IDLE "\xC2\xB7"
/* Without UTF-8: the same signs as elsewhere, and a dot. */
#define IDLE_ASCII "."

static const char *idle(const struct doc *d)
{
	return d->utf8 ? IDLE : IDLE_ASCII;
}

/* "0-7", "0, 8, 16": lanes of a mask, as far as they fit into `room`; else how many there are. */
static void lanes_words(uint32_t mask, int room, struct buf *b)
{
	size_t begin = b->len;
	struct mask_run run;

	for (int from = 0; mask_run_from(mask, from, &run); from = run.last + 1) {
		buf_printf(b, b->len == begin ? "%d" : ",%d", run.first);
		if (run.last > run.first)
			buf_printf(b, run.last == run.first + 1 ? ",%d" : "-%d", run.last);
	}
	if ((int)(b->len - begin) <= room)
		return;
	b->len = begin;
	b->data[begin] = '\0';
	buf_printf(b, "%d lanes", __builtin_popcount(mask));
}

/* ---- what it is */
static void code_line(const struct access_view *v, struct doc *d)
{
	struct buf clean;
	size_t n, indent;
	const char *code = line_at(v->source, v->a->line, &n);

	if (!code)
		return;
	buf_init(&clean);
	text_clean(&clean, code, n, d->utf8, 0);
	indent = strspn(clean.data, " ");
	doc_pad(d, CODE_INDENT);
	doc_printf(d, STYLE_STRONG, "%d ", v->a->line);
	doc_put(d, STYLE_DIM, "\xE2\x94\x82 ");
	doc_put_cut(d, STYLE_CODE, clean.data + indent, clean.len - indent, d->width - doc_column(d));
	doc_break(d);
	buf_release(&clean);
}

static void title(const struct access_view *v, struct doc *d)
{
	const struct access *a = v->a;
	uint64_t total = access_total(v->list, a);
	struct buf b;
	struct shown n = shown_count((double)a->nth);

	buf_init(&b);
	buf_printf(&b, "Line %d, %s of %s memory: %u byte%s a lane, %d lane%s", a->line, access_kind_word(a->kind),
		a->shared ? "shared" : "global", a->bytes, a->bytes == 1 ? "" : "s", __builtin_popcount(a->mask),
		__builtin_popcount(a->mask) == 1 ? "" : "s");
	doc_wrap(d, STYLE_HEADING, 0, b.data);
	buf_clear(&b);
	buf_printf(&b, "block %llu, warp %u of %s", (unsigned long long)v->list->block, v->list->warp, a->kernel);
	if (a->launch > 1 || access_of_all_launches(v->list, a) > total)
		buf_printf(&b, " (launch %u)", a->launch);
	if (access_of_all_launches(v->list, a) > total)
		buf_printf(&b, ": access %s of this launch's %s of this line", n.text, shown_count((double)total).text);
	else
		buf_printf(&b, ": access %s of %s of this line", n.text, shown_count((double)total).text);
	doc_wrap(d, STYLE_DIM, 0, b.data);
	buf_release(&b);
	code_line(v, d);
}

/* ---- a number for each lane, in rows of eight or sixteen */
typedef uint64_t lane_fn(const struct access *a, int lane);

static uint64_t lowest(const struct access *a)
{
	uint64_t low = UINT64_MAX;

	for (int l = 0; l < ACCESS_LANES; l++)
		if (a->mask >> l & 1 && a->addr[l] < low)
			low = a->addr[l];
	return low;
}

static uint64_t offset_of(const struct access *a, int lane)
{
	return a->addr[lane] - (a->shared ? 0 : lowest(a));
}

static uint64_t bank_of(const struct access *a, int lane)
{
	return a->addr[lane] / 4 % ACCESS_BANKS;
}

static int widest(const struct access *a, lane_fn *value)
{
	int most = 2;

	for (int l = 0; l < ACCESS_LANES; l++) {
		char text[24];
		int n = a->mask >> l & 1 ? snprintf(text, sizeof text, "%llu", (unsigned long long)value(a, l)) : 1;

		most = n > most ? n : most;
	}
	return most;
}

static void lane_row(
	const struct access *a, const char *label, lane_fn *value, int from, int n, int cols, struct doc *d)
{
	doc_put(d, value ? STYLE_TEXT : STYLE_DIM, label);
	doc_pad(d, LABEL);
	for (int l = from; l < from + n; l++) {
		bool on = a->mask >> l & 1;

		if (!value)
			doc_printf(d, STYLE_DIM, "%*d", cols, l);
		else if (on)
			doc_printf(d, STYLE_TEXT, "%*llu", cols, (unsigned long long)value(a, l));
		else
			doc_printf(d, STYLE_DIM, "%*s%s", cols - 1, "", idle(d));
	}
	doc_break(d);
}

static void lanes(const struct access *a, struct doc *d)
{
	int cols = widest(a, offset_of) + 1, n = 16;

	while (n > 4 && LABEL + n * cols > d->width)
		n /= 2;
	doc_gap(d);
	for (int from = 0; from < ACCESS_LANES; from += n) {
		lane_row(a, "lane", NULL, from, n, cols, d);
		lane_row(a, "byte", offset_of, from, n, cols, d);
		if (a->shared)
			lane_row(a, "bank", bank_of, from, n, cols, d);
	}
	doc_wrap(d, STYLE_DIM, 0,
		a->shared ? "byte: the offset in the block's shared memory; bank: byte / 4 % 32." :
			    "byte: from the lowest address that a lane wants.");
}

/* ---- global memory: the sectors, their words marked that some lane wants */
static void sector_cell(const struct access_sector *s, bool utf8, struct buf *b)
{
	buf_putc(b, '[');
	for (int k = 0; k < WORDS; k++)
		buf_puts(b, s->used >> 4 * k & 15 ? USED : utf8 ? IDLE : IDLE_ASCII);
	buf_putc(b, ']');
}

static void sectors(const struct access_view *v, struct doc *d)
{
	enum { CELL = WORDS + 3 };
	struct access_sectors s;
	size_t per_row = (size_t)(d->width - LABEL) / CELL, shown, used = 0;
	struct buf b;

	if (per_row < 1)
		per_row = 1;
	access_sectors(v->a, &s);
	buf_init(&b);
	doc_gap(d);
	shown = v->rows && v->rows * per_row < s.n ? v->rows * per_row : s.n;
	for (size_t i = 0; i < shown; i += per_row) {
		size_t end = i + per_row < shown ? i + per_row : shown;

		doc_put(d, STYLE_TEXT, i ? "" : "sectors");
		for (size_t k = i; k < end; k++) {
			buf_clear(&b);
			sector_cell(&s.v[k], d->utf8, &b);
			doc_pad(d, LABEL + (int)(k - i) * CELL);
			doc_put(d, STYLE_TEXT, b.data);
		}
		doc_break(d);
		doc_put(d, STYLE_DIM, i ? "" : "lanes");
		for (size_t k = i; k < end; k++) {
			buf_clear(&b);
			lanes_words(s.v[k].lanes, CELL - 1, &b);
			doc_pad(d, LABEL + (int)(k - i) * CELL);
			doc_put(d, STYLE_DIM, b.data);
		}
		doc_break(d);
	}
	if (shown < s.n) {
		doc_pad(d, LABEL);
		doc_printf(d, STYLE_DIM, "... and %zu sectors more", s.n - shown);
		doc_break(d);
	}
	for (size_t i = 0; i < s.n; i++)
		used += (size_t)__builtin_popcount(s.v[i].used);
	buf_clear(&b);
	buf_printf(&b, "%zu sector%s of 32 bytes: %s bytes move, %zu of them are wanted (%.0f %%). Ideal: %zu.", s.n,
		s.n == 1 ? "" : "s", shown_count((double)(s.n * SECTOR_BYTES)).text, used,
		100.0 * (double)used / (double)(s.n * SECTOR_BYTES), s.ideal);
	doc_gap(d);
	doc_wrap(d, s.n > s.ideal ? STYLE_WARN : STYLE_PASS, 0, b.data);
	buf_release(&b);
}

/* ---- shared memory: a row for each wavefront, a place for each bank */
static void bank_head(struct doc *d)
{
	doc_put(d, STYLE_DIM, "bank");
	for (int b = 0; b < ACCESS_BANKS; b += 4) {
		doc_pad(d, LABEL + b * BANK_COLS);
		doc_printf(d, STYLE_DIM, "%d", b);
	}
	doc_break(d);
}

static void wave_row(const struct access_wave *w, size_t number, struct doc *d)
{
	struct buf b;

	doc_printf(d, STYLE_TEXT, "wave %zu", number);
	doc_pad(d, LABEL);
	for (int k = 0; k < ACCESS_BANKS; k++) {
		doc_put(d, w->lane[k] >= 0 ? STYLE_TEXT : STYLE_DIM, w->lane[k] >= 0 ? USED : idle(d));
		doc_put(d, STYLE_TEXT, " ");
	}
	buf_init(&b);
	lanes_words(w->lanes, d->width - doc_column(d), &b);
	doc_put(d, STYLE_DIM, b.data);
	doc_break(d);
	buf_release(&b);
}

static void waves(const struct access_view *v, struct doc *d)
{
	struct access_waves w;
	size_t shown;
	struct buf b;

	access_waves(v->a, &w);
	shown = v->rows && v->rows < w.n ? v->rows : w.n;
	doc_gap(d);
	bank_head(d);
	for (size_t i = 0; i < shown; i++)
		wave_row(&w.v[i], i + 1, d);
	if (shown < w.n) {
		doc_pad(d, LABEL);
		doc_printf(d, STYLE_DIM, "... and %zu wavefronts more", w.n - shown);
		doc_break(d);
	}
	buf_init(&b);
	buf_printf(&b, "%zu wavefront%s. Ideal: %zu.%s", w.n, w.n == 1 ? "" : "s", w.ideal,
		w.n > w.ideal ? " A bank gives one word at a time: lanes that want another word of it wait for the "
				"next wavefront." :
				"");
	doc_gap(d);
	doc_wrap(d, w.n > w.ideal ? STYLE_WARN : STYLE_PASS, 0, b.data);
	buf_release(&b);
}

void access_doc(const struct access_view *v, struct doc *d)
{
	title(v, d);
	if (!v->rows)
		lanes(v->a, d);
	if (v->a->shared)
		waves(v, d);
	else
		sectors(v, d);
}

/* ---- of a report */
void report_access_text(
	const struct profile_report *r, const struct access *a, const struct text_style *st, struct buf *out)
{
	struct access_view v = { .list = &r->accesses, .a = a };
	struct doc d;

	v.source = r->nsources ? r->sources[0].text : NULL;
	doc_init(&d, st->width > 0 ? st->width : 80, st->utf8);
	access_doc(&v, &d);
	doc_text(&d, out);
	doc_release(&d);
}

static json_t *json_access(const struct access_list *l, const struct access *a)
{
	struct access_cost cost = access_cost(a);
	json_t *o = json_object(), *lanes = json_array();

	json_object_set_new(o, "line", json_integer(a->line));
	json_object_set_new(o, "column", a->column ? json_integer(a->column) : json_null());
	json_object_set_new(o, "kernel", json_text(a->kernel));
	json_object_set_new(o, "launch", json_integer(a->launch));
	json_object_set_new(o, "nth", json_integer((json_int_t)a->nth));
	json_object_set_new(o, "of", json_integer((json_int_t)access_total(l, a)));
	json_object_set_new(o, "kind", json_string(access_kind_word(a->kind)));
	json_object_set_new(o, "space", json_string(a->shared ? "shared" : "global"));
	json_object_set_new(o, "bytes", json_integer(a->bytes));
	for (int i = 0; i < ACCESS_LANES; i++)
		json_array_append_new(lanes, a->mask >> i & 1 ? json_integer((json_int_t)a->addr[i]) : json_null());
	json_object_set_new(o, "addresses", lanes);
	json_object_set_new(o, a->shared ? "wavefronts" : "sectors", json_integer((json_int_t)cost.n));
	json_object_set_new(o, "ideal", json_integer((json_int_t)cost.ideal));
	return o;
}

void report_access_json(const struct profile_report *r, int line, struct buf *out)
{
	const struct access_list *l = &r->accesses;
	json_t *o = json_object(), *all = json_array();

	json_object_set_new(o, "schema", json_string("warplings.access/1"));
	json_object_set_new(o, "file", json_text(r->file));
	json_object_set_new(o, "step", json_text(r->step_id));
	json_object_set_new(o, "case", json_text(r->case_name));
	json_object_set_new(o, "block", json_integer((json_int_t)l->block));
	json_object_set_new(o, "warp", json_integer(l->warp));
	for (size_t i = 0; i < l->n; i++)
		if (!line || l->v[i].line == line)
			json_array_append_new(all, json_access(l, &l->v[i]));
	json_object_set_new(o, "accesses", all);
	json_out(o, out);
}
