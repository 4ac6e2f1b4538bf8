/* Files that are compiled without the mathematical headers: which ones, and that nothing comes out otherwise than with
 * all headers. */
#include <check.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/proc.h"
#include "tests/unit/in_short.h"
#include "toolchain/compile_internal.h"

Suite *toolchain_lean_suite(void);

static struct toolchain tc;
static char *dir;

static void setup(void)
{
	struct err e = ERR_INIT;
	char *cache;

	dir = fs_temp_dir("check-lean", &e);
	ck_assert_msg(dir != NULL, "%s", e.msg);
	cache = xasprintf("%s/cache", dir);
	ck_assert_msg(toolchain_find(&tc, ".", cache, &e) == 0, "%s", e.msg);
	free(cache);
	ck_assert_msg(lean_make(dir, INCLUDES_CUDA, &e) == 0, "%s", e.msg);
}

static void teardown(void)
{
	toolchain_release(&tc);
	fs_remove_tree(dir, NULL);
	free(dir);
}

static bool fits(const char *text)
{
	struct buf b;
	bool r;

	buf_init(&b);
	buf_puts(&b, text);
	r = lean_fits(&b);
	buf_release(&b);
	return r;
}

static const struct {
	const char *text;
	bool fits;
} files[] = {
	{ "__global__ void k(int *p) { *p = min(p[1], max(p[2], 3)); }", true },
	{ "__global__ void k(float *p) { *p = sqrtf(*p); }", false },
	{ "__global__ void k(float *p) { *p = abs(*p); }", false },
	{ "__global__ void k(double *p) { *p = rsqrt(*p); }", false },
	{ "__global__ void y1(double *p) { *p = 1; }", false },
	{ "__global__ void k(double *p) { *p = modff(*p, p + 1); }", false },
	{ "// round the sqrt\n/* abs\n new */ int rounds;", true },
	{ "const char *s = \"abs // \\\" new\"; int a;", true },
	{ "const char *s = \"//\"; int b = abs(1);", false },
	{ "/* */ int b = abs(1);", false },
	{ "#define P(a, b) a##b\n", false },
	{ "int *p = new int;", false },
	{ "#include <cstdio>\n# include<cstring> \n#include <cuda_runtime.h>\nint a;", true },
	{ "#include <time.h>\n#include <ctime>\ndouble now(void) { struct timespec t; return t.tv_sec; }", true },
	{ "#include <cstdiox>\n", false },
	{ "#include <cstdlib>\n#include <stdlib.h>\nint a;", true },
	{ "#include \"cstdio\"\n", false },
	{ "#include <cmath>\n", false },
	{ "#include CSTDIO\n", false },
	{ "#include <cuda/atomic>\n#include <cooperative_groups.h>\n#include <cuda_pipeline.h>\nint a;", true },
	{ "#include <cuda/atomic>\nvoid f() { flag.wait(0); }", false },
	{ "#include <cuda/atomic>\nvoid f() { flag.notify_all(); }", false },
	{ "void f() { wait(); }", true },
	{ "#include <cuda/barrier>\n", false },
	{ "#include <cooperative_groups/reduce.h>\n", false }, /* its traits choose other instructions */
	{ "#include <cooperative_groups/memcpy_async.h>\n", true },
	{ "#include <cub/block/block_reduce.cuh>\n", false },
	{ "#include", false },
	{ "int include;", false },
	{ "// the thread's own\n/* and its block's */ int a;", true },
	{ "/**/ int b = abs(1);", false },
	{ "const char c = '\"'; int b = abs(1);", false },
	/* A variable of its own is none of theirs; a call, or a name at the outermost level, may be. */
	{ "__global__ void k(int round) { for (int abs = 0; abs < round; abs++) ; }", true },
	{ "__global__ void k(int *p) { int round = 1; *p = round (2); }", false },
	{ "int round;", false },
	{ "extern \"C\" { int round; }", false },
	{ "struct s { int a; }; int round;", false },
	{ "void f() { { int a; } }\nint round;", false },
	{ "#define f round\n", false },
	{ "__global__ void k(float *p) { *p = rsqrtf(*p); }", true },
	{ "__global__ void k(float *p) { *p = rsqrt(*p); }", false },
	{ "int news, includes, standard;", true },
	{ "int a; // the last line", true },
	{ "int a; /* without an end", true },
	{ "", true },
};

START_TEST(test_which)
{
	ck_assert_msg(fits(files[_i].text) == files[_i].fits, "%s", files[_i].text);
}
END_TEST

/* How a file is compiled: with all headers; without what is cut and left out; with what it needs of them. */
enum way { WAY_ALL, WAY_LEAN, WAY_NEEDED };

