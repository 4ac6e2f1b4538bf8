/* The command line: the tables as the parser reads them, and every command that needs no compiler, run as a script
 * would: a process without a terminal, its exit status, its stdout and its stderr. */
#include <check.h>
#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fs.h"
#include "cli/cli.h"
#include "grade/grade.h"

/* ---- parsing */
static const struct command *cmd;
static struct options o;
static struct err e;

#define PARSE(...) parse((const char *const[]){ "warplings", __VA_ARGS__, NULL })

static int parse(const char *const *argv)
{
	int n = 0;

	while (argv[n])
		n++;
	options_release(&o);
	err_clear(&e);
	return options_parse(n, argv, &cmd, &o, &e);
}

static void refused(const char *word)
{
	ck_assert_int_eq(e.kind, ERR_USAGE);
	ck_assert_msg(strstr(e.msg, word) != NULL, "no \"%s\" in: %s", word, e.msg);
}

START_TEST(no_word_is_the_ui)
{
	ck_assert_int_eq(parse((const char *const[]){ "warplings", NULL }), 0);
	ck_assert_str_eq(cmd->name, "ui");
	ck_assert_int_eq(PARSE("--device", "emulator"), 0);
	ck_assert_str_eq(cmd->name, "ui");
	ck_assert_int_eq(o.device, DEVICE_EMULATOR);
	options_release(&o);
}
END_TEST

START_TEST(run_takes_its_options_anywhere)
{
	ck_assert_int_eq(PARSE("run", "--format=json", "02/1", "--file", "x.cu", "--seed", "7", "--device=gpu"), 0);
	ck_assert_str_eq(cmd->name, "run");
	ck_assert_uint_eq(o.nwords, 1);
	ck_assert_str_eq(o.words[0], "02/1");
	ck_assert_int_eq(o.format, FORMAT_JSON);
	ck_assert_str_eq(o.file, "x.cu");
	ck_assert_uint_eq(o.seed, 7);
	ck_assert_int_eq(o.device, DEVICE_GPU);
	ck_assert_int_eq(PARSE("run", "--", "--file"), 0);
	ck_assert_str_eq(o.words[0], "--file");
	options_release(&o);
}
END_TEST

START_TEST(wrong_words_are_refused)
{
	ck_assert_int_eq(PARSE("rum", "02/1"), -1);
	refused("rum");
	ck_assert_int_eq(PARSE("03/1"), -1); /* a step is no command, but what to type is known */
	refused("`warplings run 03/1` judges it");
	ck_assert_int_eq(PARSE("run"), -1);
	refused("LAB");
	ck_assert_int_eq(PARSE("run", "02/1", "02/2"), -1);
	refused("02/2");
	ck_assert_int_eq(PARSE("run", "02/1", "--frobnicate"), -1);
	refused("--frobnicate");
	ck_assert_int_eq(PARSE("run", "02/1", "-x"), -1);
	refused("-x");
	ck_assert_int_eq(PARSE("run", "02/1", "--form"), -1);
	refused("--form");
	ck_assert_int_eq(PARSE("list", "--seed", "3"), -1);
	refused("--seed");
	ck_assert_int_eq(PARSE("run", "02/1", "--file"), -1);
	refused("--file");
	ck_assert_int_eq(PARSE("run", "02/1", "--file="), -1);
	refused("--file");
	ck_assert_int_eq(PARSE("reset", "02/1", "--yes=1"), -1);
	refused("--yes");
	options_release(&o);
}
END_TEST

START_TEST(formats_are_those_of_the_command)
{
	ck_assert_int_eq(PARSE("check", "--format", "junit"), 0);
	ck_assert_int_eq(PARSE("check", "--format", "tap"), 0);
	ck_assert_int_eq(PARSE("run", "02/1", "--format", "junit"), -1);
	refused("text, json");
	ck_assert_int_eq(PARSE("list", "--format", "JSON"), -1);
	refused("JSON");
	options_release(&o);
}
END_TEST

/* `check --format` and `grade --formats` share the table of formats: a row of it is known to both, and the help and the
 * page of grade name it. */
