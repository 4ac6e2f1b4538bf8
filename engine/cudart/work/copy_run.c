/* copy_run: a copy is done. All are rows (a plain copy is one row, a 3-D copy its slices one after another); where each
 * end lies decides how the bytes travel: within the device, or over the socket in parts of at most DP_CHUNK bytes. */
#include <stdio.h>
#include <string.h>

#include "cudart/memory/memory.h"
#include "cudart/work/work.h"

/* An address of the device's, whether it is in use or not: memory that is freed, or the bytes behind an allocation, are
 * no more the host's than the rest. The device says what is wrong with them. */
static bool on_device(const void *p)
{
	const struct dp_hello_reply *d = cudart_device();
	uint64_t at = (uint64_t)(uintptr_t)p;

	return at - d->memory_base < d->memory_bytes || ranges_find(at, NULL, NULL) != DP_MEM_NONE;
}

/* Memory that only the device can reach. */
static bool device_only(const void *p)
{
	enum dp_memory kind = ranges_find((uint64_t)(uintptr_t)p, NULL, NULL);

	return kind == DP_MEM_DEVICE || kind == DP_MEM_SYMBOL || (kind == DP_MEM_NONE && on_device(p));
}

/* What travels in one request: many whole rows, or part of one. */
static void part(size_t width, size_t rows, size_t row, size_t offset, size_t *w, size_t *n)
{
	if (width > DP_CHUNK) {
		*w = width - offset < DP_CHUNK ? width - offset : DP_CHUNK;
		*n = 1;
	} else {
		*w = width;
		*n = DP_CHUNK / width < rows - row ? DP_CHUNK / width : rows - row;
	}
}

/* A host function may be about to fill the source. Copies of pageable memory wait for their stream on hardware, too. */
static cudaError_t await_host_functions(const struct work *w)
{
	struct dp_wait wait = { DP_SYNC_STREAM, stream_id(w->stream) };
	struct rpc r = RPC(SYNC, none, wait);

	r.call = w->call;
	return host_functions_wait() ? rpc_run(&r) : cudaSuccess;
}

/* Memory that cudaHostRegister has locked is copied as pinned memory is, as far as time goes. */
static bool locked(const void *p)
{
	return registered_device((uint64_t)(uintptr_t)p, NULL) != 0;
}

static cudaError_t to_device(const struct work *w, const struct work_copy *c, uint64_t extent)
{
	struct dp_write m = { .pitch = c->dpitch,
		.whole = (uint64_t)(uintptr_t)c->dst,
		.whole_bytes = extent,
		.stream = stream_id(w->stream),
		.pageable = !locked(c->src) };
	cudaError_t e = await_host_functions(w);

	for (size_t row = 0, offset = 0; row < c->rows && e == cudaSuccess;) {
		struct rpc r = RPC(WRITE, none, m);
		size_t width, n;

		part(c->width, c->rows, row, offset, &width, &n);
		m.dst = m.whole + row * c->dpitch + offset;
		m.width = width;
		m.rows = n;
		r.call = w->call;
		/* The last part of a synchronous copy waits for all that went before. */
		r.flags = w->async || row + n < c->rows || offset + width < c->width ? DP_ASYNC : 0;
		r.data = (const char *)c->src + row * c->spitch + offset;
		r.ndata = width * n;
		r.rows = n > 1 && c->spitch != width ? n : 0;
		r.pitch = c->spitch;
		e = rpc_run(&r);
		offset += width;
		if (offset == c->width) {
			offset = 0;
			row += n;
		}
	}
	return e;
}

static cudaError_t from_device(const struct work *w, const struct work_copy *c, uint64_t extent)
{
	struct dp_read m = { .pitch = c->spitch,
		.whole = (uint64_t)(uintptr_t)c->src,
		.whole_bytes = extent,
		.stream = stream_id(w->stream),
		.pageable = !locked(c->dst) };
	cudaError_t e = cudaSuccess;

	for (size_t row = 0, offset = 0; row < c->rows && e == cudaSuccess;) {
		struct rpc r = RPC(READ, none, m);
		size_t width, n;

		part(c->width, c->rows, row, offset, &width, &n);
		m.src = m.whole + row * c->spitch + offset;
		m.width = width;
		m.rows = n;
		r.call = w->call;
		r.reply = (char *)c->dst + row * c->dpitch + offset;
		r.reply_max = width * n;
		r.reply_rows = n > 1 && c->dpitch != width ? n : 0;
		r.reply_pitch = c->dpitch;
		e = rpc_run(&r);
		offset += width;
		if (offset == c->width) {
			offset = 0;
			row += n;
		}
	}
	return e;
}

