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

#define ALWAYS static inline __attribute__((always_inline))
/* several: counts granules that another block reads now, too. */
struct bounds {
	u64 floor, interval, first, last;
	bool shortcut;
	unsigned several;
};

/* mine: the code without lane; lane: of the first granule; 1 << lg granules a lane (31: all by several lanes). */
static bool quiet_store(u64 *writer, const u64 *reader, unsigned n, u64 mine, unsigned lg, const struct bounds *b)
{
	unsigned k = 0;
#ifdef __AVX2__
	const __m256i floor = _mm256_set1_epi64x((s64)b->floor), me = _mm256_set1_epi64x((s64)mine),
		      who = _mm256_set1_epi64x((s64)CK_WHO);
	const __m256i who_alone = _mm256_set1_epi64x((s64)(CK_WHO | CK_LANES | CK_OTHER_WARP | CK_OTHER_BLOCK)),
		      zero = _mm256_setzero_si256();
	const __m128i count = _mm_cvtsi32_si128((int)lg);
	__m256i iota = _mm256_set_epi64x(3, 2, 1, 0), bad = zero;
	for (; k + 4 <= n; k += 4, iota = _mm256_add_epi64(iota, _mm256_set1_epi64x(4))) {
		__m256i code = _mm256_add_epi64(me, _mm256_slli_epi64(_mm256_srl_epi64(iota, count), CK_LANE_SHIFT));
		__m256i wrote = _mm256_loadu_si256((const __m256i *)(const void *)(writer + k)),
			read = _mm256_loadu_si256((const __m256i *)(const void *)(reader + k));
		__m256i writer_ok = _mm256_or_si256(_mm256_cmpgt_epi64(floor, wrote),
			_mm256_cmpeq_epi64(_mm256_and_si256(_mm256_xor_si256(wrote, code), who), zero));
		__m256i reader_ok = _mm256_or_si256(_mm256_cmpgt_epi64(floor, read),
			_mm256_cmpeq_epi64(_mm256_and_si256(_mm256_xor_si256(read, code), who_alone), zero));
		bad = _mm256_or_si256(
			bad, _mm256_xor_si256(_mm256_and_si256(writer_ok, reader_ok), _mm256_set1_epi64x(-1)));
	}
	if (!_mm256_testz_si256(bad, bad))
		return false;
#endif
	for (; k < n; k++) {
		u64 code = mine + (((u64)k >> lg) << CK_LANE_SHIFT);
		if (writer[k] >= b->floor && ((writer[k] ^ code) & CK_WHO))
			return false;
		if (reader[k] >= b->floor &&
			((reader[k] ^ code) & (CK_WHO | CK_LANES | CK_OTHER_WARP | CK_OTHER_BLOCK)))
			return false;
	}
	k = 0;
#ifdef __AVX2__
	iota = _mm256_set_epi64x(3, 2, 1, 0);
	for (; k + 4 <= n; k += 4, iota = _mm256_add_epi64(iota, _mm256_set1_epi64x(4)))
		_mm256_storeu_si256((__m256i *)(void *)(writer + k),
			_mm256_add_epi64(me, _mm256_slli_epi64(_mm256_srl_epi64(iota, count), CK_LANE_SHIFT)));
#endif
	for (; k < n; k++)
		writer[k] = mine + (((u64)k >> lg) << CK_LANE_SHIFT);
	return true;
}

/* Has somebody of another warp (of this interval) or block read it as well? Then one more reader adds nothing. */
static inline bool known(u64 read, const struct bounds *b)
{
	return b->shortcut &&
		((read & CK_OTHER_BLOCK) || ((read & CK_OTHER_WARP) && read >= b->interval && read < b->last));
}

/* One granule that is read. */
ALWAYS bool quiet_load1(const u64 *writer, u64 *reader, u64 *another, u64 code, struct bounds *b)
{
	u64 wrote = writer ? *writer : 0, read = *reader;
	if (wrote >= b->floor && !(wrote >= b->first && wrote < b->interval) &&
		((code & CK_LANES) || ((wrote ^ code) & CK_WHO))) /* of several lanes some are not the writer */
		return false;
	if (read < b->floor) {
		*reader = code;
		return true;
	}
	if (!((read ^ code) & ~CK_INST_MASK) || known(read, b))
		return true;
	bool here = read >= b->first && read < b->last;
	if (read >= b->interval && here && !((read ^ code) & CK_WHO) &&
		!(read &
			(CK_LANES | CK_OTHER_WARP | CK_OTHER_BLOCK))) { /* this lane, since the warp's lanes have met */
		*reader = code;
		return true;
	}
	if (!b->shortcut)
		return false;
	if (here && read < b->interval && !(read & CK_OTHER_BLOCK)) {
		*reader = code;
		return true;
	}
	if ((read & CK_OTHER_BLOCK) || !another ||
		(here && (read < b->interval || !((read ^ code) >> CK_WARP_SHIFT & 31))))
		return false;
	*another = read;
	*reader = code | (here ? CK_OTHER_WARP : CK_OTHER_BLOCK);
	b->several += !here;
	return true;
}

