/* exec_async: asynchronous copies and mbarriers, PTX ISA 9.7.9.25 and 9.7.13.15. A copy is done when its thread waits
 * for it (copies.h); a bulk copy when it is issued, which is one of the orders that the hardware may choose. */
#include "emulator/cache/sectors.h"
#include "emulator/check/check.h"
#include "emulator/check/objects.h"
#include "emulator/core/fault.h"
#include "emulator/exec/copies.h"
#include "emulator/exec/exec.h"
#include "emulator/exec/exec_race.h"
#include "emulator/exec/mbarrier.h"
#include "emulator/exec/observe.h"
#include "emulator/lanes/warp.h"

#define FIELD EM_MBAR_FIELD
#define TX_FIELD EM_MBAR_TX_FIELD
static inline u64 bar_of(u64 phase, u32 exp, u32 pend, u32 tx)
{
	if (!(pend & FIELD) && !(tx & TX_FIELD)) { /* the phase completes */
		phase ^= 1;
		pend = exp;
	}
	return phase << 63 | (u64)(tx & TX_FIELD) << 40 | (u64)(pend & FIELD) << 20 | (exp & FIELD);
}
/* A phase is over? */
static inline void phase_ends(struct em_warp *w, const u64 *p, u64 before)
{
	const u64 at = (u64)((const uint8_t *)p - w->shared);

	if (EM_LIKELY(!((*p ^ before) >> 63)))
		return;
	em_check_mbarrier_over(w, at);
	if (EM_UNLIKELY(w->blk->check.ntold))
		em_told_over(w->blk, at);
}
enum { EXPECT = 1, DROP = 2, COMPLETE = 4, ONLY_TX = 8, PARITY = 1, TRIES = 2 };

static u64 lane_address(struct em_warp *w, const struct em_inst *i, u32 row, u32 disp, enum ptx_space space, int l)
{
	(void)i;
	return space == PTX_SHARED ? (u64)(u32)(ROWP(u32, row)[l] + disp) : ROWP(u64, row)[l] + (u64)(s64)(s32)disp;
}

/* For each active lane: the barrier's word, after its address was checked. i: d = result, a = address, b = operand or
 * 0, x = displacement; i[1].x = space, i[1].c = mode. */
#define EACH_BARRIER(...) \
	do { \
		for (u32 m = w->mask; m; m &= m - 1) { \
			int l = __builtin_ctz(m); \
			enum ptx_space sp = (enum ptx_space)i[1].x; \
			u64 *p = em_resolve(w, i, l, lane_address(w, i, i->a, i->displacement, sp, l), 8, &sp, 2); \
			if (!p) \
				return NULL; \
			u32 mode = i[1].c, n = i->b ? ROWP(u32, i->b)[l] : 1; \
			(void)mode; \
			(void)n; \
			u64 b = *p, phase = b >> 63; \
			(void)phase; \
			__VA_ARGS__ \
		} \
		return i + 2; \
	} while (0)

/* To the race check a barrier object is a word that mbarrier.init and .inval write and every use of it reads: who uses
 * it has to come after the thread that made it. Where all lanes use one, the first and the last stand for them. And one
 * that nobody has made is garbage. */
static void show(struct em_warp *w, const struct em_inst *i, enum em_access kind)
{
	const u32 all = w->mask, ends = 1u << __builtin_ctz(all) | 1u << (31 - __builtin_clz(all));
	u64 at[EM_WARP];
	u32 lanes = ends;

	if (!w->watch)
		return;
	for (u32 m = all; m; m &= m - 1) {
		const int l = __builtin_ctz(m);
		enum ptx_space sp = (enum ptx_space)i[1].x;
		const u64 *p = em_resolve(w, i, l, lane_address(w, i, i->a, i->displacement, sp, l), 8, &sp, 0);

		if (!p)
			return;
		at[l] = (u64)((const uint8_t *)p - w->shared);
		if (at[l] != at[__builtin_ctz(all)])
			lanes = all;
	}
	if (kind == EM_COPY_WRITE)
		em_object_new(w, at, all);
	else
		em_object_used(w, i, at, all);
	if (w->watch & EM_WATCH_RACES)
		EM_ISA_NAME(em_race_access)(w, i, PTX_SHARED, at, lanes, 8, kind);
}

