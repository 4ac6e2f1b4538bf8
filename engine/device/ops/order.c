/* order: see order.h. Sets are masks of the MOST newest operations; an operation's slot is its number modulo MOST. */
#include "device/ops/order.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/hash.h"
#include "device/ops/context.h"
#include "device/ops/waits.h"

enum { MOST = 64, MOST_TOUCHES = 1 << 20 };

struct kept {
	uint64_t number; /* of the operation, from 1; 0: the slot is free */
	uint64_t waited; /* with this call, by its number, the host has waited for it */
	struct order_op op;
	bool told; /* it may have told the host that it is done: nothing but the host's own touches are compared with it
		    */
	bool hears; /* it polls memory that the host may write, to be told something */
	struct em_touched *touch;
	uint32_t lane;
	uint64_t missed; /* operations that it would come after, had its stream not waited too early */
	size_t reads;    /* the first so many of them; the others are written */
	uint64_t *sum;   /* of a stretch that it wrote: what it wrote */
};
struct lane {
	bool open, blocking;
	uint64_t before; /* operations that come before what is issued next */
	/* how often something was issued to it; the kernel that let the next one begin, and that number then */
	uint64_t entered, primary, primary_at;
	/* the event, plus 1, that it waited for before that was recorded, and so for nothing; what it meant to wait for
	 */
	uint32_t too_early;
	struct order_set missed;
	struct waits waits; /* for events */
};
struct order {
	struct kept kept[MOST];
	uint64_t number, taken;  /* the newest operation's; slots that are taken */
	uint64_t issued, oldest; /* order_turn */
	uint64_t over;           /* of the slots: those that the host has waited for */
	size_t touches;          /* of all that are kept */
	struct lane *lanes;
	size_t nlanes;
	uint64_t closed;     /* what blocking lanes had done that are closed */
	size_t nopen, nfree; /* lanes beside the default one; of these, such that don't wait for it */
	bool shared, pinned, programmatic, threads;
};

struct order *order_new(void)
{
	struct order *o = xcalloc(1, sizeof *o);

	order_lane_open(o, CLOCK_LEGACY, true);
	o->nopen = 0;
	return o;
}

static void drop(struct order *o, uint64_t ops)
{
	ops &= o->taken;
	if (!ops)
		return;
	o->taken &= ~ops;
	o->over &= ~ops;
	o->closed &= ~ops;
	for (size_t i = 0; i < o->nlanes; i++)
		o->lanes[i].before &= ~ops;
	for (; ops; ops &= ops - 1) {
		struct kept *k = &o->kept[__builtin_ctzll(ops)];

		o->touches -= k->op.n;
		free(k->touch);
		free(k->sum);
		*k = (struct kept){ 0 };
	}
}

void order_free(struct order *o)
{
	if (!o)
		return;
	drop(o, o->taken);
	free(o->lanes);
	free(o);
}

/* ---- lanes */
void order_lane_open(struct order *o, uint32_t lane, bool blocking)
{
	if (lane >= o->nlanes) {
		o->lanes = xrealloc(o->lanes, (lane + 1) * sizeof *o->lanes);
		memset(o->lanes + o->nlanes, 0, (lane + 1 - o->nlanes) * sizeof *o->lanes);
		o->nlanes = lane + 1;
	}
	o->lanes[lane] = (struct lane){ .open = true, .blocking = blocking };
	o->nopen++;
	o->nfree += !blocking;
}

void order_lane_close(struct order *o, uint32_t lane)
{
	struct lane *l = &o->lanes[lane];

	if (!l->open)
		return;
	if (l->blocking)
		o->closed |= l->before;
	o->nopen--;
	o->nfree -= !l->blocking;
	l->open = false;
}

void order_shared(struct order *o, bool managed)
{
	o->shared |= managed;
	o->pinned |= !managed;
}

void order_threads(struct order *o)
{
	o->threads = true;
}

void order_programmatic(struct order *o)
{
	o->programmatic = true;
}

static bool side_by_side(const struct order *o)
{
	return o->nopen > 1 || o->nfree || o->threads;
}

bool order_matters(const struct order *o)
{
	return o->shared || o->programmatic || side_by_side(o);
}

