/* base/proc: children end when they should, with everything that they started, and their story is told right. */
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/proc.h"

Suite *base_proc_suite(void);

static int sh(struct proc *p, const char *script, int timeout_ms, struct err *e)
{
	const char *argv[] = { "/bin/sh", "-c", script, NULL };
	struct proc_spec spec = { .argv = argv, .capture = true };

	return proc_run(p, &spec, timeout_ms, -1, e);
}

START_TEST(exit_code_and_output)
{
	struct proc p;
	struct err e = ERR_INIT;

	ck_assert_int_eq(sh(&p, "echo out; echo err >&2; exit 3", 10000, &e), 0);
	ck_assert(p.exited);
	ck_assert_int_eq(p.code, 3);
	ck_assert_str_eq(p.out.data, "out\nerr\n");
	proc_release(&p);
	ck_assert_int_eq(sh(&p, "kill -SEGV $$", 10000, &e), 0);
	ck_assert(!p.exited);
	ck_assert_int_eq(p.code, SIGSEGV);
	proc_release(&p);
}
END_TEST

START_TEST(a_flood_is_cut)
{
	struct proc p;
	struct err e = ERR_INIT;

	ck_assert_int_eq(sh(&p, "head -c 1000000 /dev/zero", 20000, &e), 0);
	ck_assert(p.truncated);
	ck_assert_uint_eq(p.out.len, 65536);
	proc_release(&p);
}
END_TEST

START_TEST(a_missing_program_is_an_error)
{
	struct proc p;
	struct err e = ERR_INIT;
	const char *argv[] = { "/no/such/program", NULL };
	struct proc_spec spec = { .argv = argv };

	ck_assert_int_eq(proc_run(&p, &spec, 10000, -1, &e), -1);
	ck_assert_int_eq(e.kind, ERR_ENV);
	ck_assert_ptr_nonnull(strstr(e.msg, "/no/such/program"));
	ck_assert_ptr_nonnull(strstr(e.msg, strerror(ENOENT)));
	proc_release(&p);
}
END_TEST

/* A pid that the script writes to `path`. */
static pid_t pid_from(const char *path)
{
	struct buf b;
	pid_t pid = 0;

	buf_init(&b);
	for (int i = 0; i < 500 && pid == 0; i++) {
		buf_clear(&b);
		if (!fs_read(path, 100, &b, NULL) && strchr(b.data, '\n'))
			pid = (pid_t)atoi(b.data);
		else
			usleep(10000);
	}
	buf_release(&b);
	return pid;
}

static bool gone(pid_t pid)
{
	for (int i = 0; i < 500; i++) {
		if (kill(pid, 0) && errno == ESRCH)
			return true;
		usleep(10000);
	}
	return false;
}

/* Fewer descriptors than it takes to hand some over: said, and not a program that finds others in their place. */
START_TEST(too_few_descriptors_are_an_error)
{
	struct rlimit few = { 40, 40 };
	struct proc p;
	struct err e = ERR_INIT;
	const char *argv[] = { "/bin/true", NULL };

	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &few), 0);
	ck_assert_int_ne(proc_run(&p, &(struct proc_spec){ .argv = argv, .capture = true }, 10000, -1, &e), 0);
	ck_assert_int_eq(e.kind, ERR_ENV);
	ck_assert_msg(strstr(e.msg, strerror(EMFILE)) != NULL, "%s", e.msg);
	proc_release(&p);
}
END_TEST

START_TEST(daemons_die_with_the_child)
{
	struct proc p;
	struct err e = ERR_INIT;
	char *dir = fs_temp_dir("check", &e);
	char *file = xasprintf("%s/pid", dir);
	char *script = xasprintf(
		"setsid sh -c 'trap \"\" TERM; (echo $$ > %s; exec sleep 1000) & wait' </dev/null >/dev/null 2>&1 &\n"
		"while [ ! -s %s ]; do sleep 0.01; done; exit 0",
		file, file);
	pid_t daemon_pid;

	ck_assert_int_eq(sh(&p, script, 20000, &e), 0);
	ck_assert(p.exited && p.code == 0);
	daemon_pid = pid_from(file);
	ck_assert_int_gt(daemon_pid, 1);
	ck_assert(gone(daemon_pid));
	proc_release(&p);
	fs_remove_tree(dir, NULL);
	free(script);
	free(file);
	free(dir);
}
END_TEST

