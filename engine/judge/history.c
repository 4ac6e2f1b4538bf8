/* history: see history.h. */
#include "judge/history.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void history_init(struct history *h)
{
	memset(h, 0, sizeof *h);
	arena_init(&h->arena);
}

void history_release(struct history *h)
{
	arena_release(&h->arena);
	memset(h, 0, sizeof *h);
}

const struct attempt *history_best(const struct history *h)
{
	const struct attempt *best = NULL;

	for (size_t i = 0; i < h->n; i++) {
		const struct attempt *a = &h->v[i];

		if (a->verdict != VERDICT_PASS)
			continue;
		if (!best || (a->time_us > 0 && best->time_us <= 0) ||
			(a->time_kind == TIME_MEASURED && best->time_kind != TIME_MEASURED) ||
			(a->time_us > 0 && a->time_kind == best->time_kind && a->time_us < best->time_us))
			best = a;
	}
	return best;
}

static void one(const struct result *r, int id, struct buf *out)
{
	const char *alias = counter_alias((enum counter_id)id);
	char key[80];

	snprintf(key, sizeof key, "%s=", alias);
	if ((out->len && strstr(out->data, key)) || !counter_defined(&r->student.total, (enum counter_id)id))
		return;
	buf_printf(out, "%s%.17g\n", key, counter_value(&r->student.total, (enum counter_id)id));
}

void history_counters(const struct result *r, struct buf *out)
{
	const struct step *s = r->step;

	if (!s || !r->student.ran || !r->student.has_counters)
		return;
	for (size_t i = 0; i < s->ngates; i++)
		one(r, s->gates[i].counter, out);
	for (size_t i = 0; i < s->nshow; i++)
		one(r, s->show[i], out);
}

bool history_counter(const struct attempt *a, const char *alias, double *value)
{
	size_t n = strlen(alias);

	for (const char *p = a->counters; p && *p; p += *p == '\n') {
		if (!strncmp(p, alias, n) && p[n] == '=') {
			char *end;

			*value = strtod(p + n + 1, &end);
			return end != p + n + 1 && isfinite(*value);
		}
		p += strcspn(p, "\n");
	}
	return false;
}
