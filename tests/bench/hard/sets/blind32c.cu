// blind32c: a fresh set of kernels that nobody had modelled when they were written. Blocks that go step by step with
// neighbours or with all: waves over tables, chains of blocks, rings of warps, barriers by hand.
#include "blind7.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
// all blocks meet: the last to arrive opens the next turn
struct Gate {
	unsigned come, turn;
};
__device__ void meet_all(Gate *g, unsigned blocks)
{
	__syncthreads();
	if (threadIdx.x == 0) {
		__threadfence();
		unsigned turn = *(volatile unsigned *)&g->turn;
		if (atomicAdd(&g->come, 1) == blocks - 1) {
			g->come = 0;
			__threadfence();
			atomicAdd(&g->turn, 1);
		} else
			while (*(volatile unsigned *)&g->turn == turn)
				;
		__threadfence();
	}
	__syncthreads();
}
// a plate of whole numbers that wears down: each cell becomes the mean of its four neighbours
__device__ __forceinline__ int worn(const int *a, int i, int s)
{
	return (a[i - 1] + a[i + 1] + a[i - s] + a[i + s] + 2) >> 2;
}
__global__ void plate_step(const int *a, int *b, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
	if (x <= w && y <= h)
		b[y * (w + 2) + x] = worn(a, y * (w + 2) + x, w + 2);
}
__global__ void plate_gate(int *a, int *b, int w, int h, int steps, Gate *g)
{
	for (int s = 0; s < steps; s++) {
		for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < w * h; i += gridDim.x * blockDim.x) {
			int k = (i / w + 1) * (w + 2) + i % w + 1;
			b[k] = worn(a, k, w + 2);
		}
		int *c = a;
		a = b, b = c;
		meet_all(g, gridDim.x);
	}
}
__global__ void plate_grid_sync(int *a, int *b, int w, int h, int steps)
{
	cg::grid_group all = cg::this_grid();
	for (int s = 0; s < steps; s++) {
		for (int y = blockIdx.x + 1; y <= h; y += gridDim.x)
			for (int x = threadIdx.x + 1; x <= w; x += blockDim.x)
				b[y * (w + 2) + x] = worn(a, y * (w + 2) + x, w + 2);
		int *c = a;
		a = b, b = c;
		all.sync();
	}
}
__global__ void plate_flags(int *a, int *b, int w, int h, int steps, int rows, volatile int *done)
{ // a block keeps a strip of rows and only waits for the strips above and below
	int first = blockIdx.x * rows + 1, last = min(first + rows - 1, h), n = gridDim.x, k = blockIdx.x;
	for (int s = 0; s < steps; s++) {
		if (threadIdx.x == 0 && k > 0)
			while (done[k - 1] < s)
				;
		if (threadIdx.x == 32 && k + 1 < n)
			while (done[k + 1] < s)
				;
		__threadfence();
		__syncthreads();
		for (int y = first; y <= last; y++)
			for (int x = threadIdx.x + 1; x <= w; x += blockDim.x) {
				volatile int *v = a + y * (w + 2) + x;
				b[y * (w + 2) + x] = (v[-1] + v[1] + v[-w - 2] + v[w + 2] + 2) >> 2;
			}
		int *c = a;
		a = b, b = c;
		__threadfence();
		__syncthreads();
		if (threadIdx.x == 0)
			done[k] = s + 1;
	}
}
__global__ void plate_four_at_once(const int *a, int *b, int w, int h)
{ // four steps in a tile with a rim of four
	__shared__ int t[2][40][40];
	int bx = blockIdx.x * 32 - 3, by = blockIdx.y * 32 - 3, id = threadIdx.x;
	for (int i = id; i < 1600; i += blockDim.x) {
		int x = bx + i % 40, y = by + i / 40;
		bool in = x >= 0 && y >= 0 && x < w + 2 && y < h + 2;
		t[0][i / 40][i % 40] = in ? a[y * (w + 2) + x] : 0;
		t[1][i / 40][i % 40] = t[0][i / 40][i % 40];
	}
	__syncthreads();
	for (int s = 0; s < 4; s++) {
		const int *from = &t[s & 1][0][0];
		for (int i = id; i < 38 * 38; i += blockDim.x) {
			int lx = i % 38 + 1, ly = i / 38 + 1, x = bx + lx, y = by + ly;
			if (x >= 1 && y >= 1 && x <= w && y <= h)
				t[~s & 1][ly][lx] = worn(from, ly * 40 + lx, 40);
		}
		__syncthreads();
	}
	for (int i = id; i < 1024; i += blockDim.x) {
		int x = bx + i % 32 + 4, y = by + i / 32 + 4;
		if (x <= w && y <= h)
			b[y * (w + 2) + x] = t[0][i / 32 + 4][i % 32 + 4];
	}
}
// two long words side by side: the best local likeness (3 for the same, -2 for another, -1 for a gap)
__global__ void alike_chain(
	const byte *p, const byte *q, int m, int n, volatile int *edge, volatile int *ready, int *best)
{ // a block has 128 letters of q, walks down p, hands its right edge to the next block
	__shared__ int row[2][129];
	__shared__ int incoming[64], top;
	int t = threadIdx.x, k = blockIdx.x, c = k * 128 + t, most = 0;
	byte own = c < n ? q[c] : 255;
	// skewed: at step s thread t does row s - t
	row[0][t + 1] = row[1][t + 1] = 0;
	int up = 0, diag = 0;
	if (t == 0)
		row[0][0] = row[1][0] = top = 0;
	for (int s = 0; s < m + 127; s++) {
		if (s % 64 == 0) {
			__syncthreads();
			if (k > 0 && s < m) {
				if (t == 0)
					while (ready[k - 1] < min(s + 64, m))
						;
				__syncthreads();
				__threadfence();
				if (t < 64 && s + t < m)
					incoming[t] = edge[(k - 1) * m + s + t];
			} else if (t < 64)
				incoming[t] = 0;
		}
		__syncthreads();
		int i = s - t, left = t == 0 ? incoming[s % 64] : row[s & 1][t];
		if (i >= 0 && i < m) {
			int v = max(max(0, diag + (p[i] == own ? 3 : -2)), max(up, left) - 1);
			most = max(most, v);
			diag = left, up = v;
			row[~s & 1][t + 1] = v;
			if (t == 127) {
				edge[k * m + i] = v;
				if (i % 64 == 63 || i == m - 1) {
					__threadfence();
					ready[k] = i + 1;
				}
			}
		}
	}
	atomicMax(&top, most);
	__syncthreads();
	if (t == 0)
		atomicMax(best, top);
}
__global__ void alike_diagonal(
	const byte *p, const byte *q, int m, int n, int d, const int *one, const int *two, int *now, int *best)
{ // a launch for each diagonal
	int i = blockIdx.x * blockDim.x + threadIdx.x + max(0, d - n + 1);
	int v = 0;
	if (i <= min(d, m - 1)) {
		int j = d - i, up = i ? one[i - 1] : 0, left = j ? one[i] : 0, diag = i && j ? two[i - 1] : 0;
		v = max(max(0, diag + (p[i] == q[j] ? 3 : -2)), max(up, left) - 1);
		now[i] = v;
	}
	v = __reduce_max_sync(~0u, v);
	if (threadIdx.x % 32 == 0 && v)
		atomicMax(best, v);
}
__global__ void alike_many_warps(const byte *p, const byte *q, int m, int *out, int pairs)
{ // many pairs: a warp each, 4 letters a lane, the edge by shuffle
	int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x & 31, most = 0;
	if (w >= pairs)
		return;
	const byte *a = p + w * m;
	unsigned own = ((const unsigned *)(q + w * 128))[l];
	int h[4] = { 0, 0, 0, 0 }, edge = 0, diag = 0;
	for (int s = 0; s < m + 31; s++) {
		int left = __shfl_up_sync(~0u, edge, 1), i = s - l;
		if (l == 0)
			left = 0;
		if (i >= 0 && i < m) {
			byte c = a[i];
			int d = diag, lft = left;
			diag = left;
#pragma unroll
			for (int k = 0; k < 4; k++) {
				int v = max(max(0, d + (c == (own >> 8 * k & 255) ? 3 : -2)), max(h[k], lft) - 1);
				d = h[k], h[k] = lft = v;
				most = max(most, v);
			}
			edge = h[3];
		}
	}
	most = __reduce_max_sync(~0u, most);
	if (l == 0)
		out[w] = most;
}
// a chain of blocks, each does its own thing with a packet and hands it on through a ring of two places
__global__ void works(const unsigned *in, unsigned *out, volatile unsigned *ring, volatile int *full, int packets)
{
	int k = blockIdx.x, t = threadIdx.x, last = gridDim.x - 1;
	for (int p = 0; p < packets; p++) {
		unsigned v;
		if (k == 0)
			v = in[p * 128 + t];
		else {
			volatile int *f = full + (k - 1) * 2 + (p & 1);
			if (t == 0)
				while (*f == 0)
					;
			__syncthreads();
			__threadfence();
			v = ring[((k - 1) * 2 + (p & 1)) * 128 + t];
			__syncthreads();
			if (t == 0) {
				__threadfence();
				*f = 0;
			}
		}
		for (int r = 0; r < 4 + k % 3; r++)
			v = (v ^ v >> 7) * (2 * k + 3) + p;
		if (k == last) {
			out[p * 128 + t] = v;
			continue;
		}
		volatile int *f = full + k * 2 + (p & 1);
		if (t == 0)
			while (*f)
				;
		__syncthreads();
		__threadfence();
		ring[(k * 2 + (p & 1)) * 128 + t] = v;
		__threadfence();
		__syncthreads();
		if (t == 0)
			*f = 1;
	}
}
// warps of a block in a ring: a token of 32 words goes round, each warp adds what it has, the last writes
__global__ void token_round(const unsigned *in, unsigned *out, int rounds)
{
	__shared__ unsigned token[32];
	__shared__ volatile int turn;
	int w = threadIdx.x / 32, l = threadIdx.x & 31, warps = blockDim.x / 32;
	unsigned own = in[blockIdx.x * blockDim.x + threadIdx.x];
	if (w == 0)
		token[l] = 0;
	if (threadIdx.x == 0)
		turn = 0;
	__syncthreads();
	for (int r = 0; r < rounds; r++) {
		while (turn != r * warps + w)
			;
		__threadfence_block();
		unsigned v = ((volatile unsigned *)token)[(l + 1) & 31];
		__syncwarp();
		v = v * 5 + own + r;
		((volatile unsigned *)token)[l] = v;
		__threadfence_block();
		__syncwarp();
		if (l == 0)
			turn = r * warps + w + 1;
		own ^= v >> 9;
	}
	__syncthreads();
	if (threadIdx.x < 32)
		out[blockIdx.x * 32 + threadIdx.x] = token[threadIdx.x];
}
// numbered barriers: half the warps fetch, half add up
__global__ void fetch_and_add(const float *in, float *out, int per)
{
	__shared__ float box[2][256];
	int t = threadIdx.x & 127, w = threadIdx.x / 128;
	const float *a = in + (size_t)blockIdx.x * per;
	if (w == 0)
		for (int k = 0; k < per / 256; k++) {
			if (k >= 2)
				asm volatile("bar.sync %0, 256;" ::"r"(3 + (k & 1)));
			box[k & 1][t] = a[k * 256 + t];
			box[k & 1][t + 128] = a[k * 256 + t + 128];
			__threadfence_block();
			asm volatile("bar.arrive %0, 256;" ::"r"(1 + (k & 1)));
		}
	else {
		float s = 0;
		for (int k = 0; k < per / 256; k++) {
			asm volatile("bar.sync %0, 256;" ::"r"(1 + (k & 1)));
			s += box[k & 1][t] * box[k & 1][255 - t];
			if (k + 2 < per / 256)
				asm volatile("bar.arrive %0, 256;" ::"r"(3 + (k & 1)));
		}
		out[blockIdx.x * 128 + t] = s;
	}
}
// who is largest of all? found, taken out, again: all blocks for each of them
__global__ void auctions(const unsigned *in, u64 *best, unsigned *out, int n, int rounds, Gate *g)
{
	__shared__ u64 top;
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned own = i < n ? in[i] : 0;
	for (int r = 0; r < rounds; r++) {
		if (threadIdx.x == 0)
			top = 0;
		__syncthreads();
		unsigned most = __reduce_max_sync(~0u, own);
		if (own == most)
			atomicMax(&top, (u64)own << 32 | i);
		__syncthreads();
		if (threadIdx.x == 0)
			atomicMax(&best[r], top);
		meet_all(g, gridDim.x);
		u64 b = ((volatile u64 *)best)[r];
		if ((unsigned)b == i) {
			out[r] = own;
			own = 0;
		} else
			own += (unsigned)(b >> 32) >> 20 & i;
	}
}
static void plates(const std::vector<unsigned> &w)
{
	const int W = 200, H = 160, S = 16, A = (W + 2) * (H + 2);
	std::vector<int> a(A), p, q;
	for (int i = 0; i < A; i++)
		a[i] = w[i] % 100000;
	p = q = a;
	for (int s = 0; s < S; s++, p.swap(q))
		for (int y = 1; y <= H; y++)
			for (int x = 1; x <= W; x++) {
				int i = y * (W + 2) + x;
				q[i] = (p[i - 1] + p[i + 1] + p[i - W - 2] + p[i + W + 2] + 2) >> 2;
			}
	int *d = upload(a), *b = upload(a), *src = upload(a), *done = dev<int>(200);
	Gate *g = dev<Gate>(1);
	auto again = [=] {
		cudaMemcpyAsync(d, src, A * 4, cudaMemcpyDeviceToDevice);
		cudaMemcpyAsync(b, src, A * 4, cudaMemcpyDeviceToDevice);
		cudaMemsetAsync(done, 0, 800);
	};
	job<int>(
		"plate_wears_down.launch_a_step",
		[&] {
			for (int s = 0; s < S; s++)
				plate_step<<<dim3(up(W, 32), up(H, 8)), dim3(32, 8)>>>(
					s % 2 ? b : d, s % 2 ? d : b, W, H);
		},
		d, A, same(p), again);
	job<int>(
		"plate_wears_down.gate_of_all_blocks", [&] { plate_gate<<<100, 256>>>(d, b, W, H, S, g); }, d, A,
		same(p), again);
	job<int>(
		"plate_wears_down.cooperative_grid",
		[&] {
			int ww = W, hh = H, s = S;
			int *x = d, *y = b;
			void *arg[] = { &x, &y, &ww, &hh, &s };
			CHECK(cudaLaunchCooperativeKernel((void *)plate_grid_sync, dim3(50), dim3(128), arg, 0, 0));
		},
		d, A, same(p), again);
	job<int>(
		"plate_wears_down.flags_of_neighbours", [&] { plate_flags<<<H / 5, 256>>>(d, b, W, H, S, 5, done); }, d,
		A, same(p), again);
	job<int>(
		"plate_wears_down.four_steps_a_launch",
		[&] {
			for (int s = 0; s < S / 4; s++)
				plate_four_at_once<<<dim3(up(W, 32), up(H, 32)), 256>>>(
					s % 2 ? b : d, s % 2 ? d : b, W, H);
		},
		d, A, same(p), again);
}
static int host_alike(const byte *p, const byte *q, int m, int n)
{
	std::vector<int> h(n + 1);
	int most = 0;
	for (int i = 0; i < m; i++)
		for (int j = 1, d = 0; j <= n; j++) {
			int v = std::max(std::max(0, d + (p[i] == q[j - 1] ? 3 : -2)), std::max(h[j], h[j - 1]) - 1);
			d = h[j], h[j] = v, most = std::max(most, v);
		}
	return most;
}
static void likeness(const std::vector<unsigned> &w)
{
	const int M = 700, N = 1280, B = N / 128;
	std::vector<byte> p(M), q(N);
	for (int i = 0; i < N; i++)
		q[i] = w[i] & 3;
	for (int i = 0; i < M; i++)
		p[i] = w[i + 7777] % 5 ? q[i + i / 50 + 200] : w[i] & 3;
	byte *dp = upload(p), *dq = upload(q);
	int *edge = dev<int>(B * M), *best = dev<int>(1), *three = dev<int>(3 * M);
	int *ready = dev<int>(B);
	std::vector<int> want(1, host_alike(p.data(), q.data(), M, N));
	auto again = [=] {
		cudaMemsetAsync(best, 0, 4);
		cudaMemsetAsync(ready, 0, B * 4);
	};
	job<int>(
		"two_words_alike.chain_of_blocks", [&] { alike_chain<<<B, 128>>>(dp, dq, M, N, edge, ready, best); },
		best, 1, same(want), again);
	job<int>(
		"two_words_alike.launch_a_diagonal",
		[&] {
			for (int d = 0; d < 400; d++)
				alike_diagonal<<<up(std::min(d + 1, 400), 128), 128>>>(dp, dq + 230, 400, 400, d,
					three + (d + 2) % 3 * M, three + (d + 1) % 3 * M, three + d % 3 * M, best);
		},
		best, 1,
		[=](const std::vector<int> &v) {
			std::vector<std::vector<int>> h(402, std::vector<int>(402));
			int most = 0;
			for (int i = 1; i <= 400; i++)
				for (int j = 1; i + j <= 401; j++)
					most = std::max(most,
						h[i][j] = std::max(
							std::max(
								0, h[i - 1][j - 1] + (p[i - 1] == q[229 + j] ? 3 : -2)),
							std::max(h[i - 1][j], h[i][j - 1]) - 1));
			return v[0] == most;
		},
		again);
	const int P = 300, L = 100;
	std::vector<byte> a(P * L), b(P * 128);
	std::vector<int> each(P);
	for (int i = 0; i < P * 128; i++)
		b[i] = w[i + 50] % 20;
	for (int i = 0; i < P; i++) {
		for (int j = 0; j < L; j++)
			a[i * L + j] = w[i * L + j + 9] % 3 ? b[i * 128 + (j + i) % 128] : w[i + j] % 20;
		each[i] = host_alike(&a[i * L], &b[i * 128], L, 128);
	}
	byte *da = upload(a), *db = upload(b);
	int *o = dev<int>(P);
	job<int>(
		"pairs_of_words_alike.warp_four_a_lane",
		[&] { alike_many_warps<<<up(P * 32, 96), 96>>>(da, db, L, o, P); }, o, P, same(each));
}
static void chains(const std::vector<unsigned> &w)
{
	const int P = 40, K = 10;
	std::vector<unsigned> in(w.begin(), w.begin() + P * 128), want = in;
	for (int i = 0; i < P * 128; i++)
		for (int k = 0; k < K; k++)
			for (int r = 0; r < 4 + k % 3; r++)
				want[i] = (want[i] ^ want[i] >> 7) * (2 * k + 3) + i / 128;
	unsigned *d = upload(in), *o = dev<unsigned>(P * 128), *ring = dev<unsigned>(K * 256);
	int *full = dev<int>(2 * K);
	job<unsigned>(
		"packets_through_the_works.blocks_in_a_chain", [&] { works<<<K, 128>>>(d, o, ring, full, P); }, o,
		P * 128, same(want));
	const int B = 40, T = 256, R = 12;
	std::vector<unsigned> tok(B * 32);
	for (int b = 0; b < B; b++) {
		unsigned token[32] = {}, next[32], own[T];
		for (int t = 0; t < T; t++)
			own[t] = w[b * T + t];
		for (int r = 0; r < R; r++)
			for (int k = 0; k < T / 32; k++) {
				for (int l = 0; l < 32; l++) {
					next[l] = token[(l + 1) & 31] * 5 + own[k * 32 + l] + r;
					own[k * 32 + l] ^= next[l] >> 9;
				}
				memcpy(token, next, sizeof token);
			}
		for (int l = 0; l < 32; l++)
			tok[b * 32 + l] = token[l];
	}
	unsigned *dt = upload(std::vector<unsigned>(w.begin(), w.begin() + B * T)), *ot = dev<unsigned>(B * 32);
	job<unsigned>(
		"token_of_32_words.ring_of_warps", [&] { token_round<<<B, T>>>(dt, ot, R); }, ot, B * 32, same(tok));
	const int F = 150, PER = 6144;
	std::vector<float> f = fractions(std::vector<unsigned>(w.begin(), w.begin() + PER * 20)), all(F * PER),
			   sum(F * 128);
	for (int i = 0; i < F * PER; i++)
		all[i] = f[(i + i / PER * 37) % (PER * 20)];
	for (int b = 0; b < F; b++)
		for (int k = 0; k < PER / 256; k++)
			for (int t = 0; t < 128; t++)
				sum[b * 128 + t] += all[b * PER + k * 256 + t] * all[b * PER + k * 256 + 255 - t];
	float *df = upload(all), *of = dev<float>(F * 128);
	job<float>(
		"one_half_fetches_one_adds.numbered_barriers", [&] { fetch_and_add<<<F, 256>>>(df, of, PER); }, of,
		F * 128, close_to(sum));
	const int N = 66 * 384, RO = 20;
	std::vector<unsigned> bid(w.begin() + 100, w.begin() + 100 + N), sold(RO), left;
	for (auto &v : bid)
		v >>= 3;
	left = bid;
	for (int r = 0; r < RO; r++) {
		u64 top = 0;
		for (int i = 0; i < N; i++)
			top = std::max(top, (u64)left[i] << 32 | i);
		sold[r] = top >> 32;
		for (int i = 0; i < N; i++)
			left[i] = (unsigned)top == i ? 0 : left[i] + ((unsigned)(top >> 32) >> 20 & i);
	}
	unsigned *da = upload(bid), *oa = dev<unsigned>(RO);
	u64 *best = dev<u64>(RO);
	Gate *g = dev<Gate>(1);
	job<unsigned>(
		"twenty_auctions.gate_of_all_blocks", [&] { auctions<<<66, 384>>>(da, best, oa, N, RO, g); }, oa, RO,
		same(sold), [=] { cudaMemsetAsync(best, 0, RO * 8); });
}
void rows()
{
	std::vector<unsigned> w = words(150000);
	plates(w);
	likeness(w);
	chains(w);
}
