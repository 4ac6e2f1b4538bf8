/* time_atomics: see time_atomics.h. */
#include "device/time/time_atomics.h"

#include <math.h>

/* Microseconds from one lane that takes a lock to the next one, where so many try at words of the same place. A lock is
 * held for a turn of its holder's loop. Who wants it tries once a turn: where other lanes of its warp hold locks
 * themselves, such a turn is as long, and the lock is free for half of one before anybody sees it. Tries that the unit
 * of the L2 is not through with in a turn stand in a queue, and a lock goes through that twice: when its holder lets
 * go, and when the next one takes it. */
static double hand_over(const int64_t *f, const struct em_traffic *t, double trying)
{
	const double held = (double)t->swap_turn * 1000.0 / (double)f[DP_FIELD_CLOCK_KHZ],
		     turn = fmax((double)f[DP_FIELD_LOCK_NS] / 1000.0, held),
		     lanes = t->swap_lanes > 1 ? (double)t->swap_lanes : 1;

	return turn * (1 + (1 - 1 / lanes) / 2) + 2 * fmax(trying / (double)f[DP_FIELD_ATOMICS_PER_US] - turn, 0);
}

/* Microseconds of the word at which most lanes got through in a loop of compare-and-swap: they follow each other, and
 * who tries in vain in the same place holds them up. Half of those that come have not got through yet; no more try at a
 * time than are resident, spread over all places. */
static double swaps(const int64_t *f, const struct em_traffic *t, double lanes, bool locks_known)
{
	double trying, locks;

	if (!t->swaps)
		return 0;
	trying = lanes * (double)t->swaps_place / (double)t->swaps;
	trying = trying < (double)t->swaps_place / 2 ? trying : (double)t->swaps_place / 2;
	locks = (double)t->swap_locks / (double)t->swaps;
	return (double)t->swaps_word *
		((locks_known ? 0 : locks * hand_over(f, t, trying)) +
			(1 - locks) *
				((double)f[DP_FIELD_SWAP_NS] / 1000.0 +
					trying / (double)f[DP_FIELD_SWAP_LANES_PER_US]));
}

/* Microseconds of tries in vain at many words, which all units of the L2 share. */
static double tries(const int64_t *f, const struct em_traffic *t)
{
	return t->swaps ? (double)t->swap_tries * (1 - (double)t->swap_locks / (double)t->swaps) *
			(double)f[DP_FIELD_ATOMIC_ANSWER] / 1000.0 / (double)f[DP_FIELD_ATOMIC_UNITS] /
			(double)f[DP_FIELD_ATOMICS_PER_US] :
			  0;
}

/* Of tries of lanes that have a word each the busiest place has as large a part as of all atomics of the launch, where
 * these words are few: it has room for 128 words, and each may be changed once for each of its bits. */
enum { WORDS_OF_A_PLACE = 128, CHANGES = 32 };
static double at_busiest(const int64_t *f, const struct em_traffic *t, const struct em_early *e)
{
	double place = t->atomic_passes ? (double)t->atomic_lanes / (double)t->atomic_passes : 1;

	if (e->counted)
		place = fmin(place, (double)(WORDS_OF_A_PLACE * CHANGES) / (double)e->counted);
	return e->words ? fmax(place, 1.0 / (double)f[DP_FIELD_ATOMIC_UNITS]) : 1;
}

/* Tries of words of their own that a multiprocessor may have on their way to one place: the next look waits behind
 * them, and finds the word changed (162,000 lanes of 132 multiprocessors in marks.1.0, 3.0 and 5.0 of
 * tests/bench/hard). */
enum { ON_THEIR_WAY = 1230 };

/* Microseconds that the place is busy with looks and tries, and how many of them are beside what was counted. apart:
 * how far the looks are apart from each other already. */
struct tries {
	double queue, more;
};
static struct tries tries_of(
	const int64_t *f, const struct em_traffic *t, const struct em_early *e, double apart, double seen)
{
	const double rate = (double)f[DP_FIELD_ATOMICS_PER_US], share = apart > seen ? seen / apart : 1,
		     tries = share * (double)e->tries,
		     turns = e->past_l1 ? 2 * tries * (double)e->warps / (tries + (double)e->warps) : 0,
		     turned = turns * (double)f[DP_FIELD_PLACE_TURN_PS] / 1e6,
		     looks = e->past_l1 ? (double)e->warps / (double)f[DP_FIELD_L2_PLACE_LOADS_PER_US] : 0;
	double passes = share * (double)e->passes, more = fmax(passes - (double)e->counted, 0) * at_busiest(f, t, e);

	if (e->words)
		more = fmin(more, (double)f[DP_FIELD_SM_COUNT] * ON_THEIR_WAY);
	return (struct tries){ passes / rate + turned + looks, more / rate + turned };
}

/* Of all that run side by side at the start the first look finds the word as it was, and so do all that come to it
 * until the first try has been worked on. The queue that they make draws them apart: where they look at another word of
 * that place next, only those find it as it was that come before others' tries of that one have been seen. At a line
 * where atomics and loads come by turns each turn takes longer. */
double time_tries_early(const struct profile *p, const struct em_traffic *t)
{
	const int64_t *f = p->field;
	const double rate = (double)f[DP_FIELD_ATOMICS_PER_US], seen = (double)f[DP_FIELD_TRIES_SEEN_NS] / 1000.0;
	double us = (double)t->tries_early / rate;

	for (uint32_t k = 0; k < t->nearly; k++) {
		const struct em_early *e = &t->early[k];
		double apart = 0;

		for (uint32_t j = 0; j < k && !e->words; j++)
			if (t->early[j].place == e->place)
				apart += tries_of(f, t, &t->early[j], apart, seen).queue;
		us += tries_of(f, t, e, apart, seen).more;
	}
	return us;
}

double time_atomics(const struct profile *p, const struct em_traffic *t, double lanes, bool locks_known)
{
	const int64_t *f = p->field;
	/* The busiest place shares its unit of the L2 with its part of all the others. */
	const double busiest = (double)t->atomic_lanes +
		(double)(t->atomic_passes - t->atomic_lanes) / (double)f[DP_FIELD_ATOMIC_UNITS];
	double us = busiest / (double)f[DP_FIELD_ATOMICS_PER_US];

	if (t->atomic_passes) {
		us += (double)t->swap_again * busiest / (double)t->atomic_passes / (double)f[DP_FIELD_ATOMICS_PER_US];
		/* Who answers has a way back, too; at a single place that makes no difference. */
		us += (double)t->atomic_answers * (double)(t->atomic_passes - t->atomic_lanes) /
			(double)t->atomic_passes / (double)f[DP_FIELD_ATOMIC_UNITS] /
			(double)f[DP_FIELD_ATOMICS_PER_US] * (double)(f[DP_FIELD_ATOMIC_ANSWER] - 1000) / 1000.0;
	}
	return fmax(us, swaps(f, t, lanes, locks_known)) + tries(f, t);
}
