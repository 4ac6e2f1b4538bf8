/* What was measured, as text (job/measure/measure_page.c): rows made by hand, no GPU. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "job/measure/measure.h"
#include "job/measure/measure_kept.h"

Suite *job_measure_suite(void);

static struct lab lab = { .number = 2, .id = "02-x", .title = "Of x" };
static int shown[] = { CTR_GLOBAL_LD_SECTORS };
static struct gate gate = { .counter = CTR_GLOBAL_LD_SECTORS };
static struct step steps[2] = { { .lab = &lab,
					.number = 1,
					.id = "02-x/1",
					.title = "First",
					.gates = &gate,
					.ngates = 1,
					.show = shown,
					.nshow = 1 },
	{ .lab = &lab, .number = 2, .id = "02-x/2", .title = "Second" } };

static struct measured_row row(struct step *s, const char *key, const char *on_case, double modelled, double us)
{
	return (struct measured_row){ .step = s,
		.key = (char *)(uintptr_t)key,
		.file = (char *)(uintptr_t) "labs/02-x/1-a.cu",
		.role = "starter",
		.on_case = on_case,
		.modelled_us = modelled,
		.us = us,
		.lo_us = us * 0.9,
		.hi_us = us * 1.1,
		.samples = us > 0 ? 30 : 0 };
}

static struct measured_row rows[6];
static struct measured m = {
	.rows = rows, .n = 6, .gpu = (char *)"NVIDIA Made Up", .driver = 13000, .profile = (char *)"h200"
};

static void setup(void)
{
	lab.steps = steps;
	lab.nsteps = 2;
	rows[0] = row(&steps[0], "1.starter", "big", 8.5, 9.0);
	rows[0].has_counters = true;
	rows[0].c.v[CTR_GLOBAL_LD_SECTORS] = 4096;
	rows[1] = row(&steps[0], "1.solution", "big", 6.5, 5.0);
	rows[2] = row(&steps[0], "1.starter.timing", "timing sizes", 0, 1200);
	rows[3] = row(&steps[0], "1.solution.timing", "timing sizes", 0, 100);
	rows[4] = row(&steps[1], "2.starter", "big", 7.0, 0);
	rows[5] = row(&steps[1], "2.starter.timing", "timing sizes", 0, 0);
	rows[4].why = rows[5].why = (char *)"wrong-answer";
}

START_TEST(figures_are_quoted_by_key)
{
	struct buf b;

	setup();
	buf_init(&b);
	measured_yaml(&m, &lab, &b);
	ck_assert_ptr_nonnull(strstr(b.data, "NVIDIA Made Up"));
	ck_assert_ptr_nonnull(strstr(b.data, "\n\"1.starter\": \"9.00 us\"\n"));
	ck_assert_ptr_nonnull(strstr(b.data, "\n\"1.solution.timing\": \"100 us\"\n"));
	ck_assert_ptr_nonnull(strstr(b.data, "\n\"1.starter.timing\": \"1.20 ms\"\n"));
	ck_assert_ptr_nonnull(strstr(b.data, "\n\"1.faster\": \"1.8 times\"\n"));
	ck_assert_ptr_nonnull(strstr(b.data, "\n\"1.faster.timing\": \"12 times\"\n"));
	/* What was not timed is not quoted. */
	ck_assert_ptr_null(strstr(b.data, "2.starter"));
	ck_assert_ptr_null(strstr(b.data, "2.faster"));
	buf_release(&b);
}
END_TEST

START_TEST(a_page_has_modelled_beside_measured)
{
	struct buf b;

	setup();
	buf_init(&b);
	measured_page(&m, &b);
	ck_assert_ptr_nonnull(strstr(b.data, "## 02-x: Of x\n"));
	/* One column for a counter that both a gate and `show` name. */
	ck_assert_ptr_nonnull(strstr(b.data, "20th to 80th percentile | load sectors |\n"));
	ck_assert_ptr_nonnull(
		strstr(b.data, "| `labs/02-x/1-a.cu` | big | 8.50 us | 9.00 us | 8.10 us to 9.90 us | 4,096 |\n"));
	/* Nothing is modelled at timing sizes. */
	ck_assert_ptr_nonnull(strstr(b.data, "| timing sizes | - | 100 us |"));
	ck_assert_ptr_nonnull(strstr(b.data, "no time (wrong-answer)"));
	/* Of the timing sizes the same is to be said: once is enough. */
	ck_assert_ptr_null(strstr(strstr(b.data, "no time (wrong-answer)") + 1, "no time (wrong-answer)"));
	buf_release(&b);
}
END_TEST

