/* waits: see waits.h. */
#include "device/ops/waits.h"

#include <stdio.h>

void waits_add(struct waits *w, uint32_t stream, uint64_t recorded, uint64_t waited)
{
	w->of[w->n++ % WAITS_MOST] = (struct wait){ stream, recorded, waited };
}

/* One that was recorded in the right stream, before the older operation; or else in another stream, by a wait that may
 * have been meant for that operation, as it came after it. */
static const struct wait *wrong_one(const struct waits *w, const struct waits_pair *p)
{
	const struct wait *elsewhere = NULL;

	for (unsigned n = w->n; n-- > 0 && w->n - n <= WAITS_MOST;) {
		const struct wait *e = &w->of[n % WAITS_MOST];

		if (e->stream == p->older_stream && e->recorded < p->number)
			return e;
		if (!elsewhere && e->stream != p->older_stream && e->waited >= p->number)
			elsewhere = e;
	}
	return elsewhere;
}

void waits_say(const struct waits *w, const struct waits_pair *p, char *at, size_t room)
{
	const struct wait *e = wrong_one(w, p);
	const unsigned x = p->older_stream, y = p->newer_stream;

	if (p->missed)
		snprintf(at, room,
			"; stream %u waited for an event (cudaStreamWaitEvent) before that was recorded "
			"(cudaEventRecord), and so for nothing: record it first",
			y);
	else if (e && e->stream == x)
		snprintf(at, room,
			"; the event that stream %u waited for (cudaStreamWaitEvent) was recorded in stream %u before "
			"%.100s: record it after %.100s",
			y, x, p->older, p->older);
	else if (e)
		snprintf(at, room,
			"; the event that stream %u waited for (cudaStreamWaitEvent) was recorded in stream %u, not in "
			"stream %u: record it in stream %u, after %.100s",
			y, (unsigned)e->stream, x, x, p->older);
}
