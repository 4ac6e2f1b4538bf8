// Shared memory: the banks, for every width of access, loads and stores apart. Each kernel fills an array (consecutive words: no
// conflicts), reads or writes one element a thread in the pattern of its name, and writes the result to global memory.

template<class T> __device__ T number(int i) { return (T)i; }
template<> __device__ float2 number<float2>(int i) { return make_float2(i, i + 1); }
template<> __device__ float4 number<float4>(int i) { return make_float4(i, i + 1, i + 2, i + 3); }

#define LOAD(name, T, N, AT) \
	extern "C" __global__ void name(T *out) \
	{ \
		__shared__ T s[N]; \
		unsigned t = threadIdx.x; \
		for (unsigned i = t; i < N; i += blockDim.x) \
			s[i] = number<T>(i); \
		__syncthreads(); \
		out[blockIdx.x * blockDim.x + t] = s[AT]; \
	}
#define STORE(name, T, N, AT) \
	extern "C" __global__ void name(T *out) \
	{ \
		__shared__ T s[N]; \
		unsigned t = threadIdx.x; \
		for (unsigned i = t; i < N; i += blockDim.x) \
			s[i] = number<T>(i); \
		__syncthreads(); \
		s[AT] = number<T>(t + 7); \
		__syncthreads(); \
		out[blockIdx.x * blockDim.x + t] = s[t]; \
	}

LOAD(sh_ld_f32_1, float, 256, t)
LOAD(sh_ld_f32_2, float, 512, 2 * t)
LOAD(sh_ld_f32_3, float, 768, 3 * t)
LOAD(sh_ld_f32_4, float, 1024, 4 * t)
LOAD(sh_ld_f32_16, float, 4096, 16 * t)
LOAD(sh_ld_f32_32, float, 8192, 32 * t)
LOAD(sh_ld_f32_33, float, 8448, 33 * t)
LOAD(sh_ld_f32_all_one, float, 256, 9)
LOAD(sh_ld_f32_two_words, float, 256, (t & 1) * 32)
LOAD(sh_ld_f32_pairs, float, 256, t / 2)
LOAD(sh_ld_f32_broadcast_conflict, float, 256, t % 4 * 32)
LOAD(sh_ld_f32_half_broadcast, float, 1024, (t & 15) * 32)
LOAD(sh_ld_u8_1, unsigned char, 256, t)
LOAD(sh_ld_u8_4, unsigned char, 1024, 4 * t)
LOAD(sh_ld_u8_32, unsigned char, 8192, 32 * t)
LOAD(sh_ld_u8_128, unsigned char, 32768, 128 * t)
LOAD(sh_ld_u16_1, unsigned short, 256, t)
LOAD(sh_ld_u16_3, unsigned short, 768, 3 * t)
LOAD(sh_ld_u16_64, unsigned short, 16384, 64 * t)
LOAD(sh_ld_f64_1, double, 256, t)
LOAD(sh_ld_f64_2, double, 512, 2 * t)
LOAD(sh_ld_f64_3, double, 768, 3 * t)
LOAD(sh_ld_f64_16, double, 4096, 16 * t)
LOAD(sh_ld_f64_17, double, 4352, 17 * t)
LOAD(sh_ld_f64_all_one, double, 256, 3)
LOAD(sh_ld_f64_halves_same, double, 256, t % 16)
LOAD(sh_ld_f64_pairs, double, 256, t / 2)
LOAD(sh_ld_f64_halves_conflict, double, 256, t % 16 + t / 16 % 2 * 16)
LOAD(sh_ld_f64_swap, double, 256, t ^ 16)
LOAD(sh_ld_f64_mix, double, 256, t * 5 & 255)
LOAD(sh_ld_float2_1, float2, 256, t)
LOAD(sh_ld_float2_rev, float2, 256, 255 - t)
LOAD(sh_ld_float4_1, float4, 256, t)
LOAD(sh_ld_float4_swap, float4, 256, t ^ 1)
LOAD(sh_ld_float4_2, float4, 512, 2 * t)
LOAD(sh_ld_float4_3, float4, 768, 3 * t)
LOAD(sh_ld_float4_8, float4, 2048, 8 * t)
LOAD(sh_ld_float4_all_one, float4, 256, 17)
LOAD(sh_ld_float4_pairs, float4, 256, t / 2)
LOAD(sh_ld_float4_quarters, float4, 256, t % 8)
LOAD(sh_ld_float4_fours, float4, 256, t / 4)
LOAD(sh_ld_float4_halves, float4, 256, t % 16)
LOAD(sh_ld_float4_far_swap, float4, 256, t ^ 8)
LOAD(sh_ld_float4_mix, float4, 256, t * 5 & 255)

