// blind29a: a fresh set of kernels that nobody had modelled when they were written. Constant memory, parameters, large
// bodies.
#include "blind7.h"

#define HD __host__ __device__ __forceinline__
static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__constant__ int c_rate[32];
__constant__ float4 c_star[500];
__constant__ uchar4 c_book[32][48];
__constant__ float c_layer[16][256];
__constant__ float c_coef[220];
__constant__ byte c_next[16][8];

__global__ void rates_constant(const int *money, const byte *land, int *out, int n, int rounds)
{ // the lanes of a warp ask for different words of a table in constant memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int v = money[i], at = land[i];
	for (int k = 0; k < rounds; k++) {
		v += c_rate[at] ^ v >> 3;
		at = (at + v) & 31;
	}
	out[i] = v;
}
__global__ void rates_shuffled(const int *money, const byte *land, int *out, int n, int rounds)
{ // the same, each lane keeps one word of the table
	int i = blockIdx.x * blockDim.x + threadIdx.x, own = c_rate[threadIdx.x & 31];
	int v = i < n ? money[i] : 0, at = i < n ? land[i] : 0;
	for (int k = 0; k < rounds; k++) {
		v += __shfl_sync(~0u, own, at) ^ v >> 3;
		at = (at + v) & 31;
	}
	if (i < n)
		out[i] = v;
}
__global__ void stars_together(const float4 *look, int *out, int n, int stars)
{ // the best star for each direction: all lanes read the same star
	int i = blockIdx.x * blockDim.x + threadIdx.x, who = 0;
	if (i >= n)
		return;
	float4 d = look[i];
	float best = -1e30f;
	for (int k = 0; k < stars; k++) {
		float4 s = c_star[k];
		float v = d.x * s.x + d.y * s.y + d.z * s.z + s.w;
		if (v > best)
			best = v, who = k;
	}
	out[i] = who;
}
__global__ void stars_apart(const float4 *look, int *out, int n, int stars)
{ // the same, but each lane begins somewhere else in the table
	int i = blockIdx.x * blockDim.x + threadIdx.x, who = 0;
	if (i >= n)
		return;
	float4 d = look[i];
	float best = -1e30f;
	for (int k = 0, at = threadIdx.x * 15 % stars; k < stars; k++) {
		float4 s = c_star[at];
		float v = d.x * s.x + d.y * s.y + d.z * s.z + s.w;
		if (v > best)
			best = v, who = at;
		if (++at == stars)
			at = 0;
	}
	out[i] = who;
}
HD void spell(int *r, uchar4 w)
{
	int a = r[w.z & 7], b = r[w.w & 7], d;
	switch (w.x & 15) {
	case 0: d = a + b; break;
	case 1: d = a - b; break;
	case 2: d = a * b; break;
	case 3: d = a ^ b; break;
	case 4: d = a & ~b; break;
	case 5: d = a | b; break;
	case 6: d = (unsigned)a >> (b & 31); break;
	case 7: d = a << (b & 31); break;
	case 8: d = a < b ? a : b; break;
	case 9: d = a > b ? a : b; break;
	case 10: d = a + w.w; break;
	case 11: d = a / (w.w + 3); break;
	case 12: d = a > b; break;
	case 13: d = a & 1 ? b : a; break;
	case 14: d = a * 1103515245 + 12345; break;
	default: d = ~a;
	}
	r[w.y & 7] = d;
}
__global__ void spells_constant(const int *in, int *out, int n, int which, int length)
{ // an interpreter: which < 0: each warp has a program of its own; 32: each lane
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int r[8], p = which < 0 ? i / 32 % 32 : which == 32 ? i % 32 : which;
	for (int k = 0; k < 8; k++)
		r[k] = in[i] + k * 77;
	for (int k = 0; k < length; k++)
		spell(r, c_book[p][k]);
	int s = 0;
	for (int k = 0; k < 8; k++)
		s = s * 31 + r[k];
	out[i] = s;
}
template <bool Unroll> __global__ void layers(const float *in, float *out, int n, int many)
{ // a net of sixteen layers of sixteen: all 4096 steps in a row, or a loop over the layers
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float x[16], y[16];
#pragma unroll
	for (int k = 0; k < 16; k++)
		x[k] = in[k * n + i];
	auto one = [&](int l) {
#pragma unroll
		for (int o = 0; o < 16; o++) {
			float s = 0;
#pragma unroll
			for (int k = 0; k < 16; k++)
				s += c_layer[l][o * 16 + k] * x[k];
			y[o] = s;
		}
#pragma unroll
		for (int k = 0; k < 16; k++)
			x[k] = fmaxf(y[k], 0.1f * y[k]);
	};
	if (Unroll) {
#pragma unroll
		for (int l = 0; l < 16; l++)
			one(l);
	} else {
#pragma unroll 1
		for (int l = 0; l < many; l++)
			one(l);
	}
#pragma unroll
	for (int k = 0; k < 16; k++)
		out[k * n + i] = x[k];
}
HD constexpr float coef(int i, int j, int k)
{
	return ((i * 7 + j * 13 + k * 29) % 17 - 8) / 16.0f;
}
__global__ void surface_unrolled(const float *x, const float *y, const float *z, float *out, int n)
{ // a polynomial of three variables with 220 terms whose factors stand in the code
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t >= n)
		return;
	float a = x[t], b = y[t], c = z[t], s = 0, p = 1;
