/* The emulator's behaviour beyond arithmetic: memory and its faults, barriers, divergence and progress, calls, printf,
 * schedules. */
#include "tests/unit/emulator/emulator_kit.h"

START_TEST(own_sources)
{
	static const char *const own[] = { "x.cu", "/home/a/x.cu", "/home/a/cuda/x.cu",
		"/home/a/cuda-course/include/ops.h", "/home/a/project/include/ops.cuh", "include/ops.h",
		"/data/thrust/x.cu" };
	static const char *const theirs[] = { "/usr/include/math.h", "/usr/lib/gcc/x.h",
		"/usr/local/cuda/include/cub/x.cuh", "/opt/cuda-13.0/targets/x/include/crt/math_functions.hpp",
		"/home/a/venv/lib/python3/site-packages/nvidia/cu13/include/cccl/thrust/sort.h",
		"/opt/conda/include/cub/block.cuh", "/opt/conda/targets/x86_64-linux/include/curand_kernel.h" };

	for (size_t k = 0; k < sizeof own / sizeof *own; k++)
		ck_assert_msg(em_source_is_own(own[k]), "%s", own[k]);
	for (size_t k = 0; k < sizeof theirs / sizeof *theirs; k++)
		ck_assert_msg(!em_source_is_own(theirs[k]), "%s", theirs[k]);
}
END_TEST

START_TEST(allocations)
{
	struct rig g;
	rig_open(&g, ptx_of("emulator/launch", "nothing"), 1, false);
	uint64_t a = rig_alloc(&g, 100), b = rig_alloc(&g, 100), at, size, total, left;
	ck_assert_uint_eq(a % 256, 0);
	ck_assert_uint_ge(b > a ? b - a : a - b, 100 + 256);
	ck_assert_int_eq(em_find(g.d, a + 99, &at, &size), 0);
	ck_assert_uint_eq(at, a);
	ck_assert_uint_eq(size, 100);
	ck_assert_int_eq(em_find(g.d, a + 100, &at, &size), -1);
	ck_assert_ptr_null(em_host_ptr(g.d, a + 50, 51));
	const uint8_t *bytes = rig_ptr(&g, a + 50, 50);
	ck_assert_int_ne(bytes[0], 0);
	ck_assert_int_eq(em_free(g.d, a + 1), -1);
	ck_assert_int_eq(em_free(g.d, a), 0);
	ck_assert_int_eq(em_free(g.d, a), -1);
	ck_assert_ptr_null(em_host_ptr(g.d, a, 1));
	em_mem_info(g.d, &left, &total);
	ck_assert_uint_lt(left, total);
	ck_assert_int_eq(em_alloc(g.d, total, &at), -1);
	/* Fill and empty it many times over: gaps are found again. */
	for (int k = 0; k < 300; k++) {
		ck_assert_int_eq(em_alloc(g.d, 1 << 25, &at), 0);
		if (k % 3)
			ck_assert_int_eq(em_free(g.d, at), 0);
		else if (k > 9)
			k = 300;
	}
	rig_close(&g);
}
END_TEST

/* What is wanted of a case: the fault's name, and what its message says. */
static void is_as_wanted(const struct ptx_case *c, const struct em_fault *f)
{
	const char *kind = ptx_want(c, "fault"), *says = ptx_want(c, "says");

	ck_assert(kind && says);
	ck_assert_msg(!strcmp(em_fault_name(f->kind), kind), "%s: %s: %s", c->name, em_fault_name(f->kind), f->message);
	ck_assert_msg(strstr(f->message, says) != NULL, "%s: %s", c->name, f->message);
}

/* ptx/faults.ptx: how many cases there are. */
enum { FAULTS = 23 };
START_TEST(fault_table)
{
	const struct ptx_cases *all = ptx_cases("emulator/faults");
	ck_assert_uint_eq(all->ncases, FAULTS);
	const struct ptx_case *c = &all->cases[_i / 3];
	struct rig g;
	rig_open(&g, ptx_of("emulator/faults", c->name), _i % 3 == 1 ? 3 : 1, _i % 3 == 2);
	uint64_t p = rig_alloc(&g, 1024);
	rig_run(&g, "k", 5, 64, &p);
	is_as_wanted(c, &g.r.fault);
	ck_assert_msg(
		g.r.fault.thread.x == ptx_want_number(c, "thread") && g.r.fault.block.x == ptx_want_number(c, "block"),
		"%s: thread %u of block %u", c->name, g.r.fault.thread.x, g.r.fault.block.x);
	ck_assert_int_gt(g.r.fault.ptx_line, 4);
	rig_close(&g);
}
END_TEST