/* The headers that it needs, in `dir`. False: it does not come that way. */
static bool needed_headers(const struct buf *text)
{
	struct compile_request rq = { .arch = 80, .cancel_fd = -1 };
	struct compile_outcome out = { .ok = false };
	struct compilation c = { .t = &tc, .rq = &rq, .out = &out, .shown_as = "a.cu", .dir = dir, .source = *text };
	struct err e = ERR_INIT;
	int r = 1;

	c.timeout_ms = 60000;
	c.deadline = time_now_ns() + 60000000000;
	buf_init(&out.diagnostics);
	if (lean_fits(text) && compile_headers_fit(&c))
		r = compile_headers(&c, &e);
	ck_assert_msg(r >= 0, "%s", e.msg);
	buf_release(&out.diagnostics);
	return r == 0;
}

static void no_needed_headers(void)
{
	char *path = xasprintf("%s/lean/cuda_runtime.h", dir);

	unlink(path);
	free(path);
}

/* The PTX of a file of ours. `text` is the file's. False: nvcc refuses it. */
static bool ptx_of(const char *file, enum way way, const struct buf *text, struct buf *out)
{
	char *to = xasprintf("%s/a.ptx", dir), *here = realpath(file, NULL);
	const char *argv[48] = { tc.nvcc, "-ptx", "-std=c++17", "-lineinfo", "-arch=compute_80" };
	size_t n = 5;
	struct proc_spec spec = { .argv = argv, .cwd = dir, .capture = true };
	struct err e = ERR_INIT;
	struct proc p;
	bool ok;

	if (way == WAY_LEAN)
		n += header_cuts(text, argv + n);
	if (way == WAY_NEEDED || (way == WAY_LEAN && lean_fits(text)))
		n += lean_flags(argv + n);
	argv[n++] = "-o";
	argv[n++] = to;
	argv[n++] = here;
	ck_assert_msg(proc_run(&p, &spec, 60000, -1, &e) == 0, "%s", e.msg);
	ok = p.exited && p.code == 0;
	if (ok)
		ck_assert_int_eq(fs_read(to, 1 << 24, out, NULL), 0);
	proc_release(&p);
	free(here);
	free(to);
	return ok;
}

/* Is it a line that tells of a place in file N, N not the first? The headers' files have other numbers, and those that
 * min and max come from are other ones. */
static bool tells_of_a_header(const char *line)
{
	static const char *const heads[] = { "\t.loc\t", "\t.file\t" };

	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
		size_t n = strlen(heads[i]);

		if (!strncmp(line, heads[i], n))
			return strncmp(line + n, "1 ", 2) != 0;
	}
	return false;
}

static void drop_lines_of_headers(struct buf *ptx)
{
	struct buf kept;

	buf_init(&kept);
	for (const char *s = ptx->data; s && *s;) {
		const char *end = strchr(s, '\n');
		size_t n = end ? (size_t)(end - s) + 1 : strlen(s);

		if (!tells_of_a_header(s))
			buf_add(&kept, s, n);
		s += n;
	}
	buf_release(ptx);
	*ptx = kept;
}

static void same_as(const struct buf *all, bool right, const char *file, enum way way, const struct buf *text)
{
	struct buf ptx;

	buf_init(&ptx);
	if (ptx_of(file, way, text, &ptx) && !right)
		ck_abort_msg("%s is refused, and goes through without all headers", file);
	drop_lines_of_headers(&ptx);
	ck_assert_msg(all->len == ptx.len && !memcmp(all->data, ptx.data, ptx.len), "%s", file);
	buf_release(&ptx);
}

static void same_ptx(const char *file)
{
	struct buf text, all;

	buf_init(&text);
	buf_init(&all);
	ck_assert_int_eq(fs_read(file, 1 << 20, &text, NULL), 0);
	if (!has_device_lambda(&text)) {
		bool right = ptx_of(file, WAY_ALL, &text, &all);

		drop_lines_of_headers(&all);
		ck_assert_int_eq(lean_make(dir, INCLUDES_CUDA, NULL), 0);
		same_as(&all, right, file, WAY_LEAN, &text);
		if (needed_headers(&text)) {
			same_as(&all, right, file, WAY_NEEDED, &text);
			no_needed_headers();
		}
	}
	buf_release(&text);
	buf_release(&all);
}

/* A few of the labs' files. In the environment SAME_PTX=all: each of them, or with another word those whose path has
 * it. */
START_TEST(test_ptx_is_the_same)
{
	const char *which = getenv("SAME_PTX"), *only = which && strcmp(which, "all") ? which : NULL;
	size_t step = which ? 1 : in_short() ? 400 : 100;
	glob_t g;

	ck_assert_int_eq(glob("solutions/*/*.cu", 0, NULL, &g), 0);
	ck_assert_int_eq(glob("labs/*/*.cu", GLOB_APPEND, NULL, &g), 0);
	ck_assert_int_eq(glob("kernels/*/*.cu", GLOB_APPEND, NULL, &g), 0);
	for (size_t i = 0; i < g.gl_pathc; i += step)
		if (!only || strstr(g.gl_pathv[i], only))
			same_ptx(g.gl_pathv[i]);
	globfree(&g);
}
END_TEST

