/* job.c: the data path, in order. Read this file to know how a student's file becomes a verdict:
 *
 *   find the parts -> make inputs -> compile (student; meanwhile the reference compiles and runs in a thread) -> run
 * each case -> compare with the reference -> gates -> time on a GPU where there is one -> verdict
 *
 * Invariants: what the machine or the lab does wrong is `not-judged`, never a fault of the student; nothing the
 * student's process says can make an answer right.
 */
#include "job/step/job.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/limits.h"
#include "base/rng.h"
#include "gpu/gpu.h"
#include "job/step/counting.h"
#include "job/step/explain.h"
#include "job/evidence/findings.h"
#include "job/evidence/side.h"
#include "job/parts/machine.h"
#include "job/run/observe.h"
#include "job/run/truth.h"
#include "job/step/compile_stage.h"
#include "job/step/keep.h"
#include "job/step/order.h"
#include "job/step/replay.h"
#include "job/step/schedules.h"
#include "job/parts/scratch.h"
#include "job/step/timing.h"
#include "job/step/source.h"
#include "job/step/written.h"
#include "judge/compare.h"
#include "judge/finding.h"
#include "judge/floors.h"
#include "judge/gates.h"
#include "judge/prediction.h"
#include "judge/verdict.h"

enum { PROBE_TIMEOUT_MS = 15000, KEPT = 16 /* accesses of a line */ };

struct job {
	const struct job_request *rq;
	struct result *r;
	struct err *e;
	struct install install;
	struct toolchain toolchain;
	struct sandbox own, *sandbox; /* sandbox: own, the request's, or NULL */
	struct scratch tmp;
	char *student_so, *reference_so, *observed_so;
	struct device_line *lines; /* what each line of the student's file counted in the perf case */
	size_t nlines;
	struct truth *truth, own_truth; /* the request's, or our own */
	const char *source;             /* text of the judged file, once it was asked for */
	struct observe observe;
	struct gpu_info gpu;
	pthread_t probe;
	int64_t deadline_ns; /* when the time of the run is over; 0: the student's code has not run yet */
	int done;            /* cases that have been judged */
	/* What the program printed in the first case that failed, or else in the first of all. */
	const char *output, *output_case;
	const char *unsupported; /* what the emulated device said that it lacks, or NULL */
	bool races;              /* a race was seen that has not made anything wrong */
	bool leak_said, probing, have_install, have_toolchain, observing;
};

static void tell(const struct job *j, enum job_stage stage, int done, int total, const char *fmt, ...)
	__attribute__((format(printf, 5, 6)));

static void tell(const struct job *j, enum job_stage stage, int done, int total, const char *fmt, ...)
{
	struct job_event ev = { stage, done, total, NULL };
	struct buf b;
	va_list ap;

	if (!j->rq->on_event)
		return;
	buf_init(&b);
	va_start(ap, fmt);
	buf_vprintf(&b, fmt, ap);
	va_end(ap);
	ev.text = b.data;
	j->rq->on_event(j->rq->user, &ev);
	buf_release(&b);
}

/* The environment's fault: a result, unless somebody asked to stop. */
static int not_judged(struct job *j, struct err *e)
{
	char text[sizeof e->msg + sizeof e->file + 32];
	struct buf why;

	if (e->kind == ERR_CANCELLED || e->kind == ERR_USAGE) {
		if (j->e && j->e != e)
			*j->e = *e;
		return -1;
	}
	buf_init(&why);
	if (!strstr(e->msg, "ulimit"))
		limits_too_small(&why);
	verdict_early(j->r, VERDICT_NOT_JUDGED, "%s%s%s", err_text(e, text, sizeof text), why.len ? "; " : "",
		why.len ? why.data : "");
	buf_release(&why);
	return 1;
}

/* ---- finding the parts. Each step returns 0 to go on, 1 when the result is final, -1 on cancel. */
static int find_parts(struct job *j)
{
	struct err e = ERR_INIT;

	if (install_find(&j->install, &e))
		return not_judged(j, &e);
	j->have_install = true;
	j->sandbox = job_sandbox(j->rq, &j->install, &j->own, j->r);
	if (toolchain_find(&j->toolchain, j->rq->root, j->rq->cache, &e))
		return not_judged(j, &e);
	j->have_toolchain = true;
	if (scratch_open(&j->tmp, &e))
		return not_judged(j, &e);
	j->student_so = xasprintf("%s/student.so", j->tmp.path);
	j->reference_so = xasprintf("%s/reference.so", j->tmp.path);
	j->observed_so = xasprintf("%s/observed.so", j->tmp.path);
	return 0;
}

