/* time_kernel: see time_kernel.h; each step is derived in docs/time-model-evidence.md. No parameter belongs to a
 * kernel. */
#include "device/time/time_kernel.h"
#include "device/time/time_atomics.h"
#include "device/time/time_busy.h"
#include "device/time/deal.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#define SECTOR_BYTES 32.0
#define WARP 32.0
/* What loads and stores of a kernel reach over the link of what a copy does (link.read.int4, link.write.int4 of
 * tests/bench/model). */
#define LINK_LOADS 0.92
#define LINK_STORES 0.955

static const struct {
	const char *name, *words;
} bounds[TIME_BOUND_COUNT] = {
#define BOUND(id, name, words) [TIME_BOUND_##id] = { name, words },
#include "device/time/bounds.def"
};

const char *time_bound_name(enum time_bound b)
{
	return bounds[b].name;
}

static double max2(double a, double b)
{
	return a > b ? a : b;
}

/* Two resources that work side by side, but not perfectly: where both are busy for the same time, it takes a fifth
 * longer. */
static double together(double a, double b)
{
	return sqrt(sqrt(a * a * a * a + b * b * b * b));
}

/* Cycles of one block on its multiprocessor. */
struct block {
	double pipe[TIME_BOUND_COUNT]; /* of the multiprocessor's own resources */
	double busy;                   /* the largest of them */
	double chain, common,
		memory;  /* latencies of the longest chain, of an average warp's, those of the memory in the former */
	double late;     /* of the chain: what the memory's slowest answers take longer than one by itself */
	double lockstep; /* 0 to 1: how far all its warps are at the same place */
	double warps;    /* of it */
};

/* Cycles of a scheduler until its pipe has taken all lanes of a warp; 0: not such a wait. */
static double next_clk(const int64_t *f, enum em_wait k)
{
	static const int lanes[EM_WAIT_COUNT] = { [EM_WAIT_NEXT_ALU] = DP_FIELD_INT_LANES,
		[EM_WAIT_NEXT_MULTIPLY] = DP_FIELD_MULTIPLY_LANES,
		[EM_WAIT_NEXT_WIDE] = DP_FIELD_WIDE_LANES,
		[EM_WAIT_NEXT_SPECIAL] = DP_FIELD_SPECIAL_LANES,
		[EM_WAIT_NEXT_F64] = DP_FIELD_F64_LANES };

	return k >= EM_WAIT_NEXT_ALU && k <= EM_WAIT_NEXT_F64 ?
		max2(WARP * (double)f[DP_FIELD_SCHEDULERS_PER_SM] / (double)f[lanes[k]], 1) :
		0;
}

/* Cycles of a wait. */
static double wait_clk(const int64_t *f, enum em_wait k)
{
	double next = next_clk(f, k);
	static const int field[EM_WAIT_COUNT] = { [EM_WAIT_ALU] = DP_FIELD_LATENCY_ALU,
		[EM_WAIT_CROSS] = DP_FIELD_LATENCY_CROSS,
		[EM_WAIT_SPECIAL] = DP_FIELD_LATENCY_SPECIAL,
		[EM_WAIT_F64] = DP_FIELD_LATENCY_F64,
		[EM_WAIT_SHARED] = DP_FIELD_LATENCY_SHARED,
		[EM_WAIT_CONSTANT] = DP_FIELD_LATENCY_CONSTANT,
		[EM_WAIT_CONSTANT_WORD] = DP_FIELD_LATENCY_CONSTANT_WORD,
		[EM_WAIT_CONSTANT_FAR] = DP_FIELD_LATENCY_CONSTANT_FAR,
		[EM_WAIT_L1] = DP_FIELD_LATENCY_L1,
		[EM_WAIT_L2] = DP_FIELD_LATENCY_L2,
		[EM_WAIT_DRAM] = DP_FIELD_LATENCY_DRAM,
		[EM_WAIT_LATE] = DP_FIELD_LATENCY_DRAM,
		[EM_WAIT_SLOWER] = DP_FIELD_LATENCY_SLOWER,
		[EM_WAIT_PASS] = DP_FIELD_LATENCY_PASS,
		[EM_WAIT_ATOMIC] = DP_FIELD_LATENCY_ATOMIC,
		[EM_WAIT_ATOMIC_L2] = DP_FIELD_LATENCY_ATOMIC_L2,
		[EM_WAIT_ATOMIC_NEAR] = DP_FIELD_LATENCY_ATOMIC_NEAR,
		[EM_WAIT_FENCE] = DP_FIELD_LATENCY_FENCE,
		[EM_WAIT_BARRIER] = DP_FIELD_LATENCY_BARRIER,
		[EM_WAIT_GUARD] = DP_FIELD_LATENCY_GUARD,
		[EM_WAIT_BRANCH] = DP_FIELD_LATENCY_BRANCH,
		[EM_WAIT_CALL] = DP_FIELD_LATENCY_CALL,
		[EM_WAIT_FALL] = DP_FIELD_LATENCY_FALL,
		[EM_WAIT_PART] = DP_FIELD_LATENCY_PART };

	return next > 0            ? next :
		k == EM_WAIT_ISSUE ? 1 :
		k == EM_WAIT_SLEEP ? (double)f[DP_FIELD_CLOCK_KHZ] / 1e6 :
				     (double)f[field[k]];
}

