// kind: the second set of kernels that were written without the model in mind, modelled first and then measured (docs/time-model-evidence.md): sparse products,
// privatised histograms, scans that look back, online softmax, sorting steps, compaction, hash tables, small matrices in batches, stencils of high order.
#include "bench.h"
#include <cstdio>
#include <vector>

// ---- sparse matrix by vector, compressed rows: a thread or a warp for each row
__global__ void spmv_thread(const int *start, const int *col, const float *a, const float *x, float *y, int rows)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= rows)
		return;
	float s = 0;
	for (int k = start[r]; k < start[r + 1]; k++)
		s += a[k] * x[col[k]];
	y[r] = s;
}
__global__ void spmv_warp(const int *start, const int *col, const float *a, const float *x, float *y, int rows)
{
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (r >= rows)
		return;
	float s = 0;
	for (int k = start[r] + lane; k < start[r + 1]; k += 32)
		s += a[k] * x[col[k]];
	for (int d = 16; d > 0; d /= 2)
		s += __shfl_down_sync(0xffffffff, s, d);
	if (lane == 0)
		y[r] = s;
}

// ---- histograms: so many copies in shared memory for each block
template <int COPIES> __global__ void histogram_copies(const unsigned *in, int *out, int n)
{
	__shared__ int s[COPIES][256 + 1];
	int *mine = s[threadIdx.x / 32 % COPIES];
	for (int k = threadIdx.x; k < COPIES * 257; k += blockDim.x)
		s[0][k] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		unsigned v = in[i];
		atomicAdd(&mine[v & 255], 1);
		atomicAdd(&mine[v >> 8 & 255], 1);
	}
	__syncthreads();
	for (int k = threadIdx.x; k < 256; k += blockDim.x) {
		int sum = 0;
		for (int c = 0; c < COPIES; c++)
			sum += s[c][k];
		atomicAdd(&out[k], sum);
	}
}

// ---- a scan of all elements in one pass: each block takes a ticket, and looks back at what those before it have put up
__global__ void scan_look_back(const int *in, int *out, volatile unsigned long long *state, int *ticket)
{
	__shared__ int sums[8], block, before;
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32, v[8], sum = 0;
	if (threadIdx.x == 0)
		block = atomicAdd(ticket, 1);
	__syncthreads();
	size_t at = (size_t)block * 2048 + threadIdx.x * 8;
	for (int k = 0; k < 8; k += 4) {
		int4 w = *(const int4 *)&in[at + k];
		v[k] = w.x, v[k + 1] = w.y, v[k + 2] = w.z, v[k + 3] = w.w;
	}
	for (int k = 0; k < 8; k++)
		v[k] = sum += v[k];
	int all = sum;
	for (int d = 1; d < 32; d *= 2) {
		int o = __shfl_up_sync(0xffffffff, all, d);
		all += lane >= d ? o : 0;
	}
	if (lane == 31)
		sums[warp] = all;
	__syncthreads();
	int lower = 0, total = 0;
	for (int k = 0; k < 8; k++) {
		lower += k < warp ? sums[k] : 0;
		total += sums[k];
	}
	if (threadIdx.x == 0) {
		int sum_before = 0;
		state[block] = (block ? 1ull : 2ull) << 32 | (unsigned)total;
		for (int b = block - 1; b >= 0; b--) {
			unsigned long long s;
			do
				s = state[b];
			while (!(s >> 32));
			sum_before += (int)(unsigned)s;
			if (s >> 32 == 2)
				break;
		}
		if (block)
			state[block] = 2ull << 32 | (unsigned)(sum_before + total);
		before = sum_before;
	}
	__syncthreads();
	int add = before + lower + all - sum;
	for (int k = 0; k < 8; k += 4)
		*(int4 *)&out[at + k] = make_int4(v[k] + add, v[k + 1] + add, v[k + 2] + add, v[k + 3] + add);
}