START_TEST(cooperative)
{
	struct rig g;
	rig_open(&g, ptx_of("emulator/launch", "grid barrier"), 2, false);
	uint64_t p = rig_alloc(&g, 4 * 64 * 90);
	g.cooperative = true;
	for (int again = 0; again < 2; again++) {
		rig_run(&g, "k", 90, 64, &p);
		rig_ok(&g);
		for (int k = 0; k < 64 * 90; k++)
			ck_assert_uint_eq(((uint32_t *)rig_ptr(&g, p, 4 * 64 * 90))[k], 256090);
	}
	rig_close(&g);
}
END_TEST

/* Whose end was passed is said by its name in the source; the texts of a printf have none. */
START_TEST(past_variables)
{
	static const char *const cases[] = { "past a variable", "past a text of the compiler" };

	for (int k = 0; k < 2; k++) {
		struct rig g;
		uint64_t p;
		rig_open(&g, ptx_of("emulator/launch", cases[k]), 1, false);
		p = rig_alloc(&g, 64);
		rig_run(&g, "k", 1, 32, &p);
		ck_assert_int_eq(g.r.fault.kind, EM_FAULT_OUT_OF_BOUNDS);
		ck_assert_msg(strstr(g.r.fault.message, k ? "allocation" : "(the __device__ variable table)") != NULL,
			"%s", g.r.fault.message);
		ck_assert_msg(!k || !strstr(g.r.fault.message, "variable"), "%s", g.r.fault.message);
		rig_close(&g);
	}
}
END_TEST

START_TEST(use_after_free)
{
	struct rig g;
	rig_open(&g, ptx_of("emulator/launch", "use after free"), 1, false);
	uint64_t p = rig_alloc(&g, 1024);
	em_free(g.d, p);
	rig_run(&g, "k", 1, 32, &p);
	ck_assert_int_eq(g.r.fault.kind, EM_FAULT_AFTER_FREE);
	ck_assert_ptr_nonnull(strstr(g.r.fault.message, "4 bytes inside the freed 1,024-byte allocation"));
	ck_assert_int_eq(em_fault_cuda_error(g.r.fault.kind), 700);
	ck_assert_str_eq(em_fault_verdict(g.r.fault.kind), "memory-error");
	rig_close(&g);
}
END_TEST

/* Freed blocks are remembered until an allocation takes their place, and then only those that it meets. */
START_TEST(remembered_among_others)
{
	enum { SMALL = 1024, MANY = 40, ROOM = 4 << 20 };
	uint64_t small[MANY], big, again, last, total, left, at, size;
	struct rig g;

	rig_open(&g, ptx_of("emulator/launch", "use after free"), 1, false);
	for (int k = 0; k < MANY; k++)
		small[k] = rig_alloc(&g, SMALL);
	em_mem_info(g.d, &left, &total);
	ck_assert_int_eq(em_alloc_pages(g.d, left - ROOM, 4096, &big), 0);
	last = rig_alloc(&g, SMALL);
	for (int k = 0; k < MANY; k += 2)
		em_free(g.d, small[k]);
	em_free(g.d, big);
	ck_assert_int_eq(em_alloc_pages(g.d, left / 2, 4096, &again), 0); /* beyond `last` there is no room for it */
	ck_assert_uint_lt(again, last);
	for (int k = 0; k < MANY; k++) {
		rig_run(&g, "k", 1, 32, &small[k]);
		ck_assert_int_eq(g.r.fault.kind, k % 2 ? EM_FAULT_NONE : EM_FAULT_AFTER_FREE);
	}
	rig_run(&g, "k", 1, 32, &last);
	rig_ok(&g);
	ck_assert_int_eq(em_find(g.d, again + left / 2 - 1, &at, &size), 0);
	ck_assert_uint_eq(at, again);
	em_free(g.d, again);
	rig_run(&g, "k", 1, 32, &again);
	ck_assert_int_eq(g.r.fault.kind, EM_FAULT_AFTER_FREE);
	ck_assert_ptr_null(strstr(g.r.fault.message, "1,024-byte"));
	rig_close(&g);
}
END_TEST

/* Kernels that end (ptx/behaviour.ptx): what they leave in p[0..n). One case runs on one thread, three, the plain build
 * and under seeds. */
