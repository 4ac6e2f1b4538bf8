/* race report: see race.h. */
#include "report/race.h"

#include <stdio.h>
#include <string.h>

#include "base/fs.h"
#include "base/lines.h"
#include "judge/finding.h"
#include "report/doc/text.h"
#include "report/json_run.h"

enum { AROUND = 2, WIDE = 100, MOST = 8 };

struct place {
	const char *word; /* "Write" */
	const struct thread_place *at;
	const char *operation; /* of a stream; NULL: a thread did it */
};

static bool own(const struct result *r, const struct thread_place *p)
{
	size_t n;

	return p->file && r->file && r->source && p->line > 0 &&
		!strcmp(fs_base_name(p->file), fs_base_name(r->file)) && line_at(r->source, p->line, &n);
}

/* One line of a place's half of the page: 0 who, 1 where, then the source. False: there is no more. */
static bool half_line(const struct result *r, const struct place *p, int row, bool utf8, struct buf *out, enum style *s)
{
	const struct thread_place *t = p->at;
	int line = t->line - AROUND + row - 2;
	const char *text;
	size_t n;

	*s = STYLE_TEXT;
	if (row == 0) {
		*s = STYLE_STRONG;
		if (p->operation)
			buf_printf(out, "%s by %s", p->word, p->operation);
		else
			buf_printf(out, "%s by thread (%u,%u,%u) of block (%u,%u,%u)", p->word, t->thread[0],
				t->thread[1], t->thread[2], t->block[0], t->block[1], t->block[2]);
		return true;
	}
	if (row == 1) {
		*s = STYLE_DIM;
		if (t->line > 0)
			buf_printf(out, "%s:%d", t->file ? fs_base_name(t->file) : "?", t->line);
		return true;
	}
	if (!own(r, t) || row > 2 + 2 * AROUND)
		return false;
	text = line > 0 ? line_at(r->source, line, &n) : NULL;
	if (text) {
		*s = line == t->line ? STYLE_CODE : STYLE_TEXT;
		buf_printf(out, "%s%4d \xE2\x94\x82 ", line == t->line ? "\xE2\x96\xB8" : " ", line);
		text_code(out, text, n, utf8);
	}
	return true;
}

static void half(const struct result *r, const struct place *p, struct doc *d)
{
	struct buf b;
	enum style s;

	for (int row = 0;; row++) {
		buf_init(&b);
		if (!half_line(r, p, row, d->utf8, &b, &s)) {
			buf_release(&b);
			return;
		}
		doc_put(d, STYLE_TEXT, "  ");
		doc_put_cut(d, s, b.data ? b.data : "", b.len, d->width - 2);
		doc_break(d);
		buf_release(&b);
	}
}

static void beside(const struct result *r, const struct place p[2], struct doc *d)
{
	int room = d->width / 2 - 3;

	for (int row = 0;; row++) {
		bool any = false;

		for (int k = 0; k < 2; k++) {
			struct buf b;
			enum style s;

			buf_init(&b);
			if (half_line(r, &p[k], row, d->utf8, &b, &s)) {
				if (!any && k)
					doc_put(d, STYLE_TEXT, " ");
				doc_pad(d, k ? d->width / 2 : 2);
				doc_put_cut(d, s, b.data ? b.data : "", b.len, room);
				any = true;
			}
			buf_release(&b);
		}
		if (!any)
			return;
		doc_break(d);
	}
}

/* Of several lanes of a warp that read a place one stands for all: it may be the one that writes there. */
static bool one_thread(const struct kernel_finding *f)
{
	return !memcmp(f->at.block, f->other.block, sizeof f->at.block) &&
		!memcmp(f->at.thread, f->other.thread, sizeof f->at.thread);
}

static void order_words(const struct case_result *c, const struct kernel_finding *f, struct buf *out)
{
	if (finding_of_early(f))
		buf_puts(out, "The second kernel was launched to begin before the first one has ended.");
	else if (f->gap == GAP_STREAMS)
		buf_puts(out,
			"They are in different streams, and no event or synchronisation makes one wait for the other.");
	else if (f->same_warp && one_thread(f))
		buf_printf(out,
			"Other lanes of the warp are there with thread (%u,%u,%u), and no __syncwarp() or barrier "
			"makes it wait for them.",
			f->at.thread[0], f->at.thread[1], f->at.thread[2]);
	else if (f->same_warp)
		buf_puts(out, "Both are lanes of one warp, and no __syncwarp() or barrier orders them.");
	else if (memcmp(f->at.block, f->other.block, sizeof f->at.block))
		buf_puts(out,
			"They are in different blocks, which run in any order: no barrier of a block orders them.");
	else
		buf_puts(out, "They are in different warps of one block, and no __syncthreads() stands between them.");
	if (c->schedule)
		buf_printf(out,
			" The answer goes wrong in the order of threads number %llu: warplings run ... --schedule %llu "
			"shows it.",
			(unsigned long long)c->schedule, (unsigned long long)c->schedule);
}

