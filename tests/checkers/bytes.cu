// One byte, or two, of a word that nobody else has written, changed by a compare-and-swap of the word: by the library, or by hand. The rest of the word is
// taken along as it is. Expected: nothing; but a value that comes out of the rest is garbage, and so is a byte that is counted up from nothing.
#include <cuda/atomic>

#include "case.h"

enum { B = 64 };
using Byte = cuda::atomic_ref<unsigned char, cuda::thread_scope_block>;
using Flag = cuda::atomic_ref<unsigned char, cuda::thread_scope_device>;

// What thread 0 sets, before all meet: the bytes from FROM on.
template <int FROM, int N> __device__ void set_some(unsigned char *f)
{
	if (threadIdx.x == 0)
		for (int k = FROM; k < FROM + N; k++)
			f[k] = 0;
	__syncthreads();
}

// CASE byte_to_and_fro: a message and its answer by one byte
// EXPECT clean
// HARDWARE unmeasured
__device__ void await(Byte f, int v)
{
	while (f.load(cuda::memory_order_acquire) != v)
		;
}
__global__ void byte_to_and_fro_k(int *out, int n)
{
	__shared__ unsigned char f[4];
	__shared__ int data;
	set_some<0, 1>(f);
	Byte flag(f[0]);
	for (int i = 0; i < n; i++)
		if (threadIdx.x == 0) {
			await(flag, 0);
			data = i + 3;
			flag.store(1, cuda::memory_order_release);
		} else if (threadIdx.x == 32) {
			await(flag, 1);
			out[i] = data;
			flag.store(0, cuda::memory_order_release);
		}
}
CASE(byte_to_and_fro)
{
	Array<int> out(10, 0);
	byte_to_and_fro_k<<<1, B>>>(out, 10);
	bool right = ran();
	for (int i = 0; i < 10; i++)
		right &= out.get()[i] == i + 3;
	return right;
}

// CASE byte_first_by_the_library: the first store of all to the word is the library's
// EXPECT clean
// HARDWARE unmeasured
__global__ void byte_first_k(int *out)
{
	__shared__ unsigned char f[4];
	__shared__ int data;
	if (threadIdx.x == 0)
		Byte(f[1]).store(0);
	__syncthreads();
	if (threadIdx.x == 0) {
		data = 7;
		Byte(f[1]).store(1, cuda::memory_order_release);
	} else if (threadIdx.x == 32) {
		await(Byte(f[1]), 1);
		*out = data;
	}
}
CASE(byte_first_by_the_library)
{
	Array<int> out(1, 0);
	byte_first_k<<<1, B>>>(out);
	return ran() && out.get()[0] == 7;
}

// CASE byte_counted: all threads count in one byte of a word
// EXPECT clean
// HARDWARE unmeasured
__global__ void byte_counted_k(int *out)
{
	__shared__ unsigned char f[4];
	set_some<2, 1>(f);
	Byte(f[2]).fetch_add(1);
	__syncthreads();
	if (threadIdx.x == 0)
		*out = f[2];
}
CASE(byte_counted)
{
	Array<int> out(1, 0);
	byte_counted_k<<<1, B>>>(out);
	return ran() && out.get()[0] == B;
}

// CASE byte_of_nothing: ... in a byte that nobody has set
// EXPECT initcheck uninit error at counted-from-nothing
// HARDWARE unmeasured
__global__ void byte_of_nothing_k(int *out)
{
	__shared__ unsigned char f[4];
	set_some<0, 1>(f);
	Byte(f[1]).fetch_add(1); // BUG counted-from-nothing
	__syncthreads();
	if (threadIdx.x == 0)
		*out = f[1] != 0;
}
CASE(byte_of_nothing)
{
	Array<int> out(1, 0);
	byte_of_nothing_k<<<1, B>>>(out);
	return ran();
}

// CASE byte_beside: the byte beside the flag is read, which the swap has taken along
// EXPECT initcheck uninit error at beside
// HARDWARE unmeasured
__global__ void byte_beside_k(int *out)
{
	__shared__ unsigned char f[4];
	set_some<0, 1>(f);
	if (threadIdx.x == 0)
		Byte(f[0]).store(1);
	__syncthreads();
	if (threadIdx.x == 0)
		*out = f[1] + f[0]; // BUG beside
}
CASE(byte_beside)
{
	Array<int> out(1, 0);
	byte_beside_k<<<1, B>>>(out);
	return ran();
}

// CASE half_by_hand: a counter in the lower half of a word, by atomicCAS(); nobody has set the upper half
// EXPECT clean
// HARDWARE unmeasured
template <bool WHOLE> __global__ void half_by_hand_k(int *out)
{
	__shared__ unsigned word;
	if (threadIdx.x == 0)
		*(unsigned short *)&word = 0;
	__syncthreads();
	unsigned old = *(volatile unsigned *)&word, seen; // BUG half-read
	do {
		seen = old;
		unsigned sum = seen + (WHOLE ? 0x10001 : 1);
		old = atomicCAS(&word, seen, WHOLE ? sum : (seen & 0xffff0000) | (sum & 0xffff)); // BUG both-halves
	} while (old != seen);
	__syncthreads();
	if (threadIdx.x == 0)
		*out = *(unsigned short *)&word;
}
CASE(half_by_hand)
{
	Array<int> out(1, 0);
	half_by_hand_k<false><<<1, B>>>(out);
	return ran() && out.get()[0] == B;
}

// CASE halves_by_hand: ... and both halves are counted
// EXPECT initcheck uninit error at both-halves from half-read
// HARDWARE unmeasured
CASE(halves_by_hand)
{
	Array<int> out(1, 0);
	half_by_hand_k<true><<<1, B>>>(out);
	return ran();
}

// CASE byte_in_global: a flag of one byte in global memory, whose neighbours nobody has set
// EXPECT clean
// HARDWARE unmeasured
__global__ void byte_in_global_k(int *out, unsigned char *f, int *data)
{
	Flag flag(*f);
	if (blockIdx.x == 0) {
		*data = 7;
		flag.store(1, cuda::memory_order_release);
	} else {
		while (!flag.load(cuda::memory_order_acquire))
			;
		*out = *data;
	}
}
CASE(byte_in_global)
{
	Array<int> out(1, 0), data(1, 0);
	unsigned char *f;
	cudaMalloc(&f, 4);
	cudaMemset(f, 0, 1);
	byte_in_global_k<<<2, 1>>>(out, f, data);
	bool right = ran() && out.get()[0] == 7;
	cudaFree(f);
	return right;
}
