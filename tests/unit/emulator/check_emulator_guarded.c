/* Bodies of an `if` that ptxas may put under a predicate: what the machine code has under one says whether it did
 * (run/guarded.c). The kernels are in ptx/guarded.ptx. */
#include "tests/unit/emulator/emulator_kit.h"

enum { WARPS = 8 };

static uint64_t issued(const char *name, const struct em_guarded *code, bool baseline, enum counter_id which)
{
	struct em_timing t = {
		.multiprocessors = 1, .resident_blocks = 1, .l1_bytes = 1 << 17, .l2_bytes = 1 << 20, .guarded = code
	};
	struct rig g;
	struct em_result r;
	uint64_t n, a;

	rig_open(&g, ptx_of("emulator/guarded", name), 1, baseline);
	a = rig_alloc(&g, 64);
	memset(rig_ptr(&g, a, 64), 0, 64);
	r = rig_launched(&g, "k",
		(struct em_launch){ .grid = { 1, 1, 1 }, .block = { 32 * WARPS, 1, 1 }, .params = &a, .timing = &t });
	ck_assert_int_eq(r.fault.kind, EM_FAULT_NONE);
	n = r.c.v[which];
	em_result_release(&r);
	rig_close(&g);
	return n;
}

static uint64_t stores(const char *name, const struct em_guarded *code, bool baseline)
{
	return issued(name, code, baseline, CTR_SHARED_ST_INST);
}

START_TEST(as_the_code_says)
{
	static const struct {
		struct em_guarded code;
		uint64_t body; /* how often its store is issued */
	} cases[] = {
		{ { .known = 1, .n = 1, .v = { { 1, 0, 1 } } }, WARPS },
		{ { .known = 1, .n = 0 }, 1 },
		{ { .known = 1, .n = 1, .v = { { 1, 0, 0 } } }, 1 }, /* the store of another body */
		{ { .known = 1, .n = 1, .v = { { 0, 1, 1 } } }, 1 },
		{ { .known = 1, .n = 2, .v = { { 1, 0, 0 }, { 0, 1, 1 } } }, 1 }, /* two, neither of them this one */
		{ { .known = 1, .n = 2, .v = { { 0, 1, 0 }, { 2, 0, 3 } } }, WARPS }, /* with another body */
		/* its load is under the predicate further up; but not if something like it is branched around */
		{ { .known = 1, .n = 1, .v = { { 1, 0, 0 } }, .all = { 1, 0, 1 } }, WARPS },
		{ { .known = 1,
			  .n = 1,
			  .v = { { 1, 0, 0 } },
			  .all = { 1, 0, 1 },
			  .naround = 1,
			  .around = { { 1, 0, 1 } } },
			1 },
		{ { .known = 1,
			  .n = 1,
			  .v = { { 1, 0, 0 } },
			  .all = { 1, 0, 1 },
			  .naround = 1,
			  .around = { { 2, 0, 1 } } },
			WARPS },
	};

	const struct ptx_case *const *all;
	size_t n;

	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
		ck_assert_msg(stores("goes on after it", &cases[k].code, _i) == WARPS + cases[k].body, "case %zu", k);
	/* Two stores to one place are made one, without a predicate. */
	all = ptx_group(ptx_cases("emulator/guarded"), "", &n);
	ck_assert_uint_eq(n, 23);
	for (size_t k = 0; k < n; k++)
		ck_assert_uint_eq(
			stores(all[k]->name, &cases[1].code, _i), (uint64_t)ptx_want_number(all[k], "stores"));
	/* Without machine code the rule of the PTX holds; at the kernel's end threads exit in any case. */
	ck_assert_uint_eq(stores("goes on after it", NULL, _i), 2 * WARPS);
	ck_assert_uint_eq(stores("ends with it", &cases[0].code, _i), 1);
	ck_assert_uint_eq(stores("turned round: a branch to the body, and a jump over it", NULL, _i), 2 * WARPS);
	ck_assert_uint_eq(
		stores("turned round: a branch to the body, and a jump over it", &cases[0].code, _i), 2 * WARPS);
}
END_TEST

