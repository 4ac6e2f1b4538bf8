// blind27c: a fresh set of kernels that nobody had modelled when they were written. Uneven work: deep zooms, long
// chains, triangles, lists of all lengths, early exits, heavy blocks first or last.
#include "blind7.h"

__host__ __device__ int hail(u64 v)
{
	int steps = 0;
	while (v != 1) {
		v = v & 1 ? 3 * v + 1 : v >> 1;
		steps++;
	}
	return steps;
}
__global__ void hail_thread(const unsigned *start, int *out, int n)
{ // up and down until one is reached: a number a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = hail(start[i]);
}
__global__ void hail_refill(const unsigned *start, int *out, int *next, int n)
{ // a thread that has done takes another number at once
	int i = atomicAdd(next, 1);
	u64 v = i < n ? start[i] : 1;
	int steps = 0;
	while (i < n) {
		if (v == 1) {
			out[i] = steps;
			i = atomicAdd(next, 1);
			if (i >= n)
				break;
			v = start[i], steps = 0;
			continue;
		}
		v = v & 1 ? 3 * v + 1 : v >> 1;
		steps++;
	}
}
__host__ __device__ static double times(double a, double b)
{
#ifdef __CUDA_ARCH__
	return __dmul_rn(a, b);
#else
	return a * b;
#endif
}
__host__ __device__ static double plus(double a, double b)
{
#ifdef __CUDA_ARCH__
	return __dadd_rn(a, b);
#else
	return a + b;
#endif
}
static const int ZW = 192, ZH = 96, DEEPEST = 700;
__host__ __device__ int zoom(int px, int py)
{ // how long a point stays: a picture a millionth wide
	double cx = plus(-0.743643887037151, times(px - ZW / 2, 3e-7)),
	       cy = plus(0.13182590420533, times(py - ZH / 2, 3e-7));
	double x = 0, y = 0;
	int k = 0;
	while (k < DEEPEST) {
		double xx = times(x, x), yy = times(y, y);
		if (plus(xx, yy) > 4)
			break;
		y = plus(times(2 * x, y), cy);
		x = plus(plus(xx, -yy), cx);
		k++;
	}
	return k;
}
__global__ void zoom_pixel(short *out)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	out[y * ZW + x] = zoom(x, y);
}
__global__ void zoom_queue(short *out, int *next)
{ // warps take 32 pixels from a counter
	int lane = threadIdx.x % 32;
	for (;;) {
		int at = 0;
		if (lane == 0)
			at = atomicAdd(next, 32);
		at = __shfl_sync(~0u, at, 0) + lane;
		if (at - lane >= ZW * ZH)
			break;
		out[at] = zoom(at % ZW, at / ZW);
	}
}
__global__ void meet_row(const short2 *p, int *out, int n)
{ // whom of those after me do I meet? a person a thread: the first has the longest row
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	short2 own = p[i];
	int many = 0;
	for (int j = i + 1; j < n; j++)
		many += abs(p[j].x - own.x) + abs(p[j].y - own.y) < 1000;
	out[i] = many;
}
__global__ void meet_folded(const short2 *p, int *out, int n)
{ // a thread has a row from the begin and one from the end
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t >= n / 2)
		return;
	for (int k = 0; k < 2; k++) {
		int i = k ? n - 1 - t : t, many = 0;
		short2 own = p[i];
		for (int j = i + 1; j < n; j++)
			many += abs(p[j].x - own.x) + abs(p[j].y - own.y) < 1000;
		out[i] = many;
	}
}
__global__ void meet_block(const short2 *p, int *out, int n)
{ // rows are shared by a block
	__shared__ int sum;
	if (threadIdx.x == 0)
		sum = 0;
	__syncthreads();
	int i = blockIdx.x, many = 0;
	short2 own = p[i];
	for (int j = i + 1 + threadIdx.x; j < n; j += blockDim.x)
		many += abs(p[j].x - own.x) + abs(p[j].y - own.y) < 1000;
	if (many)
		atomicAdd(&sum, many);
	__syncthreads();
	if (threadIdx.x == 0)
		out[i] = sum;
}
__global__ void fans_thread(const int *first, const int *who, const int *age, int *out, int n)
{ // the oldest and how many years together: few have very many
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int sum = 0, most = 0;
	for (int e = first[i]; e < first[i + 1]; e++) {
		int a = age[who[e]];
		sum += a;
		most = max(most, a);
	}
	out[i] = sum * 128 + most;
}
__global__ void fans_warp(const int *first, const int *who, const int *age, int *out, int n)
{
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (i >= n)
		return;
	int sum = 0, most = 0;
	for (int e = first[i] + lane; e < first[i + 1]; e += 32) {
		int a = age[who[e]];
		sum += a;
		most = max(most, a);
	}
	sum = __reduce_add_sync(~0u, sum);
	most = __reduce_max_sync(~0u, most);
	if (lane == 0)
		out[i] = sum * 128 + most;
}
__global__ void fans_by_length(const int *first, const int *who, const int *age, int *out, int n)
{ // short ones by the thread, middling by the warp, long by the block
	__shared__ int all, most_all, long_one[128], longs;
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, lane = t % 32;
	if (t == 0)
		longs = 0;
	__syncthreads();
	int f = i < n ? first[i] : 0, many = i < n ? first[i + 1] - f : 0, sum = 0, most = 0;
	if (many > 1024)
		long_one[atomicAdd(&longs, 1)] = i;
	if (many <= 32)
		for (int e = f; e < f + many; e++) {
			int a = age[who[e]];
			sum += a;
			most = max(most, a);
		}
	unsigned left = __ballot_sync(~0u, many > 32 && many <= 1024);
	while (left) {
		int l = __ffs(left) - 1, from = __shfl_sync(~0u, f, l), to = from + __shfl_sync(~0u, many, l), s = 0,
		    m = 0;
		left &= left - 1;
		for (int e = from + lane; e < to; e += 32) {
			int a = age[who[e]];
			s += a;
			m = max(m, a);
		}
		s = __reduce_add_sync(~0u, s);
		m = __reduce_max_sync(~0u, m);
		if (lane == l)
			sum = s, most = m;
	}
	if (i < n && many <= 1024)
		out[i] = sum * 128 + most;
	__syncthreads();
	for (int k = 0; k < longs; k++) {
		if (t == 0)
			all = most_all = 0;
		__syncthreads();
		int j = long_one[k], s = 0, m = 0;
		for (int e = first[j] + t; e < first[j + 1]; e += blockDim.x) {
			int a = age[who[e]];
			s += a;
			m = max(m, a);
		}
		atomicAdd(&all, s);
		atomicMax(&most_all, m);
		__syncthreads();
		if (t == 0)
			out[j] = all * 128 + most_all;
		__syncthreads();
	}
}
__global__ void divisor_odd(const unsigned *v, unsigned *out, int n)
{ // the least divisor by trying all odd numbers: early for most, late for primes
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned x = v[i], d = 3;
	if (x % 2 == 0) {
		out[i] = 2;
		return;
	}
	while (d * d <= x && x % d)
		d += 2;
	out[i] = d * d <= x ? d : x;
}
__global__ void divisor_warp(const unsigned *v, unsigned *out, int n)
{ // 32 divisors at a time
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (i >= n)
		return;
	unsigned x = v[i], found = x;
	for (unsigned d = 2; d * d <= x; d += 32) {
		unsigned hit = __ballot_sync(~0u, x % (d + lane) == 0 && d + lane < x);
		if (hit) {
			found = d + __ffs(hit) - 1;
			break;
		}
	}
	if (lane == 0)
		out[i] = found;
}
static const unsigned MOD = 1000003;
__global__ void orders(const int *length, const unsigned *seed, unsigned *out)
{ // a block an order: the length says how many rounds
	__shared__ unsigned v[128];
	int t = threadIdx.x, b = blockIdx.x;
	unsigned x = seed[b] + t;
	for (int k = 0; k < length[b]; k++) {
		x = (x * 769 + k) % MOD;
		if (k % 16 == 15) {
			v[t] = x;
			__syncthreads();
			x ^= v[(t + 33) % 128];
			__syncthreads();
		}
	}
	out[b * 128 + t] = x;
}
static const int SEG = 2048;
__global__ void sieve_segment(const int *prime, int primes, int *many)
{ // a block sieves 4096 numbers; small primes have long loops, large ones hardly any
	__shared__ byte no[SEG];
	__shared__ int count;
	int t = threadIdx.x, low = blockIdx.x * SEG * 2 + 1;
	for (int k = t; k < SEG; k += blockDim.x)
		no[k] = 0;
	if (t == 0)
		count = 0;
	__syncthreads();
	for (int k = t; k < primes; k += blockDim.x) {
		int p = prime[k], from = max(p * p, (low + p - 1) / p * p);
		from += from % 2 ? 0 : p;
		for (int v = from; v < low + 2 * SEG; v += 2 * p)
			no[(v - low) / 2] = 1;
	}
	__syncthreads();
	int mine = 0;
	for (int k = t; k < SEG; k += blockDim.x)
		mine += !no[k] && low + 2 * k > 1;
	atomicAdd(&count, mine);
	__syncthreads();
	if (t == 0)
		many[blockIdx.x] = count;
}
static void chains(const std::vector<unsigned> &w)
{
	const int N = 20000;
	std::vector<unsigned> start(N);
	std::vector<int> want(N);
	for (int i = 0; i < N; i++) {
		start[i] = i % 5000 == 77 ? 837799 : 1 + w[i] % (i % 3 ? 3000 : 3000000);
		want[i] = hail(start[i]);
	}
	unsigned *ds = upload(start);
	int *o = dev<int>(N), *next = dev<int>(1);
	job<int>(
		"up_and_down.number_a_thread", [&] { hail_thread<<<(N + 255) / 256, 256>>>(ds, o, N); }, o, N,
		same(want));
	job<int>(
		"up_and_down.next_at_once", [&] { hail_refill<<<20, 128>>>(ds, o, next, N); }, o, N, same(want),
		[&] { CHECK(cudaMemset(next, 0, 4)); });
}
static void pictures()
{
	std::vector<short> want(ZW * ZH);
	for (int i = 0; i < ZW * ZH; i++)
		want[i] = zoom(i % ZW, i / ZW);
	short *o = dev<short>(ZW * ZH);
	int *next = dev<int>(1);
	job<short>(
		"deep_zoom.pixel_a_thread", [&] { zoom_pixel<<<dim3(ZW / 16, ZH / 16), dim3(16, 16)>>>(o); }, o,
		ZW * ZH, same(want));
	job<short>(
		"deep_zoom.warps_queue", [&] { zoom_queue<<<66, 128>>>(o, next); }, o, ZW * ZH, same(want),
		[&] { CHECK(cudaMemset(next, 0, 4)); });
}
static void meetings(const std::vector<unsigned> &w)
{
	const int N = 2200;
	std::vector<short2> p(N);
	std::vector<int> want(N);
	for (int i = 0; i < N; i++)
		p[i] = make_short2(w[i] % 10000, w[i + 4000] % 10000);
	for (int i = 0; i < N; i++)
		for (int j = i + 1; j < N; j++)
			want[i] += abs(p[j].x - p[i].x) + abs(p[j].y - p[i].y) < 1000;
	short2 *dp = upload(p);
	int *o = dev<int>(N);
	job<int>(
		"meets_later_ones.person_a_thread", [&] { meet_row<<<(N + 63) / 64, 64>>>(dp, o, N); }, o, N,
		same(want));
	job<int>(
		"meets_later_ones.first_and_last", [&] { meet_folded<<<(N / 2 + 31) / 32, 32>>>(dp, o, N); }, o, N,
		same(want));
	job<int>(
		"meets_later_ones.person_a_block", [&] { meet_block<<<N, 128>>>(dp, o, N); }, o, N, same(want));
}
static void fans(const std::vector<unsigned> &w)
{
	const int N = 16000;
	std::vector<int> first(N + 1), who, age(N), want(N);
	for (int i = 0; i < N; i++) {
		age[i] = 10 + w[i] % 80;
		first[i + 1] = first[i] + std::min(30000u, 300000u / (1 + w[i + 300] % 150000));
	}
	who.resize(first[N]);
	for (int e = 0; e < first[N]; e++)
		who[e] = w[e % 900000 + 17] % N;
	for (int i = 0; i < N; i++) {
		int sum = 0, most = 0;
		for (int e = first[i]; e < first[i + 1]; e++)
			sum += age[who[e]], most = std::max(most, age[who[e]]);
		want[i] = sum * 128 + most;
	}
	int *df = upload(first), *dw = upload(who), *da = upload(age), *o = dev<int>(N);
	job<int>(
		"ages_of_fans.list_a_thread", [&] { fans_thread<<<(N + 127) / 128, 128>>>(df, dw, da, o, N); }, o, N,
		same(want));
	job<int>(
		"ages_of_fans.list_a_warp", [&] { fans_warp<<<(N + 3) / 4, 128>>>(df, dw, da, o, N); }, o, N,
		same(want));
	job<int>(
		"ages_of_fans.by_length", [&] { fans_by_length<<<(N + 127) / 128, 128>>>(df, dw, da, o, N); }, o, N,
		same(want));
}
static void divisors(const std::vector<unsigned> &w)
{
	const int N = 8000;
	std::vector<unsigned> v(N), want(N);
	for (int i = 0; i < N; i++) {
		v[i] = 2 + w[i] % (i % 100 == 50 ? 100000000 : 2000000);
		unsigned d = 2;
		while (d * d <= v[i] && v[i] % d)
			d++;
		want[i] = d * d <= v[i] ? d : v[i];
	}
	unsigned *dv = upload(v), *o = dev<unsigned>(N);
	job<unsigned>(
		"least_divisor.number_a_thread", [&] { divisor_odd<<<(N + 127) / 128, 128>>>(dv, o, N); }, o, N,
		same(want));
	job<unsigned>(
		"least_divisor.number_a_warp", [&] { divisor_warp<<<(N + 7) / 8, 256>>>(dv, o, N); }, o, N, same(want));
}
static void shop(const std::vector<unsigned> &w)
{
	const int B = 400;
	std::vector<int> length(B);
	for (int b = 0; b < B; b++)
		length[b] = b < 8 ? 500 : 20 + w[b] % 40;
	std::vector<unsigned> seed(w.begin(), w.begin() + B);
	unsigned *ds = upload(seed), *o = dev<unsigned>(B * 128);
	for (int last = 0; last < 2; last++) {
		if (last)
			std::reverse(length.begin(), length.end());
		std::vector<unsigned> want(B * 128);
		for (int b = 0; b < B; b++) {
			unsigned *x = &want[b * 128], old[128];
			for (int t = 0; t < 128; t++)
				x[t] = seed[b] + t;
			for (int k = 0; k < length[b]; k++) {
				for (int t = 0; t < 128; t++)
					old[t] = x[t] = (x[t] * 769 + k) % MOD;
				if (k % 16 == 15)
					for (int t = 0; t < 128; t++)
						x[t] ^= old[(t + 33) % 128];
			}
		}
		int *dl = upload(length);
		job<unsigned>(
			last ? "orders.long_ones_last" : "orders.long_ones_first",
			[&] { orders<<<B, 128>>>(dl, ds, o); }, o, B * 128, same(want));
	}
}
static void primes()
{
	const int B = 400, TOP = SEG * 2 * B;
	std::vector<byte> no(TOP + 2);
	std::vector<int> small, want(B);
	for (int p = 2; p * p <= TOP; p++)
		if (!no[p]) {
			if (p > 2)
				small.push_back(p);
			for (int v = p * p; v <= TOP; v += p)
				no[v] = 1;
		}
	for (int v = 3; v <= TOP; v += 2)
		want[(v - 1) / (2 * SEG)] += !no[v];
	int *dp = upload(small), *o = dev<int>(B);
	job<int>(
		"sieve.segment_a_block", [&] { sieve_segment<<<B, 256>>>(dp, small.size(), o); }, o, B, same(want));
}
void rows()
{
	std::vector<unsigned> w = words(1000000);
	chains(w);
	pictures();
	meetings(w);
	fans(w);
	divisors(w);
	shop(w);
	primes();
}
