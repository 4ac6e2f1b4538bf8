/* doctor: what this machine has and lacks, each lack with a mend. The last row is a trial: a shipped solution goes the
 * whole way from source to verdict, because all parts being there does not mean that they work. 0 when the main job can
 * run, else 3. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/doctor.h"
#include "base/fs.h"
#include "device/time/profile.h"
#include "gpu/gpu.h"
#include "job/parts/install.h"
#include "report/json_run.h"
#include "report/page.h"
#include "toolchain/toolchain.h"

static const char *explain(struct arena *a, const struct err *e)
{
	char text[sizeof e->msg + sizeof e->file + 64];

	return arena_strdup(a, err_text(e, text, sizeof text));
}

static bool find_labs(struct doctor *d, const struct catalogue *cat)
{
	size_t steps = 0, good = 0;
	char text[128];

	for (size_t i = 0; i < cat->nlabs; i++) {
		if (cat->labs[i].error.kind != ERR_NONE) {
			doctor_add(d, "labs", HEALTH_NOTE, explain(&d->arena, &cat->labs[i].error),
				"Mend that manifest; the other labs are not touched by it.");
			continue;
		}
		good++;
		steps += cat->labs[i].nsteps;
	}
	snprintf(text, sizeof text, "%zu with %zu steps", good, steps);
	doctor_add(d, "labs", steps ? HEALTH_OK : HEALTH_BAD, text,
		steps ? NULL : "The folder labs/ holds no lab that can be loaded.");
	return steps > 0;
}

static bool find_compiler(struct doctor *d, struct toolchain *t, const char *root)
{
	struct err e = ERR_INIT;
	char *text;

	if (toolchain_find(t, root, NULL, &e)) {
		/* The engine's sentence says where it looked and what to do. */
		doctor_add(d, "compiler", HEALTH_BAD, "none", explain(&d->arena, &e));
		return false;
	}
	text = xasprintf("nvcc %s, %s", t->version ? t->version : "of unknown version", t->nvcc);
	doctor_add(d, "compiler", HEALTH_OK, text, NULL);
	free(text);
	return true;
}

/* The profiles are part of the program: what there is to list is what can be named. */
static void list_profiles(struct doctor *d)
{
	struct profile p;
	struct buf b;

	buf_init(&b);
	for (size_t i = 0; profile_name(i); i++)
		if (!profile_find(&p, profile_name(i), NULL))
			buf_printf(&b, "%s%s (%s)", i ? ", " : "", profile_name(i), p.name);
	doctor_add(d, "profiles", HEALTH_OK, b.data, NULL);
	buf_release(&b);
}

static bool find_runtime(struct doctor *d, struct install *in)
{
	struct err e = ERR_INIT;
	char *lib, *text;
	bool ok;

	if (install_find(in, &e)) {
		doctor_add(d, "runtime", HEALTH_BAD, "not built", explain(&d->arena, &e));
		return false;
	}
	lib = xasprintf("%s/libcudart.so.13", in->emulator_lib);
	ok = fs_is_file(lib);
	text = xasprintf(ok ? "the emulator's %s" : "%s is missing", lib);
	doctor_add(d, "runtime", ok ? HEALTH_OK : HEALTH_BAD, text, ok ? NULL : "Build with `make build`.");
	free(text);
	free(lib);
	return ok;
}

static void find_gpu(struct doctor *d, const struct install *in, const struct toolchain *t)
{
	struct gpu_info g;
	char *text;

	if (!in->host || !t->cuda_lib) {
		doctor_add(d, "GPU", HEALTH_NOTE,
			in->host ? "not looked for: NVIDIA's libcudart.so.13 was not found" :
				   "not looked for: the runtime must be mended first",
			"Everything runs on the emulator. For a GPU, install the CUDA toolkit 13 and set CUDA_HOME.");
		return;
	}
	memset(&g, 0, sizeof g);
	gpu_probe(&g, in->host, t->cuda_lib, 15000);
	if (g.works) {
		text = xasprintf("%s, compute capability %d.%d", g.name, g.major, g.minor);
		doctor_add(d, "GPU", HEALTH_OK, text, NULL);
	} else {
		text = xasprintf("none that works: %s", g.why[0] ? g.why : "no reason was given");
		doctor_add(d, "GPU", HEALTH_NOTE, text,
			"Everything runs on the emulator; times are then modelled, not measured.");
	}
	free(text);
}

