// blind26g: a fresh set of kernels that nobody had modelled when they were written. Alignments, sparse rows, groups.
#include "blind7.h"

static int up(int n, int by)
{
	return (n + by - 1) / by;
}
static const int TILE = 16;
__global__ void align_tiles(int *score, const int *ref, int pitch, int from_x, int from_y, int gap)
{ // tiles along a diagonal, one a block of 16 threads; within a tile again diagonals
	__shared__ int s[TILE + 1][TILE + 1], r[TILE][TILE];
	int t = threadIdx.x, bx = from_x + blockIdx.x, by = from_y - blockIdx.x;
	int *corner = score + by * TILE * pitch + bx * TILE;
	for (int y = 0; y < TILE; y++)
		r[y][t] = ref[(by * TILE + y + 1) * pitch + bx * TILE + 1 + t];
	s[t + 1][0] = corner[(t + 1) * pitch];
	s[0][t + 1] = corner[t + 1];
	if (t == 0)
		s[0][0] = corner[0];
	__syncwarp(0xffff);
	for (int d = 0; d < 2 * TILE - 1; d++) {
		int x = t + 1, y = d - t + 1;
		if (y >= 1 && y <= TILE)
			s[y][x] = max(s[y - 1][x - 1] + r[y - 1][x - 1], max(s[y][x - 1], s[y - 1][x]) - gap);
		__syncwarp(0xffff);
	}
	for (int y = 1; y <= TILE; y++)
		corner[y * pitch + t + 1] = s[y][t + 1];
}
static const int WORD = 128;
__global__ void align_pairs(const byte *a, const byte *b, short *best)
{ // a pair of words of 128 letters a block: three diagonals in shared memory, local alignment, only the best score
	__shared__ short d[3][WORD + 1], most[4];
	__shared__ byte own[WORD];
	int t = threadIdx.x, high = 0;
	own[t] = b[blockIdx.x * WORD + t];
	byte mine = a[blockIdx.x * WORD + t];
	for (int k = 0; k < 3; k++) {
		d[k][t + 1] = 0;
		if (t == 0)
			d[k][0] = 0;
	}
	__syncthreads();
	for (int k = 0; k < 2 * WORD - 1; k++) {
		int j = k - t, now = k % 3, one = (k + 2) % 3, two = (k + 1) % 3;
		if (j >= 0 && j < WORD) {
			int left = j ? d[one][t + 1] : 0, above = t ? d[one][t] : 0, across = t && j ? d[two][t] : 0;
			int v = max(max(0, across + (own[j] == mine ? 5 : -4)), max(left, above) - 3);
			d[now][t + 1] = v;
			high = max(high, v);
		}
		__syncthreads();
	}
	high = __reduce_max_sync(~0u, high);
	if (t % 32 == 0)
		most[t / 32] = high;
	__syncthreads();
	if (t == 0)
		best[blockIdx.x] = max(max(most[0], most[1]), max(most[2], most[3]));
}
__global__ void rows_jagged(const float *value, const int *column, const int *start, const int *length,
	const int *place, const float *x, float *y, int n)
{ // rows in order of length, the k-th numbers of all rows together
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float s = 0;
	int many = length[i];
	for (int k = 0; k < many; k++) {
		int at = start[k] + i;
		s += value[at] * x[column[at]];
	}
	y[place[i]] = s;
}
__global__ void rows_four_lanes(
	const double *value, const int *column, const int *first, const double *x, double *y, int n)
{
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 4, lane = threadIdx.x % 4;
	double s = 0;
	if (r < n)
		for (int e = first[r] + lane; e < first[r + 1]; e += 4)
			s += value[e] * __ldg(&x[column[e]]);
	s += __shfl_down_sync(~0u, s, 2, 4);
	s += __shfl_down_sync(~0u, s, 1, 4);
	if (r < n && lane == 0)
		y[r] = s;
}
__global__ void rows_diagonals(const float *diagonal, const int *offset, int many, const float *x, float *y, int n)
{ // a band matrix as a few diagonals
	__shared__ int off[32];
	if (threadIdx.x < many)
		off[threadIdx.x] = offset[threadIdx.x];
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float s = 0;
	for (int k = 0; k < many; k++) {
		int c = i + off[k];
		if (c >= 0 && c < n)
			s += diagonal[k * n + i] * x[c];
	}
	y[i] = s;
}
__global__ void rows_of_blocks(
	const float4 *value, const int *column, const int *first, const float4 *x, float4 *y, int n)
{ // blocks of 4 by 4: a row of blocks a warp, eight blocks at a time, a lane has a row of a block
	int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, r = lane % 4;
	if (row >= n)
		return;
	float s = 0;
	for (int e = first[row] + lane / 4; e < first[row + 1]; e += 8) {
		float4 a = value[e * 4 + r], b = x[column[e]];
		s += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
	}
	for (int d = 16; d >= 4; d /= 2)
		s += __shfl_xor_sync(~0u, s, d);
	if (lane < 4)
		((float *)y)[row * 4 + lane] = s;
}
__global__ void entries_in_runs(const int *row, const int *column, const int *value, const int *x, int *y, int n)
{ // row, column, number: a warp adds up runs of equal rows, run ends go out by atomics
	int lane = threadIdx.x % 32, step = gridDim.x * blockDim.x;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i - lane < n; i += step) {
		int r = i < n ? row[i] : -1, v = i < n ? value[i] * x[column[i]] : 0;
		for (int d = 1; d < 32; d *= 2) {
			int other = __shfl_up_sync(~0u, v, d), theirs = __shfl_up_sync(~0u, r, d);
			if (lane >= d && theirs == r)
				v += other;
		}
		int next = __shfl_down_sync(~0u, r, 1);
		if (i < n && (lane == 31 || next != r))
			atomicAdd(&y[r], v);
	}
}
static const int KINDS = 12, GROUPS = 10;
__constant__ short middle_constant[GROUPS * KINDS];
__global__ void groups_thread(const short *point, byte *group, int *changed, int n)
{ // nearest of ten middles; numbers of a kind side by side
	int i = blockIdx.x * blockDim.x + threadIdx.x, best = 0;
	bool change = false;
	if (i < n) {
		unsigned least = ~0u;
		for (int g = 0; g < GROUPS; g++) {
			unsigned d = 0;
			for (int k = 0; k < KINDS; k++) {
				int v = point[k * n + i] - middle_constant[g * KINDS + k];
				d += v * v;
			}
			if (d < least)
				least = d, best = g;
		}
		change = group[i] != best;
		group[i] = best;
	}
	unsigned who = __ballot_sync(~0u, change);
	if (threadIdx.x % 32 == 0 && who)
		atomicAdd(changed, __popc(who));
}
__global__ void groups_sums(const short *point, const byte *group, int *sum, int n)
{ // new middles: a kind of number a row of blocks, sums and counts by group in shared memory
	__shared__ int s[GROUPS * 2][8];
	int t = threadIdx.x, kind = blockIdx.y, column = t % 8;
	for (int i = t; i < GROUPS * 16; i += blockDim.x)
		s[0][i] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) {
		int g = group[i];
		atomicAdd(&s[g][column], (int)point[kind * n + i]);
		if (kind == 0)
			atomicAdd(&s[GROUPS + g][column], 1);
	}
	__syncthreads();
	if (t < GROUPS * 2) {
		int all = 0;
		for (int k = 0; k < 8; k++)
			all += s[t][k];
		if (t < GROUPS)
			atomicAdd(&sum[kind * GROUPS + t], all);
		else if (kind == 0)
			atomicAdd(&sum[KINDS * GROUPS + t - GROUPS], all);
	}
}
static const int BEST = 6;
__device__ void enter(u64 *best, u64 v)
{
	for (int k = 0; k < BEST; k++)
		if (v < best[k]) {
			u64 o = best[k];
			best[k] = v;
			v = o;
		}
}
__global__ void storms_nearest(const int2 *storm, int2 from, u64 *out, int n)
{ // the six nearest storms: each thread keeps its six, a block's are joined by halving; one list a block
	__shared__ u64 s[128][BEST];
	u64 best[BEST];
	int t = threadIdx.x;
	for (int k = 0; k < BEST; k++)
		best[k] = ~0ull;
	for (int i = blockIdx.x * 128 + t; i < n; i += gridDim.x * 128) {
		int x = storm[i].x - from.x, y = storm[i].y - from.y;
		enter(best, (u64)(unsigned)(x * x + y * y) << 32 | i);
	}
	for (int d = 64; d; d /= 2) {
		if (t >= d && t < 2 * d)
			for (int k = 0; k < BEST; k++)
				s[t][k] = best[k];
		__syncthreads();
		if (t < d)
			for (int k = 0; k < BEST; k++)
				enter(best, s[t + d][k]);
		__syncthreads();
	}
	if (t == 0)
		for (int k = 0; k < BEST; k++)
			out[blockIdx.x * BEST + k] = best[k];
}
static const int SLOTS = 8192;
__host__ __device__ bool letter(char c)
{
	return c >= 'a' && c <= 'z';
}
__global__ void words_counted(const char *text, int n, unsigned *key, int *count)
{ // whoever stands at a word's start hashes it and counts in a table with open places
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n || !letter(text[i]) || i && letter(text[i - 1]))
		return;
	unsigned h = 0;
	for (; i < n && letter(text[i]); i++)
		h = h * 27 + text[i] - 'a' + 1;
	for (unsigned at = h * 2654435761u >> 19;; at = (at + 1) % SLOTS) {
		unsigned was = atomicCAS(&key[at], 0, h);
		if (was == 0 || was == h) {
			atomicAdd(&count[at], 1);
			return;
		}
	}
}
__global__ void papers_alike(const short *paper, float *alike, int n, int terms)
{ // how alike two papers are (a cosine): tiles of 16 by 16 pairs, lengths on the way
	__shared__ short a[16][34], b[16][34];
	int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
	int dot = 0, own = 0, other = 0;
	for (int base = 0; base < terms; base += 32) {
		for (int k = 0; k < 32; k += 16) {
			a[ty][tx + k] = paper[y * terms + base + tx + k];
			b[ty][tx + k] = paper[(blockIdx.x * 16 + ty) * terms + base + tx + k];
		}
		__syncthreads();
		for (int k = 0; k < 32; k++) {
			int p = a[ty][k], q = b[tx][k];
			dot += p * q, own += p * p, other += q * q;
		}
		__syncthreads();
	}
	alike[y * n + x] = dot * rsqrtf((float)own) * rsqrtf((float)other);
}
static const int UNKNOWN = 64;
__global__ void eliminate_block(const double *in, double *out)
{ // equations with 64 unknown: a system a block, first the factors, then the rest, then backwards
	extern __shared__ double m[];
	const int W = UNKNOWN + 1;
	__shared__ double factor[UNKNOWN];
	int t = threadIdx.x;
	for (int i = t; i < UNKNOWN * W; i += blockDim.x)
		m[i] = in[blockIdx.x * UNKNOWN * W + i];
	__syncthreads();
	for (int k = 0; k < UNKNOWN - 1; k++) {
		if (t > k && t < UNKNOWN)
			factor[t] = m[t * W + k] / m[k * W + k];
		__syncthreads();
		for (int y = k + 1 + t / 32; y < UNKNOWN; y += blockDim.x / 32)
			for (int x = k + 1 + t % 32; x < W; x += 32)
				m[y * W + x] -= factor[y] * m[k * W + x];
		__syncthreads();
	}
	if (t < 32)
		for (int k = UNKNOWN - 1; k >= 0; k--) {
			double v = m[k * W + UNKNOWN] / m[k * W + k];
			__syncwarp();
			for (int y = t; y < k; y += 32)
				m[y * W + UNKNOWN] -= v * m[y * W + k];
			if (t == 0)
				out[blockIdx.x * UNKNOWN + k] = v;
			__syncwarp();
		}
}
__global__ void lifting_rows(const int *in, int *out, int w)
{ // a wavelet with whole numbers: a row a block, odd numbers first
	extern __shared__ int s[];
	for (int x = threadIdx.x; x < w; x += blockDim.x)
		s[x] = in[blockIdx.x * w + x];
	__syncthreads();
	for (int x = 2 * threadIdx.x + 1; x < w; x += 2 * blockDim.x)
		s[x] -= (s[x - 1] + s[x + 1 < w ? x + 1 : x - 1]) >> 1;
	__syncthreads();
	for (int x = 2 * threadIdx.x; x < w; x += 2 * blockDim.x)
		out[blockIdx.x * w + x / 2] = s[x] + ((s[x ? x - 1 : 1] + s[x + 1] + 2) >> 2);
	for (int x = 2 * threadIdx.x + 1; x < w; x += 2 * blockDim.x)
		out[blockIdx.x * w + w / 2 + x / 2] = s[x];
}
__global__ void lift_down(const int *in, int *out, int w, int h)
{ // down the columns: a thread walks and keeps what it needs
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	if (x >= w)
		return;
	int even = in[x], before = 0;
	for (int y = 0; y < h; y += 2) {
		int odd = in[(y + 1) * w + x], next = y + 2 < h ? in[(y + 2) * w + x] : even;
		int d = odd - ((even + next) >> 1);
		if (y == 0)
			before = d;
		out[(h / 2 + y / 2) * w + x] = d;
		out[y / 2 * w + x] = even + ((before + d + 2) >> 2);
		before = d, even = next;
	}
}
__global__ void bits_of_letters(const byte *text, const uint2 *code, unsigned *out, int *length)
{ // 256 letters a block become codes of 1 to 16 bits; places by a scan, bits by atomics in shared memory
	__shared__ unsigned room[130];
	__shared__ int warp_sum[8];
	__shared__ uint2 table[64];
	int t = threadIdx.x, lane = t % 32;
	if (t < 64)
		table[t] = code[t];
	if (t < 130)
		room[t] = 0;
	__syncthreads();
	uint2 c = table[text[blockIdx.x * 256 + t] & 63];
	int s = c.y;
	for (int d = 1; d < 32; d *= 2) {
		int o = __shfl_up_sync(~0u, s, d);
		s += lane >= d ? o : 0;
	}
	if (lane == 31)
		warp_sum[t / 32] = s;
	__syncthreads();
	int at = s - c.y, all = 0;
	for (int k = 0; k < 8; k++) {
		at += k < t / 32 ? warp_sum[k] : 0;
		all += warp_sum[k];
	}
	atomicOr(&room[at / 32], c.x << at % 32);
	if (at % 32 + c.y > 32)
		atomicOr(&room[at / 32 + 1], c.x >> (32 - at % 32));
	__syncthreads();
	if (t < 128)
		out[blockIdx.x * 128 + t] = t < (all + 31) / 32 ? room[t] : 0;
	if (t == 0)
		length[blockIdx.x] = all;
}
static void alignments(const std::vector<unsigned> &w)
{
	const int N = 320, P = N + 1, GAP = 7, TILES = N / TILE;
	std::vector<int> ref(P * P), begin(P * P), want;
	for (int i = 0; i < P * P; i++)
		ref[i] = (int)(w[i] % 21) - 10;
	for (int k = 0; k < P; k++)
		begin[k] = begin[k * P] = -k * GAP;
	want = begin;
	for (int y = 1; y < P; y++)
		for (int x = 1; x < P; x++)
			want[y * P + x] = std::max(want[(y - 1) * P + x - 1] + ref[y * P + x],
				std::max(want[y * P + x - 1], want[(y - 1) * P + x]) - GAP);
	int *d0 = upload(begin), *dr = upload(ref), *o = dev<int>(P * P);
	job<int>(
		"two_long_words.tiles_along_diagonals",
		[&] {
			for (int d = 0; d < 2 * TILES - 1; d++) {
				int x = std::max(0, d - TILES + 1), y = std::min(d, TILES - 1);
				align_tiles<<<y - x + 1, TILE>>>(o, dr, P, x, y, GAP);
			}
		},
		o, P * P, same(want), [&] { CHECK(cudaMemcpy(o, d0, 4 * P * P, cudaMemcpyDeviceToDevice)); });
	const int PAIRS = 100;
	std::vector<byte> a(PAIRS * WORD), b(PAIRS * WORD);
	std::vector<short> best(PAIRS);
	for (int i = 0; i < PAIRS * WORD; i++)
		a[i] = w[i] % 4, b[i] = w[i + 5] % 3 ? a[std::max(i - 3, 0)] : w[i + 1] % 4;
	for (int p = 0; p < PAIRS; p++) {
		std::vector<int> row(WORD + 1);
		for (int i = 0; i < WORD; i++) {
			int across = 0;
			for (int j = 1; j <= WORD; j++) {
				int v = std::max(
					std::max(0, across + (a[p * WORD + i] == b[p * WORD + j - 1] ? 5 : -4)),
					std::max(row[j - 1], row[j]) - 3);
				across = row[j];
				row[j] = v;
				best[p] = std::max<int>(best[p], v);
			}
		}
	}
	byte *da = upload(a), *db = upload(b);
	short *ob = dev<short>(PAIRS);
	job<short>(
		"pairs_of_short_words.block_a_pair", [&] { align_pairs<<<PAIRS, WORD>>>(da, db, ob); }, ob, PAIRS,
		same(best));
}
static void sparse(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int N = 20000;
	std::vector<std::vector<int>> row(N);
	std::vector<int> first(1), column, place(N), length(N), start(1), jcolumn, rows_;
	std::vector<double> value, want(N), x(N);
	std::vector<float> xf(f.begin(), f.begin() + N), wantf(N), jvalue;
	std::vector<int> ix(N), iv, iwant(N);
	for (int i = 0; i < N; i++)
		x[i] = xf[i], ix[i] = w[i] % 100;
	for (int i = 0; i < N; i++) {
		for (int k = 3 + w[i] % 12 * (w[i + 1] % 9 ? 1 : 5); k; k--)
			row[i].push_back(w[i * 5 + k] % 3 ? (i + w[i + k] % 200) % N : w[i * 7 + k] % N);
		for (int c : row[i]) {
			double v = f[column.size()];
			want[i] += v * x[c], iwant[i] += (int)(v * 1000) * ix[c];
			column.push_back(c), value.push_back(v), iv.push_back(v * 1000), rows_.push_back(i);
		}
		wantf[i] = want[i];
		first.push_back(column.size());
		place[i] = i;
	}
	std::stable_sort(place.begin(), place.end(), [&](int a, int b) { return row[a].size() > row[b].size(); });
	for (int i = 0; i < N; i++)
		length[i] = row[place[i]].size();
	for (int k = 0; k < length[0]; k++) {
		for (int i = 0; i < N && length[i] > k; i++)
			jcolumn.push_back(row[place[i]][k]), jvalue.push_back(value[first[place[i]] + k]);
		start.push_back(jcolumn.size());
	}
	float *jv = upload(jvalue), *dxf = upload(xf), *of = dev<float>(N);
	int *jc = upload(jcolumn), *js = upload(start), *jl = upload(length), *jp = upload(place), *dc = upload(column),
	    *df = upload(first), *dr = upload(rows_), *div = upload(iv), *dix = upload(ix), *oi = dev<int>(N);
	double *dv = upload(value), *dx = upload(x), *o = dev<double>(N);
	job<float>(
		"sparse_times_vector.jagged", [&] { rows_jagged<<<up(N, 64), 64>>>(jv, jc, js, jl, jp, dxf, of, N); },
		of, N, close_to(wantf));
	job<double>(
		"sparse_times_vector.four_lanes_doubles",
		[&] { rows_four_lanes<<<up(4 * N, 128), 128>>>(dv, dc, df, dx, o, N); }, o, N, close_to(want, 1e-12));
	int m = column.size();
	job<int>(
		"sparse_times_vector.triples_runs_in_warps",
		[&] { entries_in_runs<<<300, 256>>>(dr, dc, div, dix, oi, m); }, oi, N, same(iwant),
		[&] { CHECK(cudaMemset(oi, 0, 4 * N)); });
	const int D = 9, M = 150000;
	std::vector<int> offset = { -388, -387, -386, -1, 0, 1, 386, 387, 388 };
	std::vector<float> diagonal(D * M), y(M), v(f.begin(), f.begin() + M);
	for (int k = 0; k < D; k++)
		for (int i = 0; i < M; i++) {
			diagonal[k * M + i] = f[(k * 7 + i) % 600000];
			if (i + offset[k] >= 0 && i + offset[k] < M)
				y[i] += diagonal[k * M + i] * v[i + offset[k]];
		}
	float *dd = upload(diagonal), *dvv = upload(v), *oy = dev<float>(M);
	int *doff = upload(offset);
	job<float>(
		"band_times_vector.nine_diagonals",
		[&] { rows_diagonals<<<up(M, 256), 256>>>(dd, doff, D, dvv, oy, M); }, oy, M, close_to(y));
	const int B = 3000;
	std::vector<int> bf(1), bc;
	std::vector<float> bv, by(4 * B);
	for (int i = 0; i < B; i++) {
		for (int k = 0; k < 4 + (int)(w[i] % 20); k++) {
			bc.push_back(w[i * 3 + k] % B);
			for (int j = 0; j < 16; j++) {
				bv.push_back(f[(bc.size() * 16 + j) % 650000]);
				by[4 * i + j / 4] += bv.back() * v[bc.back() * 4 + j % 4];
			}
		}
		bf.push_back(bc.size());
	}
	float *dbv = upload(bv), *oby = dev<float>(4 * B);
	int *dbc = upload(bc), *dbf = upload(bf);
	job<float>(
		"blocks_of_four_times_vector.row_a_warp",
		[&] { rows_of_blocks<<<up(B, 6), 192>>>((float4 *)dbv, dbc, dbf, (float4 *)dvv, (float4 *)oby, B); },
		oby, 4 * B, close_to(by));
}
static void clusters(const std::vector<unsigned> &w)
{
	const int N = 30000;
	std::vector<short> p(N * KINDS), middle(GROUPS * KINDS);
	std::vector<byte> group(N);
	std::vector<int> sum(GROUPS * (KINDS + 1));
	for (int i = 0; i < N * KINDS; i++)
		p[i] = w[i] % 3000;
	for (int i = 0; i < GROUPS * KINDS; i++)
		middle[i] = w[i + 70] % 3000;
	for (int i = 0; i < N; i++) {
		unsigned least = ~0u;
		for (int g = 0; g < GROUPS; g++) {
			unsigned d = 0;
			for (int k = 0; k < KINDS; k++) {
				int v = p[k * N + i] - middle[g * KINDS + k];
				d += v * v;
			}
			if (d < least)
				least = d, group[i] = g;
		}
		for (int k = 0; k < KINDS; k++)
			sum[k * GROUPS + group[i]] += p[k * N + i];
		sum[KINDS * GROUPS + group[i]]++;
	}
	CHECK(cudaMemcpyToSymbol(middle_constant, middle.data(), middle.size() * 2));
	short *dp = upload(p);
	byte *dg = upload(group), *o = dev<byte>(N);
	int *changed = dev<int>(1), *os = dev<int>(GROUPS * (KINDS + 1));
	job<byte>(
		"ten_groups.point_a_thread", [&] { groups_thread<<<up(N, 256), 256>>>(dp, o, changed, N); }, o, N,
		same(group), [&] { CHECK(cudaMemset(o, 0, N)); });
	job<int>(
		"ten_groups.new_middles", [&] { groups_sums<<<dim3(20, KINDS), 160>>>(dp, dg, os, N); }, os,
		GROUPS * (KINDS + 1), same(sum), [&] { CHECK(cudaMemset(os, 0, 4 * GROUPS * (KINDS + 1))); });
	const int M = 250000, BLOCKS = 66;
	std::vector<int2> storm(M);
	std::vector<u64> all(M);
	for (int i = 0; i < M; i++) {
		storm[i] = make_int2(w[i] % 20000, w[i + 1] % 20000);
		int x = storm[i].x - 4000, y = storm[i].y - 9000;
		all[i] = (u64)(unsigned)(x * x + y * y) << 32 | i;
	}
	std::partial_sort(all.begin(), all.begin() + BEST, all.end());
	int2 *ds = upload(storm);
	u64 *ob = dev<u64>(BLOCKS * BEST);
	job<u64>(
		"six_nearest_storms.list_a_block",
		[&] { storms_nearest<<<BLOCKS, 128>>>(ds, make_int2(4000, 9000), ob, M); }, ob, BLOCKS * BEST,
		[=](std::vector<u64> v) {
			std::sort(v.begin(), v.end());
			return std::equal(v.begin(), v.begin() + BEST, all.begin());
		});
}
static void texts(const std::vector<unsigned> &w)
{
	const int N = 400000;
	std::vector<char> text(N, ' ');
	std::vector<int> want;
	std::vector<unsigned> hash;
	for (int i = 0, k = 0; i < N - 8; i++, k++) {
		unsigned h = 0, v = w[k] % 61 * (w[k + 1] % 37) + 5;
		for (; v; v /= 26, i++) {
			text[i] = 'a' + v % 26;
			h = h * 27 + v % 26 + 1;
		}
		hash.push_back(h);
	}
	std::sort(hash.begin(), hash.end());
	char *dt = upload(text);
	unsigned *table = dev<unsigned>(2 * SLOTS);
	job<unsigned>(
		"words_and_how_often.table",
		[&] { words_counted<<<up(N, 256), 256>>>(dt, N, table, (int *)table + SLOTS); }, table, 2 * SLOTS,
		[=](const std::vector<unsigned> &v) {
			size_t all = 0;
			for (int i = 0; i < SLOTS; i++) {
				auto r = std::equal_range(hash.begin(), hash.end(), v[i]);
				if (v[i] ? r.second - r.first != v[SLOTS + i] : v[SLOTS + i] != 0)
					return false;
				all += v[SLOTS + i];
			}
			return all == hash.size();
		},
		[&] { CHECK(cudaMemset(table, 0, 8 * SLOTS)); });
	const int PAPERS = 192, TERMS = 96;
	std::vector<short> paper(PAPERS * TERMS);
	std::vector<float> alike(PAPERS * PAPERS);
	for (int i = 0; i < PAPERS * TERMS; i++)
		paper[i] = w[i] % 4 ? 0 : w[i + 1] % 300;
	std::vector<double> square(PAPERS);
	for (int i = 0; i < PAPERS * TERMS; i++)
		square[i / TERMS] += paper[i] * paper[i];
	for (int y = 0; y < PAPERS; y++)
		for (int x = 0; x < PAPERS; x++) {
			int dot = 0;
			for (int k = 0; k < TERMS; k++)
				dot += paper[y * TERMS + k] * paper[x * TERMS + k];
			alike[y * PAPERS + x] = dot / sqrt(square[x] * square[y]);
		}
	short *dp = upload(paper);
	float *oa = dev<float>(PAPERS * PAPERS);
	job<float>(
		"papers_alike.tiles_of_pairs",
		[&] { papers_alike<<<dim3(PAPERS / 16, PAPERS / 16), dim3(16, 16)>>>(dp, oa, PAPERS, TERMS); }, oa,
		PAPERS * PAPERS, close_to(alike));
	const int L = 256 * 1000;
	std::vector<byte> letters(L);
	std::vector<uint2> code(64);
	for (int i = 0; i < 64; i++) {
		unsigned bits = 1 + i / 4;
		code[i] = make_uint2(w[i] & ((1u << bits) - 1), bits);
	}
	std::vector<unsigned> packed(L / 2);
	for (int i = 0; i < L; i++)
		letters[i] = w[i] % 64 * (w[i + 9] % 64) / 64;
	for (int b = 0; b < L / 256; b++)
		for (int i = 0, at = 0; i < 256; i++) {
			uint2 c = code[letters[b * 256 + i]];
			for (unsigned k = 0; k < c.y; k++, at++)
				packed[b * 128 + at / 32] |= (c.x >> k & 1) << at % 32;
		}
	byte *dl = upload(letters);
	uint2 *dc = upload(code);
	unsigned *op = dev<unsigned>(L / 2);
	int *len = dev<int>(L / 256);
	job<unsigned>(
		"letters_become_bits.block_of_256", [&] { bits_of_letters<<<L / 256, 256>>>(dl, dc, op, len); }, op,
		L / 2, same(packed));
}
static void systems(const std::vector<unsigned> &w)
{
	const int S = 40, W = UNKNOWN + 1;
	std::vector<double> m = double_fractions(w, S * UNKNOWN * W), want(S * UNKNOWN);
	for (int s = 0; s < S; s++)
		for (int i = 0; i < UNKNOWN; i++) {
			double *row = &m[(s * UNKNOWN + i) * W];
			row[i] += UNKNOWN, row[UNKNOWN] = 0;
			want[s * UNKNOWN + i] = (int)(w[s * 64 + i] % 99) - 50;
			for (int j = 0; j < UNKNOWN; j++)
				row[UNKNOWN] += row[j] * ((int)(w[s * 64 + j] % 99) - 50);
		}
	double *dm = upload(m), *o = dev<double>(S * UNKNOWN);
	job<double>(
		"sixty_four_unknown.system_a_block", [&] { eliminate_block<<<S, 256, UNKNOWN * W * 8>>>(dm, o); }, o,
		S * UNKNOWN, close_to(want, 1e-9));
	const int PW = 640, PH = 480;
	std::vector<int> im(PW * PH), t(PW * PH), out(PW * PH);
	for (int i = 0; i < PW * PH; i++)
		im[i] = w[i] % 256;
	auto lift = [](const int *in, int *to, int n, int step) {
		auto odd = [&](int k) {
			k = 2 * k + 1;
			return in[k * step] - ((in[(k - 1) * step] + in[(k + 1 < n ? k + 1 : k - 1) * step]) >> 1);
		};
		for (int k = 0; k < n / 2; k++) {
			to[(n / 2 + k) * step] = odd(k);
			to[k * step] = in[2 * k * step] + ((odd(k ? k - 1 : 0) + odd(k) + 2) >> 2);
		}
	};
	for (int y = 0; y < PH; y++)
		lift(&im[y * PW], &t[y * PW], PW, 1);
	for (int x = 0; x < PW; x++)
		lift(&t[x], &out[x], PH, PW);
	int *di = upload(im), *dt = dev<int>(PW * PH), *oo = dev<int>(PW * PH);
	job<int>(
		"lifted_picture.rows_then_columns",
		[&] {
			lifting_rows<<<PH, 128, PW * 4>>>(di, dt, PW);
			lift_down<<<up(PW, 64), 64>>>(dt, oo, PW, PH);
		},
		oo, PW * PH, same(out));
}
void rows()
{
	std::vector<unsigned> w = words(700000);
	std::vector<float> f = fractions(w);
	alignments(w);
	sparse(w, f);
	clusters(w);
	texts(w);
	systems(w);
}
