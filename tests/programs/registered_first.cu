/* Registering is the first thing that the program asks for, of a few bytes in a page whose rest is the heap's to give:
 * pieces of four sizes lie there free, so the runtime's first records come to lie there, too. They must not be lost as
 * the page is exchanged. */
#include "check.h"

static const size_t sizes[] = { 256, 512, 1024, 1536 };

/* A piece of n bytes in the page of `at`; what lies elsewhere is left alone. */
static void *in_page_of(const void *at, size_t n)
{
	for (int i = 0; i < 1000; i++) {
		void *p = malloc(n);

		if ((uintptr_t)p / 4096 == (uintptr_t)at / 4096)
			return p;
	}
	return nullptr;
}

int main()
{
	void *x, *there[4], *d[200];
	cudaPointerAttributes a;

	for (size_t n : sizes)
		for (int i = 0; i < 40; i++)
			HOLDS(malloc(n)); /* nothing of these sizes is free */
	if (posix_memalign(&x, 4096, 28))
		return 1;
	memset(x, 5, 28);
	for (int i = 0; i < 4; i++)
		HOLDS(there[i] = in_page_of(x, sizes[i]));
	for (void *p : there)
		free(p);
	CUDA(cudaHostRegister(x, 28, cudaHostRegisterMapped));
	CUDA(cudaPointerGetAttributes(&a, x));
	HOLDS(a.type == cudaMemoryTypeHost && a.devicePointer);
	for (void *&p : d)
		CUDA(cudaMalloc(&p, 1000));
	for (void *p : d)
		CUDA(cudaFree(p));
	for (int i = 0; i < 4000; i++)
		free(malloc(i));
	HOLDS(((char *)x)[27] == 5);
	CUDA(cudaHostUnregister(x));
	free(x);
	return finish();
}
