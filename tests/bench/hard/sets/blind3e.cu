// blind3e: a third set of kernels that nobody had modelled when they were written. Genes, sorting and searching.
#include "probe.h"
typedef unsigned char byte;
typedef unsigned long long u64;
__constant__ char amino[65] = "KNKNTTTTRSRSIIMIQHQHPPPPRRRRLLLLEDEDAAAAGGGGVVVV*Y*YSSSS*CWCLFLF";
__constant__ byte complement[256];

// ---- genes
__global__ void kmer_count(const char *dna, int *counts, int n)
{ // words of six letters
	__shared__ int c[4096];
	for (int k = threadIdx.x; k < 4096; k += blockDim.x)
		c[k] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i + 6 <= n; i += gridDim.x * blockDim.x) {
		int code = 0;
		for (int k = 0; k < 6; k++) {
			int v = 0;
			switch (dna[i + k]) {
			case 'C': v = 1; break;
			case 'G': v = 2; break;
			case 'T': v = 3; break;
			}
			code = code * 4 + v;
		}
		atomicAdd(&c[code], 1);
	}
	__syncthreads();
	for (int k = threadIdx.x; k < 4096; k += blockDim.x)
		if (c[k])
			atomicAdd(&counts[k], c[k]);
}
__global__ void gc_content(const char *dna, float *out, int n, int window)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + window > n)
		return;
	int gc = 0;
	for (int k = 0; k < window; k++)
		if (dna[i + k] == 'G' || dna[i + k] == 'C')
			gc++;
	out[i] = 100.0f * gc / window;
}
__global__ void reverse_complement(const byte *in, byte *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[n - 1 - i] = complement[in[i]];
}
__global__ void translate(const char *dna, char *protein, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		int code = 0;
#pragma unroll
		for (int k = 0; k < 3; k++) {
			char c = dna[3 * i + k];
			code = code * 4 + (c == 'A' ? 0 : c == 'C' ? 1 : c == 'G' ? 2 : 3);
		}
		protein[i] = amino[code];
	}
}
__global__ void hamming_nearest(const u64 *prints, int *nearest, int n)
{ // each fingerprint's nearest other, tiles in shared memory
	__shared__ u64 tile[128];
	int i = blockIdx.x * 128 + threadIdx.x, best = 65, who = -1;
	u64 mine = prints[i];
	for (int base = 0; base < n; base += 128) {
		tile[threadIdx.x] = prints[base + threadIdx.x];
		__syncthreads();
		for (int k = 0; k < 128; k++) {
			int d = __popcll(mine ^ tile[k]);
			if (d < best && base + k != i) {
				best = d;
				who = base + k;
			}
		}
		__syncthreads();
	}
	nearest[i] = who;
}
// ---- sorting and searching
__global__ void bitonic_512(const int *in, int *out)
{
	__shared__ int s[512];
	int t = threadIdx.x, base = blockIdx.x * 512;
	s[t] = in[base + t];
	s[t + 256] = in[base + t + 256];
	for (int size = 2; size <= 512; size *= 2)
		for (int stride = size / 2; stride > 0; stride /= 2) {
			__syncthreads();
			int p = 2 * t - (t & (stride - 1));
			bool up = (p & size) == 0;
			if (s[p] > s[p + stride] == up) {
				int x = s[p];
				s[p] = s[p + stride];
				s[p + stride] = x;
			}
		}
	__syncthreads();
	out[base + t] = s[t];
	out[base + t + 256] = s[t + 256];
}
__global__ void rank_sort(const int *a, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, rank = 0;
	if (i >= n)
		return;
	for (int j = 0; j < n; j++)
		if (a[j] < a[i] || (a[j] == a[i] && j < i))
			rank++;
	out[rank] = a[i];
}
__global__ void quicksort_stack(const int *in, int *out)
{ // 64 numbers a thread in local memory, the recursion by hand
	int a[64], stack[80], top = 0, i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = 0; k < 64; k++)
		a[k] = in[i * 64 + k];
	stack[top++] = 0;
	stack[top++] = 63;
	while (top > 0) {
		int hi = stack[--top], lo = stack[--top], pivot = a[hi], p = lo;
		for (int k = lo; k < hi; k++)
			if (a[k] < pivot) {
				int x = a[k];
				a[k] = a[p];
				a[p++] = x;
			}
		a[hi] = a[p];
		a[p] = pivot;
		if (lo < p - 1) {
			stack[top++] = lo;
			stack[top++] = p - 1;
		}
		if (p + 1 < hi) {
			stack[top++] = p + 1;
			stack[top++] = hi;
		}
	}
	for (int k = 0; k < 64; k++)
		out[i * 64 + k] = a[k];
}
__global__ void insertion_columns(const float *in, float *out, int n)
{ // 16 numbers a thread, in a column of shared memory
	__shared__ float s[16][128];
	int t = threadIdx.x, i = blockIdx.x * 128 + t;
	for (int k = 0; k < 16; k++) {
		float v = in[k * n + i];
		int j = k;
		while (j > 0 && s[j - 1][t] > v) {
			s[j][t] = s[j - 1][t];
			j--;
		}
		s[j][t] = v;
	}
	for (int k = 0; k < 16; k++)
		out[k * n + i] = s[k][t];
}
__global__ void lower_bounds(const unsigned *sorted, const unsigned *queries, int *out, int n, int q)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= q)
		return;
	unsigned want = queries[i];
	int lo = 0, hi = n;
	while (lo < hi) {
		int mid = (lo + hi) / 2;
		if (sorted[mid] < want)
			lo = mid + 1;
		else
			hi = mid;
	}
	out[i] = lo;
}
__global__ void merge_path(const unsigned *a, const unsigned *b, unsigned *out, int na, int nb)
{ // 16 results a thread
	int start = (blockIdx.x * blockDim.x + threadIdx.x) * 16, lo = max(0, start - nb), hi = min(start, na);
	if (start >= na + nb)
		return;
	while (lo < hi) {
		int mid = (lo + hi) >> 1;
		if (a[mid] <= b[start - 1 - mid])
			lo = mid + 1;
		else
			hi = mid;
	}
	int i = lo, j = start - lo;
	for (int k = 0; k < 16 && start + k < na + nb; k++)
		out[start + k] = j >= nb || (i < na && a[i] <= b[j]) ? a[i++] : b[j++];
}
__global__ void warp_argmax(const float *rows, int *where, int count, int cols)
{
	int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, at = -1;
	float best = -1e30f;
	if (row >= count)
		return;
	for (int c = lane; c < cols; c += 32)
		if (rows[row * cols + c] > best) {
			best = rows[row * cols + c];
			at = c;
		}
	for (int d = 16; d > 0; d >>= 1) {
		float other = __shfl_xor_sync(0xffffffff, best, d);
		int there = __shfl_xor_sync(0xffffffff, at, d);
		if (other > best || (other == best && there < at)) {
			best = other;
			at = there;
		}
	}
	if (lane == 0)
		where[row] = at;
}
__global__ void top_five(const float *a, float *out, int each)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
	float t[5] = {-1, -1, -1, -1, -1};
	for (int k = 0; k < each; k++) {
		float v = a[k * n + i];
		if (v > t[4]) {
			t[4] = v;
#pragma unroll
			for (int j = 4; j > 0; j--)
				if (t[j] > t[j - 1]) {
					float x = t[j];
					t[j] = t[j - 1];
					t[j - 1] = x;
				}
		}
	}
	for (int k = 0; k < 5; k++)
		out[i * 5 + k] = t[k];
}
__global__ void keep_even(const int *in, int *out, int *count, int n)
{ // one atomic for the lanes of a warp that keep something
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	bool keep = i < n && in[i] % 2 == 0;
	unsigned who = __ballot_sync(~0u, keep), lane = threadIdx.x & 31;
	int base;
	if (lane == 0)
		base = atomicAdd(count, __popc(who));
	base = __shfl_sync(~0u, base, 0);
	if (keep)
		out[base + __popc(who & ((1u << lane) - 1))] = in[i];
}
__global__ void first_duplicate(const unsigned *a, int *first, int n, int range)
{ // the smallest place of each value, in global memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicMin(&first[a[i] % range], i);
}

