/* objects: barrier objects (mbarriers) that are used before anybody has made them, by mbarrier.init. What is written of
 * shared memory is what init.c keeps; the object's eight bytes count as written once it is made. Of one that was never
 * made the lower half counts as written from its first use on, so that it is told once, however often it is asked; the
 * upper half says for ever that nobody has made it. */
#include <stdio.h>

#include "emulator/check/objects.h"

enum { TOLD = 0x0f, MADE = 0xff }; /* the object is aligned: its bits are one byte */

static uint8_t *bits_of(const struct em_block *b, uint64_t addr)
{
	return b->check.init && !(addr & 7) && addr / 8 < b->check.init_bytes ? &b->check.init[addr / 8] : NULL;
}

static void mark(struct em_block *b, uint8_t *bits, uint8_t as)
{
	b->check.unwritten -= (unsigned)__builtin_popcount(as & ~*bits);
	*bits |= as;
}

void em_object_new(struct em_warp *w, const uint64_t *addr, uint32_t lanes)
{
	for (uint32_t m = lanes; m; m &= m - 1) {
		uint8_t *bits = bits_of(w->blk, addr[__builtin_ctz(m)]);

		if (bits)
			mark(w->blk, bits, MADE);
	}
}

static void say(struct em_warp *w, const struct em_inst *i, int lane, uint64_t addr)
{
	const int32_t pin = em_check_inst(w, i);
	struct em_finding *f = em_check_note(w,
		(struct ck_key){ .kind = EM_FINDING_UNINIT,
			.severity = EM_ERROR,
			.space = PTX_SHARED,
			.at = pin,
			.other = pin });

	if (!f)
		return;
	f->at = f->other = em_check_place(w, i, lane); /* a race at this line is what there is to say (report.c) */
	f->address = addr;
	f->bytes = 8;
	snprintf(f->message, sizeof f->message,
		"Uninitialized barrier object in __shared__ memory: init() was never called");
}

void em_object_used(struct em_warp *w, const struct em_inst *i, const uint64_t *addr, uint32_t lanes)
{
	for (uint32_t m = lanes; m; m &= m - 1) {
		const int l = __builtin_ctz(m);
		uint8_t *bits = bits_of(w->blk, addr[l]);

		if (!bits || (*bits & TOLD) == TOLD)
			continue;
		mark(w->blk, bits, TOLD);
		say(w, i, l, addr[l]);
	}
}

bool em_object_made(const struct em_block *b, uint64_t addr)
{
	const uint8_t *bits = bits_of(b, addr);

	return !bits || *bits == MADE;
}
