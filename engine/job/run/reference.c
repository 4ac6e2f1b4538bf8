/* reference.c: see reference.h. A reference that fails is the lab's or the machine's fault, never the student's. */
#include "job/run/reference.h"

#include <stdlib.h>
#include <string.h>

#include "job/parts/machine.h"
#include "judge/finding.h"

/* Run one symbol of the object over every case. */
static int run_all(struct reference *r, const char *symbol, bool magnitude)
{
	struct runner_spec spec = { .install = r->install,
		.so = r->so,
		.symbol = symbol,
		.gpu_lib = r->gpu_lib,
		.gpu_name = r->gpu_name,
		.profile = r->profile,
		.cancel_fd = r->cancel_fd };
	struct runner runner;
	int rc = 0;

	if (runner_start(&runner, &spec, &r->err))
		return -1;
	for (size_t i = 0; i < r->step->ncases + r->other && !rc; i++) {
		struct reference_case *c = &r->cases[i];
		struct outputs *out = magnitude ? &c->magnitude : &c->want;
		const struct kernel_finding *worst;
		struct run_outcome o;

		rc = outputs_make(out, &r->data[i], &r->err);
		if (rc)
			break;
		rc = runner_case(&runner, &r->arena, &r->data[i], out, NULL, (int)r->step->time_limit_ms, &o, &r->err);
		if (rc)
			break;
		if (o.verdict != VERDICT_PASS)
			rc = err_set(&r->err, ERR_ENV, "the reference %s failed on case %s: %s%s%s", r->step->reference,
				r->data[i].tc->name, verdict_word(o.verdict), o.message ? ": " : "",
				o.message ? o.message : "");
		worst = finding_worst(o.findings, o.nfindings);
		if (!rc && worst)
			rc = err_set(&r->err, ERR_ENV, "the reference %s is at fault on case %s: %s",
				r->step->reference, r->data[i].tc->name, finding_sentence(&r->arena, worst));
		if (magnitude)
			continue;
		c->run = o;
		if (i < r->step->ncases && o.side.total.v[CTR_INST] > r->most_instructions)
			r->most_instructions = o.side.total.v[CTR_INST];
	}
	runner_stop(&runner);
	return rc;
}

static void *reference_main(void *arg)
{
	struct reference *r = arg;
	struct compile_request rq = { .source = r->step->reference,
		.out = r->so,
		.arch = 80,
		.machine = machine_arch(r->profile),
		.use_cache = true,
		.timeout_ms = 120000,
		.cancel_fd = r->cancel_fd };
	struct compile_outcome out;

	memset(&out, 0, sizeof out);
	r->rc = toolchain_compile(r->toolchain, &rq, &out, &r->err);
	if (!r->rc && !out.ok)
		r->rc = err_set(&r->err, ERR_ENV, "the reference %s does not compile: %s", r->step->reference,
			out.diagnostics.data);
	buf_release(&out.diagnostics);
	if (!r->rc)
		r->rc = run_all(r, "solve", false);
	if (!r->rc && r->step->compare.kind == COMPARE_SUM)
		r->rc = run_all(r, "magnitude", true);
	return NULL;
}

int reference_start(struct reference *r, struct err *e)
{
	arena_init(&r->arena);
	r->cases = xcalloc(r->step->ncases + 1, sizeof *r->cases);
	if (pthread_create(&r->thread, NULL, reference_main, r))
		return err_set(e, ERR_ENV, "a thread can't be started");
	r->running = true;
	return 0;
}

void reference_wait(struct reference *r)
{
	if (r->running)
		pthread_join(r->thread, NULL);
	r->running = false;
}

void reference_release(struct reference *r)
{
	reference_wait(r);
	for (size_t i = 0; r->cases && i <= r->step->ncases; i++) {
		outputs_release(&r->cases[i].want);
		outputs_release(&r->cases[i].magnitude);
	}
	free(r->cases);
	r->cases = NULL;
	arena_release(&r->arena);
}
