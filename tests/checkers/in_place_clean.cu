/* in_place_clean.cu: x = min(x, y) and the like in place, where what other threads read is stored with what it holds. */
#include "case.h"

static const int N = 80;

/* All shortest paths, by step(a, k) for each k; the same on the host. */
template <class T, class F> static std::vector<T> by_steps(std::vector<T> a, F step)
{
	for (int k = 0; k < N; k++)
		for (int i = 0; i < N; i++)
			for (int j = 0; j < N; j++)
				a[i * N + j] = step(a[i * N + j], a[i * N + k], a[k * N + j]);
	return a;
}
template <class T> static std::vector<T> distances()
{
	std::vector<T> d = digits<T>(N * N);
	for (int i = 0; i < N * N; i++)
		d[i] = i / N == i % N ? 0 : d[i] + 1;
	return d;
}
static const dim3 GRID(1, N);

// CASE floyd: shortest paths by Floyd and Warshall in place, a launch for each step: row and column k stay as they are
// EXPECT clean
// HARDWARE unmeasured
__global__ void floyd_step(int *d, int k)
{
	int j = threadIdx.x, i = blockIdx.y;
	if (j < N)
		d[i * N + j] = min(d[i * N + j], d[i * N + k] + d[k * N + j]);
}
CASE(floyd)
{
	Array<int> d(distances<int>());
	for (int k = 0; k < N; k++)
		floyd_step<<<GRID, 128>>>(d, k);
	return ran() && d.get() == by_steps(distances<int>(), [](int a, int b, int c) { return a < b + c ? a : b + c; });
}

// CASE floyd_floats: the same with floats, and a question in the place of a minimum
// EXPECT clean
// HARDWARE unmeasured
__global__ void floyd_floats_step(float *d, int k)
{
	int j = threadIdx.x, i = blockIdx.y;
	if (j >= N)
		return;
	float way = d[i * N + k] + d[k * N + j], now = d[i * N + j];
	d[i * N + j] = way < now ? way : now;
}
CASE(floyd_floats)
{
	Array<float> d(distances<float>());
	for (int k = 0; k < N; k++)
		floyd_floats_step<<<GRID, 128>>>(d, k);
	return ran() && d.get() == by_steps(distances<float>(), [](float a, float b, float c) { return a < b + c ? a : b + c; });
}

// CASE warshall: what can be reached, by bits and by ||
// EXPECT clean
// HARDWARE unmeasured
__global__ void warshall_step(unsigned char *r, unsigned *bits, int k)
{
	int j = threadIdx.x, i = blockIdx.y;
	if (j >= N)
		return;
	r[i * N + j] = r[i * N + j] || (r[i * N + k] && r[k * N + j]);
	bits[i * N + j] |= bits[i * N + k] & bits[k * N + j];
}
CASE(warshall)
{
	std::vector<unsigned char> r(N * N);
	std::vector<unsigned> b(N * N);
	for (int i = 0; i < N * N; i++) {
		r[i] = i / N == i % N || i * 7919 % 50 == 0;
		b[i] = i / N == i % N ? ~0u : i * 40503u & i * 7919u;
	}
	Array<unsigned char> reach(r);
	Array<unsigned> bits(b);
	for (int k = 0; k < N; k++)
		warshall_step<<<GRID, 128>>>(reach, bits, k);
	return ran() && reach.get() == by_steps(r, [](int a, int b, int c) -> unsigned char { return a || (b && c); }) &&
		bits.get() == by_steps(b, [](unsigned a, unsigned b, unsigned c) { return a | (b & c); });
}

// CASE floyd_tile: in shared memory, with a barrier after each step and none within it
// EXPECT clean
// HARDWARE unmeasured
__global__ void floyd_tile_steps(int *d)
{
	__shared__ int t[32][32];
	int x = threadIdx.x, y = threadIdx.y;
	t[y][x] = x == y ? 0 : d[y * 32 + x];
	__syncthreads();
	for (int k = 0; k < 32; k++) {
		t[y][x] = min(t[y][x], t[y][k] + t[k][x]);
		__syncthreads();
	}
	d[y * 32 + x] = t[y][x];
}
CASE(floyd_tile)
{
	Array<int> d(digits<int>(32 * 32));
	floyd_tile_steps<<<1, dim3(32, 32)>>>(d);
	return ran();
}
