// blind13c: a fresh set of kernels that nobody had modelled when they were written. Statistics, compression and
// layers of a network.
#include "blind7.h"
#include <cuda_fp16.h>

__global__ void density_thread(const float *data, const float *ask, float *out, int n, int asks, float wide)
{ // how dense data lie around a point: a bell over each datum, a question a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= asks)
		return;
	float x = ask[i], sum = 0;
	for (int j = 0; j < n; j++) {
		float d = (x - data[j]) / wide;
		sum += expf(-0.5f * d * d);
	}
	out[i] = sum / n;
}
__global__ void density_tiles(const float *data, const float *ask, float *out, int n, int asks, float wide)
{ // the same: two questions a thread, the data of a slice of the grid from shared memory, slices added by atomics
	__shared__ float tile[128];
	int i = blockIdx.x * 256 + threadIdx.x, j0 = blockIdx.y * 128, m = min(128, n - j0);
	if (threadIdx.x < m)
		tile[threadIdx.x] = data[j0 + threadIdx.x];
	__syncthreads();
	float x = i < asks ? ask[i] : 0, y = i + 128 < asks ? ask[i + 128] : 0, a = 0, b = 0;
	float k = -0.5f / (wide * wide);
	for (int j = 0; j < m; j++) {
		float d = x - tile[j], e = y - tile[j];
		a += __expf(k * d * d);
		b += __expf(k * e * e);
	}
	if (i < asks)
		atomicAdd(&out[i], a / n);
	if (i + 128 < asks)
		atomicAdd(&out[i + 128], b / n);
}
// Rice's code of v: v / 8 noughts, a one, three low bits
__global__ void rice_lengths(const byte *in, int *sum, int n)
{ // how many bits the numbers of a block need
	__shared__ int total;
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (threadIdx.x == 0)
		total = 0;
	__syncthreads();
	int len = i < n ? in[i] / 8 + 4 : 0;
	for (int d = 16; d; d /= 2)
		len += __shfl_down_sync(~0u, len, d);
	if (threadIdx.x % 32 == 0)
		atomicAdd(&total, len);
	__syncthreads();
	if (threadIdx.x == 0)
		sum[blockIdx.x] = total;
}
__device__ int before_me(int *line, int own)
{ // the sum of what the threads before this one have
	int t = threadIdx.x;
	line[t] = own;
	__syncthreads();
	for (int d = 1; d < blockDim.x; d *= 2) {
		int v = t >= d ? line[t - d] : 0;
		__syncthreads();
		line[t] += v;
		__syncthreads();
	}
	return line[t] - own;
}
__global__ void rice_places(int *sum, int blocks)
{ // where the bits of each block begin: one block
	__shared__ int line[256];
	int t = threadIdx.x, before = before_me(line, t < blocks ? sum[t] : 0);
	if (t < blocks)
		sum[t] = before;
}
__global__ void rice_write(const byte *in, const int *sum, unsigned *out, int n)
{ // each number ors its four last bits into a stream of words
	__shared__ int line[256];
	int i = blockIdx.x * blockDim.x + threadIdx.x, v = i < n ? in[i] : 0;
	int at = sum[blockIdx.x] + before_me(line, i < n ? v / 8 + 4 : 0) + v / 8;
	if (i >= n)
		return;
	unsigned code = 1 | (v & 7) << 1;
	atomicOr(&out[at / 32], code << at % 32);
	if (at % 32 > 28)
		atomicOr(&out[at / 32 + 1], code >> (32 - at % 32));
}
__global__ void rice_chunks(const uchar4 *in, unsigned *out, int chunks)
{ // the same in chunks of 128 numbers with room of 64 words each: a chunk a warp, put together in shared memory
	__shared__ unsigned words[4][64];
	int w = threadIdx.x / 32, lane = threadIdx.x % 32, c = blockIdx.x * 4 + w;
	words[w][lane] = words[w][lane + 32] = 0;
	__syncwarp();
	if (c >= chunks)
		return;
	uchar4 v = in[c * 32 + lane];
	int part[4] = { v.x, v.y, v.z, v.w }, own = 16 + v.x / 8 + v.y / 8 + v.z / 8 + v.w / 8, upto = own;
	for (int d = 1; d < 32; d *= 2) {
		int o = __shfl_up_sync(~0u, upto, d);
		upto += lane >= d ? o : 0;
	}
	int at = upto - own;
#pragma unroll
	for (int k = 0; k < 4; k++) {
		at += part[k] / 8;
		unsigned code = 1 | (part[k] & 7) << 1;
		atomicOr(&words[w][at / 32], code << at % 32);
		if (at % 32 > 28)
			atomicOr(&words[w][at / 32 + 1], code >> (32 - at % 32));
		at += 4;
	}
	__syncwarp();
	out[c * 64 + lane] = words[w][lane];
	out[c * 64 + lane + 32] = words[w][lane + 32];
}
__global__ void rice_read(const unsigned *in, byte *out, int chunks)
{ // the numbers back, a chunk a thread: bits one after the other through a 64-bit window
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= chunks)
		return;
	u64 window = in[c * 64];
	int have = 32, next = 1;
	for (int k = 0; k < 128; k++) {
		if (have < 32 && next < 64)
			window |= (u64)in[c * 64 + next++] << have, have += 32;
		int high = __ffsll(window) - 1;
		out[c * 128 + k] = high * 8 + (window >> (high + 1) & 7);
		window >>= high + 4;
		have -= high + 4;
	}
}
__global__ void planes_pack(const int *in, unsigned *out, int frames)
{ // 128 numbers a warp: the least is taken off, then votes make words of one bit of each number
	int f = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, v[4];
	if (f >= frames)
		return;
	for (int k = 0; k < 4; k++)
		v[k] = in[f * 128 + k * 32 + lane];
	int least = __reduce_min_sync(~0u, min(min(v[0], v[1]), min(v[2], v[3])));
	unsigned all = 0;
	for (int k = 0; k < 4; k++)
		all |= v[k] -= least;
	int bits = 32 - __clz(__reduce_or_sync(~0u, all));
	unsigned *o = out + f * 132;
	if (lane == 0)
		o[0] = least, o[1] = bits;
	for (int b = 0; b < bits; b++) {
		unsigned mine = 0;
#pragma unroll
		for (int k = 0; k < 4; k++) {
			unsigned word = __ballot_sync(~0u, v[k] >> b & 1);
			if (lane == k)
				mine = word;
		}
		if (lane < 4)
			o[4 + b * 4 + lane] = mine;
	}
}
__global__ void planes_unpack(const unsigned *in, int *out, int frames)
{ // the numbers back, a number a thread: one bit from each word
	int f = blockIdx.x, t = threadIdx.x;
	const unsigned *p = in + f * 132;
	int least = p[0], bits = p[1], v = 0;
	for (int b = 0; b < bits; b++)
		v |= (p[4 + b * 4 + t / 32] >> t % 32 & 1) << b;
	out[f * 128 + t] = least + v;
}
__global__ void rms_block(const float4 *in, const float4 *gain, float4 *out, int quads)
{ // rows brought to a root mean square of one: a row a block, four numbers a load
	__shared__ float part[6];
	__shared__ float scale;
	int t = threadIdx.x;
	float4 v = in[blockIdx.x * quads + t], g = gain[t];
	float sum = v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
	for (int d = 16; d; d /= 2)
		sum += __shfl_down_sync(~0u, sum, d);
	if (t % 32 == 0)
		part[t / 32] = sum;
	__syncthreads();
	if (t == 0) {
		for (int k = 1; k < 6; k++)
			sum += part[k];
		scale = rsqrtf(sum / (4 * quads) + 1e-5f);
	}
	__syncthreads();
	float s = scale;
	out[blockIdx.x * quads + t] = make_float4(v.x * s * g.x, v.y * s * g.y, v.z * s * g.z, v.w * s * g.w);
}
template <int PAIRS> __global__ void rms_halves(const __half2 *in, const __half2 *gain, float2 *out, int rows)
{ // the same with halves, a row a warp, kept in registers between the two looks
	int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (row >= rows)
		return;
	__half2 v[PAIRS / 32];
	float sum = 0;
#pragma unroll
	for (int k = 0; k < PAIRS / 32; k++) {
		v[k] = in[row * PAIRS + k * 32 + lane];
		float2 f = __half22float2(v[k]);
		sum += f.x * f.x + f.y * f.y;
	}
	for (int d = 16; d; d /= 2)
		sum += __shfl_xor_sync(~0u, sum, d);
	__half2 s = __float2half2_rn(rsqrtf(sum / (2 * PAIRS) + 1e-5f));
#pragma unroll
	for (int k = 0; k < PAIRS / 32; k++)
		out[row * PAIRS + k * 32 + lane] = __half22float2(__hmul2(__hmul2(v[k], s), gain[k * 32 + lane]));
}
__global__ void widen_gather(const float *in, const float *weight, float *out, int ins, int outs, int n)
{ // a picture made twice as wide by learnt 4 by 4 stamps: an output pixel a thread gathers
	int x = threadIdx.x, y = blockIdx.x, o = blockIdx.y;
	float sum = 0;
	for (int c = 0; c < ins; c++)
		for (int ky = (y + 1) & 1; ky < 4; ky += 2)
			for (int kx = (x + 1) & 1; kx < 4; kx += 2) {
				int iy = (y + 1 - ky) / 2, ix = (x + 1 - kx) / 2;
				if (y + 1 >= ky && x + 1 >= kx && iy < n && ix < n)
					sum += in[(c * n + iy) * n + ix] * weight[((c * outs + o) * 4 + ky) * 4 + kx];
			}
	out[(o * 2 * n + y) * 2 * n + x] = sum;
}
__global__ void widen_scatter(const float *in, const float *weight, float *out, int ins, int outs, int n)
{ // the same: an input pixel a thread stamps its sixteen outputs by atomics
	__shared__ float w[16];
	int i = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.y, o = blockIdx.z;
	if (threadIdx.x < 16)
		w[threadIdx.x] = weight[(c * outs + o) * 16 + threadIdx.x];
	__syncthreads();
	if (i >= n * n)
		return;
	float v = in[c * n * n + i];
	for (int k = 0; k < 16; k++) {
		int y = i / n * 2 - 1 + k / 4, x = i % n * 2 - 1 + k % 4;
		if (y >= 0 && x >= 0 && y < 2 * n && x < 2 * n)
			atomicAdd(&out[(o * 2 * n + y) * 2 * n + x], v * w[k]);
	}
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w);
	const int N = 1100, ASK = 2500;
	std::vector<float> data(N), ask(ASK), dense(ASK);
	for (int j = 0; j < N; j++)
		data[j] = f[j] + f[j + N] * f[j + 2 * N];
	for (int i = 0; i < ASK; i++) {
		ask[i] = 2.0f * i / ASK;
		double sum = 0;
		for (int j = 0; j < N; j++)
			sum += std::exp(-0.5 * std::pow((ask[i] - data[j]) / 0.05, 2));
		dense[i] = sum / N;
	}
	float *dd = upload(data), *da = upload(ask), *o = dev<float>(1 << 20);
	job<float>(
		"density.question_a_thread", [&] { density_thread<<<(ASK + 63) / 64, 64>>>(dd, da, o, N, ASK, 0.05f); },
		o, ASK, close_to(dense, 1e-3));
	job<float>(
		"density.slices_of_data",
		[&] { density_tiles<<<dim3((ASK + 255) / 256, (N + 127) / 128), 128>>>(dd, da, o, N, ASK, 0.05f); }, o,
		ASK, close_to(dense, 1e-3), [&] { CHECK(cudaMemset(o, 0, 4 * ASK)); });
	const int CHUNKS = 450, V = CHUNKS * 128, BLOCKS = (V + 255) / 256;
	std::vector<byte> small(V);
	std::vector<unsigned> stream(V / 2), chunk(CHUNKS * 64);
	u64 at = 0;
	for (int i = 0; i < V; i++) {
		int v = small[i] = std::min(96, (int)(-9 * std::log(1 - f[i] * 0.9999)));
		int in_chunk = i % 128 ? (int)(at >> 32) : 0;
		unsigned place = (unsigned)at;
		for (int b = 0; b < 4; b++) {
			unsigned bit = (1 | (v & 7) << 1) >> b & 1, p = place + v / 8 + b, q = in_chunk + v / 8 + b;
			stream[p / 32] |= bit << p % 32;
			chunk[i / 128 * 64 + q / 32] |= bit << q % 32;
		}
		at = (u64)(in_chunk + v / 8 + 4) << 32 | (place + v / 8 + 4);
	}
	byte *ds = upload(small), *db = dev<byte>(V);
	int *sum = dev<int>(256);
	unsigned *code = dev<unsigned>(V / 2), *done = upload(chunk);
	job<unsigned>(
		"rice_code.three_launches",
		[&] {
			rice_lengths<<<BLOCKS, 256>>>(ds, sum, V);
			rice_places<<<1, 256>>>(sum, BLOCKS);
			rice_write<<<BLOCKS, 256>>>(ds, sum, code, V);
		},
		code, stream.size(), same(stream), [&] { CHECK(cudaMemset(code, 0, 2 * V)); });
	job<unsigned>(
		"rice_code.chunk_a_warp", [&] { rice_chunks<<<(CHUNKS + 3) / 4, 128>>>((uchar4 *)ds, code, CHUNKS); },
		code, chunk.size(), same(chunk));
	job<byte>(
		"rice_decode.chunk_a_thread", [&] { rice_read<<<(CHUNKS + 31) / 32, 32>>>(done, db, CHUNKS); }, db, V,
		same(small));
	const int FRAMES = 3100;
	std::vector<int> ints(FRAMES * 128);
	std::vector<unsigned> planes(FRAMES * 132);
	for (int k = 0; k < FRAMES; k++) {
		int base = (int)(w[k] % 100000) - 50000, range = 2 << w[k + FRAMES] % 15, least = 1 << 30, bits = 0;
		for (int i = 0; i < 128; i++)
			least = std::min(least, ints[k * 128 + i] = base + w[k * 128 + i] % range);
		unsigned *p = &planes[k * 132];
		for (int i = 0; i < 128; i++)
			for (int b = 0, v = ints[k * 128 + i] - least; v >> b; b++) {
				bits = std::max(bits, b + 1);
				p[4 + b * 4 + i / 32] |= (v >> b & 1u) << i % 32;
			}
		p[0] = least, p[1] = bits;
	}
	int *di = upload(ints), *back = dev<int>(FRAMES * 128);
	unsigned *packed = dev<unsigned>(FRAMES * 132), *ready = upload(planes);
	job<unsigned>(
		"bit_planes.votes_pack", [&] { planes_pack<<<(FRAMES + 5) / 6, 192>>>(di, packed, FRAMES); }, packed,
		planes.size(), same(planes), [&] { CHECK(cudaMemset(packed, 0, FRAMES * 132 * 4)); });
	job<int>(
		"bit_planes.unpack", [&] { planes_unpack<<<FRAMES, 128>>>(ready, back, FRAMES); }, back, FRAMES * 128,
		same(ints));
	const int ROWS = 1150, COLS = 768;
	std::vector<float> x(ROWS * COLS), gain(COLS), level(ROWS * COLS);
	std::vector<__half> hx(ROWS * COLS), hg(COLS);
	for (int i = 0; i < ROWS * COLS; i++)
		x[i] = __half2float(hx[i] = __float2half(3 * f[i] - 1.2f));
	for (int c = 0; c < COLS; c++)
		gain[c] = __half2float(hg[c] = __float2half(0.5f + f[c]));
	for (int r = 0; r < ROWS; r++) {
		double sum = 0;
		for (int c = 0; c < COLS; c++)
			sum += x[r * COLS + c] * x[r * COLS + c];
		for (int c = 0; c < COLS; c++)
			level[r * COLS + c] = x[r * COLS + c] * gain[c] / std::sqrt(sum / COLS + 1e-5);
	}
	float4 *dx = (float4 *)upload(x), *dg = (float4 *)upload(gain);
	__half2 *hdx = (__half2 *)upload(hx), *hdg = (__half2 *)upload(hg);
	job<float>(
		"rms_norm.row_a_block", [&] { rms_block<<<ROWS, COLS / 4>>>(dx, dg, (float4 *)o, COLS / 4); }, o,
		ROWS * COLS, close_to(level));
	job<float>(
		"rms_norm.halves_row_a_warp",
		[&] { rms_halves<COLS / 2><<<(ROWS + 3) / 4, 128>>>(hdx, hdg, (float2 *)o, ROWS); }, o, ROWS * COLS,
		close_to(level, 4e-3));
	const int IN = 12, OUT = 6, S = 26, B = 2 * S;
	std::vector<float> weight(IN * OUT * 16), wide(OUT * B * B);
	for (int i = 0; i < IN * OUT * 16; i++)
		weight[i] = f[i + 5000] - 0.5f;
	for (int c = 0; c < IN; c++)
		for (int q = 0; q < OUT; q++)
			for (int i = 0; i < S * S; i++)
				for (int k = 0; k < 16; k++) {
					int py = i / S * 2 - 1 + k / 4, px = i % S * 2 - 1 + k % 4;
					if (py >= 0 && px >= 0 && py < B && px < B)
						wide[(q * B + py) * B + px] +=
							x[c * S * S + i] * weight[(c * OUT + q) * 16 + k];
				}
	float *dw = upload(weight);
	job<float>(
		"learnt_widening.gather", [&] { widen_gather<<<dim3(B, OUT), B>>>((float *)dx, dw, o, IN, OUT, S); }, o,
		OUT * B * B, close_to(wide, 1e-3));
	job<float>(
		"learnt_widening.scatter_atomics",
		[&] { widen_scatter<<<dim3((S * S + 127) / 128, IN, OUT), 128>>>((float *)dx, dw, o, IN, OUT, S); }, o,
		OUT * B * B, close_to(wide, 1e-3), [&] { CHECK(cudaMemset(o, 0, 4 * OUT * B * B)); });
}
