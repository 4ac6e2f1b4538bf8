// student_work: kernels as people write them for their own work, written without a look at the time model: graphs, sparse matrices, pictures, grids, signals,
// tables. student_models.cu has small matrices, simulations, networks and odd shapes. A row may run any number of times.
#include "student.h"
#include <algorithm>

namespace blind2
{
// sparse matrices and graphs

__global__ void spmv_scalar(const int *row, const int *column, const float *v, const float *x, float *y, int n)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= n)
		return;
	float s = 0;
	for (int k = row[r]; k < row[r + 1]; k++)
		s += v[k] * x[column[k]];
	y[r] = s;
}
__global__ void spmv_vector(const int *row, const int *column, const float *v, const float *x, float *y, int n)
{
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (r >= n)
		return;
	float s = 0;
	for (int k = row[r] + lane; k < row[r + 1]; k += 32)
		s += v[k] * x[column[k]];
	for (int d = 16; d > 0; d /= 2)
		s += __shfl_down_sync(~0u, s, d);
	if (lane == 0)
		y[r] = s;
}
// ELL: as many entries in each row, stored by columns
__global__ void spmv_ell(const int *column, const float *v, const float *x, float *y, int n, int each)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= n)
		return;
	float s = 0;
	for (int k = 0; k < each; k++)
		s += v[k * n + r] * x[column[k * n + r]];
	y[r] = s;
}
__global__ void bfs_level(const int *row, const int *column, const int *level, int *next, int now, int n)
{
	int u = blockIdx.x * blockDim.x + threadIdx.x;
	if (u >= n || level[u] != now)
		return;
	for (int k = row[u]; k < row[u + 1]; k++)
		if (level[column[k]] < 0)
			atomicMax(&next[column[k]], now + 1);
}
__global__ void pagerank_step(const int *row, const int *column, const float *rank, float *out, int n)
{
	int u = blockIdx.x * blockDim.x + threadIdx.x;
	if (u >= n)
		return;
	float s = 0;
	for (int k = row[u]; k < row[u + 1]; k++) {
		int from = column[k];
		s += rank[from] / (row[from + 1] - row[from]);
	}
	out[u] = 0.15f / n + 0.85f * s;
}
__global__ void relax_edges(const int *from, const int *to, const int *weight, const int *distance, int *next, int edges)
{
	int e = blockIdx.x * blockDim.x + threadIdx.x;
	if (e < edges)
		atomicMin(&next[to[e]], distance[from[e]] + (weight[e] & 255));
}
__global__ void floyd_step(const int *d, int *out, int n, int k)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
	int through = d[y * n + k] + d[k * n + x];
	out[y * n + x] = min(d[y * n + x], through);
}

// pictures

