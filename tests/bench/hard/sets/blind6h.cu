// blind6h: a sixth set of kernels that nobody had modelled when they were written. Particles and cells.
#include "blind6.h"
#include <numeric>

// ---- particles and cells
__global__ void near_in_cells(const float4 *p, const int *start, int *out, int n, int side)
{ // how many are nearer than a cell's side, in the 27 cells around
	int i = blockIdx.x * blockDim.x + threadIdx.x, many = 0;
	if (i >= n)
		return;
	float4 a = p[i];
	int x = a.x * side, y = a.y * side, z = a.z * side;
	for (int k = max(z - 1, 0); k <= min(z + 1, side - 1); k++)
		for (int j = max(y - 1, 0); j <= min(y + 1, side - 1); j++) {
			int row = (k * side + j) * side, end = start[row + min(x + 1, side - 1) + 1];
			for (int q = start[row + max(x - 1, 0)]; q < end; q++) {
				float4 b = p[q];
				float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
				many += dx * dx + dy * dy + dz * dz < 1.0f / (side * side);
			}
		}
	out[i] = many - 1;
}
__global__ void nearest_in_tree(const float2 *tree, const float2 *ask, int *out, int n)
{ // the nearest point in a tree that lies in an array (children of k: 2k + 1, 2k + 2)
	int i = blockIdx.x * blockDim.x + threadIdx.x, stack[32], top = 0, best = -1;
	float far[32], least = 1e30f;
	float2 q = ask[i];
	stack[top] = 0;
	far[top++] = 0;
	while (top) {
		int k = stack[--top];
		if (far[top] >= least)
			continue;
		while (k < n) {
			float2 p = tree[k];
			float dx = q.x - p.x, dy = q.y - p.y, d = dx * dx + dy * dy, side = 32 - __clz(k + 1) & 1 ? dx : dy;
			if (d < least) {
				least = d;
				best = k;
			}
			int other = 2 * k + (side < 0 ? 2 : 1);
			k = 2 * k + (side < 0 ? 1 : 2);
			if (other < n) {
				stack[top] = other;
				far[top++] = side * side;
			}
		}
	}
	out[i] = best;
}
__global__ void drift(float4 *p, const float2 *wind, int n, int side, int steps)
{ // particles in a field of wind, each step interpolated between four places
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float4 v = p[i];
	for (int k = 0; k < steps; k++) {
		int x = min(max((int)v.x, 0), side - 2), y = min(max((int)v.y, 0), side - 2);
		float a = v.x - x, b = v.y - y;
		float2 c = wind[y * side + x], d = wind[y * side + x + 1], e = wind[(y + 1) * side + x], f = wind[(y + 1) * side + x + 1];
		v.x += (c.x * (1 - a) + d.x * a) * (1 - b) + (e.x * (1 - a) + f.x * a) * b;
		v.y += (c.y * (1 - a) + d.y * a) * (1 - b) + (e.y * (1 - a) + f.y * a) * b;
	}
	p[i] = v;
}
__global__ void boxes_meet(const int4 *box, int *out, int n)
{ // how many boxes meet each box: all pairs, 128 at a time from shared memory
	__shared__ int4 s[128];
	int i = blockIdx.x * 128 + threadIdx.x, many = 0;
	int4 a = box[i];
	for (int from = 0; from < n; from += 128) {
		s[threadIdx.x] = box[from + threadIdx.x];
		__syncthreads();
		for (int k = 0; k < 128; k++)
			many += a.x <= s[k].z && s[k].x <= a.z && a.y <= s[k].w && s[k].y <= a.w;
		__syncthreads();
	}
	out[i] = many - 1;
}
__global__ void ropes(float2 *out, int rounds)
{ // a rope of 96 points a block: its pieces take back their length, the even ones and the odd ones in turn
	__shared__ float2 s[96];
	int t = threadIdx.x;
	s[t] = make_float2(t * 0.9f, t % (3 + blockIdx.x % 5) * 0.3f);
	__syncthreads();
	for (int k = 0; k < rounds; k++) {
		if (t % 2 == k % 2 && t < 95) {
			float2 a = s[t], b = s[t + 1];
			float dx = b.x - a.x, dy = b.y - a.y, l = sqrtf(dx * dx + dy * dy), f = (l - 1) / l;
			float p = t ? 0.5f : 0, q = 1 - p;
			s[t] = make_float2(a.x + p * f * dx, a.y + p * f * dy);
			s[t + 1] = make_float2(b.x - q * f * dx, b.y - q * f * dy - 0.001f);
		}
		__syncthreads();
	}
	out[blockIdx.x * 96 + t] = s[t];
}
__global__ void small_worlds(const u64 *in, u64 *out, int steps)
{ // Conway's game, a world of 64x64 a block, a row of bits a thread
	__shared__ u64 s[2][64];
	int t = threadIdx.x, now = 0;
	s[0][t] = in[blockIdx.x * 64 + t];
	__syncthreads();
	for (int k = 0; k < steps; k++) {
		u64 a = s[now][t - 1 & 63], b = s[now][t], c = s[now][t + 1 & 63], one = 0, two = 0, four = 0;
		u64 v[8] = { a << 1 | a >> 63, a, a >> 1 | a << 63, b << 1 | b >> 63, b >> 1 | b << 63, c << 1 | c >> 63, c,
			c >> 1 | c << 63 };
		for (int i = 0; i < 8; i++) {
			u64 carry = one & v[i], more = two & carry;
			one ^= v[i];
			two ^= carry;
			four |= more;
		}
		s[1 - now][t] = two & ~four & (one | b);
		now = 1 - now;
		__syncthreads();
	}
	out[blockIdx.x * 64 + t] = s[now][t];
}

