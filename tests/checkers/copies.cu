/* copies.cu: bytes that nobody wrote on their way to the host; directions that are not the copy's. */
#include "case.h"

// CASE last_not_written: the guard leaves the last element out, and the host copies it all
// EXPECT initcheck uninit-copy warning
// HARDWARE initcheck
__global__ void almost(int *a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n - 1)
		a[i] = i;
}
CASE(last_not_written)
{
	Array<int> a(100);
	almost<<<2, 64>>>(a, 100);
	bool fine = ran();
	return a.get()[5] == 5 && fine;
}

// CASE result_not_written: one thread should write the result and none does
// EXPECT initcheck uninit-copy error
// HARDWARE initcheck
__global__ void result_of(const int *in, int *result)
{
	if (threadIdx.x == blockDim.x)
		*result = in[0];
}
CASE(result_not_written)
{
	Array<int> in(counting<int>(64)), result(1);
	result_of<<<1, 64>>>(in, result);
	bool fine = ran();
	result.get();
	return fine;
}

// CASE through_the_device: garbage copied within the device first
// EXPECT initcheck uninit-copy
// HARDWARE initcheck
CASE(through_the_device)
{
	Array<int> a(100), b(100);
	almost<<<1, 64>>>(a, 100);
	bool fine = ran();
	said(cudaMemcpy(b, a, 100 * sizeof(int), cudaMemcpyDeviceToDevice));
	return b.get()[5] == 5 && fine;
}

// CASE rows_not_written: a pitched copy takes the rows below the last one that was written along
// EXPECT initcheck uninit-copy
// HARDWARE initcheck
__global__ void rows(char *a, size_t pitch, int width, int height)
{
	int x = threadIdx.x, y = blockIdx.x;
	if (x < width && y < height)
		((int *)(a + y * pitch))[x] = x + y;
}
CASE(rows_not_written)
{
	char *a;
	size_t pitch;
	std::vector<int> v(40 * 10);
	said(cudaMallocPitch(&a, &pitch, 40 * sizeof(int), 10));
	rows<<<10, 64>>>(a, pitch, 40, 8);
	bool fine = ran();
	said(cudaMemcpy2D(v.data(), 40 * sizeof(int), a, pitch, 40 * sizeof(int), 10, cudaMemcpyDeviceToHost));
	said(cudaFree(a));
	return fine && v[3 * 40 + 2] == 5;
}

// CASE to_pinned_memory: an asynchronous copy of unwritten bytes into pinned memory
// EXPECT initcheck uninit-copy
// HARDWARE initcheck
CASE(to_pinned_memory)
{
	Array<int> a(100);
	int *host;
	said(cudaMallocHost(&host, 100 * sizeof(int)));
	almost<<<1, 64>>>(a, 100);
	said(cudaMemcpyAsync(host, a, 100 * sizeof(int), cudaMemcpyDeviceToHost));
	bool fine = ran() && host[5] == 5;
	said(cudaFreeHost(host));
	return fine;
}

/* Pinned memory and device memory, both of n zeros. */
struct Both {
	int *host, *device;
	size_t bytes;
	explicit Both(size_t n) : bytes(n * sizeof(int))
	{
		said(cudaMallocHost(&host, bytes));
		said(cudaMalloc(&device, bytes));
		said(cudaMemset(device, 0, bytes));
		memset(host, 0, bytes);
	}
	~Both()
	{
		cudaFree(device);
		cudaFreeHost(host);
	}
};

// CASE direction_back: a copy to pinned memory names the direction of the way there, and works
// EXPECT memcheck copy-direction info
// SAYS which is cudaMemcpyDeviceToHost
// ADVICE name it as it is
// ANSWER right
// HARDWARE unmeasured
CASE(direction_back)
{
	Both b(100);
	b.host[5] = 7;
	said(cudaMemcpyAsync(b.host, b.device, b.bytes, cudaMemcpyHostToDevice));
	return ran() && b.host[5] == 0;
}

