/* slots: where warps of a block wait for each other: barriers with a number, mbarriers, and words that are flags. Each
 * has a slot of its own, so that who waits for one flag knows nothing of what another one hands on: a ring of 64 places
 * has 128 flags. Only where there are more than a few hundred do several share one; then more is taken to be ordered
 * than is, and nobody is accused for that. */
#include "base/buf.h"
#include "emulator/check/check.h"

#define FIRST 24u               /* slots that there is room for at first */
#define ENTRIES (2u * CK_SLOTS) /* of the table by address */

struct ck_sync {
	uint32_t n, cap;
	struct ck_slot *of;
	uint16_t by[ENTRIES]; /* the slot of an address, found from its hash on; 0: none */
};

static uint32_t hash(uint64_t addr)
{
	return (uint32_t)(addr * 0x9e3779b97f4a7c15ull >> 40);
}

struct ck_slot *em_slot(struct em_ckblock *k, uint32_t n)
{
	return k->sync && n < k->sync->n ? &k->sync->of[n] : NULL;
}

static struct ck_sync *begin(struct em_ckblock *k)
{
	if (!k->sync) {
		k->sync = xcalloc(1, sizeof *k->sync);
		k->sync->of = xcalloc(FIRST, sizeof *k->sync->of);
		k->sync->cap = FIRST;
		k->sync->n = CK_NAMED;
	}
	return k->sync;
}

struct ck_slot *em_slot_of_barrier(struct em_ckblock *k, uint32_t id)
{
	return &begin(k)->of[id];
}

/* Where the address stands in the table, or is to stand. */
static uint32_t entry(const struct ck_sync *s, uint64_t addr)
{
	uint32_t e = hash(addr) % ENTRIES;

	while (s->by[e] && s->of[s->by[e]].addr != addr)
		e = (e + 1) % ENTRIES;
	return e;
}

uint32_t em_slot_at(const struct em_ckblock *k, uint64_t addr)
{
	const struct ck_sync *s = k->sync;
	const uint32_t n = s ? s->by[entry(s, addr)] : 0;

	return n ? n : s && s->n == CK_SLOTS ? CK_NAMED + hash(addr) % (CK_SLOTS - CK_NAMED) : CK_SLOTS;
}

uint32_t em_slot_make(struct em_ckblock *k, uint64_t addr)
{
	struct ck_sync *s = begin(k);
	const uint32_t there = em_slot_at(k, addr);

	if (there < CK_SLOTS)
		return there;
	if (s->n == s->cap) {
		s->cap = 2 * s->cap < CK_SLOTS ? 2 * s->cap : CK_SLOTS;
		s->of = xrealloc(s->of, s->cap * sizeof *s->of);
	}
	s->by[entry(s, addr)] = (uint16_t)s->n;
	s->of[s->n] = (struct ck_slot){ .addr = addr };
	return s->n++;
}

bool em_check_mbarrier_came(struct em_warp *w, uint32_t lanes, uint64_t addr, unsigned *threads, unsigned *phases)
{
	struct em_ckblock *k = &w->blk->check;
	const struct ck_slot *s = em_slot(k, em_slot_at(k, addr));

	if (!s || s->addr != addr || lanes & ~s->came[w->index])
		return false;
	*threads = 0;
	*phases = s->phases;
	for (int v = 0; v < 32; v++)
		*threads += (unsigned)__builtin_popcount(s->came[v]);
	return true;
}

void em_slots_forget(struct em_ckblock *k)
{
	if (!k->sync)
		return;
	memset(k->sync->of, 0, CK_NAMED * sizeof *k->sync->of);
	memset(k->sync->by, 0, sizeof k->sync->by);
	k->sync->n = CK_NAMED;
}

void em_slots_free(struct em_ckblock *k)
{
	if (k->sync)
		free(k->sync->of);
	free(k->sync);
	k->sync = NULL;
}
