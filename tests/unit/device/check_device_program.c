/* The device process and our libcudart.so.13 end to end: one nvcc-built program (device/program.cu) that knows nothing
 * of us runs part by part against a device process, and the judge's side sees the right report. Then clients that are
 * not programs at all. */
#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/proc.h"
#include "base/rng.h"
#include "device/control.h"
#include "device/wire/control_wire.h"
#include "device/protocol.h"

Suite *device_program_suite(void);

/* A library under AddressSanitizer needs a program that starts with it. */
#ifdef __SANITIZE_ADDRESS__
#define HOST_FLAGS "-fsanitize=address"
#else
#define HOST_FLAGS "-g"
#endif

static char *dir, *program, *device_exe, *library_dir;

static const char *or_else(const char *name, const char *fallback)
{
	const char *v = getenv(name);

	return v && *v ? v : fallback;
}

static void setup(void)
{
	char build[4096];
	struct err e = ERR_INIT;
	struct proc p;

	signal(SIGPIPE, SIG_IGN);
	ck_assert_ptr_nonnull(realpath(or_else("BUILD", "build"), build));
	device_exe = xasprintf("%s/bin/warplings-device", build);
	library_dir = xasprintf("LD_LIBRARY_PATH=%s/lib/emulator", build);
	dir = fs_temp_dir("check-device-program", NULL);
	program = xasprintf("%s/program", dir);
	{
		const char *argv[] = { or_else("NVCC", "nvcc"), "--cudart", "shared", "-gencode",
			"arch=compute_80,code=compute_80", "-lineinfo", "-Xcompiler", HOST_FLAGS,
			"tests/unit/device/program.cu", "-o", program, NULL };
		struct proc_spec spec = { .argv = argv, .capture = true };

		ck_assert_msg(!proc_run(&p, &spec, 120000, -1, &e), "%s", e.msg);
		ck_assert_msg(p.exited && !p.code, "%s", p.out.data);
		proc_release(&p);
	}
}

static void teardown(void)
{
	fs_remove_tree(dir, NULL);
	free(dir);
	free(program);
	free(device_exe);
	free(library_dir);
}

static struct device_proc *start(struct device_start s, int *client)
{
	struct err e = ERR_INIT;
	struct device_proc *d;

	s.exe = device_exe;
	d = device_start(&s, -1, client, &e);
	ck_assert_msg(d != NULL, "%s", e.msg);
	return d;
}

/* Run one part to its end; its words come back in *words. */
static int run_part(int *client, const char *part, char **words)
{
	const char *argv[] = { program, part, NULL };
	const char *env[] = { library_dir, DP_ENV "=10", "PATH=/usr/bin:/bin", "ASAN_OPTIONS=detect_leaks=0", NULL };
	struct proc_fd fds[] = { { *client, 10 } };
	struct proc_spec spec = { .argv = argv, .env = env, .fds = fds, .nfds = 1, .capture = true };
	struct err e = ERR_INIT;
	struct proc p;
	int code;

	ck_assert_msg(!proc_start(&p, &spec, &e), "%s", e.msg);
	close(*client);
	*client = -1;
	ck_assert_msg(proc_wait(&p, 60000, -1) == 1, "%s does not end", part);
	code = p.exited ? p.code : -p.code;
	*words = xstrdup(p.out.data);
	proc_release(&p);
	return code;
}

static void report_of(struct device_proc *d, struct arena *a, struct device_report *r)
{
	struct err e = ERR_INIT;

	ck_assert_msg(!device_report(d, a, r, 10000, &e), "%s", e.msg);
}

