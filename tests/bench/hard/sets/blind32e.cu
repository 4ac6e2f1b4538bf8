// blind32e: a fresh set of kernels that nobody had modelled when they were written. Functions that call themselves:
// four calls, in turn, with arrays, with answers that decide, and the same without calls.
#include "blind7.h"
#include <string>

#define HD __host__ __device__
static int up(int n, int b)
{
	return (n + b - 1) / b;
}
// Takeuchi's function: three calls inside a fourth
static HD int tak(int x, int y, int z, int &calls)
{
	calls++;
	if (y >= x)
		return z;
	int a = tak(x - 1, y, z, calls), b = tak(y - 1, z, x, calls), c = tak(z - 1, x, y, calls);
	return tak(a, b, c, calls);
}
static HD void tak_start(int i, int &x, int &y, int &z)
{
	x = i % 7 + 2, y = i / 7 % 6, z = i / 42 % 5;
}
__global__ void tak_recursive(int2 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, x, y, z, calls = 0;
	if (i >= n)
		return;
	tak_start(i, x, y, z);
	x = tak(x, y, z, calls);
	out[i] = make_int2(x, calls);
}
__global__ void tak_own_stack(int2 *out, int n)
{ // frames of three numbers, what came back, and where it stood
	int i = blockIdx.x * blockDim.x + threadIdx.x, calls = 1, value = 0, top = 0;
	if (i >= n)
		return;
	signed char f[40][7];
	int x, y, z;
	tak_start(i, x, y, z);
	f[0][0] = x, f[0][1] = y, f[0][2] = z, f[0][3] = 0;
	while (top >= 0) {
		signed char *a = f[top];
		int stage = a[3];
		if (stage == 0) {
			if (a[1] >= a[0]) {
				value = a[2];
				top--;
				continue;
			}
		} else if (stage <= 3)
			a[3 + stage] = value;
		signed char *b = f[top + 1];
		a[3] = stage + 1;
		if (stage == 3) { // the last call takes the place of this one
			a[0] = a[4], a[1] = a[5], a[2] = a[6], a[3] = 0;
			calls++;
			continue;
		}
		b[0] = a[stage] - 1, b[1] = a[(stage + 1) % 3], b[2] = a[(stage + 2) % 3], b[3] = 0;
		calls++;
		top++;
	}
	out[i] = make_int2(value, calls);
}
// sums written as text: sum calls product, product calls atom, atom calls sum
static HD unsigned sum_at(const char *&p);
static HD unsigned atom_at(const char *&p)
{
	if (*p == '(') {
		p++;
		unsigned v = sum_at(p);
		p++;
		return v;
	}
	if (*p == '-') {
		p++;
		return -atom_at(p);
	}
	unsigned v = 0;
	while (*p >= '0' && *p <= '9')
		v = v * 10 + *p++ - '0';
	return v;
}
static HD unsigned product_at(const char *&p)
{
	unsigned v = atom_at(p);
	while (*p == '*' || *p == '%') {
		char c = *p++;
		unsigned o = atom_at(p);
		v = c == '*' ? v * o : v % (o | 1);
	}
	return v;
}
static HD unsigned sum_at(const char *&p)
{
	unsigned v = product_at(p);
	while (*p == '+' || *p == '-') {
		char c = *p++;
		unsigned o = product_at(p);
		v = c == '+' ? v + o : v - o;
	}
	return v;
}
__global__ void sums_in_turn(const char *text, const int *start, unsigned *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	const char *p = text + start[i];
	out[i] = sum_at(p);
}
__global__ void sums_two_stacks(const char *text, const int *start, unsigned *out, int n)
{ // values and signs, each on a stack; a sign waits while a stronger one comes
	int i = blockIdx.x * blockDim.x + threadIdx.x, v = 0, s = 0;
	if (i >= n)
		return;
	unsigned value[24];
	char sign[48];
	bool want = true;
	for (const char *p = text + start[i];;) {
		char c = *p;
		if (want) {
			if (c == '(' || c == '-') {
				sign[s++] = c == '-' ? '~' : c;
				p++;
				continue;
			}
			unsigned x = 0;
			for (; *p >= '0' && *p <= '9'; p++)
				x = x * 10 + *p - '0';
			value[v++] = x;
			want = false;
			continue;
		}
		int force = c == '*' || c == '%' ? 2 : c == '+' || c == '-' ? 1 : 0;
		while (s && sign[s - 1] != '(') {
			char o = sign[s - 1];
			int has = o == '~' ? 3 : o == '*' || o == '%' ? 2 : 1;
			if (has < force)
				break;
			s--;
			if (o == '~') {
				value[v - 1] = -value[v - 1];
				continue;
			}
			unsigned b = value[--v], &a = value[v - 1];
			a = o == '*' ? a * b : o == '%' ? a % (b | 1) : o == '+' ? a + b : a - b;
		}
		if (force) {
			sign[s++] = c;
			want = true;
		} else if (c == ')')
			s--;
		else
			break;
		p++;
	}
	out[i] = value[0];
}
// does a name fit a pattern with * and ? and sets like [abc]
static HD bool fits(const char *p, const char *s, int &looks)
{
	looks++;
	if (!*p)
		return !*s;
	if (*p == '*')
		return fits(p + 1, s, looks) || (*s && fits(p, s + 1, looks));
	if (!*s)
		return false;
	if (*p == '[') {
		bool in = false;
		for (p++; *p != ']'; p++)
			in |= *p == *s;
		return in && fits(p + 1, s + 1, looks);
	}
	return (*p == '?' || *p == *s) && fits(p + 1, s + 1, looks);
}
__global__ void pattern_recursive(const char *pattern, const char *name, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, looks = 0;
	if (i >= n)
		return;
	bool f = fits(pattern + i % 64 * 16, name + i * 24, looks);
	out[i] = looks * 2 + f;
}
__global__ void pattern_one_mark(const char *pattern, const char *name, int *out, int n)
{ // without calls: only the last star is ever gone back to
	__shared__ char all[1024];
	for (int k = threadIdx.x; k < 1024; k += blockDim.x)
		all[k] = pattern[k];
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	const char *p = all + i % 64 * 16, *s = name + i * 24, *star = nullptr, *mark = nullptr;
	bool fit = true;
	while (*s) {
		if (*p == '*') {
			star = ++p, mark = s;
			continue;
		}
		bool good = *p == '?' || *p && *p == *s && *p != '[';
		const char *e = p + 1;
		if (*p == '[') {
			for (; *e != ']'; e++)
				good |= *e == *s;
			e++;
		}
		if (good) {
			p = e, s++;
			continue;
		}
		if (!star) {
			fit = false;
			break;
		}
		p = star, s = ++mark;
	}
	while (*p == '*')
		p++;
	out[i] = fit && !*p;
}
// the area under a curve, halved where it is not yet smooth
static HD double curve(double x, double a)
{
	return 1 / (1 + a * (x - 0.3) * (x - 0.3)) + x * x;
}
static HD double halved(
	double a, double l, double r, double fl, double fm, double fr, double whole, double tol, int deep)
{
	double m = (l + r) / 2, fa = curve((l + m) / 2, a), fb = curve((m + r) / 2, a);
	double left = (m - l) / 6 * (fl + 4 * fa + fm), right = (r - m) / 6 * (fm + 4 * fb + fr),
	       d = left + right - whole;
	if (deep == 0 || fabs(d) <= 15 * tol)
		return left + right + d / 15;
	return halved(a, l, m, fl, fa, fm, left, tol / 2, deep - 1) +
		halved(a, m, r, fm, fb, fr, right, tol / 2, deep - 1);
}
static HD double area(double a)
{
	double f0 = curve(0, a), f1 = curve(0.5, a), f2 = curve(1, a);
	return halved(a, 0, 1, f0, f1, f2, (f0 + 4 * f1 + f2) / 6, 1e-9, 14);
}
__global__ void area_recursive(const double *a, double *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = area(a[i]);
}
__global__ void area_right_kept(const double *a, double *out, int n)
{ // the left half at once, the right one is kept in arrays
	int i = blockIdx.x * blockDim.x + threadIdx.x, top = 0;
	if (i >= n)
		return;
	double R[16], FM[16], FR[16], W[16], c = a[i], l = 0, r = 1, fl = curve(0, c), fm = curve(0.5, c),
					     fr = curve(1, c), w = (fl + 4 * fm + fr) / 6, tol = 1e-9, sum = 0;
	byte deeps[16];
	int deep = 14;
	for (;;) {
		double m = (l + r) / 2, fa = curve((l + m) / 2, c), fb = curve((m + r) / 2, c);
		double left = (m - l) / 6 * (fl + 4 * fa + fm), right = (r - m) / 6 * (fm + 4 * fb + fr),
		       d = left + right - w;
		if (deep && fabs(d) > 15 * tol) {
			R[top] = r, FM[top] = fb, FR[top] = fr, W[top] = right, deeps[top++] = --deep;
			r = m, fr = fm, fm = fa, w = left, tol /= 2;
			continue;
		}
		sum += left + right + d / 15;
		if (!top)
			break;
		top--;
		l = r, fl = fr, r = R[top], fm = FM[top], fr = FR[top], w = W[top], deep = deeps[top];
		tol = 1e-9 / (1 << (14 - deep));
	}
	out[i] = sum;
}
// determinants by their minors
static HD int minors(const int *m, int size, unsigned columns)
{
	if (columns == 0)
		return 1;
	int row = size - __builtin_popcount(columns), sum = 0, sign = 1;
	for (int c = 0; c < size; c++)
		if (columns >> c & 1) {
			if (m[row * size + c])
				sum += sign * m[row * size + c] * minors(m, size, columns ^ 1u << c);
			sign = -sign;
		}
	return sum;
}
static __device__ int minors_device(const int *m, int size, int row, unsigned columns)
{
	if (row == size)
		return 1;
	int sum = 0, sign = 1;
	for (int c = 0; c < size; c++) {
		if (!(columns >> c & 1))
			continue;
		int v = m[row * size + c];
		if (v)
			sum += sign * v * minors_device(m, size, row + 1, columns ^ 1u << c);
		sign = -sign;
	}
	return sum;
}
__global__ void minors_recursive(const int *m, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = minors_device(m + i * 36, 6, 0, 63);
}
__global__ void minors_of_sets(const int *m, int *out, int n)
{ // a warp each: all sets of columns, small ones first
	__shared__ int det[4][64];
	int w = threadIdx.x / 32, l = threadIdx.x & 31, i = blockIdx.x * 4 + w;
	if (i >= n)
		return;
	if (l == 0)
		det[w][0] = 1;
	for (int k = 1; k <= 6; k++) {
		__syncwarp();
		for (int s = l; s < 64; s += 32) {
			if (__popc(s) != k)
				continue;
			int sum = 0, sign = 1;
			for (unsigned left = s; left; left &= left - 1) {
				int c = __ffs(left) - 1;
				sum += sign * m[i * 36 + (6 - k) * 6 + c] * det[w][s ^ 1 << c];
				sign = -sign;
			}
			det[w][s] = sum;
		}
	}
	__syncwarp();
	if (l == 0)
		out[i] = det[w][63];
}
// a square of 32 x 32 in leaves that are all alike enough: four calls
static HD int quarters(const byte *a, int pitch, int size, int limit, unsigned &sum)
{
	if (size == 1) {
		sum = *a;
		return 1;
	}
	int lo = 255, hi = 0;
	sum = 0;
	for (int y = 0; y < size; y++)
		for (int x = 0; x < size; x++) {
			int v = a[y * pitch + x];
			sum += v;
			lo = v < lo ? v : lo, hi = v > hi ? v : hi;
		}
	if (hi - lo <= limit)
		return 1;
	int h = size / 2, leaves = 0;
	unsigned s[4];
	for (int k = 0; k < 4; k++)
		leaves += quarters(a + (k / 2) * h * pitch + k % 2 * h, pitch, h, limit, s[k]);
	sum = s[0] ^ s[1] * 3 ^ s[2] * 5 ^ s[3] * 7;
	return leaves;
}
__global__ void quarters_recursive(const byte *a, int2 *out, int across, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned sum;
	int leaves = quarters(a + i / across * 16 * across * 16 + i % across * 16, across * 16, 16, 40, sum);
	out[i] = make_int2(leaves, sum);
}
// the shortest order to paint seven walls, the pots washed between: all orders by exchanges
static HD void all_orders(byte *o, int k, const byte *cost, int &best, int &seen)
{
	if (k == 1) {
		int sum = 0;
		for (int j = 1; j < 6; j++)
			sum += cost[o[j - 1] * 6 + o[j]];
		best = sum < best ? sum : best;
		seen += sum & 1;
		return;
	}
	for (int j = 0; j < k; j++) {
		all_orders(o, k - 1, cost, best, seen);
		int x = k & 1 ? 0 : j;
		byte t = o[x];
		o[x] = o[k - 1], o[k - 1] = t;
	}
}
__global__ void orders_recursive(const byte *cost, int2 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, best = 1 << 20, seen = 0;
	if (i >= n)
		return;
	byte o[6] = { 0, 1, 2, 3, 4, 5 };
	all_orders(o, 6, cost + i * 36, best, seen);
	out[i] = make_int2(best, seen);
}
// he of n is n - she of he of n - 1, and the other way round
static HD int she(int n, int &calls);
static HD int he(int n, int &calls)
{
	calls++;
	return n ? n - she(he(n - 1, calls), calls) : 0;
}
static HD int she(int n, int &calls)
{
	calls++;
	return n ? n - he(she(n - 1, calls), calls) : 1;
}
__global__ void he_or_she(const byte *in, int2 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, calls = 0;
	if (i >= n)
		return;
	int v = in[i] & 1 ? she(in[i] / 2, calls) : he(in[i] / 2, calls);
	out[i] = make_int2(v, calls);
}
// four by four puzzle: the first answer found ends it
static HD bool four_by_four(byte *g, int at, int &tries)
{
	while (at < 16 && g[at])
		at++;
	if (at == 16)
		return true;
	int r = at / 4, c = at % 4, used = 0;
	for (int k = 0; k < 4; k++)
		used |= 1 << g[r * 4 + k] | 1 << g[k * 4 + c] | 1 << g[(r & 2 | k / 2) * 4 + (c & 2 | k % 2)];
	for (int v = 1; v <= 4; v++) {
		if (used >> v & 1)
			continue;
		tries++;
		g[at] = v;
		if (four_by_four(g, at + 1, tries))
			return true;
	}
	g[at] = 0;
	return false;
}
__global__ void puzzle_recursive(const unsigned *given, int2 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, tries = 0;
	if (i >= n)
		return;
	byte g[16];
	unsigned key = 0;
	for (int k = 0; k < 16; k++)
		g[k] = given[i] >> 2 * k & 3;
	bool done = four_by_four(g, 0, tries);
	for (int k = 0; k < 16; k++)
		key = key * 3 + g[k];
	out[i] = make_int2(done ? key : 0, tries);
}
static std::function<bool(const std::vector<int2> &)> same_pairs(const std::vector<int2> &want)
{
	return [want](const std::vector<int2> &v) { return !memcmp(v.data(), want.data(), v.size() * sizeof(int2)); };
}
static void texts(const std::vector<unsigned> &w)
{
	const int N = 3000;
	std::string text;
	std::vector<int> start;
	std::vector<unsigned> value;
	size_t r = 0;
	std::function<void(int)> write = [&](int deep) {
		unsigned x = w[r++ % w.size()];
		if (deep == 0 || x % 7 == 0)
			text += std::to_string(x / 7 % 1000);
		else if (x % 7 == 1)
			text += '-', write(0);
		else {
			bool b = x % 7 > 3;
			text += b ? "(" : "";
			write(deep - 1);
			text += "+-*%"[x / 7 % 4];
			write(deep - 1);
			text += b ? ")" : "";
		}
	};
	for (int i = 0; i < N; i++) {
		start.push_back(text.size());
		write(4);
		text += '\0';
	}
	for (int i = 0; i < N; i++) {
		const char *p = text.c_str() + start[i];
		value.push_back(sum_at(p));
	}
	char *dt = upload(std::vector<char>(text.begin(), text.end()));
	int *ds = upload(start), *oi = dev<int>(40000);
	unsigned *o = dev<unsigned>(N);
	job<unsigned>(
		"sums_written_as_text.calls_in_turn", [&] { sums_in_turn<<<up(N, 64), 64>>>(dt, ds, o, N); }, o, N,
		same(value));
	job<unsigned>(
		"sums_written_as_text.two_stacks", [&] { sums_two_stacks<<<up(N, 64), 64>>>(dt, ds, o, N); }, o, N,
		same(value));
	const int M = 5000;
	std::vector<char> pattern(1024), name(M * 24);
	std::vector<int> fit(M), looked(M);
	for (int k = 0; k < 64; k++) {
		std::string s;
		for (int j = 0; j < 6; j++)
			s += w[k * 9 + j] % 5 < (j < 3 ? 2 : 1) ? "*" :
				w[k * 9 + j] % 5 == 2           ? "?" :
								  std::string(1, 'a' + w[k * 9 + j] / 5 % 3);
		s.insert(w[k] % 6, "[ac]");
		strcpy(&pattern[k * 16], s.c_str());
	}
	for (int i = 0; i < M; i++) {
		for (int j = 0; j < 8 + (int)(w[i] % 15); j++)
			name[i * 24 + j] = 'a' + w[i * 3 + j] % 3;
		int looks = 0;
		fit[i] = fits(&pattern[i % 64 * 16], &name[i * 24], looks);
		looked[i] = looks * 2 + fit[i];
	}
	char *dp = upload(pattern), *dn = upload(name);
	job<int>(
		"names_that_fit_a_pattern.recursive", [&] { pattern_recursive<<<up(M, 128), 128>>>(dp, dn, oi, M); },
		oi, M, same(looked));
	job<int>(
		"names_that_fit_a_pattern.back_to_last_star",
		[&] { pattern_one_mark<<<up(M, 128), 128>>>(dp, dn, oi, M); }, oi, M, same(fit));
}
static void numbers(const std::vector<unsigned> &w)
{
	const int T = 2100;
	std::vector<int2> want(T);
	for (int i = 0; i < T; i++) {
		int x, y, z, calls = 0;
		tak_start(i, x, y, z);
		x = tak(x, y, z, calls);
		want[i] = make_int2(x, calls);
	}
	int2 *o = dev<int2>(20000);
	job<int2>(
		"four_calls_of_takeuchi.recursive", [&] { tak_recursive<<<up(T, 64), 64>>>(o, T); }, o, T,
		same_pairs(want));
	job<int2>(
		"four_calls_of_takeuchi.own_stack", [&] { tak_own_stack<<<up(T, 64), 64>>>(o, T); }, o, T,
		same_pairs(want));
	const int N = 3000;
	std::vector<double> a(N), full(N);
	for (int i = 0; i < N; i++) {
		a[i] = 1 + w[i] % 3000;
		full[i] = area(a[i]);
	}
	double *da = upload(a), *od = dev<double>(N);
	job<double>(
		"area_halved_where_needed.recursive", [&] { area_recursive<<<up(N, 96), 96>>>(da, od, N); }, od, N,
		close_to(full, 1e-8));
	job<double>(
		"area_halved_where_needed.right_half_kept", [&] { area_right_kept<<<up(N, 96), 96>>>(da, od, N); }, od,
		N, close_to(full, 1e-8));
	const int M = 1500;
	std::vector<int> m(M * 36), det(M);
	for (int i = 0; i < M * 36; i++)
		m[i] = w[i] % 3 ? (int)(w[i] >> 8) % 9 - 4 : 0;
	for (int i = 0; i < M; i++)
		det[i] = minors(&m[i * 36], 6, 63);
	int *dm = upload(m), *oi = dev<int>(M);
	job<int>(
		"determinants_by_minors.recursive", [&] { minors_recursive<<<up(M, 32), 32>>>(dm, oi, M); }, oi, M,
		same(det));
	job<int>(
		"determinants_by_minors.sets_a_warp", [&] { minors_of_sets<<<up(M, 4), 128>>>(dm, oi, M); }, oi, M,
		same(det));
}
static void trees(const std::vector<unsigned> &w)
{
	int2 *o = dev<int2>(20000);
	const int A = 40, N = A * A;
	std::vector<byte> a(N * 256);
	std::vector<int2> want(N);
	for (int i = 0; i < N * 256; i++)
		a[i] = (w[i / 5 % 1000] & 31) + (w[i % 99991] % 37 ? 60 : 120) + i / (A * 16) % 64;
	for (int i = 0; i < N; i++) {
		unsigned sum;
		want[i].x = quarters(&a[i / A * 16 * A * 16 + i % A * 16], A * 16, 16, 40, sum);
		want[i].y = sum;
	}
	byte *da = upload(a);
	job<int2>(
		"quarters_until_alike.recursive", [&] { quarters_recursive<<<up(N, 64), 64>>>(da, o, A, N); }, o, N,
		same_pairs(want));
	const int P = 700;
	std::vector<byte> cost(P * 36), n(5000);
	std::vector<int2> best(P), two(5000), puzzle(6000);
	for (int i = 0; i < P * 36; i++)
		cost[i] = w[i] % 200;
	for (int i = 0; i < P; i++) {
		byte q[6] = { 0, 1, 2, 3, 4, 5 };
		best[i] = make_int2(1 << 20, 0);
		all_orders(q, 6, &cost[i * 36], best[i].x, best[i].y);
	}
	byte *dc = upload(cost);
	job<int2>(
		"walls_in_every_order.recursive_exchanges", [&] { orders_recursive<<<up(P, 64), 64>>>(dc, o, P); }, o,
		P, same_pairs(best));
	for (int i = 0; i < 5000; i++) {
		n[i] = w[i] % 34;
		two[i].y = 0;
		two[i].x = n[i] & 1 ? she(n[i] / 2, two[i].y) : he(n[i] / 2, two[i].y);
	}
	byte *dn = upload(n);
	job<int2>(
		"each_asks_the_other.in_turn", [&] { he_or_she<<<up(5000, 128), 128>>>(dn, o, 5000); }, o, 5000,
		same_pairs(two));
	std::vector<unsigned> given(6000);
	for (int i = 0; i < 6000; i++) {
		for (int k = 0; k < 3; k++)
			given[i] |= (w[i * 3 + k] % 3 + 1) << (w[i * 3 + k] >> 8) % 16 * 2;
		byte g[16];
		unsigned key = 0;
		for (int k = 0; k < 16; k++)
			g[k] = given[i] >> 2 * k & 3;
		puzzle[i].y = 0;
		bool done = four_by_four(g, 0, puzzle[i].y);
		for (int k = 0; k < 16; k++)
			key = key * 3 + g[k];
		puzzle[i].x = done ? key : 0;
	}
	unsigned *dg = upload(given);
	job<int2>(
		"four_by_four_puzzle.recursive_first_answer",
		[&] { puzzle_recursive<<<up(6000, 128), 128>>>(dg, o, 6000); }, o, 6000, same_pairs(puzzle));
}
void rows()
{
	CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 8 << 10));
	std::vector<unsigned> w = words(200000);
	texts(w);
	numbers(w);
	trees(w);
}
