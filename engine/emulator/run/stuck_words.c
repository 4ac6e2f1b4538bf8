/* stuck_words: a deadlock as a sentence: for each place in the code how many threads of which block wait there, and for
 * what. */
#include "base/buf.h"
#include "base/fs.h"
#include "emulator/check/check.h"
#include "emulator/check/objects.h"
#include "emulator/core/fault.h"
#include "emulator/core/lane_words.h"
#include "emulator/exec/mbarrier.h"
#include "emulator/run/stuck.h"
#include "emulator/run/stuck_look.h"

#define MOST_PLACES 6

struct waits {                        /* groups that wait at one place in one way */
	enum em_gstate state;         /* EM_RUN, too, where it is at a barrier now and has gone round meanwhile */
	const struct em_block *block; /* the first one */
	const struct em_group *group; /* ... of these */
	uint32_t warp, last_warp;     /* ... and of its warps the first and the last one */
	const struct em_circle *circle;
	int32_t pin;
	uint32_t threads, blocks;
	const struct em_block *last;
};

static int32_t pin_of(const struct em_program *p, const struct em_inst *i)
{
	size_t slot = (size_t)(i - p->code);

	return slot < p->norigin ? p->origin[slot] : -1;
}

/* It waits for others: what it reads is volatile, atomic or the like. A plain load in a loop is part of the loop. */
static bool waits_for_memory(const struct em_circle *c)
{
	return c && c->poll >= 0 && (c->strong || c->what == EM_POLLS_GRID);
}

static int32_t place_of(const struct em_program *p, const struct em_group *g, const struct em_circle *c)
{
	return waits_for_memory(c)    ? c->poll :
		c && c->lo >= 0       ? c->lo :
		g->state == EM_AT_BAR ? pin_of(p, g->pc - 1) :
					pin_of(p, g->pc);
}

/* Adds to the places of `at` what the groups of b do. Returns how many places there are, also those beyond MOST_PLACES.
 */
static size_t gather(const struct em_look *k, const struct em_block *b, struct waits *at, size_t n)
{
	for (uint32_t w = 0; w < b->nwarps; w++)
		for (uint32_t g = 0; g < b->warp[w]->ngroups; g++) {
			const struct em_group *x = &b->warp[w]->g[g];
			/* Who stands at a barrier at this moment and has run since the last round goes round with it.
			 */
			const struct em_circle *c = x->state != EM_AT_SYNC ? em_look_circle(k, b, w, x->mask) : NULL;
			enum em_gstate state = c ? EM_RUN : x->state;
			int32_t pin = place_of(b->t->p, x, c);
			size_t j = 0;

			while (j < n && j < MOST_PLACES &&
				(at[j].pin != pin || at[j].state != state || at[j].group->bar != x->bar))
				j++;
			if (j == n && n < MOST_PLACES)
				at[j] = (struct waits){
					.state = state, .block = b, .group = x, .warp = w, .circle = c, .pin = pin
				};
			n += j == n || j == MOST_PLACES;
			if (j == MOST_PLACES)
				continue;
			at[j].circle = at[j].circle ? at[j].circle : c;
			at[j].threads += (uint32_t)__builtin_popcount(x->mask);
			at[j].blocks += at[j].last != b;
			at[j].last = b;
			if (at[j].block == b)
				at[j].last_warp = w;
		}
	return n;
}

static void add_place(struct buf *b, const struct em_program *p, int32_t pin)
{
	struct em_place at;

	em_check_source(p, pin, &at);
	if (at.file && at.line)
		buf_printf(b, "%s:%d", fs_base_name(at.file), at.line);
	else
		buf_printf(b, "line %d of the PTX", at.ptx_line);
}

