// blind15e: a fresh set of kernels that nobody had modelled when they were written. Desks, loops, life, sport, clocks.
#include "blind7.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__host__ __device__ unsigned drawn(unsigned &s)
{
	s ^= s << 13;
	s ^= s >> 17;
	return s ^= s << 5;
}
static const int DESKS = 9;
__host__ __device__ u64 wait_at_desks(unsigned seed, int people)
{ // how long people wait in all: each goes to the desk that is free first
	unsigned free_at[DESKS], now = 0;
	u64 waited = 0;
	for (int k = 0; k < DESKS; k++)
		free_at[k] = 0;
	for (int p = 0; p < people; p++) {
		now += drawn(seed) >> 26;
		unsigned takes = 40 + (drawn(seed) >> 23);
		int first = 0;
		for (int k = 1; k < DESKS; k++)
			if (free_at[k] < free_at[first])
				first = k;
		unsigned begin = free_at[first] > now ? free_at[first] : now;
		waited += begin - now;
		free_at[first] = begin + takes;
	}
	return waited;
}
__global__ void desks_thread(u64 *waited, int runs, int people)
{ // a day at the bank a thread, its desks in a local array
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < runs)
		waited[i] = wait_at_desks(i * 7919 + 1, people);
}
__global__ void desks_warp(u64 *waited, int runs, int people)
{ // a day a warp, a desk a lane: the first free one by a reduction and a vote
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (i >= runs)
		return;
	unsigned seed = i * 7919 + 1, now = 0, free_at = lane < DESKS ? 0 : ~0u;
	u64 sum = 0;
	for (int p = 0; p < people; p++) {
		now += drawn(seed) >> 26;
		unsigned takes = 40 + (drawn(seed) >> 23);
		unsigned least = __reduce_min_sync(~0u, free_at), begin = max(least, now);
		sum += begin - now;
		if (lane == __ffs(__ballot_sync(~0u, free_at == least)) - 1)
			free_at = begin + takes;
	}
	if (lane == 0)
		waited[i] = sum;
}
template <class T> __host__ __device__ T loop_cost(T kp, T ki, T kd, int steps)
{ // how badly a controller of three parts brings a heavy lazy thing to its place
	T at = 0, speed = 0, sum = 0, last = 1, cost = 0, out = 0;
	for (int s = 0; s < steps; s++) {
		T off = (s < steps / 2 ? T(1) : T(0.4)) - at;
		sum += off * T(0.02);
		sum = sum > 3 ? T(3) : sum < -3 ? T(-3) : sum;
		T want = kp * off + ki * sum + kd * (off - last) / T(0.02);
		want = want > 9 ? T(9) : want < -9 ? T(-9) : want;
		out += (want - out) * T(0.3);
		last = off;
		speed += (out - speed * T(0.8) - at) * T(0.02);
		at += speed * T(0.02);
		cost += off * off + T(0.001) * out * out;
	}
	return cost;
}
template <class T> __global__ void loops(T *cost, int side, int steps)
{ // three gains a thread: a whole run of the control loop
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, z = blockIdx.z;
	if (x < side)
		cost[(z * gridDim.y + y) * side + x] = loop_cost(T(1 + x * 0.5), T(y * 0.25), T(z * 0.2), steps);
}
__host__ __device__ int4 brew(int4 c, unsigned seed, int events)
{ // a cell's chemistry, one random event after another, chosen by how likely each is
	for (int e = 0; e < events; e++) {
		unsigned make = 60, fade = c.x * 2, pair = c.x * (c.x - 1) / 4, part = c.y * 3, bind = c.y * c.z;
		unsigned leave = c.w * 5, all = make + fade + pair + part + bind + leave;
		unsigned r = (unsigned)((u64)drawn(seed) * all >> 32);
		if (r < make)
			c.x++;
		else if ((r -= make) < fade)
			c.x--;
		else if ((r -= fade) < pair)
			c.x -= 2, c.y++;
		else if ((r -= pair) < part)
			c.y--, c.x += 2;
		else if ((r -= part) < bind)
			c.y--, c.z--, c.w++;
		else
			c.w--, c.y++, c.z++;
	}
	return c;
}
__global__ void chemistry(int4 *cell, int n, int events)
{ // a cell a thread: branches as luck has it
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		cell[i] = brew(make_int4(i % 30, i % 7, 20, 0), i * 31 + 7, events);
}
__host__ __device__ byte next_health(const int *start, const int *friend_, const byte *ill, int i, int day)
{ // 0: well; 1 to 5: ill for so many days; 6: over it
	if (ill[i])
		return ill[i] < 6 ? ill[i] + 1 : 6;
	for (int k = start[i]; k < start[i + 1]; k++) {
		int s = ill[friend_[k]];
		if (s && s < 6 && ((unsigned)(friend_[k] * 40503 + i * 977 + day * 7777) * 2654435761u) >> 29 == 0)
			return 1;
	}
	return 0;
}
__global__ void infect_day(const int *start, const int *friend_, const byte *in, byte *out, int n, int day)
{ // a day of an infection: a person a thread looks at its friends
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = next_health(start, friend_, in, i, day);
}
__global__ void infect_days(const int *start, const int *friend_, byte *a, byte *b, int n, int days)
{ // all days in one launch: the whole grid waits for each other after each day
	cg::grid_group grid = cg::this_grid();
	for (int day = 0; day < days; day++) {
		for (int i = grid.thread_rank(); i < n; i += grid.size())
			b[i] = next_health(start, friend_, a, i, day);
		grid.sync();
		byte *t = a;
		a = b, b = t;
	}
}
static const int CLUBS = 18;
__host__ __device__ int home_points(const int *strength, int home, int away, unsigned season)
{ // three points, one or none
	unsigned x = (season * 65599u + home * 131u + away) * 2654435761u;
	x ^= x >> 15;
	x *= 2246822519u;
	int edge = strength[home] + 60 - strength[away] + (int)(x >> 22) - 512;
	return edge > 120 ? 3 : edge > -120 ? 1 : 0;
}
__host__ __device__ int champion(const int *strength, unsigned season)
{
	int points[CLUBS];
	for (int k = 0; k < CLUBS; k++)
		points[k] = 0;
	for (int h = 0; h < CLUBS; h++)
		for (int a = 0; a < CLUBS; a++)
			if (a != h) {
				int p = home_points(strength, h, a, season);
				points[h] += p;
				points[a] += p == 3 ? 0 : p == 1 ? 1 : 3;
			}
	int best = 0;
	for (int k = 1; k < CLUBS; k++)
		if (points[k] > points[best])
			best = k;
	return best;
}
__global__ void season_thread(const int *strength, int *won, int seasons)
{ // a football season a thread: 306 matches, points in a local array; counts who becomes champion
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < seasons)
		atomicAdd(&won[champion(strength, i)], 1);
}
__global__ void season_block(const int *strength, int *won, int seasons)
{ // a season a block at a time: a match a thread, shared points; the first thread finds the champion
	__shared__ int points[CLUBS], own[CLUBS];
	int t = threadIdx.x, h = t / CLUBS, a = t % CLUBS;
	if (t < CLUBS)
		own[t] = strength[t];
	for (int s = blockIdx.x; s < seasons; s += gridDim.x) {
		if (t < CLUBS)
			points[t] = 0;
		__syncthreads();
		if (h < CLUBS && a != h) {
			int p = home_points(own, h, a, s);
			if (p)
				atomicAdd(&points[h], p);
			if (p < 3)
				atomicAdd(&points[a], p == 1 ? 1 : 3);
		}
		__syncthreads();
		if (t == 0) {
			int best = 0;
			for (int k = 1; k < CLUBS; k++)
				if (points[k] > points[best])
					best = k;
			atomicAdd(&won[best], 1);
		}
		__syncthreads();
	}
}
__host__ __device__ int clock_end(const int *start, const short *think, int game, int base, int add, int delay)
{ // who still has how much: white's seconds, or below zero the move at which a flag fell
	int left[2] = { base, base };
	for (int k = start[game]; k < start[game + 1]; k++) {
		int side = k - start[game] & 1, t = think[k] - delay;
		left[side] -= t > 0 ? t : 0;
		if (left[side] < 0)
			return -(k - start[game]) - 1;
		left[side] += add;
	}
	return left[0] * 10000 + left[1];
}
__global__ void clocks(const int *start, const short *think, int *end, int games)
{ // chess clocks: a game a thread in x, a way to set the clock in y; some games end early
	int g = blockIdx.x * blockDim.x + threadIdx.x, way = blockIdx.y;
	if (g < games)
		end[way * games + g] = clock_end(start, think, g, 300 + 120 * way, way % 3, way % 2 * 2);
}
void rows()
{
	std::vector<unsigned> w = words(1 << 19);
	const int RUNS = 1500, PEOPLE = 180;
	std::vector<u64> waited(RUNS);
	for (int i = 0; i < RUNS; i++)
		waited[i] = wait_at_desks(i * 7919 + 1, PEOPLE);
	u64 *ow = dev<u64>(RUNS);
	job<u64>(
		"bank_desks.day_a_thread_local", [&] { desks_thread<<<(RUNS + 31) / 32, 32>>>(ow, RUNS, PEOPLE); }, ow,
		RUNS, same(waited));
	job<u64>(
		"bank_desks.day_a_warp", [&] { desks_warp<<<(RUNS + 4) / 5, 160>>>(ow, RUNS, PEOPLE); }, ow, RUNS,
		same(waited));
	const int SIDE = 40, Y = 12, Z = 10, STEPS = 200, GAINS = SIDE * Y * Z;
	std::vector<double> cost(GAINS);
	for (int i = 0; i < GAINS; i++)
		cost[i] = loop_cost<double>(1 + i % SIDE * 0.5, i / SIDE % Y * 0.25, i / SIDE / Y * 0.2, STEPS);
	std::vector<float> cost_f(cost.begin(), cost.end());
	float *of = dev<float>(GAINS);
	double *od = dev<double>(GAINS);
	job<float>(
		"control_loop.gains_a_thread", [&] { loops<float><<<dim3(1, Y, Z), SIDE>>>(of, SIDE, STEPS); }, of,
		GAINS, close_to(cost_f, 5e-3));
	job<double>(
		"control_loop.doubles", [&] { loops<double><<<dim3(1, Y, Z), SIDE>>>(od, SIDE, STEPS); }, od, GAINS,
		close_to(cost, 1e-7));
	const int CELLS = 3000, EVENTS = 150;
	std::vector<int> mixed(CELLS * 4);
	for (int i = 0; i < CELLS; i++)
		((int4 *)mixed.data())[i] = brew(int4{ i % 30, i % 7, 20, 0 }, i * 31 + 7, EVENTS);
	int *o = dev<int>(1 << 18);
	job<int>(
		"cell_chemistry.cell_a_thread",
		[&] { chemistry<<<(CELLS + 127) / 128, 128>>>((int4 *)o, CELLS, EVENTS); }, o, 4 * CELLS, same(mixed));
	const int TOWN = 26000, DAYS = 10;
	std::vector<int> start(TOWN + 1), friends;
	std::vector<byte> well(TOWN), ill, next(TOWN);
	for (int i = 0; i < TOWN; i++) {
		well[i] = w[i] % 300 == 0;
		for (int k = 0; k < 2 + int(w[i] / 512 % 9); k++)
			friends.push_back((i + w[(i * 11 + k) % (1 << 19)] % 400) % TOWN);
		start[i + 1] = friends.size();
	}
	ill = well;
	for (int day = 0; day < DAYS; day++, std::swap(ill, next))
		for (int i = 0; i < TOWN; i++)
			next[i] = next_health(start.data(), friends.data(), ill.data(), i, day);
	int *ds = upload(start), *df = upload(friends), people = TOWN, days = DAYS;
	byte *keep = upload(well), *a = upload(well), *b = upload(well);
	auto anew = [&] { CHECK(cudaMemcpy(a, keep, TOWN, cudaMemcpyDeviceToDevice)); };
	job<byte>(
		"infection.launch_a_day",
		[&] {
			for (int day = 0; day < DAYS; day++)
				infect_day<<<(TOWN + 191) / 192, 192>>>(
					ds, df, day & 1 ? b : a, day & 1 ? a : b, TOWN, day);
		},
		a, TOWN, same(ill), anew);
	job<byte>(
		"infection.grid_waits",
		[&] {
			void *args[] = { &ds, &df, &a, &b, &people, &days };
			CHECK(cudaLaunchCooperativeKernel((void *)infect_days, dim3(100), dim3(256), args, 0, 0));
		},
		a, TOWN, same(ill), anew);
	const int SEASONS = 4500;
	std::vector<int> strength(CLUBS), won(CLUBS);
	for (int k = 0; k < CLUBS; k++)
		strength[k] = w[k] % 300;
	for (int s = 0; s < SEASONS; s++)
		won[champion(strength.data(), s)]++;
	int *dst = upload(strength);
	auto none = [&] { CHECK(cudaMemset(o, 0, CLUBS * 4)); };
	job<int>(
		"football_season.season_a_thread", [&] { season_thread<<<(SEASONS + 63) / 64, 64>>>(dst, o, SEASONS); },
		o, CLUBS, same(won), none);
	job<int>(
		"football_season.match_a_thread", [&] { season_block<<<264, 352>>>(dst, o, SEASONS); }, o, CLUBS,
		same(won), none);
	const int GAMES = 2100, SETTINGS = 5;
	std::vector<int> gs(GAMES + 1), end(GAMES * SETTINGS);
	std::vector<short> think;
	for (int g = 0; g < GAMES; g++) {
		for (int k = 0; k < 40 + int(w[g] % 100); k++) {
			unsigned x = w[g * 150 + k];
			think.push_back(1 + x % 7 + (x / 16 % 12 == 0) * (x / 256 % 60));
		}
		gs[g + 1] = think.size();
	}
	for (int i = 0; i < GAMES * SETTINGS; i++) {
		int way = i / GAMES;
		end[i] = clock_end(gs.data(), think.data(), i % GAMES, 300 + 120 * way, way % 3, way % 2 * 2);
	}
	int *dg = upload(gs);
	short *dth = upload(think);
	job<int>(
		"chess_clock.game_a_thread",
		[&] { clocks<<<dim3((GAMES + 69) / 70, SETTINGS), 70>>>(dg, dth, o, GAMES); }, o, GAMES * SETTINGS,
		same(end));
}