// ---- rows: softmax in one pass over what is read, and the greatest of a row
__global__ void softmax_online(const float *in, float *out, int n)
{
	int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	const float *x = in + (size_t)row * n;
	float m = -1e30f, d = 0;
	for (int k = lane; k < n; k += 32) {
		float v = x[k], most = fmaxf(m, v);
		d = d * __expf(m - most) + __expf(v - most);
		m = most;
	}
	for (int k = 16; k > 0; k /= 2) {
		float om = __shfl_xor_sync(0xffffffff, m, k), od = __shfl_xor_sync(0xffffffff, d, k), most = fmaxf(m, om);
		d = d * __expf(m - most) + od * __expf(om - most);
		m = most;
	}
	for (int k = lane; k < n; k += 32)
		out[(size_t)row * n + k] = __expf(x[k] - m) / d;
}
__global__ void greatest(const float *in, int *out, int n)
{
	int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, at = 0;
	float m = -1e30f;
	for (int k = lane; k < n; k += 32) {
		float v = in[(size_t)row * n + k];
		if (v > m) {
			m = v;
			at = k;
		}
	}
	for (int k = 16; k > 0; k /= 2) {
		float om = __shfl_xor_sync(0xffffffff, m, k);
		int oa = __shfl_xor_sync(0xffffffff, at, k);
		if (om > m || (om == m && oa < at)) {
			m = om;
			at = oa;
		}
	}
	if (lane == 0)
		out[row] = at;
}

// ---- one step of a bitonic sort in global memory
__global__ void bitonic_step(int *a, int j, int k)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, low = 2 * i - (i & (j - 1)), high = low + j;
	int x = a[low], y = a[high];
	if ((x > y) == !(low & k)) {
		a[low] = y;
		a[high] = x;
	}
}

// ---- what is positive, packed: a place for each by an atomic, or one for each block
__global__ void compact_each(const int *in, int *out, int *n)
{
	int v = in[blockIdx.x * blockDim.x + threadIdx.x];
	if (v & 1)
		out[atomicAdd(n, 1)] = v;
}
__global__ void compact_block(const int *in, int *out, int *n)
{
	__shared__ int first[9];
	int v = in[blockIdx.x * blockDim.x + threadIdx.x], lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	unsigned mine = __ballot_sync(0xffffffff, v & 1);
	if (lane == 0)
		first[warp] = __popc(mine);
	__syncthreads();
	if (threadIdx.x == 0) {
		int sum = 0;
		for (int k = 0; k < 8; k++) {
			int c = first[k];
			first[k] = sum;
			sum += c;
		}
		first[8] = atomicAdd(n, sum);
	}
	__syncthreads();
	if (v & 1)
		out[first[8] + first[warp] + __popc(mine & ((1u << lane) - 1))] = v;
}

// ---- a hash table with open addressing
__global__ void hash_insert(const unsigned *in, unsigned *table, unsigned mask, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned key = in[i] | 1, at = key * 2654435761u >> 7;
	for (int k = 0; k < 64; k++) {
		unsigned old = atomicCAS(&table[at & mask], 0, key);
		if (!old || old == key)
			break;
		at++;
	}
}