static void one(const struct result *r, const struct case_result *c, const struct kernel_finding *f, struct doc *d)
{
	bool streams = f->gap == GAP_STREAMS;
	struct place p[2] = { { finding_other_word(f), &f->other, streams ? f->other_kernel : NULL },
		{ finding_at_word(f), &f->at, streams ? f->kernel : NULL } };
	const char *advice = finding_advice(f);
	struct buf b;

	buf_init(&b);
	buf_printf(&b, "%s: %s%s%u bytes of %s memory", f->name, f->element ? f->element : "", f->element ? ", " : "",
		f->bytes, f->space ? f->space : "global");
	buf_printf(&b, ", case %s, seen %llu time%s", c->name, (unsigned long long)f->count, f->count == 1 ? "" : "s");
	doc_gap(d);
	doc_wrap(d, f->severity == SEVERITY_INFO ? STYLE_WARN : STYLE_FAIL, 0, b.data);
	doc_gap(d);
	if (d->width >= WIDE) {
		doc_put(d, STYLE_DIM, "  first");
		doc_pad(d, d->width / 2);
		doc_put(d, STYLE_DIM, "then");
		doc_break(d);
		beside(r, p, d);
	} else {
		doc_put(d, STYLE_DIM, "  first");
		doc_break(d);
		half(r, &p[0], d);
		doc_put(d, STYLE_DIM, "  then");
		doc_break(d);
		half(r, &p[1], d);
	}
	doc_gap(d);
	buf_clear(&b);
	order_words(c, f, &b);
	doc_wrap(d, STYLE_TEXT, 0, b.data);
	if (advice)
		doc_wrap(d, STYLE_STRONG, 0, advice);
	buf_release(&b);
}

static bool has_pair(const struct kernel_finding *f)
{
	return f->has_other && !f->host;
}

/* Was this pair of lines shown for an earlier case? */
static bool shown_before(const struct result *r, size_t ci, size_t fi)
{
	const struct kernel_finding *f = &r->cases[ci].findings[fi];

	for (size_t c = 0; c <= ci; c++)
		for (size_t k = 0; k < (c == ci ? fi : r->cases[c].nfindings); k++) {
			const struct kernel_finding *g = &r->cases[c].findings[k];

			if (has_pair(g) && g->at.line == f->at.line && g->other.line == f->other.line &&
				!strcmp(g->name, f->name))
				return true;
		}
	return false;
}

bool race_any(const struct result *r)
{
	for (size_t c = 0; c < r->ncases; c++)
		for (size_t k = 0; k < r->cases[c].nfindings; k++)
			if (has_pair(&r->cases[c].findings[k]))
				return true;
	return false;
}

bool race_doc(const struct result *r, struct doc *d)
{
	int n = 0;

	for (int severity = SEVERITY_ERROR; severity >= SEVERITY_INFO; severity--)
		for (size_t c = 0; c < r->ncases; c++)
			for (size_t k = 0; k < r->cases[c].nfindings; k++) {
				const struct kernel_finding *f = &r->cases[c].findings[k];

				if ((int)f->severity == severity && has_pair(f) && !shown_before(r, c, k) && n++ < MOST)
					one(r, &r->cases[c], f, d);
			}
	if (!n)
		doc_wrap(d, STYLE_TEXT, 0,
			"No two accesses of the newest run are without an order: nothing raced in the cases that ran.");
	return n > 0;
}

void report_race_text(const struct result *r, const struct text_style *st, struct buf *out)
{
	struct doc d;

	doc_init(&d, st->width > 0 ? st->width : 80, st->utf8);
	race_doc(r, &d);
	doc_text(&d, out);
	doc_release(&d);
}

void report_race_json(const struct result *r, struct buf *out)
{
	json_t *o = json_object(), *all = json_array();

	json_object_set_new(o, "schema", json_string("warplings.race/1"));
	json_object_set_new(o, "step", json_text(r->step_id));
	for (size_t c = 0; c < r->ncases; c++) {
		json_t *one = json_object();

		json_object_set_new(one, "case", json_text(r->cases[c].name));
		json_object_set_new(one, "schedule", json_integer((json_int_t)r->cases[c].schedule));
		json_object_set_new(one, "findings", json_findings(r->cases[c].findings, r->cases[c].nfindings));
		json_array_append_new(all, one);
	}
	json_object_set_new(o, "cases", all);
	json_out(o, out);
}