/* Else the rows of a sweep look all the same. */
START_TEST(a_swept_program_is_shown_with_its_macros)
{
	struct buf b;

	setup();
	rows[1].key = (char *)"1.sweep.TILE=16,ROWS=2";
	rows[3].key = (char *)"1.sweep.TILE=8.timing";
	buf_init(&b);
	measured_page(&m, &b);
	ck_assert_ptr_nonnull(strstr(b.data, "| `labs/02-x/1-a.cu` `TILE=16,ROWS=2` | big | 6.50 us |"));
	ck_assert_ptr_nonnull(strstr(b.data, "| `labs/02-x/1-a.cu` `TILE=8` | timing sizes | - | 100 us |"));
	buf_release(&b);
}
END_TEST

START_TEST(a_row_is_found_by_its_key)
{
	setup();
	ck_assert_ptr_eq(measured_find(&m, &steps[0], "solution"), &rows[1]);
	ck_assert_ptr_null(measured_find(&m, &steps[1], "solution"));
}
END_TEST

/* What `make measure` refuses, and what it says: times in us, 0 = none. */
static const struct {
	bool faster, has_timing;
	double starter, solution, starter_timing, solution_timing;
	enum promise want;
	const char *says;
} promises[] = {
	{ true, false, 9.0, 5.0, 0, 0, PROMISE_KEPT, "" },
	{ true, false, 5.0, 9.0, 0, 0, PROMISE_BROKEN, "the solution takes 9.0 us, the starter 5.0 us" },
	{ true, false, 5.0, 5.0, 0, 0, PROMISE_BROKEN, "the solution takes 5.0 us, the starter 5.0 us" },
	{ false, false, 5.0, 9.0, 0, 0, PROMISE_KEPT, "" },
	/* Timing sizes, where a step has them, are what counts. */
	{ true, true, 9.0, 5.0, 100, 200, PROMISE_BROKEN, "the solution takes 200.0 us, the starter 100.0 us" },
	{ true, true, 5.0, 9.0, 200, 100, PROMISE_KEPT, "" },
	/* Nothing to compare is no promise kept. */
	{ true, false, 0, 5.0, 0, 0, PROMISE_UNKNOWN, "no times of both" },
	{ true, true, 9.0, 5.0, 100, 0, PROMISE_UNKNOWN, "no times of both" },
	{ false, false, 0, 0, 0, 0, PROMISE_KEPT, "" },
};

START_TEST(a_promise_to_be_faster)
{
	struct buf why;

	setup();
	steps[0].faster = promises[_i].faster;
	steps[0].has_timing = promises[_i].has_timing;
	rows[0].us = promises[_i].starter;
	rows[1].us = promises[_i].solution;
	rows[2].us = promises[_i].starter_timing;
	rows[3].us = promises[_i].solution_timing;
	buf_init(&why);
	ck_assert_int_eq(measured_promise(&m, &steps[0], &why), promises[_i].want);
	ck_assert_int_eq(why.len > 0, promises[_i].want != PROMISE_KEPT);
	ck_assert_msg(!why.len || strstr(why.data, promises[_i].says), "%s", why.data);
	/* A step of which there is no row at all. */
	steps[1].faster = true;
	m.n = 4;
	ck_assert_int_eq(measured_promise(&m, &steps[1], &why), PROMISE_UNKNOWN);
	m.n = 6;
	buf_release(&why);
}
END_TEST

/* The page that --modelled starts from: as it was written, with the ladders behind it. */
static void first_page(struct buf *b)
{
	setup();
	rows[0].noisy = true;
	rows[1].key = (char *)"1.sweep.TILE=16";
	buf_init(b);
	measured_page(&m, b);
	buf_puts(b, "\n## Ladders beside the libraries\n\n| of | them |\n");
}

/* Another run of the emulator: other modelled times, and no GPU. */
static void run_again(struct kept *k)
{
	for (size_t i = 0; i < m.n; i++) {
		rows[i].modelled_us *= 2;
		rows[i].why = rows[i].us > 0 ? NULL : xstrdup("wrong-answer, said otherwise");
		rows[i].us = 0;
		rows[i].noisy = false;
		kept_take(k, &rows[i]);
	}
}

