/* advice_call: see advice_call.h. One table: words of the message -> what to do. */
#include "job/step/advice_call.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "job/step/advice_host.h"
#include "judge/source_copy.h"

#define DIRECTION \
	"cudaMemcpy(to, from, bytes, direction): where the bytes go comes first. Do the two pointers stand in this " \
	"order, " \
	"and does the direction say the same as they do?"

#define FIRST_WHERE_IT_GOES "In cudaMemcpy(to, from, bytes, direction) it comes first where the bytes go."

#define COUNTS \
	"The copies count bytes, and so do cudaMalloc() and cudaMallocHost(): n elements are n * sizeof(their type). " \
	"Are both counts in bytes, and does the copy begin where it should?"

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
		{ "cudaMemcpy", ", which is cudaMemcpy", DIRECTION },
		{ " failed: ", "the stream does not exist",
			"A stream is there from cudaStreamCreate(&stream) until cudaStreamDestroy(). Is this one made "
			"before it is used? And does the index stay inside the array of streams (stream[c % "
			"STREAMS])?" },
		{ " failed: ", "the default stream cannot be destroyed",
			"A stream that nothing has made is 0, and 0 is the default stream: cudaStreamCreate(&stream) "
			"makes one." },
		{ " failed: ", "the event does not exist",
			"An event is there from cudaEventCreate(&event) until cudaEventDestroy(). Is each event of "
			"this "
			"file made before it is used?" },
		{ "cudaEventElapsedTime failed", "event has not been recorded",
			"cudaEventElapsedTime(&ms, begin, end) needs both marks: cudaEventRecord(begin) before the "
			"launch, cudaEventRecord(end) after it." },
		{ "cudaMemcpy3D", " bytes beyond its allocation of ",
			"The extent of cudaMemcpy3D() is {bytes of a row, rows, planes}. Does each end have so many "
			"planes, from "
			"its position (srcPos, dstPos) on?" },
		{ "cudaMemcpy", " bytes beyond its allocation of ", COUNTS },
		{ "cudaMemcpy", " bytes past the last one of an allocation of ", COUNTS },
	};

	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		const char *call = strstr(message, table[i].call);

		if (call && strstr(call, table[i].about))
			return table[i].advice;
	}
	return NULL;
}

/* "cudaMemcpy failed: 4 bytes with cudaMemcpyHostToDevice from device memory (0x30) to the host's memory (0x7f), which
 * is cudaMemcpyDeviceToHost", of the client; "cudaMemcpy with cudaMemcpyHostToDevice copies from device memory to the
 * host's pinned memory, which is ...", of the device. */
int advice_call_copy_line(const char *source, const char *message)
{
	const char *with = strstr(message, " with cudaMemcpy"), *from = with ? strstr(with, " from ") : NULL,
		   *to = from ? strstr(from, " to ") : NULL;
	char *call, *way;
	int line;

	if (!to || strncmp(message, "cudaMemcpy", 10) != 0)
		return 0;
	call = xstrndup(message, strcspn(message, " "));
	way = xstrndup(with + 6, strcspn(with + 6, " "));
	line = source_copy_line(source, call, way, source_copy_side(to + 4), source_copy_side(from + 6));
	free(way);
	free(call);
	return line;
}

struct text_advice advice_copy_direction(const struct asked *q)
{
	struct text_advice to = { .note = "the wrong direction" };
	struct arena *a = &q->r->arena;

	if (q->r->verdict == VERDICT_GATE_FAILED && (!q->c->message || !strstr(q->c->message, " made by the host")))
		return (struct text_advice){ .line = 0 };
	if (advice_host_sets(q->r, &q->c->mismatch, q->source))
		return (struct text_advice){ .line = 0 };
	for (size_t i = 0; i < q->c->nfindings; i++) {
		const struct kernel_finding *f = &q->c->findings[i];

		if (!f->name || strcmp(f->name, "copy direction") != 0 || !f->message)
			continue;
		to.line = advice_call_copy_line(q->source, f->message);
		to.words = arena_printf(a, "%s%s. Is that what it should do? " FIRST_WHERE_IT_GOES,
			to.line ? arena_printf(a, "Line %d: ", to.line) : "", f->message);
		return to;
	}
	if (q->r->verdict == VERDICT_GATE_FAILED && strstr(q->c->message, "no copy brought this value from the device"))
		to.words =
			"Follow it back: where on the device does the result lie, and which copy takes it from there "
			"to the host? " FIRST_WHERE_IT_GOES;
	return to;
}