START_TEST(timeout_and_cancel)
{
	struct proc p;
	struct err e = ERR_INIT;
	int cancel[2];
	const char *argv[] = { "sleep", "1000", NULL };
	struct proc_spec spec = { .argv = argv };

	ck_assert_int_eq(sh(&p, "trap '' TERM INT; while :; do :; done", 200, &e), -1);
	ck_assert_int_eq(e.kind, ERR_ENV);
	proc_release(&p);
	ck_assert_int_eq(pipe(cancel), 0);
	ck_assert_int_eq(write(cancel[1], "x", 1), 1);
	ck_assert_int_eq(proc_run(&p, &spec, 100000, cancel[0], &e), -1);
	ck_assert_int_eq(e.kind, ERR_CANCELLED);
	ck_assert(p.done);
	proc_release(&p);
	close(cancel[0]);
	close(cancel[1]);
}
END_TEST

START_TEST(a_killed_parent_leaves_nothing)
{
	struct err e = ERR_INIT;
	char *dir = fs_temp_dir("check", &e);
	char *file = xasprintf("%s/pid", dir);
	pid_t parent = fork(), grandchild;

	if (parent == 0) {
		struct proc p;
		char *script = xasprintf("(setsid sh -c 'echo $$ > %s; exec sleep 1000') & wait", file);

		sh(&p, script, -1, NULL);
		_exit(0);
	}
	grandchild = pid_from(file);
	ck_assert_int_gt(grandchild, 1);
	ck_assert_int_eq(kill(grandchild, 0), 0);
	kill(parent, SIGKILL);
	waitpid(parent, NULL, 0);
	ck_assert(gone(grandchild));
	fs_remove_tree(dir, NULL);
	free(file);
	free(dir);
}
END_TEST

START_TEST(descriptors_are_handed_over_and_no_others)
{
	struct proc p;
	struct err e = ERR_INIT;
	int a[2], b[2];
	/* Crossed on purpose: each one's target is the other's number. */
	const char *argv[] = { "/bin/sh", "-c", "read x <&5; read y <&6; echo $x $y; ls /proc/self/fd | wc -l", NULL };
	struct proc_fd fds[2];
	struct proc_spec spec = { .argv = argv, .capture = true, .fds = fds, .nfds = 2 };

	ck_assert_int_eq(pipe(a), 0);
	ck_assert_int_eq(pipe(b), 0);
	ck_assert_int_eq(write(a[1], "one\n", 4), 4);
	ck_assert_int_eq(write(b[1], "two\n", 4), 4);
	a[0] = fcntl(a[0], F_DUPFD, 100); /* out of the way before the numbers are crossed */
	b[0] = fcntl(b[0], F_DUPFD, 100);
	ck_assert_int_eq(dup2(a[0], 6), 6);
	ck_assert_int_eq(dup2(b[0], 5), 5);
	fds[0] = (struct proc_fd){ 6, 5 };
	fds[1] = (struct proc_fd){ 5, 6 };
	ck_assert_int_eq(proc_run(&p, &spec, 20000, -1, &e), 0);
	ck_assert_str_eq(p.out.data, "one two\n6\n"); /* 0 1 2, the two, and ls's own */
	proc_release(&p);
}
END_TEST

START_TEST(limits_hold)
{
	struct proc p;
	struct err e = ERR_INIT;
	const char *argv[] = { "/bin/sh", "-c", "ulimit -t; ulimit -c", NULL };
	struct proc_spec spec = { .argv = argv, .capture = true, .cpu_seconds = 7 };

	ck_assert_int_eq(proc_run(&p, &spec, 20000, -1, &e), 0);
	ck_assert_str_eq(p.out.data, "7\n0\n");
	proc_release(&p);
}
END_TEST

Suite *base_proc_suite(void)
{
	Suite *s = suite_create("base_proc");
	TCase *t = tcase_create("proc");

	tcase_set_timeout(t, 60);
	tcase_add_test(t, exit_code_and_output);
	tcase_add_test(t, a_flood_is_cut);
	tcase_add_test(t, a_missing_program_is_an_error);
	tcase_add_test(t, too_few_descriptors_are_an_error);
	tcase_add_test(t, daemons_die_with_the_child);
	tcase_add_test(t, timeout_and_cancel);
	tcase_add_test(t, a_killed_parent_leaves_nothing);
	tcase_add_test(t, descriptors_are_handed_over_and_no_others);
	tcase_add_test(t, limits_hold);
	suite_add_tcase(s, t);
	return s;
}
