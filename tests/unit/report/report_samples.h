/* Hand-made results for the report's tests: one of each kind that a report has to show. Static data, copied into place,
 * so that a test may change its own. */
#ifndef TESTS_REPORT_SAMPLES_H
#define TESTS_REPORT_SAMPLES_H

#include <string.h>

#include "judge/result.h"

enum { SAMPLES = 7 };
struct samples {
	struct lab lab;
	struct step step, sweep_step;
	struct test_case cases[3];
	struct gate gates[2];
	int show[1];
	struct gate_result met[2], missed[2], unjudged[2];
	struct kernel_run student[SAMPLES][1], reference[SAMPLES][2]; /* one row for each result that ran */
	struct case_result pass_cases[3], wrong_cases[3], fault_cases[3], sweep_cases[3], race_cases[3];
	struct kernel_finding findings[6];
	struct written written[2];
	const char *notes[1];
	struct result pass, wrong, compile, gate, fault, sweep, todo, not_judged, race;
};

static void samples_counters(struct counters *c, uint64_t requests, uint64_t sectors)
{
	memset(c, 0, sizeof *c);
	c->v[CTR_GLOBAL_LD_REQUESTS] = requests;
	c->v[CTR_GLOBAL_LD_SECTORS] = sectors;
	c->v[CTR_GLOBAL_ST_REQUESTS] = requests / 2;
	c->v[CTR_GLOBAL_ST_SECTORS] = requests * 2;
	c->v[CTR_INST] = requests * 20;
	c->v[CTR_THREAD_INST] = requests * 600;
}

static void samples_step(struct samples *s)
{
	static const struct test_case cases[3] = { { .name = "one" }, { .name = "prime" },
		{ .name = "large", .perf = true } };

	s->lab = (struct lab){ .number = 2, .name = "coalescing", .id = "02-coalescing", .title = "Coalescing" };
	memcpy(s->cases, cases, sizeof cases);
	s->gates[0] = (struct gate){ .what = "sectors per load request",
		.counter = CTR_LD_SECTORS_PER_REQUEST,
		.has_max = true,
		.max = 4.5,
		.why = "Neighbouring threads read words that lie far apart, so every request touches a sector for each "
		       "of its lanes." };
	s->gates[1] = (struct gate){ .what = "stores of the copy kernel",
		.counter = CTR_GLOBAL_ST_REQUESTS,
		.kernel = "copy",
		.has_max = true,
		.max = 16384,
		.why = "The copy kernel stores each element once." };
	s->show[0] = CTR_ACTIVE_LANES;
	s->step = (struct step){ .lab = &s->lab,
		.number = 1,
		.name = "neighbours",
		.id = "02-coalescing/1",
		.title = "Neighbouring threads, neighbouring words",
		.file = "1-neighbours.cu",
		.cases = s->cases,
		.ncases = 3,
		.gates = s->gates,
		.ngates = 2,
		.show = s->show,
		.nshow = 1 };
	for (int i = 0; i < 2; i++)
		s->met[i] = (struct gate_result){ &s->gates[i], true, i ? 16384 : 4, s->gates[i].max, true, false, true,
			true };
	memcpy(s->missed, s->met, sizeof s->met);
	s->missed[0].value = 32;
	s->missed[0].pass = false;
	memcpy(s->unjudged, s->missed, sizeof s->missed);
	s->unjudged[0].judged = s->unjudged[1].judged = false;
	s->unjudged[1].defined = s->unjudged[1].pass = false;
}

static void samples_side(
	struct side *side, struct kernel_run *k, size_t n, uint64_t requests, uint64_t sectors, double us)
{
	static const char *const names[2] = { "copy_chunk", "finish<float>" };

	side->ran = side->has_counters = true;
	side->time_us = us;
	side->time_kind = TIME_MODELLED;
	side->time_device = "NVIDIA H200 (emulated)";
	side->kernels = k;
	side->nkernels = n;
	for (size_t i = 0; i < n; i++) {
		k[i] = (struct kernel_run){ .name = names[i],
			.grid = { 4096, i ? 2 : 1, 1 },
			.block = { 256, 1, 1 },
			.launches = i ? 3 : 1,
			.regs = 16,
			.shared_bytes = i ? 4224 : 0,
			.time_us = us,
			.has_counters = true,
			.limit = i || n == 1 ?
				"limited by shared-memory wavefronts: 62 % of the time is bank conflicts" :
				NULL,
			.bound = "shared-wavefronts" };
		samples_counters(&k[i].c, requests, sectors);
	}
	samples_counters(&side->total, requests, sectors);
}

