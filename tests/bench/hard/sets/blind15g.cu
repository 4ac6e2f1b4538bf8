// blind15g: a fresh set of kernels that nobody had modelled when they were written. Counting, speech, teeth, museums.
#include "blind7.h"

static const int THINGS = 20;
__host__ __device__ u64 place_in_list(const byte *order)
{ // which one of all orders of twenty things this is
	u64 rank = 0;
	unsigned used = 0;
	for (int k = 0; k < THINGS; k++) {
		int v = order[k], smaller = v;
		for (int j = 0; j < v; j++)
			smaller -= used >> j & 1;
		used |= 1u << v;
		rank = rank * (THINGS - k) + smaller;
	}
	return rank;
}
__global__ void order_thread(const byte *order, u64 *rank, int n)
{ // an order a thread: for each thing it counts the smaller ones that are still to come
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		rank[i] = place_in_list(order + i * THINGS);
}
__constant__ u64 ways_left[32];
__global__ void order_warp(const byte *order, u64 *rank, int n)
{ // an order a warp, a thing a lane; counts by votes, 64-bit parts added by shuffles
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, smaller = 0;
	if (i >= n)
		return;
	int v = lane < THINGS ? order[i * THINGS + lane] : 99;
	for (int k = 0; k < THINGS; k++) {
		unsigned less = __ballot_sync(~0u, v < __shfl_sync(~0u, v, k));
		if (lane == k)
			smaller = __popc(less >> k);
	}
	u64 part = lane < THINGS ? smaller * ways_left[lane] : 0;
	for (int d = 16; d; d /= 2)
		part += __shfl_down_sync(~0u, part, d);
	if (lane == 0)
		rank[i] = part;
}
__host__ __device__ int squares_from(const byte *begun)
{ // in how many ways the last rows of a square of six signs can be filled; a stack of what is left to try
	unsigned column[6], row = 0, left[18];
	for (int x = 0; x < 6; x++)
		column[x] = 1u << begun[x] | 1u << begun[6 + x] | 1u << begun[12 + x];
	int deep = 0, found = 0;
	left[0] = 63 & ~column[0];
	while (deep >= 0) {
		int x = deep % 6;
		if (!left[deep]) { // take the sign above back
			if (--deep >= 0) {
				unsigned sign = left[deep] & -left[deep];
				left[deep] ^= sign;
				column[deep % 6] ^= sign;
				row = deep % 6 == 5 ? 63 ^ sign : row ^ sign;
			}
			continue;
		}
		unsigned sign = left[deep] & -left[deep];
		if (deep == 17) {
			found++;
			left[deep] ^= sign;
			continue;
		}
		column[x] |= sign;
		row = x == 5 ? 0 : row | sign;
		deep++;
		left[deep] = 63 & ~column[deep % 6] & ~row;
	}
	return found;
}
__global__ void latin(const byte *begun, int *found, int n)
{ // a begun square a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		found[i] = squares_from(begun + 18 * i);
}
__global__ void bands_thread(const float *power, const int2 *band, float *out, int frames, int bins, int bands)
{ // speech: how loud each of 26 bands is: a band of a frame a thread goes through its triangle
	int b = threadIdx.x, t = blockIdx.x * blockDim.y + threadIdx.y;
	if (t >= frames)
		return;
	int low = band[b].x, high = band[b].y, mid = (low + high) / 2;
	float sum = 1e-6f;
	for (int k = low; k < high; k++)
		sum += power[t * bins + k] * (k < mid ? k - low : high - k) / (mid - low);
	out[t * bands + b] = logf(sum);
}
__global__ void bands_block(const float *power, const int2 *band, float *out, int bins, int bands)
{ // the same, a frame a block: the frame by float4 into shared memory, a band a warp, sums by shuffles
	__shared__ __align__(16) float own[512];
	int t = blockIdx.x, lane = threadIdx.x % 32;
	for (int k = threadIdx.x; k < bins / 4; k += blockDim.x)
		((float4 *)own)[k] = ((const float4 *)(power + t * bins))[k];
	__syncthreads();
	for (int b = threadIdx.x / 32; b < bands; b += blockDim.x / 32) {
		int low = band[b].x, high = band[b].y, mid = (low + high) / 2;
		float sum = 0, scale = 1.0f / (mid - low);
		for (int k = low + lane; k < high; k += 32)
			sum += own[k] * (k < mid ? k - low : high - k) * scale;
		for (int d = 16; d; d /= 2)
			sum += __shfl_xor_sync(~0u, sum, d);
		if (lane == 0)
			out[t * bands + b] = logf(sum + 1e-6f);
	}
}
__global__ void bite(const short *lower, const short *upper, int2 *touch, int side, int across)
{ // two jaws: for each shift of the upper one how far it can come down, and how many points touch then
	__shared__ int least, points;
	int sx = blockIdx.x % across, sy = blockIdx.x / across, t = threadIdx.x, inner = side - across;
	if (t == 0)
		least = 1 << 30, points = 0;
	__syncthreads();
	int own = 1 << 30;
	for (int k = t; k < inner * inner; k += blockDim.x) {
		int x = k % inner, y = k / inner;
		own = min(own, upper[(y + sy) * side + x + sx] - lower[(y + across / 2) * side + x + across / 2]);
	}
	own = __reduce_min_sync(~0u, own);
	if (t % 32 == 0)
		atomicMin(&least, own);
	__syncthreads();
	int close = least + 3, n = 0;
	for (int k = t; k < inner * inner; k += blockDim.x) {
		int x = k % inner, y = k / inner;
		n += upper[(y + sy) * side + x + sx] - lower[(y + across / 2) * side + x + across / 2] <= close;
	}
	n = __reduce_add_sync(~0u, n);
	if (t % 32 == 0)
		atomicAdd(&points, n);
	__syncthreads();
	if (t == 0)
		touch[blockIdx.x] = make_int2(least, points);
}
__host__ __device__ int turn_of(int ax, int ay, int bx, int by, int cx, int cy)
{
	int s = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
	return (s > 0) - (s < 0);
}
__host__ __device__ bool hidden(short2 a, short2 b, short4 s)
{ // does a wall stand between two places
	return turn_of(a.x, a.y, b.x, b.y, s.x, s.y) * turn_of(a.x, a.y, b.x, b.y, s.z, s.w) < 0 &&
		turn_of(s.x, s.y, s.z, s.w, a.x, a.y) * turn_of(s.x, s.y, s.z, s.w, b.x, b.y) < 0;
}
__global__ void guards(
	const short2 *guard, const short2 *piece, const short4 *wall, int *watched, int pieces, int walls)
{ // a museum: a guard a block counts the pieces it sees: a piece a thread goes through the walls until one hides it
	short2 own = guard[blockIdx.x];
	int seen = 0;
	for (int p0 = 0; p0 < pieces; p0 += blockDim.x) {
		int p = p0 + threadIdx.x;
		bool free_ = p < pieces;
		for (int k = 0; k < walls && free_; k++)
			free_ = !hidden(own, piece[p], wall[k]);
		seen += __syncthreads_count(free_);
	}
	if (threadIdx.x == 0)
		watched[blockIdx.x] = seen;
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w);
	const int N = 12000;
	std::vector<byte> order(N * THINGS);
	std::vector<u64> rank(N), left(32, 1);
	for (int k = THINGS - 2; k >= 0; k--)
		left[k] = left[k + 1] * (THINGS - 1 - k);
	CHECK(cudaMemcpyToSymbol(ways_left, left.data(), 32 * sizeof(u64)));
	for (int i = 0; i < N; i++) {
		byte *p = &order[i * THINGS];
		for (int k = 0; k < THINGS; k++) {
			int j = w[i * THINGS + k] % (k + 1);
			p[k] = p[j], p[j] = k;
		}
		rank[i] = place_in_list(p);
	}
	byte *dor = upload(order);
	u64 *ou = dev<u64>(N);
	job<u64>(
		"order_number.order_a_thread", [&] { order_thread<<<(N + 95) / 96, 96>>>(dor, ou, N); }, ou, N,
		same(rank));
	job<u64>(
		"order_number.order_a_warp", [&] { order_warp<<<(N + 6) / 7, 224>>>(dor, ou, N); }, ou, N, same(rank));
	const int BEGUN = 700;
	std::vector<byte> begun;
	std::vector<int> found;
	for (unsigned at = 0; (int)found.size() < BEGUN; at += 12) {
		byte s[18];
		bool good = true;
		for (int k = 0; k < 6; k++)
			s[k] = k;
		for (int r = 1; r < 3; r++)
			for (int k = 0; k < 6; k++) {
				int j = w[(at + r * 6 + k) % (1 << 20)] % (k + 1);
				s[r * 6 + k] = s[r * 6 + j], s[r * 6 + j] = k;
			}
		for (int k = 0; k < 6; k++)
			good &= s[k] != s[6 + k] && s[k] != s[12 + k] && s[6 + k] != s[12 + k];
		if (!good)
			continue;
		begun.insert(begun.end(), s, s + 18);
		found.push_back(squares_from(s));
	}
	byte *dbe = upload(begun);
	int *o = dev<int>(1 << 18);
	job<int>(
		"latin_squares.begun_a_thread_stack", [&] { latin<<<(BEGUN + 31) / 32, 32>>>(dbe, o, BEGUN); }, o,
		BEGUN, same(found));
	const int FRAMES = 1500, BINS = 512, BANDS = 26;
	std::vector<int2> band(BANDS);
	std::vector<float> loud(FRAMES * BANDS);
	for (int b = 0; b < BANDS; b++) {
		int low = 4 + b * 6 + b * b / 4;
		band[b] = { low, low + 12 + b * 2 };
	}
	for (int i = 0; i < FRAMES * BANDS; i++) {
		int low = band[i % BANDS].x, high = band[i % BANDS].y, mid = (low + high) / 2;
		double sum = 1e-6;
		for (int k = low; k < high; k++)
			sum += f[i / BANDS * BINS + k] * (double)(k < mid ? k - low : high - k) / (mid - low);
		loud[i] = std::log(sum);
	}
	float *df = upload(f), *of = dev<float>(FRAMES * BANDS);
	int2 *db = upload(band);
	job<float>(
		"voice_bands.band_a_thread",
		[&] { bands_thread<<<(FRAMES + 5) / 6, dim3(BANDS, 6)>>>(df, db, of, FRAMES, BINS, BANDS); }, of,
		FRAMES * BANDS, close_to(loud));
	job<float>(
		"voice_bands.frame_a_block", [&] { bands_block<<<FRAMES, 128>>>(df, db, of, BINS, BANDS); }, of,
		FRAMES * BANDS, close_to(loud));
	const int SIDE = 76, ACROSS = 12, INNER = SIDE - ACROSS;
	std::vector<short> lower(SIDE * SIDE), upper(SIDE * SIDE);
	std::vector<int> touch;
	for (int i = 0; i < SIDE * SIDE; i++) {
		int x = i % SIDE, y = i / SIDE;
		lower[i] = 40 * std::sin(x * 0.5) * std::cos(y * 0.4) + w[i] % 9;
		upper[i] = 200 + 40 * std::sin(x * 0.5 + 0.3) * std::cos(y * 0.4) - w[i + 6000] % 9;
	}
	for (int s = 0; s < ACROSS * ACROSS; s++) {
		std::vector<int> gap;
		for (int k = 0; k < INNER * INNER; k++) {
			int x = k % INNER, y = k / INNER;
			gap.push_back(upper[(y + s / ACROSS) * SIDE + x + s % ACROSS] -
				lower[(y + ACROSS / 2) * SIDE + x + ACROSS / 2]);
		}
		int least = *std::min_element(gap.begin(), gap.end());
		touch.push_back(least);
		touch.push_back(std::count_if(gap.begin(), gap.end(), [&](int g) { return g <= least + 3; }));
	}
	short *dlo = upload(lower), *dup = upload(upper);
	job<int>(
		"jaws_meet.shift_a_block", [&] { bite<<<ACROSS * ACROSS, 192>>>(dlo, dup, (int2 *)o, SIDE, ACROSS); },
		o, 2 * ACROSS * ACROSS, same(touch));
	const int GUARDS = 200, PIECES = 310, WALLS = 64;
	std::vector<short2> guard(GUARDS), piece(PIECES);
	std::vector<short4> wall(WALLS);
	std::vector<int> watched(GUARDS);
	for (int k = 0; k < WALLS; k++) {
		short x = w[k] % 2000, y = w[k + 100] % 2000;
		wall[k] = k & 1 ? short4{ x, y, short(x + 100 + w[k] / 4096 % 200), y } :
				  short4{ x, y, x, short(y + 100 + w[k] / 4096 % 200) };
	}
	for (int p = 0; p < PIECES; p++)
		piece[p] = { short(w[p + 500] % 2000), short(w[p + 900] % 2000) };
	for (int g = 0; g < GUARDS; g++) {
		guard[g] = { short(w[g + 1500] % 2000), short(w[g + 1900] % 2000) };
		for (int p = 0; p < PIECES; p++) {
			bool free_ = true;
			for (int k = 0; k < WALLS && free_; k++)
				free_ = !hidden(guard[g], piece[p], wall[k]);
			watched[g] += free_;
		}
	}
	short2 *dgu = upload(guard), *dpi = upload(piece);
	short4 *dwa = upload(wall);
	job<int>(
		"museum_guards.guard_a_block", [&] { guards<<<GUARDS, 160>>>(dgu, dpi, dwa, o, PIECES, WALLS); }, o,
		GUARDS, same(watched));
}
