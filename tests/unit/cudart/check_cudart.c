/* cudart, what can be seen without a device: the table of symbols against the library that we build and, where it is
 * installed, NVIDIA's; errors; the tables inside. Programs running on it: check_device_program.c. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/proc.h"
#include "base/rng.h"
#include "cudart/handles/handles.h"

Suite *cudart_suite(void);

static const char *const symbols[] = {
#define SYMBOL(name) #name,
#include "cudart/wire/symbols.def"
};
enum { SYMBOLS = sizeof symbols / sizeof *symbols };

/* The names that a library exports, sorted, one a line. */
static char *exports(const char *path)
{
	char *command = xasprintf(
		"nm -D --defined-only '%s' | awk '$2 != \"A\" { sub(/@.*/, \"\", $3); print $3 }' | LC_ALL=C sort",
		path);
	const char *argv[] = { "sh", "-c", command, NULL };
	struct proc_spec spec = { .argv = argv, .capture = true };
	struct err e = ERR_INIT;
	struct proc p;
	char *out;

	ck_assert_msg(!proc_run(&p, &spec, 30000, -1, &e), "%s", e.msg);
	ck_assert(p.exited && !p.code);
	out = xstrdup(p.out.data);
	proc_release(&p);
	free(command);
	return out;
}

static void expect_symbols(const char *path)
{
	char *have = exports(path);
	struct buf want;

	buf_init(&want);
	for (int i = 0; i < SYMBOLS; i++)
		buf_printf(&want, "%s\n", symbols[i]);
	ck_assert_msg(!strcmp(have, want.data), "%s does not export what symbols.def lists", path);
	buf_release(&want);
	free(have);
}

START_TEST(our_library_exports_the_table)
{
	const char *build = getenv("BUILD");
	char *path = xasprintf("%s/lib/emulator/libcudart.so.13", build ? build : "build");

	ck_assert_int_gt(SYMBOLS, 400);
	expect_symbols(path);
	free(path);
}
END_TEST

/* The table belongs to CUDA 13.0; another toolkit's library may export more or less. */
START_TEST(the_table_is_nvidias)
{
	const char *home = getenv("CUDA_HOME");
	char *path = xasprintf("%s/lib64/libcudart.so.13", home && *home ? home : "/usr/local/cuda");

	if (fs_is_file(path) && CUDART_VERSION / 10 == 1300)
		expect_symbols(path);
	free(path);
}
END_TEST

START_TEST(errors_have_names_and_words)
{
	ck_assert_str_eq(cudaGetErrorName(cudaErrorIllegalAddress), "cudaErrorIllegalAddress");
	ck_assert_str_eq(cudaGetErrorString(cudaErrorInvalidValue), "invalid argument");
	ck_assert_str_eq(cudaGetErrorString(cudaErrorLaunchFailure), "unspecified launch failure");
	ck_assert_str_eq(cudaGetErrorName((cudaError_t)123456), "unrecognized error code");
	ck_assert_str_eq(cudaGetErrorName((cudaError_t)-1), "unrecognized error code");
	ck_assert_str_eq(cudaGetErrorName(cudaErrorUnknown), "cudaErrorUnknown");
	ck_assert_str_eq(cudaGetErrorName(cudaSuccess), "cudaSuccess");
}
END_TEST

START_TEST(last_error_is_kept_until_asked)
{
	int n;

	unsetenv(DP_ENV);
	ck_assert_int_eq(cudaGetLastError(), cudaSuccess);
	ck_assert_int_eq(cudaGetDeviceCount(&n), cudaErrorNoDevice);
	ck_assert_int_eq(n, 0);
	ck_assert_int_eq(cudaPeekAtLastError(), cudaErrorNoDevice);
	ck_assert_int_eq(cudaRuntimeGetVersion(&n), cudaSuccess); /* success forgets nothing */
	ck_assert_int_eq(cudaGetLastError(), cudaErrorNoDevice);
	ck_assert_int_eq(cudaGetLastError(), cudaSuccess);
}
END_TEST

START_TEST(bad_descriptor_is_no_device)
{
	int n;

	setenv(DP_ENV, _i ? "seven" : "999", 1);
	ck_assert_int_ne(cudaGetDeviceCount(&n), cudaSuccess);
	ck_assert_int_ne(cudaDeviceSynchronize(), cudaSuccess);
}
END_TEST

