/* __managed__ variables: the host and the device read and write them by name. */
#include "check.h"

__managed__ int counter = 5;
__device__ __managed__ float samples[100];
struct Pair { int a; double b; };
__managed__ Pair pair = { 3, 1.5 };

/* Where they lie on the device follows from the program, not from where the loader has put it this time: the modelled time does too. */
__managed__ int v0, v1, v2, v3, v4, v5, v6, v7;

__global__ void change(int by)
{
	if (threadIdx.x == 0 && blockIdx.x == 0)
		pair.b *= 2;
	atomicAdd(&counter, by);
	if (threadIdx.x < 100)
		atomicAdd(&samples[threadIdx.x], (float)threadIdx.x);
}

int main()
{
	cudaPointerAttributes a;
	int x;

	HOLDS(counter == 5 && pair.a == 3);
	counter = 7;
	for (int i = 0; i < 100; i++)
		samples[i] = 1000;
	change<<<1, 128>>>(2);
	CUDA(cudaDeviceSynchronize());
	HOLDS(counter == 263);
	HOLDS(samples[0] == 1000 && samples[99] == 1099);
	HOLDS(pair.a == 3 && pair.b == 3.0);
	counter++;
	change<<<2, 64>>>(1);
	CUDA(cudaDeviceSynchronize());
	HOLDS(counter == 392);
	CUDA(cudaMemcpyFromSymbol(&x, counter, 4));
	HOLDS(x == 392);
	x = 12;
	CUDA(cudaMemcpyToSymbol(counter, &x, 4));
	CUDA(cudaDeviceSynchronize());
	HOLDS(counter == 12);
	CUDA(cudaPointerGetAttributes(&a, &counter));
	HOLDS(a.type == cudaMemoryTypeManaged);
	size_t bytes;
	CUDA(cudaGetSymbolSize(&bytes, counter));
	HOLDS(bytes == 4);
	const int *in_order[] = { &counter, &v0, &v1, &v2, &v3, &v4, &v5, &v6, &v7 };
	for (int i = 0; i < 8; i++)
		HOLDS(in_order[i] < in_order[i + 1]);
	/* A reset ends what runs, and the values stay: for the host, and for the next kernel. */
	counter = 40;
	samples[99] = 5;
	change<<<1, 32>>>(1);
	CUDA(cudaDeviceReset());
	HOLDS(counter == 72 && samples[99] == 5 && pair.b == 12.0);
	counter = 50;
	change<<<1, 32>>>(1);
	CUDA(cudaDeviceSynchronize());
	HOLDS(counter == 82 && samples[99] == 5 && pair.b == 24.0);
	CUDA(cudaMemcpyFromSymbol(&x, counter, 4));
	HOLDS(x == 82);
	return finish();
}
