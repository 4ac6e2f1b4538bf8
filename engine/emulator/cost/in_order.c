/* in_order: the innermost loops whose machine code is known. A warp's instructions start in order, so what it asks for
 * comes in batches: it asks, waits for the first of them, computes, asks for the next ones. Which loop of the machine
 * code a loop of the PTX became is told by what both load and store in a turn; ptxas may have put several turns side by
 * side. A part of the walk of critical_path.c: blocks of such loops take what their machine code takes, those of loops
 * with branches each its part of it. */
#include <math.h>

#include "base/buf.h"
#include "emulator/cost/critical_path.h"
#include "emulator/flow/registers.h"

enum { BARRIERS = 6, WARM_UP = 2 };
/* The latencies of the profile are those of chains less a sum of four cycles each, which is six by its stall count
 * where a load or a special function comes next (latency.shared, shared.chase.1.1, latency.16k, chain.rsqrt: 24, 24, 34
 * and 21 cycles from these to the instruction that waits). */
#define SOONER 2
/* Half of the turns side by side are left over as a part like the loop itself, those of a quarter stand alone.
 * em_level's `ran` is not exact. */
#define FEWER 0.45

/* Is every instruction of it issued in each turn? Bodies under a predicate are; shuffles and votes begin a block of
 * their own, at which all go on. */
static bool is_straight(const struct em_walk *w, int32_t from, int32_t to)
{
	int32_t jumped = from; /* up to here bodies are jumped over */

	for (int32_t k = from; k < to; k++) {
		const struct ptx_inst *in = &w->f->insts[k];

		if (k < jumped && w->block_of[k] >= 0 && !w->cost[k].runs_as)
			return false;
		if (in->op != PTX_OP_BRA)
			continue;
		if (in->ops[0].kind != PTX_LABEL || in->ops[0].vec <= k || in->ops[0].vec > to)
			return false;
		jumped = in->ops[0].vec > jumped ? in->ops[0].vec : jumped;
	}
	return w->block_of[from] >= 0;
}

static bool look_at(const struct em_walk *w, int32_t from, int32_t to, struct em_same_loop *l)
{
	*l = (struct em_same_loop){
		.from = from, .to = to, .parts = !is_straight(w, from, to), .fewest = w->f->insts[from].nounroll
	};
	em_code_add_words(w->f, from, to, l->words);
	return !l->words[EM_CODE_OTHER] && w->block_of[from] >= 0;
}

/* Is the last part, of one turn, under a predicate? */
static bool last_guarded(const struct em_code_loop *l, uint32_t turns)
{
	return l->guarded_part == turns || (turns == 2 && l->guarded_half);
}

uint32_t em_halved(const struct ptx_func *f, int32_t from, int32_t to, const struct em_loops *loops, unsigned *guarded)
{
	struct em_same_loop l = { .from = from, .to = to };
	uint32_t most = 0;
	bool halves = false;

	em_code_add_words(f, from, to, l.words);
	for (uint32_t k = 0; k < loops->n && !l.words[EM_CODE_OTHER]; k++) {
		uint32_t turns = em_code_turns(&l, &loops->v[k]);

		if (turns > most) {
			most = turns;
			halves = loops->v[k].halves;
			if (guarded)
				*guarded = (last_guarded(&loops->v[k], turns) ? EM_LAST_GUARDED : 0) |
					(loops->v[k].guarded_half && turns == 4 ? EM_HALF_GUARDED : 0) |
					(loops->v[k].guarded_first == turns ? EM_FIRST_GUARDED : 0);
		}
	}
	return halves && most > 1 && !(most & (most - 1)) ? most : 0;
}

bool em_is_one_atomic(const struct ptx_inst *in, const struct em_cost *c)
{
	return (in->op == PTX_OP_ATOM || in->op == PTX_OP_RED) && !c->loops && !c->halves &&
		!ptx_has(in, PTX_MOD_RELEASE) && !ptx_has(in, PTX_MOD_ACQUIRE) && !ptx_has(in, PTX_MOD_ACQ_REL);
}

int32_t em_next_own(const struct em_walk *w, const struct em_same_loop *l, int32_t k)
{
	k = em_past_large(w->f, k) + 1;
	while (k <= l->to && w->loop_end[k] >= k)
		k = w->loop_end[k] + 1;
	return k;
}

