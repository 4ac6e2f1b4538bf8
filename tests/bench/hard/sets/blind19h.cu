// blind19h: a fresh set of kernels that nobody had modelled when they were written. Students' maps and number puzzles.
#include "blind7.h"

template <class T> __host__ __device__ void sheet_place(T lon, T lat, int zoom, T *x, T *y)
{ // where a place on the globe lies on a sheet of 2^zoom tiles (Mercator)
	const T turn = T(3.14159265358979324) / 180;
	T n = T(1 << zoom);
	*x = n * (lon + 180) / 360;
	*y = n * (1 - log(tan(lat * turn) + 1 / cos(lat * turn)) / (180 * turn)) / 2;
}
template <class T> __global__ void sheet_places(const T *lon, const T *lat, T *x, T *y, int n, int zoom)
{ // a place a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		sheet_place(lon[i], lat[i], zoom, &x[i], &y[i]);
}
__host__ __device__ float arc(float2 a, float2 b)
{ // the way between two places on the ball, as the square of a half chord
	float s = sinf((b.y - a.y) * 0.5f), t = sinf((b.x - a.x) * 0.5f);
	return s * s + cosf(a.y) * cosf(b.y) * t * t;
}
__global__ void cafe_plain(const float2 *user, const float2 *cafe, float *far, int users, int cafes)
{ // how far the nearest cafe is, a user a thread, all of the formula for each cafe
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= users)
		return;
	float best = 2;
	for (int k = 0; k < cafes; k++)
		best = fminf(best, arc(user[i], cafe[k]));
	far[i] = 2 * 6371 * asinf(sqrtf(best));
}
__global__ void cafe_points(const float2 *user, const float2 *cafe, float *far, int users, int cafes)
{ // the same: cafes become points in space in shared memory once a block, then only differences are squared
	__shared__ float3 p[96];
	int i = blockIdx.x * 96 + threadIdx.x;
	float2 u = user[min(i, users - 1)];
	float ux = cosf(u.y) * cosf(u.x), uy = cosf(u.y) * sinf(u.x), uz = sinf(u.y), best = 9;
	for (int k0 = 0; k0 < cafes; k0 += 96) {
		__syncthreads();
		if (k0 + threadIdx.x < cafes) {
			float2 c = cafe[k0 + threadIdx.x];
			p[threadIdx.x] = make_float3(cosf(c.y) * cosf(c.x), cosf(c.y) * sinf(c.x), sinf(c.y));
		}
		__syncthreads();
		for (int k = 0; k < min(96, cafes - k0); k++) {
			float dx = p[k].x - ux, dy = p[k].y - uy, dz = p[k].z - uz;
			best = fminf(best, dx * dx + dy * dy + dz * dz);
		}
	}
	if (i < users)
		far[i] = 2 * 6371 * asinf(sqrtf(best * 0.25f));
}
__global__ void coast_each(const byte *land, int *length, int w, int h)
{ // length of the coast: each thread on land adds its sides towards the sea with an atomic
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, i = y * w + x;
	if (x >= w || y >= h || !land[i])
		return;
	int s = (x && !land[i - 1]) + (x + 1 < w && !land[i + 1]) + (y && !land[i - w]) + (y + 1 < h && !land[i + w]);
	if (s)
		atomicAdd(length, s);
}
__global__ void coast_votes(const byte *land, int *length, int w, int h, int each)
{ // the same: a warp goes down a strip of 32 columns, rows become words of bits, changes are counted
	int strip = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, x = strip * 32 + lane;
	if (strip * 32 >= w)
		return;
	int y0 = blockIdx.y * each, y1 = min(y0 + each, h), s = 0;
	unsigned inside = __ballot_sync(~0u, x + 1 < w), valid = __ballot_sync(~0u, x < w), above = 0;
	if (y0)
		above = __ballot_sync(~0u, x < w && land[(y0 - 1) * w + x]);
	for (int y = y0; y < y1; y++) {
		unsigned row = __ballot_sync(~0u, x < w && land[y * w + x]);
		unsigned next = row >> 1;
		if (inside >> 31)
			next |= (unsigned)land[y * w + strip * 32 + 32] << 31;
		s += __popc((row ^ next) & inside);
		if (y)
			s += __popc((row ^ above) & valid);
		above = row;
	}
	if (lane == 0)
		atomicAdd(length, s);
}
__global__ void codes_search(const unsigned *first, const unsigned *asked, int *found, int codes, int n)
{ // which range a number lies in, by halving, a question a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned q = asked[i];
	int a = 0, b = codes;
	while (b - a > 1) {
		int m = (a + b) / 2;
		if (first[m] <= q)
			a = m;
		else
			b = m;
	}
	found[i] = a;
}
__global__ void codes_two_steps(const unsigned *first, const unsigned *asked, int *found, int codes, int n, int gap)
{ // the same: every gap-th number in shared memory tells where to go on
	extern __shared__ unsigned sample[];
	int samples = (codes + gap - 1) / gap;
	for (int k = threadIdx.x; k < samples; k += blockDim.x)
		sample[k] = first[k * gap];
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		unsigned q = asked[i];
		int a = 0, b = samples;
		while (b - a > 1) {
			int m = (a + b) / 2;
			if (sample[m] <= q)
				a = m;
			else
				b = m;
		}
		a *= gap;
		b = min(a + gap, codes);
		while (b - a > 1) {
			int m = (a + b) / 2;
			if (first[m] <= q)
				a = m;
			else
				b = m;
		}
		found[i] = a;
	}
}
__global__ void magic_all(int *found, unsigned *sum, int n)
{ // magic squares of three by three: each thread makes the whole order of its number, then looks at eight lines
	int i = blockIdx.x * blockDim.x + threadIdx.x, d[9], left[9], r = i, f = 40320;
	if (i >= n)
		return;
	for (int k = 0; k < 9; k++)
		left[k] = k + 1;
	for (int k = 0; k < 9; k++) {
		int at = r / f;
		r %= f;
		d[k] = left[at];
		for (int j = at; j < 8; j++)
			left[j] = left[j + 1];
		f /= max(8 - k, 1);
	}
	bool good = true;
	for (int k = 0; k < 3; k++)
		good &= d[3 * k] + d[3 * k + 1] + d[3 * k + 2] == 15 && d[k] + d[k + 3] + d[k + 6] == 15;
	good &= d[0] + d[4] + d[8] == 15 && d[2] + d[4] + d[6] == 15;
	if (good) {
		atomicAdd(found, 1);
		atomicAdd(sum, (unsigned)i);
	}
}
__global__ void magic_early(int *found, unsigned *sum, int n)
{ // the same with digits four bits each in one 64-bit word, and a thread stops as soon as a line is wrong
	int i = blockIdx.x * blockDim.x + threadIdx.x, r = i, f = 40320, line = 0;
	if (i >= n)
		return;
	u64 left = 0x987654321ull, d = 0;
	for (int k = 0; k < 9; k++) {
		int at = r / f * 4, v = left >> at & 15;
		r %= f;
		left = (left & ((1ull << at) - 1)) | left >> (at + 4) << at;
		d |= (u64)v << 4 * k;
		line += v;
		if (k % 3 == 2) {
			if (line != 15)
				return;
			line = 0;
		}
		f /= max(8 - k, 1);
	}
	auto at = [d](int k) { return (int)(d >> 4 * k & 15); };
	for (int k = 0; k < 3; k++)
		if (at(k) + at(k + 3) + at(k + 6) != 15)
			return;
	if (at(0) + at(4) + at(8) != 15 || at(2) + at(4) + at(6) != 15)
		return;
	atomicAdd(found, 1);
	atomicAdd(sum, (unsigned)i);
}
__host__ __device__ int joined_numbers(int a, int b, int way)
{ // two numbers by one of four rules; -1 where the rule is not allowed
	switch (way) {
	case 0: return a + b;
	case 1: return a >= b ? a - b : b - a;
	case 2: return a * b;
	default: return b && a % b == 0 ? a / b : a && b % a == 0 ? b / a : -1;
	}
}
__host__ __device__ void come_near(const int *number, int n, int goal, int &best)
{ // tries all ways to join two of the numbers, and goes on with one number less
	for (int k = 0; k < n; k++) {
		int d = number[k] > goal ? number[k] - goal : goal - number[k];
		best = d < best ? d : best;
	}
	for (int a = 1; a < n; a++)
		for (int b = 0; b < a; b++)
			for (int way = 0; way < 4; way++) {
				int next[4], m = 0, v = joined_numbers(number[a], number[b], way);
				if (v < 0 || !best)
					continue;
				for (int k = 0; k < n; k++)
					if (k != a && k != b)
						next[m++] = number[k];
				next[m++] = v;
				come_near(next, m, goal, best);
			}
}
__global__ void goal_recursive(const int4 *given, const int *goal, int *miss, int n)
{ // how near four numbers come to a goal, a puzzle a thread, by recursion; a hit ends the search
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int number[4] = { given[i].x, given[i].y, given[i].z, given[i].w }, best = 1 << 20;
	come_near(number, 4, goal[i], best);
	miss[i] = best;
}
__global__ void goal_warp(const int4 *given, const int *goal, int *miss, int n)
{ // the same, a puzzle a warp: the first join (six pairs, four rules) comes from the lane's number
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (i >= n)
		return;
	int number[4] = { given[i].x, given[i].y, given[i].z, given[i].w }, next[3], m = 0, best = 1 << 20, g = goal[i];
	int pair = lane / 4, a = pair < 1 ? 1 : pair < 3 ? 2 : 3, b = pair - a * (a - 1) / 2;
	if (lane < 24) {
		int v = joined_numbers(number[a], number[b], lane % 4);
		for (int k = 0; k < 4; k++) {
			best = min(best, abs(number[k] - g));
			if (k != a && k != b)
				next[m++] = number[k];
		}
		next[m++] = v;
		if (v >= 0)
			come_near(next, 3, g, best);
	}
	best = __reduce_min_sync(~0u, best);
	if (lane == 0)
		miss[i] = best;
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w);
	const int N = 60000;
	std::vector<double> lon(N), lat(N), sheet(2 * N);
	std::vector<float> flon(N), flat(N);
	for (int i = 0; i < N; i++) {
		flon[i] = lon[i] = 360 * f[i] - 180;
		flat[i] = lat[i] = 160 * f[i + N] - 80;
		sheet_place(lon[i], lat[i], 12, &sheet[i], &sheet[i + N]);
	}
	std::vector<float> fsheet(sheet.begin(), sheet.end());
	double *dlon = upload(lon), *dlat = upload(lat), *dxy = dev<double>(2 * N);
	float *flo = upload(flon), *fla = upload(flat), *o = dev<float>(2 * N);
	job<double>(
		"map_sheets.doubles", [&] { sheet_places<<<(N + 127) / 128, 128>>>(dlon, dlat, dxy, dxy + N, N, 12); },
		dxy, 2 * N, close_to(sheet, 1e-9));
	job<float>(
		"map_sheets.floats", [&] { sheet_places<<<(N + 127) / 128, 128>>>(flo, fla, o, o + N, N, 12); }, o,
		2 * N, close_to(fsheet, 1e-2));
	const int USERS = 5000, CAFES = 350;
	std::vector<float2> user(USERS), cafe(CAFES);
	std::vector<float> far(USERS);
	for (int k = 0; k < CAFES; k++)
		cafe[k] = make_float2(0.2f + 0.1f * f[k], 0.8f + 0.1f * f[k + 1000]);
	for (int i = 0; i < USERS; i++) {
		float best = 2;
		user[i] = make_float2(0.2f + 0.1f * f[i + 3000], 0.8f + 0.1f * f[i + 10000]);
		for (int k = 0; k < CAFES; k++)
			best = std::min(best, arc(user[i], cafe[k]));
		far[i] = 2 * 6371 * std::asin(std::sqrt(best));
	}
	float2 *du = upload(user), *dc = upload(cafe);
	job<float>(
		"nearest_cafe.whole_formula", [&] { cafe_plain<<<(USERS + 63) / 64, 64>>>(du, dc, o, USERS, CAFES); },
		o, USERS, close_to(far, 2e-2));
	job<float>(
		"nearest_cafe.points_in_shared",
		[&] { cafe_points<<<(USERS + 95) / 96, 96>>>(du, dc, o, USERS, CAFES); }, o, USERS,
		close_to(far, 2e-2));
	const int W = 1100, H = 650;
	std::vector<byte> land(W * H);
	std::vector<int> coast(1);
	for (int i = 0; i < W * H; i++)
		land[i] = (i % W / 60 + i / W / 45) % 3 == 0 ? w[i] % 7 != 0 : w[i] % 31 == 0;
	for (int i = 0; i < W * H; i++)
		coast[0] += (i % W + 1 < W && land[i] != land[i + 1]) + (i + W < W * H && land[i] != land[i + W]);
	byte *dl = upload(land);
	int *di = dev<int>(1 << 18);
	auto zero = [&] { CHECK(cudaMemset(di, 0, 8)); };
	job<int>(
		"coast_length.atomic_a_pixel",
		[&] { coast_each<<<dim3((W + 31) / 32, (H + 7) / 8), dim3(32, 8)>>>(dl, di, W, H); }, di, 1,
		same(coast), zero);
	job<int>(
		"coast_length.rows_as_bits",
		[&] { coast_votes<<<dim3((W + 127) / 128, (H + 24) / 25), 128>>>(dl, di, W, H, 25); }, di, 1,
		same(coast), zero);
	const int CODES = 40000, ASKED = 200000, GAP = 64;
	std::vector<unsigned> first(w.begin(), w.begin() + CODES), asked(w.begin() + CODES, w.begin() + CODES + ASKED);
	std::vector<int> place(ASKED);
	first[0] = 0;
	std::sort(first.begin(), first.end());
	for (int i = 0; i < ASKED; i++)
		place[i] = std::upper_bound(first.begin(), first.end(), asked[i]) - first.begin() - 1;
	unsigned *df = upload(first), *da = upload(asked);
	job<int>(
		"post_codes.halving", [&] { codes_search<<<(ASKED + 255) / 256, 256>>>(df, da, di, CODES, ASKED); }, di,
		ASKED, same(place));
	job<int>(
		"post_codes.sample_in_shared",
		[&] { codes_two_steps<<<250, 288, (CODES + GAP - 1) / GAP * 4>>>(df, da, di, CODES, ASKED, GAP); }, di,
		ASKED, same(place));
	const int ORDERS = 362880;
	auto eight = [](const std::vector<int> &v) { return v[0] == 8 && v[1]; };
	job<int>(
		"magic_square.whole_order",
		[&] { magic_all<<<(ORDERS + 255) / 256, 256>>>(di, (unsigned *)di + 1, ORDERS); }, di, 2, eight, zero);
	job<int>(
		"magic_square.early_stop",
		[&] { magic_early<<<(ORDERS + 255) / 256, 256>>>(di, (unsigned *)di + 1, ORDERS); }, di, 2, eight,
		zero);
	const int PUZZLES = 4000, SOME = 1200;
	std::vector<int4> given(PUZZLES);
	std::vector<int> goal(PUZZLES), miss(PUZZLES);
	for (int i = 0; i < PUZZLES; i++) {
		given[i] =
			make_int4(1 + w[i] % 10, 1 + w[i] / 16 % 10, 1 + w[i] / 256 % 25, 25 * (1 + w[i] / 8192 % 4));
		goal[i] = 100 + w[i + PUZZLES] % 400;
		int number[4] = { given[i].x, given[i].y, given[i].z, given[i].w };
		miss[i] = 1 << 20;
		come_near(number, 4, goal[i], miss[i]);
	}
	int4 *dg = upload(given);
	int *dgoal = upload(goal);
	job<int>(
		"number_goal.recursive", [&] { goal_recursive<<<(SOME + 31) / 32, 32>>>(dg, dgoal, di, SOME); }, di,
		SOME, same(std::vector<int>(miss.begin(), miss.begin() + SOME)));
	job<int>(
		"number_goal.puzzle_a_warp", [&] { goal_warp<<<(PUZZLES + 3) / 4, 128>>>(dg, dgoal, di, PUZZLES); }, di,
		PUZZLES, same(miss));
}
