/* conflict: two accesses to one place that nothing orders, one of them a write. Is it a race, of which grade, and in
 * which words is it told? (conflict.h)
 *
 * The grades are those of compute-sanitizer's racecheck: between warps, or between blocks: an error. Between lanes of a
 * warp that did not meet in between: a warning. Lanes of one instruction that write different values to one place: an
 * error. A write that leaves memory as it was, after another write: harmless. Atomics do not race with each other, nor
 * do strong accesses (PTX ISA, memory consistency model: morally strong). A volatile load is taken for strong only
 * where it polls: else `volatile` would hide every missing barrier. */
#include <stdio.h>

#include "emulator/check/conflict.h"
#include "emulator/check/publish.h"
#include "emulator/core/copied.h"
#include "emulator/core/device.h"
#include "emulator/core/place.h"

void em_store_bytes(const struct em_warp *w, const struct em_inst *i, int lane, uint8_t *dst)
{
	unsigned bytes = EM_ACC_BYTES(i->access), vec = EM_ACC_VEC(i->access);
	for (unsigned v = 0; v < vec; v++, dst += bytes) {
		const struct em_inst *e = i + 1 + v / 4;
		uint32_t row = vec == 1 ? i->d : v % 4 == 0 ? e->d : v % 4 == 1 ? e->a : v % 4 == 2 ? e->b : e->c;
		if (bytes == 16)
			for (int h = 0; h < 2; h++)
				memcpy(dst + 8 * h, EM_AT(w, uint64_t, row) + lane + 32 * h, 8);
		else if (bytes == 8)
			memcpy(dst, EM_AT(w, uint64_t, row) + lane, 8);
		else
			memcpy(dst, EM_AT(w, uint32_t, row) + lane, bytes);
	}
}

const uint8_t *em_memory_at(const struct em_warp *w, enum ptx_space space, uint64_t addr)
{
	return space == PTX_SHARED ? w->shared + addr : (const uint8_t *)(uintptr_t)(addr + w->delta);
}

/* Two copies, or a copy and what lies there: does this one bring what the writer of `code` brought, or still will? */
static bool copies_same(const struct ck_access *a, uint64_t code, uint64_t at, unsigned bytes)
{
	uint8_t mine[32], theirs[32];

	if (a->space != PTX_SHARED || !em_copied_bytes(a->w, a->i, a->lane, at, bytes, mine))
		return false;
	if (!em_copied_bytes(a->w->blk->warp[ck_warp(code)], NULL, (int)ck_lane(code), at, bytes, theirs))
		memcpy(theirs, em_memory_at(a->w, a->space, at), bytes);
	return !memcmp(mine, theirs, bytes);
}

/* What the writer of `code` stored there is what is stored now. Under a schedule it may not have come here yet. */
static bool leaves_memory(const struct ck_access *a, uint64_t code, uint64_t at, unsigned bytes)
{
	const struct em_run *r = a->w->t->run;
	uint8_t value[32], there[32];
	uint64_t position;
	if (a->kind == EM_COPY_WRITE)
		return copies_same(a, code, at, bytes);
	if (a->kind != EM_WRITE)
		return false;
	em_store_bytes(a->w, a->i, a->lane, value);
	memcpy(there, em_memory_at(a->w, a->space, at), bytes);
	if (r->schedule && a->space != PTX_SHARED && em_check_position(r, code, &position) &&
		position != a->w->blk->position)
		r->stored(r->schedule, em_block_at(r, position), at, bytes, there);
	return at >= a->addr && !memcmp(value + (at - a->addr), there, bytes);
}

/* Between lanes of a warp, in the kilobyte that cooperative groups keep for themselves (run/launch.c): their tiles of
 * several warps order it by votes and trust in step, one call after the other. No program can do anything about it. */
static bool of_toolkit(const struct ck_access *a)
{
	return a->space == PTX_SHARED && a->addr >= a->w->blk->t->run->reserved_at;
}

/* Is it a copy that the race is with, whose thread had not waited for it before the barrier that came between? */
static bool copied(const struct ck_access *a, uint64_t code, enum em_finding_kind kind)
{
	const struct em_ckblock *k = &a->w->blk->check;
	const struct ptx_inst *in =
		kind == EM_FINDING_RACE_WAR || k->late_copy != k->interval ? NULL : em_conflict_inst(a->w->t->p, code);
	return a->late || (in && in->op == PTX_OP_CP);
}

