/* stuck_look: see stuck_look.h. */
#include "emulator/run/stuck_look.h"
#include "base/buf.h"
#include "emulator/check/check.h"
#include "emulator/core/device.h"
#include "emulator/run/lane_address.h"

struct em_look *em_look_new(const struct em_program *p, const struct em_slice *slice)
{
	struct em_look *k = xcalloc(1, sizeof *k);

	k->p = p;
	k->slice = slice;
	k->ran = xcalloc(p->npinst + 1, sizeof *k->ran);
	k->pin = -1;
	k->later = slice && slice->clocks ? em_later_new(p, slice) : NULL;
	return k;
}

void em_look_free(struct em_look *k)
{
	for (size_t n = 0; k && n < sizeof k->circles / sizeof *k->circles; n++)
		for (struct em_circle *c; (c = k->circles[n]);) {
			k->circles[n] = c->next;
			free(c->seen);
			free(c);
		}
	if (k) {
		em_later_free(k->later);
		free(k->ran);
	}
	free(k);
}

bool em_look_kept(const struct em_look *k)
{
	bool kept = k->slice && !k->strayed;

	for (size_t n = 0; n < sizeof k->read / sizeof *k->read; n++)
		kept = kept && !(k->read[n] & k->written[n]);
	return kept;
}

/* Words of memory, each by a bit that it shares with others: two that are the same have the same one. */
static void note_words(uint64_t *bits, uint64_t at, unsigned bytes, uint64_t salt)
{
	for (uint64_t word = at / 4; word <= (at + bytes - 1) / 4; word++) {
		uint64_t h = (word + salt) * 0x9e3779b97f4a7c15ull >> 48;

		bits[h / 64] |= 1ull << h % 64;
	}
}

static size_t slot_of(const struct em_block *b, uint32_t warp, uint32_t mask)
{
	return (size_t)((b->position * 32 + warp) * 5 + (uint64_t)__builtin_ctz(mask)) % 256;
}

const struct em_circle *em_look_circle(const struct em_look *k, const struct em_block *b, uint32_t warp, uint32_t mask)
{
	const struct em_circle *c = k ? k->circles[slot_of(b, warp, mask)] : NULL;

	while (c && (c->block != b || c->warp != warp || __builtin_ctz(c->mask) != __builtin_ctz(mask)))
		c = c->next;
	return c;
}

static struct em_circle *circle_of(struct em_look *k, struct em_warp *w)
{
	struct em_circle *c = (struct em_circle *)(uintptr_t)em_look_circle(k, w->blk, w->index, w->mask);

	if (!c) {
		struct em_circle **to = &k->circles[slot_of(w->blk, w->index, w->mask)];

		c = xcalloc(1, sizeof *c);
		*c = (struct em_circle){
			.next = *to, .block = w->blk, .warp = w->index, .mask = w->mask, .lo = -1, .hi = -1, .poll = -1
		};
		c->seen = xcalloc(k->p->npinst + 1, sizeof *c->seen);
		*to = c;
	}
	return c;
}

/* Meant to meet others. */
static bool strong(const struct ptx_inst *in)
{
	return in->op == PTX_OP_ATOM || in->op == PTX_OP_MBARRIER || ptx_has(in, PTX_MOD_VOLATILE) ||
		ptx_has(in, PTX_MOD_RELAXED) || ptx_has(in, PTX_MOD_ACQUIRE);
}

static bool writes(const struct ptx_inst *in)
{
	return in->op == PTX_OP_ST || in->op == PTX_OP_ATOM || in->op == PTX_OP_RED ||
		(in->op == PTX_OP_MBARRIER && !em_polls(in));
}

