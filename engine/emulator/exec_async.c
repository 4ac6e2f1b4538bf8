/* exec_async: asynchronous copies and mbarriers, PTX ISA 9.7.9.25 and 9.7.13.15. A copy is done when it is issued, which is one of the
 * orders that the hardware may choose; groups and waits then have nothing to wait for.
 *
 * An mbarrier is 64 bits in shared memory, opaque to programs. Ours: bits 0-19 threads expected, 20-39 arrivals still pending, 40-61 bytes
 * still to come (two's complement), 63 the phase. */
#include "emulator/exec.h"
#include "emulator/exec_mem.h"

#define FIELD 0xfffffu
#define TX_FIELD 0x3fffffu
static inline u32 expected(u64 b) { return (u32)b & FIELD; }
static inline u32 pending(u64 b) { return (u32)(b >> 20) & FIELD; }
static inline u32 bytes_due(u64 b) { return (u32)(b >> 40) & TX_FIELD; }
static inline u64 bar_of(u64 phase, u32 exp, u32 pend, u32 tx)
{
	if (!(pend & FIELD) && !(tx & TX_FIELD)) { /* the phase completes */
		phase ^= 1;
		pend = exp;
	}
	return phase << 63 | (u64)(tx & TX_FIELD) << 40 | (u64)(pend & FIELD) << 20 | (exp & FIELD);
}
enum { EXPECT = 1, DROP = 2, COMPLETE = 4, ONLY_TX = 8 };

static u64 lane_address(struct em_warp *w, const struct em_inst *i, u32 row, u32 disp, enum ptx_space space, int l)
{
	(void)i;
	return space == PTX_SHARED ? (u64)(u32)(ROWP(u32, row)[l] + disp) : ROWP(u64, row)[l] + (u64)(s64)(s32)disp;
}

/* For each active lane: the barrier's word, after its address was checked. i: d = result, a = address, b = operand or 0, x = displacement;
 * i[1].x = space, i[1].c = mode. */
#define EACH_BARRIER(...) do { \
	for (u32 m = w->mask; m; m &= m - 1) { \
		int l = __builtin_ctz(m); \
		enum ptx_space sp = (enum ptx_space)i[1].x; \
		u64 *p = em_resolve(w, i, l, lane_address(w, i, i->a, i->x, sp, l), 8, &sp, 2); \
		if (!p) return NULL; \
		u32 mode = i[1].c, n = i->b ? ROWP(u32, i->b)[l] : 1; (void)mode; (void)n; \
		u64 b = *p, phase = b >> 63; (void)phase; \
		__VA_ARGS__ \
	} \
	return i + 2; } while (0)

FN(mbar_init) { EACH_BARRIER({ *p = (u64)(n & FIELD) << 20 | (n & FIELD); (void)b; }); }
FN(mbar_inval) { EACH_BARRIER({ *p = 0; (void)b; }); }
FN(mbar_arrive) { EACH_BARRIER({
	u32 tx = bytes_due(b), exp = expected(b), pend = pending(b);
	u32 count = mode & (EXPECT | ONLY_TX) ? 1 : n;
	if (mode & EXPECT)
		tx += n;
	if (mode & DROP)
		exp -= count;
	if (count > pend)
		return em_fault_set(w, i, l, EM_FAULT_BARRIER, "Barrier error: more arrivals at an mbarrier than it expects");
	*p = bar_of(phase, exp, pend - count, tx);
	ROWP(u64, i->d)[l] = b;
}); }
FN(mbar_tx) { EACH_BARRIER({
	u32 tx = bytes_due(b) + (mode & COMPLETE ? 0 - n : n);
	/* Expecting bytes never completes a phase; the last of them does. */
	*p = mode & COMPLETE ? bar_of(phase, expected(b), pending(b), tx) : (b & ~((u64)TX_FIELD << 40)) | (u64)(tx & TX_FIELD) << 40;
}); }
FN(mbar_test) { u32 r = 0; u32 mask = w->mask;
	for (u32 m = mask; m; m &= m - 1) {
		int l = __builtin_ctz(m);
		enum ptx_space sp = (enum ptx_space)i[1].x;
		const u64 *p = em_resolve(w, i, l, lane_address(w, i, i->a, i->x, sp, l), 8, &sp, 0);
		if (!p)
			return NULL;
		/* The phase of a state, or of a parity, is over when the current one differs. */
		u64 of = i[1].c ? ROWP(u32, i->b)[l] & 1 : ROWP(u64, i->b)[l] >> 63;
		r |= (u32)((*p >> 63) != of) << l;
	}
	u32 *d = PREDP(i->d);
	*d = (*d & ~mask) | r;
	return i + 2; }
EXEC1(mbar_pending, u32, u64, u64, pending(a))
/* Copies are done: without .noinc the pending count goes up and down again; with it an arrival is due. */
FN(cp_arrive) { EACH_BARRIER({
	if (mode && pending(b))
		*p = bar_of(phase, expected(b), pending(b) - 1, bytes_due(b));
}); }

/* cp.async: a = shared address, x = its displacement, b = global address, c = size; i[1]: x = displacement, a = row of the source size or 0,
 * b = predicate that says "read nothing" or 0. What is not read is zero. */
