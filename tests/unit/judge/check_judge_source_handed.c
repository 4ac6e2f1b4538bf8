/* judge/source_handed: arrays that a launch hands over to be read, or twice, and pointers that get another value. */
#include <check.h>
#include <stdio.h>

#include "judge/source_handed.h"

Suite *judge_source_handed_suite(void);

static struct arena a;

static void setup(void)
{
	arena_init(&a);
}

static void teardown(void)
{
	arena_release(&a);
}

static const struct {
	const char *calls;
	bool read, twice;
	int repointed;
} rows[] = {
	{ "f<<<1, 2>>>(a, b, n);", true, false, 0 },
	{ "f<<<1, 2>>>(b, a, n);", false, false, 0 },
	{ "f<<<1, 2>>>(a, b, n); f<<<1, 2>>>(b, a, n);", false, false, 0 },
	{ "f<<<1, 2>>>(a, a, n);", false, true, 0 },
	{ "f<<<1, 2>>>(b, b, n);", false, true, 0 },
	{ "f<<<1, 2>>>(a, a + n, n);", false, false, 0 },
	{ "f<<<1, 2>>>(b, c, n);", false, false, 0 },
	{ "g<<<1, 2>>>(a, a, n);", false, false, 0 }, /* its parameters are not to be seen */
	{ "f<int><<<1, 2>>>(a, b, n); a = b;", true, false, 5 },
	{ "if (a == b) f<<<1, 2>>>(a, b, n); b[a] = 1; int *c = a;", true, false, 0 },
};

START_TEST(launches)
{
	struct handed_twice k;
	char text[300];

	snprintf(text, sizeof text,
		"__global__ void f(const int *from, int *to, int n)\n{\n}\nvoid solve(int *a, int *b, int n) "
		"{\n%s\n}\n",
		rows[_i].calls);
	ck_assert_msg(source_handed_to_read(text, "a") == rows[_i].read, "%s", rows[_i].calls);
	ck_assert_msg(
		source_handed_twice(&a, text, "f(int const*, int*, int)", &k) == rows[_i].twice, "%s", rows[_i].calls);
	ck_assert_int_eq(source_repointed(text, "a"), rows[_i].repointed);
	ck_assert_int_eq(source_only_launch(text), _i == 2 ? 0 : 5);
	if (!rows[_i].twice)
		return;
	ck_assert_str_eq(k.first, "from");
	ck_assert_str_eq(k.second, "to");
	ck_assert_int_eq(k.line, 5);
	ck_assert(!source_handed_twice(&a, text, "other", &k));
}
END_TEST

START_TEST(elements_on_the_host)
{
	static const struct {
		const char *body;
		int line;
	} bodies[] = {
		{ "a[0] = 1;", 5 },
		{ "for (int i = 0; i < n; i++) x += a[i];", 5 },
		{ "memset(a, 0, n);", 5 },
		{ "memcpy(&b[1], a, n);", 5 },
		{ "cudaMemset(a, 0, n);", 0 },
		{ "cudaMemcpy(&a[1], b, n, kind);", 0 },
		{ "f<<<1, 2>>>(a, &a[2], n);", 0 },
		{ "x = *a;", 5 },
		{ "if (*a)", 5 },
		{ "return *a;", 5 },
		{ "*a = 1;", 5 },
		{ "x = n * a;", 0 },
		{ "x = sizeof(*a);", 0 },
		{ "cudaMalloc(&a, n * sizeof *a);", 0 },
	};
	char text[300];

	for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
		snprintf(text, sizeof text,
			"__global__ void f(int *a)\n{\na[0] = 1; }\nvoid solve(int *a, int *b, int n) {\n%s\n}\nvoid "
			"g() { a[1] = 2; "
			"}\n",
			bodies[i].body);
		ck_assert_msg(source_host_element(text, "a") == bodies[i].line, "%s", bodies[i].body);
	}
}
END_TEST

START_TEST(the_nth_allocation)
{
	static const char text[] = "void solve() {\n/* cudaMalloc(&no) */\ncudaMalloc(&one, 4);\n"
				   "cudaMalloc((void **)&two, 4);\ncudaMalloc(three, 4);\n}\n";

	ck_assert_str_eq(source_nth_allocated(&a, text, "cudaMalloc", 1), "one");
	ck_assert_str_eq(source_nth_allocated(&a, text, "cudaMalloc", 2), "two");
	for (size_t n = 3; n < 6; n++)
		ck_assert_ptr_null(source_nth_allocated(&a, text, "cudaMalloc", n));
	ck_assert_ptr_null(source_nth_allocated(&a, text, "cudaMallocManaged", 1));
}
END_TEST

