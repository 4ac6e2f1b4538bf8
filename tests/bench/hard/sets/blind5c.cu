// blind5c: a fifth set of kernels that nobody had modelled when they were written. Work without a regular form: sparse
// matrices, graphs, texts, decoders, tables of keys, trees, dynamic programs, automata, queues.
#include "probe.h"
typedef unsigned char byte;
typedef unsigned long long u64;

// ---- a sparse matrix times a vector
__global__ void sliced(const int *start, const int *col, const float *val, const float *x, float *y)
{ // slices of 32 rows, each as wide as its longest row; a warp a slice
	int row = blockIdx.x * blockDim.x + threadIdx.x, s = row / 32, lane = row % 32;
	float sum = 0;
	for (int k = start[s] + lane; k < start[s + 1]; k += 32)
		sum += val[k] * x[col[k]];
	y[row] = sum;
}
__global__ void even_part(const int *col, const float *val, const float *x, float *y, int n)
{ // eight entries of each row, column by column
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;
	for (int k = 0; k < 8; k++)
		sum += val[k * n + row] * x[col[k * n + row]];
	y[row] = sum;
}
__global__ void tail_part(const int *row, const int *col, const float *val, const float *x, float *y, int entries)
{ // what the rows have more
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < entries)
		atomicAdd(&y[row[i]], val[i] * x[col[i]]);
}
__global__ void triples_in_warps(
	const int *row, const int *col, const float *val, const float *x, float *y, int entries)
{ // triples in the order of rows: lanes of one row add up first
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, r = i < entries ? row[i] : -1;
	float s = i < entries ? val[i] * x[col[i]] : 0;
	for (int d = 1; d < 32; d *= 2) {
		float u = __shfl_down_sync(~0u, s, d);
		int other = __shfl_down_sync(~0u, r, d);
		if (lane + d < 32 && other == r)
			s += u;
	}
	int before = __shfl_up_sync(~0u, r, 1);
	if (r >= 0 && (lane == 0 || before != r))
		atomicAdd(&y[r], s);
}
__global__ void by_columns(const int *start, const int *row, const float *val, const float *x, float *y, int n)
{ // the matrix is kept by columns: a thread a column, scattered
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	float v = x[c];
	for (int k = start[c]; k < start[c + 1]; k++)
		atomicAdd(&y[row[k]], val[k] * v);
}
__global__ void many_vectors(const int *start, const int *col, const float *val, const float *x, float *y)
{ // a warp a row, 32 vectors at once
	int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	float sum = 0;
	for (int k = start[row]; k < start[row + 1]; k++)
		sum += val[k] * x[col[k] * 32 + lane];
	y[row * 32 + lane] = sum;
}

// ---- graphs
__global__ void cheapest_edge(const int2 *edge, const unsigned *weight, const int *part, u64 *best, int edges)
{ // of each part of the forest the cheapest edge that leaves it
	int e = blockIdx.x * blockDim.x + threadIdx.x;
	if (e >= edges)
		return;
	int p = part[edge[e].x], q = part[edge[e].y];
	if (p == q)
		return;
	u64 key = (u64)weight[e] << 32 | e;
	atomicMin(&best[p], key);
	atomicMin(&best[q], key);
}
__global__ void peel(const int *start, const int *to, const byte *alive, int *degree, byte *next, int k, int n)
{ // those with fewer than k neighbours go, and their neighbours lose one
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n)
		return;
	bool goes = alive[v] && start[v + 1] - start[v] < k;
	next[v] = alive[v] && !goes;
	if (goes)
		for (int e = start[v]; e < start[v + 1]; e++)
			atomicSub(&degree[to[e]], 1);
}
__global__ void jump_all(const int *next, int *rank, int n)
{ // all steps in one block's shared memory
	__shared__ int to[1024], r[1024];
	int t = threadIdx.x;
	to[t] = next[blockIdx.x * 1024 + t];
	r[t] = to[t] != t;
	for (int d = 1; d < n; d *= 2) {
		__syncthreads();
		int j = to[t], a = r[j], b = to[j];
		__syncthreads();
		r[t] += a;
		to[t] = b;
	}
	rank[blockIdx.x * 1024 + t] = r[t];
}

