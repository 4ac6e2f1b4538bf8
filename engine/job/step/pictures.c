/* pictures: see pictures.h. */
#include "base/fs.h"
#include "job/step/pictures.h"

#include <string.h>

#include "device/time/profile.h"
#include "job/evidence/accesses.h"
#include "job/evidence/listings.h"
#include "job/evidence/traces.h"

void pictures_of_run(struct result *r, const char *file, const struct run_outcome *o)
{
	const char *name = fs_base_name(file);

	r->accesses = o->accesses;
	accesses_of_file(&r->accesses, name, r->file);
	r->trace = o->trace;
	trace_of_file(&r->trace, name, r->file);
}

void pictures_of_listings(struct result *r, const char *so, const struct observe *o)
{
	const struct step *s = r->step;
	const char *object;

	r->listings = arena_alloc(&r->arena, (s->nvariants + 1) * sizeof *r->listings);
	r->nlistings = 0;
	for (size_t i = 0; s->show_ptx && o && i < s->nvariants; i++)
		if ((object = observe_object(o, s->variants[i].name)))
			r->listings[r->nlistings++] = listing_of_object(&r->arena, s->variants[i].name, object);
	r->listings[r->nlistings++] = listing_of_object(&r->arena, "yours", so);
}

static int one_sass(struct result *r, const char *title, const char *so, struct sandbox *sandbox,
	const struct sass_tools *k, struct err *e)
{
	struct buf code, text;
	int rc;

	buf_init(&code);
	buf_init(&text);
	r->sass_arch = listing_code(so, k->arch, &code);
	if (!r->sass_arch)
		rc = err_set(e, ERR_INPUT, "%s: there is no machine code in it", title);
	else
		rc = toolchain_disassemble(k->toolchain, &code, sandbox, k->scratch, k->cancel_fd, &text, e);
	if (!rc)
		r->sass[r->nsass++] = listing_of_sass(&r->arena, title, text.data);
	buf_release(&text);
	buf_release(&code);
	return rc;
}

void pictures_of_sass(struct result *r, const char *so, const struct observe *o, const struct sass_tools *k)
{
	const struct step *s = r->step;
	struct err e = ERR_INIT;
	const char *object;
	int rc = 0;

	r->sass = arena_alloc(&r->arena, (s->nvariants + 1) * sizeof *r->sass);
	r->nsass = 0;
	for (size_t i = 0; s->show_ptx && o && i < s->nvariants && !rc; i++)
		if ((object = observe_object(o, s->variants[i].name)))
			rc = one_sass(r, s->variants[i].name, object, NULL, k, &e);
	if (!rc)
		rc = one_sass(r, "yours", so, k->sandbox, k, &e);
	if (!rc)
		return;
	r->nsass = 0;
	r->no_sass = arena_strdup(&r->arena, e.msg);
}

struct line_count *pictures_of_lines(
	struct arena *a, const char *file, const struct device_line *lines, size_t n, size_t *kept)
{
	static const int sectors[] = { CTR_GLOBAL_LD_SECTORS, CTR_GLOBAL_ST_SECTORS, CTR_GLOBAL_ATOM_SECTORS,
		CTR_GLOBAL_RED_SECTORS };
	struct line_count *v = arena_alloc(a, (n + 1) * sizeof *v);
	const char *base = fs_base_name(file);

	*kept = 0;
	for (size_t i = 0; i < n; i++) {
		struct line_count *l = NULL;

		if (!lines[i].file || strcmp(fs_base_name(lines[i].file), base))
			continue;
		for (size_t k = 0; k < *kept && !l; k++) /* two kernels may share a line of a template */
			if (v[k].line == lines[i].line)
				l = &v[k];
		if (!l)
			l = &v[(*kept)++];
		l->line = lines[i].line;
		l->times += lines[i].times;
		counters_add(&l->c, &lines[i].c);
		for (size_t k = 0; k < sizeof sectors / sizeof *sectors; k++)
			l->sectors += lines[i].c.v[sectors[k]];
	}
	return v;
}

void pictures_of_reference(struct result *r, const struct run_outcome *o)
{
	const char *path = r->step->reference;
	struct buf text;

	buf_init(&text);
	if (o->nlines && fs_read_plain(path, 1 << 20, &text, NULL) == 0) {
		r->reference_file = arena_strdup(&r->arena, fs_base_name(path));
		r->reference_source = arena_strdup(&r->arena, text.data ? text.data : "");
		r->reference_lines = pictures_of_lines(&r->arena, path, o->lines, o->nlines, &r->nreference_lines);
	}
	buf_release(&text);
}

struct roof pictures_roof(const char *profile)
{
	struct profile p;

	if (profile_find(&p, profile, NULL))
		return (struct roof){ 0 };
	return (struct roof){ .gb_per_s = (double)p.field[DP_FIELD_DRAM_MBPS] / 1e3,
		.gflops = 2.0 * (double)p.field[DP_FIELD_SM_COUNT] * (double)p.field[DP_FIELD_SCHEDULERS_PER_SM] *
			(double)p.field[DP_FIELD_WARP_SIZE] * (double)p.field[DP_FIELD_CLOCK_KHZ] / 1e6 };
}
