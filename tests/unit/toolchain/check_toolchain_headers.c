/* Headers cut down to what a file needs: which declarations are kept, and that nvcc takes what is left. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/proc.h"
#include "tests/unit/in_short.h"
#include "toolchain/compile_internal.h"
#include "toolchain/declarations.h"

Suite *toolchain_headers_suite(void);

/* Texts as g++ -E -dD makes them, what a file says, and what it must and must not get of the text. */
static const struct {
	const char *text, *source, *gets, *lacks;
} needs[] = {
	{ "int f(int);\nint g(int);\n", "f(1)", "int f(int);", "g(int)" },
	{ "int f(int);\nfloat f(float);\n", "f(1)", "float f(float);", NULL },
	{ "typedef int a;\ntypedef a b;\nb f(void);\ntypedef int c;\n", "f()", "typedef int a;", "int c;" },
	{ "typedef int a[4];\ntypedef void (*call)(int);\n", "call", "(*call)", "a[4]" },
	{ "struct s { int x; };\ntypedef struct s t;\nvoid f(t *);\nstruct u { int x; };\n", "f x", "struct s {",
		"struct u" },
	{ "typedef struct tag { int x; } named;\nstruct other { int y; };\n", "named", "struct tag", "other" },
	{ "enum e { one = 1, two = one };\nenum o { three };\n", "two", "enum e {", "three" },
	{ "enum class k : int { one };\nenum o { three };\n", "k::one", "enum class k", "three" },
	{ "struct v { int x; operator int() const { return x; } };\nint f();\n", "f", "int f();", "struct v" },
	{ "struct v { int x; };\nbool operator==(v a, v b);\nint f();\n", "g", "operator==", "int f" },
	{ "static_assert(sizeof(int) == 4);\nint f();\n", "g", "static_assert", "int f" },
	{ "extern const int where;\nextern int there;\n", "where", "where;", "there" },
	{ "inline int f() { return g(); }\nint g();\nint h();\n", "f", "int g();", "int h" },
	/* Comparisons in a template's head are no initializer, and calls in it no function's name. */
	{ "template <typename T> typename only<sizeof(T) == 16 && __alignof(T) >= 16, T>::type f(T a) { return a; }\n"
	  "static int g() { }\n",
		"f", "T a) { return a; }", "int g" },
	{ "template <class T> struct s { T x; };\ntemplate <> struct s<int> { int y; };\nstruct t { };\n", "s<char>",
		"struct s<int>", "struct t" },
	{ "struct a { int f(); };\ninline int a::f() { return 1; }\nint h();\n", "a", "a::f() { return 1; }", "int h" },
	{ "extern \"C\" {\nint f();\n}\nnamespace std {\nint g();\nint h();\n}\n", "g", "namespace std {", "extern" },
	{ "namespace a {\nextern \"C\" {\nint f();\n}\nint g();\n}\n", "g f", "}\n# 5\nint g();\n}", "h" },
	{ "extern \"C\" int f();\nextern \"C\" int g();\n", "g", "extern \"C\" int g();", "f" },
	{ "__attribute__((deprecated(\"use f\"))) int g();\nint f() __attribute__((noreturn));\n", "noreturn f",
		"int f()", "int g" },
	{ "#define A B + 1\n#define B two()\n#define C 3\nint two();\nint one();\n", "A", "#define B two()", "C 3" },
	{ "#define A B\nint B();\n", "A", "int B();", NULL },
	{ "#define A(x) #x\nint f();\n#undef A\n", "A", "#undef A", "#define" },
	{ "#define A 1\n#undef A\n#define A 2\n", "A", "#define A 2", "undef" },
	{ "enum e {\n one,\n#define one one\n two\n};\n", "two", " one,\n# 4\n two\n}", "one one\n# 4" },
	{ "#pragma GCC diagnostic push\nint f();\n", "g", "#pragma GCC diagnostic push", "int f" },
	{ "# 7 \"a.h\" 1\nint f();\n# 90 \"b.h\" 1 3 4\nint g();\n\n\n\nint h();\n", "f h",
		"# 7 \"a.h\"\nint f();\n# 94 \"b.h\" 3\n", "g()" },
	{ "# 7 \"a.h\"\nint f(\n# 3 \"b.h\" 3 4\n size\n# 8 \"a.h\"\n x);\n", "f",
		"# 3 \"b.h\" 3\n size\n# 8 \"a.h\"\n x);", " 4\n" },
	{ "const char *s = \"int g(); // {\";\nint g();\n", "s", "// {\";", "int g();\n" },
	{ ";\n;\nint f();;\n", "f", "int f();", ";;" },
};

