// blind3d: a third set of kernels that nobody had modelled when they were written. Sound, tables of subproblems, puzzles, tools.
#include "probe.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
typedef unsigned char byte;
typedef unsigned long long u64;
__constant__ float taps[32];

// ---- sound
__global__ void fft_1024(const float2 *in, float2 *out)
{ // a block a signal, radix two in shared memory
	__shared__ float2 s[1024];
	int t = threadIdx.x, base = blockIdx.x * 1024;
	s[__brev(t) >> 22] = in[base + t];
	s[__brev(t + 512) >> 22] = in[base + t + 512];
	__syncthreads();
	for (int half = 1; half < 1024; half *= 2) {
		int k = t & (half - 1), i = 2 * t - k;
		float c, d;
		sincospif(-(float)k / half, &d, &c);
		float2 a = s[i], b = s[i + half];
		float re = b.x * c - b.y * d, im = b.x * d + b.y * c;
		s[i] = make_float2(a.x + re, a.y + im);
		s[i + half] = make_float2(a.x - re, a.y - im);
		__syncthreads();
	}
	out[base + t] = s[t];
	out[base + t + 512] = s[t + 512];
}
__global__ void dft_naive(const float *in, float2 *out, int n)
{
	int k = blockIdx.x * blockDim.x + threadIdx.x;
	if (k >= n)
		return;
	float re = 0, im = 0;
	for (int j = 0; j < n; j++) {
		float a = -2 * 3.14159265f * (k * j % n) / n;
		re += in[j] * cosf(a);
		im += in[j] * sinf(a);
	}
	out[k] = make_float2(re, im);
}
__global__ void haar(const float *in, float *out)
{ // all levels of 1024 values in a block
	__shared__ float s[1024], t[1024];
	int me = threadIdx.x, base = blockIdx.x * 1024;
	for (int i = me; i < 1024; i += blockDim.x)
		s[i] = in[base + i];
	__syncthreads();
	for (int n = 512; n >= 1; n /= 2) {
		for (int i = me; i < n; i += blockDim.x) {
			t[i] = (s[2 * i] + s[2 * i + 1]) * 0.70710678f;
			t[n + i] = (s[2 * i] - s[2 * i + 1]) * 0.70710678f;
		}
		__syncthreads();
		for (int i = me; i < 2 * n; i += blockDim.x)
			s[i] = t[i];
		__syncthreads();
	}
	for (int i = me; i < 1024; i += blockDim.x)
		out[base + i] = s[i];
}
__global__ void goertzel(const short *samples, float *power, int n, int tones)
{ // a thread a tone, a block a piece of sound
	if (threadIdx.x >= tones)
		return;
	float c = 2 * cospif(2.0f * (threadIdx.x + 4) / 200), a = 0, b = 0;
	for (int k = 0; k < n; k++) {
		float s = samples[blockIdx.x * n + k] + c * a - b;
		b = a;
		a = s;
	}
	power[blockIdx.x * tones + threadIdx.x] = a * a + b * b - c * a * b;
}
__global__ void autocorrelation(const float *in, float *out, int n)
{ // a block a lag
	__shared__ float part[8];
	float s = 0;
	for (int i = threadIdx.x; i + blockIdx.x < n; i += blockDim.x)
		s += in[i] * in[i + blockIdx.x];
	for (int d = 16; d; d /= 2)
		s += __shfl_down_sync(~0u, s, d);
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = s;
	__syncthreads();
	if (threadIdx.x == 0) {
		for (int k = 1; k < blockDim.x / 32; k++)
			s += part[k];
		out[blockIdx.x] = s;
	}
}
template <int T> __global__ void fir(const float *__restrict__ in, float *__restrict__ out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + T > n)
		return;
	float s = 0;
