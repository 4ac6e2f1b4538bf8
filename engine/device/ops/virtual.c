/* virtual: see virtual.h; virtual_wait.c has events, streams and waiting. Operation -> clock_work with a tag; the tag
 * comes back when the operation ends and becomes a row of the timeline, or the stamp of an event. */
#include "device/ops/virtual_issue.h"

#include <stdlib.h>
#include <string.h>

#include "device/time/time_model.h"
#include "device/report/timeline.h"

static int64_t ns_of(double us)
{
	return us > 0 ? us < (double)CLOCK_MAX_NS / 1000.0 ? (int64_t)(us * 1000.0 + 0.5) : CLOCK_MAX_NS : 0;
}

static int64_t rate_ns(const struct context *c, uint64_t bytes, enum dp_field megabytes_per_s)
{
	return ns_of((double)bytes / (double)virtual_field(c, megabytes_per_s));
}

static const char *const engine_names[] = { NULL, "h2d", "d2h", "compute", "host" };

static void ended(void *user, const struct clock_span *s)
{
	struct context *c = user;
	struct virtual_tag *t = s->tag;
	struct timeline_row row = {
		.engine = engine_names[s->engine], .issued_ns = s->issued, .begin_ns = s->begin, .end_ns = s->end
	};

	if (!t)
		return;
	if (t->record) {
		pthread_mutex_lock(&c->lock);
		if (c->events[t->event].record == t->record) {
			c->events[t->event].stamped = true;
			c->events[t->event].time_ns = s->end;
		}
		pthread_mutex_unlock(&c->lock);
	}
	if (t->op) {
		row.op = t->op;
		row.name = t->name;
		row.stream = t->stream;
		row.bytes = t->bytes;
		log_span(c->log, &row);
	}
	free(t);
}

void virtual_start(struct context *c)
{
	struct clock_config config = { .copy_engines = (uint32_t)virtual_field(c, DP_FIELD_COPY_ENGINES),
		.hardware_queues = (uint32_t)virtual_field(c, DP_FIELD_HARDWARE_QUEUES),
		.concurrent_kernels = (uint32_t)virtual_field(c, DP_FIELD_CONCURRENT_KERNELS),
		/* Programming Guide, Implicit Synchronization: "of compute capability 3.0 or lower". */
		.dependency_checks =
			virtual_field(c, DP_FIELD_CC_MAJOR) * 10 + virtual_field(c, DP_FIELD_CC_MINOR) <= 30,
		.switch_ns = virtual_field(c, DP_FIELD_ENGINE_SWITCH_NS),
		.apart_ns = virtual_field(c, DP_FIELD_KERNELS_APART_NS),
		.woken_apart_ns = virtual_field(c, DP_FIELD_WOKEN_APART_NS),
		.nodes_apart_ns = virtual_field(c, DP_FIELD_NODES_APART_NS) };

	c->clock = clock_new(&config, ended, c);
	c->order_of = order_new();
}

void virtual_finish(struct context *c)
{
	clock_wait_all(c->clock);
	order_forget_all(c->order_of);
}

void virtual_stop(struct context *c)
{
	virtual_finish(c);
	virtual_graph_drop_all(c);
	clock_free(c->clock);
	order_free(c->order_of);
	c->order_of = NULL;
}

/* ---- the host's side of a call */
struct virtual_graph *virtual_graph_of(const struct context *c, uint32_t stream)
{
	return virtual_graph_working(c->streams[stream].graph) ? c->streams[stream].graph : NULL;
}

uint32_t virtual_lane_of(const struct context *c, uint32_t stream)
{
	const struct virtual_graph *g = virtual_graph_of(c, stream);

	return g ? virtual_graph_lane(g) : c->streams[stream].clock;
}

static void host(struct context *c, int64_t ns)
{
	c->polls = 0;
	clock_host(c->clock, ns);
}

void virtual_host_for(struct context *c, uint32_t stream, enum dp_field cost)
{
	if (!virtual_graph_of(c, stream))
		host(c, virtual_field(c, cost));
}

void virtual_call(struct context *c)
{
	host(c, virtual_field(c, DP_FIELD_CALL_NS));
}

/* The host stood still since `from`: a row of its own. */
static void waited_for(struct context *c, const char *what, uint32_t stream, int64_t from)
{
	struct timeline_row row = { .op = "wait", .engine = "host", .name = what, .stream = stream };

	if (clock_now(c->clock) <= from)
		return;
	clock_host(c->clock, virtual_field(c, DP_FIELD_SYNC_RETURN_NS));
	row.issued_ns = row.begin_ns = from;
	row.end_ns = clock_now(c->clock);
	log_span(c->log, &row);
}

