/* judge/finding: which finding decides a case, when none does, and the words. */
#include <check.h>
#include <string.h>

#include "judge/finding.h"

Suite *judge_finding_suite(void);

static struct arena arena;

static void setup(void)
{
	arena_init(&arena);
}

static void teardown(void)
{
	arena_release(&arena);
}

static struct kernel_finding race(enum severity s)
{
	return (struct kernel_finding){ .name = "read after write hazard",
		.tool = "racecheck",
		.verdict = VERDICT_RACE,
		.severity = s,
		.space = "shared",
		.message = "Race reported between Write access and Read access of __shared__ memory.",
		.kernel = "reduce",
		.at = { "work/08-reduction/reduce.cu", 25, { 17, 0, 0 }, { 3, 0, 0 } },
		.other = { "work/08-reduction/reduce.cu", 21, { 17, 0, 0 }, { 35, 0, 0 } },
		.has_other = true,
		.count = 4064 };
}

/* What a case was without findings, the finding's severity and verdict, and what it is with it. */
static const struct {
	enum verdict before;
	enum severity severity;
	enum verdict finding, after;
} rows[] = {
	{ VERDICT_PASS, SEVERITY_ERROR, VERDICT_RACE, VERDICT_RACE },
	{ VERDICT_PASS, SEVERITY_WARNING, VERDICT_RACE, VERDICT_RACE },
	{ VERDICT_PASS, SEVERITY_INFO, VERDICT_RACE, VERDICT_PASS },
	{ VERDICT_PASS, SEVERITY_ERROR, VERDICT_UNINITIALIZED, VERDICT_UNINITIALIZED },
	{ VERDICT_WRONG_ANSWER, SEVERITY_ERROR, VERDICT_RACE, VERDICT_RACE }, /* the cause before the effect */
	{ VERDICT_WRONG_ANSWER, SEVERITY_INFO, VERDICT_RACE, VERDICT_WRONG_ANSWER },
	{ VERDICT_GATE_FAILED, SEVERITY_WARNING, VERDICT_RACE, VERDICT_RACE },
	{ VERDICT_BARRIER_ERROR, SEVERITY_ERROR, VERDICT_RACE, VERDICT_BARRIER_ERROR },
	{ VERDICT_BARRIER_ERROR, SEVERITY_ERROR, VERDICT_UNINITIALIZED, VERDICT_BARRIER_ERROR },
	{ VERDICT_MEMORY_ERROR, SEVERITY_ERROR, VERDICT_RACE, VERDICT_MEMORY_ERROR },
	{ VERDICT_TIMEOUT, SEVERITY_ERROR, VERDICT_RACE, VERDICT_TIMEOUT },
	{ VERDICT_NOT_JUDGED, SEVERITY_ERROR, VERDICT_RACE, VERDICT_NOT_JUDGED }, /* never scored, whatever was seen */
};

/* What has to wait is the read, where the write stands before it in the code: in whatever order the two came by. */
START_TEST(the_advice_is_for_the_side_that_has_to_wait)
{
	struct kernel_finding f = race(SEVERITY_ERROR), g = f;

	g.name = "write after read hazard";
	ck_assert_str_ne(finding_advice(&f), finding_advice(&g));
	g.other_way = true;
	ck_assert_str_eq(finding_advice(&f), finding_advice(&g));
	ck_assert_str_eq(finding_at_word(&g), "Write");
	f.other_way = true; /* and the reverse: a read of what a fast warp wrote in the next round */
	g.other_way = false;
	ck_assert_str_eq(finding_advice(&f), finding_advice(&g));
	g.other_way = true;
	g.other.block[0]++; /* between blocks no barrier helps, whatever stands first */
	ck_assert_ptr_nonnull(strstr(finding_advice(&g), "another buffer"));
}
END_TEST

