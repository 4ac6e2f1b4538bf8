/* ops_context: the calls about the context itself: hello, reset, what the client wants to be said in the report, and
 * the names of the CUDA errors that this module gives. */
#include "device/ops/context.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/ops/virtual.h"

const char *context_cuda_name(int code)
{
	static const struct {
		int code;
		const char *name;
	} names[] = {
#define ERROR(code, name, words) { code, #name },
#include "device/errors.def"
#undef ERROR
	};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (names[i].code == code)
			return names[i].name;
	return "a CUDA error";
}

static void start_anew(struct context *c, const struct op *by)
{
	virtual_finish(c);
	untimed_tell(c);
	modules_drop(c);
	memory_drop(c, by);
	em_heap_reset(c->em);
	c->printf_fifo = DP_PRINTF_FIFO;
	pthread_mutex_lock(&c->lock);
	for (size_t i = 1; i < c->nstreams; i++) {
		if (c->streams[i].exists)
			clock_stream_close(c->clock, c->streams[i].clock);
		c->streams[i].exists = false;
	}
	for (size_t i = 0; i < c->nevents; i++)
		c->events[i].exists = false;
	pthread_mutex_unlock(&c->lock);
	c->async_error = 0;
}

int op_hello(struct context *c, struct op *op, struct answer *a)
{
	struct dp_hello_reply r = { 0 };
	uint64_t free_bytes;

	(void)op;
	start_anew(c, NULL);
	pthread_mutex_lock(&c->lock);
	c->sticky = 0;
	pthread_mutex_unlock(&c->lock);
	em_mem_info(c->em, &free_bytes, &r.memory_bytes);
	r.memory_base = em_mem_base(c->em);
	memcpy(r.field, c->config->profile.field, sizeof r.field);
	snprintf(r.name, sizeof r.name, "%.50s (emulated)", c->config->profile.name);
	buf_add(&a->body, &r, sizeof r);
	return 0;
}

int op_reset(struct context *c, struct op *op, struct answer *a)
{
	(void)a;
	start_anew(c, op);
	return 0;
}

/* A program may ask for any size of printf's buffer. So much the device keeps for it. */
enum { PRINTF_MOST = 512 << 20 };

int op_limit(struct context *c, struct op *op, struct answer *a)
{
	const struct dp_limit *l = (const void *)op->body;
	uint64_t free_bytes, total;

	(void)a;
	if (l->limit == DP_LIMIT_PRINTF) {
		c->printf_fifo = (size_t)(l->value < PRINTF_MOST ? l->value : PRINTF_MOST);
		return 0;
	}
	if (l->limit != DP_LIMIT_HEAP)
		return op_refuse(op, 215, "limit %u is not the device's", l->limit);
	if (em_heap_used(c->em))
		return op_refuse(op, 1, "the size of the heap cannot change once a kernel has called malloc");
	em_mem_info(c->em, &free_bytes, &total);
	if (l->value > free_bytes)
		return op_refuse(op, 2, "a heap of %llu bytes is asked for, %llu are free",
			(unsigned long long)l->value, (unsigned long long)free_bytes);
	em_heap_limit(c->em, l->value);
	return 0;
}

int op_printf(struct context *c, struct op *op, struct answer *a)
{
	size_t n;

	(void)op;
	pthread_mutex_lock(&c->out_lock);
	n = c->printf_out.len - c->printf_taken;
	n = n < DP_CHUNK ? n : DP_CHUNK;
	if (n)
		buf_add(&a->body, c->printf_out.data + c->printf_taken, n);
	log_printf_taken(c->log, n);
	c->printf_taken += n;
	if (c->printf_taken >= c->printf_out.len / 2) {
		n = c->printf_out.len - c->printf_taken;
		if (n)
			memmove(c->printf_out.data, c->printf_out.data + c->printf_taken, n);
		c->printf_out.len = n;
		c->printf_taken = 0;
	}
	pthread_mutex_unlock(&c->out_lock);
	return 0;
}

/* Who only asks leaves nothing undone. */
static bool asks(const char *name)
{
	static const char *const begins[] = { "cudaGet", "cudaDeviceGet", "cudaFunc", "cudaOccupancy" };

	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
		if (!strncmp(name, begins[i], strlen(begins[i])))
			return true;
	return false;
}

int op_unimplemented(struct context *c, struct op *op, struct answer *a)
{
	const char *name = op->payload ? (const char *)op->payload : "?";

	(void)a;
	c->lacked |= !asks(name);
	log_unimplemented(c->log, name, op->npayload);
	return 0;
}

/* free(p) and delete look at the word before p, where the host's memory has its size. Is that what the address is of?
 */
static bool looked_up_by_free(struct context *c, uint64_t addr, struct allocation *row)
{
	const uint64_t p = addr + sizeof(uint64_t);

	return memory_find(c, p, 1, row) && row->start == p && row->kind != DP_MEM_SYMBOL;
}

static void tell_crash(struct context *c, struct op *op, const char *message, struct device_block *block)
{
	log_fault(c->log,
		&(struct log_fault){
			.order = op->order, .verdict = "crashed", .message = message, .block = block, .cuda_code = 0 });
}

/* The array of arguments that cudaLaunchKernel and its like get has something else in it than addresses. False: that is
 * not what the program dies of. */