#pragma unroll
	for (int k = 0; k < T; k++)
		s += taps[k] * in[i + k];
	out[i] = s;
}
__global__ void iir_channels(const short *in, short *out, int channels, int n)
{ // a thread a channel, samples of all channels in turn
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= channels)
		return;
	float y1 = 0, y2 = 0, x1 = 0;
	for (int k = 0; k < n; k++) {
		float x = in[k * channels + c], y = 0.2f * x + 0.2f * x1 + 1.2f * y1 - 0.5f * y2;
		x1 = x;
		y2 = y1;
		y1 = y;
		out[k * channels + c] = (short)fmaxf(fminf(y, 32767.0f), -32768.0f);
	}
}
__global__ void mix(const short2 *a, const short2 *b, short2 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		int l = a[i].x + b[i].x, r = a[i].y + b[i].y;
		out[i] = make_short2(min(max(l, -32768), 32767), min(max(r, -32768), 32767));
	}
}
__global__ void mu_law(const short *in, byte *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int v = in[i], sign = v < 0 ? 128 : 0, m = min(abs(v), 32635) + 132, e = 31 - __clz(m) - 7;
	out[i] = ~(sign | e << 4 | (m >> (e + 3) & 15));
}
__global__ void resample(const short *in, short *out, int n, int from, int to)
{ // 44100 to 48000 with 64-bit places
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	long long at = (long long)i * from;
	int k = (int)(at / to), rest = (int)(at % to);
	out[i] = in[k] + (in[k + 1] - in[k]) * rest / to;
}
// ---- tables of subproblems
__global__ void knapsack_item(const int *last, int *now, int capacity, int weight, int value)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c <= capacity)
		now[c] = c >= weight ? max(last[c], last[c - weight] + value) : last[c];
}
__global__ void chain_diagonal(const unsigned *dims, unsigned *cost, int n, int length)
{ // the cheapest order of products, one diagonal of the table
	int i = blockIdx.x * blockDim.x + threadIdx.x, j = i + length;
	if (j >= n)
		return;
	unsigned best = ~0u;
	for (int k = i; k < j; k++) {
		unsigned c = cost[i * n + k] + cost[(k + 1) * n + j] + (dims[i] & 31) * (dims[k + 1] & 31) * (dims[j + 1] & 31);
		best = min(best, c);
	}
	cost[i * n + j] = best;
}
__global__ void grid_path(const byte *toll, int *best, int n)
{ // the cheapest way through n x n places, diagonals in one block
	extern __shared__ int line[];
	int t = threadIdx.x;
	for (int c = t; c < n; c += blockDim.x)
		line[c] = 1 << 28;
	__syncthreads();
	for (int s = 0; s < 2 * n - 1; s++) {
		int x = t, y = s - t, v = 0;
		bool in = x < n && y >= 0 && y < n;
		if (in) {
			int up = line[x], left = x > 0 ? line[x - 1] : 1 << 28;
			v = toll[(blockIdx.x * n + y) * n + x] + (x + y ? min(up, left) : 0);
		}
		__syncthreads();
		if (in)
			line[x] = v;
		__syncthreads();
	}
	if (t == n - 1)
		best[blockIdx.x] = line[t];
}
// ---- puzzles
__global__ void travel(const float *dist, int *best, int total)
{ // the i-th order of nine towns
	__shared__ float d[10][10];
	if (threadIdx.x < 100)
		d[threadIdx.x / 10][threadIdx.x % 10] = dist[threadIdx.x];
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= total)
		return;
	int left[9], code = i, at = 9;
	for (int k = 0; k < 9; k++)
		left[k] = k;
	float sum = 0;
	for (int k = 9; k > 0; k--) {
		int which = code % k, town = left[which];
		code /= k;
		left[which] = left[k - 1];
		sum += d[at][town];
		at = town;
	}
	atomicMin(best, (int)((sum + d[at][9]) * 1000));
}
__global__ void sudoku_check(const byte *boards, byte *good, int n)
{ // rows, columns and squares as bit sets
	int b = blockIdx.x * blockDim.x + threadIdx.x;
	if (b >= n)
		return;
	const byte *p = boards + b * 81;
	bool ok = true;
	for (int i = 0; i < 9 && ok; i++) {
		int row = 0, col = 0, square = 0;
		for (int j = 0; j < 9; j++) {
			row |= 1 << p[i * 9 + j] % 9;
			col |= 1 << p[j * 9 + i] % 9;
			square |= 1 << p[(i / 3 * 3 + j / 3) * 9 + i % 3 * 3 + j % 3] % 9;
		}
		ok = row == 511 && col == 511 && square == 511;
	}
	good[b] = ok;
}
__global__ void subset_sums(const unsigned *set, int *count, int bits, unsigned target)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
	for (int k = 0; k < bits; k++)
		if (i >> k & 1)
			s += set[k] & 63;
	if (s == target)
		atomicAdd(count, 1);
}
__device__ int fib_slow(int n)
{
	return n < 2 ? n : fib_slow(n - 1) + fib_slow(n - 2);
}
__global__ void fib_recursive(int *out, int most)
{ // real recursion
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = fib_slow(i % most);
}
__global__ void ackermann(int *out)
{ // and recursion turned into a stack
	int i = blockIdx.x * blockDim.x + threadIdx.x, stack[96], top = 0, n = i % 16;
	stack[top++] = 2;
	while (top > 0) {
		int m = stack[--top];
		if (m == 0)
			n++;
		else if (n == 0) {
			stack[top++] = m - 1;
			n = 1;
		} else {
			stack[top++] = m - 1;
			stack[top++] = m;
			n--;
		}
	}
	out[i] = n;
}
__global__ void luhn(const byte *digits, byte *valid, int n)
{ // card numbers of 16 digits
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int s = 0;
	for (int k = 0; k < 16; k++) {
		int d = digits[i * 16 + k] % 10;
		if (k % 2 == 0) {
			d *= 2;
			if (d > 9)
				d -= 9;
		}
		s += d;
	}
	valid[i] = s % 10 == 0;
}
struct date {
	short year;
	byte month, day;
};
__global__ void dates(const unsigned *days, date *out, int *weekday, int n)
{ // from days since 1970
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int z = days[i] % 40000, y = 1970, m = 1;
	atomicAdd(&weekday[(z + 4) % 7], 1);
	while (true) {
		int length = y % 4 == 0 && (y % 100 != 0 || y % 400 == 0) ? 366 : 365;
		if (z < length)
			break;
		z -= length;
		y++;
	}
	while (true) {
		int length = m == 2 ? (y % 4 == 0 && (y % 100 != 0 || y % 400 == 0) ? 29 : 28) : m == 4 || m == 6 || m == 9 || m == 11 ? 30 : 31;
		if (z < length)
			break;
		z -= length;
		m++;
	}
	out[i] = {(short)y, (byte)m, (byte)(z + 1)};
}
// ---- tools
__global__ void block_scan(const int *in, int *out, int *totals, int n)
{ // shuffles within a warp, then over the warps
	__shared__ int sums[32];
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5, v = i < n ? in[i] & 255 : 0;
	for (int d = 1; d < 32; d *= 2) {
		int o = __shfl_up_sync(~0u, v, d);
		if (lane >= d)
			v += o;
	}
	if (lane == 31)
		sums[warp] = v;
	__syncthreads();
	if (warp == 0) {
		int s = lane < blockDim.x / 32 ? sums[lane] : 0;
		for (int d = 1; d < 32; d *= 2) {
			int o = __shfl_up_sync(~0u, s, d);
			if (lane >= d)
				s += o;
		}
		sums[lane] = s;
	}
	__syncthreads();
	if (warp > 0)
		v += sums[warp - 1];
	if (i < n)
		out[i] = v;
	if (threadIdx.x == blockDim.x - 1)
		totals[blockIdx.x] = v;
}
template <int R> __global__ void stencil_1d(const int *in, int *out, int n)
{
	extern __shared__ int t[];
	int g = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x + R;
	t[l] = g < n ? in[g] : 0;
	if (threadIdx.x < R) {
		t[l - R] = g >= R ? in[g - R] : 0;
		t[l + blockDim.x] = g + (int)blockDim.x < n ? in[g + blockDim.x] : 0;
	}
	__syncthreads();
	int s = 0;
	for (int o = -R; o <= R; o++)
		s += t[l + o];
	if (g < n)
		out[g] = s;
}
__global__ void warp_histograms(const byte *in, unsigned *bins, int n)
{ // a histogram for each warp of the block
	__shared__ unsigned h[8][64];
	for (int k = threadIdx.x; k < 512; k += blockDim.x)
		h[k / 64][k % 64] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&h[threadIdx.x / 32][in[i] >> 2], 1);
	__syncthreads();
	if (threadIdx.x < 64) {
		unsigned s = 0;
		for (int k = 0; k < 8; k++)
			s += h[k][threadIdx.x];
		atomicAdd(&bins[threadIdx.x], s);
	}
}
__device__ void atomic_max_float(float *p, float v)
{
	int old = *(volatile int *)p;
	while (__int_as_float(old) < v) {
		int seen = atomicCAS((int *)p, old, __float_as_int(v));
		if (seen == old)
			break;
		old = seen;
	}
}
__global__ void group_max(const float *a, const unsigned *group, float *most, int n, int groups)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomic_max_float(&most[group[i] % groups], a[i]);
}
__global__ void bucket_lists(const unsigned *keys, int *head, int *next, int n, int buckets)
{ // chains, each thread puts itself in front
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		next[i] = atomicExch(&head[keys[i] % buckets], i);
}
__global__ void walk_lists(const int *head, const int *next, const unsigned *keys, const unsigned *wanted, byte *found, int n, int buckets)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int at = head[wanted[i] % buckets];
	while (at >= 0 && keys[at] != wanted[i])
		at = next[at];
	found[i] = at >= 0;
}
__global__ void bloom_add(const unsigned *keys, unsigned *bits, int n, unsigned mask)
{ // three bits a key
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned h = keys[i];
	for (int k = 0; k < 3; k++) {
		h = (h ^ h >> 16) * 0x45d9f3bu;
		atomicOr(&bits[(h & mask) >> 5], 1u << (h & 31));
	}
}
struct reading {
	byte kind;
	short station;
	int time;
	double value;
};
__global__ void split_fields(const reading *in, byte *kind, short *station, double *value, int n)
{ // an array of structures becomes arrays
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		kind[i] = in[i].kind;
		station[i] = in[i].station;
		value[i] = in[i].value;
	}
}
__global__ void station_means(const reading *in, double *sum, int *count, int n, int stations)
{ // only one kind in four counts
	int step = gridDim.x * blockDim.x;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
		if ((in[i].kind & 3) == 1) {
			int s = (unsigned short)in[i].station % stations;
			atomicAdd(&sum[s], in[i].value);
			atomicAdd(&count[s], 1);
		}
}
__global__ void normalise_grid(float *a, float *total, int n)
{ // a sum and a division in one launch, the grid waits between
	cg::grid_group grid = cg::this_grid();
	cg::thread_block block = cg::this_thread_block();
	auto warp = cg::tiled_partition<32>(block);
	float s = 0;
	for (int i = grid.thread_rank(); i < n; i += grid.size())
		s += a[i];
	s = cg::reduce(warp, s, cg::plus<float>());
	if (warp.thread_rank() == 0)
		atomicAdd(total, s);
	grid.sync();
	float k = 1 / *(volatile float *)total;
	for (int i = grid.thread_rank(); i < n; i += grid.size())
		a[i] *= k;
}
__global__ void segment_sums(const float *v, const int *segment, float *sum, int n)
{ // sorted segments: lanes of the same one add up first
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, s = i < n ? segment[i] : -1;
	float x = i < n ? v[i] : 0;
	for (int d = 1; d < 32; d *= 2) {
		float o = __shfl_up_sync(~0u, x, d);
		int q = __shfl_up_sync(~0u, s, d);
		if (lane >= d && q == s)
			x += o;
	}
	int after = __shfl_down_sync(~0u, s, 1);
	if (s >= 0 && (lane == 31 || after != s))
		atomicAdd(&sum[s], x);
}
__global__ void range_counts(const int *least, const int *most, const unsigned *q, int *out, int leaves, int n)
{ // how many leaves of a tree of minima and maxima lie in a range: a stack of nodes
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int lo = q[i] % 60000, hi = lo + q[i] / 65536 % 4000, stack[40], top = 0, count = 0;
	stack[top++] = 1;
	while (top > 0) {
		int v = stack[--top];
		if (least[v] > hi || most[v] < lo)
			continue;
		if (v >= leaves)
			count++;
		else {
			stack[top++] = 2 * v;
			stack[top++] = 2 * v + 1;
		}
	}
	out[i] = count;
}

