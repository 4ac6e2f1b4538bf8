/* What progress promises when things go wrong: two writers at once, a kill in the middle of writing, a full disk, a
 * damaged file, a file of somebody else's. Each test has its positive control: after the trouble, the same file serves
 * again. */
#include <check.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sqlite3.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fs.h"
#include "progress/progress.h"

static char *dir, *path;
static struct err e;

static void setup(void)
{
	err_clear(&e);
	dir = fs_temp_dir("warplings-check-", &e);
	ck_assert_ptr_nonnull(dir);
	path = xasprintf("%s/progress.db", dir);
}

static void teardown(void)
{
	fs_remove_tree(dir, NULL);
	free(path);
	free(dir);
}

static int record(struct progress *p, const char *id, const char *message, struct err *err)
{
	struct result r;
	int rc;

	result_init(&r);
	r.step_id = id;
	r.message = message;
	r.verdict = VERDICT_WRONG_ANSWER;
	rc = progress_record(p, &r, err);
	result_release(&r);
	return rc;
}

static int attempts(const char *where, const char *id)
{
	struct progress *p;
	struct progress_step s;

	ck_assert_msg(progress_open_existing(&p, where, &e) == 0, "%s", e.msg);
	ck_assert_msg(progress_check(p, &e) == 0, "%s", e.msg);
	ck_assert_msg(progress_get(p, id, &s, &e) == 0, "%s", e.msg);
	progress_close(p);
	return s.attempts;
}

/* A child that records for ever and writes a byte to `ack` after each attempt that it was told is stored. */
static pid_t start_writer(const char *id, int limit, int ack)
{
	pid_t pid = fork();

	if (pid == 0) {
		struct progress *p;

		if (progress_open(&p, dir, NULL))
			_exit(2);
		for (int i = 0; limit < 0 || i < limit; i++) {
			if (record(p, id, "x", NULL))
				_exit(3);
			if (ack >= 0 && write(ack, "", 1) != 1)
				_exit(4);
		}
		progress_close(p);
		_exit(0);
	}
	ck_assert_int_gt(pid, 0);
	return pid;
}

START_TEST(two_writers_lose_nothing)
{
	enum { EACH = 40 };
	pid_t a, b;
	int status;

	/* Both also race to make the file. */
	a = start_writer("a/1", EACH, -1);
	b = start_writer("b/1", EACH, -1);
	ck_assert_int_eq(waitpid(a, &status, 0), a);
	ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "writer a ended with %x", (unsigned)status);
	ck_assert_int_eq(waitpid(b, &status, 0), b);
	ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "writer b ended with %x", (unsigned)status);
	ck_assert_int_eq(attempts(dir, "a/1"), EACH);
	ck_assert_int_eq(attempts(dir, "b/1"), EACH);
}
END_TEST

START_TEST(a_kill_loses_nothing_that_was_stored)
{
	int total = 0;

	/* Several rounds, each killed after another number of attempts: the kill falls into another place of the write.
	 */
	for (int round = 0; round < 8; round++) {
		int ack[2], acked = 0, status;
		pid_t pid;
		char c;

		ck_assert_int_eq(pipe(ack), 0);
		pid = start_writer("a/1", -1, ack[1]);
		close(ack[1]);
		while (acked < 3 + round && read(ack[0], &c, 1) == 1)
			acked++;
		usleep((useconds_t)round * 700);
		kill(pid, SIGKILL);
		waitpid(pid, &status, 0);
		ck_assert(WIFSIGNALED(status));
		while (read(ack[0], &c, 1) == 1)
			acked++;
		close(ack[0]);
		total += acked;
		/* The attempt that the kill fell into may be there or not, whole in both cases. */
		ck_assert_int_ge(attempts(dir, "a/1"), total);
		ck_assert_int_le(attempts(dir, "a/1"), total + round + 1);
		total = attempts(dir, "a/1");
	}
}
END_TEST

/* Fill until it fails; then everything that was stored must be there. */
static void fill_up(const char *where, void (*lift)(void))
{
	struct progress *p;
	char *big = xcalloc(1, 2001);
	int stored = 0;

	memset(big, 'x', 2000);
	ck_assert_msg(progress_open(&p, where, &e) == 0, "%s", e.msg);
	ck_assert_int_eq(progress_reveal_hint(p, "a/1", 2, &e), 0);
	while (stored < 10000 && record(p, "a/1", big, &e) == 0)
		stored++;
	ck_assert_int_gt(stored, 0);
	ck_assert_int_lt(stored, 10000);
	ck_assert_int_eq(e.kind, ERR_ENV);
	ck_assert_msg(strstr(e.msg, "full") != NULL, "%s", e.msg);
	ck_assert_msg(strstr(e.msg, "safe") != NULL, "%s", e.msg);
	progress_close(p);
	ck_assert_int_eq(attempts(where, "a/1"), stored);
	/* And it goes on once there is room. */
	if (lift) {
		lift();
		ck_assert_int_eq(progress_open(&p, where, &e), 0);
		ck_assert_msg(record(p, "a/1", big, &e) == 0, "%s", e.msg);
		progress_close(p);
		ck_assert_int_eq(attempts(where, "a/1"), stored + 1);
	}
	free(big);
}

static void set_file_limit(rlim_t n)
{
	struct rlimit l;

	getrlimit(RLIMIT_FSIZE, &l);
	l.rlim_cur = n == RLIM_INFINITY ? l.rlim_max : n;
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &l), 0);
}

static void lift_file_limit(void)
{
	set_file_limit(RLIM_INFINITY);
}

START_TEST(a_file_limit_is_reported)
{
	signal(SIGXFSZ, SIG_IGN);
	set_file_limit(100 * 1024);
	fill_up(dir, lift_file_limit);
}
END_TEST

