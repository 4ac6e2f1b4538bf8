// blind20b: a fresh set of kernels that nobody had modelled when they were written. Particles: plasma, metal, thin gas,
// cracks, stiff water, planets.
#include "blind7.h"

struct Ion {
	float x, y, z, u, v, w;
};
__host__ __device__ inline void in_fields(Ion &p, const float4 *field, int n, float dt)
{ // Boris' push: half a kick, a turn about the magnetic field, half a kick, a move; the box wraps
	float gx = p.x * n, gy = p.y * n;
	int ix = (int)gx, iy = (int)gy, jx = ix + 1 == n ? 0 : ix + 1, jy = iy + 1 == n ? 0 : iy + 1;
	float a = gx - ix, b = gy - iy, w00 = (1 - a) * (1 - b), w10 = a * (1 - b), w01 = (1 - a) * b, w11 = a * b;
	float4 f00 = field[iy * n + ix], f10 = field[iy * n + jx], f01 = field[jy * n + ix], f11 = field[jy * n + jx];
	float ex = w00 * f00.x + w10 * f10.x + w01 * f01.x + w11 * f11.x;
	float ey = w00 * f00.y + w10 * f10.y + w01 * f01.y + w11 * f11.y;
	float ez = w00 * f00.z + w10 * f10.z + w01 * f01.z + w11 * f11.z;
	float bz = w00 * f00.w + w10 * f10.w + w01 * f01.w + w11 * f11.w;
	float h = 0.5f * dt, tz = bz * h, sz = 2 * tz / (1 + tz * tz);
	float u = p.u + h * ex, v = p.v + h * ey, w = p.w + h * ez;
	float u2 = u + v * tz, v2 = v - u * tz;
	u += v2 * sz, v -= u2 * sz;
	p.u = u + h * ex, p.v = v + h * ey, p.w = w + h * ez;
	p.x += dt * p.u, p.y += dt * p.v, p.z += dt * p.w;
	p.x -= floorf(p.x), p.y -= floorf(p.y);
	p.x = p.x >= 1 ? 0 : p.x, p.y = p.y >= 1 ? 0 : p.y;
}
__global__ void plasma_structs(const Ion *in, Ion *out, const float4 *field, int n, int many, float dt)
{ // an ion a thread, the ions as structures of 24 bytes
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= many)
		return;
	Ion p = in[i];
	in_fields(p, field, n, dt);
	out[i] = p;
}
__global__ void plasma_arrays(const float *in, float *out, const float4 *field, int n, int many, float dt)
{ // the same with six arrays, and a loop over the grid
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < many; i += gridDim.x * blockDim.x) {
		Ion p = { in[i], in[i + many], in[i + 2 * many], in[i + 3 * many], in[i + 4 * many], in[i + 5 * many] };
		in_fields(p, field, n, dt);
		out[i] = p.x, out[i + many] = p.y, out[i + 2 * many] = p.z;
		out[i + 3 * many] = p.u, out[i + 4 * many] = p.v, out[i + 5 * many] = p.w;
	}
}
__global__ void plasma_staged(const Ion *in, Ion *out, const float4 *field, int n, int many, float dt)
{ // the structures go through shared memory, so that memory is read in whole lines
	__shared__ float stage[128 * 6];
	int first = blockIdx.x * 128, here = min(128, many - first) * 6;
	const float *from = (const float *)(in + first);
	float *to = (float *)(out + first);
	for (int i = threadIdx.x; i < here; i += 128)
		stage[i] = from[i];
	__syncthreads();
	Ion *mine = (Ion *)stage + threadIdx.x;
	if (first + threadIdx.x < many)
		in_fields(*mine, field, n, dt);
	__syncthreads();
	for (int i = threadIdx.x; i < here; i += 128)
		to[i] = stage[i];
}
static void plasma(const std::vector<float> &f)
{
	const int N = 64, P = 50000;
	std::vector<float4> field(N * N);
	std::vector<Ion> in(P), out;
	std::vector<float> apart(P * 6), want(P * 6), split(P * 6);
	for (int i = 0; i < N * N; i++)
		field[i] = { f[i] - 0.5f, f[i + 5000] - 0.5f, f[i + 10000] - 0.5f, f[i + 15000] * 3 };
	for (int i = 0; i < P * 6; i++)
		((float *)&in[0])[i] = apart[i % 6 * P + i / 6] = i % 6 < 3 ? f[i] : f[i] - 0.5f;
	out = in;
	for (int i = 0; i < P; i++)
		in_fields(out[i], field.data(), N, 0.05f);
	for (int i = 0; i < P * 6; i++)
		want[i] = split[i % 6 * P + i / 6] = ((float *)&out[0])[i];
	float4 *df = upload(field);
	Ion *di = upload(in);
	float *da = upload(apart), *o = dev<float>(P * 6);
	job<float>(
		"plasma.structs", [&] { plasma_structs<<<(P + 255) / 256, 256>>>(di, (Ion *)o, df, N, P, 0.05f); }, o,
		P * 6, close_to(want));
	job<float>(
		"plasma.arrays", [&] { plasma_arrays<<<132, 192>>>(da, o, df, N, P, 0.05f); }, o, P * 6,
		close_to(split));
	job<float>(
		"plasma.staged", [&] { plasma_staged<<<(P + 127) / 128, 128>>>(di, (Ion *)o, df, N, P, 0.05f); }, o,
		P * 6, close_to(want));
}
#define SHELL 32
__host__ __device__ inline float looked_up(const float *table, float r2)
{ // a function of the distance squared below 4, from a table of 512 steps
	float at = r2 * 128;
	int k = (int)at;
	return k >= 511 ? 0 : table[k] + (table[k + 1] - table[k]) * (at - k);
}
__host__ __device__ inline float apart2(float4 a, float4 b)
{
	float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
	return x * x + y * y + z * z;
}
__global__ void metal_density(
	const float4 *p, const int *list, const int *count, const float *table, float *slope, int n)
{ // embedded atoms, first pass: how many electrons its neighbours lend an atom, and what that costs
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float sum = 0.01f;
	for (int k = 0; k < count[i]; k++)
		sum += looked_up(table, apart2(p[i], p[list[k * n + i]]));
	slope[i] = -0.5f * rsqrtf(sum);
}
__global__ void metal_force(const float4 *p, const int *list, const int *count, const float *push, const float *lend,
	const float *slope, float4 *force, int n)
{ // second pass: forces from pairs and from the electrons of both atoms
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float4 own = p[i], sum = { 0, 0, 0, 0 };
	float mine = slope[i];
	for (int k = 0; k < count[i]; k++) {
		int j = list[k * n + i];
		float4 other = p[j];
		float r2 = apart2(own, other), s = looked_up(push, r2) + (mine + slope[j]) * looked_up(lend, r2);
		sum.x += s * (own.x - other.x), sum.y += s * (own.y - other.y), sum.z += s * (own.z - other.z);
	}
	force[i] = sum;
}
__global__ void metal_both_warp(
	const float4 *p, const int *list, const int *count, const float *lend, float *slope, int n)
{ // the first pass, an atom a warp: lanes are neighbours; the table is copied to shared memory
	__shared__ float table[512];
	for (int i = threadIdx.x; i < 512; i += blockDim.x)
		table[i] = lend[i];
	__syncthreads();
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (i >= n)
		return;
	float sum = lane < count[i] ? looked_up(table, apart2(p[i], p[list[lane * n + i]])) : 0;
	for (int k = 16; k; k >>= 1)
		sum += __shfl_xor_sync(~0u, sum, k);
	if (lane == 0)
		slope[i] = -0.5f * rsqrtf(sum + 0.01f);
}
static void metal(const std::vector<float> &f)
{
	const int S = 22, N = S * S * S;
	std::vector<float4> p(N);
	std::vector<int> list(SHELL * N), count(N);
	std::vector<float> lend(512), push(512), slope(N), force(N * 4);
	for (int i = 0; i < 512; i++)
		lend[i] = std::exp(-i / 128.0), push[i] = std::exp(-i / 40.0) - 0.1;
	for (int i = 0; i < N; i++)
		p[i] = { i % S + 0.3f * f[i], i / S % S + 0.3f * f[i + N], i / (S * S) + 0.3f * f[i + 2 * N], 0 };
	for (int i = 0; i < N; i++) {
		int x = i % S, y = i / S % S, z = i / (S * S);
		for (int c = std::max(z - 1, 0); c <= std::min(z + 1, S - 1); c++)
			for (int b = std::max(y - 1, 0); b <= std::min(y + 1, S - 1); b++)
				for (int a = std::max(x - 1, 0); a <= std::min(x + 1, S - 1); a++) {
					int j = (c * S + b) * S + a;
					if (j != i && apart2(p[i], p[j]) < 2.6f)
						list[count[i]++ * N + i] = j;
				}
		float sum = 0.01f;
		for (int k = 0; k < count[i]; k++)
			sum += looked_up(lend.data(), apart2(p[i], p[list[k * N + i]]));
		slope[i] = -0.5f / std::sqrt(sum);
	}
	for (int i = 0; i < N; i++)
		for (int k = 0; k < count[i]; k++) {
			int j = list[k * N + i];
			float r2 = apart2(p[i], p[j]);
			float s = looked_up(push.data(), r2) + (slope[i] + slope[j]) * looked_up(lend.data(), r2);
			force[i * 4] += s * (p[i].x - p[j].x);
			force[i * 4 + 1] += s * (p[i].y - p[j].y), force[i * 4 + 2] += s * (p[i].z - p[j].z);
		}
	float4 *dp = upload(p), *o = dev<float4>(N);
	int *dl = upload(list), *dc = upload(count);
	float *le = upload(lend), *pu = upload(push), *sl = dev<float>(N);
	job<float>(
		"metal.density_then_force",
		[&] {
			metal_density<<<(N + 127) / 128, 128>>>(dp, dl, dc, le, sl, N);
			metal_force<<<(N + 127) / 128, 128>>>(dp, dl, dc, pu, le, sl, o, N);
		},
		(float *)o, N * 4, close_to(force, 1e-3));
	job<float>(
		"metal.density_atom_a_warp", [&] { metal_both_warp<<<(N + 7) / 8, 256>>>(dp, dl, dc, le, sl, N); }, sl,
		N, close_to(slope, 1e-3));
}
__host__ __device__ inline unsigned stirred(unsigned s)
{
	s ^= s << 13, s ^= s >> 17;
	return s ^ s << 5;
}
__host__ __device__ inline int collide(int *v, int n, unsigned seed, int tries)
{ // pairs drawn in one cell swap parts of their speeds when they are fast enough; speeds are whole numbers
	int hits = 0;
	for (int k = 0; k < tries && n > 1; k++) {
		seed = stirred(seed);
		int a = seed % n, b = (a + 1 + seed / 64 % (n - 1)) % n;
		int apart = abs(v[a] - v[b]);
		if ((int)(seed >> 20) < apart) {
			int mean = (v[a] + v[b]) >> 1, turn = (int)(seed >> 8 & 63) * apart / 64, total = v[a] + v[b];
			v[a] = mean + turn / 2, v[b] = total - v[a];
			hits++;
		}
	}
	return hits;
}
__global__ void gas_thread(const int *start, int *speed, int *hits, int cells)
{ // thin gas by Monte Carlo: a cell a thread, its molecules from memory
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c < cells)
		hits[c] = collide(speed + start[c], start[c + 1] - start[c], c * 2654435761u + 1, 40);
}
__global__ void gas_shared(const int *start, int *speed, int *hits, int cells)
{ // the same, the molecules of 64 cells are brought to shared memory and back together
	extern __shared__ int mine[];
	int c0 = blockIdx.x * blockDim.x, c1 = min(c0 + (int)blockDim.x, cells), first = start[c0],
	    n = start[c1] - first;
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		mine[i] = speed[first + i];
	__syncthreads();
	int c = c0 + threadIdx.x;
	if (c < c1)
		hits[c] = collide(mine + start[c] - first, start[c + 1] - start[c], c * 2654435761u + 1, 40);
	__syncthreads();
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		speed[first + i] = mine[i];
}
static void thin_gas(const std::vector<unsigned> &w)
{
	const int CELLS = 3000;
	std::vector<int> start(CELLS + 1), speed, after, hits(CELLS);
	for (int c = 0; c < CELLS; c++)
		start[c + 1] = start[c] + w[c] % 30;
	for (int i = 0; i < start[CELLS]; i++)
		speed.push_back(w[i + 9000] % 6000 - 3000);
	after = speed;
	for (int c = 0; c < CELLS; c++)
		hits[c] = collide(&after[start[c]], start[c + 1] - start[c], c * 2654435761u + 1, 40);
	int n = start[CELLS], *ds = upload(start), *first = upload(speed), *dv = upload(speed), *dh = dev<int>(CELLS);
	auto back = [=] { CHECK(cudaMemcpy(dv, first, n * 4, cudaMemcpyDeviceToDevice)); };
	job<int>(
		"thin_gas.cell_a_thread", [&] { gas_thread<<<(CELLS + 63) / 64, 64>>>(ds, dv, dh, CELLS); }, dv, n,
		same(after), back);
	job<int>(
		"thin_gas.through_shared", [&] { gas_shared<<<(CELLS + 63) / 64, 64, 8192>>>(ds, dv, dh, CELLS); }, dv,
		n, same(after), back);
}
__host__ __device__ inline float2 pull(const float2 *p, const float2 *rest, byte *alive, int x, int y, int w, int h)
{ // bonds of a plate to the 28 points within three steps; a bond stretched too far breaks for good
	float2 sum = { 0, 0 };
	int i = y * w + x, k = 0;
	for (int dy = -3; dy <= 3; dy++)
		for (int dx = -3; dx <= 3; dx++) {
			if (dx * dx + dy * dy > 9 || (!dx && !dy))
				continue;
			int slot = k++, X = x + dx, Y = y + dy;
			if (X < 0 || Y < 0 || X >= w || Y >= h || !alive[slot * w * h + i])
				continue;
			int j = Y * w + X;
			float rx = rest[j].x - rest[i].x, ry = rest[j].y - rest[i].y, x2 = p[j].x - p[i].x;
			float y2 = p[j].y - p[i].y, r = sqrtf(rx * rx + ry * ry), l = sqrtf(x2 * x2 + y2 * y2);
			float stretch = l / r - 1;
			if (stretch > 0.12f) {
				alive[slot * w * h + i] = 0;
				continue;
			}
			sum.x += stretch * x2 / l, sum.y += stretch * y2 / l;
		}
	return sum;
}
__global__ void crack_pull(const float2 *p, const float2 *rest, byte *alive, float2 *force, int w, int h)
{ // the pull on every point of a plate that cracks
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h)
		force[y * w + x] = pull(p, rest, alive, x, y, w, h);
}
__global__ void crack_move(float2 *p, float2 *v, const float2 *force, int n)
{ // and what it does to speeds and places
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float2 s = v[i];
	s.x += 0.05f * force[i].x, s.y += 0.05f * force[i].y;
	v[i] = s;
	p[i] = { p[i].x + 0.05f * s.x, p[i].y + 0.05f * s.y };
}
static void crack(const std::vector<float> &f)
{
	const int W = 170, H = 90, N = W * H;
	std::vector<float2> rest(N), p(N), v(N), force(N);
	std::vector<float> want;
	std::vector<byte> alive(28 * N, 1);
	for (int i = 0; i < N; i++) {
		rest[i] = { (float)(i % W), (float)(i / W) };
		p[i] = { rest[i].x * 1.02f + 0.04f * f[i], rest[i].y + 0.04f * f[i + N] };
		v[i] = { 0, i / W < H / 2 ? -0.2f : 0.2f };
	}
	float2 *dr = upload(rest), *p0 = upload(p), *v0 = upload(v), *dp = upload(p), *dv = upload(v);
	float2 *df = dev<float2>(N);
	byte *da = upload(alive);
	for (int s = 0; s < 3; s++) {
		for (int i = 0; i < N; i++)
			force[i] = pull(p.data(), rest.data(), alive.data(), i % W, i / W, W, H);
		for (int i = 0; i < N; i++) {
			v[i].x += 0.05f * force[i].x, v[i].y += 0.05f * force[i].y;
			p[i] = { p[i].x + 0.05f * v[i].x, p[i].y + 0.05f * v[i].y };
		}
	}
	for (int i = 0; i < N; i++)
		want.push_back(p[i].x), want.push_back(p[i].y);
	job<float>(
		"crack.three_steps",
		[&] {
			for (int s = 0; s < 3; s++) {
				crack_pull<<<dim3((W + 15) / 16, (H + 7) / 8), dim3(16, 8)>>>(dp, dr, da, df, W, H);
				crack_move<<<(N + 511) / 512, 512>>>(dp, dv, df, N);
			}
		},
		(float *)dp, N * 2, close_to(want, 2e-4),
		[=] {
			CHECK(cudaMemcpy(dp, p0, N * 8, cudaMemcpyDeviceToDevice));
			CHECK(cudaMemcpy(dv, v0, N * 8, cudaMemcpyDeviceToDevice));
			CHECK(cudaMemset(da, 1, 28 * N));
		});
}
struct Term {
	double size, turn, speed;
};
__constant__ Term series[320];
__host__ __device__ inline double summed(const Term *t, int from, int to, int step, double when)
{
	double s = 0;
	for (int k = from; k < to; k += step)
		s += t[k].size * cos(t[k].turn + t[k].speed * when);
	return s;
}
__global__ void planet_thread(double *out, const double *when, int terms, int n)
{ // where a planet is: a long series of cosines in doubles, a date a thread, terms in constant memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = summed(series, 0, terms, 1, when[i]);
}
__global__ void planet_warp(const Term *t, double *out, const double *when, int terms, int n)
{ // the same, a date a warp, terms from memory
	int i = blockIdx.x * blockDim.y + threadIdx.y;
	if (i >= n)
		return;
	double s = summed(t, threadIdx.x, terms, 32, when[i]);
	for (int k = 16; k; k >>= 1)
		s += __shfl_down_sync(0xffffffff, s, k);
	if (threadIdx.x == 0)
		out[i] = s;
}
static void planets(const std::vector<float> &f)
{
	const int T = 320, N = 700;
	std::vector<Term> t(T);
	std::vector<double> when(N), want(N);
	for (int k = 0; k < T; k++)
		t[k] = { f[k] / (k + 1.0), f[k + 400] * 6.0, f[k + 800] * 90.0 };
	for (int i = 0; i < N; i++) {
		when[i] = i * 0.137 - 40;
		want[i] = summed(t.data(), 0, T, 1, when[i]);
	}
	CHECK(cudaMemcpyToSymbol(series, t.data(), T * sizeof(Term)));
	Term *dt = upload(t);
	double *dw = upload(when), *o = dev<double>(N);
	job<double>(
		"planets.date_a_thread", [&] { planet_thread<<<(N + 31) / 32, 32>>>(o, dw, T, N); }, o, N,
		close_to(want, 1e-9));
	job<double>(
		"planets.date_a_warp", [&] { planet_warp<<<(N + 3) / 4, dim3(32, 4)>>>(dt, o, dw, T, N); }, o, N,
		close_to(want, 1e-9));
}
__host__ __device__ __noinline__ int stiffen(float *p, const float *old)
{ // three atoms of a water molecule are brought back to fixed lengths, round after round
	int rounds = 0;
	for (bool off = true; off && rounds < 30; rounds++) {
		off = false;
		for (int k = 0; k < 3; k++) {
			int a = k == 2 ? 3 : 0, b = k == 0 ? 3 : 6;
			float want = k == 2 ? 2.67f : 1.0f, ma = a ? 1 : 0.0625f, mb = 1, dot = 0, now = 0;
			for (int c = 0; c < 3; c++) {
				float d = p[a + c] - p[b + c];
				now += d * d, dot += d * (old[a + c] - old[b + c]);
			}
			float miss = now - want;
			if (fabsf(miss) < 1e-4f)
				continue;
			off = true;
			float g = miss / (2 * dot * (ma + mb));
			for (int c = 0; c < 3; c++) {
				float d = old[a + c] - old[b + c];
				p[a + c] -= g * ma * d, p[b + c] += g * mb * d;
			}
		}
	}
	return rounds;
}
__global__ void stiff_water(const float *old, float *p, int n)
{ // a molecule a thread, its nine numbers in an array of its own
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float a[9], b[9];
	if (i >= n)
		return;
	for (int k = 0; k < 9; k++)
		a[k] = p[k * n + i], b[k] = old[k * n + i];
	stiffen(a, b);
	for (int k = 0; k < 9; k++)
		p[k * n + i] = a[k];
}
static void water(const std::vector<float> &f)
{
	const int N = 9000;
	const float form[9] = { 0, 0, 0, 1, 0, 0, -0.335f, 0.942f, 0 };
	std::vector<float> old(9 * N), p(9 * N), want(9 * N);
	for (int i = 0; i < N; i++) {
		float a[9], b[9];
		for (int k = 0; k < 9; k++) {
			old[k * N + i] = b[k] = form[k];
			p[k * N + i] = a[k] = form[k] + 0.2f * f[i * 9 + k];
		}
		stiffen(a, b);
		for (int k = 0; k < 9; k++)
			want[k * N + i] = a[k];
	}
	float *d0 = upload(old), *first = upload(p), *dp = upload(p);
	job<float>(
		"stiff_water.molecule_a_thread", [&] { stiff_water<<<(N + 95) / 96, 96>>>(d0, dp, N); }, dp, 9 * N,
		close_to(want, 2e-3), [=] { CHECK(cudaMemcpy(dp, first, 36 * N, cudaMemcpyDeviceToDevice)); });
}
void rows()
{
	std::vector<unsigned> w = words(1 << 19);
	std::vector<float> f = fractions(w);
	plasma(f);
	metal(f);
	thin_gas(w);
	crack(f);
	planets(f);
	water(f);
}