static void samples_run(
	struct samples *s, struct result *r, enum verdict v, struct case_result cases[3], const char *message)
{
	result_init(r);
	r->step = &s->step;
	r->step_id = s->step.id;
	r->file = "work/02-coalescing/1-neighbours.cu";
	r->device_kind = "emulator";
	r->device_name = "NVIDIA H200 (emulated)";
	r->verdict = v;
	r->message = message;
	r->seed = 18446744073709551557u;
	r->wall_ms = 1234.5;
	r->compile_ms = 801.25;
	for (int i = 0; cases && i < 3; i++)
		cases[i] = (struct case_result){ .name = s->cases[i].name, .verdict = VERDICT_PASS, .ran = true };
	r->cases = cases;
	r->ncases = cases ? 3 : 0;
}

static void samples_wrong(struct samples *s)
{
	struct mismatch *m = &s->wrong_cases[1].mismatch;

	samples_run(s, &s->wrong, VERDICT_WRONG_ANSWER, s->wrong_cases,
		"Case 'prime': out[7][17] was not written, expected 0.27182817; 5 of 1009 elements are wrong "
		"(every element from 1004 on: the tail of the last block).");
	s->wrong_cases[1].verdict = VERDICT_WRONG_ANSWER;
	s->wrong_cases[2].ran = false;
	*m = (struct mismatch){ .any = true,
		.arg = "out",
		.index = 1004,
		.where = "out[7][17]",
		.got = "nan",
		.want = "0.27182817",
		.wrong = 5,
		.total = 1009,
		.worst = 12.5,
		.worst_index = 1008,
		.pattern = "every element from 1004 on: the tail of the last block",
		.never_written = true };
	s->written[0] = (struct written){ .by = WRITER_KERNEL,
		.kernel = "copy_chunk",
		.at = { "work/02-coalescing/1-neighbours.cu", 12, { 3, 0, 0 }, { 236, 0, 0 } },
		.where = "out[7][19]",
		.n = 4,
		.pattern = "every wrong element: 0" };
	s->written[1] = (struct written){ .by = WRITER_NOBODY, .where = "out[7][17]", .n = 1 };
	m->written = s->written;
	m->nwritten = 2;
	samples_side(&s->wrong.student, s->student[0], 1, 32768, 1048576, 41.5);
	samples_side(&s->wrong.reference, s->reference[0], 2, 32768, 131072, 12.25);
	s->wrong.gates = s->unjudged;
	s->wrong.ngates = 2;
	s->wrong.diagnostics = "1-neighbours.cu(12): warning #177-D: variable \"j\" was declared but never referenced\n"
			       "\tint j = 0;\n\t    ^\n";
}

static void samples_sweep(struct samples *s)
{
	samples_run(s, &s->sweep, VERDICT_PASS, s->sweep_cases, "Right, and every gate is met.");
	s->sweep_step = s->step;
	s->sweep_step.sweep_table = s->sweep_step.has_predict = true;
	s->sweep_step.ngates = s->sweep_step.nshow = 0;
	s->sweep_step.predict = (struct predict){ .question = "How many sectors?",
		.counter = CTR_LD_SECTORS_PER_REQUEST,
		.all = true,
		.explain = "A stride of 8 words puts each lane into a sector of its own." };
	s->sweep.step = &s->sweep_step;
	for (int i = 0; i < 3; i++) {
		s->cases[i].sweep = i > 0;
		s->sweep_cases[i].has_counters = true;
		samples_counters(&s->sweep_cases[i].student, 1000, 4000u << i);
		samples_counters(&s->sweep_cases[i].reference, 1000, 4000u << i);
	}
	samples_side(&s->sweep.student, s->student[1], 1, 1000, 16000, 41.5);
	samples_side(&s->sweep.reference, s->reference[1], 1, 1000, 16000, 39);
	s->sweep.student.time_kind = TIME_MEASURED;
	s->sweep.student.time_device = "NVIDIA H200";
	s->sweep.student.time_n = 120;
	s->sweep.student.time_lo_us = 40;
	s->sweep.student.time_hi_us = 47;
	s->sweep.student.noisy = true;
	s->sweep.prediction = (struct prediction){ .made = true, .value = 32, .known = true, .observed = 16 };
	s->notes[0] = "time was measured on NVIDIA H200; counters come from the emulator";
	s->sweep.notes = s->notes;
	s->sweep.nnotes = 1;
}

static void samples_finding(
	struct kernel_finding *f, const char *name, enum verdict v, enum severity severity, int line)
{
	*f = (struct kernel_finding){ .name = name,
		.tool = "racecheck",
		.verdict = v,
		.severity = severity,
		.space = "shared",
		.message = "Race reported between Write access and Read access of __shared__ memory",
		.kernel = "reduce",
		.at = { "work/08-reduction/1-tree.cu", line, { 17, 0, 0 }, { 3, 0, 0 } },
		.has_other = true,
		.other = { "work/08-reduction/1-tree.cu", line - 4, { 17, 0, 0 }, { 35, 0, 0 } },
		.bytes = 4,
		.count = 4064 };
}

