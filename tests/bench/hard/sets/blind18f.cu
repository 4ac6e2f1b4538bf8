// blind18f: a fresh set of kernels that nobody had modelled when they were written. Pensions, baskets, roads, cameras.
#include "blind7.h"
#include <cuda_fp16.h>

static const int OLDEST = 110;
__constant__ double dies[OLDEST];
__host__ __device__ double pension(int age, int until, double rate, double raise, const double *table)
{ // what a pension is worth today: paid each year that somebody lives, and half of it to the one left behind
	double alive = 1, other = 1, worth = 0, money = 1;
	for (int a = age; a < OLDEST; a++) {
		money *= (1 + raise) / (1 + rate);
		double q = table[a], r = table[a > 3 ? a - 3 : 0];
		alive *= 1 - q, other *= 1 - r;
		if (a >= until)
			worth += money * (alive + 0.5 * (1 - alive) * other);
	}
	return worth;
}
__global__ void pension_constant(const int2 *person, const double2 *money, double *out, int n)
{ // a person a thread, chances to die in constant memory: each thread at an age of its own
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = pension(person[i].x, person[i].y, money[i].x, money[i].y, dies);
}
__global__ void pension_shared(const int2 *person, const double2 *money, const double *table, double *out, int n)
{ // the same, chances in shared memory
	__shared__ double own[OLDEST];
	for (int i = threadIdx.x; i < OLDEST; i += blockDim.x)
		own[i] = table[i];
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = pension(person[i].x, person[i].y, money[i].x, money[i].y, own);
}
static const int SHARES = 8;
__constant__ float tied[SHARES * SHARES];
__host__ __device__ float chance(unsigned a, unsigned b)
{ // nearly a normal number, the sum of some even ones
	unsigned v = a * 0x9e3779b1u ^ b * 0x85ebca77u;
	float sum = -3;
	for (int k = 0; k < 6; k++) {
		v ^= v >> 15, v *= 0x2c1b3c6du, v ^= v >> 12;
		sum += (v >> 8) * (1.0f / 16777216);
	}
	return sum * 1.4142f;
}
__global__ void basket_thread(float *out, int paths, int steps)
{ // eight shares that move together, a path a thread, ties in constant memory: what the basket pays
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= paths)
		return;
	float value[SHARES], luck[SHARES], sum = 0;
	for (int k = 0; k < SHARES; k++)
		value[k] = 0;
	for (int s = 0; s < steps; s++) {
		for (int k = 0; k < SHARES; k++)
			luck[k] = chance(i, s * SHARES + k);
		for (int k = 0; k < SHARES; k++) {
			float move = 0;
			for (int j = 0; j <= k; j++)
				move += tied[k * SHARES + j] * luck[j];
			value[k] += 0.01f + 0.1f * move;
		}
	}
	for (int k = 0; k < SHARES; k++)
		sum += expf(value[k]);
	out[i] = fmaxf(sum / SHARES - 1, 0.0f);
}
__global__ void basket_lanes(const float *ties, float *out, int paths, int steps)
{ // the same, a share a lane, eight lanes a path: luck is told to the others by shuffles
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / SHARES, k = threadIdx.x % SHARES;
	float own[SHARES], value = 0;
	for (int j = 0; j < SHARES; j++)
		own[j] = j <= k ? ties[k * SHARES + j] : 0;
	for (int s = 0; s < steps; s++) {
		float luck = chance(i, s * SHARES + k), move = 0;
#pragma unroll
		for (int j = 0; j < SHARES; j++)
			move += own[j] * __shfl_sync(~0u, luck, j, SHARES);
		value += 0.01f + 0.1f * move;
	}
	float sum = expf(value);
	for (int d = SHARES / 2; d; d /= 2)
		sum += __shfl_down_sync(~0u, sum, d, SHARES);
	if (k == 0 && i < paths)
		out[i] = fmaxf(sum / SHARES - 1, 0.0f);
}
__host__ __device__ float away(float2 p, float4 road)
{ // the square of the distance from a point to a piece of road
	float dx = road.z - road.x, dy = road.w - road.y, x = p.x - road.x, y = p.y - road.y;
	float at = (x * dx + y * dy) / (dx * dx + dy * dy + 1e-6f);
	at = at < 0 ? 0 : at > 1 ? 1 : at;
	x -= at * dx, y -= at * dy;
	return x * x + y * y;
}
__global__ void road_memory(const float2 *p, const float4 *road, float *out, int points, int roads)
{ // how far the nearest road is: a point a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= points)
		return;
	float least = 1e30f;
	for (int k = 0; k < roads; k++)
		least = fminf(least, away(p[i], road[k]));
	out[i] = sqrtf(least);
}
__global__ void road_shared(const float2 *p, const float4 *road, float *out, int points, int roads)
{ // the same, two points a thread, roads come to shared memory by 128
	__shared__ float4 s[128];
	int i = blockIdx.x * 256 + threadIdx.x, j = i + 128;
	float2 a = p[min(i, points - 1)], b = p[min(j, points - 1)];
	float near_a = 1e30f, near_b = 1e30f;
	for (int from = 0; from < roads; from += 128) {
		__syncthreads();
		if (from + threadIdx.x < roads)
			s[threadIdx.x] = road[from + threadIdx.x];
		__syncthreads();
		for (int k = 0; k < min(128, roads - from); k++) {
			near_a = fminf(near_a, away(a, s[k]));
			near_b = fminf(near_b, away(b, s[k]));
		}
	}
	if (i < points)
		out[i] = sqrtf(near_a);
	if (j < points)
		out[j] = sqrtf(near_b);
}
__global__ void road_async(const float2 *p, const float4 *road, float *out, int points, int roads)
{ // the same, a point a thread; the next 96 roads are on their way (cp.async) while these are looked at
	__shared__ __align__(16) float4 s[2][96];
	int i = blockIdx.x * 96 + threadIdx.x, t = threadIdx.x;
	float2 me = p[min(i, points - 1)];
	float least = 1e30f;
	auto fetch = [&](int from, int to) {
		unsigned at = (unsigned)__cvta_generic_to_shared(&s[to][t]);
		if (from + t < roads)
			asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(road + from + t)
				     : "memory");
		asm volatile("cp.async.commit_group;" ::: "memory");
	};
	fetch(0, 0);
	for (int from = 0, now = 0; from < roads; from += 96, now ^= 1) {
		fetch(from + 96, now ^ 1);
		asm volatile("cp.async.wait_group 1;" ::: "memory");
		__syncthreads();
		for (int k = 0; k < min(96, roads - from); k++)
			least = fminf(least, away(me, s[now][k]));
		__syncthreads();
	}
	if (i < points)
		out[i] = sqrtf(least);
}
__constant__ float4 side[6];
__host__ __device__ bool in_view(float4 ball, const float4 *sides)
{ // is a ball at least partly on the inner side of all six?
	for (int k = 0; k < 6; k++)
		if (sides[k].x * ball.x + sides[k].y * ball.y + sides[k].z * ball.z + sides[k].w < -ball.w)
			return false;
	return true;
}
__global__ void cull_bytes(const float4 *ball, byte *out, int n)
{ // a ball a thread, a byte for each
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in_view(ball[i], side);
}
__global__ void cull_votes(const float4 *ball, int *out, int *count, int n)
{ // the numbers of those in view, put together within a warp by a vote; the warp's place is its own
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
	bool seen = i < n && in_view(ball[i], side);
	unsigned vote = __ballot_sync(~0u, seen);
	if (seen)
		out[(i & ~31) + __popc(vote & ((1u << lane) - 1))] = i;
	if (lane == 0 && i < n)
		count[i / 32] = __popc(vote);
}
__global__ void rescale(const u64 *in, u64 *out, u64 up, u64 down, int n)
{ // ticks of one clock in ticks of another: the product has 128 bits, a long division bit by bit
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u64 high = __umul64hi(in[i], up), low = in[i] * up, rest = high % down, q = 0;
	for (int b = 63; b >= 0; b--) {
		rest = rest << 1 | (low >> b & 1);
		q <<= 1;
		if (rest >= down)
			rest -= down, q |= 1;
	}
	out[i] = q;
}
__global__ void order_flow(const float *in, float *out, int n, float a)
{ // a step of a market that follows its neighbours on both sides
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = a * in[i] + (1 - a) * 0.5f * (in[i ? i - 1 : n - 1] + in[i < n - 1 ? i + 1 : 0]);
}
__global__ void fog_halves(const half2 *colour, const half2 *depth, half2 *out, int n, half2 fog)
{ // colours fade into fog with distance, four pairs of halves a thread
	for (int k = 0; k < 4; k++) {
		int i = (blockIdx.x * 4 + k) * blockDim.x + threadIdx.x;
		if (i >= n)
			return;
		half2 clear = h2exp(__hneg2(depth[i]));
		out[i] = __hfma2(clear, __hsub2(colour[i], fog), fog);
	}
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w);
	float *df = upload(f), *o = dev<float>(1 << 20);
	const int PEOPLE = 12000;
	std::vector<double> table(OLDEST), worth(PEOPLE);
	std::vector<int2> person(PEOPLE);
	std::vector<double2> money(PEOPLE);
	for (int a = 0; a < OLDEST; a++)
		table[a] = std::min(1.0, 0.0003 * std::exp(0.085 * a - 0.6));
	for (int i = 0; i < PEOPLE; i++) {
		person[i] = make_int2(20 + w[i] % 60, 60 + w[i + PEOPLE] % 10);
		money[i] = make_double2(0.01 + 0.03 * f[i], 0.02 * f[i + PEOPLE]);
		worth[i] = pension(person[i].x, person[i].y, money[i].x, money[i].y, table.data());
	}
	CHECK(cudaMemcpyToSymbol(dies, table.data(), sizeof dies));
	int2 *dp = upload(person);
	double2 *dm = upload(money);
	double *dt = upload(table), *od = dev<double>(PEOPLE);
	job<double>(
		"pension.constant_table", [&] { pension_constant<<<(PEOPLE + 63) / 64, 64>>>(dp, dm, od, PEOPLE); }, od,
		PEOPLE, close_to(worth, 1e-9));
	job<double>(
		"pension.shared_table", [&] { pension_shared<<<(PEOPLE + 159) / 160, 160>>>(dp, dm, dt, od, PEOPLE); },
		od, PEOPLE, close_to(worth, 1e-9));
	const int PATHS = 4000, STEPS = 9;
	std::vector<float> tie(SHARES * SHARES), paid(PATHS);
	for (int i = 0; i < SHARES * SHARES; i++)
		tie[i] = 0.2f + 0.5f * f[i];
	for (int i = 0; i < PATHS; i++) {
		double value[SHARES] = { 0 }, sum = 0;
		for (int s = 0; s < STEPS; s++)
			for (int k = 0; k < SHARES; k++) {
				double move = 0;
				for (int j = 0; j <= k; j++)
					move += tie[k * SHARES + j] * chance(i, s * SHARES + j);
				value[k] += 0.01 + 0.1 * move;
			}
		for (int k = 0; k < SHARES; k++)
			sum += std::exp(value[k]);
		paid[i] = std::max(sum / SHARES - 1, 0.0);
	}
	CHECK(cudaMemcpyToSymbol(tied, tie.data(), sizeof tied));
	float *dtie = upload(tie);
	job<float>(
		"share_basket.path_a_thread", [&] { basket_thread<<<(PATHS + 95) / 96, 96>>>(o, PATHS, STEPS); }, o,
		PATHS, close_to(paid, 1e-3));
	job<float>(
		"share_basket.share_a_lane",
		[&] { basket_lanes<<<PATHS * SHARES / 128, 128>>>(dtie, o, PATHS, STEPS); }, o, PATHS,
		close_to(paid, 1e-3));
	const int POINTS = 5000, ROADS = 290;
	std::vector<float> far(POINTS);
	const float2 *point = (float2 *)f.data();
	const float4 *road = (float4 *)f.data() + 20000;
	for (int i = 0; i < POINTS; i++) {
		float least = 1e30f;
		for (int k = 0; k < ROADS; k++)
			least = std::min(least, away(point[i], road[k]));
		far[i] = std::sqrt(least);
	}
	float2 *dpoint = (float2 *)df;
	float4 *droad = (float4 *)df + 20000;
	job<float>(
		"nearest_road.point_a_thread",
		[&] { road_memory<<<(POINTS + 63) / 64, 64>>>(dpoint, droad, o, POINTS, ROADS); }, o, POINTS,
		close_to(far, 1e-3));
	job<float>(
		"nearest_road.two_points_a_thread",
		[&] { road_shared<<<(POINTS + 255) / 256, 128>>>(dpoint, droad, o, POINTS, ROADS); }, o, POINTS,
		close_to(far, 1e-3));
	job<float>(
		"nearest_road.copied_ahead",
		[&] { road_async<<<(POINTS + 95) / 96, 96>>>(dpoint, droad, o, POINTS, ROADS); }, o, POINTS,
		close_to(far, 1e-3));
	const int BALLS = 150000;
	std::vector<float4> ball(BALLS), sides(6);
	for (int k = 0; k < 6; k++)
		sides[k] = make_float4(k % 3 == 0 ? 1 - k / 3 * 2 : 0.25f, k % 3 == 1 ? 1 - k / 3 * 2 : -0.5f,
			k % 3 == 2 ? 1 - k / 3 * 2 : 0.125f, 0.5f);
	std::vector<byte> seen(BALLS);
	std::vector<int> count((BALLS + 31) / 32);
	for (int i = 0; i < BALLS; i++) {
		ball[i] = make_float4((int)(w[i] % 256 - 128) / 64.0f, (int)(w[i] / 256 % 256 - 128) / 64.0f,
			(int)(w[i] / 65536 % 256 - 128) / 64.0f, w[i] % 3 / 8.0f);
		seen[i] = in_view(ball[i], sides.data());
		count[i / 32] += seen[i];
	}
	CHECK(cudaMemcpyToSymbol(side, sides.data(), sizeof side));
	float4 *dball = upload(ball);
	byte *ob = dev<byte>(BALLS);
	int *dcount = dev<int>(count.size()), *oi = (int *)o;
	job<byte>(
		"camera_view.byte_a_ball", [&] { cull_bytes<<<(BALLS + 255) / 256, 256>>>(dball, ob, BALLS); }, ob,
		BALLS, same(seen));
	job<int>(
		"camera_view.votes_in_a_warp",
		[&] { cull_votes<<<(BALLS + 191) / 192, 192>>>(dball, oi, dcount, BALLS); }, dcount, count.size(),
		same(count));
	const int TICKS = 30000;
	const u64 UP = 1234567890123ull, DOWN = 9876543210987ull;
	std::vector<u64> tick(TICKS), tock(TICKS);
	for (int i = 0; i < TICKS; i++) {
		tick[i] = (u64)w[i] << 32 | w[i + TICKS];
		tock[i] = (u64)((unsigned __int128)tick[i] * UP / DOWN);
	}
	u64 *dtick = upload(tick), *dtock = dev<u64>(TICKS);
	job<u64>(
		"clock_ticks.long_division",
		[&] { rescale<<<(TICKS + 127) / 128, 128>>>(dtick, dtock, UP, DOWN, TICKS); }, dtock, TICKS,
		same(tock));
	const int M = 70000, ROUNDS = 6;
	std::vector<float> flow(f.begin(), f.begin() + 2 * M);
	for (int s = 0; s < ROUNDS; s++) {
		std::vector<float> was = flow;
		for (int i = 0; i < 2 * M; i++) {
			int b = i / M * M, k = i % M;
			float a = i < M ? 0.6f : 0.3f;
			flow[i] = a * was[i] + (1 - a) * 0.5f * (was[b + (k + M - 1) % M] + was[b + (k + 1) % M]);
		}
	}
	float *now = dev<float>(2 * M), *next = dev<float>(2 * M);
	cudaStream_t one, two;
	cudaEvent_t begun, done_one, done_two;
	CHECK(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
	CHECK(cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking));
	for (cudaEvent_t *e : { &begun, &done_one, &done_two })
		CHECK(cudaEventCreateWithFlags(e, cudaEventDisableTiming));
	job<float>(
		"two_markets.stream_a_market",
		[&] {
			CHECK(cudaEventRecord(begun, 0));
			CHECK(cudaStreamWaitEvent(one, begun, 0));
			CHECK(cudaStreamWaitEvent(two, begun, 0));
			for (int s = 0; s < ROUNDS; s++) {
				float *a = s & 1 ? next : now, *b = s & 1 ? now : next;
				order_flow<<<(M + 255) / 256, 256, 0, one>>>(a, b, M, 0.6f);
				order_flow<<<(M + 127) / 128, 128, 0, two>>>(a + M, b + M, M, 0.3f);
			}
			CHECK(cudaEventRecord(done_one, one));
			CHECK(cudaEventRecord(done_two, two));
			CHECK(cudaStreamWaitEvent(0, done_one, 0));
			CHECK(cudaStreamWaitEvent(0, done_two, 0));
		},
		now, 2 * M, close_to(flow), [&] { CHECK(cudaMemcpy(now, df, 8 * M, cudaMemcpyDeviceToDevice)); });
	const int FOG = 200000;
	std::vector<half2> colour(FOG), depth(FOG);
	std::vector<float> foggy(2 * FOG);
	for (int i = 0; i < FOG; i++) {
		colour[i] = __floats2half2_rn(f[i], f[i + FOG]);
		depth[i] = __floats2half2_rn(3 * f[i + 2 * FOG], 3 * f[i + 3 * FOG]);
		foggy[2 * i] = std::exp(-__low2float(depth[i])) * (__low2float(colour[i]) - 0.75f) + 0.75f;
		foggy[2 * i + 1] = std::exp(-__high2float(depth[i])) * (__high2float(colour[i]) - 0.75f) + 0.75f;
	}
	half2 *dcol = upload(colour), *ddep = upload(depth), *of = dev<half2>(FOG);
	job<unsigned>(
		"fog.pairs_of_halves",
		[&] { fog_halves<<<(FOG + 767) / 768, 192>>>(dcol, ddep, of, FOG, __floats2half2_rn(0.75f, 0.75f)); },
		(unsigned *)of, FOG,
		[&](const std::vector<unsigned> &v) {
			for (int i = 0; i < FOG; i++) {
				half2 h;
				memcpy(&h, &v[i], 4);
				if (!near(__low2float(h), foggy[2 * i], 3e-3) ||
					!near(__high2float(h), foggy[2 * i + 1], 3e-3))
					return false;
			}
			return true;
		});
}
