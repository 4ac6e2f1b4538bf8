/* The tiers of the sandbox, with a shell as the program that nobody trusts. Each claim is made twice: the box refuses,
 * and the same command without a box gets through, so the command is known to be able to. */
#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/fs.h"
#include "base/proc.h"
#include "sandbox/lock.h"
#include "sandbox/sandbox.h"

Suite *sandbox_suite(void);

static char *bin, *dir, *work, *secret;

static void setup(void)
{
	const char *build = getenv("BUILD");
	char *path = xasprintf("%s/bin", build ? build : "build");

	bin = realpath(path, NULL);
	free(path);
	ck_assert_ptr_nonnull(bin);
	path = fs_temp_dir("warplings-sandbox", NULL);
	dir = realpath(path, NULL);
	free(path);
	work = xasprintf("%s/work", dir);
	secret = xasprintf("%s/secret", dir);
	ck_assert(!fs_write_atomic(secret, "42\n", 3, 0644, NULL));
}

static void teardown(void)
{
	fs_remove_tree(dir, NULL);
	free(bin);
	free(dir);
	free(work);
	free(secret);
}

/* The status of a shell command in a box of this tier; 128 + N for a signal. -1: there is no such tier here. */
static int in_box(enum sandbox_tier tier, const char *fmt, const char *a)
{
	char *line = xasprintf(fmt, a, a);
	const char *argv[] = { "/bin/sh", "-c", line, NULL };
	const char *read[] = { NULL };
	struct box b = { .read = read, .work = work, .processes = 32, .tmp_bytes = 4 << 20 };
	struct box_command c = { NULL };
	struct proc_spec spec = { .capture = true };
	struct sandbox s;
	struct proc p;
	int status = -1;

	/* A new one each time: the last belongs to the user of the last box. */
	ck_assert(!fs_remove_tree(work, NULL) && !mkdir(work, 0700));
	sandbox_find(&s, bin, NULL, tier);
	ck_assert_str_eq(s.words[0] ? "words" : "", "words");
	if (s.tier == tier) {
		ck_assert(!sandbox_command(&s, &b, argv, &c, NULL));
		spec.argv = c.argv;
		ck_assert(!proc_run(&p, &spec, 20000, -1, NULL));
		status = p.exited ? p.code : 128 + p.code;
		ck_assert_msg(status != SANDBOX_FAILED, "%s", p.out.data);
		proc_release(&p);
		box_command_release(&c);
	} else {
		ck_assert_msg(*s.why, "a tier that is not to be had says why");
	}
	sandbox_release(&s);
	free(line);
	return status;
}

static const enum sandbox_tier boxes[] = { SANDBOX_BWRAP, SANDBOX_LANDLOCK };

/* The command succeeds without a box, and in no box. */
static void only_free(const char *fmt, const char *a)
{
	ck_assert_msg(in_box(SANDBOX_NONE, fmt, a) == 0, "without a box: %s", fmt);
	for (size_t i = 0; i < 2; i++) {
		int status = in_box(boxes[i], fmt, a);

		if (status < 0)
			printf("sandbox: no tier %s here\n", sandbox_tier_word(boxes[i]));
		ck_assert_msg(status != 0, "in the tier %s: %s", sandbox_tier_word(boxes[i]), fmt);
	}
}

START_TEST(works_inside)
{
	for (size_t i = 0; i < 2; i++) {
		int status = in_box(boxes[i],
			"echo x > made && test x = \"$(cat made)\" && test \"$PWD\" = \"$(pwd)\" && ls /usr/bin "
			">/dev/null",
			"");

		ck_assert_msg(status <= 0, "%s: %d", sandbox_tier_word(boxes[i]), status);
	}
}
END_TEST

START_TEST(no_foreign_file)
{
	only_free("cat %s >/dev/null", secret);
	only_free("cat /etc/passwd >/dev/null", NULL);
	only_free("ls $(dirname %s) | grep -q secret", secret);
}
END_TEST

/* What looks like the file in a box may be one of the box's own: what counts is the file outside. */
START_TEST(writes_nothing_outside)
{
	struct buf b;

	for (size_t i = 0; i < 3; i++) {
		enum sandbox_tier tier = i < 2 ? boxes[i] : SANDBOX_NONE;
		int status = in_box(tier, "echo x >> %s", secret);

		buf_init(&b);
		ck_assert(!fs_read(secret, 100, &b, NULL));
		ck_assert_str_eq(b.data, i < 2 ? "42\n" : "42\nx\n");
		ck_assert_int_eq(tier == SANDBOX_NONE && status, 0);
		buf_release(&b);
	}
}
END_TEST

