// blind25a: a fresh set of kernels that nobody had modelled when they were written. Paths, boxes, trees, filters.
#include "blind7.h"

__global__ void path_row(const int *wall, const int *in, int *out, int w)
{ // the cheapest way down a wall: one row a launch
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	if (x >= w)
		return;
	int best = in[x];
	if (x > 0)
		best = min(best, in[x - 1]);
	if (x + 1 < w)
		best = min(best, in[x + 1]);
	out[x] = best + wall[x];
}
__global__ void path_pyramid(const int *wall, const int *in, int *out, int w, int rows)
{ // several rows a launch: a block starts wide and its good part gets narrower
	__shared__ int cost[2][256];
	int t = threadIdx.x, x = blockIdx.x * (256 - 2 * rows) - rows + t, at = min(max(x, 0), w - 1);
	cost[0][t] = in[at];
	int l = max(t - 1, 0), r = min(t + 1, 255), now = 0;
	for (int k = 0; k < rows; k++) {
		int price = wall[k * w + at];
		__syncthreads();
		cost[1 - now][t] = price + min(cost[now][t], min(cost[now][l], cost[now][r]));
		now = 1 - now;
	}
	if (t >= rows && t < 256 - rows && x < w)
		out[x] = cost[now][t];
}
static const int PER = 32, SIDE = 5;
__device__ float4 push(float4 a, float4 b, float4 f)
{ // what b does to a
	float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z, r2 = x * x + y * y + z * z;
	float e = b.w * expf(-0.5f * r2), s = 2 * e;
	return make_float4(f.x + s * x, f.y + s * y, f.z + s * z, f.w + e);
}
__global__ void boxes_thread(const float4 *p, float4 *force)
{ // particles in boxes feel those of boxes nearby; a particle a thread, all from memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= SIDE * SIDE * SIDE * PER)
		return;
	int box = i / PER, bx = box % SIDE, by = box / SIDE % SIDE, bz = box / SIDE / SIDE;
	float4 own = p[i], f = make_float4(0, 0, 0, 0);
	for (int z = max(bz - 1, 0); z <= min(bz + 1, SIDE - 1); z++)
		for (int y = max(by - 1, 0); y <= min(by + 1, SIDE - 1); y++)
			for (int x = max(bx - 1, 0); x <= min(bx + 1, SIDE - 1); x++)
				for (int k = 0; k < PER; k++)
					f = push(own, p[((z * SIDE + y) * SIDE + x) * PER + k], f);
	force[i] = f;
}
__global__ void boxes_block(const float4 *p, float4 *force)
{ // a box a block: the nearby boxes come to shared memory one by one; four threads share a particle
	__shared__ float4 near_by[PER], part[4][PER];
	int box = blockIdx.x, bx = box % SIDE, by = box / SIDE % SIDE, bz = box / SIDE / SIDE;
	int t = threadIdx.x % PER, q = threadIdx.x / PER;
	float4 own = p[box * PER + t], f = make_float4(0, 0, 0, 0);
	for (int k = 0; k < 27; k++) {
		int x = bx + k % 3 - 1, y = by + k / 3 % 3 - 1, z = bz + k / 9 - 1;
		if (x < 0 || y < 0 || z < 0 || x >= SIDE || y >= SIDE || z >= SIDE)
			continue;
		__syncthreads();
		if (q == 0)
			near_by[t] = p[((z * SIDE + y) * SIDE + x) * PER + t];
		__syncthreads();
		for (int j = q; j < PER; j += 4)
			f = push(own, near_by[j], f);
	}
	part[q][t] = f;
	__syncthreads();
	if (q == 0) {
		for (int j = 1; j < 4; j++) {
			float4 o = part[j][t];
			f = make_float4(f.x + o.x, f.y + o.y, f.z + o.z, f.w + o.w);
		}
		force[box * PER + t] = f;
	}
}
__global__ void resample_linear(const double *sum, const double *x, double *out, int n)
{ // a particle filter draws anew: walk along the summed weights
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double u = (i + 0.5) / n;
	int at = n - 1;
	for (int k = 0; k < n; k++)
		if (sum[k] >= u) {
			at = k;
			break;
		}
	out[i] = x[at];
}
__global__ void resample_halving(const double *sum, const double *x, double *out, int n)
{ // the same by halving
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double u = (i + 0.5) / n;
	int low = 0, high = n - 1;
	while (low < high) {
		int mid = (low + high) / 2;
		if (sum[mid] >= u)
			high = mid;
		else
			low = mid + 1;
	}
	out[i] = x[low];
}
static const int WIDE
= 16, DEEP = 4;
struct Levels {
	const int *key[DEEP];
};
__global__ void tree_thread(Levels tree, const int *wanted, const int *value, int *out, int n)
{ // a tree with sixteen keys a node; a question a thread looks through each node
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int q = wanted[i], node = 0;
	for (int d = 0; d < DEEP; d++) {
		const int *key = tree.key[d] + node * WIDE;
		int k = 1;
		while (k < WIDE && key[k] <= q)
			k++;
		node = node * WIDE
		+k - 1;
	}
	out[i] = tree.key[DEEP - 1][node] == q ? value[node] : -1;
}
__global__ void tree_half_warp(Levels tree, const int *wanted, const int *value, int *out, int n)
{ // sixteen lanes a question: each compares one key, a vote says where to go
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / WIDE
	, lane = threadIdx.x % WIDE;
	if (i >= n)
		return;
	unsigned mask = 0xffffu << (threadIdx.x & 16);
	int q = wanted[i], node = 0, key;
	for (int d = 0; d < DEEP; d++) {
		key = tree.key[d][node * WIDE + lane];
		int many = __popc(__ballot_sync(mask, key <= q) & mask);
		node = node * WIDE
		+max(many - 1, 0);
	}
	if (node % WIDE == lane)
		out[i] = key == q ? value[node] : -1;
}
static const int DIMS = 16, CENTRES = 50;
__global__ void gain_rows(const byte *p, const int *cost, const int *mine, int fresh, int *lower, byte *moves, int n)
{ // would another centre be worth its price? points as rows, sums in memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int d = 0;
	for (int k = 0; k < DIMS; k++) {
		int v = p[i * DIMS + k] - p[fresh * DIMS + k];
		d += v * v;
	}
	int less = cost[i] - d;
	moves[i] = less > 0;
	if (less > 0)
		atomicAdd(&lower[CENTRES], less >> 6);
	else
		atomicAdd(&lower[mine[i]], -less >> 6);
}
__global__ void gain_columns(const byte *p, const int *cost, const int *mine, int fresh, int *lower, byte *moves, int n)
{ // the same, numbers of a kind together, the new centre and the sums in shared memory
	__shared__ int centre[DIMS], sum[CENTRES + 1];
	for (int k = threadIdx.x; k <= CENTRES; k += blockDim.x)
		sum[k] = 0;
	if (threadIdx.x < DIMS)
		centre[threadIdx.x] = p[threadIdx.x * n + fresh];
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		int d = 0;
		for (int k = 0; k < DIMS; k++) {
			int v = p[k * n + i] - centre[k];
			d += v * v;
		}
		int less = cost[i] - d;
		moves[i] = less > 0;
		atomicAdd(&sum[less > 0 ? CENTRES : mine[i]], (less > 0 ? less : -less) >> 6);
	}
	__syncthreads();
	for (int k = threadIdx.x; k <= CENTRES; k += blockDim.x)
		atomicAdd(&lower[k], sum[k]);
}
static const int OUT = 16;
__global__ void layer_tree(const float *in, const float *weight, float *part)
{ // a small layer: sixteen inputs by sixteen outputs a block, summed by a tree in shared memory
	__shared__ float node[16], product[16][16];
	int x = threadIdx.x, y = threadIdx.y, i = blockIdx.x * 16 + y;
	if (x == 0)
		node[y] = in[i];
	__syncthreads();
	product[y][x] = node[y] * weight[i * OUT + x];
	for (int d = 1; d < 16; d *= 2) {
		__syncthreads();
		if (y % (2 * d) == 0)
			product[y][x] += product[y + d][x];
	}
	if (y == 0)
		part[blockIdx.x * OUT + x] = product[0][x];
}
__global__ void layer_finish(const float *part, float *out, int blocks)
{ // a warp an output
	int o = threadIdx.x / 32, lane = threadIdx.x % 32;
	float sum = 0;
	for (int b = lane; b < blocks; b += 32)
		sum += part[b * OUT + o];
	for (int d = 16; d; d /= 2)
		sum += __shfl_down_sync(~0u, sum, d);
	if (lane == 0)
		out[o] = 1 / (1 + expf(-sum));
}
__global__ void layer_adjust(const float *in, const float *delta, float *weight, float *momentum, float rate)
{ // weights learn, with a memory of the step before
	int x = threadIdx.x, i = blockIdx.x * 16 + threadIdx.y, at = i * OUT + x;
	float step = rate * delta[x] * in[i] + 0.3f * momentum[at];
	weight[at] += step;
	momentum[at] = step;
}
static void paths(const std::vector<unsigned> &w)
{
	const int W = 100000, H = 20;
	std::vector<int> wall(W * H), now(W), next(W);
	for (int i = 0; i < W * H; i++)
		wall[i] = w[i] % 10;
	for (int i = 0; i < W; i++)
		now[i] = w[i + 13] % 10;
	int *dw = upload(wall), *first = upload(now), *a = dev<int>(W), *b = dev<int>(W);
	for (int y = 0; y < H; y++) {
		for (int x = 0; x < W; x++)
			next[x] = wall[y * W + x] +
				std::min(now[x], std::min(now[std::max(x - 1, 0)], now[std::min(x + 1, W - 1)]));
		now.swap(next);
	}
	job<int>(
		"way_down_a_wall.row_a_launch",
		[&] {
			for (int y = 0; y < H; y++)
				path_row<<<(W + 255) / 256, 256>>>(dw + y * W,
					y == 0        ? first :
						y & 1 ? b :
							a,
					y & 1 ? a : b, W);
		},
		a, W, same(now));
	job<int>(
		"way_down_a_wall.five_rows_a_launch",
		[&] {
			for (int y = 0; y < H; y += 5)
				path_pyramid<<<(W + 245) / 246, 256>>>(dw + y * W,
					y == 0            ? first :
						y / 5 & 1 ? b :
							    a,
					y / 5 & 1 ? a : b, W, 5);
		},
		a, W, same(now));
}
static void boxes(const std::vector<float> &f)
{
	const int N = SIDE * SIDE * SIDE * PER;
	std::vector<float4> p(N);
	for (int i = 0; i < N; i++) {
		int b = i / PER;
		p[i] = make_float4(b % SIDE + f[4 * i], b / SIDE % SIDE + f[4 * i + 1], b / SIDE / SIDE + f[4 * i + 2],
			f[4 * i + 3]);
	}
	std::vector<float> want(4 * N);
	for (int i = 0; i < N; i += 37) {
		int bi = i / PER;
		double sum[4] = {};
		for (int j = 0; j < N; j++) {
			int bj = j / PER;
			if (abs(bi % SIDE - bj % SIDE) > 1 || abs(bi / SIDE % SIDE - bj / SIDE % SIDE) > 1 ||
				abs(bi / SIDE / SIDE - bj / SIDE / SIDE) > 1)
				continue;
			double x = p[i].x - p[j].x, y = p[i].y - p[j].y, z = p[i].z - p[j].z;
			double e = p[j].w * exp(-0.5 * (x * x + y * y + z * z));
			sum[0] += 2 * e * x, sum[1] += 2 * e * y, sum[2] += 2 * e * z, sum[3] += e;
		}
		for (int k = 0; k < 4; k++)
			want[4 * i + k] = sum[k];
	}
	auto right = [want, N](const std::vector<float> &v) {
		for (int i = 0; i < N; i += 37)
			for (int k = 0; k < 4; k++)
				if (std::fabs(v[4 * i + k] - want[4 * i + k]) > 1e-3 * (1 + std::fabs(want[4 * i + 3])))
					return false;
		return true;
	};
	float4 *dp = upload(p), *o = dev<float4>(N);
	job<float>(
		"crowded_boxes.particle_a_thread", [&] { boxes_thread<<<(N + 95) / 96, 96>>>(dp, o); }, (float *)o,
		4 * N, right);
	job<float>(
		"crowded_boxes.box_a_block", [&] { boxes_block<<<SIDE * SIDE * SIDE, 4 * PER>>>(dp, o); }, (float *)o,
		4 * N, right);
}
static void filters(const std::vector<unsigned> &w)
{
	for (int n : { 2048, 150000 }) {
		std::vector<double> sum(n), x(n), want(n);
		double all = 0, run = 0;
		for (int i = 0; i < n; i++) {
			all += w[i] % 1000;
			x[i] = w[i] * 1e-6;
		}
		for (int i = 0; i < n; i++)
			sum[i] = (run += w[i] % 1000) / all;
		for (int i = 0; i < n; i++)
			want[i] = x[std::lower_bound(sum.begin(), sum.end() - 1, (i + 0.5) / n) - sum.begin()];
		double *ds = upload(sum), *dx = upload(x), *o = dev<double>(n);
		if (n < 10000)
			job<double>(
				"drawn_anew.walk", [&] { resample_linear<<<n / 128, 128>>>(ds, dx, o, n); }, o, n,
				same(want));
		else
			job<double>(
				"drawn_anew.halving", [&] { resample_halving<<<(n + 511) / 512, 512>>>(ds, dx, o, n); },
				o, n, same(want));
	}
}
static void trees(const std::vector<unsigned> &w)
{
	const int N = 65536, Q = 30000;
	std::vector<int> key(N), value(N), ask(Q), want(Q);
	for (int i = 0; i < N; i++)
		key[i] = (i ? key[i - 1] : 0) + 1 + w[i] % 5, value[i] = w[i + 7] & 0xffffff;
	for (int i = 0; i < Q; i++) {
		ask[i] = w[i] % key[N - 1];
		auto p = std::lower_bound(key.begin(), key.end(), ask[i]);
		want[i] = *p == ask[i] ? value[p - key.begin()] : -1;
	}
	Levels tree;
	for (int d = 0, step = N / WIDE; d < DEEP; d++, step /= WIDE) {
		std::vector<int> level;
		for (int i = 0; i < N; i += step)
			level.push_back(key[i]);
		tree.key[d] = upload(level);
	}
	int *da = upload(ask), *dv = upload(value), *o = dev<int>(Q);
	job<int>(
		"sixteen_keys_a_node.question_a_thread",
		[&] { tree_thread<<<(Q + 63) / 64, 64>>>(tree, da, dv, o, Q); }, o, Q, same(want));
	job<int>(
		"sixteen_keys_a_node.half_a_warp",
		[&] { tree_half_warp<<<(Q * WIDE + 255) / 256, 256>>>(tree, da, dv, o, Q); }, o, Q, same(want));
}
static void centres(const std::vector<unsigned> &w)
{
	const int N = 120000;
	std::vector<byte> p(N * DIMS), turned(N * DIMS);
	std::vector<int> cost(N), mine(N), want(CENTRES + 1);
	for (int i = 0; i < N * DIMS; i++)
		turned[i % DIMS * N + i / DIMS] = p[i] = w[i] % 200;
	for (int i = 0; i < N; i++) {
		cost[i] = 40000 + w[i] % 120000, mine[i] = w[i + 3] % CENTRES;
		int d = 0;
		for (int k = 0; k < DIMS; k++)
			d += (p[i * DIMS + k] - p[777 * DIMS + k]) * (p[i * DIMS + k] - p[777 * DIMS + k]);
		if (cost[i] > d)
			want[CENTRES] += (cost[i] - d) >> 6;
		else
			want[mine[i]] += (d - cost[i]) >> 6;
	}
	byte *dp = upload(p), *dt = upload(turned), *moves = dev<byte>(N);
	int *dc = upload(cost), *dm = upload(mine), *o = dev<int>(CENTRES + 1);
	auto clear = [&] { CHECK(cudaMemset(o, 0, 4 * (CENTRES + 1))); };
	job<int>(
		"one_more_centre.points_as_rows",
		[&] { gain_rows<<<(N + 255) / 256, 256>>>(dp, dc, dm, 777, o, moves, N); }, o, CENTRES + 1, same(want),
		clear);
	job<int>(
		"one_more_centre.sums_in_shared", [&] { gain_columns<<<264, 192>>>(dt, dc, dm, 777, o, moves, N); }, o,
		CENTRES + 1, same(want), clear);
}
static void layers(const std::vector<float> &f)
{
	const int N = 32768;
	std::vector<float> in(f.begin(), f.begin() + N), weight(N * OUT), momentum(N * OUT), delta(OUT), out(OUT);
	for (int i = 0; i < N * OUT; i++)
		weight[i] = (f[i + 5] - 0.5f) * 0.02f, momentum[i] = f[i + 9] * 0.001f;
	for (int o = 0; o < OUT; o++) {
		double s = 0;
		for (int i = 0; i < N; i++)
			s += in[i] * weight[i * OUT + o];
		out[o] = 1 / (1 + exp(-s));
		delta[o] = f[o] - 0.5f;
	}
	std::vector<float> learnt(weight);
	for (int i = 0; i < N * OUT; i++)
		learnt[i] += 0.3f * delta[i % OUT] * in[i / OUT] + 0.3f * momentum[i];
	float *di = upload(in), *dw = upload(weight), *w2 = dev<float>(N * OUT), *dm = upload(momentum),
	      *m2 = dev<float>(N * OUT), *dd = upload(delta), *part = dev<float>(N), *o = dev<float>(OUT);
	job<float>(
		"small_layer.trees_then_warps",
		[&] {
			layer_tree<<<N / 16, dim3(16, 16)>>>(di, dw, part);
			layer_finish<<<1, 32 * OUT>>>(part, o, N / 16);
		},
		o, OUT, close_to(out, 1e-3));
	job<float>(
		"small_layer.learns", [&] { layer_adjust<<<N / 16, dim3(16, 16)>>>(di, dd, w2, m2, 0.3f); }, w2,
		N * OUT, close_to(learnt, 1e-5),
		[&] {
			CHECK(cudaMemcpy(w2, dw, N * OUT * 4, cudaMemcpyDeviceToDevice));
			CHECK(cudaMemcpy(m2, dm, N * OUT * 4, cudaMemcpyDeviceToDevice));
		});
}
void rows()
{
	std::vector<unsigned> w = words(2100000);
	std::vector<float> f = fractions(w);
	paths(w);
	boxes(f);
	filters(w);
	trees(w);
	centres(w);
	layers(f);
}
