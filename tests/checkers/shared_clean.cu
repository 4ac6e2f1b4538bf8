/* shared_clean.cu: shared memory used by many threads in ways that are right, common and less common. */
#include "case.h"

static const int B = 128;

// CASE reduction: the tree of the text books, a barrier a level
// EXPECT clean
// HARDWARE none
__global__ void tree(const int *in, int *out)
{
	extern __shared__ int s[];
	int t = threadIdx.x;
	s[t] = in[t];
	__syncthreads();
	for (int d = blockDim.x / 2; d > 0; d /= 2) {
		if (t < d)
			s[t] += s[t + d];
		__syncthreads();
	}
	if (t == 0)
		*out = s[0];
}
CASE(reduction)
{
	Array<int> in(counting<int>(B)), out(1);
	tree<<<1, B, B * sizeof(int)>>>(in, out);
	return ran() && out.get()[0] == B * (B - 1) / 2;
}

// CASE last_warp_with_syncwarp: the last warp goes on alone, with __syncwarp between each read and write
// EXPECT clean
// HARDWARE none
__global__ void last_warp(const int *in, int *out)
{
	__shared__ int s[B];
	int t = threadIdx.x;
	s[t] = in[t];
	__syncthreads();
	if (t < 64)
		s[t] += s[t + 64];
	__syncthreads();
	if (t < 32) {
		int v = s[t];
		for (int d = 32; d > 0; d /= 2) {
			v += s[t + d];
			__syncwarp();
			s[t] = v;
			__syncwarp();
		}
		if (t == 0)
			*out = v;
	}
}
CASE(last_warp_with_syncwarp)
{
	Array<int> in(counting<int>(B)), out(1);
	last_warp<<<1, B>>>(in, out);
	return ran() && out.get()[0] == B * (B - 1) / 2;
}

// CASE one_warp: a block of one warp that needs __syncwarp alone
// EXPECT clean
// HARDWARE none
__global__ void reverse(const int *in, int *out)
{
	__shared__ int s[32];
	s[threadIdx.x] = in[threadIdx.x];
	__syncwarp();
	out[threadIdx.x] = s[31 - threadIdx.x];
}
CASE(one_warp)
{
	Array<int> in(counting<int>(32)), out(32);
	reverse<<<1, 32>>>(in, out);
	return ran() && out.get()[0] == 31;
}

// CASE own_cells: every thread uses its own cells of shared memory again and again, no barrier at all
// EXPECT clean
// HARDWARE none
__global__ void own(int *out)
{
	__shared__ volatile int s[4][B];
	int t = threadIdx.x;
	for (int r = 0; r < 8; r++)
		s[r % 4][t] = r * t;
	out[t] = s[0][t] + s[1][t] + s[2][t] + s[3][t];
}
CASE(own_cells)
{
	Array<int> out(B);
	own<<<1, B>>>(out);
	return ran() && out.get()[3] == 3 * (4 + 5 + 6 + 7);
}

// CASE scan_two_buffers: the scan with two buffers in turns and one barrier a round
// EXPECT clean
// HARDWARE none
__global__ void scan2(const int *in, int *out)
{
	__shared__ int s[2][B];
	int t = threadIdx.x, from = 0;
	s[0][t] = in[t];
	for (int d = 1; d < B; d *= 2) {
		__syncthreads();
		s[1 - from][t] = s[from][t] + (t >= d ? s[from][t - d] : 0);
		from = 1 - from;
	}
	out[t] = s[from][t];
}
CASE(scan_two_buffers)
{
	Array<int> in(counting<int>(B)), out(B);
	scan2<<<1, B>>>(in, out);
	return ran() && out.get()[B - 1] == B * (B - 1) / 2;
}

// CASE tiled_product: two tiles, two barriers, sizes that are no multiple of the tile
// EXPECT clean
// HARDWARE none
static const int T = 16;
__global__ void product(const float *a, const float *b, float *c, int n)
{
	__shared__ float as[T][T], bs[T][T];
	int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * T + y, col = blockIdx.x * T + x;
	float sum = 0;
	for (int m = 0; m < (n + T - 1) / T; m++) {
		as[y][x] = row < n && m * T + x < n ? a[row * n + m * T + x] : 0;
		bs[y][x] = col < n && m * T + y < n ? b[(m * T + y) * n + col] : 0;
		__syncthreads();
		for (int k = 0; k < T; k++)
			sum += as[y][k] * bs[k][x];
		__syncthreads();
	}
	if (row < n && col < n)
		c[row * n + col] = sum;
}
CASE(tiled_product)
{
	const int n = 37;
	std::vector<float> u = digits<float>(n * n);
	Array<float> a(u), b(u), c(n * n);
	product<<<dim3(3, 3), dim3(T, T)>>>(a, b, c, n);
	auto v = c.get();
	bool fine = ran();
	for (int i = 0; i < n * n; i++) {
		float want = 0;
		for (int k = 0; k < n; k++)
			want += u[i / n * n + k] * u[k * n + i % n];
		fine = fine && v[i] == want;
	}
	return fine;
}

