/* init: which bytes were ever written. Global memory: a bit a byte in the shadow's chunks; a chunk without bits
 * is all written, which is what everything is that the program did not ask for (parameters, variables of modules).
 * Shared and local memory: bits of the block. What becomes of bytes that were not: check/taint.c. */
#include "base/buf.h"
#include "emulator/check/check.h"
#include "emulator/check/taint_marks.h"
#include "emulator/core/device.h"

#define BITS_BYTES (CK_CHUNK_BYTES / 8)

/* Sets or clears the bits of [lo, hi) of a chunk. */
static void set_bits(uint8_t *bits, size_t lo, size_t hi, bool on)
{
	for (; lo < hi && lo % 8; lo++)
		bits[lo / 8] = (uint8_t)(on ? bits[lo / 8] | 1u << lo % 8 : bits[lo / 8] & ~(1u << lo % 8));
	memset(bits + lo / 8, on ? 0xff : 0, (hi - lo) / 8);
	for (lo += (hi - lo) & ~(size_t)7; lo < hi; lo++)
		bits[lo / 8] = (uint8_t)(on ? bits[lo / 8] | 1u << lo % 8 : bits[lo / 8] & ~(1u << lo % 8));
}

static bool all_written(const uint8_t *bits)
{
	for (size_t k = 0; k < BITS_BYTES; k++)
		if (bits[k] != 0xff)
			return false;
	return true;
}

/* Who wrote a place of memory that is new, or the host's now: nobody's kernel. */
static void forget_writers(struct em_check *c, uint64_t addr, uint64_t bytes)
{
	while (bytes) {
		struct ck_chunk *k = &c->main.dir[(addr - c->base) >> CK_CHUNK_SHIFT];
		size_t lo = (size_t)((addr - c->base) & (CK_CHUNK_BYTES - 1)),
		       n = CK_CHUNK_BYTES - lo < bytes ? CK_CHUNK_BYTES - lo : (size_t)bytes;
		em_check_forget(c, k, lo, n);
		addr += n;
		bytes -= n;
	}
}

void em_init_memory(struct em_device *d, uint64_t addr, uint64_t bytes, bool written)
{
	struct em_check *c = d->check;
	if (c && !written)
		forget_writers(c, addr, bytes);
	while (c && bytes) {
		struct ck_chunk *k = &c->main.dir[(addr - c->base) >> CK_CHUNK_SHIFT];
		size_t lo = (size_t)((addr - c->base) & (CK_CHUNK_BYTES - 1)),
		       n = CK_CHUNK_BYTES - lo < bytes ? CK_CHUNK_BYTES - lo : (size_t)bytes;
		if (written && n == CK_CHUNK_BYTES) {
			free(k->init);
			k->init = NULL;
		} else if (!written && !k->init) {
			k->init = xmalloc(BITS_BYTES);
			if ((size_t)(k - c->main.dir) >= c->ninit)
				c->ninit = (size_t)(k - c->main.dir) + 1;
			memset(k->init, 0xff, BITS_BYTES);
		}
		if (k->init)
			set_bits(k->init, lo, lo + n, written);
		if (k->init && written && all_written(k->init)) {
			free(k->init);
			k->init = NULL;
		}
		addr += n;
		bytes -= n;
	}
}

/* Calls `f` for each piece of [addr, addr + bytes) that nothing ever stored to. A store of garbage is one: its bits say
 * unwritten, the plane of writers says who. */
typedef void (*hole_fn)(void *arg, uint64_t addr, uint64_t bytes);
static void each_hole(struct em_check *c, uint64_t addr, uint64_t bytes, hole_fn f, void *arg)
{
	uint64_t begin = 0, end = addr + bytes, at = addr;
	bool open = false;
	while (at < end) {
		const struct ck_chunk *k = &c->main.dir[(at - c->base) >> CK_CHUNK_SHIFT];
		size_t off = (size_t)((at - c->base) & (CK_CHUNK_BYTES - 1)), step = 1;
		bool hole = false;
		if (!k->init)
			step = CK_CHUNK_BYTES - off;
		else if (off % 8 == 0 && k->init[off / 8] == 0xff)
			step = 8;
		else
			hole = !(k->init[off / 8] >> off % 8 & 1) && !ck_writer(c, k, off);
		if (hole && !open)
			begin = at;
		else if (!hole && open)
			f(arg, begin, at - begin);
		open = hole;
		at += step;
	}
	if (open)
		f(arg, begin, end - begin);
}