/* A part, and what the judge must be told about it. */
static const struct expectation {
	const char *part;
	size_t kernels; /* rows */
	size_t faults;
	const char *verdict; /* of the first fault */
	int code;
	const char *words; /* in its message */
	bool fatal;
} expectations[] = {
	{ "add", 1, 0, NULL, 0, NULL, false },
	{ "arguments", 2, 0, NULL, 0, NULL, false },
	{ "symbols", 2, 1, "launch-error", 1, "more than the 16 bytes", false },
	{ "copies", 0, 0, NULL, 0, NULL, false },
	{ "shared", 2, 2, "launch-error", 1, "dynamic shared memory", false },
	{ "configuration", 1, 5, "launch-error", 1, "the launch of fill<int> failed: 2048 threads a block", false },
	{ "bad-calls", 0, 11, "launch-error", 21, "cudaMemcpy failed: the direction 9 does not exist", false },
	{ "fault", 1, 1, "memory-error", 700, "past the end", true },
	{ "host-pointer", 1, 1, "memory-error", 700, "host pointer", true },
	{ "streams", 1, 3, "launch-error", 400, "not been recorded", false },
	{ "pinned", 1, 0, NULL, 0, NULL, false },
	{ "asynchronous", 1, 0, NULL, 0, NULL, false },
	{ "graph", 1, 0, NULL, 0, NULL, false },
	{ "device", 0, 0, NULL, 0, NULL, false },
	{ "reset", 2, 0, NULL, 0, NULL, false },
	{ "unimplemented", 0, 0, NULL, 0, NULL, false },
	{ "many", 1, 0, NULL, 0, NULL, false },
};
enum { EXPECTATIONS = sizeof expectations / sizeof *expectations };

START_TEST(part_runs_and_is_reported)
{
	const struct expectation *x = &expectations[_i];
	struct device_report r;
	struct arena a;
	char *words;
	int client, code;
	struct device_proc *d = start((struct device_start){ .profile = "h200", .per_line = true }, &client);

	arena_init(&a);
	code = run_part(&client, x->part, &words);
	ck_assert_msg(code == 0, "%s ends with %d: %s", x->part, code, words);
	report_of(d, &a, &r);
	for (size_t i = 0; i < r.nfaults && r.nfaults != x->faults; i++)
		printf("%s: %s\n", r.faults[i].verdict, r.faults[i].message);
	ck_assert_uint_eq(r.nkernels, x->kernels);
	ck_assert_uint_eq(r.nfaults, x->faults);
	if (x->faults) {
		ck_assert_str_eq(r.faults[0].verdict, x->verdict);
		ck_assert_int_eq(r.faults[0].cuda_code, x->code);
		ck_assert_msg(strstr(r.faults[0].message, x->words) != NULL, "%s", r.faults[0].message);
		ck_assert_int_eq(r.faults[0].fatal, x->fatal);
	}
	ck_assert(!r.truncated);
	free(words);
	arena_release(&a);
	device_stop(d);
}
END_TEST

START_TEST(report_of_a_kernel)
{
	struct device_report r;
	const char *slash;
	struct arena a;
	char *words;
	int client;
	struct device_proc *d = start((struct device_start){ .per_line = true }, &client);

	arena_init(&a);
	ck_assert_str_eq(device_name(d), "NVIDIA H200 (emulated)");
	ck_assert_int_eq(run_part(&client, "add", &words), 0);
	report_of(d, &a, &r);
	ck_assert_str_eq(r.kernels[0].name, "add");
	ck_assert_uint_eq(r.kernels[0].grid[0], 4);
	ck_assert_uint_eq(r.kernels[0].block[0], 256);
	ck_assert_uint_eq(r.kernels[0].launches, 1);
	/* 1000 floats of each of two arrays: 31 full warps of 4 sectors and one of 8 lanes in 1 sector. */
	ck_assert_uint_eq(r.kernels[0].c.v[CTR_GLOBAL_LD_REQUESTS], 64);
	ck_assert_uint_eq(r.kernels[0].c.v[CTR_GLOBAL_LD_SECTORS], 250);
	ck_assert_uint_eq(r.kernels[0].c.v[CTR_GLOBAL_ST_SECTORS], 125);
	ck_assert(r.time_us > 0 && r.kernels[0].time_us == r.time_us);
	ck_assert_uint_gt(r.nlines, 0);
	slash = strrchr(r.lines[0].file, '/');
	ck_assert_str_eq(slash ? slash + 1 : r.lines[0].file, "program.cu");
	free(words);
	/* A second report holds only what is new. */
	report_of(d, &a, &r);
	ck_assert_uint_eq(r.nkernels, 0);
	arena_release(&a);
	device_stop(d);
}
END_TEST

START_TEST(equal_launches_are_one_row)
{
	struct device_report r;
	struct arena a;
	char *words;
	int client;
	struct device_proc *d = start((struct device_start){ 0 }, &client);

	arena_init(&a);
	ck_assert_int_eq(run_part(&client, "many", &words), 0);
	report_of(d, &a, &r);
	ck_assert_uint_eq(r.nkernels, 1);
	ck_assert_uint_eq(r.kernels[0].launches, 3000);
	ck_assert_str_eq(r.kernels[0].name, "fill<int>");
	ck_assert_uint_eq(r.kernels[0].c.v[CTR_GLOBAL_ST_REQUESTS], 3000);
	free(words);
	arena_release(&a);
	device_stop(d);
}
END_TEST

