/* chain: how long one warp takes by itself, as how often it waits for what. A walk over a function's code in its order, with the moment at which
 * each register is ready. Within a basic block instructions start as soon as what they read is there (ptxas moves loads up), except that
 * loads stay behind stores and everything behind barriers; a block ends when its last instruction has started, since a warp's
 * instructions start in order. A loop's body is walked twice: the second time its registers come from the turn before.
 *
 * A moment is a time under nominal latencies, which choose the longest chain, and what that chain consists of; the caller multiplies the
 * latter by a device's real latencies. */
#include "emulator/cost.h"

#define MOST_DEPTH 5 /* loops within loops beyond this are walked once */

static const int nominal[EM_WAIT_COUNT] = { [EM_WAIT_ISSUE] = 1, [EM_WAIT_ALU] = 4, [EM_WAIT_SPECIAL] = 23, [EM_WAIT_F64] = 8,
	[EM_WAIT_SHARED] = 26, [EM_WAIT_L1] = 36, [EM_WAIT_L2] = 284, [EM_WAIT_DRAM] = 664, [EM_WAIT_ATOMIC] = 700, [EM_WAIT_BARRIER] = 14, [EM_WAIT_SLEEP] = 2 };

struct moment { int64_t t; int32_t n[EM_WAIT_COUNT]; };

struct walk {
	const struct ptx_func *f;
	const int32_t *bb_of;
	const struct em_cost *cost;
	const struct em_level *level;
	struct em_steps *steps;
	int32_t *loop_end;          /* of a loop's first instruction: its last one, else -1 */
	struct moment *ready;       /* of each register */
	struct moment base;         /* nothing of the current block starts before */
	struct moment last;         /* when the last instruction of the block has started */
	struct moment stored;       /* when the last store has started */
	struct moment began;        /* the block's begin */
	int32_t bb, slots;          /* current block, its instructions so far in units of 1 / EM_WAIT_UNIT */
	int turns;                  /* of a loop that are walked as one block */
};

static void later(struct moment *a, const struct moment *b)
{
	if (b->t > a->t)
		*a = *b;
}

/* `times` in units of 1 / EM_WAIT_UNIT, and so is a moment's time. */
static void delay(struct moment *m, enum em_wait what, int times)
{
	m->t += (int64_t)nominal[what] * times;
	m->n[what] += times;
}

static void load(struct moment *m, const struct em_level *l)
{
	bool known = l->l1 + l->l2 + l->dram != 0;

	delay(m, EM_WAIT_L1, known ? l->l1 * (EM_WAIT_UNIT / 16) : EM_WAIT_UNIT);
	delay(m, EM_WAIT_L2, l->l2 * (EM_WAIT_UNIT / 16));
	delay(m, EM_WAIT_DRAM, l->dram * (EM_WAIT_UNIT / 16));
}

static void end_block(struct walk *w)
{
	struct moment full = w->began;

	delay(&full, EM_WAIT_ISSUE, w->slots);
	later(&w->last, &full);
	if (w->bb >= 0)
		for (int k = 0; k < EM_WAIT_COUNT; k++)
			w->steps[w->bb].wait[k] = (w->last.n[k] - w->began.n[k]) / w->turns;
	w->base = w->began = w->last;
	w->slots = 0;
}

static bool is_barrier(const struct ptx_inst *in)
{
	return in->op == PTX_OP_BAR || in->op == PTX_OP_BARRIER || in->op == PTX_OP_MEMBAR || in->op == PTX_OP_FENCE || in->op == PTX_OP_NANOSLEEP;
}

static void step(struct walk *w, int32_t k)
{
	const struct ptx_inst *in = &w->f->insts[k];
	const struct em_cost *c = &w->cost[k];
	struct moment start = w->base, done;
	int32_t regs[EM_REGS_MOST];
	bool store = in->op == PTX_OP_ST || in->op == PTX_OP_RED || in->op == PTX_OP_ATOM;
	unsigned n;

	if (w->bb_of[k] != w->bb && w->bb_of[k] >= 0) {
		end_block(w);
		start = w->base;
		w->bb = w->bb_of[k];
	}
	n = em_regs_read(w->f, in, regs);
	for (unsigned r = 0; r < n; r++)
		later(&start, &w->ready[regs[r]]);
	if (store || (in->op == PTX_OP_LD && in->space != PTX_PARAM && in->space != PTX_CONST && !ptx_has(in, PTX_MOD_NC)))
		later(&start, &w->stored);
	if (is_barrier(in))
		later(&start, &w->last);
	w->slots += c->pipe[EM_PIPE_ISSUE] * EM_WAIT_UNIT / c->turns;
	done = start;
	for (int what = 0; what < EM_WAIT_COUNT; what++)
		if (what != EM_WAIT_L1 || !c->wait[what])
			delay(&done, (enum em_wait)what, c->wait[what] * EM_WAIT_UNIT);
		else
			load(&done, &w->level[k]);
	if (store)
		later(&w->stored, &start);
	if (c->pipe[EM_PIPE_ISSUE])
		later(&w->last, &start);
	if (is_barrier(in)) {
		w->base = done;
		later(&w->last, &done);
	}
	n = em_regs_written(w->f, in, regs);
	for (unsigned r = 0; r < n; r++)
		w->ready[regs[r]] = done;
}

static void walk(struct walk *w, int32_t from, int32_t to, int depth)
{
	for (int32_t k = from; k <= to; k++) {
		int32_t end = w->loop_end[k];

		if (end < 0 || end > to || depth > MOST_DEPTH) {
			step(w, k);
			continue;
		}
		w->loop_end[k] = -1; /* this one is being walked */
		end_block(w);
		w->bb = -1;
		for (int turn = depth < MOST_DEPTH ? 0 : 1; turn < 2; turn++) {
			w->turns = w->cost[end].turns;
			for (int again = 0; again < w->turns; again++)
				walk(w, k, end, depth + 1);
			end_block(w);
			w->turns = 1;
			w->bb = -1;
		}
		w->loop_end[k] = end;
		k = end;
	}
}

void em_chain(const struct ptx_func *f, const int32_t *bb_of, const struct em_cost *cost, const struct em_level *level, struct em_steps *steps)
{
	struct walk w = { .f = f, .bb_of = bb_of, .cost = cost, .level = level, .steps = steps, .bb = -1, .turns = 1 };

	if (!f->ninsts)
		return;
	w.loop_end = xcalloc(f->ninsts + 1, sizeof *w.loop_end);
	w.ready = xcalloc(f->nregs + 1, sizeof *w.ready);
	memset(w.loop_end, 0xff, (f->ninsts + 1) * sizeof *w.loop_end);
	for (size_t k = 0; k < f->ninsts; k++)
		if (f->insts[k].op == PTX_OP_BRA && f->insts[k].ops[0].kind == PTX_LABEL && f->insts[k].ops[0].vec <= (int32_t)k)
			w.loop_end[f->insts[k].ops[0].vec] = (int32_t)k; /* the last branch back wins: the whole loop */
	walk(&w, 0, (int32_t)f->ninsts - 1, 0);
	end_block(&w);
	free(w.loop_end);
	free(w.ready);
}
