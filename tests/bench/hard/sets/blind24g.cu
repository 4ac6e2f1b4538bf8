// blind24g: a fresh set of kernels that nobody had modelled when they were written. Sparse formats and fences.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__global__ void masks_row_thread(const int *first, const int *col, const u64 *mask, const int *at, const float *val,
	const float *x, float *y, int rows)
{ // tiles of 8 by 8, a bit for each number there, numbers packed: a row a thread
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= rows)
		return;
	float s = 0;
	for (int t = first[r / 8]; t < first[r / 8 + 1]; t++) {
		u64 m = mask[t];
		unsigned own = m >> r % 8 * 8 & 255;
		int k = at[t] + __popcll(m & (1ull << r % 8 * 8) - 1);
		for (; own; own &= own - 1)
			s += val[k++] * x[col[t] * 8 + __ffs(own) - 1];
	}
	y[r] = s;
}
__global__ void masks_tile_warp(const int *first, const int *col, const u64 *mask, const int *at, const float *val,
	const float *x, float *y, int rows)
{ // the same: a row of tiles a warp, a lane has two places of each tile
	int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (w * 8 >= rows)
		return;
	float s0 = 0, s1 = 0;
	for (int t = first[w]; t < first[w + 1]; t++) {
		u64 m = mask[t];
		float v = x[col[t] * 8 + lane % 8];
		if (m >> lane & 1)
			s0 += val[at[t] + __popcll(m & (1ull << lane) - 1)] * v;
		if (m >> (lane + 32) & 1)
			s1 += val[at[t] + __popcll(m & (1ull << lane + 32) - 1)] * v;
	}
	for (int d = 4; d; d /= 2) {
		s0 += __shfl_down_sync(~0u, s0, d, 8);
		s1 += __shfl_down_sync(~0u, s1, d, 8);
	}
	if (lane % 8 == 0) {
		y[w * 8 + lane / 8] = s0;
		y[w * 8 + 4 + lane / 8] = s1;
	}
}
__global__ void masks_staged(const int *first, const int *col, const u64 *mask, const int *at, const float *val,
	const float *x, float *y, int rows)
{ // the same: a row of tiles a block of 64; numbers of a tile unpacked to their place in shared memory first
	__shared__ float tile[4][8][9];
	int b = blockIdx.x, t = threadIdx.x, lane = t % 8, r = t / 8;
	float s = 0;
	for (int base = first[b]; base < first[b + 1]; base += 4) {
		int many = min(4, first[b + 1] - base);
		for (int k = 0; k < many; k++) {
			u64 m = mask[base + k];
			bool has = m >> t & 1;
			tile[k][r][lane] = has ? val[at[base + k] + __popcll(m & (1ull << t) - 1)] : 0;
		}
		__syncthreads();
		for (int k = 0; k < many; k++)
			s += tile[k][r][lane] * x[col[base + k] * 8 + lane];
		__syncthreads();
	}
	for (int d = 4; d; d /= 2)
		s += __shfl_down_sync(~0u, s, d, 8);
	if (lane == 0)
		y[b * 8 + r] = s;
}
__global__ void triples_atomics(const int *row, const int *col, const float *val, const float *x, float *y, int n)
{ // row, column, number; in order of rows: an atomic add each
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&y[row[i]], val[i] * x[col[i]]);
}
__global__ void triples_segments(const int *row, const int *col, const float *val, const float *x, float *y, int n)
{ // the same: lanes of one row add up first, the last of them writes
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, r = i < n ? row[i] : -1;
	float s = i < n ? val[i] * x[col[i]] : 0;
	for (int d = 1; d < 32; d *= 2) {
		float o = __shfl_up_sync(~0u, s, d);
		int q = __shfl_up_sync(~0u, r, d);
		if (lane >= d && q == r)
			s += o;
	}
	int next = __shfl_down_sync(~0u, r, 1);
	if (r >= 0 && (lane == 31 || next != r))
		atomicAdd(&y[r], s);
}
__global__ void triples_runs(
	const int *row, const int *col, const float *val, const float *x, float *y, int n, int span)
{ // the same: a thread goes over a stretch and adds once a row
	int first = (blockIdx.x * blockDim.x + threadIdx.x) * span, last = min(first + span, n);
	if (first >= n)
		return;
	int r = row[first];
	float s = 0;
	for (int i = first; i < last; i++) {
		if (row[i] != r) {
			atomicAdd(&y[r], s);
			r = row[i], s = 0;
		}
		s += val[i] * x[col[i]];
	}
	atomicAdd(&y[r], s);
}
__global__ void fence_thread(const float2 *p, float *out, int sets, int most, int rounds)
{ // a round fence about a set of trees: its middle goes a smaller and smaller part towards the furthest; a set a thread
	int s = blockIdx.x * blockDim.x + threadIdx.x;
	if (s >= sets)
		return;
	p += s * most;
	float x = p[0].x, y = p[0].y, far = 0;
	for (int r = 1; r <= rounds; r++) {
		int at = 0;
		far = -1;
		for (int k = 0; k < most; k++) {
			float dx = p[k].x - x, dy = p[k].y - y, d = dx * dx + dy * dy;
			if (d > far)
				far = d, at = k;
		}
		x += (p[at].x - x) / (r + 1);
		y += (p[at].y - y) / (r + 1);
	}
	out[s] = sqrtf(far);
}
__global__ void fence_warp(const float2 *p, float *out, int sets, int most, int rounds)
{ // the same, a set a warp; four trees a lane stay in registers
	int s = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (s >= sets)
		return;
	float2 own[4];
	for (int k = 0; k < 4; k++)
		own[k] = p[s * most + min(lane + 32 * k, most - 1)];
	float x = __shfl_sync(~0u, own[0].x, 0), y = __shfl_sync(~0u, own[0].y, 0), far = 0;
	for (int r = 1; r <= rounds; r++) {
		float2 best = own[0];
		far = -1;
		for (int k = 0; k < 4; k++) {
			float dx = own[k].x - x, dy = own[k].y - y, d = dx * dx + dy * dy;
			if (d > far)
				far = d, best = own[k];
		}
		unsigned top = __reduce_max_sync(~0u, __float_as_uint(far));
		int who = __ffs(__ballot_sync(~0u, __float_as_uint(far) == top)) - 1;
		far = __uint_as_float(top);
		x += (__shfl_sync(~0u, best.x, who) - x) / (r + 1);
		y += (__shfl_sync(~0u, best.y, who) - y) / (r + 1);
	}
	if (lane == 0)
		out[s] = sqrtf(far);
}
__global__ void fence_block(const float2 *p, float *out, int sets, int most, int rounds)
{ // the same, a set a block, the furthest by halving in shared memory
	__shared__ float far[128];
	__shared__ float2 tree[128];
	__shared__ byte at[128];
	int s = blockIdx.x, t = threadIdx.x;
	tree[t] = p[s * most + min(t, most - 1)];
	__syncthreads();
	float x = tree[0].x, y = tree[0].y;
	for (int r = 1; r <= rounds; r++) {
		float dx = tree[t].x - x, dy = tree[t].y - y;
		far[t] = dx * dx + dy * dy;
		at[t] = t;
		for (int d = 64; d; d /= 2) {
			__syncthreads();
			if (t < d && far[t + d] > far[t])
				far[t] = far[t + d], at[t] = at[t + d];
		}
		__syncthreads();
		x += (tree[at[0]].x - x) / (r + 1);
		y += (tree[at[0]].y - y) / (r + 1);
		if (r == rounds && t == 0)
			out[s] = sqrtf(far[0]);
		__syncthreads();
	}
}
template <class T> __host__ __device__ T crate_area(const float2 *p, int n, int a)
{ // the area of the crate round a shape that lies on its side a
	int b = a + 1 < n ? a + 1 : 0;
	T ex = (T)p[b].x - p[a].x, ey = (T)p[b].y - p[a].y, len = ex * ex + ey * ey, lo = 0, hi = 0, top = 0;
	for (int k = 0; k < n; k++) {
		T dx = (T)p[k].x - p[a].x, dy = (T)p[k].y - p[a].y, along = dx * ex + dy * ey, up_ = dy * ex - dx * ey;
		lo = along < lo ? along : lo;
		hi = along > hi ? along : hi;
		top = up_ > top ? up_ : top;
	}
	return (hi - lo) * top / len;
}
template <class T> __global__ void crate_thread(const float2 *p, T *out, int shapes, int n)
{ // the smallest crate of a round shape lies on one of its sides: a shape a thread, all sides tried
	int s = blockIdx.x * blockDim.x + threadIdx.x;
	if (s >= shapes)
		return;
	T best = T(1e30);
	for (int a = 0; a < n; a++)
		best = min(best, crate_area<T>(p + s * n, n, a));
	out[s] = best;
}
template <class T> __global__ void crate_block(const float2 *p, T *out, int shapes, int n)
{ // the same, a shape a block, a side a thread, corners in shared memory
	__shared__ float2 corner[64];
	__shared__ T area[64];
	int t = threadIdx.x;
	if (t < n)
		corner[t] = p[blockIdx.x * n + t];
	__syncthreads();
	area[t] = t < n ? crate_area<T>(corner, n, t) : T(1e30);
	for (int d = 32; d; d /= 2) {
		__syncthreads();
		if (t < d)
			area[t] = min(area[t], area[t + d]);
	}
	if (t == 0)
		out[blockIdx.x] = area[0];
}
template <class T> __global__ void crate_turning(const float2 *p, T *out, int shapes, int n)
{ // the same: the furthest corners only go on when the side does; a shape a thread
	int s = blockIdx.x * blockDim.x + threadIdx.x;
	if (s >= shapes)
		return;
	p += s * n;
	T best = T(1e30);
	int right = 1, top = 1, left = 1;
	for (int a = 0; a < n; a++) {
		int b = a + 1 < n ? a + 1 : 0;
		T ex = (T)p[b].x - p[a].x, ey = (T)p[b].y - p[a].y;
		auto along = [&](int k) { return ((T)p[k % n].x - p[a].x) * ex + ((T)p[k % n].y - p[a].y) * ey; };
		auto above = [&](int k) { return ((T)p[k % n].y - p[a].y) * ex - ((T)p[k % n].x - p[a].x) * ey; };
		right = max(right, a + 1);
		while (along(right + 1) > along(right))
			right++;
		top = max(top, right);
		while (above(top + 1) > above(top))
			top++;
		left = max(left, top);
		while (along(left + 1) < along(left))
			left++;
		best = min(best, (along(right) - min(T(0), along(left))) * above(top) / (ex * ex + ey * ey));
	}
	out[s] = best;
}
void rows()
{
	std::vector<unsigned> w = words(1 << 19);
	std::vector<float> f = fractions(w);
	const int R = 16000, COLS = 16000, TR = R / 8;
	std::vector<int> first(TR + 1), col, at;
	std::vector<u64> mask;
	std::vector<float> val, x(COLS), y(R), size(R);
	for (int i = 0; i < COLS; i++)
		x[i] = f[i] - 0.5f;
	std::vector<double> sum(R);
	for (int t = 0; t < TR; t++) {
		int many = 2 + w[t] % 9 + (t % 100 == 0 ? 40 : 0);
		for (int k = 0; k < many; k++) {
			int c = (w[t * 7 + k] % (COLS / 8 / many)) + COLS / 8 / many * k;
			unsigned a = w[t * 11 + k + 5], b = w[t * 11 + k + 99999];
			u64 m = ((u64)(a & b) << 32 | (b & a * 77)) | 1ull << a % 64;
			col.push_back(c);
			mask.push_back(m);
			at.push_back(val.size());
			for (int j = 0; j < 64; j++)
				if (m >> j & 1) {
					float v = f[val.size() % f.size()];
					sum[t * 8 + j / 8] += (double)v * x[c * 8 + j % 8];
					val.push_back(v);
				}
		}
		first[t + 1] = mask.size();
	}
	for (int i = 0; i < R; i++)
		y[i] = sum[i];
	int *df = upload(first), *dc = upload(col), *da = upload(at);
	u64 *dm = upload(mask);
	float *dv = upload(val), *dx = upload(x), *o = dev<float>(R);
	job<float>(
		"tiles_with_masks.row_a_thread",
		[&] { masks_row_thread<<<up(R, 128), 128>>>(df, dc, dm, da, dv, dx, o, R); }, o, R, close_to(y, 1e-3));
	job<float>(
		"tiles_with_masks.tiles_a_warp",
		[&] { masks_tile_warp<<<up(TR, 4), 128>>>(df, dc, dm, da, dv, dx, o, R); }, o, R, close_to(y, 1e-3));
	job<float>(
		"tiles_with_masks.unpacked_in_shared", [&] { masks_staged<<<TR, 64>>>(df, dc, dm, da, dv, dx, o, R); },
		o, R, close_to(y, 1e-3));
	std::vector<int> row, column;
	std::vector<float> number;
	std::vector<double> sums(R);
	for (int r = 0; r < R; r++) {
		int many = r % 500 == 7 ? 700 : w[r] % 4 ? w[r] / 4 % 12 : 30;
		for (int k = 0; k < many; k++) {
			row.push_back(r);
			column.push_back(w[(r * 31 + k) % w.size()] % COLS);
			number.push_back(f[(r * 17 + k) % f.size()]);
			sums[r] += (double)number.back() * x[column.back()];
		}
	}
	for (int i = 0; i < R; i++)
		y[i] = sums[i];
	const int N = row.size();
	int *dr = upload(row), *dco = upload(column);
	float *dn = upload(number);
	auto zero = [&] { CHECK(cudaMemset(o, 0, R * 4)); };
	job<float>(
		"row_column_number.atomics", [&] { triples_atomics<<<up(N, 256), 256>>>(dr, dco, dn, dx, o, N); }, o, R,
		close_to(y, 1e-3), zero);
	job<float>(
		"row_column_number.lanes_of_a_row",
		[&] { triples_segments<<<up(N, 192), 192>>>(dr, dco, dn, dx, o, N); }, o, R, close_to(y, 1e-3), zero);
	job<float>(
		"row_column_number.stretch_a_thread",
		[&] { triples_runs<<<up(up(N, 24), 64), 64>>>(dr, dco, dn, dx, o, N, 24); }, o, R, close_to(y, 1e-3),
		zero);
	const int SETS = 900, TREES = 120, ROUNDS = 30;
	std::vector<float2> tree(SETS * TREES);
	std::vector<float> far(SETS);
	for (int i = 0; i < SETS * TREES; i++)
		tree[i] = { f[i] * f[i + 1] * 9, f[i + 200000] * 7 };
	for (int s = 0; s < SETS; s++) {
		double px = tree[s * TREES].x, py = tree[s * TREES].y, d = 0;
		for (int r = 1; r <= ROUNDS; r++) {
			int k = 0;
			d = -1;
			for (int j = 0; j < TREES; j++) {
				double ex = tree[s * TREES + j].x - px, ey = tree[s * TREES + j].y - py;
				if (ex * ex + ey * ey > d)
					d = ex * ex + ey * ey, k = j;
			}
			px += (tree[s * TREES + k].x - px) / (r + 1);
			py += (tree[s * TREES + k].y - py) / (r + 1);
		}
		far[s] = std::sqrt(d);
	}
	// two trees nearly as far as each other may be taken the other way round: a few sets differ
	auto mostly = [=](const std::vector<float> &v) {
		int off = 0;
		for (int s = 0; s < SETS; s++) {
			off += !near(v[s], far[s], 1e-3);
			if (!near(v[s], far[s], 0.2))
				return false;
		}
		return off < 20;
	};
	float2 *dt = upload(tree);
	job<float>(
		"round_fence.set_a_thread", [&] { fence_thread<<<up(SETS, 32), 32>>>(dt, o, SETS, TREES, ROUNDS); }, o,
		SETS, mostly);
	job<float>(
		"round_fence.set_a_warp", [&] { fence_warp<<<up(SETS, 2), 64>>>(dt, o, SETS, TREES, ROUNDS); }, o, SETS,
		mostly);
	job<float>(
		"round_fence.set_a_block", [&] { fence_block<<<SETS / 3, 128>>>(dt, o, SETS, TREES, ROUNDS); }, o,
		SETS / 3,
		[=](const std::vector<float> &v) {
			int off = 0;
			for (int s = 0; s < SETS / 3; s++)
				off += !near(v[s], far[s], 1e-3);
			return off < 8;
		});
	const int SHAPES = 1000, CORNERS = 45;
	std::vector<float2> corner(SHAPES * CORNERS);
	std::vector<float> area(SHAPES);
	std::vector<double> area2(SHAPES);
	for (int s = 0; s < SHAPES; s++) {
		double a = 1 + f[s], b = 0.3 + f[s + 5000], turn = 6 * f[s + 9000];
		for (int k = 0; k < CORNERS; k++) { // on an ellipse, so that it is round
			double t = 2 * M_PI * (k + 0.6 * f[s * CORNERS + k]) / CORNERS, u = a * cos(t), v = b * sin(t);
			corner[s * CORNERS + k] = { (float)(u * cos(turn) - v * sin(turn)),
				(float)(u * sin(turn) + v * cos(turn)) };
		}
		double best = 1e30;
		for (int k = 0; k < CORNERS; k++)
			best = std::min(best, crate_area<double>(&corner[s * CORNERS], CORNERS, k));
		area[s] = area2[s] = best;
	}
	float2 *dco2 = upload(corner);
	double *o2 = dev<double>(SHAPES);
	job<float>(
		"smallest_crate.shape_a_thread",
		[&] { crate_thread<float><<<up(SHAPES, 32), 32>>>(dco2, o, SHAPES, CORNERS); }, o, SHAPES,
		close_to(area, 1e-3));
	job<double>(
		"smallest_crate.side_a_thread_doubles",
		[&] { crate_block<double><<<SHAPES, 64>>>(dco2, o2, SHAPES, CORNERS); }, o2, SHAPES,
		close_to(area2, 1e-6));
	job<double>(
		"smallest_crate.turning_doubles",
		[&] { crate_turning<double><<<up(SHAPES, 64), 64>>>(dco2, o2, SHAPES, CORNERS); }, o2, SHAPES,
		close_to(area2, 1e-4));
}
