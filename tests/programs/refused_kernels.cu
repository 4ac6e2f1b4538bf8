/* says: wmma.load.a
 * Instructions that the emulator lacks, beside kernels that it has: the module runs, only the launches that could reach them are refused. */
#include <mma.h>

#include "check.h"

__global__ void plain(float *a) { a[threadIdx.x] = threadIdx.x; }

__global__ void tensor(const half *a, const half *b, float *c)
{
	using namespace nvcuda::wmma;
	fragment<matrix_a, 16, 16, 16, half, row_major> fa;
	fragment<matrix_b, 16, 16, 16, half, col_major> fb;
	fragment<accumulator, 16, 16, 16, float> fc;

	fill_fragment(fc, 0.f);
	load_matrix_sync(fa, a, 16);
	load_matrix_sync(fb, b, 16);
	mma_sync(fc, fa, fb, fc);
	store_matrix_sync(c, fc, 16, mem_row_major);
}

__device__ __noinline__ float sample(cudaTextureObject_t t, int i) { return tex1Dfetch<float>(t, i); }
__global__ void texture(cudaTextureObject_t t, float *out) { out[threadIdx.x] = sample(t, threadIdx.x); }

int main()
{
	Device<float> a(256);
	Device<half> h(256);

	plain<<<1, 256>>>(a);
	LAUNCHED();
	tensor<<<1, 32>>>(h, h, a);
	cudaError_t first = cudaGetLastError(), then = cudaDeviceSynchronize();
	expect(first == cudaErrorNotSupported && then == cudaSuccess, "tensor: %s, %s", cudaGetErrorName(first), cudaGetErrorName(then));
	texture<<<1, 32>>>(0, a);
	first = cudaGetLastError(), then = cudaDeviceSynchronize();
	expect(first == cudaErrorNotSupported && then == cudaSuccess, "texture: %s, %s", cudaGetErrorName(first), cudaGetErrorName(then));
	cudaGetLastError();
	/* The context lives on, and what ran before is there. */
	std::vector<float> want(256);
	for (int i = 0; i < 256; i++)
		want[i] = i;
	same("before", a.get(), want);
	a.zero();
	plain<<<1, 256>>>(a);
	LAUNCHED();
	same("after", a.get(), want);
	return finish();
}
