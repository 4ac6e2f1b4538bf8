/* seeds.cu: mistakes of lecture notes and articles about tiles, reductions, vector loads and n-body loops, each as a student would copy it. Where no
 * thread does anything that is not allowed, the judge's comparison is what finds it: EXPECT clean, ANSWER wrong. */
#include "case.h"

static const int T = 16;

static bool is_product(const std::vector<float> &a, const std::vector<float> &b, const std::vector<float> &c, int n)
{
	for (int i = 0; i < n * n; i++) {
		float want = 0;
		for (int k = 0; k < n; k++)
			want += a[i / n * n + k] * b[k * n + i % n];
		if (!(c[i] == want))
			return false;
	}
	return true;
}
template <class K> static bool product_case(K kernel, int n, dim3 grid)
{
	std::vector<float> ha = digits<float>(n * n), hb = counting<float>(n * n);
	for (auto &e : hb)
		e = (float)((int)e % 7);
	Array<float> a(ha), b(hb), c(n * n, -1.0f);
	kernel<<<grid, dim3(T, T)>>>(a, b, c, n);
	return ran() && is_product(ha, hb, c.get(), n);
}

// CASE tile_first_barrier: a tiled product whose tiles are read while other warps still fill them
// EXPECT racecheck RAW|WAR error between fill-a|fill-b and use-tiles
// ALSO initcheck
// HARDWARE racecheck
__global__ void no_first(const float *a, const float *b, float *c, int n)
{
	__shared__ float as[T][T], bs[T][T];
	int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * T + y, col = blockIdx.x * T + x;
	float sum = 0;
	for (int m = 0; m < n / T; m++) {
		as[y][x] = a[row * n + m * T + x];      // BUG fill-a
		bs[y][x] = b[(m * T + y) * n + col];    // BUG fill-b
		for (int k = 0; k < T; k++)
			sum += as[y][k] * bs[k][x]; // BUG use-tiles
		__syncthreads();
	}
	c[row * n + col] = sum;
}
CASE(tile_first_barrier)
{
	return product_case(no_first, 48, dim3(3, 3));
}

// CASE tile_second_barrier: the barrier at the end of the loop forgotten: fast warps fill the tiles that slow ones still read
// EXPECT racecheck RAW|WAR error between refill-a|refill-b and read-tiles
// HARDWARE racecheck
__global__ void no_second(const float *a, const float *b, float *c, int n)
{
	__shared__ float as[T][T], bs[T][T];
	int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * T + y, col = blockIdx.x * T + x;
	float sum = 0;
	for (int m = 0; m < n / T; m++) {
		as[y][x] = a[row * n + m * T + x];      // BUG refill-a
		bs[y][x] = b[(m * T + y) * n + col];    // BUG refill-b
		__syncthreads();
		for (int k = 0; k < T; k++)
			sum += as[y][k] * bs[k][x]; // BUG read-tiles
	}
	c[row * n + col] = sum;
}
CASE(tile_second_barrier)
{
	return product_case(no_second, 48, dim3(3, 3));
}

// CASE tile_wrong_matrix: both tiles are loaded from the same matrix
// EXPECT clean
// ANSWER wrong
// HARDWARE none
__global__ void wrong_matrix(const float *a, const float *b, float *c, int n)
{
	__shared__ float as[T][T], bs[T][T];
	int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * T + y, col = blockIdx.x * T + x;
	float sum = 0;
	for (int m = 0; m < n / T; m++) {
		as[y][x] = a[row * n + m * T + x];
		bs[y][x] = a[(m * T + y) * n + col];
		__syncthreads();
		for (int k = 0; k < T; k++)
			sum += as[y][k] * bs[k][x];
		__syncthreads();
	}
	c[row * n + col] = sum;
}
CASE(tile_wrong_matrix)
{
	return product_case(wrong_matrix, 32, dim3(2, 2));
}

// CASE tile_product_behind_loop: the tiles of all rounds are loaded over each other, only the last round's are multiplied
// EXPECT clean
// ANSWER wrong
// HARDWARE none
__global__ void behind_loop(const float *a, const float *b, float *c, int n)
{
	__shared__ float as[T][T], bs[T][T];
	int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * T + y, col = blockIdx.x * T + x;
	for (int m = 0; m < n / T; m++) {
		as[y][x] = a[row * n + m * T + x];
		bs[y][x] = b[(m * T + y) * n + col];
		__syncthreads();
	}
	float sum = 0;
	for (int k = 0; k < T; k++) {
		sum += as[y][k] * bs[k][x];
		__syncthreads();
	}
	c[row * n + col] = sum;
}
CASE(tile_product_behind_loop)
{
	return product_case(behind_loop, 32, dim3(2, 2));
}