/* Without a store: branched around only where the code has just that, and nothing under a predicate. */
START_TEST(loads_alone)
{
	static const struct em_guarded nothing = { .known = 1 },
				       around = { .known = 1, .naround = 1, .around = { { 0, 0, 0, 1 } } },
				       more = { .known = 1, .naround = 1, .around = { { 0, 0, 0, 2 } } },
				       both = { .known = 1,
					       .n = 1,
					       .v = { { 0, 0, 0, 1 } },
					       .naround = 1,
					       .around = { { 0, 0, 0, 1 } } };

	ck_assert_uint_eq(issued("loads alone", NULL, _i, CTR_SHARED_LD_INST), WARPS);
	ck_assert_uint_eq(issued("loads alone", &nothing, _i, CTR_SHARED_LD_INST), WARPS);
	ck_assert_uint_eq(issued("loads alone", &more, _i, CTR_SHARED_LD_INST), WARPS);
	ck_assert_uint_eq(issued("loads alone", &both, _i, CTR_SHARED_LD_INST), WARPS);
	ck_assert_uint_eq(issued("loads alone", &around, _i, CTR_SHARED_LD_INST), 1);
}
END_TEST

/* Seven warps have lanes for the one part, one for the other. */
START_TEST(either)
{
	static const struct em_guarded both = { .known = 1,
		.n = 2,
		.v = { { 1, 0, 0 }, { 1, 0, 1 } },
		.v_at = { 11, 10 } },
				       one = { .known = 1,
					       .n = 1,
					       .v = { { 1, 0, 0 } },
					       .v_at = { 10 },
					       .naround = 1,
					       .around = { { 1, 0, 1 } },
					       .around_at = { 11 } };
	const char *name = "either: what is loaded, or nothing";

	ck_assert_uint_eq(stores(name, NULL, _i), 7 + 1 + WARPS);
	ck_assert_uint_eq(stores(name, &both, _i), 2 * WARPS + WARPS);
	ck_assert_uint_eq(stores(name, &one, _i), WARPS + 1 + WARPS);
	ck_assert_uint_eq(stores("either: within what four warps have lanes for", &both, _i), 4 + 4 + WARPS);
	ck_assert_uint_eq(stores("either: within what four warps have lanes for", &one, _i), 4 + 1 + WARPS);
}
END_TEST

START_TEST(either_loads)
{
	static const struct em_guarded
		both = { .known = 1, .n = 2, .v = { { 0, 0, 0, 2 }, { 0, 0, 0, 1 } }, .v_at = { 10, 12 } },
		far = { .known = 1, .n = 2, .v = { { 0, 0, 0, 2 }, { 0, 0, 0, 1 } }, .v_at = { 10, 100 } },
		one = { .known = 1, .n = 1, .v = { { 0, 0, 0, 2 } }, .v_at = { 10 } };

	ck_assert_uint_eq(issued("either loads", NULL, _i, CTR_SHARED_LD_INST), 7 + 2);
	ck_assert_uint_eq(issued("either loads", &both, _i, CTR_SHARED_LD_INST), 3 * WARPS);
	ck_assert_uint_eq(issued("either loads", &far, _i, CTR_SHARED_LD_INST), 7 + 2);
	ck_assert_uint_eq(issued("either loads", &one, _i, CTR_SHARED_LD_INST), 7 + 2);
}
END_TEST

/* One is under a predicate, the other one branched around: which, their order says. The first has lanes in one warp,
 * the second in two. */
START_TEST(in_their_order)
{
	static const struct em_guarded first = { .known = 1,
		.n = 1,
		.v = { { 1, 0, 1 } },
		.v_at = { 10 },
		.naround = 1,
		.around = { { 1, 0, 1 } },
		.around_at = { 20 } },
				       second = { .known = 1,
					       .n = 1,
					       .v = { { 1, 0, 1 } },
					       .v_at = { 20 },
					       .naround = 1,
					       .around = { { 1, 0, 1 } },
					       .around_at = { 10 } },
				       both = {
					       .known = 1, .n = 2, .v = { { 1, 0, 1 }, { 1, 0, 1 } }, .v_at = { 10, 20 }
				       };

	ck_assert_uint_eq(stores("two alike", &first, _i), WARPS + 2 + WARPS);
	ck_assert_uint_eq(stores("two alike", &second, _i), 1 + WARPS + WARPS);
	ck_assert_uint_eq(stores("two alike", &both, _i), 3 * WARPS);
}
END_TEST