// ---- texts
template <bool SHARED> __global__ void automaton(const byte *next, const unsigned *text, int *hits, int words)
{ // 256 states, four letters, a thread its own piece of 16 letters a word
	__shared__ byte s[1024];
	if (SHARED) {
		for (int k = threadIdx.x; k < 1024; k += blockDim.x)
			s[k] = next[k];
		__syncthreads();
	}
	int i = blockIdx.x * blockDim.x + threadIdx.x, state = 0, found = 0;
	for (int k = 0; k < words; k++) {
		unsigned w = text[k * gridDim.x * blockDim.x + i];
		for (int j = 0; j < 16; j++, w >>= 2) {
			state = (SHARED ? s : next)[state * 4 + (w & 3)];
			found += state < 8;
		}
	}
	hits[i] = found;
}
__global__ void rolling_hash(const byte *text, const unsigned *wanted, int *hits, int each)
{ // a window of 16 letters rolls over a thread's piece
	int i = (blockIdx.x * blockDim.x + threadIdx.x) * each, found = 0;
	unsigned h = 0, w = wanted[0];
	for (int k = 0; k < 16; k++)
		h = h * 257 + text[i + k];
	for (int k = 0; k < each; k++) {
		found += (h & 1023) == (w & 1023);
		h = (h - text[i + k] * 813174785u) * 257 + text[i + k + 16];
	}
	hits[blockIdx.x * blockDim.x + threadIdx.x] = found;
}
__global__ void edit_bits(const unsigned *pattern, const uint4 *text, int *distance)
{ // edit distance of 32 letters and 64, a column of the table in two words
	__shared__ unsigned eq[4][128];
	int i = blockIdx.x * 128 + threadIdx.x, t = threadIdx.x, score = 32;
	for (int c = 0; c < 4; c++)
		eq[c][t] = 0;
	for (int k = 0; k < 32; k++)
		eq[pattern[i * 2 + k / 16] >> k % 16 * 2 & 3][t] |= 1u << k;
	unsigned up = ~0u, down = 0;
	uint4 q = text[i];
	unsigned words[4] = { q.x, q.y, q.z, q.w };
	for (int k = 0; k < 4; k++)
		for (int j = 0; j < 16; j++) {
			unsigned e = eq[words[k] >> j * 2 & 3][t], v = e | down, h = (((e & up) + up) ^ up) | e;
			unsigned p = down | ~(h | up), m = up & h;
			score += (int)(p >> 31) - (int)(m >> 31);
			p = p << 1 | 1;
			m <<= 1;
			up = m | ~(v | p);
			down = p & v;
		}
	distance[i] = score;
}

