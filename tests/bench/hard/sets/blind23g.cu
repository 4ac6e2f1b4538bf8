// blind23g: a fresh set of kernels that nobody had modelled when they were written. Meshes, decays and particles.
#include "blind7.h"

struct Mesh {
	int nx, ny, nz; // bricks each way; nodes are one more
	__host__ __device__ int node(int brick, int k) const
	{
		int x = brick % nx + (k & 1), y = brick / nx % ny + (k >> 1 & 1), z = brick / nx / ny + (k >> 2);
		return (z * (ny + 1) + y) * (nx + 1) + x;
	}
};
__host__ __device__ float3 minus(float3 a, float3 b)
{
	return { a.x - b.x, a.y - b.y, a.z - b.z };
}
__host__ __device__ float3 plus(float3 a, float3 b)
{
	return { a.x + b.x, a.y + b.y, a.z + b.z };
}
__host__ __device__ float3 cross(float3 a, float3 b)
{
	return { a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}
__host__ __device__ float dot(float3 a, float3 b)
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}
__host__ __device__ float brick_volume(const float3 *p)
{ // the volume of a bent brick from its eight corners: three products of three
	float a = dot(plus(minus(p[7], p[1]), minus(p[6], p[0])), cross(minus(p[7], p[2]), minus(p[3], p[0])));
	float b = dot(minus(p[6], p[0]), cross(plus(minus(p[7], p[2]), minus(p[5], p[0])), minus(p[7], p[4])));
	float c = dot(minus(p[7], p[1]), cross(minus(p[5], p[0]), plus(minus(p[7], p[4]), minus(p[3], p[0]))));
	return (a + b + c) / 12;
}
__host__ __device__ void face_push(const float3 *p, int a, int b, int c, int d, float press, float3 *force)
{ // a face pushes its four corners along its normal
	float3 n = cross(minus(p[c], p[a]), minus(p[d], p[b]));
	float s = press / 8;
	float3 f = { s * n.x, s * n.y, s * n.z };
	force[a] = plus(force[a], f), force[b] = plus(force[b], f);
	force[c] = plus(force[c], f), force[d] = plus(force[d], f);
}
__host__ __device__ void brick_push(const float3 *p, float press, float3 *force)
{
	for (int k = 0; k < 8; k++)
		force[k] = { 0, 0, 0 };
	face_push(p, 0, 2, 3, 1, press, force);
	face_push(p, 4, 5, 7, 6, press, force);
	face_push(p, 0, 1, 5, 4, press, force);
	face_push(p, 2, 6, 7, 3, press, force);
	face_push(p, 0, 4, 6, 2, press, force);
	face_push(p, 1, 3, 7, 5, press, force);
}
__global__ void hex_volumes(const float3 *node, Mesh m, float *out, int n)
{ // the volumes of all bricks of a mesh, a brick a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float3 p[8];
#pragma unroll
	for (int k = 0; k < 8; k++)
		p[k] = node[m.node(i, k)];
	out[i] = brick_volume(p);
}
__global__ void hex_corners(const float3 *node, Mesh m, const float *press, float3 *corner, int n)
{ // what each brick does to its eight corners, kept apart
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float3 p[8], f[8];
#pragma unroll
	for (int k = 0; k < 8; k++)
		p[k] = node[m.node(i, k)];
	brick_push(p, press[i], f);
#pragma unroll
	for (int k = 0; k < 8; k++)
		corner[i * 8 + k] = f[k];
}
__global__ void hex_gather(const float3 *corner, Mesh m, float3 *force)
{ // each node adds up the corners that meet there
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, z = blockIdx.z;
	if (x > m.nx)
		return;
	float3 sum = { 0, 0, 0 };
	for (int k = 0; k < 8; k++) {
		int bx = x - (k & 1), by = y - (k >> 1 & 1), bz = z - (k >> 2);
		if (bx >= 0 && by >= 0 && bz >= 0 && bx < m.nx && by < m.ny && bz < m.nz)
			sum = plus(sum, corner[((bz * m.ny + by) * m.nx + bx) * 8 + k]);
	}
	force[(z * (m.ny + 1) + y) * (m.nx + 1) + x] = sum;
}
__global__ void hex_atomics(const float3 *node, Mesh m, const float *press, int *force, int n)
{ // the same in one launch: bricks add to their nodes, rounded to whole numbers so that order does not matter
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float3 p[8], f[8];
#pragma unroll
	for (int k = 0; k < 8; k++)
		p[k] = node[m.node(i, k)];
	brick_push(p, press[i], f);
#pragma unroll
	for (int k = 0; k < 8; k++) {
		int *to = force + m.node(i, k) * 3;
		atomicAdd(to, __float2int_rn(f[k].x * 65536));
		atomicAdd(to + 1, __float2int_rn(f[k].y * 65536));
		atomicAdd(to + 2, __float2int_rn(f[k].z * 65536));
	}
}
const int BONDS = 28;
__host__ __device__ float2 bond_pull(const float2 *at, const float2 *moved, const int *bond, byte *whole, int i, int n)
{ // what the bonds of a point pull; one that is too long breaks for ever
	float2 sum = { 0, 0 };
	for (int k = 0; k < BONDS; k++) {
		int j = bond[k * n + i];
		if (j < 0 || !whole[k * n + i])
			continue;
		float rx = at[j].x - at[i].x, ry = at[j].y - at[i].y;
		float dx = rx + moved[j].x - moved[i].x, dy = ry + moved[j].y - moved[i].y;
		float r = sqrtf(rx * rx + ry * ry), d = sqrtf(dx * dx + dy * dy), s = (d - r) / r;
		if (s > 0.05f)
			whole[k * n + i] = 0;
		else
			sum.x += s * dx / d, sum.y += s * dy / d;
	}
	return sum;
}
__global__ void bonds_pull(const float2 *at, const float2 *moved, const int *bond, byte *whole, float2 *pull, int n)
{ // a plate that may crack: bonds of all points
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		pull[i] = bond_pull(at, moved, bond, whole, i, n);
}
__global__ void bonds_move(const float2 *at, float2 *moved, float2 *speed, const float2 *pull, int n)
{ // and the points move; both ends are drawn apart
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float2 v = speed[i], p = pull[i], m = moved[i];
	v.x = v.x + 0.02f * p.x + (at[i].x < 3 ? -0.002f : at[i].x > 117 ? 0.002f : 0);
	v.y = v.y + 0.02f * p.y;
	speed[i] = v;
	moved[i] = make_float2(m.x + v.x, m.y + v.y);
}
template <int N> __host__ __device__ unsigned cooled(const byte *weight, unsigned seed, int steps)
{ // annealing: shares out weights to two sides so that they balance; a change for the worse may pass while it is warm
	signed char side[N];
	int sum = 0, best = 1 << 30;
	for (int k = 0; k < N; k++) {
		seed = seed * 1664525 + 1013904223;
		side[k] = seed >> 31 ? 1 : -1;
		sum += side[k] * weight[k];
	}
	for (int s = 0; s < steps; s++) {
		seed = seed * 1664525 + 1013904223;
		int k = (seed >> 8) % N, next = sum - 2 * side[k] * weight[k];
		int more = (next < 0 ? -next : next) - (sum < 0 ? -sum : sum);
		if (more <= 0 || more * (s + 8) < (int)(seed >> 20)) {
			side[k] = -side[k];
			sum = next;
		}
		int off = sum < 0 ? -sum : sum;
		best = off < best ? off : best;
	}
	unsigned hash = best;
	for (int k = 0; k < N; k++)
		hash = hash * 31 + side[k];
	return hash;
}
template <int N> __global__ void annealing(const byte *weight, unsigned *out, int n, int steps)
{ // a start a thread; the sides in a local array
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = cooled<N>(weight, i * 747796405u + 1, steps);
}
__host__ __device__ float3 decay_fit(const float *y, int stride, int n, int rounds)
{ // Levenberg and Marquardt: a height, a rate and a ground for a decay; sums, three equations, a step if it is better
	float3 p = { y[0], 0.1f, 0 };
	float damp = 0.01f, error = 1e30f;
	float3 old = p;
	for (int r = 0; r < rounds; r++) {
		float a = 0, b = 0, c = 0, d = 0, e = 0, g0 = 0, g1 = 0, g2 = 0, sum = 0;
		for (int k = 0; k < n; k++) {
			float u = expf(-p.y * k), v = -p.x * k * u, off = y[k * stride] - p.x * u - p.z;
			a += u * u, b += u * v, c += u, d += v * v, e += v;
			g0 += u * off, g1 += v * off, g2 += off, sum += off * off;
		}
		if (sum > error) {
			p = old;
			damp *= 10;
			error = 1e30f;
			continue;
		}
		old = p, error = sum;
		damp *= 0.3f;
		float a1 = a * (1 + damp), d1 = d * (1 + damp), f1 = n * (1 + damp);
		float m0 = d1 * f1 - e * e, m1 = c * e - b * f1, m2 = b * e - c * d1, det = a1 * m0 + b * m1 + c * m2;
		float m4 = a1 * f1 - c * c, m5 = b * c - a1 * e, m8 = a1 * d1 - b * b;
		p.x += (m0 * g0 + m1 * g1 + m2 * g2) / det;
		p.y += (m1 * g0 + m4 * g1 + m5 * g2) / det;
		p.z += (m2 * g0 + m5 * g1 + m8 * g2) / det;
	}
	return old;
}
__global__ void decays(const float *y, float3 *out, int pixels, int n, int rounds)
{ // a pixel a thread, its samples again and again from memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < pixels)
		out[i] = decay_fit(y + i, pixels, n, rounds);
}
template <int N> __global__ void decays_shared(const float *y, float3 *out, int pixels, int rounds)
{ // the same with the samples of a block in shared memory
	__shared__ float own[N * 64];
	int i = blockIdx.x * 64 + threadIdx.x;
	for (int k = 0; k < N; k++)
		own[k * 64 + threadIdx.x] = i < pixels ? y[k * pixels + i] : 1;
	float3 r = decay_fit(own + threadIdx.x, 64, N, rounds);
	if (i < pixels)
		out[i] = r;
}
template <class T> struct Complex {
	T x, y;
	__host__ __device__ Complex operator*(Complex b) const
	{
		return { x * b.x - y * b.y, x * b.y + y * b.x };
	}
	__host__ __device__ Complex operator+(Complex b) const
	{
		return { x + b.x, y + b.y };
	}
};
template <class T> __host__ __device__ void oscillate(const T *mix, const T *dense, int layers, T energy, T *out)
{ // neutrinos of three flavours through layers of the earth: a series of ten terms for each layer
	Complex<T> psi[3] = { { 1, 0 }, { 0, 0 }, { 0, 0 } };
	for (int l = 0; l < layers; l++) {
		Complex<T> term[3], next[3];
#pragma unroll
		for (int k = 0; k < 3; k++)
			term[k] = psi[k];
#pragma unroll 1
		for (int order = 1; order <= 10; order++) {
#pragma unroll
			for (int i = 0; i < 3; i++) {
				Complex<T> s = { 0, 0 };
#pragma unroll
				for (int j = 0; j < 3; j++) {
					T h = mix[i * 3 + j] / energy + (i == 0 && j == 0 ? dense[l] : 0);
					s = s + Complex<T>{ h * term[j].y, -h * term[j].x };
				}
				next[i] = { s.x / order, s.y / order };
			}
#pragma unroll
			for (int i = 0; i < 3; i++) {
				term[i] = next[i];
				psi[i] = psi[i] + next[i];
			}
		}
	}
	for (int k = 0; k < 3; k++)
		out[k] = psi[k].x * psi[k].x + psi[k].y * psi[k].y;
}
template <class T> __global__ void flavours(const T *mix, const T *dense, const T *energy, T *out, int layers, int n)
{ // an energy a thread, a direction a row of blocks
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		oscillate(mix, dense + blockIdx.y * layers, layers, energy[i], out + (blockIdx.y * n + i) * 3);
}
__host__ __device__ double romberg(double a, double b, int most)
{ // an integral by trapezes that get finer, and a triangle of better guesses in a local array
	double row[12], h = b - a;
	auto height = [](double x) { return exp(-x) * cos(3 * x) / (1 + x * x); };
	row[0] = h / 2 * (height(a) + height(b));
	for (int k = 1; k < most; k++) {
		double sum = 0, power = 1, last = row[0];
		h /= 2;
		for (int i = 0; i < 1 << (k - 1); i++)
			sum += height(a + (2 * i + 1) * h);
		double now = last / 2 + h * sum;
		for (int j = 1; j <= k; j++) {
			double before = row[j - 1];
			row[j - 1] = now;
			power *= 4;
			now += (now - before) / (power - 1);
		}
		row[k] = now;
		if (fabs(now - row[k - 1]) < 1e-10 && k > 3)
			return now;
	}
	return row[most - 1];
}
__global__ void rombergs(const double2 *range, double *out, int n)
{ // an integral a thread, each stops when it is good enough
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = romberg(range[i].x, range[i].y, 10);
}
template <class T> std::vector<float> flat(const std::vector<T> &v)
{
	return std::vector<float>((const float *)v.data(), (const float *)(v.data() + v.size()));
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w);
	Mesh m = { 60, 48, 34 };
	const int B = m.nx * m.ny * m.nz, NODES = (m.nx + 1) * (m.ny + 1) * (m.nz + 1);
	std::vector<float3> node(NODES), force(NODES);
	std::vector<float> press(B), volume(B);
	std::vector<int> rounded(NODES * 3);
	for (int i = 0; i < NODES; i++)
		node[i] = { i % (m.nx + 1) + 0.3f * f[i], i / (m.nx + 1) % (m.ny + 1) + 0.3f * f[i + 1],
			i / (m.nx + 1) / (m.ny + 1) + 0.3f * f[i + 2] };
	for (int i = 0; i < B; i++) {
		float3 p[8], c[8];
		press[i] = 0.5f + f[i];
		for (int k = 0; k < 8; k++)
			p[k] = node[m.node(i, k)];
		volume[i] = brick_volume(p);
		brick_push(p, press[i], c);
		for (int k = 0; k < 8; k++)
			force[m.node(i, k)] = plus(force[m.node(i, k)], c[k]);
	}
	float3 *dn = upload(node), *corner = dev<float3>(B * 8), *df = dev<float3>(NODES);
	float *dp = upload(press), *o = dev<float>(1 << 18);
	int *whole = dev<int>(NODES * 3), G = (B + 127) / 128;
	job<float>(
		"hex_mesh.volumes", [&] { hex_volumes<<<G, 128>>>(dn, m, o, B); }, o, B, close_to(volume, 1e-3));
	job<float>(
		"hex_mesh.corners_then_nodes",
		[&] {
			hex_corners<<<G, 128>>>(dn, m, dp, corner, B);
			hex_gather<<<dim3(1, m.ny + 1, m.nz + 1), 64>>>(corner, m, df);
		},
		(float *)df, NODES * 3, close_to(flat(force), 1e-3));
	job<int>(
		"hex_mesh.atomics", [&] { hex_atomics<<<G, 128>>>(dn, m, dp, whole, B); }, whole, NODES * 3,
		[&](const std::vector<int> &v) {
			std::vector<float> want = flat(force);
			for (size_t i = 0; i < v.size(); i++)
				if (!near(v[i] / 65536.0, want[i], 1e-3))
					return false;
			return true;
		},
		[&] { CHECK(cudaMemset(whole, 0, NODES * 12)); });
	const int PW = 120, PH = 90, P = PW * PH, STEPS = 5;
	std::vector<float2> at(P), moved(P), speed(P), pull(P);
	std::vector<int> bond(BONDS * P, -1);
	std::vector<byte> held(BONDS * P, 1);
	for (int i = 0; i < P; i++) {
		at[i] = { i % PW + 0.1f * f[i], i / PW + 0.1f * f[i + P] };
		for (int dy = -3, k = 0; dy <= 3; dy++)
			for (int dx = -3; dx <= 3; dx++)
				if ((dx || dy) && dx * dx + dy * dy <= 9 && k < BONDS) {
					int x = i % PW + dx, y = i / PW + dy;
					bool cut = y < 30 && y >= 0 && (x < PW / 2) != (i % PW < PW / 2);
					if (x >= 0 && y >= 0 && x < PW && y < PH && !cut)
						bond[k * P + i] = y * PW + x;
					k++;
				}
	}
	float2 *dat = upload(at), *dmoved = dev<float2>(P), *dspeed = dev<float2>(P), *dpull = dev<float2>(P);
	int *dbond = upload(bond);
	byte *dheld = dev<byte>(BONDS * P);
	for (int s = 0; s < STEPS; s++) {
		for (int i = 0; i < P; i++)
			pull[i] = bond_pull(at.data(), moved.data(), bond.data(), held.data(), i, P);
		for (int i = 0; i < P; i++) {
			speed[i].x += 0.02f * pull[i].x + (at[i].x < 3 ? -0.002f : at[i].x > 117 ? 0.002f : 0);
			speed[i].y += 0.02f * pull[i].y;
			moved[i] = { moved[i].x + speed[i].x, moved[i].y + speed[i].y };
		}
	}
	job<float>(
		"cracking_plate.five_steps",
		[&] {
			for (int s = 0; s < STEPS; s++) {
				bonds_pull<<<(P + 127) / 128, 128>>>(dat, dmoved, dbond, dheld, dpull, P);
				bonds_move<<<(P + 127) / 128, 128>>>(dat, dmoved, dspeed, dpull, P);
			}
		},
		(float *)dmoved, P * 2, close_to(flat(moved), 1e-3),
		[&] {
			CHECK(cudaMemset(dheld, 1, BONDS * P));
			CHECK(cudaMemset(dmoved, 0, P * 8));
			CHECK(cudaMemset(dspeed, 0, P * 8));
		});
	const int STARTS = 5000;
	std::vector<byte> weight(50);
	std::vector<unsigned> shared_out(STARTS);
	for (int k = 0; k < 50; k++)
		weight[k] = 20 + w[k] % 200;
	for (int i = 0; i < STARTS; i++)
		shared_out[i] = cooled<50>(weight.data(), i * 747796405u + 1, 150);
	byte *dw = upload(weight);
	unsigned *ou = dev<unsigned>(STARTS);
	job<unsigned>(
		"annealing.start_a_thread", [&] { annealing<50><<<(STARTS + 95) / 96, 96>>>(dw, ou, STARTS, 150); }, ou,
		STARTS, same(shared_out));
	const int PIXELS = 6000, SAMPLES = 24;
	std::vector<float> y(PIXELS * SAMPLES);
	for (int i = 0; i < PIXELS * SAMPLES; i++) {
		int p = i % PIXELS, k = i / PIXELS;
		y[i] = (1 + f[p]) * std::exp(-(0.08f + 0.2f * f[p + 1]) * k) + 0.1f * f[p + 2] +
			0.01f * (f[i + 5] - 0.5f);
	}
	auto fitted = [&](const std::vector<float> &v) { // as near to the samples as they are noisy, for nearly all
		int bad = 0;
		for (int p = 0; p < PIXELS; p++) {
			double sum = 0;
			for (int k = 0; k < SAMPLES; k++) {
				double off = y[k * PIXELS + p] - v[3 * p] * std::exp(-v[3 * p + 1] * k) - v[3 * p + 2];
				sum += off * off;
			}
			bad += !(sum < SAMPLES * 3e-5);
		}
		return bad < PIXELS / 50;
	};
	float *dy = upload(y);
	job<float>(
		"decay_fit.memory", [&] { decays<<<(PIXELS + 63) / 64, 64>>>(dy, (float3 *)o, PIXELS, SAMPLES, 10); },
		o, PIXELS * 3, fitted);
	job<float>(
		"decay_fit.shared",
		[&] { decays_shared<SAMPLES><<<(PIXELS + 63) / 64, 64>>>(dy, (float3 *)o, PIXELS, 10); }, o, PIXELS * 3,
		fitted);
	const int ENERGIES = 400, WAYS = 18, LAYERS = 30;
	std::vector<double> mix2 = { 0.3, 0.2, 0.1, 0.2, 0.9, 0.7, 0.1, 0.7, 1.1 }, dense2(WAYS * LAYERS),
			    energy2(ENERGIES);
	std::vector<double> share2(ENERGIES * WAYS * 3);
	for (int i = 0; i < WAYS * LAYERS; i++)
		dense2[i] = 0.1 + 0.4 * f[i];
	for (int i = 0; i < ENERGIES; i++)
		energy2[i] = 1 + 0.02 * i;
	for (int i = 0; i < ENERGIES * WAYS; i++)
		oscillate(mix2.data(), &dense2[i / ENERGIES * LAYERS], LAYERS, energy2[i % ENERGIES], &share2[i * 3]);
	std::vector<float> mix(mix2.begin(), mix2.end()), dense(dense2.begin(), dense2.end());
	std::vector<float> energy(energy2.begin(), energy2.end()), share(share2.begin(), share2.end());
	float *dm = upload(mix), *dd = upload(dense), *de = upload(energy);
	double *dm2 = upload(mix2), *dd2 = upload(dense2), *de2 = upload(energy2), *o2 = dev<double>(1 << 16);
	dim3 g((ENERGIES + 127) / 128, WAYS);
	job<float>(
		"flavours.floats", [&] { flavours<<<g, 128>>>(dm, dd, de, o, LAYERS, ENERGIES); }, o, share.size(),
		close_to(share, 1e-3));
	job<double>(
		"flavours.doubles", [&] { flavours<<<g, 128>>>(dm2, dd2, de2, o2, LAYERS, ENERGIES); }, o2,
		share2.size(), close_to(share2, 1e-9));
	const int INTEGRALS = 2500;
	std::vector<double2> range(INTEGRALS);
	std::vector<double> area(INTEGRALS);
	for (int i = 0; i < INTEGRALS; i++) {
		range[i] = { (double)f[i], f[i] + 0.2 + 3 * f[i + 9] * f[i + 10] };
		area[i] = romberg(range[i].x, range[i].y, 10);
	}
	double2 *dr = upload(range);
	job<double>(
		"romberg.integral_a_thread", [&] { rombergs<<<(INTEGRALS + 31) / 32, 32>>>(dr, o2, INTEGRALS); }, o2,
		INTEGRALS, close_to(area, 1e-8));
}
