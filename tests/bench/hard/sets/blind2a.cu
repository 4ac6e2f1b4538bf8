// blind2a: a set of kernels that were modelled first and then measured: what courses set as homework, the first half. Arrays, sums, numbers, images, sorting, matrices.
#include "probe.h"
typedef unsigned char byte;

// ---- numbers
__global__ void leibniz(double *out, int each)
{ // each thread some terms of pi / 4, one sum for each thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	double s = 0;
	for (int k = i * each; k < (i + 1) * each; k++)
		s += (k % 2 ? -1.0 : 1.0) / (2 * k + 1);
	out[i] = s;
}
__global__ void trapezoid(float *out, int n)
{
	__shared__ float part[256];
	float h = 1.0f / n, s = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		float x = i * h, y = x + h;
		s += (expf(-x * x) + expf(-y * y)) * h / 2;
	}
	part[threadIdx.x] = s;
	__syncthreads();
	for (int d = blockDim.x / 2; d > 0; d /= 2) {
		if (threadIdx.x < d)
			part[threadIdx.x] += part[threadIdx.x + d];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		atomicAdd(out, part[0]);
}
__global__ void sum_of_digits(const unsigned long long *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		unsigned long long v = in[i];
		int s = 0;
		while (v) {
			s += v % 10;
			v /= 10;
		}
		out[i] = s;
	}
}
__global__ void perfect(int *found, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x + 2, s = 1;
	if (i >= n)
		return;
	for (int d = 2; d * d <= i; d++)
		if (i % d == 0)
			s += d + i / d;
	if (s == i)
		atomicAdd(found, 1);
}
__global__ void power_mod64(const unsigned *base, unsigned *out, unsigned long long m, int e)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned long long r = 1, b = base[i] % m;
	for (; e; e >>= 1) {
		if (e & 1)
			r = r * b % m;
		b = b * b % m;
	}
	out[i] = (unsigned)r;
}
__global__ void fibonacci(unsigned long long *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned long long a = 0, b = 1;
	if (i < n) {
		for (int k = 0; k < i % 90; k++) {
			unsigned long long c = a + b;
			a = b;
			b = c;
		}
		out[i] = a;
	}
}
__global__ void roots(const float *abc, float2 *out, int n)
{ // quadratic equations
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		float a = abc[i] + 1, b = abc[n + i] * 8, c = abc[2 * n + i];
		float d = b * b - 4 * a * c;
		if (d < 0)
			out[i] = make_float2(0, 0);
		else
			out[i] = make_float2((-b + sqrtf(d)) / (2 * a), (-b - sqrtf(d)) / (2 * a));
	}
}
__global__ void distances(const float *x, const float *y, float *out, float px, float py, int n)
{ // doubles by accident: sqrt and pow of floats with a double constant
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = sqrt(pow(x[i] - px, 2.0) + pow(y[i] - py, 2.0));
}
__global__ void degrees(const float *rad, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = rad[i] * 180.0 / 3.14159265358979;
}
__global__ void polar(const float2 *in, float2 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = make_float2(hypotf(in[i].x, in[i].y), atan2f(in[i].y, in[i].x));
}