static bool bad_argument(struct context *c, struct op *op)
{
	const struct dp_host_fault *p = (const void *)op->body;
	const char *kernel = NULL;
	char message[512];

	pthread_mutex_lock(&c->lock);
	if (p->kernel && p->kernel <= c->nkernels)
		kernel = c->kernels[p->kernel - 1]->name;
	pthread_mutex_unlock(&c->lock);
	if (!kernel)
		return false;
	snprintf(message, sizeof message,
		"Invalid host access: the launch of %.200s reads its argument number %u at 0x%llx, %s, and the program "
		"dies of it: the array of arguments must hold the address of each argument (&x), not the argument "
		"itself",
		kernel, p->argument + 1, (unsigned long long)p->addr,
		em_host_ptr(c->em, p->addr, 1) ? "which is device memory" : "where the host has nothing");
	tell_crash(c, op, message, NULL);
	return true;
}

/* By the reader, at once: the client is about to go, and what is still to run goes with it. */
int op_host_fault_check(struct context *c, struct op *op)
{
	const struct dp_host_fault *p = (const void *)op->body;
	struct allocation row;
	struct device_block block;
	struct em_heap_block heap;
	enum dp_memory kind;
	uint64_t em_start = memory_find(c, p->addr, 0, &row) ? row.em_start : origin_inside_former(c, p->addr);
	char message[320];

	if (bad_argument(c, op))
		return 1;
	if (looked_up_by_free(c, p->addr, &row) && origin_block(c, row.em_start, &block)) {
		snprintf(message, sizeof message,
			"Invalid host access: the program dies right before 0x%llx, the begin of %s (%llu bytes), "
			"where "
			"free() and delete look for a size: %s gives this memory back",
			(unsigned long long)row.start, row.kind == DP_MEM_PINNED ? "pinned memory" : "device memory",
			(unsigned long long)row.bytes, row.kind == DP_MEM_PINNED ? "cudaFreeHost()" : "cudaFree()");
		tell_crash(c, op, message, &block);
		return 1;
	}
	if (em_heap_find(c->em, p->addr, &heap)) {
		snprintf(message, sizeof message,
			"Invalid host access: the program dies of an access to 0x%llx, which is %s (%llu bytes into "
			"the %llu-byte allocation): only kernels can use it",
			(unsigned long long)p->addr, heap_words(&heap), (unsigned long long)(p->addr - heap.start),
			(unsigned long long)heap.size);
		tell_crash(c, op, message, NULL);
		return 1;
	}
	if (!origin_block(c, em_start, &block) || p->addr < block.start || p->addr - block.start >= block.bytes)
		return 1;
	kind = block.freed_call ? origin_former_kind(c, em_start) : DP_MEM_DEVICE;
	snprintf(message, sizeof message,
		"Invalid host access: the program dies of an access to 0x%llx, which is %s%s (%llu bytes into the "
		"%llu-byte allocation): %s",
		(unsigned long long)p->addr,
		kind == DP_MEM_MANAGED        ? "managed memory" :
			kind == DP_MEM_PINNED ? "pinned memory" :
						"device memory",
		block.freed_call ? " that has been freed" : "", (unsigned long long)(p->addr - block.start),
		(unsigned long long)block.bytes,
		kind == DP_MEM_MANAGED || kind == DP_MEM_PINNED ?
			"free it after the last use" :
			block.freed_call ?
			"the host cannot use device memory, only copy it, and that before it is freed" :
			"the host has to copy it");
	tell_crash(c, op, message, &block);
	return 1;
}

/* The client's own refusal: it can only speak against the program that it is part of. Where it does not wait for an
 * answer, whatever the device is at (it may be at the host function that makes the call), it is told at once. */
int op_complaint_check(struct context *c, struct op *op)
{
	const struct dp_complaint *k = (const void *)op->body;
	struct log_fault f = { .order = op->order, .verdict = "launch-error", .cuda_code = k->code };
	char *message;

	if (!(op->head.flags & DP_SILENT))
		return 0;
	if (k->again && log_again(c->log, k->code))
		return 1;
	message = xasprintf("%s (%s)", op->payload ? (const char *)op->payload : "?", context_cuda_name(k->code));
	f.message = message;
	log_fault(c->log, &f);
	free(message);
	return 1;
}

/* The client's own refusal: it can only speak against the program that it is part of. With these codes it refuses code
 * that it cannot hand on, and what the device lacks. */
enum { INVALID_IMAGE = 200, NO_KERNEL_IMAGE = 209, NOT_SUPPORTED = 801 };
int op_complaint(struct context *c, struct op *op, struct answer *a)
{
	const struct dp_complaint *k = (const void *)op->body;

	(void)a;
	pthread_mutex_lock(&c->lock);
	if (k->kernel && k->kernel <= c->nkernels)
		op->kernel = c->kernels[k->kernel - 1];
	pthread_mutex_unlock(&c->lock);
	op->fault_kernel = op->kernel ? op->kernel->name : NULL;
	op->lacks = k->code == INVALID_IMAGE || k->code == NO_KERNEL_IMAGE || k->code == NOT_SUPPORTED;
	return op_refuse(op, k->code > 0 && k->code < 10000 ? k->code : 999, "%s",
		op->payload ? (const char *)op->payload : "?");
}

int op_profiler(struct context *c, struct op *op, struct answer *a)
{
	const struct dp_id *on = (const void *)op->body;

	(void)a;
	log_timeline(c->log, on->id != 0, clock_now(c->clock));
	return 0;
}
