/* long_lists: see long_lists.h. */
#include "emulator/run/long_lists.h"

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
/* Of loads that want few lines each so many followed ones of a warp say little, twice as many say it all
 * (lists.thread.4000.* of tests/bench/hard: 2,500; blocks of 100 and fewer differed by the sample alone). */
#define TOO_FEW_LINES 700.0
/* A warp that loads as often as so many of the launch's has no long lists; one that does as often as so many has. */
#define SHORT_LISTS 2.0
#define LONG_LISTS 6.0

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
struct em_lists {
	struct shown all, size[SIZES];
	double warps;               /* of a block */
	double loads;               /* of a warp, on average */
	double here_many;           /* em_cache_here_many */
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
double em_left_of_all(const struct em_run *r)
{
	double here = 0, asked = 0;

	for (uint64_t k = 0; k < r->nrun; k++) {
		here += r->share[k].here;
		asked += (double)r->share[k].here + r->share[k].l2;
	}
	return asked > here ? 1 - here / asked : 1;
}

double em_left(double all, const struct em_share_parts *p)
{
	return (p->l2 + OF_ALL_LINES * all) / ((double)p->l2 + p->here + OF_ALL_LINES) / all;
}

/* So many warps that load so often together. */
static unsigned size_of(double loads, double warps)
{
	const double each = warps > 0 ? loads / warps : 0;

	return each < 1 ? 0 : (unsigned)fmin(log2(each) + 1, SIZES - 1);
}

/* Lines that followed ones show as waited for, though the multiprocessor had them for another block, were not: those of
 * loads of few lines, or of many. */
static void without_here(const struct em_lists *x, const struct em_share_parts *p, struct shown *s)
{
	for (int many = 0; many < 2; many++) {
		const double here = p->here * (many ? x->here_many : 1 - x->here_many),
			     waited = p->waited[many].all + OF_ALL_LINES / 2;

		s->waited[many] *= here < waited ? 1 - here / waited : 0;
	}
}

static void fit(const struct em_run *r, struct em_lists *x)
{
	double lines;

	for (uint64_t k = 0; k < r->nrun; k++) {
		struct shown all = shown(&r->share[k], all_warps), longest = shown(&r->share[k], longest_warp),
			     others = shown(&r->share[k], other_warps);

		without_here(x, &r->share[k], &all);
		without_here(x, &r->share[k], &longest);
		without_here(x, &r->share[k], &others);

		x->loads += all.loads / x->warps / (double)r->nrun;
		lines = all.touched[0] + all.touched[1];
		add(&x->all, &all, lines > OF_ALL_LINES ? OF_ALL_LINES / lines : 1);
		add(&x->size[size_of(longest.loads, 1)], &longest, 1);
		add(&x->size[size_of(others.loads, x->warps - 1)], &others, 1);
	}
	lines = x->all.touched[0] + x->all.touched[1];
	for (int k = 0; k < SIZES; k++)
		add(&x->size[k], &x->all, lines > 0 ? OF_ALL_LINES / lines : 0);
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

/* With some of its like. */
static struct shown with_like(const struct em_lists *x, const struct shown *s, unsigned size)
{
	const struct shown *like = &x->size[size];
	const double loaded = like->loaded[0] + like->loaded[1];
	struct shown t = *s;

	add(&t, like, loaded > 0 ? OF_ITS_SIZE / loaded : 0);
	return t;
}

/* Cycles that they wait for the L2 and the memory. Loads side by side wait together. */
static double waits(const struct em_lists *x, const struct shown *s, unsigned size)
{
	const double beside = s->rounds > 0 ? fmax(s->loads / s->rounds, 1) : 1;
	const struct shown t = with_like(x, s, size);
	double far = 0, dram = 0;

	for (int many = 0; many < 2; many++)
		far += far_of(&t, many, &dram);
	return s->rounds *
		(any(part(far * EM_CACHE_SAMPLE, t.loads), beside) * x->l2_clk +
			any(part(dram * EM_CACHE_SAMPLE, t.loads), beside) * (x->slow_clk - x->l2_clk));
}

/* Likewise `warps` of a block's warps; *size: theirs. */
static double cycles(
	const struct em_lists *x, const struct em_share_parts *p, const double *which, double warps, unsigned *size)
{
	struct shown s = shown(p, which);

	without_here(x, p, &s);
	*size = size_of(s.loads, warps);
	return waits(x, &s, *size);
}

/* By the launch's average levels all of them wait for `far` cycles. How far that is from what their own lines say is
 * known of sizes that make up most of the launch; of a size that hardly counts there half of it is taken. */
static void scale(const struct em_run *r, struct em_lists *x, double far)
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

struct em_lists *em_lists_new(const struct em_run *r, double far)
{
	struct em_lists *x = xcalloc(1, sizeof *x);

	x->warps = r->nwarps;
	x->here_many = r->cache ? em_cache_here_many(r->cache) : 0;
	x->l2_clk = r->l->timing->wait_clk[EM_WAIT_L2];
	x->slow_clk = r->l->timing->wait_clk[EM_WAIT_DRAM];
	fit(r, x);
	for (uint64_t k = 0; k < r->nblocks; k++)
		if (em_lists_weight(x, &r->share[k]) > 0) {
			scale(r, x, far);
			break;
		}
	return x;
}

void em_lists_free(struct em_lists *x)
{
	free(x);
}

double em_lists_weight(const struct em_lists *x, const struct em_share_parts *p)
{
	const struct shown longest = shown(p, longest_warp), t = with_like(x, &longest, size_of(longest.loads, 1));
	const double much = x->loads > 0 && longest.loads > 0 ?
		log(longest.loads / x->loads / SHORT_LISTS) / log(LONG_LISTS / SHORT_LISTS) :
		0;
	const double many = part(t.touched[1], t.touched[0] + t.touched[1]),
		     enough = (longest.touched[0] + longest.touched[1] - TOO_FEW_LINES) / TOO_FEW_LINES;

	return fmax(fmin(much, 1), 0) * fmax(many, fmax(fmin(enough, 1), 0));
}

struct em_list_far em_lists_far(const struct em_lists *x, const struct em_share_parts *p)
{
	unsigned size;
	const double longest_clk = cycles(x, p, longest_warp, 1, &size), longest = longest_clk * x->scale[size],
		     others_clk = cycles(x, p, other_warps, x->warps - 1, &size), others = others_clk * x->scale[size],
		     first_clk = cycles(x, p, first_warp, 1, &size), first = first_clk * x->scale[size];

	return (struct em_list_far){ longest + others, longest, first };
}