// ---- arrays and sums
__global__ void add_2d(const int *a, const int *b, int *c, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h)
		c[y * w + x] = a[y * w + x] + b[y * w + x];
}
__global__ void add_2d_swapped(const int *a, const int *b, int *c, int w, int h)
{ // x counts rows
	int row = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y * blockDim.y + threadIdx.y;
	if (col < w && row < h)
		c[row * w + col] = a[row * w + col] + b[row * w + col];
}
__global__ void add_3d(const float *a, float *c, int w, int h, int d)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
		z = blockIdx.z * blockDim.z + threadIdx.z;
	if (x < w && y < h && z < d)
		c[(z * h + y) * w + x] = a[(z * h + y) * w + x] + 1;
}
__global__ void mean_deviation(const float *a, float *sums, int n)
{ // sum and sum of squares by shuffles, an atomic a warp
	float s = 0, q = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		s += a[i];
		q += a[i] * a[i];
	}
	for (int d = 16; d; d /= 2) {
		s += __shfl_down_sync(~0u, s, d);
		q += __shfl_down_sync(~0u, q, d);
	}
	if (threadIdx.x % 32 == 0) {
		atomicAdd(sums, s);
		atomicAdd(sums + 1, q);
	}
}
__global__ void running_product(const float *a, float *out, int n)
{ // Kogge and Stone, a block its own part, two buffers
	__shared__ float t[2][512];
	int i = blockIdx.x * blockDim.x + threadIdx.x, from = 0;
	t[0][threadIdx.x] = i < n ? a[i] : 1;
	__syncthreads();
	for (int d = 1; d < blockDim.x; d *= 2) {
		t[1 - from][threadIdx.x] = threadIdx.x >= d ? t[from][threadIdx.x] * t[from][threadIdx.x - d] : t[from][threadIdx.x];
		from = 1 - from;
		__syncthreads();
	}
	if (i < n)
		out[i] = t[from][threadIdx.x];
}
__global__ void scan_brent(const int *a, int *out, int *sums)
{ // Brent and Kung, two elements a thread
	__shared__ int t[1024];
	int base = blockIdx.x * 1024;
	t[threadIdx.x] = a[base + threadIdx.x];
	t[threadIdx.x + 512] = a[base + threadIdx.x + 512];
	for (int s = 1; s < 1024; s *= 2) {
		__syncthreads();
		int i = (threadIdx.x + 1) * 2 * s - 1;
		if (i < 1024)
			t[i] += t[i - s];
	}
	for (int s = 256; s > 0; s /= 2) {
		__syncthreads();
		int i = (threadIdx.x + 1) * 2 * s - 1;
		if (i + s < 1024)
			t[i + s] += t[i];
	}
	__syncthreads();
	out[base + threadIdx.x] = t[threadIdx.x];
	out[base + threadIdx.x + 512] = t[threadIdx.x + 512];
	if (threadIdx.x == 0)
		sums[blockIdx.x] = t[1023];
}
__global__ void largest_distance(const float *a, int *best, int n)
{ // neighbours that differ most; each thread asks before it tries
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + 1 < n) {
		int d = (int)(fabsf(a[i + 1] - a[i]) * 1e6f);
		if (d > *best)
			atomicMax(best, d);
	}
}
__global__ void shift_left(const int *a, int *out, int n, int by)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = a[(i + by) % n];
}
__global__ void interleave(const float *left, const float *right, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		out[2 * i] = left[i];
		out[2 * i + 1] = right[i];
	}
}
struct student {
	int id, year;
	float grade[3];
};
__global__ void grades(student *s, int n)
{ // a record of 20 bytes: each grade is raised, the year changed
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		for (int k = 0; k < 3; k++)
			s[i].grade[k] = fminf(s[i].grade[k] * 1.1f, 100.0f);
		s[i].year++;
	}
}
__global__ void count_range(const int *a, int *count, int n, int low, int high)
{
	__shared__ int mine;
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (threadIdx.x == 0)
		mine = 0;
	__syncthreads();
	if (i < n && a[i] >= low && a[i] < high)
		atomicAdd(&mine, 1);
	__syncthreads();
	if (threadIdx.x == 0)
		atomicAdd(count, mine);
}

