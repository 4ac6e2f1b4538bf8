/* result: the life of a struct result (result.h). A fresh one is not-judged: only verdict_decide makes it anything
 * better. */
#include "judge/result.h"

#include <stdarg.h>
#include <string.h>

#include "base/buf.h"

void result_init(struct result *r)
{
	memset(r, 0, sizeof *r);
	arena_init(&r->arena);
	r->verdict = VERDICT_NOT_JUDGED;
}

void result_release(struct result *r)
{
	arena_release(&r->arena);
	memset(r, 0, sizeof *r);
	r->verdict = VERDICT_NOT_JUDGED;
}

void result_note(struct result *r, const char *fmt, ...)
{
	const char **notes = arena_alloc(&r->arena, (r->nnotes + 1) * sizeof *notes);
	struct buf b;
	va_list ap;

	buf_init(&b);
	va_start(ap, fmt);
	buf_vprintf(&b, fmt, ap);
	va_end(ap);
	/* A result has a handful of notes: copying the list each time is simpler than a capacity in the struct. */
	if (r->nnotes)
		memcpy(notes, r->notes, r->nnotes * sizeof *notes);
	notes[r->nnotes++] = arena_strdup(&r->arena, b.data);
	r->notes = notes;
	buf_release(&b);
}

const struct kernel_run *side_longest(const struct side *s)
{
	const struct kernel_run *best = NULL;

	for (size_t i = 0; s->time_kind == TIME_MODELLED && i < s->nkernels; i++)
		if (!best || s->kernels[i].time_us * s->kernels[i].launches > best->time_us * best->launches)
			best = &s->kernels[i];
	return best && best->limit && best->time_us > 0 ? best : NULL;
}

bool result_as_fast(const struct result *r)
{
	const struct side *s = &r->student, *ref = &r->reference;
	/* A modelled time is the kernels'; the whole solve(), with its copies, has to keep up, too. */
	double whole = (double)s->total.v[CTR_TL_ELAPSED], its = (double)ref->total.v[CTR_TL_ELAPSED];
	double told = r->step && r->step->notes.time != NOTES_TIME ? r->step->notes.time : 0;
	double most = told > STAR_TIME ? told : STAR_TIME;

	if (s->time_kind == TIME_MODELLED && its > 0 && whole > most * its)
		return false;
	return s->ran && ref->ran && s->time_kind != TIME_NONE && s->time_kind == ref->time_kind && s->time_us > 0 &&
		s->time_us <= most * ref->time_us;
}

bool result_answer_right(const struct result *r)
{
	for (size_t i = 0; i < r->ncases; i++)
		if (!r->cases[i].ran || r->cases[i].verdict != VERDICT_PASS)
			return false;
	return r->ncases > 0;
}
