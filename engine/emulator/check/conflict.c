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

#define LOOK_AND_STORE "a look, then a store: what another thread stored in between is lost"

/* What the words hang on. */
struct told {
	enum em_gap gap;
	enum em_finding_kind kind;
	bool bulk, tested, keeps, itself, lanes, here, early;
	const char *crowd; /* of EM_GAP_COUNT */
};

/* Of each gap: where the earlier access is a write, and where it is a read. */
static const char *const missing[EM_GAPS][2] = {
	[EM_GAP_FENCE] = { "no fence between the write and the flag", "no fence between the read and the flag" },
	[EM_GAP_NARROW] = { "what is between them reaches no other block" },
	[EM_GAP_FENCE_READ] = { "no fence between the flag and the read", "no fence between the flag and the write" },
	[EM_GAP_NARROW_READ] = { "what is between them reaches no other block" },
	[EM_GAP_OTHER_FLAG] = { "the two do not use the same flag or lock" },
	[EM_GAP_EARLY] = { "the flag was set before the write, or not waited for" },
	[EM_GAP_NO_WAIT] = { "nothing waits for the flag that the writer sets" },
	[EM_GAP_SCOPE] = { "their scope is one block, and the two blocks are different ones" },
	[EM_GAP_ASKED] = { "each thread writes where it has found that nobody did" },
	[EM_GAP_COPY] = { "the asynchronous copy had not been waited for" },
	[EM_GAP_BARE] = { "no fence between the write and the flag, nor between the flag and the read" },
	[EM_GAP_GRID] = { "no grid.sync() or flag in between" },
	[EM_GAP_LANE] = { "another lane of the writer's warp sets the flag, no __syncwarp() before it" },
	[EM_GAP_WEAK] = { "the flag is waited for by an ordinary (weak) load" },
	[EM_GAP_LOST] = { LOOK_AND_STORE },
	[EM_GAP_ARRIVED] = { "it came after the arrival that was waited for" },
	[EM_GAP_UPDATE] = { "reading a variable and writing it back is not one step" },
	[EM_GAP_BEFORE] = { "the flag that was waited for was set before the write",
		"the flag that was waited for was set before the read" },
	[EM_GAP_UNSEEN] = { "the later thread had to wait for nothing that came after the write",
		"the later thread had to wait for nothing that came after the read" },
	[EM_GAP_NEITHER] = { "neither of the two threads had to wait for the other one",
		"the reading thread has not waited for the writing one" },
	[EM_GAP_LANE_WAITS] = { "another lane of its warp waits for the flag, no __syncwarp() after that" },
	[EM_GAP_LAST] = { "each thread asks which store came last, but fences around the store are missing" },
	[EM_GAP_BLOCK_WAITS] = { "another thread of its block waits for the flag, no __syncthreads() after that" },
};

static const char *words_of(const struct told *t)
{
	const char *const *of = missing[t->gap];

	if (t->bulk)
		return "this thread has not waited at the barrier object of the bulk copy";
	if (t->tested && t->gap == EM_GAP_UPDATE)
		return "waiting for a volatile variable and then setting it is not one step";
	if (t->gap == EM_GAP_ASKED && t->keeps)
		return "between the question and the write another thread may write";
	if (t->itself && t->gap == EM_GAP_ASKED)
		return "other lanes read it with this one, and each writes where it has found that nobody did";
	if (t->gap == EM_GAP_COUNT)
		return t->crowd;
	if (of[1] && t->kind == EM_FINDING_RACE_WAR)
		return of[1];
	if (of[0])
		return of[0];
	/* Of several readers in a warp one is kept, which may be the writer: it is not with itself that it races. */
	if (t->itself)
		return "other lanes read it with this one, no __syncwarp() in between";
	return t->lanes  ? "no __syncwarp() in between" :
		t->here  ? "no barrier in between" :
		t->early ? "nothing orders the two blocks, and the read came too early" :
			   "nothing orders the two blocks";
}

