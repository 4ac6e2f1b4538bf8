// blind34h: a fresh set of kernels that nobody had modelled when they were written. Products of bytes and halves,
// warps that compare, objects, bytes at odd places, long hops.
#include "blind7.h"
#include <cuda_fp16.h>

#define HD __host__ __device__ __forceinline__
static int up(int n, int b)
{
	return (n + b - 1) / b;
}
HD unsigned stir(unsigned x)
{
	x ^= x >> 16, x *= 0x7feb352du;
	x ^= x >> 15, x *= 0x846ca68bu;
	return x ^ x >> 16;
}
// a judge of places: 32 signed bytes, 12 sums cut off to bytes, 4 sums; the best of the four and by how much
struct Judge {
	int first[12][8], second[4][3];
};
__constant__ Judge judge;
HD int cut(int v)
{
	v = v >> 6;
	return v < 0 ? 0 : v > 127 ? 127 : v;
}
__device__ int verdict(const int *s)
{
	int best = 0, next = -0x7fffffff;
	for (int k = 1; k < 4; k++)
		if (s[k] > s[best])
			best = k;
	for (int k = 0; k < 4; k++)
		if (k != best)
			next = max(next, s[k]);
	return (s[best] - next) << 2 | best;
}
__global__ void judge_fours(const int *place, int *out, int n)
{ // four bytes at once, weights in constant memory
	int i = blockIdx.x * blockDim.x + threadIdx.x, in[8], mid[3] = { 0, 0, 0 }, s[4];
	if (i >= n)
		return;
#pragma unroll
	for (int k = 0; k < 8; k++)
		in[k] = place[i * 8 + k];
#pragma unroll
	for (int r = 0; r < 12; r++) {
		int v = 0;
#pragma unroll
		for (int k = 0; k < 8; k++)
			v = __dp4a(in[k], judge.first[r][k], v);
		mid[r / 4] |= cut(v) << 8 * (r & 3);
	}
#pragma unroll
	for (int r = 0; r < 4; r++) {
		s[r] = 0;
#pragma unroll
		for (int k = 0; k < 3; k++)
			s[r] = __dp4a(mid[k], judge.second[r][k], s[r]);
	}
	out[i] = verdict(s);
}
__global__ void judge_bytes(const signed char *place, int *out, int n)
{ // a byte at a time, weights in shared memory
	__shared__ signed char a[12 * 32], b[4 * 12];
	for (int k = threadIdx.x; k < 12 * 32; k += blockDim.x)
		a[k] = ((const signed char *)judge.first)[k];
	if (threadIdx.x < 48)
		b[threadIdx.x] = ((const signed char *)judge.second)[threadIdx.x];
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x, s[4] = { 0, 0, 0, 0 };
	if (i >= n)
		return;
	for (int r = 0; r < 12; r++) {
		int v = 0;
		for (int k = 0; k < 32; k++)
			v += place[i * 32 + k] * a[r * 32 + k];
		v = cut(v);
		for (int q = 0; q < 4; q++)
			s[q] += v * b[q * 12 + r];
	}
	out[i] = verdict(s);
}
// in rows of 32 tickets: how many numbers are there, how often the commonest, and the least of those that come once
HD int ticket_answer(int different, int most, unsigned lone)
{
	return different << 24 | most << 16 | (lone & 0xffff);
}
__global__ void tickets_match(const unsigned short *ticket, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x & 31;
	if (i >= n)
		return;
	unsigned v = ticket[i], m = __match_any_sync(~0u, v);
	int different = __popc(__ballot_sync(~0u, __ffs(m) - 1 == l));
	unsigned most = __reduce_max_sync(~0u, (unsigned)__popc(m));
	unsigned lone = __reduce_min_sync(~0u, m == 1u << l ? v : 0xffffu);
	if (l == 0)
		out[i / 32] = ticket_answer(different, most, lone);
}
__global__ void tickets_passed_round(const unsigned short *ticket, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x & 31, alike = 1;
	if (i >= n)
		return;
	unsigned v = ticket[i], o = v;
	bool first = true;
	for (int k = 1; k < 32; k++) {
		o = __shfl_sync(~0u, o, l + 1 & 31);
		alike += o == v;
		first &= o != v || l + k < 32;
	}
	int different = __popc(__ballot_sync(~0u, first)), most = alike;
	unsigned lone = alike == 1 ? v : 0xffff;
	for (int d = 16; d; d /= 2) {
		most = max(most, __shfl_xor_sync(~0u, most, d));
		lone = min(lone, __shfl_xor_sync(~0u, lone, d));
	}
	if (l == 0)
		out[i / 32] = ticket_answer(different, most, lone);
}
__global__ void tickets_thread_a_row(const unsigned short *ticket, int *out, int rows)
{ // sorted by insertion in a local array
	int i = blockIdx.x * blockDim.x + threadIdx.x, different = 0, most = 0, run = 0;
	if (i >= rows)
		return;
	unsigned short v[32];
	unsigned lone = 0xffff;
	for (int k = 0; k < 32; k++) {
		unsigned x = ticket[i * 32 + k];
		int p = k;
		for (; p && v[p - 1] > x; p--)
			v[p] = v[p - 1];
		v[p] = x;
	}
	for (int k = 0; k < 32; k++) {
		run++;
		if (k < 31 && v[k + 1] == v[k])
			continue;
		different++;
		most = max(most, run);
		if (run == 1)
			lone = min(lone, (unsigned)v[k]);
		run = 0;
	}
	out[i] = ticket_answer(different, most, lone);
}
// what a ship pays: rules of five kinds as objects, by pointers to functions, or by a switch
struct Ship {
	int length, load, days, flag;
};
HD int pay_length(int a, int b, Ship s)
{
	return a * s.length + b * (s.length / 10);
}
HD int pay_load(int a, int b, Ship s)
{
	int sum = 0;
	for (int rest = s.load, step = 1; rest > 0; rest -= 100, step++)
		sum += a * step + (rest < 100 ? rest : 100);
	return sum + b;
}
HD int pay_days(int a, int b, Ship s)
{
	return s.days > b ? a * (s.days - b) + s.days * s.days : a;
}
HD int pay_flag(int a, int b, Ship s)
{
	return s.flag % (b + 1) == 0 ? a : s.length * s.days / (b + 3);
}
HD int pay_nothing(int a, int b, Ship s)
{
	return s.load == 0 ? 0 : b;
}
struct Rule {
	int a, b;
	__device__ Rule(int a, int b) : a(a), b(b)
	{
	}
	virtual __device__ int pay(Ship s) const = 0;
};
#define RULE(name, function) \
	struct name : Rule { \
		using Rule::Rule; \
		__device__ int pay(Ship s) const override \
		{ \
			return function(a, b, s); \
		} \
	};