struct pieces {
	struct em_holes all;
	uint64_t n, longest, size, at, stride;
	bool regular;
};

static void add_piece(void *arg, uint64_t addr, uint64_t bytes)
{
	struct pieces *p = arg;
	if (((addr + 3) & ~3ull) + 4 > addr + bytes)
		return;
	if (!p->n++) {
		p->all.first = addr;
		p->size = bytes;
		p->regular = true;
	} else {
		if (p->n == 2)
			p->stride = addr - p->at;
		p->regular &= bytes == p->size && addr - p->at == p->stride;
	}
	p->at = addr;
	p->longest = bytes > p->longest ? bytes : p->longest;
	p->all.bytes += bytes;
}

bool em_unwritten(struct em_device *d, uint64_t addr, uint64_t bytes, struct em_holes *h)
{
	struct pieces p = { .n = 0 };
	struct em_mem_block b;
	if (!em_memory_find(&d->mem, addr, &b) || bytes > b.start + b.size - addr)
		return false;
	each_hole(d->check, addr, bytes, add_piece, &p);
	*h = p.all;
	if (!p.n || p.longest >= 16)
		return p.n > 0;
	/* One structure, or an array of them: a piece in each. */
	if (p.n == 1)
		return bytes > 64 || 2 * p.size >= bytes;
	return !(p.regular && p.all.first - addr < p.stride && addr + bytes - p.at <= p.stride);
}

struct moved {
	struct em_device *d;
	uint64_t dst, src;
};
static void move_piece(void *arg, uint64_t addr, uint64_t bytes)
{
	const struct moved *m = arg;
	em_init_memory(m->d, m->dst + (addr - m->src), bytes, false);
}

/* A copy of what a kernel wrote is that kernel's. Pieces lie in one chunk on both sides. */
static void copy_writers(struct em_check *c, uint64_t dst, uint64_t src, uint64_t bytes)
{
	while (bytes) {
		size_t to = (size_t)((dst - c->base) & (CK_CHUNK_BYTES - 1)),
		       from = (size_t)((src - c->base) & (CK_CHUNK_BYTES - 1)),
		       n = CK_CHUNK_BYTES - (to > from ? to : from);
		if (n > bytes)
			n = (size_t)bytes;
		em_check_copy_writers(c, &c->main.dir[(dst - c->base) >> CK_CHUNK_SHIFT], to,
			&c->main.dir[(src - c->base) >> CK_CHUNK_SHIFT], from, n);
		dst += n;
		src += n;
		bytes -= n;
	}
}

void em_copied(struct em_device *d, uint64_t dst, uint64_t src, uint64_t bytes)
{
	struct moved m = { d, dst, src };
	struct em_mem_block b;
	em_host_wrote(d, dst, bytes);
	if (em_memory_find(&d->mem, src, &b) && bytes <= b.start + b.size - src &&
		(dst >= src + bytes || src >= dst + bytes)) {
		each_hole(d->check, src, bytes, move_piece, &m);
		copy_writers(d->check, dst, src, bytes);
	}
}

void em_host_wrote(struct em_device *d, uint64_t addr, uint64_t bytes)
{
	struct em_check *c = d->check;
	struct em_mem_block b;
	if (!em_memory_find(&d->mem, addr, &b) || bytes > b.start + b.size - addr)
		return;
	em_init_memory(d, addr, bytes, true);
	forget_writers(c, addr, bytes);
}

