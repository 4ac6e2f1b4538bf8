// ops.h as kernels: c_NAME(out, a, b, c, n).
typedef short i16; typedef unsigned short u16; typedef int i32; typedef unsigned u32; typedef long long i64; typedef unsigned long long u64;
#include "ops.h"
#define OP(name, R, T, e) extern "C" __global__ void c_##name(R *out, const T *pa, const T *pb, const T *pc, long long n) \
	{ long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; if (i < n) { T a = pa[i], b = pb[i], c = pc[i]; out[i] = (R)(e); } }
ALL_OPS(OP)
