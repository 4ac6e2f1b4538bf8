// blind29h: a fresh set of kernels that nobody had modelled when they were written. Odd shapes, roles, groups, votes.
#include "blind7.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__global__ void lone_block(const int *in, int *out, int n)
{ // one block: running maxima of sums, 1024 at a time, carried over
	__shared__ int part[32], carry;
	int t = threadIdx.x, lane = t % 32;
	if (t == 0)
		carry = 0;
	for (int base = 0; base < n; base += 1024) {
		int v = base + t < n ? in[base + t] : 0;
		for (int d = 1; d < 32; d *= 2) {
			int o = __shfl_up_sync(~0u, v, d);
			v += lane >= d ? o : 0;
		}
		if (lane == 31)
			part[t / 32] = v;
		__syncthreads();
		if (t < 32) {
			int s = part[t];
			for (int d = 1; d < 32; d *= 2) {
				int o = __shfl_up_sync(~0u, s, d);
				s += t >= d ? o : 0;
			}
			part[t] = s;
		}
		__syncthreads();
		v += carry + (t >= 32 ? part[t / 32 - 1] : 0);
		if (base + t < n)
			out[base + t] = v;
		__syncthreads();
		if (t == 1023)
			carry = v;
		__syncthreads();
	}
}
__global__ void lone_warp(const byte *in, int *start, int *many, int n)
{ // one warp: where runs of equal bytes begin
	int lane = threadIdx.x, count = 0;
	for (int base = 0; base < n; base += 32) {
		bool first = base + lane < n && (base + lane == 0 || in[base + lane] != in[base + lane - 1]);
		unsigned m = __ballot_sync(~0u, first);
		if (first)
			start[count + __popc(m & (1u << lane) - 1)] = base + lane;
		count += __popc(m);
	}
	if (lane == 0)
		*many = count;
}
__global__ void three_large(const unsigned *in, unsigned *out, int n, int rounds)
{ // three blocks of 1024 go over everything in steps, mixing
	for (int i = blockIdx.x * 1024 + threadIdx.x; i < n; i += 3 * 1024) {
		unsigned x = in[i];
		for (int k = 0; k < rounds; k++)
			x = (x ^ x >> 11) * 0x85ebca6b;
		out[i] = x;
	}
}
__global__ void of_33(const int *in, int *out, int n)
{ // blocks of 33: a warp and one more; each wants its neighbours' values through shared memory
	__shared__ int v[33];
	int t = threadIdx.x, i = blockIdx.x * 33 + t;
	v[t] = i < n ? in[i] : 0;
	__syncthreads();
	int s = 0;
	for (int k = 1; k < 33; k *= 2)
		s = s * 3 + v[(t + k) % 33];
	if (i < n)
		out[i] = s;
}
__global__ void of_96(const byte *in, byte *out, int n)
{ // blocks of 96 for 32 points of three bytes: luminance by a lane of each
	__shared__ int sum[32];
	int t = threadIdx.x, i = blockIdx.x * 96 + t;
	if (t < 32)
		sum[t] = 0;
	__syncthreads();
	if (i < 3 * n)
		atomicAdd(&sum[t / 3], in[i] * (t % 3 == 0 ? 77 : t % 3 == 1 ? 150 : 29));
	__syncthreads();
	if (i < 3 * n)
		out[i] = (in[i] + (sum[t / 3] >> 8)) / 2;
}
__global__ void tiny(const int *in, int *out)
{ // a block of a warp for 32 numbers: the place of the largest
	int v = in[blockIdx.x * 32 + threadIdx.x];
	int most = __reduce_max_sync(~0u, v);
	unsigned who = __ballot_sync(~0u, v == most);
	if (threadIdx.x == 0)
		out[blockIdx.x] = __ffs(who) - 1;
}
__global__ void tiny_thread(const int *in, int *out, int n)
{ // blocks of a single thread
	int b = blockIdx.x, s = 0;
	for (int k = 0; k < 4; k++)
		s = s * 5 + in[(b + k * 1000) % n];
	out[b] = s;
}
__global__ void smooth_small(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[(i + 1) % n] * 3 - in[(i + n - 1) % n] + (in[i] >> 2);
}
__global__ void mix_piece(unsigned *v, int n, unsigned key, int rounds)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		unsigned x = v[i];
		for (int k = 0; k < rounds; k++)
			x = x * 747796405u + (key ^ x >> 9);
		v[i] = x;
	}
}
__global__ void xor_pieces(const unsigned *a, const unsigned *b, const unsigned *c, unsigned *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = a[i] ^ b[i] * 3 ^ c[i] * 7;
}
__global__ void table_of_50000(const unsigned *table, const unsigned *in, unsigned *out, int words, int n, int hops)
{ // a table of 200 kB: one block fits on a multiprocessor
	extern __shared__ unsigned own[];
	for (int k = threadIdx.x; k < words; k += blockDim.x)
		own[k] = table[k];
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		unsigned x = in[i];
		for (int k = 0; k < hops; k++)
			x = x * 5 + own[x % words];
		out[i] = x;
	}
}
__device__ void meet(int which, int threads)
{
	asm volatile("bar.sync %0, %1;" ::"r"(which), "r"(threads) : "memory");
}
__device__ void tell(int which, int threads)
{
	asm volatile("bar.arrive %0, %1;" ::"r"(which), "r"(threads) : "memory");
}
__global__ void roles(const int *in, int *out, int tiles)
{ // a warp brings tiles, six work on them, one writes: barriers 1..4 say full and empty, two places each
	__shared__ int raw[2][192], done[2][192];
	int w = threadIdx.x / 32, lane = threadIdx.x % 32, t = threadIdx.x - 32;
	for (int k = 0; k < tiles; k++) {
		int p = k & 1;
		if (w == 0) {
			if (k >= 2)
				meet(3 + p, 32 + 192); // the workers have left it
			for (int j = lane; j < 192; j += 32)
				raw[p][j] = in[(blockIdx.x * tiles + k) * 192 + j];
			__threadfence_block();
			tell(1 + p, 32 + 192);
		} else if (w <= 6) {
			meet(1 + p, 32 + 192);
			int v = raw[p][t], u = raw[p][(t * 7 + 1) % 192];
			if (k + 2 < tiles)
				tell(3 + p, 32 + 192);
			for (int r = 0; r < 12; r++)
				v = v * 13 + (u ^ v >> 5);
			if (k >= 2)
				meet(7 + p, 192 + 32); // the writer has left it
			done[p][t] = v;
			__threadfence_block();
			tell(5 + p, 192 + 32);
		} else {
			meet(5 + p, 192 + 32);
			for (int j = lane; j < 192; j += 32)
				out[(blockIdx.x * tiles + k) * 192 + j] = done[p][191 - j];
			if (k + 2 < tiles)
				tell(7 + p, 192 + 32);
		}
	}
}
__global__ void no_roles(const int *in, int *out, int tiles)
{ // the same work, all do all
	__shared__ int raw[192], done[192];
	int t = threadIdx.x;
	for (int k = 0; k < tiles; k++) {
		raw[t] = in[(blockIdx.x * tiles + k) * 192 + t];
		__syncthreads();
		int v = raw[t], u = raw[(t * 7 + 1) % 192];
		for (int r = 0; r < 12; r++)
			v = v * 13 + (u ^ v >> 5);
		done[t] = v;
		__syncthreads();
		out[(blockIdx.x * tiles + k) * 192 + t] = done[191 - t];
	}
}
template <int Wide> __global__ void tiles_of(const int *start, const int *v, int *out, int n)
{ // groups of Wide lanes, a list each: range, sum
	auto tile = cg::tiled_partition<Wide>(cg::this_thread_block());
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / Wide;
	if (i >= n)
		return;
	int most = -(1 << 30), least = 1 << 30, sum = 0;
	for (int k = start[i] + tile.thread_rank(); k < start[i + 1]; k += Wide)
		most = max(most, v[k]), least = min(least, v[k]), sum += v[k];
	most = cg::reduce(tile, most, cg::greater<int>());
	least = cg::reduce(tile, least, cg::less<int>());
	sum = cg::reduce(tile, sum, cg::plus<int>());
	if (tile.thread_rank() == 0)
		out[i] = start[i] == start[i + 1] ? 0 : sum * 5 + most - least;
}
__global__ void warp_sort_64(const unsigned *in, unsigned *out, int n)
{ // two keys a lane sorted by shuffles alone
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (i >= n)
		return;
	unsigned a = in[i * 64 + lane], b = in[i * 64 + 32 + lane];
	auto step = [&](unsigned v, int at, int d, int len) {
		unsigned o = __shfl_xor_sync(~0u, v, d);
		return !(at & d) == !(at & len) ? min(v, o) : max(v, o);
	};
	for (int len = 2; len <= 32; len *= 2)
		for (int d = len / 2; d; d /= 2)
			a = step(a, lane, d, len), b = step(b, lane + 32, d, len);
	unsigned low = min(a, b);
	b = max(a, b), a = low;
	for (int d = 16; d; d /= 2)
		a = step(a, lane, d, 64), b = step(b, lane, d, 64);
	out[i * 64 + lane] = a, out[i * 64 + 32 + lane] = b;
}
__global__ void warp_modes(const byte *in, int *out, int n)
{ // the commonest of 32 bytes, and several votes
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (i >= n)
		return;
	int v = in[i * 32 + lane];
	unsigned like = __match_any_sync(~0u, v);
	unsigned best = __reduce_max_sync(~0u, __popc(like) << 8 | (255 - v));
	unsigned any = __reduce_or_sync(~0u, 1u << (v & 31)), all = __reduce_and_sync(~0u, v | 0x10),
		 odd = __reduce_xor_sync(~0u, v * 0x01010101u);
	int same;
	__match_all_sync(~0u, v >> 6, &same);
	if (lane == 0)
		out[i] = best * 31 + (any ^ all ^ odd) + same;
}
__global__ void deep_grid(const short *in, short *out, int w, int h, int d)
{ // a grid with a depth: six neighbours in blocks of 8 x 4 x 4
	int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, z = blockIdx.z * 4 + threadIdx.z;
	if (x >= w || y >= h || z >= d)
		return;
	auto at = [&](int a, int b, int c) {
		return (int)in[(min(max(c, 0), d - 1) * h + min(max(b, 0), h - 1)) * w + min(max(a, 0), w - 1)];
	};
	out[(z * h + y) * w + x] = (at(x - 1, y, z) + at(x + 1, y, z) + at(x, y - 1, z) + at(x, y + 1, z) +
					   at(x, y, z - 1) + at(x, y, z + 1)) /
		6;
}
__global__ void layers_z(const int *in, int *out, int n)
{ // many layers along z, a small block each
	int i = threadIdx.x + threadIdx.y * 5, s = 0;
	const int *v = in + (blockIdx.z * gridDim.y + blockIdx.y) * 40;
	for (int k = 0; k < 8; k++)
		s += v[threadIdx.x * 8 + k] * v[k * 5 + threadIdx.y];
	out[(blockIdx.z * gridDim.y + blockIdx.y) * 25 + i] = s;
}
static void few(const std::vector<unsigned> &w)
{
	const int N = 200000, R = 60000;
	std::vector<int> in(N), sum(N), begin(R);
	int s = 0;
	for (int i = 0; i < N; i++)
		in[i] = w[i] % 100, sum[i] = s += in[i];
	int *di = upload(in), *o = dev<int>(N);
	job<int>(
		"one_block.sums_carried", [&] { lone_block<<<1, 1024>>>(di, o, N); }, o, N, same(sum));
	std::vector<byte> v(R);
	int many = 0;
	for (int i = 0; i < R; i++) {
		v[i] = i && w[i] % 3 ? v[i - 1] : w[i] >> 8;
		if (i == 0 || v[i] != v[i - 1])
			begin[many++] = i;
	}
	byte *dv = upload(v);
	int *start = dev<int>(R + 1);
	begin.push_back(many);
	job<int>(
		"lone_warp.runs_of_bytes", [&] { lone_warp<<<1, 32>>>(dv, start, start + R, R); }, start, R + 1,
		same(begin));
	std::vector<unsigned> u(w.begin(), w.begin() + N), mixed(u);
	for (unsigned &x : mixed)
		for (int k = 0; k < 12; k++)
			x = (x ^ x >> 11) * 0x85ebca6b;
	unsigned *du = upload(u), *ou = dev<unsigned>(N);
	job<unsigned>(
		"three_blocks.of_1024", [&] { three_large<<<3, 1024>>>(du, ou, N, 12); }, ou, N, same(mixed));
}
static void odd(const std::vector<unsigned> &w)
{
	const int N = 330000, PIX = 80000, B = 70000;
	std::vector<int> in(w.begin(), w.begin() + N), want(N);
	for (int i = 0; i < N; i++) {
		unsigned s = 0;
		for (int k = 1; k < 33; k *= 2)
			s = s * 3 + in[i / 33 * 33 + (i % 33 + k) % 33];
		want[i] = s;
	}
	int *di = upload(in), *o = dev<int>(N);
	job<int>(
		"blocks_of_33.neighbours", [&] { of_33<<<N / 33, 33>>>(di, o, N); }, o, N, same(want));
	std::vector<byte> p(3 * PIX), grey(3 * PIX);
	for (int i = 0; i < 3 * PIX; i++)
		p[i] = w[i];
	for (int i = 0; i < 3 * PIX; i++) {
		const byte *q = &p[i / 3 * 3];
		grey[i] = (p[i] + ((q[0] * 77 + q[1] * 150 + q[2] * 29) >> 8)) / 2;
	}
	byte *dp = upload(p), *op = dev<byte>(3 * PIX);
	job<byte>(
		"blocks_of_96.half_grey", [&] { of_96<<<3 * PIX / 96, 96>>>(dp, op, PIX); }, op, 3 * PIX, same(grey));
	std::vector<int> t(B * 32), where(B), five(100000);
	for (int i = 0; i < B * 32; i++)
		t[i] = w[i % 500000] + i / 500000;
	for (int b = 0; b < B; b++)
		where[b] = std::max_element(t.begin() + b * 32, t.begin() + b * 32 + 32) - t.begin() - b * 32;
	for (int b = 0; b < 100000; b++) {
		unsigned s = 0;
		for (int k = 0; k < 4; k++)
			s = s * 5 + in[(b + k * 1000) % N];
		five[b] = s;
	}
	int *dt = upload(t), *ow = dev<int>(100000);
	job<int>(
		"seventy_thousand_blocks.of_a_warp", [&] { tiny<<<B, 32>>>(dt, ow); }, ow, B, same(where));
	job<int>(
		"hundred_thousand_blocks.of_a_thread", [&] { tiny_thread<<<100000, 1>>>(di, ow, N); }, ow, 100000,
		same(five));
}
static void launches(const std::vector<unsigned> &w)
{
	const int N = 2000, L = 40, M = 60000;
	std::vector<int> in(w.begin(), w.begin() + N), a(in), b(N);
	for (int l = 0; l < L; l++) {
		for (int i = 0; i < N; i++)
			b[i] = (int)((unsigned)a[(i + 1) % N] * 3 - (unsigned)a[(i + N - 1) % N] +
				(unsigned)(a[i] >> 2));
		a = b;
	}
	int *di = upload(in), *x = dev<int>(N), *y = dev<int>(N);
	job<int>(
		"forty_small_launches.five_blocks",
		[&] {
			for (int l = 0; l < L; l++)
				smooth_small<<<5, 400>>>(l == 0 ? di : l & 1 ? x : y, l & 1 ? y : x, N);
		},
		y, N, same(a));
	std::vector<unsigned> v[3], want(M);
	unsigned *d[3], *first[3], *o = dev<unsigned>(M);
	cudaStream_t stream[3];
	cudaEvent_t ready[3], go;
	CHECK(cudaEventCreateWithFlags(&go, cudaEventDisableTiming));
	for (int k = 0; k < 3; k++) {
		v[k].assign(w.begin() + k * M, w.begin() + k * M + M);
		first[k] = upload(v[k]);
		d[k] = dev<unsigned>(M);
		CHECK(cudaStreamCreate(&stream[k]));
		CHECK(cudaEventCreateWithFlags(&ready[k], cudaEventDisableTiming));
		for (unsigned &e : v[k])
			for (int r = 0; r < 10 * (k + 1); r++)
				e = e * 747796405u + (k * 99u ^ e >> 9);
	}
	for (int i = 0; i < M; i++)
		want[i] = v[0][i] ^ v[1][i] * 3 ^ v[2][i] * 7;
	job<unsigned>(
		"three_streams.meet_at_the_end",
		[&] {
			CHECK(cudaEventRecord(go, 0));
			for (int k = 0; k < 3; k++) {
				CHECK(cudaStreamWaitEvent(stream[k], go, 0));
				mix_piece<<<30, 256, 0, stream[k]>>>(d[k], M, k * 99, 10 * (k + 1));
				CHECK(cudaEventRecord(ready[k], stream[k]));
				CHECK(cudaStreamWaitEvent(0, ready[k], 0));
			}
			xor_pieces<<<up(M, 256), 256>>>(d[0], d[1], d[2], o, M);
		},
		o, M, same(want),
		[&] {
			for (int k = 0; k < 3; k++)
				CHECK(cudaMemcpy(d[k], first[k], 4 * M, cudaMemcpyDeviceToDevice));
		});
	const int T = 50000, H = 10;
	std::vector<unsigned> table(w.begin() + 7, w.begin() + 7 + T), q(w.begin(), w.begin() + M), hop(q);
	for (unsigned &e : hop)
		for (int k = 0; k < H; k++)
			e = e * 5 + table[e % T];
	unsigned *dt = upload(table), *dq = upload(q), *oh = dev<unsigned>(M);
	CHECK(cudaFuncSetAttribute(table_of_50000, cudaFuncAttributeMaxDynamicSharedMemorySize, 4 * T));
	job<unsigned>(
		"table_fills_shared.one_block_a_multiprocessor",
		[&] { table_of_50000<<<40, 512, 4 * T>>>(dt, dq, oh, T, M, H); }, oh, M, same(hop));
}
static void groups(const std::vector<unsigned> &w)
{
	const int B = 60, K = 12, N = B * K * 192;
	std::vector<int> in(w.begin(), w.begin() + N), want(N);
	for (int i = 0; i < N; i++) {
		int base = i / 192 * 192, t = 191 - i % 192, v = in[base + t], u = in[base + (t * 7 + 1) % 192];
		for (int r = 0; r < 12; r++)
			v = (int)((unsigned)v * 13 + (unsigned)(u ^ v >> 5));
		want[i] = v;
	}
	int *di = upload(in), *o = dev<int>(N);
	job<int>(
		"bring_work_write.warps_have_roles", [&] { roles<<<B, 256>>>(di, o, K); }, o, N, same(want));
	job<int>(
		"bring_work_write.all_do_all", [&] { no_roles<<<B, 192>>>(di, o, K); }, o, N, same(want));
	const int L = 12000, S = 9000, M = 12000;
	std::vector<int> start(L + 1), out(L);
	for (int i = 0; i < L; i++)
		start[i + 1] = start[i] + w[i] % 40;
	std::vector<int> v(start[L]);
	for (int k = 0; k < start[L]; k++)
		v[k] = w[k + 5] % 10000;
	for (int i = 0; i < L; i++) {
		int most = -(1 << 30), least = 1 << 30, sum = 0;
		for (int k = start[i]; k < start[i + 1]; k++)
			most = std::max(most, v[k]), least = std::min(least, v[k]), sum += v[k];
		out[i] = start[i] == start[i + 1] ? 0 : sum * 5 + most - least;
	}
	int *ds = upload(start), *dv = upload(v), *ol = dev<int>(L);
	job<int>(
		"ranges_of_lists.tiles_of_4", [&] { tiles_of<4><<<L / 48, 192>>>(ds, dv, ol, L); }, ol, L, same(out));
	job<int>(
		"ranges_of_lists.tiles_of_16", [&] { tiles_of<16><<<L / 12, 192>>>(ds, dv, ol, L); }, ol, L, same(out));
	std::vector<unsigned> key(w.begin(), w.begin() + S * 64), sorted(key);
	for (int i = 0; i < S; i++)
		std::sort(sorted.begin() + i * 64, sorted.begin() + i * 64 + 64);
	unsigned *dk = upload(key), *os = dev<unsigned>(S * 64);
	job<unsigned>(
		"sixty_four_keys.shuffles_only", [&] { warp_sort_64<<<up(S, 8), 256>>>(dk, os, S); }, os, S * 64,
		same(sorted));
	std::vector<byte> b(M * 32);
	std::vector<int> mode(M);
	for (int i = 0; i < M; i++) {
		int count[256] = {};
		unsigned best = 0, any = 0, all = ~0u, x = 0, alike = 1;
		for (int k = 0; k < 32; k++) {
			unsigned e = b[i * 32 + k] = i % 7 ? w[i * 32 + k] % 90 : w[i * 32 + k] % 20;
			count[e]++;
			any |= 1u << (e & 31), all &= e | 0x10, x ^= e * 0x01010101u;
			alike &= e >> 6 == b[i * 32] >> 6;
		}
		for (int e = 0; e < 256; e++)
			if (count[e])
				best = std::max(best, (unsigned)(count[e] << 8 | (255 - e)));
		mode[i] = best * 31 + (any ^ all ^ x) + alike;
	}
	byte *db = upload(b);
	int *om = dev<int>(M);
	job<int>(
		"commonest_of_32.match_and_reduce", [&] { warp_modes<<<up(M, 4), 128>>>(db, om, M); }, om, M,
		same(mode));
}
static void deep(const std::vector<unsigned> &w)
{
	const int W = 70, H = 50, D = 90, Z = 1500, Y = 4;
	std::vector<short> in(W * H * D), mean(in);
	for (int i = 0; i < W * H * D; i++)
		in[i] = w[i] % 20000;
	for (int z = 0; z < D; z++)
		for (int y = 0; y < H; y++)
			for (int x = 0; x < W; x++) {
				auto at = [&](int a, int b, int c) {
					return (int)in[(std::min(std::max(c, 0), D - 1) * H +
							       std::min(std::max(b, 0), H - 1)) *
							W +
						std::min(std::max(a, 0), W - 1)];
				};
				mean[(z * H + y) * W + x] =
					(at(x - 1, y, z) + at(x + 1, y, z) + at(x, y - 1, z) + at(x, y + 1, z) +
						at(x, y, z - 1) + at(x, y, z + 1)) /
					6;
			}
	short *di = upload(in), *o = dev<short>(W * H * D);
	job<short>(
		"deep_grid.six_neighbours",
		[&] { deep_grid<<<dim3(up(W, 8), up(H, 4), up(D, 4)), dim3(8, 4, 4)>>>(di, o, W, H, D); }, o, W * H * D,
		same(mean));
	std::vector<int> m(Z * Y * 40), p(Z * Y * 25);
	for (int i = 0; i < Z * Y * 40; i++)
		m[i] = w[i] % 1000;
	for (int b = 0; b < Z * Y; b++)
		for (int r = 0; r < 25; r++)
			for (int k = 0; k < 8; k++)
				p[b * 25 + r] += m[b * 40 + r % 5 * 8 + k] * m[b * 40 + k * 5 + r / 5];
	int *dm = upload(m), *op = dev<int>(Z * Y * 25);
	job<int>(
		"deep_grid.small_products", [&] { layers_z<<<dim3(1, Y, Z), dim3(5, 5)>>>(dm, op, 0); }, op, Z * Y * 25,
		same(p));
}
void rows()
{
	std::vector<unsigned> w = words(600000);
	few(w);
	odd(w);
	launches(w);
	groups(w);
	deep(w);
}
