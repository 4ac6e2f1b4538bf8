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
	u64 floor, lo, first, last;
	bool shortcut;
	unsigned several;
};

/* mine: the code without lane; lane: of the first granule; 1 << lg granules a lane (31: all by several lanes). */
static bool quiet_store(u64 *w, const u64 *l, unsigned n, u64 mine, unsigned lg, const struct bounds *b)
{
	unsigned k = 0;
#ifdef __AVX2__
	const __m256i floor = _mm256_set1_epi64x((s64)b->floor), me = _mm256_set1_epi64x((s64)mine),
		      who = _mm256_set1_epi64x((s64)CK_WHO);
	const __m256i whol = _mm256_set1_epi64x((s64)(CK_WHO | CK_LANES | CK_MW | CK_MB)),
		      zero = _mm256_setzero_si256();
	const __m128i count = _mm_cvtsi32_si128((int)lg);
	__m256i iota = _mm256_set_epi64x(3, 2, 1, 0), bad = zero;
	for (; k + 4 <= n; k += 4, iota = _mm256_add_epi64(iota, _mm256_set1_epi64x(4))) {
		__m256i code = _mm256_add_epi64(me, _mm256_slli_epi64(_mm256_srl_epi64(iota, count), CK_LANE_SHIFT));
		__m256i x = _mm256_loadu_si256((const __m256i *)(const void *)(w + k)),
			y = _mm256_loadu_si256((const __m256i *)(const void *)(l + k));
		__m256i okx = _mm256_or_si256(_mm256_cmpgt_epi64(floor, x),
			_mm256_cmpeq_epi64(_mm256_and_si256(_mm256_xor_si256(x, code), who), zero));
		__m256i oky = _mm256_or_si256(_mm256_cmpgt_epi64(floor, y),
			_mm256_cmpeq_epi64(_mm256_and_si256(_mm256_xor_si256(y, code), whol), zero));
		bad = _mm256_or_si256(bad, _mm256_xor_si256(_mm256_and_si256(okx, oky), _mm256_set1_epi64x(-1)));
	}
	if (!_mm256_testz_si256(bad, bad))
		return false;
#endif
	for (; k < n; k++) {
		u64 code = mine + (((u64)k >> lg) << CK_LANE_SHIFT);
		if (w[k] >= b->floor && ((w[k] ^ code) & CK_WHO))
			return false;
		if (l[k] >= b->floor && ((l[k] ^ code) & (CK_WHO | CK_LANES | CK_MW | CK_MB)))
			return false;
	}
	k = 0;
#ifdef __AVX2__
	iota = _mm256_set_epi64x(3, 2, 1, 0);
	for (; k + 4 <= n; k += 4, iota = _mm256_add_epi64(iota, _mm256_set1_epi64x(4)))
		_mm256_storeu_si256((__m256i *)(void *)(w + k),
			_mm256_add_epi64(me, _mm256_slli_epi64(_mm256_srl_epi64(iota, count), CK_LANE_SHIFT)));
#endif
	for (; k < n; k++)
		w[k] = mine + (((u64)k >> lg) << CK_LANE_SHIFT);
	return true;
}

/* Has somebody of another warp (of this interval) or block read it as well? Then one more reader adds nothing. */
static inline bool known(u64 y, const struct bounds *b)
{
	return b->shortcut && ((y & CK_MB) || ((y & CK_MW) && y >= b->lo && y < b->last));
}

/* One granule that is read. */
ALWAYS bool quiet_load1(const u64 *w, u64 *l, u64 *m, u64 code, struct bounds *b)
{
	u64 x = w ? *w : 0, y = *l;
	if (x >= b->floor && !(x >= b->first && x < b->lo) &&
		((code & CK_LANES) || ((x ^ code) & CK_WHO))) /* of several lanes some are not the writer */
		return false;
	if (y < b->floor) {
		*l = code;
		return true;
	}
	if (!((y ^ code) & ~CK_INST_MASK) || known(y, b))
		return true;
	bool here = y >= b->first && y < b->last;
	if (y >= b->lo && here && !((y ^ code) & CK_WHO) &&
		!(y & (CK_LANES | CK_MW | CK_MB))) { /* this lane, since the warp's lanes have met */
		*l = code;
		return true;
	}
	if (!b->shortcut)
		return false;
	if (here && y < b->lo && !(y & CK_MB)) {
		*l = code;
		return true;
	}
	if ((y & CK_MB) || !m || (here && (y < b->lo || !((y ^ code) >> CK_WARP_SHIFT & 31))))
		return false;
	*m = y;
	*l = code | (here ? CK_MW : CK_MB);
	b->several += !here;
	return true;
}