void rows()
{
	const int M = 1 << 20;
	std::vector<unsigned> w = words(2 * M);
	std::vector<float> f = fractions(w);
	unsigned *u = upload(w);
	float *x = upload(f), *y = x + M, *o = dev<float>(M);
	int *io = dev<int>(M);
	typedef const std::vector<int> &I;
	typedef const std::vector<u64> &L;
	const int P = 32768, side = 16;
	std::vector<float4> dot(P), flat(65536);
	for (int i = 0; i < P; i++)
		dot[i] = make_float4(f[i * 3], f[i * 3 + 1], f[i * 3 + 2] * f[i * 3 + 2], 0);
	auto cell = [&](const float4 &p) { return ((int)(p.z * side) * side + (int)(p.y * side)) * side + (int)(p.x * side); };
	std::stable_sort(dot.begin(), dot.end(), [&](const float4 &a, const float4 &b) { return cell(a) < cell(b); });
	std::vector<int> begin(side * side * side + 1);
	for (const float4 &p : dot)
		begin[cell(p) + 1]++;
	std::partial_sum(begin.begin(), begin.end(), begin.begin());
	float4 *dd = upload(dot), *moved = dev<float4>(65536);
	int *bg = upload(begin);
	job<int>("near.in_cells", [&] { near_in_cells<<<P / 128, 128>>>(dd, bg, io, P, side); }, io, P, [&](I v) {
		bool ok = true;
		for (int i = 0; i < P; i += 499) {
			int many = -1, edge = 0;
			for (int k = 0; k < P; k++) {
				double a = dot[i].x - dot[k].x, b = dot[i].y - dot[k].y, c = dot[i].z - dot[k].z, d = (a * a + b * b + c * c) * side * side;
				many += d < 1, edge += std::fabs(d - 1) < 1e-5;
			}
			ok &= abs(many - v[i]) <= edge;
		}
		return ok;
	});
	std::vector<float2> spot(16383), tree(16383);
	for (int i = 0; i < 16383; i++)
		spot[i] = make_float2(f[i * 2], f[i * 2 + 1] * f[i * 2]);
	std::function<void(int, int, int)> grow = [&](int a, int b, int k) {
		if (a >= b)
			return;
		bool wide = (32 - __builtin_clz(k + 1)) & 1;
		std::nth_element(&spot[a], &spot[(a + b) / 2], &spot[0] + b, [&](float2 p, float2 q) { return wide ? p.x < q.x : p.y < q.y; });
		tree[k] = spot[(a + b) / 2];
		grow(a, (a + b) / 2, 2 * k + 1);
		grow((a + b) / 2 + 1, b, 2 * k + 2);
	};
	grow(0, 16383, 0);
	float2 *tr = upload(tree);
	job<int>("near.in_tree", [&] { nearest_in_tree<<<256, 128>>>(tr, (float2 *)y, io, 16383); }, io, 32768, [&](I v) {
		bool ok = true;
		for (int i = 0; i < 32768; i += 301) {
			double least = 1e30, got;
			for (int k = 0; k < 16383; k++) {
				double a = f[M + i * 2] - tree[k].x, b = f[M + i * 2 + 1] - tree[k].y;
				least = std::min(least, a * a + b * b);
				got = k == v[i] ? a * a + b * b : got;
			}
			ok &= got < least * 1.0001 + 1e-12;
		}
		return ok;
	});
	for (int i = 0; i < 65536; i++)
		flat[i] = make_float4(f[i] * 500, f[M + i] * 500, 0, 0);
	float4 *ft = upload(flat);
	job<float>(
		"drift.in_wind", [&] { drift<<<512, 128>>>(moved, (float2 *)x, 65536, 512, 20); }, (float *)moved, 65536 * 4, nullptr,
		[&] { CHECK(cudaMemcpy(moved, ft, M, cudaMemcpyDeviceToDevice)); });
	std::vector<int4> box(4096);
	for (int i = 0; i < 4096; i++) {
		int a = w[i] % 10000, b = w[i] / 10000 % 10000;
		box[i] = make_int4(a, b, a + w[M + i] % 300, b + w[M + i] / 300 % 300);
	}
	int4 *bx = upload(box);
	job<int>("boxes.meet", [&] { boxes_meet<<<32, 128>>>(bx, io, 4096); }, io, 4096, [&](I v) {
		bool ok = true;
		for (int i = 0; i < 4096; i++) {
			int many = -1;
			for (const int4 &b : box)
				many += box[i].x <= b.z && b.x <= box[i].z && box[i].y <= b.w && b.y <= box[i].w;
			ok &= many == v[i];
		}
		return ok;
	});
	job<float>("ropes.pulled", [&] { ropes<<<264, 96>>>((float2 *)o, 200); }, o, 264 * 192);
	u64 *worlds = (u64 *)u, *after = dev<u64>(65536);
	job<u64>("life.small_worlds", [&] { small_worlds<<<1024, 64>>>(worlds, after, 64); }, after, 65536, [&](L v) {
		std::vector<u64> a((u64 *)w.data(), (u64 *)w.data() + 64), b(64);
		for (int s = 0; s < 64; s++, a = b)
			for (int i = 0; i < 4096; i++) {
				int c = 0, y = i / 64, on = a[y] >> i % 64 & 1;
				for (int d = 0; d < 9; d++)
					c += d == 4 ? 0 : a[y + d / 3 - 1 & 63] >> (i % 64 + d % 3 - 1 & 63) & 1;
				b[y] = (b[y] & ~(1ull << i % 64)) | (u64)(c == 3 || (c == 2 && on)) << i % 64;
			}
		return std::equal(a.begin(), a.end(), v.begin());
	});
}
