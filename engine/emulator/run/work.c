/* work: see work.h. How often each basic block ran, times what its instructions cost (cost.c) and what its chain waits
 * for (cost/critical_path.c). */
#include "base/buf.h"
#include "emulator/cache/cache.h"
#include "emulator/core/device.h"
#include "emulator/cost/cost.h"
#include "emulator/cost/links.h"
#include "emulator/cost/slow_ways.h"
#include "emulator/run/count.h"
#include "emulator/run/shares.h"

#include <math.h>

uint64_t em_execs_of(const struct em_run *r, uint32_t block)
{
	uint64_t n = 0;

	for (int t = 0; t < r->nworkers; t++)
		n += r->workers[t].block_counts[block].execs + r->workers[t].block_counts_first[block].execs;
	return n;
}

/* Of a load from constant memory: requests, words, words that were farther away. */
struct constant {
	uint64_t requests, words, far;
};
static struct constant constant_of(const struct em_run *r, int32_t access)
{
	struct constant c = { 0 };

	for (int t = 0; t < r->nworkers; t++) {
		const struct em_memory_counts *m = &r->workers[t].memory_counts[access];

		c.requests += m->global_req;
		c.words += m->global_sectors;
		c.far += m->atomic_req;
	}
	return c;
}

static double max2(double a, double b)
{
	return a > b ? a : b;
}

/* In units of 1 / EM_WAIT_UNIT. */
static uint16_t average(uint64_t n, uint64_t of)
{
	return of ? (uint16_t)(n * EM_WAIT_UNIT / of) : 0;
}

static unsigned bytes_of(const struct em_run *r, const struct em_pinst *pi)
{
	const struct ptx_inst *in = &r->p->m->ptx->funcs[pi->func].insts[pi->inst];

	return in->ntypes ? in->vec * ptx_type_bits(in->types[0]) / 8 : 0;
}

/* each: words as they are counted, of one place that a lane wants: two of 16 bytes, in one line. */
static void constants(struct constant x, const struct em_cost *c, unsigned each, struct em_work *out)
{
	double lost = x.words ? (double)(x.far * each) / (double)x.words : 0,
	       apart = x.words > x.requests ? 1 - (double)x.requests / (double)x.words : 0;

	out->constant_words += c->follows ? 0 : x.words;
	out->constant_far += x.far;
	lost = lost < 1 ? lost : 1;
	out->constant_apart += (uint64_t)(EM_WAIT_UNIT * (double)x.far * apart * lost * lost);
}

/* Words at places that the code spells out are there when they are asked for, unless another line took their place
 * (`scanner_sums.samples_constant` of tests/bench/hard: 400 turns of a loop, all of them spelled out). */
static void spelled_constants(const struct em_run *r, struct constant x, struct em_work *out)
{
	out->wait[EM_WAIT_CONSTANT_FAR] += (int64_t)(x.far * EM_WAIT_UNIT);
	out->wait_first[EM_WAIT_CONSTANT_FAR] += (int64_t)(x.far * EM_WAIT_UNIT / r->nwarps);
}

/* Passes of shared memory, of accesses that are joined once for all of them; `off`: turns that the instruction took at
 * the load-store unit with no lane on. */
static void memory(
	const struct em_run *r, const struct em_pinst *pi, const struct em_cost *c, uint64_t off, struct em_work *out)
{
	uint64_t waves = 0, requests = 0, loads = 0;

	for (int t = 0; t < r->nworkers; t++) {
		waves += r->workers[t].memory_counts[pi->access].shared_wave;
		requests += r->workers[t].memory_counts[pi->access].shared_req;
		loads += r->workers[t].memory_counts[pi->access].global_sectors;
	}
	if (c->loops) { /* requests: its turns */
		out->shared_passes += loads + EM_LOOP_PASSES * requests;
		out->pipe[EM_PIPE_ISSUE] += EM_LOOP_ISSUED * requests;
		out->sum_turns += requests;
		return;
	}
	if (c->wait[EM_WAIT_CONSTANT])
		constants(constant_of(r, pi->access), c, bytes_of(r, pi) > 8 ? 2 : 1, out);
	else if (r->p->m->ptx->funcs[pi->func].insts[pi->inst].space == PTX_CONST)
		spelled_constants(r, constant_of(r, pi->access), out);
	if (em_counted_elsewhere(r, pi))
		return;
	out->shared_passes += waves;
	out->pipe[EM_PIPE_LSU] += off;
}

