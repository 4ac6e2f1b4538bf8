/* report/exec: a program's report as text at every width, and as JSON with every key. */
#include <check.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "report/doc/text.h"
#include "report/exec.h"
#include "report/page.h"

#include "report_kit.h"

Suite *report_exec_suite(void);

static const char *const argv[] = { "./prog", "with \033[31m an escape", NULL };
static struct exec_report r;
static struct kernel_run kernels[3];

static void kernel(struct kernel_run *k, const char *name, uint32_t grid, uint32_t launches)
{
	memset(k, 0, sizeof *k);
	k->name = name;
	k->grid[0] = grid;
	k->grid[1] = k->grid[2] = 1;
	k->block[0] = 256;
	k->block[1] = 2;
	k->block[2] = 1;
	k->launches = launches;
	k->time_us = 2.5;
	k->has_counters = true;
	k->c.v[CTR_INST] = 1000 * launches;
	k->c.v[CTR_THREAD_INST] = 16000 * launches;
	k->c.v[CTR_GLOBAL_LD_REQUESTS] = 10 * launches;
	k->c.v[CTR_GLOBAL_LD_SECTORS] = 40 * launches;
}

static void setup(void)
{
	struct exec_fault *f;

	exec_report_init(&r);
	r.argv = argv;
	r.device_name = "NVIDIA H200 (emulated)";
	r.exited = true;
	r.code = 7;
	r.processes = 1;
	kernel(&kernels[0], "add", 10, 2);
	kernel(&kernels[1],
		"scan<float, (int)256, policy<long, names, of, templates, that, go, on, and, on, and, on, and, on, "
		"and, on, and, on>>",
		1, 1);
	kernel(&kernels[2], "add", 10, 3);
	r.side.kernels = kernels;
	r.side.nkernels = 3;
	r.side.time_us = 15;
	for (int i = 0; i < 3; i++)
		counters_add(&r.side.total, &kernels[i].c);
	f = ARENA_PUSH(&r.arena, r.faults, r.nfaults, r.faults_cap);
	f->message =
		"Invalid __global__ read of size 4 bytes; address is right past the end of the 400-byte allocation";
	f->place = (struct fault_place){ "add", "x.cu", 8 };
	f->fatal = true;
	f->count = 1;
	exec_report_note(&r, "a note with \033 in it");
}

static struct kernel_finding *finding(enum severity severity)
{
	struct kernel_finding *f = ARENA_PUSH(&r.arena, r.findings, r.nfindings, r.findings_cap);

	*f = (struct kernel_finding){ .name = "write after read hazard",
		.tool = "racecheck",
		.verdict = VERDICT_RACE,
		.severity = severity,
		.space = "global",
		.message = "Race reported between Read access and Write access of __global__ memory",
		.kernel = "add",
		.at = { "/tmp/x/x.cu", 8, { 1, 0, 0 }, { 3, 0, 0 } },
		.other = { "/tmp/x/x.cu", 7, { 0, 0, 0 }, { 2, 0, 0 } },
		.has_other = true,
		.count = 1234 };
	return f;
}

static void teardown(void)
{
	exec_report_release(&r);
}

TEXT_AT(report_exec_text)

START_TEST(text)
{
	char *s = text_at(80);

	has(s, "Emulated NVIDIA H200: 6 kernel launches, 15.0 us (modelled).");
	has(s, "========= Invalid __global__ read of size 4 bytes\n");
	has(s, "=========     in add at x.cu:8\n");
	has(s, "=========     address is right past the end");
	/* Both rows of add are one. */
	has(s, "  add\n    5 launches   grid 10   block 256 x 2   2.50 us each\n");
	has(s, "    instructions 5,000   active lanes 16.00   load requests 50\n    sectors per load 4.00\n");
	ck_assert_ptr_null(strstr(s, "store")); /* there were none */
	ck_assert_ptr_null(strchr(s, '\033'));
	free(s);
}
END_TEST

START_TEST(refused_again_and_text_lost)
{
	char *s = text_at(80);

	ck_assert_ptr_null(strstr(s, "in the same way"));
	ck_assert_ptr_null(strstr(s, "printf"));
	has(s, "ERROR SUMMARY: 1 error\n");
	free(s);
	r.faults[0].count = 3;
	r.printf_lost = 1;
	s = text_at(80);
	has(s, "2 more calls failed in the same way\n");
	has(s, "The text of 1 printf call in kernels is lost:");
	has(s, "ERROR SUMMARY: 3 errors\n");
	free(s);
}
END_TEST

