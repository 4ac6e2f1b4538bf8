/* blind8l: an eighth set of kernels that nobody had modelled when they were written. Finance and chance; meshes:
 * normals, triangles to pixels, figures that follow their bones. */
#include "blind7.h"
#include <curand_kernel.h>

__global__ void asian(float *out, int n, int days, float vol, float drift, float strike)
{ // the mean of a price's path decides; numbers from cuRAND, four at once
	__shared__ float part[8];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	curandStatePhilox4_32_10_t state;
	curand_init(1234, i, 0, &state);
	float s = 100, mean = 0;
	for (int d = 0; d < days; d += 4) {
		float4 z = curand_normal4(&state);
		s *= __expf(drift + vol * z.x);
		mean += s;
		s *= __expf(drift + vol * z.y);
		mean += s;
		s *= __expf(drift + vol * z.z);
		mean += s;
		s *= __expf(drift + vol * z.w);
		mean += s;
	}
	float v = i < n ? fmaxf(mean / days - strike, 0.0f) : 0;
	for (int k = 16; k; k /= 2)
		v += __shfl_down_sync(~0u, v, k);
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = v;
	__syncthreads();
	if (threadIdx.x == 0) {
		for (int k = 1; k < blockDim.x / 32; k++)
			v += part[k];
		atomicAdd(out, v / n);
	}
}
__host__ __device__ unsigned next(unsigned &s)
{
	s ^= s << 13;
	s ^= s >> 17;
	return s ^= s << 5;
}
__host__ __device__ unsigned seed(unsigned i)
{
	i = (i + 1) * 2654435761u;
	i = (i ^ i >> 15) * 2246822519u;
	return i ^ i >> 13 | 1;
}
__global__ void knocked_out(int *out, int n, int days, int low)
{ // a walk in whole steps that ends worthless when it gets too low; unlike lengths
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned s = seed(i);
	int v = 1000;
	for (int d = 0; d < days; d++) {
		unsigned r = next(s);
		v += (int)(r >> 8 & 127) + (int)(r >> 15 & 127) - 127;
		if (v <= low) {
			v = 0;
			break;
		}
	}
	out[i] = v > 1000 ? v - 1000 : 0;
}
__constant__ float lower[36], held[8];
__device__ void two_normals(unsigned &s, float &a, float &b)
{
	float r = sqrtf(-2 * __logf(((next(s) >> 8) + 1) / 16777217.0f)), t = 6.2831853f * (next(s) >> 8) / 16777216.0f;
	a = r * __cosf(t);
	b = r * __sinf(t);
}
__global__ void risk(int *bins, int n, int each)
{ // eight shares that depend on one another: how often each loss, in 128 bins
	__shared__ int s[128];
	for (int i = threadIdx.x; i < 128; i += blockDim.x)
		s[i] = 0;
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned r = seed(i);
	for (int e = 0; e < each; e++) {
		float z[8], sum = 0;
		for (int k = 0; k < 8; k += 2)
			two_normals(r, z[k], z[k + 1]);
#pragma unroll
		for (int k = 0, at = 0; k < 8; k++) {
			float m = 0;
#pragma unroll
			for (int l = 0; l <= k; l++)
				m += lower[at++] * z[l];
			sum += held[k] * (__expf(0.02f * m) - 1);
		}
		atomicAdd(&s[min(max((int)floorf(sum * 400) + 64, 0), 127)], 1);
	}
	__syncthreads();
	for (int i = threadIdx.x; i < 128; i += blockDim.x)
		atomicAdd(&bins[i], s[i]);
}
__host__ __device__ double call(double s, double k, double t, double vol, double *slope)
{
	double v = vol * sqrt(t), d1 = log(s / k) / v + v / 2, d2 = d1 - v;
	*slope = s * exp(-d1 * d1 / 2) * 0.3989422804014327 * sqrt(t);
	return s * 0.5 * erfc(-d1 * 0.7071067811865476) - k * 0.5 * erfc(-d2 * 0.7071067811865476);
}
__global__ void implied_newton(const double *price, const double *strike, double *vol, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double v = 0.5, slope;
	for (int k = 0; k < 20; k++) {
		double e = call(100, strike[i], 1, v, &slope) - price[i];
		if (fabs(e) < 1e-10)
			break;
		v -= e / slope;
	}
	vol[i] = v;
}
__host__ __device__ float call_float(float s, float k, float vol)
{
	float d1 = logf(s / k) / vol + vol / 2, d2 = d1 - vol;
	return s * 0.5f * erfcf(-d1 * 0.70710678f) - k * 0.5f * erfcf(-d2 * 0.70710678f);
}
__global__ void implied_halving(const double *price, const double *strike, double *vol, int n)
{ // in floats, 24 times
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float p = price[i], k = strike[i], lo = 0.01f, hi = 2;
	for (int e = 0; e < 24; e++) {
		float mid = (lo + hi) / 2;
		if (call_float(100, k, mid) < p)
			lo = mid;
		else
			hi = mid;
	}
	vol[i] = (lo + hi) / 2;
}
__global__ void option_grid(const double *strike, double *out, int steps)
{ // an option a block: prices of 256 stock values, step by step back in time, and never less than at once
	__shared__ double s[2][258];
	int j = threadIdx.x + 1;
	double k = strike[blockIdx.x], stock = j, now = fmax(k - stock, 0.0), dt = 1.0 / steps;
	double a = 0.5 * dt * (0.0225 * j * j - 0.03 * j), b = 1 - dt * (0.0225 * j * j + 0.03), c = 0.5 * dt * (0.0225 * j * j + 0.03 * j);
	if (j == 1) {
		s[0][0] = s[1][0] = k;
		s[0][257] = s[1][257] = 0;
	}
	s[0][j] = now;
	for (int t = 0; t < steps; t++) {
		__syncthreads();
		double v = a * s[t & 1][j - 1] + b * s[t & 1][j] + c * s[t & 1][j + 1];
		s[~t & 1][j] = fmax(v, now);
	}
	out[blockIdx.x * 256 + j - 1] = s[steps & 1][j];
}
__global__ void resamples(const int *value, int n, u64 *sum)
{ // each block draws as many as there are, with putting back
	__shared__ u64 total;
	if (threadIdx.x == 0)
		total = 0;
	__syncthreads();
	unsigned s = seed(blockIdx.x * blockDim.x + threadIdx.x);
	u64 mine = 0;
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		mine += value[__umulhi(next(s), n)];
	for (int d = 16; d; d /= 2)
		mine += __shfl_xor_sync(~0u, mine, d);
	if (threadIdx.x % 32 == 0)
		atomicAdd(&total, mine);
	__syncthreads();
	if (threadIdx.x == 0)
		sum[blockIdx.x] = total;
}
__global__ void resamples_shared(const int *value, int n, u64 *sum)
{
	extern __shared__ int own[];
	__shared__ u64 total;
	if (threadIdx.x == 0)
		total = 0;
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		own[i] = value[i];
	__syncthreads();
	unsigned s = seed(blockIdx.x * blockDim.x + threadIdx.x);
	u64 mine = 0;
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		mine += own[__umulhi(next(s), n)];
	for (int d = 16; d; d /= 2)
		mine += __shfl_xor_sync(~0u, mine, d);
	if (threadIdx.x % 32 == 0)
		atomicAdd(&total, mine);
	__syncthreads();
	if (threadIdx.x == 0)
		sum[blockIdx.x] = total;
}
__device__ float3 side(const float3 *v, int3 t)
{
	float3 a = v[t.x], b = v[t.y], c = v[t.z];
	float ux = b.x - a.x, uy = b.y - a.y, uz = b.z - a.z, wx = c.x - a.x, wy = c.y - a.y, wz = c.z - a.z;
	return make_float3(uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx);
}
__global__ void normals_add(const float3 *v, const int3 *tri, float3 *out, int n)
{ // a triangle a thread, its normal is added to three corners
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int3 t = tri[i];
	float3 m = side(v, t);
	int at[3] = { t.x, t.y, t.z };
	for (int k = 0; k < 3; k++) {
		atomicAdd(&out[at[k]].x, m.x);
		atomicAdd(&out[at[k]].y, m.y);
		atomicAdd(&out[at[k]].z, m.z);
	}
}
__global__ void normals_unit(float3 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float3 m = out[i];
	float r = rsqrtf(m.x * m.x + m.y * m.y + m.z * m.z);
	out[i] = make_float3(m.x * r, m.y * r, m.z * r);
}
__global__ void normals_collect(const float3 *v, const int3 *tri, const int *first, const int *of, float3 *out, int n)
{ // a corner a thread, which knows its triangles
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float3 s = make_float3(0, 0, 0);
	for (int k = first[i]; k < first[i + 1]; k++) {
		float3 m = side(v, tri[of[k]]);
		s.x += m.x;
		s.y += m.y;
		s.z += m.z;
	}
	float r = rsqrtf(s.x * s.x + s.y * s.y + s.z * s.z);
	out[i] = make_float3(s.x * r, s.y * r, s.z * r);
}
struct Flat {
	short x[3], y[3];
	int depth;
};
__host__ __device__ bool covers(const Flat &t, int x, int y)
{
	for (int k = 0; k < 3; k++) {
		int l = k == 2 ? 0 : k + 1;
		if ((t.x[l] - t.x[k]) * (y - t.y[k]) - (t.y[l] - t.y[k]) * (x - t.x[k]) < 0)
			return false;
	}
	return true;
}
template <int LANES> __global__ void draw(const Flat *tri, u64 *pixel, int n, int w)
{ // a triangle a thread, or a warp: of each pixel the nearest triangle stays
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
	if (i >= n)
		return;
	Flat t = tri[i];
	int x0 = min(min(t.x[0], t.x[1]), t.x[2]), x1 = max(max(t.x[0], t.x[1]), t.x[2]);
	int y0 = min(min(t.y[0], t.y[1]), t.y[2]), y1 = max(max(t.y[0], t.y[1]), t.y[2]);
	int wide = x1 - x0 + 1, all = wide * (y1 - y0 + 1);
	for (int k = lane; k < all; k += LANES) {
		int x = x0 + k % wide, y = y0 + k / wide;
		if (covers(t, x, y))
			atomicMin(&pixel[y * w + x], (u64)t.depth << 32 | i);
	}
}
struct Bone {
	float m[12];
};
__device__ float3 moved(const Bone &b, float4 p)
{
	return make_float3(b.m[0] * p.x + b.m[1] * p.y + b.m[2] * p.z + b.m[3],
		b.m[4] * p.x + b.m[5] * p.y + b.m[6] * p.z + b.m[7], b.m[8] * p.x + b.m[9] * p.y + b.m[10] * p.z + b.m[11]);
}
template <bool SHARED>
__global__ void skin(const float4 *v, const uchar4 *which, const float4 *weight, const Bone *bones, float4 *out, int n)
{ // each vertex follows four of 64 bones
	__shared__ Bone own[SHARED ? 64 : 1];
	if (SHARED) {
		for (int i = threadIdx.x; i < 64 * 12; i += blockDim.x)
			((float *)own)[i] = ((const float *)bones)[i];
		__syncthreads();
		bones = own;
	}
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float4 p = v[i], w = weight[i];
	uchar4 k = which[i];
	float3 a = moved(bones[k.x], p), b = moved(bones[k.y], p), c = moved(bones[k.z], p), d = moved(bones[k.w], p);
	out[i] = make_float4(w.x * a.x + w.y * b.x + w.z * c.x + w.w * d.x, w.x * a.y + w.y * b.y + w.z * c.y + w.w * d.y,
		w.x * a.z + w.y * b.z + w.z * c.z + w.w * d.z, 1);
}