/* "64 threads (warps 0-1 of block (0,0,0))", "thread (3,0,0) of block (0,0,0)" */
static void add_who(struct buf *b, const struct waits *x)
{
	const uint32_t *c = x->block->ctaid;
	const struct em_dim3 n = x->block->t->run->l->block;
	uint32_t thread = x->warp * EM_WARP + (uint32_t)__builtin_ctz(x->group->mask);

	if (x->threads == 1) {
		buf_printf(b, "thread (%u,%u,%u) of block (%u,%u,%u)", thread % n.x, thread / n.x % n.y,
			thread / (n.x * n.y), c[0], c[1], c[2]);
		return;
	}
	buf_printf(b, "%u threads (", x->threads);
	if (x->blocks > 1)
		buf_printf(b, "in %u blocks; the first are ", x->blocks);
	if (x->warp == x->last_warp)
		buf_printf(b, "warp %u", x->warp);
	else
		buf_printf(b, "warps %u-%u", x->warp, x->last_warp);
	buf_printf(b, " of block (%u,%u,%u))", c[0], c[1], c[2]);
}

static void add_barrier(struct buf *b, const struct waits *x)
{
	const struct em_barrier *r = &x->block->bar[x->group->bar];

	buf_printf(b, "at barrier %u, which %u of %u threads have reached", x->group->bar, r->lanes,
		r->need ? r->need : x->block->live_threads);
}

/* More threads than a phase takes have arrived, these among them: then the barrier object was made for too few. */
static void add_arrived(struct buf *b, const struct waits *x, uint32_t expected)
{
	struct em_warp *w = x->block->warp[x->warp];
	unsigned threads, phases;
	const bool these = em_check_mbarrier_came(w, x->group->mask, x->circle->address, &threads, &phases);

	if ((these || em_check_mbarrier_came(w, 0, x->circle->address, &threads, &phases)) && threads > expected &&
		phases)
		buf_printf(b,
			these ? ", though %u threads have arrived there, which ended %u phase%s of %u" :
				", though %u others have arrived there, which ended %u phase%s of %u",
			threads, phases, phases == 1 ? "" : "s", expected);
}

static void add_polled(struct buf *b, const struct waits *x)
{
	const struct em_circle *c = x->circle;
	uint64_t word;

	switch (c->what) {
	case EM_POLLS_GRID: buf_puts(b, "for the other blocks of the grid"); return;
	case EM_POLLS_MBARRIER:
		if (c->space != PTX_SHARED || c->address + 8 > x->block->t->run->shared_bytes)
			break;
		if (!em_object_made(x->block, c->address)) {
			buf_puts(b, "at a barrier object that was never initialised");
			return;
		}
		memcpy(&word, x->block->shared + c->address, 8);
		buf_printf(b, "at a barrier object, whose phase %u lacks %u of %u arrivals", em_mbar_phase(word),
			em_mbar_pending(word), em_mbar_expected(word));
		add_arrived(b, x, em_mbar_expected(word));
		if (em_mbar_bytes_due(word) > EM_MBAR_TX_FIELD / 2)
			buf_printf(b, ", and %u bytes more have come than it was told to expect",
				EM_MBAR_TX_FIELD + 1 - em_mbar_bytes_due(word));
		else if (em_mbar_bytes_due(word))
			buf_printf(b, " and %u bytes", em_mbar_bytes_due(word));
		return;
	default: break;
	}
	buf_printf(b, "for a value at 0x%llx of __%s__ memory", (unsigned long long)c->address,
		c->space == PTX_SHARED ? "shared" : "global");
}