/* ---- what a launch reads and writes */
struct bits {
	uint8_t *at;
	size_t bit;
}; /* NULL: all written, and nobody keeps count */

static struct bits bits_of(const struct em_warp *w, enum ptx_space space, uint64_t addr, unsigned bytes, int lane)
{
	struct em_ckblock *k = &w->blk->check;
	if (space == PTX_SHARED)
		return (struct bits){ k->init, (size_t)addr };
	if (space == PTX_LOCAL) { /* frames on the stack are not watched */
		uint32_t own = w->t->p->local_bytes;
		if (!k->local_init || addr + bytes > own)
			return (struct bits){ NULL, 0 };
		return (struct bits){ k->local_init,
			((size_t)w->index * EM_WARP + (size_t)lane) * ((own + 7) & ~7u) + (size_t)addr };
	}
	const struct em_check *c = w->t->d->check;
	return (struct bits){ c->main.dir[(addr - c->base) >> CK_CHUNK_SHIFT].init,
		(size_t)((addr - c->base) & (CK_CHUNK_BYTES - 1)) };
}

static bool written(struct bits b, unsigned bytes)
{
	for (size_t k = b.bit; k < b.bit + bytes;) {
		if (k % 8 == 0 && k + 8 <= b.bit + bytes) {
			if (b.at[k / 8] != 0xff)
				return false;
			k += 8;
		} else {
			unsigned n = 8 - (unsigned)(k % 8), left = (unsigned)(b.bit + bytes - k);
			n = n < left ? n : left;
			unsigned want = ((1u << n) - 1) << k % 8;
			if ((b.at[k / 8] & want) != want)
				return false;
			k += n;
		}
	}
	return true;
}

/* Other blocks may be writing into the same byte of bits. */
static void mark(struct em_warp *w, enum ptx_space space, struct bits b, unsigned bytes, bool on)
{
	uint32_t *unwritten = space == PTX_SHARED ? &w->blk->check.unwritten : NULL;
	for (size_t k = b.bit; k < b.bit + bytes;) {
		uint64_t word;
		if (k % 64 == 0 && k + 64 <= b.bit + bytes) { /* no other block's: 64 bytes are all this access's */
			memcpy(&word, b.at + k / 8, sizeof word);
			if (word != (on ? UINT64_MAX : 0)) {
				if (unwritten)
					*unwritten += on ? 0u - (unsigned)__builtin_popcountll(~word) :
							   (unsigned)__builtin_popcountll(word);
				memset(b.at + k / 8, on ? 0xff : 0, sizeof word);
			}
			k += 64;
			continue;
		}
		unsigned n = 8 - (unsigned)(k % 8), left = (unsigned)(b.bit + bytes - k);
		n = n < left ? n : left;
		uint8_t these = (uint8_t)(((1u << n) - 1) << k % 8), had = b.at[k / 8];
		if (unwritten)
			*unwritten += on ? 0u - (unsigned)__builtin_popcount(these & ~had) :
					   (unsigned)__builtin_popcount(these & had);
		if (these == 0xff)
			b.at[k / 8] = on ? 0xff : 0;
		else if (on && (had & these) != these)
			__atomic_fetch_or(&b.at[k / 8], these, __ATOMIC_RELAXED);
		else if (!on)
			__atomic_fetch_and(&b.at[k / 8], (uint8_t)~these, __ATOMIC_RELAXED);
		k += n;
	}
}

static bool any_written(struct bits b, unsigned from, unsigned to)
{
	for (unsigned k = from; k < to; k++)
		if (written((struct bits){ b.at, b.bit + k }, 1))
			return true;
	return false;
}

/* Is it a member that nobody has set, of a structure of which others are set? A byte close by that was written says so,
 * as long as the value is only copied along; a thread's own structure may be a list with room for many, of which it has
 * filled a few. Shared memory has no such excuse: what is missing in a tile is missing. */
