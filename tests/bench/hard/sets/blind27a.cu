// blind27a: a fresh set of kernels that nobody had modelled when they were written. Recursion, own stacks, dynamic
// indices, spills, big structs, function pointers, virtual calls.
#include "blind7.h"

__device__ __noinline__ int ackermann(int m, int n)
{
	if (m == 0)
		return n + 1;
	if (n == 0)
		return ackermann(m - 1, 1);
	return ackermann(m - 1, ackermann(m, n - 1));
}
__global__ void ackermann_recursive(const byte *m, const byte *n, int *out, int many)
{ // the textbook's function as it stands
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < many)
		out[i] = ackermann(m[i], n[i]);
}
__global__ void ackermann_own_stack(const byte *m, const byte *n, int *out, int many)
{ // the same with a stack of the waiting first arguments
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= many)
		return;
	byte wait[64];
	int depth = 0, v = n[i];
	wait[depth++] = m[i];
	while (depth) {
		int a = wait[--depth];
		if (a == 0)
			v++;
		else if (v == 0) {
			wait[depth++] = a - 1;
			v = 1;
		} else {
			wait[depth++] = a - 1;
			wait[depth++] = a;
			v--;
		}
	}
	out[i] = v;
}
static const int COLS = 5, CELLS = 20;
__host__ __device__ __noinline__ int dominoes(unsigned full)
{ // ways to tile what is left of a board
	if (full == (1u << CELLS) - 1)
		return 1;
	int c = 0, ways = 0;
	while (full >> c & 1)
		c++;
	if (c % COLS < COLS - 1 && !(full >> (c + 1) & 1))
		ways += dominoes(full | 3u << c);
	if (c + COLS < CELLS && !(full >> (c + COLS) & 1))
		ways += dominoes(full | 1u << c | 1u << (c + COLS));
	return ways;
}
__global__ void tilings_recursive(const unsigned *board, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = dominoes(board[i]);
}
__global__ void tilings_own_stack(const unsigned *board, int *out, int n)
{ // boards yet to look at in a local array
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned todo[CELLS];
	int depth = 0, ways = 0;
	todo[depth++] = board[i];
	while (depth) {
		unsigned full = todo[--depth];
		if (full == (1u << CELLS) - 1) {
			ways++;
			continue;
		}
		int c = __ffs(~full) - 1;
		if (c % COLS < COLS - 1 && !(full >> (c + 1) & 1))
			todo[depth++] = full | 3u << c;
		if (c + COLS < CELLS && !(full >> (c + COLS) & 1))
			todo[depth++] = full | 1u << c | 1u << (c + COLS);
	}
	out[i] = ways;
}
__global__ void tilings_shared_stack(const unsigned *board, int *out, int n)
{ // the same, the stacks side by side in shared memory
	__shared__ unsigned todo[CELLS][64];
	int i = blockIdx.x * 64 + threadIdx.x, t = threadIdx.x;
	if (i >= n)
		return;
	int depth = 0, ways = 0;
	todo[depth++][t] = board[i];
	while (depth) {
		unsigned full = todo[--depth][t];
		if (full == (1u << CELLS) - 1) {
			ways++;
			continue;
		}
		int c = __ffs(~full) - 1;
		if (c % COLS < COLS - 1 && !(full >> (c + 1) & 1))
			todo[depth++][t] = full | 3u << c;
		if (c + COLS < CELLS && !(full >> (c + COLS) & 1))
			todo[depth++][t] = full | 1u << c | 1u << (c + COLS);
	}
	out[i] = ways;
}
static const int LAP = 40;
__global__ void laps_quick(const int *time, int *out, int n)
{ // each runner's lap times in order: quicksort of a local array with its own stack
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int v[LAP];
	short low[16], high[16];
	for (int k = 0; k < LAP; k++)
		v[k] = time[k * n + i];
	int depth = 0;
	low[0] = 0, high[0] = LAP - 1;
	depth = 1;
	while (depth) {
		depth--;
		int l = low[depth], h = high[depth];
		while (l < h) {
			int p = v[(l + h) / 2], a = l - 1, b = h + 1;
			for (;;) {
				do
					a++;
				while (v[a] < p);
				do
					b--;
				while (v[b] > p);
				if (a >= b)
					break;
				int s = v[a];
				v[a] = v[b], v[b] = s;
			}
			if (b - l < h - b - 1) {
				low[depth] = b + 1, high[depth++] = h;
				h = b;
			} else {
				low[depth] = l, high[depth++] = b;
				l = b + 1;
			}
		}
	}
	for (int k = 0; k < LAP; k++)
		out[k * n + i] = v[k];
}
__global__ void laps_insertion(const int *time, int *out, int n)
{ // the same by insertion
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int v[LAP];
	for (int k = 0; k < LAP; k++) {
		int x = time[k * n + i], at = k;
		while (at > 0 && v[at - 1] > x) {
			v[at] = v[at - 1];
			at--;
		}
		v[at] = x;
	}
	for (int k = 0; k < LAP; k++)
		out[k * n + i] = v[k];
}
struct Shape {
	__device__ virtual float distance(float3 p) const = 0;
};
struct Ball : Shape {
	float3 c;
	float r;
	__device__ Ball(float3 c, float r) : c(c), r(r)
	{
	}
	__device__ float distance(float3 p) const override
	{
		float x = p.x - c.x, y = p.y - c.y, z = p.z - c.z;
		return sqrtf(x * x + y * y + z * z) - r;
	}
};
struct Plank : Shape {
	float3 c;
	float r;
	__device__ Plank(float3 c, float r) : c(c), r(r)
	{
	}
	__device__ float distance(float3 p) const override
	{
		float x = fabsf(p.x - c.x) - 2 * r, y = fabsf(p.y - c.y) - r, z = fabsf(p.z - c.z) - 0.5f * r;
		float ox = fmaxf(x, 0), oy = fmaxf(y, 0), oz = fmaxf(z, 0);
		return sqrtf(ox * ox + oy * oy + oz * oz) + fminf(fmaxf(x, fmaxf(y, z)), 0);
	}
};
struct Ring : Shape {
	float3 c;
	float r;
	__device__ Ring(float3 c, float r) : c(c), r(r)
	{
	}
	__device__ float distance(float3 p) const override
	{
		float x = p.x - c.x, y = p.y - c.y, z = p.z - c.z, q = sqrtf(x * x + z * z) - r;
		return sqrtf(q * q + y * y) - 0.25f * r;
	}
};
static const int SHAPES = 24;
__global__ void make_shapes(Shape **shape, byte *room, const float4 *place)
{
	int i = threadIdx.x;
	float3 c = make_float3(place[i].x, place[i].y, place[i].z);
	float r = 0.05f + 0.1f * place[i].w;
	byte *at = room + i * 64;
	shape[i] = i % 3 == 0 ? (Shape *)new (at) Ball(c, r) :
		i % 3 == 1    ? (Shape *)new (at) Plank(c, r) :
				(Shape *)new (at) Ring(c, r);
}
__global__ void scene_virtual(Shape *const *shape, const float *p, float *out, int n)
{ // how far is the nearest thing? each object knows
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float3 at = make_float3(p[i], p[n + i], p[2 * n + i]);
	float d = 1e9f;
	for (int k = 0; k < SHAPES; k++)
		d = fminf(d, shape[k]->distance(at));
	out[i] = d;
}
__global__ void scene_virtual_by_lane(Shape *const *shape, const float *p, float *out, int n)
{ // the same, lanes begin at different objects: each call splits the warp
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float3 at = make_float3(p[i], p[n + i], p[2 * n + i]);
	float d = 1e9f;
	for (int k = 0; k < SHAPES; k++)
		d = fminf(d, shape[(k + i) % SHAPES]->distance(at));
	out[i] = d;
}
typedef float (*Measure)(float4, float3);
__device__ float to_ball(float4 s, float3 p)
{
	return Ball(make_float3(s.x, s.y, s.z), 0.05f + 0.1f * s.w).Ball::distance(p);
}
__device__ float to_plank(float4 s, float3 p)
{
	return Plank(make_float3(s.x, s.y, s.z), 0.05f + 0.1f * s.w).Plank::distance(p);
}
__device__ float to_ring(float4 s, float3 p)
{
	return Ring(make_float3(s.x, s.y, s.z), 0.05f + 0.1f * s.w).Ring::distance(p);
}
__device__ Measure measures[3] = { to_ball, to_plank, to_ring };
__global__ void scene_pointers(const float4 *place, const byte *kind, const float *p, float *out, int n)
{ // the same with a table of functions
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float3 at = make_float3(p[i], p[n + i], p[2 * n + i]);
	float d = 1e9f;
	for (int k = 0; k < SHAPES; k++)
		d = fminf(d, measures[kind[k]](place[k], at));
	out[i] = d;
}
static const int DIM = 8;
__device__ void eliminate(const float *a, const float *b, float *out, int n, int i)
{ // eight unknowns, all in registers if there are enough
	float m[DIM][DIM], x[DIM];
#pragma unroll
	for (int r = 0; r < DIM; r++) {
#pragma unroll
		for (int c = 0; c < DIM; c++)
			m[r][c] = a[(r * DIM + c) * n + i];
		x[r] = b[r * n + i];
	}
#pragma unroll
	for (int k = 0; k < DIM; k++) {
		float inverse = 1 / m[k][k];
#pragma unroll
		for (int r = 0; r < DIM; r++)
			if (r > k) {
				float f = m[r][k] * inverse;
#pragma unroll
				for (int c = 0; c < DIM; c++)
					if (c > k)
						m[r][c] -= f * m[k][c];
				x[r] -= f * x[k];
			}
	}
#pragma unroll
	for (int k = DIM - 1; k >= 0; k--) {
#pragma unroll
		for (int c = 0; c < DIM; c++)
			if (c > k)
				x[k] -= m[k][c] * x[c];
		x[k] /= m[k][k];
		out[k * n + i] = x[k];
	}
}
__global__ void unknowns_free(const float *a, const float *b, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		eliminate(a, b, out, n, i);
}
__global__ void __launch_bounds__(1024, 2) unknowns_full_house(const float *a, const float *b, float *out, int n)
{ // 32 registers a thread so that 2048 threads find room
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		eliminate(a, b, out, n, i);
}
__global__ void __maxnreg__(48) unknowns_48(const float *a, const float *b, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		eliminate(a, b, out, n, i);
}
static const int STEPS = 72;
struct Recipe {
	int amount[STEPS];
	byte order[STEPS];
};
__host__ __device__ int cook(Recipe r, unsigned taste)
{ // the cook gets a copy and writes into it
	int sum = 0;
	for (int k = 0; k < STEPS; k++) {
		int at = (r.order[k] + taste) % STEPS;
		sum = sum * 5 + r.amount[at];
		r.amount[at] ^= sum & 1023;
	}
	return sum;
}
__global__ void recipe_passed_on(Recipe r, const unsigned *taste, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = cook(r, taste[i]);
}
static void numbers(const std::vector<unsigned> &w)
{
	const int N = 6000;
	std::vector<byte> m(N), n(N);
	std::vector<int> want(N);
	for (int i = 0; i < N; i++) {
		m[i] = w[i] % 3, n[i] = w[i + 9] % 12;
		want[i] = m[i] == 0 ? n[i] + 1 : m[i] == 1 ? n[i] + 2 : 2 * n[i] + 3;
	}
	byte *dm = upload(m), *dn = upload(n);
	int *o = dev<int>(N);
	CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
	job<int>(
		"ackermann.recursion", [&] { ackermann_recursive<<<(N + 127) / 128, 128>>>(dm, dn, o, N); }, o, N,
		same(want));
	job<int>(
		"ackermann.own_stack", [&] { ackermann_own_stack<<<(N + 127) / 128, 128>>>(dm, dn, o, N); }, o, N,
		same(want));
	const int B = 2500;
	std::vector<unsigned> board(B);
	want.resize(B);
	for (int i = 0; i < B; i++) {
		board[i] = 1u << w[i] % CELLS | 1u << w[i + 5] % CELLS;
		if (i % 7 == 0)
			board[i] = 0;
		want[i] = dominoes(board[i]);
	}
	unsigned *db = upload(board);
	job<int>(
		"domino_tilings.recursion", [&] { tilings_recursive<<<(B + 63) / 64, 64>>>(db, o, B); }, o, B,
		same(want));
	job<int>(
		"domino_tilings.own_stack", [&] { tilings_own_stack<<<(B + 63) / 64, 64>>>(db, o, B); }, o, B,
		same(want));
	job<int>(
		"domino_tilings.stacks_in_shared", [&] { tilings_shared_stack<<<(B + 63) / 64, 64>>>(db, o, B); }, o, B,
		same(want));
}
static void laps(const std::vector<unsigned> &w)
{
	const int N = 5000;
	std::vector<int> t(N * LAP), want(N * LAP);
	for (int i = 0; i < N * LAP; i++)
		t[i] = 60000 + w[i] % 9000;
	for (int i = 0; i < N; i++) {
		int v[LAP];
		for (int k = 0; k < LAP; k++)
			v[k] = t[k * N + i];
		std::sort(v, v + LAP);
		for (int k = 0; k < LAP; k++)
			want[k * N + i] = v[k];
	}
	int *dt = upload(t), *o = dev<int>(N * LAP);
	job<int>(
		"lap_times.quicksort", [&] { laps_quick<<<(N + 95) / 96, 96>>>(dt, o, N); }, o, N * LAP, same(want));
	job<int>(
		"lap_times.insertion", [&] { laps_insertion<<<(N + 95) / 96, 96>>>(dt, o, N); }, o, N * LAP,
		same(want));
}
static void scene(const std::vector<float> &f)
{
	const int N = 50000;
	std::vector<float4> place(SHAPES);
	std::vector<byte> kind(SHAPES);
	std::vector<float> p(f.begin(), f.begin() + 3 * N), want(N);
	for (int i = 0; i < SHAPES; i++)
		place[i] = make_float4(f[i], f[i + 40], f[i + 80], f[i + 120]), kind[i] = i % 3;
	for (int i = 0; i < N; i++) {
		double d = 1e9;
		for (int k = 0; k < SHAPES; k++) {
			double x = p[i] - place[k].x, y = p[N + i] - place[k].y, z = p[2 * N + i] - place[k].z,
			       r = 0.05 + 0.1 * place[k].w, here;
			if (k % 3 == 0)
				here = sqrt(x * x + y * y + z * z) - r;
			else if (k % 3 == 1) {
				x = fabs(x) - 2 * r, y = fabs(y) - r, z = fabs(z) - r / 2;
				double a = std::max(x, 0.0), b = std::max(y, 0.0), c = std::max(z, 0.0);
				here = sqrt(a * a + b * b + c * c) + std::min(std::max(x, std::max(y, z)), 0.0);
			} else {
				double q = sqrt(x * x + z * z) - r;
				here = sqrt(q * q + y * y) - r / 4;
			}
			d = std::min(d, here);
		}
		want[i] = d;
	}
	float *dp = upload(p), *o = dev<float>(N);
	float4 *dplace = upload(place);
	byte *dk = upload(kind), *room = dev<byte>(SHAPES * 64);
	Shape **shape = dev<Shape *>(SHAPES);
	make_shapes<<<1, SHAPES>>>(shape, room, dplace);
	job<float>(
		"nearest_thing.virtual", [&] { scene_virtual<<<(N + 255) / 256, 256>>>(shape, dp, o, N); }, o, N,
		close_to(want, 1e-4));
	job<float>(
		"nearest_thing.virtual_by_lane",
		[&] { scene_virtual_by_lane<<<(N + 255) / 256, 256>>>(shape, dp, o, N); }, o, N, close_to(want, 1e-4));
	job<float>(
		"nearest_thing.function_table", [&] { scene_pointers<<<(N + 255) / 256, 256>>>(dplace, dk, dp, o, N); },
		o, N, close_to(want, 1e-4));
}
static void unknowns(const std::vector<float> &f)
{
	const int N = 16384;
	std::vector<float> a(DIM * DIM * N), b(DIM * N), want(DIM * N);
	for (int i = 0; i < N; i++) {
		double m[DIM][DIM], x[DIM];
		for (int r = 0; r < DIM; r++) {
			for (int c = 0; c < DIM; c++)
				m[r][c] = a[(r * DIM + c) * N + i] =
					f[(i * 64 + r * DIM + c) % f.size()] + (r == c ? 9 : 0);
			x[r] = b[r * N + i] = f[i * DIM + r] * 20 - 10;
		}
		for (int k = 0; k < DIM; k++)
			for (int r = k + 1; r < DIM; r++) {
				double q = m[r][k] / m[k][k];
				for (int c = k; c < DIM; c++)
					m[r][c] -= q * m[k][c];
				x[r] -= q * x[k];
			}
		for (int k = DIM - 1; k >= 0; k--) {
			for (int c = k + 1; c < DIM; c++)
				x[k] -= m[k][c] * x[c];
			want[k * N + i] = x[k] /= m[k][k];
		}
	}
	float *da = upload(a), *db = upload(b), *o = dev<float>(DIM * N);
	job<float>(
		"eight_unknowns.registers_free", [&] { unknowns_free<<<N / 128, 128>>>(da, db, o, N); }, o, DIM * N,
		close_to(want));
	job<float>(
		"eight_unknowns.full_house", [&] { unknowns_full_house<<<N / 1024, 1024>>>(da, db, o, N); }, o, DIM * N,
		close_to(want));
	job<float>(
		"eight_unknowns.forty_eight_registers", [&] { unknowns_48<<<N / 128, 128>>>(da, db, o, N); }, o,
		DIM * N, close_to(want));
}
static void recipes(const std::vector<unsigned> &w)
{
	const int N = 10000;
	Recipe r;
	for (int k = 0; k < STEPS; k++)
		r.amount[k] = w[k] % 1000, r.order[k] = w[k + 100] % STEPS;
	std::vector<unsigned> taste(w.begin() + 500, w.begin() + 500 + N);
	std::vector<int> want(N);
	for (int i = 0; i < N; i++)
		want[i] = cook(r, taste[i]);
	unsigned *dt = upload(taste);
	int *o = dev<int>(N);
	job<int>(
		"recipe.copied_for_each_cook", [&] { recipe_passed_on<<<(N + 127) / 128, 128>>>(r, dt, o, N); }, o, N,
		same(want));
}
void rows()
{
	std::vector<unsigned> w = words(400000);
	std::vector<float> f = fractions(w);
	numbers(w);
	laps(w);
	scene(f);
	unknowns(f);
	recipes(w);
}
