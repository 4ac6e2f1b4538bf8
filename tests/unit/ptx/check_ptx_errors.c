/* ptx: what wrong and hostile text gets: an error that names the thing and its line, in bounded time and memory. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "ptx/module.h"
#include "tests/unit/ptx_text.h"

#define PTX "ptx/errors"
#define HEAD ".version 9.0\n.target sm_90\n.address_size 64\n"

Suite *ptx_errors_suite(void);

static int load(const char *text, size_t len, struct err *e)
{
	struct ptx_module *m = NULL;
	int rc = ptx_parse(text, len, &m, e);

	if (rc == 0)
		rc = ptx_check(m, e);
	else
		ck_assert_ptr_null(m);
	ptx_module_free(m);
	return rc;
}

static void refused(const char *text, int line, const char *words)
{
	struct err e = ERR_INIT;

	ck_assert_msg(load(text, strlen(text), &e) < 0, "taken, should say: %s", words);
	ck_assert_int_eq(e.kind, ERR_INPUT);
	ck_assert_msg(strstr(e.msg, words) != NULL, "'%s' lacks '%s'", e.msg, words);
	ck_assert_msg(e.line == line, "line %d, should be %d: %s", e.line, line, e.msg);
}

/* The lines of a list of ptx/errors.ptx: text //@ what is said of it. */
static const char *said_of(const char *line, char *text, size_t room)
{
	const char *at = strstr(line, " //@ ");

	ck_assert_msg(at != NULL && (size_t)(at - line) < room, "nothing is wanted of '%s'", line);
	snprintf(text, room, "%.*s", (int)(at - line), line);
	return at + strlen(" //@ ");
}

/* One line in a kernel, after which it ends; the line is number 7. */
START_TEST(wrong_instructions)
{
	const char *good = ptx_of(PTX, "taken"), *kernel = ptx_of(PTX, "kernel");
	struct err e = ERR_INIT;
	char text[2048], line[512];
	size_t n;
	const char *const *lines = ptx_list(ptx_cases(PTX), "wrong instructions", &n);

	for (size_t i = 0; i < n; i++) {
		const char *words = said_of(lines[i], line, sizeof line);
		bool behind = strstr(words, "found '}'") != NULL;

		snprintf(text, sizeof text, "%s%s\n}\n", kernel, line);
		refused(text, behind ? 8 : 7, words);
	}
	ck_assert_uint_eq(n, 53);
	snprintf(text, sizeof text, "%s\x01\n}\n", kernel);
	refused(text, 7, "expected an instruction");
	ck_assert_msg(load(good, strlen(good), &e) == 0, "%s", e.msg);
}
END_TEST

static void refused_cases(const char *group, size_t wanted)
{
	size_t n;
	const struct ptx_case *const *cases = ptx_group(ptx_cases(PTX), group, &n);

	ck_assert_uint_eq(n, wanted);
	for (size_t i = 0; i < n; i++)
		refused(ptx_of(PTX, cases[i]->name), (int)ptx_want_number(cases[i], "line"),
			ptx_want(cases[i], "says"));
}

START_TEST(wrong_modules)
{
	size_t n;
	const char *const *lines = ptx_list(ptx_cases(PTX), "wrong declarations", &n);
	char text[512], line[256];

	refused("", 1, "no .version");
	refused("int main() {}", 1, "expected a directive, found 'int'");
	refused("\x7f"
		"ELF\x02\x01",
		1, "expected a directive");
	refused(".version 9.0\n.target sm_90\n.address_size 32\n", 4, "not supported, only 64");
	refused(".version nine\n", 1, "expected a version");
	for (size_t i = 0; i < n; i++) {
		const char *words = said_of(lines[i], line, sizeof line);

		snprintf(text, sizeof text, HEAD "%s\n", line);
		refused(text, 4, words);
	}
	ck_assert_uint_eq(n, 15);
	refused_cases("module: ", 7);
}
END_TEST

START_TEST(errors_name_the_cuda_line)
{
	refused_cases("CUDA line: ", 2);
}
END_TEST

static char *repeat(bool in_kernel, const char *start, const char *piece, int n, const char *end)
{
	struct buf b;
	char *text;

	buf_init(&b);
	buf_puts(&b, in_kernel ? ptx_of(PTX, "kernel") : "");
	buf_puts(&b, start);
	for (int i = 0; i < n; i++)
		buf_puts(&b, piece);
	buf_puts(&b, end);
	text = buf_detach(&b);
	buf_release(&b);
	return text;
}