// CASE named_barriers: producer and consumer warps with bar.arrive and bar.sync, two buffers, full and empty
// EXPECT clean
// HARDWARE racecheck
__global__ void pipe(const int *in, int *out, int rounds)
{
	__shared__ int s[2][32];
	int lane = threadIdx.x % 32;
	if (threadIdx.x < 32) {
		for (int r = 0; r < rounds; r++) {
			if (r >= 2)
				asm volatile("bar.sync %0, 64;" :: "r"(3 + (r & 1)) : "memory");
			s[r & 1][lane] = in[r * 32 + lane];
			asm volatile("bar.arrive %0, 64;" :: "r"(1 + (r & 1)) : "memory");
		}
	} else {
		int sum = 0;
		for (int r = 0; r < rounds; r++) {
			asm volatile("bar.sync %0, 64;" :: "r"(1 + (r & 1)) : "memory");
			sum += s[r & 1][31 - lane];
			if (r + 2 < rounds)
				asm volatile("bar.arrive %0, 64;" :: "r"(3 + (r & 1)) : "memory");
		}
		out[lane] = sum;
	}
}
CASE(named_barriers)
{
	Array<int> in(counting<int>(6 * 32)), out(32);
	pipe<<<1, 64>>>(in, out, 6);
	return ran() && out.get()[0] == 6 * 31 + 32 * 15;
}

// CASE barriers_of_halves: each half of the block has a barrier of its own and shares with nobody else
// EXPECT clean
// HARDWARE none
__global__ void halves(const int *in, int *out)
{
	__shared__ int s[B];
	int t = threadIdx.x, half = t / 64, base = half * 64;
	for (int r = 0; r < 3; r++) {
		s[t] = in[t] + r;
		asm volatile("bar.sync %0, 64;" :: "r"(half + 1) : "memory");
		out[t] = s[base + (t + 32) % 64];
		asm volatile("bar.sync %0, 64;" :: "r"(half + 1) : "memory");
	}
}
CASE(barriers_of_halves)
{
	Array<int> in(counting<int>(B)), out(B);
	halves<<<1, B>>>(in, out);
	return ran() && out.get()[0] == 34;
}

// CASE barrier_with_reduction: __syncthreads_count, _and and _or order memory as __syncthreads does
// EXPECT clean
// HARDWARE none
__global__ void votes(const int *in, int *out)
{
	__shared__ int s[B];
	int t = threadIdx.x;
	s[t] = in[t];
	int n = __syncthreads_count(in[t] > 100);
	int v = s[B - 1 - t];
	int all = __syncthreads_and(v >= 0);
	s[t] = v + n;
	int any = __syncthreads_or(v == 5);
	out[t] = s[(t + 64) % B] + 1000 * all + 10000 * any;
}
CASE(barrier_with_reduction)
{
	Array<int> in(counting<int>(B)), out(B);
	votes<<<1, B>>>(in, out);
	return ran() && out.get()[0] == 11000 + 27 + 63;
}

// CASE shared_atomics: bins counted by atomics of all threads, set up and read between barriers
// EXPECT clean
// HARDWARE none
__global__ void bins(const int *in, int *out, int n)
{
	__shared__ int s[16], most;
	int t = threadIdx.x;
	if (t < 16)
		s[t] = 0;
	if (t == 0)
		most = 0;
	__syncthreads();
	for (int i = t; i < n; i += blockDim.x) {
		atomicAdd(&s[in[i]], 1);
		atomicMax(&most, in[i]);
	}
	__syncthreads();
	if (t < 16)
		out[t] = s[t];
	if (t == 16)
		out[16] = most;
}
CASE(shared_atomics)
{
	auto v = digits<int>(1000);
	Array<int> in(v), out(17);
	bins<<<1, B>>>(in, out, 1000);
	int sevens = 0;
	for (int e : v)
		sevens += e == 7;
	return ran() && out.get()[7] == sevens && out.get()[16] == 15;
}