bool order_copies_matter(const struct order *o)
{
	return o->pinned || order_matters(o);
}

void order_enter(struct order *o, uint32_t lane)
{
	struct lane *l = &o->lanes[lane];

	l->entered++;
	if (lane == CLOCK_LEGACY) {
		l->before |= o->closed;
		for (size_t i = 0; i < o->nlanes; i++)
			if (o->lanes[i].open && o->lanes[i].blocking)
				l->before |= o->lanes[i].before;
	} else if (l->blocking) {
		l->before |= o->lanes[CLOCK_LEGACY].before;
	}
}

/* Of a set, the operations that are still there. */
static uint64_t current(const struct order *o, const struct order_set *set)
{
	uint64_t ops = set->ops & o->taken;

	for (uint64_t m = ops; m; m &= m - 1)
		if (o->kept[__builtin_ctzll(m)].number > set->upto)
			ops &= ~(m & -m);
	return ops;
}

void order_after(struct order *o, uint32_t lane, const struct order_set *set)
{
	o->lanes[lane].before |= current(o, set);
}

void order_wait(struct order *o, uint32_t lane, uint32_t event, const struct order_set *recorded, uint32_t stream)
{
	struct lane *l = &o->lanes[lane];

	if (!recorded) {
		l->too_early = event + 1;
		l->missed = (struct order_set){ 0 };
		return;
	}
	if (l->too_early == event + 1)
		l->too_early = 0;
	waits_add(&l->waits, stream, recorded->upto, o->number);
}

void order_record(struct order *o, uint32_t lane, uint32_t event)
{
	for (size_t i = 0; i < o->nlanes; i++)
		if (o->lanes[i].too_early == event + 1 && i != lane)
			o->lanes[i].missed = order_point(o, lane);
}

struct order_set order_point(const struct order *o, uint32_t lane)
{
	return (struct order_set){ o->lanes[lane].before, o->number };
}

/* Those that nothing can be compared with any more: it would have been issued before the host waited. */
static void drop_over(struct order *o)
{
	uint64_t ops = o->over;

	for (uint64_t m = ops; m; m &= m - 1)
		if (o->kept[__builtin_ctzll(m)].waited > o->oldest)
			ops &= ~(m & -m);
	drop(o, ops);
}

void order_turn(struct order *o, uint64_t issued, uint64_t oldest)
{
	o->issued = issued;
	o->oldest = oldest < issued ? oldest : issued;
	if (o->over)
		drop_over(o);
}

static void waited(struct order *o, uint64_t ops)
{
	for (uint64_t m = ops & o->taken & ~o->over; m; m &= m - 1)
		o->kept[__builtin_ctzll(m)].waited = o->issued;
	o->over |= ops & o->taken;
	drop_over(o);
}

void order_waited(struct order *o, const struct order_set *set)
{
	waited(o, current(o, set));
}

void order_waited_lane(struct order *o, uint32_t lane)
{
	order_enter(o, lane);
	waited(o, o->lanes[lane].before);
}

void order_waited_all(struct order *o)
{
	if (o)
		waited(o, o->taken);
}

void order_forget_all(struct order *o)
{
	if (o)
		drop(o, o->taken);
}

void order_forget(struct order *o, uint64_t addr, uint64_t bytes)
{
	for (uint64_t m = o->taken; m; m &= m - 1) {
		struct kept *k = &o->kept[__builtin_ctzll(m)];

		for (size_t i = 0; i < k->op.n; i++)
			if (k->touch[i].addr < addr + bytes && addr < k->touch[i].end)
				k->touch[i].end = k->touch[i].addr;
	}
}

/* ---- two operations */
struct pair { /* stretches that share bytes: of the older and of the newer operation */
	const struct em_touched *x, *y;
	size_t nx, ny; /* their indices */
};

/* Do they meet at a flag? Then one may wait for the other. */
static bool is_flag(const struct pair *p)
{
	return p->x->strong && p->y->strong;
}

/* The program's own code touches it, and no call does. */
static bool host_touches(const struct kept *k)
{
	return k->op.stream == ORDER_HOST && !k->op.memory;
}

