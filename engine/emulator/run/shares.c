/* shares: see shares.h. Each warp's own instructions are counted, and how often its loads had to wait for the L2 or the
 * memory is seen at the lines that are followed. What the latter takes follows from the whole launch: so long waits are
 * dealt out to the warps that had them. */
#include "emulator/run/shares.h"

#include "base/buf.h"
#include "emulator/cache/cache.h"
#include "emulator/core/device.h"
#include "emulator/cost/cost.h"

#include <math.h>

/* One line in EM_CACHE_SAMPLE is followed, and lanes and warps come to the same ones, so few lines of a warp say little
 * of it: so many loads of the warps that load as often as it does count beside its own. With 16 blocks that differ by
 * the sample alone took 1.3 times as long as their average (the longest one counts). */
#define OF_ITS_SIZE 64.0
/* So many lines of the whole launch count beside those of a size; and of each block no more. */
#define OF_ALL_LINES 16.0
#define OF_PAIRS 4.0

void em_shares_turn(struct em_worker *t, struct em_block *b)
{
	const struct em_program *p = t->p;

	for (uint32_t k = 0; t->run->share && k < p->nbasic_blocks; k++) {
		uint64_t execs = t->block_counts[k].execs + t->block_counts_first[k].execs;

		b->weight += (execs - t->seen[k]) * p->costs->weight[k];
		b->asked += (execs - t->seen[k]) * p->costs->asks_for[k];
		b->rounds += (execs - t->seen[k]) * p->costs->rounds[k];
		t->seen[k] = execs;
	}
}

static uint32_t part_of(uint64_t weight, uint64_t part, uint64_t all)
{
	double v = all ? (double)weight * (double)part / (double)all : 0;

	return v < UINT32_MAX ? (uint32_t)v : UINT32_MAX;
}

/* Of all warps, and of two of them. */
static struct em_share three(uint64_t all, uint64_t longest, uint64_t first)
{
	return (struct em_share){ .all = all < UINT32_MAX ? (uint32_t)all : UINT32_MAX,
		.longest = longest < UINT32_MAX ? (uint32_t)longest : UINT32_MAX,
		.first = first < UINT32_MAX ? (uint32_t)first : UINT32_MAX };
}

void em_shares_note(struct em_worker *t, const struct em_block *b)
{
	static const struct em_stream none;
	struct em_run *r = t->run;
	struct em_shares_fit *x = &t->fit;
	struct em_share_parts *s;
	uint64_t steps = 0, slow = 0;
	uint32_t longest = 0;
#define STREAM(k) (b->cache ? &b->cache->stream[k] : &none)
/* Its instructions were counted, and the slow ways that it went. */
#define NEAR(k) (part_of(b->weight - slow, b->warp[k]->steps, steps) + b->warp[k]->slow)
#define PART(all, k) part_of(all, b->warp[k]->steps, steps)
/* Of all warps, of the longest and of the first one. */
#define FOLLOWED(what) \
	do { \
		uint64_t all = 0; \
		for (uint32_t k = 0; k < b->nwarps; k++) \
			all += STREAM(k)->what; \
		s->what = three(all, STREAM(longest)->what, STREAM(0)->what); \
	} while (0)

	if (!r->share)
		return;
	for (uint32_t k = 0; k < b->nwarps; k++) {
		steps += b->warp[k]->steps;
		slow += b->warp[k]->slow;
	}
	slow = slow < b->weight ? slow : b->weight;
	for (uint32_t k = 1; k < b->nwarps; k++)
		longest = NEAR(k) > NEAR(longest) ? k : longest;
	s = &r->share[b->linear];
	s->near = three(steps ? b->weight : 0, NEAR(longest), NEAR(0));
	s->loads = three(b->asked, PART(b->asked, longest), PART(b->asked, 0));
	s->rounds = three(b->rounds, PART(b->rounds, longest), PART(b->rounds, 0));
	for (int n = 0; n < 2; n++) {
		FOLLOWED(loaded[n]);
		FOLLOWED(touched[n]);
		FOLLOWED(waited[n]);
		FOLLOWED(after[n]);
		FOLLOWED(both[n]);
	}
	for (uint32_t k = 0; k < b->nwarps; k++) {
		x->role[k].near += NEAR(k);
		x->role[k].far += STREAM(k)->far;
	}
}