enum { RUNS = 19, SEEDS = 12 };
START_TEST(run_table)
{
	const struct ptx_cases *all = ptx_cases("emulator/behaviour");
	ck_assert_uint_eq(all->ncases, RUNS);
	const struct ptx_case *c = &all->cases[_i / 4];
	const char *leaves = ptx_want(c, "leaves");
	struct rig g;
	rig_open(&g, ptx_of("emulator/behaviour", c->name), _i % 4 == 1 ? 3 : 1, _i % 4 == 2);
	uint64_t p = rig_alloc(&g, 4096);
	uint32_t *v = rig_ptr(&g, p, 4096);
	ck_assert(leaves && *leaves);
	g.budget = 10000000;
	for (g.seed = _i % 4 == 3; g.seed <= (_i % 4 == 3 ? SEEDS : 0); g.seed++) {
		memset(v, 0, 4096);
		rig_run(&g, "k", (uint32_t)ptx_want_number(c, "grid"), (uint32_t)ptx_want_number(c, "block"), &p);
		rig_ok(&g);
		char *at = (char *)leaves;
		for (int k = 0; *at; k++) {
			const uint32_t want = (uint32_t)strtoul(at, &at, 10);
			ck_assert_msg(v[k] == want, "%s: [%d] is %u, not %u, under seed %d", c->name, k, v[k], want,
				(int)g.seed);
		}
	}
	rig_close(&g);
}
END_TEST

START_TEST(call_and_print)
{
	static const uint32_t want[] = { 0, 2, 1, 6, 3, 10, 8, 14, 21, 18, 55, 22 }; /* fib(even), 2 * odd */
	struct rig g;
	struct buf out;
	rig_open(&g, ptx_of("emulator/launch", "functions"), 2, _i == 1);
	uint64_t p = rig_alloc(&g, 4096);
	rig_run(&g, "k", 1, 12, &p);
	rig_ok(&g);
	ck_assert_int_eq(memcmp(rig_ptr(&g, p, 4096), want, sizeof want), 0);
	rig_run(&g, "print", 2, 32, &p);
	rig_ok(&g);
	buf_init(&out);
	em_drain_printf(g.d, &out);
	ck_assert_str_eq(out.data, "-5 1.50 hi\033%\n-5 1.50 hi\033%\n");
	buf_release(&out);
	rig_close(&g);
}
END_TEST

/* Each call's text is kept whole or not at all, and those that are not are counted once: the oldest ones. */
START_TEST(print_without_room)
{
	struct rig g;
	struct buf out;
	rig_open(&g, ptx_of("emulator/launch", "functions"), 2, false);
	uint64_t p = rig_alloc(&g, 4096);
	em_printf_room(g.d, sizeof "-5 1.50 hi\033%\n" + 3);
	rig_run(&g, "print", 5, 32, &p);
	rig_ok(&g);
	buf_init(&out);
	ck_assert_uint_eq(em_drain_printf(g.d, &out), 4);
	ck_assert_str_eq(out.data, "-5 1.50 hi\033%\n");
	em_printf_room(g.d, EM_PRINTF_ROOM);
	rig_run(&g, "print", 5, 32, &p);
	ck_assert_uint_eq(em_drain_printf(g.d, &out), 0);
	ck_assert_uint_eq(out.len, 6 * strlen("-5 1.50 hi\033%\n"));
	buf_release(&out);
	rig_close(&g);
}
END_TEST

/* Endless recursion is a stack overflow, not ours. */
START_TEST(stack_overflow)
{
	struct rig g;
	rig_open(&g, ptx_of("emulator/launch", "a function without end"), 1, false);
	rig_run(&g, "k", 1, 32, NULL);
	ck_assert_int_eq(g.r.fault.kind, EM_FAULT_STACK);
	rig_close(&g);
}
END_TEST

START_TEST(endless)
{
	struct rig g;
	size_t n;
	const struct ptx_case *const *loops = ptx_group(ptx_cases("emulator/stuck"), "endless: ", &n);
	ck_assert_uint_eq(n, 3);
	rig_open(&g, ptx_of("emulator/stuck", loops[_i / 2]->name), 1 + _i % 2, false);
	uint64_t p = rig_alloc(&g, 4);
	g.budget = 3000000;
	rig_run(&g, "k", 4, 64, &p);
	ck_assert_int_eq(g.r.fault.kind, EM_FAULT_TIMEOUT);
	ck_assert_str_eq(em_fault_verdict(g.r.fault.kind), "timeout");
	rig_close(&g);
}
END_TEST

/* Loops of which it is proved that they never end, without a budget; and one that may, so the budget ends it. */
enum { STUCK = 13, LONG = 5 };
/* Each case on one thread and on three; in short on one of these, by turns. */
static int on_threads(int cases)
{
	return in_short() ? cases : 2 * cases;
}
static int threads_of(int i, int cases)
{
	return 1 + 2 * ((i / cases + i) % 2);
}

