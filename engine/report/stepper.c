/* stepper report: see stepper.h. */
#include "report/stepper.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "judge/access.h"
#include "report/doc/text.h"
#include "report/json_run.h"
#include "report/variables.h"

enum { AROUND = 2, LOW = 30, LABEL = 7, CELL = 9, IN_ROW = 8, SHARED_ROWS = 8 };

/* In a window of few lines, what the step is about and shared memory stay in sight. */
static bool low(const struct stepper_view *v)
{
	return v->rows && v->rows < LOW;
}

static void source(const struct stepper_view *v, int line, struct doc *d)
{
	int around = low(v) ? 1 : AROUND;

	for (int i = line > around ? line - around : 1; line > 0 && i <= line + around; i++) {
		size_t n;
		const char *s = line_at(v->source, i, &n);
		struct buf b;

		if (!s)
			break;
		buf_init(&b);
		text_clean(&b, s, n, d->utf8, 0);
		doc_put(d, i == line ? STYLE_STRONG : STYLE_TEXT, i == line ? "\xE2\x96\xB8" : " ");
		doc_printf(d, STYLE_DIM, "%4d \xE2\x94\x82 ", i);
		doc_putn(d, i == line ? STYLE_CODE : STYLE_TEXT, b.data ? b.data : "",
			text_cut(b.data ? b.data : "", b.len, d->width - doc_column(d)));
		doc_break(d);
		buf_release(&b);
	}
}

static void label(struct doc *d, const char *text)
{
	doc_put(d, STYLE_STRONG, text);
	doc_pad(d, LABEL);
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

	label(d, "lanes");
	for (int l = 0; l < TRACE_LANES; l++)
		doc_put(d, r->mask >> l & 1 ? STYLE_PASS : STYLE_DIM,
			r->mask >> l & 1 ? (d->utf8 ? "\xE2\x96\xA0" : "#") : (d->utf8 ? "\xE2\x96\xA1" : "."));
	doc_printf(d, STYLE_TEXT, "  %d of 32 %s it", __builtin_popcount(r->mask), branch ? "take" : "run");
	elsewhere(t, r, d);
	doc_break(d);
}

static bool uniform(const struct trace_row *r)
{
	int first = __builtin_ctz(r->mask ? r->mask : 1);

	for (int l = 0; l < TRACE_LANES; l++)
		if (r->mask >> l & 1 && r->value[l] != r->value[first])
			return false;
	return true;
}

/* Lanes in a row: eight; four where a value is long, and in a low window sixteen where all are short. */
static int lanes_in_row(const struct trace_inst *x, const struct trace_row *r, bool is_low)
{
	size_t longest = 0;

	for (int l = 0; l < TRACE_LANES; l++) {
		struct buf b;

		buf_init(&b);
		trace_value(r->value[l], x->class, x->bits, &b);
		if (r->mask >> l & 1 && b.len > longest)
			longest = b.len;
		buf_release(&b);
	}
	return longest >= CELL ? IN_ROW / 2 : is_low && longest < CELL / 2 ? 2 * IN_ROW : IN_ROW;
}

/* Lane by lane; one value where all have the same. */
static void lane_values(const struct trace_inst *x, const struct trace_row *r, bool is_low, struct doc *d)
{
	int in_row = lanes_in_row(x, r, is_low);

	if (uniform(r)) {
		struct buf b;

		buf_init(&b);
		trace_value(r->value[__builtin_ctz(r->mask)], x->class, x->bits, &b);
		doc_printf(d, STYLE_STRONG, ": %s in all of them", b.data);
		doc_break(d);
		buf_release(&b);
		return;
	}
	doc_break(d);
	doc_printf(d, STYLE_DIM, "%5d:", 0);
	doc_pad(d, LABEL);
	for (int l = 0; l < TRACE_LANES; l++) {
		struct buf b;

		if (l && l % in_row == 0) {
			doc_break(d);
			doc_printf(d, STYLE_DIM, "%5d:", l);
			doc_pad(d, LABEL);
		}
		buf_init(&b);
		if (r->mask >> l & 1)
			trace_value(r->value[l], x->class, x->bits, &b);
		else
			buf_puts(&b, "-");
		doc_printf(d, r->mask >> l & 1 ? STYLE_TEXT : STYLE_DIM, "%*s", CELL * IN_ROW / in_row, b.data);
		buf_release(&b);
	}
	doc_break(d);
}

