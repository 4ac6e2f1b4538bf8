// student: kernels as students hand them in (student_arrays.cu has the others): numbers, chance, sorting, graphs, texts, small matrices, atomics.
#include "student.h"
#include <algorithm>
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

static void *upload(const void *from, size_t bytes)
{
	void *p = device_bytes(bytes);
	CHECK(cudaMemcpy(p, from, bytes, cudaMemcpyHostToDevice));
	return p;
}
float *student_floats(size_t n)
{
	std::vector<unsigned> words = random_words(n);
	std::vector<float> f(n);
	for (size_t i = 0; i < n; i++)
		f[i] = (words[i] >> 8) / 16777216.0f;
	return (float *)upload(f.data(), n * 4);
}
unsigned *student_words(size_t n)
{
	std::vector<unsigned> words = random_words(n);
	return (unsigned *)upload(words.data(), n * 4);
}
int *student_permutation(int n)
{
	std::vector<unsigned> words = random_words(n);
	std::vector<int> p(n);
	for (int i = 0; i < n; i++)
		p[i] = i;
	for (int i = n - 1; i > 0; i--)
		std::swap(p[i], p[words[i] % (i + 1)]);
	return (int *)upload(p.data(), (size_t)n * 4);
}

namespace student
{
__device__ float cnd(float d)
{
	float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
	float v = 0.39894228f * expf(-0.5f * d * d) * (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
	return d > 0 ? 1.0f - v : v;
}
__global__ void black_scholes(const float *s, const float *x, const float *t, float *call, float *put, int n, float r, float v)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float ti = t[i] + 0.25f, si = 5.0f + s[i] * 25.0f, xi = 1.0f + x[i] * 99.0f, root = sqrtf(ti);
	float d1 = (logf(si / xi) + (r + 0.5f * v * v) * ti) / (v * root), d2 = d1 - v * root;
	float c1 = cnd(d1), c2 = cnd(d2), e = expf(-r * ti);
	call[i] = si * c1 - xi * e * c2;
	put[i] = xi * e * (1.0f - c2) - si * (1.0f - c1);
}
__global__ void pi_darts(unsigned *hits, int throws)
{
	unsigned s = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u + 12345u, n = 0;
	for (int k = 0; k < throws; k++) {
		s ^= s << 13;
		s ^= s >> 17;
		s ^= s << 5;
		float x = (s >> 8) * (1.0f / 16777216.0f);
		s ^= s << 13;
		s ^= s >> 17;
		s ^= s << 5;
		float y = (s >> 8) * (1.0f / 16777216.0f);
		n += x * x + y * y <= 1.0f;
	}
	atomicAdd(hits, n);
}
__global__ void random_walk(float *out, int steps)
{
	unsigned long long s = blockIdx.x * blockDim.x + threadIdx.x + 1;
	float x = 0;
	for (int k = 0; k < steps; k++) {
		s = s * 6364136223846793005ull + 1442695040888963407ull;
		x += (s >> 63) ? 1.0f : -1.0f;
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
__global__ void primes(int *is, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, ok = i >= 2;
	if (i >= n)
		return;
	for (int d = 2; d * d <= i; d++)
		if (i % d == 0) {
			ok = 0;
			break;
		}
	is[i] = ok;
}
__global__ void collatz(int *length, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, k = 0;
	if (i >= n)
		return;
	unsigned long long v = i + 1;
	while (v != 1) {
		v = v & 1 ? 3 * v + 1 : v / 2;
		k++;
	}
	length[i] = k;
}
__global__ void gcds(const unsigned *a, const unsigned *b, unsigned *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned x = a[i], y = b[i] | 1;
	while (y) {
		unsigned r = x % y;
		x = y;
		y = r;
	}
	out[i] = x;
}
__global__ void power_mod(const unsigned *a, unsigned *out, int n, unsigned e, unsigned m)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned long long r = 1, x = a[i] % m;
	for (unsigned k = e; k; k >>= 1) {
		if (k & 1)
			r = r * x % m;
		x = x * x % m;
	}
	out[i] = (unsigned)r;
}
__global__ void julia(unsigned char *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, k = 0;
	float zx = 3.0f * x / w - 1.5f, zy = 3.0f * y / h - 1.5f;
	while (zx * zx + zy * zy < 4.0f && k < 200) {
		float t = zx * zx - zy * zy - 0.8f;
		zy = 2.0f * zx * zy + 0.156f;
		zx = t;
		k++;
	}
	out[y * w + x] = k;
}
__global__ void nbody_naive(const float4 *p, float4 *v, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float4 me = p[i];
	float ax = 0, ay = 0, az = 0;
	for (int j = 0; j < n; j++) {
		float4 o = p[j];
		float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z, d = dx * dx + dy * dy + dz * dz + 1e-3f, f = o.w / (d * sqrtf(d));
		ax += dx * f;
		ay += dy * f;
		az += dz * f;
	}
	v[i] = make_float4(ax, ay, az, 0);
}
__global__ void nbody_tiles(const float4 *p, float4 *v, int n)
{
	__shared__ float4 s[128];
	int i = blockIdx.x * 128 + threadIdx.x;
	float4 me = p[i];
	float ax = 0, ay = 0, az = 0;
	for (int t = 0; t < n; t += 128) {
		s[threadIdx.x] = p[t + threadIdx.x];
		__syncthreads();
		for (int j = 0; j < 128; j++) {
			float4 o = s[j];
			float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z, f = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-3f);
			f = f * f * f * o.w;
			ax += dx * f;
			ay += dy * f;
			az += dz * f;
		}
		__syncthreads();
	}
	v[i] = make_float4(ax, ay, az, 0);
}
__global__ void k_means(const float2 *p, const float2 *centre, int *which, int n, int k)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, best = 0;
	if (i >= n)
		return;
	float2 me = p[i];
	float least = 1e30f;
	for (int c = 0; c < k; c++) {
		float dx = centre[c].x - me.x, dy = centre[c].y - me.y, d = dx * dx + dy * dy;
		if (d < least) {
			least = d;
			best = c;
		}
	}
	which[i] = best;
}
__global__ void histogram_bytes_shared(const unsigned char *a, unsigned *bins, int n)
{
	__shared__ unsigned s[256];
	s[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
		atomicAdd(&s[a[i]], 1);
	__syncthreads();
	atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}
__global__ void histogram_global(const unsigned char *a, unsigned *bins, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&bins[a[i]], 1);
}
__global__ void bitonic_step(unsigned *a, int j, int k)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ j;
	if (other <= i)
		return;
	unsigned x = a[i], y = a[other];
	if ((i & k) == 0 ? x > y : x < y) {
		a[i] = y;
		a[other] = x;
	}
}
__global__ void odd_even_sort(const unsigned *a, unsigned *out)
{
	__shared__ unsigned s[256];
	int t = threadIdx.x;
	s[t] = a[blockIdx.x * 256 + t];
	__syncthreads();
	for (int round = 0; round < 256; round++) {
		int i = 2 * t + (round & 1);
		if (i + 1 < 256 && s[i] > s[i + 1]) {
			unsigned x = s[i];
			s[i] = s[i + 1];
			s[i + 1] = x;
		}
		__syncthreads();
	}
	out[blockIdx.x * 256 + t] = s[t];
}
__global__ void insertion_sort(const unsigned *a, unsigned *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned v[16];
	for (int k = 0; k < 16; k++)
		v[k] = a[k * n + i];
	for (int k = 1; k < 16; k++) {
		unsigned x = v[k];
		int j = k - 1;
		while (j >= 0 && v[j] > x) {
			v[j + 1] = v[j];
			j--;
		}
		v[j + 1] = x;
	}
	for (int k = 0; k < 16; k++)
		out[k * n + i] = v[k];
}
__global__ void rank_sort(const unsigned *a, unsigned *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, r = 0;
	unsigned me = a[i];
	for (int j = 0; j < n; j++)
		r += a[j] < me || (a[j] == me && j < i);
	out[r] = me;
}
__global__ void csr_vector(const int *start, const int *column, const float *value, const float *x, float *y, int n)
{
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (r >= n)
		return;
	float s = 0;
	for (int k = start[r] + lane; k < start[r + 1]; k += 32)
		s += value[k] * x[column[k]];
	for (int d = 16; d > 0; d /= 2)
		s += __shfl_down_sync(~0u, s, d);
	if (lane == 0)
		y[r] = s;
}
__global__ void csr_scalar(const int *start, const int *column, const float *value, const float *x, float *y, int n)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= n)
		return;
	float s = 0;
	for (int k = start[r]; k < start[r + 1]; k++)
		s += value[k] * x[column[k]];
	y[r] = s;
}
__global__ void coo_atomic(const int *row, const int *column, const float *value, const float *x, float *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&y[row[i]], value[i] * x[column[i]]);
}
__global__ void bfs_level(const int *start, const int *to, const int *distance, int *next, int level, int n, int *changed)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n || distance[v] != level)
		return;
	for (int e = start[v]; e < start[v + 1]; e++)
		if (distance[to[e]] < 0) {
			next[to[e]] = level + 1;
			*changed = 1;
		}
}
__global__ void floyd_step(const int *d, int *out, int n, int k)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
	int through = d[i * n + k] + d[k * n + j], now = d[i * n + j];
	out[i * n + j] = through < now ? through : now;
}
__global__ void eliminate(float *a, int n, int k)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
	if (i <= k || i >= n || j < k || j >= n)
		return;
	a[i * n + j] -= a[i * n + k] / a[k * n + k] * a[k * n + j];
}
__constant__ unsigned crc_table[256];
__global__ void crc(const unsigned char *text, unsigned *out, int each)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned c = ~0u;
	for (int k = 0; k < each; k++)
		c = crc_table[(c ^ text[i * each + k]) & 255] ^ (c >> 8);
	out[i] = ~c;
}
__global__ void find_word(const unsigned char *text, int n, int *count, int4 word)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + 4 > n)
		return;
	if (text[i] == word.x && text[i + 1] == word.y && text[i + 2] == word.z && text[i + 3] == word.w)
		atomicAdd(count, 1);
}
__global__ void words_of_bits(const unsigned *a, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = __popc(a[i]) + __clz(a[i]) + __ffs(a[i]);
}
__global__ void compact_ballot(const unsigned *a, unsigned *out, int *count, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, base = 0;
	bool want = i < n && a[i] % 3 == 0;
	unsigned vote = __ballot_sync(~0u, want);
	if (lane == 0)
		base = atomicAdd(count, __popc(vote));
	base = __shfl_sync(~0u, base, 0);
	if (want)
		out[base + __popc(vote & ((1u << lane) - 1))] = a[i];
}
__global__ void largest(const int *a, int *most, int n)
{
	int m = -2147483647;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		m = max(m, a[i]);
	auto warp = cg::tiled_partition<32>(cg::this_thread_block());
	for (int d = 16; d > 0; d /= 2)
		m = max(m, warp.shfl_down(m, d));
	if (warp.thread_rank() == 0)
		atomicMax(most, m);
}
__global__ void inverse3(const float *a, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float m[9];
	for (int k = 0; k < 9; k++)
		m[k] = a[i * 9 + k];
	float c0 = m[4] * m[8] - m[5] * m[7], c1 = m[5] * m[6] - m[3] * m[8], c2 = m[3] * m[7] - m[4] * m[6];
	float det = 1.0f / (m[0] * c0 + m[1] * c1 + m[2] * c2 + 1e-6f);
	out[i * 9 + 0] = c0 * det;
	out[i * 9 + 1] = (m[2] * m[7] - m[1] * m[8]) * det;
	out[i * 9 + 2] = (m[1] * m[5] - m[2] * m[4]) * det;
	out[i * 9 + 3] = c1 * det;
	out[i * 9 + 4] = (m[0] * m[8] - m[2] * m[6]) * det;
	out[i * 9 + 5] = (m[2] * m[3] - m[0] * m[5]) * det;
	out[i * 9 + 6] = c2 * det;
	out[i * 9 + 7] = (m[1] * m[6] - m[0] * m[7]) * det;
	out[i * 9 + 8] = (m[0] * m[4] - m[1] * m[3]) * det;
}
__global__ void histogram_own(const unsigned char *a, unsigned *out, int each)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
	unsigned bins[16];
	for (int k = 0; k < 16; k++)
		bins[k] = 0;
	for (int k = 0; k < each; k++)
		bins[a[(size_t)k * all + i] & 15]++;
	for (int k = 0; k < 16; k++)
		atomicAdd(&out[k], bins[k]);
}
__global__ void spheres(const float4 *s, int n, unsigned char *picture, int w)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	float ox = 2.0f * x / w - 1, oy = 2.0f * y / w - 1, near = -1e20f, shade = 0;
	for (int k = 0; k < n; k++) {
		float4 b = s[k];
		float dx = ox - (2 * b.x - 1), dy = oy - (2 * b.y - 1), r = b.w * 0.2f + 0.01f, rest = r * r - dx * dx - dy * dy;
		if (rest > 0) {
			float dz = sqrtf(rest), z = b.z + dz;
			if (z > near) {
				near = z;
				shade = dz / r;
			}
		}
	}
	picture[y * w + x] = (unsigned char)(255 * shade);
}
__global__ void sines(const float *a, float *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		b[i] = sinf(a[i]) * cosf(a[i]) + powf(a[i], 1.5f);
}
__global__ void butterflies(float2 *x, int half, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n / 2)
		return;
	int k = i % half, at = i / half * 2 * half + k;
	float s, c;
	__sincosf(-3.14159265f * k / half, &s, &c);
	float2 u = x[at], v = x[at + half], t = make_float2(v.x * c - v.y * s, v.x * s + v.y * c);
	x[at] = make_float2(u.x + t.x, u.y + t.y);
	x[at + half] = make_float2(u.x - t.x, u.y - t.y);
}
__global__ void levenshtein_diagonal(const unsigned char *a, const unsigned char *b, const int *before2, const int *before, int *now, int d, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x + 1, j = d - i;
	if (i > n || j < 1 || j > n)
		return;
	int cost = a[i - 1] == b[j - 1] ? 0 : 1;
	now[i] = min(min(before[i - 1], before[i]) + 1, before2[i - 1] + cost);
}
__global__ void merge_blocks(const unsigned *a, unsigned *out, int run)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, pair = i / (2 * run), at = i % (2 * run), second = at >= run;
	const unsigned *other = a + pair * 2 * run + (second ? 0 : run);
	unsigned me = a[i];
	int low = 0, high = run;
	while (low < high) {
		int mid = (low + high) / 2;
		if (other[mid] < me || (second && other[mid] == me))
			low = mid + 1;
		else
			high = mid;
	}
	out[pair * 2 * run + at % run + low] = me;
}
__global__ void last_block_sum(const float *a, float *part, float *out, unsigned *done, int n)
{
	__shared__ float s[256];
	__shared__ bool last;
	float sum = 0;
	for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
		sum += a[i];
	s[threadIdx.x] = sum;
	__syncthreads();
	for (int d = 128; d > 0; d /= 2) {
		if (threadIdx.x < d)
			s[threadIdx.x] += s[threadIdx.x + d];
		__syncthreads();
	}
	if (threadIdx.x == 0) {
		part[blockIdx.x] = s[0];
		__threadfence();
		last = atomicInc(done, gridDim.x - 1) == gridDim.x - 1;
	}
	__syncthreads();
	if (last && threadIdx.x == 0) {
		float all = 0;
		for (int k = 0; k < gridDim.x; k++)
			all += ((volatile float *)part)[k];
		*out = all;
	}
}
__global__ void one_thread_sum(const float *a, float *out, int n)
{
	float s = 0;
	for (int i = 0; i < n; i++)
		s += a[i];
	*out = s;
}
__global__ void double_series(double *out, int terms)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	double x = i * 1e-6, term = 1, sum = 1;
	for (int k = 1; k < terms; k++) {
		term *= x / k;
		sum += term;
	}
	out[i] = sum;
}

} // namespace student
using namespace student;

