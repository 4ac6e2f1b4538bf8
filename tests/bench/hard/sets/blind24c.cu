// blind24c: a fresh set of kernels that nobody had modelled when they were written. Orders, middles and three colours.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__global__ void rank_naive(const int *in, int *out, int n)
{ // sorted by counting who is before: all others read from memory
	int i = blockIdx.x * blockDim.x + threadIdx.x, before = 0;
	if (i >= n)
		return;
	int own = in[i];
	for (int k = 0; k < n; k++)
		before += in[k] < own || in[k] == own && k < i;
	out[before] = own;
}
__global__ void rank_tiles(const int *in, int *out, int n)
{ // the same, others staged in shared memory
	__shared__ int some[128];
	int i = blockIdx.x * 128 + threadIdx.x, before = 0, own = i < n ? in[i] : 0;
	for (int base = 0; base < n; base += 128) {
		some[threadIdx.x] = base + threadIdx.x < n ? in[base + threadIdx.x] : 0x7fffffff;
		__syncthreads();
		if (base < blockIdx.x * 128) // equal ones there come first
			for (int k = 0; k < 128; k++)
				before += some[k] <= own;
		else if (base > blockIdx.x * 128)
			for (int k = 0; k < 128; k++)
				before += some[k] < own;
		else
			for (int k = 0; k < 128; k++)
				before += some[k] < own || some[k] == own && k < threadIdx.x;
		__syncthreads();
	}
	if (i < n)
		out[before] = own;
}
__global__ void rank_warp(const int *in, int *out, int n)
{ // the same, a number a warp: lanes count every 32nd
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, before = 0;
	if (i >= n)
		return;
	int own = in[i];
	for (int k = lane; k < n; k += 32)
		before += in[k] < own || in[k] == own && k < i;
	before = __reduce_add_sync(~0u, before);
	if (lane == 0)
		out[before] = own;
}
__global__ void thousand_bitonic(const unsigned *in, unsigned *out)
{ // each 1024 keys sorted by a block: rising and falling stretches, two keys a thread
	__shared__ unsigned key[1024];
	int t = threadIdx.x, base = blockIdx.x * 1024;
	key[t] = in[base + t];
	key[t + 512] = in[base + t + 512];
	for (int len = 2; len <= 1024; len *= 2)
		for (int d = len / 2; d; d /= 2) {
			__syncthreads();
			int i = 2 * t - (t & d - 1), j = i + d;
			unsigned a = key[i], b = key[j];
			if ((a > b) == !(i & len))
				key[i] = b, key[j] = a;
		}
	__syncthreads();
	out[base + t] = key[t];
	out[base + t + 512] = key[t + 512];
}
__global__ void thousand_odd_even_merge(const unsigned *in, unsigned *out)
{ // Batcher's other network: some threads rest in each step
	__shared__ unsigned key[1024];
	int t = threadIdx.x, base = blockIdx.x * 1024;
	for (int k = t; k < 1024; k += 512)
		key[k] = in[base + k];
	for (int p = 1; p < 1024; p *= 2)
		for (int d = p; d; d /= 2) {
			__syncthreads();
			int i = 2 * t - (t & d - 1) + (d < p ? d : 0), j = i + d;
			if (j < 1024 && i / (2 * p) == j / (2 * p)) {
				unsigned a = key[i], b = key[j];
				if (a > b)
					key[i] = b, key[j] = a;
			}
		}
	__syncthreads();
	for (int k = t; k < 1024; k += 512)
		out[base + k] = key[k];
}
__global__ void thousand_bit_splits(const unsigned *in, unsigned *out)
{ // noughts before ones, bit by bit, by votes; a key a thread, sixteen bits count
	__shared__ unsigned key[1024], noughts[32];
	int t = threadIdx.x, lane = t % 32, w = t / 32;
	unsigned v = in[blockIdx.x * 1024 + t];
	for (int bit = 0; bit < 16; bit++) {
		bool one = v >> bit & 1;
		unsigned zero = __ballot_sync(~0u, !one);
		if (lane == 0)
			noughts[w] = __popc(zero);
		__syncthreads();
		if (w == 0) {
			unsigned s = noughts[lane];
			for (int d = 1; d < 32; d *= 2) {
				unsigned o = __shfl_up_sync(~0u, s, d);
				s += lane >= d ? o : 0;
			}
			noughts[lane] = s;
		}
		__syncthreads();
		int before = (w ? noughts[w - 1] : 0) + __popc(zero & (1u << lane) - 1);
		key[one ? noughts[31] + t - before : before] = v;
		__syncthreads();
		v = key[t];
	}
	out[blockIdx.x * 1024 + t] = v;
}
__global__ void thousand_digits(const unsigned *in, unsigned *out)
{ // four bits at once: 128 threads with eight keys each count their sixteen digits in shared memory
	__shared__ unsigned key[1024];
	__shared__ unsigned short count[16][130];
	__shared__ unsigned start[16];
	int t = threadIdx.x;
	for (int k = t; k < 1024; k += 128)
		key[k] = in[blockIdx.x * 1024 + k];
	for (int bit = 0; bit < 16; bit += 4) {
		for (int d = 0; d < 16; d++)
			count[d][t] = 0;
		__syncthreads();
		unsigned own[8];
		for (int k = 0; k < 8; k++) {
			own[k] = key[8 * t + k];
			count[own[k] >> bit & 15][t]++;
		}
		__syncthreads();
		for (int d = t / 32; d < 16; d += 4) { // a digit a warp: sums over the threads
			int lane = t % 32, v[4], s = 0;
			for (int k = 0; k < 4; k++) {
				v[k] = s;
				s += count[d][4 * lane + k];
			}
			int all = s;
			for (int e = 1; e < 32; e *= 2) {
				int o = __shfl_up_sync(~0u, all, e);
				all += lane >= e ? o : 0;
			}
			for (int k = 0; k < 4; k++)
				count[d][4 * lane + k] = all - s + v[k];
			if (lane == 31)
				start[d] = all;
		}
		__syncthreads();
		if (t == 0)
			for (int d = 0, s = 0; d < 16; d++) {
				int n = start[d];
				start[d] = s;
				s += n;
			}
		__syncthreads();
		for (int k = 0; k < 8; k++) {
			int d = own[k] >> bit & 15;
			key[start[d] + count[d][t]++] = own[k];
		}
		__syncthreads();
	}
	for (int k = t; k < 1024; k += 128)
		out[blockIdx.x * 1024 + k] = key[k];
}
const int MARKS = 75; // in a row
__global__ void middle_choose(const int *in, int *out, int rows)
{ // the middle mark of a row: parts before and after a chosen one, again and again, in a local array
	int r = blockIdx.x * blockDim.x + threadIdx.x, v[MARKS];
	if (r >= rows)
		return;
	for (int k = 0; k < MARKS; k++)
		v[k] = in[r * MARKS + k];
	int lo = 0, hi = MARKS - 1;
	while (lo < hi) {
		int p = v[(lo + hi) / 2], i = lo, j = hi;
		while (i <= j) {
			while (v[i] < p)
				i++;
			while (v[j] > p)
				j--;
			if (i <= j) {
				int s = v[i];
				v[i++] = v[j];
				v[j--] = s;
			}
		}
		if (MARKS / 2 <= j)
			hi = j;
		else if (MARKS / 2 >= i)
			lo = i;
		else
			break;
	}
	out[r] = v[MARKS / 2];
}
__global__ void middle_bisect(const int *in, int *out, int rows)
{ // the same, a row a warp: the value halved, lanes keep three marks and vote
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, v[3];
	if (r >= rows)
		return;
	for (int k = 0; k < 3; k++)
		v[k] = lane + 32 * k < MARKS ? in[r * MARKS + lane + 32 * k] : 1 << 30;
	int lo = 0, hi = (1 << 20) - 1;
	while (lo < hi) {
		int m = (lo + hi) / 2, many = 0;
		for (int k = 0; k < 3; k++)
			many += __popc(__ballot_sync(~0u, v[k] <= m));
		if (many > MARKS / 2)
			hi = m;
		else
			lo = m + 1;
	}
	if (lane == 0)
		out[r] = lo;
}
__global__ void middle_digits(const int *in, int *out, int rows)
{ // the same, a row a block of 96: five bits at a time, counted in shared memory
	__shared__ int count[32], digit, left;
	int r = blockIdx.x, t = threadIdx.x, v = t < MARKS ? in[r * MARKS + t] : -1, found = 0;
	if (t == 0)
		left = MARKS / 2;
	for (int bit = 15; bit >= 0; bit -= 5) {
		if (t < 32)
			count[t] = 0;
		__syncthreads();
		if (v >= 0 && v >> bit + 5 == found)
			atomicAdd(&count[v >> bit & 31], 1);
		__syncthreads();
		if (t < 32) {
			int s = count[t];
			for (int d = 1; d < 32; d *= 2) {
				int o = __shfl_up_sync(~0u, s, d);
				s += t >= d ? o : 0;
			}
			int below = s - count[t], want = left;
			__syncwarp();
			if (below <= want && want < s)
				digit = t, left = want - below;
		}
		__syncthreads();
		found = found * 32 + digit;
	}
	if (t == 0)
		out[r] = found;
}
__global__ void flag_counts(const unsigned *in, int3 *part, int n)
{ // three colours, order kept: how many of each in a block of 256
	int i = blockIdx.x * 256 + threadIdx.x, c = i < n ? in[i] % 3 : 3;
	int r = __syncthreads_count(c == 0), w = __syncthreads_count(c == 1), b = __syncthreads_count(c == 2);
	if (threadIdx.x == 0)
		part[blockIdx.x] = make_int3(r, w, b);
}
__global__ void flag_starts(int3 *part, int blocks)
{ // where each block's reds, whites and blues begin: one warp
	int lane = threadIdx.x;
	int3 all = { 0, 0, 0 };
	for (int k = lane; k < blocks; k += 32)
		all.x += part[k].x, all.y += part[k].y;
	int reds = __reduce_add_sync(~0u, all.x), whites = __reduce_add_sync(~0u, all.y);
	int3 carry = { 0, reds, reds + whites };
	for (int base = 0; base < blocks; base += 32) {
		int3 p = base + lane < blocks ? part[base + lane] : make_int3(0, 0, 0), s = p;
		for (int d = 1; d < 32; d *= 2) {
			int x = __shfl_up_sync(~0u, s.x, d), y = __shfl_up_sync(~0u, s.y, d),
			    z = __shfl_up_sync(~0u, s.z, d);
			if (lane >= d)
				s.x += x, s.y += y, s.z += z;
		}
		if (base + lane < blocks)
			part[base + lane] = make_int3(carry.x + s.x - p.x, carry.y + s.y - p.y, carry.z + s.z - p.z);
		carry.x += __shfl_sync(~0u, s.x, 31);
		carry.y += __shfl_sync(~0u, s.y, 31);
		carry.z += __shfl_sync(~0u, s.z, 31);
	}
}
__global__ void flag_write(const unsigned *in, const int3 *part, unsigned *out, int n)
{
	__shared__ int3 warp[8];
	int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x % 32, w = threadIdx.x / 32;
	unsigned v = i < n ? in[i] : 0, c = i < n ? v % 3 : 3, below = (1u << lane) - 1;
	unsigned r = __ballot_sync(~0u, c == 0), wh = __ballot_sync(~0u, c == 1), b = __ballot_sync(~0u, c == 2);
	if (lane == 0)
		warp[w] = make_int3(__popc(r), __popc(wh), __popc(b));
	__syncthreads();
	int3 at = part[blockIdx.x];
	for (int k = 0; k < w; k++)
		at.x += warp[k].x, at.y += warp[k].y, at.z += warp[k].z;
	if (c < 3)
		out[c == 0             ? at.x + __popc(r & below) :
				c == 1 ? at.y + __popc(wh & below) :
					 at.z + __popc(b & below)] = v;
}
__global__ void flag_atomics(const unsigned *in, unsigned *out, int *at, int n)
{ // order not kept: reds from the front, blues from the back, whites to a place of their own (its start is known)
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned v = in[i], c = v % 3;
	out[c == 2 ? atomicSub(&at[2], 1) : atomicAdd(&at[c], 1)] = v;
}
__global__ void flag_block(const unsigned *in, unsigned *out, int n)
{ // order kept by one block of 1024: all that is red, then white, then blue
	__shared__ int part[32], at;
	int t = threadIdx.x, lane = t % 32;
	if (t == 0)
		at = 0;
	for (unsigned c = 0; c < 3; c++)
		for (int base = 0; base < n; base += 1024) {
			bool own = base + t < n && in[base + t] % 3 == c;
			unsigned vote = __ballot_sync(~0u, own);
			if (lane == 0)
				part[t / 32] = __popc(vote);
			__syncthreads();
			int before = at, all = 0;
			for (int k = 0; k < 32; k++) {
				before += k < t / 32 ? part[k] : 0;
				all += part[k];
			}
			if (own)
				out[before + __popc(vote & (1u << lane) - 1)] = in[base + t];
			__syncthreads();
			if (t == 0)
				at += all;
		}
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	const int N = 2200;
	std::vector<int> in(N), sorted;
	for (int i = 0; i < N; i++)
		in[i] = w[i] % 4096;
	sorted = in;
	std::sort(sorted.begin(), sorted.end());
	int *di = upload(in), *o = dev<int>(1 << 19);
	job<int>(
		"sort_by_rank.others_from_memory", [&] { rank_naive<<<up(N, 64), 64>>>(di, o, N); }, o, N,
		same(sorted));
	job<int>(
		"sort_by_rank.others_in_shared", [&] { rank_tiles<<<up(N, 128), 128>>>(di, o, N); }, o, N,
		same(sorted));
	job<int>(
		"sort_by_rank.number_a_warp", [&] { rank_warp<<<up(N, 8), 256>>>(di, o, N); }, o, N, same(sorted));
	const int B = 200, K = B * 1024;
	std::vector<unsigned> keys(K), thousands;
	for (int i = 0; i < K; i++)
		keys[i] = w[i] & 65535;
	thousands = keys;
	for (int b = 0; b < B; b++)
		std::sort(&thousands[b * 1024], &thousands[b * 1024] + 1024);
	unsigned *dk = upload(keys), *u = dev<unsigned>(1 << 19);
	const int FEW = 40;
	std::vector<unsigned> some(thousands.begin(), thousands.begin() + FEW * 1024);
	job<unsigned>(
		"each_thousand.bitonic", [&] { thousand_bitonic<<<FEW, 512>>>(dk, u); }, u, FEW * 1024, same(some));
	job<unsigned>(
		"each_thousand.odd_even_merge", [&] { thousand_odd_even_merge<<<FEW, 512>>>(dk, u); }, u, FEW * 1024,
		same(some));
	job<unsigned>(
		"each_thousand.bit_splits", [&] { thousand_bit_splits<<<B, 1024>>>(dk, u); }, u, K, same(thousands));
	job<unsigned>(
		"each_thousand.four_bits_at_once", [&] { thousand_digits<<<B, 128>>>(dk, u); }, u, K, same(thousands));
	const int R = 6000;
	std::vector<int> marks(R * MARKS), middle(R);
	for (int i = 0; i < R * MARKS; i++)
		marks[i] = i / MARKS % 3 ? w[i] >> 12 : (w[i / 4] >> 12 & ~0xffff) + i % MARKS * 37;
	for (int r = 0; r < R; r++) {
		std::vector<int> v(&marks[r * MARKS], &marks[r * MARKS] + MARKS);
		std::nth_element(v.begin(), v.begin() + MARKS / 2, v.end());
		middle[r] = v[MARKS / 2];
	}
	int *dm = upload(marks);
	job<int>(
		"middle_mark.choose_and_part", [&] { middle_choose<<<up(R, 64), 64>>>(dm, o, R); }, o, R, same(middle));
	job<int>(
		"middle_mark.halved_by_a_warp", [&] { middle_bisect<<<up(R, 4), 128>>>(dm, o, R); }, o, R,
		same(middle));
	job<int>(
		"middle_mark.digits_by_a_block", [&] { middle_digits<<<R, 96>>>(dm, o, R); }, o, R, same(middle));
	const int F = 400000, G = 60000;
	std::vector<unsigned> all(w.begin(), w.begin() + F), flag, small;
	for (unsigned c = 0; c < 3; c++)
		for (int i = 0; i < F; i++)
			if (all[i] % 3 == c) {
				flag.push_back(all[i]);
				if (i < G)
					small.push_back(all[i]);
			}
	unsigned *df = upload(all);
	int3 *part = dev<int3>(up(F, 256));
	job<unsigned>(
		"three_colours.count_start_write",
		[&] {
			flag_counts<<<up(F, 256), 256>>>(df, part, F);
			flag_starts<<<1, 32>>>(part, up(F, 256));
			flag_write<<<up(F, 256), 256>>>(df, part, u, F);
		},
		u, F, same(flag));
	int reds = 0;
	while (flag[reds] % 3 == 0)
		reds++;
	int *at = dev<int>(3), start[3] = { 0, reds, F - 1 };
	std::vector<unsigned> in_order = flag;
	std::sort(in_order.begin(), in_order.end());
	job<unsigned>(
		"three_colours.three_counters", [&] { flag_atomics<<<up(F, 256), 256>>>(df, u, at, F); }, u, F,
		[=](const std::vector<unsigned> &v) { // any order within a colour
			for (int i = 0; i < F; i++)
				if (v[i] % 3 != flag[i] % 3)
					return false;
			std::vector<unsigned> s = v;
			std::sort(s.begin(), s.end());
			return s == in_order;
		},
		[&] { CHECK(cudaMemcpy(at, start, 12, cudaMemcpyHostToDevice)); });
	job<unsigned>(
		"three_colours.one_block", [&] { flag_block<<<1, 1024>>>(df, u, G); }, u, G, same(small));
}
