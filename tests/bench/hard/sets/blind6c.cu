// blind6c: a sixth set of kernels that nobody had modelled when they were written. Pieces of networks, rays, points.
#include "blind6.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cuda/barrier>

// ---- pieces of networks
__global__ void bytes_tile(const int *a, const int *b, int *c, int k4, int n)
{ // c = a * b^T of signed bytes, four products an instruction; k4: words a row
	__shared__ int s[16][17], t[16][17];
	int x = threadIdx.x, y = threadIdx.y, sum = 0;
	for (int k = 0; k < k4; k += 16) {
		s[y][x] = a[(blockIdx.y * 16 + y) * k4 + k + x];
		t[y][x] = b[(blockIdx.x * 16 + y) * k4 + k + x];
		__syncthreads();
#pragma unroll
		for (int j = 0; j < 16; j++)
			sum = __dp4a(s[y][j], t[x][j], sum);
		__syncthreads();
	}
	c[(blockIdx.y * 16 + y) * n + blockIdx.x * 16 + x] = sum;
}
struct four_bits { // 32 weights
	half scale;
	unsigned short q[8];
};
__global__ void four_bits_times(const four_bits *w, const float *x, float *y)
{ // a row of 1024 a warp, a lane 32 of them
	int lane = threadIdx.x % 32, r = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
	const four_bits *b = w + r * 32 + lane;
	float s = 0;
#pragma unroll
	for (int k = 0; k < 8; k++) {
		unsigned q = b->q[k];
#pragma unroll
		for (int j = 0; j < 4; j++)
			s += ((int)(q >> j * 4 & 15) - 8) * x[lane * 32 + k * 4 + j];
	}
	s *= __half2float(b->scale);
	for (int d = 16; d; d /= 2)
		s += __shfl_down_sync(~0u, s, d);
	if (!lane)
		y[r] = s;
}
__global__ void attend_part(const float *q, const float *k, const float *v, float *part, int keys)
{ // one question a head (blockIdx.x) to a piece of the keys (blockIdx.y): 256 keys, 64 wide, 128 threads
	__shared__ float score[256], best[4], sums[2][64];
	int lane = threadIdx.x % 32, w = threadIdx.x / 32, h = blockIdx.x, from = blockIdx.y * 256;
	float q0 = q[h * 64 + lane], q1 = q[h * 64 + 32 + lane], most = -1e30f;
	for (int i = w; i < 256; i += 4) {
		const float *p = k + (h * keys + from + i) * 64;
		float s = q0 * p[lane] + q1 * p[lane + 32];
		for (int d = 16; d; d /= 2)
			s += __shfl_xor_sync(~0u, s, d);
		if (!lane)
			score[i] = s * 0.125f;
		most = fmaxf(most, s * 0.125f);
	}
	if (!lane)
		best[w] = most;
	__syncthreads();
	most = fmaxf(fmaxf(best[0], best[1]), fmaxf(best[2], best[3]));
	for (int i = threadIdx.x; i < 256; i += 128)
		score[i] = expf(score[i] - most);
	__syncthreads();
	int d = threadIdx.x % 64, side = threadIdx.x / 64;
	float s = 0, all = 0;
	for (int i = side; i < 256; i += 2) {
		s += score[i] * v[(h * keys + from + i) * 64 + d];
		all += score[i];
	}
	if (side)
		sums[0][d] = s, sums[1][d] = all;
	__syncthreads();
	float *o = part + (h * gridDim.y + blockIdx.y) * 66;
	if (!side) {
		o[d] = s + sums[0][d];
		if (!d)
			o[64] = most, o[65] = all + sums[1][d];
	}
}
__global__ void attend_join(const float *part, float *out, int pieces)
{
	int d = threadIdx.x;
	part += blockIdx.x * pieces * 66;
	float most = -1e30f, s = 0, all = 0;
	for (int k = 0; k < pieces; k++)
		most = fmaxf(most, part[k * 66 + 64]);
	for (int k = 0; k < pieces; k++) {
		float f = expf(part[k * 66 + 64] - most);
		s += f * part[k * 66 + d];
		all += f * part[k * 66 + 65];
	}
	out[blockIdx.x * 64 + d] = s / all;
}
__global__ void copies_ahead(const float4 *in, float4 *out, int tiles)
{ // tiles of 256 vectors come by asynchronous copies, two ahead of what is worked on
	__shared__ float4 s[3][256];
	int t = threadIdx.x;
	in += blockIdx.x * tiles * 256;
	out += blockIdx.x * tiles * 256;
	for (int k = 0; k < 2; k++) {
		__pipeline_memcpy_async(&s[k][t], &in[k * 256 + t], 16);
		__pipeline_commit();
	}
	for (int k = 0; k < tiles; k++) {
		if (k + 2 < tiles)
			__pipeline_memcpy_async(&s[(k + 2) % 3][t], &in[(k + 2) * 256 + t], 16);
		__pipeline_commit();
		__pipeline_wait_prior(2);
		__syncthreads();
		float4 p = s[k % 3][t], q = s[k % 3][t ^ 37];
		out[k * 256 + t] = make_float4(p.x + 0.5f * q.w, p.y + 0.5f * q.z, p.z + 0.5f * q.y, p.w + 0.5f * q.x);
		__syncthreads();
	}
}
__device__ void named_wait(int id)
{
	asm volatile("bar.sync %0, 128;" ::"r"(id) : "memory");
}
__device__ void named_arrive(int id)
{
	asm volatile("bar.arrive %0, 128;" ::"r"(id) : "memory");
}
__global__ void two_roles_named(const int *in, int *out, int tiles)
{ // two warps fetch, two work: numbered barriers say when a buffer is full and when it is empty
	__shared__ int s[2][512];
	int t = threadIdx.x % 64;
	in += blockIdx.x * tiles * 512;
	if (threadIdx.x < 64)
		for (int k = 0; k < tiles; k++) {
			if (k > 1)
				named_wait(3 + k % 2);
			for (int i = t; i < 512; i += 64)
				s[k % 2][i] = in[k * 512 + i];
			named_arrive(1 + k % 2);
		}
	else {
		int sum = 0;
		for (int k = 0; k < tiles; k++) {
			named_wait(1 + k % 2);
			for (int i = 0; i < 8; i++)
				sum = sum * 31 + s[k % 2][t * 8 + i];
			if (k + 2 < tiles)
				named_arrive(3 + k % 2);
		}
		out[blockIdx.x * 64 + t] = sum;
	}
}
__global__ void two_roles_objects(const int *in, int *out, int tiles)
{ // the same with barriers that are objects in shared memory
	__shared__ int s[2][512];
#pragma nv_diag_suppress static_var_with_dynamic_init
	__shared__ cuda::barrier<cuda::thread_scope_block> full[2], empty[2];
	if (threadIdx.x < 2) {
		init(&full[threadIdx.x], 128);
		init(&empty[threadIdx.x], 128);
	}
	__syncthreads();
	int t = threadIdx.x % 64;
	in += blockIdx.x * tiles * 512;
	if (threadIdx.x < 64)
		for (int k = 0; k < tiles; k++) {
			if (k > 1)
				empty[k % 2].arrive_and_wait();
			for (int i = t; i < 512; i += 64)
				s[k % 2][i] = in[k * 512 + i];
			(void)full[k % 2].arrive();
		}
	else {
		int sum = 0;
		for (int k = 0; k < tiles; k++) {
			full[k % 2].arrive_and_wait();
			for (int i = 0; i < 8; i++)
				sum = sum * 31 + s[k % 2][t * 8 + i];
			if (k + 2 < tiles)
				(void)empty[k % 2].arrive();
		}
		out[blockIdx.x * 64 + t] = sum;
	}
}
__global__ void scatter_add(const int *token, const int *grad, int *table, int wide)
{
	atomicAdd(&table[token[blockIdx.x] * wide + threadIdx.x], grad[blockIdx.x * wide + threadIdx.x]);
}
__global__ void welford_warp(const float *in, float *out, int wide)
{ // a row a warp: mean and spread in one look, lanes joined by pairs
	int lane = threadIdx.x % 32, r = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
	float mean = 0, m2 = 0, n = 0;
	for (int i = lane; i < wide; i += 32) {
		float v = in[r * wide + i], d = v - mean;
		n++;
		mean += d / n;
		m2 += d * (v - mean);
	}
	for (int k = 16; k; k /= 2) {
		float on = __shfl_xor_sync(~0u, n, k), om = __shfl_xor_sync(~0u, mean, k), o2 = __shfl_xor_sync(~0u, m2, k);
		float d = om - mean, all = n + on;
		m2 += o2 + d * d * n * on / all;
		mean = (n * mean + on * om) / all;
		n = all;
	}
	float f = rsqrtf(m2 / n + 1e-5f);
	for (int i = lane; i < wide; i += 32)
		out[r * wide + i] = (in[r * wide + i] - mean) * f;
}
__device__ float log_add(float a, float b)
{
	float m = fmaxf(a, b), d = fminf(a, b) - m;
	return m + log1pf(expf(d));
}
__global__ void speech_alignment(const float *log_p, const int *label, float *out, int steps, int states)
{ // all ways to read a text of 40 signs from 32 chances a step; a block of 96 a sentence, a thread a state
	__shared__ float s[2][98];
	int t = threadIdx.x, sign = t & 1 && t < states ? label[blockIdx.x * 40 + t / 2] : 0;
	bool jump = t & 1 && t > 1 && t < states && sign != label[blockIdx.x * 40 + t / 2 - 1];
	const float *p = log_p + blockIdx.x * steps * 32;
	if (t < 2)
		s[0][t] = s[1][t] = -1e30f;
	s[0][t + 2] = t < 2 ? p[sign] : -1e30f;
	__syncthreads();
	for (int k = 1; k < steps; k++) {
		const float *from = s[k - 1 & 1] + t + 2;
		float v = log_add(from[0], from[-1]);
		if (jump)
			v = log_add(v, from[-2]);
		s[k & 1][t + 2] = t < states ? v + p[k * 32 + sign] : -1e30f;
		__syncthreads();
	}
	if (!t)
		out[blockIdx.x] = log_add(s[steps - 1 & 1][states + 1], s[steps - 1 & 1][states]);
}
__global__ void gate_bf16(const __nv_bfloat162 *gate, const __nv_bfloat162 *up, __nv_bfloat162 *out, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		float2 g = __bfloat1622float2(gate[i]);
		g.x /= 1 + __expf(-g.x);
		g.y /= 1 + __expf(-g.y);
		out[i] = __hmul2(__float22bfloat162_rn(g), up[i]);
	}
}
__global__ void draw_word(const float *logit, const unsigned *dice, int *out, int words)
{ // a word by its chance: whole numbers added up along the block, then who has the drawn one
	__shared__ unsigned s[33];
	int t = threadIdx.x, lane = t % 32, each = words / blockDim.x;
	const float *p = logit + blockIdx.x * words + t * each;
	unsigned own = 0;
	for (int k = 0; k < each; k++)
		own += (unsigned)(exp2f(p[k]) * 4096);
	unsigned v = own;
	for (int d = 1; d < 32; d *= 2) {
		unsigned o = __shfl_up_sync(~0u, v, d);
		if (lane >= d)
			v += o;
	}
	if (lane == 31)
		s[t / 32] = v;
	__syncthreads();
	unsigned before = 0, all = 0;
	for (int k = 0; k < blockDim.x / 32; k++) {
		before += k < t / 32 ? s[k] : 0;
		all += s[k];
	}
	unsigned target = __umulhi(dice[blockIdx.x], all), at = before + v - own;
	if (target < at || target >= at + own)
		return;
	for (int k = 0; k < each; k++) {
		at += (unsigned)(exp2f(p[k]) * 4096);
		if (target < at) {
			out[blockIdx.x] = t * each + k;
			break;
		}
	}
}

