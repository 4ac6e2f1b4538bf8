/* judge/compile_said.h over the real nvcc: each row of compile_help.def has a file in mistakes/ that makes nvcc say it.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/proc.h"
#include "judge/compile_said.h"
#include "toolchain/toolchain.h"

static char *dir;

/* What nvcc says of mistakes/x.cu is in <dir>/x.cu.txt. */
static void setup(void)
{
	const char *argv[] = { "tests/unit/job/nvcc_said.sh", NULL, NULL, NULL };
	struct proc_spec spec = { .argv = argv };
	struct proc p;
	struct toolchain tc;
	struct err e = ERR_INIT;

	dir = fs_temp_dir("check-said", &e);
	ck_assert_msg(dir != NULL, "%s", e.msg);
	ck_assert_msg(toolchain_find(&tc, ".", NULL, &e) == 0, "%s", e.msg);
	argv[1] = tc.nvcc;
	argv[2] = dir;
	ck_assert_msg(proc_run(&p, &spec, 900000, -1, &e) == 0, "%s", e.msg);
	proc_release(&p);
	toolchain_release(&tc);
}

static void teardown(void)
{
	fs_remove_tree(dir, NULL);
	free(dir);
}

static char *words_of(const char *name)
{
	char *path = xasprintf("%s/%s.cu.txt", dir, name);
	struct err e = ERR_INIT;
	struct buf b;

	buf_init(&b);
	ck_assert_msg(fs_read(path, 1 << 20, &b, &e) == 0, "%s", e.msg);
	ck_assert_str_ne(b.data, "compiles\n");
	free(path);
	return buf_detach(&b);
}

/* The first error of the file that bears a row's name is what the row is about. */
START_TEST(nvcc_says_it)
{
	const char *row = compile_help_row((size_t)_i), *found, *at;
	char *words = words_of(row), *file;
	struct compile_said s;
	struct buf help;

	at = words;
	do {
		ck_assert_msg(compile_said_next(&at, &s), "no error in: %s", words);
	} while (s.kind != SAID_ERROR);
	found = compile_said_row(&s);
	ck_assert_msg(found && !strcmp(found, row), "%s fits %s: %s", row, found ? found : "nothing", words);
	buf_init(&help);
	ck_assert(compile_said_help(&s, &help));
	ck_assert_msg(help.len > 20 && !strchr(help.data, '$'), "%s", help.data);
	buf_release(&help);
	ck_assert_msg(!compile_said_first(words, "x.cu", &s), "a line of another file");
	file = xasprintf("%s.cu", row);
	if (!strstr(words, "ptxas error") && !strstr(words, ".ptx, line ")) { /* which names no place */
		ck_assert_msg(compile_said_first(words, file, &s), "no line: %s", words);
		ck_assert_int_gt(s.line, 0);
	}
	free(file);
	free(words);
}
END_TEST

START_TEST(messages_and_places)
{
	static const char words[] =
		"x.cu(4): warning #177-D: variable \"i\" was declared\n   int i;\n       ^\n\n"
		"Remark: The warnings can be suppressed\n\n"
		"/a/b/x.cu(7): error: identifier \"m\" is undefined\n   if (i < m)\n           ^\n\n"
		"y.cu:3:22: fatal error: z.h: No such file or directory\n    3 | #include <z.h>\n"
		"      |          ^\ncompilation terminated.\n2 errors detected\n";
	static const enum said_kind kinds[] = { SAID_WARNING, SAID_OTHER, SAID_ERROR, SAID_ERROR };
	static const int lines[] = { 4, 0, 7, 3 };
	const char *at = words;
	struct compile_said s;
	struct buf b;

	for (size_t i = 0; i < 4; i++) {
		ck_assert(compile_said_next(&at, &s));
		ck_assert_int_eq(s.kind, kinds[i]);
		ck_assert_int_eq(s.line, lines[i]);
		if (i == 3)
			ck_assert(s.nquote == 14 && !memcmp(s.quote, "#include <z.h>", 14));
	}
	ck_assert(compile_said_first(words, NULL, &s) && s.line == 7);
	ck_assert(compile_said_first(words, "y.cu", &s) && s.line == 3);
	ck_assert(!compile_said_first(words, "b.cu", &s));
	ck_assert(!compile_said_first("", NULL, &s));
	ck_assert(!compile_said_first(NULL, NULL, &s));
	buf_init(&b);
	compile_said_explain(words, &b);
	ck_assert_ptr_nonnull(strstr(b.data, "           ^\n  -> Nothing called m is declared before this line"));
	buf_clear(&b);
	compile_said_explain("x.cu(1): error: nobody knows this one\n", &b);
	ck_assert_str_eq(b.data, "x.cu(1): error: nobody knows this one\n");
	buf_release(&b);
}
END_TEST

