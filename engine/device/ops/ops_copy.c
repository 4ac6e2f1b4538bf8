/* ops_copy: bytes in, out and about. Every copy is `rows` rows of `width` bytes on the device; a plain copy is one row.
 *
 * The emulator's table of live allocations is the authority (em_host_ptr in the worker). Where the table of this
 * context knows the range already, an asynchronous copy is answered at once; where it does not, the answer waits for
 * the worker's word.
 */
#include "device/ops/context.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/ops/virtual.h"

/* Bytes from the first to the last of a pitched area; false when it does not make sense or overflows. */
static bool extent(uint64_t pitch, uint64_t width, uint64_t rows, uint64_t *bytes)
{
	uint64_t last;

	if (!width || !rows || (rows > 1 && pitch < width))
		return false;
	if (__builtin_mul_overflow(pitch, rows - 1, &last) || __builtin_add_overflow(last, width, bytes))
		return false;
	return true;
}

/* The range belongs to `whole`, the range of the API call, of which a large copy is sent in parts. */
static bool within(uint64_t addr, uint64_t bytes, uint64_t whole, uint64_t whole_bytes)
{
	return addr >= whole && bytes <= whole_bytes && addr - whole <= whole_bytes - bytes;
}

static void late_if_unknown(struct context *c, struct op *op, uint64_t addr, uint64_t bytes)
{
	struct allocation row;

	if (!memory_find(c, addr, bytes, &row))
		op->head.flags &= ~DP_ASYNC;
}

/* No live allocation holds the address. */
static void nowhere(struct context *c, struct op *op, uint64_t addr, uint64_t bytes, const char *what, const char *how)
{
	uint64_t free_bytes, all, former = origin_inside_former(c, addr);
	struct allocation before;

	em_mem_info(c->em, &free_bytes, &all);
	if (!former && addr - em_mem_base(c->em) < all && memory_before(c, addr, &before) &&
		addr - before.start >= before.bytes) {
		op->about = before.em_start;
		op_refuse(op, 1,
			"%llu bytes %s: the %s 0x%llx begins %llu bytes past the last one of an allocation of %llu "
			"bytes",
			(unsigned long long)bytes, how, what, (unsigned long long)addr,
			(unsigned long long)(addr - before.start - before.bytes + 1), (unsigned long long)before.bytes);
		return;
	}
	op->about = former;
	op_refuse(op, 1, "%llu bytes %s: the %s 0x%llx is %s", (unsigned long long)bytes, how, what,
		(unsigned long long)addr,
		former ? "memory that has been freed" : "not device memory (a host pointer?)");
}

/* Host pointer to device memory, or NULL with the op refused. `what` is "destination" or "source". */
static void *reach(struct context *c, struct op *op, uint64_t addr, uint64_t bytes, const char *what, const char *how)
{
	struct em_heap_block heap;
	void *p;
	uint64_t start, size;

	/* Of the calls that the documentation forbids there, an H200 lets cudaMemset pass. */
	if (em_heap_find(c->em, addr, &heap) && (!heap.live || op->head.op != DP_MEMSET)) {
		op_refuse(op, 1,
			"%llu bytes %s: the %s 0x%llx is %s, which the host cannot copy: a kernel has to, to or from "
			"memory of cudaMalloc()",
			(unsigned long long)bytes, how, what, (unsigned long long)addr, heap_words(&heap));
		return NULL;
	}
	p = em_host_ptr(c->em, addr, bytes);
	if (p)
		return p;
	if (host_name_at(c, addr)) {
		op_refuse(op, 1,
			"%llu bytes %s: the %s 0x%llx is no device memory but the name of the device's variable "
			"%.200s: %s",
			(unsigned long long)bytes, how, what, (unsigned long long)addr, host_name_at(c, addr),
			op->head.op == DP_MEMSET ? "cudaGetSymbolAddress() gives a pointer to it" :
				*what == 'd'     ? "cudaMemcpyToSymbol() copies into it" :
						   "cudaMemcpyFromSymbol() copies out of it");
	} else if (em_find(c->em, addr, &start, &size)) {
		nowhere(c, op, addr, bytes, what, how);
	} else {
		op->about = start;
		op_refuse(op, 1, "%llu bytes %s: the %s reaches %llu bytes beyond its allocation of %llu bytes",
			(unsigned long long)bytes, how, what, (unsigned long long)(addr - start + bytes - size),
			(unsigned long long)size);
	}
	return NULL;
}