/* What is known of some warps: their loads, how often they would wait if all of them missed the L1, and what followed
 * lines show, of loads of few lines and of many; of the L2's lines, what the block that they are of shows. */
struct shown {
	double loads, rounds, loaded[2], touched[2], waited[2], after[2], both[2], l2, slow, next, next_both;
};

#define OF(p, which) ((p).all * which[0] + (p).longest * which[1] + (p).first * which[2])
static struct shown shown(const struct em_share_parts *p, const double *which)
{
	struct shown s = { .loads = OF(p->loads, which),
		.rounds = OF(p->rounds, which) / EM_ROUND_UNIT,
		.l2 = p->l2,
		.slow = p->slow,
		.next = p->next,
		.next_both = p->next_both };

	for (int n = 0; n < 2; n++) {
		s.loaded[n] = OF(p->loaded[n], which) / EM_FAR_UNIT;
		s.touched[n] = OF(p->touched[n], which);
		s.waited[n] = OF(p->waited[n], which);
		s.after[n] = OF(p->after[n], which);
		s.both[n] = OF(p->both[n], which);
	}
	return s;
}
static const double all_warps[] = { 1, 0, 0 }, longest_warp[] = { 0, 1, 0 }, first_warp[] = { 0, 0, 1 },
		    other_warps[] = { 1, -1, 0 };

enum { SIZES = 33 }; /* by the logarithm of how often they load */
/* Of a launch: of all blocks alike, and of warps that load about as often. */
struct fit {
	struct shown all, size[SIZES];
	double warps;               /* of a block */
	double all_left;            /* left_of_all */
	double l2_clk, slow_clk;    /* what a wait for the L2 takes, and one for the memory */
	double clk[SIZES], all_clk; /* what those of each size wait, and all of them */
	double scale[SIZES];        /* cycles of the launch for one of theirs */
};

static void add(struct shown *x, const struct shown *y, double w)
{
	x->loads += w * y->loads;
	x->rounds += w * y->rounds;
	for (int n = 0; n < 2; n++) {
		x->loaded[n] += w * y->loaded[n];
		x->touched[n] += w * y->touched[n];
		x->waited[n] += w * y->waited[n];
		x->after[n] += w * y->after[n];
		x->both[n] += w * y->both[n];
	}
	x->l2 += w * y->l2;
	x->slow += w * y->slow;
	x->next += w * y->next;
	x->next_both += w * y->next_both;
}

/* What followed lines show of a block's waits counts lines that its multiprocessor had for other blocks. Of so many
 * that it and all of them asked for, how much of its waits are left, compared with all. */
static double left_of_all(const struct em_run *r)
{
	double here = 0, asked = 0;

	for (uint64_t k = 0; k < r->nrun; k++) {
		here += r->share[k].here;
		asked += (double)r->share[k].here + r->share[k].l2;
	}
	return asked > here ? 1 - here / asked : 1;
}
static double left(double all, const struct em_share_parts *p)
{
	return (p->l2 + OF_ALL_LINES * all) / ((double)p->l2 + p->here + OF_ALL_LINES) / all;
}

/* So many warps that load so often together. */
static unsigned size_of(double loads, double warps)
{
	const double each = warps > 0 ? loads / warps : 0;

	return each < 1 ? 0 : (unsigned)fmin(log2(each) + 1, SIZES - 1);
}

static struct fit fit_of(const struct em_run *r)
{
	struct fit x = { .warps = r->nwarps,
		.all_left = left_of_all(r),
		.l2_clk = r->l->timing->wait_clk[EM_WAIT_L2],
		.slow_clk = r->l->timing->wait_clk[EM_WAIT_DRAM] };
	double lines;

	for (uint64_t k = 0; k < r->nrun; k++) {
		const struct shown all = shown(&r->share[k], all_warps), longest = shown(&r->share[k], longest_warp),
				   others = shown(&r->share[k], other_warps);

		lines = all.touched[0] + all.touched[1];
		add(&x.all, &all, lines > OF_ALL_LINES ? OF_ALL_LINES / lines : 1);
		add(&x.size[size_of(longest.loads, 1)], &longest, 1);
		add(&x.size[size_of(others.loads, x.warps - 1)], &others, 1);
	}
	lines = x.all.touched[0] + x.all.touched[1];
	for (int k = 0; k < SIZES; k++)
		add(&x.size[k], &x.all, lines > 0 ? OF_ALL_LINES / lines : 0);
	return x;
}

