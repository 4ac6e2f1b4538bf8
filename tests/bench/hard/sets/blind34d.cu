// blind34d: a fresh set of kernels that nobody had modelled when they were written. Trees that lie in arrays: thin
// ones, random ones, heaps, sums, distances.
#include "blind7.h"

#define HD __host__ __device__ __forceinline__
static int up(int n, int b)
{
	return (n + b - 1) / b;
}
HD unsigned stir(unsigned x)
{
	x ^= x >> 16, x *= 0x45d9f3bu;
	x ^= x >> 15, x *= 0x2c1b3c6du;
	return x ^ x >> 16;
}
// a thin tree: five bits of a key a level, a mask says which of 32 children there are, these lie together
struct Thin {
	unsigned mask;
	int first;
};
__global__ void thin_descend(const Thin *tree, const unsigned *ask, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned key = ask[i];
	int at = 0, found = 0;
	for (int shift = 15; shift >= 0; shift -= 5) {
		Thin t = tree[at];
		unsigned bit = 1u << (key >> shift & 31);
		if (!(t.mask & bit)) {
			found = -1;
			break;
		}
		at = t.first + __popc(t.mask & (bit - 1));
	}
	out[i] = found < 0 ? -1 : at;
}
__global__ void thin_halving(const unsigned *keys, const unsigned *ask, int *out, int n, int have, int base)
{ // the same question to a sorted list
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned key = ask[i];
	int low = 0, high = have;
	while (low < high) {
		int mid = (low + high) / 2;
		if (keys[mid] < key)
			low = mid + 1;
		else
			high = mid;
	}
	out[i] = low < have && keys[low] == key ? base + low : -1;
}
// trees whose heaps' order is by chance: 64 keys come one after the other; a sum over keys and depths
static const int KEYS = 64, NONE = 255;
template <class B, class K> __device__ unsigned treap(B left, B right, K key, const unsigned short *in, int step)
{
	int root = NONE;
	for (int v = 0; v < KEYS; v++) {
		unsigned k = in[v * step], rank = stir(k);
		key(v) = k;
		int parent = NONE, at = root;
		bool to_right = false;
		while (at != NONE && stir(key(at)) > rank) {
			parent = at;
			to_right = key(at) < k;
			at = to_right ? right(at) : left(at);
		}
		if (parent == NONE)
			root = v;
		else if (to_right)
			right(parent) = v;
		else
			left(parent) = v;
		// what stood there is cut in two by the key
		int l = v, r = v;
		while (at != NONE)
			if (key(at) < k) {
				if (l == v)
					left(v) = at;
				else
					right(l) = at;
				l = at, at = right(at);
			} else {
				if (r == v)
					right(v) = at;
				else
					left(r) = at;
				r = at, at = left(at);
			}
		if (l == v)
			left(v) = NONE;
		else
			right(l) = NONE;
		if (r == v)
			right(v) = NONE;
		else
			left(r) = NONE;
	}
	unsigned sum = 0;
	for (int v = 0; v < KEYS; v++) {
		int depth = 1, k = key(v);
		for (int at = root; at != v; depth++)
			at = key(at) < k ? right(at) : left(at);
		sum = sum * 3 + depth * k;
	}
	return sum;
}
template <class T> struct Plain {
	T *p;
	__device__ T &operator()(int k)
	{
		return p[k];
	}
};
template <class T> struct Column {
	T *p;
	__device__ T &operator()(int k)
	{
		return p[k * 32];
	}
};
__global__ void treap_local(const unsigned short *in, unsigned *out, int n)
{
	byte left[KEYS], right[KEYS];
	unsigned short key[KEYS];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = treap(Plain<byte>{ left }, Plain<byte>{ right }, Plain<unsigned short>{ key }, in + i, n);
}
__global__ void treap_shared(const unsigned short *in, unsigned *out, int n)
{
	__shared__ byte left[KEYS * 32], right[KEYS * 32];
	__shared__ unsigned short key[KEYS * 32];
	int i = blockIdx.x * 32 + threadIdx.x, t = threadIdx.x;
	if (i < n)
		out[i] = treap(Column<byte>{ left + t }, Column<byte>{ right + t }, Column<unsigned short>{ key + t },
			in + i, n);
}
static unsigned treap_by_ranks(const unsigned short *in, int step)
{ // depth: how many of the largest ranks so far lie on the way to either side
	unsigned sum = 0;
	std::vector<std::pair<int, unsigned>> all;
	for (int v = 0; v < KEYS; v++)
		all.push_back({ in[v * step], stir(in[v * step]) });
	std::sort(all.begin(), all.end());
	for (int v = 0; v < KEYS; v++) {
		int at = 0, depth = 1;
		while (all[at].first != in[v * step])
			at++;
		unsigned most = all[at].second;
		for (int k = at - 1; k >= 0; k--)
			if (all[k].second > most)
				most = all[k].second, depth++;
		most = all[at].second;
		for (int k = at + 1; k < KEYS; k++)
			if (all[k].second > most)
				most = all[k].second, depth++;
		sum = sum * 3 + depth * in[v * step];
	}
	return sum;
}
// piles that melt into one: leaning heaps of 48 numbers, two at a time, then the twenty smallest in turn
static const int MELT = 48;
struct Leaning {
	unsigned short value[MELT];
	signed char left[MELT], right[MELT], reach[MELT];
};
__device__ int melt(Leaning &h, int a, int b)
{
	if (a < 0 || b < 0)
		return a < 0 ? b : a;
	if (h.value[b] < h.value[a]) {
		int c = a;
		a = b, b = c;
	}
	h.right[a] = melt(h, h.right[a], b);
	int l = h.left[a], r = h.right[a], lr = l < 0 ? 0 : h.reach[l], rr = h.reach[r];
	if (lr < rr)
		h.left[a] = r, h.right[a] = l;
	h.reach[a] = 1 + min(lr, rr);
	return a;
}
__device__ int melt_own_stack(Leaning &h, int a, int b)
{
	signed char way[16];
	int top = 0;
	while (a >= 0 && b >= 0) {
		if (h.value[b] < h.value[a]) {
			int c = a;
			a = b, b = c;
		}
		way[top++] = a;
		a = h.right[a];
	}
	int done = a < 0 ? b : a;
	while (top) {
		int v = way[--top], l = h.left[v], lr = l < 0 ? 0 : h.reach[l], rr = done < 0 ? 0 : h.reach[done];
		h.left[v] = lr < rr ? done : l;
		h.right[v] = lr < rr ? l : done;
		h.reach[v] = 1 + min(lr, rr);
		done = v;
	}
	return done;
}
template <bool CALLS> __global__ void melted(const unsigned short *in, unsigned *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	Leaning h;
	signed char root[MELT];
	for (int k = 0; k < MELT; k++) {
		h.value[k] = in[k * n + i];
		h.left[k] = h.right[k] = -1;
		h.reach[k] = 1;
		root[k] = k;
	}
	for (int many = MELT; many > 1; many = (many + 1) / 2)
		for (int k = 0; k < many / 2 + many % 2; k++)
			if (2 * k + 1 < many)
				root[k] = CALLS ? melt(h, root[2 * k], root[2 * k + 1]) :
						  melt_own_stack(h, root[2 * k], root[2 * k + 1]);
			else
				root[k] = root[2 * k];
	int r = root[0];
	unsigned sum = 0;
	for (int k = 0; k < 20; k++) {
		sum = sum * 7 + h.value[r];
		r = CALLS ? melt(h, h.left[r], h.right[r]) : melt_own_stack(h, h.left[r], h.right[r]);
	}
	out[i] = sum;
}
// the middle of all numbers so far, after each: 96 numbers below 256
static const int SO_FAR = 96;
__global__ void middle_two_heaps(const byte *in, unsigned *out, int n)
{ // below: negated, so that both have their smallest on top
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	short heap[2][SO_FAR];
	int have[2] = { 0, 0 };
	unsigned sum = 0;
	auto put = [&](int s, int v) {
		int p = have[s]++;
		for (; p && heap[s][(p - 1) / 2] > v; p = (p - 1) / 2)
			heap[s][p] = heap[s][(p - 1) / 2];
		heap[s][p] = v;
	};
	auto take = [&](int s) {
		int v = heap[s][0], last = heap[s][--have[s]], p = 0;
		for (int c; (c = 2 * p + 1) < have[s]; p = c) {
			c += c + 1 < have[s] && heap[s][c + 1] < heap[s][c];
			if (heap[s][c] >= last)
				break;
			heap[s][p] = heap[s][c];
		}
		heap[s][p] = last;
		return v;
	};
	for (int k = 0; k < SO_FAR; k++) {
		int v = in[k * n + i];
		if (have[0] && v > -heap[0][0])
			put(1, v);
		else
			put(0, -v);
		if (have[0] > have[1] + 1)
			put(1, -take(0));
		else if (have[1] > have[0])
			put(0, -take(1));
		sum = sum * 3 - heap[0][0];
	}
	out[i] = sum;
}
__global__ void middle_counts(const byte *in, unsigned *out, int n)
{ // how often each was, and a finger that goes up and down
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	byte times[256];
	for (int k = 0; k < 256; k++)
		times[k] = 0;
	int finger = 0, below = 0; // below: how many are less than the finger
	unsigned sum = 0;
	for (int k = 0; k < SO_FAR; k++) {
		int v = in[k * n + i];
		times[v]++;
		below += v < finger;
		while (below > k / 2)
			below -= times[--finger];
		while (below + times[finger] <= k / 2)
			below += times[finger++];
		sum = sum * 3 + finger;
	}
	out[i] = sum;
}
// lots drawn by weight from 4096: a tree of sums, sums so far, or two shares a lot
static const int LOTS = 4096;
__global__ void lots_tree_shared(const unsigned *tree, int *out, int n, unsigned all)
{ // blocks take the upper 2048 of the tree to shared memory
	__shared__ unsigned top[2048];
	for (int k = threadIdx.x; k < 2048; k += blockDim.x)
		top[k] = tree[k];
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		unsigned r = __umulhi(stir(i + 1), all);
		int v = 1;
		while (v < LOTS) {
			unsigned l = 2 * v < 2048 ? top[2 * v] : tree[2 * v];
			v *= 2;
			if (r >= l)
				r -= l, v++;
		}
		out[i] = v - LOTS;
	}
}
__global__ void lots_sums(const unsigned *until, int *out, int n, unsigned all)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned r = __umulhi(stir(i + 1), all);
	int at = 0;
	for (int step = LOTS / 2; step; step /= 2)
		if (until[at + step - 1] <= r)
			at += step;
	out[i] = at;
}
__global__ void lots_shares(const uint2 *share, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned r = stir(i + 1);
	uint2 s = share[r >> 20];
	out[i] = (r & 0xfffff) < s.x ? r >> 20 : s.y;
}
// marks of 64 bits: how many bits differ from the most alike? A tree of vantage points, or all
static const int MARKS = 1023;
struct Vantage {
	u64 mark;
	int reach, unused;
};
__global__ void alike_tree(const Vantage *tree, const u64 *ask, int2 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, top = 0, best = 65, seen = 0;
	if (i >= n)
		return;
	short stack[12];
	signed char least[12];
	u64 q = ask[i];
	stack[0] = 0, least[0] = 0, top = 1;
	while (top) {
		int v = stack[--top];
		if (least[top] >= best)
			continue;
		Vantage t = tree[v];
		int d = __popcll(t.mark ^ q);
		seen++;
		best = min(best, d);
		if (2 * v + 1 >= MARKS)
			continue;
		bool inner = d <= t.reach;
		stack[top] = 2 * v + (inner ? 2 : 1), least[top++] = max(inner ? t.reach - d : d - t.reach, 0);
		stack[top] = 2 * v + (inner ? 1 : 2), least[top++] = 0;
	}
	out[i] = make_int2(best, seen);
}
__global__ void alike_all(const Vantage *tree, const u64 *ask, int2 *out, int n)
{
	__shared__ u64 mark[256];
	int i = blockIdx.x * blockDim.x + threadIdx.x, best = 65;
	u64 q = i < n ? ask[i] : 0;
	for (int a = 0; a < MARKS; a += 256) {
		int many = min(256, MARKS - a);
		__syncthreads();
		for (int k = threadIdx.x; k < many; k += blockDim.x)
			mark[k] = tree[a + k].mark;
		__syncthreads();
#pragma unroll 4
		for (int k = 0; k < many; k++)
			best = min(best, __popcll(mark[k] ^ q));
	}
	if (i < n)
		out[i] = make_int2(best, MARKS);
}
static void thin(const std::vector<unsigned> &w)
{
	const int N = 70000;
	std::vector<unsigned> keys, ask(N);
	for (int k = 0; k < 14000; k++)
		keys.push_back(w[k] & 0xfffff & (w[k + 1] | 0xf0f0f));
	std::sort(keys.begin(), keys.end());
	keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
	std::vector<Thin> tree(1);
	std::vector<int> part(1, 0), next;
	std::vector<unsigned> begin(1, 0);
	// a level after the other; begin: the first bits of each node of the level
	int first = 0, count = 1;
	for (int shift = 15; shift >= 0; shift -= 5) {
		std::vector<unsigned> below;
		int have = first + count;
		size_t k = 0;
		for (int v = 0; v < count; v++) {
			Thin &t = tree[first + v];
			t.mask = 0, t.first = have + below.size();
			for (; k < keys.size() && keys[k] >> (shift + 5) == begin[v]; k++)
				if (below.empty() || below.back() != keys[k] >> shift) {
					below.push_back(keys[k] >> shift);
					t.mask |= 1u << (keys[k] >> shift & 31);
				}
		}
		first = have, count = below.size(), begin = below;
		tree.resize(first + count);
	}
	std::vector<int> want(N);
	for (int i = 0; i < N; i++) {
		ask[i] = i % 3 ? keys[w[i] % keys.size()] : w[i] & 0xfffff & (w[i + 1] | 0xf0f0f);
		auto p = std::lower_bound(keys.begin(), keys.end(), ask[i]);
		want[i] = p != keys.end() && *p == ask[i] ? first + (p - keys.begin()) : -1;
	}
	Thin *t = upload(tree);
	unsigned *a = upload(ask), *s = upload(keys);
	std::sort(ask.begin(), ask.end());
	unsigned *sorted = upload(ask);
	std::vector<int> in_order(N);
	for (int i = 0; i < N; i++) {
		auto p = std::lower_bound(keys.begin(), keys.end(), ask[i]);
		in_order[i] = p != keys.end() && *p == ask[i] ? first + (p - keys.begin()) : -1;
	}
	int *o = dev<int>(N), have = keys.size();
	job<int>(
		"thin_tree_of_masks.descend", [&] { thin_descend<<<up(N, 256), 256>>>(t, a, o, N); }, o, N, same(want));
	job<int>(
		"thin_tree_of_masks.asked_in_order", [&] { thin_descend<<<up(N, 256), 256>>>(t, sorted, o, N); }, o, N,
		same(in_order));
	job<int>(
		"thin_tree_of_masks.list_halved", [&] { thin_halving<<<up(N, 256), 256>>>(s, a, o, N, have, first); },
		o, N, same(want));
}
static void by_chance(const std::vector<unsigned> &w)
{
	const int N = 1600, M = 2400;
	std::vector<unsigned short> in(N * KEYS);
	std::vector<unsigned> want(N);
	for (int i = 0; i < N; i++) {
		for (int v = 0; v < KEYS; v++)
			in[v * N + i] = (w[i * 64 + v] % 900) * 64 + v;
		want[i] = treap_by_ranks(&in[i], N);
	}
	unsigned short *d = upload(in);
	unsigned *o = dev<unsigned>(M);
	CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 4 << 10));
	job<unsigned>(
		"order_by_key_and_chance.local", [&] { treap_local<<<up(N, 32), 32>>>(d, o, N); }, o, N, same(want));
	job<unsigned>(
		"order_by_key_and_chance.shared", [&] { treap_shared<<<up(N, 32), 32>>>(d, o, N); }, o, N, same(want));
	std::vector<unsigned short> pile(M * MELT);
	std::vector<unsigned> least(M);
	for (int k = 0; k < M * MELT; k++)
		pile[k] = w[k + 5];
	for (int i = 0; i < M; i++) {
		std::vector<unsigned short> v;
		for (int k = 0; k < MELT; k++)
			v.push_back(pile[k * M + i]);
		std::sort(v.begin(), v.end());
		for (int k = 0; k < 20; k++)
			least[i] = least[i] * 7 + v[k];
	}
	unsigned short *p = upload(pile);
	job<unsigned>(
		"leaning_heaps_melted.recursive", [&] { melted<true><<<up(M, 64), 64>>>(p, o, M); }, o, M, same(least));
	job<unsigned>(
		"leaning_heaps_melted.own_stack", [&] { melted<false><<<up(M, 64), 64>>>(p, o, M); }, o, M,
		same(least));
}
static void middles(const std::vector<unsigned> &w)
{
	const int N = 3000;
	std::vector<byte> in(N * SO_FAR);
	std::vector<unsigned> want(N);
	for (int k = 0; k < N * SO_FAR; k++)
		in[k] = w[k] % 256 * (w[k] >> 8 & 255) >> 8;
	for (int i = 0; i < N; i++) {
		std::vector<byte> v;
		for (int k = 0; k < SO_FAR; k++) {
			byte x = in[k * N + i];
			v.insert(std::upper_bound(v.begin(), v.end(), x), x);
			want[i] = want[i] * 3 + v[k / 2];
		}
	}
	byte *d = upload(in);
	unsigned *o = dev<unsigned>(N);
	job<unsigned>(
		"middle_of_all_so_far.two_heaps", [&] { middle_two_heaps<<<up(N, 96), 96>>>(d, o, N); }, o, N,
		same(want));
	job<unsigned>(
		"middle_of_all_so_far.counts_and_finger", [&] { middle_counts<<<up(N, 96), 96>>>(d, o, N); }, o, N,
		same(want));
}
static void lots(const std::vector<unsigned> &w)
{
	const int N = 90000;
	std::vector<unsigned> tree(2 * LOTS), until(LOTS);
	std::vector<uint2> share(LOTS);
	unsigned all = 0;
	for (int k = 0; k < LOTS; k++) {
		tree[LOTS + k] = w[k] % 500 + (k % 50 ? 0 : 20000);
		until[k] = all += tree[LOTS + k];
		share[k] = make_uint2(w[k + 9] % 0x100000, w[k + 17] % LOTS);
	}
	for (int k = LOTS - 1; k; k--)
		tree[k] = tree[2 * k] + tree[2 * k + 1];
	std::vector<int> want(N), other(N);
	for (int i = 0; i < N; i++) {
		unsigned s = stir(i + 1), r = (u64)s * all >> 32;
		want[i] = std::upper_bound(until.begin(), until.end(), r) - until.begin();
		other[i] = (s & 0xfffff) < share[s >> 20].x ? s >> 20 : share[s >> 20].y;
	}
	unsigned *t = upload(tree), *u = upload(until);
	uint2 *s = upload(share);
	int *o = dev<int>(N);
	job<int>(
		"lots_by_weight.sum_tree_shared", [&] { lots_tree_shared<<<60, 192>>>(t, o, N, all); }, o, N,
		same(want));
	job<int>(
		"lots_by_weight.sums_so_far", [&] { lots_sums<<<up(N, 192), 192>>>(u, o, N, all); }, o, N, same(want));
	job<int>(
		"lots_by_weight.two_shares", [&] { lots_shares<<<up(N, 192), 192>>>(s, o, N); }, o, N, same(other));
}
static void alike(const std::vector<unsigned> &w)
{
	const int N = 2500;
	std::vector<u64> mark(MARKS), ask(N);
	auto noise = [&](int k) {
		return (w[k] & w[k + 1] & w[k + 2]) | (u64)(w[k + 3] & w[k + 4] & w[k + 5] & w[k + 6]) << 32;
	};
	for (int k = 0; k < MARKS; k++)
		mark[k] = (w[k % 12] | (u64)w[k % 12 + 20] << 32) ^ noise(7 * k + 50);
	for (int i = 0; i < N; i++)
		ask[i] = mark[w[i] % MARKS] ^ noise(7 * i + 9000) & noise(7 * i + 9003);
	std::vector<int2> want(N);
	for (int i = 0; i < N; i++) {
		want[i].x = 65;
		for (u64 m : mark)
			want[i].x = std::min(want[i].x, __builtin_popcountll(m ^ ask[i]));
	}
	std::vector<Vantage> tree(MARKS);
	std::function<void(int, int, int)> build = [&](int v, int a, int b) {
		u64 m = mark[a];
		tree[v] = { m, 0, 0 };
		if (b - a == 1)
			return;
		std::sort(mark.begin() + a + 1, mark.begin() + b,
			[=](u64 x, u64 y) { return __builtin_popcountll(x ^ m) < __builtin_popcountll(y ^ m); });
		int mid = (a + 1 + b) / 2;
		tree[v].reach = __builtin_popcountll(mark[mid] ^ m);
		build(2 * v + 1, a + 1, mid);
		build(2 * v + 2, mid, b);
	};
	build(0, 0, MARKS);
	auto right = [want](const std::vector<int2> &v) {
		for (size_t i = 0; i < v.size(); i++)
			if (v[i].x != want[i].x || v[i].y > MARKS)
				return false;
		return true;
	};
	Vantage *t = upload(tree);
	u64 *d = upload(ask);
	int2 *o = dev<int2>(N);
	job<int2>(
		"most_alike_of_marks.vantage_tree", [&] { alike_tree<<<up(N, 64), 64>>>(t, d, o, N); }, o, N, right);
	job<int2>(
		"most_alike_of_marks.all_of_them", [&] { alike_all<<<up(N, 64), 64>>>(t, d, o, N); }, o, N, right);
}
void rows()
{
	std::vector<unsigned> w = words(300000);
	thin(w);
	by_chance(w);
	middles(w);
	lots(w);
	alike(w);
}
