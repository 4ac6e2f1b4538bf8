/* The host process from the judge's side, against a pretend CUDA runtime (tests/unit/host): honest students get their
 * answers, the others get the sentence that they deserve, within the time limit, and the next session works. */
#include <check.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fs.h"
#include "host/client.h"

enum { N = 1000, TIMEOUT = 20000 };

static char *dir, *exe;
static float in[N], out[N];
static int inout[N], inout_back[N];
static struct host_arg args[6];
static struct host_outcome oc;

static void cc(const char *const *argv)
{
	struct proc_spec spec = { .argv = argv, .capture = true };
	struct err e = ERR_INIT;
	struct proc p;

	ck_assert_msg(proc_run(&p, &spec, 60000, -1, &e) == 0, "%s", e.msg);
	ck_assert_msg(p.exited && p.code == 0, "%s", p.out.data);
	proc_release(&p);
}

static void build(const char *source, const char *define, const char *result, const char *link)
{
	char *from = xasprintf("tests/unit/host/%s", source), *to = xasprintf("%s/%s", dir, result),
	     *lib = xasprintf("%s/libcudart.so.13", dir);
	const char *argv[] = { "cc", "-w", "-shared", "-fPIC", "-O0", define, from, "-o", to,
		"-Wl,-soname,libcudart.so.13", link ? lib : NULL, NULL };

	if (link)
		argv[9] = "-Wl,--unresolved-symbols=ignore-all";
	cc(argv);
	free(from);
	free(to);
	free(lib);
}

static void setup(void)
{
	const char *build_dir = getenv("BUILD");

	exe = xasprintf("%s/bin/warplings-host", build_dir ? build_dir : "build");
	dir = fs_temp_dir("check-host", NULL);
	build("cudart.c", "-DX", "libcudart.so.13", NULL);
	for (int i = 0; i < N; i++) {
		in[i] = (float)i;
		inout[i] = 5 * i;
		out[i] = -1;
		inout_back[i] = -1;
	}
	memset(args, 0, sizeof args);
	args[0] = (struct host_arg){ .kind = HOST_ARG_BUFFER_IN, .bytes = sizeof in, .data = in };
	args[1] = (struct host_arg){ .kind = HOST_ARG_BUFFER_OUT, .bytes = sizeof out, .result = out };
	args[2] = (struct host_arg){
		.kind = HOST_ARG_BUFFER_INOUT, .bytes = sizeof inout, .data = inout, .result = inout_back
	};
	args[3] = (struct host_arg){ .kind = HOST_ARG_VALUE, .bytes = 4, .cls = HOST_VALUE_SINT, .value = N };
	args[4] = (struct host_arg){
		.kind = HOST_ARG_VALUE, .bytes = 4, .cls = HOST_VALUE_FLOAT, .value = 0x40000000
	}; /* 2.0f */
	args[5] = (struct host_arg){
		.kind = HOST_ARG_VALUE, .bytes = 8, .cls = HOST_VALUE_DOUBLE, .value = 0x3ff0000000000000
	}; /* 1.0 */
}

static void teardown(void)
{
	fs_remove_tree(dir, NULL);
	free(dir);
	free(exe);
}

static struct host_session *start(const char *student)
{
	char *define = xasprintf("-DSTUDENT_%s", student), *so = xasprintf("%s/%s.so", dir, student),
	     *name = xasprintf("%s.so", student);
	struct host_start s = {
		.exe = exe, .so = so, .cudart_dir = dir, .symbol = "solve", .device_fd = -1, .cancel_fd = -1
	};
	struct host_session *h;
	struct err e = ERR_INIT;

	build("students.c", define, name, "link");
	h = host_session_start(&s, &e);
	ck_assert_msg(h != NULL, "%s", e.msg);
	free(define);
	free(so);
	free(name);
	return h;
}

static void run(struct host_session *h)
{
	host_session_case(h, args, 6, NULL, TIMEOUT, &oc);
}

static void check_answer(void)
{
	ck_assert_msg(oc.status == HOST_OK, "%d %s", oc.status, oc.message);
	for (int i = 0; i < N; i++) {
		ck_assert(out[i] == 2.0f * (float)i + 1.0f);
		ck_assert_int_eq(inout_back[i], 5 * i + 1);
	}
}

