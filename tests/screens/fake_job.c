/* fake_job: job_run for the screen tests. What it does stands in the judged file's first line, "// fake: WORD":
 *   pass, gate, wrong, compile, todo   that verdict, with everything that a real result of the kind has
 *   race                           two accesses without an order between them
 *   picture                        pass, with a grey picture and one of labels of which two pixels are wrong
 *   refused                            job_run fails
 *   endless                            until cancelled
 *   steps                              says what it does, and waits for files named step-1, step-2 ... beside the
 * judged file crash                              the whole program gets SIGSEGV, as if the UI had a bug
 */
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/fs.h"
#include "base/proc.h"
#include "job/step/job.h"
#include "job/step/sweep.h"
#include "judge/gates.h"
#include "judge/prediction.h"

static void say(const struct job_request *q, enum job_stage stage, int done, int total, const char *text)
{
	struct job_event ev = { stage, done, total, text };

	if (q->on_event)
		q->on_event(q->user, &ev);
}

/* A moment, or -1 when cancelled. */
static int moment(const struct job_request *q)
{
	struct pollfd p = { q->cancel_fd, POLLIN, 0 };

	return poll(&p, 1, 5) > 0 ? -1 : 0;
}

static int wait_for_file(const struct job_request *q, int number)
{
	char *path = xasprintf("%.*s/step-%d", (int)(strrchr(q->file, '/') - q->file), q->file, number);
	int rc = 0;

	while (rc == 0 && !fs_exists(path))
		rc = moment(q);
	free(path);
	return rc;
}

static void fill_side(struct arena *a, struct side *s, bool student, int sectors)
{
	s->ran = s->has_counters = true;
	s->time_us = student ? 12.34 * sectors / 4 : 12.34;
	s->time_kind = TIME_MODELLED;
	s->time_device = "NVIDIA H200 (emulated)";
	s->total.v[CTR_GLOBAL_LD_REQUESTS] = 2048;
	s->total.v[CTR_GLOBAL_LD_SECTORS] = (uint64_t)(2048 * sectors);
	s->total.v[CTR_GLOBAL_ST_REQUESTS] = 2048;
	s->total.v[CTR_GLOBAL_ST_SECTORS] = 8192;
	s->timeline.spans = arena_alloc(a, 3 * sizeof *s->timeline.spans);
	s->timeline.n = 3;
	s->timeline.processes = 1;
	for (int i = 0; i < 3; i++)
		s->timeline.spans[i] = (struct timeline_span){ .op = i == 1 ? "kernel" : "copy",
			.engine = i == 0 ? "h2d" :
				i == 1   ? "compute" :
					   "d2h",
			.name = i == 1 ? "add" : "pinned",
			.bytes = i == 1 ? 0 : 4096,
			.issued_us = 0,
			.begin_us = 10.0 * i,
			.end_us = 10.0 * i + 10 };
	s->nkernels = 1;
	s->kernels = arena_alloc(a, sizeof *s->kernels);
	s->kernels[0] = (struct kernel_run){ .name = student ? "add(float const*, float*, int)" :
							       "add_coalesced(float const*, float*, int)",
		.grid = { 256, 1, 1 },
		.block = { 256, 1, 1 },
		.launches = 1,
		.time_us = s->time_us,
		.limit = "limited by memory bandwidth: it is busy 93 % of the time",
		.bound = "dram",
		.resident = 8,
		.regs = 12,
		.regs_arch = 90,
		.c = s->total,
		.has_counters = true };
}

