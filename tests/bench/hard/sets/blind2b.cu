// blind2b: the second half of blind2a.cu: what students choose as their own project. Graphs, simulations, games, learning, text and ciphers, tables of dynamic programming.
#include "probe.h"
typedef unsigned char byte;
typedef unsigned long long u64;

// ---- graphs
__global__ void bfs_queue(const int *start, const int *to, int *level, const int *queue, int count, int *next, int *length, int depth)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count) {
		int v = queue[i];
		for (int e = start[v]; e < start[v + 1]; e++)
			if (atomicCAS(level + to[e], -1, depth) == -1)
				next[atomicAdd(length, 1)] = to[e];
	}
}
__global__ void bellman_ford(const int *from, const int *to, const int *weight, int *distance, int *changed, int edges)
{
	int e = blockIdx.x * blockDim.x + threadIdx.x;
	if (e < edges) {
		int d = distance[from[e]] + weight[e];
		if (d < distance[to[e]]) {
			atomicMin(distance + to[e], d);
			*changed = 1;
		}
	}
}
__global__ void triangles(const int *start, const int *to, int *count, int n)
{ // common neighbours of each edge, lists that are sorted
	int v = blockIdx.x * blockDim.x + threadIdx.x, found = 0;
	if (v >= n)
		return;
	for (int e = start[v]; e < start[v + 1]; e++) {
		int w = to[e], i = start[v], j = start[w];
		while (i < start[v + 1] && j < start[w + 1])
			if (to[i] < to[j])
				i++;
			else if (to[i] > to[j])
				j++;
			else {
				found++;
				i++;
				j++;
			}
	}
	atomicAdd(count, found);
}
__global__ void label_least(const int *start, const int *to, const int *label, int *out, int n)
{ // connected components: the least label among the neighbours
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v < n) {
		int m = label[v];
		for (int e = start[v]; e < start[v + 1]; e++)
			m = min(m, label[to[e]]);
		out[v] = m;
	}
}
__global__ void colour_step(const int *start, const int *to, const unsigned *rank, int *colour, int round, int n)
{ // an independent set by random ranks
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n || colour[v] >= 0)
		return;
	bool most = true;
	for (int e = start[v]; e < start[v + 1] && most; e++)
		if (colour[to[e]] < 0 && rank[to[e]] > rank[v])
			most = false;
	if (most)
		colour[v] = round;
}
__global__ void warshall(byte *reach, int n, int k)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
	if (i < n && j < n && reach[i * n + k] && reach[k * n + j])
		reach[i * n + j] = 1;
}
__global__ void degrees(const int *from, const int *to, int *out, int *in, int edges)
{
	for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < edges; e += gridDim.x * blockDim.x) {
		atomicAdd(out + from[e], 1);
		atomicAdd(in + to[e], 1);
	}
}