/* One case of this student: status and words; then an honest one, to see that nothing is left in the way. */
static void deserves(const char *student, int timeout_ms, enum host_status status, const char *words)
{
	struct host_session *h = start(student);

	host_session_case(h, args, 6, NULL, timeout_ms, &oc);
	ck_assert_msg(oc.status == status, "%s: status %d, message %s", student, oc.status, oc.message);
	ck_assert_msg(strstr(oc.message, words) != NULL, "%s: no \"%s\" in: %s", student, words, oc.message);
	ck_assert(oc.session_over);
	host_session_case(h, args, 6, NULL, timeout_ms, &oc);
	ck_assert_int_eq(oc.status, HOST_BROKEN);
	host_session_end(h);
	h = start("honest");
	run(h);
	check_answer();
	host_session_end(h);
}

START_TEST(test_honest)
{
	struct host_session *h = start("honest");

	for (int i = 0; i < 3; i++) {
		memset(out, 0, sizeof out);
		run(h);
		check_answer();
	}
	host_session_end(h);
}
END_TEST

START_TEST(test_outputs_are_poisoned)
{
	struct host_session *h = start("silent");
	unsigned char *bytes = (unsigned char *)out;

	run(h);
	ck_assert_int_eq(oc.status, HOST_OK);
	for (size_t i = 0; i < sizeof out; i++)
		ck_assert_int_eq(bytes[i], 0xFF);
	for (int i = 0; i < N; i++)
		ck_assert_int_eq(inout_back[i], inout[i]);
	host_session_end(h);
}
END_TEST

START_TEST(test_host_memory_and_nothing)
{
	struct host_session *h = start("honest");

	for (int i = 0; i < 3; i++)
		args[i].host_memory = true;
	run(h);
	check_answer();
	for (int i = 0; i < 3; i++) { /* n = 0: no bytes at all */
		args[i].bytes = 0;
		args[i].host_memory = false;
	}
	args[3].value = 0;
	run(h);
	ck_assert_int_eq(oc.status, HOST_OK);
	host_session_end(h);
}
END_TEST

START_TEST(test_large)
{
	struct host_session *h = start("honest");
	size_t n = 4 << 20;
	float *a = xcalloc(n, 4), *b = xcalloc(n, 4);
	int *c = xcalloc(n, 4);

	a[n - 1] = 3;
	args[0].data = a;
	args[1].result = b;
	args[2].data = args[2].result = c;
	for (int i = 0; i < 3; i++)
		args[i].bytes = n * 4;
	args[3].value = n;
	run(h);
	ck_assert_msg(oc.status == HOST_OK, "%s", oc.message);
	ck_assert(b[n - 1] == 7 && c[n - 1] == 1);
	free(a);
	free(b);
	free(c);
	host_session_end(h);
}
END_TEST

START_TEST(test_changed_input_is_fresh_in_the_next_case)
{
	struct host_session *h = start("changes_input");

	run(h);
	run(h);
	check_answer();
	host_session_end(h);
}
END_TEST

START_TEST(test_output_is_captured)
{
	struct host_session *h = start("talks");

	run(h);
	check_answer();
	ck_assert_str_eq(host_session_output(h), "n = 1000\nand more\n");
	ck_assert_str_eq(host_session_output(h), "");
	run(h); /* a second case has its own lines, not those of the first */
	ck_assert_str_eq(host_session_output(h), "n = 1000\nand more\n");
	host_session_end(h);
}
END_TEST

START_TEST(test_stdin_is_empty)
{
	struct host_session *h = start("reads_stdin");

	run(h);
	ck_assert_int_eq(oc.status, HOST_OK);
	ck_assert(out[0] == (float)EOF);
	host_session_end(h);
}
END_TEST

START_TEST(test_bad_launch_is_not_the_end)
{
	struct host_session *h = start("bad_launch");

	for (int i = 0; i < 2; i++) {
		run(h);
		ck_assert_int_eq(oc.status, HOST_CUDA_ERROR);
		ck_assert_int_eq(oc.cuda_code, 9);
		ck_assert_str_eq(oc.cuda_name, "cudaErrorInvalidConfiguration");
		ck_assert(!oc.session_over && !oc.before_solve);
	}
	host_session_end(h);
}
END_TEST