/* What lines and accesses the judged file has, whatever stands in it. */
static void fill_lines(struct result *r, int sectors)
{
	static struct access_line totals[] = { { "add(float const*, float*, int)", "x.cu", 1, 5, 40 },
		{ "add(float const*, float*, int)", "x.cu", 1, 7, 1 } };

	r->source = "__global__ void add(const float *in, float *out, int n)\n{\n\t__shared__ float s[32][32];\n"
		    "\tint i = threadIdx.x;\n\ts[i][0] = in[i * 8];\n\t__syncthreads();\n\tout[i] = s[0][i];\n}\n";
	r->nlines = 3;
	r->lines = arena_alloc(&r->arena, 3 * sizeof *r->lines);
	r->lines[0] = (struct line_count){ .line = 4, .times = 2048 };
	r->lines[1] = (struct line_count){ .line = 5, .times = 2048 };
	r->lines[2] = (struct line_count){ .line = 7, .times = 2048 };
	for (int i = 0; i < 3; i++) {
		struct counters *c = &r->lines[i].c;

		c->v[CTR_INST] = (uint64_t)(2048 * (i == 1 ? 6 : 2));
		c->v[CTR_THREAD_INST] = 32 * c->v[CTR_INST];
	}
	r->lines[1].c.v[CTR_GLOBAL_LD_REQUESTS] = r->lines[2].c.v[CTR_GLOBAL_ST_REQUESTS] = 2048;
	r->lines[1].c.v[CTR_GLOBAL_LD_SECTORS] = (uint64_t)(2048 * sectors);
	r->lines[2].c.v[CTR_GLOBAL_ST_SECTORS] = 8192;
	r->reference_file = "add.cu";
	r->reference_source = "__global__ void add_coalesced(const float *in, float *out, int n)\n{\n"
			      "\tout[threadIdx.x] = in[threadIdx.x];\n}\n";
	r->nreference_lines = 1;
	r->reference_lines = arena_alloc(&r->arena, sizeof *r->reference_lines);
	r->reference_lines[0] = (struct line_count){ .line = 3, .times = 2048, .c = r->lines[1].c };
	r->reference_lines[0].c.v[CTR_GLOBAL_LD_SECTORS] = 8192;
	r->listings = arena_alloc(&r->arena, 3 * sizeof *r->listings);
	r->nlistings = 3;
	for (int i = 0; i < 3; i++) {
		static const char *const titles[] = { "one", "four", "yours" };

		r->listings[i] = listing_of_ptx(&r->arena, titles[i],
			i == 1 ? ".visible .entry copy(\n)\n{\n.loc 1 9 2\nmov.u32 %r1, %tid.x;\n"
				 "@%p1 bra $L;\nld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%rd1];\n"
				 "st.global.v4.u32 [%rd2], {%r1, %r2, %r3, %r4};\nret;\n}\n" :
				 ".visible .entry copy(\n)\n{\n.loc 1 7 2\nmov.u32 %r1, %tid.x;\n"
				 "ld.global.u32 %r1, [%rd1];\nst.global.u32 [%rd2], %r1;\nret;\n}\n");
	}
	r->accesses = (struct access_list){ .n = 3, .lines = totals, .nlines = 2 };
	r->accesses.v = arena_alloc(&r->arena, 3 * sizeof *r->accesses.v);
	for (int i = 0; i < 3; i++) {
		struct access *a = &r->accesses.v[i];

		*a = (struct access){ .kernel = totals[0].kernel, .file = "x.cu", .launch = 1, .mask = UINT32_MAX };
		a->line = i == 2 ? 7 : 5;
		a->kind = i == 1 ? ACCESS_STORE : ACCESS_LOAD;
		a->shared = i > 0;
		a->bytes = 4;
		a->nth = i == 1 ? 2 : 1;
		for (unsigned l = 0; l < ACCESS_LANES; l++)
			a->addr[l] = l * (i == 0 ? 32u : i == 1 ? 32u : 4u);
	}
}