RULE(ByLength, pay_length)
RULE(ByLoad, pay_load)
RULE(ByDays, pay_days)
RULE(ByFlag, pay_flag)
RULE(Nothing, pay_nothing)
static const int RULES = 12;
struct Plain {
	int kind, a, b;
};
__device__ Rule *rule_objects[RULES];
__global__ void build_rules(const Plain *p, ByLength *room)
{
	int k = threadIdx.x;
	if (k >= RULES)
		return;
	void *r = room + k;
	switch (p[k].kind) {
	case 0: rule_objects[k] = new (r) ByLength(p[k].a, p[k].b); break;
	case 1: rule_objects[k] = new (r) ByLoad(p[k].a, p[k].b); break;
	case 2: rule_objects[k] = new (r) ByDays(p[k].a, p[k].b); break;
	case 3: rule_objects[k] = new (r) ByFlag(p[k].a, p[k].b); break;
	default: rule_objects[k] = new (r) Nothing(p[k].a, p[k].b);
	}
}
__global__ void harbour_objects(const Ship *ship, int *out, int n)
{ // each ship has its own first rule
	int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
	if (i >= n)
		return;
	Ship s = ship[i];
	for (int k = 0; k < RULES / 2; k++)
		sum += rule_objects[(s.flag + k) % RULES]->pay(s);
	out[i] = sum;
}
typedef int (*Payment)(int, int, Ship);
template <int KIND> __device__ __noinline__ int pay_kind(int a, int b, Ship s)
{
	return KIND == 0  ? pay_length(a, b, s) :
		KIND == 1 ? pay_load(a, b, s) :
		KIND == 2 ? pay_days(a, b, s) :
		KIND == 3 ? pay_flag(a, b, s) :
			    pay_nothing(a, b, s);
}
__device__ Payment payments[5] = { pay_kind<0>, pay_kind<1>, pay_kind<2>, pay_kind<3>, pay_kind<4> };
__constant__ Plain plain_rules[RULES];
__global__ void harbour_pointers(const Ship *ship, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
	if (i >= n)
		return;
	Ship s = ship[i];
	for (int k = 0; k < RULES / 2; k++) {
		Plain r = plain_rules[(s.flag + k) % RULES];
		sum += payments[r.kind](r.a, r.b, s);
	}
	out[i] = sum;
}
HD int pay_switch(Plain r, Ship s)
{
	switch (r.kind) {
	case 0: return pay_length(r.a, r.b, s);
	case 1: return pay_load(r.a, r.b, s);
	case 2: return pay_days(r.a, r.b, s);
	case 3: return pay_flag(r.a, r.b, s);
	}
	return pay_nothing(r.a, r.b, s);
}
__global__ void harbour_switch(const Ship *ship, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
	if (i >= n)
		return;
	Ship s = ship[i];
	for (int k = 0; k < RULES / 2; k++)
		sum += pay_switch(plain_rules[(s.flag + k) % RULES], s);
	out[i] = sum;
}
// lines of text that begin at any byte are copied to lines that begin at words
struct Line {
	int start, length;
};
__global__ void lines_bytes(const byte *text, const Line *line, byte *out, int wide)
{ // a block a line
	Line l = line[blockIdx.x];
	for (int k = threadIdx.x; k < l.length; k += blockDim.x)
		out[blockIdx.x * wide + k] = text[l.start + k];
}
__global__ void lines_words(const unsigned *text, const Line *line, byte *out, int wide, int n)
{ // a warp a line; words are put together from two
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x & 31;
	if (i >= n)
		return;
	Line a = line[i];
	const unsigned *from = text + a.start / 4;
	unsigned *to = (unsigned *)(out + i * wide), pick = 0x3210 + 0x1111 * (a.start & 3);
	for (int k = l; k < a.length / 4; k += 32)
		to[k] = __byte_perm(from[k], from[k + 1], pick);
	int done = a.length & ~3;
	if (done + l < a.length)
		out[i * wide + done + l] = ((const byte *)text)[a.start + done + l];
}
__global__ void lines_thread(const byte *text, const Line *line, byte *out, int wide, int n)
{ // a thread a line: lanes are far from each other
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	Line a = line[i];
	for (int k = 0; k < a.length; k++)
		out[i * wide + k] = text[a.start + k];
}
// hops over a table of 4096 places: each place says where to, a sum of what one passes
static const int TABLE = 4096, HOPS = 60;
__constant__ unsigned short hop_table[TABLE];
__global__ void hops_constant(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, at = i % TABLE, sum = 0;
	if (i >= n)
		return;
	for (int k = 0; k < HOPS; k++)
		sum = sum * 3 + (at = hop_table[at]);
	out[i] = sum;
}
__global__ void hops_global(const unsigned short *table, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, at = i % TABLE, sum = 0;
	if (i >= n)
		return;
	for (int k = 0; k < HOPS; k++)
		sum = sum * 3 + (at = __ldg(&table[at]));
	out[i] = sum;
}
// whole numbers as halves: products of short rows, two at a time; all sums are exact
static const int ROW = 64;
__global__ void halves_two(const __half2 *a, const __half2 *b, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	__half2 s = __floats2half2_rn(0, 0), most = s;
	for (int k = 0; k < ROW / 2; k++) {
		__half2 x = a[k * n + i], y = b[k];
		s = __hfma2(x, y, s);
		most = __hmax2(most, s);
	}
	out[i] = __low2float(s) + __high2float(s) + 4 * (__low2float(most) + __high2float(most));
}
__global__ void halves_by_float(const __half *a, const __half *b, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float s[2] = { 0, 0 }, most[2] = { 0, 0 };
#pragma unroll 8
	for (int k = 0; k < ROW; k++) {
		s[k & 1] += __half2float(a[(k / 2 * n + i) * 2 + (k & 1)]) * __half2float(b[k]);
		most[k & 1] = fmaxf(most[k & 1], s[k & 1]);
	}
	out[i] = s[0] + s[1] + 4 * (most[0] + most[1]);
}
static void judges(const std::vector<unsigned> &w)
{
	const int N = 12000;
	std::vector<signed char> place(N * 32);
	std::vector<int> want(N);
	Judge j;
	signed char *a = (signed char *)j.first, *b = (signed char *)j.second;
	for (int k = 0; k < 12 * 32; k++)
		a[k] = w[k];
	for (int k = 0; k < 48; k++)
		b[k] = w[k + 777];
	for (int k = 0; k < N * 32; k++)
		place[k] = (int)(w[k % 299993] % 41) - 20;
	for (int i = 0; i < N; i++) {
		int s[4] = {};
		for (int r = 0; r < 12; r++) {
			int v = 0;
			for (int k = 0; k < 32; k++)
				v += place[i * 32 + k] * a[r * 32 + k];
			for (int q = 0; q < 4; q++)
				s[q] += cut(v) * b[q * 12 + r];
		}
		int best = std::max_element(s, s + 4) - s, top = s[best];
		s[best] = -0x7fffffff;
		want[i] = (top - *std::max_element(s, s + 4)) << 2 | best;
	}
	CHECK(cudaMemcpyToSymbol(judge, &j, sizeof j));
	signed char *d = upload(place);
	int *o = dev<int>(N);
	job<int>(
		"judge_of_bytes.four_at_once", [&] { judge_fours<<<up(N, 128), 128>>>((int *)d, o, N); }, o, N,
		same(want));
	job<int>(
		"judge_of_bytes.one_by_one", [&] { judge_bytes<<<up(N, 128), 128>>>(d, o, N); }, o, N, same(want));
}
static void tickets(const std::vector<unsigned> &w)
{
	const int R = 4000, N = R * 32;
	std::vector<unsigned short> ticket(N);
	std::vector<int> want(R);
	for (int k = 0; k < N; k++)
		ticket[k] = w[k] % (3 + k / 32 % 120) * 501;
	for (int i = 0; i < R; i++) {
		int different = 0, most = 0;
		unsigned lone = 0xffff;
		for (int a = 0; a < 32; a++) {
			int alike = 0, before = 0;
			for (int b = 0; b < 32; b++)
				if (ticket[i * 32 + a] == ticket[i * 32 + b])
					alike++, before += b < a;
			different += !before;
			most = std::max(most, alike);
			if (alike == 1)
				lone = std::min<unsigned>(lone, ticket[i * 32 + a]);
		}
		want[i] = ticket_answer(different, most, lone);
	}
	unsigned short *d = upload(ticket);
	int *o = dev<int>(R);
	job<int>(
		"tickets_bought_twice.match", [&] { tickets_match<<<N / 256, 256>>>(d, o, N); }, o, R, same(want));
	job<int>(
		"tickets_bought_twice.passed_round", [&] { tickets_passed_round<<<N / 256, 256>>>(d, o, N); }, o, R,
		same(want));
	job<int>(
		"tickets_bought_twice.sorted_by_a_thread", [&] { tickets_thread_a_row<<<up(R, 64), 64>>>(d, o, R); }, o,
		R, same(want));
}
static void harbour(const std::vector<unsigned> &w)
{
	const int N = 30000;
	std::vector<Plain> rule(RULES);
	std::vector<Ship> ship(N);
	std::vector<int> want(N);
	for (int k = 0; k < RULES; k++)
		rule[k] = { k * 7 % 5, (int)(w[k] % 50) + 1, (int)(w[k + 1] % 7) };
	for (int i = 0; i < N; i++) {
		unsigned r = w[i];
		ship[i] = { (int)(r % 300), (int)(r >> 8 & 1023), (int)(r >> 18 & 15), (int)(r >> 22 & 63) };
		for (int k = 0; k < RULES / 2; k++)
			want[i] += pay_switch(rule[(ship[i].flag + k) % RULES], ship[i]);
	}
	Ship *d = upload(ship);
	Plain *p = upload(rule);
	ByLength *room = (ByLength *)dev<u64>(RULES * sizeof(ByLength) / 8);
	int *o = dev<int>(N);
	CHECK(cudaMemcpyToSymbol(plain_rules, rule.data(), RULES * sizeof(Plain)));
	build_rules<<<1, 32>>>(p, room);
	job<int>(
		"what_a_ship_pays.objects", [&] { harbour_objects<<<up(N, 128), 128>>>(d, o, N); }, o, N, same(want));
	job<int>(
		"what_a_ship_pays.pointers", [&] { harbour_pointers<<<up(N, 128), 128>>>(d, o, N); }, o, N, same(want));
	job<int>(
		"what_a_ship_pays.switch", [&] { harbour_switch<<<up(N, 128), 128>>>(d, o, N); }, o, N, same(want));
}
static void lines(const std::vector<unsigned> &w)
{
	const int N = 3500, WIDE
	= 512;
	std::vector<byte> text(700000), want(N * WIDE);
	std::vector<Line> line(N);
	for (size_t k = 0; k < text.size(); k++)
		text[k] = w[k % 299999] >> k % 20;
	for (int i = 0; i < N; i++) {
		line[i] = { (int)(w[i] % 690000), (int)(w[i + 5] % 100 + (i % 8 ? 30 : 400)) };
		memcpy(&want[i * WIDE], &text[line[i].start], line[i].length);
	}
	byte *d = upload(text), *o = dev<byte>(N * WIDE);
	Line *l = upload(line);
	job<byte>(
		"lines_put_at_words.block_of_bytes", [&] { lines_bytes<<<N, 64>>>(d, l, o, WIDE); }, o, N * WIDE,
		same(want));
	job<byte>(
		"lines_put_at_words.warp_two_words",
		[&] { lines_words<<<up(N, 4), 128>>>((unsigned *)d, l, o, WIDE, N); }, o, N * WIDE, same(want));
	job<byte>(
		"lines_put_at_words.thread_a_line", [&] { lines_thread<<<up(N, 96), 96>>>(d, l, o, WIDE, N); }, o,
		N * WIDE, same(want));
}
static void hops_and_halves(const std::vector<unsigned> &w)
{
	const int N = 24000, M = 16000;
	std::vector<unsigned short> table(TABLE);
	std::vector<int> want(N);
	for (int k = 0; k < TABLE; k++)
		table[k] = (k & 31) < 20 ? (w[k / 32] + k) % TABLE : w[k] % TABLE;
	for (int i = 0; i < N; i++)
		for (int k = 0, at = i % TABLE; k < HOPS; k++)
			want[i] = want[i] * 3 + (at = table[at]);
	CHECK(cudaMemcpyToSymbol(hop_table, table.data(), TABLE * 2));
	unsigned short *t = upload(table);
	int *o = dev<int>(N);
	job<int>(
		"hops_over_a_table.constant", [&] { hops_constant<<<up(N, 192), 192>>>(o, N); }, o, N, same(want));
	job<int>(
		"hops_over_a_table.global", [&] { hops_global<<<up(N, 192), 192>>>(t, o, N); }, o, N, same(want));
	std::vector<__half> a(M * ROW), b(ROW);
	std::vector<float> sum(M);
	for (int k = 0; k < ROW; k++)
		b[k] = __float2half((int)(w[k] % 7) - 3);
	for (int k = 0; k < M * ROW; k++)
		a[k] = __float2half((int)(w[k % 299989] % 17) - 8);
	for (int i = 0; i < M; i++) {
		int s[2] = {}, most[2] = {};
		for (int k = 0; k < ROW; k++) {
			s[k & 1] +=
				((int)(w[((k / 2 * M + i) * 2 + (k & 1)) % 299989] % 17) - 8) * ((int)(w[k] % 7) - 3);
			most[k & 1] = std::max(most[k & 1], s[k & 1]);
		}
		sum[i] = s[0] + s[1] + 4 * (most[0] + most[1]);
	}
	__half *da = upload(a), *db = upload(b);
	float *f = dev<float>(M);
	job<float>(
		"rows_of_halves.two_at_a_time",
		[&] { halves_two<<<up(M, 64), 64>>>((__half2 *)da, (__half2 *)db, f, M); }, f, M, same(sum));
	job<float>(
		"rows_of_halves.by_float", [&] { halves_by_float<<<up(M, 64), 64>>>(da, db, f, M); }, f, M, same(sum));
}
void rows()
{
	std::vector<unsigned> w = words(300000);
	judges(w);
	tickets(w);
	harbour(w);
	lines(w);
	hops_and_halves(w);
}
