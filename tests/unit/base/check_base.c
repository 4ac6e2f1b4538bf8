/* base: errors, buffers, arenas, files and random numbers. Child processes: check_base_proc.c. */
#include <check.h>
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/fs.h"
#include "base/literal.h"
#include "base/markup.h"
#include "base/mask.h"
#include "base/number.h"
#include "base/pages.h"
#include "base/rng.h"

/* What is neither comment nor text in quotes: `text` with a dot for each literal. */
static void without_literals(const char *text, char *out)
{
	const char *end = text + strlen(text);

	for (const char *s = text; s < end;) {
		const char *past = literal_past(text, s, end);

		*out++ = past == s ? *s : '.';
		s = past == s ? s + 1 : past;
	}
	*out = '\0';
}
START_TEST(literals_of_a_source)
{
	static const struct {
		const char *text, *rest;
	} cases[] = { { "a // b\nc", "a .\nc" }, { "a /* b\n \" */ c", "a . c" }, { "f(\"a // b\", x)", "f(., x)" },
		{ "\"a\\\"b\" c", ". c" }, { "'\"' + '\\'' + 'x'", ". + . + ." }, { "1'000'000 + n", "1'000'000 + n" },
		{ "a / b /", "a / b /" }, { "x /* never closed", "x ." }, { "s = \"never closed\nt", "s = .\nt" },
		{ "\"ends in \\", "." }, { "// the last", "." }, { "/*/ b */c", ".c" }, { "", "" } };
	char rest[64];

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		without_literals(cases[i].text, rest);
		ck_assert_str_eq(rest, cases[i].rest);
	}
}
END_TEST

START_TEST(characters_of_a_name)
{
	char found[256];
	size_t n = 0;

	for (int c = 1; c < 256; c++)
		if (literal_in_word((char)c))
			found[n++] = (char)c;
	found[n] = '\0';
	ck_assert_str_eq(found, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz");
	ck_assert(!literal_in_word('\0'));
}
END_TEST

START_TEST(runs_of_a_mask)
{
	static const struct {
		uint32_t mask;
		const char *runs;
	} cases[] = { { 0, "" }, { 1, "0-0 " }, { 0x800000ff, "0-7 31-31 " }, { 0xffffffff, "0-31 " },
		{ 0x80000000, "31-31 " }, { 0xc0000006, "1-2 30-31 " }, { 0x15, "0-0 2-2 4-4 " } };
	struct mask_run run;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct buf b;

		buf_init(&b);
		for (int from = 0; mask_run_from(cases[i].mask, from, &run); from = run.last + 1)
			buf_printf(&b, "%d-%d ", run.first, run.last);
		ck_assert_str_eq(b.data ? b.data : "", cases[i].runs);
		buf_release(&b);
	}
	ck_assert(mask_run_from(0xf0f, 1, &run)); /* 0-3 began before */
	ck_assert_int_eq(run.first, 8);
}
END_TEST

Suite *base_suite(void);

START_TEST(err_keeps_place_and_scrubs)
{
	struct err e = ERR_INIT;
	char text[256];

	ck_assert_int_eq(err_at(&e, ERR_INPUT, "lab.yaml", 3, 7, "bad %s", "\033[31mkey"), -1);
	ck_assert_str_eq(err_text(&e, text, sizeof text), "lab.yaml:3:7: bad ?[31mkey");
	err_prefix(&e, "lab %d", 2);
	ck_assert_str_eq(e.msg, "lab 2: bad ?[31mkey");
	err_set(&e, ERR_ENV, "again: %s", e.msg); /* its own message as an argument */
	ck_assert_str_eq(e.msg, "again: lab 2: bad ?[31mkey");
	ck_assert_int_eq(e.line, 0);
	ck_assert_int_eq(err_set(NULL, ERR_BUG, "dropped"), -1);
}
END_TEST