// ---- decoders
__global__ void huffman_walk(const int *tree, const unsigned *bits, byte *out, int each)
{ // down the tree, a bit a step; a thread has its own stream
	int i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x, at = 0, node = 0;
	for (int k = 0; k < each;) {
		int bit = bits[i * 16 + at / 32] >> (31 - at % 32) & 1;
		at++;
		node = tree[node * 2 + bit];
		if (node < 0) {
			out[k++ * all + i] = ~node;
			node = 0;
		}
	}
}
__global__ void huffman_table(const unsigned short *table, const unsigned *bits, byte *out, int each)
{ // eight bits look up a symbol and its length
	__shared__ unsigned short s[256];
	for (int k = threadIdx.x; k < 256; k += blockDim.x)
		s[k] = table[k];
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x, have = 64, next = 2;
	u64 window = (u64)bits[i * 16] << 32 | bits[i * 16 + 1];
	for (int k = 0; k < each; k++) {
		int e = s[window >> 56];
		out[k * all + i] = e >> 4;
		window <<= e & 15;
		have -= e & 15;
		if (have <= 32 && next < 16) {
			window |= (u64)bits[i * 16 + next++] << (32 - have);
			have += 32;
		}
	}
}
__global__ void runs_search(const int *start, const byte *letter, byte *out, int runs, int n)
{ // each output looks for its run
	int i = blockIdx.x * blockDim.x + threadIdx.x, lo = 0, hi = runs;
	if (i >= n)
		return;
	while (hi - lo > 1) {
		int mid = (lo + hi) / 2;
		if (start[mid] <= i)
			lo = mid;
		else
			hi = mid;
	}
	out[i] = letter[lo];
}
__global__ void runs_thread(const int *start, const byte *letter, byte *out, int runs)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r < runs)
		for (int k = start[r]; k < start[r + 1]; k++)
			out[k] = letter[r];
}
__global__ void runs_warp(const int *start, const byte *letter, byte *out, int runs)
{
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	if (r < runs)
		for (int k = start[r] + threadIdx.x % 32; k < start[r + 1]; k += 32)
			out[k] = letter[r];
}

// ---- tables of keys
__device__ unsigned mix(unsigned x)
{
	x = (x ^ x >> 16) * 0x45d9f3bu;
	x = (x ^ x >> 16) * 0x45d9f3bu;
	return x ^ x >> 16;
}
__global__ void count_keys(const unsigned *key, unsigned *table, unsigned *count, int n, unsigned mask)
{ // 0: nobody here yet
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned k = key[i] % 4096 + 1, at = mix(k) & mask;
	for (;;) {
		unsigned was = atomicCAS(&table[at], 0, k);
		if (was == 0 || was == k)
			break;
		at = (at + 1) & mask;
	}
	atomicAdd(&count[at], 1);
}
__global__ void cuckoo_find(const unsigned *key, const unsigned *table, byte *found, int n, unsigned mask)
{ // two places, in two tables
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned k = key[i];
	found[i] = table[k & mask] == k || table[mask + 1 + (k >> 15 & mask)] == k;
}
__global__ void distinct_sketch(const unsigned *key, unsigned *most, int n)
{ // the longest run of zeros seen in each of 512 classes
	__shared__ unsigned s[512];
	for (int k = threadIdx.x; k < 512; k += blockDim.x)
		s[k] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		unsigned h = mix(key[i]), zeros = __clz(h | 1) + 1, c = h & 511;
		atomicMax(&s[c], zeros);
	}
	__syncthreads();
	for (int k = threadIdx.x; k < 512; k += blockDim.x)
		atomicMax(&most[k], s[k]);
}

// ---- trees
__device__ int alike(const unsigned *key, int n, int i, int j)
{ // how many leading bits two keys share
	if (j < 0 || j >= n)
		return -1;
	return key[i] == key[j] ? 32 + __clz(i ^ j) : __clz(key[i] ^ key[j]);
}
__global__ void build_tree(const unsigned *key, int2 *child, int n)
{ // of keys in order, each inner node by itself
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n - 1)
		return;
	int d = alike(key, n, i, i + 1) > alike(key, n, i, i - 1) ? 1 : -1, least = alike(key, n, i, i - d), most = 2;
	while (alike(key, n, i, i + most * d) > least)
		most *= 2;
	int l = 0;
	for (int t = most / 2; t > 0; t /= 2)
		if (alike(key, n, i, i + (l + t) * d) > least)
			l += t;
	int j = i + l * d, shared = alike(key, n, i, j), s = 0;
	for (int t = (l + 1) / 2;; t = (t + 1) / 2) {
		if (alike(key, n, i, i + (s + t) * d) > shared)
			s += t;
		if (t <= 1)
			break;
	}
	int cut = i + s * d + min(d, 0);
	child[i] = make_int2(min(i, j) == cut ? ~cut : cut, max(i, j) == cut + 1 ? ~(cut + 1) : cut + 1);
}