/* Two warps that store, meet at a barrier, and half of whose lanes add. */
static void fill_trace(struct result *r)
{
	static const struct trace_inst insts[] = {
		{ "x.cu", "st.shared.f32 [%r1], %f1;", "%f1", 5, TRACE_STORE, "f32", 'f', 32 },
		{ "x.cu", "bar.sync 0;", NULL, 6, TRACE_BARRIER, "b32", 'b', 32 },
		{ "x.cu", "add.s32 %r2, %r3, %r4;", "%r2", 7, TRACE_OTHER, "s32", 's', 32 },
		{ "x.cu", "exit;", NULL, 8, TRACE_EXIT, "b32", 'b', 32 },
		/* Never a step; %r3 is the parameter n. */
		{ "x.cu", "ld.param.u32 %r3, [_Z3addPKfPfi_param_2];", "%r3", 1, TRACE_OTHER, "u32", 'u', 32 },
	};
	static const struct {
		unsigned warp, inst;
	} order[] = { { 0, 0 }, { 0, 1 }, { 1, 0 }, { 1, 1 }, { 0, 2 }, { 0, 3 }, { 1, 2 }, { 1, 3 } };

	r->trace = (struct trace){
		.kernel = "add", .insts = arena_alloc(&r->arena, sizeof insts), .ninsts = 5, .nwarps = 2
	};
	memcpy(r->trace.insts, insts, sizeof insts);
	r->trace.rows = arena_alloc(&r->arena, 8 * sizeof *r->trace.rows);
	r->trace.nrows = 8;
	for (size_t i = 0; i < 8; i++) {
		struct trace_row *row = &r->trace.rows[i];

		*row = (struct trace_row){ .warp = order[i].warp, .inst = order[i].inst, .mask = UINT32_MAX };
		row->valued = row->inst == 0 || row->inst == 2;
		if (row->inst == 2)
			row->mask = 0x55555555;
		if (row->inst == 0) {
			row->space = TRACE_SHARED;
			row->bytes = 4;
		}
		for (unsigned l = 0; l < TRACE_LANES; l++) {
			float f = (float)(row->warp * 32 + l) / 2;
			uint32_t u;

			memcpy(&u, &f, sizeof u);
			row->value[l] = row->inst ? l - 5 : u;
			row->addr[l] = 4ull * (row->warp * 32 + l);
		}
	}
}

/* Three rows, one after the other; endless after the first where the judged file says so. */
int sweep_run(const struct sweep_request *rq, struct sweep_report *r, struct err *e)
{
	struct job_request q = { .file = rq->file, .cancel_fd = rq->cancel_fd };
	char word[32] = "";
	struct buf b;

	sweep_report_init(r, rq->step, rq->file);
	buf_init(&b);
	if (fs_read(rq->file, 1 << 20, &b, NULL) == 0)
		sscanf(b.data, "// fake: %31s", word);
	buf_release(&b);
	for (size_t i = 0; i < r->nrows; i++) {
		while (i == 1 && !strcmp(word, "endless"))
			if (moment(&q) < 0)
				return err_set(e, ERR_CANCELLED, "Cancelled.");
		r->rows[i].done = r->rows[i].ok = true;
		fill_side(&r->rows[i].arena, &r->rows[i].side, true, 4 << i);
		r->rows[i].measured = i ? NULL : "9.1 us";
		if (rq->on_row)
			rq->on_row(rq->user, r, i + 1);
	}
	return 0;
}

static void fill_cases(struct result *r, const struct step *s)
{
	r->ncases = s->ncases;
	r->cases = arena_alloc(&r->arena, s->ncases * sizeof *r->cases);
	for (size_t i = 0; i < s->ncases; i++) {
		struct case_result *c = &r->cases[i];

		c->name = s->cases[i].name;
		c->verdict = VERDICT_PASS;
		c->ran = c->has_counters = true;
		c->student.v[CTR_GLOBAL_LD_REQUESTS] = c->reference.v[CTR_GLOBAL_LD_REQUESTS] = 128;
		c->student.v[CTR_GLOBAL_LD_SECTORS] = 128 * (uint64_t)(i == 0 ? 4 : 8 * i);
		c->reference.v[CTR_GLOBAL_LD_SECTORS] = 512;
	}
}

