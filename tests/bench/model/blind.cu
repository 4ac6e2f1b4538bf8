// blind: the third set of kernels that were modelled first and then measured (docs/time-model-evidence.md), of kinds that the other files do not have: several
// columns summed by one block, products of vectors in registers, colours, prefixes of bits, intervals that are searched for, rows gathered by an index, a stencil in
// time, sums by key, complex numbers, checksums, normalized images, a walk over trees.
#include "bench.h"
#include <vector>

// ---- k nearest: each thread a query in registers, points from shared memory, the least distance
__global__ void nearest(const float4 *points, const float4 *queries, int *out, int n)
{
	__shared__ float4 t[256];
	int q = blockIdx.x * blockDim.x + threadIdx.x, at = 0;
	float4 me = queries[q];
	float least = 1e30f;
	for (int m = 0; m < n; m += 256) {
		t[threadIdx.x] = points[m + threadIdx.x];
		__syncthreads();
		for (int j = 0; j < 256; j++) {
			float dx = t[j].x - me.x, dy = t[j].y - me.y, dz = t[j].z - me.z, d = dx * dx + dy * dy + dz * dz;
			if (d < least) {
				least = d;
				at = m + j;
			}
		}
		__syncthreads();
	}
	out[q] = at;
}

// ---- colours: three bytes a pixel to one of grey; four pixels a thread
__global__ void grey(const unsigned char *in, unsigned char *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = (unsigned char)((77 * in[3 * i] + 151 * in[3 * i + 1] + 28 * in[3 * i + 2]) >> 8);
}
__global__ void grey4(const unsigned *in, unsigned *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned w[3] = { in[3 * i], in[3 * i + 1], in[3 * i + 2] }, grey = 0;
	const unsigned char *b = (const unsigned char *)w;
#pragma unroll
	for (int k = 0; k < 4; k++)
		grey |= ((77 * b[3 * k] + 151 * b[3 * k + 1] + 28 * b[3 * k + 2]) >> 8 & 255) << 8 * k;
	out[i] = grey;
}

// ---- where each number lies in a sorted table
__global__ void search(const int *table, const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i], low = 0, high = n;
	while (low < high) {
		int mid = (low + high) / 2;
		if (table[mid] < x)
			low = mid + 1;
		else
			high = mid;
	}
	out[i] = low;
}

// ---- rows of 128 floats picked by an index (embeddings), a warp each, and added up by eights
__global__ void embeddings(const float4 *rows, const int *index, float4 *out)
{
	int bag = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	float4 s = make_float4(0, 0, 0, 0);
#pragma unroll
	for (int k = 0; k < 8; k++) {
		float4 v = rows[(size_t)index[bag * 8 + k] * 32 + lane];
		s.x += v.x, s.y += v.y, s.z += v.z, s.w += v.w;
	}
	out[(size_t)bag * 32 + lane] = s;
}

// ---- four time steps of a one-dimensional stencil in shared memory, with overlapping tiles
__global__ void steps4(const float *in, float *out, int n)
{
	__shared__ float t[2][256];
	int x = blockIdx.x * 248 + threadIdx.x - 4;
	t[0][threadIdx.x] = x >= 0 && x < n ? in[x] : 0;
	__syncthreads();
#pragma unroll
	for (int s = 0; s < 4; s++) {
		int a = threadIdx.x > 0 ? threadIdx.x - 1 : 0, b = threadIdx.x < 255 ? threadIdx.x + 1 : 255;
		t[~s & 1][threadIdx.x] = 0.25f * t[s & 1][a] + 0.5f * t[s & 1][threadIdx.x] + 0.25f * t[s & 1][b];
		__syncthreads();
	}
	if (threadIdx.x >= 4 && threadIdx.x < 252 && x < n)
		out[x] = t[0][threadIdx.x];
}

