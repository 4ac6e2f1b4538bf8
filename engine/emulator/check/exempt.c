/* exempt: two accesses to one place that nothing orders may meet all the same, as atomics and flags do. An ordered list
 * of questions decides it; each says which right programs it lets through, or which fault it holds. */
#include "emulator/check/conflict.h"
#include "emulator/core/device.h"

const struct ptx_inst *em_conflict_inst(const struct em_program *p, uint64_t code)
{
	int32_t pin = em_check_inst_of(p, code);
	return pin >= 0 ? &p->m->ptx->funcs[p->pinst[pin].func].insts[p->pinst[pin].inst] : NULL;
}

bool em_conflict_volatile(const struct em_program *p, uint64_t code)
{
	const struct ptx_inst *in = em_conflict_inst(p, code);
	return in && ptx_has(in, PTX_MOD_VOLATILE);
}

uint32_t em_conflict_access(const struct ck_access *a)
{
	return a->kind == EM_ATOMIC ? a->i[1].access : a->i->access;
}

/* Two strong accesses of different blocks, one of which says that it meets its own block only (.cta). */
bool em_conflict_narrow(const struct ck_access *a, uint64_t code)
{
	const struct em_program *p = a->w->t->p;
	uint64_t position;
	if (!p->narrow || a->space == PTX_SHARED || !em_check_position(a->w->t->run, code, &position) ||
		position == a->w->blk->position)
		return false;
	if (em_conflict_access(a) & EM_ACC_NARROW)
		return true;
	const struct ptx_inst *in = em_conflict_inst(p, code);
	return in && (ptx_has(in, PTX_MOD_CTA) || ptx_has(in, PTX_MOD_CLUSTER));
}

/* A volatile or relaxed store of what it read there, and another store: one of the two is lost. */
bool em_conflict_updates(const struct ck_access *a, uint64_t code, bool written)
{
	return written && a->kind == EM_WRITE && (a->i->access & EM_ACC_UPDATE) && !(code & CK_ATOMIC);
}

/* A volatile store over another one, where no flag is set. By another block: nobody in this block has passed a fence
 * yet, and this warp has looked at no flag. In one block: the kernel has no fences. Lanes of one warp store it at once,
 * or as if: that is said where they do (em_race_same_instruction). */
bool em_conflict_no_flag(const struct ck_access *a, uint64_t code)
{
	const struct em_warp *w = a->w;
	const struct em_block *b = w->blk;

	if (a->space == PTX_SHARED || ck_own(b, code))
		return !w->t->p->fences &&
			!(ck_warp(code) == w->index && ck_inst(code) == ck_inst(a->code) && code >= b->check.interval);
	for (uint32_t n = 0; n < b->nwarps; n++)
		if (b->check.fenced[n])
			return false;
	return !w->looked;
}

/* Has this block looked at the word, between warps of one block this warp? Of more readers than two it may have been
 * one. */
static bool looked_here(const struct ck_access *a, struct ck_planes p, size_t at, bool own)
{
	const struct em_block *b = a->w->blk;
	const uint64_t reader = p.reader[at],
		       floor = a->space == PTX_SHARED ? b->check.interval : b->t->run->check.floor;

	return (reader >= floor &&
		       ((reader & (CK_OTHER_WARP | CK_OTHER_BLOCK)) ||
			       (ck_own(b, reader) && (!own || ck_warp(reader) == a->w->index)))) ||
		em_has_looked_at(a->w, a->addr, floor, !own);
}

/* A lock: a store at once after a wait, of a constant, or by an instruction by which other warps store, too. Two may
 * have found it free. */
static bool takes_lock(const struct ck_access *a, uint64_t look)
{
	const struct em_program *p = a->w->t->p;

	return em_check_waits_then_sets(p, em_check_inst_of(p, look), em_check_inst(a->w, a->i)) &&
		(em_others_set(a->w, a->addr, ck_inst(a->code)) || (a->i->access & EM_ACC_FLAG));
}

/* In a kernel without fences, between warps of a block: has this warp waited at the word itself, which holds both flag
 * and data? */
static bool waited_here(const struct ck_access *a, struct ck_planes p, size_t at)
{
	const struct em_warp *w = a->w;
	const uint64_t reader = p.reader[at], other = p.other[at],
		       mine = reader & CK_OTHER_WARP && ck_warp(other) == w->index ? other : reader;

	return mine >= w->blk->check.interval && (mine & CK_STRONG) &&
		(ck_warp(mine) == w->index || (reader & CK_OTHER_WARP)) && !takes_lock(a, mine);
}

