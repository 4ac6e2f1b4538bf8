// blind29c: a fresh set of kernels that nobody had modelled when they were written. Blocks that wait for blocks.
#include "blind7.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
static const unsigned P = 2147483647;
__host__ __device__ __forceinline__ unsigned times(unsigned a, unsigned b)
{
	u64 p = (u64)a * b;
	unsigned r = (unsigned)(p & P) + (unsigned)(p >> 31);
	return r >= P ? r - P : r;
}
__host__ __device__ __forceinline__ uint2 then(uint2 a, uint2 b)
{ // first x -> a.x * x + a.y, then b
	unsigned s = times(b.x, a.y) + b.y;
	return make_uint2(times(a.x, b.x), s >= P ? s - P : s);
}
__device__ __forceinline__ void swap_step(unsigned *v, int i, int d, int len)
{
	int a = 2 * i - (i & d - 1), b = a + d;
	unsigned x = v[a], y = v[b];
	if ((x > y) == !(a & len))
		v[a] = y, v[b] = x;
}
__device__ void near_steps(unsigned *v, unsigned *tile, int from, int len, int d)
{ // all steps within 1024 keys, by 512 threads
	int t = threadIdx.x;
	tile[t] = v[from + t], tile[t + 512] = v[from + t + 512];
	for (; d; d /= 2) {
		__syncthreads();
		int a = 2 * t - (t & d - 1), b = a + d;
		unsigned x = tile[a], y = tile[b];
		if ((x > y) == !(from + a & len))
			tile[a] = y, tile[b] = x;
	}
	__syncthreads();
	v[from + t] = tile[t], v[from + t + 512] = tile[t + 512];
}
__global__ void bitonic_grid(unsigned *v, int n)
{ // a whole sort in one launch: all blocks meet after each far step
	__shared__ unsigned tile[1024];
	cg::grid_group all = cg::this_grid();
	for (int len = 2; len <= 1024; len *= 2)
		near_steps(v, tile, blockIdx.x * 1024, len, len / 2);
	for (int len = 2048; len <= n; len *= 2) {
		for (int d = len / 2; d >= 1024; d /= 2) {
			all.sync();
			swap_step(v, blockIdx.x * 512 + threadIdx.x, d, len);
		}
		all.sync();
		near_steps(v, tile, blockIdx.x * 1024, len, 512);
	}
}
__global__ void bitonic_far(unsigned *v, int d, int len)
{
	swap_step(v, blockIdx.x * 512 + threadIdx.x, d, len);
}
__global__ void bitonic_near(unsigned *v, int from, int to)
{
	__shared__ unsigned tile[1024];
	for (int len = from; len <= to; len *= 2)
		near_steps(v, tile, blockIdx.x * 1024, len, min(len / 2, 512));
}
__global__ void rumour_grid(const int *start, const int *to, int *name, int *moved, int n)
{ // least names run through a graph until nothing changes: the grid itself decides when it is through
	cg::grid_group all = cg::this_grid();
	for (int r = 0;; r++) {
		bool any = false;
		for (int i = all.thread_rank(); i < n; i += all.size()) {
			int own = *(volatile int *)&name[i], least = own;
			for (int k = start[i]; k < start[i + 1]; k++)
				least = min(least, *(volatile int *)&name[to[k]]);
			if (least < own) {
				atomicMin(&name[i], least);
				any = true;
			}
		}
		if (__syncthreads_or(any) && threadIdx.x == 0)
			atomicExch(&moved[r % 3], 1);
		all.sync();
		bool go = *(volatile int *)&moved[r % 3];
		if (all.thread_rank() == 0)
			moved[(r + 2) % 3] = 0;
		if (!go)
			return;
	}
}
__device__ uint2 block_scan(uint2 own, uint2 *warp, uint2 &all)
{ // 256 threads: what came before each one's end, itself with it
	int lane = threadIdx.x % 32, w = threadIdx.x / 32;
	for (int d = 1; d < 32; d *= 2) {
		uint2 o = make_uint2(__shfl_up_sync(~0u, own.x, d), __shfl_up_sync(~0u, own.y, d));
		if (lane >= d)
			own = then(o, own);
	}
	if (lane == 31)
		warp[w] = own;
	__syncthreads();
	uint2 before = make_uint2(1, 0);
	for (int k = 0; k < w; k++)
		before = then(before, warp[k]);
	all = make_uint2(1, 0);
	for (int k = 0; k < 8; k++)
		all = then(all, warp[k]);
	return then(before, own);
}
__global__ void chain_in_turn(const uint2 *step, unsigned *out, uint2 *total, int *flag, int *ticket)
{ // each block waits for the one before it
	__shared__ uint2 warp[8], base;
	__shared__ int b;
	if (threadIdx.x == 0)
		b = atomicAdd(ticket, 1);
	__syncthreads();
	uint2 all, v = block_scan(step[b * 256 + threadIdx.x], warp, all);
	if (threadIdx.x == 0) {
		base = make_uint2(1, 0);
		if (b) {
			while (!*(volatile int *)&flag[b - 1])
				;
			__threadfence();
			base = __ldcg(&total[b - 1]);
		}
		__stcg(&total[b], then(base, all));
		__threadfence();
		atomicExch(&flag[b], 1);
	}
	__syncthreads();
	out[b * 256 + threadIdx.x] = then(base, v).y;
}
__global__ void chain_look_back(const uint2 *step, unsigned *out, uint2 *own, uint2 *total, int *flag, int *ticket)
{ // each block shows its own part at once; a warp looks back over 32 blocks at a time
	__shared__ uint2 warp[8], base;
	__shared__ int b;
	if (threadIdx.x == 0)
		b = atomicAdd(ticket, 1);
	__syncthreads();
	uint2 all, v = block_scan(step[b * 256 + threadIdx.x], warp, all);
	if (threadIdx.x < 32) {
		int lane = threadIdx.x;
		if (lane == 0) {
			__stcg(b ? &own[b] : &total[b], all);
			__threadfence();
			atomicExch(&flag[b], b ? 1 : 2);
		}
		uint2 before = make_uint2(1, 0);
		for (int end = b; end > 0; end -= 32) {
			int at = end - 1 - lane, f = 2;
			if (at >= 0)
				while (!(f = *(volatile int *)&flag[at]))
					;
			__threadfence();
			unsigned done = __ballot_sync(~0u, f == 2);
			int first = done ? __ffs(done) - 1 : 32;
			uint2 part = at < 0 || lane > first ? make_uint2(1, 0) :
				lane == first               ? __ldcg(&total[at]) :
							      __ldcg(&own[at]);
			for (int d = 1; d < 32; d *= 2) {
				uint2 o =
					make_uint2(__shfl_down_sync(~0u, part.x, d), __shfl_down_sync(~0u, part.y, d));
				if (lane + d < 32)
					part = then(o, part);
			}
			part = make_uint2(__shfl_sync(~0u, part.x, 0), __shfl_sync(~0u, part.y, 0));
			before = then(part, before);
			if (done)
				break;
		}
		if (lane == 0) {
			base = before;
			if (b) {
				__stcg(&total[b], then(before, all));
				__threadfence();
				atomicExch(&flag[b], 2);
			}
		}
	}
	__syncthreads();
	out[b * 256 + threadIdx.x] = then(base, v).y;
}
static const int T = 64;
__device__ void letters_tile(const byte *a, const byte *b, int *right, int *below, int *corner, int ty, int tx)
{ // the longest common letters of a tile: a thread a row, diagonal after diagonal
	__shared__ int cell[T + 1][T + 1];
	__shared__ byte down[T], along[T];
	int t = threadIdx.x;
	cell[t + 1][0] = tx ? __ldcg(&right[ty * T + t]) : 0;
	cell[0][t + 1] = ty ? __ldcg(&below[tx * T + t]) : 0;
	if (t == 0)
		cell[0][0] = tx && ty ? __ldcg(&corner[(ty - 1) * 64 + tx - 1]) : 0;
	down[t] = a[ty * T + t], along[t] = b[tx * T + t];
	for (int d = 0; d < 2 * T - 1; d++) {
		__syncthreads();
		int x = d - t;
		if (x >= 0 && x < T)
			cell[t + 1][x + 1] = down[t] == along[x] ? cell[t][x] + 1 : max(cell[t][x + 1], cell[t + 1][x]);
	}
	__syncthreads();
	__stcg(&right[ty * T + t], cell[t + 1][T]);
	__stcg(&below[tx * T + t], cell[T][t + 1]);
	if (t == 0)
		__stcg(&corner[ty * 64 + tx], cell[T][T]);
}
__global__ void letters_diagonal(const byte *a, const byte *b, int *right, int *below, int *corner, int d, int first)
{
	letters_tile(a, b, right, below, corner, first + blockIdx.x, d - first - blockIdx.x);
}
__global__ void letters_flags(
	const byte *a, const byte *b, int *right, int *below, int *corner, int *done, int *ticket, int tiles)
{ // a block a row of tiles: it follows the row above by a tile
	__shared__ int row;
	if (threadIdx.x == 0)
		row = atomicAdd(ticket, 1);
	__syncthreads();
	int ty = row;
	for (int tx = 0; tx < tiles; tx++) {
		if (threadIdx.x == 0 && ty)
			while (*(volatile int *)&done[ty - 1] <= tx)
				;
		__threadfence();
		__syncthreads();
		letters_tile(a, b, right, below, corner, ty, tx);
		__threadfence();
		__syncthreads();
		if (threadIdx.x == 0)
			atomicExch(&done[ty], tx + 1);
	}
}
static const int SLOTS = 4, STAGES = 16;
__global__ void mill(const int *grain, int *flour, int *belt, int *put, int *taken, int packets)
{ // each block is a stage; packets of 256 travel from block to block over belts with four places
	int s = blockIdx.x, t = threadIdx.x;
	for (int p = 0; p < packets; p++) {
		int v;
		if (s == 0)
			v = grain[p * 256 + t];
		else {
			if (t == 0)
				while (*(volatile int *)&put[s - 1] <= p)
					;
			__syncthreads();
			__threadfence();
			v = __ldcg(&belt[((s - 1) * SLOTS + p % SLOTS) * 256 + (t * 5 + 1) % 256]);
			__syncthreads();
			if (t == 0)
				atomicExch(&taken[s - 1], p + 1);
		}
		v = v * (2 * s + 3) + (v >> 3) + s;
		if (s == STAGES - 1)
			flour[p * 256 + t] = v;
		else {
			if (t == 0)
				while (p - *(volatile int *)&taken[s] >= SLOTS)
					;
			__syncthreads();
			__stcg(&belt[(s * SLOTS + p % SLOTS) * 256 + t], v);
			__threadfence();
			__syncthreads();
			if (t == 0)
				atomicExch(&put[s], p + 1);
		}
	}
}
__global__ void log_in_turn(const int *v, int *log, int *length, int *turn, int *ticket)
{ // a block keeps what divides by three and writes it when its ticket comes up
	__shared__ int list[256], many, own, base;
	int t = threadIdx.x;
	if (t == 0)
		own = atomicAdd(ticket, 1), many = 0;
	__syncthreads();
	int b = own, x = v[b * 256 + t];
	for (int k = 0; k < (b % 13) * 6; k++)
		x = x * 5 + 1;
	bool keep = (x & 0x7fffffff) % 3 == 0;
	unsigned m = __ballot_sync(~0u, keep);
	for (int w = 0; w < 8; w++) { // warps in order
		if (t / 32 == w) {
			if (keep)
				list[many + __popc(m & (1u << t % 32) - 1)] = x;
			__syncwarp();
			if (t % 32 == 0)
				many += __popc(m);
		}
		__syncthreads();
	}
	if (t == 0) {
		while (*(volatile int *)turn != b)
			__nanosleep(40);
		__threadfence();
		base = *(volatile int *)length;
		*(volatile int *)length = base + many;
		__threadfence();
		atomicExch(turn, b + 1);
	}
	__syncthreads();
	if (t < many)
		log[base + t] = list[t];
}
__global__ void desks(const int *v, int *book, unsigned *free_desks, int *visits)
{ // three desks, each with a book of 128 sums; a block takes any free desk
	__shared__ int desk;
	int t = threadIdx.x, s = 0;
	for (int k = 0; k < 8; k++)
		s += v[(blockIdx.x * 8 + k) * 128 + t] >> k;
	if (t == 0) {
		for (;;) {
			unsigned f = *(volatile unsigned *)free_desks;
			if (!f) {
				__nanosleep(100);
				continue;
			}
			int d = __ffs(f) - 1;
			if (atomicAnd(free_desks, ~(1u << d)) >> d & 1) {
				desk = d;
				break;
			}
		}
	}
	__syncthreads();
	__threadfence();
	int *b = book + desk * 128;
	__stcg(&b[t], __ldcg(&b[t]) + s);
	__threadfence();
	__syncthreads();
	if (t == 0) {
		atomicAdd(&visits[desk], 1);
		atomicOr(free_desks, 1u << desk);
	}
}
__global__ void cup(const int *score, int *best, int *met, int n)
{ // a tree of matches: who comes second to a node plays it and goes up
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int node = n + i;
	__stcg(&best[node], score[i]);
	while (node > 1) {
		node /= 2;
		__threadfence();
		if (atomicAdd(&met[node], 1) == 0)
			return;
		__threadfence();
		int a = __ldcg(&best[2 * node]), b = __ldcg(&best[2 * node + 1]);
		__stcg(&best[node], max(a, b) * 3 % 1000003 + min(a, b) % 7);
	}
}
__global__ void spread_last(const float *v, double2 *part, double *out, int *done, int n)
{ // mean and variance: the last block that is through adds up
	__shared__ double2 warp[8];
	__shared__ bool last;
	double s = 0, q = 0;
	int t = threadIdx.x;
	auto fold = [&] {
		for (int d = 16; d; d /= 2)
			s += __shfl_xor_sync(~0u, s, d), q += __shfl_xor_sync(~0u, q, d);
		if (t % 32 == 0)
			warp[t / 32] = make_double2(s, q);
		__syncthreads();
		s = q = 0;
		for (int k = 0; k < 8; k++)
			s += warp[k].x, q += warp[k].y;
		__syncthreads();
	};
	for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256)
		s += v[i], q += (double)v[i] * v[i];
	fold();
	if (t == 0) {
		__stcg(&part[blockIdx.x], make_double2(s, q));
		__threadfence();
		last = atomicAdd(done, 1) == gridDim.x - 1;
	}
	__syncthreads();
	if (!last)
		return;
	__threadfence();
	s = q = 0;
	for (int k = t; k < gridDim.x; k += 256) {
		double2 p = __ldcg(&part[k]);
		s += p.x, q += p.y;
	}
	fold();
	if (t == 0)
		out[0] = s / n, out[1] = q / n - s / n * (s / n);
}
__global__ void teams(const int *v, int *a, int *count, int rounds)
{ // eight blocks are a team: after each round they meet at their own counter
	int team = blockIdx.x / 8, n = 8 * 128, i = blockIdx.x % 8 * 128 + threadIdx.x;
	int *x = a + team * 2 * n;
	__stcg(&x[i], v[team * n + i]);
	for (int r = 0; r <= rounds; r++) {
		__threadfence();
		__syncthreads();
		if (threadIdx.x == 0) {
			atomicAdd(&count[team], 1);
			while (*(volatile int *)&count[team] < 8 * (r + 1))
				;
		}
		__syncthreads();
		__threadfence();
		if (r == rounds)
			return;
		int *from = x + (r & 1) * n, *to = x + (1 - (r & 1)) * n;
		__stcg(&to[i], __ldcg(&from[(i + 1) % n]) * 3 + (__ldcg(&from[(i + n - 1) % n]) >> 1));
	}
}
static void sorts(const std::vector<unsigned> &w)
{
	int n = 32768;
	std::vector<unsigned> in(w.begin(), w.begin() + n), want(in);
	std::sort(want.begin(), want.end());
	unsigned *di = upload(in), *v = dev<unsigned>(n);
	auto fresh = [&] { CHECK(cudaMemcpy(v, di, n * 4, cudaMemcpyDeviceToDevice)); };
	job<unsigned>(
		"far_and_near_swaps.grid_meets",
		[&] {
			void *a[] = { &v, &n };
			CHECK(cudaLaunchCooperativeKernel((void *)bitonic_grid, n / 1024, 512, a, 0, 0));
		},
		v, n, same(want), fresh);
	job<unsigned>(
		"far_and_near_swaps.launches",
		[&] {
			bitonic_near<<<n / 1024, 512>>>(v, 2, 1024);
			for (int len = 2048; len <= n; len *= 2) {
				for (int d = len / 2; d >= 1024; d /= 2)
					bitonic_far<<<n / 1024, 512>>>(v, d, len);
				bitonic_near<<<n / 1024, 512>>>(v, len, len);
			}
		},
		v, n, same(want), fresh);
}
static void rumours(const std::vector<unsigned> &w)
{
	int n = 20000;
	std::vector<std::vector<int>> next(n);
	for (int i = 0; i + 1 < n; i++) {
		int j = w[i] % 5 == 0 ? w[i + 3] % n : std::min(n - 1, i + 1 + (int)(w[i + 1] % 40));
		next[i].push_back(j), next[j].push_back(i);
	}
	std::vector<int> start(1), to, name(n), want(n, -1), todo;
	for (int i = 0; i < n; i++) {
		to.insert(to.end(), next[i].begin(), next[i].end());
		start.push_back(to.size());
		name[i] = i;
		if (want[i] >= 0)
			continue;
		want[i] = i, todo.push_back(i);
		while (!todo.empty()) {
			int k = todo.back();
			todo.pop_back();
			for (int j : next[k])
				if (want[j] < 0)
					want[j] = i, todo.push_back(j);
		}
	}
	int *ds = upload(start), *dt = upload(to), *first = upload(name), *o = dev<int>(n), *moved = dev<int>(3);
	job<int>(
		"rumour.until_nobody_moves",
		[&] {
			void *a[] = { &ds, &dt, &o, &moved, &n };
			CHECK(cudaLaunchCooperativeKernel((void *)rumour_grid, 66, 160, a, 0, 0));
		},
		o, n, same(want),
		[&] {
			CHECK(cudaMemcpy(o, first, n * 4, cudaMemcpyDeviceToDevice));
			CHECK(cudaMemset(moved, 0, 12));
		});
}
static void chains(const std::vector<unsigned> &w)
{
	const int B = 500, N = B * 256;
	std::vector<uint2> step(N);
	std::vector<unsigned> want(N);
	uint2 run = make_uint2(1, 0);
	for (int i = 0; i < N; i++) {
		step[i] = make_uint2(w[i] % P, w[i + 5] % P);
		run = then(run, step[i]);
		want[i] = run.y;
	}
	uint2 *ds = upload(step), *own = dev<uint2>(B), *total = dev<uint2>(B);
	unsigned *o = dev<unsigned>(N);
	int *flag = dev<int>(B + 1);
	auto clear = [&] { CHECK(cudaMemset(flag, 0, 4 * (B + 1))); };
	job<unsigned>(
		"interest_and_deposits.in_turn", [&] { chain_in_turn<<<B, 256>>>(ds, o, total, flag, flag + B); }, o, N,
		same(want), clear);
	job<unsigned>(
		"interest_and_deposits.warp_looks_back",
		[&] { chain_look_back<<<B, 256>>>(ds, o, own, total, flag, flag + B); }, o, N, same(want), clear);
}
static void letters(const std::vector<unsigned> &w)
{
	const int S = 14, N = S * T;
	std::vector<byte> a(N), b(N);
	for (int i = 0; i < N; i++)
		a[i] = w[i] % 4, b[i] = w[i] % 16 < 9 ? a[i] : w[i + 9] % 4;
	std::vector<int> row(N + 1), want(N);
	for (int i = 0; i < N; i++) {
		int corner = 0;
		for (int j = 0; j < N; j++) {
			int old = row[j + 1];
			row[j + 1] = a[i] == b[j] ? corner + 1 : std::max(old, row[j]);
			corner = old;
		}
	}
	for (int j = 0; j < N; j++)
		want[j] = row[j + 1];
	byte *da = upload(a), *db = upload(b);
	int *right = dev<int>(N), *below = dev<int>(N), *corner = dev<int>(64 * 64), *done = dev<int>(S + 1);
	job<int>(
		"common_letters.row_of_tiles_follows_row",
		[&] { letters_flags<<<S, T>>>(da, db, right, below, corner, done, done + S, S); }, below, N, same(want),
		[&] { CHECK(cudaMemset(done, 0, 4 * (S + 1))); });
	job<int>(
		"common_letters.launch_a_diagonal",
		[&] {
			for (int d = 0; d < 2 * S - 1; d++) {
				int first = std::max(0, d - S + 1);
				letters_diagonal<<<std::min(d, S - 1) - first + 1, T>>>(
					da, db, right, below, corner, d, first);
			}
		},
		below, N, same(want));
}
static void turns(const std::vector<unsigned> &w)
{
	const int K = 80, B = 400;
	std::vector<int> grain(K * 256), flour(K * 256), v(B * 256), log(B * 256);
	for (int i = 0; i < K * 256; i++)
		grain[i] = w[i];
	for (int p = 0; p < K; p++) {
		std::vector<int> x(grain.begin() + p * 256, grain.begin() + p * 256 + 256), y(256);
		for (int s = 0; s < STAGES; s++) {
			for (int t = 0; t < 256; t++) {
				int u = s ? x[(t * 5 + 1) % 256] : x[t];
				y[t] = u * (2 * s + 3) + (u >> 3) + s;
			}
			x = y;
		}
		std::copy(x.begin(), x.end(), flour.begin() + p * 256);
	}
	int *dg = upload(grain), *df = dev<int>(K * 256), *belt = dev<int>(STAGES * SLOTS * 256),
	    *put = dev<int>(2 * STAGES);
	job<int>(
		"mill.sixteen_blocks_in_line", [&] { mill<<<STAGES, 256>>>(dg, df, belt, put, put + STAGES, K); }, df,
		K * 256, same(flour), [&] { CHECK(cudaMemset(put, 0, 8 * STAGES)); });
	int many = 0;
	for (int i = 0; i < B * 256; i++) {
		unsigned x = v[i] = w[i + 17];
		for (int k = 0; k < (i / 256 % 13) * 6; k++)
			x = x * 5 + 1;
		if ((x & 0x7fffffff) % 3 == 0)
			log[many++] = x;
	}
	int *dv = upload(v), *dl = dev<int>(B * 256), *c = dev<int>(3);
	job<int>(
		"ship_log.written_in_turn", [&] { log_in_turn<<<B, 256>>>(dv, dl, c, c + 1, c + 2); }, dl, B * 256,
		same(log),
		[&] {
			CHECK(cudaMemset(c, 0, 12));
			CHECK(cudaMemset(dl, 0, 4 * B * 256));
		});
}
static void offices(const std::vector<unsigned> &w)
{
	const int B = 300, N = B * 8 * 128, LEAVES = 65536, TEAMS = 12, R = 30;
	std::vector<int> v(N), sum(128);
	for (int i = 0; i < N; i++) {
		v[i] = w[i] % 1000;
		sum[i % 128] += v[i] >> i / 128 % 8;
	}
	int *dv = upload(v), *book = dev<int>(3 * 128 + 4);
	job<int>(
		"three_desks.any_free_one", [&] { desks<<<B, 128>>>(dv, book, (unsigned *)book + 384, book + 385); },
		book, 388,
		[=](const std::vector<int> &r) {
			for (int t = 0; t < 128; t++)
				if (r[t] + r[128 + t] + r[256 + t] != sum[t])
					return false;
			return r[384] == 7 && r[385] + r[386] + r[387] == B;
		},
		[&] {
			int seven = 7;
			CHECK(cudaMemset(book, 0, 4 * 388));
			CHECK(cudaMemcpy(book + 384, &seven, 4, cudaMemcpyHostToDevice));
		});
	std::vector<int> score(LEAVES), best(2 * LEAVES);
	for (int i = 0; i < LEAVES; i++)
		best[LEAVES + i] = score[i] = w[i] % 1000003;
	for (int k = LEAVES - 1; k; k--) {
		int a = best[2 * k], b = best[2 * k + 1];
		best[k] = (int)((u64)std::max(a, b) * 3 % 1000003) + std::min(a, b) % 7;
	}
	int *dc = upload(score), *db = dev<int>(2 * LEAVES), *met = dev<int>(LEAVES);
	job<int>(
		"cup_of_matches.second_plays_on", [&] { cup<<<LEAVES / 224 + 1, 224>>>(dc, db, met, LEAVES); }, db,
		2 * LEAVES, same(best), [&] { CHECK(cudaMemset(met, 0, 4 * LEAVES)); });
	std::vector<int> a(v.begin(), v.begin() + TEAMS * 1024), want(TEAMS * 1024), all(TEAMS * 2048);
	for (int k = 0; k < TEAMS; k++) {
		std::vector<unsigned> x(a.begin() + k * 1024, a.begin() + k * 1024 + 1024), y(1024);
		for (int r = 0; r < R; r++) {
			for (int i = 0; i < 1024; i++)
				y[i] = x[(i + 1) % 1024] * 3 + ((int)x[(i + 1023) % 1024] >> 1);
			for (int i = 0; i < 1024; i++)
				all[k * 2048 + (1 - (r & 1)) * 1024 + i] = y[i];
			x = y;
		}
	}
	int *da = upload(a), *dx = dev<int>(TEAMS * 2048), *count = dev<int>(TEAMS);
	job<int>(
		"teams_of_eight.meet_each_round", [&] { teams<<<TEAMS * 8, 128>>>(da, dx, count, R); }, dx,
		TEAMS * 2048, same(all), [&] { CHECK(cudaMemset(count, 0, 4 * TEAMS)); });
}
static void spreads(const std::vector<float> &f)
{
	const int N = 600000, B = 264;
	std::vector<float> v(f.begin(), f.begin() + N);
	double s = 0, q = 0;
	for (float x : v)
		s += x, q += (double)x * x;
	float *dv = upload(v);
	double2 *part = dev<double2>(B);
	double *o = dev<double>(2);
	int *done = dev<int>(1);
	job<double>(
		"mean_and_spread.last_block_adds", [&] { spread_last<<<B, 256>>>(dv, part, o, done, N); }, o, 2,
		close_to(std::vector<double>{ s / N, q / N - s / N * (s / N) }, 1e-7),
		[&] { CHECK(cudaMemset(done, 0, 4)); });
}
void rows()
{
	std::vector<unsigned> w = words(700000);
	sorts(w);
	rumours(w);
	chains(w);
	letters(w);
	turns(w);
	offices(w);
	spreads(fractions(w));
}
