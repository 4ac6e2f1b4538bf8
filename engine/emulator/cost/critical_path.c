/* critical_path: the longest chain of dependent instructions of one warp, as counts of waits: so many for the L2, so
 * many for an ALU. A walk over a function's code in its order, with the moment at which each register is ready. Within
 * a basic block instructions start as soon as what they read is there (ptxas moves loads up), except that loads stay
 * after stores to the same kind of memory and everything after barriers, and no more are on their way than the
 * registers hold that the code does not need otherwise; a block ends when its last instruction has started, since a
 * warp's instructions start in order. A loop's body is walked twice: the second time its registers come from the turn
 * before.
 *
 * A moment is a time under nominal latencies, which choose the longest chain, and what that chain consists of; the
 * caller multiplies the latter by a device's real latencies. */
#include "base/buf.h"
#include "emulator/cost/critical_path.h"
#include "emulator/flow/flow.h"
#include "emulator/flow/registers.h"

#define MOST_DEPTH 5 /* loops within loops beyond this are walked once */

static const int nominal[EM_WAIT_COUNT] = { [EM_WAIT_ISSUE] = 1,
	[EM_WAIT_NEXT_ALU] = 2,
	[EM_WAIT_NEXT_MULTIPLY] = 2,
	[EM_WAIT_NEXT_WIDE] = 4,
	[EM_WAIT_NEXT_SPECIAL] = 8,
	[EM_WAIT_NEXT_F64] = 2,
	[EM_WAIT_ALU] = 4,
	[EM_WAIT_CROSS] = 1,
	[EM_WAIT_SPECIAL] = 23,
	[EM_WAIT_F64] = 8,
	[EM_WAIT_SHARED] = 26,
	[EM_WAIT_CONSTANT] = 31,
	[EM_WAIT_CONSTANT_WORD] = 11,
	[EM_WAIT_CONSTANT_FAR] = 72,
	[EM_WAIT_L1] = 36,
	[EM_WAIT_L2] = 284,
	[EM_WAIT_DRAM] = 664,
	[EM_WAIT_LATE] = 664,
	[EM_WAIT_SLOWER] = 80,
	[EM_WAIT_PASS] = 2,
	[EM_WAIT_ATOMIC] = 700,
	[EM_WAIT_ATOMIC_L2] = 490,
	[EM_WAIT_ATOMIC_NEAR] = 390,
	[EM_WAIT_FENCE] = 515,
	[EM_WAIT_BARRIER] = 14,
	[EM_WAIT_GUARD] = 9,
	[EM_WAIT_BRANCH] = 16,
	[EM_WAIT_CALL] = 17,
	[EM_WAIT_FALL] = 5,
	[EM_WAIT_PART] = 25,
	[EM_WAIT_SLEEP] = 2 };

uint32_t em_steps_clk(const struct em_steps *s)
{
	int64_t clk = 0;

	for (int k = 0; k < EM_WAIT_COUNT; k++)
		clk += (int64_t)s->wait[k] * nominal[k];
	clk /= EM_WAIT_UNIT;
	return clk > 1 ? (uint32_t)clk : 1;
}

uint32_t em_far_clk(void)
{
	return (uint32_t)(nominal[EM_WAIT_L2] - nominal[EM_WAIT_L1]);
}

/* `times` in units of 1 / EM_WAIT_UNIT, and so is a moment's time. */
void em_delay(struct em_moment *m, enum em_wait what, int times)
{
	m->t += (int64_t)nominal[what] * times;
	m->n[what] += times;
}

/* An atomic that has to answer, though nobody may ask: there is no reduction (RED) that compares or exchanges. Its
 * result has a place, so the next one of the same instruction waits until it is there. */
static bool answers(const struct ptx_inst *in)
{
	return in->op == PTX_OP_ATOM && in->space != PTX_SHARED &&
		(ptx_has(in, PTX_MOD_CAS) || ptx_has(in, PTX_MOD_EXCH));
}

