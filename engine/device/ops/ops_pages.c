/* ops_pages: what a program says of managed memory, and which of its pages it has touched. */
#include "device/ops/context.h"
#include "device/ops/virtual.h"

int op_advise_check(struct context *c, struct op *op)
{
	const struct dp_advise *v = (const void *)op->body;

	if (v->advice > DP_ADVICE_NOT_PREFERRED || v->to_host > 1)
		return -1;
	stream_known(c, op, v->stream);
	return 0;
}

int op_advise(struct context *c, struct op *op, struct answer *a)
{
	const struct dp_advise *v = (const void *)op->body;

	(void)a;
	switch (v->advice) {
	case DP_ADVICE_PREFETCH:
		virtual_pages(c, v->stream, v->to_host ? VIRTUAL_PREFETCH_OUT : VIRTUAL_PREFETCH_IN,
			pages_prefetch(c->pages, v->addr, v->bytes, v->to_host));
		return 0;
	case DP_ADVICE_READ_MOSTLY:
	case DP_ADVICE_NOT_READ_MOSTLY:
		pages_read_mostly(c->pages, v->addr, v->bytes, v->advice == DP_ADVICE_READ_MOSTLY);
		break;
	default: pages_prefer_host(c->pages, v->addr, v->bytes, v->advice == DP_ADVICE_PREFERRED && v->to_host);
	}
	virtual_call(c);
	return 0;
}

int op_touched_check(struct context *c, struct op *op)
{
	const struct dp_touched *t = (const void *)op->body;

	(void)c;
	return t->bytes / DP_PAGE / 8 > DP_CHUNK || op->npayload != (t->bytes + DP_PAGE * 8 - 1) / (DP_PAGE * 8) ? -1 :
														   0;
}

int op_touched(struct context *c, struct op *op, struct answer *a)
{
	const struct dp_touched *t = (const void *)op->body;
	uint64_t moved = pages_touched(c->pages, t->addr, op->payload, op->npayload * 8);

	(void)a;
	for (uint64_t i = 0, at = 0; i < op->npayload * 8 && at < t->bytes; i++, at += DP_PAGE)
		if (op->payload[i / 8] >> i % 8 & 1)
			judged_touched(c, t->addr + at, t->bytes - at < DP_PAGE ? t->bytes - at : DP_PAGE);
	if (moved)
		virtual_pages(c, 0, VIRTUAL_FAULT_OUT, moved);
	return 0;
}

int op_host_touch_check(struct context *c, struct op *op)
{
	const struct dp_host_touch *t = (const void *)op->body;

	(void)c;
	return t->write > 1 ? -1 : 0;
}

/* How many bytes it touched is not known: the first one it was. */
int op_host_touch(struct context *c, struct op *op, struct answer *a)
{
	const struct dp_host_touch *t = (const void *)op->body;
	const struct em_touched touch = { .addr = t->addr, .end = t->addr + 1, .write = t->write };

	(void)a;
	order_by_host(c,
		&(struct order_op){ .name = ORDER_HOST_NAME,
			.site = op->npayload ? (const char *)op->payload : NULL,
			.stream = ORDER_HOST,
			.touch = &touch,
			.n = 1 });
	return 0;
}
