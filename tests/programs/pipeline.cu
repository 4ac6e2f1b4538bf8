/* Copies that run beside the computation: __pipeline_memcpy_async, cuda::pipeline, cooperative groups' memcpy_async, cuda::barrier. */
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

#include "check.h"

namespace cg = cooperative_groups;
constexpr int B = 128;

__global__ void primitives(const float4 *in, float4 *out, int tiles)
{
	__shared__ float4 s[2][B];
	int t = threadIdx.x, base = blockIdx.x * tiles * B;

	__pipeline_memcpy_async(&s[0][t], &in[base + t], 16);
	__pipeline_commit();
	for (int k = 0; k < tiles; k++) {
		if (k + 1 < tiles)
			__pipeline_memcpy_async(&s[(k + 1) % 2][t], &in[base + (k + 1) * B + t], 16);
		__pipeline_commit();
		__pipeline_wait_prior(1);
		__syncthreads();
		float4 v = s[k % 2][B - 1 - t];
		out[base + k * B + t] = make_float4(v.x + 1, v.y + 2, v.z + 3, v.w + 4);
		__syncthreads();
	}
}

__global__ void staged(const int *in, int *out, int tiles)
{
	constexpr int S = 2;
	__shared__ int s[S][B];
	__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, S> state;
	auto block = cg::this_thread_block();
	auto pipe = cuda::make_pipeline(block, &state);
	int fetched = 0;

	for (int k = 0; k < tiles; k++) {
		for (; fetched < tiles && fetched < k + S; fetched++) {
			pipe.producer_acquire();
			cuda::memcpy_async(block, s[fetched % S], in + fetched * B, sizeof(int) * B, pipe);
			pipe.producer_commit();
		}
		pipe.consumer_wait();
		out[k * B + threadIdx.x] = 2 * s[k % S][(threadIdx.x + 1) % B];
		pipe.consumer_release();
	}
}

__global__ void barriers(const int *in, int *out, int tiles)
{
	__shared__ int s[B];
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	auto block = cg::this_thread_block();

	if (block.thread_rank() == 0)
		init(&bar, block.size());
	block.sync();
	for (int k = 0; k < tiles; k++) {
		cuda::memcpy_async(block, s, in + k * B, cuda::aligned_size_t<16>(sizeof s), bar);
		bar.arrive_and_wait();
		out[k * B + threadIdx.x] = 3 * s[B - 1 - threadIdx.x];
		auto token = bar.arrive();
		bar.wait(std::move(token));
	}
}

__global__ void grouped(const int *in, int *out)
{
	extern __shared__ int dyn[];
	auto block = cg::this_thread_block();

	cg::memcpy_async(block, dyn, in, sizeof(int) * 2 * B);
	cg::wait(block);
	out[threadIdx.x] = dyn[2 * threadIdx.x] - dyn[2 * threadIdx.x + 1];
}

int main()
{
	constexpr int tiles = 5, n = tiles * B;
	std::vector<float> f = random_floats(n * 8, 1), fw(n * 8);
	std::vector<int> v(n), a(n), b(n), c(B);
	Device<float> fin(f), fout(n * 8);

	for (int i = 0; i < n * 8; i++)
		fw[i] = f[(i / 4 / B * B + B - 1 - i / 4 % B) * 4 + i % 4] + (i % 4 + 1);
	primitives<<<2, B>>>((float4 *)fin.p, (float4 *)fout.p, tiles);
	same("primitives", fout.get(), fw);
	for (int i = 0; i < n; i++)
		v[i] = i * i;
	for (int i = 0; i < n; i++) {
		a[i] = 2 * v[i / B * B + (i + 1) % B];
		b[i] = 3 * v[i / B * B + B - 1 - i % B];
		if (i < B)
			c[i] = v[2 * i] - v[2 * i + 1];
	}
	Device<int> in(v), out(n), small(B);
	staged<<<1, B>>>(in, out, tiles);
	same("pipeline", out.get(), a);
	barriers<<<1, B>>>(in, out, tiles);
	same("barrier", out.get(), b);
	grouped<<<1, B, 2 * B * 4>>>(in, small);
	same("memcpy_async", small.get(), c);
	LAUNCHED();
	return finish();
}
