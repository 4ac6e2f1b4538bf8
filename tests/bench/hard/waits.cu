// waits: how long one warp (or some) waits for loads of many lines that hit, for parts of an if, for short loops of many lengths, for small arrays, for doubles
#include "probe.h"
__global__ void fill_chase(int *t, int n, int step, int mask)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		t[i] = i + step & mask;
}
// lanes of a warp lie `spread` words apart, modulo 32 lines: each turn waits for the one before it
__global__ void chase(const int *t, int *out, int turns, int spread, int shift)
{
	int at = (threadIdx.x % 32 * spread >> shift) + threadIdx.x / 32 * 8;
	for (int k = 0; k < turns; k++)
		at = t[at];
	out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}
__global__ void chase64(const long long *t, int *out, int turns, int spread)
{
	long long at = threadIdx.x % 32 * spread;
	for (int k = 0; k < turns; k++)
		at = t[at];
	out[blockIdx.x * blockDim.x + threadIdx.x] = (int)at;
}
__global__ void fill_chase64(long long *t, int n, int step, int mask)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		t[i] = i + step & mask;
}
__global__ void chase_shared(int *out, int turns, int spread)
{
	__shared__ int t[8192];
	for (int i = threadIdx.x; i < 8192; i += blockDim.x)
		t[i] = i + 1024 & 8191;
	__syncthreads();
	int at = threadIdx.x % 32 * spread;
	for (int k = 0; k < turns; k++)
		at = t[at];
	out[threadIdx.x] = at;
}
// two sorted lists merged by each lane: loads that hit, an if with an else
__global__ void merges(const int *a, int *out, int turns)
{
	int i = threadIdx.x, j = threadIdx.x + 2048, found = 0;
	for (int k = 0; k < turns; k++) {
		int x = a[i & 4095], y = a[j & 4095];
		if (x < y)
			i++;
		else if (x > y)
			j++;
		else {
			i += 2;
			found++;
		}
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = found + i + j;
}
// only `active` lanes of each warp go on for long
__global__ void lists(const int *a, int *out, int turns, int active)
{
	int n = threadIdx.x % 32 < active ? turns : 4, s = 0;
	const int *p = a + (threadIdx.x * 64 & 4095);
	for (int k = 0; k < n; k++)
		s += a[p[k & 1023] & 4095];
	out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
// a loop whose bound is read by each lane, in which one more loop's length differs by lane
__global__ void nested(int *out, int turns)
{
	int s = threadIdx.x, x = threadIdx.x * 7919;
	for (int k = 0; k < turns; k++) {
		int n = x >> 4 & 7;
		for (int j = 0; j < n; j++)
			s = s * 3 ^ j;
		x = x * 1103515245 + 12345;
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
// small arrays of each thread that an index of its own picks from: kept in registers
template <int N> __global__ void own_array(int *out, int turns, int step)
{
	int a[N], at = threadIdx.x % N, s = 0;
	for (int k = 0; k < N; k++)
		a[k] = k * step;
	for (int k = 0; k < turns; k++) {
		a[at] += k;
		s += a[(at + s) % N & (N - 1)];
		at = at + step & (N - 1);
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
// doubles
__global__ void series(double *out, int terms)
{
	double x = 1 + threadIdx.x * .001, s = 0;
	for (int k = 1; k <= terms; k++)
		s += x / (k * k + x);
	out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
__global__ void divide_chain(double *out, int terms, double y)
{
	double x = 1 + threadIdx.x * .001;
	for (int k = 0; k < terms; k++)
		x = y / x;
	out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
__global__ void root_chain(double *out, int terms, double y)
{
	double x = 1 + threadIdx.x * .001;
	for (int k = 0; k < terms; k++)
		x = sqrt(x + y);
	out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
template <class T> __global__ void dots(const T *a, const T *b, T *out, int n)
{ // a whole row by a column that hits in the L1
	T s = 0;
	for (int k = 0; k < n; k++)
		s += a[(threadIdx.x / 16) * n + k] * b[k * 16 + threadIdx.x % 16];
	out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
void rows()
{
	int *t = dev<int>(4 << 20), *out = dev<int>(4 << 20);
	long long *w = dev<long long>(1 << 20);
	double *d = dev<double>(4 << 20);
	auto table = [&](int n, int step) { fill_chase<<<264, 256>>>(t, n, step, n - 1); };
	for (int warps = 1; warps <= 16; warps *= 4)
		for (int spread = 1, k = 0; k < 7; k++, spread = k == 6 ? 33 : 1 << k) { // 1: one line; 2: 2 ... 32: a line a lane
			row(nm("l1.chase.%d.%d", warps, spread), [&] { chase<<<1, 32 * warps>>>(t, out, 4096, spread, 0); }, [&] { table(4096, 1024); });
			row(nm("l1.chase.all.%d.%d", warps, spread), [&] { chase<<<132, 32 * warps>>>(t, out, 4096, spread, 0); }, [&] { table(4096, 1024); });
		}
	for (int spread = 32; spread <= 1024; spread *= 32)
		row(nm("l2.chase.%d", spread), [&] { chase<<<1, 32>>>(t, out, 1024, spread, 0); }, [&] { table(1 << 20, 32768 + 1024); });
	for (int shift = 0; shift <= 5; shift++)
		row(nm("l2.lines.%d", 32 >> shift), [&] { chase<<<1, 32>>>(t, out, 1024, 32, shift); }, [&] { table(1 << 20, 32768 + 1024); });
	for (int spread = 1; spread <= 16; spread *= 2)
		row(nm("l1.chase64.%d", spread), [&] { chase64<<<1, 32>>>(w, out, 4096, spread); }, [&] { fill_chase64<<<264, 256>>>(w, 2048, 512, 2047); });
	for (int warps = 1; warps <= 16; warps *= 4)
		for (int spread = 1; spread <= 32; spread *= 2)
			row(nm("shared.chase.%d.%d", warps, spread), [&] { chase_shared<<<1, 32 * warps>>>(out, 4096, spread); });
	for (int threads = 32; threads <= 512; threads *= 4) {
		row(nm("merges.%d", threads), [&] { merges<<<132, threads>>>(t, out, 2048); }, [&] { table(4096, 1024); });
		for (int active = 1; active <= 32; active *= 4)
			row(nm("lists.%d.%d", threads, active), [&] { lists<<<132, threads>>>(t, out, 2048, active); }, [&] { table(4096, 1024); });
		row(nm("nested.%d", threads), [&] { nested<<<132, threads>>>(out, 2048); });
		row(nm("own_array.8.%d", threads), [&] { own_array<8><<<132, threads>>>(out, 2048, 3); });
		row(nm("own_array.16.%d", threads), [&] { own_array<16><<<132, threads>>>(out, 2048, 3); });
		row(nm("series.%d", threads), [&] { series<<<132, threads>>>(d, 1024); });
		row(nm("divide_chain.%d", threads), [&] { divide_chain<<<132, threads>>>(d, 1024, 3.0); });
		row(nm("root_chain.%d", threads), [&] { root_chain<<<132, threads>>>(d, 1024, 3.0); });
		row(nm("dots.float.%d", threads), [&] { dots<<<132, threads>>>((float *)t, (float *)t + 65536, (float *)out, 1024); });
		row(nm("dots.double.%d", threads), [&] { dots<<<132, threads>>>(d, d + 65536, (double *)out, 1024); });
	}
}