static void fill_wrong(struct result *r)
{
	struct case_result *c = &r->cases[r->ncases > 1 ? 1 : 0];

	r->message = "Case prime: 17 of 1009 elements of out differ from the reference.";
	c->verdict = VERDICT_WRONG_ANSWER;
	c->message = "17 of 1009 elements of out differ.";
	c->mismatch = (struct mismatch){ .any = true,
		.arg = "out",
		.index = 992,
		.where = "out[992]",
		.got = "nan",
		.want = "0.25",
		.wrong = 17,
		.total = 1009,
		.never_written = true,
		.pattern =
			"every element from 992 on: the tail that the last block of 256 threads should have written" };
	if (r->ncases > 2) {
		r->cases[2].ran = false;
		r->cases[2].has_counters = false;
	}
}

static void fill_race(struct result *r)
{
	struct kernel_finding *f = arena_alloc(&r->arena, sizeof *f);

	*f = (struct kernel_finding){ .name = "read after write hazard",
		.tool = "racecheck",
		.verdict = VERDICT_RACE,
		.severity = SEVERITY_ERROR,
		.space = "shared",
		.message = "Read after write.",
		.kernel = "add",
		.at = { r->file, 7, { 0, 0, 0 }, { 3, 0, 0 } },
		.other = { r->file, 5, { 0, 0, 0 }, { 35, 0, 0 } },
		.has_other = true,
		.bytes = 4,
		.count = 31 };
	r->verdict = r->cases[0].verdict = VERDICT_RACE;
	r->cases[0].findings = f;
	r->cases[0].nfindings = 1;
	r->cases[0].schedule = 2;
	r->message = "Two threads use the same place.";
	r->source = "__global__ void add(const float *in, float *out, int n)\n{\n\t__shared__ float s[32][32];\n"
		    "\tint i = threadIdx.x;\n\ts[i][0] = in[i * 8];\n\t// no barrier\n\tout[i] = s[0][i];\n}\n";
}

/* 20 x 10 pixels: from dark to light; label 1 on the left, 2 on the right, and in the first two columns none. */
static void fill_images(struct result *r)
{
	enum { W = 20, H = 10 };
	uint32_t *grey = arena_alloc(&r->arena, W * H * sizeof *grey),
		 *mine = arena_alloc(&r->arena, W * H * sizeof *mine);
	uint32_t *want = arena_alloc(&r->arena, W * H * sizeof *want);
	uint8_t *wrong = arena_alloc(&r->arena, W * H);

	for (uint32_t i = 0; i < W * H; i++) {
		uint32_t x = i % W;

		grey[i] = 255 * x / (W - 1);
		mine[i] = want[i] = x < 2 ? 0 : x < W / 2 ? 1 : 2;
	}
	mine[0] = mine[W] = 2;
	wrong[0] = wrong[W] = 1;
	r->images = arena_alloc(&r->arena, 2 * sizeof *r->images);
	r->nimages = 2;
	r->images[0] = (struct image){ .name = "before", .width = W, .height = H, .mine = grey };
	r->images[1] = (struct image){ .name = "after",
		.kind = IMAGE_LABELS,
		.width = W,
		.height = H,
		.mine = mine,
		.want = want,
		.wrong = wrong,
		.nwrong = 2 };
}

/* What the starter does, whatever the judged file is: 32 sectors a load, in a sweep 4 times the stride's place. */
static void fill_observed(struct result *r, const struct step *s)
{
	r->observed = arena_alloc(&r->arena, s->ncases * sizeof *r->observed);
	r->nobserved = s->ncases;
	for (size_t i = 0; i < s->ncases; i++) {
		r->observed[i] = (struct observed){ .of = s->predict.of, .tc = i };
		r->observed[i].c.v[CTR_GLOBAL_LD_REQUESTS] = 2048;
		r->observed[i].c.v[CTR_GLOBAL_LD_SECTORS] = 2048 * (uint64_t)(s->predict.all ? 4 * (i + 1) : 32);
	}
}

