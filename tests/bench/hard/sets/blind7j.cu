// blind7j: a seventh set of kernels that nobody had modelled when they were written. Counting, numbers, rays, memory.
#include "blind7.h"

// ---- counting
__global__ void count_global(const byte *in, int *count, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&count[in[i]], 1);
}
__global__ void count_shared(const unsigned *in, int *count, int n4)
{
	__shared__ int s[256];
	s[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * 256 + threadIdx.x; i < n4; i += gridDim.x * 256) {
		unsigned v = in[i];
		for (int k = 0; k < 4; k++)
			atomicAdd(&s[v >> 8 * k & 255], 1);
	}
	__syncthreads();
	atomicAdd(&count[threadIdx.x], s[threadIdx.x]);
}
__global__ void count_own_copies(const unsigned *in, int *count, int n4)
{ // a table for each warp
	__shared__ int s[8][256];
	for (int i = threadIdx.x; i < 2048; i += 256)
		s[i / 256][i % 256] = 0;
	__syncthreads();
	int *mine = s[threadIdx.x / 32];
	for (int i = blockIdx.x * 256 + threadIdx.x; i < n4; i += gridDim.x * 256) {
		unsigned v = in[i];
		for (int k = 0; k < 4; k++)
			atomicAdd(&mine[v >> 8 * k & 255], 1);
	}
	__syncthreads();
	int sum = 0;
	for (int k = 0; k < 8; k++)
		sum += s[k][threadIdx.x];
	atomicAdd(&count[threadIdx.x], sum);
}
// ---- numbers
__global__ void sieve(int *count, int span)
{ // odd numbers of a span a block, marked as bits in shared memory
	extern __shared__ unsigned s[];
	int low = blockIdx.x * span, t = threadIdx.x, n = 0;
	for (int i = t; i < span / 64; i += blockDim.x)
		s[i] = 0;
	__syncthreads();
	for (int p = 3 + 2 * t; p * p < low + span; p += 2 * blockDim.x) {
		int at = max(p * p, (low + p - 1) / p * p);
		at += at % 2 ? 0 : p;
		for (; at < low + span; at += 2 * p)
			atomicOr(&s[(at - low) / 64], 1u << (at - low) / 2 % 32);
	}
	__syncthreads();
	for (int i = t; i < span / 64; i += blockDim.x)
		n += 32 - __popc(s[i]);
	n = __reduce_add_sync(~0u, n);
	if (t % 32 == 0)
		atomicAdd(count, n);
}
__global__ void hailstones(int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, n = 0;
	for (u64 v = i + 1; v != 1; n++)
		v = v & 1 ? 3 * v + 1 : v / 2;
	out[i] = n;
}
__global__ void queens(int *out, int n, int fixed)
{ // boards with the first rows as the thread's number says
	int t = blockIdx.x * blockDim.x + threadIdx.x, full = (1 << n) - 1, cols = 0, l = 0, r = 0, found = 0, v = t;
	for (int k = 0; k < fixed; k++, v /= n) {
		int bit = 1 << v % n;
		if (bit & (cols | l | r))
			return;
		cols |= bit;
		l = (l | bit) << 1;
		r = (r | bit) >> 1;
	}
	int c[16], a[16], b[16], open[16], at = fixed;
	c[at] = cols, a[at] = l, b[at] = r, open[at] = full & ~(cols | l | r);
	while (at >= fixed) {
		if (at == n || !open[at]) {
			found += at == n;
			at--;
			continue;
		}
		int bit = open[at] & -open[at];
		open[at] ^= bit;
		c[at + 1] = c[at] | bit;
		a[at + 1] = (a[at] | bit) << 1;
		b[at + 1] = (b[at] | bit) >> 1;
		at++;
		open[at] = full & ~(c[at] | a[at] | b[at]);
	}
	if (found)
		atomicAdd(out, found);
}
// ---- rays
__constant__ float4 ball[32];
template <bool CONSTANT> __global__ void balls_seen(const float4 *where, int *out, int w, int h)
{ // which ball is nearest, and how bright
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, hit = -1;
	float u = (x - w * 0.5f) / w, v = (y - h * 0.5f) / w, l = rsqrtf(u * u + v * v + 1), t = 1e9f;
	float3 d = make_float3(u * l, v * l, l);
	for (int k = 0; k < 32; k++) {
		float4 b = CONSTANT ? ball[k] : where[k];
		float m = b.x * d.x + b.y * d.y + b.z * d.z, q = m * m - (b.x * b.x + b.y * b.y + b.z * b.z) + b.w * b.w;
		if (q > 0) {
			float s = m - sqrtf(q);
			if (s > 0 && s < t)
				t = s, hit = k;
		}
	}
	out[y * w + x] = hit;
}
__global__ void marched(float *out, int w, int h)
{ // steps as long as nothing is near: endless balls in a lattice
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	float u = (x - w * 0.5f) / w, v = (y - h * 0.5f) / w, l = rsqrtf(u * u + v * v + 1), t = 0;
	for (int k = 0; k < 64; k++) {
		float a = u * l * t + 0.5f, b = v * l * t + 0.3f, c = l * t;
		a -= floorf(a) + 0.5f;
		b -= floorf(b) + 0.5f;
		c -= floorf(c) + 0.5f;
		float s = sqrtf(a * a + b * b + c * c) - 0.2f;
		if (s < 0.001f || t > 20)
			break;
		t += s;
	}
	out[y * w + x] = t;
}
__global__ void boxes_crossed(const unsigned *grid, int *out, int w, int h)
{ // a ray through 64^3 boxes of bits, box by box until one is full
	int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y, k = 0;
	float d[3] = { (px - w * 0.5f + 0.25f) / w, (py - h * 0.5f + 0.25f) / w, 1 }, next[3], step[3];
	int at[3] = { 32, 32, 0 };
	for (int e = 0; e < 3; e++) {
		step[e] = fabsf(1 / d[e]);
		next[e] = step[e] * (d[e] > 0 ? 1 : 0.0001f);
	}
	while ((unsigned)at[0] < 64 && (unsigned)at[1] < 64 && at[2] < 64) {
		int i = (at[2] * 64 + at[1]) * 64 + at[0];
		if (grid[i / 32] >> i % 32 & 1)
			break;
		int e = next[0] < next[1] ? (next[0] < next[2] ? 0 : 2) : next[1] < next[2] ? 1 : 2;
		next[0] += e == 0 ? step[0] : 0;
		next[1] += e == 1 ? step[1] : 0;
		next[2] += e == 2 ? step[2] : 0;
		at[0] += e == 0 ? (d[0] > 0 ? 1 : -1) : 0;
		at[1] += e == 1 ? (d[1] > 0 ? 1 : -1) : 0;
		at[2] += e == 2;
		k++;
	}
	out[py * w + px] = k;
}
// ---- tables of words
__global__ void words_fetch(const float *table, const int *word, float *out, int wide)
{
	for (int i = threadIdx.x; i < wide; i += blockDim.x)
		out[blockIdx.x * wide + i] = table[word[blockIdx.x] * wide + i];
}
__global__ void words_fetch_thread(const float *table, const int *word, float *out, int wide, int n)
{ // a thread a word
	int y = blockIdx.x * blockDim.x + threadIdx.x;
	if (y < n)
		for (int i = 0; i < wide; i++)
			out[y * wide + i] = table[word[y] * wide + i];
}
__global__ void words_learn(int *table, const int *word, const int *step, int wide)
{ // fixed point, so that the order is no matter
	for (int i = threadIdx.x; i < wide; i += blockDim.x)
		atomicAdd(&table[word[blockIdx.x] * wide + i], step[blockIdx.x * wide + i]);
}
// ---- ways through memory
__global__ void strided(const float *in, float *out, int stride, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[(int)((long long)i * stride % n)] + 1;
}
__global__ void gathered(const float *in, const unsigned *at, float *out, unsigned mask)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[at[i] & mask];
}
__global__ void scattered(const float *in, const int *at, float *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[at[i]] = in[i];
}
__global__ void one_thread(const int *in, int *out, int n)
{
	int s = 0;
	for (int i = 0; i < n; i++)
		s = s * 3 + in[i];
	*out = s;
}
__global__ void long_division(const u64 *in, u64 *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	u64 a = in[i * 2], b = in[i * 2 + 1] >> 20 | 1;
	out[i] = a / b + a % b;
}
__global__ void sines(double *out, int terms)
{ // a sum of sines for each
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	double s = 0;
	for (int k = 1; k <= terms; k++)
		s += sin(i * 0.001 * k) / k;
	out[i] = s;
}