// ---- images
__global__ void sepia(const byte *in, byte *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		float r = in[3 * i], g = in[3 * i + 1], b = in[3 * i + 2];
		out[3 * i] = fminf(255.f, .393f * r + .769f * g + .189f * b);
		out[3 * i + 1] = fminf(255.f, .349f * r + .686f * g + .168f * b);
		out[3 * i + 2] = fminf(255.f, .272f * r + .534f * g + .131f * b);
	}
}
__global__ void hsv(const uchar4 *in, float4 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float r = in[i].x / 255.f, g = in[i].y / 255.f, b = in[i].z / 255.f;
	float top = fmaxf(r, fmaxf(g, b)), low = fminf(r, fminf(g, b)), d = top - low, h = 0;
	if (d > 0) {
		if (top == r)
			h = fmodf((g - b) / d, 6.f);
		else if (top == g)
			h = (b - r) / d + 2;
		else
			h = (r - g) / d + 4;
	}
	out[i] = make_float4(h * 60, top > 0 ? d / top : 0, top, 0);
}
__global__ void equalize(const byte *in, const unsigned *cdf, byte *out, int n, unsigned least)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = (byte)(255.0f * (cdf[in[i]] - least) / (n - least));
}
__global__ void gauss5(const float *in, float *out, int w, int h)
{ // the weights are computed by each thread
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	float s = 0, t = 0;
	for (int dy = -2; dy <= 2; dy++)
		for (int dx = -2; dx <= 2; dx++) {
			int u = min(max(x + dx, 0), w - 1), v = min(max(y + dy, 0), h - 1);
			float g = expf(-(dx * dx + dy * dy) / 4.5f);
			s += g * in[v * w + u];
			t += g;
		}
	out[y * w + x] = s / t;
}
__global__ void erode(const byte *in, byte *out, int w, int h, int r)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	byte least = 255;
	if (x >= w || y >= h)
		return;
	for (int v = y - r; v <= y + r; v++)
		for (int u = x - r; u <= x + r; u++)
			if (u >= 0 && u < w && v >= 0 && v < h && in[v * w + u] < least)
				least = in[v * w + u];
	out[y * w + x] = least;
}
__global__ void laplace_shared(const float *in, float *out, int w, int h)
{
	__shared__ float t[18][34];
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
	for (int j = threadIdx.y; j < 18; j += 16)
		for (int i = threadIdx.x; i < 34; i += 32) {
			int u = (int)blockIdx.x * 32 + i - 1, v = (int)blockIdx.y * 16 + j - 1;
			t[j][i] = u >= 0 && u < w && v >= 0 && v < h ? in[v * w + u] : 0;
		}
	__syncthreads();
	int i = threadIdx.x + 1, j = threadIdx.y + 1;
	if (x < w && y < h)
		out[y * w + x] = t[j - 1][i] + t[j + 1][i] + t[j][i - 1] + t[j][i + 1] - 4 * t[j][i];
}
__global__ void half_size(const uchar4 *in, uchar4 *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w / 2 || y >= h / 2)
		return;
	uchar4 a = in[2 * y * w + 2 * x], b = in[2 * y * w + 2 * x + 1], c = in[(2 * y + 1) * w + 2 * x],
	       d = in[(2 * y + 1) * w + 2 * x + 1];
	out[y * (w / 2) + x] = make_uchar4((a.x + b.x + c.x + d.x) / 4, (a.y + b.y + c.y + d.y) / 4, (a.z + b.z + c.z + d.z) / 4, 255);
}
__global__ void hough(const byte *edges, int *votes, const float *sines, const float *cosines, int w, int h, int rho)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h && edges[y * w + x] > 250)
		for (int a = 0; a < 90; a++) {
			int r = (int)(x * cosines[a] + y * sines[a]) + rho / 2;
			if (r >= 0 && r < rho)
				atomicAdd(votes + a * rho + r, 1);
		}
}
__global__ void local_binary(const byte *in, byte *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
		return;
	byte c = in[y * w + x], code = 0;
	code |= (in[(y - 1) * w + x - 1] >= c) << 7;
	code |= (in[(y - 1) * w + x] >= c) << 6;
	code |= (in[(y - 1) * w + x + 1] >= c) << 5;
	code |= (in[y * w + x + 1] >= c) << 4;
	code |= (in[(y + 1) * w + x + 1] >= c) << 3;
	code |= (in[(y + 1) * w + x] >= c) << 2;
	code |= (in[(y + 1) * w + x - 1] >= c) << 1;
	code |= in[y * w + x - 1] >= c;
	out[y * w + x] = code;
}
__global__ void seams(const float *energy, float *cost, int w, int y)
{ // one row of seam carving
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	if (x < w) {
		float m = cost[(y - 1) * w + x];
		if (x > 0)
			m = fminf(m, cost[(y - 1) * w + x - 1]);
		if (x < w - 1)
			m = fminf(m, cost[(y - 1) * w + x + 1]);
		cost[y * w + x] = energy[y * w + x] + m;
	}
}
__global__ void sierpinski(byte *out, int w)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, u = x, v = y, in = 1;
	while (u > 0 || v > 0) {
		if (u % 3 == 1 && v % 3 == 1)
			in = 0;
		u /= 3;
		v /= 3;
	}
	out[y * w + x] = in * 255;
}

