// blind8e: an eighth set of kernels that nobody had modelled when they were written. Sparse matrices, sums of segments.
#include "blind7.h"
#include <climits>
#include <map>
#include <numeric>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

__host__ __device__ inline unsigned mix(unsigned x)
{
	x = (x ^ x >> 16) * 0x7feb352du;
	x = (x ^ x >> 15) * 0x846ca68bu;
	return x ^ x >> 16;
}
// ---- a matrix in compressed rows (from, col, val), most rows short and a few long
__global__ void csr_double(const int *from, const int *col, const double *val, const double *x, double *y, int n)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= n)
		return;
	double sum = 0;
	for (int k = from[r]; k < from[r + 1]; k++)
		sum += val[k] * x[col[k]];
	y[r] = sum;
}
__global__ void jagged_diagonals(const int *row, const int *len, const int *diag, const int *col, const double *val, const double *x,
	double *y, int n)
{ // rows by length, element d of all rows that have one side by side
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double sum = 0;
	int m = len[i];
	for (int d = 0; d < m; d++) {
		int k = diag[d] + i;
		sum += val[k] * __ldg(&x[col[k]]);
	}
	y[row[i]] = sum;
}
template <int EACH>
__global__ void csr_merge_path(const int *from, const int *col, const double *val, const double *x, double *y, int n, int m)
{ // each thread takes EACH steps of the way through the ends of rows and the elements
	int at = (blockIdx.x * blockDim.x + threadIdx.x) * EACH, end = min(at + EACH, n + m);
	if (at >= n + m)
		return;
	int lo = max(at - m, 0), hi = min(at, n);
	while (lo < hi) {
		int mid = (lo + hi) / 2;
		if (from[mid + 1] <= at - mid - 1)
			lo = mid + 1;
		else
			hi = mid;
	}
	int r = lo, k = at - lo;
	bool whole = r < n && k == from[r];
	double sum = 0;
	for (; at < end; at++) {
		if (k < from[r + 1]) {
			sum += val[k] * x[col[k]];
			k++;
			continue;
		}
		if (whole)
			y[r] = sum;
		else
			atomicAdd(&y[r], sum);
		sum = 0;
		whole = true;
		r++;
	}
	if (r < n && sum != 0)
		atomicAdd(&y[r], sum);
}
__global__ void csr_push(const int *from, const int *col, const double *val, const double *x, double *y, int n)
{ // y = the transposed times x
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 8;
	if (r >= n)
		return;
	double v = x[r];
	for (int k = from[r] + threadIdx.x % 8; k < from[r + 1]; k += 8)
		atomicAdd(&y[col[k]], val[k] * v);
}
// ---- rows become columns
__global__ void count_columns(const int *col, int *count, int m)
{
	for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < m; k += gridDim.x * blockDim.x)
		atomicAdd(&count[col[k]], 1);
}
__global__ void scan_in_one_block(const int *count, int *from, int *next, int n)
{ // from[i] = sum of count[0 ... i)
	__shared__ int part[1024];
	int t = threadIdx.x, each = (n + blockDim.x - 1) / blockDim.x, begin = min(t * each, n), end = min(begin + each, n), s = 0;
	for (int i = begin; i < end; i++)
		s += count[i];
	part[t] = s;
	for (int d = 1; d < blockDim.x; d *= 2) {
		__syncthreads();
		int o = t >= d ? part[t - d] : 0;
		__syncthreads();
		part[t] += o;
	}
	int run = part[t] - s;
	for (int i = begin; i < end; i++) {
		from[i] = run;
		if (next)
			next[i] = run;
		run += count[i];
	}
	if (t == blockDim.x - 1)
		from[n] = run;
}
__global__ void fill_columns(const int *from, const int *col, const double *val, int *next, int *row, double *out, int n)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= n)
		return;
	for (int k = from[r]; k < from[r + 1]; k++) {
		int at = atomicAdd(&next[col[k]], 1);
		row[at] = r;
		out[at] = val[k];
	}
}
// ---- the sum of two sparse matrices
template <bool COUNT>
__global__ void add_rows(const int *fa, const int *ca, const int *va, const int *fb, const int *cb, const int *vb, int *count, const int *from,
	int *col, int *val, int n)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= n)
		return;
	int i = fa[r], ie = fa[r + 1], j = fb[r], je = fb[r + 1], at = COUNT ? 0 : from[r];
	while (i < ie || j < je) {
		int a = i < ie ? ca[i] : INT_MAX, b = j < je ? cb[j] : INT_MAX, c = min(a, b), v = 0;
		if (a == c)
			v += va[i++];
		if (b == c)
			v += vb[j++];
		if (!COUNT) {
			col[at] = c;
			val[at] = v;
		}
		at++;
	}
	if (COUNT)
		count[r] = at;
}
// ---- from a full matrix to compressed rows
__global__ void nonzeros_thread(const float *a, int *count, int w)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x, c = 0;
	for (int i = 0; i < w; i++)
		c += a[r * w + i] != 0;
	count[r] = c;
}
__global__ void fill_thread(const float *a, const int *from, int *col, float *val, int w)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x, at = from[r];
	for (int i = 0; i < w; i++)
		if (a[r * w + i] != 0) {
			col[at] = i;
			val[at++] = a[r * w + i];
		}
}
__global__ void nonzeros_warp(const float *a, int *count, int n, int w)
{
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, c = 0;
	for (int i = lane; i < w; i += 32)
		c += a[r * w + i] != 0;
	c = __reduce_add_sync(~0u, c);
	if (lane == 0)
		count[r] = c;
}
__global__ void fill_warp(const float *a, const int *from, int *col, float *val, int n, int w)
{
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, at = from[r];
	for (int i = lane; i < w; i += 32) {
		float v = a[r * w + i];
		unsigned some = __ballot_sync(~0u, v != 0);
		if (v != 0) {
			int p = at + __popc(some & (1u << lane) - 1);
			col[p] = i;
			val[p] = v;
		}
		at += __popc(some);
	}
}
// ---- forward substitution with a sparse lower matrix, ones on its diagonal
__global__ void forward_level(const int *row, const int *from, const int *col, const int *val, const int *b, int *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int r = row[i], s = b[r];
	for (int k = from[r]; k < from[r + 1]; k++)
		s -= val[k] * x[col[k]];
	x[r] = s;
}
__global__ void forward_flags(const int *from, const int *col, const int *val, const int *b, volatile int *x, volatile int *ready, int n)
{ // a warp for a row; it waits for those that it needs
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, s = 0;
	for (int k = from[r] + lane; k < from[r + 1]; k += 32) {
		int c = col[k];
		while (!ready[c])
			;
		__threadfence();
		s += val[k] * x[c];
	}
	s = __reduce_add_sync(~0u, s);
	if (lane == 0) {
		x[r] = b[r] - s;
		__threadfence();
		ready[r] = 1;
	}
}
// ---- keys in order, each with a value: a sum for each key, the different keys
__global__ void segments_atomic(const int *key, const int *val, u64 *sum, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&sum[key[i]], (u64)val[i]);
}
template <int EACH> __global__ void segments_runs(const int *key, const int *val, u64 *sum, int n)
{ // a thread adds up its own stretch and stores when the key changes
	int i = (blockIdx.x * blockDim.x + threadIdx.x) * EACH, end = min(i + EACH, n);
	if (i >= n)
		return;
	u64 s = 0;
	int now = key[i];
	for (; i < end; i++) {
		if (key[i] != now) {
			atomicAdd(&sum[now], s);
			now = key[i];
			s = 0;
		}
		s += val[i];
	}
	atomicAdd(&sum[now], s);
}
__global__ void segments_warp(const int *key, const int *val, u64 *sum, int n)
{ // sums of segments along the lanes; the last lane of each stores
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, k = i < n ? key[i] : -1;
	u64 v = i < n ? val[i] : 0;
	for (int d = 1; d < 32; d *= 2) {
		u64 o = __shfl_up_sync(~0u, v, d);
		int ok = __shfl_up_sync(~0u, k, d);
		if (lane >= d && ok == k)
			v += o;
	}
	int after = __shfl_down_sync(~0u, k, 1);
	if (k >= 0 && (lane == 31 || after != k))
		atomicAdd(&sum[k], v);
}
__global__ void different_ballot(const int *key, int *out, int *count, int n)
{ // which keys there are: in no order, a place for each warp
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
	bool first = i < n && (i == 0 || key[i] != key[i - 1]);
	unsigned some = __ballot_sync(~0u, first);
	int at = 0;
	if (lane == 0 && some)
		at = atomicAdd(count, __popc(some));
	at = __shfl_sync(~0u, at, 0);
	if (first)
		out[at + __popc(some & (1u << lane) - 1)] = key[i];
}
// ---- sums of all before, in one launch whose blocks meet
__global__ void prefix_grid(const u64 *in, u64 *out, u64 *total, int n)
{
	cg::grid_group grid = cg::this_grid();
	cg::thread_block block = cg::this_thread_block();
	cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
	__shared__ u64 part[8];
	int each = n / gridDim.x, begin = blockIdx.x * each;
	u64 s = 0;
	for (int i = begin + threadIdx.x; i < begin + each; i += 256)
		s += in[i];
	s = cg::reduce(warp, s, cg::plus<u64>());
	if (warp.thread_rank() == 0)
		part[threadIdx.x / 32] = s;
	block.sync();
	if (threadIdx.x == 0) {
		for (int k = 1; k < 8; k++)
			s += part[k];
		total[blockIdx.x] = s;
	}
	grid.sync();
	u64 before = 0;
	for (int k = 0; k < blockIdx.x; k++)
		before += total[k];
	for (int i = begin + threadIdx.x; i < begin + each; i += 256) {
		u64 v = in[i], run = cg::inclusive_scan(warp, v, cg::plus<u64>());
		block.sync();
		if (warp.thread_rank() == 31)
			part[threadIdx.x / 32] = run;
		block.sync();
		u64 all = 0;
		for (int k = 0; k < 8; k++) {
			if (k < threadIdx.x / 32)
				run += part[k];
			all += part[k];
		}
		out[i] = before + run;
		before += all;
	}
}
struct matrix {
	std::vector<int> from, col, val;
};
static matrix sparse(int n, int w, const std::function<int(int)> &len, unsigned seed)
{ // len(r) elements in row r, w wide, by column
	matrix m;
	for (int r = 0; r < n; r++) {
		m.from.push_back(m.col.size());
		int l = len(r), c = -1;
		for (int k = 0; k < l; k++) {
			c += 1 + mix(seed + m.col.size()) % (w / l);
			m.col.push_back(c);
			m.val.push_back(1 + mix(seed * 7 + m.col.size()) % 9);
		}
	}
	m.from.push_back(m.col.size());
	return m;
}
struct on_device {
	int *from, *col, *val;
	double *dval;
	on_device(const matrix &m) : from(upload(m.from)), col(upload(m.col)), val(upload(m.val))
	{
		dval = upload(std::vector<double>(m.val.begin(), m.val.end()));
	}
};
void rows()
{
	const int N = 24576, F = 4096;
	matrix a = sparse(N, N, [](int r) { return 2 + mix(r) % 12 + (mix(r) % 64 == 0) * 150 + (mix(r) % 2048 == 0) * 3000; }, 1);
	int m = a.col.size();
	std::vector<double> x(N), y(N), yt(N);
	for (int i = 0; i < N; i++)
		x[i] = 1 + mix(i) % 7;
	for (int r = 0; r < N; r++)
		for (int k = a.from[r]; k < a.from[r + 1]; k++) {
			y[r] += a.val[k] * x[a.col[k]];
			yt[a.col[k]] += a.val[k] * x[r];
		}
	on_device d(a);
	double *dx = upload(x), *dy = dev<double>(N), *outv = dev<double>(m);
	int *count = dev<int>(N), *place = dev<int>(N + 1), *next = dev<int>(N), *out = dev<int>(1 << 20), *out2 = dev<int>(1 << 20);
	std::vector<int> by(N), len(N), diag, jcol;
	std::vector<double> jval;
	for (int i = 0; i < N; i++)
		by[i] = i;
	auto length = [&](int r) { return a.from[r + 1] - a.from[r]; };
	std::stable_sort(by.begin(), by.end(), [&](int p, int q) { return length(p) > length(q); });
	for (int i = 0; i < N; i++)
		len[i] = length(by[i]);
	for (int k = 0; k < len[0]; k++) {
		diag.push_back(jcol.size());
		for (int i = 0; i < N && len[i] > k; i++) {
			jcol.push_back(a.col[a.from[by[i]] + k]);
			jval.push_back(a.val[a.from[by[i]] + k]);
		}
	}
	int *jby = upload(by), *jlen = upload(len), *jdiag = upload(diag), *jc = upload(jcol);
	double *jv = upload(jval);
	auto zero = [&] { CHECK(cudaMemset(dy, 0, N * 8)); };
	job<double>("jagged.rows_by_thread", [&] { csr_double<<<N / 128, 128>>>(d.from, d.col, d.dval, dx, dy, N); }, dy, N, same(y));
	job<double>("jagged.diagonals", [&] { jagged_diagonals<<<N / 128, 128>>>(jby, jlen, jdiag, jc, jv, dx, dy, N); }, dy, N, same(y));
	job<double>("jagged.merge_path", [&] { csr_merge_path<7><<<(N + m + 7 * 192 - 1) / (7 * 192), 192>>>(d.from, d.col, d.dval, dx, dy, N, m); },
		dy, N, same(y), zero);
	job<double>("jagged.pushed", [&] { csr_push<<<N / 32, 256>>>(d.from, d.col, d.dval, dx, dy, N); }, dy, N, same(yt), zero);
	std::vector<int> starts(N + 1);
	for (int c : a.col)
		starts[c + 1]++;
	for (int i = 0; i < N; i++)
		starts[i + 1] += starts[i];
	job<int>(
		"flip.count_scan_fill",
		[&] {
			cudaMemsetAsync(count, 0, N * 4);
			count_columns<<<264, 256>>>(d.col, count, m);
			scan_in_one_block<<<1, 1024>>>(count, place, next, N);
			fill_columns<<<N / 64, 64>>>(d.from, d.col, d.dval, next, out, outv, N);
		},
		place, N + 1, [&](const std::vector<int> &v) {
			std::vector<int> d = down(out, m);
			u64 s = std::accumulate(d.begin(), d.end(), 0ull);
			for (int r = 0; r < N; r++)
				s -= (u64)r * length(r);
			return v == starts && !s;
		});
	matrix b = sparse(N, N, [](int r) { return 4 + mix(r + 99) % 24; }, 5), c = sparse(N, N, [](int r) { return 4 + mix(r + 77) % 24; }, 9);
	std::vector<int> both;
	for (int r = 0; r < N; r++) {
		std::map<int, int> row;
		for (const matrix *p : { &b, &c })
			for (int k = p->from[r]; k < p->from[r + 1]; k++)
				row[p->col[k]] += p->val[k];
		for (auto e : row)
			both.push_back(e.second);
	}
	on_device db(b), dc(c);
	job<int>(
		"added.count_scan_fill",
		[&] {
			add_rows<true><<<N / 96, 96>>>(db.from, db.col, db.val, dc.from, dc.col, dc.val, count, nullptr, nullptr, nullptr, N);
			scan_in_one_block<<<1, 1024>>>(count, place, nullptr, N);
			add_rows<false><<<N / 96, 96>>>(db.from, db.col, db.val, dc.from, dc.col, dc.val, nullptr, place, out, out2, N);
		},
		out2, both.size(), same(both));
	std::vector<float> full(1536 * 512), packed;
	for (size_t i = 0; i < full.size(); i++)
		if (mix(i) % 8 == 0)
			packed.push_back(full[i] = 1 + mix(i) % 1000);
	float *df = upload(full), *dp = dev<float>(full.size());
	job<float>(
		"dense_to.rows",
		[&] {
			nonzeros_warp<<<192, 256>>>(df, count, 1536, 512);
			scan_in_one_block<<<1, 512>>>(count, place, nullptr, 1536);
			fill_warp<<<192, 256>>>(df, place, out, dp, 1536, 512);
		},
		dp, packed.size(), same(packed));
	job<float>(
		"dense_to.row_a_thread",
		[&] {
			nonzeros_thread<<<24, 64>>>(df, count, 512);
			scan_in_one_block<<<1, 512>>>(count, place, nullptr, 1536);
			fill_thread<<<24, 64>>>(df, place, out, dp, 512);
		},
		dp, packed.size(), same(packed));
	// row r needs up to 5 of those before it
	matrix l;
	std::vector<int> rhs(F), sol(F), level(F);
	l.from.assign(1, 0);
	for (int r = 0; r < F; r++) {
		for (int k = 0; k < 5 && r; k++) {
			l.col.push_back(mix(r * 8 + k) % r);
			l.val.push_back(mix(r * 9 + k) % 3 - 1);
		}
		l.from.push_back(l.col.size());
		sol[r] = rhs[r] = r % 50;
		for (int k = l.from[r]; k < l.from[r + 1]; k++) {
			sol[r] -= l.val[k] * sol[l.col[k]];
			level[r] = std::max(level[r], level[l.col[k]] + 1);
		}
	}
	int levels = *std::max_element(level.begin(), level.end()) + 1;
	std::vector<int> order(F), first(levels + 1);
	for (int r = 0; r < F; r++)
		order[r] = r, first[level[r] + 1]++;
	std::stable_sort(order.begin(), order.end(), [&](int p, int q) { return level[p] < level[q]; });
	for (int k = 0; k < levels; k++)
		first[k + 1] += first[k];
	on_device dl(l);
	int *drow = upload(order), *drhs = upload(rhs);
	job<int>(
		"forward.levels",
		[&] {
			for (int k = 0, w; k < levels; k++)
				w = first[k + 1] - first[k], forward_level<<<(w + 127) / 128, 128>>>(drow + first[k], dl.from, dl.col, dl.val, drhs, out, w);
		},
		out, F, same(sol));
	job<int>("forward.flags", [&] { forward_flags<<<F / 8, 256>>>(dl.from, dl.col, dl.val, drhs, out, out2, F); }, out, F, same(sol),
		[&] { CHECK(cudaMemset(out2, 0, F * 4)); });
	const int M = 400000, K = 20000;
	std::vector<int> key(M), val(M), seen;
	std::vector<u64> sum(K), many(132 * 2048), run(many.size());
	for (int i = 0; i < M; i++) {
		key[i] = (u64)i * i / M * K / M;
		val[i] = mix(i) % 100000;
		sum[key[i]] += val[i];
		if (!i || key[i] != key[i - 1])
			seen.push_back(key[i]);
	}
	int *dkey = upload(key), *dval = upload(val);
	u64 *dsum = dev<u64>(K), *drun = dev<u64>(many.size()), *dtotal = dev<u64>(132);
	auto none = [&] { CHECK(cudaMemset(dsum, 0, K * 8)); };
	job<u64>("segments.an_atomic_each", [&] { segments_atomic<<<264, 256>>>(dkey, dval, dsum, M); }, dsum, K, same(sum), none);
	job<u64>("segments.stretches", [&] { segments_runs<16><<<M / 16 / 128 + 1, 128>>>(dkey, dval, dsum, M); }, dsum, K, same(sum), none);
	job<u64>("segments.along_lanes", [&] { segments_warp<<<M / 512 + 1, 512>>>(dkey, dval, dsum, M); }, dsum, K, same(sum), none);
	auto sorted = [&](std::vector<int> v) {
		std::sort(v.begin(), v.end());
		return v == seen;
	};
	job<int>("different.by_ballot", [&] { different_ballot<<<M / 256 + 1, 256>>>(dkey, out, count, M); }, out, seen.size(), sorted,
		[&] { CHECK(cudaMemset(count, 0, 4)); });
	for (size_t i = 0; i < many.size(); i++) {
		many[i] = (u64)mix(i) << 8;
		run[i] = many[i] + (i ? run[i - 1] : 0);
	}
	u64 *dmany = upload(many);
	job<u64>(
		"prefix.one_launch_of_all",
		[&] {
			int n = many.size();
			void *arg[] = { &dmany, &drun, &dtotal, &n };
			CHECK(cudaLaunchCooperativeKernel((void *)prefix_grid, dim3(132), dim3(256), arg, 0, nullptr));
		},
		drun, run.size(), same(run));
}