FN(mbar_init)
{
	show(w, i, EM_COPY_WRITE);
	EACH_BARRIER({
		*p = (u64)(n & FIELD) << 20 | (n & FIELD);
		(void)b;
	});
}
FN(mbar_inval)
{
	show(w, i, EM_COPY_WRITE);
	EACH_BARRIER({
		*p = 0;
		(void)b;
	});
}
FN(mbar_arrive)
{
	show(w, i, EM_COPY_READ);
	EACH_BARRIER({
		u32 tx = em_mbar_bytes_due(b), exp = em_mbar_expected(b), pend = em_mbar_pending(b);
		u32 count = mode & (EXPECT | ONLY_TX) ? 1 : n;
		if (mode & EXPECT)
			tx += n;
		if (mode & DROP)
			exp -= count;
		if (count > pend)
			return em_fault_set(w, i, l, EM_FAULT_BARRIER,
				em_object_made(w->blk, (u64)((uint8_t *)p - w->shared)) ?
					"Barrier error: more arrivals at an mbarrier than it expects" :
					"Barrier error: arrival at a barrier object that was never initialised");
		*p = bar_of(phase, exp, pend - count, tx);
		em_check_mbarrier_arrive(w, l, (u64)((uint8_t *)p - w->shared));
		phase_ends(w, p, b);
		ROWP(u64, i->d)[l] = b;
	});
}
FN(mbar_tx)
{
	EACH_BARRIER({
		u32 tx = em_mbar_bytes_due(b) + (mode & COMPLETE ? 0 - n : n);
		/* Expecting bytes never completes a phase; the last of them does. */
		*p = mode & COMPLETE ? bar_of(phase, em_mbar_expected(b), em_mbar_pending(b), tx) :
				       (b & ~((u64)TX_FIELD << 40)) | (u64)(tx & TX_FIELD) << 40;
		phase_ends(w, p, b);
	});
}
FN(mbar_test)
{
	u32 r = 0;
	u32 mask = w->mask;
	show(w, i, EM_COPY_READ);
	for (u32 m = mask; m; m &= m - 1) {
		int l = __builtin_ctz(m);
		enum ptx_space sp = (enum ptx_space)i[1].x;
		const u64 *p = em_resolve(w, i, l, lane_address(w, i, i->a, i->displacement, sp, l), 8, &sp, 0);
		if (!p)
			return NULL;
		/* The phase of a state, or of a parity, is over when the current one differs. */
		u64 of = i[1].c & PARITY ? ROWP(u32, i->b)[l] & 1 : ROWP(u64, i->b)[l] >> 63;
		bool over = (*p >> 63) != of;
		r |= (u32)over << l;
		if (over) {
			const u64 at = (u64)((const uint8_t *)p - w->shared);
			em_check_mbarrier_seen(w, at);
			if (EM_UNLIKELY(w->blk->check.ntold))
				em_told_seen(w->blk, at);
		}
	}
	u32 *d = PREDP(i->d);
	*d = (*d & ~mask) | r;
	/* try_wait lets the warp sleep until the phase is over, or for a while: others get a turn. */
	return i[1].c & TRIES && !r ? em_warp_spin(w, i + 2) : i + 2;
}
EXEC1(mbar_pending, u32, u64, u64, em_mbar_pending(a))
/* An mbarrier is told of the lanes' copies that are on their way: they are done now, but nobody has waited for them. */
static void tell(struct em_warp *w, const struct em_inst *i, struct em_copies *c)
{
	u64 bar[EM_WARP], to[EM_WARP];

	for (u32 m = w->watch & EM_WATCH_RACES && c->n ? w->mask : 0; m; m &= m - 1) {
		const int l = __builtin_ctz(m);
		enum ptx_space sp = (enum ptx_space)i[1].x;
		const u64 *p = em_resolve(w, i, l, lane_address(w, i, i->a, i->displacement, sp, l), 8, &sp, 2);

		if (!p)
			return;
		bar[l] = (u64)((const uint8_t *)p - w->shared);
	}
	for (u32 k = 0; w->watch & EM_WATCH_RACES && k < c->n; k++) {
		for (int l = 0; l < EM_WARP; l++)
			to[l] = c->v[k].to[l];
		for (u32 left = c->v[k].mask & w->mask; left;) { /* lanes may be at different turns of a loop */
			u32 same = 0;
			for (u32 m = left; m; m &= m - 1)
				same |= (u32)(bar[__builtin_ctz(m)] == bar[__builtin_ctz(left)]) << __builtin_ctz(m);
			em_told_copy(w, c->v[k].i, to, same, c->v[k].bytes, bar[__builtin_ctz(left)]);
			left &= ~same;
		}
	}
	copies_finish(w, c, w->mask);
}
/* The copies are done now: without .noinc the pending count goes up and down again; with it an arrival is due. i[1].d =
 * the warp's copies, or 0. */
