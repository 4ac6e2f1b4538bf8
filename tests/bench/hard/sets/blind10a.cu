// blind10a: a tenth set of kernels that nobody had modelled when they were written. Scans, pictures and sounds.
#include "blind7.h"

__host__ __device__ float texel(const float *pic, int n, int x, int y)
{
	return x < 0 || y < 0 || x >= n || y >= n ? 0 : pic[y * n + x];
}
__host__ __device__ float between(const float *pic, int n, float x, float y)
{
	float fx = floorf(x), fy = floorf(y), a = x - fx, b = y - fy;
	int ix = (int)fx, iy = (int)fy;
	float top = texel(pic, n, ix, iy) * (1 - a) + texel(pic, n, ix + 1, iy) * a;
	float low = texel(pic, n, ix, iy + 1) * (1 - a) + texel(pic, n, ix + 1, iy + 1) * a;
	return top * (1 - b) + low * b;
}
__global__ void radon_thread(const float *pic, const float2 *dir, float *out, int n)
{ // X-rays through a picture, one ray a thread
	int s = threadIdx.x, a = blockIdx.x;
	float2 d = dir[a];
	float off = s - n / 2, sum = 0;
	for (int t = 0; t < n; t++) {
		float u = t - n / 2;
		sum += between(pic, n, off * d.x - u * d.y + n / 2, off * d.y + u * d.x + n / 2);
	}
	out[a * n + s] = sum;
}
__global__ void radon_warp(const float *pic, const float2 *dir, float *out, int n, int rays)
{ // the same, one ray a warp
	int ray = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (ray >= rays)
		return;
	float2 d = dir[ray / n];
	float off = ray % n - n / 2, sum = 0;
	for (int t = lane; t < n; t += 32) {
		float u = t - n / 2;
		sum += between(pic, n, off * d.x - u * d.y + n / 2, off * d.y + u * d.x + n / 2);
	}
	for (int k = 16; k; k /= 2)
		sum += __shfl_down_sync(~0u, sum, k);
	if (lane == 0)
		out[ray] = sum;
}
__constant__ float2 directions[96];
template <bool CONSTANT>
__global__ void backproject(const float *sino, const float2 *dir, float *out, int n, int angles)
{ // the picture back from its X-rays: each pixel adds up the rays that went through it
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	float px = x - n / 2, py = y - n / 2, sum = 0;
	for (int a = 0; a < angles; a++) {
		float2 d = CONSTANT ? directions[a] : dir[a];
		float s = px * d.x + py * d.y + n / 2, f = floorf(s);
		int i = (int)f;
		if (i >= 0 && i < n - 1)
			sum += sino[a * n + i] * (1 - (s - f)) + sino[a * n + i + 1] * (s - f);
	}
	out[y * n + x] = sum * 3.14159265f / angles;
}
__constant__ int2 circle[16];
__host__ __device__ int nine_alike(unsigned bits)
{ // are nine of sixteen on a circle set, one after the other?
	bits |= bits << 16;
	unsigned run = bits & bits >> 1;
	run &= run >> 2;
	run &= run >> 4;
	return (run & bits >> 8) != 0;
}
__global__ void fast_memory(const byte *in, byte *out, int w, int h, int limit)
{ // FAST corners: sixteen pixels on a circle; a quick look at four of them comes first
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, is = 0;
	if (x >= 3 && y >= 3 && x < w - 3 && y < h - 3) {
		int own = in[y * w + x], more = 0, less = 0;
		for (int k = 0; k < 16; k += 4) {
			int v = in[(y + circle[k].y) * w + x + circle[k].x];
			more += v > own + limit;
			less += v < own - limit;
		}
		if (more >= 2 || less >= 2) {
			unsigned up = 0, down = 0;
			for (int k = 0; k < 16; k++) {
				int v = in[(y + circle[k].y) * w + x + circle[k].x];
				up |= (unsigned)(v > own + limit) << k;
				down |= (unsigned)(v < own - limit) << k;
			}
			is = nine_alike(up) ? 2 : nine_alike(down);
		}
	}
	out[y * w + x] = is;
}
__global__ void fast_tile(const byte *in, byte *out, int w, int h, int limit)
{ // the same from a tile with its rim; every pixel looks at all sixteen
	__shared__ byte tile[14][40];
	int x0 = blockIdx.x * 32 - 3, y0 = blockIdx.y * 8 - 3;
	for (int i = threadIdx.y * 32 + threadIdx.x; i < 14 * 38; i += 256) {
		int x = min(max(x0 + i % 38, 0), w - 1), y = min(max(y0 + i / 38, 0), h - 1);
		tile[i / 38][i % 38] = in[y * w + x];
	}
	__syncthreads();
	int tx = threadIdx.x + 3, ty = threadIdx.y + 3, x = x0 + tx, y = y0 + ty, own = tile[ty][tx];
	unsigned up = 0, down = 0;
#pragma unroll
	for (int k = 0; k < 16; k++) {
		int v = tile[ty + circle[k].y][tx + circle[k].x];
		up |= (unsigned)(v > own + limit) << k;
		down |= (unsigned)(v < own - limit) << k;
	}
	bool inside = x >= 3 && y >= 3 && x < w - 3 && y < h - 3;
	out[y * w + x] = !inside ? 0 : nine_alike(up) ? 2 : nine_alike(down);
}
__global__ void synth_sines(const float2 *part, float *out, int parts, int n)
{ // a tone of many sines, each computed
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float t = i / 48000.0f, sum = 0;
	for (int k = 0; k < parts; k++)
		sum += part[k].y * sinf(part[k].x * t);
	if (i < n)
		out[i] = sum;
}
__global__ void synth_table(const float *sine, const uint2 *part, float *out, int parts, int n)
{ // the same from a table of one turn in shared memory; phases are whole numbers that wrap
	__shared__ float table[1025];
	for (int i = threadIdx.x; i < 1025; i += blockDim.x)
		table[i] = sine[i];
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		float sum = 0;
		for (int k = 0; k < parts; k++) {
			unsigned phase = part[k].x * i, at = phase >> 22;
			float f = (phase & 0x3fffff) * (1 / 4194304.0f);
			sum += __uint_as_float(part[k].y) * (table[at] + (table[at + 1] - table[at]) * f);
		}
		out[i] = sum;
	}
}
__host__ __device__ byte thinner(const byte *p, int w, int odd)
{ // Zhang and Suen: does this pixel stay?
	if (!p[0])
		return 0;
	int q[9] = { p[-w], p[-w + 1], p[1], p[w + 1], p[w], p[w - 1], p[-1], p[-w - 1], p[-w] }, sum = 0, turns = 0;
	for (int k = 0; k < 8; k++) {
		sum += q[k];
		turns += !q[k] && q[k + 1];
	}
	int a = odd ? q[0] * q[2] * q[6] : q[0] * q[2] * q[4], b = odd ? q[0] * q[4] * q[6] : q[2] * q[4] * q[6];
	return !(sum >= 2 && sum <= 6 && turns == 1 && !a && !b);
}
__global__ void skeleton_pass(const byte *in, byte *out, int w, int h, int odd)
{ // one half of a round of thinning
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, i = y * w + x;
	if (x == 0 || y == 0 || x == w - 1 || y == h - 1)
		out[i] = 0;
	else
		out[i] = thinner(in + i, w, odd);
}
__global__ void pluck(const float *noise, float *out, const int *length, int periods)
{ // a plucked string (Karplus, Strong) a block: what comes round is the mean of two neighbours
	__shared__ float line[2][129];
	int n = length[blockIdx.x], t = threadIdx.x;
	if (t < n)
		line[0][t] = noise[blockIdx.x * 128 + t] - 0.5f;
	__syncthreads();
	for (int p = 0; p < periods; p++) {
		float *now = line[p & 1], *next = line[~p & 1];
		if (t < n) {
			float v = 0.498f * (now[t] + now[t + 1 < n ? t + 1 : 0]);
			out[(blockIdx.x * periods + p) * 128 + t] = v;
			next[t] = v;
		}
		__syncthreads();
	}
}
void rows()
{
	const int N = 128, A = 90, W = 768, H = 512;
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w), pic(N * N), ray(A * N), back(N * N);
	std::vector<float2> dir(A);
	for (int i = 0; i < N * N; i++)
		pic[i] = f[i] * 0.2f + (i / 7 % 11 > 6) + (i / N / 9 % 3 == 1);
	for (int a = 0; a < A; a++)
		dir[a] = { (float)std::cos(a * M_PI / A), (float)std::sin(a * M_PI / A) };
	for (int i = 0; i < A * N; i++)
		for (int t = 0; t < N; t++) {
			float off = i % N - N / 2, u = t - N / 2;
			float2 d = dir[i / N];
			ray[i] += between(pic.data(), N, off * d.x - u * d.y + N / 2, off * d.y + u * d.x + N / 2);
		}
	float *p = upload(pic), *r = dev<float>(A * N), *o = dev<float>(1 << 20);
	float2 *d = upload(dir);
	job<float>(
		"radon.ray_a_thread", [&] { radon_thread<<<A, N>>>(p, d, r, N); }, r, A * N, close_to(ray, 1e-3));
	job<float>(
		"radon.ray_a_warp", [&] { radon_warp<<<A * N / 8, 256>>>(p, d, r, N, A * N); }, r, A * N,
		close_to(ray, 1e-3));
	for (int i = 0; i < N * N; i++) {
		double sum = 0;
		for (int a = 0; a < A; a++) {
			float s = (i % N - N / 2) * dir[a].x + (i / N - N / 2) * dir[a].y + N / 2;
			int k = (int)std::floor(s);
			if (k >= 0 && k < N - 1)
				sum += ray[a * N + k] * (1 - (s - k)) + ray[a * N + k + 1] * (s - k);
		}
		back[i] = sum * M_PI / A;
	}
	auto like_back = [&](const std::vector<float> &v) {
		for (int i = 0; i < N * N; i++) { // away from the edge, where a ray may just miss
			float x = i % N - N / 2, y = i / N - N / 2;
			if (x * x + y * y < 60 * 60 && !near(v[i], back[i], 1e-3))
				return false;
		}
		return true;
	};
	float *sino = upload(ray);
	CHECK(cudaMemcpyToSymbol(directions, dir.data(), A * sizeof(float2)));
	dim3 b16(16, 16), g16(N / 16, N / 16), b32(32, 8), g32(W / 32, H / 8);
	job<float>(
		"backproject.memory", [&] { backproject<false><<<g16, b16>>>(sino, d, o, N, A); }, o, N * N, like_back);
	job<float>(
		"backproject.constant", [&] { backproject<true><<<g16, b16>>>(sino, d, o, N, A); }, o, N * N,
		like_back);
	std::vector<int2> ring = { { 0, -3 }, { 1, -3 }, { 2, -2 }, { 3, -1 }, { 3, 0 }, { 3, 1 }, { 2, 2 }, { 1, 3 },
		{ 0, 3 }, { -1, 3 }, { -2, 2 }, { -3, 1 }, { -3, 0 }, { -3, -1 }, { -2, -2 }, { -1, -3 } };
	CHECK(cudaMemcpyToSymbol(circle, ring.data(), 16 * sizeof(int2)));
	std::vector<byte> grey(W * H), corner(W * H);
	for (int i = 0; i < W * H; i++)
		grey[i] = 60 + w[i] % 12 + ((i % W / 17 + i / W / 13) % 3 == 0) * 120;
	for (int y = 3; y < H - 3; y++)
		for (int x = 3; x < W - 3; x++) {
			int own = grey[y * W + x];
			unsigned up = 0, down = 0;
			for (int k = 0; k < 16; k++) {
				int v = grey[(y + ring[k].y) * W + x + ring[k].x];
				up |= (unsigned)(v > own + 30) << k;
				down |= (unsigned)(v < own - 30) << k;
			}
			corner[y * W + x] = nine_alike(up) ? 2 : nine_alike(down);
		}
	byte *in = upload(grey), *out = dev<byte>(W * H);
	job<byte>(
		"fast_corners.memory", [&] { fast_memory<<<g32, b32>>>(in, out, W, H, 30); }, out, W * H, same(corner));
	job<byte>(
		"fast_corners.tile", [&] { fast_tile<<<g32, b32>>>(in, out, W, H, 30); }, out, W * H, same(corner));
	const int S = 48000, PARTS = 24;
	std::vector<float2> sine(PARTS);
	std::vector<uint2> step(PARTS);
	std::vector<float> turn(1025), tone(S), tone2(S);
	for (int k = 0; k < 1025; k++)
		turn[k] = std::sin(k * 2 * M_PI / 1024);
	for (int k = 0; k < PARTS; k++) {
		sine[k] = { (float)(2 * M_PI * 110 * (k + 1)), 1.0f / (k + 1) };
		step[k].x = (unsigned)(110.0 * (k + 1) / 48000 * 4294967296.0);
		memcpy(&step[k].y, &sine[k].y, 4);
	}
	for (int i = 0; i < S; i++) {
		float t = i / 48000.0f;
		double a = 0, b = 0;
		for (int k = 0; k < PARTS; k++) {
			a += sine[k].y * std::sin(sine[k].x * t);
			b += sine[k].y * std::sin(step[k].x * (unsigned)i / 4294967296.0 * 2 * M_PI);
		}
		tone[i] = a, tone2[i] = b;
	}
	float2 *ds = upload(sine);
	uint2 *dst = upload(step);
	float *dt = upload(turn);
	job<float>(
		"synth.sines", [&] { synth_sines<<<S / 128, 128>>>(ds, o, PARTS, S); }, o, S, close_to(tone, 1e-3));
	job<float>(
		"synth.table_shared", [&] { synth_table<<<64, 256>>>(dt, dst, o, PARTS, S); }, o, S,
		close_to(tone2, 1e-3));
	const int K = 512;
	std::vector<byte> ink(K * K), a(K * K), b(K * K);
	for (int i = 0; i < K * K; i++) {
		int x = i % K, y = i / K;
		ink[i] = x % 40 > 4 && x % 40 < 17 || (y + x / 3) % 50 < 11;
	}
	a = ink;
	for (int pass = 0; pass < 8; pass++) {
		for (int i = 0; i < K * K; i++) {
			int x = i % K, y = i / K;
			b[i] = x == 0 || y == 0 || x == K - 1 || y == K - 1 ? 0 : thinner(&a[i], K, pass & 1);
		}
		std::swap(a, b);
	}
	byte *one = upload(ink), *two = dev<byte>(K * K), *first = upload(ink);
	job<byte>(
		"skeleton.eight_passes",
		[&] {
			for (int pass = 0; pass < 8; pass++)
				skeleton_pass<<<dim3(K / 32, K / 8), b32>>>(
					pass & 1 ? two : one, pass & 1 ? one : two, K, K, pass & 1);
		},
		one, K * K, same(a), [&] { CHECK(cudaMemcpy(one, first, K * K, cudaMemcpyDeviceToDevice)); });
	const int STRINGS = 48, PERIODS = 96;
	std::vector<int> length(STRINGS);
	std::vector<float> sound(STRINGS * PERIODS * 128);
	for (int s = 0; s < STRINGS; s++) {
		int n = length[s] = 60 + w[s] % 68;
		std::vector<float> line(n), next(n);
		for (int t = 0; t < n; t++)
			line[t] = f[s * 128 + t] - 0.5f;
		for (int q = 0; q < PERIODS; q++, std::swap(line, next))
			for (int t = 0; t < n; t++)
				sound[(s * PERIODS + q) * 128 + t] = next[t] = 0.498f * (line[t] + line[(t + 1) % n]);
	}
	float *noise = upload(f);
	int *dl = upload(length);
	job<float>(
		"pluck.string_a_block", [&] { pluck<<<STRINGS, 128>>>(noise, o, dl, PERIODS); }, o,
		STRINGS * PERIODS * 128, close_to(sound), [&] { CHECK(cudaMemset(o, 0, STRINGS * PERIODS * 512)); });
}