__global__ void mandelbrot(unsigned char *out, int w, int h, int most)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, k = 0;
	if (x >= w || y >= h)
		return;
	float cx = -2.2f + 3.0f * x / w, cy = -1.2f + 2.4f * y / h, u = 0, v = 0;
	while (u * u + v * v < 4.0f && k < most) {
		float t = u * u - v * v + cx;
		v = 2 * u * v + cy;
		u = t;
		k++;
	}
	out[y * w + x] = k;
}
__global__ void sobel_shared(const unsigned char *in, unsigned char *out, int w, int h)
{
	__shared__ int s[18][18];
	int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
	for (int k = threadIdx.y * 16 + threadIdx.x; k < 18 * 18; k += 256) {
		int px = min(max((int)blockIdx.x * 16 + k % 18 - 1, 0), w - 1), py = min(max((int)blockIdx.y * 16 + k / 18 - 1, 0), h - 1);
		s[k / 18][k % 18] = in[py * w + px];
	}
	__syncthreads();
	int i = threadIdx.x + 1, j = threadIdx.y + 1;
	int gx = s[j - 1][i + 1] + 2 * s[j][i + 1] + s[j + 1][i + 1] - s[j - 1][i - 1] - 2 * s[j][i - 1] - s[j + 1][i - 1];
	int gy = s[j + 1][i - 1] + 2 * s[j + 1][i] + s[j + 1][i + 1] - s[j - 1][i - 1] - 2 * s[j - 1][i] - s[j - 1][i + 1];
	out[y * w + x] = min(abs(gx) + abs(gy), 255);
}
__global__ void bilateral(const float *in, float *out, int w, int h, int r)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	float me = in[y * w + x], sum = 0, weights = 0;
	for (int j = -r; j <= r; j++)
		for (int i = -r; i <= r; i++) {
			float v = in[min(max(y + j, 0), h - 1) * w + min(max(x + i, 0), w - 1)];
			float k = __expf(-(i * i + j * j) * 0.1f - (v - me) * (v - me) * 20.0f);
			sum += k * v;
			weights += k;
		}
	out[y * w + x] = sum / weights;
}
__global__ void median3(const unsigned char *in, unsigned char *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	unsigned char v[9];
	if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
		return;
	for (int k = 0; k < 9; k++)
		v[k] = in[(y + k / 3 - 1) * w + x + k % 3 - 1];
	for (int i = 0; i < 5; i++)
		for (int k = i + 1; k < 9; k++)
			if (v[k] < v[i]) {
				unsigned char t = v[i];
				v[i] = v[k];
				v[k] = t;
			}
	out[y * w + x] = v[4];
}
__global__ void integral_columns(const float *in, float *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	if (x >= w)
		return;
	float s = 0;
	for (int y = 0; y < h; y++) {
		s += in[y * w + x];
		out[y * w + x] = s;
	}
}
__global__ void integral_rows(const float *in, float *out, int w, int h)
{
	int y = blockIdx.x * blockDim.x + threadIdx.x;
	if (y >= h)
		return;
	float s = 0;
	for (int x = 0; x < w; x++) {
		s += in[y * w + x];
		out[y * w + x] = s;
	}
}
__global__ void rotate(const unsigned *in, unsigned *out, int w, int h, float c, float s)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	float u = x - w * 0.5f, v = y - h * 0.5f;
	int sx = (int)(c * u + s * v + w * 0.5f), sy = (int)(c * v - s * u + h * 0.5f);
	if (x < w && y < h)
		out[y * w + x] = sx >= 0 && sy >= 0 && sx < w && sy < h ? in[sy * w + sx] : 0;
}
// 32 cells a word
__global__ void life_bits(const unsigned *in, unsigned *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
	unsigned low = 0, mid = 0, high = 0, me = in[y * w + x];
	for (int j = -1; j <= 1; j++) {
		const unsigned *row = in + (y + j + h) % h * w;
		unsigned c = row[x], l = c << 1 | row[(x + w - 1) % w] >> 31, r = c >> 1 | row[(x + 1) % w] << 31;
		for (int k = 0; k < 3; k++) {
			unsigned v = k == 0 ? l : k == 1 ? r : j ? c : 0u;
			unsigned carry = low & v;
			low ^= v;
			high |= mid & carry;
			mid ^= carry;
		}
	}
	out[y * w + x] = mid & ~high & (low | me);
}

// grids