/* Cycles for which one instruction of a warp keeps a pipe of its multiprocessor busy. */
static double pipe_clk(const int64_t *f, enum em_pipe k)
{
	switch (k) {
	case EM_PIPE_ALU: return WARP / (double)f[DP_FIELD_INT_LANES];
	case EM_PIPE_MULTIPLY: return WARP / (double)f[DP_FIELD_MULTIPLY_LANES];
	case EM_PIPE_WIDE: return WARP / (double)f[DP_FIELD_WIDE_LANES];
	case EM_PIPE_SPECIAL: return WARP / (double)f[DP_FIELD_SPECIAL_LANES];
	case EM_PIPE_BARRIER: return WARP / (double)f[DP_FIELD_BARRIER_LANES];
	case EM_PIPE_F64: return WARP / (double)f[DP_FIELD_F64_LANES];
	case EM_PIPE_LSU: return 128.0 / (double)f[DP_FIELD_L1_BYTES_PER_CLK];
	default: return 1 / (double)f[DP_FIELD_SCHEDULERS_PER_SM];
	}
}

void time_clocks(const struct profile *p, struct em_timing *out)
{
	for (int k = 0; k < EM_WAIT_COUNT; k++)
		out->wait_clk[k] = (uint32_t)(wait_clk(p->field, (enum em_wait)k) + 0.5);
	for (int k = 0; k < EM_PIPE_COUNT; k++)
		out->pipe_clk[k] = (uint32_t)(EM_WAIT_UNIT * pipe_clk(p->field, (enum em_pipe)k) + 0.5);
	out->clock_khz = (uint32_t)p->field[DP_FIELD_CLOCK_KHZ];
	out->hop_clk[0] = (uint32_t)p->field[DP_FIELD_HOP];
	out->hop_clk[1] = (uint32_t)p->field[DP_FIELD_HOP_ATOMIC];
	out->hop_clk[2] = (uint32_t)p->field[DP_FIELD_HOP_SHARED];
	out->looker_clk[0] = (uint32_t)(EM_WAIT_UNIT * p->field[DP_FIELD_HOP_LOOKER] / 1000);
	out->looker_clk[1] = (uint32_t)(EM_WAIT_UNIT * p->field[DP_FIELD_HOP_ATOMIC_LOOKER] / 1000);
	out->looker_clk[2] = (uint32_t)(EM_WAIT_UNIT * p->field[DP_FIELD_HOP_SHARED_LOOKER] / 1000);
}

/* Where warps meet again and again, each time all wait for the one that the memory answers last: cycles longer than one
 * warp by itself, for a chain of `loads` waits for the memory. Of many between two barriers the late and the early ones
 * of each warp make up for each other. */
static double slowest_warp(const int64_t *f, const struct em_work *w, double loads)
{
	double barriers = (double)w->pipe[EM_PIPE_BARRIER] / (double)w->warps,
	       warps = (double)w->warps / (double)w->blocks;

	if (barriers <= 0 || loads <= 0)
		return 0;
	/* Warps start one after the other: once, a late answer does not show if it is one of the first ones'. */
	return max2((double)f[DP_FIELD_LATENCY_SLOWER] * log2(warps) * loads / sqrt(max2(loads / barriers, 1)) -
			(double)f[DP_FIELD_WARP_START_CLK] * (warps - 1) / 2,
		0);
}

/* Cycles from one lane that gets through at a word of shared memory to the next, of so many warps that try there. */
static double swap_clk(const int64_t *f, double warps)
{
	return max2((double)f[DP_FIELD_SHARED_SWAP] - (double)f[DP_FIELD_SHARED_SWAP_LESS] * log2(max2(warps, 1)), 1);
}

/* Cycles of lanes of warps that go from word to word in step, and would all meet at one: no more warps than there are
 * schedulers do stay in step. More part, as far as there are words, though they come in each other's way. */
