// blind22h: a fresh set of kernels that nobody had modelled when they were written. Uneven work, counters, lists,
// notices.
#include "blind7.h"
#include <cooperative_groups.h>
#include <cuda/atomic>
namespace cg = cooperative_groups;

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__global__ void ration_cas(const int *pump, int *left, int *served, int n)
{ // whoever comes to a pump takes one can while there is any: compare and swap until it works
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int *l = &left[pump[i]];
	for (int seen = *(volatile int *)l; seen > 0;) {
		int was = atomicCAS(l, seen, seen - 1);
		if (was == seen) {
			atomicAdd(&served[pump[i]], 1);
			break;
		}
		seen = was;
	}
}
__global__ void ration_undo(const int *pump, int *left, int *served, int n)
{ // the same: take one at once, and put it back if it was not there
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	if (atomicSub(&left[pump[i]], 1) > 0)
		atomicAdd(&served[pump[i]], 1);
	else
		atomicAdd(&left[pump[i]], 1);
}
__global__ void ration_matched(const int *pump, int *left, int *wish, int n)
{ // the same: lanes with the same pump are found by a match, one of them asks for all
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, p = i < n ? pump[i] : -1;
	unsigned same_pump = __match_any_sync(~0u, p);
	if (p >= 0 && lane == __ffs(same_pump) - 1)
		atomicAdd(&wish[p], __popc(same_pump));
}
__global__ void ration_settle(int *left, int *wish, int pumps)
{ // and what was there is given out
	int p = blockIdx.x * blockDim.x + threadIdx.x;
	if (p < pumps) {
		int given = min(left[p], wish[p]);
		left[p] -= given;
		wish[p] = given;
	}
}
__global__ void coldest_cas(const double *heat, double *least, int stations, int n)
{ // the lowest temperature of each station, as doubles: compare and swap on 64 bits
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u64 *at = (u64 *)&least[i % stations], seen = *(volatile u64 *)at;
	while (heat[i] < __longlong_as_double(seen)) {
		u64 was = atomicCAS(at, seen, (u64)__double_as_longlong(heat[i]));
		if (was == seen)
			break;
		seen = was;
	}
}
__global__ void coldest_ordered(const double *heat, double *least, int stations, int n)
{ // the same: bits turned so that whole numbers sort as the doubles do, atomicMin in shared memory, CAS once a block
	extern __shared__ long long part[];
	for (int s = threadIdx.x; s < stations; s += blockDim.x)
		part[s] = 0x7fffffffffffffffll;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		long long v = __double_as_longlong(heat[i]);
		atomicMin(&part[i % stations], v < 0 ? v ^ 0x7fffffffffffffffll : v);
	}
	__syncthreads();
	for (int s = threadIdx.x; s < stations; s += blockDim.x) {
		long long v = part[s];
		double d = __longlong_as_double(v < 0 ? v ^ 0x7fffffffffffffffll : v);
		u64 *at = (u64 *)&least[s], seen = *(volatile u64 *)at;
		while (d < __longlong_as_double(seen)) {
			u64 was = atomicCAS(at, seen, (u64)__double_as_longlong(d));
			if (was == seen)
				break;
			seen = was;
		}
	}
}
__global__ void coldest_station(const double *heat, double *least, int stations, int n)
{ // the same without atomics: a station a thread
	int s = blockIdx.x * blockDim.x + threadIdx.x;
	if (s >= stations)
		return;
	double v = 1e30;
	for (int i = s; i < n; i += stations)
		v = fmin(v, heat[i]);
	least[s] = v;
}
__global__ void notice_board(int *version, int *text, int *seen, int versions, int words)
{ // block 0 puts up one notice after the other; the others read until they have the last, and again if it changed
	cuda::atomic_ref<int, cuda::thread_scope_device> number(*version);
	if (blockIdx.x == 0) {
		for (int v = 1; v <= versions; v++) {
			if (threadIdx.x == 0)
				number.store(2 * v - 1, cuda::memory_order_relaxed);
			__threadfence();
			__syncthreads();
			for (int k = threadIdx.x; k < words; k += blockDim.x)
				cuda::atomic_ref<int, cuda::thread_scope_device>(text[k]).store(
					v * (k + 1), cuda::memory_order_relaxed);
			__threadfence();
			__syncthreads();
			if (threadIdx.x == 0)
				number.store(2 * v, cuda::memory_order_release);
			__syncthreads();
		}
		return;
	}
	if (threadIdx.x >= 32)
		return;
	for (int got = 0; got < 2 * versions;) {
		int before = number.load(cuda::memory_order_acquire), sum = 0;
		if (__any_sync(~0u, before & 1))
			continue;
		for (int k = threadIdx.x; k < words; k += 32)
			sum += cuda::atomic_ref<int, cuda::thread_scope_device>(text[k]).load(
				cuda::memory_order_relaxed);
		__threadfence();
		int after = number.load(cuda::memory_order_relaxed);
		sum = __reduce_add_sync(~0u, sum);
		if (__any_sync(~0u, before != after) || !__all_sync(~0u, before == __shfl_sync(~0u, before, 0)))
			continue;
		got = after;
		if (threadIdx.x == 0)
			seen[blockIdx.x] = sum;
	}
}
__global__ void visitors_push(const int *house, int *head, int *next, int n)
{ // the visitors' book of each house as a linked list: each exchanges the head
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		next[i] = atomicExch(&head[house[i]], i);
}
__global__ void visitors_sum(const int *head, const int *next, const int *gift, u64 *sum, int houses)
{ // then each house walks its list
	int h = blockIdx.x * blockDim.x + threadIdx.x;
	if (h >= houses)
		return;
	u64 s = 0;
	for (int i = head[h]; i >= 0; i = next[i])
		s += (u64)gift[i] * gift[i];
	sum[h] = s;
}
__global__ void visitors_atomics(const int *house, const int *gift, u64 *sum, int n)
{ // the same by 64-bit atomic adds
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&sum[house[i]], (u64)gift[i] * gift[i]);
}
__host__ __device__ double3 corner_part(float2 p, float2 q)
{ // what an edge adds to the area and the centre of a parcel
	double c = (double)p.x * q.y - (double)q.x * p.y;
	return make_double3(c, (p.x + q.x) * c, (p.y + q.y) * c);
}
__global__ void parcel_thread(const float2 *corner, const int *start, double3 *out, int n)
{ // a parcel a thread; some have three corners, some hundreds
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double3 s = make_double3(0, 0, 0);
	for (int k = start[i], e = start[i + 1]; k < e; k++) {
		double3 d = corner_part(corner[k], corner[k + 1 < e ? k + 1 : start[i]]);
		s.x += d.x, s.y += d.y, s.z += d.z;
	}
	out[i] = s;
}
template <int W> __global__ void parcel_tile(const float2 *corner, const int *start, double3 *out, int *counter, int n)
{ // a parcel for W lanes, the next one from a counter, added up by cooperative groups
	auto tile = cg::tiled_partition<W>(cg::this_thread_block());
	for (;;) {
		int i = 0;
		if (tile.thread_rank() == 0)
			i = atomicAdd(counter, 1);
		i = tile.shfl(i, 0);
		if (i >= n)
			return;
		double3 s = make_double3(0, 0, 0);
		int b = start[i], e = start[i + 1];
		for (int k = b + tile.thread_rank(); k < e; k += W) {
			double3 d = corner_part(corner[k], corner[k + 1 < e ? k + 1 : b]);
			s.x += d.x, s.y += d.y, s.z += d.z;
		}
		for (int d = W / 2; d; d /= 2) {
			s.x += tile.shfl_down(s.x, d);
			s.y += tile.shfl_down(s.y, d);
			s.z += tile.shfl_down(s.z, d);
		}
		if (tile.thread_rank() == 0)
			out[i] = s;
	}
}
void rows()
{
	std::vector<unsigned> w = words(1 << 18);
	const int N = 50000, PUMPS = 70;
	std::vector<int> pump(N), left(PUMPS), end(2 * PUMPS);
	for (int p = 0; p < PUMPS; p++)
		left[p] = 300 + w[p] % 800;
	for (int i = 0; i < N; i++)
		end[PUMPS + (pump[i] = w[i] % PUMPS * (w[i] % 7 != 0))]++;
	for (int p = 0; p < PUMPS; p++) {
		end[PUMPS + p] = std::min(end[PUMPS + p], left[p]);
		end[p] = left[p] - end[PUMPS + p];
	}
	int *dp = upload(pump), *dl0 = upload(left), *dl = dev<int>(2 * PUMPS), *dg = dl + PUMPS;
	auto fill = [&] {
		CHECK(cudaMemcpy(dl, dl0, 4 * PUMPS, cudaMemcpyDeviceToDevice));
		CHECK(cudaMemset(dg, 0, 4 * PUMPS));
	};
	job<int>(
		"fuel_ration.compare_and_swap", [&] { ration_cas<<<up(N, 128), 128>>>(dp, dl, dg, N); }, dl, 2 * PUMPS,
		same(end), fill);
	job<int>(
		"fuel_ration.take_and_put_back", [&] { ration_undo<<<up(N, 128), 128>>>(dp, dl, dg, N); }, dl,
		2 * PUMPS, same(end), fill);
	job<int>(
		"fuel_ration.matched_lanes",
		[&] {
			ration_matched<<<up(N, 256), 256>>>(dp, dl, dg, N);
			ration_settle<<<1, 96>>>(dl, dg, PUMPS);
		},
		dl, 2 * PUMPS, same(end), fill);
	const int H = 60000, ST = 365;
	std::vector<double> heat = double_fractions(w, H), least(ST, 1e30), none(ST, 1e30);
	for (int i = 0; i < H; i++) {
		heat[i] = heat[i] * 60 - 30 + (i % 97) * 1e-6;
		least[i % ST] = std::min(least[i % ST], heat[i]);
	}
	double *dh = upload(heat), *dn = upload(none), *dc = upload(none);
	auto warm = [&] { CHECK(cudaMemcpy(dc, dn, 8 * ST, cudaMemcpyDeviceToDevice)); };
	job<double>(
		"coldest_day.swap_of_doubles", [&] { coldest_cas<<<up(H, 256), 256>>>(dh, dc, ST, H); }, dc, ST,
		same(least), warm);
	job<double>(
		"coldest_day.ordered_bits_shared", [&] { coldest_ordered<<<24, 320, 8 * ST>>>(dh, dc, ST, H); }, dc, ST,
		same(least), warm);
	job<double>(
		"coldest_day.station_a_thread", [&] { coldest_station<<<up(ST, 32), 32>>>(dh, dc, ST, H); }, dc, ST,
		same(least), warm);
	const int VERSIONS = 20, WORDS = 300, READERS = 40;
	std::vector<int> read(READERS + 1, VERSIONS * (WORDS * (WORDS + 1) / 2));
	read[0] = 0;
	int *board = dev<int>(WORDS + 32), *seen = dev<int>(READERS + 1);
	job<int>(
		"notice_board.one_writer",
		[&] { notice_board<<<READERS + 1, 128>>>(board, board + 32, seen, VERSIONS, WORDS); }, seen,
		READERS + 1, same(read), [&] { CHECK(cudaMemset(board, 0, 4 * WORDS + 128)); });
	const int V = 60000, HOUSES = 4000;
	std::vector<int> house(V), gift(V);
	std::vector<u64> given(HOUSES);
	for (int i = 0; i < V; i++) {
		house[i] = w[i] % HOUSES * (w[i] % 3) / 2, gift[i] = w[i + V] % 100000;
		given[house[i]] += (u64)gift[i] * gift[i];
	}
	for (int i = 0; i < V; i++)
		if (house[i] == 0 && i % 50) { // not all to the first house
			given[0] -= (u64)gift[i] * gift[i];
			house[i] = i % HOUSES;
			given[house[i]] += (u64)gift[i] * gift[i];
		}
	int *dho = upload(house), *dgi = upload(gift), *head = dev<int>(HOUSES), *next = dev<int>(V);
	u64 *dsum = dev<u64>(HOUSES);
	job<u64>(
		"visitors_book.lists",
		[&] {
			visitors_push<<<up(V, 192), 192>>>(dho, head, next, V);
			visitors_sum<<<up(HOUSES, 128), 128>>>(head, next, dgi, dsum, HOUSES);
		},
		dsum, HOUSES, same(given), [&] { CHECK(cudaMemset(head, 255, 4 * HOUSES)); });
	job<u64>(
		"visitors_book.wide_adds", [&] { visitors_atomics<<<up(V, 192), 192>>>(dho, dgi, dsum, V); }, dsum,
		HOUSES, same(given), [&] { CHECK(cudaMemset(dsum, 0, 8 * HOUSES)); });
	const int P = 3000;
	std::vector<int> start(P + 1);
	for (int i = 0; i < P; i++)
		start[i + 1] = start[i] + 3 + (w[i] % 16 ? w[i] % 20 : w[i] % 400);
	std::vector<float> f = fractions(w);
	std::vector<float2> corner(start[P]);
	std::vector<double> moment(3 * P);
	for (size_t k = 0; k < corner.size(); k++)
		corner[k] = { f[2 * k % f.size()], f[(2 * k + 1) % f.size()] };
	for (int i = 0; i < P; i++)
		for (int k = start[i]; k < start[i + 1]; k++) {
			double3 d = corner_part(corner[k], corner[k + 1 < start[i + 1] ? k + 1 : start[i]]);
			moment[3 * i] += d.x, moment[3 * i + 1] += d.y, moment[3 * i + 2] += d.z;
		}
	float2 *dco = upload(corner);
	double3 *dmo = dev<double3>(P);
	int *ds = upload(start), *counter = dev<int>(1);
	auto zero = [&] { CHECK(cudaMemset(counter, 0, 4)); };
	job<double>(
		"parcel_moments.parcel_a_thread", [&] { parcel_thread<<<up(P, 96), 96>>>(dco, ds, dmo, P); },
		(double *)dmo, 3 * P, close_to(moment, 1e-5));
	job<double>(
		"parcel_moments.eight_lanes_from_counter",
		[&] { parcel_tile<8><<<44, 128>>>(dco, ds, dmo, counter, P); }, (double *)dmo, 3 * P,
		close_to(moment, 1e-5), zero);
	job<double>(
		"parcel_moments.warp_from_counter", [&] { parcel_tile<32><<<44, 128>>>(dco, ds, dmo, counter, P); },
		(double *)dmo, 3 * P, close_to(moment, 1e-5), zero);
}
