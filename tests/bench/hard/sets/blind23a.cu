// blind23a: a fresh set of kernels that nobody had modelled when they were written. Atoms, quarks and black holes.
#include "blind7.h"

const int MOST = 12; // neighbours of an atom
__host__ __device__ float pair_energy(float r)
{ // Stillinger and Weber: two atoms
	if (r >= 1.8f)
		return 0;
	float s = 1 / (r * r);
	return 7.05f * (0.602f * s * s - 1) * expf(1 / (r - 1.8f));
}
__host__ __device__ float triple_energy(float3 a, float ra, float3 b, float rb)
{ // three atoms: how far the angle is from that of a tetrahedron
	if (ra >= 1.8f || rb >= 1.8f)
		return 0;
	float c = (a.x * b.x + a.y * b.y + a.z * b.z) / (ra * rb) + 1.0f / 3;
	return 21 * expf(1.2f / (ra - 1.8f) + 1.2f / (rb - 1.8f)) * c * c;
}
__host__ __device__ float3 away(float4 p, float4 q)
{
	return { q.x - p.x, q.y - p.y, q.z - p.z };
}
__host__ __device__ float length_of(float3 d)
{
	return sqrtf(d.x * d.x + d.y * d.y + d.z * d.z);
}
__host__ __device__ float atom_energy(const float4 *atom, const int *list, int many, int i)
{
	float sum = 0;
	for (int j = 0; j < many; j++) {
		float3 a = away(atom[i], atom[list[i * MOST + j]]);
		float ra = length_of(a);
		sum += 0.5f * pair_energy(ra);
		for (int k = j + 1; k < many; k++) {
			float3 b = away(atom[i], atom[list[i * MOST + k]]);
			sum += triple_energy(a, ra, b, length_of(b));
		}
	}
	return sum;
}
__global__ void silicon_atom(const float4 *atom, const int *list, const int *many, float *out, int n)
{ // the energy of silicon, an atom a thread, neighbours read again and again
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = atom_energy(atom, list, many[i], i);
}
__global__ void silicon_kept(const float4 *atom, const int *list, const int *many, float *out, int n)
{ // the same, the neighbours' ways and distances kept in shared memory
	__shared__ float4 kept[MOST][64];
	int i = blockIdx.x * 64 + threadIdx.x, t = threadIdx.x;
	if (i >= n)
		return;
	int m = many[i];
	float4 own = atom[i];
	float sum = 0;
	for (int j = 0; j < m; j++) {
		float3 a = away(own, atom[list[i * MOST + j]]);
		float r = length_of(a);
		kept[j][t] = make_float4(a.x, a.y, a.z, r);
		sum += 0.5f * pair_energy(r);
	}
	for (int j = 0; j < m; j++) {
		float4 a = kept[j][t];
		for (int k = j + 1; k < m; k++) {
			float4 b = kept[k][t];
			sum += triple_energy({ a.x, a.y, a.z }, a.w, { b.x, b.y, b.z }, b.w);
		}
	}
	out[i] = sum;
}
__global__ void silicon_warp(const float4 *atom, const int *list, const int *many, float *out, int n)
{ // the same, an atom a warp: a lane holds one neighbour and hears of the others by shuffles
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (i >= n)
		return;
	int m = many[i];
	float3 a = { 9, 9, 9 };
	if (lane < m)
		a = away(atom[i], atom[list[i * MOST + lane]]);
	float ra = length_of(a), sum = lane < m ? 0.5f * pair_energy(ra) : 0;
	for (int k = 0; k < m; k++) {
		float3 b = { __shfl_sync(~0u, a.x, k), __shfl_sync(~0u, a.y, k), __shfl_sync(~0u, a.z, k) };
		float rb = __shfl_sync(~0u, ra, k);
		if (lane < k)
			sum += triple_energy(a, ra, b, rb);
	}
	for (int d = 16; d; d /= 2)
		sum += __shfl_down_sync(~0u, sum, d);
	if (lane == 0)
		out[i] = sum;
}
struct Lattice {
	int side[4], sites;
	__host__ __device__ int step(int site, int way, int by) const
	{ // the site one further (by 1 or -1) on a ring
		int stride = 1;
		for (int k = 0; k < way; k++)
			stride *= side[k];
		int at = site / stride % side[way], to = at + by;
		to = to < 0 ? side[way] - 1 : to == side[way] ? 0 : to;
		return site + (to - at) * stride;
	}
};
__host__ __device__ void add_product(float2 &s, float2 a, float2 b, float sign)
{
	s.x += sign * (a.x * b.x - a.y * b.y);
	s.y += sign * (a.x * b.y + a.y * b.x);
}
__host__ __device__ float2 mirror(float2 a)
{
	return { a.x, -a.y };
}
template <bool APART>
__host__ __device__ float2 link_at(const float2 *u, const Lattice &l, int site, int way, int row, int col)
{
	int e = row * 3 + col;
	return APART ? u[(way * 9 + e) * l.sites + site] : u[(site * 4 + way) * 9 + e];
}
template <bool APART>
__host__ __device__ void hop(
	const float2 *u, const float2 *v, float2 *out, const Lattice &l, int site, int first, int last)
{ // quarks hop to the eight neighbours of a site of four dimensions; rows first to last - 1 of three
	float2 sum[3] = {};
#pragma unroll
	for (int way = 0; way < 4; way++) {
		int up = l.step(site, way, 1), low = l.step(site, way, -1);
#pragma unroll
		for (int r = 0; r < 3; r++) {
			if (r < first || r >= last)
				continue;
#pragma unroll
			for (int c = 0; c < 3; c++) {
				add_product(sum[r], link_at<APART>(u, l, site, way, r, c), v[c * l.sites + up], 1);
				add_product(
					sum[r], mirror(link_at<APART>(u, l, low, way, c, r)), v[c * l.sites + low], -1);
			}
		}
	}
	for (int r = 0; r < 3; r++)
		if (r >= first && r < last)
			out[r * l.sites + site] = sum[r];
}
template <bool APART> __global__ void quarks(const float2 *u, const float2 *v, float2 *out, Lattice l)
{ // a site a thread; the matrices of a site together, or each number in a plane of its own
	int site = blockIdx.x * blockDim.x + threadIdx.x;
	if (site < l.sites)
		hop<APART>(u, v, out, l, site, 0, 3);
}
__global__ void quarks_rows(const float2 *u, const float2 *v, float2 *out, Lattice l)
{ // a row of a site a thread
	int site = blockIdx.x * blockDim.x + threadIdx.x, r = threadIdx.y;
	if (site < l.sites)
		hop<true>(u, v, out, l, site, r, r + 1);
}
template <class T> struct Cloud {
	T x, y, z, width;
};
template <class T> __host__ __device__ T repelled(T t)
{ // the function of Boys of order nought
	return t < T(1e-3) ? 1 - t / 3 + t * t / 10 : T(0.886226925) * erf(sqrt(t)) / sqrt(t);
}
template <class T> struct Pair {
	T x, y, z, p, k;
};
template <class T> __host__ __device__ Pair<T> paired(const Cloud<T> &a, const Cloud<T> &b)
{ // the product of two clouds is one cloud between them
	T p = a.width + b.width, u = a.width / p, w = b.width / p, dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
	return { u * a.x + w * b.x, u * a.y + w * b.y, u * a.z + w * b.z, p,
		exp(-a.width * w * (dx * dx + dy * dy + dz * dz)) };
}
template <class T> __host__ __device__ T repulsion_of(const Pair<T> &a, const Pair<T> &b)
{
	T dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z, s = a.p + b.p;
	return T(34.9868366) * a.k * b.k / (a.p * b.p * sqrt(s)) *
		repelled(a.p * b.p / s * (dx * dx + dy * dy + dz * dz));
}
template <class T> __global__ void electrons_thread(const Cloud<T> *c, const T *density, T *out, int n)
{ // electrons repel each other: a pair of clouds a thread, all other pairs made anew
	int i = blockIdx.x, j = threadIdx.x;
	Pair<T> own = paired(c[i], c[j]);
	T sum = 0;
	for (int k = 0; k < n; k++)
		for (int l = 0; l < n; l++)
			sum += density[k * n + l] * repulsion_of(own, paired(c[k], c[l]));
	out[i * n + j] = sum;
}
template <class T> __global__ void electrons_pairs(const Cloud<T> *c, Pair<T> *pair, int n)
{ // all pairs, once
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n * n)
		pair[i] = paired(c[i / n], c[i % n]);
}
template <class T> __global__ void electrons_block(const Pair<T> *pair, const T *density, T *out, int n)
{ // the same from made pairs, a pair a block; only half of the matrix, the other half is its mirror
	int i = blockIdx.x, j = blockIdx.y;
	if (j > i)
		return;
	__shared__ T part[4];
	Pair<T> own = pair[i * n + j];
	T sum = 0;
	for (int k = threadIdx.x; k < n * n; k += blockDim.x)
		sum += density[k] * repulsion_of(own, pair[k]);
	for (int d = 16; d; d /= 2)
		sum += __shfl_down_sync(~0u, sum, d);
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = sum;
	__syncthreads();
	if (threadIdx.x == 0)
		out[i * n + j] = out[j * n + i] = part[0] + part[1] + part[2] + part[3];
}
template <class T> __host__ __device__ T bent_light(T b, int most)
{ // how far a ray turns round a black hole that it passes at b; minus one if it falls in
	T u = T(0.01), du = sqrt(1 / (b * b) - u * u * (1 - u)), h = T(0.02), turn = 0;
	for (int k = 0; k < most; k++, turn += h) {
		T a1 = T(1.5) * u * u - u, u2 = u + h / 2 * du, d2 = du + h / 2 * a1;
		T a2 = T(1.5) * u2 * u2 - u2, u3 = u + h / 2 * d2, d3 = du + h / 2 * a2;
		T a3 = T(1.5) * u3 * u3 - u3, u4 = u + h * d3, d4 = du + h * a3;
		T a4 = T(1.5) * u4 * u4 - u4, next = u + h / 6 * (du + 2 * d2 + 2 * d3 + d4);
		if (next > 1)
			return -1;
		if (next < T(0.01))
			return turn + h * (u - T(0.01)) / (u - next);
		du += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
		u = next;
	}
	return most * h;
}
template <class T> __global__ void black_hole(T *out, int w, int h, T wide)
{ // a picture of what a black hole does to light behind it, a ray a thread
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	T px = (x + T(0.5) - w / 2) * wide / w, py = (y + T(0.5) - h / 2) * wide / w;
	out[y * w + x] = bent_light(sqrt(px * px + py * py), 700);
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w);
	const int S = 18, N = S * S * S;
	std::vector<float4> atom(N);
	std::vector<int> list(N * MOST), many(N);
	std::vector<float> energy(N);
	for (int i = 0; i < N; i++)
		atom[i] = { i % S + 0.2f * f[i], i / S % S + 0.2f * f[i + N], i / S / S + 0.2f * f[i + 2 * N], 0 };
	for (int i = 0; i < N; i++)
		for (int k = 0; k < 125; k++) {
			int x = i % S + k % 5 - 2, y = i / S % S + k / 5 % 5 - 2, z = i / S / S + k / 25 - 2,
			    j = (z * S + y) * S + x;
			if (x < 0 || y < 0 || z < 0 || x >= S || y >= S || z >= S || j == i || many[i] == MOST)
				continue;
			if (length_of(away(atom[i], atom[j])) < 1.5f)
				list[i * MOST + many[i]++] = j;
		}
	for (int i = 0; i < N; i++)
		energy[i] = atom_energy(atom.data(), list.data(), many[i], i);
	float4 *da = upload(atom);
	int *dl = upload(list), *dm = upload(many);
	float *o = dev<float>(1 << 18);
	job<float>(
		"silicon.atom_a_thread", [&] { silicon_atom<<<(N + 127) / 128, 128>>>(da, dl, dm, o, N); }, o, N,
		close_to(energy, 1e-3));
	job<float>(
		"silicon.kept_in_shared", [&] { silicon_kept<<<(N + 63) / 64, 64>>>(da, dl, dm, o, N); }, o, N,
		close_to(energy, 1e-3));
	job<float>(
		"silicon.atom_a_warp", [&] { silicon_warp<<<(N + 7) / 8, 256>>>(da, dl, dm, o, N); }, o, N,
		close_to(energy, 1e-3));
	Lattice l = { { 8, 8, 8, 20 }, 8 * 8 * 8 * 20 };
	int L = l.sites;
	std::vector<float2> u(L * 36), apart(L * 36), v(L * 3), next(L * 3);
	for (int i = 0; i < L * 36; i++) {
		u[i] = { f[i] - 0.5f, f[i + L * 36] - 0.5f };
		apart[i % 36 * L + i / 36] = u[i];
	}
	for (int i = 0; i < L * 3; i++)
		v[i] = { f[i + 77] - 0.5f, f[i + 7777] - 0.5f };
	for (int i = 0; i < L; i++)
		hop<false>(u.data(), v.data(), next.data(), l, i, 0, 3);
	std::vector<float> hopped((float *)next.data(), (float *)next.data() + L * 6);
	float2 *du = upload(u), *dp = upload(apart), *dv = upload(v), *dn = dev<float2>(L * 3);
	job<float>(
		"quarks.matrices_together", [&] { quarks<false><<<L / 128, 128>>>(du, dv, dn, l); }, (float *)dn, L * 6,
		close_to(hopped, 1e-3));
	job<float>(
		"quarks.planes", [&] { quarks<true><<<L / 128, 128>>>(dp, dv, dn, l); }, (float *)dn, L * 6,
		close_to(hopped, 1e-3));
	job<float>(
		"quarks.row_a_thread", [&] { quarks_rows<<<L / 64, dim3(64, 3)>>>(dp, dv, dn, l); }, (float *)dn, L * 6,
		close_to(hopped, 1e-3));
	const int C = 28;
	std::vector<Cloud<float>> cloud(C);
	std::vector<Cloud<double>> cloud2(C);
	std::vector<float> density(C * C), felt(C * C);
	std::vector<double> density2(C * C), felt2(C * C);
	for (int i = 0; i < C; i++) {
		cloud[i] = { 3 * f[i], 3 * f[i + 50], 3 * f[i + 100], 0.3f + f[i + 150] };
		cloud2[i] = { cloud[i].x, cloud[i].y, cloud[i].z, cloud[i].width };
	}
	for (int i = 0; i < C * C; i++)
		density2[i] = density[i] = f[i + 500];
	for (int i = 0; i < C * C; i++) {
		Pair<double> own = paired(cloud2[i / C], cloud2[i % C]);
		for (int k = 0; k < C * C; k++)
			felt2[i] += density2[k] * repulsion_of(own, paired(cloud2[k / C], cloud2[k % C]));
		felt[i] = felt2[i];
	}
	Cloud<float> *dc = upload(cloud);
	Cloud<double> *dc2 = upload(cloud2);
	float *dd = upload(density);
	double *dd2 = upload(density2), *o2 = dev<double>(1 << 16);
	Pair<float> *pair = dev<Pair<float>>(C * C);
	Pair<double> *pair2 = dev<Pair<double>>(C * C);
	job<float>(
		"electrons.pair_a_thread", [&] { electrons_thread<<<C, C>>>(dc, dd, o, C); }, o, C * C,
		close_to(felt, 1e-3));
	job<float>(
		"electrons.made_pairs",
		[&] {
			electrons_pairs<<<(C * C + 95) / 96, 96>>>(dc, pair, C);
			electrons_block<<<dim3(C, C), 128>>>(pair, dd, o, C);
		},
		o, C * C, close_to(felt, 1e-3));
	job<double>(
		"electrons.made_pairs_double",
		[&] {
			electrons_pairs<<<(C * C + 95) / 96, 96>>>(dc2, pair2, C);
			electrons_block<<<dim3(C, C), 128>>>(pair2, dd2, o2, C);
		},
		o2, C * C, close_to(felt2, 1e-6));
	const int W = 208, H = 120;
	std::vector<double> turned(W * H);
	for (int i = 0; i < W * H; i++) {
		double px = (i % W + 0.5 - W / 2) * 16 / W, py = (i / W + 0.5 - H / 2) * 16 / W;
		turned[i] = bent_light(std::sqrt(px * px + py * py), 700);
	}
	auto mostly = [&](auto &v, double part) { // a few rays are on the edge
		int off = 0;
		for (int i = 0; i < W * H; i++)
			off += !near(v[i], turned[i], part);
		return off < W * H / 200;
	};
	job<float>(
		"black_hole.floats", [&] { black_hole<<<dim3(W / 16, H / 8), dim3(16, 8)>>>(o, W, H, 16.0f); }, o,
		W * H, [&](const std::vector<float> &v) { return mostly(v, 0.01); });
	job<double>(
		"black_hole.doubles", [&] { black_hole<<<dim3(W / 16, H / 8), dim3(16, 8)>>>(o2, W, H, 16.0); }, o2,
		W * H, [&](const std::vector<double> &v) { return mostly(v, 1e-6); });
}
