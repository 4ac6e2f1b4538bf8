/* streams: see streams.h. The call that waits is not named here: to find it in the timeline's row of the host is what
 * a student should learn. */
#include "judge/streams.h"

#include <math.h>
#include <string.h>

/* What is smaller than this share of the time from first to last is not worth a sentence. */
static const double SHARE = 0.1;

enum { H2D, D2H, COMPUTE, ENGINES };

static int engine_of(const struct timeline_span *s)
{
	static const char *const names[ENGINES] = { "h2d", "d2h", "compute" };

	for (int i = 0; s->engine && i < ENGINES; i++)
		if (!strcmp(s->engine, names[i]))
			return i;
	return -1;
}

struct streams_seen {
	size_t operations, named;   /* all; those in other streams than the default one */
	size_t kernels, copies;     /* in the default stream */
	size_t allocations;         /* there, too: each cudaMallocAsync and cudaFreeAsync */
	bool several;               /* more than one stream */
	double first, last, issued; /* when work began, when it ended; when the last of it was issued */
	bool pageable;
};

static struct streams_seen look(const struct timeline *t)
{
	struct streams_seen s = { .first = INFINITY };
	uint32_t stream = 0;

	for (size_t i = 0; i < t->n; i++) {
		const struct timeline_span *p = &t->spans[i];

		s.allocations += !p->stream && !strcmp(p->op, "memory");
		if (engine_of(p) < 0)
			continue;
		s.several |= s.operations && p->stream != stream;
		stream = p->stream;
		s.operations++;
		s.named += p->stream != 0;
		s.kernels += !p->stream && !strcmp(p->op, "kernel");
		s.copies += !p->stream && strcmp(p->op, "kernel") != 0;
		s.pageable |= p->name && !strcmp(p->op, "copy") && !strcmp(p->name, "pageable");
		s.first = fmin(s.first, p->begin_us);
		s.last = fmax(s.last, p->end_us);
		s.issued = fmax(s.issued, p->issued_us);
	}
	return s;
}

bool streams_one(const struct timeline *t)
{
	struct streams_seen s = look(t);

	return s.operations > 0 && !s.several;
}

/* Waits after the last operation was issued hold nothing up. */
static double waits(const struct timeline *t, const struct streams_seen *s, size_t *times)
{
	double us = 0;

	*times = 0;
	for (size_t i = 0; i < t->n; i++) {
		const struct timeline_span *p = &t->spans[i];

		if (strcmp(p->op, "wait") != 0 || p->end_us > s->issued)
			continue;
		us += p->end_us - p->begin_us;
		(*times)++;
	}
	return us;
}

/* For how long an engine stood still because its next operation had not been issued: the longest such time of those
 * that have at least half as much work as the busiest. */
static double starved(const struct timeline *t)
{
	double busy[ENGINES] = { 0 }, until[ENGINES] = { 0 }, late[ENGINES] = { 0 }, most = 0, longest = 0;
	bool begun[ENGINES] = { false };

	for (size_t i = 0; i < t->n; i++) { /* by their begin */
		const struct timeline_span *p = &t->spans[i];
		int k = engine_of(p);

		if (k < 0)
			continue;
		busy[k] += p->end_us - p->begin_us;
		if (begun[k] && p->issued_us > until[k])
			late[k] += p->issued_us - until[k];
		until[k] = fmax(until[k], p->end_us);
		begun[k] = true;
	}
	for (int k = 0; k < ENGINES; k++)
		most = fmax(most, busy[k]);
	for (int k = 0; k < ENGINES; k++)
		longest = 2 * busy[k] >= most ? fmax(longest, late[k]) : longest;
	return longest;
}

static void counted(struct buf *out, const char **joint, size_t n, const char *one, const char *several)
{
	if (n)
		buf_printf(out, "%s %zu %s", *joint, n, n == 1 ? one : several);
	if (n)
		*joint = " and";
}

void streams_mixed_words(const struct timeline *t, struct buf *out)
{
	const struct streams_seen s = look(t);
	size_t all = s.kernels + s.copies + s.allocations;
	const char *joint = "";

	if (all < 2 || s.named < 2)
		return;
	buf_puts(out, " In the default stream there are");
	counted(out, &joint, s.kernels, "kernel", "kernels");
	counted(out, &joint, s.copies, "copy", "copies");
	counted(out, &joint, s.allocations, "cudaMallocAsync or cudaFreeAsync",
		"calls of cudaMallocAsync and cudaFreeAsync");
	buf_puts(out,
		", though the program has other streams: each of them waits for all that came before it in any "
		"stream, and all that comes after waits for it.");
	if (s.kernels)
		buf_puts(out, " A launch takes its stream as the fourth value between <<< and >>>.");
	if (s.copies)
		buf_puts(out,
			" A copy takes its stream as the last argument of cudaMemcpyAsync(); cudaMemcpy() takes none.");
	if (s.allocations)
		buf_puts(out, " cudaMallocAsync and cudaFreeAsync take their stream as the last argument.");
}

void streams_slow_words(const struct timeline *t, struct buf *out)
{
	const struct streams_seen s = look(t);
	double elapsed = s.last - s.first, waited, late;
	size_t times;

	if (t->processes > 1 || s.operations < 3 || !(elapsed > 0))
		return;
	if (!s.several)
		buf_printf(out, " All %zu operations are in %s: those of one stream never overlap.", s.operations,
			s.named ? "one stream" : "the default stream");
	streams_mixed_words(t, out);
	waited = waits(t, &s, &times);
	late = starved(t);
	if (waited > SHARE * elapsed)
		buf_printf(out,
			" Before it has issued everything, the host waits %zu time%s, for %.0f of %.0f us, and issues "
			"nothing meanwhile. In the timeline, the row of the host names the call.",
			times, times == 1 ? "" : "s", waited, elapsed);
	else if (late > SHARE * elapsed)
		buf_printf(out,
			" For %.0f of %.0f us an engine stands still because its next operation has not been issued "
			"yet. What does the host do in between? Calls that allocate take their time.",
			late, elapsed);
	if (s.pageable)
		buf_puts(out,
			" Some of the memory is pageable: an asynchronous copy of it makes the host wait, or goes "
			"slowly.");
}
