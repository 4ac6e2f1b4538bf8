// blind10h: a tenth set of kernels that nobody had modelled when they were written. Shapes, lands, echoes, quotes.
#include "blind7.h"
#include <cuda_pipeline.h>

__host__ __device__ bool further_right(int2 from, int2 a, int2 b)
{ // seen from a point, does b lie to the right of a, or behind it?
	long long cross = (long long)(a.x - from.x) * (b.y - from.y) - (long long)(a.y - from.y) * (b.x - from.x);
	long long la = (long long)(a.x - from.x) * (a.x - from.x) + (long long)(a.y - from.y) * (a.y - from.y);
	long long lb = (long long)(b.x - from.x) * (b.x - from.x) + (long long)(b.y - from.y) * (b.y - from.y);
	return cross < 0 || (cross == 0 && lb > la);
}
__global__ void wrap(const int2 *p, int *hull, int n)
{ // the hull of points by wrapping a string around them, one block: each turn looks for the point furthest right
	__shared__ int best[256];
	__shared__ int at;
	int t = threadIdx.x, low = 0, size = 0;
	for (int i = t; i < n; i += 256)
		if (i == t || p[i].x < p[low].x || (p[i].x == p[low].x && p[i].y < p[low].y))
			low = i;
	best[t] = low;
	__syncthreads();
	for (int d = 128; d; d /= 2) {
		if (t < d) {
			int2 a = p[best[t]], b = p[best[t + d]];
			if (b.x < a.x || (b.x == a.x && b.y < a.y))
				best[t] = best[t + d];
		}
		__syncthreads();
	}
	int first = best[0], now = first;
	__syncthreads();
	do {
		int2 from = p[now];
		int mine = t == now ? t + 256 : t;
		for (int i = t; i < n; i += 256)
			if (i != now && further_right(from, p[mine], p[i]))
				mine = i;
		best[t] = mine;
		__syncthreads();
		for (int d = 128; d; d /= 2) {
			if (t < d && further_right(from, p[best[t]], p[best[t + d]]))
				best[t] = best[t + d];
			__syncthreads();
		}
		if (t == 0) {
			hull[1 + size] = now;
			at = best[0];
		}
		size++;
		__syncthreads();
		now = at;
	} while (now != first);
	if (t == 0)
		hull[0] = size;
}
__host__ __device__ int seen_from(const int *height, int w, int vx, int vy, int x, int y)
{ // does any place on the way to a cell stand out above the line of sight?
	int dx = x - vx, dy = y - vy, steps = max(abs(dx), abs(dy)), eye = height[vy * w + vx] + 20;
	int rise = height[y * w + x] - eye;
	for (int k = 1; k < steps; k++) {
		int px = vx + (2 * dx * k + steps) / (2 * steps), py = vy + (2 * dy * k + steps) / (2 * steps);
		if ((height[py * w + px] - eye) * steps > rise * k)
			return 0;
	}
	return 1;
}
__global__ void view_cells(const int *height, byte *out, int w, int vx, int vy)
{ // what one sees from a hill: a line to each cell, one a thread
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	out[y * w + x] = seen_from(height, w, vx, vy, x, y);
}
__host__ __device__ int border(int i, int w)
{ // a cell of the border by its number
	int side = i / (w - 1), k = i % (w - 1);
	return side == 0 ? k : side == 1 ? k * w + w - 1 : side == 2 ? w * w - 1 - k : (w - 1 - k) * w;
}
__global__ void view_rays(const int *height, int *seen, int w, int vx, int vy)
{ // a ray to each cell of the border, one a thread; the steepest so far decides
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= 4 * (w - 1))
		return;
	int to = border(i, w), dx = to % w - vx, dy = to / w - vy, steps = max(abs(dx), abs(dy));
	int eye = height[vy * w + vx] + 20, top = -1 << 20, far = 1;
	for (int k = 1; k <= steps; k++) {
		int at = (vy + (2 * dy * k + steps) / (2 * steps)) * w + vx + (2 * dx * k + steps) / (2 * steps);
		int rise = height[at] - eye;
		if (rise * far >= top * k) {
			top = rise, far = k;
			atomicOr(&seen[at], 1);
		}
	}
}
__host__ __device__ int turn_of(int2 a, int2 b, int2 c)
{
	return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}
