// blind24b: a fresh set of kernels that nobody had modelled when they were written. Turned sheets and near neighbours.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__host__ __device__ int spiral_place(int r, int c, int n)
{ // the how-manieth step of a walk from the rim inward is this place?
	int ring = min(min(r, c), min(n - 1 - r, n - 1 - c)), m = n - 1 - 2 * ring, before = 4 * ring * (n - ring);
	if (m == 0)
		return before;
	if (r == ring && c < n - 1 - ring)
		return before + c - ring;
	if (c == n - 1 - ring && r < n - 1 - ring)
		return before + m + r - ring;
	if (r == n - 1 - ring && c > ring)
		return before + 2 * m + n - 1 - ring - c;
	return before + 3 * m + n - 1 - ring - r;
}
__global__ void spiral_scatter(const float *in, float *out, int n)
{ // a matrix told in a spiral: an element a thread, written where the spiral has it
	int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
	if (r < n && c < n)
		out[spiral_place(r, c, n)] = in[r * n + c];
}
__global__ void spiral_gather(const float *in, float *out, int n)
{ // the same from the other end: the ring of a step by a square root
	int k = blockIdx.x * blockDim.x + threadIdx.x;
	if (k >= n * n)
		return;
	int ring = (int)((n - sqrtf((float)(n * n - k))) / 2);
	while (ring < (n - 1) / 2 && 4 * (ring + 1) * (n - ring - 1) <= k)
		ring++;
	while (4 * ring * (n - ring) > k)
		ring--;
	int m = n - 1 - 2 * ring, s = k - 4 * ring * (n - ring), side = m ? s / m : 0, d = m ? s % m : 0,
	    far = n - 1 - ring;
	int r = side == 0 ? ring : side == 1 ? ring + d : side == 2 ? far : far - d;
	int c = side == 0 ? ring + d : side == 1 ? far : side == 2 ? far - d : ring;
	out[k] = in[r * n + c];
}
__global__ void spiral_ring(const float *in, float *out, int n)
{ // the same, a ring a block, side after side
	int ring = blockIdx.x, m = n - 1 - 2 * ring, far = n - 1 - ring;
	float *o = out + 4 * ring * (n - ring);
	if (m == 0 && threadIdx.x == 0)
		o[0] = in[ring * n + ring];
	for (int d = threadIdx.x; d < m; d += blockDim.x)
		o[d] = in[ring * n + ring + d];
	for (int d = threadIdx.x; d < m; d += blockDim.x)
		o[m + d] = in[(ring + d) * n + far];
	for (int d = threadIdx.x; d < m; d += blockDim.x)
		o[2 * m + d] = in[far * n + far - d];
	for (int d = threadIdx.x; d < m; d += blockDim.x)
		o[3 * m + d] = in[(far - d) * n + ring];
}
__global__ void turn_fours(int *a, int n)
{ // a square turned by a quarter where it lies: four elements change places, a thread a four
	int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
	if (r >= n / 2 || c >= (n + 1) / 2)
		return;
	int e = n - 1, v = a[r * n + c];
	a[r * n + c] = a[(e - c) * n + r];
	a[(e - c) * n + r] = a[(e - r) * n + e - c];
	a[(e - r) * n + e - c] = a[c * n + e - r];
	a[c * n + e - r] = v;
}
__global__ void turn_tiles(int *a, int n)
{ // the same: four tiles of 16 by 16 change places through shared memory; n a multiple of 32
	__shared__ int tile[4][16][17];
	int b = n / 16, br = blockIdx.y, bc = blockIdx.x, x = threadIdx.x, y = threadIdx.y;
	int row[4] = { br, bc, b - 1 - br, b - 1 - bc }, col[4] = { bc, b - 1 - br, b - 1 - bc, br };
	for (int k = 0; k < 4; k++)
		tile[k][y][x] = a[(row[k] * 16 + y) * n + col[k] * 16 + x];
	__syncthreads();
	for (int k = 0; k < 4; k++) // what was in tile k goes to tile k + 1
		a[(row[(k + 1) % 4] * 16 + y) * n + col[(k + 1) % 4] * 16 + x] = tile[k][15 - x][y];
}
__global__ void turn_other(const int *a, int *out, int n)
{ // the same to another place, each thread eight of a column of the result
	int c = blockIdx.x * 32 + threadIdx.x, r0 = blockIdx.y * 32 + threadIdx.y;
	for (int k = 0; k < 32; k += 4)
		out[(r0 + k) * n + c] = a[(n - 1 - c) * n + r0 + k];
}
__host__ __device__ unsigned wide_bits(unsigned x)
{ // a nought between all bits
	x = (x | x << 8) & 0xff00ff;
	x = (x | x << 4) & 0xf0f0f0f;
	x = (x | x << 2) & 0x33333333;
	return (x | x << 1) & 0x55555555;
}
__host__ __device__ unsigned narrow_bits(unsigned x)
{
	x &= 0x55555555;
	x = (x | x >> 1) & 0x33333333;
	x = (x | x >> 2) & 0xf0f0f0f;
	x = (x | x >> 4) & 0xff00ff;
	return (x | x >> 8) & 0xffff;
}
__constant__ unsigned short widened[256];
__global__ void quarters_rows(const unsigned short *in, unsigned short *out, int side)
{ // a picture in the order of quarters of quarters: in order of the picture, bits by shifts
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	out[wide_bits(x) | wide_bits(y) << 1] = in[y * side + x];
}
__global__ void quarters_curve(const unsigned short *in, unsigned short *out, int side)
{ // in order of the curve
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[narrow_bits(i >> 1) * side + narrow_bits(i)];
}
__global__ void quarters_table(const unsigned short *in, unsigned short *out, int side)
{ // in order of the picture, bits from a table in constant memory, each lane asks another word
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	unsigned wx = widened[x & 255] | (unsigned)widened[x >> 8] << 16;
	unsigned wy = widened[y & 255] | (unsigned)widened[y >> 8] << 16;
	out[wx | wy << 1] = in[y * side + x];
}
__global__ void quarters_tile(const unsigned short *in, unsigned *out, int side)
{ // a tile of 32 by 32 turned in shared memory, both sides in order, two numbers a word written
	__shared__ unsigned short tile[1024];
	int x = threadIdx.x, t = threadIdx.y * 32 + x;
	for (int y = threadIdx.y; y < 32; y += 8)
		tile[wide_bits(x) | wide_bits(y) << 1] = in[(blockIdx.y * 32 + y) * side + blockIdx.x * 32 + x];
	__syncthreads();
	unsigned at = (wide_bits(blockIdx.x) | wide_bits(blockIdx.y) << 1) * 512;
	for (int i = t; i < 512; i += 256)
		out[at + i] = ((unsigned *)tile)[i];
}
__global__ void cube_naive(const float *in, float *out, int n)
{ // the mean of a place and its 26 neighbours in a cube
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
	    z = blockIdx.z * blockDim.z + threadIdx.z;
	if (x < 1 || y < 1 || z < 1 || x >= n - 1 || y >= n - 1 || z >= n - 1)
		return;
	float s = 0;
	for (int dz = -1; dz <= 1; dz++)
		for (int dy = -1; dy <= 1; dy++)
			for (int dx = -1; dx <= 1; dx++)
				s += in[((z + dz) * n + y + dy) * n + x + dx];
	out[(z * n + y) * n + x] = s / 27;
}
__global__ void cube_march(const float *in, float *out, int n)
{ // the same: a block goes up through the cube, each layer's nine summed once and kept for three layers
	__shared__ float layer[10][34];
	int x0 = blockIdx.x * 32, y0 = blockIdx.y * 8, x = x0 + threadIdx.x + 1, y = y0 + threadIdx.y + 1;
	int z0 = blockIdx.z * 16, t = threadIdx.y * 32 + threadIdx.x;
	float low = 0, mid = 0;
	for (int z = z0; z < min(z0 + 18, n); z++) {
		for (int i = t; i < 340; i += 256)
			if (y0 + i / 34 < n && x0 + i % 34 < n)
				layer[i / 34][i % 34] = in[(z * n + y0 + i / 34) * n + x0 + i % 34];
		__syncthreads();
		float top = 0;
		for (int dy = 0; dy < 3; dy++)
			for (int dx = 0; dx < 3; dx++)
				top += layer[threadIdx.y + dy][threadIdx.x + dx];
		if (z >= z0 + 2 && x < n - 1 && y < n - 1)
			out[((z - 1) * n + y) * n + x] = (low + mid + top) / 27;
		low = mid, mid = top;
		__syncthreads();
	}
}
__global__ void cube_axis(const float *in, float *out, int total, int step, float part)
{ // sums of three along one axis; three launches do the same
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= step && i < total - step)
		out[i] = (in[i - step] + in[i] + in[i + step]) * part;
}
void rows()
{
	const int S = 725;
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w), sheet(f.begin(), f.begin() + S * S), told(S * S);
	for (int i = 0; i < S * S; i++)
		told[spiral_place(i / S, i % S, S)] = sheet[i];
	float *in = upload(f), *out = dev<float>(1 << 20), *other = dev<float>(1 << 20);
	job<float>(
		"told_in_a_spiral.scatter",
		[&] { spiral_scatter<<<dim3(up(S, 32), up(S, 8)), dim3(32, 8)>>>(in, out, S); }, out, S * S,
		same(told));
	job<float>(
		"told_in_a_spiral.gather", [&] { spiral_gather<<<up(S * S, 256), 256>>>(in, out, S); }, out, S * S,
		same(told));
	job<float>(
		"told_in_a_spiral.ring_a_block", [&] { spiral_ring<<<(S + 1) / 2, 192>>>(in, out, S); }, out, S * S,
		same(told));
	const int Q = 800;
	std::vector<int> square(w.begin(), w.begin() + Q * Q), turned(Q * Q);
	for (int r = 0; r < Q; r++)
		for (int c = 0; c < Q; c++)
			turned[c * Q + Q - 1 - r] = square[r * Q + c];
	int *keep = upload(square), *sq = dev<int>(Q * Q);
	auto fresh = [&] { CHECK(cudaMemcpy(sq, keep, Q * Q * 4, cudaMemcpyDeviceToDevice)); };
	job<int>(
		"quarter_turn.four_a_thread",
		[&] { turn_fours<<<dim3(up(Q / 2, 32), up(Q / 2, 4)), dim3(32, 4)>>>(sq, Q); }, sq, Q * Q, same(turned),
		fresh);
	job<int>(
		"quarter_turn.four_tiles_a_block", [&] { turn_tiles<<<dim3(Q / 32, Q / 32), dim3(16, 16)>>>(sq, Q); },
		sq, Q * Q, same(turned), fresh);
	job<int>(
		"quarter_turn.to_another_place",
		[&] { turn_other<<<dim3(Q / 32, Q / 32), dim3(32, 4)>>>(keep, sq, Q); }, sq, Q * Q, same(turned));
	const int P = 1024;
	std::vector<unsigned short> picture(P * P), curve(P * P), table(256);
	for (int i = 0; i < P * P; i++)
		picture[i] = w[i] >> 7;
	for (int i = 0; i < P * P; i++)
		curve[i] = picture[narrow_bits(i >> 1) * P + narrow_bits(i)];
	for (int i = 0; i < 256; i++)
		table[i] = wide_bits(i);
	CHECK(cudaMemcpyToSymbol(widened, table.data(), 512));
	unsigned short *pic = upload(picture), *cur = dev<unsigned short>(P * P);
	job<unsigned short>(
		"quarters_of_quarters.picture_order",
		[&] { quarters_rows<<<dim3(P / 64, P / 4), dim3(64, 4)>>>(pic, cur, P); }, cur, P * P, same(curve));
	job<unsigned short>(
		"quarters_of_quarters.curve_order", [&] { quarters_curve<<<P * P / 512, 512>>>(pic, cur, P); }, cur,
		P * P, same(curve));
	job<unsigned short>(
		"quarters_of_quarters.constant_table",
		[&] { quarters_table<<<dim3(P / 64, P / 4), dim3(64, 4)>>>(pic, cur, P); }, cur, P * P, same(curve));
	job<unsigned short>(
		"quarters_of_quarters.shared_tile",
		[&] { quarters_tile<<<dim3(P / 32, P / 32), dim3(32, 8)>>>(pic, (unsigned *)cur, P); }, cur, P * P,
		same(curve));
	const int D = 66, T = D * D * D;
	std::vector<float> mean(T), one(T), two(T);
	for (int i = 1; i < T - 1; i++)
		one[i] = f[i - 1] + f[i] + f[i + 1];
	for (int i = D; i < T - D; i++)
		two[i] = one[i - D] + one[i] + one[i + D];
	for (int i = 0; i < T; i++) {
		int x = i % D, y = i / D % D, z = i / D / D;
		if (x && y && z && x < D - 1 && y < D - 1 && z < D - 1)
			mean[i] = (two[i - D * D] + two[i] + two[i + D * D]) / 27;
	}
	auto inner = [=](const std::vector<float> &v) { // what is at the rim does not count
		for (int i = 0; i < T; i++) {
			int x = i % D, y = i / D % D, z = i / D / D;
			if (x && y && z && x < D - 1 && y < D - 1 && z < D - 1 && !near(v[i], mean[i]))
				return false;
		}
		return true;
	};
	auto zero = [&] {
		CHECK(cudaMemset(out, 0, T * 4));
		CHECK(cudaMemset(other, 0, T * 4));
	};
	job<float>(
		"mean_of_27.plain",
		[&] { cube_naive<<<dim3(up(D, 32), up(D, 4), up(D, 2)), dim3(32, 4, 2)>>>(in, out, D); }, out, T, inner,
		zero);
	job<float>(
		"mean_of_27.layers_kept",
		[&] { cube_march<<<dim3(up(D - 2, 32), up(D - 2, 8), up(D - 2, 16)), dim3(32, 8)>>>(in, out, D); }, out,
		T, inner, zero);
	job<float>(
		"mean_of_27.axis_a_launch",
		[&] {
			cube_axis<<<up(T, 256), 256>>>(in, out, T, 1, 1);
			cube_axis<<<up(T, 256), 256>>>(out, other, T, D, 1);
			cube_axis<<<up(T, 256), 256>>>(other, out, T, D * D, 1.0f / 27);
		},
		out, T, inner, zero);
}