static bool cut(const char *text, const struct wanted *w, struct buf *out)
{
	struct declarations *d = declarations_parse(text, strlen(text));
	bool ok;

	ck_assert_msg(d != NULL, "%s", text);
	ok = declarations_needed(d, w, out);
	declarations_free(d);
	return ok;
}

START_TEST(test_needs)
{
	struct wanted w = { .source = needs[_i].source };
	struct buf out;

	buf_init(&out);
	ck_assert(cut(needs[_i].text, &w, &out));
	ck_assert_msg(strstr(out.data, needs[_i].gets) != NULL, "%s\nlacks %s", out.data, needs[_i].gets);
	ck_assert_msg(!needs[_i].lacks || !strstr(out.data, needs[_i].lacks), "%s\nhas %s", out.data, needs[_i].lacks);
	buf_release(&out);
}
END_TEST

/* Texts that are not understood: none is taken for half of what it says. */
static const char *const broken[] = { "int f() {\n", "}\n", "int f(\n", "namespace a {\n", "int f)\n",
	"struct s { } static int g();\n", "# 0 \"<built-in>\"\n#define A 1\n# 1 \"a.h\"\n#undef A\n" };

START_TEST(test_broken)
{
	struct declarations *d = declarations_parse(broken[_i], strlen(broken[_i]));

	ck_assert_msg(d == NULL, "%s", broken[_i]);
}
END_TEST

/* Every start of a text, and every one with a byte missing: nothing is read that is not there. */
START_TEST(test_cut_off)
{
	struct wanted w = { .source = "f A e std" };

	for (size_t i = 0; i < sizeof needs / sizeof *needs; i++) {
		size_t n = strlen(needs[i].text);

		for (size_t skip = 0; skip <= 1; skip++)
			for (size_t k = 0; k < n; k++) {
				size_t len = skip ? n - 1 : k;
				char *text = xmalloc(len + 1);
				struct declarations *d;
				struct buf out;

				memcpy(text, needs[i].text, skip ? k : len);
				if (skip)
					memcpy(text + k, needs[i].text + k + 1, n - k - 1);
				buf_init(&out);
				d = declarations_parse(text, len);
				if (d)
					declarations_needed(d, &w, &out);
				declarations_free(d);
				buf_release(&out);
				free(text);
			}
	}
}
END_TEST

START_TEST(test_refused)
{
	static const char *const tile[] = { "-DTILE=16", NULL }, *const word[] = { "-Dsize=3", NULL };
	static const char text[] = "#define PASTE(a, b) a##b\n#define ONE PASTE(f, 1)\nint f1(int size);\n";
	struct buf out;

	buf_init(&out);
	ck_assert(cut(text, &(struct wanted){ .source = "f1(TILE)", .defines = tile }, &out));
	buf_clear(&out);
	ck_assert(!cut(text, &(struct wanted){ .source = "ONE(1)" }, &out)); /* which names it makes nobody can tell */
	ck_assert(!cut(text, &(struct wanted){ .source = "f1(1)", .defines = word }, &out));
	ck_assert_uint_eq(out.len, 0);
	buf_release(&out);
}
END_TEST

/* A file that includes headers of the system gets all that those lean on. */
START_TEST(test_system)
{
	static const char text[] =
		"# 1 \"/usr/include/a.h\" 1 3\n#define THROW\ntypedef int base;\n# 1 \"b.h\"\nint f();\n";
	struct buf out;

	buf_init(&out);
	ck_assert(cut(text, &(struct wanted){ .source = "g", .system = true }, &out));
	ck_assert(
		strstr(out.data, "typedef int base;") && strstr(out.data, "#define THROW") && !strstr(out.data, "f()"));
	buf_release(&out);
}
END_TEST

/* What g++ reads by itself before all else is not said once more. */
START_TEST(test_read_by_itself)
{
	static const char text[] = "# 1 \"/usr/include/stdc-predef.h\" 1 3 4\n#define __STDC_IEC_559__ 1\n"
				   "# 0 \"<command-line>\" 2\n#define __CUDACC__ 1\n"
				   "# 1 \"/usr/include/a.h\" 1 3 4\n#define THROW\n";
	struct buf out;

	buf_init(&out);
	ck_assert(cut(text, &(struct wanted){ .source = "__STDC_IEC_559__", .system = true }, &out));
	ck_assert_msg(!strcmp(out.data, "#define THROW\n"), "%s", out.data);
	buf_release(&out);
}
END_TEST

