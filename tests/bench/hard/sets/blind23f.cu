// blind23f: a fresh set of kernels that nobody had modelled when they were written. Cameras, curves and secret tags.
#include "blind7.h"

template <class T, int N> struct Dual { // a number and how it changes with N others
	T v, d[N];
	__host__ __device__ Dual(T x = 0) : v(x)
	{
		for (int k = 0; k < N; k++)
			d[k] = 0;
	}
	__host__ __device__ static Dual named(T x, int which)
	{
		Dual r(x);
#pragma unroll
		for (int k = 0; k < N; k++)
			r.d[k] = k == which;
		return r;
	}
	__host__ __device__ Dual mixed(T x, T mine, const Dual &b, T other) const
	{
		Dual r(x);
#pragma unroll
		for (int k = 0; k < N; k++)
			r.d[k] = mine * d[k] + other * b.d[k];
		return r;
	}
	__host__ __device__ Dual operator+(const Dual &b) const
	{
		return mixed(v + b.v, 1, b, 1);
	}
	__host__ __device__ Dual operator-(const Dual &b) const
	{
		return mixed(v - b.v, 1, b, -1);
	}
	__host__ __device__ Dual operator*(const Dual &b) const
	{
		return mixed(v * b.v, b.v, b, v);
	}
	__host__ __device__ Dual operator/(const Dual &b) const
	{
		T one = 1 / b.v, x = v * one;
		return mixed(x, one, b, -x * one);
	}
};
struct Look {
	int camera, point;
};
template <class T> __host__ __device__ void seen_at(const T *camera, const T *point, T *out, int stride)
{ // where a camera (turned a little, moved, focus, two numbers of bent glass) sees a point, and how that changes
	typedef Dual<T, 9> D;
	D c[9];
#pragma unroll
	for (int k = 0; k < 9; k++)
		c[k] = D::named(camera[k], k);
	D x(point[0]), y(point[1]), z(point[2]);
	// turn twice by the cross product: enough for small turns
	D ax = c[1] * z - c[2] * y, ay = c[2] * x - c[0] * z, az = c[0] * y - c[1] * x;
	D bx = c[1] * az - c[2] * ay, by = c[2] * ax - c[0] * az, bz = c[0] * ay - c[1] * ax;
	D px = x + ax + bx * D(T(0.5)) + c[3], py = y + ay + by * D(T(0.5)) + c[4], pz = z + az + bz * D(T(0.5)) + c[5];
	D u = px / pz, v = py / pz, r = u * u + v * v, bent = D(1) + r * (c[7] + r * c[8]);
	D sx = c[6] * bent * u, sy = c[6] * bent * v;
	out[0] = sx.v, out[stride] = sy.v;
#pragma unroll
	for (int k = 0; k < 9; k++) {
		out[(2 + k) * stride] = sx.d[k];
		out[(11 + k) * stride] = sy.d[k];
	}
}
template <class T> __global__ void cameras(const T *camera, const T *point, const Look *look, T *out, int n)
{ // a look of a camera at a point a thread; twenty results in planes
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		seen_at(camera + look[i].camera * 9, point + look[i].point * 3, out + i, n);
}
__host__ __device__ bool solve_eight(float a[8][9])
{ // Gauss with the largest pivot, in place
	for (int p = 0; p < 8; p++) {
		int best = p;
		for (int i = p + 1; i < 8; i++)
			if (fabsf(a[i][p]) > fabsf(a[best][p]))
				best = i;
		if (fabsf(a[best][p]) < 1e-6f)
			return false;
		for (int j = p; j < 9; j++) {
			float t = a[p][j];
			a[p][j] = a[best][j];
			a[best][j] = t;
		}
		for (int i = 0; i < 8; i++) {
			if (i == p)
				continue;
			float f = a[i][p] / a[p][p];
			for (int j = p; j < 9; j++)
				a[i][j] -= f * a[p][j];
		}
	}
	return true;
}
__host__ __device__ void four_points(const float4 *pair, const int *four, float *map)
{ // the map of a plane to another plane that four pairs of points tell
	float a[8][9];
	for (int k = 0; k < 4; k++) {
		float4 p = pair[four[k]];
		float r1[9] = { p.x, p.y, 1, 0, 0, 0, -p.x * p.z, -p.y * p.z, p.z };
		float r2[9] = { 0, 0, 0, p.x, p.y, 1, -p.x * p.w, -p.y * p.w, p.w };
		for (int j = 0; j < 9; j++)
			a[2 * k][j] = r1[j], a[2 * k + 1][j] = r2[j];
	}
	bool good = solve_eight(a);
	for (int k = 0; k < 8; k++)
		map[k] = good ? a[k][8] / a[k][k] : 0;
}
__host__ __device__ bool agrees(const float4 &p, const float *m)
{
	float s = m[6] * p.x + m[7] * p.y + 1, x = m[0] * p.x + m[1] * p.y + m[2] - p.z * s;
	float y = m[3] * p.x + m[4] * p.y + m[5] - p.w * s;
	return x * x + y * y < 4e-4f * s * s;
}
__global__ void planes_solve(const float4 *pair, const int *four, float *map, int tries)
{ // a guess a thread: eight equations in a local array
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < tries)
		four_points(pair, four + 4 * i, map + 8 * i);
}
__global__ void planes_count(const float4 *pair, const float *map, int *many, int n)
{ // a guess a block: how many pairs agree
	float m[8];
	for (int k = 0; k < 8; k++)
		m[k] = map[blockIdx.x * 8 + k];
	int sum = 0;
	for (int i = threadIdx.x; i < (n + 127) / 128 * 128; i += 128)
		sum += __syncthreads_count(i < n && agrees(pair[i], m));
	if (threadIdx.x == 0)
		many[blockIdx.x] = sum;
}
__global__ void planes_fused(const float4 *pair, const int *four, int *many, int n, int tries)
{ // the same in one: a warp a guess, its first lane solves while the others wait
	__shared__ float map[4][8];
	int v = threadIdx.x / 32, lane = threadIdx.x % 32, g = blockIdx.x * 4 + v, sum = 0;
	if (g >= tries)
		return;
	if (lane == 0)
		four_points(pair, four + 4 * g, map[v]);
	__syncwarp();
	for (int i = lane; i < n; i += 32)
		sum += agrees(pair[i], map[v]);
	sum = __reduce_add_sync(~0u, sum);
	if (lane == 0)
		many[g] = sum;
}
__host__ __device__ float4 turned_between(const float4 &p, float4 q, float t)
{ // from one turn to another along the shortest way, at an even speed
	float c = p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w, a = 1 - t, b = t;
	if (c < 0)
		q = { -q.x, -q.y, -q.z, -q.w }, c = -c;
	if (c < 0.9995f) {
		float angle = acosf(c), s = 1 / sinf(angle);
		a = sinf((1 - t) * angle) * s, b = sinf(t * angle) * s;
	}
	return { a * p.x + b * q.x, a * p.y + b * q.y, a * p.z + b * q.z, a * p.w + b * q.w };
}
__global__ void key_frames(const float *time, const float4 *turn, const float *now, float4 *out, int keys, int bones)
{ // bones of many figures: each looks for its key frames, then turns between them
	int b = blockIdx.y * blockDim.x + threadIdx.x;
	float t = now[blockIdx.x];
	if (b >= bones)
		return;
	int low = 0, high = keys - 1;
	const float *own = time + b * keys;
	while (high - low > 1) {
		int m = (low + high) / 2;
		if (own[m] <= t)
			low = m;
		else
			high = m;
	}
	float part = (t - own[low]) / (own[high] - own[low]);
	out[blockIdx.x * bones + b] = turned_between(turn[b * keys + low], turn[b * keys + high], part);
}
__host__ __device__ float mild_slope(const float *y, int n, int i)
{ // Akima: the slope at a point from the four around it
	float m[4];
	for (int k = 0; k < 4; k++) {
		int at = i - 2 + k;
		at = at < 0 ? 0 : at > n - 2 ? n - 2 : at;
		m[k] = y[at + 1] - y[at];
	}
	float a = fabsf(m[3] - m[2]), b = fabsf(m[1] - m[0]);
	return a + b < 1e-6f ? 0.5f * (m[1] + m[2]) : (a * m[1] + b * m[2]) / (a + b);
}
__host__ __device__ float cubic(float y0, float y1, float s0, float s1, float t)
{
	float d = y1 - y0, c = 3 * d - 2 * s0 - s1, e = s0 + s1 - 2 * d;
	return y0 + t * (s0 + t * (c + t * e));
}
__global__ void mild_curve_anew(const float *y, const float *at, float *out, int n, int m)
{ // a curve without bumps through points: both slopes anew for each place
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= m)
		return;
	int k = min((int)at[i], n - 2);
	out[i] = cubic(y[k], y[k + 1], mild_slope(y, n, k), mild_slope(y, n, k + 1), at[i] - k);
}
__global__ void mild_slopes(const float *y, float2 *both, int n)
{ // all slopes, beside their values
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		both[i] = make_float2(y[i], mild_slope(y, n, i));
}
__global__ void mild_curve_made(const float2 *both, const float *at, float *out, int n, int m)
{ // the same from made slopes, four places a thread
	for (int i = blockIdx.x * blockDim.x * 4 + threadIdx.x, k = 0; k < 4; k++, i += blockDim.x)
		if (i < m) {
			int j = min((int)at[i], n - 2);
			float2 a = both[j], b = both[j + 1];
			out[i] = cubic(a.x, b.x, a.y, b.y, at[i] - j);
		}
}
__global__ void island(const byte *wish, byte *best, int length, int rounds)
{ // breeding: an island of 128 words a block; two fights for parents, a cut, a slip; least letters wrong wins
	extern __shared__ byte folk[]; // 2 * 128 * length
	__shared__ int wrong[128];
	int t = threadIdx.x;
	unsigned seed = (blockIdx.x * 128 + t) * 2654435761u + 1;
	auto roll = [&] {
		seed ^= seed << 13;
		seed ^= seed >> 17;
		seed ^= seed << 5;
		return seed;
	};
	for (int k = 0; k < length; k++)
		folk[t * length + k] = roll() % 26;
	for (int r = 0; r < rounds; r++) {
		byte *now = folk + r % 2 * 128 * length, *next = folk + (r + 1) % 2 * 128 * length;
		int bad = 0;
		for (int k = 0; k < length; k++)
			bad += now[t * length + k] != wish[k];
		wrong[t] = bad;
		__syncthreads();
		int a = roll() % 128, b = roll() % 128, c = roll() % 128, d = roll() % 128;
		int mother = wrong[a] <= wrong[b] ? a : b, father = wrong[c] <= wrong[d] ? c : d, cut = roll() % length;
		for (int k = 0; k < length; k++)
			next[t * length + k] = now[(k < cut ? mother : father) * length + k];
		if (roll() % 4 == 0)
			next[t * length + roll() % length] = roll() % 26;
		__syncthreads();
	}
	for (int k = 0; k < length; k++)
		best[(blockIdx.x * 128 + t) * length + k] = folk[rounds % 2 * 128 * length + t * length + k];
}
__host__ __device__ ulonglong2 field_product(ulonglong2 a, ulonglong2 b)
{ // 128 bits times 128 bits without carries, modulo x^128 + x^7 + x^2 + x + 1, bit by bit
	ulonglong2 r = { 0, 0 };
	for (int k = 127; k >= 0; k--) {
		u64 top = r.y >> 63;
		r.y = r.y << 1 | r.x >> 63;
		r.x = r.x << 1 ^ (top ? 0x87 : 0);
		u64 take = 0 - ((k >= 64 ? b.y >> (k - 64) : b.x >> k) & 1);
		r.x ^= a.x & take;
		r.y ^= a.y & take;
	}
	return r;
}
__global__ void tags_bits(const ulonglong2 *data, const ulonglong2 *key, ulonglong2 *tag, int long_, int n)
{ // a secret tag of each message, bit by bit
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	ulonglong2 sum = { 0, 0 }, h = key[0];
	for (int k = 0; k < long_; k++) {
		ulonglong2 d = data[k * n + i];
		sum.x ^= d.x, sum.y ^= d.y;
		sum = field_product(h, sum);
	}
	tag[i] = sum;
}
__global__ void tags_table(const ulonglong2 *data, const ulonglong2 *key, ulonglong2 *tag, int long_, int n)
{ // the same, four bits at a time; sixteen products of the key in shared memory
	__shared__ ulonglong2 table[16];
	if (threadIdx.x < 16)
		table[threadIdx.x] = field_product(key[0], make_ulonglong2(threadIdx.x, 0));
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	ulonglong2 sum = { 0, 0 };
	for (int k = 0; k < long_; k++) {
		ulonglong2 d = data[k * n + i], r = { 0, 0 };
		sum.x ^= d.x, sum.y ^= d.y;
		for (int s = 31; s >= 0; s--) {
			u64 top = r.y >> 60;
			r.y = r.y << 4 | r.x >> 60;
			r.x = r.x << 4 ^ top ^ top << 1 ^ top << 2 ^ top << 7;
			ulonglong2 p = table[(s >= 16 ? sum.y >> (s - 16) * 4 : sum.x >> s * 4) & 15];
			r.x ^= p.x, r.y ^= p.y;
		}
		sum = r;
	}
	tag[i] = sum;
}
__host__ __device__ int gamma_list(const unsigned *bits, u64 at, int many, int *out, int stride)
{ // numbers in the code of Elias: as many noughts as bits that follow the first one; gaps add up
	int sum = 0;
	for (int k = 0; k < many; k++) {
		u64 pair = ((u64)bits[at / 32] << 32 | bits[at / 32 + 1]) << at % 32;
		unsigned window = pair >> 32;
#ifdef __CUDA_ARCH__
		int zeros = __clz(window);
#else
		int zeros = __builtin_clz(window);
#endif
		sum += window >> (31 - 2 * zeros);
		at += 2 * zeros + 1;
		out[k * stride] = sum;
	}
	return sum;
}
__global__ void elias_lists(const unsigned *bits, const u64 *start, const int *many, const int *place, int *out, int n)
{ // a list of numbers a thread, each of its own length
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		gamma_list(bits, start[i], many[i], out + place[i], 1);
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w);
	const int CAMERAS = 30, POINTS = 3000, LOOKS = 20000;
	std::vector<double> camera2(CAMERAS * 9), point2(POINTS * 3), jac2(LOOKS * 20);
	for (int i = 0; i < CAMERAS * 9; i++)
		camera2[i] = i % 9 < 3 ? 0.3f * f[i] : i % 9 == 6 ? 2 : i % 9 == 5 ? 6 : 0.1f * f[i];
	for (int i = 0; i < POINTS * 3; i++)
		point2[i] = f[i + 5000] * 2 - 1;
	std::vector<float> camera(camera2.begin(), camera2.end()), point(point2.begin(), point2.end());
	std::vector<Look> look(LOOKS);
	for (int i = 0; i < LOOKS; i++) {
		look[i] = { i * CAMERAS / LOOKS, (int)(w[i] % POINTS) };
		seen_at(&camera2[look[i].camera * 9], &point2[look[i].point * 3], &jac2[i], LOOKS);
	}
	std::vector<float> jac(jac2.begin(), jac2.end());
	float *dc = upload(camera), *dp = upload(point), *o = dev<float>(LOOKS * 20);
	double *dc2 = upload(camera2), *dp2 = upload(point2), *o2 = dev<double>(LOOKS * 20);
	Look *dl = upload(look);
	job<float>(
		"cameras.floats", [&] { cameras<<<(LOOKS + 127) / 128, 128>>>(dc, dp, dl, o, LOOKS); }, o, LOOKS * 20,
		close_to(jac, 1e-3));
	job<double>(
		"cameras.doubles", [&] { cameras<<<(LOOKS + 63) / 64, 64>>>(dc2, dp2, dl, o2, LOOKS); }, o2, LOOKS * 20,
		close_to(jac2, 1e-9));
	const int PAIRS = 700, TRIES = 1500;
	std::vector<float4> pair(PAIRS);
	std::vector<int> four(TRIES * 4), many(TRIES);
	for (int i = 0; i < PAIRS; i++) {
		float x = f[i], y = f[i + PAIRS], s = 0.1f * x + 0.2f * y + 1;
		pair[i] = { x, y, (0.9f * x - 0.2f * y + 0.1f) / s, (0.3f * x + 1.1f * y) / s };
		if (i % 3 == 0)
			pair[i].z = f[i + 2000], pair[i].w = f[i + 3000];
	}
	for (int i = 0; i < TRIES * 4; i++)
		four[i] = (w[i / 4] % 160 + i % 4 * (1 + w[i / 4] / 256 % 170)) % PAIRS;
	for (int i = 0; i < TRIES; i++) {
		float map[8];
		four_points(pair.data(), &four[i * 4], map);
		for (int k = 0; k < PAIRS; k++)
			many[i] += agrees(pair[k], map);
	}
	auto about = [&](const std::vector<int> &v) { // rounding may move a few pairs across the limit
		int off = 0;
		for (int i = 0; i < TRIES; i++)
			off += std::abs(v[i] - many[i]) > 3;
		return off < TRIES / 25;
	};
	float4 *dpair = upload(pair);
	int *dfour = upload(four), *dmany = dev<int>(TRIES);
	float *map = dev<float>(TRIES * 8);
	job<int>(
		"four_points.solve_then_count",
		[&] {
			planes_solve<<<(TRIES + 31) / 32, 32>>>(dpair, dfour, map, TRIES);
			planes_count<<<TRIES, 128>>>(dpair, map, dmany, PAIRS);
		},
		dmany, TRIES, about);
	job<int>(
		"four_points.guess_a_warp",
		[&] { planes_fused<<<TRIES / 4, 128>>>(dpair, dfour, dmany, PAIRS, TRIES); }, dmany, TRIES, about);
	const int KEYS = 40, BONES = 72, FIGURES = 1000;
	std::vector<float> time(BONES * KEYS), now(FIGURES), turned(FIGURES * BONES * 4);
	std::vector<float4> turn(BONES * KEYS);
	for (int i = 0; i < BONES * KEYS; i++) {
		float x = f[i] - 0.5f, y = f[i + 1] - 0.5f, z = f[i + 2] - 0.5f, v = f[i + 3] + 0.2f;
		float l = 1 / std::sqrt(x * x + y * y + z * z + v * v);
		turn[i] = { x * l, y * l, z * l, v * l };
		time[i] = i % KEYS ? time[i - 1] + 0.2f + f[i] : 0;
	}
	for (int i = 0; i < FIGURES; i++)
		now[i] = f[i + 999] * 20;
	for (int i = 0; i < FIGURES * BONES; i++) {
		int b = i % BONES, k = 0;
		while (k < KEYS - 2 && time[b * KEYS + k + 1] <= now[i / BONES])
			k++;
		float t0 = time[b * KEYS + k], t1 = time[b * KEYS + k + 1];
		float4 r =
			turned_between(turn[b * KEYS + k], turn[b * KEYS + k + 1], (now[i / BONES] - t0) / (t1 - t0));
		memcpy(&turned[i * 4], &r, 16);
	}
	float *dt = upload(time), *dn = upload(now);
	float4 *dturn = upload(turn);
	job<float>(
		"key_frames.bone_a_thread",
		[&] { key_frames<<<dim3(FIGURES, 1), 96>>>(dt, dturn, dn, (float4 *)o, KEYS, BONES); }, o,
		FIGURES * BONES * 4, close_to(turned, 1e-3));
	const int N = 5000, M = 400000;
	std::vector<float> y(f.begin(), f.begin() + N), at(M), curve(M);
	for (int i = 0; i < M; i++) {
		at[i] = f[i + 10] * (N - 1);
		int k = std::min((int)at[i], N - 2);
		curve[i] = cubic(y[k], y[k + 1], mild_slope(y.data(), N, k), mild_slope(y.data(), N, k + 1), at[i] - k);
	}
	float *dy = upload(y), *da = upload(at);
	float2 *both = dev<float2>(N);
	job<float>(
		"mild_curve.slopes_anew", [&] { mild_curve_anew<<<(M + 255) / 256, 256>>>(dy, da, o, N, M); }, o, M,
		close_to(curve, 1e-3));
	job<float>(
		"mild_curve.slopes_first",
		[&] {
			mild_slopes<<<(N + 127) / 128, 128>>>(dy, both, N);
			mild_curve_made<<<(M + 1023) / 1024, 256>>>(both, da, o, N, M);
		},
		o, M, close_to(curve, 1e-3));
	const int LENGTH = 28, ISLANDS = 20;
	std::vector<byte> wish(LENGTH);
	for (int k = 0; k < LENGTH; k++)
		wish[k] = w[k] % 26;
	byte *dw = upload(wish), *ob = dev<byte>(ISLANDS * 128 * LENGTH);
	job<byte>(
		"breeding.island_a_block", [&] { island<<<ISLANDS, 128, 256 * LENGTH>>>(dw, ob, LENGTH, 40); }, ob,
		ISLANDS * 128 * LENGTH,
		[&](const std::vector<byte> &v) {
			int wrong = 0; // nearly all letters are as wished
			for (size_t i = 0; i < v.size(); i++)
				wrong += v[i] != wish[i % LENGTH];
			return wrong < (int)v.size() / 3;
		});
	const int LONG = 12, MESSAGES = 4000;
	std::vector<ulonglong2> data(LONG * MESSAGES), key(1);
	std::vector<u64> tag(MESSAGES * 2);
	for (int i = 0; i < LONG * MESSAGES; i++)
		data[i] = { (u64)w[i] << 32 | w[i + 1], (u64)w[i + 2] << 32 | w[i + 3] };
	key[0] = { 0x0123456789abcdefull, 0xfedcba9876543210ull };
	for (int i = 0; i < MESSAGES; i++) {
		ulonglong2 s = { 0, 0 };
		for (int k = 0; k < LONG; k++)
			s = field_product(key[0], { s.x ^ data[k * MESSAGES + i].x, s.y ^ data[k * MESSAGES + i].y });
		tag[2 * i] = s.x, tag[2 * i + 1] = s.y;
	}
	ulonglong2 *dd = upload(data), *dk = upload(key), *ot = dev<ulonglong2>(MESSAGES);
	job<u64>(
		"secret_tags.bit_by_bit", [&] { tags_bits<<<(MESSAGES + 63) / 64, 64>>>(dd, dk, ot, LONG, MESSAGES); },
		(u64 *)ot, MESSAGES * 2, same(tag));
	job<u64>(
		"secret_tags.four_bits", [&] { tags_table<<<(MESSAGES + 63) / 64, 64>>>(dd, dk, ot, LONG, MESSAGES); },
		(u64 *)ot, MESSAGES * 2, same(tag));
	const int LISTS = 3000;
	std::vector<unsigned> bits(1 << 18);
	std::vector<u64> start(LISTS);
	std::vector<int> length(LISTS), place(LISTS), all;
	u64 end = 0;
	for (int i = 0; i < LISTS; i++) {
		start[i] = end;
		place[i] = all.size();
		length[i] = 5 + w[i] % 60 + (w[i] % 31 == 0) * 150;
		for (int k = 0, sum = 0; k < length[i]; k++) {
			unsigned v = 1 + (w[i * 64 + k] >> 8 & (1u << w[i * 64 + k] % 10) - 1);
			int wide = 31 - __builtin_clz(v);
			end += wide;
			for (int j = wide; j >= 0; j--, end++)
				bits[end / 32] |= (v >> j & 1u) << (31 - end % 32);
			all.push_back(sum += v);
		}
	}
	unsigned *dbits = upload(bits);
	u64 *dstart = upload(start);
	int *dlong = upload(length), *dplace = upload(place), *oall = dev<int>(all.size());
	job<int>(
		"elias_lists.list_a_thread",
		[&] { elias_lists<<<(LISTS + 63) / 64, 64>>>(dbits, dstart, dlong, dplace, oall, LISTS); }, oall,
		all.size(), same(all));
}