static void rows_odd(bench &b)
{
	const int N = 1 << 20, R = 1 << 16;
	float *a = student_floats(N), *c = student_floats(N), *o = device<float>(4 * N), *value = student_floats(N);
	unsigned *words = student_words(N), *sorted, *work = device<unsigned>(N), *out = device<unsigned>(N), table[256];
	std::vector<unsigned> w = random_words(N);
	std::vector<int> start(R + 1), uneven(R + 1), to(N), row(N), far(R, -1);

	for (int k = 0; k < 256; k++) {
		table[k] = k;
		for (int j = 0; j < 8; j++)
			table[k] = table[k] >> 1 ^ (table[k] & 1 ? 0xedb88320u : 0);
	}
	CHECK(cudaMemcpyToSymbol(crc_table, table, sizeof table));
	for (int r = 0; r <= R; r++)
		start[r] = r * 16;
	for (int r = 0; r < R; r++)
		uneven[r + 1] = std::min(N, uneven[r] + (int)(w[r] % 8 ? w[r] / 8 % 12 : w[r] / 8 % 70));
	for (int e = 0; e < N; e++) {
		to[e] = w[e] % R;
		row[e] = e / 16;
	}
	for (int v = 0; v < R; v += 16)
		far[v] = 3;
	int *s16 = (int *)upload(start.data(), (R + 1) * 4), *su = (int *)upload(uneven.data(), (R + 1) * 4);
	int *columns = (int *)upload(to.data(), N * 4), *rows = (int *)upload(row.data(), N * 4), *distance = (int *)upload(far.data(), R * 4);
	std::sort(w.begin(), w.end());
	sorted = (unsigned *)upload(w.data(), N * 4);
	CHECK(cudaMemset(work, 0, N * 4));
	CHECK(cudaMemset(out, 0, N * 4));
	CHECK(cudaMemset(o, 0, 16 * N));
	unsigned char *text = (unsigned char *)words, *picture = (unsigned char *)o;
	unsigned *done = device<unsigned>(1);
	dim3 square(16, 16);

	CHECK(cudaMemset(done, 0, 4));

	b.row("student.blackscholes", [&] { student::black_scholes<<<N / 256, 256>>>(a, c, value, o, o + N, N, 0.02f, 0.3f); });
	b.row("student.pi", [&] { student::pi_darts<<<512, 256>>>(out, 200); });
	b.row("student.walk", [&] { student::random_walk<<<1024, 128>>>(o, 500); });
	b.row("student.primes", [&] { student::primes<<<256, 256>>>((int *)out, 65536); });
	b.row("student.collatz", [&] { student::collatz<<<256, 256>>>((int *)out, 65536); });
	b.row("student.gcd", [&] { student::gcds<<<R / 256, 256>>>(words, sorted, out, R); });
	b.row("student.powermod", [&] { student::power_mod<<<R / 128, 128>>>(words, out, R, 65537, 1000003); });
	b.row("student.julia", [&] { student::julia<<<dim3(32, 32), square>>>(picture, 512, 512); });
	b.row("student.nbody.sqrt", [&] { student::nbody_naive<<<32, 128>>>((float4 *)a, (float4 *)o, 4096); });
	b.row("student.nbody.tiles", [&] { student::nbody_tiles<<<64, 128>>>((float4 *)a, (float4 *)o, 8192); });
	b.row("student.kmeans", [&] { student::k_means<<<N / 4 / 256, 256>>>((float2 *)a, (float2 *)c, (int *)out, N / 4, 32); });
	b.row("student.histogram.shared", [&] { student::histogram_bytes_shared<<<264, 256>>>(text, work, 4 * N); });
	b.row("student.histogram.global", [&] { student::histogram_global<<<N / 256, 256>>>(text, work, N); });
	b.row("student.bitonic.far", [&] { student::bitonic_step<<<N / 256, 256>>>(sorted, 1 << 15, 1 << 20); });
	b.row("student.bitonic.near", [&] { student::bitonic_step<<<N / 256, 256>>>(sorted, 4, 1 << 20); });
	b.row("student.sort.oddeven", [&] { student::odd_even_sort<<<512, 256>>>(words, out); });
	b.row("student.sort.insertion", [&] { student::insertion_sort<<<R / 128, 128>>>(words, out, R); });
	b.row("student.sort.rank", [&] { student::rank_sort<<<64, 128>>>(words, out, 8192); });
	b.row("student.csr.vector", [&] { student::csr_vector<<<R / 8, 256>>>(s16, columns, value, a, o, R); });
	b.row("student.csr.scalar", [&] { student::csr_scalar<<<R / 256, 256>>>(su, columns, value, a, o, R); });
	b.row("student.coo", [&] { student::coo_atomic<<<N / 256, 256>>>(rows, columns, value, a, o, N); });
	b.row("student.bfs", [&] { student::bfs_level<<<R / 256, 256>>>(s16, columns, distance, (int *)out, 3, R, (int *)out + R); });
	b.row("student.floyd", [&] { student::floyd_step<<<dim3(4, 1024), 256>>>((int *)words, (int *)out, 1024, 500); });
	b.row("student.eliminate", [&] { student::eliminate<<<dim3(64, 64), square>>>(o, 1024, 0); });
	b.row("student.crc", [&] { student::crc<<<64, 128>>>(text, out, 128); });
	b.row("student.find", [&] { student::find_word<<<4 * N / 256, 256>>>(text, 4 * N, (int *)out, make_int4('a', 'b', 'c', 'd')); });
	b.row("student.bits", [&] { student::words_of_bits<<<N / 256, 256>>>(sorted, (int *)out, N); });
	b.row("student.compact", [&] {
		CHECK(cudaMemsetAsync(work, 0, 4));
		student::compact_ballot<<<N / 256, 256>>>(sorted, out, (int *)work, N);
	});
	b.row("student.max", [&] { student::largest<<<264, 256>>>((int *)sorted, (int *)out, N); });
	b.row("student.inverse3", [&] { student::inverse3<<<N / 16 / 128, 128>>>(a, o, N / 16); });
	b.row("student.histogram.own", [&] { student::histogram_own<<<128, 128>>>(text, out, 128); });
	b.row("student.spheres", [&] { student::spheres<<<square, square>>>((float4 *)a, 100, picture, 256); });
	b.row("student.sines", [&] { student::sines<<<N / 256, 256>>>(a, o, N); });
	b.row("student.fft.64", [&] { student::butterflies<<<N / 2 / 256, 256>>>((float2 *)o, 64, N); });
	b.row("student.fft.2", [&] { student::butterflies<<<N / 2 / 256, 256>>>((float2 *)o, 2, N); });
	b.row("student.levenshtein", [&] {
		student::levenshtein_diagonal<<<64, 256>>>(text, text + N, (int *)work, (int *)work + N / 4, (int *)work + N / 2, 16000, 16384);
	});
	b.row("student.merge", [&] { student::merge_blocks<<<N / 256, 256>>>(sorted, out, 4096); });
	b.row("student.lastblock", [&] { student::last_block_sum<<<256, 256>>>(a, o, o + N, done, N); });
	b.row("student.alone", [&] { student::one_thread_sum<<<1, 1>>>(a, o, 4096); });
	b.row("student.series", [&] { student::double_series<<<256, 256>>>((double *)o, 50); });
}

void rows_student(bench &b)
{
	if (!b.wants("student."))
		return;
	rows_student_arrays(b);
	rows_odd(b);
}
