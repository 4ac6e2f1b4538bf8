// blind33e: a fresh set of kernels that nobody had modelled when they were written. Sorting as in the textbooks
// (bitonic, odd and even, merging, digits, counting), and graphs level by level.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__global__ void bitonic_step(unsigned *a, int j, int k)
{ // a thread a key: half of them have nothing to do
	int i = blockIdx.x * blockDim.x + threadIdx.x, p = i ^ j;
	if (p > i) {
		unsigned x = a[i], y = a[p];
		if (((i & k) == 0) == (x > y))
			a[i] = y, a[p] = x;
	}
}
__global__ void bitonic_first(unsigned *a)
{ // all steps that stay in 1024 keys; 512 threads
	__shared__ unsigned s[1024];
	int t = threadIdx.x, o = blockIdx.x * 1024;
	s[t] = a[o + t], s[t + 512] = a[o + t + 512];
	for (int k = 2; k <= 1024; k *= 2)
		for (int j = k / 2; j > 0; j /= 2) {
			__syncthreads();
			int i = 2 * t - (t & (j - 1));
			unsigned x = s[i], y = s[i + j];
			if ((((o + i) & k) == 0) == (x > y))
				s[i] = y, s[i + j] = x;
		}
	__syncthreads();
	a[o + t] = s[t], a[o + t + 512] = s[t + 512];
}
__global__ void bitonic_pairs(unsigned *a, int j, int k)
{ // a thread a pair
	int t = blockIdx.x * blockDim.x + threadIdx.x, i = 2 * t - (t & (j - 1));
	unsigned x = a[i], y = a[i + j];
	if (((i & k) == 0) == (x > y))
		a[i] = y, a[i + j] = x;
}
__global__ void bitonic_rest(unsigned *a, int k)
{ // steps j = 512 to 1 of a later k
	__shared__ unsigned s[1024];
	int t = threadIdx.x, o = blockIdx.x * 1024;
	s[t] = a[o + t], s[t + 512] = a[o + t + 512];
	for (int j = 512; j > 0; j /= 2) {
		__syncthreads();
		int i = 2 * t - (t & (j - 1));
		unsigned x = s[i], y = s[i + j];
		if ((((o + i) & k) == 0) == (x > y))
			s[i] = y, s[i + j] = x;
	}
	__syncthreads();
	a[o + t] = s[t], a[o + t + 512] = s[t + 512];
}
__global__ void odd_even_block(const float *a, float *b, int n)
{ // a block sorts 2 * blockDim.x numbers by exchanges of neighbours
	extern __shared__ float s[];
	int t = threadIdx.x, w = 2 * blockDim.x, o = blockIdx.x * w;
	s[t] = a[o + t], s[t + blockDim.x] = a[o + t + blockDim.x];
	__syncthreads();
	for (int r = 0; r < w; r++) {
		int i = 2 * t + (r & 1);
		if (i + 1 < w && s[i] > s[i + 1]) {
			float v = s[i];
			s[i] = s[i + 1], s[i + 1] = v;
		}
		__syncthreads();
	}
	b[o + t] = s[t], b[o + t + blockDim.x] = s[t + blockDim.x];
}
__global__ void merge_pass_naive(const unsigned *a, unsigned *b, int n, int w)
{ // a thread merges two neighbouring runs of w
	int lo = (blockIdx.x * blockDim.x + threadIdx.x) * 2 * w;
	if (lo >= n)
		return;
	int mid = min(lo + w, n), hi = min(lo + 2 * w, n), i = lo, j = mid;
	for (int o = lo; o < hi; o++)
		if (i < mid && (j >= hi || a[i] <= a[j]))
			b[o] = a[i++];
		else
			b[o] = a[j++];
}
__global__ void merge_path(const unsigned *a, unsigned *b, int n, int w, int each)
{ // a thread makes `each` numbers in a row; where to begin is found on the cross diagonal
	int o = (blockIdx.x * blockDim.x + threadIdx.x) * each;
	if (o >= n)
		return;
	int base = o / (2 * w) * 2 * w, d = o - base;
	const unsigned *p = a + base, *q = p + w;
	int lo = max(0, d - w), hi = min(d, w);
	while (lo < hi) {
		int m = (lo + hi) / 2;
		if (p[m] <= q[d - 1 - m])
			lo = m + 1;
		else
			hi = m;
	}
	int i = lo, j = d - lo;
	for (int k = 0; k < each; k++)
		b[o + k] = i < w && (j >= w || p[i] <= q[j]) ? p[i++] : q[j++];
}
// sorted by digit of one bit: flags, places by one block, then moved
__global__ void bit_places(const unsigned *a, int *place, int n, int bit)
{ // one block of 1024
	__shared__ int ws[32], zeros;
	int t = threadIdx.x, l = t & 31, run = 0;
	for (int pass = 0; pass < 2; pass++) { // first count, then number
		int total = 0;
		for (int i0 = 0; i0 < n; i0 += 1024) {
			bool z = i0 + t < n && !(a[i0 + t] >> bit & 1);
			unsigned v = __ballot_sync(~0u, z);
			if (l == 0)
				ws[t / 32] = __popc(v);
			__syncthreads();
			if (t < 32) {
				int c = ws[t], s = c;
				for (int d = 1; d < 32; d *= 2) {
					int u = __shfl_up_sync(~0u, s, d);
					if (t >= d)
						s += u;
				}
				ws[t] = s - c;
				if (t == 31)
					zeros = s;
			}
			__syncthreads();
			int before = total + ws[t / 32] + __popc(v & ((1u << l) - 1));
			if (pass && i0 + t < n)
				place[i0 + t] = z ? before : run + i0 + t - before;
			total += zeros;
			__syncthreads();
		}
		run = total;
	}
}
__global__ void bit_move(const unsigned *a, const int *place, unsigned *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		b[place[i]] = a[i];
}
__global__ void count_keys(const unsigned short *a, int *count, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&count[a[i]], 1);
}
__global__ void expand_keys(const int *count, unsigned short *out, int keys)
{ // one block: a thread sums its share, then the shares are summed, then each writes its runs
	__shared__ int s[1024];
	int t = threadIdx.x, each = keys / 1024, v = 0;
	for (int k = 0; k < each; k++)
		v += count[t * each + k];
	s[t] = v;
	for (int d = 1; d < 1024; d *= 2) {
		__syncthreads();
		int u = t >= d ? s[t - d] : 0;
		__syncthreads();
		s[t] += u;
	}
	int at = s[t] - v;
	for (int k = 0; k < each; k++)
		for (int c = count[t * each + k]; c > 0; c--)
			out[at++] = t * each + k;
}
// breadth first, a launch a level
__global__ void bfs_edges(const int2 *edge, int *level, const int *mark, int *next, int m, int now)
{ // mark: who was found in the launch before; next: who is found in this one
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < m && mark[edge[i].x] == now && atomicCAS(&level[edge[i].y], -1, now + 1) == -1)
		next[edge[i].y] = now + 1;
}
__global__ void bfs_top_down(const int *first, const int *to, int *level, const int *mark, int *next, int n, int now)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v < n && mark[v] == now)
		for (int e = first[v]; e < first[v + 1]; e++)
			if (atomicCAS(&level[to[e]], -1, now + 1) == -1)
				next[to[e]] = now + 1;
}
__global__ void bfs_bottom_up(const int *first, const int *to, int *level, const int *mark, int *next, int n, int now)
{ // those not reached look for a neighbour that was
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v < n && level[v] < 0)
		for (int e = first[v]; e < first[v + 1]; e++)
			if (mark[to[e]] == now) {
				level[v] = next[v] = now + 1;
				break;
			}
}
__global__ void bfs_private_queue(
	const int *first, const int *to, int *level, const int *in, int *out, int *sizes, int now)
{ // found nodes go to a queue of the block first; what does not fit goes straight to memory
	__shared__ int q[256], len, base;
	if (threadIdx.x == 0)
		len = 0;
	__syncthreads();
	int n = sizes[now];
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		int v = in[i];
		for (int e = first[v]; e < first[v + 1]; e++)
			if (atomicCAS(&level[to[e]], -1, now + 1) == -1) {
				int at = atomicAdd(&len, 1);
				if (at < 256)
					q[at] = to[e];
				else
					out[atomicAdd(&sizes[now + 1], 1)] = to[e];
			}
	}
	__syncthreads();
	int have = min(len, 256);
	if (threadIdx.x == 0 && have)
		base = atomicAdd(&sizes[now + 1], have);
	__syncthreads();
	for (int i = threadIdx.x; i < have; i += blockDim.x)
		out[base + i] = q[i];
}
__global__ void ready_tasks(
	const int *first, const int *to, int *waits, int *level, const int *mark, int *next, int n, int now)
{ // tasks that wait for none get done; those behind them wait for one less
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v < n && mark[v] == now)
		for (int e = first[v]; e < first[v + 1]; e++)
			if (atomicSub(&waits[to[e]], 1) == 1)
				level[to[e]] = next[to[e]] = now + 1;
}
__global__ void floyd_step(int *d, int n, int k)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
	if (j < n)
		d[i * n + j] = min(d[i * n + j], d[i * n + k] + d[k * n + j]);
}
static void sorting(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int N = 8192;
	std::vector<unsigned> a(w.begin(), w.begin() + N), s(a);
	std::sort(s.begin(), s.end());
	unsigned *src = upload(a), *d = upload(a), *e = dev<unsigned>(N);
	auto again = [=] { CHECK(cudaMemcpy(d, src, N * 4, cudaMemcpyDeviceToDevice)); };
	job<unsigned>(
		"eight_thousand_sorted.bitonic_launch_a_step",
		[&] {
			for (int k = 2; k <= N; k *= 2)
				for (int j = k / 2; j; j /= 2)
					bitonic_step<<<N / 256, 256>>>(d, j, k);
		},
		d, N, same(s), again);
	job<unsigned>(
		"eight_thousand_sorted.bitonic_shared_where_it_fits",
		[&] {
			bitonic_first<<<N / 1024, 512>>>(d);
			for (int k = 2048; k <= N; k *= 2) {
				for (int j = k / 2; j > 512; j /= 2)
					bitonic_pairs<<<N / 512, 256>>>(d, j, k);
				bitonic_rest<<<N / 1024, 512>>>(d, k);
			}
		},
		d, N, same(s), again);
	int *place = dev<int>(N);
	std::vector<unsigned> low(N);
	for (int i = 0; i < N; i++)
		low[i] = a[i] & 63;
	unsigned *slow = upload(low), *dl = upload(low);
	std::sort(low.begin(), low.end());
	job<unsigned>(
		"six_bits_sorted.bit_a_pass",
		[&] {
			for (int b = 0; b < 6; b++) {
				bit_places<<<1, 1024>>>(b % 2 ? e : dl, place, N, b);
				bit_move<<<N / 128, 128>>>(b % 2 ? e : dl, place, b % 2 ? dl : e, N);
			}
		},
		dl, N, same(low), [=] { CHECK(cudaMemcpy(dl, slow, N * 4, cudaMemcpyDeviceToDevice)); });
	const int B = 40, T = 128;
	std::vector<float> x(f.begin(), f.begin() + B * 2 * T), y(x);
	for (int b = 0; b < B; b++)
		std::sort(y.begin() + b * 2 * T, y.begin() + (b + 1) * 2 * T);
	float *dx = upload(x), *o = dev<float>(B * 2 * T);
	job<float>(
		"each_256_sorted.odd_and_even", [&] { odd_even_block<<<B, T, 2 * T * 4>>>(dx, o, 0); }, o, B * 2 * T,
		same(y));
	const int M = 2000;
	std::vector<unsigned> h(w.begin() + 55, w.begin() + 55 + M);
	unsigned *dh = upload(h), *oh = dev<unsigned>(M), *keep = upload(h);
	std::sort(h.begin(), h.end());
	job<unsigned>(
		"two_thousand_merged.thread_two_runs",
		[&] {
			unsigned *p = dh, *q = oh;
			for (int r = 1; r < M; r *= 2, std::swap(p, q))
				merge_pass_naive<<<up(up(M, 2 * r), 64), 64>>>(p, q, M, r);
			// eleven passes: the last one wrote to oh
		},
		oh, M, same(h), [=] { CHECK(cudaMemcpy(dh, keep, M * 4, cudaMemcpyDeviceToDevice)); });
	const int L = 131072, W = 4096;
	std::vector<unsigned> r(w.begin() + 100, w.begin() + 100 + L);
	for (int i = 0; i < L; i += W)
		std::sort(r.begin() + i, r.begin() + i + W);
	unsigned *runs = upload(r), *p1 = dev<unsigned>(L), *p2 = dev<unsigned>(L);
	std::sort(r.begin(), r.end());
	job<unsigned>(
		"thirty_two_runs_merged.eight_a_thread_by_the_path",
		[&] {
			unsigned *p = p1, *q = p2;
			for (int v = W; v < L; v *= 2, std::swap(p, q))
				merge_path<<<up(L, 8 * 128), 128>>>(p, q, L, v, 8);
		},
		p2, L, same(r), [=] { CHECK(cudaMemcpy(p1, runs, L * 4, cudaMemcpyDeviceToDevice)); });
	const int C = 400000, K = 4096;
	std::vector<unsigned short> c(C);
	for (int i = 0; i < C; i++)
		c[i] = w[i] % K * (w[i + 1] % 64) / 64;
	unsigned short *dc = upload(c), *oc = dev<unsigned short>(C);
	int *count = dev<int>(K);
	std::sort(c.begin(), c.end());
	job<unsigned short>(
		"sorted_by_counting.two_launches",
		[&] {
			count_keys<<<up(C, 256), 256>>>(dc, count, C);
			expand_keys<<<1, 1024>>>(count, oc, K);
		},
		oc, C, same(c), [=] { CHECK(cudaMemset(count, 0, K * 4)); });
}
static void graphs(const std::vector<unsigned> &w)
{
	const int N = 16000;
	std::vector<std::vector<int>> next(N);
	for (int i = 0, k = 0; i < N; i++) // near ones mostly, a few have very many
		for (int e = 0, d = i % 500 ? 1 + w[i] % 5 : 150; e < d; e++, k++) {
			int j = w[k] % 16 ? (i + w[k] / 16 % 900) % N : w[k] / 16 % N;
			next[i].push_back(j), next[j].push_back(i);
		}
	std::vector<int> first(1), to, level(N, -1), queue(1);
	std::vector<int2> edge;
	for (int i = 0; i < N; i++) {
		for (int j : next[i])
			to.push_back(j), edge.push_back(make_int2(i, j));
		first.push_back(to.size());
	}
	level[0] = 0;
	for (size_t k = 0; k < queue.size(); k++)
		for (int j : next[queue[k]])
			if (level[j] < 0)
				level[j] = level[queue[k]] + 1, queue.push_back(j);
	const int M = to.size(), L = level[queue.back()];
	int *df = upload(first), *dt = upload(to), *o = dev<int>(N), *q = dev<int>(2 * N), *sizes = dev<int>(L + 2),
	    *mk = dev<int>(2 * N);
	int2 *de = upload(edge);
	auto start = [=] {
		CHECK(cudaMemset(o, 255, N * 4));
		CHECK(cudaMemset(o, 0, 4));
		CHECK(cudaMemset(mk, 255, 8 * N));
		CHECK(cudaMemset(mk, 0, 4));
		CHECK(cudaMemset(q, 0, 4));
		CHECK(cudaMemset(sizes, 0, (L + 2) * 4));
		int one = 1;
		CHECK(cudaMemcpy(sizes, &one, 4, cudaMemcpyHostToDevice));
	};
	auto levels = [=](const std::function<void(int)> &step) {
		return [=] {
			for (int l = 0; l < L; l++)
				step(l);
		};
	};
	job<int>("breadth_first.thread_an_edge", levels([=](int l) {
		bfs_edges<<<up(M, 256), 256>>>(de, o, mk + l % 2 * N, mk + (l + 1) % 2 * N, M, l);
	}),
		o, N, same(level), start);
	job<int>("breadth_first.node_looks_down", levels([=](int l) {
		bfs_top_down<<<up(N, 256), 256>>>(df, dt, o, mk + l % 2 * N, mk + (l + 1) % 2 * N, N, l);
	}),
		o, N, same(level), start);
	job<int>("breadth_first.node_looks_up", levels([=](int l) {
		bfs_bottom_up<<<up(N, 128), 128>>>(df, dt, o, mk + l % 2 * N, mk + (l + 1) % 2 * N, N, l);
	}),
		o, N, same(level), start);
	job<int>("breadth_first.queue_of_the_block_first", levels([=](int l) {
		bfs_private_queue<<<40, 128>>>(df, dt, o, q + l % 2 * N, q + (l + 1) % 2 * N, sizes, l);
	}),
		o, N, same(level), start);
	const int T = 20000;
	std::vector<int> tf(1), tt, waits(T), lv(T);
	for (int i = 0; i < T; i++) {
		for (int e = 0; e < (int)(w[i] % 6); e++) {
			int j = i + 300 + w[i * 6 + e] % 2500;
			if (j < T)
				tt.push_back(j), waits[j]++, lv[j] = std::max(lv[j], lv[i] + 1);
		}
		tf.push_back(tt.size());
	}
	const int D = *std::max_element(lv.begin(), lv.end());
	std::vector<int> ready(T);
	for (int i = 0; i < T; i++)
		ready[i] = waits[i] ? -1 : 0;
	int *dtf = upload(tf), *dtt = upload(tt), *sw = upload(waits), *dw = upload(waits), *sr = upload(ready),
	    *dl = upload(ready), *mt = dev<int>(2 * T);
	job<int>(
		"tasks_in_order.launch_a_level",
		[&] {
			for (int l = 0; l < D; l++)
				ready_tasks<<<up(T, 192), 192>>>(
					dtf, dtt, dw, dl, mt + l % 2 * T, mt + (l + 1) % 2 * T, T, l);
		},
		dl, T, same(lv),
		[=] {
			CHECK(cudaMemcpy(dw, sw, T * 4, cudaMemcpyDeviceToDevice));
			CHECK(cudaMemcpy(dl, sr, T * 4, cudaMemcpyDeviceToDevice));
			CHECK(cudaMemset(mt, 255, T * 8));
			CHECK(cudaMemcpy(mt, sr, T * 4, cudaMemcpyDeviceToDevice));
		});
	const int F = 110;
	std::vector<int> g(F * F), h;
	for (int i = 0; i < F * F; i++)
		g[i] = i % (F + 1) == 0 ? 0 : w[i] % 5 ? 1 << 20 : 1 + w[i] / 5 % 1000;
	h = g;
	for (int k = 0; k < F; k++)
		for (int i = 0; i < F * F; i++)
			h[i] = std::min(h[i], h[i / F * F + k] + h[k * F + i % F]);
	int *sg = upload(g), *dg = upload(g);
	job<int>(
		"all_roads_of_110_towns.launch_a_town",
		[&] {
			for (int k = 0; k < F; k++)
				floyd_step<<<dim3(1, F), 128>>>(dg, F, k);
		},
		dg, F * F, same(h), [=] { CHECK(cudaMemcpy(dg, sg, F * F * 4, cudaMemcpyDeviceToDevice)); });
}
void rows()
{
	std::vector<unsigned> w = words(500000);
	std::vector<float> f = fractions(w);
	sorting(w, f);
	graphs(w);
}
