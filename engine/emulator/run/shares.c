/* shares: see shares.h. Each warp's own instructions are counted, and how often its loads had to wait for the L2 or the
 * memory is seen at the lines that are followed. What the latter takes follows from the whole launch: so long waits are
 * dealt out to the warps that had them. */
#include "emulator/run/shares.h"

#include "base/buf.h"
#include "emulator/cache/cache.h"
#include "emulator/core/device.h"
#include "emulator/cost/cost.h"
#include "emulator/run/long_lists.h"

#include <math.h>

/* One line in EM_CACHE_SAMPLE is followed, and lanes and warps come to the same ones, so few waits of a warp say little
 * of it: as many of them count beside its own as a warp that has as much to do has on average. With 4 the blocks of a
 * ray caster that are all alike but for the sample took 1.6 times as long as their average (the longest one counts);
 * with 64 those that do differ were taken for alike. */
#define OF_ALL_LINES 16.0
#define NEAR_A_LOAD 256

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

/* Of `near` nominal cycles with so many loads, those near a load: who has none waits for none. */
static uint64_t asking(uint64_t near, uint64_t loads)
{
	return near < loads * NEAR_A_LOAD ? near : loads * NEAR_A_LOAD;
}

/* What followed lines show of a warp, and what of a block (em_share_parts). */
#define FOLLOWED(F) \
	F(far) \
	F(loaded[0]) \
	F(loaded[1]) F(touched[0]) F(touched[1]) F(waited[0]) F(waited[1]) F(after[0]) F(after[1]) F(both[0]) F(both[1])

void em_shares_note(struct em_worker *t, const struct em_block *b)
{
	static const struct em_stream none;
	struct em_run *r = t->run;
	struct em_shares_fit *x = &t->fit;
	struct em_share_parts *s;
	uint64_t steps = 0, slow = 0, before = UINT64_MAX, near[EM_WARP], asked[EM_WARP];
	uint32_t longest = 0, own = 0, asks = 0;
	struct {
		uint64_t far, loaded[2], touched[2], waited[2], after[2], both[2];
	} sum = { 0 };
#define STREAM(k) (b->cache ? &b->cache->stream[k] : &none)
#define PART(all, k) part_of(all, b->warp[k]->steps, steps)

	if (!r->share)
		return;
	near[0] = 0;
	for (uint32_t k = 0; k < b->nwarps; k++) {
		const struct em_stream *f = STREAM(k);

		steps += b->warp[k]->steps;
		slow += b->warp[k]->slow;
#define ADD(what) sum.what += f->what;
		FOLLOWED(ADD)
#undef ADD
	}
	slow = slow < b->weight ? slow : b->weight;
	for (uint32_t k = 0; k < b->nwarps; k++) {
		if (b->warp[k]->steps != before) { /* warps side by side mostly have as many */
			before = b->warp[k]->steps;
			own = PART(b->weight - slow, k);
			asks = PART(b->asked, k);
		}
		near[k] = own + b->warp[k]->slow; /* its instructions were counted, and the slow ways that it went */
		asked[k] = asking(near[k], asks);
		longest = near[k] > near[longest] ? k : longest;
	}
	/* Of all warps, of the longest and of the first one. */
	s = &r->share[b->linear];
	*s = (struct em_share_parts){ 0 };
	s->near = three(steps ? b->weight : 0, near[longest], near[0]);
	s->loads = three(b->asked, PART(b->asked, longest), PART(b->asked, 0));
	s->rounds = three(b->rounds, PART(b->rounds, longest), PART(b->rounds, 0));
#define THREE(what) s->what = three(sum.what, STREAM(longest)->what, STREAM(0)->what);
	FOLLOWED(THREE)
#undef THREE
	x->near.all = s->near.all > x->near.all ? s->near.all : x->near.all;
	x->near.longest = s->near.longest > x->near.longest ? s->near.longest : x->near.longest;
	x->near_all += s->near.all;
	x->near_longest += s->near.longest;
	x->near_first += s->near.first;
	x->loaded += sum.loaded[0] + sum.loaded[1];
	x->far += sum.far;
	for (uint32_t k = 0; k < b->nwarps; k++) {
		const struct em_stream *f = STREAM(k);

		x->asked += asked[k];
		x->asked2 += (unsigned __int128)asked[k] * asked[k];
		x->asked_loaded += (unsigned __int128)asked[k] * ((uint64_t)f->loaded[0] + f->loaded[1]);
		x->asked_far += (unsigned __int128)asked[k] * f->far;
		x->role[k].near += near[k];
		x->role[k].far += f->far;
	}
}

