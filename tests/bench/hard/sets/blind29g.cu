// blind29g: a fresh set of kernels that nobody had modelled when they were written. Sparse and odd access, copies
// ahead.
#include "blind7.h"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__global__ void mail_gather(const float *in, const int *from, float *out, int n)
{ // four letters a thread, each from anywhere
	for (int i = blockIdx.x * blockDim.x + threadIdx.x, k = 0; k < 4; k++, i += gridDim.x * blockDim.x)
		if (i < n)
			out[i] = in[from[i]];
}
__global__ void mail_scatter(const float *in, const int *to, float *out, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x, k = 0; k < 4; k++, i += gridDim.x * blockDim.x)
		if (i < n)
			out[to[i]] = in[i];
}
__global__ void mail_triples(const float3 *in, const int *from, float3 *out, int n)
{ // three floats from anywhere
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		float3 v = in[from[i]];
		out[i] = make_float3(v.z, v.x, v.y);
	}
}
__global__ void every_so_many(const byte *v, unsigned *out, int n, int step, int each)
{ // bytes with large gaps; neighbouring threads are neighbours in the gaps' rhythm
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned s = 0;
	for (int k = 0; k < each; k++)
		s = s * 3 + v[(size_t)i * step + k * (step / each)];
	out[i] = s;
}
struct Parcel {
	int id;
	short width, height;
	float weight;
	byte mark[7];
}; // 20 bytes
__global__ void parcels_direct(const Parcel *p, Parcel *out, int n)
{ // structs of twenty bytes, a thread each
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	Parcel q = p[i];
	q.id ^= q.width * q.height;
	q.weight *= 2;
	for (int k = 0; k < 7; k++)
		q.mark[k] += q.mark[(k + 3) % 7] & 15;
	short w = q.width;
	q.width = q.height, q.height = w;
	out[i] = q;
}
__global__ void parcels_staged(const Parcel *p, Parcel *out, int n)
{ // the same, brought to shared memory and back as words
	__shared__ Parcel own[128];
	int base = blockIdx.x * 128, words = min(128, n - base) * 5;
	for (int k = threadIdx.x; k < words; k += 128)
		((int *)own)[k] = ((const int *)(p + base))[k];
	__syncthreads();
	if (base + threadIdx.x < n) {
		Parcel &q = own[threadIdx.x];
		q.id ^= q.width * q.height;
		q.weight *= 2;
		for (int k = 0; k < 7; k++)
			q.mark[k] += q.mark[(k + 3) % 7] & 15;
		short w = q.width;
		q.width = q.height, q.height = w;
	}
	__syncthreads();
	for (int k = threadIdx.x; k < words; k += 128)
		((int *)(out + base))[k] = ((int *)own)[k];
}
__global__ void ragged_rows(const float *v, float *out, int rows, int width)
{ // a warp a row; rows do not begin at round addresses
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (r >= rows)
		return;
	float most = -1;
	for (int x = lane; x < width; x += 32)
		most = fmaxf(most, v[(size_t)r * width + x]);
	for (int d = 16; d; d /= 2)
		most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
	for (int x = lane; x < width; x += 32)
		out[(size_t)r * width + x] = v[(size_t)r * width + x] - most;
}
__global__ void own_row(const int *v, int *out, int rows, int width)
{ // a thread walks along a row of its own: neighbours are a row apart
	int r = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
	if (r >= rows)
		return;
	for (int x = 0; x < width; x++)
		s = s * 7 + v[r * width + x];
	out[r] = s;
}
__global__ void treasure(const int *next, int *out, int n, int jumps)
{ // from hint to hint
	int i = blockIdx.x * blockDim.x + threadIdx.x, at = i * 97 % n;
	for (int k = 0; k < jumps; k++)
		at = next[at];
	out[i] = at;
}
struct Entry {
	unsigned key, value;
	int next;
}; // 12 bytes
__global__ void look_up(const int *head, const Entry *e, const unsigned *ask, unsigned *out, int n, int buckets)
{ // chains of entries of twelve bytes
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned k = ask[i];
	int at = head[k * 2654435761u % buckets];
	while (at >= 0 && e[at].key != k)
		at = e[at].next;
	out[i] = at < 0 ? ~0u : e[at].value;
}
struct Fork {
	int key;
	int child[2];
};
__global__ void wild_tree(const Fork *f, const int *ask, int *out, int n)
{ // a search tree as it grew, not balanced: where does the search end and how deep
	int i = blockIdx.x * blockDim.x + threadIdx.x, at = 0, last = 0, deep = 0;
	if (i >= n)
		return;
	int q = ask[i];
	while (at >= 0) {
		last = at;
		at = f[at].child[q >= f[at].key];
		deep++;
	}
	out[i] = last * 64 + deep;
}
template <int Bytes> __global__ void belt(const int *in, int *out, int tiles)
{ // tiles of 1024 words arrive by asynchronous copies of 16, 8 or 4 bytes, three on the way
	__shared__ __align__(16) int tile[4][1024];
	const int W = Bytes / 4;
	int t = threadIdx.x, s = 0;
	auto fetch = [&](int k) {
		if (k < tiles)
			for (int at = t * W; at < 1024; at += 128 * W)
				__pipeline_memcpy_async(
					&tile[k % 4][at], &in[(blockIdx.x * tiles + k) * 1024 + at], Bytes);
		__pipeline_commit();
	};
	for (int k = 0; k < 3; k++)
		fetch(k);
	for (int k = 0; k < tiles; k++) {
		fetch(k + 3);
		__pipeline_wait_prior(3);
		__syncthreads();
		for (int j = 0; j < 8; j++)
			s = s * 3 + tile[k % 4][(t * 5 + j * 128) & 1023];
		__syncthreads();
	}
	out[blockIdx.x * 128 + t] = s;
}
__global__ void belt_group(const int *in, int *out, int tiles)
{ // the same by a group's memcpy_async, two tiles in turn
	__shared__ __align__(16) int tile[2][1024];
	cg::thread_block all = cg::this_thread_block();
	int t = threadIdx.x, s = 0;
	const int *from = in + (size_t)blockIdx.x * tiles * 1024;
	cg::memcpy_async(all, tile[0], from, cuda::aligned_size_t<16>(4096));
	for (int k = 0; k < tiles; k++) {
		if (k + 1 < tiles) {
			cg::memcpy_async(all, tile[(k + 1) & 1], from + (k + 1) * 1024, cuda::aligned_size_t<16>(4096));
			cg::wait_prior<1>(all);
		} else
			cg::wait(all);
		for (int j = 0; j < 8; j++)
			s = s * 3 + tile[k & 1][(t * 5 + j * 128) & 1023];
		all.sync();
	}
	out[blockIdx.x * 128 + t] = s;
}
__global__ void belt_registers(const int *in, int *out, int tiles)
{ // the same: the next tile waits in registers
	__shared__ int tile[1024];
	int t = threadIdx.x, s = 0, own[8];
	const int *from = in + (size_t)blockIdx.x * tiles * 1024;
	for (int j = 0; j < 8; j++)
		own[j] = from[t + j * 128];
	for (int k = 0; k < tiles; k++) {
		for (int j = 0; j < 8; j++)
			tile[t + j * 128] = own[j];
		__syncthreads();
		if (k + 1 < tiles)
			for (int j = 0; j < 8; j++)
				own[j] = from[(k + 1) * 1024 + t + j * 128];
		for (int j = 0; j < 8; j++)
			s = s * 3 + tile[(t * 5 + j * 128) & 1023];
		__syncthreads();
	}
	out[blockIdx.x * 128 + t] = s;
}
__global__ void pitched(const byte *in, size_t pitch, byte *out, int w, int h)
{ // rows of memory with a pitch: the edge strength of bytes
	int x = blockIdx.x * 48 + threadIdx.x, y = blockIdx.y * 6 + threadIdx.y;
	if (x >= w || y >= h)
		return;
	const byte *r = in + y * pitch, *u = in + max(y - 1, 0) * pitch, *d = in + min(y + 1, h - 1) * pitch;
	int l = max(x - 1, 0), e = min(x + 1, w - 1);
	int gx = u[e] - u[l] + 2 * (r[e] - r[l]) + d[e] - d[l], gy = d[l] + 2 * d[x] + d[e] - u[l] - 2 * u[x] - u[e];
	out[y * w + x] = min(abs(gx) + abs(gy), 255);
}
static void mail(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int N = 600000, M = 200000;
	std::vector<int> perm(N);
	for (int i = 0; i < N; i++)
		perm[i] = i;
	for (int i = N - 1; i > 0; i--)
		std::swap(perm[i], perm[w[i] % (i + 1)]);
	std::vector<float> in(f.begin(), f.begin() + N), got(N), put(N), triple(3 * M);
	std::vector<int> from(M);
	for (int i = 0; i < N; i++)
		got[i] = in[perm[i]], put[perm[i]] = in[i];
	for (int i = 0; i < M; i++) {
		from[i] = w[i + 3] % M;
		for (int k = 0; k < 3; k++)
			triple[3 * i + k] = in[from[i] * 3 + (k + 2) % 3];
	}
	float *di = upload(in), *o = dev<float>(N);
	int *dp = upload(perm), *df = upload(from);
	job<float>(
		"mail_round.gather", [&] { mail_gather<<<up(N, 1024), 256>>>(di, dp, o, N); }, o, N, same(got));
	job<float>(
		"mail_round.scatter", [&] { mail_scatter<<<up(N, 1024), 256>>>(di, dp, o, N); }, o, N, same(put));
	job<float>(
		"mail_round.three_floats", [&] { mail_triples<<<up(M, 192), 192>>>((float3 *)di, df, (float3 *)o, M); },
		o, 3 * M, same(triple));
}
static void odd(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int N = 30000, STEP = 304, E = 16;
	std::vector<byte> v((size_t)N * STEP);
	std::vector<unsigned> want(N);
	for (size_t i = 0; i < v.size(); i += 19)
		v[i] = w[i % 1000003] % 251;
	for (int i = 0; i < N; i++)
		for (int k = 0; k < E; k++)
			want[i] = want[i] * 3 + v[(size_t)i * STEP + k * (STEP / E)];
	byte *dv = upload(v);
	unsigned *o = dev<unsigned>(N);
	job<unsigned>(
		"every_nineteenth_byte.stretch_a_thread",
		[&] { every_so_many<<<up(N, 256), 256>>>(dv, o, N, STEP, E); }, o, N, same(want));
	const int M = 150001;
	std::vector<Parcel> p(M), q(M);
	for (int i = 0; i < M; i++) {
		p[i] = Parcel();
		memset(&p[i], 0, sizeof(Parcel));
		p[i].id = w[i], p[i].width = w[i + 1] % 300, p[i].height = w[i + 2] % 300, p[i].weight = f[i];
		for (int k = 0; k < 7; k++)
			p[i].mark[k] = w[i + k] >> 9;
		q[i] = p[i];
		q[i].id ^= q[i].width * q[i].height;
		q[i].weight *= 2;
		for (int k = 0; k < 7; k++)
			q[i].mark[k] += q[i].mark[(k + 3) % 7] & 15;
		std::swap(q[i].width, q[i].height);
	}
	auto right = [=](const std::vector<Parcel> &r) {
		for (int i = 0; i < M; i++)
			if (r[i].id != q[i].id || r[i].width != q[i].width || r[i].height != q[i].height ||
				r[i].weight != q[i].weight || memcmp(r[i].mark, q[i].mark, 7))
				return false;
		return true;
	};
	Parcel *dp = upload(p), *op = dev<Parcel>(M);
	job<Parcel>(
		"twenty_byte_parcels.direct", [&] { parcels_direct<<<up(M, 128), 128>>>(dp, op, M); }, op, M, right);
	job<Parcel>(
		"twenty_byte_parcels.staged", [&] { parcels_staged<<<up(M, 128), 128>>>(dp, op, M); }, op, M, right);
	const int R = 3000, W = 333;
	std::vector<float> in(f.begin(), f.begin() + R * W), less(R * W);
	for (int r = 0; r < R; r++) {
		float most = *std::max_element(in.begin() + r * W, in.begin() + r * W + W);
		for (int x = 0; x < W; x++)
			less[r * W + x] = in[r * W + x] - most;
	}
	float *di = upload(in), *ol = dev<float>(R * W);
	job<float>(
		"rows_of_333.row_a_warp", [&] { ragged_rows<<<up(R, 5), 160>>>(di, ol, R, W); }, ol, R * W, same(less));
	const int T = 6000, L = 160;
	std::vector<int> row(w.begin(), w.begin() + T * L), sum(T);
	for (int r = 0; r < T; r++) {
		unsigned s = 0;
		for (int x = 0; x < L; x++)
			s = s * 7 + row[r * L + x];
		sum[r] = s;
	}
	int *dr = upload(row), *os = dev<int>(T);
	job<int>(
		"each_walks_its_row.neighbours_far", [&] { own_row<<<up(T, 64), 64>>>(dr, os, T, L); }, os, T,
		same(sum));
}
static void chases(const std::vector<unsigned> &w)
{
	const int N = 400000;
	std::vector<int> perm(N), next(N);
	for (int i = 0; i < N; i++)
		perm[i] = i;
	for (int i = N - 1; i > 0; i--)
		std::swap(perm[i], perm[w[i] % (i + 1)]);
	for (int i = 0; i < N; i++)
		next[perm[i]] = perm[(i + 1) % N];
	int *dn = upload(next), *o = dev<int>(132 * 256);
	for (int block : { 1, 256 }) {
		int threads = 132 * block, jumps = block == 1 ? 400 : 60;
		std::vector<int> want(threads);
		for (int i = 0; i < threads; i++) {
			int at = i * 97 % N;
			for (int k = 0; k < jumps; k++)
				at = next[at];
			want[i] = at;
		}
		job<int>(
			block == 1 ? "treasure_hunt.lone_threads" : "treasure_hunt.crowd",
			[&] { treasure<<<132, block>>>(dn, o, N, jumps); }, o, threads, same(want));
	}
	const int E = 100000, B = 30011, Q = 80000;
	std::vector<int> head(B, -1), key(E), ask(Q), end(40000);
	std::vector<Entry> e(E);
	for (int i = 0; i < E; i++) {
		unsigned k = i * 5 + 3;
		int b = k * 2654435761u % B;
		e[i] = { k, w[i], head[b] };
		head[b] = i;
	}
	std::vector<unsigned> who(Q), value(Q);
	for (int i = 0; i < Q; i++) {
		unsigned j = w[i + 9] % E;
		who[i] = j * 5 + (w[i] % 8 == 0 ? 4 : 3);
		value[i] = w[i] % 8 == 0 ? ~0u : w[j];
	}
	int *dh = upload(head);
	Entry *de = upload(e);
	unsigned *dw = upload(who), *ov = dev<unsigned>(Q);
	job<unsigned>(
		"buckets_with_chains.ask", [&] { look_up<<<up(Q, 128), 128>>>(dh, de, dw, ov, Q, B); }, ov, Q,
		same(value));
	const int F = 30000, A = 40000;
	std::vector<Fork> f;
	for (int i = 0; i < F; i++) {
		int k = w[i] % 1000000;
		f.push_back({ k, { -1, -1 } });
		for (int at = 0; i;) {
			int &c = f[at].child[k >= f[at].key];
			if (c < 0) {
				c = i;
				break;
			}
			at = c;
		}
	}
	for (int i = 0; i < A; i++) {
		ask[i] = w[i + 5] % 1000000;
		int at = 0, last = 0, deep = 0;
		for (; at >= 0; deep++)
			last = at, at = f[at].child[ask[i] >= f[at].key];
		end[i] = last * 64 + deep;
	}
	Fork *df = upload(f);
	int *da = upload(ask), *oe = dev<int>(A);
	job<int>(
		"tree_as_it_grew.search", [&] { wild_tree<<<up(A, 96), 96>>>(df, da, oe, A); }, oe, A, same(end));
}
static void belts(const std::vector<unsigned> &w)
{
	const int B = 66, K = 12;
	std::vector<int> in(w.begin(), w.begin() + B * K * 1024), want(B * 128);
	for (int i = 0; i < B * 128; i++) {
		unsigned s = 0;
		for (int k = 0; k < K; k++)
			for (int j = 0; j < 8; j++)
				s = s * 3 + in[(i / 128 * K + k) * 1024 + ((i % 128 * 5 + j * 128) & 1023)];
		want[i] = s;
	}
	int *di = upload(in), *o = dev<int>(B * 128);
	job<int>(
		"belt_of_tiles.copies_of_16_bytes", [&] { belt<16><<<B, 128>>>(di, o, K); }, o, B * 128, same(want));
	job<int>(
		"belt_of_tiles.copies_of_8_bytes", [&] { belt<8><<<B, 128>>>(di, o, K); }, o, B * 128, same(want));
	job<int>(
		"belt_of_tiles.copies_of_4_bytes", [&] { belt<4><<<B, 128>>>(di, o, K); }, o, B * 128, same(want));
	job<int>(
		"belt_of_tiles.group_copies", [&] { belt_group<<<B, 128>>>(di, o, K); }, o, B * 128, same(want));
	job<int>(
		"belt_of_tiles.next_in_registers", [&] { belt_registers<<<B, 128>>>(di, o, K); }, o, B * 128,
		same(want));
	const int W = 701, H = 400;
	std::vector<byte> v(W * H), edge(W * H);
	for (int i = 0; i < W * H; i++)
		v[i] = w[i] & 63;
	for (int y = 0; y < H; y++)
		for (int x = 0; x < W; x++) {
			auto at = [&](int dx, int dy) {
				return (int)v[std::min(std::max(y + dy, 0), H - 1) * W +
					std::min(std::max(x + dx, 0), W - 1)];
			};
			int gx = at(1, -1) - at(-1, -1) + 2 * (at(1, 0) - at(-1, 0)) + at(1, 1) - at(-1, 1);
			int gy = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1);
			edge[y * W + x] = std::min(abs(gx) + abs(gy), 255);
		}
	byte *p, *oe = dev<byte>(W * H);
	size_t pitch;
	CHECK(cudaMallocPitch(&p, &pitch, W, H));
	CHECK(cudaMemcpy2D(p, pitch, v.data(), W, W, H, cudaMemcpyHostToDevice));
	job<byte>(
		"edges_of_bytes.pitched_rows",
		[&] { pitched<<<dim3(up(W, 48), up(H, 6)), dim3(48, 6)>>>(p, pitch, oe, W, H); }, oe, W * H,
		same(edge));
}
void rows()
{
	std::vector<unsigned> w = words(1100000);
	std::vector<float> f = fractions(w);
	mail(w, f);
	odd(w, f);
	chases(w);
	belts(w);
}