/* One API call may come in parts. Adds up their bytes; true at the last one, with the whole in *bytes. */
static bool last_part(
	struct context *c, uint32_t stream, uint64_t end, uint64_t whole_end, uint64_t part, uint64_t *bytes)
{
	bool last = end == whole_end;

	pthread_mutex_lock(&c->lock);
	*bytes = c->streams[stream].copied + part;
	c->streams[stream].copied = last ? 0 : *bytes;
	pthread_mutex_unlock(&c->lock);
	return last;
}

static void copy_rows(char *dst, uint64_t dst_pitch, const char *src, uint64_t src_pitch, uint64_t width, uint64_t rows)
{
	if (rows == 1 || (dst_pitch == width && src_pitch == width)) {
		memmove(dst, src, (size_t)(width * rows));
		return;
	}
	for (uint64_t r = 0; r < rows; r++)
		memmove(dst + r * dst_pitch, src + r * src_pitch, (size_t)width);
}

/* The host gets bytes that nothing ever wrote: initcheck reports that, and so do we. Where some of what it gets was
 * written, it may know which: many programs copy a whole buffer of which a part is filled. */
static void check_read(
	struct context *c, const struct op *op, uint64_t addr, uint64_t pitch, uint64_t width, uint64_t rows)
{
	struct em_finding f = {
		.kind = EM_FINDING_UNINIT_COPY, .severity = EM_ERROR, .space = PTX_GLOBAL, .host = true, .count = 1
	};
	struct em_holes all = { 0 }, h;
	struct device_block block;
	uint64_t start = addr, size = width * rows;
	bool plain = rows == 1 || pitch == width;

	/* Blocks that a sample left out write nothing either. */
	if (c->config->sample || atomic_load(&c->config->order->unchecked) & EM_CHECK_INIT)
		return;
	for (uint64_t r = 0; r < (plain ? 1 : rows); r++)
		if (em_unwritten(c->em, addr + r * pitch, plain ? size : width, &h)) {
			all.first = all.first ? all.first : h.first;
			all.bytes += h.bytes;
		}
	if (!all.bytes)
		return;
	em_find(c->em, addr, &start, &size);
	if (all.bytes < width * rows)
		f.severity = EM_WARNING;
	f.address = all.first;
	f.bytes = all.bytes > UINT32_MAX ? UINT32_MAX : (unsigned)all.bytes;
	snprintf(f.message, sizeof f.message,
		"Host API memory access error: uninitialized access by %s: of the %llu bytes that it copies to the "
		"host %llu "
		"were never written, from byte %llu on",
		dp_call_name(op->head.call), (unsigned long long)(width * rows), (unsigned long long)all.bytes,
		(unsigned long long)(plain ? all.first - addr :
					     (all.first - addr) / pitch * width + (all.first - addr) % pitch));
	log_finding(c->log, dp_call_name(op->head.call), &f, origin_block(c, start, &block) ? &block : NULL, c->lacked);
}

/* What an operation reads and writes, for order.h: a stretch for each row, one where rows have no gaps. Of more rows
 * than that the first ones speak for all. */
enum { ROWS_MOST = 4096 };
struct touches {
	struct em_touched *at;
	size_t n;
};

static void add_touched(const struct context *c, struct touches *t, uint64_t addr, uint64_t pitch, uint64_t width,
	uint64_t rows, bool write)
{
	bool plain = rows == 1 || pitch == width;
	uint64_t n = plain ? 1 : rows < ROWS_MOST ? rows : ROWS_MOST;

	if (!order_copies_matter(c->order_of) || atomic_load(&c->config->order->unchecked) & EM_CHECK_RACE_GLOBAL)
		return;
	t->at = xrealloc(t->at, (t->n + n) * sizeof *t->at);
	for (uint64_t r = 0; r < n; r++)
		t->at[t->n++] = (struct em_touched){ .addr = addr + r * pitch,
			.end = addr + r * pitch + (plain ? width * rows : width),
			.write = write };
}

