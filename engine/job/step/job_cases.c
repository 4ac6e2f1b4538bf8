/* job_cases: the cases of a step, one after another, in one pair of processes. Small ones go first (order.h), and
 * none is run after the first that fails, unless it fails for a race that has made nothing wrong yet, or for the null
 * pointer of an array without elements. */
#include "job/step/job_internal.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/proc.h"
#include "job/evidence/side.h"
#include "job/step/again.h"
#include "job/step/images.h"
#include "job/step/order.h"
#include "job/step/pictures.h"
#include "job/step/schedules.h"
#include "judge/verdict.h"

enum {
	ACCESSES_OF_A_LINE = 16, /* that are kept for pictures */
	MOST_WAITED = 3          /* the limits by which a run is longer at most, for waiting on a busy machine */
};

static void see_case(struct job *j, size_t i, const struct run_outcome *o)
{
	j->r->seen_case = j->r->cases[i].name;
	j->r->seen_failed = !j->rq->step->cases[i].perf;
	j->lines = o->lines; /* they live as long as the result */
	j->nlines = o->nlines;
	pictures_of_run(j->r, j->rq->file, o);
}

/* The first case that fails is what its student wants to look into: nothing will run the perf case. */
static void take_failed_case(struct job *j, size_t i, const struct run_outcome *o)
{
	if (j->rq->observe && !j->r->seen_case && j->r->cases[i].verdict < VERDICT_PASS &&
		j->r->cases[i].verdict != VERDICT_NOT_JUDGED && o->side.has_counters)
		see_case(j, i, o);
}

static void take_perf_case(struct job *j, size_t i, const struct run_outcome *o)
{
	if (!j->rq->step->cases[i].perf) {
		take_failed_case(j, i, o);
		return;
	}
	j->r->student = o->side;
	j->r->reference = side_copy(&j->r->arena, &j->truth->reference.cases[i].run.side);
	if (j->rq->observe)
		pictures_of_reference(j->r, &j->truth->reference.cases[i].run);
	see_case(j, i, o);
}

static size_t line_length(const char *s)
{
	size_t n = strcspn(s, "\n");

	return n + (s[n] == '\n');
}

/* `before`, and the first lines of what a case printed, under its name. */
static const char *with_other(struct arena *a, const char *before, const char *name, const char *text)
{
	enum { LINES = 6 };
	const char *end = text;
	size_t left = 0, n;

	for (int k = 0; k < LINES && *end; k++)
		end += line_length(end);
	for (const char *s = end; *s; s += line_length(s))
		left++;
	n = (size_t)(end - text);
	return arena_printf(a, "%sIn the case '%s':\n%.*s%s%s", before ? before : "", name, (int)n, text,
		n && end[-1] == '\n' ? "" : "\n",
		left ? arena_printf(a, "... and %zu more line%s\n", left, left == 1 ? "" : "s") : "");
}

/* Of a case that fails, what it printed stands alone. */
static void keep_output(struct job *j, const struct case_result *c, const char *text)
{
	if (j->output && c->verdict == VERDICT_PASS) {
		j->others = with_other(&j->r->arena, j->others, c->name, text);
		return;
	}
	j->output = text;
	j->output_case = c->name;
	j->others = NULL;
}

/* Are the others still worth running? */
static bool stops(struct job *j, const struct case_result *c)
{
	const bool null = c->verdict == VERDICT_CRASHED && c->empty && c->message && strstr(c->message, "null pointer");

	/* A race that has made nothing wrong yet: other small cases may show an element that it does. */
	if (c->verdict == VERDICT_RACE && !c->mismatch.any && !j->rq->stop_at_first) {
		j->races = true;
		return false;
	}
	/* Of an array without elements the host was given a null pointer. One with elements says which array it is. */
	if (null && !j->rq->stop_at_first) {
		j->empty_crashed = true;
		return false;
	}
	return c->verdict != VERDICT_PASS || j->empty_crashed;
}

/* One case, and whether the others are still worth running in *stop. */
static int run_case(struct job *j, struct runner *run, size_t i, bool *stop, struct err *e)
{
	const struct step *s = j->rq->step;
	const struct case_result *c = &j->r->cases[i];
	struct outputs got;
	struct run_outcome o;
	int rc = outputs_make(&got, &j->truth->data[i], e);

	if (!rc)
		rc = runner_case(run, &j->r->arena, &j->truth->data[i], &got, NULL, (int)s->time_limit_ms, &o, e);
	if (!rc) {
		job_judge_case(j, run, i, &o, &got);
		take_perf_case(j, i, &o);
		images_of_case(&j->truth->data[i], &j->truth->reference.cases[i].want, &o, &got, j->r);
		if (o.program_output)
			keep_output(j, c, o.program_output);
		for (size_t k = 0; k < o.nunimplemented && !j->done; k++)
			result_note(j->r, "%s is not implemented by the emulated device yet", o.unimplemented[k]);
		job_tell(j, JOB_CASE, ++j->done, (int)s->ncases, "case %s: %s", c->name, verdict_word(c->verdict));
		*stop = stops(j, c);
		if (o.unsupported && c->verdict < VERDICT_PASS)
			j->unsupported = c->message ? c->message : "";
	}
	outputs_release(&got);
	return rc;
}