START_TEST(fault_names_its_line)
{
	struct device_report r;
	struct arena a;
	char *words;
	int client;
	struct device_proc *d = start((struct device_start){ 0 }, &client);

	arena_init(&a);
	ck_assert_int_eq(run_part(&client, "fault", &words), 0);
	report_of(d, &a, &r);
	ck_assert_str_eq(r.faults[0].kernel, "add_unguarded");
	ck_assert_ptr_nonnull(strstr(r.faults[0].at.file, "program.cu"));
	ck_assert_int_gt(r.faults[0].at.line, 0);
	free(words);
	arena_release(&a);
	device_stop(d);
}
END_TEST

START_TEST(unimplemented_call_is_named)
{
	struct device_report r;
	struct arena a;
	char *words, *first;
	int client;
	struct device_proc *d = start((struct device_start){ 0 }, &client);

	arena_init(&a);
	ck_assert_int_eq(run_part(&client, "unimplemented", &words), 0);
	first = strstr(words, "cudaMallocArray");
	ck_assert_ptr_nonnull(first);
	ck_assert_ptr_null(strstr(first + 1, "cudaMallocArray"));
	report_of(d, &a, &r);
	ck_assert_uint_eq(r.nunimplemented, 1);
	ck_assert_str_eq(r.unimplemented[0], "cudaMallocArray");
	free(words);
	arena_release(&a);
	device_stop(d);
}
END_TEST

/* Given at the start, or for the order that comes next (1): that of the start would take half a minute. */
START_TEST(endless_kernel_meets_its_budget)
{
	struct device_report r;
	struct err e = ERR_INIT;
	struct arena a;
	char *words;
	int client, code;
	struct device_proc *d = start((struct device_start){ .step_budget = _i ? 1ull << 32 : 2000000 }, &client);

	arena_init(&a);
	if (_i)
		ck_assert_msg(!device_schedule(d, 0, 0, 2000000, &e), "%s", e.msg);
	code = run_part(&client, "endless", &words);
	ck_assert_msg(code == 0, "%s", words);
	report_of(d, &a, &r);
	ck_assert_uint_eq(r.nfaults, 1);
	ck_assert_str_eq(r.faults[0].verdict, "timeout");
	ck_assert_int_eq(r.faults[0].cuda_code, 702);
	ck_assert_msg(strstr(r.faults[0].message, "2000000") != NULL, "%s", r.faults[0].message);
	free(words);
	arena_release(&a);
	device_stop(d);
}
END_TEST

/* A client that dies while its kernel runs for ever: the report comes, and the next client finds a fresh device. */
START_TEST(device_outlives_its_client)
{
	struct device_report r;
	struct err e = ERR_INIT;
	struct arena a;
	char *words;
	int client;
	struct device_proc *d = start((struct device_start){ 0 }, &client);

	arena_init(&a);
	ck_assert_int_eq(run_part(&client, "leave", &words), 0);
	free(words);
	report_of(d, &a, &r);
	for (int i = 0; i < 3; i++) {
		ck_assert_msg(!device_client(d, &client, &e), "%s", e.msg);
		ck_assert_int_eq(run_part(&client, i == 1 ? "fault" : "add", &words), 0);
		free(words);
	}
	report_of(d, &a, &r);
	ck_assert_uint_eq(r.nfaults, 1);
	arena_release(&a);
	device_stop(d);
}
END_TEST

START_TEST(two_runs_are_equal)
{
	struct device_report r[2];
	struct arena a;

	arena_init(&a);
	for (int i = 0; i < 2; i++) {
		char *words;
		int client;
		struct device_proc *d = start((struct device_start){ .threads = i + 1 }, &client);

		ck_assert_int_eq(run_part(&client, "bad-calls", &words), 0);
		free(words);
		report_of(d, &a, &r[i]);
		device_stop(d);
	}
	ck_assert_uint_eq(r[0].nfaults, r[1].nfaults);
	for (size_t i = 0; i < r[0].nfaults; i++)
		ck_assert_int_eq(r[0].faults[i].cuda_code, r[1].faults[i].cuda_code);
	arena_release(&a);
}
END_TEST