/* What was stored there before by others, or before a loop, is not stored over. */
START_TEST(other_ways)
{
	static const struct em_guarded both = { .known = 1,
		.n = 2,
		.v = { { 1, 0, 1 }, { 1, 0, 1 } },
		.v_at = { 10, 20 } },
				       parts = {
					       .known = 1, .n = 2, .v = { { 1, 0, 1 }, { 1, 0, 0 } }, .v_at = { 10, 20 }
				       };

	ck_assert_uint_eq(stores("two alike, one place", &both, _i), 3 * WARPS);
	ck_assert_uint_eq(stores("stored there before a loop", &both, _i), 3 * WARPS);
	ck_assert_uint_eq(stores("either: stored there by those who jump past it", &parts, _i), 4 + 4 + 4 + WARPS);
}
END_TEST

/* `if (a || b)`: the machine code has one predicate, unless b is loaded. */
START_TEST(one_of_two)
{
	static const struct em_guarded under = { .known = 1, .n = 1, .v = { { 0, 0, 0, 1 } } },
				       around = { .known = 1, .naround = 1, .around = { { 0, 0, 0, 1 } } };

	ck_assert_uint_eq(issued("one of two conditions", NULL, _i, CTR_SHARED_LD_INST), WARPS);
	ck_assert_uint_eq(issued("one of two conditions", &under, _i, CTR_SHARED_LD_INST), WARPS);
	ck_assert_uint_eq(issued("one of two conditions", &around, _i, CTR_SHARED_LD_INST), 2);
	ck_assert_uint_eq(issued("one of two conditions, the second is loaded", &under, _i, CTR_SHARED_LD_INST), 7 + 2);
}
END_TEST

/* `if (a && b)`: likewise, if b takes no more than four instructions and a comparison. */
START_TEST(both_of_two)
{
	static const struct em_guarded under = { .known = 1, .n = 1, .v = { { 0, 0, 0, 1 } } },
				       around = { .known = 1, .naround = 1, .around = { { 0, 0, 0, 1 } } };

	ck_assert_uint_eq(issued("both of two conditions", NULL, _i, CTR_SHARED_LD_INST), WARPS);
	ck_assert_uint_eq(issued("both of two conditions", &under, _i, CTR_SHARED_LD_INST), WARPS);
	ck_assert_uint_eq(issued("both of two conditions", &around, _i, CTR_SHARED_LD_INST), 1);
	ck_assert_uint_eq(
		issued("both of two conditions, the second is loaded", &under, _i, CTR_SHARED_LD_INST), 2 + 2);
	ck_assert_uint_eq(issued("both of two conditions, the second takes long", &under, _i, CTR_SHARED_LD_INST), 2);
}
END_TEST

START_TEST(one_part_loads)
{
	static const struct em_guarded under = { .known = 1, .n = 1, .v = { { 0, 0, 0, 1 } } },
				       other = { .known = 1, .n = 1, .v = { { 0, 0, 0, 2 } } },
				       both = { .known = 1,
					       .n = 1,
					       .v = { { 0, 0, 0, 1 } },
					       .naround = 1,
					       .around = { { 0, 0, 0, 1 } } };

	ck_assert_uint_eq(issued("one part loads", NULL, _i, CTR_SHARED_LD_INST), 7);
	ck_assert_uint_eq(issued("one part loads", &under, _i, CTR_SHARED_LD_INST), WARPS);
	ck_assert_uint_eq(issued("one part loads", &other, _i, CTR_SHARED_LD_INST), 7);
	ck_assert_uint_eq(issued("one part loads", &both, _i, CTR_SHARED_LD_INST), 7);
}
END_TEST

/* The three loads in front of a copy: of all warps, unless the machine code branches around all of them. */
START_TEST(copies)
{
	static const struct em_guarded none = { .known = 1 }, all = { .known = 1, .idle = 3, .idle_around = 3 },
				       some = { .known = 1, .idle = 6, .idle_around = 3 };

	ck_assert_uint_eq(issued("a copy", NULL, _i, CTR_SHARED_LD_INST), 3 * WARPS);
	ck_assert_uint_eq(issued("a copy", &none, _i, CTR_SHARED_LD_INST), 3 * WARPS);
	ck_assert_uint_eq(issued("a copy", &some, _i, CTR_SHARED_LD_INST), 3 * WARPS);
	ck_assert_uint_eq(issued("a copy", &all, _i, CTR_SHARED_LD_INST), 3);
}
END_TEST