static cudaError_t within_device(const struct work *w, const struct work_copy *c)
{
	struct dp_copy m = { (uint64_t)(uintptr_t)c->dst, c->dpitch, (uint64_t)(uintptr_t)c->src, c->spitch, c->width,
		c->rows, stream_id(w->stream), (uint32_t)c->kind };
	struct rpc r = RPC(COPY, none, m);

	r.call = w->call;
	r.flags = w->async ? DP_ASYNC : 0;
	return rpc_run(&r);
}

static cudaError_t within_host(const struct work *w, const struct work_copy *c)
{
	struct dp_wait wait = { DP_SYNC_STREAM, stream_id(w->stream) };
	struct rpc r = RPC(SYNC, none, wait);
	cudaError_t e;

	r.call = w->call;
	e = rpc_run(&r);
	for (size_t row = 0; e == cudaSuccess && row < c->rows; row++)
		memmove((char *)c->dst + row * c->dpitch, (const char *)c->src + row * c->spitch, c->width);
	return e;
}

static bool extent_of(size_t pitch, size_t width, size_t rows, uint64_t *bytes)
{
	uint64_t last;

	return !(rows > 1 && pitch < width) && !__builtin_mul_overflow((uint64_t)pitch, (uint64_t)(rows - 1), &last) &&
		!__builtin_add_overflow(last, (uint64_t)width, bytes);
}

/* Registered memory is the device's too, under another address. */
static void use_registered(struct work_copy *c)
{
	uint64_t dst = registered_device((uint64_t)(uintptr_t)c->dst, NULL),
		 src = registered_device((uint64_t)(uintptr_t)c->src, NULL);

	if (dst)
		c->dst = (void *)(uintptr_t)dst;
	if (src)
		c->src = (void *)(uintptr_t)src;
}

/* Does the direction lead another way than the pointers? */
static bool leads_elsewhere(const struct work_copy *c, enum cudaMemcpyKind kind)
{
	return (kind != cudaMemcpyDeviceToHost && device_only(c->src)) ||
		(kind != cudaMemcpyHostToDevice && device_only(c->dst));
}

/* The words are read by job/step/advice_call.c. */
static void tell_ways(const struct work_copy *c, enum cudaMemcpyKind kind, char *text, size_t size)
{
	static const char *const words[] = { [cudaMemcpyHostToHost] = "cudaMemcpyHostToHost",
		[cudaMemcpyHostToDevice] = "cudaMemcpyHostToDevice",
		[cudaMemcpyDeviceToHost] = "cudaMemcpyDeviceToHost",
		[cudaMemcpyDeviceToDevice] = "cudaMemcpyDeviceToDevice" };
	const bool to = device_only(c->dst), from = device_only(c->src);

	snprintf(text, size, "%zu bytes with %s from %s (%p) to %s (%p), which is %s", c->width * c->rows, words[kind],
		from ? "device memory" : "the host's memory", c->src, to ? "device memory" : "the host's memory",
		c->dst,
		words[from         ? to ? cudaMemcpyDeviceToDevice : cudaMemcpyDeviceToHost :
				to ? cudaMemcpyHostToDevice :
				     cudaMemcpyHostToHost]);
}