static double in_step(const int64_t *f, double lanes, double words, double warps, double side_by_side_warps)
{
	const double met = swap_clk(f, warps),
		     parted = together((double)f[DP_FIELD_SHARED_SWAP_PARTED] / 1000.0 * swap_clk(f, 1) / warps,
			     swap_clk(f, warps / words) / words);

	return lanes * (side_by_side_warps <= (double)f[DP_FIELD_SCHEDULERS_PER_SM] || parted > met ? met : parted);
}

/* Words of shared memory over which the warps of a block spread that go from one to the next in step. */
static double step_words(const struct em_work *w)
{
	return w->sum_in_step > w->sum_lanes ? (double)w->sum_in_step / (double)w->sum_lanes : 1;
}

/* Atomics in shared memory that are loops: at one word lanes get through one by one, whichever warp they are of. What
 * that takes longer than a warp's own turns, in cycles of a block. */
static double sums(const int64_t *f, const struct em_work *w, double side_by_side_warps)
{
	const double warps = (double)w->warps / (double)w->blocks, lanes = (double)w->sum_lanes / (double)w->blocks,
		     step = (double)w->sum_in_step / (double)w->blocks;

	if (!w->sum_lanes)
		return 0;
	return max2(max2(lanes * swap_clk(f, warps), in_step(f, step, step_words(w), warps, side_by_side_warps)) -
			(double)w->sum_turns / (double)w->warps * (double)f[DP_FIELD_SHARED_SWAP],
		0);
}

/* Passes of warps that try in vain at words of shared memory where those of other warps get through; of many at one
 * word a few do so each time. */
static double in_vain(const int64_t *f, const struct em_work *w)
{
	static const double few = 8;
	const double most = (double)(w->sum_lanes > w->sum_in_step ? w->sum_lanes : w->sum_in_step),
		     turns = (double)w->sum_turns, at_one = (double)w->warps / (double)w->blocks / step_words(w);

	return at_one > 1 ? (most < turns ? most : turns) * (at_one < few ? at_one : few) *
			(double)f[DP_FIELD_SHARED_SWAP_VAIN] / 1000.0 :
			    0;
}

static void chain(const int64_t *f, const struct em_work *w, double side_by_side_warps, struct block *b)
{
	double mean = 0, first = 0, memory = 0, memory_first = 0, beside = 0, beside_first = 0, slowest, slowest_first,
	       longest;
	/* What a warp asks the L1 for comes behind what it has just stored to local memory, a pass for each line at
	 * least. */
	const double queued = sums(f, w, side_by_side_warps),
		     stores = max2(time_local_stores(f, w),
				      (double)w->traffic.local_lines * (double)f[DP_FIELD_LATENCY_PASS]) /
		(double)w->warps,
		     scattered = time_scattered_stores(f, w);

	for (int k = 0; k < EM_WAIT_COUNT; k++) {
		double m = wait_clk(f, (enum em_wait)k) / EM_WAIT_UNIT * (double)w->wait[k] / (double)w->warps;
		double n = wait_clk(f, (enum em_wait)k) / EM_WAIT_UNIT * (double)w->wait_first[k] / (double)w->blocks;
		bool far = k == EM_WAIT_L2 || k == EM_WAIT_DRAM || k == EM_WAIT_LATE || k == EM_WAIT_ATOMIC ||
			k == EM_WAIT_ATOMIC_L2 || k == EM_WAIT_ATOMIC_NEAR || k == EM_WAIT_FENCE;
		bool constant = k == EM_WAIT_CONSTANT_WORD || k == EM_WAIT_CONSTANT_FAR, fence = k == EM_WAIT_FENCE;

		mean += m;
		first += n;
		memory += far ? m : 0;
		memory_first += far ? n : 0;
		beside += constant ? m : fence ? -m : 0;
		beside_first += constant ? n : fence ? -n : 0;
	}
	/* A warp that waits for the memory meanwhile does not notice, nor one that waits for its lanes' words of
	 * constant memory, which have a cache of their own; but a fence waits for them. */
	mean += stores + max2(scattered - memory - beside, 0);
	first += stores + max2(scattered - memory_first - beside_first, 0);
	slowest = slowest_warp(f, w, (double)w->wait[EM_WAIT_DRAM] / EM_WAIT_UNIT / (double)w->warps);
	slowest_first = slowest_warp(f, w, (double)w->wait_first[EM_WAIT_DRAM] / EM_WAIT_UNIT / (double)w->blocks);
	b->late = slowest +
		wait_clk(f, EM_WAIT_SLOWER) / EM_WAIT_UNIT * (double)w->wait[EM_WAIT_SLOWER] / (double)w->warps;
	mean += slowest + queued;
	first += slowest_first + queued;
	/* Where it is not the first warp that works longest. */
	longest = w->longest_clk > w->first_clk ?
		(double)w->longest_clk / (double)w->blocks / ((double)w->all_clk / (double)w->warps) :
		1;
	b->chain = max2(max2(mean * longest, first), 0);
	b->common = max2(mean, 0);
	b->memory = max2(first > mean * longest ? memory_first : memory * longest, 0);
	if (b->memory > b->chain)
		b->memory = b->chain;
}

