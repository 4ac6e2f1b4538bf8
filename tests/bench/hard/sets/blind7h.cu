// blind7h: a seventh set of kernels that nobody had modelled when they were written. Launches, copies ahead, groups, uneven work.
#include "blind7.h"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cuda/barrier>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;

__host__ __device__ inline unsigned stir(unsigned v, int rounds)
{
	for (int k = 0; k < rounds; k++)
		v = (v ^ v >> 13) * 0x5bd1e995u + k;
	return v;
}
// ---- launches
__global__ void stir_part(const unsigned *in, unsigned *out, int rounds)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = stir(in[i], rounds);
}
__global__ void nothing()
{
}
__global__ void add_one(int *a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		a[i]++;
}
__global__ void relax_step(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = (in[max(i - 1, 0)] + in[i] + in[min(i + 1, n - 1)]) * (1 / 3.0f);
}
__global__ void relax_grid(float *a, float *b, int n, int steps)
{ // all steps in one launch; the whole grid waits for itself between them
	cg::grid_group g = cg::this_grid();
	for (int k = 0; k < steps; k++) {
		for (int i = g.thread_rank(); i < n; i += g.size())
			b[i] = (a[max(i - 1, 0)] + a[i] + a[min(i + 1, n - 1)]) * (1 / 3.0f);
		g.sync();
		float *c = a;
		a = b;
		b = c;
	}
}
// ---- copies ahead of use: out = sums of 64 elements each stirred a little
template <int STAGES> __global__ void sums_ahead(const unsigned *in, unsigned *out, int tiles)
{
	__shared__ alignas(16) unsigned s[STAGES][1024];
	int t = threadIdx.x;
	in += blockIdx.x * tiles * 1024;
	unsigned sum = 0;
	for (int k = 0; k < STAGES - 1; k++) {
		__pipeline_memcpy_async(&s[k][t * 4], &in[k * 1024 + t * 4], 16);
		__pipeline_commit();
	}
	for (int k = 0; k < tiles; k++) {
		if (k + STAGES - 1 < tiles)
			__pipeline_memcpy_async(&s[(k + STAGES - 1) % STAGES][t * 4], &in[(k + STAGES - 1) * 1024 + t * 4], 16);
		__pipeline_commit();
		__pipeline_wait_prior(STAGES - 1);
		__syncthreads();
		for (int j = 0; j < 4; j++)
			sum += stir(s[k % STAGES][(t + j * 256 + 1) & 1023], 4);
		__syncthreads();
	}
	out[blockIdx.x * 256 + t] = sum;
}
__global__ void sums_direct(const unsigned *in, unsigned *out, int tiles)
{ // the same with a plain copy to shared memory
	__shared__ alignas(16) unsigned s[1024];
	int t = threadIdx.x;
	in += blockIdx.x * tiles * 1024;
	unsigned sum = 0;
	for (int k = 0; k < tiles; k++) {
		*(uint4 *)&s[t * 4] = *(uint4 *)&in[k * 1024 + t * 4];
		__syncthreads();
		for (int j = 0; j < 4; j++)
			sum += stir(s[(t + j * 256 + 1) & 1023], 4);
		__syncthreads();
	}
	out[blockIdx.x * 256 + t] = sum;
}
__global__ void sums_group_copy(const unsigned *in, unsigned *out, int tiles)
{ // the group copies, and waits for all of it
	__shared__ alignas(16) unsigned s[2][1024];
	auto g = cg::this_thread_block();
	int t = threadIdx.x;
	in += blockIdx.x * tiles * 1024;
	unsigned sum = 0;
	cg::memcpy_async(g, s[0], in, cuda::aligned_size_t<16>(4096));
	for (int k = 0; k < tiles; k++) {
		if (k + 1 < tiles) {
			cg::memcpy_async(g, s[(k + 1) & 1], in + (k + 1) * 1024, cuda::aligned_size_t<16>(4096));
			cg::wait_prior<1>(g);
		} else
			cg::wait(g);
		for (int j = 0; j < 4; j++)
			sum += stir(s[k & 1][(t + j * 256 + 1) & 1023], 4);
		g.sync();
	}
	out[blockIdx.x * 256 + t] = sum;
}
__global__ void sums_barriers(const unsigned *in, unsigned *out, int tiles)
{ // one warp fetches, eight add up; barrier objects tell full and empty
	__shared__ alignas(16) unsigned s[2][1024];
	__shared__ cuda::barrier<cuda::thread_scope_block> full[2], empty[2];
	int t = threadIdx.x;
	if (t < 2) {
		init(&full[t], 288);
		init(&empty[t], 288);
	}
	__syncthreads();
	in += blockIdx.x * tiles * 1024;
	if (t >= 256) {
		for (int k = 0; k < tiles; k++) {
			if (k >= 2)
				empty[k & 1].arrive_and_wait();
			for (int i = (t - 256) * 4; i < 1024; i += 128)
				*(uint4 *)&s[k & 1][i] = *(uint4 *)&in[k * 1024 + i];
			(void)full[k & 1].arrive();
		}
		return;
	}
	unsigned sum = 0;
	for (int k = 0; k < tiles; k++) {
		full[k & 1].arrive_and_wait();
		for (int j = 0; j < 4; j++)
			sum += stir(s[k & 1][(t + j * 256 + 1) & 1023], 4);
		if (k + 2 < tiles)
			(void)empty[k & 1].arrive();
	}
	out[blockIdx.x * 256 + t] = sum;
}
// ---- one pass over all blocks in a row
__device__ unsigned place;
__global__ void scan_one_pass(const int *in, int *out, volatile u64 *state)
{ // a block waits for what those before it have: 1 << 62 its own sum, 2 << 62 all up to it
	__shared__ int s[8], mine, before;
	int t = threadIdx.x, lane = t % 32;
	if (t == 0)
		mine = atomicAdd(&place, 1);
	__syncthreads();
	int b = mine, v = in[b * 256 + t], a = v;
	for (int d = 1; d < 32; d *= 2) {
		int o = __shfl_up_sync(~0u, a, d);
		a += lane >= d ? o : 0;
	}
	if (lane == 31)
		s[t / 32] = a;
	__syncthreads();
	int all = 0;
	for (int k = 0; k < 8; k++) {
		if (k < t / 32)
			a += s[k];
		all += s[k];
	}
	if (t == 0) {
		atomicExch((u64 *)&state[b], (b ? 1ull : 2ull) << 62 | (unsigned)all);
		int sum = 0;
		for (int k = b - 1; k >= 0;) {
			u64 w = state[k];
			if (!(w >> 62))
				continue;
			sum += (int)w;
			if (w >> 63)
				break;
			k--;
		}
		if (b)
			atomicExch((u64 *)&state[b], 2ull << 62 | (unsigned)(sum + all));
		before = sum;
	}
	__syncthreads();
	out[b * 256 + t] = a + before;
}
__global__ void place_back(u64 *state, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		state[i] = 0;
	if (i == 0)
		place = 0;
}
// ---- uneven work: task i is cost[i] rounds
__global__ void tasks_thread(const unsigned *in, const int *cost, unsigned *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = stir(in[i], cost[i]);
}
__global__ void tasks_taken(const unsigned *in, const int *cost, unsigned *out, int n, int *next)
{ // who is done takes another
	while (true) {
		int i = atomicAdd(next, 1);
		if (i >= n)
			return;
		out[i] = stir(in[i], cost[i]);
	}
}
__global__ void tasks_taken_by_warp(const unsigned *in, const int *cost, unsigned *out, int n, int *next)
{
	while (true) {
		int i = 0;
		if (threadIdx.x % 32 == 0)
			i = atomicAdd(next, 32);
		i = __shfl_sync(~0u, i, 0) + threadIdx.x % 32;
		if (i - (int)threadIdx.x % 32 >= n)
			return;
		if (i < n)
			out[i] = stir(in[i], cost[i]);
	}
}
__global__ void kinds_mixed(const unsigned *in, unsigned *out, int shift)
{ // eight kinds of work; shift says whether neighbours differ
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned v = in[i], r;
	switch (i >> shift & 7) {
	case 0: r = stir(v, 9); break;
	case 1: r = __brev(v) % (v / 7 + 3); break;
	case 2: r = __float_as_uint(sqrtf((float)(v >> 8)) + 1); break;
	case 3: r = __popc(v) * 77 + __clz(v | 1) * v; break;
	case 4: r = (u64)v * v % 1000003; break;
	case 5: r = v % 17 * (v % 19) + v % 23; break;
	case 6: r = (unsigned)((double)v * 1.25 + v / 3.0); break;
	default: r = stir(v, 5) ^ v / (v % 9 + 1);
	}
	out[i] = r;
}
// ---- groups
__global__ void odd_counted_each(const unsigned *in, int *count, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && stir(in[i], 1) & 1)
		atomicAdd(&count[in[i] >> 28], 1);
}
__global__ void odd_counted_together(const unsigned *in, int *count, int n)
{ // those that add to the same one agree on one of them
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && stir(in[i], 1) & 1) {
		auto g = cg::labeled_partition(cg::coalesced_threads(), in[i] >> 28);
		if (g.thread_rank() == 0)
			atomicAdd(&count[in[i] >> 28], g.size());
	}
}
__global__ void tiles_of_eight(const int *in, int *out, int n)
{ // the sum and the largest of each 8
	auto t = cg::tiled_partition<8>(cg::this_thread_block());
	int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
	int s = cg::reduce(t, v, cg::plus<int>()), m = cg::reduce(t, v, cg::greater<int>());
	if (t.thread_rank() == 0)
		out[i / 8] = s * 256 + m;
}
__global__ void turned_by_lanes(const unsigned *in, unsigned *out)
{ // 32x32 a warp, in registers, five steps of exchange
	int lane = threadIdx.x % 32, w = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	unsigned v[32];
#pragma unroll
	for (int k = 0; k < 32; k++)
		v[k] = in[w * 1024 + k * 32 + lane];
#pragma unroll
	for (int d = 16; d; d /= 2)
#pragma unroll
		for (int k = 0; k < 32; k++)
			if (!(k & d)) {
				bool high = lane & d;
				unsigned o = __shfl_xor_sync(~0u, high ? v[k] : v[k + d], d);
				if (high)
					v[k] = o;
				else
					v[k + d] = o;
			}
#pragma unroll
	for (int k = 0; k < 32; k++)
		out[w * 1024 + k * 32 + lane] = v[k];
}
__global__ void turned_by_shared(const unsigned *in, unsigned *out)
{
	__shared__ unsigned s[2][32][33];
	int lane = threadIdx.x % 32, h = threadIdx.x / 32, w = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	for (int k = 0; k < 32; k++)
		s[h][k][lane] = in[w * 1024 + k * 32 + lane];
	__syncwarp();
	for (int k = 0; k < 32; k++)
		out[w * 1024 + k * 32 + lane] = s[h][lane][k];
}
__global__ void locked(int *lock, int *sum, const unsigned *in, int n)
{ // a lock for each of 256 sums
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int b = in[i] & 255;
	bool done = false;
	while (!done)
		if (atomicCAS(&lock[b], 0, 1) == 0) {
			__threadfence();
			*(volatile int *)&sum[b] = *(volatile int *)&sum[b] + (in[i] >> 24);
			__threadfence();
			atomicExch(&lock[b], 0);
			done = true;
		}
}