FN(cp_arrive)
{
	if (i[1].d)
		tell(w, i, copies_of(w, i[1].d));
	show(w, i, EM_COPY_READ);
	EACH_BARRIER({
		em_check_mbarrier_arrive(w, l, (u64)((uint8_t *)p - w->shared));
		if (mode && em_mbar_pending(b))
			*p = bar_of(phase, em_mbar_expected(b), em_mbar_pending(b) - 1, em_mbar_bytes_due(b));
		phase_ends(w, p, b);
	});
}

/* cp.async: a = shared address, displacement, b = global address, c = size; i[1]: displacement, a = row of
 * the source size or 0, b = predicate that says "read nothing" or 0, c: 16 bytes past the L1, d = the warp's copies.
 * What is not read is zero. */
FN(cp_async)
{
	u64 read[EM_WARP], written[EM_WARP];
	u32 readers = 0, count[EM_WARP];
	bool leave = false;
	for (u32 m = w->mask; m; m &= m - 1) {
		int l = __builtin_ctz(m);
		u32 n = i[1].a ? ROWP(u32, i[1].a)[l] : i->c;
		if (n > i->c)
			n = i->c;
		if (i[1].b && (*PREDP(i[1].b) >> l & 1))
			n = 0;
		enum ptx_space to = PTX_SHARED, from = PTX_GLOBAL;
		uint8_t *d = em_resolve(w, i, l, (u64)(u32)(ROWP(u32, i->a)[l] + i->displacement), i->c, &to, 1);
		if (!d)
			return NULL;
		u64 src = ROWP(u64, i->b)[l] + (u64)(s64)(s32)i[1].x;
		const uint8_t *s = n ? em_resolve(w, i, l, src, n == i->c ? i->c : 1, &from, 0) : NULL;
		if (n && !s)
			return NULL;
		count[l] = n;
		written[l] = (u64)(d - w->shared);
		read[l] = src;
		readers |= (u32)(n > 0) << l;
	}
	w->copied.lanes = 0;
	for (u32 left = em_watched(w, PTX_GLOBAL) ? readers : 0; left;) { /* some may read less than the others */
		const u32 n = count[__builtin_ctz(left)];
		u32 same = 0;
		for (u32 m = left; m; m &= m - 1)
			same |= (u32)(count[__builtin_ctz(m)] == n) << __builtin_ctz(m);
		EM_ISA_NAME(em_watch_lanes)(w, i, PTX_GLOBAL, read, same, n, EM_COPY_READ);
		left &= ~same;
	}
	const struct em_copied unwritten = w->copied; /* a copy may end now, to make room */
	if (w->mask) {
		struct em_copy *c = copies_add(w, copies_of(w, i[1].d), i, written, i->c, &unwritten, &leave);
		for (u32 m = w->mask; m; m &= m - 1) {
			int l = __builtin_ctz(m);
			memset(c->data[l], 0, sizeof c->data[l]);
			if (count[l]) /* else the address may be anything */
				memcpy(c->data[l], (const uint8_t *)(uintptr_t)(read[l] + w->delta), count[l]);
			if (count[l] && EM_UNLIKELY(w->watch & EM_WATCH_HOST))
				em_follow_loaded(w->t->run, read[l], c->data[l], count[l]);
		}
	}
	if (w->watch & EM_WATCH_RACES)
		EM_ISA_NAME(em_race_access)(w, i, PTX_SHARED, written, w->mask, i->c, EM_COPY_WRITE);
	if (readers) {
		w->memory_counts[i->id].global_req++;
		w->memory_counts[i->id].global_sectors +=
			i[1].c ? em_count_copy_sectors(read, written, readers) : em_count_sectors(read, readers, i->c);
	}
	return leave ? em_warp_leave(w, i + 2) : i + 2;
}
/* Groups: a = the warp's copies. */
FN(cp_commit)
{
	copies_commit(copies_of(w, i->a), w->mask);
	return i + 1;
}
FN(cp_wait)
{
	em_told_waited(w);
	return copies_wait(w, copies_of(w, i->a), w->mask, i->pending) ? em_warp_leave(w, i + 1) : i + 1;
}
FN(cp_wait_all)
{
	em_told_waited(w);
	return copies_finish(w, copies_of(w, i->a), w->mask) ? em_warp_leave(w, i + 1) : i + 1;
}
/* Before an exit: nobody waited, but the copies come to their end. */
FN(cp_end)
{
	copies_finish(w, copies_of(w, i->a), w->mask);
	return i + 1;
}
/* cp.async.bulk between global and shared memory: lane by lane, 16 bytes at a time. a, b as above, c = row of the size;
 * i[1]: displacement of the source, c = 1 when shared is the source, a = row of an mbarrier's address or 0, b = its
 * displacement. */
