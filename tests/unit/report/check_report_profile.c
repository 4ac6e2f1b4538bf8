/* report/profile: a source with its counts: which columns there are, every width, hostile sources, JSON. */
#include <check.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "report/doc/text.h"
#include "report/page.h"
#include "report/profile.h"

#include "report_kit.h"

Suite *report_profile_suite(void);

static struct profile_report r;
static struct exec_line lines[4];
static struct kernel_run kernel;
static struct profile_source sources[2];
static const char source[] =
	"// a source\n\t\tx = y; // and a long comment behind it that no page of any usual width has room for\n\nlast";

static void setup(void)
{
	profile_report_init(&r);
	r.file = "a/x.cu";
	sources[0] = (struct profile_source){ r.file, source };
	r.sources = sources;
	r.nsources = 1;
	r.exec.device_name = "NVIDIA H200 (emulated)";
	r.exec.exited = true;
	memset(lines, 0, sizeof lines);
	lines[0] = (struct exec_line){ .file = "a/x.cu", .kernel = "k", .line = 2, .times = 123456 };
	lines[0].c.v[CTR_INST] = 10;
	lines[0].c.v[CTR_THREAD_INST] = 160;
	lines[0].c.v[CTR_GLOBAL_LD_REQUESTS] = 4;
	lines[0].c.v[CTR_GLOBAL_LD_SECTORS] = 128;
	lines[1] = lines[0]; /* of another kernel: added up */
	lines[1].kernel = "other";
	lines[2] = (struct exec_line){ .file = "lib.h", .kernel = "k", .line = 7, .times = 5 };
	lines[2].c.v[CTR_INST] = 20;
	lines[3] = (struct exec_line){ .file = "a/x.cu", .kernel = "k", .line = 99, .times = 5 }; /* beyond its end */
	r.exec.lines = lines;
	r.exec.nlines = 4;
	kernel.name = "k";
	kernel.launches = 1;
	kernel.has_counters = true;
	kernel.c.v[CTR_INST] = 40;
	r.exec.side.kernels = &kernel;
	r.exec.side.nkernels = 1;
	r.exec.side.total = kernel.c;
}

static void teardown(void)
{
	profile_report_release(&r);
}

TEXT_AT(report_profile_text)

START_TEST(counts_beside_their_line)
{
	char *s = text_at(80);

	has(s, "times lanes   ld line\n");
	has(s, "\n                   1 // a source\n");
	/* What has no room goes on below, under the source. */
	has(s,
		"\n 247k  16.0 32.0   2         x = y; // and a long comment behind it that no\n"
		"                                 page of any usual width has room for\n"
		"                   3\n                   4 last\n");
	has(s, "In other files (50.0 % of all instructions)\n  lib.h:7: 20 instructions\n");
	ck_assert_ptr_null(strstr(s, "bank")); /* nothing of it anywhere */
	free(s);
}
END_TEST

START_TEST(columns_come_with_their_counts)
{
	char *s;

	lines[0].c.v[CTR_GLOBAL_ST_REQUESTS] = 1;
	lines[0].c.v[CTR_GLOBAL_ST_SECTORS] = 4;
	lines[0].c.v[CTR_SHARED_LD_INST] = 1;
	lines[0].c.v[CTR_SHARED_EXCESSIVE] = 31;
	lines[0].c.v[CTR_BRANCHES] = 9;
	lines[0].c.v[CTR_DIVERGENT_BRANCHES] = 8;
	s = text_at(80);
	has(s, "times lanes   ld   st  bank   div line\n");
	has(s, "\n 247k  16.0 32.0  4.0    31     8   2         x = y;");
	free(s);
	/* The source needs its room. */
	s = text_at(54);
	has(s, "times lanes   ld line\n");
	free(s);
}
END_TEST

static void fits(int width)
{
	char *s = text_at(width), *next;

	for (char *line = s; *line; line = next) {
		next = strchr(line, '\n');
		ck_assert_ptr_nonnull(next);
		*next++ = '\0';
		ck_assert_msg(text_columns(line) <= width, "width %d: %s", width, line);
	}
	free(s);
}

