/* memory_clean.cu: memory used in unusual ways that are right: nothing may be said about them. */
#include "case.h"

// CASE last_byte: the very first and the very last byte of an allocation of odd size
// EXPECT clean
// HARDWARE none
__global__ void ends(char *p, int n)
{
	if (threadIdx.x == 0)
		p[0] = 1;
	if (threadIdx.x == 1)
		p[n - 1] = 2;
}
CASE(last_byte)
{
	Array<char> a(1237, 0);
	ends<<<1, 32>>>(a, 1237);
	auto v = a.get();
	return ran() && v[0] == 1 && v[1236] == 2 && v[1] == 0;
}

// CASE carved_shared: dynamic shared memory carved into arrays of several types, with the alignment minded
// EXPECT clean
// HARDWARE none
__global__ void carved(double *out, int n)
{
	extern __shared__ __align__(16) char raw[];
	double *d = (double *)raw;
	short *h = (short *)(d + n);
	char *c = (char *)(h + n);
	int t = threadIdx.x;
	d[t] = t;
	h[n - 1 - t] = (short)(2 * t);
	c[t] = (char)(t & 7);
	__syncthreads();
	out[t] = d[n - 1 - t] + h[t] + c[(t + 1) % n];
}
CASE(carved_shared)
{
	const int n = 96;
	Array<double> out(n);
	carved<<<1, n, n * 11>>>(out, n);
	auto v = out.get();
	bool fine = ran();
	for (int t = 0; t < n; t++)
		fine = fine && v[t] == (n - 1 - t) + 2 * (n - 1 - t) + ((t + 1) % n & 7);
	return fine;
}

// CASE shared_union: the same shared memory as floats first and as ints later, a barrier between
// EXPECT clean
// HARDWARE none
__global__ void in_turns(const float *in, int *out)
{
	__shared__ union { float f[128]; int i[128]; unsigned char b[512]; } u;
	int t = threadIdx.x;
	u.f[t] = in[t];
	__syncthreads();
	float v = u.f[127 - t];
	__syncthreads();
	u.i[t] = (int)v;
	__syncthreads();
	out[t] = u.b[4 * (t ^ 1)];
}
CASE(shared_union)
{
	Array<float> in(counting<float>(128));
	Array<int> out(128);
	in_turns<<<1, 128>>>(in, out);
	auto v = out.get();
	bool fine = ran();
	for (int t = 0; t < 128; t++)
		fine = fine && v[t] == 127 - (t ^ 1);
	return fine;
}

// CASE neighbours_bytes: bytes of one word written by lanes, warps and blocks that are neighbours
// EXPECT clean
// HARDWARE none
__global__ void bytes(unsigned char *out)
{
	__shared__ unsigned char s[128];
	int t = threadIdx.x;
	s[(t % 32) * 4 + t / 32] = (unsigned char)t; // each word holds a byte of four warps
	__syncthreads();
	out[t * gridDim.x + blockIdx.x] = s[t];      // each word of out holds a byte of four blocks
}
CASE(neighbours_bytes)
{
	Array<unsigned char> out(512);
	bytes<<<4, 128>>>(out);
	auto v = out.get();
	bool fine = ran();
	for (int t = 0; t < 128; t++)
		fine = fine && v[4 * t + 3] == t / 4 + t % 4 * 32;
	return fine;
}

// CASE padding_copied: structs with padding copied whole: the padding is never written and never used
// EXPECT clean
// HARDWARE initcheck
struct Padded { char tag; double value; };
__global__ void make(Padded *p)
{
	p[threadIdx.x].tag = 'a';
	p[threadIdx.x].value = threadIdx.x;
}
__global__ void move(const int4 *from, int4 *to)
{
	to[threadIdx.x] = from[threadIdx.x];
}
CASE(padding_copied)
{
	Array<Padded> a(64), b(64);
	make<<<1, 64>>>(a);
	move<<<1, 64>>>((const int4 *)a.p, (int4 *)b.p);
	bool fine = ran();
	std::vector<Padded> v = b.get();
	return fine && v[5].tag == 'a' && v[63].value == 63;
}

// CASE managed_memory: written by the host, added to by the device, read by the host
// EXPECT clean
// HARDWARE none
__global__ void add_one(int *p)
{
	p[threadIdx.x] += 1;
}
CASE(managed_memory)
{
	int *p;
	if (!said(cudaMallocManaged(&p, 64 * sizeof(int))))
		return false;
	for (int i = 0; i < 64; i++)
		p[i] = i;
	add_one<<<1, 64>>>(p);
	bool fine = ran() && p[10] == 11 && p[63] == 64;
	cudaFree(p);
	return fine;
}

// CASE mapped_memory: pinned host memory used by a kernel through its device pointer
// EXPECT clean
// HARDWARE none
CASE(mapped_memory)
{
	int *h, *d;
	if (!said(cudaHostAlloc(&h, 64 * sizeof(int), cudaHostAllocMapped)))
		return false;
	for (int i = 0; i < 64; i++)
		h[i] = 3 * i;
	said(cudaHostGetDevicePointer(&d, h, 0));
	add_one<<<1, 64>>>(d);
	bool fine = ran() && h[10] == 31;
	cudaFreeHost(h);
	return fine;
}

