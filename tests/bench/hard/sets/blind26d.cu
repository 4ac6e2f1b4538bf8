// blind26d: a fresh set of kernels that nobody had modelled when they were written. Orders, counts, sums, turned
// tables.
#include "blind7.h"

static int up(int n, int by)
{
	return (n + by - 1) / by;
}
static const int CHUNK = 1024, DIGITS = 16;
__global__ void four_bits_count(const unsigned *key, int *count, int shift, int n)
{ // 256 threads look at four keys each; a counter table of the block, digit after digit in memory
	__shared__ int c[DIGITS];
	if (threadIdx.x < DIGITS)
		c[threadIdx.x] = 0;
	__syncthreads();
	uint4 k = ((const uint4 *)key)[blockIdx.x * 256 + threadIdx.x];
	atomicAdd(&c[k.x >> shift & 15], 1);
	atomicAdd(&c[k.y >> shift & 15], 1);
	atomicAdd(&c[k.z >> shift & 15], 1);
	atomicAdd(&c[k.w >> shift & 15], 1);
	__syncthreads();
	if (threadIdx.x < DIGITS)
		count[threadIdx.x * gridDim.x + blockIdx.x] = c[threadIdx.x];
}
__global__ void starts_one_block(int *count, int n)
{ // one block sums them up, exclusive, sixteen at a time per thread
	__shared__ int warp_sum[32];
	int t = threadIdx.x, lane = t % 32, carry = 0;
	for (int base = 0; base < n; base += blockDim.x * 4) {
		int i = base + t * 4, v[4], sum = 0;
		for (int k = 0; k < 4; k++) {
			v[k] = i + k < n ? count[i + k] : 0;
			sum += v[k];
		}
		int s = sum;
		for (int d = 1; d < 32; d *= 2) {
			int o = __shfl_up_sync(~0u, s, d);
			s += lane >= d ? o : 0;
		}
		if (lane == 31)
			warp_sum[t / 32] = s;
		__syncthreads();
		if (t < 32) {
			int x = t < blockDim.x / 32 ? warp_sum[t] : 0;
			for (int d = 1; d < 32; d *= 2) {
				int o = __shfl_up_sync(~0u, x, d);
				x += lane >= d ? o : 0;
			}
			warp_sum[t] = x;
		}
		__syncthreads();
		int at = carry + s - sum + (t >= 32 ? warp_sum[t / 32 - 1] : 0);
		for (int k = 0; k < 4; k++) {
			if (i + k < n)
				count[i + k] = at;
			at += v[k];
		}
		carry += warp_sum[31];
		__syncthreads();
	}
}
__global__ void four_bits_move(
	const unsigned *key, const unsigned *value, const int *start, unsigned *key2, unsigned *value2, int shift)
{ // a block of one warp per 1024 keys: rounds of 32, equal digits found by matching
	__shared__ int at[DIGITS];
	int lane = threadIdx.x;
	if (lane < DIGITS)
		at[lane] = start[lane * gridDim.x + blockIdx.x];
	__syncwarp();
	for (int r = 0; r < CHUNK; r += 32) {
		int i = blockIdx.x * CHUNK + r + lane;
		unsigned k = key[i], d = k >> shift & 15, who = __match_any_sync(~0u, d);
		int place = at[d] + __popc(who & ((1u << lane) - 1));
		key2[place] = k;
		value2[place] = value[i];
		__syncwarp();
		if (lane == 31 - __clz(who))
			at[d] = place + 1;
		__syncwarp();
	}
}
__global__ void runs_insertion(const short *in, short *out, int n)
{ // runs of 24, a run a thread, in a local array
	short v[24];
	int first = (blockIdx.x * blockDim.x + threadIdx.x) * 24;
	if (first >= n)
		return;
	for (int i = 0; i < 24; i++) {
		short x = in[first + i];
		int j = i;
		for (; j > 0 && v[j - 1] > x; j--)
			v[j] = v[j - 1];
		v[j] = x;
	}
	for (int i = 0; i < 24; i++)
		out[first + i] = v[i];
}
__global__ void runs_merge(const short *in, short *out, int run, int n)
{ // two runs become one: a thread finds its own element's place in the other run
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int pair = i / (2 * run) * 2 * run, in_second = (i - pair) >= run, own = i - pair - in_second * run;
	int low = min(pair + (1 - in_second) * run, n), high = min(low + run, n), first = low;
	short x = in[i];
	while (low < high) {
		int mid = (low + high) / 2;
		if (in_second ? in[mid] <= x : in[mid] < x)
			low = mid + 1;
		else
			high = mid;
	}
	out[pair + own + low - first] = x;
}
__global__ void merge_ranks_shared(const u64 *in, u64 *out)
{ // a thousand numbers a block: ranks by halving, lengths 1, 2, 4 ..., back and forth between two rooms
	__shared__ u64 room[2][CHUNK];
	int t = threadIdx.x, now = 0;
	room[0][t] = in[blockIdx.x * CHUNK + t];
	for (int run = 1; run < CHUNK; run *= 2, now ^= 1) {
		__syncthreads();
		u64 x = room[now][t];
		int second = t & run, own = t & (run - 1), other = (t & ~(2 * run - 1)) + (second ? 0 : run), rank = 0;
		for (int step = run; step; step /= 2)
			if (rank + step <= run) {
				u64 y = room[now][other + rank + step - 1];
				if (y < x || second && y == x)
					rank += step;
			}
		room[now ^ 1][(t & ~(2 * run - 1)) + own + rank] = x;
	}
	__syncthreads();
	out[blockIdx.x * CHUNK + t] = room[now][t];
}
__global__ void network_near(float2 *v, int span, int whole)
{ // a bitonic network on pairs (key, value): what fits into a block
	__shared__ float2 s[1024];
	int base = blockIdx.x * 1024, t = threadIdx.x;
	s[t] = v[base + t], s[t + 512] = v[base + t + 512];
	for (int size = whole ? 2 : span; size <= span; size *= 2)
		for (int d = min(size / 2, 512); d; d /= 2) {
			__syncthreads();
			int a = 2 * t - (t & (d - 1)), b = a + d;
			bool upward = ((base + a) & size) == 0;
			float2 x = s[a], y = s[b];
			if ((x.x > y.x) == upward)
				s[a] = y, s[b] = x;
		}
	__syncthreads();
	v[base + t] = s[t], v[base + t + 512] = s[t + 512];
}
__global__ void network_far(float2 *v, int size, int d)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x, a = 2 * t - (t & (d - 1)), b = a + d;
	float2 x = v[a], y = v[b];
	if ((x.x > y.x) == ((a & size) == 0))
		v[a] = y, v[b] = x;
}
__global__ void bins_of_bytes(const unsigned *data, int *part, int words)
{ // 64 counters of a byte for each of 64 threads
	__shared__ byte c[64 * 64];
	int t = threadIdx.x;
	for (int i = t; i < 1024; i += 64)
		((int *)c)[i] = 0;
	__syncthreads();
	// neighbours count in different words
	int spread = (t & 15) << 2 | t >> 4;
	for (int k = 0, i = blockIdx.x * 60 * 64 + t; k < 60 && i < words; k++, i += 64) {
		unsigned w = data[i];
		c[spread + (w >> 2 & 63) * 64]++;
		c[spread + (w >> 10 & 63) * 64]++;
		c[spread + (w >> 18 & 63) * 64]++;
		c[spread + (w >> 26) * 64]++;
	}
	__syncthreads();
	int sum = 0;
	for (int k = 0; k < 64; k++)
		sum += c[t * 64 + (k + t) % 64];
	part[blockIdx.x * 64 + t] = sum;
}
__global__ void bins_merge(const int *part, int *out, int blocks, int bins)
{ // a bin a block
	__shared__ int s[128];
	int t = threadIdx.x, sum = 0;
	for (int i = t; i < blocks; i += 128)
		sum += part[i * bins + blockIdx.x];
	s[t] = sum;
	for (int d = 64; d; d /= 2) {
		__syncthreads();
		if (t < d)
			s[t] += s[t + d];
	}
	if (t == 0)
		out[blockIdx.x] = s[0];
}
__global__ void bins_warps(const unsigned *data, int *part, int words)
{ // 256 bins, a table a warp, six warps
	__shared__ int table[6][256];
	int t = threadIdx.x, *mine = table[t / 32];
	for (int i = t; i < 6 * 256; i += 192)
		table[0][i] = 0;
	__syncthreads();
	for (int i = blockIdx.x * 192 + t; i < words; i += gridDim.x * 192) {
		unsigned w = data[i];
		atomicAdd(mine + (w & 255), 1);
		atomicAdd(mine + (w >> 8 & 255), 1);
		atomicAdd(mine + (w >> 16 & 255), 1);
		atomicAdd(mine + (w >> 24), 1);
	}
	__syncthreads();
	for (int b = t; b < 256; b += 192) {
		int sum = 0;
		for (int k = 0; k < 6; k++)
			sum += table[k][b];
		part[blockIdx.x * 256 + b] = sum;
	}
}
__global__ void bins_wide_saturating(const unsigned *data, unsigned *out, int n, int bins)
{ // many bins, no count above 255, four counters a word: compare and swap
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned b = data[i] % bins * (data[i] >> 28) / 15, shift = b % 4 * 8, old = *(volatile unsigned *)&out[b / 4];
	while ((old >> shift & 255) < 255) {
		unsigned seen = atomicCAS(&out[b / 4], old, old + (1u << shift));
		if (seen == old)
			break;
		old = seen;
	}
}
__global__ void sums_fours(const uint4 *in, uint4 *out, unsigned *total)
{ // exclusive sums: 256 threads with four numbers each, twice the room so that nobody looks outside
	__shared__ unsigned s[512];
	int t = threadIdx.x;
	uint4 v = in[blockIdx.x * 256 + t];
	v.y += v.x, v.z += v.y, v.w += v.z;
	s[t] = 0;
	s[t + 256] = v.w;
	for (int d = 1; d < 256; d *= 2) {
		__syncthreads();
		unsigned x = s[t + 256] + s[t + 256 - d];
		__syncthreads();
		s[t + 256] = x;
	}
	unsigned before = s[t + 256] - v.w;
	out[blockIdx.x * 256 + t] = make_uint4(before, before + v.x, before + v.y, before + v.z);
	if (t == 255)
		total[blockIdx.x] = before + v.w;
}
__global__ void sums_add(uint4 *out, const int *start)
{
	__shared__ unsigned s;
	if (threadIdx.x == 0)
		s = start[blockIdx.x];
	__syncthreads();
	uint4 v = out[blockIdx.x * 256 + threadIdx.x];
	out[blockIdx.x * 256 + threadIdx.x] = make_uint4(v.x + s, v.y + s, v.z + s, v.w + s);
}
__global__ void sums_of_rows(const u64 *in, u64 *out, int w)
{ // a row of a picture a block: running sums of 64 bits by shuffles, a carry goes on
	__shared__ u64 last[4];
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	u64 carry = 0;
	for (int x = threadIdx.x; x < w + 127; x += 128) {
		u64 v = x < w ? in[blockIdx.x * w + x] : 0;
#pragma unroll
		for (int d = 1; d < 32; d *= 2) {
			u64 o = __shfl_up_sync(~0u, v, d);
			if (lane >= d)
				v += o;
		}
		if (lane == 31)
			last[warp] = v;
		__syncthreads();
		u64 all = 0;
		for (int k = 0; k < 4; k++) {
			v += k < warp ? last[k] : 0;
			all += last[k];
		}
		if (x < w)
			out[blockIdx.x * w + x] = v + carry;
		carry += all;
		__syncthreads();
		if (x - threadIdx.x + 128 >= w)
			break;
	}
}
__global__ void turn_tile_pairs(int2 *m, int n)
{ // a tile and its mirror tile change places; a pair of tiles a block
	__shared__ int2 a[16][17], b[16][17];
	int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
	if (bx > by)
		return;
	int2 *p = m + (by * 16 + ty) * n + bx * 16 + tx, *q = m + (bx * 16 + ty) * n + by * 16 + tx;
	a[ty][tx] = *p;
	b[ty][tx] = *q;
	__syncthreads();
	*q = a[tx][ty];
	*p = b[tx][ty];
}
__global__ void turn_diagonal(const double *in, double *out, int w, int h)
{ // blocks take tiles along diagonals, four rows of threads for 32
	__shared__ double s[32][33];
	int by = blockIdx.x, bx = (blockIdx.x + blockIdx.y) % gridDim.x, x = bx * 32 + threadIdx.x,
	    y = by * 32 + threadIdx.y;
	for (int k = 0; k < 32; k += 4)
		s[threadIdx.y + k][threadIdx.x] = in[(y + k) * w + x];
	__syncthreads();
	x = by * 32 + threadIdx.x, y = bx * 32 + threadIdx.y;
	for (int k = 0; k < 32; k += 4)
		out[(y + k) * h + x] = s[threadIdx.x][threadIdx.y + k];
}
__global__ void turn_stack(const short *in, short *out, int a, int b, int c)
{ // (a, b, c) becomes (c, a, b): who writes neighbours reads far apart
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < a * b * c; i += gridDim.x * blockDim.x) {
		int z = i / (a * b), y = i / b % a, x = i % b;
		out[i] = in[(y * b + x) * c + z];
	}
}
__device__ unsigned blocks_done;
__global__ void farthest_of_all(const double3 *p, double3 from, double2 *part, double2 *out, int n)
{ // which point is farthest? the last block to finish looks at what all blocks found
	__shared__ double best[256];
	__shared__ int place[256];
	__shared__ bool last;
	int t = threadIdx.x, at = -1;
	double most = -1;
	for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256) {
		double3 q = p[i];
		double x = q.x - from.x, y = q.y - from.y, z = q.z - from.z, d = x * x + y * y + z * z;
		if (d > most)
			most = d, at = i;
	}
	for (int round = 0; round < 2; round++) {
		best[t] = most, place[t] = at;
		for (int d = 128; d; d /= 2) {
			__syncthreads();
			if (t < d && (best[t + d] > best[t] || best[t + d] == best[t] && place[t + d] < place[t]))
				best[t] = best[t + d], place[t] = place[t + d];
		}
		if (t == 0) {
			double2 found = make_double2(best[0], place[0]);
			if (round == 0) {
				part[blockIdx.x] = found;
				__threadfence();
				last = atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1;
			} else
				*out = found;
		}
		__syncthreads();
		if (round == 0) {
			if (!last)
				return;
			__threadfence();
			most = -1;
			for (int i = t; i < gridDim.x; i += 256) {
				double2 f = ((volatile double2 *)part)[i].x > most ?
					make_double2(__ldcg(&part[i].x), __ldcg(&part[i].y)) :
					make_double2(most, at);
				most = f.x, at = (int)f.y;
			}
		}
	}
}
static void orders(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int N = 131072, BLOCKS = N / CHUNK;
	std::vector<unsigned> key(N), value(N);
	std::vector<u64> pair(N);
	for (int i = 0; i < N; i++)
		key[i] = w[i] & 0xfff, value[i] = i, pair[i] = (u64)key[i] << 32 | i;
	std::sort(pair.begin(), pair.end());
	std::vector<unsigned> want(2 * N);
	for (int i = 0; i < N; i++)
		want[i] = pair[i] >> 32, want[N + i] = (unsigned)pair[i];
	unsigned *dk = upload(key), *dv = upload(value), *a = dev<unsigned>(2 * N), *b = dev<unsigned>(2 * N);
	int *c = dev<int>(DIGITS * BLOCKS);
	job<unsigned>(
		"digits_of_four_bits.three_rounds",
		[&] {
			unsigned *in = dk, *in2 = dv, *out = a;
			for (int r = 0; r < 3; r++) {
				four_bits_count<<<BLOCKS, 256>>>(in, c, 4 * r, N);
				starts_one_block<<<1, 512>>>(c, DIGITS * BLOCKS);
				four_bits_move<<<BLOCKS, 32>>>(in, in2, c, out, out + N, 4 * r);
				in = out, in2 = out + N, out = out == a ? b : a;
			}
		},
		a, 2 * N, same(want));
	const int M = 24 * 4096;
	std::vector<short> s(M), sorted;
	for (int i = 0; i < M; i++)
		s[i] = w[i + 1] >> 9;
	sorted = s;
	std::sort(sorted.begin(), sorted.end());
	short *ds = upload(s), *s1 = dev<short>(M), *s2 = dev<short>(M);
	job<short>(
		"short_numbers_merged.runs_of_24",
		[&] {
			runs_insertion<<<up(M / 24, 128), 128>>>(ds, s1, M);
			for (int run = 24, k = 0; run < M; run *= 2, k++)
				runs_merge<<<up(M, 256), 256>>>(k & 1 ? s2 : s1, k & 1 ? s1 : s2, run, M);
		},
		s1, M, same(sorted));
	const int L = 96 * CHUNK;
	std::vector<u64> wide(L), by_block;
	for (int i = 0; i < L; i++)
		wide[i] = (u64)w[i] << 32 | w[i + 4];
	by_block = wide;
	for (int i = 0; i < L; i += CHUNK)
		std::sort(by_block.begin() + i, by_block.begin() + i + CHUNK);
	u64 *dw = upload(wide), *ow = dev<u64>(L);
	job<u64>(
		"thousands_of_long_numbers.ranks", [&] { merge_ranks_shared<<<L / CHUNK, CHUNK>>>(dw, ow); }, ow, L,
		same(by_block));
	const int P = 16384;
	std::vector<float2> pairs(P);
	std::vector<float> keys(P);
	for (int i = 0; i < P; i++)
		keys[i] = pairs[i].x = (float)((i * 7919 + 11) % P), pairs[i].y = 3 * pairs[i].x;
	std::sort(keys.begin(), keys.end());
	float2 *dp = upload(pairs), *op = dev<float2>(P);
	job<float2>(
		"pairs_in_a_network.near_and_far",
		[&] {
			network_near<<<P / 1024, 512>>>(op, 1024, true);
			for (int size = 2048; size <= P; size *= 2) {
				for (int d = size / 2; d >= 1024; d /= 2)
					network_far<<<P / 2 / 256, 256>>>(op, size, d);
				network_near<<<P / 1024, 512>>>(op, size, false);
			}
		},
		op, P,
		[&](const std::vector<float2> &v) {
			for (int i = 0; i < P; i++)
				if (v[i].x != keys[i] || v[i].y != 3 * keys[i])
					return false;
			return true;
		},
		[&] { CHECK(cudaMemcpy(op, dp, P * 8, cudaMemcpyDeviceToDevice)); });
}
static void counts(const std::vector<unsigned> &w)
{
	const int N = 600000;
	std::vector<unsigned> data(w.begin(), w.begin() + N);
	std::vector<int> few(64), many(256);
	for (unsigned v : data)
		for (int k = 0; k < 4; k++) {
			few[v >> (8 * k + 2) & 63]++;
			many[v >> 8 * k & 255]++;
		}
	unsigned *d = upload(data);
	int blocks = up(N, 60 * 64), *part = dev<int>(blocks * 256), *o = dev<int>(256);
	job<int>(
		"sixty_four_bins.byte_counters",
		[&] {
			bins_of_bytes<<<blocks, 64>>>(d, part, N);
			bins_merge<<<64, 128>>>(part, o, blocks, 64);
		},
		o, 64, same(few));
	job<int>(
		"all_bytes_counted.table_a_warp",
		[&] {
			bins_warps<<<120, 192>>>(d, part, N);
			bins_merge<<<256, 128>>>(part, o, 120, 256);
		},
		o, 256, same(many));
	const int M = 250000, BINS = 4096;
	std::vector<unsigned> c(BINS), packed(BINS / 4);
	for (int i = 0; i < M; i++) {
		unsigned &b = c[data[i] % BINS * (data[i] >> 28) / 15];
		b = std::min(b + 1, 255u);
	}
	for (int i = 0; i < BINS; i++)
		packed[i / 4] |= c[i] << i % 4 * 8;
	unsigned *os = dev<unsigned>(BINS / 4);
	job<unsigned>(
		"counts_that_stop_at_255.swaps", [&] { bins_wide_saturating<<<up(M, 512), 512>>>(d, os, M, BINS); }, os,
		BINS / 4, same(packed), [&] { CHECK(cudaMemset(os, 0, BINS)); });
}
static void sums(const std::vector<unsigned> &w)
{
	const int N = 524288, BLOCKS = N / 1024;
	std::vector<unsigned> data(N), want(N);
	unsigned s = 0;
	for (int i = 0; i < N; i++) {
		data[i] = w[i] % 1000;
		want[i] = s;
		s += data[i];
	}
	unsigned *d = upload(data), *o = dev<unsigned>(N), *t = dev<unsigned>(BLOCKS);
	job<unsigned>(
		"sums_before_each.three_launches",
		[&] {
			sums_fours<<<BLOCKS, 256>>>((uint4 *)d, (uint4 *)o, t);
			starts_one_block<<<1, 256>>>((int *)t, BLOCKS);
			sums_add<<<BLOCKS, 256>>>((uint4 *)o, (int *)t);
		},
		o, N, same(want));
	const int W = 1000, H = 400;
	std::vector<u64> in(W * H), rows(W * H);
	for (int i = 0; i < W * H; i++) {
		in[i] = (u64)w[i] << 20;
		rows[i] = in[i] + (i % W ? rows[i - 1] : 0);
	}
	u64 *di = upload(in), *dr = dev<u64>(W * H);
	job<u64>(
		"running_sums_of_rows.shuffles", [&] { sums_of_rows<<<H, 128>>>(di, dr, W); }, dr, W * H, same(rows));
}
static void turns(const std::vector<unsigned> &w)
{
	const int N = 768, W = 1024, H = 640;
	std::vector<int2> m(N * N);
	for (int i = 0; i < N * N; i++)
		m[i] = make_int2(i, i ^ 77);
	int2 *dm = upload(m), *o = dev<int2>(N * N);
	job<int2>(
		"turned_in_place.pairs_of_tiles",
		[&] { turn_tile_pairs<<<dim3(N / 16, N / 16), dim3(16, 16)>>>(o, N); }, o, N * N,
		[&](const std::vector<int2> &v) {
			for (int i = 0; i < N * N; i++) {
				int from = i % N * N + i / N;
				if (v[i].x != from || v[i].y != (from ^ 77))
					return false;
			}
			return true;
		},
		[&] { CHECK(cudaMemcpy(o, dm, N * N * 8, cudaMemcpyDeviceToDevice)); });
	std::vector<double> d = double_fractions(w, W * H), dt(W * H);
	for (int i = 0; i < W * H; i++)
		dt[i % W * H + i / W] = d[i];
	double *di = upload(d), *od = dev<double>(W * H);
	// the square at the left only
	job<double>(
		"turned_doubles.along_diagonals",
		[&] { turn_diagonal<<<dim3(H / 32, H / 32), dim3(32, 4)>>>(di, od, W, H); }, od, H * H,
		[&](const std::vector<double> &v) {
			for (int i = 0; i < H * H; i++)
				if (v[i] != dt[i])
					return false;
			return true;
		});
	const int A = 60, B = 90, C = 110;
	std::vector<short> s(A * B * C), st(A * B * C);
	for (int i = 0; i < A * B * C; i++)
		s[i] = w[i];
	for (int i = 0; i < A * B * C; i++)
		st[i] = s[i % (A * B) * C + i / (A * B)];
	short *dsh = upload(s), *os = dev<short>(A * B * C);
	job<short>(
		"turned_stack.gather", [&] { turn_stack<<<200, 320>>>(dsh, os, A, B, C); }, os, A * B * C, same(st));
	const int P = 250000, BLOCKS = 90;
	std::vector<double3> p(P);
	double2 want = make_double2(-1, -1);
	for (int i = 0; i < P; i++) {
		p[i] = make_double3(w[i] % 4096, w[i + 1] % 4096, w[i + 2] % 4096);
		double x = p[i].x - 100, y = p[i].y - 2000, z = p[i].z - 30, e = x * x + y * y + z * z;
		if (e > want.x)
			want = make_double2(e, i);
	}
	double3 *dp = upload(p);
	double2 *part = dev<double2>(BLOCKS), *out = dev<double2>(1);
	job<double2>(
		"farthest_point.last_block_finishes",
		[&] { farthest_of_all<<<BLOCKS, 256>>>(dp, make_double3(100, 2000, 30), part, out, P); }, out, 1,
		[=](const std::vector<double2> &v) { return v[0].x == want.x && v[0].y == want.y; });
}
void rows()
{
	std::vector<unsigned> w = words(700000);
	std::vector<float> f = fractions(w);
	orders(w, f);
	counts(w);
	sums(w);
	turns(w);
}