static void add_waits(struct buf *b, const struct waits *x)
{
	const struct em_program *p = x->block->t->p;
	const struct em_circle *c = x->circle;
	struct em_place lo, hi;

	add_who(b, x);
	if (x->state == EM_RUN && c && !waits_for_memory(c)) {
		buf_puts(b, x->threads == 1 ? " goes round " : " go round ");
	} else {
		buf_puts(b, x->threads == 1 ? " waits at " : " wait at ");
		add_place(b, p, x->pin);
	}
	if (x->state == EM_AT_BAR) {
		buf_putc(b, ' ');
		add_barrier(b, x);
	} else if (x->state == EM_AT_SYNC) {
		buf_printf(b, " for %s, which the mask names",
			em_lane_words(x->group->need & ~x->group->mask & x->block->warp[x->warp]->live_lanes).text);
	} else if (c) {
		em_check_source(p, c->lo, &lo);
		em_check_source(p, c->hi, &hi);
		if (waits_for_memory(c)) {
			buf_putc(b, ' ');
			add_polled(b, x);
		}
		if (!waits_for_memory(c) || (lo.line && lo.line != hi.line)) {
			buf_puts(b, !waits_for_memory(c) ? "" : ", going round ");
			add_place(b, p, c->lo);
			if (lo.line && hi.line != lo.line)
				buf_printf(b, "-%d", hi.line);
		}
	}
}

/* Lanes that wait for others of their warp after a branch, at a place that is of no line, are no news: they wait for
 * those of which is told. */
static bool no_news(const struct waits *x)
{
	struct em_place at;

	em_check_source(x->block->t->p, x->pin, &at);
	return x->state == EM_RUN && !x->circle && !at.ptx_line && !at.line;
}

/* All of it, from the second sentence on: "; " and who waits where. */
static void add_all(struct buf *b, const struct waits *at, size_t n, uint32_t exited)
{
	for (size_t k = 0; k < n && k < MOST_PLACES; k++) {
		if (no_news(&at[k]))
			continue;
		buf_puts(b, "; ");
		add_waits(b, &at[k]);
	}
	if (n > MOST_PLACES)
		buf_puts(b, "; and there are more places");
	if (exited)
		buf_printf(b, "; %u thread%s exited", exited, exited == 1 ? " has" : "s have");
}

static uint32_t waiting_at(const struct waits *at, size_t n, enum em_gstate state)
{
	uint32_t sum = 0;

	for (size_t k = 0; k < n && k < MOST_PLACES; k++)
		sum += at[k].state == state ? at[k].threads : 0;
	return sum;
}

/* Lanes of one warp that name each other, each in a function of its own. */
static bool in_other_functions(const struct em_warp *w, const struct em_group *g)
{
	for (uint32_t k = 0; k < w->ngroups; k++)
		if (w->g[k].state == EM_AT_SYNC && w->g[k].named == g->named && w->g[k].mask & g->need & ~g->mask)
			return true;
	return false;
}

/* Lanes of one warp that wait for each other, and name different masks. */
static const struct em_group *by_another_mask(const struct em_warp *w, const struct em_group *g)
{
	for (uint32_t k = 0; k < w->ngroups; k++)
		if (w->g[k].state == EM_AT_SYNC && w->g[k].named != g->named && w->g[k].mask & g->need & ~g->mask &&
			w->g[k].need & g->mask)
			return &w->g[k];
	return NULL;
}

void em_stuck_block(struct em_block *b)
{
	struct waits at[MOST_PLACES];
	size_t n = gather(NULL, b, at, 0), first = 0;
	struct buf text;

	/* A lane that waits for lanes that never come is the better place to point at. */
	for (size_t k = 0; k < n && k < MOST_PLACES && at[first].state != EM_AT_SYNC; k++)
		first = at[k].state == EM_AT_SYNC ? k : first;
	const struct em_group *g = at[first].group;
	struct em_warp *w = b->warp[at[first].warp];
	const struct em_inst *i = g->state == EM_AT_BAR ? g->pc - 1 : g->pc;

	buf_init(&text);
	if (g->state == EM_AT_SYNC)
		buf_printf(&text,
			"Deadlock: barrier error detected. Lanes named in the mask never arrive: %s cannot come to "
			"where %s %s",
			em_lane_words(g->need & ~g->mask).text, em_lane_words(g->mask).text,
			g->mask & (g->mask - 1) ? "wait" : "waits");
	else
		buf_printf(&text, "Deadlock: barrier error detected. Divergent thread(s) in block: %s",
			n > 1 ? "threads wait for each other at different barriers" :
				"the threads wait at a barrier that the others never reach");
	add_all(&text, at, n, b->nthreads - b->live_threads);
	if (g->state == EM_AT_SYNC && in_other_functions(w, g))
		buf_puts(&text, "; lanes meet in calls of the same function only, and these are different ones");
	else if (g->state == EM_AT_SYNC && by_another_mask(w, g))
		buf_printf(&text,
			"; lanes meet only where all of them name the same mask: here some name 0x%x, and some 0x%x",
			g->named, by_another_mask(w, g)->named);
	em_fault_set(w, i, __builtin_ctz(g->mask), EM_FAULT_BARRIER, "%s", text.data);
	buf_release(&text);
}

