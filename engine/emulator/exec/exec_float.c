/* exec_float: single and double precision, PTX ISA 9.7.3. Nearest-even forms are loops that the compiler vectorises;
 * the other rounding modes set MXCSR around the same loop. fma is one rounding in both builds (libm's where the CPU has
 * no FMA). The approximations are exec_mufu.c's. */

#include "emulator/exec/exec.h"
#include "emulator/exec/float_math.h"
#include "emulator/exec/slow.h"

#define ID(v) (v)
/* One loop of f32 lanes with IN on operands and OUT on the result. */
#define F32_2(name, IN, OUT, e) \
	FN(name) \
	{ \
		f32 *d = ROWP(f32, i->d); \
		const f32 *pa = ROWP(f32, i->a), *pb = ROWP(f32, i->b); \
		EM_LOOP(EM_P(f32 a = IN(pa[l]); f32 b = IN(pb[l]);), OUT(f32_canon(e))); \
	}
#define F32_3(name, IN, OUT, e) \
	FN(name) \
	{ \
		f32 *d = ROWP(f32, i->d); \
		const f32 *pa = ROWP(f32, i->a), *pb = ROWP(f32, i->b), *pc = ROWP(f32, i->c); \
		EM_LOOP(EM_P(f32 a = IN(pa[l]); f32 b = IN(pb[l]); f32 c = IN(pc[l]);), OUT(f32_canon(e))); \
	}
#define F32_1(name, IN, OUT, e) \
	FN(name) \
	{ \
		f32 *d = ROWP(f32, i->d); \
		const f32 *pa = ROWP(f32, i->a); \
		EM_LOOP(f32 a = IN(pa[l]);, OUT(f32_canon(e))); \
	}
/* The same executor under another rounding mode. It must not go on to the next slot, which has a mode of its own:
 * that one comes from here, when the mode is over, and the executor finds one that does nothing. Those slots lie on the
 * stack, so here too it is whoever called that goes on: as a jump the quick compilation would refuse it (module.mk),
 * for the whole file. */
