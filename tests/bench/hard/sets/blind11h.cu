// blind11h: a fresh set of kernels that nobody had modelled when they were written. Small matrices, learning, odd bins.
#include "blind7.h"
#include <cuda_fp16.h>
#include <cuda_pipeline.h>

__host__ __device__ void towards_rotation(float *m, float tolerance)
{ // the mean of a matrix and of its inverse turned over, again and again, until nothing changes
	for (int round = 0; round < 40; round++) {
		float c[9], moved = 0;
		for (int i = 0; i < 3; i++)
			for (int j = 0; j < 3; j++) {
				int a = (i + 1) % 3, b = (i + 2) % 3, d = (j + 1) % 3, e = (j + 2) % 3;
				c[i * 3 + j] = m[a * 3 + d] * m[b * 3 + e] - m[a * 3 + e] * m[b * 3 + d];
			}
		float over = 1 / (m[0] * c[0] + m[1] * c[1] + m[2] * c[2]);
		for (int k = 0; k < 9; k++) {
			float next = 0.5f * (m[k] + c[k] * over);
			moved = fmaxf(moved, fabsf(next - m[k]));
			m[k] = next;
		}
		if (moved < tolerance)
			break;
	}
}
__global__ void nearest_rotation(const float *in, float *out, int n)
{ // the rotation nearest to each of many 3 by 3 matrices, as soft bodies need it: some need more rounds
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float m[9];
	for (int k = 0; k < 9; k++)
		m[k] = in[i * 9 + k];
	towards_rotation(m, 1e-5f);
	for (int k = 0; k < 9; k++)
		out[i * 9 + k] = m[k];
}
const int U = 12, WIDE
= U + 1;
__host__ __device__ void eliminate(double (*a)[WIDE], double *x)
{
	for (int k = 0; k < U; k++) {
		int p = k;
		for (int r = k + 1; r < U; r++)
			if (fabs(a[r][k]) > fabs(a[p][k]))
				p = r;
		for (int c = k; c < WIDE; c++) {
			double hold = a[k][c];
			a[k][c] = a[p][c];
			a[p][c] = hold;
		}
		for (int r = k + 1; r < U; r++) {
			double part = a[r][k] / a[k][k];
			for (int c = k + 1; c < WIDE; c++)
				a[r][c] -= part * a[k][c];
		}
	}
	for (int k = U - 1; k >= 0; k--) {
		double sum = a[k][U];
		for (int c = k + 1; c < U; c++)
			sum -= a[k][c] * x[c];
		x[k] = sum / a[k][k];
	}
}
__global__ void unknowns_thread(const double *in, double *out, int systems)
{ // twelve equations with twelve unknowns, the rows in a local array, the largest number first: a system a thread
	int s = blockIdx.x * blockDim.x + threadIdx.x;
	if (s >= systems)
		return;
	double a[U][WIDE], x[U];
	for (int k = 0; k < U * WIDE; k++)
		a[k / WIDE][k % WIDE] = in[s * U * WIDE + k];
	eliminate(a, x);
	for (int k = 0; k < U; k++)
		out[s * U + k] = x[k];
}
__global__ void unknowns_lanes(const double *in, double *out, int systems)
{ // the same with a row a lane, two systems a warp; rows stay where they are
	int id = blockIdx.x * blockDim.x + threadIdx.x, s = min(id / 16, systems - 1), lane = threadIdx.x % 16,
	    mine = -1;
	double a[WIDE], right = 0;
#pragma unroll
	for (int c = 0; c < WIDE; c++)
		a[c] = lane < U ? in[(s * U + lane) * WIDE + c] : 0;
#pragma unroll
	for (int k = 0; k < U; k++) {
		double best = mine < 0 ? fabs(a[k]) : -1;
		int from = lane;
		for (int d = 8; d; d /= 2) {
			double other = __shfl_xor_sync(~0u, best, d, 16);
			int who = __shfl_xor_sync(~0u, from, d, 16);
			if (other > best || other == best && who < from)
				best = other, from = who;
		}
		double part = a[k] / __shfl_sync(~0u, a[k], from, 16);
		if (lane == from)
			mine = k, part = 0;
#pragma unroll
		for (int c = k + 1; c < WIDE; c++)
			a[c] -= part * __shfl_sync(~0u, a[c], from, 16);
		if (mine == k)
			right = a[k];
	}
	if (mine >= 0 && id / 16 < systems)
		out[s * U + mine] = a[U] / right;
}
__global__ void clip_squares(const __half2 *slope, float *part, int n)
{ // the first launch of a step that learns: squares of all slopes, a sum a block
	__shared__ float warp[8];
	float sum = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		float2 g = __half22float2(slope[i]);
		sum += g.x * g.x + g.y * g.y;
	}
	for (int k = 16; k; k /= 2)
		sum += __shfl_down_sync(~0u, sum, k);
	if (threadIdx.x % 32 == 0)
		warp[threadIdx.x / 32] = sum;
	__syncthreads();
	if (threadIdx.x == 0) {
		for (int k = 1; k < 8; k++)
			sum += warp[k];
		part[blockIdx.x] = sum;
	}
}
__global__ void clip_scale(const float *part, float *scale, int parts, float most)
{ // the second: how much the slopes must shrink, by one warp
	float sum = 0;
	for (int i = threadIdx.x; i < parts; i += 32)
		sum += part[i];
	for (int k = 16; k; k /= 2)
		sum += __shfl_down_sync(~0u, sum, k);
	if (threadIdx.x == 0)
		*scale = fminf(1, most / sqrtf(sum));
}
__global__ void clip_learn(__half2 *weight, __half2 *speed, const __half2 *slope, const float *scale, int n)
{ // the third: speeds and weights, two halves at a time
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	__half2 v = __hfma2(speed[i], __float2half2_rn(0.9f), __hmul2(slope[i], __float2half2_rn(*scale)));
	speed[i] = v;
	weight[i] = __hfma2(v, __float2half2_rn(-0.05f), weight[i]);
}
const int DIM = 64;
__global__ void contrast_row(const float4 *query, const float4 *key, float *loss, int n, float sharp)
{ // how well each picture finds its own text among all: a row of scores a block, its greatest, then its sum
	__shared__ float4 q[DIM / 4];
	__shared__ float most[4], sums[4], self;
	extern __shared__ float score[];
	int t = threadIdx.x;
	if (t < DIM / 4)
		q[t] = query[blockIdx.x * (DIM / 4) + t];
	__syncthreads();
	float top = -1e30f, sum = 0;
	for (int j = t; j < n; j += 128) {
		float dot = 0;
		for (int k = 0; k < DIM / 4; k++) {
			float4 a = q[k], b = key[j * (DIM / 4) + k];
			dot += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
		}
		score[j] = dot *= sharp;
		top = fmaxf(top, dot);
		if (j == blockIdx.x)
			self = dot;
	}
	for (int k = 16; k; k /= 2)
		top = fmaxf(top, __shfl_xor_sync(~0u, top, k));
	if (t % 32 == 0)
		most[t / 32] = top;
	__syncthreads();
	top = fmaxf(fmaxf(most[0], most[1]), fmaxf(most[2], most[3]));
	for (int j = t; j < n; j += 128)
		sum += expf(score[j] - top);
	for (int k = 16; k; k /= 2)
		sum += __shfl_xor_sync(~0u, sum, k);
	if (t % 32 == 0)
		sums[t / 32] = sum;
	__syncthreads();
	if (t == 0)
		loss[blockIdx.x] = top + logf(sums[0] + sums[1] + sums[2] + sums[3]) - self;
}
__global__ void contrast_tiles(const float4 *query, const float4 *key, float *loss, int n, float sharp)
{ // the same, 32 rows a block: tiles of keys copied in while the ones before are used, sums that follow the greatest
	__shared__ float4 q[32][DIM / 4 + 1], k[2][32][DIM / 4 + 1];
	int t = threadIdx.x, row = t / 8, part = t % 8, i = blockIdx.x * 32 + row;
	for (int c = t; c < 32 * (DIM / 4); c += 256) {
		q[c / (DIM / 4)][c % (DIM / 4)] = query[blockIdx.x * 32 * (DIM / 4) + c];
		__pipeline_memcpy_async(&k[0][c / (DIM / 4)][c % (DIM / 4)], &key[c], 16);
	}
	__pipeline_commit();
	float top = -1e30f, sum = 0, self = 0;
	for (int tile = 0; tile < n / 32; tile++) {
		if (tile + 1 < n / 32)
			for (int c = t; c < 32 * (DIM / 4); c += 256)
				__pipeline_memcpy_async(&k[(tile + 1) % 2][c / (DIM / 4)][c % (DIM / 4)],
					&key[(tile + 1) * 32 * (DIM / 4) + c], 16);
		__pipeline_commit();
		__pipeline_wait_prior(1);
		__syncthreads();
		float dot[4] = {};
		for (int d = 0; d < DIM / 4; d++) {
			float4 a = q[row][d];
#pragma unroll
			for (int s = 0; s < 4; s++) {
				float4 b = k[tile % 2][s * 8 + part][d];
				dot[s] += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
			}
		}
		float now = top;
		for (int s = 0; s < 4; s++) {
			dot[s] *= sharp;
			now = fmaxf(now, dot[s]);
			if (tile * 32 + s * 8 + part == i)
				self = dot[s];
		}
		sum *= expf(top - now);
		for (int s = 0; s < 4; s++)
			sum += expf(dot[s] - now);
		top = now;
		__syncthreads();
	}
	for (int d = 4; d; d /= 2) {
		float other = __shfl_xor_sync(~0u, top, d), more = __shfl_xor_sync(~0u, sum, d);
		float now = fmaxf(top, other);
		sum = sum * expf(top - now) + more * expf(other - now);
		top = now;
		self += __shfl_xor_sync(~0u, self, d);
	}
	if (part == 0)
		loss[i] = top + logf(sum) - self;
}
const int EDGES = 97;
__constant__ int edge_at[EDGES];
template <bool SHARED> __global__ void odd_edges(const int *value, const int *edge, int *bins, int n)
{ // bins with edges of any width: each value searches its bin by halves, edges in constant or in shared memory
	__shared__ int own[EDGES + 1], near[EDGES];
	for (int k = threadIdx.x; k <= EDGES; k += blockDim.x) {
		own[k] = 0;
		if (SHARED && k < EDGES)
			near[k] = edge[k];
	}
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		int v = value[i], low = 0, high = EDGES;
		while (low < high) {
			int mid = (low + high) / 2;
			if ((SHARED ? near[mid] : edge_at[mid]) <= v)
				low = mid + 1;
			else
				high = mid;
		}
		atomicAdd(&own[low], 1);
	}
	__syncthreads();
	for (int k = threadIdx.x; k <= EDGES; k += blockDim.x)
		atomicAdd(&bins[k], own[k]);
}
const int SPANS = 320;
__global__ void log_bins(const u64 *value, int *bins, int n)
{ // how long things took, in bins that widen, a copy of the bins for each warp of the block
	__shared__ int own[6][SPANS];
	for (int k = threadIdx.x; k < 6 * SPANS; k += blockDim.x)
		own[k / SPANS][k % SPANS] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		u64 v = value[i];
		int e = 63 - __clzll(v | 1), b = v < 16 ? (int)v : (e - 2) * 8 + (int)(v >> (e - 3) & 7);
		atomicAdd(&own[threadIdx.x / 32][b], 1);
	}
	__syncthreads();
	for (int k = threadIdx.x; k < SPANS; k += blockDim.x) {
		int sum = 0;
		for (int c = 0; c < 6; c++)
			sum += own[c][k];
		if (sum)
			atomicAdd(&bins[k], sum);
	}
}
void rows()
{
	auto w = words(1 << 20);
	auto f = fractions(w);
	const int BODIES = 26000;
	std::vector<float> bent(BODIES * 9), turned;
	for (int i = 0; i < BODIES * 9; i++)
		bent[i] = (i % 9 % 4 == 0 ? 2 + 10 * f[i / 9] : 0) + f[i + 77] - 0.5f;
	turned = bent;
	for (int i = 0; i < BODIES; i++)
		towards_rotation(&turned[i * 9], 1e-5f);
	float *db = upload(bent), *dt = dev<float>(BODIES * 9);
	job<float>(
		"nearest_rotation.matrix_a_thread",
		[&] { nearest_rotation<<<(BODIES + 127) / 128, 128>>>(db, dt, BODIES); }, dt, BODIES * 9,
		close_to(turned, 1e-3));
	const int SYSTEMS = 2500;
	std::vector<double> given = double_fractions(w, SYSTEMS * U * WIDE), solved(SYSTEMS * U);
	for (int s = 0; s < SYSTEMS; s++) {
		double a[U][WIDE];
		for (int k = 0; k < U; k++)
			given[(s * U + k) * WIDE + (k * 5 + 3) % U] += 3;
		std::copy(&given[s * U * WIDE], &given[s * U * WIDE] + U * WIDE, a[0]);
		eliminate(a, &solved[s * U]);
	}
	double *dg = upload(given), *ds = dev<double>(SYSTEMS * U);
	job<double>(
		"twelve_unknowns.system_a_thread",
		[&] { unknowns_thread<<<(SYSTEMS + 31) / 32, 32>>>(dg, ds, SYSTEMS); }, ds, SYSTEMS * U,
		close_to(solved, 1e-7));
	job<double>(
		"twelve_unknowns.row_a_lane",
		[&] { unknowns_lanes<<<(SYSTEMS * 16 + 95) / 96, 96>>>(dg, ds, SYSTEMS); }, ds, SYSTEMS * U,
		close_to(solved, 1e-7));
	const int WEIGHTS = 500000;
	std::vector<__half> weight(WEIGHTS), speed(WEIGHTS), slope(WEIGHTS);
	double squares = 0;
	for (int i = 0; i < WEIGHTS; i++) {
		weight[i] = __float2half(f[i] - 0.5f);
		speed[i] = __float2half(0.1f * f[i + 70000] - 0.05f);
		slope[i] = __float2half(f[i + 150000] - 0.5f);
		squares += __half2float(slope[i]) * __half2float(slope[i]);
	}
	double scale = std::min(1.0, 60 / std::sqrt(squares));
	__half2 *w0 = (__half2 *)upload(weight), *v0 = (__half2 *)upload(speed), *g0 = (__half2 *)upload(slope);
	__half2 *w1 = dev<__half2>(WEIGHTS / 2), *v1 = dev<__half2>(WEIGHTS / 2);
	float *part = dev<float>(132), *shrink = dev<float>(1);
	job<unsigned short>(
		"shrunk_slopes.three_launches",
		[&] {
			clip_squares<<<132, 256>>>(g0, part, WEIGHTS / 2);
			clip_scale<<<1, 32>>>(part, shrink, 132, 60);
			clip_learn<<<(WEIGHTS / 2 + 255) / 256, 256>>>(w1, v1, g0, shrink, WEIGHTS / 2);
		},
		(unsigned short *)w1, WEIGHTS,
		[&](const std::vector<unsigned short> &v) {
			for (int i = 0; i < WEIGHTS; i++) {
				double now = __half2float(speed[i]) * 0.9 + __half2float(slope[i]) * scale;
				if (!near(__half2float(__ushort_as_half(v[i])), __half2float(weight[i]) - 0.05 * now,
					    1e-3))
					return false;
			}
			return true;
		},
		[&] {
			CHECK(cudaMemcpy(w1, w0, WEIGHTS * 2, cudaMemcpyDeviceToDevice));
			CHECK(cudaMemcpy(v1, v0, WEIGHTS * 2, cudaMemcpyDeviceToDevice));
		});
	const int TEXTS = 608;
	const float SHARP = 3;
	std::vector<float> query(TEXTS * DIM), key(TEXTS * DIM), loss(TEXTS);
	for (int i = 0; i < TEXTS * DIM; i++) {
		query[i] = f[i] - 0.5f;
		key[i] = query[i] * 0.5f + f[i + 99999] - 0.5f;
	}
	for (int i = 0; i < TEXTS; i++) {
		double sum = 0, self = 0;
		for (int j = 0; j < TEXTS; j++) {
			double dot = 0;
			for (int k = 0; k < DIM; k++)
				dot += query[i * DIM + k] * key[j * DIM + k];
			sum += std::exp(dot * SHARP);
			self = i == j ? dot * SHARP : self;
		}
		loss[i] = std::log(sum) - self;
	}
	float4 *dq = (float4 *)upload(query), *dk = (float4 *)upload(key);
	float *dl = dev<float>(TEXTS);
	job<float>(
		"contrast.row_a_block", [&] { contrast_row<<<TEXTS, 128, TEXTS * 4>>>(dq, dk, dl, TEXTS, SHARP); }, dl,
		TEXTS, close_to(loss, 1e-3));
	job<float>(
		"contrast.copied_ahead", [&] { contrast_tiles<<<TEXTS / 32, 256>>>(dq, dk, dl, TEXTS, SHARP); }, dl,
		TEXTS, close_to(loss, 1e-3));
	const int VALUES = 300000;
	std::vector<int> edge(EDGES), value(VALUES), odd(EDGES + 1), wide(SPANS);
	std::vector<u64> took(VALUES);
	for (int k = 0; k < EDGES; k++)
		edge[k] = k * k * k;
	for (int i = 0; i < VALUES; i++) {
		value[i] = 900000 * f[i] * f[i + 1] * f[i + 2];
		took[i] = (u64)w[i] << 8 >> w[i + 5] % 36;
		odd[std::upper_bound(edge.begin(), edge.end(), value[i]) - edge.begin()]++;
		int e = 4;
		while (took[i] >> e > 1)
			e++;
		wide[took[i] < 16 ? took[i] : (e - 2) * 8 + (took[i] >> (e - 3) & 7)]++;
	}
	CHECK(cudaMemcpyToSymbol(edge_at, edge.data(), EDGES * 4));
	int *dv = upload(value), *de = upload(edge), *bins = dev<int>(SPANS);
	u64 *dtook = upload(took);
	auto clear = [&] { CHECK(cudaMemset(bins, 0, SPANS * 4)); };
	job<int>(
		"odd_edges.in_constants", [&] { odd_edges<false><<<160, 256>>>(dv, de, bins, VALUES); }, bins,
		EDGES + 1, same(odd), clear);
	job<int>(
		"odd_edges.in_shared", [&] { odd_edges<true><<<160, 256>>>(dv, de, bins, VALUES); }, bins, EDGES + 1,
		same(odd), clear);
	job<int>(
		"log_bins.copy_a_warp", [&] { log_bins<<<190, 192>>>(dtook, bins, VALUES); }, bins, SPANS, same(wide),
		clear);
}