/* v[lane] += v[lane + 16]; a barrier behind the line does not help. */
START_TEST(a_read_and_a_write_in_one_line)
{
	struct kernel_finding f = race(SEVERITY_WARNING);

	f.name = "write after read hazard";
	f.same_warp = true;
	f.at.file = f.other.file = "x.cu";
	f.at.line = 7;
	f.other.line = 8;
	ck_assert_ptr_null(strstr(finding_advice(&f), "Read into a variable"));
	f.other.line = 7;
	ck_assert_ptr_nonnull(strstr(finding_advice(&f), "Read into a variable"));
	f.same_warp = false; /* of two warps: __syncthreads() */
	ck_assert_ptr_null(strstr(finding_advice(&f), "Read into a variable"));
}
END_TEST

/* A lock without fences: what is missing explains what blocks write over each other, too; only between these lines. */
START_TEST(a_lock_explains_all_of_its_lines)
{
	struct kernel_finding f[3] = { race(SEVERITY_ERROR), race(SEVERITY_ERROR), race(SEVERITY_ERROR) };

	for (int k = 0; k < 3; k++) {
		f[k].at.block[0] = 1 + f[k].other.block[0];
		f[k].at.file = f[k].other.file = "x.cu";
		f[k].at.line = f[k].other.line = k < 2 ? 7 : 9;
	}
	f[0].gap = GAP_FENCE;
	f[1].name = f[2].name = "write after read hazard";
	findings_relate(f, 3);
	ck_assert_str_eq(finding_advice(&f[0]), finding_advice(&f[1]));
	ck_assert_ptr_nonnull(strstr(finding_advice(&f[2]), "another buffer"));
}
END_TEST

/* In a cooperative launch blocks meet at a grid.sync(), and so do the threads of each: between the same two lines only.
 */
START_TEST(who_meets_the_grid_meets_the_block)
{
	struct kernel_finding f[3] = { race(SEVERITY_ERROR), race(SEVERITY_ERROR), race(SEVERITY_ERROR) };

	for (int k = 0; k < 3; k++) {
		f[k].at.file = f[k].other.file = "x.cu";
		f[k].at.line = 7;
		f[k].other.line = k < 2 ? 9 : 8;
		f[k].at.block[0] = f[k].other.block[0] = 0;
	}
	f[0].at.block[0] = 1;
	f[0].gap = GAP_GRID;
	findings_relate(f, 3);
	ck_assert_ptr_nonnull(strstr(finding_advice(&f[0]), "grid.sync()"));
	ck_assert_str_eq(finding_advice(&f[0]), finding_advice(&f[1]));
	ck_assert_ptr_null(strstr(finding_advice(&f[2]), "Put a grid.sync()"));
}
END_TEST

/* A lock that is freed by a plain store hands nothing on, and then the flag seems to be set too early. */
START_TEST(a_plain_store_frees_no_lock)
{
	struct kernel_finding f[2] = { race(SEVERITY_ERROR), race(SEVERITY_ERROR) };

	for (int k = 0; k < 2; k++)
		f[k].at.block[0] = 1 + f[k].other.block[0];
	f[0].gap = GAP_EARLY;
	findings_relate(f, 1);
	ck_assert_ptr_nonnull(strstr(finding_advice(&f[0]), "Set the flag after the data"));
	f[1].name = "write after write hazard";
	f[1].at_atomic = true;
	findings_relate(f, 2);
	ck_assert_ptr_nonnull(strstr(finding_advice(&f[0]), "a plain store hands nothing on"));
	ck_assert_ptr_nonnull(strstr(finding_advice(&f[1]), "does not keep a plain write away"));
}
END_TEST

/* Two nodes of a graph want an edge, not a stream. */
START_TEST(nodes_want_an_edge)
{
	struct kernel_finding f = race(SEVERITY_ERROR);

	f.gap = GAP_STREAMS;
	f.message =
		"Race on 4 bytes of __global__ memory (read after write hazard): nothing orders a and b of one graph";
	ck_assert_ptr_nonnull(strstr(finding_advice(&f), "Add the edge"));
	f.message =
		"Race on 4 bytes of __global__ memory (read after write hazard): nothing orders a in stream 1 and b in "
		"stream 2";
	ck_assert_ptr_nonnull(strstr(finding_advice(&f), "Put both into one stream"));
}
END_TEST

