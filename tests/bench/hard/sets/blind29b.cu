// blind29b: a fresh set of kernels that nobody had modelled when they were written. Uneven work: long threads, heavy
// blocks.
#include "blind7.h"

#define HD __host__ __device__ __forceinline__
static int up(int n, int b)
{
	return (n + b - 1) / b;
}
HD unsigned trudge(unsigned x, int steps)
{
	for (int k = 0; k < steps; k++)
		x = (x * 1664525u + 1013904223u) ^ x >> 13;
	return x;
}
__global__ void hike(const int *steps, unsigned *out, int n)
{ // as many steps as a list says
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = trudge(i, steps[i]);
}
__global__ void hike_block_shares(const int *steps, unsigned *out, int n)
{ // short walks by each thread, long ones put on a list that the block's warps take from
	__shared__ int list[256], many, next;
	int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x % 32;
	if (threadIdx.x == 0)
		many = next = 0;
	__syncthreads();
	int s = i < n ? steps[i] : 0;
	if (s > 64)
		list[atomicAdd(&many, 1)] = i;
	else if (i < n)
		out[i] = trudge(i, s);
	__syncthreads();
	for (;;) {
		int at = 0;
		if (lane == 0)
			at = atomicAdd(&next, 32);
		at = __shfl_sync(~0u, at, 0);
		if (at >= many)
			break;
		if (at + lane < many)
			out[list[at + lane]] = trudge(list[at + lane], steps[list[at + lane]]);
	}
}
__global__ void parcel_block(const int *start, const int *item, int *out)
{ // a block a parcel, whatever its size: the sum of mixed items
	__shared__ int part[8];
	int s = 0, b = blockIdx.x;
	for (int k = start[b] + threadIdx.x; k < start[b + 1]; k += blockDim.x)
		s += trudge(item[k], 6) >> 8;
	s = __reduce_add_sync(~0u, s);
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = s;
	__syncthreads();
	if (threadIdx.x == 0) {
		for (int k = 1; k < blockDim.x / 32; k++)
			s += part[k];
		out[b] = s;
	}
}
__global__ void likeness_row(const int *v, int *out, int n, int dims)
{ // a triangle: thread i does all pairs (i, j < i)
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int best = -1;
	for (int j = 0; j < i; j++) {
		int d = 0;
		for (int k = 0; k < dims; k++)
			d += abs(v[k * n + i] - v[k * n + j]);
		best = max(best, d);
	}
	out[i] = best;
}
__global__ void likeness_folded(const int *v, int *out, int n, int dims)
{ // a thread does a short row and then the long one that fits it
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t >= n / 2)
		return;
	for (int i = t;; i = n - 1 - t) {
		int best = -1;
		for (int j = 0; j < i; j++) {
			int d = 0;
			for (int k = 0; k < dims; k++)
				d += abs(v[k * n + i] - v[k * n + j]);
			best = max(best, d);
		}
		out[i] = best;
		if (i != t)
			break;
	}
}
__global__ void likeness_warp(const int *v, int *out, int n, int dims)
{ // a warp a row
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	if (i >= n)
		return;
	int best = -1;
	for (int j = threadIdx.x % 32; j < i; j += 32) {
		int d = 0;
		for (int k = 0; k < dims; k++)
			d += abs(v[k * n + i] - v[k * n + j]);
		best = max(best, d);
	}
	best = __reduce_max_sync(~0u, best);
	if (threadIdx.x % 32 == 0)
		out[i] = best;
}
__global__ void links_thread(const int *start, const int *to, const int *weight, const int *rank, int *out, int n)
{ // rows of very different lengths, a thread each
	int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
	if (i >= n)
		return;
	for (int k = start[i]; k < start[i + 1]; k++)
		s += weight[k] * rank[to[k]];
	out[i] = s;
}
__global__ void links_short(
	const int *start, const int *to, const int *weight, const int *rank, int *out, int n, int *list, int *many)
{ // short rows at once; middle and long ones to two lists
	int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
	if (i >= n)
		return;
	int a = start[i], b = start[i + 1];
	if (b - a > 512)
		list[atomicAdd(&many[1], 1) + n] = i;
	else if (b - a > 12)
		list[atomicAdd(&many[0], 1)] = i;
	else {
		for (int k = a; k < b; k++)
			s += weight[k] * rank[to[k]];
		out[i] = s;
	}
}
template <int Wide>
__global__ void links_listed(
	const int *start, const int *to, const int *weight, const int *rank, int *out, const int *list, const int *many)
{ // rows of a list, Wide threads each
	__shared__ int part[32];
	for (int at = (blockIdx.x * blockDim.x + threadIdx.x) / Wide; at < *many; at += gridDim.x * blockDim.x / Wide) {
		int i = list[at], s = 0;
		for (int k = start[i] + threadIdx.x % Wide; k < start[i + 1]; k += Wide)
			s += weight[k] * rank[to[k]];
		s = __reduce_add_sync(~0u, s);
		if (Wide > 32) {
			__syncthreads();
			if (threadIdx.x % 32 == 0)
				part[threadIdx.x / 32] = s;
			__syncthreads();
			s = 0;
			for (int k = 0; k < Wide / 32; k++)
				s += part[k];
		}
		if (threadIdx.x % Wide == 0)
			out[i] = s;
	}
}
HD int julia(int x, int y, int most)
{ // whole numbers with 12 bits after the point
	int k = 0;
	while (k < most && x * x + y * y < 4 << 24) {
		int z = ((x * x - y * y) >> 12) - 3277;
		y = ((2 * x * y) >> 12) + 639;
		x = z;
		k++;
	}
	return k;
}
HD int place_x(int i, int w)
{
	return (i % w - w / 2) * 12288 / w;
}
HD int place_y(int i, int w)
{
	return (i / w - w / 2) * 12288 / w;
}
__global__ void julia_plain(short *out, int w, int most)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < w * w)
		out[i] = julia(place_x(i, w), place_y(i, w), most);
}
__global__ void julia_tiles(short *out, int w, int most, int *next)
{ // few blocks stay and draw tiles of 16 by 8 from a counter
	__shared__ int tile;
	for (;;) {
		__syncthreads();
		if (threadIdx.x == 0)
			tile = atomicAdd(next, 1);
		__syncthreads();
		int at = tile;
		if (at >= w * w / 128)
			return;
		int i = (at / (w / 16) * 8 + threadIdx.x / 16) * w + at % (w / 16) * 16 + threadIdx.x % 16;
		out[i] = julia(place_x(i, w), place_y(i, w), most);
	}
}
__global__ void julia_refill(short *out, int w, int most, int *next)
{ // a warp's lanes that are through take new points together, all eight steps
	int x = 0, y = 0, k = 0, i = -1, lane = threadIdx.x % 32;
	for (;;) {
		unsigned idle = __ballot_sync(~0u, i < 0);
		if (idle) {
			int base = 0;
			if (lane == 0)
				base = atomicAdd(next, __popc(idle));
			base = __shfl_sync(~0u, base, 0);
			if (i < 0) {
				int at = base + __popc(idle & (1u << lane) - 1);
				if (at < w * w)
					i = at, x = place_x(i, w), y = place_y(i, w), k = 0;
			}
		}
		if (!__any_sync(~0u, i >= 0))
			return;
		for (int s = 0; s < 8 && i >= 0; s++) {
			if (k < most && x * x + y * y < 4 << 24) {
				int z = ((x * x - y * y) >> 12) - 3277;
				y = ((2 * x * y) >> 12) + 639;
				x = z;
				k++;
			} else {
				out[i] = k;
				i = -1;
			}
		}
	}
}
HD double bump(double x, double c, double s)
{
	return 1 / ((x - c) * (x - c) + s) + x;
}
__global__ void area_stack(const double2 *shape, double *out, int n, double eps)
{ // halved until Simpson's two guesses agree; a stack of intervals a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double c = shape[i].x, s = shape[i].y, sum = 0;
	double left[24];
	byte depth[24];
	int top = 1;
	left[0] = 0;
	depth[0] = 0;
	while (top) {
		top--;
		double a = left[top], h = 1.0 / (1 << depth[top]);
		double f0 = bump(a, c, s), f1 = bump(a + h / 4, c, s), f2 = bump(a + h / 2, c, s),
		       f3 = bump(a + 3 * h / 4, c, s), f4 = bump(a + h, c, s);
		double one = h / 6 * (f0 + 4 * f2 + f4), two = h / 12 * (f0 + 4 * f1 + 2 * f2 + 4 * f3 + f4);
		if (fabs(one - two) < eps * h || depth[top] >= 20)
			sum += two;
		else {
			byte d = depth[top] + 1;
			left[top] = a, depth[top++] = d;
			left[top] = a + h / 2, depth[top++] = d;
		}
	}
	out[i] = sum;
}
__global__ void area_block(const double2 *shape, double *out, double eps)
{ // a block an integral: rounds over a shared list of intervals, the next list is built by votes of an atomic
	__shared__ double left[2][512], total[64];
	__shared__ int many[2];
	int t = threadIdx.x;
	double c = shape[blockIdx.x].x, s = shape[blockIdx.x].y, sum = 0;
	if (t == 0)
		left[0][0] = 0, many[0] = 1;
	double h = 1;
	for (int r = 0; r < 21; r++, h /= 2) {
		int now = r & 1;
		__syncthreads();
		if (t == 0)
			many[1 - now] = 0;
		__syncthreads();
		if (many[now] == 0)
			break;
		for (int k = t; k < many[now]; k += blockDim.x) {
			double a = left[now][k];
			double f0 = bump(a, c, s), f1 = bump(a + h / 4, c, s), f2 = bump(a + h / 2, c, s),
			       f3 = bump(a + 3 * h / 4, c, s), f4 = bump(a + h, c, s);
			double one = h / 6 * (f0 + 4 * f2 + f4), two = h / 12 * (f0 + 4 * f1 + 2 * f2 + 4 * f3 + f4);
			if (fabs(one - two) < eps * h || r == 20)
				sum += two;
			else {
				int at = atomicAdd(&many[1 - now], 2);
				left[1 - now][at] = a;
				left[1 - now][at + 1] = a + h / 2;
			}
		}
	}
	total[t] = sum;
	for (int d = blockDim.x / 2; d; d /= 2) {
		__syncthreads();
		if (t < d)
			total[t] += total[t + d];
	}
	if (t == 0)
		out[blockIdx.x] = total[0];
}
HD int fillings(const int *size, int from, int room)
{ // in how many ways some of the 14 things from `from` fill the room exactly: a search with a stack of its own
	int ways = 0, top = 0;
	short at[20], left[20];
	at[0] = from, left[0] = room, top = 1;
	while (top) {
		top--;
		int k = at[top], r = left[top];
		while (r > 0 && k < 14) {
			if (top < 19)
				at[top] = k + 1, left[top] = r, top++;
			r -= size[k++];
		}
		ways += r == 0;
	}
	return ways;
}
__global__ void trunk_thread(const int *size, const int *room, int *out, int n)
{
	__shared__ int s[14];
	if (threadIdx.x < 14)
		s[threadIdx.x] = size[threadIdx.x];
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = fillings(s, 0, room[i]);
}
__global__ void trunk_steal(const int *size, const int *room, int *out, int n, int *next)
{ // each block has a share with a counter; when it is through, it takes from the shares of others
	__shared__ int s[14], base;
	if (threadIdx.x < 14)
		s[threadIdx.x] = size[threadIdx.x];
	int share = n / gridDim.x;
	for (int v = 0; v < gridDim.x; v++) {
		int whose = (blockIdx.x + v) % gridDim.x;
		for (;;) {
			__syncthreads();
			if (threadIdx.x == 0)
				base = *(volatile int *)&next[whose] >= share ? share : atomicAdd(&next[whose], 64);
			__syncthreads();
			if (base >= share)
				break;
			int k = base + threadIdx.x;
			if (k < share)
				out[whose * share + k] = fillings(s, 0, room[whose * share + k]);
		}
	}
}
static void hikes(const std::vector<unsigned> &w)
{
	const int N = 40000;
	for (int c = 0; c < 4; c++) {
		std::vector<int> steps(N);
		std::vector<unsigned> want(N);
		for (int i = 0; i < N; i++) {
			steps[i] = 8 + w[i] % 8;
			if (c == 0 && i == 20007)
				steps[i] = 20000;
			if (c == 1 && i % 256 == 77)
				steps[i] = 2000;
			if (c >= 2 && w[i + 9] % 40 == 0)
				steps[i] = 400;
			want[i] = trudge(i, steps[i]);
		}
		int *ds = upload(steps);
		unsigned *o = dev<unsigned>(N);
		const char *name[] = { "long_hike.one_thread_of_all", "long_hike.one_thread_a_block",
			"long_hike.every_fortieth", "long_hike.long_ones_listed" };
		if (c < 3)
			job<unsigned>(
				name[c], [&] { hike<<<up(N, 256), 256>>>(ds, o, N); }, o, N, same(want));
		else
			job<unsigned>(
				name[c], [&] { hike_block_shares<<<up(N, 256), 256>>>(ds, o, N); }, o, N, same(want));
	}
}
static void parcels(const std::vector<unsigned> &w)
{
	const int B = 700;
	std::vector<int> start(B + 1), want(B), item;
	for (int b = 0; b < B; b++)
		start[b + 1] = start[b] + (b % 97 == 50 ? 20000 : 100 + w[b] % 300);
	item.resize(start[B]);
	for (int i = 0; i < start[B]; i++)
		item[i] = w[i];
	for (int b = 0; b < B; b++)
		for (int k = start[b]; k < start[b + 1]; k++)
			want[b] += trudge(item[k], 6) >> 8;
	int *ds = upload(start), *di = upload(item), *o = dev<int>(B);
	job<int>(
		"heavy_parcels.block_of_256", [&] { parcel_block<<<B, 256>>>(ds, di, o); }, o, B, same(want));
	job<int>(
		"heavy_parcels.block_of_a_warp", [&] { parcel_block<<<B, 32>>>(ds, di, o); }, o, B, same(want));
}
static void likeness(const std::vector<unsigned> &w)
{
	const int N = 1000, D = 4;
	std::vector<int> v(N * D), want(N, -1);
	for (int i = 0; i < N * D; i++)
		v[i] = w[i] % 1000;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < i; j++) {
			int d = 0;
			for (int k = 0; k < D; k++)
				d += abs(v[k * N + i] - v[k * N + j]);
			want[i] = std::max(want[i], d);
		}
	int *dv = upload(v), *o = dev<int>(N);
	job<int>(
		"unlike_those_before.row_a_thread", [&] { likeness_row<<<up(N, 64), 64>>>(dv, o, N, D); }, o, N,
		same(want));
	job<int>(
		"unlike_those_before.folded", [&] { likeness_folded<<<up(N / 2, 32), 32>>>(dv, o, N, D); }, o, N,
		same(want));
	job<int>(
		"unlike_those_before.row_a_warp", [&] { likeness_warp<<<up(N, 8), 256>>>(dv, o, N, D); }, o, N,
		same(want));
}
static void links(const std::vector<unsigned> &w)
{
	const int N = 30000;
	std::vector<int> start(N + 1), rank(N), want(N);
	for (int i = 0; i < N; i++) {
		double u = (w[i] % 100000 + 1) / 100001.0;
		start[i + 1] = start[i] + std::min(8000, (int)(2 / std::pow(u, 0.75)));
	}
	int m = start[N];
	std::vector<int> to(m), weight(m);
	for (int k = 0; k < m; k++)
		to[k] = w[k % 1000000] / 7 % N, weight[k] = w[(k + 31) % 1000000] % 9;
	for (int i = 0; i < N; i++)
		rank[i] = w[i + 77] % 10000;
	for (int i = 0; i < N; i++)
		for (int k = start[i]; k < start[i + 1]; k++)
			want[i] += weight[k] * rank[to[k]];
	int *ds = upload(start), *dt = upload(to), *dw = upload(weight), *dr = upload(rank), *o = dev<int>(N),
	    *list = dev<int>(2 * N), *many = dev<int>(2);
	job<int>(
		"links_of_pages.page_a_thread", [&] { links_thread<<<up(N, 128), 128>>>(ds, dt, dw, dr, o, N); }, o, N,
		same(want));
	job<int>(
		"links_of_pages.three_lengths",
		[&] {
			CHECK(cudaMemsetAsync(many, 0, 8));
			links_short<<<up(N, 128), 128>>>(ds, dt, dw, dr, o, N, list, many);
			links_listed<32><<<264, 256>>>(ds, dt, dw, dr, o, list, many);
			links_listed<512><<<132, 512>>>(ds, dt, dw, dr, o, list + N, many + 1);
		},
		o, N, same(want));
}
static void julias()
{
	const int W = 320, M = 200;
	std::vector<short> want(W * W);
	for (int i = 0; i < W * W; i++)
		want[i] = julia(place_x(i, W), place_y(i, W), M);
	short *o = dev<short>(W * W);
	int *next = dev<int>(1);
	auto clear = [&] { CHECK(cudaMemset(next, 0, 4)); };
	job<short>(
		"whole_number_dust.point_a_thread", [&] { julia_plain<<<W * W / 256, 256>>>(o, W, M); }, o, W * W,
		same(want));
	job<short>(
		"whole_number_dust.blocks_draw_tiles", [&] { julia_tiles<<<132 * 4, 128>>>(o, W, M, next); }, o, W * W,
		same(want), clear);
	job<short>(
		"whole_number_dust.lanes_filled_up", [&] { julia_refill<<<132 * 2, 128>>>(o, W, M, next); }, o, W * W,
		same(want), clear);
}
static void areas(const std::vector<unsigned> &w)
{
	const int N = 1500;
	std::vector<double2> shape(N);
	std::vector<double> want(N);
	for (int i = 0; i < N; i++) {
		double c = w[i] / 4294967296.0, s = std::pow(10.0, -1.0 - w[i + 3] % 100 / 25.0), q = std::sqrt(s);
		shape[i] = make_double2(c, s);
		want[i] = (std::atan((1 - c) / q) + std::atan(c / q)) / q + 0.5;
	}
	double2 *ds = upload(shape);
	double *o = dev<double>(N);
	job<double>(
		"area_under_a_peak.stack_a_thread", [&] { area_stack<<<up(N, 64), 64>>>(ds, o, N, 1e-3); }, o, N,
		close_to(want, 1e-2));
	job<double>(
		"area_under_a_peak.list_a_block", [&] { area_block<<<N, 64>>>(ds, o, 1e-3); }, o, N,
		close_to(want, 1e-2));
}
static void trunks(const std::vector<unsigned> &w)
{
	const int N = 132 * 64, B = 66;
	std::vector<int> size(14), room(N), want(N);
	for (int i = 0; i < 14; i++)
		size[i] = 3 + w[i] % 23;
	for (int i = 0; i < N; i++) {
		room[i] = i / 1500 == 2 ? 40 + w[i] % 40 : 5 + w[i] % 12;
		want[i] = fillings(size.data(), 0, room[i]);
	}
	int *ds = upload(size), *dr = upload(room), *o = dev<int>(N), *next = dev<int>(B);
	job<int>(
		"fill_the_trunk.trunk_a_thread", [&] { trunk_thread<<<N / 64, 64>>>(ds, dr, o, N); }, o, N, same(want));
	job<int>(
		"fill_the_trunk.blocks_help_others", [&] { trunk_steal<<<B, 64>>>(ds, dr, o, N, next); }, o, N,
		same(want), [&] { CHECK(cudaMemset(next, 0, 4 * B)); });
}
void rows()
{
	std::vector<unsigned> w = words(1000031);
	hikes(w);
	parcels(w);
	likeness(w);
	links(w);
	julias();
	areas(w);
	trunks(w);
}
