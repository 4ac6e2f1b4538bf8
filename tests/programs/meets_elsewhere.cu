/* Lanes that call the same warp function with the same mask at different places in the code meet there: PTX asks for the
 * same qualifiers and the same mask, not for the same instruction. So does an H200. A shuffle's distance and width are
 * each lane's own. */
#include <cuda_runtime.h>
#include "check.h"

enum { UP, DOWN, XOR, PICK, WIDTHS, BALLOT, ALL, ANY, MATCH, MATCH_ALL, ADD, LEAST, BITS, LONGS };
#define FULL 0xffffffffu

/* place: 0 to 2, which of three places in the code this is; a lane's value depends on it. */
template <int K> __device__ int call(unsigned mask, int v, int place)
{
	int all;

	switch (K) {
	case UP: return __shfl_up_sync(mask, v, 1 + place);
	case DOWN: return __shfl_down_sync(mask, v, 2);
	case XOR: return __shfl_xor_sync(mask, v, 17);
	case PICK: return __shfl_sync(mask, v, (v * 7) & 31);
	case WIDTHS: return __shfl_sync(mask, v, 3, 8 << place);
	case BALLOT: return __ballot_sync(mask, v & 2);
	case ALL: return __all_sync(mask, v > -1000);
	case ANY: return __any_sync(mask, v == 101);
	case MATCH: return __match_any_sync(mask, v % 5);
	case MATCH_ALL: return __match_all_sync(mask, v > -1000, &all) ^ all;
	case ADD: return __reduce_add_sync(mask, v);
	case LEAST: return __reduce_min_sync(mask, v);
	case BITS: return __reduce_xor_sync(mask, v);
	case LONGS: return __match_any_sync(mask, (long long)(v % 5) << 40);
	}
	return 0;
}

/* What lane l of a warp gets, whose lanes in `mask` show these values at these places. */
template <int K> static int expected(unsigned mask, const int *v, const int *place, int l)
{
	int from = l, sum = K == ADD || K == BITS ? 0 : v[l];
	unsigned bits = 0;

	switch (K) {
	case UP: from = l - 1 - place[l]; break;
	case DOWN: from = l + 2; break;
	case XOR: from = l ^ 17; break;
	case PICK: from = (v[l] * 7) & 31; break;
	case WIDTHS: from = (l & ~((8 << place[l]) - 1)) | 3; break;
	}
	if (K <= WIDTHS)
		return v[from < 0 || from > 31 ? l : from];
	for (int k = 0; k < 32; k++) {
		if (!(mask >> k & 1))
			continue;
		bits |= (unsigned)(K == BALLOT ? (v[k] & 2) != 0 : v[k] % 5 == v[l] % 5) << k;
		sum = K == ADD ? sum + v[k] : K == BITS ? sum ^ v[k] : sum < v[k] ? sum : v[k];
	}
	switch (K) {
	case BALLOT:
	case MATCH:
	case LONGS: return (int)bits;
	case ALL: return 1;
	case ANY: {
		bool any = false;
		for (int k = 0; k < 32; k++)
			any |= (mask >> k & 1) && v[k] == 101;
		return any;
	}
	case MATCH_ALL: return (int)mask ^ 1;
	}
	return sum;
}

static __host__ __device__ int shown(int lane, int place)
{
	return lane * 3 + 1 + (place == 0 ? 100 : place == 1 ? 50 : 7);
}

template <int K> __global__ void in_branches(int *out, unsigned mask, int a, int b)
{
	int l = threadIdx.x % 32, x;

	if (!(mask >> l & 1))
		return;
	if (l < a)
		x = call<K>(mask, shown(l, 0), 0) * 3;
	else if (l < b)
		x = call<K>(mask, shown(l, 1), 1) * 5;
	else
		x = call<K>(mask, shown(l, 2), 2) * 7;
	out[threadIdx.x] = x;
}

template <int K> static void branches(int *out)
{
	static const struct { unsigned mask; int a, b; } ways[] = { { FULL, 9, 20 }, { FULL, 1, 31 }, { FULL, 0, 16 }, { FULL, 32, 32 }, { 0x0ffff0f3, 6, 22 } };

	for (auto w : ways) {
		int v[32], place[32];

		if (K <= WIDTHS && w.mask != FULL) /* the value of a lane that is not there is undefined */
			continue;
		memset(out, 0, 64 * sizeof *out);
		in_branches<K><<<1, 64>>>(out, w.mask, w.a, w.b);
		LAUNCHED();
		for (int l = 0; l < 32; l++) {
			place[l] = l < w.a ? 0 : l < w.b ? 1 : 2;
			v[l] = shown(l, place[l]);
		}
		for (int t = 0; t < 64; t++) {
			int l = t % 32, is = w.mask >> l & 1 ? expected<K>(w.mask, v, place, l) * (3 + 2 * place[l]) : 0;

			expect(out[t] == is, "function %d, mask %x, places %d %d, thread %d: %d, not %d", K, w.mask, w.a, w.b, t, out[t], is);
		}
	}
}

