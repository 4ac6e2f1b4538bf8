/* algorithms_clean.cu: whole algorithms whose threads share much, right in every step. */
#include "case.h"

static const int B = 128;

// CASE bitonic_sort: compare and exchange in shared memory, a barrier a step, two threads never touch one pair
// EXPECT clean
// HARDWARE none
__global__ void bitonic(int *a)
{
	__shared__ int s[2 * B];
	int t = threadIdx.x;
	s[t] = a[t];
	s[t + B] = a[t + B];
	for (int size = 2; size <= 2 * B; size *= 2)
		for (int d = size / 2; d > 0; d /= 2) {
			__syncthreads();
			int i = 2 * t - (t & (d - 1));
			bool up = (i & size) == 0;
			int x = s[i], y = s[i + d];
			if ((x > y) == up) {
				s[i] = y;
				s[i + d] = x;
			}
		}
	__syncthreads();
	a[t] = s[t];
	a[t + B] = s[t + B];
}
CASE(bitonic_sort)
{
	std::vector<int> v(2 * B);
	for (int i = 0; i < 2 * B; i++)
		v[i] = i * 77 % (2 * B);
	Array<int> a(v);
	bitonic<<<1, B>>>(a);
	bool fine = ran();
	v = a.get();
	for (int i = 0; i < 2 * B; i++)
		fine = fine && v[i] == i;
	return fine;
}

// CASE blelloch_scan: up and down the tree in place: in each round a cell has one reader or writer
// EXPECT clean
// HARDWARE none
__global__ void blelloch(const int *in, int *out)
{
	__shared__ int s[2 * B];
	int t = threadIdx.x, offset = 1;
	s[2 * t] = in[2 * t];
	s[2 * t + 1] = in[2 * t + 1];
	for (int d = B; d > 0; d >>= 1) {
		__syncthreads();
		if (t < d)
			s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
		offset *= 2;
	}
	if (t == 0)
		s[2 * B - 1] = 0;
	for (int d = 1; d < 2 * B; d *= 2) {
		offset >>= 1;
		__syncthreads();
		if (t < d) {
			int i = offset * (2 * t + 1) - 1, j = offset * (2 * t + 2) - 1, v = s[i];
			s[i] = s[j];
			s[j] += v;
		}
	}
	__syncthreads();
	out[2 * t] = s[2 * t];
	out[2 * t + 1] = s[2 * t + 1];
}
CASE(blelloch_scan)
{
	Array<int> in(counting<int>(2 * B)), out(2 * B);
	blelloch<<<1, B>>>(in, out);
	auto v = out.get();
	return ran() && v[0] == 0 && v[255] == 255 * 254 / 2;
}

// CASE private_histograms: a histogram for each warp, filled by atomics of its lanes, added up after a barrier
// EXPECT clean
// HARDWARE none
__global__ void private_bins(const unsigned char *in, int *out, int n)
{
	__shared__ int s[B / 32][16];
	int t = threadIdx.x, warp = t / 32;
	if (t < 64)
		s[t / 16][t % 16] = 0;
	__syncthreads();
	for (int i = blockIdx.x * B + t; i < n; i += gridDim.x * B)
		atomicAdd(&s[warp][in[i] & 15], 1);
	__syncthreads();
	if (t < 16) {
		int sum = 0;
		for (int w = 0; w < B / 32; w++)
			sum += s[w][t];
		atomicAdd(&out[t], sum);
	}
}
CASE(private_histograms)
{
	auto v = digits<unsigned char>(5000);
	Array<unsigned char> in(v);
	Array<int> out(16, 0);
	private_bins<<<3, B>>>(in, out, 5000);
	int threes = 0;
	for (auto e : v)
		threes += e == 3;
	return ran() && out.get()[3] == threes;
}