/* Passes of a load from shared memory: as many as the PTX's have on average, since several may be one access. */
static uint16_t shared_passes(const struct em_walk *w, const struct em_same_loop *l)
{
	uint32_t sum = 0, n = 0;

	for (int32_t k = l->from; k <= l->to; k = em_next_own(w, l, k))
		if (em_code_kind_of(&w->f->insts[k]) == EM_CODE_LOAD_SHARED && !w->cost[k].follows) {
			sum += w->level[k].passes;
			n++;
		}
	return (uint16_t)(n ? sum / n : 0);
}

/* What lanes that want different words of constant memory wait for, for each of the machine code's loads from there, of
 * which the parameters' are some: words beside the first, and those that were farther away. */
static void constant_words(const struct em_walk *w, const struct em_same_loop *l, const struct em_code *code,
	uint32_t n, uint32_t turns, int *words, int *far)
{
	uint32_t loads = 0;

	*words = *far = 0;
	for (int32_t k = l->from; k <= l->to; k = em_next_own(w, l, k))
		if (w->cost[k].wait[EM_WAIT_CONSTANT] && !w->cost[k].follows) {
			*words += w->level[k].words;
			*far += w->level[k].far;
		}
	for (uint32_t k = 0; k < n; k++)
		loads += code[k].kind == EM_CODE_CONSTANT;
	*words = loads ? (int)((uint32_t)*words * turns / loads) : 0;
	*far = loads ? (int)((uint32_t)*far * turns / loads) : 0;
}

/* Which load is which, of a loop and its machine code. */
struct match {
	struct em_which load[2]; /* of memory, and of local memory */
	uint16_t shared_passes;
	int constant_words, constant_far;
	int32_t *atomic;  /* of the PTX, in order */
	uint32_t natomic; /* one turn's */
};

static void answer_atomic(const struct em_walk *w, int32_t at, struct em_moment *m)
{
	if (w->f->insts[at].space == PTX_SHARED)
		em_delay(m, EM_WAIT_SHARED, EM_WAIT_UNIT);
	else if (w->cost[at].wait[EM_WAIT_ATOMIC])
		em_atomic_answer(m, &w->level[at]);
	else
		for (int what = 0; what < EM_WAIT_COUNT; what++)
			em_delay(m, (enum em_wait)what, w->cost[at].wait[what] * EM_WAIT_UNIT);
}

static void answer(
	struct em_walk *w, const struct match *match, const struct em_code *c, const uint32_t *nth, struct em_moment *m)
{
	const int local = c->kind == EM_CODE_LOAD_LOCAL;
	const int32_t at = match->load[local].at[nth[local]];
	struct em_level level = { .l1 = EM_LEVEL_UNIT };

	switch (c->kind) {
	case EM_CODE_LOAD:
	case EM_CODE_LOAD_LOCAL:
		if (at >= 0) {
			w->again = (int)match->load[local].turn[nth[local]];
			level = em_level_in_turn(w, &w->level[at]);
			em_seldom_asked(&level, w->waited[at]);
		}
		em_load(w, m, &level);
		break;
	case EM_CODE_LOAD_SHARED:
		em_pass(w, m, match->shared_passes + 16, EM_LEVEL_UNIT);
		em_delay(m, EM_WAIT_SHARED, EM_WAIT_UNIT);
		em_delay(m, EM_WAIT_PASS, match->shared_passes * (EM_WAIT_UNIT / 16));
		break;
	case EM_CODE_SHUFFLE: em_delay(m, EM_WAIT_SHARED, EM_WAIT_UNIT); break;
	case EM_CODE_ATOMIC: answer_atomic(w, match->atomic[nth[2] % match->natomic], m); break;
	case EM_CODE_F64: em_delay(m, EM_WAIT_F64, EM_WAIT_UNIT); break;
	case EM_CODE_CONSTANT:
		em_delay(m, EM_WAIT_CONSTANT, EM_WAIT_UNIT);
		em_delay(m, EM_WAIT_CONSTANT_WORD, match->constant_words);
		em_delay(m, EM_WAIT_CONSTANT_FAR, match->constant_far);
		break;
	case EM_CODE_STORE:
	case EM_CODE_STORE_LOCAL:
	case EM_CODE_STORE_SHARED: em_delay(m, EM_WAIT_ALU, 3 * EM_WAIT_UNIT); break;
	default: em_delay(m, EM_WAIT_SPECIAL, EM_WAIT_UNIT); break;
	}
	if (c->kind == EM_CODE_LOAD || local || c->kind == EM_CODE_LOAD_SHARED || c->kind == EM_CODE_SPECIAL)
		em_delay(m, EM_WAIT_ISSUE, -SOONER * EM_WAIT_UNIT);
}

