/* exec_race: the race check of what executors do (observe.h calls it through exec_watch.c, which has passed the
 * simplest cases itself). Compiled for each ISA because it lies on the way of every access.
 *
 * For runs there is a shortcut of the race check: a granule is quiet when nobody wrote it lately but this lane, and,
 * for a store, nobody else read it. Quiet granules only get new codes; the first other one sends the whole access to
 * check/race.c, which may see some granules twice: that changes nothing. */
#include "emulator/check/check.h"
#include "emulator/core/device.h"
#include "emulator/exec/exec.h"
#include "emulator/exec/exec_race.h"
#include "emulator/exec/race_rules.h"

#define ALWAYS static inline __attribute__((always_inline))

/* Four codes, as the rules of race_rules.h take them. */
#ifdef __AVX2__
typedef s64 four __attribute__((vector_size(32)));
typedef s64 four_anywhere __attribute__((vector_size(32), aligned(8), may_alias));
#define ALL(v) (_mm256_movemask_pd((__m256d)(v)) == 15)
#define LOAD4(p) (*(const four_anywhere *)(const void *)(p))
#define STORE4(p, v) (*(four_anywhere *)(void *)(p) = (v))
/* The codes of granules k to k + 3. */
#define CODES4(mine, k, lg) ((mine) + ((((four){ 0, 1, 2, 3 } + (s64)(k)) >> (s64)(lg)) << CK_LANE_SHIFT))
#endif

/* mine: the code without lane; lane: of the first granule; 1 << lg granules a lane (31: all by several lanes). */
static bool quiet_store(u64 *writer, const u64 *reader, unsigned n, u64 mine, unsigned lg, const struct race_bounds *b)
{
	unsigned k = 0;
#ifdef __AVX2__
	four quiet = { -1, -1, -1, -1 };
	for (; k + 4 <= n; k += 4)
		quiet &= RACE_STORE_QUIET(&, |, LOAD4(writer + k), LOAD4(reader + k), CODES4((s64)mine, k, lg),
			b->floor);
	if (!ALL(quiet))
		return false;
#endif
	for (; k < n; k++) {
		const s64 code = (s64)(mine + (((u64)k >> lg) << CK_LANE_SHIFT));
		if (!RACE_STORE_QUIET(&&, ||, (s64)writer[k], (s64)reader[k], code, b->floor))
			return false;
	}
	k = 0;
#ifdef __AVX2__
	for (; k + 4 <= n; k += 4)
		STORE4(writer + k, CODES4((s64)mine, k, lg));
#endif
	for (; k < n; k++)
		writer[k] = mine + (((u64)k >> lg) << CK_LANE_SHIFT);
	return true;
}

#ifdef __AVX2__
/* Granules in fours, in three tries: nothing new about any of them; nobody has read any; each by itself. 0: not quiet.
 * Returns how many it did. */
ALWAYS unsigned quiet_load4(const u64 *writer, u64 *reader, u64 *another, unsigned n, u64 mine, unsigned lg,
	struct race_bounds *b, bool shared)
{
	const four each = { -1, -1, -1, -1 };
	four unwritten = each, known = each, first = each;
	unsigned k;
	for (k = 0; k + 4 <= n; k += 4) {
		const four read = LOAD4(reader + k), old = RACE_OLD(read, b->floor);
		if (writer)
			unwritten &= RACE_OLD(LOAD4(writer + k), b->floor);
		first &= old;
		known &= shared ? RACE_READ_BY_WARPS_SHARED(&, read, b->interval) : ~old & RACE_READ_BY_BLOCKS(read);
	}
	if (EM_LIKELY(ALL(unwritten))) {
		if (EM_LIKELY(ALL(known)) && b->together)
			return k;
		if (ALL(first)) {
			for (k = 0; k + 4 <= n; k += 4)
				STORE4(reader + k, CODES4((s64)mine, k, lg));
			return k;
		}
		if (b->together && another) {
			four of_warp = each, of_block = each;
			for (k = 0; k + 4 <= n; k += 4) {
				const four read = LOAD4(reader + k);
				of_warp &= RACE_SECOND_WARP(&, read, (s64)mine, b->interval, b->last);
				of_block &=
					~RACE_OLD(read, b->floor) & RACE_SECOND_BLOCK(&, |, read, b->first, b->last);
			}
			if (ALL(of_warp) || ALL(of_block)) {
				const s64 flagged = (s64)(mine | (ALL(of_warp) ? CK_OTHER_WARP : CK_OTHER_BLOCK));
				b->several += ALL(of_warp) ? 0 : n & ~3u;
				for (k = 0; k + 4 <= n; k += 4) {
					STORE4(another + k, LOAD4(reader + k));
					STORE4(reader + k, CODES4(flagged, k, lg));
				}
				return k;
			}
		}
	}
	for (k = 0; k + 4 <= n; k++)
		if (!race_load1(writer ? writer + k : NULL, reader + k, another ? another + k : NULL,
			    mine + (((u64)k >> lg) << CK_LANE_SHIFT), b))
			return 0;
	return k;
}
#endif

