// blind20g: a fresh set of kernels that nobody had modelled when they were written. The sky, flames, docking, the
// ground.
#include "blind7.h"

#define REACH 7
struct Seen { // a pair of dishes at one moment: where it falls in the plane, and what it saw
	short x, y, shiftx, shifty;
	int re, im;
};
__global__ void sky_grid(const Seen *v, const int *kernel, int *grid, int size)
{ // each sight is spread over seven by seven cells, a sight a block row: a thread a cell, by atomics
	Seen s = v[blockIdx.x * blockDim.z + threadIdx.z];
	int k = kernel[s.shiftx * REACH + threadIdx.x] * kernel[s.shifty * REACH + threadIdx.y];
	int at = (s.y + threadIdx.y) * size + s.x + threadIdx.x;
	atomicAdd(&grid[2 * at], k * s.re);
	atomicAdd(&grid[2 * at + 1], k * s.im);
}
__global__ void sky_ungrid(const Seen *v, const int *kernel, const int2 *grid, int2 *out, int size, int n)
{ // the other way: what each sight would be, from the plane; a sight a warp
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
	if (i >= n)
		return;
	Seen s = v[i];
	int re = 0, im = 0;
	for (int c = lane; c < REACH * REACH; c += 32) {
		int x = c % REACH, y = c / REACH, k = kernel[s.shiftx * REACH + x] * kernel[s.shifty * REACH + y];
		int2 g = grid[(s.y + y) * size + s.x + x];
		re += k * g.x, im += k * g.y;
	}
	re = __reduce_add_sync(~0u, re), im = __reduce_add_sync(~0u, im);
	if (lane == 0)
		out[i] = make_int2(re, im);
}
static void dishes(const std::vector<unsigned> &w)
{
	const int N = 12000, SIZE = 300;
	std::vector<Seen> v(N);
	std::vector<int> kernel(8 * REACH), grid(2 * SIZE * SIZE), plane(2 * SIZE * SIZE), back(2 * N);
	for (int i = 0; i < 8 * REACH; i++)
		kernel[i] = 1 + w[i] % 16;
	for (int i = 0; i < 2 * SIZE * SIZE; i++)
		plane[i] = w[i + 100] % 1000 - 500;
	for (int i = 0; i < N; i++) {
		int arm = i / 400, step = i % 400;
		float r = 20 + arm * 4, t = step * 0.008f;
		v[i].x = 147 + r * std::cos(t), v[i].y = 147 + r * std::sin(t);
		v[i].shiftx = w[i] % 8, v[i].shifty = w[i] / 8 % 8, v[i].re = w[i] % 100 - 50,
		v[i].im = w[i] / 128 % 100 - 50;
		for (int c = 0; c < REACH * REACH; c++) {
			int k = kernel[v[i].shiftx * REACH + c % REACH] * kernel[v[i].shifty * REACH + c / REACH];
			int at = (v[i].y + c / REACH) * SIZE + v[i].x + c % REACH;
			grid[2 * at] += k * v[i].re, grid[2 * at + 1] += k * v[i].im;
			back[2 * i] += k * plane[2 * at], back[2 * i + 1] += k * plane[2 * at + 1];
		}
	}
	Seen *dv = upload(v);
	int *dk = upload(kernel), *dg = dev<int>(2 * SIZE * SIZE), *dp = upload(plane), *o = dev<int>(2 * N);
	job<int>(
		"dishes.spread_by_atomics", [&] { sky_grid<<<N / 4, dim3(REACH, REACH, 4)>>>(dv, dk, dg, SIZE); }, dg,
		2 * SIZE * SIZE, same(grid), [=] { CHECK(cudaMemset(dg, 0, 8 * SIZE * SIZE)); });
	job<int>(
		"dishes.gather_by_warp",
		[&] { sky_ungrid<<<N / 8, 256>>>(dv, dk, (const int2 *)dp, (int2 *)o, SIZE, N); }, o, 2 * N,
		same(back));
}
#define PHASES 120
__host__ __device__ inline int deepest(const int *light, const int *many, int *where)
{ // the deepest dip of three to twelve phases in a folded curve
	int best = 0;
	for (int from = 0; from < PHASES; from++) {
		int sum = 0, n = 0;
		for (int len = 1; len <= 12; len++) {
			int at = (from + len - 1) % PHASES;
			sum += light[at], n += many[at];
			int depth = len >= 3 && n > 0 ? -sum / n * len : 0;
			if (depth > best)
				best = depth, *where = from * 16 + len;
		}
	}
	return best;
}
__global__ void dips_thread(const int *light, const unsigned *speed, int2 *out, int n, int periods)
{ // planets that darken their star: a period a thread, the folded curve in local memory
	int p = blockIdx.x * blockDim.x + threadIdx.x;
	int sum[PHASES] = {}, many[PHASES] = {}, where = 0;
	if (p >= periods)
		return;
	for (int i = 0; i < n; i++) {
		int at = (u64)(speed[p] * i) * PHASES >> 32;
		sum[at] += light[i], many[at]++;
	}
	int best = deepest(sum, many, &where);
	out[p] = make_int2(best, where);
}
__global__ void __launch_bounds__(128) dips_block(const int *light, const unsigned *speed, int2 *out, int n)
{ // the same, a period a block: folds by shared atomics, then a start a thread
	__shared__ int sum[PHASES], many[PHASES];
	__shared__ u64 best;
	int t = threadIdx.x;
	unsigned turn = speed[blockIdx.x];
	if (t < PHASES)
		sum[t] = many[t] = 0;
	if (t == 0)
		best = 0;
	__syncthreads();
	for (int i = t; i < n; i += 128) {
		int at = __umulhi(turn * i, PHASES);
		atomicAdd(&sum[at], light[i]);
		atomicAdd(&many[at], 1);
	}
	__syncthreads();
	if (t < PHASES) {
		int s = 0, m = 0;
		u64 mine = 0;
#pragma unroll
		for (int len = 1; len <= 12; len++) {
			int at = t + len - 1;
			at -= at >= PHASES ? PHASES : 0;
			s += sum[at], m += many[at];
			int depth = len >= 3 && m > 0 ? -s / m * len : 0;
			u64 v = depth > 0 ? (u64)depth << 32 | (unsigned)~(t * 16 + len) : 0;
			mine = v > mine ? v : mine;
		}
		atomicMax(&best, mine);
	}
	__syncthreads();
	if (t == 0)
		out[blockIdx.x] = best ? make_int2(best >> 32, ~(int)best) : make_int2(0, 0);
}
static void dips(const std::vector<unsigned> &w)
{
	const int N = 900, P = 700;
	std::vector<int> light(N), want(2 * P);
	std::vector<unsigned> speed(P);
	for (int i = 0; i < N; i++)
		light[i] = (int)(w[i] % 200) - 100 - (i % 73 < 5 ? 150 : 0);
	for (int p = 0; p < P; p++) {
		speed[p] = 4294967296.0 / (40 + p * 0.1);
		std::vector<int> sum(PHASES), many(PHASES);
		for (int i = 0; i < N; i++) {
			int at = (u64)(speed[p] * i) * PHASES >> 32;
			sum[at] += light[i], many[at]++;
		}
		want[2 * p] = deepest(&sum[0], &many[0], &want[2 * p + 1]);
	}
	int *dl = upload(light);
	unsigned *ds = upload(speed);
	int2 *o = dev<int2>(P);
	job<int>(
		"dimmed_star.period_a_thread", [&] { dips_thread<<<(P + 31) / 32, 32>>>(dl, ds, o, N, P); }, (int *)o,
		2 * P, same(want));
	job<int>(
		"dimmed_star.period_a_block", [&] { dips_block<<<P, 128>>>(dl, ds, o, N); }, (int *)o, 2 * P,
		same(want));
}
#define KINDS 6
#define SPEED(a, e) ((T)(a)*exp(-(T)(e)*over))
template <class T> __host__ __device__ inline void burn(const T *c, T *rate, T over)
{ // how fast six gases turn into each other at a temperature: seven reactions, there and back
	T r1 = SPEED(80, 3) * c[0] * c[1] - SPEED(10, 4) * c[2] * c[3];
	T r2 = SPEED(30, 2) * c[2] * c[0] - SPEED(9, 3) * c[3] * c[3];
	T r3 = SPEED(50, 5) * c[1] - SPEED(70, 1) * c[2] * c[2];
	T r4 = SPEED(20, 1) * c[3] * c[2] - SPEED(6, 5) * c[4];
	T r5 = SPEED(90, 2) * c[3] * c[3] * c[1] - SPEED(3, 4) * c[5];
	T r6 = SPEED(15, 3) * c[4] * c[2] - SPEED(4, 2) * c[5] * c[0];
	T r7 = SPEED(25, 2) * c[5] * c[3] - SPEED(11, 3) * c[4] * c[4];
	rate[0] = -r1 - r2 + r6;
	rate[1] = -r1 - r3 - r5;
	rate[2] = r1 - r2 + 2 * r3 - r4 - r6;
	rate[3] = r1 + 2 * r2 - r4 - 2 * r5 - r7;
	rate[4] = r4 - r6 + 2 * r7;
	rate[5] = r5 + r6 - r7;
}
__host__ __device__ inline void flame_steps(float *c, float heat, int steps)
{ // Heun's rule with small steps
	float a[KINDS], b[KINDS], mid[KINDS];
	for (int s = 0; s < steps; s++) {
		burn(c, a, 1 / heat);
		for (int k = 0; k < KINDS; k++)
			mid[k] = c[k] + 0.002f * a[k];
		burn(mid, b, 1 / heat);
		for (int k = 0; k < KINDS; k++)
			c[k] += 0.001f * (a[k] + b[k]);
	}
}
__host__ __device__ inline void flame_implicit(double *c, double heat, int steps)
{ // one large step at a time: slopes by differences, six equations by elimination with pivots
	for (int s = 0; s < steps; s++) {
		double m[KINDS][KINDS + 1], base[KINDS], r[KINDS], h = 0.05;
		burn(c, base, 1 / heat);
		for (int j = 0; j < KINDS; j++) {
			double was = c[j], e = 1e-5 * (1 + fabs(was));
			c[j] = was + e;
			burn(c, r, 1 / heat);
			c[j] = was;
			for (int i = 0; i < KINDS; i++)
				m[i][j] = (i == j) - h * (r[i] - base[i]) / e;
			m[j][KINDS] = h * base[j];
		}
		for (int k = 0; k < KINDS; k++) {
			int top = k;
			for (int i = k + 1; i < KINDS; i++)
				top = fabs(m[i][k]) > fabs(m[top][k]) ? i : top;
			for (int j = k; j <= KINDS; j++) {
				double t = m[k][j];
				m[k][j] = m[top][j], m[top][j] = t;
			}
			for (int i = k + 1; i < KINDS; i++) {
				double q = m[i][k] / m[k][k];
				for (int j = k; j <= KINDS; j++)
					m[i][j] -= q * m[k][j];
			}
		}
		for (int k = KINDS - 1; k >= 0; k--) {
			double v = m[k][KINDS];
			for (int j = k + 1; j < KINDS; j++)
				v -= m[k][j] * r[j];
			c[k] += r[k] = v / m[k][k];
		}
	}
}
template <class T, bool LARGE> __global__ void flame(const T *in, T *out, const T *heat, int n, int steps)
{ // a cell of a flame a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	T c[KINDS];
	for (int k = 0; k < KINDS; k++)
		c[k] = in[k * n + i];
	if constexpr (LARGE)
		flame_implicit(c, heat[i], steps);
	else
		flame_steps(c, heat[i], steps);
	for (int k = 0; k < KINDS; k++)
		out[k * n + i] = c[k];
}
static void flames(const std::vector<float> &f)
{
	const int N = 3000;
	std::vector<float> c(f.begin(), f.begin() + KINDS * N), heat(N), want(KINDS * N);
	std::vector<double> cd(c.begin(), c.end()), hd(N), dwant(KINDS * N);
	for (int i = 0; i < N; i++) {
		hd[i] = heat[i] = 0.8f + f[i + 50000];
		float a[KINDS];
		double b[KINDS];
		for (int k = 0; k < KINDS; k++)
			a[k] = b[k] = c[k * N + i];
		flame_steps(a, heat[i], 10);
		flame_implicit(b, hd[i], 2);
		for (int k = 0; k < KINDS; k++)
			want[k * N + i] = a[k], dwant[k * N + i] = b[k];
	}
	float *dc = upload(c), *dh = upload(heat), *o = dev<float>(KINDS * N);
	double *ddc = upload(cd), *ddh = upload(hd), *od = dev<double>(KINDS * N);
	job<float>(
		"flame.small_steps", [&] { flame<float, false><<<(N + 63) / 64, 64>>>(dc, o, dh, N, 10); }, o,
		KINDS * N, close_to(want, 1e-3));
	job<double>(
		"flame.implicit_in_doubles", [&] { flame<double, true><<<(N + 31) / 32, 32>>>(ddc, od, ddh, N, 2); },
		od, KINDS * N, close_to(dwant, 1e-6));
}
struct Pose {
	float ax, ay, az, x, y, z;
};
struct Atom {
	float x, y, z;
	int kind;
};
struct Kind {
	float radius, charge, greasy;
};
__host__ __device__ inline float meeting(float dx, float dy, float dz, Kind a, Kind b)
{ // what two atoms are worth to each other
	float r = sqrtf(dx * dx + dy * dy + dz * dz), wall = a.radius + b.radius, in = r - wall, e = 0;
	if (in < 0)
		e += 38 * (1 - r / wall);
	if (in < 4)
		e += a.charge * b.charge * (in < 0 ? 1 : 1 - in * 0.25f);
	if (a.greasy > 0 && b.greasy > 0 && in < 5.5f)
		e -= (a.greasy + b.greasy) * (in < 1 ? 1 : 1 - (in - 1) / 4.5f);
	return e;
}
__host__ __device__ inline void placed(const Pose &p, float *m)
{
	float sx = sinf(p.ax), cx = cosf(p.ax), sy = sinf(p.ay), cy = cosf(p.ay), sz = sinf(p.az), cz = cosf(p.az);
	m[0] = cy * cz, m[1] = sx * sy * cz - cx * sz, m[2] = cx * sy * cz + sx * sz, m[3] = p.x;
	m[4] = cy * sz, m[5] = sx * sy * sz + cx * cz, m[6] = cx * sy * sz - sx * cz, m[7] = p.y;
	m[8] = -sy, m[9] = sx * cy, m[10] = cx * cy, m[11] = p.z;
}
template <int EACH>
__global__ void dock(const Atom *drug, int drugs, const Atom *protein, int atoms, const Kind *kind, const Pose *pose,
	float *out, int poses)
{ // a drug in a protein: the energy of many poses, EACH poses a thread
	extern __shared__ Kind own[];
	if (threadIdx.x < 16)
		own[threadIdx.x] = kind[threadIdx.x];
	__syncthreads();
	int first = blockIdx.x * blockDim.x * EACH + threadIdx.x;
	float m[EACH][12], sum[EACH];
#pragma unroll
	for (int e = 0; e < EACH; e++) {
		placed(pose[min(first + e * (int)blockDim.x, poses - 1)], m[e]);
		sum[e] = 0;
	}
	for (int d = 0; d < drugs; d++) {
		Atom l = drug[d];
		float x[EACH], y[EACH], z[EACH];
#pragma unroll
		for (int e = 0; e < EACH; e++) {
			x[e] = m[e][0] * l.x + m[e][1] * l.y + m[e][2] * l.z + m[e][3];
			y[e] = m[e][4] * l.x + m[e][5] * l.y + m[e][6] * l.z + m[e][7];
			z[e] = m[e][8] * l.x + m[e][9] * l.y + m[e][10] * l.z + m[e][11];
		}
		for (int a = 0; a < atoms; a++) {
			Atom p = protein[a];
			Kind pk = own[p.kind];
#pragma unroll
			for (int e = 0; e < EACH; e++)
				sum[e] += meeting(x[e] - p.x, y[e] - p.y, z[e] - p.z, own[l.kind], pk);
		}
	}
#pragma unroll
	for (int e = 0; e < EACH; e++)
		if (first + e * (int)blockDim.x < poses)
			out[first + e * blockDim.x] = sum[e] * 0.5f;
}
static void docking(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int D = 14, P = 130, N = 2500;
	std::vector<Atom> drug(D), protein(P);
	std::vector<Kind> kind(16);
	std::vector<Pose> pose(N);
	std::vector<float> want(N);
	for (int i = 0; i < 16; i++)
		kind[i] = { 1 + f[i], f[i + 16] - 0.5f, i % 3 ? 0 : f[i + 32] };
	for (int i = 0; i < D; i++)
		drug[i] = { f[i * 3] * 4 - 2, f[i * 3 + 1] * 4 - 2, f[i * 3 + 2] * 4 - 2, (int)(w[i] % 16) };
	for (int i = 0; i < P; i++)
		protein[i] = { f[i * 3 + 99] * 24 - 12, f[i * 3 + 100] * 24 - 12, f[i * 3 + 101] * 24 - 12,
			(int)(w[i + 99] % 16) };
	for (int i = 0; i < N; i++) {
		const float *g = &f[i * 6 + 1000];
		pose[i] = { g[0] * 6, g[1] * 6, g[2] * 6, g[3] * 8 - 4, g[4] * 8 - 4, g[5] * 8 - 4 };
		float m[12];
		double sum = 0;
		placed(pose[i], m);
		for (auto &l : drug)
			for (auto &p : protein)
				sum += meeting(m[0] * l.x + m[1] * l.y + m[2] * l.z + m[3] - p.x,
					m[4] * l.x + m[5] * l.y + m[6] * l.z + m[7] - p.y,
					m[8] * l.x + m[9] * l.y + m[10] * l.z + m[11] - p.z, kind[l.kind],
					kind[p.kind]);
		want[i] = sum * 0.5;
	}
	Atom *dd = upload(drug), *dp = upload(protein);
	Kind *dk = upload(kind);
	Pose *po = upload(pose);
	float *o = dev<float>(N);
	job<float>(
		"docking.pose_a_thread", [&] { dock<1><<<(N + 63) / 64, 64, 192>>>(dd, D, dp, P, dk, po, o, N); }, o, N,
		close_to(want, 2e-2));
	job<float>(
		"docking.four_poses_a_thread",
		[&] { dock<4><<<(N + 127) / 128, 32, 192>>>(dd, D, dp, P, dk, po, o, N); }, o, N, close_to(want, 2e-2));
}
__host__ __device__ inline void along_hyperbola(
	const float *trace, const float *far, int traces, int n, int t0, float slow, float *sum, float *power)
{ // what a bow of a given slowness through time t0 gathers from all traces
	*sum = *power = 0;
	for (int k = 0; k < traces; k++) {
		float t = sqrtf(t0 * (float)t0 + far[k] * far[k] * slow);
		int i = (int)t;
		if (i + 1 >= n)
			continue;
		float v = trace[k * n + i] + (t - i) * (trace[k * n + i + 1] - trace[k * n + i]);
		*sum += v, *power += v * v;
	}
}
#define WINDOW 5
__global__ void likeness_direct(const float *trace, const float *far, const float *slow, float *out, int traces, int n)
{ // which speed of sound makes the echoes of all traces alike? each thread does all of its window
	int t = blockIdx.x * blockDim.x + threadIdx.x, v = blockIdx.y;
	float top = 0, low = 1e-6f;
	if (t >= n)
		return;
	for (int u = max(t - WINDOW, 0); u <= min(t + WINDOW, n - 1); u++) {
		float s, p;
		along_hyperbola(trace, far, traces, n, u, slow[v], &s, &p);
		top += s * s, low += p;
	}
	out[v * n + t] = top / (traces * low);
}
__global__ void likeness_shared(const float *trace, const float *far, const float *slow, float *out, int traces, int n)
{ // the same; a block shares the sums of its times and of a rim
	extern __shared__ float2 at[];
	int first = blockIdx.x * (blockDim.x - 2 * WINDOW) - WINDOW, t = first + threadIdx.x, v = blockIdx.y;
	float2 own = { 0, 0 };
	if (t >= 0 && t < n) {
		along_hyperbola(trace, far, traces, n, t, slow[v], &own.x, &own.y);
		own.x *= own.x;
	}
	at[threadIdx.x] = own;
	__syncthreads();
	if (threadIdx.x < WINDOW || threadIdx.x >= blockDim.x - WINDOW || t >= n)
		return;
	float top = 0, low = 1e-6f;
	for (int k = -WINDOW; k <= WINDOW; k++)
		top += at[threadIdx.x + k].x, low += at[threadIdx.x + k].y;
	out[v * n + t] = top / (traces * low);
}
static void likeness(const std::vector<float> &f)
{
	const int T = 24, N = 400, V = 20;
	std::vector<float> trace(T * N), far(T), slow(V), want(V * N), top(N), low(N);
	for (int k = 0; k < T; k++)
		far[k] = 10 * k + 4;
	for (int v = 0; v < V; v++)
		slow[v] = 0.2f + 0.07f * v;
	for (int i = 0; i < T * N; i++) {
		float t = i % N, d = far[i / N];
		trace[i] = std::cos(0.5 * (t - std::sqrt(8100 + d * d * 0.8))) + f[i];
	}
	for (int v = 0; v < V; v++) {
		for (int t = 0; t < N; t++) {
			along_hyperbola(trace.data(), far.data(), T, N, t, slow[v], &top[t], &low[t]);
			top[t] *= top[t];
		}
		for (int t = 0; t < N; t++) {
			double a = 0, b = 1e-6;
			for (int u = std::max(t - WINDOW, 0); u <= std::min(t + WINDOW, N - 1); u++)
				a += top[u], b += low[u];
			want[v * N + t] = a / (T * b);
		}
	}
	float *dt = upload(trace), *df = upload(far), *ds = upload(slow), *o = dev<float>(V * N);
	job<float>(
		"likeness_of_echoes.direct", [&] { likeness_direct<<<dim3(4, V), 100>>>(dt, df, ds, o, T, N); }, o,
		V * N, close_to(want, 1e-3));
	job<float>(
		"likeness_of_echoes.sums_shared",
		[&] { likeness_shared<<<dim3((N + 117) / 118, V), 128, 1024>>>(dt, df, ds, o, T, N); }, o, V * N,
		close_to(want, 1e-3));
}
void rows()
{
	std::vector<unsigned> w = words(1 << 19);
	std::vector<float> f = fractions(w);
	dishes(w);
	dips(w);
	flames(f);
	docking(w, f);
	likeness(f);
}