START_TEST(scrub_stops_control_bytes)
{
	static const struct {
		const char *in, *want;
	} rows[] = {
		{ "plain\n\ttext", "plain\n\ttext" },
		{ "\033]0;title\007", "?]0;title?" },
		{ "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80", "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80" },
		{ "\xc2\x9b"
		  "31m",
			"??31m" },                     /* CSI as a C1 control in UTF-8 */
		{ "\xc0\x80", "??" },                  /* overlong */
		{ "\xed\xa0\x80", "???" },             /* surrogate */
		{ "exe\xe2\x80\xaegpj", "exe???gpj" }, /* right to left from here */
		{ "a\xe2\x81\xa6"
		  "b",
			"a???b" }, /* an isolate */
		{ "cut \xe2\x82", "cut ??" },
		{ "a\r\nb\rc\x7f", "a\nb?c?" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct buf b;

		buf_init(&b);
		buf_add_scrubbed(&b, rows[i].in, strlen(rows[i].in));
		ck_assert_str_eq(b.data, rows[i].want);
		buf_release(&b);
	}
}
END_TEST

START_TEST(buf_grows)
{
	struct buf b;

	buf_init(&b);
	for (int i = 0; i < 1000; i++)
		buf_printf(&b, "%d,", i);
	ck_assert_uint_eq(b.len, strlen(b.data));
	ck_assert_uint_eq(b.len, 3890);
	free(buf_detach(&b)); /* nothing is left to release (the sanitized run would see it) ... */
	buf_clear(&b);
	buf_printf(&b, "%d", 7); /* ... and it can be used again */
	buf_putc(&b, 'x');
	ck_assert_str_eq(b.data, "7x");
	buf_release(&b);
}
END_TEST

/* Of what VmFlags says of these bytes' mapping (proc(5)): "hg", advised to be in large pages. */
static bool advised(const void *p)
{
	FILE *f = fopen("/proc/self/smaps", "r");
	unsigned long from, to, at = (unsigned long)p;
	bool here = false, found = false;
	char line[512];

	ck_assert_ptr_nonnull(f);
	while (fgets(line, sizeof line, f))
		if (sscanf(line, "%lx-%lx ", &from, &to) == 2)
			here = from <= at && at < to;
		else if (here && !strncmp(line, "VmFlags:", 8))
			found = strstr(line, " hg") != NULL;
	fclose(f);
	return found;
}

/* Asks for more than there can be, in a child, after it has said how it wants to end; what came on stdout, and how it
 * ended. */
static int out_of_memory(bool says, const char *answer, char *told, size_t room)
{
	const size_t huge = SIZE_MAX / 4;
	int out[2], status = 0;
	ssize_t n;
	pid_t pid;

	ck_assert_int_eq(pipe(out), 0);
	pid = fork();
	if (pid == 0) {
		if (dup2(out[1], 1) < 0 || !freopen("/dev/null", "w", stderr))
			_exit(9);
		setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
		if (says)
			out_of_memory_answer(answer, 3);
		free(xmalloc(huge));
		_exit(8);
	}
	close(out[1]);
	n = read(out[0], told, room - 1);
	told[n > 0 ? n : 0] = 0;
	close(out[0]);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	return status;
}

START_TEST(out_of_memory_is_answered)
{
	char told[64];
	int status = out_of_memory(true, "{\"verdict\":\"not-judged\"}\n", told, sizeof told);

	ck_assert_str_eq(told, "{\"verdict\":\"not-judged\"}\n");
	ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 3);
	status = out_of_memory(true, NULL, told, sizeof told);
	ck_assert_str_eq(told, "");
	ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 3);
	status = out_of_memory(false, NULL, told, sizeof told);
	ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}
END_TEST

START_TEST(large_buffers_come_in_large_pages)
{
	char *small = xmalloc(4096), *large = xmalloc(3 * PAGES_LARGE);

	ck_assert_ptr_null(pages_large(NULL, 3 * PAGES_LARGE));
	ck_assert(!advised(small));
	/* A kernel that was built without them has no such flag. */
	if (!access("/sys/kernel/mm/transparent_hugepage/enabled", F_OK))
		ck_assert(advised(large + PAGES_LARGE));
	memset(large, 1, 3 * PAGES_LARGE);
	large = xrealloc(large, 5 * PAGES_LARGE);
	ck_assert_int_eq(large[3 * PAGES_LARGE - 1], 1);
	free(large);
	free(small);
}
END_TEST