FN(float_end)
{
	(void)w;
	return i;
}
#define ROUNDED(name, mode) \
	__attribute__((noinline)) FN(name##_##mode##_) \
	{ \
		return name(w, i); \
	} \
	FN(name##_##mode) \
	{ \
		const struct em_inst alone[2] = { *i, { .fn = float_end } }; \
		uint32_t old = round_begin(EM_##mode); \
		name##_##mode##_(w, alone); \
		round_end(old); \
		return i + 1; \
	}
#define ALL_MODES(name) ROUNDED(name, RM) ROUNDED(name, RP) ROUNDED(name, RZ)
#define SATFTZ(v) f32_sat(f32_flush(v))
#define F32_OP(D, name, e) \
	D(name, ID, ID, e) \
	D(name##_ftz, f32_flush, f32_flush, e) \
	D(name##_sat, ID, f32_sat, e) \
	D(name##_ftzsat, f32_flush, SATFTZ, e) \
	ALL_MODES(name) ALL_MODES(name##_ftz) ALL_MODES(name##_sat) ALL_MODES(name##_ftzsat)

F32_OP(F32_2, fl_add, a + b)
F32_OP(F32_2, fl_sub, a - b)
/* Products and quotients can round up to the smallest normal number: .ftz looks at them before. */
#define F32_OP_TINY(D, name, e, exact) \
	D(name, ID, ID, e) \
	D(name##_ftz, f32_flush, ID, f32_tiny(e, exact)) \
	D(name##_sat, ID, f32_sat, e) \
	D(name##_ftzsat, f32_flush, f32_sat, f32_tiny(e, exact)) \
	ALL_MODES(name) ALL_MODES(name##_ftz) ALL_MODES(name##_sat) ALL_MODES(name##_ftzsat)
F32_OP_TINY(F32_2, fl_mul, a *b, (double)a *b)
F32_OP_TINY(F32_3, fl_fma, __builtin_fmaf(a, b, c), (double)a *b + c)
/* What has a slow way (slow.h): a look whether all lanes' numbers are easy ones, and then the executor of that name
 * with an underscore. */
#define SLOW1(name, bits, slow, easy, from, to) \
	FN(name) \
	{ \
		if (EM_UNLIKELY(!easy(ROWP(bits, i->a), from, to))) \
			slow(w, i); \
		return name##_(w, i); \
	}
#define SLOW2(name, bits, slow, easy, from, to) \
	FN(name) \
	{ \
		if (EM_UNLIKELY(!easy(ROWP(bits, i->a), from, to) || !easy(ROWP(bits, i->b), from, to))) \
			slow(w, i); \
		return name##_(w, i); \
	}
#define DIV32(name) SLOW2(name, u32, em_slow_div32, em_easy32, EM_EASY_FROM32, EM_EASY_TO32)
F32_2(fl_div_, ID, ID, a / b)
F32_2(fl_div_ftz_, f32_flush, ID, f32_tiny(a / b, (double)a / b))
DIV32(fl_div)
DIV32(fl_div_ftz)
ALL_MODES(fl_div)
ALL_MODES(fl_div_ftz)
#define RCP32(name) SLOW1(name, u32, em_slow_rcp32, em_easy32, EM_RCP_FROM32, EM_RCP_TO32)
F32_1(fl_rcp_, ID, ID, 1.0f / a)
F32_1(fl_rcp_ftz_, f32_flush, f32_flush, 1.0f / a)
RCP32(fl_rcp)
RCP32(fl_rcp_ftz)
ALL_MODES(fl_rcp)
ALL_MODES(fl_rcp_ftz)
#define SQRT32(name) SLOW1(name, u32, em_slow_sqrt32, em_easy32_plus, EM_SQRT_FROM32, EM_SQRT_TO32)
F32_1(fl_sqrt_, ID, ID, __builtin_sqrtf(a))
F32_1(fl_sqrt_ftz_, f32_flush, f32_flush, __builtin_sqrtf(a))
SQRT32(fl_sqrt)
SQRT32(fl_sqrt_ftz)
ALL_MODES(fl_sqrt)
ALL_MODES(fl_sqrt_ftz)

#define F64_2(name, e) \
	EXEC2(name, f64, f64, f64, f64, f64, e) \
	ALL_MODES(name)
F64_2(dadd, f64_nan2(a + b, a, b))
F64_2(dsub, f64_nan2(a - b, a, b))
F64_2(dmul, f64_nan2(a *b, a, b))
EXEC2(ddiv_, f64, f64, f64, f64, f64, a / b)
SLOW2(ddiv, u64, em_slow_div64, em_easy64, EM_EASY_FROM64, EM_EASY_TO64)
ALL_MODES(ddiv)
EXEC3(dfma, f64, f64, f64, f64, f64, f64, f64, f64_nan3(__builtin_fma(a, b, c), a, b, c))
ALL_MODES(dfma)
EXEC1(drcp_, f64, f64, f64, 1.0 / a)
SLOW1(drcp, u64, em_slow_rcp64, em_easy64, EM_RCP_FROM64, EM_RCP_TO64)
ALL_MODES(drcp)
EXEC1(dsqrt_, f64, f64, f64, __builtin_sqrt(a))
SLOW1(dsqrt, u64, em_slow_sqrt64, em_easy64_plus, EM_SQRT_FROM64, EM_SQRT_TO64)
ALL_MODES(dsqrt)
/* A NaN keeps its sign. */
EXEC1(dabs, f64, f64, f64, a == a ? f64_of(f64_bits(a) & ~(1ull << 63)) : f64_quiet(a))
EXEC1(dneg, f64, f64, f64, a == a ? f64_of(f64_bits(a) ^ (1ull << 63)) : f64_quiet(a))
EXEC2(dmin, f64, f64, f64, f64, f64, f64_min(a, b))
EXEC2(dmax, f64, f64, f64, f64, f64, f64_max(a, b))
EXEC2(dcopysign, u64, u64, u64, u64, u64, (b & ~(1ull << 63)) | (a & (1ull << 63)))
EXEC1(fl_abs, f32, u32, u32, f32_canon(f32_of(a & 0x7fffffff)))
EXEC1(fl_neg, f32, u32, u32, f32_canon(f32_of(a ^ 0x80000000)))
EXEC1(fl_abs_ftz, f32, u32, u32, f32_flush(f32_canon(f32_of(a & 0x7fffffff))))
EXEC1(fl_neg_ftz, f32, u32, u32, f32_flush(f32_canon(f32_of(a ^ 0x80000000))))
EXEC2(fl_copysign, u32, u32, u32, u32, u32, (b & 0x7fffffff) | (a & 0x80000000))

/* min, max: .NaN lets a NaN win; .xorsign gives the result the product of the signs and .abs compares magnitudes. */
#define NANWIN(e) (a != a || b != b ? f32_of(0x7fffffff) : (e))
#define MAG(v) f32_of(f32_bits(v) & 0x7fffffff)
#define XSIGN(v) f32_of((f32_bits(v) & 0x7fffffff) | ((f32_bits(a) ^ f32_bits(b)) & 0x80000000))
#define MINMAX(name, f) \
	F32_2(name, ID, ID, f(a, b)) \
	F32_2(name##_ftz, f32_flush, ID, f(a, b)) \
	F32_2(name##_nan, ID, ID, NANWIN(f(a, b))) \
	F32_2(name##_ftznan, f32_flush, ID, NANWIN(f(a, b))) \
	F32_2(name##_xa, ID, ID, XSIGN(f(MAG(a), MAG(b)))) \
	F32_2(name##_ftzxa, f32_flush, ID, XSIGN(f(MAG(a), MAG(b)))) \
	F32_2(name##_nanxa, ID, ID, NANWIN(XSIGN(f(MAG(a), MAG(b))))) \
	F32_2(name##_ftznanxa, f32_flush, ID, NANWIN(XSIGN(f(MAG(a), MAG(b)))))
MINMAX(fl_fmin, f32_min)
MINMAX(fl_fmax, f32_max)

#define F32_ROWS(OP, wd, n) \
	ROW(OP, T1(F32), M0, wd, n), ROW(OP, T1(F32), M1(FTZ), wd, n##_ftz), ROW(OP, T1(F32), M1(SAT), wd, n##_sat), \
		ROW(OP, T1(F32), M2(FTZ, SAT), wd, n##_ftzsat), F32_MODE(OP, wd, n, RM), F32_MODE(OP, wd, n, RP), \
		F32_MODE(OP, wd, n, RZ)
#define F32_MODE(OP, wd, n, m) \
	ROW(OP, T1(F32), M1(m), wd, n##_##m), ROW(OP, T1(F32), M2(m, FTZ), wd, n##_ftz_##m), \
		ROW(OP, T1(F32), M2(m, SAT), wd, n##_sat_##m), ROW(OP, T1(F32), M3(m, FTZ, SAT), wd, n##_ftzsat_##m)
#define F32_NOSAT_ROWS(OP, wd, n) \
	ROW(OP, T1(F32), M0, wd, n), ROW(OP, T1(F32), M1(FTZ), wd, n##_ftz), F32_MODE2(OP, wd, n, RM), \
		F32_MODE2(OP, wd, n, RP), F32_MODE2(OP, wd, n, RZ)
#define F32_MODE2(OP, wd, n, m) ROW(OP, T1(F32), M1(m), wd, n##_##m), ROW(OP, T1(F32), M2(m, FTZ), wd, n##_ftz_##m)
#define F64_ROWS(OP, wd, n) \
	ROW(OP, T1(F64), M0, wd, n), ROW(OP, T1(F64), M1(RM), wd, n##_RM), ROW(OP, T1(F64), M1(RP), wd, n##_RP), \
		ROW(OP, T1(F64), M1(RZ), wd, n##_RZ)
#define MINMAX_ROWS(OP, n) \
	ROW(OP, T1(F32), M0, "www", n), ROW(OP, T1(F32), M1(FTZ), "www", n##_ftz), \
		ROW(OP, T1(F32), M1(NAN_PROP), "www", n##_nan), \
		ROW(OP, T1(F32), M2(FTZ, NAN_PROP), "www", n##_ftznan), \
		ROW(OP, T1(F32), M2(XORSIGN, ABS), "www", n##_xa), \
		ROW(OP, T1(F32), M3(FTZ, XORSIGN, ABS), "www", n##_ftzxa), \
		ROW(OP, T1(F32), M3(NAN_PROP, XORSIGN, ABS), "www", n##_nanxa), \
		ROW(OP, T1(F32), M4(FTZ, NAN_PROP, XORSIGN, ABS), "www", n##_ftznanxa)

static const struct em_row rows[] = {
	F32_ROWS(ADD, "www", fl_add),
	F32_ROWS(SUB, "www", fl_sub),
	F32_ROWS(MUL, "www", fl_mul),
	F32_ROWS(FMA, "wwww", fl_fma),
	F32_ROWS(MAD, "wwww", fl_fma),
	F32_NOSAT_ROWS(DIV, "www", fl_div),
	F32_NOSAT_ROWS(RCP, "ww", fl_rcp),
	F32_NOSAT_ROWS(SQRT, "ww", fl_sqrt),
	F64_ROWS(ADD, "lll", dadd),
	F64_ROWS(SUB, "lll", dsub),
	F64_ROWS(MUL, "lll", dmul),
	F64_ROWS(DIV, "lll", ddiv),
	F64_ROWS(FMA, "llll", dfma),
	F64_ROWS(MAD, "llll", dfma),
	F64_ROWS(RCP, "ll", drcp),
	F64_ROWS(SQRT, "ll", dsqrt),
	ROW(ABS, T1(F32), M0, "ww", fl_abs),
	ROW(ABS, T1(F32), M1(FTZ), "ww", fl_abs_ftz),
	ROW(ABS, T1(F64), M0, "ll", dabs),
	ROW(NEG, T1(F32), M0, "ww", fl_neg),
	ROW(NEG, T1(F32), M1(FTZ), "ww", fl_neg_ftz),
	ROW(NEG, T1(F64), M0, "ll", dneg),
	ROW(COPYSIGN, T1(F32), M0, "www", fl_copysign),
	ROW(COPYSIGN, T1(F64), M0, "lll", dcopysign),
	MINMAX_ROWS(MIN, fl_fmin),
	MINMAX_ROWS(MAX, fl_fmax),
	ROW(MIN, T1(F64), M0, "lll", dmin),
	ROW(MAX, T1(F64), M0, "lll", dmax),
};
const struct em_rows EM_ISA_NAME(em_rows_float);
const struct em_rows EM_ISA_NAME(em_rows_float) = { rows, sizeof rows / sizeof *rows };