// CASE bodies_in_tiles: n-body with tiles, all threads of the block at each barrier, the ends minded
// EXPECT clean
// HARDWARE none
__global__ void bodies(const float4 *body, float *force, int n)
{
	__shared__ float4 tile[B];
	int i = blockIdx.x * B + threadIdx.x;
	float x = i < n ? body[i].x : 0, sum = 0;
	for (int j = 0; j < n; j += B) {
		tile[threadIdx.x] = j + threadIdx.x < n ? body[j + threadIdx.x] : make_float4(0, 0, 0, 0);
		__syncthreads();
		for (int k = 0; k < B; k++)
			sum += (tile[k].x - x) * tile[k].w;
		__syncthreads();
	}
	if (i < n)
		force[i] = sum;
}
CASE(bodies_in_tiles)
{
	const int n = 300;
	std::vector<float4> v(n);
	for (int i = 0; i < n; i++)
		v[i] = make_float4((float)i, 0, 0, 1);
	Array<float4> body(v);
	Array<float> force(n);
	bodies<<<3, B>>>(body, force, n);
	auto f = force.get();
	return ran() && f[0] == n * (n - 1) / 2 && f[n - 1] == -n * (n - 1) / 2;
}

// CASE stencil_steps: time steps of a stencil in one block, two tiles in turns, one barrier a step
// EXPECT clean
// HARDWARE none
__global__ void steps(const int *in, int *out, int rounds)
{
	__shared__ int s[2][B + 2];
	int t = threadIdx.x;
	for (int h = 0; h < 2; h++) {
		if (t == 0)
			s[h][0] = 0;
		if (t == B - 1)
			s[h][B + 1] = 0;
	}
	s[0][t + 1] = in[t];
	__syncthreads();
	for (int r = 0; r < rounds; r++) {
		s[1 - (r & 1)][t + 1] = s[r & 1][t] + s[r & 1][t + 2];
		__syncthreads();
	}
	out[t] = s[rounds & 1][t + 1];
}
CASE(stencil_steps)
{
	Array<int> in(B, 1), out(B);
	steps<<<1, B>>>(in, out, 5);
	return ran() && out.get()[64] == 32;
}

// CASE odd_even_in_global: a block sorts in global memory with a barrier between the rounds
// EXPECT clean
// HARDWARE none
__global__ void odd_even(int *a, int n)
{
	int *mine = a + blockIdx.x * n, t = threadIdx.x;
	for (int r = 0; r < n; r++) {
		int i = 2 * t + (r & 1);
		if (i + 1 < n && mine[i] > mine[i + 1]) {
			int x = mine[i];
			mine[i] = mine[i + 1];
			mine[i + 1] = x;
		}
		__syncthreads();
	}
}
CASE(odd_even_in_global)
{
	const int n = 100;
	std::vector<int> v(2 * n);
	for (int i = 0; i < 2 * n; i++)
		v[i] = n - i % n;
	Array<int> a(v);
	odd_even<<<2, 64>>>(a, n);
	bool fine = ran();
	v = a.get();
	for (int i = 0; i < 2 * n; i++)
		fine = fine && v[i] == i % n + 1;
	return fine;
}

// CASE work_queue: blocks take their next piece of work by an atomic until none is left; one thread asks, shared memory tells the others
// EXPECT clean
// HARDWARE none
__global__ void workers(const int *in, int *out, int *next, int pieces)
{
	__shared__ int piece;
	for (;;) {
		if (threadIdx.x == 0)
			piece = atomicAdd(next, 1);
		__syncthreads();
		int p = piece;
		__syncthreads();
		if (p >= pieces)
			break;
		out[p * B + threadIdx.x] = in[p * B + threadIdx.x] + p;
	}
}
CASE(work_queue)
{
	const int n = 9 * B;
	Array<int> in(counting<int>(n)), out(n), next(1, 0);
	workers<<<4, B>>>(in, out, next, 9);
	return ran() && out.get()[n - 1] == n - 1 + 8;
}

// CASE append_with_atomic: each thread that has something takes a place by an atomic and writes there
// EXPECT clean
// HARDWARE none
__global__ void append(const int *in, int *list, int *tail, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && in[i] % 5 == 2)
		list[atomicAdd(tail, 1)] = in[i];
}
CASE(append_with_atomic)
{
	const int n = 1000;
	Array<int> in(counting<int>(n)), list(n), tail(1, 0);
	append<<<8, B>>>(in, list, tail, n);
	bool fine = ran() && tail.get()[0] == 200;
	long sum = 0;
	std::vector<int> v(200);
	said(cudaMemcpy(v.data(), list, 200 * sizeof(int), cudaMemcpyDeviceToHost));
	for (int e : v)
		sum += e;
	return fine && sum == 200 * 2 + 5L * 199 * 200 / 2;
}