void rows()
{
	const int M = 1 << 20;
	std::vector<unsigned> w = words(4 * M), low(w.begin(), w.begin() + M / 2), high(w.begin() + M / 2, w.begin() + M);
	std::vector<float> f = fractions(w);
	std::vector<char> letters(4 * M);
	for (size_t i = 0; i < w.size(); i++)
		letters[i] = "ACGT"[w[i] >> 13 & 3];
	std::sort(low.begin(), low.end());
	std::sort(high.begin(), high.end());
	byte pair[256] = {};
	pair['A'] = 'T', pair['T'] = 'A', pair['C'] = 'G', pair['G'] = 'C';
	CHECK(cudaMemcpyToSymbol(complement, pair, 256));
	unsigned *u = upload(w), *sa = upload(low), *sb = upload(high);
	float *x = upload(f), *out = dev<float>(4 * M);
	char *dna = upload(letters);
	int *zero = dev<int>(M);
	auto clear = [&] { CHECK(cudaMemset(zero, 0, M * sizeof(int))); };
	auto full = [&] { CHECK(cudaMemset(zero, 0x7f, M * sizeof(int))); };

	row("kmer_count", [&] { kmer_count<<<132, 256>>>(dna, zero, M); }, clear);
	row("gc_content", [&] { gc_content<<<1000, 256>>>(dna, out, 250000, 100); });
	row("reverse_complement", [&] { reverse_complement<<<15625, 256>>>((byte *)dna, (byte *)out, 4000000); });
	row("translate", [&] { translate<<<1302, 1024>>>(dna, (char *)out, 1333000); });
	row("hamming_nearest", [&] { hamming_nearest<<<24, 128>>>((u64 *)u, (int *)out, 3072); });
	row("bitonic_512", [&] { bitonic_512<<<512, 256>>>((int *)u, (int *)out); });
	row("rank_sort.256", [&] { rank_sort<<<16, 256>>>((int *)u, (int *)out, 4000); });
	row("rank_sort.64", [&] { rank_sort<<<63, 64>>>((int *)u, (int *)out, 4000); });
	row("quicksort_stack", [&] { quicksort_stack<<<64, 128>>>((int *)u, (int *)out); });
	row("insertion_columns", [&] { insertion_columns<<<512, 128>>>(x, out, 65536); });
	row("lower_bounds", [&] { lower_bounds<<<1024, 256>>>(sa, u + M, (int *)out, M / 2, M / 4); });
	row("merge_path", [&] { merge_path<<<512, 128>>>(sa, sb, (unsigned *)out, M / 2, M / 2); });
	row("warp_argmax.200", [&] { warp_argmax<<<1250, 256>>>(x, (int *)out, 10000, 200); });
	row("warp_argmax.37", [&] { warp_argmax<<<5000, 128>>>(x, (int *)out, 20000, 37); });
	row("top_five", [&] { top_five<<<128, 128>>>(x, out, 64); });
	row("keep_even", [&] { keep_even<<<M / 256, 256>>>((int *)u, (int *)out, zero, M); }, clear);
	row("first_duplicate", [&] { first_duplicate<<<M / 256, 256>>>(u, zero, M, 50000); }, full);
}
