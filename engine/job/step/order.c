/* order.c: see order.h. What is allowed is counted in warp instructions of the reference, never in time, so that a
 * verdict is the same on every machine. */
#include "job/step/order.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/fs.h"
#include "base/lines.h"
#include "job/step/advice.h"
#include "job/step/launches.h"
#include "judge/source_flag.h"
#include "judge/source_lines.h"
#include "judge/source_shape.h"
#include "judge/source_step.h"
#include "report/format.h"

/* A student's launch may take this many times the reference's instructions, and this many in any case, before it is
 * stopped. 50 leaves room for a plain serial solution of a small step; 20 M instructions are a fraction of a second.
 * Where elements are written several times over, each of those writes is noted by the race checker, which takes ten
 * times as long as an instruction: less is allowed then. */
enum { BUDGET_FACTOR = 50, BUDGET_BASE = 20000000, LOWER_FACTOR = 8, LOWER_BASE = 200000 };

/* A small case that took this many warp instructions, and this many times what its floor allows beside the reference
 * (judge/floors.h), says enough: the bigger ones take longer and can't pass. Of work that several threads did alike
 * less says it. */
enum { WASTE = 1000000, WASTE_FACTOR = 10, WASTE_SAME = 10000, WASTE_SAME_FACTOR = 1 };

/* The perf case: what the budget stops where the case is big is too much where it is small, too. */
enum { WASTE_PERF = 100000, WASTE_PERF_FACTOR = BUDGET_FACTOR };

/* Of launches, in a small case: a thousand take some milliseconds on any GPU, and a loop of the host's that has as many
 * turns for a few thousand elements has a million for a big case. */
enum { WASTE_LAUNCHES = 1000, WASTE_LAUNCHES_FACTOR = 100 };

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

/* Several threads that wrote one element, in global memory or in a tile, all the same value; or NULL. */
static const struct kernel_finding *same_value(const struct case_result *c)
{
	for (size_t i = 0; i < c->nfindings; i++)
		if (c->findings[i].verdict == VERDICT_RACE && c->findings[i].severity == SEVERITY_INFO &&
			c->findings[i].space &&
			(!strcmp(c->findings[i].space, "global") || !strcmp(c->findings[i].space, "shared")))
			return &c->findings[i];
	return NULL;
}

uint64_t order_case_budget(const struct reference *ref, const struct result *r, size_t i)
{
	uint64_t most = order_budget(ref), lower = LOWER_FACTOR * ref->cases[i].run.side.total.v[CTR_INST] + LOWER_BASE;

	for (size_t k = 0; k < r->ncases && !ref->step->step_budget && !ref->step->floors.none; k++)
		if (r->cases[k].ran && same_value(&r->cases[k]))
			return lower < most ? lower : most;
	return most;
}

