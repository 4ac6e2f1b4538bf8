/* carried.cu: values that nobody wrote, and words of which some bytes were not, on their way through memory, functions
 * and other lanes, until they matter. */
#include "case.h"

#include <cuda_fp16.h>

static const int N = 64;
static bool from(void (*k)(const int *, int *), size_t written)
{
	Array<int> a(N), o(N, 0);
	said(cudaMemset(a, 0, written));
	k<<<1, N>>>(a, o);
	return ran();
}

// CASE through_local: garbage lies in the thread's own array for a while; it is the array in global memory that lacks it
// EXPECT initcheck uninit at local-carried from local-source
// HARDWARE unmeasured
__global__ void through_local_k(const int *a, int *o)
{
	int mine[8], t = threadIdx.x;
	for (int k = 0; k < 8; k++)
		mine[(k * 5 + t) & 7] = a[(t + k) & 63]; // BUG local-source
	o[t] = mine[o[t] & 7] * 3; // BUG local-carried
}
CASE(through_local)
{
	return from(through_local_k, 4);
}

// CASE byte_through_shared: an int of which one byte was never written goes through shared memory and is computed with
// EXPECT initcheck uninit at tile-used from tile-filled
// HARDWARE unmeasured
__global__ void byte_through_shared_k(const int *a, int *o)
{
	__shared__ int s[N];
	int t = threadIdx.x;
	s[t] = a[t]; // BUG tile-filled
	__syncthreads();
	o[t] = s[t ^ 1] + 1; // BUG tile-used
}
CASE(byte_through_shared)
{
	return from(byte_through_shared_k, N * 4 - 1);
}

// CASE byte_through_global: one kernel copies such an int along, the next one computes with it
// EXPECT initcheck uninit at copy-used
// HARDWARE unmeasured
__global__ void copied_k(const int *a, int *o)
{
	o[threadIdx.x] = a[threadIdx.x];
}
__global__ void added_k(const int *a, int *o)
{
	o[threadIdx.x] = a[threadIdx.x] + 7; // BUG copy-used
}
CASE(byte_through_global)
{
	Array<int> a(N), b(N), o(N, 0);
	said(cudaMemset(a, 0, N * 4 - 1));
	copied_k<<<1, N>>>(a, b);
	added_k<<<1, N>>>(b, o);
	return ran();
}

// CASE byte_only_copied: the same without the second kernel
// EXPECT clean
// HARDWARE unmeasured
CASE(byte_only_copied)
{
	Array<int> a(N), b(N);
	said(cudaMemset(a, 0, N * 4 - 1));
	copied_k<<<1, N>>>(a, b);
	b.get();
	return ran();
}

// CASE byte_left_by_shift: a shift leaves the byte in the word that nobody wrote
// EXPECT initcheck uninit at shifted
// HARDWARE unmeasured
__global__ void byte_left_by_shift_k(const int *a, int *o)
{
	o[threadIdx.x] = ((unsigned)a[threadIdx.x] >> 8) + 1; // BUG shifted
}
CASE(byte_left_by_shift)
{
	return from(byte_left_by_shift_k, N * 4 - 1);
}

// CASE byte_masked_out: shifts and masks take out what was written, some of it in a function
// EXPECT clean
// HARDWARE unmeasured
static __device__ __noinline__ int gray(unsigned p)
{
	return (p & 0xff) + (p >> 8 & 0xff) + (p >> 16 & 0xff);
}
__global__ void byte_masked_out_k(const int *a, int *o)
{
	unsigned x = a[threadIdx.x];
	o[threadIdx.x] = (x >> 3 & 0x1f) + (x >> 13 & 0x7ff) + __popc(x & 0xffffff) + gray(x);
}
CASE(byte_masked_out)
{
	return from(byte_masked_out_k, N * 4 - 1);
}

// CASE byte_in_function: the function takes the byte that nobody wrote
// EXPECT initcheck uninit at function-result from function-read
// HARDWARE unmeasured
static __device__ __noinline__ int with_alpha(unsigned p)
{
	return (p & 0xff) + (p >> 24);
}
__global__ void byte_in_function_k(const int *a, int *o)
{
	unsigned x = a[threadIdx.x]; // BUG function-read
	int g = with_alpha(x);
	o[threadIdx.x] = g; // BUG function-result
}
CASE(byte_in_function)
{
	return from(byte_in_function_k, N * 4 - 1);
}

// CASE byte_set_late: the missing byte is set before the word is used
// EXPECT clean
// HARDWARE unmeasured
__global__ void byte_set_late_k(const int *a, int *o)
{
	unsigned x = a[threadIdx.x];
	o[threadIdx.x] = ((x & 0xffffff) | 0x1000000) + 1;
}
CASE(byte_set_late)
{
	return from(byte_set_late_k, N * 4 - 1);
}

struct Pixel {
	unsigned char r, g, b, a;
};
__global__ void paint(Pixel *p)
{
	p[threadIdx.x].r = 1;
	p[threadIdx.x].g = 2;
	p[threadIdx.x].b = 3;
}
template <bool ALPHA> __global__ void by_way_of_a_tile(Pixel *p, int *o)
{
	__shared__ Pixel s[N];
	int t = threadIdx.x;
	s[t] = p[t]; // BUG pixel-read
	__syncthreads();
	Pixel q = s[t ^ 3];
	o[t] = q.r + q.g + (ALPHA ? q.a : q.b); // BUG alpha-used
	p[t] = q;
}
template <bool ALPHA> static bool tiles()
{
	Array<Pixel> p(N);
	Array<int> o(N, 0);
	paint<<<1, N>>>(p);
	by_way_of_a_tile<ALPHA><<<1, N>>>(p, o);
	o.get();
	p.get();
	return ran();
}
// CASE pixels_in_a_tile: pixels without alpha change places by way of shared memory, copied member by member
// EXPECT clean
// HARDWARE unmeasured
CASE(pixels_in_a_tile)
{
	return tiles<false>();
}
// CASE alpha_in_a_tile: the same, and the alpha is added
// EXPECT initcheck uninit at alpha-used from pixel-read
// HARDWARE unmeasured
CASE(alpha_in_a_tile)
{
	return tiles<true>();
}

