// blind19f: a fresh set of kernels that nobody had modelled when they were written. Students' picture tools.
#include "blind7.h"
const int CELL_W = 6, CELL_H = 11;
__constant__ char ramp[12];

__global__ void typed_thread(const byte *grey, char *text, int w, int cols, int lines)
{ // a picture as typed text: a letter a thread, which sums up its cell of 6 by 11 pixels
	int c = blockIdx.x * blockDim.x + threadIdx.x, l = blockIdx.y, s = 0;
	if (c >= cols)
		return;
	for (int y = 0; y < CELL_H; y++)
		for (int x = 0; x < CELL_W; x++)
			s += grey[(l * CELL_H + y) * w + c * CELL_W + x];
	text[l * cols + c] = ramp[s * 11 / (255 * CELL_W * CELL_H + 1)];
}
__global__ void typed_columns(const byte *grey, char *text, int w, int cols)
{ // the same, a column of pixels a thread; sums of columns meet in shared memory
	__shared__ int s[192];
	int x = blockIdx.x * 192 + threadIdx.x, v = 0;
	if (x < cols * CELL_W)
		for (int y = 0; y < CELL_H; y++)
			v += grey[(blockIdx.y * CELL_H + y) * w + x];
	s[threadIdx.x] = v;
	__syncthreads();
	int c = blockIdx.x * 32 + threadIdx.x;
	if (threadIdx.x >= 32 || c >= cols)
		return;
	v = 0;
	for (int k = 0; k < CELL_W; k++)
		v += s[threadIdx.x * CELL_W + k];
	text[blockIdx.y * cols + c] = ramp[v * 11 / (255 * CELL_W * CELL_H + 1)];
}
const int REACH = 3, SHADES = 9;
__global__ void oil_local(const uchar4 *in, uchar4 *out, int w, int h)
{ // oil painting: the mean colour of the most frequent shade near a pixel; counts in local arrays
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	int n[SHADES] = {}, r[SHADES] = {}, g[SHADES] = {}, b[SHADES] = {}, best = 0;
	for (int j = max(y - REACH, 0); j <= min(y + REACH, h - 1); j++)
		for (int i = max(x - REACH, 0); i <= min(x + REACH, w - 1); i++) {
			uchar4 p = in[j * w + i];
			int s = (p.x + p.y + p.z) * SHADES / 766;
			n[s]++, r[s] += p.x, g[s] += p.y, b[s] += p.z;
		}
	for (int s = 1; s < SHADES; s++)
		best = n[s] > n[best] ? s : best;
	out[y * w + x] = make_uchar4(r[best] / n[best], g[best] / n[best], b[best] / n[best], 255);
}
__global__ void oil_packed(const uchar4 *in, uchar4 *out, int w, int h)
{ // the same: a tile with rim in shared memory, count and three sums of a shade in one 64-bit word of shared memory
	__shared__ uchar4 tile[10][39];
	__shared__ u64 sums[SHADES][128];
	int tx = threadIdx.x, ty = threadIdx.y, t = ty * 32 + tx;
	int x0 = blockIdx.x * 32 - REACH, y0 = blockIdx.y * 4 - REACH;
	for (int k = t; k < 380; k += 128) {
		int x = x0 + k % 38, y = y0 + k / 38;
		tile[k / 38][k % 38] = x >= 0 && y >= 0 && x < w && y < h ? in[y * w + x] : make_uchar4(0, 0, 0, 0);
	}
	for (int s = 0; s < SHADES; s++)
		sums[s][t] = 0;
	__syncthreads();
	int x = blockIdx.x * 32 + tx, y = blockIdx.y * 4 + ty;
	if (x >= w || y >= h)
		return;
	for (int j = 0; j <= 2 * REACH; j++)
		for (int i = 0; i <= 2 * REACH; i++) {
			uchar4 p = tile[ty + j][tx + i];
			if (p.w)
				sums[(p.x + p.y + p.z) * SHADES / 766][t] +=
					1ull << 48 | (u64)p.x << 32 | (u64)p.y << 16 | p.z;
		}
	u64 best = sums[0][t];
	for (int s = 1; s < SHADES; s++)
		best = sums[s][t] >> 48 > best >> 48 ? sums[s][t] : best;
	int n = best >> 48;
	out[y * w + x] =
		make_uchar4((int)(best >> 32 & 65535) / n, (int)(best >> 16 & 65535) / n, (int)(best & 65535) / n, 255);
}
__global__ void dark_rim_bytes(const byte *in, byte *out, int w, int h, float soft)
{ // corners get darker, three bytes a pixel side by side, a pixel a thread
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	float u = x * (2.0f / w) - 1, v = y * (2.0f / h) - 1, k = 1 / (1 + soft * (u * u + v * v));
	for (int c = 0; c < 3; c++) {
		int i = 3 * (y * w + x) + c;
		out[i] = (byte)(in[i] * k);
	}
}
__global__ void dark_rim_twelve(const uint3 *in, uint3 *out, int w, int h, float soft)
{ // the same, four pixels a thread in three words of 32 bits
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= w * h / 4)
		return;
	uint3 q = in[i];
	unsigned word[3] = { q.x, q.y, q.z }, made[3] = {};
	for (int p = 0; p < 4; p++) {
		int x = (4 * i + p) % w, y = (4 * i + p) / w;
		float u = x * (2.0f / w) - 1, v = y * (2.0f / h) - 1, k = 1 / (1 + soft * (u * u + v * v));
		for (int c = 3 * p; c < 3 * p + 3; c++)
			made[c / 4] |= (unsigned)((word[c / 4] >> c % 4 * 8 & 255) * k) << c % 4 * 8;
	}
	out[i] = make_uint3(made[0], made[1], made[2]);
}
__host__ __device__ float2 bent(int x, int y, int w, int h)
{ // where a fish-eye lens sees the pixel
	float u = (2 * x - w) / (float)h, v = (2 * y - h) / (float)h, r = sqrtf(u * u + v * v);
	float k = r < 0.9f ? 0.55f + 0.5f * r * r : 1;
	return make_float2((u * k * h + w) * 0.5f, (v * k * h + h) * 0.5f);
}
__global__ void fisheye(const float *in, float *out, int w, int h)
{ // a fish-eye view, four neighbours mixed
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	float2 p = bent(x, y, w, h);
	int i = min((int)p.x, w - 2), j = min((int)p.y, h - 2);
	float a = p.x - i, b = p.y - j;
	const float *q = in + j * w + i;
	out[y * w + x] = (1 - b) * ((1 - a) * q[0] + a * q[1]) + b * ((1 - a) * q[w] + a * q[w + 1]);
}
__global__ void stamp_picture(uchar4 *pic, const uchar4 *mark, int w, int h, int mw, int mh, int gap)
{ // a small mark again and again over a picture; only its pixels that are not clear change
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	int mx = x % (mw + gap), my = y % (mh + gap);
	if (x >= w || y >= h || mx >= mw || my >= mh)
		return;
	uchar4 m = mark[my * mw + mx], p = pic[y * w + x];
	if (!m.w)
		return;
	pic[y * w + x] = make_uchar4((p.x * (255 - m.w) + m.x * m.w) / 255, (p.y * (255 - m.w) + m.y * m.w) / 255,
		(p.z * (255 - m.w) + m.z * m.w) / 255, p.w);
}
__constant__ byte paint_of[256];
__global__ void false_colour_constant(const byte *in, byte *out, int n)
{ // each byte replaced by a table in constant memory: lanes ask for different places
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = paint_of[in[i]];
}
__global__ void false_colour_shared(const unsigned *in, unsigned *out, const byte *table, int n4)
{ // the same, a table in shared memory, four bytes a thread and step
	__shared__ byte s[256];
	for (int k = threadIdx.x; k < 256; k += blockDim.x)
		s[k] = table[k];
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
		unsigned q = in[i];
		out[i] = s[q & 255] | s[q >> 8 & 255] << 8 | s[q >> 16 & 255] << 16 | s[q >> 24] << 24;
	}
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w);
	const int W = 1020, H = 770, N = W * H, COLS = W / CELL_W, LINES = H / CELL_H;
	std::vector<byte> grey(N);
	for (int i = 0; i < N; i++)
		grey[i] = (i % W * 255 / W + (w[i] & 127) + i / W) % 256;
	const char *letters = " .:-=+*#%@M";
	std::vector<char> text(COLS * LINES);
	for (int i = 0; i < COLS * LINES; i++) {
		int s = 0;
		for (int k = 0; k < CELL_W * CELL_H; k++)
			s += grey[(i / COLS * CELL_H + k / CELL_W) * W + i % COLS * CELL_W + k % CELL_W];
		text[i] = letters[s * 11 / (255 * CELL_W * CELL_H + 1)];
	}
	CHECK(cudaMemcpyToSymbol(ramp, letters, 12));
	byte *dg = upload(grey), *db = dev<byte>(4 * N);
	job<char>(
		"typed_picture.letter_a_thread",
		[&] { typed_thread<<<dim3((COLS + 63) / 64, LINES), 64>>>(dg, (char *)db, W, COLS, LINES); },
		(char *)db, COLS * LINES, same(text));
	job<char>(
		"typed_picture.column_a_thread",
		[&] { typed_columns<<<dim3((COLS + 31) / 32, LINES), 192>>>(dg, (char *)db, W, COLS); }, (char *)db,
		COLS * LINES, same(text));
	const int OW = 330, OH = 250, O = OW * OH;
	std::vector<uchar4> photo(N);
	std::vector<byte> oil(4 * O);
	for (int i = 0; i < N; i++)
		photo[i] = make_uchar4(grey[i], (w[i] >> 8 & 63) + grey[i] / 2, w[i] >> 20 & 127, 255);
	for (int i = 0; i < O; i++) {
		int n[SHADES] = {}, sum[SHADES][3] = {}, best = 0;
		for (int y = std::max(i / OW - REACH, 0); y <= std::min(i / OW + REACH, OH - 1); y++)
			for (int x = std::max(i % OW - REACH, 0); x <= std::min(i % OW + REACH, OW - 1); x++) {
				uchar4 p = photo[y * OW + x];
				int s = (p.x + p.y + p.z) * SHADES / 766;
				n[s]++, sum[s][0] += p.x, sum[s][1] += p.y, sum[s][2] += p.z;
			}
		for (int s = 1; s < SHADES; s++)
			best = n[s] > n[best] ? s : best;
		for (int c = 0; c < 3; c++)
			oil[4 * i + c] = sum[best][c] / n[best];
		oil[4 * i + 3] = 255;
	}
	uchar4 *dp = upload(photo), *dq = (uchar4 *)db;
	job<byte>(
		"oil_painting.local_counts",
		[&] { oil_local<<<dim3((OW + 15) / 16, (OH + 7) / 8), dim3(16, 8)>>>(dp, dq, OW, OH); }, db, 4 * O,
		same(oil));
	job<byte>(
		"oil_painting.packed_counts_in_shared",
		[&] { oil_packed<<<dim3((OW + 31) / 32, (OH + 3) / 4), dim3(32, 4)>>>(dp, dq, OW, OH); }, db, 4 * O,
		same(oil));
	const int V = N / 4;
	std::vector<byte> rim(3 * V);
	const int VW = W / 2, VH = H / 2;
	for (int i = 0; i < 3 * V; i++) {
		float u = i / 3 % VW * (2.0f / VW) - 1, v = i / 3 / VW * (2.0f / VH) - 1;
		rim[i] = (byte)(grey[i] * (1 / (1 + 0.8f * (u * u + v * v))));
	}
	auto one_off = [&](const std::vector<byte> &v) {
		for (int i = 0; i < 3 * V; i++)
			if (std::abs(v[i] - rim[i]) > 1)
				return false;
		return true;
	};
	job<byte>(
		"dark_corners.three_bytes_a_thread",
		[&] { dark_rim_bytes<<<dim3((VW + 31) / 32, (VH + 7) / 8), dim3(32, 8)>>>(dg, db, VW, VH, 0.8f); }, db,
		3 * V, one_off);
	CHECK(cudaMemset(db, 0, 3 * V));
	job<byte>(
		"dark_corners.twelve_bytes_a_thread",
		[&] { dark_rim_twelve<<<(VW * VH / 4 + 95) / 96, 96>>>((uint3 *)dg, (uint3 *)db, VW, VH, 0.8f); }, db,
		VW * VH / 4 * 12,
		[&](const std::vector<byte> &v) {
			for (size_t i = 0; i < v.size(); i++)
				if (std::abs(v[i] - rim[i]) > 1)
					return false;
			return true;
		});
	std::vector<float> seen(N);
	for (int k = 0; k < N; k++) {
		float2 p = bent(k % W, k / W, W, H);
		int i = std::min((int)p.x, W - 2), j = std::min((int)p.y, H - 2);
		float a = p.x - i, b = p.y - j;
		const float *q = &f[j * W + i];
		seen[k] = (1 - b) * ((1 - a) * q[0] + a * q[1]) + b * ((1 - a) * q[W] + a * q[W + 1]);
	}
	float *df = upload(f), *dseen = dev<float>(N);
	job<float>(
		"fish_eye.four_mixed",
		[&] { fisheye<<<dim3((W + 31) / 32, (H + 7) / 8), dim3(32, 8)>>>(df, dseen, W, H); }, dseen, N,
		close_to(seen, 1e-2));
	const int MW = 37, MH = 20, GAP = 50;
	std::vector<uchar4> mark(MW * MH);
	std::vector<byte> stamped((byte *)photo.data(), (byte *)(photo.data() + N));
	for (int i = 0; i < MW * MH; i++)
		mark[i] = make_uchar4(w[i], w[i] >> 8, w[i] >> 16, (i + i / MW) % 3 ? 120 : 0);
	for (int i = 0; i < N; i++) {
		int x = i % W % (MW + GAP), y = i / W % (MH + GAP);
		if (x >= MW || y >= MH)
			continue;
		const byte *m = (byte *)&mark[y * MW + x];
		for (int c = 0; c < 3; c++)
			stamped[4 * i + c] = (stamped[4 * i + c] * (255 - m[3]) + m[c] * m[3]) / 255;
	}
	uchar4 *dmark = upload(mark);
	job<byte>(
		"stamped_picture.mostly_clear",
		[&] {
			stamp_picture<<<dim3((W + 15) / 16, (H + 15) / 16), dim3(16, 16)>>>(
				dq, dmark, W, H, MW, MH, GAP);
		},
		db, 4 * N, same(stamped), [&] { CHECK(cudaMemcpy(db, dp, 4 * N, cudaMemcpyDeviceToDevice)); });
	std::vector<byte> table(256), painted(N);
	for (int i = 0; i < 256; i++)
		table[i] = i * 7 % 256 ^ i / 3;
	for (int i = 0; i < N; i++)
		painted[i] = table[grey[i]];
	CHECK(cudaMemcpyToSymbol(paint_of, table.data(), 256));
	byte *dt = upload(table);
	job<byte>(
		"false_colours.constant_table", [&] { false_colour_constant<<<(N + 255) / 256, 256>>>(dg, db, N); }, db,
		N, same(painted));
	job<byte>(
		"false_colours.shared_table",
		[&] { false_colour_shared<<<200, 224>>>((unsigned *)dg, (unsigned *)db, dt, N / 4); }, db, N,
		same(painted));
}
