/* covered: plain stores to global memory that atomics of the same block came after. The shadow has room for one writer
 * of a granule, and of these two it keeps the atomic: a block that sets its own counter to 0, waits at a barrier and
 * counts has done no wrong. But where other blocks count there, too, nothing orders their atomics after that store:
 *
 *    if (i == 0) *sum = 0;  __syncthreads();  atomicAdd(sum, in[i]);
 *
 * So the store's code goes here, by the granule's address. Only in a launch that runs in order: an attempt ends where
 * an atomic meets a plain store (em_attempt_meet). */
#include "base/buf.h"
#include "emulator/check/check.h"

enum { FEWEST = 1 << 8, MOST = 1 << 18 }; /* slots, of which three quarters are used at most */

struct slot {
	uint64_t granule, code; /* code 0: free */
};
struct ck_covered {
	struct slot *slots;
	size_t n, cap;
};

void em_covered_free(struct ck_covered *x)
{
	if (x)
		free(x->slots);
	free(x);
}

static struct slot *slot_of(const struct ck_covered *x, uint64_t granule)
{
	size_t k = (size_t)(granule * 0x9e3779b97f4a7c15ull >> 32) & (x->cap - 1);

	while (x->slots[k].code && x->slots[k].granule != granule)
		k = (k + 1) & (x->cap - 1);
	return &x->slots[k];
}

static void grow(struct ck_covered *x)
{
	const struct ck_covered before = *x;

	x->cap = before.cap ? 2 * before.cap : FEWEST;
	x->slots = xcalloc(x->cap, sizeof *x->slots);
	for (size_t k = 0; k < before.cap; k++)
		if (before.slots[k].code)
			*slot_of(x, before.slots[k].granule) = before.slots[k];
	free(before.slots);
}

void em_covered_put(struct em_run *r, uint64_t granule, uint64_t code)
{
	struct ck_covered *x = r->check.covered;
	struct slot *s;

	if (!x)
		x = r->check.covered = xcalloc(1, sizeof *x);
	if (4 * x->n >= 3 * x->cap && x->cap < MOST)
		grow(x);
	s = slot_of(x, granule);
	if (!s->code && 4 * x->n >= 3 * x->cap) /* no room: only what is here already is renewed */
		return;
	x->n += !s->code;
	*s = (struct slot){ granule, code };
}

uint64_t em_covered_at(const struct em_run *r, uint64_t granule)
{
	return r->check.covered ? slot_of(r->check.covered, granule)->code : 0;
}