bool em_conflict_bids(const struct ck_access *a, uint64_t code, bool fenced)
{
	const struct em_program *p = a->w->t->p;
	const int32_t now = em_check_inst(a->w, a->i), then = em_check_inst_of(p, code);
	const bool own = a->space == PTX_SHARED || ck_own(a->w->blk, code);
	const uint16_t need = !fenced ? EM_K_BID : own ? EM_K_BID_NEAR : EM_K_BID_FAR;

	return a->kind == EM_WRITE && now >= 0 && then >= 0 && (p->pinst[now].kind & p->pinst[then].kind & need);
}

/* A volatile store over a volatile one, or over what an atomic left, that is the last one by chance: no flag comes
 * between them, or in a kernel with fences none that hands the first one on. Who has looked at the word itself knows
 * what it overwrites. Without the reader's fence a volatile store comes later all the same. */
static bool by_chance(const struct ck_access *a, struct ck_planes p, size_t at, uint64_t code)
{
	struct em_warp *w = a->w;
	const bool own = a->space == PTX_SHARED || ck_own(w->blk, code);

	if (em_conflict_bids(a, code, true))
		return false;
	if (em_conflict_no_flag(a, code))
		return !own || code & CK_ATOMIC || ck_warp(code) == w->index || !waited_here(a, p, at);
	if (!w->t->p->fences || (code & CK_ATOMIC) || (own && ck_warp(code) == w->index) ||
		looked_here(a, p, at, own) || em_check_ordered(w, a->lane, code, false, false))
		return false;
	const enum em_gap gap = em_check_gap(w, code);
	return gap != EM_GAP_FENCE_READ && gap != EM_GAP_NARROW_READ && gap != EM_GAP_LANE;
}

/* A constant that is data, not a flag: it is only read to be kept, by who has waited for something that does not hand
 * it on. */
static bool badly_handed_on(const struct ck_access *a, uint64_t code, bool written)
{
	struct em_warp *w = a->w;

	if (!w->t->p->fences || !w->looked || a->kind == EM_ATOMIC || (code & CK_ATOMIC) ||
		(written ? a->i->access & (EM_ACC_FLAG | EM_ACC_STRONG) :
			   (code & CK_STRONG) || em_check_asked(w->t->p, code)) ||
		em_check_ordered(w, a->lane, code, false, !written))
		return false;
	const enum em_gap gap = em_check_gap(w, code);
	return gap == EM_GAP_FENCE || gap == EM_GAP_NARROW || gap == EM_GAP_EARLY || gap == EM_GAP_OTHER_FLAG;
}

/* The same in a kernel without a fence: its thread has waited for something that is set after the constant. */
static bool barely_handed_on(const struct ck_access *a, uint64_t code, bool written)
{
	struct em_warp *w = a->w;
	const struct em_program *p = w->t->p;
	const int32_t then = em_check_inst_of(p, code), now = em_check_inst(w, a->i);

	return written && !p->fences && p->polls && a->kind == EM_READ && !(code & CK_ATOMIC) &&
		!ck_own(w->blk, code) && !(a->i->access & (EM_ACC_FLAG | EM_ACC_STRONG)) &&
		em_check_bare_flag(p, then, now) && em_check_loop_before(p, now) &&
		!em_check_ordered(w, a->lane, code, false, false);
}

/* An atomic that nobody asks for a result, over a volatile store: a counter that is set to its first value meanwhile.
 */
static bool over_chance(const struct ck_access *a, uint64_t code)
{
	const struct em_program *p = a->w->t->p;
	const struct ptx_inst *in =
		a->kind == EM_ATOMIC && em_conflict_volatile(p, code) && em_conflict_no_flag(a, code) ?
		em_conflict_inst(p, a->code) :
		NULL;

	return in && !ptx_has(in, PTX_MOD_OR) && !ptx_has(in, PTX_MOD_AND) &&
		(in->op == PTX_OP_RED || em_check_unasked(p, em_check_inst_of(p, a->code)));
}

/* Links that are followed, and changed, by volatile accesses and compare-and-swap alone. */
static bool of_links(const struct ck_access *a, uint64_t code)
{
	const struct em_program *p = a->w->t->p;

	return a->space != PTX_SHARED && (a->kind == EM_ATOMIC || em_conflict_access(a) & EM_ACC_VOLATILE) &&
		(code & CK_ATOMIC || em_conflict_volatile(p, code)) &&
		em_check_of_links(p, em_check_inst(a->w, a->i)) && em_check_of_links(p, em_check_inst_of(p, code));
}

/* Of what a sequence lock guards: the reader looks again whether somebody has written meanwhile. */
static bool read_again(const struct ck_access *a, uint64_t code, bool written)
{
	const struct em_program *p = a->w->t->p;
	const int32_t now = em_check_inst(a->w, a->i), then = em_check_inst_of(p, code);

	return a->space != PTX_SHARED && a->kind == (written ? EM_READ : EM_WRITE) && now >= 0 && then >= 0 &&
		(p->pinst[now].kind & p->pinst[then].kind & EM_K_AGAIN);
}

