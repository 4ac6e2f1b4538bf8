/* profile.c: see profile.h; a file that is compiled first. Data path: file -> artifact -> run (runner for a step, exec
 * for a program) -> exec_report with lines -> the lines' files as a person knows them. */
#include "job/program/profile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/rng.h"
#include "job/parts/scratch.h"
#include "job/program/exec.h"
#include "job/evidence/accesses.h"
#include "job/evidence/traces.h"
#include "job/evidence/findings.h"
#include "job/parts/machine.h"
#include "job/program/profile_internal.h"
#include "job/run/runner.h"
#include "toolchain/toolchain.h"

struct profiling {
	const struct profile_request *rq;
	struct profile_report *r;
	struct install install;
	struct toolchain toolchain;
	struct sandbox own, *sandbox; /* own, or NULL: a program of the person's own */
	struct case_data data;
	struct scratch tmp;
	char *artifact;
	char name[128]; /* of the source in the line table */
	bool have_install, have_toolchain, have_data;
};

const struct step *profile_step_of(const struct catalogue *c, const char *file)
{
	char *real = realpath(file, NULL), *slash = real ? strrchr(real, '/') : NULL;
	const struct step *found = NULL;

	if (slash) {
		*slash = '\0';
		for (size_t i = 0; i < c->nlabs && !found; i++)
			for (size_t k = 0; k < c->labs[i].nsteps && !found; k++)
				if (!strcmp(c->labs[i].id, fs_base_name(real)) &&
					!strcmp(c->labs[i].steps[k].file, slash + 1))
					found = &c->labs[i].steps[k];
	}
	free(real);
	return found;
}

static int read_source(struct profiling *p, struct err *e)
{
	struct err mine = ERR_INIT;

	return profile_add_source(p->r, p->rq->file, p->r->file, &mine) ? err_set(e, ERR_USAGE, "%s", mine.msg) : 0;
}

/* 0: there is an artifact; 1: it does not compile; -1: error. */
static int compile(struct profiling *p, struct err *e)
{
	struct compile_request rq = { .source = p->rq->file,
		.out = p->artifact,
		.program = !p->rq->step,
		.arch = 80,
		.machine = machine_arch(p->rq->profile),
		.use_cache = true,
		.sandbox = p->sandbox,
		.timeout_ms = p->rq->step ? 60000 : 600000,
		.cancel_fd = p->rq->cancel_fd };
	struct compile_outcome out;
	int r;

	r = toolchain_compile(&p->toolchain, &rq, &out, e);
	snprintf(p->name, sizeof p->name, "%s", out.name);
	if (!r && !out.ok && out.no_main)
		r = err_set(e, ERR_USAGE,
			"%s has no main() and lies in no lab's folder: give it a main(), or say which step it is for: "
			"warplings profile LAB/STEP --file %s",
			p->rq->file, p->rq->file);
	else if (!r && !out.ok) {
		p->r->diagnostics = profile_scrub(&p->r->exec.arena, out.diagnostics.data, out.diagnostics.len);
		r = 1;
	}
	buf_release(&out.diagnostics);
	return r;
}

/* The compiler saw a copy in a folder that is gone. */
static const char *known_as(const struct profiling *p, const char *file)
{
	return file && !strcmp(fs_base_name(file), p->name) ? p->r->file : file;
}

static void rename_places(struct profiling *p)
{
	struct exec_report *r = &p->r->exec;

	for (size_t i = 0; i < r->nlines; i++)
		r->lines[i].file = known_as(p, profile_scrub(&r->arena, r->lines[i].file, strlen(r->lines[i].file)));
	for (size_t i = 0; i < r->nfaults; i++)
		r->faults[i].place.file = known_as(p, r->faults[i].place.file);
	findings_rename(r->findings, r->nfindings, p->name, p->r->file);
}

/* ---- a program */
static int run_program(struct profiling *p, struct err *e)
{
	size_t n = 0;
	const char **argv;
	struct exec_request rq = { .install = &p->install,
		.profile = p->rq->profile,
		.per_line = true,
		.capture = true,
		.cancel_fd = p->rq->cancel_fd };
	int r;

	while (p->rq->args && p->rq->args[n])
		n++;
	argv = arena_alloc(&p->r->exec.arena, (n + 2) * sizeof *argv);
	argv[0] = p->artifact;
	for (size_t i = 0; i < n; i++)
		argv[i + 1] = p->rq->args[i];
	rq.argv = argv;
	r = exec_run_into(&rq, &p->r->exec, e);
	argv[0] = p->r->file;
	p->r->exec.argv = argv;
	return r;
}

