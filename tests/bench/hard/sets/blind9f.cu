// blind9f: a ninth set of kernels that nobody had modelled when they were written. Tables of records.
#include "blind7.h"

__device__ void add_all(u64 v, u64 *out)
{
	for (int d = 16; d; d /= 2)
		v += __shfl_down_sync(~0u, v, d);
	if (threadIdx.x % 32 == 0 && v)
		atomicAdd(out, v);
}
__global__ void revenue_ifs(const int *day, const int *price, const byte *less, const byte *many, u64 *out, int n)
{ // a look at each column only where the ones before it say so
	u64 s = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		if (day[i] >= 365 && day[i] < 730)
			if (less[i] >= 5 && less[i] <= 7)
				if (many[i] < 24)
					s += (u64)price[i] * less[i];
	add_all(s, out);
}
__global__ void revenue_all(const int *day, const int *price, const byte *less, const byte *many, u64 *out, int n)
{ // all columns, and then a product with nought or one
	u64 s = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		int d = day[i], l = less[i];
		s += (u64)price[i] * l * ((d >= 365) & (d < 730) & (l >= 5) & (l <= 7) & (many[i] < 24));
	}
	add_all(s, out);
}
__global__ void revenue_fours(
	const int4 *day, const int4 *price, const uchar4 *less, const uchar4 *many, u64 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	u64 s = 0;
	auto one = [](int d, int p, int l, int m) {
		return d >= 365 && d < 730 && l >= 5 && l <= 7 && m < 24 ? (u64)p * l : 0;
	};
	if (i < n) {
		int4 d = day[i], p = price[i];
		uchar4 l = less[i], m = many[i];
		s = one(d.x, p.x, l.x, m.x) + one(d.y, p.y, l.y, m.y) + one(d.z, p.z, l.z, m.z) +
			one(d.w, p.w, l.w, m.w);
	}
	add_all(s, out);
}
__global__ void totals_shared(const byte *flag, const int *price, const byte *less, u64 *out, int n)
{ // of six groups: sum of prices, of discounts, how many
	__shared__ u64 s[18];
	if (threadIdx.x < 18)
		s[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		int g = flag[i] * 3;
		atomicAdd(&s[g], (u64)price[i]);
		atomicAdd(&s[g + 1], (u64)less[i]);
		atomicAdd(&s[g + 2], 1ull);
	}
	__syncthreads();
	if (threadIdx.x < 18)
		atomicAdd(&out[threadIdx.x], s[threadIdx.x]);
}
__global__ void totals_own(const byte *flag, const int *price, const byte *less, u64 *out, int n)
{ // each thread keeps the sums of all groups
	u64 a[6] = {};
	unsigned b[6] = {}, c[6] = {};
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		int f = flag[i], p = price[i], l = less[i];
#pragma unroll
		for (int g = 0; g < 6; g++)
			if (f == g) {
				a[g] += p;
				b[g] += l;
				c[g]++;
			}
	}
