// blind4f: a fourth set of kernels that nobody had modelled when they were written. Graphs, transforms, tables, uneven
// work.
#include "probe.h"
typedef unsigned char byte;
typedef unsigned long long u64;
const int INF = 1 << 29;
__constant__ int coin[8];

// ---- graphs: start[v] .. start[v + 1] are the places of v's neighbours
__global__ void bfs_all(const int *start, const int *to, int *level, int now, int n)
{ // everybody looks whether it is his turn
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n || level[v] != now)
		return;
	for (int k = start[v]; k < start[v + 1]; k++)
		atomicCAS(&level[to[k]], INF, now + 1);
}
__global__ void bfs_warp(const int *start, const int *to, int *level, int now, int n)
{ // a warp a vertex
	int v = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	if (v >= n || level[v] != now)
		return;
	for (int k = start[v] + threadIdx.x % 32; k < start[v + 1]; k += 32)
		atomicCAS(&level[to[k]], INF, now + 1);
}
__global__ void bfs_bottom_up(const int *start, const int *to, const int *level, int *next, int now, int n)
{ // who has no level looks for a neighbour that has
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n)
		return;
	int mine = level[v];
	if (mine == INF)
		for (int k = start[v]; k < start[v + 1]; k++)
			if (level[to[k]] == now) {
				mine = now + 1;
				break;
			}
	next[v] = mine;
}
__global__ void bfs_frontier(
	const int *start, const int *to, int *level, const int *queue, int many, int *next, int *count, int now)
{ // a block a vertex of the queue
	int v = queue[blockIdx.x];
	for (int k = start[v] + threadIdx.x; k < start[v + 1]; k += blockDim.x) {
		int u = to[k];
		if (atomicCAS(&level[u], INF, now + 1) == INF)
			next[atomicAdd(count, 1)] = u;
	}
}
__global__ void paths_edges(const int2 *edge, const int *weight, const int *in, int *out, int edges)
{ // an edge a thread
	for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < edges; e += gridDim.x * blockDim.x) {
		int2 p = edge[e];
		int d = in[p.x];
		if (d < INF)
			atomicMin(&out[p.y], d + weight[e]);
	}
}
__global__ void paths_pull(const int *start, const int *from, const int *weight, const int *in, int *out, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n)
		return;
	int best = in[v];
	for (int k = start[v]; k < start[v + 1]; k++)
		best = min(best, in[from[k]] + weight[k]);
	out[v] = best;
}
__global__ void rank_push(const int *start, const int *to, const float *in, float *out, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n)
		return;
	int many = start[v + 1] - start[v];
	float share = 0.85f * in[v] / max(many, 1);
	for (int k = start[v]; k < start[v + 1]; k++)
		atomicAdd(&out[to[k]], share);
}
__global__ void rank_pull(const int *start, const int *from, const float *share, float *out, int n)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n)
		return;
	float sum = 0;
	for (int k = start[v]; k < start[v + 1]; k++)
		sum += share[from[k]];
	out[v] = 0.15f / n + 0.85f * sum;
}
__global__ void rank_pull_warp(const int *start, const int *from, const float *share, float *out, int n)
{
	int v = blockIdx.x * blockDim.y + threadIdx.y;
	if (v >= n)
		return;
	float sum = 0;
	for (int k = start[v] + threadIdx.x; k < start[v + 1]; k += 32)
		sum += share[from[k]];
	for (int d = 16; d > 0; d /= 2)
		sum += __shfl_down_sync(~0u, sum, d);
	if (threadIdx.x == 0)
		out[v] = 0.15f / n + 0.85f * sum;
}
__global__ void independent_round(
	const int *start, const int *to, const unsigned *chance, const byte *state, byte *next, int n)
{ // who has the highest number among his neighbours is in
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n)
		return;
	byte mine = state[v] & 1;
	if (mine == 0) {
		bool highest = true;
		for (int k = start[v]; k < start[v + 1] && highest; k++)
			if ((state[to[k]] & 1) == 0 && to[k] != v && chance[to[k]] >= chance[v])
				highest = false;
		if (highest)
			mine = 2;
	}
	next[v] = mine;
}
__global__ void common_neighbours(const int *start, const int *to, int *out, int n)
{ // of a vertex and the next one: two sorted lists
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n - 1)
		return;
	int a = start[v], b = start[v + 1], ea = b, eb = start[v + 2], same = 0;
	while (a < ea && b < eb) {
		int x = to[a], y = to[b];
		same += x == y;
		a += x <= y;
		b += y <= x;
	}
	out[v] = same;
}
// ---- transforms
__global__ void fft_stage(const float2 *in, float2 *out, int half, int n)
{ // one stage of Stockham's for the whole array
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n / 2)
		return;
	int k = i & half - 1;
	float s, c;
	sincospif(-(float)k / half, &s, &c);
	float2 a = in[i], b = in[i + n / 2];
	float2 w = make_float2(b.x * c - b.y * s, b.x * s + b.y * c);
	int at = 2 * (i - k) + k;
	out[at] = make_float2(a.x + w.x, a.y + w.y);
	out[at + half] = make_float2(a.x - w.x, a.y - w.y);
}
__global__ void fft_256(const float2 *in, float2 *out)
{ // a transform of 256 a block, 64 threads, four values each
	__shared__ float2 s[2][256];
	int t = threadIdx.x, now = 0;
	for (int k = 0; k < 4; k++)
		s[0][t + 64 * k] = in[blockIdx.x * 256 + t + 64 * k];
	for (int quarter = 1; quarter < 256; quarter *= 4) {
		__syncthreads();
		int k = t & quarter - 1, at = 4 * (t - k) + k;
		float2 v[4];
		v[0] = s[now][t];
		for (int j = 1; j < 4; j++) {
			float a, b;
			__sincosf(-6.2831853f * j * k / (4 * quarter), &a, &b);
			float2 u = s[now][t + 64 * j];
			v[j] = make_float2(u.x * b - u.y * a, u.x * a + u.y * b);
		}
		float2 p = make_float2(v[0].x + v[2].x, v[0].y + v[2].y),
		       q = make_float2(v[0].x - v[2].x, v[0].y - v[2].y);
		float2 r = make_float2(v[1].x + v[3].x, v[1].y + v[3].y),
		       w = make_float2(v[1].y - v[3].y, v[3].x - v[1].x);
		now = 1 - now;
		s[now][at] = make_float2(p.x + r.x, p.y + r.y);
		s[now][at + quarter] = make_float2(q.x + w.x, q.y + w.y);
		s[now][at + 2 * quarter] = make_float2(p.x - r.x, p.y - r.y);
		s[now][at + 3 * quarter] = make_float2(q.x - w.x, q.y - w.y);
	}
	__syncthreads();
	for (int k = 0; k < 4; k++)
		out[blockIdx.x * 256 + t + 64 * k] = s[now][t + 64 * k];
}
__global__ void walsh_shared(const float *in, float *out)
{ // sums and differences, 512 values a block
	__shared__ float s[512];
	int t = threadIdx.x;
	s[t] = in[blockIdx.x * 512 + t];
	s[t + 256] = in[blockIdx.x * 512 + t + 256];
	for (int d = 1; d < 512; d *= 2) {
		__syncthreads();
		int i = 2 * (t & ~(d - 1)) + (t & d - 1);
		float a = s[i], b = s[i + d];
		s[i] = a + b;
		s[i + d] = a - b;
	}
	__syncthreads();
	out[blockIdx.x * 512 + t] = s[t];
	out[blockIdx.x * 512 + t + 256] = s[t + 256];
}
__global__ void walsh_warp(const float *in, float *out)
{ // the same by a warp: sixteen values a lane
	int lane = threadIdx.x % 32, base = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 512;
	float v[16];
#pragma unroll
	for (int k = 0; k < 16; k++)
		v[k] = in[base + k * 32 + lane];
#pragma unroll
	for (int d = 1; d < 32; d *= 2)
#pragma unroll
		for (int k = 0; k < 16; k++) {
			float o = __shfl_xor_sync(~0u, v[k], d);
			v[k] = lane & d ? o - v[k] : v[k] + o;
		}
#pragma unroll
	for (int d = 1; d < 16; d *= 2)
#pragma unroll
		for (int k = 0; k < 16; k++)
			if (!(k & d)) {
				float a = v[k], b = v[k + d];
				v[k] = a + b;
				v[k + d] = a - b;
			}
#pragma unroll
	for (int k = 0; k < 16; k++)
		out[base + k * 32 + lane] = v[k];
}
// ---- tables that are filled step by step
__global__ void coins_block(u64 *ways, int most)
{ // a block, eight coins, the sums in strides of the coin
	for (int s = threadIdx.x; s <= most; s += blockDim.x)
		ways[s] = s == 0;
	__syncthreads();
	for (int c = 0; c < 8; c++) {
		int v = coin[c];
		for (int r = threadIdx.x; r < v; r += blockDim.x)
			for (int s = r + v; s <= most; s += v)
				ways[s] += ways[s - v];
		__syncthreads();
	}
}
__global__ void seam_rows(const byte *cost, int *out, int w, int h)
{ // the cheapest way down, all rows in one block
	extern __shared__ int line[];
	int t = threadIdx.x, *a = line, *b = line + w;
	for (int x = t; x < w; x += blockDim.x)
		a[x] = cost[x];
	__syncthreads();
	for (int y = 1; y < h; y++) {
		for (int x = t; x < w; x += blockDim.x)
			b[x] = cost[y * w + x] + min(a[x], min(a[max(x - 1, 0)], a[min(x + 1, w - 1)]));
		__syncthreads();
		int *swap = a;
		a = b;
		b = swap;
	}
	for (int x = t; x < w; x += blockDim.x)
		out[x] = a[x];
}
__global__ void warp_paths(const float *a, const float *b, float *out, int n)
{ // two series against each other, a pair a thread, two lines in memory
	int i = blockIdx.x * blockDim.x + threadIdx.x, many = gridDim.x * blockDim.x;
	float *line = out + many;
	for (int k = 0; k < n; k++)
		line[k * many + i] = 1e30f;
	float last = 0;
	for (int p = 0; p < n; p++) {
		float corner = p ? 1e30f : 0, left = 1e30f, x = a[p * many + i];
		for (int q = 0; q < n; q++) {
			float up = line[q * many + i], d = x - b[q * many + i];
			left = d * d + fminf(corner, fminf(up, left));
			corner = up;
			line[q * many + i] = left;
		}
		last = left;
	}
	out[i] = last;
}
// ---- uneven work
__global__ void one_long_block(float *out, int most)
{ // the first block works as long as all the others together
	int i = blockIdx.x * blockDim.x + threadIdx.x, rounds = blockIdx.x == 0 ? most : most / 64;
	float v = i;
	for (int k = 0; k < rounds; k++)
		v = v * 0.999f + 0.5f;
	out[i] = v;
}
__global__ void one_long_lane(float *out, int most)
{ // one lane of each warp works
	int i = blockIdx.x * blockDim.x + threadIdx.x, rounds = threadIdx.x % 32 == 5 ? most : 4;
	float v = i;
	for (int k = 0; k < rounds; k++)
		v = __sinf(v) + 1.5f;
	out[i] = v;
}
__global__ void lists_thread(const int *start, const float *x, float *out, int n)
{ // the squares of lists of very different length
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float s = 0;
	for (int k = start[i]; k < start[i + 1]; k++)
		s += sqrtf(x[k]);
	out[i] = s;
}
__global__ void lists_search(const int *start, const float *x, float *out, int n, int all)
{ // a value a thread, the list is looked up
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= all)
		return;
	int low = 0, high = n;
	while (high - low > 1) {
		int mid = (low + high) / 2;
		if (start[mid] <= i)
			low = mid;
		else
			high = mid;
	}
	atomicAdd(&out[low], sqrtf(x[i]));
}
__global__ void eight_ways(const byte *kind, float *x, int n)
{ // each lane may want another formula
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float v = x[i] + 0.1f;
	switch (kind[i] & 7) {
	case 0: v = sinf(v); break;
	case 1: v = expf(v) - 1; break;
	case 2: v = logf(v); break;
	case 3: v = sqrtf(v) / 3; break;
	case 4: v = powf(v, 1.7f); break;
	case 5: v = atan2f(v, 2); break;
	case 6: v = v * v * v; break;
	default: v = 1 / (1 + v);
	}
	x[i] = fabsf(v);
}
__global__ void chase(const int *next, int *out, int steps)
{ // each thread follows its own chain
	int i = blockIdx.x * blockDim.x + threadIdx.x, at = i;
	for (int k = 0; k < steps; k++)
		at = next[at];
	out[i] = at;
}
__global__ void tickets(const unsigned *work, unsigned *counter, unsigned *out, int n)
{ // blocks take pieces of work, the pieces differ
	__shared__ int mine;
	unsigned sum = 0;
	while (true) {
		__syncthreads();
		if (threadIdx.x == 0)
			mine = atomicAdd(counter, 1);
		__syncthreads();
		if (mine >= n)
			break;
		for (unsigned k = threadIdx.x; k < (work[mine] & 4095); k += blockDim.x)
			sum += work[k] * 3 ^ mine;
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
__global__ void sudden_end(const float *x, int *where, int n, float limit)
{ // the first value over a limit: nobody goes on behind it
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		if (i > atomicAdd(where, 0))
			break;
		if (x[i] > limit)
			atomicMin(where, i);
	}
}

void rows()
{
	const int M = 1 << 20, V = 32768;
	std::vector<unsigned> w = words(4 * M);
	std::vector<float> f = fractions(w);
	std::vector<int> start(V + 2), to, weight, level(V, INF), far(V, INF), queue, list(V / 2 + 1), chain(M);
	std::vector<int2> edge;
	for (int v = 0; v < V; v++) { // a few have hundreds of neighbours
		start[v] = (int)to.size();
		int many = w[v] % 100 == 0 ? 300 : w[v] % 10 == 0 ? 40 : 1 + w[v] % 8;
		for (int k = 0; k < many; k++)
			to.push_back((int)(w[V + to.size()] % V));
		std::sort(to.begin() + start[v], to.end());
		for (int k = start[v]; k < (int)to.size(); k++)
			edge.push_back(make_int2(v, to[k]));
	}
	start[V] = start[V + 1] = (int)to.size();
	for (size_t k = 0; k < to.size(); k++)
		weight.push_back(1 + w[k] % 30);
	for (int v = 0; v < V; v++)
		if (w[v + M] % 8 == 0) {
			level[v] = 2;
			far[v] = w[v] % 100;
			queue.push_back(v);
		}
	for (int i = 0; i < V / 2; i++)
		list[i + 1] = list[i] + (w[i] % 64 ? w[i] % 20 : w[i] % 2000);
	for (int i = 0; i < M; i++)
		chain[i] = (i * 5 + 12345) % M;
	int coins[8] = { 1, 2, 5, 10, 20, 50, 100, 200 };
	CHECK(cudaMemcpyToSymbol(coin, coins, sizeof coins));
	int *st = upload(start), *ne = upload(to), *we = upload(weight), *le = upload(level), *fa = upload(far);
	int *qu = upload(queue), *li = upload(list), *ch = upload(chain), *out = dev<int>(4 * M), *zero = dev<int>(M);
	int2 *ed = upload(edge);
	unsigned *u = upload(w);
	float *x = upload(f), *fo = (float *)out;
	byte *b = (byte *)u;
	const int E = (int)edge.size(), Q = (int)queue.size(), L = list[V / 2];
	auto clear = [&] { CHECK(cudaMemset(zero, 0, M * sizeof(int))); };
	auto levels = [&] {
		clear();
		CHECK(cudaMemcpy(out, le, V * sizeof(int), cudaMemcpyDeviceToDevice));
	};
	auto distances = [&] { CHECK(cudaMemcpy(out, fa, V * sizeof(int), cudaMemcpyDeviceToDevice)); };
	auto values = [&] { CHECK(cudaMemcpy(out, x, 16 * M, cudaMemcpyDeviceToDevice)); };
	auto large = [&] { CHECK(cudaMemset(zero, 0x7f, 4)); };

	row(
		"bfs.all", [&] { bfs_all<<<V / 128, 128>>>(st, ne, out, 2, V); }, levels);
	row(
		"bfs.warp", [&] { bfs_warp<<<V / 8, 256>>>(st, ne, out, 2, V); }, levels);
	row(
		"bfs.frontier", [&] { bfs_frontier<<<Q, 64>>>(st, ne, out, qu, Q, zero + 1, zero, 2); }, levels);
	row("bfs.bottom_up", [&] { bfs_bottom_up<<<V / 128, 128>>>(st, ne, le, out, 2, V); });
	row(
		"paths.edges", [&] { paths_edges<<<264, 256>>>(ed, we, fa, out, E); }, distances);
	row("paths.pull", [&] { paths_pull<<<V / 256, 256>>>(st, ne, we, fa, out, V); });
	row(
		"rank.push", [&] { rank_push<<<V / 256, 256>>>(st, ne, x, (float *)zero, V); }, clear);
	row("rank.pull", [&] { rank_pull<<<V / 256, 256>>>(st, ne, x, fo, V); });
	row("rank.pull_warp", [&] { rank_pull_warp<<<V / 4, dim3(32, 4)>>>(st, ne, x, fo, V); });
	row("independent_round", [&] { independent_round<<<V / 128, 128>>>(st, ne, u, b, (byte *)out, V); });
	row("common_neighbours", [&] { common_neighbours<<<V / 64, 64>>>(st, ne, out, V); });
	row("fft_stage.1", [&] { fft_stage<<<2048, 256>>>((float2 *)x, (float2 *)out, 1, M); });
	row("fft_stage.4096", [&] { fft_stage<<<2048, 256>>>((float2 *)x, (float2 *)out, 4096, M); });
	row("fft_256", [&] { fft_256<<<2048, 64>>>((float2 *)x, (float2 *)out); });
	row("walsh.shared", [&] { walsh_shared<<<4096, 256>>>(x, fo); });
	row("walsh.warp", [&] { walsh_warp<<<1024, 128>>>(x, fo); });
	row("coins_block", [&] { coins_block<<<1, 256>>>((u64 *)out, 3000); });
	row("seam_rows", [&] { seam_rows<<<1, 1024, 8192>>>(b, out, 1024, 60); });
	row("warp_paths", [&] { warp_paths<<<64, 64>>>(x, x + M, fo, 40); });
	row("one_long_block", [&] { one_long_block<<<264, 128>>>(fo, 6000); });
	row("one_long_lane", [&] { one_long_lane<<<132, 256>>>(fo, 200); });
	row("lists.thread", [&] { lists_thread<<<V / 2 / 128, 128>>>(li, x, fo, V / 2); });
	row(
		"lists.search", [&] { lists_search<<<(L + 255) / 256, 256>>>(li, x, (float *)zero, V / 2, L); }, clear);
	row(
		"eight_ways", [&] { eight_ways<<<1024, 256>>>(b, fo, M / 4); }, values);
	row("chase", [&] { chase<<<66, 64>>>(ch, out, 40); });
	row(
		"tickets", [&] { tickets<<<132, 128>>>(u, (unsigned *)zero, (unsigned *)out, 1000); }, clear);
	row(
		"sudden_end", [&] { sudden_end<<<132, 128>>>(x, zero, M, 0.99999f); }, large);
}
