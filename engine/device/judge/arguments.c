/* arguments: the judge's hand on device memory: fills the arguments of a case, reads them back (ops/judged.h). */
#include <stdlib.h>
#include <string.h>

#include "device/judge/proc.h"
#include "device/ops/context.h"

/* The device waits for its client itself; this is for a device that is lost. */
enum { MORE_MS = 10000 };

_Static_assert((int)DEVICE_MAKERS == (int)DC_MAKERS && (int)DEVICE_MAKER_HOST == (int)DC_MAKER_HOST &&
		(int)DEVICE_MAKER_UNKNOWN == (int)DC_MAKER_UNKNOWN,
	"makers");
_Static_assert((int)DEVICE_INOUT == (int)DC_INOUT && (int)DEVICE_OUT == (int)DC_OUT, "roles");
_Static_assert((int)DEVICE_GONE == (int)DC_MEMORY_GONE && (int)DEVICE_BUSY == (int)DC_MEMORY_BUSY, "answers");

static struct dc_argument on_wire(const struct device_argument *a)
{
	return (struct dc_argument){ a->addr, a->bytes, a->each, (uint32_t)a->role };
}

static int fill_one(struct device_proc *d, const struct device_argument *a, bool begin, unsigned watch, int timeout_ms,
	int *what, struct err *e)
{
	struct dc_ask ask = {
		.wait_ms = (uint32_t)timeout_ms,
		.begin = begin,
		.arg = on_wire(a),
		.bytes = a->data ? a->bytes : 0,
		.watch = watch & (DEVICE_WATCH_SENT - 1),
		.sent = (watch & DEVICE_WATCH_SENT) != 0,
	};
	struct dc_head h;
	uint32_t answer;

	if (dc_send_two(d->control, DC_FILL, &ask, sizeof ask, a->data, ask.bytes) ||
		dc_receive(d->control, &h, NULL, timeout_ms + MORE_MS, -1) != 1 || h.kind != DC_FILL ||
		h.bytes != sizeof answer || dc_receive_body(d->control, &answer, sizeof answer, MORE_MS))
		return device_lost(d, e, "it takes an argument");
	*what = answer > DEVICE_BUSY ? DEVICE_GONE : (int)answer;
	return 0;
}

int device_fill(struct device_proc *d, const struct device_argument *args, size_t n, unsigned watch, int timeout_ms,
	int *what, struct err *e)
{
	int rc = d->dead ? err_set(e, ERR_BUG, "the emulated device has ended") : 0;

	*what = DEVICE_FILLED;
	if (!n && !rc) /* the case begins all the same */
		rc = fill_one(d, &(struct device_argument){ .each = 1 }, true, watch, timeout_ms, what, e);
	for (size_t i = 0; i < n && !rc && *what == DEVICE_FILLED; i++)
		rc = fill_one(d, &args[i], i == 0, watch, timeout_ms, what, e);
	return rc;
}

static int take_row(struct device_proc *d, struct device_argument *a)
{
	struct dc_taken_row row;

	if (dc_receive_body(d->control, &row, sizeof row, MORE_MS) || (row.bytes && row.bytes != a->bytes))
		return -1;
	a->gone = row.memory != DC_MEMORY_OK;
	a->untouched = !a->gone && !row.bytes;
	for (int k = 0; k < DEVICE_MAKERS; k++) {
		a->made[k] = row.n[k];
		a->first[k] = row.first[k] < a->bytes / a->each ? row.first[k] : 0;
		a->call[k] = row.call[k] ? dp_call_name(row.call[k]) : NULL;
	}
	return row.bytes ? dc_receive_body(d->control, a->result, row.bytes, MORE_MS) : 0;
}

static int take_values(struct device_proc *d, uint64_t bytes, unsigned char **v, uint64_t *n)
{
	*v = NULL;
	*n = 0;
	if (!bytes)
		return 0;
	if (bytes > DC_MAX_REPORT)
		return -1;
	*v = xmalloc((size_t)bytes);
	*n = bytes;
	if (!dc_receive_body(d->control, *v, bytes, MORE_MS))
		return 0;
	free(*v);
	*v = NULL;
	return -1;
}

int device_take(struct device_proc *d, struct device_argument *args, size_t n, int timeout_ms, struct device_taken *t,
	struct err *e)
{
	struct dc_ask ask = { .wait_ms = (uint32_t)timeout_ms, .begin = (uint32_t)n };
	struct dc_argument rows[DC_ARGUMENTS];
	struct dc_taken head;
	struct dc_head h;

	memset(t, 0, sizeof *t);
	if (d->dead)
		return err_set(e, ERR_BUG, "the emulated device has ended");
	if (n > DC_ARGUMENTS)
		return err_set(e, ERR_BUG, "%zu arguments are too many", n);
	for (size_t i = 0; i < n; i++)
		rows[i] = on_wire(&args[i]);
	if (dc_send_two(d->control, DC_TAKE, &ask, sizeof ask, rows, n * sizeof *rows) ||
		dc_receive(d->control, &h, NULL, timeout_ms + MORE_MS, -1) != 1 || h.kind != DC_TAKE ||
		h.bytes < sizeof head || dc_receive_body(d->control, &head, sizeof head, MORE_MS))
		return device_lost(d, e, "it gives back the outputs");
	*t = (struct device_taken){ .busy = head.busy != 0,
		.from_host = head.from_host,
		.to_host = head.to_host,
		.told = head.told,
		.times = head.times,
		.lost = head.lost != 0 };
	if (t->busy)
		return 0;
	for (size_t i = 0; i < n; i++)
		if (take_row(d, &args[i]))
			return device_lost(d, e, "it gives back the outputs");
	t->sent_lost = head.sent_lost != 0;
	if (take_values(d, head.brought, &t->brought, &t->nbrought) || take_values(d, head.sent, &t->sent, &t->nsent)) {
		free(t->brought);
		t->brought = NULL;
		return device_lost(d, e, "it tells what it brought to the host");
	}
	return 0;
}