/* What the basic block has taken, from the end of the one before it. */
static void settle(struct em_walk *w)
{
	struct em_moment full = w->began;

	full.t += w->issued.t;
	for (int k = 0; k < EM_WAIT_COUNT; k++)
		full.n[k] += w->issued.n[k];
	em_later(&w->last, &full);
	if (w->block >= 0 && w->into >= 0)
		for (int k = 0; k < EM_WAIT_COUNT; k++) {
			w->steps[w->into].wait[k] += (w->last.n[k] - w->began.n[k]) / w->turns;
			w->steps[w->block].wait[k] = 0;
		}
	else if (w->block >= 0)
		for (int k = 0; k < EM_WAIT_COUNT; k++)
			w->steps[w->block].wait[k] = (w->turns > 1 ? w->steps[w->block].wait[k] : 0) +
				(w->last.n[k] - w->began.n[k]) / w->turns;
	w->began = w->last;
	memset(&w->issued, 0, sizeof w->issued);
}

/* Nothing after this starts before. */
static void none_before(struct em_walk *w, const struct em_moment *m)
{
	w->base = *m;
	for (int k = 0; k < EM_SHUFFLES_BESIDE; k++)
		w->shuffled[k] = *m;
}

static void end_block(struct em_walk *w)
{
	settle(w);
	none_before(w, &w->last);
}

/* Lanes meet there, and go on as if nothing had been: a shuffle, a vote, a sum of all lanes. */
static bool shuffles(const struct ptx_inst *in)
{
	return (in->op == PTX_OP_SHFL || in->op == PTX_OP_VOTE || in->op == PTX_OP_REDUX || in->op == PTX_OP_MATCH) &&
		in->guard < 0;
}

/* A block begins with instruction k. Is that because there is a shuffle, which ends no block of the machine code? */
static bool only_shuffles(const struct em_walk *w, int32_t k)
{
	const struct ptx_inst *in = &w->f->insts[k];

	return k && w->block >= 0 && w->block_of[k - 1] == w->block && !w->ways_in[k] && !w->cost[k].meets &&
		(shuffles(in - 1) || (shuffles(in) && in[-1].op != PTX_OP_BRA && in[-1].op != PTX_OP_CALL));
}

/* Likewise: the part that ends here. Who needs what its shuffle brings waits for it, all others for one before. A vote
 * is an instruction like any other: who does not need it does not wait (longest_run.votes of blind12: ptxas has the
 * loads of 32 votes in front of the first one, as many as there are registers for). */
static void end_shuffled(struct em_walk *w, int32_t k)
{
	settle(w);
	if (!shuffles(&w->f->insts[k]) || w->f->insts[k].op == PTX_OP_VOTE)
		return;
	memmove(w->shuffled + 1, w->shuffled, sizeof w->shuffled - sizeof *w->shuffled);
	w->shuffled[0] = w->last;
	w->base = w->shuffled[EM_SHUFFLES_BESIDE - 1];
}

/* cp.async: a copy is on its way until somebody waits for its group, and nobody else waits for it. Which commit a
 * wait means is told by the order in which the walk meets them, turns of loops included. True: `start` is that of a
 * wait. */
static bool wait_for_copies(struct em_walk *w, const struct ptx_inst *in, struct em_moment *start)
{
	if (in->op != PTX_OP_CP || ptx_has(in, PTX_MOD_BULK))
		return false;
	if (ptx_has(in, PTX_MOD_COMMIT_GROUP)) {
		memmove(w->groups + 1, w->groups, sizeof w->groups - sizeof *w->groups);
		w->groups[0] = w->copied;
	} else if (ptx_has(in, PTX_MOD_WAIT_ALL)) {
		em_later(start, &w->copied);
		return true;
	} else if (ptx_has(in, PTX_MOD_WAIT_GROUP) && in->noperands && in->ops[0].kind == PTX_IMM) {
		if (in->ops[0].imm < MOST_GROUPS)
			em_later(start, &w->groups[in->ops[0].imm]);
		return true;
	}
	return false;
}

static bool is_barrier(const struct ptx_inst *in)
{
	return in->op == PTX_OP_BAR || in->op == PTX_OP_BARRIER || in->op == PTX_OP_MEMBAR || in->op == PTX_OP_FENCE ||
		in->op == PTX_OP_NANOSLEEP;
}

