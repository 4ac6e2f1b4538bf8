/* access: one access of a warp to memory: what its instruction says of it (packed into the slot's c), and the two forms
 * in which it is shown to whoever watches (exec/observe.h). */
#ifndef EMULATOR_ACCESS_H
#define EMULATOR_ACCESS_H

#include "emulator/core/machine.h"

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
#define EM_ACC_FLAG 0x8000u     /* a volatile store of a constant; a volatile load whose value is asked for something */
#define EM_ACC_ACQUIRE 0x10000u /* acquire, or acq_rel */
#define EM_ACC_NARROW 0x20000u  /* .cta or .cluster: it meets threads of its block only */
#define EM_ACC_UPDATE 0x40000u  /* a volatile or relaxed store of what comes from such a load of the same place */
#define EM_ACC_EXCH 0x100000u   /* an exchange, of which nobody looks at what was there */
#define EM_ACC_LOOP 0x80000u    /* an atomic in shared memory that the hardware has no instruction for: a loop */
#define EM_ACC_HALVES 0x200000u /* an atomic on 16 bits outside shared memory: a loop on the word that they lie in */
#define EM_ACC_KEEPS 0x400000u  /* a plain store of min(x, y) or the like to x: it may leave x as it was */
#define EM_ACC_CONSTANT 0x800000u    /* ld.global.nc: of what no thread of the launch writes, says the program */
#define EM_ACC_UNUSED(c) ((c) >> 24) /* of a plain load: elements of the vector that nobody takes, as bits */
#define EM_ACC_PARTLY 0xff000000u    /* there are some, and something narrower is stored in the function */
#define EM_ACC_LOOK \
	0x1000000u /* an atomic whose answer is asked for something, beside volatile stores in the same function */
#define EM_ACC_ORDERS (EM_ACC_STRONG | EM_ACC_VOLATILE)
#define EM_ACC_SPACE(c) ((enum ptx_space)((c) >> 8 & 7))
#define EM_ACC_IN(c, space) (((c) & ~(7u << 8)) | (uint32_t)(space) << 8) /* c, of which the space is known */

enum { EM_OTHER = 0, EM_UNIFORM = 1, EM_CONSECUTIVE = 2 };
/* A copy reads and writes memory without registers: two accesses, one after the other. */
enum em_access { EM_READ, EM_WRITE, EM_ATOMIC, EM_COPY_READ, EM_COPY_WRITE };

struct em_runs {
	uint64_t a0, a1;
	uint32_t n0, n1; /* bytes of each run: total (uniform) or 16 * total */
	uint32_t k0, k1; /* EM_UNIFORM or EM_CONSECUTIVE */
	uint32_t total;  /* bytes a lane: 1 to 16 */
	bool store;
};

/* Does anybody watch this space? */
static inline bool em_watched(const struct em_warp *w, enum ptx_space space)
{
	return EM_UNLIKELY(w->watch &
		(space == PTX_SHARED               ? EM_WATCH_SHARED | EM_WATCH_ATOMICS :
				space == PTX_LOCAL ? EM_WATCH_LOCAL :
						     EM_WATCH_GLOBAL | EM_WATCH_CACHE));
}

#endif