// CASE tile_rounds_cut: n / T rounds where n is no multiple of T: the rest of each row is left out
// EXPECT clean
// ANSWER wrong
// HARDWARE none
__global__ void rounds_cut(const float *a, const float *b, float *c, int n)
{
	__shared__ float as[T][T], bs[T][T];
	int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * T + y, col = blockIdx.x * T + x;
	float sum = 0;
	for (int m = 0; m < n / T; m++) {
		as[y][x] = row < n ? a[row * n + m * T + x] : 0;
		bs[y][x] = col < n ? b[(m * T + y) * n + col] : 0;
		__syncthreads();
		for (int k = 0; k < T; k++)
			sum += as[y][k] * bs[k][x];
		__syncthreads();
	}
	if (row < n && col < n)
		c[row * n + col] = sum;
}
CASE(tile_rounds_cut)
{
	return product_case(rounds_cut, 40, dim3(3, 3));
}

// CASE grid_cut: n / T blocks where n is no multiple of T: the last rows and columns are never written
// EXPECT clean
// ANSWER wrong
// HARDWARE none
__global__ void naive(const float *a, const float *b, float *c, int n)
{
	int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
	float sum = 0;
	for (int k = 0; k < n; k++)
		sum += a[row * n + k] * b[k * n + col];
	c[row * n + col] = sum;
}
CASE(grid_cut)
{
	return product_case(naive, 40, dim3(40 / T, 40 / T));
}

// CASE no_guard: blocks rounded up, and no guard in the kernel
// EXPECT memcheck oob at unguarded
// HARDWARE memcheck
__global__ void unguarded(const float *a, const float *b, float *c, int n)
{
	int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
	float sum = 0;
	for (int k = 0; k < n; k++)
		sum += a[row * n + k] * b[k * n + col]; // BUG unguarded
	c[row * n + col] = sum;                         // BUG unguarded
}
CASE(no_guard)
{
	return product_case(unguarded, 40, dim3(3, 3));
}

// CASE guard_one_too_many: `row > n` where `row >= n` is meant
// EXPECT memcheck oob at guarded
// HARDWARE memcheck
__global__ void guarded(const float *a, const float *b, float *c, int n)
{
	int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
	if (row > n || col > n)
		return;
	float sum = 0;
	for (int k = 0; k < n; k++)
		sum += a[row * n + k] * b[k * n + col]; // BUG guarded
	c[row * n + col] = sum;                         // BUG guarded
}
CASE(guard_one_too_many)
{
	return product_case(guarded, 40, dim3(3, 3));
}

// CASE barrier_behind_guard: a tiled product that leaves by a guard some lanes do not pass: those that stay wait for tiles nobody fills
// EXPECT initcheck uninit at half-tile from half-tile-read
// ANSWER wrong
// HARDWARE none
__global__ void behind_guard(const float *a, const float *b, float *c, int n)
{
	__shared__ float as[T][T], bs[T][T];
	int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * T + y, col = blockIdx.x * T + x;
	if (row >= n || col >= n)
		return;
	float sum = 0;
	for (int m = 0; m < (n + T - 1) / T; m++) {
		as[y][x] = m * T + x < n ? a[row * n + m * T + x] : 0;
		bs[y][x] = m * T + y < n ? b[(m * T + y) * n + col] : 0;
		__syncthreads();
		for (int k = 0; k < T; k++)
			sum += as[y][k] * bs[k][x]; // BUG half-tile-read
		__syncthreads();
	}
	c[row * n + col] = sum; // BUG half-tile
}
CASE(barrier_behind_guard)
{
	return product_case(behind_guard, 40, dim3(3, 3));
}

// CASE barrier_in_inner_condition: a barrier in the inner loop, whose end depends on the thread's column
// EXPECT synccheck barrier at inner-barrier
// HARDWARE none
__global__ void inner(const float *a, const float *b, float *c, int n)
{
	__shared__ float as[T][T], bs[T][T];
	int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * T + y, col = blockIdx.x * T + x;
	float sum = 0;
	for (int m = 0; m < n / T; m++) {
		as[y][x] = a[row * n + m * T + x];
		bs[y][x] = b[(m * T + y) * n + col];
		__syncthreads();
		for (int k = 0; k < T && col + k < n; k++) {
			sum += as[y][k] * bs[k][x];
			__syncthreads(); // BUG inner-barrier
		}
	}
	c[row * n + col] = sum;
}
CASE(barrier_in_inner_condition)
{
	return product_case(inner, 32, dim3(2, 2));
}