// ---- products of many matrices of 16 x 16
__global__ void batch_block(const float *a, const float *b, float *c)
{
	__shared__ float s[16][17], t[16][17];
	size_t base = (size_t)blockIdx.x * 256;
	int x = threadIdx.x % 16, y = threadIdx.x / 16;
	s[y][x] = a[base + threadIdx.x];
	t[y][x] = b[base + threadIdx.x];
	__syncthreads();
	float sum = 0;
	for (int k = 0; k < 16; k++)
		sum += s[y][k] * t[k][x];
	c[base + threadIdx.x] = sum;
}
__global__ void batch_warp(const float *a, const float *b, float *c)
{
	size_t base = (size_t)((blockIdx.x * blockDim.x + threadIdx.x) / 32) * 256;
	int lane = threadIdx.x % 32, x = lane % 16, y = lane / 16;
	float col[16];
	for (int k = 0; k < 16; k++)
		col[k] = b[base + k * 16 + x];
	for (int r = y; r < 16; r += 2) {
		float row = a[base + r * 16 + x], sum = 0;
		for (int k = 0; k < 16; k++)
			sum += __shfl_sync(0xffffffff, row, (lane & 16) + k) * col[k];
		c[base + r * 16 + x] = sum;
	}
}
__global__ void product_double(const double *a, const double *b, double *c, int n)
{
	__shared__ double s[16][16], t[16][16];
	int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
	double sum = 0;
	for (int m = 0; m < n; m += 16) {
		s[y][x] = a[row * n + m + x];
		t[y][x] = b[(m + y) * n + col];
		__syncthreads();
		for (int k = 0; k < 16; k++)
			sum += s[y][k] * t[k][x];
		__syncthreads();
	}
	c[row * n + col] = sum;
}

// ---- a stencil of 25 points in three dimensions: all from memory, or a column of registers that moves on
__global__ void stencil25(const float *in, float *out, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x + 4, y = blockIdx.y * blockDim.y + threadIdx.y + 4, z = blockIdx.z + 4;
	size_t plane = (size_t)n * n, at = z * plane + (size_t)y * n + x;
	if (x >= n - 4 || y >= n - 4)
		return;
	float s = in[at] * 0.5f;
#pragma unroll
	for (int k = 1; k <= 4; k++)
		s += (in[at - k] + in[at + k] + in[at - k * n] + in[at + k * n] + in[at - k * plane] + in[at + k * plane]) * (0.1f / k);
	out[at] = s;
}
__global__ void stencil25_queue(const float *in, float *out, int n)
{
	__shared__ float t[8 + 8][32 + 8];
	int x = blockIdx.x * 32 + threadIdx.x + 4, y = blockIdx.y * 8 + threadIdx.y + 4, tx = threadIdx.x + 4, ty = threadIdx.y + 4;
	size_t plane = (size_t)n * n, at = (size_t)y * n + x;
	float q[9];
	if (x >= n - 4 || y >= n - 4)
		x = n - 5, y = n - 5, at = (size_t)y * n + x;
	for (int k = 0; k < 8; k++)
		q[k + 1] = in[at + k * plane];
	for (int z = 4; z < n - 4; z++) {
#pragma unroll
		for (int k = 0; k < 8; k++)
			q[k] = q[k + 1];
		q[8] = in[at + (z + 4) * plane];
		__syncthreads();
		t[ty][tx] = q[4];
		if (threadIdx.x < 4) {
			t[ty][tx - 4] = in[at + z * plane - 4];
			t[ty][tx + 32] = in[at + z * plane + (x + 32 < n ? 32 : 0)];
		}
		if (threadIdx.y < 4) {
			t[ty - 4][tx] = in[at + z * plane - 4 * (size_t)n];
			t[ty + 8][tx] = in[at + z * plane + (y + 8 < n ? 8 * (size_t)n : 0)];
		}
		__syncthreads();
		float s = q[4] * 0.5f;
#pragma unroll
		for (int k = 1; k <= 4; k++)
			s += (t[ty][tx - k] + t[ty][tx + k] + t[ty - k][tx] + t[ty + k][tx] + q[4 - k] + q[4 + k]) * (0.1f / k);
		out[at + z * plane] = s;
	}
}