START_TEST(hostile_text_is_bounded)
{
	static const struct {
		bool in_kernel;
		const char *start, *piece;
		int n;
		const char *end, *words;
	} rows[] = {
		{ true, "", "{", 100000, "", "nested deeper" },
		{ true, "mov.u32 %r1, ", "(", 100000, "", "nested deeper" },
		{ true, "mov.u32 %r1, ", "- ", 100000, "1;}", "nested deeper" },
		{ true, "mov.u32 %r1, ", "1?1:", 100000, "1;}", "nested deeper" },
		{ false, HEAD ".global .u32 x[1] = ", "{", 100000, "", "more braces" },
		{ false, HEAD ".global .u32 x", "[2]", 100000, ";", "at most 8 dimensions" },
		{ true, "", ".reg .b32 %x<1048576>;", 1, "ret;}", "more than" },
		{ true, "", "{.reg .b32 %x<1000000>;}", 100, "ret;}", "more than" },
		{ true, ".reg .b32 ", "long_", 30000, "<1000000>; ret;}", "longer than" },
		{ true, "add", ".sat", 100000, ".s32 %r1, %r2, %r3;}", "more than 10 modifiers" },
		{ true, "cvt", ".s32", 100000, " %r1, %r2;}", "more than 4 types" },
		{ true, "add.s32 %r1", ", %r1", 100000, ";}", "more than 7 operands" },
		{ true, "mov.b64 {%r1", ", %r1", 100000, "}, %d1;}", "at most 8 elements" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *text = repeat(rows[i].in_kernel, rows[i].start, rows[i].piece, rows[i].n, rows[i].end);
		struct err e = ERR_INIT;

		ck_assert_msg(load(text, strlen(text), &e) < 0, "taken, should say: %s", rows[i].words);
		ck_assert_msg(strstr(e.msg, rows[i].words) != NULL, "'%s' lacks '%s'", e.msg, rows[i].words);
		free(text);
	}
}
END_TEST

/* Long, but right: must neither fail nor take time that grows with the square. */
START_TEST(long_text_is_taken)
{
	static const struct {
		bool in_kernel;
		const char *start, *piece;
		int n;
		const char *end;
	} rows[] = {
		{ true, "", "{ .reg .b32 t; L: mov.u32 t, 1; bra L; }\n", 20000, "ret; }" },
		{ true, "", "{.param .b32 q;}", 20000, "ret;}" },
		{ true, "", ".loc 1 2 3, function_name x, inlined_at 1 2 3\nret;\n", 20000, "}" },
		{ true, "T: .branchtargets L", ", L", 20000, "; L: ret;}" },
		{ false, HEAD, ".func f(.param .b32 x, .param .b64 y);\n", 20000, "" },
		{ false, HEAD ".global .b8 x[] = {1", ", 0", 100000, "};" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *text = repeat(rows[i].in_kernel, rows[i].start, rows[i].piece, rows[i].n, rows[i].end);
		struct err e = ERR_INIT;

		ck_assert_msg(load(text, strlen(text), &e) == 0, "row %zu: %s", i, e.msg);
		free(text);
	}
}
END_TEST

/* Cut anywhere and with any byte changed, it is refused or taken, never worse (the sanitizers watch). */
START_TEST(cut_and_changed_text)
{
	const char *text = ptx_of(PTX, "cut and changed");
	size_t len = strlen(text);
	struct err e = ERR_INIT;
	int taken = 0;

	for (size_t i = 0; i <= len; i++) {
		char *cut = malloc(i ? i : 1);

		memcpy(cut, text, i);
		taken += load(cut, i, &e) == 0;
		free(cut);
		for (size_t k = 0; i < len && k < 6; k++) {
			char *changed = malloc(len);

			memcpy(changed, text, len);
			changed[i] = "\0}{;\"\xff"[k];
			taken += load(changed, len, &e) == 0;
			free(changed);
		}
	}
	ck_assert_int_gt(taken, 0);
}
END_TEST

Suite *ptx_errors_suite(void)
{
	Suite *s = suite_create("ptx errors");
	TCase *tc = tcase_create("errors");

	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, wrong_instructions);
	tcase_add_test(tc, wrong_modules);
	tcase_add_test(tc, errors_name_the_cuda_line);
	tcase_add_test(tc, hostile_text_is_bounded);
	tcase_add_test(tc, long_text_is_taken);
	tcase_add_test(tc, cut_and_changed_text);
	suite_add_tcase(s, tc);
	return s;
}