/* The line through what the warps have of something over how often they load: a + b * asked, neither negative. (Over
 * what else they have to do it would give waits to warps that have nothing to load: words.list.* of tests/bench/hard.)
 */
struct line {
	double a, b;
};
static struct line line_through(double asked, double asked2, double y, double asked_y)
{
	double var = asked2 - asked * asked;
	struct line l = { 0, 0 };

	if (var > asked2 / 1e6)
		l.b = (asked_y - asked * y) / var;
	if (l.b < 0)
		l.b = 0;
	l.a = y - l.b * asked;
	if (l.a < 0 && asked > 0)
		l = (struct line){ 0, y / asked };
	return l;
}

struct fit {
	struct line loaded, far; /* of a warp */
	struct line l2, slow;    /* likewise, though what it found in the L2 is known of whole blocks */
	double l2_clk, slow_clk; /* what they wait for the L2, and for the memory */
};

static struct line of_warp(struct line block, double warps)
{
	return (struct line){ block.a / warps, block.b };
}

static struct fit fit_of(const struct em_run *r)
{
	double n = (double)r->nrun * r->nwarps, asked = 0, asked2 = 0, loaded = 0, asked_loaded = 0, far = 0,
	       asked_far = 0, l2 = 0, asked_l2 = 0, slow = 0, asked_slow = 0;
	struct fit x;

	for (int k = 0; k < r->nworkers; k++) {
		const struct em_shares_fit *f = &r->workers[k].fit;

		asked += (double)f->asked / n;
		asked2 += (double)f->asked2 / n;
		loaded += (double)f->loaded / n;
		asked_loaded += (double)f->asked_loaded / n;
		far += (double)f->far / n;
		asked_far += (double)f->asked_far / n;
	}
	x.loaded = line_through(asked, asked2, loaded, asked_loaded);
	x.far = line_through(asked, asked2, far, asked_far);
	n = (double)r->nrun;
	asked = asked2 = 0;
	for (uint64_t k = 0; k < r->nrun; k++) {
		const struct em_share_parts *p = &r->share[k];
		const double own = (double)asking(p->near.all, p->loads.all);

		asked += own / n;
		asked2 += own * own / n;
		l2 += p->l2 / n;
		asked_l2 += own * p->l2 / n;
		slow += p->slow / n;
		asked_slow += own * p->slow / n;
	}
	x.l2 = of_warp(line_through(asked, asked2, l2, asked_l2), r->nwarps);
	x.slow = of_warp(line_through(asked, asked2, slow, asked_slow), r->nwarps);
	x.l2_clk = r->l->timing->wait_clk[EM_WAIT_L2];
	x.slow_clk = r->l->timing->wait_clk[EM_WAIT_DRAM];
	return x;
}

static double at(struct line l, double warps, double asked)
{
	return l.a * warps + l.b * asked;
}

/* The mean, and what was seen beside what should have been: both as good as OF_ALL samples. */
static double seen(double mean, double seen, double expected, double of_all)
{
	return mean * (seen + of_all) / (expected + of_all);
}

/* Of what warps that load `asked` times ask the L2 for, how much is not there. `block`: so much of the one they are of
 * was. */
static double slow_part(const struct fit *x, double warps, double asked, const struct em_share_parts *block, double all)
{
	double l2 = at(x->l2, warps, asked), block_l2 = at(x->l2, all, asking(block->near.all, block->loads.all)), part;

	if (l2 <= 0 || block_l2 <= 0)
		return 0;
	part = at(x->slow, warps, asked) / l2;
	part = seen(part, block->slow,
		block->l2 * at(x->slow, all, asking(block->near.all, block->loads.all)) / block_l2, OF_ALL_LINES);
	return part < 1 ? part : 1;
}

/* How long `warps` of a block of `all` wait for the L2 and the memory that load `asked` times, and of whom so many
 * loads and waits were seen. */
