// blind22d: a fresh set of kernels that nobody had modelled when they were written. Simulation in a course.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__global__ void fireflies_plain(const float *phase, const float *own, float *out, int n)
{ // Kuramoto's fireflies: each hears all others, a sine for each pair
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float p = phase[i], s = 0;
	for (int j = 0; j < n; j++)
		s += sinf(phase[j] - p);
	out[i] = p + 0.05f * (own[i] + s / n);
}
__global__ void fireflies_tile(const float *phase, const float *own, float *out, int n)
{ // the same with tiles in shared memory and the fast sine
	__shared__ float tile[96];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float p = i < n ? phase[i] : 0, s = 0;
	for (int j0 = 0; j0 < n; j0 += 96) {
		tile[threadIdx.x] = j0 + threadIdx.x < n ? phase[j0 + threadIdx.x] : 0;
		__syncthreads();
		for (int j = 0; j < min(96, n - j0); j++)
			s += __sinf(tile[j] - p);
		__syncthreads();
	}
	if (i < n)
		out[i] = p + 0.05f * (own[i] + s / n);
}
__global__ void fireflies_field(const float *phase, const float *own, float *out, int n)
{ // the same through the sums of all sines and cosines: one block does everything
	__shared__ float2 part[32];
	float si = 0, co = 0;
	for (int j = threadIdx.x; j < n; j += blockDim.x) {
		float s, c;
		sincosf(phase[j], &s, &c);
		si += s, co += c;
	}
	for (int d = 16; d; d /= 2) {
		si += __shfl_xor_sync(~0u, si, d);
		co += __shfl_xor_sync(~0u, co, d);
	}
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = make_float2(si, co);
	__syncthreads();
	si = co = 0;
	for (int k = 0; k < blockDim.x / 32; k++)
		si += part[k].x, co += part[k].y;
	for (int i = threadIdx.x; i < n; i += blockDim.x) {
		float s, c;
		sincosf(phase[i], &s, &c);
		out[i] = phase[i] + 0.05f * (own[i] + (si * c - co * s) / n);
	}
}
__host__ __device__ unsigned lot(unsigned x)
{ // a number from a number
	x ^= x >> 16;
	x *= 0x7feb352du;
	x ^= x >> 15;
	x *= 0x846ca68bu;
	return x ^ x >> 16;
}
__host__ __device__ byte fallen_ill(byte own, int ill_near, int place, int day)
{ // 0 well, 1 to 5 days ill, 6 safe
	if (own == 0)
		return lot(place * 31 + day * 7919) % 8 < (unsigned)ill_near;
	return own < 6 ? own + 1 : 6;
}
__host__ __device__ bool ill(byte b)
{
	return b >= 1 && b <= 5;
}
__global__ void flu_day(const byte *in, byte *out, int w, int h, int day)
{ // one day in a town of houses, each looks at its four neighbours; one launch a day
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, i = y * w + x;
	if (x >= w || y >= h)
		return;
	int near_by = (x && ill(in[i - 1])) + (x + 1 < w && ill(in[i + 1])) + (y && ill(in[i - w])) +
		(y + 1 < h && ill(in[i + w]));
	out[i] = fallen_ill(in[i], near_by, i, day);
}
__global__ void flu_block(const byte *in, byte *out, int w, int h, int days)
{ // a small town a block: all days in shared memory, several houses a thread
	extern __shared__ byte town[];
	int n = w * h, base = blockIdx.x * n;
	byte *a = town, *b = town + n;
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		a[i] = in[base + i];
	__syncthreads();
	for (int d = 0; d < days; d++) {
		for (int i = threadIdx.x; i < n; i += blockDim.x) {
			int x = i % w, y = i / w;
			int near_by = (x && ill(a[i - 1])) + (x + 1 < w && ill(a[i + 1])) + (y && ill(a[i - w])) +
				(y + 1 < h && ill(a[i + w]));
			b[i] = fallen_ill(a[i], near_by, i, d);
		}
		__syncthreads();
		byte *c = a;
		a = b, b = c;
	}
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		out[base + i] = a[i];
}
__global__ void kicked(const double *in, double2 *out, int n, int kicks, double k)
{ // the kicked rotor in doubles: a start a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double p = in[2 * i], q = in[2 * i + 1];
	for (int s = 0; s < kicks; s++) {
		p += k * sin(q);
		q += p;
		q -= floor(q * 0.15915494309189535) * 6.283185307179586;
	}
	out[i] = make_double2(p, q);
}
__global__ void henon_escape(int *out, int w, int h, int most)
{ // how long a point stays near under Henon's map: threads of a warp end at different times
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, k = 0;
	if (x >= w || y >= h)
		return;
	int a = (x - w / 2) * 16384 / w, b = (y - h / 2) * 16384 / h;
	for (; k < most && abs(a) < 3 * 4096 && abs(b) < 3 * 4096; k++) {
		int c = 4096 - (5734 * (a * a >> 12) >> 12) + b;
		b = 1229 * a >> 12;
		a = c;
	}
	out[y * w + x] = k;
}
__global__ void henon_escape_queue(int *out, int *next, int n, int w, int h, int most)
{ // the same, a thread takes the next point from a counter as soon as its own has left
	for (int i = atomicAdd(next, 1); i < n; i = atomicAdd(next, 1)) {
		int x = i % w, y = i / w, k = 0, a = (x - w / 2) * 16384 / w, b = (y - h / 2) * 16384 / h;
		for (; k < most && abs(a) < 3 * 4096 && abs(b) < 3 * 4096; k++) {
			int c = 4096 - (5734 * (a * a >> 12) >> 12) + b;
			b = 1229 * a >> 12;
			a = c;
		}
		out[i] = k;
	}
}
__host__ __device__ int birthday_try(unsigned seed)
{ // how many guests come until two share a birthday, the days seen as bits in a local array
	unsigned seen[12] = { 0 }, x = seed;
	for (int guest = 1;; guest++) {
		x = lot(x + guest);
		int day = x % 365;
		if (seen[day / 32] >> day % 32 & 1)
			return guest;
		seen[day / 32] |= 1u << day % 32;
	}
}
__global__ void birthday_global(int *count, int tries)
{ // a party a thread, counted by an atomic add in memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < tries)
		atomicAdd(&count[min(birthday_try(i), 127)], 1);
}
__global__ void birthday_shared(int *count, int tries)
{ // the same, bits of the days and the counts in shared memory
	__shared__ int part[128];
	__shared__ unsigned seen[12][128];
	part[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * 128 + threadIdx.x; i < tries; i += gridDim.x * 128) {
		for (int k = 0; k < 12; k++)
			seen[k][threadIdx.x] = 0;
		unsigned x = i;
		int guest = 1;
		for (;; guest++) {
			x = lot(x + guest);
			int day = x % 365;
			if (seen[day / 32][threadIdx.x] >> day % 32 & 1)
				break;
			seen[day / 32][threadIdx.x] |= 1u << day % 32;
		}
		atomicAdd(&part[min(guest, 127)], 1);
	}
	__syncthreads();
	if (part[threadIdx.x])
		atomicAdd(&count[threadIdx.x], part[threadIdx.x]);
}
void rows()
{
	std::vector<unsigned> w = words(1 << 19);
	std::vector<float> f = fractions(w);
	const int N = 2500;
	std::vector<float> fly(N);
	for (float &x : f)
		x *= 6.2f;
	for (int i = 0; i < N; i++) {
		double s = 0;
		for (int j = 0; j < N; j++)
			s += std::sin((double)f[j] - f[i]);
		fly[i] = f[i] + 0.05 * (f[i + N] + s / N);
	}
	float *p = upload(f), *o = dev<float>(N);
	job<float>(
		"fireflies.all_pairs", [&] { fireflies_plain<<<up(N, 64), 64>>>(p, p + N, o, N); }, o, N,
		close_to(fly, 1e-3));
	job<float>(
		"fireflies.tiles_fast_sine", [&] { fireflies_tile<<<up(N, 96), 96>>>(p, p + N, o, N); }, o, N,
		close_to(fly, 1e-3));
	job<float>(
		"fireflies.mean_field_one_block", [&] { fireflies_field<<<1, 832>>>(p, p + N, o, N); }, o, N,
		close_to(fly, 1e-3));
	const int W = 300, H = 210, M = W * H, DAYS = 8, TW = 50, TH = 42, T = TW * TH;
	std::vector<byte> start(M), a, b(M), c, d(M);
	for (int i = 0; i < M; i++)
		start[i] = w[i] % 40 == 0;
	a = c = start;
	for (int day = 0; day < DAYS; day++, a.swap(b), c.swap(d))
		for (int i = 0; i < M; i++) {
			int x = i % W, y = i / W, t = i % T, tx = t % TW, ty = t / TW;
			b[i] = fallen_ill(a[i],
				(x && ill(a[i - 1])) + (x + 1 < W && ill(a[i + 1])) + (y && ill(a[i - W])) +
					(y + 1 < H && ill(a[i + W])),
				i, day);
			d[i] = fallen_ill(c[i],
				(tx && ill(c[i - 1])) + (tx + 1 < TW && ill(c[i + 1])) + (ty && ill(c[i - TW])) +
					(ty + 1 < TH && ill(c[i + TW])),
				t, day);
		}
	byte *b0 = upload(start), *b1 = upload(start), *b2 = dev<byte>(M);
	job<byte>(
		"flu.day_a_launch",
		[&] {
			for (int s = 0; s < DAYS; s++)
				flu_day<<<dim3(up(W, 32), up(H, 8)), dim3(32, 8)>>>(
					s & 1 ? b2 : b1, s & 1 ? b1 : b2, W, H, s);
		},
		b1, M, same(a), [&] { CHECK(cudaMemcpy(b1, b0, M, cudaMemcpyDeviceToDevice)); });
	job<byte>(
		"flu.town_a_block", [&] { flu_block<<<M / T, 416, 2 * T>>>(b0, b2, TW, TH, DAYS); }, b2, M, same(c));
	const int K = 6000;
	std::vector<double> q = double_fractions(w, 2 * K), far(2 * K);
	for (int i = 0; i < K; i++) {
		double x = q[2 * i], y = q[2 * i + 1];
		for (int s = 0; s < 12; s++) {
			x += 0.8 * std::sin(y);
			y += x;
			y -= std::floor(y * 0.15915494309189535) * 6.283185307179586;
		}
		far[2 * i] = x, far[2 * i + 1] = y;
	}
	double *dq = upload(q), *dout = dev<double>(2 * K);
	job<double>(
		"kicked_rotor.start_a_thread", [&] { kicked<<<up(K, 64), 64>>>(dq, (double2 *)dout, K, 12, 0.8); },
		dout, 2 * K, close_to(far, 1e-7));
	const int HW = 300, HH = 200, HN = HW * HH, MOST = 200;
	std::vector<int> stay(HN);
	for (int i = 0; i < HN; i++) {
		int x = i % HW, y = i / HW, k = 0, p = (x - HW / 2) * 16384 / HW, r = (y - HH / 2) * 16384 / HH;
		for (; k < MOST && std::abs(p) < 3 * 4096 && std::abs(r) < 3 * 4096; k++) {
			int s = 4096 - (5734 * (p * p >> 12) >> 12) + r;
			r = 1229 * p >> 12;
			p = s;
		}
		stay[i] = k;
	}
	int *ds = dev<int>(HN), *next = dev<int>(128);
	auto zero = [&] { CHECK(cudaMemset(next, 0, 512)); };
	job<int>(
		"henon_stay.point_a_thread",
		[&] { henon_escape<<<dim3(up(HW, 16), up(HH, 8)), dim3(16, 8)>>>(ds, HW, HH, MOST); }, ds, HN,
		same(stay));
	job<int>(
		"henon_stay.next_from_counter", [&] { henon_escape_queue<<<66, 128>>>(ds, next, HN, HW, HH, MOST); },
		ds, HN, same(stay), zero);
	const int TRIES = 30000;
	std::vector<int> party(128);
	for (int i = 0; i < TRIES; i++)
		party[std::min(birthday_try(i), 127)]++;
	job<int>(
		"birthdays.local_bits", [&] { birthday_global<<<up(TRIES, 256), 256>>>(next, TRIES); }, next, 128,
		same(party), zero);
	job<int>(
		"birthdays.shared_bits", [&] { birthday_shared<<<100, 128>>>(next, TRIES); }, next, 128, same(party),
		zero);
}
