// blind25f: a fresh set of kernels that nobody had modelled when they were written. Options, order books, statistics.
#include "blind7.h"
typedef unsigned u32;

struct Deal {
	float spot, strike, up, disc, p; // up: the log of one step
};
static const int STEPS = 127;
__global__ void early_block(const Deal *deal, float *out)
{ // a right to sell at any time: a deal a block, a leaf of the tree a thread
	__shared__ float v[2][STEPS + 2];
	Deal d = deal[blockIdx.x];
	int t = threadIdx.x, now = 0;
	v[0][t] = fmaxf(d.strike - d.spot * __expf(d.up * (2 * t - STEPS)), 0);
	for (int s = STEPS - 1; s >= 0; s--) {
		__syncthreads();
		if (t <= s) {
			float wait = d.disc * (d.p * v[now][t + 1] + (1 - d.p) * v[now][t]);
			v[1 - now][t] = fmaxf(wait, d.strike - d.spot * __expf(d.up * (2 * t - s)));
		}
		now = 1 - now;
	}
	if (t == 0)
		out[blockIdx.x] = v[now][0];
}
__global__ void early_warp(const Deal *deal, float *out, int n)
{ // a deal a warp, four leaves a lane
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (i >= n)
		return;
	Deal d = deal[i];
	float v[5], price[4], two = __expf(d.up);
	for (int k = 0; k < 4; k++) {
		price[k] = d.spot * __expf(d.up * (2 * (lane * 4 + k) - STEPS));
		v[k] = fmaxf(d.strike - price[k], 0);
	}
	for (int s = STEPS - 1; s >= 0; s--) {
		v[4] = __shfl_down_sync(~0u, v[0], 1);
		for (int k = 0; k < 4; k++) {
			price[k] *= two;
			v[k] = fmaxf(d.disc * (d.p * v[k + 1] + (1 - d.p) * v[k]), d.strike - price[k]);
		}
	}
	if (lane == 0)
		out[i] = v[0];
}
template <class T> __host__ __device__ T bell(T x)
{
	return (T)0.5 * erfc(-x * (T)0.70710678118654752);
}
template <class T> __host__ __device__ T worth(T s, T k, T t, T vol, T *slope)
{
	T root = sqrt(t), d = (log(s / k) + vol * vol * t / 2) / (vol * root);
	*slope = s * root * exp(-d * d / 2) * (T)0.3989422804014327;
	return s * bell(d) - k * bell(d - vol * root);
}
template <class T> __global__ void unrest(const T *s, const T *k, const T *t, const T *paid, T *vol, int n)
{ // how restless must prices be to be worth what was paid? each ends when it is near enough
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	T v = sqrt(fabs(log(s[i] / k[i])) * 2 / t[i]) + (T)0.05, slope;
	for (int round = 0; round < 20; round++) {
		T miss = worth(s[i], k[i], t[i], v, &slope) - paid[i];
		v -= miss / slope;
		if (fabs(miss) < (sizeof(T) == 4 ? (T)1e-5 : (T)1e-12) * s[i])
			break;
	}
	vol[i] = v;
}
__host__ __device__ inline u32 mixed(u32 x)
{
	x ^= x >> 16, x *= 0x7feb352d, x ^= x >> 15, x *= 0x846ca68b;
	return x ^ x >> 16;
}
__global__ void mean_of_path(double *part, int paths, int days, float drift, float vol, float strike)
{ // a right on the mean of a path; a path a thread and its mirror, blocks add doubles
	__shared__ double sum[4];
	double pay = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < paths; i += gridDim.x * blockDim.x) {
		float a = 1, b = 1, ma = 0, mb = 0;
		for (int d = 0; d < days; d += 2) {
			float u = (mixed(i * 1024 + d) + 0.5f) * 2.3283064e-10f, angle, x, y;
			angle = mixed(i * 1024 + d + 1) * 4.6566129e-10f;
			float r = vol * sqrtf(-2 * __logf(fminf(u, 0.9999999f)));
			sincospif(angle, &y, &x);
			a *= __expf(drift + r * x), b *= __expf(drift - r * x), ma += a, mb += b;
			a *= __expf(drift + r * y), b *= __expf(drift - r * y), ma += a, mb += b;
		}
		pay += fmaxf(ma / days - strike, 0) + fmaxf(mb / days - strike, 0);
	}
	for (int d = 16; d; d /= 2)
		pay += __shfl_down_sync(~0u, pay, d);
	if (threadIdx.x % 32 == 0)
		sum[threadIdx.x / 32] = pay;
	__syncthreads();
	if (threadIdx.x == 0)
		part[blockIdx.x] = sum[0] + sum[1] + sum[2] + sum[3];
}
__global__ void shuffled_thread(const int *v, int *out, int n, int trials)
{ // would labels drawn by chance part the values as far? a trial a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
	if (i >= trials)
		return;
	for (int k = 0; k < n; k += 32) {
		u32 side = mixed(i * 4096 + k);
		for (int q = 0; q < 32; q++)
			sum += side >> q & 1 ? v[k + q] : -v[k + q];
	}
	out[i] = sum;
}
__global__ void shuffled_warp(const int *v, int *out, int n, int trials)
{ // a trial a warp, values in shared memory for eight trials
	extern __shared__ int own[];
	for (int k = threadIdx.x; k < n; k += blockDim.x)
		own[k] = v[k];
	__syncthreads();
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, sum = 0;
	for (int k = 0; k < n; k += 32) {
		u32 side = mixed(i * 4096 + k);
		sum += side >> lane & 1 ? own[k + lane] : -own[k + lane];
	}
	sum = __reduce_add_sync(~0u, sum);
	if (lane == 0 && i < trials)
		out[i] = sum;
}
__global__ void agree_thread(const int2 *p, int *out, int n)
{ // do two orders agree? a thread compares its item with all later ones
	int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
	if (i >= n)
		return;
	int2 own = p[i];
	for (int k = i + 1; k < n; k++) {
		int2 o = p[k];
		sum += ((own.x < o.x) - (own.x > o.x)) * ((own.y < o.y) - (own.y > o.y));
	}
	atomicAdd(out, sum);
}
__global__ void agree_tiles(const int2 *p, int *out, int n)
{ // tiles of 64 against 64, only those on one side of the diagonal are launched
	__shared__ int2 tile[64];
	int row = 0, b = blockIdx.x, t = threadIdx.x, sum = 0;
	while (b > row)
		b -= ++row;
	int2 own = p[min(row * 64 + t, n - 1)];
	tile[t] = p[min(b * 64 + t, n - 1)];
	__syncthreads();
	for (int k = 0; k < 64; k++)
		if (row * 64 + t < n && b * 64 + k < row * 64 + t)
			sum += ((own.x < tile[k].x) - (own.x > tile[k].x)) *
				((own.y < tile[k].y) - (own.y > tile[k].y));
	sum = __reduce_add_sync(~0u, sum);
	if (t % 32 == 0)
		atomicAdd(out, sum);
}
static const int BELLS = 6;
struct Bell {
	double x, y, xx, xy, yy, weight;
};
__constant__ Bell bells[BELLS];
__global__ void clouds(const double2 *p, double *share, int n)
{ // to which of six clouds does a point belong, and how much
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double v[BELLS], sum = 0;
	for (int k = 0; k < BELLS; k++) {
		double x = p[i].x - bells[k].x, y = p[i].y - bells[k].y;
		sum += v[k] = bells[k].weight *
			exp(-0.5 * (bells[k].xx * x * x + 2 * bells[k].xy * x * y + bells[k].yy * y * y));
	}
	for (int k = 0; k < BELLS; k++)
		share[k * n + i] = v[k] / sum;
}
static const int PRICES = 48;
__host__ __device__ inline int traded(int *other, int step, int many, int from, int to, int dir, u32 &sum)
{ // takes from the other side of the book, best price first; what is left comes back
	for (int p = from; many && p != to; p += dir) {
		int take = other[p * step] < many ? other[p * step] : many;
		other[p * step] -= take, many -= take;
		sum += take * (p + 1);
	}
	return many;
}
template <class GET> __host__ __device__ u32 trade_day(int *buy, int *sell, int step, int orders, GET get)
{
	u32 sum = 0;
	for (int k = 0; k < orders; k++) {
		u32 o = get(k);
		int price = (o & 63) % PRICES, many = 1 + (o >> 8 & 15);
		if (o >> 31)
			buy[price * step] += traded(sell, step, many, 0, price + 1, 1, sum);
		else
			sell[price * step] += traded(buy, step, many, PRICES - 1, price - 1, -1, sum);
	}
	return sum;
}
__global__ void books_shared(const u32 *order, u32 *out, int books, int orders)
{ // a share's book of orders a thread, both sides in shared memory
	__shared__ int side[2][PRICES][32];
	int i = blockIdx.x * 32 + threadIdx.x;
	for (int k = 0; k < 2 * PRICES; k++)
		side[0][k][threadIdx.x] = 0;
	out[i] = trade_day(&side[0][0][threadIdx.x], &side[1][0][threadIdx.x], 32, orders,
		[&](int k) { return order[k * books + i]; });
}
__global__ void books_local(const u32 *order, u32 *out, int books, int orders)
{ // the same with local arrays
	int i = blockIdx.x * blockDim.x + threadIdx.x, buy[PRICES] = {}, sell[PRICES] = {};
	out[i] = trade_day(buy, sell, 1, orders, [&](int k) { return order[k * books + i]; });
}
__global__ void turned_digits(double *out, int n, int dims)
{ // points that fill a cube evenly: digits of a number turned round, a prime base for each direction
	int i = blockIdx.x * blockDim.x + threadIdx.x, d = blockIdx.y;
	const int prime[8] = { 2, 3, 5, 7, 11, 13, 17, 19 };
	if (i >= n)
		return;
	int base = prime[d], left = i + 1;
	double f = 1.0 / base, v = 0, part = f;
	while (left) {
		v += left % base * part;
		left /= base;
		part *= f;
	}
	out[d * n + i] = v;
}
static void options(const std::vector<float> &f)
{
	const int N = 120;
	std::vector<Deal> deal(N);
	std::vector<float> want(N);
	for (int i = 0; i < N; i++) {
		double spot = 80 + 40 * f[i], strike = 100, vol = 0.1 + 0.3 * f[i + 7], dt = 1.0 / STEPS,
		       up = vol * sqrt(dt);
		double disc = exp(-0.04 * dt), p = (exp(0.04 * dt) - exp(-up)) / (exp(up) - exp(-up));
		deal[i] = { (float)spot, (float)strike, (float)up, (float)disc, (float)p };
		std::vector<double> v(STEPS + 1), price(2 * STEPS + 1);
		for (int k = 0; k <= 2 * STEPS; k++)
			price[k] = strike - spot * exp(up * (k - STEPS));
		for (int k = 0; k <= STEPS; k++)
			v[k] = std::max(price[2 * k], 0.0);
		for (int s = STEPS - 1; s >= 0; s--)
			for (int k = 0; k <= s; k++)
				v[k] = std::max(disc * (p * v[k + 1] + (1 - p) * v[k]), price[2 * k - s + STEPS]);
		want[i] = v[0];
	}
	Deal *dd = upload(deal);
	float *o = dev<float>(N);
	job<float>(
		"early_sale.leaf_a_thread", [&] { early_block<<<N, STEPS + 1>>>(dd, o); }, o, N, close_to(want, 2e-3));
	job<float>(
		"early_sale.deal_a_warp", [&] { early_warp<<<N / 2, 64>>>(dd, o, N); }, o, N, close_to(want, 2e-3));
	const int M = 80000;
	std::vector<double> s(M), k(M), t(M), paid(M), vol(M);
	for (int i = 0; i < M; i++) {
		double slope;
		s[i] = 1, k[i] = 0.9 + 0.2 * f[i], t[i] = 0.5 + f[i + 3], vol[i] = 0.15 + 0.4 * f[i + 5];
		paid[i] = worth(s[i], k[i], t[i], vol[i], &slope);
	}
	auto small = [](const std::vector<double> &v) { return std::vector<float>(v.begin(), v.end()); };
	double *ds = upload(s), *dk = upload(k), *dt = upload(t), *dp = upload(paid), *od = dev<double>(M);
	float *fs = upload(small(s)), *fk = upload(small(k)), *ft = upload(small(t)), *fp = upload(small(paid)),
	      *of = dev<float>(M);
	job<float>(
		"unrest_of_prices.floats", [&] { unrest<<<(M + 127) / 128, 128>>>(fs, fk, ft, fp, of, M); }, of, M,
		close_to(small(vol), 1e-3));
	job<double>(
		"unrest_of_prices.doubles", [&] { unrest<<<(M + 63) / 64, 64>>>(ds, dk, dt, dp, od, M); }, od, M,
		close_to(vol, 1e-8));
	const int PATHS = 16000, DAYS = 48, BLOCKS = 100;
	double sum = 0;
	for (int i = 0; i < PATHS; i++) {
		double a = 1, b = 1, ma = 0, mb = 0;
		for (int d = 0; d < DAYS; d += 2) {
			double u = std::min((mixed(i * 1024 + d) + 0.5) / 4294967296.0, 0.9999999);
			double angle = mixed(i * 1024 + d + 1) / 2147483648.0 * M_PI, r = 0.03 * sqrt(-2 * log(u));
			double x = exp(0.0002 + r * cos(angle)), y = exp(0.0002 + r * sin(angle)), e = exp(0.0004);
			ma += a * x, ma += a *= x * y;
			mb += b * e / x, mb += b *= e * e / x / y;
		}
		sum += std::max(ma / DAYS - 1, 0.0) + std::max(mb / DAYS - 1, 0.0);
	}
	job<double>(
		"mean_of_a_path.path_and_mirror",
		[&] { mean_of_path<<<BLOCKS, 128>>>(od, PATHS, DAYS, 0.0002f, 0.03f, 1); }, od, BLOCKS,
		[sum](const std::vector<double> &v) {
			double all = 0;
			for (double p : v)
				all += p;
			return std::fabs(all - sum) < 1e-3 * sum;
		});
}
static void statistics(const std::vector<u32> &w, const std::vector<float> &f)
{
	const int V = 512, TRIALS = 4000;
	std::vector<int> v(V), want(TRIALS);
	for (int k = 0; k < V; k++)
		v[k] = w[k] % 1000;
	for (int i = 0; i < TRIALS; i++)
		for (int k = 0; k < V; k++)
			want[i] += mixed(i * 4096 + k / 32 * 32) >> k % 32 & 1 ? v[k] : -v[k];
	int *dv = upload(v), *o = dev<int>(TRIALS);
	job<int>(
		"shuffled_labels.trial_a_thread",
		[&] { shuffled_thread<<<(TRIALS + 63) / 64, 64>>>(dv, o, V, TRIALS); }, o, TRIALS, same(want));
	job<int>(
		"shuffled_labels.trial_a_warp", [&] { shuffled_warp<<<TRIALS / 8, 256, V * 4>>>(dv, o, V, TRIALS); }, o,
		TRIALS, same(want));
	const int N = 1600, TILES = N / 64;
	std::vector<int2> p(N);
	int sum = 0;
	for (int i = 0; i < N; i++) {
		p[i] = make_int2(w[i] % 900, w[i] % 900 / 3 + w[i + 55] % 500);
		for (int k = 0; k < i; k++) {
			int d = (p[k].x - p[i].x) * (p[k].y - p[i].y);
			sum += (d > 0) - (d < 0);
		}
	}
	int2 *dp = upload(p);
	auto clear = [&] { CHECK(cudaMemset(o, 0, 4)); };
	job<int>(
		"two_orders_agree.item_a_thread", [&] { agree_thread<<<(N + 95) / 96, 96>>>(dp, o, N); }, o, 1,
		same(std::vector<int>{ sum }), clear);
	job<int>(
		"two_orders_agree.half_of_all_tiles", [&] { agree_tiles<<<TILES *(TILES + 1) / 2, 64>>>(dp, o, N); }, o,
		1, same(std::vector<int>{ sum }), clear);
	const int C = 100000;
	std::vector<Bell> bell(BELLS);
	for (int k = 0; k < BELLS; k++)
		bell[k] = { f[k] * 4, f[k + 9] * 4, 1 + f[k + 20], f[k + 30] * 0.5, 1 + f[k + 40], 0.1 + f[k + 50] };
	CHECK(cudaMemcpyToSymbol(bells, bell.data(), sizeof(Bell) * BELLS));
	std::vector<double2> at(C);
	std::vector<double> share(BELLS * C);
	for (int i = 0; i < C; i++) {
		at[i] = make_double2(f[2 * i] * 4, f[2 * i + 1] * 4);
		double all = 0;
		for (int k = 0; k < BELLS; k++) {
			double x = at[i].x - bell[k].x, y = at[i].y - bell[k].y;
			double e = bell[k].xx * x * x + 2 * bell[k].xy * x * y + bell[k].yy * y * y;
			all += share[k * C + i] = bell[k].weight * exp(-e / 2);
		}
		for (int k = 0; k < BELLS; k++)
			share[k * C + i] /= all;
	}
	double2 *da = upload(at);
	double *os = dev<double>(BELLS * C);
	job<double>(
		"six_clouds.point_a_thread", [&] { clouds<<<(C + 255) / 256, 256>>>(da, os, C); }, os, BELLS * C,
		close_to(share, 1e-9));
	const int BOOKS = 1024, ORDERS = 150;
	std::vector<u32> order(w.begin(), w.begin() + BOOKS * ORDERS), money(BOOKS);
	for (int i = 0; i < BOOKS; i++) {
		std::vector<int> buy(PRICES), sell(PRICES);
		for (int k = 0; k < ORDERS; k++) {
			u32 x = order[k * BOOKS + i];
			int price = (x & 63) % PRICES, many = 1 + (x >> 8 & 15);
			while (many) {
				int best = -1;
				for (int q = 0; q < PRICES; q++)
					if (x >> 31 ? best < 0 && q <= price && sell[q] : q >= price && buy[q])
						best = q;
				if (best < 0)
					break;
				(x >> 31 ? sell : buy)[best]--, many--;
				money[i] += best + 1;
			}
			(x >> 31 ? buy : sell)[price] += many;
		}
	}
	u32 *dor = upload(order), *ob = dev<u32>(BOOKS);
	job<u32>(
		"books_of_offers.sides_in_shared", [&] { books_shared<<<BOOKS / 32, 32>>>(dor, ob, BOOKS, ORDERS); },
		ob, BOOKS, same(money));
	job<u32>(
		"books_of_offers.sides_local", [&] { books_local<<<BOOKS / 64, 64>>>(dor, ob, BOOKS, ORDERS); }, ob,
		BOOKS, same(money));
	const int H = 30000;
	std::vector<double> even(8 * H);
	for (int d = 0; d < 8; d++)
		for (int i = 0; i < H; i++) {
			const int prime[8] = { 2, 3, 5, 7, 11, 13, 17, 19 };
			long long turned = 0, size = 1;
			for (int x = i + 1; x; x /= prime[d])
				turned = turned * prime[d] + x % prime[d], size *= prime[d];
			even[d * H + i] = (double)turned / size;
		}
	job<double>(
		"turned_digits.number_a_thread", [&] { turned_digits<<<dim3((H + 255) / 256, 8), 256>>>(os, H, 8); },
		os, 8 * H, close_to(even, 1e-12));
}
void rows()
{
	std::vector<u32> w = words(400000);
	std::vector<float> f = fractions(w);
	options(f);
	statistics(w, f);
}