static void memory(const struct trace_inst *x, const struct trace_row *r, struct doc *d)
{
	struct access a = { .shared = r->space == TRACE_SHARED, .mask = r->mask, .bytes = r->bytes };
	struct access_cost c;

	if (r->space == TRACE_NOWHERE || !r->mask || !r->bytes)
		return;
	memcpy(a.addr, r->addr, sizeof a.addr);
	c = access_cost(&a);
	label(d, "memory");
	doc_printf(d, c.n > c.ideal ? STYLE_WARN : STYLE_TEXT, "%s %s memory: %zu %s%s, ideal %zu",
		x->kind == TRACE_STORE          ? "stores to" :
			x->kind == TRACE_ATOMIC ? "changes" :
						  "loads from",
		a.shared ? "shared" : "global", c.n, a.shared ? "wavefront" : "sector", c.n == 1 ? "" : "s", c.ideal);
	doc_break(d);
}

static void values(
	const struct trace_inst *x, const struct trace_row *r, const struct variable *named, bool is_low, struct doc *d)
{
	if (!r->valued || !r->mask)
		return;
	label(d, "value");
	if (named)
		doc_printf(d, STYLE_KEY, "%s, ", named->name);
	doc_printf(d, STYLE_TEXT, "%s%sof type %s", x->reg ? x->reg : "", x->reg ? ", " : "", x->type);
	lane_values(x, r, is_low, d);
}

/* In what is left of the line: one value where all lanes have the same, else those of the first lanes. */
static void short_values(const struct trace_inst *x, const struct trace_row *r, struct doc *d)
{
	bool all = uniform(r);

	for (int l = all ? __builtin_ctz(r->mask) : 0; l < TRACE_LANES; l++) {
		struct buf b;
		bool last, room;

		buf_init(&b);
		if (r->mask >> l & 1)
			trace_value(r->value[l], x->class, x->bits, &b);
		else
			buf_putc(&b, '-');
		last = all || l == TRACE_LANES - 1;
		room = doc_column(d) + 1 + (int)b.len + (last ? 0 : 4) <= d->width;
		doc_printf(d, STYLE_TEXT, " %s", room ? b.data : d->utf8 ? "\xE2\x80\xA6" : "...");
		buf_release(&b);
		if (last || !room)
			break;
	}
	if (all)
		doc_put(d, STYLE_DIM, " in all of them");
	doc_break(d);
}

/* "i %r1  line 11  0 1 2": a register as the student's variable, where that is known, and as it stands before this
 * step. False: there is nothing to be said of it. */
static bool register_row(const struct stepper_view *v, const struct variables *names, const struct trace_row *before,
	const char *what, const char *reg, size_t n, struct doc *d)
{
	enum { NAME = 24 };
	const struct variable *named = variables_of(names, v->t, reg, n);
	struct trace_row row;
	const struct trace_inst *x = before ? trace_register(v->t, v->warp, before, reg, n, &row) : NULL;

	if (!x && !named)
		return false;
	label(d, what);
	if (named)
		doc_printf(d, STYLE_KEY, "%s ", named->name);
	doc_putn(d, named ? STYLE_DIM : STYLE_KEY, reg, n);
	doc_pad(d, NAME);
	if (x && x->file)
		doc_printf(d, STYLE_DIM, "line %d ", x->line);
	else if (!x)
		doc_put(d, STYLE_DIM, named->given ? "given to the kernel" : "not written by a step yet");
	if (x) {
		doc_pad(d, NAME + 8);
		short_values(x, &row, d);
	} else {
		doc_break(d);
	}
	return true;
}

static const struct trace_row *row_before(const struct stepper_view *v)
{
	return v->step ? trace_step(v->t, v->warp, v->step - 1) : NULL;
}

/* What the instruction reads: the registers in its text but the one whose value is shown above. */
static void uses(const struct stepper_view *v, const struct variables *names, const struct trace_inst *x, struct doc *d)
{
	const char *label_of = "uses", *first = strchr(x->text, ' ');
	bool written = x->reg != NULL;
	size_t n;

	if (x->text[0] == '@') /* its guard is read, too */
		first = x->text;
	for (const char *p = first ? variables_next_register(first, &n) : NULL; p;
		p = variables_next_register(p + n, &n)) {
		bool again = false;
		size_t m;

		if (written && strlen(x->reg) == n && !memcmp(p, x->reg, n)) {
			written = false; /* only the first is what it writes: "add %f1, %f1, %f2" */
			continue;
		}
		for (const char *q = variables_next_register(first, &m); q && q < p;
			q = variables_next_register(q + m, &m))
			again = again ||
				(m == n && !memcmp(p, q, n) &&
					!(x->reg && strlen(x->reg) == n && !memcmp(q, x->reg, n)));
		if (again)
			continue;
		if (register_row(v, names, row_before(v), label_of, p, n, d))
			label_of = "";
	}
}