#ifdef __AVX2__
#define ALL(v) (_mm256_movemask_pd(_mm256_castsi256_pd(v)) == 15)
#define LOAD4(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))
/* Granules in fours, in three tries: nothing new about any of them; nobody has read any; each by itself. 0: not quiet.
 * Returns how many it did. */
ALWAYS unsigned quiet_load4(
	const u64 *writer, u64 *reader, u64 *another, unsigned n, u64 mine, unsigned lg, struct bounds *b, bool shared)
{
	const __m256i floor = _mm256_set1_epi64x((s64)b->floor), interval = _mm256_set1_epi64x((s64)b->interval - 1),
		      me = _mm256_set1_epi64x((s64)mine);
	const __m128i count = _mm_cvtsi32_si128((int)lg);
	__m256i old = _mm256_set1_epi64x(-1), done = old, fresh = old;
	unsigned k;
	for (k = 0; k + 4 <= n; k += 4) {
		__m256i read = LOAD4(reader + k), stale = _mm256_cmpgt_epi64(floor, read);
		if (writer)
			old = _mm256_and_si256(old, _mm256_cmpgt_epi64(floor, LOAD4(writer + k)));
		fresh = _mm256_and_si256(fresh, stale);
		/* The flag in the place of the sign. */
		done = _mm256_and_si256(done,
			shared ?
				_mm256_and_si256(_mm256_cmpgt_epi64(read, interval), _mm256_slli_epi64(read, 63 - 16)) :
				_mm256_andnot_si256(stale, _mm256_slli_epi64(read, 63 - 17)));
	}
	if (EM_LIKELY(ALL(old))) {
		if (EM_LIKELY(ALL(done)) && b->shortcut)
			return k;
		__m256i iota = _mm256_set_epi64x(3, 2, 1, 0);
		if (ALL(fresh)) {
			for (k = 0; k + 4 <= n; k += 4, iota = _mm256_add_epi64(iota, _mm256_set1_epi64x(4)))
				_mm256_storeu_si256((__m256i *)(void *)(reader + k),
					_mm256_add_epi64(
						me, _mm256_slli_epi64(_mm256_srl_epi64(iota, count), CK_LANE_SHIFT)));
			return k;
		}
		if (b->shortcut && another) {
			/* All of one other warp, or of one other block. */
			const __m256i last = _mm256_set1_epi64x((s64)b->last),
				      first = _mm256_set1_epi64x((s64)b->first - 1);
			const __m256i warp = _mm256_set1_epi64x((s64)(31ull << CK_WARP_SHIFT)),
				      flags = _mm256_set1_epi64x((s64)(CK_OTHER_WARP | CK_OTHER_BLOCK)),
				      zero = _mm256_setzero_si256();
			__m256i other = _mm256_set1_epi64x(-1), foreign = other;
			for (k = 0; k + 4 <= n; k += 4) {
				__m256i read = LOAD4(reader + k),
					plain = _mm256_cmpeq_epi64(_mm256_and_si256(read, flags), zero);
				__m256i same =
					_mm256_cmpeq_epi64(_mm256_and_si256(_mm256_xor_si256(read, me), warp), zero);
				__m256i now = _mm256_and_si256(
					_mm256_cmpgt_epi64(read, interval), _mm256_cmpgt_epi64(last, read));
				__m256i here = _mm256_and_si256(
					_mm256_cmpgt_epi64(read, first), _mm256_cmpgt_epi64(last, read));
				other = _mm256_and_si256(
					other, _mm256_and_si256(plain, _mm256_andnot_si256(same, now)));
				/* The flag CK_OTHER_WARP of another block's readers means nothing to us. */
				foreign = _mm256_and_si256(foreign,
					_mm256_andnot_si256(
						_mm256_or_si256(_mm256_slli_epi64(read, 63 - 17),
							_mm256_or_si256(here, _mm256_cmpgt_epi64(floor, read))),
						_mm256_set1_epi64x(-1)));
			}
			if (ALL(other) || ALL(foreign)) {
				const __m256i flag =
					_mm256_set1_epi64x((s64)(mine | (ALL(other) ? CK_OTHER_WARP : CK_OTHER_BLOCK)));
				b->several += ALL(other) ? 0 : n & ~3u;
				for (k = 0; k + 4 <= n; k += 4, iota = _mm256_add_epi64(iota, _mm256_set1_epi64x(4))) {
					_mm256_storeu_si256((__m256i *)(void *)(another + k), LOAD4(reader + k));
					_mm256_storeu_si256((__m256i *)(void *)(reader + k),
						_mm256_add_epi64(flag,
							_mm256_slli_epi64(
								_mm256_srl_epi64(iota, count), CK_LANE_SHIFT)));
				}
				return k;
			}
		}
	}
	for (k = 0; k + 4 <= n; k++)
		if (!quiet_load1(writer ? writer + k : NULL, reader + k, another ? another + k : NULL,
			    mine + (((u64)k >> lg) << CK_LANE_SHIFT), b))
			return 0;
	return k;
}
#endif