/* Whatever a preprocessor line makes nvcc print: it ends, and every byte of it stays. */
START_TEST(notes_of_headers)
{
	static const char words[] =
		"x.cu(2): error: no instance\n   f();\n   ^\n"
		"/usr/include/h.h(9): note #1-D: f(int) does not fit\n   void f(int);\n        ^\n\n"
		"x.cu(1): note: to match this {\n   {\n   ^\n\n"
		"1 error detected\n";
	struct buf b;

	buf_init(&b);
	compile_said_own(words, "x.cu", &b);
	ck_assert_str_eq(b.data,
		"x.cu(2): error: no instance\n   f();\n   ^\n\n"
		"x.cu(1): note: to match this {\n   {\n   ^\n\n1 error detected\n");
	buf_clear(&b);
	compile_said_own("x.cu(2): warning: idle\n   f;\n   ^\n\nRemark: r\n\nx.cu(2): warning: idle\n   f;\n   ^\n\n"
			 "Remark: r\n\nx.cu(3): warning: idle\n   g;\n   ^\n\n",
		"x.cu", &b);
	ck_assert_str_eq(
		b.data, "x.cu(2): warning: idle\n   f;\n   ^\n\nRemark: r\n\nx.cu(3): warning: idle\n   g;\n   ^\n\n");
	buf_clear(&b);
	compile_said_own("warning: nothing\n", "x.cu", &b);
	ck_assert_str_eq(b.data, "warning: nothing\n");
	buf_release(&b);
}
END_TEST

START_TEST(any_text)
{
	static const char pieces[][14] = { "\n", "x.cu(", "4", "): ", "error: ", ":", "12:3: ", "  ", "#", "\"a\"", "^",
		"At end of ", "ptxas ", "x", "\n\n" };
	uint64_t state = 12345;

	for (int round = 0; round < 20000; round++) {
		struct buf text, out;
		struct compile_said s;
		size_t n = 0;
		const char *at;

		buf_init(&text);
		buf_init(&out);
		for (int i = 0; i < 12; i++) {
			state = state * 6364136223846793005u + 1442695040888963407u;
			buf_puts(&text, pieces[(state >> 33) % (sizeof pieces / sizeof *pieces)]);
		}
		for (at = text.data; compile_said_next(&at, &s); n++) {
			ck_assert(s.n > 0 && s.text >= text.data && s.text + s.n <= text.data + text.len);
			ck_assert_int_ge(s.line, 0);
		}
		ck_assert_uint_le(n, 13);
		compile_said_explain(text.data, &out);
		ck_assert_uint_ge(out.len, text.len);
		buf_release(&text);
		buf_release(&out);
	}
}
END_TEST

Suite *job_compile_said_suite(void);
Suite *job_compile_said_suite(void)
{
	Suite *s = suite_create("job_compile_said");
	TCase *t = tcase_create("compile_said");

	tcase_set_timeout(t, 60);
	tcase_add_unchecked_fixture(t, setup, teardown);
	tcase_add_loop_test(t, nvcc_says_it, 0, (int)compile_help_rows());
	tcase_add_test(t, messages_and_places);
	tcase_add_test(t, notes_of_headers);
	tcase_add_test(t, any_text);
	suite_add_tcase(s, t);
	return s;
}