/* Each half of a warp has a mask of its own, and two places. */
__global__ void halves(int *out)
{
	int l = threadIdx.x % 32;
	unsigned mine = l < 16 ? 0xffff : 0xffff0000;

	out[threadIdx.x] = l % 2 ? __reduce_add_sync(mine, l) + 1000 : __reduce_add_sync(mine, 100 * l) * 2;
}

/* One side calls it once more than the other, whose lanes have ended by then. */
__global__ void one_more(int *out)
{
	int l = threadIdx.x % 32;

	if (l < 9) {
		out[threadIdx.x] = __reduce_max_sync(FULL, l) * 2;
	} else {
		int x = __reduce_max_sync(FULL, 40 - l);

		out[threadIdx.x] = __reduce_max_sync(FULL, 100 + l) * 100 + x;
	}
}

/* nvcc splits this loop at x = lane and makes several copies of both parts. */
__global__ void split_loop(const int *a, int *out, int w)
{
	int l = threadIdx.x % 32, before = 0, least = 0;

	for (int x = 0; x < w; x++) {
		int up = __shfl_up_sync(FULL, before, 1), down = __shfl_down_sync(FULL, before, 1);
		int beside = min(l > 0 ? up : 9999, l < 31 ? down : 9999) + 3, cost = l <= x ? __popc(a[x] ^ a[x - l]) : 24;

		before = cost + min(min(before, beside), least + 10) - least;
		least = __reduce_min_sync(FULL, before);
		out[x * 32 + l] = before;
	}
}

static void loops()
{
	enum { W = 70 };
	int *a, *out, before[32] = { 0 }, least = 0;
	Random random(5);

	CUDA(cudaMallocManaged(&a, W * sizeof *a));
	CUDA(cudaMallocManaged(&out, W * 32 * sizeof *out));
	for (int x = 0; x < W; x++)
		a[x] = (int)random.next();
	split_loop<<<1, 32>>>(a, out, W);
	LAUNCHED();
	for (int x = 0; x < W; x++) {
		int next[32], smallest = 1 << 30;

		for (int l = 0; l < 32; l++) {
			int up = l > 0 ? before[l - 1] : 9999, down = l < 31 ? before[l + 1] : 9999, beside = (up < down ? up : down) + 3;
			int cost = l <= x ? __builtin_popcount((unsigned)(a[x] ^ a[x - l])) : 24;
			int from = before[l] < beside ? before[l] : beside;

			next[l] = cost + (from < least + 10 ? from : least + 10) - least;
			smallest = next[l] < smallest ? next[l] : smallest;
			expect(out[x * 32 + l] == next[l], "loop: turn %d, lane %d: %d, not %d", x, l, out[x * 32 + l], next[l]);
		}
		memcpy(before, next, sizeof before);
		least = smallest;
	}
	CUDA(cudaFree(a));
	CUDA(cudaFree(out));
}

int main()
{
	int *out;

	CUDA(cudaMallocManaged(&out, 64 * sizeof *out));
	branches<UP>(out), branches<DOWN>(out), branches<XOR>(out), branches<PICK>(out), branches<WIDTHS>(out);
	branches<BALLOT>(out), branches<ALL>(out), branches<ANY>(out), branches<MATCH>(out), branches<MATCH_ALL>(out);
	branches<ADD>(out), branches<LEAST>(out), branches<BITS>(out), branches<LONGS>(out);
	halves<<<1, 64>>>(out);
	LAUNCHED();
	for (int t = 0; t < 64; t++) {
		int first = t % 32 / 16 * 16, sum = 0;

		for (int l = first; l < first + 16; l++)
			sum += l % 2 ? l : 100 * l;
		HOLDS(out[t] == (t % 2 ? sum + 1000 : sum * 2));
	}
	one_more<<<1, 64>>>(out);
	LAUNCHED();
	for (int t = 0; t < 64; t++)
		HOLDS(out[t] == (t % 32 < 9 ? 31 * 2 : 131 * 100 + 31));
	loops();
	CUDA(cudaFree(out));
	return finish();
}
