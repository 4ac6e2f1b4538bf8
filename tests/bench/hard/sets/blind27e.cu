// blind27e: a fresh set of kernels that nobody had modelled when they were written. Atomics of all kinds and widths,
// hot words, many words, packed words, locks, stacks and chains.
#include "blind7.h"

static const int PARTIES = 5;
__global__ void ballots_global(const byte *vote, int *sum, int n)
{ // five words that everybody wants
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&sum[vote[i]], 1);
}
__global__ void ballots_shared(const byte *vote, int *sum, int n)
{ // the same words once a block
	__shared__ int s[PARTIES];
	if (threadIdx.x < PARTIES)
		s[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&s[vote[i]], 1);
	__syncthreads();
	if (threadIdx.x < PARTIES)
		atomicAdd(&sum[threadIdx.x], s[threadIdx.x]);
}
__global__ void ballots_match(const byte *vote, int *sum, int n)
{ // lanes with the same vote send one of them
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		unsigned now = __activemask(), like = __match_any_sync(now, vote[i]);
		if (threadIdx.x % 32 == __ffs(like) - 1)
			atomicAdd(&sum[vote[i]], __popc(like));
	}
}
__global__ void ledger_add_64(const int *account, const unsigned *cents, u64 *balance, int n)
{ // many accounts, sums that need 64 bits
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&balance[account[i]], (u64)cents[i] << 10);
}
__global__ void nearest_packed(const ushort2 *place, const ushort2 *shop, u64 *best, int n, int shops)
{ // each shop's nearest customer: distance and name in one 64-bit word
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int x = place[i].x, y = place[i].y;
	for (int k = 0; k < shops; k++) {
		int s = (k + i) % shops, dx = x - shop[s].x, dy = y - shop[s].y;
		u64 word = (u64)(unsigned)(dx * dx + dy * dy) << 32 | i;
		if (word < *(volatile u64 *)&best[s])
			atomicMin(&best[s], word);
	}
}
static const int GRID = 64;
template <class T> __global__ void charge(const float2 *p, const float *q, T *cell, int n)
{ // a particle's charge to the four corners of its cell
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float x = p[i].x * (GRID - 1), y = p[i].y * (GRID - 1);
	int cx = x, cy = y;
	float fx = x - cx, fy = y - cy;
	T *c = &cell[cy * GRID + cx];
	atomicAdd(&c[0], (T)(q[i] * (1 - fx) * (1 - fy)));
	atomicAdd(&c[1], (T)(q[i] * fx * (1 - fy)));
	atomicAdd(&c[GRID], (T)(q[i] * (1 - fx) * fy));
	atomicAdd(&c[GRID + 1], (T)(q[i] * fx * fy));
}
static const int STATIONS = 300;
__global__ void records_bits(const short *station, const float *heat, int *most, int n)
{ // the highest value of each station: floats above nought order like ints
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicMax(&most[station[i]], __float_as_int(heat[i]));
}
__global__ void records_swap(const short *station, const float *heat, int *most, int n)
{ // the same with compare and swap
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int *at = &most[station[i]], old = *at;
	while (__int_as_float(old) < heat[i]) {
		int seen = atomicCAS(at, old, __float_as_int(heat[i]));
		if (seen == old)
			break;
		old = seen;
	}
}
static const int PURSES = 2000;
__global__ void purses_locks(const int2 *who, const int *sum, volatile int *money, int *lock, int n)
{ // from purse to purse: both are locked, the lower number first
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int a = min(who[i].x, who[i].y), b = max(who[i].x, who[i].y), v = who[i].x == a ? sum[i] : -sum[i];
	bool done = false;
	while (!done) {
		if (atomicCAS(&lock[a], 0, 1) == 0) {
			if (atomicCAS(&lock[b], 0, 1) == 0) {
				__threadfence();
				money[a] -= v;
				money[b] += v;
				__threadfence();
				atomicExch(&lock[b], 0);
				done = true;
			}
			atomicExch(&lock[a], 0);
		}
	}
}
__global__ void stack_push(u64 *head, unsigned *next, int n)
{ // trays onto a pile: the top's name and a count of changes in one word
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u64 old = *(volatile u64 *)head, seen;
	for (;;) {
		next[i] = (unsigned)old;
		__threadfence();
		seen = atomicCAS(head, old, ((old >> 32) + 1) << 32 | (i + 1));
		if (seen == old)
			break;
		old = seen;
	}
}
__global__ void stack_pop(u64 *head, unsigned *next, int *taken, int n)
{ // and down again: each takes one
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u64 old = *(volatile u64 *)head, seen;
	while ((unsigned)old) {
		unsigned below = *(volatile unsigned *)&next[(unsigned)old - 1];
		seen = atomicCAS(head, old, ((old >> 32) + 1) << 32 | below);
		if (seen == old) {
			atomicAdd(&taken[(unsigned)old - 1], 1);
			break;
		}
		old = seen;
	}
}
static const int BUCKETS = 4096;
__global__ void chains_hang(const unsigned *key, int *head, int *next, int n)
{ // a chain a bucket: an exchange hangs each before the others
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		next[i] = atomicExch(&head[key[i] % BUCKETS], i + 1);
}
__global__ void chains_follow(const unsigned *key, const int *head, const int *next, unsigned *sum)
{
	int b = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned s = 0, many = 0;
	for (int i = head[b]; i; i = next[i - 1])
		s += key[i - 1] >> 5, many++;
	sum[b] = s ^ many << 26;
}
static const int BLOOM = 1 << 16;
__global__ void bloom_set(const unsigned *key, unsigned *bit, int n)
{ // three bits a key, set with or
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned h = key[i];
	for (int k = 0; k < 3; k++) {
		h = h * 0x9e3779b1u + 0x7f4a7c15u;
		unsigned at = h >> 11;
		atomicOr(&bit[at / 32 % BLOOM], 1u << at % 32);
	}
}
__global__ void parity_flip(const unsigned *key, unsigned *bit, int n)
{ // switches: who was pressed an odd number of times? xor in shared memory, a copy a block
	__shared__ unsigned s[256];
	for (int k = threadIdx.x; k < 256; k += blockDim.x)
		s[k] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicXor(&s[key[i] / 32 % 256], 1u << key[i] % 32);
	__syncthreads();
	for (int k = threadIdx.x; k < 256; k += blockDim.x)
		atomicXor(&bit[k], s[k]);
}
__global__ void turnstile(const byte *counter, unsigned *now, unsigned *seen, int n)
{ // counters that turn over at 1000: every number must have been seen as often as it should
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&seen[counter[i] * 1000 + atomicInc(&now[counter[i]], 999)], 1u);
}
static void ballots(const std::vector<unsigned> &w)
{
	const int N = 500000;
	std::vector<byte> vote(N);
	std::vector<int> want(PARTIES);
	for (int i = 0; i < N; i++)
		want[vote[i] = std::min(w[i] % 5, w[i + 3] % 6)]++;
	byte *dv = upload(vote);
	int *o = dev<int>(PARTIES);
	auto clear = [&] { CHECK(cudaMemset(o, 0, 4 * PARTIES)); };
	job<int>(
		"ballots.global", [&] { ballots_global<<<264, 256>>>(dv, o, N); }, o, PARTIES, same(want), clear);
	job<int>(
		"ballots.shared", [&] { ballots_shared<<<264, 256>>>(dv, o, N); }, o, PARTIES, same(want), clear);
	job<int>(
		"ballots.like_votes_together", [&] { ballots_match<<<264, 256>>>(dv, o, N); }, o, PARTIES, same(want),
		clear);
}
static void ledger(const std::vector<unsigned> &w)
{
	const int N = 400000, A = 1 << 18;
	std::vector<int> account(N);
	std::vector<u64> want(A);
	for (int i = 0; i < N; i++) {
		account[i] = w[i + 77] % A;
		want[account[i]] += (u64)w[i] << 10;
	}
	int *da = upload(account);
	unsigned *dw = upload(std::vector<unsigned>(w.begin(), w.begin() + N));
	u64 *o = dev<u64>(A);
	job<u64>(
		"ledger.add_64_bits", [&] { ledger_add_64<<<(N + 255) / 256, 256>>>(da, dw, o, N); }, o, A, same(want),
		[&] { CHECK(cudaMemset(o, 0, A * 8)); });
}
static void nearest(const std::vector<unsigned> &w)
{
	const int N = 20000, S = 24;
	std::vector<ushort2> place(N), shop(S);
	std::vector<u64> want(S, ~0ull);
	for (int k = 0; k < S; k++)
		shop[k] = make_ushort2(w[k] % 30000, w[k + 50] % 30000);
	for (int i = 0; i < N; i++) {
		place[i] = make_ushort2(w[i + 100] % 30000, w[i + 50000] % 30000);
		for (int k = 0; k < S; k++) {
			int dx = place[i].x - shop[k].x, dy = place[i].y - shop[k].y;
			want[k] = std::min(want[k], (u64)(unsigned)(dx * dx + dy * dy) << 32 | i);
		}
	}
	ushort2 *dp = upload(place), *dsh = upload(shop);
	u64 *o = dev<u64>(S);
	job<u64>(
		"nearest_customer.packed_least", [&] { nearest_packed<<<(N + 127) / 128, 128>>>(dp, dsh, o, N, S); }, o,
		S, same(want), [&] { CHECK(cudaMemset(o, 255, S * 8)); });
}
static void charges(const std::vector<float> &f)
{
	const int N = 120000;
	std::vector<float2> p(N);
	std::vector<float> q(f.begin(), f.begin() + N);
	std::vector<double> want(GRID * GRID);
	for (int i = 0; i < N; i++) {
		p[i] = make_float2(f[i + 9], f[i + 70000]);
		float x = p[i].x * (GRID - 1), y = p[i].y * (GRID - 1);
		int cx = x, cy = y;
		double fx = x - cx, fy = y - cy, *c = &want[cy * GRID + cx];
		c[0] += q[i] * (1 - fx) * (1 - fy), c[1] += q[i] * fx * (1 - fy);
		c[GRID] += q[i] * (1 - fx) * fy, c[GRID + 1] += q[i] * fx * fy;
	}
	std::vector<float> wantf(want.begin(), want.end());
	float2 *dp = upload(p);
	float *dq = upload(q), *o = dev<float>(GRID * GRID);
	double *od = dev<double>(GRID * GRID);
	job<float>(
		"charge_to_corners.float", [&] { charge<<<(N + 127) / 128, 128>>>(dp, dq, o, N); }, o, GRID * GRID,
		close_to(wantf, 1e-3), [&] { CHECK(cudaMemset(o, 0, 4 * GRID * GRID)); });
	job<double>(
		"charge_to_corners.double", [&] { charge<<<(N + 127) / 128, 128>>>(dp, dq, od, N); }, od, GRID * GRID,
		close_to(want, 1e-5), [&] { CHECK(cudaMemset(od, 0, 8 * GRID * GRID)); });
}
static void records(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int N = 300000;
	std::vector<short> station(N);
	std::vector<float> heat(f.begin(), f.begin() + N), most(STATIONS);
	for (int i = 0; i < N; i++) {
		station[i] = w[i + 1] % STATIONS;
		most[station[i]] = std::max(most[station[i]], heat[i]);
	}
	std::vector<int> want(STATIONS);
	memcpy(want.data(), most.data(), STATIONS * 4);
	short *ds = upload(station);
	float *dh = upload(heat);
	int *o = dev<int>(STATIONS);
	auto clear = [&] { CHECK(cudaMemset(o, 0, 4 * STATIONS)); };
	job<int>(
		"station_records.as_ints", [&] { records_bits<<<(N + 255) / 256, 256>>>(ds, dh, o, N); }, o, STATIONS,
		same(want), clear);
	job<int>(
		"station_records.compare_and_swap", [&] { records_swap<<<(N + 255) / 256, 256>>>(ds, dh, o, N); }, o,
		STATIONS, same(want), clear);
}
static void purses(const std::vector<unsigned> &w)
{
	const int N = 30000;
	std::vector<int2> who(N);
	std::vector<int> sum(N), want(PURSES, 1000);
	for (int i = 0; i < N; i++) {
		int a = w[i] % PURSES;
		who[i] = make_int2(a, (a + 1 + w[i + 5] % (PURSES - 1)) % PURSES);
		sum[i] = w[i + 9] % 50;
		want[who[i].x] -= sum[i], want[who[i].y] += sum[i];
	}
	int2 *dw = upload(who);
	int *ds = upload(sum), *o = dev<int>(PURSES), *lock = dev<int>(PURSES);
	int *begin = upload(std::vector<int>(PURSES, 1000));
	auto again = [&] { CHECK(cudaMemcpy(o, begin, PURSES * 4, cudaMemcpyDeviceToDevice)); };
	job<int>(
		"purse_to_purse.two_locks", [&] { purses_locks<<<(N + 127) / 128, 128>>>(dw, ds, o, lock, N); }, o,
		PURSES, same(want), again);
}
static void trays()
{
	const int N = 1024;
	u64 *head = dev<u64>(1);
	unsigned *next = dev<unsigned>(N);
	int *taken = dev<int>(N);
	job<int>(
		"pile_of_trays.up_and_down",
		[&] {
			stack_push<<<N / 64, 64>>>(head, next, N);
			stack_pop<<<N / 64, 64>>>(head, next, taken, N);
		},
		taken, N, same(std::vector<int>(N, 1)),
		[&] {
			CHECK(cudaMemset(head, 0, 8));
			CHECK(cudaMemset(taken, 0, N * 4));
		});
}
static void buckets(const std::vector<unsigned> &w)
{
	const int N = 80000;
	std::vector<unsigned> want(BUCKETS), many(BUCKETS), bits(BLOOM), odd(256);
	for (int i = 0; i < N; i++) {
		want[w[i] % BUCKETS] += w[i] >> 5, many[w[i] % BUCKETS]++;
		unsigned h = w[i];
		for (int k = 0; k < 3; k++) {
			h = h * 0x9e3779b1u + 0x7f4a7c15u;
			bits[(h >> 11) / 32 % BLOOM] |= 1u << (h >> 11) % 32;
		}
		odd[w[i] / 32 % 256] ^= 1u << w[i] % 32;
	}
	for (int b = 0; b < BUCKETS; b++)
		want[b] ^= many[b] << 26;
	unsigned *dw = upload(std::vector<unsigned>(w.begin(), w.begin() + N)), *o = dev<unsigned>(BUCKETS),
		 *bit = dev<unsigned>(BLOOM), *flip = dev<unsigned>(256);
	int *head = dev<int>(BUCKETS), *next = dev<int>(N);
	job<unsigned>(
		"chained_buckets.exchange",
		[&] {
			chains_hang<<<(N + 255) / 256, 256>>>(dw, head, next, N);
			chains_follow<<<BUCKETS / 64, 64>>>(dw, head, next, o);
		},
		o, BUCKETS, same(want), [&] { CHECK(cudaMemset(head, 0, BUCKETS * 4)); });
	job<unsigned>(
		"bloom.set_with_or", [&] { bloom_set<<<(N + 255) / 256, 256>>>(dw, bit, N); }, bit, BLOOM, same(bits),
		[&] { CHECK(cudaMemset(bit, 0, BLOOM * 4)); });
	job<unsigned>(
		"light_switches.xor_in_shared", [&] { parity_flip<<<66, 512>>>(dw, flip, N); }, flip, 256, same(odd),
		[&] { CHECK(cudaMemset(flip, 0, 1024)); });
	std::vector<byte> counter(N);
	std::vector<unsigned> often(16000), count(16);
	for (int i = 0; i < N; i++) {
		counter[i] = w[i] % 16;
		often[counter[i] * 1000 + count[counter[i]]++ % 1000]++;
	}
	byte *dc = upload(counter);
	unsigned *now = dev<unsigned>(16), *seen = dev<unsigned>(16000);
	job<unsigned>(
		"turnstiles.wrap_at_thousand", [&] { turnstile<<<(N + 255) / 256, 256>>>(dc, now, seen, N); }, seen,
		16000, same(often),
		[&] {
			CHECK(cudaMemset(now, 0, 64));
			CHECK(cudaMemset(seen, 0, 64000));
		});
}
void rows()
{
	std::vector<unsigned> w = words(600000);
	std::vector<float> f = fractions(w);
	ballots(w);
	ledger(w);
	nearest(w);
	charges(f);
	records(w, f);
	purses(w);
	trays();
	buckets(w);
}
