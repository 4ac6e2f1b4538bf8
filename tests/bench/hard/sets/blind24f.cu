// blind24f: a fresh set of kernels that nobody had modelled when they were written. Chance and small networks.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__host__ __device__ unsigned mixed(unsigned x)
{
	x = (x ^ x >> 16) * 0x7feb352d;
	x = (x ^ x >> 15) * 0x846ca68b;
	return x ^ x >> 16;
}
__host__ __device__ unsigned soil_row(int world, int row, unsigned dense)
{ // a row of 32 places; each is open with a chance of dense / 8
	unsigned a = mixed(world * 96 + row), b = mixed(a + 0x51ed27), c = mixed(b + 0x2545f4);
	return dense == 5 ? a & b | c : dense == 4 ? a : a | b & c;
}
__host__ __device__ unsigned seep_in_row(unsigned wet, unsigned open)
{ // water spreads along a row as far as it is open
	wet &= open;
	for (unsigned w = 0; w != wet;) {
		w = wet;
		wet |= (wet << 1 | wet >> 1) & open;
	}
	return wet;
}
__global__ void seep_thread(byte *out, int worlds, unsigned dense)
{ // does water seep from the top to the bottom of 32 by 32 places? a world a thread, rows in a local array
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= worlds)
		return;
	unsigned open[32], wet[32];
	for (int r = 0; r < 32; r++) {
		open[r] = soil_row(i, r, dense);
		wet[r] = 0;
	}
	wet[0] = open[0];
	for (bool change = true; change;) {
		change = false;
		for (int r = 1; r < 32; r++) {
			unsigned w = seep_in_row(wet[r] | wet[r - 1], open[r]);
			change |= w != wet[r];
			wet[r] = w;
		}
		for (int r = 30; r >= 0; r--) {
			unsigned w = seep_in_row(wet[r] | wet[r + 1], open[r]);
			change |= w != wet[r];
			wet[r] = w;
		}
	}
	out[i] = wet[31] != 0;
}
__global__ void seep_warp(byte *out, int worlds, unsigned dense)
{ // the same, a row a lane
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (i >= worlds)
		return;
	unsigned open = soil_row(i, lane, dense), wet = lane == 0 ? open : 0;
	for (;;) {
		unsigned above = __shfl_up_sync(~0u, wet, 1), below = __shfl_down_sync(~0u, wet, 1);
		unsigned w = seep_in_row(wet | (lane ? above : 0) | (lane < 31 ? below : 0), open);
		bool change = w != wet;
		wet = w;
		if (!__any_sync(~0u, change))
			break;
	}
	if (lane == 31)
		out[i] = wet != 0;
}
__global__ void seep_block(byte *out, int worlds, unsigned dense)
{ // the same, a world a block, a place a byte in shared memory, names become smaller until none changes
	__shared__ unsigned short name[34][34];
	int x = threadIdx.x + 1, y = threadIdx.y + 1;
	for (int k = threadIdx.y * 32 + threadIdx.x; k < 34 * 34; k += 1024)
		name[k / 34][k % 34] = 0xffff;
	__syncthreads();
	bool open = soil_row(blockIdx.x, threadIdx.y, dense) >> threadIdx.x & 1;
	unsigned short own = !open ? 0xffff : y == 1 ? 0 : 1;
	name[y][x] = own;
	for (;;) {
		__syncthreads();
		bool wet = name[y - 1][x] == 0 || name[y + 1][x] == 0 || name[y][x - 1] == 0 || name[y][x + 1] == 0;
		bool change = own == 1 && wet;
		if (!__syncthreads_or(change))
			break;
		if (change)
			name[y][x] = own = 0;
	}
	bool through = __syncthreads_or(y == 32 && own == 0);
	if (x == 1 && y == 1)
		out[blockIdx.x] = through;
}
__host__ __device__ unsigned next_draw(unsigned &s)
{
	s = s * 1664525 + 1013904223;
	return s >> 16;
}
const int WALK = 60; // steps at most
__global__ void shy_list(int *out, int n)
{ // a walker that never comes where it was before, until it is stuck: all former places looked through
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned seed = mixed(i);
	short place[WALK + 1];
	int x = 0, y = 0, k = 0;
	place[0] = 0;
	for (; k < WALK; k++) {
		int ways[4], many = 0;
		for (int d = 0; d < 4; d++) {
			int p = (y + (d == 2) - (d == 3)) * 256 + x + (d == 0) - (d == 1);
			bool been = false;
			for (int j = 0; j < k && !been; j++)
				been = place[j] == p;
			if (!been)
				ways[many++] = d;
		}
		if (!many)
			break;
		int d = ways[next_draw(seed) % many];
		x += (d == 0) - (d == 1), y += (d == 2) - (d == 3);
		place[k + 1] = y * 256 + x;
	}
	out[i] = k * 65536 + x * x + y * y;
}
template <class F> __host__ __device__ int shy_field(F bit, unsigned seed)
{ // the same with a field of 64 by 64 bits that turns round at its rims (which does not matter in so few steps)
	int x = 0, y = 0, k = 0;
	bit(0, true);
	for (; k < WALK; k++) {
		unsigned can = 0;
		for (int d = 0; d < 4; d++) {
			int p = (y + (d == 2) - (d == 3) & 63) * 64 + (x + (d == 0) - (d == 1) & 63);
			if (!bit(p, false))
				can |= 1u << d;
		}
		int many = (can & 1) + (can >> 1 & 1) + (can >> 2 & 1) + (can >> 3);
		if (!many)
			break;
		int which = next_draw(seed) % many, d = 0;
		for (;; d++)
			if (can >> d & 1 && which-- == 0)
				break;
		x += (d == 0) - (d == 1), y += (d == 2) - (d == 3);
		bit((y & 63) * 64 + (x & 63), true);
	}
	return k * 65536 + x * x + y * y;
}
struct LocalField {
	unsigned *w;
	__host__ __device__ bool operator()(int p, bool set)
	{
		bool was = w[p / 32] >> p % 32 & 1;
		if (set)
			w[p / 32] |= 1u << p % 32;
		return was;
	}
};
struct SharedField {
	unsigned *w; // words of a thread 33 apart from the next thread's
	__device__ bool operator()(int p, bool set)
	{
		unsigned *q = w + p / 32 * 33;
		bool was = *q >> p % 32 & 1;
		if (set)
			*q |= 1u << p % 32;
		return was;
	}
};
__global__ void shy_bits_local(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned field[128];
	for (int k = 0; k < 128; k++)
		field[k] = 0;
	if (i < n)
		out[i] = shy_field(LocalField{ field }, mixed(i));
}
__global__ void shy_bits_shared(int *out, int n)
{
	__shared__ unsigned field[128 * 33];
	int i = blockIdx.x * 32 + threadIdx.x;
	for (int k = threadIdx.x; k < 128 * 33; k += 32)
		field[k] = 0;
	__syncwarp();
	if (i < n)
		out[i] = shy_field(SharedField{ field + threadIdx.x }, mixed(i));
}
const int CELLS = 256; // neurons
__global__ void recall_floats(const float *weight, const float *in, float *out, int rounds)
{ // a picture remembered from a spoilt one: all neurons look at all others; a picture a block
	__shared__ float state[CELLS];
	int t = threadIdx.x;
	state[t] = in[blockIdx.x * CELLS + t];
	for (int r = 0; r < rounds; r++) {
		float s = 0;
		__syncthreads();
		for (int k = 0; k < CELLS; k++)
			s += weight[k * CELLS + t] * state[k];
		__syncthreads();
		state[t] = s < 0 ? -1 : 1;
	}
	out[blockIdx.x * CELLS + t] = state[t];
}
__global__ void recall_patterns(const unsigned *learnt, const unsigned *in, float *out, int patterns, int rounds)
{ // the same without weights: how like is the state to each learnt picture, by counted bits; a picture a warp. A lane
	// keeps eight neurons' sums
	int p = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	unsigned own = in[p * 8 + lane % 8];
	for (int r = 0; r < rounds; r++) {
		int sum[8] = { 0 };
		for (int k = 0; k < patterns; k++) {
			unsigned l = learnt[k * 8 + lane % 8];
			int alike = __reduce_add_sync(~0u, lane < 8 ? 32 - 2 * __popc(l ^ own) : 0);
			for (int j = 0; j < 8; j++) {
				unsigned word = __shfl_sync(~0u, l, j);
				sum[j] += word >> lane & 1 ? alike : -alike;
			}
		}
		unsigned next = 0;
		for (int j = 0; j < 8; j++) {
			int now = __shfl_sync(~0u, own, j) >> lane & 1 ? 1 : -1;
			unsigned vote = __ballot_sync(~0u, sum[j] - patterns * now >= 0); // not from itself
			next = lane % 8 == j ? vote : next;
		}
		own = next;
	}
	for (int j = 0; j < 8; j++)
		out[p * CELLS + j * 32 + lane] = __shfl_sync(~0u, own, j) >> lane & 1 ? 1.0f : -1.0f;
}
__global__ void recall_bytes(const int *weight, const int *in, float *out, int rounds)
{ // the same with weights and states in bytes, four products at once
	__shared__ int state[CELLS / 4];
	int t = threadIdx.x;
	if (t < CELLS / 4)
		state[t] = in[blockIdx.x * (CELLS / 4) + t];
	for (int r = 0; r < rounds; r++) {
		int s = 0;
		__syncthreads();
		for (int k = 0; k < CELLS / 4; k++)
			s = __dp4a(weight[k * CELLS + t], state[k], s);
		__syncthreads();
		((signed char *)state)[t] = s < 0 ? -1 : 1;
	}
	out[blockIdx.x * CELLS + t] = ((signed char *)state)[t];
}
const int HID = 6;
struct Net {
	float a[HID][3], b[HID + 1];
};
__host__ __device__ void learn_one(Net &n, float x, float y, float want, float rate)
{
	float h[HID], o = n.b[HID];
#pragma unroll
	for (int k = 0; k < HID; k++) {
		float s = n.a[k][0] * x + n.a[k][1] * y + n.a[k][2];
		h[k] = s / (1 + fabsf(s));
		o += n.b[k] * h[k];
	}
	float e = rate * (o - want);
#pragma unroll
	for (int k = 0; k < HID; k++) {
		float q = 1 - fabsf(h[k]), back = e * n.b[k] * q * q;
		n.b[k] -= e * h[k];
		n.a[k][0] -= back * x;
		n.a[k][1] -= back * y;
		n.a[k][2] -= back;
	}
	n.b[HID] -= e;
}
__host__ __device__ float start_weight(int net, int k)
{
	return (mixed(net * 64 + k) >> 8) * (2.0f / 16777216) - 1;
}
__host__ __device__ void start_net(Net &n, int net)
{
	for (int k = 0; k < HID; k++) {
		for (int j = 0; j < 3; j++)
			n.a[k][j] = start_weight(net, 3 * k + j);
		n.b[k] = start_weight(net, 40 + k);
	}
	n.b[HID] = 0;
}
__global__ void nets_thread(const float4 *sample, float *out, int nets, int samples, float rate)
{ // many tiny networks learn the same from other starts: a network a thread, in registers, no batch
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= nets)
		return;
	Net n;
	start_net(n, i);
	for (int s = 0; s < samples; s++) {
		float4 p = sample[s];
		learn_one(n, p.x, p.y, p.z, rate);
	}
	for (int k = 0; k <= HID; k++)
		out[k * nets + i] = n.b[k];
}
__global__ void nets_eight(const float4 *sample, float *out, int nets, int samples, float rate)
{ // the same, eight lanes a network, a hidden neuron a lane (two rest)
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 8, k = threadIdx.x % 8;
	float a0 = 0, a1 = 0, a2 = 0, b = 0;
	if (k < HID) {
		a0 = start_weight(i, 3 * k), a1 = start_weight(i, 3 * k + 1), a2 = start_weight(i, 3 * k + 2);
		b = start_weight(i, 40 + k);
	}
	for (int s = 0; s < samples; s++) {
		float4 p = sample[s];
		float v = a0 * p.x + a1 * p.y + a2, h = k == HID ? 1 : k > HID ? 0 : v / (1 + fabsf(v)), o = b * h;
		for (int d = 4; d; d /= 2)
			o += __shfl_xor_sync(~0u, o, d);
		float e = rate * (o - p.z), q = 1 - fabsf(h), back = k < HID ? e * b * q * q : 0;
		b -= e * h;
		a0 -= back * p.x, a1 -= back * p.y, a2 -= back;
	}
	if (k <= HID)
		out[k * nets + i] = b;
}
void rows()
{
	std::vector<unsigned> w = words(1 << 17);
	const int WORLDS = 6000, FEW = 200;
	std::vector<byte> through(WORLDS);
	for (int i = 0; i < WORLDS; i++) {
		unsigned open[32], wet[32] = { 0 };
		for (int r = 0; r < 32; r++)
			open[r] = soil_row(i, r, 5);
		wet[0] = open[0];
		for (bool change = true; change;) {
			change = false;
			for (int k = 1; k < 63; k++) {
				int r = k < 32 ? k : 62 - k;
				unsigned n =
					seep_in_row(wet[r] | (r ? wet[r - 1] : 0) | (r < 31 ? wet[r + 1] : 0), open[r]);
				change |= n != wet[r];
				wet[r] = n;
			}
		}
		through[i] = wet[31] != 0;
	}
	std::vector<byte> few(through.begin(), through.begin() + FEW);
	byte *ob = dev<byte>(WORLDS);
	job<byte>(
		"through_soil.world_a_thread", [&] { seep_thread<<<up(WORLDS, 64), 64>>>(ob, WORLDS, 5); }, ob, WORLDS,
		same(through));
	job<byte>(
		"through_soil.row_a_lane", [&] { seep_warp<<<up(WORLDS, 4), 128>>>(ob, WORLDS, 5); }, ob, WORLDS,
		same(through));
	job<byte>(
		"through_soil.place_a_thread", [&] { seep_block<<<FEW, dim3(32, 32)>>>(ob, FEW, 5); }, ob, FEW,
		same(few));
	const int WALKS = 20000, FEWER = 4000;
	std::vector<int> gone(WALKS);
	for (int i = 0; i < WALKS; i++) {
		unsigned field[128] = { 0 };
		gone[i] = shy_field(LocalField{ field }, mixed(i));
	}
	std::vector<int> fewer(gone.begin(), gone.begin() + FEWER);
	int *o = dev<int>(WALKS);
	job<int>(
		"shy_walker.list_of_places", [&] { shy_list<<<up(FEWER, 64), 64>>>(o, FEWER); }, o, FEWER, same(fewer));
	job<int>(
		"shy_walker.field_in_local", [&] { shy_bits_local<<<up(WALKS, 128), 128>>>(o, WALKS); }, o, WALKS,
		same(gone));
	job<int>(
		"shy_walker.field_in_shared", [&] { shy_bits_shared<<<up(WALKS, 32), 32>>>(o, WALKS); }, o, WALKS,
		same(gone));
	const int PATTERNS = 15, PICTURES = 48, ROUNDS = 4;
	std::vector<unsigned> learnt(PATTERNS * 8), spoilt(PICTURES * 8);
	for (auto &l : learnt)
		l = mixed(&l - learnt.data() + 77);
	for (int i = 0; i < PICTURES * 8; i++)
		spoilt[i] = learnt[i % (PATTERNS * 8)] ^ w[i] & w[i + 500] & (i % 3 ? w[i + 1000] : ~0u);
	auto sign = [](const std::vector<unsigned> &v, int p, int k) {
		return v[p * 8 + k / 32] >> k % 32 & 1 ? 1 : -1;
	};
	std::vector<float> weight(CELLS * CELLS), state(PICTURES * CELLS), want(PICTURES * CELLS);
	std::vector<signed char> weight4(CELLS * CELLS), state4(PICTURES * CELLS);
	for (int a = 0; a < CELLS; a++)
		for (int b = 0; b < CELLS; b++) {
			int s = 0;
			for (int p = 0; p < PATTERNS; p++)
				s += sign(learnt, p, a) * sign(learnt, p, b);
			weight[a * CELLS + b] = a == b ? 0 : s;
			weight4[(a / 4 * CELLS + b) * 4 + a % 4] = a == b ? 0 : s;
		}
	for (int i = 0; i < PICTURES * CELLS; i++)
		state[i] = state4[i] = sign(spoilt, i / CELLS, i % CELLS);
	want = state;
	for (int p = 0; p < PICTURES; p++)
		for (int r = 0; r < ROUNDS; r++) {
			std::vector<float> s(CELLS);
			for (int k = 0; k < CELLS; k++)
				for (int t = 0; t < CELLS; t++)
					s[t] += weight[k * CELLS + t] * want[p * CELLS + k];
			for (int t = 0; t < CELLS; t++)
				want[p * CELLS + t] = s[t] < 0 ? -1 : 1;
		}
	float *dw = upload(weight), *ds = upload(state), *of = dev<float>(1 << 16);
	signed char *dw4 = upload(weight4), *ds4 = upload(state4);
	unsigned *dl = upload(learnt), *dsp = upload(spoilt);
	job<float>(
		"recalled_picture.weights", [&] { recall_floats<<<PICTURES, CELLS>>>(dw, ds, of, ROUNDS); }, of,
		PICTURES * CELLS, same(want));
	job<float>(
		"recalled_picture.weights_in_bytes",
		[&] { recall_bytes<<<PICTURES, CELLS>>>((int *)dw4, (int *)ds4, of, ROUNDS); }, of, PICTURES * CELLS,
		same(want));
	job<float>(
		"recalled_picture.counted_bits",
		[&] { recall_patterns<<<PICTURES / 2, 64>>>(dl, dsp, of, PATTERNS, ROUNDS); }, of, PICTURES * CELLS,
		same(want));
	const int NETS = 4096, SAMPLES = 300;
	std::vector<float4> sample(SAMPLES);
	for (int s = 0; s < SAMPLES; s++) {
		float x = (w[s] >> 16) / 32768.0f - 1, y = (w[s + 999] >> 16) / 32768.0f - 1;
		sample[s] = { x, y, x * y < 0 ? 1.0f : -1.0f, 0 };
	}
	std::vector<float> taught((HID + 1) * NETS);
	for (int i = 0; i < NETS; i++) {
		Net n;
		start_net(n, i);
		for (auto &s : sample)
			learn_one(n, s.x, s.y, s.z, 0.03f);
		for (int k = 0; k <= HID; k++)
			taught[k * NETS + i] = n.b[k];
	}
	float4 *dsa = upload(sample);
	job<float>(
		"tiny_networks.one_a_thread", [&] { nets_thread<<<NETS / 32, 32>>>(dsa, of, NETS, SAMPLES, 0.03f); },
		of, (HID + 1) * NETS, close_to(taught, 1e-2));
	job<float>(
		"tiny_networks.eight_lanes", [&] { nets_eight<<<NETS / 16, 128>>>(dsa, of, NETS, SAMPLES, 0.03f); }, of,
		(HID + 1) * NETS, close_to(taught, 1e-2));
}
