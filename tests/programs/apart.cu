/* nvcc: -Xptxas -fmad=false
 * A program may ask ptxas to leave products and sums apart, and the PTX that nvcc makes does not say so: the fatbin does. Without the option
 * these kernels round once (contract.cu). */
#include <cuda_runtime.h>
#include "check.h"

enum { N = 256 };

/* Inline PTX, so that no compiler before ptxas has a say. */
#define LINE(T, name, letter) \
	__global__ void line(const T *a, const T *b, const T *c, T *out) \
	{ \
		int t = blockIdx.x * blockDim.x + threadIdx.x; \
		asm("{ .reg ." name " m; mul." name " m, %1, %2; add." name " %0, m, %3; }" : "=" letter(out[t]) : letter(a[t]), letter(b[t]), letter(c[t])); \
	}
LINE(float, "f32", "f")
LINE(double, "f64", "d")

template <class T> static void compare()
{
	T *in, *out;
	Random random(9);
	int shows = 0;

	CUDA(cudaMallocManaged(&in, 3 * N * sizeof(T)));
	CUDA(cudaMallocManaged(&out, N * sizeof(T)));
	for (int k = 0; k < 3 * N; k++)
		in[k] = (T)((double)(int32_t)random.next() / 3e9 + (double)(int32_t)random.next() / 9e18);
	line<<<N / 64, 64>>>(in, in + N, in + 2 * N, out);
	LAUNCHED();
	CUDA(cudaDeviceSynchronize());
	for (int k = 0; k < N; k++) {
		volatile T product = in[k] * in[N + k], sum = product + in[2 * N + k];
		shows += sum != std::fma(in[k], in[N + k], in[2 * N + k]);
		expect(out[k] == sum, "%zu bytes, thread %d: %a, not %a", sizeof(T), k, (double)out[k], (double)sum);
	}
	HOLDS(shows > N / 8); /* inputs whose last bit tells one rounding from two */
	CUDA(cudaFree(in));
	CUDA(cudaFree(out));
}

int main()
{
	compare<float>();
	compare<double>();
	return finish();
}