/* A store or an atomic that ptxas puts a fence in front of. */
static bool releases(const struct ptx_inst *in)
{
	return (in->op == PTX_OP_ST || in->op == PTX_OP_RED || in->op == PTX_OP_ATOM) && in->space != PTX_SHARED &&
		(ptx_has(in, PTX_MOD_RELEASE) || ptx_has(in, PTX_MOD_ACQ_REL)) && !ptx_has(in, PTX_MOD_CTA);
}

/* Of what is one instruction of four cycles. */
static enum pipe pipe_of(const struct em_cost *c)
{
	return c->pipe[EM_PIPE_ISSUE] != 1 || c->wait[EM_WAIT_ALU] != 1 ? OTHER :
		c->pipe[EM_PIPE_ALU]                                    ? INTEGER :
									  ARITHMETIC;
}

/* Does the block that begins with instruction k start side by side with the one before it? So does a body under a
 * predicate (cost/ptxas_fusions.c), and what comes after it, unless others jump there. */
static bool goes_on(const struct em_walk *w, int32_t k)
{
	if (w->block < 0)
		return false;
	if (w->again && k == w->first) /* of the turn before, which is unrolled */
		return true;
	if (w->cost[k].runs_as)
		return w->cost[k].runs_as == w->block + 1 || (k && w->cost[k - 1].runs_as == w->cost[k].runs_as);
	return k && w->cost[k - 1].runs_as && w->ways_in[k] == 1;
}

bool em_calls_to_divide(const struct ptx_inst *in)
{
	return (in->op == PTX_OP_DIV || in->op == PTX_OP_REM) && ptx_type_class(in->types[0]) != PTX_CLS_FLOAT &&
		ptx_type_bits(in->types[0]) == 64;
}

bool em_jumps(const struct ptx_inst *in)
{
	if (em_calls_to_divide(in))
		return true;
	return (in->op == PTX_OP_DIV || in->op == PTX_OP_RCP || in->op == PTX_OP_SQRT) && in->ntypes &&
		(in->types[0] == PTX_F32 || in->types[0] == PTX_F64) && !ptx_has(in, PTX_MOD_APPROX) &&
		!ptx_has(in, PTX_MOD_FULL);
}

/* One instruction of the special function unit on the machine, MUFU. */
static bool is_mufu(const struct ptx_inst *in)
{
	return in->op == PTX_OP_RSQRT || in->op == PTX_OP_EX2 || in->op == PTX_OP_LG2 || in->op == PTX_OP_SIN ||
		in->op == PTX_OP_COS || in->op == PTX_OP_TANH ||
		((in->op == PTX_OP_RCP || in->op == PTX_OP_SQRT) && ptx_has(in, PTX_MOD_APPROX));
}

/* One warp's instructions start in order, and each keeps the warp for as long as its pipe needs to take all lanes: a
 * chain of divisions that do not need each other is no faster for it (issue.*.1 of tests/bench/hard). */
static void issue(struct em_walk *w, const struct em_cost *c)
{
	static const struct {
		enum em_pipe pipe;
		enum em_wait wait;
	} next[] = { { EM_PIPE_ALU, EM_WAIT_NEXT_ALU }, { EM_PIPE_MULTIPLY, EM_WAIT_NEXT_MULTIPLY },
		{ EM_PIPE_WIDE, EM_WAIT_NEXT_WIDE }, { EM_PIPE_SPECIAL, EM_WAIT_NEXT_SPECIAL },
		{ EM_PIPE_F64, EM_WAIT_NEXT_F64 } };
	int left = c->pipe[EM_PIPE_ISSUE];

	for (size_t k = 0; k < sizeof next / sizeof *next && left; k++) {
		int n = c->pipe[next[k].pipe] - (next[k].pipe == EM_PIPE_MULTIPLY ? c->pipe[EM_PIPE_WIDE] : 0);

		n = n < left ? n : left;
		em_delay(&w->issued, next[k].wait, n * EM_WAIT_UNIT / c->turns);
		left -= n;
	}
	em_delay(&w->issued, EM_WAIT_ISSUE, left * EM_WAIT_UNIT / c->turns);
}