/* The student's other variables, as they stand before this step: those that were set last come first. */
static void others(
	const struct stepper_view *v, const struct variables *names, const struct trace_inst *x, struct doc *d)
{
	enum { MOST = 6 };
	const struct trace_row *before = row_before(v);
	const char *seen[MOST], *label_of = "also";
	size_t nseen = 0;

	for (const struct trace_row *r = before; r && r >= v->t->rows && nseen < MOST; r--) {
		const struct trace_inst *w = &v->t->insts[r->inst];
		const struct variable *named = w->reg && r->warp == v->warp && w->kind != TRACE_STORE ?
			variables_of(names, v->t, w->reg, strlen(w->reg)) :
			NULL;
		const char *used;
		size_t n = 0;
		bool shown = !named || named->given;

		for (size_t k = 0; k < nseen && !shown; k++)
			shown = !strcmp(seen[k], named->name);
		if (shown)
			continue;
		seen[nseen++] = named->name;
		for (used = variables_next_register(x->text, &n); used && !shown;
			used = variables_next_register(used + n, &n))
			shown = strlen(w->reg) == n && !memcmp(used, w->reg, n); /* it stands above */
		if (shown)
			continue;
		if (register_row(v, names, before, label_of, w->reg, strlen(w->reg), d))
			label_of = "";
	}
}

/* The registers that were chosen, with the line that wrote each last: they have no other names in PTX. */
static void watched(const struct stepper_view *v, const struct trace_row *r, struct doc *d)
{
	for (const char *p = v->watch; p && *p; p += *p == ',') {
		size_t n = strcspn(p, ",");
		struct trace_row row;
		const struct trace_inst *x = trace_register(v->t, v->warp, r, p, n, &row);

		label(d, "watch");
		doc_putn(d, STYLE_KEY, p, n);
		p += n;
		if (!x) {
			doc_put(d, STYLE_DIM, ": this warp has not written it yet");
			doc_break(d);
			continue;
		}
		doc_printf(d, STYLE_TEXT, ", of type %s", x->type);
		if (x->file)
			doc_printf(d, STYLE_TEXT, ", from line %d", x->line);
		lane_values(x, &row, low(v), d);
	}
}

enum { WORD = CELL - 2 /* columns of a word of shared memory, without its sign */ };

/* A word of shared memory; a float is rounded until it fits its column. */
static void word_text(const struct trace_word *w, char *out, size_t room)
{
	struct buf b;

	buf_init(&b);
	if (w->known)
		trace_value(w->value, w->class, 32, &b);
	else
		buf_puts(&b, ".");
	snprintf(out, room, "%s", b.data);
	buf_release(&b);
	for (int digits = 4; w->known && w->class == 'f' && strlen(out) > WORD && digits > 0; digits--) {
		float f;

		memcpy(&f, &w->value, sizeof f);
		snprintf(out, room, "%.*g", digits, (double)f);
	}
}

/* Words in lines of eight, a bank each: those that this step is about, else the first. Where one is too wide for that,
 * in lines of four. */
