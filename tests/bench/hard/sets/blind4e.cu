// blind4e: a fourth set of kernels that nobody had modelled when they were written. Bits, search, order, text, graphs.
#include "probe.h"
typedef unsigned char byte;
typedef unsigned long long u64;
__constant__ unsigned box_constant[1024];
__constant__ byte program[64];

// ---- how many bits
__global__ void bits_loop(const unsigned *a, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int k = 0;
	for (unsigned v = a[i]; v; v &= v - 1)
		k++;
	out[i] = k;
}
__global__ void bits_table(const unsigned *a, int *out, int n)
{
	__shared__ byte t[256];
	for (int k = threadIdx.x; k < 256; k += blockDim.x)
		t[k] = __popc(k);
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = t[a[i] & 255] + t[a[i] >> 8 & 255] + t[a[i] >> 16 & 255] + t[a[i] >> 24];
}
__global__ void bits_tricks(const unsigned *a, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned v = a[i];
	v -= v >> 1 & 0x55555555;
	v = (v & 0x33333333) + (v >> 2 & 0x33333333);
	out[i] = (v + (v >> 4) & 0x0f0f0f0f) * 0x01010101 >> 24;
}
__global__ void bits_builtin(const uint4 *a, int4 *out, int n4)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n4)
		out[i] = make_int4(__popc(a[i].x), __popc(a[i].y), __popc(a[i].z), __popc(a[i].w));
}
// ---- a cipher of tables: 16 bytes a thread, eight rounds
template <int WHERE> __global__ void cipher(const uint4 *in, const unsigned *box, uint4 *out)
{
	__shared__ unsigned s[1024];
	if (WHERE == 2) {
		for (int k = threadIdx.x; k < 1024; k += blockDim.x)
			s[k] = box[k];
		__syncthreads();
	}
	auto t = [&](int k) { return WHERE == 0 ? box[k] : WHERE == 1 ? box_constant[k] : s[k]; };
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	uint4 q = in[i];
	for (int r = 1; r <= 8; r++) {
		uint4 p;
		p.x = t(q.x >> 24) ^ t(256 + (q.y >> 16 & 255)) ^ t(512 + (q.z >> 8 & 255)) ^ t(768 + (q.w & 255)) ^ r;
		p.y = t(q.y >> 24) ^ t(256 + (q.z >> 16 & 255)) ^ t(512 + (q.w >> 8 & 255)) ^ t(768 + (q.x & 255)) ^ r;
		p.z = t(q.z >> 24) ^ t(256 + (q.w >> 16 & 255)) ^ t(512 + (q.x >> 8 & 255)) ^ t(768 + (q.y & 255)) ^ r;
		p.w = t(q.w >> 24) ^ t(256 + (q.x >> 16 & 255)) ^ t(512 + (q.y >> 8 & 255)) ^ t(768 + (q.z & 255)) ^ r;
		q = p;
	}
	out[i] = q;
}
// ---- search in a sorted array
__global__ void search_plain(const unsigned *a, int n, const unsigned *q, int *out, int many)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= many)
		return;
	int low = 0, high = n;
	while (low < high) {
		int mid = (low + high) / 2;
		if (a[mid] < q[i])
			low = mid + 1;
		else
			high = mid;
	}
	out[i] = low;
}
__global__ void search_top(const unsigned *a, int n, const unsigned *q, int *out, int many)
{ // every n / 1024th in shared memory first; n is a power of two
	__shared__ unsigned s[1024];
	int step = n / 1024;
	for (int k = threadIdx.x; k < 1024; k += blockDim.x)
		s[k] = a[k * step];
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < many; i += gridDim.x * blockDim.x) {
		unsigned v = q[i];
		int at = 0;
		for (int d = 512; d > 0; d /= 2)
			if (s[at + d] < v)
				at += d;
		at *= step;
		for (int d = step / 2; d > 0; d /= 2)
			if (a[at + d] < v)
				at += d;
		out[i] = at;
	}
}
__global__ void search_heap(const unsigned *tree, int n, const unsigned *q, int *out, int many)
{ // the array laid out as a tree: children at 2k and 2k + 1
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= many)
		return;
	unsigned v = q[i];
	int k = 1;
	while (k < n)
		k = 2 * k + (tree[k] < v);
	out[i] = k;
}
// ---- a hash table with open places
__global__ void table_insert(const unsigned *keys, unsigned *table, int n, unsigned places)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned k = keys[i] | 1, at = k * 2654435761u & places - 1;
	while (true) {
		unsigned was = atomicCAS(&table[at], 0, k);
		if (was == 0 || was == k)
			break;
		at = at + 1 & places - 1;
	}
}
__global__ void table_find(const unsigned *keys, const unsigned *table, byte *found, int n, unsigned places)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned k = keys[i] | 1, at = k * 2654435761u & places - 1;
	while (table[at] != 0 && table[at] != k)
		at = at + 1 & places - 1;
	found[i] = table[at] == k;
}
// ---- order
__global__ void bitonic_step(unsigned *a, int j, int k)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, o = i ^ j;
	if (o > i) {
		unsigned x = a[i], y = a[o];
		if ((x > y) == ((i & k) == 0)) {
			a[i] = y;
			a[o] = x;
		}
	}
}
__global__ void sort_warp(const unsigned *in, unsigned *out)
{ // 32 values a warp, by shuffles
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
	unsigned v = in[i];
	for (int k = 2; k <= 32; k *= 2)
		for (int j = k / 2; j > 0; j /= 2) {
			unsigned o = __shfl_xor_sync(~0u, v, j);
			bool up = (lane & k) == 0, low = (lane & j) == 0;
			v = up == low ? min(v, o) : max(v, o);
		}
	out[i] = v;
}
__global__ void sort_odd_even(const unsigned *in, unsigned *out)
{ // as many steps as values
	extern __shared__ unsigned s[];
	int t = threadIdx.x, n = blockDim.x;
	s[t] = in[blockIdx.x * n + t];
	__syncthreads();
	for (int k = 0; k < n; k++) {
		if ((t & 1) == (k & 1) && t + 1 < n && s[t] > s[t + 1]) {
			unsigned v = s[t];
			s[t] = s[t + 1];
			s[t + 1] = v;
		}
		__syncthreads();
	}
	out[blockIdx.x * n + t] = s[t];
}
__global__ void sort_shell(unsigned *a, int n)
{ // a row a thread, in global memory
	unsigned *p = a + (blockIdx.x * blockDim.x + threadIdx.x) * n;
	for (int gap = n / 2; gap > 0; gap /= 2)
		for (int i = gap; i < n; i++) {
			unsigned v = p[i];
			int j = i;
			for (; j >= gap && p[j - gap] > v; j -= gap)
				p[j] = p[j - gap];
			p[j] = v;
		}
}
__global__ void radix_block(const unsigned *in, unsigned *out)
{ // one bit after the other, eight bits, 256 values a block
	__shared__ unsigned s[256];
	__shared__ int zeros[8];
	int t = threadIdx.x, lane = t % 32, warp = t / 32;
	unsigned v = in[blockIdx.x * 256 + t] & 255;
	for (int b = 0; b < 8; b++) {
		bool one = v >> b & 1;
		unsigned who = __ballot_sync(~0u, !one);
		if (lane == 0)
			zeros[warp] = __popc(who);
		__syncthreads();
		int before = 0, all = 0;
		for (int k = 0; k < 8; k++) {
			before += k < warp ? zeros[k] : 0;
			all += zeros[k];
		}
		int rank = before + __popc(who & (1u << lane) - 1);
		s[one ? all + t - rank : rank] = v;
		__syncthreads();
		v = s[t];
	}
	out[blockIdx.x * 256 + t] = v;
}
// ---- text
__global__ void find_plain(const char *text, const char *word, int m, int *count, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + m > n)
		return;
	int k = 0;
	while (k < m && text[i + k] == word[k])
		k++;
	if (k == m)
		atomicAdd(count, 1);
}
__global__ void find_shared(const char *text, const char *word, int m, int *count, int n)
{
	__shared__ char s[256 + 32], w[32];
	int t = threadIdx.x, base = blockIdx.x * 256;
	for (int k = t; k < 256 + m; k += 256)
		s[k] = base + k < n ? text[base + k] : 0;
	if (t < m)
		w[t] = word[t];
	__syncthreads();
	bool yes = true;
	for (int k = 0; k < m; k++)
		yes = yes && s[t + k] == w[k];
	if (__syncthreads_count(yes) && t == 0)
		atomicAdd(count, 1);
}
__global__ void find_skip(const char *text, const char *word, int m, int *count, int n, int chunk)
{ // Horspool: from the back of the word, and skip
	__shared__ byte skip[128];
	if (threadIdx.x < 128)
		skip[threadIdx.x] = m;
	__syncthreads();
	if (threadIdx.x == 0)
		for (int k = 0; k < m - 1; k++)
			skip[word[k]] = m - 1 - k;
	__syncthreads();
	int from = (blockIdx.x * blockDim.x + threadIdx.x) * chunk, to = min(from + chunk, n - m + 1), found = 0;
	for (int i = from; i < to; i += skip[text[i + m - 1]]) {
		int k = m - 1;
		while (k >= 0 && text[i + k] == word[k])
			k--;
		found += k < 0;
	}
	if (found)
		atomicAdd(count, found);
}
__global__ void run_lengths(const byte *in, ushort2 *out, int *count, int n)
{ // who begins a run walks to its end
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n || (i > 0 && in[i - 1] == in[i]))
		return;
	int k = 1;
	while (i + k < n && in[i + k] == in[i])
		k++;
	out[atomicAdd(count, 1)] = make_ushort2(in[i], k);
}
__global__ void longest_match(const byte *text, ushort2 *out, int n)
{ // the best copy among the 32 places before
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < 32 || i + 16 > n)
		return;
	int best = 0, where = 0;
	for (int d = 1; d <= 32; d++) {
		int k = 0;
		while (k < 16 && text[i + k] == text[i - d + k])
			k++;
		if (k > best) {
			best = k;
			where = d;
		}
	}
	out[i] = make_ushort2(where, best);
}
__global__ void unpack_bits(const unsigned *in, int *out, int n, int bits)
{ // numbers of some bits lie one after the other
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		long at = (long)i * bits;
		u64 two = in[at / 32] | (u64)in[at / 32 + 1] << 32;
		out[i] = two >> at % 32 & (1u << bits) - 1;
	}
}
__global__ void align_block(const byte *a, const byte *b, int *best)
{ // Smith and Waterman: a pair a block, three diagonals
	__shared__ int d[3][257], top;
	int t = threadIdx.x, n = blockDim.x, high = 0;
	const byte *p = a + blockIdx.x * n, *q = b + blockIdx.x * n;
	for (int k = 0; k < 3; k++)
		d[k][t + 1] = 0;
	if (t == 0)
		top = d[0][0] = d[1][0] = d[2][0] = 0;
	__syncthreads();
	for (int s = 0; s < 2 * n - 1; s++) {
		int j = s - t;
		if (j >= 0 && j < n) {
			int v = max(0, (j ? d[(s + 1) % 3][t] : 0) + ((p[t] & 3) == (q[j] & 3) ? 3 : -2));
			v = max(v, max(d[(s + 2) % 3][t], j ? d[(s + 2) % 3][t + 1] : 0) - 4);
			d[s % 3][t + 1] = v;
			high = max(high, v);
		}
		__syncthreads();
	}
	atomicMax(&top, high);
	__syncthreads();
	if (t == 0)
		best[blockIdx.x] = top;
}
__global__ void rising(const unsigned *in, byte *out, int n)
{ // the longest rising part of a row, with piles in local memory
	int i = blockIdx.x * blockDim.x + threadIdx.x, many = 0;
	unsigned pile[64];
	for (int k = 0; k < n; k++) {
		unsigned v = in[k * gridDim.x * blockDim.x + i];
		int low = 0, high = many;
		while (low < high) {
			int mid = (low + high) / 2;
			if (pile[mid] < v)
				low = mid + 1;
			else
				high = mid;
		}
		pile[low] = v;
		many = max(many, low + 1);
	}
	out[i] = many;
}
// ---- a small machine: what each thread executes depends on its numbers
__global__ void machine(const int *in, int *out, int steps)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, a = in[i], b = 1, pc = 0;
	for (int s = 0; s < steps; s++) {
		int op = program[pc & 63];
		pc++;
		switch (op & 7) {
		case 0: a += b; break;
		case 1: b ^= a; break;
		case 2: a = a * 5 + op; break;
		case 3: b = (b << 3 | (unsigned)b >> 29) + 1; break;
		case 4:
			if (a & 1)
				pc += op >> 3;
			break;
		case 5: a = a > b ? a - b : b - a; break;
		case 6:
			if (b & 2)
				pc -= 3;
			break;
		default: b = a % ((op >> 3) + 3);
		}
	}
	out[i] = a ^ b;
}
__device__ float curve(float x)
{
	return sinf(10 / (x + 0.1f));
}
__device__ __noinline__ float simpson(float a, float b, float fa, float fm, float fb, int depth)
{ // calls itself where the curve is wild
	float m = (a + b) / 2, fl = curve((a + m) / 2), fr = curve((m + b) / 2), w = (b - a) / 6;
	float one = w * (fa + 4 * fm + fb), two = w / 2 * (fa + 4 * fl + 2 * fm + 4 * fr + fb);
	if (depth == 0 || fabsf(one - two) < 1e-6f)
		return two;
	return simpson(a, m, fa, fl, fm, depth - 1) + simpson(m, b, fm, fr, fb, depth - 1);
}
__global__ void integrate(float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float a = (float)i / n, b = (float)(i + 1) / n;
	if (i < n)
		out[i] = simpson(a, b, curve(a), curve((a + b) / 2), curve(b), 6);
}
__global__ void prime_divide(int *count, int from, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, v = from + 2 * i + 1;
	bool yes = i < n;
	for (int d = 3; yes && d * d <= v; d += 2)
		yes = v % d != 0;
	if (yes)
		atomicAdd(count, 1);
}
__device__ u64 power(u64 b, u64 e, u64 m)
{
	u64 r = 1;
	for (; e; e >>= 1, b = b * b % m)
		if (e & 1)
			r = r * b % m;
	return r;
}
__global__ void prime_rabin(int *count, unsigned from, int n)
{ // three witnesses
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	u64 v = from + 2 * i + 1, d = v - 1;
	int twos = 0;
	while ((d & 1) == 0) {
		d >>= 1;
		twos++;
	}
	bool yes = i < n;
	for (int k = 0; k < 3 && yes; k++) {
		u64 x = power(k == 0 ? 2 : k == 1 ? 7 : 61, d, v);
		bool good = x == 1 || x == v - 1;
		for (int s = 1; s < twos && !good; s++) {
			x = x * x % v;
			good = x == v - 1;
		}
		yes = good;
	}
	if (yes)
		atomicAdd(count, 1);
}