/* One of so many words that are in registers: for each a comparison, and a move under its predicate. */
static void pick(struct em_moment *m, int words)
{
	em_delay(m, EM_WAIT_NEXT_ALU, words * EM_WAIT_UNIT);
	em_delay(m, EM_WAIT_NEXT_MULTIPLY, words * EM_WAIT_UNIT);
}

/* A function that is called begins: it saves registers, one instruction after the other. */
static void saves(struct em_walk *w, const struct em_cost *c)
{
	em_delay(&w->base, EM_WAIT_ALU, (c->saves + 1) * EM_WAIT_UNIT);
	em_delay(&w->issued, EM_WAIT_ISSUE, (c->saves + 1) * EM_WAIT_UNIT);
}

/* A call or a return, when all before it have started; who returns waits for what it has saved. */
static void goes(struct em_walk *w, const struct ptx_inst *in, const struct em_cost *c, struct em_moment *done)
{
	em_later(done, &w->last);
	if (in->op == PTX_OP_RET && c->saves) {
		em_delay(done, EM_WAIT_ALU, c->saves * EM_WAIT_UNIT);
		em_delay(done, EM_WAIT_L1, EM_WAIT_UNIT);
		em_delay(&w->issued, EM_WAIT_ISSUE, (c->saves + 1) * EM_WAIT_UNIT);
	}
	em_delay(done, EM_WAIT_BRANCH, EM_WAIT_UNIT);
	em_delay(done, EM_WAIT_CALL, EM_WAIT_UNIT);
	em_later(&w->last, done);
}

/* Which memory: a store to one kind keeps no load of another kind waiting. */
static enum memory memory_of(const struct ptx_inst *in)
{
	return in->space == PTX_SHARED ? SHARED : in->space == PTX_LOCAL ? LOCAL : ELSEWHERE;
}