ALWAYS bool quiet_load(const u64 *writer, u64 *reader, u64 *another, unsigned n, u64 mine, unsigned lg,
	struct race_bounds *b, bool shared)
{
	unsigned k = 0;
#ifdef __AVX2__
	if (n >= 4 && !(k = quiet_load4(writer, reader, another, n, mine, lg, b, shared)))
		return false;
#else
	(void)shared;
#endif
	for (; k < n; k++)
		if (!race_load1(writer ? writer + k : NULL, reader + k, another ? another + k : NULL,
			    mine + (((u64)k >> lg) << CK_LANE_SHIFT), b))
			return false;
	return true;
}

/* A run's planes; false: go lane by lane. */
ALWAYS bool global_planes(struct em_warp *w, struct ck_chunk *ch, u64 a, size_t off, bool store, struct ck_planes *p)
{
	const struct em_check *c = w->t->d->check;
	if (EM_UNLIKELY(store ? !ch->planes.writer : !ch->planes.reader) &&
		!em_check_chunk(
			w->t, a, store ? CK_WRITER : CK_READER)) /* check/race.c makes `other` when it is needed */
		return false;
	const u64 *const reader = ch->planes.reader;
	u64 *const writer = ch->planes.writer, *const other = ch->planes.other;
	size_t at = off >> c->shift;
	*p = (struct ck_planes){ writer ? writer + at : NULL, (reader ? ch->planes.reader : c->zero) + at,
		other ? other + at : NULL };
	return true;
}

/* A half-warp's access to one unit: one code instead of sixteen. The unit's codes: NULL where there is none. */
ALWAYS bool quiet_unit(u64 *writer, u64 *reader, u64 *other, u64 mine, bool store, u64 spread, struct race_bounds *b)
{
	if (!store)
		return *reader != spread && race_load1(writer, reader, other, mine, b);
	if (!RACE_STORE_QUIET(&&, ||, (s64)*writer, reader ? (s64)*reader : 0, (s64)mine, b->floor))
		return false;
	*writer = mine;
	return true;
}

static void expand(const struct em_runs *r, u64 *addr)
{
	for (unsigned l = 0; l < 16; l++) {
		addr[l] = r->a0 + (r->k0 == EM_CONSECUTIVE ? l * r->total : 0);
		addr[16 + l] = r->a1 + (r->k1 == EM_CONSECUTIVE ? l * r->total : 0);
	}
}

/* A second block, or warp, reads a unit, and its chunk has no codes of other readers yet: they are made here, while the
 * units are whole. Made for a unit that is spread they would take the room of all granules. False: it is not that. */
__attribute__((noinline)) static bool make_other(
	struct em_warp *w, struct ck_chunk *ch, u64 a, size_t u, u64 mine, const struct race_bounds *b)
{
	const struct em_check *c = w->t->d->check;
	const struct ck_planes *p = &ch->planes;
	u64 read;

