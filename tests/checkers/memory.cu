/* memory.cu: accesses that memory does not allow, one a case: each ends its launch. */
#include "case.h"

// CASE read_past_the_end: the guard lets one thread too many through
// EXPECT memcheck oob at past-read
// HARDWARE memcheck initcheck
__global__ void read_past(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i <= n) {
		float v = in[i]; // BUG past-read
		if (i < n)
			out[i] = v + 1;
		else
			out[0] += v;
	}
}
CASE(read_past_the_end)
{
	Array<float> in(1000, 1.0f), out(1000);
	read_past<<<4, 256>>>(in, out, 1000);
	return ran();
}

// CASE write_past_the_end: no guard at all, and n is no multiple of the block
// EXPECT memcheck oob at past-write
// HARDWARE memcheck
__global__ void write_past(float *out)
{
	out[blockIdx.x * blockDim.x + threadIdx.x] = 1; // BUG past-write
}
CASE(write_past_the_end)
{
	Array<float> out(1000);
	write_past<<<4, 256>>>(out);
	return ran();
}

// CASE atomic_past_the_end: a histogram of 256 bins gets a value of 256
// EXPECT memcheck oob at past-atomic
// HARDWARE memcheck
__global__ void histogram(const int *values, unsigned *bins, int n)
{
	int i = threadIdx.x;
	if (i < n)
		atomicAdd(&bins[values[i]], 1u); // BUG past-atomic
}
CASE(atomic_past_the_end)
{
	std::vector<int> v = counting<int>(64);
	v[63] = 256;
	Array<int> values(v);
	Array<unsigned> bins(256, 0u);
	histogram<<<1, 64>>>(values, bins, 64);
	return ran();
}

// CASE read_before_the_start: a stencil's left neighbour of element 0
// EXPECT memcheck oob at before-start
// HARDWARE memcheck
__global__ void left(const int *in, int *out)
{
	int i = threadIdx.x;
	out[i] = in[i] - in[i - 1]; // BUG before-start
}
CASE(read_before_the_start)
{
	Array<int> in(counting<int>(128)), out(128);
	left<<<1, 128>>>(in, out);
	return ran();
}

// CASE read_between_allocations: the byte count instead of the element count: far past the end
// EXPECT memcheck oob at far-read
// HARDWARE memcheck initcheck
__global__ void far_sum(const double *in, double *out, int bytes)
{
	double sum = 0;
	for (int i = 0; i < bytes; i++)
		sum += in[i]; // BUG far-read
	*out = sum;
}
CASE(read_between_allocations)
{
	Array<double> in(counting<double>(16)), out(1);
	far_sum<<<1, 1>>>(in, out, 128);
	return ran();
}

// CASE shared_past_the_end: a halo cell more than the tile has; the launch gives as many bytes as there are threads
// EXPECT memcheck oob at shared-past
// HARDWARE memcheck
__global__ void shared_past(const int *in, int *out)
{
	extern __shared__ int tile[];
	int t = threadIdx.x;
	tile[t + 1] = in[t]; // BUG shared-past
	__syncthreads();
	out[t] = tile[t];
}
CASE(shared_past_the_end)
{
	Array<int> in(counting<int>(256)), out(256);
	shared_past<<<1, 256, 256 * sizeof(int)>>>(in, out);
	return ran();
}

// CASE shared_far_past_the_end: a row too many of a static tile, the only one
// EXPECT memcheck oob at shared-far
// HARDWARE memcheck
__global__ void shared_far(int *out, int rows)
{
	__shared__ int tile[16][16];
	int t = threadIdx.x;
	for (int r = 0; r < rows; r++)
		tile[r * 8][t] = t; // BUG shared-far
	__syncthreads();
	out[t] = tile[t][0];
}
CASE(shared_far_past_the_end)
{
	Array<int> out(16);
	shared_far<<<1, 16>>>(out, 1000);
	return ran();
}

