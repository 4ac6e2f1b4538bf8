// blind29d: a fresh set of kernels that nobody had modelled when they were written. Local memory, recursion, pointers
// to functions.
#include "blind7.h"

#define HD __host__ __device__
static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__global__ void bins_local(const unsigned *v, u64 *out, int n, int each)
{ // how the values of a thread spread over 48 bins: the bins are its own
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int bin[48];
	for (int k = 0; k < 48; k++)
		bin[k] = 0;
	for (int k = 0; k < each; k++)
		bin[v[k * n + i] % 48]++;
	u64 h = 0;
	for (int k = 0; k < 48; k++)
		h = h * 31 + bin[k];
	out[i] = h;
}
__global__ void bins_shared(const unsigned *v, u64 *out, int n, int each)
{ // the same, a column of bytes in shared memory a thread
	__shared__ byte bin[48][128];
	int t = threadIdx.x, i = blockIdx.x * 128 + t;
	if (i >= n)
		return;
	for (int k = 0; k < 48; k++)
		bin[k][t] = 0;
	for (int k = 0; k < each; k++)
		bin[v[k * n + i] % 48][t]++;
	u64 h = 0;
	for (int k = 0; k < 48; k++)
		h = h * 31 + bin[k][t];
	out[i] = h;
}
__global__ void best_local(const unsigned *v, unsigned *out, int n, int each)
{ // the twelve largest of a thread's values: a sorted list where a new one shifts the rest
	int i = blockIdx.x * blockDim.x + threadIdx.x, many = 0;
	if (i >= n)
		return;
	unsigned list[12];
	for (int k = 0; k < each; k++) {
		unsigned x = v[k * n + i];
		if (many == 12 && x <= list[11])
			continue;
		int at = many < 12 ? many++ : 11;
		while (at > 0 && list[at - 1] < x) {
			list[at] = list[at - 1];
			at--;
		}
		list[at] = x;
	}
	unsigned h = 0;
	for (int k = 0; k < many; k++)
		h = h * 1000003 + list[k];
	out[i] = h;
}
__global__ void best_registers(const unsigned *v, unsigned *out, int n, int each)
{ // the same, all twelve places are passed each time
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned list[12] = {};
	for (int k = 0; k < each; k++) {
		unsigned x = v[k * n + i];
#pragma unroll
		for (int p = 0; p < 12; p++) {
			unsigned big = max(list[p], x);
			x = min(list[p], x);
			list[p] = big;
		}
	}
	unsigned h = 0;
#pragma unroll
	for (int k = 0; k < 12; k++)
		h = h * 1000003 + list[k];
	out[i] = h;
}
__device__ __forceinline__ void many_sums(const float *a, const float *b, float *out, int n, int each)
{ // 72 sums at once
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float s[72];
#pragma unroll
	for (int k = 0; k < 72; k++)
		s[k] = k;
	for (int r = 0; r < each; r++) {
		float x[9], y[8];
#pragma unroll
		for (int k = 0; k < 9; k++)
			x[k] = a[(r * 9 + k) * n + i];
#pragma unroll
		for (int k = 0; k < 8; k++)
			y[k] = b[r * 8 + k];
#pragma unroll
		for (int k = 0; k < 72; k++)
			s[k] = s[k] * 0.5f + x[k / 8] * y[k % 8];
	}
	float all = 0;
#pragma unroll
	for (int k = 0; k < 72; k++)
		all += s[k] * (k % 3 - 1);
	out[i] = all;
}
__global__ void sums_free(const float *a, const float *b, float *out, int n, int each)
{
	many_sums(a, b, out, n, each);
}
__global__ void __launch_bounds__(256, 6) sums_bound(const float *a, const float *b, float *out, int n, int each)
{ // forty registers must do: the rest goes to memory and back
	many_sums(a, b, out, n, each);
}
// node: kind in the low three bits (0 a leaf), then the left child; the right one is the next
HD int combine(int kind, int a, int b)
{
	switch (kind) {
	case 1: return a + b;
	case 2: return a - b;
	case 3: return a * b;
	case 4: return a < b ? a : b;
	case 5: return a ^ b;
	case 6: return a > b ? a : b;
	default: return a & b;
	}
}
HD __noinline__ int value_of(const int *node, int at, int x)
{
	int c = node[at];
	if ((c & 7) == 0)
		return (c >> 3) ^ x;
	int a = value_of(node, c >> 3, x);
	return combine(c & 7, a, value_of(node, (c >> 3) + 1, x));
}
__global__ void tree_recursion(const int *node, const int *root, int *out, int n)
{ // an expression of its own for each lane, worked out by a function that calls itself
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = value_of(node, root[i % 512], i);
}
__global__ void tree_stack(const int *node, const int *root, int *out, int n)
{ // the same with two stacks of its own
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int todo[40], value[24], top = 1, have = 0;
	todo[0] = root[i % 512];
	while (top) {
		int at = todo[--top];
		if (at < 0) {
			have--;
			value[have - 1] = combine(-at, value[have - 1], value[have]);
			continue;
		}
		int c = node[at];
		if ((c & 7) == 0)
			value[have++] = (c >> 3) ^ i;
		else {
			todo[top++] = -(c & 7);
			todo[top++] = (c >> 3) + 1;
			todo[top++] = c >> 3;
		}
	}
	out[i] = value[0];
}
HD __noinline__ unsigned soup(unsigned x)
{
	return x * 2654435761u ^ x >> 15;
}
HD __noinline__ unsigned salad(unsigned x)
{
	return (x << 9 | x >> 23) + 77;
}
HD __noinline__ unsigned roast(unsigned x)
{
	for (int k = 0; k < 3; k++)
		x = x * 69069 + k;
	return x;
}
HD __noinline__ unsigned cake(unsigned x)
{
	return x / 3 + x % 1001 * 5;
}
typedef unsigned (*Dish)(unsigned);
__device__ Dish d_menu[4] = { soup, salad, roast, cake };
__global__ void dishes(const unsigned *in, unsigned *out, int n, int courses, int group)
{ // functions through a table of pointers: group lanes in a row choose alike
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned x = in[i], who = i / group;
	for (int k = 0; k < courses; k++)
		x = d_menu[(who * 5 + k * (who % 3 + 1)) & 3](x);
	out[i] = x;
}
struct Wage {
	int a, b;
	__device__ virtual int pay(int hours) const
	{
		return hours * a;
	}
};
struct Steps : Wage {
	__device__ int pay(int hours) const override
	{
		return hours > b ? b * a + (hours - b) * a * 2 : hours * a;
	}
};
struct Tips : Wage {
	__device__ int pay(int hours) const override
	{
		int s = 0;
		for (int k = 0; k < hours % 8; k++)
			s += (a * k) ^ b;
		return s;
	}
};
union Slot {
	char raw[sizeof(Wage)];
	u64 align;
};
__global__ void hire(Slot *slot, const unsigned *v, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	Wage *p;
	if (v[i] % 3 == 0)
		p = new (&slot[i]) Wage;
	else if (v[i] % 3 == 1)
		p = new (&slot[i]) Steps;
	else
		p = new (&slot[i]) Tips;
	p->a = v[i] >> 8 & 63, p->b = v[i] >> 20 & 31;
}
__global__ void pay_day(const Slot *slot, const int *hours, int *out, int n, int days)
{ // virtual calls on objects of three kinds, mixed
	int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
	if (i >= n)
		return;
	for (int d = 0; d < days; d++)
		s += ((const Wage *)&slot[(i * 3 + d * 101) % n])->pay(hours[i] + d);
	out[i] = s;
}
template <bool Shared> __global__ void cards(const unsigned *key, unsigned *out, int n, int draws)
{ // a deck of 64 cards that is shuffled by what is drawn
	__shared__ byte all[Shared ? 64 : 1][64];
	byte own[64];
	int t = threadIdx.x, i = blockIdx.x * 64 + t;
	if (i >= n)
		return;
	auto deck = [&](int k) -> byte & { return Shared ? all[k][t] : own[k]; };
	for (int k = 0; k < 64; k++)
		deck(k) = k;
	unsigned s = key[i], j = 0, h = 0;
	for (int k = 0; k < draws; k++) {
		byte a = deck(k & 63);
		j = (j + a + (s >> k % 25)) & 63;
		byte b = deck(j);
		deck(k & 63) = b, deck(j) = a;
		h = h * 5 + deck((a + b) & 63);
	}
	out[i] = h;
}
HD __noinline__ int male(int n);
HD __noinline__ int female(int n)
{
	return n == 0 ? 1 : n - male(female(n - 1));
}
HD __noinline__ int male(int n)
{
	return n == 0 ? 0 : n - female(male(n - 1));
}
__global__ void couples(const int *v, int *out, int n)
{ // two functions that call each other; every second lane begins with the other one
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = i & 1 ? male(v[i]) : female(v[i]);
}
__global__ void median_insert(const short *in, short *out, int w, int h)
{ // the middle one of 25 points: sorted by insertion into a local list
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, many = 0;
	if (x >= w || y >= h)
		return;
	short list[25];
	for (int dy = -2; dy <= 2; dy++)
		for (int dx = -2; dx <= 2; dx++) {
			short v = in[min(max(y + dy, 0), h - 1) * w + min(max(x + dx, 0), w - 1)];
			int at = many++;
			for (; at > 0 && list[at - 1] > v; at--)
				list[at] = list[at - 1];
			list[at] = v;
		}
	out[y * w + x] = list[12];
}
__global__ void median_forget(const short *in, short *out, int w, int h)
{ // the same in registers: of those left, least and largest are forgotten, thirteen times
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	int v[25];
#pragma unroll
	for (int k = 0; k < 25; k++)
		v[k] = in[min(max(y + k / 5 - 2, 0), h - 1) * w + min(max(x + k % 5 - 2, 0), w - 1)];
#pragma unroll
	for (int r = 0; r < 13; r++)
#pragma unroll
		for (int k = r + 1; k < 25; k++) {
			int a = min(v[r], v[k]);
			v[k] = max(v[r], v[k]);
			v[r] = a;
		}
	out[y * w + x] = v[12];
}
HD int shortest(const byte *road, int stride, int i, int n)
{ // from the first of fourteen towns to the last, by Dijkstra's rule, with local tables
	int far[14], seen = 0;
	for (int k = 0; k < 14; k++)
		far[k] = k ? 1 << 20 : 0;
	for (int r = 0; r < 14; r++) {
		int at = -1;
		for (int k = 0; k < 14; k++)
			if (!(seen >> k & 1) && (at < 0 || far[k] < far[at]))
				at = k;
		if (at == 13)
			break;
		seen |= 1 << at;
		for (int k = 0; k < 14; k++) {
			int d = far[at] + road[(at * 14 + k) * stride + i];
			if (d < far[k])
				far[k] = d;
		}
	}
	return far[13];
}
__global__ void towns(const byte *road, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = shortest(road, n, i, n);
}
HD __noinline__ void merge_sort(short *v, short *spare, int n)
{
	if (n < 2)
		return;
	int m = n / 2, a = 0, b = m;
	merge_sort(v, spare, m);
	merge_sort(v + m, spare, n - m);
	for (int k = 0; k < n; k++)
		spare[k] = b >= n || a < m && v[a] <= v[b] ? v[a++] : v[b++];
	for (int k = 0; k < n; k++)
		v[k] = spare[k];
}
__global__ void sort_recursive(const short *in, u64 *out, int n, int each)
{ // a thread sorts 40 short numbers with a function that calls itself twice
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	short v[40], spare[40];
	for (int k = 0; k < each; k++)
		v[k] = in[k * n + i];
	merge_sort(v, spare, each);
	u64 h = 0;
	for (int k = 0; k < each; k++)
		h = h * 1000003 + v[k];
	out[i] = h;
}
static void lists(const std::vector<unsigned> &w)
{
	const int N = 16000, E = 60;
	std::vector<unsigned> v(w.begin(), w.begin() + N * E), best(N);
	std::vector<u64> bins(N);
	for (int i = 0; i < N; i++) {
		int bin[48] = {};
		std::vector<unsigned> own;
		for (int k = 0; k < E; k++)
			bin[v[k * N + i] % 48]++, own.push_back(v[k * N + i]);
		for (int k = 0; k < 48; k++)
			bins[i] = bins[i] * 31 + bin[k];
		std::sort(own.rbegin(), own.rend());
		for (int k = 0; k < 12; k++)
			best[i] = best[i] * 1000003 + own[k];
	}
	unsigned *dv = upload(v), *o = dev<unsigned>(N);
	u64 *h = dev<u64>(N);
	job<u64>(
		"own_bins.in_local_memory", [&] { bins_local<<<up(N, 128), 128>>>(dv, h, N, E); }, h, N, same(bins));
	job<u64>(
		"own_bins.columns_of_bytes", [&] { bins_shared<<<up(N, 128), 128>>>(dv, h, N, E); }, h, N, same(bins));
	job<unsigned>(
		"twelve_best.list_that_shifts", [&] { best_local<<<up(N, 64), 64>>>(dv, o, N, E); }, o, N, same(best));
	job<unsigned>(
		"twelve_best.all_places_passed", [&] { best_registers<<<up(N, 64), 64>>>(dv, o, N, E); }, o, N,
		same(best));
}
static void spills(const std::vector<float> &f)
{
	const int N = 9000, E = 12;
	std::vector<float> a(f.begin(), f.begin() + N * 9 * E), b(f.begin(), f.begin() + 8 * E), want(N);
	for (int i = 0; i < N; i++) {
		float all = 0;
		for (int k = 0; k < 72; k++) {
			float s = k;
			for (int r = 0; r < E; r++)
				s = s * 0.5f + a[(r * 9 + k / 8) * N + i] * b[r * 8 + k % 8];
			all += s * (k % 3 - 1);
		}
		want[i] = all;
	}
	float *da = upload(a), *db = upload(b), *o = dev<float>(N);
	job<float>(
		"seventy_two_sums.as_many_registers", [&] { sums_free<<<up(N, 256), 256>>>(da, db, o, N, E); }, o, N,
		close_to(want, 1e-3));
	job<float>(
		"seventy_two_sums.forty_registers", [&] { sums_bound<<<up(N, 256), 256>>>(da, db, o, N, E); }, o, N,
		close_to(want, 1e-3));
}
static void trees(const std::vector<unsigned> &w)
{
	const int N = 16384;
	std::vector<int> node, root(512), want(N);
	int at = 0;
	std::function<void(int, int)> grow = [&](int me, int deep) {
		unsigned r = w[at++];
		if (deep == 0 || r % 9 == 0) {
			node[me] = (int)(r >> 8 & 0xffff) << 3;
			return;
		}
		int child = node.size();
		node.resize(child + 2);
		node[me] = child << 3 | (1 + r / 9 % 7);
		grow(child, deep - 1);
		grow(child + 1, deep - 1);
	};
	for (int k = 0; k < 512; k++) {
		root[k] = node.size();
		node.push_back(0);
		grow(root[k], 2 + w[k + 999] % 6);
	}
	for (int i = 0; i < N; i++)
		want[i] = value_of(node.data(), root[i % 512], i);
	int *dn = upload(node), *dr = upload(root), *o = dev<int>(N);
	job<int>(
		"expression_a_lane.recursion", [&] { tree_recursion<<<N / 128, 128>>>(dn, dr, o, N); }, o, N,
		same(want));
	job<int>(
		"expression_a_lane.two_stacks", [&] { tree_stack<<<N / 128, 128>>>(dn, dr, o, N); }, o, N, same(want));
}
static void calls(const std::vector<unsigned> &w)
{
	const int N = 24000, C = 24, D = 20;
	Dish menu[] = { soup, salad, roast, cake };
	std::vector<unsigned> in(w.begin(), w.begin() + N), want(N);
	unsigned *di = upload(in), *o = dev<unsigned>(N);
	for (int group : { 1, 32 }) {
		for (int i = 0; i < N; i++) {
			unsigned x = in[i], who = i / group;
			for (int k = 0; k < C; k++)
				x = menu[(who * 5 + k * (who % 3 + 1)) & 3](x);
			want[i] = x;
		}
		job<unsigned>(
			group == 1 ? "menu_of_pointers.lanes_choose" : "menu_of_pointers.warps_choose",
			[&] { dishes<<<up(N, 192), 192>>>(di, o, N, C, group); }, o, N, same(want));
	}
	std::vector<int> hours(N), pay(N);
	for (int i = 0; i < N; i++)
		hours[i] = w[i + 4] % 50;
	for (int i = 0; i < N; i++)
		for (int d = 0; d < D; d++) {
			unsigned v = in[(i * 3 + d * 101) % N];
			int a = v >> 8 & 63, b = v >> 20 & 31, t = hours[i] + d;
			if (v % 3 == 0)
				pay[i] += t * a;
			else if (v % 3 == 1)
				pay[i] += t > b ? b * a + (t - b) * a * 2 : t * a;
			else
				for (int k = 0; k < t % 8; k++)
					pay[i] += (a * k) ^ b;
		}
	Slot *slot = dev<Slot>(N);
	int *dh = upload(hours), *p = dev<int>(N);
	hire<<<up(N, 256), 256>>>(slot, di, N);
	job<int>(
		"pay_day.three_kinds_mixed", [&] { pay_day<<<up(N, 256), 256>>>(slot, dh, p, N, D); }, p, N, same(pay));
}
static void others(const std::vector<unsigned> &w)
{
	const int N = 6400, DRAWS = 150;
	std::vector<unsigned> key(w.begin(), w.begin() + N), h(N);
	for (int i = 0; i < N; i++) {
		byte deck[64];
		for (int k = 0; k < 64; k++)
			deck[k] = k;
		unsigned j = 0;
		for (int k = 0; k < DRAWS; k++) {
			byte a = deck[k & 63];
			j = (j + a + (key[i] >> k % 25)) & 63;
			byte b = deck[j];
			deck[k & 63] = b, deck[j] = a;
			h[i] = h[i] * 5 + deck[(a + b) & 63];
		}
	}
	unsigned *dk = upload(key), *o = dev<unsigned>(N);
	job<unsigned>(
		"deck_of_cards.local", [&] { cards<false><<<N / 64, 64>>>(dk, o, N, DRAWS); }, o, N, same(h));
	job<unsigned>(
		"deck_of_cards.shared", [&] { cards<true><<<N / 64, 64>>>(dk, o, N, DRAWS); }, o, N, same(h));
	const int C = 4096;
	std::vector<int> v(C), c(C);
	for (int i = 0; i < C; i++)
		v[i] = 3 + w[i] % 9, c[i] = i & 1 ? male(v[i]) : female(v[i]);
	int *dv = upload(v), *oc = dev<int>(C);
	job<int>(
		"he_and_she.call_each_other", [&] { couples<<<C / 64, 64>>>(dv, oc, C); }, oc, C, same(c));
	const int W = 150, H = 120;
	std::vector<short> in(W * H), mid(W * H);
	for (int i = 0; i < W * H; i++)
		in[i] = w[i] % 4000;
	for (int y = 0; y < H; y++)
		for (int x = 0; x < W; x++) {
			short l[25];
			for (int k = 0; k < 25; k++)
				l[k] = in[std::min(std::max(y + k / 5 - 2, 0), H - 1) * W +
					std::min(std::max(x + k % 5 - 2, 0), W - 1)];
			std::nth_element(l, l + 12, l + 25);
			mid[y * W + x] = l[12];
		}
	short *di = upload(in), *om = dev<short>(W * H);
	dim3 g(up(W, 16), up(H, 8)), b(16, 8);
	job<short>(
		"middle_of_25.insertion", [&] { median_insert<<<g, b>>>(di, om, W, H); }, om, W * H, same(mid));
	job<short>(
		"middle_of_25.registers_pass", [&] { median_forget<<<g, b>>>(di, om, W, H); }, om, W * H, same(mid));
	const int G = 5000;
	std::vector<byte> road(196 * G);
	std::vector<int> way(G);
	for (int i = 0; i < 196 * G; i++)
		road[i] = w[i] % 200 + 1;
	for (int i = 0; i < G; i++)
		way[i] = shortest(road.data(), G, i, G);
	byte *dr = upload(road);
	int *ow = dev<int>(G);
	job<int>(
		"fourteen_towns.local_table", [&] { towns<<<up(G, 96), 96>>>(dr, ow, G); }, ow, G, same(way));
	const int S = 3000, E = 40;
	std::vector<short> num(S * E);
	std::vector<u64> hash(S);
	for (int i = 0; i < S * E; i++)
		num[i] = w[i];
	for (int i = 0; i < S; i++) {
		short l[E];
		for (int k = 0; k < E; k++)
			l[k] = num[k * S + i];
		std::sort(l, l + E);
		for (int k = 0; k < E; k++)
			hash[i] = hash[i] * 1000003 + l[k];
	}
	short *dn = upload(num);
	u64 *oh = dev<u64>(S);
	job<u64>(
		"forty_numbers.merging_calls", [&] { sort_recursive<<<up(S, 32), 32>>>(dn, oh, S, E); }, oh, S,
		same(hash));
}
void rows()
{
	std::vector<unsigned> w = words(1100000);
	lists(w);
	spills(fractions(w));
	trees(w);
	calls(w);
	others(w);
}
