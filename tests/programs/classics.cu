/* What courses begin with: histogram, transpose, stencils in one to three dimensions, convolution with constant memory, n-body, bitonic sort,
 * Mandelbrot, the game of life. */
#include <algorithm>

#include "check.h"

__global__ void histogram_global(const unsigned char *in, int n, unsigned *bins)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		atomicAdd(&bins[in[i]], 1u);
}

__global__ void histogram_shared(const unsigned char *in, int n, unsigned *bins)
{
	__shared__ unsigned mine[256];

	for (int i = threadIdx.x; i < 256; i += blockDim.x)
		mine[i] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		atomicAdd(&mine[in[i]], 1u);
	__syncthreads();
	for (int i = threadIdx.x; i < 256; i += blockDim.x)
		if (mine[i])
			atomicAdd(&bins[i], mine[i]);
}

static void histogram()
{
	std::vector<unsigned char> v(20000);
	std::vector<unsigned> want(256);
	Random r(1);

	for (auto &x : v)
		want[x = (unsigned char)(r.next() % 256 * (r.next() % 256) >> 8)]++;
	Device<unsigned char> in(v);
	Device<unsigned> a(256), b(256);
	histogram_global<<<8, 256>>>(in, v.size(), a);
	histogram_shared<<<8, 256>>>(in, v.size(), b);
	same("global histogram", a.get(), want);
	same("shared histogram", b.get(), want);
}

template <int PAD> __global__ void transpose_tiles(float *out, const float *in, int w, int h)
{
	__shared__ float tile[32][32 + PAD];
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;

	for (int j = 0; j < 32; j += blockDim.y)
		if (x < w && y + j < h)
			tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * w + x];
	__syncthreads();
	x = blockIdx.y * 32 + threadIdx.x;
	y = blockIdx.x * 32 + threadIdx.y;
	for (int j = 0; j < 32; j += blockDim.y)
		if (x < h && y + j < w)
			out[(y + j) * h + x] = tile[threadIdx.x][threadIdx.y + j];
}

static void transpose()
{
	constexpr int w = 100, h = 75;
	std::vector<float> v = random_floats(w * h, 2), want(w * h);
	Device<float> in(v), out(w * h);

	for (int i = 0; i < w * h; i++)
		want[i % w * h + i / w] = v[i];
	transpose_tiles<0><<<dim3(4, 3), dim3(32, 8)>>>(out, in, w, h);
	same("transpose", out.get(), want);
	out.zero();
	transpose_tiles<1><<<dim3(4, 3), dim3(32, 8)>>>(out, in, w, h);
	same("padded transpose", out.get(), want);
}

constexpr int RADIUS = 3;

__global__ void stencil1(const int *in, int *out, int n)
{
	__shared__ int s[128 + 2 * RADIUS];
	int i = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x + RADIUS, sum = 0;

	s[l] = i < n ? in[i] : 0;
	if (threadIdx.x < RADIUS) {
		s[l - RADIUS] = i >= RADIUS ? in[i - RADIUS] : 0;
		s[l + 128] = i + 128 < n ? in[i + 128] : 0;
	}
	__syncthreads();
	for (int d = -RADIUS; d <= RADIUS; d++)
		sum += s[l + d];
	if (i < n)
		out[i] = sum;
}

__global__ void stencil2(const float *in, float *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, i = y * w + x;

	if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
		out[i] = 0.25f * (in[i - 1] + in[i + 1] + in[i - w] + in[i + w]);
}

__global__ void stencil3(const float *in, float *out, int n)
{
	int x = threadIdx.x, y = threadIdx.y + blockIdx.y * blockDim.y;
	float below = 0, here = in[y * n + x], above;

	for (int z = 0; z < n; z++, below = here, here = above) {
		int i = (z * n + y) * n + x;

		above = z + 1 < n ? in[i + n * n] : 0;
		if (x > 0 && y > 0 && x < n - 1 && y < n - 1)
			out[i] = here * 6 - below - above - in[i - 1] - in[i + 1] - in[i - n] - in[i + n];
	}
}

