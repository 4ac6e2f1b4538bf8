// blind36c: a fresh set of kernels that nobody had modelled when they were written. As in suites for throughput:
// lattice potential with a cutoff, fluid in three dimensions, MRI sums and gridding, SAD, columns of a matrix, JDS,
// angles.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
// the lattice is cut into cubes of 8, the atoms lie in bins of as many places
__global__ void cutoff_lattice(const float4 *bins, float *out, int cubes, float cut2)
{ // a block of 128 a cube of 8x8x8: four points a thread; the bins around come through shared memory
	__shared__ float4 atom[8 * 27];
	int bx = blockIdx.x % cubes, by = blockIdx.x / cubes % cubes, bz = blockIdx.x / cubes / cubes, t = threadIdx.x;
	for (int k = t; k < 27 * 8; k += 128) {
		int n = k / 8, x = bx + n % 3 - 1, y = by + n / 3 % 3 - 1, z = bz + n / 9 - 1;
		bool in = x >= 0 && y >= 0 && z >= 0 && x < cubes && y < cubes && z < cubes;
		atom[k] = in ? bins[((z * cubes + y) * cubes + x) * 8 + k % 8] : make_float4(0, 0, 0, 0);
	}
	__syncthreads();
	float e[4] = { 0, 0, 0, 0 };
	float x = (bx * 8 + t % 8) * 0.5f, y = (by * 8 + t / 8 % 8) * 0.5f, z = (bz * 8 + t / 64 * 4) * 0.5f;
	for (int k = 0; k < 27 * 8; k++) {
		float4 a = atom[k];
		if (a.w == 0)
			continue;
		float dx = a.x - x, dy = a.y - y, d2 = dx * dx + dy * dy;
#pragma unroll
		for (int j = 0; j < 4; j++) {
			float dz = a.z - (z + 0.5f * j), r2 = d2 + dz * dz;
			if (r2 < cut2) {
				float s = 1 - r2 / cut2;
				e[j] += a.w * rsqrtf(r2) * s * s;
			}
		}
	}
	int side = cubes * 8, p = ((bz * 8 + t / 64 * 4) * side + by * 8 + t / 8 % 8) * side + bx * 8 + t % 8;
	for (int j = 0; j < 4; j++)
		out[p + j * side * side] = e[j];
}
static const int DX = 32, DY = 24, DZ = 20, DN = DX * DY * DZ;
__constant__ int q_x[19], q_y[19], q_z[19], q_back[19];
__constant__ float q_w[19];
template <bool fields_apart> __device__ __forceinline__ size_t cell_at(int k, int cell)
{
	return fields_apart ? (size_t)k * DN + cell : (size_t)cell * 19 + k;
}
template <bool fields_apart> __global__ void lbm_19(const float *src, float *dst, const byte *solid, float omega)
{ // collides, then pushes to the neighbours around the torus; solid cells turn everything back
	int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y, c = (z * DY + y) * DX + x;
	float f[19], rho = 0, ux = 0, uy = 0, uz = 0;
#pragma unroll
	for (int k = 0; k < 19; k++) {
		f[k] = src[cell_at<fields_apart>(k, c)];
		rho += f[k], ux += f[k] * q_x[k], uy += f[k] * q_y[k], uz += f[k] * q_z[k];
	}
	ux /= rho, uy /= rho, uz /= rho;
	float u2 = 1 - 1.5f * (ux * ux + uy * uy + uz * uz);
	bool wall = solid[c];
#pragma unroll
	for (int k = 0; k < 19; k++) {
		float cu = 3 * (q_x[k] * ux + q_y[k] * uy + q_z[k] * uz);
		float v = f[k] + omega * (q_w[k] * rho * (cu + 0.5f * cu * cu + u2) - f[k]);
		int to = wall ? q_back[k] : k;
		float val = wall ? f[k] : v;
		int nx = (x + q_x[to] + DX) % DX, ny = (y + q_y[to] + DY) % DY, nz = (z + q_z[to] + DZ) % DZ;
		dst[cell_at<fields_apart>(to, (nz * DY + ny) * DX + nx)] = val;
	}
}
__constant__ float4 k_space[512];
__global__ void mri_q_constant(const float *x, const float *y, const float *z, float *qr, float *qi, int n, int ks)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float a = x[i], b = y[i], c = z[i], r = qr[i], s = qi[i];
	for (int k = 0; k < ks; k += 2) {
		float4 v = k_space[k], w = k_space[k + 1];
		float p = 6.2831853f * (v.x * a + v.y * b + v.z * c), q = 6.2831853f * (w.x * a + w.y * b + w.z * c);
		r += v.w * cosf(p) + w.w * cosf(q), s += v.w * sinf(p) + w.w * sinf(q);
	}
	qr[i] = r, qi[i] = s;
}
__global__ void mri_q_split_fast(
	const float4 *ks, const float *x, const float *y, const float *z, float2 *q, int n, int count)
{ // a warp a point, the wave numbers by lanes, fast sine and cosine at once
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
	if (i >= n)
		return;
	float a = x[i], b = y[i], c = z[i], r = 0, s = 0;
	for (int k = lane; k < count; k += 32) {
		float4 v = ks[k];
		float p = v.x * a + v.y * b + v.z * c, sn, cs;
		p = 6.2831853f * (p - rintf(p));
		__sincosf(p, &sn, &cs);
		r += v.w * cs, s += v.w * sn;
	}
	for (int d = 16; d; d >>= 1)
		r += __shfl_xor_sync(~0u, r, d), s += __shfl_xor_sync(~0u, s, d);
	if (lane == 0)
		q[i] = make_float2(r, s);
}
__global__ void gridding_gather(const float4 *sample, const int *start, float2 *grid, int side, float beta)
{ // a thread a place of the grid, the samples of the nine cells around; a window of (1 - d^2)^2 with a root in it
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= side || y >= side)
		return;
	float re = 0, im = 0;
	for (int cy = max(y - 1, 0); cy <= min(y + 1, side - 1); cy++) {
		int from = start[cy * side + max(x - 1, 0)], to = start[cy * side + min(x + 1, side - 1) + 1];
		for (int k = from; k < to; k++) {
			float4 s = sample[k];
			float dx = s.x - x, dy = s.y - y, d2 = dx * dx + dy * dy;
			if (d2 < 1) {
				float w = beta * sqrtf(1 - d2) * (1 - d2);
				re += w * s.z, im += w * s.w;
			}
		}
	}
	grid[y * side + x] = make_float2(re, im);
}
// SAD: blocks of 4x4, all shifts from -4 to 3 both ways
__global__ void sad_thread_a_shift(
	const unsigned short *cur, const unsigned short *ref, unsigned short *out, int w, int bw)
{ // a block of 64 a block of 4x4
	__shared__ unsigned short c[16];
	int bx = blockIdx.x, by = blockIdx.y, t = threadIdx.x;
	if (t < 16)
		c[t] = cur[(by * 4 + t / 4) * w + bx * 4 + t % 4];
	__syncthreads();
	int sx = bx * 4 + t % 8, sy = by * 4 + t / 8, s = 0; // ref has a rim of four
#pragma unroll
	for (int k = 0; k < 16; k++)
		s += abs((int)c[k] - (int)ref[(sy + k / 4) * (w + 8) + sx + k % 4]);
	out[(by * bw + bx) * 64 + t] = s;
}
__global__ void sad_bytes_by_vabsdiff(const byte *cur, const byte *ref, unsigned short *out, int w, int bw, int blocks)
{ // a thread a block of 4x4: its own rows packed in four words, the other's put together byte by byte
	int b = blockIdx.x * blockDim.x + threadIdx.x;
	if (b >= blocks)
		return;
	int bx = b % bw, by = b / bw;
	unsigned own[4];
	for (int r = 0; r < 4; r++)
		own[r] = *(const unsigned *)(cur + (by * 4 + r) * w + bx * 4);
	for (int sy = 0; sy < 8; sy++) {
		unsigned lo[4], mid[4], hi[4];
		for (int r = 0; r < 4; r++) {
			const unsigned *p = (const unsigned *)(ref + (by * 4 + sy + r) * (w + 8) + bx * 4);
			lo[r] = p[0], mid[r] = p[1], hi[r] = p[2];
		}
#pragma unroll
		for (int sx = 0; sx < 8; sx++) {
			unsigned s = 0;
#pragma unroll
			for (int r = 0; r < 4; r++) {
				unsigned v = sx < 4 ? __funnelshift_r(lo[r], mid[r], 8 * sx) :
						      __funnelshift_r(mid[r], hi[r], 8 * (sx - 4));
				s += __vsadu4(own[r], v);
			}
			out[b * 64 + sy * 8 + sx] = s;
		}
	}
}
__global__ void sad_to_8_and_16(const ushort2 *small, ushort2 *eight, ushort2 *sixteen, int bw)
{ // a block of 32 a block of 16x16, two shifts a thread
	int mx = blockIdx.x, my = blockIdx.y, t = threadIdx.x, mw = bw / 4;
	ushort2 all = make_ushort2(0, 0);
	for (int k = 0; k < 4; k++) {
		ushort2 e = make_ushort2(0, 0);
		for (int j = 0; j < 4; j++) {
			int bx = mx * 4 + (k & 1) * 2 + (j & 1), by = my * 4 + (k >> 1) * 2 + (j >> 1);
			ushort2 v = small[(by * bw + bx) * 32 + t];
			e.x += v.x, e.y += v.y;
		}
		eight[((my * mw + mx) * 4 + k) * 32 + t] = e;
		all.x += e.x, all.y += e.y;
	}
	sixteen[(my * mw + mx) * 32 + t] = all;
}
__global__ void sgemm_nt_16_columns(const float *a, int lda, const float *b, int ldb, float *c, int ldc, int k)
{ // c = a b', all by columns: 128 threads have a row each of 16 columns, b passes through shared memory
	__shared__ float s[8][16];
	int m = blockIdx.x * 128 + threadIdx.x, n0 = blockIdx.y * 16;
	float acc[16];
#pragma unroll
	for (int j = 0; j < 16; j++)
		acc[j] = 0;
	for (int i = 0; i < k; i += 8) {
		s[threadIdx.x / 16][threadIdx.x % 16] = b[n0 + threadIdx.x % 16 + (i + threadIdx.x / 16) * ldb];
		__syncthreads();
#pragma unroll
		for (int j = 0; j < 8; j++) {
			float v = a[m + (i + j) * lda];
#pragma unroll
			for (int q = 0; q < 16; q++)
				acc[q] += v * s[j][q];
		}
		__syncthreads();
	}
#pragma unroll
	for (int q = 0; q < 16; q++)
		c[m + (n0 + q) * ldc] = acc[q];
}
__constant__ int jds_start[200];
__global__ void spmv_jds(
	const float *val, const int *col, const int *len, const int *perm, const float *x, float *y, int n)
{ // jagged diagonals, the longest rows first
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= n)
		return;
	float s = 0;
	int m = len[r];
	for (int k = 0; k < m; k++) {
		int j = jds_start[k] + r;
		s += val[j] * x[col[j]];
	}
	y[perm[r]] = s;
}
__global__ void spmv_jds_ahead(
	const float *val, const int *col, const int *warp_len, const int *perm, const float *x, float *y, int n)
{ // the same with rows padded to the longest of a warp, the next product fetched one turn ahead
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	int m = warp_len[r / 32];
	float s = 0;
	if (m > 0) {
		float v = val[r];
		int c = col[r];
		float t = x[c];
		for (int k = 1; k < m; k++) {
			int j = jds_start[100 + k] + r;
			float nv = val[j];
			c = col[j];
			float nt = x[c];
			s += v * t;
			v = nv, t = nt;
		}
		s += v * t;
	}
	if (r < n)
		y[perm[r]] = s;
}
__global__ void stencil_two_columns(const float *a, float *o, int nx, int ny, int nz)
{ // goes up in z; a thread has two columns half a block apart; the plane is in shared memory
	__shared__ float s[4][66];
	int tx = threadIdx.x, ty = threadIdx.y, x0 = blockIdx.x * 64 + 1, y = blockIdx.y * 4 + ty + 1, p = nx * ny;
	float low[2], mid[2], top[2];
	for (int k = 0; k < 2; k++) {
		int x = min(x0 + tx + 32 * k, nx - 1), at = min(y, ny - 1) * nx + x;
		low[k] = a[at], mid[k] = a[p + at];
	}
	for (int z = 1; z < nz - 1; z++) {
		__syncthreads();
		for (int k = 0; k < 2; k++)
			s[ty][tx + 32 * k] = mid[k];
		__syncthreads();
		for (int k = 0; k < 2; k++) {
			int l = tx + 32 * k, x = min(x0 + l, nx - 1), yy = min(y, ny - 1), at = z * p + yy * nx + x;
			top[k] = a[at + p];
			if (x0 + l < nx - 1 && y < ny - 1) {
				float w = l > 0 ? s[ty][l - 1] : a[at - 1], e = l < 63 ? s[ty][l + 1] : a[at + 1];
				float n = ty > 0 ? s[ty - 1][l] : a[at - nx], q = ty < 3 ? s[ty + 1][l] : a[at + nx];
				o[at] = 0.125f * (low[k] + top[k] + w + e + n + q) - 0.6f * mid[k];
			}
			low[k] = mid[k], mid[k] = top[k];
		}
	}
}
__constant__ float bin_edge[21];
template <bool halve>
__global__ void angles_histogram(const float *x, const float *y, const float *z, int n, unsigned *hist)
{ // two-point correlation: dot products of all pairs against cosines of bin edges; a histogram a warp
	__shared__ unsigned h[4][21];
	__shared__ float sx[128], sy[128], sz[128];
	int t = threadIdx.x, w = t / 32;
	for (int k = t; k < 84; k += 128)
		h[0][k] = 0;
	int i = blockIdx.x * 128 + t;
	float a = i < n ? x[i] : 0, b = i < n ? y[i] : 0, c = i < n ? z[i] : 0;
	for (int j0 = blockIdx.x * 128; j0 < n; j0 += 128) {
		__syncthreads();
		if (j0 + t < n)
			sx[t] = x[j0 + t], sy[t] = y[j0 + t], sz[t] = z[j0 + t];
		__syncthreads();
		if (i < n)
			for (int j = 0; j < min(128, n - j0); j++) {
				if (j0 + j <= i)
					continue;
				float d = a * sx[j] + b * sy[j] + c * sz[j];
				int bin;
				if (halve) {
					int lo = 0, hi = 20;
					while (lo < hi) {
						int m = (lo + hi) / 2;
						if (d >= bin_edge[m])
							hi = m;
						else
							lo = m + 1;
					}
					bin = lo;
				} else {
					bin = 0;
					while (bin < 20 && d < bin_edge[bin])
						bin++;
				}
				atomicAdd(&h[w][bin], 1u);
			}
	}
	__syncthreads();
	if (t < 21)
		atomicAdd(&hist[t], h[0][t] + h[1][t] + h[2][t] + h[3][t]);
}
static void lattices(const std::vector<float> &f)
{
	const int C = 5, S = C * 8;
	std::vector<float4> bins(C * C * C * 8);
	for (int b = 0; b < C * C * C; b++)
		for (int k = 0; k < 3 + b % 5; k++) {
			int i = b * 8 + k;
			bins[i] = make_float4((b % C + f[4 * i]) * 4 + 0.01f, (b / C % C + f[4 * i + 1]) * 4 + 0.02f,
				(b / C / C + f[4 * i + 2]) * 4 + 0.013f, f[4 * i + 3] + 0.1f);
		}
	float4 *db = upload(bins);
	float *o = dev<float>(S * S * S);
	job<float>(
		"potential_of_binned_atoms.cubes_of_512_points",
		[&] { cutoff_lattice<<<C * C * C, 128>>>(db, o, C, 15.9f); }, o, S * S * S,
		[=](const std::vector<float> &v) {
			for (int p = 0; p < S * S * S; p += 41) {
				double x = p % S * 0.5, y = p / S % S * 0.5, z = p / S / S * 0.5, e = 0;
				for (auto &a : bins) {
					double r2 =
						(a.x - x) * (a.x - x) + (a.y - y) * (a.y - y) + (a.z - z) * (a.z - z);
					if (r2 < 15.9 && a.w > 0)
						e += a.w / std::sqrt(r2) * (1 - r2 / 15.9) * (1 - r2 / 15.9);
				}
				if (!near(v[p], e, 1e-3))
					return false;
			}
			return true;
		});
	int qx[19], qy[19], qz[19], back[19], n = 0;
	float qw[19];
	for (int z = -1; z <= 1; z++)
		for (int y = -1; y <= 1; y++)
			for (int x = -1; x <= 1; x++) {
				int m = x * x + y * y + z * z;
				if (m < 3)
					qx[n] = x, qy[n] = y, qz[n] = z,
					qw[n++] = m == 0 ? 1.0f / 3 :
						m == 1   ? 1.0f / 18 :
							   1.0f / 36;
			}
	for (int k = 0; k < 19; k++)
		back[k] = 18 - k;
	CHECK(cudaMemcpyToSymbol(q_x, qx, sizeof qx));
	CHECK(cudaMemcpyToSymbol(q_y, qy, sizeof qy));
	CHECK(cudaMemcpyToSymbol(q_z, qz, sizeof qz));
	CHECK(cudaMemcpyToSymbol(q_w, qw, sizeof qw));
	CHECK(cudaMemcpyToSymbol(q_back, back, sizeof back));
	std::vector<float> a(DN * 19), s(DN * 19), wa(DN * 19), ws(DN * 19);
	std::vector<byte> solid(DN);
	for (int c = 0; c < DN; c++) {
		solid[c] = f[c + 999] < 0.1f;
		for (int k = 0; k < 19; k++)
			a[c * 19 + k] = s[k * DN + c] = qw[k] * (0.8f + 0.4f * f[c * 19 + k]);
	}
	for (int c = 0; c < DN; c++) {
		float rho = 0, u[3] = { 0, 0, 0 }, *g = &a[c * 19];
		for (int k = 0; k < 19; k++)
			rho += g[k], u[0] += g[k] * qx[k], u[1] += g[k] * qy[k], u[2] += g[k] * qz[k];
		for (float &v : u)
			v /= rho;
		float u2 = 1 - 1.5f * (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
		for (int k = 0; k < 19; k++) {
			float cu = 3 * (qx[k] * u[0] + qy[k] * u[1] + qz[k] * u[2]),
			      v = g[k] + 1.2f * (qw[k] * rho * (cu + 0.5f * cu * cu + u2) - g[k]);
			int to = solid[c] ? 18 - k : k;
			int x = (c % DX + qx[to] + DX) % DX, y = (c / DX % DY + qy[to] + DY) % DY,
			    z = (c / DX / DY + qz[to] + DZ) % DZ, d = (z * DY + y) * DX + x;
			wa[d * 19 + to] = ws[to * DN + d] = solid[c] ? g[k] : v;
		}
	}
	float *da = upload(a), *ds = upload(s), *ol = dev<float>(DN * 19);
	byte *dm = upload(solid);
	job<float>(
		"fluid_d3q19_pushed.fields_apart", [&] { lbm_19<true><<<dim3(DY, DZ), DX>>>(ds, ol, dm, 1.2f); }, ol,
		DN * 19, close_to(ws));
	job<float>(
		"fluid_d3q19_pushed.cells_together", [&] { lbm_19<false><<<dim3(DY, DZ), DX>>>(da, ol, dm, 1.2f); }, ol,
		DN * 19, close_to(wa));
}
static void scanner(const std::vector<float> &f)
{
	const int N = 3000, K = 512, M = 2048;
	std::vector<float> x(f.begin(), f.begin() + N), y(f.begin() + N, f.begin() + 2 * N),
		z(f.begin() + 2 * N, f.begin() + 3 * N), q(2 * N), qm(2 * 1000);
	std::vector<float4> ks(M);
	for (int i = 0; i < M; i++)
		ks[i] = make_float4(f[i] * 4 - 2, f[i + 5000] * 4 - 2, f[i + 9000] * 4 - 2, f[i + 20000] / 16);
	auto sum = [&](int i, int k, float *r, float *s) {
		double a = 0, b = 0;
		for (int j = 0; j < k; j++) {
			double p = 6.283185307179586 * (ks[j].x * x[i] + ks[j].y * y[i] + ks[j].z * z[i]);
			a += ks[j].w * std::cos(p), b += ks[j].w * std::sin(p);
		}
		*r = a, *s = b;
	};
	for (int i = 0; i < N; i += 10)
		sum(i, K, &q[i], &q[N + i]);
	for (int i = 0; i < 1000; i += 10)
		sum(i, M, &qm[2 * i], &qm[2 * i + 1]);
	CHECK(cudaMemcpyToSymbol(k_space, ks.data(), sizeof(float4) * K));
	float *dx = upload(x), *dy = upload(y), *dz = upload(z), *o = dev<float>(2 * N);
	float4 *dk = upload(ks);
	job<float>(
		"q_of_a_scanner.constant_wave_numbers",
		[&] { mri_q_constant<<<up(N, 256), 256>>>(dx, dy, dz, o, o + N, N, K); }, o, 2 * N,
		[=](const std::vector<float> &v) {
			for (int i = 0; i < 2 * N; i += 10)
				if (!near(v[i], q[i], 2e-3))
					return false;
			return true;
		},
		[=] { CHECK(cudaMemset(o, 0, 8 * N)); });
	job<float>(
		"q_of_a_scanner.warp_a_point_fast_sines",
		[&] { mri_q_split_fast<<<250, 128>>>(dk, dx, dy, dz, (float2 *)o, 1000, M); }, o, 2000,
		[=](const std::vector<float> &v) {
			for (int i = 0; i < 1000; i += 10)
				if (!near(v[2 * i], qm[2 * i], 1e-2) || !near(v[2 * i + 1], qm[2 * i + 1], 1e-2))
					return false;
			return true;
		});
	const int S = 160;
	std::vector<int> start(S * S + 1);
	std::vector<float4> sm;
	std::vector<float> g(S * S * 2);
	for (int c = 0; c < S * S; c++) {
		start[c] = sm.size();
		int x = c % S, y = c / S, m = 1 + (std::abs(x - S / 2) + std::abs(y - S / 2) < 20 ? 8 : c % 3);
		for (int k = 0; k < m; k++)
			sm.push_back(make_float4(x + f[sm.size()] * 0.999f - 0.4995f,
				y + f[sm.size() + 70000] * 0.999f - 0.4995f, f[sm.size() + 3] - 0.5f,
				f[sm.size() + 8]));
	}
	start[S * S] = sm.size();
	for (int c = 0; c < S * S; c++)
		for (int k = start[c]; k < start[c + 1]; k++)
			for (int y = c / S - 1; y <= c / S + 1; y++)
				for (int x = c % S - 1; x <= c % S + 1; x++) {
					float dx = sm[k].x - x, dy = sm[k].y - y, d2 = dx * dx + dy * dy;
					if (x < 0 || y < 0 || x >= S || y >= S || d2 >= 1)
						continue;
					float w = 1.5f * std::sqrt(1 - d2) * (1 - d2);
					g[2 * (y * S + x)] += w * sm[k].z, g[2 * (y * S + x) + 1] += w * sm[k].w;
				}
	float4 *dsm = upload(sm);
	int *dst = upload(start);
	float2 *og = dev<float2>(S * S);
	job<float>(
		"samples_onto_a_grid.places_gather_nine_cells",
		[&] { gridding_gather<<<dim3(S / 32, S / 8), dim3(32, 8)>>>(dsm, dst, og, S, 1.5f); }, (float *)og,
		2 * S * S, close_to(g, 1e-3));
}
static void pictures(const std::vector<unsigned> &w)
{
	const int W = 176, H = 144, BW = W / 4, BH = H / 4, RW = W + 8;
	std::vector<byte> c(W * H), r(RW * (H + 8));
	for (size_t i = 0; i < c.size(); i++)
		c[i] = w[i] >> 5;
	for (size_t i = 0; i < r.size(); i++)
		r[i] = w[i + 40000] >> 7;
	std::vector<unsigned short> cs(c.begin(), c.end()), rs(r.begin(), r.end()), want(BW * BH * 64),
		big(BW * BH * 16 + BW * BH * 4);
	const int mw = BW / 4;
	for (int b = 0; b < BW * BH; b++)
		for (int s = 0; s < 64; s++) {
			int v = 0, bx = b % BW, by = b / BW;
			for (int k = 0; k < 16; k++)
				v += std::abs((int)c[(by * 4 + k / 4) * W + bx * 4 + k % 4] -
					(int)r[(by * 4 + s / 8 + k / 4) * RW + bx * 4 + s % 8 + k % 4]);
			want[b * 64 + s] = v;
			int m = by / 4 * mw + bx / 4, e = (by / 2 & 1) * 2 + (bx / 2 & 1);
			big[(m * 4 + e) * 64 + s] += v, big[BW * BH * 16 + m * 64 + s] += v;
		}
	unsigned short *dc = upload(cs), *dr = upload(rs), *o = dev<unsigned short>(BW * BH * 64), *ds = upload(want),
		       *o8 = dev<unsigned short>(BW * BH * 20);
	byte *bc = upload(c), *br = upload(r);
	job<unsigned short>(
		"sad_4x4_64_shifts.thread_a_shift", [&] { sad_thread_a_shift<<<dim3(BW, BH), 64>>>(dc, dr, o, W, BW); },
		o, BW * BH * 64, same(want));
	job<unsigned short>(
		"sad_4x4_64_shifts.four_bytes_at_once",
		[&] { sad_bytes_by_vabsdiff<<<up(BW * BH, 64), 64>>>(bc, br, o, W, BW, BW * BH); }, o, BW * BH * 64,
		same(want));
	job<unsigned short>(
		"sad_added_up.to_8x8_and_16x16",
		[&] {
			sad_to_8_and_16<<<dim3(BW / 4, BH / 4), 32>>>(
				(ushort2 *)ds, (ushort2 *)o8, (ushort2 *)(o8 + BW * BH * 16), BW);
		},
		o8, BW * BH * 20, same(big));
}
static void matrices(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int M = 512, N = 128, K = 160;
	std::vector<float> a(f.begin(), f.begin() + M * K), b(f.begin() + 333, f.begin() + 333 + N * K), c(M * N);
	for (int k = 0; k < K; k++)
		for (int n = 0; n < N; n++)
			for (int m = 0; m < M; m++)
				c[n * M + m] += a[k * M + m] * b[k * N + n];
	float *da = upload(a), *db = upload(b), *dc = dev<float>(M * N);
	job<float>(
		"columns_by_turned_columns.16_sums_a_thread",
		[&] { sgemm_nt_16_columns<<<dim3(M / 128, N / 16), 128>>>(da, M, db, N, dc, M, K); }, dc, M * N,
		close_to(c, 1e-3));
	const int R = 20000;
	std::vector<int> len(R), perm(R), col, pcol, st(200), wl(up(R, 32));
	std::vector<float> val, pval, x(f.begin() + 77, f.begin() + 77 + R), y(R);
	for (int i = 0; i < R; i++)
		len[i] = 4 + w[i] % 24 + (w[i] % 211 == 0 ? 40 : 0), perm[i] = (int)((i * 7919ll) % R);
	std::sort(len.begin(), len.end(), std::greater<int>());
	const int RP = up(R, 256) * 256;
	for (int k = 0; k < len[0]; k++) {
		st[k] = col.size(), st[100 + k] = pcol.size();
		for (int i = 0; i < R && len[i] > k; i++) {
			int cc = (perm[i] + (int)(w[col.size()] % 2000) - 1000 + R) % R;
			float v = f[col.size()];
			col.push_back(cc), val.push_back(v);
			y[perm[i]] += v * x[cc];
			pcol.push_back(cc), pval.push_back(v);
		}
		int all = RP;
		if (k > 0)
			while (pcol.size() % 32 == 99)
				;
		for (int i = pcol.size() - st[100 + k]; i < all && (i / 32 * 32 >= R ? false : len[i / 32 * 32] > k);
			i++)
			pcol.push_back(0), pval.push_back(0);
	}
	pcol.resize(pcol.size() + RP), pval.resize(pval.size() + RP);
	for (int i = 0; i < R; i += 32)
		wl[i / 32] = len[i];
	wl.resize(RP / 32);
	CHECK(cudaMemcpyToSymbol(jds_start, st.data(), 800));
	float *dv = upload(val), *dpv = upload(pval), *dx = upload(x), *dy = dev<float>(R);
	int *dcol = upload(col), *dpc = upload(pcol), *dl = upload(len), *dp = upload(perm), *dw = upload(wl);
	job<float>(
		"jagged_diagonals.longest_rows_first",
		[&] { spmv_jds<<<up(R, 192), 192>>>(dv, dcol, dl, dp, dx, dy, R); }, dy, R, close_to(y, 1e-3));
	job<float>(
		"jagged_diagonals.padded_and_one_turn_ahead",
		[&] { spmv_jds_ahead<<<RP / 256, 256>>>(dpv, dpc, dw, dp, dx, dy, R); }, dy, R, close_to(y, 1e-3));
}
static void rest(const std::vector<float> &f)
{
	const int X = 130, Y = 66, Z = 50;
	std::vector<float> a(f.begin(), f.begin() + X * Y * Z), b(a);
	for (int z = 1; z < Z - 1; z++)
		for (int y = 1; y < Y - 1; y++)
			for (int x = 1; x < X - 1; x++) {
				const float *p = &a[(z * Y + y) * X + x];
				b[(z * Y + y) * X + x] =
					0.125f * (p[-1] + p[1] + p[X] + p[-X] + p[X * Y] + p[-X * Y]) - 0.6f * p[0];
			}
	float *da = upload(a), *o = upload(a);
	job<float>(
		"seven_points_upwards.two_columns_a_thread",
		[&] { stencil_two_columns<<<dim3(2, 16), dim3(32, 4)>>>(da, o, X, Y, Z); }, o, X * Y * Z, close_to(b));
	const int N = 1300;
	std::vector<float> x(N), y(N), z(N), edge(21);
	for (int i = 0; i < N; i++) {
		float t = 6.2831853f * f[i], c = 2 * f[i + N] - 1, s = std::sqrt(1 - c * c);
		x[i] = s * std::cos(t), y[i] = s * std::sin(t), z[i] = c;
	}
	for (int k = 0; k < 20; k++)
		edge[k] = std::cos(0.004 * std::pow(1.4, k));
	CHECK(cudaMemcpyToSymbol(bin_edge, edge.data(), 84));
	float *dx = upload(x), *dy = upload(y), *dz = upload(z);
	unsigned *h = dev<unsigned>(21);
	auto right = [=](const std::vector<unsigned> &v) { // pairs on an edge may go either way
		std::vector<long> w(21);
		long all = 0;
		for (int i = 0; i < N; i++)
			for (int j = i + 1; j < N; j++) {
				float d = x[i] * x[j] + y[i] * y[j] + z[i] * z[j];
				int b = 0;
				while (b < 20 && d < edge[b])
					b++;
				w[b]++;
			}
		for (int k = 0; k < 21; k++) {
			all += v[k];
			if (std::labs((long)v[k] - w[k]) > 12)
				return false;
		}
		return all == (long)N * (N - 1) / 2;
	};
	auto zero = [=] { CHECK(cudaMemset(h, 0, 84)); };
	job<unsigned>(
		"angles_of_all_pairs.edges_by_halving",
		[&] { angles_histogram<true><<<up(N, 128), 128>>>(dx, dy, dz, N, h); }, h, 21, right, zero);
	job<unsigned>(
		"angles_of_all_pairs.edges_one_by_one",
		[&] { angles_histogram<false><<<up(N, 128), 128>>>(dx, dy, dz, N, h); }, h, 21, right, zero);
}
void rows()
{
	std::vector<unsigned> w = words(700000);
	std::vector<float> f = fractions(w);
	lattices(f);
	scanner(f);
	pictures(w);
	matrices(w, f);
	rest(f);
}
