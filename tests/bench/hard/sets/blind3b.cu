// blind3b: a third set of kernels that nobody had modelled when they were written. Matrices, learning.
#include "probe.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;
typedef unsigned char byte;
__constant__ float filters[8][3][3][3];
__constant__ float layer1[8][4], layer2[8];

// ---- matrices
__global__ void csr_row(const int *start, const int *col, const float *v, const float *x, float *y, int n)
{ // a thread a row, rows of 0 to 63 entries
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r < n) {
		float s = 0;
		for (int k = start[r]; k < start[r + 1]; k++)
			s += v[k] * x[col[k]];
		y[r] = s;
	}
}
__global__ void csr_tile(const int *start, const int *col, const float *v, const float *x, float *y, int n)
{ // eight lanes a row
	auto tile = cg::tiled_partition<8>(cg::this_thread_block());
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 8;
	if (r >= n)
		return;
	float s = 0;
	for (int k = start[r] + tile.thread_rank(); k < start[r + 1]; k += 8)
		s += v[k] * x[col[k]];
	s = cg::reduce(tile, s, cg::plus<float>());
	if (tile.thread_rank() == 0)
		y[r] = s;
}
__global__ void coo_atomic(const unsigned *rows, const int *cols, const float *v, const float *x, float *y, int entries, int n)
{
	int k = blockIdx.x * blockDim.x + threadIdx.x;
	if (k < entries)
		atomicAdd(&y[rows[k] % n], v[k] * x[cols[k]]);
}
__global__ void jacobi_dense(const double *a, const double *b, const double *x, double *next, int n)
{ // a thread a row, along the row
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= n)
		return;
	double s = b[r];
	for (int c = 0; c < n; c++)
		if (c != r)
			s -= a[r * n + c] * x[c];
	next[r] = s / (a[r * n + r] + n);
}
__global__ void red_black(float *u, const float *f, int w, int h, int colour)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1 || (x + y) % 2 != colour)
		return;
	int i = y * w + x;
	u[i] += 1.5f * (0.25f * (u[i - 1] + u[i + 1] + u[i - w] + u[i + w] - f[i]) - u[i]);
}
__global__ void thomas(const double *rhs, double *c, double *x, int length, int step, int row)
{ // a tridiagonal system a thread; step 1: each its own row, or side by side
	int t = blockIdx.x * blockDim.x + threadIdx.x, base = t * row;
	double cp = -0.25, d = rhs[base] / 4;
	c[base] = cp;
	x[base] = d;
	for (int i = 1; i < length; i++) {
		double m = 1 / (4 + cp);
		cp = -m;
		d = (rhs[base + i * step] + d) * m;
		c[base + i * step] = cp;
		x[base + i * step] = d;
	}
	for (int i = length - 2; i >= 0; i--) {
		d = x[base + i * step] - c[base + i * step] * d;
		x[base + i * step] = d;
	}
}
template <int N> __global__ void solve_small(const float *in, float *out, int many)
{ // Gauss with the largest pivot on an N x N matrix of each thread's own
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t >= many)
		return;
	float a[N][N + 1];
	for (int r = 0; r < N; r++)
		for (int c = 0; c <= N; c++)
			a[r][c] = in[(r * (N + 1) + c) * many + t] + (r == c);
	for (int k = 0; k < N; k++) {
		int p = k;
		for (int r = k + 1; r < N; r++)
			if (fabsf(a[r][k]) > fabsf(a[p][k]))
				p = r;
		if (p != k)
			for (int c = 0; c <= N; c++) {
				float x = a[k][c];
				a[k][c] = a[p][c];
				a[p][c] = x;
			}
		for (int r = k + 1; r < N; r++) {
			float m = a[r][k] / a[k][k];
			for (int c = k; c <= N; c++)
				a[r][c] -= m * a[k][c];
		}
	}
	for (int r = N - 1; r >= 0; r--) {
		float s = a[r][N];
		for (int c = r + 1; c < N; c++)
			s -= a[r][c] * a[c][N];
		a[r][N] = s / a[r][r];
		out[r * many + t] = a[r][N];
	}
}
__global__ void gram_schmidt(const float *in, float *out, int n)
{ // one block a set of eight vectors of n numbers
	extern __shared__ float v[];
	__shared__ float part[32];
	int t = threadIdx.x, lane = t % 32, warps = blockDim.x / 32;
	for (int i = t; i < 8 * n; i += blockDim.x)
		v[i] = in[blockIdx.x * 8 * n + i];
	__syncthreads();
	for (int k = 0; k < 8; k++)
		for (int j = 0; j <= k; j++) {
			float s = 0;
			for (int i = t; i < n; i += blockDim.x)
				s += v[k * n + i] * v[j * n + i];
			for (int d = 16; d; d /= 2)
				s += __shfl_down_sync(~0u, s, d);
			if (lane == 0)
				part[t / 32] = s;
			__syncthreads();
			s = 0;
			for (int q = 0; q < warps; q++)
				s += part[q];
			for (int i = t; i < n; i += blockDim.x)
				v[k * n + i] = j < k ? v[k * n + i] - s * v[j * n + i] : v[k * n + i] * rsqrtf(s + 1e-9f);
			__syncthreads();
		}
	for (int i = t; i < 8 * n; i += blockDim.x)
		out[blockIdx.x * 8 * n + i] = v[i];
}
__global__ void matvec_warp(const float4 *a, const float4 *x, float *y, int rows, int cols4)
{
	int row = blockIdx.x * blockDim.y + threadIdx.y;
	if (row >= rows)
		return;
	float s = 0;
	for (int c = threadIdx.x; c < cols4; c += 32) {
		float4 p = a[row * cols4 + c], q = __ldg(&x[c]);
		s += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
	}
	for (int d = 16; d; d /= 2)
		s += __shfl_xor_sync(~0u, s, d);
	if (threadIdx.x == 0)
		y[row] = s;
}
__global__ void covariance(const float *data, float *out, int n, int dims)
{ // a thread a pair of columns, the upper half only
	int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= dims || j >= dims || j < i)
		return;
	float a = 0, b = 0, ab = 0;
	for (int k = 0; k < n; k++) {
		a += data[k * dims + i];
		b += data[k * dims + j];
		ab += data[k * dims + i] * data[k * dims + j];
	}
	out[i * dims + j] = out[j * dims + i] = (ab - a * b / n) / (n - 1);
}
__global__ void matmul_pipeline(const float *a, const float *b, float *c, int n)
{ // tiles of 16 x 16 that arrive while the one before is multiplied
	__shared__ float ta[2][16][16], tb[2][16][16];
	int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx, tiles = n / 16;
	float s = 0;
	__pipeline_memcpy_async(&ta[0][ty][tx], &a[row * n + tx], 4);
	__pipeline_memcpy_async(&tb[0][ty][tx], &b[ty * n + col], 4);
	__pipeline_commit();
	for (int t = 0; t < tiles; t++) {
		if (t + 1 < tiles) {
			__pipeline_memcpy_async(&ta[(t + 1) & 1][ty][tx], &a[row * n + (t + 1) * 16 + tx], 4);
			__pipeline_memcpy_async(&tb[(t + 1) & 1][ty][tx], &b[((t + 1) * 16 + ty) * n + col], 4);
			__pipeline_commit();
			__pipeline_wait_prior(1);
		} else
			__pipeline_wait_prior(0);
		__syncthreads();
		for (int k = 0; k < 16; k++)
			s += ta[t & 1][ty][k] * tb[t & 1][k][tx];
		__syncthreads();
	}
	c[row * n + col] = s;
}
__global__ void power3(const unsigned *in, unsigned *out, int n, int e)
{ // 3 x 3 matrices modulo a prime, by squaring
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t >= n)
		return;
	unsigned m[9], r[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, s[9];
	for (int k = 0; k < 9; k++)
		m[k] = in[t * 9 + k] % 10007;
	for (; e; e /= 2) {
		if (e & 1) {
			for (int k = 0; k < 9; k++)
				s[k] = (r[k / 3 * 3] * m[k % 3] + r[k / 3 * 3 + 1] * m[k % 3 + 3] + r[k / 3 * 3 + 2] * m[k % 3 + 6]) % 10007;
			for (int k = 0; k < 9; k++)
				r[k] = s[k];
		}
		for (int k = 0; k < 9; k++)
			s[k] = (m[k / 3 * 3] * m[k % 3] + m[k / 3 * 3 + 1] * m[k % 3 + 3] + m[k / 3 * 3 + 2] * m[k % 3 + 6]) % 10007;
		for (int k = 0; k < 9; k++)
			m[k] = s[k];
	}
	for (int k = 0; k < 9; k++)
		out[t * 9 + k] = r[k];
}
// ---- learning
__global__ void layer_norm(const float *in, const float *scale, const float *bias, float *out, int rows, int cols)
{ // a warp a row, read three times
	int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
	if (row >= rows)
		return;
	in += row * cols;
	float mean = 0, var = 0;
	for (int c = lane; c < cols; c += 32)
		mean += in[c];
	for (int d = 16; d; d /= 2)
		mean += __shfl_xor_sync(~0u, mean, d);
	mean /= cols;
	for (int c = lane; c < cols; c += 32)
		var += (in[c] - mean) * (in[c] - mean);
	for (int d = 16; d; d /= 2)
		var += __shfl_xor_sync(~0u, var, d);
	float k = rsqrtf(var / cols + 1e-5f);
	for (int c = lane; c < cols; c += 32)
		out[row * cols + c] = (in[c] - mean) * k * scale[c] + bias[c];
}
__global__ void cross_entropy(const float *logits, const unsigned *label, float *loss, int n, int classes)
{ // a thread an example
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float most = -1e30f, sum = 0;
	for (int c = 0; c < classes; c++)
		most = fmaxf(most, logits[i * classes + c]);
	for (int c = 0; c < classes; c++)
		sum += expf(logits[i * classes + c] - most);
	atomicAdd(loss, logf(sum) + most - logits[i * classes + label[i] % classes]);
}
__global__ void conv_3to8(const float *in, float *out, int w, int h)
{ // eight filters over three channels, weights in constant memory, a channel of the result each z
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, f = blockIdx.z;
	if (x >= w - 2 || y >= h - 2)
		return;
	float s = 0;
	for (int c = 0; c < 3; c++)
		for (int dy = 0; dy < 3; dy++)
			for (int dx = 0; dx < 3; dx++)
				s += in[(c * h + y + dy) * w + x + dx] * filters[f][c][dy][dx];
	out[(f * (h - 2) + y) * (w - 2) + x] = fmaxf(s, 0);
}
__global__ void max_pool(const float *in, float *out, byte *from, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, c = blockIdx.z;
	if (x >= w / 2 || y >= h / 2)
		return;
	float best = -1e30f;
	int which = 0;
	for (int k = 0; k < 4; k++) {
		float v = in[(c * h + 2 * y + k / 2) * w + 2 * x + k % 2];
		if (v > best) {
			best = v;
			which = k;
		}
	}
	out[(c * (h / 2) + y) * (w / 2) + x] = best;
	from[(c * (h / 2) + y) * (w / 2) + x] = which;
}
__global__ void channel_stats(const float *in, float2 *stats, int channels, int pixels, int images)
{ // a block a channel, Welford's sums, images far apart
	__shared__ float s[512], q[512];
	float a = 0, b = 0;
	for (int m = 0; m < images; m++)
		for (int p = threadIdx.x; p < pixels; p += blockDim.x) {
			float v = in[(m * channels + blockIdx.x) * pixels + p];
			a += v;
			b += v * v;
		}
	s[threadIdx.x] = a;
	q[threadIdx.x] = b;
	for (int d = blockDim.x / 2; d > 0; d >>= 1) {
		__syncthreads();
		if (threadIdx.x < d) {
			s[threadIdx.x] += s[threadIdx.x + d];
			q[threadIdx.x] += q[threadIdx.x + d];
		}
	}
	if (threadIdx.x == 0) {
		float mean = s[0] / (pixels * images);
		stats[blockIdx.x] = make_float2(mean, q[0] / (pixels * images) - mean * mean);
	}
}
__global__ void embedding(const unsigned *token, const float *table, float *out, int words, int dims)
{ // a block a token
	int t = token[blockIdx.x] % words;
	for (int d = threadIdx.x; d < dims; d += blockDim.x)
		out[blockIdx.x * dims + d] = table[t * dims + d];
}
__global__ void attention_row(const float *q, const float *k, const float *v, float *out, int len)
{ // one query a block, heads of 64: scores, softmax, the weighted sum
	__shared__ float score[256], query[64], red[8];
	int t = threadIdx.x, lane = t % 32;
	if (t < 64)
		query[t] = q[blockIdx.x * 64 + t];
	__syncthreads();
	float s = 0;
	for (int d = 0; d < 64; d++)
		s += query[d] * k[t * 64 + d];
	s = expf(s / 8 - 2);
	score[t] = s;
	for (int d = 16; d; d /= 2)
		s += __shfl_xor_sync(~0u, s, d);
	if (lane == 0)
		red[t / 32] = s;
	__syncthreads();
	if (t < 64) {
		float all = 0, r = 0;
		for (int w = 0; w < blockDim.x / 32; w++)
			all += red[w];
		for (int j = 0; j < len; j++)
			r += score[j] * v[j * 64 + t];
		out[blockIdx.x * 64 + t] = r / all;
	}
}
__global__ void kmeans_assign(const float2 *points, const float2 *centres, int k, int *label, float *sums, int n)
{ // and the new sums at once, in shared memory
	extern __shared__ float s[];
	for (int j = threadIdx.x; j < 3 * k; j += blockDim.x)
		s[j] = 0;
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x, who = 0;
	if (i < n) {
		float2 p = points[i];
		float best = 1e30f;
		for (int j = 0; j < k; j++) {
			float dx = p.x - centres[j].x, dy = p.y - centres[j].y;
			if (dx * dx + dy * dy < best) {
				best = dx * dx + dy * dy;
				who = j;
			}
		}
		label[i] = who;
		atomicAdd(&s[3 * who], p.x);
		atomicAdd(&s[3 * who + 1], p.y);
		atomicAdd(&s[3 * who + 2], 1.0f);
	}
	__syncthreads();
	for (int j = threadIdx.x; j < 3 * k; j += blockDim.x)
		atomicAdd(&sums[j], s[j]);
}
__global__ void knn_three(const float *train, const float *test, int3 *near, int n, int dims)
{ // a thread a test point: all distances, the three smallest kept
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float a = 1e30f, b = 1e30f, c = 1e30f;
	int3 w = make_int3(-1, -1, -1);
	for (int j = 0; j < n; j++) {
		float s = 0;
		for (int d = 0; d < dims; d++) {
			float e = train[j * dims + d] - test[i * dims + d];
			s += e * e;
		}
		if (s < a) {
			c = b, b = a, a = s;
			w = make_int3(j, w.x, w.y);
		} else if (s < b) {
			c = b, b = s;
			w = make_int3(w.x, j, w.y);
		} else if (s < c) {
			c = s;
			w.z = j;
		}
	}
	near[i] = w;
}
__global__ void tiny_network(const float4 *in, float *out, int n)
{ // four inputs, eight hidden cells, weights in constant memory
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		float4 v = in[i];
		float s = 0;
		for (int k = 0; k < 8; k++)
			s += layer2[k] * tanhf(layer1[k][0] * v.x + layer1[k][1] * v.y + layer1[k][2] * v.z + layer1[k][3] * v.w);
		out[i] = 1 / (1 + expf(-s));
	}
}
struct node {
	int feature;
	float cut;
	int left, right; // the same node where it ends
};
__global__ void forest(const node *nodes, const int *roots, int trees, const float *data, int *votes, int n, int dims)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, yes = 0;
	if (i >= n)
		return;
	for (int t = 0; t < trees; t++) {
		int at = roots[t];
		while (nodes[at].left != at) {
			node m = nodes[at];
			at = data[i * dims + m.feature] < m.cut ? m.left : m.right;
		}
		yes += nodes[at].feature & 1;
	}
	votes[i] = yes;
}
__global__ void adam(float4 *w, const float4 *g, float4 *m, float4 *v, int n, float rate)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float4 a = w[i], b = g[i], c = m[i], d = v[i];
	float *pa = &a.x, *pb = &b.x, *pc = &c.x, *pd = &d.x;
