/* exec_flow: basic blocks, predicated execution, branches, calls, barriers and traps, PTX ISA 9.7.12 and 9.7.13.
 *
 * Counting happens at the head of a basic block: one slot that adds one execution and its lanes, so that the
 * instructions after it cost nothing. It is also where a group of lanes stops for another (min-pc order) and where
 * time slices end. */
#include "emulator/exec/exec_flow.h"
#include "emulator/check/check.h"
#include "emulator/core/device.h"
#include "emulator/core/fault.h"
#include "emulator/cost/clock.h"
#include "emulator/cost/links.h"
#include "emulator/exec/builtin.h"
#include "emulator/lanes/asleep.h"
#include "emulator/lanes/barrier.h"
#include "emulator/lanes/meets.h"
#include "emulator/lanes/polls.h"
#include "emulator/lanes/turns.h"
#include "emulator/lanes/yields.h"

FN(blocks)
{
	if (EM_UNLIKELY((uintptr_t)i >= w->stop)) {
		i = w->turns.head ? em_turns_at(w, i) : em_warp_resched(w, i);
		if (!i)
			return NULL;
	}
	return flow_head(w, i);
}
/* In front of the head of a loop whose turns can be counted; id: which one. */
FN(turns)
{
	const struct em_run *r = w->t->run;
	return r->halved && r->halved[i->id] ? em_turns_begin(w, i) : i + 1;
}
/* Where a turn of a loop begins that may wait for other lanes. */
FN(yield)
{
	return EM_LIKELY(!w->t->run->yields) ? i + 1 : em_yields_turn(w, i);
}
/* Where lanes that parted wait for each other, in front of a block: at the convergence barrier a. */
FN(meet)
{
	return w->t->run->meets ? em_meets_wait(w, i) : i + 1;
}
/* All lanes that are here are to meet at the convergence barrier a; b: unless they are in its region already. */
FN(open_)
{
	if (w->t->run->meets)
		em_meets_open(w, (uint8_t)i->a, i->b);
	return i + 1;
}
FN(quick_bb)
{
	return flow_enter(w, i);
}
/* After the head of a basic block (id) in a program that reads a clock, or waits for other blocks. */
FN(tick)
{
	const struct em_run *r = w->t->run;
	if (r->cycles)
		w->cycles += r->cycles[i->id];
	if (r->links)
		em_links_tick(w, i->id);
	return i + 1;
}
/* The lanes that a guarded access had, after it: row b, complement c. */
static inline u32 lanes_of_access(struct em_warp *w, const struct em_inst *i)
{
	return i->b ? (*ROWP(u32, i->b) ^ i->c) & w->mask : w->mask;
}
/* After an access that waits for what others write: row a and displacement as in the access; id: which loop. */
FN(look)
{
	if (w->t->run->links)
		em_links_look(w, i, ROWP(char, i->a), lanes_of_access(w, i));
	return i + 1;
}
/* After a store or an atomic, in a program that has such; id: EM_TELL_*. */
FN(tell)
{
	if (w->t->run->links)
		em_links_tell(w, i, ROWP(char, i->a), lanes_of_access(w, i));
	return i + 1;
}
/* Before a store or an atomic of one word of global memory: what is there? */
FN(was)
{
	if (w->t->run->links)
		em_links_was(w, i, ROWP(char, i->a), lanes_of_access(w, i));
	return i + 1;
}
/* Row a: nanoseconds. The warp sleeps as long as the lane that sleeps longest. */
FN(sleep_)
{
	const u32 *ns = ROWP(u32, i->a);
	u32 most = 0;
	for (int l = 0; l < EM_WARP; l++)
		most = ON(w->mask) && ns[l] > most ? ns[l] : most;
	em_clock_sleep(w, most);
	return i + 1;
}
/* A predicated instruction: the guarded slots run with the lanes that the predicate lets through. */
#ifdef EM_QUICK
FN(guard)
{
	return em_step(w, i);
}
#else
FN(guard)
{
	u32 saved = w->mask, on = (*PREDP(i->predicate) ^ i->complement) & saved;
	const struct em_inst *end = i + 1 + i->guarded, *n = i + 1;
	EM_GUARD_COUNTS(w, i)->lanes += (u32)__builtin_popcount(on);
	if (!on)
		return end;
	w->mask = on;
	do
		n = em_step(w, n);
	while (n && n != end);
	w->mask = saved;
	if (EM_UNLIKELY(w->leaving) && n)
		return em_warp_leave(w, n);
	return n;
}
#endif
/* The quick form opens a bracket; unguard, in the last of those slots, closes it. */
FN(quick_guard)
{
	u32 on = (*PREDP(i->predicate) ^ i->complement) & w->mask;
	EM_GUARD_COUNTS(w, i)->lanes += (u32)__builtin_popcount(on);
	if (on)
		w->mask = on;
	i += on ? 1 : 1 + i->guarded;
	return EM_NEXT(w, i);
}
FN(quick_unguard)
{
	w->mask = w->g[w->cur].mask;
	i++;
	return EM_UNLIKELY(w->leaving) ? em_warp_leave(w, i) : EM_NEXT(w, i);
}
FN(bra)
{
	(void)w;
	return i + i->distance;
}
FN(quick_bra)
{
	return flow_enter(w, i + i->distance);
}
/* A conditional branch. */
FN(cbra)
{
	u32 on = (*PREDP(i->predicate) ^ i->complement) & w->mask;
	struct em_guard_counts *s = EM_GUARD_COUNTS(w, i);
	s->lanes += (u32)__builtin_popcount(on);
	if (on == w->mask)
		return i + i->distance;
	if (EM_LIKELY(!on))
		return i + 1;
	s->divergent++;
	return em_warp_split(w, on, i + i->distance, i + 1);
}
FN(quick_cbra)
{
	u32 m = w->mask;
	return flow_branch(w, i, (*PREDP(i->predicate) ^ i->complement) & m, m);
}
/* The first of two branches that machine code has as one: whoever it is taken by stands aside, and the others go on to
 * the last one, where they are told who goes first. */
