/* ops: expressions that C++ on the host and nvcc's PTX on the emulator must agree on, bit for bit. OP(name, result
 * type, operand type, expression of a, b and c). Operands include the edges of each type (see values in main.cpp); an
 * expression must be defined for all of them. */
/* A table of macros, of which clang-format makes something else at each run. */
/* clang-format off */
#define S8(x) ((signed char)(x))
#define ALL_INT(OP, T, U) \
	OP(add_##T, T, T, (T)((U)a + (U)b)) \
	OP(sub_##T, T, T, (T)((U)a - (U)b)) \
	OP(mul_##T, T, T, (T)((U)((U)a * (unsigned long long)(U)b))) \
	OP(mad_##T, T, T, (T)(U)((U)a * (unsigned long long)(U)b + (U)c)) \
	OP(and_##T, T, T, (T)(a & b)) \
	OP(or_##T, T, T, (T)(a | b)) \
	OP(xor_##T, T, T, (T)(a ^ b)) \
	OP(not_##T, T, T, (T)~a) \
	OP(neg_##T, T, T, (T)(0 - (U)a)) \
	OP(min_##T, T, T, a < b ? a : b) \
	OP(max_##T, T, T, a > b ? a : b) \
	OP(div_##T, T, T, b == 0 || b == (T)-1 ? a : (T)(a / b)) \
	OP(rem_##T, T, T, b == 0 || b == (T)-1 ? a : (T)(a % b)) OP(shl_##T, T, T, \
		(T)((U)a << (c & (sizeof(T) * 8 - 1)))) OP(shr_##T, T, T, (T)(a >> (c & (sizeof(T) * 8 - 1)))) \
		OP(lt_##T, int, T, a < b) OP(le_##T, int, T, a <= b) OP(gt_##T, int, T, a > b) \
			OP(ge_##T, int, T, a >= b) OP(eq_##T, int, T, a == b) OP(ne_##T, int, T, a != b) OP(sel_##T, \
				T, T, (a < b) == (b < c) ? a : c) OP(both_##T, int, T, (a < b && b < c) || !(a == c)) \
				OP(abs_##T, T, T, a < 0 ? (T)(0 - (U)a) : a) OP(to_i8_##T, int, T, S8(a)) \
					OP(to_u8_##T, int, T, (unsigned char)a) OP(to_i16_##T, int, T, (short)a) OP( \
						to_u16_##T, int, T, (unsigned short)a) OP(to_i32_##T, int, T, (int)a) \
						OP(to_i64_##T, long long, T, (long long)a) \
							OP(to_u64_##T, unsigned long long, T, (unsigned long long)a) \
								OP(to_f32_##T, float, T, (float)a) \
									OP(to_f64_##T, double, T, (double)a)
#define ALL_FLT(OP, T, FMA, SQRT, RINT, FLOOR, CEIL, TRUNC, FABS, COPYSIGN) \
	OP(add_##T, T, T, a + b) \
	OP(sub_##T, T, T, a - b) \
	OP(mul_##T, T, T, a *b) \
	OP(div_##T, T, T, a / b) \
	OP(fma_##T, T, T, FMA(a, b, c)) \
	OP(sqrt_##T, T, T, SQRT(FABS(a))) \
	OP(rint_##T, T, T, RINT(a)) \
	OP(floor_##T, T, T, FLOOR(a)) \
	OP(ceil_##T, T, T, CEIL(a)) \
	OP(trunc_##T, T, T, TRUNC(a)) \
	OP(neg_##T, T, T, -a) \
	OP(abs_##T, T, T, FABS(a)) \
	OP(copysign_##T, T, T, COPYSIGN(a, b)) OP(recip_##T, T, T, (T)1 / a) OP(lt_##T, int, T, a < b) OP(le_##T, int, \
		T, a <= b) OP(gt_##T, int, T, a > b) OP(ge_##T, int, T, a >= b) OP(eq_##T, int, T, a == b) OP(ne_##T, \
		int, T, a != b) OP(nlt_##T, int, T, !(a < b)) OP(nge_##T, int, T, !(a >= b)) OP(nan_##T, int, T, \
		a != a) OP(sel_##T, T, T, a < b ? b : c) OP(to_i32_##T, int, T, FABS(a) < (T)1e9 ? (int)a : 7) \
		OP(to_u32_##T, unsigned, T, FABS(a) < (T)2e9 && a > 0 ? (unsigned)a : 7) OP( \
			to_i64_##T, long long, T, FABS(a) < (T)9e18 ? (long long)a : 7) \
			OP(to_u64_##T, unsigned long long, T, FABS(a) < (T)1e19 && a > 0 ? (unsigned long long)a : 7) \
				OP(to_i16_##T, int, T, FABS(a) < 30000 ? (short)a : 7) \
					OP(to_i8_##T, int, T, FABS(a) < 100 ? S8(a) : 7) OP( \
						to_f32_##T, float, T, (float)a) OP(to_f64_##T, double, T, (double)a) \
						OP(nearest_##T, int, T, FABS(a) < 10000 ? (int)RINT(a) : 7)
#define ALL_OPS(OP) \
	ALL_INT(OP, i16, u16) \
	ALL_INT(OP, u16, u16) \
	ALL_INT(OP, i32, u32) \
	ALL_INT(OP, u32, u32) \
	ALL_INT(OP, i64, u64) \
	ALL_INT(OP, u64, u64) \
	ALL_FLT(OP, float, fmaf, sqrtf, rintf, floorf, ceilf, truncf, fabsf, copysignf) \
	ALL_FLT(OP, double, fma, sqrt, rint, floor, ceil, trunc, fabs, copysign) \
	OP(mulhi_i32, i32, i32, (i32)((i64)((u64)((i64)a * b)) >> 32)) \
	OP(mulhi_u32, u32, u32, (u32)(((u64)a * b) >> 32)) \
	OP(wide_i32, i64, i32, (i64)a *b) \
	OP(wide_u32, u64, u32, (u64)a *b) \
	OP(widemad_i32, i64, i32, (i64)((u64)((i64)a * b) + (u64)(i64)c)) OP(mulhi_u64, u64, u64, \
		(u64)(((unsigned __int128)a * b) >> 64)) OP(wide_i16, i32, i16, (i32)((u32)(i32)a * (u32)(i32)b)) \
		OP(rot_u32, u32, u32, a << (c & 31) | a >> (-c & 31)) OP(lop_u32, u32, u32, (a & b) ^ (~b | c)) \
			OP(lop2_u32, u32, u32, (a ^ b ^ c)) OP(maj_u32, u32, u32, (a & b) | (b & c) | (a & c)) OP( \
				bits_u32, u32, u32, a >> 7 & 31) OP(bits_i32, i32, i32, (i32)((u32)a << 9) >> 21) \
				OP(byte_u32, u32, u32, (a >> 8 & 255) << 16 | (b & 255)) OP(sum_u64, u64, u64, \
					a + (b >> 32) * (c & 0xffff)) OP(carry_u64, u64, u64, (u64)(a + b < a)) \
					OP(mean_i32, i32, i32, (i32)(((i64)a + b) >> 1)) OP(byte_mix, i32, i32, \
						S8(a) * S8(b) + S8(a >> 8) * S8(b >> 8) + S8(a >> 16) * S8(b >> 16)) \
						OP(sat_float, float, float, a > 0 ? (a < 1 ? a : 1.0f) : 0.0f) \
							OP(poly_double, double, double, fma(fma(a, b, c), b, a)) \
								OP(mixed_float, double, float, (double)a *b)