void virtual_waited(struct context *c, const struct op *op, uint32_t stream, int64_t from)
{
	waited_for(c, dp_call_name(op->head.call), stream, from);
}

static void wait_ref(struct context *c, const struct op *op, uint32_t stream, struct clock_ref ref)
{
	int64_t from = clock_now(c->clock);

	clock_wait(c->clock, ref);
	virtual_waited(c, op, stream, from);
}

struct clock_ref virtual_issue(struct context *c, enum clock_engine engine, uint32_t stream, int64_t ns, uint32_t share,
	struct virtual_tag tag)
{
	struct virtual_graph *g = virtual_graph_of(c, stream);
	struct virtual_tag *t = xmalloc(sizeof *t);
	struct clock_ref ref;

	*t = tag;
	t->stream = stream;
	order_enter(c->order_of, virtual_lane_of(c, stream));
	ref = clock_issue(c->clock,
		&(struct clock_work){
			.engine = engine, .stream = virtual_lane_of(c, stream), .ns = ns, .share = share, .tag = t });
	if (g)
		virtual_graph_issued(g, ref);
	return ref;
}

bool virtual_is_async(const struct op *op)
{
	const char *name = dp_call_name(op->head.call);
	size_t n = strlen(name);

	return n > 5 && !strcmp(name + n - 5, "Async");
}

/* ---- operations */
static void ordered(struct context *c, const struct order_op *op)
{
	struct virtual_graph *g = virtual_graph_of(c, op->stream);

	order_op(c, virtual_lane_of(c, op->stream), op);
	if (g)
		virtual_graph_touched(c, g);
}

void virtual_kernel(
	struct context *c, const struct dp_launch *l, const struct kernel *k, double us, const struct em_result *r)
{
	int64_t blocks = (int64_t)l->grid[0] * l->grid[1], room = launch_resident(c, k, l);
	uint32_t share = CLOCK_WHOLE;

	if (blocks < room && blocks * l->grid[2] < room)
		share = (uint32_t)(blocks * l->grid[2] * (int64_t)CLOCK_WHOLE / room);
	virtual_host_for(c, l->stream, DP_FIELD_LAUNCH_CALL_NS);
	/* The next kernel of a graph does not come from the host. */
	if (virtual_graph_of(c, l->stream))
		us += (double)(virtual_field(c, DP_FIELD_GRAPH_NODE_NS) - virtual_field(c, DP_FIELD_LAUNCH_NS)) /
			1000.0;
	virtual_issue(
		c, CLOCK_COMPUTE, l->stream, ns_of(us), share, (struct virtual_tag){ .op = "kernel", .name = k->name });
	ordered(c,
		&(struct order_op){ .name = k->name,
			.kernel = true,
			.flags = r->publishes,
			.triggers = em_kernel_triggers(k->em),
			.early = l->early && !virtual_graph_of(c, l->stream),
			.stream = l->stream,
			.touch = r->touched,
			.n = r->ntouched });
}

static void touched(
	struct context *c, const struct op *op, uint32_t stream, const struct em_touched *touch, size_t n, bool waits)
{
	ordered(c, &(struct order_op){ .name = dp_call_name(op->head.call), .stream = stream, .touch = touch, .n = n });
	if (waits)
		order_waited_lane(c->order_of, virtual_lane_of(c, stream));
}

/* Pageable memory goes through a staging buffer. A copy that fits it returns once it is staged, in the Async form even
 * after a busy stream; a larger one needs the buffer again and again, so the host stays until the end. */
static void copy_staged(struct context *c, const struct op *op, uint32_t stream, uint64_t bytes, struct virtual_tag tag)
{
	int64_t latency = virtual_field(c, DP_FIELD_LINK_LATENCY_NS), from = clock_now(c->clock);
	bool fits = bytes <= (uint64_t)virtual_field(c, DP_FIELD_STAGING_BYTES);

	if (!virtual_is_async(op) || !fits) {
		clock_wait_stream(c->clock, virtual_lane_of(c, stream));
		virtual_waited(c, op, stream, from);
	}
	if (fits) {
		clock_host(c->clock, rate_ns(c, bytes, DP_FIELD_STAGING_MBPS));
		virtual_issue(c, CLOCK_H2D, stream, latency + rate_ns(c, bytes, DP_FIELD_LINK_PINNED_MBPS), 0, tag);
		return;
	}
	wait_ref(c, op, stream,
		virtual_issue(c, CLOCK_H2D, stream, latency + rate_ns(c, bytes, DP_FIELD_LINK_PAGEABLE_MBPS), 0, tag));
}