#ifdef __AVX2__
#define ALL(v) (_mm256_movemask_pd(_mm256_castsi256_pd(v)) == 15)
#define LOAD4(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))
/* Granules in fours, in three tries: nothing new about any of them; nobody has read any; each by itself. 0: not quiet.
 * Returns how many it did. */
ALWAYS unsigned quiet_load4(
	const u64 *w, u64 *l, u64 *m, unsigned n, u64 mine, unsigned lg, struct bounds *b, bool shared)
{
	const __m256i floor = _mm256_set1_epi64x((s64)b->floor), lo = _mm256_set1_epi64x((s64)b->lo - 1),
		      me = _mm256_set1_epi64x((s64)mine);
	const __m128i count = _mm_cvtsi32_si128((int)lg);
	__m256i old = _mm256_set1_epi64x(-1), done = old, fresh = old;
	unsigned k;
	for (k = 0; k + 4 <= n; k += 4) {
		__m256i y = LOAD4(l + k), stale = _mm256_cmpgt_epi64(floor, y);
		if (w)
			old = _mm256_and_si256(old, _mm256_cmpgt_epi64(floor, LOAD4(w + k)));
		fresh = _mm256_and_si256(fresh, stale);
		/* The flag in the place of the sign. */
		done = _mm256_and_si256(done,
			shared ? _mm256_and_si256(_mm256_cmpgt_epi64(y, lo), _mm256_slli_epi64(y, 63 - 16)) :
				 _mm256_andnot_si256(stale, _mm256_slli_epi64(y, 63 - 17)));
	}
	if (EM_LIKELY(ALL(old))) {
		if (EM_LIKELY(ALL(done)) && b->shortcut)
			return k;
		__m256i iota = _mm256_set_epi64x(3, 2, 1, 0);
		if (ALL(fresh)) {
			for (k = 0; k + 4 <= n; k += 4, iota = _mm256_add_epi64(iota, _mm256_set1_epi64x(4)))
				_mm256_storeu_si256((__m256i *)(void *)(l + k),
					_mm256_add_epi64(
						me, _mm256_slli_epi64(_mm256_srl_epi64(iota, count), CK_LANE_SHIFT)));
			return k;
		}
		if (b->shortcut && m) {
			/* All of one other warp, or of one other block. */
			const __m256i last = _mm256_set1_epi64x((s64)b->last),
				      first = _mm256_set1_epi64x((s64)b->first - 1);
			const __m256i warp = _mm256_set1_epi64x((s64)(31ull << CK_WARP_SHIFT)),
				      flags = _mm256_set1_epi64x((s64)(CK_MW | CK_MB)), zero = _mm256_setzero_si256();
			__m256i other = _mm256_set1_epi64x(-1), foreign = other;
			for (k = 0; k + 4 <= n; k += 4) {
				__m256i y = LOAD4(l + k), plain = _mm256_cmpeq_epi64(_mm256_and_si256(y, flags), zero);
				__m256i same =
					_mm256_cmpeq_epi64(_mm256_and_si256(_mm256_xor_si256(y, me), warp), zero);
				__m256i now = _mm256_and_si256(_mm256_cmpgt_epi64(y, lo), _mm256_cmpgt_epi64(last, y));
				__m256i here =
					_mm256_and_si256(_mm256_cmpgt_epi64(y, first), _mm256_cmpgt_epi64(last, y));
				other = _mm256_and_si256(
					other, _mm256_and_si256(plain, _mm256_andnot_si256(same, now)));
				/* The flag MW of another block's readers means nothing to us. */
				foreign = _mm256_and_si256(foreign,
					_mm256_andnot_si256(
						_mm256_or_si256(_mm256_slli_epi64(y, 63 - 17),
							_mm256_or_si256(here, _mm256_cmpgt_epi64(floor, y))),
						_mm256_set1_epi64x(-1)));
			}
			if (ALL(other) || ALL(foreign)) {
				const __m256i flag = _mm256_set1_epi64x((s64)(mine | (ALL(other) ? CK_MW : CK_MB)));
				b->several += ALL(other) ? 0 : n & ~3u;
				for (k = 0; k + 4 <= n; k += 4, iota = _mm256_add_epi64(iota, _mm256_set1_epi64x(4))) {
					_mm256_storeu_si256((__m256i *)(void *)(m + k), LOAD4(l + k));
					_mm256_storeu_si256((__m256i *)(void *)(l + k),
						_mm256_add_epi64(flag,
							_mm256_slli_epi64(
								_mm256_srl_epi64(iota, count), CK_LANE_SHIFT)));
				}
				return k;
			}
		}
	}
	for (k = 0; k + 4 <= n; k++)
		if (!quiet_load1(
			    w ? w + k : NULL, l + k, m ? m + k : NULL, mine + (((u64)k >> lg) << CK_LANE_SHIFT), b))
			return 0;
	return k;
}
#endif

