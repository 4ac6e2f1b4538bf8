// blind22a: a fresh set of kernels that nobody had modelled when they were written. First lessons with matrices.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__global__ void hadamard_columns(const float *a, const float *b, float *c, int rows, int cols)
{ // product place by place; a beginner lets x run over the rows, so a warp strides through memory
	int r = blockIdx.x * blockDim.x + threadIdx.x, k = blockIdx.y * blockDim.y + threadIdx.y;
	if (r < rows && k < cols)
		c[r * cols + k] = a[r * cols + k] * b[r * cols + k];
}
__global__ void hadamard_rows(const float *a, const float *b, float *c, int rows, int cols)
{ // the same with x along the row
	int k = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
	if (r < rows && k < cols)
		c[r * cols + k] = a[r * cols + k] * b[r * cols + k];
}
__global__ void hadamard_fours(const float4 *a, const float4 *b, float4 *c, int fours)
{ // the same as one long list, four at once in a grid-stride loop
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < fours; i += gridDim.x * blockDim.x) {
		float4 x = a[i], y = b[i];
		c[i] = make_float4(x.x * y.x, x.y * y.y, x.z * y.z, x.w * y.w);
	}
}
__global__ void shares_thread(const float *a, float *out, int rows, int cols)
{ // each column divided by its sum, a column a thread, two walks down
	int k = blockIdx.x * blockDim.x + threadIdx.x;
	if (k >= cols)
		return;
	float s = 0;
	for (int r = 0; r < rows; r++)
		s += a[r * cols + k];
	for (int r = 0; r < rows; r++)
		out[r * cols + k] = a[r * cols + k] / s;
}
__global__ void shares_block(const float *a, float *out, int rows, int cols)
{ // the same, 32 columns a block of 32 by 8 threads, partial sums in shared memory
	__shared__ float part[8][32];
	int k = blockIdx.x * 32 + threadIdx.x;
	float s = 0;
	if (k < cols)
		for (int r = threadIdx.y; r < rows; r += 8)
			s += a[r * cols + k];
	part[threadIdx.y][threadIdx.x] = s;
	__syncthreads();
	s = 0;
	for (int j = 0; j < 8; j++)
		s += part[j][threadIdx.x];
	if (k < cols)
		for (int r = threadIdx.y; r < rows; r += 8)
			out[r * cols + k] = a[r * cols + k] / s;
}
__global__ void column_atomics(const float *a, float *sum, int rows, int cols, int strip)
{ // first launch: sums of a strip of a column, added to memory
	int k = blockIdx.x * blockDim.x + threadIdx.x, r0 = blockIdx.y * strip;
	float s = 0;
	if (k >= cols)
		return;
	for (int r = r0; r < min(rows, r0 + strip); r++)
		s += a[r * cols + k];
	atomicAdd(&sum[k], s);
}
__global__ void column_divide(const float *a, const float *sum, float *out, int n, int cols)
{ // second launch: an element a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = a[i] / sum[i % cols];
}
__global__ void crossed_naive(const double *a, double *row, int n)
{ // a row a thread: the sum of a[i][j] * a[j][i], whose total is the trace of the matrix times itself
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	double s = 0;
	if (i >= n)
		return;
	for (int j = 0; j < n; j++)
		s += a[i * n + j] * a[j * n + i];
	row[i] = s;
}
__global__ void crossed_tile(const double *a, double *row, int n)
{ // the same, 16 rows a block; both tiles go through shared memory
	__shared__ double here[16][17], there[16][17];
	int x = threadIdx.x, y = threadIdx.y, i0 = blockIdx.x * 16;
	double s = 0;
	for (int j0 = 0; j0 < n; j0 += 16) {
		bool in = i0 + y < n && j0 + x < n, tin = j0 + y < n && i0 + x < n;
		here[y][x] = in ? a[(i0 + y) * n + j0 + x] : 0;
		there[y][x] = tin ? a[(j0 + y) * n + i0 + x] : 0;
		__syncthreads();
		s += here[y][x] * there[x][y];
		__syncthreads();
	}
	for (int d = 8; d; d /= 2)
		s += __shfl_down_sync(~0u, s, d, 16);
	if (x == 0 && i0 + y < n)
		row[i0 + y] = s;
}
__global__ void anti_atomics(const int *a, int *sum, int n)
{ // sums of all rising diagonals: a place a thread, an atomic add each
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < n && y < n)
		atomicAdd(&sum[x + y], a[y * n + x]);
}
__global__ void anti_thread(const int *a, int *sum, int n)
{ // the same, a diagonal a thread: long ones in the middle, short ones at the ends
	int d = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
	if (d >= 2 * n - 1)
		return;
	for (int y = max(0, d - n + 1); y <= min(d, n - 1); y++)
		s += a[y * n + d - y];
	sum[d] = s;
}
__global__ void anti_shared(const int *a, int *sum, int n)
{ // the same, a block adds up the diagonals of 32 rows by 64 columns in shared memory first
	__shared__ int part[95];
	int t = threadIdx.y * 64 + threadIdx.x, x = blockIdx.x * 64 + threadIdx.x;
	if (t < 95)
		part[t] = 0;
	__syncthreads();
	for (int r = threadIdx.y; r < 32; r += 4) {
		int y = blockIdx.y * 32 + r;
		if (x < n && y < n)
			atomicAdd(&part[threadIdx.x + r], a[y * n + x]);
	}
	__syncthreads();
	int d = blockIdx.x * 64 + blockIdx.y * 32 + t;
	if (t < 95 && d < 2 * n - 1)
		atomicAdd(&sum[d], part[t]);
}
__global__ void quadratic_plain(const float *x, const float *m, float *out, int count)
{ // x^T M x for many vectors of 24 which lie one after the other; a vector a thread, M from memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;
	if (i >= count)
		return;
	for (int r = 0; r < 24; r++) {
		float t = 0;
		for (int k = 0; k < 24; k++)
			t += m[r * 24 + k] * x[i * 24 + k];
		s += t * x[i * 24 + r];
	}
	out[i] = s;
}
__global__ void quadratic_staged(const float *x, const float *m, float *out, int count)
{ // the same, M and 64 vectors are first brought to shared memory by all threads
	__shared__ float ms[576], xs[64 * 25];
	int t = threadIdx.x, i0 = blockIdx.x * 64;
	for (int k = t; k < 576; k += 64)
		ms[k] = m[k];
	for (int k = t; k < 64 * 24; k += 64)
		xs[k / 24 * 25 + k % 24] = i0 + k / 24 < count ? x[i0 * 24 + k] : 0;
	__syncthreads();
	float own[24], s = 0;
	for (int k = 0; k < 24; k++)
		own[k] = xs[t * 25 + k];
#pragma unroll
	for (int r = 0; r < 24; r++) {
		float p = 0;
		for (int k = 0; k < 24; k++)
			p += ms[r * 24 + k] * own[k];
		s += p * own[r];
	}
	if (i0 + t < count)
		out[i0 + t] = s;
}
void rows()
{
	const int R = 1000, C = 1200, N = R * C;
	std::vector<unsigned> w = words(2 * N);
	std::vector<float> f = fractions(w), had(N), share(N);
	for (int i = 0; i < N; i++)
		had[i] = f[i] * f[i + N];
	float *a = upload(f), *b = a + N, *o = dev<float>(N), *sum = dev<float>(C);
	job<float>(
		"hadamard.x_over_rows",
		[&] { hadamard_columns<<<dim3(up(R, 16), up(C, 16)), dim3(16, 16)>>>(a, b, o, R, C); }, o, N,
		close_to(had));
	job<float>(
		"hadamard.x_along_rows",
		[&] { hadamard_rows<<<dim3(up(C, 32), up(R, 6)), dim3(32, 6)>>>(a, b, o, R, C); }, o, N, close_to(had));
	job<float>(
		"hadamard.fours", [&] { hadamard_fours<<<132, 192>>>((float4 *)a, (float4 *)b, (float4 *)o, N / 4); },
		o, N, close_to(had));
	for (int k = 0; k < C; k++) {
		double s = 0;
		for (int r = 0; r < R; r++)
			s += f[r * C + k];
		for (int r = 0; r < R; r++)
			share[r * C + k] = f[r * C + k] / s;
	}
	job<float>(
		"column_shares.column_a_thread", [&] { shares_thread<<<up(C, 128), 128>>>(a, o, R, C); }, o, N,
		close_to(share));
	job<float>(
		"column_shares.block_of_columns", [&] { shares_block<<<up(C, 32), dim3(32, 8)>>>(a, o, R, C); }, o, N,
		close_to(share));
	job<float>(
		"column_shares.memset_sum_divide",
		[&] {
			cudaMemsetAsync(sum, 0, C * 4);
			column_atomics<<<dim3(up(C, 96), up(R, 50)), 96>>>(a, sum, R, C, 50);
			column_divide<<<up(N, 512), 512>>>(a, sum, o, N, C);
		},
		o, N, close_to(share));
	const int M = 600;
	std::vector<double> m = double_fractions(w, M * M), crossed(M);
	for (int i = 0; i < M; i++)
		for (int j = 0; j < M; j++)
			crossed[i] += m[i * M + j] * m[j * M + i];
	double *dm = upload(m), *dr = dev<double>(M);
	job<double>(
		"trace_of_square.row_a_thread", [&] { crossed_naive<<<up(M, 64), 64>>>(dm, dr, M); }, dr, M,
		close_to(crossed, 1e-10));
	job<double>(
		"trace_of_square.tiles", [&] { crossed_tile<<<up(M, 16), dim3(16, 16)>>>(dm, dr, M); }, dr, M,
		close_to(crossed, 1e-10));
	const int A = 650;
	std::vector<int> g(A * A), anti(2 * A - 1);
	for (int i = 0; i < A * A; i++)
		g[i] = w[i] % 1000, anti[i / A + i % A] += g[i];
	int *dg = upload(g), *da = dev<int>(2 * A);
	auto clean = [&] { CHECK(cudaMemset(da, 0, 8 * A)); };
	job<int>(
		"anti_diagonals.atomic_each",
		[&] { anti_atomics<<<dim3(up(A, 32), up(A, 8)), dim3(32, 8)>>>(dg, da, A); }, da, 2 * A - 1, same(anti),
		clean);
	job<int>(
		"anti_diagonals.diagonal_a_thread", [&] { anti_thread<<<up(2 * A, 32), 32>>>(dg, da, A); }, da,
		2 * A - 1, same(anti));
	job<int>(
		"anti_diagonals.shared_first",
		[&] { anti_shared<<<dim3(up(A, 64), up(A, 32)), dim3(64, 4)>>>(dg, da, A); }, da, 2 * A - 1, same(anti),
		clean);
	const int Q = 20000;
	std::vector<float> quad(Q);
	for (int i = 0; i < Q; i++)
		for (int r = 0; r < 24; r++)
			for (int k = 0; k < 24; k++)
				quad[i] += f[N + r * 24 + k] * f[i * 24 + k] * f[i * 24 + r];
	job<float>(
		"quadratic_forms.vector_a_thread", [&] { quadratic_plain<<<up(Q, 256), 256>>>(a, b, o, Q); }, o, Q,
		close_to(quad, 1e-3));
	job<float>(
		"quadratic_forms.staged", [&] { quadratic_staged<<<up(Q, 64), 64>>>(a, b, o, Q); }, o, Q,
		close_to(quad, 1e-3));
}