// ---- simulations
struct body {
	float x, y, z, vx, vy, vz, mass;
};
__global__ void bodies_struct(const body *in, body *out, int n, float dt)
{ // records of 28 bytes, straight from global memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	body me = in[i];
	float ax = 0, ay = 0, az = 0;
	for (int j = 0; j < n; j++) {
		float dx = in[j].x - me.x, dy = in[j].y - me.y, dz = in[j].z - me.z, r = sqrtf(dx * dx + dy * dy + dz * dz + 1e-3f);
		float f = in[j].mass / (r * r * r);
		ax += f * dx;
		ay += f * dy;
		az += f * dz;
	}
	me.vx += ax * dt;
	me.vy += ay * dt;
	me.vz += az * dt;
	me.x += me.vx * dt;
	me.y += me.vy * dt;
	me.z += me.vz * dt;
	out[i] = me;
}
__global__ void boids(const float2 *place, float2 *speed, int n, float reach)
{ // each looks at all of the others
	int i = blockIdx.x * blockDim.x + threadIdx.x, near = 0;
	float2 me = place[i], c = make_float2(0, 0), a = c;
	for (int j = 0; j < n; j++) {
		float dx = place[j].x - me.x, dy = place[j].y - me.y, d = dx * dx + dy * dy;
		if (j != i && d < reach * reach) {
			near++;
			c.x += place[j].x;
			c.y += place[j].y;
			if (d < reach * reach / 4) {
				a.x -= dx;
				a.y -= dy;
			}
		}
	}
	if (near) {
		speed[i].x += (c.x / near - me.x) * .01f + a.x;
		speed[i].y += (c.y / near - me.y) * .01f + a.y;
	}
}
__global__ void ising(signed char *s, const unsigned *dice, int n, int odd, const float *odds)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if ((x + y) % 2 != odd)
		return;
	int up = (y + n - 1) % n, down = (y + 1) % n, left = (x + n - 1) % n, right = (x + 1) % n;
	int sum = s[up * n + x] + s[down * n + x] + s[y * n + left] + s[y * n + right];
	int e = (s[y * n + x] & 1 ? 2 : -2) * (sum & 3);
	if (e <= 0 || (dice[y * n + x] & 0xffff) / 65536.0f < odds[e & 7])
		s[y * n + x] = -s[y * n + x];
}
__global__ void forest_fire(const byte *in, byte *out, unsigned *seed, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, i = y * w + x;
	if (x >= w || y >= h)
		return;
	unsigned r = seed[i];
	r ^= r << 13;
	r ^= r >> 17;
	r ^= r << 5;
	seed[i] = r;
	byte c = in[i] % 3, now = c;
	if (c == 2)
		now = 0;
	else if (c == 1) {
		bool fire = (x > 0 && in[i - 1] % 3 == 2) || (x + 1 < w && in[i + 1] % 3 == 2) || (y > 0 && in[i - w] % 3 == 2) ||
			    (y + 1 < h && in[i + w] % 3 == 2);
		if (fire || r % 10000 == 0)
			now = 2;
	} else if (r % 100 == 0)
		now = 1;
	out[i] = now;
}
__global__ void lattice(const float *in, float *out, int w, int h)
{ // nine directions of a fluid, collide and stream
	const int cx[9] = { 0, 1, 0, -1, 0, 1, -1, -1, 1 }, cy[9] = { 0, 0, 1, 0, -1, 1, 1, -1, -1 };
	const float weight[9] = { 4 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 36.f, 1 / 36.f, 1 / 36.f, 1 / 36.f };
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, n = w * h;
	float f[9], r = 0, u = 0, v = 0;
	for (int k = 0; k < 9; k++) {
		f[k] = in[k * n + (y - cy[k] + h) % h * w + (x - cx[k] + w) % w];
		r += f[k];
		u += f[k] * cx[k];
		v += f[k] * cy[k];
	}
	u /= r;
	v /= r;
	for (int k = 0; k < 9; k++) {
		float c = cx[k] * u + cy[k] * v;
		out[k * n + y * w + x] = f[k] + 0.6f * (weight[k] * r * (1 + 3 * c + 4.5f * c * c - 1.5f * (u * u + v * v)) - f[k]);
	}
}
__global__ void advect(const float *field, const float *u, const float *v, float *out, int n, float dt)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	float px = fminf(fmaxf(x - dt * u[y * n + x], 0.5f), n - 1.5f), py = fminf(fmaxf(y - dt * v[y * n + x], 0.5f), n - 1.5f);
	int i = (int)px, j = (int)py;
	float s = px - i, t = py - j;
	out[y * n + x] = (1 - t) * ((1 - s) * field[j * n + i] + s * field[j * n + i + 1]) +
			 t * ((1 - s) * field[(j + 1) * n + i] + s * field[(j + 1) * n + i + 1]);
}
__global__ void red_black(float *p, const float *b, int n, int colour)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
	if (x < n - 1 && y < n - 1 && (x + y) % 2 == colour)
		p[y * n + x] = 0.25f * (p[y * n + x - 1] + p[y * n + x + 1] + p[(y - 1) * n + x] + p[(y + 1) * n + x] - b[y * n + x]);
}
__global__ void lorenz(const float *in, float *out, int steps)
{ // Runge and Kutta, one path a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float s[3] = { in[3 * i], in[3 * i + 1], in[3 * i + 2] }, h = 0.01f;
	for (int k = 0; k < steps; k++) {
		float d[4][3], t[3] = { s[0], s[1], s[2] };
		for (int m = 0; m < 4; m++) {
			d[m][0] = 10 * (t[1] - t[0]);
			d[m][1] = t[0] * (28 - t[2]) - t[1];
			d[m][2] = t[0] * t[1] - 8 / 3.f * t[2];
			for (int c = 0; c < 3; c++)
				t[c] = s[c] + h * (m == 2 ? 1 : .5f) * d[m][c];
		}
		for (int c = 0; c < 3; c++)
			s[c] += h / 6 * (d[0][c] + 2 * d[1][c] + 2 * d[2][c] + d[3][c]);
	}
	for (int c = 0; c < 3; c++)
		out[3 * i + c] = s[c];
}
__global__ void rule110(const byte *in, byte *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int code = (in[(i + n - 1) % n] & 1) * 4 + (in[i] & 1) * 2 + (in[(i + 1) % n] & 1);
	out[i] = 110 >> code & 1;
}
__global__ void ray_spheres(const float *balls, uchar4 *out, int w, int h, int n)
{ // balls of 8 floats: centre, radius, colour
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	float ox = x - w / 2.0f, oy = y - h / 2.0f, best = -1e30f, r = 0, g = 0, b = 0;
	for (int k = 0; k < n; k++) {
		float dx = ox - (balls[8 * k] - .5f) * w, dy = oy - (balls[8 * k + 1] - .5f) * h, radius = balls[8 * k + 3] * 100 + 20;
		if (dx * dx + dy * dy < radius * radius) {
			float dz = sqrtf(radius * radius - dx * dx - dy * dy), t = dz + balls[8 * k + 2] * 1000;
			if (t > best) {
				float shade = dz / sqrtf(radius * radius);
				r = balls[8 * k + 4] * shade;
				g = balls[8 * k + 5] * shade;
				b = balls[8 * k + 6] * shade;
				best = t;
			}
		}
	}
	out[y * w + x] = make_uchar4(r * 255, g * 255, b * 255, 255);
}
__device__ float fade(float t)
{
	return t * t * t * (t * (t * 6 - 15) + 10);
}
__device__ float slope(int hash, float x, float y)
{
	float u = hash & 1 ? x : -x, v = hash & 2 ? y : -y;
	return u + v;
}
__global__ void perlin(const int *table, float *out, int w, int octaves)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	float s = 0, amp = 1, freq = 1 / 64.f;
	for (int k = 0; k < octaves; k++) {
		float px = x * freq, py = y * freq;
		int i = (int)floorf(px) & 255, j = (int)floorf(py) & 255;
		px -= floorf(px);
		py -= floorf(py);
		float u = fade(px), v = fade(py);
		int aa = table[(table[i] + j) & 255], ab = table[(table[i] + j + 1) & 255], ba = table[(table[i + 1] + j) & 255],
		    bb = table[(table[i + 1] + j + 1) & 255];
		float top = slope(aa, px, py) + u * (slope(ba, px - 1, py) - slope(aa, px, py));
		float low = slope(ab, px, py - 1) + u * (slope(bb, px - 1, py - 1) - slope(ab, px, py - 1));
		s += amp * (top + v * (low - top));
		amp *= .5f;
		freq *= 2;
	}
	out[y * w + x] = s;
}
__global__ void swarm(float *x, float *v, const float *best, const unsigned *dice, int n, int dims)
{ // particle swarm, one coordinate a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n * dims) {
		int d = i % dims;
		float r = (dice[i] & 0xffff) / 65536.0f, q = (dice[i] >> 16) / 65536.0f;
		v[i] = 0.7f * v[i] + 1.4f * r * (best[i] - x[i]) + 1.4f * q * (best[d] - x[i]);
		x[i] += v[i];
	}
}
__global__ void tour_length(const float2 *city, const int *tours, float *out, int cities)
{ // one tour a thread, stored one after the other
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;
	for (int k = 0; k < cities; k++) {
		float2 a = city[tours[i * cities + k] & 127], b = city[tours[i * cities + (k + 1) % cities] & 127];
		s += sqrtf((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
	}
	out[i] = s;
}
__global__ void queens(int n, int *count)
{ // the first three queens by the thread's number, the others by trying
	int i = blockIdx.x * blockDim.x + threadIdx.x, row[12], at = 3, found = 0;
	if (i >= n * n * n)
		return;
	row[0] = i / n / n;
	row[1] = i / n % n;
	row[2] = i % n;
	for (int a = 0; a < 3; a++)
		for (int b = 0; b < a; b++)
			if (row[a] == row[b] || abs(row[a] - row[b]) == a - b)
				return;
	row[3] = -1;
	while (at >= 3) {
		if (++row[at] == n) {
			at--;
			continue;
		}
		bool fits = true;
		for (int b = 0; b < at; b++)
			if (row[at] == row[b] || abs(row[at] - row[b]) == at - b)
				fits = false;
		if (fits) {
			if (at == n - 1)
				found++;
			else
				row[++at] = -1;
		}
	}
	if (found)
		atomicAdd(count, found);
}
__global__ void sudoku_check(const byte *boards, byte *ok, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	const byte *b = boards + i * 81;
	bool good = true;
	for (int r = 0; r < 9 && good; r++) {
		int rows = 0, cols = 0, box = 0;
		for (int c = 0; c < 9; c++) {
			rows |= 1 << b[r * 9 + c] % 16;
			cols |= 1 << b[c * 9 + r] % 16;
			box |= 1 << b[(r / 3 * 3 + c / 3) * 9 + r % 3 * 3 + c % 3] % 16;
		}
		good = rows + cols + box > 1000;
	}
	ok[i] = good;
}

// ---- tables of dynamic programming
__global__ void knapsack_row(const int *before, int *now, int weight, int value, int capacity)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c <= capacity)
		now[c] = c >= weight ? max(before[c], before[c - weight] + value) : before[c];
}
__global__ void lcs_block(const byte *a, const byte *b, int *out, int n)
{ // one block fills the table by diagonals, three of which are kept
	__shared__ int d[3][513];
	for (int k = 0; k < 3; k++)
		d[k][threadIdx.x] = 0;
	__syncthreads();
	for (int s = 0; s < 2 * n - 1; s++) {
		int i = threadIdx.x, j = s - i;
		if (i < n && j >= 0 && j < n)
			d[s % 3][i + 1] = a[blockIdx.x * n + i] % 4 == b[blockIdx.x * n + j] % 4 ? d[(s + 1) % 3][i] + 1 :
											max(d[(s + 2) % 3][i], d[(s + 2) % 3][i + 1]);
		__syncthreads();
	}
	if (threadIdx.x == 0)
		out[blockIdx.x] = d[(2 * n - 2) % 3][n];
}
__global__ void viterbi_step(const float *before, const float *move, const float *see, float *now, int *from, int states)
{
	int s = blockIdx.x * blockDim.x + threadIdx.x, at = 0;
	float best = -1e30f;
	for (int k = 0; k < states; k++) {
		float p = before[k] + move[k * states + s];
		if (p > best) {
			best = p;
			at = k;
		}
	}
	now[s] = best + see[s];
	from[s] = at;
}

