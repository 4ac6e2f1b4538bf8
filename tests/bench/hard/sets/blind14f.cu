// blind14f: a fresh set of kernels that nobody had modelled when they were written. Sensors, weather and farms.
#include "blind7.h"
#include <cuda_fp16.h>

__global__ void chill_power(const float *warm, const float *wind, float *out, int n)
{ // how cold the wind feels, by the formula
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float t = warm[i], p = powf(wind[i], 0.16f);
	out[i] = 13.12f + 0.6215f * t - 11.37f * p + 0.3965f * t * p;
}
__global__ void chill_half(const __half2 *warm, const __half2 *wind, __half2 *out, int n)
{ // the same two by two in halves
	const __half2 a = __float2half2_rn(13.12f), b = __float2half2_rn(0.6215f), c = __float2half2_rn(-11.37f);
	const __half2 d = __float2half2_rn(0.3965f), e = __float2half2_rn(0.16f);
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		__half2 t = warm[i], p = h2exp2(__hmul2(e, h2log2(wind[i])));
		out[i] = __hfma2(p, __hfma2(d, t, c), __hfma2(b, t, a));
	}
}
__global__ void gauges_memory(const float4 *gauge, float *out, int w, int h, int gauges)
{ // rain between gauges: each counts the less, the farther it is; a cell a thread
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	float sum = 0, weight = 0;
	for (int k = 0; k < gauges; k++) {
		float4 g = gauge[k];
		float dx = g.x - x, dy = g.y - y, part = 1 / (dx * dx + dy * dy + 0.5f);
		sum += part * g.z;
		weight += part;
	}
	out[y * w + x] = sum / weight;
}
__global__ void gauges_shared(const float4 *gauge, float *out, int w, int h, int gauges)
{ // the same with the gauges in shared memory, part by part, and four cells a thread
	__shared__ float4 some[64];
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = (blockIdx.y * blockDim.y + threadIdx.y) * 4;
	int t = threadIdx.y * blockDim.x + threadIdx.x;
	float sum[4] = { 0 }, weight[4] = { 0 };
	for (int first = 0; first < gauges; first += 64) {
		if (t < 64 && first + t < gauges)
			some[t] = gauge[first + t];
		__syncthreads();
		for (int k = 0; k < min(64, gauges - first); k++) {
			float4 g = some[k];
			float dx = g.x - x, far = dx * dx + 0.5f;
#pragma unroll
			for (int j = 0; j < 4; j++) {
				float dy = g.y - (y + j), part = __fdividef(1, far + dy * dy);
				sum[j] += part * g.z;
				weight[j] += part;
			}
		}
		__syncthreads();
	}
	for (int j = 0; j < 4; j++)
		if (x < w && y + j < h)
			out[(y + j) * w + x] = sum[j] / weight[j];
}
const int FW = 32, FH = 20;
__host__ __device__ int next_wet(int own, int left, int right, int up, int down, int rain, int *used)
{ // one day of a bed: rain, what seeps to and from its neighbours, the sun, and water from a tap if it is dry
	int v = own + rain + (left + right + up + down - 4 * own) / 16;
	v -= v / 20 + 3;
	if (v < 200) {
		v += 150;
		*used += 150;
	}
	return v;
}
__global__ void irrigate_day(const int *wet, int *next, int *used, const byte *rain, int day, int farms)
{ // farms of 32 by 20 beds, one day a launch, a bed a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x, cell = i % (FW * FH), x = cell % FW, y = cell / FW;
	if (i >= farms * FW * FH)
		return;
	int own = wet[i], water = used[i];
	next[i] = next_wet(own, x ? wet[i - 1] : own, x < FW - 1 ? wet[i + 1] : own, y ? wet[i - FW] : own,
		y < FH - 1 ? wet[i + FW] : own, rain[day], &water);
	used[i] = water;
}
__global__ void irrigate_farm(int *wet, int *used, const byte *rain, int days)
{ // the same, a farm a block for all days, with the beds in shared memory
	__shared__ int bed[FH][FW];
	int x = threadIdx.x, y = threadIdx.y, i = blockIdx.x * FW * FH + y * FW + x, own[2], water[2] = { 0, 0 };
	for (int k = 0; k < 2; k++)
		bed[y + k * 10][x] = own[k] = wet[i + k * 10 * FW];
	__syncthreads();
	for (int day = 0; day < days; day++) {
		for (int k = 0; k < 2; k++) {
			int v = y + k * 10, o = own[k];
			int left = x ? bed[v][x - 1] : o, right = x < FW - 1 ? bed[v][x + 1] : o;
			int up = v ? bed[v - 1][x] : o, down = v < FH - 1 ? bed[v + 1][x] : o;
			own[k] = next_wet(o, left, right, up, down, rain[day], &water[k]);
		}
		__syncthreads();
		bed[y][x] = own[0];
		bed[y + 10][x] = own[1];
		__syncthreads();
	}
	for (int k = 0; k < 2; k++)
		used[i + k * 10 * FW] = water[k];
}
__global__ void spikes_sorted(const short *in, short *out, int n, int limit)
{ // spikes of a sensor taken out: where a value is far from the middle one of nine, sorted in a local array
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	short near[9];
	int many = 0;
	for (int k = max(0, i - 4); k <= min(n - 1, i + 4); k++) {
		short v = in[k];
		int at = many++;
		for (; at > 0 && near[at - 1] > v; at--)
			near[at] = near[at - 1];
		near[at] = v;
	}
	short middle = near[many / 2];
	out[i] = abs(in[i] - middle) > limit ? middle : in[i];
}
__global__ void spikes_swaps(const short *in, short *out, int n, int limit)
{ // the same from shared memory, all in registers: neighbours swap until nine are in order
	__shared__ short part[136];
	int first = blockIdx.x * 128 - 4, t = threadIdx.x, i = first + 4 + t;
	for (int k = t; k < 136; k += 128)
		part[k] = first + k >= 0 && first + k < n ? in[first + k] : 0;
	__syncthreads();
	if (i >= n)
		return;
	int v[9];
#pragma unroll
	for (int k = 0; k < 9; k++)
		v[k] = part[t + k];
#pragma unroll
	for (int round = 0; round < 9; round++)
#pragma unroll
		for (int k = round & 1; k < 8; k += 2) {
			int low = min(v[k], v[k + 1]), high = max(v[k], v[k + 1]);
			v[k] = low, v[k + 1] = high;
		}
	int own = part[t + 4], middle = v[4];
	if (i < 4 || i >= n - 4) { // at the ends fewer count: by their ranks
		int from = max(0, i - 4), to = min(n - 1, i + 4), rank = (to - from + 1) / 2;
		for (int a = from; a <= to; a++) {
			int less = 0;
			for (int b = from; b <= to; b++)
				less += in[b] < in[a] || (in[b] == in[a] && b < a);
			middle = less == rank ? in[a] : middle;
		}
	}
	out[i] = abs(own - middle) > limit ? middle : own;
}
__global__ void ripe_rows(const byte *warm, short *out, int stations, int days, int goal)
{ // the day when the wheat is ripe: warmth above ten degrees adds up; a station a thread, its days in a row
	int s = blockIdx.x * blockDim.x + threadIdx.x, sum = 0, d = 0;
	if (s >= stations)
		return;
	for (; d < days; d++) {
		sum += max(0, warm[s * days + d] - 10);
		if (sum >= goal)
			break;
	}
	out[s] = d;
}
__global__ void ripe_columns(const byte *warm, short *out, int stations, int days, int goal)
{ // the same with the stations of a day side by side
	int s = blockIdx.x * blockDim.x + threadIdx.x, sum = 0, d = 0;
	if (s >= stations)
		return;
	for (; d < days; d++) {
		sum += max(0, warm[d * stations + s] - 10);
		if (sum >= goal)
			break;
	}
	out[s] = d;
}
__global__ void ripe_warp(const uchar4 *warm, short *out, int stations, int days, int goal)
{ // the same, a station a warp: 128 days at once, the first lane whose sum is enough is voted for
	int s = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, before = 0, day = days;
	if (s >= stations)
		return;
	for (int first = 0; first < days; first += 128) {
		bool in = first + lane * 4 < days;
		uchar4 v = in ? warm[(s * days + first) / 4 + lane] : make_uchar4(0, 0, 0, 0);
		int d[4] = { max(0, v.x - 10), max(0, v.y - 10), max(0, v.z - 10), max(0, v.w - 10) };
		int own = d[0] + d[1] + d[2] + d[3], sum = own;
		for (int k = 1; k < 32; k *= 2) {
			int other = __shfl_up_sync(~0u, sum, k);
			sum += lane >= k ? other : 0;
		}
		unsigned enough = __ballot_sync(~0u, before + sum >= goal);
		if (enough) {
			int who = __ffs(enough) - 1;
			if (lane == who) {
				int k = 0;
				for (int c = before + sum - own + d[0]; c < goal; c += d[++k])
					;
				day = first + lane * 4 + k;
				out[s] = day;
			}
			return;
		}
		before += __shfl_sync(~0u, sum, 31);
	}
	if (lane == 0)
		out[s] = days;
}
void rows()
{
	const int N = 500000;
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w), warm(N), wind(N), chill(N);
	std::vector<__half> warm2(N), wind2(N);
	for (int i = 0; i < N; i++) {
		warm2[i] = __float2half(f[i] * 35 - 25), wind2[i] = __float2half(5 + f[i + 500000] * 80);
		warm[i] = __half2float(warm2[i]), wind[i] = __half2float(wind2[i]);
		float p = std::pow(wind[i], 0.16f);
		chill[i] = 13.12f + 0.6215f * warm[i] - 11.37f * p + 0.3965f * warm[i] * p;
	}
	float *dwarm = upload(warm), *dwind = upload(wind), *dchill = dev<float>(N);
	__half *hwarm = upload(warm2), *hwind = upload(wind2), *hchill = dev<__half>(N);
	job<float>(
		"wind_chill.power", [&] { chill_power<<<(N + 255) / 256, 256>>>(dwarm, dwind, dchill, N); }, dchill, N,
		close_to(chill));
	job<unsigned short>(
		"wind_chill.halves",
		[&] { chill_half<<<150, 192>>>((__half2 *)hwarm, (__half2 *)hwind, (__half2 *)hchill, N / 2); },
		(unsigned short *)hchill, N,
		[&](const std::vector<unsigned short> &v) {
			for (int i = 0; i < N; i++) {
				__half_raw raw;
				raw.x = v[i];
				if (!(std::fabs(__half2float(__half(raw)) - chill[i]) < 0.2))
					return false;
			}
			return true;
		});
	const int W = 190, H = 140, G = 170;
	std::vector<float4> gauge(G);
	std::vector<float> rain(W * H);
	for (int k = 0; k < G; k++)
		gauge[k] = { f[k] * W, f[k + G] * H, f[k + 2 * G] * 40, 0 };
	for (int i = 0; i < W * H; i++) {
		double sum = 0, weight = 0;
		for (const float4 &g : gauge) {
			double dx = g.x - i % W, dy = g.y - i / W, part = 1 / (dx * dx + dy * dy + 0.5);
			sum += part * g.z, weight += part;
		}
		rain[i] = sum / weight;
	}
	float4 *dg = upload(gauge);
	float *dr = dev<float>(W * H);
	job<float>(
		"rain_gauges.memory",
		[&] { gauges_memory<<<dim3((W + 15) / 16, (H + 7) / 8), dim3(16, 8)>>>(dg, dr, W, H, G); }, dr, W * H,
		close_to(rain));
	job<float>(
		"rain_gauges.four_cells",
		[&] { gauges_shared<<<dim3((W + 31) / 32, (H + 15) / 16), dim3(32, 4)>>>(dg, dr, W, H, G); }, dr, W * H,
		close_to(rain));
	const int FARMS = 140, DAYS = 36, BEDS = FARMS * FW * FH;
	std::vector<int> wet(BEDS), used(BEDS), now, next(BEDS);
	std::vector<byte> falls(DAYS);
	for (int i = 0; i < BEDS; i++)
		wet[i] = 150 + w[i] % 400;
	for (int d = 0; d < DAYS; d++)
		falls[d] = w[d] % 3 ? 0 : w[d] % 50;
	now = wet;
	for (int d = 0; d < DAYS; d++, std::swap(now, next))
		for (int i = 0; i < BEDS; i++) {
			int x = i % FW, y = i / FW % FH, o = now[i];
			next[i] = next_wet(o, x ? now[i - 1] : o, x < FW - 1 ? now[i + 1] : o, y ? now[i - FW] : o,
				y < FH - 1 ? now[i + FW] : o, falls[d], &used[i]);
		}
	int *dwet = upload(wet), *da = dev<int>(BEDS), *db = dev<int>(BEDS), *du = dev<int>(BEDS);
	byte *dfalls = upload(falls);
	job<int>(
		"irrigate.day_a_launch",
		[&] {
			for (int d = 0; d < DAYS; d++)
				irrigate_day<<<BEDS / 256, 256>>>(
					d & 1 ? db : da, d & 1 ? da : db, du, dfalls, d, FARMS);
		},
		du, BEDS, same(used),
		[&] {
			CHECK(cudaMemcpy(da, dwet, BEDS * 4, cudaMemcpyDeviceToDevice));
			CHECK(cudaMemset(du, 0, BEDS * 4));
		});
	job<int>(
		"irrigate.farm_a_block", [&] { irrigate_farm<<<FARMS, dim3(FW, FH / 2)>>>(dwet, du, dfalls, DAYS); },
		du, BEDS, same(used));
	const int S = 180000, LIMIT = 400;
	std::vector<short> sense(S), clean(S);
	for (int i = 0; i < S; i++) {
		int spike = w[i] % 41 == 0 ? (int)(w[i] >> 8) % 9000 - 4500 : 0;
		sense[i] = 5000 * std::sin(i * 0.003) + (int)(w[i] % 300) + spike;
	}
	for (int i = 0; i < S; i++) {
		std::vector<short> near(sense.begin() + std::max(0, i - 4), sense.begin() + std::min(S, i + 5));
		std::sort(near.begin(), near.end());
		short middle = near[near.size() / 2];
		clean[i] = std::abs(sense[i] - middle) > LIMIT ? middle : sense[i];
	}
	short *ds = upload(sense), *dclean = dev<short>(S);
	job<short>(
		"spikes.sorted_locally", [&] { spikes_sorted<<<(S + 191) / 192, 192>>>(ds, dclean, S, LIMIT); }, dclean,
		S, same(clean));
	job<short>(
		"spikes.swaps_in_registers", [&] { spikes_swaps<<<(S + 127) / 128, 128>>>(ds, dclean, S, LIMIT); },
		dclean, S, same(clean));
	const int PLACES = 2600, YEAR = 360, GOAL = 900;
	std::vector<byte> by_place(PLACES * YEAR), by_day(PLACES * YEAR);
	std::vector<short> ripe(PLACES, YEAR);
	for (int s = 0; s < PLACES; s++)
		for (int d = 0, sum = 0; d < YEAR; d++) {
			int mild = 4 + w[s] % 12 + 10 * std::sin((d - 60) * M_PI / 180) + w[s * YEAR + d] % 7;
			by_place[s * YEAR + d] = by_day[d * PLACES + s] = std::max(mild, 0);
			sum += std::max(0, by_place[s * YEAR + d] - 10);
			if (sum >= GOAL && ripe[s] == YEAR)
				ripe[s] = d;
		}
	byte *dplace = upload(by_place), *dday = upload(by_day);
	short *dripe = dev<short>(PLACES);
	job<short>(
		"ripe_day.days_in_a_row",
		[&] { ripe_rows<<<(PLACES + 127) / 128, 128>>>(dplace, dripe, PLACES, YEAR, GOAL); }, dripe, PLACES,
		same(ripe));
	job<short>(
		"ripe_day.places_side_by_side",
		[&] { ripe_columns<<<(PLACES + 31) / 32, 32>>>(dday, dripe, PLACES, YEAR, GOAL); }, dripe, PLACES,
		same(ripe));
	job<short>(
		"ripe_day.place_a_warp",
		[&] { ripe_warp<<<(PLACES + 3) / 4, 128>>>((uchar4 *)dplace, dripe, PLACES, YEAR, GOAL); }, dripe,
		PLACES, same(ripe));
}
