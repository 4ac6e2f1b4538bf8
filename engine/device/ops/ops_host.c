/* ops_host: host functions in a stream. The worker tells the client that the function's turn has come and waits until
 * it has run: what was asked for later must find it done.
 *
 * The answer carries one end of a pipe. The client closes it when the function has returned, or by dying; so a word of
 * the client's is needed on no socket, which may be full of requests that wait after this one.
 */
#include "device/ops/context.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include "device/ops/virtual.h"

enum { LOOK_MS = 100 }; /* how often the worker looks whether anybody still wants it */

int op_host_check(struct context *c, struct op *op)
{
	const struct dp_id *id = (const void *)op->body;

	op->head.flags &= ~(DP_ASYNC | DP_SILENT);
	stream_known(c, op, id->id);
	return 0;
}

int op_host(struct context *c, struct op *op, struct answer *a)
{
	const struct dp_id *id = (const void *)op->body;
	int ends[2];
	struct pollfd p;

	if (pipe2(ends, O_CLOEXEC))
		return op_refuse(op, 999, "the device has no descriptors left");
	virtual_host_function(c, id->id);
	a->fd = ends[1];
	context_send(c, op->head.seq, 0, a);
	op->answered = true;
	close(ends[1]);
	a->fd = -1;
	p = (struct pollfd){ .fd = ends[0], .events = POLLIN };
	while (!context_over(c)) {
		int k = poll(&p, 1, LOOK_MS);

		if (k > 0 || (k < 0 && errno != EINTR))
			break;
	}
	close(ends[0]);
	return 0;
}
