/* far: how the loads of an instruction wait for what their L1 does not have (struct em_far), as far as followed lines
 * show it. */
#include "emulator/cache/cache_run.h"
#include "emulator/cache/near.h"

#include <math.h>

enum { SIDE_BY_SIDE = 4 }; /* lines of one wide access */
#define FEW_LINES 1.5
#define SLID 0.75      /* of the sectors that come, one by one, those that are not a line's first */
#define WIDE 2         /* sectors of each line, of lanes side by side */
#define SOME_LINES 1.1 /* lines, and sectors of each, where the lanes of some warps are side by side, */
#define SOME_WIDE 1.5
#define ALL_SLID 0.9 /* and of SLID, where all of them walk along */
#define FEW 2.0      /* lines that a load comes to again and again, where none of them is followed */
/* Few of the sample say little. So many sectors of the launch count beside a load's own, and so many pairs that wait
 * together. */
#define OF_ALL 16.0
#define OF_PAIRS 4.0

/* Where one waits, which each does as often as `line` says: does another one too? 1: always, 0: as often as by chance.
 */
static double together(double both, double either, double line)
{
	double again = line < 1 && either > 0 ? (both / either - line) / (1 - line) : 1;

	return again < 0 ? 0 : again > 1 ? 1 : again;
}

/* Turns of blocks, from barrier to barrier, in which so many requests of so many lines came, when `seen` of these turns
 * have a line that is followed: turns of n lines have none with (1 - 1 / EM_CACHE_SAMPLE) ^ n. */
static double turns_of(double requests, double lines, double seen)
{
	double lo = seen, hi = requests;

	for (int k = 0; k < 40 && lo < hi; k++) {
		double at = (lo + hi) / 2, none = pow(1 - 1.0 / EM_CACHE_SAMPLE, requests * lines / at);

		if (at * (1 - none) < seen)
			lo = at;
		else
			hi = at;
	}
	return hi;
}

/* The warps that come to a load between two barriers, and how far each waits by itself. */
static void meet(const struct em_load *x, double requests, double warps, struct em_far *out)
{
	double each;

	if (!x->turns || requests < 1)
		return;
	each = requests / turns_of(requests, out->lines, (double)x->turns);
	out->warps = each < warps ? each : warps;
	if (out->warps < 1)
		out->warps = 1;
	out->times = each / out->warps;
	/* Of the few lines of one request one may wait always, and another one never. */
	if (out->lines < FEW_LINES || out->lines > SIDE_BY_SIDE)
		out->again = together((double)x->beside_both + OF_PAIRS, (double)x->beside + OF_PAIRS, out->line);
}

static void in_the_l2(const struct em_cache_run *r, uint32_t counts, struct em_far *out)
{
	const struct em_l2_load *x;
	double n;

	if (counts >= r->l2.loads)
		return;
	x = &r->l2.load[counts];
	n = (double)x->read + OF_ALL;
	out->l2 = ((double)x->hit + OF_ALL * out->l2) / n;
	out->late = ((double)x->late / EM_L2_LATE_UNIT + OF_ALL * out->late) / n;
	out->l2_again = together((double)x->both + OF_PAIRS, (double)x->after + OF_PAIRS, 1 - out->l2);
	out->l2_alike = x->read ? together((double)x->next_both + OF_ALL, (double)x->next + OF_ALL,
					  (double)(x->read - x->hit) / (double)x->read) :
				  1;
}

double em_cache_l2(const struct em_cache_run *r, uint32_t counts, double l2)
{
	struct em_far far = { .l2 = l2 };

	in_the_l2(r, counts, &far);
	return far.l2;
}

double em_cache_met_again(const struct em_cache_run *r)
{
	const size_t most = sizeof r->counts->lanes / sizeof *r->counts->lanes;
	uint64_t visits = 0, places = 0, lines;

	for (int t = 0; t < r->nworkers; t++)
		visits += r->counts[t].passes;
	for (size_t h = 0; visits && h < most; h++) {
		bool any = false;

		for (int t = 0; t < r->nworkers && !any; t++)
			any = r->counts[t].placed && r->counts[t].lanes[h];
		places += any;
	}
	lines = places * EM_PLACE_LINES;
	return lines < visits && places < most ? 1 - (double)lines / (double)visits : 0;
}

double em_cache_here_many(const struct em_cache_run *r)
{
	double here = 0, many = 0;

	for (uint32_t k = 0; k < r->naccesses && k < r->l2.loads; k++) {
		uint64_t requests, sectors;
		const struct em_load x = em_load_sample(r->run, r->counts, k, &requests, &sectors);

		here += (double)r->l2.load[k].here;
		many += x.lines ? (double)r->l2.load[k].here * (double)x.many / (double)x.lines : 0;
	}
	return here > 0 ? many / here : 0;
}

uint64_t em_cache_seen(const struct em_cache_run *r)
{
	uint64_t read = 0;

	for (uint32_t k = 0; k < r->naccesses; k++) {
		uint64_t requests, sectors;

		read += em_load_sample(r->run, r->counts, k, &requests, &sectors).read;
	}
	return read;
}

