// blind7i: a seventh set of kernels that nobody had modelled when they were written. Elements, prices, tables, lists.
#include "blind7.h"
#include <cuda_bf16.h>

typedef __nv_bfloat16 bf;
__device__ float warp_sum(float v)
{
	for (int d = 16; d; d /= 2)
		v += __shfl_xor_sync(~0u, v, d);
	return v;
}
// ---- element by element
__global__ void gelu_bf16(const bf *in, const bf *bias, bf *out, int n, int wide)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		float v = __bfloat162float(in[i]) + __bfloat162float(bias[i % wide]);
		out[i] = __float2bfloat16(0.5f * v * (1 + erff(v * 0.70710678f)));
	}
}
__global__ void gelu_tanh_bf16(const uint4 *in, uint4 *out, int n8)
{ // eight a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n8)
		return;
	uint4 w = in[i];
	__nv_bfloat162 *p = (__nv_bfloat162 *)&w;
#pragma unroll
	for (int k = 0; k < 4; k++) {
		float2 v = __bfloat1622float2(p[k]);
		v.x *= 1 / (1 + __expf(-1.5957691f * (v.x + 0.044715f * v.x * v.x * v.x)));
		v.y *= 1 / (1 + __expf(-1.5957691f * (v.y + 0.044715f * v.y * v.y * v.y)));
		p[k] = __float22bfloat162_rn(v);
	}
	out[i] = w;
}
__global__ void learn_adam(float *p, const float *g, float *m, float *v, int n, float rate)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float a = m[i] = 0.9f * m[i] + 0.1f * g[i], b = v[i] = 0.999f * v[i] + 0.001f * g[i] * g[i];
	p[i] -= rate * (a * 10 / (sqrtf(b * 1000) + 1e-8f) + 0.01f * p[i]);
}
__global__ void memory_cell(const float *x, const float *u, float *h, float *c, int n)
{ // one step of an LSTM: a warp a cell, four rows of weights
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	float s[4];
	for (int g = 0; g < 4; g++) {
		float a = 0;
		for (int k = lane; k < n; k += 32)
			a += u[(g * n + i) * n + k] * x[k];
		s[g] = warp_sum(a) / n;
	}
	if (lane == 0) {
		float keep = 1 / (1 + __expf(-s[0])), take = 1 / (1 + __expf(-s[1])), give = 1 / (1 + __expf(-s[2]));
		c[i] = keep * c[i] + take * tanhf(s[3]);
		h[i] = give * tanhf(c[i]);
	}
}
__global__ void bytes_line(const int *a, const int *b, const float *sa, const float *sb, float *out, int k4)
{ // a layer in bytes: a warp an output, rows with scales
	int x = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, y = blockIdx.y, s = 0;
	for (int i = threadIdx.x % 32; i < k4; i += 32)
		s = __dp4a(a[y * k4 + i], b[x * k4 + i], s);
	s = __reduce_add_sync(~0u, s);
	if (threadIdx.x % 32 == 0)
		out[y * gridDim.x * (blockDim.x / 32) + x] = s * sa[y] * sb[x];
}
__device__ unsigned draw(unsigned &s)
{
	s ^= s << 13;
	s ^= s >> 17;
	return s ^= s << 5;
}
// ---- prices
__device__ float below(float x)
{
	return 0.5f * erfcf(-x * 0.70710678f);
}
__global__ void formula(const float *s, const float *k, const float *t, float *call, float *put, int n, float r, float v)
{ // Black and Scholes
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float q = v * sqrtf(t[i]), a = (logf(s[i] / k[i]) + (r + 0.5f * v * v) * t[i]) / q, e = k[i] * expf(-r * t[i]);
	call[i] = s[i] * below(a) - e * below(a - q);
	put[i] = e * below(q - a) - s[i] * below(-a);
}
__global__ void tree_shared(const float *s, float *out, int steps)
{ // an option a block: the last step's prices, then back
	__shared__ float v[257];
	int t = threadIdx.x;
	float up = expf(0.3f * sqrtf(1.0f / steps)), down = 1 / up, g = expf(0.02f / steps), p = (g - down) / (up - down);
	for (int i = t; i <= steps; i += blockDim.x)
		v[i] = fmaxf(s[blockIdx.x] * powf(up, 2.0f * i - steps) - 1, 0);
	for (int k = steps; k > 0; k--) {
		__syncthreads();
		float a = 0;
		if (t < k)
			a = (p * v[t + 1] + (1 - p) * v[t]) / g;
		__syncthreads();
		if (t < k)
			v[t] = a;
	}
	if (t == 0)
		out[blockIdx.x] = v[0];
}
__global__ void tree_thread(const float *s, float *out, int steps, float *room)
{ // an option a thread, its prices in memory
	int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
	float up = expf(0.3f * sqrtf(1.0f / steps)), down = 1 / up, g = expf(0.02f / steps), p = (g - down) / (up - down);
	for (int k = 0; k <= steps; k++)
		room[k * n + i] = fmaxf(s[i] * powf(up, 2.0f * k - steps) - 1, 0);
	for (int k = steps; k > 0; k--) {
		float low = room[i];
		for (int j = 0; j < k; j++) {
			float high = room[(j + 1) * n + i];
			room[j * n + i] = (p * high + (1 - p) * low) / g;
			low = high;
		}
	}
	out[i] = room[i];
}
__global__ void mean_paths(float *pay, int steps, float drift, float v)
{ // what the mean of a path is worth above 1
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned s = (i + 1) * 2246822519u;
	float x = 0, sum = 0;
	for (int k = 0; k < steps; k += 2) {
		float a = ((draw(s) >> 8) + 1) * (1 / 16777217.0f), b = (draw(s) >> 8) * (6.2831853f / 16777216), r = sqrtf(-2 * __logf(a));
		x += drift + v * r * __cosf(b);
		sum += __expf(x);
		x += drift + v * r * __sinf(b);
		sum += __expf(x);
	}
	pay[i] = fmaxf(sum / steps - 1, 0);
}
__host__ __device__ inline unsigned mixed(unsigned v)
{
	v ^= v >> 16;
	v *= 0x7feb352d;
	v ^= v >> 15;
	return v * 0x846ca68b;
}
// ---- tables of keys
__global__ void table_put(const unsigned *key, unsigned *slot, int n, unsigned mask)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned k = key[i], at = mixed(k) & mask;
	while (true) {
		unsigned was = atomicCAS(&slot[at], 0, k);
		if (was == 0 || was == k)
			return;
		at = (at + 1) & mask;
	}
}
__global__ void table_get(const unsigned *key, const unsigned *slot, int *found, int n, unsigned mask)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned k = key[i], at = mixed(k) & mask, s;
	while ((s = slot[at]) != 0 && s != k)
		at = (at + 1) & mask;
	found[i] = s == k;
}
__global__ void table_get_lanes(const unsigned *key, const unsigned *slot, int *found, int n, unsigned mask)
{ // eight lanes look at eight slots in a row
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 8, lane = threadIdx.x % 8, shift = threadIdx.x % 32 / 8 * 8;
	unsigned k = key[i], at = mixed(k) & mask, yes, end;
	unsigned group = 255u << shift;
	do {
		unsigned s = slot[(at + lane) & mask];
		yes = __ballot_sync(group, s == k);
		end = __ballot_sync(group, s == 0);
		at += 8;
	} while (!yes && !end);
	if (lane == 0)
		found[i] = yes && (!end || __ffs(yes) < __ffs(end));
}
__global__ void bloom_put(const unsigned *key, unsigned *bits, int n, unsigned mask)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned a = mixed(key[i]), b = mixed(a ^ 0x9e3779b9) | 1;
	for (int k = 0; k < 4; k++, a += b)
		atomicOr(&bits[(a & mask) / 32], 1u << a % 32);
}
__global__ void bloom_ask(const unsigned *key, const unsigned *bits, byte *yes, int n, unsigned mask)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned a = mixed(key[i]), b = mixed(a ^ 0x9e3779b9) | 1;
	bool all = true;
	for (int k = 0; k < 4 && all; k++, a += b)
		all = bits[(a & mask) / 32] >> a % 32 & 1;
	yes[i] = all;
}
// ---- lists and trees
__global__ void list_jump(const int2 *in, int2 *out, int n)
{ // x: the next one, y: how far it is to there
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int2 a = in[i];
	if (a.x != i) {
		int2 b = in[a.x];
		a = make_int2(b.x, a.y + b.y);
	}
	out[i] = a;
}
__global__ void list_walk(const int *next, int *sum, int steps, int stride)
{ // a list a thread, element by element
	int i = (blockIdx.x * blockDim.x + threadIdx.x) * stride, s = 0;
	for (int k = 0; k < steps; k++) {
		i = next[i];
		s += i;
	}
	sum[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
__global__ void search_sorted(const unsigned *a, const unsigned *key, int *place, int n, int m)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, lo = 0, hi = n;
	unsigned k = key[i];
	while (lo < hi) {
		int mid = (lo + hi) / 2;
		if (a[mid] < k)
			lo = mid + 1;
		else
			hi = mid;
	}
	place[i] = lo;
}
__global__ void search_levels(const unsigned *a, const unsigned *key, int *place, int n)
{ // the same keys laid out level by level, from 1; n + 1 a power of two
	int i = blockIdx.x * blockDim.x + threadIdx.x, at = 1;
	unsigned k = key[i];
	while (at <= n)
		at = 2 * at + (a[at] < k);
	place[i] = at - n - 1;
}

void rows()
{
	const int M = 1 << 21, T = 1 << 18;
	std::vector<unsigned> w = words(M);
	std::vector<float> f = fractions(w), g(f);
	for (float &v : g)
		v = v * 4 - 2;
	std::vector<bf> bfs(M);
	for (int i = 0; i < M; i++)
		bfs[i] = __float2bfloat16(g[i]);
	float *x = upload(g), *o = dev<float>(M), *o2 = dev<float>(M), *o3 = dev<float>(M);
	bf *bx = upload(bfs), *bo = dev<bf>(M);
	int *io = dev<int>(T);
	typedef const std::vector<bf> &BF;
	typedef const std::vector<float> &F;
	typedef const std::vector<int> &I;
	auto bf_right = [&](BF v, const std::function<double(int)> &want) {
		bool ok = true;
		for (size_t i = 0; i < v.size(); i++)
			ok &= near(__bfloat162float(v[i]), want(i), 0.01);
		return ok;
	};
	job<bf>("gelu.one_by_one", [&] { gelu_bf16<<<M / 256, 256>>>(bx, bx + 7, bo, M, 768); }, bo, M, [&](BF v) {
		return bf_right(v, [&](int i) {
			double e = __bfloat162float(bfs[i]) + __bfloat162float(bfs[7 + i % 768]);
			return 0.5 * e * (1 + std::erf(e * 0.70710678));
		});
	});
	job<bf>("gelu.eight_a_thread", [&] { gelu_tanh_bf16<<<M / 2048, 256>>>((uint4 *)bx, (uint4 *)bo, M / 8); }, bo, M, [&](BF v) {
		return bf_right(v, [&](int i) { return 0.5 * __bfloat162float(bfs[i]) * (1 + std::erf(__bfloat162float(bfs[i]) * 0.70710678)); });
	});
	job<float>("learn.adam", [&] { learn_adam<<<M / 256, 256>>>(o, x, o2, o3, M, 0.001f); }, o, M, [&](F v) {
		bool ok = true;
		for (int i = 0; i < M; i++)
			ok &= std::fabs(v[i] - g[i] * (1 - 1e-5)) < 0.00101;
		return ok;
	}, [&] {
		CHECK(cudaMemcpy(o, x, M * 4, cudaMemcpyDeviceToDevice));
		CHECK(cudaMemset(o2, 0, M * 4));
		CHECK(cudaMemset(o3, 0, M * 4));
	});
	job<float>(
		"cell.eight_steps",
		[&] {
			for (int k = 0; k < 8; k++)
				memory_cell<<<64, 128>>>(k ? o2 + (k - 1) * 256 : x + 777, x, o2 + k * 256, o3, 256);
		},
		o2, 2048, nullptr, [&] { CHECK(cudaMemset(o3, 0, 1024)); });
	job<float>("line.in_bytes", [&] { bytes_line<<<dim3(64, 32), 128>>>((int *)x, (int *)x + 9000, x + 50, x + 60, o, 128); }, o, 256 * 32, [&](F v) {
		const signed char *a = (const signed char *)g.data(), *b = a + 36000;
		bool ok = true;
		for (int i = 0; i < 256 * 32; i += 3) {
			int s = 0;
			for (int k = 0; k < 512; k++)
				s += a[i / 256 * 512 + k] * b[i % 256 * 512 + k];
			ok &= near(v[i], (double)s * g[50 + i / 256] * g[60 + i % 256], 1e-3);
		}
		return ok;
	});
	std::vector<float> spot(65536);
	for (int i = 0; i < 65536; i++)
		spot[i] = 0.5f + f[i];
	float *st = upload(spot);
	job<float>("price.formula", [&] { formula<<<256, 256>>>(st, st + 100, st + 200, o, o2, 65000, 0.02f, 0.3f); }, o, 65000, [&](F v) {
		bool ok = true;
		for (int i = 0; i < 65000; i++) {
			double t = spot[i + 200], k = spot[i + 100], s = spot[i], q = 0.3 * std::sqrt(t), a = (std::log(s / k) + 0.065 * t) / q;
			ok &= near(v[i], 0.5 * (s * std::erfc(-a / std::sqrt(2)) - k * std::exp(-0.02 * t) * std::erfc((q - a) / std::sqrt(2))), 1e-3);
		}
		return ok;
	});
	auto tree = [&](F v) {
		bool ok = true;
		for (size_t i = 0; i < v.size(); i++) {
			double s = spot[i], a = (std::log(s) + 0.065) / 0.3;
			ok &= std::fabs(v[i] - 0.5 * (s * std::erfc(-a / std::sqrt(2)) - std::exp(-0.02) * std::erfc((0.3 - a) / std::sqrt(2)))) < 0.01;
		}
		return ok;
	};
	job<float>("price.tree_a_block", [&] { tree_shared<<<512, 128>>>(st, o, 64); }, o, 512, tree);
	job<float>("price.tree_a_thread", [&] { tree_thread<<<8, 64>>>(st, o, 64, o2); }, o, 512, tree);
	job<float>("price.mean_paths", [&] { mean_paths<<<128, 128>>>(o, 64, -0.0002f, 0.03f); }, o, 16384, [](F v) {
		double s = 0;
		for (float e : v)
			s += e;
		return s / v.size() > 0.05 && s / v.size() < 0.08;
	});
	std::vector<unsigned> key(w.begin(), w.begin() + T), lookup(T), sorted;
	for (int i = 0; i < T; i++) {
		key[i] = key[i] % 400000 * 2 + 1;
		lookup[i] = w[T + i] % 800000 + 1;
	}
	sorted = key;
	std::sort(sorted.begin(), sorted.end());
	std::vector<int> known(T), places(T);
	for (int i = 0; i < T; i++)
		known[i] = std::binary_search(sorted.begin(), sorted.end(), lookup[i]);
	unsigned *kd = upload(key), *ld = upload(lookup), *slot = dev<unsigned>(2 * T), *bits = dev<unsigned>(T / 4);
	byte *yes = dev<byte>(T);
	auto wipe = [&] { CHECK(cudaMemset(slot, 0, 8 * T)); };
	job<unsigned>("table.put", [&] { table_put<<<T / 256, 256>>>(kd, slot, T, 2 * T - 1); }, slot, 2 * T, [&](const std::vector<unsigned> &v) {
		std::vector<unsigned> a(sorted), b;
		a.erase(std::unique(a.begin(), a.end()), a.end());
		for (unsigned e : v)
			if (e)
				b.push_back(e);
		std::sort(b.begin(), b.end());
		return a == b;
	}, wipe);
	wipe();
	table_put<<<T / 256, 256>>>(kd, slot, T, 2 * T - 1);
	job<int>("table.get", [&] { table_get<<<T / 256, 256>>>(ld, slot, io, T, 2 * T - 1); }, io, T, same(known));
	job<int>("table.get_by_eight", [&] { table_get_lanes<<<T / 32, 256>>>(ld, slot, io, T, 2 * T - 1); }, io, T, same(known));
	job<byte>(
		"table.filter_of_bits",
		[&] {
			bloom_put<<<T / 1024, 256>>>(kd, bits, T / 4, T * 2 - 1);
			bloom_ask<<<T / 256, 256>>>(ld, bits, yes, T, T * 2 - 1);
		},
		yes, T,
		[&](const std::vector<byte> &v) { // none is missed; few are said to be there that are not
			std::vector<unsigned> put(key.begin(), key.begin() + T / 4);
			std::sort(put.begin(), put.end());
			int missed = 0, more = 0;
			for (int i = 0; i < T; i++) {
				bool there = std::binary_search(put.begin(), put.end(), lookup[i]);
				missed += there && !v[i];
				more += !there && v[i];
			}
			return !missed && more > T / 200 && more < T / 20;
		},
		[&] { CHECK(cudaMemset(bits, 0, T)); });
	const int J = 32768;
	std::vector<int> perm(J), next(J), order(J);
	for (int i = 0; i < J; i++)
		perm[i] = i;
	for (int i = J - 1; i > 0; i--)
		std::swap(perm[i], perm[w[i] % (i + 1)]);
	std::vector<int2> hop(J), ends(J);
	for (int i = 0; i < J; i++) {
		next[perm[i]] = perm[(i + 1) % J];
		hop[perm[i]] = make_int2(i < J - 1 ? perm[i + 1] : perm[i], i < J - 1);
		order[perm[i]] = J - 1 - i;
	}
	int2 *hp = upload(hop), *ha = dev<int2>(J), *hb = dev<int2>(J);
	int *nx = upload(next);
	job<int>(
		"list.jumps",
		[&] {
			for (int k = 0; k < 15; k++)
				list_jump<<<J / 256, 256>>>(k == 0 ? hp : k % 2 ? ha : hb, k % 2 ? hb : ha, J);
		},
		(int *)ha, 2 * J, [&](I v) {
			bool ok = true;
			for (int i = 0; i < J; i++)
				ok &= v[2 * i] == perm[J - 1] && v[2 * i + 1] == order[i];
			return ok;
		});
	job<int>("list.walks", [&] { list_walk<<<32, 32>>>(nx, io, 100, 32); }, io, 1024, [&](I v) {
		bool ok = true;
		for (int t = 0; t < 1024; t++) {
			int s = 0, i = t * 32;
			for (int k = 0; k < 100; k++)
				s += i = next[i];
			ok &= v[t] == s;
		}
		return ok;
	});
	std::vector<unsigned> heap(T);
	const int S = T - 1; // in order under a heap's numbers
	std::function<void(int, int &)> lay = [&](int i, int &k) {
		if (i <= S) {
			lay(2 * i, k);
			heap[i] = sorted[k++];
			lay(2 * i + 1, k);
		}
	};
	int k0 = 0;
	lay(1, k0);
	for (int i = 0; i < T; i++)
		places[i] = std::lower_bound(sorted.begin(), sorted.begin() + S, lookup[i]) - sorted.begin();
	unsigned *so = upload(sorted), *he = upload(heap);
	job<int>("search.in_order", [&] { search_sorted<<<T / 512, 256>>>(so, ld, io, S, T / 2); }, io, T / 2,
		same(std::vector<int>(places.begin(), places.begin() + T / 2)));
	job<int>("search.by_levels", [&] { search_levels<<<T / 512, 256>>>(he, ld, io, S); }, io, T / 2,
		same(std::vector<int>(places.begin(), places.begin() + T / 2)));
}