bool em_conflict_mixed(const struct ck_access *a, uint64_t code)
{
	unsigned now, then;

	return (code & CK_STRONG) && (a->code & CK_STRONG) && ck_inst(code) != ck_inst(a->code) &&
		em_check_widths(a, code, &now, &then);
}

/* ---- the questions */
struct meeting {
	const struct ck_access *a;
	struct ck_planes p;
	size_t granule;
	uint64_t code; /* of the earlier access */
	bool written;  /* that one wrote */
};

static bool both_strong(const struct meeting *m)
{
	return (m->code & CK_STRONG) && (m->a->code & CK_STRONG);
}

/* `atomicAdd_block()` of two blocks: each is one step for its own block only. */
static bool asks_narrow(const struct meeting *m)
{
	return both_strong(m) && em_conflict_narrow(m->a, m->code);
}

/* Atomics of 4 and of 8 bytes on one place are no one step for each other. */
static bool asks_mixed(const struct meeting *m)
{
	return m->written && em_conflict_mixed(m->a, m->code);
}

/* `old = *m; do ... atomicCAS(m, seen, ...)`: the look may be old, as the swap asks again. */
static bool asks_swap(const struct meeting *m)
{
	return em_check_looks_for_swap(m->a, m->code, m->written);
}

/* A sequence lock: what was read meanwhile is thrown away. */
static bool asks_again(const struct meeting *m)
{
	return read_again(m->a, m->code, m->written);
}

/* Volatile reads of what atomics change, or of a flag that only ever gets one value. In shared memory a barrier would
 * be the way. */
static bool asks_flag(const struct meeting *m)
{
	const struct ck_access *a = m->a;

	if (a->space == PTX_SHARED)
		return false;
	return m->written ?
		(m->code & (CK_ATOMIC | CK_FLAG)) && a->kind == EM_READ && (a->i->access & EM_ACC_VOLATILE) :
		(a->kind == EM_ATOMIC || (a->kind == EM_WRITE && (a->i->access & EM_ACC_FLAG))) &&
			em_conflict_volatile(a->w->t->p, m->code);
}

/* Such a constant that is no flag but data: it has to be handed on. */
static bool asks_data(const struct meeting *m)
{
	return asks_flag(m) &&
		(badly_handed_on(m->a, m->code, m->written) || barely_handed_on(m->a, m->code, m->written));
}

/* Nothing says that the two are meant to meet. */
static bool asks_weak(const struct meeting *m)
{
	return !both_strong(m);
}

/* `*total = *total + 1` by volatile. */
static bool asks_update(const struct meeting *m)
{
	return em_conflict_updates(m->a, m->code, m->written);
}

/* `next[me] = *head; *head = me;` by volatile. */
static bool asks_lost(const struct meeting *m)
{
	return em_check_lost(m->a, m->code, m->written);
}

/* Volatile stores of two threads, where no flag hands the first one on. */
static bool asks_chance(const struct meeting *m)
{
	const struct ck_access *a = m->a;

	return m->written && (a->kind == EM_WRITE || a->kind == EM_COPY_WRITE) && (a->i->access & EM_ACC_VOLATILE) &&
		by_chance(a, m->p, m->granule, m->code);
}

/* A counter's first value, by volatile, while others count there. */
static bool asks_first_value(const struct meeting *m)
{
	return m->written && !(m->code & CK_ATOMIC) && over_chance(m->a, m->code);
}

/* The first question that is answered with yes decides; where none is, the two may meet. LINKS: a race, unless they
 * follow and shorten links up to a compare-and-swap (of_links), as those who join parts of a graph do. */
enum answer { MAY_MEET, RACE, LINKS };
static const struct question {
	bool (*asks)(const struct meeting *m);
	enum answer then;
} questions[] = {
	{ asks_narrow, RACE },
	{ asks_mixed, RACE },
	{ asks_swap, MAY_MEET },
	{ asks_again, MAY_MEET },
	{ asks_data, LINKS },
	{ asks_flag, MAY_MEET },
	{ asks_weak, LINKS },
	{ asks_update, LINKS },
	{ asks_lost, LINKS },
	{ asks_chance, LINKS },
	{ asks_first_value, LINKS },
};

bool em_race_exempt(const struct ck_access *a, struct ck_planes p, size_t granule, uint64_t code, bool written)
{
	const struct meeting m = { a, p, granule, code, written };

	for (size_t n = 0; n < sizeof questions / sizeof *questions; n++)
		if (questions[n].asks(&m))
			return questions[n].then == MAY_MEET || (questions[n].then == LINKS && of_links(a, code));
	return true;
}
