/* Prefix sums: Hillis and Steele, Blelloch, warp shuffles, and one pass where each block waits for its predecessor (decoupled look-back). */
#include "check.h"

constexpr int B = 256;

__global__ void hillis_steele(const int *in, int *out)
{
	__shared__ int s[2][B];
	int t = threadIdx.x, from = 0;

	s[0][t] = in[blockIdx.x * B + t];
	__syncthreads();
	for (int d = 1; d < B; d *= 2) {
		s[!from][t] = s[from][t] + (t >= d ? s[from][t - d] : 0);
		from = !from;
		__syncthreads();
	}
	out[blockIdx.x * B + t] = s[from][t];
}

/* Exclusive. */
__global__ void blelloch(const int *in, int *out)
{
	__shared__ int s[2 * B];
	int t = threadIdx.x, base = blockIdx.x * 2 * B, d = 1;

	s[2 * t] = in[base + 2 * t];
	s[2 * t + 1] = in[base + 2 * t + 1];
	for (int w = B; w; w >>= 1, d *= 2) {
		__syncthreads();
		if (t < w)
			s[d * (2 * t + 2) - 1] += s[d * (2 * t + 1) - 1];
	}
	if (!t)
		s[2 * B - 1] = 0;
	for (int w = 1; w <= B; w *= 2) {
		d >>= 1;
		__syncthreads();
		if (t < w) {
			int l = d * (2 * t + 1) - 1, r = d * (2 * t + 2) - 1, x = s[l];

			s[l] = s[r];
			s[r] += x;
		}
	}
	__syncthreads();
	out[base + 2 * t] = s[2 * t];
	out[base + 2 * t + 1] = s[2 * t + 1];
}

__device__ int block_scan(int x, int *warps)
{
	int lane = threadIdx.x & 31, w = threadIdx.x >> 5;

	for (int d = 1; d < 32; d *= 2) {
		int y = __shfl_up_sync(~0u, x, d);

		if (lane >= d)
			x += y;
	}
	if (lane == 31)
		warps[w] = x;
	__syncthreads();
	for (int i = 0; i < w; i++)
		x += warps[i];
	return x;
}

/* Block numbers are drawn so that a predecessor always runs already. State: flag (1 own sum, 2 sum of all so far) and value in one word. */
__device__ unsigned drawn;

__global__ void look_back(const int *in, int *out, unsigned long long *state, int n)
{
	__shared__ int warps[B / 32], before;
	__shared__ unsigned block;

	if (!threadIdx.x)
		block = atomicAdd(&drawn, 1u);
	__syncthreads();
	int i = block * B + threadIdx.x, x = block_scan(i < n ? in[i] : 0, warps);

	if (threadIdx.x == B - 1) {
		int sum = 0;

		if (!block) {
			atomicExch(&state[0], 2ull << 32 | (unsigned)x);
		} else {
			atomicExch(&state[block], 1ull << 32 | (unsigned)x);
			for (int p = block - 1;;) {
				unsigned long long s = *(volatile unsigned long long *)&state[p];

				if (!(s >> 32))
					continue;
				sum += (int)s;
				if (s >> 32 == 2)
					break;
				p--;
			}
			atomicExch(&state[block], 2ull << 32 | (unsigned)(sum + x));
		}
		before = sum;
	}
	__syncthreads();
	if (i < n)
		out[i] = x + before;
}

/* Chained: each block waits in order, without drawn numbers; with launch order and all resident it must end. */
__global__ void chained(const int *in, int *out, volatile int *done, volatile int *sums)
{
	__shared__ int warps[B / 32], before;
	int i = blockIdx.x * B + threadIdx.x, x = block_scan(in[i], warps);

	if (threadIdx.x == B - 1) {
		before = 0;
		if (blockIdx.x) {
			while (!done[blockIdx.x - 1])
				;
			__threadfence();
			before = sums[blockIdx.x - 1];
		}
		sums[blockIdx.x] = before + x;
		__threadfence();
		done[blockIdx.x] = 1;
	}
	__syncthreads();
	out[i] = x + before;
}

int main()
{
	constexpr int n = 32 * B;
	Random r(5);
	std::vector<int> v(n), inclusive(n), local(n), exclusive(n);

	for (int i = 0; i < n; i++) {
		v[i] = (int)(r.next() % 200) - 100;
		inclusive[i] = v[i] + (i ? inclusive[i - 1] : 0);
		local[i] = v[i] + (i % B ? local[i - 1] : 0);
		exclusive[i] = i % (2 * B) ? exclusive[i - 1] + v[i - 1] : 0;
	}
	Device<int> in(v), out(n), done(32), sums(32);
	Device<unsigned long long> state(32);

	hillis_steele<<<n / B, B>>>(in, out);
	same("Hillis and Steele", out.get(), local);
	blelloch<<<n / B / 2, B>>>(in, out);
	same("Blelloch", out.get(), exclusive);
	out.zero();
	look_back<<<n / B, B>>>(in, out, state, n);
	same("look-back", out.get(), inclusive);
	out.zero();
	chained<<<n / B, B>>>(in, out, done, sums);
	same("chained", out.get(), inclusive);
	LAUNCHED();
	return finish();
}