// ---- dynamic programs
__global__ void align_warp(const byte *a, const byte *b, int *best, int m)
{ // a warp aligns 32 letters with m; the front goes from lane to lane
	int pair = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	int mine = a[pair * 32 + lane] & 3, left = 0, corner = 0, most = 0;
	for (int s = 0; s < m + 31; s++) {
		int up = __shfl_up_sync(~0u, left, 1), j = s - lane;
		if (lane == 0)
			up = 0;
		if (j >= 0 && j < m) {
			int v = max(max(corner + ((b[pair * m + j] & 3) == mine ? 2 : -1), 0), max(up, left) - 1);
			left = v;
			most = max(most, v);
		}
		corner = up;
	}
	most = __reduce_max_sync(~0u, most);
	if (lane == 0)
		best[pair] = most;
}
__global__ void weigh_bits(const byte *weight, unsigned *reach, int items)
{ // which of 1024 sums can be made: a bit each, in the registers of a warp
	int set = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	unsigned bits = lane == 0;
	for (int k = 0; k < items; k++) {
		int w = weight[set * items + k] % 60 + 1, words = w / 32, rest = w % 32;
		unsigned p = __shfl_up_sync(~0u, bits, words), q = __shfl_up_sync(~0u, bits, words + 1);
		p = lane >= words ? p : 0;
		q = lane >= words + 1 ? q : 0;
		bits |= __funnelshift_l(q, p, rest);
	}
	reach[set * 32 + lane] = bits;
}

// ---- automata and a queue
__global__ void rule30(unsigned *out, int steps)
{ // a ring of 1024 cells in a warp
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
	unsigned v = mix(i);
	for (int k = 0; k < steps; k++) {
		unsigned next = __shfl_sync(~0u, v, (lane + 1) % 32), before = __shfl_sync(~0u, v, (lane + 31) % 32);
		v = __funnelshift_l(before, v, 1) ^ (v | __funnelshift_r(v, next, 1));
	}
	out[i] = v;
}
__global__ void ants(unsigned *out, int steps)
{ // an ant on a field of 32x32, a thread each; the field in shared memory, a bit a cell
	__shared__ unsigned field[32][64];
	int t = threadIdx.x, x = 16, y = 16, way = t % 4;
	for (int r = 0; r < 32; r++)
		field[r][t] = t * 0x9e3779b9u;
	for (int k = 0; k < steps; k++) {
		unsigned bit = 1u << x, row = field[y][t];
		way = way + (row & bit ? 1 : 3) & 3;
		field[y][t] = row ^ bit;
		x = x + (way == 1) - (way == 3) & 31;
		y = y + (way == 2) - (way == 0) & 31;
	}
	unsigned sum = 0;
	for (int r = 0; r < 32; r++)
		sum += __popc(field[r][t]);
	out[blockIdx.x * 64 + t] = sum;
}
__global__ void flood(const byte *wall, int *size)
{ // a block fills the room of a 32x32 map from its middle, by a queue in shared memory
	__shared__ int seen[1024], queue[1024], head, tail;
	int t = threadIdx.x;
	for (int k = t; k < 1024; k += 64)
		seen[k] = wall[blockIdx.x * 1024 + k] % 3 == 0;
	__syncthreads();
	if (t == 0) {
		head = 0;
		tail = 1;
		queue[0] = 16 * 32 + 16;
		seen[queue[0]] = 1;
	}
	__syncthreads();
	while (head < tail) {
		int from = head, to = tail;
		__syncthreads();
		for (int k = from + t / 4; k < to; k += 16) {
			int x = queue[k] % 32 + (t % 4 == 0) - (t % 4 == 1),
			    y = queue[k] / 32 + (t % 4 == 2) - (t % 4 == 3);
			if (x >= 0 && y >= 0 && x < 32 && y < 32 && atomicExch(&seen[y * 32 + x], 1) == 0)
				queue[atomicAdd(&tail, 1)] = y * 32 + x;
		}
		if (t == 0)
			head = to;
		__syncthreads();
	}
	if (t == 0)
		size[blockIdx.x] = tail;
}

