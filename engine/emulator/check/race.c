/* race: accesses to one place that nothing orders, at least one of them a write: who was there before? Here come all
 * accesses that are no runs, and those granules of runs that the shortcut (exec_race.c) did not pass. What two such
 * accesses are, a race or not, and how bad, is in conflict.c. */
#include "emulator/check/check.h"
#include "emulator/check/conflict.h"
#include "emulator/check/publish.h"
#include "emulator/core/device.h"

/* May `other` keep a reader that is only there to be named? In an attempt it has another use (check/attempt.c), and
 * nobody is named. */
static bool has_room_beside(const struct ck_access *a, bool other)
{
	return a->space == PTX_SHARED || (other && !a->w->blk->t->run->attempt);
}

/* A read: `other` keeps a reader of another warp or block beside this one (check.h). Where there is none, another lane
 * of the warp: it is asked only for whom to name. */
static void note_reader(const struct ck_access *a, struct ck_planes p, size_t at, uint64_t me, uint64_t floor)
{
	const struct em_ckblock *k = &a->w->blk->check;
	uint64_t before = p.reader[at];
	if (before < floor) {
		p.reader[at] = me;
		return;
	}
	if (a->space != PTX_SHARED && !ck_own(a->w->blk, before)) {
		p.other[at] = before;
		p.reader[at] = me | CK_OTHER_BLOCK;
		if (!(before & CK_OTHER_BLOCK) && a->w->t->d->check) {
			const struct em_check *c = a->w->t->d->check;
			ck_several(&a->w->blk->check.dir[(a->addr - c->base) >> CK_CHUNK_SHIFT], at << c->shift, 1);
		}
		return;
	}
	uint64_t flags = before & CK_OTHER_BLOCK;
	if (before >= k->interval) {
		if (ck_warp(before) == a->w->index) {
			/* Lanes that this one has met since (perhaps a part of the warp: lane_points) need no
			 * memory of their own: who comes after this reader comes after them. */
			if (!em_check_ordered(a->w, a->lane, before, before & CK_LANES, false))
				flags |= CK_LANES;
			flags |= before & CK_OTHER_WARP;
			if (!(flags & (CK_OTHER_WARP | CK_OTHER_BLOCK)) && ck_lane(before) != (uint32_t)a->lane &&
				has_room_beside(a, true))
				p.other[at] = before;
		} else if (!flags && !em_check_ordered(a->w, a->lane, before, before & CK_LANES, false)) {
			p.other[at] = before;
			flags |= CK_OTHER_WARP;
		}
	}
	if ((flags & CK_OTHER_WARP) && p.other[at] < k->interval)
		flags &= ~CK_OTHER_WARP;
	p.reader[at] = me | flags;
}

/* Did another block of this launch store what is loaded here? */
static bool handed_over(const struct ck_access *a, uint64_t writer)
{
	const struct em_ckblock *k = &a->w->blk->check;
	uint64_t position;
	return !(writer >= k->first && writer < k->last) && em_check_position(a->w->blk->t->run, writer, &position) &&
		position != a->w->blk->position;
}

static bool meets_writer(const struct ck_access *a, struct ck_planes p, size_t at, uint64_t writer)
{
	return !em_race_exempt(a, p, at, writer, true) && !em_check_ordered(a->w, a->lane, writer, false, false) &&
		!(a->kind == EM_READ && a->space != PTX_SHARED &&
			em_publish_seen(a->w, em_flag_key(a->addr, EM_ACC_BYTES(a->i->access)), writer));
}

static uint64_t granule_of(const struct ck_access *a, uint64_t address)
{
	const unsigned shift = a->w->t->d->check->shift;

	return address >> shift << shift;
}

/* With the atomic that wrote last there is no race: with a plain store that the atomic's block made before it? */
static void race_covered(const struct ck_access *a, struct ck_planes p, size_t at, uint64_t address, unsigned bytes)
{
	const uint64_t code = a->space == PTX_SHARED ? 0 : em_covered_at(a->w->t->run, granule_of(a, address));
	const bool reads = a->kind == EM_READ || a->kind == EM_COPY_READ;

	if (code && meets_writer(a, p, at, code))
		em_race_conflict(a, code, reads ? EM_FINDING_RACE_RAW : EM_FINDING_RACE_WAW, address, bytes);
}

