// places: how long one warp (or some) waits for what it has just stored, in local, global and shared memory; several loads of many lines side by side; bytes
#include "probe.h"
typedef unsigned char byte;
enum { WORDS = 64 };
// SPACE 0: local, 1: global (a line holds one word of each lane, as in local memory), 2: shared. KIND 0: only loads; 1: a load, then a store to the same word;
// 2: a store, then a load of the same word; 3: a store to another word, then a load; zero: 0, not known to the compiler
template <int SPACE, int KIND> __global__ void places(int *g, int *out, int turns, int spread, int step, int zero, int lanes)
{
	extern __shared__ int sh[];
	int own[WORDS];
	int lane = threadIdx.x % 32, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	int *p = SPACE == 1 ? g + warp * 32 * WORDS + lane : sh + threadIdx.x / 32 * 32 * WORDS + lane;
	if (lane >= lanes)
		return;
	for (int k = 0; k < WORDS; k++) {
		int to = k < 32 ? (k + step & 31) : k;
		if (SPACE == 0)
			own[k] = to;
		else
			p[k * 32] = to;
	}
	int at = lane % spread, x = 0;
#pragma unroll 1
	for (int k = 0; k < turns; k++) {
		if (KIND == 0) {
			at = SPACE == 0 ? own[at] : p[at * 32];
		} else if (KIND == 1) {
			x = SPACE == 0 ? own[at] : p[at * 32];
			if (SPACE == 0)
				own[at] = x + zero;
			else
				p[at * 32] = x + zero;
			at = x;
		} else if (KIND == 2) {
			int to = at + step & 31;
			if (SPACE == 0)
				own[at] = to;
			else
				p[at * 32] = to;
			at = SPACE == 0 ? own[at + zero] : p[(at + zero) * 32];
		} else {
			if (SPACE == 0)
				own[at + 32] = k;
			else
				p[(at + 32) * 32] = k;
			at = SPACE == 0 ? own[at] : p[at * 32];
		}
	}
	for (int k = 0; k < WORDS; k++)
		x += SPACE == 0 ? own[k] : p[k * 32];
	out[blockIdx.x * blockDim.x + threadIdx.x] = at + x;
}
// N loads side by side, each of `spread` lines (or banks' words); the next ones wait for all
template <int SPACE, int N> __global__ void side_by_side(const int *t, int *out, int turns, int spread)
{
	__shared__ int sh[SPACE == 2 ? 8192 : 1];
	if (SPACE == 2) {
		for (int i = threadIdx.x; i < 8192; i += blockDim.x)
			sh[i] = 0;
		__syncthreads();
	}
	const int *p = SPACE == 2 ? sh : t;
	int at = threadIdx.x % 32 * spread;
#pragma unroll 1
	for (int k = 0; k < turns; k++) {
		int s = 0;
#pragma unroll
		for (int n = 0; n < N; n++)
			s |= SPACE == 2 ? sh[at + n * 1024] : p[at + n * 1024];
		at += s;
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}
// stores side by side with a load that does not need them: how long a load waits behind stores of many lines
template <int SPACE, int N> __global__ void stores_then_load(int *t, int *out, int turns, int spread)
{
	__shared__ int sh[SPACE == 2 ? 12000 : 1];
	if (SPACE == 2) {
		for (int i = threadIdx.x; i < 12000; i += blockDim.x)
			sh[i] = 0;
		__syncthreads();
	}
	int *p = t + blockIdx.x * 16384, at = threadIdx.x % 32 * spread;
#pragma unroll 1
	for (int k = 0; k < turns; k++) {
#pragma unroll
		for (int n = 1; n <= N; n++)
			if (SPACE == 2)
				sh[at + n * 1056] = k;
			else
				p[at + n * 1056] = k;
		at += SPACE == 2 ? sh[at] : p[at];
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}
// a chain through bytes
template <int SPACE> __global__ void bytes(const byte *t, int *out, int turns, int spread)
{
	__shared__ byte sh[SPACE == 2 ? 256 : 1];
	byte own[SPACE == 0 ? 256 : 1];
	for (int k = 0; SPACE == 0 && k < 256; k++)
		own[k] = t[k];
	for (int k = threadIdx.x; SPACE == 2 && k < 256; k += blockDim.x)
		sh[k] = t[k];
	__syncthreads();
	int at = threadIdx.x % 32 * spread & 255;
#pragma unroll 1
	for (int k = 0; k < turns; k++)
		at = SPACE == 0 ? own[at] : SPACE == 2 ? sh[at] : t[at];
	out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}
// ---- a search in depth: a stack of each thread in local memory, loads and stores under branches; steps: of its longest lane
__global__ void stack_of_each(int *out, int n, int lanes)
{
	int stack[64], top = 0, sum = 0, lane = threadIdx.x % 32;
	if (lane >= lanes)
		return;
	stack[top++] = 1 + (threadIdx.x & 1);
	while (top) {
		int v = stack[--top];
		sum += v;
		if (v < n) {
			stack[top++] = 2 * v;
			stack[top++] = 2 * v + 1;
		}
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
// ---- a row of a table, computed by each thread in its own array: the one before and the one above
template <int N> __global__ void table_of_each(const byte *a, const byte *b, int *out, int rows)
{
	int row[N + 1], i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = 0; k <= N; k++)
		row[k] = k;
#pragma unroll 1
	for (int r = 0; r < rows; r++) {
		int before = row[0], left = row[0] = r + 1;
		byte c = a[i * 64 + r];
#pragma unroll 1
		for (int k = 1; k <= N; k++) {
			int above = row[k], v = min(min(above, left) + 1, before + (c != b[k]));
			row[k] = left = v;
			before = above;
		}
	}
	out[i] = row[N];
}
__global__ void fill_chase(int *t, int n, int step, int mask)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		t[i] = i + step & mask;
}
__global__ void fill_bytes(byte *t)
{
	t[threadIdx.x] = threadIdx.x + 37;
}
template <int SPACE, int KIND> static void place(const char *name, int *g, int *out)
{
	const char *space = SPACE == 0 ? "local" : SPACE == 1 ? "global" : "shared";
	for (int threads = 32; threads <= (SPACE == 2 ? 128 : 512); threads *= 4)
		for (int spread : { 1, 8, 32 })
			row(nm("places.%s.%s.%d.%d", space, name, threads / 32, spread), [&] {
				if (SPACE == 2)
					cudaFuncSetAttribute(places<SPACE, KIND>, cudaFuncAttributeMaxDynamicSharedMemorySize, threads * WORDS * 4);
				places<SPACE, KIND><<<132, threads, SPACE == 2 ? threads * WORDS * 4 : 0>>>(g, out, 1024, spread, 5, 0, 32);
			});
	for (int lanes : { 1, 4 })
		row(nm("places.%s.%s.lanes.%d", space, name, lanes), [&] {
			places<SPACE, KIND><<<132, 32, SPACE == 2 ? 32 * WORDS * 4 : 0>>>(g, out, 1024, 32, 5, 0, lanes);
		});
}
template <int SPACE> static void all_places(int *g, int *out)
{
	place<SPACE, 0>("load", g, out);
	place<SPACE, 1>("change", g, out);
	place<SPACE, 2>("store_load", g, out);
	place<SPACE, 3>("store_beside", g, out);
}
template <int SPACE, int N> static void beside(int *t, int *out)
{
	const char *space = SPACE == 1 ? "l1" : "shared";
	for (int warps : { 1, 4, 8 })
		for (int spread : { 1, 4, 16, 32 }) {
			row(nm("beside.%s.%d.%d.%d", space, N, warps, spread), [&] { side_by_side<SPACE, N><<<132, 32 * warps>>>(t, out, 1024, spread); },
				[&] { CHECK(cudaMemset(t, 0, 65536)); });
		}
}
template <int SPACE, int N> static void behind(int *t, int *out)
{
	const char *space = SPACE == 1 ? "l1" : "shared";
	for (int spread : { 1, 8, 32 })
		row(nm("behind.%s.%d.%d", space, N, spread), [&] { stores_then_load<SPACE, N><<<132, 32>>>(t, out, 1024, spread); },
			[&] { CHECK(cudaMemset(t, 0, 132 * 65536)); });
}
void rows()
{
	int *g = dev<int>(132 * 16 * 32 * WORDS), *out = dev<int>(1 << 20), *t = dev<int>(4 << 20);
	byte *b = dev<byte>(8 << 20);
	CHECK(cudaMemset(t, 0, 16 << 20));
	CHECK(cudaMemset(b, 0, 8 << 20));
	all_places<0>(g, out);
	all_places<1>(g, out);
	all_places<2>(g, out);
	beside<1, 1>(t, out);
	beside<1, 2>(t, out);
	beside<1, 4>(t, out);
	beside<1, 8>(t, out);
	beside<2, 1>(t, out);
	beside<2, 4>(t, out);
	behind<1, 1>(t, out);
	behind<1, 4>(t, out);
	behind<2, 1>(t, out);
	behind<2, 4>(t, out);
	for (int spread : { 0, 1, 8 }) {
		row(nm("bytes.local.%d", spread), [&] { bytes<0><<<132, 32>>>(b, out, 1024, spread); }, [&] { fill_bytes<<<1, 256>>>(b); });
		row(nm("bytes.l1.%d", spread), [&] { bytes<1><<<132, 32>>>(b, out, 1024, spread); }, [&] { fill_bytes<<<1, 256>>>(b); });
		row(nm("bytes.shared.%d", spread), [&] { bytes<2><<<132, 32>>>(b, out, 1024, spread); }, [&] { fill_bytes<<<1, 256>>>(b); });
	}
	for (int threads : { 32, 128, 512 })
		for (int lanes : { 1, 8, 32 })
			row(nm("stack.%d.%d", threads, lanes), [&] { stack_of_each<<<132, threads>>>(out, 512, lanes); });
	for (int threads : { 32, 128, 512 }) {
		row(nm("table.16.%d", threads), [&] { table_of_each<16><<<132, threads>>>(b, b + 64, out, 32); });
		row(nm("table.60.%d", threads), [&] { table_of_each<60><<<132, threads>>>(b, b + 64, out, 32); });
	}
}
