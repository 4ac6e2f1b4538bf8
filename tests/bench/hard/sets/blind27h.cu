// blind27h: a fresh set of kernels that nobody had modelled when they were written. One block, one warp, four blocks,
// tiny blocks, full blocks, few at a time, many launches, streams, graphs, copies between.
#include "blind7.h"

// a queue's length: what comes is added, what goes is taken away, but it never gets below nought: q -> max(q + a, b)
__device__ int2 then(int2 first, int2 next)
{
	return make_int2(first.x + next.x, max(first.y + next.x, next.y));
}
__global__ void queue_one_block(const short *change, int *length, int n)
{ // a single block of 1024 goes along
	__shared__ int2 warp[32];
	__shared__ int now;
	int t = threadIdx.x, lane = t % 32;
	if (t == 0)
		now = 0;
	for (int from = 0; from < n; from += 1024) {
		int2 own = make_int2(from + t < n ? change[from + t] : 0, 0);
		for (int d = 1; d < 32; d *= 2) {
			int2 o = make_int2(__shfl_up_sync(~0u, own.x, d), __shfl_up_sync(~0u, own.y, d));
			if (lane >= d)
				own = then(o, own);
		}
		if (lane == 31)
			warp[t / 32] = own;
		__syncthreads();
		if (t < 32) {
			int2 w = warp[t];
			for (int d = 1; d < 32; d *= 2) {
				int2 o = make_int2(__shfl_up_sync(~0u, w.x, d), __shfl_up_sync(~0u, w.y, d));
				if (lane >= d)
					w = then(o, w);
			}
			warp[t] = w;
		}
		int q = now;
		__syncthreads();
		if (t >= 32)
			own = then(warp[t / 32 - 1], own);
		q = max(q + own.x, own.y);
		if (from + t < n)
			length[from + t] = q;
		if (t == 1023)
			now = q;
		__syncthreads();
	}
}
__global__ void queue_one_warp(const short *change, int *length, int n)
{ // a single warp, 32 changes at a time
	int lane = threadIdx.x, q = 0;
	for (int from = 0; from < n; from += 32) {
		int2 own = make_int2(from + lane < n ? change[from + lane] : 0, 0);
		for (int d = 1; d < 32; d *= 2) {
			int2 o = make_int2(__shfl_up_sync(~0u, own.x, d), __shfl_up_sync(~0u, own.y, d));
			if (lane >= d)
				own = then(o, own);
		}
		int here = max(q + own.x, own.y);
		if (from + lane < n)
			length[from + lane] = here;
		q = __shfl_sync(~0u, here, 31);
	}
}
__global__ void bill_four_blocks(const double *price, const short *many, double *part, int n)
{ // four blocks for a long bill
	__shared__ double warp[16];
	double sum = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		sum += price[i] * many[i];
	for (int d = 16; d; d /= 2)
		sum += __shfl_down_sync(~0u, sum, d);
	if (threadIdx.x % 32 == 0)
		warp[threadIdx.x / 32] = sum;
	__syncthreads();
	if (threadIdx.x == 0) {
		for (int k = 1; k < 16; k++)
			sum += warp[k];
		part[blockIdx.x] = sum;
	}
}
__global__ void vowels_tiny(const byte *text, byte *out)
{ // a line of 64 letters a block of one warp
	int many = 0, t = threadIdx.x;
	for (int k = 0; k < 2; k++) {
		byte c = text[blockIdx.x * 64 + k * 32 + t];
		many += __popc(__ballot_sync(~0u, 0x104111 >> c & 1));
	}
	if (t == 0)
		out[blockIdx.x] = many;
}
__global__ void crates_1024(const int *in, int *out)
{ // a crate of 1024 apples in order: a full block, many barriers
	__shared__ int s[1024];
	int t = threadIdx.x;
	s[t] = in[blockIdx.x * 1024 + t];
	for (int size = 2; size <= 1024; size *= 2)
		for (int d = size / 2; d; d /= 2) {
			__syncthreads();
			int o = t ^ d;
			if (o > t) {
				int a = s[t], b = s[o];
				if ((a > b) == !(t & size))
					s[t] = b, s[o] = a;
			}
		}
	__syncthreads();
	out[blockIdx.x * 1024 + t] = s[t];
}
static const int LINE = 40000;
__global__ void echo_in_shared(const float *in, float *out, int delay, int rounds)
{ // a line of sound that fills the shared memory: one block a multiprocessor
	extern __shared__ float s[];
	for (int k = threadIdx.x; k < LINE; k += blockDim.x)
		s[k] = in[blockIdx.x * LINE + k];
	__syncthreads();
	// a feedback echo: within one delay nothing depends on another
	for (int from = delay; from < LINE; from += delay) {
		for (int k = from + threadIdx.x; k < min(from + delay, LINE); k += blockDim.x)
			s[k] += 0.5f * s[k - delay];
		__syncthreads();
	}
	for (int k = threadIdx.x; k < LINE; k += blockDim.x)
		out[blockIdx.x * LINE + k] = s[k];
}
static const int DEGREE = 28;
__global__ void __launch_bounds__(128) products_in_registers(const float *a, const float *b, float *out, int n)
{ // products of polynomials, all coefficients in registers: few threads at a time
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float x[DEGREE], sum[2 * DEGREE - 1];
#pragma unroll
	for (int k = 0; k < DEGREE; k++)
		x[k] = a[k * n + i];
#pragma unroll
	for (int k = 0; k < 2 * DEGREE - 1; k++)
		sum[k] = 0;
#pragma unroll
	for (int k = 0; k < DEGREE; k++) {
		float y = b[k * n + i];
#pragma unroll
		for (int j = 0; j < DEGREE; j++)
			sum[k + j] += y * x[j];
	}
#pragma unroll
	for (int k = 0; k < 2 * DEGREE - 1; k++)
		out[k * n + i] = sum[k];
}
static const int SIDE = 64;
__host__ __device__ byte moss(const byte *m, int x, int y)
{ // moss grows where two or three of eight have the next colour
	byte own = m[y * SIDE + x], next = (own + 1) % 5;
	int many = 0;
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++)
			many += m[(y + dy & SIDE - 1) * SIDE + (x + dx & SIDE - 1)] == next;
	return many >= 2 ? next : own;
}
__global__ void moss_step(const byte *in, byte *out)
{
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
	out[y * SIDE + x] = moss(in, x, y);
}
__global__ void moss_one_block(const byte *in, byte *out, int days)
{ // the whole wall in one block's shared memory
	__shared__ byte m[2][SIDE * SIDE];
	int t = threadIdx.x;
	for (int k = t; k < SIDE * SIDE; k += 1024)
		m[0][k] = in[k];
	__syncthreads();
	for (int d = 0; d < days; d++) {
		for (int k = t; k < SIDE * SIDE; k += 1024)
			m[~d & 1][k] = moss(m[d & 1], k % SIDE, k / SIDE);
		__syncthreads();
	}
	for (int k = t; k < SIDE * SIDE; k += 1024)
		out[k] = m[days & 1][k];
}
__global__ void town_year(const int *in, int *out, int n, int year)
{ // a town of n families: each year a third of the savings goes to a neighbour
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int from = (i + n - 1 - year % 7) % n;
	out[i] = in[i] - in[i] / 3 + in[from] / 3 + 5;
}
static const int SORTS = 512;
__global__ void harvest_count(const unsigned *fruit, int *count, int n, int day)
{ // how many of each sort, by another rule each day
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&count[(fruit[i] >> day) % SORTS], 1);
}
static void queues(const std::vector<unsigned> &w)
{
	const int N = 150000, M = 20000;
	std::vector<short> change(N);
	std::vector<int> want(N);
	for (int i = 0, q = 0; i < N; i++) {
		change[i] = (int)(w[i] % 201) - 101;
		want[i] = q = std::max(q + change[i], 0);
	}
	short *dc = upload(change);
	int *o = dev<int>(N);
	job<int>(
		"queue_lengths.one_block", [&] { queue_one_block<<<1, 1024>>>(dc, o, N); }, o, N, same(want));
	want.resize(M);
	job<int>(
		"queue_lengths.one_warp", [&] { queue_one_warp<<<1, 32>>>(dc, o, M); }, o, M, same(want));
}
static void bills(const std::vector<unsigned> &w)
{
	const int N = 300000;
	std::vector<double> price = double_fractions(w, N), want(4);
	std::vector<short> many(N);
	for (int i = 0; i < N; i++) {
		many[i] = w[i + 5] % 100;
		want[i / 512 % 4] += price[i] * many[i];
	}
	double *dp = upload(price), *o = dev<double>(4);
	short *dm = upload(many);
	job<double>(
		"long_bill.four_blocks", [&] { bill_four_blocks<<<4, 512>>>(dp, dm, o, N); }, o, 4,
		close_to(want, 1e-9));
	const int L = 24000;
	std::vector<byte> text(64 * L), vowels(L);
	for (int i = 0; i < 64 * L; i++) {
		text[i] = w[i % 500000] % 26;
		vowels[i / 64] += 0x104111 >> text[i] & 1;
	}
	byte *dt = upload(text), *ov = dev<byte>(L);
	job<byte>(
		"vowels.line_a_tiny_block", [&] { vowels_tiny<<<L, 32>>>(dt, ov); }, ov, L, same(vowels));
	const int C = 50;
	std::vector<int> crate(C * 1024), order;
	for (int i = 0; i < C * 1024; i++)
		crate[i] = w[i] % 100000;
	int *dcr = upload(crate), *oc = dev<int>(C * 1024);
	for (int c = 0; c < C; c++)
		std::sort(crate.begin() + c * 1024, crate.begin() + (c + 1) * 1024);
	job<int>(
		"crates_in_order.block_of_1024", [&] { crates_1024<<<C, 1024>>>(dcr, oc); }, oc, C * 1024, same(crate));
}
static void full_houses(const std::vector<float> &f)
{
	const int B = 12, N = 3200;
	std::vector<float> in(B * LINE), want(B * LINE);
	for (int i = 0; i < B * LINE; i++)
		want[i] = (in[i] = f[i] - 0.5f) + (i % LINE >= 3000 ? 0.5f * want[i - 3000] : 0);
	float *di = upload(in), *o = dev<float>(B * LINE);
	CHECK(cudaFuncSetAttribute(echo_in_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, LINE * 4));
	job<float>(
		"echo.line_fills_shared", [&] { echo_in_shared<<<B, 512, LINE * 4>>>(di, o, 3000, 1); }, o, B * LINE,
		close_to(want));
	std::vector<float> a(f.begin(), f.begin() + DEGREE * N), b(f.begin() + 50, f.begin() + 50 + DEGREE * N),
		c((2 * DEGREE - 1) * N);
	for (int k = 0; k < DEGREE; k++)
		for (int j = 0; j < DEGREE; j++)
			for (int i = 0; i < N; i++)
				c[(k + j) * N + i] += b[k * N + i] * a[j * N + i];
	float *da = upload(a), *db = upload(b), *oc = dev<float>(c.size());
	job<float>(
		"products_of_polynomials.in_registers",
		[&] { products_in_registers<<<(N + 127) / 128, 128>>>(da, db, oc, N); }, oc, c.size(), close_to(c));
}
static void walls(const std::vector<unsigned> &w)
{
	const int DAYS = 30;
	std::vector<byte> m(SIDE * SIDE), next(SIDE * SIDE);
	for (int i = 0; i < SIDE * SIDE; i++)
		m[i] = w[i] % 5;
	byte *dm = upload(m), *a = dev<byte>(SIDE * SIDE), *b = dev<byte>(SIDE * SIDE);
	for (int d = 0; d < DAYS; d++) {
		for (int i = 0; i < SIDE * SIDE; i++)
			next[i] = moss(m.data(), i % SIDE, i / SIDE);
		m.swap(next);
	}
	dim3 grid(SIDE / 32, SIDE / 8), block(32, 8);
	auto days = [=](cudaStream_t s) {
		for (int d = 0; d < DAYS; d++)
			moss_step<<<grid, block, 0, s>>>(d == 0 ? dm : d & 1 ? b : a, d & 1 ? a : b);
	};
	job<byte>(
		"moss.day_a_launch", [&] { days(0); }, a, SIDE * SIDE, same(m));
	cudaStream_t s;
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	CHECK(cudaStreamCreate(&s));
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	days(s);
	CHECK(cudaStreamEndCapture(s, &graph));
	CHECK(cudaGraphInstantiate(&exec, graph, 0));
	job<byte>(
		"moss.graph_of_days", [&] { CHECK(cudaGraphLaunch(exec, 0)); }, a, SIDE * SIDE, same(m));
	job<byte>(
		"moss.one_block", [&] { moss_one_block<<<1, 1024>>>(dm, a, DAYS); }, a, SIDE * SIDE, same(m));
}
static void towns(const std::vector<unsigned> &w)
{
	const int TOWNS = 4, N = 6000, YEARS = 10;
	std::vector<int> v(TOWNS * N), next(TOWNS * N);
	for (int i = 0; i < TOWNS * N; i++)
		v[i] = w[i] % 100000;
	int *dv = upload(v), *a = dev<int>(TOWNS * N), *b = dev<int>(TOWNS * N);
	for (int y = 0; y < YEARS; y++) {
		for (int i = 0; i < TOWNS * N; i++)
			next[i] = v[i] - v[i] / 3 + v[i / N * N + (i % N + N - 1 - y % 7) % N] / 3 + 5;
		v.swap(next);
	}
	cudaStream_t s[TOWNS];
	for (int t = 0; t < TOWNS; t++)
		CHECK(cudaStreamCreate(&s[t]));
	for (int apart = 0; apart < 2; apart++)
		job<int>(
			apart ? "four_towns.four_streams" : "four_towns.one_stream",
			[&] {
				for (int y = 0; y < YEARS; y++)
					for (int t = 0; t < TOWNS; t++)
						town_year<<<(N + 127) / 128, 128, 0, apart ? s[t] : 0>>>(
							(y == 0               ? dv :
									y & 1 ? b :
										a) +
								t * N,
							(y & 1 ? a : b) + t * N, N, y);
			},
			a, TOWNS * N, same(v));
}
static void harvests(const std::vector<unsigned> &w)
{
	const int N = 60000, DAYS = 8;
	std::vector<int> want(DAYS * SORTS);
	for (int d = 0; d < DAYS; d++)
		for (int i = 0; i < N; i++)
			want[d * SORTS + (w[i] >> d) % SORTS]++;
	unsigned *dw = upload(std::vector<unsigned>(w.begin(), w.begin() + N));
	int *count = dev<int>(SORTS), *o = dev<int>(DAYS * SORTS);
	job<int>(
		"harvest_days.clear_count_keep",
		[&] {
			for (int d = 0; d < DAYS; d++) {
				CHECK(cudaMemsetAsync(count, 0, SORTS * 4));
				harvest_count<<<(N + 255) / 256, 256>>>(dw, count, N, d);
				CHECK(cudaMemcpyAsync(o + d * SORTS, count, SORTS * 4, cudaMemcpyDeviceToDevice));
			}
		},
		o, DAYS * SORTS, same(want));
}
void rows()
{
	std::vector<unsigned> w = words(600000);
	std::vector<float> f = fractions(w);
	queues(w);
	bills(w);
	full_houses(f);
	walls(w);
	towns(w);
	harvests(w);
}