/* An atomic is called one, on either side, and the advice is about it. */
START_TEST(an_atomic_is_named)
{
	struct kernel_finding f = race(SEVERITY_WARNING);

	f.other_atomic = true;
	ck_assert_str_eq(finding_at_word(&f), "Read");
	ck_assert_str_eq(finding_other_word(&f), "Atomic");
	ck_assert_ptr_nonnull(strstr(finding_advice(&f), "read by an atomic too"));
	f.at.block[0] = 3; /* of another block, which no barrier reaches and no atomic waits for */
	ck_assert_ptr_nonnull(strstr(finding_advice(&f), "Read in a second launch"));
	ck_assert_ptr_null(strstr(finding_advice(&f), "put a barrier"));
	f.other_atomic = false;
	f.at_atomic = true;
	f.name = "write after write hazard";
	f.at.block[0] = 3; /* of another block */
	ck_assert_str_eq(finding_at_word(&f), "Atomic");
	ck_assert_str_eq(finding_other_word(&f), "Write");
	ck_assert_ptr_nonnull(
		strstr(finding_sentence(&arena, &f), "An atomic operation does not keep a plain write away"));
	ck_assert_ptr_nonnull(strstr(finding_advice(&f), "set it with cudaMemset()"));
	f.at.block[0] = f.other.block[0]; /* of one block: a barrier will do */
	ck_assert_ptr_nonnull(strstr(finding_advice(&f), "Put a barrier between the two"));
}
END_TEST

/* A call of the host has no thread. */
START_TEST(a_call_of_the_host)
{
	struct kernel_finding f = { .name = "uninitialized copy",
		.tool = "initcheck",
		.verdict = VERDICT_UNINITIALIZED,
		.severity = SEVERITY_ERROR,
		.message = "Host API memory access error.",
		.kernel = "cudaMemcpy",
		.host = true };
	struct case_result c = { .verdict = VERDICT_PASS, .findings = &f, .nfindings = 1 };

	ck_assert_str_eq(finding_sentence(&arena, &f),
		"Host API memory access error. Memory starts as garbage: something has to write this place before it "
		"is copied to "
		"the host.");
	finding_judge(&arena, &c);
	ck_assert_int_eq(c.verdict, VERDICT_UNINITIALIZED);
	ck_assert_ptr_null(c.place.kernel);
}
END_TEST

/* Memory of a pool has a place in its stream: where it is used elsewhere, an event is missing, or another stream. */
START_TEST(memory_of_a_pool)
{
	struct kernel_finding f = { .name = "write after write hazard",
		.verdict = VERDICT_RACE,
		.severity = SEVERITY_ERROR,
		.gap = GAP_STREAMS,
		.kernel = "fill",
		.other_kernel = "cudaMallocAsync",
		.has_other = true,
		.at = { .file = "k.cu", .line = 5 },
		.message = "Race on 4 bytes: nothing orders cudaMallocAsync in stream 1 and fill in stream 2" };
	struct case_result c = { .verdict = VERDICT_PASS, .findings = &f, .nfindings = 1 };

	ck_assert_ptr_nonnull(strstr(finding_advice(&f), "Use it in that stream"));
	ck_assert_ptr_nonnull(strstr(finding_sentence(&arena, &f), "Write by fill at k.cu:5"));
	f.message = "Race on 4 bytes: nothing orders cudaMallocAsync in stream 1 and cudaFreeAsync in stream 2";
	f.kernel = "cudaFreeAsync";
	f.at.line = 0;
	ck_assert_ptr_nonnull(strstr(finding_advice(&f), "Free it in the stream that uses it"));
	ck_assert_ptr_null(strstr(finding_sentence(&arena, &f), "Write by"));
	finding_judge(&arena, &c);
	ck_assert_int_eq(c.verdict, VERDICT_RACE);
	ck_assert_ptr_null(c.place.kernel);
	f.kernel = "cudaFree";
	f.message = "Race on 4 bytes: nothing orders fill in stream 1 and cudaFree";
	ck_assert_ptr_nonnull(strstr(finding_advice(&f), "cudaFree() waits for nothing"));
	f.kernel = "twice";
	f.message = "Race on 4 bytes: nothing orders fill in stream 1 and twice in stream 2";
	ck_assert_ptr_nonnull(strstr(finding_advice(&f), "Put both into one stream"));
}
END_TEST