void rows()
{
	const int M = 1 << 20;
	std::vector<unsigned> w = words(4 * M);
	std::vector<float> f = fractions(w);
	std::vector<reading> readings(400000);
	for (size_t i = 0; i < readings.size(); i++)
		readings[i] = {(byte)w[i], (short)(w[i] >> 8), (int)i, f[i]};
	std::vector<byte> boards(20000 * 81);
	for (int b = 0; b < 20000; b++) { // whole, but for one place in half of them
		for (int i = 0; i < 81; i++)
			boards[b * 81 + i] = (i / 9 * 3 + i / 27 + i % 9 + b) % 9 + 1;
		if (b & 1)
			boards[b * 81 + w[b] % 81] = w[b] >> 16 & 7;
	}
	const int keys = 100000, buckets = 30000, leaves = 4096;
	std::vector<int> heads(buckets, -1), links(keys), segments(500000), least(2 * leaves), most(2 * leaves);
	for (int i = 0; i < keys; i++) {
		links[i] = heads[w[i] % buckets];
		heads[w[i] % buckets] = i;
	}
	for (int i = 1; i < 500000; i++)
		segments[i] = segments[i - 1] + (w[i] % 23 == 0);
	for (int i = 0; i < leaves; i++)
		least[leaves + i] = most[leaves + i] = i * 16 + w[i] % 64;
	for (int v = leaves - 1; v > 0; v--) {
		least[v] = std::min(least[2 * v], least[2 * v + 1]);
		most[v] = std::max(most[2 * v], most[2 * v + 1]);
	}
	std::vector<unsigned> wanted(200000);
	for (size_t i = 0; i < wanted.size(); i++)
		wanted[i] = i & 1 ? w[w[i] % keys] : w[i + 500000];
	CHECK(cudaMemcpyToSymbol(taps, f.data(), sizeof taps));
	unsigned *u = upload(w), *want = upload(wanted);
	float *x = upload(f), *out = dev<float>(4 * M);
	reading *re = upload(readings);
	byte *bo = upload(boards);
	int *he = upload(heads), *li = upload(links), *se = upload(segments), *mi = upload(least), *ma = upload(most), *zero = dev<int>(M);
	auto clear = [&] { CHECK(cudaMemset(zero, 0, M * sizeof(int))); };
	auto full = [&] { CHECK(cudaMemset(zero, 0x7f, M * sizeof(int))); };
	auto none = [&] { CHECK(cudaMemset(zero, 0xff, M * sizeof(int))); };
	auto refloat = [&] {
		CHECK(cudaMemcpy(out, x, 4 * M * sizeof(float), cudaMemcpyDeviceToDevice));
		clear();
	};

	row("fft_1024", [&] { fft_1024<<<400, 512>>>((float2 *)x, (float2 *)out); });
	row("dft_naive", [&] { dft_naive<<<12, 128>>>(x, (float2 *)out, 1500); });
	row("haar", [&] { haar<<<1000, 256>>>(x, out); });
	row("goertzel", [&] { goertzel<<<500, 32>>>((short *)u, out, 205, 24); });
	row("autocorrelation", [&] { autocorrelation<<<500, 256>>>(x, out, 8000); });
	row("fir.8", [&] { fir<8><<<5860, 256>>>(x, out, 1500000); });
	row("fir.31", [&] { fir<31><<<1172, 512>>>(x, out, 600000); });
	row("iir_channels", [&] { iir_channels<<<16, 64>>>((short *)u, (short *)out, 1000, 500); });
	row("mix", [&] { mix<<<7813, 256>>>((short2 *)u, (short2 *)u + 2 * M, (short2 *)out, 2000000); });
	row("mu_law", [&] { mu_law<<<11719, 256>>>((short *)u, (byte *)out, 3000000); });
	row("resample", [&] { resample<<<3907, 256>>>((short *)u, (short *)out, 1000000, 44100, 48000); });
	row("knapsack_item", [&] { knapsack_item<<<391, 256>>>((int *)u, (int *)out, 100000, 777, 31); });
	row("chain_diagonal.300", [&] { chain_diagonal<<<3, 128>>>(u, (unsigned *)out, 600, 300); }, refloat);
	row("grid_path", [&] { grid_path<<<40, 256, 1000>>>((byte *)u, (int *)out, 250); });
	row("travel", [&] { travel<<<2835, 128>>>(x, zero, 362880); }, full);
	row("sudoku_check", [&] { sudoku_check<<<157, 128>>>(bo, (byte *)out, 20000); });
	row("subset_sums", [&] { subset_sums<<<4096, 256>>>(u, zero, 20, 300); }, clear);
	row("fib_recursive", [&] { fib_recursive<<<64, 128>>>((int *)out, 12); });
	row("ackermann", [&] { ackermann<<<64, 128>>>((int *)out); });
	row("luhn", [&] { luhn<<<3907, 256>>>((byte *)u, (byte *)out, 1000000); });
	row("dates", [&] { dates<<<782, 128>>>(u, (date *)out, zero, 100000); }, clear);
	row("block_scan.1024", [&] { block_scan<<<977, 1024>>>((int *)u, (int *)out, zero, 1000000); });
	row("block_scan.128", [&] { block_scan<<<7813, 128>>>((int *)u, (int *)out, zero, 1000000); });
	row("stencil_1d.7", [&] { stencil_1d<7><<<5860, 256, 270 * 4>>>((int *)u, (int *)out, 1500000); });
	row("warp_histograms", [&] { warp_histograms<<<132, 256>>>((byte *)u, (unsigned *)zero, 3000000); }, clear);
	row("group_max", [&] { group_max<<<782, 256>>>(x, u + M, (float *)zero, 200000, 3000); }, clear);
	row("bucket_lists", [&] { bucket_lists<<<391, 256>>>(u, zero, (int *)out, 100000, 30000); }, none);
	row("walk_lists", [&] { walk_lists<<<782, 256>>>(he, li, u, want, (byte *)out, 200000, 30000); });
	row("bloom_add", [&] { bloom_add<<<1172, 256>>>(u, (unsigned *)zero, 300000, (1u << 23) - 1); }, clear);
	row("split_fields", [&] { split_fields<<<1563, 256>>>(re, (byte *)out, (short *)out + M, (double *)out + M / 2, 400000); });
	row("station_means", [&] { station_means<<<132, 256>>>(re, (double *)zero, zero + 10000, 400000, 500); }, clear);
	row("normalise_grid", [&] {
		float *a = out, *total = (float *)zero;
		int n = 2000000;
		void *args[] = {&a, &total, &n};
		CHECK(cudaLaunchCooperativeKernel((void *)normalise_grid, dim3(132), dim3(512), args, 0, 0));
	}, refloat);
	row("segment_sums", [&] { segment_sums<<<1954, 256>>>(x, se, (float *)zero, 500000); }, clear);
	row("range_counts", [&] { range_counts<<<64, 128>>>(mi, ma, u, (int *)out, leaves, 8192); });
}
