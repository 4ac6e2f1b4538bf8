/* job/parts/scratch.c: who makes a folder has it, whoever else begins and sweeps at that moment; who was killed leaves
 * none behind. */
#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fs.h"
#include "job/parts/scratch.h"

Suite *job_scratch_suite(void);

enum { PROCESSES = 8, FOLDERS = 150 };

static char place[] = "/tmp/check-scratch-XXXXXX";

static void begin(void)
{
	ck_assert_ptr_nonnull(mkdtemp(place));
	ck_assert_int_eq(setenv("TMPDIR", place, 1), 0);
}

static void end(void)
{
	fs_remove_tree(place, NULL);
}

static size_t folders(void)
{
	char **names;
	size_t n;

	ck_assert_int_eq(fs_list(place, &names, &n, NULL), 0);
	fs_names_free(names, n);
	return n;
}

/* 0: each folder was there until it was closed. */
static int make_and_close(void)
{
	for (int k = 0; k < FOLDERS; k++) {
		struct scratch s;
		struct stat st;
		char inside[200];

		if (scratch_open(&s, NULL))
			return 1;
		snprintf(inside, sizeof inside, "%s/inside", s.path);
		if (mkdir(inside, 0700) || stat(inside, &st))
			return 2;
		scratch_close(&s);
	}
	return 0;
}

START_TEST(all_at_once)
{
	pid_t child[PROCESSES];

	for (int k = 0; k < PROCESSES; k++)
		if (!(child[k] = fork()))
			_exit(make_and_close());
	for (int k = 0; k < PROCESSES; k++) {
		int status;

		ck_assert_int_eq(waitpid(child[k], &status, 0), child[k]);
		ck_assert_msg(WIFEXITED(status) && !WEXITSTATUS(status), "process %d ended with %x", k, status);
	}
	ck_assert_uint_eq(folders(), 0);
}
END_TEST

START_TEST(killed_at_any_moment)
{
	for (int k = 0; k < 100; k++) {
		pid_t child = fork();

		if (!child)
			for (;;)
				make_and_close();
		usleep((useconds_t)(rand() % 3000));
		kill(child, SIGKILL);
		ck_assert_int_eq(waitpid(child, NULL, 0), child);
		scratch_sweep();
		ck_assert_uint_eq(folders(), 0);
	}
}
END_TEST

Suite *job_scratch_suite(void)
{
	Suite *s = suite_create("job scratch");
	TCase *t = tcase_create("scratch");

	tcase_add_checked_fixture(t, begin, end);
	tcase_set_timeout(t, 60);
	tcase_add_test(t, all_at_once);
	tcase_add_test(t, killed_at_any_moment);
	suite_add_tcase(s, t);
	return s;
}
