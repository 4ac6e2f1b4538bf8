// blind17b: a fresh set of kernels that nobody had modelled when they were written. Tensors, codes and small systems.
#include "blind7.h"
#include <cuda_fp16.h>

static const int RANK = 16;
__global__ void tensor_entry(const int4 *entry, const float *b, const float *c, float *out, int n)
{ // a sparse tensor times two tables of factors: an entry a thread, sixteen atomic adds
	int e = blockIdx.x * blockDim.x + threadIdx.x;
	if (e >= n)
		return;
	int4 t = entry[e];
	float v = __int_as_float(t.w);
	for (int r = 0; r < RANK; r++)
		atomicAdd(&out[t.x * RANK + r], v * b[t.y * RANK + r] * c[t.z * RANK + r]);
}
__global__ void tensor_half_warp(const int4 *entry, const float *b, const float *c, float *out, int n)
{ // the same, an entry a half warp, one atomic add a lane
	int i = blockIdx.x * blockDim.x + threadIdx.x, e = i / RANK, r = i % RANK;
	if (e >= n)
		return;
	int4 t = entry[e];
	atomicAdd(&out[t.x * RANK + r], __int_as_float(t.w) * b[t.y * RANK + r] * c[t.z * RANK + r]);
}
__global__ void tensor_row(const int *start, const int4 *entry, const float *b, const float *c, float *out, int rows)
{ // the same, entries sorted by row: a row a warp, its halves take entries by turns
	int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, r = threadIdx.x % RANK, half = threadIdx.x / RANK & 1;
	if (row >= rows)
		return;
	float sum = 0;
	for (int e = start[row] + half; e < start[row + 1]; e += 2) {
		int4 t = entry[e];
		sum += __int_as_float(t.w) * b[t.y * RANK + r] * c[t.z * RANK + r];
	}
	sum += __shfl_xor_sync(~0u, sum, RANK);
	if (half == 0)
		out[row * RANK + r] = sum;
}
template <class T> __global__ void codes_shared(const float *table, const u64 *code, float *out, int n)
{ // how far each coded vector is: eight look-ups in a table in shared memory, of floats or halves; blocks go round
	__shared__ T quick[2048];
	for (int i = threadIdx.x; i < 2048; i += blockDim.x)
		quick[i] = T(table[i]);
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		u64 c = code[i];
		float sum = 0;
#pragma unroll
		for (int k = 0; k < 8; k++)
			sum += float(quick[k * 256 + (c >> 8 * k & 255)]);
		out[i] = sum;
	}
}
__global__ void codes_best(const float *table, const u64 *code, u64 *best, int n)
{ // the same, only the nearest is kept: least by warp, then one atomic a warp
	__shared__ float quick[2048];
	for (int i = threadIdx.x; i < 2048; i += blockDim.x)
		quick[i] = table[i];
	__syncthreads();
	u64 own = ~0ull;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		u64 c = code[i];
		float sum = 0;
		for (int k = 0; k < 8; k++)
			sum += quick[k * 256 + (c >> 8 * k & 255)];
		u64 key = (u64)__float_as_uint(sum) << 32 | i;
		own = key < own ? key : own;
	}
	for (int d = 16; d; d /= 2) {
		u64 other = __shfl_xor_sync(~0u, own, d);
		own = other < own ? other : own;
	}
	if (threadIdx.x % 32 == 0)
		atomicMin(best, own);
}
static const int ORDER = 10;
__host__ __device__ void through_points(const double *x, double *y)
{ // coefficients of the polynomial through points, in place
	for (int k = 0; k < ORDER - 1; k++)
		for (int i = ORDER - 1; i > k; i--)
			y[i] = (y[i] - y[i - 1]) / (x[i] - x[i - k - 1]);
	for (int k = ORDER - 2; k >= 0; k--)
		for (int i = k; i < ORDER - 1; i++)
			y[i] -= x[k] * y[i + 1];
}
__global__ void vandermonde_thread(const double *x, const double *y, double *out, int n)
{ // a system a thread, doubles, all in registers or local memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double a[ORDER], b[ORDER];
	for (int k = 0; k < ORDER; k++)
		a[k] = x[i * ORDER + k], b[k] = y[i * ORDER + k];
	through_points(a, b);
	for (int k = 0; k < ORDER; k++)
		out[i * ORDER + k] = b[k];
}
__global__ void vandermonde_lanes(const double *x, const double *y, double *out, int n)
{ // the same, three systems a warp of thirty lanes: differences come by shuffles
	int lane = threadIdx.x % 32, part = lane / ORDER, k = lane % ORDER;
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 3 + part;
	bool there = part < 3 && i < n;
	double a = there ? x[i * ORDER + k] : lane, b = there ? y[i * ORDER + k] : 0;
	for (int s = 0; s < ORDER - 1; s++) {
		double before = __shfl_up_sync(~0u, b, 1), far = __shfl_up_sync(~0u, a, s + 1);
		if (k > s)
			b = (b - before) / (a - far);
	}
	for (int s = ORDER - 2; s >= 0; s--) {
		double root = __shfl_sync(~0u, a, part * ORDER + s);
		for (int j = s; j < ORDER - 1; j++) { // one after the other: each needs the next as it was
			double next = __shfl_down_sync(~0u, b, 1);
			if (k == j)
				b -= root * next;
		}
	}
	if (there)
		out[i * ORDER + k] = b;
}
static const int FEATURES = 32;
__host__ __device__ float leak(float v)
{
	return v > 0 ? v : 0.2f * v;
}
__global__ void attend_warp(const int *start, const int *to, const float *left, const float *right,
	const float *feature, float *out, int nodes)
{ // a node a warp: lanes weigh its neighbours, then each lane adds up one feature
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (i >= nodes)
		return;
	int a = start[i], b = start[i + 1];
	float most = -1e30f, sum = 0, mixed = 0;
	for (int e = a + lane; e < b; e += 32)
		most = fmaxf(most, leak(left[i] + right[to[e]]));
	for (int d = 16; d; d /= 2)
		most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
	for (int e = a; e < b; e += 32) {
		int n = e + lane < b ? to[e + lane] : -1, many = min(32, b - e);
		float weight = n < 0 ? 0 : __expf(leak(left[i] + right[n]) - most);
		sum += weight;
		for (int k = 0; k < many; k++)
			mixed += __shfl_sync(~0u, weight, k) * feature[__shfl_sync(~0u, n, k) * FEATURES + lane];
	}
	for (int d = 16; d; d /= 2)
		sum += __shfl_xor_sync(~0u, sum, d);
	out[i * FEATURES + lane] = b > a ? mixed / sum : 0;
}
__global__ void attend_scores(
	const int *from, const int *to, const float *left, const float *right, float *weight, float *sum, int edges)
{ // first launch of two: an edge a thread, weights and their sums by atomics
	int e = blockIdx.x * blockDim.x + threadIdx.x;
	if (e >= edges)
		return;
	float v = __expf(leak(left[from[e]] + right[to[e]]));
	weight[e] = v;
	atomicAdd(&sum[from[e]], v);
}
__global__ void attend_mix(const int *start, const int *to, const float *weight, const float *sum, const float *feature,
	float *out, int nodes)
{ // second launch: a feature of a node a thread
	int t = blockIdx.x * blockDim.x + threadIdx.x, i = t / FEATURES, k = t % FEATURES;
	if (i >= nodes)
		return;
	float mixed = 0;
	for (int e = start[i]; e < start[i + 1]; e++)
		mixed += weight[e] * feature[to[e] * FEATURES + k];
	out[t] = start[i + 1] > start[i] ? mixed / sum[i] : 0;
}
__host__ __device__ void rotation(float *m)
{ // the rotation in a matrix: again and again its mean with its inverse turned over, until it stays
	for (int round = 0; round < 20; round++) {
		float c[9];
		for (int i = 0; i < 3; i++)
			for (int j = 0; j < 3; j++) {
				int a = (i + 1) % 3, b = (i + 2) % 3, p = (j + 1) % 3, q = (j + 2) % 3;
				c[3 * i + j] = m[3 * a + p] * m[3 * b + q] - m[3 * a + q] * m[3 * b + p];
			}
		float inverse = 1 / (m[0] * c[0] + m[1] * c[1] + m[2] * c[2]), move = 0;
		for (int k = 0; k < 9; k++) {
			float v = 0.5f * (m[k] + c[k] * inverse);
			move += fabsf(v - m[k]);
			m[k] = v;
		}
		if (move < 1e-5f)
			break;
	}
}
template <bool PLANES> __global__ void rotation_part(const float *in, float *out, int n)
{ // a matrix a thread, its nine numbers side by side or in nine planes
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float m[9];
#pragma unroll
	for (int k = 0; k < 9; k++)
		m[k] = in[PLANES ? k * n + i : 9 * i + k];
	rotation(m);
#pragma unroll
	for (int k = 0; k < 9; k++)
		out[PLANES ? k * n + i : 9 * i + k] = m[k];
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w);
	const int ROWS = 900, E = 17000, SIDE = 500;
	std::vector<int4> entry(E);
	std::vector<int> start(ROWS + 1);
	std::vector<double> fit(ROWS * RANK);
	for (int e = 0; e < E; e++) {
		int row = (int)(ROWS * f[e] * f[e]);
		float v = f[e + E] - 0.5f;
		entry[e] = { row, (int)(w[e + 2 * E] % SIDE), (int)(w[e + 3 * E] % SIDE), 0 };
		memcpy(&entry[e].w, &v, 4);
		start[row + 1]++;
		for (int r = 0; r < RANK; r++)
			fit[row * RANK + r] += v * f[entry[e].y * RANK + r] * f[9000 + entry[e].z * RANK + r];
	}
	for (int i = 0; i < ROWS; i++)
		start[i + 1] += start[i];
	std::vector<int4> sorted = entry;
	std::stable_sort(sorted.begin(), sorted.end(), [](const int4 &a, const int4 &b) { return a.x < b.x; });
	std::vector<float> fitf(fit.begin(), fit.end());
	int4 *ge = upload(entry), *gs = upload(sorted);
	int *gstart = upload(start);
	float *gf = upload(f), *o = dev<float>(1 << 19);
	auto clear = [&] { CHECK(cudaMemset(o, 0, ROWS * RANK * 4)); };
	job<float>(
		"tensor_fit.entry_a_thread", [&] { tensor_entry<<<(E + 127) / 128, 128>>>(ge, gf, gf + 9000, o, E); },
		o, ROWS * RANK, close_to(fitf, 1e-3), clear);
	job<float>(
		"tensor_fit.entry_a_half_warp",
		[&] { tensor_half_warp<<<(E * RANK + 255) / 256, 256>>>(ge, gf, gf + 9000, o, E); }, o, ROWS * RANK,
		close_to(fitf, 1e-3), clear);
	job<float>(
		"tensor_fit.row_a_warp",
		[&] { tensor_row<<<(ROWS + 3) / 4, 128>>>(gstart, gs, gf, gf + 9000, o, ROWS); }, o, ROWS * RANK,
		close_to(fitf, 1e-3));
	const int N = 70000;
	std::vector<u64> code(N), best(1, ~0ull);
	std::vector<float> far(N);
	for (int i = 0; i < N; i++) {
		code[i] = (u64)w[2 * i] << 32 | w[2 * i + 1];
		for (int k = 0; k < 8; k++)
			far[i] += f[k * 256 + (code[i] >> 8 * k & 255)];
		unsigned bits;
		memcpy(&bits, &far[i], 4);
		best[0] = std::min(best[0], (u64)bits << 32 | i);
	}
	u64 *gc = upload(code), *gb = dev<u64>(1);
	job<float>(
		"product_codes.table_shared", [&] { codes_shared<float><<<132, 192>>>(gf, gc, o, N); }, o, N,
		close_to(far));
	job<float>(
		"product_codes.table_of_halves", [&] { codes_shared<__half><<<99, 512>>>(gf, gc, o, N); }, o, N,
		close_to(far, 2e-3));
	job<u64>(
		"product_codes.nearest_only", [&] { codes_best<<<66, 256>>>(gf, gc, gb, N); }, gb, 1, same(best),
		[&] { CHECK(cudaMemset(gb, 255, 8)); });
	const int V = 2500;
	std::vector<double> x(V * ORDER), y(V * ORDER), p(V * ORDER);
	for (int i = 0; i < V; i++) {
		for (int k = 0; k < ORDER; k++)
			x[i * ORDER + k] = k + 0.5 * f[i * ORDER + k], y[i * ORDER + k] = f[i * ORDER + k + 50000];
		std::copy(&y[i * ORDER], &y[i * ORDER] + ORDER, &p[i * ORDER]);
		through_points(&x[i * ORDER], &p[i * ORDER]);
	}
	double *gx = upload(x), *gy = upload(y), *od = dev<double>(V * ORDER);
	job<double>(
		"through_points.system_a_thread", [&] { vandermonde_thread<<<(V + 63) / 64, 64>>>(gx, gy, od, V); }, od,
		V * ORDER, close_to(p, 1e-6));
	job<double>(
		"through_points.three_a_warp", [&] { vandermonde_lanes<<<(V + 11) / 12, 128>>>(gx, gy, od, V); }, od,
		V * ORDER, close_to(p, 1e-6));
	const int G = 1700;
	std::vector<int> first(G + 1), to, from;
	for (int i = 0; i < G; i++) {
		int many = 1 + w[i] % 7 + (w[i] % 31 == 0) * 80;
		for (int k = 0; k < many; k++)
			to.push_back(w[5000 + to.size()] % G), from.push_back(i);
		first[i + 1] = to.size();
	}
	std::vector<float> mixed(G * FEATURES);
	for (int i = 0; i < G; i++) {
		double sum = 0;
		std::vector<double> m(FEATURES);
		for (int e = first[i]; e < first[i + 1]; e++) {
			double v = std::exp(leak(f[i] + f[to[e] + 3000] - 1));
			sum += v;
			for (int k = 0; k < FEATURES; k++)
				m[k] += v * f[to[e] * FEATURES + k + 20000];
		}
		for (int k = 0; k < FEATURES; k++)
			mixed[i * FEATURES + k] = m[k] / sum;
	}
	std::vector<float> less(f.begin() + 3000, f.begin() + 3000 + G);
	for (auto &v : less)
		v -= 1;
	int edges = to.size(), *gfirst = upload(first), *gto = upload(to), *gfrom = upload(from);
	float *gl = upload(less), *gw = dev<float>(edges), *gsum = dev<float>(G);
	job<float>(
		"neighbours_heard.node_a_warp",
		[&] { attend_warp<<<(G + 5) / 6, 192>>>(gfirst, gto, gf, gl, gf + 20000, o, G); }, o, G * FEATURES,
		close_to(mixed, 1e-3));
	job<float>(
		"neighbours_heard.two_launches",
		[&] {
			attend_scores<<<(edges + 127) / 128, 128>>>(gfrom, gto, gf, gl, gw, gsum, edges);
			attend_mix<<<(G * FEATURES + 127) / 128, 128>>>(gfirst, gto, gw, gsum, gf + 20000, o, G);
		},
		o, G * FEATURES, close_to(mixed, 1e-3), [&] { CHECK(cudaMemset(gsum, 0, G * 4)); });
	const int M = 9000;
	std::vector<float> in(9 * M), planes(9 * M), turned(9 * M);
	for (int i = 0; i < M; i++) {
		for (int k = 0; k < 9; k++)
			in[9 * i + k] = f[9 * i + k] - 0.5f + (k % 4 == 0) * 1.5f, planes[k * M + i] = in[9 * i + k];
		std::copy(&in[9 * i], &in[9 * i] + 9, &turned[9 * i]);
		rotation(&turned[9 * i]);
	}
	std::vector<float> turned_planes(9 * M);
	for (int i = 0; i < 9 * M; i++)
		turned_planes[i % 9 * M + i / 9] = turned[i];
	float *gi = upload(in), *gp = upload(planes);
	job<float>(
		"rotation_part.side_by_side", [&] { rotation_part<false><<<(M + 95) / 96, 96>>>(gi, o, M); }, o, 9 * M,
		close_to(turned, 1e-3));
	job<float>(
		"rotation_part.in_planes", [&] { rotation_part<true><<<(M + 127) / 128, 128>>>(gp, o, M); }, o, 9 * M,
		close_to(turned_planes, 1e-3));
}
