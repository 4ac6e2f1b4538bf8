// blind26f: a fresh set of kernels that nobody had modelled when they were written. Atoms, scans, galaxies, flames.
#include "blind7.h"

static int up(int n, int by)
{
	return (n + by - 1) / by;
}
static const int NEAR_BY = 40;
__device__ float3 pushed(float4 a, float4 b, float cut2, float3 f)
{ // the force between two atoms that neither like to touch nor to part
	float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z, r2 = x * x + y * y + z * z;
	if (r2 < cut2) {
		float i2 = 1 / r2, i6 = i2 * i2 * i2, s = i2 * i6 * (1.5f * i6 - 2.0f);
		f.x += s * x, f.y += s * y, f.z += s * z;
	}
	return f;
}
__global__ void liquid_list(const float4 *p, const int *list, float3 *force, int n, float cut2)
{ // an atom a thread, the k-th neighbours of all atoms side by side
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float4 own = p[i];
	float3 f = make_float3(0, 0, 0);
	for (int k = 0; k < NEAR_BY; k++)
		f = pushed(own, p[list[k * n + i]], cut2, f);
	force[i] = f;
}
__global__ void liquid_eight_lanes(const float4 *p, const unsigned short *list, float3 *force, int n, float cut2)
{ // eight lanes an atom, an atom's neighbours side by side as short numbers
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 8, lane = threadIdx.x % 8;
	if (i >= n)
		return;
	float4 own = p[i];
	float3 f = make_float3(0, 0, 0);
	for (int k = lane; k < NEAR_BY; k += 8)
		f = pushed(own, p[list[i * NEAR_BY + k]], cut2, f);
	unsigned mask = 0xffu << (threadIdx.x & 24);
	for (int d = 4; d; d /= 2) {
		f.x += __shfl_xor_sync(mask, f.x, d);
		f.y += __shfl_xor_sync(mask, f.y, d);
		f.z += __shfl_xor_sync(mask, f.z, d);
	}
	if (lane == 0)
		force[i] = f;
}
static const int BIN = 8, BINS = 12; // atoms a bin, bins a side; a bin is 4 lattice steps wide
__constant__ int3 around[27];
__global__ void potential_point(const float4 *bin, float *out, float cut2)
{ // the potential at a lattice's points: a point a thread, the 27 bins around from memory
	int i = blockIdx.x * blockDim.x + threadIdx.x, side = BINS * 4, x = i % side, y = i / side % side,
	    z = i / side / side;
	if (z >= side)
		return;
	float sum = 0;
	for (int k = 0; k < 27; k++) {
		int bx = x / 4 + around[k].x, by = y / 4 + around[k].y, bz = z / 4 + around[k].z;
		if (bx < 0 || by < 0 || bz < 0 || bx >= BINS || by >= BINS || bz >= BINS)
			continue;
		const float4 *b = bin + ((bz * BINS + by) * BINS + bx) * BIN;
		for (int a = 0; a < BIN && b[a].w != 0; a++) {
			float dx = b[a].x - x, dy = b[a].y - y, dz = b[a].z - z, r2 = dx * dx + dy * dy + dz * dz;
			if (r2 < cut2) {
				float s = 1 - r2 / cut2;
				sum += b[a].w * rsqrtf(r2 + 0.01f) * s * s;
			}
		}
	}
	out[i] = sum;
}
__global__ void potential_block(const float4 *bin, float *out, float cut2)
{ // a bin's 64 points a block of 32, two points a thread; bins come to shared memory, four at a time
	__shared__ float4 s[4][BIN];
	int t = threadIdx.x, side = BINS * 4, bx = blockIdx.x, by = blockIdx.y, bz = blockIdx.z;
	int x = bx * 4 + t % 4, y = by * 4 + t / 4 % 4, z = bz * 4 + t / 16;
	float sum = 0, sum2 = 0;
	for (int first = 0; first < 27; first += 4) {
		int k = first + t / BIN;
		float4 a = make_float4(0, 0, 0, 0);
		if (k < 27) {
			int cx = bx + around[k].x, cy = by + around[k].y, cz = bz + around[k].z;
			if (cx >= 0 && cy >= 0 && cz >= 0 && cx < BINS && cy < BINS && cz < BINS)
				a = bin[((cz * BINS + cy) * BINS + cx) * BIN + t % BIN];
		}
		__syncwarp();
		s[t / BIN][t % BIN] = a;
		__syncwarp();
		for (int j = 0; j < 4; j++)
			for (int m = 0; m < BIN; m++) {
				float4 q = s[j][m];
				if (q.w == 0)
					break;
				float dx = q.x - x, dy = q.y - y, dz = q.z - z, flat = dx * dx + dy * dy;
				float r2 = flat + dz * dz, far2 = flat + (dz - 2) * (dz - 2);
				if (r2 < cut2)
					sum += q.w * rsqrtf(r2 + 0.01f) * (1 - r2 / cut2) * (1 - r2 / cut2);
				if (far2 < cut2)
					sum2 += q.w * rsqrtf(far2 + 0.01f) * (1 - far2 / cut2) * (1 - far2 / cut2);
			}
	}
	out[(z * side + y) * side + x] = sum;
	out[((z + 2) * side + y) * side + x] = sum2;
}
static const int SAMPLES = 400;
__constant__ float4 sample_constant[SAMPLES];
__global__ void scan_constant(const float *x, const float *y, const float *z, float *re, float *im, int n)
{ // a scanner's sum at a point: all samples' waves, from constant memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float px = x[i], py = y[i], pz = z[i], a = 0, b = 0;
	for (int k = 0; k < SAMPLES; k++) {
		float4 s = sample_constant[k];
		float turn = 6.2831853f * (s.x * px + s.y * py + s.z * pz);
		a += s.w * __cosf(turn);
		b += s.w * __sinf(turn);
	}
	re[i] = a, im[i] = b;
}
__global__ void scan_shared_two(
	const float4 *sample, const float *x, const float *y, const float *z, float *re, float *im, int n)
{ // careful waves; two points a thread, samples in shared memory by hundreds
	__shared__ float4 s[100];
	int i = blockIdx.x * 2 * blockDim.x + threadIdx.x, j = i + blockDim.x, i2 = min(i, n - 1), j2 = min(j, n - 1);
	float a = 0, b = 0, c = 0, d = 0;
	for (int base = 0; base < SAMPLES; base += 100) {
		__syncthreads();
		if (threadIdx.x < 100)
			s[threadIdx.x] = sample[base + threadIdx.x];
		__syncthreads();
		for (int k = 0; k < 100; k++) {
			float u, v;
			sincospif(2 * (s[k].x * x[i2] + s[k].y * y[i2] + s[k].z * z[i2]), &u, &v);
			a += s[k].w * v, b += s[k].w * u;
			sincospif(2 * (s[k].x * x[j2] + s[k].y * y[j2] + s[k].z * z[j2]), &u, &v);
			c += s[k].w * v, d += s[k].w * u;
		}
	}
	if (i < n)
		re[i] = a, im[i] = b;
	if (j < n)
		re[j] = c, im[j] = d;
}
static const int GRID = 256, REACH = 3;
__host__ __device__ int weight_of(int d2)
{ // of a bell, as a whole number; d2 in sixteenths squared
	int v = 2304 - d2;
	return v > 0 ? v * v >> 8 : 0;
}
__global__ void grid_scatter(const int4 *sample, int *grid, int n)
{ // samples fall between a grid's points (sixteenths): each spreads to 6 by 6 points
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int4 s = sample[i];
	int x0 = s.x / 16 - REACH + 1, y0 = s.y / 16 - REACH + 1;
	for (int y = max(y0, 0); y < min(y0 + 2 * REACH, GRID); y++)
		for (int x = max(x0, 0); x < min(x0 + 2 * REACH, GRID); x++) {
			int dx = x * 16 - s.x, dy = y * 16 - s.y, w = weight_of(dx * dx + dy * dy);
			if (w)
				atomicAdd(&grid[y * GRID + x], w * s.z);
		}
}
__global__ void grid_gather(const int4 *sample, const int *first, int *grid)
{ // samples in order of their squares of 16: a block has such a square's 256 points and asks nine squares
	__shared__ int4 s[256];
	int t = threadIdx.y * 16 + threadIdx.x, x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y,
	    sum = 0;
	for (int by = max((int)blockIdx.y - 1, 0); by <= min(blockIdx.y + 1, GRID / 16 - 1); by++) {
		// three squares of a row lie one after another
		int from = first[by * 16 + max((int)blockIdx.x - 1, 0)],
		    to = first[by * 16 + min(blockIdx.x + 1, 15) + 1];
		for (int base = from; base < to; base += 256) {
			__syncthreads();
			if (base + t < to)
				s[t] = sample[base + t];
			__syncthreads();
			for (int k = 0; k < min(256, to - base); k++) {
				int dx = x * 16 - s[k].x, dy = y * 16 - s[k].y;
				int cx = x - s[k].x / 16, cy = y - s[k].y / 16;
				if (cx > -REACH && cx <= REACH && cy > -REACH && cy <= REACH)
					sum += weight_of(dx * dx + dy * dy) * s[k].z;
			}
		}
	}
	grid[y * GRID + x] = sum;
}
static const int ANGLES = 30;
__constant__ int limit[ANGLES];
__global__ void star_pairs_global(const short4 *star, int *bins, int n)
{ // how often are two stars this far apart? a star a thread, bins in memory, a walk through the limits
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	short4 a = star[i];
	for (int j = i + 1; j < n; j++) {
		short4 b = star[j];
		int dot = a.x * b.x + a.y * b.y + a.z * b.z, k = 0;
		while (k < ANGLES - 1 && dot < limit[k])
			k++;
		atomicAdd(&bins[k], 1);
	}
}
__global__ void star_pairs_shared(const short4 *star, int *bins, int n)
{ // a row of stars a block and a tile of others; halving, tables of 32 lanes by bins
	__shared__ unsigned table[ANGLES][32];
	__shared__ short4 other[128];
	__shared__ int lim[ANGLES];
	int t = threadIdx.x;
	for (int k = t; k < ANGLES * 32; k += 128)
		table[0][k] = 0;
	if (t < ANGLES)
		lim[t] = limit[t];
	if (blockIdx.y > blockIdx.x)
		return;
	int i = blockIdx.y * 128 + t, base = blockIdx.x * 128;
	short4 a = i < n ? star[i] : short4();
	if (base + t < n)
		other[t] = star[base + t];
	__syncthreads();
	for (int j = 0; j < min(128, n - base); j++) {
		if (i >= n || base + j <= i)
			continue;
		short4 b = other[j];
		int dot = a.x * b.x + a.y * b.y + a.z * b.z, low = 0, high = ANGLES - 1;
		while (low < high) {
			int mid = (low + high) / 2;
			if (dot < lim[mid])
				low = mid + 1;
			else
				high = mid;
		}
		atomicAdd(&table[low][t % 32], 1);
	}
	__syncthreads();
	for (int k = t / 32; k < ANGLES; k += 4) {
		unsigned sum = __reduce_add_sync(~0u, table[k][t % 32]);
		if (t % 32 == 0 && sum)
			atomicAdd(&bins[k], sum);
	}
}
static const int SPECIES = 12, REACTIONS = 20;
struct Reaction {
	float a, b, e;
	int in1, in2, out1, out2;
};
__constant__ Reaction reaction[REACTIONS];
__host__ __device__ void burn(const Reaction *r, float t, const float *c, float *rate)
{
	float inverse = 1 / t, l = logf(t);
	for (int s = 0; s < SPECIES; s++)
		rate[s] = 0;
	for (int k = 0; k < REACTIONS; k++) {
		float forward = r[k].a * expf(r[k].b * l - r[k].e * inverse),
		      back = forward * 0.2f * expf(-300 * inverse);
		float q = forward * c[r[k].in1] * c[r[k].in2] - back * c[r[k].out1] * c[r[k].out2];
		rate[r[k].in1] -= q, rate[r[k].in2] -= q, rate[r[k].out1] += q, rate[r[k].out2] += q;
	}
}
__global__ void flame_local(const float *temperature, const float *c, float *rate, int n)
{ // rates of twenty reactions at a point; which gases take part is looked up, so they lie in local arrays
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float own[SPECIES], r[SPECIES];
	for (int s = 0; s < SPECIES; s++)
		own[s] = c[s * n + i];
	burn(reaction, temperature[i], own, r);
	for (int s = 0; s < SPECIES; s++)
		rate[s * n + i] = r[s];
}
__global__ void flame_shared(const float *temperature, const float *c, float *rate, int n)
{ // the same, each thread's gases in its column of shared memory
	__shared__ float own[SPECIES][96], sum[SPECIES][96];
	int t = threadIdx.x, i = blockIdx.x * 96 + t;
	if (i >= n)
		return;
	for (int s = 0; s < SPECIES; s++)
		own[s][t] = c[s * n + i], sum[s][t] = 0;
	float inverse = 1 / temperature[i], l = logf(temperature[i]);
	for (int k = 0; k < REACTIONS; k++) {
		Reaction r = reaction[k];
		float forward = r.a * expf(r.b * l - r.e * inverse), back = forward * 0.2f * expf(-300 * inverse);
		float q = forward * own[r.in1][t] * own[r.in2][t] - back * own[r.out1][t] * own[r.out2][t];
		sum[r.in1][t] -= q, sum[r.in2][t] -= q, sum[r.out1][t] += q, sum[r.out2][t] += q;
	}
	for (int s = 0; s < SPECIES; s++)
		rate[s * n + i] = sum[s][t];
}
static const int ROUND = 40, RADII = 4;
__constant__ float2 spoke[ROUND];
__constant__ signed char step_x[RADII][ROUND], step_y[RADII][ROUND];
__global__ void cells_bright_edge(const float *gx, const float *gy, float *out, int w, int h)
{ // does a pixel lie in a cell? along circles around it, how even the slope outwards is
	int x = blockIdx.x * blockDim.x + threadIdx.x + 16, y = blockIdx.y + 16;
	if (x + 16 >= w || y + 16 >= h)
		return;
	float best = 0;
	for (int r = 0; r < RADII; r++) {
		float sum = 0, squares = 0;
		for (int k = 0; k < ROUND; k++) {
			int at = (y + step_y[r][k]) * w + x + step_x[r][k];
			float p = gx[at] * spoke[k].x + gy[at] * spoke[k].y;
			sum += p;
			squares += p * p;
		}
		float mean = sum / ROUND, spread = squares / ROUND - mean * mean;
		best = fmaxf(best, mean * mean / spread);
	}
	out[y * w + x] = best;
}
__global__ void three_arrays(const double *a, const double *b, double *c, double s, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + s * b[i];
}
static void liquids(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int N = 20000;
	std::vector<float4> p(N);
	for (int i = 0; i < N; i++)
		p[i] = make_float4(i % 27 + 0.4f * f[i], i / 27 % 27 + 0.4f * f[i + 7], i / 729 + 0.4f * f[i + 9], 0);
	std::vector<int> side(N * NEAR_BY);
	std::vector<unsigned short> row(N * NEAR_BY);
	std::vector<float> want(3 * N);
	for (int i = 0; i < N; i++) {
		double s[3] = {};
		for (int k = 0; k < NEAR_BY; k++) {
			// most of those near, some far away
			int j = k < 26 ?
				i + (k < 13 ? k - 13 : k - 12) % 3 + ((k * 5) % 7 - 3) * 27 + (k % 3 - 1) * 729 :
				w[i * 3 + k] % N;
			j = j < 0 || j >= N || j == i ? (i + N / 2) % N : j;
			side[k * N + i] = row[i * NEAR_BY + k] = j;
			float x = p[i].x - p[j].x, y = p[i].y - p[j].y, z = p[i].z - p[j].z, r2 = x * x + y * y + z * z;
			if (r2 < 9) {
				double i2 = 1 / (double)r2, i6 = i2 * i2 * i2, c = i2 * i6 * (1.5 * i6 - 2.0);
				s[0] += c * x, s[1] += c * y, s[2] += c * z;
			}
		}
		for (int k = 0; k < 3; k++)
			want[3 * i + k] = s[k];
	}
	float4 *dp = upload(p);
	int *ds = upload(side);
	unsigned short *dr = upload(row);
	float3 *o = dev<float3>(N);
	auto right = [want, N](const std::vector<float> &v) {
		for (int i = 0; i < N; i++) {
			double most = 1;
			for (int k = 0; k < 3; k++)
				most += fabs(want[3 * i + k]);
			for (int k = 0; k < 3; k++)
				if (!(fabs(v[3 * i + k] - want[3 * i + k]) < 1e-2 * most))
					return false;
		}
		return true;
	};
	job<float>(
		"liquid_with_lists.atom_a_thread", [&] { liquid_list<<<up(N, 192), 192>>>(dp, ds, o, N, 9); },
		(float *)o, 3 * N, right);
	job<float>(
		"liquid_with_lists.eight_lanes", [&] { liquid_eight_lanes<<<up(N, 32), 256>>>(dp, dr, o, N, 9); },
		(float *)o, 3 * N, right);
}
static void lattices(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int SIDE = BINS * 4, N = SIDE * SIDE * SIDE, CELLS = BINS * BINS * BINS;
	std::vector<float4> bin(CELLS * BIN);
	std::vector<int3> near_bins;
	for (int k = 0; k < 27; k++)
		near_bins.push_back(make_int3(k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1));
	CHECK(cudaMemcpyToSymbol(around, near_bins.data(), 27 * 12));
	for (int c = 0; c < CELLS; c++)
		for (int k = 0; k < (int)(w[c] % (BIN + 1)) / 2; k++) {
			int i = c * BIN + k;
			bin[i] = make_float4((c % BINS + f[i]) * 4, (c / BINS % BINS + f[i + 3]) * 4,
				(c / BINS / BINS + f[i + 7]) * 4, 0.5f + f[i + 11]);
		}
	auto right = [bin](const std::vector<float> &v) {
		for (int i = 0; i < N; i += 41) {
			int x = i % SIDE, y = i / SIDE % SIDE, z = i / SIDE / SIDE;
			double sum = 0;
			for (int k = 0; k < 27; k++) {
				int bx = x / 4 + k % 3 - 1, by = y / 4 + k / 3 % 3 - 1, bz = z / 4 + k / 9 - 1;
				if (bx < 0 || by < 0 || bz < 0 || bx >= BINS || by >= BINS || bz >= BINS)
					continue;
				for (int a = 0; a < BIN; a++) {
					float4 q = bin[((bz * BINS + by) * BINS + bx) * BIN + a];
					double dx = q.x - x, dy = q.y - y, dz = q.z - z,
					       r2 = dx * dx + dy * dy + dz * dz;
					if (r2 < 16)
						sum += q.w / sqrt(r2 + 0.01) * (1 - r2 / 16) * (1 - r2 / 16);
				}
			}
			if (!near(v[i], sum, 1e-3))
				return false;
		}
		return true;
	};
	float4 *d = upload(bin);
	float *o = dev<float>(N);
	job<float>(
		"potential_within_reach.point_a_thread", [&] { potential_point<<<up(N, 128), 128>>>(d, o, 16); }, o, N,
		right);
	job<float>(
		"potential_within_reach.bin_a_block",
		[&] { potential_block<<<dim3(BINS, BINS, BINS), 32>>>(d, o, 16); }, o, N, right);
}
static void scanners(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int N = 6000;
	std::vector<float4> s(SAMPLES);
	for (int k = 0; k < SAMPLES; k++)
		s[k] = make_float4(f[k] - 0.5f, f[k + 1] - 0.5f, f[k + 9] - 0.5f, f[k + 77] / 100);
	std::vector<float> x(f.begin(), f.begin() + N), y(f.begin() + N, f.begin() + 2 * N), z(N, 0.3f), want(2 * N);
	for (int i = 0; i < N; i++)
		for (int k = 0; k < SAMPLES && i % 7 == 0; k++) {
			float a = 6.2831853f * (s[k].x * x[i] + s[k].y * y[i] + s[k].z * z[i]);
			want[i] += s[k].w * cosf(a), want[N + i] += s[k].w * sinf(a);
		}
	auto right = [want, N](const std::vector<float> &v) {
		for (int i = 0; i < N; i += 7)
			if (!near(v[i], want[i], 1e-3) || !near(v[N + i], want[N + i], 1e-3))
				return false;
		return true;
	};
	CHECK(cudaMemcpyToSymbol(sample_constant, s.data(), SAMPLES * 16));
	float4 *ds = upload(s);
	float *dx = upload(x), *dy = upload(y), *dz = upload(z), *o = dev<float>(2 * N);
	job<float>(
		"scanner_sums.samples_constant", [&] { scan_constant<<<up(N, 96), 96>>>(dx, dy, dz, o, o + N, N); }, o,
		2 * N, right);
	job<float>(
		"scanner_sums.careful_two_a_thread",
		[&] { scan_shared_two<<<up(N, 256), 128>>>(ds, dx, dy, dz, o, o + N, N); }, o, 2 * N, right);
	const int M = 14000;
	std::vector<int4> sample(M);
	for (int i = 0; i < M; i++) {
		// most near the middle
		int cx = (w[i] % 4096 + w[i + 1] % 4096) / 2, cy = (w[i + 2] % 4096 + w[i + 5] % 4096) / 2;
		sample[i] = make_int4(cx, cy, (int)(w[i + 4] % 200) - 100, 0);
	}
	std::vector<int> grid(GRID * GRID), first(257);
	for (const int4 &q : sample)
		for (int k = 0; k < 36; k++) {
			int px = q.x / 16 - REACH + 1 + k % 6, py = q.y / 16 - REACH + 1 + k / 6, ex = px * 16 - q.x,
			    ey = py * 16 - q.y;
			if (px >= 0 && py >= 0 && px < GRID && py < GRID)
				grid[py * GRID + px] += weight_of(ex * ex + ey * ey) * q.z;
		}
	int4 *dsc = upload(sample);
	auto square = [](const int4 &q) { return q.y / 256 * 16 + q.x / 256; };
	std::sort(sample.begin(), sample.end(), [&](const int4 &a, const int4 &b) { return square(a) < square(b); });
	for (const int4 &q : sample)
		first[square(q) + 1]++;
	for (int k = 0; k < 256; k++)
		first[k + 1] += first[k];
	int4 *dso = upload(sample);
	int *df = upload(first), *og = dev<int>(GRID * GRID);
	job<int>(
		"samples_to_a_grid.scatter", [&] { grid_scatter<<<up(M, 64), 64>>>(dsc, og, M); }, og, GRID * GRID,
		same(grid), [&] { CHECK(cudaMemset(og, 0, 4 * GRID * GRID)); });
	std::vector<int4> few(sample);
	job<int>(
		"samples_to_a_grid.gather_of_squares",
		[&] { grid_gather<<<dim3(16, 16), dim3(16, 16)>>>(dso, df, og); }, og, GRID * GRID, same(grid));
}
static void skies(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int N = 2000;
	std::vector<short4> star(N);
	std::vector<int> lim(ANGLES), want(ANGLES), later(ANGLES);
	for (int i = 0; i < N; i++)
		star[i] = { (short)(w[i] % 2001 - 1000), (short)(w[i + 1] % 2001 - 1000),
			(short)(w[i + 2] % 2001 - 1000), 0 };
	for (int k = 0; k < ANGLES; k++)
		lim[k] = 2000000 - 130000 * k;
	for (int i = 0; i < N; i++)
		for (int j = i + 1; j < N; j++) {
			int dot = star[i].x * star[j].x + star[i].y * star[j].y + star[i].z * star[j].z;
			int k = dot >= lim[0] ? 0 : (lim[0] - dot + 129999) / 130000;
			want[std::min(k, ANGLES - 1)]++;
			later[std::min(k, ANGLES - 1)] += i >= N / 2;
		}
	CHECK(cudaMemcpyToSymbol(limit, lim.data(), 4 * ANGLES));
	short4 *d = upload(star);
	int *o = dev<int>(ANGLES);
	auto clear = [&] { CHECK(cudaMemset(o, 0, 4 * ANGLES)); };
	job<int>(
		"pairs_of_stars.bins_in_memory", [&] { star_pairs_global<<<up(N / 2, 64), 64>>>(d + N / 2, o, N / 2); },
		o, ANGLES, same(later), clear);
	job<int>(
		"pairs_of_stars.tables_in_shared",
		[&] { star_pairs_shared<<<dim3(up(N, 128), up(N, 128)), 128>>>(d, o, N); }, o, ANGLES, same(want),
		clear);
}
static void flames(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int N = 20000;
	std::vector<Reaction> r(REACTIONS);
	std::vector<float> t(N), c(f.begin(), f.begin() + SPECIES * N), want(SPECIES * N);
	for (int k = 0; k < REACTIONS; k++)
		r[k] = { 0.1f + f[k], 0.3f * f[k + 5], 500 + 900 * f[k + 7], (int)(w[k] % SPECIES),
			(int)(w[k + 3] % SPECIES), (int)(w[k + 5] % SPECIES), (int)(w[k + 8] % SPECIES) };
	for (int i = 0; i < N; i++) {
		float own[SPECIES], rate[SPECIES];
		t[i] = 600 + 1200 * f[i + 3];
		for (int s = 0; s < SPECIES; s++)
			own[s] = c[s * N + i];
		burn(r.data(), t[i], own, rate);
		for (int s = 0; s < SPECIES; s++)
			want[s * N + i] = rate[s];
	}
	CHECK(cudaMemcpyToSymbol(reaction, r.data(), REACTIONS * sizeof(Reaction)));
	float *dt = upload(t), *dc = upload(c), *o = dev<float>(SPECIES * N);
	job<float>(
		"twenty_reactions.local_arrays", [&] { flame_local<<<up(N, 128), 128>>>(dt, dc, o, N); }, o,
		SPECIES * N, close_to(want, 1e-3));
	job<float>(
		"twenty_reactions.columns_of_shared", [&] { flame_shared<<<up(N, 96), 96>>>(dt, dc, o, N); }, o,
		SPECIES * N, close_to(want, 1e-3));
	const int W = 200, H = 140;
	std::vector<float> gx(f.begin(), f.begin() + W * H), gy(f.begin() + 99, f.begin() + 99 + W * H), edge(W * H);
	std::vector<float2> sp(ROUND);
	signed char sx[RADII][ROUND], sy[RADII][ROUND];
	for (int k = 0; k < ROUND; k++) {
		sp[k] = make_float2(cosf(k * 6.2831853f / ROUND), sinf(k * 6.2831853f / ROUND));
		for (int q = 0; q < RADII; q++)
			sx[q][k] = (5 + 3 * q) * sp[k].x, sy[q][k] = (5 + 3 * q) * sp[k].y;
	}
	for (int y = 16; y + 16 < H; y++)
		for (int x = 16; x + 16 < W; x++)
			for (int q = 0; q < RADII; q++) {
				double sum = 0, sq = 0;
				for (int k = 0; k < ROUND; k++) {
					int at = (y + sy[q][k]) * W + x + sx[q][k];
					double p = gx[at] * sp[k].x + gy[at] * sp[k].y;
					sum += p, sq += p * p;
				}
				double mean = sum / ROUND;
				edge[y * W + x] =
					std::max(edge[y * W + x], (float)(mean * mean / (sq / ROUND - mean * mean)));
			}
	CHECK(cudaMemcpyToSymbol(spoke, sp.data(), ROUND * 8));
	CHECK(cudaMemcpyToSymbol(step_x, sx, sizeof sx));
	CHECK(cudaMemcpyToSymbol(step_y, sy, sizeof sy));
	float *dx = upload(gx), *dy = upload(gy), *oe = dev<float>(W * H);
	job<float>(
		"even_slope_around.circles_from_constant",
		[&] { cells_bright_edge<<<dim3(up(W - 32, 56), H - 32), 56>>>(dx, dy, oe, W, H); }, oe, W * H,
		close_to(edge, 1e-3));
	const int M = 1 << 20;
	std::vector<double> a(M), b(M), sum(M);
	for (int i = 0; i < M; i++)
		a[i] = i, b[i] = i % 1000, sum[i] = a[i] + 3 * b[i];
	double *da = upload(a), *db = upload(b), *os = dev<double>(M);
	job<double>(
		"three_arrays.doubles", [&] { three_arrays<<<M / 1024, 1024>>>(da, db, os, 3, M); }, os, M, same(sum));
}
void rows()
{
	std::vector<unsigned> w = words(700000);
	std::vector<float> f = fractions(w);
	liquids(w, f);
	lattices(w, f);
	scanners(w, f);
	skies(w, f);
	flames(w, f);
}