/* All pairs of types that CUDA has min and max for, on the device and on the host. */
START_TEST(test_min_and_max)
{
	static const char head[] = "template <typename T> __host__ __device__ void take(T *p, T v) { *p = v; }\n";
	static const char *const types[] = { "int", "unsigned", "long", "unsigned long", "long long",
		"unsigned long long", "float", "double" };
	char *file = xasprintf("%s/min.cu", dir);
	struct buf text;

	buf_init(&text);
	buf_puts(&text, head);
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		buf_printf(&text,
			"__global__ void k%zu(%s *a, %s *b) { take(a, min(*a, *b)); take(b, max(*a, *b)); }\n"
			"extern \"C\" void solve%zu(%s *a) { take(a, min(a[0], a[1])); take(a, max(a[0], a[1])); }\n",
			i, types[i], types[i], i, types[i]);
	buf_puts(&text,
		"__global__ void u(unsigned *a, int *b) { *a = min(*a, *b) + max(*b, *a); }\n"
		"__global__ void v(unsigned long *a, long *b) { *a = min(*a, *b) + max(*b, *a); }\n"
		"__global__ void w(unsigned long long *a, long long *b) { *a = min(*a, *b) + max(*b, *a); }\n"
		"__global__ void x(double *a, float *b) { *a = min(*a, *b) + max(*b, *a); }\n");
	ck_assert_int_eq(fs_write_atomic(file, text.data, text.len, 0644, NULL), 0);
	buf_puts(&text,
		"__global__ void y(float *a, int round) { a[round] = rsqrtf(a[round + 1]); }\n"
		"extern \"C\" void solvey(float *a) { a[0] = rsqrtf(a[1]); }\n"
		"__host__ __device__ float both(float a) { return 1.0f / rsqrtf(a); }\n"
		"__global__ void z(float *a) { *a = both(*a); }\n");
	ck_assert_int_eq(fs_write_atomic(file, text.data, text.len, 0644, NULL), 0);
	ck_assert(lean_fits(&text));
	same_ptx(file);
	buf_release(&text);
	free(file);
}
END_TEST

/* The short way is taken, in a box too, whatever the umask is; a file that needs more goes the long way. */
static const struct {
	const char *text;
	bool boxed;
} ways[] = {
	{ "#ifndef LEAN_MIN\n#error the long way\n#endif\n", false },
	{ "#ifndef LEAN_MIN\n#error the long way\n#endif\n", true },
	{ "#ifdef LEAN_MIN\n#error the short way\n#endif\n#define S(x) sqrtf(x)\n", true },
	{ "#ifdef LEAN_MIN\n#error the short way\n#endif\n", true }, /* what fails is tried with everything */
};

START_TEST(test_way)
{
	char *src = xasprintf("%s/1-way.cu", dir), *so = xasprintf("%s/way.so", dir);
	const char *build = getenv("BUILD");
	char *folder = xasprintf("%s/bin", build ? build : "build"), *bin = realpath(folder, NULL);
	char *text = xasprintf("%sextern \"C\" void solve(int *p) { *p = 1; }\n", ways[_i].text);
	struct compile_request rq = { .source = src, .out = so, .arch = 80, .timeout_ms = 60000, .cancel_fd = -1 };
	struct compile_outcome out;
	struct sandbox box;
	struct err e = ERR_INIT;
	mode_t mask = umask(ways[_i].boxed ? 077 : 022);

	sandbox_find(&box, bin, NULL, SANDBOX_BWRAP);
	if (ways[_i].boxed)
		rq.sandbox = &box;
	ck_assert_int_eq(fs_write_atomic(src, text, strlen(text), 0644, NULL), 0);
	ck_assert_msg(toolchain_compile(&tc, &rq, &out, &e) == 0, "%s", e.msg);
	ck_assert_msg(out.ok, "%s", out.diagnostics.data);
	buf_release(&out.diagnostics);
	sandbox_release(&box);
	umask(mask);
	free(bin);
	free(folder);
	free(text);
	free(so);
	free(src);
}
END_TEST

Suite *toolchain_lean_suite(void)
{
	Suite *s = suite_create("toolchain_lean");
	TCase *t = tcase_create("nvcc"), *parts = tcase_create("parts");

	tcase_add_loop_test(parts, test_which, 0, sizeof files / sizeof *files);
	tcase_set_timeout(t, 1800);
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, test_ptx_is_the_same);
	tcase_add_test(t, test_min_and_max);
	tcase_add_loop_test(t, test_way, 0, sizeof ways / sizeof *ways);
	suite_add_tcase(s, parts);
	suite_add_tcase(s, t);
	return s;
}
