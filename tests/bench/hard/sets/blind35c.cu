// blind35c: a fresh set of kernels that nobody had modelled when they were written. Stencils and image filters: halo in
// shared memory, constant coefficients, separable, median, bilateral, Sobel, sums of rectangles.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
#define MASK 11
__constant__ float mask[MASK], mask5[5][5], row_mask[17];
// one dimension
__global__ void conv1d_basic(const float *in, const float *m, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float p = 0;
	for (int j = 0; j < MASK; j++) {
		int k = i - MASK / 2 + j;
		if (k >= 0 && k < n)
			p += in[k] * m[j];
	}
	out[i] = p;
}
__global__ void conv1d_halo(const float *in, float *out, int n)
{
	const int R = MASK / 2;
	__shared__ float s[256 + 2 * R];
	int t = threadIdx.x, i = blockIdx.x * 256 + t;
	s[t + R] = i < n ? in[i] : 0;
	if (t < R)
		s[t] = i >= R ? in[i - R] : 0;
	if (t >= 256 - R)
		s[t + 2 * R] = i + R < n ? in[i + R] : 0;
	__syncthreads();
	float p = 0;
	for (int j = 0; j < MASK; j++)
		p += s[t + j] * mask[j];
	if (i < n)
		out[i] = p;
}
// two dimensions, 5 x 5: a block of 16 x 16 loads 16 x 16 and makes 12 x 12
__global__ void conv2d_input_tile(const float *in, float *out, int w, int h)
{
	__shared__ float s[16][16];
	int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 12 + tx - 2, y = blockIdx.y * 12 + ty - 2;
	bool inside = x >= 0 && x < w && y >= 0 && y < h;
	s[ty][tx] = inside ? in[y * w + x] : 0;
	__syncthreads();
	if (tx < 2 || tx >= 14 || ty < 2 || ty >= 14 || !inside)
		return;
	float p = 0;
	for (int i = 0; i < 5; i++)
		for (int j = 0; j < 5; j++)
			p += s[ty - 2 + i][tx - 2 + j] * mask5[i][j];
	out[y * w + x] = p;
}
// a tile of 32 x 16 whose halo the cache is trusted to have
__global__ void conv2d_cached_halo(const float *in, float *out, int w, int h)
{
	__shared__ float s[16][32];
	int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 32 + tx, y = blockIdx.y * 16 + ty;
	if (x < w && y < h)
		s[ty][tx] = in[y * w + x];
	__syncthreads();
	if (x >= w || y >= h)
		return;
	float p = 0;
	for (int i = 0; i < 5; i++)
		for (int j = 0; j < 5; j++) {
			int r = ty - 2 + i, c = tx - 2 + j;
			if (r >= 0 && r < 16 && c >= 0 && c < 32)
				p += (x - 2 + j < w && y - 2 + i < h) ? s[r][c] * mask5[i][j] : 0;
			else if (y - 2 + i >= 0 && y - 2 + i < h && x - 2 + j >= 0 && x - 2 + j < w)
				p += in[(y - 2 + i) * w + x - 2 + j] * mask5[i][j];
		}
	out[y * w + x] = p;
}
// seventeen taps along the rows, eight outputs a thread; then down the columns
__global__ void blur_rows(const float *in, float *out, int w)
{
	__shared__ float s[4][16 * 8 + 16];
	int tx = threadIdx.x, ty = threadIdx.y, y = blockIdx.y * 4 + ty, x0 = blockIdx.x * 128 - 8;
	for (int k = tx; k < 144; k += 16) {
		int x = min(max(x0 + k, 0), w - 1);
		s[ty][k] = in[y * w + x];
	}
	__syncthreads();
	for (int o = 0; o < 8; o++) {
		float p = 0;
#pragma unroll
		for (int j = 0; j < 17; j++)
			p += s[ty][tx + o * 16 + j] * row_mask[j];
		if (blockIdx.x * 128 + tx + o * 16 < w)
			out[y * w + blockIdx.x * 128 + tx + o * 16] = p;
	}
}
__global__ void blur_columns(const float *in, float *out, int w, int h)
{
	__shared__ float s[16 + 48][17];
	int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 16 + tx, y0 = blockIdx.y * 48;
	for (int k = ty; k < 64; k += 8)
		s[k][tx] = in[min(max(y0 + k - 8, 0), h - 1) * w + x];
	__syncthreads();
	for (int k = ty; k < 48; k += 8) {
		float p = 0;
#pragma unroll
		for (int j = 0; j < 17; j++)
			p += s[k + j][tx] * row_mask[j];
		if (y0 + k < h)
			out[(y0 + k) * w + x] = p;
	}
}
// median of 3 x 3 of 16 bits, by a bubble sort in a local array; only as far as the middle
__global__ void median_bubble(const unsigned short *in, unsigned short *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	if (x == 0 || y == 0 || x == w - 1 || y == h - 1) {
		out[y * w + x] = in[y * w + x];
		return;
	}
	unsigned short v[9];
	for (int k = 0; k < 9; k++)
		v[k] = in[(y + k / 3 - 1) * w + x + k % 3 - 1];
	for (int i = 0; i < 5; i++)
		for (int j = i + 1; j < 9; j++)
			if (v[j] < v[i]) {
				unsigned short t = v[i];
				v[i] = v[j], v[j] = t;
			}
	out[y * w + x] = v[4];
}
// median of 7 x 7 bytes: a counter of 256 values slides along the row; a thread walks a piece of 32
__global__ void median_sliding_counts(const byte *in, byte *out, int w, int h)
{
	int y = blockIdx.y * blockDim.x + threadIdx.x, x0 = blockIdx.x * 32;
	if (y >= h)
		return;
	byte c[256];
	for (int k = 0; k < 256; k++)
		c[k] = 0;
	auto at = [&](int x, int r) { return in[min(max(y + r, 0), h - 1) * w + min(max(x, 0), w - 1)]; };
	for (int x = x0 - 3; x < x0 + 3; x++)
		for (int r = -3; r <= 3; r++)
			c[at(x, r)]++;
	for (int x = x0; x < min(x0 + 32, w); x++) {
		for (int r = -3; r <= 3; r++)
			c[at(x + 3, r)]++;
		int sum = 0, v = 0;
		while ((sum += c[v]) < 25)
			v++;
		out[y * w + x] = v;
		for (int r = -3; r <= 3; r++)
			c[at(x - 3, r)]--;
	}
}
// bilateral 7 x 7: both weights computed for each neighbour
__global__ void bilateral_naive(const float *in, float *out, int w, int h, float space, float range)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	float centre = in[y * w + x], sum = 0, norm = 0;
	for (int i = -3; i <= 3; i++)
		for (int j = -3; j <= 3; j++) {
			int u = min(max(x + j, 0), w - 1), v = min(max(y + i, 0), h - 1);
			float p = in[v * w + u], d = p - centre;
			float g = expf(-(i * i + j * j) / (2 * space * space)) * expf(-d * d / (2 * range * range));
			sum += p * g, norm += g;
		}
	out[y * w + x] = sum / norm;
}
// Sobel of bytes, all eight neighbours through the read-only way, held inside the picture
__global__ void sobel_read_only(const byte *__restrict__ in, byte *__restrict__ out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	auto at = [&](int u, int v) { return (int)__ldg(&in[min(max(v, 0), h - 1) * w + min(max(u, 0), w - 1)]); };
	int a = at(x - 1, y - 1), b = at(x, y - 1), c = at(x + 1, y - 1), d = at(x - 1, y), e = at(x + 1, y);
	int f = at(x - 1, y + 1), g = at(x, y + 1), i = at(x + 1, y + 1);
	int gx = c + 2 * e + i - a - 2 * d - f, gy = f + 2 * g + i - a - 2 * b - c;
	out[y * w + x] = min(255, abs(gx) + abs(gy));
}
// sums of rectangles: rows by block scans, columns by threads; then a mean of 15 x 15 by four look-ups
__global__ void integral_rows(const byte *in, unsigned *sat, int w)
{
	__shared__ unsigned s[32];
	int t = threadIdx.x, lane = t & 31, carry = 0;
	for (int x0 = 0; x0 < w; x0 += blockDim.x) {
		unsigned v = x0 + t < w ? in[blockIdx.x * w + x0 + t] : 0;
		for (int d = 1; d < 32; d *= 2) {
			unsigned o = __shfl_up_sync(~0u, v, d);
			if (lane >= d)
				v += o;
		}
		if (lane == 31)
			s[t / 32] = v;
		__syncthreads();
		unsigned before = carry;
		for (int k = 0; k < t / 32; k++)
			before += s[k];
		if (x0 + t < w)
			sat[blockIdx.x * w + x0 + t] = v + before;
		for (int k = 0; k < blockDim.x / 32; k++)
			carry += s[k];
		__syncthreads();
	}
}
__global__ void integral_columns(unsigned *sat, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	if (x >= w)
		return;
	unsigned sum = 0;
	for (int y = 0; y < h; y++)
		sat[y * w + x] = sum += sat[y * w + x];
}
__global__ void box_from_integral(const unsigned *sat, byte *out, int w, int h, int r)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	int x0 = max(x - r, 0) - 1, y0 = max(y - r, 0) - 1, x1 = min(x + r, w - 1), y1 = min(y + r, h - 1);
	unsigned s = sat[y1 * w + x1];
	if (x0 >= 0)
		s -= sat[y1 * w + x0];
	if (y0 >= 0)
		s -= sat[y0 * w + x1];
	if (x0 >= 0 && y0 >= 0)
		s += sat[y0 * w + x0];
	out[y * w + x] = s / ((x1 - x0) * (y1 - y0));
}
// three dimensions, seven points
__global__ void stencil3d_naive(const float *in, float *out, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	int z = blockIdx.z * blockDim.z + threadIdx.z, i = (z * n + y) * n + x;
	if (x >= 1 && x < n - 1 && y >= 1 && y < n - 1 && z >= 1 && z < n - 1)
		out[i] = 0.4f * in[i] +
			0.1f * (in[i - 1] + in[i + 1] + in[i - n] + in[i + n] + in[i - n * n] + in[i + n * n]);
}
// thread coarsening along z: the plane in shared memory, those above and below in registers (the book's last version)
__global__ void stencil3d_coarsened(const float *in, float *out, int n, int planes)
{
	__shared__ float s[16][32];
	int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 30 + tx - 1, y = blockIdx.y * 14 + ty - 1;
	int z0 = blockIdx.z * planes;
	bool in_plane = x >= 0 && x < n && y >= 0 && y < n;
	bool makes = x >= 1 && x < n - 1 && y >= 1 && y < n - 1 && tx >= 1 && tx < 31 && ty >= 1 && ty < 15;
	int xy = y * n + x;
	float prev = in_plane && z0 > 0 ? in[(z0 - 1) * n * n + xy] : 0, cur = in_plane ? in[z0 * n * n + xy] : 0;
	for (int z = z0; z < min(z0 + planes, n); z++) {
		float next = in_plane && z + 1 < n ? in[(z + 1) * n * n + xy] : 0;
		s[ty][tx] = cur;
		__syncthreads();
		if (makes && z >= 1 && z < n - 1)
			out[z * n * n + xy] = 0.4f * cur +
				0.1f * (s[ty][tx - 1] + s[ty][tx + 1] + s[ty - 1][tx] + s[ty + 1][tx] + prev + next);
		__syncthreads();
		prev = cur, cur = next;
	}
}
static void lines(const std::vector<float> &f)
{
	const int N = 300000;
	std::vector<float> m(f.begin() + 50, f.begin() + 50 + MASK), a(f.begin(), f.begin() + N), want(N);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < MASK; j++)
			if (i + j >= MASK / 2 && i + j - MASK / 2 < N)
				want[i] += a[i + j - MASK / 2] * m[j];
	CHECK(cudaMemcpyToSymbol(mask, m.data(), sizeof mask));
	float *d = upload(a), *dm = upload(m), *o = dev<float>(N);
	job<float>(
		"conv_1d_11.basic", [&] { conv1d_basic<<<up(N, 256), 256>>>(d, dm, o, N); }, o, N, close_to(want));
	job<float>(
		"conv_1d_11.halo_and_constant", [&] { conv1d_halo<<<up(N, 256), 256>>>(d, o, N); }, o, N,
		close_to(want));
}
static void planes(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int W = 384, H = 300, N = W * H;
	std::vector<float> a(f.begin(), f.begin() + N), five(f.begin(), f.begin() + 25), taps(17), want(N), half(N);
	for (int j = 0; j < 17; j++)
		taps[j] = std::exp(-(j - 8) * (j - 8) / 18.0f) / 7.5f;
	CHECK(cudaMemcpyToSymbol(mask5, five.data(), 100));
	CHECK(cudaMemcpyToSymbol(row_mask, taps.data(), 68));
	auto cx = [&](int x) { return std::min(std::max(x, 0), W - 1); };
	auto cy = [&](int y) { return std::min(std::max(y, 0), H - 1); };
	for (int i = 0; i < N; i++)
		for (int k = 0; k < 25; k++) {
			int x = i % W + k % 5 - 2, y = i / W + k / 5 - 2;
			if (x >= 0 && x < W && y >= 0 && y < H)
				want[i] += a[y * W + x] * five[k];
		}
	float *d = upload(a), *o = dev<float>(N), *tmp = dev<float>(N);
	job<float>(
		"conv_5x5.block_as_large_as_input_tile",
		[&] { conv2d_input_tile<<<dim3(up(W, 12), up(H, 12)), dim3(16, 16)>>>(d, o, W, H); }, o, N,
		close_to(want));
	job<float>(
		"conv_5x5.halo_left_to_the_cache",
		[&] { conv2d_cached_halo<<<dim3(up(W, 32), up(H, 16)), dim3(32, 16)>>>(d, o, W, H); }, o, N,
		close_to(want));
	std::fill(want.begin(), want.end(), 0.0f);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < 17; j++)
			half[i] += a[i / W * W + cx(i % W + j - 8)] * taps[j];
	for (int i = 0; i < N; i++)
		for (int j = 0; j < 17; j++)
			want[i] += half[cy(i / W + j - 8) * W + i % W] * taps[j];
	job<float>(
		"gauss_17_separable.rows_then_columns",
		[&] {
			blur_rows<<<dim3(W / 128, H / 4), dim3(16, 4)>>>(d, tmp, W);
			blur_columns<<<dim3(W / 16, up(H, 48)), dim3(16, 8)>>>(tmp, o, W, H);
		},
		o, N, close_to(want));
	std::vector<byte> b(N), bw(N);
	std::vector<unsigned short> s(N), sw(N);
	for (int i = 0; i < N; i++)
		b[i] = (i % W / 8 * 5 + i / W / 10 * 7 + w[i] % 40) & 255, s[i] = w[i] & 65535;
	sw = s;
	for (int y = 1; y < H - 1; y++)
		for (int x = 1; x < W - 1; x++) {
			unsigned short v[9];
			for (int k = 0; k < 9; k++)
				v[k] = s[(y + k / 3 - 1) * W + x + k % 3 - 1];
			std::nth_element(v, v + 4, v + 9);
			sw[y * W + x] = v[4];
		}
	unsigned short *ds = upload(s), *os = dev<unsigned short>(N);
	job<unsigned short>(
		"median_3x3_shorts.half_a_bubble_sort",
		[&] { median_bubble<<<dim3(up(W, 16), up(H, 8)), dim3(16, 8)>>>(ds, os, W, H); }, os, N, same(sw));
	byte *db = upload(b), *ob = dev<byte>(N);
	for (int i = 0; i < N; i++) {
		byte v[49];
		for (int k = 0; k < 49; k++)
			v[k] = b[cy(i / W + k / 7 - 3) * W + cx(i % W + k % 7 - 3)];
		std::nth_element(v, v + 24, v + 49);
		bw[i] = v[24];
	}
	job<byte>(
		"median_7x7_bytes.sliding_counts_in_local",
		[&] { median_sliding_counts<<<dim3(up(W, 32), up(H, 64)), 64>>>(db, ob, W, H); }, ob, N, same(bw));
	for (int i = 0; i < N; i++) {
		double sum = 0, norm = 0;
		for (int k = 0; k < 49; k++) {
			int r = k / 7 - 3, c = k % 7 - 3;
			float p = a[cy(i / W + r) * W + cx(i % W + c)], e = p - a[i];
			float g = std::exp(-(r * r + c * c) / 8.0f - e * e / 0.18f);
			sum += p * g, norm += g;
		}
		want[i] = sum / norm;
	}
	job<float>(
		"bilateral_7x7.exp_twice_a_neighbour",
		[&] { bilateral_naive<<<dim3(up(W, 32), up(H, 4)), dim3(32, 4)>>>(d, o, W, H, 2.0f, 0.3f); }, o, N,
		close_to(want, 1e-3));
	for (int i = 0; i < N; i++) {
		auto p = [&](int c, int r) { return (int)b[cy(i / W + r) * W + cx(i % W + c)]; };
		int gx = p(1, -1) + 2 * p(1, 0) + p(1, 1) - p(-1, -1) - 2 * p(-1, 0) - p(-1, 1);
		int gy = p(-1, 1) + 2 * p(0, 1) + p(1, 1) - p(-1, -1) - 2 * p(0, -1) - p(1, -1);
		bw[i] = std::min(255, abs(gx) + abs(gy));
	}
	job<byte>(
		"sobel_bytes.read_only_held_inside",
		[&] { sobel_read_only<<<dim3(up(W, 32), up(H, 8)), dim3(32, 8)>>>(db, ob, W, H); }, ob, N, same(bw));
	std::vector<unsigned> sat(N);
	for (int i = 0; i < N; i++)
		sat[i] = b[i] + (i % W ? sat[i - 1] : 0) + (i >= W ? sat[i - W] : 0) -
			(i % W && i >= W ? sat[i - W - 1] : 0);
	unsigned *dsat = dev<unsigned>(N);
	job<unsigned>(
		"integral_image.row_scans_then_columns",
		[&] {
			integral_rows<<<H, 128>>>(db, dsat, W);
			integral_columns<<<up(W, 64), 64>>>(dsat, W, H);
		},
		dsat, N, same(sat));
	CHECK(cudaMemcpy(dsat, sat.data(), N * 4, cudaMemcpyHostToDevice));
	for (int i = 0; i < N; i++) {
		int x0 = cx(i % W - 7), x1 = cx(i % W + 7), y0 = cy(i / W - 7), y1 = cy(i / W + 7);
		unsigned t = sat[y1 * W + x1] - (x0 ? sat[y1 * W + x0 - 1] : 0) - (y0 ? sat[(y0 - 1) * W + x1] : 0) +
			(x0 && y0 ? sat[(y0 - 1) * W + x0 - 1] : 0);
		bw[i] = t / ((x1 - x0 + 1) * (y1 - y0 + 1));
	}
	job<byte>(
		"mean_15x15.four_corners_of_the_integral",
		[&] { box_from_integral<<<dim3(up(W, 16), up(H, 16)), dim3(16, 16)>>>(dsat, ob, W, H, 7); }, ob, N,
		same(bw));
}
static void solids(const std::vector<float> &f)
{
	const int n = 94, N = n * n * n;
	std::vector<float> a(f.begin(), f.begin() + N), want(N);
	for (int z = 1; z < n - 1; z++)
		for (int y = 1; y < n - 1; y++)
			for (int x = 1; x < n - 1; x++) {
				const float *p = &a[(z * n + y) * n + x];
				want[(z * n + y) * n + x] =
					0.4f * *p + 0.1f * (p[-1] + p[1] + p[-n] + p[n] + p[-n * n] + p[n * n]);
			}
	float *d = upload(a), *o = dev<float>(N);
	job<float>(
		"stencil_3d_floats.cube_of_8",
		[&] { stencil3d_naive<<<dim3(up(n, 8), up(n, 8), up(n, 8)), dim3(8, 8, 8)>>>(d, o, n); }, o, N,
		close_to(want));
	job<float>(
		"stencil_3d_floats.coarsened_with_registers",
		[&] { stencil3d_coarsened<<<dim3(up(n, 30), up(n, 14), 6), dim3(32, 16)>>>(d, o, n, 16); }, o, N,
		close_to(want));
}
void rows()
{
	std::vector<unsigned> w = words(1000000);
	std::vector<float> f = fractions(w);
	lines(f);
	planes(w, f);
	solids(f);
}