STORE(sh_st_f32_1, float, 256, t)
STORE(sh_st_f32_2, float, 512, 2 * t)
STORE(sh_st_f32_32, float, 8192, 32 * t)
STORE(sh_st_f32_33, float, 8448, 33 * t)
STORE(sh_st_f32_all_one, float, 256, 9)
STORE(sh_st_f32_pairs, float, 256, t / 2)
STORE(sh_st_u8_1, unsigned char, 256, t)
STORE(sh_st_u8_4, unsigned char, 1024, 4 * t)
STORE(sh_st_u8_128, unsigned char, 32768, 128 * t)
STORE(sh_st_u16_3, unsigned short, 768, 3 * t)
STORE(sh_st_f64_1, double, 256, t)
STORE(sh_st_f64_2, double, 512, 2 * t)
STORE(sh_st_f64_17, double, 4352, 17 * t)
STORE(sh_st_f64_halves_same, double, 256, t % 16)
STORE(sh_st_float4_1, float4, 256, t)
STORE(sh_st_float4_2, float4, 512, 2 * t)
STORE(sh_st_float4_3, float4, 768, 3 * t)
STORE(sh_st_float4_quarters, float4, 256, t % 8)

// Lanes that stay away: the others' conflicts alone count.
#define SOME(name, T, N, WHO, AT) \
	extern "C" __global__ void name(T *out) \
	{ \
		__shared__ T s[N]; \
		unsigned t = threadIdx.x; \
		T v = number<T>(0); \
		for (unsigned i = t; i < N; i += blockDim.x) \
			s[i] = number<T>(i); \
		__syncthreads(); \
		if (WHO) \
			v = s[AT]; \
		out[blockIdx.x * blockDim.x + t] = v; \
	}
SOME(sh_some_f32_even, float, 8192, t % 2 == 0, 32 * t)
SOME(sh_some_f32_first, float, 8192, t % 32 < 5, 32 * t)
SOME(sh_some_f32_warp0, float, 8192, t < 32, 32 * t)
SOME(sh_some_f64_low, double, 512, t % 32 < 16, 2 * t)
SOME(sh_some_f64_even, double, 512, t % 2 == 0, 2 * t)
SOME(sh_some_f64_one, double, 512, t % 32 == 7, 2 * t)
SOME(sh_some_float4_low, float4, 512, t % 32 < 8, 2 * t)
SOME(sh_some_float4_one, float4, 512, t % 32 == 9, 2 * t)
SOME(sh_some_float4_even, float4, 512, t % 2 == 0, t)
SOME(sh_some_float4_split, float4, 512, t % 32 < 4 || t % 32 > 27, t)

extern "C" __global__ void sh_dynamic(const float *a, float *b)
{
	extern __shared__ float dyn[];
	unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;

	dyn[t] = a[i];
	__syncthreads();
	b[i] = dyn[blockDim.x - 1 - t] + dyn[(t * 8) % blockDim.x];
}

extern "C" __global__ void sh_generic(const float *a, float *b, int which)
{
	__shared__ float s[256];
	unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;

	s[t] = a[i];
	__syncthreads();
	const float *p = (which >> (t & 31)) & 1 ? &s[255 - t] : &a[i];  // a generic load: the space differs by lane
	b[i] = *(const volatile float *)p;
}