// CASE direction_there: a copy from pinned memory names the direction of the way back, and works
// EXPECT memcheck copy-direction info
// ANSWER right
// HARDWARE unmeasured
CASE(direction_there)
{
	Both b(100);
	int back[100];
	b.host[5] = 7;
	said(cudaMemcpy(b.device, b.host, b.bytes, cudaMemcpyDeviceToHost));
	said(cudaMemcpy(back, b.device, b.bytes, cudaMemcpyDeviceToHost));
	return ran() && back[5] == 7;
}

// CASE direction_of_rows: the same of a copy by rows, named as one within the device
// EXPECT memcheck copy-direction info
// ANSWER right
// HARDWARE unmeasured
CASE(direction_of_rows)
{
	Both b(100);
	b.host[5] = 7;
	said(cudaMemcpy2DAsync(b.host, 40, b.device, 40, 40, 10, cudaMemcpyDeviceToDevice));
	return ran() && b.host[5] == 0;
}

// CASE four_megabytes: one copy of more than the socket takes at a time, of which nothing was written
// EXPECT initcheck uninit-copy error
// SAYS of the 4194304 bytes that it copies to the host 4194304 were never written, from byte 0 on
// HARDWARE unmeasured
CASE(four_megabytes)
{
	Array<int> a(1 << 20);
	return a.get().size() == 1 << 20;
}

// CASE long_rows_with_gaps: rows of 1.5 MB that lie apart, of which the middle one was written
// EXPECT initcheck uninit-copy warning
// SAYS of the 4500000 bytes that it copies to the host 3000000 were never written, from byte 0 on
// HARDWARE unmeasured
CASE(long_rows_with_gaps)
{
	const size_t width = 1500000, pitch = 1500160;
	Array<char> a(3 * pitch);
	std::vector<char> v(3 * width);
	said(cudaMemset(a + pitch, 1, width));
	said(cudaMemcpy2D(v.data(), width, a, pitch, width, 3, cudaMemcpyDeviceToHost));
	return ran() && v[width] == 1;
}

// CASE width_in_elements: the width of a cudaMemcpy2D() is given in elements, so a quarter of each row is written
// EXPECT initcheck uninit-copy
// SAYS of the 8000 bytes that it copies to the host 6000 were never written, from byte 100 on
// HARDWARE unmeasured
CASE(width_in_elements)
{
	float *p;
	size_t pitch;
	std::vector<float> h(2000, 1.0f);
	said(cudaMallocPitch((void **)&p, &pitch, 400, 20));
	said(cudaMemcpy2D(p, pitch, h.data(), 400, 100, 20, cudaMemcpyHostToDevice));
	said(cudaMemcpy2D(h.data(), 400, p, pitch, 400, 20, cudaMemcpyDeviceToHost));
	said(cudaFree(p));
	return true;
}

// CASE name_to_kernel: the name of a __device__ array is passed to a kernel
// EXPECT memcheck host-pointer at name-write
// SAYS the host passed the name of the device's variable table as a pointer
// SAYS cudaGetSymbolAddress()
// UNSAID (a host pointer?)
// HARDWARE unmeasured
__device__ int table[64];
__global__ void fill_table(int *p)
{
	p[threadIdx.x] = 3; // BUG name-write
}
CASE(name_to_kernel)
{
	fill_table<<<1, 64>>>(table);
	return ran();
}

// CASE name_to_copies: the name of a __device__ array is the end of a cudaMemcpy(), and what cudaMemset() sets
// EXPECT memcheck api
// SAYS the destination
// SAYS cudaMemcpyToSymbol() copies into it
// SAYS cudaMemcpyFromSymbol() copies out of it
// SAYS but the name of the device's variable table: cudaGetSymbolAddress() gives a pointer to it
// UNSAID (a host pointer?)
// ANSWER wrong
// HARDWARE unmeasured
CASE(name_to_copies)
{
	int h[64] = { 1 };
	said(cudaMemcpy(table + 1, h, 16, cudaMemcpyHostToDevice));
	said(cudaMemcpy(h, table, sizeof h, cudaMemcpyDeviceToHost));
	said(cudaMemset(table, 0, sizeof h));
	return ran();
}