/* ---- with nvcc's own headers */

static struct toolchain tc;
static char *dir;

static void setup(void)
{
	struct err e = ERR_INIT;
	char *cache;

	dir = fs_temp_dir("check-headers", &e);
	ck_assert_msg(dir != NULL, "%s", e.msg);
	cache = xasprintf("%s/cache", dir);
	ck_assert_msg(toolchain_find(&tc, ".", cache, &e) == 0, "%s", e.msg);
	free(cache);
}

static void teardown(void)
{
	toolchain_release(&tc);
	fs_remove_tree(dir, NULL);
	free(dir);
}

static void begin(struct compilation *c, struct compile_request *rq, struct compile_outcome *out, const char *text)
{
	memset(c, 0, sizeof *c);
	memset(out, 0, sizeof *out);
	*rq = (struct compile_request){ .arch = 80, .machine = 90, .cancel_fd = -1 };
	*c = (struct compilation){
		.t = &tc, .rq = rq, .out = out, .shown_as = "a.cu", .dir = dir, .timeout_ms = 60000
	};
	c->deadline = time_now_ns() + 60000000000;
	strcpy(c->name, "a.cu");
	buf_init(&out->diagnostics);
	buf_init(&c->source);
	buf_puts(&c->source, text);
}

static void finish(struct compilation *c)
{
	buf_release(&c->source);
	buf_release(&c->out->diagnostics);
}

static const char kernel[] = "__global__ void k(int *p) { p[threadIdx.x] = atomicAdd(p, 1); }\n"
			     "extern \"C\" void solve(int *p) { k<<<1, 32>>>(p); cudaDeviceSynchronize(); }\n";

static size_t size_of(const char *name)
{
	char *path = xasprintf("%s/%s", dir, name);
	struct buf b;
	size_t n;

	buf_init(&b);
	ck_assert_int_eq(fs_read(path, 1 << 24, &b, NULL), 0);
	n = b.len;
	buf_release(&b);
	free(path);
	return n;
}

/* The headers of a plain kernel are a tenth of nvcc's, and they are all that it takes: not one way more is tried. */
START_TEST(test_small_and_enough)
{
	struct compilation c;
	struct compile_request rq;
	struct compile_outcome out;
	struct err e = ERR_INIT;
	struct buf image;

	begin(&c, &rq, &out, kernel);
	ck_assert(compile_headers_fit(&c));
	ck_assert_msg(compile_headers(&c, &e) == 0, "%s", e.msg);
	ck_assert_uint_lt(size_of("lean/cuda_runtime.h"), 60000);
	ck_assert_uint_gt(size_of("lean/cuda_runtime.h"), 2000);
	buf_init(&image);
	ck_assert_msg(compile_build(&c, &image, &e) == 0, "%s %s", e.msg, out.diagnostics.data);
	ck_assert_uint_gt(image.len, 1000);
	ck_assert_msg(out.diagnostics.len == 0, "%s", out.diagnostics.data);
	buf_release(&image);
	finish(&c);
}
END_TEST

/* A kept text that was changed is made again; one is kept for each architecture. */
START_TEST(test_kept)
{
	struct compilation c;
	struct compile_request rq;
	struct compile_outcome out;
	struct err e = ERR_INIT;
	char key[65], *path, spoilt[128];

	begin(&c, &rq, &out, kernel);
	compile_headers_key(&c, key);
	path = xasprintf("%s/cache/%s.headers", dir, key);
	memset(spoilt, 'a', sizeof spoilt);
	ck_assert_int_eq(fs_mkdir_p(tc.cache, NULL), 0);
	ck_assert_int_eq(fs_write_atomic(path, spoilt, sizeof spoilt, 0644, NULL), 0);
	ck_assert_msg(compile_headers(&c, &e) == 0, "%s", e.msg);
	free(path);
	path = xasprintf("cache/%s.headers", key);
	ck_assert_uint_gt(size_of(path), 100000);
	free(path);
	finish(&c);
}
END_TEST

/* Files that must not come this way. */
static const struct {
	const char *text;
	bool fits;
} files[] = {
	{ kernel, true }, { "#include <cuda_runtime.h>\n#include <cstdio>\n", true },
	{ "int a = __COUNTER__;\n", false }, { "#if defined(CUDART_VER\\\nSION)\n#endif\n", false },
	{ "#define A \\\n 1\n", true }, { "#define A \\\r\n 1\r\n", false },
	{ "#include <cooperative_groups.h>\n", false },
	{ "auto f = [] __device__ () { };\n", true }, /* whoever compiles has seen the lambda already */
};