/* A note about a copy is no race between threads that write the same value, and counts as little. */
START_TEST(a_note_about_a_copy)
{
	struct kernel_finding f = { .name = "copy direction",
		.verdict = VERDICT_LAUNCH_ERROR,
		.severity = SEVERITY_INFO,
		.message =
			"cudaMemcpy with cudaMemcpyHostToDevice copies from device memory to the host's pinned memory",
		.host = true };
	struct case_result c = { .verdict = VERDICT_PASS, .findings = &f, .nfindings = 1 };

	ck_assert_ptr_nonnull(strstr(finding_advice(&f), "name it as it is"));
	finding_judge(&arena, &c);
	ck_assert_int_eq(c.verdict, VERDICT_PASS);
}
END_TEST

/* A barrier that part of a warp left out is the cause of races; one that worked by luck is none. */
START_TEST(a_barrier_left_out_comes_before_its_race)
{
	struct kernel_finding f[2] = { race(SEVERITY_ERROR), race(SEVERITY_ERROR) };

	f[1].name = "barrier misuse";
	f[1].verdict = VERDICT_BARRIER_ERROR;
	ck_assert_ptr_eq(finding_worst(f, 2), &f[1]);
	f[1].severity = SEVERITY_WARNING;
	ck_assert_ptr_eq(finding_worst(f, 2), &f[0]);
	f[0].verdict = VERDICT_UNINITIALIZED;
	ck_assert_ptr_eq(finding_worst(f, 2), &f[1]);
}
END_TEST

/* A barrier mends no race with a copy that nobody has waited for, whichever pair of accesses was seen first. */
START_TEST(a_copy_not_waited_for_comes_before_other_races)
{
	struct kernel_finding f[] = { race(SEVERITY_ERROR), race(SEVERITY_ERROR), race(SEVERITY_ERROR) };

	f[1].gap = GAP_COPY;
	ck_assert_ptr_eq(finding_worst(f, 3), &f[1]);
	f[2].verdict = VERDICT_BARRIER_ERROR; /* a severer verdict stays one */
	ck_assert_ptr_eq(finding_worst(f, 3), &f[2]);
	f[1].severity = SEVERITY_WARNING;
	ck_assert_ptr_eq(finding_worst(f, 2), &f[0]);
}
END_TEST

START_TEST(a_finding_takes_part_in_the_verdict)
{
	struct kernel_finding f = race(rows[_i].severity);
	struct case_result c = { .verdict = rows[_i].before, .message = "before", .findings = &f, .nfindings = 1 };

	f.verdict = rows[_i].finding;
	finding_judge(&arena, &c);
	ck_assert_int_eq(c.verdict, rows[_i].after);
	if (rows[_i].before == rows[_i].after) {
		ck_assert_str_eq(c.message, "before");
		ck_assert_ptr_null(c.place.file);
	} else {
		ck_assert_ptr_nonnull(strstr(c.message, "thread (3,0,0) in block (17,0,0) at reduce.cu:25"));
		ck_assert_int_eq(c.place.line, 25);
		ck_assert_str_eq(c.place.kernel, "reduce");
	}
}
END_TEST

START_TEST(the_severest_decides)
{
	struct kernel_finding f[] = { race(SEVERITY_INFO), race(SEVERITY_ERROR), race(SEVERITY_WARNING),
		race(SEVERITY_ERROR) };

	f[1].verdict = VERDICT_UNINITIALIZED;
	ck_assert_ptr_eq(finding_worst(f, 4), &f[3]);
	ck_assert_ptr_eq(finding_worst(f, 3),
		&f[2]); /* a race comes before what is not initialised, also a likely harmless one */
	ck_assert_ptr_eq(finding_worst(f, 2), &f[1]);
	ck_assert_ptr_null(finding_worst(f, 1));
	ck_assert_ptr_null(finding_worst(NULL, 0));
}
END_TEST