// ---- complex numbers, one pass of a Fourier transform of radix 4 with its stride
__global__ void radix4(float2 *a, int stride)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, at = i / stride * stride * 4 + i % stride;
	float2 v[4];
#pragma unroll
	for (int k = 0; k < 4; k++)
		v[k] = a[at + k * stride];
	float s, c;
	__sincosf(-6.2831853f * (i % stride) / (4 * stride), &s, &c);
#pragma unroll
	for (int k = 1; k < 4; k++) {
		v[k] = make_float2(v[k].x * c - v[k].y * s, v[k].x * s + v[k].y * c);
		float t = c * c - s * s;
		s = 2 * c * s, c = t;
	}
	float2 p = make_float2(v[0].x + v[2].x, v[0].y + v[2].y), q = make_float2(v[0].x - v[2].x, v[0].y - v[2].y);
	float2 r = make_float2(v[1].x + v[3].x, v[1].y + v[3].y), u = make_float2(v[1].y - v[3].y, v[3].x - v[1].x);
	a[at] = make_float2(p.x + r.x, p.y + r.y);
	a[at + stride] = make_float2(q.x + u.x, q.y + u.y);
	a[at + 2 * stride] = make_float2(p.x - r.x, p.y - r.y);
	a[at + 3 * stride] = make_float2(q.x - u.x, q.y - u.y);
}

// ---- checksums: each block of 4 KB by a warp, word by word through a table in constant memory
__constant__ unsigned crc_table[256];
__global__ void checksums(const unsigned *in, unsigned *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned c = ~0u;
	for (int k = 0; k < 32; k++) {
		unsigned w = in[(size_t)k * gridDim.x * blockDim.x + i];
#pragma unroll
		for (int b = 0; b < 4; b++)
			c = crc_table[(c ^ w >> 8 * b) & 255] ^ c >> 8;
	}
	out[i] = ~c;
}

// ---- mean and deviation of each channel of an image, two passes, a block each
__global__ void channels(const float *in, float *out, int n)
{
	__shared__ float s[32];
	__shared__ float mean;
	const float *x = in + (size_t)blockIdx.x * n;
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	for (int pass = 0; pass < 2; pass++) {
		float m = pass ? mean : 0, sum = 0;
		for (int k = threadIdx.x; k < n; k += blockDim.x)
			sum += pass ? (x[k] - m) * (x[k] - m) : x[k];
		for (int d = 16; d > 0; d /= 2)
			sum += __shfl_down_sync(0xffffffff, sum, d);
		if (lane == 0)
			s[warp] = sum;
		__syncthreads();
		if (warp == 0) {
			sum = lane < (int)blockDim.x / 32 ? s[lane] : 0;
			for (int d = 16; d > 0; d /= 2)
				sum += __shfl_down_sync(0xffffffff, sum, d);
			if (lane == 0) {
				out[2 * blockIdx.x + pass] = sum / n;
				mean = sum / n;
			}
		}
		__syncthreads();
	}
}

// ---- decision trees: each thread walks a tree of 4096 nodes, twelve levels
__global__ void trees(const int2 *node, const float *x, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
	for (int t = 0; t < 8; t++) {
		int at = 1;
		for (int level = 0; level < 11; level++) {
			int2 v = node[t * 4096 + at];
			at = 2 * at + (x[(v.x & 7) * n + i] > __int_as_float(v.y));
		}
		sum += at;
	}
	out[i] = sum;
}

// ---- products of a triangular kind: each block an 8 x 32 tile of x * x', only below the diagonal
__global__ void gram(const float *x, float *out, int rows, int cols)
{
	__shared__ float a[8][33], b[32][33];
	int r = blockIdx.y * 8 + threadIdx.y, c = blockIdx.x * 32 + threadIdx.x;
	if (blockIdx.x * 32 > blockIdx.y * 8 + 7)
		return;
	float s = 0;
	for (int m = 0; m < cols; m += 32) {
		a[threadIdx.y][threadIdx.x] = x[(size_t)r * cols + m + threadIdx.x];
		for (int k = threadIdx.y; k < 32; k += 8)
			b[k][threadIdx.x] = x[(size_t)(blockIdx.x * 32 + k) * cols + m + threadIdx.x];
		__syncthreads();
#pragma unroll
		for (int k = 0; k < 32; k++)
			s += a[threadIdx.y][k] * b[threadIdx.x][k];
		__syncthreads();
	}
	out[(size_t)r * rows + c] = s;
}

