/* Which products and sums the emulator rounds once (engine/emulator/code/contract.c, values.c): what
 * tests/programs/contract.cu cannot hold against a GPU, or only by the way. a * b is 1 + 2^-11 + 2^-24, whose last bit
 * only one rounding keeps: with c, which is -1 - 2^-11, it is 2^-24, and 0 with two. */
#include "emulator_kit.h"

#define ONCE 0x1p-24f
#define APART 0.0f

/* x is the sum that is looked at; %p is false, %q true. */
static const struct {
	const char *name, *text;
	float want;
} cases[] = {
	{ "plain", "mul.f32 m, a, b; add.f32 x, m, c;", ONCE },
	{ "rounded", "mul.rn.f32 m, a, b; add.f32 x, m, c;", APART },
	{ "copies in circles",
		"mul.f32 m, a, b; mov.f32 s, s; mov.f32 t, u; mov.f32 u, t; add.f32 t0, s, u; add.f32 x, m, c;", ONCE },
	{ "a sum of a circle",
		"mov.f32 t, u; neg.f32 u, t; add.f32 t0, u, t; mul.f32 m, a, b; add.f32 x, m, c; st.global.f32 [out + "
		"4], t0;",
		ONCE },
	{ "out of reach",
		"mul.f32 m, a, b; bra L; K: mul.f32 m, m, b; add.f32 m, m, c; mov.f32 s, s; bra K; L: add.f32 x, m, c;",
		ONCE },
	{ "out of reach, used", "mul.f32 m, a, b; bra L; K: st.global.f32 [out + 4], m; bra K; L: add.f32 x, m, c;",
		APART },
	{ "an exit between", "mul.f32 m, a, b; @p exit; add.f32 x, m, c;", APART },
	{ "carried round a loop",
		"mov.f32 m, c; mov.u32 n, 0; L: add.f32 x, m, c; mul.f32 m, a, b; add.u32 n, n, 1; setp.lt.u32 r, n, "
		"2; @r bra L;",
		APART },
	{ "within a loop",
		"mov.f32 m, c; mov.u32 n, 0; L: mul.f32 m, a, b; add.f32 x, m, c; add.u32 n, n, 1; setp.lt.u32 r, n, "
		"2; @r bra L;",
		ONCE },
	{ "from before a loop",
		"mul.f32 m, a, b; mov.u32 n, 0; L: add.f32 x, m, c; add.u32 n, n, 1; setp.lt.u32 r, n, 2; @r bra L;",
		APART },
	{ "overwritten where it is not needed", "mul.f32 m, a, b; add.f32 x, m, c; @q mul.f32 m, m, a; mov.f32 s, m;",
		ONCE },
	{ "overwritten where it is",
		"mul.f32 m, a, b; add.f32 x, m, c; @p mul.f32 m, m, a; st.global.f32 [out + 4], m;", APART },
	{ "the factor is written by the product", "mul.f32 a, a, b; add.f32 x, a, c; mul.f32 a, a, a;", ONCE },
	{ "the factor is written behind it", "mul.f32 m, a, b; mov.f32 a, c; mov.f32 b, c; add.f32 x, m, c;", ONCE },
	{ "both sides of a branch", "@p bra L; mul.f32 m, a, b; bra M; L: mul.f32 m, b, a; M: add.f32 x, m, c;",
		APART },
	{ "one side only", "mov.f32 x, c; @p bra L; mul.f32 m, a, b; add.f32 x, m, c; L:", ONCE },
	{ "a branch around nothing", "mul.f32 m, a, b; @p bra L; L: add.f32 x, m, c;", ONCE },
	{ "a branch around what is not needed",
		"mul.f32 m, a, b; @p bra L; mul.f32 s, m, b; abs.f32 s, s; L: add.f32 x, m, c;", ONCE },
	{ "blocks one behind the other", "mul.f32 m, a, b; bra K; K: mov.f32 s, a; bra L; L: add.f32 x, m, c;", ONCE },
	{ "one joined from elsewhere",
		"@p bra L; mul.f32 m, a, b; bra K; L: mul.f32 m, c, c; K: mov.f32 s, m; add.f32 x, s, c;", APART },
	{ "by 1", "mul.f32 m, a, 1.0; mul.f32 n0, m, b; add.f32 x, n0, c;", ONCE },
	{ "a product by 1", "mul.f32 m, a, b; mul.f32 s, m, 1.0; add.f32 x, s, c;", ONCE },
};

START_TEST(rounded_once_or_apart)
{
	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		char *ptx = xasprintf(HEAD ".visible .entry k(.param .u64 po) { .reg .f32 a, b, c, m, s, t, u, x, t0, "
					   "n0; .reg .u32 n; .reg .u64 out; .reg .pred p, q, r;\n"
					   "ld.param.u64 out, [po]; mov.f32 x, 0f7FC00000; mov.u32 n, %%tid.x; "
					   "setp.gt.u32 p, n, 64; setp.lt.u32 q, n, 64;\n"
					   "ld.global.f32 a, [out]; ld.global.f32 b, [out + 4]; ld.global.f32 c, [out "
					   "+ 8];\n%s\nst.global.f32 [out], x; ret; }\n",
			cases[k].text);
		struct rig g;
		rig_open(&g, ptx, 1, _i);
		uint64_t out = rig_alloc(&g, 64);
		float *o = rig_ptr(&g, out, 64);
		o[0] = o[1] = 1 + 0x1p-12f;
		o[2] = -1 - 0x1p-11f;
		rig_run(&g, "k", 1, 1, &out);
		rig_ok(&g);
		o = rig_ptr(&g, out, 64);
		ck_assert_msg(o[0] == cases[k].want, "%s: %a, not %a", cases[k].name, o[0], cases[k].want);
		rig_close(&g);
		free(ptx);
	}
}
END_TEST

Suite *emulator_contract_suite(void);
Suite *emulator_contract_suite(void)
{
	Suite *s = suite_create("emulator_contract");
	TCase *c = tcase_create("rounding");

	tcase_add_loop_test(c, rounded_once_or_apart, 0, 2);
	suite_add_tcase(s, c);
	return s;
}