/* What a bulk copy has brought, for who has not waited at its barrier object, though others have. */
static bool brought(const struct ck_access *a, uint64_t code, enum em_finding_kind kind)
{
	const struct ptx_inst *in =
		kind == EM_FINDING_RACE_WAR || a->space != PTX_SHARED ? NULL : em_conflict_inst(a->w->t->p, code);

	return in && in->op == PTX_OP_CP && ptx_has(in, PTX_MOD_BULK);
}

/* A plain write and an atomic that only reads. */
static bool idle_atomic(const struct ck_access *a, uint64_t code)
{
	const struct em_program *p = a->w->t->p;
	if (a->kind == EM_ATOMIC)
		return !(code & CK_ATOMIC) && em_check_only_reads(p, em_check_inst(a->w, a->i));
	return (code & CK_ATOMIC) && em_check_only_reads(p, em_check_inst_of(p, code));
}

/* An atomic that counts, after a plain store of another block: a first value that comes too late. Who counts waits for
 * nothing, and has no need to. */
static bool first_value(const struct ck_access *a, uint64_t code, enum em_finding_kind kind)
{
	return kind == EM_FINDING_RACE_WAW && a->kind == EM_ATOMIC && !(a->i[1].access & EM_ACC_CAS) &&
		!(code & CK_STRONG);
}

/* Before this access: what was read there was garbage. */
static bool nobody_wrote(const struct em_warp *w, uint64_t at, unsigned bytes)
{
	struct em_holes h;

	return em_unwritten(w->blk->t->run->d, at, bytes, &h);
}

/* In global memory, in order: an attempt has failed before it comes here. */
static bool asked(const struct ck_access *a, uint64_t code, enum em_finding_kind kind)
{
	const struct em_program *p = a->w->t->p;
	const int32_t at = em_check_inst(a->w, a->i), other = em_check_inst_of(p, code);
	if (a->space == PTX_SHARED || kind == EM_FINDING_RACE_WAW || a->kind == EM_ATOMIC ||
		(kind == EM_FINDING_RACE_RAW && (code & CK_ATOMIC)))
		return false;
	return kind == EM_FINDING_RACE_RAW ? em_check_asks_then_sets(p, at, other) :
					     em_check_asks_then_sets(p, other, at);
}

/* A volatile store of a constant by who has waited for that place, as another block has at the same line. */
static bool tests(const struct ck_access *a, uint64_t code)
{
	const struct em_program *p = a->w->t->p;

	return a->kind == EM_WRITE && (a->i->access & EM_ACC_FLAG) && a->space != PTX_SHARED &&
		em_check_waits_then_sets(p, em_check_inst_of(p, code), em_check_inst(a->w, a->i));
}

/* A volatile write, and a volatile look before the lock is taken, which its holder repeats. Where he does not, the
 * writes are lost updates, and named. Where a lock lacks a fence, it is the look that shows it. */
static bool looks_before_lock(const struct ck_access *a, uint64_t code, enum em_finding_kind kind, enum em_gap gap)
{
	const struct em_program *p = a->w->t->p;

	if (!p->fences || gap == EM_GAP_FENCE_READ || gap == EM_GAP_NARROW_READ ||
		!(em_conflict_access(a) & EM_ACC_VOLATILE) || !em_conflict_volatile(p, code) || !asked(a, code, kind))
		return false;
	return kind != EM_FINDING_RACE_WAR ||
		(!em_conflict_no_flag(a, code) && !((code & CK_STRONG) && tests(a, code)));
}

/* Whatever orders what the two did then: the next time both may find the place free. */
void em_race_tested(const struct ck_access *a, struct ck_planes p, size_t granule, uint64_t at, unsigned bytes)
{
	const struct em_block *b = a->w->blk;
	const uint64_t mine = p.reader[granule], other = p.other[granule];

	if (!ck_own(b, p.writer[granule]) && ck_inst(mine) == ck_inst(other) && ck_own(b, mine) &&
		ck_warp(mine) == a->w->index && ck_lane(mine) == (uint32_t)a->lane && !ck_own(b, other) &&
		tests(a, other))
		em_race_conflict(a, other, EM_FINDING_RACE_WAR, at, bytes);
}

