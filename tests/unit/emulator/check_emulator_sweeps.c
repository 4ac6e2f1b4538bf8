/* What warps do together after a barrier (exec/sweeps.h), against the executors for any x86-64, which know no such
 * thing: loops whose counter all threads agree on and such whose counter is loaded, every comparison of threads with
 * it, by the least and the most of a warp and lane by lane; warps and lanes that are gone; and faults in the middle,
 * whose launch has counted what ran before and no more. Loops with one barrier a turn, where those who have nothing to
 * do sleep until the last turn (lanes/asleep.h), and with two, between which others work; kernels that all, one warp or
 * one thread of a block end with more than that; and what the time model hears of their turns, or where it hears
 * nothing and counts may wait. */
#include "emulator/core/device.h"
#include "emulator/exec/sweeps.h"
#include "emulator_kit.h"

#define PTX "emulator/sweeps"
enum { BLOCKS = 2, THREADS = 256, BYTES = 4 * BLOCKS * THREADS, COUNTERS = 3, EXITS = 3, LASTS = 3, NEVER = 1 << 20 };

static unsigned all_kernels(struct buf *b)
{
	static const char *const start[COUNTERS] = { "halves", "doubles", "loaded" },
				 *const step[COUNTERS] = { "halve", "double", "less" },
				 *const gone[EXITS] = { "all", "warps", "some" },
				 *const last[LASTS] = { "write", "write-warp", "write-one" };
	const struct ptx_cases *f = ptx_cases(PTX);
	size_t nhow, nwhat;
	const char *const *how = ptx_list(f, "comparisons", &nhow), *const *what = ptx_list(f, "compared", &nwhat);
	unsigned k = 0;

	buf_puts(b, ptx_of(PTX, "head"));
	for (size_t n = 0; n < COUNTERS * EXITS * nhow * nwhat; n++, k++) {
		char number[16];

		snprintf(number, sizeof number, "%u", k);
		buf_puts(b,
			ptx_fill(PTX, "loop", "NUMBER", number, "START", ptx_of(PTX, start[n % COUNTERS]), "STEP",
				ptx_of(PTX, step[n % COUNTERS]), "EXIT", ptx_of(PTX, gone[n / COUNTERS % EXITS]),
				"COMPARISON", how[n / (COUNTERS * EXITS) % nhow], "COMPARED",
				what[n / (COUNTERS * EXITS) / nhow], "NOT", n / 2 % 2 ? "" : "!", "MORE",
				ptx_of(PTX, n % 5 < 2 ? "twice" : "once"), "LAST", ptx_of(PTX, last[n % 7 % LASTS])));
	}
	return k;
}

struct side {
	struct rig g;
	uint64_t out;
	bool timed;
};

static void open_side(struct side *s, const char *ptx, bool baseline)
{
	rig_open(&s->g, ptx, 1, baseline);
	s->out = rig_alloc(&s->g, BYTES);
}

/* when: the counter at which those who take part write beyond shared memory. */
static void run(struct side *s, const char *name, uint64_t when)
{
	static const struct em_timing h200 = { .multiprocessors = 132,
		.resident_blocks = 8,
		.l1_bytes = 200 << 10,
		.l2_bytes = 60 << 20,
		.fill_sectors = 2 };
	const uint64_t params[] = { s->out, when };

	memset(rig_ptr(&s->g, s->out, BYTES), 0, BYTES);
	em_host_wrote(s->g.d, s->out, BYTES);
	em_result_release(&s->g.r);
	s->g.r = rig_launched(&s->g, name,
		(struct em_launch){ .grid = { BLOCKS, 1, 1 },
			.block = { THREADS, 1, 1 },
			.params = params,
			.unchecked = s->g.unchecked,
			.timing = s->timed ? &h200 : NULL });
}

/* What a launch did, but for where it lies. */
static struct em_work work_of(const struct em_result *r)
{
	struct em_work w = r->work;

	w.share = NULL;
	return w;
}

