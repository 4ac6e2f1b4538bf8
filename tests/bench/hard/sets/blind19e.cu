// blind19e: a fresh set of kernels that nobody had modelled when they were written. Students' simulations.
#include "blind7.h"

__host__ __device__ unsigned shaken(unsigned &s)
{ // a small generator of chance
	s ^= s << 13;
	s ^= s >> 17;
	return s ^= s << 5;
}
__global__ void galton_steps(int *slot, int balls, int pins)
{ // balls fall through rows of pins, one chance a pin, global atomics below
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= balls)
		return;
	unsigned s = i * 2654435761u + 1;
	int x = 0;
	for (int k = 0; k < pins; k++)
		x += shaken(s) >> 9 & 1;
	atomicAdd(&slot[x], 1);
}
__global__ void galton_shared(int *slot, int balls, int pins)
{ // the same, slots of a block in shared memory, eight balls a thread
	extern __shared__ int mine[];
	for (int k = threadIdx.x; k <= pins; k += blockDim.x)
		mine[k] = 0;
	__syncthreads();
	for (int j = 0; j < 8; j++) {
		int i = (blockIdx.x * 8 + j) * blockDim.x + threadIdx.x, x = 0;
		if (i >= balls)
			break;
		unsigned s = i * 2654435761u + 1;
		for (int k = 0; k < pins; k++)
			x += shaken(s) >> 9 & 1;
		atomicAdd(&mine[x], 1);
	}
	__syncthreads();
	for (int k = threadIdx.x; k <= pins; k += blockDim.x)
		if (mine[k])
			atomicAdd(&slot[k], mine[k]);
}
const int HUES = 13;
__global__ void cyclic_step(const byte *in, byte *out, int w, int h)
{ // a cell takes the next hue where one of four neighbours has it; a cell a thread on a ring-shaped world
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	int c = in[y * w + x], n = (c + 1) % HUES;
	bool eaten = in[y * w + (x + 1) % w] == n || in[y * w + (x + w - 1) % w] == n || in[(y + 1) % h * w + x] == n ||
		in[(y + h - 1) % h * w + x] == n;
	out[y * w + x] = eaten ? n : c;
}
__global__ void cyclic_world(byte *cells, int w, int h, int steps)
{ // a small world a block, all steps in shared memory
	extern __shared__ byte now[];
	int n = w * h;
	byte *next = now + n, *world = cells + blockIdx.x * n;
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		now[i] = world[i];
	for (int s = 0; s < steps; s++) {
		byte *a = s & 1 ? next : now, *b = s & 1 ? now : next;
		__syncthreads();
		for (int i = threadIdx.x; i < n; i += blockDim.x) {
			int x = i % w, y = i / w, c = a[i], m = (c + 1) % HUES;
			bool eaten = a[y * w + (x + 1) % w] == m || a[y * w + (x + w - 1) % w] == m ||
				a[(y + 1) % h * w + x] == m || a[(y + h - 1) % h * w + x] == m;
			b[i] = eaten ? m : c;
		}
	}
	__syncthreads();
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		world[i] = (steps & 1 ? next : now)[i];
}
static std::vector<byte> cycled(const std::vector<byte> &a, int w, int h)
{
	std::vector<byte> b(a);
	for (size_t i = 0; i < a.size(); i++) {
		int o = i / (w * h) * (w * h), x = i % w, y = i % (w * h) / w, n = (a[i] + 1) % HUES;
		if (a[o + y * w + (x + 1) % w] == n || a[o + y * w + (x + w - 1) % w] == n ||
			a[o + (y + 1) % h * w + x] == n || a[o + (y + h - 1) % h * w + x] == n)
			b[i] = n;
	}
	return b;
}
const int FIELD = 64;
__host__ __device__ unsigned wandered(unsigned *field, int x, int y, int dir, int steps)
{ // Langton's ant: turns right on white, left on black, changes the field and walks on; a bit a field
	for (int s = 0; s < steps; s++) {
		int k = y * (FIELD / 32) + x / 32;
		unsigned bit = 1u << x % 32;
		dir = (dir + (field[k] & bit ? 3 : 1)) & 3;
		field[k] ^= bit;
		x = (x + (dir == 1) - (dir == 3)) & (FIELD - 1);
		y = (y + (dir == 2) - (dir == 0)) & (FIELD - 1);
	}
	return x | y << 8 | dir << 16;
}
__global__ void ants_local(unsigned *out, int ants, int steps)
{ // an ant a thread, its field in a local array
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned field[FIELD * FIELD / 32] = {};
	if (i < ants)
		out[i] = wandered(field, i % FIELD, i * 7 % FIELD, i & 3, steps + i % 50);
}
__global__ void ants_shared(unsigned *out, int steps)
{ // an ant a block: one thread walks in shared memory, the others only clear the field
	__shared__ unsigned field[FIELD * FIELD / 32];
	int i = blockIdx.x;
	for (int k = threadIdx.x; k < FIELD * FIELD / 32; k += blockDim.x)
		field[k] = 0;
	__syncthreads();
	if (threadIdx.x == 0)
		out[i] = wandered(field, i % FIELD, i * 7 % FIELD, i & 3, steps + i % 50);
}
template <class T> __host__ __device__ T flown(T speed, T angle, T wind)
{ // how far a ball flies through air, in small steps until it falls to the ground
	T x = 0, y = 0, u = speed * cos(angle), v = speed * sin(angle);
	const T dt = T(0.02), drag = T(0.004);
	for (int k = 0; k < 2000 && y >= 0; k++) {
		T r = u - wind, s = sqrt(r * r + v * v);
		u -= dt * drag * s * r;
		v -= dt * (T(9.81) + drag * s * v);
		x += dt * u;
		y += dt * v;
	}
	return y > -1 ? x : x - y;
}
template <class T> __global__ void cannon(const T *angle, T *far, int shots)
{ // a shot a thread; steep shots stay longer in the air
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < shots)
		far[i] = flown(T(30) + i % 20, T(0.2) + angle[i], T(i % 7) - 3);
}
__global__ void quarter_moods(const byte *home, int *unhappy, int w, int h)
{ // how many of a block's homes have too few alike round them (Schelling), counted by votes of the block
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, like = 0, other = 0;
	bool in = x < w && y < h;
	int own = in ? home[y * w + x] : 0;
	for (int j = -1; j <= 1; j++)
		for (int i = -1; i <= 1; i++) {
			int a = x + i, b = y + j;
			if ((!i && !j) || a < 0 || b < 0 || a >= w || b >= h)
				continue;
			int c = home[b * w + a];
			like += c == own;
			other += c && c != own;
		}
	int n = __syncthreads_count(own && 2 * like < like + other);
	if (threadIdx.x + threadIdx.y == 0)
		unhappy[blockIdx.y * gridDim.x + blockIdx.x] = n;
}
__global__ void soak_block(const byte *open, int *depth, int w, int h)
{ // percolation: water from the top of a slab, a slab a block, cell by cell until nothing changes
	extern __shared__ byte wet[];
	const byte *slab = open + blockIdx.x * w * h;
	int n = w * h, low = 0;
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		wet[i] = i < w && slab[i];
	__syncthreads();
	for (bool more = true; more;) {
		unsigned grows = 0;
		for (int i = threadIdx.x, k = 0; i < n; i += blockDim.x, k++) {
			int x = i % w;
			if (wet[i] || !slab[i])
				continue;
			bool damp = (i >= w && wet[i - w]) || (i + w < n && wet[i + w]) || (x && wet[i - 1]) ||
				(x + 1 < w && wet[i + 1]);
			grows |= (unsigned)damp << k;
		}
		more = __syncthreads_or(grows);
		for (unsigned g = grows; g; g &= g - 1)
			wet[threadIdx.x + (__ffs(g) - 1) * blockDim.x] = 1;
		__syncthreads();
	}
	__shared__ int deepest;
	if (threadIdx.x == 0)
		deepest = 0;
	__syncthreads();
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		if (wet[i])
			low = max(low, i / w + 1);
	atomicMax(&deepest, low);
	__syncthreads();
	if (threadIdx.x == 0)
		depth[blockIdx.x] = deepest;
}
__global__ void soak_bits(const unsigned *open, int *depth, int slabs)
{ // the same for slabs of 32 by 32, a slab a warp, a row a lane, a cell a bit
	int slab = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (slab >= slabs)
		return;
	unsigned free = open[slab * 32 + lane], wet = lane ? 0 : free, was;
	do {
		unsigned up = __shfl_up_sync(~0u, wet, 1), down = __shfl_down_sync(~0u, wet, 1);
		was = wet;
		wet |= (wet << 1 | wet >> 1 | (lane ? up : 0) | (lane < 31 ? down : 0)) & free;
	} while (__any_sync(~0u, wet != was));
	unsigned rows = __ballot_sync(~0u, wet);
	if (lane == 0)
		depth[slab] = 32 - __clz(rows);
}
static int soaked(const byte *open, int w, int h)
{
	std::vector<byte> wet(w * h);
	std::vector<int> todo;
	int deepest = 0;
	for (int x = 0; x < w; x++)
		if (open[x])
			wet[x] = 1, todo.push_back(x);
	while (!todo.empty()) {
		int i = todo.back(), x = i % w, go[4] = { x ? i - 1 : -1, x + 1 < w ? i + 1 : -1, i - w, i + w };
		todo.pop_back();
		deepest = std::max(deepest, i / w + 1);
		for (int k : go)
			if (k >= 0 && k < w * h && open[k] && !wet[k])
				wet[k] = 1, todo.push_back(k);
	}
	return deepest;
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w);
	const int BALLS = 120000, PINS = 47;
	std::vector<int> slot(PINS + 1);
	for (int i = 0; i < BALLS; i++) {
		unsigned s = i * 2654435761u + 1;
		int x = 0;
		for (int k = 0; k < PINS; k++)
			x += shaken(s) >> 9 & 1;
		slot[x]++;
	}
	int *di = dev<int>(1 << 16);
	auto zero = [&] { CHECK(cudaMemset(di, 0, 4 * (PINS + 1))); };
	job<int>(
		"galton_board.global_slots", [&] { galton_steps<<<(BALLS + 127) / 128, 128>>>(di, BALLS, PINS); }, di,
		PINS + 1, same(slot), zero);
	job<int>(
		"galton_board.shared_slots",
		[&] { galton_shared<<<(BALLS + 8 * 128 - 1) / (8 * 128), 128, 4 * (PINS + 1)>>>(di, BALLS, PINS); }, di,
		PINS + 1, same(slot), zero);
	const int W = 900, H = 333, N = W * H, SW = 75, SH = 40, S = SW * SH, WORLDS = 30;
	std::vector<byte> hue(N), later, small;
	for (int i = 0; i < N; i++)
		hue[i] = w[i] % HUES;
	byte *h0 = upload(hue), *h1 = dev<byte>(N), *h2 = dev<byte>(N);
	later = hue;
	for (int k = 0; k < 5; k++)
		later = cycled(later, W, H);
	small.assign(hue.begin(), hue.begin() + S * WORLDS);
	for (int k = 0; k < 21; k++)
		small = cycled(small, SW, SH);
	job<byte>(
		"cyclic_cells.five_launches",
		[&] {
			dim3 g((W + 31) / 32, (H + 3) / 4), b(32, 4);
			cyclic_step<<<g, b>>>(h0, h1, W, H);
			for (int k = 0; k < 4; k++)
				cyclic_step<<<g, b>>>(k & 1 ? h2 : h1, k & 1 ? h1 : h2, W, H);
		},
		h1, N, same(later));
	job<byte>(
		"cyclic_cells.world_a_block", [&] { cyclic_world<<<WORLDS, 500, 2 * S>>>(h2, SW, SH, 21); }, h2,
		S * WORLDS, same(small), [&] { CHECK(cudaMemcpy(h2, h0, S * WORLDS, cudaMemcpyDeviceToDevice)); });
	const int ANTS = 2500, FEW = 150, STEPS = 400;
	std::vector<unsigned> ant(ANTS);
	for (int i = 0; i < ANTS; i++) {
		unsigned field[FIELD * FIELD / 32] = {};
		ant[i] = wandered(field, i % FIELD, i * 7 % FIELD, i & 3, STEPS + i % 50);
	}
	unsigned *da = dev<unsigned>(ANTS);
	job<unsigned>(
		"turning_ants.local_field", [&] { ants_local<<<(ANTS + 63) / 64, 64>>>(da, ANTS, STEPS); }, da, ANTS,
		same(ant));
	job<unsigned>(
		"turning_ants.one_thread_a_block", [&] { ants_shared<<<FEW, 32>>>(da, STEPS); }, da, FEW,
		same(std::vector<unsigned>(ant.begin(), ant.begin() + FEW)));
	const int SHOTS = 6000;
	std::vector<double> angle = double_fractions(w, SHOTS), far(SHOTS);
	std::vector<float> fa(SHOTS), ff(SHOTS);
	for (int i = 0; i < SHOTS; i++) {
		fa[i] = angle[i];
		far[i] = flown(30.0 + i % 20, 0.2 + angle[i], i % 7 - 3.0);
		ff[i] = far[i];
	}
	double *dd = upload(angle), *dfar = dev<double>(SHOTS);
	float *df = upload(fa), *dff = dev<float>(SHOTS);
	job<double>(
		"cannon_ball.doubles", [&] { cannon<<<(SHOTS + 63) / 64, 64>>>(dd, dfar, SHOTS); }, dfar, SHOTS,
		close_to(far, 0.02));
	job<float>(
		"cannon_ball.floats", [&] { cannon<<<(SHOTS + 63) / 64, 64>>>(df, dff, SHOTS); }, dff, SHOTS,
		close_to(ff, 0.03));
	std::vector<byte> home(N);
	for (int i = 0; i < N; i++)
		home[i] = w[i] / 16 % 5 == 0 ? 0 : 1 + (w[i] >> 9) % 2;
	int gx = (W + 23) / 24, gy = (H + 7) / 8;
	std::vector<int> unhappy(gx * gy);
	for (int i = 0; i < N; i++) {
		int like = 0, other = 0;
		for (int y = std::max(i / W - 1, 0); y <= std::min(i / W + 1, H - 1); y++)
			for (int x = std::max(i % W - 1, 0); x <= std::min(i % W + 1, W - 1); x++) {
				int c = home[y * W + x];
				if (y * W + x != i)
					like += c == home[i], other += c && c != home[i];
			}
		unhappy[i / W / 8 * gx + i % W / 24] += home[i] && 2 * like < like + other;
	}
	byte *dh = upload(home);
	job<int>(
		"unhappy_homes.block_votes", [&] { quarter_moods<<<dim3(gx, gy), dim3(24, 8)>>>(dh, di, W, H); }, di,
		gx * gy, same(unhappy));
	const int SLABS = 900, BYTES = 140;
	std::vector<byte> open(SLABS * 1024);
	std::vector<unsigned> rows_of(SLABS * 32);
	std::vector<int> depth(SLABS);
	for (int i = 0; i < SLABS * 1024; i++) {
		open[i] = f[i] < 0.6f;
		rows_of[i / 32] |= (unsigned)open[i] << i % 32;
	}
	for (int s = 0; s < SLABS; s++)
		depth[s] = soaked(&open[s * 1024], 32, 32);
	byte *dopen = upload(open);
	unsigned *drows = upload(rows_of);
	job<int>(
		"soaking_slabs.slab_a_block", [&] { soak_block<<<BYTES, 128, 1024>>>(dopen, di, 32, 32); }, di, BYTES,
		same(std::vector<int>(depth.begin(), depth.begin() + BYTES)));
	job<int>(
		"soaking_slabs.row_a_lane", [&] { soak_bits<<<(SLABS + 3) / 4, 128>>>(drows, di, SLABS); }, di, SLABS,
		same(depth));
}