static bool is_no_update(enum em_change c)
{
	return c == EM_CHANGE_NONE || c == EM_CHANGE_SWAP;
}

static enum em_change change_of(
	const struct em_program *p, enum em_finding_kind kind, bool atomics, int32_t now, int32_t then)
{
	const bool read_now = kind == EM_FINDING_RACE_RAW;

	if (!atomics)
		return em_check_change(p, read_now ? then : now);
	const int32_t read = read_now ? now : then, atomic = read_now ? then : now;

	if (kind == EM_FINDING_RACE_WAW)
		return EM_CHANGE_NONE;
	return em_check_reads_beside(p, read, atomic)         ? em_check_saves(p, read, atomic) :
		read >= 0 && p->pinst[read].kind & EM_K_SWAPS ? EM_CHANGE_LOOK :
								EM_CHANGE_NONE;
}

/* A write after a read. Flags hand on what was written; but the place may be given back by one, too, once it has been
 * read: then a fence may be missing between the read and that flag, or between it and the write. */
static bool given_back(const struct ck_access *a, uint64_t code, enum em_gap gap, bool here)
{
	if (here)
		return a->kind == EM_WRITE && ck_warp(code) != a->w->index &&
			(gap == EM_GAP_FENCE_READ || gap == EM_GAP_FENCE);
	return gap == EM_GAP_OTHER_FLAG || (gap == EM_GAP_FENCE && a->kind == EM_WRITE && em_publish_meets(a->w, code));
}

/* ... ": the flag is waited for in line 12", where the code says so. */
static void add_wait(const struct ck_access *a, uint64_t code, struct em_finding *f)
{
	const size_t n = strlen(f->message);
	const int32_t pin = em_check_seen_by(a->w, code);
	struct em_place at;

	em_check_source(a->w->t->p, pin, &at);
	if (pin >= 0 && at.line && at.file && f->at.file && !strcmp(at.file, f->at.file) && at.line != f->at.line)
		snprintf(f->message + n, sizeof f->message - n, ": the flag is waited for in line %d", (int)at.line);
}

/* What is known of the two, step by step. */
struct race {
	const struct ck_access *a;
	uint64_t code, at, position; /* position: of the earlier one's block */
	enum em_finding_kind kind;
	unsigned bytes;
	int32_t now, then; /* their instructions */
	bool mixed, idle;  /* of different widths; an atomic that only reads, and a plain write */
	bool here, lanes;  /* of one block; of one warp */
	bool bulk, tested, atomics;
	enum em_gap said, gap;     /* what the clocks say; what is told */
	struct ck_between between; /* of EM_GAP_HANDED */
	enum em_severity severity;
};

/* ... "block (2,0,0) has seen it, then set its own one in line 12": where the fence is missing. */
static void add_third(const struct race *x, struct em_finding *f)
{
	const struct em_run *r = x->a->w->t->run;
	const size_t n = strlen(f->message);
	struct em_place at;
	char where[40] = "";

	em_check_source(x->a->w->t->p, x->between.pin, &at);
	em_check_threads(&r->l->grid, &r->l->block, em_block_at(r, x->between.position), 0, &at);
	if (at.line && at.file && f->at.file && !strcmp(at.file, f->at.file))
		snprintf(where, sizeof where, " in line %d", (int)at.line);
	snprintf(f->message + n, sizeof f->message - n, ": block (%u,%u,%u) sets its own flag%s", at.block.x,
		at.block.y, at.block.z, where);
}

static bool both_strong(const struct race *x)
{
	return (x->code & CK_STRONG) && (x->a->code & CK_STRONG);
}