static void *probe_main(void *arg)
{
	struct job *j = arg;

	if (j->toolchain.cuda_lib)
		gpu_probe(&j->gpu, j->install.host, j->toolchain.cuda_lib, PROBE_TIMEOUT_MS);
	else
		snprintf(j->gpu.why, sizeof j->gpu.why, "NVIDIA's libcudart.so.13 was not found beside nvcc");
	return NULL;
}

/* `auto` asks for a GPU while nvcc works; `gpu` needs to know at once. */
static int find_gpu(struct job *j)
{
	struct err e = ERR_INIT;

	if (j->rq->device == DEVICE_EMULATOR || (j->rq->device == DEVICE_AUTO && j->rq->untimed))
		return 0;
	if (j->rq->device == DEVICE_AUTO) {
		j->probing = !pthread_create(&j->probe, NULL, probe_main, j);
		return 0;
	}
	probe_main(j);
	if (!j->gpu.works) {
		err_set(&e, ERR_ENV, "no GPU that works was found: %s; use --device emulator", j->gpu.why);
		return not_judged(j, &e);
	}
	return 0;
}

/* Inputs, and the reference's run over them in a thread. */
static int start_truth(struct job *j)
{
	struct err e = ERR_INIT;
	bool gpu = j->rq->device == DEVICE_GPU;
	struct reference from = { .install = &j->install,
		.toolchain = &j->toolchain,
		.so = j->truth->so ? j->truth->so : j->reference_so,
		.gpu_lib = gpu ? j->toolchain.cuda_lib : NULL,
		.gpu_name = gpu ? j->gpu.name : NULL,
		.profile = j->rq->profile,
		.cancel_fd = j->rq->cancel_fd };

	return truth_start(j->truth, &from, &e) ? not_judged(j, &e) : 0;
}

/* The programs that a gate, a question or a table needs beside the student's. */
static int start_observing(struct job *j)
{
	bool for_gates = !(j->rq->observe || j->rq->predicted);

	if (!observe_wanted(j->rq->step, for_gates))
		return 0;
	j->observe = (struct observe){ .install = &j->install,
		.toolchain = &j->toolchain,
		.step = j->rq->step,
		.data = j->truth->data,
		.so = j->observed_so,
		.profile = j->rq->profile,
		.for_gates = for_gates,
		.cancel_fd = j->rq->cancel_fd };
	j->observing = true;
	observe_start(&j->observe);
	return 0;
}

/* ---- student file -> artifact */
static int compile_student(struct job *j)
{
	struct err e = ERR_INIT;
	int rc;

	tell(j, JOB_COMPILING, 0, 0, "compiling %s", j->rq->step->file);
	rc = compile_stage(j->rq, &j->toolchain, j->sandbox, j->student_so, j->r, &e);
	if (rc < 0)
		return not_judged(j, &e);
	if (!rc)
		tell(j, JOB_COMPILED, 0, 0, "compiled in %.0f ms%s", j->r->compile_ms,
			j->r->compile_cached ? " (cached)" : "");
	return rc;
}

/* ---- run and compare */
static uint64_t run_limit_ms(const struct job *j)
{
	return j->rq->run_limit_ms ? j->rq->run_limit_ms : j->rq->step->run_limit_ms;
}

