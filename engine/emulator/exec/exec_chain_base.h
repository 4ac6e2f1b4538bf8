/* exec_chain_base: what chains.h has in common for both memories: what is known of a base. */
#ifndef EMULATOR_EXEC_CHAIN_BASE_H
#define EMULATOR_EXEC_CHAIN_BASE_H

#include "emulator/exec/chains.h"
#include "emulator/exec/exec_product.h"

/* Addresses of runs: each half-warp's first one is `low` and as much more as at0 or at1 says, and its run has so many
 * bytes; all take `bytes` from `low` on. kind: as classify's, EM_UU or EM_CC. host: where `low` lies in the host's
 * memory. sectors: of an access that begins so many bytes from a multiple of 32 that no bit of `inside` is set,
 * otherwise one more; 0: not so simple. followed: of accesses so many strides from the base, a bit each,
 * whether the cache model follows a line of theirs; looks: that has to be asked of each one. quiet: no checker learns
 * anything from them. */
struct chain_base {
	_Alignas(64) u64 low;
	uintptr_t host;
	u32 at0, at1, bytes, run, kind, waves, sectors, inside, followed;
	bool uniform, looks, quiet;
};

/* False: addresses that no word begins at, or halves too far apart. */
ALWAYS bool chain_base_set(struct chain_base *b, u64 a0, u64 a1, bool uniform)
{
	const u64 low = a0 < a1 ? a0 : a1, at0 = a0 - low, at1 = a1 - low, far = at0 | at1;
	const bool same = !far, next = at1 == 64 && !uniform;
	b->low = low;
	b->at0 = (u32)at0;
	b->at1 = (u32)at1;
	b->uniform = uniform;
	b->looks = b->quiet = false;
	b->followed = 0;
	b->run = uniform ? 4 : 64;
	b->bytes = (u32)far + b->run;
	b->kind = (uniform ? EM_UU : EM_CC) | (same ? EM_SAME : 0) | (next ? EM_NEXT : 0);
	b->inside = uniform ? 0 : 31;
	b->sectors = uniform ? (same ? 1 : far >= 32 ? 2 : 0) : (same ? 2 : next ? 4 : 0);
	return !((a0 | a1) & 3) && far < EM_CHAIN_FAR;
}

/* So many bytes from a base. */
ALWAYS s64 chain_bytes(struct em_chain_at at, s64 stride)
{
	return stride * at.times + at.bytes;
}
/* The words of a load there. */
ALWAYS struct product_words chain_words(const struct chain_base *b, s64 bytes)
{
	return (struct product_words){ (const uint8_t *)(b->host + b->at0 + (uintptr_t)bytes),
		(const uint8_t *)(b->host + b->at1 + (uintptr_t)bytes), b->uniform };
}

#endif