START_TEST(words)
{
	struct kernel_finding f = race(SEVERITY_ERROR);

	ck_assert_str_eq(finding_sentence(&arena, &f),
		"Race reported between Write access and Read access of __shared__ memory: Read by thread (3,0,0) in "
		"block (17,0,0) at reduce.cu:25, Write by thread (35,0,0) in block (17,0,0) at reduce.cu:21. Put a "
		"barrier (__syncthreads()) that "
		"every thread of the block reaches between the write and the read.");
	/* What helps depends on who the two are. */
	f.same_warp = true;
	ck_assert_ptr_nonnull(strstr(finding_advice(&f), "__syncwarp()"));
	f.other.block[0] = 18;
	ck_assert_ptr_nonnull(strstr(finding_advice(&f), "second launch"));
	f.severity = SEVERITY_INFO;
	ck_assert_ptr_nonnull(strstr(finding_advice(&f), "They all write the same value"));
	/* Nothing is known of it, and still nothing breaks. */
	f = (struct kernel_finding){ .severity = SEVERITY_ERROR };
	ck_assert_ptr_null(finding_advice(&f));
	ck_assert_ptr_nonnull(strstr(finding_sentence(&arena, &f), "thread (0,0,0)"));
}
END_TEST

/* total += x: a barrier mends nothing, whoever the threads are; s[i] += s[i + k] is mended by one. */
START_TEST(no_barrier_for_threads_that_update_one_place)
{
	struct kernel_finding f[2] = {
		{ .name = "read after write hazard",
			.severity = SEVERITY_ERROR,
			.verdict = VERDICT_RACE,
			.has_other = true },
		{ .name = "write after write hazard",
			.severity = SEVERITY_INFO,
			.verdict = VERDICT_RACE,
			.has_other = true },
	};
	struct case_result c = { .verdict = VERDICT_PASS, .findings = f, .nfindings = 2 };

	for (int i = 0; i < 2; i++) {
		f[i].at = f[i].other = (struct thread_place){ .file = "sum.cu", .line = 7 };
		f[i].other.thread[0] = 1;
	}
	finding_judge(&arena, &c);
	ck_assert(f[0].update);
	ck_assert_ptr_nonnull(strstr(finding_advice(&f[0]), "atomicAdd()"));
	ck_assert_ptr_null(strstr(c.message, "__syncthreads()"));
	f[0].other.block[0] = 3;
	ck_assert_ptr_nonnull(strstr(finding_advice(&f[0]), "No barrier helps"));
	/* Written by one thread only: the line's next turn reads what another one wrote. */
	f[0].update = f[1].update = f[0].meets = false;
	f[0].other.block[0] = 0;
	c.nfindings = 1;
	finding_judge(&arena, &c);
	ck_assert(!f[0].update);
	ck_assert_ptr_nonnull(strstr(finding_advice(&f[0]), "__syncthreads()"));
}
END_TEST

/* What the write does with what was there names what mends the race. */
START_TEST(advice_by_what_is_written)
{
	static const struct {
		enum finding_change change;
		enum finding_gap gap;
		const char *says;
	} cases[] = {
		{ CHANGE_MAX, GAP_NONE, "use atomicMax()" },
		{ CHANGE_MIN, GAP_ASKED, "atomicMin() asks and writes in one step" },
		{ CHANGE_FMIN, GAP_NONE, "atomicMin() has no form for float" },
		{ CHANGE_OR, GAP_NONE, "use atomicOr()" },
		{ CHANGE_SOME, GAP_NONE, "atomicMax() or atomicMin() for the largest" },
		{ CHANGE_ADD, GAP_NONE, "(atomicAdd())" },
		{ CHANGE_SWAP, GAP_NONE, "at the end of each turn" },
		{ CHANGE_BESIDE, GAP_NONE, "Take the value from the atomic itself" },
	};

	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		struct kernel_finding f = { .name = "write after write hazard",
			.severity = SEVERITY_ERROR,
			.verdict = VERDICT_RACE,
			.has_other = true,
			.update = true,
			.gap = cases[k].gap,
			.change = cases[k].change };

		ck_assert_ptr_nonnull(strstr(finding_advice(&f), cases[k].says));
		f.severity = SEVERITY_INFO;
		ck_assert_ptr_null(strstr(finding_advice(&f), cases[k].says));
	}
	/* A look that saves an atomic is no update. */
	const struct kernel_finding saves = { .name = "read after write hazard",
		.severity = SEVERITY_WARNING,
		.verdict = VERDICT_RACE,
		.has_other = true,
		.other_atomic = true,
		.change = CHANGE_MIN };
	ck_assert_ptr_nonnull(strstr(finding_advice(&saves), "only saves an atomic operation"));
	ck_assert_int_eq(finding_change(CHANGES), CHANGE_NONE);
	ck_assert_int_eq(finding_change(CHANGE_MAX), CHANGE_MAX);
}
END_TEST

