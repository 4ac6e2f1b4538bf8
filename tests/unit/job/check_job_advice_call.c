/* job/step/advice_call: a call that failed, and what is said about it; nothing where the message says it all. */
#include <check.h>
#include <string.h>

#include "job/step/advice_call.h"

Suite *job_advice_call_suite(void);

static const struct {
	const char *message, *says; /* NULL: nothing */
} rows[] = {
	{ "Case 'one': cudaFreeHost failed: 0x55 is not the address of an allocation (cudaErrorInvalidValue)",
		"goes back by free()" },
	{ "cudaFreeHost failed: 0x3000 is device memory", "goes back by cudaFree()" },
	{ "cudaFree failed: 0x3000 is pinned host memory (cudaErrorInvalidValue)", "goes back by cudaFreeHost()" },
	{ "cudaFree failed: 0x55 is not the address of an allocation on the device (a host pointer?)", "free()" },
	{ "cudaMemcpy failed: 4 bytes from host to device: the source 0x3000 is device memory", "comes first" },
	{ "cudaMemcpy failed: 4 bytes from device to host: the destination 0x3000 is device memory", "comes first" },
	{ "cudaMemcpyAsync failed: 4 bytes from pinned memory: the source reaches 3 bytes beyond its allocation of 1 "
	  "bytes",
		"n * sizeof(" },
	{ "cudaFree failed: 0x3000 is freed already (cudaErrorInvalidValue)", NULL },
	{ "the launch of k failed: gridDim.x is 0", NULL },
	{ "", NULL },
};

START_TEST(calls)
{
	const char *said = advice_call(rows[_i].message);

	if (rows[_i].says)
		ck_assert_msg(said && strstr(said, rows[_i].says), "%s", rows[_i].message);
	else
		ck_assert_ptr_null(said);
}
END_TEST

Suite *job_advice_call_suite(void)
{
	Suite *s = suite_create("job_advice_call");
	TCase *t = tcase_create("calls");

	tcase_add_loop_test(t, calls, 0, (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(s, t);
	return s;
}