// CASE shared_into_the_neighbour: past the end of one shared array is the next one: inside the block's shared memory
// EXPECT clean
// ANSWER wrong
// HARDWARE none
__global__ void shared_neighbour(int *out, int n)
{
	__shared__ struct { int a[32]; int b[32]; } s;
	int t = threadIdx.x;
	s.b[t] = 7;
	__syncwarp();
	for (int i = t; i < n; i += 32)
		s.a[i] = 1;
	__syncwarp();
	out[t] = s.b[t];
}
CASE(shared_into_the_neighbour)
{
	Array<int> out(32);
	shared_neighbour<<<1, 32>>>(out, 64);
	return ran() && out.get()[5] == 7;
}

// CASE local_past_the_end: a thread's own array of 16, indexed far beyond the thread's local memory
// EXPECT memcheck oob at local-past
// HARDWARE memcheck
__global__ void local_past(int *out, int n)
{
	volatile int mine[16];
	for (int i = 0; i < n; i++)
		mine[i * 4096] = i; // BUG local-past
	out[threadIdx.x] = mine[threadIdx.x & 15];
}
CASE(local_past_the_end)
{
	Array<int> out(32);
	local_past<<<1, 32>>>(out, 1000);
	return ran();
}

// CASE misaligned_vector: float4 loads from an array of floats that starts one element late
// EXPECT memcheck misaligned at misaligned-load
// HARDWARE memcheck
__global__ void copy4(const float *in, float *out, int n4)
{
	int i = threadIdx.x;
	if (i < n4)
		reinterpret_cast<float4 *>(out)[i] = reinterpret_cast<const float4 *>(in)[i]; // BUG misaligned-load
}
CASE(misaligned_vector)
{
	Array<float> in(257, 1.0f), out(256);
	copy4<<<1, 64>>>(in + 1, out, 64);
	return ran();
}

// CASE misaligned_shared: a double in shared memory right after an odd number of ints
// EXPECT memcheck misaligned at misaligned-shared
// HARDWARE memcheck
__global__ void carve(double *out, int ints)
{
	extern __shared__ char raw[];
	double *d = (double *)(raw + ints * sizeof(int));
	d[threadIdx.x] = threadIdx.x; // BUG misaligned-shared
	__syncthreads();
	out[threadIdx.x] = d[threadIdx.x ^ 1];
}
CASE(misaligned_shared)
{
	Array<double> out(64);
	carve<<<1, 64, 1024>>>(out, 33);
	return ran();
}

// CASE use_after_free: the input is freed before the kernel starts
// EXPECT memcheck after-free at freed-read
// HARDWARE memcheck
__global__ void twice(const int *in, int *out)
{
	out[threadIdx.x] = 2 * in[threadIdx.x]; // BUG freed-read
}
CASE(use_after_free)
{
	int *in;
	Array<int> out(32);
	said(cudaMalloc(&in, 32 * sizeof(int)));
	cudaMemset(in, 0, 32 * sizeof(int));
	cudaFree(in);
	twice<<<1, 32>>>(in, out);
	return ran();
}

// CASE null_pointer: a pointer that nobody set
// EXPECT memcheck null at null-write
// HARDWARE memcheck
__global__ void set(int *p)
{
	p[threadIdx.x] = 1; // BUG null-write
}
CASE(null_pointer)
{
	set<<<1, 32>>>(nullptr);
	return ran();
}

// CASE host_pointer_on_device: the host's array instead of the device's
// EXPECT memcheck oob|null|host-pointer at host-read
// HARDWARE memcheck
__global__ void sum_all(const int *in, int *out)
{
	int i = threadIdx.x;
	out[i] = in[i] + 1; // BUG host-read
}
CASE(host_pointer_on_device)
{
	std::vector<int> mine(64, 3);
	Array<int> out(64);
	sum_all<<<1, 64>>>(mine.data(), out);
	return ran();
}

// CASE device_pointer_on_host: the host reads through a device pointer and dies
// EXPECT signal
// EXPECT memcheck device-pointer
// ANSWER any
// HARDWARE none
CASE(device_pointer_on_host)
{
	Array<int> a(16, 1);
	fflush(stdout);
	return *(volatile int *)a.p == 1;
}

