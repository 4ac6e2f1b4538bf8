// blind16f: a fresh set of kernels that nobody had modelled when they were written. Rounds, streams, one block.
#include "blind7.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__host__ __device__ unsigned rippled(unsigned west, unsigned own, unsigned east)
{ // a point of a ring after a round
	return (west + 2 * own + east) / 4 + (own >> 5);
}
__device__ void ripple_round(const unsigned *in, unsigned *out, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		out[i] = rippled(in[i ? i - 1 : n - 1], in[i], in[i + 1 < n ? i + 1 : 0]);
}
__global__ void ripple_launch(const unsigned *in, unsigned *out, int n)
{ // one round a launch
	ripple_round(in, out, n);
}
__global__ void ripple_grid(unsigned *a, unsigned *b, int n, int rounds)
{ // all rounds in one launch, the whole grid waits between them
	cg::grid_group grid = cg::this_grid();
	for (int r = 0; r < rounds; r++) {
		ripple_round(r % 2 ? b : a, r % 2 ? a : b, n);
		grid.sync();
	}
}
__global__ void ripple_barrier(unsigned *a, unsigned *b, unsigned *arrived, int n, int rounds)
{ // the same with a barrier of our own: a counter that all blocks raise, and watch until it is high enough
	for (int r = 0; r < rounds; r++) {
		ripple_round(r % 2 ? b : a, r % 2 ? a : b, n);
		__threadfence();
		__syncthreads();
		if (threadIdx.x == 0) {
			atomicAdd(arrived, 1);
			while (*(volatile unsigned *)arrived < (r + 1) * gridDim.x)
				__nanosleep(20);
			__threadfence();
		}
		__syncthreads();
	}
}
__global__ void peel_round(const int *start, const int *mate, int *degree, int *round, int n, int k, int now)
{ // nodes with fewer than k mates leave in rounds: who leaves tells its mates; decided on last round's degrees
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n || round[i] >= 0 || degree[i] >= k)
		return;
	round[i] = now;
}
__global__ void peel_tell(const int *start, const int *mate, int *degree, const int *round, int n, int now)
{ // those that left in this round take one from each mate's degree
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && round[i] == now)
		for (int e = start[i]; e < start[i + 1]; e++)
			atomicSub(&degree[mate[e]], 1);
}
__global__ void peel_block(const int *start, const int *mate, int *degree, int *round, int *queue, int n, int k)
{ // the same by one block: who falls below k goes into a queue, a warp tells the mates of one that left
	__shared__ int head, tail;
	int t = threadIdx.x, warps = blockDim.x / 32, lane = t % 32;
	if (t == 0)
		head = tail = 0;
	__syncthreads();
	for (int i = t; i < n; i += blockDim.x)
		if (degree[i] < k)
			queue[atomicAdd(&tail, 1)] = i;
	__syncthreads();
	for (int now = 0; head < tail; now++) {
		int from = head, to = tail;
		__syncthreads();
		for (int q = from + t / 32; q < to; q += warps) {
			int i = queue[q];
			if (lane == 0)
				round[i] = now;
			for (int e = start[i] + lane; e < start[i + 1]; e += 32)
				if (atomicSub(&degree[mate[e]], 1) == k)
					queue[atomicAdd(&tail, 1)] = mate[e];
		}
		__syncthreads();
		if (t == 0)
			head = to;
		__syncthreads();
	}
}
__host__ __device__ unsigned ground(unsigned v, int times)
{ // a number is mixed many times
	for (int k = 0; k < times; k++) {
		v = v * 747796405u + 2891336453u;
		v ^= v >> (v >> 28) + 4;
	}
	return v;
}
__global__ void grind(const unsigned *in, unsigned *out, int n, int times)
{ // a few blocks grind a part of the numbers
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = ground(in[i], times);
}
__global__ void tiny(unsigned *v, int step)
{ // one warp; a value from the next lane is mixed in
	unsigned own = v[threadIdx.x];
	v[threadIdx.x] = own * 5 + __shfl_sync(~0u, own, (threadIdx.x + step) & 31);
}
__global__ void descend_block(const double *right, double *out, int w, int h, int rounds)
{ // conjugate gradients by one block: the five-point matrix of a plate of doubles, a point a thread
	__shared__ double p[22 * 30], part[32];
	int t = threadIdx.x, n = w * h, x = t % w, y = t / w, warps = (blockDim.x + 31) / 32;
	auto total = [&](double v) {
		for (int d = 16; d; d /= 2)
			v += __shfl_xor_sync(~0u, v, d);
		__syncthreads();
		if (t % 32 == 0)
			part[t / 32] = v;
		__syncthreads();
		double s = 0;
		for (int k = 0; k < warps; k++)
			s += part[k];
		return s;
	};
	bool in = t < n;
	double r = in ? right[t] : 0, d = r, at = 0, rr = total(r * r);
	for (int k = 0; k < rounds; k++) {
		if (in)
			p[t] = d;
		__syncthreads();
		double q = 0;
		if (in)
			q = 4.2 * d - (x ? p[t - 1] : 0) - (x + 1 < w ? p[t + 1] : 0) - (y ? p[t - w] : 0) -
				(y + 1 < h ? p[t + w] : 0);
		double step = rr / total(d * q);
		at += step * d;
		r -= step * q;
		double next = total(r * r);
		d = r + next / rr * d;
		rr = next;
	}
	if (in)
		out[t] = at;
}
void rows()
{
	std::vector<unsigned> w = words(400000);
	const int N = 45000, ROUNDS = 14;
	std::vector<unsigned> ring(N);
	for (int i = 0; i < N; i++)
		ring[i] = w[i] >> 3;
	std::vector<unsigned> rung = ring;
	for (int r = 0; r < ROUNDS; r++) {
		std::vector<unsigned> old = rung;
		for (int i = 0; i < N; i++)
			rung[i] = rippled(old[(i + N - 1) % N], old[i], old[(i + 1) % N]);
	}
	unsigned *a = dev<unsigned>(N), *b = dev<unsigned>(N), *arrived = dev<unsigned>(1);
	auto fresh = [&] {
		CHECK(cudaMemcpy(a, ring.data(), 4 * N, cudaMemcpyHostToDevice));
		CHECK(cudaMemset(arrived, 0, 4));
	};
	job<unsigned>(
		"ripples.launch_a_round",
		[&] {
			for (int r = 0; r < ROUNDS; r++)
				ripple_launch<<<(N + 287) / 288, 288>>>(r % 2 ? b : a, r % 2 ? a : b, N);
		},
		a, N, same(rung), fresh);
	job<unsigned>(
		"ripples.whole_grid_waits",
		[&] {
			int n = N, rounds = ROUNDS;
			void *args[] = { &a, &b, &n, &rounds };
			CHECK(cudaLaunchCooperativeKernel((void *)ripple_grid, dim3(90), dim3(256), args, 0, 0));
		},
		a, N, same(rung), fresh);
	job<unsigned>(
		"ripples.own_barrier", [&] { ripple_barrier<<<60, 384>>>(a, b, arrived, N, ROUNDS); }, a, N, same(rung),
		fresh);

	const int NODES = 7000, EDGES = 14500, K = 4, PEELS = 18;
	std::vector<std::vector<int>> list(NODES);
	for (int i = 0; i < EDGES; i++) {
		int p = w[i] % NODES, q = (p + 1 + w[i + EDGES] % (NODES - 1)) % NODES;
		list[p].push_back(q), list[q].push_back(p);
	}
	std::vector<int> start(1), mate, degree(NODES), left(NODES, -1);
	for (int i = 0; i < NODES; i++) {
		degree[i] = list[i].size();
		mate.insert(mate.end(), list[i].begin(), list[i].end());
		start.push_back(mate.size());
	}
	std::vector<int> d = degree;
	int rounds = 0;
	for (bool more = true; more && rounds < PEELS; rounds++) {
		std::vector<int> go;
		for (int i = 0; i < NODES; i++)
			if (left[i] < 0 && d[i] < K)
				go.push_back(i), left[i] = rounds;
		for (int i : go)
			for (int q : list[i])
				d[q]--;
		more = !go.empty();
	}
	int *dst = upload(start), *dm = upload(mate), *dd = upload(degree), *round = dev<int>(NODES),
	    *queue = dev<int>(NODES);
	auto whole = [&] {
		CHECK(cudaMemcpy(dd, degree.data(), 4 * NODES, cudaMemcpyHostToDevice));
		CHECK(cudaMemset(round, 255, 4 * NODES));
	};
	job<int>(
		"peeled.two_launches_a_round",
		[&] {
			for (int r = 0; r < PEELS; r++) {
				peel_round<<<(NODES + 159) / 160, 160>>>(dst, dm, dd, round, NODES, K, r);
				peel_tell<<<(NODES + 159) / 160, 160>>>(dst, dm, dd, round, NODES, r);
			}
		},
		round, NODES, same(left), whole);
	if (rounds < PEELS) // else the queue would go on
		job<int>(
			"peeled.queue_of_one_block",
			[&] { peel_block<<<1, 512>>>(dst, dm, dd, round, queue, NODES, K); }, round, NODES, same(left),
			whole);

	const int PART
	= 3000, PARTS = 4, TIMES = 300;
	std::vector<unsigned> ground_up(PART * PARTS);
	for (int i = 0; i < PART * PARTS; i++)
		ground_up[i] = ground(w[i], TIMES * (1 + i / PART));
	unsigned *dw = upload(w), *o = dev<unsigned>(PART * PARTS);
	cudaStream_t stream[PARTS];
	for (auto &s : stream)
		CHECK(cudaStreamCreate(&s));
	job<unsigned>(
		"four_parts.one_after_the_other",
		[&] {
			for (int p = 0; p < PARTS; p++)
				grind<<<(PART + 127) / 128, 128>>>(dw + p * PART, o + p * PART, PART, TIMES * (p + 1));
		},
		o, PART * PARTS, same(ground_up));
	job<unsigned>(
		"four_parts.four_streams",
		[&] {
			for (int p = 0; p < PARTS; p++)
				grind<<<(PART + 127) / 128, 128, 0, stream[p]>>>(
					dw + p * PART, o + p * PART, PART, TIMES * (p + 1));
		},
		o, PART * PARTS, same(ground_up));
	std::vector<unsigned> few(w.begin(), w.begin() + 32);
	for (int s = 1; s <= 25; s++) {
		std::vector<unsigned> old = few;
		for (int i = 0; i < 32; i++)
			few[i] = old[i] * 5 + old[(i + s) & 31];
	}
	job<unsigned>(
		"one_warp.25_launches",
		[&] {
			for (int s = 1; s <= 25; s++)
				tiny<<<1, 32>>>(a, s);
		},
		a, 32, same(few), [&] { CHECK(cudaMemcpy(a, w.data(), 128, cudaMemcpyHostToDevice)); });

	const int W = 29, H = 22, STEPS = 20, P = W * H;
	std::vector<double> right = double_fractions(w, P), at(P), r = right, p = right, q(P);
	double rr = 0;
	for (double v : r)
		rr += v * v;
	for (int k = 0; k < STEPS; k++) {
		double pq = 0, next = 0;
		for (int i = 0; i < P; i++) {
			int x = i % W, y = i / W;
			q[i] = 4.2 * p[i] - (x ? p[i - 1] : 0) - (x + 1 < W ? p[i + 1] : 0) - (y ? p[i - W] : 0) -
				(y + 1 < H ? p[i + W] : 0);
			pq += p[i] * q[i];
		}
		for (int i = 0; i < P; i++) {
			at[i] += rr / pq * p[i];
			r[i] -= rr / pq * q[i];
			next += r[i] * r[i];
		}
		for (int i = 0; i < P; i++)
			p[i] = r[i] + next / rr * p[i];
		rr = next;
	}
	double *dr = upload(right), *od = dev<double>(P);
	job<double>(
		"descent.plate_in_one_block", [&] { descend_block<<<1, 640>>>(dr, od, W, H, STEPS); }, od, P,
		close_to(at, 1e-6));
}