static bool meets_reader(const struct ck_access *a, struct ck_planes p, size_t at, uint64_t reader)
{
	return !em_race_exempt(a, p, at, reader, false) &&
		!em_check_ordered(a->w, a->lane, reader, reader & CK_LANES, true);
}

/* By a lane of this warp, since the block met. */
static bool by_warp(const struct ck_access *a, uint64_t reader)
{
	return reader >= a->w->blk->check.interval && ck_own(a->w->blk, reader) && ck_warp(reader) == a->w->index;
}

static bool by_itself(const struct ck_access *a, uint64_t reader)
{
	return by_warp(a, reader) && ck_lane(reader) == (uint32_t)a->lane;
}

/* A store, and who has read there. Of several lanes of a warp that have read the last one may be the writer itself: it
 * is not with itself that it races, so somebody else is named, where one is known. */
static void race_readers(
	const struct ck_access *a, struct ck_planes p, size_t at, uint64_t floor, uint64_t address, unsigned bytes)
{
	const uint64_t reader = p.reader[at], other = p.other[at];
	const bool flagged = reader & (CK_OTHER_WARP | CK_OTHER_BLOCK), itself = by_itself(a, reader),
		   beside = itself && !flagged && by_warp(a, other) && !by_itself(a, other);
	const bool first = meets_reader(a, p, at, reader),
		   second = other >= floor && (flagged || beside) && meets_reader(a, p, at, other);

	if (first && !(second && itself))
		em_race_conflict(a, reader, EM_FINDING_RACE_WAR, address, bytes);
	if (second && !(first && !itself && by_itself(a, other)))
		em_race_conflict(a, other, EM_FINDING_RACE_WAR, address, bytes);
}

static void race_granule(const struct ck_access *a, struct ck_planes p, size_t at, uint64_t address, unsigned bytes)
{
	struct em_warp *w = a->w;
	const struct em_run *r = w->blk->t->run;
	const uint64_t floor = a->space == PTX_SHARED ? w->blk->check.interval : r->check.floor;
	const uint64_t me = a->code | (uint64_t)a->lane << CK_LANE_SHIFT;
	bool store = a->kind == EM_WRITE || a->kind == EM_ATOMIC || a->kind == EM_COPY_WRITE;
	uint64_t writer = p.writer[at], reader = p.reader[at];
	if (r->attempt && a->space != PTX_SHARED)
		em_attempt_meet(a, writer, reader, floor);
	if (writer >= floor && meets_writer(a, p, at, writer))
		em_race_conflict(a, writer, store ? EM_FINDING_RACE_WAW : EM_FINDING_RACE_RAW, address, bytes);
	else if (EM_UNLIKELY(store && (a->i->access & EM_ACC_RELEASE) && writer >= floor &&
			 em_check_lost_in_order(a, writer)))
		em_race_conflict(a, writer, EM_FINDING_RACE_WAW, address, bytes);
	else if ((writer & CK_ATOMIC) && writer >= floor && EM_UNLIKELY(r->check.covered != NULL))
		race_covered(a, p, at, address, bytes);
	if (!store) {
		if (writer >= floor && a->space != PTX_SHARED)
			w->t->handed += handed_over(a, writer);
		note_reader(a, p, at, me, floor);
		return;
	}
	if (a->kept)
		return;
	if (a->kind == EM_WRITE && (a->i->access & EM_ACC_FLAG) && reader >= floor && (reader & CK_OTHER_BLOCK))
		em_race_tested(a, p, at, address, bytes);
	if (reader >= floor)
		race_readers(a, p, at, floor, address, bytes);
}

/* Where an access finds its lanes' codes: the planes of the chunk that the last lane was in, and which of them are
 * there. */
struct finder {
	struct ck_chunk *ch;
	size_t n;
	struct ck_planes planes;
	unsigned have;
};

/* The planes of a lane's granules, the first of which is `at`; those of `want` (em_check_chunk) are there, others may
 * be zeros. False: no room for them. */