static void step(struct em_walk *w, int32_t k)
{
	const struct ptx_inst *in = &w->f->insts[k];
	const struct em_cost *c = &w->cost[k];
	struct em_moment start = w->base, done;
	int32_t regs[EM_REGS_MOST];
	enum pipe pipe = pipe_of(c);
	struct em_level level = em_level_in_turn(w, &w->level[k]);
	bool store = in->op == PTX_OP_ST || in->op == PTX_OP_RED || in->op == PTX_OP_ATOM;
	bool waits;
	unsigned n;

	if (w->block_of[k] != w->block && w->block_of[k] >= 0)
		em_parted(w, k);
	if (w->block_of[k] != w->block && w->block_of[k] >= 0 && goes_on(w, k)) {
		settle(w);
		w->block = w->block_of[k];
		w->into = w->cost[k].both ? w->cost[k].runs_as - 1 : -1;
	} else if (w->block_of[k] != w->block && w->block_of[k] >= 0) {
		if (only_shuffles(w, k))
			end_shuffled(w, k);
		else
			end_block(w);
		if (c->meets) {
			em_delay(&w->base, EM_WAIT_FALL, EM_WAIT_UNIT);
			em_delay(&w->issued, EM_WAIT_ISSUE, EM_MEET_ISSUED * EM_WAIT_UNIT);
		}
		if (c->saves && in->op != PTX_OP_RET)
			saves(w, c);
		start = w->base;
		w->block = w->block_of[k];
		w->into = w->cost[k].both ? w->cost[k].runs_as - 1 : -1;
		em_loads_begin(w, k);
	}
	n = em_regs_read(w->f, in, regs);
	if (w->hoisted && w->hoisted[k])
		em_hoist(w, k, &start);
	for (unsigned r = 0; r < n && !(w->hoisted && w->hoisted[k]); r++) {
		struct em_moment m;

		em_seldom_made(w, k, regs[r]);
		m = w->ready[regs[r]];
		if (regs[r] == in->guard && c->pipe[EM_PIPE_ISSUE] && !w->unrolled)
			em_delay(&m, EM_WAIT_GUARD, EM_WAIT_UNIT);
		else if (pipe != OTHER && w->made_by[regs[r]] != OTHER && w->made_by[regs[r]] != pipe)
			em_delay(&m, EM_WAIT_CROSS, EM_WAIT_UNIT);
		em_dividend(in, c, regs[r], &m);
		em_later(&start, &m);
	}
	if (store ||
		(in->op == PTX_OP_LD && in->space != PTX_PARAM && in->space != PTX_CONST && !ptx_has(in, PTX_MOD_NC)))
		em_later(&start, &w->stored[memory_of(in)]);
	waits = wait_for_copies(w, in, &start);
	if (waits || is_barrier(in))
		em_later(&start, &w->last);
	if (c->wait[EM_WAIT_CONSTANT])
		em_later(&start, &w->constant);
	em_loads_use(w, regs, n, &start);
	if (c->wanted_by) {
		struct em_moment m = w->ready[c->wanted_by - 1];

		em_delay(&m, EM_WAIT_GUARD, EM_WAIT_UNIT);
		em_later(&start, &m);
	}
	if (answers(in)) {
		n = em_regs_written(w->f, in, regs);
		for (unsigned r = 0; r < n; r++)
			em_later(&start, &w->ready[regs[r]]);
	}
	if (releases(in)) {
		em_later(&start, &w->last);
		em_delay(&start, EM_WAIT_FENCE, EM_WAIT_UNIT);
		none_before(w, &start);
	}
	/* With copies of several stages on their way a block has room to be behind the one that asked first: it does
	 * not wait in step with it (4-stages of lab 09: 8.9 us, measured about 9, and 11.9 where it did). */
	if (em_is_copy(in) && w->stages > 1) {
		level.l2 = (uint8_t)(level.l2 + level.late);
		level.late = 0;
	}
	if (em_is_load(in) || is_mufu(in)) {
		n = em_regs_written(w->f, in, regs);
		em_loads_find_room(w, in, regs, n, &start);
	}
	if (level.picks)
		pick(&w->issued, level.picks - 1);
	else
		issue(w, c);
	done = start;
	if (level.picks > 1 && !store) {
		em_delay(&done, EM_WAIT_ALU, 2 * EM_WAIT_UNIT);
		em_delay(&done, EM_WAIT_GUARD, EM_WAIT_UNIT);
		pick(&done, level.picks - 2);
	}
	if (c->wait[EM_WAIT_SHARED] && em_is_load(in))
		em_pass(w, &done, level.passes + 16, EM_LEVEL_UNIT);
	for (int what = 0; what < EM_WAIT_COUNT && !level.picks; what++)
		if (what == EM_WAIT_L1 && c->wait[what])
			em_load(w, &done, &level);
		else if (what == EM_WAIT_ATOMIC && c->wait[what])
			em_atomic_answer(&done, &level);
		else
			em_delay(&done, (enum em_wait)what, c->wait[what] * EM_WAIT_UNIT);
	if (c->wait[EM_WAIT_SHARED] && em_is_load(in))
		em_delay(&done, EM_WAIT_PASS, level.passes * (EM_WAIT_UNIT / 16));
	if (c->wait[EM_WAIT_CONSTANT]) {
		em_delay(&done, EM_WAIT_CONSTANT_WORD, w->level[k].words);
		em_delay(&done, EM_WAIT_CONSTANT_FAR, w->level[k].far);
		if (c->pipe[EM_PIPE_ISSUE]) {
			w->constant = start;
			em_delay(&w->constant, EM_WAIT_CONSTANT_WORD, EM_WAIT_UNIT + w->level[k].words);
			em_delay(&w->constant, EM_WAIT_CONSTANT_FAR, w->level[k].far);
		}
	}
	if (c->halves) {
		em_delay(&done, EM_WAIT_ATOMIC_L2, w->level[k].words);
		em_delay(&done, EM_WAIT_BRANCH, w->level[k].words);
	}
	for (int what = 0; c->loops && what < EM_WAIT_COUNT; what++)
		em_delay(&done, (enum em_wait)what, c->wait[what] * w->level[k].words);
	if (in->op == PTX_OP_CALL || (in->op == PTX_OP_RET && !w->f->is_entry))
		goes(w, in, c, &done);
	if (c->loops || c->halves || em_jumps(in) || in->op == PTX_OP_CALL) {
		none_before(w, &done);
		em_later(&w->last, &done);
	}
	em_divided(w, in, c, &done);
	if (store)
		em_later(&w->stored[memory_of(in)], &start);
	if (c->pipe[EM_PIPE_ISSUE])
		em_later(&w->last, &start);
	if (em_is_copy(in))
		em_later(&w->copied, &done);
	if (c->enters) {
		em_delay(&w->last, EM_WAIT_ALU, 3 * EM_WAIT_UNIT);
		em_delay(&w->last, EM_WAIT_GUARD, 3 * EM_WAIT_UNIT);
		em_delay(&w->last, EM_WAIT_BRANCH, 2 * EM_WAIT_UNIT);
	}
	if (waits || is_barrier(in)) {
		none_before(w, &done);
		em_later(&w->last, &done);
	}
	/* Taken: back, or without a condition; others as often as the run shows. */
	if (in->op == PTX_OP_BRA)
		em_later(&done, &w->last); /* a warp's instructions start in order, and this one is the last */
	if (in->op == PTX_OP_BRA && c->pipe[EM_PIPE_ISSUE] && !w->unrolled) {
		bool always = in->guard < 0 || (in->ops[0].kind == PTX_LABEL && in->ops[0].vec <= k);
		int taken = always ? EM_WAIT_UNIT : w->level[k].words;

		em_delay(&done, EM_WAIT_BRANCH, taken);
		em_delay(&done, EM_WAIT_FALL, EM_WAIT_UNIT - taken);
		em_later(&w->last, &done);
	}
	n = em_regs_written(w->f, in, regs);
	for (unsigned r = 0; r < n; r++) {
		struct em_moment either = done;

		em_either(w, k, regs[r], &either);
		w->ready[regs[r]] = either;
		em_made(w, k, regs[r]);
		w->made_by[regs[r]] = (uint8_t)pipe;
	}
}

