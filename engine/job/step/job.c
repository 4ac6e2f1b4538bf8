/* job.c: the data path, in order. Read this file to know how a student's file becomes a verdict:
 *
 *   find the parts -> make inputs -> compile (student; meanwhile the reference compiles and runs in a thread) -> run
 * each case -> compare with the reference -> gates -> time on a GPU where there is one -> verdict
 *
 * Invariants: what the machine or the lab does wrong is `not-judged`, never a fault of the student; nothing the
 * student's process says can make an answer right.
 *
 * Here is the order; job_start.c, job_cases.c and job_judge.c do what it names (job_internal.h).
 */
#include "job/step/job_internal.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/limits.h"
#include "base/proc.h"
#include "base/rng.h"
#include "job/evidence/listings.h"
#include "job/step/compile_stage.h"
#include "job/step/counting.h"
#include "job/step/explain.h"
#include "job/parts/machine.h"
#include "job/step/pictures.h"
#include "job/step/replay.h"
#include "job/step/source.h"
#include "job/step/timing.h"
#include "job/step/values.h"
#include "judge/every_case.h"
#include "judge/floors.h"
#include "judge/gates.h"
#include "judge/prediction.h"
#include "judge/proof.h"
#include "judge/source_scan.h"
#include "judge/verdict.h"

void job_tell(const struct job *j, enum job_stage stage, int done, int total, const char *fmt, ...)
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

int job_not_judged(struct job *j, struct err *e)
{
	char text[sizeof e->msg + sizeof e->file + 32];
	struct buf why;

	if (e->kind == ERR_CANCELLED || e->kind == ERR_USAGE) {
		if (j->e && j->e != e)
			*j->e = *e;
		return -1;
	}
	buf_init(&why);
	if (!strstr(e->msg, "ulimit") && !limits_too_small(&why) && !strstr(e->msg, "TMPDIR"))
		limits_disk_full(fs_temp_base(), &why);
	verdict_early(j->r, VERDICT_NOT_JUDGED, "%s%s%s", err_text(e, text, sizeof text), why.len ? "; " : "",
		why.len ? why.data : "");
	buf_release(&why);
	return 1;
}

/* ---- student file -> artifact */
static int job_compile_student(struct job *j)
{
	struct err e = ERR_INIT;
	int rc;

	job_tell(j, JOB_COMPILING, 0, 0, "compiling %s", j->rq->step->file);
	rc = compile_stage(j->rq, &j->toolchain, j->sandbox, j->student_so, j->r, &e);
	if (rc < 0)
		return job_not_judged(j, &e);
	if (!rc)
		job_tell(j, JOB_COMPILED, 0, 0, "compiled in %.0f ms%s", j->r->compile_ms,
			j->r->compile_cached ? " (cached)" : "");
	return rc;
}

static int blame_ptx(struct job *j)
{
	struct err e = ERR_INIT;
	int rc;

	if (!j->unsupported)
		return 0;
	rc = compile_blame_ptx(j->rq, &j->toolchain, j->sandbox, j->student_so, j->unsupported, j->r, &e);
	return rc < 0 ? job_not_judged(j, &e) : rc;
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
		return job_not_judged(j, &e);
	job_take_findings(j, k.c, &o);
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
	job_tell(j, JOB_TIMING, 0, 0, "timing on %s", j->gpu.name);
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
	struct err e = ERR_INIT;
	int rc = 0;

	if ((rc = job_find_parts(j)) || (rc = job_find_gpu(j)) || (rc = job_start_truth(j)) ||
		(rc = job_start_observing(j)) || (rc = job_compile_student(j)) || (rc = job_run_cases(j)) ||
		(rc = blame_ptx(j)) || (rc = count_perf(j)))
		return rc;
	j->r->roof = pictures_roof(j->rq->profile);
	if (j->observing)
		observe_take(&j->observe, j->r);
	if (j->rq->observe)
		pictures_of_listings(j->r, j->student_so, j->observing ? &j->observe : NULL);
	if (j->rq->observe && j->rq->disassemble)
		pictures_of_sass(j->r, j->student_so, j->observing ? &j->observe : NULL,
			&(struct sass_tools){ &j->toolchain, j->sandbox, j->tmp.path, machine_arch(j->rq->profile),
				j->rq->cancel_fd });
	j->r->gates = gates_evaluate(&j->r->arena, j->rq->step, &j->r->student, &j->r->reference,
		observe_variants(j->r), result_answer_right(j->r));
	j->r->ngates = j->rq->step->ngates;
	predict(j);
	if ((rc = measure(j)))
		return rc;
	proof_judge_sizes(j->r);
	floors_judge(j->r);
	every_case_judge(j->r);
	verdict_decide(j->r);
	if (j->r->verdict == VERDICT_PASS && values_judge(j->rq, j->deadline_ns - time_now_ns(), j->source, j->r, &e))
		return job_not_judged(j, &e);
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

static int judge(const struct job_request *asked, struct result *r, struct err *e)
{
	struct job_request own = *asked, *rq = &own;
	struct job j = { .rq = rq, .r = r, .e = e };
	int64_t begin = time_now_ns();
	int rc;

	if (!rq->profile && rq->step->profile) { /* as if asked for with --profile: no GPU here is like it */
		own.profile = rq->step->profile;
		own.device = DEVICE_EMULATOR;
	}
	source_begin();
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
	if (rc >= 0 && r->verdict == VERDICT_PASS) {
		r->student.local_array = r->nlistings ? r->listings[r->nlistings - 1].local : /* "yours" is the last */
							listing_local(j.student_so);
		r->reference.local_array = j.truth->reference.so && listing_local(j.truth->reference.so);
	}
	if (rc >= 0)
		explain_result(r, j.source, j.lines, j.nlines);
	r->source = j.source;
	job_release(&j);
	r->wall_ms = (double)(time_now_ns() - begin) / 1e6;
	return rc < 0 ? -1 : 0;
}

/* What came out right on a GPU is judged on the emulator too, in every case and with all checkers: a GPU lets many a
 * mistake pass. Its verdict stands where it is the stricter one. */
static int check_gpu(const struct job_request *asked, struct result *r, struct err *e)
{
	struct job_request rq = *asked;
	struct result checked;
	char *gpu;

	rq.device = DEVICE_EMULATOR;
	rq.untimed = true;
	rq.seed = r->seed;
	rq.on_event = NULL;
	if (judge(&rq, &checked, e)) {
		result_release(&checked);
		return -1;
	}
	if (result_answer_right(&checked)) {
		result_release(&checked);
		return 0;
	}
	gpu = xstrdup(r->device_name);
	result_release(r);
	*r = checked;
	result_note(r, "on %s every case came out right; the verdict is that of the emulator and its checkers", gpu);
	free(gpu);
	return 0;
}

int job_run(const struct job_request *asked, struct result *r, struct err *e)
{
	int rc = judge(asked, r, e);

	if (!rc && !strcmp(r->device_kind, "gpu") && result_answer_right(r))
		rc = check_gpu(asked, r, e);
	if (!rc && asked->on_event)
		asked->on_event(asked->user, &(struct job_event){ JOB_DONE, 0, 0, verdict_word(r->verdict) });
	return rc;
}