void rows()
{
	const int M = 1 << 20, N = 32768;
	std::vector<unsigned> w = words(2 * M), order(w.begin(), w.begin() + N);
	std::vector<float> f = fractions(w);
	std::sort(order.begin(), order.end());
	// a matrix: 4 to 11 entries in most rows, 40 in each 64th; slices, an even part and the rest
	std::vector<int> start(1, 0), row_of, slice(1, 0), slice_col(N * 40, 0), even(8 * N, 0), tail_row, tail_col;
	std::vector<float> slice_val(N * 40, 0);
	for (int r = 0; r < N; r++) {
		int many = r % 64 == 5 ? 40 : 4 + w[r] % 8;
		for (int k = 0; k < many; k++) {
			int c = w[start[r] + k] % N;
			row_of.push_back(r);
			if (k < 8)
				even[k * N + r] = c;
			else {
				tail_row.push_back(r);
				tail_col.push_back(c);
			}
		}
		start.push_back(start[r] + many);
	}
	int entries = start[N], eb = (entries + 255) / 256, rest = tail_row.size();
	std::vector<int> col(entries), hop(N), run(1, 0);
	for (int k = 0; k < entries; k++)
		col[k] = w[k] % N;
	for (int s = 0; s < N / 32; s++) {
		int wide = 0;
		for (int r = s * 32; r < s * 32 + 32; r++)
			wide = std::max(wide, start[r + 1] - start[r]);
		for (int r = s * 32; r < s * 32 + 32; r++)
			for (int k = start[r]; k < start[r + 1]; k++) {
				slice_col[slice[s] + (k - start[r]) * 32 + r % 32] = col[k];
				slice_val[slice[s] + (k - start[r]) * 32 + r % 32] = 1;
			}
		slice.push_back(slice[s] + wide * 32);
	}
	for (int i = 0; i < N; i++) {
		hop[i] = i % 1024 == 1023 ? 1023 : i % 1024 + 1;
		run.push_back(run[i] + 1 + (w[i] % 32 ? w[i] >> 8 & 15 : 200));
	}
	// a code of 16 symbols: two of 2, 3, ... 7 bits, four of 8
	std::vector<int> tree(64, 0);
	std::vector<unsigned short> table(256);
	for (int s = 0, code = 0, nodes = 1; s < 16; s++) {
		int length = s < 12 ? 2 + s / 2 : 8, v = 0;
		for (int k = 0; k < 256 >> length; k++)
			table[code + k] = s << 4 | length;
		for (int b = 7; b > 7 - length; b--) {
			int &next = tree[v * 2 + (code >> b & 1)];
			if (b == 8 - length)
				next = ~s;
			else if (!next)
				next = nodes++;
			v = next;
		}
		code += 256 >> length;
	}
	std::vector<unsigned> cuckoo(1 << 16, 0);
	for (int i = 0; i < 20000; i++) {
		unsigned k = w[i];
		for (int turn = 0; turn < 100 && k; turn++)
			std::swap(k, cuckoo[turn % 2 ? 32768 + (k >> 15 & 32767) : k & 32767]);
	}
	int *st = upload(start), *co = upload(col), *ro = upload(row_of), *sl = upload(slice), *sc = upload(slice_col);
	int *ev = upload(even), *tr = upload(tail_row), *tc = upload(tail_col), *ho = upload(hop);
	int *ht = upload(tree), *rs = upload(run), *out = dev<int>(2 * M), *zero = dev<int>(4 * N);
	unsigned short *hu = upload(table);
	float *x = upload(f), *sv = upload(slice_val), *y = (float *)out, *sum = (float *)zero;
	unsigned *raw = upload(w), *sorted = upload(order), *cu = upload(cuckoo), *uz = (unsigned *)zero;
	byte *text = (byte *)raw, *bytes = (byte *)out;
	u64 *best = dev<u64>(N);
	auto clear = [&] { CHECK(cudaMemset(zero, 0, 4 * N * sizeof(int))); };
	auto far = [&] { CHECK(cudaMemset(best, 255, N * sizeof(u64))); };
	row("spmv.sliced", [&] { sliced<<<N / 128, 128>>>(sl, sc, sv, x, y); });
	row("spmv.hybrid", [&] {
		even_part<<<N / 256, 256>>>(ev, x, x, y, N);
		tail_part<<<(rest + 255) / 256, 256>>>(tr, tc, x, x, y, rest);
	});
	row(
		"spmv.triples_warp", [&] { triples_in_warps<<<eb, 256>>>(ro, co, x, x, sum, entries); }, clear);
	row(
		"spmv.by_columns", [&] { by_columns<<<N / 128, 128>>>(st, co, x, x, sum, N); }, clear);
	row("spmv.many_vectors", [&] { many_vectors<<<N / 8, 256>>>(st, co, x, x, y); });
	row(
		"graph.cheapest_edge", [&] { cheapest_edge<<<eb / 2, 256>>>((int2 *)co, raw, ho, best, entries / 2); },
		far);
	row(
		"graph.peel", [&] { peel<<<N / 256, 256>>>(st, co, text, zero, bytes, 7, N); }, clear);
	row("list.jump_block", [&] { jump_all<<<N / 1024, 1024>>>(ho, out, 1024); });
	row("text.automaton", [&] { automaton<false><<<256, 128>>>(text, raw, out, 16); });
	row("text.automaton_shared", [&] { automaton<true><<<256, 128>>>(text, raw, out, 16); });
	row("text.rolling_hash", [&] { rolling_hash<<<128, 128>>>(text, raw, out, 64); });
	row("text.edit_bits", [&] { edit_bits<<<512, 128>>>(raw, (uint4 *)raw, out); });
	row("decode.huffman_walk", [&] { huffman_walk<<<256, 128>>>(ht, raw, bytes, 60); });
	row("decode.huffman_table", [&] { huffman_table<<<256, 128>>>(hu, raw, bytes, 60); });
	row("decode.runs_search", [&] { runs_search<<<(run[N] + 255) / 256, 256>>>(rs, text, bytes, N, run[N]); });
	row("decode.runs_thread", [&] { runs_thread<<<N / 128, 128>>>(rs, text, bytes, N); });
	row("decode.runs_warp", [&] { runs_warp<<<N / 8, 256>>>(rs, text, bytes, N); });
	row(
		"keys.count", [&] { count_keys<<<512, 256>>>(raw, uz + 2 * N, uz + 3 * N, M / 8, 16383); }, clear);
	row("keys.cuckoo_find", [&] { cuckoo_find<<<1024, 256>>>(raw, cu, bytes, M / 4, 32767); });
	row(
		"sketch.distinct", [&] { distinct_sketch<<<132, 256>>>(raw, uz, M / 2); }, clear);
	row("tree.build", [&] { build_tree<<<N / 128, 128>>>(sorted, (int2 *)out, N); });
	row("dp.align_warp", [&] { align_warp<<<512, 128>>>(text, text, out, 96); });
	row("dp.align_warp_long", [&] { align_warp<<<66, 128>>>(text, text, out, 1000); });
	row("dp.weigh_bits", [&] { weigh_bits<<<256, 128>>>(text, (unsigned *)out, 100); });
	row("cells.rule30", [&] { rule30<<<264, 128>>>((unsigned *)out, 500); });
	row("cells.rule30_few", [&] { rule30<<<33, 32>>>((unsigned *)out, 1000); });
	row("cells.ants", [&] { ants<<<256, 64>>>((unsigned *)out, 400); });
	row("queue.flood", [&] { flood<<<528, 64>>>(text, out); });
}