/* Of an atomic that is a loop, beside the first. */
static uint16_t turns_of(const struct em_run *r, int32_t access, bool halves)
{
	uint64_t turns = 0, ran = 0;

	for (int t = 0; t < r->nworkers; t++) {
		const struct em_memory_counts *m = &r->workers[t].memory_counts[access];

		turns += halves ? m->atomic_req : m->shared_req;
		ran += r->workers[t].memory_counts[access].global_req;
	}
	return average(turns - ran, ran);
}

/* Three bits of a number. */
static unsigned coarse(double v)
{
	unsigned step = 1;

	while (v / step >= 8)
		step *= 2;
	return (unsigned)(v / step + 0.5) * step;
}

/* Of a load from shared memory, as em_level's. A load that only ever polled has passes and was never executed: its
 * rounds are taken back (lanes/polls.c). */
static uint16_t shared_passes_of(const struct em_run *r, const struct em_pinst *pi)
{
	uint64_t waves = 0, ran = em_execs_of(r, pi->block);

	for (int t = 0; t < r->nworkers; t++)
		waves += r->workers[t].memory_counts[pi->access].shared_wave;
	return (uint16_t)(ran && waves > ran ? coarse(16 * ((double)waves / (double)ran - 1)) : 0);
}

/* Where the warps of a block meet, all wait for the slowest. Of n loads between two barriers a warp waits for p of
 * each; what that is for the one of so many warps that waits most often. (Waits come in turn, as lines end, so of many
 * loads one warp has at most one wait more than another.) by_itself: how far each waits by itself, 0 to 1. */
static double of_slowest(double p, double by_itself, const struct em_far *far)
{
	double n = far->times > 1 ? far->times : 1;

	return p + (1 - pow(1 - p, 1 + (far->warps - 1) * by_itself) - p) / n;
}

/* Of all that misses the L1, late is on its way to the L2 for another block, which answers no later than for that one
 * (so EM_WAIT_SLOWER is not for it). A load waits for the memory where any of its lines does. (For the L2 too, but the
 * L1 of the model, a share for each block, has too little of what all blocks read.) */
static struct em_level level_of(const struct em_far *far)
{
	const double slow = 1 - far->l2, from_memory = far->line * slow,
		     another = (far->line + far->again * (1 - far->line)) * (slow + far->l2_again * far->l2),
		     again = from_memory < 1 ? (another - from_memory) / (1 - from_memory) : 1,
		     self = 1 - pow(1 - far->line, far->chances),
		     missing = self > 0 ? max2(far->lines * far->line / self, 1) : 1,
		     own = max2(1 - pow(1 - from_memory, far->chances),
			     self * (1 - pow(far->l2, 1 + (missing - 1) * (1 - far->l2_alike)))),
		     dram = of_slowest(own, (1 - again) * (1 - far->line), far),
		     waits = max2(of_slowest(self, 1 - far->again, far), dram),
		     on_its_way = far->late < far->l2 ? far->late / far->l2 : 1,
		     memory = dram + (far->l2 > 0 ? (waits - dram) * on_its_way : 0);
	const unsigned n = (unsigned)(EM_LEVEL_UNIT * waits + 0.5), d = (unsigned)(EM_LEVEL_UNIT * dram + 0.5),
		       m = (unsigned)(EM_LEVEL_UNIT * memory + 0.5);

	return (struct em_level){ .l1 = (uint8_t)(EM_LEVEL_UNIT - n),
		.l2 = (uint8_t)(n - m),
		.late = (uint8_t)(m - d),
		.dram = (uint8_t)d,
		.lines = (uint16_t)coarse(own > 0 ? 16 * far->lines * from_memory / own : 0),
		.passes = (uint16_t)coarse(16 * (far->passes > 1 ? far->passes - 1 : 0)) };
}

