/* client_time.c: the time of a case on a real GPU, as docs/timing.md wants it.
 *
 * The process measures each run between two events; that number is its word. The judge holds the stop watch beside it:
 * it alone says when a run begins, and measures from asking to answer. The outputs that are compared are those of one
 * run that nobody in the process can tell from the others, so a solve() that works in its first call only, or in the
 * warm-up only, is found out.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/rng.h"
#include "host/session.h"

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(const double *v, size_t n)
{
	double *sorted = xmalloc(n * sizeof *sorted + 1);
	double m;

	if (!n) {
		free(sorted);
		return 0;
	}
	memcpy(sorted, v, n * sizeof *sorted);
	qsort(sorted, n, sizeof *sorted, by_value);
	m = n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
	free(sorted);
	return m;
}

/* Prepare and run once. *event_us is the process's measurement, *wall_us ours. */
static bool sample(struct host_session *h, const struct host_timing *t, int timeout_ms, double *event_us,
	double *wall_us, struct host_outcome *out)
{
	struct wire_go go = { WIRE_FLAG_TIMED, 0, t->flush_bytes };
	struct bytes part = { &go, sizeof go };
	int64_t from = time_now_ns();
	struct wire_answer a;
	enum io io;

	io = session_ask(h, WIRE_PREPARE, &part, 1, WIRE_READY, &a, NULL, 0, from + (int64_t)timeout_ms * 1000000);
	if (!io && session_refused(h, &a, false, out))
		return false;
	if (!io) {
		from = time_now_ns();
		io = session_ask(h, WIRE_RUN, &part, 1, WIRE_RAN, &a, NULL, 0, from + (int64_t)timeout_ms * 1000000);
		*wall_us = (double)(time_now_ns() - from) / 1000;
	}
	if (!io && a.status == WIRE_OK && !(isfinite(a.event_us) && a.event_us >= 0))
		io = IO_NONSENSE;
	if (io) {
		session_fail(h, io, timeout_ms, out);
		return false;
	}
	*event_us = a.event_us;
	return !session_refused(h, &a, false, out);
}

static double ms_since(int64_t from)
{
	return (double)(time_now_ns() - from) / 1e6;
}

bool session_time(struct host_session *h, struct host_arg *args, size_t nargs, struct host_timing *t, int timeout_ms,
	struct host_outcome *out)
{
	size_t max = t->max_samples > 0 ? (size_t)t->max_samples : 1,
	       min = t->min_samples > 0 ? (size_t)t->min_samples : 1, n = 0;
	/* Which sample's outputs are fetched: among the first `min`, which are taken in any case. */
	size_t fetched = (size_t)(rng_fresh_seed() % (min < max ? min : max));
	double *walls = xcalloc(max, sizeof *walls), *events = xcalloc(max, sizeof *events), unused[2];
	int64_t from = time_now_ns();
	bool ok = true;

	for (int i = 0; ok && (i < t->warmup_runs || ms_since(from) < t->warmup_ms); i++)
		ok = sample(h, t, timeout_ms, &unused[0], &unused[1], out);
	from = time_now_ns();
	while (ok && n < max && (n < min || ms_since(from) < t->min_ms)) {
		if (n > fetched && ms_since(from) > t->max_ms)
			break;
		ok = sample(h, t, timeout_ms, &events[n], &walls[n], out);
		if (ok && n++ == fetched)
			ok = host_session_fetch(h, args, nargs, timeout_ms, out);
	}
	t->wall_us = median(walls, n);
	if (ok) {
		t->samples_us = events;
		t->nsamples = n;
	} else {
		free(events);
	}
	free(walls);
	return ok;
}