/* Memory that the older one wrote, and the newer one again: with the same? */
static bool same_values(const struct kept *older, const struct pair *p, const uint64_t *sum)
{
	return p->x->addr == p->y->addr && p->x->end == p->y->end && older->sum[p->nx] == sum[p->ny];
}

/* Do these two share bytes, surely? (What was read somewhere in y is in x, too, where x is all of y.) */
static bool meet(const struct em_touched *x, const struct em_touched *y)
{
	return (!y->somewhere || (x->addr <= y->addr && x->end >= y->end)) &&
		(!x->somewhere || (y->addr <= x->addr && y->end >= x->end)) && x->addr < y->end && y->addr < x->end;
}

/* Stretches of the older one from `from` to `to` with those of the newer one, neither of which overlap much among
 * themselves. Stops where `see` says false. */
static bool pairs_of(const struct kept *older, size_t from, size_t to, const struct kept *newer, size_t at, size_t end,
	bool (*see)(void *, const struct pair *), void *user)
{
	for (; at < end; at++) {
		const struct em_touched *y = &newer->touch[at];

		while (from < to && older->touch[from].end <= y->addr)
			from++;
		for (size_t k = from; k < to && older->touch[k].addr < y->end; k++)
			if (meet(&older->touch[k], y) && !see(user, &(struct pair){ &older->touch[k], y, k, at }))
				return false;
	}
	return true;
}

/* Calls `see` for each two stretches that meet, where one of the two writes. */
static bool pairs(const struct kept *x, const struct kept *y, bool (*see)(void *, const struct pair *), void *user)
{
	return pairs_of(x, x->reads, x->op.n, y, y->reads, y->op.n, see, user) &&
		pairs_of(x, x->reads, x->op.n, y, 0, y->reads, see, user) &&
		pairs_of(x, 0, x->reads, y, y->reads, y->op.n, see, user);
}

struct look {
	const struct kept *older;
	const uint64_t *sum;
	struct pair worst;
	enum em_severity severity;
	bool found, host; /* the newer one is the host, which may poll what is written to be polled: by volatile, or by
			     an atomic with _system. One without meets threads of the device only */
	bool early;       /* of the newer one only what comes before it waits for the older one */
	uint64_t bytes;
};

static enum em_severity severity_of(const struct look *l, const struct pair *p)
{
	if (l->host && p->x->near && !p->y->write) /* it may mean to poll: that works, mostly */
		return EM_WARNING;
	if (l->older->op.memory || !l->sum)
		return EM_ERROR;
	if (p->x->write && p->y->write)
		return same_values(l->older, p, l->sum) ? EM_INFO : EM_ERROR;
	/* As within a launch: what is read is before or after the change, not torn. */
	return p->x->atomic || p->y->atomic ? EM_WARNING : EM_ERROR;
}

static bool see_race(void *user, const struct pair *p)
{
	struct look *l = user;
	enum em_severity s;

	if (is_flag(p) || (l->host && p->x->strong && !p->x->near) || (l->early && !p->y->early))
		return true;
	s = severity_of(l, p);
	if (!l->found || s > l->severity) {
		l->worst = *p;
		l->severity = s;
		l->found = true;
		l->bytes = 0;
	}
	if (s == l->severity && p->x->line == l->worst.x->line && p->y->line == l->worst.y->line &&
		p->x->write == l->worst.x->write && p->y->write == l->worst.y->write)
		l->bytes += (p->x->end < p->y->end ? p->x->end : p->y->end) -
			(p->x->addr > p->y->addr ? p->x->addr : p->y->addr);
	return true;
}

static bool see_flag(void *user, const struct pair *p)
{
	(void)user;
	return !is_flag(p);
}

