/* exec_atom: what scalar (exec_atom.c) and vector (exec_atomv.c) atomics share: where their lanes work, and how the
 * watchers hear of it. Slots as in exec_atom.c. */
#ifndef EMULATOR_EXEC_ATOM_H
#define EMULATOR_EXEC_ATOM_H

#include "emulator/core/access.h"
#include "emulator/core/fault.h"
#include "emulator/exec/exec.h"
#include "emulator/exec/observe.h"

static inline u64 em_atomic_address(struct em_warp *w, const struct em_inst *i, enum ptx_space space, int l)
{
	return space == PTX_SHARED ? (u64)(u32)(ROWP(u32, i->a)[l] + i->displacement) :
				     ROWP(u64, i->a)[l] + (u64)(s64)(s32)i->displacement;
}

/* The host addresses of all lanes, shown to the watchers, all at once. 0: go on; 1: and leave the fast loop after it;
 * -1: a fault. shared: the lanes that work on shared memory. */
static inline int em_atomic_resolve(
	struct em_warp *w, const struct em_inst *i, unsigned bytes, uint8_t **at, u32 *shared)
{
	u64 addr[EM_WARP];
	u32 lanes[3] = { 0 };
	static const enum ptx_space spaces[3] = { PTX_SHARED, PTX_LOCAL, PTX_GLOBAL };
	bool leave = false;
	for (u32 m = w->mask; m; m &= m - 1) {
		int l = __builtin_ctz(m);
		enum ptx_space sp = EM_ACC_SPACE(i[1].c);
		at[l] = em_resolve(w, i, l, em_atomic_address(w, i, sp, l), bytes, &sp, 2);
		if (!at[l])
			return -1;
		int k = sp == PTX_SHARED ? 0 : sp == PTX_LOCAL ? 1 : 2;
		addr[l] = k == 0 ? (u64)(at[l] - w->shared) :
			k == 1   ? (u64)(at[l] - w->local) - (u64)l * w->local_bytes :
				   (u64)(uintptr_t)at[l] - w->delta;
		lanes[k] |= 1u << l;
	}
	*shared = lanes[0];
	for (int k = 0; k < 3; k++)
		if (lanes[k] && em_watched(w, spaces[k]))
			leave |= EM_ISA_NAME(em_watch_lanes)(w, i, spaces[k], addr, lanes[k], bytes, EM_ATOMIC);
	return leave;
}

#endif
