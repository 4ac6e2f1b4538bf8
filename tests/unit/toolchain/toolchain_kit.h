/* toolchain_kit: what the tests with the real nvcc share: a toolchain, a folder of its own, and a compilation in it. */
#ifndef TOOLCHAIN_KIT_H
#define TOOLCHAIN_KIT_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/fs.h"
#include "base/proc.h"
#include "toolchain/internal.h"

static struct toolchain tc;
static char *dir, *src, *so, *cache_dir;

#define GOOD \
	"__global__ void k(int *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = i; }\n" \
	"extern \"C\" void solve(int *p, int n) { k<<<(n + 255) / 256, 256>>>(p, n); }\n"

static inline void setup(void)
{
	struct err e = ERR_INIT;

	dir = fs_temp_dir("check-toolchain", &e);
	ck_assert_msg(dir != NULL, "%s", e.msg);
	src = xasprintf("%s/1-step.cu", dir);
	so = xasprintf("%s/out.so", dir);
	cache_dir = xasprintf("%s/cache", dir);
	ck_assert_msg(toolchain_find(&tc, ".", cache_dir, &e) == 0, "%s", e.msg);
	setenv("TMPDIR", dir, 1); /* what a compilation leaves behind would be seen here */
}

static inline void teardown(void)
{
	toolchain_release(&tc);
	fs_remove_tree(dir, NULL);
	free(dir);
	free(src);
	free(so);
	free(cache_dir);
}

static inline void write_source(const void *text, size_t n)
{
	ck_assert_int_eq(fs_write_atomic(src, text, n, 0644, NULL), 0);
}

static inline struct compile_outcome compile(bool use_cache)
{
	struct compile_request rq = {
		.source = src, .out = so, .arch = 80, .use_cache = use_cache, .timeout_ms = 60000, .cancel_fd = -1
	};
	struct compile_outcome out;
	struct err e = ERR_INIT;

	ck_assert_msg(toolchain_compile(&tc, &rq, &out, &e) == 0, "%s", e.msg);
	return out;
}

#endif
