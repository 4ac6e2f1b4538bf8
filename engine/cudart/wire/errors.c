/* errors: the last error of each thread, and the one that stays: after a fault in a kernel the context is lost, and
 * every call that needs the device says so until the process ends. */
#include "cudart/wire/client.h"

#include <stdatomic.h>
#include <string.h>

static _Thread_local cudaError_t last;
static atomic_int lost;

static const struct {
	int code;
	const char *name, *words;
} errors[] = {
#define ERROR(code, name, words) { code, #name, words },
#include "device/errors.def"
};

/* Errors that are answers: the program has asked, and a right one goes on from there. */
static bool answers(const char *call, cudaError_t e)
{
	switch (e) {
	case cudaErrorNotReady:
	case cudaErrorGraphExecUpdateFailure: return true; /* then the graph is instantiated anew */
	case cudaErrorStreamCaptureImplicit:
		return !strcmp(call, "cudaStreamIsCapturing") || !strcmp(call, "cudaStreamGetCaptureInfo");
	case cudaErrorUnsupportedLimit: return !strcmp(call, "cudaDeviceGetLimit");
	case cudaErrorInvalidValue: return !strcmp(call, "cudaHostGetFlags"); /* is this memory pinned? */
	default: return false;
	}
}

static _Thread_local bool answer; /* the call that runs says so itself */

cudaError_t cudart_answer(cudaError_t code)
{
	answer = true;
	return code;
}

cudaError_t cudart_done_of(const char *call, cudaError_t e)
{
	if (e != cudaSuccess) {
		last = e;
		if (!answer && !answers(call, e))
			logs_report(strncmp(call, "cuda", 4) ? NULL : call, e);
	}
	answer = false;
	logs_add(e);
	return e;
}

void cudart_lost(cudaError_t e)
{
	atomic_store(&lost, (int)e);
}

cudaError_t cudart_is_lost(void)
{
	return (cudaError_t)atomic_load(&lost);
}

cudaError_t cudaGetLastError(void)
{
	cudaError_t e = last;

	/* Also in a lost context (measured, tests/bench/streams fault-reset): it shows again once some call has met it
	 * again. */
	last = cudaSuccess;
	return e;
}

cudaError_t cudaPeekAtLastError(void)
{
	return last;
}

static int find(cudaError_t e)
{
	int lo = 0, hi = (int)(sizeof errors / sizeof *errors) - 1;

	while (lo <= hi) {
		int mid = (lo + hi) / 2;

		if (errors[mid].code == (int)e)
			return mid;
		if (errors[mid].code < (int)e)
			lo = mid + 1;
		else
			hi = mid - 1;
	}
	return -1;
}

const char *cudaGetErrorName(cudaError_t e)
{
	int i = find(e);

	return i < 0 ? "unrecognized error code" : errors[i].name;
}

const char *cudaGetErrorString(cudaError_t e)
{
	int i = find(e);

	return i < 0 ? "unrecognized error code" : errors[i].words;
}
