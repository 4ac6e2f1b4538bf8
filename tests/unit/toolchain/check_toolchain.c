/* The toolchain with the real nvcc: artifacts, diagnostics at the student's lines, refusals, cache, limits. Its parts
 * alone: check_toolchain_parts.c. */
#include <check.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/proc.h"
#include "toolchain/internal.h"
#include "tests/unit/in_short.h"
#include "toolchain_kit.h"

static struct compile_outcome compile_text(const char *text)
{
	write_source(text, strlen(text));
	return compile(false);
}

/* It was refused, with these words, and nothing was made or left behind. */
static void refused(struct compile_outcome out, const char *words)
{
	char **names;
	size_t n;

	ck_assert(!out.ok);
	ck_assert_msg(strstr(out.diagnostics.data, words) != NULL, "no \"%s\" in: %s", words, out.diagnostics.data);
	ck_assert_msg(strstr(out.diagnostics.data, "/tmp") == NULL, "a folder of ours in: %s", out.diagnostics.data);
	ck_assert(!fs_exists(so));
	ck_assert_int_eq(fs_list(dir, &names, &n, NULL), 0);
	for (size_t i = 0; i < n; i++)
		ck_assert_msg(
			!strcmp(names[i], "1-step.cu") || !strcmp(names[i], "cache"), "left behind: %s", names[i]);
	fs_names_free(names, n);
	buf_release(&out.diagnostics);
}

START_TEST(test_compiles)
{
	struct compile_outcome out = compile_text(GOOD);
	struct buf image;

	ck_assert_msg(out.ok, "%s", out.diagnostics.data);
	ck_assert_str_eq(out.diagnostics.data, "");
	buf_init(&image);
	ck_assert_int_eq(fs_read(so, 1 << 24, &image, NULL), 0);
	ck_assert_int_eq(elf_find(image.data, image.len, "solve"), ELF_EXPORTED);
	ck_assert_ptr_nonnull(memmem(image.data, image.len, "libcudart.so.13", 15));
	buf_release(&image);
	buf_release(&out.diagnostics);
}
END_TEST

START_TEST(test_error_at_the_students_line)
{
	refused(compile_text("\n\n__global__ void k() { undeclared = 1; }\n"),
		"1-step.cu(3): error: identifier \"undeclared\" is undefined");
}
END_TEST

START_TEST(test_preprocessor_error_at_the_line)
{
	refused(compile_text(GOOD "#include \"not_there.h\"\n"), "1-step.cu:3:10: fatal error: not_there.h");
}
END_TEST

/* Our short cut leaves C++17's special functions out; a file that uses them must not notice. */
START_TEST(test_special_functions)
{
	struct compile_outcome out = compile_text(
		"#include <cmath>\nextern \"C\" void solve(double *p) { *p = std::cyl_bessel_j(0.0, *p); }\n");

	ck_assert_msg(out.ok, "%s", out.diagnostics.data);
	ck_assert_str_eq(out.diagnostics.data, "");
	buf_release(&out.diagnostics);
}
END_TEST

/* What the quick way leaves out of nvcc's headers, asked for by a name that the text does not have. */
static const char *const hidden[] = {
	"__global__ void k(int *p) { *p = P(__l, dg)(p + 1); }\n",
	"__global__ void k(int *p) { P(__s, tcg)(p, 1); }\n",
	"__global__ void k(int *p) { *p = P(__fun, nelshift_l)(1, 2, 3); }\n",
	"__global__ void k(int *p) { P(ato, micAdd)((double *)p, 1.0); }\n",
	"__global__ void k(int *p) { P(ato, micAdd_block)(p, 1); }\n",
	"__global__ void k(int *p) { *p = P(__d, p4a)(1, 2, 3); }\n",
	"__global__ void k(int *p) { *p = P(t, ex1Dfetch)<int>(1ull, 2); }\n",
	"__global__ void k(int *p) { P(su, rf1Dwrite)(1, 1ull, 2); }\n",
};