// CASE write_through_const: the const of a __constant__ table cast away
// EXPECT memcheck read-only at const-write
// HARDWARE none
__constant__ int table[32];
__global__ void spoil(int *out, int k)
{
	uintptr_t a = (uintptr_t)&table[k];
	asm volatile("" : "+l"(a)); // else nvcc sees it and makes a trap of it
	if (threadIdx.x == 0)
		*(volatile int *)a = 5; // BUG const-write
	out[threadIdx.x] = table[threadIdx.x];
}
CASE(write_through_const)
{
	Array<int> out(32);
	spoil<<<1, 32>>>(out, 3);
	return ran();
}

// CASE device_free_twice: free() on the device of what was freed already
// EXPECT memcheck bad-free at free-twice
// HARDWARE memcheck
__global__ void heap(int *out)
{
	int *p = (int *)malloc(64);
	if (!p)
		return;
	p[0] = 5;
	out[0] = p[0];
	free(p);
	free(p); // BUG free-twice
}
CASE(device_free_twice)
{
	Array<int> out(1);
	heap<<<1, 1>>>(out);
	return ran();
}

// CASE device_heap_past_the_end: one element more than malloc() on the device gave
// EXPECT memcheck oob at heap-past
// HARDWARE memcheck
__global__ void heap_past(int *out, int n)
{
	int *p = (int *)malloc(n * sizeof(int));
	if (!p)
		return;
	for (int i = 0; i <= n; i++)
		p[i] = i; // BUG heap-past
	out[0] = p[n - 1];
	free(p);
}
CASE(device_heap_past_the_end)
{
	Array<int> out(1);
	heap_past<<<1, 1>>>(out, 64);
	return ran();
}

// CASE freed_twice: cudaFree of the same pointer twice
// EXPECT memcheck double-free
// HARDWARE memcheck
CASE(freed_twice)
{
	int *p;
	said(cudaMalloc(&p, 4096));
	said(cudaFree(p));
	return said(cudaFree(p));
}

// CASE copied_past_the_end: cudaMemcpy of more bytes than the array has
// EXPECT memcheck api
// HARDWARE memcheck
CASE(copied_past_the_end)
{
	std::vector<int> v(300);
	Array<int> a(200);
	return said(cudaMemcpy(a, v.data(), 300 * sizeof(int), cudaMemcpyHostToDevice));
}

// CASE leaked: memory that is still there at the program's end
// EXPECT memcheck leak
// ANSWER right
// HARDWARE memcheck
CASE(leaked)
{
	int *p;
	bool got = said(cudaMalloc(&p, 12345));
	return got && said(cudaMemset(p, 0, 12345));
}

// CASE pitch_forgotten: rows of cudaMallocPitch addressed by their width: inside the allocation, so only the answer shows it
// EXPECT clean
// ANSWER wrong
// HARDWARE none
__global__ void rows(int *a, int width)
{
	a[blockIdx.x * width + threadIdx.x] = blockIdx.x;
}
CASE(pitch_forgotten)
{
	int *a, got[4][40];
	size_t pitch;
	said(cudaMallocPitch(&a, &pitch, 40 * sizeof(int), 4));
	said(cudaMemset2D(a, pitch, 0, 40 * sizeof(int), 4));
	rows<<<4, 40>>>(a, 40);
	bool fine = ran() && said(cudaMemcpy2D(got, sizeof got[0], a, pitch, sizeof got[0], 4, cudaMemcpyDeviceToHost));
	cudaFree(a);
	return fine && got[3][0] == 3;
}

// CASE freed_in_the_middle: cudaFree of a pointer that was moved on
// EXPECT memcheck api|double-free|bad-free
// HARDWARE memcheck
CASE(freed_in_the_middle)
{
	int *p;
	said(cudaMalloc(&p, 4096));
	bool freed = said(cudaFree(p + 16));
	cudaFree(p);
	return freed;
}

// CASE copied_the_wrong_way: source and destination exchanged, the direction not
// EXPECT memcheck api
// HARDWARE memcheck
CASE(copied_the_wrong_way)
{
	std::vector<int> v(64);
	Array<int> a(64);
	return said(cudaMemcpy(v.data(), a, 64 * sizeof(int), cudaMemcpyHostToDevice));
}

