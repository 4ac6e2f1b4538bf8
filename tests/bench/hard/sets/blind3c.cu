// blind3c: a third set of kernels that nobody had modelled when they were written. Graphs, physics, cells that live and die.
#include "probe.h"
#include <cooperative_groups.h>
#include <queue>
namespace cg = cooperative_groups;
typedef unsigned char byte;
typedef unsigned long long u64;
__constant__ int ex[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, ey[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant__ float weight9[9] = {4 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 36.f, 1 / 36.f, 1 / 36.f, 1 / 36.f};

// ---- graphs
__global__ void bfs_level(const int *start, const int *to, int *level, int now, int *more, int n)
{ // all nodes look whether it is their turn
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v < n && level[v] == now)
		for (int e = start[v]; e < start[v + 1]; e++)
			if (level[to[e]] == -1) {
				level[to[e]] = now + 1;
				*more = 1;
			}
}
__global__ void bfs_queue(const int *start, const int *to, int *level, const int *queue, int length, int *next, int *tail, int now)
{ // only those that wait in the queue
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= length)
		return;
	int v = queue[i];
	for (int e = start[v]; e < start[v + 1]; e++)
		if (atomicCAS(&level[to[e]], -1, now + 1) == -1)
			next[atomicAdd(tail, 1)] = to[e];
}
__global__ void page_rank(const int *start, const int *from, const float *rank, const int *degree, float *next, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n)
		return;
	float s = 0;
	for (int e = start[v]; e < start[v + 1]; e++)
		s += rank[from[e]] / (degree[from[e] + 1] - degree[from[e]] + 1);
	next[v] = 0.15f / n + 0.85f * s;
}
__global__ void relax_nodes(const int *start, const int *to, const unsigned *length, const int *dist, int *better, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n || dist[v] > 1000000)
		return;
	for (int e = start[v]; e < start[v + 1]; e++)
		atomicMin(&better[to[e]], dist[v] + (int)(length[e] & 1023));
}
__global__ void floyd_step(int *d, int n, int k)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
	if (i < n && j < n && d[i * n + k] + d[k * n + j] < d[i * n + j])
		d[i * n + j] = d[i * n + k] + d[k * n + j];
}
__device__ int root_of(volatile int *parent, int v)
{
	while (parent[v] != v)
		v = parent[v];
	return v;
}
__global__ void union_edges(const unsigned *a, const unsigned *b, int *parent, int edges, int n)
{ // the larger root hangs itself under the smaller
	int e = blockIdx.x * blockDim.x + threadIdx.x;
	if (e >= edges)
		return;
	int u = root_of(parent, a[e] % n), v = root_of(parent, b[e] % n);
	while (u != v) {
		int big = max(u, v), small = min(u, v);
		if (atomicCAS(&parent[big], big, small) == big)
			break;
		u = root_of(parent, big);
		v = root_of(parent, small);
	}
}
__global__ void flatten(int *parent, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n)
		return;
	int r = v;
	while (r != parent[r])
		r = parent[r];
	parent[v] = r;
}
__global__ void colour_round(const int *start, const int *to, const unsigned *priority, const int *colour, int *next, int n)
{ // the strongest of its neighbours takes the first free colour
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n)
		return;
	int mine = colour[v];
	if (mine < 0) {
		u64 used = 0;
		bool strongest = true;
		for (int e = start[v]; e < start[v + 1] && strongest; e++) {
			int w = to[e];
			if (colour[w] >= 0)
				used |= 1ull << (colour[w] & 63);
			else if (priority[w] > priority[v])
				strongest = false;
		}
		if (strongest)
			mine = __ffsll(~used) - 1;
	}
	next[v] = mine;
}
__global__ void walkers(const int *start, const int *to, int *visits, int steps, int n)
{ // each thread walks at random through the graph
	int i = blockIdx.x * blockDim.x + threadIdx.x, v = i % n;
	unsigned s = (i + 1) * 2654435761u;
	for (int k = 0; k < steps; k++) {
		int d = start[v + 1] - start[v];
		if (d == 0)
			break;
		s ^= s << 13, s ^= s >> 17, s ^= s << 5;
		v = to[start[v] + s % d];
		atomicAdd(&visits[v], 1);
	}
}
__global__ void common_label(const int *start, const int *to, const int *label, int *next, int n)
{ // a warp a node: the label that most neighbours have
	int v = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
	if (v >= n)
		return;
	int first = start[v], d = start[v + 1] - first, best = 0, which = label[v];
	for (int i = lane; i < d; i += 32) {
		int l = label[to[first + i]], same = 0;
		for (int j = 0; j < d; j++)
			same += label[to[first + j]] == l;
		if (same > best || (same == best && l < which)) {
			best = same;
			which = l;
		}
	}
	for (int o = 16; o; o >>= 1) {
		int b = __shfl_down_sync(~0u, best, o), w = __shfl_down_sync(~0u, which, o);
		if (b > best || (b == best && w < which)) {
			best = b;
			which = w;
		}
	}
	if (lane == 0)
		next[v] = which;
}
__global__ void in_degrees(const int *to, int *degree, int edges)
{
	for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < edges; e += gridDim.x * blockDim.x)
		atomicAdd(&degree[to[e]], 1);
}
__global__ void closure_step(unsigned *reach, int n, int k)
{ // Warshall with 32 nodes a word: row i gets row k
	int word = threadIdx.x, i = blockIdx.x * blockDim.y + threadIdx.y, words = n / 32;
	if (i < n && word < words && reach[i * words + k / 32] >> (k & 31) & 1)
		reach[i * words + word] |= reach[k * words + word];
}
// ---- physics
__global__ void nbody(const float4 *p, float4 *v, int n, float dt)
{
	extern __shared__ float4 tile[];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float4 me = i < n ? p[i] : make_float4(0, 0, 0, 0);
	float ax = 0, ay = 0, az = 0;
	for (int base = 0; base < n; base += blockDim.x) {
		int j = base + threadIdx.x;
		tile[threadIdx.x] = j < n ? p[j] : make_float4(0, 0, 0, 0);
		__syncthreads();
		for (int k = 0; k < blockDim.x; k++) {
			float dx = tile[k].x - me.x, dy = tile[k].y - me.y, dz = tile[k].z - me.z;
			float r = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-4f), f = tile[k].w * r * r * r;
			ax += dx * f;
			ay += dy * f;
			az += dz * f;
		}
		__syncthreads();
	}
	if (i < n) {
		v[i].x += ax * dt;
		v[i].y += ay * dt;
		v[i].z += az * dt;
	}
}
__global__ void lennard_jones(const float3 *p, const int *start, const int *near, float3 *force, float *energy, int n)
{ // lists of neighbours of different lengths
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float3 f = {0, 0, 0}, me = p[i];
	float e = 0;
	for (int k = start[i]; k < start[i + 1]; k++) {
		float3 o = p[near[k]];
		float dx = me.x - o.x, dy = me.y - o.y, dz = me.z - o.z, r2 = dx * dx + dy * dy + dz * dz + 0.01f;
		if (r2 < 0.5f) {
			float s = 0.02f / r2, s6 = s * s * s, g = 24 * s6 * (2 * s6 - 1) / r2;
			f.x += g * dx;
			f.y += g * dy;
			f.z += g * dz;
			e += 4 * s6 * (s6 - 1);
		}
	}
	force[i] = f;
	energy[i] = e;
}
__global__ void heat_halo(const float *in, float *out, int w, int h)
{ // a tile of 32 x 8 and its halo
	__shared__ float s[10][34];
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, tx = threadIdx.x + 1, ty = threadIdx.y + 1;
	bool in_image = x < w && y < h;
	s[ty][tx] = in_image ? in[y * w + x] : 0;
	if (threadIdx.x == 0)
		s[ty][0] = x > 0 && y < h ? in[y * w + x - 1] : 0;
	if (threadIdx.x == 31)
		s[ty][33] = x + 1 < w && y < h ? in[y * w + x + 1] : 0;
	if (threadIdx.y == 0)
		s[0][tx] = y > 0 && x < w ? in[(y - 1) * w + x] : 0;
	if (threadIdx.y == 7)
		s[9][tx] = y + 1 < h && x < w ? in[(y + 1) * w + x] : 0;
	__syncthreads();
	if (in_image)
		out[y * w + x] = s[ty][tx] + 0.2f * (s[ty - 1][tx] + s[ty + 1][tx] + s[ty][tx - 1] + s[ty][tx + 1] - 4 * s[ty][tx]);
}
__global__ void heat_march(const float *in, float *out, int w, int h, int depth)
{ // through the layers, three of them in registers
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
		return;
	int i = y * w + x, layer = w * h;
	float below = in[i], here = in[i + layer];
	for (int z = 1; z < depth - 1; z++) {
		i += layer;
		float above = in[i + layer];
		out[i] = here + 0.1f * (in[i - 1] + in[i + 1] + in[i - w] + in[i + w] + above + below - 6 * here);
		below = here;
		here = above;
	}
}
__global__ void wave_steps(const float *now, const float *before, float *out, int n, int steps)
{ // a string: several steps in shared memory, the halo shrinks with each
	__shared__ float a[2][256], b[256];
	int t = threadIdx.x, i = blockIdx.x * (256 - 2 * steps) + t - steps;
	bool in = i >= 0 && i < n;
	a[0][t] = in ? now[i] : 0;
	b[t] = in ? before[i] : 0;
	__syncthreads();
	for (int k = 0; k < steps; k++) {
		float *p = a[k & 1], *q = a[~k & 1];
		float r = 0;
		if (t > k && t < 255 - k)
			r = 2 * p[t] - b[t] + 0.3f * (p[t - 1] - 2 * p[t] + p[t + 1]);
		b[t] = p[t];
		q[t] = r;
		__syncthreads();
	}
	if (t >= steps && t < 256 - steps && in)
		out[i] = a[steps & 1][t];
}
__global__ void life_wrap(const byte *in, byte *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	int n = 0;
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++)
			if (dx || dy)
				n += in[(y + dy + h) % h * w + (x + dx + w) % w] & 1;
	out[y * w + x] = n == 3 || (n == 2 && in[y * w + x] & 1);
}
__global__ void life_bits(const unsigned *in, unsigned *out, int words, int h)
{ // 32 cells a word, added with gates
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
	if (x >= words)
		return;
	unsigned one = 0, two = 0, four = 0, mid = 0;
	for (int dy = -1; dy <= 1; dy++) {
		const unsigned *r = in + (y + dy + h) % h * words;
		unsigned c = r[x], l = x > 0 ? r[x - 1] : 0, g = x + 1 < words ? r[x + 1] : 0;
		unsigned v[3] = {__funnelshift_l(l, c, 1), dy ? c : 0, __funnelshift_r(c, g, 1)};
		if (dy == 0)
			mid = c;
		for (int k = 0; k < 3; k++) {
			unsigned carry = one & v[k];
			one ^= v[k];
			four |= two & carry;
			two ^= carry;
		}
	}
	out[y * words + x] = ~four & two & (one | mid);
}
__global__ void lattice_boltzmann(const float *in, float *out, int w, int h)
{ // nine fields one after the other
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	float f[9], rho = 0, ux = 0, uy = 0;
	for (int k = 0; k < 9; k++) {
		int px = (x - ex[k] + w) % w, py = (y - ey[k] + h) % h;
		f[k] = in[(k * h + py) * w + px];
		rho += f[k];
		ux += f[k] * ex[k];
		uy += f[k] * ey[k];
	}
	ux /= rho;
	uy /= rho;
	for (int k = 0; k < 9; k++) {
		float eu = ex[k] * ux + ey[k] * uy;
		float eq = weight9[k] * rho * (1 + 3 * eu + 4.5f * eu * eu - 1.5f * (ux * ux + uy * uy));
		out[(k * h + y) * w + x] = f[k] + 0.6f * (eq - f[k]);
	}
}
__global__ void ising(signed char *spin, unsigned *state, int w, int h, int colour, float beta)
{ // every second place, a generator for each
	int x = (blockIdx.x * blockDim.x + threadIdx.x) * 2, y = blockIdx.y * blockDim.y + threadIdx.y;
	x += (y + colour) % 2;
	if (x >= w || y >= h)
		return;
	int i = y * w + x, s = spin[i];
	int sum = spin[y * w + (x + 1) % w] + spin[y * w + (x + w - 1) % w] + spin[(y + 1) % h * w + x] + spin[(y + h - 1) % h * w + x];
	unsigned r = state[i / 2] * 1664525u + 1013904223u;
	state[i / 2] = r;
	if (sum * s <= 0 || (r >> 8) * (1.0f / 16777216) < expf(-2 * beta * s * sum))
		spin[i] = -s;
}
__global__ void sandpile(const int *in, int *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	int i = y * w + x, s = in[i] % 4;
	if (x > 0)
		s += in[i - 1] / 4;
	if (x < w - 1)
		s += in[i + 1] / 4;
	if (y > 0)
		s += in[i - w] / 4;
	if (y < h - 1)
		s += in[i + w] / 4;
	out[i] = s;
}
enum { EMPTY, TREE, FIRE };
__global__ void forest_fire(const byte *in, byte *out, int w, int h, unsigned seed)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	int i = y * w + x;
	unsigned r = (i ^ seed) * 2654435761u;
	r ^= r >> 15;
	byte c = in[i] % 3;
	switch (c) {
	case FIRE: c = EMPTY; break;
	case EMPTY:
		if (r % 100 < 5)
			c = TREE;
		break;
	case TREE:
		if ((x > 0 && in[i - 1] % 3 == FIRE) || (x < w - 1 && in[i + 1] % 3 == FIRE) || (y > 0 && in[i - w] % 3 == FIRE)
			|| (y < h - 1 && in[i + w] % 3 == FIRE) || r % 10000 == 0)
			c = FIRE;
		break;
	}
	out[i] = c;
}
__global__ void fdtd_h(const float *ez, float *hx, float *hy, int w, int h)
{
	int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
	if (x < w && y < h - 1)
		hx[y * w + x] -= 0.5f * (ez[(y + 1) * w + x] - ez[y * w + x]);
	if (x < w - 1 && y < h)
		hy[y * w + x] += 0.5f * (ez[y * w + x + 1] - ez[y * w + x]);
}
__global__ void cloth(const float3 *p, const float3 *old, float3 *next, int w, int h, float rest)
{ // springs to the eight around, structures of three floats
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	int i = y * w + x;
	float3 me = p[i], f = make_float3(0, -0.01f, 0);
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++) {
			if ((dx == 0 && dy == 0) || x + dx < 0 || y + dy < 0 || x + dx >= w || y + dy >= h)
				continue;
			float3 o = p[i + dy * w + dx];
			float ax = o.x - me.x, ay = o.y - me.y, az = o.z - me.z, l = sqrtf(ax * ax + ay * ay + az * az) + 1e-6f;
			float k = 0.3f * (l - (dx && dy ? 1.4142f * rest : rest)) / l;
			f.x += k * ax;
			f.y += k * ay;
			f.z += k * az;
		}
	next[i] = make_float3(me.x + 0.99f * (me.x - old[i].x) + f.x, me.y + 0.99f * (me.y - old[i].y) + f.y,
		me.z + 0.99f * (me.z - old[i].z) + f.z);
}
__global__ void sph_density(const float2 *p, const int *cell, float *density, int n, int side, float r)
{ // particles sorted by cell; look into nine cells
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float2 me = p[i];
	int cx = min((int)(me.x * side), side - 1), cy = min((int)(me.y * side), side - 1);
	float s = 0;
	for (int y = max(cy - 1, 0); y <= min(cy + 1, side - 1); y++)
		for (int x = max(cx - 1, 0); x <= min(cx + 1, side - 1); x++)
			for (int k = cell[y * side + x]; k < cell[y * side + x + 1]; k++) {
				float dx = p[k].x - me.x, dy = p[k].y - me.y, d2 = dx * dx + dy * dy;
				if (d2 < r * r) {
					float q = r * r - d2;
					s += q * q * q;
				}
			}
	density[i] = s;
}
struct ball {
	float x, y, z, vx, vy, vz, radius;
	int hits;
};
__global__ void bounce(ball *all, int n, float dt, int steps)
{ // several steps each, walls of a unit box
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	for (int k = 0; k < steps; k++) {
		all[i].vy -= 9.81f * dt;
		all[i].x += all[i].vx * dt;
		all[i].y += all[i].vy * dt;
		all[i].z += all[i].vz * dt;
		if (all[i].x < 0 || all[i].x > 1) {
			all[i].vx = -all[i].vx;
			all[i].hits++;
		}
		if (all[i].y < 0) {
			all[i].y = 0;
			all[i].vy *= -0.8f;
			all[i].hits++;
		}
		if (all[i].z < 0 || all[i].z > 1)
			all[i].vz = -all[i].vz;
	}
}
__global__ void lorenz(const double *start, double *out, int n, int steps)
{ // Runge and Kutta in double
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double x = start[i], y = start[n + i], z = 20, h = 0.01;
	for (int k = 0; k < steps; k++) {
		double kx[4], ky[4], kz[4], px = x, py = y, pz = z;
		for (int s = 0; s < 4; s++) {
			kx[s] = 10 * (py - px);
			ky[s] = px * (28 - pz) - py;
			kz[s] = px * py - 8.0 / 3 * pz;
			double step = s == 2 ? h : h / 2;
			px = x + step * kx[s];
			py = y + step * ky[s];
			pz = z + step * kz[s];
		}
		x += h / 6 * (kx[0] + 2 * kx[1] + 2 * kx[2] + kx[3]);
		y += h / 6 * (ky[0] + 2 * ky[1] + 2 * ky[2] + ky[3]);
		z += h / 6 * (kz[0] + 2 * kz[1] + 2 * kz[2] + kz[3]);
	}
	out[3 * i] = x;
	out[3 * i + 1] = y;
	out[3 * i + 2] = z;
}
__global__ void double_pendulum(const float2 *angles, int *flips, int n, int most)
{ // how many steps until it goes over the top
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float a = 6 * angles[i].x - 3, b = 6 * angles[i].y - 3, va = 0, vb = 0, dt = 0.02f;
	int k = 0;
	while (k < most && fabsf(b) < 3.14159265f) {
		float d = a - b, den = 3 - cosf(2 * d);
		float aa = (-29.43f * sinf(a) - 9.81f * sinf(a - 2 * b) - 2 * sinf(d) * (vb * vb + va * va * cosf(d))) / den;
		float ab = 2 * sinf(d) * (2 * va * va + 19.62f * cosf(a) + vb * vb * cosf(d)) / den;
		va += aa * dt;
		vb += ab * dt;
		a += va * dt;
		b += vb * dt;
		k++;
	}
	flips[i] = k;
}
__global__ void rotate_vectors(const float4 *q, const float3 *v, float3 *out, int n)
{ // v turned by the quaternion q
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float4 r = q[i];
	float l = 1 / sqrtf(r.x * r.x + r.y * r.y + r.z * r.z + r.w * r.w + 1e-12f);
	r.x *= l, r.y *= l, r.z *= l, r.w *= l;
	float3 p = v[i];
	float tx = 2 * (r.y * p.z - r.z * p.y), ty = 2 * (r.z * p.x - r.x * p.z), tz = 2 * (r.x * p.y - r.y * p.x);
	out[i] = make_float3(p.x + r.w * tx + r.y * tz - r.z * ty, p.y + r.w * ty + r.z * tx - r.x * tz,
		p.z + r.w * tz + r.x * ty - r.y * tx);
}
__global__ void drunkard(int2 *end, int steps)
{ // four ways, a switch
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = 0, y = 0;
	unsigned s = i * 747796405u + 2891336453u;
	for (int k = 0; k < steps; k++) {
		s = s * 1664525u + 1013904223u;
		switch (s >> 30) {
		case 0: x++; break;
		case 1: x--; break;
		case 2: y++; break;
		default: y--;
		}
		if (x * x + y * y > 100)
			break;
	}
	end[i] = make_int2(x, y);
}
__global__ void boids(const float4 *in, float4 *out, int n)
{ // all against all, but only the near ones count
	int i = blockIdx.x * blockDim.x + threadIdx.x, near = 0;
	if (i >= n)
		return;
	float4 me = in[i];
	float sx = 0, sy = 0, vx = 0, vy = 0;
	for (int j = 0; j < n; j++) {
		float4 o = in[j];
		float dx = o.x - me.x, dy = o.y - me.y;
		if (dx * dx + dy * dy < 0.01f && j != i) {
			sx += dx / (dx * dx + dy * dy + 1e-3f);
			sy += dy / (dx * dx + dy * dy + 1e-3f);
			vx += o.z;
			vy += o.w;
			near++;
		}
	}
	if (near) {
		me.z += 0.1f * (vx / near - me.z) - 0.001f * sx;
		me.w += 0.1f * (vy / near - me.w) - 0.001f * sy;
	}
	out[i] = make_float4(me.x + 0.01f * me.z, me.y + 0.01f * me.w, me.z, me.w);
}
__global__ void jacobi_grid(float *a, float *b, int w, int h, int steps)
{ // all steps in one launch, the whole grid waits after each
	cg::grid_group grid = cg::this_grid();
	for (int k = 0; k < steps; k++) {
		for (int i = grid.thread_rank(); i < w * h; i += grid.size()) {
			int x = i % w, y = i / w;
			b[i] = x > 0 && y > 0 && x < w - 1 && y < h - 1 ? 0.25f * (a[i - 1] + a[i + 1] + a[i - w] + a[i + w]) : a[i];
		}
		grid.sync();
		float *t = a;
		a = b;
		b = t;
	}
}

