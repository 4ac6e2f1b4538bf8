/* round: did threads that have exited go round a barrier, or did they return? Hardware waits for them no longer either
 * way. To return early, without work, is a habit that works:
 *
 *    __syncthreads();  if (t >= 32) return;  ...;  __syncthreads();
 *
 * These go round it, and the code says that they should have come:
 *
 *    if (t < 32) { ...; __syncthreads(); }  out[t] = v;             they go on with what comes after the barrier
 *    for (i = t; i < n; i += 256) { ...;  __syncthreads();  ...; }  they leave a loop which the others stay in
 *
 * What is known is where a warp met the others last. All ways from there to the end that come by no barrier are looked
 * at: only where each of them leads through code that comes after the barrier, too, its warp went round it. So nothing
 * is said where it may have returned. */
#include "base/buf.h"
#include "emulator/check/check.h"

static bool leaves(const struct ptx_inst *in)
{
	return in->op == PTX_OP_RET || in->op == PTX_OP_EXIT;
}

/* A barrier of the whole block. */
static bool meets_all(const struct ptx_inst *in)
{
	const unsigned numbers = in->noperands - (ptx_has(in, PTX_MOD_RED) ? 2 : 0);

	return (in->op == PTX_OP_BAR || in->op == PTX_OP_BARRIER) && !ptx_has(in, PTX_MOD_WARP) &&
		!ptx_has(in, PTX_MOD_ARRIVE) && numbers == 1;
}

/* Instructions that are seen, and those of them from which the way on has still to be looked at. */
struct walk {
	const struct ptx_func *f;
	bool *seen, *stop; /* stop: no way goes on from there; NULL: from all */
	uint32_t *todo, n;
	bool ends; /* the end of the function is reached */
};

static void go(struct walk *w, size_t at)
{
	w->ends |= at >= w->f->ninsts;
	if (at >= w->f->ninsts || w->seen[at])
		return;
	w->seen[at] = true;
	w->todo[w->n++] = (uint32_t)at;
}

static void go_on(struct walk *w, size_t at)
{
	const struct ptx_func *f = w->f;
	const struct ptx_inst *in = &f->insts[at];
	const struct ptx_branch_table *t =
		in->op == PTX_OP_BRX && in->call >= 0 && (size_t)in->call < f->ntables ? &f->tables[in->call] : NULL;
	const bool jump = in->op == PTX_OP_BRA && in->ops[0].kind == PTX_LABEL;

	w->ends |= leaves(in);
	if (jump)
		go(w, (size_t)in->ops[0].vec);
	for (int32_t k = 0; t && k < t->n; k++)
		go(w, (size_t)f->targets[t->first + k]);
	if (in->guard >= 0 || !(jump || t || leaves(in) || in->op == PTX_OP_TRAP))
		go(w, at + 1);
}

/* Marks in `seen` what comes from instruction `from` on. Is the function's end among it? */
static bool walk(const struct ptx_func *f, size_t from, bool *seen, bool *stop)
{
	struct walk w = { .f = f, .seen = seen, .stop = stop, .todo = xcalloc(f->ninsts + 1, sizeof *w.todo) };

	memset(seen, 0, f->ninsts * sizeof *seen);
	go(&w, from);
	while (w.n) {
		const uint32_t at = w.todo[--w.n];

		if (!stop || !stop[at])
			go_on(&w, at);
	}
	free(w.todo);
	return w.ends;
}

/* From instruction `from` on, where a warp met the others last; `at`: the barrier. */
static bool went_round(const struct ptx_func *f, size_t from, size_t at)
{
	bool *after = xcalloc(f->ninsts + 1, sizeof *after), *seen = xcalloc(f->ninsts + 1, sizeof *seen),
	     *stop = xcalloc(f->ninsts + 1, sizeof *stop), round;

	walk(f, at + 1, after, NULL);
	for (size_t k = 0; k < f->ninsts; k++)
		stop[k] = meets_all(&f->insts[k]);
	round = walk(f, from, seen, stop);
	for (size_t k = 0; k < f->ninsts; k++)
		stop[k] |= after[k] && !leaves(&f->insts[k]);
	round = round && ((from && after[from - 1]) || !walk(f, from, seen, stop));
	free(after);
	free(seen);
	free(stop);
	return round;
}

bool em_check_went_round(const struct em_program *p, int32_t last, int32_t at)
{
	const struct em_pinst *b = at >= 0 ? &p->pinst[at] : NULL, *a = last >= 0 ? &p->pinst[last] : NULL;
	const struct ptx_func *f = b ? &p->m->ptx->funcs[b->func] : NULL;

	return f && f->is_entry && (!a || a->func == b->func) &&
		went_round(f, a ? (size_t)a->inst + 1 : 0, (size_t)b->inst);
}