/* Sectors of which one counts for each lane at a word in it, to sectors: of all atomics of the launch. */
static double sectors_each(const struct em_run *r, const struct em_traffic *t)
{
	const struct em_program *p = r->p;
	uint64_t counted = 0;

	for (size_t k = 0; k < p->npinst; k++)
		for (int n = 0; p->costs->cost[k].wait[EM_WAIT_ATOMIC] && p->pinst[k].access >= 0 && n < r->nworkers;
			n++)
			counted += r->workers[n].memory_counts[p->pinst[k].access].global_sectors;
	return counted > t->l2_atomic && t->l2_atomic ? (double)t->l2_atomic / (double)counted : 1;
}

/* Of an atomic whose result is used: a warp waits for the last of its sectors, and for the memory where any of them is
 * not in the L2. Lanes that meet in a sector find it together. */
static void found_by_atomic(const struct em_run *r, int32_t access, double l2, double part, struct em_level *out)
{
	uint64_t requests = 0, sectors = 0;
	double each;

	for (int t = 0; t < r->nworkers; t++) {
		requests += r->workers[t].memory_counts[access].atomic_req;
		sectors += r->workers[t].memory_counts[access].global_sectors;
	}
	l2 = em_cache_l2(r->cache, (uint32_t)access, l2);
	each = requests ? max2((double)sectors * part / (double)requests, 1) : 1;
	out->l2 = (uint8_t)(EM_LEVEL_UNIT * pow(l2, each) + 0.5);
	out->dram = (uint8_t)(EM_LEVEL_UNIT - out->l2);
	out->lines = (uint16_t)coarse(out->dram ? 16 * each * (1 - l2) * EM_LEVEL_UNIT / out->dram : 0);
}

/* An access to an array that ptxas keeps in registers. */
static bool in_registers(const struct em_run *r, const struct em_cost *c)
{
	return c->picks && r->l->timing && r->l->timing->no_local;
}

/* How often warps meet at a barrier of the block for each of `times` that they come by, 0 to 1. Warps that wait for
 * each other's words meet there, too. */
static double meets(const struct em_work *w, double times)
{
	const double barriers = (double)w->pipe[EM_PIPE_BARRIER];

	return barriers < times && !w->waits ? barriers / times : barriers > 0;
}

/* A load that hardly any warp runs: one under a predicate, which all issue, lets those wait that have a lane on, and
 * one that is jumped over lets nobody. Where warps meet, all wait for those that load. */
static void seldom(const struct em_run *r, const struct em_work *w, const struct em_cost *c, const struct em_pinst *pi,
	struct em_level *l)
{
	const double all = c->runs_as ? (double)em_execs_of(r, (uint32_t)c->runs_as - 1) : 0,
		     own = (double)em_execs_of(r, pi->block), met = meets(w, all),
		     part = own > 0 ? own / all + (1 - own / all) * met : 0;

	if (own > 0 && (own >= all || met >= 1))
		return;
	l->l1 = (uint8_t)(l->l1 * part);
	l->l2 = (uint8_t)(l->l2 * part);
	l->late = (uint8_t)(l->late * part);
	l->dram = (uint8_t)(l->dram * part);
	l->passes = (uint16_t)(l->passes * part);
	if (!(l->l1 + l->l2 + l->late + l->dram))
		l->l1 = 1;
}

/* Of a branch forward, how often it is taken by all lanes: those times that its block was not followed by the next one;
 * in 1 / EM_WAIT_UNIT. */
static uint16_t taken_of(const struct em_run *r, size_t k)
{
	const struct em_program *p = r->p;
	const struct em_pinst *pi = &p->pinst[k], *next = k + 1 < p->npinst ? pi + 1 : pi;
	const uint64_t own = em_execs_of(r, pi->block), on = em_execs_of(r, next->block);

	return next->func == pi->func && next->block != pi->block && on < own ?
		(uint16_t)(EM_WAIT_UNIT * (own - on) / own) :
		0;
}

/* How often each instruction was issued, against the others. Where warps meet all wait for those that load, though it
 * be one warp alone. */
static void how_often(const struct em_run *r, const struct em_work *w, struct em_level *level)
{
	const struct em_program *p = r->p;
	double *ran = xcalloc(p->npinst + 1, sizeof *ran), most = 1;

	for (size_t k = 0; k < p->npinst; k++) {
		const uint32_t as = p->costs->cost[k].runs_as;

		ran[k] = (double)em_execs_of(r, as ? as - 1 : p->pinst[k].block);
		if (p->costs->cost[k].wait[EM_WAIT_L1])
			ran[k] *= 1 + ((double)r->nwarps - 1) * meets(w, ran[k]);
		most = ran[k] > most ? ran[k] : most;
	}
	for (size_t k = 0; k < p->npinst; k++) {
		const double less = ran[k] > 0 ? EM_RAN_OCTAVE * log2(most / ran[k]) : 0;

		level[k].ran = (uint8_t)(ran[k] > 0 ? less < 254 ? 255 - (int)(less + 0.5) : 1 : 0);
	}
	free(ran);
}

