// blind19g: a fresh set of kernels that nobody had modelled when they were written. Students' music and timetables.
#include "blind7.h"
const int SHORTEST = 40;

__global__ void comb_thread(const int *beat, int *score, int n, int periods)
{ // how well each period fits the beats of a song at its best phase, a period a thread
	int p = blockIdx.x * blockDim.x + threadIdx.x + SHORTEST, best = 0;
	if (p >= SHORTEST + periods)
		return;
	for (int phase = 0; phase < p; phase++) {
		int s = 0;
		for (int i = phase; i < n; i += p)
			s += beat[i];
		best = max(best, s);
	}
	score[p - SHORTEST] = best * p;
}
__global__ void comb_block(const int *beat, int *score, int n)
{ // the same, a period a block, phases shared out among its threads
	__shared__ int top;
	int p = blockIdx.x + SHORTEST, best = 0;
	if (threadIdx.x == 0)
		top = 0;
	__syncthreads();
	for (int phase = threadIdx.x; phase < p; phase += blockDim.x) {
		int s = 0;
		for (int i = phase; i < n; i += p)
			s += beat[i];
		best = max(best, s);
	}
	atomicMax(&top, best);
	__syncthreads();
	if (threadIdx.x == 0)
		score[blockIdx.x] = top * p;
}
const int HUM = 52, SONG = 70;
__constant__ byte hummed[HUM];
__host__ __device__ int warped(const byte *song, const byte *hum)
{ // how far a hummed tune is from a song when both may linger on notes
	int row[HUM];
	for (int i = 0; i < SONG; i++) {
		int corner = i ? row[0] : 0, left = 0;
		for (int j = 0; j < HUM; j++) {
			int d = song[i] - hum[j], c = d < 0 ? -d : d, up = i ? row[j] : 1 << 28;
			int least = i && up < corner ? up : corner;
			if (i == 0)
				least = j ? left : 0;
			else if (j == 0)
				least = up;
			else
				least = left < least ? left : least;
			corner = i ? row[j] : 1 << 28;
			row[j] = left = c + least;
		}
	}
	return row[HUM - 1];
}
__global__ void hum_thread(const byte *song, int *far, int songs)
{ // a song a thread, the row of the table in a local array
	int s = blockIdx.x * blockDim.x + threadIdx.x;
	if (s < songs)
		far[s] = warped(song + s * SONG, hummed);
}
__global__ void hum_block(const byte *song, int *far)
{ // a song a block, a note of the tune a thread; rising diagonals, three of them in shared memory
	__shared__ int line[3][HUM + 1];
	int j = threadIdx.x, s = blockIdx.x;
	for (int k = 0; k < SONG + HUM - 1; k++) {
		int i = k - j, *now = line[k % 3], *was = line[(k + 2) % 3], *before = line[(k + 1) % 3];
		if (j < HUM && i >= 0 && i < SONG) {
			int c = abs((int)song[s * SONG + i] - (int)hummed[j]), least = i + j ? 1 << 28 : 0;
			if (i)
				least = min(least, was[j]);
			if (j)
				least = min(least, was[j - 1]);
			if (i && j)
				least = min(least, before[j - 1]);
			now[j] = c + least;
		}
		__syncthreads();
	}
	if (j == HUM - 1)
		far[s] = line[(SONG + HUM - 2) % 3][j];
}
const int LESSONS = 60, HOURS = 25;
__constant__ u64 clash_with[LESSONS];
__global__ void plan_pairs(const byte *hour, int *cost, int plans)
{ // lessons that clash in random timetables, a timetable a thread, all pairs looked at
	int p = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
	if (p >= plans)
		return;
	for (int i = 0; i < LESSONS; i++)
		for (int j = 0; j < i; j++)
			s += hour[p * LESSONS + i] == hour[p * LESSONS + j] && clash_with[i] >> j & 1;
	cost[p] = s;
}
__global__ void plan_masks(const byte *hour, int *cost, int plans)
{ // the same with a mask of lessons for each hour, in a local array
	int p = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
	if (p >= plans)
		return;
	u64 at[HOURS] = {};
	for (int i = 0; i < LESSONS; i++) {
		int h = hour[p * LESSONS + i];
		s += __popcll(at[h] & clash_with[i]);
		at[h] |= 1ull << i;
	}
	cost[p] = s;
}
__global__ void plan_warp(const byte *hour, int *cost, int plans)
{ // the same, a timetable a warp: lanes with equal hours find one another, two lessons a lane
	int p = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (p >= plans)
		return;
	int low = hour[p * LESSONS + lane], high = lane + 32 < LESSONS ? hour[p * LESSONS + lane + 32] : 99, s = 0;
	unsigned like_low = __match_any_sync(~0u, low), like_high = __match_any_sync(~0u, high);
	s = __popc(like_low & (unsigned)clash_with[lane]);
	if (lane + 32 < LESSONS)
		s += __popc(like_high & (unsigned)(clash_with[lane + 32] >> 32));
	for (int k = 0; k < 32; k++)
		s += 2 * (__shfl_sync(~0u, low, k) == high && high < 99 && clash_with[lane + 32] >> k & 1);
	s = __reduce_add_sync(~0u, s);
	if (lane == 0)
		cost[p] = s / 2;
}
__constant__ int chord_shape[2][12];
__host__ __device__ int fits(const int *tone, int chord, const int shape[2][12])
{ // how well twelve tones fit a major or minor chord
	int s = 0;
	for (int k = 0; k < 12; k++)
		s += tone[(chord % 12 + k) % 12] * shape[chord / 12][k];
	return s;
}
__global__ void chord_thread(const int *tones, byte *name, int frames)
{ // the best of 24 chords, a frame a thread
	int f = blockIdx.x * blockDim.x + threadIdx.x, best = 0, top = -1 << 30, tone[12];
	if (f >= frames)
		return;
	for (int k = 0; k < 12; k++)
		tone[k] = tones[f * 12 + k];
	for (int c = 0; c < 24; c++) {
		int s = fits(tone, c, chord_shape);
		if (s > top)
			top = s, best = c;
	}
	name[f] = best;
}
__global__ void chord_lane(const int *tones, byte *name, int frames)
{ // the same, a chord a lane; tones come by shuffles, the best by a maximum of the warp
	int lane = threadIdx.x % 32, all = gridDim.x * blockDim.x / 32;
	for (int f = (blockIdx.x * blockDim.x + threadIdx.x) / 32; f < frames; f += all) {
		int mine = lane < 12 ? tones[f * 12 + lane] : 0, s = 0;
		for (int k = 0; k < 12; k++)
			s += __shfl_sync(~0u, mine, (lane % 12 + k) % 12) * chord_shape[lane / 12 & 1][k];
		int top = __reduce_max_sync(~0u, lane < 24 ? s : -1 << 30);
		unsigned who = __ballot_sync(~0u, lane < 24 && s == top);
		if (lane == 0)
			name[f] = __ffs(who) - 1;
	}
}
__global__ void tremble(const float *in, float *out, int n, float speed, float depth)
{ // loudness trembles: a sine for each sample
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[i] * (1 - depth * (0.5f + 0.5f * sinf(i * speed)));
}
const int NURSES = 30;
__host__ __device__ int random_swaps(const byte *dislike, unsigned seed, int tries)
{ // a rota made better by swaps that chance proposes
	byte shift[NURSES];
	int cost = 0;
	for (int k = 0; k < NURSES; k++) {
		shift[k] = (k + seed) % NURSES;
		cost += dislike[k * NURSES + shift[k]];
	}
	for (int t = 0; t < tries; t++) {
		seed = seed * 1664525 + 1013904223;
		int a = (seed >> 16) % NURSES, b = (seed >> 8 & 0xffff) % NURSES;
		int gain = dislike[a * NURSES + shift[b]] + dislike[b * NURSES + shift[a]] -
			dislike[a * NURSES + shift[a]] - dislike[b * NURSES + shift[b]];
		if (a != b && gain < 0) {
			byte s = shift[a];
			shift[a] = shift[b];
			shift[b] = s;
			cost += gain;
		}
	}
	return cost;
}
__global__ void rota_thread(const byte *dislike, int *cost, int starts, int tries)
{ // a start a thread, the rota in a local array of bytes
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < starts)
		cost[i] = random_swaps(dislike, i, tries);
}
__global__ void rota_steepest(const byte *dislike, int *cost)
{ // a start a block: all swaps are weighed and the best is taken, until none helps
	__shared__ byte table[NURSES * NURSES], shift[NURSES];
	__shared__ int best;
	int t = threadIdx.x;
	for (int k = t; k < NURSES * NURSES; k += blockDim.x)
		table[k] = dislike[k];
	if (t < NURSES)
		shift[t] = (t + blockIdx.x) % NURSES;
	for (;;) {
		if (t == 0)
			best = 0;
		__syncthreads();
		int mine = 0;
		for (int k = t; k < NURSES * NURSES; k += blockDim.x) {
			int a = k / NURSES, b = k % NURSES;
			if (a >= b)
				continue;
			int gain = table[a * NURSES + shift[b]] + table[b * NURSES + shift[a]] -
				table[a * NURSES + shift[a]] - table[b * NURSES + shift[b]];
			if (gain < 0)
				mine = min(mine, gain * 1024 + k);
		}
		if (mine < 0)
			atomicMin(&best, mine);
		__syncthreads();
		int take = best;
		if (take >= 0)
			break;
		if (t == 0) {
			int k = take & 1023, a = k / NURSES, b = k % NURSES;
			byte s = shift[a];
			shift[a] = shift[b];
			shift[b] = s;
		}
		__syncthreads();
	}
	if (t < 32) {
		int s = __reduce_add_sync(~0u, t < NURSES ? table[t * NURSES + shift[t]] : 0);
		if (t == 0)
			cost[blockIdx.x] = s;
	}
}
static int steepest(const byte *dislike, int start)
{
	int shift[NURSES], s = 0;
	for (int k = 0; k < NURSES; k++)
		shift[k] = (k + start) % NURSES;
	for (;;) {
		int best = 0;
		for (int k = 0; k < NURSES * NURSES; k++) {
			int a = k / NURSES, b = k % NURSES;
			int gain = dislike[a * NURSES + shift[b]] + dislike[b * NURSES + shift[a]] -
				dislike[a * NURSES + shift[a]] - dislike[b * NURSES + shift[b]];
			if (a < b && gain < 0)
				best = std::min(best, gain * 1024 + k);
		}
		if (best >= 0)
			break;
		std::swap(shift[(best & 1023) / NURSES], shift[(best & 1023) % NURSES]);
	}
	for (int k = 0; k < NURSES; k++)
		s += dislike[k * NURSES + shift[k]];
	return s;
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w);
	const int N = 2400, P = 130;
	std::vector<int> beat(N), score(P);
	for (int i = 0; i < N; i++)
		beat[i] = w[i] % 50 + (i % 97 < 3 ? 200 : 0);
	for (int p = SHORTEST; p < SHORTEST + P; p++)
		for (int phase = 0; phase < p; phase++) {
			int s = 0;
			for (int i = phase; i < N; i += p)
				s += beat[i];
			score[p - SHORTEST] = std::max(score[p - SHORTEST], s * p);
		}
	int *dbeat = upload(beat), *di = dev<int>(1 << 16);
	job<int>(
		"tempo_guess.period_a_thread", [&] { comb_thread<<<(P + 31) / 32, 32>>>(dbeat, di, N, P); }, di, P,
		same(score));
	job<int>(
		"tempo_guess.period_a_block", [&] { comb_block<<<P, 64>>>(dbeat, di, N); }, di, P, same(score));
	const int SONGS = 3000, FEW = 700;
	std::vector<byte> song(SONGS * SONG), hum(HUM);
	std::vector<int> far(SONGS);
	for (int i = 0; i < SONGS * SONG; i++)
		song[i] = 40 + w[i] % 40;
	for (int j = 0; j < HUM; j++)
		hum[j] = song[1234 * SONG + j * 4 / 3];
	for (int s = 0; s < SONGS; s++)
		far[s] = warped(&song[s * SONG], hum.data());
	CHECK(cudaMemcpyToSymbol(hummed, hum.data(), HUM));
	byte *ds = upload(song);
	job<int>(
		"hummed_tune.song_a_thread", [&] { hum_thread<<<(SONGS + 63) / 64, 64>>>(ds, di, SONGS); }, di, SONGS,
		same(far));
	job<int>(
		"hummed_tune.song_a_block", [&] { hum_block<<<FEW, 64>>>(ds, di); }, di, FEW,
		same(std::vector<int>(far.begin(), far.begin() + FEW)));
	const int PLANS = 9000;
	std::vector<u64> clash(LESSONS);
	std::vector<byte> hour(PLANS * LESSONS);
	std::vector<int> cost(PLANS);
	for (int i = 0; i < LESSONS; i++)
		for (int j = 0; j < i; j++)
			if (w[i * LESSONS + j] % 4 == 0)
				clash[i] |= 1ull << j, clash[j] |= 1ull << i;
	for (int i = 0; i < PLANS * LESSONS; i++)
		hour[i] = w[i] / 8 % HOURS;
	for (int p = 0; p < PLANS; p++)
		for (int i = 0; i < LESSONS; i++)
			for (int j = 0; j < i; j++)
				cost[p] += hour[p * LESSONS + i] == hour[p * LESSONS + j] && clash[i] >> j & 1;
	CHECK(cudaMemcpyToSymbol(clash_with, clash.data(), 8 * LESSONS));
	byte *dh = upload(hour);
	job<int>(
		"lesson_plans.all_pairs", [&] { plan_pairs<<<(PLANS + 127) / 128, 128>>>(dh, di, PLANS); }, di, PLANS,
		same(cost));
	job<int>(
		"lesson_plans.mask_an_hour", [&] { plan_masks<<<(PLANS + 63) / 64, 64>>>(dh, di, PLANS); }, di, PLANS,
		same(cost));
	job<int>(
		"lesson_plans.plan_a_warp", [&] { plan_warp<<<(PLANS + 4) / 5, 160>>>(dh, di, PLANS); }, di, PLANS,
		same(cost));
	const int FRAMES = 50000;
	const int shape[2][12] = { { 5, -2, 0, -2, 4, 0, -2, 4, -2, 0, 0, 0 },
		{ 5, -2, 0, 4, -2, 0, -2, 4, 0, 0, 0, -1 } };
	std::vector<int> tones(12 * FRAMES);
	std::vector<byte> chord(FRAMES);
	for (int i = 0; i < 12 * FRAMES; i++)
		tones[i] = w[i] % 1000;
	for (int i = 0; i < FRAMES; i++)
		for (int c = 1; c < 24; c++)
			if (fits(&tones[12 * i], c, shape) > fits(&tones[12 * i], chord[i], shape))
				chord[i] = c;
	CHECK(cudaMemcpyToSymbol(chord_shape, shape, sizeof shape));
	int *dtones = upload(tones);
	byte *dc = dev<byte>(FRAMES);
	job<byte>(
		"chord_names.frame_a_thread", [&] { chord_thread<<<(FRAMES + 127) / 128, 128>>>(dtones, dc, FRAMES); },
		dc, FRAMES, same(chord));
	job<byte>(
		"chord_names.chord_a_lane", [&] { chord_lane<<<400, 256>>>(dtones, dc, FRAMES); }, dc, FRAMES,
		same(chord));
	const int L = 900000;
	std::vector<float> loud(L);
	for (int i = 0; i < L; i++)
		loud[i] = f[i] * (1 - 0.6f * (0.5f + 0.5f * std::sin(i * 0.0031f)));
	float *df = upload(f), *o = dev<float>(L);
	job<float>(
		"trembling_tone.sine_a_sample", [&] { tremble<<<(L + 255) / 256, 256>>>(df, o, L, 0.0031f, 0.6f); }, o,
		L, close_to(loud, 1e-3));
	const int STARTS = 5000, CLIMBS = 300, TRIES = 250;
	std::vector<byte> dislike(NURSES * NURSES);
	std::vector<int> swapped(STARTS), climbed(CLIMBS);
	for (int i = 0; i < NURSES * NURSES; i++)
		dislike[i] = w[i] % 100;
	for (int i = 0; i < STARTS; i++)
		swapped[i] = random_swaps(dislike.data(), i, TRIES);
	for (int i = 0; i < CLIMBS; i++)
		climbed[i] = steepest(dislike.data(), i);
	byte *dd = upload(dislike);
	job<int>(
		"nurse_rota.random_swaps", [&] { rota_thread<<<(STARTS + 63) / 64, 64>>>(dd, di, STARTS, TRIES); }, di,
		STARTS, same(swapped));
	job<int>(
		"nurse_rota.steepest_swap", [&] { rota_steepest<<<CLIMBS, 128>>>(dd, di); }, di, CLIMBS, same(climbed));
}
