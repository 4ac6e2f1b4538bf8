// blind15a: a fresh set of kernels that nobody had modelled when they were written. Power, sun, stars, soil, antennas.
#include "blind7.h"

__global__ void load_bus(const int *start, const int *to, const double2 *line, const double2 *own, const double2 *want,
	const double2 *in, double2 *out, int n)
{ // one sweep of a power grid's load flow: a bus a thread goes over its lines, complex doubles
	int b = blockIdx.x * blockDim.x + threadIdx.x;
	if (b >= n)
		return;
	double2 v = in[b], p = want[b], y = own[b];
	double d = v.x * v.x + v.y * v.y, re = (p.x * v.x + p.y * v.y) / d, im = (p.x * v.y - p.y * v.x) / d;
	for (int k = start[b]; k < start[b + 1]; k++) {
		double2 w = in[to[k]], l = line[k];
		re += l.x * w.x - l.y * w.y;
		im += l.x * w.y + l.y * w.x;
	}
	d = y.x * y.x + y.y * y.y;
	out[b] = make_double2((re * y.x + im * y.y) / d, (im * y.x - re * y.y) / d);
}
__global__ void load_four(const int *start, const int *to, const double2 *line, const double2 *own, const double2 *want,
	const double2 *in, double2 *out, int n)
{ // the same, four lanes a bus, which add up by shuffles
	int b = (blockIdx.x * blockDim.x + threadIdx.x) / 4, lane = threadIdx.x % 4;
	double re = 0, im = 0;
	if (b < n)
		for (int k = start[b] + lane; k < start[b + 1]; k += 4) {
			double2 w = in[to[k]], l = line[k];
			re += l.x * w.x - l.y * w.y;
			im += l.x * w.y + l.y * w.x;
		}
	for (int d = 2; d; d /= 2) {
		re += __shfl_down_sync(~0u, re, d, 4);
		im += __shfl_down_sync(~0u, im, d, 4);
	}
	if (b >= n || lane)
		return;
	double2 v = in[b], p = want[b], y = own[b];
	double d = v.x * v.x + v.y * v.y;
	re += (p.x * v.x + p.y * v.y) / d;
	im += (p.x * v.y - p.y * v.x) / d;
	d = y.x * y.x + y.y * y.y;
	out[b] = make_double2((re * y.x + im * y.y) / d, (im * y.x - re * y.y) / d);
}
template <class T> __host__ __device__ T panel_current(T volt, T sun, T warm)
{ // Newton's steps for the current of a solar cell with one diode and two resistors
	T i = sun;
	for (int k = 0; k < 12; k++) {
		T e = exp((volt + i * T(0.02)) / warm) * T(1e-6);
		T f = sun - e + T(1e-6) - (volt + i * T(0.02)) / T(50) - i;
		T s = -e * T(0.02) / warm - T(0.02) / T(50) - 1;
		T step = f / s;
		i -= step;
		if (step < T(1e-6) && step > T(-1e-6))
			break;
	}
	return i;
}
template <class T> __global__ void panel(const T *sun, const T *warm, T *best, int n, int points)
{ // a cell a thread: tries voltages one after another and keeps the greatest power
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	T most = 0;
	for (int k = 0; k < points; k++) {
		T v = T(0.8) * k / points, p = v * panel_current(v, sun[i], warm[i]);
		most = p > most ? p : most;
	}
	best[i] = most;
}
__global__ void panel_warp(const float *sun, const float *warm, float *best, int n)
{ // a cell a warp: a voltage a lane, the greatest power by shuffles
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (i >= n)
		return;
	float v = 0.8f * lane / 32, p = v * panel_current(v, sun[i], warm[i]);
	for (int d = 16; d; d /= 2)
		p = fmaxf(p, __shfl_xor_sync(~0u, p, d));
	if (lane == 0)
		best[i] = fmaxf(p, 0);
}
__host__ __device__ int apart2(int2 a, int2 b)
{
	int x = a.x - b.x, y = a.y - b.y;
	return x > 3000 || x < -3000 || y > 3000 || y < -3000 ? 1 << 30 : x * x + y * y;
}
__global__ void stars_all(const int2 *a, const int2 *b, int *match, int n, int m, int reach)
{ // a star of one catalogue a thread: the nearest star of the other one within reach, all of them tried
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int2 own = a[i];
	int best = reach, who = -1;
	for (int j = 0; j < m; j++) {
		int d = apart2(own, b[j]);
		if (d < best)
			best = d, who = j;
	}
	match[i] = who;
}
__global__ void stars_tiled(const int2 *a, const int2 *b, int *match, int n, int m, int reach)
{ // the same, the other catalogue in tiles of shared memory
	__shared__ int2 tile[96];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int2 own = a[min(i, n - 1)];
	int best = reach, who = -1;
	for (int j0 = 0; j0 < m; j0 += 96) {
		if (j0 + threadIdx.x < m)
			tile[threadIdx.x] = b[j0 + threadIdx.x];
		__syncthreads();
		int end = min(96, m - j0);
		for (int j = 0; j < end; j++) {
			int d = apart2(own, tile[j]);
			if (d < best)
				best = d, who = j0 + j;
		}
		__syncthreads();
	}
	if (i < n)
		match[i] = who;
}
__global__ void stars_zoned(const int2 *a, const int2 *b, int *match, int n, int m, int reach, int side)
{ // the same, the other catalogue sorted by height: binary search, then a walk through the zone
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int2 own = a[i];
	int lo = 0, hi = m, best = reach, who = -1;
	while (lo < hi) {
		int mid = (lo + hi) / 2;
		if (b[mid].y < own.y - side)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (; lo < m && b[lo].y <= own.y + side; lo++) {
		int d = apart2(own, b[lo]);
		if (d < best)
			best = d, who = lo;
	}
	match[i] = who;
}
__host__ __device__ float soak(float wet)
{ // how well water runs through soil of this wetness
	return wet * wet * wet * 0.2f;
}
__global__ void soil_thread(const float *in, float *out, int columns, int depth, int steps)
{ // a column of soil a thread: rain on top, each step goes down all layers in memory
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= columns)
		return;
	for (int k = 0; k < depth; k++)
		out[k * columns + c] = in[k * columns + c];
	for (int s = 0; s < steps; s++) {
		float come = s % 5 == 0 ? 0.1f : 0;
		for (int k = 0; k < depth; k++) {
			float wet = out[k * columns + c], go = soak(wet);
			out[k * columns + c] = fminf(wet + come - go, 1);
			come = go;
		}
	}
}
__global__ void soil_block(const float *in, float *out, int columns, int depth, int steps)
{ // a column of soil a block: a layer a thread, what runs down goes through shared memory
	__shared__ float run[2][100];
	int c = blockIdx.x, k = threadIdx.x;
	float wet = in[k * columns + c];
	for (int s = 0; s < steps; s++) {
		float go = soak(wet);
		run[s & 1][k] = go;
		__syncthreads();
		float come = k ? run[s & 1][k - 1] : s % 5 == 0 ? 0.1f : 0;
		wet = fminf(wet + come - go, 1);
	}
	out[k * columns + c] = wet;
}
__constant__ float4 antenna[64];
template <bool CONSTANT> __global__ void array_factor(const float4 *ant, float *power, int w, int h, int count)
{ // how strongly an array of antennas sends in a direction: a direction a thread
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
	if (x >= w)
		return;
	float u = 2.0f * x / w - 1, v = 2.0f * y / h - 1, re = 0, im = 0;
	for (int k = 0; k < count; k++) {
		float4 a = CONSTANT ? antenna[k] : ant[k];
		float s, c;
		__sincosf(a.x * u + a.y * v + a.z, &s, &c);
		re += a.w * c;
		im += a.w * s;
	}
	power[y * w + x] = re * re + im * im;
}
__global__ void array_cut(const float4 *ant, float *power, int w, int y, int h, int count)
{ // one row of the same only: a direction a warp, an antenna a lane
	int x = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (x >= w)
		return;
	float u = 2.0f * x / w - 1, v = 2.0f * y / h - 1, re = 0, im = 0;
	for (int k = lane; k < count; k += 32) {
		float4 a = ant[k];
		float s, c;
		sincosf(a.x * u + a.y * v + a.z, &s, &c);
		re += a.w * c;
		im += a.w * s;
	}
	for (int d = 16; d; d /= 2) {
		re += __shfl_down_sync(~0u, re, d);
		im += __shfl_down_sync(~0u, im, d);
	}
	if (lane == 0)
		power[x] = re * re + im * im;
}
__host__ __device__ int drive(int t, int length, int lights, const int3 *light, unsigned luck)
{ // when a car comes out of a street with traffic lights, each with its place, its cycle and its offset
	int at = 0, speed = 0, next = 0;
	while (at < length) {
		while (next < lights && light[next].x <= at)
			next++;
		int gap = length + 20 - at;
		if (next < lights && (t + light[next].z) % light[next].y * 2 >= light[next].y)
			gap = light[next].x - at;
		speed = gap > speed * 3 ? speed + 1 < 15 ? speed + 1 : 15 : speed - 2 > 1 ? speed - 2 : 1;
		luck = luck * 1664525u + 1013904223u;
		if (luck >> 30 == 0 && speed > 1)
			speed--;
		if (speed >= gap)
			speed = gap - 1;
		at += speed;
		t++;
	}
	return t;
}
__global__ void green_wave(const int3 *light, const unsigned *luck, int *done, int cars, int lights, int length)
{ // a car a thread drives through the street, all on their own
	__shared__ int3 near[40];
	if (threadIdx.x < lights)
		near[threadIdx.x] = light[threadIdx.x];
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < cars)
		done[i] = drive(i % 300, length, lights, near, luck[i]);
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w);
	const int B = 9000;
	std::vector<std::vector<std::pair<int, double2>>> net(B);
	std::vector<int> start(B + 1), to;
	std::vector<double2> line, own(B), want(B), v0(B, double2{ 1, 0 }), v1(B);
	for (int i = 0; i < B * 3 / 2; i++) {
		int a = i < B - 1 ? i : w[i] % B, b = i < B - 1 ? i + 1 : (a + 1 + w[i + B] % 60) % B;
		double2 y = { 1 + f[i], -4 - 5 * f[i + B] };
		net[a].push_back({ b, y }), net[b].push_back({ a, y });
	}
	for (int b = 0; b < B; b++) {
		own[b] = { 0.5, -2 };
		want[b] = { -0.02 * f[b], 0.01 * f[b + B] };
		for (auto &e : net[b]) {
			to.push_back(e.first), line.push_back(e.second);
			own[b].x += e.second.x, own[b].y += e.second.y;
		}
		start[b + 1] = to.size();
	}
	std::vector<double2> first = v0;
	for (int s = 0; s < 6; s++, std::swap(v0, v1))
		for (int b = 0; b < B; b++) {
			double2 v = v0[b], p = want[b], y = own[b];
			double d = v.x * v.x + v.y * v.y;
			double re = (p.x * v.x + p.y * v.y) / d, im = (p.x * v.y - p.y * v.x) / d;
			for (int k = start[b]; k < start[b + 1]; k++) {
				double2 q = v0[to[k]], l = line[k];
				re += l.x * q.x - l.y * q.y, im += l.x * q.y + l.y * q.x;
			}
			d = y.x * y.x + y.y * y.y;
			v1[b] = { (re * y.x + im * y.y) / d, (im * y.x - re * y.y) / d };
		}
	std::vector<double> volts((double *)v0.data(), (double *)(v0.data() + B));
	int *ds = upload(start), *dt = upload(to);
	double2 *dl = upload(line), *dow = upload(own), *dw = upload(want), *a0 = upload(first), *a1 = upload(first),
		*keep = upload(first);
	auto anew = [&] { CHECK(cudaMemcpy(a0, keep, B * 16, cudaMemcpyDeviceToDevice)); };
	job<double>(
		"load_flow.bus_a_thread",
		[&] {
			for (int s = 0; s < 6; s++)
				load_bus<<<(B + 95) / 96, 96>>>(
					ds, dt, dl, dow, dw, s & 1 ? a1 : a0, s & 1 ? a0 : a1, B);
		},
		(double *)a0, 2 * B, close_to(volts, 1e-9), anew);
	job<double>(
		"load_flow.bus_four_lanes",
		[&] {
			for (int s = 0; s < 6; s++)
				load_four<<<(4 * B + 127) / 128, 128>>>(
					ds, dt, dl, dow, dw, s & 1 ? a1 : a0, s & 1 ? a0 : a1, B);
		},
		(double *)a0, 2 * B, close_to(volts, 1e-9), anew);
	const int C = 5000;
	std::vector<float> sun(C), warm(C), best(C);
	std::vector<double> sun2(C), warm2(C), best2(C);
	for (int i = 0; i < C; i++) {
		sun[i] = sun2[i] = 1 + 4 * f[i], warm[i] = warm2[i] = 0.04f + 0.02f * f[i + C];
		for (int k = 0; k < 32; k++)
			best2[i] = std::max(best2[i], 0.8 * k / 32 * panel_current(0.8 * k / 32, sun2[i], warm2[i]));
		best[i] = best2[i];
	}
	float *dsun = upload(sun), *dwarm = upload(warm), *o = dev<float>(1 << 20);
	double *esun = upload(sun2), *ewarm = upload(warm2), *oo = dev<double>(C);
	job<float>(
		"solar_cell.cell_a_thread", [&] { panel<<<(C + 63) / 64, 64>>>(dsun, dwarm, o, C, 32); }, o, C,
		close_to(best, 1e-3));
	job<float>(
		"solar_cell.cell_a_warp", [&] { panel_warp<<<(C + 3) / 4, 128>>>(dsun, dwarm, o, C); }, o, C,
		close_to(best, 1e-3));
	job<double>(
		"solar_cell.doubles_few", [&] { panel<<<12, 64>>>(esun, ewarm, oo, 750, 32); }, oo, 750,
		close_to(std::vector<double>(best2.begin(), best2.begin() + 750), 1e-6));
	const int N = 2900, M = 2300;
	std::vector<int2> sky(N), other(M);
	std::vector<int> match(N, -1);
	for (int j = 0; j < M; j++)
		other[j] = { int(w[j] % 60000), int(w[j + M] % 60000) };
	std::sort(other.begin(), other.end(), [](int2 a, int2 b) { return a.y < b.y; });
	for (int i = 0; i < N; i++) {
		int2 s = other[w[i] % M];
		sky[i] = { s.x + int(w[i + N] % 900), s.y + int(w[i + 2 * N] % 900) };
		int least = 700 * 700;
		for (int j = 0; j < M; j++)
			if (apart2(sky[i], other[j]) < least)
				least = apart2(sky[i], other[j]), match[i] = j;
	}
	int2 *dk = upload(sky), *dother = upload(other);
	int *oi = dev<int>(1 << 20);
	job<int>(
		"star_match.all_tried", [&] { stars_all<<<(N + 63) / 64, 64>>>(dk, dother, oi, N, M, 490000); }, oi, N,
		same(match));
	job<int>(
		"star_match.shared_tiles", [&] { stars_tiled<<<(N + 95) / 96, 96>>>(dk, dother, oi, N, M, 490000); },
		oi, N, same(match));
	job<int>(
		"star_match.sky_zones", [&] { stars_zoned<<<(N + 63) / 64, 64>>>(dk, dother, oi, N, M, 490000, 700); },
		oi, N, same(match));
	const int COL = 1300, DEEP = 100, STEPS = 30;
	std::vector<float> wet(f.begin(), f.begin() + COL * DEEP), soaked, layer(COL * DEEP);
	soaked = wet;
	for (int s = 0; s < STEPS; s++)
		for (int c = 0; c < COL; c++) {
			float come = s % 5 == 0 ? 0.1f : 0;
			for (int k = 0; k < DEEP; k++) {
				float &p = soaked[k * COL + c], go = soak(p);
				p = std::min(p + come - go, 1.0f);
				come = go;
			}
		}
	float *dwet = upload(wet);
	job<float>(
		"soil_water.column_a_thread", [&] { soil_thread<<<(COL + 31) / 32, 32>>>(dwet, o, COL, DEEP, STEPS); },
		o, COL * DEEP, close_to(soaked));
	job<float>(
		"soil_water.column_a_block", [&] { soil_block<<<COL, DEEP>>>(dwet, o, COL, DEEP, STEPS); }, o,
		COL * DEEP, close_to(soaked));
	const int AW = 270, AH = 150, ANT = 49;
	std::vector<float4> ant(64);
	std::vector<float> beam(AW * AH);
	for (int k = 0; k < ANT; k++)
		ant[k] = { (k % 7 - 3) * 3.1f, (k / 7 - 3) * 3.1f, f[k] * 0.5f, 0.5f + f[k + 99] };
	for (int i = 0; i < AW * AH; i++) {
		double u = 2.0 * (i % AW) / AW - 1, v = 2.0 * (i / AW) / AH - 1, re = 0, im = 0;
		for (int k = 0; k < ANT; k++) {
			double p = ant[k].x * u + ant[k].y * v + ant[k].z;
			re += ant[k].w * std::cos(p), im += ant[k].w * std::sin(p);
		}
		beam[i] = re * re + im * im;
	}
	float4 *dant = upload(ant);
	CHECK(cudaMemcpyToSymbol(antenna, ant.data(), sizeof antenna));
	dim3 ag((AW + 89) / 90, AH);
	job<float>(
		"antenna_array.elements_memory", [&] { array_factor<false><<<ag, 90>>>(dant, o, AW, AH, ANT); }, o,
		AW * AH, close_to(beam, 3e-3));
	job<float>(
		"antenna_array.elements_constant", [&] { array_factor<true><<<ag, 90>>>(dant, o, AW, AH, ANT); }, o,
		AW * AH, close_to(beam, 3e-3));
	std::vector<float> cut(beam.begin() + 70 * AW, beam.begin() + 71 * AW);
	job<float>(
		"antenna_array.cut_by_warps", [&] { array_cut<<<(AW + 2) / 3, 96>>>(dant, o, AW, 70, AH, ANT); }, o, AW,
		close_to(cut, 3e-3));
	const int CARS = 6000, LIGHTS = 35;
	std::vector<int3> light(LIGHTS);
	std::vector<int> out(CARS);
	for (int k = 0; k < LIGHTS; k++)
		light[k] = { 60 + k * 80 + int(w[k] % 50), 40 + int(w[k + 50] % 50), int(w[k + 100] % 90) };
	for (int i = 0; i < CARS; i++)
		out[i] = drive(i % 300, 2900, LIGHTS, light.data(), w[i]);
	int3 *dlight = upload(light);
	unsigned *du = upload(w);
	job<int>(
		"green_wave.car_a_thread",
		[&] { green_wave<<<(CARS + 63) / 64, 64>>>(dlight, du, oi, CARS, LIGHTS, 2900); }, oi, CARS, same(out));
}
