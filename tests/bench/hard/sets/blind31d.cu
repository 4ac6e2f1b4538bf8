// blind31d: a fresh set of kernels that nobody had modelled when they were written. Atomics: sets, lists, rings, locks.
#include "blind7.h"

#define HD __host__ __device__ __forceinline__
static int up(int n, int b)
{
	return (n + b - 1) / b;
}
HD unsigned stir(unsigned x)
{
	x ^= x >> 15, x *= 0x2c1b3c6du;
	x ^= x >> 12, x *= 0x297a2d39u;
	return x ^ x >> 15;
}
// the lost property office: things by kind, kept is the earliest day of each kind; a table of kind << 32 | day
static const u64 FREE = ~0ull;
__global__ void lost_empty(u64 *shelf, int size)
{
	for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < size; k += gridDim.x * blockDim.x)
		shelf[k] = FREE;
}
__device__ void lost_put(u64 *shelf, unsigned mask, unsigned kind, unsigned day)
{
	u64 own = (u64)kind << 32 | day;
	for (unsigned at = stir(kind) & mask, step = stir(kind + 99) | 1;; at = (at + step) & mask) {
		u64 old = atomicCAS(&shelf[at], FREE, own);
		if (old == FREE)
			return;
		if (old >> 32 == kind) {
			atomicMin(&shelf[at], own);
			return;
		}
	}
}
__global__ void lost_things(const uint2 *thing, u64 *shelf, unsigned mask, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		lost_put(shelf, mask, thing[i].x, thing[i].y);
}
__global__ void lost_by_block(const uint2 *thing, u64 *shelf, unsigned mask, int n)
{ // a block sorts its things on a small shelf of its own first
	__shared__ u64 own[1024];
	for (int k = threadIdx.x; k < 1024; k += blockDim.x)
		own[k] = FREE;
	__syncthreads();
	for (int k = threadIdx.x; k < 768; k += blockDim.x) {
		int i = blockIdx.x * 768 + k;
		if (i < n)
			lost_put(own, 1023, thing[i].x, thing[i].y);
	}
	__syncthreads();
	for (int k = threadIdx.x; k < 1024; k += blockDim.x)
		if (own[k] != FREE)
			lost_put(shelf, mask, own[k] >> 32, (unsigned)own[k]);
}
// scales: how much lies on each, in doubles
__device__ void add_by_swap(double *p, double v)
{
	u64 *q = (u64 *)p, old = *q, seen;
	do {
		seen = old;
		old = atomicCAS(q, seen, __double_as_longlong(__longlong_as_double(seen) + v));
	} while (old != seen);
}
__global__ void scales_swap(const double *v, const int *where, double *scale, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		add_by_swap(&scale[where[i]], v[i]);
}
__global__ void scales_lanes_together(const double *v, const int *where, double *scale, int n)
{ // lanes with the same scale give it in one go
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int w = where[i];
	unsigned same = __match_any_sync(__activemask(), w);
	double s = 0, own = v[i];
	int first = __ffs(same) - 1;
	for (unsigned m = same; m; m &= m - 1)
		s += __shfl_sync(same, own, __ffs(m) - 1);
	if ((threadIdx.x & 31) == first)
		atomicAdd(&scale[w], s);
}
// counters of 16 bits
__global__ void short_counters_swap(const unsigned *pick, unsigned short *count, int n, int many)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned short *c = &count[pick[i] % many], old = *(volatile unsigned short *)c, seen;
	do {
		seen = old;
		old = atomicCAS(c, seen, (unsigned short)(seen + (pick[i] >> 28)));
	} while (old != seen);
}
__global__ void short_counters_words(const unsigned *pick, unsigned *count, int n, int many)
{ // by adding to the word they lie in
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned k = pick[i] % many;
	atomicAdd(&count[k / 2], (pick[i] >> 28) << (k & 1) * 16);
}
// who calls loudest in each street: a float that may be negative, and the house
HD unsigned ordered(float f)
{
	union {
		float f;
		int i;
	} u;
	u.f = f;
	return u.i < 0 ? ~u.i : u.i | 0x80000000;
}
__global__ void loudest_packed(const float *v, const int *street, u64 *best, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicMax(&best[street[i]], (u64)ordered(v[i]) << 32 | (unsigned)~i);
}
__global__ void loudest_looked(const float *v, const int *street, u64 *best, int n)
{ // only those that are louder than what they see try
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u64 own = (u64)ordered(v[i]) << 32 | (unsigned)~i, *b = &best[street[i]];
	u64 old = *(volatile u64 *)b;
	while (own > old) {
		u64 seen = old;
		old = atomicCAS(b, seen, own);
		if (old == seen)
			break;
	}
}
// letters hang in a pigeonhole as a list; then each hole's letters are read
__global__ void hang_up(const unsigned *hole, int *head, int *next, int n, int holes)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		next[i] = atomicExch(&head[hole[i] % holes], i);
}
__global__ void read_holes(const int *head, const int *next, const unsigned *value, uint2 *out, int holes)
{
	int h = blockIdx.x * blockDim.x + threadIdx.x;
	if (h >= holes)
		return;
	unsigned s = 0, many = 0;
	for (int i = head[h]; i >= 0; i = next[i])
		s += value[i] >> 4, many++;
	out[h] = make_uint2(s, many);
}
// plots on a map of bits: each settler takes the first free one from where it would like to be
__global__ void settle_bits(const unsigned *wish, unsigned *map, int *mine, int n, int words)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int w = wish[i] % words;
	for (;;) {
		unsigned free_ = ~*(volatile unsigned *)&map[w];
		if (!free_) {
			w = w + 1 == words ? 0 : w + 1;
			continue;
		}
		unsigned bit = free_ & -free_;
		if (!(atomicOr(&map[w], bit) & bit)) {
			mine[i] = w * 32 + __ffs(bit) - 1;
			return;
		}
	}
}
// a ring of 64 places in shared memory: half of the warps bring, half take, both with tickets
__global__ void ring_of_places(const unsigned *in, u64 *out, int each)
{
	__shared__ volatile unsigned place[64];
	__shared__ volatile unsigned turn[64];
	__shared__ unsigned bring, take;
	__shared__ u64 sum;
	int t = threadIdx.x;
	if (t < 64)
		turn[t] = t;
	if (t == 0)
		bring = take = 0, sum = 0;
	__syncthreads();
	u64 own = 0;
	for (int k = 0; k < each; k++) {
		if (t / 32 & 1) {
			unsigned v = in[(blockIdx.x * each + k) * (blockDim.x / 2) + t / 64 * 32 + t % 32];
			unsigned m = atomicAdd(&bring, 1), p = m & 63;
			while (turn[p] != m)
				__nanosleep(20);
			__threadfence_block();
			place[p] = v;
			__threadfence_block();
			turn[p] = m + 1;
		} else {
			unsigned m = atomicAdd(&take, 1), p = m & 63;
			while (turn[p] != m + 1)
				__nanosleep(20);
			__threadfence_block();
			own += place[p];
			__threadfence_block();
			turn[p] = m + 64;
		}
	}
	if (own)
		atomicAdd(&sum, own);
	__syncthreads();
	if (t == 0)
		out[blockIdx.x] = sum;
}
// accounts of three words that must stay in step, a ticket lock each; one thread of each block asks
struct Account {
	unsigned next, serving, sum, many, largest, pad[3];
};
__global__ void accounts_tickets(const unsigned *v, Account *a, int accounts, int each)
{
	if (threadIdx.x)
		return;
	for (int k = 0; k < each; k++) {
		unsigned x = v[blockIdx.x * each + k];
		Account *c = &a[x % accounts];
		unsigned mine = atomicAdd(&c->next, 1);
		while (*(volatile unsigned *)&c->serving != mine)
			;
		__threadfence();
		volatile Account *o = c;
		o->sum += x >> 8;
		o->many++;
		if (o->largest < x)
			o->largest = x;
		__threadfence();
		o->serving = mine + 1;
	}
}
__global__ void accounts_loose(const unsigned *v, Account *a, int accounts, int n)
{ // three atomics each without a lock, all threads
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned x = v[i];
	Account *c = &a[x % accounts];
	atomicAdd(&c->sum, x >> 8);
	atomicAdd(&c->many, 1);
	atomicMax(&c->largest, x);
}
static void lost(const std::vector<unsigned> &w)
{
	const int N = 70000, SIZE = 16384, KINDS = 6000;
	std::vector<uint2> thing(N);
	std::vector<unsigned> first(KINDS, ~0u);
	for (int i = 0; i < N; i++) {
		unsigned kind = (u64)(w[i] >> 16) * (w[i] & 65535) % KINDS, day = w[i + 3] >> 3;
		thing[i] = make_uint2(kind, day);
		first[kind] = std::min(first[kind], day);
	}
	auto right = [=](std::vector<u64> v) {
		std::vector<u64> have, want;
		for (u64 x : v)
			if (x != FREE)
				have.push_back(x);
		for (unsigned k = 0; k < KINDS; k++)
			if (first[k] != ~0u)
				want.push_back((u64)k << 32 | first[k]);
		std::sort(have.begin(), have.end());
		return have == want;
	};
	uint2 *d = upload(thing);
	u64 *o = dev<u64>(SIZE);
	auto prepare = [&] { lost_empty<<<32, 256>>>(o, SIZE); };
	job<u64>(
		"lost_things_first_day.one_table", [&] { lost_things<<<up(N, 256), 256>>>(d, o, SIZE - 1, N); }, o,
		SIZE, right, prepare);
	job<u64>(
		"lost_things_first_day.small_tables_first",
		[&] { lost_by_block<<<up(N, 768), 256>>>(d, o, SIZE - 1, N); }, o, SIZE, right, prepare);
}
static void scales(const std::vector<unsigned> &w)
{
	const int N = 60000, S = 700;
	std::vector<double> v(N), want(S);
	std::vector<int> where(N);
	for (int i = 0; i < N; i++) {
		v[i] = (w[i] >> 12) * 0.25; // so that the order makes no difference
		want[where[i] = w[i + 1] % 8 ? w[i + 2] % S : w[i + 2] % 5] += v[i];
	}
	double *d = upload(v), *o = dev<double>(S);
	int *p = upload(where);
	auto prepare = [&] { CHECK(cudaMemsetAsync(o, 0, S * 8)); };
	job<double>(
		"scales_in_doubles.swap", [&] { scales_swap<<<up(N, 128), 128>>>(d, p, o, N); }, o, S, same(want),
		prepare);
	job<double>(
		"scales_in_doubles.lanes_together", [&] { scales_lanes_together<<<up(N, 128), 128>>>(d, p, o, N); }, o,
		S, same(want), prepare);
}
static void short_counters(const std::vector<unsigned> &w)
{
	const int N = 80000, C = 3000;
	std::vector<unsigned> pick(w.begin(), w.begin() + N);
	std::vector<unsigned short> want(C);
	for (unsigned p : pick)
		want[p % C] += p >> 28;
	unsigned *d = upload(pick);
	unsigned short *o = dev<unsigned short>(C);
	auto prepare = [&] { CHECK(cudaMemsetAsync(o, 0, C * 2)); };
	job<unsigned short>(
		"counters_of_16_bits.swap", [&] { short_counters_swap<<<up(N, 320), 320>>>(d, o, N, C); }, o, C,
		same(want), prepare);
	job<unsigned short>(
		"counters_of_16_bits.half_a_word",
		[&] { short_counters_words<<<up(N, 320), 320>>>(d, (unsigned *)o, N, C); }, o, C, same(want), prepare);
}
static void loudest(const std::vector<unsigned> &w)
{
	const int N = 150000, S = 400;
	std::vector<float> v(N);
	std::vector<int> street(N);
	std::vector<u64> want(S);
	for (int i = 0; i < N; i++) {
		v[i] = (int)(w[i] >> 10) % 100000 - 90000 + 0.5f;
		street[i] = w[i + 1] % S;
		want[street[i]] = std::max(want[street[i]], (u64)ordered(v[i]) << 32 | (unsigned)~i);
	}
	float *d = upload(v);
	int *p = upload(street);
	u64 *o = dev<u64>(S);
	auto prepare = [&] { CHECK(cudaMemsetAsync(o, 0, S * 8)); };
	job<u64>(
		"loudest_of_a_street.max_of_64", [&] { loudest_packed<<<up(N, 256), 256>>>(d, p, o, N); }, o, S,
		same(want), prepare);
	job<u64>(
		"loudest_of_a_street.look_then_swap", [&] { loudest_looked<<<up(N, 256), 256>>>(d, p, o, N); }, o, S,
		same(want), prepare);
}
static void holes(const std::vector<unsigned> &w)
{
	const int N = 90000, H = 4000;
	std::vector<unsigned> hole(w.begin(), w.begin() + N), value(w.begin() + 17, w.begin() + 17 + N);
	std::vector<uint2> want(H, make_uint2(0, 0));
	for (int i = 0; i < N; i++)
		want[hole[i] % H].x += value[i] >> 4, want[hole[i] % H].y++;
	unsigned *dh = upload(hole), *dv = upload(value);
	int *head = dev<int>(H), *next = dev<int>(N);
	uint2 *o = dev<uint2>(H);
	job<uint2>(
		"letters_in_pigeonholes.hang_and_read",
		[&] {
			cudaMemsetAsync(head, 255, H * 4);
			hang_up<<<up(N, 256), 256>>>(dh, head, next, N, H);
			read_holes<<<up(H, 64), 64>>>(head, next, dv, o, H);
		},
		o, H, [=](const std::vector<uint2> &v) { return !memcmp(v.data(), want.data(), H * sizeof(uint2)); });
}
static void settlers(const std::vector<unsigned> &w)
{
	const int N = 16000, W = 560;
	std::vector<unsigned> wish(N);
	for (int i = 0; i < N; i++)
		wish[i] = std::min(w[i] % W, w[i + 1] % W);
	unsigned *d = upload(wish), *map = dev<unsigned>(W);
	int *o = dev<int>(N);
	job<int>(
		"settlers_plots.map_of_bits", [&] { settle_bits<<<up(N, 128), 128>>>(d, map, o, N, W); }, o, N,
		[=](const std::vector<int> &v) {
			std::vector<bool> used(W * 32);
			for (int x : v) {
				if (x < 0 || x >= W * 32 || used[x])
					return false;
				used[x] = true;
			}
			return true;
		},
		[&] { CHECK(cudaMemsetAsync(map, 0, W * 4)); });
}
static void ring(const std::vector<unsigned> &w)
{
	const int B = 100, E = 16, T = 128;
	std::vector<unsigned> in(w.begin(), w.begin() + B * E * T / 2);
	std::vector<u64> want(B);
	for (int i = 0; i < in.size(); i++)
		want[i / (E * T / 2)] += in[i];
	unsigned *d = upload(in);
	u64 *o = dev<u64>(B);
	job<u64>(
		"ring_of_64_places.bring_and_take", [&] { ring_of_places<<<B, T>>>(d, o, E); }, o, B, same(want));
}
static void accounts(const std::vector<unsigned> &w)
{
	const int B = 96, E = 20, A = 50;
	std::vector<unsigned> v(w.begin() + 1, w.begin() + 1 + B * E);
	std::vector<Account> want(A);
	memset(want.data(), 0, A * sizeof(Account));
	for (unsigned x : v) {
		Account &a = want[x % A];
		a.sum += x >> 8, a.many++, a.largest = std::max(a.largest, x);
	}
	auto right = [=](const std::vector<Account> &g) {
		for (int k = 0; k < A; k++)
			if (g[k].sum != want[k].sum || g[k].many != want[k].many || g[k].largest != want[k].largest)
				return false;
		return true;
	};
	unsigned *d = upload(v);
	Account *o = dev<Account>(A);
	auto prepare = [&] { CHECK(cudaMemsetAsync(o, 0, A * sizeof(Account))); };
	job<Account>(
		"accounts_in_step.ticket_lock", [&] { accounts_tickets<<<B, 32>>>(d, o, A, E); }, o, A, right, prepare);
	job<Account>(
		"accounts_in_step.three_atomics", [&] { accounts_loose<<<up(B * E, 96), 96>>>(d, o, A, B * E); }, o, A,
		right, prepare);
}
void rows()
{
	std::vector<unsigned> w = words(310000);
	lost(w);
	scales(w);
	short_counters(w);
	loudest(w);
	holes(w);
	settlers(w);
	ring(w);
	accounts(w);
}
