// blind14b: a fresh set of kernels that nobody had modelled when they were written. Maps, rivers and places on earth.
#include "blind7.h"

__host__ __device__ int downhill(const int *height, int x, int y, int w, int h)
{ // where water of a cell goes: the lowest of its neighbours, or nowhere
	int low = y * w + x;
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++) {
			int nx = x + dx, ny = y + dy;
			if (nx >= 0 && ny >= 0 && nx < w && ny < h && height[ny * w + nx] < height[low])
				low = ny * w + nx;
		}
	return low;
}
__global__ void watershed_walk(const int *height, int *pit, int w, int h)
{ // in which pit a drop ends, a drop a thread: it walks all the way and looks around at each step
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	int at = y * w + x, to = downhill(height, x, y, w, h);
	while (to != at) {
		at = to;
		to = downhill(height, at % w, at / w, w, h);
	}
	pit[y * w + x] = at;
}
__global__ void watershed_next(const int *height, int *next, int w, int h)
{ // one step of each drop
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h)
		next[y * w + x] = downhill(height, x, y, w, h);
}
__global__ void watershed_double(const int *next, int *twice, int n)
{ // twice as many steps as before
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		twice[i] = next[next[i]];
}
__global__ void rivers_walk(const int *next, int *water, int n)
{ // how much water comes by: the drop of each cell walks down and counts itself at every cell
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	for (;;) {
		atomicAdd(&water[i], 1);
		int to = next[i];
		if (to == i)
			break;
		i = to;
	}
}
__global__ void rivers_sources(const int *next, int *above, int *water, int n)
{ // how many cells flow into each
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	water[i] = 1;
	if (next[i] != i)
		atomicAdd(&above[next[i]], 1);
}
__global__ void rivers_last_one(const int *next, const int *above, int *waiting, int *water, int n)
{ // the same with each cell once: who comes last where waters meet takes all of it on
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n || above[i])
		return;
	int own = 1;
	for (int to = next[i]; to != i; to = next[i]) {
		atomicAdd(&water[to], own);
		__threadfence();
		if (atomicAdd(&waiting[to], 1) + 1 < above[to])
			break;
		own = atomicAdd(&water[to], 0);
		i = to;
	}
}
__global__ void airports_angles(const double2 *home, const double2 *airport, double *out, int homes, int airports)
{ // how far to the nearest airport, by angles as in a textbook
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= homes)
		return;
	double lat = home[i].x, lon = home[i].y, best = 1e9;
	for (int k = 0; k < airports; k++) {
		double a = sin((airport[k].x - lat) / 2), b = sin((airport[k].y - lon) / 2);
		double c = a * a + cos(lat) * cos(airport[k].x) * b * b;
		best = fmin(best, 2 * 6371 * asin(sqrt(c)));
	}
	out[i] = best;
}
__global__ void airports_points(const double2 *home, const double3 *airport, double *out, int homes, int airports)
{ // the same with airports as points in space, the largest product and one arc cosine
	extern __shared__ double3 place[];
	for (int k = threadIdx.x; k < airports; k += blockDim.x)
		place[k] = airport[k];
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= homes)
		return;
	double s = sin(home[i].x), c = cos(home[i].x), x = c * cos(home[i].y), y = c * sin(home[i].y), best = -1;
	for (int k = 0; k < airports; k++)
		best = fmax(best, x * place[k].x + y * place[k].y + s * place[k].z);
	out[i] = 6371 * acos(best);
}
__constant__ float4 airport_table[128];
__global__ void airports_float(const double2 *home, double *out, int homes, int airports)
{ // the same in floats and from a constant table; only the end is in doubles
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= homes)
		return;
	float s, c, x, y, best = 9;
	sincosf((float)home[i].x, &s, &c);
	sincosf((float)home[i].y, &y, &x);
	x *= c, y *= c;
	for (int k = 0; k < airports; k++) {
		float4 a = airport_table[k];
		float dx = x - a.x, dy = y - a.y, dz = s - a.z;
		best = fminf(best, dx * dx + dy * dy + dz * dz);
	}
	out[i] = 2 * 6371 * asin(sqrt((double)best) / 2);
}
__constant__ char letter32[33] = "0123456789bcdefghjkmnpqrstuvwxyz";
__global__ void geohash_halves(const double2 *place, char *out, int n)
{ // the ten letters of a place on earth: halves taken of what is left, as the pages on it do
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double low[2] = { -180, -90 }, high[2] = { 180, 90 }, at[2] = { place[i].x, place[i].y };
	int which = 0;
	for (int k = 0; k < 10; k++) {
		int code = 0;
		for (int b = 0; b < 5; b++) {
			double middle = (low[which] + high[which]) / 2;
			code *= 2;
			if (at[which] >= middle) {
				code++;
				low[which] = middle;
			} else
				high[which] = middle;
			which = !which;
		}
		out[i * 10 + k] = letter32[code];
	}
}
__host__ __device__ u64 spread(unsigned v)
{ // a nought between any two bits
	u64 s = v;
	s = (s | s << 16) & 0x0000ffff0000ffffull;
	s = (s | s << 8) & 0x00ff00ff00ff00ffull;
	s = (s | s << 4) & 0x0f0f0f0f0f0f0f0full;
	s = (s | s << 2) & 0x3333333333333333ull;
	return (s | s << 1) & 0x5555555555555555ull;
}
__global__ void geohash_bits(const double2 *place, char *out, int n)
{ // the same with two whole numbers, their bits mixed; a block writes its letters in one go
	__shared__ char text[1280], letter[32];
	int t = threadIdx.x, i = blockIdx.x * 128 + t;
	if (t < 32)
		letter[t] = letter32[t];
	__syncthreads();
	if (i < n) {
		unsigned x = (unsigned)((place[i].x + 180) * (33554432 / 360.0));
		unsigned y = (unsigned)((place[i].y + 90) * (33554432 / 180.0));
		u64 code = spread(x) << 1 | spread(y);
		for (int k = 9; k >= 0; k--, code >>= 5)
			text[t * 10 + k] = letter[code & 31];
	}
	__syncthreads();
	int all = min(1280, n * 10 - (int)blockIdx.x * 1280);
	for (int k = t; k < all / 4; k += 128)
		((int *)(out + blockIdx.x * 1280))[k] = ((int *)text)[k];
}
__host__ __device__ int off_line(int2 a, int2 b, int2 p)
{ // twice the area of the triangle of a chord and a point
	int v = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
	return v < 0 ? -v : v;
}
__host__ __device__ bool far_off(int area, int2 a, int2 b, int limit)
{
	int dx = b.x - a.x, dy = b.y - a.y;
	return area > limit * ((dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy));
}
__global__ void simplify_thread(const int2 *line, byte *keep, int lines, int points, int limit)
{ // a road of fewer points (Douglas, Peucker): a road a thread with a stack of its own
	int l = blockIdx.x * blockDim.x + threadIdx.x;
	if (l >= lines)
		return;
	const int2 *p = line + l * points;
	short2 stack[40];
	int depth = 1;
	stack[0] = make_short2(0, points - 1);
	keep[l * points] = keep[l * points + points - 1] = 1;
	while (depth) {
		short2 part = stack[--depth];
		int2 a = p[part.x], b = p[part.y];
		int most = 0, at = 0;
		for (int k = part.x + 1; k < part.y; k++) {
			int area = off_line(a, b, p[k]);
			if (area > most)
				most = area, at = k;
		}
		if (far_off(most, a, b, limit)) {
			keep[l * points + at] = 1;
			// the shorter part is on top, so that the stack stays small
			bool left_long = at - part.x > part.y - at;
			stack[depth++] = left_long ? make_short2(part.x, at) : make_short2(at, part.y);
			stack[depth++] = left_long ? make_short2(at, part.y) : make_short2(part.x, at);
		}
	}
}
__global__ void simplify_warp(const int2 *line, byte *keep, int lines, int points, int limit)
{ // the same, a road a warp: its lanes look for the farthest point, the stack is in shared memory
	__shared__ short2 stacks[4][40];
	int l = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32, depth = 1;
	if (l >= lines)
		return;
	const int2 *p = line + l * points;
	short2 *stack = stacks[threadIdx.x / 32];
	if (lane == 0) {
		stack[0] = make_short2(0, points - 1);
		keep[l * points] = keep[l * points + points - 1] = 1;
	}
	__syncwarp();
	while (depth) {
		short2 part = stack[--depth];
		__syncwarp();
		int2 a = p[part.x], b = p[part.y];
		int most = 0, at = 1 << 20;
		for (int k = part.x + 1 + lane; k < part.y; k += 32) {
			int area = off_line(a, b, p[k]);
			if (area > most)
				most = area, at = k;
		}
		int all = __reduce_max_sync(~0u, most);
		at = __reduce_min_sync(~0u, most == all ? at : 1 << 20);
		if (far_off(all, a, b, limit)) {
			bool left_long = at - part.x > part.y - at;
			if (lane == 0) {
				keep[l * points + at] = 1;
				stack[depth] = left_long ? make_short2(part.x, at) : make_short2(at, part.y);
				stack[depth + 1] = left_long ? make_short2(at, part.y) : make_short2(part.x, at);
			}
			depth += 2;
		}
		__syncwarp();
	}
}
void rows()
{
	const int W = 300, H = 200, N = W * H;
	std::vector<unsigned> w = words(1 << 20);
	std::vector<double> d = double_fractions(w, 1 << 16);
	std::vector<int> height(N), next(N), pit(N), by(N), water(N, 1);
	for (int i = 0; i < N; i++) {
		int x = i % W, y = i / W;
		double hill = 3000 + 900 * std::sin(x / 31.0) + 700 * std::cos(y / 23.0 + x / 90.0) + 6 * y;
		height[i] = ((int)hill + (int)(w[i] % 60)) << 17 | i;
	}
	for (int i = 0; i < N; i++)
		by[i] = i, next[i] = downhill(height.data(), i % W, i / W, W, H);
	std::sort(by.begin(), by.end(), [&](int a, int b) { return height[a] < height[b]; });
	for (int k = 0; k < N; k++)
		pit[by[k]] = next[by[k]] == by[k] ? by[k] : pit[next[by[k]]];
	for (int k = N - 1; k >= 0; k--)
		if (next[by[k]] != by[k])
			water[next[by[k]]] += water[by[k]];
	int *dh = upload(height), *dn = upload(next), *a = dev<int>(N), *b = dev<int>(N), *c = dev<int>(N);
	dim3 block(32, 6), grid((W + 31) / 32, (H + 5) / 6);
	job<int>(
		"watershed.walk", [&] { watershed_walk<<<grid, block>>>(dh, a, W, H); }, a, N, same(pit));
	job<int>(
		"watershed.doubling",
		[&] {
			watershed_next<<<grid, block>>>(dh, a, W, H);
			for (int k = 0; k < 8; k++)
				watershed_double<<<(N + 255) / 256, 256>>>(k & 1 ? b : a, k & 1 ? a : b, N);
		},
		a, N, same(pit));
	job<int>(
		"rivers.walk", [&] { rivers_walk<<<(N + 127) / 128, 128>>>(dn, a, N); }, a, N, same(water),
		[&] { CHECK(cudaMemset(a, 0, N * 4)); });
	job<int>(
		"rivers.last_goes_on",
		[&] {
			rivers_sources<<<(N + 191) / 192, 192>>>(dn, b, a, N);
			rivers_last_one<<<(N + 191) / 192, 192>>>(dn, b, c, a, N);
		},
		a, N, same(water),
		[&] {
			CHECK(cudaMemset(b, 0, N * 4));
			CHECK(cudaMemset(c, 0, N * 4));
		});
	const int HOMES = 4000, A = 110;
	std::vector<double2> home(HOMES), airport(A);
	std::vector<double3> space(A);
	std::vector<float4> space4(A);
	std::vector<double> way(HOMES, 1e9);
	for (int i = 0; i < HOMES; i++)
		home[i] = { (d[i] - 0.5) * 2.4, (d[i + 5000] - 0.5) * 6 };
	for (int k = 0; k < A; k++) {
		airport[k] = { (d[k + 20000] - 0.5) * 2.4, (d[k + 30000] - 0.5) * 6 };
		space[k] = { std::cos(airport[k].x) * std::cos(airport[k].y),
			std::cos(airport[k].x) * std::sin(airport[k].y), std::sin(airport[k].x) };
		space4[k] = { (float)space[k].x, (float)space[k].y, (float)space[k].z, 0 };
	}
	for (int i = 0; i < HOMES; i++)
		for (int k = 0; k < A; k++) {
			double p = std::sin((airport[k].x - home[i].x) / 2);
			double q = std::sin((airport[k].y - home[i].y) / 2);
			double r = p * p + std::cos(home[i].x) * std::cos(airport[k].x) * q * q;
			way[i] = std::min(way[i], 2 * 6371 * std::asin(std::sqrt(r)));
		}
	double2 *dhome = upload(home), *dair = upload(airport);
	double3 *dspace = upload(space);
	double *far = dev<double>(HOMES);
	CHECK(cudaMemcpyToSymbol(airport_table, space4.data(), A * sizeof(float4)));
	job<double>(
		"airports.angles", [&] { airports_angles<<<(HOMES + 63) / 64, 64>>>(dhome, dair, far, HOMES, A); }, far,
		HOMES, close_to(way, 1e-6));
	job<double>(
		"airports.points_shared",
		[&] { airports_points<<<(HOMES + 127) / 128, 128, A * 24>>>(dhome, dspace, far, HOMES, A); }, far,
		HOMES, close_to(way, 1e-6));
	job<double>(
		"airports.floats_constant", [&] { airports_float<<<(HOMES + 95) / 96, 96>>>(dhome, far, HOMES, A); },
		far, HOMES, close_to(way, 1e-3));
	const int G = 30000;
	std::vector<double2> place(G);
	std::vector<char> text(G * 10);
	for (int i = 0; i < G; i++) {
		place[i] = { d[i] * 360 - 180, d[i + 30000] * 180 - 90 };
		u64 code = spread((unsigned)((place[i].x + 180) * (33554432 / 360.0))) << 1 |
			spread((unsigned)((place[i].y + 90) * (33554432 / 180.0)));
		for (int k = 9; k >= 0; k--, code >>= 5)
			text[i * 10 + k] = "0123456789bcdefghjkmnpqrstuvwxyz"[code & 31];
	}
	double2 *dp = upload(place);
	char *dtext = dev<char>(G * 10);
	job<char>(
		"geohash.halves", [&] { geohash_halves<<<(G + 127) / 128, 128>>>(dp, dtext, G); }, dtext, G * 10,
		same(text));
	job<char>(
		"geohash.mixed_bits", [&] { geohash_bits<<<(G + 127) / 128, 128>>>(dp, dtext, G); }, dtext, G * 10,
		same(text));
	const int L = 500, P = 220, LIMIT = 5;
	std::vector<int2> road(L * P);
	std::vector<byte> keep(L * P);
	for (int l = 0; l < L; l++) {
		int x = 0, y = 0, turn = 0;
		for (int k = 0; k < P; k++) {
			unsigned r = w[l * P + k];
			turn = r % 11 == 0 ? (int)(r >> 8) % 3 - 1 : turn;
			x += 2 + (r >> 12) % 3;
			y += turn * 3 + (int)(r >> 16) % 5 - 2;
			road[l * P + k] = { x, y };
		}
		std::vector<int2> stack = { { 0, P - 1 } };
		keep[l * P] = keep[l * P + P - 1] = 1;
		while (!stack.empty()) {
			int2 part = stack.back(), p = road[l * P + part.x], q = road[l * P + part.y];
			int most = 0, at = 0;
			stack.pop_back();
			for (int k = part.x + 1; k < part.y; k++) {
				int area = off_line(p, q, road[l * P + k]);
				if (area > most)
					most = area, at = k;
			}
			if (!far_off(most, p, q, LIMIT))
				continue;
			keep[l * P + at] = 1;
			stack.push_back({ part.x, at });
			stack.push_back({ at, part.y });
		}
	}
	int2 *droad = upload(road);
	byte *dkeep = dev<byte>(L * P);
	auto none = [&] { CHECK(cudaMemset(dkeep, 0, L * P)); };
	job<byte>(
		"simplify_road.stack_a_thread",
		[&] { simplify_thread<<<(L + 63) / 64, 64>>>(droad, dkeep, L, P, LIMIT); }, dkeep, L * P, same(keep),
		none);
	job<byte>(
		"simplify_road.road_a_warp", [&] { simplify_warp<<<(L + 3) / 4, 128>>>(droad, dkeep, L, P, LIMIT); },
		dkeep, L * P, same(keep), none);
}