/* What all loads of local memory met. */
static struct em_load local_sample(const struct em_cache_run *r, uint64_t *requests, uint64_t *sectors)
{
	struct em_load x = { 0 };

	*requests = *sectors = 0;
	for (uint32_t k = 0; k < r->naccesses; k++) {
		uint64_t n, s;
		struct em_load y = em_load_sample(r->run, r->counts, k, &n, &s);

		if (!r->local[k])
			continue;
		em_load_add(&x, &y);
		*requests += n;
		*sectors += s;
	}
	return x;
}

/* The share of misses of a load that touched so many sectors of which none is followed. Either it touches its lines
 * once, which leaves none followed with (1 - 1 / EM_CACHE_SAMPLE) ^ lines, or it comes again and again to a few, which
 * each block has to bring once: before it is known, one is as likely as the other. */
static double unseen(uint64_t requests, uint64_t sectors, uint64_t blocks)
{
	const double touched = (double)(requests > sectors / EM_LINE_SECTORS ? requests : sectors / EM_LINE_SECTORS),
		     none = 1 - 1.0 / EM_CACHE_SAMPLE, brought = FEW * (double)blocks;

	if (touched <= brought)
		return 1;
	double once = pow(none, touched), again = pow(none, FEW);

	return (once + again * brought / touched) / (once + again);
}

/* Lanes that walk along side by side, by less than a line a turn, come to what is new with the first of their lines
 * only, and the warp waits for that: as often as a new sector comes, however many it has had before. A warp that walks
 * behind another one finds all there and catches up with it, so it waits as often. (Where warps meet they go in step,
 * and nobody catches up: there it is only believed of loads that are all of this kind.) */
static void slide(const struct em_load *x, double here, bool meets, struct em_far *out)
{
	const double part = x->come ? (double)x->slid / (double)x->come / SLID : 0,
		     waits = x->lines ? (double)x->come / (double)x->lines * here * out->lines : 0;

	if (out->lines > SIDE_BY_SIDE || waits <= out->line)
		return;
	if ((out->lines < FEW_LINES || x->read < WIDE * x->lines) &&
		(meets || part < ALL_SLID || out->lines < SOME_LINES || (double)x->read < SOME_WIDE * (double)x->lines))
		return;
	out->line += ((waits < 1 ? waits : 1) - out->line) * (part < 1 ? part : 1);
	out->lines -= (out->lines - 1) * (part < 1 ? part : 1);
}

/* Where most of those that wait do so for a line that another warp has asked for, the warps of a block share their
 * lines and go in step: whoever comes too late to wait soon is in front, and it is the one in front that misses. So a
 * block waits as often as lines come, however few of its warps ask; but no warp waits for what it has had before. */
void em_cache_far(const struct em_cache_run *r, uint32_t counts, uint32_t warps, bool meets, double l2, double late,
	struct em_far *out)
{
	const struct em_l2_load *asked = counts < r->l2.loads ? &r->l2.load[counts] : NULL;
	uint64_t requests, sectors;
	struct em_load x = em_load_sample(r->run, r->counts, counts, &requests, &sectors);
	double here = 1;
	bool share;

	*out = em_far_unknown(l2, late);
	out->line = 0;
	in_the_l2(r, counts, out);
	if (!r->past_l1[counts] && em_is_near(r->run, r->counts, counts))
		return;
	/* Of local memory an instruction may read one line of each warp, none of which is followed. All that is read
	 * there has been stored: with no other loads to tell, it is in the L1. */
	if (!x.read && r->local[counts])
		x = local_sample(r, &requests, &sectors);
	if (!x.read) {
		out->line = r->local[counts] ? 0 : unseen(requests, sectors, r->run->nrun);
		return;
	}
	/* What the multiprocessor has for another block nobody waits for, nor who comes while such a miss is on its
	 * way. */
	if (asked && asked->here) {
		here = (double)asked->read / (double)(asked->read + asked->here);
		x.far = x.far * asked->read / (asked->read + asked->here);
		x.missed = x.missed * asked->read / (asked->read + asked->here);
	}
	share = x.far > 2 * x.missed;
	if (share) {
		uint64_t come = x.missed * warps < x.anew ? x.missed * warps : x.anew;

		x.far = come > x.far ? come : x.far;
	}
	out->line = (double)x.far / (double)x.read;
	out->lines = requests ? (double)sectors / (double)requests * (double)x.lines / (double)x.read : 1;
	out->passes =
		requests ? (double)sectors / (double)requests * (double)x.passes / EM_PASS_UNIT / (double)x.read : 1;
	out->lines = out->lines < 1 ? 1 : out->lines > EM_WARP ? EM_WARP : out->lines;
	if (!share)
		slide(&x, here, meets, out);
	/* Lines side by side wait together, those at random places do not. */
	out->chances = out->lines;
	if (out->lines > 1)
		out->chances = 1 +
			(out->lines - 1) *
				(out->lines > SIDE_BY_SIDE ? 1 - together((double)x.both, (double)x.after, out->line) :
							     0);
	if (!share)
		meet(&x, (double)requests, warps, out);
}