/* Where one waits, does another one too, beside what chance makes of it? 1: always, 0: as often as by chance. */
static double alike(double both, double either, double each)
{
	const double again = (both + OF_PAIRS) / (either + OF_PAIRS), x = each < 1 ? (again - each) / (1 - each) : 1;

	return x < 0 ? 0 : x;
}

static double any(double each, double n)
{
	return each < 1 ? 1 - pow(1 - each, n) : 1;
}

static double part(double n, double of)
{
	return of > 0 ? fmin(n / of, 1) : 0;
}

/* Requests of so many lines, by which they are seen, few or many: how many of them have to wait, and how many for the
 * memory. */
static double far_of(const struct shown *s, int many, double *dram)
{
	const double loaded = s->loaded[many], each = part(s->waited[many], s->touched[many]),
		     slow = part(s->slow, s->l2), lines = loaded > 0 ? fmax(s->touched[many] / loaded, 1) : 1,
		     chances = 1 + (lines - 1) * (1 - alike(s->both[many], s->after[many], each)),
		     waits = any(each, chances), missing = waits > 0 ? fmax(lines * each / waits, 1) : 1,
		     slow_chances = 1 + (missing - 1) * (1 - alike(s->next_both, s->next, slow));

	*dram += loaded * fmax(any(each * slow, chances), waits * any(slow, slow_chances));
	return loaded * waits;
}

/* Cycles that they wait for the L2 and the memory. Loads side by side wait together. */
static double waits(const struct fit *x, const struct shown *s, unsigned size)
{
	const struct shown *like = &x->size[size];
	const double loaded = like->loaded[0] + like->loaded[1],
		     beside = s->rounds > 0 ? fmax(s->loads / s->rounds, 1) : 1;
	struct shown t = *s;
	double far = 0, dram = 0;

	add(&t, like, loaded > 0 ? OF_ITS_SIZE / loaded : 0);
	for (int many = 0; many < 2; many++)
		far += far_of(&t, many, &dram);
	return s->rounds *
		(any(part(far * EM_CACHE_SAMPLE, t.loads), beside) * x->l2_clk +
			any(part(dram * EM_CACHE_SAMPLE, t.loads), beside) * (x->slow_clk - x->l2_clk));
}

/* Likewise `warps` of a block's warps; *size: theirs. */
static double cycles(
	const struct fit *x, const struct em_share_parts *p, const double *which, double warps, unsigned *size)
{
	const struct shown s = shown(p, which);

	*size = size_of(s.loads, warps);
	return left(x->all_left, p) * waits(x, &s, *size);
}

static uint32_t whole(double v)
{
	return v < UINT32_MAX ? (uint32_t)v : UINT32_MAX;
}

/* By the launch's average levels all of them wait for `far` cycles. How far that is from what their own lines say is
 * known of sizes that make up most of the launch; of a size that hardly counts there half of it is taken. */
static void scale(const struct em_run *r, struct fit *x, double far)
{
	for (uint64_t k = 0; k < r->nblocks; k++) {
		unsigned longest, others;
		const double clk = cycles(x, &r->share[k], longest_warp, 1, &longest),
			     rest = cycles(x, &r->share[k], other_warps, x->warps - 1, &others);

		x->clk[longest] += clk;
		x->clk[others] += rest;
		x->all_clk += clk + rest;
	}
	for (int k = 0; k < SIZES && x->all_clk > 0; k++)
		x->scale[k] = pow(far / x->all_clk, (1 + x->clk[k] / x->all_clk) / 2);
}

static bool is_far(int wait)
{
	return wait == EM_WAIT_L2 || wait == EM_WAIT_DRAM || wait == EM_WAIT_LATE || wait == EM_WAIT_SLOWER;
}

/* Has one of the blocks, or of the warps that are their blocks' longest, a tenth more to do than the average? */
static bool differ(const struct em_share_parts *x, uint64_t n)
{
	uint64_t all = 0, longest = 0, most_all = 0, most_longest = 0;

	for (uint64_t k = 0; k < n; k++) {
		all += x[k].near.all;
		longest += x[k].near.longest;
		most_all = x[k].near.all > most_all ? x[k].near.all : most_all;
		most_longest = x[k].near.longest > most_longest ? x[k].near.longest : most_longest;
	}
	return 10 * most_all * n > 11 * all || 10 * most_longest * n > 11 * longest;
}

