/* order.c: see order.h. What is allowed is counted in warp instructions of the reference, never in time, so that a
 * verdict is the same on every machine. */
#include "job/step/order.h"

#include <string.h>

#include "base/buf.h"
#include "base/fs.h"
#include "report/format.h"

/* A student's launch may take this many times the reference's instructions, and this many in any case, before it is
 * stopped. 50 leaves room for a plain serial solution of a small step; 20 M instructions are a fraction of a second.
 * Where elements are written several times over, each of those writes is noted by the race checker, which takes ten
 * times as long as an instruction: less is allowed then. */
enum { BUDGET_FACTOR = 50, BUDGET_BASE = 20000000, LOWER_FACTOR = 8, LOWER_BASE = 2000000 };

static uint64_t case_work(const struct reference *ref, size_t i)
{
	const struct case_data *d = &ref->data[i];
	uint64_t work = ref->cases[i].run.side.total.v[CTR_INST];

	for (size_t k = 0; !ref->cases[i].run.side.has_counters && k < d->step->nargs; k++)
		work += d->args[k].bytes;
	return work;
}

void order_cases(const struct reference *ref, size_t *order)
{
	for (size_t i = 0; i < ref->step->ncases; i++) {
		size_t at = i;

		for (; at > 0 && case_work(ref, order[at - 1]) > case_work(ref, i); at--)
			order[at] = order[at - 1];
		order[at] = i;
	}
}

bool order_small(const struct reference *ref, size_t i)
{
	enum { SMALL = 200000 }; /* warp instructions: a few hundredths of a second */

	return !ref->step->cases[i].perf && ref->cases[i].run.side.total.v[CTR_INST] <= SMALL;
}

bool order_asks(const struct case_data *d)
{
	for (size_t i = 0; i < d->step->nargs; i++)
		if ((d->args[i].arg->kind == ARG_OUT || d->args[i].arg->kind == ARG_INOUT) && d->args[i].bytes)
			return true;
	return false;
}

uint64_t order_budget(const struct reference *ref)
{
	return ref->step->step_budget ? ref->step->step_budget : BUDGET_FACTOR * ref->most_instructions + BUDGET_BASE;
}

uint64_t order_lower_budget(const struct reference *ref, const struct run_outcome *o)
{
	for (size_t i = 0; i < o->nfindings && !ref->step->step_budget; i++) {
		const struct kernel_finding *f = &o->findings[i];

		if (f->verdict == VERDICT_RACE && f->severity == SEVERITY_INFO && f->space &&
			!strcmp(f->space, "global"))
			return LOWER_FACTOR * ref->most_instructions + LOWER_BASE;
	}
	return 0;
}

/* The line of the student's file that most of the instructions belong to, or NULL. */
static const struct device_line *busiest(const struct run_outcome *o, const char *file)
{
	const struct device_line *best = NULL;

	for (size_t i = 0; i < o->nlines; i++) {
		const struct device_line *l = &o->lines[i];

		if (l->file && !strcmp(fs_base_name(l->file), fs_base_name(file)) &&
			(!best || l->c.v[CTR_INST] > best->c.v[CTR_INST]))
			best = l;
	}
	return best;
}

/* " (`for (int i = 0; ...)`)": a line names the student's variables. Nothing where the file has no such line. */
static void add_source(struct buf *b, const char *file, int line)
{
	enum { FILE_MAX = 1 << 20, SHOWN = 100 };
	struct buf text;
	const char *s;
	int n;

	buf_init(&text);
	if (!fs_read(file, FILE_MAX, &text, NULL)) {
		for (s = text.data; s && line > 1; line--)
			s = (s = strchr(s, '\n')) ? s + 1 : NULL;
		s = s ? s + strspn(s, " \t") : "";
		n = (int)strcspn(s, "\r\n");
		if (n) {
			buf_puts(b, " (`");
			buf_add_scrubbed(b, s, (size_t)(n < SHOWN ? n : SHOWN));
			buf_puts(b, n < SHOWN ? "`)" : "...`)");
		}
	}
	buf_release(&text);
}

const char *order_endless(struct arena *a, const char *file, const struct run_outcome *o)
{
	const char *said;
	struct buf b;

	if (!o->fault_thread || !o->place.file || o->place.line < 1 ||
		strcmp(fs_base_name(o->place.file), fs_base_name(file)))
		return o->message;
	buf_init(&b);
	buf_printf(&b, "%s. It is line %d", o->message, o->place.line);
	add_source(&b, file, o->place.line);
	buf_putc(&b, '.');
	said = arena_strdup(a, b.data);
	buf_release(&b);
	return said;
}

static void add_count(struct buf *b, uint64_t n)
{
	char text[48];

	format_count((double)n, text, sizeof text);
	buf_puts(b, text);
}

void order_explain(struct arena *a, const struct reference *ref, size_t i, const struct run_outcome *o,
	const char *file, bool earlier, struct case_result *c)
{
	uint64_t want = ref->cases[i].run.side.total.v[CTR_INST];
	const struct device_line *line = busiest(o, file);
	struct buf b;

	buf_init(&b);
	buf_puts(&b, ORDER_STOPPED);
	add_count(&b, o->stopped_after);
	buf_puts(&b, " warp instructions");
	if (want) {
		buf_puts(&b, "; the reference needs ");
		add_count(&b, want);
		buf_puts(&b, " for all of it");
	}
	if (line) {
		buf_printf(&b, ". Most of them belong to %s:%d", fs_base_name(file), line->line);
		add_source(&b, file, line->line);
		c->place.file = line->file;
		c->place.line = line->line;
	}
	earlier = earlier && ref->step->cases[i].perf;
	buf_puts(&b,
		earlier ? ". Smaller cases are right: it works, but it does far too much." :
			  ". Whether it would ever end is not known.");
	c->message = arena_strdup(a, b.data);
	c->verdict = earlier ? VERDICT_GATE_FAILED : VERDICT_TIMEOUT;
	buf_release(&b);
}
