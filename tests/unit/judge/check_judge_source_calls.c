/* judge/source_calls, source_unset, source_given and waiting loops: faults that a text shows, and what is none. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "judge/source_calls.h"
#include "judge/source_given.h"
#include "judge/source_shape.h"
#include "judge/source_unset.h"

Suite *judge_source_calls_suite(void);

static struct arena a;

static void setup(void)
{
	arena_init(&a);
}

static void teardown(void)
{
	arena_release(&a);
}

/* ---- locks */
static const struct {
	const char *condition;
	bool lost;
} locks[] = {
	{ "atomicCAS(lock, 0, 1) != 0", false },
	{ "atomicCAS(lock, 0, 1)", false },
	{ "atomicCAS(lock, 0, 1) == 1", false },
	{ "0 != atomicCAS(lock, 1, 0)", false }, /* not looked at */
	{ "atomicCAS(&locks[f(i, j)], FREE, TAKEN) != FREE", false },
	{ "atomicExch(lock, 1) != 0", false },
	{ "atomicExch(lock, TAKEN) == OTHER", false }, /* two names may be one number */
	{ "atomicCAS(lock, 0, 1) != 0 && turns++ < 9", false },
	{ "atomicCAS(lock, 0, 1) != f(0)", false },
	{ "atomicCAS(lock, 0, me) != 2", false },
	{ "i < n", false },
	{ "atomicCAS(lock, 1, 0) != 0", true },
	{ "atomicCAS(lock, 1, 0)", true },
	{ "atomicCAS(lock, 0, 1) == 0", true },
	{ "!atomicCAS(lock, 0, 1)", true },
	{ "atomicCAS(&lock, TAKEN, FREE) != FREE", true },
	{ "atomicExch(lock, 0) != 0", true },
	{ "atomicExch(lock, 1) == 0", true },
};

START_TEST(loops_that_end_without_the_lock)
{
	char text[200];
	struct lock_loop k;

	snprintf(text, sizeof text, "void f()\n{\n\twhile (%s)\n\t\t;\n}\n", locks[_i].condition);
	ck_assert_msg(source_lock_loop(&a, text, &k) == locks[_i].lost, "%s", locks[_i].condition);
	if (locks[_i].lost)
		ck_assert_int_eq(k.line, 3);
	snprintf(text, sizeof text, "void f()\n{\n\t// while (%s)\n}\n", locks[_i].condition);
	ck_assert(!source_lock_loop(&a, text, &k));
}
END_TEST

START_TEST(parts_of_a_lock)
{
	struct lock_loop k;

	ck_assert(source_lock_loop(&a, "while (atomicCAS(&lock[i], 1, 0) != 0) ;", &k));
	ck_assert_str_eq(k.call, "atomicCAS(&lock[i], 1, 0)");
	ck_assert_str_eq(k.expected, "1");
	ck_assert_str_eq(k.next, "0");
	ck_assert_str_eq(k.value, "0");
	ck_assert(k.ends_there);
	ck_assert(source_lock_loop(&a, "while (atomicExch(lock, 1) == 0) ;", &k));
	ck_assert_ptr_null(k.expected);
	ck_assert(!k.ends_there);
}
END_TEST

START_TEST(orders)
{
	ck_assert_str_eq(source_wrong_order("f(x[p]).store(1, cuda::memory_order_acquire);", 1), "store");
	ck_assert_str_eq(source_wrong_order("while (f.load(memory_order_acq_rel) == 0)\n\t;", 1), "load");
	ck_assert_ptr_null(source_wrong_order("f.store(1, memory_order_release);\nf.load(memory_order_release);", 1));
	ck_assert_ptr_null(source_wrong_order("f.fetch_add(1, memory_order_acquire);", 1));
	ck_assert_ptr_null(source_wrong_order("f.store(g.load(memory_order_acquire), memory_order_release);", 2));
	ck_assert_ptr_null(source_wrong_order("", 1));
}
END_TEST