/* The first step's shipped solution must pass on every machine. */
static void trial(struct cli *c, struct doctor *d, const struct options *o)
{
	const struct step *step = NULL;
	struct options emulator = *o;
	struct err e = ERR_INIT;
	struct result r;
	char *text;

	for (size_t i = 0; i < c->cat.nlabs && !step; i++)
		if (c->cat.labs[i].error.kind == ERR_NONE && c->cat.labs[i].nsteps)
			step = &c->cat.labs[i].steps[0];
	if (!step)
		return;
	emulator.device = DEVICE_EMULATOR;
	if (cli_judge(c, step, step->solution, &emulator, true, "trial run", &r, &e)) {
		doctor_add(d, "trial run", HEALTH_BAD, explain(&d->arena, &e), NULL);
	} else if (r.verdict == VERDICT_PASS) {
		text = xasprintf("the solution of %s passes, judged in %.1f s", step->id, r.wall_ms / 1000);
		doctor_add(d, "trial run", HEALTH_OK, text, NULL);
		free(text);
	} else {
		text = xasprintf("the solution of %s gets %s: %s", step->id, verdict_word(r.verdict),
			r.message ? r.message : "");
		doctor_add(d, "trial run", HEALTH_BAD, text,
			r.diagnostics && *r.diagnostics ? r.diagnostics :
							  "What is named here or above must be mended first.");
		free(text);
	}
	result_release(&r);
}

static void print_text(struct cli *c, const struct doctor *d)
{
	static const struct {
		const char *mark;
		enum page_style style;
	} how[] = { { "✓", PAGE_GOOD }, { "·", PAGE_WARN }, { "✗", PAGE_BAD } };
	enum { COLUMN = 16 };
	struct page p;

	page_init(&p, &c->style, &c->out);
	for (size_t i = 0; i < d->n; i++) {
		const struct finding_row *row = &d->rows[i];

		page_text(&p, how[row->health].style, how[row->health].mark);
		page_text(&p, PAGE_PLAIN, " ");
		page_cell(&p, PAGE_PLAIN, row->what, COLUMN - 2, false);
		page_wrap(&p, PAGE_PLAIN, COLUMN, COLUMN, row->found);
		if (row->mend) {
			page_spaces(&p, COLUMN);
			page_wrap(&p, PAGE_BOLD, COLUMN, COLUMN, row->mend);
		}
	}
	page_newline(&p);
	page_wrap(&p, PAGE_PLAIN, 0, 0,
		doctor_healthy(d) ? "Labs can be run on this machine." :
				    "Labs can't be run on this machine until what is marked is mended.");
	page_release(&p);
}

static void print_json(struct cli *c, const struct doctor *d)
{
	static const char *const words[] = { "ok", "note", "missing" };
	json_t *o = json_object(), *rows = json_array();

	json_object_set_new(o, "schema", json_string("warplings.doctor/1"));
	json_object_set_new(o, "ok", json_boolean(doctor_healthy(d)));
	for (size_t i = 0; i < d->n; i++) {
		json_t *row = json_object();

		json_object_set_new(row, "what", json_text(d->rows[i].what));
		json_object_set_new(row, "state", json_string(words[d->rows[i].health]));
		json_object_set_new(row, "found", json_text(d->rows[i].found));
		json_object_set_new(row, "mend", json_text(d->rows[i].mend));
		json_array_append_new(rows, row);
	}
	json_object_set_new(o, "checks", rows);
	json_out(o, &c->out);
}

enum status cmd_doctor(struct cli *c, const struct options *o)
{
	struct doctor d;
	struct install in;
	struct toolchain t;
	struct err e = ERR_INIT;
	bool have_labs = false, have_compiler, have_runtime;
	enum status status;

	doctor_init(&d);
	memset(&in, 0, sizeof in);
	memset(&t, 0, sizeof t);
	c->have_ws = workspace_find(&c->ws, &e) == 0;
	if (c->have_ws)
		c->have_cat = catalogue_load(&c->cat, c->ws.root, &e) == 0;
	have_compiler = find_compiler(&d, &t, c->have_ws ? c->ws.root : ".");
	have_runtime = find_runtime(&d, &in);
	find_gpu(&d, &in, &t);
	list_profiles(&d);
	if (c->have_cat)
		have_labs = find_labs(&d, &c->cat);
	else
		doctor_add(&d, "labs", HEALTH_BAD, explain(&d.arena, &e),
			"Set WARPLINGS_ROOT to the folder that holds labs/.");
	doctor_sandbox(&d, &in);
	doctor_terminal(&d, &c->style);
	if (c->have_ws)
		doctor_work(&d, &c->ws);
	if (have_compiler && have_runtime && have_labs)
		trial(c, &d, o);
	if (o->format == FORMAT_JSON)
		print_json(c, &d);
	else
		print_text(c, &d);
	status = doctor_healthy(&d) ? STATUS_OK : STATUS_ENV;
	install_release(&in);
	if (have_compiler)
		toolchain_release(&t);
	doctor_release(&d);
	return status;
}
