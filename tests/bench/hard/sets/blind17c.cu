// blind17c: a fresh set of kernels that nobody had modelled when they were written. Pictures, screens and loudness.
#include "blind7.h"

__global__ void tones_memory(const byte *in, unsigned *count, int w, int h)
{ // which tones lie side by side: a pixel a thread, atomics in memory
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
	if (x < w - 1 && y < h - 1) {
		int own = in[y * w + x] >> 4;
		atomicAdd(&count[own * 16 + (in[y * w + x + 1] >> 4)], 1);
		atomicAdd(&count[own * 16 + (in[(y + 1) * w + x] >> 4)], 1);
	}
}
__global__ void tones_shared(const byte *in, unsigned *count, int w, int h)
{ // the same, counted in shared memory by blocks that go round
	__shared__ unsigned own_count[256];
	for (int i = threadIdx.x; i < 256; i += blockDim.x)
		own_count[i] = 0;
	__syncthreads();
	for (int y = blockIdx.x; y < h - 1; y += gridDim.x)
		for (int x = threadIdx.x; x < w - 1; x += blockDim.x) {
			int own = in[y * w + x] >> 4;
			atomicAdd(&own_count[own * 16 + (in[y * w + x + 1] >> 4)], 1);
			atomicAdd(&own_count[own * 16 + (in[(y + 1) * w + x] >> 4)], 1);
		}
	__syncthreads();
	for (int i = threadIdx.x; i < 256; i += blockDim.x)
		if (own_count[i])
			atomicAdd(&count[i], own_count[i]);
}
__global__ void tones_lanes(const byte *in, unsigned *count, int w, int h)
{ // the same, a warp a row: lanes with the same pair find each other, and one of them adds for all
	__shared__ unsigned own_count[256];
	for (int i = threadIdx.x; i < 256; i += blockDim.x)
		own_count[i] = 0;
	__syncthreads();
	int y = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (y < h - 1)
		for (int x = lane; x < w + 31 - (w + 31) % 32; x += 32) {
			bool there = x < w - 1;
			int own = there ? in[y * w + x] >> 4 : 0;
			for (int k = 0; k < 2; k++) {
				int other = there ? in[(y + k) * w + x + 1 - k] >> 4 : 0;
				int pair = there ? own * 16 + other : 256;
				unsigned alike = __match_any_sync(~0u, pair);
				if (there && __ffs(alike) - 1 == lane)
					atomicAdd(&own_count[pair], __popc(alike));
			}
		}
	__syncthreads();
	for (int i = threadIdx.x; i < 256; i += blockDim.x)
		if (own_count[i])
			atomicAdd(&count[i], own_count[i]);
}
__global__ void bokeh_square(const byte *pic, const byte *far, byte *out, int w, int h)
{ // a lens out of focus: the mean over a disc whose radius depends on how far the pixel is
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	int r = far[y * w + x], sum = 0, n = 0;
	for (int dy = -r; dy <= r; dy++)
		for (int dx = -r; dx <= r; dx++)
			if (dx * dx + dy * dy <= r * r && x + dx >= 0 && x + dx < w && y + dy >= 0 && y + dy < h)
				sum += pic[(y + dy) * w + x + dx], n++;
	out[y * w + x] = sum / n;
}
static const int DISC = 81; // points of a disc of radius five
__constant__ char2 offset_[DISC];
__constant__ int discs[6];
__global__ void bokeh_offsets(const byte *pic, const byte *far, byte *out, int w, int h)
{ // the same; places in the disc from a constant table, sorted by their distance
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = i % w, y = i / w;
	if (i >= w * h)
		return;
	int many = discs[far[i]], sum = 0, n = 0;
	for (int k = 0; k < many; k++) {
		int px = x + offset_[k].x, py = y + offset_[k].y;
		if ((unsigned)px < w && (unsigned)py < h)
			sum += pic[py * w + px], n++;
	}
	out[i] = sum / n;
}
static const int STEP = 12;
__host__ __device__ int patch_of(const byte *pic, const int4 *centre, int x, int y, int w, int pw, int ph)
{ // the nearest of nine centres by place and tone
	int best = -1, least = 1 << 30, own = pic[y * w + x];
	for (int cy = max(y / STEP - 1, 0); cy <= min(y / STEP + 1, ph - 1); cy++)
		for (int cx = max(x / STEP - 1, 0); cx <= min(x / STEP + 1, pw - 1); cx++) {
			int4 c = centre[cy * pw + cx];
			int d = (c.x - x) * (c.x - x) + (c.y - y) * (c.y - y) + (c.z - own) * (c.z - own) / 9;
			if (d < least)
				least = d, best = cy * pw + cx;
		}
	return best;
}
__global__ void patches_assign(const byte *pic, const int4 *centre, int *label, int w, int h, int pw, int ph)
{ // first of a round: a pixel a thread takes its centre
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h)
		label[y * w + x] = patch_of(pic, centre, x, y, w, pw, ph);
}
__global__ void patches_sum(const byte *pic, const int *label, int4 *sum, int w, int n)
{ // second: sums of each centre by atomics
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		int4 *s = sum + label[i];
		atomicAdd(&s->x, i % w);
		atomicAdd(&s->y, i / w);
		atomicAdd(&s->z, pic[i]);
		atomicAdd(&s->w, 1);
	}
}
__global__ void patches_move(int4 *sum, int4 *centre, int n)
{ // third: centres move to their means
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c < n && sum[c].w)
		centre[c] = make_int4(sum[c].x / sum[c].w, sum[c].y / sum[c].w, sum[c].z / sum[c].w, 0);
}
__global__ void patches_block(const byte *pic, const int *label, int4 *centre, int w, int h, int pw)
{ // second and third at once: a centre a block looks for its pixels near it
	__shared__ int sum[4];
	int c = blockIdx.x, x0 = max(c % pw * STEP - STEP, 0), y0 = max(c / pw * STEP - STEP, 0);
	int x1 = min(x0 + 3 * STEP, w), y1 = min(y0 + 3 * STEP, h), s[4] = { 0, 0, 0, 0 };
	if (threadIdx.x < 4)
		sum[threadIdx.x] = 0;
	__syncthreads();
	for (int y = y0 + threadIdx.x / 32; y < y1; y += blockDim.x / 32)
		for (int x = x0 + threadIdx.x % 32; x < x1; x += 32)
			if (label[y * w + x] == c)
				s[0] += x, s[1] += y, s[2] += pic[y * w + x], s[3]++;
	for (int k = 0; k < 4; k++) {
		s[k] = __reduce_add_sync(~0u, s[k]);
		if (threadIdx.x % 32 == 0)
			atomicAdd(&sum[k], s[k]);
	}
	__syncthreads();
	if (threadIdx.x == 0 && sum[3])
		centre[c] = make_int4(sum[0] / sum[3], sum[1] / sum[3], sum[2] / sum[3], 0);
}
static const int WIDE
= 9, HALF
= WIDE
/ 2, TURNS = 4;
__constant__ float grating[TURNS][WIDE * WIDE];
__global__ void grain_memory(const float *pic, byte *out, int w, int h)
{ // which way the grain runs: four gratings, the strongest wins; pixels from memory, edges held
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	float most = -1;
	int best = 0;
	for (int t = 0; t < TURNS; t++) {
		float sum = 0;
		for (int j = 0; j < WIDE; j++)
			for (int i = 0; i < WIDE; i++)
				sum += grating[t][j * WIDE + i] *
					pic[min(max(y + j - HALF, 0), h - 1) * w + min(max(x + i - HALF, 0), w - 1)];
		if (fabsf(sum) > most)
			most = fabsf(sum), best = t;
	}
	out[y * w + x] = best;
}
__global__ void grain_tile(const float *pic, byte *out, int w, int h)
{ // the same from a tile with its rim, all four sums at once
	__shared__ float tile[8 + 2 * HALF][32 + 2 * HALF];
	int x0 = blockIdx.x * 32, y0 = blockIdx.y * 8, tx = threadIdx.x, ty = threadIdx.y, x = x0 + tx, y = y0 + ty;
	for (int j = ty; j < 8 + 2 * HALF; j += 8)
		for (int i = tx; i < 32 + 2 * HALF; i += 32)
			tile[j][i] = pic[min(max(y0 + j - HALF, 0), h - 1) * w + min(max(x0 + i - HALF, 0), w - 1)];
	__syncthreads();
	if (x >= w || y >= h)
		return;
	float sum[TURNS] = { 0, 0, 0, 0 }, most = -1;
	for (int j = 0; j < WIDE; j++)
#pragma unroll
		for (int i = 0; i < WIDE; i++)
			for (int t = 0; t < TURNS; t++)
				sum[t] += grating[t][j * WIDE + i] * tile[ty + j][tx + i];
	int best = 0;
	for (int t = 0; t < TURNS; t++)
		if (fabsf(sum[t]) > most)
			most = fabsf(sum[t]), best = t;
	out[y * w + x] = best;
}
__constant__ u64 font[64];
__global__ void glyphs_pixel(const byte *text, byte *screen, int columns, int w)
{ // a screen of letters, a pixel a thread
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
	if (x < w)
		screen[y * w + x] = font[text[y / 8 * columns + x / 8] & 63] >> (y % 8 * 8 + x % 8) & 1 ? 255 : 16;
}
__global__ void glyphs_eight(const byte *text, u64 *screen, int columns, int letters)
{ // the same, a letter a thread: eight rows of eight pixels, a row is one word
	__shared__ u64 shape[64];
	if (threadIdx.x < 64)
		shape[threadIdx.x] = font[threadIdx.x];
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= letters)
		return;
	u64 g = shape[text[i] & 63];
	for (int r = 0; r < 8; r++, g >>= 8) {
		u64 row = 0;
		for (int k = 0; k < 8; k++)
			row |= (u64)(g >> k & 1 ? 255 : 16) << 8 * k;
		screen[(i / columns * 8 + r) * columns + i % columns] = row;
	}
}
__host__ __device__ float followed(float env, float v)
{ // loudness rises fast and falls slowly
	v = fabsf(v);
	return env + (v > env ? 0.3f : 0.004f) * (v - env);
}
__global__ void envelope(const float *in, float *out, int channels, int n)
{ // a compressor of sound: a channel a thread goes through its samples, those of all channels by turns
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= channels)
		return;
	float env = 0;
	for (int i = 0; i < n; i++) {
		float v = in[i * channels + c];
		env = followed(env, v);
		out[i * channels + c] = env > 0.2f ? v * powf(env * 5, -0.6f) : v;
	}
}
void rows()
{
	const int W = 617, H = 341, N = W * H;
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w);
	std::vector<byte> pic(N), far(N), blurred(N);
	std::vector<unsigned> pairs(256);
	for (int i = 0; i < N; i++) {
		int x = i % W, y = i / W;
		pic[i] = (x / 5 * 3 + y / 3 * 2 + w[i] % 40 + ((x / 40 + y / 30) & 1) * 70) & 255;
		far[i] = (x / 60 + y / 50) % 6;
	}
	for (int i = 0; i < N; i++)
		if (i % W < W - 1 && i / W < H - 1) {
			pairs[(pic[i] >> 4) * 16 + (pic[i + 1] >> 4)]++;
			pairs[(pic[i] >> 4) * 16 + (pic[i + W] >> 4)]++;
		}
	byte *gp = upload(pic), *gfar = upload(far), *ob = dev<byte>(1 << 20);
	unsigned *count = dev<unsigned>(256);
	auto zero = [&] { CHECK(cudaMemset(count, 0, 1024)); };
	job<unsigned>(
		"side_by_side.in_memory", [&] { tones_memory<<<dim3((W + 127) / 128, H), 128>>>(gp, count, W, H); },
		count, 256, same(pairs), zero);
	job<unsigned>(
		"side_by_side.shared", [&] { tones_shared<<<80, 320>>>(gp, count, W, H); }, count, 256, same(pairs),
		zero);
	job<unsigned>(
		"side_by_side.alike_lanes_together", [&] { tones_lanes<<<(H + 3) / 4, 128>>>(gp, count, W, H); }, count,
		256, same(pairs), zero);
	const int BH = 160, B = W * BH;
	std::vector<std::pair<int, char2>> disc;
	for (int dy = -5; dy <= 5; dy++)
		for (int dx = -5; dx <= 5; dx++)
			if (dx * dx + dy * dy <= 25)
				disc.push_back({ dx * dx + dy * dy, { (signed char)dx, (signed char)dy } });
	std::stable_sort(disc.begin(), disc.end(), [](auto &a, auto &b) { return a.first < b.first; });
	std::vector<char2> places;
	int many[6] = { 0, 0, 0, 0, 0, 0 };
	for (auto &d : disc) {
		places.push_back(d.second);
		for (int r = 0; r < 6; r++)
			many[r] += d.first <= r * r;
	}
	CHECK(cudaMemcpyToSymbol(offset_, places.data(), DISC * sizeof(char2)));
	CHECK(cudaMemcpyToSymbol(discs, many, sizeof many));
	for (int i = 0; i < B; i++) {
		int sum = 0, n = 0;
		for (int k = 0; k < many[far[i]]; k++) {
			int x = i % W + places[k].x, y = i / W + places[k].y;
			if (x >= 0 && y >= 0 && x < W && y < BH)
				sum += pic[y * W + x], n++;
		}
		blurred[i] = sum / n;
	}
	blurred.resize(B);
	job<byte>(
		"lens_blur.square",
		[&] { bokeh_square<<<dim3((W + 15) / 16, (BH + 15) / 16), dim3(16, 16)>>>(gp, gfar, ob, W, BH); }, ob,
		B, same(blurred));
	job<byte>(
		"lens_blur.offsets_constant", [&] { bokeh_offsets<<<(B + 191) / 192, 192>>>(gp, gfar, ob, W, BH); }, ob,
		B, same(blurred));
	const int PW = W / STEP, PH = H / STEP, P = PW * PH;
	std::vector<int4> centre(P), sum(P, int4{ 0, 0, 0, 0 });
	std::vector<int> label(N), moved(4 * P);
	for (int c = 0; c < P; c++) {
		int x = c % PW * STEP + STEP / 2, y = c / PW * STEP + STEP / 2;
		centre[c] = { x, y, pic[y * W + x], 0 };
	}
	for (int i = 0; i < N; i++) {
		int4 &s = sum[label[i] = patch_of(pic.data(), centre.data(), i % W, i / W, W, PW, PH)];
		s.x += i % W, s.y += i / W, s.z += pic[i], s.w++;
	}
	for (int c = 0; c < P; c++)
		for (int k = 0; k < 3; k++)
			moved[4 * c + k] = sum[c].w ? (&sum[c].x)[k] / sum[c].w : (&centre[c].x)[k];
	int4 *gc0 = upload(centre), *gc = upload(centre), *gs = dev<int4>(P);
	int *gl = dev<int>(N);
	auto anew = [&] {
		CHECK(cudaMemset(gs, 0, P * 16));
		CHECK(cudaMemcpy(gc, gc0, P * 16, cudaMemcpyDeviceToDevice));
	};
	dim3 pg((W + 31) / 32, (H + 7) / 8), pb(32, 8);
	job<int>(
		"patches.sums_by_atomics",
		[&] {
			patches_assign<<<pg, pb>>>(gp, gc, gl, W, H, PW, PH);
			patches_sum<<<(N + 255) / 256, 256>>>(gp, gl, gs, W, N);
			patches_move<<<(P + 127) / 128, 128>>>(gs, gc, P);
		},
		(int *)gc, 4 * P, same(moved), anew);
	job<int>(
		"patches.centre_a_block",
		[&] {
			patches_assign<<<pg, pb>>>(gp, gc, gl, W, H, PW, PH);
			patches_block<<<P, 96>>>(gp, gl, gc, W, H, PW);
		},
		(int *)gc, 4 * P, same(moved), anew);
	const int GW = 250, GH = 120;
	std::vector<float> wood(GW * GH), grates(TURNS * WIDE * WIDE);
	std::vector<byte> way(GW * GH);
	for (int t = 0; t < TURNS; t++)
		for (int j = 0; j < WIDE; j++)
			for (int i = 0; i < WIDE; i++) {
				double x = i - HALF
				, y = j - HALF
				, a = t * M_PI / TURNS, u = x * cos(a) + y * sin(a);
				grates[(t * WIDE + j) * WIDE + i] = cos(u * 1.3) * exp(-(x * x + y * y) / 9);
			}
	for (int i = 0; i < GW * GH; i++)
		wood[i] = std::cos((i % GW) * 1.3f * ((i % GW / 50) & 1) + (i / GW) * 1.1f) + 0.1f * f[i];
	std::vector<char> unsure(GW * GH);
	for (int i = 0; i < GW * GH; i++) {
		double s[TURNS] = {}, most = -1;
		for (int t = 0; t < TURNS; t++) {
			for (int k = 0; k < WIDE * WIDE; k++) {
				int x = std::min(std::max(i % GW + k % WIDE - HALF, 0), GW - 1);
				int y = std::min(std::max(i / GW + k / WIDE - HALF, 0), GH - 1);
				s[t] += (double)grates[t * WIDE * WIDE + k] * wood[y * GW + x];
			}
			s[t] = std::fabs(s[t]);
			if (s[t] > most)
				most = s[t], way[i] = t;
		}
		for (int t = 0; t < TURNS; t++)
			unsure[i] |= t != way[i] && most - s[t] < 1e-4;
	}
	auto like_way = [&](const std::vector<byte> &v) {
		for (int i = 0; i < GW * GH; i++)
			if (!unsure[i] && v[i] != way[i])
				return false;
		return true;
	};
	CHECK(cudaMemcpyToSymbol(grating, grates.data(), grates.size() * 4));
	float *gw = upload(wood);
	dim3 gg((GW + 31) / 32, (GH + 7) / 8);
	job<byte>(
		"grain.from_memory", [&] { grain_memory<<<gg, pb>>>(gw, ob, GW, GH); }, ob, GW * GH, like_way);
	job<byte>(
		"grain.tile_four_sums", [&] { grain_tile<<<gg, pb>>>(gw, ob, GW, GH); }, ob, GW * GH, like_way);
	const int COLUMNS = 100, LINES = 37, LETTERS = COLUMNS * LINES;
	std::vector<u64> shapes(64);
	std::vector<byte> text(LETTERS), screen(LETTERS * 64);
	for (int k = 0; k < 64; k++)
		shapes[k] = (u64)w[2 * k] << 32 | w[2 * k + 1];
	for (int i = 0; i < LETTERS; i++)
		text[i] = w[i] % 90;
	for (int i = 0; i < LETTERS * 64; i++) {
		int x = i % (COLUMNS * 8), y = i / (COLUMNS * 8);
		screen[i] = shapes[text[y / 8 * COLUMNS + x / 8] & 63] >> (y % 8 * 8 + x % 8) & 1 ? 255 : 16;
	}
	CHECK(cudaMemcpyToSymbol(font, shapes.data(), 512));
	byte *gt = upload(text);
	job<byte>(
		"glyphs.pixel_a_thread",
		[&] {
			glyphs_pixel<<<dim3((COLUMNS * 8 + 159) / 160, LINES * 8), 160>>>(gt, ob, COLUMNS, COLUMNS * 8);
		},
		ob, LETTERS * 64, same(screen));
	job<byte>(
		"glyphs.letter_a_thread",
		[&] { glyphs_eight<<<(LETTERS + 63) / 64, 64>>>(gt, (u64 *)ob, COLUMNS, LETTERS); }, ob, LETTERS * 64,
		same(screen));
	const int C = 200, T = 500;
	std::vector<float> sound(C * T), pressed(C * T);
	for (int c = 0; c < C; c++) {
		float env = 0;
		for (int i = 0; i < T; i++) {
			float v = sound[i * C + c] = (f[i * C + c] - 0.5f) * (1 + std::sin(i * 0.01f + c));
			env = followed(env, v);
			pressed[i * C + c] = env > 0.2f ? v * std::pow(env * 5, -0.6f) : v;
		}
	}
	float *gsound = upload(sound), *of = dev<float>(C * T);
	job<float>(
		"pressed_loudness.channel_a_thread", [&] { envelope<<<(C + 31) / 32, 32>>>(gsound, of, C, T); }, of,
		C * T, close_to(pressed, 1e-3));
}