/* ---- what a cooperative launch gets */
#define LAUNCH(list, call) \
	"__global__ void k(const int *in, int *a, int n)\n{\n}\nvoid solve()\n{\n\tvoid *args[] = " list ";\n\t" call \
	"\n}\n"
#define CALL "cudaLaunchCooperativeKernel((void *)k, 4, 256, args);"
static const struct {
	const char *text;
	bool fault;
	size_t has;
	const char *bare;
} lists[] = {
	{ LAUNCH("{ &in, &a, &n }", CALL), false, 3, NULL },
	{ LAUNCH("{ (void *)&in, &a, &n, }", CALL), false, 3, NULL },
	{ LAUNCH("{ &in, &other, &n }", CALL), false, 3, NULL },
	{ LAUNCH("{ &in, p, &n }", CALL), false, 3, NULL }, /* p may hold an address */
	{ LAUNCH("{ &a, &in }", "f(args);"), false, 0, NULL },
	{ LAUNCH("{ &a, &in }", "// " CALL), false, 0, NULL },
	{ LAUNCH("{ &a, &in }", "cudaLaunchCooperativeKernel((void *)j, 4, 256, args);"), false, 0, NULL },
	{ LAUNCH("{ &a, &in, &n }", CALL), true, 3, NULL },
	{ LAUNCH("{ &in, &a }", CALL), true, 2, NULL },
	{ LAUNCH("{ &in, &a, &n, &n }", CALL), true, 4, NULL },
	{ LAUNCH("{ &in, a, &n }", CALL), true, 3, "a" },
	{ LAUNCH("{ (void *)in, &a, &n }", CALL), true, 3, "(void *)in" },
	{ LAUNCH("{ &in }", "cudaLaunchKernel(k, 4, 256, args, 0, 0);"), true, 1, NULL },
};

START_TEST(launch_arguments)
{
	struct launch_args k;

	ck_assert_msg(source_launch_args(&a, lists[_i].text, &k) == lists[_i].fault, "%s", lists[_i].text);
	if (!lists[_i].fault)
		return;
	ck_assert_str_eq(k.kernel, "k");
	ck_assert_str_eq(k.array, "args");
	ck_assert_str_eq(k.wanted, "in, a and n");
	ck_assert_uint_eq(k.wants, 3);
	ck_assert_uint_eq(k.has, lists[_i].has);
	ck_assert_int_eq(k.line, 6);
	ck_assert_int_eq(k.bare != NULL, lists[_i].bare != NULL);
	if (k.bare)
		ck_assert_str_eq(k.bare, lists[_i].bare);
}
END_TEST

