// blind21h: a fresh set of kernels that nobody had modelled when they were written. Graphs, small problems, curves.
#include "blind7.h"
#include <numeric>
__global__ void core_peel(const int *start, const int *to, int *degree, int *left, int *changed, int n, int k)
{ // who has fewer than k friends left goes, and tells the friends
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n || left[v] == 0 || *(volatile int *)&degree[v] >= k)
		return;
	left[v] = 0;
	*(volatile int *)changed = 1;
	for (int e = start[v]; e < start[v + 1]; e++)
		atomicSub(&degree[to[e]], 1);
}
__global__ void cheapest_edge(const int *start, const int *to, const int *cost, const int *tree, u64 *best, int n)
{ // cheapest links that join everything: each town offers its cheapest way out of its tree; a town a warp
	int v = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (v >= n)
		return;
	u64 own = ~0ull;
	for (int e = start[v] + lane; e < start[v + 1]; e += 32)
		if (tree[to[e]] != tree[v])
			own = min(own, (u64)cost[e] << 32 | to[e]);
	for (int o = 16; o; o /= 2)
		own = min(own, __shfl_xor_sync(~0u, own, o));
	if (lane == 0 && own != ~0ull)
		atomicMin(&best[tree[v]], own);
}
__global__ void cheapest_hook(const u64 *best, const int *tree, int *up, u64 *sum, int n)
{ // each tree hooks on to another by its cheapest link; of two that choose each other, the lower stays a root
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= n)
		return;
	int hook = r;
	if (tree[r] == r && best[r] != ~0ull) {
		int other = tree[(unsigned)best[r]];
		bool mutual = best[other] >> 32 == best[r] >> 32;
		if (!mutual || r > other) {
			hook = other;
			atomicAdd(sum, best[r] >> 32);
		}
	} else if (tree[r] != r) {
		hook = tree[r];
	}
	up[r] = hook;
}
__global__ void cheapest_climb(const int *up, int *tree, u64 *best, int n)
{ // all climb to their root
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n)
		return;
	int r = v;
	while (up[r] != r)
		r = up[r];
	tree[v] = r;
	best[v] = ~0ull;
}
template <class T> __host__ __device__ void principal(const T *in, T *out)
{ // the three axes' lengths of a symmetric matrix, by turns of pairs; sorted
	T a[3][3] = { { in[0], in[1], in[2] }, { in[1], in[3], in[4] }, { in[2], in[4], in[5] } };
	for (int sweep = 0; sweep < 5; sweep++)
		for (int p = 0; p < 2; p++)
			for (int q = p + 1; q < 3; q++) {
				if (a[p][q] * a[p][q] < T(1e-24))
					continue;
				T half = (a[q][q] - a[p][p]) / (2 * a[p][q]);
				T t = (half < 0 ? T(-1) : T(1)) / (fabs(half) + sqrt(half * half + 1));
				T c = 1 / sqrt(t * t + 1), s = t * c;
				for (int k = 0; k < 3; k++) {
					T x = a[k][p], y = a[k][q];
					a[k][p] = c * x - s * y, a[k][q] = s * x + c * y;
				}
				for (int k = 0; k < 3; k++) {
					T x = a[p][k], y = a[q][k];
					a[p][k] = c * x - s * y, a[q][k] = s * x + c * y;
				}
			}
	T low = fmin(a[0][0], fmin(a[1][1], a[2][2])), high = fmax(a[0][0], fmax(a[1][1], a[2][2]));
	out[0] = low, out[1] = a[0][0] + a[1][1] + a[2][2] - low - high, out[2] = high;
}
template <class T> __global__ void principal_axes(const T *in, T *out, int n)
{ // a matrix a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		principal(in + 6 * i, out + 3 * i);
}
__global__ void mirrors_thread(const float *in, float *out, int n)
{ // the triangle of nine by five matrices by mirrors; a matrix a thread in a local array
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float a[9][5];
	if (i >= n)
		return;
	for (int k = 0; k < 45; k++)
		a[k / 5][k % 5] = in[45 * i + k];
	for (int c = 0; c < 5; c++) {
		float len = 0;
		for (int k = c; k < 9; k++)
			len += a[k][c] * a[k][c];
		len = a[c][c] > 0 ? -sqrtf(len) : sqrtf(len);
		float head = a[c][c] - len, scale = -1 / (len * head);
		for (int j = c + 1; j < 5; j++) {
			float dot = head * a[c][j];
			for (int k = c + 1; k < 9; k++)
				dot += a[k][c] * a[k][j];
			dot *= scale;
			a[c][j] -= dot * head;
			for (int k = c + 1; k < 9; k++)
				a[k][j] -= dot * a[k][c];
		}
		a[c][c] = len;
	}
	for (int c = 0, k = 0; c < 5; c++)
		for (int j = c; j < 5; j++)
			out[15 * i + k++] = a[c][j];
}
__global__ void mirrors_lanes(const float *in, float *out, int n)
{ // the same, sixteen lanes a matrix: nine hold a line each, sums by shuffles
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 16, l = threadIdx.x % 16;
	float a[5];
	for (int j = 0; j < 5; j++)
		a[j] = i < n && l < 9 ? in[45 * i + 5 * l + j] : 0;
	auto sum = [](float v) {
		for (int o = 8; o; o /= 2)
			v += __shfl_xor_sync(~0u, v, o, 16);
		return v;
	};
#pragma unroll
	for (int c = 0; c < 5; c++) {
		float len = sqrtf(sum(l >= c ? a[c] * a[c] : 0)), top = __shfl_sync(~0u, a[c], c, 16);
		len = top > 0 ? -len : len;
		float mirror = l > c ? a[c] : l == c ? top - len : 0, scale = -1 / (len * (top - len));
#pragma unroll
		for (int j = c + 1; j < 5; j++)
			a[j] -= sum(mirror * a[j]) * scale * mirror;
		if (l == c)
			a[c] = len;
	}
	for (int c = 0, k = 0; c < 5; c++)
		for (int j = c; j < 5; j++, k++)
			if (l == c && i < n)
				out[15 * i + k] = a[j];
}
__global__ void heights_thread(const float4 *known, const float2 *ask, float *out, int many, int n)
{ // heights between scattered known ones: all weigh by the square of nearness; known ones in pieces in shared memory
	__shared__ float4 piece[128];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float2 at = i < n ? ask[i] : make_float2(0, 0);
	float mass = 0, sum = 0;
	for (int k0 = 0; k0 < many; k0 += 128) {
		if (k0 + threadIdx.x < many)
			piece[threadIdx.x] = known[k0 + threadIdx.x];
		__syncthreads();
		for (int k = 0; k < min(128, many - k0); k++) {
			float4 p = piece[k];
			float dx = p.x - at.x, dy = p.y - at.y, w = __fdividef(1, dx * dx + dy * dy + 1e-3f);
			mass += w;
			sum += w * p.z;
		}
		__syncthreads();
	}
	if (i < n)
		out[i] = sum / mass;
}
__global__ void smooth_slopes(const float *x, const float *y, float *slope, int n)
{ // a curve that never overshoots: slopes at the known points
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float s = 0;
	if (i && i < n - 1) {
		float h0 = x[i] - x[i - 1], h1 = x[i + 1] - x[i], d0 = (y[i] - y[i - 1]) / h0,
		      d1 = (y[i + 1] - y[i]) / h1;
		if (d0 * d1 > 0) {
			float a = 2 * h1 + h0, b = h1 + 2 * h0;
			s = (a + b) / (a / d0 + b / d1);
		}
	}
	slope[i] = s;
}
__global__ void smooth_curve(
	const float *x, const float *y, const float *slope, const float *ask, float *out, int n, int many)
{ // then each asked point looks for its stretch by halving
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= many)
		return;
	float q = ask[i];
	int lo = 0, hi = n - 1;
	while (hi - lo > 1) {
		int mid = (lo + hi) / 2;
		if (x[mid] <= q)
			lo = mid;
		else
			hi = mid;
	}
	float h = x[hi] - x[lo], t = (q - x[lo]) / h, u = 1 - t;
	out[i] = (1 + 2 * t) * u * u * y[lo] + t * u * u * h * slope[lo] + t * t * (3 - 2 * t) * y[hi] -
		t * t * u * h * slope[hi];
}
static void graphs(const std::vector<unsigned> &w)
{
	const int N = 4000, CORE = 5, ROUNDS = 7;
	std::vector<std::vector<int2>> friends(N);
	std::vector<int> start{ 0 }, to, cost, degree(N), stay(N, 1), own(N);
	for (int i = 0, e = 0; i < N; i++)
		for (int k = 0; k < 3 + (int)(w[i] % 3); k++, e++) {
			int j = (w[e + N] >> 4) % (w[e] & 1 ? N : i / 4 + 2), price = e * 7919 % 65536;
			if (j == i)
				j = (i + 1) % N;
			friends[i].push_back(make_int2(j, price));
			friends[j].push_back(make_int2(i, price));
		}
	std::vector<int4> edge;
	for (int i = 0; i < N; i++) {
		for (int2 &f : friends[i]) {
			to.push_back(f.x), cost.push_back(f.y);
			edge.push_back(make_int4(f.y, i, f.x, 0));
		}
		start.push_back(to.size());
		degree[i] = friends[i].size();
	}
	std::vector<int> d = degree;
	int rounds = 0;
	for (bool more = true; more; rounds++) {
		std::vector<int> go;
		for (int v = 0; v < N; v++)
			if (stay[v] && d[v] < CORE)
				go.push_back(v);
		for (int v : go) {
			stay[v] = 0;
			for (int2 &f : friends[v])
				d[f.x]--;
		}
		more = !go.empty();
	}
	int *ds = upload(start), *dt = upload(to), *d0 = upload(degree), *dd = dev<int>(N), *left = dev<int>(N);
	int *changed = dev<int>(1);
	job<int>(
		"circle_of_friends.peeled_by_launches",
		[&] {
			for (int k = 0; k < rounds; k++)
				core_peel<<<(N + 63) / 64, 64>>>(ds, dt, dd, left, changed, N, CORE);
		},
		left, N, same(stay),
		[&] {
			CHECK(cudaMemcpy(dd, d0, N * 4, cudaMemcpyDeviceToDevice));
			std::vector<int> ones(N, 1);
			CHECK(cudaMemcpy(left, ones.data(), N * 4, cudaMemcpyHostToDevice));
		});
	std::sort(edge.begin(), edge.end(), [](const int4 &a, const int4 &b) { return a.x < b.x; });
	std::iota(own.begin(), own.end(), 0);
	u64 sum = 0;
	std::vector<int> root = own;
	for (int4 &e : edge) {
		int a = e.y, b = e.z;
		while (root[a] != a)
			a = root[a] = root[root[a]];
		while (root[b] != b)
			b = root[b] = root[root[b]];
		if (a != b)
			root[a] = b, sum += e.x;
	}
	int *dc = upload(cost), *down0 = upload(own), *tree = dev<int>(N), *up = dev<int>(N);
	u64 *best = dev<u64>(N), *o = dev<u64>(1);
	job<u64>(
		"cheapest_links.trees_grow_together",
		[&] {
			for (int k = 0; k < ROUNDS; k++) {
				cheapest_edge<<<(N + 7) / 8, 256>>>(ds, dt, dc, tree, best, N);
				cheapest_hook<<<(N + 127) / 128, 128>>>(best, tree, up, o, N);
				cheapest_climb<<<(N + 127) / 128, 128>>>(up, tree, best, N);
			}
		},
		o, 1, same(std::vector<u64>{ sum }),
		[&] {
			CHECK(cudaMemcpy(tree, down0, N * 4, cudaMemcpyDeviceToDevice));
			CHECK(cudaMemset(best, 255, N * 8));
			CHECK(cudaMemset(o, 0, 8));
		});
}
static void small_problems(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int N = 20000;
	std::vector<double> sym = double_fractions(w, 6 * N), axes(3 * N);
	std::vector<float> fsym(sym.begin(), sym.end()), faxes;
	for (int i = 0; i < N; i++)
		principal(&sym[6 * i], &axes[3 * i]);
	faxes.assign(axes.begin(), axes.end());
	double *dsym = upload(sym), *od = dev<double>(3 * N);
	float *df = upload(fsym), *o = dev<float>(3 * N);
	job<float>(
		"principal_axes.floats", [&] { principal_axes<<<(N + 127) / 128, 128>>>(df, o, N); }, o, 3 * N,
		close_to(faxes, 1e-3));
	job<double>(
		"principal_axes.doubles", [&] { principal_axes<<<(N + 127) / 128, 128>>>(dsym, od, N); }, od, 3 * N,
		close_to(axes, 1e-8));
	const int M = 5000;
	std::vector<float> tri(15 * M);
	for (int i = 0; i < M; i++) {
		double a[9][5];
		for (int k = 0; k < 45; k++)
			a[k / 5][k % 5] = f[45 * i + k];
		for (int c = 0; c < 5; c++) {
			double len = 0, v[9];
			for (int k = c; k < 9; k++)
				len += a[k][c] * a[k][c];
			len = a[c][c] > 0 ? -std::sqrt(len) : std::sqrt(len);
			for (int k = c; k < 9; k++)
				v[k] = a[k][c] - (k == c ? len : 0);
			double scale = -1 / (len * v[c]);
			for (int j = c; j < 5; j++) {
				double dot = 0;
				for (int k = c; k < 9; k++)
					dot += v[k] * a[k][j];
				for (int k = c; k < 9; k++)
					a[k][j] -= dot * scale * v[k];
			}
		}
		for (int c = 0, k = 0; c < 5; c++)
			for (int j = c; j < 5; j++)
				tri[15 * i + k++] = a[c][j];
	}
	float *da = upload(f), *ot = dev<float>(15 * M);
	job<float>(
		"matrix_mirrors.matrix_a_thread", [&] { mirrors_thread<<<(M + 63) / 64, 64>>>(da, ot, M); }, ot, 15 * M,
		close_to(tri, 1e-2));
	job<float>(
		"matrix_mirrors.sixteen_lanes", [&] { mirrors_lanes<<<(M * 16 + 159) / 160, 160>>>(da, ot, M); }, ot,
		15 * M, close_to(tri, 1e-2));
}
static void curves(const std::vector<float> &f)
{
	const int KNOWN = 700, ASKED = 9000;
	std::vector<float4> known(KNOWN);
	std::vector<float2> ask(ASKED);
	std::vector<float> height(ASKED);
	for (int k = 0; k < KNOWN; k++)
		known[k] = make_float4(f[3 * k], f[3 * k + 1], f[3 * k + 2], 0);
	for (int i = 0; i < ASKED; i++) {
		ask[i] = make_float2(f[i + 3000], f[i + 30000]);
		double mass = 0, sum = 0;
		for (auto &p : known) {
			double dx = p.x - ask[i].x, dy = p.y - ask[i].y, w = 1 / (dx * dx + dy * dy + 1e-3);
			mass += w, sum += w * p.z;
		}
		height[i] = sum / mass;
	}
	float4 *dk = upload(known);
	float2 *da = upload(ask);
	float *o = dev<float>(200000);
	job<float>(
		"scattered_heights.pieces_in_shared",
		[&] { heights_thread<<<(ASKED + 127) / 128, 128>>>(dk, da, o, KNOWN, ASKED); }, o, ASKED,
		close_to(height, 1e-3));
	const int P = 5000, Q = 200000;
	std::vector<float> x(P), y(f.begin(), f.begin() + P), at(Q), slope(P), want(Q);
	for (int i = 0; i < P; i++)
		x[i] = (i ? x[i - 1] : 0) + 0.5f + f[i + 50000];
	for (int i = 1; i < P - 1; i++) {
		double h0 = x[i] - x[i - 1], h1 = x[i + 1] - x[i], d0 = (y[i] - y[i - 1]) / h0,
		       d1 = (y[i + 1] - y[i]) / h1;
		double a = 2 * h1 + h0, b = h1 + 2 * h0;
		slope[i] = d0 * d1 > 0 ? (a + b) / (a / d0 + b / d1) : 0;
	}
	for (int i = 0; i < Q; i++) {
		at[i] = x[0] + f[i + 60000] * (x[P - 1] - x[0]) * 0.999f;
		int lo = std::upper_bound(x.begin(), x.end(), at[i]) - x.begin() - 1;
		lo = std::min(lo, P - 2);
		double h = x[lo + 1] - x[lo], t = (at[i] - x[lo]) / h, u = 1 - t;
		want[i] = (1 + 2 * t) * u * u * y[lo] + t * u * u * h * slope[lo] + t * t * (3 - 2 * t) * y[lo + 1] -
			t * t * u * h * slope[lo + 1];
	}
	float *dx = upload(x), *dy = upload(y), *dat = upload(at), *ds = dev<float>(P);
	job<float>(
		"gentle_curve.slopes_then_points",
		[&] {
			smooth_slopes<<<(P + 127) / 128, 128>>>(dx, dy, ds, P);
			smooth_curve<<<(Q + 223) / 224, 224>>>(dx, dy, ds, dat, o, P, Q);
		},
		o, Q, close_to(want, 1e-2));
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w);
	graphs(w);
	small_problems(w, f);
	curves(f);
}