enum { CLOSE_BY = 16, CLOSE_BY_OWN = 1024 };
static bool member(struct em_warp *w, enum ptx_space space, uint64_t addr, unsigned bytes, int lane)
{
	const uint64_t close = space == PTX_LOCAL ? CLOSE_BY_OWN : CLOSE_BY;
	uint64_t from = 0, to = w->t->p->local_bytes;
	struct em_mem_block block;
	if (space == PTX_SHARED)
		return false;
	if (space == PTX_GLOBAL) {
		if (w->t->run->attempt)
			return true; /* the attempt ends where it matters */
		if (!em_memory_find(&w->t->d->mem, addr, &block))
			return false;
		from = block.start;
		to = block.start + block.size;
	}
	for (uint64_t k = addr - (addr - from < close ? addr - from : close); k < addr + bytes + close && k < to; k++) {
		struct bits b = bits_of(w, space, k, 1, lane);
		if ((k < addr || k >= addr + bytes) && (!b.at || written(b, 1)))
			return true;
	}
	return false;
}

/* An asynchronous copy brings bytes that nobody wrote. Other lanes' may be remembered already. */
static void note_holes(struct em_warp *w, enum ptx_space space, const uint64_t *addr, uint32_t lanes, unsigned bytes)
{
	if (lanes && (!w->copied.lanes || __builtin_ctz(lanes) < __builtin_ctz(w->copied.lanes)))
		w->copied.from = addr[__builtin_ctz(lanes)];
	w->copied.lanes |= lanes;
	for (uint32_t m = lanes; m; m &= m - 1) {
		const int l = __builtin_ctz(m);

		w->copied.holes[l] = 0;
		for (unsigned k = 0; k < bytes; k++)
			w->copied.holes[l] |= (uint16_t)(!written(bits_of(w, space, addr[l] + k, 1, l), 1) << k);
	}
}

static void copied_holes(struct em_warp *w, const struct em_inst *i, enum ptx_space space, struct bits b, uint64_t addr,
	unsigned bytes, int lane)
{
	const struct ck_source from = { .address = w->copied.from,
		.pin = em_check_inst(w, i),
		.warp = (uint8_t)w->index,
		.lane = (uint8_t)__builtin_ctz(w->copied.lanes),
		.bytes = (uint8_t)bytes,
		.space = PTX_GLOBAL };

	mark(w, space, b, bytes, true);
	for (unsigned h = w->copied.holes[lane]; h; h &= h - 1)
		mark(w, space, (struct bits){ b.at, b.bit + (unsigned)__builtin_ctz(h) }, 1, false);
	if (space == PTX_SHARED && from.pin >= 0)
		em_origin_note(w, space, lane, addr, bytes, &from);
}

/* The word of a compare-and-swap, of which bytes are left as nobody wrote them: the others are written now, and it
 * brings the word as it was. */
static void swapped(
	struct em_warp *w, enum ptx_space space, struct bits b, unsigned bytes, uint8_t kept, uint8_t *holes)
{
	*holes = 0;
	for (unsigned k = 0; k < bytes && k < 8; k++) {
		const struct bits byte = { b.at, b.bit + k };

		*holes |= (uint8_t)(!written(byte, 1) << k);
		if (!(kept >> k & 1))
			mark(w, space, byte, 1, true);
	}
}

