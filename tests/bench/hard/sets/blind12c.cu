// blind12c: a fresh set of kernels that nobody had modelled when they were written. Pictures and films.
#include "blind7.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__host__ __device__ float flow_in(float own, float n, float s, float w, float e, float k)
{ // Perona and Malik: little flows over a steep edge
	float a = n - own, b = s - own, c = w - own, d = e - own;
	return own + 0.2f * (a / (1 + a * a * k) + b / (1 + b * b * k) + c / (1 + c * c * k) + d / (1 + d * d * k));
}
__global__ void calm_step(const float *in, float *out, int w, int h, float k)
{ // one step of smoothing that keeps edges, from memory
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	int i = y * w + x;
	out[i] = flow_in(
		in[i], in[y ? i - w : i], in[y + 1 < h ? i + w : i], in[x ? i - 1 : i], in[x + 1 < w ? i + 1 : i], k);
}
__global__ void calm_tile(const float *in, float *out, int w, int h, float k)
{ // two steps at once in a tile of 28 x 28 with a rim of two
	__shared__ float a[32][33], b[32][33];
	int tx = threadIdx.x, x = (int)blockIdx.x * 28 + tx - 2;
	for (int ty = threadIdx.y; ty < 32; ty += 8) {
		int y = (int)blockIdx.y * 28 + ty - 2;
		a[ty][tx] = in[min(max(y, 0), h - 1) * w + min(max(x, 0), w - 1)];
	}
	__syncthreads();
	for (int ty = threadIdx.y; ty < 32; ty += 8) {
		int y = (int)blockIdx.y * 28 + ty - 2;
		if (tx && ty && tx < 31 && ty < 31 && x >= 0 && y >= 0 && x < w && y < h)
			b[ty][tx] = flow_in(a[ty][tx], a[ty - 1][tx], a[ty + 1][tx], a[ty][tx - 1], a[ty][tx + 1], k);
	}
	__syncthreads();
	for (int ty = threadIdx.y; ty < 32; ty += 8) {
		int y = (int)blockIdx.y * 28 + ty - 2;
		if (tx < 2 || ty < 2 || tx >= 30 || ty >= 30 || x >= w || y >= h)
			continue;
		float o = b[ty][tx];
		out[y * w + x] = flow_in(o, y ? b[ty - 1][tx] : o, y + 1 < h ? b[ty + 1][tx] : o, x ? b[ty][tx - 1] : o,
			x + 1 < w ? b[ty][tx + 1] : o, k);
	}
}
__global__ void calm_grid(float *a, float *b, int w, int h, float k, int steps)
{ // all steps in one cooperative launch, the whole grid waits after each
	cg::grid_group grid = cg::this_grid();
	for (int s = 0; s < steps; s++) {
		const float *in = s & 1 ? b : a;
		float *out = s & 1 ? a : b;
		for (int i = grid.thread_rank(); i < w * h; i += grid.size()) {
			int x = i % w, y = i / w;
			out[i] = flow_in(in[i], in[y ? i - w : i], in[y + 1 < h ? i + w : i], in[x ? i - 1 : i],
				in[x + 1 < w ? i + 1 : i], k);
		}
		grid.sync();
	}
}
__global__ void background_sort(const byte *film, byte *out, int size)
{ // what stays behind in nine pictures: each pixel's middle value, by insertion into a local array
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= size)
		return;
	byte v[9];
	for (int k = 0; k < 9; k++) {
		byte b = film[k * size + i];
		int j = k;
		for (; j > 0 && v[j - 1] > b; j--)
			v[j] = v[j - 1];
		v[j] = b;
	}
	out[i] = v[4];
}
__device__ void order(unsigned &a, unsigned &b)
{
	unsigned low = __vminu4(a, b);
	b = __vmaxu4(a, b);
	a = low;
}
__global__ void background_four(const unsigned *film, unsigned *out, int words)
{ // the same by a network of swaps, four pixels in a word
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= words)
		return;
	unsigned v[9];
#pragma unroll
	for (int k = 0; k < 9; k++)
		v[k] = film[k * words + i];
#pragma unroll
	for (int round = 0; round < 9; round++)
