// blind6e: a sixth set of kernels that nobody had modelled when they were written. Numbers, keys, atomics.
#include "blind6.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_fp16.h>
namespace cg = cooperative_groups;
#define HD __host__ __device__ inline

// ---- large and modular numbers
HD void montgomery256(const unsigned *a, const unsigned *b, const unsigned *n, unsigned inverse, unsigned *out)
{
	unsigned t[10] = {};
#pragma unroll
	for (int i = 0; i < 8; i++) {
		u64 c = 0;
#pragma unroll
		for (int j = 0; j < 8; j++) {
			c += (u64)a[j] * b[i] + t[j];
			t[j] = c, c >>= 32;
		}
		c += t[8];
		t[8] = c, t[9] = c >> 32;
		unsigned m = t[0] * inverse;
		c = (u64)m * n[0] + t[0] >> 32;
#pragma unroll
		for (int j = 1; j < 8; j++) {
			c += (u64)m * n[j] + t[j];
			t[j - 1] = c, c >>= 32;
		}
		c += t[8];
		t[7] = c, t[8] = t[9] + (unsigned)(c >> 32);
	}
	unsigned d[8], borrow = 0;
#pragma unroll
	for (int j = 0; j < 8; j++) {
		u64 v = (u64)t[j] - n[j] - borrow;
		d[j] = v, borrow = v >> 63;
	}
	bool less = borrow > t[8];
#pragma unroll
	for (int j = 0; j < 8; j++)
		out[j] = less ? t[j] : d[j];
}
__constant__ unsigned modulus[8];
__global__ void squares256(const unsigned *in, unsigned *out, int many, int times)
{ // squared again and again, word by word of all numbers
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned a[8];
	for (int k = 0; k < 8; k++)
		a[k] = in[k * many + i];
	for (int k = 0; k < times; k++)
		montgomery256(a, a, modulus, 0xd2253531u, a);
	for (int k = 0; k < 8; k++)
		out[k * many + i] = a[k];
}
__global__ void inverse64(const u64 *in, u64 *out, u64 p, int n)
{ // by Euclid's steps
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	long long a = in[i] % (p - 1) + 1, b = p, s = 1, t = 0;
	while (b) {
		long long q = a / b, r = a - q * b, u = s - q * t;
		a = b, b = r, s = t, t = u;
	}
	out[i] = s < 0 ? s + p : s;
}
__global__ void rho(const unsigned *in, unsigned *out)
{ // a factor of each number: a tortoise and a hare
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned n = in[i], x = 2, y = 2, d = 1;
	for (unsigned c = 1; d == 1 || d == n; c++) {
		x = y = 2, d = 1;
		while (d == 1) {
			x = ((u64)x * x + c) % n;
			y = ((u64)y * y + c) % n;
			y = ((u64)y * y + c) % n;
			unsigned a = x > y ? x - y : y - x, b = n;
			while (a) {
				unsigned r = b % a;
				b = a, a = r;
			}
			d = b;
		}
	}
	out[i] = min(d, n / d);
}

