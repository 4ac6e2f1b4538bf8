/* exec_chain_base: what chains.h has in common for both memories: what is known of a base. */
#ifndef EMULATOR_EXEC_CHAIN_BASE_H
#define EMULATOR_EXEC_CHAIN_BASE_H

#include "emulator/exec/chains.h"
#include "emulator/exec/exec_product.h"

/* Addresses of runs: each half-warp's first one is `low` and as much more as at0 or at1 says, and its run has so many
 * bytes; all take `bytes` from `low` on. kind: as classify's, EM_UU or EM_CC. sectors: of an access that begins so many
 * bytes from a multiple of 32 that no bit of `inside` is set, otherwise one more; 0: not so simple. */
struct chain_base {
	_Alignas(64) u64 low;
	u32 at0, at1, bytes, run, kind, waves, sectors, inside;
	bool uniform;
};

/* False: lanes in another order, addresses that no word begins at, or halves too far apart. */
ALWAYS bool chain_base_set(struct chain_base *b, u64 a0, u64 a1, unsigned kind, unsigned waves)
{
	const bool uniform = (kind & EM_KINDS) == EM_UU;
	const u64 low = a0 < a1 ? a0 : a1, at0 = a0 - low, at1 = a1 - low, far = at0 | at1;
	if (EM_UNLIKELY((!uniform && (kind & EM_KINDS) != EM_CC) || (a0 | a1) & 3 || far >= EM_CHAIN_FAR))
		return false;
	b->low = low;
	b->at0 = (u32)at0;
	b->at1 = (u32)at1;
	b->kind = kind;
	b->waves = waves;
	b->uniform = uniform;
	if (uniform) {
		b->run = 4;
		b->sectors = kind & EM_SAME ? 1 : far >= 32 ? 2 : 0;
		b->inside = 0;
	} else {
		b->run = 64;
		b->sectors = kind & EM_SAME ? 2 : kind & EM_NEXT ? 4 : 0;
		b->inside = 31;
	}
	b->bytes = (u32)far + b->run;
	return true;
}

#endif