START_TEST(test_a_header_that_was_left_out)
{
	char *text =
		xasprintf("#define P(a, b) a##b\n%sextern \"C\" void solve(int *p) { k<<<1, 1>>>(p); }\n", hidden[_i]);
	struct compile_outcome out = compile_text(text);

	ck_assert_msg(out.ok, "%s", out.diagnostics.data);
	ck_assert_str_eq(out.diagnostics.data, "");
	buf_release(&out.diagnostics);
	free(text);
}
END_TEST

START_TEST(test_solve_missing)
{
	refused(compile_text("__global__ void k() {}\n"),
		"solve() is missing: declare it as extern \"C\" void solve(...)");
	refused(compile_text("static void solve() {}\nvoid f() { solve(); }"), "solve() is missing");
}
END_TEST

START_TEST(test_solve_mangled)
{
	refused(compile_text("// solve(\n\nvoid solve(int *p) { *p = 0; }\n"),
		"1-step.cu(3): error: solve() is a C++ function here");
}
END_TEST

START_TEST(test_undefined_function)
{
	refused(compile_text("void elsewhere();\nextern \"C\" void solve() { elsewhere(); }\n"),
		"undefined reference to `elsewhere()'");
}
END_TEST

START_TEST(test_empty)
{
	refused(compile_text(""), "1-step.cu: error: the file is empty");
	refused(compile_text(" \n\t\n"), "the file is empty");
}
END_TEST

/* What the assembler says of it reads like a fault of the machine. */
START_TEST(test_more_than_the_compiler_takes)
{
	refused(compile_text("static char big[3000000000ul] = { 1 };\n"
			     "extern \"C\" void solve() { ((volatile char *)big)[0] = 2; }\n"),
		"1-step.cu: error: this is more than the compiler can take");
}
END_TEST

/* Debian's ccache stands on PATH under the names of compilers. It needs a home, and is not to keep anything. */
START_TEST(test_wrapped_compiler)
{
	static const char *const names[] = { "gcc", "g++" };
	char *bin = xasprintf("%s/bin", dir), *path = xasprintf("%s:%s", bin, getenv("PATH"));
	struct compile_outcome out;

	ck_assert_int_eq(fs_mkdir_p(bin, NULL), 0);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		char *file = xasprintf("%s/%s", bin, names[i]),
		     *text = xasprintf("#!/bin/sh\n[ -d \"$HOME\" ] && [ \"$CCACHE_DISABLE\" = 1 ] || exit 1\nexec "
				       "/usr/bin/%s \"$@\"\n",
			     names[i]);

		ck_assert_int_eq(fs_write_atomic(file, text, strlen(text), 0755, NULL), 0);
		free(file);
		free(text);
	}
	setenv("PATH", path, 1);
	out = compile_text(GOOD);
	ck_assert_msg(out.ok, "%s", out.diagnostics.data);
	buf_release(&out.diagnostics);
	free(bin);
	free(path);
}
END_TEST

START_TEST(test_binary)
{
	struct compile_outcome out;

	write_source("\177ELF\0\0\0", 7);
	out = compile(false);
	ck_assert(out.refused); /* nothing that a compiler said */
	refused(out, "this is no source text");
}
END_TEST

START_TEST(test_not_cuda)
{
	struct compile_outcome out = compile_text("undeclared = 1;\n");

	ck_assert(!out.refused);
	buf_release(&out.diagnostics);
	refused(compile_text("Dear teacher, the dog ate my kernel.\n"), "1-step.cu(1): error");
}
END_TEST

START_TEST(test_too_large)
{
	char *big = xmalloc(10 << 20);

	memset(big, '\n', 10 << 20);
	write_source(big, 10 << 20);
	free(big);
	refused(compile(false), "larger than 1 MiB");
}
END_TEST

/* A file of a few lines whose object is large. That is the file's doing, whichever of the tools comes to its end. */
START_TEST(test_large_object)
{
	refused(compile_text(GOOD "asm(\".data\\n.zero 100000000\\n.text\");\n"), "the object is 95 MiB large");
	refused(compile_text(GOOD "asm(\".data\\n.zero 400000000\\n.text\");\n"), "limit exceeded");
}
END_TEST

