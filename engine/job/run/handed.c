/* handed: see handed.h. The addresses are the host process's word: the device takes only what is an allocation of just
 * that size, and the bytes there are what counts, whatever the process calls them. */
#include "job/run/handed.h"

#include <stdlib.h>
#include <string.h>

#include "judge/brought.h"
#include "judge/sent.h"

_Static_assert((int)MAKERS == (int)DEVICE_MAKERS && (int)MAKER_HOST == (int)DEVICE_MAKER_HOST &&
		(int)MAKER_COPY == (int)DEVICE_MAKER_COPY && (int)MAKER_UNKNOWN == (int)DEVICE_MAKER_UNKNOWN,
	"makers");

void handed_choose(const struct runner *r, const struct case_data *d, struct host_arg *args)
{
	for (size_t i = 0; r->device && i < d->step->nargs; i++)
		args[i].by_judge = args[i].kind != HOST_ARG_VALUE && !args[i].host_memory;
}

static size_t collect(struct arena *a, const struct case_data *d, const struct host_arg *args, struct outputs *out,
	struct device_argument *to, size_t *which)
{
	static const enum device_role roles[] = {
		[ARG_IN] = DEVICE_IN, [ARG_OUT] = DEVICE_OUT, [ARG_INOUT] = DEVICE_INOUT
	};
	size_t n = 0;

	for (size_t i = 0; i < d->step->nargs; i++) {
		const struct case_arg *c = &d->args[i];

		if (!args[i].by_judge || !c->bytes)
			continue;
		to[n] = (struct device_argument){ .addr = args[i].address,
			.bytes = c->bytes,
			.each = (uint32_t)elem_size(c->arg->type),
			.role = roles[c->arg->kind],
			.data = c->data };
		if (out)
			to[n].result = out->data[i] ? out->data[i] : arena_alloc(a, c->bytes);
		which[n++] = i;
	}
	return n;
}

static bool host_output(const struct case_data *d, const struct host_arg *args, size_t i)
{
	enum arg_kind kind = d->args[i].arg->kind;

	return args[i].host_memory && d->args[i].bytes && (kind == ARG_OUT || kind == ARG_INOUT);
}

/* As device_fill has it. */
static unsigned watched(const struct case_data *d, const struct host_arg *args)
{
	unsigned least = 0;

	for (size_t i = 0; i < d->step->nargs; i++) {
		unsigned each = (unsigned)elem_size(d->args[i].arg->type);

		if (host_output(d, args, i) && (!least || each < least))
			least = each;
	}
	return least ? least | DEVICE_WATCH_SENT : 0;
}

static int stopped(struct run_outcome *o, enum verdict v, const char *message)
{
	o->verdict = v;
	o->message = message;
	return 1;
}

static const char busy[] = "The device still works for this program, although nothing was waited for any more.";

int handed_fill(struct runner *r, struct arena *a, const struct case_data *d, const struct host_arg *args,
	int timeout_ms, struct run_outcome *o, struct err *e)
{
	struct device_argument *on = arena_alloc(a, (d->step->nargs + 1) * sizeof *on);
	size_t *which = arena_alloc(a, (d->step->nargs + 1) * sizeof *which), n;
	int what;

	if (!r->device)
		return 0;
	n = collect(a, d, args, NULL, on, which);
	if (device_fill(r->device, on, n, watched(d, args), timeout_ms, &what, e))
		return -1;
	if (what == DEVICE_GONE)
		return stopped(
			o, VERDICT_CRASHED, "The memory of the arguments was not there before solve() was called.");
	return what == DEVICE_BUSY ? stopped(o, VERDICT_TIMEOUT, busy) : 0;
}

int handed_take(struct runner *r, struct arena *a, const struct case_data *d, const struct host_arg *args,
	struct outputs *out, int timeout_ms, struct brought_values *brought, struct run_outcome *o, struct err *e)
{
	struct device_argument *on = arena_alloc(a, (d->step->nargs + 1) * sizeof *on);
	size_t *which = arena_alloc(a, (d->step->nargs + 1) * sizeof *which), n;
	struct device_taken t;

	if (!r->device)
		return 0;
	n = collect(a, d, args, out, on, which);
	if (device_take(r->device, on, n, timeout_ms, &t, e))
		return -1;
	if (t.busy)
		return stopped(o, VERDICT_TIMEOUT, busy);
	o->proof = (struct proof){ .args = arena_alloc(a, (d->step->nargs + 1) * sizeof *o->proof.args),
		.from_host = t.from_host,
		.to_host = t.to_host,
		.told = t.told,
		.times = t.times,
		.strange = sent_strange(d, t.sent, t.nsent, t.brought, t.nbrought),
		.sent_lost = t.sent_lost,
		.shared_lost = t.lost };
	free(t.sent);
	brought->v = t.brought;
	brought->n = t.nbrought;
	brought->lost = t.lost;
	for (size_t k = 0; k < n; k++) {
		struct made *m = &o->proof.args[which[k]];

		if (on[k].gone)
			return stopped(o, VERDICT_MEMORY_ERROR,
				arena_printf(a, "'%s', argument %zu of solve(), was freed; it belongs to the caller.",
					d->step->args[which[k]].name, which[k] + 1));
		m->known = true;
		for (int w = 0; w < MAKERS; w++) {
			m->n[w] = on[k].made[w];
			m->first[w] = on[k].first[w];
			m->call[w] = on[k].call[w];
		}
		m->now = on[k].role == DEVICE_IN && !on[k].untouched ? on[k].result : NULL;
	}
	return 0;
}

void handed_trace(const struct case_data *d, const struct host_arg *args, const struct outputs *out,
	const struct brought_values *b, struct proof *p)
{
	for (size_t i = 0; p->args && i < d->step->nargs; i++) {
		struct made *m = &p->args[i];

		if (!host_output(d, args, i))
			continue;
		m->traced = true;
		m->lost = b->lost;
		m->nstrange = brought_missing(b->v, b->n, out->data[i], d->args[i].count,
			(unsigned)elem_size(d->args[i].arg->type), &m->strange);
	}
}
