/* The error log of CUDA 13 (cudaLogs*), as its header describes it: a line for a call that fails, told to a callback and kept to be dumped;
 * what of it goes where the buffer is short. The words of a line are each runtime's own. */
#include "check.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unistd.h>

static int told, errors;
static std::string last;

static void hear(void *user, cudaLogLevel level, char *message, size_t length)
{
	++*(int *)user;
	errors += level == cudaLogLevelError;
	last.assign(message, length);
	cudaFree((void *)12345); /* fails, and is not told here */
}

static void fail()
{
	GIVES(cudaMemcpy(nullptr, nullptr, 8, (cudaMemcpyKind)77), cudaErrorInvalidMemcpyDirection);
	cudaGetLastError();
}

int main()
{
	cudaLogsCallbackHandle handle, second;
	cudaLogIterator at, same;
	char text[30000], small[8];
	size_t n;
	int twice = 0;

	CUDA(cudaFree(nullptr));
	GIVES(cudaLogsRegisterCallback(nullptr, nullptr, &handle), cudaErrorInvalidValue);
	GIVES(cudaLogsCurrent(nullptr, 0), cudaErrorInvalidValue);
	GIVES(cudaLogsCurrent(&at, 1), cudaErrorInvalidValue);
	cudaGetLastError();
	CUDA(cudaLogsRegisterCallback(hear, &told, &handle));
	CUDA(cudaLogsCurrent(&at, 0));
	n = sizeof text;
	CUDA(cudaLogsDumpToMemory(&at, text, &n, 0));
	HOLDS(n == 0);

	fail();
	HOLDS(told == 1 && errors == 1 && !last.empty() && last.find('\n') == std::string::npos);
	same = at;
	n = sizeof text;
	CUDA(cudaLogsDumpToMemory(&at, text, &n, 0));
	HOLDS(n == strlen(text) && n > last.size() && text[n - 1] == '\n' && strstr(text, last.c_str()));
	HOLDS(strstr(text, "cudaMemcpy") != nullptr);
	n = sizeof text; /* the iterator went on */
	CUDA(cudaLogsDumpToMemory(&at, text, &n, 0));
	HOLDS(n == 0);
	n = sizeof small;
	GIVES(cudaLogsDumpToMemory(&same, small, &n, 0), cudaErrorInvalidValue);
	cudaGetLastError();
	HOLDS(n == 0);

	CUDA(cudaLogsRegisterCallback(hear, &twice, &second));
	told = 0; /* the dump that failed was told, too */
	fail();
	HOLDS(told == 1 && twice == 1);
	CUDA(cudaLogsUnregisterCallback(handle));
	GIVES(cudaLogsUnregisterCallback(handle), cudaErrorInvalidValue);
	twice = 0;
	fail();
	HOLDS(told == 1 && twice == 1);
	CUDA(cudaLogsUnregisterCallback(second));

	for (int i = 0; i < 2000; i++) /* more than is kept */
		fail();
	n = sizeof text;
	CUDA(cudaLogsDumpToMemory(&same, text, &n, 0));
	HOLDS(n > 10000 && n <= 25700 && text[n - 1] == '\n');
	n = 400; /* the newest */
	CUDA(cudaLogsDumpToMemory(nullptr, text, &n, 0));
	HOLDS(n > 100 && n < 400 && text[n - 1] == '\n');

	char path[] = "/tmp/logsXXXXXX";
	close(mkstemp(path));
	CUDA(cudaLogsCurrent(&at, 0));
	fail();
	CUDA(cudaLogsDumpToFile(&at, path, 0));
	FILE *f = fopen(path, "r");
	HOLDS(f && fgets(text, sizeof text, f) && strstr(text, "cudaMemcpy"));
	if (f)
		fclose(f);
	remove(path);
	GIVES(cudaLogsDumpToFile(&at, "/nowhere/at/all", 0), cudaErrorInvalidValue);
	GIVES(cudaLogsDumpToFile(nullptr, nullptr, 0), cudaErrorInvalidValue);
	cudaGetLastError();
	return finish();
}