/* next[i] = last[i - 1]; and the two are exchanged: the reader's place is not the one that it writes. */
START_TEST(a_barrier_between_turns)
{
	struct kernel_finding f[2] = {
		{ .name = "read after write hazard",
			.severity = SEVERITY_ERROR,
			.verdict = VERDICT_RACE,
			.has_other = true },
		{ .name = "write after write hazard",
			.severity = SEVERITY_ERROR,
			.verdict = VERDICT_RACE,
			.elsewhere = true,
			.looped = true,
			.has_other = true },
	};

	for (int i = 0; i < 2; i++) {
		f[i].at = f[i].other = (struct thread_place){ .file = "align.cu", .line = 7 };
		f[i].other.thread[0] = 40;
	}
	findings_relate(f, 2);
	for (int i = 0; i < 2; i++) {
		ck_assert(f[i].turns && !f[i].update);
		ck_assert_ptr_nonnull(strstr(finding_advice(&f[i]), "at the end of the turn"));
	}
	/* t[b] += t[a]; in a loop: each turn may have places of its own. Not where lanes of a warp met in one turn, nor
	 * between blocks. */
	f[0].turns = f[1].turns = f[0].meets = f[1].elsewhere = false;
	findings_relate(f, 2);
	ck_assert(f[0].turns && f[1].turns && !f[0].update);
	for (int k = 0; k < 2; k++) {
		f[0].turns = f[1].turns = f[0].meets = f[0].update = f[1].update = false;
		f[1].looped = k == 1;
		f[1].other.block[0] = k == 1 ? 5 : 0;
		findings_relate(f, 2);
		ck_assert(f[0].update && f[1].update && !f[0].turns);
		ck_assert_ptr_nonnull(strstr(finding_advice(&f[0]), "No barrier helps: use"));
	}
}
END_TEST

/* A place of which a second thread writes a part by mistake: a barrier between the read and one of the writes leaves
 * the other. Where only one thread writes it in that line, a barrier is the cure. */
START_TEST(no_barrier_where_indices_meet)
{
	struct kernel_finding f[2] = {
		{ .name = "write after read hazard",
			.severity = SEVERITY_ERROR,
			.verdict = VERDICT_RACE,
			.has_other = true },
		{ .name = "write after write hazard",
			.severity = SEVERITY_ERROR,
			.verdict = VERDICT_RACE,
			.has_other = true },
	};
	struct case_result c = { .verdict = VERDICT_PASS, .findings = f, .nfindings = 2 };

	f[0].at = f[1].at = f[1].other = (struct thread_place){ .file = "swizzle.cu", .line = 29 };
	f[0].other = (struct thread_place){ .file = "swizzle.cu", .line = 33, .thread = { 31, 0, 0 } };
	finding_judge(&arena, &c);
	ck_assert(f[0].meets && !f[1].meets);
	ck_assert_ptr_nonnull(strstr(finding_advice(&f[0]), "give each a place of its own"));
	ck_assert_ptr_null(strstr(c.message, "__syncthreads()"));
	f[0].meets = false;
	f[1].severity = SEVERITY_INFO; /* the same value, a flag: no matter whose */
	finding_judge(&arena, &c);
	ck_assert(!f[0].meets);
	ck_assert_ptr_nonnull(strstr(finding_advice(&f[0]), "__syncthreads()"));
	f[1].gap = GAP_STRONG; /* volatile, of whatever value */
	finding_judge(&arena, &c);
	ck_assert(f[0].meets);
	f[0].meets = false;
	f[1].gap = GAP_NONE;
	f[1].severity = SEVERITY_ERROR;
	f[1].at.line = f[1].other.line = 50; /* of another line */
	finding_judge(&arena, &c);
	ck_assert(!f[0].meets);
	ck_assert_ptr_nonnull(strstr(finding_advice(&f[0]), "__syncthreads()"));
}
END_TEST

