/* session: the inside of a host session, shared by client.c (what a case is), client_time.c (samples) and client_io.c
 * (bytes). */
#ifndef HOST_SESSION_H
#define HOST_SESSION_H

#include "host/client.h"
#include "host/wire.h"

struct host_session {
	struct proc proc;
	const struct proc *beside; /* as host_start has them */
	int64_t latest, most_later;
	int sock, cancel_fd;
	bool started, loaded, over;
	bool ready;   /* the runtime is loaded; before that no foreign code has run in the process */
	bool guarded; /* guard.h: it can't have been the student's code that killed it */
	bool wants_guard;
	bool boxed;              /* an exit status of 128 + N is signal N */
	bool in_solve;           /* the request under way is a RUN: says where a crash happened */
	struct wire_fault fault; /* what the process said about its last segmentation fault; fault.signal 0: nothing */
	size_t told;             /* bytes of its output that host_session_output() has given already */
	char *cudart, *so, *symbol;
	char name[128]; /* of the function, for messages: "solve()" */
};

struct bytes {
	const void *p;
	uint64_t n;
};

enum io { IO_OK, IO_DIED, IO_TIMEOUT, IO_CANCELLED, IO_NONSENSE };

/* One request and its answer. `parts` is what follows the head. `data` takes `data_bytes` bytes after the answer if
 * its status is WIRE_OK. Everything ends by `deadline` (time_now_ns). An answer of another type, nonce or size is
 * IO_NONSENSE. */
enum io session_ask(struct host_session *h, uint32_t type, const struct bytes *parts, size_t nparts,
	uint32_t answer_type, struct wire_answer *a, const struct bytes *data, size_t ndata, int64_t deadline);

/* Turn what went wrong into an outcome, end the process, mark the session as over. */
void session_fail(struct host_session *h, enum io io, int timeout_ms, struct host_outcome *out);
/* The answer's own error, as an outcome. True when it has one. */
bool session_refused(struct host_session *h, const struct wire_answer *a, bool before_solve, struct host_outcome *out);

/* Sample the time of a case that is loaded and has run once. Fills t and the arguments' results. False: `out` says why.
 */
bool session_time(struct host_session *h, struct host_arg *args, size_t nargs, struct host_timing *t, int timeout_ms,
	struct host_outcome *out);

#endif