// ---- a row pass and a column pass of a separable filter of 17 taps
__constant__ float taps[17];
__global__ void filter_rows(const float *in, float *out, int n)
{
	__shared__ float t[256 + 16];
	int x = blockIdx.x * 256 + threadIdx.x;
	size_t row = (size_t)blockIdx.y * n;
	t[threadIdx.x + 8] = in[row + x];
	if (threadIdx.x < 8) {
		t[threadIdx.x] = x >= 8 ? in[row + x - 8] : 0;
		t[threadIdx.x + 264] = x + 256 < n ? in[row + x + 256] : 0;
	}
	__syncthreads();
	float s = 0;
#pragma unroll
	for (int k = 0; k < 17; k++)
		s += t[threadIdx.x + k] * taps[k];
	out[row + x] = s;
}
__global__ void filter_columns(const float *in, float *out, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	float s = 0;
#pragma unroll
	for (int k = 0; k < 17; k++) {
		int at = y + k - 8;
		s += at >= 0 && at < n ? in[(size_t)at * n + x] * taps[k] : 0;
	}
	out[(size_t)y * n + x] = s;
}

// ---- cells that live and die, a byte each; bytes counted one, four, sixteen at a time; points thrown at a circle
__global__ void life(const unsigned char *in, unsigned char *out, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, around = 0;
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++)
			if (dx || dy)
				around += in[(size_t)((y + dy) & (n - 1)) * n + ((x + dx) & (n - 1))];
	out[(size_t)y * n + x] = around == 3 || (around == 2 && in[(size_t)y * n + x]);
}
template <class T> __global__ void count_bytes(const T *in, int *out, int n)
{
	int c = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		T v = in[i];
		const unsigned char *b = (const unsigned char *)&v;
		for (int k = 0; k < (int)sizeof(T); k++)
			c += b[k] == 'e';
	}
	for (int k = 16; k > 0; k /= 2)
		c += __shfl_down_sync(0xffffffff, c, k);
	if (threadIdx.x % 32 == 0 && c)
		atomicAdd(out, c);
}
__global__ void circle(int *out, int turns)
{
	unsigned s = (blockIdx.x * blockDim.x + threadIdx.x) * 747796405u + 1;
	int in = 0;
	for (int k = 0; k < turns; k++) {
		s ^= s << 13, s ^= s >> 17, s ^= s << 5;
		float x = s * 2.3283064e-10f;
		s ^= s << 13, s ^= s >> 17, s ^= s << 5;
		float y = s * 2.3283064e-10f;
		in += x * x + y * y < 1;
	}
	for (int k = 16; k > 0; k /= 2)
		in += __shfl_down_sync(0xffffffff, in, k);
	if (threadIdx.x % 32 == 0)
		atomicAdd(out, in);
}

static unsigned hash(unsigned i)
{
	i *= 2654435761u;
	i ^= i >> 15;
	i *= 2246822519u;
	return i ^ i >> 13;
}