	if (p->other || !p->reader || !b->together)
		return false;
	read = ck_units(c, p->reader)[u];
	return read != CK_SPREAD(&w->t->run->check) &&
		race_load(p->writer ? (s64)ck_units(c, p->writer)[u] : 0, (s64)read, (s64)mine, b) ==
		RACE_LOAD_FURTHER &&
		em_check_chunk(w->t, a, CK_READER | CK_OTHER) != NULL;
}

ALWAYS bool quiet_run(struct em_warp *w, enum ptx_space space, u64 a, unsigned n, unsigned kind, bool several,
	unsigned lane, const struct em_runs *r, u64 mine, struct race_bounds *b)
{
	struct em_ckblock *k = &w->blk->check;
	struct em_check *c = w->t->d->check;
	struct ck_planes p;
	struct ck_chunk *ch = NULL;
	size_t off = 0;
	unsigned shift = space == PTX_SHARED ? k->shift : c->shift;
	if (space == PTX_SHARED) {
		p = (struct ck_planes){ k->planes.writer + (a >> shift), k->planes.reader + (a >> shift),
			k->planes.other + (a >> shift) };
	} else {
		ch = &k->dir[(a - c->base) >> CK_CHUNK_SHIFT];
		off = (size_t)((a - c->base) & (CK_CHUNK_BYTES - 1));
		if (EM_UNLIKELY(off + n > CK_CHUNK_BYTES))
			return false;
		size_t part = off >> CK_PART_SHIFT, end = (off + n - 1) >> CK_PART_SHIFT;
		if (EM_UNLIKELY(ch->stamp != k->stamp))
			em_check_touch(w->t, ch);
		if (r->store) {
			ch->several[part] = ch->several[end] = 0;
			if (EM_UNLIKELY(w->t->shadow->saved != NULL) &&
				EM_UNLIKELY(~ch->wrote & (1ull << part | 1ull << end)))
				for (size_t part_at = off; part_at < off + n;
					part_at = (part_at | ((1u << CK_PART_SHIFT) - 1)) + 1)
					em_undo_keep(w->t, ch, (a - c->base - off) + part_at);
		} else if (ch->several[part] == (1u << CK_PART_SHIFT) >> shift && end == part && b->together) {
			return true;
		} else if (EM_UNLIKELY(w->t->shadow->saved != NULL) && end == part && b->together &&
			EM_UNLIKELY(ck_at_end_of_part(off, n)) && ch->planes.reader &&
			ck_units(c, ch->planes.reader)[off >> CK_UNIT_SHIFT] >= w->t->run->check.floor &&
			em_common_read(w->t, ch, off)) {
			return true;
		}
		if (!global_planes(w, ch, a, off, r->store, &p))
			return false;
	}
	const bool unit = n == 64 && r->total == 4 && !(a & 63);
	const u64 unit_code = mine | (u64)lane << CK_LANE_SHIFT | (several ? CK_LANES : 0);
	if (space == PTX_SHARED) {
		const size_t u = a >> CK_UNIT_SHIFT;
		if (unit &&
			EM_LIKELY(quiet_unit(&k->unit.writer[u], &k->unit.reader[u], &k->unit.other[u], unit_code,
				r->store, CK_SPREAD_SHARED(k), b)))
			return true;
		for (size_t v = u; v <= (a + n - 1) >> CK_UNIT_SHIFT; v++)
			ck_spread_shared(k, v, r->store);
	} else {
		const struct ck_run *q = &w->t->run->check;
		const size_t u = off >> CK_UNIT_SHIFT;
		while (unit) {
			b->several = 0;
			if (EM_LIKELY(quiet_unit(ch->planes.writer ? &ck_units(c, ch->planes.writer)[u] : NULL,
				    ch->planes.reader ? &ck_units(c, ch->planes.reader)[u] : NULL,
				    ch->planes.other ? &ck_units(c, ch->planes.other)[u] : NULL, unit_code, r->store,
				    CK_SPREAD(q), b))) {
				if (b->several)
					ck_several(ch, off, 64u >> shift);
				return true;
			}
			if (r->store || several || !make_other(w, ch, a, u, unit_code, b))
				break;
		}
		for (size_t v = u; v <= (off + n - 1) >> CK_UNIT_SHIFT; v++)
			if (EM_UNLIKELY(!ck_spread(c, w->t->shadow, ch, v, q, r->store)))
				return false;
	}
	unsigned granules = (n + (1u << shift) - 1) >> shift,
		 lg = kind == EM_CONSECUTIVE ? (unsigned)__builtin_ctz(r->total >> shift) : 31;
	mine |= (u64)lane << CK_LANE_SHIFT;
	if (kind == EM_UNIFORM || several)
		mine |= CK_LANES;
	if (r->store)
		return quiet_store(p.writer, p.reader, granules, mine, lg, b);
	b->several = 0;
	bool quiet = quiet_load(p.writer, p.reader, p.other, granules, mine, lg, b, space == PTX_SHARED);
	if (space != PTX_SHARED && b->several) {
		size_t part = off >> CK_PART_SHIFT;
		ck_several(ch, off, (off + n - 1) >> CK_PART_SHIFT == part ? b->several : 0);
	}
	return quiet;
}