/* More than ptxas mostly puts under a predicate: only where the code has one with just these accesses, and none that is
 * branched around. */
START_TEST(long_bodies)
{
	static const struct em_guarded same = { .known = 1, .n = 1, .v = { { 1, 0, 1 } }, .v_at = { 10 } },
				       more = { .known = 1, .n = 1, .v = { { 2, 0, 1 } }, .v_at = { 10 } },
				       four = { .known = 1,
					       .n = 4,
					       .v = { { 1, 0, 1 }, { 1, 0, 1 }, { 1, 0, 1 }, { 1, 0, 1 } },
					       .v_at = { 10, 20, 30, 40 } },
				       some = { .known = 1,
					       .n = 1,
					       .v = { { 1, 0, 1 } },
					       .v_at = { 10 },
					       .naround = 1,
					       .around = { { 1, 0, 1 } },
					       .around_at = { 20 } };

	ck_assert_uint_eq(stores("a long body", NULL, _i), 1 + WARPS);
	ck_assert_uint_eq(stores("a long body", &same, _i), WARPS + WARPS);
	ck_assert_uint_eq(stores("a long body", &four, _i), WARPS + WARPS);
	ck_assert_uint_eq(stores("a long body", &more, _i), 1 + WARPS);
	ck_assert_uint_eq(stores("a long body", &some, _i), 1 + WARPS);
}
END_TEST

static struct em_work worked(const char *name, const struct em_guarded *code)
{
	struct em_timing t = {
		.multiprocessors = 1, .resident_blocks = 1, .l1_bytes = 1 << 17, .l2_bytes = 1 << 20, .guarded = code
	};
	struct rig g;
	uint64_t a;

	rig_open(&g, ptx_of("emulator/guarded", name), 1, false);
	a = rig_alloc(&g, 64);
	return rig_work(&g,
		(struct em_launch){ .grid = { 1, 1, 1 }, .block = { 32 * WARPS, 1, 1 }, .params = &a, .timing = &t });
}

/* Each warp has lanes for a body that only computes: where the machine code branches around it, all part. */
START_TEST(bare_bodies)
{
	static const struct em_guarded none = { .known = 1 }, same = { .known = 1, .bare = 1 },
				       other = { .known = 1, .bare = 3 };
	const char *name = "two that only compute";

	ck_assert_int_eq(worked(name, NULL).wait[EM_WAIT_PART], 0);
	ck_assert_int_eq(worked(name, &none).wait[EM_WAIT_PART], 0);
	ck_assert_int_eq(worked(name, &same).wait[EM_WAIT_PART], 0);
	ck_assert_int_eq(worked(name, &other).wait[EM_WAIT_PART], 0);
	for (uint16_t times = 1; times <= 4; times *= 2) {
		const struct em_guarded both = { .known = 1, .bare = (uint16_t)(2 * times) };

		ck_assert_int_eq(worked(name, &both).wait[EM_WAIT_PART], 2 * WARPS * EM_WAIT_UNIT);
	}
}
END_TEST

Suite *emulator_guarded_suite(void);
Suite *emulator_guarded_suite(void)
{
	Suite *s = suite_create("emulator_guarded");
	TCase *t = tcase_create("guarded");

	tcase_add_loop_test(t, as_the_code_says, 0, 2);
	tcase_add_loop_test(t, loads_alone, 0, 2);
	tcase_add_loop_test(t, either, 0, 2);
	tcase_add_loop_test(t, either_loads, 0, 2);
	tcase_add_loop_test(t, in_their_order, 0, 2);
	tcase_add_loop_test(t, other_ways, 0, 2);
	tcase_add_loop_test(t, one_of_two, 0, 2);
	tcase_add_loop_test(t, both_of_two, 0, 2);
	tcase_add_loop_test(t, one_part_loads, 0, 2);
	tcase_add_loop_test(t, copies, 0, 2);
	tcase_add_loop_test(t, long_bodies, 0, 2);
	tcase_add_test(t, bare_bodies);
	suite_add_tcase(s, t);
	return s;
}