#pragma unroll
	for (int k = 0; k < 4; k++) {
		pc[k] = 0.9f * pc[k] + 0.1f * pb[k];
		pd[k] = 0.999f * pd[k] + 0.001f * pb[k] * pb[k];
		pa[k] -= rate * pc[k] / (sqrtf(pd[k]) + 1e-8f);
	}
	w[i] = a;
	m[i] = c;
	v[i] = d;
}
__global__ void dropout(const float *in, float *out, int n, unsigned seed, float keep)
{ // a random number hashed from the place
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
		unsigned h = i * 747796405u + seed;
		h = ((h >> ((h >> 28) + 4)) ^ h) * 277803737u;
		h = h >> 22 ^ h;
		out[i] = h * (1.0f / 4294967296.0f) < keep ? in[i] / keep : 0;
	}
}
__global__ void lstm_cell(const float *gates, float *c, float *h, int batch, int hidden)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, b = blockIdx.y;
	if (i >= hidden)
		return;
	const float *g = gates + b * 4 * hidden;
	float in = 1 / (1 + __expf(-g[i])), keep = 1 / (1 + __expf(-g[hidden + i])), what = tanhf(g[2 * hidden + i]),
	      show = 1 / (1 + __expf(-g[3 * hidden + i]));
	float v = keep * c[b * hidden + i] + in * what;
	c[b * hidden + i] = v;
	h[b * hidden + i] = show * tanhf(v);
}
__global__ void im2col(const float *in, float *out, int c, int w, int h)
{ // nine columns for each pixel and channel; zeros outside
	int i = blockIdx.x * blockDim.x + threadIdx.x, ow = i % w, oh = i / w % h, ch = i / (w * h);
	if (ch >= c)
		return;
	for (int k = 0; k < 9; k++) {
		int x = ow + k % 3 - 1, y = oh + k / 3 - 1;
		out[((ch * 9 + k) * h + oh) * w + ow] = x >= 0 && y >= 0 && x < w && y < h ? in[(ch * h + y) * w + x] : 0;
	}
}
__global__ void gelu_half2(const __half2 *in, __half2 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		float2 v = __half22float2(in[i]);
		v.x = 0.5f * v.x * (1 + erff(v.x * 0.70710678f));
		v.y = 0.5f * v.y * (1 + erff(v.y * 0.70710678f));
		out[i] = __float22half2_rn(v);
	}
}
__global__ void cosine_pairs(const float *a, float *out, int n, int dims)
{ // a thread a pair, everything from global memory
	int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n || j >= n)
		return;
	float ab = 0, aa = 0, bb = 0;
	for (int d = 0; d < dims; d++) {
		float x = a[i * dims + d], y = a[j * dims + d];
		ab += x * y;
		aa += x * x;
		bb += y * y;
	}
	out[i * n + j] = ab / (sqrtf(aa) * sqrtf(bb));
}