static void same(const char *name, struct side *x, struct side *y)
{
	const struct em_result *a = &x->g.r, *b = &y->g.r;
	ck_assert_msg(
		!memcmp(rig_ptr(&x->g, x->out, BYTES), rig_ptr(&y->g, y->out, BYTES), BYTES), "%s: results", name);
	ck_assert_msg(!memcmp(&a->c, &b->c, sizeof a->c), "%s: counters", name);
	ck_assert_msg(a->steps == b->steps, "%s: %llu steps, %llu without", name, (unsigned long long)a->steps,
		(unsigned long long)b->steps);
	ck_assert_msg(a->fault.kind == b->fault.kind && !strcmp(a->fault.message, b->fault.message), "%s: fault", name);
	ck_assert_msg(!memcmp(&(struct em_work[]){ work_of(a) }, &(struct em_work[]){ work_of(b) }, sizeof a->work),
		"%s: what the time model hears", name);
	for (uint64_t k = 0; a->work.share && b->work.share && k < a->work.blocks; k++)
		ck_assert_msg(!memcmp(&a->work.share[k], &b->work.share[k], sizeof *a->work.share), "%s: block %llu",
			name, (unsigned long long)k);
	ck_assert_msg(a->nfindings == b->nfindings, "%s: %zu findings, %zu without", name, a->nfindings, b->nfindings);
	for (size_t k = 0; k < a->nfindings; k++)
		ck_assert_msg(!strcmp(a->findings[k].message, b->findings[k].message) &&
				a->findings[k].count == b->findings[k].count,
			"%s: finding %zu: %s", name, k, b->findings[k].message);
}

START_TEST(as_one_warp_after_the_other)
{
	struct buf ptx;
	struct side together, plain;
	unsigned n, faults = 0, agreed = 0, ranges = 0, steps = 0, ends = 0;

	buf_init(&ptx);
	n = all_kernels(&ptx);
	open_side(&together, ptx.data, false);
	open_side(&plain, ptx.data, true);
	for (unsigned k = 0; k < n; k++) {
		const unsigned unchecked[] = { 0, EM_CHECK_ALL };
		const uint64_t when[] = { NEVER, 32, 4, 100 };
		const struct em_program *p;
		char name[32];

		snprintf(name, sizeof name, "k%u", k);
		for (unsigned m = 0; m < 6; m++) {
			together.g.unchecked = plain.g.unchecked = unchecked[m % 2];
			together.timed = plain.timed = m != 1 && m != 5;
			run(&together, name, when[m < 4 ? m : 0]);
			run(&plain, name, when[m < 4 ? m : 0]);
			same(name, &together, &plain);
			faults += together.g.r.fault.kind != EM_FAULT_NONE;
		}
		p = em_kernel_find(together.g.m, name)->p;
		ck_assert_msg(!together.g.d->v3 || p->nsweeps > 1, "%s: nothing is done together", name);
		for (size_t s = 0; s < p->nsweeps; s++)
			ends += p->sweep[s].exit && !p->sweep[s].stops;
		for (size_t s = 0; s < p->nsweep_steps; s++, steps++) {
			agreed += p->sweep_step[s].agreed;
			ranges += p->sweep_step[s].range != 0;
		}
	}
	ck_assert_uint_gt(faults, n / 4);
	if (together.g.d->v3) {
		ck_assert_uint_gt(agreed, n / 2);
		ck_assert_uint_gt(ranges, n / 4);
		ck_assert_uint_gt(ends, n / 3);
		ck_assert_uint_gt(steps, agreed + ranges + n / 4);
	}
	rig_close(&together.g);
	rig_close(&plain.g);
	buf_release(&ptx);
}
END_TEST

Suite *emulator_sweeps_suite(void);
Suite *emulator_sweeps_suite(void)
{
	Suite *s = suite_create("emulator_sweeps");
	TCase *t = tcase_create("barriers");

	tcase_set_timeout(t, 120);
	tcase_add_test(t, as_one_warp_after_the_other);
	suite_add_tcase(s, t);
	return s;
}
