// blind7a: a seventh set of kernels that nobody had modelled when they were written. Filters of pictures, stencils.
#include "blind7.h"

__constant__ float gauss[25];
__global__ void blur5_global(const float *in, float *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	float s = 0;
	for (int j = -2; j <= 2; j++)
		for (int i = -2; i <= 2; i++) {
			int xx = min(max(x + i, 0), w - 1), yy = min(max(y + j, 0), h - 1);
			s += gauss[(j + 2) * 5 + i + 2] * in[yy * w + xx];
		}
	out[y * w + x] = s;
}
__global__ void blur5_tile(const float *in, float *out, int w, int h)
{
	__shared__ float s[20][20];
	int x0 = blockIdx.x * 16 - 2, y0 = blockIdx.y * 16 - 2;
	for (int i = threadIdx.y * 16 + threadIdx.x; i < 400; i += 256)
		s[i / 20][i % 20] = in[min(max(y0 + i / 20, 0), h - 1) * w + min(max(x0 + i % 20, 0), w - 1)];
	__syncthreads();
	float sum = 0;
	for (int j = 0; j < 5; j++)
		for (int i = 0; i < 5; i++)
			sum += gauss[j * 5 + i] * s[threadIdx.y + j][threadIdx.x + i];
	out[(y0 + 2 + threadIdx.y) * w + x0 + 2 + threadIdx.x] = sum;
}
__constant__ float line[5] = { 0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f };
__global__ void blur5_along(const float *in, float *out, int w)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
	float s = 0;
	for (int i = -2; i <= 2; i++)
		s += line[i + 2] * in[y * w + min(max(x + i, 0), w - 1)];
	out[y * w + x] = s;
}
__global__ void blur5_down(const float *in, float *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
	float s = 0;
	for (int i = -2; i <= 2; i++)
		s += line[i + 2] * in[min(max(y + i, 0), h - 1) * w + x];
	out[y * w + x] = s;
}
__global__ void gradient_bytes(const byte *in, byte *out, int w, int h)
{ // Sobel, a pixel a thread
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
		return;
	const byte *p = in + y * w + x;
	int gx = p[1 - w] + 2 * p[1] + p[1 + w] - p[-1 - w] - 2 * p[-1] - p[-1 + w];
	int gy = p[w - 1] + 2 * p[w] + p[w + 1] - p[-w - 1] - 2 * p[-w] - p[-w + 1];
	out[y * w + x] = min((int)sqrtf((float)(gx * gx + gy * gy)), 255);
}
__global__ void gradient_words(const unsigned *in, unsigned *out, int w4, int h)
{ // four pixels a thread, three words of each of three rows
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (y < 1 || y >= h - 1)
		return;
	int sum[6], dif[6];
	for (int i = 0; i < 6; i++) {
		int at = x * 4 + i - 1, word = min(max(at >> 2, 0), w4 - 1), shift = (at & 3) * 8;
		int a = in[(y - 1) * w4 + word] >> shift & 255, b = in[y * w4 + word] >> shift & 255;
		int c = in[(y + 1) * w4 + word] >> shift & 255;
		sum[i] = a + 2 * b + c;
		dif[i] = c - a;
	}
	unsigned o = 0;
	for (int i = 0; i < 4; i++) {
		int gx = sum[i + 2] - sum[i], gy = dif[i] + 2 * dif[i + 1] + dif[i + 2], at = x * 4 + i;
		if (at > 0 && at < w4 * 4 - 1)
			o |= min((int)sqrtf((float)(gx * gx + gy * gy)), 255) << i * 8;
	}
	out[y * w4 + x] = o;
}
__device__ void order(int &a, int &b)
{
	int l = min(a, b);
	b = max(a, b);
	a = l;
}
__global__ void median3_sort(const byte *in, byte *out, int w, int h)
{ // insertion sort in an array of the thread's own
	int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y + 1;
	if (x >= w - 1)
		return;
	byte v[9];
	for (int k = 0; k < 9; k++) {
		byte a = in[(y + k / 3 - 1) * w + x + k % 3 - 1];
		int i = k;
		for (; i > 0 && v[i - 1] > a; i--)
			v[i] = v[i - 1];
		v[i] = a;
	}
	out[y * w + x] = v[4];
}
__global__ void median3_network(const byte *in, byte *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y + 1;
	if (x >= w - 1)
		return;
	int v[9];
#pragma unroll
	for (int k = 0; k < 9; k++)
		v[k] = in[(y + k / 3 - 1) * w + x + k % 3 - 1];
#pragma unroll
	for (int k = 0; k < 9; k += 3) {
		order(v[k], v[k + 1]);
		order(v[k + 1], v[k + 2]);
		order(v[k], v[k + 1]);
	}
	int low = max(max(v[0], v[3]), v[6]), high = min(min(v[2], v[5]), v[8]);
	order(v[1], v[4]);
	order(v[4], v[7]);
	order(v[1], v[4]);
	out[y * w + x] = max(min(low, v[4]), min(max(low, v[4]), high));
}
__global__ void relax(const float *in, float *out, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1)
		return;
	out[y * n + x] = 0.25f * (in[y * n + x - 1] + in[y * n + x + 1] + in[(y - 1) * n + x] + in[(y + 1) * n + x]);
}
__global__ void relax4(const float *in, float *out, int n)
{ // four steps in shared memory, a tile of 40x24 of which 32x16 remain
	__shared__ float s[2][24][40];
	int x0 = blockIdx.x * 32 - 4, y0 = blockIdx.y * 16 - 4, t = threadIdx.y * 32 + threadIdx.x;
	for (int i = t; i < 960; i += 512) {
		int x = x0 + i % 40, y = y0 + i / 40;
		s[0][i / 40][i % 40] = x >= 0 && y >= 0 && x < n && y < n ? in[y * n + x] : 0;
	}
	__syncthreads();
	for (int k = 0; k < 4; k++) {
		for (int i = t; i < 960; i += 512) {
			int a = i % 40, b = i / 40, x = x0 + a, y = y0 + b;
			float v = s[k & 1][b][a];
			if (a > k && a < 39 - k && b > k && b < 23 - k && x > 0 && y > 0 && x < n - 1 && y < n - 1)
				v = 0.25f * (s[k & 1][b][a - 1] + s[k & 1][b][a + 1] + s[k & 1][b - 1][a] + s[k & 1][b + 1][a]);
			s[~k & 1][b][a] = v;
		}
		__syncthreads();
	}
	out[(y0 + 4 + threadIdx.y) * n + x0 + 4 + threadIdx.x] = s[0][threadIdx.y + 4][threadIdx.x + 4];
}
__global__ void heat_point(const float *in, float *out, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z + 1;
	if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1)
		return;
	int i = (z * n + y) * n + x;
	out[i] = in[i] + 0.1f * (in[i - 1] + in[i + 1] + in[i - n] + in[i + n] + in[i - n * n] + in[i + n * n] - 6 * in[i]);
}
__global__ void heat_column(const float *in, float *out, int n, int deep)
{ // a thread goes up deep points and keeps three of them
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * deep + 1;
	if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1)
		return;
	int i = (z * n + y) * n + x, end = min(z + deep, n - 1);
	float below = in[i - n * n], mid = in[i];
	for (; z < end; z++, i += n * n) {
		float above = in[i + n * n];
		out[i] = mid + 0.1f * (in[i - 1] + in[i + 1] + in[i - n] + in[i + n] + below + above - 6 * mid);
		below = mid;
		mid = above;
	}
}
__global__ void gray_bytes(const byte *rgb, byte *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = (77 * rgb[i * 3] + 150 * rgb[i * 3 + 1] + 29 * rgb[i * 3 + 2]) >> 8;
}
__global__ void gray_words(const uint3 *rgb, unsigned *out, int n)
{ // twelve bytes are four pixels
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	uint3 p = rgb[i];
	unsigned a = p.x, b = __funnelshift_r(p.x, p.y, 24), c = __funnelshift_r(p.y, p.z, 16), d = p.z >> 8;
	unsigned weights = 77 | 150 << 8 | 29 << 16;
	a = __dp4a(a & 0xffffffu, weights, 0u) >> 8;
	b = __dp4a(b & 0xffffffu, weights, 0u) >> 8;
	c = __dp4a(c & 0xffffffu, weights, 0u) >> 8;
	d = __dp4a(d & 0xffffffu, weights, 0u) >> 8;
	out[i] = a | b << 8 | c << 16 | d << 24;
}
__global__ void tones(const byte *in, int *count, int n)
{
	__shared__ int s[256];
	s[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
		atomicAdd(&s[in[i]], 1);
	__syncthreads();
	if (s[threadIdx.x])
		atomicAdd(&count[threadIdx.x], s[threadIdx.x]);
}
__global__ void tones_sum(const int *count, byte *map, int n)
{
	__shared__ int s[256];
	int t = threadIdx.x;
	s[t] = count[t];
	__syncthreads();
	for (int d = 1; d < 256; d *= 2) {
		int v = t >= d ? s[t - d] : 0;
		__syncthreads();
		s[t] += v;
		__syncthreads();
	}
	map[t] = (long long)s[t] * 255 / n;
}
__global__ void tones_apply(const byte *in, const byte *map, byte *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = map[in[i]];
}
__global__ void turn(const byte *in, byte *out, int w, int h, float c, float s)
{ // the picture turned about its middle, between pixels
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	float a = x - w / 2, b = y - h / 2, u = c * a + s * b + w / 2, v = c * b - s * a + h / 2;
	int i = (int)floorf(u), j = (int)floorf(v), r = 0;
	if (i >= 0 && j >= 0 && i < w - 1 && j < h - 1) {
		const byte *p = in + j * w + i;
		float fu = u - i, fv = v - j;
		r = (p[0] * (1 - fu) + p[1] * fu) * (1 - fv) + (p[w] * (1 - fu) + p[w + 1] * fu) * fv;
	}
	out[y * w + x] = r;
}
__global__ void seeds(int *own, const int *at, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		own[at[i]] = at[i];
}
__global__ void flood(const int *in, int *out, int w, int step)
{ // each pixel takes the nearest of the seeds that nine pixels know
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	int best = -1, far = 1 << 30;
	for (int j = -1; j <= 1; j++)
		for (int i = -1; i <= 1; i++) {
			int xx = x + i * step, yy = y + j * step;
			if (xx < 0 || yy < 0 || xx >= w || yy >= w)
				continue;
			int s = in[yy * w + xx];
			if (s < 0)
				continue;
			int dx = s % w - x, dy = s / w - y, d = dx * dx + dy * dy;
			if (d < far || (d == far && s < best))
				far = d, best = s;
		}
	out[y * w + x] = best;
}
__global__ void smooth_exp(const float *in, float *out, int w, int h)
{ // bilateral: near in place and in tone
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	float mid = in[y * w + x], sum = 0, all = 0;
	for (int j = -3; j <= 3; j++)
		for (int i = -3; i <= 3; i++) {
			float v = in[min(max(y + j, 0), h - 1) * w + min(max(x + i, 0), w - 1)], d = v - mid;
			float t = __expf(-(i * i + j * j) * 0.125f - d * d * 20);
			sum += t * v;
			all += t;
		}
	out[y * w + x] = sum / all;
}
__device__ int find(int *p, int i)
{
	while (true) {
		int q = *(volatile int *)&p[i];
		if (q == i)
			return i;
		i = q;
	}
}
__device__ void join(int *p, int a, int b)
{
	while (true) {
		a = find(p, a);
		b = find(p, b);
		if (a == b)
			return;
		if (a < b) {
			int c = a;
			a = b;
			b = c;
		}
		int old = atomicMin(&p[a], b);
		if (old == a)
			return;
		a = old;
	}
}
__global__ void label_start(int *p)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	p[i] = i;
}
__global__ void label_join(const byte *in, int *p, int w)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, i = y * w + x;
	if (x && in[i] == in[i - 1])
		join(p, i, i - 1);
	if (y && in[i] == in[i - w])
		join(p, i, i - w);
}
__global__ void label_last(int *p, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = find(p, i);
}

