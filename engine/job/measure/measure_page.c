/* measure_page.c: what was measured as text: docs/measured.md for people, labs/NN-name/measured.yaml for lessons to
 * quote. See measure.h. */
#include <stdlib.h>
#include <string.h>

#include "job/measure/measure.h"
#include "report/format.h"

/* "1.9 times": how much longer the starter takes than the solution, at the perf case or at the timing sizes. */
static void add_ratio(const struct measured *m, const struct step *s, const char *suffix, struct buf *out)
{
	char *a = xasprintf("starter%s", suffix), *b = xasprintf("solution%s", suffix);
	const struct measured_row *slow = measured_find(m, s, a), *fast = measured_find(m, s, b);

	if (slow && fast && slow->us > 0 && fast->us > 0)
		buf_printf(out, "\"%d.faster%s\": \"%.*f times\"\n", s->number, suffix,
			slow->us < 10 * fast->us ? 1 : 0, slow->us / fast->us);
	free(a);
	free(b);
}

void measured_yaml(const struct measured *m, const struct lab *lab, struct buf *out)
{
	char text[32];

	buf_printf(out, "# Measured by `make measure` on one %s; not written by hand. docs/measured.md has the rest.\n",
		m->gpu);
	for (size_t k = 0; k < lab->nsteps; k++) {
		const struct step *s = &lab->steps[k];

		for (size_t i = 0; i < m->n; i++) {
			const struct measured_row *r = &m->rows[i];

			if (r->step != s || r->us <= 0)
				continue;
			format_us(r->us, text, sizeof text);
			buf_printf(out, "\"%s\": \"%s\"\n", r->key, text);
		}
		add_ratio(m, s, "", out);
		add_ratio(m, s, ".timing", out);
	}
}

/* The counters that a step's gates and its `show` name, each once. */
static size_t counters_of(const struct step *s, int *ids, size_t most)
{
	size_t n = 0;

	for (size_t i = 0; i < s->ngates + s->nshow; i++) {
		int id = i < s->ngates ? s->gates[i].counter : s->show[i - s->ngates];
		bool had = id < 0;

		for (size_t k = 0; k < n; k++)
			had |= ids[k] == id;
		if (!had && n < most)
			ids[n++] = id;
	}
	return n;
}

void measured_file(const struct measured_row *r, struct buf *out)
{
	const char *with = strstr(r->key, "sweep.");

	buf_printf(out, "`%s`", r->file);
	if (with) /* the macros that this program was built with */
		buf_printf(out, " `%.*s`", (int)strcspn(with + 6, "."), with + 6);
}

static void add_row(const struct measured_row *r, const int *ids, size_t n, struct buf *out)
{
	char text[32], lo[32], hi[32];

	buf_puts(out, "| ");
	measured_file(r, out);
	buf_printf(out, " | %s | ", r->on_case);
	if (r->modelled_us > 0) {
		format_us(r->modelled_us, text, sizeof text);
		buf_puts(out, text);
	} else {
		buf_putc(out, '-');
	}
	if (r->us > 0) {
		format_us(r->us, text, sizeof text);
		format_us(r->lo_us, lo, sizeof lo);
		format_us(r->hi_us, hi, sizeof hi);
		buf_printf(out, " | %s%s | %s to %s |", text, r->noisy ? " (noisy)" : "", lo, hi);
	} else {
		buf_puts(out, " | - | |");
	}
	for (size_t i = 0; i < n; i++) {
		text[0] = '\0';
		if (r->has_counters && counter_defined(&r->c, (enum counter_id)ids[i]))
			format_counter(ids[i], counter_value(&r->c, (enum counter_id)ids[i]), text, sizeof text);
		buf_printf(out, " %s |", text);
	}
	buf_putc(out, '\n');
}

/* The same program has a row for its case and one for the timing sizes, and mostly the same to say of both. */
static bool said(const struct measured *m, size_t i)
{
	const struct measured_row *r = &m->rows[i];

	for (size_t k = 0; k < i; k++)
		if (m->rows[k].step == r->step && m->rows[k].why && m->rows[k].us <= 0 &&
			!strcmp(m->rows[k].file, r->file) && !strcmp(m->rows[k].why, r->why))
			return true;
	return false;
}

static void add_step(const struct measured *m, const struct step *s, struct buf *out)
{
	int ids[8];
	size_t n = counters_of(s, ids, sizeof ids / sizeof *ids);

	buf_printf(out, "\n### %s: %s\n\n| file | case | modelled | measured | 20th to 80th percentile |", s->id,
		s->title);
	for (size_t i = 0; i < n; i++)
		buf_printf(out, " %s |", counter_alias((enum counter_id)ids[i]));
	buf_puts(out, "\n|---|---|---|---|---|");
	for (size_t i = 0; i < n; i++)
		buf_puts(out, "---|");
	buf_putc(out, '\n');
	for (size_t i = 0; i < m->n; i++)
		if (m->rows[i].step == s)
			add_row(&m->rows[i], ids, n, out);
	for (size_t i = 0; i < m->n; i++)
		if (m->rows[i].step == s && m->rows[i].why && m->rows[i].us <= 0 && !said(m, i))
			buf_printf(out, "\n`%s`: no time (%s)\n", m->rows[i].file, m->rows[i].why);
}

void measured_section(const struct measured *m, const struct lab *lab, struct buf *out)
{
	const struct step *step = NULL;

	buf_printf(out, "\n## %s: %s\n", lab->id, lab->title);
	for (size_t i = 0; i < m->n; i++) {
		const struct step *s = m->rows[i].step;

		if (s->lab == lab && s != step)
			add_step(m, s, out);
		step = s;
	}
}

void measured_page(const struct measured *m, struct buf *out)
{
	const struct lab *lab = NULL;

	buf_printf(out,
		"# Measured\n\nMade by `make measure` on one %s (driver's CUDA %d.%d); not written by hand. *Modelled* "
		"times and counters are the emulator's "
		"(%s, [time-model.md](time-model.md)), *measured* ones that GPU's ([timing.md](timing.md)): the median "
		"of what took turns, with the L2 "
		"flushed before each run. All of a row belong to the case that it names; at a step's timing sizes "
		"nothing is modelled.\n",
		m->gpu, m->driver / 1000, m->driver % 1000 / 10, m->profile ? m->profile : "no device");
	for (size_t i = 0; i < m->n; i++) {
		if (m->rows[i].step->lab != lab)
			measured_section(m, m->rows[i].step->lab, out);
		lab = m->rows[i].step->lab;
	}
}
