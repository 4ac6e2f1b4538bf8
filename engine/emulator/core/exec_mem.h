/* exec_mem: what a memory instruction is, packed into its c. Shared by loads, stores, atomics and asynchronous copies.
 */
#ifndef EMULATOR_EXEC_MEM_H
#define EMULATOR_EXEC_MEM_H

#include "emulator/core/internal.h"

#define EM_ACC_BYTES(c) (1u << ((c)&7)) /* of one element */
#define EM_ACC_VEC(c) (1u << ((c) >> 3 & 3))
#define EM_ACC_SEXT 32u
#define EM_ACC_STORE 64u
#define EM_ACC_STRONG \
	0x800u /* meant to meet others' accesses: relaxed, acquire, release; a volatile store; a volatile load that \
		  polls (bind_poll.c) */
#define EM_ACC_RELEASE 0x1000u /* release, or acq_rel: what was before it is before whatever reads it */
#define EM_ACC_CAS 0x2000u     /* compare and swap */
#define EM_ACC_VOLATILE 0x4000u
#define EM_ACC_FLAG 0x8000u /* a volatile store of a constant */
#define EM_ACC_ORDERS (EM_ACC_STRONG | EM_ACC_VOLATILE)
#define EM_ACC_SPACE(c) ((enum ptx_space)((c) >> 8 & 7))
#define EM_ACC_IN(c, space) (((c) & ~(7u << 8)) | (uint32_t)(space) << 8) /* c, of which the space is known */

/* Find the allocation that holds [lo, hi) and remember it in ms. False: there is none, or it must not be written and
 * this instruction does. */
bool em_bounds(struct em_warp *w, struct em_memstat *ms, uint64_t lo, uint64_t hi, bool store);
/* Something was freed. */
void em_bounds_forget(struct em_worker *t);
/* The host address of a lane's access, checked; NULL: a fault is recorded. access: 0 read, 1 write, 2 atomic. Where it
 * lay: *space. */
void *em_resolve(struct em_warp *w, const struct em_inst *i, int lane, uint64_t addr, unsigned bytes,
	enum ptx_space *space, int access);

#endif
