/* sends: bulk copies out of shared memory (cp.async.bulk to global memory). Two things go wrong with them that no order
 * of threads shows here, for such a copy is done when it is issued.
 *
 * It reads through the asynchronous proxy, which does not see what threads stored before a fence.proxy.async. So for
 * each 16 bytes of shared memory, the unit of these copies, the last store is kept, and of each warp its last such
 * fence. Either side may fence: the warp that stored, after its store, or the one that copies, before the copy.
 *
 * And it may read for a while yet: until its own thread has waited for its group, a store to what it reads is named.
 * Whether others come after that wait is the race check's business, as with any read. */
#include <stdio.h>

#include "base/buf.h"
#include "emulator/check/check.h"

#define MOST 64u /* copies on their way; of more the oldest are forgotten */
#define UNIT 4   /* log2 of a copy's unit */

struct store {
	const struct em_inst *i;
	uint32_t moment; /* of the block; 0: none */
	uint8_t warp, lane;
};
struct out {
	const struct em_inst *copy;
	uint64_t lo, hi;
	uint32_t groups; /* that its thread has ended since, its own included; 0: not even that */
	uint8_t warp, lane;
};
struct ck_sends {
	uint32_t moment, fenced[EM_WARP], nout;
	struct out out[MOST];
	uint64_t nunits;
	struct store last[]; /* of each unit */
};

void em_sends_start(struct em_block *b)
{
	struct em_ckblock *k = &b->check;
	const struct em_run *r = b->t->run;
	const uint64_t n = (r->shared_bytes + (1u << UNIT) - 1) >> UNIT;

	em_sends_free(b);
	if (!r->p->sends || !(r->check.on & EM_CHECK_RACE_SHARED) || !n)
		return;
	k->sends = xcalloc(1, sizeof *k->sends + n * sizeof *k->sends->last);
	k->sends->nunits = n;
}

void em_sends_free(struct em_block *b)
{
	free(b->check.sends);
	b->check.sends = NULL;
}

static void say(struct em_warp *w, enum em_finding_kind kind, enum em_gap gap, struct em_place at,
	const struct em_inst *now, struct em_place other, const struct em_inst *then, bool same_warp, uint64_t addr,
	unsigned bytes)
{
	struct em_finding *f = em_check_note(w,
		(struct ck_key){ .kind = kind,
			.severity = EM_ERROR,
			.space = PTX_SHARED,
			.at = em_check_inst(w, now),
			.other = (int32_t)ck_inst(ck_inst_of(then)) });

	if (!f)
		return;
	f->at = at;
	f->other = other;
	f->has_other = true;
	f->address = addr;
	f->bytes = bytes;
	f->same_warp = same_warp;
	f->gap = gap;
	snprintf(f->message, sizeof f->message, "Race on %u byte%s of __shared__ memory (%s), %s", bytes,
		bytes == 1 ? "" : "s", em_finding_name(kind),
		gap == EM_GAP_PROXY ? "a bulk copy need not see stores without a fence.proxy.async" :
				      "a bulk copy may still be reading it");
}

void em_sends_written(
	struct em_warp *w, const struct em_inst *i, const uint64_t *addr, uint32_t mask, unsigned bytes, bool store)
{
	struct ck_sends *s = w->blk->check.sends;
	bool said = false;

	s->moment++;
	for (uint32_t m = mask; m; m &= m - 1) {
		const int l = __builtin_ctz(m);

		for (uint32_t n = 0; n < s->nout && !said; n++) {
			const struct out *o = &s->out[n];
			const struct em_warp *of = w->blk->warp[o->warp];

			if (addr[l] >= o->hi || addr[l] + bytes <= o->lo)
				continue;
			said = true; /* of one instruction once */
			say(w, EM_FINDING_RACE_WAR, EM_GAP_SOURCE, em_check_place(w, i, l), i,
				em_check_place(of, o->copy, o->lane), o->copy, of == w, addr[l], bytes);
		}
		for (uint64_t u = addr[l] >> UNIT; u <= (addr[l] + bytes - 1) >> UNIT && u < s->nunits; u++)
			s->last[u] = (struct store){
				.i = i, .moment = store ? s->moment : 0, .warp = (uint8_t)w->index, .lane = (uint8_t)l
			};
	}
}

void em_sends_fence(struct em_warp *w)
{
	struct ck_sends *s = w->blk->check.sends;

	if (s)
		s->fenced[w->index] = s->moment;
}

void em_sends_copy(struct em_warp *w, const struct em_inst *i, int lane, uint64_t from, uint32_t bytes)
{
	struct ck_sends *s = w->blk->check.sends;
	const uint64_t end = from + bytes;

	if (!s || !bytes)
		return;
	for (uint64_t u = from >> UNIT; u < end >> UNIT && u < s->nunits; u++) {
		const struct store *t = &s->last[u];
		const struct em_warp *of = w->blk->warp[t->warp];

		if (!t->moment || t->moment <= s->fenced[t->warp] || t->moment <= s->fenced[w->index])
			continue;
		say(w, EM_FINDING_RACE_RAW, EM_GAP_PROXY, em_check_place(w, i, lane), i,
			em_check_place(of, t->i, t->lane), t->i, of == w, u << UNIT, 1u << UNIT);
		break;
	}
	if (s->nout == MOST)
		memmove(s->out, s->out + 1, --s->nout * sizeof *s->out);
	s->out[s->nout++] =
		(struct out){ .copy = i, .lo = from, .hi = end, .warp = (uint8_t)w->index, .lane = (uint8_t)lane };
}

static bool of_lanes(const struct out *o, const struct em_warp *w)
{
	return o->warp == w->index && w->mask >> o->lane & 1;
}

void em_sends_commit(struct em_warp *w)
{
	struct ck_sends *s = w->blk->check.sends;

	for (uint32_t n = 0; s && n < s->nout; n++)
		s->out[n].groups += of_lanes(&s->out[n], w);
}

void em_sends_wait(struct em_warp *w, uint32_t pending)
{
	struct ck_sends *s = w->blk->check.sends;
	uint32_t left = 0;

	for (uint32_t n = 0; s && n < s->nout; n++)
		if (!of_lanes(&s->out[n], w) || s->out[n].groups <= pending)
			s->out[left++] = s->out[n];
	if (s)
		s->nout = left;
}
