// blind13e: a fresh set of kernels that nobody had modelled when they were written. Exercises of a first course.
#include "blind7.h"
#include <string>

__global__ void row_least(const int *a, int *least, int rows, int cols)
{ // the least number of each row, a row a thread
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= rows)
		return;
	int v = a[r * cols];
	for (int c = 1; c < cols; c++)
		v = min(v, a[r * cols + c]);
	least[r] = v;
}
__global__ void column_most(const int *a, int *most, int rows, int cols)
{ // the largest of each column, a column a thread
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= cols)
		return;
	int v = a[c];
	for (int r = 1; r < rows; r++)
		v = max(v, a[r * cols + c]);
	most[c] = v;
}
__global__ void saddle_bounds(const int *a, int *least, int *most, int rows, int cols)
{ // both in one pass: 32 by 32 tiles, rows by warp reductions, columns in shared memory, then atomics
	__shared__ int col[32];
	int x = blockIdx.x * 32 + threadIdx.x, y0 = blockIdx.y * 32, high = -2147483647;
	if (threadIdx.y == 0)
		col[threadIdx.x] = high;
	__syncthreads();
	for (int y = y0 + threadIdx.y; y < min(y0 + 32, rows); y += blockDim.y) {
		int v = x < cols ? a[y * cols + x] : 2147483647, low = __reduce_min_sync(~0u, v);
		if (x < cols)
			high = max(high, v);
		if (threadIdx.x == 0)
			atomicMin(&least[y], low);
	}
	atomicMax(&col[threadIdx.x], high);
	__syncthreads();
	if (threadIdx.y == 0 && x < cols)
		atomicMax(&most[x], col[threadIdx.x]);
}
__host__ __device__ int turns_before(int x, int y, int w, int h)
{ // the place of a cell on the way round and round to the middle
	int ring = x;
	ring = ring < y ? ring : y;
	ring = ring < w - 1 - x ? ring : w - 1 - x;
	ring = ring < h - 1 - y ? ring : h - 1 - y;
	int before = w * h - (w - 2 * ring) * (h - 2 * ring), iw = w - 2 * ring, ih = h - 2 * ring;
	x -= ring, y -= ring;
	if (y == 0)
		return before + x;
	if (x == iw - 1)
		return before + iw - 1 + y;
	if (y == ih - 1)
		return before + iw + ih - 2 + iw - 1 - x;
	return before + 2 * iw + ih - 3 + ih - 1 - y;
}
__global__ void spiral(const int *in, int *out, int w, int h)
{ // a matrix read in a spiral: each cell finds its own place
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h)
		out[turns_before(x, y, w, h)] = in[y * w + x];
}
const int LETTERS = 8;
__global__ void sort_letters(const char *word, char *key, int n)
{ // the letters of a word in order, in a local array, a word a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	char c[LETTERS];
	for (int k = 0; k < LETTERS; k++) {
		char v = word[i * LETTERS + k];
		int j = k;
		for (; j > 0 && c[j - 1] > v; j--)
			c[j] = c[j - 1];
		c[j] = v;
	}
	for (int k = 0; k < LETTERS; k++)
		key[i * LETTERS + k] = c[k];
}
__global__ void same_letters(const char *key, int *out, int n)
{ // how many words have the same letters: each key against all, letter by letter until one differs
	int i = blockIdx.x * blockDim.x + threadIdx.x, count = 0;
	if (i >= n)
		return;
	for (int j = 0; j < n; j++) {
		int k = 0;
		while (k < LETTERS && key[i * LETTERS + k] == key[j * LETTERS + k])
			k++;
		count += k == LETTERS;
	}
	out[i] = count;
}
__constant__ unsigned letter_prime[26];
__global__ void letter_products(const uint2 *word, u64 *key, int n)
{ // a prime for each letter, their product for a word
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	uint2 v = word[i];
	u64 p = 1;
	for (int k = 0; k < 4; k++) {
		p *= letter_prime[(v.x >> 8 * k & 255) - 'a'];
		p *= letter_prime[(v.y >> 8 * k & 255) - 'a'];
	}
	key[i] = p;
}
__global__ void same_products(const u64 *key, int *out, int n)
{ // the same count from products: tiles of keys in shared memory, slices of the grid add up by atomics
	__shared__ u64 tile[160];
	int i = blockIdx.x * 160 + threadIdx.x, j0 = blockIdx.y * 320, count = 0;
	u64 own = i < n ? key[i] : 0;
	for (int part = 0; part < 2; part++, j0 += 160) {
		tile[threadIdx.x] = j0 + threadIdx.x < n ? key[j0 + threadIdx.x] : 1;
		__syncthreads();
#pragma unroll 8
		for (int k = 0; k < 160; k++)
			count += tile[k] == own;
		__syncthreads();
	}
	if (i < n && count)
		atomicAdd(&out[i], count);
}
__global__ void puddles_pointers(const int *height, int *out, int n, int streets)
{ // how much rain a street of houses holds: two pointers walk from both ends, a street a thread
	int s = blockIdx.x * blockDim.x + threadIdx.x;
	if (s >= streets)
		return;
	const int *h = height + s * n;
	int l = 0, r = n - 1, left = 0, right = 0, sum = 0;
	while (l < r) {
		if (h[l] < h[r]) {
			left = max(left, h[l]);
			sum += left - h[l++];
		} else {
			right = max(right, h[r]);
			sum += right - h[r--];
		}
	}
	out[s] = sum;
}
__global__ void puddles_block(const int4 *height, int *out)
{ // the same, a street a block of 240 threads, four houses each: running maxima from both sides, then a sum
	__shared__ int from_left[240], from_right[240], total;
	int t = threadIdx.x;
	int4 h = height[blockIdx.x * 240 + t];
	int most = max(max(h.x, h.y), max(h.z, h.w));
	from_left[t] = from_right[t] = most;
	if (t == 0)
		total = 0;
	__syncthreads();
	for (int d = 1; d < 240; d *= 2) {
		int a = t >= d ? from_left[t - d] : 0, b = t + d < 240 ? from_right[t + d] : 0;
		__syncthreads();
		from_left[t] = max(from_left[t], a);
		from_right[t] = max(from_right[t], b);
		__syncthreads();
	}
	int l[4], r[4], v[4] = { h.x, h.y, h.z, h.w }, a = t ? from_left[t - 1] : 0, sum = 0;
	int b = t < 239 ? from_right[t + 1] : 0;
#pragma unroll
	for (int k = 0; k < 4; k++) {
		l[k] = a = max(a, v[k]);
		r[3 - k] = b = max(b, v[3 - k]);
	}
#pragma unroll
	for (int k = 0; k < 4; k++)
		sum += min(l[k], r[k]) - v[k];
	sum = __reduce_add_sync(__activemask(), sum);
	if (t % 32 == 0)
		atomicAdd(&total, sum);
	__syncthreads();
	if (t == 0)
		out[blockIdx.x] = total;
}
__host__ __device__ int digit_squares(int v)
{
	int sum = 0;
	for (; v; v /= 10)
		sum += v % 10 * (v % 10);
	return sum;
}
__host__ __device__ int joyful(int v)
{ // after how many sums of squared digits a number comes to one; 0: never
	int steps = 1;
	while (v != 1 && v != 4) {
		v = digit_squares(v);
		steps++;
	}
	return v == 1 ? steps : 0;
}
__global__ void happy_loop(byte *out, int n)
{ // a number a thread: lanes leave at different times
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = joyful(i + 1);
}
__global__ void happy_table(byte *out, int n)
{ // the same: a block first makes a table of all sums there can be, then each number needs one look
	__shared__ byte table[500];
	for (int k = 1 + threadIdx.x; k < 500; k += blockDim.x)
		table[k] = joyful(k);
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		int later = table[digit_squares(i + 1)];
		out[i] = i == 0 ? 1 : later ? later + 1 : 0;
	}
}
__global__ void chain_diagonal_step(const int *size, int *cost, int n, int len)
{ // the cheapest order to multiply matrices: one diagonal of the table a launch, an entry a warp
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, j = i + len;
	if (j >= n)
		return;
	int best = 2147483647;
	for (int k = i + lane; k < j; k += 32)
		best = min(best, cost[i * n + k] + cost[(k + 1) * n + j] + size[i] * size[k + 1] * size[j + 1]);
	best = __reduce_min_sync(~0u, best);
	if (lane == 0)
		cost[i * n + j] = best;
}
__global__ void chain_block(const int *size, int *cost, int n)
{ // the same by one block, the table in shared memory, an entry a thread, a barrier between diagonals
	extern __shared__ int table[];
	int *side = table + n * n, i = threadIdx.x;
	table[i * n + i] = 0;
	side[i] = size[i];
	if (i == 0)
		side[n] = size[n];
	__syncthreads();
	for (int len = 1; len < n; len++) {
		int j = i + len;
		if (j < n) {
			int best = 2147483647, ends = side[i] * side[j + 1];
			for (int k = i; k < j; k++)
				best = min(best, table[i * n + k] + table[(k + 1) * n + j] + ends * side[k + 1]);
			table[i * n + j] = best;
		}
		__syncthreads();
	}
	for (int j = i; j < n; j++)
		cost[i * n + j] = table[i * n + j];
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	const int R = 730, C = 910;
	std::vector<int> a(R * C), bound(R + C, 2147483647);
	for (int i = 0; i < R * C; i++)
		a[i] = (int)(w[i] % 2000001) - 1000000;
	for (int c = 0; c < C; c++)
		bound[R + c] = -2147483647;
	std::vector<int> none = bound;
	for (int i = 0; i < R * C; i++) {
		bound[i / C] = std::min(bound[i / C], a[i]);
		bound[R + i % C] = std::max(bound[R + i % C], a[i]);
	}
	int *da = upload(a), *o = dev<int>(1 << 20), *dnone = upload(none);
	job<int>(
		"saddle.line_a_thread",
		[&] {
			row_least<<<(R + 63) / 64, 64>>>(da, o, R, C);
			column_most<<<(C + 63) / 64, 64>>>(da, o + R, R, C);
		},
		o, R + C, same(bound));
	job<int>(
		"saddle.tiles_and_atomics",
		[&] { saddle_bounds<<<dim3((C + 31) / 32, (R + 31) / 32), dim3(32, 8)>>>(da, o, o + R, R, C); }, o,
		R + C, same(bound), [&] { CHECK(cudaMemcpy(o, dnone, 4 * (R + C), cudaMemcpyDeviceToDevice)); });
	std::vector<int> round(R * C);
	int x = 0, y = 0, dx = 1, dy = 0;
	std::vector<byte> been(R * C);
	for (int k = 0; k < R * C; k++) { // walk, and turn right where one has been
		round[k] = a[y * C + x];
		been[y * C + x] = 1;
		int nx = x + dx, ny = y + dy;
		if (nx < 0 || ny < 0 || nx >= C || ny >= R || been[ny * C + nx]) {
			std::swap(dx, dy);
			dx = -dx;
			nx = x + dx, ny = y + dy;
		}
		x = nx, y = ny;
	}
	job<int>(
		"spiral.cell_finds_place",
		[&] { spiral<<<dim3((C + 31) / 32, (R + 3) / 4), dim3(32, 4)>>>(da, o, C, R); }, o, R * C, same(round));
	const int N = 2000;
	std::vector<char> word(N * LETTERS);
	std::vector<std::string> sorted(N);
	std::vector<int> alike(N);
	for (int i = 0; i < N; i++) {
		for (int k = 0; k < LETTERS; k++)
			word[i * LETTERS + k] = "aaeinorst"[w[i * LETTERS + k] % (k < 5 ? 3 : 9)];
		sorted[i].assign(&word[i * LETTERS], LETTERS);
		std::sort(sorted[i].begin(), sorted[i].end());
	}
	for (int i = 0; i < N; i++)
		alike[i] = std::count(sorted.begin(), sorted.end(), sorted[i]);
	unsigned primes[26], many = 0;
	for (unsigned p = 2; many < 26; p++) {
		bool is = true;
		for (unsigned q = 2; q < p; q++)
			is &= p % q != 0;
		if (is)
			primes[many++] = p;
	}
	CHECK(cudaMemcpyToSymbol(letter_prime, primes, sizeof primes));
	char *dw = upload(word), *key = dev<char>(N * LETTERS);
	u64 *product = dev<u64>(N);
	job<int>(
		"anagrams.sorted_letters",
		[&] {
			sort_letters<<<(N + 63) / 64, 64>>>(dw, key, N);
			same_letters<<<(N + 63) / 64, 64>>>(key, o, N);
		},
		o, N, same(alike));
	job<int>(
		"anagrams.prime_products",
		[&] {
			letter_products<<<(N + 127) / 128, 128>>>((uint2 *)dw, product, N);
			same_products<<<dim3((N + 159) / 160, (N + 319) / 320), 160>>>(product, o, N);
		},
		o, N, same(alike), [&] { CHECK(cudaMemset(o, 0, 4 * N)); });
	const int HOUSES = 960, STREETS = 190;
	std::vector<int> height(HOUSES * STREETS), rain(STREETS);
	for (int i = 0; i < HOUSES * STREETS; i++)
		height[i] = 1 + w[i] % 40 + (i % HOUSES / 50 % 3) * 20;
	for (int s = 0; s < STREETS; s++) {
		const int *h = &height[s * HOUSES];
		std::vector<int> right(HOUSES + 1);
		for (int k = HOUSES - 1; k >= 0; k--)
			right[k] = std::max(right[k + 1], h[k]);
		for (int k = 0, left = 0; k < HOUSES; k++) {
			left = std::max(left, h[k]);
			rain[s] += std::min(left, right[k]) - h[k];
		}
	}
	int *dh = upload(height);
	job<int>(
		"puddles.two_pointers", [&] { puddles_pointers<<<(STREETS + 31) / 32, 32>>>(dh, o, HOUSES, STREETS); },
		o, STREETS, same(rain));
	job<int>(
		"puddles.street_a_block", [&] { puddles_block<<<STREETS, 240>>>((int4 *)dh, o); }, o, STREETS,
		same(rain));
	const int H = 150000;
	std::vector<byte> happy(H);
	for (int i = 0; i < H; i++)
		happy[i] = joyful(i + 1);
	byte *db = dev<byte>(H);
	job<byte>(
		"happy_numbers.thread_loop", [&] { happy_loop<<<(H + 191) / 192, 192>>>(db, H); }, db, H, same(happy));
	job<byte>(
		"happy_numbers.shared_table", [&] { happy_table<<<132, 256>>>(db, H); }, db, H, same(happy));
	const int M = 90;
	std::vector<int> size(M + 1), cost(M * M);
	for (int i = 0; i <= M; i++)
		size[i] = 5 + w[i + 31] % 60;
	for (int len = 1; len < M; len++)
		for (int i = 0; i + len < M; i++) {
			int j = i + len, &best = cost[i * M + j] = 2147483647;
			for (int k = i; k < j; k++)
				best = std::min(best,
					cost[i * M + k] + cost[(k + 1) * M + j] + size[i] * size[k + 1] * size[j + 1]);
		}
	int *dsize = upload(size), *dcost = dev<int>(M * M);
	job<int>(
		"matrix_chain.launch_a_diagonal",
		[&] {
			for (int len = 1; len < M; len++)
				chain_diagonal_step<<<(M - len + 3) / 4, 128>>>(dsize, dcost, M, len);
		},
		dcost, M * M, same(cost), [&] { CHECK(cudaMemset(dcost, 0, 4 * M * M)); });
	job<int>(
		"matrix_chain.one_block", [&] { chain_block<<<1, M, (M * M + M + 1) * 4>>>(dsize, dcost, M); }, dcost,
		M * M, same(cost), [&] { CHECK(cudaMemset(dcost, 0, 4 * M * M)); });
}
