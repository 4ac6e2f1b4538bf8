/* The probe against a pretend CUDA runtime (tests/unit/host/cudart.c), against programs that lie or hang, and against
 * nothing. */
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/fs.h"
#include "base/proc.h"
#include "gpu/gpu.h"

static char *dir, *exe, *script;
static struct gpu_info g;

static void setup(void)
{
	const char *build_dir = getenv("BUILD");
	char *lib;

	exe = xasprintf("%s/bin/warplings-host", build_dir ? build_dir : "build");
	dir = fs_temp_dir("check-gpu", NULL);
	script = xasprintf("%s/probe.sh", dir);
	lib = xasprintf("%s/libcudart.so.13", dir);
	{
		const char *argv[] = { "cc", "-w", "-shared", "-fPIC", "tests/unit/host/cudart.c", "-o", lib, NULL };
		struct proc_spec spec = { .argv = argv, .capture = true };
		struct proc p;

		ck_assert_int_eq(proc_run(&p, &spec, 60000, -1, NULL), 0);
		ck_assert_msg(p.exited && p.code == 0, "%s", p.out.data);
		proc_release(&p);
	}
	free(lib);
}

static void teardown(void)
{
	fs_remove_tree(dir, NULL);
	free(dir);
	free(exe);
	free(script);
}

static void probe_script(const char *text, int timeout_ms)
{
	char *whole = xasprintf("#!/bin/sh\n%s\n", text);

	ck_assert_int_eq(fs_write_atomic(script, whole, strlen(whole), 0755, NULL), 0);
	ck_assert_int_eq(chmod(script, 0755), 0);
	free(whole);
	gpu_probe(&g, script, dir, timeout_ms);
}

START_TEST(test_works)
{
	gpu_probe(&g, exe, dir, 20000);
	ck_assert_msg(g.works, "%s", g.why);
	ck_assert_str_eq(g.name, "Pretend H200?[31m"); /* scrubbed */
	ck_assert_int_eq(g.major, 9);
	ck_assert_int_eq(g.minor, 0);
	ck_assert_int_eq(g.sms, 132);
	ck_assert_uint_eq(g.l2_bytes, 65536);
	ck_assert_uint_eq(g.memory_bytes, 1 << 21);
	ck_assert_int_eq(g.driver_version, 13000);
	ck_assert_double_eq_tol(g.peak_bandwidth_gbs, 4917, 1); /* 3201 MHz, both edges, 6144 bits */
	ck_assert_str_eq(g.why, "");
}
END_TEST

START_TEST(test_no_device)
{
	setenv("CUDA_VISIBLE_DEVICES", "", 1);
	gpu_probe(&g, exe, dir, 20000);
	ck_assert(!g.works && !g.counters_allowed);
	ck_assert_ptr_nonnull(strstr(g.why, "no CUDA-capable device is detected"));
}
END_TEST

START_TEST(test_no_runtime)
{
	gpu_probe(&g, exe, "/nonexistent", 20000);
	ck_assert(!g.works);
	ck_assert_ptr_nonnull(strstr(g.why, "the CUDA runtime can't be loaded"));
	gpu_probe(&g, exe, NULL, 20000);
	ck_assert(!g.works && g.why[0]);
}
END_TEST

START_TEST(test_no_program)
{
	gpu_probe(&g, "/nonexistent", dir, 20000);
	ck_assert(!g.works && g.why[0]);
}
END_TEST

START_TEST(test_hanging_driver)
{
	probe_script("echo works 1; sleep 1000", 300);
	ck_assert(!g.works);
	ck_assert_ptr_nonnull(strstr(g.why, "did not end within"));
}
END_TEST

START_TEST(test_crashing_driver)
{
	probe_script("echo works 1; kill -SEGV $$", 20000);
	ck_assert(!g.works);
	ck_assert_ptr_nonnull(strstr(g.why, "signal 11"));
}
END_TEST

START_TEST(test_nonsense)
{
	probe_script("printf 'works\\nsms -5\\nmajor 99999999999999999999999\\nname \\033[2J\\nl2_bytes x\\n\\n "
		     "\\nworks 2\\n'",
		20000);
	ck_assert(!g.works);
	ck_assert_int_eq(g.sms, 0);
	ck_assert_str_eq(g.name, "?[2J");
	ck_assert(g.why[0]);
	probe_script("head -c 300000 /dev/zero | tr '\\0' 'a'", 20000);
	ck_assert(!g.works);
}
END_TEST

Suite *gpu_suite(void);
Suite *gpu_suite(void)
{
	Suite *s = suite_create("gpu");
	TCase *tc = tcase_create("probe");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, test_works);
	tcase_add_test(tc, test_no_device);
	tcase_add_test(tc, test_no_runtime);
	tcase_add_test(tc, test_no_program);
	tcase_add_test(tc, test_hanging_driver);
	tcase_add_test(tc, test_crashing_driver);
	tcase_add_test(tc, test_nonsense);
	suite_add_tcase(s, tc);
	return s;
}