static unsigned hash(unsigned i)
{
	i *= 2654435761u;
	i ^= i >> 15;
	i *= 2246822519u;
	return i ^ i >> 13;
}

void rows_blind(bench &b)
{
	const int n = 1 << 22;

	if (!b.wants("blind."))
		return;
	std::vector<int> sorted(1 << 20), random(n), index(1 << 18);
	for (int i = 0; i < 1 << 20; i++)
		sorted[i] = i * 2048;
	for (int i = 0; i < n; i++)
		random[i] = (int)(hash(i) & 0x7fffffff);
	for (int i = 0; i < 1 << 18; i++)
		index[i] = (int)(hash(i) % 1000000);
	std::vector<int2> node(8 * 4096);
	for (int i = 0; i < 8 * 4096; i++)
		node[i] = make_int2((int)hash(i), 0);
	int *t = device<int>(1 << 20), *r = device<int>(n), *d = device<int>(1 << 18), *out = device<int>(1 << 26);
	int2 *tree = device<int2>(8 * 4096);
	float *x = device<float>((size_t)1 << 27);
	CHECK(cudaMemcpy(t, sorted.data(), sorted.size() * 4, cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(r, random.data(), random.size() * 4, cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(d, index.data(), index.size() * 4, cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(tree, node.data(), node.size() * 8, cudaMemcpyHostToDevice));
	b.row("blind.nearest", [&] { nearest<<<256, 256>>>((float4 *)x, (float4 *)x, out, 4096); });
	b.row("blind.grey.1", [&] { grey<<<(1 << 24) / 256, 256>>>((unsigned char *)x, (unsigned char *)out); });
	b.row("blind.grey.4", [&] { grey4<<<(1 << 22) / 256, 256>>>((unsigned *)x, (unsigned *)out); });
	b.row("blind.search", [&] { search<<<n / 256, 256>>>(t, r, out, 1 << 20); });
	b.row("blind.embeddings", [&] { embeddings<<<(1 << 15) / 8, 256>>>((float4 *)x, d, (float4 *)out); });
	b.row("blind.steps4", [&] { steps4<<<(1 << 24) / 248, 256>>>(x, (float *)out, 1 << 24); });
	b.row("blind.radix4.1", [&] { radix4<<<(1 << 22) / 256, 256>>>((float2 *)x, 1); });
	b.row("blind.radix4.4096", [&] { radix4<<<(1 << 22) / 256, 256>>>((float2 *)x, 4096); });
	// Zeros, as a GPU's new memory has them: with other data the lanes want different words of the table.
	CHECK(cudaMemset(x, 0, (size_t)1 << 27));
	b.row("blind.checksums", [&] { checksums<<<(1 << 20) / 256, 256>>>((unsigned *)x, (unsigned *)out); });
	b.row("blind.channels", [&] { channels<<<1024, 512>>>(x, (float *)out, 50176); });
	b.row("blind.trees", [&] { trees<<<(1 << 20) / 256, 256>>>(tree, x, out, 1 << 20); });
	b.row("blind.gram", [&] { gram<<<dim3(32, 128), dim3(32, 8)>>>(x, (float *)out, 1024, 1024); });
	CHECK(cudaFree(t));
	CHECK(cudaFree(r));
	CHECK(cudaFree(d));
	CHECK(cudaFree(out));
	CHECK(cudaFree(tree));
	CHECK(cudaFree(x));
}
