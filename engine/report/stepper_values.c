/* stepper report: what an instruction reads and writes, lane by lane, under the names that the student's file has for
 * it. */
#include <string.h>

#include "judge/access.h"
#include "report/stepper_parts.h"
#include "report/variables.h"

static bool uniform(const struct trace_row *r)
{
	int first = __builtin_ctz(r->mask ? r->mask : 1);

	for (int l = 0; l < TRACE_LANES; l++)
		if (r->mask >> l & 1 && r->value[l] != r->value[first])
			return false;
	return true;
}

/* Lanes in a row, and the columns of each: eight; four where a value is long, and in a low window sixteen where all are
 * short; fewer where so many columns are not there. */
static int lanes_in_row(const struct trace_inst *x, const struct trace_row *r, bool is_low, int width, int *cell)
{
	size_t longest = 0;
	int in_row;

	for (int l = 0; l < TRACE_LANES; l++) {
		struct buf b;

		buf_init(&b);
		trace_value(r->value[l], x->class, x->bits, &b);
		if (r->mask >> l & 1 && b.len > longest)
			longest = b.len;
		buf_release(&b);
	}
	in_row = longest >= STEPPER_CELL             ? STEPPER_IN_ROW / 2 :
		is_low && longest < STEPPER_CELL / 2 ? 2 * STEPPER_IN_ROW :
						       STEPPER_IN_ROW;
	*cell = STEPPER_CELL * STEPPER_IN_ROW / in_row;
	if (in_row * *cell > width)
		*cell = (int)longest + 1;
	while (in_row > 1 && in_row * *cell > width)
		in_row /= 2;
	return in_row;
}

/* Lane by lane; one value where all have the same. */
static void lane_values(const struct trace_inst *x, const struct trace_row *r, bool is_low, struct doc *d)
{
	int cell, in_row = lanes_in_row(x, r, is_low, d->width + STEPPER_MARGIN - STEPPER_LABEL, &cell);

	if (uniform(r)) {
		struct buf b;

		buf_init(&b);
		trace_value(r->value[__builtin_ctz(r->mask)], x->class, x->bits, &b);
		doc_put(d, STYLE_STRONG, ":");
		stepper_room(d, (int)b.len + (int)sizeof " in all of them");
		doc_printf(d, STYLE_STRONG, " %s in all of them", b.data);
		doc_break(d);
		buf_release(&b);
		return;
	}
	doc_break(d);
	doc_printf(d, STYLE_DIM, "%5d:", 0);
	doc_pad(d, STEPPER_LABEL);
	for (int l = 0; l < TRACE_LANES; l++) {
		struct buf b;

		if (l && l % in_row == 0) {
			doc_break(d);
			doc_printf(d, STYLE_DIM, "%5d:", l);
			doc_pad(d, STEPPER_LABEL);
		}
		buf_init(&b);
		if (r->mask >> l & 1)
			trace_value(r->value[l], x->class, x->bits, &b);
		else
			buf_puts(&b, "-");
		doc_printf(d, r->mask >> l & 1 ? STYLE_TEXT : STYLE_DIM, "%*s", cell, b.data);
		buf_release(&b);
	}
	doc_break(d);
}

void stepper_memory(const struct trace_inst *x, const struct trace_row *r, struct doc *d)
{
	struct access a = { .shared = r->space == TRACE_SHARED, .mask = r->mask, .bytes = r->bytes };
	struct access_cost c;
	struct flow f;
	struct buf b;

	if (r->space == TRACE_NOWHERE || !r->mask || !r->bytes)
		return;
	memcpy(a.addr, r->addr, sizeof a.addr);
	c = access_cost(&a);
	buf_init(&b);
	flow_init(&f, d->utf8);
	buf_printf(&b, "%s %s memory: %zu %s%s, ideal %zu",
		x->kind == TRACE_STORE          ? "stores to" :
			x->kind == TRACE_ATOMIC ? "changes" :
						  "loads from",
		a.shared ? "shared" : "global", c.n, a.shared ? "wavefront" : "sector", c.n == 1 ? "" : "s", c.ideal);
	flow_add(&f, c.n > c.ideal ? STYLE_WARN : STYLE_TEXT, b.data, b.len);
	doc_flow(d, &f, "memory ", "       ", STYLE_STRONG);
	flow_release(&f);
	buf_release(&b);
}

void stepper_values(
	const struct trace_inst *x, const struct trace_row *r, const struct variable *named, bool is_low, struct doc *d)
{
	if (!r->valued || !r->mask)
		return;
	stepper_label(d, "value");
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
	enum { NAME = 24, LINE = 8, NARROW = 60 };
	bool narrow = d->width < NARROW; /* the values count, not where they come from */
	const struct variable *named = variables_of(names, v->t, reg, n);
	struct trace_row row;
	const struct trace_inst *x = before ? trace_register(v->t, v->warp, before, reg, n, &row) : NULL;

	if (!x && !named)
		return false;
	stepper_label(d, what);
	if (named)
		doc_printf(d, STYLE_KEY, "%s ", named->name);
	doc_putn(d, named ? STYLE_DIM : STYLE_KEY, reg, n);
	doc_pad(d, narrow ? NAME - LINE : NAME);
	if (x && x->file && !narrow)
		doc_printf(d, STYLE_DIM, "line %d ", x->line);
	else if (!x)
		doc_put(d, STYLE_DIM, named->given ? "given to the kernel" : "not written by a step yet");
	if (x) {
		doc_pad(d, narrow ? NAME - LINE : NAME + LINE);
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
void stepper_uses(
	const struct stepper_view *v, const struct variables *names, const struct trace_inst *x, struct doc *d)
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
void stepper_others(
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
void stepper_watched(const struct stepper_view *v, const struct trace_row *r, struct doc *d)
{
	for (const char *p = v->watch; p && *p; p += *p == ',') {
		size_t n = strcspn(p, ",");
		struct trace_row row;
		const struct trace_inst *x = trace_register(v->t, v->warp, r, p, n, &row);

		stepper_label(d, "watch");
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
		lane_values(x, &row, stepper_low(v), d);
	}
}
