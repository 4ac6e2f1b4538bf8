/* Cheats: what `warplings verify` puts in the place of a student's file, to see that a step refuses it.
 *
 * The step's declaration and the right answers lie in a file beside the object, so one file serves for every step: what a
 * cheat stands for is the way in which an answer comes about, not how it was computed. The numbers of the ways are
 * those of the table in engine/job/step/cheats.c, which says what each of them shows.
 */
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <string>
#include <vector>

enum { NOTHING, EMPTY, INPUTS, HOST, COPIES, CARRIED, MANAGED, ONE_THREAD, ONE_WARP, ATOMICS, SCATTERED, LISTED };
enum { VALUE, IN, OUT, INOUT };

struct arg {
	void *p;
	uint32_t role, host;
	uint64_t bytes; /* of a buffer, or of a value's type */
	std::vector<char> answer;
};

/* What kernels are told: inputs to be read, answers and where they belong. Four bytes are a word; what is left over of
 * a buffer is `tail`. */
struct piece {
	unsigned *to;
	const unsigned *from;
	uint64_t words;
	unsigned tail;
};
struct work {
	piece in[16], out[16];
	int nin, nout;
	unsigned *sum;
};

__global__ void empty()
{
}

__device__ void put_tail(const piece &p)
{
	const char *from = (const char *)(p.from + p.words);
	char *to = (char *)(p.to + p.words);

	for (unsigned i = 0; i < p.tail; i++)
		to[i] = from[i];
}

/* Threads side by side: reads all inputs, puts all answers. */
__global__ void carry(const work *w)
{
	uint64_t first = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x, all = gridDim.x * (uint64_t)blockDim.x;
	unsigned sum = 0;

	for (int k = 0; k < w->nin; k++)
		for (uint64_t i = first; i < w->in[k].words; i += all)
			sum += w->in[k].from[i];
	for (int k = 0; k < w->nout; k++) {
		for (uint64_t i = first; i < w->out[k].words; i += all)
			w->out[k].to[i] = w->out[k].from[i];
		if (first == 0)
			put_tail(w->out[k]);
	}
	if (sum == 0x9e3779b9u)
		*w->sum = sum;
}

/* Words from..to by the threads of a block, in vectors of four: as few requests as there can be. */
__device__ unsigned read_part(const piece &p, uint64_t from, uint64_t to)
{
	const uint4 *v = (const uint4 *)p.from;
	unsigned sum = 0;

#pragma unroll 4
	for (uint64_t i = from / 4 + threadIdx.x; i < to / 4; i += blockDim.x)
		sum += v[i].x ^ v[i].w;
	for (uint64_t i = to / 4 * 4 + threadIdx.x; i < to; i += blockDim.x)
		sum += p.from[i];
	return sum;
}

__device__ void put_part(const piece &p, uint64_t from, uint64_t to)
{
	const uint4 *v = (const uint4 *)p.from;
	uint4 *out = (uint4 *)p.to;

#pragma unroll 4
	for (uint64_t i = from / 4 + threadIdx.x; i < to / 4; i += blockDim.x)
		out[i] = v[i];
	for (uint64_t i = to / 4 * 4 + threadIdx.x; i < to; i += blockDim.x)
		p.to[i] = p.from[i];
}

/* The part number `nth` of `parts`, by whatever threads there are. */
__global__ void slice(const work *w, unsigned nth, unsigned parts)
{
	unsigned sum = 0;

	for (int k = 0; k < w->nin + w->nout; k++) {
		const piece &p = k < w->nin ? w->in[k] : w->out[k - w->nin];
		uint64_t each = ((p.words + parts - 1) / parts + 3) / 4 * 4, from = nth * each, to = from + each;

		if (from > p.words)
			continue;
		if (to > p.words)
			to = p.words;
		if (k < w->nin)
			sum += read_part(p, from, to);
		else
			put_part(p, from, to);
		if (k >= w->nin && nth == 0 && threadIdx.x == 0)
			put_tail(p);
	}
	if (sum == 0x9e3779b9u)
		*w->sum = sum;
}

/* Neighbouring lanes far apart: number i of n goes to row i % 32 of 32 rows. */
__device__ uint64_t apart(uint64_t i, uint64_t n)
{
	uint64_t row = n / 32;

	return i < row * 32 ? i % 32 * row + i / 32 : i;
}

