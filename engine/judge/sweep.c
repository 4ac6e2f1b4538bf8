/* sweep: see sweep.h. */
#include "judge/sweep.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

void sweep_row_words(const struct sweep_report *r, const struct sweep_row *row, struct buf *out)
{
	const struct sweep *s = &r->step->sweep;

	for (size_t i = 0; i < s->nmacros; i++)
		buf_printf(out, "%s%s=%lld", i ? "," : "", s->macros[i].name, row->value[i]);
}

void sweep_report_init(struct sweep_report *r, const struct step *s, const char *file)
{
	const struct sweep *w = &s->sweep;
	size_t inner = w->nmacros > 1 ? w->macros[1].nvalues : 1;

	memset(r, 0, sizeof *r);
	r->step = s;
	r->file = file;
	r->nrows = w->macros[0].nvalues * inner;
	r->rows = xcalloc(r->nrows, sizeof *r->rows);
	for (size_t i = 0; i < r->nrows; i++) {
		struct sweep_row *row = &r->rows[i];
		struct buf key;

		arena_init(&row->arena);
		row->value[0] = w->macros[0].values[i / inner];
		row->value[1] = w->nmacros > 1 ? w->macros[1].values[i % inner] : 0;
		buf_init(&key);
		buf_printf(&key, "%d.sweep.", s->number);
		sweep_row_words(r, row, &key);
		row->measured = lab_measured(s->lab, key.data);
		buf_release(&key);
	}
}

void sweep_report_release(struct sweep_report *r)
{
	for (size_t i = 0; i < r->nrows; i++)
		arena_release(&r->rows[i].arena);
	free(r->rows);
	memset(r, 0, sizeof *r);
}

bool sweep_value(const struct sweep_row *row, int measure, double *v)
{
	if (!row->done || !row->ok)
		return false;
	if (measure == MEASURE_TIME) {
		*v = row->side.time_us;
		return row->side.ran && row->side.time_us > 0;
	}
	if (!row->side.has_counters || !counter_defined(&row->side.total, (enum counter_id)measure))
		return false;
	*v = counter_value(&row->side.total, (enum counter_id)measure);
	return true;
}
