/* swaps: loops of compare-and-swap in global memory, and of bits that are claimed there. Who gets through at a word
 * lets all others try again, and the more of them there are, the longer it takes until the next one does. Here it is
 * counted how often that happened at the busiest word, and in the busiest place of 512 bytes; how long it takes is the
 * profile's (device/time/time_kernel.c).
 */
#include "emulator/cache/cache_run.h"
#include "emulator/cost/cost.h"

static uint32_t hash_of(uint64_t key)
{
	/* Different ones for words in a row, and for such that lie 2 to 512 words apart. */
	return (uint32_t)(key ^ key >> 5 ^ key >> 16) % EM_SWAP_PLACES;
}

void em_cache_swaps(struct em_warp *w, const struct em_inst *i, const uint64_t *addr, uint32_t mask, uint32_t kept)
{
	const struct em_program *p = w->t->p;
	int32_t pin = p->origin[i - p->code];
	struct em_cache_counts *n = w->blk->cache->counts;

	if (pin < 0 || !p->costs->cost[pin].retries)
		return;
	if (!n->swaps)
		n->swaps = xcalloc(3 * EM_SWAP_PLACES, sizeof *n->swaps);
	for (uint32_t m = kept; m; m &= m - 1)
		n->swaps[2 * EM_SWAP_PLACES + hash_of(addr[__builtin_ctz(m)] >> 2)]++;
	if (!mask)
		return;
	n->swap_tries++;
	n->locks += p->costs->cost[pin].retries > 1 ? (unsigned)__builtin_popcount(mask) : 0;
	n->swap_lanes += (unsigned)__builtin_popcount(w->mask);
	for (uint32_t m = mask; m; m &= m - 1) {
		uint64_t at = addr[__builtin_ctz(m)];

		n->swaps[hash_of(at >> 2)]++;
		n->swaps[EM_SWAP_PLACES + hash_of(em_cache_place_number(at))]++;
	}
}

/* The most of one place; those of others that share its number are taken off: the average, and what lies within
 * chance. */
static uint64_t busiest(const struct em_cache_run *r, uint32_t first, uint64_t *all)
{
	uint64_t most = 0, others;

	*all = 0;
	for (uint32_t k = first; k < first + EM_SWAP_PLACES; k++) {
		uint64_t n = 0;

		for (int t = 0; t < r->nworkers; t++)
			n += r->counts[t].swaps ? r->counts[t].swaps[k] : 0;
		*all += n;
		most = n > most ? n : most;
	}
	others = *all - most;
	if (others > EM_SWAP_PLACES / 2)
		others = others / EM_SWAP_PLACES + 4 * (1 + others / EM_SWAP_PLACES);
	else
		others = 0;
	return most > others ? most - others : most > 0;
}

/* Of a word, how many get through there that the average one of all that do meets, itself included: the sum of the
 * squares over the sum, less what words that share a number by chance come to. */
static double of_one_word(const struct em_cache_run *r, double all)
{
	double squares = 0;

	for (uint32_t k = 0; k < EM_SWAP_PLACES; k++) {
		double n = 0;

		for (int t = 0; t < r->nworkers; t++)
			n += r->counts[t].swaps ? r->counts[t].swaps[k] : 0;
		squares += n * n;
	}
	squares = (squares - all * all / EM_SWAP_PLACES) / (1 - 1.0 / EM_SWAP_PLACES);
	return squares > all ? squares / all : 1;
}

/* Tries in vain that a device has beside those that were counted. Of n lanes that want one word each that gets through
 * lets the others try again, so that all of them try (n + 1) / 2 times on average; `together`: of so many that run side
 * by side half have got through and wait for their warps. Here a warp finds what those before it have left, and only
 * its own lanes meet. */
static double in_vain(const struct em_cache_run *r, double all, double of_word, double tried)
{
	double blocks = (double)r->t.resident_blocks * r->t.multiprocessors,
	       together = (blocks < (double)r->run->nrun ? blocks : (double)r->run->nrun) * r->run->nthreads / 2,
	       others = (of_word - 1) / 2;

	if (others > together * of_word / all)
		others = together * of_word / all;
	return all * (1 + others) > tried ? all * (1 + others) - tried : 0;
}

/* Of lanes that put back what they found, as those do that look for the largest number of all: each change of their
 * word lets them try again, and they are through when there are no more changes. The more of them there are, the longer
 * one is on its way, and the more changes come together: largest.* of tests/bench/hard, 2048 to 262,144 lanes, have 8
 * tries each. That is so for those that run side by side from the start; who comes later finds the largest number
 * there. */
#define MOST_TRIES 8
static double again(const struct em_cache_run *r)
{
	const double blocks = (double)r->t.resident_blocks * r->t.multiprocessors;
	double tries = 0;

	for (uint32_t k = 0; k < EM_SWAP_PLACES; k++) {
		double changes = 0, kept = 0;

		for (int t = 0; t < r->nworkers; t++) {
			changes += r->counts[t].swaps ? r->counts[t].swaps[k] : 0;
			kept += r->counts[t].swaps ? r->counts[t].swaps[2 * EM_SWAP_PLACES + k] : 0;
		}
		tries += (changes < MOST_TRIES ? changes : MOST_TRIES) * kept;
	}
	return tries * (blocks < (double)r->run->nrun ? blocks / (double)r->run->nrun : 1);
}

void em_swaps_result(const struct em_cache_run *r, struct em_traffic *out)
{
	uint64_t tries = 0, lanes = 0;
	double tried;

	for (int t = 0; t < r->nworkers; t++) {
		tries += r->counts[t].swap_tries;
		lanes += r->counts[t].swap_lanes;
		out->swap_locks += r->counts[t].locks;
	}
	if (!tries)
		return;
	tried = (double)lanes;
	/* Lanes that want one word get through one by one, so of n of them a try has half on average. */
	lanes = 2 * lanes / tries - 1;
	out->swap_lanes = lanes < EM_WARP ? lanes : EM_WARP;
	out->swaps_word = busiest(r, 0, &out->swaps);
	out->swaps_place = busiest(r, EM_SWAP_PLACES, &out->swaps);
	out->swap_again = (uint64_t)again(r);
	out->swap_tries = (uint64_t)in_vain(r, (double)out->swaps, of_one_word(r, (double)out->swaps), tried);
}
