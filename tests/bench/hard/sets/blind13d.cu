// blind13d: a fresh set of kernels that nobody had modelled when they were written. A library for numbers.
#include "blind7.h"

struct Lower { // a sparse lower triangle, row by row; the diagonal apart
	const int *start, *col;
	const double *val, *diag;
};
__global__ void lower_level(Lower m, const int *rows, int count, const double *b, double *x)
{ // solves the rows of one level, whose unknowns earlier launches have found
	int k = blockIdx.x * blockDim.x + threadIdx.x;
	if (k >= count)
		return;
	int r = rows[k];
	double sum = b[r];
	for (int s = m.start[r]; s < m.start[r + 1]; s++)
		sum -= m.val[s] * x[m.col[s]];
	x[r] = sum / m.diag[r];
}
__global__ void lower_flags(Lower m, const double *b, volatile double *x, volatile int *done, int n)
{ // a row a warp in one launch: a lane waits for the flag of each unknown that its row needs
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (r >= n)
		return;
	double sum = 0;
	for (int s = m.start[r] + lane; s < m.start[r + 1]; s += 32) {
		int c = m.col[s];
		while (!done[c])
			;
		__threadfence();
		sum += m.val[s] * x[c];
	}
	__syncwarp();
	for (int d = 16; d; d /= 2)
		sum += __shfl_down_sync(~0u, sum, d);
	if (lane == 0) {
		x[r] = (b[r] - sum) / m.diag[r];
		__threadfence();
		done[r] = 1;
	}
}
__global__ void lower_one_block(Lower m, const int *rows, const int *level, int levels, const double *b, double *x)
{ // the same by one block, the unknowns in shared memory, a barrier between levels
	extern __shared__ double known[];
	for (int l = 0; l < levels; l++) {
		for (int k = level[l] + threadIdx.x; k < level[l + 1]; k += blockDim.x) {
			int r = rows[k];
			double sum = b[r];
			for (int s = m.start[r]; s < m.start[r + 1]; s++)
				sum -= m.val[s] * known[m.col[s]];
			x[r] = known[r] = sum / m.diag[r];
		}
		__syncthreads();
	}
}
const int TERMS = 22;
__constant__ double series[TERMS];
__global__ void clenshaw_memory(const double *x, const double *c, double *out, int n)
{ // a sum of Chebyshev's polynomials from the last to the first, a point a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double t = 2 * x[i], a = 0, b = 0;
	for (int k = TERMS - 1; k > 0; k--) {
		double next = t * a - b + c[k];
		b = a;
		a = next;
	}
	out[i] = 0.5 * t * a - b + c[0];
}
__global__ void clenshaw_four(const double *x, double *out, int n)
{ // the same: four points a thread side by side, the coefficients in constant memory
	int i0 = blockIdx.x * blockDim.x * 4 + threadIdx.x;
	double t[4], a[4] = {}, b[4] = {};
	for (int j = 0; j < 4; j++) {
		int i = i0 + j * blockDim.x;
		t[j] = i < n ? 2 * x[i] : 0;
	}
#pragma unroll
	for (int k = TERMS - 1; k > 0; k--)
#pragma unroll
		for (int j = 0; j < 4; j++) {
			double next = t[j] * a[j] - b[j] + series[k];
			b[j] = a[j];
			a[j] = next;
		}
	for (int j = 0; j < 4; j++) {
		int i = i0 + j * blockDim.x;
		if (i < n)
			out[i] = 0.5 * t[j] * a[j] - b[j] + series[0];
	}
}
__host__ __device__ float on_sphere(float x, float y, float z, const float *coef, int top)
{ // a sum of spherical harmonics by the usual recurrences, which fill a table
	float p[8][8], re = 1, im = 0, sum = 0;
	for (int m = 0; m <= top; m++) {
		p[m][m] = m ? p[m - 1][m - 1] * (2 * m - 1) / (m + 1) : 1;
		if (m < top)
			p[m + 1][m] = z * (2 * m + 1) * p[m][m];
		for (int l = m + 2; l <= top; l++)
			p[l][m] = ((2 * l - 1) * z * p[l - 1][m] - (l + m - 1) * p[l - 2][m]) / (l - m);
		for (int l = m; l <= top; l++) {
			sum += coef[l * l + l + m] * p[l][m] * re;
			if (m)
				sum += coef[l * l + l - m] * p[l][m] * im;
		}
		float turned = re * x - im * y;
		im = re * y + im * x;
		re = turned;
	}
	return sum;
}
__global__ void harmonics(const float *point, const float *coef, float *out, int n, int top)
{ // a point on the sphere a thread, its table in a local array
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = on_sphere(point[3 * i], point[3 * i + 1], point[3 * i + 2], coef, top);
}
__host__ __device__ void invert6(float a[6][12])
{ // Gauss and Jordan with rows changing places; the right half begins as the unit matrix
	for (int k = 0; k < 6; k++) {
		int best = k;
		for (int r = k + 1; r < 6; r++)
			if (fabsf(a[r][k]) > fabsf(a[best][k]))
				best = r;
		float inv = 1 / a[best][k];
		for (int c = 0; c < 12; c++) {
			float v = a[best][c] * inv;
			a[best][c] = a[k][c];
			a[k][c] = v;
		}
		for (int r = 0; r < 6; r++) {
			float f = a[r][k];
			if (r == k)
				continue;
			for (int c = 0; c < 12; c++)
				a[r][c] -= f * a[k][c];
		}
	}
}
__global__ void inverse_local(const float *in, float *out, int n)
{ // the inverse of a 6 by 6 matrix a thread, in a local array
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float a[6][12];
	for (int r = 0; r < 6; r++)
		for (int c = 0; c < 6; c++) {
			a[r][c] = in[i * 36 + r * 6 + c];
			a[r][c + 6] = r == c;
		}
	invert6(a);
	for (int r = 0; r < 6; r++)
		for (int c = 0; c < 6; c++)
			out[i * 36 + r * 6 + c] = a[r][c + 6];
}
__global__ void inverse_lanes(const float *in, float *out, int n)
{ // the same, sixteen lanes a matrix: a lane has one of the twelve columns in registers, shuffles tell the pivot's
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 16, c = threadIdx.x % 16;
	if (i >= n) // n is even, so whole warps go
		return;
	float a[6];
#pragma unroll
	for (int r = 0; r < 6; r++)
		a[r] = c < 6 ? in[i * 36 + r * 6 + c] : r == c - 6;
#pragma unroll
	for (int k = 0; k < 6; k++) {
		float col[6], most = -1;
		int best = k;
#pragma unroll
		for (int r = 0; r < 6; r++) {
			col[r] = __shfl_sync(~0u, a[r], k, 16);
			if (r >= k && fabsf(col[r]) > most)
				most = fabsf(col[r]), best = r;
		}
		float old = a[k], oldf = col[k], v = a[k], f = col[k];
#pragma unroll
		for (int r = k + 1; r < 6; r++)
			if (r == best) {
				v = a[r], f = col[r];
				a[r] = old, col[r] = oldf;
			}
		a[k] = v /= f;
#pragma unroll
		for (int r = 0; r < 6; r++)
			if (r != k)
				a[r] -= col[r] * v;
	}
	if (c >= 6 && c < 12)
#pragma unroll
		for (int r = 0; r < 6; r++)
			out[i * 36 + r * 6 + c - 6] = a[r];
}
__global__ void blocks_row(const int *start, const int *col, const float4 *val, const float4 *x, float *out, int rows)
{ // a sparse matrix of 4 by 4 blocks times a vector: a row a thread, four numbers a load
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= rows)
		return;
	float sum = 0;
	for (int s = start[r / 4]; s < start[r / 4 + 1]; s++) {
		float4 a = val[s * 4 + r % 4], v = x[col[s]];
		sum += a.x * v.x + a.y * v.y + a.z * v.z + a.w * v.w;
	}
	out[r] = sum;
}
__global__ void blocks_warp(const int *start, const int *col, const float *val, const float *x, float *out, int groups)
{ // the same, four rows a warp: its lanes take two whole blocks at once, then add up by shuffles
	int g = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, e = lane % 16;
	if (g >= groups)
		return;
	float sum = 0;
	for (int s = start[g] + lane / 16; s < start[g + 1]; s += 2)
		sum += val[s * 16 + e] * x[col[s] * 4 + e % 4];
	sum += __shfl_xor_sync(~0u, sum, 16);
	sum += __shfl_xor_sync(~0u, sum, 1);
	sum += __shfl_xor_sync(~0u, sum, 2);
	if (lane < 16 && lane % 4 == 0)
		out[g * 4 + lane / 4] = sum;
}
void rows()
{
	std::vector<unsigned> w = words(1 << 19);
	std::vector<float> f = fractions(w);
	const int N = 1300;
	std::vector<int> start(N + 1), col, depth(N), order, level;
	std::vector<double> val, diag(N), b(N), x(N);
	int deepest = 0;
	for (int r = 0; r < N; r++) {
		b[r] = f[r], diag[r] = 1 + f[r + N];
		int need = r < 50 ? 0 : 1 + w[r] % 9;
		double sum = b[r];
		for (int k = 0; k < need; k++) {
			int c = r - 50 - (int)(w[r * 9 + k] % 200);
			if (c < 0)
				continue;
			col.push_back(c), val.push_back(f[r * 9 + k + 77] - 0.5);
			sum -= val.back() * x[c];
			depth[r] = std::max(depth[r], depth[c] + 1);
		}
		x[r] = sum / diag[r];
		start[r + 1] = col.size();
		deepest = std::max(deepest, depth[r]);
	}
	for (int l = 0; l <= deepest; l++) {
		level.push_back(order.size());
		for (int r = 0; r < N; r++)
			if (depth[r] == l)
				order.push_back(r);
	}
	level.push_back(N);
	Lower m = { upload(start), upload(col), upload(val), upload(diag) };
	int *dorder = upload(order), *dlevel = upload(level), *done = dev<int>(N);
	double *db = upload(b), *dx = dev<double>(N);
	job<double>(
		"sparse_lower.launch_a_level",
		[&] {
			for (int l = 0; l <= deepest; l++) {
				int count = level[l + 1] - level[l];
				lower_level<<<(count + 63) / 64, 64>>>(m, dorder + level[l], count, db, dx);
			}
		},
		dx, N, close_to(x, 1e-9));
	job<double>(
		"sparse_lower.flags_row_a_warp", [&] { lower_flags<<<(N + 7) / 8, 256>>>(m, db, dx, done, N); }, dx, N,
		close_to(x, 1e-9), [&] { CHECK(cudaMemset(done, 0, 4 * N)); });
	job<double>(
		"sparse_lower.one_block",
		[&] { lower_one_block<<<1, 160, 8 * N>>>(m, dorder, dlevel, deepest + 1, db, dx); }, dx, N,
		close_to(x, 1e-9));
	const int P = 210000;
	std::vector<double> at = double_fractions(w, P), coef(TERMS), sum(P);
	for (int k = 0; k < TERMS; k++)
		coef[k] = (f[k] - 0.5) / (1 + k * 0.3);
	for (int i = 0; i < P; i++) {
		at[i] = 2 * at[i] - 1;
		for (int k = 0; k < TERMS; k++)
			sum[i] += coef[k] * std::cos(k * std::acos(at[i]));
	}
	double *dat = upload(at), *dc = upload(coef), *ds = dev<double>(P);
	CHECK(cudaMemcpyToSymbol(series, coef.data(), sizeof series));
	job<double>(
		"clenshaw.coefficients_in_memory", [&] { clenshaw_memory<<<(P + 255) / 256, 256>>>(dat, dc, ds, P); },
		ds, P, close_to(sum, 1e-9));
	job<double>(
		"clenshaw.four_points_constant", [&] { clenshaw_four<<<(P + 511) / 512, 128>>>(dat, ds, P); }, ds, P,
		close_to(sum, 1e-9));
	const int Q = 9000, TOP = 6;
	std::vector<float> point(3 * Q), part(64), field(Q);
	for (int k = 0; k < 64; k++)
		part[k] = f[k + 300] - 0.5f;
	for (int i = 0; i < Q; i++) {
		float z = 2 * f[i] - 1, a = 6.2831853f * f[i + Q], r = std::sqrt(1 - z * z);
		point[3 * i] = r * std::cos(a), point[3 * i + 1] = r * std::sin(a), point[3 * i + 2] = z;
		field[i] = on_sphere(point[3 * i], point[3 * i + 1], z, part.data(), TOP);
	}
	float *dp = upload(point), *dk = upload(part), *o = dev<float>(1 << 18);
	job<float>(
		"harmonics.table_in_local", [&] { harmonics<<<(Q + 95) / 96, 96>>>(dp, dk, o, Q, TOP); }, o, Q,
		close_to(field, 1e-3));
	const int M = 1700;
	std::vector<float> mat(M * 36), inv(M * 36);
	for (int i = 0; i < M; i++) {
		float a[6][12];
		for (int k = 0; k < 36; k++)
			mat[i * 36 + k] = f[i * 36 + k] - 0.5f + (k / 6 == (k % 6 * 5 + i) % 6 ? 4 : 0);
		for (int k = 0; k < 36; k++)
			a[k / 6][k % 6] = mat[i * 36 + k], a[k / 6][k % 6 + 6] = k / 6 == k % 6;
		invert6(a);
		for (int k = 0; k < 36; k++)
			inv[i * 36 + k] = a[k / 6][k % 6 + 6];
	}
	float *dm = upload(mat);
	job<float>(
		"inverse6.thread_local", [&] { inverse_local<<<(M + 63) / 64, 64>>>(dm, o, M); }, o, M * 36,
		close_to(inv, 1e-3));
	job<float>(
		"inverse6.column_a_lane", [&] { inverse_lanes<<<(M + 7) / 8, 128>>>(dm, o, M); }, o, M * 36,
		close_to(inv, 1e-3));
	const int G = 7100;
	std::vector<int> first(G + 1), place;
	for (int g = 0; g < G; g++) {
		for (int k = 3 + w[g] % 9; k; k--)
			place.push_back(w[g * 12 + k] % G);
		first[g + 1] = place.size();
	}
	std::vector<float> block(place.size() * 16), in(4 * G), out(4 * G);
	for (size_t i = 0; i < block.size(); i++)
		block[i] = f[i % f.size()] - 0.5f;
	for (int i = 0; i < 4 * G; i++)
		in[i] = f[i + 99] - 0.3f;
	for (int r = 0; r < 4 * G; r++)
		for (int s = first[r / 4]; s < first[r / 4 + 1]; s++)
			for (int k = 0; k < 4; k++)
				out[r] += block[s * 16 + r % 4 * 4 + k] * in[place[s] * 4 + k];
	int *df = upload(first), *dpl = upload(place);
	float *dbl = upload(block), *di = upload(in);
	job<float>(
		"block_sparse.row_a_thread",
		[&] { blocks_row<<<(4 * G + 127) / 128, 128>>>(df, dpl, (float4 *)dbl, (float4 *)di, o, 4 * G); }, o,
		4 * G, close_to(out));
	job<float>(
		"block_sparse.four_rows_a_warp", [&] { blocks_warp<<<(G + 3) / 4, 128>>>(df, dpl, dbl, di, o, G); }, o,
		4 * G, close_to(out));
}