START_TEST(sees_no_process)
{
	char pid[24];

	snprintf(pid, sizeof pid, "%d", (int)getpid());
	only_free("cat /proc/%s/status >/dev/null", pid);
	only_free("kill -0 %s", pid);
}
END_TEST

START_TEST(opens_no_socket)
{
	only_free("perl -e 'use Socket; socket(S, PF_INET, SOCK_STREAM, 0) or exit 1'", NULL);
}
END_TEST

/* Only bubblewrap has a /tmp of its own; Landlock has none at all. */
START_TEST(temporary_files_have_a_bound)
{
	const char *fill = "f=$(mktemp /tmp/warplings-fill.XXXXXX) || exit 1; head -c 8000000 /dev/zero > $f; r=$?; rm "
			   "-f $f; exit $r";

	only_free(fill, NULL);
	ck_assert_int_le(in_box(SANDBOX_BWRAP, "head -c 1000000 /dev/zero > /tmp/small", NULL), 0);
}
END_TEST

/* A shell that can't fork ends with 2. Without a box this would be 64 processes of whoever runs the tests, so that is
 * not tried. */
START_TEST(processes_have_a_bound)
{
	const char *many = "i=0; while [ $i -lt 64 ]; do sleep 5 & i=$((i+1)); done 2>/dev/null; kill $(jobs -p) "
			   "2>/dev/null; exit 0";
	int status = in_box(SANDBOX_BWRAP, many, NULL);

	struct sandbox s;

	sandbox_find(&s, bin, NULL, SANDBOX_BWRAP);
	/* The kernel never counts root's; without another user to be had, the filter on system calls has to do. */
	if (geteuid() || s.uid)
		ck_assert_msg(status != 0, "64 processes where 32 are allowed");
	else
		printf("sandbox: root has no other user here: processes are not counted\n");
	sandbox_release(&s);
	ck_assert_int_le(in_box(SANDBOX_BWRAP, "sleep 0 & sleep 0 & wait", NULL), 0);
}
END_TEST

START_TEST(gives_up_privileges)
{
	for (size_t i = 0; i < 2; i++) {
		ck_assert_int_le(
			in_box(boxes[i],
				"grep -q 'NoNewPrivs:.*1' /proc/self/status || ! cat /proc/self/status >/dev/null 2>&1",
				NULL),
			0);
		ck_assert_int_ne(in_box(boxes[i], "mount -t tmpfs none /tmp 2>/dev/null", NULL), 0);
		ck_assert_int_ne(in_box(boxes[i], "unshare -U true 2>/dev/null", NULL), 0);
	}
}
END_TEST

START_TEST(says_how_it_ended)
{
	int status = in_box(SANDBOX_BWRAP, "kill -SEGV $$", NULL);

	ck_assert_msg(status == -1 || status == 128 + 11, "%d", status);
	status = in_box(SANDBOX_LANDLOCK, "exit 3", NULL);
	ck_assert_msg(status == -1 || status == 3, "%d", status);
}
END_TEST

START_TEST(tiers_have_words)
{
	for (int i = 0; i < SANDBOX_TIERS; i++)
		ck_assert_int_eq(sandbox_tier_find(sandbox_tier_word((enum sandbox_tier)i)), i);
	ck_assert_int_eq(sandbox_tier_find("jail"), -1);
}
END_TEST

Suite *sandbox_suite(void)
{
	Suite *s = suite_create("sandbox");
	TCase *t = tcase_create("tiers");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_set_timeout(t, 120);
	tcase_add_test(t, works_inside);
	tcase_add_test(t, no_foreign_file);
	tcase_add_test(t, writes_nothing_outside);
	tcase_add_test(t, sees_no_process);
	tcase_add_test(t, opens_no_socket);
	tcase_add_test(t, temporary_files_have_a_bound);
	tcase_add_test(t, processes_have_a_bound);
	tcase_add_test(t, gives_up_privileges);
	tcase_add_test(t, says_how_it_ended);
	tcase_add_test(t, tiers_have_words);
	suite_add_tcase(s, t);
	return s;
}
