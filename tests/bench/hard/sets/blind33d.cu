// blind33d: a fresh set of kernels that nobody had modelled when they were written. Layouts changed, a stencil
// in three dimensions, convolutions with tiles of several kinds, a few picture filters.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__global__ void turn_shorts_naive(const short *a, short *b, int h, int w)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h)
		b[x * h + y] = a[y * w + x];
}
__global__ void turn_shorts_64(const short *a, short *b, int h, int w)
{ // 64x64 of shorts, read as pairs, written as pairs; 32x8 threads; sizes are multiples of 64
	__shared__ short t[64][66];
	int x0 = blockIdx.x * 64, y0 = blockIdx.y * 64, x = threadIdx.x;
	for (int y = threadIdx.y; y < 64; y += 8)
		*(short2 *)&t[y][2 * x] = *(const short2 *)&a[(y0 + y) * w + x0 + 2 * x];
	__syncthreads();
	for (int y = threadIdx.y; y < 64; y += 8)
		*(short2 *)&b[(x0 + y) * h + y0 + 2 * x] = make_short2(t[2 * x][y], t[2 * x + 1][y]);
}
__global__ void channels_last_by_output(const float *a, float *b, int c, int hw)
{ // images in z; the output in order
	int i = blockIdx.x * blockDim.x + threadIdx.x, o = blockIdx.y * c * hw;
	if (i < c * hw)
		b[o + i] = a[o + i % c * hw + i / c];
}
__global__ void channels_last_tile(const float *a, float *b, int c, int hw)
{
	__shared__ float t[32][33];
	int p0 = blockIdx.x * 32, c0 = blockIdx.y * 32, o = blockIdx.z * c * hw, x = threadIdx.x;
	for (int y = threadIdx.y; y < 32; y += 8)
		if (c0 + y < c && p0 + x < hw)
			t[y][x] = a[o + (c0 + y) * hw + p0 + x];
	__syncthreads();
	for (int y = threadIdx.y; y < 32; y += 8)
		if (p0 + y < hw && c0 + x < c)
			b[o + (p0 + y) * c + c0 + x] = t[x][y];
}
__global__ void im2col(const float *im, float *col, int c, int h, int w)
{ // 3x3, rim of noughts: a thread writes the nine of a point of a channel
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= c * h * w)
		return;
	int x = i % w, y = i / w % h, ch = i / (w * h);
	for (int ky = 0; ky < 3; ky++)
		for (int kx = 0; kx < 3; kx++) {
			int yy = y + ky - 1, xx = x + kx - 1;
			bool in = yy >= 0 && yy < h && xx >= 0 && xx < w;
			col[((ch * 3 + ky) * 3 + kx) * h * w + y * w + x] = in ? im[(ch * h + yy) * w + xx] : 0;
		}
}
// seven points in three dimensions; the outside stays
__global__ void seven_block_of_cubes(const double *a, double *b, int nx, int ny, int nz)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
	    z = blockIdx.z * blockDim.z + threadIdx.z;
	if (x < 1 || y < 1 || z < 1 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1)
		return;
	int i = (z * ny + y) * nx + x, p = nx * ny;
	b[i] = 0.4 * a[i] + 0.1 * (a[i - 1] + a[i + 1] + a[i - nx] + a[i + nx] + a[i - p] + a[i + p]);
}
__global__ void seven_shared_cube(const double *a, double *b, int nx, int ny, int nz)
{ // 8x8x8 threads load, the 6x6x6 inside reckon
	__shared__ double s[8][8][8];
	int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
	int x = blockIdx.x * 6 + tx, y = blockIdx.y * 6 + ty, z = blockIdx.z * 6 + tz, i = (z * ny + y) * nx + x;
	bool in = x < nx && y < ny && z < nz;
	s[tz][ty][tx] = in ? a[i] : 0;
	__syncthreads();
	if (tx < 1 || ty < 1 || tz < 1 || tx > 6 || ty > 6 || tz > 6 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1)
		return;
	b[i] = 0.4 * s[tz][ty][tx] +
		0.1 *
			(s[tz][ty][tx - 1] + s[tz][ty][tx + 1] + s[tz][ty - 1][tx] + s[tz][ty + 1][tx] +
				s[tz - 1][ty][tx] + s[tz + 1][ty][tx]);
}
__global__ void seven_march_z(const double *a, double *b, int nx, int ny, int nz)
{ // a plane in shared memory, the ones below and above in registers
	__shared__ double s[18][18];
	int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty, p = nx * ny;
	bool load = x < nx && y < ny, work = load && tx > 0 && ty > 0 && tx < 17 && ty < 17 && x < nx - 1 && y < ny - 1;
	int i = y * nx + x;
	double low = load ? a[i] : 0, mid = load ? a[i + p] : 0;
	for (int z = 1; z < nz - 1; z++) {
		double high = load ? a[i + (z + 1) * p] : 0;
		__syncthreads();
		s[ty][tx] = mid;
		__syncthreads();
		if (work)
			b[i + z * p] = 0.4 * mid +
				0.1 * (s[ty][tx - 1] + s[ty][tx + 1] + s[ty - 1][tx] + s[ty + 1][tx] + low + high);
		low = mid, mid = high;
	}
}
// 9x9 weights, outside is nought
__constant__ float mask9[81];
__global__ void conv9_memory(const float *a, float *b, int h, int w)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	float s = 0;
	for (int i = 0; i < 9; i++)
		for (int j = 0; j < 9; j++) {
			int yy = y + i - 4, xx = x + j - 4;
			if (yy >= 0 && yy < h && xx >= 0 && xx < w)
				s += mask9[i * 9 + j] * a[yy * w + xx];
		}
	b[y * w + x] = s;
}
__global__ void conv9_block_of_input(const float *a, float *b, int h, int w)
{ // 32x32 threads bring a point each, the 24x24 inside give results
	__shared__ float s[32][32];
	int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 24 + tx - 4, y = blockIdx.y * 24 + ty - 4;
	s[ty][tx] = x >= 0 && y >= 0 && x < w && y < h ? a[y * w + x] : 0;
	__syncthreads();
	if (tx < 4 || ty < 4 || tx >= 28 || ty >= 28 || x >= w || y >= h)
		return;
	float v = 0;
#pragma unroll
	for (int i = 0; i < 9; i++)
#pragma unroll
		for (int j = 0; j < 9; j++)
			v += mask9[i * 9 + j] * s[ty + i - 4][tx + j - 4];
	b[y * w + x] = v;
}
__global__ void conv9_inside_only(const float *a, float *b, int h, int w)
{ // the tile has no rim: what is outside it is hoped to be in the cache
	__shared__ float s[16][16];
	int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
	s[ty][tx] = x < w && y < h ? a[y * w + x] : 0;
	__syncthreads();
	if (x >= w || y >= h)
		return;
	float v = 0;
	for (int i = 0; i < 9; i++)
		for (int j = 0; j < 9; j++) {
			int sy = ty + i - 4, sx = tx + j - 4;
			if (sy >= 0 && sy < 16 && sx >= 0 && sx < 16)
				v += mask9[i * 9 + j] * s[sy][sx];
			else {
				int yy = y + i - 4, xx = x + j - 4;
				if (yy >= 0 && yy < h && xx >= 0 && xx < w)
					v += mask9[i * 9 + j] * a[yy * w + xx];
			}
		}
	b[y * w + x] = v;
}
__global__ void sobel_tile(const byte *a, short *out, int h, int w)
{ // 32x16 points and a rim of one
	__shared__ byte s[18][34];
	int x0 = blockIdx.x * 32, y0 = blockIdx.y * 16, tx = threadIdx.x, ty = threadIdx.y;
	for (int i = ty * 32 + tx; i < 18 * 34; i += 512) {
		int xx = min(max(x0 + i % 34 - 1, 0), w - 1), yy = min(max(y0 + i / 34 - 1, 0), h - 1);
		s[i / 34][i % 34] = a[yy * w + xx];
	}
	__syncthreads();
	int x = x0 + tx, y = y0 + ty;
	if (x >= w || y >= h)
		return;
	int gx = s[ty][tx + 2] + 2 * s[ty + 1][tx + 2] + s[ty + 2][tx + 2] - s[ty][tx] - 2 * s[ty + 1][tx] -
		s[ty + 2][tx];
	int gy = s[ty + 2][tx] + 2 * s[ty + 2][tx + 1] + s[ty + 2][tx + 2] - s[ty][tx] - 2 * s[ty][tx + 1] -
		s[ty][tx + 2];
	out[y * w + x] = abs(gx) + abs(gy);
}
__global__ void sobel_bytes(const byte *a, short *out, int h, int w)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	int p[9];
#pragma unroll
	for (int k = 0; k < 9; k++) {
		int xx = min(max(x + k % 3 - 1, 0), w - 1), yy = min(max(y + k / 3 - 1, 0), h - 1);
		p[k] = a[yy * w + xx];
	}
	int gx = p[2] + 2 * p[5] + p[8] - p[0] - 2 * p[3] - p[6], gy = p[6] + 2 * p[7] + p[8] - p[0] - 2 * p[1] - p[2];
	out[y * w + x] = abs(gx) + abs(gy);
}
static void layouts(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int H = 640, W = 1024;
	std::vector<short> a(w.begin(), w.begin() + H * W), b(H * W);
	for (int y = 0; y < H; y++)
		for (int x = 0; x < W; x++)
			b[x * H + y] = a[y * W + x];
	short *d = upload(a), *o = dev<short>(H * W);
	job<short>(
		"shorts_turned.thread_each",
		[&] { turn_shorts_naive<<<dim3(up(W, 64), up(H, 4)), dim3(64, 4)>>>(d, o, H, W); }, o, H * W, same(b));
	job<short>(
		"shorts_turned.tile_of_64_in_pairs",
		[&] { turn_shorts_64<<<dim3(W / 64, H / 64), dim3(32, 8)>>>(d, o, H, W); }, o, H * W, same(b));
	const int N = 4, C = 48, P = 50 * 60;
	std::vector<float> in(f.begin(), f.begin() + N * C * P), last(N * C * P), col(10 * 9 * P);
	for (int n = 0; n < N; n++)
		for (int c = 0; c < C; c++)
			for (int p = 0; p < P; p++)
				last[(n * P + p) * C + c] = in[(n * C + c) * P + p];
	for (int i = 0; i < 10 * 9 * P; i++) {
		int p = i % P, k = i / P % 9, c = i / P / 9, y = p / 60 + k / 3 - 1, x = p % 60 + k % 3 - 1;
		col[i] = y >= 0 && y < 50 && x >= 0 && x < 60 ? in[c * P + y * 60 + x] : 0;
	}
	float *df = upload(in), *of = dev<float>(N * C * P);
	job<float>(
		"channels_made_last.outputs_in_order",
		[&] { channels_last_by_output<<<dim3(up(C * P, 256), N), 256>>>(df, of, C, P); }, of, N * C * P,
		same(last));
	job<float>(
		"channels_made_last.tiles",
		[&] { channels_last_tile<<<dim3(up(P, 32), up(C, 32), N), dim3(32, 8)>>>(df, of, C, P); }, of,
		N * C * P, same(last));
	job<float>(
		"picture_to_columns.nine_a_thread", [&] { im2col<<<up(10 * P, 128), 128>>>(df, of, 10, 50, 60); }, of,
		10 * 9 * P, same(col));
}
static void stencils(const std::vector<unsigned> &w)
{
	const int X = 100, Y = 90, Z = 50, T = X * Y * Z, P = X * Y;
	std::vector<double> c = double_fractions(w, T), e(T);
	for (int z = 1; z < Z - 1; z++)
		for (int y = 1; y < Y - 1; y++)
			for (int x = 1; x < X - 1; x++) {
				int i = z * P + y * X + x;
				e[i] = 0.4 * c[i] +
					0.1 * (c[i - 1] + c[i + 1] + c[i - X] + c[i + X] + c[i - P] + c[i + P]);
			}
	double *dc = upload(c), *od = dev<double>(T);
	job<double>(
		"seven_points_of_doubles.thread_each",
		[&] { seven_block_of_cubes<<<dim3(up(X, 32), up(Y, 4), up(Z, 2)), dim3(32, 4, 2)>>>(dc, od, X, Y, Z); },
		od, T, close_to(e, 1e-12));
	job<double>(
		"seven_points_of_doubles.cube_in_shared",
		[&] {
			seven_shared_cube<<<dim3(up(X - 2, 6), up(Y - 2, 6), up(Z - 2, 6)), dim3(8, 8, 8)>>>(
				dc, od, X, Y, Z);
		},
		od, T, close_to(e, 1e-12));
	job<double>(
		"seven_points_of_doubles.up_through_planes",
		[&] { seven_march_z<<<dim3(up(X - 2, 16), up(Y - 2, 16)), dim3(18, 18)>>>(dc, od, X, Y, Z); }, od, T,
		close_to(e, 1e-12));
}
static void pictures(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int H = 200, W = 210;
	std::vector<float> a(f.begin(), f.begin() + H * W), m(f.begin() + 90000, f.begin() + 90081), b(H * W);
	for (auto &v : m)
		v -= 0.4f;
	for (int y = 0; y < H; y++)
		for (int x = 0; x < W; x++)
			for (int k = 0; k < 81; k++) {
				int yy = y + k / 9 - 4, xx = x + k % 9 - 4;
				if (yy >= 0 && yy < H && xx >= 0 && xx < W)
					b[y * W + x] += m[k] * a[yy * W + xx];
			}
	CHECK(cudaMemcpyToSymbol(mask9, m.data(), 81 * 4));
	float *d = upload(a), *o = dev<float>(H * W);
	job<float>(
		"nine_by_nine.memory", [&] { conv9_memory<<<dim3(up(W, 32), up(H, 8)), dim3(32, 8)>>>(d, o, H, W); }, o,
		H * W, close_to(b));
	job<float>(
		"nine_by_nine.block_as_large_as_input",
		[&] { conv9_block_of_input<<<dim3(up(W, 24), up(H, 24)), dim3(32, 32)>>>(d, o, H, W); }, o, H * W,
		close_to(b));
	job<float>(
		"nine_by_nine.tile_without_a_rim",
		[&] { conv9_inside_only<<<dim3(up(W, 16), up(H, 16)), dim3(16, 16)>>>(d, o, H, W); }, o, H * W,
		close_to(b));
	const int SH = 480, SW = 640;
	std::vector<byte> g(w.begin(), w.begin() + SH * SW);
	std::vector<short> s(SH * SW);
	for (int y = 0; y < SH; y++)
		for (int x = 0; x < SW; x++) {
			auto at = [&](int i, int j) {
				return (int)g[std::min(std::max(y + i, 0), SH - 1) * SW +
					std::min(std::max(x + j, 0), SW - 1)];
			};
			int gx = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1);
			int gy = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1);
			s[y * SW + x] = abs(gx) + abs(gy);
		}
	byte *dg = upload(g);
	short *os = dev<short>(SH * SW);
	job<short>(
		"sobel.tile_of_bytes",
		[&] { sobel_tile<<<dim3(up(SW, 32), up(SH, 16)), dim3(32, 16)>>>(dg, os, SH, SW); }, os, SH * SW,
		same(s));
	job<short>(
		"sobel.bytes_held_inside",
		[&] { sobel_bytes<<<dim3(up(SW, 128), SH), dim3(128, 1)>>>(dg, os, SH, SW); }, os, SH * SW, same(s));
}
void rows()
{
	std::vector<unsigned> w = words(700000);
	std::vector<float> f = fractions(w);
	layouts(w, f);
	stencils(w);
	pictures(w, f);
}
