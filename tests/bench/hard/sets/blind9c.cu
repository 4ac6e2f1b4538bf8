// blind9c: a ninth set of kernels that nobody had modelled when they were written. What learns from examples.
#include "blind7.h"

__global__ void kernel_plain(const float *a, float *k, int n, int dims, float gamma)
{ // exp(-gamma |a - b|^2), all pairs
	int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
	if (i >= n || j >= n)
		return;
	float s = 0;
	for (int d = 0; d < dims; d++) {
		float e = a[i * dims + d] - a[j * dims + d];
		s += e * e;
	}
	k[i * n + j] = expf(-gamma * s);
}
__global__ void kernel_by_feature(const float *t, float *k, int n, int dims, float gamma)
{ // the features side by side: t[d][i]; four pairs a thread
	int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * 4;
	if (j >= n)
		return;
	float s[4] = {};
	for (int d = 0; d < dims; d++) {
		float v = t[d * n + j];
#pragma unroll
		for (int r = 0; r < 4; r++) {
			float e = t[d * n + i + r] - v;
			s[r] += e * e;
		}
	}
	for (int r = 0; r < 4; r++)
		k[(i + r) * n + j] = __expf(-gamma * s[r]);
}
__global__ void squares(const float *a, float *q, int n, int dims)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float s = 0;
	for (int d = 0; d < dims; d++)
		s += a[i * dims + d] * a[i * dims + d];
	q[i] = s;
}
__global__ void kernel_product(const float *a, const float *q, float *k, int n, int dims, float gamma)
{ // |a|^2 + |b|^2 - 2ab, 32x32 pairs a block
	__shared__ float s[16][33], t[16][33];
	int x = threadIdx.x, y = threadIdx.y, i0 = blockIdx.y * 32, j0 = blockIdx.x * 32;
	float sum[4] = {};
	for (int d0 = 0; d0 < dims; d0 += 16) {
		for (int e = y * 32 + x; e < 512; e += 256) {
			s[e % 16][e / 16] = a[(i0 + e / 16) * dims + d0 + e % 16];
			t[e % 16][e / 16] = a[(j0 + e / 16) * dims + d0 + e % 16];
		}
		__syncthreads();
		for (int d = 0; d < 16; d++)
			for (int r = 0; r < 4; r++)
				sum[r] += s[d][y + r * 8] * t[d][x];
		__syncthreads();
	}
	for (int r = 0; r < 4; r++)
		k[(i0 + y + r * 8) * n + j0 + x] = expf(-gamma * (q[i0 + y + r * 8] + q[j0 + x] - 2 * sum[r]));
}
__global__ void bayes_memory(const byte *value, const byte *kind, int *count, int n, int features)
{ // how often each value (of 16) of each feature with each kind (of 4)
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int c = kind[i];
	for (int k = 0; k < features; k++)
		atomicAdd(&count[(k * 4 + c) * 16 + value[i * features + k]], 1);
}
__global__ void bayes_shared(const byte *value, const byte *kind, int *count, int n, int features)
{
	extern __shared__ int s[];
	for (int i = threadIdx.x; i < features * 64; i += blockDim.x)
		s[i] = 0;
	__syncthreads();
	for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < n * features; e += gridDim.x * blockDim.x) {
		int k = e % features;
		atomicAdd(&s[(k * 4 + kind[e / features]) * 16 + value[e]], 1);
	}
	__syncthreads();
	for (int i = threadIdx.x; i < features * 64; i += blockDim.x)
		if (s[i])
			atomicAdd(&count[i], s[i]);
}
const int KINDS = 12, DIMS = 6;
struct Hill {
	float mean[DIMS], narrow[DIMS], log_weight;
};
__constant__ Hill hill_constant[KINDS];
__device__ void belongs(const Hill *hill, const float *v, float *out)
{ // the chance of each hill, given a point
	float p[KINDS], most = -1e30f, sum = 0;
#pragma unroll
	for (int k = 0; k < KINDS; k++) {
		float s = hill[k].log_weight;
#pragma unroll
		for (int d = 0; d < DIMS; d++) {
			float e = v[d] - hill[k].mean[d];
			s -= 0.5f * e * e * hill[k].narrow[d];
		}
		p[k] = s;
		most = fmaxf(most, s);
	}
#pragma unroll
	for (int k = 0; k < KINDS; k++)
		sum += p[k] = __expf(p[k] - most);
#pragma unroll
	for (int k = 0; k < KINDS; k++)
		out[k] = p[k] / sum;
}
__global__ void hills_from_constants(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v[DIMS], o[KINDS];
	if (i >= n)
		return;
	for (int d = 0; d < DIMS; d++)
		v[d] = in[d * n + i];
	belongs(hill_constant, v, o);
	for (int k = 0; k < KINDS; k++)
		out[k * n + i] = o[k];
}
__global__ void hills_shared(const float *in, float *out, const Hill *hill, int n)
{
	__shared__ Hill s[KINDS];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = threadIdx.x; k < sizeof s / 4; k += blockDim.x)
		((float *)s)[k] = ((const float *)hill)[k];
	__syncthreads();
	float v[DIMS], o[KINDS];
	if (i >= n)
		return;
	for (int d = 0; d < DIMS; d++)
		v[d] = in[i * DIMS + d];
	belongs(s, v, o);
	for (int k = 0; k < KINDS; k++)
		out[i * KINDS + k] = o[k];
}
__global__ void boost_memory(const byte *bin, const int *slope, int *sum, int n)
{ // a feature a blockIdx.y: sums of slopes and how many, of each of 64 bins
	int i = blockIdx.x * blockDim.x + threadIdx.x, k = blockIdx.y;
	if (i >= n)
		return;
	int b = k * 64 + bin[k * n + i];
	atomicAdd(&sum[2 * b], slope[i]);
	atomicAdd(&sum[2 * b + 1], 1);
}
__global__ void boost_shared(const byte *bin, const int *slope, int *sum, int n)
{
	__shared__ int s[128];
	int k = blockIdx.y;
	if (threadIdx.x < 128)
		s[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		int b = bin[k * n + i];
		atomicAdd(&s[2 * b], slope[i]);
		atomicAdd(&s[2 * b + 1], 1);
	}
	__syncthreads();
	if (threadIdx.x < 128)
		atomicAdd(&sum[k * 128 + threadIdx.x], s[threadIdx.x]);
}
__global__ void boost_both_in_one(const byte *bin, const int *slope, u64 *sum, int n)
{ // slope in the upper half of a word of 64 bits, how many in the lower
	__shared__ u64 s[64];
	int k = blockIdx.y;
	if (threadIdx.x < 64)
		s[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&s[bin[k * n + i]], (u64)slope[i] << 32 | 1);
	__syncthreads();
	if (threadIdx.x < 64)
		atomicAdd(&sum[k * 64 + threadIdx.x], s[threadIdx.x]);
}
__host__ __device__ bool overlap(float4 a, float4 b, float part)
{
	float w = fminf(a.z, b.z) - fmaxf(a.x, b.x), h = fminf(a.w, b.w) - fmaxf(a.y, b.y);
	if (w <= 0 || h <= 0)
		return false;
	return w * h > part * ((a.z - a.x) * (a.w - a.y) + (b.z - b.x) * (b.w - b.y) - w * h);
}
__global__ void suppress(const float4 *box, u64 *mask, int n)
{ // which of 64 boxes after it does a box hide
	__shared__ float4 s[64];
	int i = blockIdx.y * 64 + threadIdx.x, j0 = blockIdx.x * 64;
	if (blockIdx.x < blockIdx.y)
		return;
	s[threadIdx.x] = box[j0 + threadIdx.x];
	__syncthreads();
	u64 m = 0;
	float4 own = box[i];
	for (int j = 0; j < 64; j++)
		if (j0 + j > i && overlap(own, s[j], 0.5f))
			m |= 1ull << j;
	mask[i * (n / 64) + blockIdx.x] = m;
}
__global__ void keep_boxes(const u64 *mask, int *keep, int n)
{ // one block goes through the boxes in order
	__shared__ u64 gone[64];
	int words = n / 64;
	if (threadIdx.x < words)
		gone[threadIdx.x] = 0;
	__syncthreads();
	for (int i = 0; i < n; i++) {
		bool here = !(gone[i / 64] >> i % 64 & 1);
		__syncthreads();
		if (here && threadIdx.x >= i / 64 && threadIdx.x < words)
			gone[threadIdx.x] |= mask[i * words + threadIdx.x];
		if (!threadIdx.x)
			keep[i] = here;
		__syncthreads();
	}
}
__global__ void roi_align(const float *map, const float4 *box, float *out, int c, int h, int w)
{ // 7x7 places of a box, four points each, a channel a blockIdx.y
	int t = threadIdx.x;
	if (t >= 49)
		return;
	float4 b = box[blockIdx.x];
	const float *p = map + blockIdx.y * h * w;
	float bw = (b.z - b.x) / 7, bh = (b.w - b.y) / 7, s = 0;
	for (int k = 0; k < 4; k++) {
		float x = b.x + (t % 7 + 0.25f + k % 2 * 0.5f) * bw, y = b.y + (t / 7 + 0.25f + k / 2 * 0.5f) * bh;
		x = fminf(fmaxf(x, 0), w - 1.001f);
		y = fminf(fmaxf(y, 0), h - 1.001f);
		int ix = x, iy = y;
		float fx = x - ix, fy = y - iy;
		const float *q = p + iy * w + ix;
		s += (q[0] * (1 - fx) + q[1] * fx) * (1 - fy) + (q[w] * (1 - fx) + q[w + 1] * fx) * fy;
	}
	out[(blockIdx.x * c + blockIdx.y) * 49 + t] = s / 4;
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w);
	float *x = upload(f), *o = dev<float>(1 << 22), *o2 = o + (1 << 21);
	int *io = (int *)o;
	const int N = 1024, D = 64;
	std::vector<float> t(N * D);
	for (int i = 0; i < N * D; i++)
		t[i % D * N + i / D] = f[i];
	float *dt = upload(t), *q = dev<float>(N);
	auto pairs = [&](const std::vector<float> &v) {
		for (int e = 0; e < N * N; e += 173) {
			double s = 0;
			for (int d = 0; d < D; d++)
				s += (f[e / N * D + d] - f[e % N * D + d]) * (f[e / N * D + d] - f[e % N * D + d]);
			if (!near(v[e], std::exp(-0.1 * s)))
				return false;
		}
		return true;
	};
	dim3 b16(16, 16), b32(32, 8);
	job<float>(
		"svm.plain", [&] { kernel_plain<<<dim3(N / 16, N / 16), b16>>>(x, o, N, D, 0.1f); }, o, N * N, pairs);
	job<float>(
		"svm.by_feature", [&] { kernel_by_feature<<<dim3(N / 128, N / 4), 128>>>(dt, o, N, D, 0.1f); }, o,
		N * N, pairs);
	job<float>(
		"svm.as_product",
		[&] {
			squares<<<N / 128, 128>>>(x, q, N, D);
			kernel_product<<<dim3(N / 32, N / 32), b32>>>(x, q, o, N, D, 0.1f);
		},
		o, N * N, pairs);
	const int BN = 40000, BF = 20;
	std::vector<byte> value(BN * BF), kind(BN);
	std::vector<int> counted(BF * 64);
	for (int i = 0; i < BN; i++)
		kind[i] = w[i + 7] % 4;
	for (int i = 0; i < BN * BF; i++) {
		value[i] = (w[i] % 11 + w[i] / 16 % 4 + kind[i / BF]) & 15;
		counted[(i % BF * 4 + kind[i / BF]) * 16 + value[i]]++;
	}
	byte *dv = upload(value), *dk = upload(kind);
	auto zero = [&] { CHECK(cudaMemset(o, 0, 1 << 20)); };
	job<int>(
		"bayes.memory", [&] { bayes_memory<<<(BN + 127) / 128, 128>>>(dv, dk, io, BN, BF); }, io, BF * 64,
		same(counted), zero);
	job<int>(
		"bayes.shared", [&] { bayes_shared<<<132, 256, BF * 256>>>(dv, dk, io, BN, BF); }, io, BF * 64,
		same(counted), zero);
	std::vector<Hill> hill(KINDS);
	for (int k = 0; k < KINDS; k++) {
		for (int d = 0; d < DIMS; d++)
			hill[k].mean[d] = f[k * 31 + d], hill[k].narrow[d] = 3 + 20 * f[k * 17 + d + 500];
		hill[k].log_weight = -f[k + 900];
	}
	CHECK(cudaMemcpyToSymbol(hill_constant, hill.data(), sizeof(Hill) * KINDS));
	Hill *dh = upload(hill);
	const int HN = 100000;
	auto hills = [&](bool apart) {
		return [&, apart](const std::vector<float> &v) {
			for (int i = 0; i < HN; i += 7) {
				double p[KINDS], sum = 0;
				for (int k = 0; k < KINDS; k++) {
					p[k] = hill[k].log_weight;
					for (int d = 0; d < DIMS; d++) {
						double e = f[apart ? d * HN + i : i * DIMS + d] - hill[k].mean[d];
						p[k] -= 0.5 * e * e * hill[k].narrow[d];
					}
					sum += p[k] = std::exp(p[k]);
				}
				for (int k = 0; k < KINDS; k++)
					if (!near(v[apart ? k * HN + i : i * KINDS + k], p[k] / sum))
						return false;
			}
			return true;
		};
	};
	job<float>(
		"mixture.constants", [&] { hills_from_constants<<<(HN + 127) / 128, 128>>>(x, o, HN); }, o, HN * KINDS,
		hills(true));
	job<float>(
		"mixture.shared", [&] { hills_shared<<<(HN + 127) / 128, 128>>>(x, o, dh, HN); }, o, HN * KINDS,
		hills(false));
	const int TN = 30000, TF = 24;
	std::vector<byte> bin(TN * TF);
	std::vector<int> slope(TN), sums(TF * 128);
	for (int i = 0; i < TN; i++)
		slope[i] = w[i] % 200;
	for (int i = 0; i < TN * TF; i++) {
		bin[i] = f[i] * f[(i * 7) % (1 << 20)] * 64;
		sums[(i / TN * 64 + bin[i]) * 2] += slope[i % TN];
		sums[(i / TN * 64 + bin[i]) * 2 + 1]++;
	}
	std::vector<int> swapped(sums);
	for (int i = 0; i < TF * 64; i++)
		std::swap(swapped[2 * i], swapped[2 * i + 1]);
	byte *db = upload(bin);
	int *ds = upload(slope);
	job<int>(
		"boost.memory", [&] { boost_memory<<<dim3((TN + 255) / 256, TF), 256>>>(db, ds, io, TN); }, io,
		TF * 128, same(sums), zero);
	job<int>(
		"boost.shared", [&] { boost_shared<<<dim3(11, TF), 256>>>(db, ds, io, TN); }, io, TF * 128, same(sums),
		zero);
	job<int>(
		"boost.shared_both_in_one", [&] { boost_both_in_one<<<dim3(11, TF), 256>>>(db, ds, (u64 *)io, TN); },
		io, TF * 128, same(swapped), zero);
	const int BX = 2048;
	std::vector<float4> box(BX);
	std::vector<int> keep(BX, 1);
	for (int i = 0; i < BX; i++) {
		float a = f[i] * 80, c = f[i + BX] * 40;
		box[i] = { a, c, a + 2 + f[i + 2 * BX] * 10, c + 2 + f[i + 3 * BX] * 8 };
	}
	std::vector<u64> hides(BX * BX / 64);
	for (int i = 0; i < BX; i++)
		for (int j = i + 1; j < BX; j++)
			if (overlap(box[i], box[j], 0.5f)) {
				hides[i * (BX / 64) + j / 64] |= 1ull << j % 64;
				keep[j] = keep[j] && !keep[i];
			}
	float4 *dx = upload(box);
	u64 *mask = dev<u64>(BX * BX / 64);
	job<u64>(
		"boxes.who_hides_whom", [&] { suppress<<<dim3(BX / 64, BX / 64), 64>>>(dx, mask, BX); }, mask,
		BX * BX / 64, same(hides));
	mask = upload(hides);
	job<int>(
		"boxes.kept_in_order", [&] { keep_boxes<<<1, 64>>>(mask, io, BX); }, io, BX, same(keep));
	const int CH = 32, MH = 50, MW = 92, RB = 256;
	job<float>(
		"boxes.seven_by_seven", [&] { roi_align<<<dim3(RB, CH), 64>>>(x, dx, o, CH, MH, MW); }, o, RB * CH * 49,
		[&](const std::vector<float> &v) {
			for (int e = 0; e < RB * CH * 49; e += 41) {
				int t = e % 49, c = e / 49 % CH;
				float4 b = box[e / 49 / CH];
				double s = 0;
				for (int k = 0; k < 4; k++) {
					double a = b.x + (t % 7 + 0.25 + k % 2 * 0.5) * (b.z - b.x) / 7,
					       y = b.y + (t / 7 + 0.25 + k / 2 * 0.5) * (b.w - b.y) / 7;
					a = std::min(std::max(a, 0.0), MW - 1.001),
					y = std::min(std::max(y, 0.0), MH - 1.001);
					int ix = a, iy = y;
					const float *p = &f[c * MH * MW + iy * MW + ix];
					s += (p[0] * (1 - a + ix) + p[1] * (a - ix)) * (1 - y + iy) +
						(p[MW] * (1 - a + ix) + p[MW + 1] * (a - ix)) * (y - iy);
				}
				if (!near(v[e], s / 4, 1e-3))
					return false;
			}
			return true;
		});
}