static double waits(const struct fit *x, double warps, double asked, double loaded, double far,
	const struct em_share_parts *block, double all)
{
	double mean = at(x->far, warps, asked), loads = at(x->loaded, warps, asked),
	       slow = slow_part(x, warps, asked, block, all);

	return seen(mean, far, loads > 0 ? loaded * mean / loads : 0, OF_ALL_LINES * EM_FAR_UNIT * warps) *
		(x->l2_clk + (x->slow_clk - x->l2_clk) * slow);
}

#define CYCLES(p, which, warps) \
	(em_left(all_left, p) * \
		waits(&x, warps, (double)asking((p)->near.which, (p)->loads.which), \
			(double)(p)->loaded[0].which + (p)->loaded[1].which, (p)->far.which, (p), (double)r->nwarps))

static uint32_t whole(double v)
{
	return v < UINT32_MAX ? (uint32_t)v : UINT32_MAX;
}

static bool is_far(int wait)
{
	return wait == EM_WAIT_L2 || wait == EM_WAIT_DRAM || wait == EM_WAIT_LATE || wait == EM_WAIT_SLOWER;
}

/* What all blocks have to do beside those waits. Each worker has added up its own: to look at all of them once more
 * takes as long as many threads take for a launch of small ones. Gives back whether one of the blocks, or of the warps
 * that are their blocks' longest, has a tenth more to do than the average. */
static bool nearly(const struct em_run *r, struct em_work *out)
{
	uint64_t most_all = 0, most_longest = 0;

	for (int k = 0; k < r->nworkers; k++) {
		const struct em_shares_fit *x = &r->workers[k].fit;

		out->all_clk += x->near_all;
		out->longest_clk += x->near_longest;
		out->first_clk += x->near_first;
		most_all = x->near.all > most_all ? x->near.all : most_all;
		most_longest = x->near.longest > most_longest ? x->near.longest : most_longest;
	}
	return 10 * most_all * r->nblocks > 11 * out->all_clk || 10 * most_longest * r->nblocks > 11 * out->longest_clk;
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

/* From one of two estimates, at 0, to the other one, at 1. */
static double between(double x, double y, double w)
{
	return x > 0 && y > 0 ? x * pow(y / x, w) : x + (y - x) * w;
}

static void of_blocks(struct em_run *r, struct em_work *out)
{
	double far = 0, near = 0, near_all = 0, far_all = 0, far_clk;
	struct em_share *share;
	struct em_lists *lists;
	double all_left;
	struct fit x;

	if (!nearly(r, out))
		return;
	out->all_clk = out->longest_clk = out->first_clk = 0;
	if (r->cache)
		em_cache_found(r->cache, r->share);
	x = fit_of(r);
	all_left = em_left_of_all(r);
	for (int k = 0; k < EM_WAIT_COUNT; k++)
		*(is_far(k) ? &far : &near) += (double)out->wait[k] / EM_WAIT_UNIT * r->l->timing->wait_clk[k];
	for (uint64_t k = 0; k < r->nblocks; k++) {
		near_all += r->share[k].near.all;
		far_all += CYCLES(&r->share[k], all, r->nwarps);
	}
	/* Cycles of each, so that all of them together are what the launch takes. */
	near = near_all > 0 && near > 0 ? (near + (far_all > 0 ? 0 : far)) / near_all : 1;
	far_clk = far;
	far = far_all > 0 ? far / far_all : 0;
	lists = em_lists_new(r, far_clk);
	out->share = share = xcalloc(r->nblocks, sizeof *share);
	for (uint64_t k = 0; k < r->nblocks; k++) {
		const struct em_share_parts *p = &r->share[k];

		const double w = em_lists_weight(lists, p);
		struct em_list_far of = { far * CYCLES(p, all, r->nwarps), far * CYCLES(p, longest, 1),
			far * CYCLES(p, first, 1) };

		if (w > 0) {
			const struct em_list_far own = em_lists_far(lists, p);

			of = (struct em_list_far){ between(of.all, own.all, w), between(of.longest, own.longest, w),
				between(of.first, own.first, w) };
		}
		share[k] = (struct em_share){ whole(near * p->near.all + of.all),
			whole(near * p->near.longest + of.longest), whole(near * p->near.first + of.first) };
		out->all_clk += share[k].all;
		out->longest_clk += share[k].longest;
		out->first_clk += share[k].first;
	}
	em_lists_free(lists);
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
