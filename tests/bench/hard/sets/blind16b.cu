// blind16b: a fresh set of kernels that nobody had modelled when they were written. Matrices: Sturm, slices, parts.
#include "blind7.h"
#include <cuda_pipeline.h>

__host__ __device__ int below(const double *diag, const double *off, int n, double x)
{ // how many eigenvalues of a tridiagonal matrix are less than x: negative pivots
	double p = diag[0] - x;
	int count = p < 0;
	for (int i = 1; i < n; i++) {
		p = diag[i] - x - off[i] * off[i] / (p == 0 ? 1e-30 : p);
		count += p < 0;
	}
	return count;
}
__global__ void sturm_thread(const double *diag, const double *off, double *value, int n, int rounds)
{ // an eigenvalue a thread, by halving
	int k = blockIdx.x * blockDim.x + threadIdx.x;
	if (k >= n)
		return;
	double low = -4, high = 8;
	for (int r = 0; r < rounds; r++) {
		double mid = (low + high) / 2;
		if (below(diag, off, n, mid) > k)
			high = mid;
		else
			low = mid;
	}
	value[k] = (low + high) / 2;
}
__global__ void sturm_warp(const double *diag, const double *off, double *value, int n, int rounds)
{ // an eigenvalue a warp: each lane counts at another point, a vote finds the part where it lies
	extern __shared__ double both[];
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		both[i] = diag[i], both[n + i] = off[i];
	__syncthreads();
	int k = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (k >= n)
		return;
	double low = -4, wide = 12;
	for (int r = 0; r < rounds; r++) {
		wide /= 33;
		unsigned more = __ballot_sync(~0u, below(both, both + n, n, low + (lane + 1) * wide) > k);
		low += wide * (more ? __ffs(more) - 1 : 32);
	}
	if (lane == 0)
		value[k] = low + wide / 2;
}
__global__ void lower_naive(const float *a, float *c, int n, int k)
{ // the lower half of A times its own transpose, an element a thread
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (y >= n || x > y)
		return;
	float sum = 0;
	for (int i = 0; i < k; i++)
		sum += a[y * k + i] * a[x * k + i];
	c[y * n + x] = sum;
}
__global__ void lower_tile(const float *a, float *c, int n, int k)
{ // the same: a block finds its tile of 48 by 48 from its number; nine elements a thread
	__shared__ float up[16][49], across[16][49];
	int row = (int)((sqrtf(8.0f * blockIdx.x + 1) - 1) / 2), col;
	while (row * (row + 1) / 2 > blockIdx.x)
		row--;
	while ((row + 1) * (row + 2) / 2 <= blockIdx.x)
		row++;
	col = blockIdx.x - row * (row + 1) / 2;
	int tx = threadIdx.x, ty = threadIdx.y;
	float sum[3][3] = {};
	for (int base = 0; base < k; base += 16) {
		for (int r = ty; r < 48; r += 16) {
			up[tx][r] = a[(row * 48 + r) * k + base + tx];
			across[tx][r] = a[(col * 48 + r) * k + base + tx];
		}
		__syncthreads();
		for (int i = 0; i < 16; i++)
			for (int p = 0; p < 3; p++)
				for (int q = 0; q < 3; q++)
					sum[p][q] += up[i][ty + 16 * p] * across[i][tx + 16 * q];
		__syncthreads();
	}
	for (int p = 0; p < 3; p++)
		for (int q = 0; q < 3; q++) {
			int y = row * 48 + ty + 16 * p, x = col * 48 + tx + 16 * q;
			if (x <= y)
				c[y * n + x] = sum[p][q];
		}
}
__global__ void ell_columns(const int *col, const float *val, const float *x, float *y, int n, int wide)
{ // a sparse matrix padded to equal rows and stored by columns, a row a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float sum = 0;
	for (int k = 0; k < wide; k++) {
		int c = col[k * n + i];
		if (c >= 0)
			sum += val[k * n + i] * x[c];
	}
	y[i] = sum;
}
__global__ void ell_slices(const int *start, const int *col, const float *val, const float *x, float *y, int n)
{ // the same, each slice of 32 rows is only as wide as its widest row
	int i = blockIdx.x * blockDim.x + threadIdx.x, slice = i / 32, lane = i % 32;
	if (i >= n)
		return;
	float sum = 0;
	for (int k = start[slice] + lane; k < start[slice + 1]; k += 32)
		sum += val[k] * x[max(col[k], 0)];
	y[i] = sum;
}
__global__ void ell_rows(const int *col, const float *val, const float *x, float *y, int n, int wide)
{ // padded rows stored by rows, four lanes a row
	int t = blockIdx.x * blockDim.x + threadIdx.x, i = t / 4;
	float sum = 0;
	if (i < n)
		for (int k = t % 4; k < wide; k += 4) {
			int c = col[i * wide + k];
			if (c < 0)
				break;
			sum += val[i * wide + k] * x[c];
		}
	sum += __shfl_xor_sync(~0u, sum, 1);
	sum += __shfl_xor_sync(~0u, sum, 2);
	if (i < n && t % 4 == 0)
		y[i] = sum;
}
static const unsigned PRIME = 998244353;
struct Four {
	unsigned v[16];
};
__host__ __device__ void times(Four &a, const Four &b)
{ // a = a b, modulo a prime
	Four r;
#pragma unroll
	for (int i = 0; i < 16; i++) {
		u64 sum = 0;
#pragma unroll
		for (int k = 0; k < 4; k++)
			sum += (u64)a.v[i / 4 * 4 + k] * b.v[k * 4 + i % 4];
		r.v[i] = sum % PRIME;
	}
	a = r;
}
__global__ void recurrence_thread(const Four *base, const unsigned *power, Four *out, int n)
{ // small matrices to high powers, one a thread, all in registers
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	Four b = base[i], r = {};
	for (int k = 0; k < 4; k++)
		r.v[5 * k] = 1;
	for (unsigned p = power[i]; p; p >>= 1) {
		if (p & 1)
			times(r, b);
		times(b, b);
	}
	out[i] = r;
}
__global__ void recurrence_lanes(const unsigned *base, const unsigned *power, unsigned *out, int n)
{ // the same, an element a lane: two matrices a warp, rows and columns by shuffles
	int t = blockIdx.x * blockDim.x + threadIdx.x, m = t / 16, e = t % 16, home = threadIdx.x & 16;
	if (t - threadIdx.x % 32 >= n * 16)
		return;
	unsigned b = base[t], r = e % 5 == 0, p = power[m];
	for (int s = 0; s < 20; s++, p >>= 1) {
		u64 sum = 0, square = 0;
		for (int k = 0; k < 4; k++) {
			unsigned up = __shfl_sync(~0u, b, home + k * 4 + e % 4);
			sum += (u64)__shfl_sync(~0u, r, home + e / 4 * 4 + k) * up;
			square += (u64)__shfl_sync(~0u, b, home + e / 4 * 4 + k) * up;
		}
		r = p & 1 ? sum % PRIME : r;
		b = square % PRIME;
	}
	out[t] = r;
}
__global__ void bit_rank_block(const unsigned *bits, int *rank, int n)
{ // the rank of a matrix of bits: a row a thread, rows of words in shared memory
	extern __shared__ unsigned m[];
	__shared__ int pivot;
	int t = threadIdx.x, words = n / 32, done = 0;
	bool used = false;
	for (int k = t; k < n * words; k += n)
		m[k / words * (words + 1) + k % words] = bits[blockIdx.x * n * words + k];
	unsigned *own = m + t * (words + 1);
	for (int c = 0; c < n; c++) {
		if (t == 0)
			pivot = n;
		__syncthreads();
		bool set = !used && own[c / 32] >> c % 32 & 1;
		if (set)
			atomicMin(&pivot, t);
		__syncthreads();
		int p = pivot;
		if (set && t != p)
			for (int k = c / 32; k < words; k++)
				own[k] ^= m[p * (words + 1) + k];
		used = used || t == p;
		done += p < n;
		__syncthreads();
	}
	if (t == 0)
		rank[blockIdx.x] = done;
}
__global__ void bit_rank_warp(const u64 *bits, int *rank, int matrices)
{ // 32 rows of 64 bits a warp: votes find the pivot row, a shuffle hands it round
	int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (w >= matrices)
		return;
	u64 own = bits[w * 32 + lane];
	unsigned used = 0;
	for (int c = 0; c < 64; c++) {
		unsigned set = __ballot_sync(~0u, own >> c & 1) & ~used;
		if (!set)
			continue;
		int p = __ffs(set) - 1;
		u64 row = __shfl_sync(~0u, own, p);
		if (set >> lane & 1 && lane != p)
			own ^= row;
		used |= 1u << p;
	}
	if (lane == 0)
		rank[w] = __popc(used);
}
template <bool ASYNC> __global__ void long_product(const float *a, const float *b, float *c, int k, int part)
{ // a wide matrix (32 rows) times a tall one (32 columns): each block takes a part of the long side
	__shared__ __align__(16) float as[2][32][20], bs[2][16][32];
	int t = threadIdx.x, tx = t % 32, ty = t / 32, from = blockIdx.x * part, to = min(from + part, k);
	float sum[4] = {};
	auto load = [&](int s, int at) {
		if (t < 128) {
			float *d = &as[s][t / 4][t % 4 * 4];
			const float *g = a + t / 4 * k + at + t % 4 * 4;
			if (ASYNC)
				__pipeline_memcpy_async(d, g, 16);
			else
				*(float4 *)d = *(const float4 *)g;
		} else {
			int e = (t - 128) * 4;
			if (ASYNC)
				__pipeline_memcpy_async(&bs[s][e / 32][e % 32], b + at * 32 + e, 16);
			else
				*(float4 *)&bs[s][e / 32][e % 32] = *(const float4 *)(b + at * 32 + e);
		}
		if (ASYNC)
			__pipeline_commit();
	};
	if (ASYNC)
		load(0, from);
	for (int at = from, s = 0; at < to; at += 16, s ^= ASYNC) {
		if (!ASYNC)
			load(0, at);
		else if (at + 16 < to) {
			load(s ^ 1, at + 16);
			__pipeline_wait_prior(1);
		} else
			__pipeline_wait_prior(0);
		__syncthreads();
		for (int i = 0; i < 16; i++)
			for (int r = 0; r < 4; r++)
				sum[r] += as[s][ty * 4 + r][i] * bs[s][i][tx];
		__syncthreads();
	}
	for (int r = 0; r < 4; r++)
		atomicAdd(&c[(ty * 4 + r) * 32 + tx], sum[r]);
}
void rows()
{
	std::vector<unsigned> w = words(800000);
	std::vector<float> f = fractions(w);
	const int E = 150;
	std::vector<double> diag(E), off(E), value(E);
	for (int i = 0; i < E; i++)
		diag[i] = 2 + f[i], off[i] = 0.5 + f[i + E];
	for (int k = 0; k < E; k++) {
		double low = -4, high = 8;
		for (int r = 0; r < 40; r++) {
			double mid = (low + high) / 2;
			(below(diag.data(), off.data(), E, mid) > k ? high : low) = mid;
		}
		value[k] = low;
	}
	double *dd = upload(diag), *df = upload(off), *dv = dev<double>(E);
	job<double>(
		"sturm.eigenvalue_a_thread", [&] { sturm_thread<<<5, 32>>>(dd, df, dv, E, 28); }, dv, E,
		close_to(value, 1e-6));
	job<double>(
		"sturm.eigenvalue_a_warp", [&] { sturm_warp<<<(E + 3) / 4, 128, 16 * E>>>(dd, df, dv, E, 6); }, dv, E,
		close_to(value, 1e-6));

	const int N = 480, K = 176;
	std::vector<float> a(N * K), c(N * N);
	for (int i = 0; i < N * K; i++)
		a[i] = f[i] - 0.5f;
	for (int y = 0; y < N; y++)
		for (int x = 0; x <= y; x++) {
			float sum = 0;
			for (int i = 0; i < K; i++)
				sum += a[y * K + i] * a[x * K + i];
			c[y * N + x] = sum;
		}
	float *da = upload(a), *dc = dev<float>(N * N);
	job<float>(
		"lower_half.element_a_thread",
		[&] { lower_naive<<<dim3((N + 31) / 32, (N + 5) / 6), dim3(32, 6)>>>(da, dc, N, K); }, dc, N * N,
		close_to(c, 1e-3));
	job<float>(
		"lower_half.tiles_by_number", [&] { lower_tile<<<55, dim3(16, 16)>>>(da, dc, N, K); }, dc, N * N,
		close_to(c, 1e-3));

	const int R = 20000, WIDE
	= 24;
	std::vector<int> wide(R), by_col(R * WIDE, -1), by_row(R * WIDE, -1), start(1), scol;
	std::vector<float> vc(R * WIDE), vr(R * WIDE), sval, x(f.begin(), f.begin() + R), y(R);
	for (int i = 0; i < R; i++) {
		wide[i] = 3 + (w[i] % 9 == 0 ? w[i + 5] % 22 : w[i + 5] % 6);
		for (int k = 0; k < wide[i]; k++) {
			int col = k < 4 ? (i + k * 17) % R : w[i * WIDE + k] % R;
			by_col[k * R + i] = by_row[i * WIDE + k] = col;
			vc[k * R + i] = vr[i * WIDE + k] = f[i + 3 * k] - 0.5f;
			y[i] += (f[i + 3 * k] - 0.5f) * x[col];
		}
	}
	for (int s = 0; s < R / 32; s++) {
		int most = *std::max_element(&wide[s * 32], &wide[s * 32] + 32);
		for (int k = 0; k < most; k++)
			for (int i = s * 32; i < s * 32 + 32; i++)
				scol.push_back(by_col[k * R + i]), sval.push_back(vc[k * R + i]);
		start.push_back(scol.size());
	}
	int *dbc = upload(by_col), *dbr = upload(by_row), *dst = upload(start), *dsc = upload(scol);
	float *dvc = upload(vc), *dvr = upload(vr), *dsv = upload(sval), *dx = upload(x), *dy = dev<float>(R);
	job<float>(
		"padded_rows.by_columns", [&] { ell_columns<<<(R + 127) / 128, 128>>>(dbc, dvc, dx, dy, R, WIDE); }, dy,
		R, close_to(y));
	job<float>(
		"padded_rows.in_slices", [&] { ell_slices<<<(R + 63) / 64, 64>>>(dst, dsc, dsv, dx, dy, R); }, dy, R,
		close_to(y));
	job<float>(
		"padded_rows.four_lanes", [&] { ell_rows<<<(R + 55) / 56, 224>>>(dbr, dvr, dx, dy, R, WIDE); }, dy, R,
		close_to(y));

	const int M = 5000;
	std::vector<Four> base(M), high(M);
	std::vector<unsigned> power(M), want;
	for (int i = 0; i < M; i++) {
		power[i] = w[i] & 0xfffff;
		Four r = {};
		for (int k = 0; k < 16; k++)
			base[i].v[k] = w[i * 16 + k] % PRIME, r.v[k] = k % 5 == 0;
		Four b = base[i];
		for (unsigned p = power[i]; p; p >>= 1) {
			if (p & 1)
				times(r, b);
			times(b, b);
		}
		want.insert(want.end(), r.v, r.v + 16);
	}
	Four *db = upload(base), *dh = dev<Four>(M);
	unsigned *dp = upload(power);
	job<unsigned>(
		"recurrence.matrix_a_thread", [&] { recurrence_thread<<<(M + 63) / 64, 64>>>(db, dp, dh, M); },
		(unsigned *)dh, 16 * M, same(want));
	job<unsigned>(
		"recurrence.element_a_lane",
		[&] { recurrence_lanes<<<(M + 9) / 10, 160>>>((unsigned *)db, dp, (unsigned *)dh, M); }, (unsigned *)dh,
		16 * M, same(want));

	const int B = 192, BLOCKS = 20, WARPS = 3000;
	auto rank_of = [](std::vector<std::vector<bool>> m) {
		int rank = 0;
		for (size_t c = 0; c < m[0].size() && rank < m.size(); c++) {
			size_t p = rank;
			while (p < m.size() && !m[p][c])
				p++;
			if (p == m.size())
				continue;
			std::swap(m[p], m[rank]);
			for (size_t r = rank + 1; r < m.size(); r++)
				if (m[r][c])
					for (size_t k = c; k < m[0].size(); k++)
						m[r][k] = m[r][k] ^ m[rank][k];
			rank++;
		}
		return rank;
	};
	std::vector<unsigned> bits(BLOCKS * B * B / 32);
	std::vector<u64> small(WARPS * 32);
	std::vector<int> big_rank, small_rank;
	for (int b = 0; b < BLOCKS; b++) {
		std::vector<std::vector<bool>> m(B, std::vector<bool>(B));
		for (int r = 0; r < B; r++)
			for (int k = 0; k < B / 32; k++) {
				unsigned v = w[(b * B + r % (150 + b)) * 6 + k];
				bits[(b * B + r) * 6 + k] = v;
				for (int i = 0; i < 32; i++)
					m[r][k * 32 + i] = v >> i & 1;
			}
		big_rank.push_back(rank_of(m));
	}
	for (int b = 0; b < WARPS; b++) {
		std::vector<std::vector<bool>> m(32, std::vector<bool>(64));
		for (int r = 0; r < 32; r++) {
			small[b * 32 + r] = (u64)w[b * 64 + r % (20 + b % 13)] << (b % 30);
			for (int i = 0; i < 64; i++)
				m[r][i] = small[b * 32 + r] >> i & 1;
		}
		small_rank.push_back(rank_of(m));
	}
	unsigned *dbits = upload(bits);
	u64 *dsm = upload(small);
	int *drank = dev<int>(WARPS);
	job<int>(
		"bit_rank.row_a_thread", [&] { bit_rank_block<<<BLOCKS, B, B * 28>>>(dbits, drank, B); }, drank, BLOCKS,
		same(big_rank));
	job<int>(
		"bit_rank.matrix_a_warp", [&] { bit_rank_warp<<<(WARPS + 2) / 3, 96>>>(dsm, drank, WARPS); }, drank,
		WARPS, same(small_rank));

	const int LONG = 12000;
	std::vector<float> la(f.begin(), f.begin() + 32 * LONG), lb(f.begin() + 400, f.begin() + 400 + 32 * LONG);
	std::vector<float> lc(1024);
	for (int i = 0; i < 1024; i++) {
		double sum = 0;
		for (int k = 0; k < LONG; k++)
			sum += (double)la[i / 32 * LONG + k] * lb[k * 32 + i % 32];
		lc[i] = sum;
	}
	float *dla = upload(la), *dlb = upload(lb);
	auto clear = [&] { CHECK(cudaMemset(dc, 0, 4096)); };
	job<float>(
		"long_side.in_94_parts", [&] { long_product<false><<<94, 256>>>(dla, dlb, dc, LONG, 128); }, dc, 1024,
		close_to(lc, 1e-3), clear);
	job<float>(
		"long_side.in_15_parts_async", [&] { long_product<true><<<15, 256>>>(dla, dlb, dc, LONG, 800); }, dc,
		1024, close_to(lc, 1e-3), clear);
}
