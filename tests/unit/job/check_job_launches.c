/* job/step/launches: what counts as a kernel that is launched too often, and what is said of it. */
#include <check.h>
#include <string.h>

#include "job/step/launches.h"

Suite *job_launches_suite(void);

static struct side side_of(struct kernel_run *k, size_t n)
{
	return (struct side){ .ran = true, .kernels = k, .nkernels = n };
}

START_TEST(too_many)
{
	/* Two kernels that take turns make a row each time. */
	struct kernel_run mine[200],
		theirs[2] = { { .name = "first", .launches = 1 }, { .name = "spread", .launches = 24 } };
	struct side student, reference = side_of(theirs, 2);
	struct launches l;
	struct buf b;

	for (size_t i = 0; i < 200; i++)
		mine[i] = (struct kernel_run){ .name = i % 2 ? "spread" : "clear", .launches = i % 2 ? 2 : 1 };
	student = side_of(mine, 200);
	ck_assert(launches_too_many(&student, &reference, &l));
	ck_assert_str_eq(l.kernel, "spread");
	ck_assert_uint_eq(l.times, 200);
	ck_assert_uint_eq(l.reference, 25);
	buf_init(&b);
	launches_say(&b, &l);
	ck_assert_str_eq(b.data, "`spread` 200 times, and the reference makes 25 launches in all");
	buf_release(&b);
	/* One launch less than eight times as many. */
	mine[199].launches = 1;
	ck_assert(!launches_too_many(&student, &reference, &l));
}
END_TEST

START_TEST(few)
{
	struct kernel_run mine = { .name = "add", .launches = 49 }, theirs = { .name = "add", .launches = 1 };
	struct side student = side_of(&mine, 1), reference = side_of(&theirs, 1), none = side_of(NULL, 0);
	struct launches l;
	struct buf b;

	ck_assert(!launches_too_many(&student, &reference, &l));
	mine.launches = 50;
	ck_assert(launches_too_many(&student, &reference, &l));
	ck_assert(!launches_too_many(&student, &none, &l)); /* a step of copies alone has nothing to compare with */
	ck_assert(!launches_too_many(&none, &reference, &l));
	ck_assert(launches_too_many(&student, &reference, &l));
	buf_init(&b);
	launches_say(&b, &l);
	ck_assert_str_eq(b.data, "`add` 50 times, and the reference makes 1 launch in all");
	buf_release(&b);
}
END_TEST

START_TEST(more_kernels_than_are_told_apart)
{
	static const char *const names[] = { "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o",
		"p", "q", "r" };
	struct kernel_run mine[18], theirs = { .name = "a", .launches = 1 };
	struct side student = side_of(mine, 18), reference = side_of(&theirs, 1);
	struct launches l;

	for (size_t i = 0; i < 18; i++)
		mine[i] = (struct kernel_run){ .name = names[i], .launches = i == 15 ? 60 : 100 * (i > 15) };
	ck_assert(launches_too_many(&student, &reference, &l));
	ck_assert_str_eq(l.kernel, "p");
	ck_assert_uint_eq(l.times, 60);
}
END_TEST

Suite *job_launches_suite(void)
{
	Suite *s = suite_create("job_launches");
	TCase *t = tcase_create("job_launches");

	tcase_add_test(t, too_many);
	tcase_add_test(t, few);
	tcase_add_test(t, more_kernels_than_are_told_apart);
	suite_add_tcase(s, t);
	return s;
}
