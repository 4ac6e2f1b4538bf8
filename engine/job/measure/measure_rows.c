/* measure_rows.c: what can be said of the rows that were measured, without a GPU. See measure.h. */
#include <stdio.h>
#include <string.h>

#include "job/measure/measure.h"

const struct measured_row *measured_find(const struct measured *m, const struct step *s, const char *key)
{
	char full[96];

	snprintf(full, sizeof full, "%d.%s", s->number, key);
	for (size_t i = 0; i < m->n; i++)
		if (m->rows[i].step == s && !strcmp(m->rows[i].key, full))
			return &m->rows[i];
	return NULL;
}

enum promise measured_promise(const struct measured *m, const struct step *s, struct buf *why)
{
	const struct measured_row *a, *b;

	if (!s->faster)
		return PROMISE_KEPT;
	a = measured_find(m, s, s->has_timing ? "starter.timing" : "starter");
	b = measured_find(m, s, s->has_timing ? "solution.timing" : "solution");
	if (!a || !b || !(a->us > 0) || !(b->us > 0)) {
		buf_printf(why, "the step says that its solution is faster, but there are no times of both to compare");
		return PROMISE_UNKNOWN;
	}
	if (b->us < a->us)
		return PROMISE_KEPT;
	buf_printf(why, "the solution takes %.1f us, the starter %.1f us, but the step says that it is faster", b->us,
		a->us);
	return PROMISE_BROKEN;
}