void rows_kind(bench &b)
{
	const int rows = 1 << 16, n = 1 << 22;

	if (!b.wants("kind."))
		return;
	// Rows of 1 to 63 elements anywhere in a vector of 1 MB; numbers without order.
	std::vector<int> start(rows + 1), col;
	for (int r = 0; r < rows; r++) {
		start[r] = (int)col.size();
		for (unsigned k = 0, of = hash(r) % 63 + 1; k < of; k++)
			col.push_back((int)(hash(r * 64 + k) % (1 << 18)));
	}
	start[rows] = (int)col.size();
	std::vector<unsigned> random(n);
	for (int i = 0; i < n; i++)
		random[i] = hash(i);
	int *s = device<int>(rows + 1), *c = device<int>(col.size()), *r = device<int>(n);
	float *a = device<float>(col.size()), *x = device<float>(1 << 26), *y = device<float>(1 << 26);
	int *i = (int *)y;
	CHECK(cudaMemset(x, 0, 1 << 26)); // what is sorted is all the same
	CHECK(cudaMemcpy(s, start.data(), start.size() * 4, cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(c, col.data(), col.size() * 4, cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(r, random.data(), (size_t)n * 4, cudaMemcpyHostToDevice));
	b.row("kind.spmv.thread", [&] { spmv_thread<<<rows / 256, 256>>>(s, c, a, x, y, rows); });
	b.row("kind.spmv.warp", [&] { spmv_warp<<<rows / 8, 256>>>(s, c, a, x, y, rows); });
	b.row("kind.histogram.1", [&] { histogram_copies<1><<<132 * 4, 512>>>((unsigned *)r, i, n); });
	b.row("kind.histogram.4", [&] { histogram_copies<4><<<132 * 4, 512>>>((unsigned *)r, i, n); });
	b.row("kind.histogram.16", [&] { histogram_copies<16><<<132 * 4, 512>>>((unsigned *)r, i, n); });
	b.row("kind.scan.lookback", [&] {
		CHECK(cudaMemsetAsync(i, 0, 2049 * 8));
		scan_look_back<<<2048, 256>>>(r, i + 8192, (unsigned long long *)i, i + 4096);
	});
	b.row("kind.softmax.online", [&] { softmax_online<<<(1 << 24) / 1024 / 8, 256>>>(x, y, 1024); });
	b.row("kind.greatest", [&] { greatest<<<(1 << 26) / 1024 / 8, 256>>>(x, i, 1024); });
	for (int j = 1; j <= 1 << 20; j <<= 10) {
		char name[64];
		snprintf(name, sizeof name, "kind.bitonic.%d", j);
		b.row(name, [&] { bitonic_step<<<(1 << 24) / 512, 256>>>((int *)x, j, 1 << 23); });
	}
	b.row("kind.compact.each", [&] {
		CHECK(cudaMemsetAsync(i, 0, 4));
		compact_each<<<n / 256, 256>>>(r, i + 1, i);
	});
	b.row("kind.compact.block", [&] {
		CHECK(cudaMemsetAsync(i, 0, 4));
		compact_block<<<n / 256, 256>>>(r, i + 1, i);
	});
	b.row("kind.hash", [&] {
		CHECK(cudaMemsetAsync(i, 0, 1 << 24));
		hash_insert<<<(1 << 20) / 256, 256>>>((unsigned *)r, (unsigned *)i, (1 << 22) - 1, 1 << 20);
	});
	b.row("kind.batch.block", [&] { batch_block<<<(1 << 24) / 256, 256>>>(x, x + (1 << 24), y); });
	b.row("kind.batch.warp", [&] { batch_warp<<<(1 << 24) / 2048, 256>>>(x, x + (1 << 24), y); });
	b.row("kind.product.double", [&] { product_double<<<dim3(64, 64), dim3(16, 16)>>>((double *)x, (double *)x + (1 << 20), (double *)y, 1024); });
	b.row("kind.stencil25.all", [&] { stencil25<<<dim3(8, 32, 248), dim3(32, 8)>>>(x, y, 256); });
	b.row("kind.stencil25.queue", [&] { stencil25_queue<<<dim3(8, 31), dim3(32, 8)>>>(x, y, 256); });
	b.row("kind.filter.rows", [&] { filter_rows<<<dim3(16, 4096), 256>>>(x, y, 4096); });
	b.row("kind.filter.columns", [&] { filter_columns<<<dim3(128, 512), dim3(32, 8)>>>(x, y, 4096); });
	b.row("kind.life", [&] { life<<<dim3(128, 512), dim3(32, 8)>>>((unsigned char *)x, (unsigned char *)y, 4096); });
	b.row("kind.bytes.1", [&] { count_bytes<unsigned char><<<132 * 8, 256>>>((unsigned char *)x, i, 1 << 26); });
	b.row("kind.bytes.4", [&] { count_bytes<unsigned><<<132 * 8, 256>>>((unsigned *)x, i, 1 << 24); });
	b.row("kind.bytes.16", [&] { count_bytes<uint4><<<132 * 8, 256>>>((uint4 *)x, i, 1 << 22); });
	b.row("kind.circle", [&] { circle<<<132 * 8, 256>>>(i, 256); });
	CHECK(cudaFree(s));
	CHECK(cudaFree(c));
	CHECK(cudaFree(r));
	CHECK(cudaFree(a));
	CHECK(cudaFree(x));
	CHECK(cudaFree(y));
}
