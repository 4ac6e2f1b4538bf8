/* answered: when a load or an atomic of memory is answered, by where it found its data. A part of the walk of
 * critical_path.c. */
#include "emulator/cost/critical_path.h"

#define MOST_TOGETHER (16 * 4096) /* in units of 1 / 16 */

/* log2(n) in units of 1 / EM_WAIT_UNIT, between powers of two along the line that joins them. */
static int log2_of(int32_t n)
{
	int whole = 31 - __builtin_clz((unsigned)n);

	return whole * EM_WAIT_UNIT + (int)((unsigned)(n - (1 << whole)) * EM_WAIT_UNIT >> whole);
}

/* Of `turns` turns side by side in which a load misses so often, in all: how often by the turn `until`. It misses in
 * the first one, and again when it has come as far as it does from miss to miss: a walk along a line by four words a
 * turn has a new sector in every second turn. */
static int missed_until(int misses, int turns, int until)
{
	int sum = 0, part = misses;

	for (int k = 0; part > 0 && (int64_t)k * turns * EM_LEVEL_UNIT / misses <= until; k++) {
		sum += part < EM_LEVEL_UNIT ? part : EM_LEVEL_UNIT;
		part -= EM_LEVEL_UNIT;
	}
	return sum;
}

/* Of turns that are walked as one block: what a load misses once in so many turns, it misses in one of them. So of four
 * turns side by side one waits for all of its miss, as in a walk along a line, and not each for a quarter. */
struct em_level em_level_in_turn(const struct em_walk *w, const struct em_level *l)
{
	const int all[] = { (l->l2 + l->late + l->dram) * w->turns, (l->late + l->dram) * w->turns,
		l->dram * w->turns };
	int sum[3] = { 0 }, own[3] = { 0 };
	struct em_level x = *l;

	if (w->turns == 1 || l->l1 + l->l2 + l->late + l->dram != EM_LEVEL_UNIT)
		return x;
	/* What comes from farther away is a part of what is nearer: where that does not miss, it comes later. */
	for (int turn = 0; turn <= w->again; turn++)
		for (int k = 0; k < 3; k++) {
			own[k] = missed_until(all[k], w->turns, turn) - sum[k];
			own[k] = k && own[k] > own[k - 1] ? own[k - 1] : own[k];
			sum[k] += own[k];
		}
	x.l1 = (uint8_t)(EM_LEVEL_UNIT - own[0]);
	x.l2 = (uint8_t)(own[0] - own[1]);
	x.late = (uint8_t)(own[1] - own[2]);
	x.dram = (uint8_t)own[2];
	return x;
}

void em_pass(struct em_walk *w, struct em_moment *m, int passes, int part)
{
	const bool after = m->t >= w->passing_from;

	if (after && w->passing.t > m->t)
		*m = w->passing;
	else if (after)
		w->passing_from = m->t;
	if (!after)
		return;
	w->passing = *m;
	em_delay(&w->passing, EM_WAIT_PASS, passes * (EM_WAIT_UNIT / 16) * part / EM_LEVEL_UNIT);
}

/* Of loads that are on their way together the memory answers some late, and whoever uses them in turn waits for the
 * slowest so far. */
void em_load(struct em_walk *w, struct em_moment *m, const struct em_level *l)
{
	bool known = l->l1 + l->l2 + l->late + l->dram != 0;
	int64_t start;

	em_pass(w, m, l->passes + 16, known ? l->l1 : EM_LEVEL_UNIT);
	start = m->t;
	em_delay(m, EM_WAIT_L1, known ? l->l1 * (EM_WAIT_UNIT / EM_LEVEL_UNIT) : EM_WAIT_UNIT);
	em_delay(m, EM_WAIT_L2, l->l2 * (EM_WAIT_UNIT / EM_LEVEL_UNIT));
	em_delay(m, EM_WAIT_LATE, l->late * (EM_WAIT_UNIT / EM_LEVEL_UNIT));
	em_delay(m, EM_WAIT_DRAM, l->dram * (EM_WAIT_UNIT / EM_LEVEL_UNIT));
	em_delay(m, EM_WAIT_PASS, l->passes * (EM_WAIT_UNIT / 16));
	if (!l->dram)
		return;
	if (start >= w->answered || !w->together) {
		w->together = 0;
		w->answered = m->t;
	}
	if (w->together < MOST_TOGETHER)
		w->together += l->lines > 16 ? l->lines : 16;
	em_delay(m, EM_WAIT_SLOWER, (log2_of(w->together) - log2_of(16)) * l->dram / EM_LEVEL_UNIT);
}

void em_atomic_answer(struct em_moment *m, const struct em_level *l)
{
	em_delay(m, EM_WAIT_ATOMIC_L2, l->l2 * (EM_WAIT_UNIT / EM_LEVEL_UNIT));
	em_delay(m, EM_WAIT_ATOMIC, (l->l2 + l->dram ? l->dram : EM_LEVEL_UNIT) * (EM_WAIT_UNIT / EM_LEVEL_UNIT));
	if (l->lines > 16)
		em_delay(m, EM_WAIT_SLOWER, (log2_of(l->lines) - log2_of(16)) * l->dram / EM_LEVEL_UNIT);
}
