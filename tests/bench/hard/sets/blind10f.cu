// blind10f: a tenth set of kernels that nobody had modelled when they were written. Gases, markets, ranks.
#include "blind7.h"

struct gas {
	float mass, flow, energy;
};
__host__ __device__ gas through(const gas &l, const gas &r)
{ // what passes from left to right (Harten, Lax, van Leer)
	float ul = l.flow / l.mass, ur = r.flow / r.mass;
	float pl = 0.4f * (l.energy - 0.5f * l.flow * ul), pr = 0.4f * (r.energy - 0.5f * r.flow * ur);
	float cl = sqrtf(1.4f * pl / l.mass), cr = sqrtf(1.4f * pr / r.mass);
	float sl = fminf(ul - cl, ur - cr), sr = fmaxf(ul + cl, ur + cr);
	gas fl = { l.flow, l.flow * ul + pl, (l.energy + pl) * ul },
	    fr = { r.flow, r.flow * ur + pr, (r.energy + pr) * ur };
	if (sl >= 0)
		return fl;
	if (sr <= 0)
		return fr;
	float inv = 1 / (sr - sl), both = sl * sr;
	return { (sr * fl.mass - sl * fr.mass + both * (r.mass - l.mass)) * inv,
		(sr * fl.flow - sl * fr.flow + both * (r.flow - l.flow)) * inv,
		(sr * fl.energy - sl * fr.energy + both * (r.energy - l.energy)) * inv };
}
__host__ __device__ gas stepped(const gas &l, const gas &own, const gas &r, float part)
{
	gas a = through(l, own), b = through(own, r);
	return { own.mass + part * (a.mass - b.mass), own.flow + part * (a.flow - b.flow),
		own.energy + part * (a.energy - b.energy) };
}
__global__ void shock_records(const gas *in, gas *out, int n, float part)
{ // a tube of gas, one cell a thread; each computes what passes on both of its sides
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = stepped(in[max(i - 1, 0)], in[i], in[min(i + 1, n - 1)], part);
}
__global__ void shock_tile(const gas *in, gas *out, int n, float part)
{ // four steps at once: 256 cells a block with four more at each end, what passes is computed once
	__shared__ gas cell[264], pass[265];
	int x0 = blockIdx.x * 256 - 4;
	for (int i = threadIdx.x; i < 264; i += blockDim.x)
		cell[i] = in[min(max(x0 + i, 0), n - 1)];
	__syncthreads();
	for (int step = 0; step < 4; step++) {
		for (int i = threadIdx.x; i < 265; i += blockDim.x) {
			int r = min(i, 263), l = max(i - 1, 0);
			pass[i] = through(cell[x0 + r > 0 ? l : r], cell[x0 + r < n ? r : l]);
		}
		__syncthreads();
		for (int i = threadIdx.x; i < 264; i += blockDim.x) {
			gas c = cell[i];
			c.mass += part * (pass[i].mass - pass[i + 1].mass);
			c.flow += part * (pass[i].flow - pass[i + 1].flow);
			c.energy += part * (pass[i].energy - pass[i + 1].energy);
			cell[i] = c;
		}
		__syncthreads();
	}
	for (int i = threadIdx.x; i < 256; i += blockDim.x)
		if (blockIdx.x * 256 + i < n)
			out[blockIdx.x * 256 + i] = cell[i + 4];
}
__constant__ float day_return[1024];
template <bool CONSTANT> __global__ void garch(const float *given, float *out, int days)
{ // how well a model of waves of unrest (GARCH) fits: one pair of its numbers a thread
	float a = 0.01f + 0.005f * threadIdx.x, b = 0.3f + 0.01f * blockIdx.x, var = 1, sum = 0;
	for (int d = 0; d < days; d++) {
		float r = CONSTANT ? day_return[d] : given[d];
		sum += logf(var) + r * r / var;
		var = 0.05f + a * r * r + b * var;
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = -0.5f * sum;
}
__host__ __device__ long long held(const long long *sum, const int *price, int fast, int slow, int d)
{ // cents won on day d: bought where the short mean lies above the long one
	bool up = (sum[d] - sum[d - fast]) * slow > (sum[d] - sum[d - slow]) * fast;
	return up ? price[d] - price[d - 1] : 0;
}
__global__ void means_thread(const long long *sum, const int *price, long long *out, int days)
{ // two moving means cross: one pair of lengths a thread
	int fast = 2 + threadIdx.x, slow = 40 + 2 * blockIdx.x;
	long long won = 0;
	for (int d = slow; d < days; d++)
		won += held(sum, price, fast, slow, d);
	out[blockIdx.x * blockDim.x + threadIdx.x] = won;
}
__global__ void means_warp(const long long *sum, const int *price, long long *out, int days)
{ // one pair of lengths a warp, a day a lane
	int pair = (blockIdx.x * blockDim.x + threadIdx.x) / 32, fast = 2 + pair % 32, slow = 40 + 2 * (pair / 32);
	long long won = 0;
	for (int d = slow + threadIdx.x % 32; d < days; d += 32)
		won += held(sum, price, fast, slow, d);
	for (int k = 16; k; k /= 2)
		won += __shfl_down_sync(~0u, won, k);
	if (threadIdx.x % 32 == 0)
		out[pair] = won;
}
__host__ __device__ unsigned rolled(unsigned &x)
{
	x ^= x << 13;
	x ^= x >> 17;
	x ^= x << 5;
	return x;
}
__host__ __device__ float option_path(unsigned seed, int steps)
{ // a price whose unrest wanders too (Heston), two normal numbers a step; what an option on it is worth
	unsigned x = seed * 2654435761u | 1;
	float price = 0, var = 0.04f, dt = 1.0f / steps;
	for (int k = 0; k < steps; k++) {
		float u = ((rolled(x) >> 8) + 1) * (1 / 16777217.0f), v = (rolled(x) >> 8) * (1 / 16777216.0f);
		float r = sqrtf(-2 * logf(u)), a = r * cosf(6.2831853f * v), b = r * sinf(6.2831853f * v);
		float now = fmaxf(var, 0.0f), root = sqrtf(now * dt);
		price += (0.03f - 0.5f * now) * dt + root * a;
		var += 1.5f * (0.05f - now) * dt + 0.3f * root * (-0.6f * a + 0.8f * b);
	}
	return fmaxf(100 * expf(price) - 100, 0.0f);
}
__global__ void heston(float *out, int steps)
{ // one path a thread, the block's mean at its end
	__shared__ float part[8];
	float v = option_path(blockIdx.x * blockDim.x + threadIdx.x + 1, steps);
	for (int d = 16; d; d /= 2)
		v += __shfl_xor_sync(~0u, v, d);
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = v;
	__syncthreads();
	if (threadIdx.x == 0) {
		float sum = 0;
		for (int k = 0; k < 8; k++)
			sum += part[k];
		out[blockIdx.x] = sum / 256;
	}
}
__host__ __device__ int agree(int2 a, int2 b)
{ // do two pairs say the same of who is first? 1, 0, -1
	int x = (a.x > b.x) - (a.x < b.x), y = (a.y > b.y) - (a.y < b.y);
	return x * y;
}
__global__ void kendall_memory(const int2 *p, int *sum, int n)
{ // Kendall's tau: each against all later ones, an atomic a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
	if (i >= n)
		return;
	int2 own = p[i];
	for (int j = i + 1; j < n; j++)
		s += agree(own, p[j]);
	atomicAdd(sum, s);
}
__global__ void kendall_tiles(const int2 *p, int *sum, int n)
{ // squares of 128 by 128 pairs, those below the diagonal end at once
	__shared__ int2 s[128];
	__shared__ int all;
	int t = threadIdx.x, i = blockIdx.y * 128 + t, mine = 0;
	if (blockIdx.x < blockIdx.y)
		return;
	s[t] = p[blockIdx.x * 128 + t];
	if (t == 0)
		all = 0;
	__syncthreads();
	int2 own = p[i];
	for (int k = blockIdx.x == blockIdx.y ? t + 1 : 0; k < 128; k++)
		mine += agree(own, s[k]);
	mine = __reduce_add_sync(~0u, mine);
	if (t % 32 == 0)
		atomicAdd(&all, mine);
	__syncthreads();
	if (t == 0)
		atomicAdd(sum, all);
}
__global__ void sweep(const float4 *box, int *hits, int n)
{ // boxes in order of their left sides: each looks right until no more can touch it
	int i = blockIdx.x * blockDim.x + threadIdx.x, c = 0;
	if (i >= n)
		return;
	float4 own = box[i];
	for (int j = i + 1; j < n; j++) {
		float4 b = box[j];
		if (b.x > own.z)
			break;
		if (b.y <= own.w && own.y <= b.w) {
			c++;
			atomicAdd(&hits[j], 1);
		}
	}
	atomicAdd(&hits[i], c);
}
void rows()
{
	const int N = 40000, STEPS = 8;
	const float PART
	= 0.2f;
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w);
	std::vector<gas> tube(N), a, b(N);
	for (int i = 0; i < N; i++) {
		bool high = i / 700 % 2;
		tube[i] = { high ? 1.0f : 0.125f, f[i] * 0.1f, high ? 2.5f : 0.25f };
	}
	a = tube;
	for (int k = 0; k < STEPS; k++) {
		for (int i = 0; i < N; i++)
			b[i] = stepped(a[std::max(i - 1, 0)], a[i], a[std::min(i + 1, N - 1)], PART);
		std::swap(a, b);
	}
	std::vector<float> end((float *)a.data(), (float *)(a.data() + N));
	gas *g = upload(tube), *one = dev<gas>(N), *two = dev<gas>(N);
	auto fresh = [&] { CHECK(cudaMemcpy(one, g, N * sizeof(gas), cudaMemcpyDeviceToDevice)); };
	job<float>(
		"shock_tube.eight_launches",
		[&] {
			for (int k = 0; k < STEPS; k++)
				shock_records<<<(N + 127) / 128, 128>>>(k & 1 ? two : one, k & 1 ? one : two, N, PART);
		},
		(float *)one, 3 * N, close_to(end, 1e-3), fresh);
	job<float>(
		"shock_tube.four_steps_a_launch",
		[&] {
			for (int k = 0; k < 2; k++)
				shock_tile<<<(N + 255) / 256, 288>>>(k & 1 ? two : one, k & 1 ? one : two, N, PART);
		},
		(float *)one, 3 * N, close_to(end, 1e-3), fresh);
	const int DAYS = 750;
	std::vector<float> move(DAYS), fit(64 * 64);
	for (int d = 0; d < DAYS; d++)
		move[d] = (f[3 * d] + f[3 * d + 1] + f[3 * d + 2] - 1.5f) * (d / 100 % 2 ? 3 : 1);
	for (int i = 0; i < 64 * 64; i++) {
		float p = 0.01f + 0.005f * (i % 64), q = 0.3f + 0.01f * (i / 64), var = 1;
		double sum = 0;
		for (int d = 0; d < DAYS; d++) {
			sum += std::log(var) + move[d] * move[d] / var;
			var = 0.05f + p * move[d] * move[d] + q * var;
		}
		fit[i] = -0.5 * sum;
	}
	CHECK(cudaMemcpyToSymbol(day_return, move.data(), DAYS * 4));
	float *dm = upload(move), *o = dev<float>(1 << 18);
	job<float>(
		"unrest_fit.memory", [&] { garch<false><<<64, 64>>>(dm, o, DAYS); }, o, 64 * 64, close_to(fit, 1e-3));
	job<float>(
		"unrest_fit.constant", [&] { garch<true><<<64, 64>>>(dm, o, DAYS); }, o, 64 * 64, close_to(fit, 1e-3));
	const int T = 1200;
	std::vector<int> price(T);
	std::vector<long long> sum(T), won(64 * 32);
	for (int d = 0, p = 100000; d < T; d++) {
		price[d] = p += (int)(w[d] % 2001) - 995;
		sum[d] = p + (d ? sum[d - 1] : 0);
	}
	for (int i = 0; i < 64 * 32; i++)
		for (int d = 40 + i / 32 * 2; d < T; d++)
			won[i] += held(sum.data(), price.data(), 2 + i % 32, 40 + i / 32 * 2, d);
	long long *ds = upload(sum), *dw = (long long *)o;
	int *dp = upload(price), *di = dev<int>(1 << 16);
	job<long long>(
		"crossing_means.pair_a_thread", [&] { means_thread<<<64, 32>>>(ds, dp, dw, T); }, dw, 64 * 32,
		same(won));
	job<long long>(
		"crossing_means.pair_a_warp", [&] { means_warp<<<64 * 32 / 4, 128>>>(ds, dp, dw, T); }, dw, 64 * 32,
		same(won));
	const int PATHS = 64 * 256;
	std::vector<float> mean(64);
	for (int i = 0; i < PATHS; i++)
		mean[i / 256] += option_path(i + 1, 40) / 256;
	job<float>(
		"restless_option.paths", [&] { heston<<<64, 256>>>(o, 40); }, o, 64, close_to(mean, 1e-2));
	const int P = 3072;
	std::vector<int2> pair(P);
	std::vector<int> tau(1);
	for (int i = 0; i < P; i++)
		pair[i] = { (int)(w[i] % 1000), (int)(w[i] % 700 + w[i + P] % 900) };
	for (int i = 0; i < P; i++)
		for (int j = 0; j < i; j++)
			tau[0] += agree(pair[j], pair[i]);
	int2 *dpp = upload(pair);
	auto zero = [&] { CHECK(cudaMemset(di, 0, 1 << 18)); };
	job<int>(
		"rank_agreement.memory", [&] { kendall_memory<<<P / 64, 64>>>(dpp, di, P); }, di, 1, same(tau), zero);
	job<int>(
		"rank_agreement.squares", [&] { kendall_tiles<<<dim3(P / 128, P / 128), 128>>>(dpp, di, P); }, di, 1,
		same(tau), zero);
	const int BOXES = 20000;
	std::vector<float4> box(BOXES);
	std::vector<int> hits(BOXES);
	for (int i = 0; i < BOXES; i++) {
		float x = f[2 * i] * 1000, y = f[2 * i + 1] * 1000, s = 0.5f + f[i + 50000] * f[i + 60000] * 5;
		box[i] = make_float4(x, y, x + s, y + s);
	}
	std::sort(box.begin(), box.end(), [](const float4 &l, const float4 &r) { return l.x < r.x; });
	for (int i = 0; i < BOXES; i++)
		for (int j = i + 1; j < BOXES && box[j].x <= box[i].z; j++)
			if (box[j].y <= box[i].w && box[i].y <= box[j].w)
				hits[i]++, hits[j]++;
	float4 *db = upload(box);
	job<int>(
		"touching.sweep_to_the_right", [&] { sweep<<<(BOXES + 127) / 128, 128>>>(db, di, BOXES); }, di, BOXES,
		same(hits), zero);
}
