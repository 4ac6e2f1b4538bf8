/* The toolchain's cache with the real nvcc: hits, damage, what does not belong to a key, its bound; and two who want
 * the same artifact at once. */
#include <check.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/proc.h"
#include "toolchain/internal.h"
#include "toolchain_kit.h"

Suite *toolchain_cache_suite(void);

START_TEST(test_cache_hits_and_keeps_warnings)
{
	struct compile_outcome first, second, other;
	struct buf a, b;

	write_source("int unused_but(int n) { int never; return n; }\n" GOOD,
		strlen("int unused_but(int n) { int never; return n; }\n" GOOD));
	first = compile(true);
	ck_assert_msg(first.ok && !first.from_cache, "%s", first.diagnostics.data);
	ck_assert_ptr_nonnull(strstr(first.diagnostics.data, "never"));
	buf_init(&a);
	buf_init(&b);
	ck_assert_int_eq(fs_read(so, 1 << 24, &a, NULL), 0);
	unlink(so);
	second = compile(true);
	ck_assert(second.ok && second.from_cache);
	ck_assert_str_eq(first.diagnostics.data, second.diagnostics.data);
	ck_assert_int_eq(fs_read(so, 1 << 24, &b, NULL), 0);
	ck_assert(a.len == b.len && !memcmp(a.data, b.data, a.len));
	write_source(GOOD "// changed\n", strlen(GOOD "// changed\n"));
	other = compile(true);
	ck_assert(other.ok && !other.from_cache);
	buf_release(&a);
	buf_release(&b);
	buf_release(&first.diagnostics);
	buf_release(&second.diagnostics);
	buf_release(&other.diagnostics);
}
END_TEST

struct one_of_two {
	pthread_t thread;
	struct compile_request rq;
	struct compile_outcome out;
};

static void *compile_one(void *arg)
{
	struct one_of_two *o = arg;

	ck_assert_int_eq(toolchain_compile(&tc, &o->rq, &o->out, NULL), 0);
	return NULL;
}

/* Two at once: one makes it, the other waits for that. */
START_TEST(test_nothing_is_compiled_twice_at_once)
{
	struct one_of_two two[2];
	char *outs[2] = { xasprintf("%s/a.so", dir), xasprintf("%s/b.so", dir) };

	write_source(GOOD, strlen(GOOD));
	for (int i = 0; i < 2; i++) {
		two[i].rq = (struct compile_request){
			.source = src, .out = outs[i], .arch = 80, .use_cache = true, .cancel_fd = -1
		};
		ck_assert_int_eq(pthread_create(&two[i].thread, NULL, compile_one, &two[i]), 0);
	}
	for (int i = 0; i < 2; i++) {
		ck_assert_int_eq(pthread_join(two[i].thread, NULL), 0);
		ck_assert(two[i].out.ok && fs_is_file(outs[i]));
		buf_release(&two[i].out.diagnostics);
		free(outs[i]);
	}
	ck_assert_int_eq(two[0].out.from_cache + two[1].out.from_cache, 1);
}
END_TEST

START_TEST(test_waiting_for_a_key_ends)
{
	static const char key[] = "0123456789012345678901234567890123456789012345678901234567890123";
	int64_t far = time_now_ns() + 600 * 1000000000ll;
	int pipes[2], mine, other;
	bool waited;

	ck_assert_int_eq(pipe2(pipes, O_CLOEXEC), 0);
	mine = cache_lock(cache_dir, key, far, -1, &waited);
	ck_assert(mine >= 0 && !waited);
	other = cache_lock(cache_dir, key, time_now_ns() - 1, -1, &waited);
	ck_assert(other == -1 && waited);
	ck_assert_int_eq(write(pipes[1], "x", 1), 1);
	other = cache_lock(cache_dir, key, far, pipes[0], &waited);
	ck_assert(other == -1 && waited);
	cache_unlock(cache_dir, key, mine);
	other = cache_lock(cache_dir, key, far, pipes[0], &waited);
	ck_assert(other >= 0 && !waited);
	cache_unlock(cache_dir, key, other);
	/* A folder that can't be written forbids nothing. */
	ck_assert_int_eq(cache_lock("/proc/nowhere", key, far, -1, &waited), -1);
	ck_assert(!waited);
	close(pipes[0]);
	close(pipes[1]);
}
END_TEST