/* The rows of a copy to or from the host of so many bytes, all its parts together: they begin `pitch` apart, and
 * `whole` reaches from the first one's begin to the last one's end. False: it makes no sense. */
static bool rows_of(uint64_t bytes, uint64_t whole, uint64_t pitch, uint64_t *width, uint64_t *rows)
{
	if (bytes == whole || !pitch) {
		*width = bytes;
		*rows = 1;
		return bytes == whole;
	}
	*rows = (whole - 1) / pitch + 1;
	*width = whole - pitch * (*rows - 1);
	return *rows <= bytes && *width * *rows == bytes;
}

/* A copy to or from the host, at the last of its parts. */
static void copied_parts(struct context *c, const struct op *op, uint32_t stream, enum virtual_way way, bool pageable,
	uint64_t bytes, const struct dp_range *whole, uint64_t pitch)
{
	struct touches t = { 0 };
	uint64_t width, rows;

	if (rows_of(bytes, whole->bytes, pitch, &width, &rows))
		add_touched(c, &t, whole->addr, pitch, width, rows, way == VIRTUAL_H2D);
	virtual_copy(c, op, stream, way, pageable, bytes, t.at, t.n);
	free(t.at);
}

/* The checkers learn that these bytes are somebody's. What is between the rows of a pitched area stays unwritten. */
static void wrote_rows(struct context *c, uint64_t addr, uint64_t pitch, uint64_t width, uint64_t rows)
{
	if (rows == 1 || pitch == width)
		em_host_wrote(c->em, addr, width * rows);
	else
		for (uint64_t r = 0; r < rows; r++)
			em_host_wrote(c->em, addr + r * pitch, width);
}

static void copied_rows(struct context *c, const struct dp_copy *k)
{
	bool plain = k->rows == 1 || (k->dst_pitch == k->width && k->src_pitch == k->width);

	for (uint64_t r = 0; r < (plain ? 1 : k->rows); r++)
		em_copied(c->em, k->dst + r * k->dst_pitch, k->src + r * k->src_pitch,
			plain ? k->width * k->rows : k->width);
}

int op_write_check(struct context *c, struct op *op)
{
	const struct dp_write *w = (const void *)op->body;
	uint64_t bytes = 0;

	if (!extent(w->pitch, w->width, w->rows, &bytes) || op->npayload / w->rows != w->width ||
		op->npayload % w->rows || !within(w->dst, bytes, w->whole, w->whole_bytes))
		return -1;
	if (stream_known(c, op, w->stream))
		late_if_unknown(c, op, w->whole, w->whole_bytes);
	return 0;
}

int op_write(struct context *c, struct op *op, struct answer *a)
{
	const struct dp_write *w = (const void *)op->body;
	char *p = reach(c, op, w->whole, w->whole_bytes, "destination", "from host to device");
	uint64_t end = 0, bytes;

	(void)a;
	if (!p)
		return op->refused;
	copy_rows(p + (w->dst - w->whole), w->pitch, (const char *)op->payload, w->width, w->width, w->rows);
	wrote_rows(c, w->dst, w->pitch, w->width, w->rows);
	judged_wrote(c, op->head.call, w->dst, w->pitch, w->width, w->rows);
	extent(w->pitch, w->width, w->rows, &end);
	if (last_part(c, w->stream, w->dst + end, w->whole + w->whole_bytes, op->npayload, &bytes))
		copied_parts(c, op, w->stream, VIRTUAL_H2D, w->pageable != 0, bytes,
			&(struct dp_range){ w->whole, w->whole_bytes }, w->pitch);
	return 0;
}