#pragma unroll
	for (int i = 0; i < 10; i++) {
		float q = p;
#pragma unroll
		for (int j = 0; j < 10 - i; j++) {
			float r = q;
#pragma unroll
			for (int k = 0; k < 10 - i - j; k++) {
				s += coef(i, j, k) * r;
				r *= c;
			}
			q *= b;
		}
		p *= a;
	}
	out[t] = s;
}
__global__ void surface_loops(const float *x, const float *y, const float *z, float *out, int n, int degree)
{ // the same, Horner's way, factors from constant memory one by one
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t >= n)
		return;
	float a = x[t], b = y[t], c = z[t], s = 0;
	int at = 0;
	for (int i = degree; i >= 0; i--) {
		float u = 0;
		for (int j = degree - i; j >= 0; j--) {
			float v = 0;
			for (int k = degree - i - j; k >= 0; k--)
				v = v * c + c_coef[at++];
			u = u * b + v;
		}
		s = s * a + u;
	}
	out[t] = s;
}
#define CASE(k) \
	case k: \
		x = k % 4 == 0     ? (x ^ 0x9e3779b9u * (k + 1)) * (2 * k + 3) + (x >> (k % 31 + 1)) : \
			k % 4 == 1 ? (x << (k % 13 + 1) | x >> 7) + x / (k + 2) : \
			k % 4 == 2 ? x % (1000 + 37 * k) * (k + 5) ^ x : \
				     (x & 0xffff) * (x >> 16) + k * 12345 - (x >> 5); \
		break;