__constant__ float filter[128];
__global__ void convolve_columns(const float *in, float *out, int w, int h, int r)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	float s = 0;
	for (int k = -r; k <= r; k++) {
		int row = y + k;
		if (row >= 0 && row < h)
			s += in[row * w + x] * filter[r + k];
	}
	out[y * w + x] = s;
}
// the filter's entry hangs on the thread: not one word for all
__global__ void look_up_constant(const unsigned *a, float *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		b[i] = filter[a[i] & 127];
}
__global__ void stencil1d(const float *in, float *out, int n)
{
	__shared__ float s[256 + 6];
	int i = blockIdx.x * 256 + threadIdx.x, t = threadIdx.x + 3;
	s[t] = in[i];
	if (threadIdx.x < 3) {
		s[t - 3] = i >= 3 ? in[i - 3] : 0.0f;
		s[t + 256] = i + 256 < n ? in[i + 256] : 0.0f;
	}
	__syncthreads();
	float v = 0;
	for (int k = -3; k <= 3; k++)
		v += s[t + k];
	out[i] = v;
}
__global__ void heat2d(const float *in, float *out, int w, int h, float k)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, i = y * w + x;
	if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
		out[i] = in[i] + k * (in[i - 1] + in[i + 1] + in[i - w] + in[i + w] - 4.0f * in[i]);
}
// goes up the third axis with what lies below and above in registers
__global__ void stencil3d_march(const float *in, float *out, int n)
{
	__shared__ float s[10][34];
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, tx = threadIdx.x + 1, ty = threadIdx.y + 1, plane = n * n, i = y * n + x;
	float below = in[i], me = in[i + plane], above;
	for (int z = 1; z < n - 1; z++) {
		int at = z * plane + i;
		above = in[at + plane];
		__syncthreads();
		s[ty][tx] = me;
		if (threadIdx.x == 0)
			s[ty][0] = x > 0 ? in[at - 1] : 0.0f;
		if (threadIdx.x == 31)
			s[ty][33] = x < n - 1 ? in[at + 1] : 0.0f;
		if (threadIdx.y == 0)
			s[0][tx] = y > 0 ? in[at - n] : 0.0f;
		if (threadIdx.y == 7)
			s[9][tx] = y < n - 1 ? in[at + n] : 0.0f;
		__syncthreads();
		out[at] = 0.4f * me + 0.1f * (below + above + s[ty][tx - 1] + s[ty][tx + 1] + s[ty - 1][tx] + s[ty + 1][tx]);
		below = me;
		me = above;
	}
}
__global__ void wave_double(const double *now, const double *before, double *next, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, i = y * w + x;
	if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
		next[i] = 2 * now[i] - before[i] + 0.2 * (now[i - 1] + now[i + 1] + now[i - w] + now[i + w] - 4 * now[i]);
}

// signals

__global__ void fft_step(const float2 *in, float2 *out, int n, int half)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x, k = t % half, i = t / half * 2 * half + k;
	if (t >= n / 2)
		return;
	float c, s;
	sincospif(-(float)k / half, &s, &c);
	float2 a = in[i], b = in[i + half], m = make_float2(b.x * c - b.y * s, b.x * s + b.y * c);
	out[i] = make_float2(a.x + m.x, a.y + m.y);
	out[i + half] = make_float2(a.x - m.x, a.y - m.y);
}
// 512 points a block, all steps in shared memory
__global__ void fft_block(const float2 *in, float2 *out)
{
	__shared__ float2 s[512];
	int t = threadIdx.x;
	for (int k = t; k < 512; k += 256)
		s[__brev(k) >> 23] = in[blockIdx.x * 512 + k];
	__syncthreads();
	for (int half = 1; half < 512; half *= 2) {
		int k = t % half, i = t / half * 2 * half + k;
		float c = __cosf(-3.14159265f * k / half), d = __sinf(-3.14159265f * k / half);
		float2 a = s[i], b = s[i + half], m = make_float2(b.x * c - b.y * d, b.x * d + b.y * c);
		s[i] = make_float2(a.x + m.x, a.y + m.y);
		s[i + half] = make_float2(a.x - m.x, a.y - m.y);
		__syncthreads();
	}
	for (int k = t; k < 512; k += 256)
		out[blockIdx.x * 512 + k] = s[k];
}
__global__ void fir(const float *in, const float *__restrict__ taps, float *out, int n, int many)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + many > n)
		return;
	float s = 0;
	for (int k = 0; k < many; k++)
		s += taps[k] * in[i + k];
	out[i] = s;
}
// a thread a channel; samples of all channels lie side by side
__global__ void iir(const float *in, float *out, int channels, int samples)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	float x1 = 0, x2 = 0, y1 = 0, y2 = 0;
	if (c >= channels)
		return;
	for (int k = 0; k < samples; k++) {
		float x = in[k * channels + c], y = 0.2f * x + 0.3f * x1 + 0.2f * x2 + 0.5f * y1 - 0.2f * y2;
		out[k * channels + c] = y;
		x2 = x1;
		x1 = x;
		y2 = y1;
		y1 = y;
	}
}
__global__ void haar(const float *in, float *out, int half)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= half)
		return;
	float2 v = ((const float2 *)in)[i];
	out[i] = (v.x + v.y) * 0.70710678f;
	out[half + i] = (v.x - v.y) * 0.70710678f;
}

// tables and search