int op_read_check(struct context *c, struct op *op)
{
	const struct dp_read *r = (const void *)op->body;
	uint64_t bytes = 0;

	op->head.flags &= ~DP_ASYNC;
	if (!extent(r->pitch, r->width, r->rows, &bytes) || r->width > DP_CHUNK || r->rows > DP_CHUNK / r->width ||
		!within(r->src, bytes, r->whole, r->whole_bytes))
		return -1;
	stream_known(c, op, r->stream);
	return 0;
}

int op_read(struct context *c, struct op *op, struct answer *a)
{
	const struct dp_read *r = (const void *)op->body;
	const char *p = reach(c, op, r->whole, r->whole_bytes, "source", "from device to host");
	uint64_t end = 0, bytes, width, rows;

	if (!p)
		return op->refused;
	p += r->src - r->whole;
	a->ndata = (size_t)(r->width * r->rows);
	if (r->rows == 1 || r->pitch == r->width) {
		a->data = p;
	} else {
		buf_reserve(&a->body, a->ndata);
		copy_rows(a->body.data, r->width, p, r->pitch, r->width, r->rows);
		a->body.len = a->ndata;
		a->ndata = 0;
	}
	extent(r->pitch, r->width, r->rows, &end);
	judged_read(c, r->src, r->pitch, r->width, r->rows);
	bool last = last_part(c, r->stream, r->src + end, r->whole + r->whole_bytes, r->width * r->rows, &bytes);

	if (last && rows_of(bytes, r->whole_bytes, r->pitch, &width, &rows))
		check_read(c, op, r->whole, r->pitch, width, rows);
	if (last)
		copied_parts(c, op, r->stream, VIRTUAL_D2H, r->pageable != 0, bytes,
			&(struct dp_range){ r->whole, r->whole_bytes }, r->pitch);
	return 0;
}

int op_copy_check(struct context *c, struct op *op)
{
	const struct dp_copy *k = (const void *)op->body;
	uint64_t to = 0, from = 0;

	if (!extent(k->dst_pitch, k->width, k->rows, &to) || !extent(k->src_pitch, k->width, k->rows, &from))
		return -1;
	if (stream_known(c, op, k->stream)) {
		late_if_unknown(c, op, k->dst, to);
		late_if_unknown(c, op, k->src, from);
	}
	return 0;
}

static enum dp_memory kind_of(struct context *c, uint64_t addr)
{
	struct allocation row;

	return memory_find(c, addr, 0, &row) ? row.kind : DP_MEM_DEVICE;
}

static const char *memory_words(enum dp_memory kind)
{
	return kind == DP_MEM_PINNED   ? "the host's pinned memory" :
		kind == DP_MEM_MANAGED ? "managed memory" :
					 "device memory";
}

/* The direction is wrong, and the copy works all the same, as pinned memory is the device's, too: worth a word, as with
 * other memory it would fail. Managed memory is on both sides. */
static void check_direction(struct context *c, const struct op *op, const struct dp_copy *k)
{
	static const char *const words[] = { [DP_HOST_TO_DEVICE] = "cudaMemcpyHostToDevice",
		[DP_DEVICE_TO_HOST] = "cudaMemcpyDeviceToHost",
		[DP_DEVICE_TO_DEVICE] = "cudaMemcpyDeviceToDevice" };
	enum dp_memory to = kind_of(c, k->dst), from = kind_of(c, k->src);
	struct em_finding f = {
		.kind = EM_FINDING_COPY_DIRECTION, .severity = EM_INFO, .space = PTX_GLOBAL, .host = true, .count = 1
	};

	if (k->direction < DP_HOST_TO_DEVICE || k->direction > DP_DEVICE_TO_DEVICE ||
		atomic_load(&c->config->order->unchecked) & EM_CHECK_COPIES)
		return;
	if ((to == DP_MEM_MANAGED || (to == DP_MEM_PINNED) == (k->direction == DP_DEVICE_TO_HOST)) &&
		(from == DP_MEM_MANAGED || (from == DP_MEM_PINNED) == (k->direction == DP_HOST_TO_DEVICE)))
		return;
	snprintf(f.message, sizeof f.message, "%s with %s copies from %s to %s, which is %s",
		dp_call_name(op->head.call), words[k->direction], memory_words(from), memory_words(to),
		to == DP_MEM_MANAGED || from == DP_MEM_MANAGED ? "cudaMemcpyDefault" :
			from != DP_MEM_PINNED ? words[to == DP_MEM_PINNED ? DP_DEVICE_TO_HOST : DP_DEVICE_TO_DEVICE] :
			to != DP_MEM_PINNED   ? words[DP_HOST_TO_DEVICE] :
						"cudaMemcpyHostToHost");
	log_finding(c->log, dp_call_name(op->head.call), &f, NULL, c->lacked);
}