START_TEST(test_sticky_error_ends_the_session)
{
	deserves("illegal_address", TIMEOUT, HOST_CUDA_ERROR, "an illegal memory access was encountered");
}
END_TEST

START_TEST(test_crashes)
{
	deserves("exit_in_constructor", TIMEOUT, HOST_CRASHED,
		"called exit(0) while it was being loaded, before solve() was called");
	deserves("raw_exit_in_constructor", TIMEOUT, HOST_CRASHED, "called exit(0) while it was being loaded");
	deserves("crash_in_constructor", TIMEOUT, HOST_CRASHED,
		"segmentation fault in host code while it was being loaded");
	deserves("exits", TIMEOUT, HOST_CRASHED, "called exit(3) before solve() returned");
	deserves("segfault", TIMEOUT, HOST_CRASHED,
		"ended by a segmentation fault in host code: address 0x10 (a null pointer)");
	deserves("wild", TIMEOUT, HOST_CRASHED, "address 0x123456789000 is not memory of this process");
	deserves("overflow", TIMEOUT, HOST_CRASHED,
		"ended by a segmentation fault in host code: the CPU's stack is used up");
	deserves("aborts", TIMEOUT, HOST_CRASHED, "ended by abort()");
	deserves("divides", TIMEOUT, HOST_CRASHED, "a division by zero?");
}
END_TEST

START_TEST(test_time_limits)
{
	deserves("endless_constructor", 500, HOST_TIMEOUT, "it did not finish loading within 0.5 s");
	deserves("endless", 500, HOST_TIMEOUT, "solve() did not return within 0.5 s");
	deserves("stubborn", 500, HOST_TIMEOUT, "solve() did not return within 0.5 s");
	deserves("floods", 1000, HOST_TIMEOUT, "solve() did not return within 1 s");
}
END_TEST

/* What is left of the time of a run may be too little for our own part, which has a time of its own: the machine is not
 * blamed for it. */
START_TEST(test_a_time_that_is_nearly_over)
{
	struct host_session *h = start("endless_constructor");

	host_session_ready(h, 1, &oc);
	ck_assert_msg(oc.status == HOST_TIMEOUT, "%d, %s", oc.status, oc.message);
	host_session_end(h);
}
END_TEST

/* A second of work, a limit of 1.5 s, and four others on the same processor. */
START_TEST(test_a_busy_machine_takes_nobodys_time)
{
	struct host_session *h;
	pid_t others[4];
	cpu_set_t one, before;

	ck_assert_int_eq(sched_getaffinity(0, sizeof before, &before), 0);
	CPU_ZERO(&one);
	for (int c = 0; c < CPU_SETSIZE && !CPU_COUNT(&one); c++)
		if (CPU_ISSET(c, &before))
			CPU_SET(c, &one);
	h = start("honest"); /* built before it gets slow */
	host_session_end(h);
	h = start("busy");
	host_session_end(h);
	ck_assert_int_eq(sched_setaffinity(0, sizeof one, &one), 0);
	for (int i = 0; i < 4; i++)
		if (!(others[i] = fork())) {
			alarm(50); /* should the test die */
			for (;;)
				;
		}
	h = start("busy");
	host_session_case(h, args, 6, NULL, 1500, &oc);
	for (int i = 0; i < 4; i++) {
		kill(others[i], SIGKILL);
		waitpid(others[i], NULL, 0);
	}
	sched_setaffinity(0, sizeof before, &before);
	ck_assert_msg(oc.status == HOST_OK, "%s", oc.message);
	host_session_end(h);
}
END_TEST

START_TEST(test_hostile_answers)
{
	deserves("babbles", TIMEOUT, HOST_CRASHED, "a descriptor that is not its own");
	deserves("babbling_constructor", TIMEOUT, HOST_CRASHED, "a descriptor that is not its own");
	deserves("huge_answer", TIMEOUT, HOST_CRASHED, "a descriptor that is not its own");
	deserves("closes", TIMEOUT, HOST_CRASHED, "a descriptor that is not its own");
}
END_TEST

static struct host_timing timing(void)
{
	return (struct host_timing){ .wanted = true,
		.min_samples = 30,
		.max_samples = 40,
		.min_ms = 5,
		.max_ms = 10000,
		.warmup_ms = 1,
		.warmup_runs = 3 };
}