/* What ptxas refuses is compiled as PTX alone; machine code makes the artifact larger. */
START_TEST(test_machine_code)
{
	static const char slip[] = "extern \"C\" void solve(int *p);\n__global__ void k(int *p) { asm "
				   "volatile(\"nonsense.u32 %0;\" : \"+r\"(*p)); }\n"
				   "void solve(int *p) { k<<<1, 1>>>(p); }\n";
	static const char good[] = "extern \"C\" void solve(int *p);\n__global__ void k(int *p) { *p = 1; }\nvoid "
				   "solve(int *p) { k<<<1, 1>>>(p); }\n";
	static const struct {
		int capability, machine;
	} near[] = { { 20, 80 }, { 75, 80 }, { 80, 80 }, { 89, 89 }, { 90, 90 }, { 95, 90 }, { 200, 121 } };
	struct compile_request rq = {
		.source = src, .out = so, .arch = 80, .machine = 90, .timeout_ms = 60000, .cancel_fd = -1
	};
	size_t bytes[3];

	for (size_t i = 0; i < sizeof near / sizeof *near; i++)
		ck_assert_int_eq(toolchain_machine(near[i].capability), near[i].machine);
	for (int i = 0; i < 3; i++) {
		struct compile_outcome out;
		struct buf image;
		struct err e = ERR_INIT;

		write_source(i < 2 ? good : slip, strlen(i < 2 ? good : slip));
		rq.machine = i == 1 ? 0 : 90;
		ck_assert_msg(!toolchain_compile(&tc, &rq, &out, &e), "%s", e.msg);
		ck_assert_msg(out.ok, "%s", out.diagnostics.data);
		ck_assert_uint_eq(out.diagnostics.len, 0);
		buf_release(&out.diagnostics);
		buf_init(&image);
		ck_assert(!fs_read(so, 64 << 20, &image, NULL));
		bytes[i] = image.len;
		buf_release(&image);
	}
	ck_assert_uint_gt(bytes[0], bytes[1] + 1000);
	ck_assert_uint_lt(bytes[2], bytes[1] + 1000);
}
END_TEST

START_TEST(test_fifo_is_no_source)
{
	ck_assert_int_eq(mkfifo(src, 0600), 0);
	refused(compile(false), "no regular file");
}
END_TEST

START_TEST(test_missing_source_is_the_environments_fault)
{
	struct compile_request rq = { .source = src, .out = so, .arch = 80, .cancel_fd = -1 };
	struct compile_outcome out;
	struct err e = ERR_INIT;

	ck_assert_int_eq(toolchain_compile(&tc, &rq, &out, &e), -1);
	ck_assert_int_eq(e.kind, ERR_ENV);
	buf_release(&out.diagnostics);
}
END_TEST

START_TEST(test_escape_bytes_are_scrubbed)
{
	struct compile_outcome out = compile_text("#error \"\033[31mred\007\"\n");

	ck_assert_ptr_null(strchr(out.diagnostics.data, '\033'));
	ck_assert_ptr_null(strchr(out.diagnostics.data, '\007'));
	refused(out, "red");
}
END_TEST

START_TEST(test_error_flood_is_bounded)
{
	struct compile_outcome out;
	struct buf b;

	buf_init(&b);
	for (int i = 0; i < 5000; i++)
		buf_printf(&b, "wrong%d x%d;\n", i, i);
	out = compile_text(b.data);
	buf_release(&b);
	ck_assert_uint_le(out.diagnostics.len, 66000);
	refused(out, "1-step.cu(1): error");
	/* A file that includes itself: gcc alone would say 400 MB about it. */
	out = compile_text("#include \"1-step.cu\"\n#include \"1-step.cu\"\nnonsense\n");
	ck_assert_uint_le(out.diagnostics.len, 66000);
	refused(out, "error");
}
END_TEST