// CASE printed: a kernel prints what nobody wrote
// EXPECT initcheck uninit at printed-line
// SAYS it is printed
// HARDWARE unmeasured
__global__ void printed_k(const int *a, int n)
{
	for (int k = 0; k < n; k++)
		printf("%s %d %c %.1f\n", "word", a[k], 'c', 0.5); // BUG printed-line
}
static bool print(int n)
{
	Array<int> a(N);
	said(cudaMemset(a, 0, 8));
	printed_k<<<1, 1>>>(a, n);
	return ran();
}
CASE(printed)
{
	return print(3);
}
// CASE printed_written: it prints what was written
// EXPECT clean
// HARDWARE unmeasured
CASE(printed_written)
{
	return print(2);
}

// CASE bits_counted: the bits of a word are counted, of which one byte was never written
// EXPECT initcheck uninit at counted-bits
// HARDWARE unmeasured
__global__ void bits_counted_k(const int *a, int *o)
{
	o[threadIdx.x] = __popc(a[threadIdx.x]); // BUG counted-bits
}
CASE(bits_counted)
{
	return from(bits_counted_k, N * 4 - 1);
}

// CASE made_a_float: such a word becomes a float
// EXPECT initcheck uninit at float-made
// HARDWARE unmeasured
__global__ void made_a_float_k(const int *a, int *o)
{
	o[threadIdx.x] = __float_as_int((float)a[threadIdx.x]); // BUG float-made
}
CASE(made_a_float)
{
	return from(made_a_float_k, N * 4 - 1);
}

// CASE rotated: a rotated word is counted with
// EXPECT initcheck uninit at rotated-word from rotated-read
// HARDWARE unmeasured
__global__ void rotated_k(const int *a, int *o)
{
	unsigned x = a[threadIdx.x]; // BUG rotated-read
	o[threadIdx.x] = (x << 24 | x >> 8) + 1; // BUG rotated-word
}
CASE(rotated)
{
	return from(rotated_k, N * 4 - 1);
}

// CASE halves_added: both numbers of a half2 are used, of the second one half was never written
// EXPECT initcheck uninit at second-half from halves-read
// HARDWARE unmeasured
template <bool BOTH> __global__ void halves_k(const int *a, int *o)
{
	const __half2 x = *(const __half2 *)(a + threadIdx.x), y = __hadd2(x, x); // BUG halves-read
	o[threadIdx.x] = __half2int_rn(__low2half(y)) + (BOTH ? __half2int_rn(__high2half(y)) : 0); // BUG second-half
}
CASE(halves_added)
{
	return from(halves_k<true>, N * 4 - 2);
}

// CASE first_halves: only the first one is used
// EXPECT clean
// HARDWARE unmeasured
CASE(first_halves)
{
	return from(halves_k<false>, N * 4 - 2);
}

// CASE bits_moved_only: the word is turned round and copied, and what is counted of it was written
// EXPECT clean
// HARDWARE unmeasured
__global__ void bits_moved_only_k(const int *a, int *o)
{
	unsigned x = a[threadIdx.x];
	o[threadIdx.x] = __byte_perm(x, 0, 0x0123);
	__syncthreads();
	o[threadIdx.x] = __popc(__brev(x) >> 8) + (__funnelshift_l(x, x, 8) >> 8);
}
CASE(bits_moved_only)
{
	return from(bits_moved_only_k, N * 4 - 1);
}

__global__ void points(float4 *p)
{
	p[threadIdx.x].x = 1;
	p[threadIdx.x].y = 2;
	p[threadIdx.x].z = 3;
}
enum { MOVED, ADDED, SCALED };
template <int WHAT> __global__ void use_points(const float4 *p, float4 *o)
{
	float4 v = p[threadIdx.x]; // BUG fourth-read
	v.x += v.y + v.z + (WHAT == ADDED ? v.w : 0);
	if (WHAT == SCALED)
		v.w *= 2;
	o[threadIdx.x] = v; // BUG fourth
}
template <int WHAT> static bool fourth()
{
	Array<float4> p(N), o(N);
	points<<<1, N>>>(p);
	use_points<WHAT><<<1, N>>>(p, o);
	return ran();
}
// CASE fourth_added: a vector load brings a fourth number that nobody wrote, and it is added
// EXPECT initcheck uninit at fourth from fourth-read
// HARDWARE unmeasured
CASE(fourth_added)
{
	return fourth<ADDED>();
}
// CASE fourth_scaled: ... and it is multiplied like the others
// EXPECT initcheck uninit at fourth from fourth-read
// HARDWARE unmeasured
CASE(fourth_scaled)
{
	return fourth < SCALED
	> ();
}
// CASE fourth_moved: ... and it is copied along
// EXPECT clean
// HARDWARE unmeasured
CASE(fourth_moved)
{
	return fourth<MOVED>();
}