/* Two cases with findings; the one that decided has more than are shown. */
static void samples_race(struct samples *s)
{
	for (int i = 0; i < 6; i++)
		samples_finding(&s->findings[i], "read after write hazard", VERDICT_RACE,
			i < 2 ? SEVERITY_ERROR : SEVERITY_INFO, 25 + i);
	s->findings[1].name = "uninitialized read";
	s->findings[1].tool = "initcheck";
	s->findings[1].verdict = VERDICT_UNINITIALIZED;
	s->findings[1].message = "Uninitialized __shared__ memory read of size 4 bytes";
	s->findings[1].count = 1;
	s->findings[1].space = "global";
	s->findings[1].element = "out[17]";
	s->findings[2].at.file = NULL;
	s->findings[2].kernel = NULL;
	samples_run(s, &s->race, VERDICT_RACE, s->race_cases, NULL);
	s->race_cases[0].findings = &s->findings[5];
	s->race_cases[0].nfindings = 1;
	s->race_cases[1].findings = s->findings;
	s->race_cases[1].nfindings = 6;
	s->race_cases[1].findings_lost = 3;
	s->race_cases[1].verdict = VERDICT_RACE;
	s->race_cases[1].message = "Race reported between Write access and Read access of __shared__ memory: Read by "
				   "thread (3,0,0) in block (17,0,0) at 1-tree.cu:25.";
	s->race_cases[1].place = (struct fault_place){ "reduce", "work/08-reduction/1-tree.cu", 25 };
	s->race.message = "Case 'prime': Race reported between Write access and Read access of __shared__ memory: Read "
			  "by thread (3,0,0) in block (17,0,0) at 1-tree.cu:25.";
}

static void samples_make(struct samples *s)
{
	memset(s, 0, sizeof *s);
	samples_step(s);
	samples_run(s, &s->pass, VERDICT_PASS, s->pass_cases, "Right, and every gate is met.");
	samples_side(&s->pass.student, s->student[2], 1, 32768, 131072, 13);
	samples_side(&s->pass.reference, s->reference[2], 1, 32768, 131072, 12.25);
	s->pass.gates = s->met;
	s->pass.ngates = 2;

	samples_wrong(s);

	samples_run(s, &s->compile, VERDICT_COMPILE_ERROR, NULL, "The file does not compile.");
	s->compile.diagnostics = "1-neighbours.cu(7): error: identifier \"\xe2\x80\x98i\xe2\x80\x99\" is "
				 "undefined\n\n1 error detected\n";
	s->compile.wall_ms = 400;

	samples_run(s, &s->gate, VERDICT_GATE_FAILED, s->pass_cases,
		"sectors per load request: 32, expected at most 4.5. Neighbouring threads read words that lie "
		"far apart, so every request touches a sector for each of its lanes.");
	samples_side(&s->gate.student, s->student[3], 1, 32768, 1048576, 41.5);
	samples_side(&s->gate.reference, s->reference[3], 2, 32768, 131072, 12.25);
	s->gate.gates = s->missed;
	s->gate.ngates = 2;

	samples_run(s, &s->fault, VERDICT_MEMORY_ERROR, s->fault_cases,
		"Case 'one': thread (3,0,0) of block (0,0,0) read 4 bytes outside of every buffer.");
	s->fault_cases[0].verdict = VERDICT_MEMORY_ERROR;
	s->fault_cases[0].message = strchr(s->fault.message, ':') + 2;
	s->fault_cases[0].place = (struct fault_place){ "copy_chunk", "1-neighbours.cu", 9 };
	s->fault_cases[1].ran = s->fault_cases[2].ran = false;

	samples_sweep(s);

	samples_race(s);

	samples_run(s, &s->todo, VERDICT_TODO, NULL, NULL);
	s->todo.wall_ms = 0;
	samples_run(s, &s->not_judged, VERDICT_NOT_JUDGED, NULL, "no nvcc was found; `make run` fetches one");
	s->not_judged.step = NULL;
	s->not_judged.device_kind = s->not_judged.device_name = NULL;
	s->not_judged.step_id = "07-banks";
	s->not_judged.file = NULL;
}

static size_t samples_list(const struct samples *s, const struct result *list[SAMPLES])
{
	const struct result *all[] = { &s->pass, &s->wrong, &s->compile, &s->gate, &s->fault, &s->todo,
		&s->not_judged };

	memcpy(list, all, sizeof all);
	return SAMPLES;
}

static void samples_release(struct samples *s)
{
	struct result *all[] = { &s->pass, &s->wrong, &s->compile, &s->gate, &s->fault, &s->sweep, &s->todo,
		&s->not_judged, &s->race };

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		result_release(all[i]);
}

#endif
