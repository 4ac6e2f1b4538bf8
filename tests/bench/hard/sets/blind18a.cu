// blind18a: a fresh set of kernels that nobody had modelled when they were written. Ice, magnets, foxes, neutrons.
#include "blind7.h"

__host__ __device__ float ice_flow(float here, float there)
{ // how much ice goes from one cell to the next: steep and thick ice goes faster
	float slope = here - there, thick = 0.5f * (here + there);
	return 0.02f * thick * thick * thick * slope * (0.1f + slope * slope);
}
__host__ __device__ float iced(float c, float w, float e, float n, float s)
{ // a cell of the glacier after one step
	return fmaxf(c - ice_flow(c, w) - ice_flow(c, e) - ice_flow(c, n) - ice_flow(c, s), 0.0f);
}
__global__ void glacier_memory(const float *in, float *out, int w, int h)
{ // a cell a thread, the rim sees itself as its neighbour
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h)
		out[y * w + x] = iced(in[y * w + x], in[y * w + max(x - 1, 0)], in[y * w + min(x + 1, w - 1)],
			in[max(y - 1, 0) * w + x], in[min(y + 1, h - 1) * w + x]);
}
__global__ void glacier_edges(const float *in, float *out, int w, int h)
{ // the same, each flow to the east and to the south computed once and kept in shared memory
	__shared__ float cell[18][34], east[16][33], south[17][32];
	int x0 = blockIdx.x * 32 - 1, y0 = blockIdx.y * 16 - 1, t = threadIdx.x;
	for (int i = t; i < 18 * 34; i += blockDim.x)
		cell[i / 34][i % 34] = in[min(max(y0 + i / 34, 0), h - 1) * w + min(max(x0 + i % 34, 0), w - 1)];
	__syncthreads();
	for (int i = t; i < 16 * 33; i += blockDim.x)
		east[i / 33][i % 33] = ice_flow(cell[i / 33 + 1][i % 33], cell[i / 33 + 1][i % 33 + 1]);
	for (int i = t; i < 17 * 32; i += blockDim.x)
		south[i / 32][i % 32] = ice_flow(cell[i / 32][i % 32 + 1], cell[i / 32 + 1][i % 32 + 1]);
	__syncthreads();
	for (int i = t; i < 512; i += blockDim.x) {
		int x = i % 32, y = i / 32, gx = x0 + 1 + x, gy = y0 + 1 + y;
		if (gx < w && gy < h)
			out[gy * w + gx] = fmaxf(
				cell[y + 1][x + 1] + east[y][x] - east[y][x + 1] + south[y][x] - south[y + 1][x], 0.0f);
	}
}
__host__ __device__ float3 dipole_field(float3 p, float4 where, float4 moment)
{ // the field of one small magnet at a point
	float x = p.x - where.x, y = p.y - where.y, z = p.z - where.z, d = x * x + y * y + z * z + 0.05f;
	float r = 1 / sqrtf(d), r3 = r * r * r, k = 3 * (x * moment.x + y * moment.y + z * moment.z) * r3 * r * r;
	return make_float3(k * x - moment.x * r3, k * y - moment.y * r3, k * z - moment.z * r3);
}
__global__ void dipoles_thread(const float *p, const float4 *magnet, float *out, int points, int magnets)
{ // a point a thread, all magnets from memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= points)
		return;
	float3 me = make_float3(p[3 * i], p[3 * i + 1], p[3 * i + 2]), sum = make_float3(0, 0, 0);
	for (int k = 0; k < magnets; k++) {
		float3 f = dipole_field(me, magnet[2 * k], magnet[2 * k + 1]);
		sum.x += f.x, sum.y += f.y, sum.z += f.z;
	}
	out[3 * i] = sum.x, out[3 * i + 1] = sum.y, out[3 * i + 2] = sum.z;
}
__global__ void dipoles_tile(const float *p, const float4 *magnet, float *out, int points, int magnets)
{ // the same, magnets come to shared memory by pieces of 96
	__shared__ float4 piece[192];
	int i = blockIdx.x * blockDim.x + threadIdx.x, j = min(i, points - 1);
	float3 me = make_float3(p[3 * j], p[3 * j + 1], p[3 * j + 2]), sum = make_float3(0, 0, 0);
	for (int from = 0; from < magnets; from += 96) {
		int n = min(96, magnets - from);
		__syncthreads();
		for (int k = threadIdx.x; k < 2 * n; k += blockDim.x)
			piece[k] = magnet[2 * from + k];
		__syncthreads();
		for (int k = 0; k < n; k++) {
			float3 f = dipole_field(me, piece[2 * k], piece[2 * k + 1]);
			sum.x += f.x, sum.y += f.y, sum.z += f.z;
		}
	}
	if (i < points)
		out[3 * i] = sum.x, out[3 * i + 1] = sum.y, out[3 * i + 2] = sum.z;
}
__global__ void dipoles_warp(const float *p, const float4 *magnet, float *out, int points, int magnets)
{ // the same, a point a warp, lanes share out the magnets
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (i >= points)
		return;
	float3 me = make_float3(p[3 * i], p[3 * i + 1], p[3 * i + 2]), sum = make_float3(0, 0, 0);
	for (int k = lane; k < magnets; k += 32) {
		float3 f = dipole_field(me, magnet[2 * k], magnet[2 * k + 1]);
		sum.x += f.x, sum.y += f.y, sum.z += f.z;
	}
	for (int d = 16; d; d /= 2) {
		sum.x += __shfl_down_sync(~0u, sum.x, d);
		sum.y += __shfl_down_sync(~0u, sum.y, d);
		sum.z += __shfl_down_sync(~0u, sum.z, d);
	}
	if (lane == 0)
		out[3 * i] = sum.x, out[3 * i + 1] = sum.y, out[3 * i + 2] = sum.z;
}
template <class T> __host__ __device__ void hunted(T &hares, T &foxes, T hunger, int steps)
{ // hares and foxes by Heun's method
	const T dt = T(0.02);
	for (int s = 0; s < steps; s++) {
		T a = hares * (1 - T(0.1) * hares - foxes / (1 + hares)), b = foxes * (hares / (1 + hares) - hunger);
		T h = hares + dt * a, f = foxes + dt * b;
		T c = h * (1 - T(0.1) * h - f / (1 + h)), d = f * (h / (1 + h) - hunger);
		hares += dt / 2 * (a + c), foxes += dt / 2 * (b + d);
	}
}
template <class T> __global__ void hunt(const T *start, T *end, int n, int steps)
{ // an island a thread; pairs side by side
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	T hares = start[2 * i], foxes = start[2 * i + 1];
	hunted(hares, foxes, T(0.2) + T(i % 7) / 20, steps);
	end[2 * i] = hares, end[2 * i + 1] = foxes;
}
__host__ __device__ int neutron(unsigned seed, int slabs)
{ // a neutron goes from slab to slab until it is caught or leaves: the slab that has it, or slabs at the far end
	int at = 0, way = 1;
	unsigned s = seed * 747796405u + 2891336453u;
	for (int k = 0; k < 200; k++) {
		s = s * 1664525u + 1013904223u;
		unsigned luck = s >> 16;
		if (luck % 100 < 4 + at % 3)
			return at;
		if (luck % 100 < 40)
			way = -way;
		at += way;
		if (at < 0)
			return slabs + 1;
		if (at >= slabs)
			return slabs;
	}
	return at;
}
__global__ void neutrons_global(unsigned *tally, int n, int slabs)
{ // a neutron a thread, an atomic add to its slab
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&tally[neutron(i, slabs)], 1);
}
__global__ void neutrons_shared(unsigned *tally, int n, int slabs)
{ // some neutrons a thread, a tally for the block, added to the whole at the end
	__shared__ unsigned own[64];
	for (int k = threadIdx.x; k < slabs + 2; k += blockDim.x)
		own[k] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&own[neutron(i, slabs)], 1);
	__syncthreads();
	for (int k = threadIdx.x; k < slabs + 2; k += blockDim.x)
		if (own[k])
			atomicAdd(&tally[k], own[k]);
}
__host__ __device__ double bent(const double *z, int i, int w)
{ // thirteen points of a plate: the square of the Laplacian
	return 20 * z[i] - 8 * (z[i - 1] + z[i + 1] + z[i - w] + z[i + w]) +
		2 * (z[i - w - 1] + z[i - w + 1] + z[i + w - 1] + z[i + w + 1]) + z[i - 2] + z[i + 2] + z[i - 2 * w] +
		z[i + 2 * w];
}
__global__ void plate_memory(const double *z, double *out, int w, int h)
{ // a point a thread, doubles, the rim of two left alone
	int x = blockIdx.x * blockDim.x + threadIdx.x + 2, y = blockIdx.y * blockDim.y + threadIdx.y + 2;
	if (x < w - 2 && y < h - 2)
		out[y * w + x] = z[y * w + x] - 0.01 * bent(z, y * w + x, w);
}
__global__ void plate_tile(const double *z, double *out, int w, int h)
{ // the same from a tile of 28 by 12 with a rim of two
	__shared__ double s[12 * 28];
	int x0 = blockIdx.x * 24, y0 = blockIdx.y * 8, t = threadIdx.x;
	for (int i = t; i < 12 * 28; i += blockDim.x)
		s[i] = z[min(y0 + i / 28, h - 1) * w + min(x0 + i % 28, w - 1)];
	__syncthreads();
	int x = t % 24 + 2, y = t / 24 + 2, i = y * 28 + x;
	if (x0 + x < w - 2 && y0 + y < h - 2)
		out[(y0 + y) * w + x0 + x] = s[i] - 0.01 * bent(s, i, 28);
}
void rows()
{
	const int W = 710, H = 430, N = W * H;
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w), ice(N), later(N);
	for (int i = 0; i < N; i++)
		ice[i] = f[i] + 0.5f;
	for (int i = 0; i < N; i++) {
		int x = i % W, y = i / W;
		later[i] = iced(ice[i], ice[y * W + std::max(x - 1, 0)], ice[y * W + std::min(x + 1, W - 1)],
			ice[std::max(y - 1, 0) * W + x], ice[std::min(y + 1, H - 1) * W + x]);
	}
	float *di = upload(ice), *o = dev<float>(N);
	job<float>(
		"glacier.cell_a_thread",
		[&] { glacier_memory<<<dim3((W + 31) / 32, (H + 5) / 6), dim3(32, 6)>>>(di, o, W, H); }, o, N,
		close_to(later));
	job<float>(
		"glacier.flows_in_shared",
		[&] { glacier_edges<<<dim3((W + 31) / 32, (H + 15) / 16), 224>>>(di, o, W, H); }, o, N,
		close_to(later));
	const int P = 2100, M = 500;
	std::vector<float> point(f.begin(), f.begin() + 3 * P), field(3 * P);
	std::vector<float4> magnet(2 * M);
	for (int k = 0; k < 2 * M; k++)
		magnet[k] = { f[4 * k + 9000] * 3, f[4 * k + 9001] * 3, f[4 * k + 9002] * 3, 0 };
	for (int i = 0; i < P; i++) {
		double x = 0, y = 0, z = 0;
		for (int k = 0; k < M; k++) {
			float3 v = dipole_field(make_float3(point[3 * i], point[3 * i + 1], point[3 * i + 2]),
				magnet[2 * k], magnet[2 * k + 1]);
			x += v.x, y += v.y, z += v.z;
		}
		field[3 * i] = x, field[3 * i + 1] = y, field[3 * i + 2] = z;
	}
	float *dp = upload(point);
	float4 *dm = upload(magnet);
	job<float>(
		"dipoles.point_a_thread", [&] { dipoles_thread<<<(P + 63) / 64, 64>>>(dp, dm, o, P, M); }, o, 3 * P,
		close_to(field, 1e-3));
	job<float>(
		"dipoles.pieces_in_shared", [&] { dipoles_tile<<<(P + 159) / 160, 160>>>(dp, dm, o, P, M); }, o, 3 * P,
		close_to(field, 1e-3));
	job<float>(
		"dipoles.point_a_warp", [&] { dipoles_warp<<<(P + 3) / 4, 128>>>(dp, dm, o, P, M); }, o, 3 * P,
		close_to(field, 1e-3));
	const int I = 9000, STEPS = 60;
	std::vector<double> both(2 * I), ends(2 * I);
	std::vector<float> bothf(2 * I), endsf(2 * I);
	for (int i = 0; i < I; i++) {
		double a = 0.5 + f[i], b = 0.3 + f[i + I];
		both[2 * i] = a, both[2 * i + 1] = b, bothf[2 * i] = a, bothf[2 * i + 1] = b;
		hunted(a, b, 0.2 + (i % 7) / 20.0, STEPS);
		ends[2 * i] = a, ends[2 * i + 1] = b, endsf[2 * i] = a, endsf[2 * i + 1] = b;
	}
	double *db = upload(both), *de = dev<double>(2 * I);
	float *dbf = upload(bothf);
	job<double>(
		"hares_and_foxes.doubles", [&] { hunt<double><<<(I + 95) / 96, 96>>>(db, de, I, STEPS); }, de, 2 * I,
		close_to(ends, 1e-9));
	job<float>(
		"hares_and_foxes.floats", [&] { hunt<float><<<(I + 95) / 96, 96>>>(dbf, o, I, STEPS); }, o, 2 * I,
		close_to(endsf, 1e-3));
	const int NEUTRONS = 50000, SLABS = 37;
	std::vector<unsigned> tally(SLABS + 2);
	for (int i = 0; i < NEUTRONS; i++)
		tally[neutron(i, SLABS)]++;
	unsigned *dt = dev<unsigned>(64);
	auto clear = [&] { CHECK(cudaMemset(dt, 0, 256)); };
	job<unsigned>(
		"neutrons.global_tally", [&] { neutrons_global<<<(NEUTRONS + 191) / 192, 192>>>(dt, NEUTRONS, SLABS); },
		dt, SLABS + 2, same(tally), clear);
	job<unsigned>(
		"neutrons.block_tally", [&] { neutrons_shared<<<61, 256>>>(dt, NEUTRONS, SLABS); }, dt, SLABS + 2,
		same(tally), clear);
	const int BW = 500, BH = 333, B = BW * BH;
	std::vector<double> z = double_fractions(w, B), flat = z;
	for (int y = 2; y < BH - 2; y++)
		for (int x = 2; x < BW - 2; x++)
			flat[y * BW + x] = z[y * BW + x] - 0.01 * bent(z.data(), y * BW + x, BW);
	double *dz = upload(z), *dq = upload(z);
	job<double>(
		"bent_plate.point_a_thread",
		[&] { plate_memory<<<dim3((BW + 59) / 64, (BH - 1) / 4), dim3(64, 4)>>>(dz, dq, BW, BH); }, dq, B,
		close_to(flat, 1e-9));
	job<double>(
		"bent_plate.tile_of_doubles",
		[&] { plate_tile<<<dim3((BW - 4 + 23) / 24, (BH - 4 + 7) / 8), 192>>>(dz, dq, BW, BH); }, dq, B,
		close_to(flat, 1e-9));
}
