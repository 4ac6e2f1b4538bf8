/* job/step/advice_call: a call that failed, and what is said about it; nothing where the message says it all. */
#include <check.h>
#include <stdio.h>
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
	{ "cudaMemcpy failed: 4 bytes with cudaMemcpyHostToDevice from device memory (0x3000) to the host's memory "
	  "(0x7f00), which is cudaMemcpyDeviceToHost",
		"comes first" },
	{ "cudaMemcpyAsync failed: 4 bytes with cudaMemcpyHostToHost from the host's memory (0x7f00) to device memory "
	  "(0x3000), which is cudaMemcpyHostToDevice",
		"comes first" },
	{ "cudaMemcpyAsync failed: 4 bytes from pinned memory: the source reaches 3 bytes beyond its allocation of 1 "
	  "bytes",
		"n * sizeof(" },
	{ "cudaMemcpy failed: 4 bytes from host to device: the destination 0x3000 begins 5 bytes past the last one of "
	  "an "
	  "allocation of 256 bytes",
		"n * sizeof(" },
	{ "cudaMemcpy3D failed: the destination reaches 3684 bytes beyond its allocation of 6144 bytes",
		"so many planes" },
	{ "cudaMemcpyAsync failed: the stream does not exist (destroyed?) (cudaErrorInvalidResourceHandle)",
		"inside the array of streams" },
	{ "cudaStreamDestroy failed: the default stream cannot be destroyed (cudaErrorInvalidResourceHandle)",
		"cudaStreamCreate(&stream) makes one" },
	{ "cudaEventRecord failed: the event does not exist (never created, or destroyed?)",
		"cudaEventCreate(&event)" },
	{ "cudaEventElapsedTime failed: the second event has not been recorded", "needs both marks" },
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

/* In line 6 bytes go to the device, in line 7 back. */
static const char copies[] =
	"void solve(const int *in, int *out, int n)\n{\n\tint *host, *part;\n"
	"\tcudaMallocHost(&host, n);\n\tcudaMalloc((void **)&part, n);\n"
	"\tcudaMemcpy(part, host, n, %s);\n\tcudaMemcpy(host, part, n, cudaMemcpyHostToDevice);\n}\n";

START_TEST(line_of_a_copy)
{
	static const char
		back[] = "cudaMemcpy with cudaMemcpyHostToDevice copies from device memory to the host's pinned "
			 "memory, which is cudaMemcpyDeviceToHost",
		in[] = "cudaMemcpy with cudaMemcpyDeviceToHost copies from the host's pinned memory to device "
		       "memory, which is cudaMemcpyHostToDevice",
		failed[] = "cudaMemcpy failed: 4 bytes with cudaMemcpyHostToDevice from device memory (0x30) to the "
			   "host's memory (0x7f), which is cudaMemcpyDeviceToHost";
	char text[400];

	snprintf(text, sizeof text, copies, "cudaMemcpyHostToDevice");
	ck_assert_int_eq(advice_call_copy_line(text, back), 7);
	ck_assert_int_eq(advice_call_copy_line(text, failed), 7);
	ck_assert_int_eq(advice_call_copy_line(text, in), 0);
	snprintf(text, sizeof text, copies, "cudaMemcpyDeviceToHost");
	ck_assert_int_eq(advice_call_copy_line(text, in), 6);
	ck_assert_int_eq(advice_call_copy_line(text, "cudaFree failed: 0x30 is device memory"), 0);
}
END_TEST

Suite *job_advice_call_suite(void)
{
	Suite *s = suite_create("job_advice_call");
	TCase *t = tcase_create("calls");

	tcase_add_loop_test(t, calls, 0, (int)(sizeof rows / sizeof *rows));
	tcase_add_test(t, line_of_a_copy);
	suite_add_tcase(s, t);
	return s;
}