/* Pages that nobody touched are there, and what others hold stays. */
START_TEST(pages_are_made_at_once)
{
	enum { PAGE = 4096, PAGES = 8 };
	uint8_t *p = mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	unsigned char there[PAGES];

	ck_assert(p != MAP_FAILED);
	madvise(p, PAGES * PAGE, MADV_NOHUGEPAGE);
	memset(p + 2 * PAGE, 7, PAGE);
	ck_assert(!mincore(p, PAGES * PAGE, there) && !(there[1] & 1) && !(there[6] & 1));
	pages_now(p + PAGE + 100, 4 * PAGE);
	ck_assert(!mincore(p, PAGES * PAGE, there));
	for (int k = 0; k < PAGES; k++)
		ck_assert_msg((there[k] & 1) == (k >= 1 && k <= 5), "page %d", k);
	for (int k = 0; k < PAGES * PAGE; k++)
		ck_assert_uint_eq(p[k], k / PAGE == 2 ? 7 : 0);
	munmap(p, PAGES * PAGE);
}
END_TEST

START_TEST(arena_is_zeroed_and_aligned)
{
	struct arena a;
	int *arr = NULL;
	size_t n = 0, cap = 0;

	arena_init(&a);
	for (int i = 1; i < 3000; i++) {
		unsigned char *p = arena_alloc(&a, (size_t)i * 7 % 40000);

		ck_assert_uint_eq((uintptr_t)p % 16, 0);
		if (i * 7 % 40000) {
			ck_assert_uint_eq(p[0], 0);
			memset(p, 0xaa, (size_t)i * 7 % 40000);
		}
	}
	for (int i = 0; i < 1000; i++)
		*ARENA_PUSH(&a, arr, n, cap) = i;
	for (int i = 0; i < 1000; i++)
		ck_assert_int_eq(arr[i], i);
	arena_release(&a);
}
END_TEST

/* A chosen folder stays; memory is only taken where it has room and programs may be run from it. */
START_TEST(temporary_files_in_memory)
{
	struct statvfs v;
	bool fits = !access(FS_TEMP_MEMORY, W_OK | X_OK) && !statvfs(FS_TEMP_MEMORY, &v) && !(v.f_flag & ST_NOEXEC) &&
		v.f_bavail * v.f_frsize >= 1u << 30;

	setenv("TMPDIR", "/var/tmp", 1);
	fs_temp_in_memory();
	ck_assert_str_eq(fs_temp_base(), "/var/tmp");
	unsetenv("TMPDIR");
	fs_temp_in_memory();
	ck_assert_str_eq(fs_temp_base(), fits ? FS_TEMP_MEMORY : "/tmp");
}
END_TEST

START_TEST(files)
{
	struct err e = ERR_INIT;
	char *dir = fs_temp_dir("check", &e);
	char *path, *deep;
	struct buf b;
	char **names;
	size_t n;

	ck_assert_ptr_nonnull(dir);
	path = xasprintf("%s/f", dir);
	deep = xasprintf("%s/a/b/c", dir);
	buf_init(&b);
	ck_assert_int_eq(fs_write_atomic(path, "hello", 5, 0644, &e), 0);
	ck_assert_int_eq(fs_read(path, 5, &b, &e), 0);
	ck_assert_str_eq(b.data, "hello");
	ck_assert_int_eq(fs_read(path, 4, &b, &e), -1);
	ck_assert_int_eq(e.kind, ERR_INPUT);
	ck_assert_int_eq(fs_mkdir_p(deep, &e), 0);
	ck_assert_int_eq(fs_mkdir_p(deep, &e), 0);
	ck_assert_int_eq(fs_read(deep, 100, &b, &e), -1); /* a folder */
	ck_assert_int_eq(fs_list(dir, &names, &n, &e), 0);
	ck_assert_uint_eq(n, 2); /* no temp file left */
	ck_assert_str_eq(names[0], "a");
	fs_names_free(names, n);
	free(path);
	path = xasprintf("%s/fifo", dir);
	ck_assert_int_eq(mkfifo(path, 0600), 0);
	ck_assert_int_eq(fs_read(path, 100, &b, &e), -1); /* must not hang */
	free(path);
	path = xasprintf("%s/f/x", dir);
	ck_assert_int_eq(fs_write_atomic(path, "x", 1, 0644, &e), -1);
	ck_assert_int_eq(e.kind, ERR_ENV);
	free(path);
	path = xasprintf("%s/link", dir);
	ck_assert_int_eq(symlink("/etc", path), 0);
	ck_assert_int_eq(fs_remove_tree(dir, &e), 0); /* the link, not /etc */
	ck_assert(!fs_exists(dir) && fs_exists("/etc/passwd"));
	free(path);
	free(deep);
	free(dir);
	buf_release(&b);
}
END_TEST