/* Where each load found its data, and the chains that follow from it. The L2's share is that of the whole launch. */
static void levels(const struct em_run *r, const struct em_work *w)
{
	const struct em_program *p = r->p;
	struct em_level *level = xcalloc(p->npinst + 1, sizeof *level);
	const struct em_traffic *t = &w->traffic;
	double l2 = t->l2_read ? (double)t->l2_hit / (double)t->l2_read : 0,
	       late = t->l2_read ? (double)t->l2_late / (double)t->l2_read : 0;
	const double part = sectors_each(r, t), again = r->cache ? em_cache_met_again(r->cache) : 0;

	for (size_t k = 0; k < p->npinst; k++) {
		struct em_far far = em_far_unknown(l2, late);

		if (p->m->ptx->funcs[p->pinst[k].func].insts[p->pinst[k].inst].op == PTX_OP_BRA) {
			level[k].words = taken_of(r, k);
			continue;
		}
		if (p->costs->cost[k].wait[EM_WAIT_CONSTANT] && p->pinst[k].access >= 0) {
			struct constant x = constant_of(r, p->pinst[k].access);

			level[k].words = average(x.words - x.requests, x.requests);
			level[k].far = average(x.far, x.requests);
			continue;
		}
		if (p->costs->cost[k].loops && p->pinst[k].access >= 0) {
			level[k].words = turns_of(r, p->pinst[k].access, false);
			continue;
		}
		if (in_registers(r, &p->costs->cost[k])) {
			level[k].picks = p->costs->cost[k].picks;
			continue;
		}
		if (p->costs->cost[k].wait[EM_WAIT_SHARED] && p->pinst[k].access >= 0) {
			level[k].passes = shared_passes_of(r, &p->pinst[k]);
			continue;
		}
		if (p->costs->cost[k].wait[EM_WAIT_ATOMIC] && p->pinst[k].access >= 0 && r->cache && !w->waits)
			found_by_atomic(r, p->pinst[k].access, max2(l2, again), part, &level[k]);
		if (p->costs->cost[k].halves && p->pinst[k].access >= 0)
			level[k].words = turns_of(r, p->pinst[k].access, true);
		if (!p->costs->cost[k].wait[EM_WAIT_L1] || p->pinst[k].access < 0)
			continue;
		/* What blocks poll is in the L2: somebody else writes it there. */
		if (w->waits && p->costs->cost[k].past_l1) {
			level[k] = (struct em_level){ .l2 = EM_LEVEL_UNIT };
			continue;
		}
		if (r->cache)
			em_cache_far(r->cache, (uint32_t)p->pinst[k].access, r->nwarps, w->pipe[EM_PIPE_BARRIER] != 0,
				l2, late, &far);
		if (!w->pipe[EM_PIPE_BARRIER])
			far.warps = 1;
		level[k] = level_of(&far);
		seldom(r, w, &p->costs->cost[k], &p->pinst[k], &level[k]);
	}
	how_often(r, w, level);
	em_costs_walk(p, level, r->l->timing);
	free(level);
}

/* The lanes that are on in a basic block, of each time that it runs. */
static uint32_t lanes_of(const struct em_run *r, uint32_t block)
{
	const uint64_t execs = em_execs_of(r, block);
	uint64_t off = 0;

	for (int t = 0; t < r->nworkers; t++)
		off += r->workers[t].block_counts[block].off + r->workers[t].block_counts_first[block].off;
	return execs ? 32 - (uint32_t)(off / execs) : 0;
}

