// blind12g: a fresh set of kernels that nobody had modelled when they were written. Planets, plants, shops and sheets.
#include "blind7.h"
#include <cuda/atomic>
#include <string>

__host__ __device__ double orbit_fixed(double mean, double e, int steps)
{ // where a planet is: E - e sin E = M by Newton's way
	double x = e < 0.8 ? mean : 3.14159265358979;
	for (int k = 0; k < steps; k++)
		x -= (x - e * sin(x) - mean) / (1 - e * cos(x));
	return x;
}
__global__ void orbits_fixed(const double *mean, const double *e, double *out, int n)
{ // so many steps for everyone
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = orbit_fixed(mean[i], e[i], 9);
}
__global__ void orbits_close(const double *mean, const double *e, double *out, int n)
{ // until it is near enough: first in floats, then one or two steps in doubles
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		double m = mean[i], c = e[i];
		float mf = m, ef = c, x = ef < 0.8f ? mf : 3.1415927f, d = 1;
		for (int k = 0; k < 12 && fabsf(d) > 1e-5f; k++) {
			float s, o;
			sincosf(x, &s, &o);
			d = (x - ef * s - mf) / (1 - ef * o);
			x -= d;
		}
		double y = x, f = 1;
		for (int k = 0; k < 6 && fabs(f) > 1e-10; k++) {
			double s, o;
			sincos(y, &s, &o);
			f = (y - c * s - m) / (1 - c * o);
			y -= f;
		}
		out[i] = y;
	}
}
const int DESKS = 5, HEAP = 8;
__host__ __device__ unsigned next_luck(unsigned &s)
{
	s = s * 1664525u + 1013904223u;
	return s >> 16;
}
template <class At> __host__ __device__ void put(At at, int &n, unsigned v)
{ // onto a heap whose least is on top
	int i = n++;
	for (; i && at((i - 1) / 2) > v; i = (i - 1) / 2)
		at(i) = at((i - 1) / 2);
	at(i) = v;
}
template <class At> __host__ __device__ unsigned take(At at, int &n)
{
	unsigned top = at(0), v = at(--n);
	int i = 0;
	for (int c = 1; c < n; c = 2 * i + 1) {
		if (c + 1 < n && at(c + 1) < at(c))
			c++;
		if (at(c) >= v)
			break;
		at(i) = at(c);
		i = c;
	}
	at(i) = v;
	return top;
}
template <class At> __host__ __device__ uint2 shop_day(At at, unsigned s, int customers)
{ // events in the order of time: a customer comes (0) or one of five desks is free again (1)
	int n = 0, waiting = 0, free_desks = DESKS, come = 0;
	unsigned waited = 0, longest = 0, last = 0;
	put(at, n, 2);
	while (n) {
		unsigned event = take(at, n), now = event >> 1;
		waited += (now - last) * waiting;
		last = now;
		if (event & 1)
			free_desks++;
		else {
			waiting++;
			if (++come < customers)
				put(at, n, (now + 1 + next_luck(s) % 40) << 1);
		}
		longest = longest > waiting ? longest : waiting;
		for (; waiting && free_desks; waiting--, free_desks--)
			put(at, n, (now + 20 + next_luck(s) % 150) << 1 | 1);
	}
	return uint2{ waited, longest };
}
__global__ void shops_local(uint2 *out, int shops, int customers)
{ // a day in many shops, a shop a thread, its coming events in a heap in local memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned heap[HEAP];
	if (i < shops)
		out[i] = shop_day([&](int k) -> unsigned & { return heap[k]; }, i * 77777 + 1, customers);
}
__global__ void shops_shared(uint2 *out, int shops, int customers)
{ // the same with the heaps in shared memory, a column each
	__shared__ unsigned heap[HEAP][64];
	int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
	if (i < shops)
		out[i] = shop_day([&](int k) -> unsigned & { return heap[k][t]; }, i * 77777 + 1, customers);
}
__global__ void shifts_thread(const unsigned short *work, unsigned *out, int jobs, int lists)
{ // each job goes to the machine that is free first: a list of jobs a thread, 32 machines in a local array
	int l = blockIdx.x * blockDim.x + threadIdx.x;
	if (l >= lists)
		return;
	unsigned busy[32], end = 0;
	for (int k = 0; k < 32; k++)
		busy[k] = 0;
	for (int j = 0; j < jobs; j++) {
		int best = 0;
		for (int k = 1; k < 32; k++)
			if (busy[k] < busy[best])
				best = k;
		busy[best] += work[l * jobs + j] + best;
		end = max(end, busy[best]);
	}
	out[l] = end;
}
__global__ void shifts_warp(const unsigned short *work, unsigned *out, int jobs, int lists)
{ // the same, a list a warp and a machine a lane
	int l = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
	if (l >= lists)
		return;
	unsigned busy = 0, job = 0;
	for (int j = 0; j < jobs; j++) {
		if (j % 32 == 0)
			job = j + lane < jobs ? work[l * jobs + j + lane] : 0;
		unsigned best = __reduce_min_sync(~0u, busy << 5 | lane) & 31, add = __shfl_sync(~0u, job, j % 32);
		if (lane == best)
			busy += add + lane;
	}
	busy = __reduce_max_sync(~0u, busy);
	if (lane == 0)
		out[l] = busy;
}
__constant__ char rule_text[2][16] = { "F[+X]F[-X]+X", "FF" };
__constant__ int rule_length[2] = { 12, 2 };
__device__ int grown_length(char c)
{
	return c == 'X' ? rule_length[0] : c == 'F' ? rule_length[1] : 1;
}
__global__ void grow_count(const char *in, int n, int *before, int *blocks)
{ // one round of a growing plant: how long each letter becomes, added up within blocks
	__shared__ int part[8];
	int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	int own = i < n ? grown_length(in[i]) : 0, sum = own;
	for (int d = 1; d < 32; d *= 2) {
		int left = __shfl_up_sync(~0u, sum, d);
		sum += lane >= d ? left : 0;
	}
	if (lane == 31)
		part[warp] = sum;
	__syncthreads();
	for (int k = 0; k < warp; k++)
		sum += part[k];
	if (i < n)
		before[i] = sum - own;
	if (threadIdx.x == 255)
		blocks[blockIdx.x] = sum;
}
__global__ void grow_blocks(int *blocks, int n)
{ // the blocks' lengths added up by one warp
	int run = 0, lane = threadIdx.x;
	for (int i0 = 0; i0 < n; i0 += 32) {
		int own = i0 + lane < n ? blocks[i0 + lane] : 0, sum = own;
		for (int d = 1; d < 32; d *= 2) {
			int left = __shfl_up_sync(~0u, sum, d);
			sum += lane >= d ? left : 0;
		}
		if (i0 + lane < n)
			blocks[i0 + lane] = run + sum - own;
		run += __shfl_sync(~0u, sum, 31);
	}
}
__global__ void grow_write(const char *in, int n, const int *before, const int *blocks, char *out)
{ // each letter writes what becomes of it
	int i = blockIdx.x * 256 + threadIdx.x;
	if (i >= n)
		return;
	char c = in[i];
	char *to = out + before[i] + blocks[blockIdx.x];
	if (c != 'X' && c != 'F')
		*to = c;
	else
		for (int r = c == 'F', k = 0; k < rule_length[r]; k++)
			to[k] = rule_text[r][k];
}
struct Job {
	int first, count, need; // where its followers stand, how many they are, how many it waits for
};
__device__ unsigned do_job(const unsigned *data, const unsigned *pre, int job, unsigned *part)
{ // 1024 words of its own stirred with what came before; a block of 64
	unsigned sum = 0, start = pre[job];
	for (int i = threadIdx.x; i < 1024; i += 64)
		sum += (data[(job * 64 + i) & 0xffff] ^ start) * 2654435761u;
	sum = __reduce_add_sync(~0u, sum);
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = sum;
	__syncthreads();
	return part[0] + part[1];
}
__global__ void jobs_level(
	const unsigned *data, const Job *job, const int *next, const int *order, unsigned *pre, unsigned *out)
{ // jobs that wait for others, all of one depth a launch
	__shared__ unsigned part[2];
	int j = order[blockIdx.x];
	unsigned r = do_job(data, pre, j, part);
	if (threadIdx.x == 0)
		out[j] = r;
	for (int k = threadIdx.x; k < job[j].count; k += 64)
		atomicXor(&pre[next[job[j].first + k]], r);
}
__global__ void jobs_queue(const unsigned *data, const Job *job, const int *next, int *need, int *queue, int *ends,
	unsigned *pre, unsigned *out, int n)
{ // the same in one launch: blocks draw numbers and wait until someone puts a ready job at that place
	typedef cuda::atomic_ref<int, cuda::thread_scope_device> Word;
	__shared__ unsigned part[2];
	__shared__ int now;
	for (;;) {
		if (threadIdx.x == 0) {
			int place = atomicAdd(&ends[0], 1);
			now = -1;
			while (place < n && (now = Word(queue[place]).load(cuda::memory_order_acquire)) < 0)
				__nanosleep(100);
		}
		__syncthreads();
		int j = now;
		if (j < 0)
			return;
		unsigned r = do_job(data, pre, j, part);
		if (threadIdx.x == 0)
			out[j] = r;
		for (int k = threadIdx.x; k < job[j].count; k += 64) {
			int f = next[job[j].first + k];
			atomicXor(&pre[f], r);
			__threadfence();
			if (Word(need[f]).fetch_sub(1, cuda::memory_order_acq_rel) == 1)
				Word(queue[atomicAdd(&ends[1], 1)]).store(f, cuda::memory_order_release);
		}
		__syncthreads();
	}
}
struct Reader {
	const char *p;
	const int *cells;
};
__host__ __device__ int read_sum(Reader &r);
__host__ __device__ int read_factor(Reader &r)
{ // a number, a cell like c12, or something in brackets
	if (*r.p == '(') {
		r.p++;
		int v = read_sum(r);
		r.p++;
		return v;
	}
	bool cell = *r.p == 'c';
	int v = 0;
	for (r.p += cell; *r.p >= '0' && *r.p <= '9'; r.p++)
		v = v * 10 + *r.p - '0';
	return cell ? r.cells[v] : v;
}
__host__ __device__ int read_product(Reader &r)
{
	int v = read_factor(r);
	while (*r.p == '*') {
		r.p++;
		v *= read_factor(r);
	}
	return v;
}
__host__ __device__ int read_sum(Reader &r)
{
	int v = read_product(r);
	while (*r.p == '+' || *r.p == '-') {
		bool minus = *r.p++ == '-';
		int u = read_product(r);
		v += minus ? -u : u;
	}
	return v;
}
__global__ void sheet_recursion(const char *text, const int *start, const int *cells, int *out, int n)
{ // the cells of a sheet, each a text that is read by functions that call each other
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	Reader r = { text + start[i], cells };
	out[i] = read_sum(r);
}
__global__ void sheet_stacks(const char *text, const int *start, const int *cells, int *out, int n)
{ // the same by two stacks, one for numbers and one for signs
	int i = blockIdx.x * blockDim.x + threadIdx.x, values = 0, signs = 0;
	if (i >= n)
		return;
	int value[16];
	char sign[24];
	auto rank = [](char c) { return c == '*' ? 2 : c == '(' ? 0 : 1; };
	auto reduce = [&] {
		int b = value[--values];
		char c = sign[--signs];
		int &a = value[values - 1];
		a = c == '+' ? a + b : c == '-' ? a - b : a * b;
	};
	for (const char *p = text + start[i];;) {
		char c = *p;
		if (c == 'c' || (c >= '0' && c <= '9')) {
			int v = 0;
			for (p += c == 'c'; *p >= '0' && *p <= '9'; p++)
				v = v * 10 + *p - '0';
			value[values++] = c == 'c' ? cells[v] : v;
			continue;
		}
		p++;
		if (c == '(')
			sign[signs++] = c;
		else if (c == ')') {
			while (sign[signs - 1] != '(')
				reduce();
			signs--;
		} else {
			while (signs && rank(sign[signs - 1]) >= (c ? rank(c) : 1))
				reduce();
			if (!c)
				break;
			sign[signs++] = c;
		}
	}
	out[i] = value[0];
}
static std::string written(const unsigned *&w, int depth)
{ // a text by chance
	std::string s;
	int parts = 1 + *w++ % 3;
	for (int k = 0; k < parts; k++) {
		unsigned r = *w++;
		s += k ? r % 3 == 0 ? "+" : r % 3 == 1 ? "-" : "*" : "";
		s += depth && r / 3 % 2 ? "(" + written(w, depth - 1) + ")" :
			r / 6 % 2       ? "c" + std::to_string(r / 12 % 1000) :
					  std::to_string(r / 12 % 200);
	}
	return s;
}
static std::string grown(const std::string &s)
{
	std::string r;
	for (char c : s)
		r += c == 'X' ? "F[+X]F[-X]+X" : c == 'F' ? "FF" : std::string(1, c);
	return r;
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	const int N = 30000;
	std::vector<double> mean = double_fractions(w, N), e(N), where(N);
	for (int i = 0; i < N; i++) {
		mean[i] = 0.3 + 2.5 * mean[i];
		e[i] = w[i + N] / 4294967296.0 * (i % 5 ? 0.3 : 0.9);
		where[i] = orbit_fixed(mean[i], e[i], 60);
	}
	double *dm = upload(mean), *de = upload(e), *dw = dev<double>(N);
	job<double>(
		"orbits.nine_steps", [&] { orbits_fixed<<<(N + 127) / 128, 128>>>(dm, de, dw, N); }, dw, N,
		close_to(where, 1e-9));
	job<double>(
		"orbits.until_near", [&] { orbits_close<<<100, 160>>>(dm, de, dw, N); }, dw, N, close_to(where, 1e-9));
	const int SHOPS = 4000, DAY = 60;
	std::vector<unsigned> days(2 * SHOPS);
	for (int i = 0; i < SHOPS; i++) {
		unsigned heap[HEAP];
		uint2 d = shop_day([&](int k) -> unsigned & { return heap[k]; }, i * 77777 + 1, DAY);
		days[2 * i] = d.x, days[2 * i + 1] = d.y;
	}
	unsigned *out = dev<unsigned>(1 << 18);
	job<unsigned>(
		"shop_days.heap_local", [&] { shops_local<<<(SHOPS + 63) / 64, 64>>>((uint2 *)out, SHOPS, DAY); }, out,
		2 * SHOPS, same(days));
	job<unsigned>(
		"shop_days.heap_shared", [&] { shops_shared<<<(SHOPS + 63) / 64, 64>>>((uint2 *)out, SHOPS, DAY); },
		out, 2 * SHOPS, same(days));
	const int LISTS = 700, JOBS = 250;
	std::vector<unsigned short> work(LISTS * JOBS);
	std::vector<unsigned> done(LISTS);
	for (int l = 0; l < LISTS; l++) {
		unsigned busy[32] = {};
		for (int j = 0; j < JOBS; j++) {
			int best = std::min_element(busy, busy + 32) - busy;
			busy[best] += (work[l * JOBS + j] = 5 + w[l * JOBS + j] % 90 * (w[j] % 3)) + best;
			done[l] = std::max(done[l], busy[best]);
		}
	}
	unsigned short *dwork = upload(work);
	job<unsigned>(
		"first_free_machine.list_a_thread",
		[&] { shifts_thread<<<(LISTS + 31) / 32, 32>>>(dwork, out, JOBS, LISTS); }, out, LISTS, same(done));
	job<unsigned>(
		"first_free_machine.list_a_warp",
		[&] { shifts_warp<<<LISTS / 5, dim3(32, 5)>>>(dwork, out, JOBS, LISTS); }, out, LISTS, same(done));
	const int PLANTS = 4, ROUNDS = 6, ROOM = 1 << 17;
	const char *seed[PLANTS] = { "X", "F[X]X+X", "XF", "[X]-[X]" };
	std::vector<int> sizes[PLANTS];
	std::vector<char> all(PLANTS * ROOM);
	for (int p = 0; p < PLANTS; p++) {
		std::string s = seed[p];
		for (int r = 0; r < ROUNDS; r++) {
			sizes[p].push_back(s.size());
			s = grown(s);
		}
		memcpy(&all[p * ROOM], s.data(), s.size());
	}
	char *ping = dev<char>(PLANTS * ROOM), *pong = dev<char>(PLANTS * ROOM);
	int *before = dev<int>(PLANTS * ROOM), *blocks = dev<int>(PLANTS * 1024);
	cudaStream_t stream[PLANTS];
	for (auto &s : stream)
		CHECK(cudaStreamCreate(&s));
	auto sow = [&] {
		CHECK(cudaMemset(ping, 0, PLANTS * ROOM));
		for (int p = 0; p < PLANTS; p++)
			CHECK(cudaMemcpy(ping + p * ROOM, seed[p], strlen(seed[p]), cudaMemcpyHostToDevice));
	};
	auto grow = [&](int p, int r, cudaStream_t s) {
		int n = sizes[p][r], g = (n + 255) / 256, *b = before + p * ROOM, *k = blocks + p * 1024;
		char *in = (r & 1 ? pong : ping) + p * ROOM, *to = (r & 1 ? ping : pong) + p * ROOM;
		grow_count<<<g, 256, 0, s>>>(in, n, b, k);
		grow_blocks<<<1, 32, 0, s>>>(k, g);
		grow_write<<<g, 256, 0, s>>>(in, n, b, k, to);
	};
	job<char>(
		"plant_growth.one_after_another",
		[&] {
			for (int p = 0; p < PLANTS; p++)
				for (int r = 0; r < ROUNDS; r++)
					grow(p, r, 0);
		},
		ping, PLANTS * ROOM, same(all), sow);
	job<char>(
		"plant_growth.four_streams",
		[&] {
			for (int r = 0; r < ROUNDS; r++)
				for (int p = 0; p < PLANTS; p++)
					grow(p, r, stream[p]);
		},
		ping, PLANTS * ROOM, same(all), sow);
	const int T = 900;
	std::vector<Job> job_list(T);
	std::vector<int> next, need(T), depth(T), queue(T, -1), ends = { 0, 0 }, order, level(1);
	std::vector<std::vector<int>> after(T);
	std::vector<unsigned> data(w.begin(), w.begin() + 0x10000), pre(T), result(T);
	for (int j = 24; j < T; j++)
		for (unsigned k = 0; k < 1 + w[j] % 3; k++) {
			int p = std::max(0, j - 10 - (int)(w[j * 5 + k] % 120));
			after[p].push_back(j);
			need[j]++;
			depth[j] = std::max(depth[j], depth[p] + 1);
		}
	for (int j = 0; j < T; j++) {
		for (int i = 0; i < 1024; i++)
			result[j] += (data[(j * 64 + i) & 0xffff] ^ pre[j]) * 2654435761u;
		for (int f : after[j])
			pre[f] ^= result[j];
		job_list[j] = { (int)next.size(), (int)after[j].size(), need[j] };
		next.insert(next.end(), after[j].begin(), after[j].end());
		if (!need[j])
			queue[ends[1]++] = j;
	}
	for (int d = 0; d <= *std::max_element(depth.begin(), depth.end()); d++) {
		for (int j = 0; j < T; j++)
			if (depth[j] == d)
				order.push_back(j);
		level.push_back(order.size());
	}
	Job *dj = upload(job_list);
	int *dn = upload(next), *need0 = upload(need), *needs = dev<int>(T), *queue0 = upload(queue), *dq = dev<int>(T);
	int *ends0 = upload(ends), *dends = dev<int>(2), *dorder = upload(order);
	unsigned *dd = upload(data), *dpre = dev<unsigned>(T);
	auto ready = [&] {
		CHECK(cudaMemset(dpre, 0, T * 4));
		CHECK(cudaMemcpy(needs, need0, T * 4, cudaMemcpyDeviceToDevice));
		CHECK(cudaMemcpy(dq, queue0, T * 4, cudaMemcpyDeviceToDevice));
		CHECK(cudaMemcpy(dends, ends0, 8, cudaMemcpyDeviceToDevice));
	};
	job<unsigned>(
		"waiting_jobs.depth_a_launch",
		[&] {
			for (size_t d = 0; d + 1 < level.size(); d++)
				jobs_level<<<level[d + 1] - level[d], 64>>>(dd, dj, dn, dorder + level[d], dpre, out);
		},
		out, T, same(result), ready);
	job<unsigned>(
		"waiting_jobs.queue_of_ready",
		[&] { jobs_queue<<<40, 64>>>(dd, dj, dn, needs, dq, dends, dpre, out, T); }, out, T, same(result),
		ready);
	const int CELLS = 9000;
	std::string text;
	std::vector<int> start, cells(1000), value(CELLS);
	const unsigned *chance = w.data();
	for (int c = 0; c < 1000; c++)
		cells[c] = (int)(w[c] % 2001) - 1000;
	for (int i = 0; i < CELLS; i++) {
		start.push_back(text.size());
		text += written(chance, 3) + '\0';
	}
	for (int i = 0; i < CELLS; i++) {
		Reader r = { text.data() + start[i], cells.data() };
		value[i] = read_sum(r);
	}
	char *dtext = upload(std::vector<char>(text.begin(), text.end()));
	int *dstart = upload(start), *dcells = upload(cells), *o = (int *)out;
	CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
	job<int>(
		"sheet_texts.recursion",
		[&] { sheet_recursion<<<(CELLS + 95) / 96, 96>>>(dtext, dstart, dcells, o, CELLS); }, o, CELLS,
		same(value));
	job<int>(
		"sheet_texts.two_stacks",
		[&] { sheet_stacks<<<(CELLS + 95) / 96, 96>>>(dtext, dstart, dcells, o, CELLS); }, o, CELLS,
		same(value));
}