ALWAYS bool quiet_load(const u64 *w, u64 *l, u64 *m, unsigned n, u64 mine, unsigned lg, struct bounds *b, bool shared)
{
	unsigned k = 0;
#ifdef __AVX2__
	if (n >= 4 && !(k = quiet_load4(w, l, m, n, mine, lg, b, shared)))
		return false;
#else
	(void)shared;
#endif
	for (; k < n; k++)
		if (!quiet_load1(
			    w ? w + k : NULL, l + k, m ? m + k : NULL, mine + (((u64)k >> lg) << CK_LANE_SHIFT), b))
			return false;
	return true;
}

/* A run's planes; false: go lane by lane. */
ALWAYS bool global_planes(struct em_warp *w, struct ck_chunk *ch, u64 a, size_t off, bool store, struct ck_planes *p)
{
	const struct em_check *c = w->t->d->check;
	if (EM_UNLIKELY(store ? !ch->p.w : !ch->p.l) &&
		!em_check_chunk(w->t, a, store ? 1 : 2)) /* check/race.c makes M when it is needed first */
		return false;
	const u64 *const pl = ch->p.l;
	u64 *const pw = ch->p.w, *const pm = ch->p.m;
	size_t at = off >> c->shift;
	*p = (struct ck_planes){ pw ? pw + at : NULL, (pl ? ch->p.l : c->zero) + at, pm ? pm + at : NULL };
	return true;
}

/* A half-warp's access to one unit: one code instead of sixteen. w, l, m: the unit's; NULL where there is none. */
ALWAYS bool quiet_unit(u64 *w, u64 *l, u64 *m, u64 mine, bool store, u64 spread, struct bounds *b)
{
	if (!store)
		return *l != spread && quiet_load1(w, l, m, mine, b);
	if ((*w >= b->floor && ((*w ^ mine) & CK_WHO)) ||
		(l && *l >= b->floor && ((*l ^ mine) & (CK_WHO | CK_LANES | CK_MW | CK_MB))))
		return false;
	*w = mine;
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
		p = (struct ck_planes){ k->p.w + (a >> shift), k->p.l + (a >> shift), k->p.m + (a >> shift) };
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
				for (size_t keep = off; keep < off + n; keep = (keep | ((1u << CK_PART_SHIFT) - 1)) + 1)
					em_undo_keep(w->t, ch, (a - c->base - off) + keep);
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
			EM_LIKELY(quiet_unit(&k->unit.w[u], &k->unit.l[u], &k->unit.m[u], unit_code, r->store,
				CK_SPREAD_SHARED(k), b)))
			return true;
		for (size_t v = u; v <= (a + n - 1) >> CK_UNIT_SHIFT; v++)
			ck_spread_shared(k, v, r->store);
	} else {
		const struct ck_run *q = &w->t->run->check;
		const size_t u = off >> CK_UNIT_SHIFT;
		if (unit) {
			b->several = 0;
			if (EM_LIKELY(quiet_unit(ch->p.w ? &ck_units(c, ch->p.w)[u] : NULL,
				    ch->p.l ? &ck_units(c, ch->p.l)[u] : NULL,
				    ch->p.m ? &ck_units(c, ch->p.m)[u] : NULL, unit_code, r->store, CK_SPREAD(q), b))) {
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
		return quiet_store(p.w, p.l, granules, mine, lg, b);
	b->several = 0;
	bool quiet = quiet_load(p.w, p.l, p.m, granules, mine, lg, b, space == PTX_SHARED);
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
	struct bounds b = { space == PTX_SHARED ? k->lo : w->t->run->check.floor, k->lo,
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