__device__ unsigned mix(unsigned k)
{
	k ^= k >> 16;
	k *= 0x85ebca6b;
	k ^= k >> 13;
	k *= 0xc2b2ae35;
	return k ^ k >> 16;
}
__global__ void table_clear(unsigned *keys, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		keys[i] = 0xffffffff;
}
__global__ void table_insert(const unsigned *in, unsigned *keys, unsigned *values, unsigned mask, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned key = in[i] >> 1;
	for (unsigned at = mix(key) & mask;; at = (at + 1) & mask) {
		unsigned was = atomicCAS(&keys[at], 0xffffffff, key);
		if (was == 0xffffffff || was == key) {
			atomicExch(&values[at], i);
			return;
		}
	}
}
__global__ void table_lookup(const unsigned *in, const unsigned *keys, const unsigned *values, unsigned *out, unsigned mask, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned key = in[i] >> 1, found = 0xffffffff;
	for (unsigned at = mix(key) & mask; keys[at] != 0xffffffff; at = (at + 1) & mask)
		if (keys[at] == key) {
			found = values[at];
			break;
		}
	out[i] = found;
}
__global__ void bloom_add(const unsigned *in, unsigned *bits, unsigned mask, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	for (unsigned k = 0, h = mix(in[i]); k < 3; k++, h = mix(h + k))
		atomicOr(&bits[h >> 5 & mask], 1u << (h & 31));
}
__global__ void bloom_test(const unsigned *in, const unsigned *bits, unsigned char *out, unsigned mask, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	bool all = true;
	for (unsigned k = 0, h = mix(in[i]); k < 3 && all; k++, h = mix(h + k))
		all = bits[h >> 5 & mask] >> (h & 31) & 1;
	out[i] = all;
}
__global__ void chase(const int *next, int *out, int steps)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, at = i;
	for (int k = 0; k < steps; k++)
		at = next[at];
	out[i] = at;
}
__global__ void binary_search(const unsigned *sorted, int n, const unsigned *what, int *out, int many)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, lo = 0, hi = n;
	if (i >= many)
		return;
	unsigned v = what[i];
	while (lo < hi) {
		int m = (lo + hi) / 2;
		if (sorted[m] < v)
			lo = m + 1;
		else
			hi = m;
	}
	out[i] = lo;
}
// each thread finds where its piece of the merged array begins, then merges EACH elements
template <int EACH> __global__ void merge_path(const unsigned *a, const unsigned *b, unsigned *c, int n)
{
	int at = (blockIdx.x * blockDim.x + threadIdx.x) * EACH;
	if (at >= 2 * n)
		return;
	int lo = max(0, at - n), hi = min(at, n);
	while (lo < hi) {
		int m = (lo + hi) / 2;
		if (a[m] <= b[at - 1 - m])
			lo = m + 1;
		else
			hi = m;
	}
	int i = lo, j = at - lo;
	for (int k = 0; k < EACH; k++)
		c[at + k] = j >= n || (i < n && a[i] <= b[j]) ? a[i++] : b[j++];
}
// how many bytes the two texts share from here on
__global__ void common_prefix(const unsigned char *a, const unsigned char *b, int *out, int n, int most)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, k = 0;
	if (i + most > n)
		return;
	while (k < most && (a[i + k] & 1) == (b[i + k] & 1))
		k++;
	out[i] = k;
}
__global__ void find_word(const unsigned char *text, int n, int *count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + 4 > n)
		return;
	if (text[i] >> 4 == 3 && text[i + 1] >> 4 == 5 && text[i + 2] >> 4 == 1 && text[i + 3] >> 4 == 9)
		atomicAdd(count, 1);
}
__global__ void crc_lines(const unsigned char *in, unsigned *out, const unsigned *table, int lines, int length)
{
	__shared__ unsigned s[256];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = threadIdx.x; k < 256; k += blockDim.x)
		s[k] = table[k];
	__syncthreads();
	if (i >= lines)
		return;
	unsigned crc = ~0u;
	for (int k = 0; k < length; k++)
		crc = crc >> 8 ^ s[(crc ^ in[i * length + k]) & 255];
	out[i] = ~crc;
}

} // namespace blind2
using namespace blind2;