static void look_back(
	const struct em_run *r, const struct em_pinst *pi, const struct em_cost *c, uint64_t execs, struct em_work *out)
{
	const struct ptx_func *f = &r->p->m->ptx->funcs[pi->func];
	struct em_vigil loop;

	if (execs <= out->look_backs || !em_looks_back(f, (size_t)pi->inst, c, &loop))
		return;
	loop.func = pi->func;
	out->look_backs = execs < r->nrun ? execs : r->nrun;
	out->looks_back_by_atomics = f->insts[pi->inst].op == PTX_OP_ATOM;
	out->looks_back_at = lanes_of(r, pi->block);
	out->looks_back_clk = r->l->timing ? em_links_turn(r, &loop) : 0;
}

/* What divisions and roots of numbers that are not easy have issued; what warps wait for it is a basic block's. */
static void slow_ways(const struct em_run *r, const struct em_pinst *pi, struct em_work *out)
{
	for (int way = 0; pi->slow && way < EM_SLOW_WAYS; way++) {
		uint64_t went = em_execs_of(r, pi->slow + (uint32_t)way);
		struct em_cost c;

		if (!went)
			continue;
		c = em_slow_cost(&r->p->m->ptx->funcs[pi->func].insts[pi->inst], (enum em_slow_way)way);
		for (int pipe = 0; pipe < EM_PIPE_COUNT; pipe++)
			out->pipe[pipe] += went * c.pipe[pipe];
	}
}

void em_work_result(struct em_run *r, struct em_work *out)
{
	const struct em_program *p = r->p;

	for (size_t k = 0; k < p->npinst; k++) {
		const struct em_cost *c = &p->costs->cost[k];
		uint64_t own = em_execs_of(r, p->pinst[k].block),
			 execs = c->runs_as ? em_execs_of(r, (uint32_t)c->runs_as - 1) : own;

		for (int pipe = 0; pipe < EM_PIPE_COUNT && !in_registers(r, c); pipe++)
			out->pipe[pipe] += execs * c->pipe[pipe] / c->turns;
		if (in_registers(r, c)) {
			out->pipe[EM_PIPE_ISSUE] += execs * EM_PICK_ISSUED * (c->picks - 1u);
			out->pipe[EM_PIPE_ALU] += execs * (c->picks - 1u);
			out->pipe[EM_PIPE_MULTIPLY] += execs * (c->picks - 1u);
		}
		out->pipe[EM_PIPE_ISSUE] += c->meets ? own * EM_MEET_ISSUED : 0;
		look_back(r, &p->pinst[k], c, own, out);
		slow_ways(r, &p->pinst[k], out);
		if (p->pinst[k].access >= 0)
			memory(r, &p->pinst[k], c, execs > own ? execs - own : 0, out);
	}
	out->clocked = p->clocked;
	out->constant_lines = r->near;
	for (int t = 0; t < r->nworkers; t++)
		out->waits += r->workers[t].waited;
	levels(r, out);
	for (uint32_t b = 0; b < p->nbasic_blocks; b++) {
		int64_t first = 0, rest = 0;

		for (int t = 0; t < r->nworkers; t++) {
			first += (int64_t)r->workers[t].block_counts_first[b].execs;
			rest += (int64_t)r->workers[t].block_counts[b].execs;
		}
		for (int what = 0; what < EM_WAIT_COUNT; what++) {
			out->wait[what] += (first + rest) * p->costs->steps[b].wait[what];
			out->wait_first[what] += first * p->costs->steps[b].wait[what];
		}
	}
	for (int t = 0; t < r->nworkers; t++) {
		out->wait[EM_WAIT_SLEEP] += (int64_t)(r->workers[t].slept + r->workers[t].slept_first) * EM_WAIT_UNIT;
		out->wait_first[EM_WAIT_SLEEP] += (int64_t)r->workers[t].slept_first * EM_WAIT_UNIT;
	}
	em_shares_result(r, out);
	for (int t = 0; t < r->nworkers; t++) {
		out->sum_lanes += r->workers[t].sums;
		out->sum_in_step += r->workers[t].sums_in_step;
	}
	em_asks_result(r, out);
	em_walks_result(r, out);
	em_locks_result(r, out);
	em_draws_result(r, out);
	em_arrive_result(r, out);
	em_parted_result(r, out);
	em_frames_result(r, out);
	em_spills_result(r, out);
	em_long_loops_result(r, out);
	out->shared_passes += out->traffic.shared_serial;
	out->grid_blocks = r->nblocks;
	out->blocks = r->nrun;
	out->warps = r->nrun * r->nwarps;
}