START_TEST(a_full_disk_is_reported)
{
	/* A tiny disk of our own, in a mount namespace that ends with this test's process. */
	if (unshare(CLONE_NEWNS) != 0 && unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)
		return; /* the file limit above is the stand-in where namespaces are forbidden */
	if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
		mount("tiny", dir, "tmpfs", 0, "size=256k") != 0)
		return;
	fill_up(dir, NULL);
	umount(dir);
}
END_TEST

static void write_file(const char *bytes, size_t n)
{
	ck_assert_msg(fs_write_atomic(path, bytes, n, 0644, &e) == 0, "%s", e.msg);
}

static void expect_refusal(const char *word)
{
	struct progress *p = NULL;
	struct buf before, after;

	buf_init(&before);
	buf_init(&after);
	ck_assert_int_eq(fs_read(path, 1 << 24, &before, &e), 0);
	err_clear(&e);
	ck_assert_int_eq(progress_open(&p, dir, &e), -1);
	ck_assert_ptr_null(p);
	ck_assert_int_eq(e.kind, ERR_ENV);
	ck_assert_msg(strstr(e.msg, word) != NULL, "%s", e.msg);
	ck_assert_msg(strstr(e.msg, "progress.db") != NULL, "%s", e.msg);
	/* Left as it is, byte for byte. */
	ck_assert_int_eq(fs_read(path, 1 << 24, &after, &e), 0);
	ck_assert_uint_eq(before.len, after.len);
	ck_assert_int_eq(memcmp(before.data, after.data, before.len), 0);
	buf_release(&before);
	buf_release(&after);
}

START_TEST(garbage_is_refused_and_kept)
{
	char junk[4096];

	memset(junk, 'j', sizeof junk);
	write_file(junk, sizeof junk);
	expect_refusal("damaged");
}
END_TEST

START_TEST(damage_inside_is_reported)
{
	struct progress *p;
	struct progress_step s;
	struct buf b;
	int rc;

	ck_assert_int_eq(progress_open(&p, dir, &e), 0);
	for (int i = 0; i < 200; i++)
		ck_assert_int_eq(record(p, "a/1", "a message that fills a page", &e), 0);
	progress_close(p);
	ck_assert_int_eq(attempts(dir, "a/1"), 200);
	buf_init(&b);
	ck_assert_int_eq(fs_read(path, 1 << 24, &b, &e), 0);
	/* All pages but the first: the header still says that this is a database of ours. */
	memset(b.data + 4096, 0x5a, b.len - 4096);
	write_file(b.data, b.len);
	buf_release(&b);
	ck_assert_int_eq(progress_open_existing(&p, dir, &e), 0);
	rc = progress_get(p, "a/1", &s, &e);
	ck_assert_int_eq(rc, -1);
	ck_assert_msg(strstr(e.msg, "damaged") != NULL, "%s", e.msg);
	ck_assert_int_eq(progress_check(p, &e), -1);
	ck_assert_int_eq(record(p, "a/1", "x", &e), -1);
	progress_close(p);
}
END_TEST

START_TEST(an_empty_file_is_a_fresh_one)
{
	struct progress *p;

	/* What a kill between creating and writing leaves. */
	write_file("", 0);
	ck_assert_msg(progress_open(&p, dir, &e) == 0, "%s", e.msg);
	ck_assert_int_eq(record(p, "a/1", "x", &e), 0);
	progress_close(p);
	ck_assert_int_eq(attempts(dir, "a/1"), 1);
}
END_TEST

static void sql(const char *text)
{
	sqlite3 *db;

	ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
	ck_assert_int_eq(sqlite3_exec(db, text, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
}

START_TEST(somebody_elses_database_is_refused)
{
	sql("CREATE TABLE bookmarks (url TEXT)");
	expect_refusal("not one of Warplings");
}
END_TEST

START_TEST(a_newer_format_is_refused)
{
	struct progress *p;

	ck_assert_int_eq(progress_open(&p, dir, &e), 0);
	progress_close(p);
	sql("PRAGMA user_version = 99");
	expect_refusal("newer");
}
END_TEST

START_TEST(a_fifo_does_not_hang)
{
	struct progress *p;

	ck_assert_int_eq(mkfifo(path, 0600), 0);
	ck_assert_int_eq(progress_open(&p, dir, &e), -1);
	ck_assert_msg(strstr(e.msg, "regular file") != NULL, "%s", e.msg);
}
END_TEST

START_TEST(a_folder_that_cannot_be_made)
{
	struct progress *p;
	char *under;

	write_file("x", 1);
	under = xasprintf("%s/work", path);
	ck_assert_int_eq(progress_open(&p, under, &e), -1);
	ck_assert_int_eq(e.kind, ERR_ENV);
	free(under);
}
END_TEST

Suite *progress_safety_suite(void);
Suite *progress_safety_suite(void)
{
	Suite *s = suite_create("progress_safety");
	TCase *t = tcase_create("trouble");

	tcase_set_timeout(t, 60);
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, two_writers_lose_nothing);
	tcase_add_test(t, a_kill_loses_nothing_that_was_stored);
	tcase_add_test(t, a_file_limit_is_reported);
	tcase_add_test(t, a_full_disk_is_reported);
	tcase_add_test(t, garbage_is_refused_and_kept);
	tcase_add_test(t, damage_inside_is_reported);
	tcase_add_test(t, an_empty_file_is_a_fresh_one);
	tcase_add_test(t, somebody_elses_database_is_refused);
	tcase_add_test(t, a_newer_format_is_refused);
	tcase_add_test(t, a_fifo_does_not_hang);
	tcase_add_test(t, a_folder_that_cannot_be_made);
	suite_add_tcase(s, t);
	return s;
}
