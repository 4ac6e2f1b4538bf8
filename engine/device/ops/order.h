/* order: which operations does nothing order? Kernels, copies and memsets of different streams that touch the same
 * bytes, at least one of them writing, with no event, synchronisation or rule of the default stream between them: which
 * of the two comes first is chance. Internal to engine/device; only the thread that runs operations calls it.
 *
 * Fed by virtual.c and virtual_graph.c, beside the virtual clock and in the same order: what waits for what
 * (docs/virtual-clock.md), but not when. A lane is the clock's number of a stream. The newest operations that the host
 * has not waited for are kept, each with the bytes it touched; each lane, and each event, has the set of those that
 * come before whatever waits for it. The host that waits for an operation has put it before all that it issues later,
 * so that operation is forgotten. But operations need not run in the order of the calls (hold.h): one that was issued
 * before the host waited may still be to come. Until it has, the operation stays, and only what was issued later is not
 * compared with it.
 *
 * Where a doubt is left, nobody is accused: a host function, an answered query and cudaFree count as if the
 * host had waited; kernels that meet at a flag may wait for each other; and a kernel that tells the host something in
 * memory of the host's may have been waited for. */
#ifndef DEVICE_ORDER_H
#define DEVICE_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "emulator/emulator.h"

struct context;
struct order;

/* Operations before a point, and how many there had been: bits of others mean nothing. {0}: none. */
struct order_set {
	uint64_t ops, upto;
};

struct order_op {
	const char *name; /* of the kernel or the call; lives as long as the context */
	bool kernel;
	bool flags;       /* a kernel that has fences, or strong reads */
	bool triggers;    /* a kernel that lets the next one of its stream begin before it has ended ... */
	bool early;       /* ... and one that would begin then */
	bool memory;      /* the bytes come to be, or cease to be: cudaMallocAsync, cudaFreeAsync */
	const char *site; /* of the host's own code: where (protocol.h); not kept */
	uint32_t stream;  /* as the program knows it */
	const struct em_touched *touch; /* as in em_result; copied. Its files live as long as the module */
	size_t n;
};

struct order *order_new(void);
void order_free(struct order *o);

/* From now on: what the program issued as its number `issued`. All that it issued before `oldest` has run. */
void order_turn(struct order *o, uint64_t issued, uint64_t oldest);

void order_lane_open(struct order *o, uint32_t lane, bool blocking);
void order_lane_close(struct order *o, uint32_t lane);
/* There is memory that the host touches without a call: managed, or pinned, of which only copies are kept, and kernels
 * that are given it. */
void order_shared(struct order *o, bool managed);
/* Threads of the host have default streams of their own: that of the next thread may come at any time. */
void order_threads(struct order *o);
/* There are kernels that let the next one begin early. */
void order_programmatic(struct order *o);
/* Could operations be issued now that run side by side, or beside the host? Else there is no need to say what they
 * touch. */
bool order_matters(const struct order *o);
bool order_copies_matter(const struct order *o);

/* Something is issued to the lane, and waits for what the rules of the default stream say. */
void order_enter(struct order *o, uint32_t lane);
/* ... and for these. */
void order_after(struct order *o, uint32_t lane, const struct order_set *set);
/* The lane waits for an event that was recorded in this stream, when so much had been issued there; NULL: not yet, so
 * that it waits for nothing. And an event is recorded in it. */
void order_wait(struct order *o, uint32_t lane, uint32_t event, const struct order_set *recorded, uint32_t stream);
void order_record(struct order *o, uint32_t lane, uint32_t event);
/* All that was issued to the lane. */
struct order_set order_point(const struct order *o, uint32_t lane);
/* The newest thing in the lane was this. Compares it with what may run beside it, says what it finds (log.h), keeps it.
 */
void order_op(struct context *c, uint32_t lane, const struct order_op *op);
/* The host does this at once, and waits for nothing: all that it has not waited for may run beside it. Compared, and
 * not kept. op->stream is ORDER_HOST. */
#define ORDER_HOST UINT32_MAX
#define ORDER_HOST_NAME "the host" /* who does it, when it is no call */
void order_by_host(struct context *c, const struct order_op *op);

/* The host has waited for these; for everything (NULL: there is nothing). */
void order_waited(struct order *o, const struct order_set *set);
void order_waited_lane(struct order *o, uint32_t lane);
void order_waited_all(struct order *o);
/* Nothing of what is kept is of use any more. */
void order_forget_all(struct order *o);
/* These bytes are somebody else's from now on. */
void order_forget(struct order *o, uint64_t addr, uint64_t bytes);

#endif
