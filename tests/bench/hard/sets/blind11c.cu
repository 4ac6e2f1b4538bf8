// blind11c: a fresh set of kernels that nobody had modelled when they were written. Robots: arms, filters, maps, plans.
#include "blind7.h"
#include <cooperative_groups.h>

struct Joint {
	float length, offset, cos_twist, sin_twist;
};
__constant__ Joint joints[7];
__global__ void arm_pose(const float *angle, float *hand, int poses)
{ // where the hand of an arm of seven joints is and how it is turned: a chain of matrices in local arrays
	int p = blockIdx.x * blockDim.x + threadIdx.x;
	if (p >= poses)
		return;
	float m[3][4] = { { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 1, 0 } };
	for (int j = 0; j < 7; j++) {
		Joint g = joints[j];
		float s, c;
		sincosf(angle[j * poses + p], &s, &c);
		float b[4][4] = { { c, -s * g.cos_twist, s * g.sin_twist, g.length * c },
			{ s, c * g.cos_twist, -c * g.sin_twist, g.length * s },
			{ 0, g.sin_twist, g.cos_twist, g.offset }, { 0, 0, 0, 1 } };
		for (int r = 0; r < 3; r++) {
			float row[4] = { m[r][0], m[r][1], m[r][2], m[r][3] };
			for (int k = 0; k < 4; k++)
				m[r][k] = row[0] * b[0][k] + row[1] * b[1][k] + row[2] * b[2][k] + row[3] * b[3][k];
		}
	}
	for (int r = 0; r < 3; r++)
		for (int k = 0; k < 4; k++)
			hand[p * 12 + r * 4 + k] = m[r][k];
}
__global__ void arm_reach(const float2 *target, float *angle, int arms, int most)
{ // turns five links in a plane, the last first, until the hand is near enough: some arms take long
	int p = blockIdx.x * blockDim.x + threadIdx.x;
	if (p >= arms)
		return;
	float2 goal = target[p], at[6];
	float turn[5] = { 0.3f, 0.2f, 0.1f, 0.2f, 0.3f };
	for (int round = 0; round < most; round++) {
		float sum = 0;
		at[0] = make_float2(0, 0);
		for (int j = 0; j < 5; j++) {
			sum += turn[j];
			at[j + 1] = make_float2(at[j].x + cosf(sum), at[j].y + sinf(sum));
		}
		float2 hand = at[5];
		if (hypotf(hand.x - goal.x, hand.y - goal.y) < 0.01f)
			break;
		for (int j = 4; j >= 0; j--) {
			float hx = hand.x - at[j].x, hy = hand.y - at[j].y, gx = goal.x - at[j].x,
			      gy = goal.y - at[j].y;
			float by = atan2f(hx * gy - hy * gx, hx * gx + hy * gy), s, c;
			sincosf(by, &s, &c);
			turn[j] += by;
			hand = make_float2(at[j].x + c * hx - s * hy, at[j].y + s * hx + c * hy);
		}
	}
	for (int j = 0; j < 5; j++)
		angle[p * 5 + j] = turn[j];
}
__host__ __device__ void follow(double *x, double p[4][4], const float *seen, int stride, int steps, double dt)
{
	for (int t = 0; t < steps; t++) {
		for (int r = 0; r < 2; r++) {
			x[r] += dt * x[r + 2];
			for (int c = 0; c < 4; c++)
				p[r][c] += dt * p[r + 2][c];
		}
		for (int r = 0; r < 4; r++) {
			for (int c = 0; c < 2; c++)
				p[r][c] += dt * p[r][c + 2];
			p[r][r] += 0.01;
		}
		for (int m = 0; m < 2; m++) {
			double gain[4], row[4], s = 1 / (p[m][m] + 0.5), off = seen[(t * 2 + m) * stride] - x[m];
			for (int r = 0; r < 4; r++)
				gain[r] = p[r][m] * s, row[r] = p[m][r];
			for (int r = 0; r < 4; r++) {
				x[r] += gain[r] * off;
				for (int c = 0; c < 4; c++)
					p[r][c] -= gain[r] * row[c];
			}
		}
	}
}
__global__ void kalman_thread(const float *seen, double *out, int tracks, int steps, double dt)
{ // a Kalman filter of place and speed, in doubles, one moving thing a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= tracks)
		return;
	double x[4] = {}, p[4][4] = { { 9, 0, 0, 0 }, { 0, 9, 0, 0 }, { 0, 0, 9, 0 }, { 0, 0, 0, 9 } };
	follow(x, p, seen + i, tracks, steps, dt);
	for (int r = 0; r < 4; r++)
		out[i * 4 + r] = x[r];
}
__global__ void kalman_lanes(const float *seen, double *out, int tracks, int steps, double dt)
{ // the same with sixteen lanes a thing, each with one number of the matrix
	int id = blockIdx.x * blockDim.x + threadIdx.x, i = id / 16, r = id % 16 / 4, c = id % 4;
	double x = 0, p = r == c ? 9 : 0;
	int from = min(i, tracks - 1);
	for (int t = 0; t < steps; t++) {
		double ahead = __shfl_sync(~0u, x, (r + 2) % 4 * 4 + c, 16),
		       below = __shfl_sync(~0u, p, (r + 2) % 4 * 4 + c, 16);
		if (r < 2)
			x += dt * ahead, p += dt * below;
		double right = __shfl_sync(~0u, p, r * 4 + (c + 2) % 4, 16);
		if (c < 2)
			p += dt * right;
		if (r == c)
			p += 0.01;
		for (int m = 0; m < 2; m++) {
			double own = __shfl_sync(~0u, p, m * 5, 16), col = __shfl_sync(~0u, p, r * 4 + m, 16);
			double row = __shfl_sync(~0u, p, m * 4 + c, 16), at = __shfl_sync(~0u, x, m * 4, 16);
			double gain = col / (own + 0.5);
			x += gain * (seen[(t * 2 + m) * tracks + from] - at);
			p -= gain * row;
		}
	}
	if (c == 0 && i < tracks)
		out[i * 4 + r] = x;
}
__host__ __device__ int along(int a, int d, int t, int n)
{
	return a + (2 * d * t + n) / (2 * n);
}
__global__ void lidar_thread(const int4 *beam, int *map, int beams, int w)
{ // a map of what is free and what is in the way, from beams of light: a beam a thread walks through its cells
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= beams)
		return;
	int4 b = beam[i];
	int dx = b.z - b.x, dy = b.w - b.y, n = max(max(abs(dx), abs(dy)), 1);
	for (int t = 0; t < n; t++)
		atomicAdd(&map[along(b.y, dy, t, n) * w + along(b.x, dx, t, n)], 1);
	atomicAdd(&map[b.w * w + b.z], -1000);
}
__global__ void lidar_warp(const int4 *beam, int *map, int beams, int w)
{ // the same with a warp a beam, 32 cells at a time
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (i >= beams)
		return;
	int4 b = beam[i];
	int dx = b.z - b.x, dy = b.w - b.y, n = max(max(abs(dx), abs(dy)), 1);
	for (int t = lane; t < n; t += 32)
		atomicAdd(&map[along(b.y, dy, t, n) * w + along(b.x, dx, t, n)], 1);
	if (lane == 0)
		atomicAdd(&map[b.w * w + b.z], -1000);
}
__host__ __device__ float push_of(int car, int step)
{
	unsigned h = (car * 40503u + step) * 2654435761u;
	h = (h ^ h >> 15) * 2246822519u;
	h ^= h >> 13;
	return (h >> 8) * (2 / 16777216.0f) - 1;
}
__host__ __device__ float drive(const float *plan, int car, int steps)
{
	float x = 0, y = 0, head = 0, cost = 0;
	for (int t = 0; t < steps; t++) {
		head += 0.1f * (plan[t] + push_of(car, t));
		x += 0.2f * cosf(head), y += 0.2f * sinf(head);
		float ox = x - 3, oy = y - 0.2f, gx = x - 6, gy = y - 1;
		cost += 0.01f * (gx * gx + gy * gy) + expf(-2 * (ox * ox + oy * oy));
	}
	return cost;
}
__global__ void steer_roll(const float *plan, float *cost, int cars, int steps)
{ // many cars try a plan, each with chance added; what each one's way costs
	int car = blockIdx.x * blockDim.x + threadIdx.x;
	if (car < cars)
		cost[car] = drive(plan, car, steps);
}
__global__ void steer_weigh(float *cost, int cars)
{ // weights from costs: one block finds the least, then the sum, then divides
	__shared__ float part[32];
	float least = 1e30f, sum = 0;
	for (int i = threadIdx.x; i < cars; i += blockDim.x)
		least = fminf(least, cost[i]);
	for (int k = 16; k; k /= 2)
		least = fminf(least, __shfl_xor_sync(~0u, least, k));
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = least;
	__syncthreads();
	for (int k = 0; k < blockDim.x / 32; k++)
		least = fminf(least, part[k]);
	__syncthreads();
	for (int i = threadIdx.x; i < cars; i += blockDim.x)
		sum += cost[i] = expf(least - cost[i]);
	for (int k = 16; k; k /= 2)
		sum += __shfl_xor_sync(~0u, sum, k);
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = sum;
	__syncthreads();
	sum = 0;
	for (int k = 0; k < blockDim.x / 32; k++)
		sum += part[k];
	for (int i = threadIdx.x; i < cars; i += blockDim.x)
		cost[i] /= sum;
}
__global__ void steer_mean(const float *plan, const float *weight, float *better, int cars)
{ // the new plan: a block a step adds up the chances by their weights
	__shared__ float part[128];
	float sum = 0;
	for (int i = threadIdx.x; i < cars; i += 128)
		sum += weight[i] * push_of(i, blockIdx.x);
	part[threadIdx.x] = sum;
	for (int k = 64; k; k /= 2) {
		__syncthreads();
		if (threadIdx.x < k)
			part[threadIdx.x] += part[threadIdx.x + k];
	}
	if (threadIdx.x == 0)
		better[blockIdx.x] = plan[blockIdx.x] + part[0];
}
__global__ void pairing_tile(const int2 *own, const int2 *other, int2 *out, int n, int m)
{ // the nearest point of another cloud for each point, all of them looked at through shared memory
	__shared__ int2 tile[192];
	int i = blockIdx.x * 192 + threadIdx.x, best = INT_MAX, which = -1;
	int2 p = own[min(i, n - 1)];
	for (int from = 0; from < m; from += 192) {
		__syncthreads();
		tile[threadIdx.x] = from + threadIdx.x < m ? other[from + threadIdx.x] : make_int2(20000, 20000);
		__syncthreads();
		for (int k = 0; k < 192; k++) {
			int dx = tile[k].x - p.x, dy = tile[k].y - p.y, d = dx * dx + dy * dy;
			if (d < best)
				best = d, which = from + k;
		}
	}
	if (i < n)
		out[i] = make_int2(which, best);
}
__global__ void pairing_cells(const int2 *own, const int3 *sorted, const int *start, int2 *out, int n)
{ // the same from 64 by 64 cells of 64, searched in growing squares
	int i = blockIdx.x * blockDim.x + threadIdx.x, best = INT_MAX, which = INT_MAX;
	if (i >= n)
		return;
	int2 p = own[i];
	int cx = p.x / 64, cy = p.y / 64;
	for (int ring = 0; ring < 64; ring++) {
		int safe = (ring - 1) * 64;
		if (ring && safe >= 0 && best < safe * safe)
			break;
		for (int y = max(cy - ring, 0); y <= min(cy + ring, 63); y++)
			for (int x = cx - ring; x <= cx + ring; x += abs(y - cy) == ring ? 1 : max(2 * ring, 1)) {
				if (x < 0 || x > 63)
					continue;
				for (int k = start[y * 64 + x]; k < start[y * 64 + x + 1]; k++) {
					int3 q = sorted[k];
					int d = (q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y);
					if (d < best || d == best && q.z < which)
						best = d, which = q.z;
				}
			}
	}
	out[i] = make_int2(which, best);
}
__host__ __device__ float worth_of(const float *v, const byte *wall, int x, int y, int w, int h)
{ // what a cell costs to leave when a step slips aside one time in five
	int i = y * w + x;
	if (wall[i])
		return wall[i] == 2 ? 0 : 99;
	float up = v[max(y - 1, 0) * w + x], low = v[min(y + 1, h - 1) * w + x];
	float left = v[y * w + max(x - 1, 0)], right = v[y * w + min(x + 1, w - 1)];
	float sides = 0.1f * (left + right), ends = 0.1f * (up + low);
	float best = fminf(0.8f * fminf(up, low) + sides, 0.8f * fminf(left, right) + ends);
	return 1 + 0.97f * best;
}
__global__ void policy_step(const float *in, float *out, const byte *wall, int w, int h)
{ // one round of value iteration
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
	if (x < w)
		out[y * w + x] = worth_of(in, wall, x, y, w, h);
}
__global__ void policy_whole(float *a, float *b, const byte *wall, int w, int h, int rounds)
{ // all rounds in one launch whose blocks wait for each other
	cooperative_groups::grid_group grid = cooperative_groups::this_grid();
	for (int k = 0; k < rounds; k++) {
		const float *in = k % 2 ? b : a;
		float *out = k % 2 ? a : b;
		for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < w * h; i += gridDim.x * blockDim.x)
			out[i] = worth_of(in, wall, i % w, i / w, w, h);
		grid.sync();
	}
}
__global__ void policy_block(const float *a, float *out, const byte *wall, int w, int h, int rounds)
{ // all rounds by one block, the values in shared memory
	extern __shared__ float v[];
	int n = w * h;
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		v[i] = a[i];
	for (int k = 0; k < rounds; k++) {
		__syncthreads();
		for (int i = threadIdx.x; i < n; i += blockDim.x)
			v[(k + 1) % 2 * n + i] = worth_of(v + k % 2 * n, wall, i % w, i / w, w, h);
	}
	__syncthreads();
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		out[i] = v[rounds % 2 * n + i];
}
void rows()
{
	auto w = words(1 << 19);
	auto f = fractions(w);
	const int POSES = 30000, ARMS = 6000;
	std::vector<Joint> joint(7);
	for (int j = 0; j < 7; j++)
		joint[j] = { 0.1f * j, 0.3f - 0.02f * j, std::cos(j * 1.5708f), std::sin(j * 1.5708f) };
	CHECK(cudaMemcpyToSymbol(joints, joint.data(), sizeof(Joint) * 7));
	std::vector<float> hand(POSES * 12);
	for (int p = 0; p < POSES; p++) {
		double m[3][4] = { { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 1, 0 } };
		for (int j = 0; j < 7; j++) {
			Joint g = joint[j];
			double s = std::sin(f[j * POSES + p]), c = std::cos(f[j * POSES + p]);
			double b[4][4] = { { c, -s * g.cos_twist, s * g.sin_twist, g.length * c },
				{ s, c * g.cos_twist, -c * g.sin_twist, g.length * s },
				{ 0, g.sin_twist, g.cos_twist, g.offset }, { 0, 0, 0, 1 } };
			for (auto &row : m) {
				double r[4] = {};
				for (int k = 0; k < 16; k++)
					r[k % 4] += row[k / 4] * b[k / 4][k % 4];
				std::copy(r, r + 4, row);
			}
		}
		for (int k = 0; k < 12; k++)
			hand[p * 12 + k] = m[k / 4][k % 4];
	}
	float *angle = upload(f), *out = dev<float>(POSES * 12);
	job<float>(
		"arm.seven_joints", [&] { arm_pose<<<(POSES + 127) / 128, 128>>>(angle, out, POSES); }, out, POSES * 12,
		close_to(hand));
	std::vector<float2> goal(ARMS);
	for (int p = 0; p < ARMS; p++) {
		float far = 1 + 3.6f * f[p], turn = 6 * f[p + 1];
		goal[p] = { far * std::cos(turn), far * std::sin(turn) };
	}
	float2 *target = upload(goal);
	job<float>(
		"arm.reaches_out", [&] { arm_reach<<<(ARMS + 63) / 64, 64>>>(target, out, ARMS, 200); }, out, ARMS * 5,
		[&](const std::vector<float> &v) {
			int missed = 0;
			for (int p = 0; p < ARMS; p++) {
				double x = 0, y = 0, sum = 0;
				for (int j = 0; j < 5; j++)
					sum += v[p * 5 + j], x += std::cos(sum), y += std::sin(sum);
				missed += std::hypot(x - goal[p].x, y - goal[p].y) > 0.011;
			}
			return missed < ARMS / 100;
		});
	const int TRACKS = 3000, STEPS = 24;
	std::vector<double> known(TRACKS * 4);
	for (int i = 0; i < TRACKS; i++) {
		double p[4][4] = { { 9, 0, 0, 0 }, { 0, 9, 0, 0 }, { 0, 0, 9, 0 }, { 0, 0, 0, 9 } };
		follow(&known[i * 4], p, f.data() + i, TRACKS, STEPS, 0.25);
	}
	double *dd = dev<double>(TRACKS * 4);
	job<double>(
		"kalman.thing_a_thread",
		[&] { kalman_thread<<<(TRACKS + 31) / 32, 32>>>(angle, dd, TRACKS, STEPS, 0.25); }, dd, TRACKS * 4,
		close_to(known, 1e-9));
	job<double>(
		"kalman.sixteen_lanes",
		[&] { kalman_lanes<<<(TRACKS * 16 + 127) / 128, 128>>>(angle, dd, TRACKS, STEPS, 0.25); }, dd,
		TRACKS * 4, close_to(known, 1e-9));
	const int BEAMS = 5400, MAP = 400;
	std::vector<int4> beam(BEAMS);
	std::vector<int> map(MAP * MAP);
	for (int i = 0; i < BEAMS; i++) {
		int spot = i / 360, x = 60 + spot * 19, y = 200 + (int)(100 * std::sin(spot));
		float far = 20 + 160 * f[i / 4] * f[i];
		int ex = x + far * std::cos(i * 0.01745f), ey = y + far * std::sin(i * 0.01745f);
		beam[i] = { x, y, std::min(std::max(ex, 0), MAP - 1), std::min(std::max(ey, 0), MAP - 1) };
		int dx = beam[i].z - x, dy = beam[i].w - y, n = std::max(std::max(std::abs(dx), std::abs(dy)), 1);
		for (int t = 0; t < n; t++)
			map[along(y, dy, t, n) * MAP + along(x, dx, t, n)]++;
		map[beam[i].w * MAP + beam[i].z] -= 1000;
	}
	int4 *db = upload(beam);
	int *dm = dev<int>(MAP * MAP);
	auto clear = [&] { CHECK(cudaMemset(dm, 0, MAP * MAP * 4)); };
	job<int>(
		"lidar.beam_a_thread", [&] { lidar_thread<<<(BEAMS + 95) / 96, 96>>>(db, dm, BEAMS, MAP); }, dm,
		MAP * MAP, same(map), clear);
	job<int>(
		"lidar.beam_a_warp", [&] { lidar_warp<<<BEAMS / 6, 192>>>(db, dm, BEAMS, MAP); }, dm, MAP * MAP,
		same(map), clear);
	const int CARS = 7000, TURNS = 40;
	std::vector<float> plan(TURNS, 0.1f), better(TURNS);
	double total = 0;
	std::vector<double> mean(TURNS);
	for (int c = 0; c < CARS; c++) {
		double e = std::exp(10 - drive(plan.data(), c, TURNS));
		total += e;
		for (int t = 0; t < TURNS; t++)
			mean[t] += e * push_of(c, t);
	}
	for (int t = 0; t < TURNS; t++)
		better[t] = plan[t] + mean[t] / total;
	float *dp = upload(plan), *cost = dev<float>(CARS), *bet = dev<float>(TURNS);
	job<float>(
		"steer.three_launches",
		[&] {
			steer_roll<<<(CARS + 127) / 128, 128>>>(dp, cost, CARS, TURNS);
			steer_weigh<<<1, 1024>>>(cost, CARS);
			steer_mean<<<TURNS, 128>>>(dp, cost, bet, CARS);
		},
		bet, TURNS, close_to(better, 1e-3));
	const int PN = 4000, PM = 3300;
	std::vector<int2> own(PN), other(PM), pair(PN);
	std::vector<int> start(4097);
	for (int i = 0; i < PN; i++)
		own[i] = { (int)(w[i] % 4096), (int)(w[i + PN] % 4096) };
	for (int i = 0; i < PM; i++) {
		other[i] = { (int)(w[i + 9000] % 4096), (int)(w[i + 20000] % 4096) };
		start[other[i].y / 64 * 64 + other[i].x / 64 + 1]++;
	}
	for (int i = 0; i < 4096; i++)
		start[i + 1] += start[i];
	std::vector<int3> sorted(PM);
	std::vector<int> next = start;
	for (int i = 0; i < PM; i++)
		sorted[next[other[i].y / 64 * 64 + other[i].x / 64]++] = { other[i].x, other[i].y, i };
	for (int i = 0; i < PN; i++) {
		pair[i] = { -1, INT_MAX };
		for (int k = 0; k < PM; k++) {
			int dx = other[k].x - own[i].x, dy = other[k].y - own[i].y, d = dx * dx + dy * dy;
			if (d < pair[i].y)
				pair[i] = { k, d };
		}
	}
	int2 *d1 = upload(own), *d2 = upload(other), *po = dev<int2>(PN);
	int3 *d3 = upload(sorted);
	int *d4 = upload(start);
	std::vector<int> flat((int *)pair.data(), (int *)pair.data() + 2 * PN);
	job<int>(
		"pairing.tile", [&] { pairing_tile<<<(PN + 191) / 192, 192>>>(d1, d2, po, PN, PM); }, (int *)po, 2 * PN,
		same(flat));
	job<int>(
		"pairing.growing_squares", [&] { pairing_cells<<<(PN + 63) / 64, 64>>>(d1, d3, d4, po, PN); },
		(int *)po, 2 * PN, same(flat));
	const int GW = 150, GH = 90, ROUNDS = 30;
	std::vector<byte> wall(GW * GH);
	std::vector<float> now(GW * GH, 50), then(GW * GH);
	for (int i = 0; i < GW * GH; i++)
		wall[i] = i == 4000 ? 2 : w[i] % 5 == 0;
	float *v0 = upload(now), *v1 = dev<float>(GW * GH), *v2 = dev<float>(GW * GH);
	byte *dw = upload(wall);
	for (int k = 0; k < ROUNDS; k++, now.swap(then))
		for (int i = 0; i < GW * GH; i++)
			then[i] = worth_of(now.data(), wall.data(), i % GW, i / GW, GW, GH);
	auto fill = [&] { CHECK(cudaMemcpy(v1, v0, GW * GH * 4, cudaMemcpyDeviceToDevice)); };
	job<float>(
		"policy.launch_a_round",
		[&] {
			for (int k = 0; k < ROUNDS; k++)
				policy_step<<<dim3(2, GH), 96>>>(k % 2 ? v2 : v1, k % 2 ? v1 : v2, dw, GW, GH);
		},
		v1, GW * GH, close_to(now), fill);
	job<float>(
		"policy.grid_waits",
		[&] {
			int a = GW, b = GH, c = ROUNDS;
			void *arg[] = { &v1, &v2, &dw, &a, &b, &c };
			CHECK(cudaLaunchCooperativeKernel((void *)policy_whole, dim3(54), dim3(256), arg, 0, 0));
		},
		v1, GW * GH, close_to(now), fill);
	CHECK(cudaFuncSetAttribute(policy_block, cudaFuncAttributeMaxDynamicSharedMemorySize, GW * GH * 8));
	job<float>(
		"policy.one_block", [&] { policy_block<<<1, 800, GW * GH * 8>>>(v0, v2, dw, GW, GH, ROUNDS); }, v2,
		GW * GH, close_to(now));
}