/* Barriers of blocks that use shared memory take its data path too, which Nsight Compute's wavefronts show; not those
 * of a single warp, nor of blocks that only meet. */
static double barrier_passes(const int64_t *f, const struct em_work *w)
{
	return w->shared_passes && w->warps > w->blocks ? (double)w->pipe[EM_PIPE_BARRIER] / (double)w->warps *
			(double)w->blocks * (double)f[DP_FIELD_BARRIER_PASSES] / 1000.0 :
							  0;
}

/* Cycles that a block waits for lines of constant memory that nobody on its multiprocessor has asked for yet: those
 * that begin first. */
static double constant_lines(const int64_t *f, const struct em_work *w, double resident)
{
	const double first = resident * (double)f[DP_FIELD_SM_COUNT] / (double)(w->grid_blocks ? w->grid_blocks : 1);

	return w->constant_lines * (double)f[DP_FIELD_CONSTANT_LINE_CLK] * (first < 1 ? first : 1);
}

static void block_of(const struct profile *p, const struct time_kernel *k, double resident, struct block *b)
{
	const int64_t *f = p->field;
	const struct em_work *w = k->work;
	const struct em_traffic *t = &w->traffic;
	double n = (double)w->blocks, barriers, meetings, sectors, cold;

	memset(b, 0, sizeof *b);
	b->warps = (double)w->warps / n;
	b->pipe[TIME_BOUND_ISSUE] = time_slots(f, w) / n / (double)f[DP_FIELD_SCHEDULERS_PER_SM];
	b->pipe[TIME_BOUND_ISSUE] += time_fetches(f, w, b->warps * resident) / resident;
	b->pipe[TIME_BOUND_ALU] = (double)w->pipe[EM_PIPE_ALU] / n * WARP / (double)f[DP_FIELD_INT_LANES];
	b->pipe[TIME_BOUND_MULTIPLY] = (double)(w->pipe[EM_PIPE_MULTIPLY] - w->pipe[EM_PIPE_WIDE]) / n * WARP /
			(double)f[DP_FIELD_MULTIPLY_LANES] +
		(double)w->pipe[EM_PIPE_WIDE] / n * WARP / (double)f[DP_FIELD_WIDE_LANES];
	b->pipe[TIME_BOUND_SPECIAL] = (double)w->pipe[EM_PIPE_SPECIAL] / n * WARP / (double)f[DP_FIELD_SPECIAL_LANES];
	b->pipe[TIME_BOUND_F64] = (double)w->pipe[EM_PIPE_F64] / n * WARP / (double)f[DP_FIELD_F64_LANES];
	/* Of blocks of one warp each arrival is a barrier of its own. */
	barriers = (double)w->pipe[EM_PIPE_BARRIER] / (double)w->warps;
	b->pipe[TIME_BOUND_BARRIERS] =
		max2((double)w->pipe[EM_PIPE_BARRIER] / n * WARP / (double)f[DP_FIELD_BARRIER_LANES],
			barriers * (double)f[DP_FIELD_BARRIER_LEAST]);
	b->pipe[TIME_BOUND_CONSTANT] =
		((double)w->constant_words * (double)f[DP_FIELD_CONSTANT_WORD_CLK] +
			(double)w->constant_far * (double)f[DP_FIELD_CONSTANT_FAR_CLK] +
			(double)w->constant_apart / EM_WAIT_UNIT * (double)f[DP_FIELD_CONSTANT_APART_CLK]) /
		1000.0 / n;
	/* One data path for all of these; the larger of its two customers lends its name. */
	b->pipe[TIME_BOUND_SHARED] =
		(double)(w->shared_passes + w->pipe[EM_PIPE_LSU]) / n * 128.0 / (double)f[DP_FIELD_L1_BYTES_PER_CLK];
	b->pipe[TIME_BOUND_SHARED] += in_vain(f, w) / n;
	b->pipe[TIME_BOUND_SHARED] += barrier_passes(f, w) / n * 128.0 / (double)f[DP_FIELD_L1_BYTES_PER_CLK];
	b->pipe[TIME_BOUND_GLOBAL] = (double)t->passes / n * 128.0 / (double)f[DP_FIELD_L1_BYTES_PER_CLK];
	b->pipe[TIME_BOUND_GLOBAL] += time_local_stores(f, w) / n;
	b->pipe[TIME_BOUND_GLOBAL] += (double)w->wait[EM_WAIT_FENCE] / EM_WAIT_UNIT / n * (double)f[DP_FIELD_FENCE_CLK];
	/* What a multiprocessor exchanges with the L2; a sector that is written in part takes longer on its way there.
	 */
	sectors = (double)(t->l2_read + t->l2_write + t->l2_atomic) * SECTOR_BYTES /
			(double)f[DP_FIELD_L2_BYTES_PER_SM_CLK] +
		(double)t->l2_partial * (double)f[DP_FIELD_PARTIAL_STORE_CLK] / 1000.0;
	for (int i = 0; i < TIME_BOUND_COUNT; i++)
		if (i != TIME_BOUND_SHARED && i != TIME_BOUND_GLOBAL && i != TIME_BOUND_F64)
			b->busy = together(b->busy, b->pipe[i]);
	/* The schedulers' cycles of doubles are those of their pipe, which may take longer. */
	b->busy = together(b->busy,
		max2(b->pipe[TIME_BOUND_F64] -
				(double)w->pipe[EM_PIPE_F64] * (double)f[DP_FIELD_F64_ISSUE] / n /
					(double)f[DP_FIELD_SCHEDULERS_PER_SM],
			0));
	b->busy = together(b->busy, b->pipe[TIME_BOUND_SHARED] + b->pipe[TIME_BOUND_GLOBAL]);
	b->busy = together(b->busy, sectors / n);
	chain(f, w, b->warps * resident, b);
	cold = constant_lines(f, w, resident);
	b->common += cold;
	b->chain += cold;
	/* Warps of a block are at the same place where they have just met, and as they begin together up to the first
	 * answer of the memory; about as long as that takes later each has found its own place in the queues. */
	meetings = (k->c && k->c->v[CTR_BARRIERS] ? barriers + 1 : 0);
	if (b->memory > 0 && meetings < 1)
		meetings = 1;
	b->lockstep = meetings * (double)f[DP_FIELD_LATENCY_DRAM] / max2(b->common, 1);
	if (t->l2_read + t->l1_late)
		b->lockstep = max2(b->lockstep, (double)t->l1_late / (double)(t->l2_read + t->l1_late));
	if (b->lockstep > 1)
		b->lockstep = 1;
}