bool em_init_lanes(struct em_warp *w, const struct em_inst *i, enum ptx_space space, const uint64_t *addr,
	uint32_t mask, unsigned bytes, enum em_access kind)
{
	uint32_t bad = 0, swaps = 0, marked = em_taint_stored(w);
	uint8_t left[EM_WARP], kept = 0;
	if (kind == EM_COPY_WRITE)
		marked = w->copied.lanes;
	for (uint32_t m = mask; m; m &= m - 1) {
		int l = __builtin_ctz(m);
		struct bits b = bits_of(w, space, addr[l], bytes, l);
		if (!b.at)
			continue;
		if (kind == EM_WRITE && marked >> l & 1) {
			unsigned vec = EM_ACC_VEC(i->access), each = bytes / vec;
			for (unsigned v = 0; v < vec; v++) {
				const bool garbage = em_taint_element(w, v) >> l & 1;
				const uint32_t holes = garbage ? 0 : em_taint_holes(w, v, l, each);
				struct ck_source s;
				mark(w, space, (struct bits){ b.at, b.bit + v * each }, each, !garbage);
				for (uint32_t h = holes; h; h &= h - 1)
					mark(w, space,
						(struct bits){ b.at, b.bit + v * each + (unsigned)__builtin_ctz(h) }, 1,
						false);
				if ((garbage || holes) && space != PTX_GLOBAL && em_taint_source(w, i, v, l, &s))
					em_origin_note(w, space, l, addr[l] + v * each, each, &s);
			}
		} else if (kind == EM_COPY_WRITE && marked >> l & 1)
			copied_holes(w, i, space, b, addr[l], bytes, l);
		else if (kind == EM_WRITE || kind == EM_COPY_WRITE)
			mark(w, space, b, bytes, true);
		else if (!written(b, bytes) && kind == EM_ATOMIC && em_taint_keeps(w, l, &kept)) {
			swapped(w, space, b, bytes, kept, &left[l]);
			swaps |= 1u << l;
		} else if (!written(b, bytes))
			bad |= 1u << l;
		if (kind == EM_ATOMIC && (bad >> l & 1))
			mark(w, space, b, bytes, true);
	}
	if (kind == EM_COPY_READ) {
		note_holes(w, space, addr, bad, bytes);
		return false;
	}
	if (kind == EM_COPY_WRITE)
		w->copied.lanes &= ~mask;
	if (swaps && space == PTX_GLOBAL && w->t->run->attempt)
		em_attempt_fails(w->t->run);
	em_taint_load(w, i, 0, space, addr, swaps, bytes, false, 0, swaps, left);
	if (!bad)
		return swaps && em_taint_on(w);
	if (kind == EM_ATOMIC) {
		if (space == PTX_GLOBAL && w->t->run->attempt)
			em_attempt_fails(w->t->run); /* the first of the blocks to come by is the one that is named */
		em_taint_atomic(w, i, space, addr, bad, bytes);
		return em_taint_on(w);
	}
	const bool expected = em_taint_expected(w, i);
	const bool chosen = space == PTX_LOCAL && em_taint_element_chosen(w, i);
	bool padding = false;
	for (unsigned k = 0; k < bytes && !padding; k++)
		padding = written(bits_of(w, space, addr[__builtin_ctz(bad)] + k, 1, __builtin_ctz(bad)), 1);
	/* Each element of a vector by itself. */
	unsigned vec = EM_ACC_VEC(i->access), element = bytes / vec;
	for (unsigned v = 0; v < vec; v++) {
		uint32_t these = 0, half = 0, members = 0, part = 0;
		uint8_t holes[EM_WARP];
		for (uint32_t m = bad; m; m &= m - 1) {
			int l = __builtin_ctz(m);
			struct bits b = bits_of(w, space, addr[l] + v * element, element, l);
			/* A structure or a pixel some of whose bytes mean nothing: its word as a whole is somebody's.
			 * Half a double is nobody's. */
			bool first = any_written(b, 0, element / 2), second = any_written(b, element / 2, element);
			these |= (uint32_t)(!first && !second) << l;
			members |= (uint32_t)(!first && !second && !chosen &&
					   member(w, space, addr[l] + v * element, element, l))
				<< l;
			half |= (uint32_t)(first != second) << l;
			part |= (uint32_t)((first || second || expected) && !written(b, element)) << l;
			holes[l] = 0;
			for (unsigned k = 0; part >> l & 1 && k < element && k < 8; k++)
				holes[l] |= (uint8_t)(!written((struct bits){ b.at, b.bit + k }, 1) << k);
		}
		if (em_taint_doubles(w, i)) {
			these |= half;
			part &= ~half;
			padding &= !half;
		}
		em_taint_load(w, i, v, space, addr, these | part, element, padding && !part, members, part, holes);
	}
	return em_taint_on(w);
}