// ---- keys and bins
__global__ void digit_counts(const unsigned *key, int *count, int shift)
{ // 1024 keys a block of 256; count[digit][block]
	__shared__ int s[16];
	if (threadIdx.x < 16)
		s[threadIdx.x] = 0;
	__syncthreads();
	for (int k = 0; k < 4; k++)
		atomicAdd(&s[key[blockIdx.x * 1024 + k * 256 + threadIdx.x] >> shift & 15], 1);
	__syncthreads();
	if (threadIdx.x < 16)
		count[threadIdx.x * gridDim.x + blockIdx.x] = s[threadIdx.x];
}
__global__ void digit_starts(int *count, int n)
{ // one block of 1024: all before
	__shared__ int s[32];
	int lane = threadIdx.x % 32, carry = 0;
	for (int from = 0; from < n; from += 1024) {
		int own = count[from + threadIdx.x], v = own, all = 0, before = 0;
		for (int d = 1; d < 32; d *= 2) {
			int o = __shfl_up_sync(~0u, v, d);
			v += lane >= d ? o : 0;
		}
		if (lane == 31)
			s[threadIdx.x / 32] = v;
		__syncthreads();
		for (int k = 0; k < 32; k++) {
			before += k < threadIdx.x / 32 ? s[k] : 0;
			all += s[k];
		}
		count[from + threadIdx.x] = carry + before + v - own;
		carry += all;
		__syncthreads();
	}
}
__global__ void digit_move(const unsigned *key, const int *start, unsigned *out, int shift)
{ // in order: who of the warp has the same digit, and how many warps before have it
	__shared__ int s[8][16], base[16];
	int t = threadIdx.x, lane = t % 32, w = t / 32;
	if (t < 16)
		base[t] = start[t * gridDim.x + blockIdx.x];
	for (int k = 0; k < 4; k++) {
		unsigned v = key[blockIdx.x * 1024 + k * 256 + t], digit = v >> shift & 15, same = ~0u;
		for (int b = 0; b < 4; b++) {
			unsigned m = __ballot_sync(~0u, digit >> b & 1);
			same &= digit >> b & 1 ? m : ~m;
		}
		if (t < 128)
			s[t / 16][t % 16] = 0;
		__syncthreads();
		int rank = __popc(same & (1u << lane) - 1);
		if (!rank)
			s[w][digit] = __popc(same);
		__syncthreads();
		int at = base[digit] + rank;
		for (int i = 0; i < w; i++)
			at += s[i][digit];
		out[at] = v;
		__syncthreads();
		if (t < 16)
			for (int i = 0; i < 8; i++)
				base[t] += s[i][t];
		__syncthreads();
	}
}
__global__ void merge_network16(const int *in, int *out, int many)
{ // 16 numbers a thread, ordered in registers
	int i = blockIdx.x * blockDim.x + threadIdx.x, v[16];
#pragma unroll
	for (int k = 0; k < 16; k++)
		v[k] = in[k * many + i];
#pragma unroll
	for (int p = 1; p < 16; p *= 2)
#pragma unroll
		for (int k = p; k > 0; k /= 2)
#pragma unroll
			for (int j = k % p; j < 16 - k; j += 2 * k)
#pragma unroll
				for (int l = 0; l < k; l++)
					if (l + j + k < 16 && (l + j) / (2 * p) == (l + j + k) / (2 * p)) {
						int a = v[l + j], b = v[l + j + k];
						v[l + j] = min(a, b);
						v[l + j + k] = max(a, b);
					}
#pragma unroll
	for (int k = 0; k < 16; k++)
		out[k * many + i] = v[k];
}
__global__ void short_lists_sort(const int *from, const int *in, int *out, int lists)
{ // lists of up to 32, a warp each: a lane counts who comes before its own
	int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (w >= lists)
		return;
	int a = from[w], n = from[w + 1] - a, v = lane < n ? in[a + lane] : 0, at = 0;
	for (int k = 0; k < n; k++) {
		int o = __shfl_sync(~0u, v, k);
		at += o < v || o == v && k < lane;
	}
	if (lane < n)
		out[a + at] = v;
}
__global__ void bins_of_bytes(const uchar4 *in, int *bins, int each)
{ // 64 bins of a byte each a thread, so nobody waits for anybody; added up at the end
	__shared__ byte s[64][128];
	for (int i = threadIdx.x; i < 64 * 32; i += 128)
		((int *)s)[i] = 0;
	__syncthreads();
	for (int k = 0; k < each; k++) {
		uchar4 c = in[(blockIdx.x * each + k) * 128 + threadIdx.x];
		s[c.x / 4][threadIdx.x]++;
		s[c.y / 4][threadIdx.x]++;
		s[c.z / 4][threadIdx.x]++;
		s[c.w / 4][threadIdx.x]++;
	}
	__syncthreads();
	int sum = 0;
	for (int i = 0; i < 64; i++)
		sum += s[threadIdx.x / 2][(i + threadIdx.x / 2 * 4) % 64 + threadIdx.x % 2 * 64];
	atomicAdd(&bins[threadIdx.x / 2], sum);
}
__global__ void bins_of_pairs(const byte *a, const byte *b, int *bins, int n)
{ // 64x64 bins in shared memory
	__shared__ int s[4096];
	for (int i = threadIdx.x; i < 4096; i += blockDim.x)
		s[i] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&s[a[i] / 4 * 64 + b[i] / 4], 1);
	__syncthreads();
	for (int i = threadIdx.x; i < 4096; i += blockDim.x)
		if (s[i])
			atomicAdd(&bins[i], s[i]);
}

