// blind19b: a fresh set of kernels that nobody had modelled when they were written. A textbook's matrix exercises.
#include "blind7.h"

__global__ void sheets_element(const float *a, const float *b, float *c, int w, int h)
{ // mean of two sheets of numbers, an element a thread
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h)
		c[y * w + x] = 0.3f * a[y * w + x] + 0.7f * b[y * w + x];
}
__global__ void sheets_row(const float *a, const float *b, float *c, int w, int h)
{ // the exercise's part two: a row a thread
	int y = blockIdx.x * blockDim.x + threadIdx.x;
	if (y < h)
		for (int x = 0; x < w; x++)
			c[y * w + x] = 0.3f * a[y * w + x] + 0.7f * b[y * w + x];
}
__global__ void sheets_column(const float *a, const float *b, float *c, int w, int h)
{ // part three: a column a thread
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	if (x < w)
		for (int y = 0; y < h; y++)
			c[y * w + x] = 0.3f * a[y * w + x] + 0.7f * b[y * w + x];
}
__global__ void sheets_one_block(const float *a, const float *b, float *c, int n)
{ // the very first try: one block does it all
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		c[i] = 0.3f * a[i] + 0.7f * b[i];
}
__constant__ float test_weight[48];
__global__ void marks_student(const float *mark, float *out, int students, int tests)
{ // final mark, a student a thread, marks of one student in a row
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= students)
		return;
	float s = 0;
	for (int k = 0; k < tests; k++)
		s += test_weight[k] * mark[i * tests + k];
	out[i] = s;
}
__global__ void marks_turned(const float *mark, float *out, int students, int tests)
{ // the same from a table turned round, so that neighbours read neighbours
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= students)
		return;
	float s = 0;
	for (int k = 0; k < tests; k++)
		s += test_weight[k] * mark[k * students + i];
	out[i] = s;
}
__global__ void marks_staged(const float *mark, float *out, int students, int tests)
{ // the first table, but a block's students come through shared memory
	extern __shared__ float page[];
	int first = blockIdx.x * blockDim.x, here = min((int)blockDim.x, students - first);
	for (int k = threadIdx.x; k < here * tests; k += blockDim.x)
		page[k / tests * (tests + 1) + k % tests] = mark[first * tests + k];
	__syncthreads();
	if (threadIdx.x >= here)
		return;
	float s = 0;
	for (int k = 0; k < tests; k++)
		s += test_weight[k] * page[threadIdx.x * (tests + 1) + k];
	out[first + threadIdx.x] = s;
}
__global__ void triangle_row(const double *a, const double *x, double *y, int n)
{ // lower triangle times a vector, a row a thread: long rows last longer
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= n)
		return;
	double s = 0;
	for (int k = 0; k <= r; k++)
		s += a[(size_t)r * n + k] * x[k];
	y[r] = s;
}
__global__ void triangle_warp(const double *a, const double *x, double *y, int n)
{ // the same, a row a warp, lanes summed by shuffles
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (r >= n)
		return;
	double s = 0;
	for (int k = lane; k <= r; k += 32)
		s += a[(size_t)r * n + k] * x[k];
	for (int d = 16; d; d /= 2)
		s += __shfl_xor_sync(~0u, s, d);
	if (lane == 0)
		y[r] = s;
}
__global__ void scores_one_block(const int *a, int *g, int n, int c)
{ // products of all pairs of c columns, a pair a thread of one block, the whole length in a loop
	int x = threadIdx.x, y = threadIdx.y, s = 0;
	for (int k = 0; k < n; k++)
		s += a[k * c + x] * a[k * c + y];
	g[y * c + x] = s;
}
__global__ void scores_split(const int *a, int *g, int n, int c, int each)
{ // the same, a piece of the length a block, rows through shared memory, atomics at the end
	__shared__ int part[16][24];
	int x = threadIdx.x, y = threadIdx.y, t = y * c + x, s = 0;
	for (int k0 = blockIdx.x * each; k0 < min(n, (blockIdx.x + 1) * each); k0 += 16) {
		int here = min(16, n - k0);
		__syncthreads();
		if (t < here * c)
			part[t / c][t % c] = a[k0 * c + t];
		__syncthreads();
		for (int k = 0; k < here; k++)
			s += part[k][x] * part[k][y];
	}
	atomicAdd(&g[t], s);
}
__global__ void times_modulo(const unsigned *a, const unsigned *b, unsigned *c, int n, unsigned m)
{ // product of matrices modulo m, an element a thread, a remainder at each step
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= n || y >= n)
		return;
	unsigned s = 0;
	for (int k = 0; k < n; k++)
		s = (s + a[y * n + k] * b[k * n + x]) % m;
	c[y * n + x] = s;
}
__global__ void times_modulo_late(const unsigned *a, const unsigned *b, unsigned *c, int n, unsigned m)
{ // the same, tiles of 12 by 12 in shared memory, one remainder at the end of a 64-bit sum
	__shared__ unsigned p[12][12], q[12][12];
	int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 12 + tx, y = blockIdx.y * 12 + ty;
	u64 s = 0;
	for (int k = 0; k < n; k += 12) {
		p[ty][tx] = y < n && k + tx < n ? a[y * n + k + tx] : 0;
		q[ty][tx] = x < n && k + ty < n ? b[(k + ty) * n + x] : 0;
		__syncthreads();
		for (int j = 0; j < 12; j++)
			s += (u64)p[ty][j] * q[j][tx];
		__syncthreads();
	}
	if (x < n && y < n)
		c[y * n + x] = s % m;
}
void rows()
{
	const int W = 700, H = 430, N = W * H;
	std::vector<unsigned> w = words(1 << 21);
	std::vector<float> f = fractions(w), mean(N);
	for (int i = 0; i < N; i++)
		mean[i] = 0.3f * f[i] + 0.7f * f[N + i];
	float *df = upload(f), *o = dev<float>(N);
	job<float>(
		"mean_of_sheets.element",
		[&] { sheets_element<<<dim3((W + 15) / 16, (H + 15) / 16), dim3(16, 16)>>>(df, df + N, o, W, H); }, o,
		N, close_to(mean));
	job<float>(
		"mean_of_sheets.row_a_thread", [&] { sheets_row<<<(H + 63) / 64, 64>>>(df, df + N, o, W, H); }, o, N,
		close_to(mean));
	job<float>(
		"mean_of_sheets.column_a_thread", [&] { sheets_column<<<(W + 63) / 64, 64>>>(df, df + N, o, W, H); }, o,
		N, close_to(mean));
	job<float>(
		"mean_of_sheets.one_block", [&] { sheets_one_block<<<1, 1000>>>(df, df + N, o, N); }, o, N,
		close_to(mean));
	const int S = 30000, T = 41;
	std::vector<float> turned(S * T), final_mark(S);
	for (int i = 0; i < S; i++)
		for (int k = 0; k < T; k++) {
			turned[k * S + i] = f[i * T + k];
			final_mark[i] += f[k] * f[i * T + k];
		}
	CHECK(cudaMemcpyToSymbol(test_weight, f.data(), 4 * T));
	float *dt = upload(turned);
	job<float>(
		"weighted_marks.student_a_thread", [&] { marks_student<<<(S + 127) / 128, 128>>>(df, o, S, T); }, o, S,
		close_to(final_mark));
	job<float>(
		"weighted_marks.table_turned", [&] { marks_turned<<<(S + 127) / 128, 128>>>(dt, o, S, T); }, o, S,
		close_to(final_mark));
	job<float>(
		"weighted_marks.through_shared",
		[&] { marks_staged<<<(S + 95) / 96, 96, 96 * (T + 1) * 4>>>(df, o, S, T); }, o, S,
		close_to(final_mark));
	const int M = 870;
	std::vector<double> d = double_fractions(w, M * M), y(M);
	for (int r = 0; r < M; r++)
		for (int k = 0; k <= r; k++)
			y[r] += d[r * M + k] * d[k + 77];
	double *dd = upload(d), *dy = dev<double>(M);
	job<double>(
		"triangle_times.row_a_thread", [&] { triangle_row<<<(M + 63) / 64, 64>>>(dd, dd + 77, dy, M); }, dy, M,
		close_to(y, 1e-10));
	job<double>(
		"triangle_times.row_a_warp", [&] { triangle_warp<<<(M + 5) / 6, 192>>>(dd, dd + 77, dy, M); }, dy, M,
		close_to(y, 1e-10));
	const int C = 24, Q = 3000, LONG = 40000;
	std::vector<int> small(C * LONG);
	for (int i = 0; i < C * LONG; i++)
		small[i] = w[i] % 201 - 100;
	auto pairs = [&](int n) {
		std::vector<int> g(C * C);
		for (int k = 0; k < n; k++)
			for (int i = 0; i < C * C; i++)
				g[i] += small[k * C + i / C] * small[k * C + i % C];
		return g;
	};
	int *ds = upload(small), *dg = dev<int>(C * C);
	job<int>(
		"pairs_of_columns.one_block", [&] { scores_one_block<<<1, dim3(C, C)>>>(ds, dg, Q, C); }, dg, C * C,
		same(pairs(Q)));
	job<int>(
		"pairs_of_columns.split_length",
		[&] { scores_split<<<(LONG + 207) / 208, dim3(C, C)>>>(ds, dg, LONG, C, 208); }, dg, C * C,
		same(pairs(LONG)), [&] { CHECK(cudaMemset(dg, 0, C * C * 4)); });
	const int E = 150;
	const unsigned P = 10007;
	std::vector<unsigned> m(E * E), power;
	for (int i = 0; i < E * E; i++)
		m[i] = w[i] % P;
	auto times = [&](const std::vector<unsigned> &a, const std::vector<unsigned> &b) {
		std::vector<unsigned> c(E * E);
		for (int i = 0; i < E * E; i++) {
			u64 s = 0;
			for (int k = 0; k < E; k++)
				s += (u64)a[i / E * E + k] * b[k * E + i % E];
			c[i] = s % P;
		}
		return c;
	};
	power = times(m, m);
	power = times(power, power);
	power = times(power, m);
	unsigned *m1 = upload(m), *m2 = dev<unsigned>(E * E), *m4 = dev<unsigned>(E * E), *m5 = dev<unsigned>(E * E);
	job<unsigned>(
		"fifth_power_of_matrix.remainder_each_step",
		[&] {
			dim3 g((E + 15) / 16, (E + 15) / 16), b(16, 16);
			times_modulo<<<g, b>>>(m1, m1, m2, E, P);
			times_modulo<<<g, b>>>(m2, m2, m4, E, P);
			times_modulo<<<g, b>>>(m4, m1, m5, E, P);
		},
		m5, E * E, same(power));
	job<unsigned>(
		"fifth_power_of_matrix.tiles_remainder_last",
		[&] {
			dim3 g((E + 11) / 12, (E + 11) / 12), b(12, 12);
			times_modulo_late<<<g, b>>>(m1, m1, m2, E, P);
			times_modulo_late<<<g, b>>>(m2, m2, m4, E, P);
			times_modulo_late<<<g, b>>>(m4, m1, m5, E, P);
		},
		m5, E * E, same(power));
}