static void copy(
	struct context *c, const struct op *op, uint32_t stream, enum virtual_way way, bool pageable, uint64_t bytes)
{
	int64_t latency = virtual_field(c, DP_FIELD_LINK_LATENCY_NS);
	struct virtual_tag tag = { .op = "copy", .name = pageable ? "pageable" : "pinned", .bytes = bytes };
	struct clock_ref ref;

	virtual_host_for(c, stream, DP_FIELD_COPY_CALL_NS);
	switch (way) {
	case VIRTUAL_H2D:
		if (pageable) {
			copy_staged(c, op, stream, bytes, tag);
			return;
		}
		ref = virtual_issue(
			c, CLOCK_H2D, stream, latency + rate_ns(c, bytes, DP_FIELD_LINK_PINNED_MBPS), 0, tag);
		break;
	case VIRTUAL_D2H:
		ref = virtual_issue(c, CLOCK_D2H, stream,
			latency +
				rate_ns(c, bytes,
					pageable ? DP_FIELD_LINK_PAGEABLE_D2H_MBPS : DP_FIELD_LINK_PINNED_D2H_MBPS),
			0, tag);
		break;
	case VIRTUAL_D2D:
		tag.name = "device";
		virtual_issue(c, CLOCK_COMPUTE, stream,
			ns_of(time_model_copy_us(&c->config->profile, TIME_COPY_DEVICE, bytes)), CLOCK_WHOLE, tag);
		return; /* no host-side synchronization, not even without Async */
	default:
		virtual_sync(c, op, DP_SYNC_STREAM, stream);
		clock_host(c->clock, rate_ns(c, bytes, DP_FIELD_STAGING_MBPS));
		return;
	}
	if (!virtual_is_async(op) || pageable)
		wait_ref(c, op, stream, ref);
}

/* Has the host waited when the call returns? Of a copy from pageable memory that it has: it may change the memory. */
static bool host_waits(
	const struct context *c, const struct op *op, enum virtual_way way, bool pageable, uint64_t bytes)
{
	if (way == VIRTUAL_D2D)
		return false;
	return !virtual_is_async(op) ||
		(pageable && (way == VIRTUAL_D2H || bytes > (uint64_t)virtual_field(c, DP_FIELD_STAGING_BYTES)));
}

void virtual_copy(struct context *c, const struct op *op, uint32_t stream, enum virtual_way way, bool pageable,
	uint64_t bytes, const struct em_touched *touch, size_t n)
{
	copy(c, op, stream, way, pageable, bytes);
	touched(c, op, stream, touch, n, host_waits(c, op, way, pageable, bytes));
}

void virtual_set(struct context *c, const struct op *op, uint32_t stream, bool shared, uint64_t bytes,
	const struct em_touched *touch, size_t n)
{
	struct clock_ref ref;

	virtual_host_for(c, stream, DP_FIELD_COPY_CALL_NS);
	ref = virtual_issue(c, CLOCK_COMPUTE, stream, ns_of(time_model_copy_us(&c->config->profile, TIME_SET, bytes)),
		CLOCK_WHOLE, (struct virtual_tag){ .op = "memset", .bytes = bytes });
	if (shared && !virtual_is_async(op))
		wait_ref(c, op, stream, ref);
	touched(c, op, stream, touch, n, shared && !virtual_is_async(op));
}

/* Pages are fixed in their place one by one: that takes the host's time, and stands in the timeline. */
static void pin(struct context *c, const struct op *op, const struct dp_malloc *m)
{
	struct timeline_row row = { .op = "pin",
		.engine = "host",
		.name = m->write_combined ? "write-combined" : dp_call_name(op->head.call),
		.bytes = m->bytes };

	row.issued_ns = row.begin_ns = clock_now(c->clock);
	clock_host(
		c->clock, ns_of((double)m->bytes * (double)virtual_field(c, DP_FIELD_PIN_NS_PER_MIB) / 1048576000.0));
	row.end_ns = clock_now(c->clock);
	log_span(c->log, &row);
}