#pragma unroll
	for (int g = 0; g < 6; g++) {
		add_all(a[g], &out[g * 3]);
		add_all(b[g], &out[g * 3 + 1]);
		add_all(c[g], &out[g * 3 + 2]);
	}
}
__global__ void skyline_plain(const float2 *p, byte *best, int n)
{ // is there nothing that is cheaper and nearer?
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float2 a = p[i];
	byte ok = 1;
	for (int j = 0; j < n && ok; j++)
		if (p[j].x < a.x && p[j].y < a.y)
			ok = 0;
	best[i] = ok;
}
__global__ void skyline_tile(const float2 *p, byte *best, int n)
{ // tiles until all of the block are out
	__shared__ float2 s[256];
	int i = blockIdx.x * 256 + threadIdx.x;
	float2 a = i < n ? p[i] : make_float2(2, 2);
	bool ok = i < n;
	for (int j0 = 0; j0 < n; j0 += 256) {
		s[threadIdx.x] = j0 + threadIdx.x < n ? p[j0 + threadIdx.x] : make_float2(9, 9);
		if (!__syncthreads_or(ok))
			break;
		if (ok)
			for (int j = 0; j < 256; j++)
				ok = ok && !(s[j].x < a.x && s[j].y < a.y);
		__syncthreads();
	}
	if (i < n)
		best[i] = ok;
}
__global__ void overlaps(const int *from, const int *to, const int2 *ask, int *out, int n, int many)
{ // how many of n stretches (starts and ends each in order) meet the one that is asked for
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= many)
		return;
	int2 a = ask[i];
	auto below = [n](const int *v, int x) {
		int l = 0, r = n;
		while (l < r) {
			int m = (l + r) / 2;
			if (v[m] < x)
				l = m + 1;
			else
				r = m;
		}
		return l;
	};
	out[i] = below(from, a.y) - below(to, a.x + 1);
}
__global__ void brackets(const char *in, int *deepest, int len)
{ // a line of text a block: how deep its brackets nest, -1 where they do not fit
	__shared__ int warp_sum[8], most[8], least[8];
	int lane = threadIdx.x % 32, w = threadIdx.x / 32, base = 0, deep = 0, low = 0;
	for (int i0 = 0; i0 < len; i0 += 256) {
		int i = i0 + threadIdx.x, c = i < len ? in[blockIdx.x * len + i] : 0, v = (c == '(') - (c == ')');
		for (int d = 1; d < 32; d *= 2) {
			int u = __shfl_up_sync(~0u, v, d);
			if (lane >= d)
				v += u;
		}
		if (lane == 31)
			warp_sum[w] = v;
		__syncthreads();
		for (int k = 0; k < 8; k++) {
			if (k < w)
				v += warp_sum[k];
		}
		v += base;
		deep = max(deep, v);
		low = min(low, v);
		for (int k = 0; k < 8; k++)
			base += warp_sum[k];
		__syncthreads();
	}
	deep = __reduce_max_sync(~0u, deep);
	low = __reduce_min_sync(~0u, low);
	if (!lane) {
		most[w] = deep;
		least[w] = low;
	}
	__syncthreads();
	if (!threadIdx.x) {
		for (int k = 1; k < 8; k++) {
			deep = max(deep, most[k]);
			low = min(low, least[k]);
		}
		deepest[blockIdx.x] = low < 0 || base ? -1 : deep;
	}
}
void rows()
{
	std::vector<unsigned> w = words(1 << 21);
	std::vector<float> f = fractions(w);
	int *io = dev<int>(1 << 21);
	float *o = (float *)io;
	byte *bo = (byte *)io;
	auto zero = [&] { CHECK(cudaMemset(io, 0, 1 << 20)); };
	const int N = 1 << 20;
	std::vector<int> day(N), price(N);
	std::vector<byte> less(N), amount(N), flag(N);
	u64 sum = 0;
	std::vector<u64> totals(18);
	for (int i = 0; i < N; i++) {
		day[i] = w[i] % 2500, price[i] = w[i] / 64 % 100000, less[i] = w[i] / 256 % 11,
		amount[i] = w[i + N] % 50;
		flag[i] = w[i + N] / 64 % 100 < 49 ? 0 : w[i + N] / 8192 % 6;
		if (day[i] >= 365 && day[i] < 730 && less[i] >= 5 && less[i] <= 7 && amount[i] < 24)
			sum += (u64)price[i] * less[i];
		totals[flag[i] * 3] += price[i], totals[flag[i] * 3 + 1] += less[i], totals[flag[i] * 3 + 2]++;
	}
	int *dd = upload(day), *dp = upload(price);
	byte *dl = upload(less), *dm = upload(amount), *df = upload(flag);
	u64 *so = (u64 *)io;
	std::vector<u64> s{ sum };
	job<u64>(
		"revenue.by_ifs", [&] { revenue_ifs<<<264, 256>>>(dd, dp, dl, dm, so, N); }, so, 1, same(s), zero);
	job<u64>(
		"revenue.all_columns", [&] { revenue_all<<<264, 256>>>(dd, dp, dl, dm, so, N); }, so, 1, same(s), zero);
	job<u64>(
		"revenue.fours",
		[&] {
			revenue_fours<<<N / 1024, 256>>>((int4 *)dd, (int4 *)dp, (uchar4 *)dl, (uchar4 *)dm, so, N / 4);
		},
		so, 1, same(s), zero);
	job<u64>(
		"totals.shared", [&] { totals_shared<<<264, 256>>>(df, dp, dl, so, N); }, so, 18, same(totals), zero);
	job<u64>(
		"totals.own", [&] { totals_own<<<132, 256>>>(df, dp, dl, so, N); }, so, 18, same(totals), zero);
	const int SK = 20000;
	std::vector<byte> top(SK);
	std::vector<float2> offer(SK);
	for (int i = 0; i < SK; i++)
		offer[i] = { f[i], 1 - f[i] + f[i + SK] * 0.3f };
	for (int i = 0; i < SK; i++) {
		top[i] = 1;
		for (int j = 0; j < SK && top[i]; j++)
			top[i] = !(offer[j].x < offer[i].x && offer[j].y < offer[i].y);
	}
	float2 *dof = upload(offer);
	job<byte>(
		"skyline.plain", [&] { skyline_plain<<<(SK + 127) / 128, 128>>>(dof, bo, SK); }, bo, SK, same(top));
	job<byte>(
		"skyline.tile", [&] { skyline_tile<<<(SK + 255) / 256, 256>>>(dof, bo, SK); }, bo, SK, same(top));
	const int IV = 50000, IQ = 200000;
	std::vector<int> from(IV), to(IV), met(IQ);
	std::vector<int2> ask(IQ);
	for (int i = 0; i < IV; i++)
		from[i] = w[i] % 10000000, to[i] = from[i] + 1 + w[i + IV] % 3000;
	std::sort(from.begin(), from.end());
	std::sort(to.begin(), to.end());
	for (int i = 0; i < IQ; i++) {
		ask[i].x = w[i + 100000] % 10000000;
		ask[i].y = ask[i].x + 1 + w[i] % 2000;
		met[i] = std::lower_bound(from.begin(), from.end(), ask[i].y) - from.begin() -
			(std::lower_bound(to.begin(), to.end(), ask[i].x + 1) - to.begin());
	}
	int *dfrom = upload(from), *dto = upload(to);
	int2 *da = upload(ask);
	job<int>(
		"stretches.that_meet", [&] { overlaps<<<(IQ + 255) / 256, 256>>>(dfrom, dto, da, io, IV, IQ); }, io, IQ,
		same(met));
	const int BL = 1000, BN = 600;
	std::vector<char> lines(BL * BN);
	std::vector<int> deep(BN);
	for (int b = 0; b < BN; b++) {
		int depth = 0, low = 0;
		for (int i = 0; i < BL; i++) {
			unsigned r = w[b * BL + i];
			bool close = depth > 0 && (r & 1 || BL - i <= depth),
			     open = !close && BL - i > depth + 1 && r & 2;
			lines[b * BL + i] = close || b % 50 == 7 && i == 40 ? ')' : open ? '(' : 'x';
			depth += lines[b * BL + i] == '(' ? 1 : lines[b * BL + i] == ')' ? -1 : 0;
			deep[b] = std::max(deep[b], depth);
			low = std::min(low, depth);
		}
		if (low < 0 || depth)
			deep[b] = -1;
	}
	char *dli = upload(lines);
	job<int>(
		"brackets.how_deep", [&] { brackets<<<BN, 256>>>(dli, io, BL); }, io, BN, same(deep));
}