// ---- sorting
__global__ void merge_pairs(const int *in, int *out, int n, int width)
{ // each thread merges two runs
	int i = (blockIdx.x * blockDim.x + threadIdx.x) * 2 * width;
	if (i >= n)
		return;
	int a = i, b = i + width, ea = b, eb = i + 2 * width;
	for (int k = i; k < eb; k++)
		out[k] = a < ea && (b >= eb || in[a] <= in[b]) ? in[a++] : in[b++];
}
__global__ void selection_local(int *a)
{ // 16 own elements of each thread
	int *p = a + (blockIdx.x * blockDim.x + threadIdx.x) * 16;
	for (int i = 0; i < 15; i++) {
		int least = i;
		for (int j = i + 1; j < 16; j++)
			if (p[j] < p[least])
				least = j;
		int t = p[i];
		p[i] = p[least];
		p[least] = t;
	}
}
__global__ void bubble_shared(int *a, int n)
{
	__shared__ int t[256];
	int i = threadIdx.x;
	t[i] = a[blockIdx.x * 256 + i];
	__syncthreads();
	for (int k = 0; k < 256; k++) {
		int j = 2 * i + k % 2;
		if (j + 1 < 256 && t[j] > t[j + 1]) {
			int s = t[j];
			t[j] = t[j + 1];
			t[j + 1] = s;
		}
		__syncthreads();
	}
	a[blockIdx.x * 256 + i] = t[i];
}
__global__ void radix_flags(const unsigned *in, unsigned *flags, int bit, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		flags[i] = !(in[i] >> bit & 1);
}
__global__ void radix_move(const unsigned *in, const unsigned *scan, unsigned *out, int bit, int n, int zeros)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		unsigned v = in[i];
		int to = v >> bit & 1 ? zeros + i - (int)scan[i] : (int)scan[i];
		out[to] = v;
	}
}
__global__ void counting_sort(const byte *in, int *next, byte *out, int n)
{ // a place by an atomic
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[atomicAdd(next + in[i], 1)] = in[i];
}

// ---- matrices
__global__ void matmul_double(const double *a, const double *b, double *c, int n)
{
	int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
	double s = 0;
	if (row < n && col < n) {
		for (int k = 0; k < n; k++)
			s += a[row * n + k] * b[k * n + col];
		c[row * n + col] = s;
	}
}
#define TILE 32
__global__ void matmul_tile32(const float *a, const float *b, float *c, int n)
{
	__shared__ float s[TILE][TILE], t[TILE][TILE];
	int col = blockIdx.x * TILE + threadIdx.x, row = blockIdx.y * TILE + threadIdx.y;
	float sum = 0;
	for (int m = 0; m < (n + TILE - 1) / TILE; m++) {
		s[threadIdx.y][threadIdx.x] = row < n && m * TILE + threadIdx.x < n ? a[row * n + m * TILE + threadIdx.x] : 0;
		t[threadIdx.y][threadIdx.x] = col < n && m * TILE + threadIdx.y < n ? b[(m * TILE + threadIdx.y) * n + col] : 0;
		__syncthreads();
		for (int k = 0; k < TILE; k++)
			sum += s[threadIdx.y][k] * t[k][threadIdx.x];
		__syncthreads();
	}
	if (row < n && col < n)
		c[row * n + col] = sum;
}
__global__ void matmul_int8(const signed char *a, const signed char *b, int *c, int n)
{
	int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y, s = 0;
	for (int k = 0; k < n; k++)
		s += a[row * n + k] * b[k * n + col];
	c[row * n + col] = s;
}
__global__ void gauss_row(float *a, int n, int k)
{ // one step of an elimination with division by the pivot
	int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
	if (i > k && i < n && j > k && j < n)
		a[i * n + j] -= a[i * n + k] / (a[k * n + k] + 1) * a[k * n + j];
}
__global__ void cholesky_block(float *all)
{ // 32 x 32 matrices, one for each warp
	__shared__ float a[32][33];
	float *m = all + blockIdx.x * 1024;
	int t = threadIdx.x;
	for (int i = 0; i < 32; i++)
		a[i][t] = m[i * 32 + t] + (i == t ? 40 : 0);
	__syncwarp();
	for (int k = 0; k < 32; k++) {
		float d = sqrtf(a[k][k]);
		if (t == k)
			a[k][k] = d;
		else if (t > k)
			a[t][k] /= d;
		__syncwarp();
		for (int j = k + 1; j <= t; j++)
			a[t][j] -= a[t][k] * a[j][k];
		__syncwarp();
	}
	for (int i = 0; i < 32; i++)
		m[i * 32 + t] = a[i][t];
}
__global__ void trace(const float *a, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(out, a[i * (n + 1)]);
}
__global__ void kronecker(const float *a, const float *b, float *out, int n, int m)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, w = n * m;
	if (i < w * w) {
		int r = i / w, c = i % w;
		out[i] = a[r / m * n + c / m] * b[r % m * m + c % m];
	}
}
__global__ void rotate90(const float *in, float *out, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < n && y < n)
		out[x * n + n - 1 - y] = in[y * n + x];
}
__global__ void symmetric(const float *a, int *wrong, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < y && y < n && a[y * n + x] != a[x * n + y])
		*wrong = 1;
}
__global__ void row_norms(float *a, int cols)
{ // a block a row: norm, then divide
	__shared__ float s;
	float q = 0;
	if (threadIdx.x == 0)
		s = 0;
	__syncthreads();
	for (int c = threadIdx.x; c < cols; c += blockDim.x)
		q += a[blockIdx.x * cols + c] * a[blockIdx.x * cols + c];
	atomicAdd(&s, q);
	__syncthreads();
	for (int c = threadIdx.x; c < cols; c += blockDim.x)
		a[blockIdx.x * cols + c] /= sqrtf(s) + 1e-6f;
}

