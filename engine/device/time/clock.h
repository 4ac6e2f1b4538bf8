/* clock: when would each operation have run? Copies, kernels, host functions and events of all streams on a virtual
 * clock: plain data in, times out, no threads, no I/O and no real time, so the same calls give the same times on every
 * machine.
 *
 * The caller hands in operations in the order of the API calls, each with how long it takes once it runs, and says when
 * the host waits. The clock is a simulation of discrete events that never runs ahead of the host: whatever is issued
 * later can't change what it has decided. `now` is the host's clock and the device's at once: an operation that is
 * issued at `now` may begin at `now`.
 *
 * The rules, and the tests (tests/unit/device/check_device_clock.c, check_device_engines.c) that hold each to the
 * documentation, are in docs/virtual-clock.md:
 * - a stream's operations run one after another (Programming Guide, Streams);
 * - the legacy default stream waits for all blocking streams, and they for it (Runtime API, Stream synchronization
 * behavior);
 * - a wait for an event holds its own stream back, and nobody else (cudaStreamWaitEvent);
 * - a copy engine runs one copy at a time; with one engine both directions share it, with two or more each has its own
 * (asyncEngineCount);
 * - kernels run side by side while they fit, at most `concurrent_kernels` (Programming Guide, Concurrent Kernel
 * Execution);
 * - each engine is fed by `hardware_queues` queues; a stream that gets something to do again takes the one that the
 * fewest streams with something to do have; only a queue's first operation can leave it. One queue: issue order decides
 * what overlaps (Programming Guide, Overlapping Behavior);
 * - an operation begins `switch_ns` after its stream's last one, if that ran on another engine (measured; the engine is
 * free meanwhile);
 * - a kernel begins `apart_ns` after the last one of another stream has begun, `woken_apart_ns` if it has waited for
 * another stream, and a graph's `nodes_apart_ns` after its last one (measured);
 * - `dependency_checks` (compute capability 3.0 and lower, Programming Guide, Implicit Synchronization): what follows a
 * kernel in its stream begins only when all kernels before it have begun, and no later kernel begins before that kernel
 * has ended.
 */
#ifndef DEVICE_CLOCK_H
#define DEVICE_CLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CLOCK_WHOLE 1000000u          /* share of a kernel that leaves no room for another */
#define CLOCK_MAX_NS 1000000000000000 /* nothing takes longer than eleven days */
#define CLOCK_MAX_PENDING 1024 /* operations that wait or run; who issues more waits, as for a full launch queue */

enum clock_engine { CLOCK_NO_ENGINE, CLOCK_H2D, CLOCK_D2H, CLOCK_COMPUTE, CLOCK_HOST };
/* Streams are numbers. The default one is always there; CLOCK_EVERYTHING is the order of what holds up the whole
 * device. */
enum { CLOCK_LEGACY = 0, CLOCK_EVERYTHING = 1 };

struct clock_config {
	uint32_t copy_engines;       /* 0: copies and kernels take turns */
	uint32_t hardware_queues;    /* at least 1 */
	uint32_t concurrent_kernels; /* at least 1 */
	bool dependency_checks;
	int64_t switch_ns; /* from the end of an operation to the begin of the stream's next one on another engine */
	/* From the begin of a kernel to the begin of the next one of another stream, at least; if that has waited for
	 * another stream; of one graph's nodes. */
	int64_t apart_ns, woken_apart_ns, nodes_apart_ns;
};
/* An operation that was issued. Valid for ever: what is over is over. {0} is over. */
struct clock_ref {
	uint64_t id;
	uint32_t stream;
};

struct clock_work {
	enum clock_engine engine; /* CLOCK_NO_ENGINE: an event's record or wait */
	uint32_t stream;
	int64_t ns;             /* from its begin to its end; 0 to CLOCK_MAX_NS */
	uint32_t share;         /* CLOCK_COMPUTE: of the device, up to CLOCK_WHOLE */
	struct clock_ref after; /* must be over first, {0}: nothing */
	void *tag;              /* comes back with the span */
};
struct clock_span {
	uint64_t id;
	uint32_t stream;
	enum clock_engine engine;
	int64_t issued, begin, end; /* ns since the clock began */
	void *tag;
};

struct clock;
/* `ended` is called once for each operation, in the order of their ends, from within the calls below. */
struct clock *clock_new(
	const struct clock_config *config, void (*ended)(void *user, const struct clock_span *span), void *user);
void clock_free(
	struct clock *c); /* what is not over is forgotten, its tags too: clock_wait_all first. NULL is allowed */

/* A lower priority number goes first among operations that could begin at the same time. */
uint32_t clock_stream_open(struct clock *c, bool non_blocking, int priority);
/* One that has nodes of a graph: non-blocking. */
uint32_t clock_nodes_open(struct clock *c, int priority);
void clock_stream_close(struct clock *c, uint32_t stream); /* its operations still run */

int64_t clock_now(const struct clock *c);
/* The host is busy for so long. */
void clock_host(struct clock *c, int64_t ns);
struct clock_ref clock_issue(struct clock *c, const struct clock_work *w);
/* The host waits. */
void clock_wait(struct clock *c, struct clock_ref ref);
void clock_wait_stream(struct clock *c, uint32_t stream); /* until clock_stream_idle */
void clock_wait_all(struct clock *c);
bool clock_over(const struct clock *c, struct clock_ref ref);
/* All that was issued to it is over; CLOCK_LEGACY: to any blocking stream. */
bool clock_stream_idle(const struct clock *c, uint32_t stream);
/* The host looks whether it is over, and again for at most `ns`: what ends within that time is over, and no more time
 * has passed than that. */
bool clock_poll(struct clock *c, struct clock_ref ref, int64_t ns);
bool clock_poll_stream(struct clock *c, uint32_t stream, int64_t ns);

#endif
