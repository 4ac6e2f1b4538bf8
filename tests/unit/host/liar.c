/* A host process that lies, for check_host.c: it speaks the protocol with the right nonces, until the answer number
 * LIE_AT, which is wrong in the way that LIE_KIND names (both by the name of the program: liar-<at>-<kind>). */
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/wire.h"

static void get(void *p, uint64_t n)
{
	char *at = p;

	while (n) {
		ssize_t r = read(WIRE_FD, at, n);

		if (r <= 0)
			_exit(0);
		at += r;
		n -= (uint64_t)r;
	}
}

static void put(const void *p, size_t n)
{
	if (write(WIRE_FD, p, n) != (ssize_t)n)
		_exit(0);
}

int main(int argc, char **argv)
{
	static const uint32_t answers[] = { 0, WIRE_LOADED, WIRE_READY, WIRE_READY, WIRE_RAN, WIRE_DATA, WIRE_LOADED };
	const char *name = strstr(argv[0], "liar-"), *kind;
	static char data[8000];
	int at, n = 0;
	bool runtime;

	(void)argc;
	at = atoi(name + 5);
	kind = strchr(name + 5, '-') + 1;
	for (;;) {
		struct wire_head h;
		struct wire_answer a;
		uint64_t extra = 0;
		uint32_t nargs = 0;

		get(&h, sizeof h);
		for (uint64_t left = h.bytes; left;) {
			uint64_t take = left < sizeof data ? left : sizeof data;

			get(data, take);
			if (h.type == WIRE_CASE && left == h.bytes)
				memcpy(&nargs, data, sizeof nargs);
			left -= take;
		}
		memset(&a, 0, sizeof a);
		a.event_us = 1;
		if (h.type == WIRE_FETCH)
			extra = 8000; /* two arrays of 1000 elements */
		if (h.type == WIRE_CASE)
			extra = nargs * sizeof(uint64_t); /* any bytes will do for addresses */
		runtime = h.type == WIRE_RUNTIME;
		h.type = answers[h.type];
		h.bytes = sizeof a + extra;
		if (!runtime && ++n == at) { /* before its runtime is loaded a process is ours, and says the truth */
			struct wire_head fh = { WIRE_MAGIC, WIRE_FAULT, h.nonce, sizeof(struct wire_fault) };
			struct wire_fault f = { 16, 0, SIGSEGV, -1 };

			if (!strcmp(kind, "huge"))
				h.bytes = UINT64_MAX;
			else if (!strcmp(kind, "long"))
				h.bytes++;
			else if (!strcmp(kind, "short"))
				h.bytes--;
			else if (!strcmp(kind, "empty"))
				h.bytes = 0;
			else if (!strcmp(kind, "type"))
				h.type = h.type == WIRE_DATA ? WIRE_READY : WIRE_DATA;
			else if (!strcmp(kind, "magic"))
				h.magic++;
			else if (!strcmp(kind, "nonce"))
				h.nonce++;
			else if (!strcmp(kind, "nan"))
				a.event_us = NAN;
			else if (!strcmp(kind, "negative"))
				a.event_us = -1;
			else if (!strcmp(kind, "unterminated")) {
				a.status = WIRE_CUDA;
				h.bytes -= extra;
				extra = 0;
				memset(a.cuda_name, '\033', sizeof a.cuda_name);
				memset(a.text, '\033', sizeof a.text);
			} else if (!strcmp(kind, "status")) {
				a.status = 0xFFFFFFFF;
				h.bytes -= extra;
				extra = 0;
			} else if (!strcmp(kind, "half")) {
				put(&h, sizeof h);
				for (;;)
					pause();
			} else if (!strcmp(kind, "faults")) {
				for (int i = 0; i < 2; i++) {
					put(&fh, sizeof fh);
					put(&f, sizeof f);
				}
			} else if (!strcmp(kind, "fault")) {
				f.arg = 0x7fffffff;
				put(&fh, sizeof fh);
				put(&f, sizeof f);
			}
		}
		put(&h, sizeof h);
		put(&a, sizeof a);
		put(data, extra);
	}
}