#define EIGHT(k) CASE(k) CASE(k + 1) CASE(k + 2) CASE(k + 3) CASE(k + 4) CASE(k + 5) CASE(k + 6) CASE(k + 7)
HD unsigned speak(int which, unsigned x)
{
	switch (which) {
		EIGHT(0) EIGHT(8) EIGHT(16) EIGHT(24) EIGHT(32) EIGHT(40) EIGHT(48) EIGHT(56)
	}
	return x;
}
__global__ void dialects(const unsigned *in, unsigned *out, int n, int rounds, bool together)
{ // a switch of 64 cases: each lane its own way, or all lanes of a warp the same
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned x = in[i], way = together ? i / 32 : i;
	for (int k = 0; k < rounds; k++)
		x = speak((way * 7 + k * 11) & 63, x);
	out[i] = x;
}
// 0 start, 1 sign, 2 whole part, 3 point, 4 part after it, 5 e, 6 sign of it, 7 power, 8 bad; kinds: digit sign point e
// blank else
HD int kind(byte c)
{
	return c >= '0' && c <= '9' ? 0 : c == '+' || c == '-' ? 1 : c == '.' ? 2 : c == 'e' ? 3 : c == ' ' ? 4 : 5;
}
HD int go(int s, int k)
{
	switch (s) {
	case 0: return k == 0 ? 2 : k == 1 ? 1 : k == 2 ? 3 : k == 4 ? 0 : 8;
	case 1: return k == 0 ? 2 : k == 2 ? 3 : 8;
	case 2: return k == 0 ? 2 : k == 2 ? 4 : k == 3 ? 5 : k == 4 ? 0 : 8;
	case 3: return k == 0 ? 4 : 8;
	case 4: return k == 0 ? 4 : k == 3 ? 5 : k == 4 ? 0 : 8;
	case 5: return k == 0 ? 7 : k == 1 ? 6 : 8;
	case 6: return k == 0 ? 7 : 8;
	case 7: return k == 0 ? 7 : k == 4 ? 0 : 8;
	default: return k == 4 ? 0 : 8;
	}
}
__global__ void reader_switch(const byte *text, int *out, int n, int length)
{ // how many good numbers a line has, by a machine of nine states written as a switch
	int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0, good = 0, bad = 0;
	if (i >= n)
		return;
	for (int k = 0; k < length; k++) {
		int now = go(s, kind(text[k * n + i]));
		good += now == 0 && (s == 2 || s == 4 || s == 7);
		bad += now == 8 && s != 8;
		s = now;
	}
	out[i] = good * 1000 + bad;
}
__global__ void reader_table(const byte *text, int *out, int n, int length)
{ // the same, the next state from a table in constant memory
	int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0, good = 0, bad = 0;
	if (i >= n)
		return;
	for (int k = 0; k < length; k++) {
		int now = c_next[s][kind(text[k * n + i])];
		good += now == 0 && (0x94 >> s & 1);
		bad += now == 8 && s != 8;
		s = now;
	}
	out[i] = good * 1000 + bad;
}
struct Gears {
	short tooth[400];
	float ratio[100];
	int many;
};
__global__ void gears_value(Gears g, const int *start, int *out, int n, int steps)
{ // a big struct by value, walked through by the lanes on their own ways
	int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
	if (i >= n)
		return;
	int at = start[i];
	for (int k = 0; k < steps; k++) {
		at = (at + g.tooth[at]) % g.many;
		s += (int)g.ratio[at >> 2];
	}
	out[i] = s * 400 + at;
}
static void rates(const std::vector<unsigned> &w)
{
	const int N = 60000, R = 24;
	std::vector<int> rate(32), money(N), want(N);
	std::vector<byte> land(N);
	for (int i = 0; i < 32; i++)
		rate[i] = w[i + 99] % 5000;
	for (int i = 0; i < N; i++) {
		int v = money[i] = w[i] % 100000, at = land[i] = w[i + 5] % 32;
		for (int k = 0; k < R; k++)
			v += rate[at] ^ v >> 3, at = (at + v) & 31;
		want[i] = v;
	}
	CHECK(cudaMemcpyToSymbol(c_rate, rate.data(), 128));
	int *dm = upload(money), *o = dev<int>(N);
	byte *dl = upload(land);
	job<int>(
		"exchange_rates.constant_by_lane", [&] { rates_constant<<<up(N, 256), 256>>>(dm, dl, o, N, R); }, o, N,
		same(want));
	job<int>(
		"exchange_rates.shuffled_registers", [&] { rates_shuffled<<<up(N, 256), 256>>>(dm, dl, o, N, R); }, o,
		N, same(want));
}
static void stars(const std::vector<float> &f)
{
	const int N = 4096, S = 500;
	std::vector<float4> star(S), look(N);
	for (int i = 0; i < S; i++)
		star[i] = make_float4(f[4 * i] - 0.5f, f[4 * i + 1] - 0.5f, f[4 * i + 2] - 0.5f, f[4 * i + 3] * 0.1f);
	for (int i = 0; i < N; i++)
		look[i] = make_float4(f[3 * i + 7] - 0.5f, f[3 * i + 8] - 0.5f, f[3 * i + 9] - 0.5f, 0);
	CHECK(cudaMemcpyToSymbol(c_star, star.data(), sizeof c_star));
	auto value = [](float4 d, float4 s) { return (double)d.x * s.x + (double)d.y * s.y + (double)d.z * s.z + s.w; };
	std::vector<double> best(N, -1e30);
	for (int i = 0; i < N; i++)
		for (int k = 0; k < S; k++)
			best[i] = std::max(best[i], value(look[i], star[k]));
	auto right = [=](const std::vector<int> &v) {
		for (int i = 0; i < N; i++)
			if (v[i] < 0 || v[i] >= S || value(look[i], star[v[i]]) < best[i] - 1e-5)
				return false;
		return true;
	};
	float4 *dl = upload(look);
	int *o = dev<int>(N);
	job<int>(
		"star_catalogue.all_together", [&] { stars_together<<<up(N, 128), 128>>>(dl, o, N, S); }, o, N, right);
	job<int>(
		"star_catalogue.each_from_elsewhere", [&] { stars_apart<<<up(N, 128), 128>>>(dl, o, N, S); }, o, N,
		right);
}
static void spells(const std::vector<unsigned> &w)
{
	const int N = 16384, L = 48;
	std::vector<uchar4> book(32 * L);
	std::vector<int> in(N);
	for (int i = 0; i < 32 * L; i++)
		book[i] = make_uchar4(w[i] & 15, w[i] >> 4 & 7, w[i] >> 8 & 7, w[i] >> 12 & 7);
	for (int i = 0; i < N; i++)
		in[i] = w[i + 3];
	CHECK(cudaMemcpyToSymbol(c_book, book.data(), sizeof c_book));
	int *di = upload(in), *o = dev<int>(N);
	const char *name[] = { "spell_book.one_for_all", "spell_book.one_a_warp", "spell_book.one_a_lane" };
	int which[] = { 5, -1, 32 };
	for (int c = 0; c < 3; c++) {
		std::vector<int> want(N);
		for (int i = 0; i < N; i++) {
			int r[8], p = c == 0 ? 5 : c == 1 ? i / 32 % 32 : i % 32, s = 0;
			for (int k = 0; k < 8; k++)
				r[k] = in[i] + k * 77;
			for (int k = 0; k < L; k++)
				spell(r, book[p * L + k]);
			for (int k = 0; k < 8; k++)
				s = s * 31 + r[k];
			want[i] = s;
		}
		job<int>(
			name[c], [&] { spells_constant<<<N / 128, 128>>>(di, o, N, which[c], L); }, o, N, same(want));
	}
}
static void nets(const std::vector<float> &f)
{
	const int N = 6000;
	std::vector<float> weight(4096), in(16 * N), want(16 * N);
	for (int i = 0; i < 4096; i++)
		weight[i] = (f[i] - 0.4f) * 0.5f;
	for (int i = 0; i < 16 * N; i++)
		in[i] = f[i + 11];
	for (int i = 0; i < N; i++) {
		float x[16], y[16];
		for (int k = 0; k < 16; k++)
			x[k] = in[k * N + i];
		for (int l = 0; l < 16; l++) {
			for (int o = 0; o < 16; o++) {
				y[o] = 0;
				for (int k = 0; k < 16; k++)
					y[o] += weight[l * 256 + o * 16 + k] * x[k];
			}
			for (int k = 0; k < 16; k++)
				x[k] = std::max(y[k], 0.1f * y[k]);
		}
		for (int k = 0; k < 16; k++)
			want[k * N + i] = x[k];
	}
	CHECK(cudaMemcpyToSymbol(c_layer, weight.data(), sizeof c_layer));
	float *di = upload(in), *o = dev<float>(16 * N);
	job<float>(
		"sixteen_layers.four_thousand_steps", [&] { layers<true><<<up(N, 64), 64>>>(di, o, N, 16); }, o, 16 * N,
		close_to(want, 1e-3));
	job<float>(
		"sixteen_layers.loop", [&] { layers<false><<<up(N, 64), 64>>>(di, o, N, 16); }, o, 16 * N,
		close_to(want, 1e-3));
}
static void surfaces(const std::vector<float> &f)
{
	const int N = 30000;
	std::vector<float> c, want(N), x(f.begin(), f.begin() + N), y(f.begin() + N, f.begin() + 2 * N),
		z(f.begin() + 2 * N, f.begin() + 3 * N);
	for (int i = 9; i >= 0; i--)
		for (int j = 9 - i; j >= 0; j--)
			for (int k = 9 - i - j; k >= 0; k--)
				c.push_back(coef(i, j, k));
	for (int t = 0; t < N; t++) {
		double s = 0;
		int at = 0;
		for (int i = 9; i >= 0; i--) {
			double u = 0;
			for (int j = 9 - i; j >= 0; j--) {
				double v = 0;
				for (int k = 9 - i - j; k >= 0; k--)
					v = v * z[t] + c[at++];
				u = u * y[t] + v;
			}
			s = s * x[t] + u;
		}
		want[t] = s;
	}
	CHECK(cudaMemcpyToSymbol(c_coef, c.data(), sizeof c_coef));
	float *dx = upload(x), *dy = upload(y), *dz = upload(z), *o = dev<float>(N);
	job<float>(
		"surface_of_degree_nine.in_the_code", [&] { surface_unrolled<<<up(N, 192), 192>>>(dx, dy, dz, o, N); },
		o, N, close_to(want, 1e-3));
	job<float>(
		"surface_of_degree_nine.three_loops", [&] { surface_loops<<<up(N, 192), 192>>>(dx, dy, dz, o, N, 9); },
		o, N, close_to(want, 1e-3));
}
static void languages(const std::vector<unsigned> &w)
{
	const int N = 12288, R = 20;
	std::vector<unsigned> in(w.begin(), w.begin() + N), want(N);
	unsigned *di = upload(in), *o = dev<unsigned>(N);
	for (bool together : { false, true }) {
		for (int i = 0; i < N; i++) {
			unsigned x = in[i], way = together ? i / 32 : i;
			for (int k = 0; k < R; k++)
				x = speak((way * 7 + k * 11) & 63, x);
			want[i] = x;
		}
		job<unsigned>(
			together ? "sixty_four_dialects.warp_agrees" : "sixty_four_dialects.each_lane_its_own",
			[&] { dialects<<<N / 96, 96>>>(di, o, N, R, together); }, o, N, same(want));
	}
}
static void readers(const std::vector<unsigned> &w)
{
	const int N = 20000, L = 60;
	std::vector<byte> text(N * L);
	std::vector<int> want(N);
	std::vector<byte> next(128);
	for (int i = 0; i < N * L; i++)
		text[i] = "0123456789012345678901234   .e+-x"[w[i] % 33];
	for (int s = 0; s < 9; s++)
		for (int k = 0; k < 6; k++)
			next[s * 8 + k] = go(s, k);
	for (int i = 0; i < N; i++) {
		int s = 0, good = 0, bad = 0;
		for (int k = 0; k < L; k++) {
			int now = go(s, kind(text[k * N + i]));
			good += now == 0 && (s == 2 || s == 4 || s == 7);
			bad += now == 8 && s != 8;
			s = now;
		}
		want[i] = good * 1000 + bad;
	}
	CHECK(cudaMemcpyToSymbol(c_next, next.data(), 128));
	byte *dt = upload(text);
	int *o = dev<int>(N);
	job<int>(
		"number_reader.nested_switch", [&] { reader_switch<<<up(N, 160), 160>>>(dt, o, N, L); }, o, N,
		same(want));
	job<int>(
		"number_reader.table_of_states", [&] { reader_table<<<up(N, 160), 160>>>(dt, o, N, L); }, o, N,
		same(want));
}
static void gears(const std::vector<unsigned> &w)
{
	const int N = 33000, S = 40;
	Gears g;
	g.many = 400;
	for (int i = 0; i < 400; i++)
		g.tooth[i] = w[i] % 399 + 1, g.ratio[i / 4] = w[i + 50] % 90;
	std::vector<int> start(N), want(N);
	for (int i = 0; i < N; i++) {
		int at = start[i] = w[i + 8] % 400, s = 0;
		for (int k = 0; k < S; k++) {
			at = (at + g.tooth[at]) % 400;
			s += (int)g.ratio[at >> 2];
		}
		want[i] = s * 400 + at;
	}
	int *ds = upload(start), *o = dev<int>(N);
	job<int>(
		"gear_box.struct_by_value", [&] { gears_value<<<up(N, 512), 512>>>(g, ds, o, N, S); }, o, N,
		same(want));
}
void rows()
{
	std::vector<unsigned> w = words(1300000);
	std::vector<float> f = fractions(w);
	rates(w);
	stars(f);
	spells(w);
	nets(f);
	surfaces(f);
	languages(w);
	readers(w);
	gears(w);
}
