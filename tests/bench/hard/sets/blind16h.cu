// blind16h: a fresh set of kernels that nobody had modelled when they were written. Parses, tables, chance, coins.
#include "blind7.h"

static const int WORDS = 34, RULES = 56;
__constant__ byte grammar[3 * RULES];
__global__ void parse(const unsigned *words_of, unsigned *whole, unsigned *cells)
{ // which of sixteen kinds each stretch of a sentence can be: a sentence a block, stretches by length
	__shared__ unsigned kind[WORDS * WORDS];
	int t = threadIdx.x;
	for (int i = t; i < WORDS; i += blockDim.x)
		kind[i] = words_of[blockIdx.x * WORDS + i];
	for (int len = 2; len <= WORDS; len++) {
		int places = WORDS - len + 1;
		for (int i = t; i < places; i += blockDim.x)
			kind[(len - 1) * WORDS + i] = 0;
		__syncthreads();
		for (int e = t; e < places * (len - 1); e += blockDim.x) {
			int i = e % places, cut = 1 + e / places;
			unsigned l = kind[(cut - 1) * WORDS + i], r = kind[(len - cut - 1) * WORDS + i + cut], m = 0;
			if (l && r)
				for (int k = 0; k < RULES; k++)
					m |= (l >> grammar[3 * k + 1] & r >> grammar[3 * k + 2] & 1) << grammar[3 * k];
			if (m)
				atomicOr(&kind[(len - 1) * WORDS + i], m);
		}
		__syncthreads();
	}
	if (t == 0) {
		unsigned sum = 0;
		for (int k = 0; k < WORDS * WORDS; k++)
			if (k % WORDS <= WORDS - 1 - k / WORDS)
				sum += __popc(kind[k]);
		whole[blockIdx.x] = kind[(WORDS - 1) * WORDS];
		cells[blockIdx.x] = sum;
	}
}
static const int LONG = 160;
__host__ __device__ int rising_length(const unsigned *v, int step)
{ // the most values that rise from left to right: the least end of each length is kept, found by halving
	unsigned end[LONG];
	int n = 0;
	for (int i = 0; i < LONG; i++) {
		unsigned x = v[i * step];
		int lo = 0, hi = n;
		while (lo < hi) {
			int mid = (lo + hi) / 2;
			if (end[mid] < x)
				lo = mid + 1;
			else
				hi = mid;
		}
		end[lo] = x;
		n += lo == n;
	}
	return n;
}
__global__ void rising_most(const unsigned *v, int *out, int n)
{ // a row of values a thread, values of neighbours side by side
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = rising_length(v + i, n);
}
__global__ void word_tree_diagonal(const unsigned *heavy, unsigned *cost, int n, int len)
{ // the cheapest search tree for each stretch of len keys: a stretch a warp, a root a lane
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, j = i + len;
	if (j > n)
		return;
	unsigned best = ~0u;
	for (int k = i + lane; k < j; k += 32)
		best = min(best, cost[i * (n + 1) + k] + cost[(k + 1) * (n + 1) + j]);
	best = __reduce_min_sync(~0u, best);
	if (lane == 0)
		cost[i * (n + 1) + j] = best + heavy[j] - heavy[i];
}
__global__ void word_tree_block(const unsigned *heavy, unsigned *cost, int n)
{ // the same, one block for all lengths, half the table in shared memory; a stretch a thread
	extern __shared__ unsigned c[];
	int t = threadIdx.x;
	auto at = [](int i, int j) { return j * (j + 1) / 2 + i; };
	for (int i = t; i <= n; i += blockDim.x)
		c[at(i, i)] = 0;
	__syncthreads();
	for (int len = 1; len <= n; len++) {
		for (int i = t; i + len <= n; i += blockDim.x) {
			unsigned best = ~0u;
			for (int k = i; k < i + len; k++)
				best = min(best, c[at(i, k)] + c[at(k + 1, i + len)]);
			c[at(i, i + len)] = best + heavy[i + len] - heavy[i];
		}
		__syncthreads();
	}
	for (int j = 0; j <= n; j++)
		for (int i = t; i <= j; i += blockDim.x)
			cost[i * (n + 1) + j] = c[at(i, j)];
}
static const int SIDE = 23;
__host__ __device__ int snake(unsigned first, int given, int more)
{ // how many ways a snake goes on for some steps without touching itself, after given first ones
	unsigned row[SIDE];
	byte way[16];
	const int dx[4] = { 1, 0, -1, 0 }, dy[4] = { 0, 1, 0, -1 };
	int x = SIDE / 2, y = SIDE / 2, deep = 0, count = 0;
	for (int k = 0; k < SIDE; k++)
		row[k] = 0;
	row[y] = 1u << x;
	for (int k = 0; k < given; k++, first >>= 2) {
		x += dx[first & 3], y += dy[first & 3];
		if (row[y] >> x & 1)
			return 0;
		row[y] |= 1u << x;
	}
	way[0] = 0;
	while (deep >= 0) {
		if (way[deep] == 4) {
			row[y] ^= 1u << x;
			if (--deep >= 0) {
				x -= dx[way[deep] - 1], y -= dy[way[deep] - 1];
			}
			continue;
		}
		int w = way[deep]++, nx = x + dx[w], ny = y + dy[w];
		if (row[ny] >> nx & 1)
			continue;
		if (deep + 1 == more)
			count++;
		else {
			x = nx, y = ny;
			row[y] |= 1u << x;
			way[++deep] = 0;
		}
	}
	return count;
}
__global__ void snakes(int *out, int n, int given, int more)
{ // a beginning a thread; many beginnings touch themselves and have none
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = snake(i, given, more);
}
__global__ void seep(const byte *open, int *deepest, int *wet, int w, int h)
{ // water seeps through a porous block from the top: a sample a block, rounds until nothing changes
	extern __shared__ byte cell[];
	__shared__ int low, many;
	int n = w * h, t = threadIdx.x;
	for (int i = t; i < n; i += blockDim.x)
		cell[i] = open[blockIdx.x * n + i] ? i < w ? 2 : 1 : 0;
	if (t == 0)
		low = many = 0;
	bool again = true;
	while (__syncthreads_or(again)) {
		again = false;
		for (int i = t; i < n; i += blockDim.x) {
			volatile byte *c = cell;
			int x = i % w;
			if (c[i] == 1 &&
				((i >= w && c[i - w] == 2) || (i + w < n && c[i + w] == 2) || (x && c[i - 1] == 2) ||
					(x + 1 < w && c[i + 1] == 2))) {
				c[i] = 2;
				again = true;
			}
		}
	}
	for (int i = t; i < n; i += blockDim.x)
		if (cell[i] == 2) {
			atomicMax(&low, i / w);
			atomicAdd(&many, 1);
		}
	__syncthreads();
	if (t == 0)
		deepest[blockIdx.x] = low, wet[blockIdx.x] = many;
}
__host__ __device__ float two_normals(unsigned &seed, float *other)
{ // two normal numbers from two even ones
	seed = seed * 1664525u + 1013904223u;
	float a = ((seed >> 9) + 0.5f) / 8388608;
	seed = seed * 1664525u + 1013904223u;
	float b = (seed >> 9) * (6.2831853f / 8388608), r = sqrtf(-2 * logf(a));
	*other = r * sinf(b);
	return r * cosf(b);
}
__host__ __device__ float wild_price(unsigned seed, int steps)
{ // a price whose wildness wanders, too
	float log_price = 0, wild = 0.04f, dt = 1.0f / steps, root = sqrtf(dt);
	for (int s = 0; s < steps; s++) {
		float b, a = two_normals(seed, &b), v = fmaxf(wild, 0), sv = sqrtf(v);
		log_price += -0.5f * v * dt + sv * root * a;
		wild += 1.5f * (0.04f - v) * dt + 0.3f * sv * root * (-0.7f * a + 0.714f * b);
	}
	return expf(log_price);
}
__global__ void wild_prices(const unsigned *seed, float *out, int n, int steps)
{ // a path a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = wild_price(seed[i], steps);
}
__global__ void paid(const int *coin, u64 *ways, int coins, int sum)
{ // in how many ways each sum is paid: one block; each remainder of a coin's value is a thread's chain
	extern __shared__ u64 way[];
	for (int i = threadIdx.x; i <= sum; i += blockDim.x)
		way[i] = i == 0;
	__syncthreads();
	for (int k = 0; k < coins; k++) {
		int c = coin[k];
		for (int r = threadIdx.x; r < c; r += blockDim.x)
			for (int v = r + c; v <= sum; v += c)
				way[v] += way[v - c];
		__syncthreads();
	}
	for (int i = threadIdx.x; i <= sum; i += blockDim.x)
		ways[i] = way[i];
}
void rows()
{
	std::vector<unsigned> w = words(800000);
	const int SENTENCES = 70;
	std::vector<byte> rule(3 * RULES);
	std::vector<unsigned> said(SENTENCES * WORDS), parsed(2 * SENTENCES);
	for (int i = 0; i < 3 * RULES; i++)
		rule[i] = w[i] % 16;
	for (size_t i = 0; i < said.size(); i++)
		said[i] = 1u << w[i + 900] % 16 | 1u << w[i + 5000] % 16;
	for (int s = 0; s < SENTENCES; s++) {
		std::vector<unsigned> kind(WORDS * WORDS);
		for (int i = 0; i < WORDS; i++)
			kind[i] = said[s * WORDS + i];
		for (int len = 2; len <= WORDS; len++)
			for (int i = 0; i + len <= WORDS; i++)
				for (int cut = 1; cut < len; cut++) {
					unsigned l = kind[(cut - 1) * WORDS + i],
						 r = kind[(len - cut - 1) * WORDS + i + cut];
					for (int k = 0; k < RULES; k++)
						kind[(len - 1) * WORDS + i] |=
							(l >> rule[3 * k + 1] & r >> rule[3 * k + 2] & 1)
							<< rule[3 * k];
				}
		parsed[s] = kind[(WORDS - 1) * WORDS];
		for (unsigned k : kind)
			parsed[SENTENCES + s] += __builtin_popcount(k);
	}
	CHECK(cudaMemcpyToSymbol(grammar, rule.data(), rule.size()));
	unsigned *dsaid = upload(said), *o = dev<unsigned>(100000);
	job<unsigned>(
		"sentence_kinds.sentence_a_block", [&] { parse<<<SENTENCES, 96>>>(dsaid, o, o + SENTENCES); }, o,
		2 * SENTENCES, same(parsed));

	const int LISTS = 4500;
	std::vector<unsigned> value(w.begin(), w.begin() + LISTS * LONG);
	std::vector<int> most(LISTS);
	for (int i = 0; i < LISTS; i++)
		most[i] = rising_length(&value[i], LISTS);
	unsigned *dv = upload(value);
	int *oi = dev<int>(20000);
	job<int>(
		"rising_values.ends_in_local_memory", [&] { rising_most<<<(LISTS + 63) / 64, 64>>>(dv, oi, LISTS); },
		oi, LISTS, same(most));

	const int K = 150;
	std::vector<unsigned> heavy(K + 1), cost((K + 1) * (K + 1));
	for (int i = 0; i < K; i++)
		heavy[i + 1] = heavy[i] + w[i] % 500;
	for (int len = 1; len <= K; len++)
		for (int i = 0; i + len <= K; i++) {
			unsigned best = ~0u;
			for (int k = i; k < i + len; k++)
				best = std::min(best, cost[i * (K + 1) + k] + cost[(k + 1) * (K + 1) + i + len]);
			cost[i * (K + 1) + i + len] = best + heavy[i + len] - heavy[i];
		}
	unsigned *dh = upload(heavy);
	auto nothing = [&] { CHECK(cudaMemset(o, 0, 4 * (K + 1) * (K + 1))); };
	job<unsigned>(
		"search_tree_cost.length_a_launch",
		[&] {
			for (int len = 1; len <= K; len++)
				word_tree_diagonal<<<(K - len + 1 + 3) / 4, 128>>>(dh, o, K, len);
		},
		o, (K + 1) * (K + 1), same(cost), nothing);
	job<unsigned>(
		"search_tree_cost.one_block", [&] { word_tree_block<<<1, 160, (K + 1) * (K + 2) * 2>>>(dh, o, K); }, o,
		(K + 1) * (K + 1), same(cost), nothing);

	const int GIVEN
	= 6, MORE = 4, STARTS = 1 << 2 * GIVEN;
	std::vector<int> goes(STARTS);
	for (int i = 0; i < STARTS; i++)
		goes[i] = snake(i, GIVEN, MORE);
	job<int>(
		"snakes.beginning_a_thread", [&] { snakes<<<STARTS / 64, 64>>>(oi, STARTS, GIVEN, MORE); }, oi, STARTS,
		same(goes));

	const int SAMPLES = 80, PW = 50, PH = 44;
	std::vector<byte> open(SAMPLES * PW * PH);
	std::vector<int> seeped(2 * SAMPLES);
	for (size_t i = 0; i < open.size(); i++)
		open[i] = w[i] % 1000 < 600 + i / (PW * PH) % 9 * 5;
	for (int s = 0; s < SAMPLES; s++) {
		std::vector<int> todo, wet(PW * PH);
		byte *c = &open[s * PW * PH];
		auto go = [&](int x, int y) {
			if (x >= 0 && y >= 0 && x < PW && y < PH && c[y * PW + x] && !wet[y * PW + x])
				wet[y * PW + x] = 1, todo.push_back(y * PW + x);
		};
		for (int x = 0; x < PW; x++)
			go(x, 0);
		for (size_t q = 0; q < todo.size(); q++) {
			int x = todo[q] % PW, y = todo[q] / PW;
			seeped[s] = std::max(seeped[s], y);
			go(x - 1, y), go(x + 1, y), go(x, y - 1), go(x, y + 1);
		}
		seeped[SAMPLES + s] = todo.size();
	}
	byte *dopen = upload(open);
	job<int>(
		"seeping.sample_a_block", [&] { seep<<<SAMPLES, 250, PW * PH>>>(dopen, oi, oi + SAMPLES, PW, PH); }, oi,
		2 * SAMPLES, same(seeped));

	const int PATHS = 13000, STEPS = 40;
	std::vector<float> price(PATHS);
	for (int i = 0; i < PATHS; i++)
		price[i] = wild_price(w[i], STEPS);
	unsigned *dw = upload(w);
	float *of = dev<float>(PATHS);
	job<float>(
		"wild_prices.path_a_thread", [&] { wild_prices<<<(PATHS + 99) / 100, 100>>>(dw, of, PATHS, STEPS); },
		of, PATHS, close_to(price, 1e-2));

	const int SUM = 5600, COINS = 9;
	std::vector<int> coin = { 12, 25, 40, 64, 99, 150, 200, 333, 500 };
	std::vector<u64> ways(SUM + 1);
	ways[0] = 1;
	for (int c : coin)
		for (int v = c; v <= SUM; v++)
			ways[v] += ways[v - c];
	int *dcoin = upload(coin);
	u64 *ow = dev<u64>(SUM + 1);
	job<u64>(
		"ways_to_pay.chains_in_one_block", [&] { paid<<<1, 288, 8 * (SUM + 1)>>>(dcoin, ow, COINS, SUM); }, ow,
		SUM + 1, same(ways));
}