// ---- rays, points, patterns
__device__ float3 cross(float3 a, float3 b)
{
	return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
__device__ float dot(float3 a, float3 b)
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}
__global__ void triangles_hit(const float3 *corner, int *out, int many, int w, int h)
{ // a ray a thread, all triangles, 64 at a time from shared memory; corner: a corner and two sides
	__shared__ float3 s[64 * 3];
	int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, hit = -1;
	float3 d = make_float3((x + 0.5f) / w - 0.5f, (y + 0.5f) / h - 0.5f, 1);
	float nearest = 1e30f;
	for (int from = 0; from < many; from += 64) {
		__syncthreads();
		for (int i = threadIdx.y * 16 + threadIdx.x; i < 192; i += 128)
			s[i] = corner[from * 3 + i];
		__syncthreads();
		for (int k = 0; k < 64; k++) {
			float3 v = s[k * 3], e = s[k * 3 + 1], f = s[k * 3 + 2], p = cross(d, f);
			float det = dot(e, p);
			if (fabsf(det) < 1e-7f)
				continue;
			float3 o = make_float3(-v.x, -v.y, -v.z), q = cross(o, e);
			float r = 1 / det, a = dot(o, p) * r, b = dot(d, q) * r, t = dot(f, q) * r;
			if (a >= 0 && b >= 0 && a + b <= 1 && t > 0 && t < nearest) {
				nearest = t;
				hit = from + k;
			}
		}
	}
	out[y * w + x] = hit;
}
__device__ float box_entry(float4 lo, float4 hi, float3 r, float most)
{ // rays start at 0; r: 1 / direction
	float ax = lo.x * r.x, bx = hi.x * r.x, ay = lo.y * r.y, by = hi.y * r.y, az = lo.z * r.z, bz = hi.z * r.z;
	float a = fmaxf(fmaxf(fminf(ax, bx), fminf(ay, by)), fmaxf(fminf(az, bz), 0));
	float b = fminf(fminf(fmaxf(ax, bx), fmaxf(ay, by)), fminf(fmaxf(az, bz), most));
	return a <= b ? a : 1e30f;
}
__global__ void tree_of_boxes(const float4 *box, const float4 *ball, int *out, int inner, int w, int h)
{ // balls below a tree of boxes, which a thread walks with its own stack, the nearer child first
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, stack[16], top = 0, hit = -1;
	float3 d = make_float3((x + 0.5f) / w - 0.5f, (y + 0.5f) / h - 0.5f, 1), r = make_float3(1 / d.x, 1 / d.y, 1 / d.z);
	float nearest = 1e29f, dd = dot(d, d);
	stack[top++] = 0;
	while (top) {
		int k = stack[--top];
		if (k >= inner) {
			float4 b = ball[k - inner];
			float m = d.x * b.x + d.y * b.y + d.z * b.z, c = b.x * b.x + b.y * b.y + b.z * b.z - b.w * b.w, e = m * m - dd * c;
			float t = e >= 0 ? (m - sqrtf(e)) / dd : -1;
			if (t > 0 && t < nearest) {
				nearest = t;
				hit = k - inner;
			}
			continue;
		}
		int l = 2 * k + 1;
		float p = box_entry(box[2 * l], box[2 * l + 1], r, nearest), q = box_entry(box[2 * l + 2], box[2 * l + 3], r, nearest);
		if (fmaxf(p, q) < nearest) {
			stack[top++] = p <= q ? l + 1 : l;
			stack[top++] = p <= q ? l : l + 1;
		} else if (p < nearest)
			stack[top++] = l;
		else if (q < nearest)
			stack[top++] = l + 1;
	}
	out[y * w + x] = hit;
}
__global__ void splat_points(const unsigned *p, u64 *nearest, int n)
{ // points onto a picture of 256x256, the nearest wins
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned v = p[i], x = v & 255, y = v >> 8 & 255, depth = v >> 16;
	atomicMin(&nearest[y * 256 + x], (u64)depth << 32 | i);
}
__constant__ int pattern[256];
__global__ void pattern_distance(const byte *in, int *out, int w)
{ // how much each place differs from a pattern of 16x16 in constant memory
	__shared__ int s[31][32];
	for (int i = threadIdx.y * 16 + threadIdx.x; i < 31 * 31; i += 256)
		s[i / 31][i % 31] = in[(blockIdx.y * 16 + i / 31) * w + blockIdx.x * 16 + i % 31];
	__syncthreads();
	int sum = 0;
	for (int j = 0; j < 16; j++)
#pragma unroll
		for (int i = 0; i < 16; i++) {
			int d = s[threadIdx.y + j][threadIdx.x + i] - pattern[j * 16 + i];
			sum += d * d;
		}
	out[(blockIdx.y * 16 + threadIdx.y) * gridDim.x * 16 + blockIdx.x * 16 + threadIdx.x] = sum;
}

