/* traffic: what a launch's accesses came to (em_traffic): the sample's counts, scaled to all that the launch loaded and
 * stored. */
#include "emulator/cache/cache_run.h"
#include "emulator/cache/near.h"

#include <math.h>

static uint64_t scale(uint64_t v, uint64_t all, uint64_t part)
{
	return part ? (uint64_t)((unsigned __int128)v * all / part) : 0;
}

/* What blocks read that come one after the other, and an L1 has room for, each L1 asks for once. The model's L1, a
 * share for each block, which begins without anything, does not know that. */
static void few_lines(const struct em_cache_run *r, struct em_traffic *out)
{
	uint64_t lines = r->l2.few * EM_CACHE_SAMPLE,
		 processors = r->run->nrun < r->t.multiprocessors ? r->run->nrun : r->t.multiprocessors,
		 most = lines * EM_LINE_SECTORS * processors;

	if (!lines || lines * EM_LINE_BYTES > r->t.l1_bytes || out->l2_read <= most || r->run->nrun <= r->wave_blocks)
		return;
	for (uint32_t k = 0; k < r->naccesses; k++)
		for (int t = 0; t < r->nworkers; t++)
			if (r->past_l1[k] && r->counts[t].load[k].read)
				return;
	out->l1_hit += out->l2_read - most;
	out->l2_read = most;
}

/* The most of one place; those of others that share its number are taken off: the average, and what lies within
 * chance. */
static uint64_t above_chance(const uint64_t *of, size_t n)
{
	uint64_t most = 0, all = 0, others;

	for (size_t k = 0; k < n; k++) {
		all += of[k];
		most = of[k] > most ? of[k] : most;
	}
	others = (all - most) / n;
	others += others ? 4 * (uint64_t)sqrt((double)others) : 0;
	return most > others ? most - others : 0;
}