/* Answer number `at` (1 load, 2 case, 3 run, 4 fetch) of a lying process. */
static void lie(
	int at, const char *kind, struct host_timing *t, int timeout_ms, enum host_status status, const char *words)
{
	char *program = xasprintf("%s/liar", dir), *named = xasprintf("%s/liar-%d-%s", dir, at, kind),
	     *so = xasprintf("%s/libcudart.so.13", dir);
	const char *argv[] = { "cc", "-w", "-Iengine", "tests/unit/host/liar.c", "-o", program, NULL };
	struct host_start s = {
		.exe = named, .so = so, .cudart_dir = dir, .symbol = "solve", .device_fd = -1, .cancel_fd = -1
	};
	struct host_session *h;

	if (!fs_exists(program))
		cc(argv);
	ck_assert_int_eq(symlink(program, named), 0);
	h = host_session_start(&s, NULL);
	host_session_case(h, args, 6, t, timeout_ms, &oc);
	ck_assert_msg(oc.status == status, "%s: status %d, message %s", named, oc.status, oc.message);
	ck_assert_msg(strstr(oc.message, words) != NULL, "%s: %s", named, oc.message);
	ck_assert_ptr_null(strchr(oc.message, '\033'));
	ck_assert_ptr_null(strchr(oc.cuda_name, '\033'));
	host_session_end(h);
	free(program);
	free(named);
	free(so);
}

START_TEST(test_liar)
{
	static const char *const kinds[] = { "huge", "long", "short", "empty", "type", "magic", "nonce", "faults",
		"fault" };
	struct host_timing t = timing();

	lie(0, "control", NULL, TIMEOUT, HOST_OK, "");
	for (int at = 1; at <= 4; at++)
		for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
			/* One byte too many is an answer for which the judge would have to wait; it doesn't, the size
			 * is wrong. */
			lie(at, kinds[i], NULL, TIMEOUT, HOST_CRASHED, "what it answered makes no sense");
		}
	for (int at = 1; at <= 4; at++)
		lie(at, "half", NULL, 300, HOST_TIMEOUT, "within 0.3 s");
	for (int at = 1; at <= 3; at++) {
		lie(at, "status", NULL, TIMEOUT, HOST_CRASHED, "makes no sense");
		lie(at, "unterminated", NULL, TIMEOUT, HOST_CUDA_ERROR, "????");
	}
	lie(7, "nan", &t, TIMEOUT, HOST_CRASHED, "makes no sense");
	lie(7, "negative", &t, TIMEOUT, HOST_CRASHED, "makes no sense");
}
END_TEST

START_TEST(test_loading)
{
	deserves("missing_symbol", TIMEOUT, HOST_LOAD_FAILED, "undefined symbol: not_there");
	deserves("no_solve", TIMEOUT, HOST_NO_SOLVE, "it exports no solve()");
}
END_TEST

START_TEST(test_daemon_does_not_survive)
{
	char *file = xasprintf("%s/daemon.pid", dir);
	struct host_session *h;
	struct buf pid;

	setenv("TMPDIR", dir, 1); /* where the student's daemon leaves its number */
	h = start("daemon");
	run(h);
	ck_assert_int_eq(oc.status, HOST_CRASHED);
	buf_init(&pid);
	ck_assert_int_eq(fs_read(file, 100, &pid, NULL), 0);
	ck_assert_int_gt(atoi(pid.data), 1);
	ck_assert_int_eq(kill(atoi(pid.data), 0), -1);
	buf_release(&pid);
	free(file);
	host_session_end(h);
}
END_TEST

START_TEST(test_no_object)
{
	struct host_start s = { .exe = exe,
		.so = "/nonexistent.so",
		.cudart_dir = dir,
		.symbol = "solve",
		.device_fd = -1,
		.cancel_fd = -1 };
	struct err e = ERR_INIT;

	ck_assert_ptr_null(host_session_start(&s, &e));
	ck_assert_int_eq(e.kind, ERR_ENV);
}
END_TEST

START_TEST(test_no_runtime_is_our_fault)
{
	struct host_session *h = start("honest");
	char *so = xasprintf("%s/honest.so", dir);
	struct host_start s = {
		.exe = exe, .so = so, .cudart_dir = "/nonexistent", .symbol = "solve", .device_fd = -1, .cancel_fd = -1
	};

	host_session_end(h);
	h = host_session_start(&s, NULL);
	run(h);
	ck_assert_int_eq(oc.status, HOST_BROKEN);
	ck_assert_ptr_nonnull(strstr(oc.message, "the CUDA runtime can't be loaded"));
	host_session_end(h);
	free(so);
}
END_TEST