/* Turns of a loop until its waits come again: where copies of n stages are on their way, one turn in n waits for all of
 * them, and then those after it find theirs there. */
static int turns_of_copies(const struct em_walk *w, int32_t from, int32_t to)
{
	int64_t most = 0;

	for (int32_t k = from; k <= to; k++) {
		const struct ptx_inst *in = &w->f->insts[k];

		if (in->op == PTX_OP_CP && ptx_has(in, PTX_MOD_WAIT_GROUP) && !ptx_has(in, PTX_MOD_BULK) &&
			in->noperands && in->ops[0].kind == PTX_IMM && in->ops[0].imm < MOST_GROUPS)
			most = in->ops[0].imm > most ? in->ops[0].imm : most;
	}
	return 1 + (int)most;
}

/* Adds what the blocks of a loop have taken in a turn to `sum`; the last of n turns: what they take on average. */
static void add_turn(struct em_walk *w, int32_t from, int32_t to, struct em_steps *sum, int n, bool last)
{
	int32_t before = -1;

	for (int32_t k = from; k <= to; k++) {
		int32_t b = w->block_of[k];

		if (b < 0 || b == before)
			continue;
		before = b;
		for (int what = 0; what < EM_WAIT_COUNT; what++) {
			sum[k - from].wait[what] += w->steps[b].wait[what];
			if (last)
				w->steps[b].wait[what] = sum[k - from].wait[what] / n;
		}
	}
}

/* What was asked for before a loop is waited for in its first turn, and in no later one: so long this turn, from
 * `entered` to `first`, was longer than the others, of which there were `turns` since. It is told to the block before
 * the loop, which runs as often as somebody enters it. */
static void first_turn(
	struct em_walk *w, int32_t block, const struct em_moment *entered, const struct em_moment *first, int turns)
{
	if (block < 0 || first->t - entered->t <= (w->last.t - first->t) / turns)
		return;
	for (int what = 0; what < EM_WAIT_COUNT; what++)
		w->steps[block].wait[what] +=
			first->n[what] - entered->n[what] - (w->last.n[what] - first->n[what]) / turns;
}

