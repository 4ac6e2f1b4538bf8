/* kernel names as people read them: what is dropped, in which order, and what stays whatever the name looks like. */
#include <check.h>
#include <string.h>

#include "report/kernel_name.h"

Suite *report_kernel_name_suite(void);

static void is(const char *name, int most, const char *want)
{
	struct buf b;

	buf_init(&b);
	buf_puts(&b, "in ");
	kernel_name_words(name, most, &b);
	ck_assert_str_eq(b.data + 3, want);
	buf_release(&b);
}

START_TEST(names_that_fit_stay)
{
	is("", 8, "");
	is("saxpy", 8, "saxpy");
	is("reduce<unsigned int, 256>", 25, "reduce<unsigned int, 256>");
	is("lib::LIB_300001_SM_800::k<std::__4::pair<int, int> >", 52,
		"lib::LIB_300001_SM_800::k<std::__4::pair<int, int> >");
}
END_TEST

START_TEST(what_goes_first)
{
	static const char name[] = "lib::LIB_300001_SM_800::detail::for_each::run<lib::LIB_300001_SM_800::detail::"
				   "policy_500, long, lib::LIB_300001_SM_800::wrap<long, "
				   "app::SplitNodes, std::__4::zip<std::__4::tuple<int, float> > > >";

	is(name, 150,
		"lib::detail::for_each::run<lib::detail::policy_500, long, lib::wrap<long, app::SplitNodes, "
		"std::zip<std::tuple<int, float> > > >");
	is(name, 120,
		"lib::detail::for_each::run<policy_500, long, wrap<long, SplitNodes, zip<tuple<int, float> > > >");
	is(name, 90, "lib::detail::for_each::run<policy_500, long, wrap<long, SplitNodes, zip<tuple<...>>>>");
	is(name, 80, "lib::detail::for_each::run<policy_500, long, wrap<long, SplitNodes, zip<...>>>");
	is(name, 60, "lib::detail::for_each::run<policy_500, long, wrap<...>>");
	is(name, 40, "lib::detail::for_each::run<...>");
	is(name, 20, "lib::detail::for_...");
}
END_TEST

START_TEST(odd_names)
{
	is("app::operator<< <int, app::very_long_argument>", 36, "app::operator<< <...>");
	is("k<&app::A::operator->, app::Something>", 30, "k<&operator->, Something>");
	is("k<(app::kind)3, app::list<1, 2, 3> >", 24, "k<(kind)3, list<...>>");
	is("k<a<b<c, ddddddddddddddddddddddd", 12, "k<a<b<..."); /* cut before it came here */
	is("k>>>>>>>>>>>>>", 8, "k>>>>...");
	is("<<<<<<<<<<<<<<", 8, "<<<<<...");
	is("k::::::::::::::", 10, "k::::::...");
	is("b\xc3\xa4rb\xc3\xa4rb\xc3\xa4rb\xc3\xa4r", 8, "b\xc3\xa4rb\xc3\xa4...");
	is("__12345::kernel_of_mine", 20, "kernel_of_mine");
	is("MY_3D_solver::kernel_of", 22, "MY_3D_solver::kerne...");
}
END_TEST

Suite *report_kernel_name_suite(void)
{
	Suite *s = suite_create("report: kernel names");
	TCase *t = tcase_create("names");

	tcase_add_test(t, names_that_fit_stay);
	tcase_add_test(t, what_goes_first);
	tcase_add_test(t, odd_names);
	suite_add_tcase(s, t);
	return s;
}