FN(cbra_first)
{
	u32 on = (*PREDP(i->predicate) ^ i->complement) & w->mask;
	if (!w->t->run->meets || !on || on == w->mask)
		return cbra(w, i);
	EM_GUARD_COUNTS(w, i)->lanes += (u32)__builtin_popcount(on);
	em_meets_hold(w, i, on);
	return i + 1;
}
FN(cbra_last)
{
	u32 on = (*PREDP(i->predicate) ^ i->complement) & w->mask;
	struct em_guard_counts *s = EM_GUARD_COUNTS(w, i);
	if (!w->t->run->meets)
		return cbra(w, i);
	on |= em_meets_held(w);
	s->lanes += (u32)__builtin_popcount(on);
	if (on == w->mask || !on)
		return i + (on ? i->distance : 1);
	s->divergent++;
	return em_warp_split(w, on, i + i->distance, i + 1);
}
/* Skips a predicated instruction that may stop the warp (barrier, call, exit ...): lanes that it lets through fall into
 * it. */
FN(cskip)
{
	u32 on = (*PREDP(i->predicate) ^ i->complement) & w->mask;
	EM_GUARD_COUNTS(w, i)->lanes += (u32)__builtin_popcount(on);
	if (on == w->mask)
		return i + 1;
	if (!on)
		return i + i->distance;
	return em_warp_split(w, w->mask & ~on, i + i->distance, i + 1);
}
/* An indexed branch: row a; the entries in the slots that follow are distances from here. */
FN(brx)
{
	const u32 *a = ROWP(u32, i->a);
	int l = __builtin_ctz(w->mask);
	u32 k = a[l], same = 0;
	if (k >= i->entries)
		return em_fault_set(w, i, l, EM_FAULT_ILLEGAL, "brx.idx: index %u beyond the %u targets of its table",
			k, i->entries);
	for (u32 n = w->mask; n; n &= n - 1)
		if (a[__builtin_ctz(n)] == k)
			same |= 1u << __builtin_ctz(n);
	const struct em_inst *to = i + i[1 + k].distance;
	return same == w->mask ? to : em_warp_split(w, same, to, i); /* the other lanes come back here */
}
/* May the turn of n follow at once? em_block_run (block.c) would do nothing else between the two. */
static inline __attribute__((always_inline)) bool may_be_next(const struct em_warp *n)
{
	return EM_LIKELY(n && n->ngroups == 1 && n->g[0].state == EM_RUN && !n->taint);
}
#ifdef EM_QUICK
/* Warps from n on of which the turns, but for the end i, are over already (sweeps.h), and which are followed by others.
 * Returns whose turn is next. */
