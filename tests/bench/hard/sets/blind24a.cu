// blind24a: a fresh set of kernels that nobody had modelled when they were written. Scans and tallies of a second
// course.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__global__ void gaps_look_back(const int *in, int *out, int n)
{ // a sensor drops out (-1): the last value that it told, each thread walks back for itself
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int k = i;
	while (k > 0 && in[k] < 0)
		k--;
	out[i] = in[k];
}
__global__ void gaps_block_max(const int *in, int *out, int n)
{ // the same: a running maximum of places in shared memory; a block reaches back before its part by itself
	__shared__ int place[256];
	__shared__ int before;
	int t = threadIdx.x, i = blockIdx.x * 256 + t;
	if (t == 0) {
		int k = blockIdx.x * 256 - 1;
		while (k > 0 && in[k] < 0)
			k--;
		before = k;
	}
	place[t] = i < n && in[i] >= 0 ? i : -1;
	__syncthreads();
	for (int d = 1; d < 256; d *= 2) {
		int v = t >= d ? place[t - d] : -1;
		__syncthreads();
		place[t] = max(place[t], v);
		__syncthreads();
	}
	if (i < n)
		out[i] = in[max(0, max(place[t], before))];
}
__global__ void gaps_votes(const int *in, int *out, int n)
{ // the same by votes: the highest set bit at or below the own lane; a warp goes over a stretch and keeps the last
  // value
	int lane = threadIdx.x % 32, w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, first = w * 256, last = -1;
	if (first >= n)
		return;
	for (int back = first - 32; back >= 0 && last < 0; back -= 32) {
		int v = in[back + lane];
		unsigned told = __ballot_sync(~0u, v >= 0);
		if (told)
			last = __shfl_sync(~0u, v, 31 - __clz(told));
	}
	for (int k = first; k < min(first + 256, n); k += 32) {
		int v = k + lane < n ? in[k + lane] : -1;
		unsigned told = __ballot_sync(~0u, v >= 0), own = told & (~0u >> (31 - lane));
		int got = __shfl_sync(~0u, v, own ? 31 - __clz(own) : 0);
		if (k + lane < n)
			out[k + lane] = own ? got : last;
		if (told)
			last = __shfl_sync(~0u, v, 31 - __clz(told));
	}
}
__global__ void beds_each_day(const int2 *stay, int *day, int stays)
{ // guests of a hotel: an atomic add for each day of each stay
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < stays)
		for (int d = stay[i].x; d < stay[i].y; d++)
			atomicAdd(&day[d], 1);
}
__global__ void beds_ends(const int2 *stay, int *change, int stays)
{ // one more where a stay begins, one less where it ends
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < stays) {
		atomicAdd(&change[stay[i].x], 1);
		atomicSub(&change[stay[i].y], 1);
	}
}
__global__ void beds_running(const int *change, int *day, int days)
{ // then a running sum by one block, four days a thread
	__shared__ int part[32];
	__shared__ int carry;
	int t = threadIdx.x, lane = t % 32;
	if (t == 0)
		carry = 0;
	__syncthreads();
	for (int base = 0; base < days; base += 4 * blockDim.x) {
		int v[4], at = base + 4 * t;
		for (int k = 0; k < 4; k++)
			v[k] = (at + k < days ? change[at + k] : 0) + (k ? v[k - 1] : 0);
		int s = v[3];
		for (int d = 1; d < 32; d *= 2) {
			int o = __shfl_up_sync(~0u, s, d);
			s += lane >= d ? o : 0;
		}
		if (lane == 31)
			part[t / 32] = s;
		__syncthreads();
		int off = carry + s - v[3];
		for (int w = 0; w < t / 32; w++)
			off += part[w];
		for (int k = 0; k < 4; k++)
			if (at + k < days)
				day[at + k] = v[k] + off;
		__syncthreads();
		if (t == blockDim.x - 1)
			carry = off + v[3];
		__syncthreads();
	}
}
__global__ void beds_of_a_span(const int2 *stay, int *day, int stays, int days)
{ // the same, no atomics in memory: a block owns 128 days and looks at all stays, four threads a day
	__shared__ int2 some[512];
	__shared__ int sum[128];
	int t = threadIdx.x, d = blockIdx.x * 128 + t % 128, s = 0;
	if (t < 128)
		sum[t] = 0;
	for (int base = 0; base < stays; base += 512) {
		some[t] = base + t < stays ? stay[base + t] : make_int2(0, 0);
		__syncthreads();
		for (int k = t / 128; k < 512; k += 4)
			s += some[k].x <= d && d < some[k].y;
		__syncthreads();
	}
	atomicAdd(&sum[t % 128], s);
	__syncthreads();
	if (t < 128 && d < days)
		day[d] = sum[t];
}
__global__ void worst_row_thread(const float *in, int *out, int rows, int cols)
{ // the place of the least of each row, the first if it comes twice; a row a thread
	int r = blockIdx.x * blockDim.x + threadIdx.x, at = 0;
	if (r >= rows)
		return;
	float least = in[r * cols];
	for (int c = 1; c < cols; c++) {
		float v = in[r * cols + c];
		if (v < least)
			least = v, at = c;
	}
	out[r] = at;
}
__global__ void worst_row_warp(const float *in, int *out, int rows, int cols)
{ // a row a warp, pairs compared by shuffles
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, at = 1 << 30;
	if (r >= rows)
		return;
	float least = 1e30f;
	for (int c = lane; c < cols; c += 32) {
		float v = in[r * cols + c];
		if (v < least)
			least = v, at = c;
	}
	for (int d = 16; d; d /= 2) {
		float v = __shfl_xor_sync(~0u, least, d);
		int a = __shfl_xor_sync(~0u, at, d);
		if (v < least || v == least && a < at)
			least = v, at = a;
	}
	if (lane == 0)
		out[r] = at;
}
__global__ void worst_row_redux(const float *in, int *out, int rows, int cols)
{ // a row a warp, fractions as ordered whole numbers, the warp's least in one instruction, then the least place
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (r >= rows)
		return;
	unsigned least = ~0u, at = ~0u;
	for (int c = lane; c < cols; c += 32) {
		unsigned v = __float_as_uint(in[r * cols + c]); // none is below nought
		if (v < least)
			least = v, at = c;
	}
	unsigned all = __reduce_min_sync(~0u, least);
	at = __reduce_min_sync(~0u, least == all ? at : ~0u);
	if (lane == 0)
		out[r] = at;
}
__global__ void worst_row_packed(const float *in, u64 *out, int n, int cols)
{ // a place a thread, value and place packed in a long word for an atomic minimum
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicMin(&out[i / cols], (u64)__float_as_uint(in[i]) << 32 | i % cols);
}
__global__ void joint_memory(const byte *a, const byte *b, unsigned *pairs, int n)
{ // how often gray x of a picture meets gray y of another (64 by 64), counted in memory
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&pairs[a[i] / 4 * 64 + b[i] / 4], 1u);
}
__global__ void joint_shared(const byte *a, const byte *b, unsigned *pairs, int n)
{ // the same in a table of words in shared memory
	__shared__ unsigned own[4096];
	for (int i = threadIdx.x; i < 4096; i += blockDim.x)
		own[i] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&own[a[i] / 4 * 64 + b[i] / 4], 1u);
	__syncthreads();
	for (int i = threadIdx.x; i < 4096; i += blockDim.x)
		if (own[i])
			atomicAdd(&pairs[i], own[i]);
}
__global__ void joint_halves(const uchar4 *a, const uchar4 *b, unsigned *pairs, int n)
{ // the same, two counts a word, four places a read; an even gray and the odd one above share a word
	__shared__ unsigned own[2048];
	for (int i = threadIdx.x; i < 2048; i += blockDim.x)
		own[i] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		uchar4 p = a[i], q = b[i];
		int k[4] = { p.x / 4 * 64 + q.x / 4, p.y / 4 * 64 + q.y / 4, p.z / 4 * 64 + q.z / 4,
			p.w / 4 * 64 + q.w / 4 };
#pragma unroll
		for (int j = 0; j < 4; j++)
			atomicAdd(&own[k[j] / 2], k[j] % 2 ? 65536u : 1u);
	}
	__syncthreads();
	for (int i = threadIdx.x; i < 4096; i += blockDim.x) {
		unsigned c = i % 2 ? own[i / 2] >> 16 : own[i / 2] & 65535;
		if (c)
			atomicAdd(&pairs[i], c);
	}
}
void rows()
{
	const int N = 1 << 19;
	std::vector<unsigned> w = words(1 << 20);
	std::vector<int> sensor(N), told(N);
	for (int i = 0; i < N; i++) { // long and short times without a word
		bool bad = w[i / 512] % 4 == 0 ? w[i] % 128 != 0 : w[i] % 4 != 0;
		sensor[i] = bad && i ? -1 : w[i] >> 8 & 0xffff;
		told[i] = sensor[i] < 0 ? told[i - 1] : sensor[i];
	}
	int *ds = upload(sensor), *o = dev<int>(N);
	job<int>(
		"silent_sensor.walk_back", [&] { gaps_look_back<<<N / 256, 256>>>(ds, o, N); }, o, N, same(told));
	job<int>(
		"silent_sensor.running_maximum", [&] { gaps_block_max<<<N / 256, 256>>>(ds, o, N); }, o, N, same(told));
	job<int>(
		"silent_sensor.highest_vote", [&] { gaps_votes<<<N / 256 / 4, 128>>>(ds, o, N); }, o, N, same(told));
	const int STAYS = 30000, DAYS = 9000;
	std::vector<int2> stay(STAYS);
	std::vector<int> guests(DAYS);
	for (int i = 0; i < STAYS; i++) {
		stay[i].x = w[i] % (DAYS - 70);
		stay[i].y = stay[i].x + 1 + (w[i + STAYS] % 8 == 0 ? w[i + STAYS] / 8 % 69 : w[i + STAYS] / 8 % 7);
		for (int d = stay[i].x; d < stay[i].y; d++)
			guests[d]++;
	}
	int2 *dst = upload(stay);
	int *day = dev<int>(DAYS), *change = dev<int>(DAYS);
	auto clear = [&] {
		CHECK(cudaMemset(day, 0, DAYS * 4));
		CHECK(cudaMemset(change, 0, DAYS * 4));
	};
	job<int>(
		"hotel_beds.each_day_of_each_stay", [&] { beds_each_day<<<up(STAYS, 160), 160>>>(dst, day, STAYS); },
		day, DAYS, same(guests), clear);
	job<int>(
		"hotel_beds.changes_then_sum",
		[&] {
			beds_ends<<<up(STAYS, 192), 192>>>(dst, change, STAYS);
			beds_running<<<1, 512>>>(change, day, DAYS);
		},
		day, DAYS, same(guests), clear);
	const int FEW = 512; // all days look at all stays: fewer of them
	std::vector<int> few(DAYS);
	for (int i = 0; i < FEW; i++)
		for (int d = stay[i].x; d < stay[i].y; d++)
			few[d]++;
	job<int>(
		"hotel_beds.block_owns_days", [&] { beds_of_a_span<<<up(DAYS, 128), 512>>>(dst, day, FEW, DAYS); }, day,
		DAYS, same(few));
	const int R = 3000, C = 203;
	std::vector<float> sheet(R * C);
	std::vector<int> least(R);
	std::vector<u64> packed(R);
	for (int i = 0; i < R * C; i++)
		sheet[i] = (w[i] >> 12 & 1023) * 0.25f;
	for (int r = 0; r < R; r++) {
		least[r] = std::min_element(&sheet[r * C], &sheet[r * C] + C) - &sheet[r * C];
		unsigned bits;
		memcpy(&bits, &sheet[r * C + least[r]], 4);
		packed[r] = (u64)bits << 32 | least[r];
	}
	float *dsh = upload(sheet);
	u64 *dp = dev<u64>(R);
	job<int>(
		"worst_mark.row_a_thread", [&] { worst_row_thread<<<up(R, 64), 64>>>(dsh, o, R, C); }, o, R,
		same(least));
	job<int>(
		"worst_mark.row_a_warp", [&] { worst_row_warp<<<up(R, 6), 192>>>(dsh, o, R, C); }, o, R, same(least));
	job<int>(
		"worst_mark.warp_minimum", [&] { worst_row_redux<<<up(R, 4), 128>>>(dsh, o, R, C); }, o, R,
		same(least));
	job<u64>(
		"worst_mark.packed_atomics", [&] { worst_row_packed<<<up(R * C, 256), 256>>>(dsh, dp, R * C, C); }, dp,
		R, same(packed), [&] { CHECK(cudaMemset(dp, 255, R * 8)); });
	std::vector<byte> a(N), b(N);
	std::vector<unsigned> pairs(4096);
	for (int i = 0; i < N; i++) { // two takes of one scene
		a[i] = (w[i / 8] & 127) + (w[i] >> 8 & 63) + (w[i / 4096] & 63);
		b[i] = 255 - a[i] / 2 - (w[i + 99] >> 16 & 31);
		pairs[a[i] / 4 * 64 + b[i] / 4]++;
	}
	byte *da = upload(a), *db = upload(b);
	unsigned *dc = dev<unsigned>(4096);
	auto zero = [&] { CHECK(cudaMemset(dc, 0, 4096 * 4)); };
	job<unsigned>(
		"gray_pairs.counted_in_memory", [&] { joint_memory<<<512, 256>>>(da, db, dc, N); }, dc, 4096,
		same(pairs), zero);
	job<unsigned>(
		"gray_pairs.table_a_block", [&] { joint_shared<<<66, 512>>>(da, db, dc, N); }, dc, 4096, same(pairs),
		zero);
	job<unsigned>(
		"gray_pairs.two_counts_a_word",
		[&] { joint_halves<<<40, 384>>>((uchar4 *)da, (uchar4 *)db, dc, N / 4); }, dc, 4096, same(pairs), zero);
}
