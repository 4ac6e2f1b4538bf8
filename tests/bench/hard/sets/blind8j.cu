// blind8j: an eighth set of kernels that nobody had modelled when they were written. Neighbours, work that makes work, sharing.
#include "blind7.h"
#include <climits>
#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
typedef unsigned u32;

__host__ __device__ inline u32 mix(u32 x)
{
	x = (x ^ x >> 16) * 0x7feb352du;
	x = (x ^ x >> 15) * 0x846ca68bu;
	return x ^ x >> 16;
}
// ---- the nearest eight: a key is distance and number
__device__ u32 key_of(float4 a, float4 b, int i)
{
	float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z, w = a.w - b.w;
	return (u32)(x * x + y * y + z * z + w * w) << 12 | i;
}
__device__ void keep(u32 *best, u32 key)
{
	if (key >= best[7])
		return;
	int j = 7;
	for (; j > 0 && best[j - 1] > key; j--)
		best[j] = best[j - 1];
	best[j] = key;
}
__global__ void eight_by_thread(const float4 *q, const float4 *p, u32 *out, int n)
{
	__shared__ float4 s[128];
	int i = blockIdx.x * 128 + threadIdx.x;
	float4 me = q[i];
	u32 best[8];
	for (int k = 0; k < 8; k++)
		best[k] = ~0u;
	for (int from = 0; from < n; from += 128) {
		__syncthreads();
		s[threadIdx.x] = p[from + threadIdx.x];
		__syncthreads();
		for (int j = 0; j < 128; j++)
			keep(best, key_of(me, s[j], from + j));
	}
	for (int k = 0; k < 8; k++)
		out[i * 8 + k] = best[k];
}
__global__ void eight_by_warp(const float4 *q, const float4 *p, u32 *out, int n)
{
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, at = 0;
	float4 me = q[i];
	u32 best[9];
	for (int k = 0; k < 9; k++)
		best[k] = ~0u;
	for (int j = lane; j < n; j += 32)
		keep(best, key_of(me, p[j], j));
	for (int k = 0; k < 8; k++) {
		u32 mine = best[at], least = __reduce_min_sync(~0u, mine);
		if (mine == least) {
			at++;
			out[i * 8 + k] = mine;
		}
	}
}
// ---- eight bytes for a vector, each the number of a piece: distances from a table
template <bool SHARED> __global__ void coded_distances(const uint2 *code, const int *table, int *out, int n)
{
	__shared__ int s[2048];
	if (SHARED) {
		for (int k = threadIdx.x; k < 2048; k += blockDim.x)
			s[k] = table[k];
		__syncthreads();
	}
	const int *t = SHARED ? s : table;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		uint2 c = code[i];
		int d = 0;
#pragma unroll
		for (int k = 0; k < 4; k++)
			d += t[k * 256 + (c.x >> 8 * k & 255)] + t[1024 + k * 256 + (c.y >> 8 * k & 255)];
		out[i] = d;
	}
}
// ---- stacks of free places
__global__ void stacks_push(u64 *head, int *below, int mask, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	u64 *h = &head[mix(i) & mask], old = *(volatile u64 *)h, was;
	do {
		was = old;
		*(volatile int *)&below[i] = (int)was;
		__threadfence();
		old = atomicCAS(h, was, ((was >> 32) + 1) << 32 | (u32)(i + 1));
	} while (old != was);
}
__global__ void stacks_pop(u64 *head, int *below, int *got, int mask, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	u64 *h = &head[mix(i) & mask], old = *(volatile u64 *)h, was;
	do {
		was = old;
		int next = *(volatile int *)&below[(u32)was - 1];
		old = atomicCAS(h, was, ((was >> 32) + 1) << 32 | (u32)next);
	} while (old != was);
	got[i] = (u32)was - 1;
}
// ---- room for 0 to 7 records of each thread
__global__ void room_each(const int *many, int *pool, int *used)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, m = many[i], at = m ? atomicAdd(used, m) : 0;
	for (int k = 0; k < m; k++)
		pool[at + k] = i * 8 + k;
}
__global__ void room_warp(const int *many, int *pool, int *used)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, m = many[i], run = m, at = 0;
	for (int d = 1; d < 32; d *= 2) {
		int o = __shfl_up_sync(~0u, run, d);
		if (lane >= d)
			run += o;
	}
	if (lane == 31)
		at = atomicAdd(used, run);
	at = __shfl_sync(~0u, at, 31) + run - m;
	for (int k = 0; k < m; k++)
		pool[at + k] = i * 8 + k;
}
// ---- money from one account to another
__global__ void bank_locks(int *lock, volatile int *money, const int4 *move)
{
	int4 m = move[blockIdx.x * blockDim.x + threadIdx.x];
	int first = min(m.x, m.y), second = max(m.x, m.y);
	for (bool done = false; !done;) {
		if (atomicCAS(&lock[first], 0, 1) == 0) {
			if (atomicCAS(&lock[second], 0, 1) == 0) {
				__threadfence();
				money[m.x] -= m.z;
				money[m.y] += m.z;
				__threadfence();
				atomicExch(&lock[second], 0);
				done = true;
			}
			atomicExch(&lock[first], 0);
		}
	}
}
__global__ void bank_adds(int *money, const int4 *move)
{
	int4 m = move[blockIdx.x * blockDim.x + threadIdx.x];
	atomicSub(&money[m.x], m.z);
	atomicAdd(&money[m.y], m.z);
}
// ---- trees that grow by chance: how many nodes has each?
__host__ __device__ inline int children_of(u32 node)
{
	return node % 1000 < 230 ? 4 : 0;
}
__host__ __device__ inline u32 child(u32 node, int k)
{
	return mix(node * 5 + k + 1);
}
__global__ void grow_alone(int *size, int most)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, n = 0, depth = 1;
	u32 stack[200];
	stack[0] = mix(i);
	while (depth) {
		u32 v = stack[--depth];
		n++;
		for (int k = 0; k < children_of(v); k++)
			stack[depth++] = child(v, k);
	}
	size[i] = n;
}
__global__ void grow_level(const uint2 *in, uint2 *out, int *count, int *size, int level)
{
	int n = count[level];
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		uint2 v = in[i];
		int kids = children_of(v.x);
		atomicAdd(&size[v.y], 1);
		if (!kids)
			continue;
		int at = atomicAdd(&count[level + 1], kids);
		for (int k = 0; k < kids; k++)
			out[at + k] = make_uint2(child(v.x, k), v.y);
	}
}
// ---- 8192 bins
__global__ void bins_memory(const u32 *in, int *bin, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&bin[in[i] >> 19], 1);
}
__global__ void bins_shared(const u32 *in, int *bin, int n)
{
	__shared__ int s[8192];
	for (int k = threadIdx.x; k < 8192; k += blockDim.x)
		s[k] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&s[in[i] >> 19], 1);
	__syncthreads();
	for (int k = threadIdx.x; k < 8192; k += blockDim.x)
		if (s[k])
			atomicAdd(&bin[k], s[k]);
}
// ---- the largest of nine in a row
__global__ void largest_plain(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, m = in[i];
	for (int k = 1; k < 9; k++)
		m = max(m, in[i + k]);
	out[i] = m;
}
__global__ void largest_staged(const int *in, int *out, int tiles)
{ // a block has eight tiles of 256; the next comes while it works
	__shared__ __align__(16) int s[2][264];
	__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
	auto block = cg::this_thread_block();
	auto pipe = cuda::make_pipeline(block, &state);
	int base = blockIdx.x * tiles * 256, t = threadIdx.x;
	for (int k = 0, sent = 0; k < tiles; k++) {
		for (; sent < tiles && sent < k + 2; sent++) {
			pipe.producer_acquire();
			cuda::memcpy_async(block, s[sent & 1], in + base + sent * 256, cuda::aligned_size_t<16>(264 * 4), pipe);
			pipe.producer_commit();
		}
		pipe.consumer_wait();
		int m = s[k & 1][t];
#pragma unroll
		for (int e = 1; e < 9; e++)
			m = max(m, s[k & 1][t + e]);
		out[base + k * 256 + t] = m;
		pipe.consumer_release();
	}
}
// ---- how far is each place of a maze from the corner?
__global__ void maze_grid(const byte *wall, volatile int *far, int *more, int w)
{
	cg::grid_group grid = cg::this_grid();
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = i % w, y = i / w;
	for (int step = 0;; step++) {
		if (i == 0)
			more[(step + 1) % 3] = 0;
		if (!wall[i] && far[i] == INT_MAX)
			if ((x && far[i - 1] == step) || (x < w - 1 && far[i + 1] == step) || (y && far[i - w] == step) || (y < w - 1 && far[i + w] == step)) {
				far[i] = step + 1;
				atomicExch(&more[step % 3], 1);
			}
		grid.sync();
		if (!*(volatile int *)&more[step % 3])
			break;
	}
}
__global__ void maze_block(const byte *wall, int *out, int w)
{
	__shared__ int far[96 * 96], count[2];
	__shared__ unsigned short queue[2][1024];
	int t = threadIdx.x, step[4] = { -1, 1, -w, w };
	for (int i = t; i < w * w; i += blockDim.x)
		far[i] = wall[i] ? -1 : INT_MAX;
	__syncthreads();
	if (t == 0) {
		far[0] = queue[0][0] = 0;
		count[0] = 1;
		count[1] = 0;
	}
	__syncthreads();
	for (int level = 0; count[level & 1]; level++) {
		int n = count[level & 1];
		if (t < 4 * n) {
			int v = queue[level & 1][t / 4], x = v % w, d = t & 3, u = v + step[d];
			bool in = d == 0 ? x > 0 : d == 1 ? x < w - 1 : u >= 0 && u < w * w;
			if (in && atomicCAS(&far[u], INT_MAX, level + 1) == INT_MAX)
				queue[~level & 1][atomicAdd(&count[~level & 1], 1)] = u;
		}
		__syncthreads();
		if (t == 0)
			count[level & 1] = 0;
		__syncthreads();
	}
	for (int i = t; i < w * w; i += blockDim.x)
		out[i] = far[i];
}
// ---- formulas of 48 steps for a machine with a stack
__host__ __device__ inline u32 formula(const byte *op, u32 x)
{
	u32 stack[8];
	int top = 0;
	stack[0] = x;
	for (int k = 0; k < 48; k++) {
		u32 a = stack[top], b = top ? stack[top - 1] : 0;
		switch (op[k] & 7) {
		case 0: stack[top = top < 7 ? top + 1 : top] = op[k] >> 3; continue;
		case 1: stack[top = top < 7 ? top + 1 : top] = x; continue;
		case 2: stack[top = top < 7 ? top + 1 : top] = a; continue;
		case 3: a += b; break;
		case 4: a *= b; break;
		case 5: a ^= b >> 3; break;
		case 6: a = a > b ? a - b : b - a; break;
		default: a = b ? a % (b | 1) : a;
		}
		stack[top = top ? top - 1 : 0] = a;
	}
	return stack[top];
}
__constant__ byte constant_op[16 * 48];
__global__ void formulas_constant(u32 *out)
{ // all threads of a block run the same
	out[blockIdx.x * blockDim.x + threadIdx.x] = formula(constant_op + blockIdx.x % 16 * 48, blockIdx.x * blockDim.x + threadIdx.x);
}
__global__ void formulas_own(const byte *op, u32 *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = formula(op + i % 16 * 48, i);
}

