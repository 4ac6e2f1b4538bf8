/* constant: a load by ld.global.nc (__ldg(), or the compiler's own for what is const and __restrict__) of what a thread
 * of this launch has written. Such a load may go past what keeps caches up to date, and before a barrier: the memory
 * has to stay as it is for as long as the kernel runs (PTX ISA, ld.global.nc). Where nothing orders the two it is a
 * race anyway, and told as one. */
#include <stdio.h>

#include "emulator/check/check.h"

static void note(struct em_warp *w, const struct em_inst *i, int lane, uint64_t addr, unsigned bytes, uint64_t code)
{
	struct em_run *r = w->t->run;
	uint64_t position = w->blk->position;
	struct em_finding *f;
	bool here;

	if (r->attempt) {
		em_attempt_fails(r);
		return;
	}
	here = em_check_position(r, code, &position) && position == w->blk->position;
	w->blk->check.raced = true;
	f = em_check_note(w,
		(struct ck_key){ .kind = EM_FINDING_RACE_RAW,
			.severity = EM_ERROR,
			.space = PTX_GLOBAL,
			.at = em_check_inst(w, i),
			.other = (int32_t)ck_inst(code),
			.blocks = !here,
			.times = 1 });
	if (!f)
		return;
	f->at = em_check_place(w, i, lane);
	f->has_other = em_check_place_of(w, code, position, &f->other);
	f->address = addr;
	f->bytes = bytes;
	f->same_warp = here && ck_warp(code) == w->index;
	f->other_atomic = code & CK_ATOMIC;
	f->gap = EM_GAP_CONSTANT;
	snprintf(f->message, sizeof f->message,
		"Race on %u byte%s of __global__ memory (%s), read by __ldg() or as const __restrict__, and written by "
		"the same kernel",
		bytes, bytes == 1 ? "" : "s", em_finding_name(EM_FINDING_RACE_RAW));
}

/* The code of who wrote one of these bytes in this launch; 0: nobody has. */
static uint64_t written(const struct em_warp *w, uint64_t addr, unsigned bytes)
{
	const struct em_check *c = w->t->d->check;
	const struct em_ckblock *k = &w->blk->check;
	const uint64_t floor = w->t->run->check.floor;

	for (uint64_t at = addr, end = addr + bytes, next; at < end; at = next) {
		const size_t off = at - c->base, in = off & (CK_CHUNK_BYTES - 1);
		const struct ck_chunk *ch = &k->dir[off >> CK_CHUNK_SHIFT];
		uint64_t code;

		next = (at | ((1u << CK_UNIT_SHIFT) - 1)) + 1;
		if (ch->stamp != k->stamp || !ch->planes.writer ||
			ck_units(c, ch->planes.writer)[in >> CK_UNIT_SHIFT] < floor)
			continue;
		for (uint64_t b = at; b < end && b < next; b += 1u << c->shift) {
			code = ck_writer(c, ch, (b - c->base) & (CK_CHUNK_BYTES - 1));
			if (code >= floor && ck_serial(code) < w->t->run->check.end)
				return code;
		}
	}
	return 0;
}

void em_check_constant(struct em_warp *w, const struct em_inst *i, const uint64_t *addr, uint32_t mask, unsigned bytes)
{
	if (!(w->t->run->check.on & EM_CHECK_RACE_GLOBAL))
		return;
	for (uint32_t m = mask; m; m &= m - 1) {
		const int l = __builtin_ctz(m);
		const uint64_t code = written(w, addr[l], bytes);

		if (code && em_check_ordered(w, l, code, false, false))
			note(w, i, l, addr[l], bytes, code);
	}
}

bool em_check_constant_written(const struct em_warp *w, const struct em_runs *r)
{
	return written(w, r->a0, r->n0) || (r->a1 != r->a0 && written(w, r->a1, r->n1));
}