/* Against a plain array, with removals, which are what open addressing gets wrong. */
START_TEST(table_holds_what_was_put)
{
	enum { KEYS = 300 };
	void *model[KEYS] = { NULL };
	struct table t = { 0 };

	for (uint64_t i = 0; i < 20000; i++) {
		uint64_t k = rng_below(1, 2, i, KEYS);
		const void *key = (const void *)(uintptr_t)(0x1000 + k * 64);

		if (rng_below(1, 3, i, 3)) {
			model[k] = (void *)(uintptr_t)(i + 1);
			table_put(&t, key, model[k]);
		} else {
			model[k] = NULL;
			table_remove(&t, key);
		}
		k = rng_below(1, 4, i, KEYS);
		ck_assert_ptr_eq(table_get(&t, (const void *)(uintptr_t)(0x1000 + k * 64)), model[k]);
	}
	for (uint64_t k = 0; k < KEYS; k++)
		ck_assert_ptr_eq(table_get(&t, (const void *)(uintptr_t)(0x1000 + k * 64)), model[k]);
	free(t.keys);
	free(t.values);
}
END_TEST

START_TEST(ranges_know_their_bounds)
{
	uint64_t start = 0, bytes = 0;
	enum dp_memory kind;

	ranges_add(0x5000, 0x100, DP_MEM_DEVICE);
	ranges_add(0x1000, 0x10, DP_MEM_SYMBOL);
	ranges_add(0x3000, 0x1000, DP_MEM_DEVICE);
	ck_assert_int_eq(ranges_find(0xfff, NULL, NULL), DP_MEM_NONE);
	ck_assert_int_eq(ranges_find(0x1000, NULL, NULL), DP_MEM_SYMBOL);
	ck_assert_int_eq(ranges_find(0x1010, NULL, NULL), DP_MEM_NONE);
	ck_assert_int_eq(ranges_find(0x3fff, &start, &bytes), DP_MEM_DEVICE);
	ck_assert_uint_eq(start, 0x3000);
	ck_assert_uint_eq(bytes, 0x1000);
	ck_assert(!ranges_remove(0x3001, &bytes, &kind));
	ck_assert(ranges_remove(0x3000, &bytes, &kind));
	ck_assert_int_eq(ranges_find(0x3000, NULL, NULL), DP_MEM_NONE);
	ck_assert_int_eq(ranges_find(0x50ff, NULL, NULL), DP_MEM_DEVICE);
	ranges_drop();
	ck_assert_int_eq(ranges_find(0x5000, NULL, NULL), DP_MEM_NONE);
}
END_TEST

/* Handles are numbers: whatever a program passes for a stream or an event, nothing is dereferenced. */
START_TEST(handles_are_only_numbers)
{
	ck_assert_uint_eq(stream_id(NULL), 0);
	ck_assert_uint_eq(stream_id(cudaStreamLegacy), 0);
	ck_assert_uint_eq(stream_id(cudaStreamPerThread), 0);
	ck_assert_uint_eq(stream_id((cudaStream_t)0x1234), UINT32_MAX);
	ck_assert_uint_eq(stream_id((cudaStream_t)0x35a), 3);
	ck_assert_uint_eq(stream_id((cudaStream_t)UINTPTR_MAX), UINT32_MAX);
	ck_assert_uint_eq(event_id(NULL), UINT32_MAX);
	ck_assert_uint_eq(event_id((cudaEvent_t)0x1e5), 0);
}
END_TEST

Suite *cudart_suite(void)
{
	Suite *s = suite_create("cudart");
	TCase *t = tcase_create("library");

	tcase_set_timeout(t, 60);
	tcase_add_test(t, our_library_exports_the_table);
	tcase_add_test(t, the_table_is_nvidias);
	tcase_add_test(t, errors_have_names_and_words);
	tcase_add_test(t, last_error_is_kept_until_asked);
	tcase_add_loop_test(t, bad_descriptor_is_no_device, 0, 2);
	tcase_add_test(t, table_holds_what_was_put);
	tcase_add_test(t, ranges_know_their_bounds);
	tcase_add_test(t, handles_are_only_numbers);
	suite_add_tcase(s, t);
	return s;
}
