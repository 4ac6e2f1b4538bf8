/* The hardware counters of an H200 (tests/conformance/counters/h200.csv, 194 kernels under ncu) against the emulator's
 * for the same launches: equal to the last unit, but for the rows of differences.txt, which must be exactly so. Run
 * from the repository's root. */
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "tests/conformance/count.h"
#include "tests/unit/in_short.h"

#define HERE "tests/conformance/counters/"

struct expected {
	char kernel[64], counter[96], reason[32];
	uint64_t hardware, ours;
	bool used;
};

struct all {
	struct launches launches;
	struct count_table table;
	struct counting counting;
	struct expected *v;
	size_t n;
};

static void open_all(struct all *a, int threads, bool baseline)
{
	struct err e = ERR_INIT;
	struct buf text, docs;
	char *save;

	memset(a, 0, sizeof *a);
	buf_init(&text);
	buf_init(&docs);
	ck_assert_msg(fs_read(HERE "kernels.txt", 1 << 20, &text, &e) == 0, "%s", e.msg);
	ck_assert_msg(
		launches_parse(&a->launches, text.data, "kernels.txt", &e) == 0, "kernels.txt:%d: %s", e.line, e.msg);
	buf_clear(&text);
	ck_assert_msg(count_table_load(&a->table, HERE "h200.csv", &e) == 0, "%s", e.msg);
	ck_assert_uint_eq(a->table.nrows, a->launches.n);
	ck_assert_msg(counting_init(&a->counting, threads, baseline, &e) == 0, "%s", e.msg);
	ck_assert_msg(fs_read(HERE "differences.txt", 1 << 20, &text, &e) == 0, "%s", e.msg);
	ck_assert_msg(fs_read("docs/counters.md", 1 << 20, &docs, &e) == 0, "%s", e.msg);
	a->v = xcalloc(text.len / 16 + 1, sizeof *a->v);
	for (char *line = strtok_r(text.data, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		struct expected *x = &a->v[a->n];
		char heading[48];

		if (*line == '#')
			continue;
		ck_assert_msg(sscanf(line, "%63s %95s %" SCNu64 " %" SCNu64 " %31s", x->kernel, x->counter,
				      &x->hardware, &x->ours, x->reason) == 5,
			"%s", line);
		snprintf(heading, sizeof heading, "**%s**", x->reason);
		ck_assert_msg(strstr(docs.data, heading) != NULL, "docs/counters.md does not explain %s", heading);
		a->n++;
	}
	buf_release(&docs);
	buf_release(&text);
}

static void close_all(struct all *a)
{
	free(a->v);
	counting_release(&a->counting);
	count_table_release(&a->table);
	launches_release(&a->launches);
}

static struct expected *find(struct all *a, const char *kernel, const char *counter)
{
	for (size_t i = 0; i < a->n; i++)
		if (strcmp(a->v[i].kernel, kernel) == 0 && strcmp(a->v[i].counter, counter) == 0)
			return &a->v[i];
	return NULL;
}

/* Compare one launch; what is wrong goes to `wrong`. The number of counters that are equal. */
static size_t compare(struct all *a, size_t i, const struct counters *c, struct buf *wrong)
{
	size_t equal = 0;

	for (size_t k = 0; k < ncount_pairs; k++) {
		const char *name = counter_name(count_pairs[k].id);
		uint64_t want, got = c->v[count_pairs[k].id];
		struct expected *x;

		if (!count_recorded(&a->table, i, &count_pairs[k], &want))
			continue;
		x = find(a, a->launches.v[i].name, name);
		if (x)
			x->used = true;
		equal += want == got;
		if (want == got ? x != NULL : !x || x->hardware != want || x->ours != got)
			buf_printf(wrong, "\n%s %s %" PRIu64 " %" PRIu64, a->launches.v[i].name, name, want, got);
	}
	return equal;
}

/* In short each launch is done in one of the three ways, not in all of them. */
static int ways_each(void)
{
	return in_short() ? 1 : 3;
}

START_TEST(all_launches)
{
	struct all a;
	struct buf wrong;
	size_t equal = 0;

	open_all(&a, _i == 1 ? 3 : 1, _i == 2);
	buf_init(&wrong);
	for (size_t i = 0; i < a.launches.n; i++) {
		struct err e = ERR_INIT;
		struct counters c;

		ck_assert_str_eq(a.launches.v[i].name, a.table.rows[i].kernel);
		if (ways_each() == 1 && (int)(i % 3) != _i)
			continue;
		ck_assert_msg(counting_run(&a.counting, HERE, &a.launches.v[i], &c, &e) == 0, "%s: %s",
			a.launches.v[i].name, e.msg);
		equal += compare(&a, i, &c, &wrong);
	}
	for (size_t k = 0; k < a.n && ways_each() == 3; k++)
		if (!a.v[k].used)
			buf_printf(&wrong, "\nno such launch or counter: %s %s", a.v[k].kernel, a.v[k].counter);
	ck_assert_msg(wrong.len == 0, "hardware and emulator, not as differences.txt says:%s", wrong.data);
	ck_assert_uint_gt(equal, ways_each() == 3 ? 1700 : 500);
	buf_release(&wrong);
	close_all(&a);
}
END_TEST

/* One unit more or less in any compared cell is seen. */
START_TEST(one_unit_off)
{
	struct all a;
	struct buf wrong;
	struct err e = ERR_INIT;
	struct counters c;
	size_t tried = 0;

	open_all(&a, 1, false);
	buf_init(&wrong);
	ck_assert(counting_run(&a.counting, HERE, &a.launches.v[0], &c, &e) == 0);
	for (size_t k = 0; k < ncount_pairs; k++) {
		uint64_t want;

		if (!count_recorded(&a.table, 0, &count_pairs[k], &want))
			continue;
		c.v[count_pairs[k].id]++;
		compare(&a, 0, &c, &wrong);
		ck_assert_msg(wrong.len > 0, "%s", counter_name(count_pairs[k].id));
		c.v[count_pairs[k].id]--;
		buf_clear(&wrong);
		tried++;
	}
	compare(&a, 0, &c, &wrong);
	ck_assert_uint_eq(wrong.len, 0);
	ck_assert_uint_eq(tried, 14);
	buf_release(&wrong);
	close_all(&a);
}
END_TEST

Suite *emulator_conformance_counters_suite(void);
/* Active lanes beside Nsight Compute's (lanes.csv): they are ratios of two instruction sets, so they are near each
 * other, not equal. A kernel that the hardware never divides is mostly one that is never divided here. */
START_TEST(active_lanes)
{
	struct err e = ERR_INIT;
	struct buf text;
	struct all a;
	char *save;
	size_t i = 0, near = 0, whole = 0, whole_here = 0;

	open_all(&a, 1, false);
	buf_init(&text);
	ck_assert_msg(fs_read(HERE "lanes.csv", 1 << 20, &text, &e) == 0, "%s", e.msg);
	for (char *line = strtok_r(text.data, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		struct counters c;
		double lanes, on, ours;
		char name[64];

		if (*line == '#')
			continue;
		ck_assert_int_eq(sscanf(line, "%63s %lf %lf", name, &lanes, &on), 3);
		ck_assert_uint_lt(i, a.launches.n);
		ck_assert_str_eq(name, a.launches.v[i].name);
		ck_assert_msg(counting_run(&a.counting, HERE, &a.launches.v[i], &c, &e) == 0, "%s", e.msg);
		ours = (double)c.v[CTR_THREAD_INST] / (double)c.v[CTR_INST];
		near += ours > lanes - 0.5 && ours < lanes + 0.5;
		whole += lanes > 31.99;
		whole_here += lanes > 31.99 && ours > 31.99;
		i++;
	}
	/* docs/counters.md has these figures. */
	ck_assert_uint_eq(i, 194);
	ck_assert_uint_eq(near, 161);
	ck_assert_uint_eq(whole, 158);
	ck_assert_uint_eq(whole_here, 146);
	buf_release(&text);
	close_all(&a);
}
END_TEST

Suite *emulator_conformance_counters_suite(void)
{
	Suite *s = suite_create("emulator_conformance_counters");
	TCase *t = tcase_create("counters");

	tcase_set_timeout(t, 120);
	tcase_add_loop_test(t, all_launches, 0, 3);
	tcase_add_test(t, one_unit_off);
	if (ways_each() > 1) /* all launches once more */
		tcase_add_test(t, active_lanes);
	suite_add_tcase(s, t);
	return s;
}
