/* The error log of CUDA 13 (cudaLogs*), as its documentation describes it: a line for a call that fails, told to callbacks and kept to be dumped;
 * what of it goes where the buffer is short. The words of a line are each runtime's own, and how many lines a failure has. A callback makes no
 * CUDA calls, and no handle is used after it was given back: what NVIDIA's runtime makes of that is not said (logs_refused.cu). */
#include "check.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unistd.h>

static int errors;
static std::string last;

static void hear(void *user, cudaLogLevel level, char *message, size_t length)
{
	++*(int *)user;
	errors += level == cudaLogLevelError;
	last.assign(message, length);
}

static void fail()
{
	GIVES(cudaFree((void *)12345), cudaErrorInvalidValue);
	cudaGetLastError();
}

int main()
{
	cudaLogsCallbackHandle handle, second;
	cudaLogIterator at, same;
	static char text[30000], small[8];
	size_t n;
	int first = 0, twice = 0, before;

	CUDA(cudaFree(nullptr));
	CUDA(cudaLogsRegisterCallback(hear, &first, &handle));
	CUDA(cudaLogsCurrent(&at, 0));
	n = sizeof text;
	CUDA(cudaLogsDumpToMemory(&at, text, &n, 0));
	HOLDS(n == 0);

	fail();
	HOLDS(first >= 1 && errors >= 1 && !last.empty() && last.find('\n') == std::string::npos);
	same = at;
	n = sizeof text;
	CUDA(cudaLogsDumpToMemory(&at, text, &n, 0));
	HOLDS(n == strlen(text) && n > last.size() && text[n - 1] == '\n' && strstr(text, last.c_str()));
	n = sizeof text; /* the iterator went on */
	CUDA(cudaLogsDumpToMemory(&at, text, &n, 0));
	HOLDS(n == 0);
	n = sizeof small;
	GIVES(cudaLogsDumpToMemory(&same, small, &n, 0), cudaErrorInvalidValue);
	cudaGetLastError();
	HOLDS(n == 0);

	CUDA(cudaLogsRegisterCallback(hear, &twice, &second));
	first = 0; /* the dump that failed was told, too */
	fail();
	HOLDS(first >= 1 && twice == first);
	CUDA(cudaLogsUnregisterCallback(handle));
	before = first;
	twice = 0;
	fail();
	HOLDS(first == before && twice >= 1);
	CUDA(cudaLogsUnregisterCallback(second));
	before = twice;
	fail();
	HOLDS(twice == before);

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
	HOLDS(f && fgets(text, sizeof text, f) && strlen(text) > 10);
	if (f)
		fclose(f);
	remove(path);
	return finish();
}