__global__ void scatter(const work *w, bool atomics)
{
	uint64_t first = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x, all = gridDim.x * (uint64_t)blockDim.x;
	unsigned sum = 0;

	for (int k = 0; k < w->nin; k++)
		for (uint64_t i = first; i < w->in[k].words; i += all) {
			const unsigned *at = &w->in[k].from[apart(i, w->in[k].words)];

			sum += atomics ? atomicOr((unsigned *)at, 0u) : *at;
		}
	for (int k = 0; k < w->nout; k++) {
		for (uint64_t i = first; i < w->out[k].words; i += all) {
			uint64_t at = apart(i, w->out[k].words);

			if (atomics)
				atomicExch(&w->out[k].to[at], w->out[k].from[at]);
			else
				w->out[k].to[at] = w->out[k].from[at];
		}
		if (first == 0)
			put_tail(w->out[k]);
	}
	if (sum == 0x9e3779b9u)
		*w->sum = sum;
}

/* ---- the answers */
static unsigned how;
static bool listed;

static bool get(FILE *f, void *p, size_t n)
{
	return fread(p, 1, n, f) == n;
}

/* An argument as the answers describe it. */
struct row {
	uint64_t value, bytes;
	uint32_t role, host, real, zero;
};

/* The case with these values: its arguments, with their answers. */
static bool find_case(const uint64_t *given, std::vector<arg> &args)
{
	Dl_info me;
	uint32_t head[2], mine[2];
	bool found = false;
	FILE *f;

	if (!dladdr((void *)&find_case, &me))
		return false;
	std::string path = me.dli_fname;
	f = fopen((path.substr(0, path.rfind('/') + 1) + "answers").c_str(), "rb");
	if (!f || !get(f, head, sizeof head))
		return false;
	how = head[0];
	for (uint32_t c = 0; c < head[1] && !found && get(f, mine, sizeof mine); c++) {
		found = true;
		listed = mine[0];
		size_t word = 0;
		args.assign(mine[1], {});
		for (size_t i = 0; i < args.size(); i++) {
			arg &a = args[i];
			row r;

			if (!get(f, &r, sizeof r))
				return false;
			a.p = r.real ? NULL : (void *)given[word++]; /* a real value takes no word */
			a.role = r.role;
			a.host = r.host;
			a.bytes = r.bytes;
			if (r.role == VALUE && !r.real && memcmp(&r.value, &a.p, r.bytes))
				found = false;
		}
		for (auto &a : args)
			if (a.role == OUT || a.role == INOUT) {
				a.answer.resize(a.bytes);
				if (!get(f, a.answer.data(), a.bytes))
					return false;
			}
	}
	fclose(f);
	return found;
}

static bool is_out(const arg &a)
{
	return a.role == OUT || a.role == INOUT;
}

static bool is_in(const arg &a)
{
	return a.role == IN || a.role == INOUT;
}

/* ---- the ways */

/* A host that computes has to have the data. */
static void fetch_inputs(const std::vector<arg> &args)
{
	for (auto &a : args)
		if (is_in(a) && a.bytes && !a.host) {
			std::vector<char> here(a.bytes);

			cudaMemcpy(here.data(), a.p, a.bytes, cudaMemcpyDeviceToHost);
		}
}

static void *on_device(const void *from, size_t bytes)
{
	void *p = NULL;

	cudaMalloc(&p, bytes + 16);
	cudaMemcpy(p, from, bytes, cudaMemcpyHostToDevice);
	return p;
}

static void by_host(std::vector<arg> &args)
{
	fetch_inputs(args);
	empty<<<1, 1>>>();
	for (auto &a : args)
		if (is_out(a) && a.bytes && a.host)
			memcpy(a.p, a.answer.data(), a.bytes);
		else if (is_out(a) && a.bytes)
			cudaMemcpy(a.p, a.answer.data(), a.bytes, cudaMemcpyHostToDevice);
}

static void by_copies(std::vector<arg> &args)
{
	fetch_inputs(args);
	empty<<<1, 1>>>();
	for (auto &a : args)
		if (is_out(a) && a.bytes) {
			void *there = on_device(a.answer.data(), a.bytes);

			cudaMemcpy2DAsync(a.p, a.bytes, there, a.bytes, a.bytes, 1, cudaMemcpyDefault, 0);
			cudaDeviceSynchronize();
			cudaFree(there);
		}
}

