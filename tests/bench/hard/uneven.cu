// uneven: warps and lanes that have more to do than others, and wait elsewhere than they: lists walked by few lanes, tables in constant memory at lanes'
// own places, atomics in loops, blocks that meet while few of their warps wait for the memory, blocks that draw tickets
#include "probe.h"
__constant__ unsigned few[16384];
typedef unsigned char byte;
// ---- constant memory: each turn every lane has another place, which hangs on what it read (the table is all 0)
template <int WORDS> __global__ void constant_own(unsigned *out, int turns, unsigned mask, unsigned lanes)
{
	unsigned h = (threadIdx.x % lanes + 1) * 2654435761u + blockIdx.x * 977u + threadIdx.x / 32 * 131u, s = 0;
	for (int k = 0; k < turns; k++) {
		unsigned at = (h >> 9 & mask) * WORDS;
		if (WORDS == 4) {
			uint4 v = *(const uint4 *)&few[at];
			s ^= v.x ^ v.y ^ v.z ^ v.w;
		} else
			s ^= few[at];
		h = h * 1664525u + 1013904223u + s;
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = s + h;
}
// ---- atomics in a loop, `lanes` lanes of each warp, each turn at another place
template <int KIND> __global__ void atomics(unsigned *t, unsigned mask, unsigned *out, int turns, int lanes)
{ // 0: compare and swap, nobody asks what it found; 1: somebody does; 2: a sum; 3: a sum that somebody asks for; 4: a minimum
	unsigned h = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u, s = 0;
	if (threadIdx.x % 32 >= lanes)
		return;
	for (int k = 0; k < turns; k++) {
		unsigned *p = t + (h >> 7 & mask);
		if (KIND == 0)
			atomicCAS(p, 0xffffffffu, k);
		else if (KIND == 1)
			s += atomicCAS(p, 0xffffffffu, k);
		else if (KIND == 2)
			atomicAdd(p, 1u);
		else if (KIND == 3)
			s += atomicAdd(p, 0u);
		else
			atomicMin(p, h);
		h = h * 1664525u + 1013904223u + (KIND == 3 || KIND == 1 ? s : 0);
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = s + h;
}
// ---- the lists of a graph: `lanes` lanes of each warp have a long one
template <int KIND> __global__ void lists(const int *start, const int *to, int *at, float *sum, int lanes, int n)
{ // 0: loads alone; 1: a compare and swap for each neighbour; 2: a minimum; 3: a sum of floats
	int v = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 32 + threadIdx.x % 32, s = 0;
	if (threadIdx.x % 32 >= lanes || v >= n)
		return;
	for (int k = start[v]; k < start[v + 1]; k++)
		if (KIND == 0)
			s += to[k];
		else if (KIND == 1)
			atomicCAS(&at[to[k]], 1 << 29, k);
		else if (KIND == 2)
			atomicMin(&at[to[k]], k);
		else
			atomicAdd(&sum[to[k]], .5f);
	if (KIND == 0)
		at[v] = s;
}
// ---- rays: each turn another row; lane l goes on for as many turns as `turns` says, others for few
__global__ void rays(const byte *a, int *out, int turns, int lanes, unsigned row)
{
	int n = threadIdx.x % 32 < lanes ? turns : 8, s = 0;
	unsigned at = (blockIdx.x * blockDim.x + threadIdx.x) * 64;
	for (int k = 0; k < n && a[at] < 200; k++) {
		s += k;
		at += row;
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
// ---- a block meets each turn; each lane goes through a row of bytes of its own. apart: they come to their next sectors in different turns
__global__ void rows_meet(const byte *a, int *out, int turns, int apart, int bytes)
{
	__shared__ int line[1025];
	int t = threadIdx.x, s = 0;
	line[t] = 0;
	__syncthreads();
	const byte *p = a + (blockIdx.x * blockDim.x + t) * 4096 + (apart ? t * apart & 127 : 0);
	for (int k = 0; k < turns; k++) {
		int v = p[k * bytes] + line[t];
		__syncthreads();
		line[t + 1] = v;
		__syncthreads();
		s ^= v;
	}
	out[blockIdx.x * blockDim.x + t] = s;
}
// ---- tickets
__global__ void tickets(const unsigned *a, unsigned *counter, unsigned *out, int n, int turns)
{ // pieces of equal work: the same few lines, or (turns < 0) each its own
	__shared__ int mine;
	unsigned sum = 0;
	int all = abs(turns);
	while (true) {
		__syncthreads();
		if (threadIdx.x == 0)
			mine = atomicAdd(counter, 1);
		__syncthreads();
		if (mine >= n)
			break;
		const unsigned *p = a + (turns < 0 ? mine * all * blockDim.x : 0);
		for (int k = 0; k < all; k++)
			sum += p[k * blockDim.x + threadIdx.x] * 3 ^ mine;
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
__global__ void tickets_lane(const int *length, unsigned *counter, unsigned *out, int n)
{ // each thread draws its own, and computes
	unsigned sum = 0, x = threadIdx.x;
	for (int i = atomicAdd(counter, 1); i < n; i = atomicAdd(counter, 1))
		for (int k = length[i & 4095]; k > 0; k--) {
			x = x * 1664525u + 1013904223u;
			sum ^= x >> 7;
		}
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
// ---- edges that join parts
__device__ int root_of(volatile int *parent, int v)
{
	while (parent[v] != v)
		v = parent[v];
	return v;
}
__global__ void join_edges(const unsigned *a, int *parent, int edges, int n)
{
	int e = blockIdx.x * blockDim.x + threadIdx.x;
	if (e >= edges)
		return;
	int u = root_of(parent, a[2 * e] % n), v = root_of(parent, a[2 * e + 1] % n);
	while (u != v) {
		int big = max(u, v), small = min(u, v);
		if (atomicCAS(&parent[big], big, small) == big)
			break;
		u = root_of(parent, big);
		v = root_of(parent, small);
	}
}
__global__ void in_order(int *p, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		p[i] = i;
}
void rows()
{
	const int M = 1 << 20;
	std::vector<unsigned> w = words(4 * M);
	unsigned *u = upload(w), *out = dev<unsigned>(M), *zero = dev<unsigned>(16 * M);
	byte *bytes = (byte *)zero; // all 0
	auto clear = [&] { CHECK(cudaMemset(zero, 0, 4 * M)); };
	for (unsigned kb : { 1, 2, 4, 8, 16, 64 }) {
		row(nm("uneven.constant.word.%u.1", kb), [&] { constant_own<1><<<132, 32>>>(out, 128, kb * 256 - 1, 32); });
		row(nm("uneven.constant.word.%u.32", kb), [&] { constant_own<1><<<528, 256>>>(out, 128, kb * 256 - 1, 32); });
		row(nm("uneven.constant.node.%u.1", kb), [&] { constant_own<4><<<132, 32>>>(out, 128, kb * 64 - 1, 32); });
		row(nm("uneven.constant.node.%u.32", kb), [&] { constant_own<4><<<528, 256>>>(out, 128, kb * 64 - 1, 32); });
	}
	for (unsigned lanes : { 1, 4 })
		row(nm("uneven.constant.lanes.%u.8", lanes), [&] { constant_own<1><<<132, 32>>>(out, 128, 2047, lanes); });
	for (int lanes : { 1, 32 })
		for (unsigned mask : { (1u << 15) - 1, (1u << 24) - 1 }) { // 128 KB, 64 MB
			const int kb = (mask + 1) / 256;
			row(nm("uneven.atomics.cas.%d.%d", lanes, kb), [&] { atomics<0><<<132, 64>>>(zero, mask, out, 64, lanes); });
			row(nm("uneven.atomics.cas_asked.%d.%d", lanes, kb), [&] { atomics<1><<<132, 64>>>(zero, mask, out, 64, lanes); });
			row(nm("uneven.atomics.add.%d.%d", lanes, kb), [&] { atomics<2><<<132, 64>>>(zero, mask, out, 64, lanes); }, clear);
			row(nm("uneven.atomics.add_asked.%d.%d", lanes, kb), [&] { atomics<3><<<132, 64>>>(zero, mask, out, 64, lanes); }, clear);
			row(nm("uneven.atomics.min.%d.%d", lanes, kb), [&] { atomics<4><<<132, 64>>>(zero, mask, out, 64, lanes); }, clear);
		}
	const int V = 32768;
	std::vector<int> start(V + 1), to;
	for (int v = 0; v < V; v++)
		start[v + 1] = start[v] + 256;
	for (int k = 0; k < start[V]; k++)
		to.push_back((int)(w[k & 4 * M - 1] % V));
	int *st = upload(start), *ne = upload(to);
	for (int lanes : { 1, 2, 4, 32 })
		for (int blocks : { 16, 128 }) {
			row(nm("uneven.lists.load.%d.%d", lanes, blocks), [&] { lists<0><<<blocks, 128>>>(st, ne, (int *)zero, (float *)out, lanes, V); }, clear);
			row(nm("uneven.lists.cas.%d.%d", lanes, blocks), [&] { lists<1><<<blocks, 128>>>(st, ne, (int *)zero, (float *)out, lanes, V); }, clear);
			row(nm("uneven.lists.min.%d.%d", lanes, blocks), [&] { lists<2><<<blocks, 128>>>(st, ne, (int *)zero, (float *)out, lanes, V); }, clear);
			row(nm("uneven.lists.float.%d.%d", lanes, blocks), [&] { lists<3><<<blocks, 128>>>(st, ne, (int *)zero, (float *)out, lanes, V); }, clear);
		}
	for (int lanes : { 1, 8, 32 })
		for (unsigned row_bytes : { 1u, 1008u * 32 })
			row(nm("uneven.rays.%d.%s", lanes, row_bytes > 1 ? "far" : "near"), [&] { rays<<<256, 64>>>(bytes, (int *)out, 400, lanes, row_bytes); });
	for (int threads : { 32, 64, 256 })
		for (int apart : { 0, 1, 17 })
			row(nm("uneven.meet.%d.%d", threads, apart), [&] { rows_meet<<<40, threads>>>(bytes, (int *)out, 256, apart, 1); });
	for (int n : { 132, 1056, 4224 })
		for (int turns : { 4, 16, -4 })
			row(nm("uneven.tickets.%d.%d", n, turns), [&] { tickets<<<132, 128>>>(u, zero, out, n, turns); }, clear);
	std::vector<int> alike(4096, 200), differ(4096);
	for (int k = 0; k < 4096; k++)
		differ[k] = w[k] % 16 ? w[k] % 128 : 1600;
	int *al = upload(alike), *di = upload(differ);
	for (int n : { 65536, 1 << 19 }) {
		row(nm("uneven.draw.alike.%d", n), [&] { tickets_lane<<<264, 128>>>(al, zero, out, n); }, clear);
		row(nm("uneven.draw.differ.%d", n), [&] { tickets_lane<<<264, 128>>>(di, zero, out, n); }, clear);
	}
	for (int n : { 4096, 16384, 131072 })
		for (int part : { 2, 1 })
			row(nm("uneven.join.%d.%d", n, n / part), [&] { join_edges<<<(n / part + 255) / 256, 256>>>(u, (int *)zero, n / part, n); },
				[&] { in_order<<<132, 256>>>((int *)zero, n); });
}