/* A turn of the machine code. *now: when its first instruction may start; then when that of the next turn may. */
static void one_turn(struct em_walk *w, const struct match *match, const struct em_code *code, uint32_t n,
	struct em_moment *now, struct em_moment *told)
{
	uint32_t nth[3] = { 0 };

	for (uint32_t k = 0; k < n; k++) {
		const struct em_code *c = &code[k];

		for (int b = 0; b < BARRIERS; b++)
			if (c->waits >> b & 1)
				em_later(now, &told[b]);
		if (c->tells < BARRIERS) {
			struct em_moment m = *now;

			answer(w, match, c, nth, &m);
			em_later(&told[c->tells], &m);
		}
		if (c->reads < BARRIERS) {
			struct em_moment m = *now;

			em_delay(&m, EM_WAIT_ALU, 3 * EM_WAIT_UNIT);
			em_later(&told[c->reads], &m);
		}
		nth[0] += c->kind == EM_CODE_LOAD;
		nth[1] += c->kind == EM_CODE_LOAD_LOCAL;
		nth[2] += c->kind == EM_CODE_ATOMIC;
		if (c->kind == EM_CODE_BARRIER)
			em_delay(now, EM_WAIT_BARRIER, EM_WAIT_UNIT);
		else
			em_delay(now, EM_WAIT_ISSUE, (c->stall ? c->stall : 1) * EM_WAIT_UNIT);
		if (c->kind == EM_CODE_PAST)
			em_delay(now, EM_WAIT_BRANCH, EM_WAIT_UNIT);
	}
	em_delay(now, EM_WAIT_BRANCH, EM_WAIT_UNIT);
}

/* The loop's next basic block from instruction *k on, which is put behind it; -1: there is none. */
static int32_t next_block(const struct em_walk *w, const struct em_same_loop *l, int32_t *k, int32_t before)
{
	while (*k <= l->to) {
		const int32_t block = w->block_of[*k];

		*k = em_next_own(w, l, *k);
		if (block >= 0 && block != before)
			return block;
	}
	return -1;
}

/* What the divisions of 64-bit integers in the loop wait for, those of one basic block or (-1) of all: each calls a
 * function, which does not stand in the loop's machine code. */
static struct em_steps calls_of(const struct em_walk *w, const struct em_same_loop *l, int32_t block)
{
	struct em_steps out = { { 0 } };

	for (int32_t k = l->from; k <= l->to; k = em_next_own(w, l, k))
		for (int what = 0; what < EM_WAIT_COUNT && em_calls_to_divide(&w->f->insts[k]); what++)
			if (w->block_of[k] >= 0 && (block < 0 || w->block_of[k] == block))
				out.wait[what] += w->cost[k].wait[what] * EM_WAIT_UNIT;
	return out;
}

/* What the basic block waits for, but for its calls. */
static struct em_steps without_calls(const struct em_walk *w, const struct em_same_loop *l, int32_t block)
{
	struct em_steps own = w->steps[block], calls = calls_of(w, l, block);

	for (int what = 0; what < EM_WAIT_COUNT; what++)
		own.wait[what] -= calls.wait[what];
	return own;
}

/* Of a loop with branches the machine code says what a turn takes that comes by everything. What this is longer than
 * the chain of the PTX, or shorter, all of the loop's basic blocks are, each by its part. */
static void spread(struct em_walk *w, const struct em_same_loop *l, const struct em_moment *turn)
{
	struct em_steps all = { { 0 } };
	int64_t clk = 0;

	for (int32_t k = l->from, b = -1; (b = next_block(w, l, &k, b)) >= 0;) {
		const struct em_steps own = without_calls(w, l, b);

		clk += em_steps_clk(&own);
		for (int what = 0; what < EM_WAIT_COUNT; what++)
			all.wait[what] += own.wait[what];
	}
	for (int32_t k = l->from, b = -1; clk > 0 && (b = next_block(w, l, &k, b)) >= 0;) {
		const struct em_steps own = without_calls(w, l, b);
		const int64_t part = em_steps_clk(&own);

		for (int what = 0; what < EM_WAIT_COUNT; what++)
			w->steps[b].wait[what] += (int32_t)((turn->n[what] - all.wait[what]) * part / clk);
	}
}