// ---- who adds where
__global__ void add_doubles(const unsigned *key, double *bins, int n)
{ // whole numbers, so the order does not matter
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&bins[key[i] % 4099], (double)(key[i] >> 20));
}
__global__ void latest_of_groups(const u64 *in, u64 *out)
{ // the largest of 37 groups in shared memory, 64 bits
	__shared__ u64 s[37];
	if (threadIdx.x < 37)
		s[threadIdx.x] = 0;
	__syncthreads();
	for (int k = 0; k < 8; k++) {
		u64 v = in[(blockIdx.x * 8 + k) * blockDim.x + threadIdx.x];
		atomicMax(&s[v % 37], v);
	}
	__syncthreads();
	if (threadIdx.x < 37)
		atomicMax(&out[threadIdx.x], s[threadIdx.x]);
}
__global__ void lists_push(const unsigned *key, int *head, int *next, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		next[i] = atomicExch(&head[key[i] & 8191], i);
}
__global__ void lists_sum(const unsigned *key, const int *head, const int *next, unsigned *out)
{
	int b = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned s = 0;
	for (int i = head[b]; i >= 0; i = next[i])
		s += key[i] >> 8;
	out[b] = s;
}
__global__ void count_kinds(const unsigned *v, int *count, int n)
{ // those who take the same way through a switch count together
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		unsigned x = v[i];
		int kind = x % 3 == 0 ? 0 : x % 5 == 0 ? 1 : x % 7 == 0 ? 2 : 3;
		if (kind < 3) {
			cg::coalesced_group g = cg::coalesced_threads();
			cg::coalesced_group same = cg::labeled_partition(g, kind);
			if (same.thread_rank() == 0)
				atomicAdd(&count[kind], same.size());
		}
	}
}
__global__ void toggle_bits(const unsigned *at, unsigned *bits, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		atomicXor(&bits[at[i] >> 5 & 4095], 1u << (at[i] & 31));
		atomicOr(&bits[4096 + (at[i] >> 20)], 1u << (at[i] & 31));
	}
}
__global__ void add_half_pairs(const unsigned *key, half2 *bins, int n)
{ // ones and twos, so the sums are exact
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&bins[key[i] & 16383], __floats2half2_rn(1, 2));
}
__global__ void sums_by_key(const unsigned *key, int *sum, int n)
{ // equal keys of a warp are added up first
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned k = key[i] >> 8 & 7, same = __match_any_sync(~0u, k);
	int s = __reduce_add_sync(same, key[i] & 255);
	if (__ffs(same) - 1 == threadIdx.x % 32)
		atomicAdd(&sum[k + blockIdx.x % 16 * 8], s);
}
__global__ void rows_by_tiles(const int *in, int *out, int wide)
{ // 16 lanes a row, as a group of their own
	cg::thread_block_tile<16> g = cg::tiled_partition<16>(cg::this_thread_block());
	int r = blockIdx.x * (blockDim.x / 16) + g.meta_group_rank(), best = -(1 << 30);
	for (int i = g.thread_rank(); i < wide; i += 16)
		best = max(best, in[r * wide + i]);
	best = cg::reduce(g, best, cg::greater<int>());
	if (g.thread_rank() == 0)
		out[r] = best;
}

