/* How much memory the race check takes, and how much of a program's memory it can watch with that (check/planes.c). */
#include <sys/mman.h>

#include "emulator/check/check.h"
#include "emulator/code/kernel.h"
#include "emulator_kit.h"

enum { BLOCKS = 64, THREADS = 256 };
#define BYTES (96ull << 20)
#define ROOM (200ull << 20) /* beyond the program's own memory: what the project promises */

static double resident_mb(void)
{
	char line[256];
	double kb = 0;
	FILE *f = fopen("/proc/self/status", "r");
	ck_assert_ptr_nonnull(f);
	while (fgets(line, sizeof line, f))
		if (sscanf(line, "VmHWM: %lf", &kb) == 1)
			break;
	fclose(f);
	return kb / 1024;
}

static uint64_t opened(struct rig *g, int threads)
{
	rig_open(g, ptx_of("emulator/shadow", "all"), threads, false);
	uint64_t a = rig_alloc(g, BYTES + 4);
	memset(rig_ptr(g, a, BYTES + 4), 1, BYTES + 4);
	em_host_wrote(g->d, a, BYTES + 4);
	return a;
}

/* Memory that half-warps go through word by word is watched to its end. */
START_TEST(words)
{
	struct rig g;
	uint64_t a = opened(&g, 1 + _i);
	for (int times = 0; times < 2; times++) {
		rig_run(&g, "words", BLOCKS, THREADS, (uint64_t[]){ a, BYTES });
		rig_ok(&g);
		ck_assert_uint_eq(g.r.unchecked_accesses, 0);
		ck_assert_uint_eq(g.r.nfindings, 2); /* the last word: lanes of an instruction, and blocks */
		ck_assert(g.r.findings[0].kind == EM_FINDING_RACE_WAW && g.r.findings[1].kind == EM_FINDING_RACE_WAW);
	}
	struct em_writer w;
	ck_assert_int_eq(em_last_writer(g.d, a + BYTES - 4, &w), 0);
	ck_assert_uint_eq(w.place.thread.x, THREADS - 1);
	rig_close(&g);
}
END_TEST

/* Other accesses need more than there is: the report says so, and the next launch is watched again. */
START_TEST(sparse)
{
	struct rig g;
	uint64_t a = opened(&g, 1 + _i);
	double before = resident_mb();
	for (int times = 0; times < 2; times++) {
		rig_run(&g, "sparse", BLOCKS, THREADS, (uint64_t[]){ a, BYTES });
		rig_ok(&g);
		ck_assert_uint_gt(g.r.unchecked_accesses, 0);
		ck_assert_uint_lt(g.r.unchecked_accesses, BYTES / 64 + BLOCKS * THREADS);
		struct em_writer w;
		ck_assert_int_eq(em_last_writer(g.d, a + (60 << 20) + (512 << 10), &w),
			-1); /* it is not known, and not said to be nobody */
		rig_run(&g, "sparse", BLOCKS, THREADS, (uint64_t[]){ a, 8 << 20 });
		rig_ok(&g);
		ck_assert_uint_eq(g.r.unchecked_accesses, 0);
		ck_assert_int_eq(em_last_writer(g.d, a + (8 << 20) - 64, &w), 0);
		rig_run(&g, "words", BLOCKS, THREADS, (uint64_t[]){ a, BYTES });
		ck_assert_uint_eq(g.r.nfindings, 2);
	}
#ifndef __SANITIZE_ADDRESS__
	ck_assert_msg(resident_mb() - before < ROOM >> 20, "%.0f MB with %d threads", resident_mb() - before, 1 + _i);
#else
	(void)before;
#endif
	rig_close(&g);
}
END_TEST

/* Is all of it there, so that a read of it takes no page of zeros which a write then has to replace? */
static bool made(const void *p, size_t bytes)
{
	const uintptr_t from = (uintptr_t)p & ~(uintptr_t)4095, to = ((uintptr_t)p + bytes + 4095) & ~(uintptr_t)4095;
	unsigned char there[64];
	bool all = true;

	ck_assert_uint_le((to - from) / 4096, sizeof there);
	ck_assert_int_eq(mincore((void *)from, to - from, there), 0);
	for (size_t k = 0; k < (to - from) / 4096; k++)
		all &= there[k] & 1;
	return all;
}

/* Where an attempt's worker comes by, what it reads and writes there is made at once; elsewhere nothing is. */
START_TEST(memory_of_shadows)
{
	struct rig g;
	const struct em_check *c;
	struct em_worker w;
	struct em_run r = { .nworkers = 2, .attempt = true };
	struct ck_chunk *k;
	uint64_t a = opened(&g, 2), *plane;

	rig_run(&g, "words", BLOCKS, THREADS, (uint64_t[]){ a, 4096 });
	rig_ok(&g);
	c = g.d->check;
	r.d = g.d;
	r.p = em_kernel_find(g.m, "words")->p;
	ck_assert(em_attempt_begin(&r));
	em_attempt_drop(g.d->check);
	r.check.base = c->next_serial;
	w = (struct em_worker){ .d = g.d, .run = &r, .p = r.p, .shadow = &c->own[1] };
	ck_assert(!made(&c->own[1].dir[0], 128 * sizeof *k) && !made(&c->own[1].dir[1000], sizeof *k));
	k = em_check_chunk(&w, a, CK_READER);
	ck_assert_ptr_nonnull(k);
	ck_assert(made(&c->own[1].dir[0], 128 * sizeof *k) && !made(&c->own[1].dir[1000], sizeof *k));
	plane = k->planes.reader;
	ck_assert(made(ck_units(c, plane), CK_UNITS * sizeof *plane));
	ck_assert(!made(plane, 4096) && !k->planes.writer); /* of granules only where they are wanted */
	em_attempt_end(&r, true);
	rig_close(&g);
}
END_TEST

#ifndef __SANITIZE_ADDRESS__
/* More blocks than can be told apart are not followed; where none of them accessed anything, nothing went unchecked. */
START_TEST(more_blocks_than_there_are_serials)
{
	struct rig g;
	uint64_t a = opened(&g, 2);

	rig_run(&g, "idle", (1u << 24) + 1, 1, (uint64_t[]){ a, BYTES });
	rig_ok(&g);
	ck_assert_uint_eq(g.r.unchecked_accesses, 0);
	rig_close(&g);
}
END_TEST
#endif

Suite *emulator_shadow_suite(void);
Suite *emulator_shadow_suite(void)
{
	Suite *s = suite_create("emulator_shadow");
	TCase *t = tcase_create("memory");
	tcase_set_timeout(t, 240);
	tcase_add_loop_test(t, words, 0, 2);
	tcase_add_loop_test(t, sparse, 0, 3);
	tcase_add_test(t, memory_of_shadows);
#ifndef __SANITIZE_ADDRESS__
	tcase_add_test(t, more_blocks_than_there_are_serials);
#endif
	suite_add_tcase(s, t);
	return s;
}
