// Words of global memory for which warps of many blocks wait: locks, roots of parts that are joined, lists of work, flags of levels, stores to few lines.
#include "probe.h"
// ---- locks: one around each change, or two, of which the second is only tried
template <bool HARD> __global__ void one_lock(int *lock, volatile int *v, const int *at, int work, int lanes)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, k = at[i];
	for (bool done = threadIdx.x % 32 >= lanes; !done;)
		if (atomicCAS(&lock[k], 0, 1) == 0) {
			__threadfence();
			v[k] += i;
			for (int j = 0; j < work; j++)
				v[k] ^= j;
			__threadfence();
			if (HARD)
				atomicExch(&lock[k], 0);
			else
				*(volatile int *)&lock[k] = 0;
			done = true;
		}
}
__global__ void two_locks(int *lock, volatile int *v, const int2 *pair, int lanes)
{
	int2 m = pair[blockIdx.x * blockDim.x + threadIdx.x];
	int first = min(m.x, m.y), second = max(m.x, m.y);
	for (bool done = threadIdx.x % 32 >= lanes; !done;)
		if (atomicCAS(&lock[first], 0, 1) == 0) {
			if (atomicCAS(&lock[second], 0, 1) == 0) {
				__threadfence();
				v[m.x] -= 3;
				v[m.y] += 3;
				__threadfence();
				atomicExch(&lock[second], 0);
				done = true;
			}
			atomicExch(&lock[first], 0);
		}
}
// ---- parts that are joined: a node's word is its parent, `step` words apart
__device__ int root_of(volatile int *p, int v, int step)
{
	int q;
	while ((q = p[v * step]) != v)
		v = q;
	return v;
}
template <bool COUNT> __global__ void unite(const int2 *edge, int *p, int m, int step, int *out)
{
	int k = blockIdx.x * blockDim.x + threadIdx.x, tries = 0;
	if (k >= m)
		return;
	int a = root_of(p, edge[k].x, step), b = root_of(p, edge[k].y, step);
	while (a != b) {
		int high = max(a, b), low = min(a, b);
		tries++;
		if (atomicCAS(&p[high * step], high, low) == high)
			break;
		a = root_of(p, high, step);
		b = root_of(p, low, step);
	}
	if (COUNT)
		atomicAdd(out, tries), atomicMax(out + 1, tries);
}
__global__ void in_order(int *p, int n, int step)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		p[i * step] = i;
}
// ---- a list of nodes; who finds a neighbour better off puts it into the next one
template <int HOW> __global__ void from_list(const int *start, const int *to, int *d, const int *list, int n, int *next, int *count, int *mark, int round)
{ // 0: the smaller one, its mark, a place; 1: only the smaller one; 2: only looks
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		int v = list[i], mine = HOW == 2 ? d[v] : atomicAdd(&d[v], 0), s = 0;
		for (int k = start[v]; k < start[v + 1]; k++) {
			int u = to[k];
			if (HOW == 2)
				s += d[u];
			else if (HOW == 1)
				s += atomicMin(&d[u], mine + 1 + k % 7);
			else if (atomicMin(&d[u], mine + 1 + k % 7) > mine && atomicExch(&mark[u], round) != round)
				next[atomicAdd(count, 1)] = u;
		}
		if (HOW && s == 123456789)
			*count = s;
	}
}
// ---- levels: a warp for a row; it waits for `need` rows of the level before, each by a lane of its own
template <bool FENCE> __global__ void levels(const int *needs, int need, int width, volatile int *x, volatile int *ready, int step)
{
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, s = 0;
	if (r >= width && lane < need) {
		int c = needs[r * need + lane];
		while (!ready[c * step])
			;
		if (FENCE)
			__threadfence();
		s = x[c];
	}
	s = __reduce_add_sync(~0u, s);
	if (lane == 0) {
		x[r] = s + 1;
		if (FENCE)
			__threadfence();
		ready[r * step] = 1;
	}
}
// ---- a chain of blocks, while others look at a word: the last of the chain's (0), one of its own in the lines of the chain (1), one elsewhere (2)
__global__ void hop_beside(volatile int *ready, int chain, int looker_warps, int where)
{
	int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	if (blockIdx.x < chain) {
		if (threadIdx.x == 0) {
			if (blockIdx.x)
				while (!ready[(blockIdx.x - 1) * 2])
					;
			ready[blockIdx.x * 2] = 1;
			if (blockIdx.x == chain - 1) { // all go home
				for (int k = 0; k < chain; k++)
					ready[k * 2 + 1] = 1;
				ready[4096] = 1;
			}
		}
		return;
	}
	volatile int *at = where == 0 ? ready + (chain - 1) * 2 : where == 1 ? ready + (w % chain) * 2 + 1 : ready + 4096;
	if (threadIdx.x % 32 == 0)
		while (!*at)
			;
}
// ---- stores and loads of few lines
template <int LOADS> __global__ void lines(int *p, const int *a, int many, int step, int each, int lanes)
{ // warp w: word w % many; LOADS: something is loaded before each store (1) or before all (2)
	int i = blockIdx.x * blockDim.x + threadIdx.x, w = i / 32, x = LOADS == 2 ? a[i] : 0;
	volatile int *q = p + (w % many) * step;
	if (threadIdx.x % 32 < lanes)
		for (int k = 0; k < each; k++) {
			if (LOADS == 1)
				x = a[i + (k << 18)];
			*q = x + w + k;
		}
}
__global__ void spread(const int *p, int *o, int sectors, int each, int units)
{ // volatile loads of so many sectors of one place, by lanes side by side; units: places of 1024 bytes
	int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0, w = i / 32;
	const volatile int *q = p + (w % units) * 256 + (threadIdx.x % sectors) * 8;
	for (int k = 0; k < each; k++)
		s += *q;
	if (s == 12345)
		*o = s;
}
__global__ void lanes_at(const int *p, int *o, int lanes, int each)
{ // some lanes load one word, the others each their own, far away
	int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
	const volatile int *q = threadIdx.x % 32 < lanes ? p : p + 1024 + (i * 1664525u >> 12 & 0xfff8);
	for (int k = 0; k < each; k++)
		s += *q;
	if (s == 12345)
		*o = s;
}
__global__ void loads_and_swaps(int *p, int *o, int each, int swappers, int step)
{ // of each block's warps some try a swap in vain at the word, or the one `step` beside it, that the others load
	int s = 0;
	bool swaps = threadIdx.x / 32 < swappers;
	volatile int *q = p;
	for (int k = 0; k < each; k++)
		s += swaps ? threadIdx.x % 32 ? 0 : atomicCAS(p + step, 12345, 1) : *q;
	if (s == 12345)
		*o = s;
}
void rows()
{
	int *p = dev<int>(1 << 22), *q = dev<int>(1 << 22), *o = dev<int>(1 << 20);
	std::vector<unsigned> w = words(1 << 22);
	std::vector<int> rnd(1 << 22), none(1 << 21);
	for (int i = 0; i < 1 << 22; i++)
		rnd[i] = w[i] >> 2;
	int *a = upload(rnd);
	auto zero = [&] {
		CHECK(cudaMemset(p, 0, 16 << 20));
		CHECK(cudaMemset(q, 0, 16 << 20));
	};
	for (int locks : { 64, 1024, 20000 })
		for (int n : { 2048, 16384 }) {
			std::vector<int> at(n);
			std::vector<int2> pair(n);
			for (int i = 0; i < n; i++) {
				at[i] = w[i] % locks;
				pair[i] = make_int2(at[i], (at[i] + 1 + w[i + n] % (locks - 1)) % locks);
			}
			int *dat = upload(at);
			int2 *dpair = upload(pair);
			for (int lanes : { 1, 32 }) {
				for (int work : { 0, 4 })
					row(nm("words.lock.%d.%d.l%d.work%d", locks, n, lanes, work), [&] { one_lock<true><<<n / 128, 128>>>(p, q, dat, work, lanes); }, zero);
				row(nm("words.lock_stored.%d.%d.l%d", locks, n, lanes), [&] { one_lock<false><<<n / 128, 128>>>(p, q, dat, 0, lanes); }, zero);
				row(nm("words.two_locks.%d.%d.l%d", locks, n, lanes), [&] { two_locks<<<n / 128, 128>>>(p, q, dpair, lanes); }, zero);
			}
		}
	for (int n : { 4096, 16384, 65536 })
		for (int percent : { 50, 100, 300 })
			for (int step : { 1, 64 }) {
				int m = n / 100.0 * percent;
				std::vector<int2> edge(m);
				for (int i = 0; i < m; i++)
					edge[i] = make_int2(w[2 * i] % n, w[2 * i + 1] % n);
				int2 *e = upload(edge);
				for (int t : { 32, 256 })
					row(nm("words.unite.%d.%d.s%d.t%d", n, percent, step, t), [&] { unite<false><<<(m + t - 1) / t, t>>>(e, p, m, step, o); },
						[&] { in_order<<<528, 256>>>(p, n, step); });
				if (!once && step == 1 && !strcmp(prefix, "words.unite")) {
					int c[2];
					CHECK(cudaMemset(o, 0, 8));
					in_order<<<528, 256>>>(p, n, step);
					unite<true><<<(m + 255) / 256, 256>>>(e, p, m, step, o);
					CHECK(cudaMemcpy(c, o, 8, cudaMemcpyDeviceToHost));
					fprintf(stderr, "unite %d %d: %.2f tries, at most %d\n", n, percent, c[0] / (double)m, c[1]);
				}
				CHECK(cudaFree(e));
			}
	const int V = 16384;
	std::vector<int> start(V + 1), to, list(V);
	for (int v = 0; v < V; v++) {
		list[v] = w[v + V] % V;
		for (unsigned k = w[v] % 13; k--;)
			to.push_back(w[to.size()] % V);
		start[v + 1] = to.size();
	}
	int *ds = upload(start), *dt = upload(to), *dl = upload(list);
	auto far = [&] {
		CHECK(cudaMemset(p, 100, V * 4));
		CHECK(cudaMemset(q, 0, 1 << 20));
	};
	for (int n : { 1, 32, 256, 2048, 8192 }) {
		row(nm("words.list.all.%d", n), [&] { from_list<0><<<66, 128>>>(ds, dt, p, dl, n, q + 4096, q, q + 65536, 1); }, far);
		row(nm("words.list.smaller.%d", n), [&] { from_list<1><<<66, 128>>>(ds, dt, p, dl, n, q + 4096, q, q + 65536, 1); }, far);
		row(nm("words.list.looks.%d", n), [&] { from_list<2><<<66, 128>>>(ds, dt, p, dl, n, q + 4096, q, q + 65536, 1); }, far);
	}
	for (int width : { 32, 128, 512 })
		for (int height : { 8, 32 })
			for (int need : { 1, 8 }) {
				std::vector<int> needs(width * height * need);
				for (size_t i = width * need; i < needs.size(); i++)
					needs[i] = (i / need / width - 1) * width + w[i] % width;
				int *dn = upload(needs);
				for (int step : { 1, 32 }) {
					row(nm("words.levels.%d.%d.need%d.s%d", width, height, need, step), [&] { levels<false><<<width * height / 8, 256>>>(dn, need, width, p, q, step); }, zero);
					row(nm("words.levels_fence.%d.%d.need%d.s%d", width, height, need, step), [&] { levels<true><<<width * height / 8, 256>>>(dn, need, width, p, q, step); }, zero);
				}
			}
	for (int where : { 0, 1, 2 })
		for (int blocks : { 0, 1, 16, 128, 512 })
			row(nm("words.beside.%d.%d", where, blocks * 8), [&] { hop_beside<<<128 + blocks, 256>>>(p, 128, 8, where); }, zero);
	for (int step : { 8, 32, 128 })
		for (int many : { 1, 2, 3, 4, 6, 8, 16 }) {
			row(nm("words.store.s%d.m%d", step, many), [&] { lines<0><<<1056, 256>>>(p, a, many, step, 16, 32); });
			row(nm("words.store_loads.s%d.m%d", step, many), [&] { lines<1><<<1056, 256>>>(p, a, many, step, 8, 32); });
			row(nm("words.store_one_load.s%d.m%d", step, many), [&] { lines<2><<<1056, 256>>>(p, a, many, step, 16, 32); });
		}
	for (int sectors : { 1, 2, 4, 8, 32 })
		row(nm("words.sectors.%d", sectors), [&] { spread<<<1056, 256>>>(p, o, sectors, 8, 1); });
	for (int units : { 2, 4, 8, 32 })
		row(nm("words.sectors_apart.%d", units), [&] { spread<<<1056, 256>>>(p, o, 1, 8, units); });
	for (int lanes : { 0, 1, 8, 31, 32 })
		row(nm("words.some_at.%d", lanes), [&] { lanes_at<<<1056, 256>>>(p, o, lanes, 8); });
	for (int step : { 0, 1, 8, 32, 64 })
		for (int swappers : { 0, 1, 2, 4 })
			row(nm("words.mixed.s%d.%d", step, swappers), [&] { loads_and_swaps<<<528, 256>>>(p, o, 16, swappers, step); });
}