// ---- text and ciphers
__global__ void caesar(char *text, int n, int key)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		char c = text[i];
		if (c >= 'a' && c <= 'z')
			text[i] = (c - 'a' + key) % 26 + 'a';
		else if (c >= 'A' && c <= 'Z')
			text[i] = (c - 'A' + key) % 26 + 'A';
	}
}
__global__ void vigenere(const byte *in, byte *out, const byte *key, int length, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = (in[i] % 26 + key[i % length] % 26) % 26 + 'A';
}
__global__ void palindromes(const byte *text, int *out, int n)
{ // the longest odd palindrome around each letter
	int i = blockIdx.x * blockDim.x + threadIdx.x, r = 0;
	if (i < n) {
		while (i - r - 1 >= 0 && i + r + 1 < n && text[i - r - 1] % 2 == text[i + r + 1] % 2)
			r++;
		out[i] = r;
	}
}
__global__ void word_count(const char *text, int *count, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	bool begins = i < n && (text[i] & 31) != 0 && (i == 0 || (text[i - 1] & 31) == 0);
	int m = __syncthreads_count(begins);
	if (threadIdx.x == 0)
		atomicAdd(count, m);
}
__global__ void base64(const byte *in, byte *out, int groups)
{
	const char *letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < groups) {
		unsigned v = in[3 * i] << 16 | in[3 * i + 1] << 8 | in[3 * i + 2];
		for (int k = 0; k < 4; k++)
			out[4 * i + k] = letters[v >> (18 - 6 * k) & 63];
	}
}
__device__ unsigned turn(unsigned v, int by)
{
	return v << by | v >> (32 - by);
}
__global__ void fnv_crack(unsigned target, int *found)
{ // all words of four letters, a hash of each
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x, h = 2166136261u, v = i;
	for (int k = 0; k < 4; k++) {
		h = (h ^ ('a' + v % 26)) * 16777619u;
		v /= 26;
	}
	if (h == target)
		*found = i;
}
__global__ void chacha(const unsigned *key, unsigned *out)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x, s[16], t[16];
	for (int k = 0; k < 16; k++)
		t[k] = s[k] = k == 12 ? i : key[k];