START_TEST(every_width)
{
	for (int width = 24; width <= 130; width++)
		fits(width);
}
END_TEST

START_TEST(strange_sources)
{
	static const char *const texts[] = { "", "\n", "\n\n\n", "no newline",
		"\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\tfar",
		"\xe4\xb8\x80\xe4\xb8\x81\xe4\xb8\x82\xe4\xb8\x83\xe4\xb8\x84\xe4\xb8\x85\xe4\xb8\x86\xe4\xb8\x87\xe4"
		"\xb8\x88"
		"\xe4\xb8\x89\xe4\xb8\x8a\xe4\xb8\x8b\xe4\xb8\x8c\xe4\xb8\x8d\xe4\xb8\x8e\xe4\xb8\x8f\xe4\xb8\x90\xe4"
		"\xb8\x91\n" };

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		sources[0].text = texts[i];
		for (int width = 24; width < 100; width += 7)
			fits(width);
	}
}
END_TEST

/* A program's sources: what is near lines that did anything, the columns of each file its own, one legend. */
START_TEST(sources_of_a_program)
{
	char *s;

	sources[0].text = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n";
	sources[1] = (struct profile_source){ "lib.h", "a\nb\nc\nd\ne\nf\ng\nh\n" };
	lines[0].line = lines[1].line = 8;
	r.nsources = 2;
	r.built_before = true;
	s = text_at(80);
	has(s, "\na/x.cu\ntimes lanes   ld line\n...\n                   5 5\n");
	has(s, "\n 247k  16.0 32.0   8 8\n");
	has(s, "\n                  10 10\n\nlib.h\ntimes lanes line\n...\n              4 d\n");
	ck_assert_ptr_null(strstr(s, "In other files"));
	ck_assert_ptr_null(strstr(strstr(s, "how often a warp") + 1, "how often a warp"));
	free(s);
	for (int width = 24; width <= 100; width += 4)
		fits(width);
}
END_TEST

START_TEST(json)
{
	struct buf b;
	json_t *j, *l;

	buf_init(&b);
	report_profile_json(&r, NULL, &b);
	j = json_loads(b.data, 0, NULL);
	ck_assert_ptr_nonnull(j);
	ck_assert_str_eq(json_string_value(json_object_get(j, "schema")), "warplings.profile/1");
	ck_assert(json_is_null(json_object_get(j, "program")));
	ck_assert(json_is_null(json_object_get(j, "exit_status")));
	ck_assert_uint_eq(json_array_size(json_object_get(j, "lines")), 4);
	l = json_array_get(json_object_get(j, "lines"), 0);
	ck_assert_int_eq(json_integer_value(json_object_get(l, "times")), 123456);
	ck_assert_int_eq(json_integer_value(json_object_get(l, "line")), 2);
	ck_assert_ptr_nonnull(json_object_get(j, "kernels"));
	json_decref(j);
	buf_release(&b);
}
END_TEST

START_TEST(status)
{
	struct exec_fault f = { .message = "x", .fatal = false };

	ck_assert_int_eq(report_profile_status(&r), 0);
	r.exec.faults = &f;
	r.exec.nfaults = 1;
	ck_assert_int_eq(report_profile_status(&r), 0); /* a refused call the program may have expected */
	f.fatal = true;
	ck_assert_int_eq(report_profile_status(&r), 1);
	r.exec.nfaults = 0;
	r.exec.code = 3;
	ck_assert_int_eq(report_profile_status(&r), 1);
	r.exec.code = 0;
	r.diagnostics = "error";
	ck_assert_int_eq(report_profile_status(&r), 1);
}
END_TEST

Suite *report_profile_suite(void)
{
	Suite *s = suite_create("report_profile");
	TCase *t = tcase_create("profile");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, counts_beside_their_line);
	tcase_add_test(t, columns_come_with_their_counts);
	tcase_add_test(t, every_width);
	tcase_add_test(t, strange_sources);
	tcase_add_test(t, sources_of_a_program);
	tcase_add_test(t, json);
	tcase_add_test(t, status);
	suite_add_tcase(s, t);
	return s;
}
