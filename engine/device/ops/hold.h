/* hold: when work begins that the host does not wait for. A launch, an asynchronous copy, a memset: the program goes on
 * at once, and hardware begins when it comes to it. In the natural order that is soon. In another order of threads it
 * is late: when the host waits for it, asks whether something is over, or has been silent for a while. Of several
 * streams only what the host waits for begins then, by the rules of docs/virtual-clock.md. So a program that reads
 * mapped, managed or pinned memory without waiting, or waits for another stream, finds the old bytes there.
 *
 * A program that polls a flag in mapped memory waits too, and nobody can see it: so "late" has an end, and a program
 * that has run into that end often enough is held back no more.
 */
#ifndef DEVICE_OPS_HOLD_H
#define DEVICE_OPS_HOLD_H

#include <stdbool.h>
#include <stdint.h>

struct context;
struct op;

struct hold {
	bool over;     /* what is queued runs, until nothing is */
	int64_t first; /* when the oldest thing in the queue came, and the newest; time_now_ns */
	int64_t newest;
	unsigned silences; /* how often the end was that nobody waited */
	uint64_t looks;    /* at what is wanted, counted */
};

/* All with the context's lock held. */
/* Is this operation to be queued though nothing stands before it? */
bool hold_queues(struct context *c, const struct op *op);
/* The operation is in the queue from now on. */
void hold_queued(struct context *c);
/* Is there something that does not begin before somebody waits? */
bool hold_holds(struct context *c);
/* Whatever is in the queue is wanted. */
void hold_end(struct context *c);
/* The worker, with something in the queue: where the pointer to the operation is that it takes next. NULL: none yet.
 * May let go of the lock meanwhile. */
struct op **hold_next(struct context *c);

#endif