/* Cycles of a multiprocessor for r blocks side by side, each of which asks the memory for `far` cycles' worth of bytes
 * (0: leave memory out of it). What takes turns is single warps where each goes its own way, and whole blocks where the
 * warps of a block go in step; everybody waits for a while (its chain), wants the pipe and the memory, and finds them
 * free or taken. Mean value analysis of a closed network of two queues (Reiser and Lavenberg, 1980) says how long a
 * round takes: who arrives as the n-th finds the queues that n - 1 have. */
static double side_by_side(double r, const struct block *b, double start, double far)
{
	double actors = b->lockstep + (1 - b->lockstep) / b->warps, n = ceil(r / actors - 1e-9), here = 0, there = 0,
	       round = 0;
	double pipe = r * b->busy / n, memory = r * far / n;
	/* A warp's own turn is a part of its chain; what the first warp does longer than the others, it does while
	 * these take their turns. */
	double wait = max2(max2(b->common - b->busy / b->warps, b->chain - b->busy), 0) + start;

	for (double k = 1; k <= n; k++) {
		double p = pipe * (1 + here), m = memory * (1 + there);

		round = max2(wait + p + m, max2(k * pipe, k * memory));
		here = k * p / round;
		there = k * m / round;
	}
	/* The longest warp comes to its end. What the memory's slowest answers add to it may hide behind others. */
	return max2(round, b->chain - b->late + start);
}

/* All blocks of a multiprocessor: full sets, then what is left. The more sets there were, the less blocks still go in
 * step: each that ends makes room for the next one, and in the end those that are left have begun at all times. *tail:
 * what the last set would save if its places were all full; 0 where it is the first one, too: nobody is alone then. */
static double all_blocks(double blocks, double resident, const struct block *b, double start, double far, double *tail)
{
	double full = floor(blocks / resident), rest = ceil(blocks - full * resident - 1e-9),
	       set = side_by_side(resident, b, start, far), part = (blocks / resident - full) * set, last, t;

	last = rest > 0 ? side_by_side(rest, b, start, far) : 0;
	if (full > 1 && part < last)
		last = part + (last - part) / full;
	t = full * set + last;
	*tail = full > 0 ? max2(0, t - blocks / resident * set) : 0;
	return t;
}