/* A warning of the compiler does not hide what the program prints. */
static void show_output(struct job *j)
{
	const char *said = j->r->diagnostics;

	if (!j->output)
		return;
	if (j->others)
		j->output = arena_printf(&j->r->arena, "%s%s%s", j->output,
			*j->output && j->output[strlen(j->output) - 1] == '\n' ? "" : "\n", j->others);
	j->r->printed_in = j->output_case;
	j->r->diagnostics =
		!said ? j->output : arena_printf(&j->r->arena, "%s\nThe compiler said:\n%s", j->output, said);
}

/* Before the first big case: would a small one come out wrong in another order of threads? Nobody waits for the big
 * ones to hear it. Not where the command line says which orders: those are for all cases. */
static int try_small(struct job *j, struct runner *run, uint64_t *left, bool *tried, bool *stop, struct err *e)
{
	int rc;

	if (*tried || !run->device || j->races || j->rq->schedule || j->rq->schedules)
		return 0;
	*tried = true;
	rc = schedules_judge(j->rq, run, j->truth->data, &j->truth->reference, SCHEDULES_SMALL, left, j->r, e);
	for (size_t i = 0; i < j->r->ncases && !rc; i++)
		*stop |= j->r->cases[i].ran && j->r->cases[i].verdict != VERDICT_PASS;
	return rc || *stop ? rc : device_schedule(run->device, 0, 0, 0, e);
}

/* Everything is right: the sizes of one case again, with other values. */
static int try_other(struct job *j, struct runner *run, struct err *e)
{
	const struct reference *ref = &j->truth->reference;
	const size_t n = j->r->ncases;

	if (!run->device || !ref->other || j->rq->schedule || j->rq->schedules)
		return 0;
	for (size_t i = 0; i < n; i++)
		if (!j->r->cases[i].ran || j->r->cases[i].verdict != VERDICT_PASS)
			return 0;
	return again_other(run, &j->r->arena, &j->truth->data[n], &ref->cases[n],
		&j->r->cases[j->truth->data[n].tc - j->truth->step->cases], e);
}

int job_run_cases(struct job *j)
{
	const struct step *s = j->rq->step;
	bool gpu = j->rq->device == DEVICE_GPU, stop = false;
	const struct device_record first_warp = {
		.block = j->rq->block, .most = ACCESSES_OF_A_LINE, .trace = j->rq->trace
	};
	struct runner_spec spec = { .install = &j->install,
		.so = j->student_so,
		.symbol = "solve",
		.gpu_lib = gpu ? j->toolchain.cuda_lib : NULL,
		.gpu_name = gpu ? j->gpu.name : NULL,
		.profile = j->rq->profile,
		.sandbox = j->sandbox,
		.mutant = j->rq->mutant,
		.record = j->rq->observe || s->picture ? &first_warp : NULL,
		.cancel_fd = j->rq->cancel_fd };
	size_t *order = xcalloc(s->ncases + 1, sizeof *order);
	uint64_t left = SCHEDULES_INSTRUCTIONS;
	int64_t limit_ns = (int64_t)job_run_limit_ms(j) * 1000000;
	bool tried = false, found = false; /* tried: small cases in other orders; found: one is wrong then */
	struct runner run;
	struct err e = ERR_INIT;
	int rc;

	if (truth_wait(j->truth, &e)) {
		free(order);
		return job_not_judged(j, &e);
	}
	if (j->rq->beside && j->rq->beside(j->rq->beside_user, j->truth, j->tmp.path, &e)) {
		free(order);
		return job_not_judged(j, &e);
	}
	order_cases(&j->truth->reference, order);
	spec.step_budget = order_budget(&j->truth->reference);
	/* From here on the student's code runs; what the compiler and the reference took is not its time. */
	j->deadline_ns = spec.deadline_ns = time_now_ns() + limit_ns;
	spec.limit_ns = limit_ns;
	spec.most_waited_ns = MOST_WAITED * limit_ns;
	rc = runner_start(&run, &spec, &e);
	if (!rc) {
		j->r->device_name = arena_strdup(&j->r->arena, run.device_name);
		for (size_t k = 0; k < s->ncases && !rc && !stop; k++) {
			bool small = order_small(&j->truth->reference, order[k]);

			if (!small && k) {
				rc = try_small(j, &run, &left, &tried, &stop, &e);
				found = stop;
			}
			if (!rc && !stop && (!j->races || small))
				rc = order_allow(&run, &j->truth->reference, j->r, order[k], &e) ?
					-1 :
					run_case(j, &run, order[k], &stop, &e);
		}
		if (!rc && stop && !found)
			rc = images_of_wrong(j->rq, &run, j->truth, j->r, &e);
		/* A race in a case is worth another look: an order in which it shows. */
		if (!rc && run.device && !found && !(stop && j->rq->stop_at_first))
			rc = schedules_judge(j->rq, &run, j->truth->data, &j->truth->reference,
				tried && !j->races ? SCHEDULES_REST : SCHEDULES_ALL, &left, j->r, &e);
		if (!rc && !stop)
			rc = try_other(j, &run, &e);
		runner_stop(&run);
		j->deadline_ns += time_now_ns() - runner_now(&run);
	}
	free(order);
	show_output(j);
	return rc ? job_not_judged(j, &e) : 0;
}