/* Blocks that had no room beside these. */
static uint64_t kept_out(const struct em_block *blocks)
{
	const struct em_worker *t = blocks->t;
	const struct em_run *r = t->run;
	uint64_t n = 0;

	for (const struct em_block *b = blocks; b; b = b->next)
		n++;
	return r->l->room && n >= r->l->room && t->at < r->nrun ? r->nrun - t->at : 0;
}

void em_look_fault(const struct em_look *k, struct em_block *blocks, struct em_block *first)
{
	struct waits at[MOST_PLACES];
	size_t n = gather(k, first, at, 0), who = 0;
	uint32_t exited = first->nthreads - first->live_threads, polling = 0;
	bool objects = false; /* barrier objects, the grid's barrier, or one of the block between two looks at a flag */
	struct buf text;

	/* Which blocks share a worker is chance: where they do not wait for each other, one of them says it. */
	for (struct em_block *b = k->global ? blocks : NULL; b; b = b->next)
		if (b != first) {
			n = gather(k, b, at, n);
			exited += b->nthreads - b->live_threads;
		}
	for (size_t j = 0; j < n && j < MOST_PLACES; j++) {
		bool polls = waits_for_memory(at[j].circle);

		if (polls && !polling)
			who = j;
		if (!polling && !polls && at[j].circle && !at[who].circle)
			who = j; /* who goes round, and not who waits for that one */
		polling += polls ? at[j].threads : 0;
		objects |= polls && (at[j].circle->what != EM_POLLS_MEMORY || at[j].circle->barrier);
	}
	struct em_warp *w = at[who].block->warp[at[who].warp];
	bool barrier = waiting_at(at, n, EM_AT_BAR) || waiting_at(at, n, EM_AT_SYNC) || objects;

	buf_init(&text);
	if (k->tired)
		buf_puts(&text,
			polling || barrier ?
				"Deadlock: for 100 s on the kernel's clock threads have done nothing but wait" :
				"The kernel never ends: for 100 s on its clock it has gone round");
	else if (!polling && !barrier)
		buf_puts(&text, "The kernel never ends: nothing changes any more that could end the loop");
	else if (k->changes)
		buf_puts(&text, "Deadlock: in this order of threads they hinder each other for ever");
	else if (kept_out(blocks))
		buf_printf(&text,
			"Deadlock: the %llu blocks that the GPU has room for at once wait for ever, and the other %llu "
			"cannot begin before one of them ends",
			(unsigned long long)first->t->run->l->room, (unsigned long long)kept_out(blocks));
	else
		buf_puts(&text, "Deadlock: threads wait for ever for what no thread of the launch can change any more");
	add_all(&text, at, n, exited);
	em_fault_set(w, at[who].group->pc, __builtin_ctz(at[who].group->mask),
		barrier ? EM_FAULT_BARRIER : EM_FAULT_ENDLESS, "%s", text.data);
	struct em_place place;
	em_check_source(w->t->p, at[who].pin, &place);
	w->t->fault.file = place.file;
	w->t->fault.line = place.line;
	w->t->fault.ptx_line = place.ptx_line;
	buf_release(&text);
}
