/* blind8d: an eighth set of kernels that nobody had modelled when they were written. Particles, cloth, cellular
 * automata, and geometry: polygons, sets of points, curves. */
#include "blind7.h"

__host__ __device__ float4 pulled(const float4 *p, const float4 *last, int n, int x, int y)
{ // springs to eight neighbours; the upper corners are held
	float4 me = p[y * n + x], was = last[y * n + x];
	if (y == 0 && (x == 0 || x == n - 1))
		return me;
	float fx = 0, fy = -0.01f, fz = 0.002f;
	for (int b = -1; b <= 1; b++)
		for (int a = -1; a <= 1; a++) {
			int xx = x + a, yy = y + b;
			if ((a == 0 && b == 0) || xx < 0 || yy < 0 || xx >= n || yy >= n)
				continue;
			float4 o = p[yy * n + xx];
			float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z, rest = a && b ? 1.41421356f : 1;
			float l = sqrtf(dx * dx + dy * dy + dz * dz), f = 8 * (l - rest) / l;
			fx += f * dx;
			fy += f * dy;
			fz += f * dz;
		}
	const float h = 0.01f, keep = 0.99f;
	return make_float4(me.x + keep * (me.x - was.x) + h * fx, me.y + keep * (me.y - was.y) + h * fy,
		me.z + keep * (me.z - was.z) + h * fz, 0);
}
__global__ void cloth(const float4 *p, const float4 *last, float4 *out, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	out[y * n + x] = pulled(p, last, n, x, y);
}
struct Particle {
	float x, y, z, vx, vy, vz, mass;
	int bounces;
};
__host__ __device__ void wall(float &x, float &v, int &bounces)
{
	if (x < 0) {
		x = -x;
		v = -0.9f * v;
		bounces++;
	} else if (x > 1) {
		x = 2 - x;
		v = -0.9f * v;
		bounces++;
	}
}
__host__ __device__ void advance(float &x, float &y, float &z, float &vx, float &vy, float &vz, int &bounces)
{
	const float h = 0.05f;
	vy -= 1.0f * h;
	x += vx * h;
	y += vy * h;
	z += vz * h;
	wall(x, vx, bounces);
	wall(y, vy, bounces);
	wall(z, vz, bounces);
}
__global__ void advance_records(Particle *p, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		advance(p[i].x, p[i].y, p[i].z, p[i].vx, p[i].vy, p[i].vz, p[i].bounces);
}
__global__ void advance_arrays(float *p, int *bounces, int n)
{ // x of all, y of all, ...
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float x = p[i], y = p[n + i], z = p[2 * n + i], vx = p[3 * n + i], vy = p[4 * n + i], vz = p[5 * n + i];
	int b = bounces[i];
	advance(x, y, z, vx, vy, vz, b);
	p[i] = x;
	p[n + i] = y;
	p[2 * n + i] = z;
	p[3 * n + i] = vx;
	p[4 * n + i] = vy;
	p[5 * n + i] = vz;
	bounces[i] = b;
}
__device__ float pull(float r2)
{ // Lennard and Jones' force over the distance
	float s = 1 / r2, s3 = s * s * s;
	return 24 * s * s3 * (2 * s3 - 1);
}
__global__ void atoms_list(const float4 *p, const int *first, const int *list, float4 *force, int n)
{ // each atom has all of its neighbours in its list
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float4 me = p[i];
	float fx = 0, fy = 0, fz = 0;
	for (int k = first[i]; k < first[i + 1]; k++) {
		float4 o = __ldg(&p[list[k]]);
		float dx = me.x - o.x, dy = me.y - o.y, dz = me.z - o.z, r2 = dx * dx + dy * dy + dz * dz;
		if (r2 < 6.25f) {
			float f = pull(r2);
			fx += f * dx;
			fy += f * dy;
			fz += f * dz;
		}
	}
	force[i] = make_float4(fx, fy, fz, 0);
}
__global__ void atoms_pairs(const float4 *p, const int2 *pair, float *force, int n)
{ // a pair a thread, its force goes to both
	int k = blockIdx.x * blockDim.x + threadIdx.x;
	if (k >= n)
		return;
	int2 e = pair[k];
	float4 a = p[e.x], b = p[e.y];
	float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z, r2 = dx * dx + dy * dy + dz * dz;
	if (r2 >= 6.25f)
		return;
	float f = pull(r2);
	atomicAdd(&force[e.x * 4], f * dx);
	atomicAdd(&force[e.x * 4 + 1], f * dy);
	atomicAdd(&force[e.x * 4 + 2], f * dz);
	atomicAdd(&force[e.y * 4], -f * dx);
	atomicAdd(&force[e.y * 4 + 1], -f * dy);
	atomicAdd(&force[e.y * 4 + 2], -f * dz);
}
__global__ void sand_step(const int *in, int *out, int n)
{ // four grains or more fall to the four sides
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, i = y * n + x;
	int v = in[i] & 3;
	if (x > 0)
		v += in[i - 1] >> 2;
	if (x < n - 1)
		v += in[i + 1] >> 2;
	if (y > 0)
		v += in[i - n] >> 2;
	if (y < n - 1)
		v += in[i + n] >> 2;
	out[i] = v;
}
__global__ void __launch_bounds__(1024) sand_block(const int *in, int *out, int *steps)
{ // 64x64 in one block until nothing falls
	__shared__ int s[66][66];
	int x = threadIdx.x + 1, y0 = threadIdx.y * 4 + 1, t = threadIdx.y * 64 + threadIdx.x, n = 0;
	for (int i = t; i < 66 * 66; i += 1024)
		s[i / 66][i % 66] = 0;
	__syncthreads();
	for (int k = 0; k < 4; k++)
		s[y0 + k][x] = in[(y0 + k - 1) * 64 + x - 1];
	while (true) {
		int v[4], high = 0;
		__syncthreads();
		for (int k = 0; k < 4; k++) {
			int y = y0 + k;
			v[k] = (s[y][x] & 3) + (s[y][x - 1] >> 2) + (s[y][x + 1] >> 2) + (s[y - 1][x] >> 2) + (s[y + 1][x] >> 2);
			high |= v[k] > 3;
		}
		n++;
		bool more = __syncthreads_or(high);
		for (int k = 0; k < 4; k++)
			s[y0 + k][x] = v[k];
		if (!more)
			break;
	}
	for (int k = 0; k < 4; k++)
		out[(y0 + k - 1) * 64 + x - 1] = s[y0 + k][x];
	if (t == 0)
		*steps = n;
}
// Brian's brain: 0 at rest, 1 firing, 2 tired; who rests and has two firing neighbours fires
__global__ void brain_bytes(const byte *in, byte *out, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, c = 0;
	byte me = in[y * n + x];
	if (me == 0)
		for (int b = -1; b <= 1; b++)
			for (int a = -1; a <= 1; a++)
				c += in[(y + b & n - 1) * n + (x + a & n - 1)] == 1;
	out[y * n + x] = me == 1 ? 2 : me == 0 && c == 2;
}
__global__ void brain_words(const uint2 *in, uint2 *out, int n32, int n)
{ // 32 cells a word: who fires, who is tired; neighbours are counted in bits
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	unsigned one = 0, two = 0, more = 0;
	for (int b = -1; b <= 1; b++) {
		const uint2 *row = in + (y + b & n - 1) * n32;
		unsigned l = row[(x - 1 + n32) % n32].x, m = row[x].x, r = row[(x + 1) % n32].x;
		unsigned each[3] = { m << 1 | l >> 31, m, m >> 1 | r << 31 };
		for (int k = 0; k < 3; k++) {
			unsigned v = each[k], carry = one & v;
			one ^= v;
			more |= two & carry;
			two ^= carry;
		}
	}
	uint2 me = in[y * n32 + x];
	out[y * n32 + x] = make_uint2(~me.x & ~me.y & two & ~one & ~more, me.x);
}
__constant__ float2 corner_constant[128];
__device__ bool crosses(float2 a, float2 b, float x, float y)
{
	return (a.y > y) != (b.y > y) && x < (b.x - a.x) * (y - a.y) / (b.y - a.y) + a.x;
}
__global__ void inside_constant(const float2 *p, byte *out, int n, int corners)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float2 q = p[i];
	bool in = false;
	for (int k = 0, j = corners - 1; k < corners; j = k++)
		if (crosses(corner_constant[k], corner_constant[j], q.x, q.y))
			in = !in;
	out[i] = in;
}
__global__ void inside_warp(const float2 *p, const float2 *corner, byte *out, int n, int corners)
{ // the corners are shared out over a warp's lanes
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (i >= n)
		return;
	float2 q = p[i];
	int c = 0;
	for (int k = lane; k < corners; k += 32)
		c += crosses(corner[k], corner[k ? k - 1 : corners - 1], q.x, q.y);
	c = __reduce_add_sync(~0u, c);
	if (lane == 0)
		out[i] = c & 1;
}
__global__ void apart_plain(const float2 *a, const float2 *b, int *most, int nb)
{ // the largest of a's points' distances to b's nearest (Hausdorff)
	float2 p = a[blockIdx.x * blockDim.x + threadIdx.x];
	float d = 1e30f;
	for (int i = 0; i < nb; i++) {
		float x = p.x - b[i].x, y = p.y - b[i].y;
		d = fminf(d, x * x + y * y);
	}
	atomicMax(most, __float_as_int(d));
}
__global__ void apart_tile(const float2 *a, const float2 *b, int *most, int nb)
{
	__shared__ float2 s[128];
	__shared__ int top;
	float2 p = a[blockIdx.x * 128 + threadIdx.x];
	float d = 1e30f;
	if (threadIdx.x == 0)
		top = 0;
	for (int i = 0; i < nb; i += 128) {
		__syncthreads();
		s[threadIdx.x] = b[i + threadIdx.x];
		__syncthreads();
#pragma unroll 8
		for (int k = 0; k < 128; k++) {
			float x = p.x - s[k].x, y = p.y - s[k].y;
			d = fminf(d, x * x + y * y);
		}
	}
	atomicMax(&top, __float_as_int(d));
	__syncthreads();
	if (threadIdx.x == 0)
		atomicMax(most, top);
}
__global__ void curves_casteljau(const float2 *c, float2 *out)
{ // degree 7, a curve a block: lines between the eight points, again and again
	float u = threadIdx.x / (float)(blockDim.x - 1);
	float2 p[8];
#pragma unroll
	for (int k = 0; k < 8; k++)
		p[k] = c[blockIdx.x * 8 + k];
#pragma unroll
	for (int d = 7; d; d--)
#pragma unroll
		for (int k = 0; k < d; k++) {
			p[k].x += u * (p[k + 1].x - p[k].x);
			p[k].y += u * (p[k + 1].y - p[k].y);
		}
	out[blockIdx.x * blockDim.x + threadIdx.x] = p[0];
}
__global__ void curves_powers(const float2 *c, float2 *out)
{ // the eight weights by powf
	const float choose[8] = { 1, 7, 21, 35, 35, 21, 7, 1 };
	float u = threadIdx.x / (float)(blockDim.x - 1), x = 0, y = 0;
	for (int k = 0; k < 8; k++) {
		float w = choose[k] * powf(u, k) * powf(1 - u, 7 - k);
		float2 p = c[blockIdx.x * 8 + k];
		x += w * p.x;
		y += w * p.y;
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = make_float2(x, y);
}

void rows()
{
	std::vector<unsigned> w = words(1 << 21);
	std::vector<float> f = fractions(w);
	const int K = 160, STEPS = 6;
	std::vector<float> flat(K * K * 4);
	for (int i = 0; i < K * K; i++) {
		flat[i * 4] = i % K + 0.2f * f[i];
		flat[i * 4 + 1] = 0.1f * f[i + K * K];
		flat[i * 4 + 2] = i / K;
	}
	float *sheet = upload(flat), *c[3] = { dev<float>(K * K * 4), dev<float>(K * K * 4), dev<float>(K * K * 4) };
	std::vector<float4> now((float4 *)flat.data(), (float4 *)(flat.data() + K * K * 4)), was = now, then = now;
	for (int s = 0; s < STEPS; s++, was = now, now = then)
		for (int i = 0; i < K * K; i++)
			then[i] = pulled(now.data(), was.data(), K, i % K, i / K);
	job<float>(
		"cloth.six_launches",
		[&] {
			for (int s = 0; s < STEPS; s++)
				cloth<<<dim3(K / 32, K / 4), dim3(32, 4)>>>((float4 *)c[(s + 1) % 3], (float4 *)c[s % 3], (float4 *)c[(s + 2) % 3], K);
		},
		c[(STEPS + 1) % 3], K * K * 4, close_to(std::vector<float>(&now[0].x, &now[0].x + K * K * 4)),
		[&] {
			for (float *p : c)
				CHECK(cudaMemcpy(p, sheet, K * K * 16, cudaMemcpyDeviceToDevice));
		});
	const int N = 300000;
	std::vector<Particle> p(N), moved(N);
	std::vector<float> soa(6 * N), soa_moved(6 * N);
	for (int i = 0; i < N; i++) {
		moved[i] = p[i] = { f[i], f[i + N], f[i + 2 * N], 6 * f[i + 3 * N] - 3, 6 * f[i + 4 * N] - 3, 6 * f[i + 5 * N] - 3, 1, 0 };
		Particle &m = moved[i];
		for (int k = 0; k < 6; k++)
			soa[k * N + i] = (&p[i].x)[k];
		advance(m.x, m.y, m.z, m.vx, m.vy, m.vz, m.bounces);
		for (int k = 0; k < 6; k++)
			soa_moved[k * N + i] = (&m.x)[k];
	}
	Particle *dp = upload(p), *dq = dev<Particle>(N);
	float *ds = upload(soa), *dt = dev<float>(6 * N), *o = dev<float>(4 << 20);
	int *bounces = dev<int>(N);
	std::vector<float> records((float *)moved.data(), (float *)(moved.data() + N));
	job<float>("bouncing.records", [&] { advance_records<<<(N + 255) / 256, 256>>>(dq, N); }, (float *)dq, 8 * N,
		close_to(records), [&] { CHECK(cudaMemcpy(dq, dp, N * 32, cudaMemcpyDeviceToDevice)); });
	job<float>("bouncing.arrays", [&] { advance_arrays<<<(N + 255) / 256, 256>>>(dt, bounces, N); }, dt, 6 * N,
		close_to(soa_moved), [&] { CHECK(cudaMemcpy(dt, ds, N * 24, cudaMemcpyDeviceToDevice)); });
	const int S = 24, A = S * S * S; // atoms on a grid, a little shaken
	std::vector<float4> atom(A);
	std::vector<float> force(4 * A);
	std::vector<int> first(1), list;
	std::vector<int2> pair;
	for (int i = 0; i < A; i++)
		atom[i] = make_float4(1.2f * (i % S) + 0.2f * f[i], 1.2f * (i / S % S) + 0.2f * f[i + A], 1.2f * (i / S / S) + 0.2f * f[i + 2 * A], 0);
	for (int i = 0; i < A; i++) {
		int x = i % S, y = i / S % S, z = i / S / S;
		double s[3] = {};
		for (int k = 0; k < 125; k++) {
			int a = x + k % 5 - 2, b = y + k / 5 % 5 - 2, d = z + k / 25 - 2, j = (d * S + b) * S + a;
			if (a < 0 || b < 0 || d < 0 || a >= S || b >= S || d >= S || j == i)
				continue;
			double e[3] = { atom[i].x - atom[j].x, atom[i].y - atom[j].y, atom[i].z - atom[j].z };
			double r2 = e[0] * e[0] + e[1] * e[1] + e[2] * e[2], q = 1 / (r2 * r2 * r2);
			if (r2 >= 7.5)
				continue;
			list.push_back(j);
			if (i < j)
				pair.push_back(make_int2(i, j));
			for (int m = 0; m < 3; m++)
				s[m] += (float)r2 < 6.25f ? 24 / r2 * q * (2 * q - 1) * e[m] : 0;
		}
		first.push_back(list.size());
		for (int m = 0; m < 3; m++)
			force[i * 4 + m] = s[m];
	}
	float4 *da = upload(atom);
	int *df = upload(first), *dl = upload(list);
	int2 *dpair = upload(pair);
	job<float>("atoms.full_lists", [&] { atoms_list<<<(A + 95) / 96, 96>>>(da, df, dl, (float4 *)o, A); }, o, 4 * A,
		close_to(force, 2e-2));
	job<float>("atoms.half_pairs", [&] { atoms_pairs<<<(pair.size() + 255) / 256, 256>>>(da, dpair, o, pair.size()); }, o, 4 * A,
		close_to(force, 2e-2), [&] { CHECK(cudaMemset(o, 0, A * 16)); });
	const int G = 512;
	std::vector<int> sand(G * G), fell(G * G), small(4096), settled;
	for (int i = 0; i < G * G; i++)
		sand[i] = w[i] % 7;
	int *g[2] = { upload(sand), dev<int>(G * G) }, *dsand = upload(sand), *steps = dev<int>(1);
	auto fall = [](std::vector<int> &v, int n) {
		std::vector<int> r(v.size());
		bool any = false;
		for (int i = 0; i < n * n; i++) {
			int x = i % n, y = i / n;
			r[i] = (v[i] & 3) + (x ? v[i - 1] >> 2 : 0) + (x < n - 1 ? v[i + 1] >> 2 : 0) + (y ? v[i - n] >> 2 : 0) +
				(y < n - 1 ? v[i + n] >> 2 : 0);
			any |= r[i] > 3;
		}
		v = r;
		return any;
	};
	fell = sand;
	for (int k = 0; k < 8; k++)
		fall(fell, G);
	for (int i = 0; i < 4096; i++)
		small[i] = i == 32 * 64 + 32 ? 800 : w[i] % 3;
	settled = small;
	while (fall(settled, 64))
		;
	int *dsmall = upload(small);
	job<int>(
		"sandpile.eight_launches",
		[&] {
			for (int k = 0; k < 8; k++)
				sand_step<<<dim3(G / 32, G / 8), dim3(32, 8)>>>(g[k & 1], g[~k & 1], G);
		},
		g[0], G * G, same(fell), [&] { CHECK(cudaMemcpy(g[0], dsand, G * G * 4, cudaMemcpyDeviceToDevice)); });
	job<int>("sandpile.one_block_to_rest", [&] { sand_block<<<1, dim3(64, 16)>>>(dsmall, g[1], steps); }, g[1], 4096,
		same(settled));
	const int B = 1024;
	std::vector<byte> brain(B * B), thought;
	std::vector<unsigned> bits(B * B / 16), bits_then(B * B / 16);
	auto pack = [&](const std::vector<byte> &v, std::vector<unsigned> &to) {
		to.assign(B * B / 16, 0);
		for (int i = 0; i < B * B; i++)
			if (v[i])
				to[i / 32 * 2 + v[i] - 1] |= 1u << i % 32;
	};
	for (int i = 0; i < B * B; i++)
		brain[i] = w[i] % 5 == 0 ? 1 : w[i] % 5 == 1 ? 2 : 0;
	pack(brain, bits);
	byte *b0 = upload(brain), *b1 = dev<byte>(B * B), *b2 = dev<byte>(B * B);
	uint2 *u0 = (uint2 *)upload(bits), *u1 = (uint2 *)dev<unsigned>(B * B / 16), *u2 = (uint2 *)dev<unsigned>(B * B / 16);
	for (int k = 0; k < 2; k++) {
		thought.resize(B * B);
		for (int i = 0; i < B * B; i++) {
			int n = 0;
			for (int e = 0; e < 9; e++)
				n += brain[(i / B + e / 3 - 1 & B - 1) * B + (i + e % 3 - 1 & B - 1)] == 1;
			thought[i] = brain[i] == 1 ? 2 : brain[i] == 0 && n == 2;
		}
		brain = thought;
	}
	pack(thought, bits_then);
	job<byte>(
		"brain.bytes",
		[&] {
			brain_bytes<<<dim3(B / 32, B / 16), dim3(32, 16)>>>(b0, b1, B);
			brain_bytes<<<dim3(B / 32, B / 16), dim3(32, 16)>>>(b1, b2, B);
		},
		b2, B * B, same(thought));
	job<unsigned>(
		"brain.bits",
		[&] {
			brain_words<<<dim3(1, B / 4), dim3(32, 4)>>>(u0, u1, 32, B);
			brain_words<<<dim3(1, B / 4), dim3(32, 4)>>>(u1, u2, 32, B);
		},
		(unsigned *)u2, B * B / 16, same(bits_then));
	const int C = 100, Q = 200000, QW = 40000;
	std::vector<float2> ring(C);
	for (int i = 0; i < C; i++)
		ring[i] = make_float2(0.5f + (0.2f + 0.3f * f[i]) * std::cos(2 * M_PI * i / C), 0.5f + (0.2f + 0.3f * f[i]) * std::sin(2 * M_PI * i / C));
	std::vector<byte> in(Q);
	for (int i = 0; i < Q; i++)
		for (int k = 0, j = C - 1; k < C; j = k++) {
			float x = f[2 * i], y = f[2 * i + 1];
			if ((ring[k].y > y) != (ring[j].y > y) &&
				x < (ring[j].x - ring[k].x) * (y - ring[k].y) / (ring[j].y - ring[k].y) + ring[k].x)
				in[i] ^= 1;
		}
	auto mostly = [&](const std::vector<byte> &v) { // a point on an edge may go either way
		int bad = 0;
		for (int i = 0; i < v.size(); i++)
			bad += v[i] != in[i];
		return bad < 5;
	};
	CHECK(cudaMemcpyToSymbol(corner_constant, ring.data(), C * 8));
	float2 *dring = upload(ring), *pts = (float2 *)upload(f);
	job<byte>("in_polygon.point_a_thread", [&] { inside_constant<<<(Q + 127) / 128, 128>>>(pts, b1, Q, C); }, b1, Q, mostly);
	job<byte>("in_polygon.point_a_warp", [&] { inside_warp<<<QW / 8, 256>>>(pts, dring, b1, QW, C); }, b1, QW, mostly);
	const int H = 4096;
	std::vector<int> most(1);
	float far = 0;
	for (int i = 0; i < H; i++) {
		float d = 1e30f;
		for (int k = H; k < 2 * H; k++) {
			float x = f[2 * i] - f[2 * k], y = f[2 * i + 1] - f[2 * k + 1];
			d = std::min(d, x * x + y * y);
		}
		far = std::max(far, d);
	}
	auto farthest = close_to(std::vector<float>(1, far));
	auto zero = [&] { CHECK(cudaMemset(steps, 0, 4)); };
	job<float>("hausdorff.memory", [&] { apart_plain<<<H / 64, 64>>>(pts, pts + H, steps, H); }, (float *)steps, 1, farthest, zero);
	job<float>("hausdorff.tile", [&] { apart_tile<<<H / 128, 128>>>(pts, pts + H, steps, H); }, (float *)steps, 1, farthest, zero);
	const int CURVES = 3000, U = 96;
	std::vector<float> drawn(CURVES * U * 2);
	for (int i = 0; i < CURVES * U * 2; i++) {
		double u = i / 2 % U / (U - 1.0), p[8];
		for (int k = 0; k < 8; k++)
			p[k] = f[(i / 2 / U * 8 + k) * 2 + i % 2];
		for (int d = 7; d; d--)
			for (int k = 0; k < d; k++)
				p[k] += u * (p[k + 1] - p[k]);
		drawn[i] = p[0];
	}
	job<float>("bezier.casteljau", [&] { curves_casteljau<<<CURVES, U>>>(pts, (float2 *)o); }, o, CURVES * U * 2, close_to(drawn));
	job<float>("bezier.powers", [&] { curves_powers<<<CURVES, U>>>(pts, (float2 *)o); }, o, CURVES * U * 2, close_to(drawn));
}