__host__ __device__ void clip_ears(const int2 *p, byte *out, int n)
{ // a polygon into triangles: again and again an ear is cut off
	byte next[32], prev[32];
	for (int i = 0; i < n; i++) {
		next[i] = (i + 1) % n;
		prev[i] = (i + n - 1) % n;
	}
	int left = n, b = 0, misses = 0, made = 0;
	while (left > 2 && misses <= left) {
		int a = prev[b], c = next[b];
		bool ear = turn_of(p[a], p[b], p[c]) > 0;
		for (int k = next[c]; ear && k != a; k = next[k])
			ear = turn_of(p[a], p[b], p[k]) < 0 || turn_of(p[b], p[c], p[k]) < 0 ||
				turn_of(p[c], p[a], p[k]) < 0;
		if (!ear) {
			misses++;
			b = c;
			continue;
		}
		out[made * 3] = a, out[made * 3 + 1] = b, out[made * 3 + 2] = c;
		made++;
		left--;
		misses = 0;
		next[a] = c, prev[c] = a;
		b = next[c];
	}
}
__global__ void ears(const int2 *p, const int *corners, byte *out, int n)
{ // one polygon a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		clip_ears(p + i * 32, out + i * 96, corners[i]);
}
__constant__ float call[64];
__device__ float likeness(float with, float own)
{
	return with * rsqrtf(own + 1e-3f);
}
__global__ void echo_memory(const float *x, float *out, int n)
{ // how like a call of 64 numbers is what was heard, at each place
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float with = 0, own = 0;
	if (i >= n)
		return;
	for (int k = 0; k < 64; k++) {
		float v = x[i + k];
		with += v * call[k];
		own += v * v;
	}
	out[i] = likeness(with, own);
}
__global__ void echo_async(const float *x, float *out, int n, int tiles)
{ // the same tile after tile; the next one is copied while this one is worked on
	__shared__ __align__(16) float tile[2][192];
	int t = threadIdx.x, from = blockIdx.x * tiles * 128;
	auto fetch = [&](int k) {
		if (t < 48)
			__pipeline_memcpy_async(&tile[k & 1][t * 4], x + from + k * 128 + t * 4, 16);
		__pipeline_commit();
	};
	fetch(0);
	for (int k = 0; k < tiles; k++) {
		if (k + 1 < tiles) {
			fetch(k + 1);
			__pipeline_wait_prior(1);
		} else {
			__pipeline_wait_prior(0);
		}
		__syncthreads();
		float with = 0, own = 0;
		for (int j = 0; j < 64; j++) {
			float v = tile[k & 1][t + j];
			with += v * call[j];
			own += v * v;
		}
		out[from + k * 128 + t] = likeness(with, own);
		__syncthreads();
	}
}
__global__ void half_as_large(const float *in, float *out, int n)
{ // one level of a pyramid of pictures: weights 1 3 3 1 along and down
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= n || y >= n)
		return;
	float sum = 0;
	for (int j = -1; j <= 2; j++) {
		const float *row = in + min(max(2 * y + j, 0), 2 * n - 1) * 2 * n;
		float s = row[2 * x] * 3 + row[2 * x + 1] * 3 + row[max(2 * x - 1, 0)] + row[min(2 * x + 2, 2 * n - 1)];
		sum += j == -1 || j == 2 ? s : 3 * s;
	}
	out[y * n + x] = sum / 64;
}
struct trade {
	int share, time;
};
__global__ void last_quote(const trade *t, const int *start, const int *time, const int *bid, int *out, int n)
{ // for each trade the last quote of its share that was not later, by halving
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	trade own = t[i];
	int lo = start[own.share], hi = start[own.share + 1], first = lo;
	while (lo < hi) {
		int mid = (lo + hi) >> 1;
		if (time[mid] <= own.time)
			lo = mid + 1;
		else
			hi = mid;
	}
	out[i] = lo > first ? bid[lo - 1] : -1;
}
void rows()
{
	const int N = 6000;
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w);
	std::vector<int2> p(N);
	std::vector<int> hull(1);
	for (int i = 0; i < N; i++) {
		double r = std::sqrt(f[2 * i]) * 1e6, a = f[2 * i + 1] * 2 * M_PI;
		p[i] = { (int)(r * std::cos(a)), (int)(r * std::sin(a)) };
	}
	int first = 0;
	for (int i = 0; i < N; i++)
		if (p[i].x < p[first].x || (p[i].x == p[first].x && p[i].y < p[first].y))
			first = i;
	int now = first;
	do {
		hull.push_back(now);
		int to = now ? 0 : 1;
		for (int i = 0; i < N; i++)
			if (i != now && further_right(p[now], p[to], p[i]))
				to = i;
		now = to;
	} while (now != first);
	hull[0] = hull.size() - 1;
	int2 *dp = upload(p);
	int *o = dev<int>(1 << 20);
	job<int>(
		"hull.wrapped", [&] { wrap<<<1, 256>>>(dp, o, N); }, o, hull.size(), same(hull));
	const int W = 256, VX = 97, VY = 141;
	std::vector<int> land(W * W), lit(W * W);
	std::vector<byte> view(W * W);
	for (int i = 0; i < W * W; i++) {
		int x = i % W, y = i / W;
		land[i] =
			300 + 120 * std::sin(x * 0.06) * std::cos(y * 0.045) + 60 * std::sin((x + y) * 0.19) + w[i] % 9;
	}
	for (int i = 0; i < W * W; i++)
		view[i] = seen_from(land.data(), W, VX, VY, i % W, i / W);
	for (int i = 0; i < 4 * (W - 1); i++) {
		int to = border(i, W), dx = to % W - VX, dy = to / W - VY, steps = std::max(abs(dx), abs(dy));
		int eye = land[VY * W + VX] + 20;
		double top = -1e9;
		for (int k = 1; k <= steps; k++) {
			int at =
				(VY + (2 * dy * k + steps) / (2 * steps)) * W + VX + (2 * dx * k + steps) / (2 * steps);
			double slope = (land[at] - eye) / (double)k;
			if (slope >= top)
				top = slope, lit[at] = 1;
		}
	}
	int *dh = upload(land);
	byte *ob = (byte *)o;
	job<byte>(
		"in_sight.line_to_each_cell",
		[&] { view_cells<<<dim3(W / 16, W / 16), dim3(16, 16)>>>(dh, ob, W, VX, VY); }, ob, W * W, same(view));
	job<int>(
		"in_sight.rays_to_the_border", [&] { view_rays<<<16, 64>>>(dh, o, W, VX, VY); }, o, W * W, same(lit),
		[&] { CHECK(cudaMemset(o, 0, W * W * 4)); });
	const int SHAPES = 2400;
	std::vector<int2> shape(SHAPES * 32);
	std::vector<int> corners(SHAPES);
	std::vector<byte> cut(SHAPES * 96);
	for (int s = 0; s < SHAPES; s++) {
		int n = corners[s] = 8 + w[s] % 25;
		for (int k = 0; k < n; k++) {
			double r = 200 + w[s * 32 + k + 9000] % 1800, a = k * 2 * M_PI / n;
			shape[s * 32 + k] = { (int)(r * std::cos(a)), (int)(r * std::sin(a)) };
		}
		clip_ears(&shape[s * 32], &cut[s * 96], n);
	}
	int2 *ds = upload(shape);
	int *dc = upload(corners);
	job<byte>(
		"ears.polygon_a_thread", [&] { ears<<<(SHAPES + 63) / 64, 64>>>(ds, dc, ob, SHAPES); }, ob, SHAPES * 96,
		same(cut), [&] { CHECK(cudaMemset(ob, 0, SHAPES * 96)); });
	const int HEARD = 128 * 16 * 132;
	std::vector<float> chirp(64), heard(HEARD + 64), like(HEARD);
	for (int k = 0; k < 64; k++)
		chirp[k] = std::sin(0.02 * k * k) / 8;
	for (int i = 0; i < HEARD + 64; i++)
		heard[i] = f[i] - 0.5f + (i % 5000 < 64 ? 3 * chirp[i % 5000] : 0);
	for (int i = 0; i < HEARD; i++) {
		double with = 0, own = 0;
		for (int k = 0; k < 64; k++)
			with += heard[i + k] * chirp[k], own += heard[i + k] * heard[i + k];
		like[i] = with / std::sqrt(own + 1e-3);
	}
	CHECK(cudaMemcpyToSymbol(call, chirp.data(), 256));
	float *dx = upload(heard), *of = (float *)o;
	job<float>(
		"echo.memory", [&] { echo_memory<<<HEARD / 256, 256>>>(dx, of, HEARD); }, of, HEARD,
		close_to(like, 1e-3));
	job<float>(
		"echo.copied_ahead", [&] { echo_async<<<132, 128>>>(dx, of, HEARD, 16); }, of, HEARD,
		close_to(like, 1e-3));
	const int L = 512, PICS = 4, ROOM = L * L / 3 + 16;
	std::vector<float> small(PICS * ROOM);
	for (int q = 0; q < PICS; q++) {
		const float *in = &f[q * L * L];
		float *out = &small[q * ROOM];
		for (int n = L / 2; n >= 64; n /= 2) {
			for (int i = 0; i < n * n; i++) {
				float sum = 0;
				for (int k = 0; k < 16; k++) {
					int x = std::min(std::max(i % n * 2 + k % 4 - 1, 0), 2 * n - 1);
					int y = std::min(std::max(i / n * 2 + k / 4 - 1, 0), 2 * n - 1);
					sum += in[y * 2 * n + x] * (k % 4 % 3 ? 3 : 1) * (k / 4 % 3 ? 3 : 1);
				}
				out[i] = sum / 64;
			}
			in = out;
			out += n * n;
		}
	}
	float *pics = upload(f);
	cudaStream_t stream[PICS];
	for (auto &s : stream)
		CHECK(cudaStreamCreate(&s));
	job<float>(
		"pyramids.four_streams",
		[&] {
			for (int q = 0; q < PICS; q++) {
				const float *in = pics + q * L * L;
				float *out = of + q * ROOM;
				for (int n = L / 2; n >= 64; n /= 2) {
					half_as_large<<<dim3((n + 31) / 32, (n + 7) / 8), dim3(32, 8), 0, stream[q]>>>(
						in, out, n);
					in = out;
					out += n * n;
				}
			}
		},
		of, PICS * ROOM, close_to(small), [&] { CHECK(cudaMemset(of, 0, PICS * ROOM * 4)); });
	const int SHARES = 300, TRADES = 60000;
	std::vector<int> start(1), time, bid, last(TRADES);
	std::vector<trade> trades(TRADES);
	for (int s = 0; s < SHARES; s++) {
		int many = w[s] % 7 ? w[s] % 300 : w[s] % 5000;
		for (int k = 0, t = 0; k < many; k++) {
			time.push_back(t += w[time.size()] % (1800000 / (many + 1)));
			bid.push_back(w[time.size() + 70] % 10000);
		}
		start.push_back(time.size());
	}
	for (int i = 0; i < TRADES; i++) {
		trade t = trades[i] = { (int)(w[i] >> 5) % SHARES, i * 15 + (int)(w[i] % 15) };
		int k = std::upper_bound(&time[start[t.share]], &time[0] + start[t.share + 1], t.time) - &time[0];
		last[i] = k > start[t.share] ? bid[k - 1] : -1;
	}
	trade *dt = upload(trades);
	int *dst = upload(start), *dti = upload(time), *dbi = upload(bid);
	job<int>(
		"quotes.last_before_a_trade",
		[&] { last_quote<<<(TRADES + 255) / 256, 256>>>(dt, dst, dti, dbi, o, TRADES); }, o, TRADES,
		same(last));
}
