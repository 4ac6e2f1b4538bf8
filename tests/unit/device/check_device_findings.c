/* device/findings: many launches' findings become rows, and the rows survive the wire; whatever the bytes are, reading
 * ends. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "device/report/findings.h"
#include "device/report/log.h"

Suite *device_findings_suite(void);

static struct em_finding race(int line, enum em_severity severity)
{
	struct em_finding f = { .kind = EM_FINDING_RACE_RAW,
		.severity = severity,
		.space = PTX_SHARED,
		.has_other = true,
		.address = 64,
		.bytes = 4,
		.count = 10 };

	f.at = (struct em_place){ { 1, 2, 3 }, { 4, 5, 6 }, "reduce\033.cu", line, 100 };
	f.other = (struct em_place){ { 1, 2, 3 }, { 36, 5, 6 }, "reduce\033.cu", line - 4, 90 };
	snprintf(f.message, sizeof f.message, "Race reported between Write access and Read access\033");
	return f;
}

static void take(struct finding_list *l, struct arena *a, struct device_report *r)
{
	struct buf out;
	struct wire w;

	buf_init(&out);
	findings_put(l, &out);
	memset(r, 0, sizeof *r);
	w = (struct wire){ (const uint8_t *)out.data, (const uint8_t *)out.data + out.len, false };
	findings_read(&w, a, r);
	ck_assert(!w.bad && w.p == w.end);
	buf_release(&out);
}

START_TEST(equal_pairs_of_places_are_one_row)
{
	struct em_finding f[3] = { race(25, EM_WARNING), race(40, EM_INFO), race(25, EM_ERROR) };
	struct em_result one = { .findings = f, .nfindings = 2, .findings_lost = 7 },
			 worse = { .findings = &f[2], .nfindings = 1 };
	struct finding_list l = { 0 };
	struct device_report r;
	struct arena a;

	arena_init(&a);
	f[2].at.thread.x = 31; /* another example */
	findings_add(&l, &a, "reduce", &one);
	findings_add(&l, &a, "reduce", &one);
	findings_add(&l, &a, "reduce", &worse);
	findings_add(&l, &a, "other", &worse); /* another kernel's lines */
	take(&l, &a, &r);
	ck_assert_uint_eq(r.nfindings, 3);
	ck_assert_uint_eq(r.findings_lost, 14);
	/* The worst first, and of a row the worst example. */
	ck_assert_int_eq(r.findings[0].severity, 2);
	ck_assert_str_eq(r.findings[0].kernel, "reduce");
	ck_assert_uint_eq(r.findings[0].count, 30);
	ck_assert_uint_eq(r.findings[0].at.thread[0], 31);
	ck_assert_str_eq(r.findings[1].kernel, "other");
	ck_assert_int_eq(r.findings[2].severity, 0);
	ck_assert_uint_eq(r.findings[2].count, 20);
	/* Everything arrives, and nothing that a terminal would obey. */
	ck_assert_str_eq(r.findings[0].name, "read after write hazard");
	ck_assert_str_eq(r.findings[0].tool, "racecheck");
	ck_assert_str_eq(r.findings[0].verdict, "race");
	ck_assert_str_eq(r.findings[0].space, "shared");
	ck_assert_str_eq(r.findings[0].at.file, "reduce?.cu");
	ck_assert_int_eq(r.findings[0].at.line, 25);
	ck_assert_int_eq(r.findings[0].other.line, 21);
	ck_assert_uint_eq(r.findings[0].other.thread[0], 36);
	ck_assert_uint_eq(r.findings[0].other.block[2], 3);
	ck_assert_uint_eq(r.findings[0].bytes, 4);
	ck_assert_ptr_null(strchr(r.findings[0].message, '\033'));
	arena_release(&a);
}
END_TEST

/* Two operations of different streams: both names are kept, and tell pairs apart. */
START_TEST(operations_of_streams_are_told_apart_by_both_names)
{
	struct em_finding f = race(25, EM_ERROR);
	struct finding_list l = { 0 };
	struct device_report r;
	struct arena a;

	arena_init(&a);
	f.gap = EM_GAP_STREAMS;
	findings_add_pair(&l, &a, "scale", "fill", &f, NULL);
	findings_add_pair(&l, &a, "scale", "fill", &f, NULL);
	findings_add_pair(&l, &a, "scale", "cudaMemcpyAsync", &f, NULL);
	findings_add_pair(&l, &a, "the host", "fill", &f, "1a program");
	findings_add_pair(&l, &a, "the host", "fill", &f, "2b program");
	take(&l, &a, &r);
	ck_assert_uint_eq(r.nfindings, 4); /* the host's own code by its places */
	ck_assert_ptr_null(r.findings[0].site);
	ck_assert_str_eq(r.findings[2].site, "1a program");
	ck_assert_str_eq(r.findings[3].site, "2b program");
	ck_assert_str_eq(r.findings[0].kernel, "scale");
	ck_assert_str_eq(r.findings[0].other_kernel, "fill");
	ck_assert_uint_eq(r.findings[0].count, 20);
	ck_assert_int_eq(r.findings[0].gap, EM_GAP_STREAMS);
	ck_assert_str_eq(r.findings[1].other_kernel, "cudaMemcpyAsync");
	ck_assert_ptr_null(strchr(r.findings[0].at.file, '\033'));
	arena_release(&a);
}
END_TEST