static void walk(struct em_walk *w, int32_t from, int32_t to, int depth)
{
	for (int32_t k = from; k <= to; k++) {
		int32_t end = w->loop_end[k];
		struct em_moment entered, first;
		struct em_steps *sum;
		const int32_t outer = w->loop;
		int32_t before;
		int turns;

		if (end < 0 || end > to || depth > MOST_DEPTH) {
			step(w, k);
			continue;
		}
		w->loop_end[k] = -1; /* this one is being walked */
		end_block(w);
		before = w->into >= 0 ? w->into : w->block;
		entered = first = w->last;
		w->block = -1;
		w->loop = k;
		turns = turns_of_copies(w, k, end);
		sum = turns > 1 ? xcalloc((size_t)(end - k) + 1, sizeof *sum) : NULL;
		for (int turn = depth < MOST_DEPTH ? 0 : 1; turn <= turns; turn++) {
			w->turns = w->cost[end].turns;
			w->first = k;
			if (w->hoisted)
				em_turn_begins(w, k, end);
			for (int32_t j = k; j <= end && w->turns > 1; j++)
				if (w->block_of[j] >= 0)
					memset(&w->steps[w->block_of[j]], 0, sizeof *w->steps);
			for (int again = 0; again < w->turns; again++) {
				w->again = again;
				w->unrolled = again + 1 < w->turns;
				walk(w, k, end, depth + 1);
			}
			w->again = 0;
			w->unrolled = false;
			end_block(w);
			w->turns = 1;
			w->block = -1;
			if (sum && turn)
				add_turn(w, k, end, sum, turns, turn == turns);
			if (!turn)
				first = w->last;
		}
		if (depth < MOST_DEPTH)
			first_turn(w, before, &entered, &first, turns);
		free(sum);
		w->loop = outer;
		w->loop_end[k] = end;
		k = end;
	}
}

void em_critical_path(const struct ptx_func *f, const int32_t *block_of, const struct em_cost *cost,
	const struct em_level *level, uint32_t registers, struct em_under_way under_way, const struct em_loops *loops,
	const int32_t *alive, struct em_steps *steps)
{
	struct em_walk w = { .f = f,
		.block_of = block_of,
		.cost = cost,
		.level = level,
		.steps = steps,
		.block = -1,
		.into = -1,
		.turns = 1,
		.registers = (int32_t)registers,
		.under_way = under_way,
		.alive = alive,
		.parted = (int32_t)f->ninsts,
		.epoch = 1 };

	if (!f->ninsts)
		return;
	w.loop_end = xcalloc(f->ninsts + 1, sizeof *w.loop_end);
	w.ready = xcalloc(f->nregs + 1, sizeof *w.ready);
	w.made_by = xcalloc(f->nregs + 1, sizeof *w.made_by);
	w.made_at = xcalloc(f->nregs + 1, sizeof *w.made_at);
	w.branch_to = xcalloc(f->ninsts + 1, sizeof *w.branch_to);
	w.waited = xcalloc(f->ninsts + 1, sizeof *w.waited);
	memset(w.loop_end, 0xff, (f->ninsts + 1) * sizeof *w.loop_end);
	w.ways_in = em_flow_ways_in(f);
	for (size_t k = 0; k < f->ninsts; k++)
		if (f->insts[k].op == PTX_OP_BRA && f->insts[k].ops[0].kind == PTX_LABEL) {
			const int32_t to = f->insts[k].ops[0].vec;

			if (to <= (int32_t)k)
				w.loop_end[to] = (int32_t)k; /* the last branch back wins: the whole loop */
			else
				w.branch_to[to] = (int32_t)k + 1;
		}
	w.stages = turns_of_copies(&w, 0, (int32_t)f->ninsts - 1);
	em_loads_open(&w);
	em_hoisted(&w, loops);
	walk(&w, 0, (int32_t)f->ninsts - 1, 0);
	end_block(&w);
	em_loads_close(&w);
	if (loops)
		em_in_order(&w, loops);
	free(w.hoisted);
	free(w.before);
	free(w.ways_in);
	free(w.loop_end);
	free(w.ready);
	free(w.made_by);
	free(w.made_at);
	free(w.branch_to);
	free(w.waited);
}