/* Memory that is asked for faster than it answers lets everybody wait: a latency grows with 1 / (1 - utilisation). With
 * T the time, S what it takes with an idle memory, M the memory's latencies in S and D what the memory needs at least:
 * T = S + q M (D / T) / (1 - D / T). */
static double with_queue(double s, double m, double d, double q)
{
	double gap = s - d;

	return (s + d + sqrt(gap * gap + 4 * q * m * d)) / 2;
}

/* Reading alone keeps nobody waiting for so long: half of what it is where as much is written. */
static double queue_of(const int64_t *f, const struct em_traffic *t)
{
	const double alone = 0.5, all = (double)(t->dram_read + t->dram_write),
		     written = all > 0 ? 2 * (double)t->dram_write / all : 0;

	return (double)f[DP_FIELD_MEMORY_QUEUE_PERMILLE] / 1000.0 * (alone + (1 - alone) * (written < 1 ? written : 1));
}

/* Cycles in which blocks look back (emulator/cost/look_back.c). Those that run side by side begin together and each
 * goes back by w blocks (one, or a warp's lanes) in T, a look; a block is done when it comes to one that was done H
 * before, where H is what it does after its look, the way of its store, and the other one's look: after k rounds of H
 * k w H / T more than after k - 1, so the n of a wave take sqrt(2 n T H / w). H is between T and 2 T, as who has looked
 * too early finds it with his next look (1.6 T in a simulation of this). Blocks that begin later, when others end,
 * begin one after the other, and wait about as if H were T. Few look at one word, so an atomic takes only as much
 * longer than a load as it does by itself. */
static double look_back(const int64_t *f, const struct time_kernel *k, double grid, double side_by_side_blocks)
{
	const struct em_work *w = k->work;
	double n = side_by_side_blocks < grid ? side_by_side_blocks : grid, at = max2(w->looks_back_at, 1),
	       look = (double)w->looks_back_clk;

	if (!w->look_backs)
		return 0;
	if (w->looks_back_by_atomics)
		look -= max2((double)(f[DP_FIELD_LATENCY_ATOMIC_L2] - f[DP_FIELD_LATENCY_ATOMIC_NEAR]), 0);
	return (double)w->look_backs / (double)w->blocks * (sqrt(1.6) + grid / n - 1) * sqrt(2 * n / at) *
		max2(look, 0);
}

/* How many times as long blocks take as they would if all had as much to do. */
static double unevenness(const struct em_work *w, const struct block *b, double start, double sms, double resident)
{
	double steps = (double)w->all_clk / (double)w->warps, even = 0, uneven;

	if (!w->share || w->blocks != w->grid_blocks || steps <= 0 || b->common <= 0)
		return 1;
	uneven = time_deal(&(struct deal){ w->share, w->blocks, b->common / steps, b->busy / b->warps / steps, start,
				   sms, resident },
		&even);
	return even > 0 && uneven > even ? uneven / even : 1;
}

/* Microseconds until the first warps come to their atomics, the average one needing so long to begin: some blocks begin
 * earlier, and some loads are answered sooner; the more the warps' work differs, the earlier the first one is there. */
static double first_comes(const struct em_work *w, double begin, double clk_us)
{
	static const double of_average = 0.6;
	double longest = (double)w->longest_clk / (double)w->blocks, all = (double)w->all_clk / (double)w->warps;

	return of_average * (longest > all ? all / longest : 1) * (begin + (double)w->arrive_clk / clk_us);
}

/* What is left out of so many microseconds. */
static double left_out(const struct time_parts *t, double us)
{
	double busiest = 0, most = TIME_LEFT_OUT_PART * us;

	for (int i = 0; i < TIME_BOUND_COUNT; i++)
		if (i != TIME_BOUND_LATENCY && i != TIME_BOUND_LAUNCH && t->us[i] > busiest)
			busiest = t->us[i];
	most /= 1 + most / TIME_LEFT_OUT_US;
	return most * (busiest < t->us[TIME_BOUND_LATENCY] ? busiest / t->us[TIME_BOUND_LATENCY] : 1);
}

