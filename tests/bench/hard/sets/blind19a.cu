// blind19a: a fresh set of kernels that nobody had modelled when they were written. A course's sums, strides and banks.
#include "blind7.h"

__global__ void bill_modulo(const unsigned *in, unsigned *out, int n)
{ // sum of a block, the lecture's first version: every second thread, every fourth, ... by a remainder
	extern __shared__ unsigned s[];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	s[t] = i < n ? in[i] : 0;
	__syncthreads();
	for (int d = 1; d < blockDim.x; d *= 2) {
		if (t % (2 * d) == 0)
			s[t] += s[t + d];
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = s[0];
}
__global__ void bill_strided(const unsigned *in, unsigned *out, int n)
{ // second version: the first threads work, but at strided places, so that banks collide
	extern __shared__ unsigned s[];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	s[t] = i < n ? in[i] : 0;
	__syncthreads();
	for (int d = 1; d < blockDim.x; d *= 2) {
		int at = 2 * d * t;
		if (at < blockDim.x)
			s[at] += s[at + d];
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = s[0];
}
__global__ void bill_sequential(const unsigned *in, unsigned *out, int n)
{ // third version: the upper half is added to the lower half
	extern __shared__ unsigned s[];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	s[t] = i < n ? in[i] : 0;
	__syncthreads();
	for (int d = blockDim.x / 2; d; d /= 2) {
		if (t < d)
			s[t] += s[t + d];
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = s[0];
}
__global__ void bill_first_add(const unsigned *in, unsigned *out, int n)
{ // fourth version: each thread adds six values while it loads, then halves, the last warp by shuffles
	extern __shared__ unsigned s[];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x * 6 + t;
	unsigned v = 0;
	for (int k = 0; k < 6; k++, i += blockDim.x)
		v += i < n ? in[i] : 0;
	s[t] = v;
	__syncthreads();
	for (int d = blockDim.x / 2; d >= 32; d /= 2) {
		if (t < d)
			s[t] += s[t + d];
		__syncthreads();
	}
	if (t >= 32)
		return;
	v = s[t];
	for (int d = 16; d; d /= 2)
		v += __shfl_down_sync(~0u, v, d);
	if (t == 0)
		atomicAdd(out, v);
}
__global__ void bill_grid(const uint4 *in, unsigned *out, int n4)
{ // last version: a fixed grid walks over words of four, one atomic a warp
	unsigned v = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
		uint4 q = in[i];
		v += q.x + q.y + q.z + q.w;
	}
	v = __reduce_add_sync(~0u, v);
	if (threadIdx.x % 32 == 0)
		atomicAdd(out, v);
}
__global__ void bill_one_block(const unsigned *in, unsigned *out, int n)
{ // what a beginner writes: one block, each thread sums a piece of its own, thread 0 adds the pieces
	__shared__ unsigned s[512];
	int t = threadIdx.x, each = (n + blockDim.x - 1) / blockDim.x;
	unsigned v = 0;
	for (int i = t * each; i < min(n, (t + 1) * each); i++)
		v += in[i];
	s[t] = v;
	__syncthreads();
	if (t == 0) {
		v = 0;
		for (int k = 0; k < blockDim.x; k++)
			v += s[k];
		*out = v;
	}
}
__global__ void stride_scale(const float *in, float *out, int n, int stride, int offset)
{ // every stride-th number is scaled, from an offset on
	int i = (blockIdx.x * blockDim.x + threadIdx.x) * stride + offset;
	if (i < n)
		out[i] = 2.5f * in[i] + 1;
}
template <int PITCH> __global__ void tile_rows(const int *in, int *out, int rounds)
{ // a warp has a tile of 32 by 32 in shared memory; each lane mixes up its own row of it, rounds times over
	__shared__ int tile[3][32 * PITCH];
	int lane = threadIdx.x % 32, *my = tile[threadIdx.x / 32];
	size_t base = (size_t)(blockIdx.x * 3 + threadIdx.x / 32) * 1024;
	for (int r = 0; r < 32; r++)
		my[r * PITCH + lane] = in[base + r * 32 + lane];
	__syncwarp();
	int v = 0;
	for (int k = 0; k < rounds; k++)
		for (int c = 0; c < 32; c++)
			v = v * 5 + my[lane * PITCH + c];
	out[(blockIdx.x * 3 + threadIdx.x / 32) * 32 + lane] = v;
}
struct Station {
	float diesel, petrol, gas, power, litres, open;
};
__global__ void fuel_structs(const Station *in, float *out, int n)
{ // what a station earns, a struct of six floats a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	Station s = in[i];
	out[i] = s.litres * (s.diesel + s.petrol * 0.5f + s.gas * 0.25f) + s.open * s.power;
}
__global__ void fuel_arrays(const float *in, float *out, int n)
{ // the same from six arrays
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[4 * n + i] * (in[i] + in[n + i] * 0.5f + in[2 * n + i] * 0.25f) +
			in[5 * n + i] * in[3 * n + i];
}
void rows()
{
	const int N = 700000, T = 256;
	std::vector<unsigned> w = words(1 << 21), total(1);
	std::vector<float> f = fractions(w);
	for (int i = 0; i < N; i++)
		total[0] += w[i];
	unsigned *dw = upload(w), *p1 = dev<unsigned>(N), *p2 = dev<unsigned>(N), *sum = dev<unsigned>(1);
	auto three = [&](void (*k)(const unsigned *, unsigned *, int)) {
		int b = (N + T - 1) / T, c = (b + T - 1) / T;
		k<<<b, T, 4 * T>>>(dw, p1, N);
		k<<<c, T, 4 * T>>>(p1, p2, b);
		k<<<1, T, 4 * T>>>(p2, sum, c);
	};
	auto zero = [&] { CHECK(cudaMemset(sum, 0, 4)); };
	job<unsigned>(
		"electricity_bill.modulo", [&] { three(bill_modulo); }, sum, 1, same(total));
	job<unsigned>(
		"electricity_bill.strided", [&] { three(bill_strided); }, sum, 1, same(total));
	job<unsigned>(
		"electricity_bill.halves", [&] { three(bill_sequential); }, sum, 1, same(total));
	job<unsigned>(
		"electricity_bill.add_while_loading",
		[&] { bill_first_add<<<(N + 6 * 128 - 1) / (6 * 128), 128, 4 * 128>>>(dw, sum, N); }, sum, 1,
		same(total), zero);
	job<unsigned>(
		"electricity_bill.fixed_grid", [&] { bill_grid<<<264, 192>>>((uint4 *)dw, sum, N / 4); }, sum, 1,
		same(total), zero);
	job<unsigned>(
		"electricity_bill.one_block", [&] { bill_one_block<<<1, 512>>>(dw, sum, 150000); }, sum, 1,
		[&](const std::vector<unsigned> &v) {
			unsigned s = 0;
			for (int i = 0; i < 150000; i++)
				s += w[i];
			return v[0] == s;
		});
	const int L = 1 << 21;
	float *df = upload(f), *o = dev<float>(L);
	auto scaled = [&](int stride, int offset) {
		std::vector<float> want(L);
		for (int i = offset; i < L; i += stride)
			want[i] = 2.5f * f[i] + 1;
		return want;
	};
	auto wipe = [&] { CHECK(cudaMemset(o, 0, 4 * L)); };
	job<float>(
		"stride_lesson.every_third", [&] { stride_scale<<<(L / 3 + 255) / 256, 256>>>(df, o, L, 3, 1); }, o, L,
		close_to(scaled(3, 1)), wipe);
	job<float>(
		"stride_lesson.every_seventeenth",
		[&] { stride_scale<<<(L / 17 + 191) / 192, 192>>>(df, o, L, 17, 5); }, o, L, close_to(scaled(17, 5)),
		wipe);
	const int B = 300, W = B * 3, R = 6;
	std::vector<int> tiled(W * 32);
	for (int i = 0; i < W * 32; i++)
		for (int k = 0; k < R; k++)
			for (int c = 0; c < 32; c++)
				tiled[i] = (int)((unsigned)tiled[i] * 5 + w[i * 32 + c]);
	int *rows_out = dev<int>(W * 32);
	job<int>(
		"bank_lesson.rows_collide", [&] { tile_rows<32><<<B, 96>>>((int *)dw, rows_out, R); }, rows_out, W * 32,
		same(tiled));
	job<int>(
		"bank_lesson.rows_padded", [&] { tile_rows<33><<<B, 96>>>((int *)dw, rows_out, R); }, rows_out, W * 32,
		same(tiled));
	const int S = 310000;
	std::vector<Station> station(S);
	std::vector<float> earned(S);
	for (int i = 0; i < S; i++) {
		Station s = { f[i], f[S + i], f[2 * S + i], f[3 * S + i], f[4 * S + i], f[5 * S + i] };
		station[i] = s;
		earned[i] = s.litres * (s.diesel + s.petrol * 0.5f + s.gas * 0.25f) + s.open * s.power;
	}
	Station *ds = upload(station);
	job<float>(
		"fuel_stations.structs", [&] { fuel_structs<<<(S + 127) / 128, 128>>>(ds, o, S); }, o, S,
		close_to(earned));
	job<float>(
		"fuel_stations.arrays", [&] { fuel_arrays<<<(S + 127) / 128, 128>>>(df, o, S); }, o, S,
		close_to(earned));
}