bool em_init_runs(struct em_warp *w, const struct em_inst *i, enum ptx_space space, const struct em_runs *r)
{
	uint64_t addr[EM_WARP], crosses = 0;
	const struct em_check *c = w->t->d->check;
	if (space != PTX_SHARED)
		crosses = ((r->a0 - c->base) ^ (r->a0 - c->base + r->n0 - 1)) >> CK_CHUNK_SHIFT |
			((r->a1 - c->base) ^ (r->a1 - c->base + r->n1 - 1)) >> CK_CHUNK_SHIFT;
	if (!crosses && !em_taint_stored(w)) {
		struct bits b0 = bits_of(w, space, r->a0, r->n0, 0), b1 = bits_of(w, space, r->a1, r->n1, 16);
		if (r->store) {
			if (b0.at)
				mark(w, space, b0, r->n0, true);
			if (b1.at)
				mark(w, space, b1, r->n1, true);
			return false;
		}
		if ((!b0.at || written(b0, r->n0)) && (!b1.at || written(b1, r->n1)))
			return false;
	}
	for (unsigned l = 0; l < 16; l++) {
		addr[l] = r->a0 + (r->k0 == EM_CONSECUTIVE ? l * r->total : 0);
		addr[16 + l] = r->a1 + (r->k1 == EM_CONSECUTIVE ? l * r->total : 0);
	}
	return em_init_lanes(w, i, space, addr, EM_FULL, r->total, r->store ? EM_WRITE : EM_READ);
}

void em_init_given(struct em_warp *w, int lane, uint64_t offset, unsigned bytes)
{
	struct bits b;

	if (!(w->t->run->check.on & EM_CHECK_INIT))
		return;
	b = bits_of(w, PTX_LOCAL, offset, bytes, lane);
	if (b.at)
		mark(w, PTX_LOCAL, b, bytes, true);
}

void em_init_printed(struct em_warp *w, const struct em_inst *i, int lane, uint64_t addr, unsigned bytes)
{
	const struct ck_source *through;
	const int32_t pin = em_check_inst(w, i);
	struct bits b;

	if (!(w->t->run->check.on & EM_CHECK_INIT) || addr - EM_LOCAL_WINDOW >= EM_WINDOW_BYTES || pin < 0)
		return;
	addr -= EM_LOCAL_WINDOW;
	b = bits_of(w, PTX_LOCAL, addr, bytes, lane);
	if (!b.at || written(b, bytes))
		return;
	/* Where the value came from is known of what a read brought; anything else was never given a value at all. */
	through = em_origin_of(w, PTX_LOCAL, lane, addr);
	if (through)
		em_taint_found(w, pin, lane, through, "it is printed");
}

bool em_init_block_new(struct em_block *b)
{
	struct em_ckblock *k = &b->check;
	const struct em_run *r = b->t->run;
	if (!(r->check.on & EM_CHECK_INIT))
		return true;
	k->init_bytes = (r->shared_bytes + 15) / 8;
	k->local_init_bytes = r->p->local_bytes ? (size_t)((r->p->local_bytes + 7) / 8) * b->nwarps * EM_WARP : 0;
	k->init = malloc(k->init_bytes);
	k->local_init = k->local_init_bytes ? malloc(k->local_init_bytes) : NULL;
	return k->init && (k->local_init || !k->local_init_bytes);
}

void em_init_block_start(struct em_block *b)
{
	struct em_ckblock *k = &b->check;
	const struct em_run *r = b->t->run;
	em_origin_free(k);
	if (k->init)
		memset(k->init, 0, k->init_bytes);
	if (k->init && r->reserved_at < r->shared_bytes)
		memset(k->init + r->reserved_at / 8, 0xff, (r->shared_bytes - r->reserved_at) / 8);
	if (k->local_init)
		memset(k->local_init, 0, k->local_init_bytes);
	k->unwritten = r->reserved_at;
}