START_TEST(test_fit)
{
	struct compilation c;
	struct compile_request rq;
	struct compile_outcome out;

	begin(&c, &rq, &out, files[_i].text);
	ck_assert_msg(compile_headers_fit(&c) == files[_i].fits, "%s", files[_i].text);
	finish(&c);
}
END_TEST

/* What the headers decide is decided as with all of them: names that clash, names that are missing, versions. */
static const struct {
	const char *text;
	bool ok;
} judged[] = {
	{ "int cudaMalloc;\nextern \"C\" void solve(int *p) { *p = cudaMalloc; }\n", false },
	{ "#include <cstdio>\n#define f 1\nextern \"C\" void solve(int *p) { printf(\"%d\", f); }\n", true },
	{ "static void printf(int) { }\nextern \"C\" void solve(int *p) { printf(*p); }\n", true },
	{ "#include <cstdio>\nstatic int printf(const char *, ...) { return 0; }\nextern \"C\" void solve(int *p) { *p "
	  "= 1; }\n",
		false },
	{ "typedef char size_t;\nextern \"C\" void solve(int *p) { *p = 1; }\n", false },
	{ "struct float4 { int q; };\nextern \"C\" void solve(int *p) { *p = 1; }\n", false },
	{ "#if CUDART_VERSION < 13000 || !defined(__CUDACC__) || defined(NO_SUCH_NAME)\n#error which?\n#endif\n"
	  "extern \"C\" void solve(int *p) { *p = 1; }\n",
		true },
	{ "#include <cstdint>\n#include <cstdio>\n#include <cstdlib>\n#include <climits>\n#include <time.h>\n"
	  "extern \"C\" void solve(uint8_t *p) { *p = INT_MAX & 1; exit(printf(\"%d\", (int)time(0))); }\n",
		true },
	{ "#include <cuda_runtime.h>\n__constant__ float4 c[2];\n__device__ uint3 d;\n"
	  "extern \"C\" void solve(int *p) { cudaMemcpyToSymbol(c, p, 4); cudaStream_t s; cudaStreamCreate(&s);"
	  " cudaFuncAttributes a; cudaFuncGetAttributes(&a, solve); *p = a.maxThreadsPerBlock; }\n",
		true },
	{ "#include <stdio.h>\n__global__ void k(int *p) { printf(\"%d\", *p); memset(p, 0, 4); free(malloc(4)); }\n"
	  "extern \"C\" void solve(int *p) { k<<<1, 1>>>(p); }\n",
		true },
	{ "extern \"C\" void solve(int *p) { *p = no_such_name; }\n", false },
};

START_TEST(test_judged)
{
	char *src = xasprintf("%s/1-a.cu", dir), *so = xasprintf("%s/a.so", dir);
	struct compile_request rq = { .source = src, .out = so, .arch = 80, .timeout_ms = 60000, .cancel_fd = -1 };
	struct compile_outcome out;
	struct err e = ERR_INIT;

	ck_assert_int_eq(fs_write_atomic(src, judged[_i].text, strlen(judged[_i].text), 0644, NULL), 0);
	ck_assert_msg(toolchain_compile(&tc, &rq, &out, &e) == 0, "%s", e.msg);
	ck_assert_msg(out.ok == judged[_i].ok, "%s: %s", judged[_i].text, out.diagnostics.data);
	ck_assert_msg(!out.ok || !out.diagnostics.len, "%s: %s", judged[_i].text, out.diagnostics.data);
	buf_release(&out.diagnostics);
	free(src);
	free(so);
}
END_TEST

Suite *toolchain_headers_suite(void)
{
	Suite *s = suite_create("toolchain_headers");
	TCase *t = tcase_create("nvcc"), *parts = tcase_create("parts");

	tcase_add_loop_test(parts, test_needs, 0, sizeof needs / sizeof *needs);
	tcase_add_loop_test(parts, test_broken, 0, sizeof broken / sizeof *broken);
	tcase_add_test(parts, test_cut_off);
	tcase_add_test(parts, test_refused);
	tcase_add_test(parts, test_system);
	tcase_add_test(parts, test_read_by_itself);
	tcase_set_timeout(t, 600);
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, test_small_and_enough);
	tcase_add_test(t, test_kept);
	tcase_add_loop_test(t, test_fit, 0, sizeof files / sizeof *files);
	tcase_add_loop_test(t, test_judged, 0, in_short() ? 4 : (int)(sizeof judged / sizeof *judged));
	suite_add_tcase(s, parts);
	suite_add_tcase(s, t);
	return s;
}