START_TEST(formats_of_a_class)
{
	static const char *const lists[] = {
#define REPORT_FORMAT(ID, word, ending) #word,
#include "report/formats.def"
#undef REPORT_FORMAT
	};
	const struct text_style st = { false, false, 200 };
	struct buf help, page;
	unsigned set, all = 0;

	buf_init(&help);
	buf_init(&page);
	help_command(command_find("grade"), &st, &help);
	ck_assert_int_eq(fs_read("docs/grading.md", 1 << 20, &page, &e), 0);
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
		ck_assert_int_eq(grade_formats_parse(lists[i], &set, &e), 0);
		ck_assert_int_eq(PARSE("check", "--format", lists[i]), 0);
		ck_assert_uint_eq(all & set, 0);
		all |= set;
		ck_assert_ptr_nonnull(strstr(grade_formats, lists[i]));
		ck_assert_msg(strstr(page.data, lists[i]) != NULL, "docs/grading.md does not list %s", lists[i]);
	}
	ck_assert_ptr_nonnull(strstr(help.data, grade_formats));
	ck_assert_int_eq(grade_formats_parse(grade_formats, &set, &e), 0);
	ck_assert_uint_eq(set, GRADE_ALL);
	ck_assert_uint_eq(all & set, all);
	ck_assert_int_eq(grade_formats_parse("csv,tapped", &set, &e), -1);
	refused(grade_formats);
	buf_release(&help);
	buf_release(&page);
	options_release(&o);
}
END_TEST

START_TEST(seeds)
{
	uint64_t zero;

	ck_assert_int_eq(PARSE("run", "02/1", "--seed", "18446744073709551615"), 0);
	ck_assert_uint_eq(o.seed, UINT64_MAX);
	/* To the engine 0 means "a fresh one"; a person who types it wants the same run twice. */
	ck_assert_int_eq(PARSE("run", "02/1", "--seed", "0"), 0);
	zero = o.seed;
	ck_assert_uint_ne(zero, 0);
	ck_assert_int_eq(PARSE("run", "02/1", "--seed", "0"), 0);
	ck_assert_uint_eq(o.seed, zero);
	static const char *const bad[] = { "-1", "1.5", "0x10", "18446744073709551616", " 1", "1 ", "seed" };
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		ck_assert_msg(PARSE("run", "02/1", "--seed", bad[i]) == -1, "%s was taken", bad[i]);
		refused("seed");
	}
	options_release(&o);
}
END_TEST

START_TEST(every_command_is_told)
{
	const struct text_style st = { false, false, 80 };
	const struct command *c;

	for (size_t i = 0; (c = command_at(i)) != NULL; i++) {
		struct buf b;

		buf_init(&b);
		ck_assert_ptr_eq(command_find(c->name), c);
		help_command(c, &st, &b);
		ck_assert_ptr_nonnull(strstr(b.data, c->name));
		ck_assert_ptr_nonnull(strstr(b.data, "--help"));
		buf_release(&b);
		ck_assert_int_eq(PARSE(c->name, "--help"), 0);
		ck_assert(o.help);
	}
	options_release(&o);
}
END_TEST

START_TEST(style)
{
	struct style_env env = { .tty = true, .columns = 100, .term = "xterm", .lang = "C.UTF-8" };
	struct text_style st = style_of(&env);

	ck_assert(st.color && st.utf8);
	ck_assert_int_eq(st.width, 100);
	env.no_color = "1";
	ck_assert(!style_of(&env).color);
	env.no_color = ""; /* empty means unset: no-color.org */
	ck_assert(style_of(&env).color);
	env.term = "dumb";
	ck_assert(!style_of(&env).color);
	env.term = NULL;
	ck_assert(!style_of(&env).color);
	env.term = "xterm";
	env.tty = false;
	ck_assert(!style_of(&env).color);
	env.lc_all = "C"; /* the strongest of the three */
	ck_assert(!style_of(&env).utf8);
	env.lc_all = "";
	env.lc_ctype = "de_DE.utf8";
	env.lang = "C";
	ck_assert(style_of(&env).utf8);
	env.columns = 0;
	ck_assert_int_eq(style_of(&env).width, 80);
	env.columns = 1000;
	ck_assert_int_eq(style_of(&env).width, 120);
}
END_TEST

/* ---- whole commands */
static char *work, *root;
static struct buf out, err;

static void setup(void)
{
	work = fs_temp_dir("warplings-check-", &e);
	ck_assert_ptr_nonnull(work);
	root = getcwd(NULL, 0); /* tests run from the root of the project */
	buf_init(&out);
	buf_init(&err);
}