/* ---- a step's case */
static const struct test_case *case_of(const struct step *s, const char *name, struct err *e)
{
	struct buf names;

	for (size_t i = 0; i < s->ncases; i++)
		if (name ? !strcmp(s->cases[i].name, name) : s->cases[i].perf)
			return &s->cases[i];
	if (!name && s->ncases)
		return &s->cases[s->ncases - 1];
	buf_init(&names);
	for (size_t i = 0; i < s->ncases; i++)
		buf_printf(&names, "%s'%s'", i ? ", " : "", s->cases[i].name);
	if (name)
		err_set(e, ERR_USAGE, "step %s has no case '%s'; it has: %s", s->id, name,
			names.data ? names.data : "");
	else
		err_set(e, ERR_INPUT, "step %s has no cases", s->id);
	buf_release(&names);
	return NULL;
}

static void take_outcome(struct exec_report *r, const struct run_outcome *o)
{
	r->processes = 1;
	r->exited = true;
	r->side = o->side;
	r->output = o->program_output;
	exec_report_lines(r, o->lines, o->nlines);
	r->findings = o->findings;
	r->nfindings = r->findings_cap = o->nfindings;
	r->findings_lost = o->findings_lost;
	for (size_t i = 0; i < o->nunimplemented; i++)
		*ARENA_PUSH(&r->arena, r->unimplemented, r->nunimplemented, r->unimplemented_cap) = o->unimplemented[i];
	if (o->verdict != VERDICT_PASS || o->refused) {
		struct exec_fault *f = ARENA_PUSH(&r->arena, r->faults, r->nfaults, r->faults_cap);

		f->fatal = o->verdict != VERDICT_PASS;
		f->message = f->fatal ? o->message : o->refusal;
		if (!f->message)
			f->message = verdict_word(o->verdict);
		f->place = o->place;
		if (f->fatal && f->message == o->fault.sentence) {
			f->what = o->fault.what;
			f->detail = o->fault.detail;
			f->has_thread = o->fault_thread;
			memcpy(f->block, o->fault_at.block, sizeof f->block);
			memcpy(f->thread, o->fault_at.thread, sizeof f->thread);
		}
	}
}

static int run_case(struct profiling *p, struct err *e)
{
	const struct step *s = p->rq->step;
	const struct test_case *tc = case_of(s, p->rq->case_name, e);
	struct runner_spec spec = { .install = &p->install,
		.so = p->artifact,
		.symbol = "solve",
		.profile = p->rq->profile,
		.record = p->rq->record,
		.sandbox = p->sandbox,
		.cancel_fd = p->rq->cancel_fd };
	struct run_outcome o;
	struct runner run;
	struct outputs out;
	int r;

	if (!tc)
		return -1;
	p->r->step_id = s->id;
	p->r->case_name = tc->name;
	p->r->seed = p->rq->seed ? p->rq->seed : rng_fresh_seed();
	if (case_data_make(&p->data, s, tc, p->r->seed, e))
		return -1;
	p->have_data = true;
	if (runner_start(&run, &spec, e))
		return -1;
	p->r->exec.device_name = arena_strdup(&p->r->exec.arena, run.device_name);
	r = outputs_make(&out, &p->data, e);
	if (!r)
		r = runner_case(&run, &p->r->exec.arena, &p->data, &out, NULL, (int)s->time_limit_ms, &o, e);
	if (!r) {
		take_outcome(&p->r->exec, &o);
		p->r->accesses = o.accesses;
		accesses_of_file(&p->r->accesses, p->name, p->r->file);
		p->r->trace = o.trace;
		trace_of_file(&p->r->trace, p->name, p->r->file);
	}
	outputs_release(&out);
	runner_stop(&run);
	return r;
}

static int profile(struct profiling *p, struct err *e)
{
	int r;

	if (read_source(p, e) || install_find(&p->install, e))
		return -1;
	p->have_install = true;
	if (p->rq->step) {
		install_sandbox(&p->install, p->rq->root, &p->own);
		p->sandbox = &p->own;
		p->r->sandbox = arena_strdup(&p->r->exec.arena, p->own.words);
	}
	if (toolchain_find(&p->toolchain, p->rq->root, p->rq->cache, e))
		return -1;
	p->have_toolchain = true;
	if (scratch_open(&p->tmp, e))
		return -1;
	p->artifact = xasprintf("%s/%s", p->tmp.path, p->rq->step ? "student.so" : "program");
	r = compile(p, e);
	if (r)
		return r < 0 ? -1 : 0;
	r = p->rq->step ? run_case(p, e) : run_program(p, e);
	if (!r)
		rename_places(p);
	return r;
}

int profile_run(const struct profile_request *rq, struct profile_report *r, struct err *e)
{
	struct profiling p = { .rq = rq, .r = r };
	int rc;

	profile_report_init(r);
	r->file = arena_strdup(&r->exec.arena, rq->file);
	rc = profile(&p, e);
	if (p.have_data)
		case_data_release(&p.data);
	scratch_close(&p.tmp);
	free(p.artifact);
	if (p.have_toolchain)
		toolchain_release(&p.toolchain);
	if (p.sandbox)
		sandbox_release(p.sandbox);
	if (p.have_install)
		install_release(&p.install);
	return rc;
}