FN(cp_bulk)
{
	for (u32 m = w->mask; m; m &= m - 1) {
		int l = __builtin_ctz(m);
		bool out = i[1].c;
		u64 to[EM_WARP] = { 0 };
		u32 n = ROWP(u32, i->c)[l];
		u64 source = 0;
		for (u32 k = 0; k < n; k += 16) {
			enum ptx_space ds = out ? PTX_GLOBAL : PTX_SHARED, ss = out ? PTX_SHARED : PTX_GLOBAL;
			u64 da = lane_address(w, i, i->a, i->displacement, ds, l) + k,
			    sa = lane_address(w, i, i->b, i[1].x, ss, l) + k;
			uint8_t *d = em_resolve(w, i, l, da, 16, &ds, 1);
			const uint8_t *s = d ? em_resolve(w, i, l, sa, 16, &ss, 0) : NULL;
			if (!s)
				return NULL;
			u64 dat[EM_WARP] = { 0 }, sat[EM_WARP] = { 0 };
			uint8_t piece[16];
			dat[l] = ds == PTX_SHARED ? (u64)(d - w->shared) : (u64)(uintptr_t)d - w->delta;
			sat[l] = ss == PTX_SHARED ? (u64)(s - w->shared) : (u64)(uintptr_t)s - w->delta;
			to[l] = k ? to[l] : dat[l];
			source = k ? source : sat[l];
			if (em_watched(w, ss))
				EM_ISA_NAME(em_watch_lanes)(w, i, ss, sat, 1u << l, 16, EM_COPY_READ);
			if (em_watched(w, ds))
				EM_ISA_NAME(em_watch_lanes)(w, i, ds, dat, 1u << l, 16, EM_COPY_WRITE);
			memcpy(piece, s, sizeof piece);
			if (EM_UNLIKELY(w->watch & EM_WATCH_HOST)) {
				if (out)
					em_follow_stored(w->t->run, dat[l], piece, sizeof piece);
				else
					em_follow_loaded(w->t->run, sat[l], piece, sizeof piece);
			}
			memcpy(d, piece, sizeof piece);
		}
		if (out)
			em_sends_copy(w, i, l, source, n);
		if (i[1].a) {
			enum ptx_space sp = PTX_SHARED;
			u64 *p = em_resolve(w, i, l, lane_address(w, i, i[1].a, i[1].b, PTX_SHARED, l), 8, &sp, 2);
			if (!p)
				return NULL;
			const u64 before = *p, bar = (u64)((const uint8_t *)p - w->shared);
			if (!out && n)
				em_told_copy(w, i, to, 1u << l, n, bar);
			*p = bar_of(*p >> 63, em_mbar_expected(*p), em_mbar_pending(*p), em_mbar_bytes_due(*p) - n);
			em_check_mbarrier_arrive(w, -1, bar);
			phase_ends(w, p, before);
		}
	}
	return i + 2;
}
FN(bulk_commit)
{
	em_sends_commit(w);
	return i + 1;
}
FN(bulk_wait)
{
	em_sends_wait(w, i->pending);
	return i + 1;
}
FN(nothing)
{
	(void)w;
	return i + 1;
}