static struct race race_of(
	const struct ck_access *a, uint64_t code, enum em_finding_kind kind, uint64_t at, unsigned bytes)
{
	struct em_warp *w = a->w;
	struct race x = { .a = a, .code = code, .at = at, .kind = kind, .bytes = bytes };

	x.mixed = kind == EM_FINDING_RACE_WAW && em_conflict_mixed(a, code);
	x.idle = kind == EM_FINDING_RACE_WAW && !x.mixed && idle_atomic(a, code);
	if (x.idle)
		x.kind = a->kind == EM_ATOMIC ? EM_FINDING_RACE_RAW : EM_FINDING_RACE_WAR;
	x.now = em_check_inst(w, a->i);
	x.then = em_check_inst_of(w->t->p, code);
	x.atomics = x.idle || a->kind == EM_ATOMIC || (x.kind != EM_FINDING_RACE_WAR && (code & CK_ATOMIC));
	return x;
}

static void find_sides(struct race *x)
{
	const struct ck_access *a = x->a;
	struct em_warp *w = a->w;

	x->position = w->blk->position;
	x->here = a->space == PTX_SHARED ||
		(em_check_position(w->blk->t->run, x->code, &x->position) && x->position == w->blk->position);
	x->lanes = x->here && ck_warp(x->code) == w->index;
}

/* Is it to be looked for at all, and not said already in other words? */
static bool looked_for(const struct race *x)
{
	const struct ck_access *a = x->a;
	const unsigned bit = x->lanes  ? EM_CHECK_RACE_WARP :
		a->space == PTX_SHARED ? EM_CHECK_RACE_SHARED :
					 EM_CHECK_RACE_GLOBAL;

	return (a->w->blk->t->run->check.on & bit) && !(x->lanes && of_toolkit(a)) &&
		!em_check_widths_named(a, x->code);
}

/* A volatile read, or an atomic, that comes after the flag was seen: as in the last block of NVIDIA's examples. Or a
 * look before a lock. */
static bool harmless(const struct race *x)
{
	const struct ck_access *a = x->a;

	if (x->mixed)
		return false;
	if (x->gap == EM_GAP_FENCE_READ &&
		(a->kind == EM_ATOMIC || (a->kind == EM_READ && (a->i->access & EM_ACC_ORDERS))))
		return true;
	return looks_before_lock(a, x->code, x->kind, x->gap);
}

/* What the clocks say, where that is so: is there a flag at all, and is it waited for? */
static enum em_gap gap_at_flag(const struct race *x)
{
	const struct ck_access *a = x->a;
	const struct em_program *p = a->w->t->p;
	enum em_gap gap = x->gap;

	/* A volatile store is a write that others may see itself. */
	if (gap == EM_GAP_FENCE && (x->code & CK_STRONG) && !em_check_sets(p, x->then, true))
		gap = a->w->looked && em_check_sets(p, x->then, false) ? EM_GAP_EARLY : EM_GAP_NONE;
	if (gap == EM_GAP_LANE && x->kind != EM_FINDING_RACE_WAR && em_cause_own_flag(a->w, x->code))
		gap = EM_GAP_FENCE;
	if (gap == EM_GAP_NO_WAIT && em_check_waits_weakly(p, x->now))
		gap = EM_GAP_WEAK;
	if (x->kind == EM_FINDING_RACE_WAR && !given_back(a, x->code, gap, x->here))
		gap = EM_GAP_NONE;
	if (first_value(a, x->code, x->kind) && gap == EM_GAP_NO_WAIT)
		gap = EM_GAP_NONE;
	return gap;
}

/* What the two accesses themselves are: copies, a weak look, a question. */
static enum em_gap gap_of_accesses(const struct race *x)
{
	const struct ck_access *a = x->a;
	enum em_gap gap = x->gap;

	if (x->bulk || (a->space == PTX_SHARED && copied(a, x->code, x->kind)))
		gap = EM_GAP_COPY;
	if (gap == EM_GAP_NONE && x->kind == EM_FINDING_RACE_RAW && (x->code & (CK_STRONG | CK_ATOMIC)) &&
		a->space != PTX_SHARED && !x->here && em_check_polls_weakly(a->w->t->p, x->now))
		gap = EM_GAP_WEAK;
	if (x->idle)
		return EM_GAP_ONLY_READS;
	return gap == EM_GAP_NONE && asked(a, x->code, x->kind) ? EM_GAP_ASKED : gap;
}

/* Accesses that are meant to meet, and still race. */
static enum em_gap gap_of_strong(const struct race *x)
{
	const struct ck_access *a = x->a;
	const bool reads_first = x->kind == EM_FINDING_RACE_WAR;
	enum em_gap gap = x->gap;

