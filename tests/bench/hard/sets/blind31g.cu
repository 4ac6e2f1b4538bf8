// blind31g: a fresh set of kernels that nobody had modelled when they were written. Addresses of every kind.
#include "blind7.h"
#include <new>

#define HD __host__ __device__ __forceinline__
static int up(int n, int b)
{
	return (n + b - 1) / b;
}
// buoys report 28 bytes: seven fields; the mean height of the waves and the worst wind of each buoy's reports
struct Report {
	float height, period, wind;
	int hour;
	short buoy, state;
	float lat, lon;
};
HD float judged(float height, float period, float wind, int hour)
{
	return height * period - 0.5f * wind + (hour & 3);
}
__global__ void reports_structs(const Report *r, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = judged(r[i].height, r[i].period, r[i].wind, r[i].hour) + r[i].state;
}
__global__ void reports_apart(const unsigned *r, float *height, float *period, float *wind, int *hour, short *buoy,
	short *state, float *lat, float *lon, int n)
{ // structs to arrays
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	const Report p = ((const Report *)r)[i];
	height[i] = p.height, period[i] = p.period, wind[i] = p.wind, hour[i] = p.hour;
	buoy[i] = p.buoy, state[i] = p.state, lat[i] = p.lat, lon[i] = p.lon;
}
// samples of 16 bits that begin at an odd byte of the film
__global__ void odd_bytes(const byte *film, int *out, int n, int each)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
	if (i >= n)
		return;
	for (int k = 0; k < each; k++) {
		const byte *p = film + 3 + 2 * (k * n + i);
		s += (short)(p[0] | p[1] << 8) >> 2;
	}
	out[i] = s;
}
__global__ void odd_pairs(const unsigned *film, int2 *out, int n, int each)
{ // two samples a thread, by picking bytes
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n / 2)
		return;
	int2 s = make_int2(0, 0);
	for (int k = 0; k < each; k++) {
		int at = (3 + 2 * (k * n + 2 * i)) / 4; // n is even: it begins with the fourth byte
		unsigned v = __byte_perm(film[at], film[at + 1], 0x6543);
		s.x += (short)v >> 2;
		s.y += (int)v >> 18;
	}
	out[i] = s;
}
// wages by grade, which differs by lane; two homes of the table
__constant__ int c_wage[256];
HD int grade(int i, int k, bool apart)
{
	return (apart ? i * 37 + k * 11 : i / 128 * 5 + k * 11) & 255;
}
__global__ void wages_constant(int *out, int n, int months, bool apart)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
	if (i >= n)
		return;
	for (int k = 0; k < months; k++)
		s += c_wage[grade(i, k, apart)] * (k | 1);
	out[i] = s;
}
__global__ void wages_read_only(const int *__restrict__ wage, int *out, int n, int months, bool apart)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
	if (i >= n)
		return;
	for (int k = 0; k < months; k++)
		s += __ldg(&wage[grade(i, k, apart)]) * (k | 1);
	out[i] = s;
}
// letters of shared memory in steps: as wide as told, the banks that meet differ
template <class T> __global__ void bank_walk(const T *in, T *out, int step, int turns)
{
	__shared__ T v[2048];
	for (int k = threadIdx.x; k < 2048; k += 256)
		v[k] = in[k];
	__syncthreads();
	T s = 0;
	for (int k = 0; k < turns; k++)
		s += v[(threadIdx.x * step + k * 3) & 2047];
	out[blockIdx.x * 256 + threadIdx.x] = s;
}
// beasts with a virtual cry: in any order, in order of kind, or by a switch
struct Beast {
	unsigned voice;
	__device__ Beast(unsigned v) : voice(v)
	{
	}
	__device__ virtual unsigned cry(unsigned night) const = 0;
};
struct Owl : Beast {
	__device__ Owl(unsigned v) : Beast(v)
	{
	}
	__device__ unsigned cry(unsigned night) const override
	{
		return voice * night + 3;
	}
};
struct Fox : Beast {
	__device__ Fox(unsigned v) : Beast(v)
	{
	}
	__device__ unsigned cry(unsigned night) const override
	{
		return (voice ^ night) >> 3;
	}
};
struct Wolf : Beast {
	__device__ Wolf(unsigned v) : Beast(v)
	{
	}
	__device__ unsigned cry(unsigned night) const override
	{
		return voice / (night + 7) + night;
	}
};
struct Bat : Beast {
	__device__ Bat(unsigned v) : Beast(v)
	{
	}
	__device__ unsigned cry(unsigned night) const override
	{
		return __brev(voice + night);
	}
};
static const int LAIR = 16;
__global__ void beasts_born(byte *lair, const byte *kind, const unsigned *voice, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	void *p = lair + i * LAIR;
	switch (kind[i]) {
	case 0: new (p) Owl(voice[i]); break;
	case 1: new (p) Fox(voice[i]); break;
	case 2: new (p) Wolf(voice[i]); break;
	default: new (p) Bat(voice[i]);
	}
}
__global__ void beasts_cry(const byte *lair, const int *order, unsigned *out, int n, int nights)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	const Beast *b = (const Beast *)(lair + order[i] * LAIR);
	unsigned s = 0;
	for (int k = 0; k < nights; k++)
		s = s * 5 + b->cry(s & 1023);
	out[order[i]] = s;
}
HD unsigned mirrored(unsigned v)
{
#ifdef __CUDA_ARCH__
	return __brev(v);
#else
	unsigned r = 0;
	for (int k = 0; k < 32; k++)
		r |= (v >> k & 1) << (31 - k);
	return r;
#endif
}
HD unsigned cry_of(int kind, unsigned voice, unsigned night)
{
	switch (kind) {
	case 0: return voice * night + 3;
	case 1: return (voice ^ night) >> 3;
	case 2: return voice / (night + 7) + night;
	default: return mirrored(voice + night);
	}
}
// move to front: each byte becomes its place in a list of 32, then it goes to the front of it
__global__ void front_local(const byte *in, byte *out, int n, int length)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	byte list[32];
	for (int k = 0; k < 32; k++)
		list[k] = k;
	for (int k = 0; k < length; k++) {
		byte c = in[k * n + i], p = list[0];
		int at = 0;
		while (p != c) {
			byte q = list[++at];
			list[at] = p;
			p = q;
		}
		list[0] = c;
		out[k * n + i] = at;
	}
}
__global__ void front_warp(const byte *in, byte *out, int n, int length)
{ // a lane holds each place of the list
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x & 31;
	if (i >= n)
		return;
	unsigned own = l;
	for (int k = 0; k < length; k++) {
		unsigned c = in[k * n + i];
		int at = __ffs(__ballot_sync(~0u, own == c)) - 1;
		unsigned before = __shfl_up_sync(~0u, own, 1);
		own = l == 0 ? c : l <= at ? before : own;
		if (l == 0)
			out[k * n + i] = at;
	}
}
// a brick of x y z turned to z y x
__global__ void brick_tile(const short *in, short *out, int X, int Y, int Z)
{
	__shared__ short tile[32][34];
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y, z = blockIdx.z * 32;
	for (int k = threadIdx.y; k < 32; k += 8)
		if (x < X && z + k < Z)
			tile[k][threadIdx.x] = in[((z + k) * Y + y) * X + x];
	__syncthreads();
	x = blockIdx.x * 32;
	z += threadIdx.x;
	for (int k = threadIdx.y; k < 32; k += 8)
		if (x + k < X && z < Z)
			out[((x + k) * Y + y) * Z + z] = tile[threadIdx.x][k];
}
static void reports(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int N = 90000;
	std::vector<Report> r(N);
	std::vector<float> want(N);
	for (int i = 0; i < N; i++) {
		r[i] = { f[i] * 9, f[i + 1] * 20, f[i + 2] * 50, (int)(w[i] % 24), (short)(w[i + 1] % 300),
			(short)(w[i + 2] % 5), f[i + 3], f[i + 4] };
		want[i] = judged(r[i].height, r[i].period, r[i].wind, r[i].hour) + r[i].state;
	}
	Report *d = upload(r);
	float *o = dev<float>(N), *a[5];
	for (auto &p : a)
		p = dev<float>(N);
	int *hour = dev<int>(N);
	short *buoy = dev<short>(N), *state = dev<short>(N);
	job<float>(
		"reports_of_28_bytes.structs", [&] { reports_structs<<<up(N, 256), 256>>>(d, o, N); }, o, N,
		close_to(want));
	std::vector<float> wind(N);
	for (int i = 0; i < N; i++)
		wind[i] = r[i].wind;
	job<float>(
		"reports_of_28_bytes.taken_apart",
		[&] {
			reports_apart<<<up(N, 192), 192>>>(
				(unsigned *)d, a[0], a[1], a[2], hour, buoy, state, a[3], a[4], N);
		},
		a[2], N, same(wind));
}
static void odd(const std::vector<unsigned> &w)
{
	const int N = 30000, E = 30;
	std::vector<unsigned> film(w.begin(), w.begin() + N * E / 2 + 4);
	std::vector<int> want(N);
	const byte *b = (const byte *)film.data();
	for (int k = 0; k < E; k++)
		for (int i = 0; i < N; i++) {
			int at = 3 + 2 * (k * N + i);
			want[i] += (short)(b[at] | b[at + 1] << 8) >> 2;
		}
	unsigned *d = upload(film);
	int *o = dev<int>(N);
	job<int>(
		"samples_at_odd_bytes.two_bytes", [&] { odd_bytes<<<up(N, 256), 256>>>((byte *)d, o, N, E); }, o, N,
		same(want));
	job<int>(
		"samples_at_odd_bytes.pairs_picked", [&] { odd_pairs<<<up(N / 2, 256), 256>>>(d, (int2 *)o, N, E); }, o,
		N, same(want));
}
static void wages(const std::vector<unsigned> &w)
{
	const int N = 40000, M = 60;
	std::vector<int> wage(256);
	for (int k = 0; k < 256; k++)
		wage[k] = w[k] % 7000;
	CHECK(cudaMemcpyToSymbol(c_wage, wage.data(), 1024));
	int *d = upload(wage), *o = dev<int>(N);
	for (int c = 1; c < 3; c++) {
		bool apart = true;
		std::vector<int> want(N);
		for (int i = 0; i < N; i++)
			for (int k = 0; k < M; k++)
				want[i] += wage[grade(i, k, apart)] * (k | 1);
		if (c < 2)
			job<int>(
				"wages_by_grade.constant_by_lane",
				[&] { wages_constant<<<up(N, 128), 128>>>(o, N, M, apart); }, o, N, same(want));
		else
			job<int>(
				"wages_by_grade.read_only_by_lane",
				[&] { wages_read_only<<<up(N, 128), 128>>>(d, o, N, M, apart); }, o, N, same(want));
	}
}
template <class T> static void banks(const char *name, const std::vector<unsigned> &w, int step)
{
	const int B = 120, R = 100;
	std::vector<T> in(2048), want(B * 256);
	for (int k = 0; k < 2048; k++)
		in[k] = (T)(w[k] >> 4);
	for (int t = 0; t < 256; t++) {
		T s = 0;
		for (int k = 0; k < R; k++)
			s += in[(t * step + k * 3) & 2047];
		for (int b = 0; b < B; b++)
			want[b * 256 + t] = s;
	}
	T *d = upload(in), *o = dev<T>(B * 256);
	job<T>(
		name, [&] { bank_walk<T><<<B, 256>>>(d, o, step, R); }, o, B * 256, same(want));
}
static void beasts(const std::vector<unsigned> &w)
{
	const int N = 12000, K = 40;
	std::vector<byte> kind(N);
	std::vector<unsigned> voice(w.begin() + 8, w.begin() + 8 + N), want(N);
	std::vector<int> plain(N), sorted(N);
	for (int i = 0; i < N; i++) {
		kind[i] = w[i] % 4;
		plain[i] = sorted[i] = i;
		for (int k = 0; k < K; k++)
			want[i] = want[i] * 5 + cry_of(kind[i], voice[i], want[i] & 1023);
	}
	std::stable_sort(sorted.begin(), sorted.end(), [&](int a, int b) { return kind[a] < kind[b]; });
	byte *dk = upload(kind), *lair = dev<byte>(N * LAIR);
	unsigned *dv = upload(voice), *o = dev<unsigned>(N);
	int *dp = upload(plain), *ds = upload(sorted);
	beasts_born<<<up(N, 128), 128>>>(lair, dk, dv, N);
	job<unsigned>(
		"beasts_cry.virtual_any_order", [&] { beasts_cry<<<up(N, 96), 96>>>(lair, dp, o, N, K); }, o, N,
		same(want));
	job<unsigned>(
		"beasts_cry.virtual_by_kind", [&] { beasts_cry<<<up(N, 96), 96>>>(lair, ds, o, N, K); }, o, N,
		same(want));
}
static void fronts(const std::vector<unsigned> &w)
{
	const int N = 2000, L = 50;
	std::vector<byte> in(N * L), want(N * L);
	for (int i = 0; i < N * L; i++)
		in[i] = w[i] & w[i + 1] & 31;
	for (int i = 0; i < N; i++) {
		std::vector<int> list(32);
		for (int k = 0; k < 32; k++)
			list[k] = k;
		for (int k = 0; k < L; k++) {
			int c = in[k * N + i], at = std::find(list.begin(), list.end(), c) - list.begin();
			want[k * N + i] = at;
			std::rotate(list.begin(), list.begin() + at, list.begin() + at + 1);
		}
	}
	byte *d = upload(in), *o = dev<byte>(N * L);
	job<byte>(
		"moved_to_the_front.local_list", [&] { front_local<<<up(N, 64), 64>>>(d, o, N, L); }, o, N * L,
		same(want));
	job<byte>(
		"moved_to_the_front.lane_a_place", [&] { front_warp<<<up(N, 4), 128>>>(d, o, N, L); }, o, N * L,
		same(want));
}
static void bricks(const std::vector<unsigned> &w)
{
	const int X = 100, Y = 36, Z = 132, N = X * Y * Z;
	std::vector<short> in(w.begin(), w.begin() + N), want(N);
	for (int z = 0; z < Z; z++)
		for (int y = 0; y < Y; y++)
			for (int x = 0; x < X; x++)
				want[(x * Y + y) * Z + z] = in[(z * Y + y) * X + x];
	short *d = upload(in), *o = dev<short>(N);
	job<short>(
		"brick_turned_about.tile",
		[&] { brick_tile<<<dim3(up(X, 32), Y, up(Z, 32)), dim3(32, 8)>>>(d, o, X, Y, Z); }, o, N, same(want));
}
void rows()
{
	std::vector<unsigned> w = words(500000);
	std::vector<float> f = fractions(w);
	reports(w, f);
	odd(w);
	wages(w);
	banks<int>("steps_through_banks.words_by_24", w, 24);
	banks<double>("steps_through_banks.doubles_by_16", w, 16);
	beasts(w);
	fronts(w);
	bricks(w);
}
