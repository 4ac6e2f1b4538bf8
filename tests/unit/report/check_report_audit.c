/* report/audit: a sentence for each kind of row, every width, hostile names, JSON with every key. */
#include <check.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "report/audit.h"
#include "report/page.h"

#include "report_kit.h"

Suite *report_audit_suite(void);

static struct audit_report r;
static struct audit_row rows[6];

static void setup(void)
{
	audit_report_init(&r);
	r.file = "x.cu";
	r.step_id = "08-reduction/1";
	r.seed = 18446744073709551615u;
	r.schedules = 10;
	rows[0] = (struct audit_row){ .file = "x.cu",
		.line = 21,
		.text = "__syncthreads();",
		.what = "barrier",
		.kernel = "sum",
		.copies = 8,
		.state = AUDIT_NEEDED,
		.element = "out[17] is wrong: 3 instead of 5",
		.finding = "there is a read after write hazard between lines 19 and 23",
		.case_name = "prime",
		.schedule = 7 };
	rows[1] = (struct audit_row){ .file = "x.cu",
		.line = 34,
		.text = "__syncthreads();",
		.what = "barrier",
		.kernel = "sum",
		.copies = 1,
		.state = AUDIT_NOT_SHOWN };
	rows[2] = (struct audit_row){ .file = "x.cu",
		.line = 40,
		.text = "__threadfence();",
		.what = "fence",
		.kernel = "sum",
		.copies = 1,
		.state = AUDIT_NOT_SHOWN };
	rows[3] = (struct audit_row){ .file = "lib\033[2J.h",
		.line = 3,
		.what = "warp barrier",
		.kernel = "f\x07",
		.copies = 1,
		.state = AUDIT_NOT_REACHED };
	rows[4] = (struct audit_row){ .what = "barrier", .kernel = "g", .copies = 2, .state = AUDIT_KEPT };
	rows[5] = (struct audit_row){ .file = "x.cu",
		.line = 50,
		.text = "t.sync();",
		.what = "warp barrier",
		.kernel = "sum",
		.copies = 1,
		.state = AUDIT_NEEDED,
		.fault = "the run fails: Barrier error detected",
		.schedule = 2 };
	r.rows = rows;
	r.nrows = 6;
}

static void teardown(void)
{
	audit_report_release(&r);
}

TEXT_AT(report_audit_text)

START_TEST(sentences)
{
	char *t = text_at(200);

	has(t,
		"x.cu:21  __syncthreads();\n    needed: without it out[17] is wrong: 3 instead of 5 (case 'prime', "
		"schedule 7); and there is a read after "
		"write hazard between lines 19 and 23.\n");
	has(t, "x.cu:34  __syncthreads();\n    never needed by these cases");
	has(t, "x.cu:40  __threadfence();\n    no case shows that it is needed. That is no proof");
	has(t, ".h:3  (warp barrier in f");
	has(t, "not reached: no thread came by");
	has(t, "without a line  (barrier in g)\n    kept: its result is used");
	has(t, "needed: without it the run fails: Barrier error detected (schedule 2).");
	has(t,
		"2 needed, 2 not shown to be needed, 1 not reached, 1 kept (each tried in the natural order of threads "
		"and 10 others)");
	has(t, "seed 18446744073709551615");
	ck_assert_ptr_null(strchr(t, '\033'));
	ck_assert_ptr_null(strchr(t, '\x07'));
	free(t);
}
END_TEST

START_TEST(refused)
{
	r.nrows = 0;
	r.refused = "x.cu does not compile";
	r.diagnostics = "x.cu(3): error: expected a \";\"";
	char *t = text_at(80);

	has(t, "x.cu does not compile\n  x.cu(3): error");
	ck_assert_ptr_null(strstr(t, "barrier"));
	free(t);
	r.refused = NULL;
	t = text_at(80);
	has(t, "There is no barrier in its kernels.");
	free(t);
}
END_TEST

START_TEST(narrow)
{
	for (int width = 24; width < 100; width += 7)
		free(text_at(width));
}
END_TEST

START_TEST(json)
{
	static const char *const keys[] = { "file", "line", "text", "kind", "kernel", "copies", "state", "element",
		"finding", "fault", "case", "schedule" };
	json_error_t e;
	struct buf b;

	buf_init(&b);
	report_audit_json(&r, &b);
	json_t *j = json_loads(b.data, 0, &e), *list = json_object_get(j, "barriers");

	ck_assert_ptr_nonnull(j);
	ck_assert_str_eq(json_string_value(json_object_get(j, "schema")), "warplings.audit/1");
	ck_assert_str_eq(json_string_value(json_object_get(j, "seed")), "18446744073709551615");
	ck_assert_uint_eq(json_array_size(list), 6);
	for (size_t i = 0; i < 6; i++)
		for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
			ck_assert_ptr_nonnull(json_object_get(json_array_get(list, i), keys[k]));
	ck_assert_str_eq(json_string_value(json_object_get(json_array_get(list, 0), "state")), "needed");
	ck_assert_str_eq(json_string_value(json_object_get(json_array_get(list, 0), "schedule")), "7");
	ck_assert(json_is_null(json_object_get(json_array_get(list, 1), "schedule")));
	ck_assert(json_is_null(json_object_get(json_array_get(list, 4), "line")));
	json_decref(j);
	buf_release(&b);
}
END_TEST

Suite *report_audit_suite(void)
{
	Suite *s = suite_create("report_audit");
	TCase *c = tcase_create("audit");

	tcase_add_checked_fixture(c, setup, teardown);
	tcase_add_test(c, sentences);
	tcase_add_test(c, refused);
	tcase_add_test(c, narrow);
	tcase_add_test(c, json);
	suite_add_tcase(s, c);
	return s;
}