/* The mask of a shuffle is no barrier of the block. */
START_TEST(a_mask_is_no_barrier)
{
	struct kernel_finding f = {
		.name = "barrier misuse", .severity = SEVERITY_ERROR, .verdict = VERDICT_BARRIER_ERROR
	};

	ck_assert_ptr_nonnull(strstr(finding_advice(&f), "Every thread of the block"));
	f.same_warp = true;
	ck_assert_ptr_null(strstr(finding_advice(&f), "block"));
	ck_assert_ptr_nonnull(strstr(finding_advice(&f), "The mask has to name the lanes"));
	ck_assert_str_eq(finding_at_word(&f), "Call");
}
END_TEST

/* Two stores in two lines: no index mends that, one of them is too much. */
START_TEST(two_lines_write)
{
	struct kernel_finding f = { .name = "write after write hazard",
		.severity = SEVERITY_ERROR,
		.verdict = VERDICT_RACE,
		.at = { .file = "a.cu", .line = 4, .block = { 1 } },
		.other = { .file = "a.cu", .line = 4 },
		.has_other = true };

	ck_assert_ptr_nonnull(strstr(finding_advice(&f), "is blockIdx in it?"));
	f.other.line = 7;
	ck_assert_ptr_nonnull(strstr(finding_advice(&f), "Which of the two should write it?"));
	f.other_atomic = true;
	ck_assert_ptr_null(strstr(finding_advice(&f), "Which of the two"));
}
END_TEST

/* Every kind that the emulator can report has words for each pair of threads. */
START_TEST(every_kind_has_words)
{
	static const char *const names[] = {
#define FINDING(id, name, tool, verdict) name,
#include "emulator/findings.def"
	};
	static const char *const verdicts[] = {
#define FINDING(id, name, tool, verdict) verdict,
#include "emulator/findings.def"
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct kernel_finding f = { .name = names[i], .severity = SEVERITY_ERROR, .has_other = true };

		ck_assert_int_ge(verdict_find(verdicts[i]), 0);
		ck_assert_msg(finding_advice(&f) != NULL, "%s within a block", names[i]);
		f.same_warp = true;
		ck_assert_msg(finding_advice(&f) != NULL, "%s within a warp", names[i]);
		f.at.block[1] = 1;
		ck_assert_msg(finding_advice(&f) != NULL, "%s between blocks", names[i]);
	}
}
END_TEST

Suite *judge_finding_suite(void)
{
	Suite *s = suite_create("judge finding");
	TCase *t = tcase_create("findings");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, the_advice_is_for_the_side_that_has_to_wait);
	tcase_add_test(t, a_read_and_a_write_in_one_line);
	tcase_add_test(t, an_atomic_is_named);
	tcase_add_test(t, a_call_of_the_host);
	tcase_add_loop_test(t, a_finding_takes_part_in_the_verdict, 0, sizeof rows / sizeof *rows);
	tcase_add_test(t, a_note_about_a_copy);
	tcase_add_test(t, memory_of_a_pool);
	tcase_add_test(t, a_copy_not_waited_for_comes_before_other_races);
	tcase_add_test(t, a_barrier_left_out_comes_before_its_race);
	tcase_add_test(t, the_severest_decides);
	tcase_add_test(t, words);
	tcase_add_test(t, no_barrier_for_threads_that_update_one_place);
	tcase_add_test(t, a_barrier_between_turns);
	tcase_add_test(t, advice_by_what_is_written);
	tcase_add_test(t, no_barrier_where_indices_meet);
	tcase_add_test(t, a_mask_is_no_barrier);
	tcase_add_test(t, two_lines_write);
	tcase_add_test(t, a_lock_explains_all_of_its_lines);
	tcase_add_test(t, who_meets_the_grid_meets_the_block);
	tcase_add_test(t, a_plain_store_frees_no_lock);
	tcase_add_test(t, nodes_want_an_edge);
	tcase_add_test(t, every_kind_has_words);
	suite_add_tcase(s, t);
	return s;
}