#pragma unroll
		for (int k = round & 1; k + 1 < 9; k += 2)
			order(v[k], v[k + 1]);
	out[i] = v[4];
}
__global__ void between_lines(const byte *in, byte *out, int w, int h)
{ // odd lines of a television picture, made up along the direction in which lines above and below agree most
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	if (y % 2 == 0 || y == h - 1) {
		out[y * w + x] = in[y * w + x];
		return;
	}
	const byte *up = in + (y - 1) * w, *low = in + (y + 1) * w;
	int best = 1 << 20, value = 0;
	for (int d = -3; d <= 3; d++) {
		int sum = 3 * abs(d);
		for (int k = -1; k <= 1; k++)
			sum += abs(up[min(max(x + d + k, 0), w - 1)] - low[min(max(x - d + k, 0), w - 1)]);
		if (sum < best) {
			best = sum;
			value = (up[min(max(x + d, 0), w - 1)] + low[min(max(x - d, 0), w - 1)] + 1) / 2;
		}
	}
	out[y * w + x] = value;
}
__global__ void sliding_rank(const byte *in, byte *out, int w, int h, int radius, int rank)
{ // the value of a rank around each pixel: a row a thread, whose histogram slides along
	int y = blockIdx.x * blockDim.x + threadIdx.x;
	if (y >= h)
		return;
	short count[64];
	for (int k = 0; k < 64; k++)
		count[k] = 0;
	for (int x = -radius; x < w; x++) {
		for (int j = max(y - radius, 0); j <= min(y + radius, h - 1); j++) {
			if (x + radius < w)
				count[in[j * w + x + radius] / 4]++;
			if (x - radius > 0)
				count[in[j * w + x - radius - 1] / 4]--;
		}
		if (x < 0)
			continue;
		int sum = 0, k = 0;
		while ((sum += count[k]) <= rank && k < 63)
			k++;
		out[y * w + x] = 4 * k;
	}
}
__global__ void block_rank(const byte *in, byte *out, int w, int h, int radius, int rank)
{ // the same, a pixel a thread: halves the range of values until one is left
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	int low = 0, high = 63;
	while (low < high) {
		int middle = (low + high) / 2, count = 0;
		for (int j = max(y - radius, 0); j <= min(y + radius, h - 1); j++)
			for (int i = max(x - radius, 0); i <= min(x + radius, w - 1); i++)
				count += in[j * w + i] / 4 <= middle;
		if (count > rank)
			high = middle;
		else
			low = middle + 1;
	}
	out[y * w + x] = 4 * low;
}
__global__ void ridge_spread(const byte *mark, byte *out, int w, int h)
{ // weak marks that touch strong ones become strong: a tile a block, as long as something changes in it
	__shared__ volatile byte s[18][34];
	int x0 = blockIdx.x * 32 - 1, y0 = blockIdx.y * 16 - 1, t = threadIdx.y * 32 + threadIdx.x;
	for (int i = t; i < 18 * 34; i += 512) {
		int x = x0 + i % 34, y = y0 + i / 34;
		s[i / 34][i % 34] = x >= 0 && y >= 0 && x < w && y < h ? mark[y * w + x] : 0;
	}
	__syncthreads();
	int tx = threadIdx.x + 1, ty = threadIdx.y + 1, any;
	do {
		int strong = 0;
		if (s[ty][tx] == 1)
			for (int k = 0; k < 9; k++)
				strong |= s[ty + k / 3 - 1][tx + k % 3 - 1] == 2;
		any = __syncthreads_or(strong);
		if (strong)
			s[ty][tx] = 2;
		__syncthreads();
	} while (any);
	out[(y0 + ty) * w + x0 + tx] = s[ty][tx];
}
__global__ void key_out(const uchar4 *front, const uchar4 *back, uchar4 *out, int size)
{ // what is green in front shows what is behind; a soft edge between
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= size)
		return;
	uchar4 f = front[i];
	int green = f.y - max(f.x, f.z);
	if (green > 24) {
		uchar4 b = back[i];
		int part = min((green - 24) * 8, 256);
		f.x = (f.x * (256 - part) + b.x * part) >> 8;
		f.y = (max(f.x, f.z) * (256 - part) + b.y * part) >> 8;
		f.z = (f.z * (256 - part) + b.z * part) >> 8;
	}
	out[i] = f;
}
void rows()
{
	const int W = 760, H = 560, S = W * H;
	std::vector<unsigned> w = words(1 << 22);
	std::vector<float> f = fractions(w), two(S), eight(S), t(S);
	f.resize(S);
	auto step = [&](const std::vector<float> &a, std::vector<float> &o) {
		for (int i = 0; i < S; i++) {
			int x = i % W, y = i / W;
			o[i] = flow_in(a[i], a[y ? i - W : i], a[y + 1 < H ? i + W : i], a[x ? i - 1 : i],
				a[x + 1 < W ? i + 1 : i], 30);
		}
	};
	eight = f;
	for (int s = 0; s < 8; s++) {
		step(eight, t);
		std::swap(eight, t);
		if (s == 1)
			two = eight;
	}
	float *first = upload(f), *a = upload(f), *b = dev<float>(S);
	dim3 b32(32, 8), g32((W + 31) / 32, (H + 7) / 8);
	auto again = [&] { CHECK(cudaMemcpy(a, first, S * 4, cudaMemcpyDeviceToDevice)); };
	job<float>(
		"calm.eight_launches",
		[&] {
			for (int s = 0; s < 8; s++)
				calm_step<<<g32, b32>>>(s & 1 ? b : a, s & 1 ? a : b, W, H, 30);
		},
		a, S, close_to(eight), again);
	job<float>(
		"calm.two_steps_a_tile",
		[&] { calm_tile<<<dim3((W + 27) / 28, (H + 27) / 28), dim3(32, 8)>>>(first, b, W, H, 30); }, b, S,
		close_to(two));
	job<float>(
		"calm.grid_waits",
		[&] {
			int w = W, h = H, steps = 8;
			float k = 30;
			void *args[] = { &a, &b, &w, &h, &k, &steps };
			CHECK(cudaLaunchCooperativeKernel((const void *)calm_grid, dim3(132), dim3(512), args, 0, 0));
		},
		a, S, close_to(eight), again);
	const int F = 384000;
	std::vector<byte> film(9 * F), stays(F);
	for (int i = 0; i < 9 * F; i++)
		film[i] = w[i] % 5 ? i % F % 251 + (w[i] >> 9) % 4 : w[i] >> 13;
	for (int i = 0; i < F; i++) {
		byte v[9];
		for (int k = 0; k < 9; k++)
			v[k] = film[k * F + i];
		std::sort(v, v + 9);
		stays[i] = v[4];
	}
	byte *df = upload(film), *out = dev<byte>(S);
	job<byte>(
		"background.insertion", [&] { background_sort<<<F / 128, 128>>>(df, out, F); }, out, F, same(stays));
	job<byte>(
		"background.four_a_word",
		[&] { background_four<<<(F / 4 + 95) / 96, 96>>>((unsigned *)df, (unsigned *)out, F / 4); }, out, F,
		same(stays));
	std::vector<byte> grey(S), full(S);
	for (int i = 0; i < S; i++)
		grey[i] = ((i % W + i / W * 2) / 23 % 2) * 150 + w[i] % 30;
	auto clip = [&](int x) { return std::min(std::max(x, 0), W - 1); };
	for (int i = 0; i < S; i++) {
		int x = i % W, y = i / W, best = 1 << 20;
		full[i] = grey[i];
		if (y % 2 == 0 || y == H - 1)
			continue;
		const byte *up = &grey[(y - 1) * W], *low = &grey[(y + 1) * W];
		for (int d = -3; d <= 3; d++) {
			int sum = 3 * abs(d);
			for (int k = -1; k <= 1; k++)
				sum += abs(up[clip(x + d + k)] - low[clip(x - d + k)]);
			if (sum < best) {
				best = sum;
				full[i] = (up[clip(x + d)] + low[clip(x - d)] + 1) / 2;
			}
		}
	}
	byte *dg = upload(grey);
	job<byte>(
		"odd_lines.along_edges", [&] { between_lines<<<g32, b32>>>(dg, out, W, H); }, out, S, same(full));
	const int RW = 200, RH = 180, R = 3, RANK = 36;
	std::vector<byte> ranked(RW * RH);
	for (int i = 0; i < RW * RH; i++) {
		int x = i % RW, y = i / RW, sum = 0, k = 0, count[64] = {};
		for (int j = std::max(y - R, 0); j <= std::min(y + R, RH - 1); j++)
			for (int q = std::max(x - R, 0); q <= std::min(x + R, RW - 1); q++)
				count[grey[j * RW + q] / 4]++;
		while ((sum += count[k]) <= RANK && k < 63)
			k++;
		ranked[i] = 4 * k;
	}
	job<byte>(
		"rank_around.sliding_row", [&] { sliding_rank<<<(RH + 31) / 32, 32>>>(dg, out, RW, RH, R, RANK); }, out,
		RW * RH, same(ranked));
	job<byte>(
		"rank_around.halving",
		[&] { block_rank<<<dim3((RW + 15) / 16, (RH + 11) / 12), dim3(16, 12)>>>(dg, out, RW, RH, R, RANK); },
		out, RW * RH, same(ranked));
	const int TW = 512, TH = 384;
	std::vector<byte> mark(TW * TH), strong;
	for (int i = 0; i < TW * TH; i++) {
		int x = i % TW, y = i / TW;
		mark[i] = (x + 2 * y) % 29 < 2 || (3 * x + y) % 83 < 3 ? (w[i] % 400 == 0 ? 2 : w[i] % 11 != 0) : 0;
	}
	strong = mark;
	std::vector<int> todo;
	for (int i = 0; i < TW * TH; i++)
		if (mark[i] == 2)
			todo.push_back(i);
	while (!todo.empty()) {
		int i = todo.back();
		todo.pop_back();
		for (int k = 0; k < 9; k++) {
			int x = i % TW + k % 3 - 1, y = i / TW + k / 3 - 1;
			if (x >= 0 && y >= 0 && x < TW && y < TH && strong[y * TW + x] == 1) {
				strong[y * TW + x] = 2;
				todo.push_back(y * TW + x);
			}
		}
	}
	byte *dmark = upload(mark), *one = dev<byte>(TW * TH), *two_marks = dev<byte>(TW * TH);
	job<byte>(
		"ridges.eight_passes",
		[&] {
			for (int pass = 0; pass < 8; pass++)
				ridge_spread<<<dim3(TW / 32, TH / 16), dim3(32, 16)>>>(
					pass ? pass & 1 ? one : two_marks : dmark, pass & 1 ? two_marks : one, TW, TH);
		},
		two_marks, TW * TH, same(strong));
	const int K = 1200 * 800;
	std::vector<byte> front(4 * K), back(4 * K), shown(4 * K);
	for (int i = 0; i < K; i++) {
		bool green = i % W / 50 % 2 == i / W / 60 % 2;
		for (int k = 0; k < 4; k++)
			front[4 * i + k] = green && k == 1 ? 150 + w[i] % 90 : w[i] >> (8 * k) & 127,
				      back[4 * i + k] = i * k;
		const byte *p = &front[4 * i], *q = &back[4 * i];
		int r = p[0], g = p[1], bl = p[2], over = g - std::max(r, bl), part = std::min((over - 24) * 8, 256);
		if (over > 24) {
			r = byte((r * (256 - part) + q[0] * part) >> 8);
			g = byte((std::max(r, bl) * (256 - part) + q[1] * part) >> 8);
			bl = byte((bl * (256 - part) + q[2] * part) >> 8);
		}
		shown[4 * i] = r, shown[4 * i + 1] = g, shown[4 * i + 2] = bl, shown[4 * i + 3] = p[3];
	}
	uchar4 *du = (uchar4 *)upload(front), *db = (uchar4 *)upload(back), *keyed = (uchar4 *)dev<byte>(4 * K);
	job<byte>(
		"green_screen.pixel_a_thread", [&] { key_out<<<(K + 255) / 256, 256>>>(du, db, keyed, K); },
		(byte *)keyed, 4 * K, same(shown));
}
