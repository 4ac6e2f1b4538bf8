// blind30e: a fresh set of kernels that nobody had modelled when they were written. Particles and points: cells,
// lists of neighbours, cloth, soft bodies, clusters, nearest ones.
#include "blind7.h"

#define HD __host__ __device__ __forceinline__
static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__constant__ float2 c_centre[24];
HD float3 pull(float4 a, float4 b, float reach2)
{ // a soft push between two particles near each other
	float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z, r = dx * dx + dy * dy + dz * dz;
	if (r >= reach2 || r == 0)
		return make_float3(0, 0, 0);
	float s = 1 - r / reach2, f = b.w * s * s;
	return make_float3(f * dx, f * dy, f * dz);
}
HD int cell_of(float v, int side)
{
	int c = (int)(v * side);
	return c < 0 ? 0 : c >= side ? side - 1 : c;
}
__global__ void count_cells(const float4 *p, int *count, int n, int side)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float4 a = p[i];
	atomicAdd(&count[(cell_of(a.z, side) * side + cell_of(a.y, side)) * side + cell_of(a.x, side)], 1);
}
__global__ void force_cells(const float4 *p, const int *start, float4 *out, int n, int side, float reach2)
{ // particles in order of their cells: a thread a particle looks into 27 cells
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float4 a = p[i];
	float3 s = make_float3(0, 0, 0);
	int x = cell_of(a.x, side), y = cell_of(a.y, side), z = cell_of(a.z, side);
	for (int k = max(z - 1, 0); k <= min(z + 1, side - 1); k++)
		for (int j = max(y - 1, 0); j <= min(y + 1, side - 1); j++) {
			int row = (k * side + j) * side;
			for (int m = start[row + max(x - 1, 0)]; m < start[row + min(x + 1, side - 1) + 1]; m++) {
				float3 f = pull(a, p[m], reach2);
				s.x += f.x, s.y += f.y, s.z += f.z;
			}
		}
	out[i] = make_float4(s.x, s.y, s.z, 0);
}
__global__ void force_cell_block(const float4 *p, const int *start, float4 *out, int side, float reach2)
{ // a block of 64 a cell: brings the neighbours' particles row by row to shared memory
	__shared__ float4 s[64];
	int x = blockIdx.x, y = blockIdx.y, z = blockIdx.z, t = threadIdx.x, cell = (z * side + y) * side + x;
	int from = start[cell], to = start[cell + 1];
	for (int base = from; base < to; base += 64) {
		bool own = base + t < to;
		float4 a = own ? p[base + t] : make_float4(9, 9, 9, 0);
		float3 f = make_float3(0, 0, 0);
		for (int r = 0; r < 9; r++) {
			int k = z + r / 3 - 1, j = y + r % 3 - 1;
			if (k < 0 || j < 0 || k >= side || j >= side)
				continue;
			int row = (k * side + j) * side, e = start[row + min(x + 1, side - 1) + 1];
			for (int m = start[row + max(x - 1, 0)]; m < e; m += 64) {
				__syncthreads();
				if (m + t < e)
					s[t] = p[m + t];
				__syncthreads();
				if (own)
					for (int q = 0; q < min(64, e - m); q++) {
						float3 g = pull(a, s[q], reach2);
						f.x += g.x, f.y += g.y, f.z += g.z;
					}
			}
		}
		if (own)
			out[base + t] = make_float4(f.x, f.y, f.z, 0);
	}
}
__global__ void force_list_thread(const float4 *p, const int *list, const int *many, float4 *out, int n, float reach2)
{ // lists of neighbours, the k-th ones of all particles together
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float4 a = p[i];
	float3 s = make_float3(0, 0, 0);
	for (int k = 0; k < many[i]; k++) {
		float3 f = pull(a, p[list[k * n + i]], reach2);
		s.x += f.x, s.y += f.y, s.z += f.z;
	}
	out[i] = make_float4(s.x, s.y, s.z, 0);
}
__global__ void force_list_warp(
	const float4 *p, const int *list, const int *many, float4 *out, int n, int most, float reach2)
{ // lists one after the other, a warp a particle
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
	if (i >= n)
		return;
	float4 a = p[i];
	float3 s = make_float3(0, 0, 0);
	for (int k = lane; k < many[i]; k += 32) {
		float3 f = pull(a, p[list[i * most + k]], reach2);
		s.x += f.x, s.y += f.y, s.z += f.z;
	}
	for (int d = 16; d; d /= 2) {
		s.x += __shfl_xor_sync(~0u, s.x, d);
		s.y += __shfl_xor_sync(~0u, s.y, d);
		s.z += __shfl_xor_sync(~0u, s.z, d);
	}
	if (lane == 0)
		out[i] = make_float4(s.x, s.y, s.z, 0);
}
HD float3 spring(float3 a, float3 b, float rest, float stiff)
{
	float dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z, l = sqrtf(dx * dx + dy * dy + dz * dz);
	float f = stiff * (l - rest) / l;
	return make_float3(f * dx, f * dy, f * dz);
}
HD float3 cloth_force(const float3 *p, int x, int y, int W, int H)
{ // twelve springs: along, across, slanted, and two steps away
	const int dx[12] = { 1, -1, 0, 0, 1, 1, -1, -1, 2, -2, 0, 0 },
		  dy[12] = { 0, 0, 1, -1, 1, -1, 1, -1, 0, 0, 2, -2 };
	float3 s = make_float3(0, 0, -0.01f), a = p[y * W + x];
#pragma unroll
	for (int k = 0; k < 12; k++) {
		int i = x + dx[k], j = y + dy[k];
		if (i < 0 || j < 0 || i >= W || j >= H)
			continue;
		float3 f = spring(a, p[j * W + i],
			k < 4         ? 1 :
				k < 8 ? 1.41421356f :
					2,
			k < 4         ? 0.3f :
				k < 8 ? 0.1f :
					0.05f);
		s.x += f.x, s.y += f.y, s.z += f.z;
	}
	return s;
}
__global__ void cloth_step(const float3 *p, float3 *old, int W, int H)
{ // the place before is replaced by the one after
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= W || y >= H)
		return;
	float3 f = cloth_force(p, x, y, W, H), a = p[y * W + x], o = old[y * W + x];
	if (y == 0)
		f = make_float3(0, 0, 0);
	old[y * W + x] = make_float3(
		a.x + 0.98f * (a.x - o.x) + f.x, a.y + 0.98f * (a.y - o.y) + f.y, a.z + 0.98f * (a.z - o.z) + f.z);
}
__global__ void soft_bodies(float3 *p, const int2 *link, const float *rest, int points, int links, int rounds)
{ // a block a body in shared memory; links in 8 colours of equal size, those of a colour share no point
	extern __shared__ float3 s[];
	for (int k = threadIdx.x; k < points; k += blockDim.x)
		s[k] = p[blockIdx.x * points + k];
	__syncthreads();
	for (int r = 0; r < rounds; r++)
		for (int c = 0; c < 8; c++) {
			for (int k = c * links / 8 + threadIdx.x; k < (c + 1) * links / 8; k += blockDim.x) {
				int2 l = link[k];
				float3 f = spring(s[l.x], s[l.y], rest[k], 0.45f);
				s[l.x].x += f.x, s[l.x].y += f.y, s[l.x].z += f.z;
				s[l.y].x -= f.x, s[l.y].y -= f.y, s[l.y].z -= f.z;
			}
			__syncthreads();
		}
	for (int k = threadIdx.x; k < points; k += blockDim.x)
		p[blockIdx.x * points + k] = s[k];
}
__global__ void clusters_constant(const float2 *p, byte *of, int n, int K)
{ // the nearest of K centres, from constant memory
	int i = blockIdx.x * blockDim.x + threadIdx.x, best = 0;
	if (i >= n)
		return;
	float2 a = p[i];
	float near = 1e30f;
	for (int k = 0; k < K; k++) {
		float dx = a.x - c_centre[k].x, dy = a.y - c_centre[k].y, d = dx * dx + dy * dy;
		if (d < near)
			near = d, best = k;
	}
	of[i] = best;
}
__global__ void clusters_sum(const int2 *p, const byte *of, int *sum, int n, int K)
{ // sums and counts of each cluster, whole numbers: in shared memory, then added to the global ones
	__shared__ int s[3 * 24];
	for (int k = threadIdx.x; k < 3 * K; k += blockDim.x)
		s[k] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		int2 a = p[i];
		int c = of[i];
		atomicAdd(&s[c * 3], a.x), atomicAdd(&s[c * 3 + 1], a.y), atomicAdd(&s[c * 3 + 2], 1);
	}
	__syncthreads();
	for (int k = threadIdx.x; k < 3 * K; k += blockDim.x)
		atomicAdd(&sum[k], s[k]);
}
template <int Tile> __global__ void nearest_tile(const float4 *base, int n, const float4 *ask, float *out, int m)
{ // distances to the four nearest of n, by a thread; points through shared memory
	__shared__ float4 s[Tile];
	int i = blockIdx.x * Tile + threadIdx.x;
	float4 a = i < m ? ask[i] : make_float4(0, 0, 0, 0);
	float b0 = 1e30f, b1 = b0, b2 = b0, b3 = b0;
	for (int from = 0; from < n; from += Tile) {
		if (from + threadIdx.x < n)
			s[threadIdx.x] = base[from + threadIdx.x];
		__syncthreads();
		for (int k = 0; k < min(Tile, n - from); k++) {
			float dx = a.x - s[k].x, dy = a.y - s[k].y, dz = a.z - s[k].z, d = dx * dx + dy * dy + dz * dz;
			float e0 = fmaxf(b0, d), e1 = fmaxf(b1, e0), e2 = fmaxf(b2, e1);
			b0 = fminf(b0, d), b1 = fminf(b1, e0), b2 = fminf(b2, e1), b3 = fminf(b3, e2);
		}
		__syncthreads();
	}
	if (i < m)
		out[i * 4] = b0, out[i * 4 + 1] = b1, out[i * 4 + 2] = b2, out[i * 4 + 3] = b3;
}
__global__ void nearest_warp(const float4 *base, int n, const float4 *ask, float *out, int m)
{ // a warp asks for one: each lane its best four, then four rounds of the least
	int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
	if (w >= m)
		return;
	float4 a = ask[w];
	float b0 = 1e30f, b1 = b0, b2 = b0, b3 = b0;
	for (int k = lane; k < n; k += 32) {
		float4 p = base[k];
		float dx = a.x - p.x, dy = a.y - p.y, dz = a.z - p.z, d = dx * dx + dy * dy + dz * dz;
		if (d < b3) {
			float e0 = fmaxf(b0, d), e1 = fmaxf(b1, e0), e2 = fmaxf(b2, e1);
			b0 = fminf(b0, d), b1 = fminf(b1, e0), b2 = fminf(b2, e1), b3 = fminf(b3, e2);
		}
	}
	for (int r = 0; r < 4; r++) {
		unsigned v = __float_as_uint(b0), least = __reduce_min_sync(~0u, v);
		if (lane == __ffs(__ballot_sync(~0u, v == least)) - 1) {
			out[w * 4 + r] = b0;
			b0 = b1, b1 = b2, b2 = b3, b3 = 1e30f;
		}
	}
}
__global__ void crowded_points(const short2 *p, int *many, int n, int reach2)
{ // DBSCAN: how many lie within reach of each, all with all, two points a thread
	__shared__ short2 s[128];
	int i = blockIdx.x * 256 + threadIdx.x, c0 = 0, c1 = 0;
	short2 a = i < n ? p[i] : make_short2(0, 0), b = i + 128 < n ? p[i + 128] : make_short2(0, 0);
	for (int from = 0; from < n; from += 128) {
		if (from + threadIdx.x < n)
			s[threadIdx.x] = p[from + threadIdx.x];
		__syncthreads();
		int e = min(128, n - from);
		for (int k = 0; k < e; k++) {
			int x = s[k].x, y = s[k].y, dx = a.x - x, dy = a.y - y, ex = b.x - x, ey = b.y - y;
			c0 += dx * dx + dy * dy <= reach2, c1 += ex * ex + ey * ey <= reach2;
		}
		__syncthreads();
	}
	if (i < n)
		many[i] = c0;
	if (i + 128 < n)
		many[i + 128] = c1;
}
__global__ void core_labels(const short2 *p, const int *many, const int *from, int *to, int n, int reach2, int core)
{ // a round of DBSCAN: each core point takes the least label of the core points near it
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int l = from[i];
	if (many[i] >= core) {
		short2 a = p[i];
		for (int k = 0; k < n; k++) {
			if (many[k] < core)
				continue;
			int dx = a.x - p[k].x, dy = a.y - p[k].y;
			if (dx * dx + dy * dy <= reach2)
				l = min(l, from[k]);
		}
	}
	to[i] = l;
}
static void cells(const std::vector<float> &f)
{
	const int N = 20000, S = 14, C = S * S * S, MOST = 110;
	const float reach2 = 1.0f / (S * S);
	std::vector<float4> p(N), mixed(N);
	std::vector<int> start(C + 1), count(C), at;
	auto cell = [&](float4 a) { return (cell_of(a.z, S) * S + cell_of(a.y, S)) * S + cell_of(a.x, S); };
	for (int i = 0; i < N; i++) {
		float4 &a = mixed[i] =
			make_float4(f[4 * i], f[4 * i + 1], f[4 * i + 2] * (0.5f + 0.5f * f[4 * i + 2]), f[i + 7]);
		count[cell(a)]++;
	}
	for (int c = 0; c < C; c++)
		start[c + 1] = start[c] + count[c];
	at = start;
	for (float4 a : mixed)
		p[at[cell(a)]++] = a;
	std::vector<int> many(N), list(N * MOST), planes(N * MOST);
	std::vector<float> want(4 * N);
	bool fits = true;
	for (int i = 0; i < N; i++) {
		float4 a = p[i];
		int x = cell_of(a.x, S), y = cell_of(a.y, S), z = cell_of(a.z, S);
		for (int r = 0; r < 9; r++) {
			int k = z + r / 3 - 1, j = y + r % 3 - 1;
			if (k < 0 || j < 0 || k >= S || j >= S)
				continue;
			int row = (k * S + j) * S;
			for (int m = start[row + std::max(x - 1, 0)]; m < start[row + std::min(x + 1, S - 1) + 1];
				m++) {
				float3 g = pull(a, p[m], reach2);
				want[4 * i] += g.x, want[4 * i + 1] += g.y, want[4 * i + 2] += g.z;
				if (g.x != 0 || g.y != 0 || g.z != 0) {
					if (many[i] < MOST)
						list[i * MOST + many[i]] = planes[many[i] * N + i] = m, many[i]++;
					else
						fits = false;
				}
			}
		}
	}
	if (!fits)
		fprintf(stderr, "lists too short\tWRONG\n");
	float4 *dm = upload(mixed), *dp = upload(p);
	int *o = dev<int>(C), *ds = upload(start), *dl = upload(list), *dpl = upload(planes), *dn = upload(many);
	float *of = dev<float>(4 * N);
	job<int>(
		"particle_cells.counted", [&] { count_cells<<<up(N, 256), 256>>>(dm, o, N, S); }, o, C, same(count),
		[&] { CHECK(cudaMemset(o, 0, C * 4)); });
	job<float>(
		"soft_pushes.cells_by_thread",
		[&] { force_cells<<<up(N, 128), 128>>>(dp, ds, (float4 *)of, N, S, reach2); }, of, 4 * N,
		close_to(want, 1e-3));
	job<float>(
		"soft_pushes.block_a_cell",
		[&] { force_cell_block<<<dim3(S, S, S), 64>>>(dp, ds, (float4 *)of, S, reach2); }, of, 4 * N,
		close_to(want, 1e-3));
	job<float>(
		"soft_pushes.lists_by_thread",
		[&] { force_list_thread<<<up(N, 128), 128>>>(dp, dpl, dn, (float4 *)of, N, reach2); }, of, 4 * N,
		close_to(want, 1e-3));
	job<float>(
		"soft_pushes.lists_by_warp",
		[&] { force_list_warp<<<up(N, 4), 128>>>(dp, dl, dn, (float4 *)of, N, MOST, reach2); }, of, 4 * N,
		close_to(want, 1e-3));
}
static void cloths(const std::vector<float> &f)
{
	const int W = 360, H = 260, N = W * H;
	std::vector<float> p(3 * N), old(3 * N), want(3 * N);
	for (int i = 0; i < N; i++) {
		p[3 * i] = i % W + 0.2f * f[i], p[3 * i + 1] = i / W + 0.2f * f[i + 1], p[3 * i + 2] = f[i + 2];
		for (int k = 0; k < 3; k++)
			old[3 * i + k] = p[3 * i + k] - 0.05f * f[i + 3 + k];
	}
	for (int i = 0; i < N; i++) {
		float3 a = cloth_force((float3 *)p.data(), i % W, i / W, W, H);
		float v[3] = { a.x, a.y, a.z };
		for (int k = 0; k < 3; k++)
			want[3 * i + k] = p[3 * i + k] + 0.98f * (p[3 * i + k] - old[3 * i + k]) + (i < W ? 0 : v[k]);
	}
	float *dp = upload(p), *d0 = upload(old), *o = dev<float>(3 * N);
	job<float>(
		"cloth_of_twelve_springs.thread_a_knot",
		[&] { cloth_step<<<dim3(up(W, 32), up(H, 8)), dim3(32, 8)>>>((float3 *)dp, (float3 *)o, W, H); }, o,
		3 * N, close_to(want, 1e-3), [&] { CHECK(cudaMemcpy(o, d0, 12 * N, cudaMemcpyDeviceToDevice)); });
	// bodies of 6x6x8 points; colours: even and odd links of x, y, z, and of the slanted ones in a layer
	const int X = 6, Y = 6, Z = 8, P = X * Y * Z, B = 200, R = 5, L8 = 96, L = 8 * L8;
	std::vector<int2> link;
	std::vector<float> rest, q(3 * P * B);
	const int step[4][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { 1, 1, 0 } };
	for (int c = 0; c < 8; c++) {
		int many = 0;
		const int *d = step[c / 2];
		for (int i = 0; i < P; i++) {
			int x = i % X, y = i / X % Y, z = i / X / Y, along = c / 2 == 1 ? y : c / 2 == 2 ? z : x;
			if (along % 2 == c % 2 && x + d[0] < X && y + d[1] < Y && z + d[2] < Z && many < L8) {
				link.push_back(make_int2(i, i + d[0] + X * (d[1] + Y * d[2]))), many++;
				rest.push_back(c / 2 == 3 ? 1.41421356f : 1);
			}
		}
		while (many % L8) { // each colour is as long: more links between points that it has not used
			std::vector<char> used(P);
			for (int k = c * L8; k < (int)link.size(); k++)
				used[link[k].x] = used[link[k].y] = 1;
			int a = std::find(used.begin(), used.end(), 0) - used.begin();
			int b = std::find(used.begin() + a + 1, used.end(), 0) - used.begin();
			link.push_back(make_int2(a, b)), rest.push_back(2.5f), many++;
		}
	}
	for (int i = 0; i < P * B; i++) {
		int k = i % P;
		q[3 * i] = k % X + 0.3f * f[i], q[3 * i + 1] = k / X % Y + 0.3f * f[i + 1];
		q[3 * i + 2] = k / X / Y + 0.3f * f[i + 2];
	}
	std::vector<float> end = q;
	for (int b = 0; b < B; b++)
		for (int r = 0; r < R; r++)
			for (int k = 0; k < L; k++) {
				float3 *s = (float3 *)end.data() + b * P, &u = s[link[k].x], &v = s[link[k].y];
				float3 g = spring(u, v, rest[k], 0.45f);
				u.x += g.x, u.y += g.y, u.z += g.z, v.x -= g.x, v.y -= g.y, v.z -= g.z;
			}
	float *dq = upload(q), *oq = dev<float>(3 * P * B), *dr = upload(rest);
	int2 *dl = upload(link);
	job<float>(
		"soft_bodies.block_a_body", [&] { soft_bodies<<<B, 96, P * 12>>>((float3 *)oq, dl, dr, P, L, R); }, oq,
		3 * P * B, close_to(end, 2e-3),
		[&] { CHECK(cudaMemcpy(oq, dq, 12 * P * B, cudaMemcpyDeviceToDevice)); });
}
static void clusters(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int N = 120000, K = 24;
	std::vector<float2> c(K), p(N);
	std::vector<int2> whole(N);
	std::vector<byte> of(N);
	std::vector<int> sum(3 * K);
	for (int k = 0; k < K; k++)
		c[k] = make_float2(f[2 * k + 1000], f[2 * k + 1001]);
	auto far = [&](int i, int k) {
		double dx = (double)p[i].x - c[k].x, dy = (double)p[i].y - c[k].y;
		return dx * dx + dy * dy;
	};
	std::vector<double> least(N, 1e30);
	for (int i = 0; i < N; i++) {
		p[i] = make_float2(f[2 * i], f[2 * i + 1]);
		for (int k = 0; k < K; k++)
			if (far(i, k) < least[i])
				least[i] = far(i, k), of[i] = k;
		whole[i] = make_int2(w[i] % 1000, w[i + 1] % 1000);
		sum[3 * of[i]] += whole[i].x, sum[3 * of[i] + 1] += whole[i].y, sum[3 * of[i] + 2]++;
	}
	CHECK(cudaMemcpyToSymbol(c_centre, c.data(), sizeof c_centre));
	float2 *dp = upload(p);
	int2 *dw = upload(whole);
	byte *df = upload(of), *o = dev<byte>(N);
	int *os = dev<int>(3 * K);
	job<byte>(
		"clusters_of_points.nearest_constant", [&] { clusters_constant<<<up(N, 192), 192>>>(dp, o, N, K); }, o,
		N,
		[=](const std::vector<byte> &v) {
			for (int i = 0; i < N; i++)
				if (v[i] >= K || far(i, v[i]) > least[i] + 1e-5)
					return false;
			return true;
		});
	job<int>(
		"clusters_of_points.sums_shared", [&] { clusters_sum<<<66, 256>>>(dw, df, os, N, K); }, os, 3 * K,
		same(sum), [&] { CHECK(cudaMemset(os, 0, 12 * K)); });
}
static void nearest(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int N = 1500, M = 2500, D = 2000, REACH = 40 * 40, CORE = 12;
	std::vector<float4> base(N), ask(M);
	std::vector<float> want(4 * M), d(N);
	for (int i = 0; i < N; i++)
		base[i] = make_float4(f[3 * i], f[3 * i + 1], f[3 * i + 2], 0);
	for (int i = 0; i < M; i++) {
		float4 a = ask[i] = make_float4(f[4 * i + 9000], f[4 * i + 9001], f[4 * i + 9002], 0);
		for (int k = 0; k < N; k++) {
			float x = a.x - base[k].x, y = a.y - base[k].y, z = a.z - base[k].z;
			d[k] = x * x + y * y + z * z;
		}
		std::partial_sort(d.begin(), d.begin() + 4, d.end());
		std::copy(d.begin(), d.begin() + 4, want.begin() + 4 * i);
	}
	float4 *db = upload(base), *da = upload(ask);
	float *o = dev<float>(4 * M);
	job<float>(
		"four_nearest.thread_and_tiles", [&] { nearest_tile<64><<<up(M, 64), 64>>>(db, N, da, o, M); }, o,
		4 * M, close_to(want, 1e-5));
	job<float>(
		"four_nearest.warp_asks", [&] { nearest_warp<<<up(M, 8), 256>>>(db, N, da, o, M); }, o, 4 * M,
		close_to(want, 1e-5));
	std::vector<short2> p(D);
	std::vector<int> many(D), label(D), next(D);
	for (int i = 0; i < D; i++)
		p[i] = make_short2(w[i] % 900 * (w[i] >> 12 & 3) / 2, w[i + 9] % 900), label[i] = i;
	auto near = [&](int i, int k) {
		int dx = p[i].x - p[k].x, dy = p[i].y - p[k].y;
		return dx * dx + dy * dy <= REACH;
	};
	for (int i = 0; i < D; i++)
		for (int k = 0; k < D; k++)
			many[i] += near(i, k);
	next = label;
	for (int i = 0; i < D; i++)
		for (int k = 0; k < D; k++)
			if (many[i] >= CORE && many[k] >= CORE && near(i, k))
				next[i] = std::min(next[i], label[k]);
	short2 *dp = upload(p);
	int *dn = upload(many), *dl = upload(label), *on = dev<int>(D);
	job<int>(
		"dense_places.neighbours_counted", [&] { crowded_points<<<up(D, 256), 128>>>(dp, on, D, REACH); }, on,
		D, same(many));
	job<int>(
		"dense_places.a_round_of_labels",
		[&] { core_labels<<<up(D, 64), 64>>>(dp, dn, dl, on, D, REACH, CORE); }, on, D, same(next));
}
void rows()
{
	std::vector<unsigned> w = words(400000);
	std::vector<float> f = fractions(w);
	cells(f);
	cloths(f);
	clusters(w, f);
	nearest(w, f);
}
