// blind33f: a fresh set of kernels that nobody had modelled when they were written. Sparse matrices in more formats,
// sparse triangles, sampled products, bodies that pull, potential maps, argon with lists.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__global__ void coo_atomics(const int *row, const int *col, const float *v, const float *x, float *y, int nnz)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < nnz)
		atomicAdd(&y[row[i]], v[i] * x[col[i]]);
}
__global__ void coo_segments(const int *row, const int *col, const float *v, const float *x, float *y, int nnz)
{ // sums of equal rows in the warp first; only the last lane of a row adds
	int i = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x & 31, r = i < nnz ? row[i] : -1;
	float s = i < nnz ? v[i] * x[col[i]] : 0;
	for (int d = 1; d < 32; d *= 2) {
		float t = __shfl_up_sync(~0u, s, d);
		int q = __shfl_up_sync(~0u, r, d);
		if (l >= d && q == r)
			s += t;
	}
	int after = __shfl_down_sync(~0u, r, 1);
	if (r >= 0 && (l == 31 || after != r))
		atomicAdd(&y[r], s);
}
__global__ void jagged(const int *start, const int *col, const float *v, const int *perm, const float *x, float *y,
	int n, int diagonals)
{ // rows by length, the k-th numbers of all of them together
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float s = 0;
	for (int k = 0; k < diagonals; k++) {
		int b = start[k];
		if (i >= start[k + 1] - b)
			break;
		s += v[b + i] * x[col[b + i]];
	}
	y[perm[i]] = s;
}
__global__ void ell_part(const int *col, const float *v, const float *x, float *y, int n, int width)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float s = 0;
	for (int k = 0; k < width; k++) {
		int c = col[k * n + i];
		if (c >= 0)
			s += v[k * n + i] * x[c];
	}
	y[i] = s;
}
__global__ void sampled_thread(const int *row, const int *col, const float *a, const float *b, float *o, int nnz, int k)
{ // only those places of A B' that the pattern has
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= nnz)
		return;
	const float *p = a + row[i] * k, *q = b + col[i] * k;
	float s = 0;
	for (int j = 0; j < k; j++)
		s += p[j] * q[j];
	o[i] = s;
}
__global__ void sampled_eight_lanes(const int *row, const int *col, const float4 *a, const float4 *b, float *o, int nnz)
{ // 32 numbers are eight fours
	int t = blockIdx.x * blockDim.x + threadIdx.x, i = t / 8, l = t & 7;
	float s = 0;
	if (i < nnz) {
		float4 p = a[row[i] * 8 + l], q = b[col[i] * 8 + l];
		s = p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
	}
	for (int d = 4; d; d /= 2)
		s += __shfl_xor_sync(~0u, s, d);
	if (l == 0 && i < nnz)
		o[i] = s;
}
__global__ void lower_level(const int *order, int count, const int *first, const int *col, const double *v,
	const double *diag, const double *b, double *x)
{ // all rows of a level
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= count)
		return;
	int r = order[i];
	double s = b[r];
	for (int e = first[r]; e < first[r + 1]; e++)
		s -= v[e] * x[col[e]];
	x[r] = s / diag[r];
}
__global__ void lower_waiting(const int *first, const int *col, const double *v, const double *diag, const double *b,
	volatile double *x, volatile int *done, int n)
{ // a warp a row; each lane waits for what it needs
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x & 31;
	if (r >= n)
		return;
	double s = 0;
	for (int e = first[r] + l; e < first[r + 1]; e += 32) {
		while (!done[col[e]])
			;
		__threadfence();
		s += v[e] * x[col[e]];
	}
	__syncwarp();
	for (int d = 16; d; d /= 2)
		s += __shfl_xor_sync(~0u, s, d);
	if (l == 0) {
		x[r] = (b[r] - s) / diag[r];
		__threadfence();
		done[r] = 1;
	}
}
struct Body {
	float x, y, z, m;
};
__device__ void pull(float4 p, float4 q, float3 &a)
{
	float dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z, inv = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
	float f = q.w * inv * inv * inv;
	a.x += dx * f, a.y += dy * f, a.z += dz * f;
}
__global__ void bodies_naive(const Body *b, float *a, int n)
{ // structs read field by field, with root and division
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float ax = 0, ay = 0, az = 0;
	for (int j = 0; j < n; j++) {
		float dx = b[j].x - b[i].x, dy = b[j].y - b[i].y, dz = b[j].z - b[i].z;
		float r2 = dx * dx + dy * dy + dz * dz + 0.01f, f = b[j].m / (r2 * sqrtf(r2));
		ax += dx * f, ay += dy * f, az += dz * f;
	}
	a[3 * i] = ax, a[3 * i + 1] = ay, a[3 * i + 2] = az;
}
__global__ void bodies_tile(const float4 *b, float *a, int n)
{
	__shared__ float4 s[128];
	int i = blockIdx.x * 128 + threadIdx.x;
	float4 p = i < n ? b[i] : make_float4(0, 0, 0, 0);
	float3 acc = make_float3(0, 0, 0);
	for (int j = 0; j < n; j += 128) {
		s[threadIdx.x] = j + threadIdx.x < n ? b[j + threadIdx.x] : make_float4(0, 0, 0, 0);
		__syncthreads();
#pragma unroll 8
		for (int k = 0; k < 128; k++)
			pull(p, s[k], acc);
		__syncthreads();
	}
	if (i < n)
		a[3 * i] = acc.x, a[3 * i + 1] = acc.y, a[3 * i + 2] = acc.z;
}
__constant__ float4 atoms[80];
__global__ void potential_eight(float *v, int w, int h, float step, float z, int n)
{ // eight points a thread, blockDim.x apart; what they share is reckoned once
	int x = blockIdx.x * blockDim.x * 8 + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	float s[8] = {};
	for (int k = 0; k < n; k++) {
		float4 a = atoms[k];
		float dx = x * step - a.x, dy = y * step - a.y, dz = z - a.z, yz = dy * dy + dz * dz;
#pragma unroll
		for (int e = 0; e < 8; e++) {
			s[e] += a.w * rsqrtf(dx * dx + yz);
			dx += blockDim.x * step;
		}
	}
#pragma unroll
	for (int e = 0; e < 8; e++)
		if (x + e * blockDim.x < w && y < h)
			v[y * w + x + e * blockDim.x] = s[e];
}
__global__ void argon_half_lists(const float4 *p, const int *list, const int *len, u64 *force, int n, int most)
{ // each pair once; the other's part goes by atomics in whole numbers
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float4 me = p[i];
	long long fx = 0, fy = 0, fz = 0;
	for (int k = 0; k < len[i]; k++) {
		int j = list[k * n + i];
		float4 q = p[j];
		float dx = me.x - q.x, dy = me.y - q.y, dz = me.z - q.z, r2 = dx * dx + dy * dy + dz * dz;
		if (r2 > 6.25f)
			continue;
		float i2 = 1 / r2, i6 = i2 * i2 * i2, f = 24 * i2 * i6 * (2 * i6 - 1) * 16777216;
		long long x = llrintf(f * dx), y = llrintf(f * dy), z = llrintf(f * dz);
		fx += x, fy += y, fz += z;
		atomicAdd(&force[3 * j], (u64)-x);
		atomicAdd(&force[3 * j + 1], (u64)-y);
		atomicAdd(&force[3 * j + 2], (u64)-z);
	}
	atomicAdd(&force[3 * i], (u64)fx);
	atomicAdd(&force[3 * i + 1], (u64)fy);
	atomicAdd(&force[3 * i + 2], (u64)fz);
}
__global__ void argon_full_lists(const double *p, const int *list, const int *first, double *force, int n)
{ // planes of doubles; lists one after the other
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double x = p[i], y = p[n + i], z = p[2 * n + i], fx = 0, fy = 0, fz = 0;
	for (int e = first[i]; e < first[i + 1]; e++) {
		int j = list[e];
		double dx = x - p[j], dy = y - p[n + j], dz = z - p[2 * n + j], r2 = dx * dx + dy * dy + dz * dz;
		if (r2 <= 6.25) {
			double i2 = 1 / r2, i6 = i2 * i2 * i2, f = 24 * i2 * i6 * (2 * i6 - 1);
			fx += f * dx, fy += f * dy, fz += f * dz;
		}
	}
	force[3 * i] = fx, force[3 * i + 1] = fy, force[3 * i + 2] = fz;
}
static void sparse(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int N = 12000, E = 12;
	std::vector<int> row, col, len(N), perm(N), start(1), jcol, ecol(N * E, -1), rrow, rcol;
	std::vector<float> v, x(f.begin() + 7, f.begin() + 7 + N), y(N), jv, ev(N * E), rv;
	for (int i = 0; i < N; i++) {
		len[i] = i % 333 == 5 ? 200 : w[i] % 24;
		for (int k = 0; k < len[i]; k++) {
			int c = w[row.size() + 900] % N;
			float a = f[row.size()] - 0.3f;
			row.push_back(i), col.push_back(c), v.push_back(a);
			y[i] += a * x[c];
			if (k < E)
				ecol[k * N + i] = c, ev[k * N + i] = a;
			else
				rrow.push_back(i), rcol.push_back(c), rv.push_back(a);
		}
	}
	const int M = row.size(), R = rrow.size();
	std::vector<int> base(N + 1);
	for (int i = 0; i < N; i++)
		perm[i] = i, base[i + 1] = base[i] + len[i];
	std::stable_sort(perm.begin(), perm.end(), [&](int a, int b) { return len[a] > len[b]; });
	for (int k = 0; k < 200; k++) {
		for (int i = 0; i < N && len[perm[i]] > k; i++)
			jcol.push_back(col[base[perm[i]] + k]), jv.push_back(v[base[perm[i]] + k]);
		start.push_back(jcol.size());
	}
	int *dr = upload(row), *dc = upload(col), *ds = upload(start), *djc = upload(jcol), *dp = upload(perm),
	    *dec = upload(ecol), *drr = upload(rrow), *drc = upload(rcol);
	float *dv = upload(v), *dx = upload(x), *djv = upload(jv), *dev_ = upload(ev), *drv = upload(rv),
	      *o = dev<float>(N);
	auto zero = [=] { CHECK(cudaMemset(o, 0, N * 4)); };
	job<float>(
		"sparse_by_vector.triples_and_atomics", [&] { coo_atomics<<<up(M, 256), 256>>>(dr, dc, dv, dx, o, M); },
		o, N, close_to(y, 1e-3), zero);
	job<float>(
		"sparse_by_vector.triples_summed_in_the_warp",
		[&] { coo_segments<<<up(M, 256), 256>>>(dr, dc, dv, dx, o, M); }, o, N, close_to(y, 1e-3), zero);
	job<float>(
		"sparse_by_vector.jagged_diagonals",
		[&] { jagged<<<up(N, 64), 64>>>(ds, djc, djv, dp, dx, o, N, 200); }, o, N, close_to(y, 1e-3));
	job<float>(
		"sparse_by_vector.twelve_of_each_and_the_rest",
		[&] {
			ell_part<<<up(N, 128), 128>>>(dec, dev_, dx, o, N, E);
			coo_atomics<<<up(R, 128), 128>>>(drr, drc, drv, dx, o, R);
		},
		o, N, close_to(y, 1e-3));
	const int K = 32;
	std::vector<float> s(M);
	for (int i = 0; i < M; i++)
		for (int k = 0; k < K; k++)
			s[i] += f[row[i] * K + k] * f[col[i] * K + k + 64];
	float *da = upload(f), *os = dev<float>(M);
	job<float>(
		"sampled_products.thread_a_place",
		[&] { sampled_thread<<<up(M, 128), 128>>>(dr, dc, da, da + 64, os, M, K); }, os, M, close_to(s));
	job<float>(
		"sampled_products.eight_lanes_a_place",
		[&] { sampled_eight_lanes<<<up(M, 32), 256>>>(dr, dc, (float4 *)da, (float4 *)(da + 64), os, M); }, os,
		M, close_to(s));
}
static void triangles(const std::vector<unsigned> &w)
{
	const int N = 2500;
	std::vector<int> first(1), col, level(N), order, starts;
	std::vector<double> v, diag(N), b(N), x(N);
	for (int i = 0; i < N; i++) {
		double s = b[i] = w[i] % 1000 / 100.0;
		for (int k = 0; k < (int)(w[i] % 9); k++) {
			int c = i - 30 - w[i + k * 7] % 300;
			if (c < 0)
				continue;
			col.push_back(c), v.push_back(w[i + k] % 100 / 150.0);
			s -= v.back() * x[c], level[i] = std::max(level[i], level[c] + 1);
		}
		diag[i] = 4 + i % 3, x[i] = s / diag[i];
		first.push_back(col.size());
	}
	const int L = 1 + *std::max_element(level.begin(), level.end());
	for (int l = 0; l < L; l++) {
		starts.push_back(order.size());
		for (int i = 0; i < N; i++)
			if (level[i] == l)
				order.push_back(i);
	}
	starts.push_back(N);
	int *df = upload(first), *dc = upload(col), *dord = upload(order), *done = dev<int>(N);
	double *dv = upload(v), *dd = upload(diag), *db = upload(b), *o = dev<double>(N);
	job<double>(
		"sparse_triangle.launch_a_level",
		[&] {
			for (int l = 0; l < L; l++) {
				int n = starts[l + 1] - starts[l];
				lower_level<<<up(n, 64), 64>>>(dord + starts[l], n, df, dc, dv, dd, db, o);
			}
		},
		o, N, close_to(x, 1e-9));
	job<double>(
		"sparse_triangle.warps_wait_for_rows",
		[&] { lower_waiting<<<up(N, 4), 128>>>(df, dc, dv, dd, db, o, done, N); }, o, N, close_to(x, 1e-9),
		[=] { CHECK(cudaMemset(done, 0, N * 4)); });
}
static void bodies(const std::vector<float> &f)
{
	const int N = 1500;
	std::vector<float> b(f.begin(), f.begin() + 4 * N), a(3 * N);
	for (int i = 0; i < N; i++) {
		double s[3] = {};
		for (int j = 0; j < N; j++) {
			float d[3], r2 = 0.01f;
			for (int c = 0; c < 3; c++)
				d[c] = b[4 * j + c] - b[4 * i + c], r2 += d[c] * d[c];
			float g = b[4 * j + 3] / (r2 * std::sqrt(r2));
			for (int c = 0; c < 3; c++)
				s[c] += d[c] * g;
		}
		for (int c = 0; c < 3; c++)
			a[3 * i + c] = s[c];
	}
	float *d = upload(b), *o = dev<float>(3 * N);
	job<float>(
		"bodies_pull.structs_with_divisions", [&] { bodies_naive<<<up(N, 64), 64>>>((Body *)d, o, N); }, o,
		3 * N, close_to(a, 1e-3));
	job<float>(
		"bodies_pull.tile_of_128", [&] { bodies_tile<<<up(N, 128), 128>>>((float4 *)d, o, N); }, o, 3 * N,
		close_to(a, 1e-3));
	const int W = 200, H = 150, A = 80;
	std::vector<float> at(4 * A), v(W * H);
	for (int k = 0; k < A; k++)
		at[4 * k] = f[4 * k] * 20, at[4 * k + 1] = f[4 * k + 1] * 15, at[4 * k + 2] = 1 + f[4 * k + 2],
		       at[4 * k + 3] = f[4 * k + 3] - 0.5f;
	for (int i = 0; i < W * H; i++)
		for (int k = 0; k < A; k++) {
			float dx = i % W * 0.1f - at[4 * k], dy = i / W * 0.1f - at[4 * k + 1],
			      dz = 0.5f - at[4 * k + 2];
			v[i] += at[4 * k + 3] / std::sqrt(dx * dx + dy * dy + dz * dz);
		}
	CHECK(cudaMemcpyToSymbol(atoms, at.data(), A * 16));
	float *ov = dev<float>(W * H);
	job<float>(
		"potential_map.eight_points_a_thread",
		[&] { potential_eight<<<dim3(up(W, 128), up(H, 8)), dim3(16, 8)>>>(ov, W, H, 0.1f, 0.5f, A); }, ov,
		W * H, close_to(v, 1e-3));
	const int S = 16, P = S * S * S, MOST = 80;
	std::vector<float> p4(4 * P);
	std::vector<double> planes(3 * P), force(3 * P);
	for (int i = 0; i < P; i++)
		for (int c = 0, k = i; c < 3; c++, k /= S)
			planes[c * P + i] = p4[4 * i + c] = k % S * 1.15f + f[3 * i + c] * 0.15f;
	std::vector<int> half(P * MOST), hl(P), first(1), full;
	std::vector<std::vector<int>> near_(P);
	for (int i = 0; i < P; i++)
		for (int j = i + 1; j < std::min(P, i + S * S * 3); j++) {
			double d[3], r2 = 0;
			for (int c = 0; c < 3; c++)
				d[c] = planes[c * P + i] - planes[c * P + j], r2 += d[c] * d[c];
			if (r2 > 7.3)
				continue;
			half[hl[i]++ * P + i] = j, near_[i].push_back(j), near_[j].push_back(i);
			double i6 = 1 / (r2 * r2 * r2), g = r2 > 6.25 ? 0 : 24 / r2 * i6 * (2 * i6 - 1);
			for (int c = 0; c < 3; c++)
				force[3 * i + c] += g * d[c], force[3 * j + c] -= g * d[c];
		}
	for (auto &l : near_) {
		full.insert(full.end(), l.begin(), l.end());
		first.push_back(full.size());
	}
	float *dp = upload(p4);
	double *dpl = upload(planes), *of = dev<double>(3 * P);
	int *dh = upload(half), *dhl = upload(hl), *df = upload(first), *dfull = upload(full);
	u64 *ofix = dev<u64>(3 * P);
	job<u64>(
		"argon.each_pair_once_whole_number_atomics",
		[&] { argon_half_lists<<<up(P, 128), 128>>>((float4 *)dp, dh, dhl, ofix, P, MOST); }, ofix, 3 * P,
		[=](const std::vector<u64> &v) {
			for (int i = 0; i < 3 * P; i++)
				if (std::fabs((long long)v[i] / 16777216.0 - force[i]) > 0.02)
					return false;
			return true;
		},
		[=] { CHECK(cudaMemset(ofix, 0, P * 24)); });
	job<double>(
		"argon.all_neighbours_doubles", [&] { argon_full_lists<<<up(P, 64), 64>>>(dpl, dfull, df, of, P); }, of,
		3 * P, close_to(force, 1e-7));
}
void rows()
{
	std::vector<unsigned> w = words(400000);
	std::vector<float> f = fractions(w);
	sparse(w, f);
	triangles(w);
	bodies(f);
}