// CASE shuffles: a warp's sum and scan by shuffles; nothing in memory but the result
// EXPECT clean
// HARDWARE none
__global__ void shuffled(const int *in, int *out)
{
	__shared__ int s[B / 32];
	int t = threadIdx.x, v = in[t];
	for (int d = 16; d > 0; d /= 2)
		v += __shfl_down_sync(0xffffffffu, v, d);
	if (t % 32 == 0)
		s[t / 32] = v;
	__syncthreads();
	if (t < 32) {
		v = t < B / 32 ? s[t] : 0;
		for (int d = 16; d > 0; d /= 2)
			v += __shfl_xor_sync(0xffffffffu, v, d);
		if (t == 0)
			*out = v;
	}
}
CASE(shuffles)
{
	Array<int> in(counting<int>(B)), out(1);
	shuffled<<<1, B>>>(in, out);
	return ran() && out.get()[0] == B * (B - 1) / 2;
}

// CASE ballot_compaction: the lanes that keep their element find their place by a ballot; one lane asks for room
// EXPECT clean
// HARDWARE none
__global__ void compact(const int *in, int *out, int *count, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
	bool keep = i < n && in[i] % 3 == 0;
	unsigned who = __ballot_sync(0xffffffffu, keep);
	int base = 0;
	if (lane == 0 && who)
		base = atomicAdd(count, __popc(who));
	base = __shfl_sync(0xffffffffu, base, 0);
	if (keep)
		out[base + __popc(who & ((1u << lane) - 1))] = in[i];
}
CASE(ballot_compaction)
{
	const int n = 1000;
	Array<int> in(counting<int>(n)), out(n, -1), count(1, 0);
	compact<<<4, 256>>>(in, out, count, n);
	if (!ran() || count.get()[0] != 334)
		return false;
	long sum = 0;
	auto v = out.get();
	for (int k = 0; k < 334; k++)
		sum += v[k];
	return sum == 3L * 333 * 334 / 2;
}

// CASE early_exit: threads without work return before the barriers of those that have some
// EXPECT clean
// HARDWARE none
__global__ void early_exit(const int *in, int *out, int n)
{
	__shared__ int s[B];
	int t = threadIdx.x;
	if (t >= n)
		return;
	s[t] = in[t];
	__syncthreads();
	out[t] = s[n - 1 - t];
}
CASE(early_exit)
{
	const int n = 70;
	Array<int> in(counting<int>(n)), out(n);
	early_exit<<<1, B>>>(in, out, n);
	return ran() && out.get()[0] == n - 1;
}

// CASE warps_leave_a_loop: whole warps leave a loop with a barrier as soon as they have no work left
// EXPECT clean
// HARDWARE unmeasured
__global__ void warps_leave(int *out)
{
	__shared__ int s[B];
	int t = threadIdx.x;
	s[t] = t;
	__syncthreads();
	for (int k = B / 2; k >= 32; k /= 2) {
		if (t >= k)
			return;
		s[t] += s[t + k];
		__syncthreads();
	}
	out[t] = s[t];
}
CASE(warps_leave_a_loop)
{
	Array<int> out(32);
	warps_leave<<<1, B>>>(out);
	return ran() && out.get()[1] > 0;
}

// CASE left_for_the_first_warp: each warp leaves its sum in shared memory and returns; the first one waits for those that are gone, and adds
// EXPECT clean
// HARDWARE unmeasured
__global__ void left_sums(const int *in, int *out)
{
	__shared__ int part[B];
	int t = threadIdx.x, sum = 0;
	for (int k = t; k < 10 * B; k += B)
		sum += in[k];
	if (t >= 32) {
		part[t] = sum;
		return;
	}
	__syncthreads();
	for (int k = t + 32; k < B; k += 32)
		sum += part[k];
	out[t] = sum;
}
CASE(left_for_the_first_warp)
{
	Array<int> in(std::vector<int>(10 * B, 1)), out(32);
	left_sums<<<3, B>>>(in, out);
	return ran() && out.get()[31] == 10 * B / 32;
}

// CASE fewer_warps_each_stage: warps return between two barriers as the work halves, and what they wrote before is read by those that stay
// EXPECT clean
// HARDWARE unmeasured
__global__ void halving(int *out)
{
	__shared__ int s[B];
	int t = threadIdx.x;
	s[t] = t;
	__syncthreads();
	for (int n = B / 2; n >= 32; n /= 2) {
		if (t >= n)
			return;
		s[t] += s[t + n];
		__syncthreads();
	}
	out[t] = s[t ^ 1];
}
CASE(fewer_warps_each_stage)
{
	Array<int> out(32);
	halving<<<1, B>>>(out);
	int sum = 0;
	for (int v : out.get())
		sum += v;
	return ran() && sum == B * (B - 1) / 2;
}