/* ---- one instruction */
static void note_address(struct em_look *k, struct em_warp *w, struct em_circle *c, int32_t pin,
	const struct ptx_inst *in, enum ptx_space space, uint64_t at, unsigned bytes)
{
	const struct em_device *d = w->t->d;
	struct em_mem_block b;
	const uint8_t *p = NULL;

	/* A block's shared memory is its own; what it keeps apart from other memory is its position. */
	uint64_t salt = space == PTX_SHARED ? (w->blk->position + 1) << 40 : 0;
	if (k->slice && k->slice->loads[pin]) {
		k->strayed |= space != PTX_GLOBAL && space != PTX_SHARED;
		note_words(k->read, at, bytes, salt);
	}
	if (space == PTX_GLOBAL) {
		k->global = true;
		if (at - d->grid_sync < 256)
			p = d->mem.host + (at - d->mem.base);
		else if (!em_memory_find(&w->t->d->mem, at, &b) || b.host)
			k->host = true;
		else if (at + bytes <= b.start + b.size)
			p = d->mem.host + (at - d->mem.base);
	} else if (space == PTX_SHARED && at + bytes <= w->shared_bytes) {
		p = w->shared + at;
	}
	if (em_polls(in) && (space == PTX_GLOBAL || space == PTX_SHARED) && (!c->strong || strong(in))) {
		c->strong = strong(in);
		c->poll = pin;
		c->space = space;
		c->address = at;
		c->what = in->op == PTX_OP_MBARRIER                    ? EM_POLLS_MBARRIER :
			space == PTX_GLOBAL && at - d->grid_sync < 256 ? EM_POLLS_GRID :
									 EM_POLLS_MEMORY;
	}
	if (!writes(in))
		return;
	if (p && k->n < EM_WARP && bytes <= sizeof *k->was) {
		k->at[k->n] = p;
		k->word[k->n] = at;
		k->salt = salt;
		memcpy(k->was[k->n++], p, bytes);
		k->bytes = bytes;
	} else if (k->slice) {
		note_words(k->written, at, bytes, salt);
	}
}

static void note_lines(struct em_circle *c, const struct em_program *p, int32_t pin)
{
	struct em_place at, lo, hi;

	if (c->seen[pin]) /* a round may be millions of instructions, and finding a line is slow */
		return;
	c->seen[pin] = true;
	em_check_source(p, pin, &at);
	em_check_source(p, c->lo, &lo);
	em_check_source(p, c->hi, &hi);
	if (c->lo < 0 || (at.file && !lo.file)) { /* some instructions are of no line */
		c->lo = c->hi = pin;
		return;
	}
	if (lo.file != at.file)
		return;
	if (at.line ? at.line < lo.line : at.ptx_line < lo.ptx_line)
		c->lo = pin;
	if (at.line ? at.line > hi.line : at.ptx_line > hi.ptx_line)
		c->hi = pin;
}

void em_look_after(struct em_look *k, struct em_warp *w)
{
	(void)w;
	for (unsigned n = 0; n < k->n; n++) {
		if (!memcmp(k->at[n], k->was[n], k->bytes))
			continue; /* the same again: a lock that is not free, an atomic that only reads */
		k->changes = true;
		if (k->slice)
			note_words(k->written, k->word[n], k->bytes, k->salt);
	}
	k->n = 0;
}

void em_look_at(struct em_look *k, struct em_warp *w, const struct em_inst *i)
{
	const struct em_program *p = w->t->p;
	size_t slot = (size_t)(i - p->code);
	const enum em_slot_kind kind = em_kind(w, i);
	int32_t pin = em_check_inst(w, i);

	/* Of a slice, what a clock decides is looked at apart. */
	if ((kind == EM_SLOT_CLOCK && !k->slice) || kind == EM_SLOT_BUILTIN)
		k->outside = true;
	if (pin < 0)
		return;
	k->ran[pin] = true;
	k->strayed |= k->slice && !k->slice->ran[pin];
	if (slot && p->origin[slot - 1] == pin) /* the first slot of an instruction stands for it */
		return;
	em_look_after(k, w);

	const struct em_pinst *pi = &p->pinst[pin];
	const struct ptx_func *f = &p->m->ptx->funcs[pi->func];
	const struct em_fplace *place = &p->fn[p->place_of[pi->func]];
	const struct ptx_inst *in = &f->insts[pi->inst];
	struct em_circle *c = circle_of(k, w);
	uint32_t m;

	c->runs++;
	c->barrier |= (pi->kind & EM_K_BAR) != 0;
	note_lines(c, p, pin);
	if (k->later && !k->strayed)
		k->strayed = !em_later_same(k->later, w, i, in);
	if (in->op == PTX_OP_CP)
		k->outside |= em_address_operand(in, 0) != NULL; /* a copy: not followed */
	if (!em_polls(in) && !writes(in))
		return;
	const struct ptx_operand *o = em_address_operand(in, 0);
	m = em_guarded_lanes(w, place, in);
	unsigned bytes = em_lane_bytes(in);
	for (; o && m && in->space != PTX_PARAM && in->space != PTX_CONST; m &= m - 1) {
		int lane = __builtin_ctz(m);
		uint64_t at = em_lane_address(w, f, place, o, (enum ptx_space)in->space, lane);
		enum ptx_space space = em_space_at((enum ptx_space)in->space, &at);

		note_address(k, w, c, pin, in, space, at, bytes);
	}
}
