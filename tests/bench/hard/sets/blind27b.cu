// blind27b: a fresh set of kernels that nobody had modelled when they were written. Constant memory (uniform, by lane,
// tables, structs, programs) and arrays in parameters.
#include "blind7.h"

static const int TAPS = 25;
__constant__ float taps[TAPS];
struct Taps {
	float tap[TAPS];
};
__global__ void fir_constant(const float *in, float *out, int n)
{ // smoothing with weights that all threads read at once
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float sum = 0;
	for (int k = 0; k < TAPS; k++)
		sum += taps[k] * in[i + k];
	out[i] = sum;
}
__global__ void fir_parameter(Taps t, const float *in, float *out, int n)
{ // weights as a parameter, a turn of the loop for each
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float sum = 0;
#pragma unroll 1
	for (int k = 0; k < TAPS; k++)
		sum += t.tap[k] * in[i + k];
	out[i] = sum;
}
__constant__ int letter_value[32];
static const int LETTERS = 12;
__global__ void scrabble_constant(const byte *text, int *out, int n)
{ // what a word is worth: lanes ask for different letters
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int sum = 0;
	for (int k = 0; k < LETTERS; k++)
		sum += letter_value[text[k * n + i]] * (k % 4 == 3 ? 2 : 1);
	out[i] = sum;
}
__global__ void scrabble_shared(const byte *text, int *out, int n)
{
	__shared__ int value[32];
	if (threadIdx.x < 32)
		value[threadIdx.x] = letter_value[threadIdx.x];
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int sum = 0;
	for (int k = 0; k < LETTERS; k++)
		sum += value[text[k * n + i]] * (k % 4 == 3 ? 2 : 1);
	out[i] = sum;
}
__global__ void scrabble_lanes(const byte *text, int *out, int n)
{ // lane l knows the value of letter l
	int i = blockIdx.x * blockDim.x + threadIdx.x, at = min(i, n - 1);
	int own = letter_value[threadIdx.x % 32], sum = 0;
	for (int k = 0; k < LETTERS; k++)
		sum += __shfl_sync(~0u, own, text[k * n + at]) * (k % 4 == 3 ? 2 : 1);
	if (i < n)
		out[i] = sum;
}
static const int TABLE = 8192;
__constant__ unsigned road[TABLE];
__global__ void road_walk_together(const unsigned *start, unsigned *out, int steps)
{ // a block's threads go the same way through a large table
	unsigned at = blockIdx.x * 97 % TABLE, v = start[blockIdx.x * blockDim.x + threadIdx.x];
	for (int k = 0; k < steps; k++) {
		v = v * 31 + road[at];
		at = (at + 37) % TABLE;
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
__global__ void road_walk_apart(const unsigned *start, unsigned *out, int steps)
{ // each goes where the table sends it
	unsigned at = start[blockIdx.x * blockDim.x + threadIdx.x] % TABLE, v = 1;
	for (int k = 0; k < steps; k++) {
		unsigned r = road[at];
		v = v * 31 + r;
		at = (r + v) % TABLE;
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
__global__ void road_walk_memory(const unsigned *__restrict__ table, const unsigned *start, unsigned *out, int steps)
{ // the same, the table in plain memory
	unsigned at = start[blockIdx.x * blockDim.x + threadIdx.x] % TABLE, v = 1;
	for (int k = 0; k < steps; k++) {
		unsigned r = table[at];
		v = v * 31 + r;
		at = (r + v) % TABLE;
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
struct Lamp {
	float x, y, z, power;
	float red, green, blue;
	int kind;
};
static const int LAMPS = 32;
__constant__ Lamp lamps[LAMPS];
struct Lamps {
	Lamp lamp[LAMPS];
};
__device__ void shine(const Lamp &l, float x, float y, float &r, float &g, float &b)
{
	float dx = l.x - x, dy = l.y - y, d2 = dx * dx + dy * dy + l.z * l.z, light;
	if (l.kind == 0)
		light = l.power / d2;
	else if (l.kind == 1)
		light = l.power * l.z / (d2 * sqrtf(d2));
	else
		light = 0.1f * l.power;
	r += light * l.red, g += light * l.green, b += light * l.blue;
}
__global__ void lit_constant(float *out, int side)
{ // a floor under lamps
	int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, i = y * side + x;
	float r = 0, g = 0, b = 0;
	for (int k = 0; k < LAMPS; k++)
		shine(lamps[k], x * 0.1f, y * 0.1f, r, g, b);
	out[3 * i] = r, out[3 * i + 1] = g, out[3 * i + 2] = b;
}
__global__ void lit_parameter(Lamps l, float *out, int side)
{
	int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, i = y * side + x;
	float r = 0, g = 0, b = 0;
	for (int k = 0; k < LAMPS; k++)
		shine(l.lamp[k], x * 0.1f, y * 0.1f, r, g, b);
	out[3 * i] = r, out[3 * i + 1] = g, out[3 * i + 2] = b;
}
__global__ void lit_shared(const int *lamp, float *out, int side)
{
	__shared__ Lamp mine[LAMPS];
	int t = threadIdx.y * 16 + threadIdx.x;
	for (int k = t; k < LAMPS * sizeof(Lamp) / 4; k += 128)
		((int *)mine)[k] = lamp[k];
	__syncthreads();
	int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, i = y * side + x;
	float r = 0, g = 0, b = 0;
	for (int k = 0; k < LAMPS; k++)
		shine(mine[k], x * 0.1f, y * 0.1f, r, g, b);
	out[3 * i] = r, out[3 * i + 1] = g, out[3 * i + 2] = b;
}
enum { PUSH, ADD, MUL, SUB, DUP, SWAP, SHR, XOR, STOP };
static const int CODE = 48, PROGRAMS = 32;
__constant__ short program[PROGRAMS][CODE];
__host__ __device__ int interpret(const short *code, int x)
{ // a little machine with a stack
	int stack[8], top = 0;
	stack[0] = x;
	for (int at = 0;; at++) {
		int op = code[at] & 15, arg = code[at] >> 4;
		if (op == PUSH)
			stack[++top] = arg;
		else if (op == ADD)
			top--, stack[top] += stack[top + 1];
		else if (op == MUL)
			top--, stack[top] = stack[top] * stack[top + 1] & 0xffff;
		else if (op == SUB)
			top--, stack[top] -= stack[top + 1];
		else if (op == DUP)
			stack[top + 1] = stack[top], top++;
		else if (op == SWAP) {
			int s = stack[top];
			stack[top] = stack[top - 1], stack[top - 1] = s;
		} else if (op == SHR)
			stack[top] >>= 1;
		else if (op == XOR)
			top--, stack[top] ^= stack[top + 1];
		else
			return stack[top];
	}
}
__global__ void machine_together(const int *in, int *out, int n)
{ // a block runs one program
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = interpret(program[blockIdx.x % PROGRAMS], in[i]);
}
__global__ void machine_apart(const int *in, int *out, int n)
{ // a lane runs its own
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = interpret(program[threadIdx.x % PROGRAMS], in[i]);
}
static const int REGIONS = 200;
struct Tax {
	int base[REGIONS];
	short percent[REGIONS];
};
__global__ void tax_parameter(Tax t, const int *income, const byte *region, int *due, int n)
{ // rates in the parameters, looked up by lane
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		int r = region[i];
		due[i] = t.base[r] + income[i] / 100 * t.percent[r];
	}
}
static std::vector<float> answer_lights(const Lamp *l, int w, int h)
{
	std::vector<float> want(3 * w * h);
	for (int i = 0; i < w * h; i++) {
		double r = 0, g = 0, b = 0;
		for (int k = 0; k < LAMPS; k++) {
			double x = l[k].x - i % w * 0.1, y = l[k].y - i / w * 0.1, d2 = x * x + y * y + l[k].z * l[k].z;
			double light = l[k].power *
				(l[k].kind == 0                ? 1 / d2 :
						l[k].kind == 1 ? l[k].z / (d2 * sqrt(d2)) :
								 0.1);
			r += light * l[k].red, g += light * l[k].green, b += light * l[k].blue;
		}
		want[3 * i] = r, want[3 * i + 1] = g, want[3 * i + 2] = b;
	}
	return want;
}
static void smoothing(const std::vector<float> &f)
{
	const int N = 100000;
	Taps t;
	for (int k = 0; k < TAPS; k++)
		t.tap[k] = 0.08f - 0.005f * abs(k - TAPS / 2);
	CHECK(cudaMemcpyToSymbol(taps, &t, sizeof t));
	std::vector<float> in(f.begin(), f.begin() + N + TAPS), want(N);
	for (int i = 0; i < N; i++) {
		double s = 0;
		for (int k = 0; k < TAPS; k++)
			s += t.tap[k] * in[i + k];
		want[i] = s;
	}
	float *di = upload(in), *o = dev<float>(N);
	job<float>(
		"smooth_25.constant", [&] { fir_constant<<<(N + 191) / 192, 192>>>(di, o, N); }, o, N, close_to(want));
	job<float>(
		"smooth_25.parameter", [&] { fir_parameter<<<(N + 191) / 192, 192>>>(t, di, o, N); }, o, N,
		close_to(want));
}
static void scrabble(const std::vector<unsigned> &w)
{
	const int N = 150000;
	int value[32];
	for (int k = 0; k < 32; k++)
		value[k] = 1 + (k * k + 3) % 10;
	CHECK(cudaMemcpyToSymbol(letter_value, value, sizeof value));
	std::vector<byte> text(N * LETTERS);
	std::vector<int> want(N);
	for (int k = 0; k < LETTERS; k++)
		for (int i = 0; i < N; i++) {
			text[k * N + i] = w[k * N / 4 + i] * 29 % 26;
			want[i] += value[text[k * N + i]] * (k % 4 == 3 ? 2 : 1);
		}
	byte *dt = upload(text);
	int *o = dev<int>(N);
	job<int>(
		"worth_of_words.constant", [&] { scrabble_constant<<<(N + 127) / 128, 128>>>(dt, o, N); }, o, N,
		same(want));
	job<int>(
		"worth_of_words.shared", [&] { scrabble_shared<<<(N + 127) / 128, 128>>>(dt, o, N); }, o, N,
		same(want));
	job<int>(
		"worth_of_words.lanes", [&] { scrabble_lanes<<<(N + 127) / 128, 128>>>(dt, o, N); }, o, N, same(want));
}
static void roads(const std::vector<unsigned> &w)
{
	std::vector<unsigned> table(w.begin(), w.begin() + TABLE);
	CHECK(cudaMemcpyToSymbol(road, table.data(), TABLE * 4));
	const int N = 160 * 128, S = 150, M = 66 * 128, L = 60;
	std::vector<unsigned> start(w.begin() + 9999, w.begin() + 9999 + N), together(start), apart(M);
	for (int i = 0; i < N; i++)
		for (int k = 0, at = i / 128 * 97 % TABLE; k < S; k++, at = (at + 37) % TABLE)
			together[i] = together[i] * 31 + table[at];
	for (int i = 0; i < M; i++) {
		unsigned at = start[i] % TABLE, v = 1;
		for (int k = 0; k < L; k++) {
			unsigned r = table[at];
			v = v * 31 + r;
			at = (r + v) % TABLE;
		}
		apart[i] = v;
	}
	unsigned *dt = upload(table), *ds = upload(start), *o = dev<unsigned>(N);
	job<unsigned>(
		"through_a_table.together", [&] { road_walk_together<<<N / 128, 128>>>(ds, o, S); }, o, N,
		same(together));
	job<unsigned>(
		"through_a_table.each_its_way", [&] { road_walk_apart<<<M / 128, 128>>>(ds, o, L); }, o, M,
		same(apart));
	job<unsigned>(
		"through_a_table.in_memory", [&] { road_walk_memory<<<M / 128, 128>>>(dt, ds, o, L); }, o, M,
		same(apart));
}
static void lights(const std::vector<float> &f)
{
	const int W = 320, H = 200;
	Lamps l;
	for (int k = 0; k < LAMPS; k++)
		l.lamp[k] = { f[k] * 32, f[k + 99] * 20, 1 + f[k + 199], 1 + f[k + 299], f[k + 399], f[k + 499],
			f[k + 599], k % 3 };
	CHECK(cudaMemcpyToSymbol(lamps, &l, sizeof l));
	auto right = close_to(answer_lights(l.lamp, W, H), 1e-3);
	std::vector<int> flat(LAMPS * sizeof(Lamp) / 4);
	memcpy(flat.data(), &l, sizeof l);
	int *dl = upload(flat);
	float *o = dev<float>(3 * W * H);
	dim3 grid(W / 16, H / 8), block(16, 8);
	job<float>(
		"floor_under_lamps.constant", [&] { lit_constant<<<grid, block>>>(o, W); }, o, 3 * W * H, right);
	job<float>(
		"floor_under_lamps.parameter", [&] { lit_parameter<<<grid, block>>>(l, o, W); }, o, 3 * W * H, right);
	job<float>(
		"floor_under_lamps.shared", [&] { lit_shared<<<grid, block>>>(dl, o, W); }, o, 3 * W * H, right);
}
static void machines(const std::vector<unsigned> &w)
{
	const int N = 20000;
	std::vector<short> code(PROGRAMS * CODE);
	for (int p = 0; p < PROGRAMS; p++) {
		int depth = 1, at = 0, many = 20 + w[p] % (CODE - 30);
		short *c = &code[p * CODE];
		while (at < many) {
			int op = w[p * 100 + at + 50] % 8;
			if (op == PUSH ? depth > 5 : op == DUP ? depth > 5 : op == SHR ? false : depth < 2)
				op = SHR;
			c[at] = op | (op == PUSH ? w[p * 77 + at] % 1000 << 4 : 0);
			depth += op == PUSH || op == DUP ? 1 : op == SHR || op == SWAP ? 0 : -1;
			at++;
		}
		c[at] = STOP;
	}
	CHECK(cudaMemcpyToSymbol(program, code.data(), code.size() * 2));
	std::vector<int> in(N), together(N), apart(N);
	for (int i = 0; i < N; i++) {
		in[i] = w[i] % 50000;
		together[i] = interpret(&code[i / 160 % PROGRAMS * CODE], in[i]);
		apart[i] = interpret(&code[i % 160 % PROGRAMS * CODE], in[i]);
	}
	int *di = upload(in), *o = dev<int>(N);
	job<int>(
		"stack_machine.a_block_a_program", [&] { machine_together<<<N / 160, 160>>>(di, o, N); }, o, N,
		same(together));
	job<int>(
		"stack_machine.a_lane_a_program", [&] { machine_apart<<<N / 160, 160>>>(di, o, N); }, o, N,
		same(apart));
}
static void taxes(const std::vector<unsigned> &w)
{
	const int N = 300000;
	Tax t;
	for (int k = 0; k < REGIONS; k++)
		t.base[k] = w[k] % 5000, t.percent[k] = w[k + 300] % 60;
	std::vector<int> income(N), due(N);
	std::vector<byte> region(N);
	for (int i = 0; i < N; i++) {
		income[i] = w[i] % 1000000, region[i] = w[i + 7] % REGIONS;
		due[i] = t.base[region[i]] + income[i] / 100 * t.percent[region[i]];
	}
	int *di = upload(income), *o = dev<int>(N);
	byte *dr = upload(region);
	job<int>(
		"tax_by_region.parameter_by_lane", [&] { tax_parameter<<<264, 256>>>(t, di, dr, o, N); }, o, N,
		same(due));
}
void rows()
{
	std::vector<unsigned> w = words(700000);
	std::vector<float> f = fractions(w);
	smoothing(f);
	scrabble(w);
	roads(w);
	lights(f);
	machines(w);
	taxes(w);
}
