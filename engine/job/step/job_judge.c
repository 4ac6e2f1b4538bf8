/* job_judge: what the run of one case means: how it ended, its bytes beside the reference's, what the checkers saw, how
 * much work it was. Nothing runs here, but for a look at a wrong answer (written.h). */
#include "job/step/job_internal.h"

#include <string.h>

#include "base/fs.h"
#include "job/evidence/findings.h"
#include "job/step/advice.h"
#include "job/step/missed.h"
#include "job/step/order.h"
#include "job/step/source.h"
#include "job/step/written.h"
#include "judge/finding.h"
#include "judge/source_barrier.h"
#include "judge/source_shape.h"

uint64_t job_run_limit_ms(const struct job *j)
{
	return j->rq->run_limit_ms ? j->rq->run_limit_ms : j->rq->step->run_limit_ms;
}

/* A small case may be a tail alone, which a program copies within the device, or sums of nothing, which it sets to 0:
 * no kernel has to run for that. */
static bool copied_or_set(const struct case_data *d, const struct proof *p)
{
	if (d->tc->perf || !p->args)
		return false;
	for (size_t i = 0; i < d->step->nargs; i++) {
		enum arg_kind kind = d->args[i].arg->kind;

		if ((kind == ARG_OUT || kind == ARG_INOUT) &&
			(!p->args[i].known || p->args[i].n[MAKER_COPY] + p->args[i].n[MAKER_SET] != d->args[i].count))
			return false;
	}
	return true;
}

/* A time that is no time of the device's hangs on how fast the host is: it may be right by chance, or in one call and
 * not in the next. What is wrong in another output comes first. */
static bool untimed(struct job *j, size_t i, const struct run_outcome *o, struct case_result *c)
{
	const char *name = proof_untimed(&j->truth->data[i], &o->proof);

	if (!name || (c->mismatch.any && strcmp(c->mismatch.arg, name) != 0))
		return false;
	c->mismatch = (struct mismatch){ .any = false };
	c->untimed = true;
	c->verdict = VERDICT_WRONG_ANSWER;
	c->message = arena_printf(&j->r->arena,
		"%s is no time that the device measured: solve() never asked for one (cudaEventElapsedTime).", name);
	return true;
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
		c->message = order_endless(&j->r->arena, j->rq->file, o, &c->place);
	else if (o->verdict == VERDICT_TIMEOUT && o->message)
		c->message = order_relaunched(&j->r->arena, &j->truth->reference, i, o, o->message);
	if (o->stopped_after)
		order_explain(&j->r->arena, &j->truth->reference, i, o, j->rq->file, j->r, c);
	if (o->out_of_time)
		c->message =
			order_relaunched(&j->r->arena, &j->truth->reference, i, o, runner_time_over(run, &j->r->arena));
	if (o->verdict == VERDICT_MEMORY_ERROR) {
		missed_array(
			&j->r->arena, &j->truth->data[i], o, source_text(&j->r->arena, j->rq->file, &j->source), c);
		c->fault_threads =
			o->side.nkernels ? (uint64_t)threads_at_once(&o->side.kernels[o->side.nkernels - 1]) : 0;
	}
	/* nvcc saw a copy in a folder of ours; the student knows the file under its own name. */
	if (c->place.file && !strcmp(fs_base_name(c->place.file), fs_base_name(j->rq->file)))
		c->place.file = j->r->file;
	for (size_t k = 0; k < j->truth->data[i].step->nargs; k++)
		c->empty |= j->truth->data[i].args[k].arg->kind != ARG_VALUE && !j->truth->data[i].args[k].count;
	c->no_kernel = o->side.has_counters && !o->side.nkernels && ref->run.side.nkernels;
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
	if (!o->refused && untimed(j, i, o, c))
		return;
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
	if (c->no_kernel && order_asks(&j->truth->data[i]) && !copied_or_set(&j->truth->data[i], &o->proof)) {
		/* Right bytes without a kernel were computed on the CPU (or replayed): that is not what is asked. */
		c->verdict = VERDICT_GATE_FAILED;
		c->message = "No kernel ran: the answer was not computed on the device.";
	} else {
		proof_judge(&j->r->arena, &j->truth->data[i], &o->proof, &ref->run.proof,
			source_text(&j->r->arena, j->rq->file, &j->source), j->rq->trust, c);
	}
}

/* An array's element that the reference fills without any atomic has one owner; a single number may be a total. */
static bool owned(const struct step *s, const struct case_result *c, const struct kernel_finding *f)
{
	const struct arg *arg = f->element ? step_arg_of(s, f->element) : NULL;

	return arg && arg->kind != ARG_IN && strchr(f->element, '[') && !(arg->count && !strcmp(arg->count, "1")) &&
		c->has_counters && !c->reference.v[CTR_ATOMICS];
}

/* if (i < n) { tile[t] = ...; __syncthreads(); ... tile[t + 1]; } */
static bool say_inside(struct job *j, struct case_result *c, const char *source, int barrier)
{
	struct barrier_missed k;

	if (!barrier || !source_barrier_missed(&j->r->arena, source, barrier, &k) || k.how != MISSED_IN_IF)
		return false;
	c->early_return = k.line;
	c->early_note = "not for all threads";
	c->cause = arena_printf(&j->r->arena,
		"Line %d lets only some threads come to the barrier in line %d: (%s). The others leave their part of "
		"the shared memory unwritten.",
		k.line, barrier, k.words);
	return true;
}

/* Shared memory that nobody wrote, read after a barrier to which some threads do not come: that comes first. */
static void say_early_return(struct job *j, struct case_result *c)
{
	const char *source = source_text(&j->r->arena, j->rq->file, &j->source);
	int barrier = 0, line = c->place.line;

	if (!strstr(c->message, "__shared__"))
		return;
	c->early_return = source_early_return(source, line, &barrier);
	c->early_note = "some threads return here";
	if (c->early_return)
		c->cause = arena_printf(&j->r->arena,
			"Threads that return in line %d do not come to the barrier in line %d, and leave their part of "
			"the shared memory unwritten.",
			c->early_return, barrier);
	else if (!say_inside(j, c, source, barrier))
		return;
	c->message = arena_printf(&j->r->arena, "%s %s", c->cause, c->message);
}

/* What the checkers saw may be worse than what came of it this time. */
void job_take_findings(struct job *j, struct case_result *c, const struct run_outcome *o)
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
	for (size_t i = 0; i < c->nfindings; i++)
		c->findings[i].owned = owned(j->rq->step, c, &c->findings[i]);
	finding_judge(&j->r->arena, c);
	if (c->verdict == VERDICT_UNINITIALIZED && c->message)
		say_early_return(j, c);
}

void job_judge_case(struct job *j, struct runner *run, size_t i, const struct run_outcome *o, struct outputs *got)
{
	judge_output(j, run, i, o, got);
	job_take_findings(j, &j->r->cases[i], o);
	if (j->r->cases[i].verdict == VERDICT_PASS)
		order_wasteful(&j->r->arena, &j->truth->reference, i, o, j->rq->file, &j->r->cases[i]);
	if (j->rq->step->cases[i].perf && j->r->cases[i].verdict == VERDICT_PASS)
		written_note_one_block(run, &j->truth->data[i], o, j->r);
	/* Once: every case does the same. */
	if (o->leak && o->verdict == VERDICT_PASS && !j->leak_said) {
		result_note(j->r, "%s (case %s)", o->leak, j->r->cases[i].name);
		j->leak_said = true;
	}
}