static inline __attribute__((always_inline)) struct em_warp *end_swept(struct em_warp *n, const struct em_inst *i)
{
	struct em_block *b = n->blk;
	u64 ended = 0, steps = 0;
	for (struct em_warp *next; n->swept && n->g[0].pc == i; n = next, ended++) {
		next = n->next;
		if (!may_be_next(next))
			break;
		steps += n->swept;
		n->steps += n->swept;
		n->swept = 0;
		n->live_lanes = 0;
		n->ngroups = 0;
		n->spin = 0;
		n->why = EM_WHY_PICK;
	}
	b->live_threads -= EM_WARP * (u32)ended;
	n->t->exits += ended;
	n->t->steps += steps;
	return n;
}
#endif
/* The warp ends. The quick form goes on with the next warp's turn, as quick_bar_all does. */
static inline __attribute__((always_inline)) const struct em_inst *end_warp(struct em_warp *w, const struct em_inst *i)
{
#ifdef EM_QUICK
	struct em_warp *n = w->next;
	struct em_block *b = w->blk;
	if (EM_LIKELY(n && w->ngroups == 1 && !w->g[0].frame && w->mask == w->live_lanes && !b->waiting &&
		    n->ngroups == 1 && n->g[0].state == EM_RUN && !n->taint)) {
		w->live_lanes = 0;
		b->live_threads -= w->mask == EM_FULL ? EM_WARP : (u32)__builtin_popcount(w->mask);
		w->t->exits++;
		w->ngroups = 0;
		w->spin = 0;
		w->why = EM_WHY_PICK;
		em_turn_end(w);
		if (n->swept)
			n = end_swept(n, i);
		em_turn_begin(n);
		b->now = n;
		i = em_warp_lone(n);
		return EM_NEXT(n, i);
	}
#else
	(void)i;
#endif
	return em_warp_exit(w);
}
FN(exit_)
{
	return end_warp(w, i);
}
FN(ret_)
{
	(void)i;
	return em_warp_ret(w);
}
FN(call)
{
	return em_warp_call(w, i, i->function, w->t->p->code + i->callee);
}
FN(save)
{
	return em_warp_save(w, i);
}
FN(enter)
{ /* a frame on the stack: fp (row a), sp (row b), x bytes */
	u64 *fp = ROWP(u64, i->a), *sp = ROWP(u64, i->b);
	u32 m = w->mask;
	for (int l = 0; l < EM_WARP; l++) {
		if (!ON(m))
			continue;
		sp[l] = fp[l] + i->displacement;
		if (sp[l] > w->local_bytes)
			return em_fault_set(w, w->g[w->cur].frame ? w->g[w->cur].frame->call : i, l, EM_FAULT_STACK,
				"Stack overflow: %llu bytes of local memory are used", (unsigned long long)sp[l]);
	}
	return i + 1;
}
/* Through a function pointer (row a). Lanes with different targets go one group after another. */
FN(calli)
{
	const u64 *a = ROWP(u64, i->a);
	int l = __builtin_ctz(w->mask);
	u64 k = (a[l] - EM_FUNC_BASE) >> 4;
	const struct em_program *p = w->t->p;
	u32 same = 0;
	if (a[l] < EM_FUNC_BASE || k >= p->m->ptx->nfuncs || p->place_of[k] < 0)
		return em_fault_set(w, i, l, EM_FAULT_BAD_CALL, "Call of an invalid function pointer 0x%llx",
			(unsigned long long)a[l]);
	for (u32 n = w->mask; n; n &= n - 1)
		if (a[__builtin_ctz(n)] == a[l])
			same |= 1u << __builtin_ctz(n);
	/* The slots that follow say for each possible callee where its call is. */
	const struct em_inst *to = em_warp_calli(w, i, (u32)p->place_of[k]);
	w->t->apart += same != w->mask;
	return !to || same == w->mask ? to : em_warp_split(w, same, to, i); /* the other lanes come back here */
}
FN(builtin)
{
	return em_builtin_call(w, i, i->function);
}

