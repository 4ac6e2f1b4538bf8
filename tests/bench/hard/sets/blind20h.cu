// blind20h: a fresh set of kernels that nobody had modelled when they were written. Wings, weather, scanners, clouds of
// electrons, wide trees, messages.
#include "blind7.h"

struct Flow {
	float mass, px, py, pz, energy;
};
__host__ __device__ inline Flow through_face(const Flow &s, float nx, float ny, float nz)
{ // what flows through a face
	float over = 1 / s.mass, u = s.px * over, v = s.py * over, w = s.pz * over, go = u * nx + v * ny + w * nz;
	float pressure = 0.4f * (s.energy - 0.5f * s.mass * (u * u + v * v + w * w));
	return { s.mass * go, s.px * go + pressure * nx, s.py * go + pressure * ny, s.pz * go + pressure * nz,
		(s.energy + pressure) * go };
}
__host__ __device__ inline float loudest(const Flow &s)
{
	float v2 = (s.px * s.px + s.py * s.py + s.pz * s.pz) / (s.mass * s.mass);
	return sqrtf(v2) + sqrtf(0.56f * (s.energy / s.mass - 0.5f * v2));
}
__host__ __device__ inline Flow flow_of(const Flow *f, int i, int)
{
	return f[i];
}
__host__ __device__ inline Flow flow_of(const float *f, int i, int n)
{
	return { f[i], f[i + n], f[i + 2 * n], f[i + 3 * n], f[i + 4 * n] };
}
template <class F>
__host__ __device__ inline Flow changed(const F *f, const int *near, const float *normal, int i, int n)
{ // a cell of four faces: half of what both sides send, and some friction between them
	Flow own = flow_of(f, i, n), sum = { 0, 0, 0, 0, 0 }, far = { 1, 0.5f, 0.2f, 0, 2.6f };
	float noise = loudest(own);
	for (int k = 0; k < 4; k++) {
		float nx = normal[(k * 3) * n + i], ny = normal[(k * 3 + 1) * n + i], nz = normal[(k * 3 + 2) * n + i];
		int j = near[k * n + i];
		float area = sqrtf(nx * nx + ny * ny + nz * nz);
		if (j == -1) { // a wall: only pressure
			Flow a = own;
			a.px = a.py = a.pz = 0;
			a = through_face(a, nx, ny, nz);
			sum.px += a.px, sum.py += a.py, sum.pz += a.pz;
			continue;
		}
		Flow other = j < 0 ? far : flow_of(f, j, n);
		Flow a = through_face(own, nx, ny, nz), b = through_face(other, nx, ny, nz);
		float rub = 0.5f * area * (noise + loudest(other));
		sum.mass += 0.5f * (a.mass + b.mass) + rub * (own.mass - other.mass);
		sum.px += 0.5f * (a.px + b.px) + rub * (own.px - other.px);
		sum.py += 0.5f * (a.py + b.py) + rub * (own.py - other.py);
		sum.pz += 0.5f * (a.pz + b.pz) + rub * (own.pz - other.pz);
		sum.energy += 0.5f * (a.energy + b.energy) + rub * (own.energy - other.energy);
	}
	return sum;
}
template <class F> __global__ void wing(const F *f, const int *near, const float *normal, Flow *out, int n)
{ // air round a wing on cells without order, a cell a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = changed(f, near, normal, i, n);
}
static void wings(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int N = 14000;
	std::vector<Flow> s(N);
	std::vector<float> apart(5 * N), normal(12 * N), want;
	std::vector<int> near(4 * N);
	for (int i = 0; i < N; i++) {
		s[i] = { 1 + f[i], f[i + 100] - 0.5f, f[i + 200] - 0.5f, f[i + 300] - 0.5f, 3 + f[i + 400] };
		for (int k = 0; k < 5; k++)
			apart[k * N + i] = ((float *)&s[i])[k];
		for (int k = 0; k < 4; k++)
			near[k * N + i] = w[i * 4 + k] % 60 == 0 ? -1 :
				w[i * 4 + k] % 60 == 1           ? -2 :
								   (i + w[i * 4 + k] % 400) % N;
	}
	for (int i = 0; i < 12 * N; i++)
		normal[i] = f[i] - 0.5f;
	for (int i = 0; i < N; i++) {
		Flow c = changed(s.data(), near.data(), normal.data(), i, N);
		want.insert(want.end(), (float *)&c, (float *)&c + 5);
	}
	Flow *ds = upload(s), *o = dev<Flow>(N);
	float *da = upload(apart), *dn = upload(normal);
	int *de = upload(near);
	job<float>(
		"wing_air.structs", [&] { wing<<<(N + 191) / 192, 192>>>(ds, de, dn, o, N); }, (float *)o, 5 * N,
		close_to(want, 1e-3));
	job<float>(
		"wing_air.numbers_apart", [&] { wing<<<(N + 127) / 128, 128>>>(da, de, dn, o, N); }, (float *)o, 5 * N,
		close_to(want, 1e-3));
}
__host__ __device__ inline float curved(const float *q, int i, int w)
{
	return 4 * q[i] - q[i - 1] - q[i + 1] - q[i - w] - q[i + w];
}
__host__ __device__ inline float limited(float lap, float lap2, float q, float q2)
{ // a flow between two points, but never uphill
	float v = lap2 - lap;
	return v * (q2 - q) > 0 ? 0 : v;
}
__global__ void weather_lap(const float *q, float *lap, int w, int h)
{ // how curved each layer of the air is
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
	    i = (blockIdx.z * h + y) * w + x;
	if (x >= 1 && y >= 1 && x < w - 1 && y < h - 1)
		lap[i] = curved(q, i, w);
}
__global__ void weather_spread(const float *q, const float *lap, float *out, int w, int h)
{ // and what flows between neighbours
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
	    i = (blockIdx.z * h + y) * w + x;
	if (x < 2 || y < 2 || x >= w - 2 || y >= h - 2)
		return;
	float e = limited(lap[i], lap[i + 1], q[i], q[i + 1]), l = limited(lap[i - 1], lap[i], q[i - 1], q[i]);
	float s = limited(lap[i], lap[i + w], q[i], q[i + w]), n = limited(lap[i - w], lap[i], q[i - w], q[i]);
	out[i] = q[i] - 0.1f * (e - l + s - n);
}
__global__ void weather_columns(const float *q, float *out, int w, int h)
{ // both at once: a thread walks down a column of a layer and asks its neighbours by shuffles; lanes overlap by four
	int lane = threadIdx.x, x = blockIdx.x * 28 + lane, z = blockIdx.y * blockDim.y + threadIdx.y;
	const float *in = q + z * w * h;
	bool on = x < w;
	float a[5], lap[3] = { 0, 0, 0 };
	for (int k = 0; k < 5; k++)
		a[k] = 0;
	float before = 0;
	for (int y = 0; y < h; y++) {
#pragma unroll
		for (int k = 0; k < 4; k++)
			a[k] = a[k + 1];
		a[4] = on ? in[y * w + x] : 0;
		float l = __shfl_up_sync(~0u, a[3], 1), r = __shfl_down_sync(~0u, a[3], 1);
		lap[0] = lap[1], lap[1] = lap[2], lap[2] = 4 * a[3] - l - r - a[2] - a[4];
		// the middle is row y - 2: its lap is lap[1], the next row's lap[2]
		float right = __shfl_down_sync(~0u, lap[1], 1), beside = __shfl_down_sync(~0u, a[2], 1);
		float e = limited(lap[1], right, a[2], beside), from = __shfl_up_sync(~0u, e, 1);
		float s = limited(lap[1], lap[2], a[2], a[3]);
		if (y >= 4 && lane >= 2 && lane < 30 && x < w - 2)
			out[(z * h + y - 2) * w + x] = a[2] - 0.1f * (e - from + s - before);
		before = s;
	}
}
static void weather(const std::vector<float> &f)
{
	const int W = 128, H = 90, Z = 20, N = W * H * Z;
	std::vector<float> q(f.begin(), f.begin() + N), lap(N), want(N);
	for (int i = 0; i < N; i++) {
		int x = i % W, y = i / W % H;
		if (x >= 1 && y >= 1 && x < W - 1 && y < H - 1)
			lap[i] = curved(q.data(), i, W);
	}
	for (int i = 0; i < N; i++) {
		int x = i % W, y = i / W % H;
		if (x < 2 || y < 2 || x >= W - 2 || y >= H - 2)
			continue;
		want[i] = q[i] -
			0.1f *
				(limited(lap[i], lap[i + 1], q[i], q[i + 1]) -
					limited(lap[i - 1], lap[i], q[i - 1], q[i]) +
					limited(lap[i], lap[i + W], q[i], q[i + W]) -
					limited(lap[i - W], lap[i], q[i - W], q[i]));
	}
	float *dq = upload(q), *dl = dev<float>(N), *o = dev<float>(N);
	dim3 b(32, 6), g(W / 32, H / 6, Z);
	// a flow that is nearly level may be cut on one side only: such points are few
	auto like = [=](const std::vector<float> &v) {
		int off = 0;
		for (int i = 0; i < N; i++)
			off += !near(v[i], want[i], 1e-4);
		return off <= 4;
	};
	job<float>(
		"limited_spread.two_launches",
		[&] {
			weather_lap<<<g, b>>>(dq, dl, W, H);
			weather_spread<<<g, b>>>(dq, dl, o, W, H);
		},
		o, N, like, [=] { CHECK(cudaMemset(o, 0, N * 4)); });
	job<float>(
		"limited_spread.columns_and_shuffles",
		[&] { weather_columns<<<dim3((W + 27) / 28, Z / 4), dim3(32, 4)>>>(dq, o, W, H); }, o, N, like,
		[=] { CHECK(cudaMemset(o, 0, N * 4)); });
}
__host__ __device__ inline float rain_column(
	float *vapour, float *cloud, float *rain, const float *warm, int n, int i, int levels)
{ // warm rain in one column of air: clouds form, drops gather, rain falls and dries
	float fallen = 0, from = 0;
	for (int k = levels - 1; k >= 0; k--) {
		int at = k * n + i;
		float v = vapour[at], c = cloud[at], r = rain[at] + from, full = 0.2f * expf(0.06f * warm[at]);
		float over = v - full;
		if (over > 0 || c > 0) {
			float turn = over > -c ? over * 0.8f : -c;
			v -= turn, c += turn;
		}
		if (c > 0.05f) {
			float grow = 0.3f * (c - 0.05f) + 0.4f * c * powf(r + 1e-6f, 0.875f);
			grow = grow < c ? grow : c;
			c -= grow, r += grow;
		}
		if (r > 0 && v < full) {
			float dry = 0.1f * (1 - v / full) * sqrtf(r);
			dry = dry < r ? dry : r;
			r -= dry, v += dry;
		}
		float fall = r * 0.4f * powf(r + 1e-6f, 0.136f);
		from = fall < r ? fall : r;
		vapour[at] = v, cloud[at] = c, rain[at] = r - from;
	}
	fallen += from;
	return fallen;
}
__global__ void rain(float *vapour, float *cloud, float *drops, const float *warm, float *ground, int n, int levels)
{ // a column a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		ground[i] = rain_column(vapour, cloud, drops, warm, n, i, levels);
}
static void rains(const std::vector<float> &f)
{
	const int N = 5000, L = 30;
	std::vector<float> a(f.begin(), f.begin() + N * L), c(N * L), r(N * L), t(N * L), want(N);
	for (int i = 0; i < N * L; i++) {
		t[i] = 22 - i / N + 3 * f[i + 9];
		a[i] *= i % N % 70 < 40 ? 1 : 0.3f;
		c[i] = i % 5 ? 0 : f[i + 99] * 0.2f, r[i] = i % 3 ? 0 : f[i + 999] * 0.1f;
	}
	float *a0 = upload(a), *c0 = upload(c), *r0 = upload(r), *da = upload(a), *dc = upload(c), *dr = upload(r);
	float *dt = upload(t), *o = dev<float>(N);
	for (int i = 0; i < N; i++)
		want[i] = rain_column(&a[0], &c[0], &r[0], &t[0], N, i, L);
	job<float>(
		"warm_rain.column_a_thread", [&] { rain<<<(N + 63) / 64, 64>>>(da, dc, dr, dt, o, N, L); }, o, N,
		close_to(want, 1e-3),
		[=] {
			CHECK(cudaMemcpy(da, a0, N * L * 4, cudaMemcpyDeviceToDevice));
			CHECK(cudaMemcpy(dc, c0, N * L * 4, cudaMemcpyDeviceToDevice));
			CHECK(cudaMemcpy(dr, r0, N * L * 4, cudaMemcpyDeviceToDevice));
		});
}
__constant__ float4 samples[512];
__global__ void scanner_constant(const float *x, const float *y, const float *z, float2 *out, int voxels, int many)
{ // a scanner's matrix: waves of all samples at a voxel; samples in constant memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= voxels)
		return;
	float px = x[i], py = y[i], pz = z[i], re = 0, im = 0;
#pragma unroll 4
	for (int k = 0; k < many; k++) {
		float4 s = samples[k];
		float turn = 6.2831853f * (s.x * px + s.y * py + s.z * pz);
		re += s.w * __cosf(turn), im += s.w * __sinf(turn);
	}
	out[i] = make_float2(re, im);
}
__global__ void scanner_careful(
	const float4 *sample, const float *x, const float *y, const float *z, float2 *out, int voxels, int many)
{ // the same with careful sines, four threads a voxel
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 4, part = threadIdx.x % 4;
	float px = x[i], py = y[i], pz = z[i], re = 0, im = 0, a, b;
	for (int k = part; k < many; k += 4) {
		float4 s = sample[k];
		sincospif(2 * (s.x * px + s.y * py + s.z * pz), &b, &a);
		re += s.w * a, im += s.w * b;
	}
	for (int k = 1; k < 4; k *= 2)
		re += __shfl_xor_sync(~0u, re, k), im += __shfl_xor_sync(~0u, im, k);
	if (part == 0)
		out[i] = make_float2(re, im);
}
static void scanner(const std::vector<float> &f)
{
	const int N = 5120, K = 400;
	std::vector<float4> s(K);
	std::vector<float> x(f.begin(), f.begin() + N), y(f.begin() + N, f.begin() + 2 * N),
		z(f.begin() + 2 * N, f.begin() + 3 * N);
	std::vector<float> want(2 * N);
	for (int k = 0; k < K; k++)
		s[k] = { f[k] - 0.5f, f[k + 400] - 0.5f, f[k + 800] - 0.5f, f[k + 1200] };
	for (int i = 0; i < N; i++) {
		double re = 0, im = 0;
		for (auto &e : s) {
			double t = 2 * M_PI * (e.x * x[i] + e.y * y[i] + e.z * z[i]);
			re += e.w * std::cos(t), im += e.w * std::sin(t);
		}
		want[2 * i] = re, want[2 * i + 1] = im;
	}
	CHECK(cudaMemcpyToSymbol(samples, s.data(), K * 16));
	float4 *ds = upload(s);
	float *dx = upload(x), *dy = upload(y), *dz = upload(z);
	float2 *o = dev<float2>(N);
	job<float>(
		"scanner_waves.quick_sines", [&] { scanner_constant<<<N / 64, 64>>>(dx, dy, dz, o, N, K); }, (float *)o,
		2 * N, close_to(want, 1e-2));
	job<float>(
		"scanner_waves.careful_sines", [&] { scanner_careful<<<N / 40, 160>>>(ds, dx, dy, dz, o, N, K); },
		(float *)o, 2 * N, close_to(want, 1e-3));
}
struct Shell { // a cloud of electrons about an atom
	float x, y, z, width;
	int kind, from;
};
__host__ __device__ inline float cloud_at(const Shell *s, int shells, const float *coef, float x, float y, float z)
{ // the density at a point: each orbital is a sum over shells of bells with one, three or five forms
	float orbital[4] = { 0, 0, 0, 0 };
	for (int k = 0; k < shells; k++) {
		float dx = x - s[k].x, dy = y - s[k].y, dz = z - s[k].z, r2 = dx * dx + dy * dy + dz * dz;
		if (s[k].width * r2 > 18)
			continue;
		float bell = expf(-s[k].width * r2) + 0.5f * expf(-0.4f * s[k].width * r2), form[5];
		int forms = 1;
		form[0] = bell;
		if (s[k].kind == 1) {
			form[0] = bell * dx, form[1] = bell * dy, form[2] = bell * dz;
			forms = 3;
		} else if (s[k].kind == 2) {
			form[0] = bell * dx * dy, form[1] = bell * dy * dz, form[2] = bell * dx * dz;
			form[3] = bell * (dx * dx - dy * dy), form[4] = bell * (3 * dz * dz - r2);
			forms = 5;
		}
		for (int a = 0; a < forms; a++)
			for (int m = 0; m < 4; m++)
				orbital[m] += coef[(s[k].from + a) * 4 + m] * form[a];
	}
	return 2 *
		(orbital[0] * orbital[0] + orbital[1] * orbital[1] + orbital[2] * orbital[2] + orbital[3] * orbital[3]);
}
__global__ void electron_cloud(const Shell *s, int shells, const float *coef, float *out, int n, float step)
{ // a point of the grid a thread
	int x = threadIdx.x, y = blockIdx.x * blockDim.y + threadIdx.y, z = blockIdx.y;
	if (x < n && y < n)
		out[(z * n + y) * n + x] = cloud_at(s, shells, coef, x * step, y * step, z * step);
}
static void clouds(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int N = 30, S = 48;
	std::vector<Shell> s(S);
	std::vector<float> coef, want(N * N * N);
	for (int k = 0; k < S; k++) {
		int a = k / 4, kind = k % 4 < 2 ? 0 : k % 4 - 1;
		s[k] = { f[a * 3] * 9, f[a * 3 + 1] * 9, f[a * 3 + 2] * 9, 0.4f + 2 * f[k + 99], kind,
			(int)coef.size() / 4 };
		for (int m = 0; m < 4 * (2 * kind + 1); m++)
			coef.push_back(f[coef.size() + 999] - 0.5f);
	}
	for (int i = 0; i < N * N * N; i++)
		want[i] = cloud_at(&s[0], S, &coef[0], i % N * 0.3f, i / N % N * 0.3f, i / (N * N) * 0.3f);
	Shell *ds = upload(s);
	float *dc = upload(coef), *o = dev<float>(N * N * N);
	job<float>(
		"electron_cloud.point_a_thread",
		[&] { electron_cloud<<<dim3(8, N), dim3(32, 4)>>>(ds, S, dc, o, N, 0.3f); }, o, N * N * N,
		close_to(want, 1e-3));
}
#define FAN 16
__global__ void wide_thread(const unsigned *node, const unsigned *ask, unsigned *out, int levels, int n)
{ // a tree of nodes of sixteen keys: which leaf holds each number? a number a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned key = ask[i], at = 0, base = 0, wide = 1;
	for (int l = 0; l < levels; l++) {
		int k = 0;
		while (k < FAN - 1 && node[(base + at) * FAN + k + 1] <= key)
			k++;
		base += wide, wide *= FAN, at = at * FAN + k;
	}
	out[i] = at;
}
__global__ void wide_lanes(const unsigned *node, const unsigned *ask, unsigned *out, int levels, int n)
{ // the same, sixteen lanes a number: each looks at one key, a vote tells the way
	int lane = threadIdx.x % 32, in = lane % FAN, many = gridDim.x * blockDim.x / FAN;
	for (int i = (blockIdx.x * blockDim.x + threadIdx.x) / FAN; __any_sync(~0u, i < n); i += many) {
		unsigned key = ask[min(i, n - 1)], at = 0, base = 0, wide = 1;
		for (int l = 0; l < levels; l++) {
			unsigned less = __ballot_sync(~0u, in == 0 || node[(base + at) * FAN + in] <= key);
			at = at * FAN + __popc(less >> (lane & 16) & 0xffff) - 1;
			base += wide, wide *= FAN;
		}
		if (in == 0 && i < n)
			out[i] = at;
	}
}
static void wide_trees(const std::vector<unsigned> &w)
{
	const int L = 4, LEAVES = 65536, Q = 20000;
	std::vector<unsigned> leaf(w.begin(), w.begin() + LEAVES), node,
		ask(w.begin() + LEAVES, w.begin() + LEAVES + Q), want(Q);
	std::sort(leaf.begin(), leaf.end());
	for (int l = 0, wide = 1; l < L; l++, wide *= FAN)
		for (int i = 0; i < wide * FAN; i++)
			node.push_back(leaf[LEAVES / (wide * FAN) * i]);
	for (int i = 0; i < Q; i++) {
		int k = std::upper_bound(leaf.begin(), leaf.end(), ask[i]) - leaf.begin() - 1;
		want[i] = std::max(k, 0);
	}
	unsigned *dn = upload(node), *da = upload(ask), *o = dev<unsigned>(Q);
	job<unsigned>(
		"wide_tree.number_a_thread", [&] { wide_thread<<<(Q + 255) / 256, 256>>>(dn, da, o, L, Q); }, o, Q,
		same(want));
	job<unsigned>(
		"wide_tree.sixteen_lanes", [&] { wide_lanes<<<264, 128>>>(dn, da, o, L, Q); }, o, Q, same(want));
}
__global__ void messages_up(const float *like, const float *offer, float *ask, int n)
{ // how much better a point likes a candidate than its best other one; a row a block
	__shared__ float first[4], second[4];
	__shared__ int who[4];
	int r = blockIdx.x, w = threadIdx.x / 32, at = -1;
	float a = -1e30f, b = -1e30f;
	for (int k = threadIdx.x; k < n; k += blockDim.x) {
		float v = like[r * n + k] + offer[r * n + k];
		if (v > a)
			b = a, a = v, at = k;
		else if (v > b)
			b = v;
	}
	for (int d = 16; d; d /= 2) {
		float oa = __shfl_xor_sync(~0u, a, d), ob = __shfl_xor_sync(~0u, b, d);
		int o = __shfl_xor_sync(~0u, at, d);
		if (oa > a || (oa == a && o < at))
			b = fmaxf(a, ob), a = oa, at = o;
		else
			b = fmaxf(b, oa);
	}
	if (threadIdx.x % 32 == 0)
		first[w] = a, second[w] = b, who[w] = at;
	__syncthreads();
	a = first[0], b = second[0], at = who[0];
	for (int k = 1; k < blockDim.x / 32; k++)
		if (first[k] > a)
			b = fmaxf(a, second[k]), a = first[k], at = who[k];
		else
			b = fmaxf(b, first[k]);
	for (int k = threadIdx.x; k < n; k += blockDim.x)
		ask[r * n + k] = 0.5f * ask[r * n + k] + 0.5f * (like[r * n + k] - (k == at ? b : a));
}
__global__ void messages_down(const float *ask, float *offer, int n)
{ // how fit a candidate is, by what all others ask; a column a thread, rows from top to bottom
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= n)
		return;
	float sum = 0, own = ask[c * n + c];
	for (int r = 0; r < n; r++)
		sum += r == c ? 0 : fmaxf(ask[r * n + c], 0);
	for (int r = 0; r < n; r++) {
		float v = r == c ? sum : fminf(0, own + sum - fmaxf(ask[r * n + c], 0));
		offer[r * n + c] = 0.5f * offer[r * n + c] + 0.5f * v;
	}
}
static void exemplars(const std::vector<float> &f)
{
	const int N = 230, ROUNDS = 3;
	std::vector<float> like(N * N), ask(N * N), offer(N * N);
	for (int i = 0; i < N * N; i++) {
		float x = f[i / N] - f[i % N], y = f[i / N + 500] - f[i % N + 500];
		like[i] = i / N == i % N ? -0.5f : -x * x - y * y;
	}
	for (int s = 0; s < ROUNDS; s++) {
		for (int r = 0; r < N; r++)
			for (int k = 0; k < N; k++) {
				float other = -1e30f;
				for (int j = 0; j < N; j++)
					if (j != k)
						other = std::max(other, like[r * N + j] + offer[r * N + j]);
				ask[r * N + k] = 0.5f * ask[r * N + k] + 0.5f * (like[r * N + k] - other);
			}
		for (int c = 0; c < N; c++) {
			float sum = 0;
			for (int r = 0; r < N; r++)
				sum += r == c ? 0 : std::max(ask[r * N + c], 0.0f);
			for (int r = 0; r < N; r++) {
				float v = r == c ?
					sum :
					std::min(0.0f, ask[c * N + c] + sum - std::max(ask[r * N + c], 0.0f));
				offer[r * N + c] = 0.5f * offer[r * N + c] + 0.5f * v;
			}
		}
	}
	float *dl = upload(like), *da = dev<float>(N * N), *o = dev<float>(N * N);
	job<float>(
		"exemplars.three_rounds",
		[&] {
			for (int s = 0; s < ROUNDS; s++) {
				messages_up<<<N, 128>>>(dl, o, da, N);
				messages_down<<<(N + 31) / 32, 32>>>(da, o, N);
			}
		},
		o, N * N, close_to(offer, 1e-3),
		[=] {
			CHECK(cudaMemset(o, 0, N * N * 4));
			CHECK(cudaMemset(da, 0, N * N * 4));
		});
}
void rows()
{
	std::vector<unsigned> w = words(1 << 19);
	std::vector<float> f = fractions(w);
	wings(w, f);
	weather(f);
	rains(f);
	scanner(f);
	clouds(w, f);
	wide_trees(w);
	exemplars(f);
}
