// blind11a: a fresh set of kernels that nobody had modelled when they were written. Pictures of bodies: PET, CT, MRI.
#include "blind7.h"

__global__ void tracer_apart(const float *tissue, const float2 *blood, float2 *fit, int voxels, int frames, int first)
{ // how fast each voxel takes a tracer up: a line through late frames, where one frame follows the other in memory
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= voxels)
		return;
	float sx = 0, sy = 0, sxx = 0, sxy = 0, n = frames - first;
	for (int t = first; t < frames; t++) {
		float2 b = blood[t];
		float x = b.y / b.x, y = tissue[t * voxels + v] / b.x;
		sx += x, sy += y, sxx += x * x, sxy += x * y;
	}
	float slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
	fit[v] = make_float2(slope, (sy - slope * sx) / n);
}
__global__ void tracer_together(
	const float *tissue, const float2 *blood, float2 *fit, int voxels, int frames, int first)
{ // the same where all frames of a voxel lie together
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= voxels)
		return;
	float sx = 0, sy = 0, sxx = 0, sxy = 0, n = frames - first;
	for (int t = first; t < frames; t++) {
		float2 b = blood[t];
		float x = b.y / b.x, y = tissue[v * frames + t] / b.x;
		sx += x, sy += y, sxx += x * x, sxy += x * y;
	}
	float slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
	fit[v] = make_float2(slope, (sy - slope * sx) / n);
}
__global__ void tracer_lanes(const float *tissue, const float2 *blood, float2 *fit, int voxels, int frames, int first)
{ // the same by eight lanes a voxel
	int i = blockIdx.x * blockDim.x + threadIdx.x, v = i / 8, lane = i % 8;
	float sx = 0, sy = 0, sxx = 0, sxy = 0, n = frames - first;
	if (v < voxels)
		for (int t = first + lane; t < frames; t += 8) {
			float2 b = blood[t];
			float x = b.y / b.x, y = tissue[v * frames + t] / b.x;
			sx += x, sy += y, sxx += x * x, sxy += x * y;
		}
	for (int k = 4; k; k /= 2) {
		sx += __shfl_xor_sync(~0u, sx, k);
		sy += __shfl_xor_sync(~0u, sy, k);
		sxx += __shfl_xor_sync(~0u, sxx, k);
		sxy += __shfl_xor_sync(~0u, sxy, k);
	}
	float slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
	if (lane == 0 && v < voxels)
		fit[v] = make_float2(slope, (sy - slope * sx) / n);
}
__global__ void brightest_down(const unsigned short *vol, unsigned short *out, int w, int h, int d)
{ // the brightest voxel behind each pixel, seen from the top: one thread walks down
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, best = 0;
	for (int z = 0; z < d; z++)
		best = max(best, (int)vol[(z * h + y) * w + x]);
	out[y * w + x] = best;
}
__global__ void brightest_across(const unsigned short *vol, unsigned short *out, int w, int lines)
{ // the same seen from the side: one thread walks along its line of memory
	int l = blockIdx.x * blockDim.x + threadIdx.x, best = 0;
	if (l >= lines)
		return;
	for (int x = 0; x < w; x++)
		best = max(best, (int)vol[l * w + x]);
	out[l] = best;
}
__global__ void brightest_warp(const uint2 *vol, unsigned short *out, int lines)
{ // the same with a warp a line of 128: four voxels a load, two compared at once
	int l = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (l >= lines)
		return;
	uint2 v = vol[l * 32 + lane];
	unsigned both = __vmaxu2(v.x, v.y), best = max(both & 65535, both >> 16);
	best = __reduce_max_sync(~0u, best);
	if (lane == 0)
		out[l] = best;
}
__global__ void joint_memory(const byte *a, const byte *b, int *bins, int n)
{ // which grey meets which in two pictures of one place: 64 by 64 bins in memory
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&bins[(a[i] >> 2) * 64 + (b[i] >> 2)], 1);
}
__global__ void joint_shared(const uchar4 *a, const uchar4 *b, int *bins, int quads)
{ // the same in shared memory, four pixels a load
	__shared__ int own[4096];
	for (int i = threadIdx.x; i < 4096; i += blockDim.x)
		own[i] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x) {
		uchar4 p = a[i], q = b[i];
		atomicAdd(&own[(p.x >> 2) * 64 + (q.x >> 2)], 1);
		atomicAdd(&own[(p.y >> 2) * 64 + (q.y >> 2)], 1);
		atomicAdd(&own[(p.z >> 2) * 64 + (q.z >> 2)], 1);
		atomicAdd(&own[(p.w >> 2) * 64 + (q.w >> 2)], 1);
	}
	__syncthreads();
	for (int i = threadIdx.x; i < 4096; i += blockDim.x)
		if (own[i])
			atomicAdd(&bins[i], own[i]);
}
__global__ void joint_information(const int *bins, double *out, int n)
{ // how much one picture tells of the other, by one block
	__shared__ int row[64], col[64];
	__shared__ double part[32];
	int t = threadIdx.x;
	if (t < 64)
		row[t] = col[t] = 0;
	__syncthreads();
	for (int i = t; i < 4096; i += blockDim.x) {
		atomicAdd(&row[i / 64], bins[i]);
		atomicAdd(&col[i % 64], bins[i]);
	}
	__syncthreads();
	double sum = 0;
	for (int i = t; i < 4096; i += blockDim.x)
		if (bins[i])
			sum += (double)bins[i] / n * log((double)bins[i] * n / ((double)row[i / 64] * col[i % 64]));
	for (int k = 16; k; k /= 2)
		sum += __shfl_down_sync(~0u, sum, k);
	if (t % 32 == 0)
		part[t / 32] = sum;
	__syncthreads();
	if (t < 32) {
		sum = t < blockDim.x / 32 ? part[t] : 0;
		for (int k = 16; k; k /= 2)
			sum += __shfl_down_sync(~0u, sum, k);
		if (t == 0)
			*out = sum;
	}
}
__host__ __device__ float flows(float d, float edge)
{
	return d / (1 + d * d * edge);
}
__global__ void smear_step(const float *in, float *out, int w, int h, float edge)
{ // noise goes, edges stay: a step of a flow that is slow where the step is high
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	float c = in[y * w + x], sum = 0;
	sum += flows(in[y * w + max(x - 1, 0)] - c, edge);
	sum += flows(in[y * w + min(x + 1, w - 1)] - c, edge);
	sum += flows(in[max(y - 1, 0) * w + x] - c, edge);
	sum += flows(in[min(y + 1, h - 1) * w + x] - c, edge);
	out[y * w + x] = c + 0.2f * sum;
}
__global__ void smear_four(const float *in, float *out, int w, int h, float edge)
{ // four such steps within a tile that has four pixels of rim
	__shared__ float tile[2][32][33];
	int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 24 + tx - 4, y = blockIdx.y * 24 + ty - 4;
	float c = tile[0][ty][tx] = in[min(max(y, 0), h - 1) * w + min(max(x, 0), w - 1)];
	int left = x > 0 ? 1 : 0, right = x < w - 1 ? 1 : 0, up = y > 0 ? 1 : 0, down = y < h - 1 ? 1 : 0;
	for (int step = 0; step < 4; step++) {
		__syncthreads();
		if (tx > step && tx < 31 - step && ty > step && ty < 31 - step) {
			const float(*t)[33] = tile[step % 2];
			float sum = flows(t[ty][tx - left] - c, edge) + flows(t[ty][tx + right] - c, edge);
			sum += flows(t[ty - up][tx] - c, edge) + flows(t[ty + down][tx] - c, edge);
			c += 0.2f * sum;
			tile[1 - step % 2][ty][tx] = c;
		}
	}
	if (tx >= 4 && tx < 28 && ty >= 4 && ty < 28 && x < w && y < h)
		out[y * w + x] = c;
}
void rows()
{
	const int V = 60000, F = 32, FIRST = 9;
	auto w = words(1 << 21);
	auto f = fractions(w);
	std::vector<float2> blood(F);
	std::vector<float> apart(V * F), together(V * F), fit(2 * V);
	float area = 0;
	for (int t = 0; t < F; t++) {
		float level = 1 + 9 * std::exp(-t * 0.2f);
		area += level;
		blood[t] = { level, area };
	}
	for (int v = 0; v < V; v++) {
		double sx = 0, sy = 0, sxx = 0, sxy = 0, n = F - FIRST;
		for (int t = 0; t < F; t++) {
			float y = 0.02f * f[v] * blood[t].y + f[v + 1] * blood[t].x + f[v + t] * 0.05f;
			apart[t * V + v] = together[v * F + t] = y;
			if (t >= FIRST) {
				double a = blood[t].y / blood[t].x, b = y / blood[t].x;
				sx += a, sy += b, sxx += a * a, sxy += a * b;
			}
		}
		fit[2 * v] = (n * sxy - sx * sy) / (n * sxx - sx * sx);
		fit[2 * v + 1] = (sy - fit[2 * v] * sx) / n;
	}
	float2 *blo = upload(blood), *o2 = dev<float2>(V);
	float *ap = upload(apart), *to = upload(together), *out = (float *)o2;
	job<float>(
		"tracer.frames_apart", [&] { tracer_apart<<<(V + 127) / 128, 128>>>(ap, blo, o2, V, F, FIRST); }, out,
		2 * V, close_to(fit, 1e-3));
	job<float>(
		"tracer.frames_together", [&] { tracer_together<<<(V + 127) / 128, 128>>>(to, blo, o2, V, F, FIRST); },
		out, 2 * V, close_to(fit, 1e-3));
	job<float>(
		"tracer.eight_lanes", [&] { tracer_lanes<<<(V * 8 + 255) / 256, 256>>>(to, blo, o2, V, F, FIRST); },
		out, 2 * V, close_to(fit, 1e-3));
	const int W = 128, H = 112, D = 100;
	typedef unsigned short grey;
	std::vector<grey> vol(W * H * D), top(W * H), side(H * D);
	for (int i = 0; i < W * H * D; i++) {
		int x = i % W, y = i / W % H, z = i / W / H;
		vol[i] = w[i] % 40000;
		top[y * W + x] = std::max(top[y * W + x], vol[i]);
		side[z * H + y] = std::max(side[z * H + y], vol[i]);
	}
	grey *dv = upload(vol), *dg = dev<grey>(W * H);
	job<grey>(
		"brightest.from_top", [&] { brightest_down<<<dim3(W / 64, H), 64>>>(dv, dg, W, H, D); }, dg, W * H,
		same(top));
	job<grey>(
		"brightest.from_side", [&] { brightest_across<<<(H * D + 95) / 96, 96>>>(dv, dg, W, H * D); }, dg,
		H * D, same(side));
	job<grey>(
		"brightest.side_warp", [&] { brightest_warp<<<H * D / 8, 256>>>((uint2 *)dv, dg, H * D); }, dg, H * D,
		same(side));
	const int N = 520 * 480;
	std::vector<byte> a(N), b(N);
	std::vector<int> bins(4096);
	for (int i = 0; i < N; i++) {
		a[i] = 128 + 90 * std::sin(i % 520 * 0.02f) * std::cos(i / 520 * 0.03f) + w[i] % 20;
		b[i] = 255 - a[i] / 2 - w[i] / 64 % 16;
		bins[a[i] / 4 * 64 + b[i] / 4]++;
	}
	byte *da = upload(a), *db = upload(b);
	int *di = dev<int>(4096), *full = upload(bins);
	auto clear = [&] { CHECK(cudaMemset(di, 0, 4096 * 4)); };
	job<int>(
		"joint.memory", [&] { joint_memory<<<200, 192>>>(da, db, di, N); }, di, 4096, same(bins), clear);
	job<int>(
		"joint.shared", [&] { joint_shared<<<66, 256>>>((uchar4 *)da, (uchar4 *)db, di, N / 4); }, di, 4096,
		same(bins), clear);
	std::vector<double> told(1);
	std::vector<long> ra(64), rb(64);
	for (int i = 0; i < 4096; i++)
		ra[i / 64] += bins[i], rb[i % 64] += bins[i];
	for (int i = 0; i < 4096; i++)
		if (bins[i])
			told[0] += bins[i] / (double)N * std::log((double)bins[i] * N / (ra[i / 64] * rb[i % 64]));
	double *dd = dev<double>(1);
	job<double>(
		"joint.one_block_logs", [&] { joint_information<<<1, 768>>>(full, dd, N); }, dd, 1,
		close_to(told, 1e-9));
	const int PW = 500, PH = 330;
	std::vector<float> pic(PW * PH), now, next(PW * PH);
	for (int i = 0; i < PW * PH; i++)
		pic[i] = (i % PW / 50 + i / PW / 40) % 3 + f[i] * 0.3f;
	now = pic;
	for (int step = 0; step < 4; step++, now.swap(next))
		for (int i = 0; i < PW * PH; i++) {
			int x = i % PW, y = i / PW;
			float c = now[i], sum = flows(now[i - (x > 0)] - c, 8) + flows(now[i + (x < PW - 1)] - c, 8);
			sum += flows(now[i - (y > 0) * PW] - c, 8) + flows(now[i + (y < PH - 1) * PW] - c, 8);
			next[i] = c + 0.2f * sum;
		}
	float *p0 = upload(pic), *p1 = dev<float>(PW * PH), *p2 = dev<float>(PW * PH);
	dim3 grid((PW + 31) / 32, (PH + 5) / 6), block(32, 6);
	job<float>(
		"smear.four_launches",
		[&] {
			smear_step<<<grid, block>>>(p0, p1, PW, PH, 8);
			smear_step<<<grid, block>>>(p1, p2, PW, PH, 8);
			smear_step<<<grid, block>>>(p2, p1, PW, PH, 8);
			smear_step<<<grid, block>>>(p1, p2, PW, PH, 8);
		},
		p2, PW * PH, close_to(now));
	job<float>(
		"smear.one_launch",
		[&] { smear_four<<<dim3((PW + 23) / 24, (PH + 23) / 24), dim3(32, 32)>>>(p0, p2, PW, PH, 8); }, p2,
		PW * PH, close_to(now));
}
