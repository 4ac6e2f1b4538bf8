// blind23d: a fresh set of kernels that nobody had modelled when they were written. Rock, sunlight, medicine and wires.
#include "blind7.h"

struct Rock {
	float *vx, *vy, *sx, *sy, *t; // speeds and stresses
};
__host__ __device__ void rock_speed(const Rock &r, int i, int w)
{ // speeds of a point from the stresses around it
	r.vx[i] += 0.2f * (r.sx[i + 1] - r.sx[i] + r.t[i] - r.t[i - w]);
	r.vy[i] += 0.2f * (r.sy[i + w] - r.sy[i] + r.t[i] - r.t[i - 1]);
}
__host__ __device__ void rock_stress(const Rock &r, const float *hard, int i, int w)
{ // stresses of a point from the speeds around it
	float dx = r.vx[i] - r.vx[i - 1], dy = r.vy[i] - r.vy[i - w], h = hard[i];
	r.sx[i] += h * (1.5f * dx + 0.5f * dy);
	r.sy[i] += h * (0.5f * dx + 1.5f * dy);
	r.t[i] += 0.5f * h * (r.vx[i + w] - r.vx[i] + r.vy[i + 1] - r.vy[i]);
}
__global__ void rock_speeds(Rock r, int w, int h)
{ // a quake in rock: all speeds
	int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
	if (x < w - 1 && y < h - 1)
		rock_speed(r, y * w + x, w);
}
__global__ void rock_stresses(Rock r, const float *__restrict__ hard, int w, int h)
{ // and all stresses
	int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
	if (x < w - 1 && y < h - 1)
		rock_stress(r, hard, y * w + x, w);
}
template <bool STRESS> __global__ void rock_stride(Rock r, const float *hard, int w, int h)
{ // the same, few blocks that stride over all points; a division finds the row
	int n = (w - 2) * (h - 2);
	for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += gridDim.x * blockDim.x) {
		int i = (k / (w - 2) + 1) * w + k % (w - 2) + 1;
		if (STRESS)
			rock_stress(r, hard, i, w);
		else
			rock_speed(r, i, w);
	}
}
const int LAYERS = 40;
struct Air {
	float thick, white, forward; // optical depth, share that is scattered, and how much of it onward
};
struct Through {
	float back, on; // the shares of light that a layer sends back and lets on
};
__host__ __device__ Through layer_of(const Air &a)
{ // two streams of light in one layer
	float g1 = (7 - a.white * (4 + 3 * a.forward)) / 4, g2 = -(1 - a.white * (4 - 3 * a.forward)) / 4;
	float k = sqrtf(fmaxf(g1 * g1 - g2 * g2, 1e-6f)), e = expf(-2 * k * a.thick), d = k + g1 + (k - g1) * e;
	return { g2 * (1 - e) / d, 2 * k * expf(-k * a.thick) / d };
}
__host__ __device__ void sun_column(const Air *air, float ground, float *down, int n, bool apart, int c)
{ // sums up layers from the ground, then sends the sun down through them
	float above[LAYERS + 1], back = ground;
	Through all[LAYERS];
	above[0] = back;
	for (int l = 0; l < LAYERS; l++) {
		all[l] = layer_of(air[apart ? l * n + c : c * LAYERS + l]);
		back = all[l].back + all[l].on * all[l].on * back / (1 - all[l].back * back);
		above[l + 1] = back;
	}
	float light = 1;
	for (int l = LAYERS - 1; l >= 0; l--) {
		light *= all[l].on / (1 - all[l].back * above[l]);
		down[apart ? l * n + c : c * LAYERS + l] = light;
	}
}
__global__ void sunlight(const Air *air, const float *ground, float *down, int n, bool apart)
{ // a column of air a thread, two local arrays
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c < n)
		sun_column(air, ground[c], down, n, apart, c);
}
__global__ void sunlight_block(const Air *air, const float *ground, float *down, int n)
{ // the same, a column a warp: layers are made side by side, one lane sums up, all in shared memory
	__shared__ Through all[4][LAYERS];
	__shared__ float above[4][LAYERS + 1];
	int v = threadIdx.x / 32, lane = threadIdx.x % 32, c = blockIdx.x * 4 + v;
	if (c >= n)
		return;
	for (int l = lane; l < LAYERS; l += 32)
		all[v][l] = layer_of(air[c * LAYERS + l]);
	__syncwarp();
	if (lane == 0) {
		float back = above[v][0] = ground[c];
		for (int l = 0; l < LAYERS; l++) {
			Through a = all[v][l];
			above[v][l + 1] = back = a.back + a.on * a.on * back / (1 - a.back * back);
		}
		float light = 1;
		for (int l = LAYERS - 1; l >= 0; l--) {
			light *= all[v][l].on / (1 - all[v][l].back * above[v][l]);
			above[v][l + 1] = light;
		}
	}
	__syncwarp();
	for (int l = lane; l < LAYERS; l += 32)
		down[c * LAYERS + l] = above[v][l + 1];
}
template <class T> struct Patient {
	T eaten, in, out, back, loss, most; // rates
};
template <class T> struct Body {
	T gut, blood, flesh;
};
template <class T> __host__ __device__ __noinline__ Body<T> body_change(const Body<T> &b, const Patient<T> &p)
{ // where a medicine goes: from the gut to the blood, to the flesh and back, and out by the liver
	T taken = p.eaten * b.gut, lost = p.most * b.blood / (p.loss + b.blood);
	return { -taken, taken - p.in * b.blood + p.out * b.flesh - lost,
		p.in * b.blood - p.out * b.flesh - p.back * b.flesh };
}
template <class T> __host__ __device__ Body<T> further(const Body<T> &b, const Body<T> &d, T h)
{
	return { b.gut + h * d.gut, b.blood + h * d.blood, b.flesh + h * d.flesh };
}
template <class T> __host__ __device__ T highest_dose(const Patient<T> &p, int steps, int every)
{ // Runge and Kutta; a pill now and then; the most that the blood ever holds
	Body<T> b = { 1, 0, 0 };
	T h = T(0.05), most = 0;
	for (int s = 1; s <= steps; s++) {
		Body<T> a = body_change(b, p), c = body_change(further(b, a, h / 2), p);
		Body<T> d = body_change(further(b, c, h / 2), p), e = body_change(further(b, d, h), p);
		b = further(further(further(further(b, a, h / 6), c, h / 3), d, h / 3), e, h / 6);
		if (s % every == 0)
			b.gut += 1;
		most = b.blood > most ? b.blood : most;
	}
	return most;
}
template <class T> __global__ void medicine(const Patient<T> *p, T *out, int n, int steps, int every)
{ // a patient a thread; the change is a function that is called
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = highest_dose(p[i], steps, every);
}
__host__ __device__ byte wired(byte own, int heads)
{ // Wireworld: 0 nothing, 1 wire, 2 head, 3 tail
	return own == 0 ? 0 : own == 2 ? 3 : own == 3 ? 1 : heads == 1 || heads == 2 ? 2 : 1;
}
__host__ __device__ byte wire_cell(const byte *in, int x, int y, int w, int h)
{
	int heads = 0;
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++)
			if ((dx || dy) && x + dx >= 0 && y + dy >= 0 && x + dx < w && y + dy < h)
				heads += in[(y + dy) * w + x + dx] == 2;
	return wired(in[y * w + x], heads);
}
__global__ void wires_cell(const byte *in, byte *out, int w, int h)
{ // a cell a thread looks at its eight neighbours only if it is a wire
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h)
		out[y * w + x] = in[y * w + x] == 1 ? wire_cell(in, x, y, w, h) : wired(in[y * w + x], 0);
}
__global__ void wires_words(const unsigned *in, unsigned *out, int w4, int h)
{ // four cells a thread: bytes are compared and added four at a time
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w4 || y >= h)
		return;
	unsigned heads = 0;
	for (int dy = -1; dy <= 1; dy++) {
		if (y + dy < 0 || y + dy >= h)
			continue;
		const unsigned *row = in + (y + dy) * w4;
		unsigned l = x > 0 ? row[x - 1] : 0, m = row[x], r = x + 1 < w4 ? row[x + 1] : 0;
		unsigned hl = l >> 1 & ~l & 0x01010101, hm = m >> 1 & ~m & 0x01010101, hr = r >> 1 & ~r & 0x01010101;
		heads += (hm << 8 | hl >> 24) + (hm >> 8 | hr << 24) + (dy ? hm : 0);
	}
	unsigned own = in[y * w4 + x], result = 0;
	for (int k = 0; k < 32; k += 8)
		result |= (unsigned)wired(own >> k & 255, heads >> k & 255) << k;
	out[y * w4 + x] = result;
}
__global__ void wires_block(const byte *in, byte *out, int side, int steps)
{ // small boards, one a block, all steps in shared memory
	extern __shared__ byte cells[];
	int n = side * side;
	const byte *own = in + blockIdx.x * n;
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		cells[i] = own[i];
	__syncthreads();
	for (int s = 0; s < steps; s++) {
		byte *now = cells + s % 2 * n, *next = cells + (s + 1) % 2 * n;
		for (int i = threadIdx.x; i < n; i += blockDim.x)
			next[i] = wire_cell(now, i % side, i / side, side, side);
		__syncthreads();
	}
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		out[blockIdx.x * n + i] = cells[steps % 2 * n + i];
}
__host__ __device__ float mixed(const byte *vol, int n, float x, float y, float z)
{ // between eight points of a body
	int ix = (int)x, iy = (int)y, iz = (int)z;
	float a = x - ix, b = y - iy, c = z - iz, sum = 0;
	for (int k = 0; k < 8; k++) {
		int i = ((iz + (k >> 2)) * n + iy + (k >> 1 & 1)) * n + ix + (k & 1);
		sum += vol[i] * (k & 1 ? a : 1 - a) * (k & 2 ? b : 1 - b) * (k & 4 ? c : 1 - c);
	}
	return sum;
}
template <bool SHARED> __global__ void see_through(const byte *vol, const float4 *colour, float4 *out, int n, int w)
{ // a scanned body seen from aside: rays gather colour until they are full; the colours from memory or shared
	__shared__ float4 table[256];
	if (SHARED) {
		for (int i = threadIdx.y * 16 + threadIdx.x; i < 256; i += 128)
			table[i] = colour[i];
		__syncthreads();
	}
	int px = blockIdx.x * 16 + threadIdx.x, py = blockIdx.y * 8 + threadIdx.y;
	float x = px * (n - 20.0f) / w, y = py * (n - 20.0f) / w;
	float4 sum = { 0, 0, 0, 0 };
	for (float z = 0; z < n - 2 && sum.w < 0.95f; z += 0.5f) {
		float v = mixed(vol, n, x + z * 0.1f, y + z * 0.05f, z);
		float4 c = SHARED ? table[(int)v] : colour[(int)v];
		float part = c.w * (1 - sum.w);
		sum.x += part * c.x, sum.y += part * c.y, sum.z += part * c.z, sum.w += part;
	}
	out[py * w + px] = sum;
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w);
	const int W = 330, H = 250, N = W * H;
	std::vector<float> part[5], hard(N);
	Rock r, d;
	float **rp = (float **)&r, **dp = (float **)&d, *zero[5];
	for (int k = 0; k < 5; k++) {
		part[k].resize(N);
		for (int i = 0; i < N; i++)
			part[k][i] = k < 2 ? f[i + k * N] : 0;
		dp[k] = upload(part[k]), zero[k] = upload(part[k]);
		rp[k] = part[k].data();
	}
	for (int i = 0; i < N; i++)
		hard[i] = 0.1f + 0.3f * (i / W / 40 % 2) + 0.05f * f[i];
	float *dh = upload(hard);
	for (int s = 0; s < 4; s++) {
		for (int i = 0; i < N; i++)
			if (i % W && i % W < W - 1 && i / W && i / W < H - 1)
				rock_speed(r, i, W);
		for (int i = 0; i < N; i++)
			if (i % W && i % W < W - 1 && i / W && i / W < H - 1)
				rock_stress(r, hard.data(), i, W);
	}
	auto fresh = [&] {
		for (int k = 0; k < 5; k++)
			CHECK(cudaMemcpy(dp[k], zero[k], N * 4, cudaMemcpyDeviceToDevice));
	};
	dim3 b(32, 8), g((W + 31) / 32, (H + 7) / 8);
	job<float>(
		"rock_waves.point_a_thread",
		[&] {
			for (int s = 0; s < 4; s++) {
				rock_speeds<<<g, b>>>(d, W, H);
				rock_stresses<<<g, b>>>(d, dh, W, H);
			}
		},
		d.sx, N, close_to(part[2], 1e-3), fresh);
	job<float>(
		"rock_waves.few_blocks",
		[&] {
			for (int s = 0; s < 4; s++) {
				rock_stride<false><<<66, 256>>>(d, dh, W, H);
				rock_stride<true><<<66, 256>>>(d, dh, W, H);
			}
		},
		d.t, N, close_to(part[4], 1e-3), fresh);
	const int C = 4000;
	std::vector<Air> air(C * LAYERS), air2(C * LAYERS);
	std::vector<float> ground(C), sun(C * LAYERS), sun2(C * LAYERS);
	for (int i = 0; i < C * LAYERS; i++)
		air2[i % LAYERS * C + i / LAYERS] =
			air[i] = { 0.02f + 0.3f * f[i], 0.5f + 0.45f * f[i + 9], 0.8f * f[i + 99] };
	for (int c = 0; c < C; c++) {
		ground[c] = 0.1f + 0.5f * f[c];
		sun_column(air.data(), ground[c], sun.data(), C, false, c);
		sun_column(air2.data(), ground[c], sun2.data(), C, true, c);
	}
	Air *da = upload(air), *da2 = upload(air2);
	float *dg = upload(ground), *o = dev<float>(1 << 18);
	job<float>(
		"sunlight.columns_together", [&] { sunlight<<<(C + 63) / 64, 64>>>(da, dg, o, C, false); }, o,
		C * LAYERS, close_to(sun, 1e-3));
	job<float>(
		"sunlight.layers_together", [&] { sunlight<<<(C + 63) / 64, 64>>>(da2, dg, o, C, true); }, o,
		C * LAYERS, close_to(sun2, 1e-3));
	job<float>(
		"sunlight.column_a_warp", [&] { sunlight_block<<<C / 4, 128>>>(da, dg, o, C); }, o, C * LAYERS,
		close_to(sun, 1e-3));
	const int P = 6000, STEPS = 120;
	std::vector<Patient<float>> ill(P);
	std::vector<Patient<double>> ill2(P);
	std::vector<float> most(P);
	std::vector<double> most2(P);
	for (int i = 0; i < P; i++) {
		ill[i] = { 0.5f + f[i], 0.2f + 0.3f * f[i + 1], 0.1f + 0.2f * f[i + 2], 0.05f, 0.4f + f[i + 3], 0.3f };
		ill2[i] = { ill[i].eaten, ill[i].in, ill[i].out, ill[i].back, ill[i].loss, ill[i].most };
		most[i] = highest_dose(ill[i], STEPS, 24 + 8);
		most2[i] = highest_dose(ill2[i], STEPS, 24 + 8);
	}
	Patient<float> *di = upload(ill);
	Patient<double> *di2 = upload(ill2);
	double *o2 = dev<double>(P);
	job<float>(
		"medicine.floats", [&] { medicine<<<(P + 127) / 128, 128>>>(di, o, P, STEPS, 32); }, o, P,
		close_to(most, 1e-3));
	job<double>(
		"medicine.doubles", [&] { medicine<<<(P + 127) / 128, 128>>>(di2, o2, P, STEPS, 32); }, o2, P,
		close_to(most2, 1e-9));
	const int S = 512, T = 6, SMALL = 60;
	std::vector<byte> wire(S * S), now(S * S), next(S * S), mini(S * S);
	for (int i = 0; i < S * S; i++)
		wire[i] = i % 5 == 0 || i / S % 6 == 0 ? (w[i] % 9 == 0 ? 2 : w[i] % 9 == 1 ? 3 : 1) : 0;
	now = wire;
	for (int s = 0; s < T; s++, std::swap(now, next))
		for (int i = 0; i < S * S; i++)
			next[i] = wire_cell(now.data(), i % S, i / S, S, S);
	byte *first = upload(wire), *one = upload(wire), *two = dev<byte>(S * S);
	auto again = [&] { CHECK(cudaMemcpy(one, first, S * S, cudaMemcpyDeviceToDevice)); };
	job<byte>(
		"wire_world.cell_a_thread",
		[&] {
			for (int s = 0; s < T; s++)
				wires_cell<<<dim3(S / 32, S / 8), b>>>(s % 2 ? two : one, s % 2 ? one : two, S, S);
		},
		one, S * S, same(now), again);
	job<byte>(
		"wire_world.four_cells",
		[&] {
			for (int s = 0; s < T; s++)
				wires_words<<<dim3(S / 128, S / 8), b>>>(
					(unsigned *)(s % 2 ? two : one), (unsigned *)(s % 2 ? one : two), S / 4, S);
		},
		one, S * S, same(now), again);
	for (int k = 0; k < 50; k++) {
		std::vector<byte> a(wire.begin() + k * SMALL * SMALL, wire.begin() + (k + 1) * SMALL * SMALL),
			c(SMALL * SMALL);
		for (int s = 0; s < 15; s++, std::swap(a, c))
			for (int i = 0; i < SMALL * SMALL; i++)
				c[i] = wire_cell(a.data(), i % SMALL, i / SMALL, SMALL, SMALL);
		std::copy(a.begin(), a.end(), mini.begin() + k * SMALL * SMALL);
	}
	mini.resize(50 * SMALL * SMALL);
	job<byte>(
		"wire_world.board_a_block", [&] { wires_block<<<50, 512, 2 * SMALL * SMALL>>>(first, two, SMALL, 15); },
		two, 50 * SMALL * SMALL, same(mini));
	const int V = 96, LOOK = 208;
	std::vector<byte> body(V * V * V);
	std::vector<float4> colour(256);
	for (int i = 0; i < V * V * V; i++) {
		float x = i % V - 45, y = i / V % V - 45, z = i / V / V - 50;
		body[i] = std::max(0.0f, 250 - 6 * std::fabs(std::sqrt(x * x + y * y + z * z) - 30)) *
			(0.9f + 0.1f * f[i]);
	}
	for (int k = 0; k < 256; k++)
		colour[k] = { k / 255.0f, 1 - k / 255.0f, 0.5f, k < 60 ? 0 : (k - 60) / 2500.0f };
	byte *dv = upload(body);
	float4 *dc = upload(colour), *look = dev<float4>(LOOK * LOOK);
	std::vector<float> seen(LOOK * LOOK * 4);
	for (int i = 0; i < LOOK * LOOK; i++) {
		float x = i % LOOK * (V - 20.0f) / LOOK, y = i / LOOK * (V - 20.0f) / LOOK, *s = &seen[i * 4];
		for (float z = 0; z < V - 2 && s[3] < 0.95f; z += 0.5f) {
			float4 c = colour[(int)mixed(body.data(), V, x + z * 0.1f, y + z * 0.05f, z)];
			float part = c.w * (1 - s[3]);
			s[0] += part * c.x, s[1] += part * c.y, s[2] += part * c.z, s[3] += part;
		}
	}
	dim3 bl(16, 8), gl(LOOK / 16, LOOK / 8);
	job<float>(
		"see_through.memory", [&] { see_through<false><<<gl, bl>>>(dv, dc, look, V, LOOK); }, (float *)look,
		LOOK * LOOK * 4, close_to(seen, 1e-2));
	job<float>(
		"see_through.colours_shared", [&] { see_through<true><<<gl, bl>>>(dv, dc, look, V, LOOK); },
		(float *)look, LOOK * LOOK * 4, close_to(seen, 1e-2));
}