void time_kernel(const struct profile *p, const struct time_kernel *k, struct time_parts *out)
{
	const int64_t *f = p->field;
	const struct em_work *w = k->work;
	const struct em_traffic *t = &w->traffic;
	double clk_us = (double)f[DP_FIELD_CLOCK_KHZ] / 1000.0, sms = (double)f[DP_FIELD_SM_COUNT],
	       resident = k->resident ? k->resident : 1;
	double grid = (double)w->grid_blocks, scale, start, compute, memory, own, tail, per_sm, waves, far, burst,
	       ignored, uneven, early, opening;
	struct block b;

	memset(out, 0, sizeof *out);
	out->us[TIME_BOUND_LAUNCH] = (double)f[DP_FIELD_LAUNCH_NS] / 1000.0;
	out->total_us = out->us[TIME_BOUND_LAUNCH];
	out->bound = TIME_BOUND_LAUNCH;
	if (!w->blocks || !w->warps)
		return;
	scale = grid / (double)w->blocks;
	if (sms > grid)
		sms = grid;
	per_sm = grid / sms;
	if (resident > ceil(per_sm))
		resident = ceil(per_sm);
	block_of(p, k, resident, &b);
	start = (double)f[DP_FIELD_BLOCK_START_CLK] + (double)f[DP_FIELD_WARP_START_CLK] * ceil(k->threads / WARP);
	compute = all_blocks(per_sm, resident, &b, start, 0, &tail) / clk_us;
	uneven = unevenness(w, &b, start, sms, resident);
	out->uneven_us = compute * (uneven - 1);
	if (w->waits)
		compute += out->uneven_us;
	waves = ceil(per_sm / resident - 1e-9);
	for (int i = 0; i < TIME_BOUND_COUNT; i++)
		if (i != TIME_BOUND_LAUNCH)
			out->us[i] = b.pipe[i] * per_sm / clk_us;
	out->us[TIME_BOUND_LATENCY] = waves * (b.chain + start) / clk_us + out->uneven_us;
	out->us[TIME_BOUND_DRAM] = scale * SECTOR_BYTES *
			((double)t->dram_read / (double)f[DP_FIELD_DRAM_READ_MBPS] +
				(double)t->dram_write / (double)f[DP_FIELD_DRAM_WRITE_MBPS]) +
		scale *
			((double)t->rows_read / (double)f[DP_FIELD_DRAM_ROWS_READ_PER_US] +
				(double)t->rows_written / (double)f[DP_FIELD_DRAM_ROWS_WRITTEN_PER_US]);
	/* What is read comes one way and what is written goes another; of a line that is written in part each request
	 * costs something beside its sectors. A place to which many go has one unit of the L2. */
	out->us[TIME_BOUND_L2] = scale *
		(together(max2(SECTOR_BYTES * (double)t->l2_read / (double)f[DP_FIELD_L2_MBPS],
				  (double)t->l2_lines / (double)f[DP_FIELD_L2_LINES_PER_US]),
			 SECTOR_BYTES * (double)(t->l2_write + t->l2_partial) / (double)f[DP_FIELD_L2_WRITE_MBPS] +
				 (double)t->l2_parts / (double)f[DP_FIELD_L2_PARTS_PER_US]) +
			(double)t->stores_place / (double)f[DP_FIELD_L2_PLACE_STORES_PER_US] +
			(double)t->loads_place / (double)f[DP_FIELD_L2_PLACE_LOADS_PER_US] +
			(double)t->atomic_words / (double)f[DP_FIELD_ATOMIC_WORDS_PER_US]);
	/* The link works in both directions at once. */
	out->us[TIME_BOUND_LINK] = scale *
		together(max2(SECTOR_BYTES * (double)t->link_read / (LINK_LOADS * (double)f[DP_FIELD_LINK_PINNED_MBPS]),
				 (double)t->link_reads / (double)f[DP_FIELD_LINK_READS_PER_US]),
			max2(SECTOR_BYTES * (double)t->link_write /
					(LINK_STORES * (double)f[DP_FIELD_LINK_PINNED_D2H_MBPS]),
				(double)t->link_writes / (double)f[DP_FIELD_LINK_WRITES_PER_US]));
	out->us[TIME_BOUND_ATOMICS] = scale *
		time_atomics(p, t, resident * sms * ceil(k->threads / WARP) * (double)t->swap_lanes,
			w->locks_played && t->swap_lanes < 2);
	out->us[TIME_BOUND_BLOCKS] = grid / (double)f[DP_FIELD_BLOCKS_PER_US];
	/* The memory's share of the time that latencies take. */
	memory = out->us[TIME_BOUND_DRAM];
	own = b.memory > 0 ? compute * b.memory / side_by_side(1, &b, start, 0) : 0;
	/* Late answers come while the bytes of others do. */
	far = memory * clk_us / per_sm;
	burst = all_blocks(per_sm, resident, &b, start - (b.late < far ? b.late : far), far, &ignored) / clk_us;
	compute = with_queue(compute, own, memory, queue_of(f, t));
	compute = max2(compute, burst);
	compute += look_back(f, k, grid, resident * sms) / clk_us;
	/* Before the first answer of the memory the addresses are translated; one multiprocessor alone does not show
	 * it. */
	opening = grid > 1 && t->dram_read ? (double)f[DP_FIELD_FIRST_ACCESS_NS] / 1000.0 : 0;
	opening += time_first_fetch(f, k->fetched);
	compute += opening;
	/* Blocks that wait for each other wait for the atomics with which they tell so, too. Else who has more to do
	 * than the others is still at it when these have left what all share. */
	if (w->waits)
		compute = together(compute, out->us[TIME_BOUND_L2]) + out->us[TIME_BOUND_ATOMICS];
	else
		compute = together(together(compute, out->us[TIME_BOUND_L2]), out->us[TIME_BOUND_ATOMICS]) +
			out->uneven_us;
	/* What all change at one place waits there in a queue, which begins when the first of them come to it. */
	if (out->us[TIME_BOUND_ATOMICS] > 0)
		compute = max2(compute, first_comes(w, opening + start / clk_us, clk_us) + out->us[TIME_BOUND_ATOMICS]);
	/* Who has drawn last is still at it when there are no more tickets. */
	if (w->draws_steps)
		compute += b.common * (double)w->draws_late / (double)w->draws_steps / clk_us;
	/* Tries before anybody has succeeded come before all else goes on. */
	early = scale * time_tries_early(p, t);
	out->us[TIME_BOUND_ATOMICS] += early;
	compute += early;
	/* The last block to be started still has to run. */
	compute = max2(compute, out->us[TIME_BOUND_BLOCKS] + side_by_side(1, &b, start, 0) / clk_us);
	compute = together(compute, out->us[TIME_BOUND_LINK]);
	if (!w->clocked)
		compute += left_out(out, compute);
	/* Blocks that wait for words that others store: the longest chain of such waits. */
	if (w->links && w->blocks == w->grid_blocks) {
		out->chain_us = ((double)w->links_clk + start) / clk_us;
		out->us[TIME_BOUND_LATENCY] = max2(out->us[TIME_BOUND_LATENCY], out->chain_us);
		compute = max2(compute, out->chain_us);
	}
	out->total_us += compute;
	out->tail_us = tail / clk_us;
	/* Their part of the wavefronts as counted: of loads that are joined fewer are left, with and without conflicts.
	 */
	if (k->c && out->us[TIME_BOUND_SHARED] > 0)
		out->conflicts_us = out->us[TIME_BOUND_SHARED] * (double)k->c->v[CTR_SHARED_EXCESSIVE] /
			((double)w->pipe[EM_PIPE_LSU] + barrier_passes(f, w) +
				max2((double)w->shared_passes,
					(double)(k->c->v[CTR_SHARED_LD_WAVEFRONTS] +
						k->c->v[CTR_SHARED_ST_WAVEFRONTS])));
	for (int i = 0; i < TIME_BOUND_COUNT; i++)
		if (out->us[i] > out->us[out->bound])
			out->bound = (enum time_bound)i;
}