FN(cp_async) {
	u64 read[EM_WARP];
	u32 readers = 0;
	for (u32 m = w->mask; m; m &= m - 1) {
		int l = __builtin_ctz(m);
		u32 n = i[1].a ? ROWP(u32, i[1].a)[l] : i->c;
		if (n > i->c)
			n = i->c;
		if (i[1].b && (*PREDP(i[1].b) >> l & 1))
			n = 0;
		enum ptx_space to = PTX_SHARED, from = PTX_GLOBAL;
		uint8_t *d = em_resolve(w, i, l, (u64)(u32)(ROWP(u32, i->a)[l] + i->x), i->c, &to, 1);
		if (!d)
			return NULL;
		u64 src = ROWP(u64, i->b)[l] + (u64)(s64)(s32)i[1].x;
		const uint8_t *s = n ? em_resolve(w, i, l, src, n == i->c ? i->c : 1, &from, 0) : NULL;
		if (n && !s)
			return NULL;
		memset(d, 0, i->c);
		if (n) {
			memcpy(d, s, n);
			read[l] = src;
			readers |= 1u << l;
		}
	}
	if (readers) {
		w->ms[i->id].global_req++;
		w->ms[i->id].global_sectors += em_count_sectors(read, readers, i->c);
	}
	return i + 2;
}
/* cp.async.bulk between global and shared memory: lane by lane, 16 bytes at a time. a, b as above, c = row of the size; i[1]: x = displacement
 * of the source, c = 1 when shared is the source, a = row of an mbarrier's address or 0, b = its displacement. */
FN(cp_bulk) {
	for (u32 m = w->mask; m; m &= m - 1) {
		int l = __builtin_ctz(m);
		bool out = i[1].c;
		u32 n = ROWP(u32, i->c)[l];
		for (u32 k = 0; k < n; k += 16) {
			enum ptx_space ds = out ? PTX_GLOBAL : PTX_SHARED, ss = out ? PTX_SHARED : PTX_GLOBAL;
			u64 da = lane_address(w, i, i->a, i->x, ds, l) + k, sa = lane_address(w, i, i->b, i[1].x, ss, l) + k;
			uint8_t *d = em_resolve(w, i, l, da, 16, &ds, 1);
			const uint8_t *s = d ? em_resolve(w, i, l, sa, 16, &ss, 0) : NULL;
			if (!s)
				return NULL;
			memcpy(d, s, 16);
		}
		if (i[1].a) {
			enum ptx_space sp = PTX_SHARED;
			u64 *p = em_resolve(w, i, l, lane_address(w, i, i[1].a, i[1].b, PTX_SHARED, l), 8, &sp, 2);
			if (!p)
				return NULL;
			*p = bar_of(*p >> 63, expected(*p), pending(*p), bytes_due(*p) - n);
		}
	}
	return i + 2;
}
FN(nothing) { (void)w; return i + 1; }

#define MB(mods, fn, x) ROWX(MBARRIER, T1(B64), mods, MBAR, "", fn, x)
#define CP(mods, types, bind, fn, x) ROWX(CP, types, mods, bind, "", fn, x)
static const struct em_row rows[] = {
	MB(M1(INIT), mbar_init, 0), MB(M1(INVAL), mbar_inval, 0), MB(M1(ARRIVE), mbar_arrive, 0), MB(M2(ARRIVE, NOCOMPLETE), mbar_arrive, 0),
	MB(M2(ARRIVE, EXPECT_TX), mbar_arrive, EXPECT), MB(M1(ARRIVE_DROP), mbar_arrive, DROP), MB(M2(ARRIVE_DROP, NOCOMPLETE), mbar_arrive, DROP),
	MB(M2(ARRIVE_DROP, EXPECT_TX), mbar_arrive, DROP | EXPECT), MB(M1(EXPECT_TX), mbar_tx, 0), MB(M1(COMPLETE_TX), mbar_tx, COMPLETE),
	MB(M1(TEST_WAIT), mbar_test, 0), MB(M2(TEST_WAIT, PARITY), mbar_test, 1), MB(M1(TRY_WAIT), mbar_test, 0), MB(M2(TRY_WAIT, PARITY), mbar_test, 1),
	ROW(MBARRIER, T1(B64), M1(PENDING_COUNT), "wl", mbar_pending),
	CP(M4(ASYNC, MBARRIER, ARRIVE, NOINC), T1(B64), MBAR, cp_arrive, 1), CP(M3(ASYNC, MBARRIER, ARRIVE), T1(B64), MBAR, cp_arrive, 0),
	CP(M1(ASYNC), T0, CPASYNC, cp_async, 0), CP(M2(ASYNC, COMMIT_GROUP), T0, NOP, nothing, 0), CP(M2(ASYNC, WAIT_GROUP), T0, NOP, nothing, 0),
	CP(M2(ASYNC, WAIT_ALL), T0, NOP, nothing, 0), CP(M3(ASYNC, BULK, COMMIT_GROUP), T0, NOP, nothing, 0),
	CP(M3(ASYNC, BULK, WAIT_GROUP), T0, NOP, nothing, 0), CP(M4(ASYNC, BULK, WAIT_GROUP, READ), T0, NOP, nothing, 0),
	CP(M3(ASYNC, BULK, MBARRIER_COMPLETE_TX_BYTES), T0, CPASYNC, cp_bulk, 1), CP(M3(ASYNC, BULK, BULK_GROUP), T0, CPASYNC, cp_bulk, 2),
};
const struct em_rows EM_ISA_NAME(em_rows_async);
const struct em_rows EM_ISA_NAME(em_rows_async) = { rows, sizeof rows / sizeof *rows };