void em_take_code(
	struct em_walk *w, const struct em_same_loop *l, const struct em_loops *loops, const struct em_code_loop *m)
{
	const uint32_t turns = l->turns;
	struct em_moment now = { 0 }, before = { 0 }, told[BARRIERS] = { { 0 } };
	int32_t block = w->block_of[l->from];
	const struct em_code *code = loops->code + m->first;
	struct match *match = xcalloc(1, sizeof *match);

	for (int local = 0; local < 2; local++) {
		const enum em_code_kind kind = local ? EM_CODE_LOAD_LOCAL : EM_CODE_LOAD;

		if (!em_which_loads(w, l, code, m->n, kind, turns, &match->load[local])) {
			free(match);
			return;
		}
	}
	match->atomic = xcalloc(l->words[EM_CODE_ATOMIC] + 1, sizeof *match->atomic);
	for (int32_t k = l->from; k <= l->to && l->words[EM_CODE_ATOMIC]; k = em_next_own(w, l, k))
		if (em_is_one_atomic(&w->f->insts[k], &w->cost[k]))
			match->atomic[match->natomic++] = k;
	match->shared_passes = shared_passes(w, l);
	constant_words(w, l, code, m->n, turns, &match->constant_words, &match->constant_far);
	w->turns = (int)turns;
	w->together = 0;
	w->answered = 0;
	w->passing = (struct em_moment){ 0 };
	w->passing_from = 0;
	for (int turn = 0; turn <= WARM_UP; turn++) {
		before = now;
		one_turn(w, match, code, m->n, &now, told);
	}
	for (int what = 0; what < EM_WAIT_COUNT; what++)
		now.n[what] = (now.n[what] - before.n[what]) / (int32_t)turns;
	if (l->parts) {
		spread(w, l, &now);
	} else {
		const struct em_steps calls = calls_of(w, l, -1);

		for (int32_t k = l->from; k <= l->to; k++)
			if (w->block_of[k] >= 0)
				memset(&w->steps[w->block_of[k]], 0, sizeof *w->steps);
		for (int what = 0; what < EM_WAIT_COUNT; what++)
			w->steps[block].wait[what] = now.n[what] + calls.wait[what];
	}
	w->turns = 1;
	w->again = 0;
	free(match->atomic);
	free(match);
}

/* Such a warp asks at each part in front of the last whether there are so many turns, and jumps over it: cycles beside
 * the jump (likeness_row and likeness_folded of blind29: 81 for two parts). */
#define PASSED_BY 30
static void pass_parts(struct em_walk *w, const struct em_same_loop *l)
{
	for (uint32_t part = l->turns; part > 1; part /= 2) {
		w->steps[w->block_of[l->from]].wait[EM_WAIT_ISSUE] += PASSED_BY * EM_WAIT_UNIT;
		w->steps[w->block_of[l->from]].wait[EM_WAIT_BRANCH] += EM_WAIT_UNIT;
	}
}

/* Does the loop, each time that it is come to, have less than half of the turns that the machine code has side by side?
 * Then the last of what ptxas has left over of it takes them, and that asks for all before it waits for the first. */
static bool is_left_over(const struct em_walk *w, const struct em_same_loop *l)
{
	const int32_t before = l->from - 1;
	const struct ptx_inst *in = before < 0 ? NULL : &w->f->insts[before];
	double turns;

	if (!in || l->turns < 2 || (in->op == PTX_OP_BRA && in->guard < 0) || !w->level[before].ran ||
		!w->level[l->to].ran)
		return false;
	turns = exp2((w->level[l->to].ran - w->level[before].ran) / (double)EM_RAN_OCTAVE);
	return turns < FEWER * l->turns;
}

void em_in_order(struct em_walk *w, const struct em_loops *loops)
{
	const int32_t n = (int32_t)w->f->ninsts;
	struct em_same_loop *l = xcalloc((size_t)n + 1, sizeof *l);
	uint32_t found = 0;

	for (int32_t k = 0; k < n; k++) {
		int32_t end = w->loop_end[k], inner;

		if (end < k)
			continue;
		for (inner = k; inner <= end && (inner == k || w->loop_end[inner] < 0);)
			inner = em_past_large(w->f, inner) + 1;
		if (inner > end && !em_is_spelled_out(w, end) && look_at(w, k, end, &l[found]))
			found++;
	}
	em_same_loops(l, found, loops);
	for (uint32_t i = 0; i < found; i++)
		if (l[i].found >= 0 && is_left_over(w, &l[i]))
			pass_parts(w, &l[i]);
		else if (l[i].found >= 0)
			em_take_code(w, &l[i], loops, &loops->v[l[i].found]);
	free(l);
	em_around(w, loops);
}