/* What they have to do beside those waits. */
static void nearly(const struct em_run *r, struct em_work *out)
{
	for (uint64_t k = 0; k < r->nblocks; k++) {
		out->all_clk += r->share[k].near.all;
		out->longest_clk += r->share[k].near.longest;
		out->first_clk += r->share[k].near.first;
	}
}

/* Do warps of a block wait for each other but not all for all? Then they have different things to do. */
static bool has_roles(const struct ptx_func *f)
{
	for (size_t k = 0; k < f->ninsts; k++)
		if (f->insts[k].op == PTX_OP_MBARRIER ||
			((f->insts[k].op == PTX_OP_BAR || f->insts[k].op == PTX_OP_BARRIER) &&
				f->insts[k].noperands == 2))
			return true;
	return false;
}

/* Who fetches for the others has little to do beside its waits: of the warps with one number in their blocks, those
 * that take longest count, however short their instructions are. */
static void roles(const struct em_run *r, struct em_work *out)
{
	struct em_role role[EM_WARP] = { { 0 } };
	double near = 0, far = 0, near_all = 0, far_all = 0, longest = 0;

	for (int k = 0; k < r->nworkers; k++)
		for (uint32_t n = 0; n < r->nwarps; n++) {
			role[n].near += r->workers[k].fit.role[n].near;
			role[n].far += r->workers[k].fit.role[n].far;
		}
	for (int k = 0; k < EM_WAIT_COUNT; k++)
		*(is_far(k) ? &far : &near) += (double)out->wait[k] / EM_WAIT_UNIT * r->l->timing->wait_clk[k];
	for (uint32_t n = 0; n < r->nwarps; n++) {
		near_all += (double)role[n].near;
		far_all += (double)role[n].far;
	}
	if (near_all <= 0 || far_all <= 0 || near + far <= 0)
		return;
	for (uint32_t n = 0; n < r->nwarps; n++) {
		const double own = near / near_all * (double)role[n].near + far / far_all * (double)role[n].far;

		longest = own > longest ? own : longest;
	}
	longest *= (double)out->all_clk / (near + far);
	out->longest_clk = longest > (double)out->longest_clk ? (uint64_t)longest : out->longest_clk;
}

static void of_blocks(struct em_run *r, struct em_work *out)
{
	double far = 0, near = 0, near_all = 0;
	struct em_share *share;
	struct fit x;

	if (!differ(r->share, r->nblocks)) {
		nearly(r, out);
		return;
	}
	for (int k = 0; k < EM_WAIT_COUNT; k++)
		*(is_far(k) ? &far : &near) += (double)out->wait[k] / EM_WAIT_UNIT * r->l->timing->wait_clk[k];
	for (uint64_t k = 0; k < r->nblocks; k++)
		near_all += r->share[k].near.all;
	x = fit_of(r);
	scale(r, &x, far);
	near = near_all > 0 && near > 0 ? (near + (x.all_clk > 0 ? 0 : far)) / near_all : 1;
	out->share = share = xcalloc(r->nblocks, sizeof *share);
	for (uint64_t k = 0; k < r->nblocks; k++) {
		const struct em_share_parts *p = &r->share[k];
		unsigned size;
		const double longest_clk = cycles(&x, p, longest_warp, 1, &size), longest = longest_clk * x.scale[size],
			     others_clk = cycles(&x, p, other_warps, x.warps - 1, &size),
			     others = others_clk * x.scale[size], first_clk = cycles(&x, p, first_warp, 1, &size),
			     first = first_clk * x.scale[size];

		share[k] = (struct em_share){ whole(near * p->near.all + longest + others),
			whole(near * p->near.longest + longest), whole(near * p->near.first + first) };
		out->all_clk += share[k].all;
		out->longest_clk += share[k].longest;
		out->first_clk += share[k].first;
	}
}

void em_shares_result(struct em_run *r, struct em_work *out)
{
	if (!r->share || r->nrun != r->nblocks || atomic_load(&r->first_fault) != UINT64_MAX || atomic_load(&r->stop) ||
		!r->l->timing)
		return;
	of_blocks(r, out);
	if (has_roles(r->p->kernel))
		roles(r, out);
}