START_TEST(test_cache_survives_damage)
{
	struct compile_outcome out;
	char **names;
	size_t n;

	write_source(GOOD, strlen(GOOD));
	out = compile(true);
	buf_release(&out.diagnostics);
	ck_assert_int_eq(fs_list(cache_dir, &names, &n, NULL), 0);
	ck_assert_uint_eq(n, 3); /* the object, its warnings, the text of nvcc's headers */
	for (size_t i = 0; i < n; i++) {
		char *p = xasprintf("%s/%s", cache_dir, names[i]);

		ck_assert_int_eq(truncate(p, 100), 0);
		free(p);
	}
	fs_names_free(names, n);
	out = compile(true);
	ck_assert(out.ok && !out.from_cache);
	buf_release(&out.diagnostics);
}
END_TEST

/* The object of another file, sound in itself, under this file's key. */
START_TEST(test_cache_takes_no_other_object)
{
	static const char other[] = GOOD "int another;\n";
	struct compile_outcome out;
	char **names, *first = NULL;
	size_t n;

	write_source(GOOD, strlen(GOOD));
	out = compile(true);
	buf_release(&out.diagnostics);
	ck_assert_int_eq(fs_list(cache_dir, &names, &n, NULL), 0);
	for (size_t i = 0; i < n; i++)
		if (strstr(names[i], ".so"))
			first = xasprintf("%s/%s", cache_dir, names[i]);
	fs_names_free(names, n);
	ck_assert_ptr_nonnull(first);
	write_source(other, strlen(other));
	out = compile(true);
	ck_assert(out.ok && !out.from_cache);
	buf_release(&out.diagnostics);
	ck_assert_int_eq(fs_copy(so, first, NULL), 0);

	write_source(GOOD, strlen(GOOD));
	out = compile(true);
	ck_assert_msg(out.ok && !out.from_cache, "another's object was taken");
	buf_release(&out.diagnostics);
	free(first);
}
END_TEST

/* Some thousand large objects would be a full disk. */
START_TEST(test_cache_takes_no_large_object)
{
	static const char *const sizes[] = { "900000", "1100000" };

	for (int i = 0; i < 2; i++) {
		char *text = xasprintf(GOOD "asm(\".data\\n.zero %s\\n.text\");\n", sizes[i]);
		struct compile_outcome first, second;

		write_source(text, strlen(text));
		first = compile(true);
		second = compile(true);
		ck_assert(first.ok && !first.from_cache && second.ok);
		ck_assert_int_eq(second.from_cache, i == 0);
		buf_release(&first.diagnostics);
		buf_release(&second.diagnostics);
		free(text);
	}
}
END_TEST

/* The entry `i`: its artifact or its text. */
static char *entry_of(int i, const char *kind)
{
	return xasprintf("%s/%064d.%s", cache_dir, i, kind);
}

START_TEST(test_cache_is_bounded)
{
	static const char *const kinds[] = { "so", "txt" };
	struct buf image, text;
	char **names, *last;
	size_t n;

	buf_init(&image);
	buf_init(&text);
	for (int i = 0; i < 2100; i++) {
		char key[65];

		snprintf(key, sizeof key, "%064d", i);
		if (i == 0 || i >= 2000) {
			cache_put(cache_dir, key, &image, &text);
			continue;
		}
		/* Most of them are the first one by other names: to put so many takes long. */
		for (int k = 0; k < 2; k++) {
			char *first = entry_of(0, kinds[k]), *same = entry_of(i, kinds[k]);

			ck_assert_int_eq(link(first, same), 0);
			free(first);
			free(same);
		}
	}
	ck_assert_int_eq(fs_list(cache_dir, &names, &n, NULL), 0);
	ck_assert_uint_le(n, 2 * 2048);
	ck_assert_uint_ge(n, 2 * 1500);
	last = entry_of(2099, "so");
	ck_assert(fs_is_file(last));
	free(last);
	fs_names_free(names, n);
	buf_release(&image);
	buf_release(&text);
}
END_TEST

Suite *toolchain_cache_suite(void)
{
	Suite *s = suite_create("toolchain_cache");
	TCase *t = tcase_create("nvcc");

	tcase_set_timeout(t, 300);
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, test_cache_hits_and_keeps_warnings);
	tcase_add_test(t, test_cache_takes_no_other_object);
	tcase_add_test(t, test_cache_takes_no_large_object);
	tcase_add_test(t, test_nothing_is_compiled_twice_at_once);
	tcase_add_test(t, test_waiting_for_a_key_ends);
	tcase_add_test(t, test_cache_survives_damage);
	tcase_add_test(t, test_cache_is_bounded);
	suite_add_tcase(s, t);
	return s;
}