static inline __attribute__((always_inline)) bool planes_at(
	struct em_warp *w, enum ptx_space space, uint64_t addr, unsigned want, struct finder *f, size_t *at)
{
	struct em_ckblock *k = &w->blk->check;
	struct em_check *c = w->t->d->check;
	if (space == PTX_SHARED) {
		ck_spread_shared(k, addr >> CK_UNIT_SHIFT, want & CK_WRITER);
		f->planes = k->planes;
		*at = (size_t)(addr >> k->shift);
		return true;
	}
	const size_t off = addr - c->base, in = off & (CK_CHUNK_BYTES - 1);
	if (!f->ch || f->n != off >> CK_CHUNK_SHIFT || (want & ~f->have)) {
		struct ck_chunk *ch = em_check_chunk(w->t, addr, want);
		if (EM_UNLIKELY(!ch))
			return false;
		*f = (struct finder){ ch, off >> CK_CHUNK_SHIFT,
			{ ch->planes.writer ? ch->planes.writer : c->zero,
				ch->planes.reader ? ch->planes.reader : c->zero,
				ch->planes.other ? ch->planes.other : c->zero },
			ck_planes_there(&ch->planes) };
	} else if ((want & CK_WRITER) && w->t->run->attempt) {
		em_undo_keep(w->t, f->ch, off);
	}
	if (want & CK_WRITER)
		f->ch->several[in >> CK_PART_SHIFT] = 0;
	*at = in >> c->shift;
	return ck_spread(c, w->t->shadow, f->ch, in >> CK_UNIT_SHIFT, &w->t->run->check, want & CK_WRITER);
}

/* A lane reads what another one of its warp has read since they met. Where all lanes load one place at once, there is
 * no room made for another reader. */
static void another_lane(const struct ck_access *a, struct finder *f, size_t at, uint64_t me)
{
	const uint64_t before = f->planes.reader[at], flags = before & (CK_OTHER_WARP | CK_OTHER_BLOCK);
	size_t first;

	if (!flags && a->space != PTX_SHARED && ck_inst(before) != ck_inst(me) && has_room_beside(a, true))
		planes_at(a->w, a->space, a->addr, CK_READER | CK_OTHER, f, &first);
	if (!flags && has_room_beside(a, f->have & CK_OTHER))
		f->planes.other[at] = before;
	f->planes.reader[at] = me | CK_LANES | flags;
}

/* Of many blocks' atomics the last one stays: whoever has been there since may write there plainly, such as the last
 * block that sets the counter back to 0 for the next launch. Several host threads take the last one in the order of
 * blocks, which is the one that comes last where blocks run one by one. */
static void last_atomic(const struct ck_access *a, struct ck_planes p, size_t at, uint64_t address, uint64_t me)
{
	const struct em_ckblock *k = &a->w->blk->check;
	struct em_run *r = a->w->t->run;
	const uint64_t writer = p.writer[at];

	if (a->space != PTX_SHARED && r->attempt && !(writer >= k->first && writer < k->last)) {
		em_attempt_atomic(a, at, me);
		return;
	}
	if (a->space != PTX_SHARED && !r->attempt && !(writer & CK_ATOMIC))
		em_covered_put(r, granule_of(a, address), writer);
	p.writer[at] = me;
}

/* A plain store of which all lanes write one value to one place, with several lanes on: what is to be said of one lane
 * is to be said of all of them. */
static bool lanes_agree(const struct em_warp *w, const struct em_inst *i, const uint64_t *addr, uint32_t mask)
{
	const int first = __builtin_ctz(mask);
	uint8_t value[32], other[32];
	if (addr[first] != addr[31 - __builtin_clz(mask)] || !(mask & (mask - 1)) || w->lane_points ||
		(i->access & (EM_ACC_STRONG | EM_ACC_ORDERS | EM_ACC_KEEPS)))
		return false;
	em_store_bytes(w, i, first, value);
	for (uint32_t m = mask & (mask - 1); m; m &= m - 1) {
		const int l = __builtin_ctz(m);
		if (addr[l] != addr[first])
			return false;
		em_store_bytes(w, i, l, other);
		if (memcmp(value, other, (size_t)EM_ACC_BYTES(i->access) * EM_ACC_VEC(i->access)) != 0)
			return false;
	}
	return true;
}