#define QUARTER(a, b, c, d) \
	a += b, d = turn(d ^ a, 16), c += d, b = turn(b ^ c, 12), a += b, d = turn(d ^ a, 8), c += d, b = turn(b ^ c, 7)
	for (int k = 0; k < 10; k++) {
		QUARTER(t[0], t[4], t[8], t[12]);
		QUARTER(t[1], t[5], t[9], t[13]);
		QUARTER(t[2], t[6], t[10], t[14]);
		QUARTER(t[3], t[7], t[11], t[15]);
		QUARTER(t[0], t[5], t[10], t[15]);
		QUARTER(t[1], t[6], t[11], t[12]);
		QUARTER(t[2], t[7], t[8], t[13]);
		QUARTER(t[3], t[4], t[9], t[14]);
	}
	for (int k = 0; k < 16; k++)
		out[i * 16 + k] = s[k] + t[k];
}
__global__ void sha_rounds(const unsigned *in, unsigned *out, const unsigned *constants)
{ // the words of a message 16 apart, 64 rounds
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned w[64], a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8;
	for (int k = 0; k < 16; k++)
		w[k] = in[i * 16 + k];
	for (int k = 16; k < 64; k++)
		w[k] = w[k - 16] + (turn(w[k - 15], 25) ^ turn(w[k - 15], 14) ^ w[k - 15] >> 3) + w[k - 7] +
		       (turn(w[k - 2], 15) ^ turn(w[k - 2], 13) ^ w[k - 2] >> 10);
	for (int k = 0; k < 64; k++) {
		unsigned t = h + (turn(e, 26) ^ turn(e, 21) ^ turn(e, 7)) + (e & f ^ ~e & g) + constants[k] + w[k];
		unsigned s = (turn(a, 30) ^ turn(a, 19) ^ turn(a, 10)) + (a & b ^ a & c ^ b & c);
		h = g, g = f, f = e, e = d + t, d = c, c = b, b = a, a = t + s;
	}
	out[i] = a ^ b ^ c ^ d ^ e ^ f ^ g ^ h;
}
__global__ void big_add(const unsigned *a, const unsigned *b, unsigned *out, int digits)
{ // numbers of many digits, one a thread, digit k of all of them together
	int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
	u64 carry = 0;
	for (int k = 0; k < digits; k++) {
		carry += (u64)a[k * n + i] + b[k * n + i];
		out[k * n + i] = (unsigned)carry;
		carry >>= 32;
	}
}

