// blind34a: a fresh set of kernels that nobody had modelled when they were written. Unions, pairs, colours, counted
// visitors, ways of least effort.
#include "blind7.h"

#define HD __host__ __device__ __forceinline__
static int up(int n, int b)
{
	return (n + b - 1) / b;
}
// rain falls on a field of 12 x 12 cells, a cell a drop: after how many drops does water run from above to below?
static const int SIDE = 12, CELLS = SIDE * SIDE, ABOVE = CELLS, BELOW = CELLS + 1;
template <class P> HD int root_of(P &up, int v)
{
	while (up(v) != v) {
		up(v) = up(up(v));
		v = up(v);
	}
	return v;
}
template <class P> HD void unite(P &up, int a, int b)
{
	a = root_of(up, a), b = root_of(up, b);
	if (a != b)
		up(a > b ? b : a) = a > b ? a : b;
}
template <class P> HD int drops_needed(P up, const byte *order)
{
	bool wet[CELLS];
	for (int k = 0; k < CELLS + 2; k++)
		up(k) = k;
	for (int k = 0; k < CELLS; k++)
		wet[k] = false;
	for (int k = 0; k < CELLS; k++) {
		int c = order[k], x = c % SIDE;
		wet[c] = true;
		if (c < SIDE)
			unite(up, c, ABOVE);
		else if (wet[c - SIDE])
			unite(up, c, c - SIDE);
		if (c >= CELLS - SIDE)
			unite(up, c, BELOW);
		else if (wet[c + SIDE])
			unite(up, c, c + SIDE);
		if (x > 0 && wet[c - 1])
			unite(up, c, c - 1);
		if (x < SIDE - 1 && wet[c + 1])
			unite(up, c, c + 1);
		if (root_of(up, ABOVE) == root_of(up, BELOW))
			return k + 1;
	}
	return 0;
}
struct Own {
	byte *p;
	HD byte &operator()(int k)
	{
		return p[k];
	}
};
struct Column {
	byte *p;
	__device__ byte &operator()(int k)
	{
		return p[k * 64];
	}
};
__global__ void rain_local(const byte *order, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	byte up[CELLS + 2];
	if (i < n)
		out[i] = drops_needed(Own{ up }, order + i * CELLS);
}
__global__ void rain_shared(const byte *order, int *out, int n)
{
	__shared__ byte up[(CELLS + 2) * 64];
	int i = blockIdx.x * 64 + threadIdx.x;
	if (i < n)
		out[i] = drops_needed(Column{ up + threadIdx.x }, order + i * CELLS);
}
__global__ void rain_guessed(const byte *order, int *out, int n)
{ // halving: with so many drops, does a flood from above come down? rows are words
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int low = SIDE - 1, high = CELLS;
	while (high - low > 1) {
		int mid = (low + high) / 2;
		unsigned wet[SIDE], in[SIDE];
#pragma unroll
		for (int r = 0; r < SIDE; r++)
			wet[r] = in[r] = 0;
		for (int k = 0; k < mid; k++) {
			int c = order[i * CELLS + k], y = c / SIDE;
			unsigned bit = 1u << c % SIDE;
#pragma unroll
			for (int r = 0; r < SIDE; r++)
				wet[r] |= r == y ? bit : 0;
		}
		in[0] = wet[0];
		for (bool more = true; more;) {
			more = false;
#pragma unroll
			for (int r = 0; r < SIDE; r++) {
				unsigned v = in[r] | (r ? in[r ? r - 1 : 0] : 0) |
					(r < SIDE - 1 ? in[r < SIDE - 1 ? r + 1 : r] : 0);
				v = (v | v << 1 | v >> 1) & wet[r] & (v | in[r] << 1 | in[r] >> 1);
				more |= v != in[r];
				in[r] = v;
			}
		}
		if (in[SIDE - 1])
			high = mid;
		else
			low = mid;
	}
	out[i] = high;
}
// sixteen helpers, each can do some of sixteen tasks: how many find one?
__device__ bool finds_task(const unsigned short *can, signed char *who, int h, unsigned &seen)
{
	for (unsigned m; (m = can[h] & ~seen);) {
		int t = __ffs(m) - 1;
		seen |= 1u << t;
		if (who[t] < 0 || finds_task(can, who, who[t], seen)) {
			who[t] = h;
			return true;
		}
	}
	return false;
}
__global__ void tasks_recursive(const unsigned short *can, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, found = 0;
	if (i >= n)
		return;
	signed char who[16];
	for (int t = 0; t < 16; t++)
		who[t] = -1;
	for (int h = 0; h < 16; h++) {
		unsigned seen = 0;
		found += finds_task(can + i * 16, who, h, seen);
	}
	out[i] = found;
}
__global__ void tasks_own_stack(const unsigned short *can, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, found = 0;
	if (i >= n)
		return;
	signed char who[16], stack[17], asked[17];
	unsigned short c[16];
	for (int t = 0; t < 16; t++) {
		who[t] = -1;
		c[t] = can[i * 16 + t];
	}
	for (int h = 0; h < 16; h++) {
		unsigned seen = 0;
		int top = 0;
		stack[0] = h;
		while (top >= 0) {
			unsigned m = c[stack[top]] & ~seen;
			if (!m) {
				top--;
				continue;
			}
			int t = __ffs(m) - 1;
			seen |= 1u << t;
			asked[top] = t;
			if (who[t] >= 0) {
				stack[++top] = who[t];
				continue;
			}
			for (int k = top; k >= 0; k--)
				who[asked[k]] = stack[k];
			found++;
			break;
		}
	}
	out[i] = found;
}
static int tasks_by_breadth(const unsigned short *can)
{
	int who[16], found = 0;
	std::fill(who, who + 16, -1);
	for (int h = 0; h < 16; h++) {
		int from[16], queue[32], head = 0, tail = 0, end = -1;
		std::fill(from, from + 16, -1);
		queue[tail++] = h;
		while (head < tail && end < 0) {
			int q = queue[head++];
			for (int t = 0; t < 16 && end < 0; t++)
				if (can[q] >> t & 1 && from[t] < 0) {
					from[t] = q;
					if (who[t] < 0)
						end = t;
					else
						queue[tail++] = who[t];
				}
		}
		if (end < 0)
			continue;
		found++;
		for (int t = end;;) {
			int q = from[t], before = -1;
			for (int s = 0; s < 16; s++)
				if (who[s] == q)
					before = s;
			who[t] = q;
			if (q == h)
				break;
			t = before;
		}
	}
	return found;
}
// 1024 visits on each day: how many different visitors, and who came only once (all numbers xored)?
__global__ void visitors_table(const unsigned *visit, int2 *out)
{
	__shared__ unsigned key[2048];
	__shared__ int times[2048], different, lonely;
	for (int k = threadIdx.x; k < 2048; k += blockDim.x)
		key[k] = ~0u, times[k] = 0;
	if (threadIdx.x == 0)
		different = lonely = 0;
	__syncthreads();
	for (int k = threadIdx.x; k < 1024; k += blockDim.x) {
		unsigned v = visit[blockIdx.x * 1024 + k], at = v * 0x9e3779b1u >> 21;
		for (;; at = (at + 1) & 2047) {
			unsigned old = atomicCAS(&key[at], ~0u, v);
			if (old == ~0u || old == v)
				break;
		}
		atomicAdd(&times[at], 1);
	}
	__syncthreads();
	for (int k = threadIdx.x; k < 2048; k += blockDim.x) {
		if (times[k])
			atomicAdd(&different, 1);
		if (times[k] == 1)
			atomicXor(&lonely, (int)key[k]);
	}
	__syncthreads();
	if (threadIdx.x == 0)
		out[blockIdx.x] = make_int2(different, lonely);
}
__global__ void visitors_sorted(const unsigned *visit, int2 *out)
{ // in order by a network, then each looks to both sides
	__shared__ unsigned v[1024];
	__shared__ int different, lonely;
	int t = threadIdx.x;
	v[t] = visit[blockIdx.x * 1024 + t];
	v[t + 512] = visit[blockIdx.x * 1024 + t + 512];
	if (t == 0)
		different = lonely = 0;
	for (int k = 2; k <= 1024; k *= 2)
		for (int j = k / 2; j; j /= 2) {
			__syncthreads();
			int a = 2 * j * (t / j) + t % j, b = a + j;
			unsigned x = v[a], y = v[b];
			if ((x > y) == !(a & k))
				v[a] = y, v[b] = x;
		}
	__syncthreads();
	for (int k = t; k < 1024; k += 512) {
		bool first = k == 0 || v[k - 1] != v[k], last = k == 1023 || v[k + 1] != v[k];
		int many = __popc(__ballot_sync(~0u, first));
		int lone = __reduce_xor_sync(~0u, first && last ? v[k] : 0);
		if (t % 32 == 0) {
			atomicAdd(&different, many);
			atomicXor(&lonely, lone);
		}
	}
	__syncthreads();
	if (t == 0)
		out[blockIdx.x] = make_int2(different, lonely);
}
__global__ void visitors_marks(const unsigned *visit, int2 *out)
{ // a bit for each who came, another for who came again
	__shared__ unsigned came[128], again[128];
	__shared__ int different, lonely;
	for (int k = threadIdx.x; k < 128; k += blockDim.x)
		came[k] = again[k] = 0;
	if (threadIdx.x == 0)
		different = lonely = 0;
	__syncthreads();
	for (int k = threadIdx.x; k < 1024; k += blockDim.x) {
		unsigned v = visit[blockIdx.x * 1024 + k], bit = 1u << (v & 31);
		if (atomicOr(&came[v >> 5], bit) & bit)
			atomicOr(&again[v >> 5], bit);
	}
	__syncthreads();
	for (int k = threadIdx.x; k < 128; k += blockDim.x) {
		unsigned once_only = came[k] & ~again[k];
		atomicAdd(&different, __popc(came[k]));
		for (unsigned m = once_only; m; m &= m - 1)
			atomicXor(&lonely, k * 32 + __ffs(m) - 1);
	}
	__syncthreads();
	if (threadIdx.x == 0)
		out[blockIdx.x] = make_int2(different, lonely);
}
// a walk over 10 x 10 heights from corner to corner: a step costs one and the difference
static const int LAND = 10, SPOTS = LAND * LAND;
__global__ void effort_heap(const byte *height, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, have = 0;
	if (i >= n)
		return;
	const byte *h = height + i * SPOTS;
	unsigned heap[200];
	unsigned short cost[SPOTS];
	for (int k = 0; k < SPOTS; k++)
		cost[k] = 65535;
	cost[0] = 0;
	heap[have++] = 0;
	while (have) {
		unsigned least = heap[0], last = heap[--have];
		int p = 0;
		for (int c; (c = 2 * p + 1) < have; p = c) {
			if (c + 1 < have && heap[c + 1] < heap[c])
				c++;
			if (heap[c] >= last)
				break;
			heap[p] = heap[c];
		}
		heap[p] = last;
		int at = least & 127, d = least >> 7;
		if (at == SPOTS - 1)
			break;
		if (d > cost[at])
			continue;
		for (int s = 0; s < 4; s++) {
			int x = at % LAND + (s == 0) - (s == 1), y = at / LAND + (s == 2) - (s == 3);
			if ((unsigned)x >= LAND || (unsigned)y >= LAND)
				continue;
			int to = y * LAND + x, e = d + 1 + abs(h[to] - h[at]);
			if (e >= cost[to])
				continue;
			cost[to] = e;
			int q = have++;
			unsigned v = e << 7 | to;
			for (; q && heap[(q - 1) / 2] > v; q = (q - 1) / 2)
				heap[q] = heap[(q - 1) / 2];
			heap[q] = v;
		}
	}
	out[i] = cost[SPOTS - 1];
}
HD int effort_swept(const byte *h)
{
	unsigned short cost[SPOTS];
	for (int k = 0; k < SPOTS; k++)
		cost[k] = k ? 30000 : 0;
	for (bool more = true; more;) {
		more = false;
		for (int turn = 0; turn < 2; turn++)
			for (int k = 0; k < SPOTS; k++) {
				int at = turn ? SPOTS - 1 - k : k, best = cost[at];
				for (int s = 0; s < 4; s++) {
					int x = at % LAND + (s == 0) - (s == 1), y = at / LAND + (s == 2) - (s == 3);
					if ((unsigned)x >= LAND || (unsigned)y >= LAND)
						continue;
					int to = y * LAND + x, d = h[to] - h[at], e = cost[to] + 1 + (d < 0 ? -d : d);
					best = e < best ? e : best;
				}
				if (best < cost[at])
					cost[at] = best, more = true;
			}
	}
	return cost[SPOTS - 1];
}
__global__ void effort_sweeps(const byte *height, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = effort_swept(height + i * SPOTS);
}
__global__ void effort_warp(const byte *height, int *out, int n)
{ // a warp a land, a border of walls around it; all cells at once until nothing changes
	const int W = LAND + 2;
	__shared__ int cost[4][W * W];
	__shared__ short land[4][W * W];
	int w = threadIdx.x / 32, l = threadIdx.x & 31, i = blockIdx.x * 4 + w;
	if (i >= n)
		return;
	int *c = cost[w];
	short *h = land[w];
	for (int k = l; k < W * W; k += 32) {
		int x = k % W - 1, y = k / W - 1;
		bool in = (unsigned)x < LAND && (unsigned)y < LAND;
		h[k] = in ? height[i * SPOTS + y * LAND + x] : 0;
		c[k] = in && x + y == 0 ? 0 : 30000;
	}
	__syncwarp();
	for (bool more = true; __any_sync(~0u, more);) {
		int now[4];
		more = false;
#pragma unroll
		for (int j = 0; j < 4; j++) {
			int k = l + 32 * j;
			now[j] = -1;
			if (k >= SPOTS)
				continue;
			int at = (k / LAND + 1) * W + k % LAND + 1, v = h[at], best = c[at];
			best = min(best, c[at - 1] + 1 + abs(v - h[at - 1]));
			best = min(best, c[at + 1] + 1 + abs(v - h[at + 1]));
			best = min(best, c[at - W] + 1 + abs(v - h[at - W]));
			best = min(best, c[at + W] + 1 + abs(v - h[at + W]));
			if (best < c[at])
				now[j] = best, more = true;
		}
		__syncwarp();
#pragma unroll
		for (int j = 0; j < 4; j++) {
			int k = l + 32 * j;
			if (now[j] >= 0)
				c[(k / LAND + 1) * W + k % LAND + 1] = now[j];
		}
		__syncwarp();
	}
	if (l == 0)
		out[i] = c[LAND * W + LAND];
}
// thirty-two exams, some share pupils: a day for each, the most hemmed in first
HD unsigned days_greedy(const unsigned *shares)
{
	unsigned taken[32], sum = 0, most = 0;
	signed char day[32];
	for (int v = 0; v < 32; v++)
		taken[v] = 0, day[v] = -1;
	for (int turn = 0; turn < 32; turn++) {
		int best = 0, best_key = -1;
		for (int v = 0; v < 32; v++) {
			if (day[v] >= 0)
				continue;
			int key = 0;
			for (unsigned m = taken[v]; m; m &= m - 1)
				key += 1 << 12;
			for (unsigned m = shares[v]; m; m &= m - 1)
				key += 1 << 5;
			key += 31 - v;
			if (key > best_key)
				best_key = key, best = v;
		}
		int d = 0;
		while (taken[best] >> d & 1)
			d++;
		day[best] = d;
		sum += d * (best + 3);
		most = d > most ? d : most;
		for (int v = 0; v < 32; v++)
			if (shares[best] >> v & 1)
				taken[v] |= 1u << d;
	}
	return most << 24 | sum;
}
__global__ void days_thread(const unsigned *shares, unsigned *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = days_greedy(shares + i * 32);
}
__global__ void days_warp(const unsigned *shares, unsigned *out, int n)
{ // a lane has an exam
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x & 31;
	if (i >= n)
		return;
	unsigned mine = shares[i * 32 + l], taken = 0;
	int day = -1;
	for (int turn = 0; turn < 32; turn++) {
		int key = day >= 0 ? -1 : __popc(taken) << 12 | __popc(mine) << 5 | (31 - l);
		int best = 31 - (__reduce_max_sync(~0u, key) & 31);
		int d = __shfl_sync(~0u, __ffs(~taken) - 1, best);
		if (l == best)
			day = d;
		if (mine >> best & 1)
			taken |= 1u << d;
	}
	unsigned sum = __reduce_add_sync(~0u, (unsigned)day * (l + 3)), most = __reduce_max_sync(~0u, (unsigned)day);
	if (l == 0)
		out[i] = most << 24 | sum;
}
static void rain(const std::vector<unsigned> &w)
{
	const int N = 2400;
	std::vector<byte> order(N * CELLS);
	std::vector<int> want(N);
	for (int i = 0; i < N; i++) {
		byte *o = &order[i * CELLS], up[CELLS + 2];
		for (int k = 0; k < CELLS; k++) {
			int j = w[(i * 97 + k * 31) % 200000] % (k + 1);
			o[k] = o[j];
			o[j] = k;
		}
		want[i] = drops_needed(Own{ up }, o);
	}
	byte *d = upload(order);
	int *o = dev<int>(N);
	job<int>(
		"drops_until_water_runs_through.local_union", [&] { rain_local<<<up(N, 64), 64>>>(d, o, N); }, o, N,
		same(want));
	job<int>(
		"drops_until_water_runs_through.shared_union", [&] { rain_shared<<<up(N, 64), 64>>>(d, o, N); }, o, N,
		same(want));
	job<int>(
		"drops_until_water_runs_through.halving_floods", [&] { rain_guessed<<<up(N, 32), 32>>>(d, o, N); }, o,
		N, same(want));
}
static void tasks(const std::vector<unsigned> &w)
{
	const int N = 6000;
	std::vector<unsigned short> can(N * 16);
	std::vector<int> want(N);
	for (int k = 0; k < N * 16; k++)
		can[k] = w[k] & w[k] >> 16 & w[k + 7] & (w[k + 9] | (k / 16 % 3 ? 0 : 65535));
	for (int i = 0; i < N; i++)
		want[i] = tasks_by_breadth(&can[i * 16]);
	unsigned short *d = upload(can);
	int *o = dev<int>(N);
	CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 4 << 10));
	job<int>(
		"helpers_find_tasks.recursive", [&] { tasks_recursive<<<up(N, 128), 128>>>(d, o, N); }, o, N,
		same(want));
	job<int>(
		"helpers_find_tasks.own_stack", [&] { tasks_own_stack<<<up(N, 128), 128>>>(d, o, N); }, o, N,
		same(want));
}
static void visitors(const std::vector<unsigned> &w)
{
	const int N = 260;
	std::vector<unsigned> visit(N * 1024);
	std::vector<int2> want(N);
	for (int k = 0; k < N * 1024; k++)
		visit[k] = w[k % 299999] % 4096 * (k / 1024 % 4 + 1) / 4;
	for (int i = 0; i < N; i++) {
		std::vector<int> times(4096);
		for (int k = 0; k < 1024; k++)
			times[visit[i * 1024 + k]]++;
		for (int v = 0; v < 4096; v++) {
			want[i].x += times[v] > 0;
			want[i].y ^= times[v] == 1 ? v : 0;
		}
	}
	auto right = [want](const std::vector<int2> &v) { return !memcmp(v.data(), want.data(), v.size() * 8); };
	unsigned *d = upload(visit);
	int2 *o = dev<int2>(N);
	job<int2>(
		"visitors_of_a_day.open_table", [&] { visitors_table<<<N, 256>>>(d, o); }, o, N, right);
	job<int2>(
		"visitors_of_a_day.put_in_order", [&] { visitors_sorted<<<N, 512>>>(d, o); }, o, N, right);
	job<int2>(
		"visitors_of_a_day.two_marks", [&] { visitors_marks<<<N, 192>>>(d, o); }, o, N, right);
}
static void walks(const std::vector<unsigned> &w)
{
	const int N = 1500;
	std::vector<byte> height(N * SPOTS);
	std::vector<int> want(N);
	for (int k = 0; k < N * SPOTS; k++)
		height[k] = w[k] % (20 + k / SPOTS % 60);
	for (int i = 0; i < N; i++)
		want[i] = effort_swept(&height[i * SPOTS]);
	byte *d = upload(height);
	int *o = dev<int>(N);
	job<int>(
		"way_of_least_effort.heap_a_thread", [&] { effort_heap<<<up(N, 32), 32>>>(d, o, N); }, o, N,
		same(want));
	job<int>(
		"way_of_least_effort.sweeps_a_thread", [&] { effort_sweeps<<<up(N, 64), 64>>>(d, o, N); }, o, N,
		same(want));
	job<int>(
		"way_of_least_effort.warp_a_land", [&] { effort_warp<<<up(N, 4), 128>>>(d, o, N); }, o, N, same(want));
}
static void exams(const std::vector<unsigned> &w)
{
	const int N = 1600;
	std::vector<unsigned> shares(N * 32), want(N);
	for (int i = 0; i < N; i++) {
		unsigned *s = &shares[i * 32];
		for (int a = 0; a < 32; a++)
			for (int b = 0; b < a; b++)
				if (w[(i * 41 + a * 32 + b) % 299000] % 100 < 15 + i % 50)
					s[a] |= 1u << b, s[b] |= 1u << a;
		want[i] = days_greedy(s);
	}
	unsigned *d = upload(shares), *o = dev<unsigned>(N);
	job<unsigned>(
		"days_for_exams.thread", [&] { days_thread<<<up(N, 64), 64>>>(d, o, N); }, o, N, same(want));
	job<unsigned>(
		"days_for_exams.warp", [&] { days_warp<<<up(N * 32, 256), 256>>>(d, o, N); }, o, N, same(want));
}
void rows()
{
	std::vector<unsigned> w = words(300000);
	rain(w);
	tasks(w);
	visitors(w);
	walks(w);
	exams(w);
}