void rows()
{
	const int M = 1 << 20, S = 1 << 18;
	std::vector<unsigned> w = words(4 * M), sorted(w.begin(), w.begin() + S), heap(S);
	std::sort(sorted.begin(), sorted.end());
	std::vector<unsigned> queries(w.begin() + M, w.begin() + M + S), ordered = queries;
	std::sort(ordered.begin(), ordered.end());
	int next = 0;
	std::function<void(int)> lay = [&](int k) {
		if (k >= S)
			return;
		lay(2 * k);
		heap[k] = sorted[next++];
		lay(2 * k + 1);
	};
	lay(1);
	heap[0] = 0;
	std::vector<char> letters(4 * M);
	std::vector<byte> runs(M);
	for (size_t i = 0; i < letters.size(); i++)
		letters[i] = "abcdefgh"[w[i] >> 13 & 7];
	for (int at = 0, k = 0; at < M; k++)
		for (int r = w[k] % 16 ? w[k] % 7 + 1 : w[k] % 300; r > 0 && at < M; r--)
			runs[at++] = k;
	std::vector<byte> code(64);
	for (int i = 0; i < 64; i++)
		code[i] = w[i] >> 5;
	CHECK(cudaMemcpyToSymbol(box_constant, w.data(), 4096));
	CHECK(cudaMemcpyToSymbol(program, code.data(), 64));
	unsigned *u = upload(w), *so = upload(sorted), *he = upload(heap), *qu = upload(queries), *qo = upload(ordered);
	char *text = upload(letters), *word = upload(std::vector<char>{ 'b', 'a', 'd', 'e', 'g', 'g' });
	byte *run = upload(runs);
	int *out = dev<int>(4 * M), *zero = dev<int>(M), *kept = dev<int>(1);
	unsigned *uo = (unsigned *)out, *table = (unsigned *)zero;
	auto clear = [&] { CHECK(cudaMemset(zero, 0, M * sizeof(int))); };
	auto none = [&] { CHECK(cudaMemset(kept, 0, sizeof(int))); };
	auto fill = [&] {
		clear();
		table_insert<<<S / 256, 256>>>(u, table, S, 2 * S);
	};
	auto copy = [&] { CHECK(cudaMemcpy(out, u, 4 * M, cudaMemcpyDeviceToDevice)); };

	row("bits.loop", [&] { bits_loop<<<M / 64, 256>>>(u, out, 4 * M); });
	row("bits.table", [&] { bits_table<<<M / 64, 256>>>(u, out, 4 * M); });
	row("bits.tricks", [&] { bits_tricks<<<M / 64, 256>>>(u, out, 4 * M); });
	row("bits.builtin_4", [&] { bits_builtin<<<M / 256, 256>>>((uint4 *)u, (int4 *)out, M); });
	row("cipher.memory", [&] { cipher<0><<<512, 128>>>((uint4 *)u, u + 7, (uint4 *)out); });
	row("cipher.constant", [&] { cipher<1><<<512, 128>>>((uint4 *)u, u + 7, (uint4 *)out); });
	row("cipher.shared", [&] { cipher<2><<<512, 128>>>((uint4 *)u, u + 7, (uint4 *)out); });
	row("search.plain", [&] { search_plain<<<S / 256, 256>>>(so, S, qu, out, S); });
	row("search.ordered_queries", [&] { search_plain<<<S / 256, 256>>>(so, S, qo, out, S); });
	row("search.shared_top", [&] { search_top<<<264, 512>>>(so, S, qu, out, S); });
	row("search.heap", [&] { search_heap<<<S / 256, 256>>>(he, S, qu, out, S); });
	row(
		"hash_table.insert", [&] { table_insert<<<S / 256, 256>>>(u, table, S, 2 * S); }, clear);
	row(
		"hash_table.find", [&] { table_find<<<S / 256, 256>>>(u, table, (byte *)out, S, 2 * S); }, fill);
	row(
		"hash_table.miss", [&] { table_find<<<S / 256, 256>>>(u + M, table, (byte *)out, S, 2 * S); }, fill);
	row(
		"bitonic_step.1", [&] { bitonic_step<<<M / 512, 512>>>(uo, 1, 1024); }, copy);
	row(
		"bitonic_step.65536", [&] { bitonic_step<<<M / 512, 512>>>(uo, 65536, M); }, copy);
	row("sort.warp", [&] { sort_warp<<<M / 256, 256>>>(u, uo); });
	row("sort.odd_even_256", [&] { sort_odd_even<<<256, 256, 1024>>>(u, uo); });
	row(
		"sort.shell", [&] { sort_shell<<<32, 64>>>(uo, 64); }, copy);
	row("sort.radix_block", [&] { radix_block<<<2048, 256>>>(u, uo); });
	row(
		"find.plain", [&] { find_plain<<<M / 64, 256>>>(text, word, 6, zero, 4 * M); }, clear);
	row(
		"find.shared", [&] { find_shared<<<M / 64, 256>>>(text, word, 6, zero, 4 * M); }, clear);
	row(
		"find.skip", [&] { find_skip<<<512, 128>>>(text, word, 6, zero, 4 * M, 64); }, clear);
	row(
		"run_lengths", [&] { run_lengths<<<2048, 512>>>(run, (ushort2 *)out, kept, M); }, none);
	row("longest_match", [&] { longest_match<<<512, 256>>>((byte *)text, (ushort2 *)out, M / 8); });
	row("unpack_bits.11", [&] { unpack_bits<<<4096, 256>>>(u, out, M, 11); });
	row("align_block.256", [&] { align_block<<<132, 256>>>((byte *)text, (byte *)text + M, out); });
	row("align_block.64", [&] { align_block<<<300, 64>>>((byte *)text, (byte *)text + M, out); });
	row("rising", [&] { rising<<<128, 64>>>(u, (byte *)out, 64); });
	row("machine", [&] { machine<<<256, 128>>>((int *)u, out, 100); });
	row("integrate", [&] { integrate<<<64, 64>>>((float *)out, 4096); });
	row(
		"prime.divide", [&] { prime_divide<<<256, 128>>>(zero, 1000000, 32768); }, clear);
	row(
		"prime.rabin", [&] { prime_rabin<<<256, 128>>>(zero, 1000000, 32768); }, clear);
}