void em_race_conflict(const struct ck_access *a, uint64_t code, enum em_finding_kind kind, uint64_t at, unsigned bytes)
{
	struct em_warp *w = a->w;
	struct em_run *r = w->blk->t->run;
	const bool mixed = kind == EM_FINDING_RACE_WAW && em_conflict_mixed(a, code),
		   idle = kind == EM_FINDING_RACE_WAW && !mixed && idle_atomic(a, code);
	if (idle)
		kind = a->kind == EM_ATOMIC ? EM_FINDING_RACE_RAW : EM_FINDING_RACE_WAR;
	if (r->attempt && a->space != PTX_SHARED) {
		em_attempt_fails(r); /* who is named as an example may hang on other blocks' reads all around: said in
					order only */
		return;
	}
	uint64_t position = w->blk->position;
	bool here = a->space == PTX_SHARED || (em_check_position(r, code, &position) && position == w->blk->position);
	bool lanes = here && ck_warp(code) == w->index;
	unsigned bit = lanes           ? EM_CHECK_RACE_WARP :
		a->space == PTX_SHARED ? EM_CHECK_RACE_SHARED :
					 EM_CHECK_RACE_GLOBAL;
	if (!(r->check.on & bit) || (lanes && of_toolkit(a)) || em_check_widths_named(a, code))
		return;
	const enum em_gap said = a->space == PTX_SHARED && !here ? EM_GAP_NONE : em_check_gap(w, code);
	enum em_gap gap = said;
	/* A volatile read, or an atomic, that comes after the flag was seen: as in the last block of NVIDIA's examples.
	 */
	if (!mixed && gap == EM_GAP_FENCE_READ &&
		(a->kind == EM_ATOMIC || (a->kind == EM_READ && (a->i->access & EM_ACC_ORDERS))))
		return;
	if (!mixed && looks_before_lock(a, code, kind, gap))
		return;
	/* A volatile store is a write that others may see itself: is there a flag at all? */
	if (gap == EM_GAP_FENCE && (code & CK_STRONG) && !em_check_sets(w->t->p, em_check_inst_of(w->t->p, code), true))
		gap = w->looked && em_check_sets(w->t->p, em_check_inst_of(w->t->p, code), false) ? EM_GAP_EARLY :
												    EM_GAP_NONE;
	if (gap == EM_GAP_NO_WAIT && em_check_waits_weakly(w->t->p, em_check_inst(w, a->i)))
		gap = EM_GAP_WEAK;
	if (kind == EM_FINDING_RACE_WAR && !given_back(a, code, gap, here))
		gap = EM_GAP_NONE;
	if (first_value(a, code, kind) && gap == EM_GAP_NO_WAIT)
		gap = EM_GAP_NONE;
	const bool bulk = brought(a, code, kind);
	if (bulk || (a->space == PTX_SHARED && copied(a, code, kind)))
		gap = EM_GAP_COPY;
	if (gap == EM_GAP_NONE && kind == EM_FINDING_RACE_RAW && (code & (CK_STRONG | CK_ATOMIC)) &&
		a->space != PTX_SHARED && !here && em_check_polls_weakly(w->t->p, em_check_inst(w, a->i)))
		gap = EM_GAP_WEAK;
	if (idle)
		gap = EM_GAP_ONLY_READS;
	else if (gap == EM_GAP_NONE && asked(a, code, kind))
		gap = EM_GAP_ASKED;
	const bool tested = (code & CK_STRONG) && kind == EM_FINDING_RACE_WAR && tests(a, code);
	if ((code & CK_STRONG) && (a->code & CK_STRONG))
		gap = em_conflict_narrow(a, code)                                           ? EM_GAP_SCOPE :
			em_conflict_updates(a, code, kind != EM_FINDING_RACE_WAR) || tested ? EM_GAP_UPDATE :
											      gap;
	const bool lost = em_check_lost(a, code, kind != EM_FINDING_RACE_WAR) ||
		(kind == EM_FINDING_RACE_WAW && em_check_lost_in_order(a, code));
	if (mixed && gap != EM_GAP_SCOPE)
		gap = EM_GAP_WIDTH;
	else if (lost && gap != EM_GAP_SCOPE && gap != EM_GAP_UPDATE)
		gap = kind != EM_FINDING_RACE_WAW && asked(a, code, kind) && em_check_keeps_most(a, code, kind) ?
			EM_GAP_ASKED :
			EM_GAP_LOST;
	bool atomics = idle || a->kind == EM_ATOMIC || (kind != EM_FINDING_RACE_WAR && (code & CK_ATOMIC));
	const bool plain_read = idle ? false :
		a->kind == EM_ATOMIC ? kind == EM_FINDING_RACE_WAR :
				       kind == EM_FINDING_RACE_RAW;
	enum em_severity s = lanes ? EM_WARNING : EM_ERROR;
	if (!mixed && kind == EM_FINDING_RACE_WAW && leaves_memory(a, code, at, bytes))
		s = EM_INFO;
	else if (gap == EM_GAP_SCOPE || (mixed && (a->kind != EM_ATOMIC || !(code & CK_ATOMIC))))
		s = EM_ERROR;
	else if (gap == EM_GAP_FENCE_READ || gap == EM_GAP_WIDTH || gap == EM_GAP_LANE || gap == EM_GAP_ASKED ||
		(gap == EM_GAP_LOST && kind != EM_FINDING_RACE_WAW) || tested) /* hardware mostly reads on in order */
		s = EM_WARNING;
	else if (atomics && kind != EM_FINDING_RACE_WAW) /* what it reads is before or after the change, not torn */
		s = EM_WARNING;
	w->blk->check.raced |= s != EM_INFO;
	struct em_finding *f = em_check_note(w,
		(struct ck_key){ .kind = kind,
			.severity = s,
			.space = a->space,
			.at = em_check_inst(w, a->i),
			.other = (int32_t)ck_inst(code),
			.blocks = !here && s != EM_INFO,
			.times = a->times });
	if (!f)
		return;
	f->at = em_check_place(w, a->i, a->lane);
	f->has_other = em_check_place_of(w, code, position, &f->other);
	f->address = a->addr;
	f->bytes = a->bytes;
	f->same_warp = lanes;
	const bool early = kind == EM_FINDING_RACE_WAR && gap == EM_GAP_NONE && a->space == PTX_GLOBAL && !here &&
		nobody_wrote(w, at, bytes);
	const int32_t now = em_check_inst(w, a->i), then = em_check_inst_of(w->t->p, code);
	if (gap == EM_GAP_NONE && kind == EM_FINDING_RACE_RAW && !here && !atomics &&
		em_check_bare_flag(w->t->p, then, now))
		gap = EM_GAP_BARE;
	/* Between warps the same, where this one has looked at a flag since the last barrier. */
	if (gap == EM_GAP_NONE && kind == EM_FINDING_RACE_RAW && here && !lanes && !atomics &&
		w->blk->check.asked >> w->index & 1 && em_check_bare_flag_near(w->t->p, then))
		gap = EM_GAP_BARE;
	/* All blocks are there at once, and can wait for each other. The flag that nothing waits for is mostly that of
	 * the grid.sync() that comes next. */
	if (r->l->cooperative && !here && !atomics &&
		(gap == EM_GAP_EARLY || gap == EM_GAP_NO_WAIT || (gap == EM_GAP_NONE && !early)))
		gap = EM_GAP_GRID;
	gap = em_cause(a, code, kind, gap, said, here);
	if (kind == EM_FINDING_RACE_WAW && em_conflict_bids(a, code, false))
		gap = EM_GAP_LAST;
	const int crowded = gap == EM_GAP_NONE && here && !lanes ? em_check_crowded(w, code) : -1;
	char crowd[100];
	if (crowded >= 0) {
		gap = EM_GAP_COUNT;
		snprintf(crowd, sizeof crowd, "barrier %d is for %u threads, and %d have come to it", crowded,
			w->blk->check.need[crowded], EM_WARP * __builtin_popcount(w->blk->check.came[crowded]));
	} else if (gap == EM_GAP_NONE && here && !lanes && !atomics && kind != EM_FINDING_RACE_WAW &&
		em_check_after_arrival(w, code))
		gap = EM_GAP_ARRIVED;
	f->gap = gap;
	f->at_atomic = a->kind == EM_ATOMIC;
	f->other_atomic = (idle || kind != EM_FINDING_RACE_WAR) && (code & CK_ATOMIC);
	f->other_way = here && kind != EM_FINDING_RACE_WAW &&
		(kind == EM_FINDING_RACE_WAR ? em_check_other_way(w->t->p, now, then, true, lanes) :
					       em_check_other_way(w->t->p, then, now, false, lanes));
	f->change = change_of(w->t->p, kind, atomics, now, then);
	f->elsewhere = kind == EM_FINDING_RACE_WAW && is_no_update(f->change);
	f->turns = here && kind == EM_FINDING_RACE_WAW && em_check_turns(w->t->p, now, then);
	const struct told t = { .gap = gap,
		.kind = kind,
		.bulk = bulk,
		.tested = tested,
		.keeps = f->change >= EM_CHANGE_MAX && f->change <= EM_CHANGE_FMIN, /* if (x > *m) *m = x */
		.itself = lanes && ck_lane(code) == (uint32_t)a->lane,
		.lanes = lanes,
		.here = here,
		.early = early,
		.crowd = crowd };
	snprintf(f->message, sizeof f->message, "Race on %u byte%s of __%s__ memory (%s)%s%s, %s", a->bytes,
		a->bytes == 1 ? "" : "s", a->space == PTX_SHARED ? "shared" : "global", em_finding_name(kind),
		gap == EM_GAP_SCOPE ? "" :
			atomics     ? " between an atomic operation and a plain " :
				      "",
		!atomics || gap == EM_GAP_SCOPE ? "" :
			plain_read              ? "read" :
						  "write",
		words_of(&t));
	if (gap == EM_GAP_WIDTH)
		em_check_widths_said(a, code, f);
	if (gap == EM_GAP_FENCE_READ && here)
		add_wait(a, code, f);
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
		gap == EM_GAP_LOST || gap == EM_GAP_UPDATE ? ": " LOOK_AND_STORE : "");
}