void rows()
{
	const int M = 1 << 20, N = 16000;
	std::vector<unsigned> w = words(4 * M);
	std::vector<float> f = fractions(w);
	std::vector<double> dd = double_fractions(w, M);
	std::vector<int> start(N + 1), to, level(N, -1), self(N), queue;
	for (int v = 0; v < N; v++) { // most have few neighbours, some many
		int d = w[v] % 200 == 0 ? 200 + w[v] % 300 : w[v] % 12;
		for (int k = 0; k < d; k++)
			to.push_back(w[v * 16 + k * 31 + 1000] % N);
		start[v + 1] = (int)to.size();
		self[v] = v;
	}
	std::queue<int> q;
	for (int v = 0; v < 10; v++) {
		level[v] = 0;
		q.push(v);
	}
	while (!q.empty()) {
		int v = q.front();
		q.pop();
		for (int e = start[v]; e < start[v + 1]; e++)
			if (level[to[e]] < 0) {
				level[to[e]] = level[v] + 1;
				q.push(to[e]);
			}
	}
	std::vector<int> dist(N), colours(N);
	for (int v = 0; v < N; v++) { // as it is after three steps
		if (level[v] == 3)
			queue.push_back(v);
		if (level[v] > 3)
			level[v] = -1;
		dist[v] = level[v] < 0 ? 1 << 29 : (int)(w[v] & 4095);
		colours[v] = w[v] & 3 ? -1 : (int)(w[v] >> 2 & 3);
	}
	if (queue.empty())
		queue.push_back(0);
	const int P = 12000, side = 40; // particles in cells
	std::vector<float2> points(P);
	std::vector<int> cells(side * side + 1);
	for (int i = 0; i < P; i++)
		points[i] = make_float2(f[2 * i] * f[2 * i + 20], f[2 * i + 1]); // more on the left
	auto cell_of = [&](float2 p) { return std::min((int)(p.y * side), side - 1) * side + std::min((int)(p.x * side), side - 1); };
	std::sort(points.begin(), points.end(), [&](float2 a, float2 b) { return cell_of(a) < cell_of(b); });
	for (float2 p : points)
		cells[cell_of(p) + 1]++;
	for (int c = 0; c < side * side; c++)
		cells[c + 1] += cells[c];
	std::vector<signed char> spins(M);
	std::vector<int> sand(M);
	for (int i = 0; i < M; i++) {
		spins[i] = w[i] & 64 ? 1 : -1;
		sand[i] = w[i] >> 4 & 15;
	}
	unsigned *u = upload(w);
	float *x = upload(f), *out = dev<float>(4 * M), *back = dev<float>(M);
	double *d = upload(dd);
	int *st = upload(start), *nb = upload(to), *le = upload(level), *qu = upload(queue), *di = upload(dist), *ce = upload(cells);
	int *se = upload(self), *cl = upload(colours), *sa = upload(sand), *work = dev<int>(M), *zero = dev<int>(M);
	float2 *pt = upload(points);
	signed char *sp = upload(spins), *sw = dev<signed char>(M);
	int E = (int)to.size(), Q = (int)queue.size();
	auto clear = [&] { CHECK(cudaMemset(zero, 0, M * sizeof(int))); };
	auto copy = [&](const int *from) { CHECK(cudaMemcpy(work, from, N * sizeof(int), cudaMemcpyDeviceToDevice)); };
	auto levels = [&] { copy(le), clear(); };
	auto refloat = [&] { CHECK(cudaMemcpy(out, x, 4 * M * sizeof(float), cudaMemcpyDeviceToDevice)); };
	auto respin = [&] {
		CHECK(cudaMemcpy(sw, sp, M, cudaMemcpyDeviceToDevice));
		CHECK(cudaMemcpy(work, u, M * sizeof(int), cudaMemcpyDeviceToDevice));
	};
	auto reweigh = [&] { CHECK(cudaMemcpy(work, sa, M * sizeof(int), cudaMemcpyDeviceToDevice)); };
	dim3 b16(16, 16), b32(32, 8);

	row("bfs_level", [&] { bfs_level<<<63, 256>>>(st, nb, work, 3, zero, N); }, levels);
	row("bfs_queue", [&] { bfs_queue<<<(Q + 127) / 128, 128>>>(st, nb, work, qu, Q, zero + 16, zero, 3); }, levels);
	row("page_rank", [&] { page_rank<<<63, 256>>>(st, nb, x, st, out, N); });
	row("relax_nodes", [&] { relax_nodes<<<125, 128>>>(st, nb, u, di, work, N); }, [&] { copy(di); });
	row("floyd_step.600", [&] { floyd_step<<<dim3(38, 38), b16>>>(work, 600, 77); }, reweigh);
	row("union_edges", [&] { union_edges<<<40, 256>>>(u, u + M, work, 10000, N); }, [&] { copy(se); });
	row("flatten", [&] { flatten<<<63, 256>>>(work, N); }, [&] {
		copy(se);
		union_edges<<<40, 256>>>(u, u + M, work, 10000, N);
	});
	row("colour_round", [&] { colour_round<<<63, 256>>>(st, nb, u, cl, work, N); });
	row("walkers", [&] { walkers<<<64, 256>>>(st, nb, zero, 40, N); }, clear);
	row("common_label", [&] { common_label<<<2000, 256>>>(st, nb, cl, work, N); });
	row("in_degrees", [&] { in_degrees<<<132, 256>>>(nb, zero, E); }, clear);
	row("closure_step.1024", [&] { closure_step<<<128, b32>>>((unsigned *)out, 1024, 500); }, refloat);
	row("nbody.256", [&] { nbody<<<12, 256, 4096>>>((float4 *)x, (float4 *)out, 3000, 0.01f); });
	row("nbody.64", [&] { nbody<<<32, 64, 1024>>>((float4 *)x, (float4 *)out, 2000, 0.01f); });
	row("lennard_jones", [&] { lennard_jones<<<125, 128>>>((float3 *)x, st, nb, (float3 *)out, out + M, N); });
	row("heat_halo", [&] { heat_halo<<<dim3(40, 150), b32>>>(x, out, 1250, 1200); });
	row("heat_march", [&] { heat_march<<<dim3(4, 16), b32>>>(x, out, 128, 128, 128); });
	row("wave_steps.8", [&] { wave_steps<<<2185, 256>>>(x, x + M, out, 2185 * 240, 8); });
	row("life_wrap", [&] { life_wrap<<<dim3(40, 40), b16>>>((byte *)u, (byte *)out, 640, 640); });
	row("life_bits", [&] { life_bits<<<dim3(1, 2000), 64>>>(u, (unsigned *)out, 60, 2000); });
	row("lattice_boltzmann", [&] { lattice_boltzmann<<<dim3(16, 64), b32>>>(x, out, 500, 500); });
	row("ising", [&] { ising<<<dim3(16, 128), b32>>>(sw, (unsigned *)work, 1024, 1024, 1, 0.44f); }, respin);
	row("sandpile", [&] { sandpile<<<dim3(60, 60), b16>>>(sa, work, 960, 960); });
	row("forest_fire", [&] { forest_fire<<<dim3(32, 125), b32>>>((byte *)u, (byte *)out, 1000, 1000, 99); });
	row("fdtd_h", [&] { fdtd_h<<<dim3(32, 128), b32>>>(x, out, out + 2 * M, 1020, 1020); }, refloat);
	row("cloth", [&] { cloth<<<dim3(25, 25), b16>>>((float3 *)x, (float3 *)x + M / 2, (float3 *)out, 400, 400, 0.01f); });
	row("sph_density", [&] { sph_density<<<94, 128>>>(pt, ce, out, P, side, 0.025f); });
	row("bounce", [&] { bounce<<<400, 128>>>((ball *)out, 50000, 0.01f, 20); }, refloat);
	row("lorenz", [&] { lorenz<<<40, 128>>>(d, (double *)out, 5000, 100); });
	row("double_pendulum", [&] { double_pendulum<<<63, 128>>>((float2 *)x, (int *)out, 8000, 150); });
	row("rotate_vectors", [&] { rotate_vectors<<<1954, 256>>>((float4 *)x, (float3 *)x + M / 2, (float3 *)out, 500000); });
	row("drunkard", [&] { drunkard<<<200, 128>>>((int2 *)out, 400); });
	row("boids.128", [&] { boids<<<20, 128>>>((float4 *)x, (float4 *)out, 2500); });
	row("boids.32", [&] { boids<<<79, 32>>>((float4 *)x, (float4 *)out, 2500); });
	row("jacobi_grid", [&] {
		float *a = out, *b = back;
		int wide = 500, high = 400, steps = 10;
		void *args[] = {&a, &b, &wide, &high, &steps};
		CHECK(cudaLaunchCooperativeKernel((void *)jacobi_grid, dim3(132), dim3(256), args, 0, 0));
	}, refloat);
}