// CASE half_warps: the halves of a warp go different ways, each with __syncwarp for its own lanes
// EXPECT clean
// HARDWARE none
__global__ void half_warps(const int *in, int *out)
{
	__shared__ int s[32];
	int t = threadIdx.x;
	if (t < 16) {
		s[t] = in[t];
		__syncwarp(0x0000ffffu);
		out[t] = s[15 - t];
	} else {
		s[t] = in[t] * 2;
		__syncwarp(0xffff0000u);
		out[t] = s[47 - t] + 1;
	}
}
CASE(half_warps)
{
	Array<int> in(counting<int>(32)), out(32);
	half_warps<<<1, 32>>>(in, out);
	auto v = out.get();
	return ran() && v[0] == 15 && v[16] == 63;
}

// CASE matched_lanes: __match_any_sync finds lanes with equal keys; one lane for each key adds for all
// EXPECT clean
// HARDWARE none
__global__ void matched(const int *key, int *bins)
{
	__shared__ int s[16];
	int t = threadIdx.x, lane = t % 32, k = key[t];
	if (t < 16)
		s[t] = 0;
	__syncthreads();
	unsigned peers = __match_any_sync(0xffffffffu, k);
	if (lane == __ffs(peers) - 1)
		atomicAdd(&s[k], __popc(peers));
	__syncthreads();
	if (t < 16)
		atomicAdd(&bins[t], s[t]);
}
CASE(matched_lanes)
{
	auto v = digits<int>(B);
	Array<int> key(v), bins(16, 0);
	matched<<<1, B>>>(key, bins);
	int fours = 0;
	for (int e : v)
		fours += e == 4;
	return ran() && bins.get()[4] == fours;
}

// CASE three_roles: one warp loads, two compute, one stores, with a named barrier between each two of them
// EXPECT clean
// HARDWARE racecheck
__global__ void roles(const int *in, int *out)
{
	__shared__ int raw[64], done[64];
	int t = threadIdx.x, warp = t / 32, lane = t % 32;
	if (warp == 0) {
		raw[lane] = in[lane];
		raw[lane + 32] = in[lane + 32];
		asm volatile("bar.arrive 1, 96;" ::: "memory");
	} else if (warp < 3) {
		asm volatile("bar.sync 1, 96;" ::: "memory");
		int k = (warp - 1) * 32 + lane;
		done[k] = raw[63 - k] * 2;
		asm volatile("bar.arrive 2, 96;" ::: "memory");
	} else {
		asm volatile("bar.sync 2, 96;" ::: "memory");
		out[lane] = done[lane];
		out[lane + 32] = done[lane + 32];
	}
}
CASE(three_roles)
{
	Array<int> in(counting<int>(64)), out(64);
	roles<<<1, B>>>(in, out);
	return ran() && out.get()[0] == 126;
}

// CASE early_stop: threads stop when somebody has found it: a volatile flag that only ever becomes 1
// EXPECT clean
// HARDWARE none
__global__ void search(const int *in, int n, int want, volatile int *found, int *where)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n && !*found; i += gridDim.x * blockDim.x)
		if (in[i] == want) {
			atomicMin(where, i);
			*found = 1;
		}
}
CASE(early_stop)
{
	const int n = 4000;
	Array<int> in(counting<int>(n)), found(1, 0), where(1, n);
	search<<<4, B>>>(in, n, 3210, found, where);
	return ran() && where.get()[0] == 3210;
}

// CASE device_variables: __device__ variables: zero without an initialiser, added to by atomics, copied to and from by symbol
// EXPECT clean
// HARDWARE none
__device__ int total;
__device__ int weights[4] = {1, 2, 3, 4};
__device__ float scale;
__global__ void weigh(const int *in)
{
	atomicAdd(&total, (int)(in[threadIdx.x] * weights[threadIdx.x % 4] * scale));
}
CASE(device_variables)
{
	Array<int> in(64, 2);
	float two = 2;
	int got = 0;
	said(cudaMemcpyToSymbol(scale, &two, sizeof two));
	weigh<<<1, 64>>>(in);
	bool fine = ran();
	said(cudaMemcpyFromSymbol(&got, total, sizeof got));
	return fine && got == 16 * 4 * 10;
}

