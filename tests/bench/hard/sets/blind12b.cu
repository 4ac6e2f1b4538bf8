// blind12b: a fresh set of kernels that nobody had modelled when they were written. Weather, ocean and mini-apps.
#include "blind7.h"
#include <cuda/atomic>

struct Tide {
	float h, u, v;
};
__host__ __device__ Tide tide_step(
	Tide own, float hw, float he, float hn, float hs, float uw, float ue, float vn, float vs, float k)
{ // shallow water: slopes push the flow, what flows together rises
	Tide t;
	t.u = own.u - k * 9.8f * (he - hw) * 0.5f + 0.0001f * own.v;
	t.v = own.v - k * 9.8f * (hs - hn) * 0.5f - 0.0001f * own.u;
	t.h = 0.25f * (hw + he + hn + hs) - k * 10 * ((ue - uw) + (vs - vn)) * 0.5f;
	return t;
}
__global__ void tide_structs(const Tide *in, Tide *out, int w, int h, float k)
{ // one step of a round ocean, cells kept as structs of three
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	int l = (x + w - 1) % w, r = (x + 1) % w, n = (y + h - 1) % h, s = (y + 1) % h;
	const Tide &a = in[y * w + l], &b = in[y * w + r], &c = in[n * w + x], &d = in[s * w + x];
	out[y * w + x] = tide_step(in[y * w + x], a.h, b.h, c.h, d.h, a.u, b.u, c.v, d.v, k);
}
__global__ void tide_fields(const float *__restrict__ in, float *__restrict__ out, int w, int h, float k)
{ // the same, the three fields apart
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, m = w * h;
	if (x >= w || y >= h)
		return;
	int l = y * w + (x ? x - 1 : w - 1), r = y * w + (x + 1 < w ? x + 1 : 0), n = (y ? y - 1 : h - 1) * w + x;
	int s = (y + 1 < h ? y + 1 : 0) * w + x, i = y * w + x;
	Tide t = tide_step(Tide{ in[i], in[m + i], in[2 * m + i] }, in[l], in[r], in[n], in[s], in[m + l], in[m + r],
		in[2 * m + n], in[2 * m + s], k);
	out[i] = t.h, out[m + i] = t.u, out[2 * m + i] = t.v;
}
__global__ void tide_tile(const float *in, float *out, int w, int h, float k)
{ // the same from tiles of 24 x 10 cells and their rims
	__shared__ float s[3][12][26];
	int x0 = blockIdx.x * 24, y0 = blockIdx.y * 10, m = w * h;
	for (int i = threadIdx.y * 24 + threadIdx.x; i < 3 * 12 * 26; i += 240) {
		int f = i / 312, y = (y0 + i % 312 / 26 + h - 1) % h, x = (x0 + i % 26 + w - 1) % w;
		s[f][i % 312 / 26][i % 26] = in[f * m + y * w + x];
	}
	__syncthreads();
	int x = x0 + threadIdx.x, y = y0 + threadIdx.y, tx = threadIdx.x + 1, ty = threadIdx.y + 1, i = y * w + x;
	if (x >= w || y >= h)
		return;
	Tide t = tide_step(Tide{ s[0][ty][tx], s[1][ty][tx], s[2][ty][tx] }, s[0][ty][tx - 1], s[0][ty][tx + 1],
		s[0][ty - 1][tx], s[0][ty + 1][tx], s[1][ty][tx - 1], s[1][ty][tx + 1], s[2][ty - 1][tx],
		s[2][ty + 1][tx], k);
	out[i] = t.h, out[m + i] = t.u, out[2 * m + i] = t.v;
}
__host__ __device__ float rain_column(const float *warm, const float *damp, float *left, int levels, int step)
{ // from the top down: what air cannot hold falls, dries up again below, or reaches the ground
	float fall = 0;
	for (int z = 0; z < levels; z++) {
		float t = warm[z * step], q = damp[z * step], holds = 0.0038f * expf(17.27f * t / (t + 237.3f));
		if (q > holds) {
			float d = (q - holds) / (1 + 4098 * holds * 2.5f / ((t + 237.3f) * (t + 237.3f)));
			fall += d, q -= d;
		} else if (fall > 0) {
			float up = fminf(fall, 0.3f * (holds - q) * sqrtf(fall));
			fall -= up, q += up;
		}
		left[z * step] = q;
	}
	return fall;
}
__global__ void rain_far(const float *warm, const float *damp, float *left, float *ground, int columns, int levels)
{ // rain in columns of air, a column a thread; a column lies together
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c < columns)
		ground[c] = rain_column(warm + c * levels, damp + c * levels, left + c * levels, levels, 1);
}
__global__ void rain_level(const float *warm, const float *damp, float *left, float *ground, int columns, int levels)
{ // the same; a level lies together
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c < columns)
		ground[c] = rain_column(warm + c, damp + c, left + c, levels, columns);
}
__host__ __device__ double through(double west, double north, double above, double dense, double source)
{ // one cell of a sweep: what comes in on three sides, less what is held back
	return (source + 2 * (1.1 * west + 0.9 * north + 0.7 * above)) / (dense + 2 * (1.1 + 0.9 + 0.7));
}
__device__ void sweep_cell(const double *dense, double *flux, int x, int y, int z, int n)
{
	int i = (z * n + y) * n + x;
	double a = x ? __ldcg(flux + i - 1) : 1, b = y ? __ldcg(flux + i - n) : 0.5;
	double c = z ? __ldcg(flux + i - n * n) : 0.25;
	flux[i] = through(a, b, c, dense[i], 0.1);
}
__global__ void transport_plane(const double *dense, double *flux, int n, int plane)
{ // particles through a cube of matter, corner to corner: one slanting plane of cells a launch
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, z = plane - x - y;
	if (x < n && z >= 0 && z < n)
		sweep_cell(dense, flux, x, y, z, n);
}
__global__ void transport_flags(const double *dense, double *flux, unsigned *done, int n)
{ // the same in one launch: a block a pencil of 8 x 8 x n cells, flags say how deep the neighbours are
	typedef cuda::atomic_ref<unsigned, cuda::thread_scope_device> Flag;
	int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x % 8, ty = threadIdx.x / 8, own = by * gridDim.x + bx;
	for (int z0 = 0; z0 < n; z0 += 8) {
		if (threadIdx.x == 0) {
			while (bx && Flag(done[own - 1]).load(cuda::memory_order_acquire) < z0 + 8)
				;
			while (by && Flag(done[own - gridDim.x]).load(cuda::memory_order_acquire) < z0 + 8)
				;
		}
		__syncthreads();
		for (int wave = 0; wave < 22; wave++) {
			int z = wave - tx - ty;
			if (z >= 0 && z < 8)
				sweep_cell(dense, flux, bx * 8 + tx, by * 8 + ty, z0 + z, n);
			__syncthreads();
		}
		if (threadIdx.x == 0)
			Flag(done[own]).store(z0 + 8, cuda::memory_order_release);
	}
}
__global__ void face_one(const double *cube, double *out, int n, int face)
{ // the outer cells of one side of a block of doubles into a message
	int a = blockIdx.x * blockDim.x + threadIdx.x, b = blockIdx.y, edge = face & 1 ? n - 1 : 0;
	if (a >= n)
		return;
	int i = face < 2 ? (b * n + a) * n + edge : face < 4 ? (b * n + edge) * n + a : (edge * n + b) * n + a;
	out[(face * n + b) * n + a] = cube[i];
}
__global__ void face_all(const double *cube, double *out, int n)
{ // all six sides at once
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < 6 * n * n; i += gridDim.x * blockDim.x) {
		int face = i / (n * n), b = i / n % n, a = i % n, edge = face & 1 ? n - 1 : 0;
		int at = face < 2 ? (b * n + a) * n + edge : face < 4 ? (b * n + edge) * n + a : (edge * n + b) * n + a;
		out[i] = cube[at];
	}
}
__host__ __device__ long long across(int2 e, const float4 *state)
{ // what flows over an edge of a mesh, in millionths, so that the order of the sum is free
	float4 a = state[e.x], b = state[e.y];
	float mean = 0.5f * (a.x * a.y + b.x * b.y), jump = fmaxf(fabsf(a.y) + a.z, fabsf(b.y) + b.z);
	return (long long)(1e6f * (mean - 0.5f * jump * (b.x - a.x)));
}
__global__ void mesh_edges(const int2 *edge, const float4 *state, u64 *change, int edges)
{ // an edge a thread, two atomics each
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= edges)
		return;
	int2 e = edge[i];
	u64 f = (u64)across(e, state);
	atomicAdd(&change[e.x], 0 - f);
	atomicAdd(&change[e.y], f);
}
__global__ void mesh_cells(
	const int *first, const int *around, const int2 *edge, const float4 *state, u64 *change, int cells)
{ // a cell a thread, which computes all its edges itself
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= cells)
		return;
	long long sum = 0;
	for (int k = first[c]; k < first[c + 1]; k++) {
		int2 e = edge[around[k]];
		long long f = across(e, state);
		sum += e.y == c ? f : -f;
	}
	change[c] = (u64)sum;
}
void rows()
{
	const int W = 690, H = 500, M = W * H;
	std::vector<unsigned> w = words(1 << 22);
	std::vector<float> f = fractions(w), field(3 * M), next(3 * M), mixed(3 * M), mixed_next(3 * M);
	for (int i = 0; i < M; i++)
		for (int k = 0; k < 3; k++)
			field[k * M + i] = mixed[3 * i + k] = k ? f[3 * i + k] * 0.1f : 1 + f[3 * i];
	for (int i = 0; i < M; i++) {
		int x = i % W, y = i / W, l = y * W + (x + W - 1) % W, r = y * W + (x + 1) % W;
		int n = (y + H - 1) % H * W + x, s = (y + 1) % H * W + x;
		const float *p = field.data();
		Tide t = tide_step(Tide{ p[i], p[M + i], p[2 * M + i] }, p[l], p[r], p[n], p[s], p[M + l], p[M + r],
			p[2 * M + n], p[2 * M + s], 0.02f);
		next[i] = mixed_next[3 * i] = t.h, next[M + i] = mixed_next[3 * i + 1] = t.u;
		next[2 * M + i] = mixed_next[3 * i + 2] = t.v;
	}
	float *in = upload(field), *structs = upload(mixed), *out = dev<float>(3 * M);
	job<float>(
		"tide.cells_as_structs",
		[&] {
			tide_structs<<<dim3((W + 15) / 16, (H + 15) / 16), dim3(16, 16)>>>(
				(Tide *)structs, (Tide *)out, W, H, 0.02f);
		},
		out, 3 * M, close_to(mixed_next));
	job<float>(
		"tide.three_fields",
		[&] { tide_fields<<<dim3((W + 63) / 64, (H + 3) / 4), dim3(64, 4)>>>(in, out, W, H, 0.02f); }, out,
		3 * M, close_to(next));
	job<float>(
		"tide.tiles", [&] { tide_tile<<<dim3((W + 23) / 24, H / 10), dim3(24, 10)>>>(in, out, W, H, 0.02f); },
		out, 3 * M, close_to(next));
	const int C = 9000, Z = 40;
	std::vector<float> warm(C * Z), damp(C * Z), warm_up(C * Z), damp_up(C * Z), left(C * Z), ground(C);
	for (int c = 0; c < C; c++) {
		for (int z = 0; z < Z; z++) {
			int i = c * Z + z;
			warm[i] = warm_up[z * C + c] = -40 + 1.5f * z + 5 * f[i];
			damp[i] = damp_up[z * C + c] = 0.004f * f[i + 11] * (1 + 0.1f * z);
		}
		ground[c] = rain_column(&warm[c * Z], &damp[c * Z], &left[c * Z], Z, 1);
	}
	float *dw = upload(warm), *dd = upload(damp), *lw = upload(warm_up), *ld = upload(damp_up),
	      *fell = dev<float>(C);
	auto right_rain = [&](const std::vector<float> &v) {
		for (int c = 0; c < C; c++)
			if (std::fabs(v[c] - ground[c]) > 2e-5)
				return false;
		return true;
	};
	job<float>(
		"rain.column_together", [&] { rain_far<<<(C + 127) / 128, 128>>>(dw, dd, out, fell, C, Z); }, fell, C,
		right_rain);
	job<float>(
		"rain.level_together", [&] { rain_level<<<(C + 127) / 128, 128>>>(lw, ld, out, fell, C, Z); }, fell, C,
		right_rain);
	const int N = 48;
	std::vector<double> dense = double_fractions(w, N * N * N), flux(N * N * N);
	for (int i = 0; i < N * N * N; i++) {
		int x = i % N, y = i / N % N, z = i / N / N;
		flux[i] =
			through(x ? flux[i - 1] : 1, y ? flux[i - N] : 0.5, z ? flux[i - N * N] : 0.25, dense[i], 0.1);
	}
	double *dm = upload(dense), *df = dev<double>(N * N * N);
	unsigned *flags = dev<unsigned>(36);
	job<double>(
		"transport.plane_a_launch",
		[&] {
			for (int p = 0; p <= 3 * (N - 1); p++)
				transport_plane<<<dim3(1, N), N>>>(dm, df, N, p);
		},
		df, N * N * N, close_to(flux, 1e-12));
	job<double>(
		"transport.flags_between_blocks",
		[&] { transport_flags<<<dim3(N / 8, N / 8), 64>>>(dm, df, flags, N); }, df, N * N * N,
		close_to(flux, 1e-12), [&] { CHECK(cudaMemset(flags, 0, 36 * 4)); });
	const int B = 160;
	std::vector<double> cube = double_fractions(w, B * B * B), face(6 * B * B);
	for (int i = 0; i < 6 * B * B; i++) {
		int a = i % B, b = i / B % B, k = i / B / B, e = k & 1 ? B - 1 : 0;
		face[i] = cube[k < 2 ? (b * B + a) * B + e : k < 4 ? (b * B + e) * B + a : (e * B + b) * B + a];
	}
	double *dc = upload(cube), *message = dev<double>(6 * B * B);
	job<double>(
		"outer_faces.six_launches",
		[&] {
			for (int k = 0; k < 6; k++)
				face_one<<<dim3(1, B), 160>>>(dc, message, B, k);
		},
		message, 6 * B * B, same(face));
	job<double>(
		"outer_faces.all_at_once", [&] { face_all<<<60, 256>>>(dc, message, B); }, message, 6 * B * B,
		same(face));
	const int CELLS = 60000, EDGES = 170000;
	std::vector<int2> edge(EDGES);
	std::vector<float4> state(CELLS);
	std::vector<u64> change(CELLS);
	std::vector<std::vector<int>> of(CELLS);
	for (int c = 0; c < CELLS; c++)
		state[c] = { 1 + f[c], f[c + 9] - 0.5f, 0.1f + f[c + 77], 0 };
	for (int i = 0; i < EDGES; i++) {
		int a = w[i] % CELLS, b = (a + 1 + w[i + EDGES] % 300) % CELLS;
		edge[i] = { a, b };
		of[a].push_back(i), of[b].push_back(i);
	}
	std::vector<int> first(1), around;
	for (auto &o : of) {
		around.insert(around.end(), o.begin(), o.end());
		first.push_back(around.size());
	}
	for (auto &e : edge) {
		long long k = across(e, state.data());
		change[e.x] -= k, change[e.y] += k;
	}
	auto right_flow = [&](const std::vector<u64> &v) { // a float may round another way: a few millionths an edge
		for (int c = 0; c < CELLS; c++)
			if (std::llabs((long long)(v[c] - change[c])) > 4 * (first[c + 1] - first[c]))
				return false;
		return true;
	};
	int2 *de = upload(edge);
	float4 *ds = upload(state);
	int *dfirst = upload(first), *daround = upload(around);
	u64 *moved = dev<u64>(CELLS);
	job<u64>(
		"mesh_flow.edge_a_thread", [&] { mesh_edges<<<(EDGES + 255) / 256, 256>>>(de, ds, moved, EDGES); },
		moved, CELLS, right_flow, [&] { CHECK(cudaMemset(moved, 0, CELLS * 8)); });
	job<u64>(
		"mesh_flow.cell_a_thread",
		[&] { mesh_cells<<<(CELLS + 159) / 160, 160>>>(dfirst, daround, de, ds, moved, CELLS); }, moved, CELLS,
		right_flow);
}
