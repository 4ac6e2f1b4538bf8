/* lane_words: a mask of lanes as a reader counts them. */
#include <check.h>

#include "emulator/core/lane_words.h"

Suite *emulator_lane_words_suite(void);

static const struct {
	uint32_t mask;
	const char *words;
} masks[] = {
	{ 0, "no lane" },
	{ 1, "lane 0" },
	{ 1u << 31, "lane 31" },
	{ 3, "lanes 0-1" },
	{ 0xffffffff, "lanes 0-31" },
	{ 0xfffffffe, "lanes 1-31" },
	{ 0x80000001, "lanes 0 and 31" },
	{ 0xfffff10f, "lanes 0-3, 8 and 12-31" },
	{ 0xf0f0f0f0, "lanes 4-7, 12-15, 20-23 and 28-31" },
	/* Five parts. */
	{ 0x155, "5 lanes (0x00000155)" },
	{ 0x55555555, "16 lanes (0x55555555)" },
};

START_TEST(words)
{
	ck_assert_str_eq(em_lane_words(masks[_i].mask).text, masks[_i].words);
}
END_TEST

START_TEST(at_the_beginning)
{
	ck_assert_str_eq(em_lane_words_first(2).text, "Lane 1");
	ck_assert_str_eq(em_lane_words_first(0x155).text, "5 lanes (0x00000155)");
}
END_TEST

Suite *emulator_lane_words_suite(void)
{
	Suite *s = suite_create("emulator_lane_words");
	TCase *t = tcase_create("words");

	tcase_add_loop_test(t, words, 0, sizeof masks / sizeof *masks);
	tcase_add_test(t, at_the_beginning);
	suite_add_tcase(s, t);
	return s;
}