// CASE cleared_past_the_end: cudaMemset of more bytes than the array has
// EXPECT memcheck api
// HARDWARE memcheck
CASE(cleared_past_the_end)
{
	Array<int> a(64);
	return said(cudaMemset(a, 0, 65 * sizeof(int)));
}

// CASE copied_from_freed: the results are copied back after the array was freed
// EXPECT memcheck api
// HARDWARE memcheck
CASE(copied_from_freed)
{
	int *p, got[32];
	said(cudaMalloc(&p, sizeof got));
	set<<<1, 32>>>(p);
	bool fine = ran();
	cudaFree(p);
	return fine && said(cudaMemcpy(got, p, sizeof got, cudaMemcpyDeviceToHost));
}

// CASE block_too_large: a launch of 2,048 threads a block
// EXPECT memcheck api|launch
// HARDWARE memcheck
CASE(block_too_large)
{
	Array<int> a(2048);
	set<<<1, 2048>>>(a);
	return ran();
}

// CASE bytes_forgotten: an extern __shared__ array, and a launch that says nothing of its size
// EXPECT memcheck oob at unsized
// SAYS as its launch gives it none: <<<blocks, threads, bytes>>>
// HARDWARE unmeasured
__global__ void bytes_forgotten_k(int *out)
{
	extern __shared__ int row[];
	row[threadIdx.x] = threadIdx.x; // BUG unsized
	__syncthreads();
	out[threadIdx.x] = row[blockDim.x - 1 - threadIdx.x];
}
CASE(bytes_forgotten)
{
	Array<int> out(64, 0);
	bytes_forgotten_k<<<1, 64>>>(out);
	return ran();
}

// CASE int_too_large: row times width is more than an int holds, so the index is negative
// EXPECT memcheck oob at int-overflow
// SAYS an index is below 0 (an int that becomes too large turns negative): the address is 1,094,967,296 bytes before the 4,096-byte allocation
// HARDWARE unmeasured
__global__ void int_too_large(char *p, int row, int width)
{
	int y = blockIdx.x * row, i = y * width + threadIdx.x;
	if (i < 4096)
		p[i] = 1; // BUG int-overflow
}
CASE(int_too_large)
{
	Array<char> p(4096);
	int_too_large<<<4, 32>>>(p, 40000, 40000);
	return ran();
}

// CASE far_from_all: an index of garbage leads far away from both arrays: none of them is named
// EXPECT memcheck oob at far-away
// SAYS is far from all allocations
// UNSAID -byte allocation
// HARDWARE unmeasured
__global__ void far_from_all(const int *in, int *out, int step)
{
	out[in[threadIdx.x] - threadIdx.x * step] = 1; // BUG far-away
}
CASE(far_from_all)
{
	Array<int> in(32, 0), out(32);
	far_from_all<<<1, 32>>>(in, out, 800000000);
	return ran();
}

// CASE heap_is_full: a thread's malloc() finds no room, and its pointer is used unseen
// EXPECT memcheck null at heap-full
// SAYS is a null pointer, as malloc() and new in a kernel gave one: their heap was full
// HARDWARE unmeasured
__global__ void heap_is_full(int *out, int n)
{
	int *mine = (int *)malloc(n * sizeof(int));
	mine[0] = threadIdx.x; // BUG heap-full
	out[threadIdx.x] = mine[0];
	free(mine);
}
CASE(heap_is_full)
{
	Array<int> out(32);
	heap_is_full<<<1, 32>>>(out, 1 << 20);
	return ran();
}

// CASE freed_by_the_host: memory of cudaMalloc() is given to free()
// EXPECT memcheck device-pointer
// EXPECT signal
// SAYS where free() and delete look for a size: cudaFree() gives this memory back
// HARDWARE unmeasured
CASE(freed_by_the_host)
{
	int *d;
	said(cudaMalloc(&d, 256));
	free(d);
	return true;
}
