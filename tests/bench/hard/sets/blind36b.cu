// blind36b: a fresh set of kernels that nobody had modelled when they were written. As in suites for heterogeneous
// machines: back propagation, masks of a search, a tree of keys, fluxes, hot spots, boxes of particles, alignment.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__global__ void layer_forward(const float *in, float *w, float *part, int hid)
{ // 16 inputs by 16 hidden units a block; the products go back to w, as the suite has it
	__shared__ float node[16], m[16][16];
	int x = threadIdx.x, y = threadIdx.y, row = blockIdx.x * 16 + y;
	if (x == 0)
		node[y] = in[row];
	__syncthreads();
	m[y][x] = w[row * hid + x];
	__syncthreads();
	m[y][x] *= node[y];
	__syncthreads();
	for (int i = 1; i <= 4; i++) {
		int p = 1 << i;
		if (y % p == 0)
			m[y][x] += m[y + p / 2][x];
		__syncthreads();
	}
	w[row * hid + x] = m[y][x];
	if (x == 0)
		part[blockIdx.x * hid + y] = m[0][y];
}
__global__ void layer_adjust(const float *delta, const float *ly, float *w, float *old, int hid)
{
	int i = (blockIdx.x * 16 + threadIdx.y) * hid + threadIdx.x;
	float d = 0.3f * delta[threadIdx.x] * ly[blockIdx.x * 16 + threadIdx.y] + 0.3f * old[i];
	w[i] += d, old[i] = d;
}
__global__ void bfs_visit(const int2 *node, const int *edge, bool *mask, bool *next, const bool *seen, int *cost, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t >= n || !mask[t])
		return;
	mask[t] = false;
	for (int i = node[t].x; i < node[t].x + node[t].y; i++) {
		int to = edge[i];
		if (!seen[to])
			cost[to] = cost[t] + 1, next[to] = true;
	}
}
__global__ void bfs_settle(bool *mask, bool *next, bool *seen, bool *over, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t < n && next[t])
		mask[t] = true, seen[t] = true, *over = true, next[t] = false;
}
struct Leafy {
	int key[65], child[64];
};
__global__ void tree_find(const Leafy *tree, int height, const int *want, int *out)
{ // a block a question, a thread a key of the node; exactly one thread knows the way on
	__shared__ int at;
	int t = threadIdx.x, k = want[blockIdx.x];
	if (t == 0)
		at = 0;
	__syncthreads();
	for (int h = 0; h < height; h++) {
		const Leafy &l = tree[at];
		bool mine = l.key[t] <= k && k < l.key[t + 1];
		int c = mine ? l.child[t] : 0;
		__syncthreads();
		if (mine)
			at = c;
		__syncthreads();
	}
	const Leafy &l = tree[at];
	if (t == 0)
		out[blockIdx.x] = -1;
	__syncthreads();
	if (l.key[t] == k)
		out[blockIdx.x] = l.child[t];
}
__constant__ float far_field[5];
__global__ void euler_flux(const int *around, const float *normal, const float *v, float *flux, int n)
{ // four faces a cell, one variable after another; -1 is a wall, -2 is far away
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float d = v[i], mx = v[n + i], my = v[2 * n + i], mz = v[3 * n + i], e = v[4 * n + i];
	float ux = mx / d, uy = my / d, uz = mz / d, sq = ux * ux + uy * uy + uz * uz, pr = 0.4f * (e - 0.5f * d * sq);
	float sound = sqrtf(1.4f * pr / d), speed = sqrtf(sq), f[5] = { 0, 0, 0, 0, 0 };
#pragma unroll
	for (int k = 0; k < 4; k++) {
		int o = around[k * n + i];
		float nx = normal[k * n + i], ny = normal[(4 + k) * n + i], nz = normal[(8 + k) * n + i];
		float len = sqrtf(nx * nx + ny * ny + nz * nz);
		if (o >= 0 || o == -2) {
			float od, ox, oy, oz, oe;
			if (o >= 0)
				od = v[o], ox = v[n + o], oy = v[2 * n + o], oz = v[3 * n + o], oe = v[4 * n + o];
			else
				od = far_field[0], ox = far_field[1], oy = far_field[2], oz = far_field[3],
				oe = far_field[4];
			float wx = ox / od, wy = oy / od, wz = oz / od, os = wx * wx + wy * wy + wz * wz;
			float op = 0.4f * (oe - 0.5f * od * os), oc = sqrtf(1.4f * op / od);
			float fa = -len * 0.1f * (speed + sqrtf(os) + sound + oc);
			f[0] += fa * (d - od), f[4] += fa * (e - oe), f[1] += fa * (mx - ox), f[2] += fa * (my - oy),
				f[3] += fa * (mz - oz);
			float a = 0.5f * (nx * ux + ny * uy + nz * uz), b = 0.5f * (nx * wx + ny * wy + nz * wz);
			f[0] += a * d + b * od, f[4] += a * (e + pr) + b * (oe + op);
			f[1] += a * mx + b * ox + 0.5f * nx * (pr + op),
				f[2] += a * my + b * oy + 0.5f * ny * (pr + op),
				f[3] += a * mz + b * oz + 0.5f * nz * (pr + op);
		} else
			f[1] += nx * pr, f[2] += ny * pr, f[3] += nz * pr;
	}
#pragma unroll
	for (int k = 0; k < 5; k++)
		flux[k * n + i] = f[k];
}
__global__ void hotspot_pyramid(const float *power, const float *src, float *dst, int n, int rounds)
{ // a block of 16x16 steps several times, its good part shrinks by one cell a step
	__shared__ float now[16][16], nxt[16][16], pw[16][16];
	int tx = threadIdx.x, ty = threadIdx.y, inner = 16 - 2 * rounds;
	int y = blockIdx.y * inner - rounds + ty, x = blockIdx.x * inner - rounds + tx;
	bool in = x >= 0 && y >= 0 && x < n && y < n;
	if (in)
		now[ty][tx] = src[y * n + x], pw[ty][tx] = power[y * n + x];
	__syncthreads();
	bool done = false;
	int N = max(ty - 1, y == 0 ? ty : 0), S = min(ty + 1, y == n - 1 ? ty : 15);
	int W = max(tx - 1, x == 0 ? tx : 0), E = min(tx + 1, x == n - 1 ? tx : 15);
	for (int i = 0; i < rounds; i++) {
		done = false;
		if (in && tx >= i + 1 && tx <= 14 - i && ty >= i + 1 && ty <= 14 - i) {
			done = true;
			float c = now[ty][tx];
			nxt[ty][tx] = c +
				0.1f *
					(pw[ty][tx] + (now[S][tx] + now[N][tx] - 2 * c) * 0.8f +
						(now[ty][E] + now[ty][W] - 2 * c) * 0.9f + (80 - c) * 0.01f);
		}
		__syncthreads();
		if (i < rounds - 1 && done)
			now[ty][tx] = nxt[ty][tx];
		__syncthreads();
	}
	if (done && tx >= rounds && tx < 16 - rounds && ty >= rounds && ty < 16 - rounds)
		dst[y * n + x] = nxt[ty][tx];
}
__global__ void lava_boxes(
	const float4 *pos, const float *q, const int *near_count, const int *near_box, float4 *out, float a2)
{ // a block a box of 40 particles, its neighbours pass through shared memory
	__shared__ float4 ra[40], rb[40];
	__shared__ float qb[40];
	int t = threadIdx.x, b = blockIdx.x;
	if (t < 40)
		ra[t] = pos[b * 40 + t];
	float4 s = make_float4(0, 0, 0, 0);
	for (int k = 0; k < near_count[b]; k++) {
		int o = near_box[b * 27 + k];
		if (t < 40)
			rb[t] = pos[o * 40 + t], qb[t] = q[o * 40 + t];
		__syncthreads();
		if (t < 40)
			for (int j = 0; j < 40; j++) {
				float r2 =
					ra[t].w + rb[j].w - (ra[t].x * rb[j].x + ra[t].y * rb[j].y + ra[t].z * rb[j].z);
				float vij = expf(-a2 * r2), fs = 2 * vij;
				s.w += qb[j] * vij, s.x += qb[j] * fs * (ra[t].x - rb[j].x),
					s.y += qb[j] * fs * (ra[t].y - rb[j].y),
					s.z += qb[j] * fs * (ra[t].z - rb[j].z);
			}
		__syncthreads();
	}
	if (t < 40)
		out[b * 40 + t] = s;
}
__constant__ float c_sin[60], c_cos[60];
__constant__ int c_x[4 * 60], c_y[4 * 60];
__global__ void gicov(const float *gx, const float *gy, float *out, int w, int h)
{ // mean over spread of the slope along circles, the best of four radii
	int x = blockIdx.x * blockDim.x + threadIdx.x + 22, y = blockIdx.y + 22;
	if (x >= w - 22)
		return;
	float best = 0;
	for (int k = 0; k < 4; k++) {
		float sum = 0, m2 = 0, mean = 0;
		for (int n = 0; n < 60; n++) {
			int a = (y + c_y[k * 60 + n]) * w + x + c_x[k * 60 + n];
			float p = gx[a] * c_cos[n] + gy[a] * c_sin[n];
			sum += p;
			float d = p - mean;
			mean += d / (n + 1), m2 += d * (p - mean);
		}
		mean = sum / 60;
		float v = mean * mean / (m2 / 59);
		best = v > best ? v : best;
	}
	out[y * w + x] = best;
}
__global__ void nw_block(const int *ref, int *m, int cols, int first_x, int first_y, int penalty)
{ // 16x16 of the table by a block of 16 threads, after the blocks left of it and above
	__shared__ int t[17][17], r[16][16];
	int x = threadIdx.x, bx = first_x + blockIdx.x, by = first_y - blockIdx.x, base = by * 16 * cols + bx * 16;
	if (x == 0)
		t[0][0] = m[base];
	for (int k = 0; k < 16; k++)
		r[k][x] = ref[base + cols * (k + 1) + x + 1];
	t[x + 1][0] = m[base + cols * (x + 1)], t[0][x + 1] = m[base + x + 1];
	__syncthreads();
	for (int k = 0; k < 31; k++) {
		int i = x + 1, j = k - x + 1;
		if (j >= 1 && j <= 16)
			t[j][i] = max(
				max(t[j - 1][i - 1] + r[j - 1][i - 1], t[j][i - 1] - penalty), t[j - 1][i] - penalty);
		__syncthreads();
	}
	for (int k = 0; k < 16; k++)
		m[base + cols * (k + 1) + x + 1] = t[k + 1][x + 1];
}
__global__ void particle_find(
	const double *x, const double *y, const double *cdf, const double *u, double *nx, double *ny, int n)
{ // each looks along the list for the first that reaches its number
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int at = -1;
	double v = u[i];
	for (int k = 0; k < n; k++)
		if (cdf[k] >= v) {
			at = k;
			break;
		}
	if (at == -1)
		at = n - 1;
	nx[i] = x[at], ny[i] = y[at];
}
__global__ void pathfinder_ghosts(int rounds, const int *wall, const int *src, int *dst, int cols, int start)
{
	__shared__ int prev[256], res[256];
	int t = threadIdx.x, x = blockIdx.x * (256 - 2 * rounds) - rounds + t;
	bool in = x >= 0 && x < cols, done = false;
	if (in)
		prev[t] = src[x];
	__syncthreads();
	int W = x == 0 ? t : max(t - 1, 0), E = x == cols - 1 ? t : min(t + 1, 255);
	for (int i = 0; i < rounds; i++) {
		done = false;
		if (t >= i + 1 && t <= 254 - i && in) {
			done = true;
			res[t] = min(min(prev[W], prev[t]), prev[E]) + wall[cols * (start + i) + x];
		}
		__syncthreads();
		if (i < rounds - 1 && done)
			prev[t] = res[t];
		__syncthreads();
	}
	if (done)
		dst[x] = res[t];
}
__global__ void srad_slopes(
	const float *j, float *dn, float *ds, float *dw, float *de, float *c, int rows, int cols, float q0)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= cols || y >= rows)
		return;
	int k = y * cols + x;
	float v = j[k], n = j[max(y - 1, 0) * cols + x] - v, s = j[min(y + 1, rows - 1) * cols + x] - v,
	      w = j[y * cols + max(x - 1, 0)] - v, e = j[y * cols + min(x + 1, cols - 1)] - v;
	float g2 = (n * n + s * s + w * w + e * e) / (v * v), l = (n + s + w + e) / v;
	float num = 0.5f * g2 - 1.0f / 16 * l * l, den = 1 + 0.25f * l, q = num / (den * den);
	den = (q - q0) / (q0 * (1 + q0));
	float r = 1 / (1 + den);
	c[k] = r < 0 ? 0 : r > 1 ? 1 : r;
	dn[k] = n, ds[k] = s, dw[k] = w, de[k] = e;
}
__global__ void srad_update(float *j, const float *dn, const float *ds, const float *dw, const float *de,
	const float *c, int rows, int cols, float lambda)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= cols || y >= rows)
		return;
	int k = y * cols + x;
	float cc = c[k], cs = c[min(y + 1, rows - 1) * cols + x], ce = c[y * cols + min(x + 1, cols - 1)];
	j[k] += 0.25f * lambda * (cc * dn[k] + cs * ds[k] + cc * dw[k] + ce * de[k]);
}
__global__ void cluster_gain(const float *coord, const float *weight, const float *cost, const int *assign,
	const int *table, int *won, float *lower, int n, int dim, int x, int centres)
{ // would a centre at x pay? coordinates one after another; each thread has its own line of centres to note what is won
  // there
	extern __shared__ float cx[];
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = threadIdx.x; k < dim; k += blockDim.x)
		cx[k] = coord[k * n + x];
	__syncthreads();
	if (t >= n)
		return;
	float d = 0;
	for (int k = 0; k < dim; k++) {
		float v = coord[k * n + t] - cx[k];
		d += v * v;
	}
	d *= weight[t];
	if (d < cost[t])
		won[t] = 1, lower[t * (centres + 1) + centres] = d - cost[t];
	else
		won[t] = 0, lower[t * (centres + 1) + table[assign[t]]] = cost[t] - d;
}
static void layers(const std::vector<float> &f)
{
	const int N = 16384, H = 16;
	std::vector<float> in(f.begin(), f.begin() + N), w(f.begin() + N, f.begin() + N + N * H), part(N), adj(N * H);
	std::vector<float> delta(f.begin() + 7, f.begin() + 7 + H);
	for (int b = 0; b < N / 16; b++)
		for (int h = 0; h < H; h++) {
			double s = 0;
			for (int k = 0; k < 16; k++)
				s += in[b * 16 + k] * w[(b * 16 + k) * H + h];
			part[b * H + h] = s;
		}
	float *di = upload(in), *src = upload(w), *dw = dev<float>(N * H), *dp = dev<float>(N),
	      *old = dev<float>(N * H), *dd = upload(delta);
	auto again = [=] {
		CHECK(cudaMemcpy(dw, src, N * H * 4, cudaMemcpyDeviceToDevice));
		CHECK(cudaMemcpy(old, src, N * H * 4, cudaMemcpyDeviceToDevice));
	};
	job<float>(
		"back_propagation.forward_by_16x16", [&] { layer_forward<<<N / 16, dim3(16, 16)>>>(di, dw, dp, H); },
		dp, N, close_to(part), again);
	for (int i = 0; i < N * H; i++)
		adj[i] = w[i] + 0.3f * delta[i % H] * in[i / H] + 0.3f * w[i];
	job<float>(
		"back_propagation.weights_with_momentum",
		[&] { layer_adjust<<<N / 16, dim3(16, 16)>>>(dd, di, dw, old, H); }, dw, N * H, close_to(adj), again);
}
static void searches(const std::vector<unsigned> &w)
{
	const int N = 30000, LEVELS = 9;
	std::vector<int2> node(N);
	std::vector<int> edge, cost(N, -1), start(N, -1);
	for (int i = 0; i < N; i++) {
		node[i] = make_int2(edge.size(), 2 + w[i] % 8);
		for (int k = 0; k < node[i].y; k++)
			edge.push_back(w[N + edge.size()] % N);
	}
	std::vector<int> q{ 0 };
	cost[0] = start[0] = 0;
	for (size_t h = 0; h < q.size(); h++)
		for (int k = 0; k < node[q[h]].y; k++) {
			int to = edge[node[q[h]].x + k];
			if (cost[to] < 0 && cost[q[h]] < LEVELS)
				cost[to] = cost[q[h]] + 1, q.push_back(to);
		}
	int2 *dn = upload(node);
	int *de = upload(edge), *ds = upload(start), *dc = dev<int>(N);
	bool *mask = dev<bool>(N), *next = dev<bool>(N), *seen = dev<bool>(N), *over = dev<bool>(1);
	job<int>(
		"search_with_masks.two_launches_a_level",
		[&] {
			for (int l = 0; l < LEVELS; l++) {
				bfs_visit<<<up(N, 512), 512>>>(dn, de, mask, next, seen, dc, N);
				bfs_settle<<<up(N, 512), 512>>>(mask, next, seen, over, N);
			}
		},
		dc, N, same(cost),
		[=] {
			CHECK(cudaMemcpy(dc, ds, N * 4, cudaMemcpyDeviceToDevice));
			CHECK(cudaMemset(mask, 0, N));
			CHECK(cudaMemset(next, 0, N));
			CHECK(cudaMemset(seen, 0, N));
			CHECK(cudaMemset(mask, 1, 1));
			CHECK(cudaMemset(seen, 1, 1));
		});
	// a tree of three levels, 64 children each but the last, where 20 suffice at the top
	const int TOP = 20, Q = 6000;
	std::vector<Leafy> tree(1 + TOP + TOP * 64);
	for (auto &l : tree)
		for (int k = 0; k < 65; k++)
			l.key[k] = 0x7fffffff;
	std::vector<int> want(Q), found(Q);
	auto key_of = [](int i) { return i * 7 + (i & 3); };
	for (int a = 0; a < TOP; a++) {
		tree[0].key[a] = key_of(a * 4096), tree[0].child[a] = 1 + a;
		for (int b = 0; b < 64; b++) {
			Leafy &l = tree[1 + a], &m = tree[1 + TOP + a * 64 + b];
			l.key[b] = key_of(a * 4096 + b * 64), l.child[b] = 1 + TOP + a * 64 + b;
			for (int c = 0; c < 64; c++)
				m.key[c] = key_of(a * 4096 + b * 64 + c),
				m.child[c] = (int)(w[a * 4096 + b * 64 + c] >> 1);
		}
	}
	for (int i = 0; i < Q; i++) {
		int id = w[i + 200000] % (TOP * 4096);
		bool miss = i % 5 == 0;
		want[i] = key_of(id) + (miss ? 1 : 0);
		found[i] = miss ? -1 : tree[1 + TOP + id / 64].child[id % 64];
		if (miss && (id & 63) < 63 && key_of(id + 1) == want[i])
			found[i] = tree[1 + TOP + id / 64].child[id % 64 + 1];
	}
	Leafy *dt = upload(tree);
	int *dw = upload(want), *o = dev<int>(Q);
	job<int>(
		"tree_of_64_keys_a_node.block_a_question", [&] { tree_find<<<Q, 64>>>(dt, 2, dw, o); }, o, Q,
		same(found));
}
static void physics(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int N = 25000;
	std::vector<int> around(4 * N);
	std::vector<float> normal(12 * N), v(5 * N), want(5 * N);
	float ff[5] = { 1.4f, 1.68f, 0, 0, 3.5f };
	for (int i = 0; i < 4 * N; i++) {
		int o = i % N + (int)(w[i] % 400) - 200;
		around[i] = w[i] % 50 == 7 ? -1 : w[i] % 50 == 8 ? -2 : o < 0 || o >= N ? -1 : o;
	}
	for (int i = 0; i < 12 * N; i++)
		normal[i] = f[i] - 0.5f;
	for (int i = 0; i < N; i++)
		v[i] = 1 + f[i], v[N + i] = f[i + N], v[2 * N + i] = f[i + 2 * N] - 0.5f,
		v[3 * N + i] = f[i + 3 * N] - 0.5f, v[4 * N + i] = 4 + f[i + 4 * N];
	for (int i = 0; i < N; i++) {
		double s[5], out[5] = { 0, 0, 0, 0, 0 };
		for (int k = 0; k < 5; k++)
			s[k] = v[k * N + i];
		auto press = [](const double *s, double *u) {
			double q = 0;
			for (int k = 0; k < 3; k++)
				u[k] = s[k + 1] / s[0], q += u[k] * u[k];
			u[3] = q;
			return 0.4 * (s[4] - 0.5 * s[0] * q);
		};
		double u[4], p = press(s, u);
		for (int k = 0; k < 4; k++) {
			int o = around[k * N + i];
			double n[3], len = 0;
			for (int d = 0; d < 3; d++)
				n[d] = normal[(4 * d + k) * N + i], len += n[d] * n[d];
			if (o == -1) {
				for (int d = 0; d < 3; d++)
					out[d + 1] += n[d] * p;
				continue;
			}
			double t[5], uo[4];
			for (int d = 0; d < 5; d++)
				t[d] = o == -2 ? ff[d] : v[d * N + o];
			double po = press(t, uo),
			       fa = -std::sqrt(len) * 0.1 *
				(std::sqrt(u[3]) + std::sqrt(uo[3]) + std::sqrt(1.4 * p / s[0]) +
					std::sqrt(1.4 * po / t[0]));
			double a = 0, b = 0;
			for (int d = 0; d < 3; d++)
				a += 0.5 * n[d] * u[d], b += 0.5 * n[d] * uo[d];
			for (int d = 0; d < 5; d++)
				out[d] += fa * (s[d] - t[d]) + a * s[d] + b * t[d];
			out[4] += a * p + b * po;
			for (int d = 0; d < 3; d++)
				out[d + 1] += 0.5 * n[d] * (p + po);
		}
		for (int k = 0; k < 5; k++)
			want[k * N + i] = out[k];
	}
	CHECK(cudaMemcpyToSymbol(far_field, ff, sizeof ff));
	int *da = upload(around);
	float *dn = upload(normal), *dv = upload(v), *o = dev<float>(5 * N);
	job<float>(
		"euler_flux.thread_a_cell_of_four_faces", [&] { euler_flux<<<up(N, 192), 192>>>(da, dn, dv, o, N); }, o,
		5 * N, close_to(want, 1e-3));
	const int S = 300, R = 3;
	std::vector<float> t(S * S), pw(f.begin() + 5, f.begin() + 5 + S * S), nt(S * S);
	for (int i = 0; i < S * S; i++)
		t[i] = 70 + 20 * f[i];
	float *dt = upload(t), *dp = upload(pw), *ot = dev<float>(S * S);
	for (int k = 0; k < R; k++) {
		for (int y = 0; y < S; y++)
			for (int x = 0; x < S; x++) {
				float c = t[y * S + x], n = t[std::max(y - 1, 0) * S + x],
				      s = t[std::min(y + 1, S - 1) * S + x], W = t[y * S + std::max(x - 1, 0)],
				      e = t[y * S + std::min(x + 1, S - 1)];
				nt[y * S + x] = c +
					0.1f *
						(pw[y * S + x] + (s + n - 2 * c) * 0.8f + (e + W - 2 * c) * 0.9f +
							(80 - c) * 0.01f);
			}
		t.swap(nt);
	}
	job<float>(
		"hot_spots_300.three_steps_a_launch",
		[&] {
			hotspot_pyramid<<<dim3(up(S, 16 - 2 * R), up(S, 16 - 2 * R)), dim3(16, 16)>>>(dp, dt, ot, S, R);
		},
		ot, S * S, close_to(t));
	const int B = 5, P = B * B * B * 40;
	std::vector<float4> pos(P), lo(P);
	std::vector<float> q(P);
	std::vector<int> nc(B * B * B), nb(B * B * B * 27);
	for (int b = 0; b < B * B * B; b++) {
		int bx = b % B, by = b / B % B, bz = b / B / B;
		for (int k = 0; k < 40; k++) {
			int i = b * 40 + k;
			float4 p = make_float4(bx + f[3 * i], by + f[3 * i + 1], bz + f[3 * i + 2], 0);
			p.w = 0.5f * (p.x * p.x + p.y * p.y + p.z * p.z);
			pos[i] = p, q[i] = f[i + 60000];
		}
		for (int z = -1; z <= 1; z++)
			for (int y = -1; y <= 1; y++)
				for (int x = -1; x <= 1; x++)
					if (bx + x >= 0 && bx + x < B && by + y >= 0 && by + y < B && bz + z >= 0 &&
						bz + z < B)
						nb[b * 27 + nc[b]++] = b + x + y * B + z * B * B;
	}
	float4 *dpos = upload(pos), *dl = dev<float4>(P);
	float *dq = upload(q);
	int *dnc = upload(nc), *dnb = upload(nb);
	job<float>(
		"boxes_of_40_particles.block_a_box",
		[&] { lava_boxes<<<B * B * B, 64>>>(dpos, dq, dnc, dnb, dl, 0.5f); }, (float *)dl, P * 4,
		[=](const std::vector<float> &v) {
			for (int i = 0; i < P; i += 7) {
				double s[4] = { 0, 0, 0, 0 };
				for (int k = 0; k < nc[i / 40]; k++)
					for (int j = nb[i / 40 * 27 + k] * 40, e = j + 40; j < e; j++) {
						double x = pos[i].x - pos[j].x, y = pos[i].y - pos[j].y,
						       z = pos[i].z - pos[j].z;
						double g = q[j] * std::exp(-0.25 * (x * x + y * y + z * z));
						s[3] += g, s[0] += 2 * g * x, s[1] += 2 * g * y, s[2] += 2 * g * z;
					}
				for (int k = 0; k < 4; k++)
					if (!(std::fabs(s[k] - v[i * 4 + k]) < 0.02 + 1e-3 * std::fabs(s[k])))
						return false;
			}
			return true;
		});
}
static void pictures(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int W = 172, H = 100;
	std::vector<float> gx(f.begin(), f.begin() + W * H), gy(f.begin() + W * H, f.begin() + 2 * W * H), want(W * H);
	float sn[60], cs[60];
	int cx[240], cy[240];
	for (int n = 0; n < 60; n++) {
		sn[n] = std::sin(n * 6.2831853 / 60), cs[n] = std::cos(n * 6.2831853 / 60);
		for (int k = 0; k < 4; k++)
			cx[k * 60 + n] = (int)((10 + 3 * k) * cs[n]), cy[k * 60 + n] = (int)((10 + 3 * k) * sn[n]);
	}
	CHECK(cudaMemcpyToSymbol(c_sin, sn, sizeof sn));
	CHECK(cudaMemcpyToSymbol(c_cos, cs, sizeof cs));
	CHECK(cudaMemcpyToSymbol(c_x, cx, sizeof cx));
	CHECK(cudaMemcpyToSymbol(c_y, cy, sizeof cy));
	for (int y = 22; y < H - 22; y++)
		for (int x = 22; x < W - 22; x++)
			for (int k = 0; k < 4; k++) {
				double s = 0, q = 0;
				for (int n = 0; n < 60; n++) {
					int a = (y + cy[k * 60 + n]) * W + x + cx[k * 60 + n];
					double p = gx[a] * cs[n] + gy[a] * sn[n];
					s += p, q += p * p;
				}
				s /= 60, q = (q - 60 * s * s) / 59;
				want[y * W + x] = std::max(want[y * W + x], (float)(s * s / q));
			}
	float *dx = upload(gx), *dy = upload(gy), *o = dev<float>(W * H);
	job<float>(
		"white_cells_gicov.four_circles_a_pixel",
		[&] { gicov<<<dim3(up(W - 44, 64), H - 44), 64>>>(dx, dy, o, W, H); }, o, W * H, close_to(want, 1e-3));
	const int R = 256, C = 380;
	std::vector<float> j(R * C), c(R * C), dn(R * C), ds(R * C), dw(R * C), de(R * C);
	for (int i = 0; i < R * C; i++)
		j[i] = std::exp(f[i]);
	float *dj = dev<float>(R * C), *sj = upload(j), *pc = dev<float>(R * C), *pn = dev<float>(R * C),
	      *ps = dev<float>(R * C), *pw = dev<float>(R * C), *pe = dev<float>(R * C);
	for (int y = 0; y < R; y++)
		for (int x = 0; x < C; x++) {
			int k = y * C + x;
			float v = j[k], n = j[std::max(y - 1, 0) * C + x] - v,
			      s = j[std::min(y + 1, R - 1) * C + x] - v, W = j[y * C + std::max(x - 1, 0)] - v,
			      e = j[y * C + std::min(x + 1, C - 1)] - v;
			float g2 = (n * n + s * s + W * W + e * e) / (v * v), l = (n + s + W + e) / v;
			float q = (0.5f * g2 - l * l / 16) / ((1 + 0.25f * l) * (1 + 0.25f * l)),
			      r = 1 / (1 + (q - 0.05f) / (0.05f * 1.05f));
			c[k] = r < 0 ? 0 : r > 1 ? 1 : r, dn[k] = n, ds[k] = s, dw[k] = W, de[k] = e;
		}
	for (int y = 0; y < R; y++)
		for (int x = 0; x < C; x++) {
			int k = y * C + x;
			j[k] += 0.125f *
				(c[k] * dn[k] + c[std::min(y + 1, R - 1) * C + x] * ds[k] + c[k] * dw[k] +
					c[y * C + std::min(x + 1, C - 1)] * de[k]);
		}
	job<float>(
		"speckles_srad.slopes_then_update",
		[&] {
			dim3 g(up(C, 32), up(R, 8)), b(32, 8);
			srad_slopes<<<g, b>>>(dj, pn, ps, pw, pe, pc, R, C, 0.05f);
			srad_update<<<g, b>>>(dj, pn, ps, pw, pe, pc, R, C, 0.5f);
		},
		dj, R * C, close_to(j, 2e-3), [=] { CHECK(cudaMemcpy(dj, sj, R * C * 4, cudaMemcpyDeviceToDevice)); });
}
static void tables(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int B = 16, N = B * 16 + 1;
	std::vector<int> ref(N * N), m(N * N);
	for (int i = 0; i < N * N; i++)
		ref[i] = (int)(w[i] % 15) - 4;
	for (int i = 0; i < N; i++)
		m[i] = m[i * N] = -10 * i;
	int *dr = upload(ref), *dm = dev<int>(N * N), *sm = upload(m);
	for (int y = 1; y < N; y++)
		for (int x = 1; x < N; x++)
			m[y * N + x] =
				std::max(std::max(m[(y - 1) * N + x - 1] + ref[y * N + x], m[y * N + x - 1] - 10),
					m[(y - 1) * N + x] - 10);
	job<int>(
		"needle_256.launch_a_diagonal_of_tiles",
		[&] {
			for (int d = 0; d < 2 * B - 1; d++) {
				int fx = std::max(0, d - B + 1), len = std::min(d, B - 1) - fx + 1;
				nw_block<<<len, 16>>>(dr, dm, N, fx, d - fx, 10);
			}
		},
		dm, N * N, same(m), [=] { CHECK(cudaMemcpy(dm, sm, N * N * 4, cudaMemcpyDeviceToDevice)); });
	const int P = 2200;
	std::vector<double> x(P), y(P), cdf(P), u(P), nx(P);
	for (int i = 0; i < P; i++)
		x[i] = f[i], y[i] = f[i + P], cdf[i] = (i ? cdf[i - 1] : 0) + 0.1 + f[i + 2 * P];
	for (int i = 0; i < P; i++)
		cdf[i] /= cdf[P - 1] * (i < P - 1 ? 1 : 1.0), u[i] = (i + (double)f[9]) / P;
	cdf[P - 1] = 1;
	for (int i = 0; i < P; i++)
		nx[i] = x[std::min<long>(P - 1, std::lower_bound(cdf.begin(), cdf.end(), u[i]) - cdf.begin())];
	for (int i = 1; i < P; i++)
		if (cdf[i] < cdf[i - 1])
			cdf[i] = cdf[i - 1];
	double *dx = upload(x), *dy = upload(y), *dc = upload(cdf), *du = upload(u), *ox = dev<double>(P),
	       *oy = dev<double>(P);
	job<double>(
		"particles_drawn_again.each_walks_the_list",
		[&] { particle_find<<<up(P, 128), 128>>>(dx, dy, dc, du, ox, oy, P); }, ox, P, same(nx));
	const int C = 40000, R = 21, K = 5;
	std::vector<int> wall(C * R), cur(C), nxt(C);
	for (int i = 0; i < C * R; i++)
		wall[i] = w[i % 600000] % 10;
	std::copy(wall.begin(), wall.begin() + C, cur.begin());
	for (int r = 1; r < R; r++) {
		for (int k = 0; k < C; k++)
			nxt[k] = std::min(std::min(cur[std::max(k - 1, 0)], cur[k]), cur[std::min(k + 1, C - 1)]) +
				wall[r * C + k];
		cur.swap(nxt);
	}
	int *dw = upload(wall), *a = dev<int>(C), *b = dev<int>(C);
	job<int>(
		"path_finder.ghosts_of_five_rows",
		[&] {
			for (int r = 1; r < R; r += K)
				pathfinder_ghosts<<<up(C, 256 - 2 * K), 256>>>(K, dw,
					r == 1            ? dw :
						r / K % 2 ? b :
							    a,
					r / K % 2 ? a : b, C, r);
		},
		a, C, same(cur));
	const int G = 16000, D = 40, CE = 12;
	std::vector<float> co(G * D), wt(G), cost(G), low(G * (CE + 1));
	std::vector<int> as(G), tab(G), won(G);
	for (int i = 0; i < G * D; i++)
		co[i] = f[i % 700000];
	for (int i = 0; i < G; i++)
		wt[i] = 1 + w[i] % 3, cost[i] = f[i] * 12, as[i] = w[i + G] % CE * 100 + 3, tab[i] = i / 100 % CE;
	for (int i = 0; i < G; i++) {
		double d = 0;
		for (int k = 0; k < D; k++)
			d += (co[k * G + i] - co[k * G + 777]) * (co[k * G + i] - co[k * G + 777]);
		d *= wt[i];
		if (d < cost[i])
			low[i * (CE + 1) + CE] = d - cost[i];
		else
			low[i * (CE + 1) + tab[as[i]]] = cost[i] - d;
	}
	float *dco = upload(co), *dwt = upload(wt), *dcost = upload(cost), *dl = dev<float>(G * (CE + 1));
	int *das = upload(as), *dtab = upload(tab), *dwon = dev<int>(G);
	job<float>(
		"stream_of_points.gain_of_a_new_centre",
		[&] { cluster_gain<<<up(G, 256), 256, D * 4>>>(dco, dwt, dcost, das, dtab, dwon, dl, G, D, 777, CE); },
		dl, G * (CE + 1), close_to(low, 1e-3), [=] { CHECK(cudaMemset(dl, 0, G * (CE + 1) * 4)); });
}
void rows()
{
	std::vector<unsigned> w = words(900000);
	std::vector<float> f = fractions(w);
	layers(f);
	searches(w);
	physics(w, f);
	pictures(w, f);
	tables(w, f);
}