void em_cache_result(struct em_cache_run *r, bool whole, const struct counters *c, struct em_traffic *out)
{
	struct em_cache_counts n = { 0 };
	struct em_load l = { 0 };
	struct em_near apart;
	uint64_t loads = c->v[CTR_GLOBAL_LD_SECTORS], stores = c->v[CTR_GLOBAL_ST_SECTORS], part, atomics, part_of,
		 again, few, crowded;

	em_waves_finish(r);
	if (!whole)
		em_l2_flush(r->d->l2, &r->l2);
	em_l2_settle(r->d->l2, &r->l2);
	for (int k = 0; k < r->nworkers; k++) {
		const struct em_cache_counts *x = &r->counts[k];

		n.passes += x->passes;
		n.store_lines += x->store_lines;
		n.atomic_all += x->atomic_all;
		loads += x->local_read;
		stores += x->local_written;
		out->local_stored += x->local_written;
		out->local_lines += x->local_lines;
		out->atomic_words += x->atomic_words;
		out->atomic_answers += x->answers;
		for (uint32_t counts = 0; counts < r->naccesses; counts++)
			em_load_add(&l, &x->load[counts]);
		n.serial += x->serial;
		n.write += x->write;
		n.joined += x->joined;
		n.partial += x->partial;
		n.partial_lines += x->partial_lines;
		n.link_full += x->link_full;
		n.link_part += x->link_part;
		n.link_writes += x->link_writes;
		n.link_atomic += x->link_atomic;
		for (size_t h = 0; x->placed && h < sizeof n.lanes / sizeof *n.lanes; h++)
			n.lanes[h] += x->lanes[h], n.stores[h] += x->stores[h], n.loads[h] += x->loads[h];
	}
	/* A launch too small for the sample has whole lines, and finds nothing anywhere. */
	part = n.write + n.partial + n.joined;
	l.hit += r->l2.here;
	em_near_loads(r->run, r->counts, r->past_l1, &r->l2, &apart);
	loads -= apart.sectors + apart.met.read < loads ? apart.sectors + apart.met.read : loads;
	l.read -= apart.sample.read;
	l.hit -= apart.sample.hit;
	l.late -= apart.sample.late;
	l.passes -= apart.sample.passes;
	l.link_read -= apart.sample.link_read;
	l.link_reads -= apart.sample.link_reads;
	out->passes = n.passes + (l.read ? scale(l.passes, loads, l.read) / EM_PASS_UNIT : (loads + 3) / 4) +
		apart.met.passes / EM_PASS_UNIT +
		(apart.requests > apart.sectors / 4 ? apart.requests : apart.sectors / 4) +
		(part ? scale(n.store_lines, stores, part) : (stores + 3) / 4);
	out->shared_serial = n.serial;
	out->l1_read = loads + apart.sectors + apart.met.read;
	out->l1_hit = scale(l.hit, loads, l.read) + apart.sectors + apart.met.hit;
	out->l1_late = scale(l.late, loads, l.read) + apart.met.late;
	out->link_read = scale(l.link_read, loads, l.read) + apart.met.link_read;
	out->link_reads = scale(l.link_reads, loads, l.read) + apart.met.link_reads;
	out->link_write = scale(n.link_full + n.link_part, stores, part);
	out->link_writes = scale(n.link_writes, stores, part);
	out->l2_read = out->l1_read - out->l1_hit - out->link_read;
	few_lines(r, out);
	out->l2_lines = r->l2.read ? scale(r->l2.read_lines, out->l2_read, r->l2.read) : (out->l2_read + 3) / 4;
	/* What few lines are asked for again and again is in the L2: of the sample's reads and hits there those are not
	 * the others'. */
	again = apart.sample.read - apart.sample.hit - apart.sample.link_read;
	again = again < r->l2.hit ? again : r->l2.hit;
	few = apart.met.read - apart.met.hit - apart.met.link_read;
	few = few < out->l2_read ? few : out->l2_read; /* few_lines() may have taken them away */
	out->l2_hit = scale(r->l2.hit - again, out->l2_read - few, r->l2.read - again) + few;
	out->l2_late = r->l2.hit ? scale(r->l2.late, out->l2_hit, r->l2.hit * EM_L2_LATE_UNIT) : 0;
	out->l2_partial = scale(n.partial - n.link_part, stores, part);
	out->l2_parts = scale(out->l2_partial, n.partial_lines, n.partial);
	out->l2_write = scale(n.write - n.link_full, stores, part);
	if (!out->link_write)
		out->l2_write = stores - out->l2_partial -
			scale(n.joined, stores, part); /* what rounding, or a launch without samples, has lost */
	atomics = n.link_atomic * EM_CACHE_SAMPLE < n.atomic_all ? n.link_atomic * EM_CACHE_SAMPLE : n.atomic_all;
	out->l2_atomic = n.atomic_all - atomics;
	out->link_read += atomics, out->link_reads += atomics, out->link_write += atomics, out->link_writes += atomics;
	for (size_t h = 0; h < sizeof n.lanes / sizeof *n.lanes; h++) {
		out->atomic_passes += n.lanes[h];
		out->atomic_lanes = n.lanes[h] > out->atomic_lanes ? n.lanes[h] : out->atomic_lanes;
	}
	crowded = (uint64_t)((double)out->atomic_lanes * em_cache_crowded(r));
	out->atomic_lanes = crowded < out->atomic_passes ? crowded : out->atomic_passes;
	out->stores_place = above_chance(n.stores, sizeof n.stores / sizeof *n.stores);
	out->loads_place = above_chance(n.loads, sizeof n.loads / sizeof *n.loads);
	em_swaps_result(r, out);
	/* Memory: in proportion to what went through the L2's sample. */
	out->dram_read = r->l2.read > again ? scale(r->l2.filled, out->l2_read - few, r->l2.read - again) :
		r->l2.read                  ? r->l2.filled :
					      out->l2_read;
	out->dram_read += part ? scale(r->l2.filled_else, stores, part) : r->l2.filled_else * EM_CACHE_SAMPLE;
	out->dram_write = part ? scale(r->l2.written, stores, part) : r->l2.written * EM_CACHE_SAMPLE;
	/* Rows follow the sectors for which they were opened. */
	part_of = r->l2.filled + r->l2.filled_else;
	out->rows_read = part_of ? scale(out->dram_read, r->l2.rows_read, part_of) / EM_L2_ROW_UNIT : 0;
	out->rows_written =
		r->l2.written ? scale(out->dram_write, r->l2.rows_written, r->l2.written) / EM_L2_ROW_UNIT : 0;
}