ALWAYS bool quiet_runs(
	struct em_warp *w, enum ptx_space space, const struct em_runs *r, u64 mine, struct race_bounds *b)
{
	bool twice = r->a0 == r->a1 && r->k0 == r->k1, overlap = r->a0 < r->a1 + r->n1 && r->a1 < r->a0 + r->n0;
	if (overlap && !twice)
		return false;
	if (r->store && (overlap || r->k0 == EM_UNIFORM || r->k1 == EM_UNIFORM))
		return false;
	return quiet_run(w, space, r->a0, r->n0, r->k0, twice, 0, r, mine, b) &&
		(twice || quiet_run(w, space, r->a1, r->n1, r->k1, false, 16, r, mine, b));
}

__attribute__((noinline)) static void loud_runs(
	struct em_warp *w, const struct em_inst *i, enum ptx_space space, const struct em_runs *r)
{
	u64 addr[EM_WARP];
	expand(r, addr);
	em_race_lanes(w, i, space, addr, EM_FULL, r->total, r->store ? EM_WRITE : EM_READ);
}

ALWAYS void race_runs(struct em_warp *w, const struct em_inst *i, enum ptx_space space, const struct em_runs *r)
{
	const struct em_ckblock *k = &w->blk->check;
	const u64 mine = w->code | ck_inst_of(i);
	struct race_bounds b = race_bounds(k, w->t->run->check.floor, space == PTX_SHARED);
	w->touched = 1;
	if (EM_UNLIKELY(i->access & (EM_ACC_ORDERS | EM_ACC_KEEPS | EM_ACC_PARTLY)) ||
		!quiet_runs(w, space, r, mine, &b))
		loud_runs(w, i, space, r);
}

/* Strong accesses order others. */
static void order(
	struct em_warp *w, const struct em_inst *i, enum ptx_space space, u64 addr, enum em_access kind, u32 lanes)
{
	u32 acc = kind == EM_ATOMIC ? i[1].c : i->c;
	if (kind != EM_ATOMIC && !(acc & EM_ACC_ORDERS))
		return;
	if (EM_UNLIKELY(kind == EM_ATOMIC && acc & EM_ACC_LOOK))
		em_looked_at(w, addr);
	unsigned what = kind == EM_READ ? CK_ACQUIRE : kind == EM_WRITE ? CK_RELEASE : CK_ACQUIRE | CK_RELEASE;
	if (space != PTX_SHARED && (kind == EM_ATOMIC || (kind == EM_READ && acc & EM_ACC_STRONG)))
		em_check_waited(w, addr, acc & (EM_ACC_CAS | EM_ACC_EXCH));
	em_check_sync_access(w, space, addr,
		what | (acc & EM_ACC_RELEASE ? CK_FENCED : 0) | (acc & EM_ACC_ACQUIRE ? CK_AT_ONCE : 0) |
			(acc & EM_ACC_NARROW ? CK_NARROW : 0) |
			(kind == EM_ATOMIC && lanes & (lanes - 1) ? CK_SEVERAL : 0),
		i, lanes);
}