static void stencils()
{
	constexpr int n = 1000, w = 50, h = 40, m = 16;
	std::vector<int> v(n), want(n);
	std::vector<float> f = random_floats(w * h, 3), fw(w * h), c = random_floats(m * m * m, 4), cw(m * m * m);

	for (int i = 0; i < n; i++)
		v[i] = i * i % 97;
	for (int i = 0; i < n; i++)
		for (int j = std::max(0, i - RADIUS); j <= std::min(n - 1, i + RADIUS); j++)
			want[i] += v[j];
	Device<int> in(v), out(n);
	stencil1<<<(n + 127) / 128, 128>>>(in, out, n);
	same("1-D stencil", out.get(), want);

	for (int i = 0; i < w * h; i++)
		if (i % w && i % w < w - 1 && i / w && i / w < h - 1)
			fw[i] = 0.25f * (f[i - 1] + f[i + 1] + f[i - w] + f[i + w]);
	Device<float> fin(f), fout(w * h);
	stencil2<<<dim3(4, 5), dim3(16, 8)>>>(fin, fout, w, h);
	same("2-D stencil", fout.get(), fw);

	for (int i = 0; i < m * m * m; i++) {
		int x = i % m, y = i / m % m, z = i / m / m;

		if (x && y && x < m - 1 && y < m - 1)
			cw[i] = c[i] * 6 - (z ? c[i - m * m] : 0) - (z < m - 1 ? c[i + m * m] : 0) - c[i - 1] - c[i + 1] - c[i - m] - c[i + m];
	}
	Device<float> cin(c), cout(m * m * m);
	stencil3<<<dim3(1, 2), dim3(16, 8)>>>(cin, cout, m);
	near("3-D stencil", cout.get(), cw, 1e-6);
}

__constant__ float filter[5][5];

__global__ void convolve(const float *in, float *out, int w, int h)
{
	__shared__ float s[20][20];
	int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;

	for (int j = threadIdx.y; j < 20; j += 16)
		for (int i = threadIdx.x; i < 20; i += 16) {
			int sx = (int)blockIdx.x * 16 + i - 2, sy = (int)blockIdx.y * 16 + j - 2;

			s[j][i] = sx >= 0 && sy >= 0 && sx < w && sy < h ? in[sy * w + sx] : 0;
		}
	__syncthreads();
	if (x >= w || y >= h)
		return;
	float sum = 0;
	for (int j = 0; j < 5; j++)
		for (int i = 0; i < 5; i++)
			sum += filter[j][i] * s[threadIdx.y + j][threadIdx.x + i];
	out[y * w + x] = sum;
}

static void convolution()
{
	constexpr int w = 60, h = 45;
	std::vector<float> v = random_floats(w * h, 5), k = random_floats(25, 6), want(w * h);
	Device<float> in(v), out(w * h);

	CUDA(cudaMemcpyToSymbol(filter, k.data(), 100));
	for (int y = 0; y < h; y++)
		for (int x = 0; x < w; x++)
			for (int i = 0; i < 25; i++) {
				int sx = x + i % 5 - 2, sy = y + i / 5 - 2;

				if (sx >= 0 && sy >= 0 && sx < w && sy < h)
					want[y * w + x] = fmaf(k[i], v[sy * w + sx], want[y * w + x]);
			}
	convolve<<<dim3(4, 3), dim3(16, 16)>>>(in, out, w, h);
	near("convolution", out.get(), want, 1e-6);
}

__global__ void bodies(const float4 *p, float3 *force, int n)
{
	__shared__ float4 s[64];
	int i = blockIdx.x * 64 + threadIdx.x;
	float4 me = p[i];
	float3 f = {};

	for (int t = 0; t < n; t += 64) {
		s[threadIdx.x] = p[t + threadIdx.x];
		__syncthreads();
#pragma unroll 8
		for (int j = 0; j < 64; j++) {
			float dx = s[j].x - me.x, dy = s[j].y - me.y, dz = s[j].z - me.z;
			float inv = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), k = s[j].w * inv * inv * inv;

			f.x += dx * k, f.y += dy * k, f.z += dz * k;
		}
		__syncthreads();
	}
	force[i] = f;
}

