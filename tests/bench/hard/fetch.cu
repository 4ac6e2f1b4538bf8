// Loops whose machine code is long: what fetching it takes, one warp, warps of a block, blocks of their own, one chain
// or eight.
#include "probe.h"
#include <string>
template <int N, int WIDE
> __global__ void turns(float *o, float a, float b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float x[WIDE];
	for (int k = 0; k < WIDE; k++)
		x[k] = i + k;
#pragma unroll 1
	for (int t = 0; t < n; t++) {
#pragma unroll
		for (int k = 0; k < N; k++)
			x[k % WIDE] = x[k % WIDE] * a + b;
	}
	float s = 0;
	for (int k = 0; k < WIDE; k++)
		s += x[k];
	o[i] = s;
}
template <int N> __global__ void halves(float *o, float a, float b, int n)
{ // warps of a block go different ways: half of the code each
	int i = blockIdx.x * blockDim.x + threadIdx.x, w = threadIdx.x / 32;
	float x[8];
	for (int k = 0; k < 8; k++)
		x[k] = i + k;
#pragma unroll 1
	for (int t = 0; t < n; t++) {
		if ((t + w) & 1) {
#pragma unroll
			for (int k = 0; k < N; k++)
				x[k % 8] = x[k % 8] * a + b;
		} else {
#pragma unroll
			for (int k = 0; k < N; k++)
				x[k % 8] = x[k % 8] * b + a;
		}
	}
	float s = 0;
	for (int k = 0; k < 8; k++)
		s += x[k];
	o[i] = s;
}
static float *o;
template <int N> static void size()
{
	std::string n = std::to_string(N);
	int t = 64000 / N;
	row(("fetch.wide.b1.w1." + n).c_str(), [=] { turns<N, 8><<<132, 32>>>(o, 0.5f, 1, t); });
	row(("fetch.wide.b1.w4." + n).c_str(), [=] { turns<N, 8><<<132, 128>>>(o, 0.5f, 1, t); });
	row(("fetch.wide.b1.w8." + n).c_str(), [=] { turns<N, 8><<<132, 256>>>(o, 0.5f, 1, t); });
	row(("fetch.wide.b1.w16." + n).c_str(), [=] { turns<N, 8><<<132, 512>>>(o, 0.5f, 1, t); });
	row(("fetch.wide.b1.w32." + n).c_str(), [=] { turns<N, 8><<<132, 1024>>>(o, 0.5f, 1, t); });
	row(("fetch.wide.b4.w1." + n).c_str(), [=] { turns<N, 8><<<528, 32>>>(o, 0.5f, 1, t); });
	row(("fetch.wide.b16.w1." + n).c_str(), [=] { turns<N, 8><<<2112, 32>>>(o, 0.5f, 1, t); });
	row(("fetch.wide.b8.w8." + n).c_str(), [=] { turns<N, 8><<<1056, 256>>>(o, 0.5f, 1, t); });
	row(("fetch.chain.b1.w1." + n).c_str(), [=] { turns<N, 1><<<132, 32>>>(o, 0.5f, 1, t); });
	row(("fetch.chain.b1.w16." + n).c_str(), [=] { turns<N, 1><<<132, 512>>>(o, 0.5f, 1, t); });
	row(("fetch.two.b1.w1." + n).c_str(), [=] { turns<N, 2><<<132, 32>>>(o, 0.5f, 1, t); });
	row(("fetch.halves.b1.w1." + n).c_str(), [=] { halves<N / 2><<<132, 32>>>(o, 0.5f, 1, 2 * t); });
	row(("fetch.halves.b1.w8." + n).c_str(), [=] { halves<N / 2><<<132, 256>>>(o, 0.5f, 1, 2 * t); });
}
void rows()
{
	CHECK(cudaMalloc(&o, 8 << 20));
	size<800>();
	size<1600>();
	size<2000>();
	size<2400>();
	size<3200>();
	size<4800>();
	size<6400>();
	size<8000>();
	size<9600>();
	size<12800>();
}