/* ---- clients that are no programs */
static void send_op(int fd, uint16_t op, const void *body, size_t n, uint64_t claimed)
{
	struct dp_request h = { .magic = DP_MAGIC, .op = op, .seq = 1, .bytes = claimed };

	ck_assert_int_eq(fs_write_full(fd, &h, sizeof h), 0);
	if (n)
		fs_write_full(fd, body, n); /* the device may have hung up by now */
}

static void hello(int fd)
{
	struct dp_hello h = { DP_VERSION, 1 };
	struct dp_hello_reply body;
	struct dp_reply r;

	send_op(fd, DP_HELLO, &h, sizeof h, sizeof h);
	ck_assert_int_eq(fs_read_full(fd, &r, sizeof r), 1);
	ck_assert_int_eq(r.error, 0);
	ck_assert_uint_eq(r.bytes, sizeof body);
	ck_assert_int_eq(fs_read_full(fd, &body, sizeof body), 1);
	ck_assert_int_eq(body.field[DP_FIELD_SM_COUNT], 132);
}

/* Nothing more comes: the device has hung up. */
static void expect_hangup(int fd)
{
	char c;

	while (read(fd, &c, 1) > 0)
		;
}

enum {
	BAD_MAGIC,
	BAD_OP,
	BAD_VERSION,
	NO_HELLO,
	TOO_LONG,
	TOO_SHORT,
	HUGE_NAME,
	ODD_COPY,
	BAD_ELEMENT,
	BAD_WAIT,
	MALFORMED
};

START_TEST(malformed_bytes_close_the_connection)
{
	struct dp_hello old = { DP_VERSION + 1, 1 };
	struct dp_none none = { 0, 0 };
	struct dp_write w = {
		.dst = 1 << 20, .pitch = 4, .width = 8, .rows = UINT64_MAX, .whole = 1 << 20, .whole_bytes = 64
	};
	struct dp_memset m = { .dst = 1, .pitch = 9, .width = 9, .rows = 1, .element = 4 };
	struct dp_wait wait = { 77, 0 };
	struct device_report r;
	struct arena a;
	int client;
	struct device_proc *d = start((struct device_start){ 0 }, &client);

	arena_init(&a);
	if (_i > NO_HELLO)
		hello(client);
	switch (_i) {
	case BAD_MAGIC:
		ck_assert_int_eq(fs_write_full(client, "GET / HTTP/1.1\r\nHost: device\r\n\r\n......", 38), 0);
		break;
	case BAD_OP: send_op(client, 999, NULL, 0, 0); break;
	case BAD_VERSION: send_op(client, DP_HELLO, &old, sizeof old, sizeof old); break;
	case NO_HELLO: send_op(client, DP_MEM_INFO, &none, sizeof none, sizeof none); break;
	case TOO_LONG: send_op(client, DP_MEM_INFO, &none, sizeof none, sizeof none + 1); break;
	case TOO_SHORT: send_op(client, DP_LAUNCH, &none, sizeof none, sizeof none); break;
	case HUGE_NAME: send_op(client, DP_KERNEL, &none, sizeof none, UINT64_MAX - 7); break;
	case ODD_COPY: send_op(client, DP_WRITE, &w, sizeof w, sizeof w); break;
	case BAD_ELEMENT: send_op(client, DP_MEMSET, &m, sizeof m, sizeof m); break;
	case BAD_WAIT: send_op(client, DP_SYNC, &wait, sizeof wait, sizeof wait); break;
	}
	expect_hangup(client);
	report_of(d, &a, &r);
	ck_assert_uint_eq(r.nfaults, 1);
	ck_assert_str_eq(r.faults[0].verdict, "launch-error");
	ck_assert_ptr_nonnull(strstr(r.faults[0].message, "no request"));
	close(client);
	arena_release(&a);
	device_stop(d);
}
END_TEST

