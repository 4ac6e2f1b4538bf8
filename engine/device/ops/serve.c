/* serve: the reader. Bytes from a hostile client -> operations that are known to have the right size.
 *
 * Invariant: what reaches a check or run function has its fixed structure complete in op->body and its payload, at most
 * as long as the table allows, in op->payload. Everything else closes the connection and is reported as the client's
 * fault.
 */
#include "device/ops/context.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static const struct {
	const char *name;
	size_t fixed, most;
} shapes[DP_OP_COUNT] = {
#define DP(id, type, payload) [DP_##id] = { #id, sizeof(type), payload },
	DP_TABLE
#undef DP
};

const struct op_kind op_kinds[DP_OP_COUNT] = {
	[DP_HELLO] = { NULL, op_hello, true },
	[DP_RESET] = { NULL, op_reset, true },
	[DP_MODULE_LOAD] = { NULL, op_module_load, false },
	[DP_MODULE_UNLOAD] = { NULL, op_module_unload, false },
	[DP_KERNEL] = { NULL, op_kernel, false },
	[DP_SYMBOL] = { NULL, op_symbol, false },
	[DP_MANAGED] = { NULL, op_managed, false },
	[DP_PART] = { NULL, op_part, false },
	[DP_ATTRIBUTE] = { NULL, op_attribute, false },
	[DP_MALLOC] = { op_malloc_check, op_malloc, false },
	[DP_FREE] = { op_free_check, op_free_memory, false },
	[DP_WRITE] = { op_write_check, op_write, false },
	[DP_READ] = { op_read_check, op_read, false },
	[DP_COPY] = { op_copy_check, op_copy, false },
	[DP_MEMSET] = { op_memset_check, op_memset, false },
	[DP_LAUNCH] = { op_launch_check, op_launch, false },
	[DP_SYNC] = { op_sync_check, op_sync, false },
	[DP_QUERY] = { op_query_check, op_query, false },
	[DP_STREAM_CREATE] = { NULL, op_stream_create, false },
	[DP_STREAM_DESTROY] = { op_stream_destroy_check, op_stream_destroy, false },
	[DP_STREAM_WAIT] = { op_stream_wait_check, op_stream_wait, false },
	[DP_EVENT_CREATE] = { NULL, op_event_create, false },
	[DP_EVENT_DESTROY] = { op_event_destroy_check, op_nothing, false },
	[DP_EVENT_RECORD] = { op_event_record_check, op_event_record, false },
	[DP_EVENT_ELAPSED] = { op_event_elapsed_check, op_event_elapsed, false },
	[DP_MEM_INFO] = { NULL, op_mem_info, false },
	[DP_POINTER] = { NULL, op_pointer, false },
	[DP_PRINTF] = { NULL, op_printf, true },
	[DP_UNIMPLEMENTED] = { NULL, op_unimplemented, true },
	[DP_COMPLAINT] = { op_complaint_check, op_complaint, true },
	[DP_PROFILER] = { NULL, op_profiler, false },
	[DP_HOST] = { op_host_check, op_host, true },
	[DP_HOST_FAULT] = { op_host_fault_check, op_nothing, true },
	[DP_LIMIT] = { NULL, op_limit, false },
	[DP_HOST_NAME] = { NULL, op_host_name, false },
	[DP_ADVISE] = { op_advise_check, op_advise, false },
	[DP_TOUCHED] = { op_touched_check, op_touched, false },
	[DP_HOST_TOUCH] = { op_host_touch_check, op_host_touch, false },
	[DP_GRAPH] = { op_graph_check, op_graph, false },
};

const char *dp_call_name(unsigned call)
{
	static const char *const names[DP_CALL_COUNT] = {
#define CALL(name) #name,
#include "device/calls.def"
	};

	return call && call < DP_CALL_COUNT ? names[call] : "a CUDA call";
}

/* 1 when filled, 0 at the end of the stream, -1 when it ended within. */
static int read_all(struct context *c, void *p, size_t n)
{
	size_t done = 0;

	while (done < n) {
		/* MSG_WAITALL saves a wakeup for each piece of a large body. */
		ssize_t k = recv(c->fd, (char *)p + done, n - done, MSG_WAITALL);

		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0)
			return done ? -1 : 0;
		done += (size_t)k;
	}
	return 1;
}