/* ---- variables that some threads set */
static const struct {
	const char *body;
	enum { SET, GARBAGE, UNSHARED } is;
	bool waited;
} halves[] = {
	{ "int x;\n\tif (t >= s)\n\t\tx = a[t];\n\tout[i] += x;", GARBAGE, false },
	{ "int y, x;\n\tif (t >= s) {\n\t\tint k = 2;\n\t\tx = k;\n\t}\n\tout[i] = f(x);", GARBAGE, false },
	{ "bool x;\n\tif (threadIdx.x == 0)\n\t\tx = true;\n\t__syncthreads();\n\tif (!x)\n\t\treturn;", GARBAGE,
		true },
	{ "float x;\n\tfor (;;) {\n\t\tif (t > s)\n\t\t\tx = 1;\n\t\tsum += x;\n\t}", GARBAGE, false },
	{ "bool x = false;\n\tif (t == 0)\n\t\tx = true;\n\t__syncthreads();\n\tif (!x)\n\t\treturn;", UNSHARED, true },
	{ "float x;\n\tif (in && z < n)\n\t\tx = 1;\n\tif (in)\n\t\tout[i] = 2 - x;\n\tlast = x;", GARBAGE, false },
	/* Behind another one of the list that has a value. */
	{ "int me = a[f(t, 2)], x;\n\tif (t >= s)\n\t\tx = a[t];\n\tout[i] = me + x;", GARBAGE, false },
	/* Set by a second if after the first; set for all before the read. */
	{ "int x;\n\tif (t == 0)\n\t\tx = 1;\n\tif (t != 0)\n\t\tx = 2;\n\tout[i] = x;", SET, false },
	{ "int x;\n\tif (t == 0)\n\t\tx = 1;\n\tif (t == 0)\n\t\tout[i] = x;\n\tx = 2;\n\tout[i] = x;", SET, false },
	/* Shared; a value for all; an else; a read that the same condition guards, or another one. */
	{ "__shared__ int x;\n\tif (t == 0)\n\t\tx = 1;\n\t__syncthreads();\n\tout[i] = x;", SET, false },
	{ "int x;\n\tx = 0;\n\tif (t == 0)\n\t\tx = 1;\n\tout[i] = x;", SET, false },
	{ "int x;\n\tif (t == 0)\n\t\tx = 1;\n\telse\n\t\tx = 2;\n\tout[i] = x;", SET, false },
	{ "int x;\n\tif (t == 0)\n\t\tx = 1;\n\tif (t == 0)\n\t\tout[i] = x;", SET, false },
	{ "int x;\n\tif (t == 0)\n\t\tx = 1;\n\tout[i] = t == 0 ? x : 0;", SET, false },
	{ "int x;\n\tif (t == 0)\n\t\tx = 1;\n\tif (t == 0 && x)\n\t\treturn;", SET, false },
	{ "int x;\n\tif (t == 0)\n\t\tx = 1;\n\tx = 2;\n\tout[i] = x;", SET, false },
	{ "int x;\n\tif (t == 0) {\n\t\tx = 1;\n\t\tout[i] = x;\n\t}", SET, false },
	{ "int x;\n\tif (lane == 0)\n\t\tx = 1;\n\tout[i] = __shfl_sync(m, x, 0);", SET, false },
	/* A loop that looks for it; by its address; another's field; no barrier before the read. */
	{ "int x;\n\tfor (;;)\n\t\tif (a[k])\n\t\t\tx = k;\n\tout[i] = x;", SET, false },
	{ "int x;\n\tset(&x);\n\tif (t == 0)\n\t\tx = 1;\n\tout[i] = x;", SET, false },
	{ "int x;\n\tif (threadIdx.x == 0)\n\t\tx = 1;\n\tset(&x);", SET, false },
	{ "int x = 0;\n\tif (t == 0)\n\t\tx = 1;\n\tout[i] = x;", SET, false },
	{ "int x = 0;\n\tif (t < 8)\n\t\tx = 1;\n\t__syncthreads();\n\tout[i] = x;", SET, false },
};

START_TEST(variables_that_some_threads_set)
{
	char text[400];
	struct half_set k;

	snprintf(text, sizeof text, "__global__ void f(const int *in,\n\tint x, int n)\n{\n\t%s\n}\n", halves[_i].body);
	ck_assert_msg(source_half_set(&a, text, true, &k) == (halves[_i].is == GARBAGE), "%s", text);
	ck_assert_msg(source_half_set(&a, text, false, &k) == (halves[_i].is == UNSHARED), "%s", text);
	if (halves[_i].is == SET)
		return;
	ck_assert(source_half_set(&a, text, halves[_i].is == GARBAGE, &k));
	ck_assert_str_eq(k.name, "x");
	ck_assert_int_eq(k.declared, 4);
	ck_assert_int_eq(k.waited, halves[_i].waited);
	snprintf(text, sizeof text, "void f(int n)\n{\n\t%s\n}\n", halves[_i].body); /* the host's own */
	ck_assert(!source_half_set(&a, text, halves[_i].is == GARBAGE, &k));
}
END_TEST