static void by_inputs(std::vector<arg> &args)
{
	empty<<<1, 1>>>();
	for (auto &a : args)
		for (auto &b : args)
			if (is_out(a) && b.role == IN && a.bytes && b.bytes)
				cudaMemcpy(a.p, b.p, a.bytes < b.bytes ? a.bytes : b.bytes, cudaMemcpyDefault);
}

/* A kernel writes there first, and then the host does. */
static void by_managed(std::vector<arg> &args)
{
	fetch_inputs(args);
	for (auto &a : args)
		if (is_out(a) && a.bytes) {
			char *both;
			work w = {}, *there;

			cudaMallocManaged(&both, 2 * (a.bytes + 16));
			w.nout = 1;
			w.out[0] = { (unsigned *)both, (unsigned *)(both + (a.bytes + 31) / 16 * 16), a.bytes / 4, 0 };
			there = (work *)on_device(&w, sizeof w);
			carry<<<64, 256>>>(there);
			cudaDeviceSynchronize();
			memcpy(both, a.answer.data(), a.bytes);
			cudaMemcpy(a.p, both, a.bytes, cudaMemcpyDefault);
			cudaFree(there);
			cudaFree(both);
		}
}

static void by_kernel(std::vector<arg> &args)
{
	std::vector<void *> taken;
	work w = {}, *there;
	uint64_t most = 1;
	void *sum;

	cudaMalloc(&sum, 4);
	w.sum = (unsigned *)sum;
	for (auto &a : args) {
		piece p = { (unsigned *)a.p, NULL, a.bytes / 4, (unsigned)(a.bytes % 4) };

		if (!a.bytes || a.role == VALUE)
			continue;
		if (is_in(a)) {
			p.from = (unsigned *)(a.host ? on_device(a.p, a.bytes) : a.p);
			w.in[w.nin++] = p;
			if (a.host)
				taken.push_back((void *)p.from);
		}
		if (is_out(a)) {
			p.from = (unsigned *)on_device(a.answer.data(), a.bytes);
			taken.push_back((void *)p.from);
			if (a.host) {
				cudaMalloc(&p.to, a.bytes);
				taken.push_back(p.to);
			}
			w.out[w.nout++] = p;
		}
		most = p.words > most ? p.words : most;
	}
	there = (work *)on_device(&w, sizeof w);
	uint64_t blocks = (most + 255) / 256, parts = (most + 31) / 32;
	if (how == ONE_THREAD)
		slice<<<1, 1>>>(there, 0, 1);
	else if (how == ONE_WARP)
		for (uint64_t k = 0; k < parts && k < 1024; k++)
			slice<<<1, 32>>>(there, k, parts < 1024 ? parts : 1024);
	else if (how == ATOMICS || how == SCATTERED)
		scatter<<<blocks < 4096 ? blocks : 4096, 256>>>(there, how == ATOMICS);
	else
		carry<<<blocks < 4096 ? blocks : 4096, 256>>>(there);
	for (int k = 0, o = 0; k < (int)args.size(); k++)
		if (is_out(args[k]) && args[k].bytes) {
			if (args[k].host)
				cudaMemcpy(args[k].p, w.out[o].to, args[k].bytes, cudaMemcpyDeviceToHost);
			o++;
		}
	cudaDeviceSynchronize();
	for (void *p : taken)
		cudaFree(p);
	cudaFree(sum);
	cudaFree(there);
}

/* Pointers and whole numbers are passed in the same registers, in order, and what finds no room in them lies on the
 * stack, in order: sixteen words take any list of such arguments. (Floating-point values go elsewhere, and are not
 * needed.) */
extern "C" void solve(uint64_t a0, uint64_t a1, uint64_t a2, uint64_t a3, uint64_t a4, uint64_t a5, uint64_t a6, uint64_t a7,
	uint64_t a8, uint64_t a9, uint64_t a10, uint64_t a11, uint64_t a12, uint64_t a13, uint64_t a14, uint64_t a15)
{
	const uint64_t given[] = { a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15 };
	std::vector<arg> args;

	if (!find_case(given, args))
		return;
	switch (how) {
	case NOTHING: break;
	case EMPTY: empty<<<1, 1>>>(); break;
	case INPUTS: by_inputs(args); break;
	case HOST: by_host(args); break;
	case COPIES: by_copies(args); break;
	case MANAGED: by_managed(args); break;
	case CARRIED:
		fetch_inputs(args);
		by_kernel(args);
		break;
	case LISTED:
		if (listed)
			by_kernel(args);
		else
			empty<<<1, 1>>>();
		break;
	default: by_kernel(args);
	}
}
