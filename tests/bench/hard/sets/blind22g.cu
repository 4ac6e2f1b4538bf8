// blind22g: a fresh set of kernels that nobody had modelled when they were written. Patterns of a first course.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__global__ void changes_atomic(const float *x, int *count, int n)
{ // how often a signal changes its sign: whoever sees a change adds one to memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + 1 < n && (x[i] < 0) != (x[i + 1] < 0))
		atomicAdd(count, 1);
}
__global__ void changes_block(const float *x, int *count, int n)
{ // the same, counted by the barrier that counts
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int many = __syncthreads_count(i + 1 < n && (x[i] < 0) != (x[i + 1] < 0));
	if (threadIdx.x == 0)
		atomicAdd(count, many);
}
__global__ void changes_votes(const float *x, int *count, int n)
{ // the same by votes: 32 signs make a word, neighbours are compared by a shift
	int lane = threadIdx.x % 32, warps = gridDim.x * blockDim.x / 32, many = 0;
	for (int g = (blockIdx.x * blockDim.x + threadIdx.x) / 32; g * 32 < n; g += warps) {
		int i = g * 32 + lane;
		unsigned signs = __ballot_sync(~0u, i < n && x[min(i, n - 1)] < 0), valid = min(32, n - 1 - g * 32);
		unsigned last = i + 1 < n && lane == 31 ? x[i + 1] < 0 : 0;
		last = __shfl_sync(~0u, last, 31);
		unsigned change = signs ^ (signs >> 1 | last << 31);
		many += __popc(valid >= 32 ? change : change & ((1u << valid) - 1));
	}
	if (lane == 0 && many)
		atomicAdd(count, many);
}
__global__ void weighted_interleaved(const double *x, const double *g, double2 *out, int n)
{ // weighted mean, the first reduction of every course: neighbours first, by remainders
	__shared__ double2 s[256];
	int t = threadIdx.x, i = blockIdx.x * 256 + t;
	s[t] = i < n ? make_double2(x[i] * g[i], g[i]) : make_double2(0, 0);
	__syncthreads();
	for (int d = 1; d < 256; d *= 2) {
		if (t % (2 * d) == 0)
			s[t].x += s[t + d].x, s[t].y += s[t + d].y;
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = s[0];
}
__global__ void weighted_halves(const double *x, const double *g, double2 *out, int n)
{ // the same, halves first; two elements are added on the way in
	__shared__ double a[256], b[256];
	int t = threadIdx.x, i = blockIdx.x * 512 + t, k = i + 256;
	a[t] = (i < n ? x[i] * g[i] : 0) + (k < n ? x[k] * g[k] : 0);
	b[t] = (i < n ? g[i] : 0) + (k < n ? g[k] : 0);
	__syncthreads();
	for (int d = 128; d; d /= 2) {
		if (t < d)
			a[t] += a[t + d], b[t] += b[t + d];
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = make_double2(a[0], b[0]);
}
__global__ void weighted_shuffles(const double *x, const double *g, double2 *out, int n)
{ // the same with a grid-stride loop and shuffles
	__shared__ double2 part[8];
	double a = 0, b = 0;
	for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
		a += x[i] * g[i], b += g[i];
	for (int d = 16; d; d /= 2) {
		a += __shfl_down_sync(~0u, a, d);
		b += __shfl_down_sync(~0u, b, d);
	}
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = make_double2(a, b);
	__syncthreads();
	if (threadIdx.x == 0) {
		for (int k = 1; k < 8; k++)
			a += part[k].x, b += part[k].y;
		out[blockIdx.x] = make_double2(a, b);
	}
}
__global__ void weighted_end(const double2 *part, double *mean, int n)
{ // one thread adds what the blocks left
	double a = 0, b = 0;
	for (int i = 0; i < n; i++)
		a += part[i].x, b += part[i].y;
	*mean = a / b;
}
__global__ void bigram_global(const byte *text, int *count, int n)
{ // how often each letter follows each other one
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + 1 < n)
		atomicAdd(&count[text[i] * 26 + text[i + 1]], 1);
}
__global__ void bigram_shared(const byte *text, int *count, int n)
{ // the same with a table of its own for each block
	__shared__ int part[676];
	for (int k = threadIdx.x; k < 676; k += blockDim.x)
		part[k] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i + 1 < n; i += gridDim.x * blockDim.x)
		atomicAdd(&part[text[i] * 26 + text[i + 1]], 1);
	__syncthreads();
	for (int k = threadIdx.x; k < 676; k += blockDim.x)
		if (part[k])
			atomicAdd(&count[k], part[k]);
}
__global__ void mish_plain(const float *x, float *out, int n)
{ // x tanh(ln(1 + e^x)), as the formula says
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = x[i] * tanhf(log1pf(expf(x[i])));
}
__host__ __device__ float mish_of(float v)
{ // the same by one exponential
	float e = expf(v), u = e * (e + 2);
	return v * u / (u + 2);
}
__global__ void mish_fours(const float4 *x, float4 *out, int n)
{ // four at once
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		float4 v = x[i];
		out[i] = make_float4(mish_of(v.x), mish_of(v.y), mish_of(v.z), mish_of(v.w));
	}
}
__global__ void triplet_thread(const float *a, const float *p, const float *q, float *loss, int n, int dim)
{ // triplet loss: is each word nearer to its friend than to its foe? a triplet a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float near_by = 0, far = 0;
	for (int k = 0; k < dim; k++) {
		float d = a[i * dim + k] - p[i * dim + k], e = a[i * dim + k] - q[i * dim + k];
		near_by += d * d, far += e * e;
	}
	loss[i] = fmaxf(0, near_by - far + 1);
}
__global__ void triplet_warp(const float *a, const float *p, const float *q, float *loss, int n, int dim)
{ // the same, a triplet a warp
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (i >= n)
		return;
	float s = 0;
	for (int k = lane; k < dim; k += 32) {
		float d = a[i * dim + k] - p[i * dim + k], e = a[i * dim + k] - q[i * dim + k];
		s += d * d - e * e;
	}
	for (int d = 16; d; d /= 2)
		s += __shfl_xor_sync(~0u, s, d);
	if (lane == 0)
		loss[i] = fmaxf(0, s + 1);
}
__device__ int block_place(bool mine, int *total)
{ // how many threads before this one in the block say yes, and how many in all
	__shared__ int warp_sum[32];
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	unsigned votes = __ballot_sync(~0u, mine);
	if (lane == 0)
		warp_sum[warp] = __popc(votes);
	__syncthreads();
	int before = __popc(votes & ((1u << lane) - 1)), all = 0;
	for (int k = 0; k < blockDim.x / 32; k++) {
		before += k < warp ? warp_sum[k] : 0;
		all += warp_sum[k];
	}
	__syncthreads();
	*total = all;
	return before;
}
__global__ void cheap_count(const int *price, int *count, int n)
{ // cheap goods before dear ones, each in order. First launch: how many cheap ones a block has
	int i = blockIdx.x * blockDim.x + threadIdx.x, all = __syncthreads_count(i < n && price[i] < 300);
	if (threadIdx.x == 0)
		count[blockIdx.x] = all;
}
__global__ void cheap_offsets(int *count, int blocks)
{ // second launch: one thread makes offsets of them
	int s = 0;
	for (int b = 0; b < blocks; b++) {
		int c = count[b];
		count[b] = s;
		s += c;
	}
	count[blocks] = s;
}
__global__ void cheap_move(const int *price, const int *count, int *out, int n, int blocks)
{ // third launch: each to its place
	int i = blockIdx.x * blockDim.x + threadIdx.x, all;
	bool cheap = i < n && price[i] < 300;
	int before = count[blockIdx.x] + block_place(cheap, &all);
	if (i < n)
		out[cheap ? before : count[blocks] + i - before] = price[i];
}
__global__ void cheap_look_back(const int *price, volatile u64 *state, int *out, int n)
{ // the same in one launch: blocks look back at their forerunners; dear ones are put from the end
	__shared__ int start;
	int i = blockIdx.x * blockDim.x + threadIdx.x, all;
	bool cheap = i < n && price[i] < 300;
	int before = block_place(cheap, &all);
	if (threadIdx.x == 0) {
		int s = 0;
		state[blockIdx.x] = (u64)(blockIdx.x ? 1 : 2) << 32 | all;
		for (int b = (int)blockIdx.x - 1; b >= 0;) {
			u64 v = state[b];
			if (v >> 32 == 0)
				continue;
			s += (int)v;
			if (v >> 32 == 2)
				break;
			b--;
		}
		state[blockIdx.x] = (u64)2 << 32 | (s + all);
		start = s;
	}
	__syncthreads();
	before += start;
	if (i < n)
		out[cheap ? before : n - 1 - (i - before)] = price[i];
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w);
	const int N = 700001;
	int changes = 0;
	for (float &x : f)
		x -= 0.4f;
	for (int i = 0; i + 1 < N; i++)
		changes += (f[i] < 0) != (f[i + 1] < 0);
	float *df = upload(f), *o = dev<float>(N);
	int *count = dev<int>(2000);
	auto zero = [&] { CHECK(cudaMemset(count, 0, 8000)); };
	std::vector<int> one(1, changes);
	job<int>(
		"sign_changes.atomic_each", [&] { changes_atomic<<<up(N, 256), 256>>>(df, count, N); }, count, 1,
		same(one), zero);
	job<int>(
		"sign_changes.counting_barrier", [&] { changes_block<<<up(N, 512), 512>>>(df, count, N); }, count, 1,
		same(one), zero);
	job<int>(
		"sign_changes.votes", [&] { changes_votes<<<132, 256>>>(df, count, N); }, count, 1, same(one), zero);
	const int M = 100000;
	std::vector<double> x = double_fractions(w, 2 * M), mean(1);
	double a = 0, b = 0;
	for (int i = 0; i < M; i++)
		a += x[i] * x[i + M], b += x[i + M];
	mean[0] = a / b;
	double *dx = upload(x), *dm = dev<double>(1);
	double2 *part = dev<double2>(500);
	job<double>(
		"weighted_mean.neighbours_first",
		[&] {
			weighted_interleaved<<<up(M, 256), 256>>>(dx, dx + M, part, M);
			weighted_end<<<1, 1>>>(part, dm, up(M, 256));
		},
		dm, 1, close_to(mean, 1e-9));
	job<double>(
		"weighted_mean.halves_first",
		[&] {
			weighted_halves<<<up(M, 512), 256>>>(dx, dx + M, part, M);
			weighted_end<<<1, 1>>>(part, dm, up(M, 512));
		},
		dm, 1, close_to(mean, 1e-9));
	job<double>(
		"weighted_mean.shuffles",
		[&] {
			weighted_shuffles<<<60, 256>>>(dx, dx + M, part, M);
			weighted_end<<<1, 1>>>(part, dm, 60);
		},
		dm, 1, close_to(mean, 1e-9));
	std::vector<byte> text(N);
	std::vector<int> pair(676);
	for (int i = 0; i < N; i++)
		text[i] = w[i] % 5 ? w[i] / 8 % 7 : w[i] / 8 % 26;
	for (int i = 0; i + 1 < N; i++)
		pair[text[i] * 26 + text[i + 1]]++;
	byte *dt = upload(text);
	job<int>(
		"bigrams.memory_atomics", [&] { bigram_global<<<up(N, 256), 256>>>(dt, count, N); }, count, 676,
		same(pair), zero);
	job<int>(
		"bigrams.table_a_block", [&] { bigram_shared<<<66, 352>>>(dt, count, N); }, count, 676, same(pair),
		zero);
	std::vector<float> mish(N - 1);
	for (int i = 0; i < N - 1; i++)
		mish[i] = f[i] * std::tanh(std::log1p(std::exp((double)f[i])));
	job<float>(
		"mish.as_written", [&] { mish_plain<<<up(N - 1, 256), 256>>>(df, o, N - 1); }, o, N - 1,
		close_to(mish));
	job<float>(
		"mish.one_exponential_fours",
		[&] { mish_fours<<<up(N / 4, 128), 128>>>((float4 *)df, (float4 *)o, N / 4); }, o, N - 1,
		close_to(mish));
	const int T = 2000, DIM = 100;
	std::vector<float> loss(T);
	for (int i = 0; i < T; i++) {
		double s = 1;
		for (int k = i * DIM; k < i * DIM + DIM; k++) {
			double d = f[k] - f[k + T * DIM], e = f[k] - f[k + 2 * T * DIM];
			s += d * d - e * e;
		}
		loss[i] = std::max(0.0, s);
	}
	job<float>(
		"triplet_loss.triplet_a_thread",
		[&] { triplet_thread<<<up(T, 64), 64>>>(df, df + T * DIM, df + 2 * T * DIM, o, T, DIM); }, o, T,
		close_to(loss, 1e-3));
	job<float>(
		"triplet_loss.triplet_a_warp",
		[&] { triplet_warp<<<up(T, 5), 160>>>(df, df + T * DIM, df + 2 * T * DIM, o, T, DIM); }, o, T,
		close_to(loss, 1e-3));
	const int G = 120000;
	std::vector<int> price(G), sorted;
	for (int i = 0; i < G; i++)
		price[i] = w[i] % 1000;
	for (int i = 0; i < G; i++)
		if (price[i] < 300)
			sorted.push_back(price[i]);
	std::vector<int> backward = sorted;
	for (int i = 0; i < G; i++)
		if (price[i] >= 300)
			sorted.push_back(price[i]);
	for (int i = G - 1; i >= 0; i--)
		if (price[i] >= 300)
			backward.push_back(price[i]);
	int *dp = upload(price), *ds = dev<int>(G);
	u64 *state = dev<u64>(1000);
	job<int>(
		"cheap_first.three_launches",
		[&] {
			cheap_count<<<up(G, 512), 512>>>(dp, count, G);
			cheap_offsets<<<1, 1>>>(count, up(G, 512));
			cheap_move<<<up(G, 512), 512>>>(dp, count, ds, G, up(G, 512));
		},
		ds, G, same(sorted));
	job<int>(
		"cheap_first.look_back", [&] { cheap_look_back<<<up(G, 512), 512>>>(dp, state, ds, G); }, ds, G,
		same(backward), [&] { CHECK(cudaMemset(state, 0, 8000)); });
}
