/* nvcc: -arch=compute_90
 * What compute_90 adds for ordinary code: atomics on vectors and on 128 bits, clusters of one block, and the packed intrinsics of old. */
#include <cooperative_groups.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "check.h"

namespace cg = cooperative_groups;

__global__ void vectors(float2 *two, float4 *four, __half2 *h)
{
	atomicAdd(two, make_float2(1.0f, threadIdx.x));
	atomicAdd(four, make_float4(1.0f, 2.0f, 3.0f, threadIdx.x));
	atomicAdd(h, __halves2half2(__float2half(1.0f), __float2half(2.0f)));
}

__global__ void quads(ulonglong2 *cell, ulonglong2 *old)
{
	asm volatile("{ .reg .b128 a, b; mov.b128 a, {%2, %3}; atom.global.exch.b128 b, [%4], a; mov.b128 {%0, %1}, b; }"
		: "=l"(old->x), "=l"(old->y) : "l"(7ull), "l"(8ull), "l"(cell) : "memory");
}

__global__ void cluster(int *out)
{
	__shared__ int value;
	cg::cluster_group c = cg::this_cluster();

	if (threadIdx.x == 0)
		value = 42;
	c.sync();
	out[threadIdx.x] = *c.map_shared_rank(&value, 0) + (int)c.block_rank() + (int)c.num_blocks() * 1000 + (int)c.query_shared_rank(&value);
}

__global__ void packed(const unsigned *a, const unsigned *b, unsigned *out)
{
	unsigned i = threadIdx.x, k = 8 * i;

	out[k] = __vabsdiffu4(a[i], b[i]);
	out[k + 1] = __vsadu4(a[i], b[i]);
	out[k + 2] = __vadd4(a[i], b[i]);
	out[k + 3] = __vavgu4(a[i], b[i]);
	out[k + 4] = __vcmpgtu4(a[i], b[i]);
	out[k + 5] = __vsadu2(a[i], b[i]);
	out[k + 6] = __vmaxs2(a[i], b[i]);
	out[k + 7] = __viaddmax_s32_relu((int)a[i], (int)b[i], -5);
}

static unsigned byte(unsigned v, int k) { return v >> (8 * k) & 255; }
static unsigned half_of(unsigned v, int k) { return v >> (16 * k) & 65535; }

int main()
{
	Device<float2> two(1);
	Device<float4> four(1);
	Device<__half2> h(1);
	vectors<<<1, 64>>>(two, four, h);
	LAUNCHED();
	float2 t = two.get()[0];
	float4 f = four.get()[0];
	__half2 hh = h.get()[0];
	expect(t.x == 64 && t.y == 2016, "float2: %g %g", t.x, t.y);
	expect(f.x == 64 && f.y == 128 && f.z == 192 && f.w == 2016, "float4: %g %g %g %g", f.x, f.y, f.z, f.w);
	expect(__half2float(hh.x) == 64 && __half2float(hh.y) == 128, "half2: %g %g", __half2float(hh.x), __half2float(hh.y));

	Device<ulonglong2> q(std::vector<ulonglong2>{ { 1, 2 }, { 0, 0 } });
	quads<<<1, 1>>>(q, q + 1);
	LAUNCHED();
	std::vector<ulonglong2> cells = q.get();
	expect(cells[0].x == 7 && cells[0].y == 8 && cells[1].x == 1 && cells[1].y == 2, "exch.b128");

	Device<int> c(64);
	cluster<<<1, 64>>>(c);
	LAUNCHED();
	same("cluster", c.get(), std::vector<int>(64, 1042));

	Random r(5);
	std::vector<unsigned> a(32), b(32), want(256);
	for (int i = 0; i < 32; i++) {
		a[i] = r.next(), b[i] = r.next();
		for (int k = 0; k < 4; k++) {
			unsigned x = byte(a[i], k), y = byte(b[i], k), d = x > y ? x - y : y - x;
			want[8 * i] |= d << (8 * k);
			want[8 * i + 1] += d;
			want[8 * i + 2] |= ((x + y) & 255) << (8 * k);
			want[8 * i + 3] |= ((x + y + 1) / 2) << (8 * k);
			want[8 * i + 4] |= (x > y ? 255u : 0) << (8 * k);
		}
		for (int k = 0; k < 2; k++) {
			unsigned x = half_of(a[i], k), y = half_of(b[i], k);
			want[8 * i + 5] += x > y ? x - y : y - x;
			want[8 * i + 6] |= ((int16_t)x > (int16_t)y ? x : y) << (16 * k);
		}
		int s = (int)(a[i] + b[i]);
		want[8 * i + 7] = s > 0 ? s : 0;
	}
	Device<unsigned> da(a), db(b), out(256);
	packed<<<1, 32>>>(da, db, out);
	LAUNCHED();
	same("packed", out.get(), want);
	return finish();
}