static void judge_output(struct job *j, struct runner *run, size_t i, const struct run_outcome *o, struct outputs *got)
{
	struct case_result *c = &j->r->cases[i];
	const struct reference_case *ref = &j->truth->reference.cases[i];
	struct err e = ERR_INIT;

	c->ran = true;
	c->verdict = o->verdict;
	c->message = o->message;
	c->place = o->place;
	if (o->verdict == VERDICT_TIMEOUT && o->fault_thread)
		c->message = order_endless(&j->r->arena, j->rq->file, o);
	if (o->stopped_after)
		order_explain(&j->r->arena, &j->truth->reference, i, o, j->rq->file, j->r, c);
	if (o->out_of_time)
		c->message = arena_printf(&j->r->arena,
			"the run's time of %g s is over, and solve() had not returned in this case (--time-limit "
			"changes it)",
			(double)run_limit_ms(j) / 1000);
	/* nvcc saw a copy in a folder of ours; the student knows the file under its own name. */
	if (c->place.file && !strcmp(fs_base_name(c->place.file), fs_base_name(j->rq->file)))
		c->place.file = j->r->file;
	if (o->side.has_counters) {
		c->student = o->side.total;
		c->reference = ref->run.side.total;
		c->has_counters = ref->run.side.has_counters;
		c->student_us = o->side.time_us;
		c->reference_us = ref->run.side.time_us;
	}
	if (o->verdict != VERDICT_PASS)
		return;
	if (j->rq->device == DEVICE_GPU)
		outputs_accept_times(&j->truth->data[i], got, &ref->want);
	if (compare_case(&j->r->arena, &j->truth->data[i], got, &ref->want,
		    ref->magnitude.data ? &ref->magnitude : NULL, &c->mismatch, &e)) {
		c->verdict = VERDICT_NOT_JUDGED;
		c->message = arena_strdup(&j->r->arena, e.msg);
		return;
	}
	if (c->mismatch.any &&
		written_explain(run, &j->r->arena, &j->truth->data[i], o, got, &ref->want,
			ref->magnitude.data ? &ref->magnitude : NULL, j->r->file, &c->mismatch, &e)) {
		c->verdict = VERDICT_NOT_JUDGED;
		c->message = arena_strdup(&j->r->arena, e.msg);
		return;
	}
	if (c->mismatch.any) {
		/* A refused launch or copy explains a wrong answer better than the wrong element does. */
		c->verdict = o->refused ? o->verdict_if_wrong : VERDICT_WRONG_ANSWER;
		c->message = o->refused ? o->refusal : NULL;
		return;
	}
	if (o->refused)
		result_note(j->r, "case %s is right although a call was refused: %s", c->name, o->refusal);
	if (o->side.has_counters && !o->side.nkernels && ref->run.side.nkernels && order_asks(&j->truth->data[i])) {
		/* Right bytes without a kernel were computed on the CPU (or replayed): that is not what is asked. */
		c->verdict = VERDICT_GATE_FAILED;
		c->message = "No kernel ran: the answer was not computed on the device.";
	} else {
		proof_judge(&j->r->arena, &j->truth->data[i], &o->proof, &ref->run.proof,
			source_text(&j->r->arena, j->rq->file, &j->source), j->rq->trust, c);
	}
}

/* What the checkers saw may be worse than what came of it this time. */
static void take_findings(struct job *j, struct case_result *c, const struct run_outcome *o)
{
	c->findings = o->findings;
	c->nfindings = o->nfindings;
	c->findings_lost = o->findings_lost;
	if (o->unchecked_accesses)
		result_note(j->r,
			"case %s: %llu access%s to global memory %s not checked for races: the checker has no room for "
			"more",
			c->name, (unsigned long long)o->unchecked_accesses, o->unchecked_accesses == 1 ? "" : "es",
			o->unchecked_accesses == 1 ? "was" : "were");
	findings_rename(c->findings, c->nfindings, j->rq->file, j->r->file);
	finding_judge(&j->r->arena, c);
}

static void judge_case(struct job *j, struct runner *run, size_t i, const struct run_outcome *o, struct outputs *got)
{
	judge_output(j, run, i, o, got);
	take_findings(j, &j->r->cases[i], o);
	if (j->r->cases[i].verdict == VERDICT_PASS)
		order_wasteful(&j->r->arena, &j->truth->reference, o, j->rq->file, j->rq->step->cases[i].perf,
			&j->r->cases[i]);
	if (j->rq->step->cases[i].perf && j->r->cases[i].verdict == VERDICT_PASS)
		written_note_one_block(run, &j->truth->data[i], o, j->r);
	/* Once: every case does the same. */
	if (o->leak && o->verdict == VERDICT_PASS && !j->leak_said) {
		result_note(j->r, "%s (case %s)", o->leak, j->r->cases[i].name);
		j->leak_said = true;
	}
}

static void keep_perf(struct job *j, size_t i, const struct run_outcome *o)
{
	if (!j->rq->step->cases[i].perf)
		return;
	j->r->student = o->side;
	j->r->reference = side_copy(&j->r->arena, &j->truth->reference.cases[i].run.side);
	j->lines = o->lines; /* they live as long as the result */
	j->nlines = o->nlines;
	keep_evidence(j->r, j->rq->file, o);
}

