// blind18g: a fresh set of kernels that nobody had modelled when they were written. Sparse, ages, smoke, tops.
#include "blind7.h"

__global__ void strips_padded(const int *col, const float *value, const float *x, float *y, int rows, int wide)
{ // a sparse matrix times a vector: rows filled up to one width and stored column by column, a row a thread
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= rows)
		return;
	float sum = 0;
	for (int k = 0; k < wide; k++) {
		int c = col[k * rows + r];
		if (c < 0)
			break;
		sum += value[k * rows + r] * x[c];
	}
	y[r] = sum;
}
__global__ void strips_columns(const int *start, const int *row, const float *value, const float *x, float *y, int cols)
{ // the same stored by columns: eight lanes a column, atomic adds to the rows
	int c = (blockIdx.x * blockDim.x + threadIdx.x) / 8;
	if (c >= cols)
		return;
	float own = x[c];
	for (int k = start[c] + threadIdx.x % 8; k < start[c + 1]; k += 8)
		atomicAdd(&y[row[k]], value[k] * own);
}
__global__ void strips_slices(
	const int *first, const int *order, const int *col, const float *value, const float *x, float *y, int rows)
{ // the same in slices of 32 rows, longest rows first, each slice as wide as its own longest row; a slice a warp
	int i = blockIdx.x * blockDim.x + threadIdx.x, s = i / 32, lane = i % 32;
	if (i >= rows)
		return;
	float sum = 0;
	for (int k = first[s]; k < first[s + 1]; k++)
		sum += value[k * 32 + lane] * x[col[k * 32 + lane]];
	y[order[i]] = sum;
}
__global__ void ages_global(const byte *age, const byte *sex, unsigned *pyramid, int n)
{ // how many of each age and sex: atomic adds to memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&pyramid[sex[i] * 128 + age[i]], 1);
}
__global__ void ages_warp_copies(const unsigned *age, const unsigned *sex, unsigned *pyramid, int words)
{ // the same, four people a word, a pyramid for each of four warps in shared memory
	__shared__ unsigned own[4][256];
	for (int i = threadIdx.x; i < 1024; i += blockDim.x)
		own[i / 256][i % 256] = 0;
	__syncthreads();
	unsigned *mine = own[threadIdx.x / 32];
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x) {
		unsigned a = age[i], s = sex[i];
		for (int k = 0; k < 32; k += 8)
			atomicAdd(&mine[(s >> k & 1) * 128 + (a >> k & 127)], 1);
	}
	__syncthreads();
	for (int i = threadIdx.x; i < 256; i += blockDim.x) {
		unsigned sum = own[0][i] + own[1][i] + own[2][i] + own[3][i];
		if (sum)
			atomicAdd(&pyramid[i], sum);
	}
}
__global__ void ages_matched(const byte *age, const byte *sex, unsigned *pyramid, int n)
{ // the same, lanes of a warp with the same age and sex send one of them with their number
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned key = i < n ? sex[i] * 128 + age[i] : 999, alike = __match_any_sync(~0u, key);
	if (i < n && __ffs(alike) - 1 == threadIdx.x % 32)
		atomicAdd(&pyramid[key], __popc(alike));
}
__host__ __device__ float smoked(float c, float w, float e, float n, float s, float d, float u)
{ // smoke in a wind to the east that rises and spreads
	return c - 0.3f * (c - w) - 0.1f * (c - d) + 0.06f * (w + e + n + s + d + u - 6 * c);
}
__global__ void smoke_memory(const float *in, float *out, int w, int h, int d)
{ // a cell a thread, a ring in each direction
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
	if (x >= w || y >= h)
		return;
	const float *p = in + z * w * h;
	out[(z * h + y) * w + x] = smoked(p[y * w + x], p[y * w + (x ? x - 1 : w - 1)],
		p[y * w + (x < w - 1 ? x + 1 : 0)], p[(y ? y - 1 : h - 1) * w + x], p[(y < h - 1 ? y + 1 : 0) * w + x],
		in[((z ? z - 1 : d - 1) * h + y) * w + x], in[((z < d - 1 ? z + 1 : 0) * h + y) * w + x]);
}
__global__ void smoke_climb(const float *in, float *out, int w, int h, int d)
{ // the same, threads climb through all levels: three in registers, the middle one in shared memory with its rim
	__shared__ float s[10][34];
	int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 32 + tx, y = blockIdx.y * 8 + ty, plane = w * h;
	int gx = min(x, w - 1), gy = min(y, h - 1), at = gy * w + gx;
	float below = in[(d - 1) * plane + at], own = in[at];
	for (int z = 0; z < d; z++) {
		float above = in[(z < d - 1 ? z + 1 : 0) * plane + at];
		const float *p = in + z * plane;
		if (x < w && y < h) {
			s[ty + 1][tx + 1] = own;
			if (tx == 0)
				s[ty + 1][0] = p[gy * w + (gx ? gx - 1 : w - 1)];
			if (tx == 31 || x == w - 1)
				s[ty + 1][tx + 2] = p[gy * w + (gx < w - 1 ? gx + 1 : 0)];
			if (ty == 0)
				s[0][tx + 1] = p[(gy ? gy - 1 : h - 1) * w + gx];
			if (ty == 7 || y == h - 1)
				s[ty + 2][tx + 1] = p[(gy < h - 1 ? gy + 1 : 0) * w + gx];
		}
		__syncthreads();
		if (x < w && y < h)
			out[z * plane + at] = smoked(
				own, s[ty + 1][tx], s[ty + 1][tx + 2], s[ty][tx + 1], s[ty + 2][tx + 1], below, above);
		below = own, own = above;
		__syncthreads();
	}
}
__global__ void top_naive(const int *in, int *out, int n, int span)
{ // the largest of each window: a window a thread, all of it from memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + span > n)
		return;
	int best = in[i];
	for (int k = 1; k < span; k++)
		best = max(best, in[i + k]);
	out[i] = best;
}
__global__ void top_doubling(const int *in, int *out, int n, int span)
{ // the same in shared memory: windows of two, four, eight and so on, then two that overlap
	__shared__ int s[2][320];
	int t = threadIdx.x, from = blockIdx.x * (320 - span + 1), now = 0, wide = 1;
	s[0][t] = from + t < n ? in[from + t] : -1 << 30;
	for (; wide * 2 <= span; wide *= 2, now ^= 1) {
		__syncthreads();
		s[now ^ 1][t] = max(s[now][t], s[now][min(t + wide, 319)]);
	}
	__syncthreads();
	if (t + span <= 320 && from + t + span <= n)
		out[from + t] = max(s[now][t], s[now][t + span - wide]);
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w);
	float *df = upload(f), *o = dev<float>(1 << 20);
	const int R = 7000, C = 5000;
	std::vector<std::vector<int>> row(R), column(C);
	std::vector<double> product(R);
	size_t next = 0, wide = 0;
	for (int r = 0; r < R; r++) {
		int many = r % 50 == 7 ? 60 : 2 + w[r] % 18;
		for (int k = 0; k < many; k++) {
			int c = w[next++ + R] % C;
			row[r].push_back(c), column[c].push_back(r);
			product[r] += (1 + (r + c) % 9) * 0.25 * f[c];
		}
		wide = std::max(wide, row[r].size());
	}
	std::vector<int> padded(R * wide, -1), start(C + 1), down_rows, order(R), first(1), slice_col;
	std::vector<float> padded_value(R * wide), down_value, slice_value;
	for (int r = 0; r < R; r++) {
		order[r] = r;
		for (size_t k = 0; k < row[r].size(); k++) {
			padded[k * R + r] = row[r][k];
			padded_value[k * R + r] = (1 + (r + row[r][k]) % 9) * 0.25f;
		}
	}
	for (int c = 0; c < C; c++) {
		for (int r : column[c])
			down_rows.push_back(r), down_value.push_back((1 + (r + c) % 9) * 0.25f);
		start[c + 1] = down_rows.size();
	}
	std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return row[a].size() > row[b].size(); });
	for (int i = 0; i < R; i += 32) {
		for (size_t k = 0; k < row[order[i]].size(); k++)
			for (int j = i; j < i + 32; j++) {
				bool there = j < R && k < row[order[j]].size();
				int c = there ? row[order[j]][k] : 0;
				slice_col.push_back(c),
					slice_value.push_back(there ? (1 + (order[j] + c) % 9) * 0.25f : 0);
			}
		first.push_back(slice_col.size() / 32);
	}
	std::vector<float> y(product.begin(), product.end());
	int *dpad = upload(padded), *dstart = upload(start), *ddown = upload(down_rows), *dorder = upload(order);
	int *dfirst = upload(first), *dslice = upload(slice_col);
	float *dpv = upload(padded_value), *ddv = upload(down_value), *dsv = upload(slice_value);
	job<float>(
		"thin_matrix.padded_row_a_thread",
		[&] { strips_padded<<<(R + 63) / 64, 64>>>(dpad, dpv, df, o, R, (int)wide); }, o, R, close_to(y));
	job<float>(
		"thin_matrix.columns_add_to_rows",
		[&] { strips_columns<<<(C * 8 + 127) / 128, 128>>>(dstart, ddown, ddv, df, o, C); }, o, R, close_to(y),
		[&] { CHECK(cudaMemset(o, 0, 4 * R)); });
	job<float>(
		"thin_matrix.slices_by_length",
		[&] { strips_slices<<<(R + 95) / 96, 96>>>(dfirst, dorder, dslice, dsv, df, o, R); }, o, R,
		close_to(y));
	const int PEOPLE = 400000;
	std::vector<byte> age(PEOPLE), sex(PEOPLE);
	std::vector<unsigned> pyramid(256);
	for (int i = 0; i < PEOPLE; i++) {
		age[i] = (w[i] % 101 * (w[i] / 128 % 64 + 64)) >> 7;
		sex[i] = w[i] >> 29 & 1;
		pyramid[sex[i] * 128 + age[i]]++;
	}
	byte *da = upload(age), *ds = upload(sex);
	unsigned *dpy = dev<unsigned>(256);
	auto clear = [&] { CHECK(cudaMemset(dpy, 0, 1024)); };
	job<unsigned>(
		"age_pyramid.adds_to_memory", [&] { ages_global<<<(60000 + 255) / 256, 256>>>(da, ds, dpy, 60000); },
		dpy, 256,
		[&](const std::vector<unsigned> &v) {
			std::vector<unsigned> part(256);
			for (int i = 0; i < 60000; i++)
				part[sex[i] * 128 + age[i]]++;
			return v == part;
		},
		clear);
	job<unsigned>(
		"age_pyramid.copy_a_warp",
		[&] { ages_warp_copies<<<180, 128>>>((unsigned *)da, (unsigned *)ds, dpy, PEOPLE / 4); }, dpy, 256,
		same(pyramid), clear);
	job<unsigned>(
		"age_pyramid.matched_lanes", [&] { ages_matched<<<(PEOPLE + 319) / 320, 320>>>(da, ds, dpy, PEOPLE); },
		dpy, 256, same(pyramid), clear);
	const int W = 100, H = 70, D = 45, N = W * H * D;
	std::vector<float> smoke(N);
	for (int i = 0; i < N; i++) {
		int x = i % W, y = i / W % H, z = i / W / H;
		auto at = [&](int a, int b, int c) { return f[((c + D) % D * H + (b + H) % H) * W + (a + W) % W]; };
		smoke[i] = smoked(f[i], at(x - 1, y, z), at(x + 1, y, z), at(x, y - 1, z), at(x, y + 1, z),
			at(x, y, z - 1), at(x, y, z + 1));
	}
	job<float>(
		"smoke.cell_a_thread",
		[&] { smoke_memory<<<dim3((W + 31) / 32, (H + 4) / 5, D), dim3(32, 5)>>>(df, o, W, H, D); }, o, N,
		close_to(smoke));
	job<float>(
		"smoke.climb_through_levels",
		[&] { smoke_climb<<<dim3((W + 31) / 32, (H + 7) / 8), dim3(32, 8)>>>(df, o, W, H, D); }, o, N,
		close_to(smoke));
	const int T = 250000, SPAN = 45;
	std::vector<int> value(w.begin(), w.begin() + T), top(T - SPAN + 1);
	for (int i = 0; i < T; i++)
		value[i] = w[i] & 0xffffff;
	for (int i = 0; i + SPAN <= T; i++)
		top[i] = *std::max_element(value.begin() + i, value.begin() + i + SPAN);
	int *dv = upload(value), *oi = (int *)o;
	job<int>(
		"window_top.all_from_memory", [&] { top_naive<<<(T + 159) / 160, 160>>>(dv, oi, T, SPAN); }, oi,
		T - SPAN + 1, same(top));
	job<int>(
		"window_top.doubled_windows",
		[&] { top_doubling<<<(T + 320 - SPAN) / (320 - SPAN + 1), 320>>>(dv, oi, T, SPAN); }, oi, T - SPAN + 1,
		same(top));
}
