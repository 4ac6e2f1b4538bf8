// blind20e: a fresh set of kernels that nobody had modelled when they were written. Sparse formats, graphs, meshes,
// trees.
#include "blind7.h"
#include <cooperative_groups.h>
#include <map>
namespace cg = cooperative_groups;

struct Rows { // a sparse matrix by rows
	std::vector<int> start, column;
	std::vector<float> value;
};
__global__ void ellpack(const int *column, const float *value, const float *x, float *y, int n, int most)
{ // every row padded to the longest, stored by columns; a row a thread
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= n)
		return;
	float sum = 0;
	for (int k = 0; k < most; k++) {
		int c = column[k * n + r];
		if (c < 0)
			break;
		sum += value[k * n + r] * x[c];
	}
	y[r] = sum;
}
template <int D> __global__ void diagonals(const int *offset, const float *value, const float *x, float *y, int n)
{ // a matrix of D diagonals; no columns stored
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= n)
		return;
	float sum = 0;
#pragma unroll 4
	for (int d = 0; d < D; d++) {
		int c = r + offset[d];
		if (c >= 0 && c < n)
			sum += value[d * n + r] * x[c];
	}
	y[r] = sum;
}
__global__ void sliced(
	const int *slice, const int *column, const float *value, const int *name, const float *x, float *y, int n)
{ // rows sorted by length, in slices of 32 that are padded each for itself
	int r = blockIdx.x * blockDim.x + threadIdx.x, s = r / 32, lane = r % 32;
	float sum = 0;
	for (int i = slice[s] + lane; i < slice[s + 1]; i += 32)
		sum += value[i] * x[column[i]];
	if (r < n)
		y[name[r]] = sum;
}
#define SHARE 16
__global__ void equal_shares(const int *start, const int *column, const float *value, const float *x, float *y,
	int2 *ends, float2 *part, int n, int many)
{ // every thread takes 16 elements wherever rows begin; rows that it shares with others are left for later
	int t = blockIdx.x * blockDim.x + threadIdx.x, i = t * SHARE, last = min(i + SHARE, many);
	if (i >= many)
		return;
	int low = 0, high = n;
	while (high - low > 1) {
		int mid = (low + high) / 2;
		if (start[mid] <= i)
			low = mid;
		else
			high = mid;
	}
	int row = low;
	float sum = 0, head = 0;
	bool whole = start[row] == i;
	ends[t].x = whole ? -1 : row;
	for (; i < last; i++) {
		while (i == start[row + 1]) {
			if (whole)
				y[row] = sum;
			else
				head = sum;
			whole = true, sum = 0, row++;
		}
		sum += value[i] * x[column[i]];
	}
	if (whole && i == start[row + 1])
		y[row] = sum, row = -1;
	else if (!whole)
		head = sum, row = -1;
	ends[t].y = row;
	part[t] = make_float2(head, sum);
}
__global__ void settle_shares(const int2 *ends, const float2 *part, float *y, int threads)
{ // adds up rows that several threads had a part of: the thread where such a row begins does it
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t >= threads || ends[t].y < 0)
		return;
	int row = ends[t].y;
	float sum = part[t].y;
	for (int u = t + 1; u < threads && ends[u].x == row; u++)
		sum += part[u].x;
	y[row] = sum;
}
static void formats(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int N = 9000;
	Rows m;
	std::vector<float> x(f.begin() + 1000, f.begin() + 1000 + N), want(N);
	std::vector<int> order(N);
	int most = 0;
	m.start.push_back(0);
	for (int r = 0; r < N; r++) {
		int len = 1 + w[r] % 9 + (w[r] % 37 == 0) * (w[r] / 64 % 30);
		for (int k = 0; k < len; k++) {
			m.column.push_back(w[m.column.size() + N] % 3 ? (r + w[m.column.size()] % 60) % N :
									w[m.column.size()] % N);
			m.value.push_back(f[m.value.size() + 77]);
			want[r] += m.value.back() * x[m.column.back()];
		}
		m.start.push_back(m.column.size());
		most = std::max(most, len), order[r] = r;
	}
	std::vector<int> ec(most * N, -1), slice = { 0 }, sc;
	std::vector<float> ev(most * N), sv;
	auto length = [&](int r) { return m.start[r + 1] - m.start[r]; };
	for (int r = 0; r < N; r++)
		for (int k = 0; k < length(r); k++)
			ec[k * N + r] = m.column[m.start[r] + k], ev[k * N + r] = m.value[m.start[r] + k];
	std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return length(a) > length(b); });
	for (int s = 0; s < N; s += 32) {
		for (int k = 0; k < length(order[s]); k++)
			for (int j = s; j < s + 32; j++) {
				bool is = j < N && k < length(order[j]);
				sc.push_back(is ? m.column[m.start[order[j]] + k] : 0);
				sv.push_back(is ? m.value[m.start[order[j]] + k] : 0);
			}
		slice.push_back(sc.size());
	}
	const int D = 27;
	std::vector<int> off(D);
	std::vector<float> dv(D * N), dwant(N);
	for (int d = 0; d < D; d++) {
		off[d] = (d / 9 - 1) * 400 + (d / 3 % 3 - 1) * 20 + d % 3 - 1;
		for (int r = 0; r < N; r++) {
			dv[d * N + r] = f[d * N + r];
			if (r + off[d] >= 0 && r + off[d] < N)
				dwant[r] += dv[d * N + r] * x[r + off[d]];
		}
	}
	int many = m.column.size(), threads = (many + SHARE - 1) / SHARE;
	float *dx = upload(x), *y = dev<float>(N), *ve = upload(ev), *vs = upload(sv), *vd = upload(dv);
	float *vm = upload(m.value);
	int *ce = upload(ec), *cs = upload(sc), *cm = upload(m.column), *st = upload(m.start), *sl = upload(slice);
	int *na = upload(order), *of = upload(off);
	int2 *ends = dev<int2>(threads);
	float2 *part = dev<float2>(threads);
	job<float>(
		"formats.ellpack", [&] { ellpack<<<(N + 127) / 128, 128>>>(ce, ve, dx, y, N, most); }, y, N,
		close_to(want));
	job<float>(
		"formats.diagonals", [&] { diagonals<D><<<(N + 159) / 160, 160>>>(of, vd, dx, y, N); }, y, N,
		close_to(dwant));
	job<float>(
		"formats.sorted_slices", [&] { sliced<<<(N + 31) / 32, 32>>>(sl, cs, vs, na, dx, y, N); }, y, N,
		close_to(want));
	job<float>(
		"formats.equal_shares",
		[&] {
			equal_shares<<<(threads + 95) / 96, 96>>>(st, cm, vm, dx, y, ends, part, N, many);
			settle_shares<<<(threads + 255) / 256, 256>>>(ends, part, y, threads);
		},
		y, N, close_to(want));
}
#define SLOTS 512
__global__ void square_hash(const int *start, const int *column, const unsigned *value, uint2 *out, int n)
{ // a sparse matrix times itself, a row a warp: sums gather in a small hash table in shared memory
	__shared__ int key[4][SLOTS];
	__shared__ unsigned sum[4][SLOTS];
	int lane = threadIdx.x % 32, q = threadIdx.x / 32, r = blockIdx.x * 4 + q;
	for (int i = lane; i < SLOTS; i += 32)
		key[q][i] = -1, sum[q][i] = 0;
	__syncwarp();
	for (int a = start[r]; a < start[r + 1]; a++) {
		int mid = column[a];
		for (int b = start[mid] + lane; b < start[mid + 1]; b += 32) {
			int c = column[b], at = c * 107 % SLOTS;
			for (;;) {
				int was = atomicCAS(&key[q][at], -1, c);
				if (was == -1 || was == c)
					break;
				at = (at + 1) % SLOTS;
			}
			atomicAdd(&sum[q][at], value[a] * value[b]);
		}
	}
	__syncwarp();
	unsigned many = 0, check = 0;
	for (int i = lane; i < SLOTS; i += 32)
		if (key[q][i] >= 0)
			many++, check += sum[q][i] * (key[q][i] + 1);
	many = __reduce_add_sync(~0u, many), check = __reduce_add_sync(~0u, check);
	if (lane == 0)
		out[r] = make_uint2(many, check);
}
__global__ void square_dense(const int *start, const int *column, const unsigned *value, uint2 *out, int n)
{ // the same, a row a block, sums in a whole row in shared memory; the lanes of a warp take one row of the second
	extern __shared__ unsigned sums[];
	__shared__ unsigned many, check;
	int r = blockIdx.x, lane = threadIdx.x % 32;
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		sums[i] = 0;
	if (threadIdx.x == 0)
		many = check = 0;
	__syncthreads();
	for (int a = start[r] + threadIdx.x / 32; a < start[r + 1]; a += blockDim.x / 32)
		for (int b = start[column[a]] + lane; b < start[column[a] + 1]; b += 32)
			atomicAdd(&sums[column[b]], value[a] * value[b]);
	__syncthreads();
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		if (sums[i]) {
			atomicAdd(&many, 1);
			atomicAdd(&check, sums[i] * (i + 1));
		}
	__syncthreads();
	if (threadIdx.x == 0)
		out[r] = make_uint2(many, check);
}
static void sparse_square(const std::vector<unsigned> &w)
{
	const int N = 1600;
	std::vector<int> start = { 0 }, column;
	std::vector<unsigned> value, want(2 * N);
	for (int r = 0; r < N; r++) {
		for (int k = 0; k < 4 + (int)(w[r] % 14); k++) {
			column.push_back(w[column.size() + 5000] % (k % 2 ? N : 200));
			value.push_back(1 + w[value.size() + 90000] % 50);
		}
		start.push_back(column.size());
	}
	for (int r = 0; r < N; r++) {
		std::map<int, unsigned> row;
		for (int a = start[r]; a < start[r + 1]; a++)
			for (int b = start[column[a]]; b < start[column[a] + 1]; b++)
				row[column[b]] += value[a] * value[b];
		want[2 * r] = row.size();
		for (auto &e : row)
			want[2 * r + 1] += e.second * (e.first + 1);
	}
	int *ds = upload(start), *dc = upload(column);
	unsigned *dv = upload(value);
	uint2 *o = dev<uint2>(N);
	job<unsigned>(
		"sparse_square.hash_row_a_warp", [&] { square_hash<<<N / 4, 128>>>(ds, dc, dv, o, N); }, (unsigned *)o,
		2 * N, same(want));
	job<unsigned>(
		"sparse_square.dense_row_a_block", [&] { square_dense<<<N, 128, N * 4>>>(ds, dc, dv, o, N); },
		(unsigned *)o, 2 * N, same(want));
}
__device__ float total_of_block(float v)
{
	__shared__ float part[32];
	for (int k = 16; k; k /= 2)
		v += __shfl_down_sync(~0u, v, k);
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = v;
	__syncthreads();
	v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
	if (threadIdx.x < 32)
		for (int k = 16; k; k /= 2)
			v += __shfl_down_sync(~0u, v, k);
	__syncthreads();
	return v;
}
__host__ __device__ inline float plate_row(const float *p, int i, int w, int n)
{ // a row of the matrix of a plate held at its rim
	int x = i % w;
	return 4.2f * p[i] - (x ? p[i - 1] : 0) - (x + 1 < w ? p[i + 1] : 0) - (i >= w ? p[i - w] : 0) -
		(i + w < n ? p[i + w] : 0);
}
__global__ void direction_product(const float *p, float *q, float *sums, int w, int n)
{ // q = A p, and each block's part of p times q
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v = i < n ? plate_row(p, i, w, n) : 0;
	if (i < n)
		q[i] = v;
	v = total_of_block(i < n ? v * p[i] : 0);
	if (threadIdx.x == 0)
		sums[blockIdx.x] = v;
}
__global__ void add_up(const float *sums, int n, float *to)
{ // one block adds up what the blocks left
	float v = 0;
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		v += sums[i];
	v = total_of_block(v);
	if (threadIdx.x == 0)
		*to = v;
}
__global__ void step_along(
	float *x, float *r, const float *p, const float *q, const float *error, const float *dot, float *sums, int n)
{ // a step along the direction, and the parts of the new error
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float a = *error / *dot, v = 0;
	if (i < n) {
		x[i] += a * p[i];
		r[i] = v = r[i] - a * q[i];
	}
	v = total_of_block(v * v);
	if (threadIdx.x == 0)
		sums[blockIdx.x] = v;
}
__global__ void new_direction(float *p, const float *r, const float *error, int n)
{ // the next direction
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		p[i] = r[i] + error[1] / error[0] * p[i];
}
__global__ void all_in_one(float *x, float *r, float *p, float *q, float *sums, float error, int w, int n, int rounds)
{ // the same in one cooperative kernel: the grid meets four times a round
	cg::grid_group grid = cg::this_grid();
	int first = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
	__shared__ float whole;
	auto meet = [&](float v) {
		v = total_of_block(v);
		if (threadIdx.x == 0)
			sums[blockIdx.x] = v;
		grid.sync();
		v = 0;
		for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x)
			v += sums[i];
		v = total_of_block(v);
		if (threadIdx.x == 0)
			whole = v;
		grid.sync();
		return whole;
	};
	for (int k = 0; k < rounds; k++) {
		float v = 0;
		for (int i = first; i < n; i += step) {
			q[i] = plate_row(p, i, w, n);
			v += q[i] * p[i];
		}
		float a = error / meet(v);
		v = 0;
		for (int i = first; i < n; i += step) {
			x[i] += a * p[i];
			r[i] -= a * q[i];
			v += r[i] * r[i];
		}
		float next = meet(v);
		for (int i = first; i < n; i += step)
			p[i] = r[i] + next / error * p[i];
		error = next;
		grid.sync();
	}
}
static void conjugate(const std::vector<float> &f)
{
	const int W = 250, N = 250 * 160, R = 4, B = (N + 255) / 256;
	std::vector<float> b(f.begin(), f.begin() + N), p = b, r = b, x(N), q(N), zero(N);
	double error = 0;
	for (float v : b)
		error += v * (double)v;
	float e0 = error;
	for (int k = 0; k < R; k++) {
		double dot = 0, next = 0;
		for (int i = 0; i < N; i++)
			q[i] = plate_row(&p[0], i, W, N), dot += q[i] * (double)p[i];
		for (int i = 0; i < N; i++)
			x[i] += error / dot * p[i], r[i] -= error / dot * q[i], next += r[i] * (double)r[i];
		for (int i = 0; i < N; i++)
			p[i] = r[i] + next / error * p[i];
		error = next;
	}
	float *db = upload(b), *dp = dev<float>(N), *dr = dev<float>(N), *dq = dev<float>(N), *dx = dev<float>(N);
	float *sums = dev<float>(B), *scalar = dev<float>(R + 1), *dot = dev<float>(1);
	auto back = [=] {
		CHECK(cudaMemcpy(dp, db, N * 4, cudaMemcpyDeviceToDevice));
		CHECK(cudaMemcpy(dr, db, N * 4, cudaMemcpyDeviceToDevice));
		CHECK(cudaMemcpy(scalar, &e0, 4, cudaMemcpyHostToDevice));
		CHECK(cudaMemset(dx, 0, N * 4));
	};
	job<float>(
		"conjugate.five_launches_a_round",
		[&] {
			for (int k = 0; k < R; k++) {
				direction_product<<<B, 256>>>(dp, dq, sums, W, N);
				add_up<<<1, 128>>>(sums, B, dot);
				step_along<<<B, 256>>>(dx, dr, dp, dq, scalar + k, dot, sums, N);
				add_up<<<1, 128>>>(sums, B, scalar + k + 1);
				new_direction<<<B, 256>>>(dp, dr, scalar + k, N);
			}
		},
		dx, N, close_to(x, 1e-3), back);
	job<float>(
		"conjugate.one_cooperative_kernel",
		[&] {
			float e = e0;
			int w = W, n = N, rounds = R;
			void *args[] = { &dx, &dr, &dp, &dq, &sums, &e, &w, &n, &rounds };
			CHECK(cudaLaunchCooperativeKernel((void *)all_in_one, dim3(100), dim3(256), args, 0, 0));
		},
		dx, N, close_to(x, 1e-3), back);
}
__global__ void cheapest_edges(const int2 *edge, const int *weight, const int *group, u64 *best, int m)
{ // Boruvka: every group of towns learns its cheapest road out
	int e = blockIdx.x * blockDim.x + threadIdx.x;
	if (e >= m)
		return;
	int a = group[edge[e].x], b = group[edge[e].y];
	if (a == b)
		return;
	u64 v = (u64)weight[e] << 32 | e;
	if (v < ((volatile u64 *)best)[a])
		atomicMin(&best[a], v);
	if (v < ((volatile u64 *)best)[b])
		atomicMin(&best[b], v);
}
__global__ void hook_groups(const int2 *edge, const int *group, u64 *best, int *to, byte *chosen, int n)
{ // groups take their roads; of two that chose the same one the lesser stays a root
	int g = blockIdx.x * blockDim.x + threadIdx.x;
	if (g >= n)
		return;
	int next = g;
	if (group[g] == g && best[g] != ~0ull) {
		int e = (int)best[g], other = group[edge[e].x] == g ? group[edge[e].y] : group[edge[e].x];
		chosen[e] = 1;
		next = best[other] == best[g] && g < other ? g : other;
	}
	to[g] = next;
}
__global__ void name_groups(int *group, const int *to, u64 *best, int n)
{ // and every town follows the roads to the root
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n)
		return;
	int g = group[v];
	while (to[g] != g)
		g = to[g];
	group[v] = g;
	best[v] = ~0ull;
}
static void spanning(const std::vector<unsigned> &w)
{
	const int N = 7000, M = 24000, ROUNDS = 8;
	std::vector<int2> edge(M);
	std::vector<int> weight(M), group(N), order(M);
	std::vector<byte> want(M);
	for (int e = 0; e < M; e++) {
		edge[e] = { e < N ? e : (int)(w[e] % N), e < N ? (int)(w[e] % (e + 1)) : (int)(w[e + M] % N) };
		weight[e] = w[e + 2 * M] % 100000, order[e] = e;
	}
	for (int i = 0; i < N; i++)
		group[i] = i;
	std::vector<int> root = group;
	std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return weight[a] < weight[b]; });
	for (int e : order) {
		int a = edge[e].x, b = edge[e].y;
		while (root[a] != a)
			a = root[a] = root[root[a]];
		while (root[b] != b)
			b = root[b] = root[root[b]];
		if (a != b)
			root[a] = b, want[e] = 1;
	}
	int2 *de = upload(edge);
	int *dw = upload(weight), *first = upload(group), *dg = upload(group), *to = dev<int>(N);
	u64 *best = dev<u64>(N);
	byte *o = dev<byte>(M);
	job<byte>(
		"spanning_roads.eight_rounds",
		[&] {
			for (int r = 0; r < ROUNDS; r++) {
				cheapest_edges<<<(M + 255) / 256, 256>>>(de, dw, dg, best, M);
				hook_groups<<<(N + 127) / 128, 128>>>(de, dg, best, to, o, N);
				name_groups<<<(N + 127) / 128, 128>>>(dg, to, best, N);
			}
		},
		o, M, same(want),
		[=] {
			CHECK(cudaMemcpy(dg, first, N * 4, cudaMemcpyDeviceToDevice));
			CHECK(cudaMemset(best, 0xff, N * 8));
			CHECK(cudaMemset(o, 0, M));
		});
}
void rows()
{
	std::vector<unsigned> w = words(1 << 19);
	std::vector<float> f = fractions(w);
	formats(w, f);
	sparse_square(w);
	conjugate(f);
	spanning(w);
}