template <class T> static T *upload(const std::vector<T> &v)
{
	T *p = device<T>(v.size());
	CHECK(cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
	return p;
}
template <class T> static T *zeros(size_t n)
{
	T *p = device<T>(n);
	CHECK(cudaMemset(p, 0, n * sizeof(T)));
	return p;
}

void rows_student_work(bench &b)
{
	if (!b.wants("blind2"))
		return;
	const int N = 1 << 20, M = 1 << 22, V = 1 << 16, TABLE = 1 << 20;
	float *a = student_floats(M), *o = zeros<float>(M);
	unsigned *words = student_words(M), *words_out = zeros<unsigned>(M), *keys = zeros<unsigned>(TABLE), *values = zeros<unsigned>(TABLE);
	unsigned *bits = zeros<unsigned>(TABLE);
	unsigned char *bytes = (unsigned char *)words, *bytes_out = (unsigned char *)words_out;
	int *shuffled = student_permutation(N);
	double *d3 = zeros<double>(N);
	std::vector<unsigned> random = random_words(2 * N);
	std::vector<int> row(V + 1), column, from, level(V, -1), ell(V * 16);
	std::vector<double> reals(N);
	float weights[128];

	for (int r = 0; r < V; r++) {
		int many = random[r] % 64 ? 1 + random[r] % 24 : 200;
		row[r] = column.size();
		for (int k = 0; k < many; k++) {
			column.push_back(random[(r * 37 + k) % (2 * N)] % V);
			from.push_back(r);
		}
		if (random[V + r] % 4 == 0)
			level[r] = random[V + r] % 3;
	}
	row[V] = column.size();
	int edges = column.size();
	for (size_t k = 0; k < ell.size(); k++)
		ell[k] = (k % V + random[k] % 1024) % V;
	for (int k = 0; k < 128; k++)
		weights[k] = 1.0f / (k + 2);
	CHECK(cudaMemcpyToSymbol(filter, weights, sizeof weights));
	for (int k = 0; k < N; k++)
		reals[k] = random[k] * 2.3283064e-10;
	double *d1 = upload(reals), *d2 = upload(reals);
	int *rows = upload(row), *columns = upload(column), *sources = upload(from), *levels = upload(level), *next = upload(level), *ells = upload(ell);
	std::sort(random.begin(), random.begin() + N);
	std::sort(random.begin() + N, random.end());
	unsigned *sorted = upload(random);
	table_clear<<<TABLE / 256, 256>>>(keys, TABLE);
	table_insert<<<N / 4 / 256, 256>>>(words, keys, values, TABLE - 1, N / 4);
	bloom_add<<<N / 4 / 256, 256>>>(words, bits, TABLE - 1, N / 4);
	dim3 square(16, 16), wide(32, 8), pixels(64, 64), strips(32, 128);

	b.row("blind2.spmv_scalar.65536", [&] { spmv_scalar<<<V / 128, 128>>>(rows, columns, a, a + N, o, V); });
	b.row("blind2.spmv_vector.65536", [&] { spmv_vector<<<V / 8, 256>>>(rows, columns, a, a + N, o, V); });
	b.row("blind2.spmv_ell.16", [&] { spmv_ell<<<V / 256, 256>>>(ells, a, a + 2 * N, o, V, 16); });
	b.row("blind2.bfs_level.1", [&] { bfs_level<<<V / 256, 256>>>(rows, columns, levels, next, 1, V); });
	b.row("blind2.pagerank_step.65536", [&] { pagerank_step<<<V / 256, 256>>>(rows, columns, a, o, V); });
	b.row("blind2.relax_edges.all", [&] { relax_edges<<<(edges + 255) / 256, 256>>>(sources, columns, (int *)words, levels, next, edges); });
	b.row("blind2.floyd_step.1024", [&] { floyd_step<<<dim3(4, 1024), 256>>>((int *)bytes, (int *)words_out, 1024, 77); });
	b.row("blind2.mandelbrot.512", [&] { mandelbrot<<<dim3(32, 32), square>>>(bytes_out, 512, 512, 200); });
	b.row("blind2.sobel_shared.1024", [&] { sobel_shared<<<pixels, square>>>(bytes, bytes_out, 1024, 1024); });
	b.row("blind2.bilateral.3", [&] { bilateral<<<dim3(32, 32), square>>>(a, o, 512, 512, 3); });
	b.row("blind2.median3.1024", [&] { median3<<<strips, wide>>>(bytes, bytes_out, 1024, 1024); });
	b.row("blind2.integral_columns.2048", [&] { integral_columns<<<32, 64>>>(a, o, 2048, 1024); });
	b.row("blind2.integral_rows.1024", [&] { integral_rows<<<16, 64>>>(a, o, 1024, 1024); });
	b.row("blind2.rotate.30", [&] { rotate<<<pixels, square>>>(words, words_out, 1024, 1024, 0.866f, 0.5f); });
	b.row("blind2.life_bits.256", [&] { life_bits<<<dim3(2, 4096), 128>>>(words, words_out, 256, 4096); });
	b.row("blind2.convolve_columns.8", [&] { convolve_columns<<<strips, wide>>>(a, o, 1024, 1024, 8); });
	b.row("blind2.look_up_constant.128", [&] { look_up_constant<<<N / 256, 256>>>(words, o, N); });
	b.row("blind2.stencil1d.7", [&] { stencil1d<<<M / 256, 256>>>(a, o, M); });
	b.row("blind2.heat2d.2048", [&] { heat2d<<<dim3(64, 256), wide>>>(a, o, 2048, 2048, 0.1f); });
	b.row("blind2.stencil3d_march.128", [&] { stencil3d_march<<<dim3(4, 16), wide>>>(a, o, 128); });
	b.row("blind2.wave_double.1024", [&] { wave_double<<<pixels, square>>>(d1, d2, d3, 1024, 1024); });
	b.row("blind2.fft_step.1", [&] { fft_step<<<N / 256, 256>>>((float2 *)a, (float2 *)o, 2 * N, 1); });
	b.row("blind2.fft_step.4096", [&] { fft_step<<<N / 256, 256>>>((float2 *)a, (float2 *)o, 2 * N, 4096); });
	b.row("blind2.fft_block.512", [&] { fft_block<<<2048, 256>>>((float2 *)a, (float2 *)o); });
	b.row("blind2.fir.64", [&] { fir<<<N / 256, 256>>>(a, a + 2 * N, o, N, 64); });
	b.row("blind2.iir.8192", [&] { iir<<<64, 128>>>(a, o, 8192, 256); });
	b.row("blind2.haar.float2", [&] { haar<<<M / 512, 256>>>(a, o, M / 2); });
	b.row("blind2.table_insert.quarter", [&] {
		table_clear<<<TABLE / 256, 256>>>(keys, TABLE);
		table_insert<<<N / 4 / 256, 256>>>(words, keys, values, TABLE - 1, N / 4);
	});
	b.row("blind2.table_lookup.half", [&] { table_lookup<<<N / 2 / 256, 256>>>(words, keys, values, words_out, TABLE - 1, N / 2); });
	b.row("blind2.bloom_add.3", [&] { bloom_add<<<N / 4 / 256, 256>>>(words, bits, TABLE - 1, N / 4); });
	b.row("blind2.bloom_test.3", [&] { bloom_test<<<N / 256, 256>>>(words, bits, bytes_out, TABLE - 1, N); });
	b.row("blind2.chase.32", [&] { chase<<<132, 128>>>(shuffled, (int *)words_out, 32); });
	b.row("blind2.chase.200", [&] { chase<<<1, 32>>>(shuffled, (int *)words_out, 200); });
	b.row("blind2.binary_search.20", [&] { binary_search<<<N / 2 / 256, 256>>>(sorted, N, words, (int *)words_out, N / 2); });
	b.row("blind2.merge_path.8", [&] { merge_path<8><<<N / 4 / 128, 128>>>(sorted, sorted + N, words_out, N); });
	b.row("blind2.common_prefix.64", [&] { common_prefix<<<M / 256, 256>>>(bytes, bytes + M + 12345, (int *)words_out, M, 64); });
	b.row("blind2.find_word.4", [&] { find_word<<<M / 256, 256>>>(bytes, M, (int *)words_out); });
	b.row("blind2.crc_lines.80", [&] { crc_lines<<<256, 128>>>(bytes, words_out, words, 32768, 80); });
}
