// blind11b: a fresh set of kernels that nobody had modelled when they were written. Sounds and series over time.
#include "blind7.h"
#include <cuda/atomic>

__global__ void pitch_memory(const short *wave, float *out, int lags, int window, int hop)
{ // how much a stretch of sound differs from itself a lag later: one lag a thread, one stretch a block
	const short *x = wave + blockIdx.x * hop;
	int lag = threadIdx.x;
	if (lag >= lags)
		return;
	float sum = 0;
	for (int j = 0; j < window; j++) {
		float d = x[j] - x[j + lag];
		sum += d * d;
	}
	out[blockIdx.x * lags + lag] = sum;
}
__global__ void pitch_shared(const short *wave, float *out, int lags, int window, int hop)
{ // the same from shared floats; a thread has four neighbouring lags and keeps the last samples in registers
	extern __shared__ float own[];
	for (int i = threadIdx.x; i < window + lags; i += blockDim.x)
		own[i] = wave[blockIdx.x * hop + i];
	__syncthreads();
	int lag = threadIdx.x * 4;
	if (lag >= lags)
		return;
	float sum[4] = {}, a = own[lag], b = own[lag + 1], c = own[lag + 2];
	for (int j = 0; j < window; j++) {
		float x = own[j], d = own[j + lag + 3];
		sum[0] += (x - a) * (x - a), sum[1] += (x - b) * (x - b);
		sum[2] += (x - c) * (x - c), sum[3] += (x - d) * (x - d);
		a = b, b = c, c = d;
	}
	for (int k = 0; k < 4; k++)
		out[blockIdx.x * lags + lag + k] = sum[k];
}
const int NEVER = 1 << 28;
__global__ void bend_thread(const byte *a, const byte *b, int *out, int pairs)
{ // how far two series of 64 are apart when time may bend: a pair a thread, a row of the table in a local array
	int p = blockIdx.x * blockDim.x + threadIdx.x, row[64];
	if (p >= pairs)
		return;
	for (int j = 0; j < 64; j++)
		row[j] = NEVER;
	for (int i = 0; i < 64; i++) {
		int x = a[p * 64 + i], left = NEVER, corner = i ? NEVER : 0;
		for (int j = 0; j < 64; j++) {
			int up = row[j];
			left = abs(x - b[p * 64 + j]) + min(min(up, left), corner);
			corner = up;
			row[j] = left;
		}
	}
	out[p] = row[63];
}
__global__ void bend_warp(const byte *a, const byte *b, int *out, int pairs)
{ // the same, a pair a warp: a lane has two columns and runs one row behind the lane to its left
	int p = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (p >= pairs)
		return;
	int b0 = b[p * 64 + lane * 2], b1 = b[p * 64 + lane * 2 + 1], up0 = NEVER, up1 = NEVER;
	int corner = lane ? NEVER : 0;
	for (int s = 0; s < 64 + 31; s++) {
		int i = s - lane, left = __shfl_up_sync(~0u, up1, 1);
		if (lane == 0)
			left = NEVER;
		if (i >= 0 && i < 64) {
			int x = a[p * 64 + i], old = up0;
			up0 = abs(x - b0) + min(min(up0, left), corner);
			up1 = abs(x - b1) + min(min(up1, up0), old);
			corner = left;
		}
	}
	if (lane == 31)
		out[p] = up1;
}
__global__ void bend_block(const short *a, const short *b, int *out, int n, int m)
{ // the same for one long pair: one block, a column a thread, one diagonal of the table a step
	__shared__ int last[2][1024];
	int j = threadIdx.x, y = b[j], up = NEVER, corner = j ? NEVER : 0;
	last[0][j] = last[1][j] = NEVER;
	__syncthreads();
	for (int s = 0; s < n + m - 1; s++) {
		int i = s - j, left = j ? last[s % 2][j - 1] : NEVER;
		if (i >= 0 && i < n) {
			up = abs(a[i] - y) + min(min(up, left), corner);
			corner = left;
			last[1 - s % 2][j] = up;
		}
		__syncthreads();
	}
	if (j == m - 1)
		*out = up;
}
__global__ void fade_channels(const float *in, float *out, int channels, int n, float keep)
{ // a smoother that keeps a part of what it last said: a channel a thread, samples of all channels side by side
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= channels)
		return;
	float y = 0;
	for (int i = 0; i < n; i++)
		out[i * channels + c] = y = keep * y + (1 - keep) * in[i * channels + c];
}
struct Baton {
	unsigned tickets;
	unsigned ready[511];
	float value[512];
};
__global__ void fade_relay(const float4 *in, float4 *out, Baton *baton, float keep)
{ // the same for one long channel: 1024 samples a block, which waits for what the block before it ends with
	__shared__ float ends[8], before;
	__shared__ unsigned turn;
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	if (threadIdx.x == 0)
		turn = atomicAdd(&baton->tickets, 1);
	__syncthreads();
	unsigned block = turn;
	float4 v = in[block * 256 + threadIdx.x];
	float less = 1 - keep, far = keep * keep * keep * keep, pace = far;
	v.x *= less;
	v.y = keep * v.x + less * v.y;
	v.z = keep * v.y + less * v.z;
	v.w = keep * v.z + less * v.w;
	float end = v.w;
	for (int k = 1; k < 32; k *= 2, pace *= pace) {
		float left = __shfl_up_sync(~0u, end, k);
		if (lane >= k)
			end += pace * left;
	} // pace is now what is kept over a whole warp
	if (lane == 31)
		ends[warp] = end;
	__syncthreads();
	if (threadIdx.x == 0) {
		float y = 0, sum = 0, all = 1;
		for (int k = 0; k < 8; k++)
			sum = sum * pace + ends[k], all *= pace;
		if (block) {
			cuda::atomic_ref<unsigned, cuda::thread_scope_device> flag(baton->ready[block - 1]);
			while (!flag.load(cuda::memory_order_acquire))
				;
			y = baton->value[block - 1];
		}
		baton->value[block] = y * all + sum;
		cuda::atomic_ref<unsigned, cuda::thread_scope_device> mine(baton->ready[block]);
		mine.store(1, cuda::memory_order_release);
		before = y;
	}
	__syncthreads();
	float y = before, own = __shfl_up_sync(~0u, end, 1);
	for (int k = 0; k < warp; k++)
		y = y * pace + ends[k];
	y = y * powf(far, lane) + (lane ? own : 0);
	v.x += y *= keep;
	v.y += y *= keep;
	v.z += y *= keep;
	v.w += y *= keep;
	out[block * 256 + threadIdx.x] = v;
}
__global__ void highest_plain(const int *in, int *out, int n, int window)
{ // the highest of the next 100 values, all looked at
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int best = in[i];
	for (int k = 1; k < window && i + k < n; k++)
		best = max(best, in[i + k]);
	out[i] = best;
}
__global__ void highest_deque(const int *in, int *out, int n, int window, int each)
{ // the same by a queue of falling values, in a local ring, for a stretch of results a thread
	int first = (blockIdx.x * blockDim.x + threadIdx.x) * each, head = 0, tail = 0, ring[128];
	if (first >= n)
		return;
	int last = min(first + each, n);
	for (int i = first; i < last + window - 1; i++) {
		if (i < n) {
			int v = in[i];
			while (tail > head && in[ring[(tail - 1) & 127]] <= v)
				tail--;
			ring[tail++ & 127] = i;
		}
		int o = i - window + 1;
		if (o >= first) {
			while (ring[head & 127] < o)
				head++;
			out[o] = in[ring[head & 127]];
		}
	}
}
__global__ void highest_doubling(const int *in, int *out, int n, int window)
{ // the same by windows of 1, 2, 4 ... 64 in shared memory, of which two make one of 100
	__shared__ int best[2][512];
	int t = threadIdx.x, results = blockDim.x - window, i = blockIdx.x * results + t, from = 0;
	best[0][t] = i < n ? in[i] : INT_MIN;
	for (int k = 1; k < 64; k *= 2, from ^= 1) {
		__syncthreads();
		best[from ^ 1][t] = max(best[from][t], best[from][min(t + k, (int)blockDim.x - 1)]);
	}
	__syncthreads();
	if (t < results && i < n)
		out[i] = max(best[from][t], best[from][t + window - 64]);
}
__global__ void discord_plain(const int *x, int *out, int places, int m)
{ // how near the nearest other stretch of a series is, for each stretch of 24: every pair compared in full
	int i = blockIdx.x * blockDim.x + threadIdx.x, best = INT_MAX;
	if (i >= places)
		return;
	for (int j = 0; j < places; j++) {
		if (abs(i - j) < m)
			continue;
		int sum = 0;
		for (int k = 0; k < m; k++)
			sum += (x[i + k] - x[j + k]) * (x[i + k] - x[j + k]);
		best = min(best, sum);
	}
	out[i] = best;
}
__global__ void discord_diagonal(const int *x, int *out, int places, int m)
{ // the same: a thread takes all pairs with one distance in time, each sum made from the one before
	int lag = blockIdx.x * blockDim.x + threadIdx.x + m, sum = 0;
	if (lag >= places)
		return;
	for (int k = 0; k < m; k++)
		sum += (x[k] - x[k + lag]) * (x[k] - x[k + lag]);
	for (int i = 0;; i++) {
		atomicMin(&out[i], sum);
		atomicMin(&out[i + lag], sum);
		if (i + lag + 1 >= places)
			break;
		int old = x[i] - x[i + lag], young = x[i + m] - x[i + lag + m];
		sum += young * young - old * old;
	}
}
static int bent(const int *a, const int *b, int n, int m)
{
	std::vector<int> row(m + 1, NEVER);
	row[0] = 0;
	for (int i = 0; i < n; i++) {
		std::vector<int> next(m + 1, NEVER);
		for (int j = 0; j < m; j++)
			next[j + 1] = std::abs(a[i] - b[j]) + std::min(std::min(row[j + 1], next[j]), row[j]);
		row = next;
	}
	return row[m];
}
void rows()
{
	auto w = words(1 << 20);
	auto f = fractions(w);
	const int STRETCHES = 140, LAGS = 300, WINDOW = 450, HOP = 160, L = HOP * STRETCHES + LAGS + WINDOW;
	std::vector<short> wave(L);
	std::vector<float> differs(STRETCHES * LAGS);
	for (int i = 0; i < L; i++)
		wave[i] = 400 * std::sin(i * 0.05 + i * i * 1e-7) + w[i] % 100;
	for (int i = 0; i < STRETCHES * LAGS; i++) {
		double sum = 0;
		for (int j = 0; j < WINDOW; j++) {
			double d = wave[i / LAGS * HOP + j] - wave[i / LAGS * HOP + j + i % LAGS];
			sum += d * d;
		}
		differs[i] = sum;
	}
	short *dw = upload(wave);
	float *df = dev<float>(STRETCHES * LAGS);
	job<float>(
		"pitch.lag_a_thread", [&] { pitch_memory<<<STRETCHES, 320>>>(dw, df, LAGS, WINDOW, HOP); }, df,
		STRETCHES * LAGS, close_to(differs));
	job<float>(
		"pitch.four_lags",
		[&] { pitch_shared<<<STRETCHES, 96, (LAGS + WINDOW) * 4>>>(dw, df, LAGS, WINDOW, HOP); }, df,
		STRETCHES * LAGS, close_to(differs));
	const int PAIRS = 2400, LN = 850, LM = 672;
	std::vector<byte> a(PAIRS * 64), b(PAIRS * 64);
	std::vector<int> far(PAIRS);
	for (int p = 0; p < PAIRS; p++) {
		int x[64], y[64];
		for (int i = 0; i < 64; i++) {
			x[i] = a[p * 64 + i] = 120 + 90 * std::sin(i * 0.2 + p) + w[p * 64 + i] % 16;
			y[i] = b[p * 64 + i] = 120 + 90 * std::sin(i * 0.23 + p) + w[p * 64 + i + 9] % 16;
		}
		far[p] = bent(x, y, 64, 64);
	}
	byte *da = upload(a), *db = upload(b);
	int *di = dev<int>(PAIRS);
	job<int>(
		"bend.pair_a_thread", [&] { bend_thread<<<(PAIRS + 63) / 64, 64>>>(da, db, di, PAIRS); }, di, PAIRS,
		same(far));
	job<int>(
		"bend.pair_a_warp", [&] { bend_warp<<<PAIRS / 4, 128>>>(da, db, di, PAIRS); }, di, PAIRS, same(far));
	std::vector<int> la(LN), lb(LM);
	for (int i = 0; i < LN; i++)
		la[i] = 1000 * std::sin(i * 0.03) + w[i] % 50;
	for (int i = 0; i < LM; i++)
		lb[i] = 1000 * std::sin(i * 0.04) + w[i + 77] % 50;
	short *sa = upload(std::vector<short>(la.begin(), la.end()));
	short *sb = upload(std::vector<short>(lb.begin(), lb.end()));
	job<int>(
		"bend.one_long_pair", [&] { bend_block<<<1, LM>>>(sa, sb, di, LN, LM); }, di, 1,
		same(std::vector<int>{ bent(la.data(), lb.data(), LN, LM) }));
	const int CHANNELS = 96, SAMPLES = 1800, BLOCKS = 150, LONG = BLOCKS * 1024;
	std::vector<float> many(CHANNELS * SAMPLES), one(LONG);
	for (int i = 0; i < CHANNELS * SAMPLES; i++)
		many[i] = 0.1f * f[i] + (i < CHANNELS ? 0 : 0.9f * many[i - CHANNELS]);
	for (int i = 0; i < LONG; i++)
		one[i] = 0.01f * f[i] + (i ? 0.99f * one[i - 1] : 0);
	float *dx = upload(f), *dy = dev<float>(CHANNELS * SAMPLES);
	Baton *baton = dev<Baton>(1);
	job<float>(
		"fade.channel_a_thread", [&] { fade_channels<<<3, 32>>>(dx, dy, CHANNELS, SAMPLES, 0.9f); }, dy,
		CHANNELS * SAMPLES, close_to(many));
	job<float>(
		"fade.relay", [&] { fade_relay<<<BLOCKS, 256>>>((float4 *)dx, (float4 *)dy, baton, 0.99f); }, dy, LONG,
		close_to(one), [&] { CHECK(cudaMemset(baton, 0, sizeof(Baton))); });
	const int N = 200000;
	std::vector<int> value(N), high(N);
	for (int i = 0; i < N; i++)
		value[i] = 10000 * std::sin(i * 0.01) + w[i] % 5000;
	for (int i = 0; i < N; i++)
		high[i] = *std::max_element(value.begin() + i, value.begin() + std::min(i + 100, N));
	int *dv = upload(value), *dh = dev<int>(N);
	job<int>(
		"highest.plain", [&] { highest_plain<<<(N + 255) / 256, 256>>>(dv, dh, N, 100); }, dh, N, same(high));
	job<int>(
		"highest.queue_a_thread", [&] { highest_deque<<<(N / 200 + 63) / 64, 64>>>(dv, dh, N, 100, 200); }, dh,
		N, same(high));
	job<int>(
		"highest.doubling", [&] { highest_doubling<<<(N + 411) / 412, 512>>>(dv, dh, N, 100); }, dh, N,
		same(high));
	const int S = 1400, M = 24, PLACES = S - M + 1;
	std::vector<int> series(S), close(PLACES, INT_MAX);
	for (int i = 0; i < S; i++)
		series[i] = 100 * std::sin(i * 0.07) + w[i] % 60;
	for (int i = 0; i < PLACES; i++)
		for (int j = i + M; j < PLACES; j++) {
			int sum = 0;
			for (int k = 0; k < M; k++)
				sum += (series[i + k] - series[j + k]) * (series[i + k] - series[j + k]);
			close[i] = std::min(close[i], sum);
			close[j] = std::min(close[j], sum);
		}
	int *ds = upload(series), *dc = dev<int>(PLACES), *none = upload(std::vector<int>(PLACES, INT_MAX));
	job<int>(
		"discord.every_pair", [&] { discord_plain<<<(PLACES + 31) / 32, 32>>>(ds, dc, PLACES, M); }, dc, PLACES,
		same(close));
	job<int>(
		"discord.diagonals", [&] { discord_diagonal<<<(PLACES - M + 63) / 64, 64>>>(ds, dc, PLACES, M); }, dc,
		PLACES, same(close), [&] { CHECK(cudaMemcpy(dc, none, PLACES * 4, cudaMemcpyDeviceToDevice)); });
}
