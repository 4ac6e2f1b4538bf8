// blind21g: a fresh set of kernels that nobody had modelled when they were written. Springs, products, odd atomics.
#include "blind7.h"
#include <cooperative_groups.h>
#include <cuda_fp16.h>
namespace cg = cooperative_groups;
__device__ double add_all(double v, double *warps)
{ // the sum over a block, known to all
	for (int o = 16; o; o /= 2)
		v += __shfl_xor_sync(~0u, v, o);
	if (threadIdx.x % 32 == 0)
		warps[threadIdx.x / 32] = v;
	__syncthreads();
	v = 0;
	for (int i = 0; i < blockDim.x / 32; i++)
		v += warps[i];
	__syncthreads();
	return v;
}
__device__ double pulled(const double *p, int i, int n)
{ // what a chain of springs makes of p at i
	double left = i ? __ldcg(&p[i - 1]) : 0, right = i < n - 1 ? __ldcg(&p[i + 1]) : 0;
	return 2.5 * __ldcg(&p[i]) - left - right;
}
__global__ void springs_grid(double *x, double *r, double *p, double *sum, int n, int steps)
{ // conjugate gradients in one launch: the grid meets twice a step; sums of blocks go to memory
	__shared__ double warps[8];
	cg::grid_group grid = cg::this_grid();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	double rr = 0, own = 0;
	if (i < n)
		own = r[i];
	double mine = add_all(own * own, warps);
	if (threadIdx.x == 0)
		atomicAdd(&sum[0], mine);
	grid.sync();
	rr = __ldcg(&sum[0]);
	for (int s = 0; s < steps; s++) {
		double q = i < n ? pulled(p, i, n) : 0, dir = i < n ? p[i] : 0;
		mine = add_all(q * dir, warps);
		if (threadIdx.x == 0)
			atomicAdd(&sum[2 * s + 1], mine);
		grid.sync();
		double a = rr / __ldcg(&sum[2 * s + 1]);
		if (i < n)
			x[i] += a * dir;
		own -= a * q;
		mine = add_all(own * own, warps);
		if (threadIdx.x == 0)
			atomicAdd(&sum[2 * s + 2], mine);
		grid.sync();
		double next = __ldcg(&sum[2 * s + 2]);
		if (i < n)
			p[i] = own + next / rr * dir;
		rr = next;
		grid.sync();
	}
}
__global__ void springs_first(const double *r, double *sum, int n)
{ // the same in launches: first how far it is off
	__shared__ double warps[8];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	double v = i < n ? r[i] : 0;
	v = add_all(v * v, warps);
	if (threadIdx.x == 0)
		atomicAdd(sum, v);
}
__global__ void springs_pull(const double *p, double *q, double *sum, int n)
{ // then the product and its sum
	__shared__ double warps[8];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	double v = i < n ? pulled(p, i, n) : 0;
	if (i < n)
		q[i] = v;
	v = add_all(i < n ? v * p[i] : 0, warps);
	if (threadIdx.x == 0)
		atomicAdd(sum, v);
}
__global__ void springs_move(double *x, double *r, const double *p, const double *q, double *sum, int n, int s)
{ // then the step and the sum of what is left
	__shared__ double warps[8];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	double a = sum[2 * s] / sum[2 * s + 1], own = 0;
	if (i < n) {
		x[i] += a * p[i];
		r[i] = own = r[i] - a * q[i];
	}
	own = add_all(own * own, warps);
	if (threadIdx.x == 0)
		atomicAdd(&sum[2 * s + 2], own);
}
__global__ void springs_turn(const double *r, double *p, const double *sum, int n, int s)
{ // then the new direction
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		p[i] = r[i] + sum[2 * s + 2] / sum[2 * s] * p[i];
}
struct Four {
	unsigned a, b, c, d;
};
__host__ __device__ Four after(const Four &x, const Four &y)
{ // a product of two by two
	return { x.a * y.a + x.b * y.c, x.a * y.b + x.b * y.d, x.c * y.a + x.d * y.c, x.c * y.b + x.d * y.d };
}
__device__ Four shifted(const Four &v, int o)
{
	return { __shfl_up_sync(~0u, v.a, o), __shfl_up_sync(~0u, v.b, o), __shfl_up_sync(~0u, v.c, o),
		__shfl_up_sync(~0u, v.d, o) };
}
__global__ void matrices_thread(const Four *in, Four *out, int n, int chains)
{ // all running products of a chain of small matrices; a chain a thread
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= chains)
		return;
	Four all = { 1, 0, 0, 1 };
	for (int k = 0; k < n; k++)
		out[c * n + k] = all = after(all, in[c * n + k]);
}
__global__ void matrices_block(const Four *in, Four *out, int n)
{ // the same, a chain a block: order must be kept; shuffles, then shared memory
	__shared__ Four warps[10];
	int lane = threadIdx.x % 32, w = threadIdx.x / 32, i = blockIdx.x * n + threadIdx.x;
	Four one = { 1, 0, 0, 1 }, v = threadIdx.x < n ? in[i] : one;
	for (int o = 1; o < 32; o *= 2) {
		Four u = shifted(v, o);
		if (lane >= o)
			v = after(u, v);
	}
	if (lane == 31)
		warps[w] = v;
	__syncthreads();
	Four before = one;
	for (int k = 0; k < w; k++)
		before = after(before, warps[k]);
	if (threadIdx.x < n)
		out[i] = after(before, v);
}
__global__ void votes_halves(const int2 *vote, half2 *out, int n)
{ // each voter gives small whole numbers to two neighbouring places, as a pair of halves by one atomic
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&out[vote[i].x],
			__halves2half2(__int2half_rn(vote[i].y & 3), __int2half_rn(vote[i].y >> 2 & 1)));
}
__global__ void tallest_swap(const double *in, const int *place, double *out, int n)
{ // the tallest double of each place: compare and swap until nobody else came between
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u64 *p = (u64 *)&out[place[i]], old = *(volatile u64 *)p;
	while (__longlong_as_double(old) < in[i]) {
		u64 was = atomicCAS(p, old, (u64)__double_as_longlong(in[i]));
		if (was == old)
			break;
		old = was;
	}
}
__global__ void tallest_integers(const double *in, const int *place, long long *out, int n)
{ // the same: doubles turned so that they order like whole numbers
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	long long v = __double_as_longlong(in[i]);
	atomicMax(&out[place[i]], v < 0 ? v ^ 0x7fffffffffffffffll : v);
}
__host__ __device__ int tower(int discs, int from, int to, unsigned moves, byte *peg)
{ // moves a tower of discs, but no more than so many moves; how many were made
	if (discs == 0)
		return 0;
	unsigned below = (1u << (discs - 1)) - 1;
	if (moves <= below)
		return tower(discs - 1, from, 3 - from - to, moves, peg);
	int made = tower(discs - 1, from, 3 - from - to, below, peg);
	peg[discs - 1] = to;
	return made + 1 + tower(discs - 1, 3 - from - to, to, moves - below - 1, peg);
}
__global__ void tower_recursion(const unsigned *moves, byte *out, int n)
{ // where the discs of a tower are after so many moves, by recursion to the ground
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	byte peg[16] = {};
	if (i >= n)
		return;
	out[17 * i + 16] = tower(6 + (moves[i] >> 16) % 3, 0, 2, moves[i] & 255, peg) & 255;
	for (int k = 0; k < 16; k++)
		out[17 * i + k] = peg[k];
}
__global__ void crossed_structs(const float3 *a, const float3 *b, float3 *out, int n)
{ // cross products scaled to length one, as a library of vectors has them; structs of three
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float3 p = a[i], q = b[i], c = { p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x };
	float s = rsqrtf(c.x * c.x + c.y * c.y + c.z * c.z + 1e-6f);
	out[i] = { c.x * s, c.y * s, c.z * s };
}
__global__ void crossed_staged(const float4 *a, const float4 *b, float4 *out)
{ // the same: a block brings 128 structs in as wide words through shared memory, and takes them out the same way
	__shared__ float4 box[2][96];
	int t = threadIdx.x, at = blockIdx.x * 96;
	if (t < 96) {
		box[0][t] = a[at + t];
		box[1][t] = b[at + t];
	}
	__syncthreads();
	float *p = (float *)box[0] + 3 * t, *q = (float *)box[1] + 3 * t;
	float x = p[1] * q[2] - p[2] * q[1], y = p[2] * q[0] - p[0] * q[2], z = p[0] * q[1] - p[1] * q[0];
	float s = rsqrtf(x * x + y * y + z * z + 1e-6f);
	p[0] = x * s, p[1] = y * s, p[2] = z * s;
	__syncthreads();
	if (t < 96)
		out[at + t] = box[0][t];
}
static void springs(const std::vector<unsigned> &w)
{
	const int N = 12000, T = 256, B = (N + T - 1) / T, STEPS = 8;
	std::vector<double> b = double_fractions(w, N), x(N), r = b, p = b;
	for (int s = 0; s < STEPS; s++) {
		double rr = 0, pq = 0, next = 0;
		std::vector<double> q(N);
		for (int i = 0; i < N; i++) {
			q[i] = 2.5 * p[i] - (i ? p[i - 1] : 0) - (i < N - 1 ? p[i + 1] : 0);
			rr += r[i] * r[i], pq += p[i] * q[i];
		}
		for (int i = 0; i < N; i++) {
			x[i] += rr / pq * p[i], r[i] -= rr / pq * q[i];
			next += r[i] * r[i];
		}
		for (int i = 0; i < N; i++)
			p[i] = r[i] + next / rr * p[i];
	}
	double *d0 = upload(b), *dr = dev<double>(N), *dp = dev<double>(N), *dx = dev<double>(N);
	double *dq = dev<double>(N), *sum = dev<double>(64);
	auto prepare = [&] {
		CHECK(cudaMemcpy(dr, d0, N * 8, cudaMemcpyDeviceToDevice));
		CHECK(cudaMemcpy(dp, d0, N * 8, cudaMemcpyDeviceToDevice));
		CHECK(cudaMemset(dx, 0, N * 8));
		CHECK(cudaMemset(sum, 0, 512));
	};
	job<double>(
		"chained_springs.grid_meets",
		[&] {
			int n = N, steps = STEPS;
			void *args[] = { &dx, &dr, &dp, &sum, &n, &steps };
			CHECK(cudaLaunchCooperativeKernel((void *)springs_grid, B, T, args));
		},
		dx, N, close_to(x, 1e-8), prepare);
	job<double>(
		"chained_springs.three_launches_a_step",
		[&] {
			springs_first<<<B, T>>>(dr, sum, N);
			for (int s = 0; s < STEPS; s++) {
				springs_pull<<<B, T>>>(dp, dq, sum + 2 * s + 1, N);
				springs_move<<<B, T>>>(dx, dr, dp, dq, sum, N, s);
				springs_turn<<<B, T>>>(dr, dp, sum, N, s);
			}
		},
		dx, N, close_to(x, 1e-8), prepare);
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w);
	CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 4096)); // towers call themselves
	springs(w);
	const int CHAINS = 300, L = 280;
	std::vector<unsigned> small(w.begin(), w.begin() + CHAINS * L * 4), run(CHAINS * L * 4);
	for (int i = 0; i < CHAINS * L; i++) {
		Four own = *(Four *)&small[4 * i];
		*(Four *)&run[4 * i] = i % L ? after(*(Four *)&run[4 * i - 4], own) : own;
	}
	unsigned *ds = upload(small), *o = dev<unsigned>(run.size());
	job<unsigned>(
		"running_matrices.chain_a_thread",
		[&] { matrices_thread<<<(CHAINS + 31) / 32, 32>>>((Four *)ds, (Four *)o, L, CHAINS); }, o, run.size(),
		same(run));
	job<unsigned>(
		"running_matrices.chain_a_block", [&] { matrices_block<<<CHAINS, 288>>>((Four *)ds, (Four *)o, L); }, o,
		run.size(), same(run));
	const int V = 120000, PLACES = 3000;
	std::vector<int2> vote(V);
	std::vector<int> most(2 * PLACES), tall(V);
	for (int i = 0; i < V; i++) {
		vote[i] = make_int2(w[i] % 4 ? w[i] % PLACES : i % PLACES, w[i] >> 20);
		most[2 * vote[i].x] += vote[i].y & 3, most[2 * vote[i].x + 1] += vote[i].y >> 2 & 1;
	}
	int2 *dv = upload(vote);
	half *oh = dev<half>(2 * PLACES);
	job<unsigned short>(
		"votes_in_halves.pair_an_atomic", [&] { votes_halves<<<(V + 255) / 256, 256>>>(dv, (half2 *)oh, V); },
		(unsigned short *)oh, 2 * PLACES,
		[&](const std::vector<unsigned short> &v) {
			for (int i = 0; i < 2 * PLACES; i++)
				if (__half2float(*(half *)&v[i]) != most[i])
					return false;
			return true;
		},
		[&] { CHECK(cudaMemset(oh, 0, 4 * PLACES)); });
	const int T = 90000, FIELDS = 700;
	std::vector<double> height(T), top(FIELDS, -1e300);
	std::vector<long long> turned(FIELDS);
	for (int i = 0; i < T; i++) {
		tall[i] = w[i] % FIELDS;
		height[i] = tall[i] % 3 ? f[i] * 100 + f[i + T] * 1e-6 : -f[i];
		top[tall[i]] = std::max(top[tall[i]], height[i]);
	}
	for (int i = 0; i < FIELDS; i++) {
		memcpy(&turned[i], &top[i], 8);
		if (turned[i] < 0)
			turned[i] ^= 0x7fffffffffffffffll;
	}
	std::vector<double> lowest(FIELDS, -1e300);
	double *dh = upload(height), *dlow = upload(lowest), *od = dev<double>(FIELDS);
	int *dt = upload(tall);
	long long *ol = dev<long long>(FIELDS);
	job<double>(
		"tallest_doubles.swapped_until_right", [&] { tallest_swap<<<(T + 127) / 128, 128>>>(dh, dt, od, T); },
		od, FIELDS, same(top), [&] { CHECK(cudaMemcpy(od, dlow, FIELDS * 8, cudaMemcpyDeviceToDevice)); });
	job<long long>(
		"tallest_doubles.as_whole_numbers", [&] { tallest_integers<<<(T + 127) / 128, 128>>>(dh, dt, ol, T); },
		ol, FIELDS, same(turned), [&] { CHECK(cudaMemset(ol, 0x80, FIELDS * 8)); });
	const int TOWERS = 3000;
	std::vector<byte> stand(17 * TOWERS);
	for (int i = 0; i < TOWERS; i++) {
		byte *peg = &stand[17 * i];
		peg[16] = tower(6 + (w[i] >> 16) % 3, 0, 2, w[i] & 255, peg) & 255;
	}
	unsigned *dw = upload(w);
	job<byte>(
		"tower_of_discs.recursion", [&] { tower_recursion<<<(TOWERS + 95) / 96, 96>>>(dw, (byte *)o, TOWERS); },
		(byte *)o, 17 * TOWERS, same(stand));
	const int C = 128 * 700;
	std::vector<float> cross(3 * C);
	for (int i = 0; i < 3 * C; i += 3) {
		const float *p = &f[i], *q = &f[i + 3 * C];
		double x = p[1] * q[2] - p[2] * q[1], y = p[2] * q[0] - p[0] * q[2], z = p[0] * q[1] - p[1] * q[0];
		double s = 1 / std::sqrt(x * x + y * y + z * z + 1e-6);
		cross[i] = x * s, cross[i + 1] = y * s, cross[i + 2] = z * s;
	}
	float *df = upload(f), *of = dev<float>(3 * C);
	job<float>(
		"crossed_vectors.structs_of_three",
		[&] { crossed_structs<<<C / 256, 256>>>((float3 *)df, (float3 *)(df + 3 * C), (float3 *)of, C); }, of,
		3 * C, close_to(cross, 1e-3));
	job<float>(
		"crossed_vectors.staged_wide_words",
		[&] { crossed_staged<<<C / 128, 128>>>((float4 *)df, (float4 *)(df + 3 * C), (float4 *)of); }, of,
		3 * C, close_to(cross, 1e-3));
}