/* Such a store, granule by granule: one access stands for the lanes that nothing orders after the last writer, one for
 * those that another lane of this instruction wrote over (the last one stays). False: somebody reads there, too; then
 * lane by lane. */
static bool race_together(
	struct ck_access *a, const uint64_t *addr, uint32_t mask, size_t n, unsigned shift, uint64_t floor)
{
	const int first = __builtin_ctz(mask), last = 31 - __builtin_clz(mask);
	const unsigned each = a->bytes < 1u << shift ? a->bytes : 1u << shift;
	struct finder f = { 0 };
	uint64_t before = 0;
	size_t at;
	if (!planes_at(a->w, a->space, addr[first], CK_WRITER, &f, &at))
		return false;
	for (size_t g = 0; g < n; g++)
		if (f.planes.reader[at + g] >= floor)
			return false;
	a->addr = addr[first];
	for (size_t g = 0; g < n; g++) {
		const uint64_t writer = f.planes.writer[at + g];
		uint32_t lanes = mask;
		a->again = g && writer == before;
		before = writer;
		if (writer >= floor && !((writer ^ a->code) & CK_WHO & ~(31ull << CK_LANE_SHIFT)))
			lanes &= ~(1u << ck_lane(writer));
		a->times = (uint32_t)__builtin_popcount(lanes);
		a->lane = lanes ? __builtin_ctz(lanes) : first;
		if (writer >= floor && lanes)
			race_granule(a, f.planes, at + g, a->addr + ((uint64_t)g << shift), each);
		f.planes.writer[at + g] = a->code | (uint64_t)last << CK_LANE_SHIFT;
	}
	a->again = false;
	a->times = (uint32_t)__builtin_popcount(mask) - 1;
	a->lane = first;
	em_race_same_instruction(a, a->addr, a->bytes, last, a->addr);
	return true;
}

/* Of a store that may leave its place as it was: the lanes that do. */
static __attribute__((noinline)) uint32_t lanes_that_keep(
	const struct em_warp *w, const struct em_inst *i, enum ptx_space space, const uint64_t *addr, uint32_t mask)
{
	uint8_t value[32];
	uint32_t kept = 0;
	for (uint32_t m = mask; m; m &= m - 1) {
		const int l = __builtin_ctz(m);
		em_store_bytes(w, i, l, value);
		kept |= (uint32_t)!memcmp(value, em_memory_at(w, space, addr[l]), EM_ACC_BYTES(i->access)) << l;
	}
	return kept;
}

/* Is the code that of a lane of the instruction that comes now? */
static bool by_this(uint64_t code, uint64_t now)
{
	return !((code ^ now) & ~(31ull << CK_LANE_SHIFT | CK_CAS));
}

