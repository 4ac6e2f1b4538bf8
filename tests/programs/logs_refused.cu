/* Wrong uses of the error log (cudaLogs*) that our runtime refuses: pointers that are needed and NULL, a handle that was given back, calls from inside
 * a callback. No GPU was asked: NVIDIA's runtime may crash here, and a run of all of it did. */
#include "check.h"
#include <cstring>

static int told;

static void hear(void *, cudaLogLevel, char *message, size_t length)
{
	told++;
	HOLDS(length == strlen(message) && strstr(message, "cudaMemcpy"));
	cudaFree((void *)12345); /* fails, and is not told here */
}

int main()
{
	cudaLogsCallbackHandle handle;
	cudaLogIterator at;
	char text[1000];
	size_t n = sizeof text;

	CUDA(cudaFree(nullptr));
	GIVES(cudaLogsRegisterCallback(nullptr, nullptr, &handle), cudaErrorInvalidValue);
	GIVES(cudaLogsCurrent(nullptr, 0), cudaErrorInvalidValue);
	GIVES(cudaLogsCurrent(&at, 1), cudaErrorInvalidValue);
	GIVES(cudaLogsDumpToMemory(nullptr, nullptr, &n, 0), cudaErrorInvalidValue);
	GIVES(cudaLogsDumpToMemory(nullptr, text, nullptr, 0), cudaErrorInvalidValue);
	GIVES(cudaLogsDumpToFile(nullptr, nullptr, 0), cudaErrorInvalidValue);
	GIVES(cudaLogsDumpToFile(nullptr, "/nowhere/at/all", 0), cudaErrorInvalidValue);
	cudaGetLastError();
	CUDA(cudaLogsRegisterCallback(hear, nullptr, &handle));
	GIVES(cudaMemcpy(nullptr, nullptr, 8, (cudaMemcpyKind)77), cudaErrorInvalidMemcpyDirection);
	HOLDS(told == 1);
	CUDA(cudaLogsUnregisterCallback(handle));
	GIVES(cudaLogsUnregisterCallback(handle), cudaErrorInvalidValue);
	GIVES(cudaLogsUnregisterCallback(nullptr), cudaErrorInvalidValue);
	cudaGetLastError();
	HOLDS(told == 1);
	return finish();
}
