// blind18c: a fresh set of kernels that nobody had modelled when they were written. Ciphers, bits, bytes, paints.
#include "blind7.h"

static const int SIMON = 42;
__constant__ unsigned simon_keys[SIMON];
__host__ __device__ unsigned turned(unsigned v, int by)
{
	return v << by | v >> (32 - by);
}
__host__ __device__ uint2 simoned(uint2 v, const unsigned *keys)
{ // Simon with blocks of 64 bits: ands, rotations, xors
	for (int r = 0; r < SIMON; r += 2) {
		v.y ^= (turned(v.x, 1) & turned(v.x, 8)) ^ turned(v.x, 2) ^ keys[r];
		v.x ^= (turned(v.y, 1) & turned(v.y, 8)) ^ turned(v.y, 2) ^ keys[r + 1];
	}
	return v;
}
__global__ void simon_memory(const uint2 *in, const unsigned *keys, uint2 *out, int n)
{ // a block of text a thread, keys from memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = simoned(in[i], keys);
}
__global__ void simon_constant(const uint2 *in, uint2 *out, int n)
{ // the same, keys in constant memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = simoned(in[i], simon_keys);
}
__global__ void simon_counter(const uint4 *in, uint4 *out, uint2 nonce, int n)
{ // counters are made secret and added to the text: two blocks at once, threads go on through the text
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		uint2 a = simoned(make_uint2(nonce.x, nonce.y + 2 * i), simon_keys);
		uint2 b = simoned(make_uint2(nonce.x, nonce.y + 2 * i + 1), simon_keys);
		uint4 v = in[i];
		out[i] = make_uint4(v.x ^ a.x, v.y ^ a.y, v.z ^ b.x, v.w ^ b.y);
	}
}
__host__ __device__ unsigned voted(u64 seed, int steps)
{ // three shift registers; those that agree with the majority of their middle bits step: the last 32 bits
	unsigned a = seed & 0x7ffff, b = seed >> 19 & 0x3fffff, c = seed >> 41 & 0x7fffff, out = 0;
	for (int s = 0; s < steps; s++) {
		unsigned x = a >> 8 & 1, y = b >> 10 & 1, z = c >> 10 & 1, most = (x & y) | (x & z) | (y & z);
		if (x == most)
			a = (a << 1 & 0x7ffff) | ((a >> 18 ^ a >> 17 ^ a >> 16 ^ a >> 13) & 1);
		if (y == most)
			b = (b << 1 & 0x3fffff) | ((b >> 21 ^ b >> 20) & 1);
		if (z == most)
			c = (c << 1 & 0x7fffff) | ((c >> 22 ^ c >> 21 ^ c >> 20 ^ c >> 7) & 1);
		out = out << 1 | ((a >> 18 ^ b >> 21 ^ c >> 22) & 1);
	}
	return out;
}
__global__ void registers_thread(const u64 *seed, unsigned *out, int n, int steps)
{ // a seed a thread, a bit a step
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = voted(seed[i], steps);
}
__global__ void registers_sliced(const u64 *seed, unsigned *out, int n, int steps)
{ // the same, 32 seeds a thread: a word for each bit of the registers, in local arrays
	int g = blockIdx.x * blockDim.x + threadIdx.x;
	if (g * 32 >= n)
		return;
	unsigned a[19], b[22], c[23];
	for (int k = 0; k < 64; k++) {
		unsigned v = 0;
		for (int j = 0; j < 32; j++)
			v |= (unsigned)(seed[g * 32 + j] >> k & 1) << j;
		if (k < 19)
			a[k] = v;
		else if (k < 41)
			b[k - 19] = v;
		else
			c[k - 41] = v;
	}
	unsigned *mine = out + g * 32;
	for (int s = 0; s < steps; s++) {
		unsigned x = a[8], y = b[10], z = c[10], most = (x & y) | (x & z) | (y & z);
		unsigned p = ~(x ^ most), q = ~(y ^ most), r = ~(z ^ most);
		unsigned fa = a[18] ^ a[17] ^ a[16] ^ a[13], fb = b[21] ^ b[20], fc = c[22] ^ c[21] ^ c[20] ^ c[7];
#pragma unroll
		for (int k = 18; k; k--)
			a[k] = (a[k - 1] & p) | (a[k] & ~p);
#pragma unroll
		for (int k = 21; k; k--)
			b[k] = (b[k - 1] & q) | (b[k] & ~q);
#pragma unroll
		for (int k = 22; k; k--)
			c[k] = (c[k - 1] & r) | (c[k] & ~r);
		a[0] = (fa & p) | (a[0] & ~p), b[0] = (fb & q) | (b[0] & ~q), c[0] = (fc & r) | (c[0] & ~r);
		if (s >= steps - 32)
			mine[s - (steps - 32)] = a[18] ^ b[21] ^ c[22];
	}
}
__global__ void bytes_needed(const unsigned *in, byte *out, int *size, int n)
{ // numbers as bytes of seven bits: a block finds where each begins by a scan, and writes its own piece
	__shared__ int sum[2][192];
	int t = threadIdx.x, i = blockIdx.x * 192 + t, from = 0;
	unsigned v = i < n ? in[i] : 0;
	int need = i < n ? (v < 128 ? 1 : (38 - __clz(v)) / 7) : 0;
	sum[0][t] = need;
	for (int d = 1; d < 192; d *= 2, from ^= 1) {
		__syncthreads();
		sum[from ^ 1][t] = sum[from][t] + (t >= d ? sum[from][t - d] : 0);
	}
	__syncthreads();
	byte *mine = out + blockIdx.x * 960 + sum[from][t] - need;
	for (int k = 0; k < need; k++)
		mine[k] = (v >> 7 * k & 127) | (k < need - 1 ? 128 : 0);
	if (t == 191)
		size[blockIdx.x] = sum[from][t];
}
__global__ void bytes_read(const byte *in, const int *size, unsigned *out, int n)
{ // the way back: one thread of each warp walks through a piece
	int piece = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	if (threadIdx.x % 32 || piece * 192 >= n)
		return;
	const byte *mine = in + piece * 960;
	unsigned v = 0, shift = 0;
	int at = piece * 192;
	for (int k = 0; k < size[piece]; k++) {
		v |= (unsigned)(mine[k] & 127) << shift;
		shift += 7;
		if (mine[k] < 128)
			out[at++] = v, v = shift = 0;
	}
}
__global__ void bits_mirror_ballot(const unsigned *in, unsigned *out, int n)
{ // squares of 32 by 32 bits mirrored, a square a warp: 32 votes
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
	unsigned v = i < n ? in[i] : 0, own = 0;
	for (int k = 0; k < 32; k++) {
		unsigned all = __ballot_sync(~0u, v >> k & 1);
		if (lane == k)
			own = all;
	}
	if (i < n)
		out[i] = own;
}
__global__ void bits_mirror_shuffle(const unsigned *in, unsigned *out, int n)
{ // the same, five rounds: lanes swap halves, quarters and so on
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
	unsigned v = i < n ? in[i] : 0, mask = 0xffff;
	for (int d = 16; d; d /= 2, mask ^= mask << d) {
		unsigned other = __shfl_xor_sync(~0u, v, d);
		v = lane & d ? (v & ~mask) | (other >> d & mask) : (v & mask) | (other << d & ~mask);
	}
	if (i < n)
		out[i] = v;
}
__host__ __device__ byte embossed(int a, int b, int c, int d)
{ // light from a corner
	int v = 128 + 2 * (d - a) + b - c;
	return v < 0 ? 0 : v > 255 ? 255 : v;
}
__global__ void emboss_words(const byte *in, byte *out, int w, int h)
{ // four points a thread from words, the fifth column from one more byte
	int x = (blockIdx.x * blockDim.x + threadIdx.x) * 4, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h - 1)
		return;
	unsigned up = *(const unsigned *)(in + y * w + x), low = *(const unsigned *)(in + (y + 1) * w + x), r = 0;
	byte end_up = x + 4 < w ? in[y * w + x + 4] : 0, end_low = x + 4 < w ? in[(y + 1) * w + x + 4] : 0;
	for (int k = 0; k < 4; k++) {
		int b = k < 3 ? up >> (8 * k + 8) & 255 : end_up, d = k < 3 ? low >> (8 * k + 8) & 255 : end_low;
		r |= (x + k < w - 1 ? embossed(up >> 8 * k & 255, b, low >> 8 * k & 255, d) : 0u) << 8 * k;
	}
	*(unsigned *)(out + y * w + x) = r;
}
static const int PAINTS = 40;
__constant__ int4 paint_box[PAINTS];
__host__ __device__ int nearest_paint(uchar4 p, const int4 *paint)
{
	int best = 0, least = 1 << 30;
	for (int k = 0; k < PAINTS; k++) {
		int r = p.x - paint[k].x, g = p.y - paint[k].y, b = p.z - paint[k].z;
		int d = 2 * r * r + 4 * g * g + 3 * b * b;
		if (d < least)
			least = d, best = k;
	}
	return best;
}
__global__ void paint_constant(const uchar4 *in, byte *out, int n)
{ // the paint that is nearest to each point, paints in constant memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = nearest_paint(in[i], paint_box);
}
__global__ void paint_shared(const uchar4 *in, const int4 *paint, byte *out, int n)
{ // the same, paints in shared memory, three points a thread
	__shared__ int4 box[PAINTS];
	if (threadIdx.x < PAINTS)
		box[threadIdx.x] = paint[threadIdx.x];
	__syncthreads();
	for (int k = 0; k < 3; k++) {
		int i = (blockIdx.x * 3 + k) * blockDim.x + threadIdx.x;
		if (i < n)
			out[i] = nearest_paint(in[i], box);
	}
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	unsigned *dw = upload(w), *o = dev<unsigned>(1 << 20);
	std::vector<unsigned> key(w.begin() + 77, w.begin() + 77 + SIMON);
	CHECK(cudaMemcpyToSymbol(simon_keys, key.data(), 4 * SIMON));
	unsigned *dk = upload(key);
	const int T = 90000;
	std::vector<unsigned> secret(2 * T), hidden(2 * T);
	for (int i = 0; i < T; i++) {
		uint2 v = simoned(make_uint2(w[2 * i], w[2 * i + 1]), key.data()),
		      c = simoned(make_uint2(5, 9 + i), key.data());
		secret[2 * i] = v.x, secret[2 * i + 1] = v.y;
		hidden[2 * i] = w[2 * i] ^ c.x, hidden[2 * i + 1] = w[2 * i + 1] ^ c.y;
	}
	job<unsigned>(
		"simon.keys_in_memory", [&] { simon_memory<<<(T + 127) / 128, 128>>>((uint2 *)dw, dk, (uint2 *)o, T); },
		o, 2 * T, same(secret));
	job<unsigned>(
		"simon.keys_in_constant", [&] { simon_constant<<<(T + 319) / 320, 320>>>((uint2 *)dw, (uint2 *)o, T); },
		o, 2 * T, same(secret));
	job<unsigned>(
		"simon.counters_two_at_once",
		[&] { simon_counter<<<132, 96>>>((uint4 *)dw, (uint4 *)o, make_uint2(5, 9), T / 2); }, o, 2 * T,
		same(hidden));
	const int SEEDS = 12800, STEPS = 96;
	std::vector<u64> seed(SEEDS);
	std::vector<unsigned> stream(SEEDS), sliced(SEEDS);
	for (int i = 0; i < SEEDS; i++) {
		seed[i] = (u64)w[i] << 32 | w[i + SEEDS];
		stream[i] = voted(seed[i], STEPS);
		for (int s = 0; s < 32; s++)
			sliced[i / 32 * 32 + s] |= (stream[i] >> (31 - s) & 1) << i % 32;
	}
	u64 *ds = upload(seed);
	job<unsigned>(
		"voting_registers.bit_a_step", [&] { registers_thread<<<SEEDS / 64, 64>>>(ds, o, SEEDS, STEPS); }, o,
		SEEDS, same(stream));
	job<unsigned>(
		"voting_registers.32_in_slices",
		[&] { registers_sliced<<<(SEEDS / 32 + 31) / 32, 32>>>(ds, o, SEEDS, STEPS); }, o, SEEDS, same(sliced));
	const int V = 50000, PIECES = (V + 191) / 192;
	std::vector<unsigned> number(V);
	std::vector<byte> packed(PIECES * 960);
	std::vector<int> size(PIECES);
	for (int i = 0; i < V; i++) {
		number[i] = w[i] >> w[i + V] % 32;
		int p = i / 192;
		unsigned v = number[i];
		for (; v >= 128; v >>= 7)
			packed[p * 960 + size[p]++] = (v & 127) | 128;
		packed[p * 960 + size[p]++] = v;
	}
	unsigned *dn = upload(number);
	byte *db = dev<byte>(PIECES * 960), *dp = upload(packed);
	int *dz = dev<int>(PIECES), *dsize = upload(size);
	job<byte>(
		"short_numbers.scan_and_write", [&] { bytes_needed<<<PIECES, 192>>>(dn, db, dz, V); }, db, PIECES * 960,
		same(packed));
	job<unsigned>(
		"short_numbers.one_lane_reads", [&] { bytes_read<<<(PIECES + 1) / 2, 64>>>(dp, dsize, o, V); }, o, V,
		same(number));
	const int B = 300000;
	std::vector<unsigned> mirrored(B);
	for (int i = 0; i < B; i++)
		for (int k = 0; k < 32; k++)
			mirrored[i / 32 * 32 + k] |= (w[i] >> k & 1) << i % 32;
	job<unsigned>(
		"bit_mirror.thirty_two_votes", [&] { bits_mirror_ballot<<<(B + 255) / 256, 256>>>(dw, o, B); }, o, B,
		same(mirrored));
	job<unsigned>(
		"bit_mirror.five_swaps", [&] { bits_mirror_shuffle<<<(B + 191) / 192, 192>>>(dw, o, B); }, o, B,
		same(mirrored));
	const int W = 1300, H = 601;
	const byte *pic = (const byte *)w.data();
	std::vector<byte> lit(W * (H - 1));
	for (int y = 0; y < H - 1; y++)
		for (int x = 0; x < W - 1; x++)
			lit[y * W + x] = embossed(
				pic[y * W + x], pic[y * W + x + 1], pic[y * W + W + x], pic[y * W + W + x + 1]);
	byte *de = dev<byte>(W * H);
	job<byte>(
		"emboss.four_points_in_a_word",
		[&] { emboss_words<<<dim3((W / 4 + 31) / 32, (H + 3) / 4), dim3(32, 4)>>>((byte *)dw, de, W, H); }, de,
		W * (H - 1), same(lit));
	std::vector<int4> paint(PAINTS);
	for (int k = 0; k < PAINTS; k++)
		paint[k] = make_int4(w[k] & 255, w[k] >> 8 & 255, w[k] >> 16 & 255, 0);
	CHECK(cudaMemcpyToSymbol(paint_box, paint.data(), 16 * PAINTS));
	int4 *dpaint = upload(paint);
	const int POINTS = 120000;
	std::vector<byte> painted(POINTS);
	for (int i = 0; i < POINTS; i++)
		painted[i] = nearest_paint(((uchar4 *)w.data())[i + 1000], paint.data());
	job<byte>(
		"nearest_paint.constant_box",
		[&] { paint_constant<<<(POINTS + 255) / 256, 256>>>((uchar4 *)dw + 1000, de, POINTS); }, de, POINTS,
		same(painted));
	job<byte>(
		"nearest_paint.shared_box",
		[&] { paint_shared<<<(POINTS + 479) / 480, 160>>>((uchar4 *)dw + 1000, dpaint, de, POINTS); }, de,
		POINTS, same(painted));
}