START_TEST(findings_follow_the_faults)
{
	char *s;

	ck_assert(report_exec_has_errors(&r)); /* the fault */
	r.nfaults = 0;
	ck_assert(!report_exec_has_errors(&r));
	finding(SEVERITY_INFO);
	ck_assert(!report_exec_has_errors(&r));
	s = text_at(100);
	has(s, "========= Info: Race reported between");
	ck_assert_ptr_null(strstr(s, "SUMMARY"));
	free(s);
	finding(SEVERITY_WARNING);
	ck_assert(report_exec_has_errors(&r));
	finding(SEVERITY_ERROR);
	s = text_at(100);
	has(s,
		"========= Error: Race reported between Read access and Write access of __global__ memory\n"
		"=========     Write by thread (3,0,0) in block (1,0,0) at x.cu:8 in add\n"
		"=========     Read by thread (2,0,0) in block (0,0,0) at x.cu:7\n"
		"=========     1,234 times\n"
		"=========     What helps is said above.\n");
	/* The same advice is given once: at the first one. */
	ck_assert_ptr_nonnull(strstr(s, "Blocks run in any order"));
	ck_assert_ptr_null(strstr(strstr(s, "Blocks run in any order") + 1, "Blocks run in any order"));
	has(s, "========= ERROR SUMMARY: 1 error, 1 warning\n");
	free(s);
	/* A call of the host has no thread. */
	*finding(SEVERITY_ERROR) = (struct kernel_finding){ .name = "uninitialized copy",
		.tool = "initcheck",
		.verdict = VERDICT_UNINITIALIZED,
		.severity = SEVERITY_ERROR,
		.space = "global",
		.message = "Host API memory access error: uninitialized access by cudaMemcpy",
		.kernel = "cudaMemcpy",
		.host = true,
		.count = 1 };
	s = text_at(100);
	has(s,
		"========= Error: Host API memory access error: uninitialized access by cudaMemcpy\n"
		"=========     Memory starts as garbage");
	free(s);
	r.nfindings--;
	r.nfaults = 1;
	r.findings_lost = 9;
	for (int i = 0; i < 30; i++)
		finding(SEVERITY_ERROR);
	s = text_at(100);
	has(s, "========= ... and 22 more findings\n");
	has(s, "========= ERROR SUMMARY: 32 errors, 1 warning\n");
	free(s);
}
END_TEST

START_TEST(every_width)
{
	finding(SEVERITY_ERROR);
	for (int width = 24; width <= 120; width++) {
		char *s = text_at(width), *next;

		for (char *line = s; *line; line = next) {
			next = strchr(line, '\n');
			ck_assert_ptr_nonnull(next);
			*next++ = '\0';
			ck_assert_msg(text_columns(line) <= width, "width %d: %s", width, line);
		}
		free(s);
	}
}
END_TEST

START_TEST(nothing_ran)
{
	char *s;

	r.side.nkernels = 0;
	r.nfaults = 0;
	s = text_at(80);
	has(s, "no kernel was launched");
	free(s);
	r.stopped = 1;
	s = text_at(80);
	has(s, "no kernel ran to its end");
	free(s);
	r.stopped = 0;
	r.processes = 0;
	s = text_at(80);
	has(s, "--cudart shared");
	free(s);
}
END_TEST

START_TEST(json)
{
	static const char *const keys[] = { "schema", "program", "device", "exit_status", "signal", "processes",
		"time_us", "time_kind", "kernels", "counters", "faults", "findings", "findings_lost", "leaks",
		"leaks_lost", "unimplemented", "notes", "timeline", "timeline_lost", "repeated", "truncated" };
	struct buf b;
	json_t *j, *fault;

	buf_init(&b);
	report_exec_json(&r, &b);
	j = json_loads(b.data, 0, NULL);
	ck_assert_ptr_nonnull(j);
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		ck_assert_msg(json_object_get(j, keys[i]) != NULL, "no key %s", keys[i]);
	ck_assert_uint_eq(json_object_size(j), sizeof keys / sizeof *keys);
	ck_assert_str_eq(json_string_value(json_object_get(j, "schema")), "warplings.exec/1");
	ck_assert_int_eq(json_integer_value(json_object_get(j, "exit_status")), 7);
	ck_assert(json_is_null(json_object_get(j, "signal")));
	ck_assert_uint_eq(json_array_size(json_object_get(j, "kernels")), 3); /* as they were launched */
	fault = json_array_get(json_object_get(j, "faults"), 0);
	ck_assert_int_eq(json_integer_value(json_object_get(json_object_get(fault, "place"), "line")), 8);
	ck_assert_int_eq(
		json_integer_value(json_object_get(json_object_get(j, "counters"), counter_name(CTR_INST))), 6000);
	json_decref(j);
	buf_clear(&b);
	r.exited = false;
	r.code = 9;
	report_exec_json(&r, &b);
	j = json_loads(b.data, 0, NULL);
	ck_assert(json_is_null(json_object_get(j, "exit_status")));
	ck_assert_int_eq(json_integer_value(json_object_get(j, "signal")), 9);
	json_decref(j);
	buf_release(&b);
}
END_TEST

Suite *report_exec_suite(void)
{
	Suite *s = suite_create("report_exec");
	TCase *t = tcase_create("exec");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, text);
	tcase_add_test(t, refused_again_and_text_lost);
	tcase_add_test(t, findings_follow_the_faults);
	tcase_add_test(t, every_width);
	tcase_add_test(t, nothing_ran);
	tcase_add_test(t, json);
	suite_add_tcase(s, t);
	return s;
}
