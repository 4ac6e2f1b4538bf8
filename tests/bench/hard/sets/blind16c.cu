// blind16c: a fresh set of kernels that nobody had modelled when they were written. Layers: states, boxes, grids.
#include "blind7.h"
#include <cuda_fp16.h>

__global__ void state_thread(const float *keep, const float *in, float *out, int times, int channels)
{ // a state that decays by another factor at each time, a channel a thread
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= channels)
		return;
	float h = 0;
	for (int t = 0; t < times; t++) {
		h = keep[t * channels + c] * h + in[t * channels + c];
		out[t * channels + c] = h / (1 + fabsf(h));
	}
}
__global__ void state_warp(const float *keep, const float *in, float *out, int times, int channels)
{ // the same on turned arrays, a channel a warp: eight times a lane, joined by a scan of pairs
	int c = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (c >= channels)
		return;
	float carry = 0;
	for (int base = 0; base < times; base += 256) {
		float k[8], v[8], a = 1, b = 0;
		*(float4 *)k = *(const float4 *)(keep + c * times + base + lane * 8);
		*(float4 *)(k + 4) = *(const float4 *)(keep + c * times + base + lane * 8 + 4);
		*(float4 *)v = *(const float4 *)(in + c * times + base + lane * 8);
		*(float4 *)(v + 4) = *(const float4 *)(in + c * times + base + lane * 8 + 4);
#pragma unroll
		for (int i = 0; i < 8; i++)
			b = k[i] * b + v[i], a *= k[i];
		for (int d = 1; d < 32; d *= 2) {
			float pa = __shfl_up_sync(~0u, a, d), pb = __shfl_up_sync(~0u, b, d);
			if (lane >= d)
				b += a * pb, a *= pa;
		}
		float pa = __shfl_up_sync(~0u, a, 1), pb = __shfl_up_sync(~0u, b, 1);
		float h = lane ? pa * carry + pb : carry;
		carry = __shfl_sync(~0u, a * carry + b, 31);
#pragma unroll
		for (int i = 0; i < 8; i++) {
			h = k[i] * h + v[i];
			v[i] = h / (1 + fabsf(h));
		}
		*(float4 *)(out + c * times + base + lane * 8) = *(float4 *)v;
		*(float4 *)(out + c * times + base + lane * 8 + 4) = *(float4 *)(v + 4);
	}
}
__host__ __device__ bool overlap(const int4 &a, const int4 &b)
{ // do two boxes share more than half of what they cover together? whole numbers
	int w = (a.z < b.z ? a.z : b.z) - (a.x > b.x ? a.x : b.x),
	    h = (a.w < b.w ? a.w : b.w) - (a.y > b.y ? a.y : b.y);
	if (w <= 0 || h <= 0)
		return false;
	int both = w * h, all = (a.z - a.x) * (a.w - a.y) + (b.z - b.x) * (b.w - b.y) - both;
	return 2 * both > all;
}
__global__ void overlap_bits(const int4 *box, unsigned *bits, int n)
{ // which boxes overlap which later ones: a word of 32 a thread
	__shared__ int4 other[32];
	int word = blockIdx.x, i = blockIdx.y * blockDim.x + threadIdx.x, words = (n + 31) / 32;
	if (threadIdx.x < 32 && word * 32 + threadIdx.x < n)
		other[threadIdx.x] = box[word * 32 + threadIdx.x];
	__syncthreads();
	if (i >= n)
		return;
	int4 own = box[i];
	unsigned set = 0;
	for (int k = 0; k < 32; k++) {
		int j = word * 32 + k;
		if (j > i && j < n && overlap(own, other[k]))
			set |= 1u << k;
	}
	bits[i * words + word] = set;
}
__global__ void overlap_sweep(const unsigned *bits, int *kept, int n)
{ // best boxes first, each strikes out those that it overlaps: one block goes through all, a word a thread
	__shared__ unsigned gone[64];
	int t = threadIdx.x, words = (n + 31) / 32;
	gone[t] = 0;
	__syncthreads();
	for (int i = 0; i < n; i++) {
		bool alive = !(gone[i / 32] >> i % 32 & 1);
		__syncthreads();
		if (alive && t < words && t >= i / 32)
			gone[t] |= bits[i * words + t];
		if (t == 0)
			kept[i] = alive;
		__syncthreads();
	}
}
__global__ void overlap_warp(const int4 *box, int *kept, int each, int pictures)
{ // at most 64 boxes a picture, a picture a warp: two boxes a lane, no bits stored
	int p = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (p >= pictures)
		return;
	int4 a = box[p * each + lane], b = box[p * each + 32 + lane];
	bool la = true, lb = true;
	for (int i = 0; i < each; i++) {
		unsigned alive = __ballot_sync(~0u, i < 32 ? la : lb);
		if (!(alive >> i % 32 & 1))
			continue;
		int4 m = i < 32 ? a : b;
		m.x = __shfl_sync(~0u, m.x, i % 32);
		m.y = __shfl_sync(~0u, m.y, i % 32);
		m.z = __shfl_sync(~0u, m.z, i % 32);
		m.w = __shfl_sync(~0u, m.w, i % 32);
		la = la && (lane <= i || !overlap(m, a));
		lb = lb && (lane + 32 <= i || !overlap(m, b));
	}
	kept[p * each + lane] = la;
	kept[p * each + 32 + lane] = lb;
}
__global__ void group_norm_block(const __half2 *in, const float2 *gain, __half2 *out, int area, int per)
{ // halves by twos; a group of channels of a picture a block, mean and spread in one pass
	__shared__ float2 part[8];
	int n = area * per / 2, t = threadIdx.x, groups = gridDim.x;
	const __half2 *from = in + (blockIdx.y * groups + blockIdx.x) * n;
	float s = 0, q = 0;
	for (int i = t; i < n; i += blockDim.x) {
		float2 v = __half22float2(from[i]);
		s += v.x + v.y;
		q += v.x * v.x + v.y * v.y;
	}
	for (int d = 16; d; d /= 2)
		s += __shfl_xor_sync(~0u, s, d), q += __shfl_xor_sync(~0u, q, d);
	if (t % 32 == 0)
		part[t / 32] = make_float2(s, q);
	__syncthreads();
	s = q = 0;
	for (int k = 0; k < blockDim.x / 32; k++)
		s += part[k].x, q += part[k].y;
	float mean = s / (2 * n), r = rsqrtf(q / (2 * n) - mean * mean + 1e-5f);
	for (int i = t; i < n; i += blockDim.x) {
		float2 v = __half22float2(from[i]), g = gain[blockIdx.x * per + 2 * i / area];
		out[(blockIdx.y * groups + blockIdx.x) * n + i] =
			__floats2half2_rn((v.x - mean) * r * g.x + g.y, (v.y - mean) * r * g.x + g.y);
	}
}
__global__ void grow_scatter(const float *in, const float *weight, float *out, int w, int h, int chans)
{ // a layer that doubles a picture: each input point adds its four by four stamp to the output
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, c = blockIdx.z;
	if (x >= w)
		return;
	float v = in[(c * h + y) * w + x];
	for (int k = 0; k < 16; k++) {
		int ox = 2 * x + k % 4 - 1, oy = 2 * y + k / 4 - 1;
		if (ox >= 0 && oy >= 0 && ox < 2 * w && oy < 2 * h)
			atomicAdd(&out[oy * 2 * w + ox], v * weight[c * 16 + k]);
	}
}
__global__ void grow_gather(const float *in, const float *weight, float *out, int w, int h, int chans)
{ // the same, an output point a thread: it looks for the four input points that reach it, weights in shared memory
	extern __shared__ float ws[];
	int t = threadIdx.y * blockDim.x + threadIdx.x;
	for (int i = t; i < chans * 16; i += blockDim.x * blockDim.y)
		ws[i] = weight[i];
	__syncthreads();
	int ox = blockIdx.x * blockDim.x + threadIdx.x, oy = blockIdx.y * blockDim.y + threadIdx.y;
	if (ox >= 2 * w || oy >= 2 * h)
		return;
	float sum = 0;
	for (int c = 0; c < chans; c++)
		for (int b = 0; b < 2; b++)
			for (int a = 0; a < 2; a++) {
				int kx = (ox + 1) % 2 + 2 * a, ky = (oy + 1) % 2 + 2 * b, x = (ox + 1 - kx) / 2,
				    y = (oy + 1 - ky) / 2;
				if (ox + 1 >= kx && oy + 1 >= ky && x < w && y < h)
					sum += in[(c * h + y) * w + x] * ws[c * 16 + ky * 4 + kx];
			}
	out[oy * 2 * w + ox] = sum;
}
__host__ __device__ float sampled(const float *pic, int w, int h, float x, float y)
{ // a picture's value between its points, zero outside
	int ix = (int)floorf(x), iy = (int)floorf(y);
	if (ix < 0 || iy < 0 || ix >= w - 1 || iy >= h - 1)
		return 0;
	float a = x - ix, b = y - iy;
	const float *p = pic + iy * w + ix;
	return (p[0] * (1 - a) + p[1] * a) * (1 - b) + (p[w] * (1 - a) + p[w + 1] * a) * b;
}
__host__ __device__ float region_value(const float *pic, int w, int h, float4 r, int i)
{ // one of 49 cells of a region: the mean of four samples
	float cw = r.z / 7, ch = r.w / 7, sum = 0;
	for (int s = 0; s < 4; s++)
		sum += sampled(pic, w, h, r.x + (i % 7 + 0.25f + 0.5f * (s & 1)) * cw,
			r.y + (i / 7 + 0.25f + 0.5f * (s / 2)) * ch);
	return sum / 4;
}
__global__ void region_cells(const float *pic, const float4 *region, float *out, int w, int h)
{ // regions of a feature map cut into seven by seven cells: a region and a channel a block, 49 threads
	float4 r = region[blockIdx.x];
	out[(blockIdx.x * gridDim.y + blockIdx.y) * 49 + threadIdx.x] =
		region_value(pic + blockIdx.y * w * h, w, h, r, threadIdx.x);
}
__global__ void region_flat(const float *pic, const float4 *region, float *out, int w, int h, int chans, int n)
{ // the same, all cells of all regions in one row of threads
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = region_value(pic + i / 49 % chans * w * h, w, h, region[i / 49 / chans], i % 49);
}
__constant__ float bent_weight[9];
__host__ __device__ float bent_point(
	const float *pic, const float2 *shift, const float *weight, int w, int h, int x, int y)
{ // nine taps, each moved by a shift of its own
	float sum = 0;
	for (int k = 0; k < 9; k++) {
		float2 s = shift[k * w * h + y * w + x];
		sum += weight[k] * sampled(pic, w, h, x + k % 3 - 1 + s.x, y + k / 3 - 1 + s.y);
	}
	return sum;
}
__global__ void bent(const float *pic, const float2 *shift, float *out, int w, int h)
{ // a three by three filter whose taps wander, a point a thread
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h)
		out[y * w + x] = bent_point(pic, shift, bent_weight, w, h, x, y);
}
__host__ __device__ float2 level_value(const float2 *table, float3 p, int level, unsigned mask)
{ // one level of a grid of features kept in a hash table: eight corners mixed
	float scale = 8 << level, x = p.x * scale, y = p.y * scale, z = p.z * scale;
	unsigned ix = (unsigned)x, iy = (unsigned)y, iz = (unsigned)z;
	float a = x - ix, b = y - iy, c = z - iz;
	float2 sum = { 0, 0 };
	for (int k = 0; k < 8; k++) {
		unsigned slot =
			((ix + (k & 1)) ^ (iy + (k >> 1 & 1)) * 2654435761u ^ (iz + (k >> 2)) * 805459861u) & mask;
		float part = (k & 1 ? a : 1 - a) * (k & 2 ? b : 1 - b) * (k & 4 ? c : 1 - c);
		float2 v = table[level * (mask + 1) + slot];
		sum.x += part * v.x;
		sum.y += part * v.y;
	}
	return sum;
}
__global__ void feature_point(const float2 *table, const float3 *point, float2 *out, int n, int levels, unsigned mask)
{ // features of points in space: a point a thread, all levels
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		for (int l = 0; l < levels; l++)
			out[i * levels + l] = level_value(table, point[i], l, mask);
}
__global__ void feature_level(const float2 *table, const float3 *point, float2 *out, int n, int levels, unsigned mask)
{ // the same, a level a row of blocks
	int i = blockIdx.x * blockDim.x + threadIdx.x, l = blockIdx.y;
	if (i < n)
		out[i * levels + l] = level_value(table, point[i], l, mask);
}
void rows()
{
	std::vector<unsigned> w = words(1200000);
	std::vector<float> f = fractions(w);
	const int T = 512, C = 1000;
	std::vector<float> keep(T * C), in(T * C), keep2(T * C), in2(T * C), states(T * C), states2(T * C);
	for (int c = 0; c < C; c++) {
		float h = 0;
		for (int t = 0; t < T; t++) {
			float k = 0.5f + 0.49f * f[t * C + c], v = f[t * C + c + 77] - 0.5f;
			keep[t * C + c] = keep2[c * T + t] = k;
			in[t * C + c] = in2[c * T + t] = v;
			h = k * h + v;
			states[t * C + c] = states2[c * T + t] = h / (1 + std::fabs(h));
		}
	}
	float *dk = upload(keep), *di = upload(in), *dk2 = upload(keep2), *di2 = upload(in2), *o = dev<float>(T * C);
	job<float>(
		"state_space.channel_a_thread", [&] { state_thread<<<(C + 31) / 32, 32>>>(dk, di, o, T, C); }, o, T * C,
		close_to(states, 1e-3));
	job<float>(
		"state_space.channel_a_warp", [&] { state_warp<<<(C + 4) / 5, 160>>>(dk2, di2, o, T, C); }, o, T * C,
		close_to(states2, 1e-3));

	const int N = 1500, WORDS = (N + 31) / 32, PICS = 400;
	std::vector<int4> box(PICS * 64);
	for (size_t i = 0; i < box.size(); i++) {
		int x = w[2 * i] % 40 * 8 + w[i] % 5, y = w[2 * i + 1] % 20 * 8;
		box[i] = { x, y, x + 24 + (int)(w[i + 9] % 12), y + 24 + (int)(w[i + 5] % 12) };
	}
	auto sweep = [&](int first, int n) {
		std::vector<int> kept(n, 1);
		for (int i = 0; i < n; i++)
			for (int j = i + 1; j < n && kept[i]; j++)
				if (overlap(box[first + i], box[first + j]))
					kept[j] = 0;
		return kept;
	};
	std::vector<unsigned> bits(N * WORDS);
	std::vector<int> kept = sweep(0, N), kept_each;
	for (int i = 0; i < N; i++)
		for (int j = i + 1; j < N; j++)
			bits[i * WORDS + j / 32] |= (unsigned)overlap(box[i], box[j]) << j % 32;
	for (int p = 0; p < PICS; p++) {
		std::vector<int> k = sweep(p * 64, 64);
		kept_each.insert(kept_each.end(), k.begin(), k.end());
	}
	int4 *dbox = upload(box);
	unsigned *dbits = upload(bits), *ob = dev<unsigned>(N * WORDS);
	int *ok = dev<int>(PICS * 64);
	job<unsigned>(
		"overlap.word_of_bits_a_thread", [&] { overlap_bits<<<dim3(WORDS, (N + 95) / 96), 96>>>(dbox, ob, N); },
		ob, N * WORDS, same(bits));
	job<int>(
		"overlap.sweep_one_block", [&] { overlap_sweep<<<1, 64>>>(dbits, ok, N); }, ok, N, same(kept));
	job<int>(
		"overlap.picture_a_warp", [&] { overlap_warp<<<(PICS + 2) / 3, 96>>>(dbox, ok, 64, PICS); }, ok,
		PICS * 64, same(kept_each));

	const int AREA = 26 * 26, PER = 6, GROUPS = 10, BATCH = 12, ALL = AREA * PER * GROUPS * BATCH;
	std::vector<__half> half(ALL);
	std::vector<float2> gain(PER * GROUPS);
	std::vector<float> normed(ALL);
	for (int i = 0; i < ALL; i++)
		half[i] = __float2half(f[i] * 3 - 1);
	for (int i = 0; i < PER * GROUPS; i++)
		gain[i] = { 0.5f + f[i], f[i + 3] };
	for (int g = 0; g < GROUPS * BATCH; g++) {
		double s = 0, q = 0;
		int n = AREA * PER;
		for (int i = 0; i < n; i++) {
			double v = __half2float(half[g * n + i]);
			s += v, q += v * v;
		}
		double mean = s / n, r = 1 / std::sqrt(q / n - mean * mean + 1e-5);
		for (int i = 0; i < n; i++) {
			float2 k = gain[g % GROUPS * PER + i / AREA];
			normed[g * n + i] = (__half2float(half[g * n + i]) - mean) * r * k.x + k.y;
		}
	}
	__half *dhalf = upload(half), *ohalf = dev<__half>(ALL);
	float2 *dgain = upload(gain);
	job<__half>(
		"group_norm.halves_by_twos",
		[&] {
			group_norm_block<<<dim3(GROUPS, BATCH), 192>>>(
				(__half2 *)dhalf, dgain, (__half2 *)ohalf, AREA, PER);
		},
		ohalf, ALL,
		[&](const std::vector<__half> &v) {
			for (int i = 0; i < ALL; i++)
				if (!near(__half2float(v[i]), normed[i], 2e-3))
					return false;
			return true;
		});

	const int W = 90, H = 60, CH = 12;
	std::vector<float> pic(f.begin(), f.begin() + W * H * CH), stamp(f.begin() + 50, f.begin() + 50 + CH * 16);
	std::vector<float> big(4 * W * H);
	for (int c = 0; c < CH; c++)
		for (int i = 0; i < W * H * 16; i++) {
			int k = i % 16, x = i / 16 % W, y = i / 16 / W, ox = 2 * x + k % 4 - 1, oy = 2 * y + k / 4 - 1;
			if (ox >= 0 && oy >= 0 && ox < 2 * W && oy < 2 * H)
				big[oy * 2 * W + ox] += pic[(c * H + y) * W + x] * stamp[c * 16 + k];
		}
	float *dpic = upload(pic), *dstamp = upload(stamp);
	job<float>(
		"doubled.scatter_atomics", [&] { grow_scatter<<<dim3(2, H, CH), 45>>>(dpic, dstamp, o, W, H, CH); }, o,
		4 * W * H, close_to(big), [&] { CHECK(cudaMemset(o, 0, 16 * W * H)); });
	job<float>(
		"doubled.gather",
		[&] { grow_gather<<<dim3(6, 20), dim3(32, 6), CH * 64>>>(dpic, dstamp, o, W, H, CH); }, o, 4 * W * H,
		close_to(big));

	const int REGIONS = 180, CELLS = REGIONS * CH * 49;
	std::vector<float4> region(REGIONS);
	std::vector<float> cells(CELLS);
	for (int i = 0; i < REGIONS; i++)
		region[i] = { f[i] * 60, f[i + 200] * 40, 5 + f[i + 400] * 30, 5 + f[i + 600] * 25 };
	for (int i = 0; i < CELLS; i++)
		cells[i] = region_value(&pic[i / 49 % CH * W * H], W, H, region[i / 49 / CH], i % 49);
	float4 *dreg = upload(region);
	job<float>(
		"region_cells.49_threads", [&] { region_cells<<<dim3(REGIONS, CH), 49>>>(dpic, dreg, o, W, H); }, o,
		CELLS, close_to(cells, 1e-3));
	job<float>(
		"region_cells.flat", [&] { region_flat<<<(CELLS + 255) / 256, 256>>>(dpic, dreg, o, W, H, CH, CELLS); },
		o, CELLS, close_to(cells, 1e-3));

	const int BW = 200, BH = 130;
	std::vector<float> wide(f.begin(), f.begin() + BW * BH), nine(9), bended(BW * BH);
	std::vector<float2> shift(9 * BW * BH);
	for (size_t i = 0; i < shift.size(); i++)
		shift[i] = { 6 * f[i] - 3, 6 * f[i + 31] - 3 };
	for (int k = 0; k < 9; k++)
		nine[k] = f[k] - 0.4f;
	for (int i = 0; i < BW * BH; i++)
		bended[i] = bent_point(wide.data(), shift.data(), nine.data(), BW, BH, i % BW, i / BW);
	CHECK(cudaMemcpyToSymbol(bent_weight, nine.data(), 36));
	float *dwide = upload(wide);
	float2 *dshift = upload(shift);
	job<float>(
		"wandering_taps.point_a_thread",
		[&] { bent<<<dim3((BW + 31) / 32, (BH + 7) / 8), dim3(32, 8)>>>(dwide, dshift, o, BW, BH); }, o,
		BW * BH,
		[&](const std::vector<float> &v) {
			int off = 0; // a tap on the very rim may fall to either side
			for (int i = 0; i < BW * BH; i++)
				off += !near(v[i], bended[i], 1e-3);
			return off < 4;
		});

	const int POINTS = 9000, LEVELS = 7;
	const unsigned MASK = (1 << 14) - 1;
	std::vector<float2> table(LEVELS * (MASK + 1));
	std::vector<float3> point(POINTS);
	std::vector<float> feature;
	for (size_t i = 0; i < table.size(); i++)
		table[i] = { f[i] - 0.5f, f[i + 1000] - 0.5f };
	for (int i = 0; i < POINTS; i++) {
		point[i] = { f[3 * i], f[3 * i + 1], f[3 * i + 2] };
		for (int l = 0; l < LEVELS; l++) {
			float2 v = level_value(table.data(), point[i], l, MASK);
			feature.push_back(v.x), feature.push_back(v.y);
		}
	}
	float2 *dtable = upload(table), *ofe = dev<float2>(POINTS * LEVELS);
	float3 *dpoint = upload(point);
	job<float>(
		"hashed_grid.point_a_thread",
		[&] { feature_point<<<(POINTS + 63) / 64, 64>>>(dtable, dpoint, ofe, POINTS, LEVELS, MASK); },
		(float *)ofe, 2 * POINTS * LEVELS, close_to(feature, 1e-3));
	job<float>(
		"hashed_grid.level_a_row_of_blocks",
		[&] {
			feature_level<<<dim3((POINTS + 127) / 128, LEVELS), 128>>>(
				dtable, dpoint, ofe, POINTS, LEVELS, MASK);
		},
		(float *)ofe, 2 * POINTS * LEVELS, close_to(feature, 1e-3));
}