int op_copy(struct context *c, struct op *op, struct answer *a)
{
	const struct dp_copy *k = (const void *)op->body;
	uint64_t to = 0, from = 0;
	bool to_host, from_host;
	struct touches t = { 0 };
	const char *how;
	char *dst, *src;

	(void)a;
	extent(k->dst_pitch, k->width, k->rows, &to);
	extent(k->src_pitch, k->width, k->rows, &from);
	how = kind_of(c, k->src) == DP_MEM_PINNED   ? "from pinned memory" :
		kind_of(c, k->dst) == DP_MEM_PINNED ? "to pinned memory" :
						      "within the device";
	dst = reach(c, op, k->dst, to, "destination", how);
	src = dst ? reach(c, op, k->src, from, "source", how) : NULL;
	if (!src)
		return op->refused;
	copy_rows(dst, k->dst_pitch, src, k->src_pitch, k->width, k->rows);
	copied_rows(c, k);
	to_host = kind_of(c, k->dst) == DP_MEM_PINNED;
	from_host = kind_of(c, k->src) == DP_MEM_PINNED;
	judged_copied(c, op->head.call, k, from_host, to_host);
	check_direction(c, op, k);
	if (to_host && !from_host)
		check_read(c, op, k->src, k->src_pitch, k->width, k->rows);
	add_touched(c, &t, k->src, k->src_pitch, k->width, k->rows, false);
	add_touched(c, &t, k->dst, k->dst_pitch, k->width, k->rows, true);
	virtual_copy(c, op, k->stream,
		to_host           ? from_host ? VIRTUAL_H2H : VIRTUAL_D2H :
			from_host ? VIRTUAL_H2D :
				    VIRTUAL_D2D,
		false, k->width * k->rows, t.at, t.n);
	free(t.at);
	return 0;
}

int op_memset_check(struct context *c, struct op *op)
{
	const struct dp_memset *m = (const void *)op->body;
	uint64_t bytes = 0;

	if (!extent(m->pitch, m->width, m->rows, &bytes) || (m->element != 1 && m->element != 2 && m->element != 4) ||
		m->width % m->element)
		return -1;
	if (stream_known(c, op, m->stream))
		late_if_unknown(c, op, m->dst, bytes);
	return 0;
}

int op_memset(struct context *c, struct op *op, struct answer *a)
{
	const struct dp_memset *m = (const void *)op->body;
	struct touches t = { 0 };
	uint64_t bytes = 0;
	char *p;

	(void)a;
	extent(m->pitch, m->width, m->rows, &bytes);
	p = reach(c, op, m->dst, bytes, "destination", "to set");
	if (!p)
		return op->refused;
	for (uint64_t r = 0; r < m->rows; r++) {
		if (m->element == 1) {
			memset(p + r * m->pitch, (int)(m->value & 0xff), (size_t)m->width);
			continue;
		}
		for (uint64_t i = 0; i < m->width; i += m->element)
			memcpy(p + r * m->pitch + i, &m->value, m->element);
	}
	wrote_rows(c, m->dst, m->pitch, m->width, m->rows);
	wrote_rows(c, m->dst, m->pitch, m->width, m->rows);
	judged_set(c, op->head.call, m->dst, m->pitch, m->width, m->rows);
	add_touched(c, &t, m->dst, m->pitch, m->width, m->rows, true);
	virtual_set(c, op, m->stream, kind_of(c, m->dst) == DP_MEM_PINNED || kind_of(c, m->dst) == DP_MEM_MANAGED,
		m->width * m->rows, t.at, t.n);
	free(t.at);
	return 0;
}