void rows()
{
	const int M = 1 << 20;
	std::vector<unsigned> w = words(4 * M);
	std::vector<float> f = fractions(w);
	std::vector<double> dd = double_fractions(w, M);
	const int N = 20000; // a sparse matrix: rows of 0 to 63 entries
	std::vector<int> start(N + 1), cols(2 * M);
	for (int i = 0; i < N; i++)
		start[i + 1] = start[i] + w[i] % 64;
	for (size_t i = 0; i < cols.size(); i++)
		cols[i] = w[i] % N;
	std::vector<node> nodes; // trees of different depths
	std::vector<int> roots_;
	for (int t = 0; t < 16; t++) {
		size_t base = nodes.size();
		roots_.push_back((int)base);
		nodes.push_back({(int)(w[base] & 1), 0, (int)base, (int)base});
		for (int k = 0; k < 255; k++) { // a leaf becomes a node with two leaves
			size_t leaf = base + w[t * 255 + k] % (nodes.size() - base), l = nodes.size();
			while (nodes[leaf].left != (int)leaf)
				leaf = w[leaf + k] & 4096 ? nodes[leaf].left : nodes[leaf].right;
			nodes[leaf] = {(int)(w[l] % 16), f[l + 7], (int)l, (int)l + 1};
			nodes.push_back({(int)(w[l + 9] & 1), 0, (int)l, (int)l});
			nodes.push_back({(int)(w[l + 8] & 1), 0, (int)l + 1, (int)l + 1});
		}
	}
	CHECK(cudaMemcpyToSymbol(filters, f.data(), sizeof filters));
	CHECK(cudaMemcpyToSymbol(layer1, f.data() + 300, sizeof layer1));
	CHECK(cudaMemcpyToSymbol(layer2, f.data() + 400, sizeof layer2));
	std::vector<__half2> halves(M);
	for (int i = 0; i < M; i++)
		halves[i] = __floats2half2_rn(f[i] * 4 - 2, f[i + 1] * 4 - 2);
	unsigned *u = upload(w);
	float *x = upload(f), *out = dev<float>(4 * M), *zero = dev<float>(M);
	double *d = upload(dd), *d2 = dev<double>(M), *d3 = dev<double>(M);
	int *st = upload(start), *co = upload(cols), *root = upload(roots_);
	node *tree = upload(nodes);
	__half2 *hv = upload(halves);
	auto clear = [&] { CHECK(cudaMemset(zero, 0, M * sizeof(float))); };
	auto refloat = [&] { CHECK(cudaMemcpy(out, x, 4 * M * sizeof(float), cudaMemcpyDeviceToDevice)); };
	dim3 b16(16, 16), b32(32, 8);

	row("csr_row", [&] { csr_row<<<157, 128>>>(st, co, x, x + 2 * M, out, N); });
	row("csr_tile", [&] { csr_tile<<<625, 256>>>(st, co, x, x + 2 * M, out, N); });
	row("coo_atomic", [&] { coo_atomic<<<2344, 256>>>(u, co, x, x + 2 * M, zero, 600000, 5000); }, clear);
	row("jacobi_dense.700", [&] { jacobi_dense<<<6, 128>>>(d, d + 1000, d + 2000, d2, 700); });
	row("red_black", [&] { red_black<<<dim3(32, 128), b32>>>(out, x, 1024, 1000, 1); }, refloat);
	row("thomas.rows", [&] { thomas<<<64, 64>>>(d, d2, d3, 256, 1, 256); });
	row("thomas.side_by_side", [&] { thomas<<<64, 64>>>(d, d2, d3, 256, 4096, 1); });
	row("solve_small.4", [&] { solve_small<4><<<512, 128>>>(x, out, 65536); });
	row("solve_small.6", [&] { solve_small<6><<<250, 96>>>(x, out, 24000); });
	row("gram_schmidt", [&] { gram_schmidt<<<200, 128, 8 * 600 * 4>>>(x, out, 600); });
	row("matvec_warp", [&] { matvec_warp<<<250, dim3(32, 8)>>>((float4 *)x, (float4 *)(x + 3 * M), out, 2000, 500); });
	row("covariance", [&] { covariance<<<dim3(8, 8), b16>>>(x, out, 500, 120); });
	row("matmul_pipeline.384", [&] { matmul_pipeline<<<dim3(24, 24), b16>>>(x, x + M, out, 384); });
	row("power3", [&] { power3<<<128, 128>>>(u, (unsigned *)out, 16384, 1000); });
	row("layer_norm.768", [&] { layer_norm<<<500, 128>>>(x, x + 5, x + 99, out, 2000, 768); });
	row("layer_norm.100", [&] { layer_norm<<<2000, 256>>>(x, x + 5, x + 99, out, 16000, 100); });
	row("cross_entropy", [&] { cross_entropy<<<400, 256>>>(x, u, zero, 100000, 10); }, clear);
	row("conv_3to8", [&] { conv_3to8<<<dim3(16, 16, 8), b16>>>(x, out, 256, 256); });
	row("max_pool", [&] { max_pool<<<dim3(4, 14, 64), b32>>>(x, out, (byte *)zero, 224, 224); });
	row("channel_stats", [&] { channel_stats<<<64, 512>>>(x, (float2 *)out, 64, 784, 16); });
	row("embedding.300", [&] { embedding<<<4000, 128>>>(u, x, out, 10000, 300); });
	row("attention_row", [&] { attention_row<<<256, 256>>>(x, x + M, x + 2 * M, out, 256); });
	row("kmeans_assign", [&] { kmeans_assign<<<800, 256, 12 * 20>>>((float2 *)x, (float2 *)x + 1500000, 20, (int *)out, zero, 200000); }, clear);
	row("knn_three", [&] { knn_three<<<40, 64>>>(x, x + M, (int3 *)out, 1000, 8); });
	row("tiny_network", [&] { tiny_network<<<200, 256>>>((float4 *)x, out, 300000); });
	row("forest", [&] { forest<<<320, 128>>>(tree, root, 16, x, (int *)zero, 40000, 16); });
	row("adam", [&] { adam<<<1024, 256>>>((float4 *)out, (float4 *)x, (float4 *)out + M / 4, (float4 *)out + M / 2, M / 4, 0.001f); }, refloat);
	row("dropout", [&] { dropout<<<512, 256>>>(x, out, 3000000, 7, 0.8f); });
	row("lstm_cell", [&] { lstm_cell<<<dim3(2, 512), 256>>>(x, out, out + M, 512, 500); }, refloat);
	row("im2col", [&] { im2col<<<1152, 256>>>(x, out, 18, 128, 128); });
	row("gelu_half2", [&] { gelu_half2<<<4096, 256>>>(hv, (__half2 *)out, M); });
	row("cosine_pairs", [&] { cosine_pairs<<<dim3(32, 32), b16>>>(x, out, 500, 32); });
}