static inline __attribute__((always_inline)) void race_lanes(struct em_warp *w, const struct em_inst *i,
	enum ptx_space space, const uint64_t *addr, uint32_t mask, unsigned bytes, enum em_access kind)
{
	const struct em_run *r = w->blk->t->run;
	const struct em_ckblock *k = &w->blk->check;
	const bool store = kind == EM_WRITE || kind == EM_ATOMIC || kind == EM_COPY_WRITE;
	const uint64_t floor = space == PTX_SHARED ? k->interval : r->check.floor;
	const unsigned shift = space == PTX_SHARED ? k->shift : w->t->d->check->shift;
	const uint64_t same_tick = ~(CK_INST_MASK | CK_LANES | CK_OTHER_WARP | CK_OTHER_BLOCK | 31ull << CK_LANE_SHIFT);
	struct ck_access a = { .w = w,
		.i = i,
		.space = space,
		.kind = kind,
		.code = w->code | ck_inst_of(i),
		.bytes = bytes,
		.times = 1 };
	if (kind == EM_ATOMIC)
		a.code |= CK_ATOMIC | CK_STRONG | (i[1].access & EM_ACC_CAS ? CK_CAS : 0);
	else if ((kind == EM_READ || kind == EM_WRITE) && (i->access & EM_ACC_STRONG))
		a.code |= CK_STRONG | (kind == EM_WRITE && (i->access & EM_ACC_FLAG) ? CK_FLAG : 0);
	const size_t n = (bytes + (1u << shift) - 1) >> shift;
	struct finder f = { 0 };
	unsigned lost = 0;
	const uint32_t kept = EM_UNLIKELY(kind == EM_WRITE && i->access & EM_ACC_KEEPS) ?
		lanes_that_keep(w, i, space, addr, mask) :
		0;
	if (kind == EM_WRITE && !(r->attempt && space != PTX_SHARED) && lanes_agree(w, i, addr, mask) &&
		race_together(&a, addr, mask, n, shift, floor))
		return;
	a.times = 1;
	for (uint32_t m = mask; m; m &= m - 1) {
		int l = __builtin_ctz(m);
		size_t at;
		if (!planes_at(w, space, addr[l], store ? CK_WRITER : CK_READER, &f, &at)) {
			lost++;
			continue;
		}
		const uint64_t me = a.code | (uint64_t)l << CK_LANE_SHIFT;
		a.lane = l;
		a.addr = addr[l];
		a.kept = kept >> l & 1;
		uint64_t before[2] = { 0 };
		for (size_t g = 0; g < n; g++) {
			uint64_t writer = f.planes.writer[at + g], reader = f.planes.reader[at + g];
			a.again = g && writer == before[0] && reader == before[1];
			before[0] = writer, before[1] = reader;
			bool calm = writer < floor || !((writer ^ me) & CK_WHO);
			if (calm && !store) {
				if (reader < floor) {
					f.planes.reader[at + g] = me;
					continue;
				}
				if (reader >= k->interval &&
					!((reader ^ me) & same_tick)) { /* lanes of this warp, now */
					if ((reader ^ me) & 31ull << CK_LANE_SHIFT)
						another_lane(&a, &f, at + g, me);
					continue;
				}
			} else if (calm && reader < floor) {
				continue;
			}
			if (!store && space != PTX_SHARED &&
				!planes_at(w, space, addr[l], CK_READER | CK_OTHER, &f, &at)) {
				lost++;
				break;
			}
			race_granule(&a, f.planes, at + g, addr[l] + ((uint64_t)g << shift),
				bytes < 1u << shift ? bytes : 1u << shift);
		}
	}
	if (EM_UNLIKELY(lost))
		__atomic_fetch_add(&w->t->run->check.lost, lost, __ATOMIC_RELAXED);
	if (!store)
		return;
	a.again = false;
	for (uint32_t m = mask; m; m &= m - 1) {
		int l = __builtin_ctz(m);
		size_t at;
		if (!planes_at(w, space, addr[l], CK_WRITER, &f, &at))
			continue;
		const bool keeps = kept >> l & 1;
		const uint64_t me = a.code | (uint64_t)l << CK_LANE_SHIFT | (keeps ? CK_CAS : 0);
		a.addr = addr[l];
		for (size_t g = 0; g < n; g++)
			/* A plain write that others may still race with stays: atomics among themselves do not, nor
			 * does a write that leaves its place as it was. */
			if (keeps && f.planes.writer[at + g] >= floor)
				;
			else if (kind != EM_ATOMIC || f.planes.writer[at + g] < floor)
				f.planes.writer[at + g] = me;
			else if ((f.planes.writer[at + g] & CK_ATOMIC) ||
				(f.planes.writer[at + g] >= k->first && f.planes.writer[at + g] < k->interval))
				last_atomic(&a, f.planes, at + g, addr[l] + ((uint64_t)g << shift), me);
	}
	if (kind != EM_WRITE)
		return;
	for (uint32_t m = mask; m; m &= m - 1) { /* whose code was written over by another lane of this instruction? */
		int l = __builtin_ctz(m);
		size_t at;
		if (!planes_at(w, space, addr[l], CK_WRITER, &f, &at))
			continue;
		a.lane = l;
		a.addr = addr[l];
		for (size_t g = 0, many; g < n; g += many) { /* so many granules by one lane are one finding */
			const uint64_t code = f.planes.writer[at + g];
			const int by = (int)ck_lane(code);

			for (many = 1; g + many < n && f.planes.writer[at + g + many] == code; many++)
				;
			if (by == l || !by_this(code, a.code))
				continue; /* what `keeps` left, or what found no room a moment ago */
			em_race_same_instruction(&a, addr[l] + ((uint64_t)g << shift),
				bytes < many << shift ? bytes : (unsigned)(many << shift), by, addr[by]);
		}
	}
}