void rows()
{
	const int M = 1 << 20;
	std::vector<unsigned> w = words(8 * M);
	std::vector<float> f(4 * M);
	for (int i = 0; i < 4 * M; i++)
		f[i] = (w[i] & 0xffffff) / 16777216.0f;
	std::vector<unsigned long long> wide(M);
	for (int i = 0; i < M; i++)
		wide[i] = (unsigned long long)w[i] << 32 | w[i + M];
	unsigned *u = upload(w);
	float *x = upload(f), *out = dev<float>(16 * M);
	unsigned long long *l = upload(wide);
	int *zero = dev<int>(M);
	auto clear = [=] { CHECK(cudaMemset(zero, 0, 4 * M)); };
	auto refill = [=] { CHECK(cudaMemcpy(out, u, 32 * M, cudaMemcpyDeviceToDevice)); };
	auto refloat = [=] { CHECK(cudaMemcpy(out, x, 16 * M, cudaMemcpyDeviceToDevice)); };
	dim3 b16(16, 16), b32(32, 8);
	row("leibniz", [&] { leibniz<<<64, 256>>>((double *)out, 100); });
	row("trapezoid", [&] { trapezoid<<<128, 256>>>((float *)zero, 10 * M); }, clear);
	row("sum_of_digits", [&] { sum_of_digits<<<M / 4 / 256, 256>>>(l, (int *)out, M / 4); });
	row("perfect", [&] { perfect<<<400, 256>>>(zero, 100000); }, clear);
	row("power_mod64", [&] { power_mod64<<<256, 256>>>(u, (unsigned *)out, 1000000007ull, 65537); });
	row("fibonacci", [&] { fibonacci<<<M / 256, 256>>>((unsigned long long *)out, M); });
	row("roots", [&] { roots<<<M / 256, 256>>>(x, (float2 *)out, M); });
	row("distances", [&] { distances<<<M / 256, 256>>>(x, x + M, out, .5f, .5f, M); });
	row("degrees", [&] { degrees<<<4 * M / 256, 256>>>(x, out, 4 * M); });
	row("polar", [&] { polar<<<M / 256, 256>>>((float2 *)x, (float2 *)out, M); });
	row("add_2d.16x16", [&] { add_2d<<<dim3(125, 63), b16>>>((int *)u, (int *)u + 2 * M, (int *)out, 2000, 1000); });
	row("add_2d.32x32", [&] { add_2d<<<dim3(63, 32), dim3(32, 32)>>>((int *)u, (int *)u + 2 * M, (int *)out, 2000, 1000); });
	row("add_2d_swapped.16x16", [&] { add_2d_swapped<<<dim3(63, 125), b16>>>((int *)u, (int *)u + 2 * M, (int *)out, 2000, 1000); });
	row("add_3d.8x8x8", [&] { add_3d<<<dim3(16, 16, 16), dim3(8, 8, 8)>>>(x, out, 128, 128, 128); });
	row("mean_deviation", [&] { mean_deviation<<<264, 256>>>(x, (float *)zero, 4 * M); }, clear);
	row("running_product", [&] { running_product<<<M / 512, 512>>>(x, out, M); });
	row("scan_brent", [&] { scan_brent<<<2 * M / 1024, 512>>>((int *)u, (int *)out, zero); });
	row("largest_distance", [&] { largest_distance<<<2 * M / 256, 256>>>(x, zero, 2 * M); }, clear);
	row("shift_left", [&] { shift_left<<<4 * M / 256, 256>>>((int *)u, (int *)out, 4 * M, 5); });
	row("interleave", [&] { interleave<<<2 * M / 256, 256>>>(x, x + 2 * M, out, 2 * M); });
	row("grades", [&] { grades<<<3200, 256>>>((student *)out, 3200 * 256); }, refloat);
	row("count_range", [&] { count_range<<<2 * M / 256, 256>>>((int *)u, zero, 2 * M, 1 << 28, 1 << 30); }, clear);
	row("sepia", [&] { sepia<<<2 * M / 256, 256>>>((byte *)u, (byte *)out, 2 * M); });
	row("hsv", [&] { hsv<<<M / 256, 256>>>((uchar4 *)u, (float4 *)out, M); });
	row("equalize", [&] { equalize<<<4 * M / 256, 256>>>((byte *)u, u + 6 * M, (byte *)out, 4 * M, 3); });
	row("gauss5", [&] { gauss5<<<dim3(64, 64), b16>>>(x, out, 1024, 1024); });
	row("erode", [&] { erode<<<dim3(32, 128), b32>>>((byte *)u, (byte *)out, 1024, 1024, 2); });
	row("laplace_shared", [&] { laplace_shared<<<dim3(64, 128), dim3(32, 16)>>>(x, out, 2048, 2048); });
	row("half_size", [&] { half_size<<<dim3(32, 128), b32>>>((uchar4 *)u, (uchar4 *)out, 2048, 2048); });
	row("hough", [&] { hough<<<dim3(40, 40), b16>>>((byte *)u, zero, x, x + 128, 640, 640, 1810); }, clear);
	row("local_binary", [&] { local_binary<<<dim3(128, 128), b16>>>((byte *)u, (byte *)out, 2048, 2048); });
	row("seams", [&] { seams<<<16, 256>>>(x, out, 4096, 3); });
	row("sierpinski", [&] { sierpinski<<<dim3(64, 64), b16>>>((byte *)out, 1024); });
	row("merge_pairs.8", [&] { merge_pairs<<<M / 16 / 128, 128>>>((int *)u, (int *)out, M, 8); });
	row("merge_pairs.1024", [&] { merge_pairs<<<4, 128>>>((int *)u, (int *)out, M, 1024); });
	row("selection_local", [&] { selection_local<<<256, 128>>>((int *)out); }, refill);
	row("bubble_shared", [&] { bubble_shared<<<512, 256>>>((int *)out, 256 * 512); }, refill);
	row("radix_flags", [&] { radix_flags<<<2 * M / 512, 512>>>(u, (unsigned *)out, 3, 2 * M); });
	{ // the scan of the flags
		std::vector<unsigned> s(2 * M);
		unsigned sum = 0;
		for (int i = 0; i < 2 * M; i++) {
			s[i] = sum;
			sum += !(w[i] >> 3 & 1);
		}
		unsigned *scan = upload(s);
		row("radix_move", [&] { radix_move<<<2 * M / 512, 512>>>(u, scan, (unsigned *)out, 3, 2 * M, (int)sum); });
		std::vector<int> start(256), count(256);
		const byte *b = (const byte *)w.data();
		for (int i = 0; i < M; i++)
			count[b[i]]++;
		for (int i = 1; i < 256; i++)
			start[i] = start[i - 1] + count[i - 1];
		int *from = upload(start);
		row("counting_sort", [&] { counting_sort<<<M / 256, 256>>>((byte *)u, zero, (byte *)out, M); },
			[&] { CHECK(cudaMemcpy(zero, from, 1024, cudaMemcpyDeviceToDevice)); });
	}
	row("matmul_double.256", [&] { matmul_double<<<b16, b16>>>((double *)l, (double *)l + 65536, (double *)out, 256); });
	row("matmul_tile32.500", [&] { matmul_tile32<<<b16, dim3(32, 32)>>>(x, x + 250000, out, 500); });
	row("matmul_int8.512", [&] { matmul_int8<<<dim3(32, 32), b16>>>((signed char *)u, (signed char *)u + M, (int *)out, 512); });
	row("gauss_row.1024", [&] { gauss_row<<<dim3(64, 64), b16>>>(out, 1024, 10); }, refloat);
	row("cholesky_block", [&] { cholesky_block<<<512, 32>>>(out); }, refloat);
	row("trace.1000", [&] { trace<<<4, 256>>>(x, (float *)zero, 1000); }, clear);
	row("kronecker.45x31", [&] { kronecker<<<7602, 256>>>(x, x + 4096, out, 45, 31); });
	row("rotate90.1024", [&] { rotate90<<<dim3(64, 64), b16>>>(x, out, 1024); });
	row("symmetric.1024", [&] { symmetric<<<dim3(64, 64), b16>>>(x, zero, 1024); }, clear);
	row("row_norms.1000", [&] { row_norms<<<2000, 128>>>(out, 1000); }, refloat);
}