START_TEST(stuck)
{
	size_t n;
	const struct ptx_case *c = ptx_group(ptx_cases("emulator/stuck"), "stuck: ", &n)[_i % STUCK];
	struct rig g;
	ck_assert_uint_eq(n, STUCK);
	rig_open(&g, ptx_of("emulator/stuck", c->name), threads_of(_i, STUCK), false);
	uint64_t p = rig_alloc(&g, 8192);
	g.budget = strstr(ptx_want(c, "says"), "stopped") ? 8000000 : 40000000;
	memset(rig_ptr(&g, p, 8192), 0, 8192);
	em_host_wrote(g.d, p, 8192); /* else each load is traced as garbage, which takes ten times as long */
	rig_run(&g, "k", 4, 64, &p);
	is_as_wanted(c, &g.r.fault);
	rig_close(&g);
}
END_TEST

/* Loops that end, after so many rounds that somebody looks whether they do. */
START_TEST(long_loops_end)
{
	size_t n;
	const struct ptx_case *c = ptx_group(ptx_cases("emulator/stuck"), "long: ", &n)[_i % LONG];
	struct rig g;
	ck_assert_uint_eq(n, LONG);
	rig_open(&g, ptx_of("emulator/stuck", c->name), threads_of(_i, LONG), false);
	uint64_t p = rig_alloc(&g, 8192);
	memset(rig_ptr(&g, p, 8192), 0, 8192);
	em_host_wrote(g.d, p, 8192); /* else each load is traced as garbage, which takes ten times as long */
	rig_run(&g, "k", 4, 64, &p);
	ck_assert_msg(!g.r.fault.kind, "%s: %s", c->name, g.r.fault.message);
	rig_close(&g);
}
END_TEST

/* A block that faults ends what others wait for: what there is to say is its fault, not that they wait. Nor does a wait
 * outlast it of which nothing is proved. */
START_TEST(fault_of_another)
{
	struct rig g;

	size_t n;
	const struct ptx_case *const *waits = ptx_group(ptx_cases("emulator/stuck"), "another faults: ", &n);
	ck_assert_uint_eq(n, 2);
	/* On one thread, on three, and under a seed, which is on one thread always. */
	rig_open(&g, ptx_of("emulator/stuck", waits[_i / 3]->name), _i % 3 == 1 ? 3 : 1, false);
	uint64_t p = rig_alloc(&g, 4);
	em_host_wrote(g.d, p, 4); /* as above */
	g.budget = 400000000;
	g.seed = _i % 3 == 2 ? 3 : 0;
	rig_run(&g, "k", 4, 64, &p);
	ck_assert_msg(
		g.r.fault.kind == EM_FAULT_OUT_OF_BOUNDS, "%s: %s", em_fault_name(g.r.fault.kind), g.r.fault.message);
	ck_assert_uint_eq(g.r.fault.block.x, 2);
	rig_close(&g);
}
END_TEST

START_TEST(cancelled)
{
	struct rig g;
	volatile int stop = 1;
	rig_open(&g, ptx_of("emulator/stuck", "endless: nothing"), 2, false);
	uint64_t p = rig_alloc(&g, 4);
	struct em_launch l = { .kernel = em_kernel_find(g.m, "k"),
		.grid = { 2, 1, 1 },
		.block = { 32, 1, 1 },
		.params = &p,
		.cancel = &stop };
	ck_assert_int_eq(em_launch(g.d, &l, &g.r, &g.e), 0);
	ck_assert_int_eq(g.r.fault.kind, EM_FAULT_CANCELLED);
	rig_close(&g);
}
END_TEST

Suite *emulator_suite(void);
Suite *emulator_suite(void)
{
	Suite *s = suite_create("emulator");
	TCase *t = tcase_create("behaviour");
	tcase_set_timeout(t, 60);
	tcase_add_test(t, own_sources);
	tcase_add_test(t, allocations);
	tcase_add_loop_test(t, fault_table, 0, 3 * FAULTS);
	tcase_add_test(t, past_variables);
	tcase_add_test(t, use_after_free);
	tcase_add_test(t, remembered_among_others);
	tcase_add_test(t, cooperative);
	tcase_add_loop_test(t, run_table, 0, 4 * RUNS);
	tcase_add_loop_test(t, call_and_print, 0, 2);
	tcase_add_test(t, print_without_room);
	tcase_add_test(t, stack_overflow);
	tcase_add_loop_test(t, endless, 0, 6);
	tcase_add_loop_test(t, fault_of_another, 0, 6);
	tcase_add_test(t, cancelled);
	suite_add_tcase(s, t);
	t = tcase_create("loops");
	tcase_add_loop_test(t, stuck, 0, on_threads(STUCK));
	tcase_add_loop_test(t, long_loops_end, 0, on_threads(LONG));
	suite_add_tcase(s, t);
	return s;
}
