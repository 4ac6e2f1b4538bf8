// blind36e: a fresh set of kernels that nobody had modelled when they were written. As in a vendor's samples: scalar
// products, quasi random numbers, optical flow, sight lines, cubes to classify, twisters, non-local means, odd-even
// merge.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__global__ void scalar_products(const float *a, const float *b, float *out, int pairs, int len)
{ // 128 threads, 512 sums in shared memory, then halved until one is left
	__shared__ float acc[512];
	for (int v = blockIdx.x; v < pairs; v += gridDim.x) {
		for (int k = threadIdx.x; k < 512; k += 128) {
			float s = 0;
			for (int p = k; p < len; p += 512)
				s += a[v * len + p] * b[v * len + p];
			acc[k] = s;
		}
		for (int d = 256; d; d >>= 1) {
			__syncthreads();
			for (int k = threadIdx.x; k < d; k += 128)
				acc[k] += acc[k + d];
		}
		if (threadIdx.x == 0)
			out[v] = acc[0];
		__syncthreads();
	}
}
__constant__ unsigned turn[3][31];
__global__ void quasi_numbers(float *out, unsigned seed, int n)
{ // one row of threads a dimension; the bits of the number choose the words that are joined
	int d = threadIdx.y;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		unsigned r = 0, v = seed + i;
		for (int k = 0; k < 31; k++, v >>= 1)
			if (v & 1)
				r ^= turn[d][k];
		out[d * n + i] = (r + 1) * 4.6566128e-10f;
	}
}
__device__ __host__ inline float inverse_normal(unsigned x)
{ // a quotient of polynomials in the middle, of a logarithm's root in the tails
	bool neg = false;
	if (x >= 0x80000000u)
		x = 0xffffffffu - x, neg = true;
	float p = x * 2.3283064e-10f + 1.1641532e-10f, z, t = p - 0.5f;
	if (t > -0.42f) {
		float r = t * t;
		z = t * (((-25.44106049637f * r + 41.39119773534f) * r - 18.61500062529f) * r + 2.50662823884f) /
			((((3.13082909833f * r - 21.06224101826f) * r + 23.08336743743f) * r - 8.4735109309f) * r + 1);
	} else {
		float r = logf(-logf(p));
		z = 0.3374754822726147f +
			r *
				(0.9761690190917186f +
					r *
						(0.1607979714918209f +
							r *
								(0.0276438810333863f +
									r *
										(0.0038405729373609f +
											r *
												(0.0003951896511919f +
													r *
														(0.0000321767881768f +
															r *
																(0.0000002888167364f +
																	r * 0.0000003960315187f)))))));
		z = -z;
	}
	return neg ? -z : z;
}
__global__ void normals_from_counts(float *out, unsigned step, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		out[i] = inverse_normal((unsigned)(i + 1) * step);
}
__global__ void walsh_batch(int *d)
{ // 1024 whole numbers a block in shared memory, by fours
	__shared__ int s[1024];
	int t = threadIdx.x;
	for (int k = t; k < 1024; k += 256)
		s[k] = d[blockIdx.x * 1024 + k];
	for (int m = 256; m; m >>= 2) {
		__syncthreads();
		int lo = t & (m - 1), i = (t - lo) * 4 + lo;
		int a = s[i], b = s[i + m], c = s[i + 2 * m], e = s[i + 3 * m];
		int p = a + c, q = b + e, u = a - c, v = b - e;
		s[i] = p + q, s[i + m] = p - q, s[i + 2 * m] = u + v, s[i + 3 * m] = u - v;
	}
	__syncthreads();
	for (int k = t; k < 1024; k += 256)
		d[blockIdx.x * 1024 + k] = s[k];
}
__global__ void flow_jacobi(const float *du, const float *dv, const float *ix, const float *iy, const float *iz,
	float *ou, float *ov, int w, int h, float alpha)
{ // one step of Horn and Schunck, a tile of 32x6 with its rim
	__shared__ float u[8][34], v[8][34];
	int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 32 + tx, y = blockIdx.y * 6 + ty;
	for (int k = ty * 32 + tx; k < 8 * 34; k += 192) {
		int gx = min(max((int)blockIdx.x * 32 + k % 34 - 1, 0), w - 1),
		    gy = min(max((int)blockIdx.y * 6 + k / 34 - 1, 0), h - 1);
		u[k / 34][k % 34] = du[gy * w + gx], v[k / 34][k % 34] = dv[gy * w + gx];
	}
	__syncthreads();
	if (x >= w || y >= h)
		return;
	float su = (u[ty][tx + 1] + u[ty + 2][tx + 1] + u[ty + 1][tx] + u[ty + 1][tx + 2]) * 0.25f;
	float sv = (v[ty][tx + 1] + v[ty + 2][tx + 1] + v[ty + 1][tx] + v[ty + 1][tx + 2]) * 0.25f;
	int p = y * w + x;
	float a = ix[p], b = iy[p], f = (a * su + b * sv + iz[p]) / (a * a + b * b + alpha);
	ou[p] = su - a * f, ov[p] = sv - b * f;
}
__device__ __host__ inline float between(const float *p, int w, int h, float x, float y)
{
	x = fminf(fmaxf(x, 0), w - 1.001f), y = fminf(fmaxf(y, 0), h - 1.001f);
	int i = (int)x, j = (int)y;
	float a = x - i, b = y - j;
	const float *q = p + j * w + i;
	return (q[0] * (1 - a) + q[1] * a) * (1 - b) + (q[w] * (1 - a) + q[w + 1] * a) * b;
}
__global__ void flow_warp_derivatives(
	const float *p, const float *q, const float *u, const float *v, float *ix, float *iz, int w, int h)
{ // the second picture is read where the flow says, five taps along x
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
	if (x >= w)
		return;
	float fx = x + u[y * w + x], fy = y + v[y * w + x];
	float d = between(q, w, h, fx - 2, fy) - 8 * between(q, w, h, fx - 1, fy) + 8 * between(q, w, h, fx + 1, fy) -
		between(q, w, h, fx + 2, fy);
	ix[y * w + x] = d / 12;
	iz[y * w + x] = between(q, w, h, fx, fy) - p[y * w + x];
}
__global__ void sight_lines(const float *height, byte *seen, int len, float eye)
{ // a block a line of 1024 places: the slope to each, a running largest, seen if above all before
	__shared__ float w[32];
	int t = threadIdx.x, lane = t & 31;
	float a = (height[blockIdx.x * len + t] - eye) / (t + 1), m = a;
	for (int d = 1; d < 32; d *= 2) {
		float o = __shfl_up_sync(~0u, m, d);
		if (lane >= d)
			m = fmaxf(m, o);
	}
	if (lane == 31)
		w[t / 32] = m;
	__syncthreads();
	float before = __shfl_up_sync(~0u, m, 1);
	if (lane == 0)
		before = -1e30f;
	for (int k = 0; k < t / 32; k++)
		before = fmaxf(before, w[k]);
	seen[blockIdx.x * len + t] = a > before;
}
__constant__ byte corners_table[256];
__global__ void cubes_classified(const byte *vol, unsigned *verts, int *work, int *count, int n, byte iso)
{ // a thread a cube; cubes that hold something are noted, a warp asks for its places at once
	int i = blockIdx.x * blockDim.x + threadIdx.x, m = n - 1;
	bool in = i < m * m * m;
	int idx = 0, k = 0;
	if (in) {
		const byte *p = vol + (i / m / m * n + i / m % m) * n + i % m;
		idx = (p[0] < iso) | (p[1] < iso) << 1 | (p[n + 1] < iso) << 2 | (p[n] < iso) << 3 |
			(p[n * n] < iso) << 4 | (p[n * n + 1] < iso) << 5 | (p[n * n + n + 1] < iso) << 6 |
			(p[n * n + n] < iso) << 7;
		k = corners_table[idx];
		verts[i] = k;
	}
	unsigned b = __ballot_sync(~0u, k > 0);
	int lane = threadIdx.x & 31, at = 0;
	if (lane == 0 && b)
		at = atomicAdd(count, __popc(b));
	at = __shfl_sync(~0u, at, 0);
	if (k > 0)
		work[at + __popc(b & (1u << lane) - 1)] = i;
}
__device__ __host__ inline unsigned twister_sum(unsigned seed, int n)
{ // nineteen words of state in a local array, a small twister with tempering
	unsigned mt[19], s = 0;
	mt[0] = seed;
	for (int k = 1; k < 19; k++)
		mt[k] = 1812433253u * (mt[k - 1] ^ mt[k - 1] >> 30) + k;
	int st = 0;
	for (int i = 0; i < n; i++) {
		int s1 = st + 1 >= 19 ? st - 18 : st + 1, sm = st + 9 >= 19 ? st - 10 : st + 9;
		unsigned x = (mt[st] & 0xfffffffe) | (mt[s1] & 1);
		x = mt[sm] ^ x >> 1 ^ (x & 1 ? 0xe4bd75f5u : 0);
		mt[st] = x, st = s1;
		x ^= x >> 12, x ^= x << 7 & 0x655e5280u, x ^= x << 15 & 0xffd58000u, x ^= x >> 18;
		s += x;
	}
	return s;
}
__global__ void small_twisters_thread(const unsigned *seed, unsigned *out, int n, int each)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = twister_sum(seed[i], each);
}
__global__ void nlm_plain(const float *p, float *o, int w, int h, float noise)
{ // 7x7 places, each weighed by how alike 3x3 around it and around here are
	int x = blockIdx.x * blockDim.x + threadIdx.x + 4, y = blockIdx.y * blockDim.y + threadIdx.y + 4;
	if (x >= w - 4 || y >= h - 4)
		return;
	float sum = 0, c = 0;
	for (int j = -3; j <= 3; j++)
		for (int i = -3; i <= 3; i++) {
			float d = 0;
#pragma unroll
			for (int n = -1; n <= 1; n++)
#pragma unroll
				for (int m = -1; m <= 1; m++) {
					float e = p[(y + j + n) * w + x + i + m] - p[(y + n) * w + x + m];
					d += e * e;
				}
			float g = __expf(-d * noise - (i * i + j * j) * 0.02f);
			sum += g, c += g * p[(y + j) * w + x + i];
		}
	o[y * w + x] = c / sum;
}
__global__ void nlm_weights_of_a_block(const float *p, float *o, int w, int h, float noise)
{ // the fast one: a block of 8x8 works out 49 weights at its middle, all its places use them
	__shared__ float g[49];
	int tx = threadIdx.x, ty = threadIdx.y, t = ty * 8 + tx, x = blockIdx.x * 8 + tx + 4,
	    y = blockIdx.y * 8 + ty + 4;
	int cx = blockIdx.x * 8 + 8, cy = blockIdx.y * 8 + 8;
	if (t < 49) {
		int i = t % 7 - 3, j = t / 7 - 3;
		float d = 0;
		for (int n = -1; n <= 1; n++)
			for (int m = -1; m <= 1; m++) {
				float e = p[(cy + j + n) * w + cx + i + m] - p[(cy + n) * w + cx + m];
				d += e * e;
			}
		g[t] = __expf(-d * noise - (i * i + j * j) * 0.02f);
	}
	__syncthreads();
	float sum = 0, c = 0;
	for (int k = 0; k < 49; k++) {
		float v = g[k];
		sum += v, c += v * p[(y + k / 7 - 3) * w + x + k % 7 - 3];
	}
	o[y * w + x] = c / sum;
}
__global__ void sobol_gray(const unsigned *dir, float *out, int n)
{ // a row of blocks a dimension; after the first, each number comes from the one before by one word
	__shared__ unsigned v[32];
	int dim = blockIdx.y;
	if (threadIdx.x < 32)
		v[threadIdx.x] = dir[dim * 32 + threadIdx.x];
	__syncthreads();
	int i0 = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x; // a power of two
	unsigned g = i0 ^ i0 >> 1, x = 0;
	for (int k = 0; k < 32 && g >> k; k++)
		if (g >> k & 1)
			x ^= v[k];
	out[dim * n + i0] = x * 2.3283064e-10f;
	unsigned log = __ffs(stride) - 2, m = v[log];
	for (int i = i0; i + stride < n; i += stride) {
		x ^= m ^ v[__ffs(~((unsigned)i | (stride - 1))) - 1];
		out[dim * n + i + stride] = x * 2.3283064e-10f;
	}
}
__global__ void odd_even_merge_shared(const uint2 *in, uint2 *out)
{ // Batcher's other network, 512 keys with their values a block of 256
	__shared__ unsigned k[512], v[512];
	int t = threadIdx.x;
	for (int i = t; i < 512; i += 256)
		k[i] = in[blockIdx.x * 512 + i].x, v[i] = in[blockIdx.x * 512 + i].y;
	auto put = [&](int a, int b) {
		if (k[a] > k[b] || k[a] == k[b] && v[a] > v[b]) {
			unsigned s = k[a], r = v[a];
			k[a] = k[b], v[a] = v[b], k[b] = s, v[b] = r;
		}
	};
	for (int size = 2; size <= 512; size <<= 1) {
		int stride = size / 2, off = t & (stride - 1);
		__syncthreads();
		int pos = 2 * t - (t & (stride - 1));
		put(pos, pos + stride);
		for (stride >>= 1; stride > 0; stride >>= 1) {
			__syncthreads();
			pos = 2 * t - (t & (stride - 1));
			if (off >= stride)
				put(pos - stride, pos);
		}
	}
	__syncthreads();
	for (int i = t; i < 512; i += 256)
		out[blockIdx.x * 512 + i] = make_uint2(k[i], v[i]);
}
__constant__ float4 taps[27];
__global__ void volume_filter(const byte *in, byte *out, int n)
{ // 27 offsets and weights in constant memory, borders held
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
	if (x >= n || y >= n)
		return;
	float s = 0;
	for (int k = 0; k < 27; k++) {
		float4 t = taps[k];
		int a = min(max(x + (int)t.x, 0), n - 1), b = min(max(y + (int)t.y, 0), n - 1),
		    c = min(max(z + (int)t.z, 0), n - 1);
		s += t.w * in[(c * n + b) * n + a];
	}
	out[(z * n + y) * n + x] = (byte)fminf(fmaxf(s + 0.5f, 0), 255);
}
__global__ void kept_in_buckets(const int *in, int *count, int n, int *out, int room)
{ // whichever lanes are here together and want the same bucket send one of them
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int v = in[i];
	if (v & 1) {
		unsigned act = __activemask();
		int b = v >> 1 & 3;
		unsigned m = __match_any_sync(act, b);
		int lead = __ffs(m) - 1, lane = threadIdx.x & 31, at = 0;
		if (lane == lead)
			at = atomicAdd(&count[b], __popc(m));
		at = __shfl_sync(m, at, lead);
		out[b * room + at + __popc(m & (1u << lane) - 1)] = v;
	}
}
static void numbers(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int V = 200, L = 2048;
	std::vector<float> p(V);
	for (int v = 0; v < V; v++) {
		double s = 0;
		for (int k = 0; k < L; k++)
			s += (double)f[v * L + k] * f[v * L + k + 50000];
		p[v] = s;
	}
	float *da = upload(f);
	job<float>(
		"scalar_products_2048.block_of_128_512_sums",
		[&] { scalar_products<<<128, 128>>>(da, da + 50000, da + 600000, V, L); }, da + 600000, V,
		close_to(p, 1e-3));
	const int N = 50000;
	unsigned t[3][31];
	std::vector<float> q(3 * N), z(2 * N);
	for (int d = 0; d < 3; d++)
		for (int k = 0; k < 31; k++)
			t[d][k] = w[d * 31 + k] >> 1;
	for (int d = 0; d < 3; d++)
		for (int i = 0; i < N; i++) {
			unsigned r = 0;
			for (int k = 0; k < 31; k++)
				if ((1000u + i) >> k & 1)
					r ^= t[d][k];
			q[d * N + i] = (r + 1) * 4.6566128e-10f;
		}
	CHECK(cudaMemcpyToSymbol(turn, t, sizeof t));
	float *o = dev<float>(3 * N);
	job<float>(
		"quasi_numbers.three_dimensions_by_bits", [&] { quasi_numbers<<<128, dim3(128, 3)>>>(o, 1000, N); }, o,
		3 * N, close_to(q, 1e-6));
	for (int i = 0; i < 2 * N; i++)
		z[i] = inverse_normal((i + 1) * 42949u);
	job<float>(
		"normals_by_quotients.grid_loop", [&] { normals_from_counts<<<96, 256>>>(o, 42949u, 2 * N); }, o, 2 * N,
		close_to(z, 1e-3));
	const int B = 64;
	std::vector<int> h(B * 1024), g(B * 1024);
	for (int i = 0; i < B * 1024; i++)
		h[i] = g[i] = (int)(w[i] % 2001) - 1000;
	for (int b = 0; b < B; b++)
		for (int m = 1; m < 1024; m *= 2)
			for (int i = 0; i < 1024; i++)
				if (!(i & m)) {
					int x = g[b * 1024 + i], y = g[b * 1024 + i + m];
					g[b * 1024 + i] = x + y, g[b * 1024 + i + m] = x - y;
				}
	int *src = upload(h), *dh = dev<int>(B * 1024);
	job<int>(
		"walsh_1024.by_fours_in_shared", [&] { walsh_batch<<<B, 256>>>(dh); }, dh, B * 1024, same(g),
		[=] { CHECK(cudaMemcpy(dh, src, B * 4096, cudaMemcpyDeviceToDevice)); });
	const int T = 4096, E = 120;
	std::vector<unsigned> tw(T);
	for (int i = 0; i < T; i++)
		tw[i] = twister_sum(w[i], E);
	unsigned *ds = upload(w), *ot = dev<unsigned>(T);
	job<unsigned>(
		"twisters_of_19_words.state_in_local", [&] { small_twisters_thread<<<T / 64, 64>>>(ds, ot, T, E); }, ot,
		T, same(tw));
	const int D = 6, M = 1 << 14;
	std::vector<unsigned> dir(D * 32);
	for (int d = 0; d < D; d++)
		for (int k = 0; k < 32; k++)
			dir[d * 32 + k] = (w[d * 32 + k + 7] | 1) << (31 - k);
	std::vector<float> sb(D * M);
	for (int d = 0; d < D; d++)
		for (int i = 0; i < M; i++) {
			unsigned x = 0, g = i ^ i >> 1;
			for (int k = 0; k < 32; k++)
				if (g >> k & 1)
					x ^= dir[d * 32 + k];
			sb[d * M + i] = x * 2.3283064e-10f;
		}
	unsigned *dd = upload(dir);
	job<float>(
		"sobol_numbers.gray_steps", [&] { sobol_gray<<<dim3(16, D), 64>>>(dd, o, M); }, o, D * M, same(sb));
}
static void pictures(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int W = 330, H = 200, P = W * H;
	std::vector<float> u(P), v(P), ix(P), iz(P), iy(f.begin() + 400, f.begin() + 400 + P),
		q(f.begin(), f.begin() + P), jo(2 * P), dz(2 * P);
	for (int i = 0; i < P; i++)
		u[i] = f[i] * 3 - 1.5f, v[i] = f[i + 70000] * 3 - 1.5f, ix[i] = f[i + 140000] - 0.5f,
		iz[i] = f[i + 210000] - 0.5f;
	for (int y = 0; y < H; y++)
		for (int x = 0; x < W; x++) {
			auto m = [&](const std::vector<float> &g) {
				return 0.25f *
					(g[std::max(y - 1, 0) * W + x] + g[std::min(y + 1, H - 1) * W + x] +
						g[y * W + std::max(x - 1, 0)] + g[y * W + std::min(x + 1, W - 1)]);
			};
			int p = y * W + x;
			float su = m(u), sv = m(v),
			      e = (ix[p] * su + iy[p] * sv + iz[p]) / (ix[p] * ix[p] + iy[p] * iy[p] + 0.4f);
			jo[p] = su - ix[p] * e, jo[P + p] = sv - iy[p] * e;
			float fx = x + u[p], fy = y + v[p];
			dz[p] = (between(&q[0], W, H, fx - 2, fy) - 8 * between(&q[0], W, H, fx - 1, fy) +
					8 * between(&q[0], W, H, fx + 1, fy) - between(&q[0], W, H, fx + 2, fy)) /
				12;
			dz[P + p] = between(&q[0], W, H, fx, fy) - iy[p];
		}
	float *du = upload(u), *dv = upload(v), *dx = upload(ix), *dy = upload(iy), *dz_ = upload(iz), *dq = upload(q),
	      *o = dev<float>(2 * P);
	job<float>(
		"optical_flow.step_on_tiles_of_32x6",
		[&] {
			flow_jacobi<<<dim3(up(W, 32), up(H, 6)), dim3(32, 6)>>>(
				du, dv, dx, dy, dz_, o, o + P, W, H, 0.4f);
		},
		o, 2 * P, close_to(jo));
	job<float>(
		"optical_flow.warped_derivatives",
		[&] { flow_warp_derivatives<<<dim3(up(W, 128), H), 128>>>(dy, dq, du, dv, o, o + P, W, H); }, o, 2 * P,
		close_to(dz, 2e-3));
	const int X = 168, Y = 104;
	std::vector<float> im(f.begin(), f.begin() + X * Y), a(X * Y), b(X * Y);
	for (int y = 4; y < Y - 4; y++)
		for (int x = 4; x < X - 4; x++)
			for (int way = 0; way < 2; way++) {
				int cx = way ? (x - 4) / 8 * 8 + 8 : x, cy = way ? (y - 4) / 8 * 8 + 8 : y;
				float sum = 0, c = 0;
				if ((x + y) % 3)
					continue;
				for (int j = -3; j <= 3; j++)
					for (int i = -3; i <= 3; i++) {
						float d = 0;
						for (int k = 0; k < 9; k++) {
							float e = im[(cy + j + k / 3 - 1) * X + cx + i + k % 3 - 1] -
								im[(cy + k / 3 - 1) * X + cx + k % 3 - 1];
							d += e * e;
						}
						float g = std::exp(-d * 1.3f - (i * i + j * j) * 0.02f);
						sum += g, c += g * im[(y + j) * X + x + i];
					}
				(way ? b : a)[y * X + x] = c / sum;
			}
	auto third = [=](const std::vector<float> &want) {
		return [=](const std::vector<float> &v) {
			for (int i = 0; i < X * Y; i++)
				if ((i % X + i / X) % 3 == 0 && !near(v[i], want[i], 1e-3))
					return false;
			return true;
		};
	};
	float *di = upload(im), *oa = dev<float>(X * Y), *ob = dev<float>(X * Y);
	job<float>(
		"non_local_means_7x7.each_weighs",
		[&] { nlm_plain<<<dim3((X - 8) / 8, (Y - 8) / 8), dim3(8, 8)>>>(di, oa, X, Y, 1.3f); }, oa, X * Y,
		third(a));
	job<float>(
		"non_local_means_7x7.weights_of_a_block",
		[&] { nlm_weights_of_a_block<<<dim3((X - 8) / 8, (Y - 8) / 8), dim3(8, 8)>>>(di, ob, X, Y, 1.3f); }, ob,
		X * Y, third(b));
}
static void volumes(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int R = 100, L = 1024;
	std::vector<byte> seen(R * L);
	std::vector<float> h(R * L);
	for (int r = 0; r < R; r++) {
		float best = -1e30f;
		for (int k = 0; k < L; k++) {
			h[r * L + k] = (int)(f[r * L + k] * (100 + k));
			float a = (h[r * L + k] - 20) / (k + 1);
			seen[r * L + k] = a > best, best = std::max(best, a);
		}
	}
	float *dh = upload(h);
	byte *os = dev<byte>(R * L);
	job<byte>(
		"lines_of_sight.block_a_line", [&] { sight_lines<<<R, L>>>(dh, os, L, 20); }, os, R * L, same(seen));
	const int N = 56, M = N - 1, C = M * M * M;
	std::vector<byte> vol(N * N * N), tab(256), fl(N * N * N);
	for (int i = 0; i < N * N * N; i++) {
		int x = i % N - 28, y = i / N % N - 28, z = i / N / N - 28;
		vol[i] = std::min(255, (int)(4 * std::sqrt(x * x + y * y + z * z * 0.7) + w[i] % 9));
	}
	for (int k = 0; k < 256; k++)
		tab[k] = k == 0 || k == 255 ? 0 : 3 * (1 + (__builtin_popcount(k ^ k >> 1) % 5));
	CHECK(cudaMemcpyToSymbol(corners_table, tab.data(), 256));
	std::vector<int> verts(C), busy;
	for (int i = 0; i < C; i++) {
		const byte *p = &vol[(i / M / M * N + i / M % M) * N + i % M];
		int at[8] = { 0, 1, N + 1, N, N * N, N * N + 1, N * N + N + 1, N * N + N }, idx = 0;
		for (int k = 0; k < 8; k++)
			idx |= (p[at[k]] < 80) << k;
		verts[i] = tab[idx];
		if (verts[i])
			busy.push_back(i);
	}
	byte *dv = upload(vol), *ov = dev<byte>(N * N * N);
	int *o = dev<int>(2 * C + 1);
	job<int>(
		"cubes_classified.busy_ones_noted",
		[&] { cubes_classified<<<up(C, 128), 128>>>(dv, (unsigned *)o, o + C, o + 2 * C, N, 80); }, o,
		2 * C + 1,
		[=](const std::vector<int> &v) {
			std::vector<int> b(v.begin() + C, v.begin() + C + std::min(C, v[2 * C]));
			std::sort(b.begin(), b.end());
			return b == busy && std::equal(verts.begin(), verts.end(), v.begin());
		},
		[=] { CHECK(cudaMemset(o + 2 * C, 0, 4)); });
	float4 tp[27];
	for (int k = 0; k < 27; k++)
		tp[k] = make_float4(k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1, k == 13 ? 1.5f : -0.5f / 26);
	CHECK(cudaMemcpyToSymbol(taps, tp, sizeof tp));
	job<byte>(
		"volume_sharpened.27_taps_constant", [&] { volume_filter<<<dim3(2, 7, N), dim3(32, 8)>>>(dv, ov, N); },
		ov, N * N * N,
		[=](const std::vector<byte> &v) {
			for (int i = 0; i < N * N * N; i++) {
				float s = 0;
				for (int k = 0; k < 27; k++) {
					int a = std::min(std::max(i % N + k % 3 - 1, 0), N - 1),
					    b = std::min(std::max(i / N % N + k / 3 % 3 - 1, 0), N - 1),
					    c = std::min(std::max(i / N / N + k / 9 - 1, 0), N - 1);
					s += tp[k].w * vol[(c * N + b) * N + a];
				}
				if (std::abs((int)v[i] - (int)std::min(std::max(s + 0.5f, 0.0f), 255.0f)) > 1)
					return false;
			}
			return true;
		});
	const int K = 1 << 16;
	std::vector<uint2> kv(K), s;
	for (int i = 0; i < K; i++)
		kv[i] = make_uint2(w[i] % 5000, i);
	s = kv;
	for (int i = 0; i < K; i += 512)
		std::sort(s.begin() + i, s.begin() + i + 512,
			[](uint2 a, uint2 b) { return a.x < b.x || a.x == b.x && a.y < b.y; });
	uint2 *dk = upload(kv), *ok = dev<uint2>(K);
	std::vector<unsigned> flat((unsigned *)s.data(), (unsigned *)s.data() + 2 * K);
	job<unsigned>(
		"pairs_sorted_512.odd_even_merge", [&] { odd_even_merge_shared<<<K / 512, 256>>>(dk, ok); },
		(unsigned *)ok, 2 * K, same(flat));
	const int B = 250000;
	std::vector<int> in(w.begin(), w.begin() + B), want[4];
	for (int &v : in)
		v &= 0xfffffff;
	for (int v : in)
		if (v & 1)
			want[v >> 1 & 3].push_back(v);
	for (auto &v : want)
		std::sort(v.begin(), v.end());
	int *db = upload(in), *oc = dev<int>(4 * B + 4);
	job<int>(
		"kept_in_four_buckets.lanes_together",
		[&] { kept_in_buckets<<<up(B, 512), 512>>>(db, oc + 4 * B, B, oc, B); }, oc, 4 * B + 4,
		[=](const std::vector<int> &v) {
			for (int k = 0; k < 4; k++) {
				if (v[4 * B + k] != (int)want[k].size())
					return false;
				std::vector<int> b(v.begin() + k * B, v.begin() + k * B + v[4 * B + k]);
				std::sort(b.begin(), b.end());
				if (b != want[k])
					return false;
			}
			return true;
		},
		[=] { CHECK(cudaMemset(oc, 0, 16 * B + 16)); });
}
void rows()
{
	std::vector<unsigned> w = words(700000);
	std::vector<float> f = fractions(w);
	numbers(w, f);
	pictures(w, f);
	volumes(w, f);
}
