// blind25b: a fresh set of kernels that nobody had modelled when they were written. Neutrons, molecules, burning stars.
#include "blind7.h"

static const int KINDS = 64, POINTS = 1000, STUFFS = 8, HASH = 4096;
struct Stuff {
	int many, kind[40];
	float dense[40];
};
__constant__ Stuff stuff[STUFFS];
struct Point {
	float e, x[5];
};
__device__ void add_point(const Point *p, float e, float dense, float *sum)
{
	Point a = p[0], b = p[1];
	float f = (b.e - e) / (b.e - a.e);
	for (int k = 0; k < 5; k++)
		sum[k] += dense * (b.x[k] - f * (b.x[k] - a.x[k]));
}
__global__ void cross_each(const Point *grid, const float *energy, const int *what, float *out, int n)
{ // how a neutron sees a material: each kind of atom searches its own grid
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	const Stuff &s = stuff[what[i]];
	float e = energy[i], sum[5] = {};
	for (int k = 0; k < s.many; k++) {
		const Point *g = grid + s.kind[k] * POINTS;
		int low = 0, high = POINTS - 1;
		while (high - low > 1) {
			int mid = (low + high) / 2;
			if (g[mid].e <= e)
				low = mid;
			else
				high = mid;
		}
		add_point(g + low, e, s.dense[k], sum);
	}
	for (int k = 0; k < 5; k++)
		out[i * 5 + k] = sum[k];
}
__global__ void cross_union(const Point *grid, const float *all, const short *place, const float *energy,
	const int *what, float *out, int n)
{ // one search in all energies together, then a table of places
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	const Stuff &s = stuff[what[i]];
	float e = energy[i], sum[5] = {};
	int low = 0, high = KINDS * POINTS;
	while (high - low > 1) {
		int mid = (low + high) / 2;
		if (all[mid] <= e)
			low = mid;
		else
			high = mid;
	}
	for (int k = 0; k < s.many; k++) {
		int kind = s.kind[k];
		add_point(grid + kind * POINTS + place[low * KINDS + kind], e, s.dense[k], sum);
	}
	for (int k = 0; k < 5; k++)
		out[i * 5 + k] = sum[k];
}
__global__ void cross_hash(
	const Point *grid, const short *start, const float *energy, const int *what, float *out, int n)
{ // buckets of energies tell where to start walking
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	const Stuff &s = stuff[what[i]];
	float e = energy[i], sum[5] = {};
	int bucket = (int)(e * HASH);
	for (int k = 0; k < s.many; k++) {
		const Point *g = grid + s.kind[k] * POINTS;
		int at = start[bucket * KINDS + s.kind[k]];
		while (at < POINTS - 2 && g[at + 1].e <= e)
			at++;
		add_point(g + at, e, s.dense[k], sum);
	}
	for (int k = 0; k < 5; k++)
		out[i * 5 + k] = sum[k];
}
static const int WINDOWS = 100, POLES = 4;
struct Pole {
	double2 at, total, caught;
	int l;
};
__global__ void poles_double(
	const Pole *pole, const double2 *fit, const float *energy, const int *what, double2 *out, int n)
{ // the same question answered by poles of a complex function, in doubles
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	const Stuff &s = stuff[what[i]];
	double e = energy[i], root = sqrt(e), t = 0, c = 0;
	double2 turn[4];
	for (int l = 0; l < 4; l++)
		sincos(-2 * atan(root * (l + 1) * 0.3), &turn[l].y, &turn[l].x);
	int window = (int)(e * WINDOWS);
	for (int k = 0; k < s.many; k++) {
		int w = s.kind[k] * WINDOWS + window;
		double2 f = fit[w];
		double own_t = f.x + f.y * e, own_c = f.y * root;
		for (int j = 0; j < POLES; j++) {
			Pole p = pole[w * POLES + j];
			double x = p.at.x - root, y = p.at.y, r = 1 / (x * x + y * y);
			double2 psi = make_double2(y * r, x * r), u = turn[p.l];
			double2 q = make_double2(psi.x * u.x - psi.y * u.y, psi.x * u.y + psi.y * u.x);
			own_t += p.total.x * q.x - p.total.y * q.y;
			own_c += p.caught.x * psi.x - p.caught.y * psi.y;
		}
		t += s.dense[k] * own_t;
		c += s.dense[k] * own_c;
	}
	out[i] = make_double2(t, c);
}
__host__ __device__ inline void bend(const float *a, const float *b, const float *c, float *fa, float *fc)
{ // forces on the ends of an angle that wants to have cosine -0.3
	float u[3], v[3], uu = 0, vv = 0, uv = 0;
	for (int k = 0; k < 3; k++) {
		u[k] = a[k] - b[k], v[k] = c[k] - b[k];
		uu += u[k] * u[k], vv += v[k] * v[k], uv += u[k] * v[k];
	}
	float ru = 1 / sqrtf(uu), rv = 1 / sqrtf(vv), cosine = uv * ru * rv, s = -2 * (cosine + 0.3f);
	for (int k = 0; k < 3; k++) {
		fa[k] = s * (v[k] * ru * rv - cosine * u[k] * ru * ru);
		fc[k] = s * (u[k] * ru * rv - cosine * v[k] * rv * rv);
	}
}
__global__ void bends_atomic(const float *p, const int *three, float *force, int n)
{ // an angle a thread, nine atomics
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int a = three[3 * i], b = three[3 * i + 1], c = three[3 * i + 2];
	float fa[3], fc[3];
	bend(p + 3 * a, p + 3 * b, p + 3 * c, fa, fc);
	for (int k = 0; k < 3; k++) {
		atomicAdd(&force[3 * a + k], fa[k]);
		atomicAdd(&force[3 * c + k], fc[k]);
		atomicAdd(&force[3 * b + k], -fa[k] - fc[k]);
	}
}
__global__ void bends_gather(
	const float *p, const int *three, const int *first, const int *entry, float *force, int atoms)
{ // an atom a thread looks at all angles it has a part in
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= atoms)
		return;
	float f[3] = {};
	for (int e = first[i]; e < first[i + 1]; e++) {
		int q = entry[e] / 3, role = entry[e] % 3;
		float fa[3], fc[3];
		bend(p + 3 * three[3 * q], p + 3 * three[3 * q + 1], p + 3 * three[3 * q + 2], fa, fc);
		for (int k = 0; k < 3; k++)
			f[k] += role == 0 ? fa[k] : role == 2 ? fc[k] : -fa[k] - fc[k];
	}
	for (int k = 0; k < 3; k++)
		force[3 * i + k] = f[k];
}
template <class T> __host__ __device__ void stiffen(const T *old, T *now)
{ // lengths of a water molecule are mended one by one until all are right
	const T mass[3] = { 1 / (T)16, 1, 1 }, length[3] = { (T)1, (T)1, (T)2.6667 };
	for (int turn = 0; turn < 40; turn++) {
		bool done = true;
		for (int k = 0; k < 3; k++) {
			int i = k == 2 ? 1 : 0, j = k == 0 ? 1 : 2;
			T d2 = 0, both = 0, d[3], o[3];
			for (int q = 0; q < 3; q++) {
				d[q] = now[3 * i + q] - now[3 * j + q], o[q] = old[3 * i + q] - old[3 * j + q];
				d2 += d[q] * d[q], both += d[q] * o[q];
			}
			T miss = length[k] - d2;
			if ((miss < 0 ? -miss : miss) < (T)2e-6 * length[k])
				continue;
			done = false;
			T g = miss / (2 * (mass[i] + mass[j]) * both);
			for (int q = 0; q < 3; q++)
				now[3 * i + q] += g * mass[i] * o[q], now[3 * j + q] -= g * mass[j] * o[q];
		}
		if (done)
			break;
	}
}
__global__ void stiff_thread(const float *old, const float *now, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float a[9], b[9];
	for (int k = 0; k < 9; k++)
		a[k] = old[k * n + i], b[k] = now[k * n + i];
	stiffen(a, b);
	for (int k = 0; k < 9; k++)
		out[k * n + i] = b[k];
}
static const int BINS = 96;
__device__ int bin_of(int4 a, int4 b)
{ // around the corner of a box of 1024
	int x = (a.x - b.x + 512 & 1023) - 512, y = (a.y - b.y + 512 & 1023) - 512, z = (a.z - b.z + 512 & 1023) - 512;
	return x * x + y * y + z * z >> 13;
}
__global__ void shells_memory(const int4 *p, int *bins, int n)
{ // how far are atoms from each other: atom a thread, bins in memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		for (int j = i + 1; j < n; j++)
			atomicAdd(&bins[bin_of(p[i], p[j])], 1);
}
__global__ void shells_tiles(const int4 *p, int *bins, int n)
{ // tile against tile, bins in shared memory, one set a warp
	__shared__ int4 other[128];
	__shared__ int sets[4][BINS];
	if (blockIdx.x < blockIdx.y)
		return;
	for (int k = threadIdx.x; k < 4 * BINS; k += 128)
		sets[0][k] = 0;
	int i = blockIdx.y * 128 + threadIdx.x, j0 = blockIdx.x * 128;
	int4 own = p[i];
	other[threadIdx.x] = p[j0 + threadIdx.x];
	__syncthreads();
	for (int k = 0; k < 128; k++)
		if (j0 + k > i)
			atomicAdd(&sets[threadIdx.x / 32][bin_of(own, other[k])], 1);
	__syncthreads();
	for (int k = threadIdx.x; k < BINS; k += 128) {
		int s = sets[0][k] + sets[1][k] + sets[2][k] + sets[3][k];
		if (s)
			atomicAdd(&bins[k], s);
	}
}
static const int SPECIES = 6;
__constant__ double rates[SPECIES];
static double host_rates[SPECIES] = { 4, 9, 2, 30, 7, 0 };
__host__ __device__ inline void burn_row(
	int r, const double *y, const double *old, const double *rate, double hot, double dt, double *row)
{ // a row of the linear system of one Newton step
	double mean = 0;
	for (int k = 0; k < SPECIES; k++)
		mean += y[k] / SPECIES;
	double f = 0.1 * (mean - y[r]), loss = rate[r] * hot, gain = r ? rate[r - 1] * hot : 0;
	f -= loss * y[r] * y[r];
	if (r)
		f += gain * y[r - 1] * y[r - 1];
	for (int c = 0; c < SPECIES; c++) {
		double j = -dt * 0.1 / SPECIES;
		if (c == r)
			j += 1 + dt * (0.1 + 2 * loss * y[r]);
		if (c == r - 1)
			j -= dt * 2 * gain * y[c];
		row[c] = j;
	}
	row[SPECIES] = old[r] + dt * f - y[r];
}
__host__ __device__ inline void burn(double *y, const double *rate, double hot, int steps)
{
	for (int s = 0; s < steps; s++) {
		double old[SPECIES], a[SPECIES][SPECIES + 1];
		for (int k = 0; k < SPECIES; k++)
			old[k] = y[k];
		for (int newton = 0; newton < 3; newton++) {
			for (int r = 0; r < SPECIES; r++)
				burn_row(r, y, old, rate, hot, 0.05, a[r]);
			for (int k = 0; k < SPECIES; k++) {
				double inverse = 1 / a[k][k];
				for (int c = k; c <= SPECIES; c++)
					a[k][c] *= inverse;
				for (int r = 0; r < SPECIES; r++)
					if (r != k) {
						double m = a[r][k];
						for (int c = k; c <= SPECIES; c++)
							a[r][c] -= m * a[k][c];
					}
			}
			for (int k = 0; k < SPECIES; k++)
				y[k] += a[k][SPECIES];
		}
	}
}
__global__ void burn_thread(const double *in, double *out, int n, int steps)
{ // a zone of a star a thread, the system in a local array
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double y[SPECIES];
	for (int k = 0; k < SPECIES; k++)
		y[k] = in[k * n + i];
	burn(y, rates, in[SPECIES * n + i], steps);
	for (int k = 0; k < SPECIES; k++)
		out[k * n + i] = y[k];
}
__global__ void burn_lanes(const double *in, double *out, int n, int steps)
{ // eight lanes a zone, a row a lane
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 8, lane = threadIdx.x % 8, r = min(lane, SPECIES - 1);
	i = min(i, n - 1);
	double y[SPECIES], old[SPECIES], a[SPECIES + 1], hot = in[SPECIES * n + i];
	for (int k = 0; k < SPECIES; k++)
		y[k] = in[k * n + i];
	for (int s = 0; s < steps; s++) {
		for (int k = 0; k < SPECIES; k++)
			old[k] = y[k];
		for (int newton = 0; newton < 3; newton++) {
			burn_row(r, y, old, rates, hot, 0.05, a);
			for (int k = 0; k < SPECIES; k++) {
				double inverse = 1 / __shfl_sync(~0u, a[k], k, 8), m = a[k];
				for (int c = k; c <= SPECIES; c++) {
					double p = __shfl_sync(~0u, a[c], k, 8) * inverse;
					a[c] = lane == k ? p : a[c] - m * p;
				}
			}
			for (int k = 0; k < SPECIES; k++)
				y[k] += __shfl_sync(~0u, a[SPECIES], k, 8);
		}
	}
	for (int k = 0; k < SPECIES; k++)
		if (lane == k)
			out[k * n + i] = y[k];
}
template <class T> __host__ __device__ T edge(T a, T b, T c, T d, T e)
{ // a value at a cell's edge from five cells, smooth stencils weigh more
	T p = (2 * a - 7 * b + 11 * c) / 6, q = (-b + 5 * c + 2 * d) / 6, r = (2 * c + 5 * d - e) / 6;
	T s = (T)13 / 12 * (a - 2 * b + c) * (a - 2 * b + c) + (a - 4 * b + 3 * c) * (a - 4 * b + 3 * c) / 4;
	T t = (T)13 / 12 * (b - 2 * c + d) * (b - 2 * c + d) + (b - d) * (b - d) / 4;
	T u = (T)13 / 12 * (c - 2 * d + e) * (c - 2 * d + e) + (3 * c - 4 * d + e) * (3 * c - 4 * d + e) / 4;
	const T tiny = (T)1e-4;
	T x = 1 / ((s + tiny) * (s + tiny)), y = 6 / ((t + tiny) * (t + tiny)), z = 3 / ((u + tiny) * (u + tiny));
	return (x * p + y * q + z * r) / (x + y + z);
}
template <class T> __global__ void edges_twice(const T *in, T *out, int n)
{ // a step of a steepening wave: each cell works out both its edges
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	T v[6];
	for (int k = 0; k < 6; k++)
		v[k] = in[(i + k - 3 + n) % n];
	T left = edge(v[0], v[1], v[2], v[3], v[4]), right = edge(v[1], v[2], v[3], v[4], v[5]);
	out[i] = v[3] - (T)0.1 * (right * right - left * left);
}
__global__ void edges_shared(const float *in, float *out, int n)
{ // cells and edges in shared memory, an edge is worked out once
	__shared__ float v[128 + 6], face[129];
	int t = threadIdx.x, base = blockIdx.x * 128;
	for (int k = t; k < 134; k += 128)
		v[k] = in[(base + k - 3 + n) % n];
	__syncthreads();
	for (int k = t; k < 129; k += 128)
		face[k] = edge(v[k], v[k + 1], v[k + 2], v[k + 3], v[k + 4]);
	__syncthreads();
	if (base + t < n)
		out[base + t] = v[t + 3] - 0.1f * (face[t + 1] * face[t + 1] - face[t] * face[t]);
}
static void neutrons(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int N = 30000;
	static Stuff host[STUFFS];
	for (int s = 0; s < STUFFS; s++) {
		host[s].many = s == 0 ? 34 : 4 + s * 2 % 9;
		for (int k = 0; k < host[s].many; k++)
			host[s].kind[k] = (s * 7 + k * 11) % KINDS, host[s].dense[k] = f[s * 40 + k];
	}
	CHECK(cudaMemcpyToSymbol(stuff, host, sizeof host));
	std::vector<Point> grid(KINDS * POINTS);
	std::vector<float> all, energy(N);
	for (int k = 0; k < KINDS; k++) {
		std::vector<float> e(f.begin() + k * POINTS, f.begin() + (k + 1) * POINTS);
		e[0] = 0, e[1] = 1;
		std::sort(e.begin(), e.end());
		for (int i = 0; i < POINTS; i++) {
			grid[k * POINTS + i].e = e[i] + (i ? (e[i] == e[i - 1]) * 1e-6f : 0);
			for (int j = 0; j < 5; j++)
				grid[k * POINTS + i].x[j] = f[(k * POINTS + i) * 5 + j];
		}
	}
	for (auto &p : grid)
		all.push_back(p.e);
	std::sort(all.begin(), all.end());
	std::vector<short> place(KINDS * POINTS * KINDS), start(HASH * KINDS);
	for (int k = 0; k < KINDS; k++) {
		int at = 0;
		for (size_t u = 0; u < all.size(); u++) {
			while (at < POINTS - 2 && grid[k * POINTS + at + 1].e <= all[u])
				at++;
			place[u * KINDS + k] = at;
		}
		at = 0;
		for (int b = 0; b < HASH; b++) {
			while (at < POINTS - 2 && grid[k * POINTS + at + 1].e <= (float)b / HASH)
				at++;
			start[b * KINDS + k] = at;
		}
	}
	std::vector<int> what(N);
	std::vector<float> want(5 * N);
	for (int i = 0; i < N; i++) {
		energy[i] = 0.00001f + f[i + 99] * 0.9999f;
		what[i] = w[i] % 100 < 14 ? 0 : w[i] % STUFFS;
		const Stuff &s = host[what[i]];
		for (int k = 0; k < s.many; k++) {
			const Point *g = &grid[s.kind[k] * POINTS];
			int at = std::upper_bound(g, g + POINTS - 1, energy[i], [](float e, const Point &p) {
				return e < p.e;
			}) - g - 1;
			double part = (energy[i] - (double)g[at].e) / ((double)g[at + 1].e - g[at].e);
			for (int j = 0; j < 5; j++)
				want[5 * i + j] += s.dense[k] * (g[at].x[j] + part * (g[at + 1].x[j] - g[at].x[j]));
		}
	}
	Point *dg = upload(grid);
	float *da = upload(all), *de = upload(energy), *o = dev<float>(5 * N);
	short *dp = upload(place), *ds = upload(start);
	int *dw = upload(what);
	job<float>(
		"neutron_asks.search_each_kind", [&] { cross_each<<<(N + 127) / 128, 128>>>(dg, de, dw, o, N); }, o,
		5 * N, close_to(want, 1e-3));
	job<float>(
		"neutron_asks.all_energies_together",
		[&] { cross_union<<<(N + 127) / 128, 128>>>(dg, da, dp, de, dw, o, N); }, o, 5 * N,
		close_to(want, 1e-3));
	job<float>(
		"neutron_asks.buckets", [&] { cross_hash<<<(N + 255) / 256, 256>>>(dg, ds, de, dw, o, N); }, o, 5 * N,
		close_to(want, 1e-3));
	std::vector<Pole> pole(KINDS * WINDOWS * POLES);
	std::vector<double2> fit(KINDS * WINDOWS);
	auto any = [&](size_t i) { return f[i % f.size()] - 0.3; };
	for (size_t i = 0; i < pole.size(); i++)
		pole[i] = { make_double2(any(i * 6), 0.05 + f[i]), make_double2(any(i * 6 + 1), any(i * 6 + 2)),
			make_double2(any(i * 6 + 3), any(i * 6 + 4)), (int)(w[i] % 4) };
	for (size_t i = 0; i < fit.size(); i++)
		fit[i] = make_double2(f[2 * i], f[2 * i + 1]);
	std::vector<double> answer(2 * N);
	for (int i = 0; i < N; i += 7) {
		const Stuff &s = host[what[i]];
		double e = energy[i], root = sqrt(e);
		for (int k = 0; k < s.many; k++) {
			int win = s.kind[k] * WINDOWS + (int)(e * WINDOWS);
			double t = fit[win].x + fit[win].y * e, c = fit[win].y * root;
			for (int j = 0; j < POLES; j++) {
				const Pole &p = pole[win * POLES + j];
				double x = p.at.x - root, y = p.at.y, r2 = x * x + y * y, px = y / r2, py = x / r2;
				double angle = -2 * atan(root * (p.l + 1) * 0.3), ux = cos(angle), uy = sin(angle);
				t += p.total.x * (px * ux - py * uy) - p.total.y * (px * uy + py * ux);
				c += p.caught.x * px - p.caught.y * py;
			}
			answer[2 * i] += s.dense[k] * t, answer[2 * i + 1] += s.dense[k] * c;
		}
	}
	Pole *dpole = upload(pole);
	double2 *dfit = upload(fit), *o2 = dev<double2>(N);
	job<double>(
		"neutron_asks.poles_in_doubles",
		[&] { poles_double<<<(N + 63) / 64, 64>>>(dpole, dfit, de, dw, o2, N); }, (double *)o2, 2 * N,
		[answer, N](const std::vector<double> &v) {
			for (int i = 0; i < 2 * N; i++)
				if (i / 2 % 7 == 0 && !near(v[i], answer[i], 1e-8))
					return false;
			return true;
		});
}
static void molecules(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int N = 100000, A = 60000;
	std::vector<float> p(3 * A), want(3 * A);
	for (int i = 0; i < 3 * A; i++)
		p[i] = f[i] * 4 + (i % 3 == 0) * (i / 3 % 97);
	std::vector<int> three(3 * N), first(A + 1), entry(3 * N);
	for (int i = 0; i < N; i++) {
		three[3 * i] = w[i] % (A - 40), three[3 * i + 1] = three[3 * i] + 1 + w[i + 1] % 18;
		three[3 * i + 2] = three[3 * i + 1] + 1 + w[i + 2] % 18;
		float fa[3], fc[3];
		bend(&p[3 * three[3 * i]], &p[3 * three[3 * i + 1]], &p[3 * three[3 * i + 2]], fa, fc);
		for (int k = 0; k < 3; k++) {
			want[3 * three[3 * i] + k] += fa[k], want[3 * three[3 * i + 2] + k] += fc[k];
			want[3 * three[3 * i + 1] + k] -= fa[k] + fc[k];
			first[three[3 * i + k] + 1]++;
		}
	}
	for (int i = 0; i < A; i++)
		first[i + 1] += first[i];
	std::vector<int> fill(first);
	for (int i = 0; i < 3 * N; i++)
		entry[fill[three[i]]++] = i;
	float *dp = upload(p), *o = dev<float>(3 * A);
	int *d3 = upload(three), *df = upload(first), *de = upload(entry);
	job<float>(
		"bent_bonds.nine_atomics", [&] { bends_atomic<<<(N + 127) / 128, 128>>>(dp, d3, o, N); }, o, 3 * A,
		close_to(want, 1e-3), [&] { CHECK(cudaMemset(o, 0, 12 * A)); });
	job<float>(
		"bent_bonds.atom_gathers", [&] { bends_gather<<<(A + 127) / 128, 128>>>(dp, d3, df, de, o, A); }, o,
		3 * A, close_to(want, 1e-3));
	const int M = 40000;
	const float rest[9] = { 0, 0, 0, 0.57735f, 0.8164966f, 0, 0.57735f, -0.8164966f, 0 };
	std::vector<float> old(9 * M), now(9 * M), right(9 * M);
	for (int i = 0; i < M; i++) {
		double a[9], b[9];
		for (int k = 0; k < 9; k++) {
			a[k] = old[k * M + i] = rest[k];
			b[k] = now[k * M + i] = rest[k] + (f[i * 9 + k] - 0.5f) * 0.2f;
		}
		stiffen(a, b);
		for (int k = 0; k < 9; k++)
			right[k * M + i] = b[k];
	}
	float *dold = upload(old), *dnow = upload(now), *os = dev<float>(9 * M);
	job<float>(
		"stiffened_water.molecule_a_thread", [&] { stiff_thread<<<(M + 63) / 64, 64>>>(dold, dnow, os, M); },
		os, 9 * M, close_to(right, 1e-3));
	const int S = 2048;
	std::vector<int4> q(S);
	for (int i = 0; i < S; i++)
		q[i] = make_int4(w[4 * i] & 1023, w[4 * i + 1] & 1023, w[4 * i + 2] & 1023, 0);
	std::vector<int> bins(BINS);
	for (int i = 0; i < S; i++)
		for (int j = 0; j < i; j++) {
			int x = abs(q[i].x - q[j].x), y = abs(q[i].y - q[j].y), z = abs(q[i].z - q[j].z);
			x = std::min(x, 1024 - x), y = std::min(y, 1024 - y), z = std::min(z, 1024 - z);
			bins[(x * x + y * y + z * z) / 8192]++;
		}
	int4 *dq = upload(q);
	int *ob = dev<int>(BINS);
	auto clear = [&] { CHECK(cudaMemset(ob, 0, 4 * BINS)); };
	job<int>(
		"shells_of_atoms.bins_in_memory", [&] { shells_memory<<<S / 64, 64>>>(dq, ob, S); }, ob, BINS,
		same(bins), clear);
	job<int>(
		"shells_of_atoms.tiles", [&] { shells_tiles<<<dim3(S / 128, S / 128), 128>>>(dq, ob, S); }, ob, BINS,
		same(bins), clear);
}
static void stars(const std::vector<float> &f)
{
	const int N = 6000, STEPS = 3;
	std::vector<double> in(7 * N), want(6 * N);
	for (int i = 0; i < N; i++) {
		double y[SPECIES];
		for (int k = 0; k < 6; k++)
			y[k] = in[k * N + i] = f[i * 7 + k];
		in[6 * N + i] = 0.5 + f[i * 7 + 6];
		burn(y, host_rates, in[6 * N + i], STEPS);
		for (int k = 0; k < 6; k++)
			want[k * N + i] = y[k];
	}
	CHECK(cudaMemcpyToSymbol(rates, host_rates, sizeof host_rates));
	double *di = upload(in), *o = dev<double>(6 * N);
	job<double>(
		"burning_star.zone_a_thread", [&] { burn_thread<<<(N + 31) / 32, 32>>>(di, o, N, STEPS); }, o, 6 * N,
		close_to(want, 1e-9));
	job<double>(
		"burning_star.row_a_lane", [&] { burn_lanes<<<N / 16, 128>>>(di, o, N, STEPS); }, o, 6 * N,
		close_to(want, 1e-9));
	const int C = 400000;
	std::vector<double> v(C);
	for (int i = 0; i < C; i++)
		v[i] = sin(i * 0.001) + 0.2 * f[i] + (i / 1000 % 2);
	std::vector<float> vf(v.begin(), v.end());
	std::vector<double> step(C);
	std::vector<float> stepf(C);
	for (int i = 0; i < C; i++) {
		double t[6];
		for (int k = 0; k < 6; k++)
			t[k] = v[(i + k - 3 + C) % C];
		double l = edge(t[0], t[1], t[2], t[3], t[4]), r = edge(t[1], t[2], t[3], t[4], t[5]);
		stepf[i] = step[i] = t[3] - 0.1 * (r * r - l * l);
	}
	double *dv = upload(v), *od = dev<double>(C);
	float *dvf = upload(vf), *of = dev<float>(C);
	job<double>(
		"steep_wave.doubles", [&] { edges_twice<<<(C + 255) / 256, 256>>>(dv, od, C); }, od, C,
		close_to(step, 1e-8));
	job<float>(
		"steep_wave.edges_in_shared", [&] { edges_shared<<<(C + 127) / 128, 128>>>(dvf, of, C); }, of, C,
		close_to(stepf, 2e-3));
}
void rows()
{
	std::vector<unsigned> w = words(500000);
	std::vector<float> f = fractions(w);
	neutrons(w, f);
	molecules(w, f);
	stars(f);
}