static void teardown(void)
{
	fs_remove_tree(work, NULL);
	free(work);
	free(root);
	buf_release(&out);
	buf_release(&err);
}

#define RUN(...) run((const char *const[]){ "warplings", __VA_ARGS__, NULL })

/* The exit status of a command in a process of its own. */
static int run(const char *const *argv)
{
	char *o_path = xasprintf("%s/stdout", work), *e_path = xasprintf("%s/stderr", work),
	     *w = xasprintf("%s/work", work);
	int n = 0, status;
	pid_t pid;

	while (argv[n])
		n++;
	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		dup2(open("/dev/null", O_RDONLY), 0);
		dup2(open(o_path, O_CREAT | O_TRUNC | O_WRONLY, 0600), 1);
		dup2(open(e_path, O_CREAT | O_TRUNC | O_WRONLY, 0600), 2);
		setenv("WARPLINGS_ROOT", root, 1);
		setenv("WARPLINGS_WORK", w, 1);
		unsetenv("NO_COLOR");
		setenv("LC_ALL", "C", 1);
		exit((int)cli_main(n, argv, -1));
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert_msg(WIFEXITED(status), "ended by signal %d", WTERMSIG(status));
	buf_clear(&out);
	buf_clear(&err);
	ck_assert_int_eq(fs_read(o_path, 1 << 22, &out, &e), 0);
	ck_assert_int_eq(fs_read(e_path, 1 << 22, &err, &e), 0);
	free(o_path);
	free(e_path);
	free(w);
	return WEXITSTATUS(status);
}

/* A usage error: status 2, nothing on stdout, one sentence on stderr. */
static void usage(const char *word)
{
	ck_assert_str_eq(out.data, "");
	ck_assert_msg(
		!strncmp(err.data, "warplings: ", 11) && strstr(err.data, word), "no \"%s\" in: %s", word, err.data);
}

START_TEST(usage_is_2)
{
	ck_assert_int_eq(RUN("frobnicate"), 2);
	usage("frobnicate");
	ck_assert_int_eq(RUN("run", "no-such-lab/1"), 2);
	usage("no-such-lab");
	ck_assert_int_eq(RUN("run", "02/99"), 2);
	usage("99");
	ck_assert_int_eq(RUN("check", "02/1", "no-such-lab"), 2);
	usage("no-such-lab");
	ck_assert_int_eq(RUN("hint", "02"), 2);
	usage("02");
	ck_assert_int_eq(RUN("verify", "no-such-lab"), 2);
	usage("no-such-lab");
	ck_assert_int_eq(RUN("ui", "no-such-lab"), 2);
	usage("no-such-lab");
	ck_assert_int_eq(RUN("run", "02/1", "--file", "no-such-file.cu"), 2);
	usage("no-such-file.cu");
	ck_assert_int_eq(RUN("help", "frobnicate"), 2);
	usage("frobnicate");
}
END_TEST

START_TEST(help_and_version)
{
	ck_assert_int_eq(RUN("help"), 0);
	ck_assert_ptr_nonnull(strstr(out.data, "check [LAB[/STEP] ...]"));
	ck_assert_int_eq(RUN("--help"), 0);
	ck_assert_ptr_nonnull(strstr(out.data, "Exit status"));
	ck_assert_int_eq(RUN("help", "run"), 0);
	ck_assert_ptr_nonnull(strstr(out.data, "--seed N"));
	ck_assert_int_eq(RUN("--version"), 0);
	ck_assert_int_eq(strncmp(out.data, "warplings ", 10), 0);
	ck_assert_str_eq(err.data, "");
}
END_TEST

START_TEST(a_list_makes_nothing)
{
	char *w = xasprintf("%s/work", work);
	json_t *j, *labs;

	ck_assert_int_eq(RUN("list"), 0);
	ck_assert_ptr_nonnull(strstr(out.data, "02-coalescing"));
	ck_assert_ptr_null(strchr(out.data, '\033'));
	ck_assert_int_eq(RUN("list", "--format", "json"), 0);
	j = json_loads(out.data, 0, NULL);
	ck_assert_ptr_nonnull(j);
	ck_assert_str_eq(json_string_value(json_object_get(j, "schema")), "warplings.list/1");
	labs = json_object_get(j, "labs");
	ck_assert_uint_ge(json_array_size(labs), 2);
	ck_assert_str_eq(json_string_value(json_object_get(
				 json_array_get(json_object_get(json_array_get(labs, 0), "steps"), 0), "verdict")),
		"todo");
	json_decref(j);
	/* No terminal: the UI is the list. */
	ck_assert_int_eq(run((const char *const[]){ "warplings", NULL }), 0);
	ck_assert_ptr_nonnull(strstr(out.data, "02-coalescing"));
	ck_assert(!fs_exists(w));
	free(w);
}
END_TEST

