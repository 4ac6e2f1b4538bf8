// blind13b: a fresh set of kernels that nobody had modelled when they were written. Stars, signals and pictures.
#include "blind7.h"

__global__ void dedisperse_thread(const byte *in, const int *delay, int *out, int chans, int len, int times)
{ // radio channels added up, each later than the last: a sample of one trial a thread
	int t = blockIdx.x * blockDim.x + threadIdx.x, d = blockIdx.y, sum = 0;
	if (t >= times)
		return;
	for (int c = 0; c < chans; c++)
		sum += in[c * len + t + delay[d * chans + c]];
	out[d * times + t] = sum;
}
template <int TRIALS, int SPAN>
__global__ void dedisperse_shared(const byte *in, const int *delay, int *out, int chans, int len, int times)
{ // the same, eight trials a block: a stretch of each channel goes to shared memory, sums stay in registers
	__shared__ byte part[SPAN];
	int t = threadIdx.x, t0 = blockIdx.x * blockDim.x, d0 = blockIdx.y * TRIALS, sum[TRIALS] = {};
	for (int c = 0; c < chans; c++) {
		int low = delay[d0 * chans + c], high = delay[(d0 + TRIALS - 1) * chans + c];
		int need = high - low + blockDim.x;
		for (int i = t; i < need; i += blockDim.x)
			part[i] = t0 + low + i < len ? in[c * len + t0 + low + i] : 0;
		__syncthreads();
#pragma unroll
		for (int k = 0; k < TRIALS; k++)
			sum[k] += part[t + delay[(d0 + k) * chans + c] - low];
		__syncthreads();
	}
	if (t0 + t < times)
		for (int k = 0; k < TRIALS; k++)
			out[(d0 + k) * times + t0 + t] = sum[k];
}
__host__ __device__ double orbit_angle(double m, double e)
{ // Newton's way through Kepler's equation, until the step is tiny
	double a = m + (sin(m) < 0 ? -0.85 : 0.85) * e;
	for (int k = 0; k < 30; k++) {
		double step = (a - e * sin(a) - m) / (1 - e * cos(a));
		a -= step;
		if (fabs(step) < 1e-11)
			break;
	}
	return a;
}
__global__ void kepler_double(const double *mean, const double *ecc, double *out, int n)
{ // where each planet is on its ellipse: lanes stop when their own step is tiny
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = orbit_angle(mean[i], ecc[i]);
}
__global__ void kepler_float(const double *mean, const double *ecc, double *out, int n)
{ // the same with seven steps of third order in floats and one last step in doubles; a loop over the grid
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		double md = mean[i], ed = ecc[i];
		float m = md, e = ed, a = m + (sinf(m) < 0 ? -0.85f : 0.85f) * e;
#pragma unroll
		for (int k = 0; k < 7; k++) {
			float s, c;
			sincosf(a, &s, &c);
			float f = a - e * s - m, f1 = 1 - e * c, f2 = e * s;
			a -= f / (f1 - 0.5f * f * f2 / f1);
		}
		double s, c;
		sincos((double)a, &s, &c);
		out[i] = a - (a - ed * s - md) / (1 - ed * c);
	}
}
__global__ void clip_again(const unsigned short *pics, int *out, int pixels, int count)
{ // the mean of many exposures without the far ones: three rounds, each reads again what a mask leaves
	int p = blockIdx.x * blockDim.x + threadIdx.x;
	if (p >= pixels)
		return;
	unsigned keep = (1u << count) - 1;
	long long n = 0, s = 0;
	for (int round = 0; round < 3; round++) {
		long long q = 0;
		n = __popc(keep), s = 0;
		for (int k = 0; k < count; k++)
			if (keep >> k & 1) {
				long long v = pics[k * pixels + p];
				s += v, q += v * v;
			}
		if (round == 2)
			break;
		for (int k = 0; k < count; k++) {
			long long off = n * pics[k * pixels + p] - s;
			if (off * off > 4 * (n * q - s * s))
				keep &= ~(1u << k);
		}
	}
	out[p] = (int)(s * 100 / n);
}
template <int COUNT> __global__ void clip_local(const unsigned short *pics, int *out, int pixels)
{ // the same: a local array, from which a far one goes by putting the last in its place
	int p = blockIdx.x * blockDim.x + threadIdx.x, v[COUNT], n = COUNT;
	if (p >= pixels)
		return;
	for (int k = 0; k < COUNT; k++)
		v[k] = pics[k * pixels + p];
	for (int round = 0;; round++) {
		long long s = 0, q = 0, was = n;
		for (int k = 0; k < n; k++)
			s += v[k], q += v[k] * v[k];
		if (round == 2) {
			out[p] = (int)(s * 100 / n);
			return;
		}
		for (int k = 0; k < n;) {
			long long off = was * v[k] - s;
			if (off * off > 4 * (was * q - s * s))
				v[k] = v[--n];
			else
				k++;
		}
	}
}
__host__ __device__ float fitted(float c, float s, float cc, float ss, float cs)
{ // how much of a signal a sine of one frequency explains
	return (ss * c * c - 2 * cs * c * s + cc * s * s) / (cc * ss - cs * cs);
}
__global__ void periodogram_thread(const float2 *seen, float *out, int n, int freqs, float first, float step)
{ // uneven observations of a star: a frequency a thread
	int k = blockIdx.x * blockDim.x + threadIdx.x;
	if (k >= freqs)
		return;
	float w = first + step * k, c = 0, s = 0, cc = 0, ss = 0, cs = 0;
	for (int j = 0; j < n; j++) {
		float si, co;
		sincosf(w * seen[j].x, &si, &co);
		c += seen[j].y * co, s += seen[j].y * si;
		cc += co * co, ss += si * si, cs += si * co;
	}
	out[k] = fitted(c, s, cc, ss, cs);
}
__global__ void periodogram_turn(const float2 *seen, float *out, int n, int freqs, float first, float step)
{ // the same: eight frequencies a lane of observations; a turn by the step replaces most sines; a warp adds up
	int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, k0 = warp * 8;
	if (k0 >= freqs)
		return;
	float sum[8][5] = {};
	for (int j = lane; j < n; j += 32) {
		float si, co, ts, tc;
		float2 o = seen[j];
		sincosf((first + step * k0) * o.x, &si, &co);
		sincosf(step * o.x, &ts, &tc);
#pragma unroll
		for (int k = 0; k < 8; k++) {
			sum[k][0] += o.y * co, sum[k][1] += o.y * si;
			sum[k][2] += co * co, sum[k][3] += si * si, sum[k][4] += si * co;
			float turned = co * tc - si * ts;
			si = si * tc + co * ts;
			co = turned;
		}
	}
#pragma unroll
	for (int k = 0; k < 8; k++) {
#pragma unroll
		for (int i = 0; i < 5; i++)
			for (int d = 16; d; d /= 2)
				sum[k][i] += __shfl_xor_sync(~0u, sum[k][i], d);
		if (lane == k && k0 + k < freqs)
			out[k0 + k] = fitted(sum[k][0], sum[k][1], sum[k][2], sum[k][3], sum[k][4]);
	}
}
__constant__ int2 compass[8];
__host__ __device__ int sector(int gx, int gy, const int2 *dirs)
{ // which of nine sectors of a half turn
	if (gy < 0 || gy == 0 && gx < 0)
		gx = -gx, gy = -gy;
	int b = 0;
	for (int k = 0; k < 8; k++)
		b += dirs[k].x * gy - dirs[k].y * gx >= 0;
	return b;
}
__global__ void cells_thread(const byte *pic, int *out, int w, int h)
{ // how edges lie in each 8 by 8 cell of a picture: a cell a thread, nine counts in a local array
	int cx = blockIdx.x * blockDim.x + threadIdx.x, cy = blockIdx.y, count[9] = {};
	if (cx >= w / 8)
		return;
	for (int y = cy * 8; y < cy * 8 + 8; y++)
		for (int x = cx * 8; x < cx * 8 + 8; x++) {
			int gx = pic[y * w + min(x + 1, w - 1)] - pic[y * w + max(x - 1, 0)];
			int gy = pic[min(y + 1, h - 1) * w + x] - pic[max(y - 1, 0) * w + x];
			count[sector(gx, gy, compass)] += abs(gx) + abs(gy);
		}
	for (int k = 0; k < 9; k++)
		out[(cy * (w / 8) + cx) * 9 + k] = count[k];
}
__global__ void cells_shared(const byte *pic, int *out, int w, int h)
{ // the same: five cells a block, a column of pixels a thread, counts added in shared memory
	__shared__ int count[5][9];
	int t = threadIdx.y * 40 + threadIdx.x, x = blockIdx.x * 40 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
	if (t < 45)
		count[t / 9][t % 9] = 0;
	__syncthreads();
	for (int k = 0; k < 2; k++, y += 4) {
		int gx = pic[y * w + min(x + 1, w - 1)] - pic[y * w + max(x - 1, 0)];
		int gy = pic[min(y + 1, h - 1) * w + x] - pic[max(y - 1, 0) * w + x];
		if (gx || gy)
			atomicAdd(&count[threadIdx.x / 8][sector(gx, gy, compass)], abs(gx) + abs(gy));
	}
	__syncthreads();
	if (t < 45)
		out[(blockIdx.y * (w / 8) + blockIdx.x * 5) * 9 + t] = count[t / 9][t % 9];
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w);
	const int CH = 48, T = 5000, L = T + 920, D = 40;
	std::vector<byte> radio(CH * L);
	std::vector<int> delay(D * CH), joint(D * T);
	for (int i = 0; i < CH * L; i++)
		radio[i] = w[i] % 100;
	for (int d = 0; d < D; d++)
		for (int c = 0; c < CH; c++) {
			delay[d * CH + c] = d * c * c / 96;
			for (int t = 0; t < T; t++)
				joint[d * T + t] += radio[c * L + t + delay[d * CH + c]];
		}
	byte *dr = upload(radio);
	int *dd = upload(delay), *o = dev<int>(1 << 20);
	job<int>(
		"dedisperse.sample_a_thread",
		[&] { dedisperse_thread<<<dim3((T + 255) / 256, D), 256>>>(dr, dd, o, CH, L, T); }, o, D * T,
		same(joint));
	job<int>(
		"dedisperse.eight_trials_shared",
		[&] { dedisperse_shared<8, 320><<<dim3((T + 127) / 128, D / 8), 128>>>(dr, dd, o, CH, L, T); }, o,
		D * T, same(joint));
	const int N = 25000;
	std::vector<double> mean = double_fractions(w, N), ecc(N), angle(N);
	for (int i = 0; i < N; i++) {
		mean[i] *= 2 * M_PI, ecc[i] = f[i + N] * 0.9;
		angle[i] = orbit_angle(mean[i], ecc[i]);
	}
	double *dm = upload(mean), *de = upload(ecc), *dang = dev<double>(N);
	job<double>(
		"kepler.doubles_until_still", [&] { kepler_double<<<(N + 127) / 128, 128>>>(dm, de, dang, N); }, dang,
		N, close_to(angle, 1e-9));
	job<double>(
		"kepler.floats_then_one_double", [&] { kepler_float<<<66, 192>>>(dm, de, dang, N); }, dang, N,
		close_to(angle, 1e-7));
	const int PIX = 310 * 210, PICS = 13;
	std::vector<unsigned short> pics(PIX * PICS);
	std::vector<int> clipped(PIX);
	for (int i = 0; i < PIX * PICS; i++)
		pics[i] = 800 + w[i] % 100 + i % PIX % 310 + (w[i] / 128 % 40 == 0 ? 2500 : 0);
	for (int p = 0; p < PIX; p++) {
		unsigned keep = (1u << PICS) - 1;
		for (int round = 0; round < 3; round++) {
			long long n = 0, s = 0, q = 0;
			for (int k = 0; k < PICS; k++)
				if (keep >> k & 1) {
					long long v = pics[k * PIX + p];
					n++, s += v, q += v * v;
				}
			clipped[p] = (int)(s * 100 / n);
			for (int k = 0; k < PICS; k++) {
				long long off = n * pics[k * PIX + p] - s;
				if (off * off > 4 * (n * q - s * s))
					keep &= ~(1u << k);
			}
		}
	}
	unsigned short *dpics = upload(pics);
	job<int>(
		"sigma_clip.reads_again", [&] { clip_again<<<(PIX + 255) / 256, 256>>>(dpics, o, PIX, PICS); }, o, PIX,
		same(clipped));
	job<int>(
		"sigma_clip.local_array", [&] { clip_local<PICS><<<(PIX + 127) / 128, 128>>>(dpics, o, PIX); }, o, PIX,
		same(clipped));
	const int SEEN = 230, F = 1500;
	const float FIRST = 0.5f, STEP = 0.004f;
	std::vector<float2> seen(SEEN);
	std::vector<float> strength(F);
	for (int j = 0; j < SEEN; j++) {
		float t = 60 * f[j];
		seen[j] = { t, std::sin(3.1f * t) + f[j + SEEN] - 0.5f };
	}
	for (int k = 0; k < F; k++) {
		double v = FIRST + STEP * k, c = 0, s = 0, cc = 0, ss = 0, cs = 0;
		for (int j = 0; j < SEEN; j++) {
			double co = std::cos(v * seen[j].x), si = std::sin(v * seen[j].x);
			c += seen[j].y * co, s += seen[j].y * si, cc += co * co, ss += si * si, cs += si * co;
		}
		strength[k] = (ss * c * c - 2 * cs * c * s + cc * s * s) / (cc * ss - cs * cs);
	}
	float2 *ds = upload(seen);
	job<float>(
		"periodogram.frequency_a_thread",
		[&] { periodogram_thread<<<(F + 95) / 96, 96>>>(ds, (float *)o, SEEN, F, FIRST, STEP); }, (float *)o, F,
		close_to(strength, 3e-3));
	job<float>(
		"periodogram.turns_in_a_warp",
		[&] { periodogram_turn<<<(F / 8 + 4) / 4, 128>>>(ds, (float *)o, SEEN, F, FIRST, STEP); }, (float *)o,
		F, close_to(strength, 3e-3));
	const int W = 1280, H = 712;
	std::vector<byte> pic(W * H);
	std::vector<int2> dirs(8);
	std::vector<int> edges(W / 8 * (H / 8) * 9);
	for (int k = 0; k < 8; k++)
		dirs[k] = { (int)std::lround(1000 * std::cos((k + 1) * M_PI / 9)),
			(int)std::lround(1000 * std::sin((k + 1) * M_PI / 9)) };
	for (int i = 0; i < W * H; i++) {
		int x = i % W, y = i / W;
		pic[i] = 40 + (x * x / 90 + y * y / 50) / 9 % 150 + w[i] % 6;
	}
	for (int i = 0; i < W * H; i++) {
		int x = i % W, y = i / W;
		int gx = pic[y * W + std::min(x + 1, W - 1)] - pic[y * W + std::max(x - 1, 0)];
		int gy = pic[std::min(y + 1, H - 1) * W + x] - pic[std::max(y - 1, 0) * W + x];
		edges[(y / 8 * (W / 8) + x / 8) * 9 + sector(gx, gy, dirs.data())] += abs(gx) + abs(gy);
	}
	CHECK(cudaMemcpyToSymbol(compass, dirs.data(), 8 * sizeof(int2)));
	byte *dp = upload(pic);
	job<int>(
		"edge_cells.cell_a_thread", [&] { cells_thread<<<dim3((W / 8 + 31) / 32, H / 8), 32>>>(dp, o, W, H); },
		o, edges.size(), same(edges));
	job<int>(
		"edge_cells.shared_counts", [&] { cells_shared<<<dim3(W / 40, H / 8), dim3(40, 4)>>>(dp, o, W, H); }, o,
		edges.size(), same(edges));
}