START_TEST(test_no_program_is_our_fault)
{
	struct host_session *h = start("honest");
	char *so = xasprintf("%s/honest.so", dir);
	struct host_start s = {
		.exe = "/nonexistent", .so = so, .cudart_dir = dir, .symbol = "solve", .device_fd = -1, .cancel_fd = -1
	};

	host_session_end(h);
	h = host_session_start(&s, NULL);
	run(h);
	ck_assert_int_eq(oc.status, HOST_BROKEN);
	host_session_end(h);
	free(so);
}
END_TEST

START_TEST(test_cancel)
{
	struct host_session *h = start("endless");
	char *so = xasprintf("%s/endless.so", dir);
	int p[2];
	struct host_start s = {
		.exe = exe, .so = so, .cudart_dir = dir, .symbol = "solve", .device_fd = -1, .cancel_fd = -1
	};

	host_session_end(h);
	ck_assert_int_eq(pipe(p), 0);
	s.cancel_fd = p[0];
	h = host_session_start(&s, NULL);
	host_session_ready(h, TIMEOUT, &oc);
	ck_assert_int_eq(oc.status, HOST_OK);
	ck_assert_int_eq(write(p[1], "x", 1), 1);
	run(h);
	ck_assert_int_eq(oc.status, HOST_CANCELLED);
	host_session_end(h);
	free(so);
}
END_TEST

START_TEST(test_timing)
{
	struct host_session *h = start("honest");
	struct host_timing t = timing();

	host_session_case(h, args, 6, &t, TIMEOUT, &oc);
	check_answer();
	ck_assert_uint_ge(t.nsamples, 30);
	ck_assert_uint_le(t.nsamples, 40);
	for (size_t i = 0; i < t.nsamples; i++)
		ck_assert(t.samples_us[i] > 0);
	ck_assert(t.wall_us > 0);
	free(t.samples_us);
	host_session_end(h);
}
END_TEST

START_TEST(test_timing_finds_first_call_only)
{
	struct host_session *h = start("first_call_only");
	struct host_timing t = timing();

	run(h);
	check_answer(); /* the first call alone looks right */
	host_session_case(h, args, 6, &t, TIMEOUT, &oc);
	ck_assert_int_eq(oc.status, HOST_OK);
	ck_assert(out[1] != 3.0f);
	free(t.samples_us);
	host_session_end(h);
}
END_TEST

Suite *host_suite(void);
Suite *host_suite(void)
{
	Suite *s = suite_create("host");
	TCase *tc = tcase_create("session");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 120);
	tcase_add_test(tc, test_honest);
	tcase_add_test(tc, test_outputs_are_poisoned);
	tcase_add_test(tc, test_host_memory_and_nothing);
	tcase_add_test(tc, test_large);
	tcase_add_test(tc, test_changed_input_is_fresh_in_the_next_case);
	tcase_add_test(tc, test_output_is_captured);
	tcase_add_test(tc, test_stdin_is_empty);
	tcase_add_test(tc, test_bad_launch_is_not_the_end);
	tcase_add_test(tc, test_sticky_error_ends_the_session);
	tcase_add_test(tc, test_crashes);
	tcase_add_test(tc, test_time_limits);
	tcase_add_test(tc, test_a_time_that_is_nearly_over);
	tcase_add_test(tc, test_a_busy_machine_takes_nobodys_time);
	tcase_add_test(tc, test_hostile_answers);
	tcase_add_test(tc, test_liar);
	tcase_add_test(tc, test_loading);
	tcase_add_test(tc, test_daemon_does_not_survive);
	tcase_add_test(tc, test_no_object);
	tcase_add_test(tc, test_no_runtime_is_our_fault);
	tcase_add_test(tc, test_no_program_is_our_fault);
	tcase_add_test(tc, test_cancel);
	tcase_add_test(tc, test_timing);
	tcase_add_test(tc, test_timing_finds_first_call_only);
	suite_add_tcase(s, tc);
	return s;
}
