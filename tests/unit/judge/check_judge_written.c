/* judge/written: wrong elements grouped by who wrote them, with their own patterns, and what is said of them. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "judge/written.h"

Suite *judge_written_suite(void);

enum { N = 64 };
static struct arena a;
static int got[N], want[N], before[N];
static const struct compare how = { .kind = COMPARE_EXACT };
static struct elements el;
static struct mismatch m;
static uint64_t index_[N];
static struct writing w[N];
static size_t n;

static void setup(void)
{
	arena_init(&a);
	for (int i = 0; i < N; i++)
		got[i] = want[i] = 100 + i;
	el = (struct elements){ .type = ELEM_INT, .how = &how, .count = N, .got = got, .want = want };
	m = (struct mismatch){ .any = true, .arg = "out", .total = N };
	n = 0;
}

static void teardown(void)
{
	arena_release(&a);
}

static void wrong(int i, int value, enum writer by, int line)
{
	got[i] = value;
	index_[n] = (uint64_t)i;
	w[n++] = (struct writing){ by, by == WRITER_KERNEL ? "add" : NULL,
		{ "/x/add.cu", line, { (uint32_t)i / 32, 0, 0 }, { (uint32_t)i % 32, 0, 0 } } };
	m.wrong++;
}

START_TEST(one_line_wrote_all)
{
	for (int i = 0; i < N; i += 4)
		wrong(i, 0, WRITER_KERNEL, 12);
	written_group(&a, &el, index_, w, n, true, &m);
	ck_assert_uint_eq(m.nwritten, 1);
	ck_assert_int_eq(m.written[0].n, N / 4);
	ck_assert_ptr_null(m.written[0].pattern); /* the whole output's pattern says it */
	ck_assert_str_eq(written_words(&a, &m.written[0]),
		"out[0] was last written by thread (0,0,0) in block (0,0,0) at add.cu:12, in add; "
		"that line wrote 16 of the wrong elements");
}
END_TEST

START_TEST(groups_have_their_own_patterns)
{
	for (int i = 0; i < 4; i++)
		wrong(i, 7, WRITER_KERNEL, 12);
	for (int i = 48; i < N; i++)
		wrong(i, -1, WRITER_HOST, 0); /* the poison */
	wrong(20, 0, WRITER_HOST, 0);
	/* index_ is ascending in real life; here it does not matter but for what is called first */
	written_group(&a, &el, index_, w, n, true, &m);
	ck_assert_uint_eq(m.nwritten, 3);
	ck_assert_int_eq(m.written[0].by, WRITER_NOBODY);
	ck_assert_int_eq(m.written[0].n, 16);
	ck_assert_ptr_nonnull(strstr(m.written[0].pattern, "every element from 48 on"));
	ck_assert_str_eq(m.written[1].pattern, "every element before 4");
	ck_assert_int_eq(m.written[2].by, WRITER_HOST);
	ck_assert_str_eq(written_words(&a, &m.written[2]), "out[20] was last written by a copy or a memset");
	ck_assert_ptr_nonnull(strstr(written_words(&a, &m.written[0]),
		"out[48] was never written; 16 wrong elements in all (every element from 48 on"));
}
END_TEST

/* A thread that copies what nobody has written does write. */
START_TEST(garbage_that_a_thread_copied)
{
	static const float nothing[] = { 1, 1 };
	float bits[] = { 1, 1 };

	memset(bits, 0xff, sizeof bits);
	el = (struct elements){ .type = ELEM_FLOAT, .how = &how, .count = 2, .got = bits, .want = nothing };
	wrong(0, -1, WRITER_KERNEL, 12);
	m.never_written = true;
	m.pattern = "never written";
	written_group(&a, &el, index_, w, n, true, &m);
	ck_assert(m.garbage && !m.never_written);
	ck_assert_ptr_null(m.pattern);
	/* A whole number of these bits may have been computed. */
	el = (struct elements){ .type = ELEM_INT, .how = &how, .count = N, .got = got, .want = want };
	m.garbage = false;
	m.never_written = true;
	written_group(&a, &el, index_, w, n, true, &m);
	ck_assert(!m.garbage && !m.never_written);
	/* Of what nobody wrote nothing changes. */
	w[0].by = WRITER_NOBODY;
	m.never_written = true;
	written_group(&a, &el, index_, w, n, true, &m);
	ck_assert(!m.garbage && m.never_written);
}
END_TEST

START_TEST(what_was_there_before_is_nobodys)
{
	memcpy(before, got, sizeof before);
	before[5] = 9;
	el.before = before;
	want[4] = 1;
	wrong(4, 104, WRITER_HOST, 0); /* the input, as it was */
	wrong(5, 8, WRITER_HOST, 0);
	written_group(&a, &el, index_, w, n, true, &m);
	ck_assert_uint_eq(m.nwritten, 2);
	ck_assert_int_eq(m.written[0].by, WRITER_NOBODY);
	ck_assert_int_eq(m.written[1].by, WRITER_HOST);
}
END_TEST

START_TEST(a_sample_has_no_counts)
{
	for (int i = 0; i < N; i += 8)
		wrong(i, 0, i ? WRITER_KERNEL : WRITER_HOST, i);
	written_group(&a, &el, index_, w, n, false, &m);
	ck_assert_uint_eq(m.nwritten, WRITTEN_MAX);
	for (size_t i = 0; i < m.nwritten; i++) {
		ck_assert_int_eq(m.written[i].n, 0);
		ck_assert_ptr_null(m.written[i].pattern);
		ck_assert_ptr_null(strstr(written_words(&a, &m.written[i]), "wrong elements"));
	}
}
END_TEST

START_TEST(nothing_known_nothing_said)
{
	wrong(3, 0, WRITER_UNKNOWN, 0);
	wrong(4, 0, WRITER_UNKNOWN, 0);
	written_group(&a, &el, index_, w, n, true, &m);
	ck_assert_uint_eq(m.nwritten, 0);
	written_group(&a, &el, index_, w, 0, true, &m);
	ck_assert_uint_eq(m.nwritten, 0);
}
END_TEST

Suite *judge_written_suite(void)
{
	Suite *s = suite_create("judge written");
	TCase *t = tcase_create("written");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, one_line_wrote_all);
	tcase_add_test(t, groups_have_their_own_patterns);
	tcase_add_test(t, what_was_there_before_is_nobodys);
	tcase_add_test(t, garbage_that_a_thread_copied);
	tcase_add_test(t, a_sample_has_no_counts);
	tcase_add_test(t, nothing_known_nothing_said);
	suite_add_tcase(s, t);
	return s;
}
