// blind14a: a fresh set of kernels that nobody had modelled when they were written. Logistics and scheduling.
#include "blind7.h"

__global__ void zones_memory(const int *zone, const int *grams, u64 *out, int n)
{ // parcels weighed by the zone they go to: an atomic in memory for each parcel
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&out[zone[i]], (u64)grams[i]);
}
__global__ void zones_shared(const int *zone, const int *grams, u64 *out, int n, int zones)
{ // the same, a block adds up in shared memory first
	extern __shared__ u64 sum[];
	for (int z = threadIdx.x; z < zones; z += blockDim.x)
		sum[z] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&sum[zone[i]], (u64)grams[i]);
	__syncthreads();
	for (int z = threadIdx.x; z < zones; z += blockDim.x)
		if (sum[z])
			atomicAdd(&out[z], sum[z]);
}
__global__ void zones_alike(const int *zone, const int *grams, u64 *out, int n)
{ // the same, lanes of one zone add up among themselves and one of them goes to memory
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
	int z = i < n ? zone[i] : -1, g = i < n ? grams[i] : 0;
	unsigned alike = __match_any_sync(~0u, z);
	int sum = __reduce_add_sync(alike, g);
	if (z >= 0 && lane == __ffs(alike) - 1)
		atomicAdd(&out[z], (u64)sum);
}
__global__ void clash_bytes(const byte *takes, int *out, int courses, int students)
{ // how many students two courses share: a pair of courses a thread, a byte a student
	int a = blockIdx.y * blockDim.y + threadIdx.y, b = blockIdx.x * blockDim.x + threadIdx.x;
	if (a >= courses || b >= courses)
		return;
	int both = 0;
	for (int s = 0; s < students; s++)
		both += takes[a * students + s] & takes[b * students + s];
	out[a * courses + b] = both;
}
__global__ void clash_words(const unsigned *takes, int *out, int courses, int words)
{ // the same, a bit a student, the words of sixteen and sixteen courses in shared memory
	extern __shared__ unsigned tile[];
	int tx = threadIdx.x, ty = threadIdx.y, a = blockIdx.y * 16 + ty, b = blockIdx.x * 16 + tx;
	for (int i = ty * 16 + tx; i < 16 * words; i += 256) {
		int row = i / words, ra = blockIdx.y * 16 + row, rb = blockIdx.x * 16 + row;
		tile[i] = ra < courses ? takes[ra * words + i % words] : 0;
		tile[16 * words + i] = rb < courses ? takes[rb * words + i % words] : 0;
	}
	__syncthreads();
	int both = 0;
	for (int k = 0; k < words; k++)
		both += __popc(tile[ty * words + k] & tile[(16 + tx) * words + k]);
	if (a < courses && b < courses)
		out[a * courses + b] = both;
}
__global__ void clash_student(const int *start, const int *course, int *out, int courses, int students)
{ // the same from the students' side: each counts one for every two courses on his own list
	int s = blockIdx.x * blockDim.x + threadIdx.x;
	if (s >= students)
		return;
	for (int i = start[s]; i < start[s + 1]; i++)
		for (int j = start[s]; j < start[s + 1]; j++)
			atomicAdd(&out[course[i] * courses + course[j]], 1);
}
__host__ __device__ int drive(int now, int way, int opens, int closes, int *late)
{ // a van comes to a shop: it waits until the door opens, and minutes after closing count
	int at = now + way;
	*late += at > closes ? at - closes : 0;
	return (at > opens ? at : opens) + 4;
}
__global__ void rounds_memory(
	const short *tour, const short *way, const short2 *hours, int *out, int tours, int stops, int places)
{ // how late a van's round makes it: a round a thread, as the rounds lie
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t >= tours)
		return;
	int now = 0, late = 0, at = 0;
	for (int k = 0; k < stops; k++) {
		int to = tour[t * stops + k];
		now = drive(now, way[at * places + to], hours[to].x, hours[to].y, &late);
		at = to;
	}
	out[t] = now + 10 * late;
}
__global__ void rounds_shared(
	const short *tour, const short *way, const short2 *hours, int *out, int tours, int stops, int places)
{ // the same, the table of ways in shared memory and the rounds turned, so that neighbours read neighbours
	extern __shared__ short table[];
	short2 *open = (short2 *)(table + places * places);
	for (int i = threadIdx.x; i < places * places; i += blockDim.x)
		table[i] = way[i];
	for (int i = threadIdx.x; i < places; i += blockDim.x)
		open[i] = hours[i];
	__syncthreads();
	for (int t = blockIdx.x * blockDim.x + threadIdx.x; t < tours; t += gridDim.x * blockDim.x) {
		int now = 0, late = 0, at = 0;
		for (int k = 0; k < stops; k++) {
			int to = tour[k * tours + t];
			now = drive(now, table[at * places + to], open[to].x, open[to].y, &late);
			at = to;
		}
		out[t] = now + 10 * late;
	}
}
__global__ void shop_thread(const byte *order, const int *minutes, int *out, int orders, int jobs, int machines)
{ // when the last machine of a row is done with all jobs, an order of jobs a thread, the clocks in a local array
	int o = blockIdx.x * blockDim.x + threadIdx.x;
	if (o >= orders)
		return;
	int done[32];
	for (int m = 0; m < machines; m++)
		done[m] = 0;
	for (int k = 0; k < jobs; k++) {
		int j = order[o * jobs + k], before = 0;
		for (int m = 0; m < machines; m++) {
			before = max(before, done[m]) + minutes[j * machines + m];
			done[m] = before;
		}
	}
	out[o] = done[machines - 1];
}
__global__ void shop_warp(const byte *order, const int *minutes, int *out, int orders, int jobs, int machines)
{ // the same, an order a warp: a lane is a machine, a job goes from lane to lane
	int o = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
	if (o >= orders)
		return;
	int done = 0;
	for (int step = 0; step < jobs + machines - 1; step++) {
		int before = __shfl_up_sync(~0u, done, 1), k = step - lane;
		if (lane == 0)
			before = 0;
		if (k >= 0 && k < jobs && lane < machines)
			done = max(before, done) + minutes[order[o * jobs + k] * machines + lane];
	}
	if (lane == machines - 1)
		out[o] = done;
}
void rows()
{
	const int N = 260000, Z = 90;
	std::vector<unsigned> w = words(1 << 20);
	std::vector<int> zone(N), grams(N);
	std::vector<u64> weight(Z);
	for (int i = 0; i < N; i++) {
		zone[i] = w[i] % 5 == 0 ? i / 4000 % Z : (w[i] >> 8) % Z;
		grams[i] = w[i + 700000] % 30000;
		weight[zone[i]] += grams[i];
	}
	int *dz = upload(zone), *dg = upload(grams);
	u64 *sums = dev<u64>(Z);
	auto zero = [&] { CHECK(cudaMemset(sums, 0, Z * 8)); };
	job<u64>(
		"parcel_zones.memory", [&] { zones_memory<<<(N + 255) / 256, 256>>>(dz, dg, sums, N); }, sums, Z,
		same(weight), zero);
	job<u64>(
		"parcel_zones.shared", [&] { zones_shared<<<66, 320, Z * 8>>>(dz, dg, sums, N, Z); }, sums, Z,
		same(weight), zero);
	job<u64>(
		"parcel_zones.lanes_alike", [&] { zones_alike<<<(N + 127) / 128, 128>>>(dz, dg, sums, N); }, sums, Z,
		same(weight), zero);
	const int C = 150, S = 600, W = (S + 31) / 32;
	std::vector<byte> takes(C * S);
	std::vector<unsigned> bits(C * W);
	std::vector<int> start(S + 1), course, clash(C * C);
	for (int s = 0; s < S; s++) {
		start[s] = course.size();
		for (int k = 0; k < 3 + (int)(w[s] % 7); k++) {
			int c = (w[s * 16 + k + 9000] % C) * (w[s * 16 + k + 30000] % C) / C;
			if (!takes[c * S + s])
				course.push_back(c);
			takes[c * S + s] = 1;
			bits[c * W + s / 32] |= 1u << s % 32;
		}
	}
	start[S] = course.size();
	for (int a = 0; a < C; a++)
		for (int b = 0; b < C; b++)
			for (int s = 0; s < S; s++)
				clash[a * C + b] += takes[a * S + s] & takes[b * S + s];
	byte *dt = upload(takes);
	unsigned *db = upload(bits);
	int *ds = upload(start), *dc = upload(course), *out = dev<int>(1 << 16);
	job<int>(
		"exam_clash.bytes", [&] { clash_bytes<<<dim3(5, 19), dim3(32, 8)>>>(dt, out, C, S); }, out, C * C,
		same(clash));
	job<int>(
		"exam_clash.bits_tile", [&] { clash_words<<<dim3(10, 10), dim3(16, 16), 32 * W * 4>>>(db, out, C, W); },
		out, C * C, same(clash));
	job<int>(
		"exam_clash.student_a_thread", [&] { clash_student<<<(S + 63) / 64, 64>>>(ds, dc, out, C, S); }, out,
		C * C, same(clash), [&] { CHECK(cudaMemset(out, 0, C * C * 4)); });
	const int T = 24000, STOPS = 22, P = 120;
	std::vector<short> tour(T * STOPS), turned(T * STOPS), way(P * P);
	std::vector<short2> hours(P);
	std::vector<int> cost(T);
	for (int i = 0; i < P * P; i++)
		way[i] = 3 + std::abs(i / P - i % P) / 4 + w[i] % 9;
	for (int i = 0; i < P; i++) {
		hours[i].x = w[i + 77] % 200;
		hours[i].y = hours[i].x + 40 + w[i + 300] % 120;
	}
	for (int t = 0; t < T; t++) {
		int now = 0, late = 0, at = 0;
		for (int k = 0; k < STOPS; k++) {
			int to = w[t * STOPS + k + 11] % P;
			tour[t * STOPS + k] = turned[k * T + t] = to;
			now = drive(now, way[at * P + to], hours[to].x, hours[to].y, &late);
			at = to;
		}
		cost[t] = now + 10 * late;
	}
	short *dtour = upload(tour), *dturned = upload(turned), *dway = upload(way);
	short2 *dh = upload(hours);
	job<int>(
		"van_rounds.memory",
		[&] { rounds_memory<<<(T + 127) / 128, 128>>>(dtour, dway, dh, out, T, STOPS, P); }, out, T,
		same(cost));
	job<int>(
		"van_rounds.table_shared",
		[&] { rounds_shared<<<132, 192, P * P * 2 + P * 4>>>(dturned, dway, dh, out, T, STOPS, P); }, out, T,
		same(cost));
	const int O = 3000, J = 40, M = 12;
	std::vector<byte> order(O * J);
	std::vector<int> minutes(J * M), end(O);
	for (int i = 0; i < J * M; i++)
		minutes[i] = 1 + w[i + 5] % 60;
	for (int o = 0; o < O; o++) {
		byte *p = &order[o * J];
		int done[M] = { 0 };
		for (int k = 0; k < J; k++)
			p[k] = k;
		for (int k = J - 1; k > 0; k--)
			std::swap(p[k], p[w[o * J + k] % (k + 1)]);
		for (int k = 0; k < J; k++)
			for (int m = 0, before = 0; m < M; m++)
				done[m] = before = std::max(before, done[m]) + minutes[p[k] * M + m];
		end[o] = done[M - 1];
	}
	byte *dorder = upload(order);
	int *dm = upload(minutes);
	job<int>(
		"flow_shop.order_a_thread", [&] { shop_thread<<<(O + 95) / 96, 96>>>(dorder, dm, out, O, J, M); }, out,
		O, same(end));
	job<int>(
		"flow_shop.order_a_warp", [&] { shop_warp<<<O / 4, 128>>>(dorder, dm, out, O, J, M); }, out, O,
		same(end));
}
