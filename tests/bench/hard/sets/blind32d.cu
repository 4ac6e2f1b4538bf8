// blind32d: a fresh set of kernels that nobody had modelled when they were written. Loops with many ways out: games of
// chance, machines of states, refilled lanes, own stacks, slow cooling.
#include "blind7.h"

#define HD __host__ __device__ __forceinline__
static int up(int n, int b)
{
	return (n + b - 1) / b;
}
HD unsigned next_lot(unsigned &s)
{
	s ^= s << 13, s ^= s >> 17, s ^= s << 5;
	return s * 0x9e3779bbu >> 8;
}
HD unsigned seed_of(unsigned i)
{
	i = (i + 1) * 0x85ebca6bu;
	i ^= i >> 13, i *= 0xc2b2ae35u;
	return i ^ i >> 16 | 1;
}
// snakes and ladders: 100 squares, three sixes in a row and one begins anew, exact throw to end
struct Board {
	byte to[101];
};
__constant__ Board board;
HD int ladder_game(const byte *to, unsigned s)
{
	int at = 0, sixes = 0;
	for (int throws = 1; throws < 400; throws++) {
		int d = next_lot(s) % 6 + 1;
		if (d == 6) {
			if (++sixes == 3) {
				at = sixes = 0;
				continue;
			}
		} else
			sixes = 0;
		if (at + d > 100)
			continue;
		at = to[at + d];
		if (at == 100)
			return throws;
	}
	return 400;
}
__global__ void ladder_constant(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = ladder_game(board.to, seed_of(i));
}
__global__ void ladder_shared(int *out, int n)
{
	__shared__ byte to[104];
	if (threadIdx.x < 101)
		to[threadIdx.x] = board.to[threadIdx.x];
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = ladder_game(to, seed_of(i));
}
__global__ void ladder_refill(int *out, int n, int *drawn)
{ // a lane whose game is over takes the next one; a warp asks for all of its free lanes at once
	__shared__ byte to[104];
	for (int k = threadIdx.x; k < 101; k += blockDim.x)
		to[k] = board.to[k];
	__syncthreads();
	int game = -1, at = 0, sixes = 0, throws = 0, l = threadIdx.x & 31;
	unsigned s = 1;
	bool dry = false;
	for (;;) {
		unsigned idle = __ballot_sync(~0u, game < 0);
		if (!dry && (__popc(idle) >= 8 || idle == ~0u)) {
			int first = 0;
			if (l == 0)
				first = atomicAdd(drawn, __popc(idle));
			first = __shfl_sync(~0u, first, 0);
			if (game < 0) {
				int g = first + __popc(idle & ((1u << l) - 1));
				if (g < n)
					game = g, s = seed_of(g), at = sixes = throws = 0;
			}
			dry = first + __popc(idle) >= n;
		}
		if (dry && !__any_sync(~0u, game >= 0))
			return;
		if (game < 0)
			continue;
		throws++;
		int d = next_lot(s) % 6 + 1;
		sixes = d == 6 ? sixes + 1 : 0;
		if (sixes == 3)
			at = sixes = 0;
		else if (at + d <= 100)
			at = to[at + d];
		if (at == 100 || throws == 399) {
			out[game] = at == 100 ? throws : 400;
			game = -1;
		}
	}
}
// twenty-one: a hand against the bank, aces are 1 or 11
HD int draw_to(unsigned &s, int stop, int &cards)
{
	int sum = 0, aces = 0;
	for (cards = 0; sum < stop && cards < 9; cards++) {
		int c = next_lot(s) % 13 + 1;
		if (c == 1) {
			aces++;
			sum += 11;
		} else
			sum += c > 10 ? 10 : c;
		if (sum > 21) {
			if (!aces)
				return 0;
			aces--, sum -= 10;
		}
	}
	return sum;
}
HD int evening(unsigned s)
{ // ten coins, at most 150 hands, ends when there is nothing left or thirty
	int coins = 10, hands = 0, cards;
	while (coins > 0 && coins < 30 && hands < 150) {
		hands++;
		int stop = coins < 5 ? 15 : coins < 20 ? 17 : 16, own = draw_to(s, stop, cards);
		if (own == 0) {
			coins--;
			continue;
		}
		if (cards == 2 && own == 21) {
			coins += 3;
			continue;
		}
		int bank = draw_to(s, 17, cards);
		if (bank == own)
			continue;
		coins += bank > own ? -1 : 1;
	}
	return coins << 16 | hands;
}
__global__ void evenings_thread(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = evening(seed_of(i + 1000));
}
// machines with four states and two signs on a tape of 64: halt, leave the tape, or 300 steps
HD int tape_machine(unsigned rule, unsigned s, u64 &tape)
{ // 4 bits of rule: what to write, where to, next state's two bits; 15 halts
	int at = 32, state = 0;
	tape = (u64)s << 16;
	u64 rules = (u64)rule * 0x9e3779b97f4a7c15ull;
	for (int step = 0; step < 300; step++) {
		int sign = tape >> at & 1, r = rules >> 4 * (2 * state + sign) & 15;
		if (r == 15)
			return step;
		tape ^= (u64)((r ^ sign) & 1) << at;
		at += r & 2 ? 1 : -1;
		if (at < 0 || at > 63)
			return 1000 + step;
		state = r >> 2;
	}
	return 2000;
}
__global__ void machines_thread(const unsigned *rule, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	u64 tape;
	if (i >= n)
		return;
	int e = tape_machine(rule[i], seed_of(i), tape);
	out[i] = e << 8 | __popcll(tape);
}
__global__ void machines_queue(const unsigned *rule, int *out, int n)
{ // a block shares its machines out by a counter of its own
	__shared__ int next;
	if (threadIdx.x == 0)
		next = 0;
	__syncthreads();
	int per = (n + gridDim.x - 1) / gridDim.x, first = blockIdx.x * per, end = min(n, first + per);
	u64 tape;
	for (int i; (i = first + atomicAdd(&next, 1)) < end;) {
		int e = tape_machine(rule[i], seed_of(i), tape);
		out[i] = e << 8 | __popcll(tape);
	}
}
// remarks and quotes in a program's text: letters in code, in quotes, in remarks, lines
enum { CODE, SLASH, LINE, LONG, LONG_STAR, QUOTE, ESCAPE };
__global__ void remarks_switch(const char *text, int4 *out, int n, int len)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, state = CODE;
	if (i >= n)
		return;
	int4 c = make_int4(0, 0, 0, 0);
	for (int k = 0; k < len; k++) {
		char x = text[i * len + k];
		c.w += x == '\n';
		switch (state) {
		case CODE:
			if (x == '/')
				state = SLASH;
			else if (x == '"')
				state = QUOTE;
			else
				c.x++;
			break;
		case SLASH:
			if (x == '/')
				state = LINE;
			else if (x == '*')
				state = LONG;
			else
				state = CODE, c.x += 2;
			break;
		case LINE:
			if (x == '\n') {
				state = CODE;
				continue;
			}
			c.z++;
			break;
		case LONG:
		case LONG_STAR:
			c.z++;
			if (state == LONG_STAR && x == '/')
				state = CODE;
			else
				state = x == '*' ? LONG_STAR : LONG;
			break;
		case QUOTE:
			if (x == '"') {
				state = CODE;
				continue;
			}
			c.y++;
			if (x == '\\')
				state = ESCAPE;
			break;
		case ESCAPE: c.y++, state = QUOTE;
		}
	}
	out[i] = c;
}
__global__ void remarks_table(const char *text, int4 *out, const unsigned short *table, int n, int len)
{ // the same by a table: next state and what to count
	__shared__ unsigned short t[7 * 8];
	if (threadIdx.x < 56)
		t[threadIdx.x] = table[threadIdx.x];
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x, state = CODE;
	if (i >= n)
		return;
	int4 c = make_int4(0, 0, 0, 0);
	for (int k = 0; k < len; k++) {
		char x = text[i * len + k];
		int kind = x == '/' ? 1 : x == '"' ? 2 : x == '*' ? 3 : x == '\n' ? 4 : x == '\\' ? 5 : 0;
		unsigned r = t[state * 8 + kind];
		state = r & 7;
		c.x += r >> 4 & 3, c.y += r >> 6 & 3, c.z += r >> 8 & 3, c.w += r >> 10;
	}
	out[i] = c;
}
// 24 coins in two purses as even as can be: slow cooling
HD int two_purses(const unsigned short *coin, int step, unsigned s)
{
	int diff = 0, best;
	unsigned side = s >> 7;
	for (int k = 0; k < 24; k++)
		diff += (side >> k & 1) ? coin[k * step] : -coin[k * step];
	best = diff < 0 ? -diff : diff;
	for (int heat = 4000; heat > 8 && best > 0; heat -= heat / 32 + 1) {
		unsigned r = next_lot(s);
		int k = r % 24, d = diff + ((side >> k & 1) ? -2 : 2) * coin[k * step];
		int now = diff < 0 ? -diff : diff, then = d < 0 ? -d : d;
		if (then > now + (int)(r >> 8 & 255) * heat / 256)
			continue;
		side ^= 1u << k, diff = d;
		if (then < best)
			best = then;
	}
	return best;
}
__global__ void purses_memory(const unsigned short *coin, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = two_purses(coin + i, n, seed_of(i));
}
__global__ void purses_shared(const unsigned short *coin, int *out, int n)
{
	__shared__ unsigned short own[24 * 128];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	for (int k = 0; k < 24; k++)
		own[k * 128 + threadIdx.x] = coin[k * n + i];
	out[i] = two_purses(own + threadIdx.x, 128, seed_of(i));
}
// how many points of a tree (split by x and y in turn) are within a reach?
__global__ void reach_local(const short2 *tree, const short2 *ask, int *out, int n, int nodes, int reach)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	short stack[32];
	int top = 0, sum = 0;
	short2 q = ask[i];
	stack[top++] = 0;
	while (top) {
		int v = stack[--top];
		short2 p = tree[v];
		int dx = q.x - p.x, dy = q.y - p.y, deep = 31 - __clz(v + 1), d = deep & 1 ? dy : dx;
		if (dx * dx + dy * dy <= reach * reach)
			sum++;
		if (2 * v + 1 >= nodes)
			continue;
		if (d <= reach)
			stack[top++] = 2 * v + 1;
		if (d >= -reach)
			stack[top++] = 2 * v + 2;
	}
	out[i] = sum;
}
__global__ void reach_bits(const short2 *tree, const short2 *ask, int *out, int n, int nodes, int reach)
{ // no stack: a bit for each level says whether the other child is still to be seen
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned open = 0;
	int v = 0, sum = 0;
	short2 q = ask[i];
	for (;;) {
		short2 p = tree[v];
		int dx = q.x - p.x, dy = q.y - p.y, deep = 31 - __clz(v + 1), d = deep & 1 ? dy : dx;
		sum += dx * dx + dy * dy <= reach * reach;
		if (2 * v + 1 < nodes) {
			bool a = d <= reach, b = d >= -reach;
			open = open & ~(2u << deep) | (a && b ? 2u << deep : 0);
			v = a ? 2 * v + 1 : 2 * v + 2;
			continue;
		}
		if (!open)
			break;
		int back = 31 - __clz(open);
		open ^= 1u << back;
		v = (v + 1 >> deep - back) - 1 + 1;
	}
	out[i] = sum;
}
// sums of 20 weights that make exactly the wanted: branches cut by what is left
__global__ void exact_sums(const byte *weight, const short *want, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int rest[17], ways = 0, turns = 0, at = 0, need = want[i];
	unsigned in = 0;
	const byte *w = weight + i * 16;
	rest[16] = 0;
	for (int k = 15; k >= 0; k--)
		rest[k] = rest[k + 1] + w[k];
	for (bool go_in = true;;) {
		turns++;
		if (go_in) {
			if (need == 0)
				ways++;
			if (need > 0 && at < 16 && rest[at] >= need) {
				in |= 1u << at;
				need -= w[at++];
				continue;
			}
		}
		// back to the last that is in, leave it out
		if (!in || turns > 1500)
			break;
		int k = 31 - __clz(in);
		in ^= 1u << k;
		need += w[k];
		at = k + 1;
		go_in = true;
	}
	out[i] = ways << 16 | turns;
}
// numbers with sieve-like tests, most fall out early: how many up to the limit survive all six
__global__ void six_tests(int *out, int first, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, kept = 0, last = 0;
	for (int k = i; k < n; k += gridDim.x * blockDim.x) {
		unsigned x = first + k;
		if (x % 3 == 0)
			continue;
		if (__popc(x) & 1)
			continue;
		unsigned d = 0, y = x;
		do
			d += y % 10;
		while (y /= 10);
		if (d % 7 > 3)
			continue;
		bool good = true;
		for (unsigned p = 5; p < 60 && good; p += 6)
			good = x % p && x % (p + 2);
		if (!good)
			continue;
		unsigned root = sqrtf(x);
		if (x - root * root & 1)
			continue;
		kept++, last = k;
	}
	out[i] = kept << 16 | last % 65536;
}
template <class T> static std::function<bool(const std::vector<T> &)> same_bytes(const std::vector<T> &want)
{
	return [want](const std::vector<T> &v) { return !memcmp(v.data(), want.data(), v.size() * sizeof(T)); };
}
static void chances(const std::vector<unsigned> &w)
{
	const int N = 16000;
	Board b;
	for (int k = 0; k <= 100; k++)
		b.to[k] = k > 2 && k < 100 && w[k] % 5 == 0 ? (w[k] >> 8) % 99 + 1 : k;
	CHECK(cudaMemcpyToSymbol(board, &b, sizeof b));
	std::vector<int> want(N);
	for (int i = 0; i < N; i++)
		want[i] = ladder_game(b.to, seed_of(i));
	int *o = dev<int>(N), *drawn = dev<int>(1);
	job<int>(
		"snakes_and_ladders.board_constant", [&] { ladder_constant<<<up(N, 128), 128>>>(o, N); }, o, N,
		same(want));
	job<int>(
		"snakes_and_ladders.board_shared", [&] { ladder_shared<<<up(N, 256), 256>>>(o, N); }, o, N, same(want));
	job<int>(
		"snakes_and_ladders.lanes_refilled", [&] { ladder_refill<<<60, 64>>>(o, N, drawn); }, o, N, same(want),
		[=] { cudaMemsetAsync(drawn, 0, 4); });
	std::vector<int> eve(6000);
	for (int i = 0; i < 6000; i++)
		eve[i] = evening(seed_of(i + 1000));
	job<int>(
		"evenings_of_twenty_one.thread", [&] { evenings_thread<<<up(6000, 96), 96>>>(o, 6000); }, o, 6000,
		same(eve));
}
static void machines(const std::vector<unsigned> &w)
{
	const int N = 20000;
	std::vector<unsigned> rule(w.begin(), w.begin() + N);
	std::vector<int> want(N);
	for (int i = 0; i < N; i++) {
		u64 tape;
		want[i] = tape_machine(rule[i], seed_of(i), tape) << 8;
		want[i] |= __builtin_popcountll(tape);
	}
	unsigned *d = upload(rule);
	int *o = dev<int>(N);
	job<int>(
		"tape_machines.thread", [&] { machines_thread<<<up(N, 192), 192>>>(d, o, N); }, o, N, same(want));
	job<int>(
		"tape_machines.queue_of_a_block", [&] { machines_queue<<<40, 128>>>(d, o, N); }, o, N, same(want));
	const int T = 5000, L = 200;
	std::vector<char> text(T * L);
	std::vector<int4> counts(T);
	for (int i = 0; i < T * L; i++)
		text[i] = "abcdefgh //**\"\"\n\\xyz"[w[i % 290000] % 20 * (w[i % 290000 + 7] % 20) % 20];
	std::vector<unsigned short> t(56);
	auto put = [&](int s, int k, int next, int code, int quote, int remark) {
		t[s * 8 + k] = next | code << 4 | quote << 6 | remark << 8 | (k == 4) << 10;
	};
	for (int k = 0; k < 6; k++) {
		put(CODE, k, k == 1 ? SLASH : k == 2 ? QUOTE : CODE, k != 1 && k != 2, 0, 0);
		put(SLASH, k, k == 1 ? LINE : k == 3 ? LONG : CODE, k == 1 || k == 3 ? 0 : 2, 0, 0);
		put(LINE, k, k == 4 ? CODE : LINE, 0, 0, k != 4);
		put(LONG, k, k == 3 ? LONG_STAR : LONG, 0, 0, 1);
		put(LONG_STAR, k, k == 1 ? CODE : k == 3 ? LONG_STAR : LONG, 0, 0, 1);
		put(QUOTE, k, k == 2 ? CODE : k == 5 ? ESCAPE : QUOTE, 0, k != 2, 0);
		put(ESCAPE, k, QUOTE, 0, 1, 0);
	}
	for (int i = 0; i < T; i++)
		for (int k = 0, s = CODE; k < L; k++) {
			const char *kinds = "?/\"*\n\\", *p = strchr(kinds, text[i * L + k]);
			unsigned r = t[s * 8 + (p ? p - kinds : 0)];
			s = r & 7;
			counts[i].x += r >> 4 & 3, counts[i].y += r >> 6 & 3, counts[i].z += r >> 8 & 3,
				counts[i].w += r >> 10;
		}
	char *dt = upload(text);
	unsigned short *table = upload(t);
	int4 *c = dev<int4>(T);
	job<int4>(
		"remarks_and_quotes.switch", [&] { remarks_switch<<<up(T, 64), 64>>>(dt, c, T, L); }, c, T,
		same_bytes(counts));
	job<int4>(
		"remarks_and_quotes.table", [&] { remarks_table<<<up(T, 64), 64>>>(dt, c, table, T, L); }, c, T,
		same_bytes(counts));
}
static void searches(const std::vector<unsigned> &w)
{
	const int N = 8000;
	std::vector<unsigned short> coin(24 * N);
	std::vector<int> best(N);
	for (int i = 0; i < 24 * N; i++)
		coin[i] = w[i] % 2000 + 1;
	for (int i = 0; i < N; i++)
		best[i] = two_purses(&coin[i], N, seed_of(i));
	unsigned short *dc = upload(coin);
	int *o = dev<int>(20000);
	job<int>(
		"two_even_purses.memory", [&] { purses_memory<<<up(N, 128), 128>>>(dc, o, N); }, o, N, same(best));
	job<int>(
		"two_even_purses.shared", [&] { purses_shared<<<up(N, 128), 128>>>(dc, o, N); }, o, N, same(best));
	const int NODES = 1023, Q = 6000, R = 60;
	std::vector<short2> point(NODES), tree(NODES), ask(Q);
	std::vector<int> near_by(Q);
	for (int i = 0; i < NODES; i++)
		point[i] = make_short2(w[i] % 1000, (w[i] >> 10) % 1000);
	std::function<void(int, int, int, int)> build = [&](int v, int a, int b, int deep) {
		std::sort(point.begin() + a, point.begin() + b,
			[=](short2 p, short2 q) { return deep & 1 ? p.y < q.y : p.x < q.x; });
		int m = (a + b) / 2;
		tree[v] = point[m];
		if (b - a > 1)
			build(2 * v + 1, a, m, deep + 1), build(2 * v + 2, m + 1, b, deep + 1);
	};
	build(0, 0, NODES, 0);
	for (int i = 0; i < Q; i++) {
		ask[i] = make_short2(w[i + 5000] % 1000, (w[i + 5000] >> 10) % 1000);
		for (short2 p : tree)
			near_by[i] +=
				(p.x - ask[i].x) * (p.x - ask[i].x) + (p.y - ask[i].y) * (p.y - ask[i].y) <= R * R;
	}
	short2 *dt = upload(tree), *dq = upload(ask);
	job<int>(
		"points_within_reach.stack_local", [&] { reach_local<<<up(Q, 128), 128>>>(dt, dq, o, Q, NODES, R); }, o,
		Q, same(near_by));
	job<int>(
		"points_within_reach.bit_a_level", [&] { reach_bits<<<up(Q, 128), 128>>>(dt, dq, o, Q, NODES, R); }, o,
		Q, same(near_by));
	const int S = 2500;
	std::vector<byte> weight(S * 16);
	std::vector<short> want(S);
	std::vector<int> ways(S), kept(40 * 160);
	for (int i = 0; i < S * 16; i++)
		weight[i] = w[i + 999] % 90 + 30;
	std::vector<int> rest(17);
	for (int i = 0; i < S; i++) {
		want[i] = 60 + w[i] % 170;
		const byte *x = &weight[i * 16];
		rest[16] = 0;
		for (int k = 15; k >= 0; k--)
			rest[k] = rest[k + 1] + x[k];
		int turns = 0, found = 0;
		bool stop = false;
		std::function<void(int, int)> go = [&](int at, int need) {
			if (stop)
				return;
			turns++;
			found += need == 0;
			if (need > 0 && at < 16 && rest[at] >= need) {
				go(at + 1, need - x[at]);
				if (turns > 1500)
					stop = true;
				go(at + 1, need);
			}
		};
		go(0, want[i]);
		ways[i] = found << 16 | turns;
	}
	byte *dw = upload(weight);
	short *dn = upload(want);
	job<int>(
		"weights_that_make_exactly.bits_of_a_word", [&] { exact_sums<<<up(S, 32), 32>>>(dw, dn, o, S); }, o, S,
		same(ways));
	const int F = 1000000, K = 300000;
	for (int k = 0; k < K; k++) {
		unsigned x = F + k, d = 0, root = sqrtf(x);
		for (unsigned y = x; y; y /= 10)
			d += y % 10;
		bool good = x % 3 && __builtin_popcount(x) % 2 == 0 && d % 7 <= 3 && (x - root * root) % 2 == 0;
		for (unsigned p = 5; p < 60; p += 6)
			good = good && x % p && x % (p + 2);
		if (good) {
			int &e = kept[k % 6400];
			e = (e & ~65535) + 65536 | k % 65536;
		}
	}
	job<int>(
		"six_tests_fail_early.continue", [&] { six_tests<<<40, 160>>>(o, F, K); }, o, 6400, same(kept));
}
void rows()
{
	std::vector<unsigned> w = words(300000);
	chances(w);
	machines(w);
	searches(w);
}