static void report(struct context *c, const struct kept *older, const struct kept *newer, const struct look *l)
{
	const struct em_touched *x = l->worst.x, *y = l->worst.y;
	struct em_finding f = { .kind = !y->write ? EM_FINDING_RACE_RAW :
			x->write                  ? EM_FINDING_RACE_WAW :
						    EM_FINDING_RACE_WAR,
		.severity = l->severity,
		.space = PTX_GLOBAL,
		.at = { .file = y->file, .line = y->line },
		.other = { .file = x->file, .line = x->line },
		.has_other = true,
		.gap = EM_GAP_STREAMS,
		.address = x->addr > y->addr ? x->addr : y->addr,
		.bytes = l->bytes > UINT32_MAX ? UINT32_MAX : (unsigned)l->bytes,
		.count = 1 };
	const char *a = older->op.name, *b = newer->op.name;
	struct allocation row;
	struct buf what;

	if (host_touches(newer)) {
		snprintf(f.message, sizeof f.message,
			"Race between the host and %.100s (%s): the host %s %s memory that %.100s %s%s, and has not "
			"waited for it",
			a, em_finding_name(f.kind), y->write ? "writes" : "reads",
			memory_find(c, y->addr, 1, &row) && row.kind == DP_MEM_PINNED ? "pinned" : "managed", a,
			x->write ? "writes" : "reads", x->near ? " by an atomic operation of device scope" : "");
		log_race(c->log, b, a, &f, newer->op.site);
		return;
	}
	if (l->early) {
		snprintf(f.message, sizeof f.message,
			"Race on %llu byte%s of __global__ memory (%s): %.100s may begin before %.100s has ended, and "
			"does not wait for it before this access",
			(unsigned long long)l->bytes, l->bytes == 1 ? "" : "s", em_finding_name(f.kind), b, a);
		log_race(c->log, b, a, &f, NULL);
		return;
	}
	buf_init(&what);
	if (newer->op.stream == ORDER_HOST)
		buf_printf(&what, "%.100s in stream %u and %.100s", a, older->op.stream, b);
	else if (older->op.stream == newer->op.stream) /* in order but for the nodes of a graph */
		buf_printf(&what, "%.100s and %.100s of one graph", a, b);
	else
		buf_printf(
			&what, "%.100s in stream %u and %.100s in stream %u", a, older->op.stream, b, newer->op.stream);
	snprintf(f.message, sizeof f.message, "Race on %llu byte%s of %s memory (%s): nothing orders %s",
		(unsigned long long)l->bytes, l->bytes == 1 ? "" : "s",
		x->somewhere || y->somewhere ? "__constant__" : "__global__", em_finding_name(f.kind), what.data);
	buf_release(&what);
	if (newer->op.stream != ORDER_HOST && newer->op.stream != older->op.stream)
		waits_say(&c->order_of->lanes[newer->lane].waits,
			&(struct waits_pair){ older->op.name, older->op.stream, newer->op.stream, older->number,
				newer->missed >> (older->number % MOST) & 1 },
			f.message + strlen(f.message), sizeof f.message - strlen(f.message));
	log_race(c->log, b, a, &f, NULL);
}

static void compare(struct context *c, const struct kept *older, const struct kept *newer, bool early)
{
	struct look l = { .older = older, .sum = newer->sum, .host = host_touches(newer), .early = early };

	if (!l.host && (older->told || newer->told))
		return;
	if (l.host && older->hears && newer->touch->write) /* by a host that has written what it is told of */
		return;
	if (older->op.memory && newer->op.memory) /* nobody has used it between the two, or that is what is said */
		return;
	if (older->op.flags && newer->op.flags && !pairs(older, newer, see_flag, NULL))
		return;
	pairs(older, newer, see_race, &l);
	if (l.found)
		report(c, older, newer, &l);
}

/* ---- what is kept */
/* Memory that the host may read meanwhile: a kernel that writes there on purpose may tell it that it is done. */
enum { TELLS_NOTHING, TELLS_ONE_WORD, TELLS_OF_ALL }; /* with a fence before it: of all that it wrote */
static bool is_shared(struct context *c, const struct em_touched *t)
{
	struct allocation row;

	return memory_find(c, t->addr, 1, &row) && (row.kind == DP_MEM_PINNED || row.kind == DP_MEM_MANAGED);
}

static int tells_host(struct context *c, const struct order_op *op)
{
	for (size_t i = 0; op->kernel && i < op->n; i++)
		if (op->touch[i].write && (op->touch[i].strong || op->flags) && is_shared(c, &op->touch[i]))
			return op->flags ? TELLS_OF_ALL : TELLS_ONE_WORD;
	return TELLS_NOTHING;
}