void rows()
{
	const int W = 1024, H = 1024, M = W * H, Q = 256;
	std::vector<unsigned> w = words(2 * M);
	std::vector<float> f = fractions(w), g(25), blurred(M), five = { 0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f };
	std::vector<byte> pic(4 * M), steep(M), mid(M), gray(M), flat(M), spots(Q * Q);
	f.resize(M);
	for (int i = 0; i < 4 * M; i++)
		pic[i] = (i % W / 3 + i / W / 2 & 127) + (w[i % (2 * M)] & 63);
	for (int i = 0; i < 25; i++)
		g[i] = five[i / 5] * five[i % 5];
	auto cut = [](int a, int n) { return std::min(std::max(a, 0), n - 1); };
	std::vector<int> count(256);
	for (int y = 0; y < H; y++)
		for (int x = 0; x < W; x++) {
			int i = y * W + x;
			double s = 0;
			for (int k = 0; k < 25; k++)
				s += g[k] * f[cut(y + k / 5 - 2, H) * W + cut(x + k % 5 - 2, W)];
			blurred[i] = s;
			gray[i] = (77 * pic[i * 3] + 150 * pic[i * 3 + 1] + 29 * pic[i * 3 + 2]) >> 8;
			count[pic[i]]++;
			if (x < 1 || y < 1 || x == W - 1 || y == H - 1)
				continue;
			const byte *p = &pic[i];
			int gx = p[1 - W] + 2 * p[1] + p[1 + W] - p[-1 - W] - 2 * p[-1] - p[-1 + W];
			int gy = p[W - 1] + 2 * p[W] + p[W + 1] - p[-W - 1] - 2 * p[-W] - p[-W + 1];
			steep[i] = std::min((int)std::sqrt((float)(gx * gx + gy * gy)), 255);
			byte v[9];
			for (int k = 0; k < 9; k++)
				v[k] = p[(k / 3 - 1) * W + k % 3 - 1];
			std::nth_element(v, v + 4, v + 9);
			mid[i] = v[4];
		}
	for (int i = 1; i < 256; i++)
		count[i] += count[i - 1];
	for (int i = 0; i < M; i++)
		flat[i] = (long long)count[pic[i]] * 255 / M;
	CHECK(cudaMemcpyToSymbol(gauss, g.data(), 100));
	float *x = upload(f), *o = dev<float>(2 * M), *o2 = dev<float>(2 * M), *o3 = dev<float>(2 * M);
	byte *p = upload(pic), *b = dev<byte>(M), *map = dev<byte>(256);
	int *cnt = dev<int>(256), *la = dev<int>(M), *lb = dev<int>(M);
	dim3 b16(16, 16), b32(32, 8), g16(W / 16, H / 16), g32(W / 32, H / 8);
	auto clear = [&] { CHECK(cudaMemset(b, 0, M)); };
	job<float>("blur.global", [&] { blur5_global<<<g32, b32>>>(x, o, W, H); }, o, M, close_to(blurred));
	job<float>("blur.tile", [&] { blur5_tile<<<g16, b16>>>(x, o, W, H); }, o, M, close_to(blurred));
	job<float>(
		"blur.two_passes",
		[&] {
			blur5_along<<<dim3(W / 256, H), 256>>>(x, o2, W);
			blur5_down<<<dim3(W / 256, H), 256>>>(o2, o, W, H);
		},
		o, M, close_to(blurred));
	job<byte>("gradient.bytes", [&] { gradient_bytes<<<g32, b32>>>(p, b, W, H); }, b, M, same(steep), clear);
	job<byte>(
		"gradient.words", [&] { gradient_words<<<dim3(W / 128, H / 8), b32>>>((unsigned *)p, (unsigned *)b, W / 4, H); }, b, M,
		same(steep), clear);
	job<byte>("median.insertion", [&] { median3_sort<<<dim3(8, H - 2), 128>>>(p, b, W, H); }, b, M, same(mid), clear);
	job<byte>("median.network", [&] { median3_network<<<dim3(8, H - 2), 128>>>(p, b, W, H); }, b, M, same(mid), clear);
	std::vector<float> r(f), q(f);
	for (int k = 0; k < 4; k++) {
		for (int j = 1; j < H - 1; j++)
			for (int i = 1; i < H - 1; i++)
				q[j * H + i] = 0.25f * (r[j * H + i - 1] + r[j * H + i + 1] + r[(j - 1) * H + i] + r[(j + 1) * H + i]);
		std::swap(q, r);
	}
	r.resize(H * H);
	auto border = [&] {
		CHECK(cudaMemcpy(o, x, H * H * 4, cudaMemcpyDeviceToDevice));
		CHECK(cudaMemcpy(o2, x, H * H * 4, cudaMemcpyDeviceToDevice));
	};
	job<float>(
		"relax.four_launches",
		[&] {
			for (int k = 0; k < 4; k++)
				relax<<<dim3(H / 32, H / 8), b32>>>(k == 0 ? x : k % 2 ? o2 : o, k % 2 ? o : o2, H);
		},
		o, H * H, close_to(r), border);
	job<float>("relax.four_in_a_tile", [&] { relax4<<<dim3(H / 32, H / 16), dim3(32, 16)>>>(x, o, H); }, o, H * H, close_to(r), border);
	const int N = 96;
	std::vector<float> cube(N * N * N), warm(N * N * N);
	for (int i = 0; i < N * N * N; i++)
		cube[i] = f[i % M];
	float *c = upload(cube);
	for (int i = 0; i < N * N * N; i++) {
		int a = i % N, d = i / N % N, e = i / N / N;
		if (a && d && e && a < N - 1 && d < N - 1 && e < N - 1)
			warm[i] = cube[i] + 0.1f * (cube[i - 1] + cube[i + 1] + cube[i - N] + cube[i + N] + cube[i - N * N] + cube[i + N * N] - 6 * cube[i]);
	}
	auto cold = [&] { CHECK(cudaMemset(o3, 0, N * N * N * 4)); };
	job<float>("heat.point", [&] { heat_point<<<dim3(3, 12, N - 2), b32>>>(c, o3, N); }, o3, N * N * N, close_to(warm), cold);
	job<float>("heat.column", [&] { heat_column<<<dim3(3, 12, 1), b32>>>(c, o3, N, N); }, o3, N * N * N, close_to(warm), cold);
	job<float>("heat.short_columns", [&] { heat_column<<<dim3(3, 12, 12), b32>>>(c, o3, N, 8); }, o3, N * N * N, close_to(warm), cold);
	job<byte>("gray.bytes", [&] { gray_bytes<<<M / 256, 256>>>(p, b, M); }, b, M, same(gray));
	job<byte>("gray.words", [&] { gray_words<<<M / 1024, 256>>>((uint3 *)p, (unsigned *)b, M / 4); }, b, M, same(gray));
	job<byte>(
		"equalise.three_launches",
		[&] {
			tones<<<132, 256>>>(p, cnt, M);
			tones_sum<<<1, 256>>>(cnt, map, M);
			tones_apply<<<M / 256, 256>>>(p, map, b, M);
		},
		b, M, same(flat), [&] { CHECK(cudaMemset(cnt, 0, 1024)); });
	job<byte>("turn.a_little", [&] { turn<<<g32, b32>>>(p, b, W, H, 0.995f, 0.0998f); }, b, M);
	job<byte>("turn.quarter", [&] { turn<<<g32, b32>>>(p, b, W, H, 0.0100f, 0.99995f); }, b, M);
	std::vector<int> at(50);
	for (int i = 0; i < 50; i++)
		at[i] = w[i] % (Q * Q);
	int *sd = upload(at);
	job<int>(
		"flood.eight_launches",
		[&] {
			seeds<<<1, 64>>>(la, sd, 50);
			int *a = la, *d = lb;
			for (int s = Q / 2; s; s /= 2) {
				flood<<<dim3(Q / 32, Q / 8), b32>>>(a, d, Q, s);
				std::swap(a, d);
			}
		},
		la, Q * Q,
		[&](const std::vector<int> &v) {
			int bad = 0;
			for (int i = 0; i < Q * Q; i++) {
				int near2 = 1 << 30, got = (v[i] % Q - i % Q) * (v[i] % Q - i % Q) + (v[i] / Q - i / Q) * (v[i] / Q - i / Q);
				for (int s : at)
					near2 = std::min(near2, (s % Q - i % Q) * (s % Q - i % Q) + (s / Q - i / Q) * (s / Q - i / Q));
				bad += got != near2;
			}
			return bad < 300; // the way is not exact
		},
		[&] { CHECK(cudaMemset(la, 255, Q * Q * 4)); });
	job<float>("smooth.bilateral_exp", [&] { smooth_exp<<<dim3(16, 32), b32>>>(x, o, 512, 256); }, o, 512 * 256);
	for (int i = 0; i < Q * Q; i++)
		spots[i] = w[i / Q / 4 * 64 + i % Q / 4] % 5 < 3;
	byte *sp = upload(spots);
	std::vector<int> label(Q * Q, -1), todo;
	for (int i = 0; i < Q * Q; i++)
		if (label[i] < 0)
			for (label[i] = i, todo.push_back(i); !todo.empty();) {
				int a = todo.back(), d[4] = { a % Q ? a - 1 : a, a % Q < Q - 1 ? a + 1 : a, a >= Q ? a - Q : a, a < Q * Q - Q ? a + Q : a };
				todo.pop_back();
				for (int e : d)
					if (label[e] < 0 && spots[e] == spots[a])
						label[e] = i, todo.push_back(e);
			}
	job<int>(
		"label.joined_trees",
		[&] {
			label_start<<<Q * Q / 256, 256>>>(la);
			label_join<<<dim3(Q / 32, Q / 8), b32>>>(sp, la, Q);
			label_last<<<Q * Q / 256, 256>>>(la, lb);
		},
		lb, Q * Q, same(label));
}