void time_sentence(const struct time_parts *t, struct buf *out)
{
	enum time_bound b = t->bound;
	double total = t->total_us > 0 ? t->total_us : 1, share = 100 * t->us[b] / total;

	buf_printf(out, "limited by %s: ", bounds[b].words);
	if (b == TIME_BOUND_SHARED && t->conflicts_us > 0.1 * t->us[b])
		buf_printf(out, "%.0f %% of the time is bank conflicts", 100 * t->conflicts_us / total);
	else if (b == TIME_BOUND_LATENCY && t->chain_us > 0.5 * total)
		buf_printf(out, "%.0f %% of the time blocks wait for what other blocks store, one after the other",
			100 * t->chain_us / total);
	else if (b == TIME_BOUND_LATENCY && t->uneven_us > 0.25 * total)
		buf_printf(out, "%.0f %% of the time only blocks are at work that have more to do than the others",
			100 * t->uneven_us / total < 100 ? 100 * t->uneven_us / total : 100);
	else if (b == TIME_BOUND_LATENCY && t->tail_us > 0.25 * total)
		buf_printf(out, "too few blocks for the device, %.0f %% of the time the last ones run alone",
			100 * t->tail_us / total);
	else if (b == TIME_BOUND_LATENCY)
		buf_printf(out, "%.0f %% of the time warps only wait, too few of them are resident to hide it",
			share > 100 ? 100 : share);
	else
		buf_printf(out, "it is busy %.0f %% of the time", share > 100 ? 100 : share);
}