static void fill(const struct job_request *q, struct result *r, const char *word)
{
	int sectors = !strcmp(word, "gate") ? 32 : 4;

	r->step_id = q->step->id;
	r->step = q->step;
	r->file = arena_strdup(&r->arena, q->file);
	r->device_kind = "emulator";
	r->device_name = "NVIDIA H200 (emulated)";
	r->seed = 7;
	if (!strcmp(word, "compile")) {
		r->verdict = VERDICT_COMPILE_ERROR;
		r->message = "nvcc did not accept the file.";
		/* Foreign bytes that must not reach the terminal, though the judge scrubs them too. */
		r->diagnostics = "1-add.cu(7): error: identifier \"threadIdy\" is undefined\n"
				 "      int i = blockIdx.x * blockDim.x + threadIdy.x;\n                               "
				 "        ^\n"
				 "1-add.cu(9): error: bytes \033[31m\033]0;owned\007 \342\200\256\377 and a "
				 "tab\there\n\n2 errors detected in the compilation of "
				 "\"1-add.cu\".\n";
		return;
	}
	if (!strcmp(word, "todo")) {
		r->verdict = VERDICT_TODO;
		return;
	}
	fill_cases(r, q->step);
	fill_side(&r->arena, &r->student, true, sectors);
	fill_side(&r->arena, &r->reference, false, 4);
	fill_lines(r, sectors);
	fill_trace(r);
	r->trace.block = q->block;
	r->verdict = !strcmp(word, "wrong")              ? VERDICT_WRONG_ANSWER :
		!strcmp(word, "gate") && q->step->ngates ? VERDICT_GATE_FAILED :
							   VERDICT_PASS;
	r->message = r->verdict == VERDICT_PASS ? "Right, and every gate is met." :
						  "The answer is right, but the loads move 8 times what they need.";
	r->gates = gates_evaluate(
		&r->arena, q->step, &r->student, &r->reference, NULL, r->verdict != VERDICT_WRONG_ANSWER);
	r->ngates = q->step->ngates;
	if (r->verdict == VERDICT_WRONG_ANSWER)
		fill_wrong(r);
	if (!strcmp(word, "race"))
		fill_race(r);
	if (!strcmp(word, "picture"))
		fill_images(r);
	if (q->observe && q->step->has_predict)
		fill_observed(r, q->step);
	if (q->predicted && q->step->has_predict)
		prediction_check(r, q->prediction);
	result_note(r, "Counters come from the emulator.");
}

static int steps(const struct job_request *q)
{
	say(q, JOB_COMPILING, 0, 0, "compiling 1-add.cu");
	if (wait_for_file(q, 1) < 0)
		return -1;
	say(q, JOB_CASE, 1, 3, "case one: pass");
	return wait_for_file(q, 2);
}

int job_run(const struct job_request *q, struct result *r, struct err *e)
{
	struct buf b;
	char word[32] = "pass";
	int rc = 0;

	result_init(r);
	buf_init(&b);
	if (fs_read(q->file, 1 << 20, &b, e) == 0)
		sscanf(b.data, "// fake: %31s", word);
	buf_release(&b);
	if (!strcmp(word, "refused"))
		return err_set(e, ERR_USAGE, "The job was refused.");
	if (!strcmp(word, "crash")) {
		kill(getpid(), SIGSEGV);
		for (;;)
			pause();
	}
	if (!strcmp(word, "steps"))
		rc = steps(q);
	else
		say(q, JOB_COMPILING, 0, 0, "compiling the file");
	while (!strcmp(word, "endless") && rc == 0)
		rc = moment(q);
	if (rc < 0)
		return err_set(e, ERR_CANCELLED, "Cancelled.");
	fill(q, r, word);
	return 0;
}
