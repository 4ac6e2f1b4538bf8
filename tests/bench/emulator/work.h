/* work: what the two sides of the comparison share, so that they differ in nothing but the device: the kernels' sizes,
 * their inputs, the check of their results, and the protocol with compare.py. A side is a process: it reads a kernel's
 * name in a line, runs the kernel once and answers with a line "SECONDS CPU-SECONDS WARP-INSTRUCTIONS" (0 where they
 * aren't counted). Data lie in the device before the clock starts. */
#ifndef WORK_H
#define WORK_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WORK_ELEMS = 1 << 20, WORK_BYTES = 4 * WORK_ELEMS };

struct work_launch {
	unsigned grid[2], block[2];
	int in, out;
};
/* Buffers 0 and 1 are inputs, 2 is the output. The reduction is whole: three launches, down to one sum. */
struct work {
	const char *name, *kernel;
	enum { WORK_ADD, WORK_REDUCE, WORK_MATMUL, WORK_WALK } args;
	int n, nlaunches;
	struct work_launch launch[3];
};
static const struct work works[] = {
	{ "a", "vecadd", WORK_ADD, WORK_ELEMS, 1, { { { 4096, 1 }, { 256, 1 }, 0, 2 } } },
	{ "b", "reduce", WORK_REDUCE, WORK_ELEMS, 3,
		{ { { 4096, 1 }, { 256, 1 }, 0, 2 }, { { 16, 1 }, { 256, 1 }, 2, 1 }, { { 1, 1 }, { 16, 1 }, 1, 2 } } },
	{ "c", "matmul", WORK_MATMUL, 256, 1, { { { 16, 16 }, { 16, 16 }, 0, 2 } } },
	{ "d", "tiled", WORK_MATMUL, 512, 1, { { { 32, 32 }, { 16, 16 }, 0, 2 } } },
	{ "clean", "clean", WORK_WALK, 0, 1, { { { 64, 1 }, { 256, 1 }, 0, 2 } } },
	{ "conflicts", "conflicts", WORK_WALK, 0, 1, { { { 64, 1 }, { 256, 1 }, 0, 2 } } },
};

/* Wall time, and what all threads of the process worked: where neighbours keep the machine busy, only the second tells
 * the sides' cost. */
struct work_time {
	double wall, cpu;
};
/* Runs all launches of a kernel. */
typedef struct work_time work_run(void *side, const struct work *w, uint64_t *instructions);
typedef void work_copy(void *side, int buffer, void *host, int to_device);

static double work_clock(clockid_t c)
{
	struct timespec t;

	clock_gettime(c, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static struct work_time work_begin(void)
{
	return (struct work_time){ work_clock(CLOCK_MONOTONIC), work_clock(CLOCK_PROCESS_CPUTIME_ID) };
}

static void work_end(struct work_time *total, struct work_time begin)
{
	total->wall += work_clock(CLOCK_MONOTONIC) - begin.wall;
	total->cpu += work_clock(CLOCK_PROCESS_CPUTIME_ID) - begin.cpu;
}

_Noreturn static void work_die(const char *what, const char *why)
{
	fprintf(stderr, "%s: %s\n", what, why);
	exit(1);
}

static void work_fill(const struct work *w, int buffer, void *host)
{
	for (int k = 0; k < WORK_ELEMS; k++)
		if (w->args == WORK_REDUCE)
			((int *)host)[k] = k % 7;
		else
			((float *)host)[k] = (float)(k % (buffer ? 5 : 7));
}

/* Small whole numbers: every order of adding gives the same. */
static void work_check(const struct work *w, const void *host)
{
	const float *f = host;
	long sum = 0;

	if (w->args == WORK_REDUCE) {
		for (int k = 0; k < WORK_ELEMS; k++)
			sum += k % 7;
		if (*(const int *)host != sum)
			work_die(w->kernel, "the sum is wrong");
	}
	for (int k = 0; w->args == WORK_ADD && k < WORK_ELEMS; k += 997)
		if (f[k] != (float)(k % 7 + k % 5))
			work_die(w->kernel, "the sums are wrong");
	for (int k = 0; w->args == WORK_MATMUL && k < w->n * w->n; k += 997) {
		sum = 0;
		for (int j = 0; j < w->n; j++)
			sum += (long)((k / w->n * w->n + j) % 7) * ((j * w->n + k % w->n) % 5);
		if (f[k] != (float)sum)
			work_die(w->kernel, "the product is wrong");
	}
}

static int work_serve(void *side, work_run *run, work_copy *copy)
{
	char name[32];
	void *host = malloc(WORK_BYTES);

	if (!host)
		work_die("memory", "none left");
	puts("ready");
	fflush(stdout);
	while (scanf("%31s", name) == 1) {
		const struct work *w = works;
		uint64_t instructions = 0;
		struct work_time t;

		while (w < works + sizeof works / sizeof *works && strcmp(w->name, name))
			w++;
		if (w == works + sizeof works / sizeof *works)
			work_die(name, "no such kernel");
		for (int k = 0; k < 2; k++) {
			work_fill(w, k, host);
			copy(side, k, host, 1);
		}
		t = run(side, w, &instructions);
		copy(side, 2, host, 0);
		work_check(w, host);
		printf("%.9f %.9f %llu\n", t.wall, t.cpu, (unsigned long long)instructions);
		fflush(stdout);
	}
	free(host);
	return 0;
}

#endif
