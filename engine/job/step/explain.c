/* explain.c: see explain.h. Only what a line did is said, with its numbers; whether it could do better is the lesson's
 * word. */
#include "job/step/explain.h"

#include <string.h>

static const char *base_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* Ratios worth a note, what makes a line bad and from when on. A warp of 32 4-byte words touches 4 sectors at best,
 * 8-byte words 8, 16-byte words 16; only beyond 16 is a request wasteful whatever its width. A shared access has no
 * excess at best. */
static const struct row {
	enum counter_id cost, requests;
	double worth_more_than;
	const char *fmt_unit, *what;
} rows[] = {
	{ CTR_GLOBAL_LD_SECTORS, CTR_GLOBAL_LD_REQUESTS, 16, "sectors for each request", "global loads" },
	{ CTR_GLOBAL_ST_SECTORS, CTR_GLOBAL_ST_REQUESTS, 16, "sectors for each request", "global stores" },
	{ CTR_SHARED_EXCESSIVE, CTR_SHARED_LD_INST, 0.99, "excessive wavefronts for each load", "shared loads" },
	{ CTR_SHARED_EXCESSIVE, CTR_SHARED_ST_INST, 0.99, "excessive wavefronts for each store", "shared stores" },
};

void explain_lines(struct result *r, const char *file, const struct device_line *lines, size_t n)
{
	for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
		const struct row *row = &rows[k];
		const struct device_line *worst = NULL;
		double ratio;

		for (size_t i = 0; i < n; i++) {
			const struct counters *c = &lines[i].c;

			if (!lines[i].file || strcmp(base_of(lines[i].file), base_of(file)) || !c->v[row->requests])
				continue;
			if ((double)c->v[row->cost] / (double)c->v[row->requests] <= row->worth_more_than)
				continue;
			if (!worst || c->v[row->cost] > worst->c.v[row->cost])
				worst = &lines[i];
		}
		if (!worst)
			continue;
		ratio = (double)worst->c.v[row->cost] / (double)worst->c.v[row->requests];
		result_note(
			r, "%s:%d: its %s take %.1f %s", base_of(file), worst->line, row->what, ratio, row->fmt_unit);
	}
}
