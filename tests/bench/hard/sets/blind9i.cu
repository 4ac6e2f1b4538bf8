// blind9i: a ninth set of kernels that nobody had modelled when they were written. Numbers, games, markets; few blocks.
#include "blind7.h"

const unsigned PRIME = 998244353;
__global__ void poly_plain(const unsigned *a, const unsigned *b, unsigned *c, int n)
{ // a coefficient of the product a thread
	int k = blockIdx.x * blockDim.x + threadIdx.x;
	if (k >= 2 * n - 1)
		return;
	u64 s = 0;
	for (int i = max(0, k - n + 1); i <= min(k, n - 1); i++)
		s = (s + (u64)a[i] * b[k - i]) % PRIME;
	c[k] = s;
}
__global__ void poly_tiles(const unsigned *a, const unsigned *b, unsigned *c, int n)
{ // 128 by 128 factors at a time in shared memory; a remainder every 8 products
	__shared__ unsigned s[128], t[256];
	int k0 = blockIdx.x * 128, x = threadIdx.x;
	u64 sum = 0;
	for (int i0 = 0; i0 < n && i0 <= k0 + 127; i0 += 128) {
		if (k0 - i0 - 127 >= n)
			continue;
		s[x] = a[i0 + x];
		for (int e = x; e < 256; e += 128) {
			int j = k0 - i0 - 128 + e;
			t[e] = j >= 0 && j < n ? b[j] : 0;
		}
		__syncthreads();
#pragma unroll 1
		for (int i = 0; i < 128; i += 8) {
#pragma unroll
			for (int e = 0; e < 8; e++)
				sum += (u64)s[i + e] * t[x + 128 - i - e];
			sum %= PRIME;
		}
		__syncthreads();
	}
	if (k0 + x < 2 * n - 1)
		c[k0 + x] = sum;
}
__global__ void aliquot_scatter(unsigned *sum, int n)
{ // each number adds itself to all its multiples
	int d = blockIdx.x * blockDim.x + threadIdx.x + 1;
	for (int m = 2 * d; m < n; m += d)
		atomicAdd(&sum[m], d);
}
__global__ void aliquot_gather(unsigned *sum, int n)
{ // each number looks for its divisors
	int m = blockIdx.x * blockDim.x + threadIdx.x;
	if (m >= n)
		return;
	unsigned s = m > 1;
	for (int d = 2; d * d <= m; d++)
		if (m % d == 0)
			s += d + (d * d < m ? m / d : 0);
	sum[m] = s;
}
__global__ void two_primes(const unsigned *bits, int *least, int n)
{ // the least prime p so that 2m - p is prime, too; a bit for each odd number
	extern __shared__ unsigned s[];
	for (int i = threadIdx.x; i < n / 32 + 1; i += blockDim.x)
		s[i] = bits[i];
	__syncthreads();
	for (int m = blockIdx.x * blockDim.x + threadIdx.x + 3; m <= n; m += gridDim.x * blockDim.x) {
		int p = 3;
		while (!(s[p / 64] >> p / 2 % 32 & 1) || !(s[(2 * m - p) / 64] >> (2 * m - p) / 2 % 32 & 1))
			p += 2;
		least[m] = p;
	}
}
__global__ void discrete_log(const unsigned *key, const unsigned *place, const unsigned *of, unsigned *out, int n,
	int table, unsigned factor, unsigned p)
{ // giant steps, each looked up in a list of baby steps that is in order
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u64 v = of[i];
	for (int g = 0; g < table; g++) {
		int l = 0, r = table - 1;
		while (l < r) {
			int m = (l + r) / 2;
			if (key[m] < v)
				l = m + 1;
			else
				r = m;
		}
		if (key[l] == v) {
			out[i] = g * table + place[l];
			return;
		}
		v = v * factor % p;
	}
	out[i] = ~0u;
}
__global__ void right_angles(int *count, int n)
{ // whole sides a <= b with a hypotenuse that is whole and at most n
	int b = blockIdx.x * blockDim.x + threadIdx.x + 1, a = blockIdx.y + 1, c = 0;
	if (b <= n && a <= b) {
		int q = a * a + b * b, r = (int)sqrtf((float)q);
		r += (r + 1) * (r + 1) <= q;
		r -= r * r > q;
		c = r * r == q && r <= n;
	}
	c = __syncthreads_count(c);
	if (!threadIdx.x && c)
		atomicAdd(count, c);
}
__host__ __device__ bool four(u64 b)
{ // 7 columns of 6, one bit of air above each
	u64 m = b & b >> 7;
	if (m & m >> 14)
		return true;
	m = b & b >> 6;
	if (m & m >> 12)
		return true;
	m = b & b >> 8;
	if (m & m >> 16)
		return true;
	m = b & b >> 1;
	return m & m >> 2;
}
__host__ __device__ int play(unsigned seed)
{ // both sides drop at random
	u64 side[2] = { 0, 0 };
	byte high[7] = { 0, 0, 0, 0, 0, 0, 0 };
	for (int move = 0; move < 42; move++) {
		int c;
		do {
			seed = seed * 1664525 + 1013904223;
			c = (seed >> 20) % 7;
		} while (high[c] == 6);
		side[move & 1] |= 1ull << (c * 7 + high[c]++);
		if (four(side[move & 1]))
			return move & 1 ? 2 : 1;
	}
	return 0;
}
__global__ void games(int *won, int n)
{
	__shared__ int s[3];
	if (threadIdx.x < 3)
		s[threadIdx.x] = 0;
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&s[play(i * 2654435761u + 12345)], 1);
	__syncthreads();
	if (threadIdx.x < 3)
		atomicAdd(&won[threadIdx.x], s[threadIdx.x]);
}
__global__ void strength_index(const float *price, float *out, int n, int days)
{ // of gains and losses, each smoothed; a paper a thread, papers side by side
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float up = 0, down = 0, last = price[i];
	for (int d = 1; d < days; d++) {
		float p = price[d * n + i], c = p - last;
		up += (fmaxf(c, 0) - up) * (1 / 14.0f);
		down += (fmaxf(-c, 0) - down) * (1 / 14.0f);
		last = p;
		out[d * n + i] = up + down > 0 ? 100 * up / (up + down) : 50;
	}
}
__device__ float2 two_normals(unsigned &s)
{
	s = s * 1664525 + 1013904223;
	float u = ((s >> 8) + 0.5f) / 16777216;
	s = s * 1664525 + 1013904223;
	float r = sqrtf(-2 * __logf(u)), a, b;
	__sincosf((s >> 8) * (6.2831853f / 16777216), &a, &b);
	return make_float2(r * a, r * b);
}
__global__ void restless(double *sum, int steps, int n, float strike)
{ // a price whose restlessness changes, too (Heston)
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float x = 0, v = 0.04f, pay = 0, dt = 1.0f / steps, root = sqrtf(dt);
	unsigned s = i * 747796405u + 2891336453u;
	if (i < n) {
		for (int k = 0; k < steps; k++) {
			float2 z = two_normals(s);
			float p = fmaxf(v, 0), q = sqrtf(p);
			x += -0.5f * p * dt + q * root * z.x;
			v += 1.5f * (0.04f - p) * dt + 0.3f * q * root * (-0.7f * z.x + 0.714143f * z.y);
		}
		pay = fmaxf(100 * __expf(x) - strike, 0);
	}
	for (int d = 16; d; d /= 2)
		pay += __shfl_down_sync(~0u, pay, d);
	if (threadIdx.x % 32 == 0)
		atomicAdd(sum, (double)pay);
}
struct Order {
	short price, amount; // below 0: for sale
};
__host__ __device__ int match_orders(const Order *o, int n)
{ // a market of 32 prices: an array of what is offered and wanted at each; how much changes hands
	int wanted[32] = {}, offered[32] = {}, done = 0;
	for (int i = 0; i < n; i++) {
		int p = o[i].price, a = o[i].amount;
		if (a > 0) {
			for (int k = 0; k <= p && a; k++) {
				int t = a < offered[k] ? a : offered[k];
				offered[k] -= t;
				a -= t;
				done += t * k;
			}
			wanted[p] += a;
		} else {
			a = -a;
			for (int k = 31; k >= p && a; k--) {
				int t = a < wanted[k] ? a : wanted[k];
				wanted[k] -= t;
				a -= t;
				done += t * k;
			}
			offered[p] += a;
		}
	}
	return done;
}
__global__ void markets(const Order *o, int *done, int n, int many)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < many)
		done[i] = match_orders(o + i * n, n);
}
__global__ void middle_one_block(const unsigned *v, unsigned *out, int n)
{ // the one in the middle of all, eight bits at a time
	__shared__ int bin[256];
	__shared__ unsigned found;
	__shared__ int left;
	unsigned known = 0, mask = 0;
	if (!threadIdx.x)
		left = n / 2;
	for (int shift = 24; shift >= 0; shift -= 8) {
		if (threadIdx.x < 256)
			bin[threadIdx.x] = 0;
		__syncthreads();
		for (int i = threadIdx.x; i < n; i += blockDim.x)
			if ((v[i] & mask) == known)
				atomicAdd(&bin[v[i] >> shift & 255], 1);
		__syncthreads();
		if (!threadIdx.x) {
			int k = 0, l = left;
			while (l >= bin[k])
				l -= bin[k++];
			left = l;
			found = k;
		}
		__syncthreads();
		known |= found << shift;
		mask |= 255u << shift;
	}
	if (!threadIdx.x)
		*out = known;
}
__global__ void pascal(unsigned *out, int n, unsigned p)
{ // the n-th row of Pascal's triangle modulo p, in one block: row by row
	__shared__ unsigned a[1024];
	int t = threadIdx.x;
	a[t] = t == 0;
	__syncthreads();
	for (int r = 0; r < n; r++) {
		unsigned l = t ? a[t - 1] : 0, v = a[t] + l;
		__syncthreads();
		a[t] = v >= p ? v - p : v;
		__syncthreads();
	}
	out[t] = a[t];
}
__global__ void shift_registers(const unsigned *start, unsigned *out, int steps)
{ // two warps of registers with feedback, a bit after the other
	unsigned s = start[threadIdx.x] | 1, sum = 0;
	for (int i = 0; i < steps; i++) {
		unsigned bit = (s ^ s >> 10 ^ s >> 30 ^ s >> 31) & 1;
		s = s >> 1 | bit << 31;
		sum += s & 15;
	}
	out[threadIdx.x] = sum;
}
__global__ void area_one_block(const double2 *p, double *out, int n)
{ // of a polygon
	__shared__ double s[512];
	double a = 0;
	for (int i = threadIdx.x; i < n; i += 512) {
		double2 u = p[i], v = p[i + 1 < n ? i + 1 : 0];
		a += u.x * v.y - u.y * v.x;
	}
	s[threadIdx.x] = a;
	__syncthreads();
	for (int d = 256; d; d /= 2) {
		if (threadIdx.x < d)
			s[threadIdx.x] += s[threadIdx.x + d];
		__syncthreads();
	}
	if (!threadIdx.x)
		*out = s[0] / 2;
}
__global__ void traffic(byte *road, int n, int steps, unsigned seed)
{ // Nagel and Schreckenberg, a ring road a block: 255 nobody, else how fast the car is
	extern __shared__ byte lane[];
	byte *now = lane, *next = lane + n;
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		now[i] = road[blockIdx.x * n + i];
	for (int s = 0; s < steps; s++) {
		for (int i = threadIdx.x; i < n; i += blockDim.x)
			next[i] = 255;
		__syncthreads();
		for (int i = threadIdx.x; i < n; i += blockDim.x) {
			if (now[i] == 255)
				continue;
			int v = min(now[i] + 1, 5), gap = 1;
			while (gap <= v && now[(i + gap) % n] == 255)
				gap++;
			v = min(v, gap - 1);
			unsigned r = ((blockIdx.x * steps + s) * n + i + seed) * 2654435761u;
			r = (r ^ r >> 15) * 2246822519u;
			if (v && (r >> 16) % 10 < 3)
				v--;
			next[(i + v) % n] = v;
		}
		__syncthreads();
		byte *e = now;
		now = next;
		next = e;
	}
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		road[blockIdx.x * n + i] = now[i];
}
void rows()
{
	std::vector<unsigned> w = words(1 << 21);
	std::vector<float> f = fractions(w);
	float *x = upload(f), *o = dev<float>(1 << 22);
	int *io = (int *)o;
	unsigned *uo = (unsigned *)o;
	auto zero = [&] { CHECK(cudaMemset(o, 0, 1 << 20)); };
	const int PL = 2048;
	std::vector<unsigned> pa(PL), pb(PL), pc(2 * PL - 1);
	for (int i = 0; i < PL; i++)
		pa[i] = w[i] % PRIME, pb[i] = w[i + PL] % PRIME;
	for (int i = 0; i < PL; i++)
		for (int k = 0; k < PL; k++)
			pc[i + k] = (pc[i + k] + (u64)pa[i] * pb[k]) % PRIME;
	unsigned *da = upload(pa), *db = upload(pb);
	job<unsigned>(
		"polynomials.plain", [&] { poly_plain<<<2 * PL / 64, 64>>>(da, db, uo, PL); }, uo, 2 * PL - 1,
		same(pc));
	job<unsigned>(
		"polynomials.tiles", [&] { poly_tiles<<<2 * PL / 128, 128>>>(da, db, uo, PL); }, uo, 2 * PL - 1,
		same(pc));
	const int AL = 60000;
	std::vector<unsigned> sums(AL);
	for (int k = 1; k < AL; k++)
		for (int m = 2 * k; m < AL; m += k)
			sums[m] += k;
	job<unsigned>(
		"divisors.scattered", [&] { aliquot_scatter<<<AL / 2 / 128 + 1, 128>>>(uo, AL); }, uo, AL, same(sums),
		zero);
	job<unsigned>(
		"divisors.gathered", [&] { aliquot_gather<<<(AL + 127) / 128, 128>>>(uo, AL); }, uo, AL, same(sums),
		zero);
	const int GB = 100000;
	std::vector<byte> composite(2 * GB + 64);
	std::vector<unsigned> bits(GB / 32 + 1);
	std::vector<int> least(GB + 1);
	for (int i = 3; i < 2 * GB + 64; i += 2) {
		if (!composite[i] && i / 64 < bits.size())
			bits[i / 64] |= 1u << i / 2 % 32;
		for (long k = (long)i * i; !composite[i] && k < 2 * GB + 64; k += 2 * i)
			composite[k] = 1;
	}
	for (int m = 3; m <= GB; m++)
		for (int p = 3; !least[m]; p += 2)
			if (!composite[p] && !composite[2 * m - p])
				least[m] = p;
	unsigned *dbits = upload(bits);
	job<int>(
		"two_primes.bits_shared", [&] { two_primes<<<132, 256, (GB / 32 + 1) * 4>>>(dbits, io, GB); }, io,
		GB + 1, same(least), zero);
	const unsigned P = 1000003, T = 1001;
	std::vector<std::pair<unsigned, unsigned>> baby;
	std::vector<unsigned> key, place, of, want;
	u64 v = 1, inv = 1, step = 1;
	for (unsigned k = 0; k < T; k++, v = v * 2 % P)
		baby.push_back({ (unsigned)v, k });
	step = v;
	for (unsigned e = P - 2, b = step; e; e /= 2, b = (u64)b * b % P)
		if (e & 1)
			inv = inv * b % P;
	std::stable_sort(baby.begin(), baby.end());
	for (auto &b : baby)
		key.push_back(b.first), place.push_back(b.second);
	const int DL = 4000;
	for (int i = 0; i < DL; i++) {
		unsigned e = w[i] % 300000;
		u64 r = 1, b = 2;
		for (unsigned k = e; k; k /= 2, b = b * b % P)
			if (k & 1)
				r = r * b % P;
		of.push_back(r);
	}
	unsigned *dkey = upload(key), *dplace = upload(place), *dof = upload(of);
	job<unsigned>(
		"logarithms.giant_steps",
		[&] { discrete_log<<<(DL + 63) / 64, 64>>>(dkey, dplace, dof, uo, DL, T, inv, P); }, uo, DL,
		[&](const std::vector<unsigned> &got) {
			for (int i = 0; i < DL; i++) {
				u64 r = 1, b = 2;
				for (unsigned k = got[i]; k; k /= 2, b = b * b % P)
					if (k & 1)
						r = r * b % P;
				if (r != of[i])
					return false;
			}
			return true;
		});
	const int TN = 1400;
	int triples = 0;
	for (int a = 1; a <= TN; a++)
		for (int b = a; a * a + b * b <= TN * TN; b++) {
			int r = std::sqrt((double)(a * a + b * b));
			triples += r * r == a * a + b * b;
		}
	job<int>(
		"triples.counted", [&] { right_angles<<<dim3((TN + 127) / 128, TN), 128>>>(io, TN); }, io, 1,
		same(std::vector<int>{ triples }), zero);
	const int GN = 40000;
	std::vector<int> won(3);
	for (int i = 0; i < GN; i++)
		won[play(i * 2654435761u + 12345)]++;
	job<int>(
		"four_in_a_row.games", [&] { games<<<(GN + 127) / 128, 128>>>(io, GN); }, io, 3, same(won), zero);
	const int PN = 4096, DAYS = 250;
	std::vector<float> index(PN * DAYS);
	for (int i = 0; i < PN; i++) {
		float up = 0, down = 0;
		for (int k = 1; k < DAYS; k++) {
			float c = f[k * PN + i] - f[(k - 1) * PN + i];
			up += (std::max(c, 0.0f) - up) / 14, down += (std::max(-c, 0.0f) - down) / 14;
			index[k * PN + i] = up + down > 0 ? 100 * up / (up + down) : 50;
		}
	}
	job<float>(
		"papers.strength", [&] { strength_index<<<PN / 64, 64>>>(x, o, PN, DAYS); }, o, PN * DAYS,
		close_to(index, 1e-3), [&] { CHECK(cudaMemset(o, 0, PN * 4)); });
	double *od = (double *)o;
	job<double>(
		"papers.restless_paths", [&] { restless<<<40000 / 128 + 1, 128>>>(od, 60, 40000, 100); }, od, 1,
		[](const std::vector<double> &s) { return std::fabs(s[0] / 40000 - 7.7) < 0.8; }, zero);
	const int MN = 64, MK = 6000;
	std::vector<Order> orders(MN * MK);
	std::vector<int> done(MK);
	for (int i = 0; i < MN * MK; i++) {
		int buy = w[i] / 64 % 2, p = 8 + w[i] / 128 % 16 + (buy ? -3 : 3) + (int)(w[i] / 4096 % 4);
		orders[i] = { (short)p, (short)((1 + w[i] % 50) * (buy ? 1 : -1)) };
	}
	for (int i = 0; i < MK; i++)
		done[i] = match_orders(&orders[i * MN], MN);
	Order *dord = upload(orders);
	job<int>(
		"market.thread_a_book", [&] { markets<<<(MK + 63) / 64, 64>>>(dord, io, MN, MK); }, io, MK, same(done));
	const int MD = 60001;
	std::vector<unsigned> sorted(w.begin(), w.begin() + MD);
	for (auto &e : sorted)
		e *= 2654435761u;
	unsigned *dm = upload(sorted);
	std::sort(sorted.begin(), sorted.end());
	job<unsigned>(
		"middle.one_block", [&] { middle_one_block<<<1, 1024>>>(dm, uo, MD); }, uo, 1,
		same(std::vector<unsigned>{ sorted[MD / 2] }));
	std::vector<unsigned> tri(1024);
	tri[0] = 1;
	for (int r = 0; r < 1000; r++)
		for (int k = 1023; k > 0; k--)
			tri[k] = (tri[k] + tri[k - 1]) % PRIME;
	job<unsigned>(
		"pascal.one_block", [&] { pascal<<<1, 1024>>>(uo, 1000, PRIME); }, uo, 1024, same(tri));
	unsigned *dw = upload(w);
	std::vector<unsigned> reg(64);
	for (int i = 0; i < 64; i++)
		for (unsigned k = 0, s = w[i] | 1; k < 20000; k++) {
			s = s >> 1 | ((s ^ s >> 10 ^ s >> 30 ^ s >> 31) & 1) << 31;
			reg[i] += s & 15;
		}
	job<unsigned>(
		"registers.two_warps", [&] { shift_registers<<<1, 64>>>(dw, uo, 20000); }, uo, 64, same(reg));
	const int CO = 40000;
	std::vector<double> corner = double_fractions(w, 2 * CO);
	double area = 0;
	for (int i = 0; i < CO; i++)
		area += (corner[2 * i] * corner[2 * ((i + 1) % CO) + 1] -
				corner[2 * i + 1] * corner[2 * ((i + 1) % CO)]) /
			2;
	double *dcorner = upload(corner);
	job<double>(
		"area.one_block_doubles", [&] { area_one_block<<<1, 512>>>((double2 *)dcorner, od, CO); }, od, 1,
		close_to(std::vector<double>{ area }, 1e-9));
	const int RO = 1000, ROADS = 200, TT = 20;
	std::vector<byte> road(RO * ROADS), later(RO * ROADS);
	for (int i = 0; i < RO * ROADS; i++)
		road[i] = w[i] % 5 ? 255 : w[i] / 8 % 6;
	for (int b = 0; b < ROADS; b++) {
		std::vector<byte> now(road.begin() + b * RO, road.begin() + (b + 1) * RO), next(RO);
		for (int s = 0; s < TT; s++) {
			std::fill(next.begin(), next.end(), 255);
			for (int i = 0; i < RO; i++) {
				if (now[i] == 255)
					continue;
				int v = std::min(now[i] + 1, 5), gap = 1;
				while (gap <= v && now[(i + gap) % RO] == 255)
					gap++;
				v = std::min(v, gap - 1);
				unsigned u = ((b * TT + s) * RO + i + 5u) * 2654435761u;
				u = (u ^ u >> 15) * 2246822519u;
				next[(i + v - (v && (u >> 16) % 10 < 3)) % RO] = v - (v && (u >> 16) % 10 < 3);
			}
			std::swap(now, next);
		}
		std::copy(now.begin(), now.end(), later.begin() + b * RO);
	}
	byte *droad = upload(road), *dnow = dev<byte>(RO * ROADS);
	job<byte>(
		"traffic.road_a_block", [&] { traffic<<<ROADS, 128, RO * 2>>>(dnow, RO, TT, 5); }, dnow, RO * ROADS,
		same(later), [&] { CHECK(cudaMemcpy(dnow, droad, RO * ROADS, cudaMemcpyDeviceToDevice)); });
}