static bool hears_host(struct context *c, const struct order_op *op)
{
	for (size_t i = 0; op->kernel && i < op->n; i++)
		if (!op->touch[i].write && op->touch[i].strong && is_shared(c, &op->touch[i]))
			return true;
	return false;
}

/* Of these, the ones that the host had not waited for when it issued what runs now. */
static uint64_t unawaited(const struct order *o, uint64_t ops)
{
	for (uint64_t m = ops & o->over; m; m &= m - 1)
		if (o->kept[__builtin_ctzll(m)].waited < o->issued)
			ops &= ~(m & -m);
	return ops;
}

/* The kernel before this one in its stream, if that lets this one begin early and nothing came between: its slot. */
static uint64_t primary_of(const struct order *o, uint32_t lane)
{
	const struct lane *l = &o->lanes[lane];
	const uint64_t slot = l->primary % MOST;

	if (!l->primary || l->entered != l->primary_at + 1 || o->kept[slot].number != l->primary)
		return 0;
	return 1ull << slot & o->taken;
}

static uint64_t oldest(const struct order *o)
{
	uint64_t best = 0, number = UINT64_MAX;

	for (uint64_t m = o->taken; m; m &= m - 1)
		if (o->kept[__builtin_ctzll(m)].number < number) {
			best = m & -m;
			number = o->kept[__builtin_ctzll(m)].number;
		}
	return best;
}

void order_op(struct context *c, uint32_t lane, const struct order_op *op)
{
	struct order *o = c->order_of;
	struct kept *k;
	uint64_t bit;
	int tells;

	if (!order_copies_matter(o) || !op->n)
		return;
	tells = tells_host(c, op);
	if (tells == TELLS_OF_ALL)
		return;
	o->number++;
	k = &o->kept[o->number % MOST];
	bit = 1ull << (o->number % MOST);
	drop(o, bit);
	while (o->taken && o->touches + op->n > MOST_TOUCHES)
		drop(o, oldest(o));
	*k = (struct kept){ .number = o->number, .op = *op, .told = tells != TELLS_NOTHING, .lane = lane };
	k->hears = hears_host(c, op);
	k->missed = o->lanes[lane].too_early ? current(o, &o->lanes[lane].missed) : 0;
	k->touch = xmalloc(op->n * sizeof *k->touch);
	memcpy(k->touch, op->touch, op->n * sizeof *k->touch);
	k->op.touch = NULL;
	k->sum = op->memory ? NULL : xcalloc(op->n, sizeof *k->sum);
	for (size_t i = 0; i < op->n; i++) {
		const struct em_touched *t = &op->touch[i];
		const uint8_t *p =
			k->sum && t->write && side_by_side(o) ? em_host_ptr(c->em, t->addr, t->end - t->addr) : NULL;

		if (k->sum)
			k->sum[i] = p ? hash_bytes(p, t->end - t->addr) : o->number;
		k->reads += !t->write;
	}
	for (uint64_t m = unawaited(o, o->taken & ~o->lanes[lane].before); m; m &= m - 1)
		compare(c, &o->kept[__builtin_ctzll(m)], k, false);
	for (uint64_t m = op->early ? unawaited(o, primary_of(o, lane)) : 0; m; m &= m - 1)
		compare(c, &o->kept[__builtin_ctzll(m)], k, true);
	if (op->triggers) {
		o->lanes[lane].primary = o->number;
		o->lanes[lane].primary_at = o->lanes[lane].entered;
	}
	o->touches += op->n;
	o->taken |= bit;
	o->lanes[lane].before |= bit;
}

void order_by_host(struct context *c, const struct order_op *op)
{
	const struct order *o = c->order_of;
	struct kept k = { .op = *op };

	if (!order_copies_matter(o) || !op->n)
		return;
	k.touch = xmalloc(op->n * sizeof *k.touch);
	memcpy(k.touch, op->touch, op->n * sizeof *k.touch);
	for (size_t i = 0; i < op->n; i++)
		k.reads += !op->touch[i].write;
	for (uint64_t m = unawaited(o, o->taken); m; m &= m - 1)
		compare(c, &o->kept[__builtin_ctzll(m)], &k, false);
	free(k.touch);
}