int order_allow(struct runner *run, const struct reference *ref, const struct result *r, size_t i, struct err *e)
{
	struct runner_spec spec = run->spec;

	spec.step_budget = order_case_budget(ref, r, i);
	if (!run->device || spec.step_budget == run->spec.step_budget)
		return 0;
	return runner_restart(run, &spec, e);
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

/* Of a file's text, or "" where it can't be read. */
static void read_source(const char *file, struct buf *text)
{
	enum { FILE_MAX = 1 << 20 };

	if (fs_read(file, FILE_MAX, text, NULL))
		buf_clear(text);
}

/* " (`for (int i = 0; ...)`)": a line names the student's variables. Nothing where the file has no such line. */
static void add_source(struct buf *b, const char *file, int line)
{
	enum { SHOWN = 100 };
	struct buf text;
	const char *s;
	size_t n, blank;

	buf_init(&text);
	read_source(file, &text);
	s = line_at(text.data, line, &n);
	blank = s ? strspn(s, " \t") : 0;
	if (s && n > blank) {
		s += blank;
		n -= blank;
		buf_puts(b, " (`");
		buf_add_scrubbed(b, s, n < SHOWN ? n : SHOWN);
		buf_puts(b, n < SHOWN ? "`)" : "...`)");
	}
	buf_release(&text);
}

/* ": i and n get no new values there": what the condition of the loop in that line asks for. */
static void add_condition(struct arena *a, struct buf *b, const char *file, int line)
{
	const char *names;
	struct buf text;

	buf_init(&text);
	read_source(file, &text);
	names = source_names(a, source_condition(a, text.data, line));
	if (names && source_wait_in(text.data, line) != WAIT_ATOMIC)
		buf_printf(b, ": %s %s no new value%s in it%s", names, strchr(names, ' ') ? "get" : "gets",
			strchr(names, ' ') ? "s" : "", source_step_stays(text.data, line));
	buf_release(&text);
}

/* The line to show of an endless loop. What the compiler makes of a loop that can't end may begin in its body: then it
 * is the loop around all the lines that the thread goes round. */
static int endless_line(struct arena *a, const char *file, const struct run_outcome *o)
{
	static const char ROUND[] = " round ";
	const char *s = strstr(o->message, ROUND), *colon = s ? strchr(s, ':') : NULL;
	int from = 0, to = 0, line = 0;
	struct buf text;
	char *end;

	if (!colon ||
		strncmp(s + strlen(ROUND), fs_base_name(file), (size_t)(colon - s - (ptrdiff_t)strlen(ROUND))) != 0)
		return o->place.line;
	from = to = (int)strtol(colon + 1, &end, 10);
	if (*end == '-')
		to = (int)strtol(end + 1, NULL, 10);
	if (o->place.line < from || o->place.line > to)
		return o->place.line;
	buf_init(&text);
	read_source(file, &text);
	if (!source_condition(a, text.data, o->place.line))
		line = source_loop(text.data, from, to);
	buf_release(&text);
	return line ? line : o->place.line;
}

const char *order_endless(struct arena *a, const char *file, const struct run_outcome *o, struct fault_place *at)
{
	const char *said;
	struct buf b;

	if (!o->fault_thread || !o->place.file || o->place.line < 1 ||
		strcmp(fs_base_name(o->place.file), fs_base_name(file)))
		return o->message;
	buf_init(&b);
	at->line = endless_line(a, file, o);
	buf_printf(&b, "%s. It is line %d", o->message, at->line);
	add_source(&b, file, at->line);
	add_condition(a, &b, file, at->line);
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

/* The largest launch; NULL: there was none. */
static const struct kernel_run *largest(const struct side *s)
{
	const struct kernel_run *most = NULL;

	for (size_t i = 0; i < s->nkernels; i++)
		if (!most || threads_at_once(&s->kernels[i]) > threads_at_once(most))
			most = &s->kernels[i];
	return most;
}

/* Did a case come out right? In one that is not the perf case only work counts that was far too much already, or done
 * several times: a loop may end for small sizes and for no others. */
static bool works(const struct result *r, const struct test_case *now)
{
	for (size_t i = 0; i < r->ncases; i++) {
		const struct case_result *c = &r->cases[i];

		if (c->ran && c->verdict == VERDICT_PASS &&
			(now->perf || same_value(c) ||
				(c->has_counters && c->reference.v[CTR_INST] &&
					c->student.v[CTR_INST] > FLOORS_TIME * c->reference.v[CTR_INST])))
			return true;
	}
	return false;
}

/* A launch starts many more threads than any of the reference's: that is said, with the line of the launch. */
static bool add_launch(struct buf *b, const struct run_outcome *o, const struct reference *ref, size_t i,
	const char *file, struct case_result *c)
{
	enum { MANY = 8 };
	const struct kernel_run *mine = largest(&o->side), *theirs = largest(&ref->cases[i].run.side);
	struct buf text;
	int line;

	if (!mine || !theirs || threads_at_once(mine) < MANY * threads_at_once(theirs))
		return false;
	buf_puts(b, ORDER_LAUNCHED);
	add_count(b, (uint64_t)threads_at_once(mine));
	buf_puts(b, " threads where the reference starts ");
	add_count(b, (uint64_t)threads_at_once(theirs));
	buf_init(&text);
	read_source(file, &text);
	line = source_launch_line(text.data, mine->name);
	buf_release(&text);
	if (line) {
		buf_printf(b, ", in line %d", line);
		add_source(b, file, line);
		c->place = (struct fault_place){ mine->name, file, line };
	}
	return true;
}

/* A loop of the host's launches it too often: the work of each launch is as it should be. */
static void add_launches(struct buf *b, const struct launches *l, const char *file, struct case_result *c)
{
	struct buf text;
	int line;

	buf_puts(b, LAUNCHES_SAID);
	launches_say(b, l);
	buf_init(&text);
	read_source(file, &text);
	line = source_launch_line(text.data, l->kernel);
	buf_release(&text);
	if (line)
		c->place = (struct fault_place){ l->kernel, file, line };
}

const char *order_relaunched(
	struct arena *a, const struct reference *ref, size_t i, const struct run_outcome *o, const char *message)
{
	struct launches l;
	const char *said;
	struct buf b;

	if (!launches_too_many(&o->side, &ref->cases[i].run.side, &l))
		return message;
	buf_init(&b);
	buf_printf(&b, "%s. " LAUNCHES_SAID_SO_FAR, message);
	launches_say(&b, &l);
	buf_putc(&b, '.');
	said = arena_strdup(a, b.data);
	buf_release(&b);
	return said;
}

/* for (...; p += gridDim.x / 2) with one block adds 0. */
static bool add_no_step(struct arena *a, struct buf *b, const struct run_outcome *o, const char *file)
{
	const struct kernel_run *k = largest(&o->side);
	struct divided_step d;
	unsigned have = 0;
	struct buf text;
	bool none;

	buf_init(&text);
	read_source(file, &text);
	none = k && source_step_divided(a, text.data, &d);
	have = none ? (d.grid ? k->grid : k->block)[d.axis] : 0;
	none = none && have < d.divisor;
	if (none)
		buf_printf(b, ". In line %d %s gets no new value: %s is %u / %u in this launch, which is 0.", d.line,
			d.name, d.words, have, d.divisor);
	buf_release(&text);
	return none;
}

static void add_busiest(struct buf *b, const struct run_outcome *o, const char *file, struct case_result *c)
{
	const struct device_line *line = busiest(o, file);

	if (!line)
		return;
	buf_printf(b, ". Most of them belong to %s:%d", fs_base_name(file), line->line);
	add_source(b, file, line->line);
	c->place.file = line->file;
	c->place.line = line->line;
}

/* A right case with so many launches that no bigger one can pass, whatever work they do. */
static bool launches_waste(struct arena *a, const struct launches *l, const char *file, struct case_result *c)
{
	struct buf b;

	if (l->times < WASTE_LAUNCHES || l->times / WASTE_LAUNCHES_FACTOR < l->reference)
		return false;
	buf_init(&b);
	add_launches(&b, l, file, c);
	buf_puts(&b, ". The values are right, but each launch takes its time, however little it does.");
	c->message = arena_strdup(a, b.data);
	c->verdict = VERDICT_GATE_FAILED;
	buf_release(&b);
	return true;
}

void order_wasteful(struct arena *a, const struct reference *ref, size_t i, const struct run_outcome *o,
	const char *file, struct case_result *c)
{
	const bool perf = ref->step->cases[i].perf;
	const struct floors *f = &ref->step->floors;
	const uint64_t most = f->time > FLOORS_TIME ? (uint64_t)f->time : FLOORS_TIME;
	const uint64_t did = c->student.v[CTR_INST], want = c->reference.v[CTR_INST];
	const struct kernel_finding *same = same_value(c);
	struct launches l;
	bool again;
	struct buf b;

	if (f->none || ref->step->step_budget || !c->has_counters || !want)
		return;
	again = launches_too_many(&o->side, &ref->cases[i].run.side, &l);
	if (again && !perf && launches_waste(a, &l, file, c))
		return;
	if (perf ? did < WASTE_PERF || did / want < WASTE_PERF_FACTOR :
		   did < (same ? WASTE_SAME : WASTE) || did / want < most * (same ? WASTE_SAME_FACTOR : WASTE_FACTOR))
		return;
	buf_init(&b);
	buf_puts(&b, ORDER_WASTEFUL);
	add_count(&b, did);
	buf_puts(&b, " warp instructions where the reference needs ");
	add_count(&b, want);
	if (same && !again)
		buf_printf(&b, ", and several threads write %s, all the same value",
			same->element                          ? same->element :
				!strcmp(same->space, "shared") ? "one place of shared memory" :
								 "one element");
	/* Idle: most of the warps did nothing at all. Else somebody did the same work again. */
	if (2 * c->student.v[CTR_WARPS_IDLE] > c->student.v[CTR_WARPS] && add_launch(&b, o, ref, i, file, c)) {
		buf_puts(&b, ". The values are right, but most of those threads have nothing to do.");
	} else {
		if (again) {
			buf_puts(&b, ". ");
			add_launches(&b, &l, file, c);
		} else {
			add_busiest(&b, o, file, c);
		}
		buf_puts(&b, ". The values are right, but the same work is done many times over.");
	}
	c->message = arena_strdup(a, b.data);
	c->verdict = VERDICT_GATE_FAILED;
	buf_release(&b);
}

void order_explain(struct arena *a, const struct reference *ref, size_t i, const struct run_outcome *o,
	const char *file, const struct result *r, struct case_result *c)
{
	uint64_t want = ref->cases[i].run.side.total.v[CTR_INST];
	bool too_much = works(r, &ref->step->cases[i]);
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
	if (!too_much || !add_launch(&b, o, ref, i, file, c))
		add_busiest(&b, o, file, c);
	if (too_much)
		buf_puts(&b, ". Smaller cases are right: it works, but it does far too much.");
	else if (!add_no_step(a, &b, o, file))
		buf_puts(&b, ". Whether it would ever end is not known.");
	c->message = arena_strdup(a, b.data);
	c->verdict = too_much ? VERDICT_GATE_FAILED : VERDICT_TIMEOUT;
	buf_release(&b);
}