/* ---- loops that wait */
#define KERNEL(body) "__global__ void f(int *flag)\n{\n" body "\n}\n"
static const struct {
	const char *text;
	int line;
} waiting[] = {
	{ KERNEL("\twhile (flag[0] == 0)\n\t\t;"), 3 },
	{ KERNEL("\twhile (*flag == 0) {\n\t}"), 3 },
	{ KERNEL("\twhile (last && *(volatile int *)flag < 2 * n)\n\t\t;"), 3 },
	{ KERNEL("\twhile (i * n < 9)\n\t\t;"), 0 },
	{ KERNEL("\twhile (ref.load() == 0)\n\t\t;"), 3 },
	{ KERNEL("\tif (x) {\n\t}\n\twhile (flag[0] == 0)\n\t\t;"), 5 },
	{ KERNEL("\twhile (atomicCAS(&flag[0], 0, 1) != 0)\n\t\t;"), 0 },
	{ KERNEL("\twhile (flag[i] == 0)\n\t\ti++;"), 0 },
	{ KERNEL("\twhile (i < n)\n\t\t;"), 0 },
	{ KERNEL("\tdo {\n\t\ti = flag[i];\n\t} while (flag[i] != i);"), 0 },
	{ "void f(int *flag)\n{\n\twhile (flag[0] == 0)\n\t\t;\n}\n", 0 },
};

START_TEST(loops_that_wait)
{
	ck_assert_msg(source_waits(waiting[_i].text) == waiting[_i].line, "%s", waiting[_i].text);
}
END_TEST

START_TEST(the_loop_behind_a_read)
{
	static const char text[] = KERNEL("\tif (t == 0) {\n\t\twhile (flag[p] == 0)\n\t\t\t;\n\t}\n\tflag[p] = 1;\n"
					  "\tbox[p] = 1;\n\tx = 1; if (t)\n\t\twhile (flag[p] == 0) ;");
	const char *array = NULL;

	ck_assert_int_eq(source_waiting_loop(&a, text, 3, 7, &array), 4);
	ck_assert_str_eq(array, "flag");
	ck_assert_int_eq(source_waiting_loop(&a, text, 4, 7, &array), 4);
	ck_assert_int_eq(source_waiting_loop(&a, text, 3, 8, &array), 0); /* another array */
	ck_assert_int_eq(source_waiting_loop(&a, text, 9, 7, &array), 0); /* something else stands there */
	ck_assert_int_eq(source_waiting_loop(&a, text, 99, 7, &array), 0);
}
END_TEST

START_TEST(rows_of_shared_memory)
{
	static const char text[] = KERNEL("\t__shared__ float tile[8][32], line[32];\n\tfloat mine[2][2];\n"
					  "\ttile[y][x + 1] = 0;\n\tline[x] = 0;\n\tmine[0][x] = tile[x];");

	ck_assert_str_eq(source_shared_rows(&a, text, 5), "tile");
	ck_assert_ptr_null(source_shared_rows(&a, text, 6));
	ck_assert_ptr_null(source_shared_rows(&a, text, 7));
}
END_TEST

/* ---- what the lab gave */
#define GIVEN "__global__ void last(int *out)\n{\n\tout[0] = find();\n}\nvoid solve()\n{\n\tlast<<<1, 1>>>(p);\n}\n"
START_TEST(where_the_work_is)
{
	static const char starter[] = "#define N 3\n__device__ int find()\n{\n\t/* TODO: find it */\n}\n" GIVEN;
	static const char mine[] =
		"/* Mine */\n#define N 3\n__device__ int help() { return 1; }\n__device__ int find()\n{\n"
		"\treturn help();\n}\n" GIVEN;
	static const char changed[] = "#define N 3\n__device__ int find()\n{\n}\n__global__ void last(int *out)\n{\n"
				      "\tout[1] = find();\n}\nvoid solve()\n{\n\tlast<<<1, 1>>>(p);\n}\n";
	struct todo_elsewhere k;

	ck_assert(source_todo_elsewhere(&a, mine, starter, 10, &k));
	ck_assert_str_eq(k.todo, "find");
	ck_assert_str_eq(k.given, "last");
	ck_assert_int_eq(k.head, 4);
	ck_assert_int_eq(k.call, 0);
	ck_assert(source_todo_elsewhere(&a, strchr(mine, '#'),
		"#define N 4\n__device__ int find()\n{\n\t/* TODO: find "
		"it */\n}\n" GIVEN,
		9, &k));                                              /* another number of a #define */
	ck_assert(!source_todo_elsewhere(&a, mine, starter, 6, &k));  /* in find() itself */
	ck_assert(!source_todo_elsewhere(&a, mine, starter, 3, &k));  /* in what was added */
	ck_assert(!source_todo_elsewhere(&a, mine, starter, 14, &k)); /* in no kernel */
	ck_assert(!source_todo_elsewhere(&a, changed, starter, 7, &k));
	ck_assert(!source_todo_elsewhere(&a, mine, GIVEN, 10, &k));
	ck_assert(!source_todo_elsewhere(&a, mine, NULL, 10, &k));
	ck_assert(!source_todo_elsewhere(&a, "", starter, 10, &k));
}
END_TEST