// ---- learning
__global__ void logistic_gradient(const float *x, const float *y, const float *w, float *g, int n, int f)
{ // a thread an example, the gradient by atomics in shared memory
	extern __shared__ float s[];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = threadIdx.x; k < f; k += blockDim.x)
		s[k] = 0;
	__syncthreads();
	if (i < n) {
		float z = 0;
		for (int k = 0; k < f; k++)
			z += w[k] * x[k * n + i];
		float e = 1 / (1 + expf(-z)) - y[i];
		for (int k = 0; k < f; k++)
			atomicAdd(s + k, e * x[k * n + i]);
	}
	__syncthreads();
	for (int k = threadIdx.x; k < f; k += blockDim.x)
		atomicAdd(g + k, s[k]);
}
__global__ void conv_layer(const float *x, const float *w, float *y, int B, int C, int H, int W, int M)
{ // images by filters of 5 x 5
	int m = blockIdx.x, b = blockIdx.z, tiles = (W - 4 + 15) / 16;
	int row = blockIdx.y / tiles * 16 + threadIdx.y, col = blockIdx.y % tiles * 16 + threadIdx.x;
	if (row < H - 4 && col < W - 4) {
		float s = 0;
		for (int c = 0; c < C; c++)
			for (int p = 0; p < 5; p++)
				for (int q = 0; q < 5; q++)
					s += x[((b * C + c) * H + row + p) * W + col + q] * w[((m * C + c) * 5 + p) * 5 + q];
		y[((b * M + m) * (H - 4) + row) * (W - 4) + col] = s;
	}
}
__global__ void unroll(const float *x, float *u, int C, int H, int W)
{ // im2col
	int t = blockIdx.x * blockDim.x + threadIdx.x, oh = H - 4, ow = W - 4;
	if (t < C * oh * ow) {
		int c = t / (oh * ow), s = t % (oh * ow), h = s / ow, w = s % ow;
		for (int p = 0; p < 5; p++)
			for (int q = 0; q < 5; q++)
				u[((c * 5 + p) * 5 + q) * oh * ow + s] = x[(c * H + h + p) * W + w + q];
	}
}
__global__ void batch_norm(const float *x, float *y, const float *mean, const float *var, const float *g, const float *b, int C, int HW, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		int c = i / HW % C;
		y[i] = g[c] * (x[i] - mean[c]) / sqrtf(var[c] + 1e-5f) + b[c];
	}
}
__global__ void cross_entropy(const float *z, const int *label, float *loss, int n, int classes)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		float m = -1e30f, s = 0;
		for (int c = 0; c < classes; c++)
			m = fmaxf(m, z[i * classes + c]);
		for (int c = 0; c < classes; c++)
			s += expf(z[i * classes + c] - m);
		atomicAdd(loss, logf(s) + m - z[i * classes + (label[i] & 0x7fffffff) % classes]);
	}
}
__global__ void adam(float *w, const float *g, float *m, float *v, int n, float rate, float c1, float c2)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		m[i] = 0.9f * m[i] + 0.1f * g[i];
		v[i] = 0.999f * v[i] + 0.001f * g[i] * g[i];
		w[i] -= rate * (m[i] / c1) / (sqrtf(v[i] / c2) + 1e-8f);
	}
}
__global__ void bias_relu(float *y, const float *b, int n, int features)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] = fmaxf(0, y[i] + b[i % features]);
}
__global__ void rope(float *q, int heads, int width, int tokens)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, half = width / 2;
	if (i < tokens * heads * half) {
		int k = i % half, h = i / half % heads, t = i / half / heads;
		float angle = t * powf(10000.f, -2.f * k / width), s = sinf(angle), c = cosf(angle);
		float *p = q + (t * heads + h) * width + 2 * k, a = p[0], b = p[1];
		p[0] = a * c - b * s;
		p[1] = a * s + b * c;
	}
}
__global__ void top_choice(const float *z, int *out, int n)
{ // a block a row: the place of the largest
	__shared__ float best[256];
	__shared__ int at[256];
	int t = threadIdx.x;
	float b = -1e30f;
	int a = 0;
	for (int k = t; k < n; k += 256)
		if (z[blockIdx.x * n + k] > b) {
			b = z[blockIdx.x * n + k];
			a = k;
		}
	best[t] = b;
	at[t] = a;
	__syncthreads();
	for (int d = 128; d; d >>= 1) {
		if (t < d && best[t + d] > best[t]) {
			best[t] = best[t + d];
			at[t] = at[t + d];
		}
		__syncthreads();
	}
	if (!t)
		out[blockIdx.x] = at[0];
}
__global__ void centre_sums(const float *x, const float *y, const int *of, float *sx, float *sy, int *count, int n, int k)
{ // k-means: sums of the members by atomics
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		int c = (of[i] & 0x7fffffff) % k;
		atomicAdd(sx + c, x[i]);
		atomicAdd(sy + c, y[i]);
		atomicAdd(count + c, 1);
	}
}
__global__ void knn_distances(const float *train, const float *test, float *out, int n, int m, int dims)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
	if (i < n && j < m) {
		float s = 0;
		for (int d = 0; d < dims; d++) {
			float e = train[i * dims + d] - test[j * dims + d];
			s += e * e;
		}
		out[j * n + i] = s;
	}
}
__global__ void covariance(const float *x, float *out, int n, int f)
{ // a block a pair of features
	__shared__ float part[128];
	float s = 0;
	for (int i = threadIdx.x; i < n; i += 128)
		s += x[blockIdx.x * n + i] * x[blockIdx.y * n + i];
	part[threadIdx.x] = s;
	for (int d = 64; d; d /= 2) {
		__syncthreads();
		if (threadIdx.x < d)
			part[threadIdx.x] += part[threadIdx.x + d];
	}
	if (threadIdx.x == 0)
		out[blockIdx.y * f + blockIdx.x] = part[0] / (n - 1);
}

