/* line_columns: see line_columns.h. */
#include "report/line_columns.h"

#include <stdio.h>
#include <string.h>

/* At most five characters: 99999, 1.2M. */
static void count5(uint64_t v, char *dst, size_t size)
{
	static const char units[] = "kMGTPE";
	double d = (double)v;
	int u = -1;

	if (v <= 99999) {
		snprintf(dst, size, "%llu", (unsigned long long)v);
		return;
	}
	while (d >= 999.5 && units[u + 1]) {
		d /= 1000;
		u++;
	}
	snprintf(dst, size, d >= 99.95 ? "%.0f%c" : "%.1f%c", d, units[u]);
}

static void times_cell(const struct line_row *r, char *dst, size_t size)
{
	count5(r->times, dst, size);
}

static void ratio(const struct counters *c, enum counter_id id, char *dst, size_t size)
{
	dst[0] = '\0';
	if (counter_defined(c, id))
		snprintf(dst, size, "%.1f", counter_value(c, id));
}

static void lanes_cell(const struct line_row *r, char *dst, size_t size)
{
	ratio(&r->c, CTR_ACTIVE_LANES, dst, size);
}

static void load_cell(const struct line_row *r, char *dst, size_t size)
{
	ratio(&r->c, CTR_LD_SECTORS_PER_REQUEST, dst, size);
}

static void store_cell(const struct line_row *r, char *dst, size_t size)
{
	ratio(&r->c, CTR_ST_SECTORS_PER_REQUEST, dst, size);
}

static void excess_cell(const struct line_row *r, char *dst, size_t size)
{
	dst[0] = '\0';
	if (r->c.v[CTR_SHARED_LD_INST] + r->c.v[CTR_SHARED_ST_INST])
		count5(r->c.v[CTR_SHARED_EXCESSIVE], dst, size);
}

static void divergent_cell(const struct line_row *r, char *dst, size_t size)
{
	dst[0] = '\0';
	if (r->c.v[CTR_BRANCHES])
		count5(r->c.v[CTR_DIVERGENT_BRANCHES], dst, size);
}

const struct line_column line_columns[LINE_COLUMNS] = {
	{ "times", "how often a warp came by (the line's most executed operation)", 5, times_cell },
	{ "lanes", "active lanes, of 32: less where a warp is divided", 5, lanes_cell },
	{ "ld", "sectors for one load request: 4 is ideal for 4-byte words, 32 the worst", 4, load_cell },
	{ "st", "the same of stores", 4, store_cell },
	{ "bank", "excessive shared wavefronts: what bank conflicts cost", 5, excess_cell },
	{ "div", "branches at which a warp split", 5, divergent_cell },
};
size_t line_count(const char *s)
{
	size_t n = 0;

	for (; *s; s += strcspn(s, "\n"), s += *s == '\n')
		n++;
	return n;
}

int line_digits(size_t n)
{
	int d = 1;

	while (n >= 10) {
		n /= 10;
		d++;
	}
	return d < 3 ? 3 : d;
}

int line_columns_choose(int width, const struct line_row *rows, size_t nlines, bool use[LINE_COLUMNS])
{
	int left = width - line_digits(nlines) - 1;

	for (int k = 0; k < LINE_COLUMNS; k++) {
		bool any = k < 2;

		for (size_t i = 1; i <= nlines && !any; i++) {
			char cell[16] = "";

			if (rows[i].any)
				line_columns[k].cell(&rows[i], cell, sizeof cell);
			/* A zero in every line says no more than no column. */
			any = cell[0] && (strcmp(cell, "0") || k < 4);
		}
		use[k] = any && left - line_columns[k].width - 1 >= (k == 0 ? 8 : LINE_SOURCE_MIN);
		if (use[k])
			left -= line_columns[k].width + 1;
	}
	return left;
}
