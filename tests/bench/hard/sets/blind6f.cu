// blind6f: a sixth set of kernels that nobody had modelled when they were written. Odd launches, chances, trees.
#include "blind6.h"
#include <random>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// ---- odd launches
__global__ void rod_together(float *a, float *b, int steps)
{ // all blocks stay and wait for each other after each step
	cg::grid_group g = cg::this_grid();
	int i = g.thread_rank(), n = g.size();
	for (int k = 0; k < steps; k++) {
		float l = a[i ? i - 1 : 0], r = a[i < n - 1 ? i + 1 : i];
		b[i] = a[i] + 0.25f * (l - 2 * a[i] + r);
		float *t = a;
		a = b;
		b = t;
		g.sync();
	}
}
__global__ void tiles_drawn(int *counter, unsigned *out, int tiles)
{ // blocks stay and draw tiles of very different work
	__shared__ int at;
	for (;;) {
		if (!threadIdx.x)
			at = atomicAdd(counter, 1);
		__syncthreads();
		int t = at;
		__syncthreads();
		if (t >= tiles)
			return;
		unsigned v = t * 128 + threadIdx.x;
		for (int k = 0; k < 10 + t * 37 % 101 * 5; k++)
			v = v * 1664525 + 1013904223;
		out[t * 128 + threadIdx.x] = v;
	}
}
__global__ void mix_once(unsigned *v, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		v[i] = v[i] * 2654435761u + (v[i] >> 16);
}
__global__ void edges_33(const int *in, int *out)
{ // 33 threads see 33 values and write 32 differences
	__shared__ int s[33];
	s[threadIdx.x] = in[blockIdx.x * 32 + threadIdx.x];
	__syncthreads();
	if (threadIdx.x < 32)
		out[blockIdx.x * 32 + threadIdx.x] = s[threadIdx.x + 1] - s[threadIdx.x];
}
__global__ void large_blocks(const unsigned *in, unsigned *out)
{ // 1024 threads turn and add up, ten rounds
	__shared__ unsigned s[1024];
	unsigned t = threadIdx.x, v = in[blockIdx.x * 1024 + t];
	for (int k = 1; k < 1024; k *= 2) {
		s[t] = v;
		__syncthreads();
		v = v * 3 + s[t + k & 1023];
		__syncthreads();
	}
	out[blockIdx.x * 1024 + t] = v;
}
__global__ void large_table(const unsigned *table, const unsigned *in, unsigned *out, int words, int rounds)
{ // a table of 160 KB in shared memory, each lane's next place from the last
	extern __shared__ unsigned s[];
	for (int i = threadIdx.x; i < words; i += blockDim.x)
		s[i] = table[i];
	__syncthreads();
	unsigned v = in[blockIdx.x * blockDim.x + threadIdx.x];
	for (int k = 0; k < rounds; k++)
		v = v >> 7 ^ s[__umulhi(v, words)];
	out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
__global__ void follow(const unsigned *next, unsigned *out, int steps)
{ // few threads, each follows its own way through memory
	unsigned at = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
	for (int k = 0; k < steps; k++) {
		at = next[at * 61 & 0xfffff];
		sum += at;
		at &= 0xfffff;
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
struct shape {
	float a, b;
	__device__ virtual float area() const = 0;
};
struct box_ : shape {
	__device__ float area() const override
	{
		return a * b;
	}
};
struct ring : shape {
	__device__ float area() const override
	{
		return 3.14159265f * fabsf(a * a - b * b);
	}
};
struct wedge : shape {
	__device__ float area() const override
	{
		return 0.5f * a * b;
	}
};
__global__ void areas(const float *in, float *out, int n)
{ // which function runs is known only when it runs
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	box_ p;
	ring q;
	wedge r;
	float sum = 0;
	for (int k = 0; k < 8; k++) {
		int kind = (int)(in[i] * 1000 + k * (i / 32)) % 3;
		shape *s = kind == 0 ? (shape *)&p : kind == 1 ? (shape *)&q : (shape *)&r;
		s->a = in[i] + k;
		s->b = 1.5f;
		sum += s->area();
	}
	out[i] = sum;
}
__device__ double f_(double x)
{
	return 1 / (0.01 + x * x);
}
__device__ double simpson(double a, double b, double fa, double fm, double fb, double whole, int depth)
{
	double m = (a + b) / 2, l = f_((a + m) / 2), r = f_((m + b) / 2), h = (b - a) / 12;
	double left = h * (fa + 4 * l + fm), right = h * (fm + 4 * r + fb), d = left + right - whole;
	if (depth == 0 || fabs(d) < 1e-7)
		return left + right + d / 15;
	return simpson(a, m, fa, l, fm, left, depth - 1) + simpson(m, b, fm, r, fb, right, depth - 1);
}
__global__ void integrals(double *out, int n)
{ // halves its piece as often as it needs, by calls of itself
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	double a = -1 + 2.0 * i / n, b = a + 2.0 / n * 8, fa = f_(a), fm = f_((a + b) / 2), fb = f_(b);
	out[i] = simpson(a, b, fa, fm, fb, (b - a) / 6 * (fa + 4 * fm + fb), 10);
}
__global__ void derangements(int *out, int n)
{ // a thread a beginning; the others in an array, exchanged in place (Heap's way)
	int first = blockIdx.x * blockDim.x + threadIdx.x, p[8], c[8] = {}, many = 0;
	for (int i = 0; i < n; i++)
		p[i] = (i * 5 + first) % n;
	for (int i = 0;;) {
		bool ok = true;
		for (int k = 0; k < n; k++)
			ok &= p[k] != (k ^ first & 1);
		many += ok;
		while (i < n && c[i] >= i)
			c[i++] = 0;
		if (i == n)
			break;
		int j = i & 1 ? c[i] : 0, t = p[j];
		p[j] = p[i];
		p[i] = t;
		c[i]++;
		i = 0;
	}
	out[first] = many;
}
__global__ void transpose_any(const float *in, float *out, int w, int h)
{
	__shared__ float s[32][33];
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32;
	for (int k = threadIdx.y; k < 32; k += 8)
		if (x < w && y + k < h)
			s[k][threadIdx.x] = in[(y + k) * w + x];
	__syncthreads();
	x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32;
	for (int k = threadIdx.y; k < 32; k += 8)
		if (x < h && y + k < w)
			out[(y + k) * h + x] = s[threadIdx.x][k];
}

// ---- chances and trees
__device__ unsigned roll(unsigned &s)
{
	s ^= s << 13;
	s ^= s >> 17;
	s ^= s << 5;
	return s;
}
__global__ void neutrons(unsigned *count, int each)
{ // through a wall: scattered, swallowed, back or out on the other side
	unsigned s = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u | 1, back = 0, through = 0, lost = 0;
	for (int k = 0; k < each; k++) {
		int at = 0, way = 4;
		for (;;) {
			at += way * (int)(roll(s) >> 24) / 64;
			if (at < 0) {
				back++;
				break;
			}
			if (at > 40) {
				through++;
				break;
			}
			unsigned r = roll(s) >> 22;
			if (r < 150) {
				lost++;
				break;
			}
			way = (int)(r % 9) - 4;
		}
	}
	back = __reduce_add_sync(~0u, back);
	through = __reduce_add_sync(~0u, through);
	lost = __reduce_add_sync(~0u, lost);
	if (threadIdx.x % 32 == 0) {
		atomicAdd(&count[0], back);
		atomicAdd(&count[1], through);
		atomicAdd(&count[2], lost);
	}
}
__device__ float mirrored(unsigned i, unsigned base)
{
	float f = 1, r = 0;
	for (; i; i /= base) {
		f /= base;
		r += f * (i % base);
	}
	return r;
}
__global__ void even_points(int *inside, int each)
{ // points that fill a square evenly; how many lie in the circle
	int many = 0;
	for (int k = 0; k < each; k++) {
		unsigned i = (k * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x + 1;
		float x = __brev(i) * 2.3283064e-10f, y = mirrored(i, 3);
		many += x * x + y * y < 1;
	}
	many = __syncthreads_count(many & 1) + __syncthreads_count(many & 2) * 2 + __syncthreads_count(many & 4) * 4 +
		__syncthreads_count(many & 8) * 8;
	if (!threadIdx.x)
		atomicAdd(inside, many);
}
__device__ unsigned twist(unsigned a, unsigned b, unsigned c)
{
	unsigned y = (a & 0x80000000u) | (b & 0x7fffffffu);
	return c ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0);
}
__global__ void mersenne_blocks(unsigned *out, int rounds)
{ // a long generator a block: its 624 words are renewed in three steps
	__shared__ unsigned s[624];
	int t = threadIdx.x;
	if (!t) {
		s[0] = blockIdx.x;
		for (int i = 1; i < 624; i++)
			s[i] = 1812433253u * (s[i - 1] ^ s[i - 1] >> 30) + i;
	}
	__syncthreads();
	for (int k = 0; k < rounds; k++) {
		for (int part = 0; part < 3; part++) {
			int i = part * 227 + t;
			bool mine = t < 227 && i < 624;
			unsigned v = mine ? twist(s[i], s[(i + 1) % 624], s[(i + 397) % 624]) : 0;
			__syncthreads();
			if (mine)
				s[i] = v;
			__syncthreads();
		}
		for (int i = t; i < 624; i += blockDim.x) {
			unsigned y = s[i];
			y ^= y >> 11;
			y ^= y << 7 & 0x9d2c5680u;
			y ^= y << 15 & 0xefc60000u;
			out[(blockIdx.x * rounds + k) * 624 + i] = y ^ y >> 18;
		}
	}
}
__global__ void even_trees(const int *feature, const short2 *split, const int *leaf, int *out, int n, int trees)
{ // trees with one question a level: six answers are the place of the leaf
	int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
	for (int t = 0; t < trees; t++) {
		int at = 0;
		for (int k = 0; k < 6; k++) {
			short2 q = split[t * 6 + k];
			at = at * 2 + (feature[q.x * n + i] > q.y);
		}
		sum += leaf[t * 64 + at];
	}
	out[i] = sum;
}
__global__ void wide_nodes(const unsigned *node, const unsigned *key, int *out, int levels)
{ // 16 keys a node, 17 children; half a warp looks at a node at once
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 16, lane = threadIdx.x % 16, at = 0, first = 0, many = 1;
	unsigned k = key[i], half_ = threadIdx.x & 16;
	for (int l = 0; l < levels; l++) {
		unsigned less = __ballot_sync(~0u, node[(first + at) * 16 + lane] <= k) >> half_ & 0xffff;
		at = at * 17 + __popc(less);
		first += many;
		many *= 17;
	}
	if (!lane)
		out[i] = at;
}
__global__ void routes(const unsigned *table, const unsigned *address, unsigned *out, int n)
{ // the longest prefix that is known: 16 bits, then 8, then 8. The top bit of an entry: look further
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned a = address[i], e = table[a >> 16];
	if (e >> 31)
		e = table[(e & 0x7fffffff) + (a >> 8 & 255)];
	if (e >> 31)
		e = table[(e & 0x7fffffff) + (a & 255)];
	out[i] = e;
}

void rows()
{
	const int M = 1 << 20;
	std::vector<unsigned> w = words(2 * M);
	std::vector<float> f = fractions(w), rod(33792);
	std::vector<int> small(M), leaf(100 * 64);
	for (int i = 0; i < M; i++)
		small[i] = w[i] % 1000;
	for (int i = 0; i < 33792; i++)
		rod[i] = i == 7000 ? 4096 : 0;
	unsigned *u = upload(w), *uo = dev<unsigned>(2 * M);
	int *io = dev<int>(M), *sm = upload(small);
	float *x = upload(f), *o = dev<float>(M), *ra = dev<float>(33792), *rb = dev<float>(33792);
	double *dout = dev<double>(8192);
	typedef const std::vector<unsigned> &U;
	typedef const std::vector<int> &I;
	typedef const std::vector<float> &F;
	auto clear = [&] { CHECK(cudaMemset(io, 0, 65536)); };
	job<float>(
		"launch.rod_together",
		[&] {
			int steps = 40;
			void *args[] = { &ra, &rb, &steps };
			CHECK(cudaLaunchCooperativeKernel((void *)rod_together, 132, 256, args, 0, 0));
		},
		ra, 33792,
		[&](F v) {
			std::vector<float> a(rod), b(rod);
			for (int k = 0; k < 40; k++, a.swap(b))
				for (int i = 6900; i < 7100; i++)
					b[i] = a[i] + 0.25f * (a[i - 1] - 2 * a[i] + a[i + 1]);
			bool ok = true;
			for (int i = 6900; i < 7100; i++)
				ok &= near(a[i], v[i], 1e-5);
			return ok;
		},
		[&] { CHECK(cudaMemcpy(ra, rod.data(), 33792 * 4, cudaMemcpyHostToDevice)); });
	job<unsigned>(
		"launch.tiles_drawn", [&] { tiles_drawn<<<264, 128>>>(io, uo, 4096); }, uo, 4096 * 128,
		[&](U v) {
			unsigned a = 77 * 128 + 5;
			for (int k = 0; k < 10 + 77 * 37 % 101 * 5; k++)
				a = a * 1664525 + 1013904223;
			return v[77 * 128 + 5] == a;
		},
		clear);
	auto mixed = [&](int times, int n) {
		return [=](U v) {
			bool ok = true;
			for (int i = 0; i < n; i++) {
				unsigned a = w[i];
				for (int k = 0; k < times; k++)
					a = a * 2654435761u + (a >> 16);
				ok &= a == v[i];
			}
			return ok;
		};
	};
	auto fresh = [&] { CHECK(cudaMemcpy(uo, u, M * 4, cudaMemcpyDeviceToDevice)); };
	job<unsigned>(
		"launch.many_small",
		[&] {
			for (int k = 0; k < 64; k++)
				mix_once<<<16, 256>>>(uo, 4096);
		},
		uo, 4096, mixed(64, 4096), fresh);
	cudaStream_t stream[4];
	for (auto &s : stream)
		CHECK(cudaStreamCreate(&s));
	job<unsigned>(
		"launch.four_streams",
		[&] {
			for (int k = 0; k < 8; k++)
				for (int s = 0; s < 4; s++)
					mix_once<<<64, 256, 0, stream[s]>>>(uo + s * 16384, 16384);
		},
		uo, 65536, mixed(8, 65536), fresh);
	job<unsigned>(
		"launch.tiny_blocks", [&] { mix_once<<<32768, 32>>>(uo, M); }, uo, M, mixed(1, M), fresh);
	job<int>("launch.blocks_of_33", [&] { edges_33<<<8192, 33>>>(sm, io); }, io, 8192 * 32, [&](I v) {
		bool ok = true;
		for (int i = 0; i < 8192 * 32; i++)
			ok &= v[i] == small[i + 1] - small[i];
		return ok;
	});
	job<unsigned>("launch.blocks_of_1024", [&] { large_blocks<<<300, 1024>>>(u, uo); }, uo, 300 * 1024, [&](U v) {
		std::vector<unsigned> a(&w[1024 * 9], &w[1024 * 10]), b(1024);
		for (int k = 1; k < 1024; k *= 2, a = b)
			for (int i = 0; i < 1024; i++)
				b[i] = a[i] * 3 + a[i + k & 1023];
		return std::equal(a.begin(), a.end(), v.begin() + 1024 * 9);
	});
	CHECK(cudaFuncSetAttribute(large_table, cudaFuncAttributeMaxDynamicSharedMemorySize, 160 * 1024));
	job<unsigned>("launch.table_of_160kb", [&] { large_table<<<132, 512, 160 * 1024>>>(u, u + M, uo, 40960, 64); }, uo, 132 * 512, [&](U v) {
		bool ok = true;
		for (int i = 0; i < 132 * 512; i++) {
			unsigned a = w[M + i];
			for (int k = 0; k < 64; k++)
				a = a >> 7 ^ w[(u64)a * 40960 >> 32];
			ok &= a == v[i];
		}
		return ok;
	});
	job<unsigned>("launch.few_follow", [&] { follow<<<4, 64>>>(u, uo, 128); }, uo, 256, [&](U v) {
		unsigned at = 200, s = 0;
		for (int k = 0; k < 128; k++) {
			at = w[at * 61 & 0xfffff];
			s += at;
			at &= 0xfffff;
		}
		return s == v[200];
	});
	job<float>("calls.areas", [&] { areas<<<512, 256>>>(x, o, 131072); }, o, 131072, [&](F v) {
		double s = 0;
		for (int k = 0; k < 8; k++) {
			float a = f[5000] + k;
			int kind = (int)(f[5000] * 1000 + k * (5000 / 32)) % 3;
			s += kind == 0 ? a * 1.5 : kind == 1 ? 3.14159265 * std::fabs(a * a - 2.25) : 0.75 * a;
		}
		return near(v[5000], s);
	});
	CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 8192)); // ten calls deep
	job<double>("calls.integrals", [&] { integrals<<<64, 128>>>(dout, 8192); }, dout, 8192, [&](const std::vector<double> &v) {
		bool ok = true;
		for (int i = 0; i < 8192; i += 7) {
			double a = -1 + 2.0 * i / 8192, b = a + 16.0 / 8192;
			ok &= std::fabs(v[i] - 10 * (std::atan(10 * b) - std::atan(10 * a))) < 1e-6;
		}
		return ok;
	});
	job<int>("calls.derangements", [&] { derangements<<<32, 64>>>(io, 6); }, io, 2048, [&](I v) {
		return std::all_of(v.begin(), v.end(), [](int k) { return k == 265; });
	});
	job<float>("move.transpose_any", [&] { transpose_any<<<dim3(43, 25), dim3(32, 8)>>>(x, o, 1349, 777); }, o, 1349 * 777, [&](F v) {
		bool ok = true;
		for (int i = 0; i < 1349 * 777; i++)
			ok &= v[i] == f[i % 777 * 1349 + i / 777];
		return ok;
	});
	job<unsigned>(
		"chance.neutrons", [&] { neutrons<<<132, 256>>>((unsigned *)io, 8); }, (unsigned *)io, 3,
		[&](U v) { return v[0] + v[1] + v[2] == 132 * 256 * 8; }, clear);
	job<int>(
		"chance.even_points", [&] { even_points<<<256, 128>>>(io, 8); }, io, 1, [&](I v) { return near(v[0] / 65536.0 / 4, 0.785398, 1e-3); },
		clear);
	job<unsigned>("chance.mersenne", [&] { mersenne_blocks<<<132, 256>>>(uo, 8); }, uo, 132 * 8 * 624, [&](U v) {
		std::mt19937 a(100);
		bool ok = true;
		for (int i = 0; i < 8 * 624; i++)
			ok &= v[100 * 8 * 624 + i] == a();
		return ok;
	});
	std::vector<short2> split(600);
	for (int i = 0; i < 600; i++)
		split[i] = make_short2(w[i] % 24, w[i] / 32 % 1000);
	for (int i = 0; i < 6400; i++)
		leaf[i] = w[i] % 201;
	short2 *sp = upload(split);
	int *lf = upload(leaf);
	job<int>("trees.one_question_a_level", [&] { even_trees<<<256, 128>>>(sm, sp, lf, io, 32768, 100); }, io, 32768, [&](I v) {
		bool ok = true;
		for (int i = 0; i < 32768; i += 77) {
			int s = 0;
			for (int t = 0; t < 100; t++) {
				int at = 0;
				for (int k = 0; k < 6; k++)
					at = at * 2 + (small[split[t * 6 + k].x * 32768 + i] > split[t * 6 + k].y);
				s += leaf[t * 64 + at];
			}
			ok &= s == v[i];
		}
		return ok;
	});
	// 17^4 - 1 ordered keys in nodes of 16: the node at place p of level l has each 17th of its part
	std::vector<unsigned> ordered(w.begin(), w.begin() + 83520), node;
	std::sort(ordered.begin(), ordered.end());
	for (int l = 0, many = 1, part = 83521; l < 4; l++, many *= 17, part /= 17)
		for (int i = 0; i < many; i++)
			for (int k = 1; k < 17; k++)
				node.push_back(ordered[i * part + k * (part / 17) - 1]);
	unsigned *nd = upload(node);
	job<int>("trees.wide_nodes", [&] { wide_nodes<<<4096, 256>>>(nd, u + M, io, 4); }, io, 65536, [&](I v) {
		bool ok = true;
		for (int i = 0; i < 65536; i++)
			ok &= v[i] == std::upper_bound(ordered.begin(), ordered.end(), w[M + i]) - ordered.begin();
		return ok;
	});
	std::vector<unsigned> table(65536);
	for (int i = 0; i < 65536; i++)
		table[i] = w[i] >> 4;
	for (int i = 0; i < 65536; i += 1 + w[i] % 9) {
		unsigned at = table.size();
		for (int k = 0; k < 256; k++)
			table.push_back(w[i + k] >> 5);
		if (i % 4 == 0) {
			for (int k = 0; k < 256; k++)
				table.push_back(w[i + k] >> 6);
			table[at + w[i] % 256] = 0x80000000u | (at + 256);
		}
		table[i] = 0x80000000u | at;
	}
	unsigned *tb = upload(table);
	job<unsigned>("trees.routes", [&] { routes<<<2048, 256>>>(tb, u, uo, M / 2); }, uo, M / 2);
}