void rows()
{
	const int M = 1 << 20, Q = 1 << 17;
	std::vector<unsigned> w = words(2 * M), stirred(M), want(132 * 256), done(Q);
	std::vector<float> f = fractions(w), smooth(Q);
	std::vector<int> small(M), run(M), cost(Q);
	for (int i = 0; i < M; i++) {
		small[i] = w[i] % 100;
		run[i] = small[i] + (i ? run[i - 1] : 0);
		stirred[i] = stir(w[i], 40);
	}
	for (int i = 0; i < Q; i++) {
		cost[i] = w[i] % 64 ? 5 + w[i] % 20 : 400;
		done[i] = stir(w[i], cost[i]);
	}
	unsigned *u = upload(w), *uo = dev<unsigned>(M);
	float *x = upload(f), *o = dev<float>(M), *o2 = dev<float>(M);
	int *in = upload(small), *io = dev<int>(M), *cs = upload(cost), *cnt = dev<int>(1024);
	u64 *state = dev<u64>(M / 256);
	typedef const std::vector<unsigned> &U;
	auto none = [&] { CHECK(cudaMemset(cnt, 0, 4096)); };
	cudaStream_t st[4];
	cudaEvent_t go, end[4];
	CHECK(cudaEventCreateWithFlags(&go, cudaEventDisableTiming));
	for (int k = 0; k < 4; k++) {
		CHECK(cudaStreamCreateWithFlags(&st[k], cudaStreamNonBlocking));
		CHECK(cudaEventCreateWithFlags(&end[k], cudaEventDisableTiming));
	}
	auto eight = [&](bool four) {
		if (four)
			CHECK(cudaEventRecord(go));
		for (int k = 0; k < 4 && four; k++)
			CHECK(cudaStreamWaitEvent(st[k], go));
		for (int k = 0; k < 8; k++)
			stir_part<<<32, 256, 0, four ? st[k % 4] : 0>>>(u + k * 8192, uo + k * 8192, 400);
		for (int k = 0; k < 4 && four; k++) {
			CHECK(cudaEventRecord(end[k], st[k]));
			CHECK(cudaStreamWaitEvent(0, end[k]));
		}
	};
	auto stirred_right = [&](U v) {
		bool ok = true;
		for (int i = 0; i < 65536; i += 111)
			ok &= v[i] == stir(w[i], 400);
		return ok;
	};
	job<unsigned>("launch.eight_in_a_row", [&] { eight(false); }, uo, 65536, stirred_right);
	job<unsigned>("launch.eight_on_four_streams", [&] { eight(true); }, uo, 65536, stirred_right);
	job<int>(
		"launch.twenty_of_nothing",
		[&] {
			for (int k = 0; k < 20; k++)
				nothing<<<1, 32>>>();
		},
		cnt, 1);
	cudaGraph_t graph;
	cudaGraphExec_t ready;
	CHECK(cudaStreamBeginCapture(st[0], cudaStreamCaptureModeGlobal));
	for (int k = 0; k < 20; k++)
		add_one<<<64, 256, 0, st[0]>>>(io, 16384);
	CHECK(cudaStreamEndCapture(st[0], &graph));
	CHECK(cudaGraphInstantiate(&ready, graph, 0));
	auto zero = [&] { CHECK(cudaMemset(io, 0, 65536)); };
	const std::vector<int> twenty(16384, 20);
	job<int>("launch.twenty_from_a_graph", [&] { CHECK(cudaGraphLaunch(ready, 0)); }, io, 16384, same(twenty), zero);
	job<int>(
		"launch.twenty_small",
		[&] {
			for (int k = 0; k < 20; k++)
				add_one<<<64, 256>>>(io, 16384);
		},
		io, 16384, same(twenty), zero);
	job<unsigned>("launch.tiny_blocks", [&] { stir_part<<<Q / 32, 32>>>(u, uo, 40); }, uo, Q, same(std::vector<unsigned>(stirred.begin(), stirred.begin() + Q)));
	job<unsigned>("launch.large_blocks", [&] { stir_part<<<Q / 1024, 1024>>>(u, uo, 40); }, uo, Q, same(std::vector<unsigned>(stirred.begin(), stirred.begin() + Q)));
	smooth.assign(f.begin(), f.begin() + Q);
	for (int k = 0; k < 10; k++) {
		std::vector<float> a(smooth);
		for (int i = 0; i < Q; i++)
			smooth[i] = (a[std::max(i - 1, 0)] + a[i] + a[std::min(i + 1, Q - 1)]) / 3;
	}
	auto fresh = [&] { CHECK(cudaMemcpy(o, x, Q * 4, cudaMemcpyDeviceToDevice)); };
	job<float>(
		"steps.ten_launches",
		[&] {
			for (int k = 0; k < 10; k++)
				relax_step<<<Q / 256, 256>>>(k % 2 ? o2 : o, k % 2 ? o : o2, Q);
		},
		o, Q, close_to(smooth), fresh);
	job<float>(
		"steps.one_launch_of_all",
		[&] {
			int n = Q, ten = 10;
			void *arg[] = { &o, &o2, &n, &ten };
			CHECK(cudaLaunchCooperativeKernel((void *)relax_grid, dim3(264), dim3(256), arg, 0, 0));
		},
		o, Q, close_to(smooth), fresh);
	for (int b = 0; b < 128; b++)
		for (int k = 0; k < 8; k++)
			for (int i = 0; i < 1024; i++)
				want[b * 256 + (i + 1023) % 256] += stir(w[(b * 8 + k) * 1024 + i], 4);
	want.resize(128 * 256);
	job<unsigned>("copies.plain", [&] { sums_direct<<<128, 256>>>(u, uo, 8); }, uo, 32768, same(want));
	job<unsigned>("copies.two_stages", [&] { sums_ahead<2><<<128, 256>>>(u, uo, 8); }, uo, 32768, same(want));
	job<unsigned>("copies.four_stages", [&] { sums_ahead<4><<<128, 256>>>(u, uo, 8); }, uo, 32768, same(want));
	job<unsigned>("copies.by_the_group", [&] { sums_group_copy<<<128, 256>>>(u, uo, 8); }, uo, 32768, same(want));
	job<unsigned>("copies.a_warp_fetches", [&] { sums_barriers<<<128, 288>>>(u, uo, 8); }, uo, 32768, same(want));
	job<int>("chain.scan_one_pass", [&] { scan_one_pass<<<M / 1024, 256>>>(in, io, state); }, io, M / 4,
		same(std::vector<int>(run.begin(), run.begin() + M / 4)), [&] { place_back<<<16, 256>>>(state, M / 256); });
	job<unsigned>("tasks.a_thread_each", [&] { tasks_thread<<<Q / 256, 256>>>(u, cs, uo, Q); }, uo, Q, same(done));
	job<unsigned>("tasks.taken", [&] { tasks_taken<<<132, 256>>>(u, cs, uo, Q, cnt); }, uo, Q, same(done), none);
	job<unsigned>("tasks.taken_by_warps", [&] { tasks_taken_by_warp<<<132, 256>>>(u, cs, uo, Q, cnt); }, uo, Q, same(done), none);
	auto kinds = [&](int shift) {
		return [&w, shift](U out) {
			bool ok = true;
			for (int i = 0; i < M / 2; i++) {
				unsigned v = w[i], r = 0, b;
				float q = std::sqrt((float)(v >> 8)) + 1;
				memcpy(&b, &q, 4);
				switch (i >> shift & 7) {
				case 0: r = stir(v, 9); break;
				case 1:
					for (int k = 0; k < 32; k++)
						r |= (v >> k & 1) << (31 - k);
					r %= v / 7 + 3;
					break;
				case 2: r = b; break;
				case 3: r = __builtin_popcount(v) * 77 + __builtin_clz(v | 1) * v; break;
				case 4: r = (u64)v * v % 1000003; break;
				case 5: r = v % 17 * (v % 19) + v % 23; break;
				case 6: r = v * 1.25 + v / 3.0 > 4294967295.0 ? ~0u : (unsigned)(v * 1.25 + v / 3.0); break;
				default: r = stir(v, 5) ^ v / (v % 9 + 1);
				}
				ok &= r == out[i];
			}
			return ok;
		};
	};
	job<unsigned>("kinds.in_each_warp", [&] { kinds_mixed<<<M / 512, 256>>>(u, uo, 0); }, uo, M / 2, kinds(0));
	job<unsigned>("kinds.warp_by_warp", [&] { kinds_mixed<<<M / 512, 256>>>(u, uo, 5); }, uo, M / 2, kinds(5));
	std::vector<int> odd(16), tiles(M / 8);
	for (int i = 0; i < M / 4; i++)
		if (stir(w[i], 1) & 1)
			odd[w[i] >> 28]++;
	for (int i = 0; i < M; i += 8)
		tiles[i / 8] = (run[i + 7] - run[i] + small[i]) * 256 + *std::max_element(&small[i], &small[i] + 8);
	job<int>("groups.an_atomic_each", [&] { odd_counted_each<<<M / 1024, 256>>>(u, cnt, M / 4); }, cnt, 16, same(odd), none);
	job<int>("groups.by_label", [&] { odd_counted_together<<<M / 1024, 256>>>(u, cnt, M / 4); }, cnt, 16, same(odd), none);
	job<int>("groups.of_eight", [&] { tiles_of_eight<<<M / 256, 256>>>(in, io, M); }, io, M / 8, same(tiles));
	auto turned = [&](U v) {
		bool ok = true;
		for (int i = 0; i < M / 2; i++)
			ok &= v[i] == w[i / 1024 * 1024 + i % 32 * 32 + i / 32 % 32];
		return ok;
	};
	job<unsigned>("squares.by_lanes", [&] { turned_by_lanes<<<M / 4096, 64>>>(u, uo); }, uo, M / 4, [&](U v) {
		std::vector<unsigned> a(v);
		a.resize(M / 2);
		std::copy(w.begin() + M / 4, w.begin() + M / 2, a.begin() + M / 4);
		for (int i = M / 4; i < M / 2; i++)
			a[i] = w[i / 1024 * 1024 + i % 32 * 32 + i / 32 % 32];
		return turned(a);
	});
	job<unsigned>("squares.by_shared", [&] { turned_by_shared<<<M / 2048 / 2, 64>>>(u, uo); }, uo, M / 2, turned);
	std::vector<int> held(256);
	for (int i = 0; i < 16384; i++)
		held[w[i] & 255] += w[i] >> 24;
	job<int>("locks.a_sum_each", [&] { locked<<<64, 256>>>(cnt, cnt + 256, u, 16384); }, cnt + 256, 256, same(held), none);
}