START_TEST(a_list_is_bounded)
{
	struct finding_list l = { 0 };
	struct device_report r;
	struct arena a;

	arena_init(&a);
	for (int i = 0; i < FINDINGS_MAX + 5; i++) {
		struct em_finding f = race(10 + i, EM_ERROR);
		struct em_result one = { .findings = &f, .nfindings = 1 };

		findings_add(&l, &a, "k", &one);
	}
	take(&l, &a, &r);
	ck_assert_uint_eq(r.nfindings, FINDINGS_MAX);
	ck_assert_uint_eq(r.findings_lost, 5);
	ck_assert_int_eq(r.findings[0].at.line, 10);
	arena_release(&a);
}
END_TEST

START_TEST(a_finding_without_places)
{
	struct em_finding f = { .kind = EM_FINDING_UNINIT, .severity = EM_ERROR, .space = PTX_LOCAL };
	struct em_result one = { .findings = &f, .nfindings = 1 };
	struct finding_list l = { 0 };
	struct device_report r;
	struct arena a;

	arena_init(&a);
	findings_add(&l, &a, "k", &one);
	take(&l, &a, &r);
	ck_assert_uint_eq(r.nfindings, 1);
	ck_assert_ptr_null(r.findings[0].at.file);
	ck_assert(!r.findings[0].has_other);
	ck_assert_uint_eq(r.findings[0].count, 1);
	ck_assert_str_eq(r.findings[0].space, "local");
	ck_assert_str_eq(r.findings[0].verdict, "uninitialized");
	arena_release(&a);
}
END_TEST

START_TEST(a_call_of_the_host)
{
	struct em_finding f = { .kind = EM_FINDING_UNINIT_COPY,
		.severity = EM_ERROR,
		.space = PTX_GLOBAL,
		.host = true,
		.address = 4096,
		.bytes = 36,
		.count = 1 };
	struct device_block one = { .start = 4096, .bytes = 400, .call = "cudaMalloc", .ordinal = 2, .site = "10 ./x" },
			    other = one;
	struct finding_list l = { 0 };
	struct device_report r;
	struct arena a;

	arena_init(&a);
	other.start = 8192;
	findings_add_host(&l, &a, "cudaMemcpy", &f, &one);
	findings_add_host(&l, &a, "cudaMemcpy", &f, &one);
	findings_add_host(&l, &a, "cudaMemcpy", &f, &other);
	findings_add_host(&l, &a, "cudaMemcpyAsync", &f, NULL);
	take(&l, &a, &r);
	ck_assert_uint_eq(r.nfindings, 3);
	ck_assert(r.findings[0].host && !r.findings[0].has_other);
	ck_assert_uint_eq(r.findings[0].count, 2);
	ck_assert_str_eq(r.findings[0].name, "uninitialized copy");
	ck_assert_str_eq(r.findings[0].kernel, "cudaMemcpy");
	ck_assert_uint_eq(r.findings[0].block->start, 4096);
	ck_assert_uint_eq(r.findings[0].block->ordinal, 2);
	ck_assert_str_eq(r.findings[0].block->site, "10 ./x");
	ck_assert_uint_eq(r.findings[1].block->start, 8192);
	ck_assert_ptr_null(r.findings[2].block);
	arena_release(&a);
}
END_TEST

START_TEST(cut_and_broken_bytes)
{
	struct em_finding f = race(25, EM_ERROR);
	struct em_result one = { .findings = &f, .nfindings = 1 };
	struct finding_list l = { 0 };
	struct device_report r;
	struct arena a;
	struct buf out;

	arena_init(&a);
	findings_add(&l, &a, "k", &one);
	buf_init(&out);
	findings_put(&l, &out);
	for (size_t n = 0; n < out.len; n++) {
		struct wire w = { (const uint8_t *)out.data, (const uint8_t *)out.data + n, false };

		findings_read(&w, &a, &r);
		ck_assert(w.bad);
	}
	for (uint64_t i = 0; i < 2000; i++) {
		struct wire w = { (const uint8_t *)out.data, (const uint8_t *)out.data + out.len, false };

		out.data[rng_below(7, 0, i, out.len)] = (char)rng_u64(7, 1, i);
		findings_read(&w, &a, &r);
	}
	buf_release(&out);
	arena_release(&a);
}
END_TEST

Suite *device_findings_suite(void)
{
	Suite *s = suite_create("device findings");
	TCase *t = tcase_create("findings");

	tcase_add_test(t, operations_of_streams_are_told_apart_by_both_names);
	tcase_add_test(t, equal_pairs_of_places_are_one_row);
	tcase_add_test(t, a_list_is_bounded);
	tcase_add_test(t, a_finding_without_places);
	tcase_add_test(t, a_call_of_the_host);
	tcase_add_test(t, cut_and_broken_bytes);
	suite_add_tcase(s, t);
	return s;
}
