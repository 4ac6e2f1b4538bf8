// blind28d: a fresh set of kernels that nobody had modelled when they were written. Tables: groups, picked rows,
// merges, bits, dictionaries, patterns, windows.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
struct Order {
	int customer, price;
};
struct Slot {
	int key, many;
	u64 sum;
};
__host__ __device__ inline unsigned scatter(unsigned v)
{
	v = (v ^ v >> 16) * 0x85ebca6b;
	v = (v ^ v >> 13) * 0xc2b2ae35;
	return v ^ v >> 16;
}
__device__ void add_to(Slot *table, int mask, int key, int many, u64 sum)
{ // an empty key is 0, keys begin at 1
	for (unsigned s = scatter(key);; s++) {
		Slot *p = table + (s & mask);
		int had = *(volatile int *)&p->key;
		if (had != key && (had || (had = atomicCAS(&p->key, 0, key)) && had != key))
			continue;
		atomicAdd(&p->many, many);
		atomicAdd(&p->sum, sum);
		return;
	}
}
__global__ void group_global(const Order *in, Slot *table, int mask, int n)
{ // all rows go straight to the table in memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		add_to(table, mask, in[i].customer, 1, in[i].price);
}
__global__ void group_first_shared(const Order *in, Slot *table, int mask, int n)
{ // a block groups its part in a small table in shared memory; who finds no room within eight steps goes to memory
	__shared__ int key[1024], many[1024], sum[1024];
	for (int k = threadIdx.x; k < 1024; k += blockDim.x)
		key[k] = many[k] = sum[k] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		Order o = in[i];
		unsigned s = scatter(o.customer) >> 7;
		int k = 0;
		for (; k < 8; k++, s++) {
			int had = atomicCAS(&key[s & 1023], 0, o.customer);
			if (!had || had == o.customer)
				break;
		}
		if (k < 8) {
			atomicAdd(&many[s & 1023], 1);
			atomicAdd(&sum[s & 1023], o.price);
		} else
			add_to(table, mask, o.customer, 1, o.price);
	}
	__syncthreads();
	for (int k = threadIdx.x; k < 1024; k += blockDim.x)
		if (key[k])
			add_to(table, mask, key[k], many[k], sum[k]);
}
__global__ void pick_each(const Order *in, int *out, int *many, int n, int limit)
{ // an atomic for each row that is picked
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && in[i].price < limit)
		out[atomicAdd(many, 1)] = i;
}
__global__ void pick_warp(const Order *in, int *out, int *many, int n, int limit)
{ // an atomic a warp
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, base = 0;
	bool pick = i < n && in[i].price < limit;
	unsigned all = __ballot_sync(~0u, pick);
	if (lane == 0 && all)
		base = atomicAdd(many, __popc(all));
	base = __shfl_sync(~0u, base, 0);
	if (pick)
		out[base + __popc(all & (1u << lane) - 1)] = i;
}
__global__ void pick_block(const int4 *in, int *out, int *many, int pairs, int limit)
{ // an atomic a block, four rows a thread
	__shared__ int part[8], base;
	int t = threadIdx.x, lane = t % 32, w = t / 32, at = blockIdx.x * 512 + t, own = 0, bits = 0;
	for (int k = 0; k < 2; k++)
		if (at + 256 * k < pairs) {
			int4 v = in[at + 256 * k];
			bits |= (v.y < limit) << 2 * k | (v.w < limit) << 2 * k + 1;
		}
	own = __popc(bits);
	int s = own;
	for (int d = 1; d < 32; d *= 2) {
		int o = __shfl_up_sync(~0u, s, d);
		s += lane >= d ? o : 0;
	}
	if (lane == 31)
		part[w] = s;
	__syncthreads();
	if (t == 0) {
		int sum = 0;
		for (int k = 0; k < 8; k++) {
			int v = part[k];
			part[k] = sum;
			sum += v;
		}
		base = atomicAdd(many, sum);
	}
	__syncthreads();
	int to = base + part[w] + s - own;
	for (int k = 0; k < 4; k++)
		if (bits >> k & 1)
			out[to++] = 2 * (at + k / 2 * 256) + k % 2;
}
__global__ void common_search(const int *a, int n, const int *b, int m, int *many)
{ // how many of the sorted a are in the sorted b: a search for each
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	bool found = false;
	if (i < n) {
		int v = a[i], lo = 0, hi = m;
		while (lo < hi) {
			int mid = (lo + hi) / 2;
			if (b[mid] < v)
				lo = mid + 1;
			else
				hi = mid;
		}
		found = lo < m && b[lo] == v;
	}
	int all = __syncthreads_count(found);
	if (threadIdx.x == 0)
		atomicAdd(many, all);
}
__global__ void common_merge(const int *a, int n, const int *b, int m, int *many, int each)
{ // a thread finds its place on the way through both and walks a stretch of it
	int d = min((blockIdx.x * blockDim.x + threadIdx.x) * each, n + m), end = min(d + each, n + m), sum = 0;
	int lo = max(0, d - m), hi = min(d, n);
	while (lo < hi) {
		int mid = (lo + hi) / 2;
		if (a[mid] < b[d - 1 - mid])
			lo = mid + 1;
		else
			hi = mid;
	}
	int i = lo, j = d - lo;
	for (; d < end; d++)
		if (j >= m || i < n && a[i] < b[j])
			i++;
		else {
			sum += i < n && a[i] == b[j];
			j++;
		}
	sum = __reduce_add_sync(~0u, sum);
	if (threadIdx.x % 32 == 0)
		atomicAdd(many, sum);
}
__global__ void bit_columns(const uint4 *bits, int words, int *many, unsigned *out)
{ // (a or b or c) and not d, eight columns of bits; the bits are kept and counted
	int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
	if (i < words) {
		uint4 a = bits[i], b = bits[words + i], c = bits[2 * words + i], d = bits[3 * words + i];
		uint4 r = make_uint4((a.x | b.x | c.x) & ~d.x, (a.y | b.y | c.y) & ~d.y, (a.z | b.z | c.z) & ~d.z,
			(a.w | b.w | c.w) & ~d.w);
		((uint4 *)out)[i] = r;
		s = __popc(r.x) + __popc(r.y) + __popc(r.z) + __popc(r.w);
	}
	s = __reduce_add_sync(~0u, s);
	if (threadIdx.x % 32 == 0 && s)
		atomicAdd(many, s);
}
__global__ void decode_direct(const unsigned *codes, const uint2 *dictionary, uint2 *out, int n)
{ // codes of eleven bits in a row, words of eight letters
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int at = i * 11;
	unsigned c = __funnelshift_r(codes[at / 32], codes[at / 32 + 1], at % 32) & 2047;
	out[i] = dictionary[c];
}
__global__ void decode_shared(const unsigned *codes, const uint2 *dictionary, uint2 *out, int n)
{ // the dictionary in shared memory, a warp has 32 codes = 11 words at once and passes them on
	__shared__ uint2 word[2048];
	for (int k = threadIdx.x; k < 2048; k += blockDim.x)
		word[k] = dictionary[k];
	__syncthreads();
	int lane = threadIdx.x % 32, step = gridDim.x * blockDim.x / 32;
	for (int g = (blockIdx.x * blockDim.x + threadIdx.x) / 32; g * 32 < n; g += step) {
		unsigned own = lane < 11 ? codes[g * 11 + lane] : 0;
		int at = lane * 11;
		unsigned lo = __shfl_sync(~0u, own, at / 32), hi = __shfl_sync(~0u, own, at / 32 + 1);
		if (g * 32 + lane < n)
			out[g * 32 + lane] = word[__funnelshift_r(lo, hi, at % 32) & 2047];
	}
}
__host__ __device__ inline bool like(const byte *s, int n, const byte *p, int m)
{ // '%' is any text, '_' any letter
	int i = 0, j = 0, star = -1, back = 0;
	while (i < n) {
		if (j < m && (p[j] == '_' || p[j] == s[i]))
			i++, j++;
		else if (j < m && p[j] == '%')
			star = j++, back = i;
		else if (star >= 0)
			j = star + 1, i = ++back;
		else
			return false;
	}
	while (j < m && p[j] == '%')
		j++;
	return j == m;
}
struct Pattern {
	byte text[16];
	int length;
};
__global__ void like_memory(const byte *text, const int *start, Pattern p, byte *out, int n)
{ // a name a thread, letter by letter
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = like(text + start[i], start[i + 1] - start[i], p.text, p.length);
}
__global__ void like_staged(const byte *text, const int *start, Pattern p, byte *out, int n)
{ // the text of a block's names is brought to shared memory first
	__shared__ byte part[128 * 28], pattern[16];
	int first = blockIdx.x * 128, last = min(first + 128, n), from = start[first] / 4 * 4, to = start[last];
	if (threadIdx.x < 16)
		pattern[threadIdx.x] = p.text[threadIdx.x];
	for (int k = from + 4 * threadIdx.x; k < to; k += 512)
		*(unsigned *)&part[k - from] = *(const unsigned *)&text[k];
	__syncthreads();
	int i = first + threadIdx.x;
	if (i < n)
		out[i] = like(part + start[i] - from, start[i + 1] - start[i], pattern, p.length);
}
__global__ void window_look_back(const int *group, const int *v, int *out, int n, int span)
{ // the sum over the last rows of the own group: a thread looks back
	int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
	if (i >= n)
		return;
	for (int k = i; k >= 0 && k > i - span && group[k] == group[i]; k--)
		s += v[k];
	out[i] = s;
}
__global__ void window_running(const int *first, const int *v, int *out, int n, int span)
{ // a running sum of the block's part and the span before; the first row of each group is known
	__shared__ int sum[256 + 64 + 1], part[10];
	int t = threadIdx.x, i = blockIdx.x * 256 + t - 64, lane = t % 32, s = i >= 0 && i < n ? v[i] : 0;
	for (int d = 1; d < 32; d *= 2) {
		int o = __shfl_up_sync(~0u, s, d);
		s += lane >= d ? o : 0;
	}
	if (lane == 31)
		part[t / 32] = s;
	__syncthreads();
	for (int k = 0; k < t / 32; k++)
		s += part[k];
	sum[t + 1] = s;
	if (t == 0)
		sum[0] = 0;
	__syncthreads();
	if (t >= 64 && i < n)
		out[i] = s - sum[t + 1 - min(span, i - first[i] + 1)];
}
static void groups(const std::vector<unsigned> &w)
{
	const int N = 640000, SIZE = 16384;
	std::vector<Order> in(N);
	std::vector<Slot> want(6001);
	for (int i = 0; i < N; i++) {
		in[i] = { 1 + (int)(w[i] % 4 ? w[i] / 4 % 300 : w[i] / 4 % 6000), (int)(w[i] >> 14 & 1023) };
		Slot &s = want[in[i].customer];
		s.key = in[i].customer, s.many++, s.sum += in[i].price;
	}
	Order *d = upload(in);
	Slot *o = dev<Slot>(SIZE);
	auto right = [want](const std::vector<Slot> &v) {
		size_t found = 0, all = 0;
		for (auto &s : v)
			if (s.key) {
				found++;
				if (s.key > 6000 || s.many != want[s.key].many || s.sum != want[s.key].sum)
					return false;
			}
		for (auto &s : want)
			all += s.many > 0;
		return found == all;
	};
	auto clear = [&] { CHECK(cudaMemset(o, 0, SIZE * sizeof(Slot))); };
	job<Slot>(
		"grouped_orders.straight_to_memory", [&] { group_global<<<up(N, 256), 256>>>(d, o, SIZE - 1, N); }, o,
		SIZE, right, clear);
	job<Slot>(
		"grouped_orders.shared_first", [&] { group_first_shared<<<264, 512>>>(d, o, SIZE - 1, N); }, o, SIZE,
		right, clear);
	const int LIMIT = 150;
	std::vector<int> picked;
	for (int i = 0; i < N; i++)
		if (in[i].price < LIMIT)
			picked.push_back(i);
	int *op = dev<int>(N + 1);
	auto pick_right = [picked](std::vector<int> v) {
		if (v[0] != (int)picked.size())
			return false;
		v.resize(v[0] + 1);
		std::sort(v.begin() + 1, v.end());
		return std::equal(picked.begin(), picked.end(), v.begin() + 1);
	};
	auto none = [&] { CHECK(cudaMemset(op, 0, 4)); };
	job<int>(
		"picked_orders.atomic_a_row", [&] { pick_each<<<up(N, 256), 256>>>(d, op + 1, op, N, LIMIT); }, op,
		N + 1, pick_right, none);
	job<int>(
		"picked_orders.atomic_a_warp", [&] { pick_warp<<<up(N, 256), 256>>>(d, op + 1, op, N, LIMIT); }, op,
		N + 1, pick_right, none);
	job<int>(
		"picked_orders.atomic_a_block",
		[&] { pick_block<<<up(N / 2, 512), 256>>>((int4 *)d, op + 1, op, N / 2, LIMIT); }, op, N + 1,
		pick_right, none);
}
static void merges(const std::vector<unsigned> &w)
{
	const int N = 100000, M = 160000;
	std::vector<int> a(N), b(M), both;
	for (int i = 0; i < N; i++)
		a[i] = (i ? a[i - 1] : 0) + 1 + w[i] % 15;
	for (int i = 0; i < M; i++)
		b[i] = (i ? b[i - 1] : 0) + 1 + w[i] / 99 % 9;
	std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
	int *da = upload(a), *db = upload(b), *o = dev<int>(1);
	auto right = same(std::vector<int>(1, both.size()));
	auto clear = [&] { CHECK(cudaMemset(o, 0, 4)); };
	job<int>(
		"in_both_lists.search", [&] { common_search<<<up(N, 256), 256>>>(da, N, db, M, o); }, o, 1, right,
		clear);
	job<int>(
		"in_both_lists.merge_of_16",
		[&] { common_merge<<<up(up(N + M, 16), 128), 128>>>(da, N, db, M, o, 16); }, o, 1, right, clear);
	const int WORDS = 160000;
	std::vector<unsigned> bits(w.begin(), w.begin() + 4 * WORDS), want(WORDS + 1);
	for (int i = 0; i < WORDS; i++) {
		want[i] = (bits[i] | bits[WORDS + i] | bits[2 * WORDS + i]) & ~bits[3 * WORDS + i];
		want[WORDS] += __builtin_popcount(want[i]);
	}
	unsigned *d = upload(bits), *ob = dev<unsigned>(WORDS + 1);
	job<unsigned>(
		"columns_of_bits.words_of_four",
		[&] { bit_columns<<<up(WORDS / 4, 128), 128>>>((uint4 *)d, WORDS / 4, (int *)ob + WORDS, ob); }, ob,
		WORDS + 1, same(want), [&] { CHECK(cudaMemset(ob + WORDS, 0, 4)); });
}
static void texts(const std::vector<unsigned> &w)
{
	const int N = 640000;
	std::vector<u64> dictionary(2048), want(N);
	std::vector<unsigned> codes(N * 11 / 32 + 2);
	for (int k = 0; k < 2048; k++)
		dictionary[k] = (u64)w[k] << 32 | w[k + 3000];
	for (int i = 0; i < N; i++) {
		u64 c = w[i] % 3 ? w[i] / 3 % 2048 : w[i] / 3 % 16, at = i * 11, bits = c << at % 32;
		codes[at / 32] |= bits, codes[at / 32 + 1] |= bits >> 32;
		want[i] = dictionary[c];
	}
	unsigned *d = upload(codes);
	u64 *dd = upload(dictionary), *o = dev<u64>(N);
	job<u64>(
		"decoded_words.straight", [&] { decode_direct<<<up(N, 256), 256>>>(d, (uint2 *)dd, (uint2 *)o, N); }, o,
		N, same(want));
	job<u64>(
		"decoded_words.shared_dictionary", [&] { decode_shared<<<132, 512>>>(d, (uint2 *)dd, (uint2 *)o, N); },
		o, N, same(want));
	const int NAMES = 30000;
	std::vector<int> start(NAMES + 1);
	for (int i = 0; i < NAMES; i++)
		start[i + 1] = start[i] + 6 + w[i] % 21;
	std::vector<byte> text(start[NAMES] + 4), hit(NAMES);
	for (size_t i = 0; i < text.size(); i++)
		text[i] = "aaabbcde"[w[i] % 8];
	Pattern p = { "%ab_a%ca%", 9 };
	for (int i = 0; i < NAMES; i++)
		hit[i] = like(&text[start[i]], start[i + 1] - start[i], p.text, p.length);
	byte *dt = upload(text), *ot = dev<byte>(NAMES);
	int *ds = upload(start);
	job<byte>(
		"names_like.memory", [&] { like_memory<<<up(NAMES, 128), 128>>>(dt, ds, p, ot, NAMES); }, ot, NAMES,
		same(hit));
	job<byte>(
		"names_like.staged", [&] { like_staged<<<up(NAMES, 128), 128>>>(dt, ds, p, ot, NAMES); }, ot, NAMES,
		same(hit));
}
static void windows(const std::vector<unsigned> &w)
{
	const int N = 120000, SPAN = 40;
	std::vector<int> group(N), first(N), v(N), want(N);
	for (int i = 0; i < N; i++) {
		bool fresh = i && w[i] % 90 == 0;
		group[i] = i ? group[i - 1] + fresh : 0;
		first[i] = i && !fresh ? first[i - 1] : i;
		v[i] = w[i] >> 20;
		for (int k = i; k > i - SPAN && k >= first[i]; k--)
			want[i] += v[k];
	}
	int *dg = upload(group), *df = upload(first), *dv = upload(v), *o = dev<int>(N);
	job<int>(
		"last_rows_sum.look_back", [&] { window_look_back<<<up(N, 256), 256>>>(dg, dv, o, N, SPAN); }, o, N,
		same(want));
	job<int>(
		"last_rows_sum.running", [&] { window_running<<<up(N, 256), 320>>>(df, dv, o, N, SPAN); }, o, N,
		same(want));
}
void rows()
{
	std::vector<unsigned> w = words(700000);
	groups(w);
	merges(w);
	texts(w);
	windows(w);
}