START_TEST(untouched_is_to_do_and_costs_nothing)
{
	char *w = xasprintf("%s/work", work);
	json_t *j;

	/* Without a work folder there is nothing that could be checked. */
	ck_assert_int_eq(RUN("check"), 3);
	ck_assert_ptr_nonnull(strstr(err.data, "nothing to check"));
	ck_assert_int_eq(fs_mkdir_p(w, NULL), 0);
	free(w);
	ck_assert_int_eq(RUN("check"), 0);
	ck_assert_ptr_nonnull(strstr(out.data, "todo"));
	ck_assert_ptr_nonnull(strstr(out.data, "to do ("));
	ck_assert_int_eq(RUN("check", "02", "coalescing", "02/1", "--format", "json"), 0);
	j = json_loads(out.data, 0, NULL);
	ck_assert_ptr_nonnull(j);
	/* Named thrice, judged once. */
	ck_assert_int_eq(json_integer_value(json_object_get(json_object_get(j, "summary"), "steps")),
		json_integer_value(json_object_get(json_object_get(j, "summary"), "todo")));
	ck_assert_int_eq(json_integer_value(json_object_get(json_object_get(j, "summary"), "steps")), 4);
	json_decref(j);
}
END_TEST

START_TEST(hints_come_one_by_one)
{
	char *first;

	ck_assert_int_eq(RUN("hint", "02/1"), 0);
	first = xstrdup(out.data);
	ck_assert_int_gt(strlen(first), 10);
	ck_assert_int_eq(RUN("hint", "02/1"), 0);
	ck_assert_str_ne(out.data, first);
	for (int i = 0; i < 20; i++)
		ck_assert_int_eq(RUN("hint", "02/1"), 0);
	ck_assert_ptr_nonnull(strstr(out.data, first));
	ck_assert_ptr_nonnull(strstr(out.data, "all the hints"));
	/* Reset begins them again. */
	ck_assert_int_eq(RUN("reset", "02/1", "--yes"), 0);
	ck_assert_int_eq(RUN("hint", "02/1"), 0);
	ck_assert_str_eq(out.data, first);
	free(first);
}
END_TEST

START_TEST(reset_asks)
{
	char *file = xasprintf("%s/work/02-coalescing/1-neighbours.cu", work),
	     *dir = xasprintf("%s/work/02-coalescing", work);
	struct buf b;

	buf_init(&b);
	ck_assert_int_eq(fs_mkdir_p(dir, &e), 0);
	ck_assert_int_eq(fs_write_atomic(file, "mine", 4, 0644, &e), 0);
	ck_assert_int_eq(RUN("reset", "02/1"), 2);
	usage("--yes");
	ck_assert_int_eq(fs_read(file, 100, &b, &e), 0);
	ck_assert_str_eq(b.data, "mine");
	ck_assert_int_eq(RUN("reset", "02/1", "--yes"), 0);
	buf_clear(&b);
	ck_assert_int_eq(fs_read(file, 1 << 20, &b, &e), 0);
	ck_assert_ptr_nonnull(strstr(b.data, "TODO"));
	buf_release(&b);
	free(file);
	free(dir);
}
END_TEST