static void shared(const struct stepper_view *v, const struct trace_row *r, struct doc *d)
{
	size_t n, from = 0, in_row = IN_ROW, end;
	struct trace_word *w = trace_shared(v->t, r, &n);
	char text[48];

	if (r->space == TRACE_SHARED && r->mask)
		from = (size_t)r->addr[__builtin_ctz(r->mask)] / 4 / TRACE_LANES * TRACE_LANES;
	if (from >= n)
		from = 0;
	end = from + SHARED_ROWS * IN_ROW < n ? from + SHARED_ROWS * IN_ROW : n;
	for (size_t i = from; i < end; i++) {
		word_text(&w[i], text, sizeof text);
		if (strlen(text) > WORD)
			in_row = IN_ROW / 2;
	}
	if (from < end) {
		label(d, "shared");
		doc_put(d, STYLE_DIM, "by banks; written: * by this step, ^ since the last barrier, . never");
		doc_break(d);
	}
	for (size_t i = from; i < end; i += in_row) {
		doc_printf(d, STYLE_DIM, "%5zu: ", i);
		for (size_t k = i; k < i + in_row && k < end; k++) {
			word_text(&w[k], text, sizeof text);
			doc_printf(d,
				w[k].now           ? STYLE_STRONG :
					w[k].known ? STYLE_TEXT :
						     STYLE_DIM,
				"%*s%s", in_row == IN_ROW ? WORD : 2 * WORD + 1, text,
				w[k].now           ? "*" :
					w[k].round ? "^" :
						     " ");
		}
		doc_printf(d, STYLE_DIM, " bank %zu", i % TRACE_LANES);
		doc_break(d);
	}
	free(w);
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

	label(d, "warps");
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
		if (doc_column(d) + (int)strlen(text) + 3 > d->width) {
			doc_break(d);
			doc_pad(d, LABEL);
		}
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
	if (x->file)
		doc_printf(d, STYLE_TEXT, "   line %d", x->line);
	doc_break(d);
	warps(v, r, d);
	if (v->t->more)
		doc_wrap(d, STYLE_DIM, 0, "Only the block's first instructions were recorded; it ran on after them.");
	if (!low(v))
		doc_gap(d);
	if (x->file)
		source(v, x->line, d);
	doc_gap(d);
	label(d, "PTX");
	doc_put(d, STYLE_CODE, x->text);
	doc_break(d);
	lanes(v->t, r, d);
	memory(x, r, d);
	values(x, r, x->reg ? variables_of(&names, v->t, x->reg, strlen(x->reg)) : NULL, low(v), d);
	uses(v, &names, x, d);
	watched(v, r, d);
	first = low(v) || r->space == TRACE_SHARED; /* what the step is about, or what would be below the window */
	if (first)
		shared(v, r, d);
	others(v, &names, x, d);
	if (!first)
		shared(v, r, d);
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

static json_t *row_json(const struct trace *t, const struct trace_row *r, const struct variables *names)
{
	const struct trace_inst *x = &t->insts[r->inst];
	const struct variable *named = x->reg ? variables_of(names, t, x->reg, strlen(x->reg)) : NULL;
	json_t *o = json_object(), *values = json_array(), *addresses = json_array();

	json_object_set_new(o, "line", x->file ? json_integer(x->line) : json_null());
	json_object_set_new(o, "ptx", json_text(x->text));
	json_object_set_new(o, "mask", json_integer(r->mask));
	json_object_set_new(o, "register", json_text(x->reg));
	json_object_set_new(o, "variable", named ? json_text(named->name) : json_null());
	json_object_set_new(o, "type", json_text(x->type));
	for (int l = 0; l < TRACE_LANES; l++) {
		struct buf b;
		bool on = r->mask >> l & 1;

		buf_init(&b);
		trace_value(r->value[l], x->class, x->bits, &b);
		json_array_append_new(values, on && r->valued ? json_text(b.data) : json_null());
		json_array_append_new(addresses, on && r->space ? json_integer((json_int_t)r->addr[l]) : json_null());
		buf_release(&b);
	}
	json_object_set_new(o, "values", values);
	json_object_set_new(o, "space",
		r->space == TRACE_SHARED         ? json_string("shared") :
			r->space == TRACE_GLOBAL ? json_string("global") :
						   json_null());
	json_object_set_new(o, "addresses", addresses);
	return o;
}

void report_stepper_json(const struct stepper_view *v, const char *step_id, struct buf *out)
{
	json_t *o = json_object(), *all = json_array();
	struct variables names;

	variables_find(&names, v->t, v->source);
	json_object_set_new(o, "schema", json_string("warplings.steps/1"));
	json_object_set_new(o, "step", json_text(step_id));
	json_object_set_new(o, "kernel", json_text(v->t->kernel));
	json_object_set_new(o, "block", json_integer((json_int_t)v->t->block));
	json_object_set_new(o, "warp", json_integer(v->warp));
	json_object_set_new(o, "more", json_boolean(v->t->more));
	for (size_t i = 0; i < v->t->nrows; i++)
		if (v->t->rows[i].warp == v->warp && !v->t->rows[i].part)
			json_array_append_new(all, row_json(v->t, &v->t->rows[i], &names));
	json_object_set_new(o, "steps", all);
	variables_release(&names);
	json_out(o, out);
}
