/* judge: a case's arguments as pixels, and what is drawn in the place of random numbers. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "judge/image.h"
#include "judge/scene.h"

Suite *judge_image_suite(void);

enum { W = 40, H = 30 };

static struct param params[] = { { "w", W }, { "h", H } };
static struct test_case cases[] = { { .name = "noise", .params = params, .nparams = 2, .perf = true },
	{ .name = "picture", .params = params, .nparams = 2 } };
static struct arg args[] = {
	{ .name = "in",
		.type = ELEM_INT,
		.kind = ARG_IN,
		.count = "h * w",
		.shape = { "h", "w" },
		.nshape = 2,
		.fill = { FILL_INTEGERS, 0, 9 } },
	{ .name = "out", .type = ELEM_FLOAT, .kind = ARG_OUT, .count = "h * w" },
	{ .name = "rgb", .type = ELEM_CHAR, .kind = ARG_OUT, .count = "3 * h * w" },
	{ .name = "parts", .type = ELEM_LONG, .kind = ARG_OUT, .count = "h * w" },
};
static struct image_arg shown[] = {
	{ .of = "in", .name = "before", .kind = IMAGE_GREY, .width = "w", .height = "h", .white = 9 },
	{ .of = "out", .name = "after", .kind = IMAGE_GREY, .width = "w", .height = "h", .white = 1 },
	{ .of = "rgb", .name = "colours", .kind = IMAGE_RGB, .width = "w", .height = "h", .white = 255 },
	{ .of = "parts", .name = "labels", .kind = IMAGE_LABELS, .width = "w", .height = "h", .white = 255 },
};
static struct step step = { .id = "01-x/1",
	.args = args,
	.nargs = 4,
	.cases = cases,
	.ncases = 2,
	.images = { .on_case = "picture", .drawn = "in", .show = shown, .nshow = 4 } };

/* What a run of the case "picture" shows: outputs of which `spoil` changes what came back. */
static void take(struct result *r, void (*spoil)(struct outputs *got))
{
	struct outputs got, want;
	struct case_data d;

	result_init(r);
	ck_assert_int_eq(case_data_make(&d, &step, &cases[1], 7, NULL), 0);
	ck_assert_int_eq(outputs_make(&got, &d, NULL), 0);
	ck_assert_int_eq(outputs_make(&want, &d, NULL), 0);
	for (int i = 0; i < W * H; i++) {
		((float *)want.data[1])[i] = (float)i / (W * H - 1);
		((unsigned char *)want.data[2])[3 * i] = 200;
		((unsigned char *)want.data[2])[3 * i + 1] = (unsigned char)(i % 256);
		((unsigned char *)want.data[2])[3 * i + 2] = 3;
		((long long *)want.data[3])[i] = i % 5;
	}
	for (size_t k = 1; k < 4; k++)
		memcpy(got.data[k], want.data[k], d.args[k].bytes);
	if (spoil)
		spoil(&got);
	image_take(r, &d, &got, &want);
	ck_assert_uint_eq(r->nimages, 4);
	outputs_release(&got);
	outputs_release(&want);
	case_data_release(&d);
}

START_TEST(elements_become_pixels)
{
	struct result r;

	take(&r, NULL);
	for (size_t k = 0; k < 4; k++) {
		ck_assert_uint_eq(r.images[k].width, W);
		ck_assert_uint_eq(r.images[k].height, H);
		ck_assert_uint_eq(r.images[k].nwrong, 0);
		ck_assert_int_eq(r.images[k].want != NULL, k > 0);
	}
	ck_assert_uint_eq(r.images[1].mine[0], 0);
	ck_assert_uint_eq(r.images[1].mine[W * H - 1], 255);
	ck_assert_uint_eq(r.images[2].mine[258], 0xC80203);
	ck_assert_uint_eq(r.images[3].mine[9], 4);
	result_release(&r);
}
END_TEST

static void spoil_some(struct outputs *got)
{
	((float *)got->data[1])[0] = NAN;
	((float *)got->data[1])[1] = 1e9f;
	((float *)got->data[1])[2] += 1e-7f; /* not to be seen */
	((unsigned char *)got->data[2])[3 * 7 + 2] = 4;
	memset((char *)got->data[3] + 8 * W, POISON_BYTE, 8 * W); /* a row that nobody wrote */
}

