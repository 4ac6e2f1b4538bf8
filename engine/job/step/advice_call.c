/* advice_call: see advice_call.h. One table: words of the message -> what to do. */
#include "job/step/advice_call.h"

#include <stddef.h>
#include <string.h>

#define DIRECTION \
	"cudaMemcpy(to, from, bytes, direction): where the bytes go comes first. Do the two pointers stand in this " \
	"order, " \
	"and does the direction say the same as they do?"

const char *advice_call(const char *message)
{
	static const struct {
		const char *call, *about, *advice;
	} table[] = {
		{ "cudaFreeHost failed", "is not the address of an allocation",
			"cudaFreeHost() is for pinned memory, of cudaMallocHost() and cudaHostAlloc(). What malloc() "
			"gave goes "
			"back by free()." },
		{ "cudaFreeHost failed", "is device memory", "What cudaMalloc() gave goes back by cudaFree()." },
		{ "cudaFreeHost failed", "is managed memory",
			"What cudaMallocManaged() gave goes back by cudaFree()." },
		{ "cudaFree failed", "is pinned host memory",
			"What cudaMallocHost() or cudaHostAlloc() gave goes back by cudaFreeHost(); cudaFree() is for "
			"the "
			"device's memory." },
		{ "cudaFree failed", "(a host pointer?)",
			"cudaFree() is for the device's memory. What malloc() gave goes back by free(), pinned memory "
			"by "
			"cudaFreeHost()." },
		{ "cudaMemcpy", "from host to device: the source", DIRECTION },
		{ "cudaMemcpy", "from device to host: the destination", DIRECTION },
		{ "cudaMemcpy", " bytes beyond its allocation of ",
			"The copies count bytes, and so do cudaMalloc() and cudaMallocHost(): n elements are n * "
			"sizeof(their "
			"type). Are both counts in bytes, and does the copy begin where it should?" },
	};

	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		const char *call = strstr(message, table[i].call);

		if (call && strstr(call, table[i].about))
			return table[i].advice;
	}
	return NULL;
}