// CASE streams_in_order: two streams on one array, an event between
// EXPECT clean
// HARDWARE none
__global__ void twice(int *a)
{
	a[threadIdx.x] *= 2;
}
CASE(streams_in_order)
{
	cudaStream_t one, two;
	cudaEvent_t done;
	Array<int> a(counting<int>(64));
	said(cudaStreamCreate(&one));
	said(cudaStreamCreate(&two));
	said(cudaEventCreate(&done));
	twice<<<1, 64, 0, one>>>(a);
	said(cudaEventRecord(done, one));
	said(cudaStreamWaitEvent(two, done, 0));
	twice<<<1, 64, 0, two>>>(a);
	bool fine = ran() && a.get()[10] == 40;
	said(cudaEventDestroy(done));
	said(cudaStreamDestroy(one));
	said(cudaStreamDestroy(two));
	return fine;
}

// CASE shared_by_turns: a grid's loop that uses its shared memory anew for every piece, barriers where needed
// EXPECT clean
// HARDWARE none
__global__ void by_turns(const int *in, int *out, int pieces)
{
	__shared__ int s[B];
	__shared__ int sum;
	int t = threadIdx.x;
	for (int p = blockIdx.x; p < pieces; p += gridDim.x) {
		if (t == 0)
			sum = 0;
		s[t] = in[p * B + t];
		__syncthreads();
		if (s[t] < s[(t + 1) % B])
			atomicAdd(&sum, 1);
		__syncthreads();
		if (t == 0)
			out[p] = sum;
		__syncthreads();
	}
}
CASE(shared_by_turns)
{
	Array<int> in(counting<int>(7 * B)), out(7);
	by_turns<<<3, B>>>(in, out, 7);
	return ran() && out.get()[6] == B - 1;
}

// CASE conditional_initialisation: variables and cells that are written on the ways on which they are read
// EXPECT clean
// HARDWARE none
__global__ void conditional(const int *in, int *out)
{
	__shared__ int s[B];
	int t = threadIdx.x, mine[4], n = 0;
	for (int k = 0; k < 4; k++)
		if (in[4 * t + k] > 7)
			mine[n++] = in[4 * t + k];
	if (n > 0)
		s[t] = mine[in[t] % n];
	__syncthreads();
	out[t] = n > 0 ? s[t] : -1;
}
CASE(conditional_initialisation)
{
	auto v = digits<int>(4 * B);
	Array<int> in(v), out(B);
	conditional<<<1, B>>>(in, out);
	auto w = out.get();
	bool fine = ran();
	for (int t = 0; t < B; t++) {
		int any = 0;
		for (int k = 0; k < 4; k++)
			any |= v[4 * t + k] > 7;
		fine = fine && (w[t] > 7) == (any != 0);
	}
	return fine;
}

// CASE pixels_with_alpha: four-byte pixels of which one byte is never written, copied whole and turned to grey
// EXPECT clean
// HARDWARE initcheck
__global__ void colours(unsigned char *rgba)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int c = 0; c < 3; c++)
		rgba[4 * i + c] = (unsigned char)(i + c);
}
__global__ void flip(const uchar4 *in, uchar4 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[n - 1 - i];
}
__global__ void grey(const uchar4 *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	uchar4 p = in[i];
	out[i] = (p.x + p.y + p.z) / 3;
}
CASE(pixels_with_alpha)
{
	const int n = 2 * B;
	Array<unsigned char> a(4 * n), b(4 * n);
	Array<int> out(n);
	colours<<<2, B>>>(a);
	flip<<<2, B>>>((const uchar4 *)a.p, (uchar4 *)b.p, n);
	grey<<<2, B>>>((const uchar4 *)b.p, out);
	return ran() && out.get()[n - 1] == 1 && out.get()[0] == (255 + 0 + 1) / 3;
}

// CASE rows_of_a_copy: a two-dimensional copy that fills only the columns that are used
// EXPECT clean
// HARDWARE none
__global__ void row_sums(const int *a, int width, int pitch, int *out)
{
	int sum = 0;
	for (int k = 0; k < width; k++)
		sum += a[threadIdx.x * pitch + k];
	out[threadIdx.x] = sum;
}
CASE(rows_of_a_copy)
{
	std::vector<int> v = counting<int>(8 * 5);
	Array<int> a(8 * 16), out(8);
	said(cudaMemcpy2D(a, 16 * sizeof(int), v.data(), 5 * sizeof(int), 5 * sizeof(int), 8, cudaMemcpyHostToDevice));
	row_sums<<<1, 8>>>(a, 5, 16, out);
	return ran() && out.get()[7] == 35 + 36 + 37 + 38 + 39;
}
