// blind11f: a fresh set of kernels that nobody had modelled when they were written. Particles, molecules, the ground.
#include "blind7.h"

__host__ __device__ int mass_bin(int4 a, int4 b)
{ // the square of the mass that two particles had together, from energies and momenta, as one of 256 bins
	long long e = a.w + b.w, x = a.x + b.x, y = a.y + b.y, z = a.z + b.z, m = e * e - x * x - y * y - z * z;
	m >>= 15;
	return m < 0 ? 0 : m > 255 ? 255 : (int)m;
}
__global__ void pair_mass_thread(const int4 *part, const int *start, int *bins, int events)
{ // masses of all pairs of each event's particles: an event a thread, bins in memory
	int e = blockIdx.x * blockDim.x + threadIdx.x;
	if (e >= events)
		return;
	for (int i = start[e]; i < start[e + 1]; i++)
		for (int j = i + 1; j < start[e + 1]; j++)
			atomicAdd(&bins[mass_bin(part[i], part[j])], 1);
}
__global__ void pair_mass_warp(const int4 *part, const int *start, int *bins, int events)
{ // the same, an event a warp, bins in shared memory
	__shared__ int own[256];
	for (int i = threadIdx.x; i < 256; i += blockDim.x)
		own[i] = 0;
	__syncthreads();
	int lane = threadIdx.x % 32, warps = gridDim.x * blockDim.x / 32;
	for (int e = (blockIdx.x * blockDim.x + threadIdx.x) / 32; e < events; e += warps) {
		int last = start[e + 1];
		for (int i = start[e]; i < last; i++) {
			int4 a = part[i];
			for (int j = i + 1 + lane; j < last; j += 32)
				atomicAdd(&own[mass_bin(a, part[j])], 1);
		}
	}
	__syncthreads();
	for (int i = threadIdx.x; i < 256; i += blockDim.x)
		atomicAdd(&bins[i], own[i]);
}
struct Spray {
	double y, phi, pt;
};
const int CROWD = 64;
__host__ __device__ double jet_least(const Spray *s, int i, int *with)
{ // the least distance of particle i to the beam or to an earlier one
	double own = 1 / (s[i].pt * s[i].pt), least = own;
	*with = i;
	for (int j = 0; j < i; j++) {
		if (s[j].pt == 0)
			continue;
		double dy = s[i].y - s[j].y, dp = s[i].phi - s[j].phi, other = 1 / (s[j].pt * s[j].pt);
		double d = (own < other ? own : other) * (dy * dy + dp * dp) * 2.5;
		if (d < least)
			least = d, *with = j;
	}
	return least;
}
__host__ __device__ void jet_join(Spray *s, int i, int j, double *out)
{
	if (i == j)
		out[i] = s[i].pt;
	else {
		double sum = s[i].pt + s[j].pt;
		s[j].y = (s[i].y * s[i].pt + s[j].y * s[j].pt) / sum;
		s[j].phi = (s[i].phi * s[i].pt + s[j].phi * s[j].pt) / sum;
		s[j].pt = sum;
	}
	s[i].pt = 0;
}
__global__ void jets_block(const Spray *in, double *out)
{ // joins the nearest two particles of a collision until only jets are left: a collision a block, a particle a thread
	__shared__ Spray s[CROWD];
	__shared__ double best[CROWD];
	__shared__ int who[CROWD];
	int i = threadIdx.x;
	s[i] = in[blockIdx.x * CROWD + i];
	out[blockIdx.x * CROWD + i] = 0;
	for (int round = 0; round < CROWD; round++) {
		__syncthreads();
		int with = i;
		best[i] = s[i].pt == 0 ? 1e300 : jet_least(s, i, &with);
		who[i] = i * CROWD + with;
		for (int k = CROWD / 2; k; k /= 2) {
			__syncthreads();
			if (i < k && best[i + k] < best[i])
				best[i] = best[i + k], who[i] = who[i + k];
		}
		__syncthreads();
		if (i == 0)
			jet_join(s, who[0] / CROWD, who[0] % CROWD, out + blockIdx.x * CROWD);
	}
}
__global__ void jets_warp(const Spray *in, double *out)
{ // the same by one warp, two particles a lane
	__shared__ Spray s[CROWD];
	int lane = threadIdx.x;
	for (int i = lane; i < CROWD; i += 32) {
		s[i] = in[blockIdx.x * CROWD + i];
		out[blockIdx.x * CROWD + i] = 0;
	}
	for (int round = 0; round < CROWD; round++) {
		__syncwarp();
		double best = 1e300;
		int who = 0;
		for (int i = lane; i < CROWD; i += 32) {
			int with;
			double d = s[i].pt == 0 ? 1e300 : jet_least(s, i, &with);
			if (d < best)
				best = d, who = i * CROWD + with;
		}
		for (int k = 16; k; k /= 2) {
			double d = __shfl_xor_sync(~0u, best, k);
			int w = __shfl_xor_sync(~0u, who, k);
			if (d < best)
				best = d, who = w;
		}
		__syncwarp();
		if (lane == 0)
			jet_join(s, who / CROWD, who % CROWD, out + blockIdx.x * CROWD);
	}
}
__host__ __device__ void hold_bonds(const double *old, double *now, double tolerance)
{ // moves a water molecule's atoms along its old bonds until these have their lengths again
	const int from[3] = { 0, 0, 1 }, to[3] = { 1, 2, 2 };
	const double square[3] = { 1, 1, 2.6667 }, light[3] = { 1 / 16.0, 1, 1 };
	for (int round = 0, done = 0; !done && round < 200; round++) {
		done = 1;
		for (int k = 0; k < 3; k++) {
			double *a = now + from[k] * 3, *b = now + to[k] * 3, r[3], far = -square[k], dot = 0;
			for (int x = 0; x < 3; x++) {
				double s = a[x] - b[x];
				r[x] = old[from[k] * 3 + x] - old[to[k] * 3 + x];
				far += s * s, dot += s * r[x];
			}
			if (fabs(far) < tolerance)
				continue;
			done = 0;
			double g = far / (2 * (light[from[k]] + light[to[k]]) * dot);
			for (int x = 0; x < 3; x++) {
				a[x] -= g * light[from[k]] * r[x];
				b[x] += g * light[to[k]] * r[x];
			}
		}
	}
}
__global__ void bond_lengths(const double *old, const double *now, double *out, int molecules)
{ // keeps waters stiff in a simulation, a molecule a thread: some need more rounds than others
	int m = blockIdx.x * blockDim.x + threadIdx.x;
	if (m >= molecules)
		return;
	double a[9], b[9];
	for (int k = 0; k < 9; k++) {
		a[k] = old[m * 9 + k];
		b[k] = now[m * 9 + k];
	}
	hold_bonds(a, b, 1e-9);
	for (int k = 0; k < 9; k++)
		out[m * 9 + k] = b[k];
}
__host__ __device__ int shell_of(int4 a, int4 b)
{ // which shell around an atom another is in, in a box that repeats
	int x = (a.x - b.x + 512 & 1023) - 512, y = (a.y - b.y + 512 & 1023) - 512, z = (a.z - b.z + 512 & 1023) - 512;
	return (x * x + y * y + z * z) >> 12;
}
__global__ void shells_memory(const int4 *atom, int *bins, int n)
{ // how often atoms are so far apart: an atom a thread looks at all later ones
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int4 a = atom[i];
	for (int j = i + 1; j < n; j++)
		atomicAdd(&bins[shell_of(a, atom[j])], 1);
}
__global__ void shells_tile(const int4 *atom, int *bins, int n)
{ // the same with two tiles of atoms a block and bins in shared memory; only tiles not below the diagonal work
	__shared__ int4 tile[128];
	__shared__ int own[193];
	int a = blockIdx.x * 128, b = blockIdx.y * 128, t = threadIdx.x;
	if (a > b)
		return;
	for (int k = t; k < 193; k += 128)
		own[k] = 0;
	if (b + t < n)
		tile[t] = atom[b + t];
	__syncthreads();
	if (a + t < n) {
		int4 mine = atom[a + t];
		for (int k = a == b ? t + 1 : 0; k < min(128, n - b); k++)
			atomicAdd(&own[shell_of(mine, tile[k])], 1);
	}
	__syncthreads();
	for (int k = t; k < 193; k += 128)
		if (own[k])
			atomicAdd(&bins[k], own[k]);
}
struct Cloud {
	double x, y, z, width, size;
};
__host__ __device__ double pushes(Cloud p, Cloud q)
{ // how much two clouds of charge push one another
	double dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z, both = p.width + q.width, prod = p.width * q.width;
	double t = prod / both * (dx * dx + dy * dy + dz * dz), f = 1 - t / 3;
	if (t > 1e-6)
		f = 0.5 * sqrt(M_PI / t) * erf(sqrt(t));
	return 34.986836655249725 / (prod * sqrt(both)) * p.size * q.size * f;
}
__global__ void repulsion(const Cloud *cloud, double *out, int n)
{ // that for each two of many clouds: the integrals a chemist's program needs, in doubles, a pair a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n * (n + 1) / 2)
		return;
	int a = (int)((sqrt(8.0 * i + 1) - 1) / 2);
	a += (a + 1) * (a + 2) / 2 <= i;
	out[i] = pushes(cloud[a], cloud[i - a * (a + 1) / 2]);
}
struct Slab {
	double from[3], to[3], density;
};
__host__ __device__ double pull(const Slab &s, double x, double y)
{ // how much a block of rock below pulls at a place on the ground
	double sum = 0;
	for (int k = 0; k < 8; k++) {
		double a = (k & 1 ? s.to[0] : s.from[0]) - x, b = (k & 2 ? s.to[1] : s.from[1]) - y;
		double c = k & 4 ? s.to[2] : s.from[2], r = sqrt(a * a + b * b + c * c);
		double part = a * log(b + r) + b * log(a + r) - c * atan2(a * b, c * r);
		sum += (k ^ k >> 1 ^ k >> 2) & 1 ? part : -part;
	}
	return sum * s.density;
}
__global__ void prisms(const Slab *slab, const double2 *place, double *out, int slabs, int places)
{ // gravity over an underground of blocks: a place a warp, its lanes share the blocks
	int p = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (p >= places)
		return;
	double sum = 0;
	for (int k = lane; k < slabs; k += 32)
		sum += pull(slab[k], place[p].x, place[p].y);
	for (int k = 16; k; k /= 2)
		sum += __shfl_down_sync(~0u, sum, k);
	if (lane == 0)
		out[p] = sum;
}
__host__ __device__ float arrival(float a, float b, float slow)
{
	float d = a - b;
	return fabsf(d) >= slow ? fminf(a, b) + slow : 0.5f * (a + b + sqrtf(2 * slow * slow - d * d));
}
__global__ void first_break(const float *slow, float *time, int n, int at, int rounds)
{ // when a wave comes first: sweeps from all four corners, diagonal by diagonal, by one block in shared memory
	extern __shared__ float t[];
	for (int i = threadIdx.x; i < n * n; i += blockDim.x)
		t[i] = i == at ? 0 : 1e6f;
	for (int sweep = 0; sweep < 4 * rounds; sweep++)
		for (int d = 0; d < 2 * n - 1; d++) {
			__syncthreads();
			int y = threadIdx.x, x = d - y;
			if (y < n && x >= 0 && x < n) {
				int cx = sweep & 1 ? n - 1 - x : x, cy = sweep & 2 ? n - 1 - y : y, i = cy * n + cx;
				float a = fminf(cx ? t[i - 1] : 1e6f, cx < n - 1 ? t[i + 1] : 1e6f);
				float b = fminf(cy ? t[i - n] : 1e6f, cy < n - 1 ? t[i + n] : 1e6f);
				t[i] = fminf(t[i], arrival(a, b, slow[i]));
			}
		}
	__syncthreads();
	for (int i = threadIdx.x; i < n * n; i += blockDim.x)
		time[i] = t[i];
}
__host__ __device__ float collect(const float *trace, int samples, float depth, float off)
{
	float t = sqrtf(depth * depth + off * off), f = floorf(t);
	int i = (int)f;
	return i + 1 < samples ? (trace[i] + (trace[i + 1] - trace[i]) * (t - f)) * depth / (t + 1) : 0;
}
__global__ void migrate(const float *trace, float *out, int traces, int samples, int w, int h)
{ // a picture of the ground from echoes: each of its points adds up what came from there in every trace
	int x = blockIdx.x * blockDim.x + threadIdx.x, z = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || z >= h)
		return;
	float sum = 0;
	for (int k = 0; k < traces; k++)
		sum += collect(trace + k * samples, samples, z * 2, x * 3 - k * 4);
	out[z * w + x] = sum;
}
__global__ void migrate_trace(const float *trace, float *out, int samples, int w, int h)
{ // the same with a trace a block, which lies in shared memory and is added to all points of the picture
	extern __shared__ float own[];
	for (int i = threadIdx.x; i < samples; i += blockDim.x)
		own[i] = trace[blockIdx.x * samples + i];
	__syncthreads();
	for (int i = threadIdx.x; i < w * h; i += blockDim.x)
		atomicAdd(&out[i], collect(own, samples, i / w * 2, i % w * 3 - (int)blockIdx.x * 4));
}
void rows()
{
	auto w = words(1 << 19);
	auto f = fractions(w);
	const int EVENTS = 4500;
	std::vector<int4> part;
	std::vector<int> start(1), bins(256);
	for (int e = 0; e < EVENTS; e++) {
		int n = w[e] % 100 < 5 ? 60 : 2 + w[e] % 14;
		for (int k = 0; k < n; k++) {
			int i = part.size(), x = w[i] % 1600 - 800, y = w[i + 7] % 1600 - 800,
			    z = w[i + 99] % 1600 - 800;
			part.push_back({ x, y, z, (int)std::sqrt(x * x + y * y + z * z + 11025) });
		}
		start.push_back(part.size());
		for (int i = start[e]; i < start[e + 1]; i++)
			for (int j = i + 1; j < start[e + 1]; j++)
				bins[mass_bin(part[i], part[j])]++;
	}
	int4 *dp = upload(part);
	int *ds = upload(start), *db = dev<int>(256);
	auto clear = [&] { CHECK(cudaMemset(db, 0, 256 * 4)); };
	job<int>(
		"pair_mass.event_a_thread", [&] { pair_mass_thread<<<(EVENTS + 63) / 64, 64>>>(dp, ds, db, EVENTS); },
		db, 256, same(bins), clear);
	job<int>(
		"pair_mass.event_a_warp", [&] { pair_mass_warp<<<132, 128>>>(dp, ds, db, EVENTS); }, db, 256,
		same(bins), clear);
	const int SMASHES = 48;
	std::vector<Spray> spray(SMASHES * CROWD);
	std::vector<double> jets(SMASHES * CROWD);
	for (int i = 0; i < SMASHES * CROWD; i++)
		spray[i] = { f[i] * 5 - 2.5, f[i + 5000] * 6, 1 + 40 * f[i + 9000] * f[i + 9000] * f[i + 9000] };
	for (int e = 0; e < SMASHES; e++) {
		std::vector<Spray> s(&spray[e * CROWD], &spray[e * CROWD] + CROWD);
		for (int round = 0; round < CROWD; round++) {
			double least = 1e300;
			int a = 0, b = 0;
			for (int i = 0; i < CROWD; i++) {
				int with;
				double d = s[i].pt == 0 ? 1e300 : jet_least(s.data(), i, &with);
				if (d < least)
					least = d, a = i, b = with;
			}
			jet_join(s.data(), a, b, &jets[e * CROWD]);
		}
	}
	Spray *dj = upload(spray);
	double *dd = dev<double>(60000);
	job<double>(
		"jets.collision_a_block", [&] { jets_block<<<SMASHES, CROWD>>>(dj, dd); }, dd, SMASHES * CROWD,
		close_to(jets, 1e-9));
	job<double>(
		"jets.collision_a_warp", [&] { jets_warp<<<SMASHES, 32>>>(dj, dd); }, dd, SMASHES * CROWD,
		close_to(jets, 1e-9));
	const int WATERS = 3500;
	std::vector<double> old(WATERS * 9), moved(WATERS * 9), held;
	for (int m = 0; m < WATERS; m++) {
		double water[9] = { 0, 0, 0, 1, 0, 0, -0.33335, 0.94281, 0 };
		for (int k = 0; k < 9; k++) {
			old[m * 9 + k] = water[k] + f[m] * (k % 3);
			moved[m * 9 + k] = old[m * 9 + k] + (f[m * 9 + k] - 0.5) * 0.2 * f[m + 3];
		}
	}
	held = moved;
	for (int m = 0; m < WATERS; m++)
		hold_bonds(&old[m * 9], &held[m * 9], 1e-9);
	double *d0 = upload(old), *d1 = upload(moved);
	job<double>(
		"bond_lengths.water_a_thread", [&] { bond_lengths<<<(WATERS + 95) / 96, 96>>>(d0, d1, dd, WATERS); },
		dd, WATERS * 9, close_to(held, 1e-7));
	const int ATOMS = 1700;
	std::vector<int4> atom(ATOMS);
	std::vector<int> shell(193);
	for (int i = 0; i < ATOMS; i++) {
		atom[i] = { (int)(w[i] & 1023), (int)(w[i + 3000] & 1023), (int)(w[i + 6000] & 1023), 0 };
		for (int j = 0; j < i; j++)
			shell[shell_of(atom[i], atom[j])]++;
	}
	int4 *da = upload(atom);
	job<int>(
		"shells.atom_a_thread", [&] { shells_memory<<<(ATOMS + 127) / 128, 128>>>(da, db, ATOMS); }, db, 193,
		same(shell), clear);
	job<int>(
		"shells.two_tiles", [&] { shells_tile<<<dim3(14, 14), 128>>>(da, db, ATOMS); }, db, 193, same(shell),
		clear);
	const int CLOUDS = 200, PUSHES = CLOUDS * (CLOUDS + 1) / 2;
	std::vector<Cloud> cloud(CLOUDS);
	std::vector<double> push(PUSHES);
	for (int i = 0, k = 0; i < CLOUDS; i++) {
		cloud[i] = { f[i] * 4, f[i + 300] * 4, f[i + 600] * 4, 0.3 + 3 * f[i + 900], f[i + 1200] };
		for (int j = 0; j <= i; j++)
			push[k++] = pushes(cloud[i], cloud[j]);
	}
	Cloud *dc = upload(cloud);
	job<double>(
		"repulsion.pair_a_thread", [&] { repulsion<<<(PUSHES + 127) / 128, 128>>>(dc, dd, CLOUDS); }, dd,
		PUSHES, close_to(push, 1e-9));
	const int SLABS = 150, PLACES = 300;
	std::vector<Slab> slab(SLABS);
	std::vector<double2> place(PLACES);
	std::vector<double> pulls(PLACES);
	for (int k = 0; k < SLABS; k++)
		for (int x = 0; x < 3; x++) {
			slab[k].density = f[k];
			slab[k].from[x] = 10 * f[k * 3 + x + 900] + (x == 2 ? 1 : 0);
			slab[k].to[x] = slab[k].from[x] + 1 + f[k * 3 + x + 1900];
		}
	for (int p = 0; p < PLACES; p++) {
		place[p] = { 12 * f[p], 12 * f[p + 400] };
		for (auto &s : slab)
			pulls[p] += pull(s, place[p].x, place[p].y);
	}
	Slab *dslab = upload(slab);
	double2 *dplace = upload(place);
	job<double>(
		"prisms.place_a_warp", [&] { prisms<<<PLACES / 2, 64>>>(dslab, dplace, dd, SLABS, PLACES); }, dd,
		PLACES, close_to(pulls, 1e-8));
	const int G = 100, FROM = 2430;
	std::vector<float> slow(G * G), time(G * G, 1e6f);
	for (int i = 0; i < G * G; i++)
		slow[i] = 1 + 0.5f * std::sin(i % G * 0.1f) * std::cos(i / G * 0.07f);
	time[FROM] = 0;
	for (int sweep = 0; sweep < 8; sweep++)
		for (int k = 0; k < G * G; k++) {
			int x = sweep & 1 ? G - 1 - k % G : k % G, y = sweep & 2 ? G - 1 - k / G : k / G, i = y * G + x;
			float a = std::min(x ? time[i - 1] : 1e6f, x < G - 1 ? time[i + 1] : 1e6f);
			float b = std::min(y ? time[i - G] : 1e6f, y < G - 1 ? time[i + G] : 1e6f);
			time[i] = std::min(time[i], arrival(a, b, slow[i]));
		}
	float *dslow = upload(slow), *out = dev<float>(20000);
	job<float>(
		"first_break.one_block", [&] { first_break<<<1, 128, G * G * 4>>>(dslow, out, G, FROM, 2); }, out,
		G * G, close_to(time));
	const int TRACES = 90, SAMPLES = 420, MW = 120, MH = 100;
	std::vector<float> trace(TRACES * SAMPLES), picture(MW * MH);
	for (int i = 0; i < TRACES * SAMPLES; i++)
		trace[i] = f[i] - 0.5f;
	for (int i = 0; i < MW * MH; i++)
		for (int k = 0; k < TRACES; k++)
			picture[i] += collect(&trace[k * SAMPLES], SAMPLES, i / MW * 2, i % MW * 3 - k * 4);
	float *dtrace = upload(trace);
	job<float>(
		"migrate.point_a_thread",
		[&] { migrate<<<dim3(4, 25), dim3(32, 4)>>>(dtrace, out, TRACES, SAMPLES, MW, MH); }, out, MW * MH,
		close_to(picture, 2e-3));
	job<float>(
		"migrate.trace_a_block",
		[&] { migrate_trace<<<TRACES, 512, SAMPLES * 4>>>(dtrace, out, SAMPLES, MW, MH); }, out, MW * MH,
		close_to(picture, 2e-3), [&] { CHECK(cudaMemset(out, 0, MW * MH * 4)); });
}
