// blind25h: a fresh set of kernels that nobody had modelled when they were written. Radio, radar, echoes, filters.
#include "blind7.h"
typedef unsigned u32;

static const int BITS = 96; // of a frame
__host__ __device__ inline int code_of(int state)
{ // two bits sent when seven bits are in the register
	u32 a = state & 0x6d, b = state & 0x4f;
	a ^= a >> 4, a ^= a >> 2, a ^= a >> 1, b ^= b >> 4, b ^= b >> 2, b ^= b >> 1;
	return (a & 1) << 1 | (b & 1);
}
__device__ int miss_of(int code, int2 soft)
{
	return (code & 2 ? 15 - soft.x : soft.x) + (code & 1 ? 15 - soft.y : soft.y);
}
__device__ void walk_back(const u32 *low, const u32 *high, int at, u32 *out)
{ // from the best end back to the start
	for (int k = BITS - 1; k >= 0; k--) {
		out[k / 32] |= (u32)(at & 1) << k % 32;
		int chosen = (at & 32 ? high : low)[k] >> (at & 31) & 1;
		at = at >> 1 | chosen << 5;
	}
}
__global__ void likely_bits_warp(const int2 *soft, u32 *out, int frames)
{ // the likeliest bits of a frame: 64 states, two a lane, votes keep the choices
	__shared__ u32 kept[4][2][BITS];
	int w = threadIdx.x / 32, lane = threadIdx.x % 32, f = blockIdx.x * 4 + w, low = lane ? 9999 : 0, high = 9999;
	int code[4];
	for (int k = 0; k < 4; k++) // state (low/high), coming from the one with its top bit clear or set
		code[k] = code_of((k >> 1 ? lane | 32 : lane) | (k & 1) << 6);
	for (int k = 0; k < BITS; k++) {
		int2 s = soft[f * BITS + k];
		// state x comes from x >> 1 and x >> 1 | 32
		int la = __shfl_sync(~0u, low, lane >> 1), lb = __shfl_sync(~0u, high, lane >> 1);
		int ha = __shfl_sync(~0u, low, lane >> 1 | 16), hb = __shfl_sync(~0u, high, lane >> 1 | 16);
		la += miss_of(code[0], s), lb += miss_of(code[1], s);
		ha += miss_of(code[2], s), hb += miss_of(code[3], s);
		u32 vl = __ballot_sync(~0u, lb < la), vh = __ballot_sync(~0u, hb < ha);
		low = min(la, lb), high = min(ha, hb);
		if (lane == 0)
			kept[w][0][k] = vl, kept[w][1][k] = vh;
	}
	u32 best = __reduce_min_sync(~0u, min(low << 8 | lane, high << 8 | lane | 32));
	__syncwarp();
	if (lane == 0) {
		u32 bits[BITS / 32] = {};
		walk_back(kept[w][0], kept[w][1], best & 63, bits);
		for (int k = 0; k < BITS / 32; k++)
			out[f * (BITS / 32) + k] = bits[k];
	}
}
__global__ void likely_bits_block(const int2 *soft, u32 *out)
{ // a state a thread, sums in shared memory
	__shared__ int sum[2][64], best;
	__shared__ u32 kept[2][BITS];
	int t = threadIdx.x, f = blockIdx.x, a = code_of(t), b = code_of(t | 64);
	sum[0][t] = t ? 9999 : 0;
	if (t == 0)
		best = 1 << 30;
	for (int k = 0; k < BITS; k++) {
		__syncthreads();
		int2 s = soft[f * BITS + k];
		int from0 = sum[k & 1][t >> 1] + miss_of(a, s), from1 = sum[k & 1][t >> 1 | 32] + miss_of(b, s);
		u32 v = __ballot_sync(~0u, from1 < from0);
		sum[~k & 1][t] = min(from0, from1);
		if (t % 32 == 0)
			kept[t / 32][k] = v;
	}
	atomicMin(&best, sum[BITS & 1][t] << 8 | t);
	__syncthreads();
	if (t == 0) {
		u32 bits[BITS / 32] = {};
		walk_back(kept[0], kept[1], best & 63, bits);
		for (int k = 0; k < BITS / 32; k++)
			out[f * (BITS / 32) + k] = bits[k];
	}
}
__global__ void checks_tell(const int *row, const int *bit, const int *value, const int *told, int *tell, int checks)
{ // a check tells each of its bits what the others say: the least and the next to least
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= checks)
		return;
	int least = 1 << 20, next = least, who = -1, odd = 0;
	for (int e = row[c]; e < row[c + 1]; e++) {
		int v = value[bit[e]] - told[e], a = abs(v);
		odd ^= v < 0;
		if (a < least)
			next = least, least = a, who = e;
		else
			next = min(next, a);
	}
	for (int e = row[c]; e < row[c + 1]; e++) {
		int v = value[bit[e]] - told[e], m = (e == who ? next : least) * 3 / 4;
		tell[e] = odd ^ (v < 0) ? -m : m;
	}
}
__global__ void bits_hear(const int *first, const int *edge, const int *heard, const int *tell, int *value, int bits)
{
	int b = blockIdx.x * blockDim.x + threadIdx.x;
	if (b >= bits)
		return;
	int sum = heard[b];
	for (int k = first[b]; k < first[b + 1]; k++)
		sum += tell[edge[k]];
	value[b] = sum;
}
struct Tone {
	float b0, b1, b2, a1, a2;
};
static const int PARTS = 4;
__constant__ Tone tone[PARTS];
__host__ __device__ inline float rung(const Tone &t, float x, float *z)
{
	float y = t.b0 * x + z[0];
	z[0] = t.b1 * x - t.a1 * y + z[1];
	z[1] = t.b2 * x - t.a2 * y;
	return y;
}
__global__ void tones_together(const float *in, float *out, int channels, int n)
{ // four filters one after another; a channel a thread, samples of a time side by side
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= channels)
		return;
	float z[PARTS][2] = {};
	for (int t = 0; t < n; t++) {
		float v = in[t * channels + c];
		for (int k = 0; k < PARTS; k++)
			v = rung(tone[k], v, z[k]);
		out[t * channels + c] = v;
	}
}
__global__ void tones_apart(const float *in, float *out, int channels, int n)
{ // samples of a channel side by side
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= channels)
		return;
	float z[PARTS][2] = {};
	for (int t = 0; t < n; t++) {
		float v = in[c * n + t];
		for (int k = 0; k < PARTS; k++)
			v = rung(tone[k], v, z[k]);
		out[c * n + t] = v;
	}
}
__global__ void tones_pipeline(const float *in, float *out, int channels, int n)
{ // a filter a lane: four lanes a channel hand samples on
	int i = blockIdx.x * blockDim.x + threadIdx.x, c = min(i / PARTS, channels - 1), k = i % PARTS;
	Tone own = tone[k];
	float z[2] = {}, y = 0;
	for (int t = 0; t < n + PARTS - 1; t++) {
		float x = __shfl_up_sync(~0u, y, 1, PARTS);
		if (k == 0)
			x = t < n ? in[c * n + t] : 0;
		if (t >= k)
			y = rung(own, x, z);
		if (k == PARTS - 1 && t >= k)
			out[c * n + t - k] = y;
	}
}
static const int GUARD = 3, AROUND = 16;
__global__ void echoes_direct(const int *power, byte *out, int n)
{ // is a cell much louder than those around it? a pulse a row; each cell adds up its surroundings
	int x = blockIdx.x * blockDim.x + threadIdx.x, sum = 0, many = 0;
	const int *p = power + blockIdx.y * n;
	if (x >= n)
		return;
	for (int d = GUARD + 1; d <= GUARD + AROUND; d++) {
		if (x >= d)
			sum += p[x - d], many++;
		if (x + d < n)
			sum += p[x + d], many++;
	}
	out[blockIdx.y * n + x] = p[x] * many > 6 * sum;
}
__global__ void echoes_sums(const int *power, byte *out, int n)
{ // a pulse of 1024 cells a block: running sums first, then four reads
	__shared__ int sum[1025], warps[16];
	const int *p = power + blockIdx.x * 1024;
	int t = threadIdx.x, lane = t % 32, a = p[2 * t], b = p[2 * t + 1], s = a + b;
	for (int d = 1; d < 32; d *= 2) {
		int v = __shfl_up_sync(~0u, s, d);
		s += lane >= d ? v : 0;
	}
	if (lane == 31)
		warps[t / 32] = s;
	__syncthreads();
	for (int k = 0; k < t / 32; k++)
		s += warps[k];
	sum[2 * t + 2] = s, sum[2 * t + 1] = s - b;
	if (t == 0)
		sum[0] = 0;
	__syncthreads();
	for (int x = t; x < 1024; x += 512) {
		int l0 = max(x - GUARD - AROUND, 0), l1 = max(x - GUARD, 0);
		int r0 = min(x + GUARD + 1, 1024), r1 = min(x + GUARD + AROUND + 1, 1024);
		int own = sum[x + 1] - sum[x], all = sum[l1] - sum[l0] + sum[r1] - sum[r0];
		out[blockIdx.x * 1024 + x] = own * (l1 - l0 + r1 - r0) > 6 * all;
	}
}
static const int BANDS = 64;
__constant__ int lateness[BANDS];
__global__ void pulsar_thread(const byte *in, int *out, int n, int wide)
{ // low notes of a pulse come late: for each guess of how late, all bands are added; a time a thread
	int t = blockIdx.x * blockDim.x + threadIdx.x, guess = blockIdx.y, sum = 0;
	if (t >= n)
		return;
	for (int b = 0; b < BANDS; b++)
		sum += in[b * wide + t + (lateness[b] * guess >> 4)];
	out[guess * n + t] = sum;
}
__global__ void pulsar_many(const byte *in, int *out, int n, int wide)
{ // eight guesses a thread, bands outside
	int t = blockIdx.x * blockDim.x + threadIdx.x, guess = blockIdx.y * 8, sum[8] = {};
	if (t >= n)
		return;
	for (int b = 0; b < BANDS; b++) {
		const byte *p = in + b * wide + t;
		int l = lateness[b];
		for (int k = 0; k < 8; k++)
			sum[k] += p[l * (guess + k) >> 4];
	}
	for (int k = 0; k < 8; k++)
		out[(guess + k) * n + t] = sum[k];
}
static const int SPAN = 96;
__global__ void warped_thread(const short *a, const short *b, int *out, int n)
{ // how alike are two movements if time may stretch? a pair a thread, a line in a local array
	int i = blockIdx.x * blockDim.x + threadIdx.x, line[SPAN];
	if (i >= n)
		return;
	for (int y = 0; y < SPAN; y++) {
		int slant = y ? 1 << 28 : 0, left = 1 << 28, own = a[i * SPAN + y];
		for (int x = 0; x < SPAN; x++) {
			int up = y ? line[x] : 1 << 28;
			left = min(slant, min(left, up)) + abs(own - b[i * SPAN + x]);
			slant = up;
			line[x] = left;
		}
	}
	out[i] = line[SPAN - 1];
}
__global__ void warped_warp(const short *a, const short *b, int *out, int n)
{ // a pair a warp: three lines a lane, lanes one step behind another
	__shared__ short other[2][SPAN];
	int w = threadIdx.x / 32, lane = threadIdx.x % 32, i = blockIdx.x * 2 + w;
	int own[3], last[3] = { 1 << 28, 1 << 28, 1 << 28 }, slant = lane ? 1 << 28 : 0;
	for (int k = 0; k < 3; k++) {
		own[k] = a[i * SPAN + lane * 3 + k];
		other[w][lane + 32 * k] = b[i * SPAN + lane + 32 * k];
	}
	__syncwarp();
	for (int t = 0; t < SPAN + 31; t++) {
		int up = __shfl_up_sync(~0u, last[2], 1), x = t - lane;
		if (lane == 0)
			up = 1 << 28;
		if (x >= 0 && x < SPAN) {
			int s = slant, u = up;
			slant = up;
			for (int k = 0; k < 3; k++) {
				int v = min(s, min(u, last[k])) + abs(own[k] - other[w][x]);
				s = last[k], last[k] = u = v;
			}
		}
	}
	if (lane == 31)
		out[i] = last[2];
}
static void codes(const std::vector<u32> &w)
{
	const int F = 1200, WORDS = BITS / 32;
	std::vector<u32> bits(F * WORDS);
	std::vector<int2> soft(F * BITS);
	for (int f = 0; f < F; f++)
		for (int k = 0, state = 0; k < BITS; k++) {
			int bit = w[f * BITS + k] >> 5 & (k < BITS - 6);
			state = (state << 1 | bit) & 127;
			bits[f * WORDS + k / 32] |= (u32)bit << k % 32;
			int c = code_of(state), bad = w[f * BITS + k + 9] % 16;
			soft[f * BITS + k] = make_int2((c & 2 ? 13 : 2) + (int)(w[k + f] % 3) - 1, (c & 1 ? 12 : 3));
			if (bad == 0 && k % 8 == 0)
				soft[f * BITS + k].x = 15 - soft[f * BITS + k].x;
		}
	int2 *ds = upload(soft);
	u32 *o = dev<u32>(F * WORDS);
	job<u32>(
		"likeliest_bits.frame_a_warp", [&] { likely_bits_warp<<<F / 4, 128>>>(ds, o, F); }, o, F * WORDS,
		same(bits));
	job<u32>(
		"likeliest_bits.state_a_thread", [&] { likely_bits_block<<<F, 64>>>(ds, o); }, o, F * WORDS,
		same(bits));
	const int B = 24000, C = 12000, ROUNDS = 6;
	std::vector<std::vector<int>> at(C);
	for (int i = 0; i < 3 * B; i++)
		at[i < C ? i : w[i] % C].push_back(i % B);
	std::vector<int> row{ 0 }, bit, first(B + 1), edge;
	for (auto &l : at) {
		bit.insert(bit.end(), l.begin(), l.end());
		row.push_back(bit.size());
	}
	for (int b : bit)
		first[b + 1]++;
	for (int b = 0; b < B; b++)
		first[b + 1] += first[b];
	std::vector<int> fill(first), heard(B), tell(bit.size());
	edge.resize(bit.size());
	for (size_t e = 0; e < bit.size(); e++)
		edge[fill[bit[e]]++] = e;
	for (int b = 0; b < B; b++)
		heard[b] = (int)(w[b] % 200) - 30;
	std::vector<int> value(heard);
	for (int r = 0; r < ROUNDS; r++) {
		std::vector<int> fresh(heard);
		for (int c = 0; c < C; c++) {
			std::vector<int> v, all;
			for (int e = row[c]; e < row[c + 1]; e++)
				v.push_back(value[bit[e]] - tell[e]);
			for (size_t k = 0; k < v.size(); k++) {
				int least = 1 << 20, minus = 0;
				for (size_t q = 0; q < v.size(); q++)
					if (q != k)
						least = std::min(least, abs(v[q])), minus ^= v[q] < 0;
				all.push_back((minus ? -1 : 1) * (least * 3 / 4));
			}
			for (size_t k = 0; k < v.size(); k++)
				fresh[bit[row[c] + k]] += tell[row[c] + k] = all[k];
		}
		value = fresh;
	}
	int *dr = upload(row), *db = upload(bit), *df = upload(first), *de = upload(edge), *dh = upload(heard),
	    *ov = dev<int>(B), *dt = dev<int>(bit.size());
	job<int>(
		"checks_and_bits.six_rounds",
		[&] {
			for (int r = 0; r < ROUNDS; r++) {
				checks_tell<<<(C + 127) / 128, 128>>>(dr, db, ov, dt, dt, C);
				bits_hear<<<(B + 255) / 256, 256>>>(df, de, dh, dt, ov, B);
			}
		},
		ov, B, same(value),
		[&] {
			CHECK(cudaMemset(dt, 0, bit.size() * 4));
			CHECK(cudaMemcpy(ov, dh, B * 4, cudaMemcpyDeviceToDevice));
		});
}
static void filters(const std::vector<float> &f)
{
	const int C = 1024, N = 300;
	Tone t[PARTS];
	for (int k = 0; k < PARTS; k++)
		t[k] = { 0.2f + 0.1f * k, 0.3f, 0.1f, -0.9f + 0.2f * k, 0.4f - 0.05f * k };
	CHECK(cudaMemcpyToSymbol(tone, t, sizeof t));
	std::vector<float> apart(f.begin(), f.begin() + C * N), together(C * N), want(C * N), turned(C * N);
	for (int c = 0; c < C; c++) {
		double z[PARTS][2] = {};
		for (int i = 0; i < N; i++) {
			double v = together[i * C + c] = apart[c * N + i];
			for (int k = 0; k < PARTS; k++) {
				double y = t[k].b0 * v + z[k][0];
				z[k][0] = t[k].b1 * v - t[k].a1 * y + z[k][1];
				z[k][1] = t[k].b2 * v - t[k].a2 * y;
				v = y;
			}
			want[c * N + i] = turned[i * C + c] = v;
		}
	}
	float *dt = upload(together), *da = upload(apart), *o = dev<float>(C * N);
	job<float>(
		"four_filters.channels_together", [&] { tones_together<<<C / 64, 64>>>(dt, o, C, N); }, o, C * N,
		close_to(turned));
	job<float>(
		"four_filters.channels_apart", [&] { tones_apart<<<C / 64, 64>>>(da, o, C, N); }, o, C * N,
		close_to(want));
	job<float>(
		"four_filters.filter_a_lane", [&] { tones_pipeline<<<C * PARTS / 128, 128>>>(da, o, C, N); }, o, C * N,
		close_to(want));
}
static void echoes(const std::vector<u32> &w)
{
	const int N = 1024, PULSES = 150;
	std::vector<int> power(N * PULSES);
	std::vector<byte> loud(N * PULSES);
	for (int i = 0; i < N * PULSES; i++)
		power[i] = w[i] % 100 + w[i + 7] % 100 + (w[i] % 61 == 0) * 700;
	for (int i = 0; i < N * PULSES; i++) {
		int sum = 0, many = 0;
		for (int x = 0; x < N; x++) {
			if (abs(x - i % N) > 40)
				x = x < i % N ? i % N - 40 : N;
			int d = abs(x - i % N);
			if (x < N && d > GUARD && d <= GUARD + AROUND)
				sum += power[i / N * N + x], many++;
		}
		loud[i] = power[i] * many > 6 * sum;
	}
	int *dp = upload(power);
	byte *o = dev<byte>(N * PULSES);
	job<byte>(
		"louder_than_around.direct", [&] { echoes_direct<<<dim3(N / 128, PULSES), 128>>>(dp, o, N); }, o,
		N * PULSES, same(loud));
	job<byte>(
		"louder_than_around.running_sums", [&] { echoes_sums<<<PULSES, 512>>>(dp, o, N); }, o, N * PULSES,
		same(loud));
	const int T = 1000, GUESSES = 32, WIDE
	= T + 600;
	std::vector<byte> sky(BANDS * WIDE);
	std::vector<int> late(BANDS), sum(GUESSES * T);
	for (size_t i = 0; i < sky.size(); i++)
		sky[i] = w[i] & 255;
	for (int b = 0; b < BANDS; b++)
		late[b] = 40000 / (160 - b) - 250;
	int lowest = *std::min_element(late.begin(), late.end());
	for (auto &l : late)
		l = (l - lowest) * 250 / 170;
	for (int g = 0; g < GUESSES; g++)
		for (int b = 0; b < BANDS; b++)
			for (int t = 0; t < T; t++)
				sum[g * T + t] += sky[b * WIDE + std::min(t + late[b] * g / 16, WIDE - 1)];
	CHECK(cudaMemcpyToSymbol(lateness, late.data(), 4 * BANDS));
	byte *ds = upload(sky);
	int *oi = dev<int>(GUESSES * T);
	job<int>(
		"late_low_notes.guess_and_time_a_thread",
		[&] { pulsar_thread<<<dim3((T + 63) / 64, GUESSES), 64>>>(ds, oi, T, WIDE); }, oi, GUESSES * T,
		same(sum));
	job<int>(
		"late_low_notes.eight_guesses",
		[&] { pulsar_many<<<dim3((T + 63) / 64, GUESSES / 8), 64>>>(ds, oi, T, WIDE); }, oi, GUESSES * T,
		same(sum));
	const int P = 256;
	std::vector<short> a(P * SPAN), b(P * SPAN);
	std::vector<int> want(P);
	for (int i = 0; i < P * SPAN; i++)
		a[i] = w[i] % 1000, b[i] = i > 2 ? a[i - i % 3] + w[i + 9] % 50 : 0;
	for (int i = 0; i < P; i++) {
		std::vector<int> m((SPAN + 1) * (SPAN + 1), 1 << 28);
		m[0] = 0;
		for (int y = 1; y <= SPAN; y++)
			for (int x = 1; x <= SPAN; x++) {
				int *p = &m[y * (SPAN + 1) + x];
				*p = std::min(p[-1], std::min(p[-SPAN - 1], p[-SPAN - 2])) +
					abs(a[i * SPAN + y - 1] - b[i * SPAN + x - 1]);
			}
		want[i] = m.back();
	}
	short *da = upload(a), *db = upload(b);
	job<int>(
		"stretched_movements.pair_a_thread", [&] { warped_thread<<<P / 32, 32>>>(da, db, oi, P); }, oi, P,
		same(want));
	job<int>(
		"stretched_movements.pair_a_warp", [&] { warped_warp<<<P / 2, 64>>>(da, db, oi, P); }, oi, P,
		same(want));
}
void rows()
{
	std::vector<u32> w = words(400000);
	std::vector<float> f = fractions(w);
	codes(w);
	filters(f);
	echoes(w);
}
