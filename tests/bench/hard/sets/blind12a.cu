// blind12a: a fresh set of kernels that nobody had modelled when they were written. Exercises of a course and a
// textbook.
#include "blind7.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__global__ void bilinear_thread(const int *a, const int *x, const int *y, u64 *out, int n)
{ // x times A times y, a row a thread: neighbours read far apart
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= n)
		return;
	int sum = 0;
	for (int c = 0; c < n; c++)
		sum += a[r * n + c] * y[c];
	atomicAdd(out, (u64)((long long)sum * x[r]));
}
__global__ void bilinear_block(const int *a, const int *x, const int *y, u64 *out, int n)
{ // the same, a row a block and a tree of sums in shared memory
	__shared__ int part[160];
	int r = blockIdx.x, t = threadIdx.x, sum = 0;
	for (int c = t; c < n; c += blockDim.x)
		sum += a[r * n + c] * y[c];
	part[t] = sum;
	__syncthreads();
	for (int m = blockDim.x; m > 1; m = (m + 1) / 2) {
		int half = (m + 1) / 2;
		if (t < m / 2)
			part[t] += part[t + half];
		__syncthreads();
	}
	if (t == 0)
		atomicAdd(out, (u64)((long long)part[0] * x[r]));
}
__global__ void bilinear_group(const int4 *a, const int *x, const int4 *y, u64 *out, int n)
{ // the same with groups of sixteen, four numbers a load, and one atomic a block
	__shared__ long long block_sum[16];
	auto block = cg::this_thread_block();
	auto group = cg::tiled_partition<16>(block);
	int groups = block.size() / 16, me = group.meta_group_rank();
	long long own = 0;
	for (int r = blockIdx.x * groups + me; r < n; r += gridDim.x * groups) {
		int sum = 0;
		for (int c = group.thread_rank(); c < n / 4; c += 16) {
			int4 v = a[r * (n / 4) + c], w = y[c];
			sum += v.x * w.x + v.y * w.y + v.z * w.z + v.w * w.w;
		}
		own += (long long)cg::reduce(group, sum, cg::plus<int>()) * x[r];
	}
	if (group.thread_rank() == 0)
		block_sum[me] = own;
	block.sync();
	if (block.thread_rank() == 0) {
		for (int k = 1; k < groups; k++)
			own += block_sum[k];
		atomicAdd(out, (u64)own);
	}
}
__global__ void diagonal_thread(const int *a, int *out, int rows, int cols)
{ // sums along the rising diagonals, a diagonal a thread
	int d = blockIdx.x * blockDim.x + threadIdx.x;
	if (d >= rows + cols - 1)
		return;
	int sum = 0;
	for (int r = max(0, d - cols + 1); r <= min(d, rows - 1); r++)
		sum += a[r * cols + d - r];
	out[d] = sum;
}
__global__ void diagonal_shared(const int *a, int *out, int rows, int cols, int strip)
{ // the same, a strip of rows a block, the sums in shared memory first
	extern __shared__ int sum[];
	int r0 = blockIdx.x * strip, r1 = min(r0 + strip, rows), n = cols + strip - 1;
	for (int i = threadIdx.y * blockDim.x + threadIdx.x; i < n; i += blockDim.x * blockDim.y)
		sum[i] = 0;
	__syncthreads();
	for (int r = r0 + threadIdx.y; r < r1; r += blockDim.y)
		for (int c = threadIdx.x; c < cols; c += blockDim.x)
			atomicAdd(&sum[r - r0 + c], a[r * cols + c]);
	__syncthreads();
	for (int i = threadIdx.y * blockDim.x + threadIdx.x; i < n; i += blockDim.x * blockDim.y)
		if (r0 + i < rows + cols - 1)
			atomicAdd(&out[r0 + i], sum[i]);
}
__global__ void quadrants_copy(const float2 *in, float2 *out, int w, int h)
{ // the four quarters of a spectrum change places, from one array to another
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h)
		out[(y + h / 2) % h * w + (x + w / 2) % w] = in[y * w + x];
}
__global__ void quadrants_in_place(float2 *a, int w, int h)
{ // the same in place: a thread of the upper half swaps two
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= w * h / 2)
		return;
	int x = i % w, y = i / w, to = (y + h / 2) * w + (x < w / 2 ? x + w / 2 : x - w / 2);
	float2 keep = a[i];
	a[i] = a[to];
	a[to] = keep;
}
__global__ void coefficients_thread(const unsigned *a, const unsigned *b, unsigned *out, int n, unsigned prime)
{ // the product of two polynomials, a coefficient a thread; the middle ones have most to add
	int k = blockIdx.x * blockDim.x + threadIdx.x;
	if (k >= 2 * n - 1)
		return;
	u64 sum = 0;
	for (int i = max(0, k - n + 1); i <= min(k, n - 1); i++)
		sum += (u64)a[i] * b[k - i];
	out[k] = sum % prime;
}
__global__ void coefficients_tile(const unsigned *a, const unsigned *b, unsigned *out, int n, unsigned prime)
{ // the same from tiles in shared memory, two coefficients a thread
	__shared__ unsigned as[96], bs[96 * 3];
	int k0 = blockIdx.x * 192, t = threadIdx.x, k = k0 + t;
	u64 one = 0, two = 0;
	for (int i0 = 0; i0 < n; i0 += 96) {
		as[t] = i0 + t < n ? a[i0 + t] : 0;
		for (int j = t; j < 288; j += 96) {
			int at = k0 - i0 - 96 + j;
			bs[j] = at >= 0 && at < n ? b[at] : 0;
		}
		__syncthreads();
#pragma unroll 8
		for (int i = 0; i < 96; i++) {
			one += (u64)as[i] * bs[t + 96 - i];
			two += (u64)as[i] * bs[t + 192 - i];
		}
		__syncthreads();
	}
	if (k < 2 * n - 1)
		out[k] = one % prime;
	if (k + 96 < 2 * n - 1)
		out[k + 96] = two % prime;
}
struct Run {
	int left, right, best, all; // ones at the left end, at the right end, most in a row, and how many places
};
__host__ __device__ Run join(const Run &a, const Run &b)
{
	Run r;
	int middle = a.right + b.left;
	r.best = a.best > b.best ? a.best : b.best;
	r.best = middle > r.best ? middle : r.best;
	r.left = a.left == a.all ? a.all + b.left : a.left;
	r.right = b.right == b.all ? b.all + a.right : b.right;
	r.all = a.all + b.all;
	return r;
}
__global__ void longest_tree(const byte *in, Run *out, int each)
{ // the longest run of ones: a stretch a thread, then a tree of structs in shared memory
	__shared__ Run part[192];
	int t = threadIdx.x;
	const byte *p = in + (blockIdx.x * blockDim.x + t) * each;
	Run r = { p[0], p[0], p[0], 1 };
	for (int i = 1; i < each; i++)
		r = join(r, Run{ p[i], p[i], p[i], 1 });
	part[t] = r;
	__syncthreads();
	for (int step = 1; step < blockDim.x; step *= 2) {
		if (t % (2 * step) == 0 && t + step < blockDim.x)
			part[t] = join(part[t], part[t + step]);
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = part[0];
}
__device__ Run join_lanes(Run r)
{
	for (int d = 1; d < 32; d *= 2) {
		Run o = { __shfl_down_sync(~0u, r.left, d), __shfl_down_sync(~0u, r.right, d),
			__shfl_down_sync(~0u, r.best, d), __shfl_down_sync(~0u, r.all, d) };
		r = join(r, o);
	}
	return r;
}
__global__ void longest_ballot(const byte *in, Run *out, int n)
{ // the same, a warp 1024 places: votes make a word for each lane, shuffles join the lanes
	int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	unsigned own = 0;
	for (int k = 0; k < 32; k++) {
		unsigned word = __ballot_sync(~0u, in[warp * 1024 + k * 32 + lane]);
		if (lane == k)
			own = word;
	}
	Run r = { own == ~0u ? 32 : __ffs(~own) - 1, __clz(~own), 0, 32 };
	for (unsigned b = own; b; b &= b << 1)
		r.best++;
	r = join_lanes(r);
	if (lane == 0)
		out[warp] = r;
}
__global__ void longest_rest(const Run *in, Run *out, int n)
{ // one warp joins what the others found
	int lane = threadIdx.x, each = (n + 31) / 32;
	Run r = { 0, 0, 0, 0 };
	for (int i = lane * each; i < min(n, lane * each + each); i++)
		r = join(r, in[i]);
	r = join_lanes(r);
	if (lane == 0)
		*out = r;
}
void rows()
{
	const int N = 1000;
	std::vector<unsigned> w = words(1 << 20);
	std::vector<int> a(N * N), x(N), y(N);
	for (int i = 0; i < N * N; i++)
		a[i] = (int)(w[i] % 2001) - 1000;
	for (int i = 0; i < N; i++)
		x[i] = (int)(w[i + 7] % 101) - 50, y[i] = (int)(w[i + 5000] % 101) - 50;
	long long total = 0;
	for (int r = 0; r < N; r++)
		for (int c = 0; c < N; c++)
			total += (long long)a[r * N + c] * y[c] * x[r];
	int *da = upload(a), *dx = upload(x), *dy = upload(y);
	u64 *sum = dev<u64>(1);
	auto zero = [&] { CHECK(cudaMemset(sum, 0, 8)); };
	auto right_sum = same(std::vector<u64>{ (u64)total });
	job<u64>(
		"bilinear_form.row_a_thread", [&] { bilinear_thread<<<(N + 95) / 96, 96>>>(da, dx, dy, sum, N); }, sum,
		1, right_sum, zero);
	job<u64>(
		"bilinear_form.row_a_block", [&] { bilinear_block<<<N, 160>>>(da, dx, dy, sum, N); }, sum, 1, right_sum,
		zero);
	job<u64>(
		"bilinear_form.groups_of_16", [&] { bilinear_group<<<30, 256>>>((int4 *)da, dx, (int4 *)dy, sum, N); },
		sum, 1, right_sum, zero);
	const int ROWS = 1100, COLS = 900, D = ROWS + COLS - 1, STRIP = 20;
	std::vector<int> diagonal(D);
	for (int r = 0; r < ROWS; r++)
		for (int c = 0; c < COLS; c++)
			diagonal[r + c] += a[r * COLS + c];
	int *out = dev<int>(1 << 20);
	job<int>(
		"rising_diagonals.one_a_thread", [&] { diagonal_thread<<<(D + 63) / 64, 64>>>(da, out, ROWS, COLS); },
		out, D, same(diagonal));
	job<int>(
		"rising_diagonals.strip_a_block",
		[&] {
			diagonal_shared<<<ROWS / STRIP, dim3(64, 4), (COLS + STRIP - 1) * 4>>>(
				da, out, ROWS, COLS, STRIP);
		},
		out, D, same(diagonal), [&] { CHECK(cudaMemset(out, 0, D * 4)); });
	const int W = 840, H = 620;
	std::vector<float> f = fractions(w), want(2 * W * H);
	for (int i = 0; i < W * H; i++)
		for (int k = 0; k < 2; k++)
			want[((i / W + H / 2) % H * W + (i % W + W / 2) % W) * 2 + k] = f[2 * i + k];
	float *in = upload(f), *swapped = dev<float>(2 * W * H);
	job<float>(
		"quarters.copied",
		[&] {
			quadrants_copy<<<dim3((W + 31) / 32, (H + 7) / 8), dim3(32, 8)>>>(
				(float2 *)in, (float2 *)swapped, W, H);
		},
		swapped, 2 * W * H, same(want));
	job<float>(
		"quarters.in_place",
		[&] { quadrants_in_place<<<(W * H / 2 + 191) / 192, 192>>>((float2 *)swapped, W, H); }, swapped,
		2 * W * H, same(want), [&] { CHECK(cudaMemcpy(swapped, in, 8 * W * H, cudaMemcpyDeviceToDevice)); });
	const int T = 2500, PRIME = 998244353;
	std::vector<unsigned> p(T), q(T), product(2 * T - 1);
	std::vector<u64> wide(2 * T - 1);
	for (int i = 0; i < T; i++)
		p[i] = w[i] % 1000003, q[i] = w[i + T] % 1000003;
	for (int i = 0; i < T; i++)
		for (int j = 0; j < T; j++)
			wide[i + j] += (u64)p[i] * q[j];
	for (int k = 0; k < 2 * T - 1; k++)
		product[k] = wide[k] % PRIME;
	unsigned *dp = upload(p), *dq = upload(q), *o = (unsigned *)out;
	job<unsigned>(
		"coefficients.one_a_thread",
		[&] { coefficients_thread<<<(2 * T + 126) / 128, 128>>>(dp, dq, o, T, PRIME); }, o, 2 * T - 1,
		same(product));
	job<unsigned>(
		"coefficients.two_from_tiles",
		[&] { coefficients_tile<<<(2 * T + 190) / 192, 96>>>(dp, dq, o, T, PRIME); }, o, 2 * T - 1,
		same(product));
	const int BLOCKS = 96, EACH = 32, S = BLOCKS * 192 * EACH;
	std::vector<byte> ones(S);
	for (int i = 0; i < S; i++)
		ones[i] = w[i] % 9 != 0 || i % 70001 < 300;
	Run whole = { 0, 0, 0, 0 };
	for (int i = 0; i < S; i++)
		whole = join(whole, Run{ ones[i], ones[i], ones[i], 1 });
	byte *line = upload(ones);
	Run *found = dev<Run>(S / 1024), *last = dev<Run>(1);
	auto right_run = same(std::vector<int>{ whole.left, whole.right, whole.best, whole.all });
	job<int>(
		"longest_run.struct_tree",
		[&] {
			longest_tree<<<BLOCKS, 192>>>(line, found, EACH);
			longest_rest<<<1, 32>>>(found, last, BLOCKS);
		},
		(int *)last, 4, right_run);
	job<int>(
		"longest_run.votes",
		[&] {
			longest_ballot<<<S / 1024 / 4, 128>>>(line, found, S);
			longest_rest<<<1, 32>>>(found, last, S / 1024);
		},
		(int *)last, 4, right_run);
}