void EM_ISA_NAME(em_race_runs)(
	struct em_warp *w, const struct em_inst *i, enum ptx_space space, const struct em_runs *r)
{
	if (space == PTX_SHARED)
		race_runs(w, i, PTX_SHARED, r);
	else
		race_runs(w, i, PTX_GLOBAL, r);
	if (EM_UNLIKELY(i->access & EM_ACC_CONSTANT) && em_check_constant_written(w, r)) {
		u64 addr[EM_WARP];
		expand(r, addr);
		em_check_constant(w, i, addr, EM_FULL, r->total);
	}
	if (EM_UNLIKELY(i->access & EM_ACC_ORDERS)) {
		order(w, i, space, r->a0, r->store ? EM_WRITE : EM_READ, r->k0 == EM_UNIFORM ? 0xffff : 0);
		if (r->a1 != r->a0)
			order(w, i, space, r->a1, r->store ? EM_WRITE : EM_READ, r->k1 == EM_UNIFORM ? 0xffff0000 : 0);
	}
}

/* As if each load came now: nothing else came to shared memory since, and the whole block had met nobody in part. */
void EM_ISA_NAME(em_race_logged)(struct em_block *b)
{
	struct em_ckblock *k = &b->check;
	const bool partial = k->partial;
	uint64_t(*clocks)[32] = k->clocks;
	k->lazy = false;
	k->busy[k->key] = k->nlogged == CK_LOG ? UINT8_MAX : 31;
	k->partial = false;
	k->clocks = NULL;
	for (const struct ck_logged *e = k->log, *end = e + k->nlogged; e < end; e++) {
		struct em_warp *w = b->warp[ck_warp(e->code)];
		const unsigned k0 = e->kinds & 3, k1 = e->kinds >> 2 & 3;
		const u64 code = w->code, point = w->sync_point;
		const uint8_t touched = w->touched;
		w->code = e->code;
		w->sync_point = e->point;
		race_runs(w, e->i, PTX_SHARED,
			&(struct em_runs){
				e->a0, e->a1, k0 == EM_UNIFORM ? 4 : 64, k1 == EM_UNIFORM ? 4 : 64, k0, k1, 4, false });
		w->code = code;
		w->sync_point = point;
		w->touched = touched;
	}
	k->partial = partial;
	k->clocks = clocks;
	k->nlogged = 0;
}

void EM_ISA_NAME(em_race_access)(struct em_warp *w, const struct em_inst *i, enum ptx_space space, const uint64_t *addr,
	uint32_t mask, unsigned bytes, enum em_access kind)
{
	w->touched = 1;
	if (space == PTX_SHARED && w->blk->check.lazy)
		EM_ISA_NAME(em_race_logged)(w->blk);
	em_race_lanes(w, i, space, addr, mask, bytes, kind);
	if (kind == EM_READ && EM_UNLIKELY(i->access & EM_ACC_CONSTANT))
		em_check_constant(w, i, addr, mask, bytes);
	if (kind == EM_ATOMIC && space != PTX_SHARED && i[1].access & (EM_ACC_CAS | EM_ACC_EXCH)) /* locks */
		em_check_swaps(w, i, addr, mask, bytes);
	if (kind == EM_ATOMIC || ((kind == EM_READ || kind == EM_WRITE) && (i->access & EM_ACC_ORDERS))) {
		u64 last = UINT64_MAX;
		for (u32 m = mask; m; m &= m - 1) {
			u64 a = addr[__builtin_ctz(m)];
			u32 same = 0;
			if (a == last)
				continue;
			for (u32 n = m; n && addr[__builtin_ctz(n)] == a; n &= n - 1)
				same |= n & -n;
			order(w, i, space, a, kind, same);
			last = a;
		}
	}
}