/* cudaMallocAsync and cudaFreeAsync hold nobody up, but each is an operation of its stream: what is in the legacy
 * default stream waits for the blocking streams, and they for it. */
static void in_order(struct context *c, const struct op *op, uint32_t stream, uint64_t addr, uint64_t bytes)
{
	const struct em_touched all = { .addr = addr, .end = addr + bytes, .write = true };
	const char *name = dp_call_name(op->head.call);

	virtual_call(c);
	if (stream == DP_NO_STREAM)
		return;
	virtual_issue(c, CLOCK_NO_ENGINE, stream, 0, 0, (struct virtual_tag){ .op = "memory", .name = name });
	ordered(c, &(struct order_op){ .name = name, .memory = true, .stream = stream, .touch = &all, .n = 1 });
}

void virtual_alloc(struct context *c, const struct op *op, const struct dp_malloc *m, uint64_t addr)
{
	if (virtual_is_async(op)) {
		in_order(c, op, m->stream, addr, m->bytes);
		return;
	}
	host(c, virtual_field(c, DP_FIELD_ALLOC_CALL_NS));
	if (m->kind == DP_MEM_PINNED)
		pin(c, op, m);
	if (!virtual_field(c, DP_FIELD_ALLOC_ORDERS))
		return;
	order_waited_all(c->order_of);
	clock_issue(c->clock, &(struct clock_work){ .stream = CLOCK_EVERYTHING });
}

void virtual_free(struct context *c, const struct op *op, uint32_t stream, uint64_t addr, uint64_t bytes)
{
	int64_t from;

	if (virtual_is_async(op)) {
		in_order(c, op, stream, addr, bytes);
		return;
	}
	order_waited_all(c->order_of); /* whatever the profile: programs rely on it */
	from = clock_now(c->clock);
	if (virtual_field(c, DP_FIELD_FREE_WAITS))
		clock_wait_all(c->clock);
	virtual_waited(c, op, 0, from);
	host(c, virtual_field(c, DP_FIELD_ALLOC_CALL_NS));
}

void virtual_free_pooled(struct context *c, const struct op *op, uint64_t addr, uint64_t bytes)
{
	const struct em_touched all = { .addr = addr, .end = addr + bytes, .write = true };

	virtual_call(c);
	order_by_host(c,
		&(struct order_op){ .name = dp_call_name(op->head.call),
			.memory = true,
			.stream = ORDER_HOST,
			.touch = &all,
			.n = 1 });
}

/* ---- managed memory */
void virtual_pages(struct context *c, uint32_t stream, enum virtual_move how, uint64_t pages)
{
	static const struct {
		enum clock_engine engine;
		const char *name;
		enum dp_field first, each;
	} moves[] = {
		[VIRTUAL_FAULT_IN] = { CLOCK_H2D, "touched", DP_FIELD_PAGE_FAULT_NS, DP_FIELD_PAGE_IN_NS },
		[VIRTUAL_FAULT_OUT] = { CLOCK_D2H, "touched", DP_FIELD_PAGE_BACK_NS, DP_FIELD_PAGE_OUT_NS },
		[VIRTUAL_PREFETCH_IN] = { CLOCK_H2D, "prefetched", DP_FIELD_PREFETCH_NS, DP_FIELD_PREFETCH_PAGE_NS },
		[VIRTUAL_PREFETCH_OUT] = { CLOCK_D2H, "prefetched", DP_FIELD_PREFETCH_NS, DP_FIELD_PREFETCH_BACK_NS },
	};
	bool prefetch = how == VIRTUAL_PREFETCH_IN || how == VIRTUAL_PREFETCH_OUT;
	int64_t each = virtual_field(c, moves[how].each), most = CLOCK_MAX_NS - virtual_field(c, moves[how].first);
	int64_t from = clock_now(c->clock);
	struct clock_ref ref;

	if (prefetch)
		virtual_host_for(c, stream, DP_FIELD_PREFETCH_CALL_NS);
	if (!pages)
		return;
	ref = virtual_issue(c, moves[how].engine, stream,
		virtual_field(c, moves[how].first) +
			(each && pages > (uint64_t)(most / each) ? most : (int64_t)pages * each),
		0, (struct virtual_tag){ .op = "pages", .name = moves[how].name, .bytes = pages * DP_PAGE });
	if (how == VIRTUAL_FAULT_OUT) {
		clock_wait(c->clock, ref);
		waited_for(c, "pages that it touches", stream, from);
	}
}