/* Of a load of vectors only what its thread takes: the next member of the structure may be a flag. */
static __attribute__((noinline)) void race_elements(struct em_warp *w, const struct em_inst *i, enum ptx_space space,
	const uint64_t *addr, uint32_t mask, unsigned bytes)
{
	const unsigned vec = EM_ACC_VEC(i->access), each = bytes / vec, none = EM_ACC_UNUSED(i->access);
	uint64_t at[EM_WARP];
	unsigned n;

	for (unsigned v = 0; v < vec; v += n) {
		const bool taken = !(none >> v & 1);

		for (n = 1; v + n < vec && !(none >> (v + n) & 1) == taken; n++)
			;
		for (uint32_t m = taken ? mask : 0; m; m &= m - 1)
			at[__builtin_ctz(m)] = addr[__builtin_ctz(m)] + v * each;
		if (taken)
			race_lanes(w, i, space, at, mask, n * each, EM_READ);
	}
}

void em_race_lanes(struct em_warp *w, const struct em_inst *i, enum ptx_space space, const uint64_t *addr,
	uint32_t mask, unsigned bytes, enum em_access kind)
{
	if (EM_UNLIKELY(kind == EM_READ && i->access & EM_ACC_PARTLY)) {
		race_elements(w, i, space, addr, mask, bytes);
		return;
	}
	if (space == PTX_SHARED)
		race_lanes(w, i, PTX_SHARED, addr, mask, bytes, kind);
	else
		race_lanes(w, i, PTX_GLOBAL, addr, mask, bytes, kind);
}

void em_race_copied(
	struct em_warp *w, const struct em_inst *i, uint64_t issued, const uint64_t *at, uint32_t mask, unsigned bytes)
{
	struct em_ckblock *k = &w->blk->check;
	const uint64_t since = ((uint64_t)ck_serial(issued) + 1)
		<< CK_SERIAL_SHIFT; /* the first interval after it; readers of its own were seen as they came */
	struct ck_access a = { .w = w,
		.i = i,
		.space = PTX_SHARED,
		.kind = EM_COPY_WRITE,
		.code = w->code | ck_inst_of(i),
		.bytes = bytes,
		.times = 1,
		.late = true };
	if (since <= k->interval)
		k->late_copy = k->interval;
	for (uint32_t m = mask; m && since <= k->interval; m &= m - 1) {
		int l = __builtin_ctz(m);
		size_t first = (size_t)(at[l] >> k->shift), n = (bytes + (1u << k->shift) - 1) >> k->shift;
		a.lane = l;
		a.addr = at[l];
		ck_spread_shared(k, at[l] >> CK_UNIT_SHIFT, true);
		const uint64_t *by = k->planes.reader, *other = k->planes.other;
		for (size_t g = first; g < first + n; g++) {
			/* Readers since the last barrier, too: else they would be seen as a barrier that is missing. */
			if (by[g] >= since &&
				(by[g] < k->interval || !em_check_ordered(w, l, by[g], by[g] & CK_LANES, true)))
				em_race_conflict(&a, by[g], EM_FINDING_RACE_WAR, (uint64_t)g << k->shift,
					bytes < 1u << k->shift ? bytes : 1u << k->shift);
			if (by[g] >= k->interval && by[g] & CK_OTHER_WARP && other[g] >= k->interval &&
				other[g] >= since && !em_check_ordered(w, l, other[g], other[g] & CK_LANES, true))
				em_race_conflict(&a, other[g], EM_FINDING_RACE_WAR, (uint64_t)g << k->shift,
					bytes < 1u << k->shift ? bytes : 1u << k->shift);
		}
	}
}