#define LOADS "__device__ void load(float *t, int z)\n{\n\tt[0] = in[z];\n}\n"
#define OLD "__device__ void old(float *t)\n{\n\tt[0] = 0;\n}\n"
#define TAIL "void solve()\n{\n\tk<<<1, 1>>>(p);\n}\n"
START_TEST(the_call_of_what_was_given)
{
	static const char starter[] =
		OLD LOADS "__global__ void k(float *t)\n{\n\t/* TODO: load */\n\told(t);\n}\n" TAIL;
	static const struct {
		const char *text;
		bool told;
		int head, call;
	} rows[] = {
		{ LOADS "__global__ void k(float *t)\n{\n\tload(t, 1);\n}\n" TAIL, true, 5, 7 }, /* old() is gone */
		{ LOADS OLD "__global__ void k(float *t)\n{\n\tload(t, 1);\n\told(t);\n}\n" TAIL, true, 9, 11 },
		{ LOADS "__global__ void k(float *t)\n{\n\tload(t, 1);\n\tload(t, 2);\n}\n" TAIL, true, 5, 0 },
		/* old() is still named; load() is another one; solve() is. */
		{ LOADS "__global__ void k(float *t)\n{\n\tload(t, 1);\n\told(t);\n}\n" TAIL, false, 0, 0 },
		{ "__device__ void load(float *t, int z)\n{\n\tt[0] = in[1];\n}\n"
		  "__global__ void k(float *t)\n{\n\tload(t, 1);\n}\n" TAIL,
			false, 0, 0 },
		{ LOADS "__global__ void k(float *t)\n{\n\tload(t, 1);\n}\nvoid solve()\n{\n}\n", false, 0, 0 },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct todo_elsewhere k;

		ck_assert_msg(
			source_todo_elsewhere(&a, rows[i].text, starter, 3, &k) == rows[i].told, "%s", rows[i].text);
		if (!rows[i].told)
			continue;
		ck_assert_str_eq(k.given, "load");
		ck_assert_int_eq(k.head, rows[i].head);
		ck_assert_int_eq(k.call, rows[i].call);
		if (rows[i].call)
			ck_assert_ptr_null(k.calls);
		else
			ck_assert_str_eq(k.calls, ", in lines 7 and 8");
	}
}
END_TEST

#define LOOP(test, table) tcase_add_loop_test(t, test, 0, (int)(sizeof table / sizeof *table))

Suite *judge_source_calls_suite(void)
{
	Suite *s = suite_create("judge source calls");
	TCase *t = tcase_create("calls");

	tcase_add_checked_fixture(t, setup, teardown);
	LOOP(loops_that_end_without_the_lock, locks);
	tcase_add_test(t, parts_of_a_lock);
	tcase_add_test(t, orders);
	LOOP(launch_arguments, lists);
	LOOP(variables_that_some_threads_set, halves);
	LOOP(loops_that_wait, waiting);
	tcase_add_test(t, the_loop_behind_a_read);
	tcase_add_test(t, rows_of_shared_memory);
	tcase_add_test(t, where_the_work_is);
	tcase_add_test(t, the_call_of_what_was_given);
	suite_add_tcase(s, t);
	return s;
}
