/* bench: the emulator's speed on kernels.cu, with results checked. bench FILE.ptx [REPEATS] prints for each kernel and thread count the best
 * wall time, millions of warp instructions a second, and what per-line counters cost. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/buf.h"
#include "base/fs.h"
#include "emulator/emulator.h"

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

struct bench { const char *label, *kernel; struct em_dim3 grid, block; size_t elems; int n; };
static const struct bench benches[] = {
	{ "a vector add 2^20", "vecadd", { 4096, 1, 1 }, { 256, 1, 1 }, 1 << 20, 1 << 20 },
	{ "b reduction 2^20", "reduce", { 4096, 1, 1 }, { 256, 1, 1 }, 1 << 20, 0 },
	{ "c naive matmul 256", "matmul", { 16, 16, 1 }, { 16, 16, 1 }, 256 * 256, 256 },
	{ "d tiled matmul 512", "tiled", { 32, 32, 1 }, { 16, 16, 1 }, 512 * 512, 512 },
	{ "e shared walk", "clean", { 64, 1, 1 }, { 256, 1, 1 }, 64 * 256, 0 },
	{ "f the same, 8-way conflicts", "conflicts", { 64, 1, 1 }, { 256, 1, 1 }, 64 * 256, 0 },
};

static void die(const char *what, const struct err *e)
{
	char text[4096];
	fprintf(stderr, "%s: %s\n", what, e ? err_text(e, text, sizeof text) : "");
	exit(1);
}

static double expected(const struct bench *b, size_t k)
{
	double sum = 0;
	if (!strcmp(b->kernel, "vecadd"))
		return (double)(k % 7) + (double)(k % 5);
	for (int j = 0; j < b->n; j++)
		sum += (double)(((k / (size_t)b->n) * (size_t)b->n + (size_t)j) % 7) * (double)(((size_t)j * (size_t)b->n + k % (size_t)b->n) % 5);
	return sum;
}

static void check(const struct bench *b, const void *c)
{
	if (!strcmp(b->kernel, "reduce")) {
		long long sum = 0, want = 0;
		for (size_t k = 0; k < b->grid.x; k++)
			sum += ((const int *)c)[k];
		for (size_t k = 0; k < b->elems; k++)
			want += (long long)(k % 7);
		if (sum != want)
			die("the reduction is wrong", NULL);
		return;
	}
	for (size_t k = 0; b->n && k < b->elems; k += 997)
		if ((double)((const float *)c)[k] != expected(b, k))
			die(b->kernel, NULL);
}

int main(int argc, char **argv)
{
	struct err e = ERR_INIT;
	struct buf text;
	int repeats = argc > 2 ? atoi(argv[2]) : 5;
	buf_init(&text);
	if (argc < 2 || fs_read(argv[1], 1 << 24, &text, &e) < 0)
		die("bench FILE.ptx", &e);
	printf("%-30s %8s %10s %9s %7s\n", "kernel", "threads", "seconds", "M inst/s", "lines");
	for (int threads = 1; threads <= 2; threads++) {
		struct em_config config = { .threads = threads, .force_baseline = getenv("EM_BASELINE") != NULL };
		struct em_device *d = em_device_new(&config, &e);
		struct ptx_module *x;
		if (!d || ptx_parse(text.data, text.len, &x, &e) < 0)
			die("set-up", &e);
		struct em_module *m = em_module_load(d, x, &e);
		if (!m)
			die("module", &e);
		for (size_t n = 0; n < sizeof benches / sizeof *benches; n++) {
			const struct bench *b = &benches[n];
			uint64_t p[3] = { 0 }, steps = 0;
			struct { uint64_t a, b, c; int n; } args;
			double best[2] = { 1e9, 1e9 };
			bool ints = !strcmp(b->kernel, "reduce"), one = !b->n && !ints;
			for (int k = 0; k < 3; k++) {
				if (em_alloc(d, b->elems * 4, &p[k]) < 0)
					die("memory", NULL);
				float *f = em_host_ptr(d, p[k], b->elems * 4);
				for (size_t j = 0; j < b->elems; j++)
					if (ints)
						((int *)f)[j] = (int)(j % 7);
					else
						f[j] = (float)(j % (k ? 5 : 7));
			}
			args.a = p[one ? 2 : 0];
			args.b = ints ? p[2] : p[1];
			args.c = p[2];
			args.n = b->n;
			for (int r = 0; r < 2 * repeats; r++) {
				struct em_launch l = { .kernel = em_kernel_find(m, b->kernel), .grid = b->grid, .block = b->block, .params = &args, .per_line = r & 1 };
				struct em_result res;
				double t = now();
				if (!l.kernel || em_launch(d, &l, &res, &e) < 0)
					die(b->kernel, &e);
				t = now() - t;
				if (res.fault.kind)
					die(res.fault.message, NULL);
				steps = res.c.v[CTR_INST];
				em_result_release(&res);
				if (t < best[r & 1])
					best[r & 1] = t;
			}
			check(b, em_host_ptr(d, p[2], b->elems * 4));
			printf("%-30s %8d %10.4f %9.1f %6.1f%%\n", b->label, threads, best[0], (double)steps / best[0] * 1e-6, 100 * (best[1] / best[0] - 1));
			for (int k = 0; k < 3; k++)
				em_free(d, p[k]);
		}
		em_device_free(d);
	}
	buf_release(&text);
	return 0;
}