void rows()
{
	const int Q = 2048, C = 2048, S = 32768, W = 96, T = 8192;
	std::vector<float> point(8192 * 8);
	for (size_t i = 0; i < point.size(); i++)
		point[i] = mix(i) % 256;
	float *dp = upload(point);
	int *out = dev<int>(1 << 19), *out2 = dev<int>(1 << 19), *count = dev<int>(256);
	std::vector<u32> eight(Q * 8), all(C);
	for (int q = 0; q < Q; q++) {
		for (int i = 0; i < C; i++) {
			int s = 0;
			for (int d = 0; d < 4; d++)
				s += (point[q * 4 + d] - point[40000 + i * 4 + d]) * (point[q * 4 + d] - point[40000 + i * 4 + d]);
			all[i] = s << 12 | i;
		}
		std::partial_sort(all.begin(), all.begin() + 8, all.end());
		std::copy(all.begin(), all.begin() + 8, &eight[q * 8]);
	}
	float4 *from = (float4 *)dp, *to = from + 10000;
	u32 *uo = (u32 *)out;
	job<u32>("eight_near.thread_a_query", [&] { eight_by_thread<<<Q / 128, 128>>>(from, to, uo, C); }, uo, Q * 8, same(eight));
	job<u32>("eight_near.warp_a_query", [&] { eight_by_warp<<<Q / 4, 128>>>(from, to, uo, C); }, uo, Q * 8, same(eight));
	const int V = 300000;
	std::vector<u32> code = words(2 * V);
	std::vector<int> table(2048), distance(V);
	for (int i = 0; i < 2048; i++)
		table[i] = mix(i) % 5000;
	for (int i = 0; i < V; i++)
		for (int k = 0; k < 8; k++)
			distance[i] += table[k * 256 + (code[2 * i + k / 4] >> 8 * (k % 4) & 255)];
	u32 *dc = upload(code);
	int *dt = upload(table);
	job<int>("coded.table_in_memory", [&] { coded_distances<false><<<264, 512>>>((uint2 *)dc, dt, out, V); }, out, V, same(distance));
	job<int>("coded.table_shared", [&] { coded_distances<true><<<264, 512>>>((uint2 *)dc, dt, out, V); }, out, V, same(distance));
	u64 *head = dev<u64>(1024);
	job<int>("stacks.push_and_pop", [&] {
		stacks_push<<<S / 128, 128>>>(head, out2, 1023, S);
		stacks_pop<<<S / 128, 128>>>(head, out2, out, 1023, S);
	}, out, S, [&](const std::vector<int> &v) {
		std::vector<int> s = v;
		std::sort(s.begin(), s.end());
		for (int i = 0; i < S; i++)
			if (s[i] != i || (mix(v[i]) ^ mix(i)) & 1023)
				return false;
		return true;
	}, [&] { CHECK(cudaMemset(head, 0, 8192)); });
	std::vector<int> many(S * 2), records, bin(8192);
	for (int i = 0; i < S * 2; i++)
		for (int k = many[i] = mix(i) & 7, r = i * 8; k > 0; k--)
			records.push_back(r++);
	int *dmany = upload(many);
	auto sorted = [&](const std::vector<int> &v) {
		std::vector<int> s = v;
		std::sort(s.begin(), s.end());
		return s == records;
	};
	auto none = [&] { CHECK(cudaMemset(count, 0, 1024)); };
	job<int>("room.an_atomic_each", [&] { room_each<<<S / 128, 256>>>(dmany, out, count); }, out, records.size(), sorted, none);
	job<int>("room.an_atomic_a_warp", [&] { room_warp<<<S / 128, 256>>>(dmany, out, count); }, out, records.size(), sorted, none);
	std::vector<int> money(20000, 1000), begin = money;
	std::vector<int4> move(16384);
	for (int i = 0; i < 16384; i++) {
		int a = mix(i) % 20000, b = (a + 1 + mix(i + S) % 19999) % 20000, x = mix(i * 7) % 100;
		move[i] = make_int4(a, b, x, 0);
		money[a] -= x;
		money[b] += x;
	}
	int4 *dmove = upload(move);
	int *dbegin = upload(begin);
	auto open = [&] { CHECK(cudaMemcpy(out, dbegin, 80000, cudaMemcpyDeviceToDevice)); };
	job<int>("bank.locks", [&] { bank_locks<<<128, 128>>>(out2, out, dmove); }, out, 20000, same(money), [&] {
		open();
		CHECK(cudaMemset(out2, 0, 80000));
	});
	job<int>("bank.adds", [&] { bank_adds<<<128, 128>>>(out, dmove); }, out, 20000, same(money), open);
	// trees: a quarter of the roots has children
	std::vector<int> size(T);
	size_t deepest = 0, levels = 0;
	for (int i = 0; i < T; i++) {
		std::vector<std::pair<u32, size_t>> stack(1, { mix(i), 1 });
		for (; !stack.empty(); size[i]++) {
			auto v = stack.back();
			stack.pop_back();
			levels = std::max(levels, v.second);
			for (int k = 0; k < children_of(v.first); k++)
				stack.push_back({ child(v.first, k), v.second + 1 });
			deepest = std::max(deepest, stack.size());
		}
	}
	if (deepest > 200 || levels > 255)
		printf("deeper than thought: %zu, %zu\n", deepest, levels);
	std::vector<uint2> roots(T);
	for (int i = 0; i < T; i++)
		roots[i] = make_uint2(mix(i), i);
	uint2 *droots = upload(roots), *list[2] = { dev<uint2>(4 * T), dev<uint2>(4 * T) };
	job<int>("grown.alone", [&] { grow_alone<<<T / 64, 64>>>(out, 0); }, out, T, same(size));
	job<int>("grown.level_by_level", [&] {
		for (size_t k = 0; k < levels; k++)
			grow_level<<<64, 128>>>(k ? list[k & 1] : droots, list[~k & 1], count, out, k);
	}, out, T, same(size), [&] {
		none();
		CHECK(cudaMemcpy(count, &T, 4, cudaMemcpyHostToDevice));
		CHECK(cudaMemset(out, 0, T * 4));
	});
	for (u32 v : code)
		bin[v >> 19]++;
	auto no_bins = [&] { CHECK(cudaMemset(out, 0, 32768)); };
	job<int>("many_bins.in_memory", [&] { bins_memory<<<264, 256>>>(dc, out, 2 * V); }, out, 8192, same(bin), no_bins);
	job<int>("many_bins.shared", [&] { bins_shared<<<132, 1024>>>(dc, out, 2 * V); }, out, 8192, same(bin), no_bins);
	std::vector<int> row(264 * 2048 - 8), largest(256 * 2048);
	for (size_t i = 0; i < row.size(); i++)
		row[i] = mix(i) >> 1;
	for (size_t i = 0; i < largest.size(); i++)
		largest[i] = *std::max_element(&row[i], &row[i] + 9);
	int *drow = upload(row), L = largest.size();
	job<int>("nine_in_a_row.plain", [&] { largest_plain<<<L / 1024, 1024>>>(drow, out, L); }, out, L, same(largest));
	job<int>("nine_in_a_row.two_stages", [&] { largest_staged<<<L / 2048, 256>>>(drow, out, 8); }, out, L, same(largest));
	// a maze, and the ways through it from its corner
	std::vector<byte> wall(W * W);
	std::vector<int> far(W * W, INT_MAX), place(1, 0), first(W * W, INT_MAX);
	for (int i = 1; i < W * W; i++)
		wall[i] = mix(i) % 100 < 33;
	far[0] = first[0] = 0;
	for (size_t k = 0; k < place.size(); k++)
		for (int d = 0, v = place[k]; d < 4; d++) {
			int x = v % W + (d == 0) - (d == 1), y = v / W + (d == 2) - (d == 3), u = y * W + x;
			if (x >= 0 && x < W && y >= 0 && y < W && !wall[u] && far[u] == INT_MAX)
				far[u] = far[v] + 1, place.push_back(u);
		}
	byte *dwall = upload(wall);
	int *dfirst = upload(first);
	job<int>("maze.whole_grid", [&] {
		int w = W;
		void *arg[] = { &dwall, &out, &count, &w };
		CHECK(cudaLaunchCooperativeKernel((void *)maze_grid, dim3(W * W / 128), dim3(128), arg, 0, nullptr));
	}, out, W * W, same(far), [&] {
		none();
		CHECK(cudaMemcpy(out, dfirst, W * W * 4, cudaMemcpyDeviceToDevice));
	});
	for (int i = 0; i < W * W; i++)
		if (wall[i])
			far[i] = -1;
	job<int>("maze.one_block", [&] { maze_block<<<1, 512>>>(dwall, out, W); }, out, W * W, same(far));
	std::vector<byte> op(16 * 48);
	std::vector<u32> per_block(S), own(S);
	for (size_t i = 0; i < op.size(); i++)
		op[i] = mix(i + 5) >> 3;
	for (int i = 0; i < S; i++) {
		per_block[i] = formula(&op[i / 64 % 16 * 48], i);
		own[i] = formula(&op[i % 16 * 48], i);
	}
	byte *dop = upload(op);
	CHECK(cudaMemcpyToSymbol(constant_op, op.data(), op.size()));
	job<u32>("formulas.a_block_the_same", [&] { formulas_constant<<<S / 64, 64>>>(uo); }, uo, S, same(per_block));
	job<u32>("formulas.each_its_own", [&] { formulas_own<<<S / 64, 64>>>(dop, uo); }, uo, S, same(own));
}