// CASE last_warp_unrolled: a reduction whose last warp goes on without any synchronisation: nvcc keeps the sums in registers until the end
// EXPECT racecheck RAW|WAR warning between unrolled-2 and unrolled-32|unrolled-16|unrolled-8|unrolled-4|unrolled-2
// ANSWER wrong
// HARDWARE racecheck
__global__ void unrolled(const int *in, int *out)
{
	__shared__ int s[128];
	int t = threadIdx.x;
	s[t] = in[t];
	__syncthreads();
	for (int d = blockDim.x / 2; d > 32; d /= 2) {
		if (t < d)
			s[t] += s[t + d];
		__syncthreads();
	}
	if (t < 32) {
		s[t] += s[t + 32]; // BUG unrolled-64
		s[t] += s[t + 16]; // BUG unrolled-32
		s[t] += s[t + 8];  // BUG unrolled-16
		s[t] += s[t + 4];  // BUG unrolled-8
		s[t] += s[t + 2];  // BUG unrolled-4
		s[t] += s[t + 1];  // BUG unrolled-2
	}
	if (t == 0)
		*out = s[0];
}
CASE(last_warp_unrolled)
{
	Array<int> in(counting<int>(128)), out(1);
	unrolled<<<1, 128>>>(in, out);
	return ran() && out.get()[0] == 128 * 127 / 2;
}

// CASE last_warp_volatile: the same with volatile, as it was written for GPUs whose lanes could not part
// EXPECT racecheck RAW|WAR warning between volatile-32 and volatile-64|volatile-32
// HARDWARE racecheck
__global__ void with_volatile(const int *in, int *out)
{
	__shared__ volatile int s[128];
	int t = threadIdx.x;
	s[t] = in[t];
	__syncthreads();
	if (t < 64)
		s[t] += s[t + 64];
	__syncthreads();
	if (t < 32) {
		s[t] += s[t + 32]; // BUG volatile-64
		s[t] += s[t + 16]; // BUG volatile-32
		s[t] += s[t + 8];  // BUG volatile-16
		s[t] += s[t + 4];  // BUG volatile-8
		s[t] += s[t + 2];  // BUG volatile-4
		s[t] += s[t + 1];  // BUG volatile-2
	}
	if (t == 0)
		*out = s[0];
}
CASE(last_warp_volatile)
{
	Array<int> in(counting<int>(128)), out(1);
	with_volatile<<<1, 128>>>(in, out);
	return ran();
}

// CASE last_warp_narrowing: the unrolled last warp with = instead of += and a guard that halves
// EXPECT racecheck RAW|WAR warning between narrow-32|narrow-16 and narrow-16|narrow-8|narrow-4|narrow-2|narrow-1
// ANSWER wrong
// HARDWARE racecheck
__global__ void narrowing(const int *in, int *out)
{
	__shared__ int s[64];
	int t = threadIdx.x;
	s[t] = in[t];
	__syncthreads();
	if (t < 32) s[t] = s[t + 32]; // BUG narrow-32
	if (t < 16) s[t] = s[t + 16]; // BUG narrow-16
	if (t < 8) s[t] = s[t + 8];   // BUG narrow-8
	if (t < 4) s[t] = s[t + 4];   // BUG narrow-4
	if (t < 2) s[t] = s[t + 2];   // BUG narrow-2
	if (t < 1) s[t] = s[t + 1];   // BUG narrow-1
	if (t == 0)
		*out = s[0];
}
CASE(last_warp_narrowing)
{
	Array<int> in(counting<int>(64)), out(1);
	narrowing<<<1, 64>>>(in, out);
	return ran() && out.get()[0] == 64 * 63 / 2;
}

// CASE tid_below_zero: `tid < 0` where `tid < s` is meant: nothing is ever added
// EXPECT clean
// ANSWER wrong
// HARDWARE none
__global__ void below_zero(const int *in, int *out)
{
	__shared__ int s[128];
	int t = threadIdx.x;
	s[t] = in[t];
	__syncthreads();
	for (unsigned d = blockDim.x / 2; d > 0; d >>= 1) {
		if (t < 0)
			s[t] += s[t + d];
		__syncthreads();
	}
	if (t == 0)
		*out = s[0];
}
CASE(tid_below_zero)
{
	Array<int> in(counting<int>(128)), out(1);
	below_zero<<<1, 128>>>(in, out);
	return ran() && out.get()[0] == 128 * 127 / 2;
}

// CASE interleaved_odd_block: the interleaved reduction with a block that is no power of two
// EXPECT memcheck oob at interleaved
// HARDWARE memcheck
__global__ void interleaved(const int *in, int *out)
{
	extern __shared__ int s[];
	int t = threadIdx.x;
	s[t] = in[t];
	__syncthreads();
	for (unsigned d = 1; d < blockDim.x; d *= 2) {
		unsigned i = 2 * d * t;
		if (i < blockDim.x)
			s[i] += s[i + d]; // BUG interleaved
		__syncthreads();
	}
	if (t == 0)
		*out = s[0];
}
CASE(interleaved_odd_block)
{
	Array<int> in(counting<int>(96)), out(1);
	interleaved<<<1, 96, 96 * sizeof(int)>>>(in, out);
	return ran();
}

