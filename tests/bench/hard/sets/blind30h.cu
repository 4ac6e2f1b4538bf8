// blind30h: a fresh set of kernels that nobody had modelled when they were written. Options and chance, moving windows,
// filters, short Fourier transforms, likeness with oneself, other rates, samples drawn again.
#include "blind7.h"

#define HD __host__ __device__ __forceinline__
static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__constant__ float c_tap[64];
__constant__ float c_biquad[4][5];
HD unsigned mixed(unsigned x)
{
	x ^= x >> 16, x *= 0x7feb352du;
	x ^= x >> 15, x *= 0x846ca68bu;
	return x ^ x >> 16;
}
HD unsigned shifted(unsigned &s)
{
	s ^= s << 13, s ^= s >> 17, s ^= s << 5;
	return s;
}
HD float about_normal(unsigned &s)
{ // eight bytes added up: mean 0, spread 1
	unsigned a = shifted(s), b = shifted(s);
	int v = (a & 255) + (a >> 8 & 255) + (a >> 16 & 255) + (a >> 24) + (b & 255) + (b >> 8 & 255) +
		(b >> 16 & 255) + (b >> 24);
	return (v - 1020) * (1 / 209.02f);
}
__global__ void asian_thread(float *out, int n, int steps, float drift, float spread, float strike)
{ // a thread a path: the mean of the prices on the way against the strike
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned s = mixed(i + 1) | 1;
	float price = 100, sum = 0;
	for (int k = 0; k < steps; k++) {
		price *= expf(drift + spread * about_normal(s));
		sum += price;
	}
	out[i] = fmaxf(sum / steps - strike, 0);
}
__global__ void dice_block(u64 *won, int games, int most)
{ // craps: each thread plays its games in whole numbers, the block adds up what was won and how many throws it took
	__shared__ unsigned s_won, s_throws;
	if (threadIdx.x == 0)
		s_won = s_throws = 0;
	__syncthreads();
	unsigned s = mixed(blockIdx.x * blockDim.x + threadIdx.x + 77) | 1, w = 0, t = 0;
	for (int g = 0; g < games; g++) {
		unsigned r = shifted(s);
		int sum = (r & 0xffff) * 6 >> 16, point;
		sum += (r >> 16) * 6 >> 16, sum += 2, t++;
		if (sum == 7 || sum == 11) {
			w++;
			continue;
		}
		if (sum == 2 || sum == 3 || sum == 12)
			continue;
		point = sum;
		for (int k = 0; k < most; k++) {
			r = shifted(s), t++;
			sum = ((r & 0xffff) * 6 >> 16) + ((r >> 16) * 6 >> 16) + 2;
			if (sum == point)
				w++;
			if (sum == point || sum == 7)
				break;
		}
	}
	atomicAdd(&s_won, w), atomicAdd(&s_throws, t);
	__syncthreads();
	if (threadIdx.x == 0)
		atomicAdd(&won[0], (u64)s_won), atomicAdd(&won[1], (u64)s_throws);
}
__global__ void tree_block(const float2 *option, float *out, int steps, float upward, float chance, float pay)
{ // a put that may be used early; a block of 256 a tree, both sides of a step in shared memory
	__shared__ float v[2][257];
	int t = threadIdx.x;
	float start = option[blockIdx.x].x, strike = option[blockIdx.x].y, l = logf(upward);
	auto worth = [&](int step, int k) { return strike - start * __expf(l * (2 * k - step)); };
	if (t <= steps)
		v[steps & 1][t] = fmaxf(worth(steps, t), 0);
	__syncthreads();
	for (int s = steps - 1; s >= 0; s--) {
		if (t <= s) {
			const float *o = v[(s + 1) & 1];
			v[s & 1][t] = fmaxf(pay * (chance * o[t + 1] + (1 - chance) * o[t]), worth(s, t));
		}
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = v[0][0];
}
__global__ void tree_thread(const float2 *option, float *out, int n, float upward, float chance, float pay)
{ // 48 steps of a tree by a thread, its values in a local array
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	const int S = 48;
	float v[S + 1], start = option[i].x, strike = option[i].y, lowest = start, square = upward * upward;
	for (int k = 0; k < S; k++)
		lowest /= upward;
	float p = lowest;
	for (int k = 0; k <= S; k++, p *= square)
		v[k] = fmaxf(strike - p, 0);
	for (int s = S - 1; s >= 0; s--) {
		p = lowest *= upward;
		for (int k = 0; k <= s; k++, p *= square)
			v[k] = fmaxf(pay * (chance * v[k + 1] + (1 - chance) * v[k]), strike - p);
	}
	out[i] = v[0];
}
__global__ void window_spread(const int *in, float *out, int n, int W)
{ // mean and spread of the last W as they go: a thread walks 64 places
	int from = (blockIdx.x * blockDim.x + threadIdx.x) * 64;
	if (from >= n)
		return;
	int s = 0;
	long long q = 0;
	for (int k = max(0, from - W); k < from; k++)
		s += in[k], q += in[k] * in[k];
	for (int i = from; i < min(from + 64, n); i++) {
		int v = in[i], c = min(i + 1, W);
		s += v, q += v * v;
		if (i >= W) {
			int o = in[i - W];
			s -= o, q -= o * o;
		}
		double m = (double)s / c;
		out[i] = (float)(q / (double)c - m * m);
	}
}
__global__ void window_most_blocks(const int *in, int *out, int n, int W)
{ // largest of the W from here on: prefixes and suffixes of pieces of W in shared memory (van Herk)
	extern __shared__ int s[];
	int t = threadIdx.x, base = blockIdx.x * 1024, *pre = s, *suf = s + 1280;
	int all = 1024 + (W + W - 1) / W * W;
	for (int k = t; k < all; k += 256)
		pre[k] = suf[k] = base + k < n ? in[base + k] : -1;
	__syncthreads();
	for (int p = t; p * W < all; p += 256) {
		int from = p * W, to = min(from + W, all);
		for (int k = from + 1; k < to; k++)
			pre[k] = max(pre[k], pre[k - 1]);
		for (int k = to - 2; k >= from; k--)
			suf[k] = max(suf[k], suf[k + 1]);
	}
	__syncthreads();
	for (int k = t; k < 1024; k += 256)
		if (base + k < n)
			out[base + k] = max(suf[k], pre[k + W - 1]);
}
__global__ void taps_registers(const float *in, float *out, int n)
{ // 64 taps, eight results a thread, a ring of inputs in registers, inputs shared with gaps against clashes
	__shared__ float s[(1024 + 64) * 9 / 8];
	int t = threadIdx.x, base = blockIdx.x * 1024;
	for (int k = t; k < 1088; k += 128)
		s[k + k / 8] = base + k < n + 63 ? in[base + k] : 0;
	__syncthreads();
	float v[8], o[8] = {};
#pragma unroll
	for (int k = 0; k < 8; k++)
		v[k] = s[t * 9 + k];
#pragma unroll
	for (int k = 0; k < 64; k++) {
		float c = c_tap[k];
#pragma unroll
		for (int j = 0; j < 8; j++)
			o[j] += c * v[(k + j) & 7];
		int at = t * 8 + k + 8;
		v[k & 7] = s[at + at / 8];
	}
#pragma unroll
	for (int j = 0; j < 8; j++)
		if (base + t * 8 + j < n)
			out[base + t * 8 + j] = o[j];
}
__global__ void biquads(const float *in, float *out, int channels, int n)
{ // four filters after each other, a thread a channel, samples of all channels together
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= channels)
		return;
	float z[4][2] = {};
	for (int i = 0; i < n; i++) {
		float x = in[i * channels + c];
#pragma unroll
		for (int k = 0; k < 4; k++) {
			float y = c_biquad[k][0] * x + z[k][0];
			z[k][0] = c_biquad[k][1] * x - c_biquad[k][3] * y + z[k][1];
			z[k][1] = c_biquad[k][2] * x - c_biquad[k][4] * y;
			x = y;
		}
		out[i * channels + c] = x;
	}
}
__device__ float2 turned(float2 a, float c, float s)
{
	return make_float2(a.x * c - a.y * s, a.x * s + a.y * c);
}
__global__ void fourier_64_lanes(const float2 *in, float2 *out, int n)
{ // a warp a transform of 64, two values a lane, partners by shuffles; results in order
	int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
	if (w >= n)
		return;
	float2 a = in[w * 64 + lane], b = in[w * 64 + 32 + lane], d;
	float c, s;
	__sincosf(-3.14159265f * lane / 32, &s, &c);
	d = make_float2(a.x - b.x, a.y - b.y), a = make_float2(a.x + b.x, a.y + b.y), b = turned(d, c, s);
#pragma unroll
	for (int h = 16; h; h /= 2) {
		bool low = !(lane & h);
		__sincosf(-3.14159265f * (lane & (h - 1)) / h, &s, &c);
#pragma unroll
		for (int k = 0; k < 2; k++) {
			float2 v = k ? b : a, o;
			o.x = __shfl_xor_sync(~0u, v.x, h), o.y = __shfl_xor_sync(~0u, v.y, h);
			o = low ? make_float2(v.x + o.x, v.y + o.y) : turned(make_float2(o.x - v.x, o.y - v.y), c, s);
			(k ? b : a) = o;
		}
	}
	int at = __brev(lane) >> 27;
	out[w * 64 + 2 * at] = a, out[w * 64 + 2 * at + 1] = b;
}
__global__ void fourier_256_shared(const float2 *in, float2 *out)
{ // a block of 64 a transform of 256: four steps of four values a thread
	__shared__ float2 s[256];
	int t = threadIdx.x;
	const float2 *p = in + blockIdx.x * 256;
	float2 v[4];
#pragma unroll
	for (int k = 0; k < 4; k++)
		v[k] = p[t + 64 * k];
	for (int step = 1;; step *= 4) { // Stockham
		int j = t % step;
		float c, n;
#pragma unroll
		for (int k = 1; k < 4; k++) {
			sincospif(-0.5f * k * j / step, &n, &c);
			v[k] = turned(v[k], c, n);
		}
		float2 a = make_float2(v[0].x + v[2].x, v[0].y + v[2].y),
		       b = make_float2(v[0].x - v[2].x, v[0].y - v[2].y),
		       d = make_float2(v[1].x + v[3].x, v[1].y + v[3].y),
		       e = make_float2(v[1].y - v[3].y, v[3].x - v[1].x);
		v[0] = make_float2(a.x + d.x, a.y + d.y), v[1] = make_float2(b.x + e.x, b.y + e.y);
		v[2] = make_float2(a.x - d.x, a.y - d.y), v[3] = make_float2(b.x - e.x, b.y - e.y);
		if (step == 64)
			break;
		__syncthreads();
#pragma unroll
		for (int k = 0; k < 4; k++)
			s[(t / step) * step * 4 + j + k * step] = v[k];
		__syncthreads();
#pragma unroll
		for (int k = 0; k < 4; k++)
			v[k] = s[t + 64 * k];
	}
#pragma unroll
	for (int k = 0; k < 4; k++)
		out[blockIdx.x * 256 + t + 64 * k] = v[k];
}
__global__ void likeness_piece(const short *in, int *out, int n, int lags)
{ // a block a piece of 512, a thread a lag: atomics at the end
	__shared__ short s[512 + 256];
	int base = blockIdx.x * 512, t = threadIdx.x, sum = 0;
	for (int k = t; k < 768; k += 256)
		s[k] = base + k < n ? in[base + k] : 0;
	__syncthreads();
	for (int k = 0; k < 512; k++)
		sum += s[k] * s[k + t];
	if (t < lags)
		atomicAdd(&out[t], sum);
}
__global__ void other_rate(const float *in, const float *phase, float *out, int n, int from, int to)
{ // 147 phases of 12 taps, in floats: a thread a result
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	long long at = (long long)i * from;
	int x = at / to, p = at % to;
	float s = 0;
#pragma unroll
	for (int k = 0; k < 12; k++)
		s += phase[p * 12 + k] * in[x + k];
	out[i] = s;
}
__global__ void drawn_again(const int *sample, long long *sum, int n, int times)
{ // bootstrap: a warp draws n out of n with its own generator, and notes the sum
	extern __shared__ int s[];
	for (int k = threadIdx.x; k < n; k += blockDim.x)
		s[k] = sample[k];
	__syncthreads();
	int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
	if (w >= times)
		return;
	unsigned g = mixed(w * 32 + lane + 5) | 1;
	int v = 0;
	for (int k = lane; k < n; k += 32)
		v += s[__umulhi(shifted(g), n)];
	v = __reduce_add_sync(~0u, v);
	if (lane == 0)
		sum[w] = v;
}
static void chances(const std::vector<float> &f)
{
	const int N = 50000, S = 60, B = 160, T = 128, G = 60, MOST = 30;
	std::vector<float> want(N);
	for (int i = 0; i < N; i++) {
		unsigned s = mixed(i + 1) | 1;
		float sum = 0;
		double l = std::log(100.0);
		for (int k = 0; k < S; k++)
			sum += std::exp((float)(l += 0.001f + 0.03f * about_normal(s)));
		want[i] = std::max(sum / S - 101, 0.0f);
	}
	float *o = dev<float>(N);
	job<float>(
		"price_paths.mean_against_strike",
		[&] { asian_thread<<<up(N, 256), 256>>>(o, N, S, 0.001f, 0.03f, 101); }, o, N, close_to(want, 2e-3));
	u64 won = 0, throws = 0;
	for (int i = 0; i < B * T; i++) {
		unsigned s = mixed(i + 77) | 1;
		auto dice = [&] {
			unsigned r = shifted(s);
			throws++;
			return (int)((r & 0xffff) * 6 >> 16) + (int)((r >> 16) * 6 >> 16) + 2;
		};
		for (int g = 0; g < G; g++) {
			int first = dice();
			if (first == 7 || first == 11)
				won++;
			else if (first != 2 && first != 3 && first != 12)
				for (int k = 0; k < MOST; k++) {
					int v = dice();
					won += v == first;
					if (v == first || v == 7)
						break;
				}
		}
	}
	u64 *ow = dev<u64>(2);
	job<u64>(
		"craps.games_a_thread", [&] { dice_block<<<B, T>>>(ow, G, MOST); }, ow, 2,
		same(std::vector<u64>{ won, throws }), [&] { CHECK(cudaMemset(ow, 0, 16)); });
	const int M = 5000, K = 300;
	std::vector<float2> option(M);
	for (int i = 0; i < M; i++)
		option[i] = make_float2(80 + 40 * f[2 * i], 90 + 20 * f[2 * i + 1]);
	auto value = [&](float2 q, int steps, double u, double p, double pay) {
		std::vector<double> v(steps + 1), power(2 * steps + 1);
		for (int k = -steps; k <= steps; k++)
			power[k + steps] = q.x * std::pow(u, k);
		for (int k = 0; k <= steps; k++)
			v[k] = std::max(q.y - power[2 * k], 0.0);
		for (int s = steps - 1; s >= 0; s--)
			for (int k = 0; k <= s; k++)
				v[k] = std::max(pay * (p * v[k + 1] + (1 - p) * v[k]), q.y - power[2 * k - s + steps]);
		return (float)v[0];
	};
	std::vector<float> big(K), small(M);
	for (int i = 0; i < K; i++)
		big[i] = value(option[i], 200, 1.02f, 0.505f, 0.9996f);
	for (int i = 0; i < M; i++)
		small[i] = value(option[i], 48, 1.04f, 0.51f, 0.999f);
	float2 *d = upload(option);
	job<float>(
		"tree_of_a_put.block_of_200_steps", [&] { tree_block<<<K, 256>>>(d, o, 200, 1.02f, 0.505f, 0.9996f); },
		o, K, close_to(big, 1e-3));
	job<float>(
		"tree_of_a_put.thread_of_48_steps",
		[&] { tree_thread<<<up(M, 64), 64>>>(d, o, M, 1.04f, 0.51f, 0.999f); }, o, M, close_to(small, 1e-3));
}
static void windows(const std::vector<unsigned> &w)
{
	const int N = 400000, W = 100, V = 90;
	std::vector<int> in(N), most(N);
	std::vector<float> want(N);
	long long s = 0, q = 0;
	for (int i = 0; i < N; i++) {
		in[i] = w[i] % 2000;
		s += in[i], q += in[i] * in[i];
		if (i >= W)
			s -= in[i - W], q -= in[i - W] * in[i - W];
		double c = std::min(i + 1, W), m = s / c;
		want[i] = q / c - m * m;
	}
	for (int i = 0; i < N; i++)
		most[i] = *std::max_element(in.begin() + i, in.begin() + std::min(i + V, N));
	int *d = upload(in), *om = dev<int>(N);
	float *o = dev<float>(N);
	job<float>(
		"spread_of_last_hundred.thread_walks_64", [&] { window_spread<<<up(N, 64 * 64), 64>>>(d, o, N, W); }, o,
		N, close_to(want, 1e-4));
	job<int>(
		"largest_of_next_ninety.pieces_in_shared",
		[&] { window_most_blocks<<<up(N, 1024), 256, 2560 * 4>>>(d, om, N, V); }, om, N, same(most));
}
static void filters(const std::vector<float> &f)
{
	const int N = 150000, T = 64, C = 2500, L = 300;
	std::vector<float> tap(f.begin() + 5, f.begin() + 5 + T), in(f.begin(), f.begin() + N + T), want(N);
	for (int i = 0; i < N; i++)
		for (int k = 0; k < T; k++)
			want[i] += tap[k] * in[i + k];
	CHECK(cudaMemcpyToSymbol(c_tap, tap.data(), 4 * T));
	float *d = upload(in), *o = dev<float>(C * L);
	job<float>(
		"sixty_four_taps.eight_a_thread", [&] { taps_registers<<<up(N, 1024), 128>>>(d, o, N); }, o, N,
		close_to(want, 1e-4));
	float q[4][5];
	for (int k = 0; k < 4; k++) {
		double r = 0.5 + 0.1 * k, a = 0.3 + 0.4 * k;
		q[k][0] = 0.5f, q[k][1] = 0.2f, q[k][2] = -0.1f, q[k][3] = -2 * r * std::cos(a), q[k][4] = r * r;
	}
	CHECK(cudaMemcpyToSymbol(c_biquad, q, sizeof q));
	std::vector<float> v(f.begin() + 3, f.begin() + 3 + C * L), out(C * L);
	for (int c = 0; c < C; c++) {
		double z[4][2] = {};
		for (int i = 0; i < L; i++) {
			double x = v[i * C + c];
			for (int k = 0; k < 4; k++) {
				double y = q[k][0] * x + z[k][0];
				z[k][0] = q[k][1] * x - q[k][3] * y + z[k][1];
				z[k][1] = q[k][2] * x - q[k][4] * y;
				x = y;
			}
			out[i * C + c] = x;
		}
	}
	float *dv = upload(v);
	job<float>(
		"four_biquads.thread_a_channel", [&] { biquads<<<up(C, 32), 32>>>(dv, o, C, L); }, o, C * L,
		close_to(out, 1e-3));
	const int R = 120000;
	std::vector<float> phase(f.begin() + 40, f.begin() + 40 + 160 * 12), res(R);
	for (int i = 0; i < R; i++)
		for (int k = 0; k < 12; k++)
			res[i] += phase[i * 147 % 160 * 12 + k] * in[i * 147 / 160 + k];
	float *dp = upload(phase);
	job<float>(
		"other_sample_rate.phases_in_memory", [&] { other_rate<<<up(R, 256), 256>>>(d, dp, o, R, 147, 160); },
		o, R, close_to(res, 1e-4));
}
static void transforms(const std::vector<float> &f)
{
	for (int L : { 64, 256 }) {
		const int N = L == 64 ? 4000 : 1200;
		std::vector<float> in(f.begin(), f.begin() + 2 * N * L), want(2 * N * L), co(L), si(L);
		for (int k = 0; k < L; k++)
			co[k] = std::cos(2 * M_PI * k / L), si[k] = -std::sin(2 * M_PI * k / L);
		for (int i = 0; i < N * L; i += L) {
			float *o = &want[2 * i];
			for (int k = 0; k < L; k++) {
				float x = 0, y = 0;
				for (int j = 0; j < L; j++) {
					float a = in[2 * (i + j)], b = in[2 * (i + j) + 1];
					int t = j * k & (L - 1);
					x += a * co[t] - b * si[t], y += a * si[t] + b * co[t];
				}
				o[2 * k] = x, o[2 * k + 1] = y;
			}
		}
		float *d = upload(in), *o = dev<float>(2 * N * L);
		if (L == 64)
			job<float>(
				"fourier_of_64.warp_and_shuffles",
				[&] { fourier_64_lanes<<<up(N, 4), 128>>>((float2 *)d, (float2 *)o, N); }, o, 2 * N * L,
				close_to(want, 2e-3));
		else
			job<float>(
				"fourier_of_256.fours_in_shared",
				[&] { fourier_256_shared<<<N, 64>>>((float2 *)d, (float2 *)o); }, o, 2 * N * L,
				close_to(want, 2e-3));
	}
}
static void likenesses(const std::vector<unsigned> &w)
{
	const int N = 60000, L = 200, S = 1000, T = 5000;
	std::vector<short> in(N);
	std::vector<int> want(L), sample(S);
	for (int i = 0; i < N; i++)
		in[i] = w[i] % 400 - 200 + (i % 50) * 2;
	for (int l = 0; l < L; l++)
		for (int i = 0; i + l < N; i++)
			want[l] += in[i] * in[i + l];
	short *d = upload(in);
	int *o = dev<int>(256);
	job<int>(
		"likeness_with_itself.thread_a_lag", [&] { likeness_piece<<<up(N, 512), 256>>>(d, o, N, L); }, o, L,
		same(want), [&] { CHECK(cudaMemset(o, 0, 1024)); });
	std::vector<long long> sum(T);
	for (int i = 0; i < S; i++)
		sample[i] = w[i + 3] % 100000;
	for (int i = 0; i < T * 32; i++) {
		unsigned g = mixed(i + 5) | 1;
		for (int k = i % 32; k < S; k += 32)
			sum[i / 32] += sample[(u64)shifted(g) * S >> 32];
	}
	int *ds = upload(sample);
	long long *os = dev<long long>(T);
	job<long long>(
		"sample_drawn_again.warp_a_draw", [&] { drawn_again<<<up(T, 8), 256, S * 4>>>(ds, os, S, T); }, os, T,
		same(sum));
}
void rows()
{
	std::vector<unsigned> w = words(1000000);
	std::vector<float> f = fractions(w);
	chances(f);
	windows(w);
	filters(f);
	transforms(f);
	likenesses(w);
}