void rows()
{
	std::vector<unsigned> w = words(1 << 21);
	std::vector<float> f = fractions(w);
	float *a = upload(f), *o = dev<float>(1 << 22);
	int *io = (int *)o;
	const int P = 40000;
	job<float>("asian.philox_normals", [&] { asian<<<(P + 127) / 128, 128>>>(o, P, 64, 0.025f, -0.0003125f, 100); }, o, 1,
		[](const std::vector<float> &v) { return v[0] > 4.2 && v[0] < 5.2; }, [&] { CHECK(cudaMemset(o, 0, 4)); });
	const int K = 100000;
	std::vector<int> paid(K);
	for (int i = 0; i < K; i++) {
		unsigned s = seed(i);
		int v = 1000;
		for (int d = 0; d < 250 && v; d++) {
			unsigned r = next(s);
			v += (int)(r >> 8 & 127) + (int)(r >> 15 & 127) - 127;
			v = v <= 700 ? 0 : v;
		}
		paid[i] = v > 1000 ? v - 1000 : 0;
	}
	job<int>("knocked_out.paths", [&] { knocked_out<<<(K + 191) / 192, 192>>>(io, K, 250, 700); }, io, K, same(paid));
	std::vector<float> l, h(8, 0.125f);
	for (int k = 0; k < 8; k++)
		for (int e = 0; e <= k; e++)
			l.push_back(e == k ? 0.9f : 0.15f);
	CHECK(cudaMemcpyToSymbol(lower, l.data(), 144));
	CHECK(cudaMemcpyToSymbol(held, h.data(), 32));
	const int RB = 400, RE = 8;
	job<int>("risk.cholesky_of_eight", [&] { risk<<<RB, 128>>>(io, RB * 128, RE); }, io, 128,
		[&](const std::vector<int> &v) {
			double n = 0, m = 0;
			for (int i = 0; i < 128; i++) {
				n += v[i];
				m += v[i] * (i - 63.5) / 400;
			}
			return n == RB * 128 * RE && std::fabs(m / n) < 1e-3;
		},
		[&] { CHECK(cudaMemset(io, 0, 512)); });
	const int V = 60000;
	std::vector<double> price(V), strike(V), vol(V);
	for (int i = 0; i < V; i++) {
		double slope;
		strike[i] = 80 + 40 * f[i];
		vol[i] = 0.15 + 0.5 * f[V + i];
		price[i] = call(100, strike[i], 1, vol[i], &slope);
	}
	double *dp = upload(price), *ds = upload(strike), *od = (double *)o;
	job<double>("implied.newton_doubles", [&] { implied_newton<<<(V + 127) / 128, 128>>>(dp, ds, od, V); }, od, V, close_to(vol, 1e-7));
	job<double>("implied.halving_floats", [&] { implied_halving<<<(V + 127) / 128, 128>>>(dp, ds, od, V); }, od, V,
		close_to(vol, 1e-4));
	const int OB = 20, OS = 1600;
	std::vector<double> worth(OB * 256);
	for (int b = 0; b < OB; b++) {
		std::vector<double> s(258), r(258);
		double k = strike[b], dt = 1.0 / OS;
		for (int j = 0; j < 258; j++)
			s[j] = j ? std::max(k - j, 0.0) : k;
		r = s;
		for (int t = 0; t < OS; t++) {
			for (int j = 1; j < 257; j++)
				r[j] = std::max(0.5 * dt * (0.0225 * j * j - 0.03 * j) * s[j - 1] + (1 - dt * (0.0225 * j * j + 0.03)) * s[j] +
					0.5 * dt * (0.0225 * j * j + 0.03 * j) * s[j + 1], std::max(k - j, 0.0));
			std::swap(r, s);
		}
		std::copy(s.begin() + 1, s.begin() + 257, worth.begin() + b * 256);
	}
	job<double>("option_grid.american_put", [&] { option_grid<<<OB, 256>>>(ds, od, OS); }, od, OB * 256, close_to(worth, 1e-9));
	const int BN = 10000, BB = 300, BT = 512;
	std::vector<int> value(BN);
	for (int i = 0; i < BN; i++)
		value[i] = w[i] >> 8;
	std::vector<u64> sums(BB);
	for (int t = 0; t < BB * BT; t++) {
		unsigned s = seed(t);
		for (int i = t % BT; i < BN; i += BT)
			sums[t / BT] += value[(u64)next(s) * BN >> 32];
	}
	int *dv = upload(value);
	u64 *ou = (u64 *)o;
	job<u64>("bootstrap.memory", [&] { resamples<<<BB, BT>>>(dv, BN, ou); }, ou, BB, same(sums));
	job<u64>("bootstrap.shared", [&] { resamples_shared<<<BB, BT, BN * 4>>>(dv, BN, ou); }, ou, BB, same(sums));
	const int M = 300, T = (M - 1) * (M - 1) * 2;
	std::vector<float> at(M * M * 3), normal(M * M * 3);
	std::vector<int3> tri;
	std::vector<std::vector<int>> around(M * M);
	for (int i = 0; i < M * M; i++) {
		at[i * 3] = i % M;
		at[i * 3 + 1] = i / M;
		at[i * 3 + 2] = f[i];
		if (i % M < M - 1 && i / M < M - 1) {
			tri.push_back(make_int3(i, i + 1, i + M));
			tri.push_back(make_int3(i + 1, i + M + 1, i + M));
		}
	}
	for (int i = 0; i < T; i++) // in no order
		std::swap(tri[i], tri[w[i] % T]);
	for (int i = 0; i < T; i++) {
		int v[3] = { tri[i].x, tri[i].y, tri[i].z };
		float u[3], q[3];
		for (int k = 0; k < 3; k++) {
			u[k] = at[v[1] * 3 + k] - at[v[0] * 3 + k];
			q[k] = at[v[2] * 3 + k] - at[v[0] * 3 + k];
		}
		for (int k : v) {
			around[k].push_back(i);
			for (int e = 0; e < 3; e++)
				normal[k * 3 + e] += u[(e + 1) % 3] * q[(e + 2) % 3] - u[(e + 2) % 3] * q[(e + 1) % 3];
		}
	}
	std::vector<int> first(1), of;
	for (int i = 0; i < M * M; i++) {
		float *m = &normal[i * 3], r = std::sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
		for (int k = 0; k < 3; k++)
			m[k] /= r;
		of.insert(of.end(), around[i].begin(), around[i].end());
		first.push_back(of.size());
	}
	float3 *dat = (float3 *)upload(at), *o3 = (float3 *)o;
	int3 *dt = upload(tri);
	int *df = upload(first), *dof = upload(of);
	job<float>(
		"normals.added",
		[&] {
			normals_add<<<(T + 127) / 128, 128>>>(dat, dt, o3, T);
			normals_unit<<<(M * M + 127) / 128, 128>>>(o3, M * M);
		},
		o, M * M * 3, close_to(normal), [&] { CHECK(cudaMemset(o, 0, M * M * 12)); });
	job<float>("normals.collected", [&] { normals_collect<<<(M * M + 127) / 128, 128>>>(dat, dt, df, dof, o3, M * M); }, o, M * M * 3,
		close_to(normal));
	const int D = 8000, DW = 512;
	std::vector<Flat> flat(D);
	std::vector<u64> pixel(DW * DW, ~0ull);
	for (int i = 0; i < D; i++) {
		Flat &t = flat[i];
		int size = i % 50 == 0 ? 100 : 12; // few are large
		for (int k = 0; k < 3; k++) {
			t.x[k] = w[i] % (DW - size) + w[i * 3 + k] / 8 % size;
			t.y[k] = w[i] / DW % (DW - size) + w[i * 3 + k] / 8192 % size;
		}
		if ((t.x[1] - t.x[0]) * (t.y[2] - t.y[0]) < (t.y[1] - t.y[0]) * (t.x[2] - t.x[0])) {
			std::swap(t.x[1], t.x[2]);
			std::swap(t.y[1], t.y[2]);
		}
		t.depth = w[i + D] % 1000000;
		for (int y = *std::min_element(t.y, t.y + 3); y <= *std::max_element(t.y, t.y + 3); y++)
			for (int x = *std::min_element(t.x, t.x + 3); x <= *std::max_element(t.x, t.x + 3); x++)
				if (covers(t, x, y))
					pixel[y * DW + x] = std::min(pixel[y * DW + x], (u64)t.depth << 32 | i);
	}
	Flat *dflat = upload(flat);
	auto far = [&] { CHECK(cudaMemset(ou, 255, DW * DW * 8)); };
	job<u64>("draw.triangle_a_thread", [&] { draw<1><<<(D + 63) / 64, 64>>>(dflat, ou, D, DW); }, ou, DW * DW, same(pixel), far);
	job<u64>("draw.triangle_a_warp", [&] { draw<32><<<D / 8, 256>>>(dflat, ou, D, DW); }, ou, DW * DW, same(pixel), far);
	const int B = 250000;
	std::vector<float> posed(B * 4);
	for (int i = 0; i < B; i++) {
		posed[i * 4 + 3] = 1;
		for (int k = 0; k < 4; k++) {
			const float *p = &f[i * 4], *m = &f[(w[i] >> 8 * k & 63) * 12];
			for (int e = 0; e < 3; e++)
				posed[i * 4 + e] += p[k] * (m[e * 4] * p[0] + m[e * 4 + 1] * p[1] + m[e * 4 + 2] * p[2] + m[e * 4 + 3]);
		}
	}
	std::vector<unsigned> which(w.begin(), w.begin() + B);
	for (auto &v : which)
		v &= 0x3f3f3f3f;
	uchar4 *db = (uchar4 *)upload(which);
	auto posed_right = close_to(posed);
	job<float>(
		"skin.bones_memory",
		[&] { skin<false><<<(B + 191) / 192, 192>>>((float4 *)a, db, (float4 *)a, (Bone *)a, (float4 *)o, B); }, o, B * 4,
		posed_right);
	job<float>(
		"skin.bones_shared",
		[&] { skin<true><<<(B + 191) / 192, 192>>>((float4 *)a, db, (float4 *)a, (Bone *)a, (float4 *)o, B); }, o, B * 4,
		posed_right);
}