static const struct {
	const char *body;
	int line;
} unawaited[] = {
	{ "f<<<1, 2>>>(m);\nx = *m;", 4 },
	{ "f<<<1, 2>>>(m);\nif (m[0] == 1) ;", 4 },
	{ "f<<<1, 2>>>(m);\nm[0] = 1;", 0 },
	{ "f<<<1, 2>>>(m);\n*m = 0;", 0 },
	{ "x = *m;\nf<<<1, 2>>>(m);", 0 },
	{ "f<<<1, 2>>>(m);\ncudaDeviceSynchronize();\nx = *m;", 0 },
	{ "f<<<1, 2>>>(m);\ncudaMemcpy(&x, m, 4, kind);\nx = m[1];", 0 },
	{ "f<<<1, 2>>>(m);\nx = *other;", 0 },
};

START_TEST(reads_behind_a_launch)
{
	struct unawaited_read k;
	char text[300];

	snprintf(text, sizeof text,
		"__global__ void f(int *m) { x = *m; }\nvoid solve() {\ncudaMallocManaged(&m, 4); %s\n}\n",
		unawaited[_i].body);
	ck_assert_msg(source_unawaited_read(&a, text, &k) == (unawaited[_i].line != 0), "%s", unawaited[_i].body);
	if (!unawaited[_i].line)
		return;
	ck_assert_int_eq(k.line, unawaited[_i].line);
	ck_assert_int_eq(k.launch, 3);
	ck_assert_str_eq(k.name, "m");
}
END_TEST

START_TEST(early_touches)
{
	static const struct {
		const char *body;
		bool reads;
		const char *buffer; /* NULL: none is told */
		int touch, copy;
	} bodies[] = {
		{ "for (;;) {\nmemcpy(h, a, n);\ncudaMemcpyAsync(d, h, n, k);\n}", true, "h", 4, 5 },
		{ "memcpy(h, a, n);\nfor (;;) {\ncudaMemcpyAsync(d, h, n, k);\nh[0] = 1; }", true, "h", 6, 5 },
		{ "cudaMemcpyAsync(d, (char *)h + n, n, k);\nh[0] = 1;", true, "h", 4, 3 },
		{ "cudaMemcpyAsync(&h[4], d, n, k);\nx = h[0];", false, "h", 4, 3 },
		{ "h[0] = 1;\ncudaMemcpyAsync(d, h, n, k);", true, NULL, 0, 0 },
		{ "cudaMemcpyAsync(d, h, n, k);\ncudaMemcpyAsync(e, g, n, k);\ng[1] = 0;", true, "g", 5, 4 },
		{ "cudaMemcpy(d, h, n, k);\nh[0] = 1;", true, NULL, 0, 0 },
		{ "cudaMemcpyAsync(d, h, n, k);\nx = d[0];", true, NULL, 0, 0 },
	};
	char text[400];

	for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
		struct early_touch k;
		bool told;

		snprintf(text, sizeof text, "void solve(int *a)\n{\n%s\n}\n", bodies[i].body);
		told = source_early_touch(&a, text, bodies[i].reads, &k);
		ck_assert_msg(told == (bodies[i].buffer != NULL), "%s", bodies[i].body);
		if (!told)
			continue;
		ck_assert_str_eq(k.buffer, bodies[i].buffer);
		ck_assert_msg(k.touch == bodies[i].touch && k.copy == bodies[i].copy, "%s", bodies[i].body);
	}
}
END_TEST

Suite *judge_source_handed_suite(void)
{
	Suite *s = suite_create("judge source handed");
	TCase *t = tcase_create("launches");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_loop_test(t, launches, 0, (int)(sizeof rows / sizeof *rows));
	tcase_add_test(t, elements_on_the_host);
	tcase_add_test(t, the_nth_allocation);
	tcase_add_loop_test(t, reads_behind_a_launch, 0, (int)(sizeof unawaited / sizeof *unawaited));
	tcase_add_test(t, early_touches);
	suite_add_tcase(s, t);
	return s;
}