void rows()
{
	const int M = 1 << 20;
	std::vector<unsigned> w = words(2 * M), half_key(M / 2);
	std::vector<u64> w64(M);
	std::vector<int> small(M), from(8193);
	memcpy(w64.data(), w.data(), M * 8);
	unsigned mod[8] = { 0xfffffc2f, 0xfffffffe, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u };
	CHECK(cudaMemcpyToSymbol(modulus, mod, 32));
	std::vector<unsigned> primes, product(4096);
	for (unsigned i = 30000; i < 60000; i++) {
		bool prime = i % 2;
		for (unsigned d = 3; d * d <= i && prime; d += 2)
			prime = i % d != 0;
		if (prime)
			primes.push_back(i);
	}
	for (int i = 0; i < 4096; i++)
		product[i] = primes[w[i] % 1000] * primes[1000 + w[i] / 1000 % 1000];
	for (int i = 0; i < M; i++)
		small[i] = (int)(w[i] % 20001) - 10000;
	for (int i = 0; i < 8192; i++)
		from[i + 1] = from[i] + w[i] % 33;
	unsigned *u = upload(w), *uo = dev<unsigned>(2 * M), *un = upload(product), *tmp = dev<unsigned>(M);
	int *io = dev<int>(M), *sm = upload(small), *fr = upload(from), *head = dev<int>(8192), *next = dev<int>(M), *count = dev<int>(16384);
	double *bins = dev<double>(4099);
	half2 *hb = dev<half2>(16384);
	typedef const std::vector<unsigned> &U;
	typedef const std::vector<int> &I;
	job<unsigned>("modular.squares256", [&] { squares256<<<128, 128>>>(u, uo, 16384, 32); }, uo, 8 * 16384, [&](U v) {
		bool ok = true;
		for (int i = 0; i < 16384; i += 101) {
			unsigned a[8];
			for (int k = 0; k < 8; k++)
				a[k] = w[k * 16384 + i];
			for (int k = 0; k < 32; k++)
				montgomery256(a, a, mod, 0xd2253531u, a);
			for (int k = 0; k < 8; k++)
				ok &= a[k] == v[k * 16384 + i];
		}
		return ok;
	});
	const u64 P = (1ull << 61) - 1;
	job<u64>("modular.inverse64", [&] { inverse64<<<64, 128>>>((u64 *)u, (u64 *)uo, P, 8192); }, (u64 *)uo, 8192, [&](const std::vector<u64> &v) {
		bool ok = true;
		for (int i = 0; i < 8192; i++)
			ok &= (unsigned __int128)v[i] * (w64[i] % (P - 1) + 1) % P == 1;
		return ok;
	});
	job<unsigned>("modular.rho", [&] { rho<<<64, 64>>>(un, uo); }, uo, 4096, [&](U v) {
		bool ok = true;
		for (int i = 0; i < 4096; i++)
			ok &= v[i] > 1 && product[i] % v[i] == 0 && v[i] < product[i];
		return ok;
	});
	const int K = M / 4;
	std::vector<unsigned> sorted(w.begin(), w.begin() + K);
	std::stable_sort(sorted.begin(), sorted.end(), [](unsigned a, unsigned b) { return (a >> 8 & 15) < (b >> 8 & 15); });
	job<unsigned>(
		"keys.one_digit",
		[&] {
			digit_counts<<<K / 1024, 256>>>(u, count, 8);
			digit_starts<<<1, 1024>>>(count, K / 64);
			digit_move<<<K / 1024, 256>>>(u, count, tmp, 8);
		},
		tmp, K, [&](U v) { return v == sorted; });
	std::sort(sorted.begin(), sorted.end());
	job<unsigned>(
		"keys.eight_digits",
		[&] {
			for (int s = 0; s < 32; s += 4) {
				const unsigned *a = s == 0 ? u : s % 8 ? tmp : uo;
				digit_counts<<<K / 1024, 256>>>(a, count, s);
				digit_starts<<<1, 1024>>>(count, K / 64);
				digit_move<<<K / 1024, 256>>>(a, count, s % 8 ? uo : tmp, s);
			}
		},
		uo, K, [&](U v) { return v == sorted; });
	job<int>("keys.network16", [&] { merge_network16<<<512, 128>>>(sm, io, 65536); }, io, M, [&](I v) {
		bool ok = true;
		for (int i = 0; i < 65536; i += 9) {
			int a[16];
			for (int k = 0; k < 16; k++)
				a[k] = small[k * 65536 + i];
			std::sort(a, a + 16);
			for (int k = 0; k < 16; k++)
				ok &= a[k] == v[k * 65536 + i];
		}
		return ok;
	});
	job<int>("keys.short_lists", [&] { short_lists_sort<<<1024, 256>>>(fr, sm, io, 8192); }, io, from[8192], [&](I v) {
		std::vector<int> a(small.begin(), small.begin() + from[8192]);
		for (int i = 0; i < 8192; i++)
			std::sort(a.begin() + from[i], a.begin() + from[i + 1]);
		return a == v;
	});
	auto clear = [&] { CHECK(cudaMemset(io, 0, 65536)); };
	job<int>(
		"bins.of_bytes", [&] { bins_of_bytes<<<128, 128>>>((uchar4 *)u, io, 60); }, io, 64,
		[&](I v) {
			std::vector<int> b(64);
			for (int i = 0; i < 128 * 128 * 60 * 4; i++)
				b[((byte *)w.data())[i] / 4]++;
			return b == v;
		},
		clear);
	job<int>(
		"bins.of_pairs", [&] { bins_of_pairs<<<132, 512>>>((byte *)u, (byte *)u + 2 * M + 1, io, 2 * M); }, io, 4096,
		[&](I v) {
			std::vector<int> b(4096);
			for (int i = 0; i < 2 * M; i++)
				b[((byte *)w.data())[i] / 4 * 64 + ((byte *)w.data())[i + 2 * M + 1] / 4]++;
			return b == v;
		},
		clear);
	job<double>(
		"adds.doubles", [&] { add_doubles<<<1024, 256>>>(u, bins, M / 4); }, bins, 4099,
		[&](const std::vector<double> &v) {
			std::vector<double> b(4099);
			for (int i = 0; i < M / 4; i++)
				b[w[i] % 4099] += w[i] >> 20;
			return b == v;
		},
		[&] { CHECK(cudaMemset(bins, 0, 4099 * 8)); });
	job<u64>(
		"adds.latest_of_groups", [&] { latest_of_groups<<<256, 256>>>((u64 *)u, (u64 *)io); }, (u64 *)io, 37,
		[&](const std::vector<u64> &v) {
			std::vector<u64> b(37);
			for (int i = 0; i < M / 2; i++)
				b[w64[i] % 37] = std::max(b[w64[i] % 37], w64[i]);
			return b == v;
		},
		clear);
	job<unsigned>(
		"adds.lists_push_and_sum",
		[&] {
			lists_push<<<512, 256>>>(u, head, next, M / 8);
			lists_sum<<<64, 128>>>(u, head, next, uo);
		},
		uo, 8192,
		[&](U v) {
			std::vector<unsigned> b(8192);
			for (int i = 0; i < M / 8; i++)
				b[w[i] & 8191] += w[i] >> 8;
			return b == v;
		},
		[&] { CHECK(cudaMemset(head, 0xff, 32768)); });
	job<int>(
		"adds.coalesced_kinds", [&] { count_kinds<<<264, 256>>>(u, io, M); }, io, 3,
		[&](I v) {
			int b[3] = {};
			for (int i = 0; i < M; i++)
				if (w[i] % 3 == 0)
					b[0]++;
				else if (w[i] % 5 == 0)
					b[1]++;
				else if (w[i] % 7 == 0)
					b[2]++;
			return v[0] == b[0] && v[1] == b[1] && v[2] == b[2];
		},
		clear);
	job<unsigned>(
		"adds.toggle_bits", [&] { toggle_bits<<<1024, 256>>>(u, (unsigned *)io, M / 4); }, (unsigned *)io, 8192,
		[&](U v) {
			std::vector<unsigned> b(8192);
			for (int i = 0; i < M / 4; i++) {
				b[w[i] >> 5 & 4095] ^= 1u << (w[i] & 31);
				b[4096 + (w[i] >> 20)] |= 1u << (w[i] & 31);
			}
			return b == v;
		},
		clear);
	job<unsigned>(
		"adds.half_pairs", [&] { add_half_pairs<<<1000, 96>>>(u, hb, 95999); }, (unsigned *)hb, 16384,
		[&](U v) {
			std::vector<int> b(16384);
			bool ok = true;
			for (int i = 0; i < 95999; i++)
				b[w[i] & 16383]++;
			for (int i = 0; i < 16384; i++) {
				half2 h;
				memcpy(&h, &v[i], 4);
				ok &= __low2float(h) == b[i] && __high2float(h) == 2 * b[i];
			}
			return ok;
		},
		[&] { CHECK(cudaMemset(hb, 0, 65536)); });
	job<int>(
		"adds.sums_by_key", [&] { sums_by_key<<<2048, 256>>>(u, io, M / 2); }, io, 128,
		[&](I v) {
			std::vector<int> b(128);
			for (int i = 0; i < M / 2; i++)
				b[(w[i] >> 8 & 7) + i / 256 % 16 * 8] += w[i] & 255;
			return b == v;
		},
		clear);
	job<int>("adds.rows_by_tiles", [&] { rows_by_tiles<<<256, 128>>>(sm, io, 333); }, io, 2048, [&](I v) {
		bool ok = true;
		for (int r = 0; r < 2048; r++)
			ok &= v[r] == *std::max_element(&small[r * 333], &small[r * 333] + 333);
		return ok;
	});
}