START_TEST(a_broken_manifest_is_nobodys_failure)
{
	char *dir, *file, *w = xasprintf("%s/work", work);

	ck_assert_int_eq(fs_mkdir_p(w, &e), 0);
	free(w);
	free(root);
	root = xasprintf("%s/root", work);
	dir = xasprintf("%s/labs/03-broken", root);
	file = xasprintf("%s/lab.yaml", dir);
	ck_assert_int_eq(fs_mkdir_p(dir, &e), 0);
	ck_assert_int_eq(fs_write_atomic(file, "frobnicate: [", 13, 0644, &e), 0);
	ck_assert_int_eq(RUN("list"), 0);
	ck_assert_ptr_nonnull(strstr(out.data, "lab.yaml"));
	ck_assert_int_eq(RUN("check"), 3);
	ck_assert_ptr_nonnull(strstr(out.data, "not-judged"));
	ck_assert_int_eq(RUN("check", "03", "--format", "junit"), 3);
	ck_assert_ptr_nonnull(strstr(out.data, "<error"));
	ck_assert_ptr_null(strstr(out.data, "<failure"));
	ck_assert_int_eq(RUN("run", "03/1"), 3);
	ck_assert_ptr_nonnull(strstr(err.data, "lab.yaml"));
	ck_assert_int_eq(RUN("verify"), 1);
	ck_assert_ptr_nonnull(strstr(out.data, "UNSOUND"));
	free(root);
	root = xasprintf("%s/nowhere", work);
	ck_assert_int_eq(RUN("list"), 3);
	free(dir);
	free(file);
}
END_TEST

START_TEST(damaged_progress_is_said_and_kept)
{
	char *dir = xasprintf("%s/work", work), *db = xasprintf("%s/progress.db", dir);
	struct buf b;

	buf_init(&b);
	ck_assert_int_eq(fs_mkdir_p(dir, &e), 0);
	ck_assert_int_eq(
		fs_write_atomic(db,
			"this is no database, but long enough to be read as if it were one.....................", 86,
			0644, &e),
		0);
	ck_assert_int_eq(RUN("list"), 0);
	ck_assert_ptr_nonnull(strstr(out.data, "02-coalescing"));
	ck_assert_ptr_nonnull(strstr(err.data, "damaged"));
	ck_assert_int_eq(RUN("hint", "02/1"), 0);
	ck_assert_ptr_nonnull(strstr(err.data, "damaged"));
	ck_assert_int_eq(fs_read(db, 1 << 20, &b, &e), 0);
	ck_assert_uint_eq(b.len, 86);
	buf_release(&b);
	free(dir);
	free(db);
}
END_TEST

START_TEST(output_that_cannot_be_written)
{
	char *w = xasprintf("%s/work", work);
	int fds[2], status;
	pid_t pid;

	for (int full = 0; full < 2; full++) {
		ck_assert_int_eq(pipe(fds), 0);
		fflush(NULL);
		pid = fork();
		if (pid == 0) {
			const char *argv[] = { "warplings", "list", NULL };

			signal(SIGPIPE, SIG_IGN);
			close(fds[0]);
			dup2(full ? open("/dev/full", O_WRONLY) : fds[1], 1);
			dup2(open("/dev/null", O_WRONLY), 2);
			setenv("WARPLINGS_ROOT", root, 1);
			setenv("WARPLINGS_WORK", w, 1);
			exit((int)cli_main(2, argv, -1));
		}
		close(fds[0]);
		close(fds[1]);
		ck_assert_int_eq(waitpid(pid, &status, 0), pid);
		ck_assert(WIFEXITED(status));
		/* A closed pipe is a reader who has seen enough; a full disk is not. */
		ck_assert_int_eq(WEXITSTATUS(status), full ? 3 : 0);
	}
	free(w);
}
END_TEST

Suite *cli_suite(void);
Suite *cli_suite(void)
{
	Suite *s = suite_create("cli");
	TCase *t = tcase_create("words"), *c = tcase_create("commands");

	tcase_add_test(t, no_word_is_the_ui);
	tcase_add_test(t, run_takes_its_options_anywhere);
	tcase_add_test(t, wrong_words_are_refused);
	tcase_add_test(t, formats_are_those_of_the_command);
	tcase_add_test(t, formats_of_a_class);
	tcase_add_test(t, seeds);
	tcase_add_test(t, every_command_is_told);
	tcase_add_test(t, style);
	suite_add_tcase(s, t);
	tcase_set_timeout(c, 60);
	tcase_add_checked_fixture(c, setup, teardown);
	tcase_add_test(c, usage_is_2);
	tcase_add_test(c, help_and_version);
	tcase_add_test(c, a_list_makes_nothing);
	tcase_add_test(c, untouched_is_to_do_and_costs_nothing);
	tcase_add_test(c, hints_come_one_by_one);
	tcase_add_test(c, reset_asks);
	tcase_add_test(c, a_broken_manifest_is_nobodys_failure);
	tcase_add_test(c, damaged_progress_is_said_and_kept);
	tcase_add_test(c, output_that_cannot_be_written);
	suite_add_tcase(s, c);
	return s;
}
