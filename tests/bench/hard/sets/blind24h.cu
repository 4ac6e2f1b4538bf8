// blind24h: a fresh set of kernels that nobody had modelled when they were written. Ink, combed fields and basins.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
const int AROUND = 7; // a window of 15 by 15
__host__ __device__ byte is_ink(int own, int many, int sum, int squares)
{ // darker than the mean, less so where there is little contrast
	float mean = (float)sum / many, var = (float)squares / many - mean * mean;
	float limit = mean * (1 + 0.2f * (sqrtf(var > 0 ? var : 0) / 128 - 1));
	return own < limit;
}
__global__ void ink_naive(const byte *in, byte *out, int w, int h)
{ // ink or paper? the window of each place read from memory
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	int many = 0, sum = 0, squares = 0;
	for (int v = max(0, y - AROUND); v <= min(h - 1, y + AROUND); v++)
		for (int u = max(0, x - AROUND); u <= min(w - 1, x + AROUND); u++) {
			int g = in[v * w + u];
			many++, sum += g, squares += g * g;
		}
	out[y * w + x] = is_ink(in[y * w + x], many, sum, squares);
}
__global__ void ink_columns(const byte *in, byte *out, int w, int h, int strip)
{ // the same: a thread has a column of a strip; its block's column sums slide down in shared memory
	__shared__ int sum[128 + 2 * AROUND], squares[128 + 2 * AROUND];
	int x0 = blockIdx.x * 128 - AROUND, y0 = blockIdx.y * strip;
	for (int y = y0; y < min(y0 + strip, h); y++) {
		for (int k = threadIdx.x; k < 128 + 2 * AROUND; k += 128) {
			int u = x0 + k, s = 0, q = 0;
			if (u < 0 || u >= w) {
				sum[k] = squares[k] = 0;
				continue;
			}
			if (y == y0) {
				for (int v = max(0, y - AROUND); v <= min(h - 1, y + AROUND); v++) {
					int g = in[v * w + u];
					s += g, q += g * g;
				}
			} else {
				int low = y + AROUND < h ? in[(y + AROUND) * w + u] : 0;
				int top = y - AROUND - 1 >= 0 ? in[(y - AROUND - 1) * w + u] : 0;
				s = sum[k] + low - top, q = squares[k] + low * low - top * top;
			}
			sum[k] = s, squares[k] = q;
		}
		__syncthreads();
		int x = blockIdx.x * 128 + threadIdx.x;
		if (x < w) {
			int s = 0, q = 0;
			for (int k = 0; k <= 2 * AROUND; k++)
				s += sum[threadIdx.x + k], q += squares[threadIdx.x + k];
			int wide = min(w - 1, x + AROUND) - max(0, x - AROUND) + 1;
			int high = min(h - 1, y + AROUND) - max(0, y - AROUND) + 1;
			out[y * w + x] = is_ink(in[y * w + x], wide * high, s, q);
		}
		__syncthreads();
	}
}
__global__ void ink_row_sums(const byte *in, int2 *all, int w)
{ // running sums of a row by a warp
	int y = blockIdx.x, lane = threadIdx.x;
	int2 carry = { 0, 0 };
	for (int base = 0; base < w; base += 32) {
		int g = base + lane < w ? in[y * w + base + lane] : 0, s = g, q = g * g;
		for (int d = 1; d < 32; d *= 2) {
			int a = __shfl_up_sync(~0u, s, d), b = __shfl_up_sync(~0u, q, d);
			if (lane >= d)
				s += a, q += b;
		}
		if (base + lane < w)
			all[y * w + base + lane] = make_int2(carry.x + s, carry.y + q);
		carry.x += __shfl_sync(~0u, s, 31);
		carry.y += __shfl_sync(~0u, q, 31);
	}
}
__global__ void ink_column_sums(int2 *all, int w, int h)
{ // then down the columns, a column a thread
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int2 s = { 0, 0 };
	if (x < w)
		for (int y = 0; y < h; y++) {
			s.x += all[y * w + x].x, s.y += all[y * w + x].y;
			all[y * w + x] = s;
		}
}
__global__ void ink_corners(const byte *in, const int2 *all, byte *out, int w, int h)
{ // then four corners for each place
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	int l = x - AROUND - 1, r = min(w - 1, x + AROUND), t = y - AROUND - 1, b = min(h - 1, y + AROUND);
	int2 none = { 0, 0 }, br = all[b * w + r], bl = l >= 0 ? all[b * w + l] : none,
	     tr = t >= 0 ? all[t * w + r] : none, tl = l >= 0 && t >= 0 ? all[t * w + l] : none;
	int many = (r - max(l, -1)) * (b - max(t, -1));
	out[y * w + x] = is_ink(in[y * w + x], many, br.x - bl.x - tr.x + tl.x, br.y - bl.y - tr.y + tl.y);
}
__host__ __device__ int2 flow_at(int x, int y)
{ // a field of whirls in whole numbers, 256 a place
	int a = (x * 5 + y * 3 & 255) - 128, b = (y * 4 - x * 2 & 255) - 128;
	return { 300 - (a < 0 ? -a : a) * 4, (b < 0 ? -b : b) * 4 - 256 };
}
__host__ __device__ int combed(const byte *noise, int w, int h, int x, int y, int steps)
{ // noise is smeared along the flow, both ways
	int sum = noise[y * w + x];
	for (int way = -1; way <= 1; way += 2) {
		int px = x * 256 + 128, py = y * 256 + 128;
		for (int k = 0; k < steps; k++) {
			int2 f = flow_at(px >> 8, py >> 8);
			px += way * f.x, py += way * f.y;
			if (px < 0 || py < 0 || px >= w * 256 || py >= h * 256)
				break;
			sum += noise[(py >> 8) * w + (px >> 8)];
		}
	}
	return sum;
}
__global__ void comb_plain(const byte *noise, int *out, int w, int h, int steps)
{ // the flow reckoned on the way
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h)
		out[y * w + x] = combed(noise, w, h, x, y, steps);
}
__global__ void comb_field(const byte *noise, const short2 *field, int *out, int w, int h, int steps)
{ // the flow read from memory
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	int sum = noise[y * w + x];
	for (int way = -1; way <= 1; way += 2) {
		int px = x * 256 + 128, py = y * 256 + 128;
		for (int k = 0; k < steps; k++) {
			short2 f = field[(py >> 8) * w + (px >> 8)];
			px += way * f.x, py += way * f.y;
			if ((unsigned)px >= w * 256 || (unsigned)py >= h * 256)
				break;
			sum += noise[(py >> 8) * w + (px >> 8)];
		}
	}
	out[y * w + x] = sum;
}
__global__ void comb_two_lanes(const byte *noise, int *out, int n, int w, int h, int steps)
{ // a lane for each way, added by a shuffle
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 2, way = threadIdx.x % 2 ? 1 : -1;
	int at = min(i, n - 1), x = at % w, y = at / w, px = x * 256 + 128, py = y * 256 + 128, sum = 0;
	for (int k = 0; k < steps; k++) {
		int2 f = flow_at(px >> 8, py >> 8);
		px += way * f.x, py += way * f.y;
		if ((unsigned)px >= w * 256 || (unsigned)py >= h * 256)
			break;
		sum += noise[(py >> 8) * w + (px >> 8)];
	}
	sum += __shfl_xor_sync(~0u, sum, 1);
	if (way < 0 && i < n)
		out[i] = sum + noise[i];
}
template <class T> __host__ __device__ int basin(T x, T y, int most)
{ // to which of the three roots of z^3 = 1 does Newton's way lead, and in how many steps?
	for (int k = 0; k < most; k++) {
		T x2 = x * x, y2 = y * y, r = x2 + y2, q = 3 * r * r;
		if (q < T(1e-12))
			return 3 * 64;
		T nx = (2 * x + (x2 - y2) / (r * r)) / 3, ny = (2 * y - 2 * x * y / (r * r)) / 3;
		T dx = nx - x, dy = ny - y;
		x = nx, y = ny;
		if (dx * dx + dy * dy < T(1e-6))
			return (x > 0 ? 0 : y > 0 ? 1 : 2) * 64 + k;
	}
	return 3 * 64 + 63;
}
template <class T> __global__ void basins(int *out, int w, int h, int most)
{ // a place a thread
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h)
		out[y * w + x] = basin<T>((x + T(0.3)) * 3 / w - T(1.5), (y + T(0.4)) * 2 / h - 1, most);
}
__global__ void basins_rows(int *out, int w, int h, int most, int *next)
{ // warps fetch pieces of 32 places from a counter
	int lane = threadIdx.x % 32;
	for (;;) {
		int at = 0;
		if (lane == 0)
			at = atomicAdd(next, 32);
		at = __shfl_sync(~0u, at, 0) + lane;
		if (at - lane >= w * h)
			return;
		if (at < w * h)
			out[at] = basin<float>((at % w + 0.3f) * 3 / w - 1.5f, (at / w + 0.4f) * 2 / h - 1, most);
	}
}
__host__ __device__ int escape(int cx, int cy, int most, int *zx, int *zy)
{ // in whole numbers with 12 bits behind the point: the same everywhere
	int x = *zx, y = *zy;
	for (int k = 0; k < most; k++) {
		int nx = (x * x - y * y >> 12) + cx, ny = (x * y >> 11) + cy;
		x = nx, y = ny;
		if (x * x + y * y > 4 << 24)
			return k;
	}
	return most;
}
template <class F> __host__ __device__ void ghost(int i, int across, int most, F mark)
{ // the ways of all that escapes leave traces
	int cx = (i % across) * 3 * 4096 / across - 2 * 4096, cy = (i / across) * 3 * 4096 / across - 3 * 2048;
	int zx = 0, zy = 0, n = escape(cx, cy, most, &zx, &zy);
	if (n == most)
		return;
	int x = 0, y = 0;
	for (int k = 0; k < n; k++) {
		int nx = (x * x - y * y >> 12) + cx, ny = (x * y >> 11) + cy;
		x = nx, y = ny;
		int px = (x + 2 * 4096) >> 7, py = (y + 2 * 4096) >> 7; // 128 by 128
		if (px >= 0 && py >= 0 && px < 128 && py < 128)
			mark(py * 128 + px);
	}
}
__global__ void ghost_memory(int *count, int across, int most)
{ // a start a thread, counted in memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < across * across)
		ghost(i, across, most, [&](int p) { atomicAdd(&count[p], 1); });
}
__global__ void ghost_bytes(int *count, int across, int most)
{ // counted in shared memory, two of 16 bits a word; few blocks go over all starts
	__shared__ unsigned part[8192];
	for (int k = threadIdx.x; k < 8192; k += blockDim.x)
		part[k] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < across * across; i += gridDim.x * blockDim.x)
		ghost(i, across, most, [&](int p) { atomicAdd(&part[p / 2], p % 2 ? 65536u : 1u); });
	__syncthreads();
	for (int k = threadIdx.x; k < 8192; k += blockDim.x) {
		if (part[k] & 65535)
			atomicAdd(&count[2 * k], part[k] & 65535);
		if (part[k] >> 16)
			atomicAdd(&count[2 * k + 1], part[k] >> 16);
	}
}
void rows()
{
	std::vector<unsigned> w = words(1 << 18);
	const int W = 300, H = 210, N = W * H;
	std::vector<byte> page(N), ink(N);
	for (int i = 0; i < N; i++) {
		int x = i % W, y = i / W, paper = 150 + x / 5 + y / 6;
		page[i] = std::min(255, (int)(paper / (w[y / 6 * W + x / 3] % 4 ? 1 : 3) + (w[i] & 15)));
	}
	for (int i = 0; i < N; i++) {
		int x = i % W, y = i / W, many = 0, sum = 0, squares = 0;
		for (int v = std::max(0, y - AROUND); v <= std::min(H - 1, y + AROUND); v++)
			for (int u = std::max(0, x - AROUND); u <= std::min(W - 1, x + AROUND); u++)
				many++, sum += page[v * W + u], squares += page[v * W + u] * page[v * W + u];
		ink[i] = is_ink(page[i], many, sum, squares);
	}
	byte *dp = upload(page), *ob = dev<byte>(N);
	int2 *all = dev<int2>(N);
	auto nearly = [=](const std::vector<byte> &v) { // a rounding may tip a place
		int off = 0;
		for (int i = 0; i < N; i++)
			off += v[i] != ink[i];
		return off < 10;
	};
	dim3 block(32, 8), grid(up(W, 32), up(H, 8));
	job<byte>(
		"ink_or_paper.window_from_memory",
		[&] { ink_naive<<<dim3(up(W, 32), up(H / 3, 8)), block>>>(dp, ob, W, H); }, ob, N,
		[=](const std::vector<byte> &v) { // only the upper part was asked for
			int off = 0;
			for (int i = 0; i < H / 3 * W; i++)
				off += v[i] != ink[i];
			return off < 10;
		});
	job<byte>(
		"ink_or_paper.sliding_columns",
		[&] { ink_columns<<<dim3(up(W, 128), up(H, 10)), 128>>>(dp, ob, W, H, 10); }, ob, N, nearly);
	job<byte>(
		"ink_or_paper.running_sums",
		[&] {
			ink_row_sums<<<H, 32>>>(dp, all, W);
			ink_column_sums<<<up(W, 64), 64>>>(all, W, H);
			ink_corners<<<grid, block>>>(dp, all, ob, W, H);
		},
		ob, N, nearly);
	std::vector<short2> field(N);
	std::vector<byte> noise(N);
	std::vector<int> smeared(N);
	for (int i = 0; i < N; i++) {
		int2 f = flow_at(i % W, i / W);
		field[i] = { (short)f.x, (short)f.y };
		noise[i] = w[i] >> 11;
	}
	for (int i = 0; i < N; i++)
		smeared[i] = combed(noise.data(), W, H, i % W, i / W, 16);
	byte *dn = upload(noise);
	short2 *df = upload(field);
	int *o = dev<int>(N);
	job<int>(
		"combed_noise.flow_reckoned", [&] { comb_plain<<<grid, block>>>(dn, o, W, H, 16); }, o, N,
		same(smeared));
	job<int>(
		"combed_noise.flow_from_memory",
		[&] { comb_field<<<dim3(up(W, 16), up(H, 16)), dim3(16, 16)>>>(dn, df, o, W, H, 16); }, o, N,
		same(smeared));
	job<int>(
		"combed_noise.lane_a_way", [&] { comb_two_lanes<<<up(2 * N, 192), 192>>>(dn, o, N, W, H, 16); }, o, N,
		same(smeared));
	std::vector<int> root(N);
	for (int i = 0; i < N; i++)
		root[i] = basin<double>((i % W + 0.3) * 3 / W - 1.5, (i / W + 0.4) * 2 / H - 1, 40);
	auto mostly = [=](const std::vector<int> &v) { // those on a border may go elsewhere
		int off = 0;
		for (int i = 0; i < N; i++)
			off += v[i] / 64 != root[i] / 64;
		return off < N / 100;
	};
	int *next = dev<int>(1);
	job<int>(
		"three_basins.floats", [&] { basins<float><<<grid, block>>>(o, W, H, 40); }, o, N, mostly);
	job<int>(
		"three_basins.doubles", [&] { basins<double><<<grid, block>>>(o, W, H, 40); }, o, N, mostly);
	job<int>(
		"three_basins.pieces_from_counter", [&] { basins_rows<<<66, 128>>>(o, W, H, 40, next); }, o, N, mostly,
		[&] { CHECK(cudaMemset(next, 0, 4)); });
	const int ACROSS = 180, MOST = 60;
	std::vector<int> trace(128 * 128);
	for (int i = 0; i < ACROSS * ACROSS; i++)
		ghost(i, ACROSS, MOST, [&](int p) { trace[p]++; });
	int *dt = dev<int>(128 * 128);
	auto zero = [&] { CHECK(cudaMemset(dt, 0, 128 * 128 * 4)); };
	job<int>(
		"ghostly_traces.counted_in_memory",
		[&] { ghost_memory<<<up(ACROSS * ACROSS, 128), 128>>>(dt, ACROSS, MOST); }, dt, 128 * 128, same(trace),
		zero);
	job<int>(
		"ghostly_traces.counted_in_shared", [&] { ghost_bytes<<<24, 256>>>(dt, ACROSS, MOST); }, dt, 128 * 128,
		same(trace), zero);
}