void rows()
{
	const int M = 1 << 20;
	std::vector<unsigned> w = words(2 * M);
	std::vector<float> f = fractions(w), logit(M), chance(128 * 100 * 32);
	std::vector<__nv_bfloat16> bb(2 * M);
	std::vector<int> token(4096), label(128 * 40), small(M);
	std::vector<signed char> sc(M);
	std::vector<byte> pic(512 * 512);
	std::vector<four_bits> q4(4096 * 32);
	for (int i = 0; i < M; i++) {
		logit[i] = f[i] * 8 - 4;
		small[i] = (int)(w[i] % 2001) - 1000;
		sc[i] = w[i] >> 7;
	}
	for (int i = 0; i < 512 * 512; i++)
		pic[i] = (i % 512 * 3 + i / 512 * 5 & 127) + (w[i] & 31);
	for (int i = 0; i < 128 * 100 * 32; i++)
		chance[i] = std::log(0.01f + f[i]) - 3;
	for (int i = 0; i < 2 * M; i++)
		bb[i] = __float2bfloat16(f[i] * 4 - 2);
	for (int i = 0; i < 4096; i++)
		token[i] = w[i] % 997 * (w[i] % 997) / 2000;
	for (int i = 0; i < 128 * 40; i++)
		label[i] = w[i] % 31 + 1;
	for (int i = 0; i < 4096 * 32; i++) {
		q4[i].scale = __float2half(f[i]);
		for (int k = 0; k < 8; k++)
			q4[i].q[k] = w[(i * 8 + k) % (2 * M)];
	}
	float *x = upload(f), *y = x + M, *o = dev<float>(2 * M), *part = dev<float>(65536), *lg = upload(logit), *ch = upload(chance);
	__nv_bfloat16 *bf = upload(bb), *bfo = dev<__nv_bfloat16>(M);
	int *tk = upload(token), *lb = upload(label), *io = dev<int>(M), *sm = upload(small);
	signed char *s8 = upload(sc);
	four_bits *fq = upload(q4);
	unsigned *u = upload(w);
	byte *p = upload(pic);
	dim3 b16(16, 16);
	typedef const std::vector<float> &F;
	typedef const std::vector<int> &I;
	auto bytes_right = [&](I v) {
		bool ok = true;
		for (int i = 0; i < 65536; i += 13) {
			int s = 0;
			for (int k = 0; k < 256; k++)
				s += sc[i / 256 * 256 + k] * sc[M / 2 + i % 256 * 256 + k];
			ok &= s == v[i];
		}
		return ok;
	};
	signed char *s8b = s8 + M / 2;
	job<int>("bytes.tile_dp4a", [&] { bytes_tile<<<dim3(16, 16), b16>>>((int *)s8, (int *)s8b, io, 64, 256); }, io, 65536, bytes_right);
	job<float>("four_bits.matvec", [&] { four_bits_times<<<1024, 128>>>(fq, x, o); }, o, 4096, [&](F v) {
		bool ok = true;
		for (int r = 0; r < 4096; r += 5) {
			double s = 0;
			for (int k = 0; k < 1024; k++) {
				const four_bits &b = q4[r * 32 + k / 32];
				s += (double)__half2float(b.scale) * ((b.q[k % 32 / 4] >> k % 4 * 4 & 15) - 8) * f[k];
			}
			ok &= near(v[r], s, 1e-3);
		}
		return ok;
	});
	job<float>(
		"attend.split_keys",
		[&] {
			attend_part<<<dim3(8, 8), 128>>>(x + 77, x, y, part, 2048);
			attend_join<<<8, 64>>>(part, o, 8);
		},
		o, 512, [&](F v) {
			double s[64] = {}, all = 0;
			for (int k = 0; k < 2048; k++) {
				double d = 0;
				for (int c = 0; c < 64; c++)
					d += f[77 + 192 + c] * f[(3 * 2048 + k) * 64 + c];
				d = std::exp(d / 8);
				all += d;
				for (int c = 0; c < 64; c++)
					s[c] += d * f[M + (3 * 2048 + k) * 64 + c];
			}
			bool ok = true;
			for (int c = 0; c < 64; c++)
				ok &= near(v[192 + c], s[c] / all);
			return ok;
		});
	job<float>("copies.three_deep", [&] { copies_ahead<<<128, 256>>>((float4 *)x, (float4 *)o, 8); }, o, M, [&](F v) {
		bool ok = true;
		for (int i = 0; i < M; i++)
			ok &= v[i] == f[i] + 0.5f * f[(i ^ 37 * 4) ^ 3];
		return ok;
	});
	auto folded = [&](I v) {
		int s = 0;
		for (int k = 0; k < 16; k++)
			for (int i = 0; i < 8; i++)
				s = (int)(s * 31u + small[16 * 512 + k * 512 + 5 * 8 + i]);
		return v[64 + 5] == s;
	};
	job<int>("roles.named_barriers", [&] { two_roles_named<<<128, 128>>>(sm, io, 16); }, io, 8192, folded);
	job<int>("roles.barrier_objects", [&] { two_roles_objects<<<128, 128>>>(sm, io, 16); }, io, 8192, folded);
	job<int>(
		"table.scatter_add", [&] { scatter_add<<<4096, 96>>>(tk, sm, io, 96); }, io, 500 * 96,
		[&](I v) {
			std::vector<int> t(500 * 96);
			for (int i = 0; i < 4096 * 96; i++)
				t[token[i / 96] * 96 + i % 96] += small[i];
			return t == v;
		},
		[&] { CHECK(cudaMemset(io, 0, 500 * 96 * 4)); });
	job<float>("norm.welford_warp", [&] { welford_warp<<<338, 96>>>(x, o, 777); }, o, 338 * 3 * 777, [&](F v) {
		double a = 0, b = 0;
		for (int i = 0; i < 777; i++)
			a += v[777 * 500 + i], b += v[777 * 500 + i] * v[777 * 500 + i];
		return near(a / 777, 0) && near(b / 777, 1, 1e-3);
	});
	job<float>("speech.alignment", [&] { speech_alignment<<<128, 96>>>(ch, lb, o, 100, 81); }, o, 128, [&](F v) {
		std::vector<double> a(83, -1e30), b(83, -1e30);
		auto add = [](double p, double q) { return std::max(p, q) + std::log1p(std::exp(-std::fabs(p - q))); };
		for (int k = 0; k < 100; k++, b = a)
			for (int s = 0; s < 81; s++) {
				int sign = s & 1 ? label[s / 2] : 0;
				a[s + 2] = k ? add(b[s + 2], b[s + 1]) : s < 2 ? 0 : -1e30;
				if (k && s & 1 && s > 1 && label[s / 2 - 1] != sign)
					a[s + 2] = add(a[s + 2], b[s]);
				a[s + 2] += chance[k * 32 + sign];
			}
		return near(v[0], add(b[82], b[81]), 1e-4);
	});
	job<__nv_bfloat16>(
		"gate.bf16_pairs",
		[&] { gate_bf16<<<264, 256>>>((__nv_bfloat162 *)bf, (__nv_bfloat162 *)bf + M / 2, (__nv_bfloat162 *)bfo, M / 2); }, bfo, M,
		[&](const std::vector<__nv_bfloat16> &v) {
			bool ok = true;
			for (int i = 0; i < M; i++) {
				double g = __bfloat162float(bb[i]), e = g / (1 + std::exp(-g)) * __bfloat162float(bb[M + i]);
				ok &= near(__bfloat162float(v[i]), e, 1e-2);
			}
			return ok;
		});
	job<int>("words.draw", [&] { draw_word<<<256, 256>>>(lg, u + 99, io, 4096); }, io, 256);
	std::vector<float3> tri(256 * 3);
	for (int i = 0; i < 256; i++) {
		tri[i * 3] = make_float3(f[i * 9] * 4 - 2, f[i * 9 + 1] * 4 - 2, 2 + 3 * f[i * 9 + 2]);
		for (int k = 1; k < 3; k++)
			tri[i * 3 + k] = make_float3(f[i * 9 + 3 * k] - 0.5f, f[i * 9 + 3 * k + 1] - 0.5f, f[i * 9 + 3 * k + 2] - 0.5f);
	}
	float3 *td = upload(tri);
	job<int>("rays.all_triangles", [&] { triangles_hit<<<dim3(12, 16), dim3(16, 8)>>>(td, io, 256, 192, 128); }, io, 192 * 128);
	// a tree of boxes above 1024 balls: each half of the balls by the longest side in turn
	std::vector<float4> ball(1024), box(2047 * 2);
	for (int i = 0; i < 1024; i++)
		ball[i] = make_float4(f[i * 4] * 6 - 3, f[i * 4 + 1] * 6 - 3, 3 + 4 * f[i * 4 + 2], 0.05f + 0.1f * f[i * 4 + 3]);
	for (int k = 0; k < 10; k++)
		for (int at = 0, n = 1024 >> k; at < 1024; at += n)
			std::nth_element(&ball[at], &ball[at + n / 2], &ball[at] + n, [&](float4 a, float4 b) { return (&a.x)[k % 3] < (&b.x)[k % 3]; });
	for (int i = 2046; i >= 0; i--) {
		float4 a, b;
		if (i >= 1023) {
			float4 s = ball[i - 1023];
			a = make_float4(s.x - s.w, s.y - s.w, s.z - s.w, 0), b = make_float4(s.x + s.w, s.y + s.w, s.z + s.w, 0);
		} else {
			float4 *l = &box[i * 4 + 2], *r = l + 2;
			a = make_float4(fminf(l[0].x, r[0].x), fminf(l[0].y, r[0].y), fminf(l[0].z, r[0].z), 0);
			b = make_float4(fmaxf(l[1].x, r[1].x), fmaxf(l[1].y, r[1].y), fmaxf(l[1].z, r[1].z), 0);
		}
		box[i * 2] = a, box[i * 2 + 1] = b;
	}
	float4 *bl = upload(ball), *bx = upload(box);
	job<int>("rays.tree_of_boxes", [&] { tree_of_boxes<<<dim3(8, 64), dim3(32, 4)>>>(bx, bl, io, 1023, 256, 256); }, io, 65536, [&](I v) {
		int wrong = 0;
		for (int i = 3; i < 65536; i += 401) {
			double dx = (i % 256 + 0.5) / 256 - 0.5, dy = (i / 256 + 0.5) / 256 - 0.5, dd = dx * dx + dy * dy + 1, best = 1e30;
			int hit = -1;
			for (int k = 0; k < 1024; k++) {
				float4 b = ball[k];
				double m = dx * b.x + dy * b.y + b.z, e = m * m - dd * ((double)b.x * b.x + (double)b.y * b.y + (double)b.z * b.z - (double)b.w * b.w);
				if (e >= 0 && (m - std::sqrt(e)) / dd < best)
					best = (m - std::sqrt(e)) / dd, hit = k;
			}
			wrong += hit != v[i];
		}
		return wrong < 2; // a ray along an edge
	});
	u64 *z = dev<u64>(65536);
	job<u64>(
		"points.splat", [&] { splat_points<<<1024, 256>>>(u, z, M / 4); }, z, 65536,
		[&](const std::vector<u64> &v) {
			std::vector<u64> t(65536, ~0ull);
			for (int i = 0; i < M / 4; i++)
				t[w[i] & 65535] = std::min(t[w[i] & 65535], (u64)(w[i] >> 16) << 32 | i);
			return t == v;
		},
		[&] { CHECK(cudaMemset(z, 0xff, 65536 * 8)); });
	int pat[256];
	for (int i = 0; i < 256; i++)
		pat[i] = pic[(100 + i / 16) * 512 + 60 + i % 16];
	CHECK(cudaMemcpyToSymbol(pattern, pat, 1024));
	job<int>("pattern.distance", [&] { pattern_distance<<<b16, b16>>>(p, io, 512); }, io, 65536, [&](I v) { return v[100 * 256 + 60] == 0 && v[0] > 0; });
}