// CASE reduction_reads_ahead: each block loads two elements a thread, and the last block has no second one
// EXPECT memcheck oob at second-load
// HARDWARE memcheck initcheck
__global__ void two_loads(const int *in, int *out)
{
	__shared__ int s[128];
	unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + t;
	s[t] = in[i] + in[i + blockDim.x]; // BUG second-load
	__syncthreads();
	for (unsigned d = blockDim.x / 2; d > 0; d >>= 1) {
		if (t < d)
			s[t] += s[t + d];
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = s[0];
}
CASE(reduction_reads_ahead)
{
	Array<int> in(counting<int>(5 * 128)), out(3);
	two_loads<<<3, 128>>>(in, out);
	return ran();
}

// CASE vector_tail: pairs copied as int2, the odd last element left to a thread that does not exist
// EXPECT clean
// ANSWER wrong
// HARDWARE none
__global__ void copy2(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = i; k < n / 2; k += blockDim.x * gridDim.x)
		((int2 *)out)[k] = ((const int2 *)in)[k];
	if (i == n / 2 && n % 2 == 1)
		out[n - 1] = in[n - 1];
}
CASE(vector_tail)
{
	const int n = 257;
	Array<int> in(counting<int>(n)), out(n, -1);
	copy2<<<1, 128>>>(in, out, n);
	return ran() && out.get()[n - 1] == n - 1;
}

// CASE body_tiles: n-body with tiles in shared memory inside the grid's loop: threads that are done load no more, their part of the tile is stale
// EXPECT synccheck barrier at body-barrier
// ANSWER wrong
// HARDWARE none
__global__ void bodies(const float4 *body, float *force, int n)
{
	__shared__ float4 tile[128];
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
		float sum = 0, x = body[i].x;
		for (int j = 0; j < n; j += blockDim.x) {
			if (j + threadIdx.x < n)
				tile[threadIdx.x] = body[j + threadIdx.x];
			__syncthreads();
			for (int k = 0; k < (int)blockDim.x && j + k < n; k++)
				sum += (tile[k].x - x) * tile[k].w;
			__syncthreads(); // BUG body-barrier
		}
		force[i] = sum;
	}
}
CASE(body_tiles)
{
	std::vector<float4> v(300);
	for (int i = 0; i < 300; i++)
		v[i] = make_float4((float)i, 0, 0, 1);
	Array<float4> body(v);
	Array<float> force(300);
	bodies<<<1, 128>>>(body, force, 300);
	auto f = force.get();
	bool fine = ran();
	for (int i = 0; i < 300; i++) {
		float want = 0;
		for (int k = 0; k < 300; k++)
			want += (float)(k - i);
		fine = fine && f[i] == want;
	}
	return fine;
}

// CASE body_tile_past_the_end: the last tile of bodies is loaded whole
// EXPECT memcheck oob at whole-tile
// HARDWARE memcheck initcheck
__global__ void whole_tiles(const float4 *body, float *force, int n)
{
	__shared__ float4 tile[128];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0, x = i < n ? body[i].x : 0;
	for (int j = 0; j < n; j += blockDim.x) {
		tile[threadIdx.x] = body[j + threadIdx.x]; // BUG whole-tile
		__syncthreads();
		for (int k = 0; k < (int)blockDim.x && j + k < n; k++)
			sum += (tile[k].x - x) * tile[k].w;
		__syncthreads();
	}
	if (i < n)
		force[i] = sum;
}
CASE(body_tile_past_the_end)
{
	Array<float4> body(300, make_float4(1, 2, 3, 4));
	Array<float> force(300);
	whole_tiles<<<3, 128>>>(body, force, 300);
	return ran();
}

// CASE pad_of_one_array_only: a padded tile, filled with the pad and read without it
// EXPECT initcheck uninit at unpadded-use from unpadded
// ANSWER wrong
// HARDWARE none
__global__ void pads(const float *in, float *out)
{
	__shared__ float s[T * (T + 1)];
	int x = threadIdx.x, y = threadIdx.y;
	s[y * (T + 1) + x] = in[y * T + x];
	__syncthreads();
	float v = s[x * T + y];   // BUG unpadded
	out[y * T + x] = v;       // BUG unpadded-use
}
CASE(pad_of_one_array_only)
{
	Array<float> in(counting<float>(T * T)), out(T * T);
	pads<<<1, dim3(T, T)>>>(in, out);
	return ran() && out.get()[1] == T;
}