#include "emulator/exec/exec_bars.h"

/* These lanes have met, each by its mask: are they all that have not exited, and does each of them name all? */
static void lanes_met(struct em_warp *w, u32 met, const u32 *masks)
{
	const u32 here = w->mask;
	u32 all = EM_FULL;
	for (u32 m = met; m; m &= m - 1)
		all &= masks[__builtin_ctz(m)];
	w->mask = met;
	if (met == w->live_lanes && !(met & ~all))
		em_check_tick(w);
	else
		em_check_lanes_met(w, masks);
	w->mask = here;
}
/* Lanes wait for others, or only some of them meet. */
__attribute__((noinline)) static const struct em_inst *wait_for_some(struct em_warp *w, const struct em_inst *i)
{
	const bool orders = i->orders && w->watch & EM_WATCH_RACES;
	u32 met = w->mask, masks[EM_WARP];
	memcpy(masks, ROWP(u32, i->a), sizeof masks);
	em_check_mask(w, i);
	w->some_met = 1;
	if (orders)
		em_check_arrive(w);
	if (w->mask != w->live_lanes && !em_warp_wait_sync(w, i, masks, &met))
		return NULL;
	if (orders)
		lanes_met(w, met, masks);
	return i + 1;
}
/* Before a .sync instruction: the lanes of the member mask (row a) must be here. */
FN(wsync)
{
	if (EM_UNLIKELY(w->mask != w->live_lanes || ROWP(u32, i->a)[__builtin_ctz(w->mask)] != EM_FULL))
		return wait_for_some(w, i);
	if (EM_UNLIKELY(w->live_lanes != w->lanes))
		em_check_mask(w, i);
	if (w->touched && i->orders)
		em_check_tick(w);
	return i + 1;
}
/* Before an instruction on which lanes, warps or blocks may wait for each other: after many of them somebody else gets
 * a turn. */
FN(spin)
{
	if (EM_LIKELY(++w->spin < EM_POLLS_FIRST) || !em_polls_many(w, i))
		return i + 1;
	return i->calm ? em_warp_pause(w, i + 1) : em_warp_spin(w, i + 1);
}
/* A fence: the emulator's memory is in order, only the checkers care. */
FN(fence)
{
	em_check_fence(w, i->block_only);
	return i + 1;
}
FN(proxy_fence)
{
	em_sends_fence(w);
	return i + 1;
}
FN(nop)
{
	(void)w;
	return i + 1;
}
FN(trap)
{
	return em_fault_trap(w, i, __builtin_ctz(w->mask));
}

#define H(id, fn) \
	{ \
		PTX_OP_COUNT + EM_H_##id, 0, 0, T0, M0, EM_BIND_ALU, "", fn, 0, NULL \
	}
#define QUICK(id, fn, quick) \
	{ \
		PTX_OP_COUNT + EM_H_##id, 0, 0, T0, M0, EM_BIND_ALU, "", fn, 0, quick \
	}
