// blind10b: a tenth set of kernels that nobody had modelled when they were written. Matrices and polynomials.
#include "blind7.h"

__global__ void expm_thread(const float *in, float *out, int n)
{ // e to the power of a 4x4 matrix, one a thread: a sixteenth of it, twelve terms, squared four times
	int m = blockIdx.x * blockDim.x + threadIdx.x;
	if (m >= n)
		return;
	float a[16], sum[16], term[16], next[16];
	for (int i = 0; i < 16; i++) {
		a[i] = in[m * 16 + i] * 0.0625f;
		sum[i] = term[i] = i % 5 == 0;
	}
	for (int k = 1; k <= 12; k++) {
		for (int i = 0; i < 16; i++) {
			float s = 0;
			for (int j = 0; j < 4; j++)
				s += term[i / 4 * 4 + j] * a[j * 4 + i % 4];
			next[i] = s / k;
		}
		for (int i = 0; i < 16; i++)
			sum[i] += term[i] = next[i];
	}
	for (int k = 0; k < 4; k++) {
		for (int i = 0; i < 16; i++) {
			float s = 0;
			for (int j = 0; j < 4; j++)
				s += sum[i / 4 * 4 + j] * sum[j * 4 + i % 4];
			next[i] = s;
		}
		for (int i = 0; i < 16; i++)
			sum[i] = next[i];
	}
	for (int i = 0; i < 16; i++)
		out[m * 16 + i] = sum[i];
}
__device__ float times(float x, float y, int i)
{ // one element of a product of 4x4 matrices that lie over sixteen lanes
	float s = 0;
	for (int j = 0; j < 4; j++)
		s += __shfl_sync(~0u, x, i / 4 * 4 + j, 16) * __shfl_sync(~0u, y, j * 4 + i % 4, 16);
	return s;
}
__global__ void expm_lanes(const float *in, float *out, int n)
{ // the same, an element a lane
	int at = blockIdx.x * blockDim.x + threadIdx.x, i = at % 16;
	float a = at < n * 16 ? in[at] * 0.0625f : 0, term = i % 5 == 0, sum = term;
	for (int k = 1; k <= 12; k++) {
		term = times(term, a, i) / k;
		sum += term;
	}
	for (int k = 0; k < 4; k++)
		sum = times(sum, sum, i);
	if (at < n * 16)
		out[at] = sum;
}
__global__ void tri_inverse_memory(const float *lower, float *out, int matrices)
{ // the inverse of a lower triangle of 32 rows: one column a thread, everything in memory
	int at = blockIdx.x * blockDim.x + threadIdx.x, m = at / 32, c = at % 32;
	if (m >= matrices)
		return;
	const float *l = lower + m * 1024;
	float *x = out + m * 1024;
	for (int r = 0; r < 32; r++) {
		float s = r == c;
		for (int k = c; k < r; k++)
			s -= l[r * 32 + k] * x[k * 32 + c];
		x[r * 32 + c] = r < c ? 0 : s / l[r * 32 + r];
	}
}
__global__ void tri_inverse_shared(const float *lower, float *out, int matrices)
{ // the same, a matrix a warp, both of them in shared memory
	__shared__ float l[4][32][33], x[4][32][33];
	int warp = threadIdx.x / 32, c = threadIdx.x % 32, m = blockIdx.x * 4 + warp;
	if (m >= matrices)
		return;
	for (int r = 0; r < 32; r++)
		l[warp][r][c] = lower[m * 1024 + r * 32 + c];
	__syncwarp();
	for (int r = 0; r < 32; r++) {
		float s = r == c;
		for (int k = c; k < r; k++)
			s -= l[warp][r][k] * x[warp][k][c];
		x[warp][r][c] = r < c ? 0 : s / l[warp][r][r];
	}
	for (int r = 0; r < 32; r++)
		out[m * 1024 + r * 32 + c] = x[warp][r][c];
}
__global__ void sddmm_thread(const float *a, const float *b, const int *row, const int *col, const float *value,
	float *out, int entries, int k)
{ // a product of dense matrices, only where a third has entries: one entry a thread
	int e = blockIdx.x * blockDim.x + threadIdx.x;
	if (e >= entries)
		return;
	const float *x = a + row[e] * k, *y = b + col[e] * k;
	float s = 0;
	for (int i = 0; i < k; i++)
		s += x[i] * y[i];
	out[e] = s * value[e];
}
__global__ void sddmm_warp(const float *a, const float *b, const int *row, const int *col, const float *value,
	float *out, int entries, int k)
{ // one entry a warp, warps go through the entries in strides
	int lane = threadIdx.x % 32, warps = gridDim.x * blockDim.x / 32;
	for (int e = (blockIdx.x * blockDim.x + threadIdx.x) / 32; e < entries; e += warps) {
		const float *x = a + row[e] * k, *y = b + col[e] * k;
		float s = 0;
		for (int i = lane; i < k; i += 32)
			s += x[i] * y[i];
		for (int d = 16; d; d /= 2)
			s += __shfl_xor_sync(~0u, s, d);
		if (lane == 0)
			out[e] = s * value[e];
	}
}
__global__ void sddmm_row(
	const float *a, const float *b, const int *start, const int *col, const float *value, float *out, int k)
{ // one row a block: the row of the first matrix in shared memory, eight lanes for each entry
	__shared__ float own[64];
	int r = blockIdx.x, t = threadIdx.x, lane = t % 8, end = start[r + 1];
	if (t < k)
		own[t] = a[r * k + t];
	__syncthreads();
	for (int e0 = start[r]; e0 < end; e0 += blockDim.x / 8) {
		int e = e0 + t / 8;
		float s = 0;
		if (e < end) {
			const float *y = b + col[e] * k;
			for (int i = lane; i < k; i += 8)
				s += own[i] * y[i];
		}
		for (int d = 4; d; d /= 2)
			s += __shfl_down_sync(~0u, s, d, 8);
		if (lane == 0 && e < end)
			out[e] = s * value[e];
	}
}
__constant__ double coefficient[32];
__host__ __device__ double2 twice_as_long(double2 s, double x, double c)
{ // s times x plus c, in pairs of doubles
	double p = s.x * x, e = fma(s.x, x, -p) + s.y * x;
	double t = p + c, b = t - p;
	e += (p - (t - b)) + (c - b);
	double h = t + e;
	return { h, e - (h - t) };
}
__global__ void long_horner(const double *x, double2 *out, int n, int degree)
{ // a polynomial near one of its roots, by Horner in pairs of doubles
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double2 s = { coefficient[degree], 0 };
	for (int k = degree - 1; k >= 0; k--)
		s = twice_as_long(s, x[i], coefficient[k]);
	out[i] = s;
}
__global__ void tropical_memory(const int *a, const int *b, int *c, int n)
{ // a product of matrices with min and plus for plus and times
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, best = 1 << 30;
	for (int k = 0; k < n; k++)
		best = min(best, a[y * n + k] + b[k * n + x]);
	c[y * n + x] = best;
}
__global__ void tropical_tile(const int *a, const int *b, int *c, int n)
{ // the same by tiles, two rows a thread
	__shared__ int ta[32][33], tb[32][32];
	int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 32 + tx, y = blockIdx.y * 32 + ty;
	int p = 1 << 30, q = 1 << 30;
	for (int k0 = 0; k0 < n; k0 += 32) {
		ta[ty][tx] = a[y * n + k0 + tx];
		ta[ty + 16][tx] = a[(y + 16) * n + k0 + tx];
		tb[ty][tx] = b[(k0 + ty) * n + x];
		tb[ty + 16][tx] = b[(k0 + ty + 16) * n + x];
		__syncthreads();
		for (int k = 0; k < 32; k++) {
			p = min(p, ta[ty][k] + tb[k][tx]);
			q = min(q, ta[ty + 16][k] + tb[k][tx]);
		}
		__syncthreads();
	}
	c[y * n + x] = p;
	c[(y + 16) * n + x] = q;
}
void rows()
{
	const int M = 8192;
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w), gen(M * 16), power(M * 16);
	for (int m = 0; m < M; m++) {
		double a[16], sum[16], term[16], next[16];
		for (int i = 0; i < 16; i++) {
			gen[m * 16 + i] = f[m * 16 + i] * 2 - 1;
			a[i] = gen[m * 16 + i] / 16.0;
			sum[i] = term[i] = i % 5 == 0;
		}
		auto product = [&](const double *x, const double *y, double part) {
			for (int i = 0; i < 16; i++) {
				next[i] = 0;
				for (int j = 0; j < 4; j++)
					next[i] += x[i / 4 * 4 + j] * y[j * 4 + i % 4] / part;
			}
		};
		for (int k = 1; k <= 12; k++) {
			product(term, a, k);
			for (int i = 0; i < 16; i++)
				sum[i] += term[i] = next[i];
		}
		for (int k = 0; k < 4; k++) {
			product(sum, sum, 1);
			memcpy(sum, next, sizeof sum);
		}
		for (int i = 0; i < 16; i++)
			power[m * 16 + i] = sum[i];
	}
	float *g = upload(gen), *o = dev<float>(1 << 20);
	job<float>(
		"expm.matrix_a_thread", [&] { expm_thread<<<M / 64, 64>>>(g, o, M); }, o, M * 16, close_to(power));
	job<float>(
		"expm.element_a_lane", [&] { expm_lanes<<<M * 16 / 256, 256>>>(g, o, M); }, o, M * 16, close_to(power));
	const int T = 600;
	std::vector<float> low(T * 1024), inv(T * 1024);
	for (int m = 0; m < T; m++) {
		float *l = &low[m * 1024], *x = &inv[m * 1024];
		for (int i = 0; i < 1024; i++)
			l[i] = i / 32 == i % 32 ? 1 + f[m * 1024 + i] :
				i / 32 > i % 32 ? f[m * 1024 + i] * 0.4f - 0.2f :
						  0;
		for (int c = 0; c < 32; c++)
			for (int r = c; r < 32; r++) {
				double s = r == c;
				for (int k = c; k < r; k++)
					s -= (double)l[r * 32 + k] * x[k * 32 + c];
				x[r * 32 + c] = s / l[r * 32 + r];
			}
	}
	float *lo = upload(low);
	job<float>(
		"tri_inverse.memory", [&] { tri_inverse_memory<<<T / 4, 128>>>(lo, o, T); }, o, T * 1024,
		close_to(inv, 1e-3));
	job<float>(
		"tri_inverse.shared", [&] { tri_inverse_shared<<<T / 4, 128>>>(lo, o, T); }, o, T * 1024,
		close_to(inv, 1e-3));
	const int R = 1500, K = 64;
	std::vector<int> start(R + 1), row, col;
	for (int r = 0; r < R; r++) {
		int many = 4 + w[r] % 40;
		for (int i = 0; i < many; i++) {
			row.push_back(r);
			col.push_back(w[row.size() + 5000] % R);
		}
		start[r + 1] = row.size();
	}
	int E = row.size();
	std::vector<float> value(f.begin() + 7, f.begin() + 7 + E), some(E);
	for (int e = 0; e < E; e++) {
		double s = 0;
		for (int i = 0; i < K; i++)
			s += (double)f[row[e] * K + i] * f[200000 + col[e] * K + i];
		some[e] = s * value[e];
	}
	float *all = upload(f), *dv = upload(value), *other = all + 200000;
	int *dr = upload(row), *dc = upload(col), *dst = upload(start);
	job<float>(
		"sddmm.entry_a_thread",
		[&] { sddmm_thread<<<(E + 127) / 128, 128>>>(all, other, dr, dc, dv, o, E, K); }, o, E, close_to(some));
	job<float>(
		"sddmm.entry_a_warp", [&] { sddmm_warp<<<264, 256>>>(all, other, dr, dc, dv, o, E, K); }, o, E,
		close_to(some));
	job<float>(
		"sddmm.row_a_block", [&] { sddmm_row<<<R, 64>>>(all, other, dst, dc, dv, o, K); }, o, E,
		close_to(some));
	const int P = 160000, D = 31;
	std::vector<double> co(D + 1), px = double_fractions(w, P);
	std::vector<double2> want(P);
	for (int k = 0; k <= D; k++)
		co[k] = (k % 2 ? -1.0 : 1.0) * (1 + w[k] % 1000 / 7.0);
	for (int i = 0; i < P; i++) {
		want[i] = { co[D], 0 };
		for (int k = D - 1; k >= 0; k--)
			want[i] = twice_as_long(want[i], px[i], co[k]);
	}
	CHECK(cudaMemcpyToSymbol(coefficient, co.data(), (D + 1) * 8));
	double *dx = upload(px);
	double2 *dd = dev<double2>(P);
	job<double2>(
		"long_horner.pairs_of_doubles", [&] { long_horner<<<(P + 255) / 256, 256>>>(dx, dd, P, D); }, dd, P,
		[&](const std::vector<double2> &v) {
			for (int i = 0; i < P; i++)
				if (!near(v[i].x, want[i].x, 1e-15) || std::fabs(v[i].y) > 1e-12)
					return false;
			return true;
		});
	const int N = 256;
	std::vector<int> a(N * N), b(N * N), c(N * N, 1 << 30);
	for (int i = 0; i < N * N; i++)
		a[i] = w[i] % 100000, b[i] = w[i + 70000] % 100000;
	for (int i = 0; i < N; i++)
		for (int k = 0; k < N; k++)
			for (int j = 0; j < N; j++)
				c[i * N + j] = std::min(c[i * N + j], a[i * N + k] + b[k * N + j]);
	int *da = upload(a), *db = upload(b), *di = (int *)o;
	job<int>(
		"tropical.memory", [&] { tropical_memory<<<dim3(N / 32, N / 8), dim3(32, 8)>>>(da, db, di, N); }, di,
		N * N, same(c));
	job<int>(
		"tropical.tile", [&] { tropical_tile<<<dim3(N / 32, N / 32), dim3(32, 16)>>>(da, db, di, N); }, di,
		N * N, same(c));
}