START_TEST(random_numbers_are_the_same_everywhere)
{
	double sum = 0;
	int hist[8] = { 0 };

	/* Recorded once: a change of the generator changes every seed that a student wrote down. */
	ck_assert_uint_eq(rng_u64(1, 2, 3), rng_u64(1, 2, 3));
	ck_assert_uint_ne(rng_u64(1, 2, 3), rng_u64(1, 3, 2));
	ck_assert_uint_ne(rng_u64(1, 2, 3), rng_u64(2, 2, 3));
	for (int i = 0; i < 80000; i++) {
		float u = rng_unit(7, 0, (uint64_t)i);

		ck_assert(u >= 0 && u < 1);
		sum += u;
		hist[rng_below(7, 1, (uint64_t)i, 8)]++;
	}
	ck_assert(sum > 39000 && sum < 41000);
	for (int i = 0; i < 8; i++)
		ck_assert_int_gt(hist[i], 9500);
}
END_TEST

START_TEST(numbers_for_people)
{
	static const struct {
		double v;
		const char *want;
	} rows[] = {
		{ 0, "0" },
		{ 7, "7" },
		{ -999, "-999" },
		{ 1000, "1,000" },
		{ -72089, "-72,089" },
		{ 1234567, "1,234,567" },
		{ 4.5, "4.50" },
		{ 1e20, "1e+20" },
		{ INFINITY, "inf" },
	};
	char text[32], small[4];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		number_text(rows[i].v, text, sizeof text);
		ck_assert_str_eq(text, rows[i].want);
	}
	number_text(1234567, small, sizeof small);
	ck_assert_uint_lt(strlen(small), sizeof small);
}
END_TEST

START_TEST(markup)
{
	static const struct {
		const char *in, *text, *value;
	} rows[] = {
		{ "a<b> & \"c\" 'd'", "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;", NULL },
		{ "one\n\ttwo", "one\n\ttwo", "one&#10;&#9;two" },
		{ "\033[31m\x01", "?[31m?", NULL },
		{ "\xef\xbf\xbe \xef\xbf\xbf \xef\xbf\xbd", "? ? \xef\xbf\xbd",
			NULL }, /* the last one is a character */
		{ "\xc3\xa4 \xff", "\xc3\xa4 ?", NULL },
		{ "", "", NULL },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		for (int attribute = 0; attribute < 2; attribute++) {
			struct buf b;

			buf_init(&b);
			buf_add_markup(&b, rows[i].in, attribute);
			ck_assert_str_eq(b.data, attribute && rows[i].value ? rows[i].value : rows[i].text);
			buf_release(&b);
		}
}
END_TEST

Suite *base_suite(void)
{
	Suite *s = suite_create("base");
	TCase *t = tcase_create("base");

	tcase_add_test(t, err_keeps_place_and_scrubs);
	tcase_add_test(t, markup);
	tcase_add_test(t, scrub_stops_control_bytes);
	tcase_add_test(t, buf_grows);
#ifndef __SANITIZE_ADDRESS__ /* whose malloc() never fails: it ends the process */
	tcase_add_test(t, out_of_memory_is_answered);
#else
	(void)out_of_memory_is_answered;
#endif
	tcase_add_test(t, large_buffers_come_in_large_pages);
	tcase_add_test(t, pages_are_made_at_once);
	tcase_add_test(t, arena_is_zeroed_and_aligned);
	tcase_add_test(t, files);
	tcase_add_test(t, numbers_for_people);
	tcase_add_test(t, literals_of_a_source);
	tcase_add_test(t, temporary_files_in_memory);
	tcase_add_test(t, characters_of_a_name);
	tcase_add_test(t, runs_of_a_mask);
	tcase_add_test(t, random_numbers_are_the_same_everywhere);
	suite_add_tcase(s, t);
	return s;
}