	if (both_strong(x) && em_conflict_narrow(a, x->code))
		gap = EM_GAP_SCOPE;
	else if (both_strong(x) && (em_conflict_updates(a, x->code, !reads_first) || x->tested))
		gap = EM_GAP_UPDATE;
	if (x->mixed)
		return gap == EM_GAP_SCOPE ? gap : EM_GAP_WIDTH;
	if (gap == EM_GAP_SCOPE || gap == EM_GAP_UPDATE ||
		!(em_check_lost(a, x->code, !reads_first) ||
			(x->kind == EM_FINDING_RACE_WAW && em_check_lost_in_order(a, x->code))))
		return gap;
	return x->kind != EM_FINDING_RACE_WAW && asked(a, x->code, x->kind) &&
			em_check_keeps_most(a, x->code, x->kind) ?
		EM_GAP_ASKED :
		EM_GAP_LOST;
}

static enum em_severity severity_of(const struct race *x)
{
	const struct ck_access *a = x->a;
	const enum em_gap gap = x->gap;

	if (!x->mixed && x->kind == EM_FINDING_RACE_WAW && leaves_memory(a, x->code, x->at, x->bytes))
		return EM_INFO;
	if (gap == EM_GAP_SCOPE || (x->mixed && (a->kind != EM_ATOMIC || !(x->code & CK_ATOMIC))))
		return EM_ERROR;
	if (gap == EM_GAP_FENCE_READ || gap == EM_GAP_WIDTH || gap == EM_GAP_LANE || gap == EM_GAP_ASKED ||
		(gap == EM_GAP_LOST && x->kind != EM_FINDING_RACE_WAW) || x->tested)
		return EM_WARNING; /* hardware mostly reads on in order */
	if (x->atomics && x->kind != EM_FINDING_RACE_WAW)
		return EM_WARNING; /* what it reads is before or after the change, not torn */
	return x->lanes ? EM_WARNING : EM_ERROR;
}

static struct em_finding *noted(const struct race *x)
{
	const struct ck_access *a = x->a;
	struct em_finding *f = em_check_note(a->w,
		(struct ck_key){ .kind = x->kind,
			.severity = x->severity,
			.space = a->space,
			.at = x->now,
			.other = (int32_t)ck_inst(x->code),
			.blocks = !x->here && x->severity != EM_INFO,
			.times = a->again ? CK_COUNTED : a->times,
			.namesakes =
				!x->here && ck_warp(x->code) == a->w->index && ck_lane(x->code) == (uint32_t)a->lane,
			.place = a->addr });

	if (!f)
		return NULL;
	f->at = em_check_place(a->w, a->i, a->lane);
	f->has_other = em_check_place_of(a->w, x->code, x->position, &f->other);
	f->address = a->addr;
	f->bytes = a->bytes;
	f->same_warp = x->lanes;
	return f;
}

/* Of two blocks nothing more exact is known than which flags the two have set and seen. */
static bool may_be_handed_on(const struct race *x, enum em_gap gap)
{
	return !x->here && x->a->w->t->run->check.pub &&
		(gap == EM_GAP_NONE || gap == EM_GAP_OTHER_FLAG || gap == EM_GAP_EARLY || gap == EM_GAP_NO_WAIT ||
			gap == EM_GAP_GRID);
}

/* What the whole kernel says, for the words only. early: what was read there was garbage. */
static enum em_gap gap_of_kernel(struct race *x, bool early)
{
	const struct ck_access *a = x->a;
	const struct em_warp *w = a->w;
	const struct em_program *p = w->t->p;
	const bool reads = x->kind == EM_FINDING_RACE_RAW && !x->atomics;
	enum em_gap gap = x->gap;