static void n_body()
{
	constexpr int n = 128;
	std::vector<float> p = random_floats(4 * n, 7);
	std::vector<double> want(3 * n);
	Device<float> in(p), out(3 * n);

	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			double d[3], r = 0.01;

			for (int c = 0; c < 3; c++)
				d[c] = (double)p[4 * j + c] - p[4 * i + c], r += d[c] * d[c];
			for (int c = 0; c < 3; c++)
				want[3 * i + c] += d[c] * p[4 * j + 3] / (r * sqrt(r));
		}
	bodies<<<n / 64, 64>>>((float4 *)in.p, (float3 *)out.p, n);
	near("n-body", out.get(), want, 1e-3);
}

__global__ void bitonic(unsigned *v, int j, int k)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ j;

	if (other <= i)
		return;
	unsigned a = v[i], b = v[other];
	if ((i & k) == 0 ? a > b : a < b)
		v[i] = b, v[other] = a;
}

__global__ void mandelbrot(int *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, n = 0;
	double cx = -2.0 + 3.0 * x / w, cy = -1.0 + 2.0 * y / h, a = 0, b = 0;

	while (n < 100 && a * a + b * b <= 4) {
		double t = __dadd_rn(__dsub_rn(__dmul_rn(a, a), __dmul_rn(b, b)), cx);
		b = __dadd_rn(__dmul_rn(__dmul_rn(2, a), b), cy);
		a = t;
		n++;
	}
	out[y * w + x] = n;
}

__global__ void life(const unsigned char *in, unsigned char *out, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, alive = 0;

	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++)
			if (dx || dy)
				alive += in[(y + dy + n) % n * n + (x + dx + n) % n];
	out[y * n + x] = alive == 3 || (alive == 2 && in[y * n + x]);
}

static void pictures()
{
	constexpr int n = 1024, w = 64, h = 32, m = 32;
	std::vector<unsigned> v(n);
	std::vector<int> want(w * h);
	std::vector<unsigned char> world(m * m), next(m * m);
	Random r(8);

	for (auto &x : v)
		x = r.next();
	Device<unsigned> s(v);
	for (int k = 2; k <= n; k *= 2)
		for (int j = k / 2; j; j /= 2)
			bitonic<<<n / 256, 256>>>(s, j, k);
	std::sort(v.begin(), v.end());
	same("bitonic sort", s.get(), v);

	for (int i = 0; i < w * h; i++) {
		volatile double a = 0, b = 0, aa, bb, ab;
		double cx = -2.0 + 3.0 * (i % w) / w, cy = -1.0 + 2.0 * (i / w) / h;
		int k = 0;

		for (; k < 100 && a * a + b * b <= 4; k++) {
			aa = a * a, bb = b * b, ab = 2 * a * b;
			a = aa - bb + cx, b = ab + cy;
		}
		want[i] = k;
	}
	Device<int> image(w * h);
	mandelbrot<<<dim3(4, 4), dim3(16, 8)>>>(image, w, h);
	same("Mandelbrot", image.get(), want);

	for (auto &x : world)
		x = r.next() % 3 == 0;
	Device<unsigned char> a(world), b(m * m);
	for (int g = 0; g < 6; g++) {
		life<<<dim3(2, 4), dim3(16, 8)>>>(g % 2 ? b.p : a.p, g % 2 ? a.p : b.p, m);
		for (int i = 0; i < m * m; i++) {
			int alive = 0;

			for (int d = 0; d < 9; d++)
				alive += d == 4 ? 0 : world[(i / m + d / 3 - 1 + m) % m * m + (i % m + d % 3 - 1 + m) % m];
			next[i] = alive == 3 || (alive == 2 && world[i]);
		}
		world.swap(next);
	}
	same("life", a.get(), world);
}

int main()
{
	histogram();
	transpose();
	stencils();
	convolution();
	n_body();
	pictures();
	LAUNCHED();
	return finish();
}