START_TEST(wrong_pixels_are_marked)
{
	struct result r;

	take(&r, spoil_some);
	ck_assert_uint_eq(r.images[1].nwrong, 3);
	ck_assert(r.images[1].wrong[0] && r.images[1].wrong[1] && r.images[1].wrong[2] && !r.images[1].wrong[3]);
	ck_assert_uint_eq(r.images[1].mine[0], 0);
	ck_assert_uint_eq(r.images[1].mine[1], 255);
	ck_assert_uint_eq(r.images[2].nwrong, 1);
	ck_assert(r.images[2].wrong[7]);
	ck_assert_uint_eq(r.images[3].nwrong, W);
	ck_assert_uint_eq(r.images[3].mine[W], UINT32_MAX);
	result_release(&r);
	step.compare = (struct compare){ COMPARE_SUM, 32 };
	take(&r, spoil_some);
	step.compare = (struct compare){ 0 };
	ck_assert_uint_eq(r.images[1].nwrong, 1); /* NaN is as black as the 0 that was expected; 1e-7 is rounding */
	result_release(&r);
}
END_TEST

/* The scene stands in one case; bright and dark are apart, and each seed draws another. */
START_TEST(a_scene_is_drawn)
{
	struct case_data noise, one, same, other;
	const int *a, *b, *c, *n;
	int bright = 0, dark = 0, between = 0, changed = 0, jumps[2] = { 0 };

	ck_assert_int_eq(case_data_make(&noise, &step, &cases[0], 7, NULL), 0);
	ck_assert_int_eq(case_data_make(&one, &step, &cases[1], 7, NULL), 0);
	ck_assert_int_eq(case_data_make(&same, &step, &cases[1], 7, NULL), 0);
	ck_assert_int_eq(case_data_make(&other, &step, &cases[1], 8, NULL), 0);
	a = one.args[0].data;
	b = same.args[0].data;
	c = other.args[0].data;
	n = noise.args[0].data;
	for (int i = 0; i < W * H; i++) {
		ck_assert_int_eq(a[i], b[i]);
		ck_assert(a[i] >= 0 && a[i] <= 9);
		changed += a[i] != c[i];
		bright += a[i] >= 6;
		dark += a[i] <= 3;
		between += a[i] == 4 || a[i] == 5;
		jumps[0] += i > 0 && abs(a[i] - a[i - 1]) > 1;
		jumps[1] += i > 0 && abs(n[i] - n[i - 1]) > 1;
	}
	ck_assert_int_gt(bright, W * H / 20);
	ck_assert_int_gt(dark, W * H / 5);
	ck_assert_int_eq(between, 0);
	ck_assert_int_gt(changed, W * H / 20);
	ck_assert_int_lt(jumps[0] * 2, jumps[1]);
	case_data_release(&noise);
	case_data_release(&one);
	case_data_release(&same);
	case_data_release(&other);
}
END_TEST

START_TEST(scenes_of_any_size)
{
	static const long long sides[][2] = { { 1, 1 }, { 1, 500 }, { 500, 1 }, { 3, 2 } };

	for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
		for (uint64_t seed = 0; seed < 50; seed++) {
			struct scene *s = scene_new(seed, 1, sides[i][0], sides[i][1]);

			for (int c = 0; c < 3; c++) {
				int v = scene_at(s, sides[i][0] - 1, sides[i][1] - 1, c);

				ck_assert(v >= 0 && v <= SCENE_WHITE);
			}
			scene_free(s);
		}
}
END_TEST

Suite *judge_image_suite(void)
{
	Suite *s = suite_create("judge_image");
	TCase *t = tcase_create("image");

	tcase_add_test(t, elements_become_pixels);
	tcase_add_test(t, wrong_pixels_are_marked);
	tcase_add_test(t, a_scene_is_drawn);
	tcase_add_test(t, scenes_of_any_size);
	suite_add_tcase(s, t);
	return s;
}