#define MB(mods, fn, x) ROWX(MBARRIER, T1(B64), mods, MBAR, "", fn, x)
#define CP(mods, types, bind, fn, x) ROWX(CP, types, mods, bind, "", fn, x)
static const struct em_row rows[] = { MB(M1(INIT), mbar_init, 0), MB(M1(INVAL), mbar_inval, 0),
	MB(M1(ARRIVE), mbar_arrive, 0), MB(M2(ARRIVE, NOCOMPLETE), mbar_arrive, 0),
	MB(M2(ARRIVE, EXPECT_TX), mbar_arrive, EXPECT), MB(M1(ARRIVE_DROP), mbar_arrive, DROP),
	MB(M2(ARRIVE_DROP, NOCOMPLETE), mbar_arrive, DROP), MB(M2(ARRIVE_DROP, EXPECT_TX), mbar_arrive, DROP | EXPECT),
	MB(M1(EXPECT_TX), mbar_tx, 0), MB(M1(COMPLETE_TX), mbar_tx, COMPLETE), MB(M1(TEST_WAIT), mbar_test, 0),
	MB(M2(TEST_WAIT, PARITY), mbar_test, PARITY), MB(M1(TRY_WAIT), mbar_test, TRIES),
	MB(M2(TRY_WAIT, PARITY), mbar_test, PARITY | TRIES),
	ROW(MBARRIER, T1(B64), M1(PENDING_COUNT), "wl", mbar_pending),
	CP(M4(ASYNC, MBARRIER, ARRIVE, NOINC), T1(B64), MBAR, cp_arrive, 1),
	CP(M3(ASYNC, MBARRIER, ARRIVE), T1(B64), MBAR, cp_arrive, 0), CP(M1(ASYNC), T0, CPASYNC, cp_async, 0),
	CP(M2(ASYNC, COMMIT_GROUP), T0, CPGROUP, cp_commit, 0), CP(M2(ASYNC, WAIT_GROUP), T0, CPGROUP, cp_wait, 0),
	CP(M2(ASYNC, WAIT_ALL), T0, CPGROUP, cp_wait_all, 0),
	{ PTX_OP_COUNT + EM_H_COPIES_END, 0, 0, T0, M0, EM_BIND_ALU, "", cp_end, 0, NULL },
	CP(M3(ASYNC, BULK, COMMIT_GROUP), T0, CPGROUP, bulk_commit, 0),
	CP(M4(ASYNC, BULK, PREFETCH, L2), T0, NOP, nothing, 0),
	CP(M3(ASYNC, BULK, WAIT_GROUP), T0, CPGROUP, bulk_wait, 0),
	CP(M4(ASYNC, BULK, WAIT_GROUP, READ), T0, CPGROUP, bulk_wait, 0),
	CP(M3(ASYNC, BULK, MBARRIER_COMPLETE_TX_BYTES), T0, CPASYNC, cp_bulk, 1),
	CP(M3(ASYNC, BULK, BULK_GROUP), T0, CPASYNC, cp_bulk, 2) };
const struct em_rows EM_ISA_NAME(em_rows_async);
const struct em_rows EM_ISA_NAME(em_rows_async) = { rows, sizeof rows / sizeof *rows };
