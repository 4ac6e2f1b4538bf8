// blind23e: a fresh set of kernels that nobody had modelled when they were written. Layers, graphs and tables.
#include "blind7.h"

__global__ void starts_pull(const int *row, const int *col, const u64 *seen, u64 *next, int *level, int n, int step)
{ // 64 searches at once, a bit each: a node asks its neighbours; level sums up when bits came
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u64 own = seen[i], all = own;
	if (~own)
		for (int e = row[i]; e < row[i + 1]; e++)
			all |= seen[col[e]];
	next[i] = all;
	level[i] += step * __popcll(all & ~own);
}
__global__ void starts_push(const int *row, const int *col, const u64 *fresh, u64 *next, int n)
{ // the same: a node that got bits tells its neighbours with atomics
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 8, lane = threadIdx.x % 8;
	if (i >= n || !fresh[i])
		return;
	for (int e = row[i] + lane; e < row[i + 1]; e += 8)
		atomicOr(&next[col[e]], fresh[i]);
}
__global__ void starts_settle(u64 *seen, u64 *fresh, u64 *next, int *level, int n, int step)
{ // what is new becomes the next front
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u64 add = next[i] & ~seen[i];
	fresh[i] = add;
	seen[i] |= add;
	next[i] = 0;
	level[i] += step * __popcll(add);
}
__global__ void turned_count(const int *col, int *many, int entries)
{ // a sparse matrix is turned: how many entries has each column?
	int e = blockIdx.x * blockDim.x + threadIdx.x;
	if (e < entries)
		atomicAdd(&many[col[e]], 1);
}
__global__ void turned_scan(const int *many, int *start, int *free_place, int n)
{ // one block sums up; each thread has a run of columns
	__shared__ int warp_sum[32];
	int t = threadIdx.x, lane = t % 32, run = (n + 1023) / 1024, sum = 0;
	for (int k = t * run; k < min((t + 1) * run, n); k++)
		sum += many[k];
	int upto = sum;
	for (int d = 1; d < 32; d *= 2) {
		int v = __shfl_up_sync(~0u, upto, d);
		if (lane >= d)
			upto += v;
	}
	if (lane == 31)
		warp_sum[t / 32] = upto;
	__syncthreads();
	int at = upto - sum;
	for (int k = 0; k < t / 32; k++)
		at += warp_sum[k];
	for (int k = t * run; k < min((t + 1) * run, n); k++) {
		start[k] = free_place[k] = at;
		at += many[k];
	}
	if (t == 1023)
		start[n] = at;
}
__global__ void turned_move(const int *row, const int *col, int *free_place, int *to, int n)
{ // entries go to their columns, in any order
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		for (int e = row[i]; e < row[i + 1]; e++)
			to[atomicAdd(&free_place[col[e]], 1)] = i;
}
__global__ void turned_order(const int *start, int *to, int n)
{ // each column sorts its rows
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= n)
		return;
	int b = start[c];
	for (int k = b + 1; k < start[c + 1]; k++) {
		int v = to[k], j = k;
		for (; j > b && to[j - 1] > v; j--)
			to[j] = to[j - 1];
		to[j] = v;
	}
}
template <int HIGH>
__global__ void sliced_rows(
	const int *begin, const int *col, const float *val, const int *order, const float *x, float *y, int n)
{ // sparse times vector in slices of rows that are padded to the longest of the slice
	int i = blockIdx.x * blockDim.x + threadIdx.x, slice = i / HIGH;
	if (i >= n)
		return;
	float sum = 0;
	for (int k = begin[slice] + i % HIGH; k < begin[slice + 1]; k += HIGH)
		sum += val[k] * x[col[k]];
	y[order[i]] = sum;
}
__global__ void deform(const float *in, const float2 *off, const float *weight, float *out, int w, int h, int inner)
{ // a layer whose nine looks are each moved by an offset of their own
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, o = blockIdx.z;
	if (x >= w || y >= h)
		return;
	float sum = 0;
	for (int k = 0; k < 9; k++) {
		float2 d = off[(k * h + y) * w + x];
		float px = fminf(fmaxf(x + k % 3 - 1 + d.x, 0), w - 1.001f),
		      py = fminf(fmaxf(y + k / 3 - 1 + d.y, 0), h - 1.001f);
		int ix = (int)px, iy = (int)py;
		float a = px - ix, b = py - iy;
		for (int c = 0; c < inner; c++) {
			const float *p = in + (c * h + iy) * w + ix;
			float v = (p[0] * (1 - a) + p[1] * a) * (1 - b) + (p[w] * (1 - a) + p[w + 1] * a) * b;
			sum += v * weight[(o * inner + c) * 9 + k];
		}
	}
	out[(o * h + y) * w + x] = sum;
}
__global__ void enlarge_gather(const float *in, const float *weight, float *out, int w, int h, int inner, int outer)
{ // a layer that doubles a picture (four by four, step two): each result gathers what reaches it
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, o = blockIdx.z;
	if (x >= 2 * w)
		return;
	float sum = 0;
	for (int ky = (y + 1) % 2; ky < 4; ky += 2)
		for (int kx = (x + 1) % 2; kx < 4; kx += 2) {
			int ix = (x + 1 - kx) / 2, iy = (y + 1 - ky) / 2;
			if (x + 1 < kx || y + 1 < ky || ix >= w || iy >= h)
				continue;
			for (int c = 0; c < inner; c++)
				sum += in[(c * h + iy) * w + ix] * weight[((c * outer + o) * 4 + ky) * 4 + kx];
		}
	out[(o * 2 * h + y) * 2 * w + x] = sum;
}
__global__ void enlarge_scatter(const float *in, const float *weight, float *out, int w, int h, int inner, int outer)
{ // the same, each input adds itself to sixteen results
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, c = blockIdx.z;
	if (x >= w)
		return;
	float v = in[(c * h + y) * w + x];
	for (int o = 0; o < outer; o++)
		for (int k = 0; k < 16; k++) {
			int ox = 2 * x + k % 4 - 1, oy = 2 * y + k / 4 - 1;
			if (ox >= 0 && oy >= 0 && ox < 2 * w && oy < 2 * h)
				atomicAdd(&out[(o * 2 * h + oy) * 2 * w + ox], v * weight[(c * outer + o) * 16 + k]);
		}
}
__device__ float damped(float s)
{
	return __powf(1 + 0.02f * s, -0.75f);
}
__global__ void jealous_naive(const float *in, float *out, int planes, int n)
{ // channels damp each other: a window of five channels around each, read anew
	int i = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.y;
	if (i >= n)
		return;
	float s = 0;
	for (int k = max(c - 2, 0); k <= min(c + 2, planes - 1); k++)
		s += in[k * n + i] * in[k * n + i];
	out[c * n + i] = in[c * n + i] * damped(s);
}
__global__ void jealous_slide(const float *in, float *out, int planes, int n)
{ // the same, a thread slides through all channels of a pixel, five in registers
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float a = 0, b = 0, c = in[i], d = planes > 1 ? in[n + i] : 0;
	for (int k = 0; k < planes; k++) {
		float e = k + 2 < planes ? in[(k + 2) * n + i] : 0;
		out[k * n + i] = c * damped(a * a + b * b + c * c + d * d + e * e);
		a = b, b = c, c = d, d = e;
	}
}
__global__ void capsules(const float *vote, float *out, int from, int to)
{ // capsules agree in three rounds who belongs to whom: an item a block, a thread a capsule below; eight numbers each
	extern __shared__ float sum[]; // to * 8
	int i = threadIdx.x;
	float b[10], c[10];
	const float *v = vote + (blockIdx.x * from + i) * to * 8;
	for (int j = 0; j < to; j++)
		b[j] = 0;
	for (int round = 0; round < 3; round++) {
		float most = b[0], all = 0;
		for (int j = 1; j < to; j++)
			most = fmaxf(most, b[j]);
		for (int j = 0; j < to; j++)
			all += c[j] = expf(b[j] - most);
		for (int k = i; k < to * 8; k += from)
			sum[k] = 0;
		__syncthreads();
		for (int k = 0; k < to * 8; k++) {
			float part = c[k / 8] / all * v[k];
			for (int d = 16; d; d /= 2)
				part += __shfl_xor_sync(~0u, part, d);
			if (i % 32 == 0)
				atomicAdd(&sum[k], part);
		}
		__syncthreads();
		if (i < to) {
			float s = 0;
			for (int k = 0; k < 8; k++)
				s += sum[i * 8 + k] * sum[i * 8 + k];
			for (int k = 0; k < 8; k++)
				sum[i * 8 + k] *= sqrtf(s) / (1 + s);
		}
		__syncthreads();
		for (int k = 0; k < to * 8; k++)
			b[k / 8] += v[k] * sum[k];
		__syncthreads();
		if (round == 2)
			for (int k = i; k < to * 8; k += from)
				out[blockIdx.x * to * 8 + k] = rintf(sum[k] * 1024);
		__syncthreads();
	}
}
__device__ int first_from(const int *v, int n, int x)
{
	int a = 0, b = n;
	while (a < b) {
		int m = (a + b) / 2;
		if (v[m] < x)
			a = m + 1;
		else
			b = m;
	}
	return a;
}
__global__ void band_search(const int *left, const int *right, const int *worth, long long *out, int n, int m, int band)
{ // a join of tables whose keys differ by no more than a band: sums up the partners, found by two searches
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	long long sum = 0;
	int a = first_from(right, m, left[i] - band), b = first_from(right, m, left[i] + band + 1);
	for (int k = a; k < b; k++)
		sum += worth[k];
	out[i] = sum;
}
__global__ void band_tile(const int *left, const int *right, const int *worth, long long *out, int n, int m, int band)
{ // the same: a block goes through all that any of its sorted keys may need, a tile at a time
	__shared__ int key[128], what[128];
	__shared__ int from, upto;
	int i = blockIdx.x * 128 + threadIdx.x, own = left[min(i, n - 1)];
	if (threadIdx.x == 0)
		from = first_from(right, m, own - band);
	if (threadIdx.x == 127)
		upto = first_from(right, m, own + band + 1);
	__syncthreads();
	long long sum = 0;
	for (int k = from; k < upto; k += 128) {
		int at = k + threadIdx.x;
		key[threadIdx.x] = at < upto ? right[at] : 1 << 30;
		what[threadIdx.x] = at < upto ? worth[at] : 0;
		__syncthreads();
		for (int j = 0; j < 128; j++)
			sum += abs(key[j] - own) <= band ? what[j] : 0;
		__syncthreads();
	}
	if (i < n)
		out[i] = sum;
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w);
	const int N = 12000, STEPS = 5;
	std::vector<int> row(N + 1), col, level(N);
	for (int i = 0; i < N; i++) {
		int many = w[i] % 23 == 0 ? 60 : 2 + w[i] % 7;
		for (int k = 0; k < many; k++)
			col.push_back(w[i * 8 + k * 997] % N);
		std::sort(col.begin() + row[i], col.end());
		row[i + 1] = col.size();
	}
	int E = col.size();
	std::vector<int> start(N + 1), back(E), at;
	for (int e : col)
		start[e + 1]++;
	for (int i = 0; i < N; i++)
		start[i + 1] += start[i];
	at = start;
	for (int i = 0; i < N; i++)
		for (int e = row[i]; e < row[i + 1]; e++)
			back[at[col[e]]++] = i;
	std::vector<u64> seen(N), first(N), next;
	for (int s = 0; s < 64; s++)
		seen[w[s] % N] |= 1ull << s;
	first = seen;
	for (int s = 1; s <= STEPS; s++) {
		next = seen;
		for (int i = 0; i < N; i++) {
			for (int e = row[i]; e < row[i + 1]; e++)
				next[i] |= seen[col[e]];
			level[i] += s * __builtin_popcountll(next[i] & ~seen[i]);
		}
		seen = next;
	}
	int *dr = upload(row), *dc = upload(col), *ds = upload(start), *db = upload(back), *dl = dev<int>(N);
	u64 *df = upload(first), *one = dev<u64>(N), *two = dev<u64>(N), *three = dev<u64>(N);
	int G = (N + 127) / 128;
	auto fresh = [&] {
		CHECK(cudaMemcpy(one, df, N * 8, cudaMemcpyDeviceToDevice));
		CHECK(cudaMemcpy(two, df, N * 8, cudaMemcpyDeviceToDevice));
		CHECK(cudaMemset(three, 0, N * 8));
		CHECK(cudaMemset(dl, 0, N * 4));
	};
	job<int>(
		"many_starts.pull",
		[&] {
			for (int s = 1; s <= STEPS; s++)
				starts_pull<<<G, 128>>>(dr, dc, s % 2 ? one : two, s % 2 ? two : one, dl, N, s);
		},
		dl, N, same(level), fresh);
	job<int>(
		"many_starts.push",
		[&] {
			for (int s = 1; s <= STEPS; s++) {
				starts_push<<<N / 16, 128>>>(ds, db, two, three, N);
				starts_settle<<<G, 128>>>(one, two, three, dl, N, s);
			}
		},
		dl, N, same(level), fresh);
	int *many = dev<int>(N), *begin = dev<int>(N + 1), *place = dev<int>(N), *to = dev<int>(E);
	job<int>(
		"turned_sparse.four_launches",
		[&] {
			turned_count<<<(E + 255) / 256, 256>>>(dc, many, E);
			turned_scan<<<1, 1024>>>(many, begin, place, N);
			turned_move<<<G, 128>>>(dr, dc, place, to, N);
			turned_order<<<G, 128>>>(begin, to, N);
		},
		to, E, same(back), [&] { CHECK(cudaMemset(many, 0, N * 4)); });
	std::vector<float> x(f.begin(), f.begin() + N), y(N);
	std::vector<int> order(N), sorted(N);
	for (int i = 0; i < N; i++)
		order[i] = sorted[i] = i;
	for (int k = 0; k < N; k += 2000)
		std::stable_sort(sorted.begin() + k, sorted.begin() + std::min(k + 2000, N),
			[&](int a, int b) { return row[a + 1] - row[a] > row[b + 1] - row[b]; });
	for (int i = 0; i < N; i++)
		for (int e = row[i]; e < row[i + 1]; e++)
			y[i] += f[e] * x[col[e]];
	float *dx = upload(x), *o = dev<float>(1 << 20);
	auto sliced = [&](const std::vector<int> &order, int high, int *&b, int *&c, float *&v) {
		std::vector<int> begin(1), col2;
		std::vector<float> val;
		for (int s = 0; s < N; s += high) {
			int most = 0;
			for (int k = s; k < s + high; k++)
				most = std::max(most, row[order[k] + 1] - row[order[k]]);
			for (int j = 0; j < most; j++)
				for (int k = s; k < s + high; k++) {
					int e = row[order[k]] + j;
					bool is = e < row[order[k] + 1];
					col2.push_back(is ? col[e] : 0);
					val.push_back(is ? f[e] : 0);
				}
			begin.push_back(val.size());
		}
		b = upload(begin), c = upload(col2), v = upload(val);
	};
	int *b1, *c1, *b2, *c2, *o1 = upload(order), *o2 = upload(sorted);
	float *v1, *v2;
	sliced(order, 32, b1, c1, v1);
	sliced(sorted, 8, b2, c2, v2);
	job<float>(
		"sliced_rows.as_they_come", [&] { sliced_rows<32><<<G, 128>>>(b1, c1, v1, o1, dx, o, N); }, o, N,
		close_to(y, 1e-3));
	job<float>(
		"sliced_rows.sorted_slices_of_8", [&] { sliced_rows<8><<<G, 128>>>(b2, c2, v2, o2, dx, o, N); }, o, N,
		close_to(y, 1e-3));
	const int W = 60, H = 44, IN = 11, OUT = 6;
	std::vector<float> pic(f.begin() + 100, f.begin() + 100 + IN * W * H), weight(IN * OUT * 16),
		moved(OUT * W * H);
	std::vector<float2> off(9 * W * H);
	for (auto &v : pic)
		v = (int)(v * 16) - 8;
	for (size_t i = 0; i < weight.size(); i++)
		weight[i] = (int)(w[i] % 9) - 4;
	for (int i = 0; i < 9 * W * H; i++)
		off[i] = { 3 * f[i] - 1.5f, 3 * f[i + 777] - 1.5f };
	for (int i = 0; i < OUT * W * H; i++) {
		int px = i % W, py = i / W % H, oc = i / W / H;
		for (int k = 0; k < 9; k++) {
			float2 d = off[(k * H + py) * W + px];
			float qx = std::min(std::max(px + k % 3 - 1 + d.x, 0.0f), W - 1.001f);
			float qy = std::min(std::max(py + k / 3 - 1 + d.y, 0.0f), H - 1.001f);
			int ix = (int)qx, iy = (int)qy;
			for (int c = 0; c < IN; c++) {
				const float *p = &pic[(c * H + iy) * W + ix];
				float a = qx - ix, b = qy - iy;
				moved[i] +=
					((p[0] * (1 - a) + p[1] * a) * (1 - b) + (p[W] * (1 - a) + p[W + 1] * a) * b) *
					weight[(oc * IN + c) * 9 + k];
			}
		}
	}
	float *dp = upload(pic), *dw = upload(weight);
	float2 *doff = upload(off);
	job<float>(
		"moved_looks.layer",
		[&] { deform<<<dim3((W + 15) / 16, H / 4, OUT), dim3(16, 4)>>>(dp, doff, dw, o, W, H, IN); }, o,
		OUT * W * H, close_to(moved, 2e-3));
	std::vector<float> large(OUT * 4 * W * H);
	for (int c = 0; c < IN; c++)
		for (int oc = 0; oc < OUT; oc++)
			for (int i = 0; i < W * H * 16; i++) {
				int k = i % 16, ox = 2 * (i / 16 % W) + k % 4 - 1, oy = 2 * (i / 16 / W) + k / 4 - 1;
				if (ox >= 0 && oy >= 0 && ox < 2 * W && oy < 2 * H)
					large[(oc * 2 * H + oy) * 2 * W + ox] +=
						pic[c * W * H + i / 16] * weight[(c * OUT + oc) * 16 + k];
			}
	job<float>(
		"double_size_layer.gather",
		[&] { enlarge_gather<<<dim3(1, 2 * H, OUT), 128>>>(dp, dw, o, W, H, IN, OUT); }, o, OUT * 4 * W * H,
		same(large));
	job<float>(
		"double_size_layer.scatter", [&] { enlarge_scatter<<<dim3(1, H, IN), 64>>>(dp, dw, o, W, H, IN, OUT); },
		o, OUT * 4 * W * H, same(large), [&] { CHECK(cudaMemset(o, 0, OUT * 16 * W * H)); });
	const int PLANES = 48, PIXELS = 3025;
	std::vector<float> loud(f.begin(), f.begin() + PLANES * PIXELS), calm(PLANES * PIXELS);
	for (int i = 0; i < PLANES * PIXELS; i++) {
		float s = 0;
		for (int k = std::max(i / PIXELS - 2, 0); k <= std::min(i / PIXELS + 2, PLANES - 1); k++)
			s += loud[k * PIXELS + i % PIXELS] * loud[k * PIXELS + i % PIXELS];
		calm[i] = loud[i] * std::pow(1 + 0.02f * s, -0.75f);
	}
	float *dq = upload(loud);
	job<float>(
		"jealous_channels.naive",
		[&] { jealous_naive<<<dim3((PIXELS + 127) / 128, PLANES), 128>>>(dq, o, PLANES, PIXELS); }, o,
		PLANES * PIXELS, close_to(calm, 1e-3));
	job<float>(
		"jealous_channels.slide", [&] { jealous_slide<<<(PIXELS + 31) / 32, 32>>>(dq, o, PLANES, PIXELS); }, o,
		PLANES * PIXELS, close_to(calm, 1e-3));
	const int L = 30000, R = 40000;
	std::vector<int> left(L), right(R), worth(R);
	std::vector<long long> sum(L);
	for (int i = 0; i < L; i++)
		left[i] = w[i] % 4000000;
	for (int i = 0; i < R; i++)
		right[i] = w[i + L] % 4000000, worth[i] = w[i] % 1000 - 300;
	std::sort(left.begin(), left.end());
	std::sort(right.begin(), right.end());
	for (int i = 0; i < L; i++) {
		int a = std::lower_bound(right.begin(), right.end(), left[i] - 2500) - right.begin();
		for (; a < R && right[a] <= left[i] + 2500; a++)
			sum[i] += worth[a];
	}
	int *dleft = upload(left), *dright = upload(right), *dworth = upload(worth);
	long long *os = dev<long long>(L);
	job<long long>(
		"band_join.search",
		[&] { band_search<<<(L + 127) / 128, 128>>>(dleft, dright, dworth, os, L, R, 2500); }, os, L,
		same(sum));
	job<long long>(
		"band_join.tiles", [&] { band_tile<<<(L + 127) / 128, 128>>>(dleft, dright, dworth, os, L, R, 2500); },
		os, L, same(sum));
	const int ITEMS = 40, FROM = 64, TO = 10;
	std::vector<float> vote(ITEMS * FROM * TO * 8), agreed(ITEMS * TO * 8);
	for (size_t i = 0; i < vote.size(); i++)
		vote[i] = (f[i] - 0.3f) * 0.5f;
	for (int item = 0; item < ITEMS; item++) {
		std::vector<double> b(FROM * TO);
		for (int round = 0; round < 3; round++) {
			double s[TO * 8] = {};
			for (int i = 0; i < FROM; i++) {
				double all = 0;
				for (int j = 0; j < TO; j++)
					all += std::exp(b[i * TO + j]);
				for (int k = 0; k < TO * 8; k++)
					s[k] += std::exp(b[i * TO + k / 8]) / all *
						vote[(item * FROM + i) * TO * 8 + k];
			}
			for (int j = 0; j < TO; j++) {
				double q = 0;
				for (int k = 0; k < 8; k++)
					q += s[j * 8 + k] * s[j * 8 + k];
				for (int k = 0; k < 8; k++)
					s[j * 8 + k] *= std::sqrt(q) / (1 + q);
			}
			for (int i = 0; i < FROM * TO * 8; i++)
				b[i / 8] += vote[item * FROM * TO * 8 + i] * s[i % (TO * 8)];
			for (int k = 0; k < TO * 8; k++)
				agreed[item * TO * 8 + k] = s[k];
		}
	}
	float *dvote = upload(vote);
	job<float>(
		"capsules.item_a_block", [&] { capsules<<<ITEMS, FROM, TO * 32>>>(dvote, o, FROM, TO); }, o,
		ITEMS * TO * 8,
		[&](const std::vector<float> &v) {
			for (size_t i = 0; i < v.size(); i++)
				if (std::fabs(v[i] / 1024 - agreed[i]) > 0.002)
					return false;
			return true;
		});
}
