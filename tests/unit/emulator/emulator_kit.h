/* emulator_kit: what the emulator's tests share. A `struct rig` is a device with a module from PTX text; rig_run
 * launches a kernel of it on arrays that live as long as the rig. */
#ifndef TESTS_EMULATOR_KIT_H
#define TESTS_EMULATOR_KIT_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "emulator/emulator.h"
#include "tests/unit/in_short.h"
#include "tests/unit/ptx_text.h"

#define HEAD ".version 8.0\n.target sm_80\n.address_size 64\n"

struct rig {
	struct em_device *d;
	struct em_module *m;
	struct em_result r;
	struct err e;
	uint64_t seed, nth, budget;
	uint32_t dynamic_shared;
	bool cooperative, per_line;
	unsigned unchecked;
};

__attribute__((unused)) static void rig_open(struct rig *g, const char *ptx, int threads, bool baseline)
{
	struct em_config c = { .threads = threads, .memory_bytes = 1 << 28, .force_baseline = baseline };
	struct ptx_module *x;
	memset(g, 0, sizeof *g);
	g->d = em_device_new(&c, &g->e);
	ck_assert_msg(g->d != NULL, "%s", g->e.msg);
	ck_assert_msg(ptx_parse(ptx, strlen(ptx), &x, &g->e) == 0, "line %d: %s", g->e.line, g->e.msg);
	ck_assert_msg(ptx_check(x, &g->e) == 0, "line %d: %s", g->e.line, g->e.msg);
	g->m = em_module_load(g->d, x, &g->e);
	ck_assert_msg(g->m != NULL, "%s", g->e.msg);
}

__attribute__((unused)) static void rig_close(struct rig *g)
{
	em_result_release(&g->r);
	em_device_free(g->d);
}

__attribute__((unused)) static uint64_t rig_alloc(struct rig *g, uint64_t bytes)
{
	uint64_t a = 0;
	ck_assert_int_eq(em_alloc(g->d, bytes, &a), 0);
	return a;
}
__attribute__((unused)) static void *rig_ptr(struct rig *g, uint64_t addr, uint64_t bytes)
{
	void *p = em_host_ptr(g->d, addr, bytes);
	ck_assert_ptr_nonnull(p);
	return p;
}

/* Parameters: up to 8 numbers of 64 bits; kernels of the tests take .u64 parameters only. */
__attribute__((unused)) static int rig_try(
	struct rig *g, const char *kernel, struct em_dim3 grid, struct em_dim3 block, const uint64_t *params)
{
	struct em_launch l = { .kernel = em_kernel_find(g->m, kernel),
		.grid = grid,
		.block = block,
		.params = params,
		.schedule_seed = g->seed,
		.schedule_nth = g->nth,
		.step_budget = g->budget,
		.dynamic_shared = g->dynamic_shared,
		.cooperative = g->cooperative,
		.per_line = g->per_line,
		.unchecked = g->unchecked };
	ck_assert_ptr_nonnull(l.kernel);
	em_result_release(&g->r);
	err_clear(&g->e);
	return em_launch(g->d, &l, &g->r, &g->e);
}
__attribute__((unused)) static void rig_run(
	struct rig *g, const char *kernel, uint32_t blocks, uint32_t threads, const uint64_t *params)
{
	int rc = rig_try(g, kernel, (struct em_dim3){ blocks, 1, 1 }, (struct em_dim3){ threads, 1, 1 }, params);
	ck_assert_msg(rc == 0, "%s", g->e.msg);
}
__attribute__((unused)) static void rig_ok(const struct rig *g)
{
	ck_assert_msg(g->r.fault.kind == EM_FAULT_NONE, "%s: %s", em_fault_name(g->r.fault.kind), g->r.fault.message);
}

/* Such a launch of the kernel, which succeeds; its result is the caller's. */
__attribute__((unused)) static struct em_result rig_launched(struct rig *g, const char *kernel, struct em_launch l)
{
	struct em_result r;

	l.kernel = em_kernel_find(g->m, kernel);
	ck_assert_ptr_nonnull(l.kernel);
	ck_assert_msg(em_launch(g->d, &l, &r, &g->e) == 0, "%s: %s", kernel, g->e.msg);
	return r;
}
/* What such a launch of the kernel did. The rig is closed, and the result's memory is gone. */
__attribute__((unused)) static struct em_work rig_work_of(struct rig *g, const char *kernel, struct em_launch l)
{
	struct em_work w;

	g->r = rig_launched(g, kernel, l);
	rig_ok(g);
	w = g->r.work;
	rig_close(g);
	return w;
}
__attribute__((unused)) static struct em_work rig_work(struct rig *g, struct em_launch l)
{
	return rig_work_of(g, "k", l);
}

/* A launch that is timed, on a small GPU: what it did, of a kernel "k" that gets `bytes` bytes of memory. The result's
 * memory is gone. */
struct timed {
	uint32_t multiprocessors, resident, blocks, threads;
	uint64_t bytes;
	struct em_loops loops; /* of the machine code */
};
__attribute__((unused)) static struct em_work rig_timed(const char *file, const char *name, struct timed x)
{
	struct em_timing t = { .multiprocessors = x.multiprocessors,
		.resident_blocks = x.resident,
		.l1_bytes = 256 << 10,
		.l2_bytes = 1 << 20,
		.fill_sectors = 2,
		.read_row_bytes = 512,
		.write_row_bytes = 256,
		.loops = x.loops };
	uint64_t memory;
	struct rig g;

	rig_open(&g, ptx_of(file, name), 1, false);
	memory = rig_alloc(&g, x.bytes);
	return rig_work(&g,
		(struct em_launch){
			.grid = { x.blocks, 1, 1 }, .block = { x.threads, 1, 1 }, .params = &memory, .timing = &t });
}

#endif