/* The direction that counts. */
static enum cudaMemcpyKind way_of(const struct work_copy *c)
{
	if (c->kind == cudaMemcpyDefault)
		return on_device(c->dst)  ? on_device(c->src) ? cudaMemcpyDeviceToDevice : cudaMemcpyHostToDevice :
			on_device(c->src) ? cudaMemcpyDeviceToHost :
					    cudaMemcpyHostToHost;
	/* Addresses are of one space, and drivers look at them, not at the host's side of the direction: programs with
	 * a wrong one work. Pinned and managed memory is the device's too: such copies need no socket and can be
	 * asynchronous. */
	return c->kind != cudaMemcpyHostToHost && on_device(c->dst) && on_device(c->src) ? cudaMemcpyDeviceToDevice :
											   c->kind;
}

cudaError_t copy_way(const struct cudaMemcpy3DParms *p)
{
	struct work_copy c = copy_slice(p, 0);
	enum cudaMemcpyKind kind;
	char text[320];

	use_registered(&c);
	kind = way_of(&c);
	if (kind == cudaMemcpyDeviceToDevice || !leads_elsewhere(&c, kind))
		return cudaSuccess;
	tell_ways(&c, kind, text, sizeof text);
	return cudart_why(cudaErrorInvalidValue, "%s", text);
}

/* Each end as far as it can be told without the device. */
static cudaError_t refused(const struct work *w, uint64_t *to, uint64_t *from)
{
	const struct work_copy *c = &w->copy;

	if ((unsigned)c->kind > cudaMemcpyDefault)
		return cudart_refuse(
			w->call, cudaErrorInvalidMemcpyDirection, "the direction %d does not exist", (int)c->kind);
	if (c->rows > 1 && (c->dpitch < c->width || c->spitch < c->width))
		return cudart_refuse(w->call, cudaErrorInvalidPitchValue,
			"rows of %zu bytes do not fit pitches of %zu and %zu bytes", c->width, c->dpitch, c->spitch);
	if (!extent_of(c->dpitch, c->width, c->rows, to) || !extent_of(c->spitch, c->width, c->rows, from))
		return cudart_refuse(w->call, cudaErrorInvalidValue,
			"%zu rows with pitches of %zu and %zu bytes are more than there can be", c->rows, c->dpitch,
			c->spitch);
	/* In the other directions whoever uses the pointer says it. */
	if ((c->kind == cudaMemcpyDefault || c->kind == cudaMemcpyHostToHost) && (!c->dst || !c->src))
		return cudart_refuse(w->call, cudaErrorInvalidValue, "%zu bytes: the %s is NULL, which is no memory",
			c->width * c->rows, c->dst ? "source" : "destination");
	return cudaSuccess;
}

cudaError_t copy_run(const struct work *given)
{
	struct work here = *given;
	const struct work *w = &here;
	const struct work_copy *c = &w->copy;
	enum cudaMemcpyKind kind;
	uint64_t to = 0, from = 0;
	char text[320];
	cudaError_t e;

	if (!c->width || !c->rows)
		return cudaSuccess;
	use_registered(&here.copy);
	variable_tell((uint64_t)(uintptr_t)c->dst);
	variable_tell((uint64_t)(uintptr_t)c->src);
	e = refused(w, &to, &from);
	if (e != cudaSuccess)
		return e;
	kind = way_of(c);
	if (kind == cudaMemcpyDeviceToDevice)
		return within_device(w, c);
	if (leads_elsewhere(c, kind)) {
		tell_ways(c, kind, text, sizeof text);
		return cudart_refuse(w->call, cudaErrorInvalidValue, "%s", text);
	}
	if (kind == cudaMemcpyHostToHost)
		return within_host(w, c);
	return kind == cudaMemcpyHostToDevice ? to_device(w, c, to) : from_device(w, c, from);
}

/* ---- 3-D, without arrays: slice by slice */
struct work_copy copy_slice(const struct cudaMemcpy3DParms *p, size_t z)
{
	const struct cudaPitchedPtr *d = &p->dstPtr, *s = &p->srcPtr;
	char *to = (char *)d->ptr + ((p->dstPos.z + z) * d->ysize + p->dstPos.y) * d->pitch + p->dstPos.x;
	const char *from = (const char *)s->ptr + ((p->srcPos.z + z) * s->ysize + p->srcPos.y) * s->pitch + p->srcPos.x;

	return (struct work_copy){ to, d->pitch, from, s->pitch, p->extent.width, p->extent.height, p->kind };
}