/* Well-formed requests with random contents: whatever they do, the device lives and reports. */
START_TEST(random_requests)
{
	static const uint16_t sizes[DP_OP_COUNT] = {
#define DP(id, type, payload) [DP_##id] = sizeof(type),
		DP_TABLE
#undef DP
	};
	struct device_report r;
	struct err e = ERR_INIT;
	struct arena a;
	int client;
	struct device_proc *d = start((struct device_start){ .step_budget = 100000 }, &client);

	arena_init(&a);
	for (uint64_t round = 0; round < 30; round++) {
		if (round)
			ck_assert_msg(!device_client(d, &client, &e), "%s", e.msg);
		hello(client);
		for (uint64_t i = 0; i < 40; i++) {
			uint64_t body[24], pick = rng_u64((uint64_t)_i, round, i);
			uint16_t op = (uint16_t)(1 + pick % (DP_OP_COUNT - 1));
			char scrap[65536];

			for (int k = 0; k < 24; k++) {
				uint64_t v = rng_u64((uint64_t)_i, round * 64 + i, (uint64_t)k + 1);

				body[k] = v % 3 == 0 ? v >> 32 & 7 :
					v % 3 == 1   ? (v >> 8 & 0xff) | (v >> 8 & 0xff) << 32 :
						       0x300000000000 + (v >> 40);
			}
			if (send(client, "", 0, MSG_NOSIGNAL) < 0)
				break;
			{
				struct dp_request h = { .magic = DP_MAGIC,
					.op = op,
					.seq = (uint32_t)i,
					.flags = pick >> 40 & 1,
					.bytes = sizes[op] };

				if (send(client, &h, sizeof h, MSG_NOSIGNAL) < 0 ||
					send(client, body, sizes[op], MSG_NOSIGNAL) < 0)
					break;
			}
			while (recv(client, scrap, sizeof scrap, MSG_DONTWAIT) > 0)
				;
		}
		close(client);
	}
	report_of(d, &a, &r);
	ck_assert_uint_gt(r.nfaults, 0);
	arena_release(&a);
	device_stop(d);
}
END_TEST

/* The judge is killed: the device goes too. Its end of the client's socket says so. */
START_TEST(device_dies_with_its_judge)
{
	struct dc_head h;
	int pair[2], client = -1;
	pid_t pid;

	ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
	pid = fork();
	if (!pid) {
		struct device_start s = { .exe = device_exe };

		close(pair[0]);
		if (!device_start(&s, -1, &client, NULL) || dc_send(pair[1], DC_CLIENT, NULL, 0, client))
			_exit(1);
		close(client);
		for (;;)
			pause();
	}
	close(pair[1]);
	ck_assert_int_eq(dc_receive(pair[0], &h, &client, 10000, -1), 1);
	hello(client); /* it lives */
	kill(pid, SIGKILL);
	expect_hangup(client);
	close(client);
	close(pair[0]);
}
END_TEST

START_TEST(starting_what_is_no_device)
{
	struct device_start s = { .exe = "/nonexistent/warplings-device" },
			    t = { .exe = device_exe, .profile = "abacus" }, u = { .exe = "/bin/true" };
	struct err e = ERR_INIT;
	int client;

	ck_assert_ptr_null(device_start(&s, -1, &client, &e));
	ck_assert_int_eq(e.kind, ERR_ENV);
	err_clear(&e);
	ck_assert_ptr_null(device_start(&t, -1, &client, &e));
	ck_assert_int_eq(e.kind, ERR_USAGE);
	err_clear(&e);
	ck_assert_ptr_null(device_start(&u, -1, &client, &e));
	ck_assert_int_eq(e.kind, ERR_BUG);
}
END_TEST

Suite *device_program_suite(void)
{
	Suite *s = suite_create("device_program");
	TCase *t = tcase_create("program");

	tcase_set_timeout(t, 300);
	tcase_add_unchecked_fixture(t, setup, teardown);
	tcase_add_loop_test(t, part_runs_and_is_reported, 0, EXPECTATIONS);
	tcase_add_test(t, report_of_a_kernel);
	tcase_add_test(t, equal_launches_are_one_row);
	tcase_add_test(t, fault_names_its_line);
	tcase_add_test(t, unimplemented_call_is_named);
	tcase_add_loop_test(t, endless_kernel_meets_its_budget, 0, 2);
	tcase_add_test(t, device_outlives_its_client);
	tcase_add_test(t, two_runs_are_equal);
	tcase_add_loop_test(t, malformed_bytes_close_the_connection, 0, MALFORMED);
	tcase_add_loop_test(t, random_requests, 0, 3);
	tcase_add_test(t, device_dies_with_its_judge);
	tcase_add_test(t, starting_what_is_no_device);
	suite_add_tcase(s, t);
	return s;
}