	if (gap == EM_GAP_NONE && reads && !x->here && em_check_bare_flag(p, x->then, x->now))
		gap = EM_GAP_BARE;
	if (gap == EM_GAP_NONE && x->kind == EM_FINDING_RACE_WAW && !x->here && a->kind == EM_WRITE &&
		(x->code & CK_ATOMIC) && em_check_behind_count(p, x->now, x->then))
		gap = EM_GAP_COUNTED;
	/* Between warps the same, where this one has looked at a flag since the last barrier. */
	if (gap == EM_GAP_NONE && reads && x->here && !x->lanes && w->blk->check.asked >> w->index & 1 &&
		em_check_bare_flag_near(p, x->then))
		gap = EM_GAP_BARE;
	/* All blocks are there at once, and can wait for each other. The flag that nothing waits for is mostly that of
	 * the grid.sync() that comes next. */
	if (w->blk->t->run->l->cooperative && !x->here && !x->atomics &&
		(gap == EM_GAP_EARLY || gap == EM_GAP_NO_WAIT || (gap == EM_GAP_NONE && !early)))
		gap = EM_GAP_GRID;
	gap = em_cause(a, x->code, x->kind, gap, x->said, x->here);
	gap = x->atomics ? gap : em_cause_at_lock(a, x->code, x->kind, gap, x->here);
	if (may_be_handed_on(x, gap) && em_publish_between(a->w, x->code, x->position, &x->between))
		return EM_GAP_HANDED;
	return x->kind == EM_FINDING_RACE_WAW && em_conflict_bids(a, x->code, false) ? EM_GAP_LAST : gap;
}

/* Between warps of a block, where nothing else is known: a barrier for too few threads, or an arrival that came too
 * early. crowd: the words of the first. */
static enum em_gap gap_of_barriers(const struct race *x, char *crowd, size_t size)
{
	const struct em_warp *w = x->a->w;
	const struct em_ckblock *k = &w->blk->check;
	const int n = x->gap == EM_GAP_NONE && x->here && !x->lanes ? em_check_crowded(w, x->code) : -1;

	if (n >= 0) {
		snprintf(crowd, size, "barrier %d is for %u threads, and %d have come to it", n, k->need[n],
			EM_WARP * __builtin_popcount(k->came[n]));
		return EM_GAP_COUNT;
	}
	if (x->gap == EM_GAP_NONE && x->here && !x->lanes && !x->atomics && x->kind != EM_FINDING_RACE_WAW &&
		(!w->t->p->fences || k->by_warp.arrived >> w->index & 1) && em_check_after_arrival(w, x->code))
		return EM_GAP_ARRIVED;
	return x->gap;
}

/* What the advice hangs on. */
static void describe(const struct race *x, struct em_finding *f)
{
	const struct em_program *p = x->a->w->t->p;
	const bool writes = x->kind == EM_FINDING_RACE_WAW;

	f->gap = x->gap;
	f->at_atomic = x->a->kind == EM_ATOMIC;
	f->other_atomic = (x->idle || x->kind != EM_FINDING_RACE_WAR) && (x->code & CK_ATOMIC);
	f->other_way = x->here && !writes &&
		(x->kind == EM_FINDING_RACE_WAR ? em_check_other_way(p, x->now, x->then, true, x->lanes) :
						  em_check_other_way(p, x->then, x->now, false, x->lanes));
	f->change = change_of(p, x->kind, x->atomics, x->now, x->then);
	f->elsewhere = writes && is_no_update(f->change);
	f->turns = x->here && writes && em_check_turns(p, x->now, x->then);
	f->decides = x->a->space == PTX_SHARED && !writes && x->gap == EM_GAP_NONE && x->severity != EM_INFO &&
		em_check_asks(p, x->kind == EM_FINDING_RACE_RAW ? x->now : x->then);
}

static void say(const struct race *x, struct em_finding *f, bool early, const char *crowd)
{
	const struct ck_access *a = x->a;

	em_conflict_say(f,
		&(struct ck_told){ .gap = x->gap,
			.kind = x->kind,
			.space = a->space,
			.bytes = a->bytes,
			.bulk = x->bulk,
			.tested = x->tested,
			.keeps = f->change >= EM_CHANGE_MAX && f->change <= EM_CHANGE_FMIN, /* if (x > *m) *m = x */
			.itself = x->lanes && ck_lane(x->code) == (uint32_t)a->lane,
			.lanes = x->lanes,
			.here = x->here,
			.early = early,
			.atomics = x->atomics,
			.plain_read = !x->idle &&
				x->kind == (a->kind == EM_ATOMIC ? EM_FINDING_RACE_WAR : EM_FINDING_RACE_RAW),
			.crowd = crowd });
	if (x->gap == EM_GAP_WIDTH)
		em_check_widths_said(a, x->code, f);
	if (x->gap == EM_GAP_FENCE_READ && x->here)
		add_wait(a, x->code, f);
	if (x->gap == EM_GAP_HANDED)
		add_third(x, f);
}

