/* measure_kept: see measure_kept.h. */
#include "job/measure/measure_kept.h"

#include <stdlib.h>
#include <string.h>

struct kept_row {
	char *step, *file, *on_case; /* "02-x/1"; "`labs/02-x/1-a.cu`", of a sweep with its macros behind it; "big" */
	double us, lo_us, hi_us;
	bool noisy, taken;
	char *why; /* or NULL */
};

#define LADDERS "\n## Ladders "

/* "21.8 us": microseconds; 0: it is no time. */
static double time_of(const char *s)
{
	static const struct {
		const char *unit;
		double us;
	} units[] = { { " us", 1 }, { " ms", 1e3 }, { " s", 1e6 } };
	char *end;
	double v = strtod(s, &end);

	for (size_t i = 0; end > s && i < sizeof units / sizeof *units; i++)
		if (!strncmp(end, units[i].unit, strlen(units[i].unit)))
			return v * units[i].us;
	return 0;
}

static struct kept_row *add(struct kept *k, const char *step, size_t nstep, const char *file, size_t nfile)
{
	struct kept_row *r;

	k->rows = xrealloc(k->rows, (k->n + 1) * sizeof *k->rows);
	r = &k->rows[k->n++];
	*r = (struct kept_row){ .step = xstrndup(step, nstep), .file = xstrndup(file, nfile) };
	return r;
}

/* A row of a table: "| `file` | case | modelled | measured | from to to | counters ... |". */
static void read_row(struct kept *k, const char *step, size_t nstep, const char *line)
{
	const char *cell[5], *end = strchr(line, '\n'), *to;
	struct kept_row *r;
	size_t n = 0;

	for (const char *c = line; n < 5 && c && (!end || c < end); c = strchr(c + 1, '|'))
		cell[n++] = c + 2;
	if (n < 5)
		return;
	r = add(k, step, nstep, cell[0], (size_t)(cell[1] - 3 - cell[0]));
	r->on_case = xstrndup(cell[1], (size_t)(cell[2] - 3 - cell[1]));
	r->us = time_of(cell[3]);
	r->noisy = !strncmp(cell[3] + strcspn(cell[3], "(|"), "(noisy)", 7);
	to = r->us > 0 ? strstr(cell[4], " to ") : NULL;
	r->lo_us = to ? time_of(cell[4]) : 0;
	r->hi_us = to ? time_of(to + 4) : 0;
}

/* "`file`: no time (why)" */
static void read_why(struct kept *k, const char *step, size_t nstep, const char *line)
{
	static const char says[] = "`: no time (";
	const char *at = strstr(line, says), *end = strchr(line, '\n');
	struct kept_row *r;

	if (!end)
		end = strchr(line, '\0');
	if (!at || at > end || end[-1] != ')')
		return;
	r = add(k, step, nstep, line, (size_t)(at + 1 - line));
	r->why = xstrndup(at + strlen(says), (size_t)(end - 1 - at) - strlen(says));
}

int kept_read(struct kept *k, const char *page, const char *path, struct err *e)
{
	static const char on[] = "` on one ", driver[] = " (driver's CUDA ";
	const char *gpu = strstr(page, on), *end = gpu ? strstr(gpu, driver) : NULL, *step = NULL;
	const char *last = strstr(page, LADDERS);
	size_t nstep = 0;
	char *minor;

	memset(k, 0, sizeof *k);
	k->page = xstrdup(page);
	if (!end)
		return err_set(e, ERR_INPUT, "%s names no GPU: it was not made by `make measure`", path);
	gpu += strlen(on);
	k->gpu = xstrndup(gpu, (size_t)(end - gpu));
	k->driver = (int)strtol(end + strlen(driver), &minor, 10) * 1000;
	k->driver += *minor == '.' ? (int)strtol(minor + 1, NULL, 10) * 10 : 0;
	for (const char *line = page, *next; line && (!last || line <= last); line = next) {
		next = strchr(line, '\n');
		next = next ? next + 1 : NULL;
		if (!strncmp(line, "### ", 4)) {
			step = line + 4;
			nstep = strcspn(step, ":\n");
		} else if (step && !strncmp(line, "| `", 3)) {
			read_row(k, step, nstep, line);
		} else if (step && *line == '`') {
			read_why(k, step, nstep, line);
		}
	}
	return 0;
}

void kept_release(struct kept *k)
{
	for (size_t i = 0; i < k->n; i++) {
		free(k->rows[i].step);
		free(k->rows[i].file);
		free(k->rows[i].on_case);
		free(k->rows[i].why);
	}
	free(k->rows);
	free(k->page);
	free(k->gpu);
}

void kept_take(struct kept *k, struct measured_row *r)
{
	struct buf file;

	buf_init(&file);
	measured_file(r, &file);
	r->us = r->lo_us = r->hi_us = 0;
	for (size_t i = 0; i < k->n; i++) {
		struct kept_row *was = &k->rows[i];

		if (was->taken || !was->on_case || strcmp(was->step, r->step->id) != 0 ||
			strcmp(was->on_case, r->on_case) != 0 || strcmp(was->file, file.data) != 0)
			continue;
		was->taken = true;
		r->us = was->us;
		r->lo_us = was->lo_us;
		r->hi_us = was->hi_us;
		r->noisy = was->noisy;
		break;
	}
	for (size_t i = 0; i < k->n && !r->us; i++) {
		const struct kept_row *was = &k->rows[i];

		/* The note names the file alone. */
		if (!was->why || strcmp(was->step, r->step->id) != 0 || strlen(was->file) != strlen(r->file) + 2 ||
			strncmp(was->file + 1, r->file, strlen(r->file)) != 0)
			continue;
		free(r->why);
		r->why = xstrdup(was->why);
		break;
	}
	buf_release(&file);
}

/* The lab in `m` whose section this is: "\n## 02-x: Of x". */
static const struct lab *lab_of(const struct measured *m, const char *section)
{
	const char *id = section + strlen("\n## ");

	for (size_t i = 0; i < m->n; i++) {
		const struct lab *l = m->rows[i].step->lab;
		size_t n = strlen(l->id);

		if (!strncmp(id, l->id, n) && id[n] == ':')
			return l;
	}
	return NULL;
}

static bool page_has(const struct kept *k, const struct lab *lab)
{
	char *head = xasprintf("\n## %s:", lab->id);
	bool has = strstr(k->page, head) != NULL;

	free(head);
	return has;
}

static void add_new_labs(const struct kept *k, const struct measured *m, struct buf *out)
{
	const struct lab *last = NULL;

	for (size_t i = 0; i < m->n; i++) {
		const struct lab *l = m->rows[i].step->lab;

		if (l != last && !page_has(k, l))
			measured_section(m, l, out);
		last = l;
	}
}

void kept_page(const struct kept *k, const struct measured *m, struct buf *out)
{
	const char *at = k->page, *ladders = strstr(k->page, LADDERS);

	for (const char *next; at; at = next) {
		const struct lab *l = at > k->page ? lab_of(m, at) : NULL;

		next = strstr(at + 1, "\n## ");
		if (at == ladders)
			add_new_labs(k, m, out);
		if (l)
			measured_section(m, l, out);
		else
			buf_add(out, at, next ? (size_t)(next - at) : strlen(at));
	}
	if (!ladders)
		add_new_labs(k, m, out);
}
