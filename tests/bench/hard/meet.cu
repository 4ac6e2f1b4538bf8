// Sums of shared words in step, the largest of all by compare-and-swap, warps of a block that wait for each other, parts of a grid joined by atomicMin.
#include "probe.h"
template <class T> __global__ void in_step(T *o, int words, int each)
{ // all lanes one word, which moves on with each turn
	__shared__ T s[256];
	for (int k = threadIdx.x; k < 256; k += blockDim.x)
		s[k] = 0;
	__syncthreads();
	for (int k = 0; k < each; k++)
		atomicAdd(s + k % words, (T)(k + threadIdx.x));
	__syncthreads();
	if (threadIdx.x == 0)
		o[blockIdx.x] = s[0];
}
template <class T> __global__ void warp_first(T *o, int words, int each)
{ // as in_step, but each warp begins at another word
	__shared__ T s[256];
	for (int k = threadIdx.x; k < 256; k += blockDim.x)
		s[k] = 0;
	__syncthreads();
	for (int k = 0; k < each; k++)
		atomicAdd(s + (k + threadIdx.x / 32) % words, (T)(k + threadIdx.x));
	__syncthreads();
	if (threadIdx.x == 0)
		o[blockIdx.x] = s[0];
}
__global__ void largest(unsigned *p, const float *a, int n, int words, int lanes)
{ // some lanes of each warp
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n || (int)(threadIdx.x % 32) >= lanes)
		return;
	unsigned *q = p + (i % words) * 32, old = *q, was;
	do {
		was = old;
		old = atomicCAS(q, was, __float_as_uint(fmaxf(a[i], __uint_as_float(was))));
	} while (old != was);
}
__global__ void ring(int n, int work)
{ // each warp a flag of its own, told by the one before it
	__shared__ volatile int at[32];
	int w = threadIdx.x / 32, ws = blockDim.x / 32;
	if (threadIdx.x < 32)
		at[threadIdx.x] = 0;
	__syncthreads();
	float x = n;
	if (threadIdx.x % 32 == 0)
		for (int k = 1; k <= n; k++) {
			while (at[w] < k - (w == 0))
				;
			for (int j = 0; j < work; j++)
				x = x * 1.0001f + 0.5f;
			at[(w + 1) % ws] = x > 1e30f ? 0 : (w + 1 == ws ? k : k);
		}
}
__global__ void counted(int n)
{ // warps count themselves and wait until all have come
	__shared__ int count;
	if (threadIdx.x == 0)
		count = 0;
	__syncthreads();
	if (threadIdx.x % 32 == 0)
		for (int k = 1; k <= n; k++) {
			atomicAdd(&count, 1);
			while (*(volatile int *)&count < k * (int)(blockDim.x / 32))
				;
		}
}
__device__ int root(int *p, int i)
{
	for (int q; (q = *(volatile int *)&p[i]) != i;)
		i = q;
	return i;
}
__global__ void join_min(const unsigned char *in, int *p, int w, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	for (int d = 0; d < 2; d++) {
		int a = i, b = d ? i - w : i - 1;
		if ((d ? i < w : i % w == 0) || in[a] != in[b])
			continue;
		while (true) {
			a = root(p, a), b = root(p, b);
			if (a == b)
				break;
			if (a < b) {
				int c = a;
				a = b, b = c;
			}
			int old = atomicMin(&p[a], b);
			if (old == a)
				break;
			a = old;
		}
	}
}
__global__ void in_order(int *p, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		p[i] = i;
}
void rows()
{
	unsigned *p = dev<unsigned>(1 << 22);
	double *o = dev<double>(1 << 16);
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f(1 << 20);
	for (size_t i = 0; i < f.size(); i++)
		f[i] = (w[i] >> 8) / 16777216.0f;
	float *a = upload(f);
	auto zero = [&] { CHECK(cudaMemset(p, 0, 16 << 20)); };
	for (int g : { 132, 528 })
		for (int t : { 64, 128, 256, 512 })
			for (int words : { 4, 8, 64 }) {
				row(nm("meet.step.float.%d.%d.w%d", g, t, words), [&] { in_step<float><<<g, t>>>((float *)o, words, 64); });
				row(nm("meet.step.double.%d.%d.w%d", g, t, words), [&] { in_step<double><<<g, t>>>(o, words, 64); });
				row(nm("meet.step.apart.%d.%d.w%d", g, t, words), [&] { warp_first<float><<<g, t>>>((float *)o, words, 64); });
			}
	for (int n : { 1 << 10, 1 << 14, 1 << 16, 1 << 18 })
		for (int words : { 1, 64 })
			for (int lanes : { 1, 32 })
				row(nm("meet.largest.%d.w%d.l%d", n, words, lanes), [&] { largest<<<n / 256, 256>>>(p, a, n, words, lanes); }, zero);
	for (int t : { 64, 128, 256, 512, 1024 }) {
		for (int work : { 0, 50 })
			row(nm("meet.ring.%d.%d", t, work), [&] { ring<<<1, t>>>(50, work); });
		row(nm("meet.counted.%d", t), [&] { counted<<<1, t>>>(50); });
	}
	row("meet.ring.132.256", [&] { ring<<<132, 256>>>(50, 0); });
	std::vector<unsigned char> spots(1 << 20);
	for (int size : { 64, 256, 1024 })
		for (int cell : { 1, 4, 16 }) {
			for (int i = 0; i < size * size; i++)
				spots[i] = w[(i / size / cell * 1024 + i % size / cell) & ((1 << 20) - 1)] % 5 < 3;
			unsigned char *in = upload(spots);
			row(nm("meet.join_min.%d.%d", size, cell), [&] { join_min<<<size * size / 256, 256>>>(in, (int *)p, size, size * size); },
				[&] { in_order<<<132, 256>>>((int *)p, size * size); });
		}
}
