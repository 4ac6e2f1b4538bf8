// Atomics, local and constant memory, cache hints, asynchronous copies, generic addresses: what each is counted as.

#define TID (blockIdx.x * blockDim.x + threadIdx.x)

extern "C" __global__ void atomic_one(int *c) { atomicAdd(c, 1); }
extern "C" __global__ void atomic_own(int *c) { atomicAdd(&c[TID], 1); }
extern "C" __global__ void atomic_strided(int *c) { atomicAdd(&c[TID * 8], 1); }
extern "C" __global__ void atomic_returned(int *c, int *b) { unsigned i = TID; b[i] = atomicAdd(&c[i], 3); }
extern "C" __global__ void atomic_returned_few(int *c, int *b) { unsigned i = TID; b[i] = atomicMax(&c[i % 16], (int)i); }
extern "C" __global__ void atomic_cas(int *c, int *b) { unsigned i = TID; b[i] = atomicCAS(&c[i], 5, 6); }
extern "C" __global__ void atomic_exch_f64(unsigned long long *c, unsigned long long *b) { unsigned i = TID; b[i] = atomicExch(&c[i], i); }
extern "C" __global__ void atomic_f32(float *c) { atomicAdd(&c[TID / 4], 1.0f); }
extern "C" __global__ void atomic_f64(double *c) { atomicAdd(&c[TID / 4], 1.0); }
extern "C" __global__ void atomic_histogram(const int *a, int *c) { atomicAdd(&c[a[TID]], 1); }
extern "C" __global__ void atomic_shared_histogram(const int *a, int *c)
{
	__shared__ int s[64];
	unsigned t = threadIdx.x;

	if (t < 64)
		s[t] = 0;
	__syncthreads();
	atomicAdd(&s[a[TID]], 1);
	__syncthreads();
	if (t < 64)
		atomicAdd(&c[t], s[t]);
}
extern "C" __global__ void atomic_shared_own(int *b)
{
	__shared__ int s[256];
	unsigned t = threadIdx.x;

	s[t] = t;
	__syncthreads();
	b[TID] = atomicAdd(&s[t ^ 1], 2);
}
extern "C" __global__ void atomic_shared_stride(int *b)
{
	__shared__ int s[2048];
	unsigned t = threadIdx.x;

	s[t * 8] = t;
	__syncthreads();
	atomicMax(&s[t * 8], 2);
	__syncthreads();
	b[TID] = s[t * 8];
}
extern "C" __global__ void atomic_shared_one(int *b)
{
	__shared__ int s;

	if (threadIdx.x == 0)
		s = 0;
	__syncthreads();
	atomicOr(&s, 1 << threadIdx.x % 31);
	__syncthreads();
	b[TID] = s;
}
extern "C" __global__ void atomic_shared_f64(double *b)
{
	__shared__ double s[64];
	unsigned t = threadIdx.x;

	if (t < 64)
		s[t] = 0;
	__syncthreads();
	atomicAdd(&s[t / 4], 1.0);
	__syncthreads();
	b[TID] = s[t / 4];
}

extern "C" __global__ void local_array(const int *at, float *b)
{
	float v[16];
	unsigned i = TID;

#pragma unroll
	for (int k = 0; k < 16; k++)
		v[k] = i * k;
	b[i] = v[at[i] & 15];
}
__constant__ float table[256];
extern "C" __global__ void constant_uniform(float *b) { unsigned i = TID; b[i] = table[blockIdx.x % 256] + table[3]; }
extern "C" __global__ void constant_by_lane(float *b) { unsigned i = TID; b[i] = table[threadIdx.x]; }
__device__ float values[65536];
extern "C" __global__ void device_variable(float *b) { unsigned i = TID; b[i] = values[i]; values[i] = 1; }

extern "C" __global__ void hint_ldg(const float *__restrict__ a, float *__restrict__ b) { unsigned i = TID; b[i] = __ldg(&a[i]); }
extern "C" __global__ void hint_ldcg(const float *a, float *b) { unsigned i = TID; __stcg(&b[i], __ldcg(&a[i])); }
extern "C" __global__ void hint_ldcs(const float4 *a, float4 *b) { unsigned i = TID; __stcs(&b[i], __ldcs(&a[i])); }
extern "C" __global__ void hint_ldca(const float2 *a, float2 *b) { unsigned i = TID; b[i] = __ldca(&a[3 * i]); }
extern "C" __global__ void hint_volatile(const volatile float *a, volatile float *b) { unsigned i = TID; b[i] = a[2 * i]; }
extern "C" __global__ void hint_ldg_stride(const float4 *__restrict__ a, float *__restrict__ b) { unsigned i = TID; b[i] = __ldg(&a[2 * i]).y; }

extern "C" __global__ void generic_global(const float *const *pp, float *b) { unsigned i = TID; b[i] = pp[0][i]; }

extern "C" __global__ void async_copy4(const float *a, float *b)
{
	__shared__ float s[256];
	unsigned t = threadIdx.x, i = TID, to = (unsigned)__cvta_generic_to_shared(&s[t]);

	asm volatile("cp.async.ca.shared.global [%0], [%1], 4;\n\tcp.async.wait_all;" :: "r"(to), "l"(__cvta_generic_to_global(&a[i])) : "memory");
	__syncthreads();
	b[i] = s[255 - t];
}
extern "C" __global__ void async_copy16(const float4 *a, float *b)
{
	__shared__ float4 s[256];
	unsigned t = threadIdx.x, i = TID, to = (unsigned)__cvta_generic_to_shared(&s[t]);

	asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n\tcp.async.wait_all;" :: "r"(to), "l"(__cvta_generic_to_global(&a[i])) : "memory");
	__syncthreads();
	b[i] = s[t].x;
}

extern "C" __global__ void nested(const int *m, const float *a, float *b)
{
	unsigned i = TID;
	float v = 0;

	if (m[i] & 1) {
		if (m[i] & 2)
			v = a[i];
		else
			v = a[i + 32];
		v += a[i + 64];
	} else if (m[i] & 4) {
		v = a[3 * i];
	}
	b[i] = v;
}
extern "C" __global__ void early_exit(const int *m, const float *a, float *b)
{
	unsigned i = TID;

	if (m[i] == 0)
		return;
	b[i] = a[i * 2];
}
extern "C" __global__ void switch_lanes(const float *a, float *b)
{
	unsigned i = TID;

	switch (threadIdx.x % 5) {
	case 0: b[i] = a[i]; break;
	case 1: b[i] = a[2 * i]; break;
	case 2: b[i] = a[4 * i] + 1; break;
	case 3: b[i] = a[i + 9]; break;
	}
}