#define NOP(op, types, mods) ROWX(op, types, mods, NOP, "", nop, 0)
#define BAR(op, mods, fn) ROWX(op, T0, mods, BAR, "", fn, 0)
static const struct em_row rows[] = { ROWX(BRA, T0, M0, BRA, "", bra, 0), ROWX(BRX, T0, M1(IDX), BRX, "", brx, 0),
	ROWX(CALL, T0, M0, CALL, "", call, 0), ROWX(EXIT, T0, M0, EXIT, "", exit_, 0),
	ROWX(RET, T0, M0, RET, "", ret_, 0), ROWX(TRAP, T0, M0, EXIT, "", trap, 0),
	ROWX(BRKPT, T0, M0, EXIT, "", trap, 0), BAR(BAR, M1(SYNC), bar), BAR(BARRIER, M1(SYNC), bar),
	BAR(BAR, M1(ARRIVE), bar_arrive), BAR(BARRIER, M1(ARRIVE), bar_arrive),
	ROWX(BAR, T1(U32), M2(RED, POPC), BAR, "w", barred_popc, 0),
	ROWX(BARRIER, T1(U32), M2(RED, POPC), BAR, "w", barred_popc, 0),
	ROWX(BAR, T1(PRED), M2(RED, AND), BAR, "p", barred_and, 0),
	ROWX(BARRIER, T1(PRED), M2(RED, AND), BAR, "p", barred_and, 0),
	ROWX(BAR, T1(PRED), M2(RED, OR), BAR, "p", barred_or, 0),
	ROWX(BARRIER, T1(PRED), M2(RED, OR), BAR, "p", barred_or, 0),
	/* A cluster is one block here: its barrier is the block's, waited for as number 15, which hardly any program
	 * names itself. Arriving alone holds nobody up, and who waits has arrived. */
	NOP(BARRIER, T0, M2(CLUSTER, ARRIVE)), NOP(BARRIER, T0, M3(CLUSTER, ARRIVE, RELEASE)),
	NOP(BARRIER, T0, M3(CLUSTER, ARRIVE, RELAXED)), ROWX(BARRIER, T0, M2(CLUSTER, WAIT), BAR, "", bar, 15),
	ROWX(BARRIER, T0, M3(CLUSTER, WAIT, ACQUIRE), BAR, "", bar, 15), NOP(MEMBAR, T0, M0), NOP(MEMBAR, T0, M1(GL)),
	NOP(FENCE, T0, M0), NOP(MEMBAR, T0, M2(PROXY, ALIAS)), NOP(FENCE, T0, M2(PROXY, ALIAS)),
	ROWX(FENCE, T0, M2(PROXY, ASYNC), NOP, "", proxy_fence, 0),
	ROWX(MEMBAR, T0, M2(PROXY, ASYNC), NOP, "", proxy_fence, 0), NOP(FENCE, T0, M1(MBARRIER_INIT)),
	NOP(PREFETCH, T0, M1(L1)), NOP(PREFETCH, T0, M1(L2)), NOP(PREFETCH, T0, M0), NOP(PREFETCHU, T0, M1(L1)),
	NOP(APPLYPRIORITY, T0, M0), NOP(DISCARD, T0, M1(L2)), NOP(PMEVENT, T0, M0), NOP(PMEVENT, T0, M1(MASK)),
	NOP(GRIDDEPCONTROL, T0, M1(LAUNCH_DEPENDENTS)), NOP(GRIDDEPCONTROL, T0, M1(WAIT)),
	NOP(SETMAXNREG, T1(U32), M2(INC, SYNC)), NOP(SETMAXNREG, T1(U32), M2(DEC, SYNC)),
	ROWX(NANOSLEEP, T1(U32), M0, NOP, "", spin, 0), QUICK(BB, blocks, quick_bb), QUICK(BRA, bra, quick_bra),
	QUICK(CBRA, cbra, quick_cbra), QUICK(GUARD, guard, quick_guard), QUICK(UNGUARD, nop, quick_unguard),
	H(CBRA_FIRST, cbra_first), H(CBRA_LAST, cbra_last), H(CSKIP, cskip), H(EXIT, exit_), H(RET, ret_),
	H(CALL, call), H(CALLI, calli), H(SAVE, save), H(ENTER, enter), H(TICK, tick), H(TURNS, turns), H(YIELD, yield),
	H(MEET, meet), H(OPEN, open_), H(LOOK, look), H(TELL, tell), H(WAS, was), H(SLEEP, sleep_), H(BUILTIN, builtin),
	H(BRX, brx), QUICK(BAR_ALL, bar_all, quick_bar_all), QUICK(BAR_TOGETHER, bar_together, quick_bar_together),
	H(BAR_ARRIVE, bar_arrive), H(WSYNC, wsync), H(SPIN, spin), H(NOP, nop), H(BARRED_ARRIVE, barred_arrive),
	H(FENCE, fence) };
const struct em_rows EM_ISA_NAME(em_rows_flow);
const struct em_rows EM_ISA_NAME(em_rows_flow) = { rows, sizeof rows / sizeof *rows };
