// blind14c: a fresh set of kernels that nobody had modelled when they were written. Sound.
#include "blind7.h"

__global__ void loud_thread(const short *sound, u64 *out, int windows, int hop, int length)
{ // the power of overlapping windows of a sound, a window a thread
	int k = blockIdx.x * blockDim.x + threadIdx.x;
	if (k >= windows)
		return;
	u64 sum = 0;
	for (int i = 0; i < length; i++) {
		int v = sound[k * hop + i];
		sum += v * v;
	}
	out[k] = sum;
}
__global__ void loud_block(const short *sound, u64 *out, int hop, int length)
{ // the same, a window a block
	__shared__ u64 part[3];
	u64 sum = 0;
	for (int i = threadIdx.x; i < length; i += blockDim.x) {
		int v = sound[blockIdx.x * hop + i];
		sum += v * v;
	}
	for (int k = 16; k; k /= 2)
		sum += __shfl_xor_sync(~0u, sum, k);
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = sum;
	__syncthreads();
	if (threadIdx.x == 0)
		out[blockIdx.x] = part[0] + part[1] + part[2];
}
__global__ void loud_hops(const short2 *sound, u64 *hops, int n, int hop)
{ // the power of each hop alone, a hop eight lanes
	int i = blockIdx.x * blockDim.x + threadIdx.x, h = i / 8;
	u64 sum = 0;
	if (h < n)
		for (int k = i % 8; k < hop / 2; k += 8) {
			short2 v = sound[h * (hop / 2) + k];
			sum += v.x * v.x + v.y * v.y;
		}
	for (int k = 4; k; k /= 2)
		sum += __shfl_xor_sync(~0u, sum, k);
	if (i % 8 == 0 && h < n)
		hops[h] = sum;
}
__global__ void loud_gather(const u64 *hops, u64 *out, int windows, int hops_each)
{ // the same windows, from the powers of their hops
	int k = blockIdx.x * blockDim.x + threadIdx.x;
	if (k >= windows)
		return;
	u64 sum = 0;
	for (int h = 0; h < hops_each; h++)
		sum += hops[k + h];
	out[k] = sum;
}
__constant__ short steps_of[89];
__constant__ signed char moves_of[8] = { -1, -1, -1, -1, 2, 4, 6, 8 };
__host__ __device__ int adpcm_next(int code, int step, int now)
{ // one sample more from a code of four bits
	int change = step >> 3;
	if (code & 4)
		change += step;
	if (code & 2)
		change += step >> 1;
	if (code & 1)
		change += step >> 2;
	now += code & 8 ? -change : change;
	return now < -32768 ? -32768 : now > 32767 ? 32767 : now;
}
__global__ void adpcm_constant(const byte *code, short *out, int streams, int bytes)
{ // speech of four bits a sample: a stream a thread, byte by byte, the table in constant memory
	int s = blockIdx.x * blockDim.x + threadIdx.x, now = 0, at = 20;
	if (s >= streams)
		return;
	for (int i = 0; i < bytes; i++) {
		int two = code[s * bytes + i];
		for (int half = 0; half < 2; half++, two >>= 4) {
			now = adpcm_next(two & 15, steps_of[at], now);
			at = min(max(at + moves_of[two & 7], 0), 88);
			out[s * bytes * 2 + i * 2 + half] = now;
		}
	}
}
__global__ void adpcm_shared(const unsigned *code, int4 *out, int streams, int words)
{ // the same with the table in shared memory, eight samples a load and a store
	__shared__ int table[89];
	for (int i = threadIdx.x; i < 89; i += blockDim.x)
		table[i] = steps_of[i];
	__syncthreads();
	int s = blockIdx.x * blockDim.x + threadIdx.x, now = 0, at = 20;
	if (s >= streams)
		return;
	for (int i = 0; i < words; i++) {
		unsigned eight = code[s * words + i];
		int v[4];
#pragma unroll
		for (int k = 0; k < 8; k++, eight >>= 4) {
			now = adpcm_next(eight & 15, table[at], now);
			int move = eight & 4 ? 2 + 2 * (eight & 3) : -1;
			at = min(max(at + move, 0), 88);
			v[k / 2] = k & 1 ? v[k / 2] | now << 16 : now & 0xffff;
		}
		out[s * words + i] = make_int4(v[0], v[1], v[2], v[3]);
	}
}
const int REACH = 65;
__global__ void peak_near(const short *sound, short *out, int n)
{ // the highest of 65 samples from each on
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int high = 0;
	for (int k = i; k < min(i + REACH, n); k++)
		high = max(high, abs(sound[k]));
	out[i] = high;
}
__global__ void peak_ends(const short *sound, short *out, int n)
{ // the same from the highest so far of stretches of 65, forward and backward, a stretch a thread
	__shared__ short ahead[9 * REACH], behind[9 * REACH];
	int first = blockIdx.x * 8 * REACH, t = threadIdx.x;
	for (int i = t; i < 9 * REACH; i += blockDim.x)
		ahead[i] = behind[i] = first + i < n ? abs(sound[first + i]) : 0;
	__syncthreads();
	if (t < 9)
		for (int k = 1; k < REACH; k++)
			ahead[t * REACH + k] = max(ahead[t * REACH + k], ahead[t * REACH + k - 1]);
	else if (t >= 32 && t < 41)
		for (int k = REACH - 2, own = (t - 32) * REACH; k >= 0; k--)
			behind[own + k] = max(behind[own + k], behind[own + k + 1]);
	__syncthreads();
	for (int i = t; i < 8 * REACH; i += blockDim.x)
		if (first + i < n)
			out[first + i] = max(behind[i], ahead[i + REACH - 1]);
}
__global__ void peak_doubling(const short *sound, short *out, int n)
{ // the same by windows that double: 1, 2, 4 ... 64 wide, and one more
	__shared__ short a[2][256 + 64];
	int first = blockIdx.x * 256, t = threadIdx.x, now = 0;
	for (int i = t; i < 320; i += 256)
		a[0][i] = first + i < n ? abs(sound[first + i]) : 0;
	__syncthreads();
	short last = a[0][t + 64];
	for (int wide = 1; wide < 64; wide *= 2, now ^= 1) {
		for (int i = t; i < 320; i += 256)
			a[now ^ 1][i] = i + wide < 320 ? max(a[now][i], a[now][i + wide]) : a[now][i];
		__syncthreads();
	}
	if (first + t < n)
		out[first + t] = max(a[now][t], last);
}
__global__ void combs_thread(const float *sound, float *line, int n, const int *delay, const float *gain, int combs)
{ // echoes of a room: a channel and a comb a thread, sample by sample through memory
	int i = blockIdx.x * blockDim.x + threadIdx.x, c = i % combs, ch = i / combs, d = delay[c];
	const float *in = sound + ch * n;
	float *y = line + i * n, g = gain[c];
	for (int k = 0; k < n; k++)
		y[k] = in[k] + (k >= d ? g * y[k - d] : 0);
}
__global__ void combs_sum(const float *line, float *out, int n, int combs)
{ // what the combs of a channel give together
	int k = blockIdx.x * blockDim.x + threadIdx.x, ch = blockIdx.y;
	if (k >= n)
		return;
	float sum = 0;
	for (int c = 0; c < combs; c++)
		sum += line[(ch * combs + c) * n + k];
	out[ch * n + k] = sum;
}
__global__ void combs_block(const float *sound, float *out, int n, const int *delay, const float *gain, int combs)
{ // the same, a channel a block, its sound in shared memory: a warp a comb, all samples of one delay at a time
	extern __shared__ float y[];
	int c = threadIdx.x / 32, lane = threadIdx.x % 32, d = delay[c];
	float g = gain[c], *own = y + c * n;
	const float *in = sound + blockIdx.x * n;
	for (int first = 0; first < n; first += d) {
		for (int k = first + lane; k < min(first + d, n); k += 32)
			own[k] = in[k] + (k >= d ? g * own[k - d] : 0);
		__syncwarp();
	}
	__syncthreads();
	for (int k = threadIdx.x; k < n; k += blockDim.x) {
		float sum = 0;
		for (int j = 0; j < combs; j++)
			sum += y[j * n + k];
		out[blockIdx.x * n + k] = sum;
	}
}
struct Note {
	int start, length, pitch, strength;
};
__host__ __device__ int note_at(const Note &note, const short *wave, int k)
{ // a sample of a note: a wave from a table that fades away
	return wave[k * note.pitch >> 8 & 255] * note.strength / 64 * (note.length - k) / note.length;
}
__global__ void notes_atomic(const Note *note, const short *wave, int *out)
{ // a tune from its notes: a note a block, its samples added to what is there
	Note own = note[blockIdx.x];
	for (int k = threadIdx.x; k < own.length; k += blockDim.x)
		atomicAdd(&out[own.start + k], note_at(own, wave, k));
}
__global__ void notes_sample(const Note *note, const short *wave, int *out, int notes, int n, int longest)
{ // the same, a sample a thread: it looks for the first note that may still sound, then adds up
	__shared__ short table[256];
	for (int i = threadIdx.x; i < 256; i += blockDim.x)
		table[i] = wave[i];
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x, low = 0, high = notes, sum = 0;
	if (i >= n)
		return;
	while (low < high) {
		int middle = (low + high) / 2;
		if (note[middle].start + longest <= i)
			low = middle + 1;
		else
			high = middle;
	}
	for (int k = low; k < notes && note[k].start <= i; k++)
		if (i < note[k].start + note[k].length)
			sum += note_at(note[k], table, i - note[k].start);
	out[i] = sum;
}
void rows()
{
	const int N = 150000, HOP = 48, LONG = 960, WINDOWS = (N - LONG) / HOP + 1, HOPS = N / HOP;
	std::vector<unsigned> w = words(1 << 19);
	std::vector<short> sound(N), peak(N);
	std::vector<u64> power(WINDOWS);
	for (int i = 0; i < N; i++)
		sound[i] = 9000 * std::sin(i * 0.031) * std::sin(i * 0.0002) + (int)(w[i] % 3000) - 1500;
	for (int k = 0; k < WINDOWS; k++)
		for (int i = 0; i < LONG; i++)
			power[k] += sound[k * HOP + i] * sound[k * HOP + i];
	short *ds = upload(sound), *dpeak = dev<short>(N);
	u64 *dpower = dev<u64>(WINDOWS), *dhops = dev<u64>(HOPS);
	job<u64>(
		"loudness.window_a_thread",
		[&] { loud_thread<<<(WINDOWS + 63) / 64, 64>>>(ds, dpower, WINDOWS, HOP, LONG); }, dpower, WINDOWS,
		same(power));
	job<u64>(
		"loudness.window_a_block", [&] { loud_block<<<WINDOWS, 96>>>(ds, dpower, HOP, LONG); }, dpower, WINDOWS,
		same(power));
	job<u64>(
		"loudness.hops_first",
		[&] {
			loud_hops<<<(HOPS * 8 + 127) / 128, 128>>>((short2 *)ds, dhops, HOPS, HOP);
			loud_gather<<<(WINDOWS + 127) / 128, 128>>>(dhops, dpower, WINDOWS, LONG / HOP);
		},
		dpower, WINDOWS, same(power));
	const int S = 700, BYTES = 160;
	std::vector<byte> code(S * BYTES);
	std::vector<short> step(89), voice(S * BYTES * 2);
	for (int i = 0; i < 89; i++)
		step[i] = std::min(32767.0, 7 * std::pow(1.1, i));
	for (int i = 0; i < S * BYTES; i++)
		code[i] = w[i] & (i / 50 % 3 ? 0xbb : 0xff);
	for (int s = 0; s < S; s++)
		for (int i = 0, at = 20, now = 0; i < BYTES * 2; i++) {
			int c = code[s * BYTES + i / 2] >> i % 2 * 4 & 15;
			now = voice[s * BYTES * 2 + i] = adpcm_next(c, step[at], now);
			at = std::min(std::max(at + (c & 4 ? 2 + 2 * (c & 3) : -1), 0), 88);
		}
	CHECK(cudaMemcpyToSymbol(steps_of, step.data(), 178));
	byte *dc = upload(code);
	short *dv = dev<short>(S * BYTES * 2);
	job<short>(
		"adpcm.constant_table", [&] { adpcm_constant<<<(S + 63) / 64, 64>>>(dc, dv, S, BYTES); }, dv,
		S * BYTES * 2, same(voice));
	job<short>(
		"adpcm.shared_table",
		[&] { adpcm_shared<<<(S + 31) / 32, 32>>>((unsigned *)dc, (int4 *)dv, S, BYTES / 4); }, dv,
		S * BYTES * 2, same(voice));
	for (int i = 0; i < N; i++)
		for (int k = i; k < std::min(i + REACH, N); k++)
			peak[i] = std::max<int>(peak[i], std::abs(sound[k]));
	job<short>(
		"peak_ahead.all_of_them", [&] { peak_near<<<(N + 255) / 256, 256>>>(ds, dpeak, N); }, dpeak, N,
		same(peak));
	job<short>(
		"peak_ahead.both_ends", [&] { peak_ends<<<(N + 8 * REACH - 1) / (8 * REACH), 160>>>(ds, dpeak, N); },
		dpeak, N, same(peak));
	job<short>(
		"peak_ahead.doubling", [&] { peak_doubling<<<(N + 255) / 256, 256>>>(ds, dpeak, N); }, dpeak, N,
		same(peak));
	const int CH = 24, M = 1800, COMBS = 6;
	std::vector<int> delay = { 101, 113, 127, 139, 151, 173 };
	std::vector<float> gain = { 0.8f, 0.77f, 0.75f, 0.72f, 0.7f, 0.66f }, f = fractions(w), in(CH * M), sum(CH * M);
	for (int i = 0; i < CH * M; i++)
		in[i] = i % M < 600 ? f[i] - 0.5f : 0;
	for (int ch = 0; ch < CH; ch++)
		for (int c = 0; c < COMBS; c++) {
			std::vector<float> y(M);
			for (int k = 0; k < M; k++) {
				y[k] = in[ch * M + k] + (k >= delay[c] ? gain[c] * y[k - delay[c]] : 0);
				sum[ch * M + k] += y[k];
			}
		}
	float *di = upload(in), *dl = dev<float>(CH * COMBS * M), *dsum = dev<float>(CH * M), *dgain = upload(gain);
	int *dd = upload(delay);
	job<float>(
		"room_combs.comb_a_thread",
		[&] {
			combs_thread<<<CH * COMBS / 48, 48>>>(di, dl, M, dd, dgain, COMBS);
			combs_sum<<<dim3((M + 127) / 128, CH), 128>>>(dl, dsum, M, COMBS);
		},
		dsum, CH * M, close_to(sum));
	job<float>(
		"room_combs.comb_a_warp",
		[&] { combs_block<<<CH, 32 * COMBS, COMBS * M * 4>>>(di, dsum, M, dd, dgain, COMBS); }, dsum, CH * M,
		close_to(sum));
	const int NOTES = 260, LONGEST = 3000, T = 90000;
	std::vector<Note> note(NOTES);
	std::vector<short> wave(256);
	std::vector<int> tune(T);
	for (int i = 0; i < 256; i++)
		wave[i] = 5000 * std::sin(i * M_PI / 128);
	for (int i = 0; i < NOTES; i++) {
		int length = 400 + w[i] % (LONGEST - 400), pitch = 300 + w[i + 500] % 2000;
		note[i] = { i * ((T - LONGEST) / NOTES), length, pitch, 10 + (int)(w[i] >> 20) % 50 };
		for (int k = 0; k < length; k++)
			tune[note[i].start + k] += note_at(note[i], wave.data(), k);
	}
	Note *dn = upload(note);
	short *dw = upload(wave);
	int *dt = dev<int>(T);
	job<int>(
		"tune.note_a_block", [&] { notes_atomic<<<NOTES, 224>>>(dn, dw, dt); }, dt, T, same(tune),
		[&] { CHECK(cudaMemset(dt, 0, T * 4)); });
	job<int>(
		"tune.sample_a_thread", [&] { notes_sample<<<(T + 191) / 192, 192>>>(dn, dw, dt, NOTES, T, LONGEST); },
		dt, T, same(tune));
}