static void report_malformed(struct context *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void report_malformed(struct context *c, const char *fmt, ...)
{
	struct log_fault f = { .order = *c->order, .verdict = "launch-error", .cuda_code = 999, .fatal = true };
	struct buf b;
	va_list ap;

	buf_init(&b);
	buf_puts(&b, "the program wrote bytes to the device's socket that are no request: ");
	va_start(ap, fmt);
	buf_vprintf(&b, fmt, ap);
	va_end(ap);
	f.message = b.data;
	log_fault(c->log, &f);
	buf_release(&b);
}

/* A payload may claim up to half a gigabyte: memory follows the bytes that arrive, not the claim. */
static int read_payload(struct context *c, struct op *op, size_t n)
{
	size_t cap = n < DP_CHUNK ? n : DP_CHUNK, have = 0;

	op->payload = xmalloc(cap + 1);
	while (have < n) {
		size_t want = cap - have;

		if (read_all(c, op->payload + have, want) != 1)
			return -1;
		have += want;
		if (have < n) {
			cap = n - have < cap ? n : cap * 2;
			op->payload = xrealloc(op->payload, cap + 1);
		}
	}
	op->payload[n] = 0;
	op->npayload = n;
	return 0;
}

/* 1: *out is the next operation; 0: the connection is over. */
static int read_op(struct context *c, struct op **out)
{
	struct dp_request head;
	struct op *op;
	size_t fixed;
	int r = read_all(c, &head, sizeof head);

	*out = NULL;
	if (r <= 0)
		return 0;
	if (head.magic != DP_MAGIC || head.op >= DP_OP_COUNT) {
		report_malformed(c, "unknown operation %u", head.op);
		return 0;
	}
	fixed = shapes[head.op].fixed;
	if (head.bytes < fixed || head.bytes - fixed > shapes[head.op].most) {
		report_malformed(c, "%s with %llu bytes", shapes[head.op].name, (unsigned long long)head.bytes);
		return 0;
	}
	if (!c->hello && head.op != DP_HELLO) {
		report_malformed(c, "%s before HELLO", shapes[head.op].name);
		return 0;
	}
	op = xcalloc(1, sizeof *op);
	op->head = head;
	if (read_all(c, op->body, fixed) != 1 ||
		(head.bytes > fixed && read_payload(c, op, (size_t)(head.bytes - fixed)))) {
		op_free(op);
		return 0;
	}
	if (head.op == DP_HELLO) {
		const struct dp_hello *h = (const void *)op->body;

		if (h->version != DP_VERSION) {
			report_malformed(c, "protocol version %u, this device speaks %u", h->version, DP_VERSION);
			op_free(op);
			return 0;
		}
		c->hello = true;
	}
	*out = op;
	return 1;
}

void *context_read(void *context)
{
	struct context *c = context;
	struct op *op;

	while (read_op(c, &op)) {
		const struct op_kind *kind = &op_kinds[op->head.op];
		int r;

		op->order = (*c->order)++;
		r = kind->check ? kind->check(c, op) : 0;
		if (r < 0) {
			report_malformed(c, "%s whose fields contradict each other", shapes[op->head.op].name);
			op_free(op);
			break;
		}
		if (r > 0) {
			op_free(op);
			continue;
		}
		if (op->head.flags & DP_SILENT) {
			op->answered = true;
		} else if ((op->head.flags & DP_ASYNC) && !op->refused) {
			op->answered = true;
			context_send(c, op->head.seq, 0, NULL);
		}
		/* A kernel or a host function may run for ever, and only this thread sees the client hang up. The rest
		 * is short: with nothing before it, do it here and save waking the worker. */
		if (op->head.op != DP_LAUNCH && op->head.op != DP_HOST && context_takes(c, op))
			context_run(c, op);
		else
			context_enqueue(c, op);
	}
	/* Hung up, or hung up on: whatever still runs has nobody to run for. */
	shutdown(c->fd, SHUT_RDWR);
	pthread_mutex_lock(&c->lock);
	c->closing = true;
	c->cancel = 1;
	pthread_cond_broadcast(&c->changed);
	pthread_mutex_unlock(&c->lock);
	c->gone(c->gone_user);
	return NULL;
}