/* How much work the launches of the next case may do: its processes start anew when that is another number. */
static int allow(struct job *j, struct runner *run, size_t i, struct err *e)
{
	struct runner_spec spec = run->spec;

	spec.step_budget = order_case_budget(&j->truth->reference, j->r, i);
	if (!run->device || spec.step_budget == run->spec.step_budget)
		return 0;
	runner_stop(run);
	return runner_start(run, &spec, e);
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
		judge_case(j, run, i, &o, &got);
		keep_perf(j, i, &o);
		if (o.program_output && (!j->output || c->verdict != VERDICT_PASS)) {
			j->output = o.program_output;
			j->output_case = c->name;
		}
		for (size_t k = 0; k < o.nunimplemented && !j->done; k++)
			result_note(j->r, "%s is not implemented by the emulated device yet", o.unimplemented[k]);
		tell(j, JOB_CASE, ++j->done, (int)s->ncases, "case %s: %s", c->name, verdict_word(c->verdict));
		*stop = c->verdict != VERDICT_PASS;
		/* A race that has made nothing wrong yet: other small cases may show an element that it does. */
		if (c->verdict == VERDICT_RACE && !c->mismatch.any && !j->rq->stop_at_first) {
			j->races = true;
			*stop = false;
		}
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
	j->r->printed_in = j->output_case;
	j->r->diagnostics =
		!said ? j->output : arena_printf(&j->r->arena, "%s\nThe compiler said:\n%s", j->output, said);
}

static int run_cases(struct job *j)
{
	const struct step *s = j->rq->step;
	bool gpu = j->rq->device == DEVICE_GPU, stop = false;
	const struct device_record first_warp = { .block = j->rq->block, .most = KEPT, .trace = j->rq->trace };
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
	struct runner run;
	struct err e = ERR_INIT;
	int rc;

	if (truth_wait(j->truth, &e)) {
		free(order);
		return not_judged(j, &e);
	}
	if (j->rq->beside && j->rq->beside(j->rq->beside_user, j->truth, j->tmp.path, &e)) {
		free(order);
		return not_judged(j, &e);
	}
	order_cases(&j->truth->reference, order);
	spec.step_budget = order_budget(&j->truth->reference);
	/* From here on the student's code runs; what the compiler and the reference took is not its time. */
	j->deadline_ns = spec.deadline_ns = time_now_ns() + (int64_t)run_limit_ms(j) * 1000000;
	rc = runner_start(&run, &spec, &e);
	if (!rc) {
		j->r->device_name = arena_strdup(&j->r->arena, run.device_name);
		for (size_t k = 0; k < s->ncases && !rc && !stop; k++)
			if (!j->races || order_small(&j->truth->reference, order[k]))
				rc = allow(j, &run, order[k], &e) ? -1 : run_case(j, &run, order[k], &stop, &e);
		/* A race in a case is worth another look: an order in which it shows. */
		if (!rc && run.device && !(stop && j->rq->stop_at_first))
			rc = schedules_judge(j->rq, &run, j->truth->data, &j->truth->reference, j->r, &e);
		runner_stop(&run);
	}
	free(order);
	show_output(j);
	return rc ? not_judged(j, &e) : 0;
}

static int blame_ptx(struct job *j)
{
	struct err e = ERR_INIT;
	int rc;

	if (!j->unsupported)
		return 0;
	rc = compile_blame_ptx(j->rq, &j->toolchain, j->sandbox, j->student_so, j->unsupported, j->r, &e);
	return rc < 0 ? not_judged(j, &e) : rc;
}

/* ---- on a real GPU: the perf case on the emulator all the same, so that gates mean the same everywhere */
static int count_perf(struct job *j)
{
	size_t perf = (size_t)(step_case(j->rq->step, NULL) - j->rq->step->cases);
	struct counting k = { .install = &j->install,
		.sandbox = j->sandbox,
		.rq = j->rq,
		.r = j->r,
		.student_so = j->student_so,
		.reference_so = j->truth->reference.so,
		.data = &j->truth->data[perf],
		.c = &j->r->cases[perf],
		.deadline_ns = j->deadline_ns };
	struct run_outcome o;
	struct err e = ERR_INIT;

	if (j->rq->device != DEVICE_GPU || !result_answer_right(j->r))
		return 0;
	if (counting_run(&k, &o, &e))
		return not_judged(j, &e);
	take_findings(j, k.c, &o);
	return 0;
}

/* ---- time on a real GPU */
static int measure(struct job *j)
{
	if (j->probing)
		pthread_join(j->probe, NULL);
	j->probing = false;
	if (!j->gpu.works || j->rq->untimed || !result_answer_right(j->r))
		return 0;
	tell(j, JOB_TIMING, 0, 0, "timing on %s", j->gpu.name);
	struct timing_request rq = {
		.install = &j->install,
		.student_so = j->student_so,
		.reference_so = j->truth->reference.so,
		.gpu_lib = j->toolchain.cuda_lib,
		.gpu_name = j->gpu.name,
		.step = j->rq->step,
		.seed = j->r->seed,
		.deadline_ns = j->deadline_ns,
		.cancel_fd = j->rq->cancel_fd,
	};

	if (timing_run(&rq, j->r, j->e))
		return -1;
	if (j->rq->device == DEVICE_AUTO && j->r->student.time_kind == TIME_MEASURED)
		result_note(j->r, "time was measured on %s; counters come from the emulator", j->gpu.name);
	return 0;
}