// CASE pitched_rows: rows of cudaMallocPitch, addressed by the pitch
// EXPECT clean
// HARDWARE none
__global__ void pitched(char *a, size_t pitch)
{
	((int *)(a + blockIdx.x * pitch))[threadIdx.x] = blockIdx.x * 100 + threadIdx.x;
}
CASE(pitched_rows)
{
	char *a;
	size_t pitch;
	int got[5][33];
	said(cudaMallocPitch(&a, &pitch, 33 * sizeof(int), 5));
	pitched<<<5, 33>>>(a, pitch);
	bool fine = ran() && said(cudaMemcpy2D(got, sizeof got[0], a, pitch, sizeof got[0], 5, cudaMemcpyDeviceToHost));
	cudaFree(a);
	return fine && got[4][32] == 432 && got[2][7] == 207;
}

// CASE device_heap: malloc and free on the device, the pointer passed from one kernel to the next
// EXPECT clean
// HARDWARE none
__global__ void give(int **p)
{
	p[threadIdx.x] = (int *)malloc(32);
	if (p[threadIdx.x])
		p[threadIdx.x][7] = threadIdx.x;
}
__global__ void take(int **p, int *out)
{
	out[threadIdx.x] = p[threadIdx.x] ? p[threadIdx.x][7] : -1;
	free(p[threadIdx.x]);
}
CASE(device_heap)
{
	Array<int *> p(40);
	Array<int> out(40);
	give<<<1, 40>>>(p);
	take<<<1, 40>>>(p, out);
	return ran() && out.get()[39] == 39;
}

// CASE local_arrays: a thread's own array, written whole in an order that only the data knows, then read
// EXPECT clean
// HARDWARE none
__global__ void permute(const int *key, int *out)
{
	int mine[16];
	for (int i = 0; i < 16; i++)
		mine[key[i]] = i * (int)threadIdx.x;
	int sum = 0;
	for (int i = 0; i < 16; i++)
		sum += mine[i] * key[i];
	out[threadIdx.x] = sum;
}
CASE(local_arrays)
{
	std::vector<int> k(16);
	for (int i = 0; i < 16; i++)
		k[i] = i * 5 % 16;
	Array<int> key(k), out(32);
	permute<<<1, 32>>>(key, out);
	int want = 0;
	for (int i = 0; i < 16; i++)
		want += i * k[k[i]];
	return ran() && out.get()[3] == 3 * want;
}

// CASE unused_lane_loads: a load past the data but inside the allocation, whose value nothing uses
// EXPECT clean
// HARDWARE initcheck
__global__ void rounded_up(const int4 *in, int *out, int n)
{
	int4 v = in[threadIdx.x];
	int words[4] = {v.x, v.y, v.z, v.w};
	for (int k = 0; k < 4; k++)
		if (4 * threadIdx.x + k < n)
			out[4 * threadIdx.x + k] = words[k] + 1;
}
CASE(unused_lane_loads)
{
	const int n = 61;
	std::vector<int> v = counting<int>(n);
	Array<int> in(64), out(n);
	said(cudaMemcpy(in, v.data(), n * sizeof(int), cudaMemcpyHostToDevice));
	rounded_up<<<1, 16>>>((const int4 *)in.p, out, n);
	return ran() && out.get()[60] == 61;
}

// CASE allocated_in_order: cudaMallocAsync, used and freed in one stream's order
// EXPECT clean
// HARDWARE none
CASE(allocated_in_order)
{
	cudaStream_t s;
	int *p, got[64];
	said(cudaStreamCreate(&s));
	said(cudaMallocAsync(&p, sizeof got, s));
	said(cudaMemsetAsync(p, 0, sizeof got, s));
	add_one<<<1, 64, 0, s>>>(p);
	said(cudaMemcpyAsync(got, p, sizeof got, cudaMemcpyDeviceToHost, s));
	said(cudaFreeAsync(p, s));
	said(cudaStreamSynchronize(s));
	said(cudaStreamDestroy(s));
	return ran() && got[0] == 1 && got[63] == 1;
}

// CASE exchanged_in: a word that nobody wrote gets its first value by an exchange of which nobody reads the result; it publishes the rest
// EXPECT clean
// HARDWARE unmeasured
__global__ void first_by_exchange(float *sum, unsigned *state)
{
	if (threadIdx.x == 0) {
		if (atomicCAS(state, 0u, 1u) == 0u) {
			atomicExch(sum, 0.0f);
			__threadfence();
			atomicExch(state, 2u);
		} else {
			while (atomicCAS(state, 2u, 2u) < 2u)
				;
		}
	}
	__syncthreads();
	atomicAdd(sum, 1.0f);
}
CASE(exchanged_in)
{
	Array<float> sum(1);
	Array<unsigned> state(1, 0u);
	first_by_exchange<<<4, 64>>>(sum, state);
	auto v = sum.get();
	return ran() && v[0] == 256.0f;
}

// CASE bit_fields: the fields of a word are set one by one, each by reading the word, as -G does it in memory
// EXPECT clean
// HARDWARE unmeasured
__global__ void fields(unsigned *out, const int *slot, unsigned x)
{
	volatile unsigned word[2];
	int k = slot[threadIdx.x];
	word[k] = (word[k] & ~0xffu) | ((x + threadIdx.x) & 0xff);
	word[k] = (word[k] & ~0xff00u) | (x + 2) << 8;
	word[k] = (word[k] & 0xffffu) | (x + 3) << 16;
	out[threadIdx.x] = (word[k] & 0xff) == x + threadIdx.x ? word[k] >> 16 : 0;
}
CASE(bit_fields)
{
	Array<unsigned> out(32);
	Array<int> slot(32, 1);
	fields<<<1, 32>>>(out, slot, 5);
	auto v = out.get();
	return ran() && v[31] == 8;
}
