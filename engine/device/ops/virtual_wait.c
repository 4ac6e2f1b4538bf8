/* virtual_wait: what events, streams and the calls that wait for them mean to the virtual clock; see virtual.h. */
#include "device/ops/virtual_issue.h"

void virtual_record(struct context *c, uint32_t event, struct record *r, uint32_t stream)
{
	virtual_host_for(c, stream, DP_FIELD_EVENT_CALL_NS);
	pthread_mutex_lock(&c->lock);
	if (r->number > c->events[event].record) { /* a later one may have run before it */
		c->events[event].record = r->number;
		c->events[event].stamped = false;
	}
	pthread_mutex_unlock(&c->lock);
	r->ref = virtual_issue(c, CLOCK_NO_ENGINE, stream, virtual_field(c, DP_FIELD_EVENT_NS), 0,
		(struct virtual_tag){ .op = "event", .event = event, .record = r->number });
	r->stream = stream;
	r->before = order_point(c->order_of, virtual_lane_of(c, stream));
	order_record(c->order_of, virtual_lane_of(c, stream), event);
}

static struct clock_ref ref_of(const struct record *r)
{
	return r ? r->ref : (struct clock_ref){ 0, 0 };
}

/* The host knows that these are over: `what` is an enum dp_sync. */
static void order_host_knows(struct context *c, const struct op *op, uint32_t what, uint32_t id)
{
	if (what == DP_SYNC_DEVICE)
		order_waited_all(c->order_of);
	else if (what == DP_SYNC_STREAM)
		order_waited_lane(c->order_of, virtual_lane_of(c, id));
	else if (op->record)
		order_waited(c->order_of, &op->record->before);
}

void virtual_wait_event(struct context *c, uint32_t event, const struct record *r, uint32_t stream)
{
	struct virtual_graph *g = virtual_graph_of(c, stream);
	struct clock_ref ref;

	virtual_host_for(c, stream, DP_FIELD_CALL_NS);
	order_enter(c->order_of, virtual_lane_of(c, stream));
	order_wait(c->order_of, virtual_lane_of(c, stream), event, r ? &r->before : NULL, r ? r->stream : 0);
	if (r)
		order_after(c->order_of, virtual_lane_of(c, stream), &r->before);
	ref = clock_issue(c->clock, &(struct clock_work){ .stream = virtual_lane_of(c, stream), .after = ref_of(r) });
	if (g)
		virtual_graph_issued(g, ref);
}

void virtual_host_function(struct context *c, uint32_t stream)
{
	virtual_host_for(c, stream, DP_FIELD_CALL_NS);
	virtual_issue(c, CLOCK_HOST, stream, virtual_field(c, DP_FIELD_HOST_FUNCTION_NS), 0,
		(struct virtual_tag){ .op = "host function" });
	/* It may tell a thread of the host that it was called. */
	order_waited_lane(c->order_of, virtual_lane_of(c, stream));
}

void virtual_sync(struct context *c, const struct op *op, uint32_t what, uint32_t id)
{
	int64_t from;

	/* The runtime's own, before an asynchronous copy of pageable memory: the copy's rules follow. */
	if (virtual_is_async(op))
		return;
	virtual_call(c);
	from = clock_now(c->clock);
	if (what == DP_SYNC_DEVICE)
		clock_wait_all(c->clock);
	else if (what == DP_SYNC_STREAM)
		clock_wait_stream(c->clock, virtual_lane_of(c, id));
	else
		clock_wait(c->clock, ref_of(op->record));
	order_host_knows(c, op, what, id);
	virtual_waited(c, op, what == DP_SYNC_STREAM ? id : 0, from);
}

bool virtual_query(struct context *c, const struct op *op, uint32_t what, uint32_t id)
{
	int64_t ns = virtual_field(c, DP_FIELD_CALL_NS);
	unsigned polls = c->polls;
	bool over;

	ns = (ns > 0 ? ns : 1) << (polls < 40 ? polls : 40);
	over = what == DP_SYNC_STREAM ? clock_poll_stream(c->clock, virtual_lane_of(c, id), ns) :
					clock_poll(c->clock, ref_of(op->record), ns);
	if (over)
		order_host_knows(c, op, what, id);
	c->polls = over ? 0 : polls + 1;
	return over;
}

bool virtual_stamped(struct context *c, uint32_t event, int64_t *ns)
{
	bool stamped;

	pthread_mutex_lock(&c->lock);
	stamped = c->events[event].stamped;
	*ns = c->events[event].time_ns;
	pthread_mutex_unlock(&c->lock);
	return stamped;
}

void virtual_stream_open(struct context *c, uint32_t stream)
{
	uint32_t lane;

	virtual_call(c);
	lane = clock_stream_open(c->clock, (c->streams[stream].flags & 1) != 0, c->streams[stream].priority);
	order_lane_open(c->order_of, lane, !(c->streams[stream].flags & 1));
	if (c->streams[stream].flags & DP_STREAM_OF_THREAD)
		order_threads(c->order_of);
	pthread_mutex_lock(&c->lock);
	c->streams[stream].clock = lane;
	pthread_mutex_unlock(&c->lock);
}

void virtual_stream_close(struct context *c, uint32_t stream)
{
	virtual_call(c);
	order_lane_close(c->order_of, virtual_lane_of(c, stream));
	clock_stream_close(c->clock, virtual_lane_of(c, stream));
}