static void predict(struct job *j)
{
	const struct step *s = j->rq->step;

	if (s->has_predict && !s->predict.all && j->rq->predicted)
		prediction_check(j->r, j->rq->prediction);
}

static int job_steps(struct job *j)
{
	int rc = 0;

	if ((rc = find_parts(j)) || (rc = find_gpu(j)) || (rc = start_truth(j)) || (rc = start_observing(j)) ||
		(rc = compile_student(j)) || (rc = run_cases(j)) || (rc = blame_ptx(j)) || (rc = count_perf(j)))
		return rc;
	j->r->roof = keep_roof(j->rq->profile);
	if (j->observing)
		observe_take(&j->observe, j->r);
	if (j->rq->observe)
		keep_listings(j->r, j->student_so, j->observing ? &j->observe : NULL);
	j->r->gates = gates_evaluate(&j->r->arena, j->rq->step, &j->r->student, &j->r->reference,
		observe_variants(j->r), result_answer_right(j->r));
	j->r->ngates = j->rq->step->ngates;
	predict(j);
	if ((rc = measure(j)))
		return rc;
	floors_judge(j->r);
	verdict_decide(j->r);
	replay_drawn(j->rq, j->r);
	return 0;
}

static void job_release(struct job *j)
{
	if (j->probing)
		pthread_join(j->probe, NULL);
	truth_wait(j->truth, NULL); /* it may be at work with our toolchain */
	if (j->observing)
		observe_release(&j->observe);
	if (j->truth == &j->own_truth)
		truth_release(j->truth);
	scratch_close(&j->tmp);
	free(j->student_so);
	free(j->reference_so);
	free(j->observed_so);
	if (j->have_toolchain)
		toolchain_release(&j->toolchain);
	if (j->sandbox == &j->own)
		sandbox_release(&j->own);
	if (j->have_install)
		install_release(&j->install);
}

int job_run(const struct job_request *asked, struct result *r, struct err *e)
{
	struct job_request own = *asked, *rq = &own;
	struct job j = { .rq = rq, .r = r, .e = e };
	int64_t begin = time_now_ns();
	int rc;

	if (!rq->profile && rq->step->profile) { /* as if asked for with --profile: no GPU here is like it */
		own.profile = rq->step->profile;
		own.device = DEVICE_EMULATOR;
	}
	result_init(r);
	r->seed = rq->truth ? rq->truth->seed : rq->seed ? rq->seed : rng_fresh_seed();
	if (rq->truth)
		rq->step = rq->truth->step;
	else if (!(rq->trust & TRUST_SIZES))
		rq->step = step_draw(&r->arena, rq->step, r->seed);
	if (rq->trust & TRUST_FLOORS)
		rq->step = step_without_floors(&r->arena, rq->step);
	r->step = rq->step;
	r->step_id = arena_strdup(&r->arena, rq->step->id);
	r->file = arena_strdup(&r->arena, rq->file);
	r->device_kind = rq->device == DEVICE_GPU ? "gpu" : "emulator";
	r->device_name = "";
	r->ncases = rq->step->ncases;
	r->cases = arena_alloc(&r->arena, r->ncases * sizeof *r->cases);
	for (size_t i = 0; i < r->ncases; i++) {
		r->cases[i].name = rq->step->cases[i].name;
		r->cases[i].verdict = VERDICT_NOT_JUDGED;
	}
	if (access(rq->file, F_OK))
		return err_set(e, ERR_USAGE, "there is no file %s", rq->file);
	j.truth = rq->truth ? rq->truth : &j.own_truth;
	if (!rq->truth)
		truth_init(j.truth, rq->step, r->seed, true);
	source_text(&r->arena, rq->file, &j.source); /* now: it may be saved again while this job runs */
	rc = job_steps(&j);
	if (rc >= 0)
		explain_result(r, j.source, j.lines, j.nlines);
	r->source = j.source;
	job_release(&j);
	r->wall_ms = (double)(time_now_ns() - begin) / 1e6;
	if (rc < 0)
		return -1;
	tell(&j, JOB_DONE, 0, 0, "%s", verdict_word(r->verdict));
	return 0;
}
