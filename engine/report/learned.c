/* learned: see learned.h. */
#include "report/learned.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "judge/prediction.h"
#include "lab/quote.h"
#include "report/shown.h"

static const struct side *quoted_side(const struct result *r, const struct quote *q)
{
	const struct step *s = r->step;
	size_t perf = (size_t)(step_case(s, NULL) - s->cases);
	const struct observed *o;

	if (q->whose == QUOTE_MINE)
		return &r->student;
	if (q->whose == QUOTE_REFERENCE)
		return &r->reference;
	o = q->whose == QUOTE_STARTER ? result_observed(r, OF_STARTER, NULL, perf) :
					result_observed(r, OF_VARIANT, q->variant->name, perf);
	return o ? &o->side : NULL;
}

/* A number without decimals that say nothing: 32, not 32.00. */
static struct shown brief(int counter, double v)
{
	struct shown s = v == (double)(long long)v ? shown_count(v) : shown_counter(counter, v);

	return s;
}

/* false: nobody knows. */
static bool fill_in(const struct result *r, const struct quote *q, struct buf *out)
{
	const struct side *side;
	const char *text;

	if (q->whose == QUOTE_H200) {
		text = lab_measured(r->step->lab, q->key);
		buf_puts(out, text ? text : "");
		return text != NULL;
	}
	side = quoted_side(r, q);
	if (!side || !side->ran)
		return false;
	if (q->counter == MEASURE_TIME) {
		buf_puts(out, shown_side_time(side).text);
		return side_timed(side);
	}
	if (!side->has_counters || !counter_defined(&side->total, (enum counter_id)q->counter))
		return false;
	buf_puts(out, brief(q->counter, counter_value(&side->total, (enum counter_id)q->counter)).text);
	return true;
}

static bool ends_part(const char *p)
{
	return strchr(".;:", *p) && (!p[1] || isspace((unsigned char)p[1]));
}

/* One part from *p on, appended to `out`; *p goes to its end. False: a number of it is missing. */
static bool add_part(const struct result *r, const char **p, struct buf *out)
{
	bool whole = true;

	while (**p) {
		struct quote q;

		if (**p == '{' && quote_next(r->step, *p, &q, NULL) > 0) {
			whole &= fill_in(r, &q, out);
			*p = q.start + q.len;
			continue;
		}
		buf_putc(out, **p);
		(*p)++;
		if (ends_part(*p - 1))
			break;
	}
	return whole;
}

/* "n = 65,536": what solve() gets. A case may count in tiles; its student reads what the function is called with. */
static void add_sizes(const struct step *s, const struct test_case *sizes, struct buf *out)
{
	const char *before = " with ";
	long long v;

	for (size_t i = 0; i < s->nargs; i++)
		if (s->args[i].kind == ARG_VALUE && !expr_eval(s->args[i].value, sizes, &v, NULL)) {
			buf_printf(out, "%s%s = %s", before, s->args[i].name, shown_count((double)v).text);
			before = ", ";
		}
}

/* What a GPU took, at the timing sizes where there are any: there the launch itself counts for little. Said for each
 * step whose text quotes no figure itself, so that the student's numbers never stand alone. */
static void add_measured(const struct step *s, struct buf *out)
{
	const char *suffix = s->has_timing ? ".timing" : "";
	const struct test_case *sizes = s->has_timing ? &s->timing : step_case(s, NULL);
	const char *starter, *solution;
	char key[40];

	snprintf(key, sizeof key, "%d.solution%s", s->number, suffix);
	solution = lab_measured(s->lab, key);
	snprintf(key, sizeof key, "%d.starter%s", s->number, suffix);
	starter = lab_measured(s->lab, key);
	if (!solution)
		return;
	buf_puts(out, out->len ? " " : "");
	buf_puts(out, "Measured on an H200, the whole solve()");
	add_sizes(s, sizes, out);
	buf_puts(out, ": ");
	if (starter)
		buf_printf(out, "%s with the starter, ", starter);
	buf_printf(out, "%s with the solution.", solution);
}

void learned_text(const struct result *r, struct buf *out)
{
	const char *p = r->step && r->verdict == VERDICT_PASS ? r->step->learned : NULL;
	struct buf part;

	buf_init(&part);
	while (p && *p) {
		char last;

		buf_clear(&part);
		if (add_part(r, &p, &part)) {
			buf_puts(out, part.data);
			continue;
		}
		/* What came before it ends the sentence now. */
		last = part.len ? part.data[part.len - 1] : '.';
		if (out->len && strchr(";:", out->data[out->len - 1]) && last == '.')
			out->data[out->len - 1] = '.';
	}
	buf_release(&part);
	while (out->len && isspace((unsigned char)*out->data)) {
		memmove(out->data, out->data + 1, out->len);
		out->len--;
	}
	while (out->len && isspace((unsigned char)out->data[out->len - 1]))
		out->data[--out->len] = '\0';
	if (r->step && r->verdict == VERDICT_PASS && r->step->learned && !strstr(r->step->learned, "{h200:"))
		add_measured(r->step, out);
}