void rows()
{
	const int M = 1 << 20;
	std::vector<unsigned> w = words(2 * M);
	std::vector<float> f = fractions(w), back(M);
	std::vector<int> small(M), to(M);
	std::vector<byte> text(M), flat(M, 77);
	for (int i = 0; i < M; i++) {
		small[i] = w[i] % 100;
		to[i] = (unsigned)i * 77773u & M - 1;
		back[to[i]] = f[i];
		text[i] = w[i] % 7 * (w[i] / 7 % 11);
	}
	const int E = 4096 * 128;
	std::vector<float> rows_of(E);
	std::vector<int> word(4096), steps(E), learnt(1000 * 128);
	for (int i = 0; i < 4096; i++)
		word[i] = w[i] % 1000 * (w[i] / 1000 % 1000) / 1000;
	for (int i = 0; i < E; i++) {
		steps[i] = w[i] % 64;
		rows_of[i] = f[word[i / 128] * 128 + i % 128];
		if (i < 2048 * 128)
			learnt[word[i / 128] * 128 + i % 128] += steps[i];
	}
	unsigned *u = upload(w), *uo = dev<unsigned>(M);
	float *x = upload(f), *o = dev<float>(M);
	int *in = upload(small), *io = dev<int>(M), *td = upload(to), *cnt = dev<int>(1024);
	double *dout = dev<double>(16384);
	byte *tx = upload(text), *same_tone = upload(flat);
	auto zero = [&] { CHECK(cudaMemset(cnt, 0, 4096)); };
	typedef const std::vector<int> &I;
	std::vector<int> tally(256), one(256);
	for (byte b : text)
		tally[b]++;
	one[77] = M / 4;
	job<int>("count.global", [&] { count_global<<<264, 256>>>(tx, cnt, M); }, cnt, 256, same(tally), zero);
	job<int>("count.shared", [&] { count_shared<<<132, 256>>>((unsigned *)tx, cnt, M / 4); }, cnt, 256, same(tally), zero);
	job<int>("count.a_table_a_warp", [&] { count_own_copies<<<132, 256>>>((unsigned *)tx, cnt, M / 4); }, cnt, 256, same(tally), zero);
	job<int>("count.one_tone_only", [&] { count_shared<<<132, 256>>>((unsigned *)same_tone, cnt, M / 16); }, cnt, 256, same(one), zero);
	int primes = 0;
	std::vector<byte> crossed(1 << 21);
	for (int i = 3; i < 1 << 21; i += 2) {
		primes += !crossed[i];
		for (u64 k = (u64)i * i; k < 1 << 21 && !crossed[i]; k += 2 * i)
			crossed[k] = 1;
	}
	// 1 is counted in the place of 2
	job<int>("primes.spans_of_16384", [&] { sieve<<<128, 256, 1024>>>(cnt, 16384); }, cnt, 1, same(std::vector<int>{ primes + 1 }), zero);
	job<int>("primes.spans_of_65536", [&] { sieve<<<32, 256, 4096>>>(cnt, 65536); }, cnt, 1, same(std::vector<int>{ primes + 1 }), zero);
	job<int>("numbers.hailstones", [&] { hailstones<<<256, 128>>>(io); }, io, 32768, [](I v) { return v[0] == 0 && v[26] == 111 && v[6170] == 261; });
	job<int>("boards.queens_3_rows", [&] { queens<<<8, 128>>>(cnt, 10, 3); }, cnt, 1, same(std::vector<int>{ 724 }), zero);
	job<int>("boards.queens_4_rows", [&] { queens<<<157, 64>>>(cnt, 10, 4); }, cnt, 1, same(std::vector<int>{ 724 }), zero);
	std::vector<float4> balls(32);
	for (int k = 0; k < 32; k++)
		balls[k] = make_float4(f[k] * 6 - 3, f[100 + k] * 6 - 3, 4 + f[200 + k] * 8, 0.3f + f[300 + k] * 0.5f);
	CHECK(cudaMemcpyToSymbol(ball, balls.data(), 512));
	float4 *bd = upload(balls);
	std::vector<unsigned> full(8192);
	for (int i = 0; i < 8192; i++)
		full[i] = w[i] & w[i + 9000] & w[i + 20000] & w[i + 30000] & w[i + 40000];
	unsigned *fd = upload(full);
	dim3 b32(32, 8), b8(8, 16);
	auto hits = [&](I v) {
		int n = 0, ok = 1;
		for (int e : v)
			n += e >= 0, ok &= e < 32;
		return ok && n > 1000;
	};
	job<int>("rays.balls_constant", [&] { balls_seen<true><<<dim3(16, 48), b32>>>(bd, io, 512, 384); }, io, 512 * 384, hits);
	job<int>("rays.balls_global", [&] { balls_seen<false><<<dim3(16, 48), b32>>>(bd, io, 512, 384); }, io, 512 * 384, hits);
	job<float>("rays.marched", [&] { marched<<<dim3(8, 24), b32>>>(o, 256, 192); }, o, 256 * 192);
	job<float>("rays.marched_in_8x16", [&] { marched<<<dim3(32, 12), b8>>>(o, 256, 192); }, o, 256 * 192);
	job<int>("rays.boxes_crossed", [&] { boxes_crossed<<<dim3(8, 24), b32>>>(fd, io, 256, 192); }, io, 256 * 192);
	int *wd = upload(word), *st = upload(steps), *tb = dev<int>(1000 * 128);
	job<float>("words.block_a_word", [&] { words_fetch<<<4096, 128>>>(x, wd, o, 128); }, o, E, same(rows_of));
	job<float>("words.thread_a_word", [&] { words_fetch_thread<<<64, 64>>>(x, wd, o, 128, 4096); }, o, E, same(rows_of));
	job<int>("words.learn", [&] { words_learn<<<2048, 128>>>(tb, wd, st, 128); }, tb, 1000 * 128, same(learnt),
		[&] { CHECK(cudaMemset(tb, 0, 512000)); });
	auto one_more = [&](long long stride) {
		return [&f, stride](const std::vector<float> &v) {
			bool ok = true;
			for (int i = 0; i < M; i++)
				ok &= v[i] == f[i * stride % (2 * M - 1)] + 1;
			return ok;
		};
	};
	auto fetched = [&](unsigned mask) {
		return [&f, &w, mask](const std::vector<float> &v) {
			bool ok = true;
			for (int i = 0; i < M; i++)
				ok &= v[i] == f[w[i] & mask];
			return ok;
		};
	};
	job<float>("ways.stride_2", [&] { strided<<<M / 256, 256>>>(x, o, 2, 2 * M - 1); }, o, M, one_more(2));
	job<float>("ways.stride_33", [&] { strided<<<M / 256, 256>>>(x, o, 33, 2 * M - 1); }, o, M, one_more(33));
	job<float>("ways.gather_all", [&] { gathered<<<M / 256, 256>>>(x, u, o, 2 * M - 1); }, o, M, fetched(2 * M - 1));
	job<float>("ways.gather_near", [&] { gathered<<<M / 256, 256>>>(x, u, o, 4095); }, o, M, fetched(4095));
	job<float>("ways.scatter", [&] { scattered<<<M / 256, 256>>>(x, td, o); }, o, M, same(back));
	job<int>("alone.one_thread", [&] { one_thread<<<1, 1>>>(in, io, 1024); }, io, 1, [&](I v) {
		unsigned s = 0;
		for (int i = 0; i < 1024; i++)
			s = s * 3 + small[i];
		return v[0] == (int)s;
	});
	job<u64>("numbers.long_division", [&] { long_division<<<512, 256>>>((u64 *)u, (u64 *)uo); }, (u64 *)uo, 131072,
		[&](const std::vector<u64> &v) {
			bool ok = true;
			for (int i = 0; i < 131072; i++) {
				u64 a = ((u64 *)w.data())[i * 2], b = ((u64 *)w.data())[i * 2 + 1] >> 20 | 1;
				ok &= v[i] == a / b + a % b;
			}
			return ok;
		});
	job<double>("numbers.sines", [&] { sines<<<128, 128>>>(dout, 24); }, dout, 16384, [](const std::vector<double> &v) {
		bool ok = true;
		for (int i = 0; i < 16384; i += 37) {
			double s = 0;
			for (int k = 1; k <= 24; k++)
				s += std::sin(i * 0.001 * k) / k;
			ok &= std::fabs(v[i] - s) < 1e-9;
		}
		return ok;
	});
}