void em_race_conflict(const struct ck_access *a, uint64_t code, enum em_finding_kind kind, uint64_t at, unsigned bytes)
{
	struct em_run *r = a->w->blk->t->run;
	struct race x = race_of(a, code, kind, at, bytes);
	char crowd[100];

	if (r->attempt && a->space != PTX_SHARED) {
		em_attempt_fails(r); /* who is named as an example may hang on other blocks' reads all around: said in
					order only */
		return;
	}
	find_sides(&x);
	if (!looked_for(&x))
		return;
	x.gap = x.said = a->space == PTX_SHARED && !x.here ? EM_GAP_NONE : em_check_gap(a->w, code);
	if (harmless(&x))
		return;
	x.bulk = brought(a, code, x.kind);
	x.tested = (code & CK_STRONG) && x.kind == EM_FINDING_RACE_WAR && tests(a, code);
	x.gap = gap_at_flag(&x);
	x.gap = gap_of_accesses(&x);
	x.gap = gap_of_strong(&x);
	x.severity = severity_of(&x);
	a->w->blk->check.raced |= x.severity != EM_INFO;
	struct em_finding *f = noted(&x);

	if (!f)
		return;
	const bool early = x.kind == EM_FINDING_RACE_WAR && x.gap == EM_GAP_NONE && a->space == PTX_GLOBAL && !x.here &&
		nobody_wrote(a->w, at, bytes);

	x.gap = gap_of_kernel(&x, early);
	x.gap = gap_of_barriers(&x, crowd, sizeof crowd);
	describe(&x, f);
	say(&x, f, early, crowd);
}

void em_race_same_instruction(
	const struct ck_access *a, uint64_t address, unsigned bytes, int winner, uint64_t winner_addr)
{
	uint8_t mine[32], theirs[32];
	struct em_warp *w = a->w;
	if (a->kind != EM_WRITE || !(w->blk->t->run->check.on & EM_CHECK_RACE_WARP))
		return;
	if (w->blk->t->run->attempt && a->space != PTX_SHARED) {
		em_attempt_fails(w->blk->t->run);
		return;
	}
	em_store_bytes(w, a->i, a->lane, mine);
	em_store_bytes(w, a->i, winner, theirs);
	bool same = !memcmp(mine + (address - a->addr), theirs + (address - winner_addr), bytes);
	/* Relaxed, release, volatile stores: meant to meet, as those of two warps are. */
	bool strong = a->i->access & EM_ACC_STRONG;
	enum em_severity s = same ? EM_INFO : EM_ERROR;
	const enum em_gap gap = strong ? em_check_lost_by_lanes(a, same, &s) : EM_GAP_NONE;
	if (same && of_toolkit(a))
		return;
	struct em_finding *f = em_check_note(w,
		(struct ck_key){ .kind = EM_FINDING_RACE_WAW,
			.severity = s,
			.space = a->space,
			.at = em_check_inst(w, a->i),
			.other = (int32_t)ck_inst_of(a->i),
			.times = a->times });
	if (!f)
		return;
	f->at = em_check_place(w, a->i, winner);
	f->other = em_check_place(w, a->i, a->lane);
	f->has_other = true;
	f->address = address;
	f->bytes = bytes;
	f->same_warp = true;
	f->change = em_check_change(w->t->p, em_check_inst(w, a->i));
	f->elsewhere = is_no_update(f->change);
	f->gap = gap;
	snprintf(f->message, sizeof f->message,
		"Race on %u byte%s of __%s__ memory (%s), lanes of one warp write it in one instruction%s", bytes,
		bytes == 1 ? "" : "s", a->space == PTX_SHARED ? "shared" : "global",
		em_finding_name(EM_FINDING_RACE_WAW),
		gap == EM_GAP_LOST || gap == EM_GAP_UPDATE ? ": " CK_LOOK_AND_STORE : "");
}