// CASE uniform_barriers: barriers in branches and loops whose condition all threads of the block share
// EXPECT clean
// HARDWARE none
__global__ void uniform(int *out, int n)
{
	__shared__ int s[B];
	int t = threadIdx.x;
	s[t] = t;
	for (int r = 0; r < n + (int)blockIdx.x; r++) {
		if ((r + blockIdx.x) % 2) {
			__syncthreads();
			int v = s[(t + 1) % B];
			__syncthreads();
			s[t] = v;
		}
	}
	out[blockIdx.x * B + t] = s[t];
}
CASE(uniform_barriers)
{
	Array<int> out(3 * B);
	uniform<<<3, B>>>(out, 4);
	return ran() && out.get()[0] == 2 && out.get()[B] == 3;
}

// CASE volatile_flag: a flag and data in shared memory between two warps, fences on both sides
// EXPECT clean
// HARDWARE racecheck
__global__ void flag(const int *in, int *out)
{
	__shared__ int data;
	__shared__ volatile int ready;
	if (threadIdx.x == 0)
		ready = 0;
	__syncthreads();
	if (threadIdx.x == 0) {
		data = in[0];
		__threadfence_block();
		ready = 1;
	} else if (threadIdx.x == 32) {
		while (!ready)
			;
		__threadfence_block();
		*out = data;
	}
}
CASE(volatile_flag)
{
	Array<int> in(1, 42), out(1);
	flag<<<1, 64>>>(in, out);
	return ran() && out.get()[0] == 42;
}

// CASE shared_lock: a lock in shared memory, taken by one lane of each warp, with fences
// EXPECT clean
// HARDWARE racecheck
__global__ void locked(int *out)
{
	__shared__ int lock, sum;
	if (threadIdx.x == 0)
		lock = sum = 0;
	__syncthreads();
	if (threadIdx.x % 32 == 0) {
		while (atomicCAS(&lock, 0, 1) != 0)
			;
		__threadfence_block();
		sum = sum + threadIdx.x / 32 + 1;
		__threadfence_block();
		atomicExch(&lock, 0);
	}
	__syncthreads();
	*out = sum;
}
CASE(shared_lock)
{
	Array<int> out(1);
	locked<<<1, B>>>(out);
	return ran() && out.get()[0] == 10;
}

// CASE transposed_by_bytes: 32 x 32 bytes turned round in shared memory with a pad
// EXPECT clean
// HARDWARE none
__global__ void transpose(const unsigned char *in, unsigned char *out)
{
	__shared__ unsigned char s[32][33];
	for (int y = threadIdx.y; y < 32; y += blockDim.y)
		s[y][threadIdx.x] = in[32 * y + threadIdx.x];
	__syncthreads();
	for (int y = threadIdx.y; y < 32; y += blockDim.y)
		out[32 * y + threadIdx.x] = s[threadIdx.x][y];
}
CASE(transposed_by_bytes)
{
	auto v = digits<unsigned char>(1024);
	Array<unsigned char> in(v), out(1024);
	transpose<<<1, dim3(32, 8)>>>(in, out);
	auto w = out.get();
	bool fine = ran();
	for (int i = 0; i < 1024; i++)
		fine = fine && w[i] == v[i % 32 * 32 + i / 32];
	return fine;
}

// CASE exited_lanes_named: the masks name lanes that have returned, which PTX allows: nobody waits for them, and nothing is read from them
// EXPECT clean
// HARDWARE unmeasured
__global__ void scan_of_some(const int *in, int *out, int n)
{
	__shared__ int s[32];
	int t = threadIdx.x, v = in[t];
	if (t >= n)
		return;
	for (int d = 1; d < 32; d *= 2) {
		int below = __shfl_up_sync(0xffffffffu, v, d);
		v += t >= d ? below : 0;
	}
	s[t] = v;
	__syncwarp();
	out[t] = s[t ? t - 1 : 0] + 100 * __popc(__ballot_sync(0xffffffffu, v & 1)) + __shfl_sync(0xffffffffu, v, n - 1);
}
CASE(exited_lanes_named)
{
	const int n = 21;
	Array<int> in(counting<int>(32)), out(32, 0);
	scan_of_some<<<1, 32>>>(in, out, n);
	auto v = out.get();
	int odd = 0;
	for (int t = 0; t < n; t++)
		odd += t * (t + 1) / 2 & 1;
	bool fine = ran();
	for (int t = 0; t < n; t++)
		fine = fine && v[t] == (t ? (t - 1) * t / 2 : 0) + 100 * odd + (n - 1) * n / 2;
	return fine;
}
