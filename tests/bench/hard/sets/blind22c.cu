// blind22c: a fresh set of kernels that nobody had modelled when they were written. Final projects with pictures.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__host__ __device__ int within(int x, int n)
{
	return x < 0 ? 0 : x >= n ? n - 1 : x;
}
__host__ __device__ byte crisp(int own, int nine_sum)
{ // the unsharp mask: what a place differs from its surroundings is added again
	int v = own + (9 * own - nine_sum) / 6;
	return v < 0 ? 0 : v > 255 ? 255 : v;
}
__global__ void unsharp_naive(const byte *in, byte *out, int w, int h)
{ // nine bytes from memory for each place
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, s = 0;
	if (x >= w || y >= h)
		return;
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++)
			s += in[within(y + dy, h) * w + within(x + dx, w)];
	out[y * w + x] = crisp(in[y * w + x], s);
}
__global__ void unsharp_tile(const byte *in, byte *out, int w, int h)
{ // the same from a shared tile with a rim, loaded in a loop
	__shared__ byte tile[18][36];
	int x0 = blockIdx.x * 32 - 1, y0 = blockIdx.y * 16 - 1, t = threadIdx.y * 32 + threadIdx.x, s = 0;
	for (int i = t; i < 18 * 34; i += 512)
		tile[i / 34][i % 34] = in[within(y0 + i / 34, h) * w + within(x0 + i % 34, w)];
	__syncthreads();
	int x = x0 + 1 + threadIdx.x, y = y0 + 1 + threadIdx.y;
	if (x >= w || y >= h)
		return;
	for (int dy = 0; dy < 3; dy++)
		for (int dx = 0; dx < 3; dx++)
			s += tile[threadIdx.y + dy][threadIdx.x + dx];
	out[y * w + x] = crisp(tile[threadIdx.y + 1][threadIdx.x + 1], s);
}
__global__ void three_across(const byte *in, unsigned short *mid, int w, int h)
{ // first launch: sums of three along the row
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = i % w;
	if (i < w * h)
		mid[i] = in[i] + in[x ? i - 1 : i] + in[x + 1 < w ? i + 1 : i];
}
__global__ void three_down(const byte *in, const unsigned short *mid, byte *out, int w, int h)
{ // second launch: three sums down the column
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < w * h)
		out[i] = crisp(in[i], mid[i] + mid[i >= w ? i - w : i] + mid[i + w < w * h ? i + w : i]);
}
__global__ void anaglyph_bytes(const byte *left, const byte *right, byte *out, int n)
{ // red from the left eye, green and blue from the right one: three bytes a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	out[3 * i] = (left[3 * i] * 77 + left[3 * i + 1] * 150 + left[3 * i + 2] * 29) >> 8;
	out[3 * i + 1] = right[3 * i + 1];
	out[3 * i + 2] = right[3 * i + 2];
}
__global__ void anaglyph_words(const uint3 *left, const uint3 *right, uint3 *out, int n)
{ // the same, four points a thread, twelve bytes taken as three words
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	uint3 lw = left[i], rw = right[i];
	unsigned l[3] = { lw.x, lw.y, lw.z }, r[3] = { rw.x, rw.y, rw.z };
#pragma unroll
	for (int p = 0; p < 4; p++) {
		unsigned c[3];
		for (int k = 0; k < 3; k++)
			c[k] = l[(3 * p + k) / 4] >> (3 * p + k) % 4 * 8 & 255;
		unsigned gray = (c[0] * 77 + c[1] * 150 + c[2] * 29) >> 8, at = 3 * p % 4 * 8;
		r[3 * p / 4] = r[3 * p / 4] & ~(255u << at) | gray << at;
	}
	out[i] = make_uint3(r[0], r[1], r[2]);
}
__host__ __device__ int compass(int gx, int gy)
{ // one of eight directions of a slope
	int ax = gx < 0 ? -gx : gx, ay = gy < 0 ? -gy : gy;
	return (gx < 0) * 4 + (gy < 0) * 2 + (ax < ay);
}
__global__ void slope_cells_global(const byte *in, int *cell, int w, int h, int cw)
{ // for cells of 8 by 8: how steep it is in each of eight directions; an atomic add a place
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, i = y * w + x;
	if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
		return;
	int gx = in[i + 1] - in[i - 1], gy = in[i + w] - in[i - w];
	atomicAdd(&cell[(y / 8 * cw + x / 8) * 8 + compass(gx, gy)], abs(gx) + abs(gy));
}
__global__ void slope_cells_shared(const byte *in, int *cell, int w, int h, int cw)
{ // the same, four cells a block in shared memory, written once
	__shared__ int part[32];
	int t = threadIdx.y * 32 + threadIdx.x, x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
	if (t < 32)
		part[t] = 0;
	__syncthreads();
	if (x >= 1 && y >= 1 && x < w - 1 && y < h - 1) {
		int i = y * w + x, gx = in[i + 1] - in[i - 1], gy = in[i + w] - in[i - w];
		atomicAdd(&part[threadIdx.x / 8 * 8 + compass(gx, gy)], abs(gx) + abs(gy));
	}
	__syncthreads();
	if (t < 32 && blockIdx.x * 4 + t / 8 < cw)
		cell[(blockIdx.y * cw + blockIdx.x * 4) * 8 + t] = part[t];
}
__global__ void slope_cells_thread(const byte *in, int *cell, int w, int h, int cw, int cells)
{ // the same, a cell a thread, which keeps its eight sums in a local array
	int c = blockIdx.x * blockDim.x + threadIdx.x, sum[8] = { 0 };
	if (c >= cells)
		return;
	for (int k = 0; k < 64; k++) {
		int x = c % cw * 8 + k % 8, y = c / cw * 8 + k / 8, i = y * w + x;
		if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
			continue;
		int gx = in[i + 1] - in[i - 1], gy = in[i + w] - in[i - w];
		sum[compass(gx, gy)] += abs(gx) + abs(gy);
	}
	for (int k = 0; k < 8; k++)
		cell[c * 8 + k] = sum[k];
}
__global__ void slit_scan(const byte *film, byte *out, int w, int h, int frames)
{ // each column comes from another frame of a film
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h)
		out[y * w + x] = film[(x * frames / w * h + y) * w + x];
}
__global__ void time_median(const byte *film, byte *out, int n, int frames)
{ // the empty street: the median of 9 frames for each place, sorted by insertion in a local array
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	byte v[9];
	for (int f = 0; f < 9; f++) {
		byte b = film[f * n + i];
		int k = f;
		for (; k > 0 && v[k - 1] > b; k--)
			v[k] = v[k - 1];
		v[k] = b;
	}
	out[i] = v[4];
}
__global__ void time_median_counts(const byte *film, byte *out, int n, int frames)
{ // the same by ranks: the value with four before it
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int v[9];
#pragma unroll
	for (int f = 0; f < 9; f++)
		v[f] = film[f * n + i] * 16 + f;
#pragma unroll
	for (int f = 0; f < 9; f++) {
		int before = 0;
#pragma unroll
		for (int k = 0; k < 9; k++)
			before += v[k] < v[f];
		if (before == 4)
			out[i] = v[f] / 16;
	}
}
__global__ void time_median_fours(const unsigned *film, unsigned *out, int n)
{ // the same, four places a thread by bytewise least and most of neighbours, nine rounds
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned v[9];
#pragma unroll
	for (int f = 0; f < 9; f++)
		v[f] = film[f * n + i];
#pragma unroll
	for (int r = 0; r < 9; r++)
#pragma unroll
		for (int k = r & 1; k + 1 < 9; k += 2) {
			unsigned least = __vminu4(v[k], v[k + 1]);
			v[k + 1] = __vmaxu4(v[k], v[k + 1]);
			v[k] = least;
		}
	out[i] = v[4];
}
void rows()
{
	const int W = 960, H = 604, N = W * H;
	std::vector<unsigned> w = words(N);
	std::vector<byte> film(9 * N);
	for (int i = 0; i < 9 * N; i++)
		film[i] = (w[i % N] >> i / N * 2) & 255;
	std::vector<byte> want(N), eye(3 * N), still(N);
	for (int y = 0; y < H; y++)
		for (int x = 0; x < W; x++) {
			int s = 0;
			for (int k = 0; k < 9; k++)
				s += film[within(y + k / 3 - 1, H) * W + within(x + k % 3 - 1, W)];
			want[y * W + x] = crisp(film[y * W + x], s);
		}
	byte *in = upload(film), *out = dev<byte>(3 * N);
	unsigned short *mid = dev<unsigned short>(N);
	dim3 wide(32, 16), grid(up(W, 32), up(H, 16));
	job<byte>(
		"unsharp.nine_reads", [&] { unsharp_naive<<<grid, wide>>>(in, out, W, H); }, out, N, same(want));
	job<byte>(
		"unsharp.tile_with_rim", [&] { unsharp_tile<<<grid, wide>>>(in, out, W, H); }, out, N, same(want));
	job<byte>(
		"unsharp.across_then_down",
		[&] {
			three_across<<<up(N, 224), 224>>>(in, mid, W, H);
			three_down<<<up(N, 224), 224>>>(in, mid, out, W, H);
		},
		out, N, same(want));
	for (int i = 0; i < N; i++) {
		eye[3 * i] = (film[3 * i] * 77 + film[3 * i + 1] * 150 + film[3 * i + 2] * 29) >> 8;
		eye[3 * i + 1] = film[3 * N + 3 * i + 1], eye[3 * i + 2] = film[3 * N + 3 * i + 2];
	}
	job<byte>(
		"anaglyph.bytes", [&] { anaglyph_bytes<<<up(N, 256), 256>>>(in, in + 3 * N, out, N); }, out, 3 * N,
		same(eye));
	job<byte>(
		"anaglyph.four_points_a_thread",
		[&] {
			anaglyph_words<<<up(N / 4, 160), 160>>>(
				(uint3 *)in, (uint3 *)(in + 3 * N), (uint3 *)out, N / 4);
		},
		out, 3 * N, same(eye));
	const int CW = W / 8, CH = up(H, 8), CELLS = CW * CH;
	std::vector<int> slope(CELLS * 8);
	for (int y = 1; y < H - 1; y++)
		for (int x = 1; x < W - 1; x++) {
			int i = y * W + x, gx = film[i + 1] - film[i - 1], gy = film[i + W] - film[i - W];
			slope[(y / 8 * CW + x / 8) * 8 + compass(gx, gy)] += std::abs(gx) + std::abs(gy);
		}
	int *cell = dev<int>(CELLS * 8);
	job<int>(
		"slope_cells.atomics", [&] { slope_cells_global<<<grid, wide>>>(in, cell, W, H, CW); }, cell, CELLS * 8,
		same(slope), [&] { CHECK(cudaMemset(cell, 0, CELLS * 32)); });
	job<int>(
		"slope_cells.shared_bins",
		[&] { slope_cells_shared<<<dim3(up(W, 32), CH), dim3(32, 8)>>>(in, cell, W, H, CW); }, cell, CELLS * 8,
		same(slope));
	job<int>(
		"slope_cells.cell_a_thread",
		[&] { slope_cells_thread<<<up(CELLS, 96), 96>>>(in, cell, W, H, CW, CELLS); }, cell, CELLS * 8,
		same(slope));
	for (int i = 0; i < N; i++)
		still[i] = film[(i % W * 9 / W * H + i / W) * W + i % W];
	job<byte>(
		"slit_scan.point_a_thread",
		[&] { slit_scan<<<dim3(up(W, 64), up(H, 4)), dim3(64, 4)>>>(in, out, W, H, 9); }, out, N, same(still));
	for (int i = 0; i < N; i++) {
		byte v[9];
		for (int f = 0; f < 9; f++)
			v[f] = film[f * N + i];
		std::sort(v, v + 9);
		still[i] = v[4];
	}
	job<byte>(
		"empty_street.insertion", [&] { time_median<<<up(N, 192), 192>>>(in, out, N, 9); }, out, N,
		same(still));
	job<byte>(
		"empty_street.ranks", [&] { time_median_counts<<<up(N, 192), 192>>>(in, out, N, 9); }, out, N,
		same(still));
	job<byte>(
		"empty_street.four_bytes_at_once",
		[&] { time_median_fours<<<up(N / 4, 128), 128>>>((unsigned *)in, (unsigned *)out, N / 4); }, out, N,
		same(still));
}