START_TEST(measured_times_stay_and_modelled_ones_are_remade)
{
	struct buf was, is;
	struct kept k;

	first_page(&was);
	ck_assert_int_eq(kept_read(&k, was.data, "measured.md", NULL), 0);
	ck_assert_str_eq(k.gpu, "NVIDIA Made Up");
	ck_assert_int_eq(k.driver, 13000);
	run_again(&k);
	buf_init(&is);
	kept_page(&k, &m, &is);
	ck_assert_ptr_nonnull(strstr(
		is.data, "| `labs/02-x/1-a.cu` | big | 17.0 us | 9.00 us (noisy) | 8.10 us to 9.90 us | 4,096 |\n"));
	ck_assert_ptr_nonnull(
		strstr(is.data, "| `labs/02-x/1-a.cu` `TILE=16` | big | 13.0 us | 5.00 us | 4.50 us to 5.50 us |"));
	ck_assert_ptr_nonnull(strstr(is.data, "| timing sizes | - | 1.20 ms | 1.08 ms to 1.32 ms |"));
	ck_assert_ptr_nonnull(strstr(is.data, "| timing sizes | - | 100 us |"));
	/* What has no time says why as before. */
	ck_assert_ptr_nonnull(strstr(is.data, "no time (wrong-answer)"));
	ck_assert_ptr_nonnull(strstr(is.data, "\n## Ladders beside the libraries\n\n| of | them |\n"));
	/* With the same modelled times the page is the same, byte for byte. */
	kept_release(&k);
	for (size_t i = 0; i < m.n; i++)
		rows[i].modelled_us /= 2;
	ck_assert_int_eq(kept_read(&k, was.data, "measured.md", NULL), 0);
	for (size_t i = 0; i < m.n; i++)
		kept_take(&k, &rows[i]);
	buf_clear(&is);
	kept_page(&k, &m, &is);
	ck_assert_str_eq(is.data, was.data);
	free(rows[4].why);
	free(rows[5].why);
	kept_release(&k);
	buf_release(&was);
	buf_release(&is);
}
END_TEST

START_TEST(other_labs_stay_and_new_ones_come_before_the_ladders)
{
	static struct lab other = { .number = 3, .id = "03-y", .title = "Of y" };
	struct buf was, is;
	struct kept k;

	first_page(&was);
	ck_assert_int_eq(kept_read(&k, was.data, "measured.md", NULL), 0);
	steps[0].lab = steps[1].lab = &other;
	steps[0].id = (char *)"03-y/1";
	steps[1].id = (char *)"03-y/2";
	rows[4].why = rows[5].why = NULL;
	for (size_t i = 0; i < m.n; i++)
		kept_take(&k, &rows[i]);
	buf_init(&is);
	kept_page(&k, &m, &is);
	ck_assert_ptr_nonnull(strstr(is.data, "## 02-x: Of x\n"));
	ck_assert_ptr_nonnull(strstr(is.data, "| big | 8.50 us | 9.00 us (noisy) |"));
	ck_assert_ptr_nonnull(strstr(is.data, "## 03-y: Of y\n"));
	ck_assert_ptr_nonnull(strstr(strstr(is.data, "## 03-y"), "| big | 8.50 us | - | |"));
	ck_assert_ptr_nonnull(strstr(strstr(is.data, "## 03-y"), "## Ladders"));
	steps[0].lab = steps[1].lab = &lab;
	steps[0].id = (char *)"02-x/1";
	steps[1].id = (char *)"02-x/2";
	kept_release(&k);
	buf_release(&was);
	buf_release(&is);
}
END_TEST

START_TEST(a_page_of_something_else)
{
	struct err e = ERR_INIT;
	struct kept k;

	ck_assert_int_eq(kept_read(&k, "# Measured\n", "docs/measured.md", &e), -1);
	ck_assert_str_eq(e.msg, "docs/measured.md names no GPU: it was not made by `make measure`");
	kept_release(&k);
}
END_TEST

Suite *job_measure_suite(void)
{
	Suite *s = suite_create("job/measure");
	TCase *t = tcase_create("page");

	tcase_add_test(t, figures_are_quoted_by_key);
	tcase_add_test(t, a_page_has_modelled_beside_measured);
	tcase_add_test(t, a_swept_program_is_shown_with_its_macros);
	tcase_add_test(t, a_row_is_found_by_its_key);
	tcase_add_loop_test(t, a_promise_to_be_faster, 0, (int)(sizeof promises / sizeof *promises));
	tcase_add_test(t, measured_times_stay_and_modelled_ones_are_remade);
	tcase_add_test(t, other_labs_stay_and_new_ones_come_before_the_ladders);
	tcase_add_test(t, a_page_of_something_else);
	suite_add_tcase(s, t);
	return s;
}