void rows()
{
	const int M = 1 << 20, V = 1 << 15;
	std::vector<unsigned> w = words(4 * M);
	std::vector<float> f(4 * M);
	for (int i = 0; i < 4 * M; i++)
		f[i] = (w[i] & 0xffffff) / 16777216.0f;
	unsigned *u = upload(w);
	float *x = upload(f), *out = dev<float>(16 * M), *more = dev<float>(4 * M), *third = dev<float>(4 * M);
	int *zero = dev<int>(M), *n1 = dev<int>(M);
	// A graph: 8 edges a vertex in the middle, some with many
	std::vector<int> start(V + 1), to, from, queue;
	for (int v = 0; v < V; v++) {
		std::vector<int> e;
		for (unsigned k = 0; k < 4 + w[v] % 9; k++)
			e.push_back(w[(v * 16 + k) % (4 * M)] % V);
		std::sort(e.begin(), e.end());
		for (int t : e) {
			to.push_back(t);
			from.push_back(v);
		}
		start[v + 1] = (int)to.size();
		if (v % 4 == 0)
			queue.push_back(v);
	}
	int E = (int)to.size(), *gs = upload(start), *gt = upload(to), *gf = upload(from), *gq = upload(queue);
	auto clear = [=] { CHECK(cudaMemset(zero, 0, 4 * M)); };
	auto minus = [=] { CHECK(cudaMemset(n1, 255, 4 * M)); CHECK(cudaMemset(zero, 0, 64)); };
	auto refill = [=] { CHECK(cudaMemcpy(out, u, 16 * M, cudaMemcpyDeviceToDevice)); CHECK(cudaMemset(zero, 0, 64)); };
	auto refloat = [=] { CHECK(cudaMemcpy(out, x, 16 * M, cudaMemcpyDeviceToDevice)); };
	dim3 b16(16, 16), b32(32, 8);
	row("bfs_queue", [&] { bfs_queue<<<V / 4 / 256, 256>>>(gs, gt, n1, gq, V / 4, (int *)out, zero, 1); }, minus);
	row("bellman_ford", [&] { bellman_ford<<<(E + 255) / 256, 256>>>(gf, gt, (int *)u + M, (int *)out, zero, E); }, refill);
	row("triangles", [&] { triangles<<<V / 128, 128>>>(gs, gt, zero, V); }, clear);
	row("label_least", [&] { label_least<<<V / 256, 256>>>(gs, gt, (int *)u, (int *)out, V); });
	row("colour_step", [&] { colour_step<<<V / 256, 256>>>(gs, gt, u, n1, 0, V); }, minus);
	row("warshall.1024", [&] { warshall<<<dim3(64, 64), b16>>>((byte *)out, 1024, 7); }, refill);
	row("degrees", [&] { degrees<<<132, 256>>>(gf, gt, zero, n1, E); }, clear);
	row("bodies_struct.4096", [&] { bodies_struct<<<32, 128>>>((body *)x, (body *)out, 4096, .01f); });
	row("boids.4096", [&] { boids<<<16, 256>>>((float2 *)x, (float2 *)out, 4096, .1f); });
	row("ising.1024", [&] { ising<<<dim3(64, 64), b16>>>((signed char *)out, u, 1024, 0, x); }, refill);
	row("forest_fire.1024", [&] { forest_fire<<<dim3(64, 64), b16>>>((byte *)u, (byte *)more, (unsigned *)out, 1024, 1024); }, refill);
	row("lattice.512", [&] { lattice<<<dim3(16, 64), b32>>>(x, out, 512, 512); });
	row("advect.1024", [&] { advect<<<dim3(64, 64), b16>>>(x, x + M, x + 2 * M, out, 1024, 3); });
	row("red_black.2048", [&] { red_black<<<dim3(128, 128), b16>>>(out, x, 2048, 0); }, refloat);
	row("lorenz.200", [&] { lorenz<<<128, 256>>>(x, out, 200); });
	row("rule110", [&] { rule110<<<4 * M / 256, 256>>>((byte *)u, (byte *)out, 4 * M); });
	row("ray_spheres.20", [&] { ray_spheres<<<dim3(64, 64), b16>>>(x, (uchar4 *)out, 1024, 1024, 20); });
	{
		std::vector<int> t(512);
		for (int i = 0; i < 512; i++)
			t[i] = w[i] & 255;
		int *table = upload(t);
		row("perlin.5", [&] { perlin<<<dim3(32, 32), b16>>>(table, out, 512, 5); });
	}
	row("swarm.10", [&] { swarm<<<5120, 256>>>(out, more, x, u, 131072, 10); }, refloat);
	row("tour_length.64", [&] { tour_length<<<128, 256>>>((float2 *)x, (int *)u, out, 64); });
	row("queens.10", [&] { queens<<<8, 128>>>(10, zero); }, clear);
	row("sudoku_check", [&] { sudoku_check<<<400, 256>>>((byte *)u, (byte *)out, 102400); });
	row("knapsack_row.100000", [&] { knapsack_row<<<391, 256>>>((int *)u, (int *)out, 317, 55, 100000); });
	row("lcs_block.512", [&] { lcs_block<<<132, 512>>>((byte *)u, (byte *)u + M, zero, 512); });
	row("viterbi_step.1024", [&] { viterbi_step<<<16, 64>>>(x, x + M, x + 4096, out, n1, 1024); });
	row("caesar", [&] { caesar<<<4 * M / 256, 256>>>((char *)out, 4 * M, 3); }, refill);
	row("vigenere", [&] { vigenere<<<2 * M / 256, 256>>>((byte *)u, (byte *)out, (byte *)x, 13, 2 * M); });
	row("palindromes", [&] { palindromes<<<M / 256, 256>>>((byte *)u, (int *)out, M); });
	row("word_count", [&] { word_count<<<4 * M / 512, 512>>>((char *)u, zero, 4 * M); }, clear);
	row("base64", [&] { base64<<<M / 256, 256>>>((byte *)u, (byte *)out, M); });
	row("fnv_crack", [&] { fnv_crack<<<1785, 256>>>(12345, zero); });
	row("chacha", [&] { chacha<<<256, 256>>>(u, (unsigned *)out); });
	row("sha_rounds", [&] { sha_rounds<<<256, 256>>>(u, (unsigned *)out, u + 77); });
	row("big_add.32", [&] { big_add<<<128, 256>>>(u, u + M, (unsigned *)out, 32); });
	row("logistic_gradient.16", [&] { logistic_gradient<<<256, 256, 64>>>(x, x + 2 * M, x + 3 * M, more, 65536, 16); });
	row("conv_layer", [&] { conv_layer<<<dim3(16, 9, 16), b16>>>(x, x + M, out, 16, 4, 48, 48, 16); });
	row("unroll", [&] { unroll<<<121, 256>>>(x, out, 16, 48, 48); });
	row("batch_norm", [&] { batch_norm<<<2 * M / 256, 256>>>(x, out, x, x + 64, x + 128, x + 192, 64, 784, 2 * M); });
	row("cross_entropy.10", [&] { cross_entropy<<<512, 128>>>(x, (int *)u, (float *)zero, 65536, 10); }, clear);
	row("adam", [&] { adam<<<M / 256, 256>>>(out, x, more, third, M, .001f, .1f, .001f); }, refloat);
	row("bias_relu.300", [&] { bias_relu<<<4 * M / 256, 256>>>(out, x, 4 * M, 300); }, refloat);
	row("rope", [&] { rope<<<2048, 256>>>(out, 16, 128, 512); }, refloat);
	row("top_choice.4096", [&] { top_choice<<<256, 256>>>(x, zero, 4096); });
	row("centre_sums.16", [&] { centre_sums<<<512, 256>>>(x, x + M, (int *)u, more, more + 64, n1, 131072, 16); });
	row("knn_distances.32", [&] { knn_distances<<<dim3(64, 16), b16>>>(x, x + M, out, 1024, 256, 32); });
	row("covariance.32", [&] { covariance<<<dim3(32, 32), 128>>>(x, out, 8192, 32); });
}
