/* Memory that the program had before, registered: malloc'd, static, mapped; read and written by kernels at its device address, by the host
 * as before, by asynchronous copies; given back with what is in it. */
#include "check.h"
#include <sys/mman.h>

__global__ void twice(int *p, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		p[i] *= 2;
}

__global__ void copy(int *to, const int *from, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		to[i] = from[i];
}

static int fixed[5000];

static void each(const char *what, int *p, int n)
{
	cudaPointerAttributes a;
	std::vector<int> want(n);
	Device<int> d(n);
	cudaStream_t s;
	int *there, before = p[-1], after = p[n];
	unsigned flags;

	for (int i = 0; i < n; i++)
		p[i] = i;
	CUDA(cudaStreamCreate(&s));
	CUDA(cudaHostRegister(p, n * sizeof(int), cudaHostRegisterMapped));
	GIVES(cudaHostRegister(p, n * sizeof(int), 0), cudaErrorHostMemoryAlreadyRegistered);
	cudaGetLastError();
	HOLDS(p[n - 1] == n - 1);
	CUDA(cudaHostGetDevicePointer((void **)&there, p, 0));
	CUDA(cudaHostGetFlags(&flags, p));
	HOLDS(flags & cudaHostRegisterMapped);
	CUDA(cudaPointerGetAttributes(&a, p + 3));
	HOLDS(a.type == cudaMemoryTypeHost && a.hostPointer == p + 3 && a.devicePointer == there + 3);
	p[1] = 100;
	twice<<<(n + 255) / 256, 256, 0, s>>>(there, n);
	copy<<<(n + 255) / 256, 256, 0, s>>>(d, there, n);
	CUDA(cudaStreamSynchronize(s));
	for (int i = 0; i < n; i++)
		want[i] = 2 * i;
	want[1] = 200;
	same(what, d.get(), want);
	same(what, std::vector<int>(p, p + n), want);
	CUDA(cudaMemsetAsync(d, 0, 40, s));
	CUDA(cudaMemcpyAsync(p + 5, d, 40, cudaMemcpyDeviceToHost, s));
	CUDA(cudaMemcpyAsync(d + 20, p, 40, cudaMemcpyHostToDevice, s));
	CUDA(cudaStreamSynchronize(s));
	HOLDS(p[5] == 0 && p[14] == 0 && p[15] == 30 && p[4] == 8);
	HOLDS(d.get()[21] == 200);
	CUDA(cudaHostUnregister(p));
	HOLDS(p[1] == 200 && p[15] == 30 && p[-1] == before && p[n] == after);
	p[1] = 7;
	GIVES(cudaHostUnregister(p), cudaErrorHostMemoryNotRegistered);
	cudaGetLastError();
	CUDA(cudaStreamDestroy(s));
}

int main()
{
	int *heap = (int *)malloc(300000), *small = (int *)malloc(400), *other = (int *)malloc(400), *mapped;

	heap[0] = small[0] = 1;
	heap[60001] = small[65] = 2;
	each("malloc", heap + 1, 60000);
	each("again", heap + 1, 60000);
	each("static", fixed + 9, 4000);
	mapped = (int *)mmap(nullptr, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	each("mapped", mapped + 1024, 100000);
	/* The heap is none the worse. */
	each("small", small + 1, 64);
	for (int i = 0; i < 1000; i++)
		free(malloc(100 + i));
	CUDA(cudaHostRegister(small, 400, 0));
	CUDA(cudaHostRegister(other, 400, 0));
	CUDA(cudaHostUnregister(small));
	CUDA(cudaHostUnregister(other));
	free(small);
	free(other);
	free(heap);
	GIVES(cudaHostRegister(nullptr, 4, 0), cudaErrorInvalidValue);
	return finish();
}