ALWAYS bool quiet_load(
	const u64 *writer, u64 *reader, u64 *another, unsigned n, u64 mine, unsigned lg, struct bounds *b, bool shared)
{
	unsigned k = 0;
#ifdef __AVX2__
	if (n >= 4 && !(k = quiet_load4(writer, reader, another, n, mine, lg, b, shared)))
		return false;
#else
	(void)shared;
#endif
	for (; k < n; k++)
		if (!quiet_load1(writer ? writer + k : NULL, reader + k, another ? another + k : NULL,
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
ALWAYS bool quiet_unit(u64 *writer, u64 *reader, u64 *other, u64 mine, bool store, u64 spread, struct bounds *b)
{
	if (!store)
		return *reader != spread && quiet_load1(writer, reader, other, mine, b);
	if ((*writer >= b->floor && ((*writer ^ mine) & CK_WHO)) ||
		(reader && *reader >= b->floor &&
			((*reader ^ mine) & (CK_WHO | CK_LANES | CK_OTHER_WARP | CK_OTHER_BLOCK))))
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

ALWAYS bool quiet_run(struct em_warp *w, enum ptx_space space, u64 a, unsigned n, unsigned kind, bool several,
	unsigned lane, const struct em_runs *r, u64 mine, struct bounds *b)
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
		} else if (ch->several[part] == (1u << CK_PART_SHIFT) >> shift && end == part && b->shortcut) {
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
		if (unit) {
			b->several = 0;
			if (EM_LIKELY(quiet_unit(ch->planes.writer ? &ck_units(c, ch->planes.writer)[u] : NULL,
				    ch->planes.reader ? &ck_units(c, ch->planes.reader)[u] : NULL,
				    ch->planes.other ? &ck_units(c, ch->planes.other)[u] : NULL, unit_code, r->store,
				    CK_SPREAD(q), b))) {
				if (b->several)
					ck_several(ch, off, 64u >> shift);
				return true;
			}
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

ALWAYS bool quiet_runs(struct em_warp *w, enum ptx_space space, const struct em_runs *r, u64 mine, struct bounds *b)
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
	struct bounds b = { space == PTX_SHARED ? k->interval : w->t->run->check.floor, k->interval,
		space == PTX_SHARED ? 0 : k->first, space == PTX_SHARED ? INT64_MAX : k->last, !k->partial, 0 };
	w->touched = 1;
	if (EM_UNLIKELY(i->access & EM_ACC_ORDERS) || !quiet_runs(w, space, r, mine, &b))
		loud_runs(w, i, space, r);
}

/* Strong accesses order others. */
static void order(struct em_warp *w, const struct em_inst *i, enum ptx_space space, u64 addr, enum em_access kind)
{
	u32 acc = kind == EM_ATOMIC ? i[1].c : i->c;
	if (kind != EM_ATOMIC && !(acc & EM_ACC_ORDERS))
		return;
	unsigned what = kind == EM_READ ? CK_ACQUIRE : kind == EM_WRITE ? CK_RELEASE : CK_ACQUIRE | CK_RELEASE;
	em_check_sync_access(w, space, addr,
		what | (acc & EM_ACC_RELEASE ? CK_FENCED : 0) | (acc & EM_ACC_ACQUIRE ? CK_AT_ONCE : 0) |
			(acc & EM_ACC_NARROW ? CK_NARROW : 0));
}

void EM_ISA_NAME(em_race_runs)(
	struct em_warp *w, const struct em_inst *i, enum ptx_space space, const struct em_runs *r)
{
	if (space == PTX_SHARED)
		race_runs(w, i, PTX_SHARED, r);
	else
		race_runs(w, i, PTX_GLOBAL, r);
	if (EM_UNLIKELY(i->access & EM_ACC_ORDERS)) {
		order(w, i, space, r->a0, r->store ? EM_WRITE : EM_READ);
		if (r->a1 != r->a0)
			order(w, i, space, r->a1, r->store ? EM_WRITE : EM_READ);
	}
}

void EM_ISA_NAME(em_race_access)(struct em_warp *w, const struct em_inst *i, enum ptx_space space, const uint64_t *addr,
	uint32_t mask, unsigned bytes, enum em_access kind)
{
	w->touched = 1;
	em_race_lanes(w, i, space, addr, mask, bytes, kind);
	if (kind == EM_ATOMIC || ((kind == EM_READ || kind == EM_WRITE) && (i->access & EM_ACC_ORDERS))) {
		u64 last = UINT64_MAX;
		for (u32 m = mask; m; m &= m - 1) {
			u64 a = addr[__builtin_ctz(m)];
			if (a != last)
				order(w, i, space, a, kind);
			last = a;
		}
	}
}
