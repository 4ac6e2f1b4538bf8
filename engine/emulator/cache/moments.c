/* moments: atomics that come to few places at a time, though to many in the whole launch: all warps that run side by
 * side add to the histogram of one feature, then of the next one. The units of the L2 that have the other places then
 * have nothing to do. Passes are counted by place, for groups of blocks one after the other, and for stretches of a
 * warp's instructions where all blocks run side by side. */
#include "emulator/cache/cache_run.h"
#include "emulator/core/machine.h"

#include <math.h>

/* Lines of a multiprocessor's atomics that are on their way to the L2 or wait there, while its warps go on and other
 * blocks begin: so many come together, whenever they were asked for. */
#define ON_THEIR_WAY 256

enum { GROUPS = 16, STRETCHES = 8, PLACES = sizeof((struct em_cache_counts *)NULL)->lanes / sizeof(uint64_t) };

struct em_moments {
	unsigned shift;                    /* a stretch is so many instructions, as a power of two */
	uint32_t lines[GROUPS][STRETCHES]; /* that somebody came to, each time */
	uint32_t passes[GROUPS][STRETCHES][PLACES];
	uint64_t block, group; /* of the last one that came, its number and 1 */
};

/* Stretches become twice as long. */
static void longer(struct em_moments *m)
{
	for (int g = 0; g < GROUPS; g++)
		for (int s = 0; s < STRETCHES; s++) {
			const bool two = 2 * s < STRETCHES;

			if (!m->lines[g][s] && !(two && m->lines[g][2 * s] + m->lines[g][2 * s + 1]))
				continue;
			m->lines[g][s] = two ? m->lines[g][2 * s] + m->lines[g][2 * s + 1] : 0;
			for (int p = 0; p < PLACES; p++)
				m->passes[g][s][p] = two ? m->passes[g][2 * s][p] + m->passes[g][2 * s + 1][p] : 0;
		}
	m->shift++;
}

void em_cache_moment(struct em_warp *w, uint32_t place, unsigned passes)
{
	struct em_moments *m = w->blk->cache->counts->moments;
	const uint64_t time = w->steps + (uint64_t)(w->slice - w->left), block = w->blk->linear;

	if (EM_UNLIKELY(!m))
		m = w->blk->cache->counts->moments = xcalloc(1, sizeof *m);
	if (m->block != block + 1) {
		m->block = block + 1;
		m->group = block * GROUPS / w->t->run->nblocks;
	}
	while (EM_UNLIKELY(time >> m->shift >= STRETCHES))
		longer(m);
	m->lines[m->group][time >> m->shift]++;
	m->passes[m->group][time >> m->shift][place] += passes;
}

/* All workers' in the first one's. */
static struct em_moments *together(const struct em_cache_run *r)
{
	struct em_moments *all = NULL;

	for (int t = 0; t < r->nworkers; t++) {
		struct em_moments *m = r->counts[t].moments;

		if (!m || !all) {
			all = m ? m : all;
			continue;
		}
		while (m->shift < all->shift)
			longer(m);
		while (all->shift < m->shift)
			longer(all);
		for (int g = 0; g < GROUPS; g++)
			for (int s = 0; s < STRETCHES; s++) {
				all->lines[g][s] += m->lines[g][s];
				for (int p = 0; p < PLACES; p++)
					all->passes[g][s][p] += m->passes[g][s][p];
			}
		memset(m->lines, 0, sizeof m->lines);
		memset(m->passes, 0, sizeof m->passes);
	}
	return all;
}

/* Passes of the busiest place of a window, `of` all places; beyond what chance makes of as many, of which each place
 * has the same part as of the whole launch. Passes come in clumps. */
static double busiest(const double *of, const double *whole, double all, double clump)
{
	double n = 0, most = 0;

	for (int p = 0; p < PLACES; p++)
		n += of[p];
	for (int p = 0; p < PLACES && n > 0; p++) {
		const double mean = n * whole[p] / all, sure = of[p] - 4 * sqrt(clump * mean);

		most = mean > most ? mean : most;
		most = sure > most ? sure : most;
	}
	return most;
}

/* The moments one after the other: groups of blocks, or stretches of all of them where they run side by side. */
struct moment {
	double lines, of[PLACES];
};
static unsigned in_turn(const struct em_moments *m, bool stretches, struct moment *out)
{
	const unsigned n = stretches ? STRETCHES : GROUPS;

	memset(out, 0, n * sizeof *out);
	for (unsigned g = 0; g < GROUPS; g++)
		for (unsigned s = 0; s < STRETCHES; s++) {
			struct moment *x = &out[stretches ? s : g];

			if (!m->lines[g][s])
				continue;
			x->lines += m->lines[g][s];
			for (int p = 0; p < PLACES; p++)
				x->of[p] += m->passes[g][s][p];
		}
	return n;
}

/* Passes of the busiest place of each window of so many lines, all together. */
static double of_windows(struct moment *x, unsigned n, double window, const struct moment *whole, double all)
{
	struct moment now = { 0 };
	double sum = 0;

	for (unsigned k = 0; k < n;) {
		const double room = window - now.lines, part = x[k].lines > room ? room / x[k].lines : 1;

		for (int p = 0; p < PLACES; p++) {
			now.of[p] += part * x[k].of[p];
			x[k].of[p] *= 1 - part;
		}
		now.lines += part * x[k].lines;
		x[k].lines *= 1 - part;
		if (part < 1 || k + 1 == n) {
			sum += busiest(now.of, whole->of, all, all / whole->lines);
			memset(&now, 0, sizeof now);
		}
		k += part >= 1;
	}
	return sum;
}

double em_cache_crowded(const struct em_cache_run *r)
{
	struct em_moments *m = together(r);
	const double at_once = (double)r->wave_blocks / (double)(r->run->nblocks ? r->run->nblocks : 1);
	struct moment *x, whole = { 0 };
	double all = 0, most = 0, window = (double)r->t.multiprocessors * ON_THEIR_WAY, sum;
	unsigned n;

	for (unsigned k = 0; m && k < GROUPS * STRETCHES; k++)
		whole.lines += m->lines[k / STRETCHES][k % STRETCHES];
	window += at_once < 1 ? whole.lines * at_once : 0;
	if (!r->t.multiprocessors || whole.lines <= window)
		return 1;
	x = xcalloc(GROUPS, sizeof *x);
	n = in_turn(m, at_once >= 1, x);
	for (int p = 0; p < PLACES; p++) {
		for (unsigned k = 0; k < n; k++)
			whole.of[p] += x[k].of[p];
		all += whole.of[p];
		most = whole.of[p] > most ? whole.of[p] : most;
	}
	sum = of_windows(x, n, window, &whole, all);
	free(x);
	return most > 0 && sum > most ? sum / most : 1;
}