START_TEST(test_endless_compilation_times_out)
{
	struct compile_request rq = { .source = src, .out = so, .arch = 80, .timeout_ms = 1500, .cancel_fd = -1 };
	struct compile_outcome out;
	struct err e = ERR_INIT;

	write_source("#include \"/dev/zero\"\n" GOOD, strlen("#include \"/dev/zero\"\n" GOOD));
	ck_assert_int_eq(toolchain_compile(&tc, &rq, &out, &e), 0);
	/* By the wall or by the memory: which comes first is the machine's business. */
	refused(out, strstr(out.diagnostics.data, "out of memory") ? "out of memory" : "error");
}
END_TEST

/* Processor time of what has been run and waited for, in ms. */
static int64_t spent_ms(void)
{
	struct rusage u;

	ck_assert_int_eq(getrusage(RUSAGE_CHILDREN, &u), 0);
	return (u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1000 + (u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1000;
}

/* Others have the processor for most of the time: that is not the file's. */
START_TEST(test_a_busy_machine_changes_no_verdict)
{
	struct compile_request rq = { .source = src, .out = so, .arch = 80, .cancel_fd = -1 };
	struct compile_outcome out;
	struct err e = ERR_INIT;
	cpu_set_t all, one;
	enum { LIMIT_MS = 4000, MOST = 200 };
	pid_t others[MOST];
	size_t n;
	int64_t begin, own = 0, rc;

	/* What the file takes of a processor, whose speed is the machine's; the first one makes the headers' text, too.
	 */
	write_source(GOOD, strlen(GOOD));
	for (int i = 0; i < 2; i++, buf_release(&out.diagnostics)) {
		own = spent_ms();
		ck_assert_int_eq(toolchain_compile(&tc, &rq, &out, &e), 0);
		ck_assert_msg(out.ok, "%s", out.diagnostics.data);
	}
	own = spent_ms() - own;
	ck_assert_int_gt(own, 10);
	n = 3 * LIMIT_MS / 2 / own < MOST ? (size_t)(3 * LIMIT_MS / 2 / own) : MOST;
	ck_assert_int_eq(sched_getaffinity(0, sizeof all, &all), 0);
	CPU_ZERO(&one);
	for (int i = 0; i < CPU_SETSIZE && !CPU_COUNT(&one); i++)
		if (CPU_ISSET(i, &all))
			CPU_SET(i, &one);
	ck_assert_int_eq(sched_setaffinity(0, sizeof one, &one), 0);
	for (size_t i = 0; i < n; i++)
		if (!(others[i] = fork())) {
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			setsid(); /* a scheduler that groups by sessions gives each its share */
			for (;;)
				;
		}
	rq.timeout_ms = LIMIT_MS; /* the others make half as much again of what the file takes */
	begin = time_now_ns();
	rc = toolchain_compile(&tc, &rq, &out, &e);
	for (size_t i = 0; i < n; i++) {
		kill(others[i], SIGKILL);
		waitpid(others[i], NULL, 0);
	}
	sched_setaffinity(0, sizeof all, &all);
	ck_assert_int_eq(rc, 0);
	ck_assert_msg(time_now_ns() - begin > LIMIT_MS * 1000000LL, "nobody was in its way");
	ck_assert_msg(out.ok, "%s", out.diagnostics.data);
	buf_release(&out.diagnostics);
}
END_TEST

START_TEST(test_cancel)
{
	struct compile_request rq = { .source = src, .out = so, .arch = 80, .timeout_ms = 60000 };
	struct compile_outcome out;
	struct err e = ERR_INIT;
	int p[2];

	write_source(GOOD, strlen(GOOD));
	ck_assert_int_eq(pipe(p), 0);
	ck_assert_int_eq(write(p[1], "x", 1), 1);
	rq.cancel_fd = p[0];
	ck_assert_int_eq(toolchain_compile(&tc, &rq, &out, &e), -1);
	ck_assert_int_eq(e.kind, ERR_CANCELLED);
	buf_release(&out.diagnostics);
	close(p[0]);
	close(p[1]);
}
END_TEST

START_TEST(test_odd_names)
{
	struct compile_request rq = {
		.source = src, .shown_as = "-o x$(id);\033.cu", .out = so, .arch = 80, .cancel_fd = -1
	};
	struct compile_outcome out;

	write_source("int x = y;\n", 11);
	ck_assert_int_eq(toolchain_compile(&tc, &rq, &out, NULL), 0);
	ck_assert_ptr_nonnull(strstr(out.diagnostics.data, "-o x$(id);?.cu(1): error"));
	ck_assert_ptr_null(strchr(out.diagnostics.data, '\033'));
	buf_release(&out.diagnostics);
}
END_TEST

/* A name that is not handed to the compiler stands in its messages and in the line table all the same. */
START_TEST(test_names_of_the_line_table)
{
	static const char *const names[] = { "my+file=2.cu", "1 (Kopie \303\251).cu", "-x.cu", "a\"b.cu" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct compile_request rq = {
			.source = src, .shown_as = names[i], .out = so, .arch = 80, .cancel_fd = -1
		};
		struct compile_outcome out;

		write_source("int x = y;\n", 11);
		ck_assert_int_eq(toolchain_compile(&tc, &rq, &out, NULL), 0);
		ck_assert_str_eq(out.name, i < 3 ? names[i] : "source.cu");
		ck_assert_msg(strstr(out.diagnostics.data, "(1): error") != NULL, "%s", out.diagnostics.data);
		ck_assert_msg(!strncmp(out.diagnostics.data, names[i], strlen(names[i])), "%s", out.diagnostics.data);
		buf_release(&out.diagnostics);
	}
}
END_TEST

START_TEST(test_machine_at_fault)
{
	struct compile_request rq = { .source = src, .out = so, .arch = 80, .cancel_fd = -1 };
	struct compile_outcome out;
	struct err e = ERR_INIT;
	char *cxx = tc.cxx;

	/* The same words: once from a student's #error, once from a compiler that can't work. */
	refused(compile_text("#error cc1plus: No space left on device\n"), "No space left");
	tc.cxx = "/usr/bin/false";
	write_source(GOOD, strlen(GOOD));
	ck_assert_int_eq(toolchain_compile(&tc, &rq, &out, &e), -1);
	ck_assert_int_eq(e.kind, ERR_ENV);
	tc.cxx = cxx;
	buf_release(&out.diagnostics);
}
END_TEST

START_TEST(test_find_says_what_to_do)
{
	static const char old[] = "#!/bin/sh\necho 'Cuda compilation tools, release 12.4, V12.4.99'\n";
	struct toolchain t;
	struct err e = ERR_INIT;

	setenv("WARPLINGS_NVCC", "/nonexistent/nvcc", 1);
	ck_assert_int_eq(toolchain_find(&t, dir, NULL, &e), -1);
	ck_assert_int_eq(e.kind, ERR_ENV);
	ck_assert_ptr_nonnull(strstr(e.msg, "scripts/fetch-cuda.sh"));
	ck_assert_ptr_nonnull(strstr(e.msg, "/nonexistent/nvcc"));
	toolchain_release(&t);
	/* A compiler of another major version is named and not used. */
	write_source(old, strlen(old));
	ck_assert_int_eq(chmod(src, 0755), 0);
	setenv("WARPLINGS_NVCC", src, 1);
	ck_assert_int_eq(toolchain_find(&t, dir, NULL, &e), -1);
	ck_assert_ptr_nonnull(strstr(e.msg, "12.4.99"));
	toolchain_release(&t);
}
END_TEST

/* The search of last resort: what scripts/fetch-cuda.sh puts under the root. */
START_TEST(test_find_in_root)
{
	char *bin = xasprintf("%s/build/cuda/bin", dir), *link = xasprintf("%s/nvcc", bin);
	struct toolchain t;

	setenv("WARPLINGS_CUDA_SEARCH", "none", 1);
	ck_assert_int_eq(fs_mkdir_p(bin, NULL), 0);
	ck_assert_int_eq(symlink(tc.nvcc, link), 0);
	ck_assert_int_eq(toolchain_find(&t, dir, NULL, NULL), 0);
	ck_assert_str_eq(t.nvcc, tc.nvcc);
	ck_assert_str_eq(t.link_library, tc.link_library);
	toolchain_release(&t);
	free(bin);
	free(link);
}
END_TEST

START_TEST(test_elf_is_hostile_safe)
{
	struct compile_outcome out = compile_text(GOOD);
	struct buf image;
	unsigned x = 1;

	ck_assert(out.ok);
	buf_release(&out.diagnostics);
	buf_init(&image);
	ck_assert_int_eq(fs_read(so, 1 << 24, &image, NULL), 0);
	for (size_t n = 0; n < image.len; n += 61) {
		char *copy = xmalloc(n + 1); /* exactly sized: a read beyond is seen by the address sanitizer */

		memcpy(copy, image.data, n);
		elf_find(copy, n, "solve");
		free(copy);
	}
	for (int i = 0; i < 3000; i++) { /* bytes changed where they hurt: headers and section table */
		char *copy = xmalloc(image.len);

		memcpy(copy, image.data, image.len);
		for (int k = 0; k < 4; k++) {
			x = x * 1664525u + 1013904223u;
			copy[x >> 8 & 1 ? (x >> 9) % 64 : image.len - 1 - (x >> 9) % 3000] = (char)(x >> 3);
		}
		elf_find(copy, image.len, "solve");
		free(copy);
	}
	buf_release(&image);
}
END_TEST

Suite *toolchain_suite(void);
Suite *toolchain_suite(void)
{
	Suite *s = suite_create("toolchain");
	TCase *tc_real = tcase_create("nvcc"), *busy = tcase_create("busy");

	tcase_add_checked_fixture(tc_real, setup, teardown);
	tcase_set_timeout(tc_real, 120);
	tcase_add_checked_fixture(busy, setup, teardown);
	tcase_set_timeout(busy, 120);
	if (!in_short()) /* it is about time, and takes 14 s of a processor */
		tcase_add_test(busy, test_a_busy_machine_changes_no_verdict);
	suite_add_tcase(s, busy);
	tcase_add_test(tc_real, test_compiles);
	tcase_add_test(tc_real, test_error_at_the_students_line);
	tcase_add_test(tc_real, test_preprocessor_error_at_the_line);
	tcase_add_test(tc_real, test_special_functions);
	tcase_add_loop_test(
		tc_real, test_a_header_that_was_left_out, 0, in_short() ? 2 : (int)(sizeof hidden / sizeof hidden[0]));
	tcase_add_test(tc_real, test_solve_missing);
	tcase_add_test(tc_real, test_solve_mangled);
	tcase_add_test(tc_real, test_undefined_function);
	tcase_add_test(tc_real, test_empty);
	tcase_add_test(tc_real, test_more_than_the_compiler_takes);
	tcase_add_test(tc_real, test_binary);
	tcase_add_test(tc_real, test_not_cuda);
	tcase_add_test(tc_real, test_too_large);
	tcase_add_test(tc_real, test_large_object);
	tcase_add_test(tc_real, test_fifo_is_no_source);
	tcase_add_test(tc_real, test_machine_code);
	tcase_add_test(tc_real, test_missing_source_is_the_environments_fault);
	tcase_add_test(tc_real, test_escape_bytes_are_scrubbed);
	tcase_add_test(tc_real, test_error_flood_is_bounded);
	tcase_add_test(tc_real, test_endless_compilation_times_out);
	tcase_add_test(tc_real, test_cancel);
	tcase_add_test(tc_real, test_odd_names);
	tcase_add_test(tc_real, test_names_of_the_line_table);
	tcase_add_test(tc_real, test_machine_at_fault);
	tcase_add_test(tc_real, test_find_says_what_to_do);
	tcase_add_test(tc_real, test_find_in_root);
	tcase_add_test(tc_real, test_wrapped_compiler);
	tcase_add_test(tc_real, test_elf_is_hostile_safe);
	suite_add_tcase(s, tc_real);
	return s;
}
