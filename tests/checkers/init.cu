/* init.cu: values that nothing has written, used. */
#include "case.h"

// CASE accumulator: a cudaMalloc'ed sum that everybody adds to and nobody cleared
// EXPECT initcheck uninit at garbage-add
// HARDWARE initcheck
__global__ void add_up(const int *in, int *sum)
{
	atomicAdd(sum, in[threadIdx.x]); // BUG garbage-add
}
CASE(accumulator)
{
	Array<int> in(counting<int>(32)), sum(1);
	add_up<<<1, 32>>>(in, sum);
	return ran();
}

// CASE plain_accumulator: out[i] += on memory as cudaMalloc gives it
// EXPECT initcheck uninit at garbage-plus
// HARDWARE initcheck
__global__ void axpy(float a, const float *x, float *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] += a * x[i]; // BUG garbage-plus
}
CASE(plain_accumulator)
{
	Array<float> x(counting<float>(100)), y(100);
	axpy<<<1, 128>>>(2, x, y, 100);
	return ran();
}

// CASE partly_written: a kernel writes all but the last elements, the next one reads all
// EXPECT initcheck uninit at use-of-hole from hole-read
// HARDWARE initcheck
__global__ void write_most(int *a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n / 64 * 64)
		a[i] = i;
}
__global__ void read_all(const int *a, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		int v = a[i];       // BUG hole-read
		out[i] = 2 * v + 1; // BUG use-of-hole
	}
}
CASE(partly_written)
{
	Array<int> a(100), out(100);
	write_most<<<2, 64>>>(a, 100);
	read_all<<<2, 64>>>(a, out, 100);
	return ran();
}

// CASE partly_copied: half as many bytes copied as there are: the element count instead of the byte count, halved types
// EXPECT initcheck uninit at half-use
// HARDWARE initcheck
__global__ void square(double *a)
{
	a[threadIdx.x] = a[threadIdx.x] * a[threadIdx.x]; // BUG half-use
}
CASE(partly_copied)
{
	std::vector<double> v(64, 2);
	Array<double> a(64);
	said(cudaMemcpy(a, v.data(), 64 * sizeof(float), cudaMemcpyHostToDevice));
	square<<<1, 64>>>(a);
	return ran();
}

// CASE shared_not_filled: the tile's border cells are read but never written
// EXPECT initcheck uninit at border-use from border-read
// HARDWARE none
__global__ void borders(const int *in, int *out)
{
	__shared__ int s[66];
	int t = threadIdx.x;
	s[t + 1] = in[t];
	__syncthreads();
	int sum = s[t] + s[t + 1] + s[t + 2]; // BUG border-read
	out[t] = sum;                         // BUG border-use
}
CASE(shared_not_filled)
{
	Array<int> in(counting<int>(64)), out(64);
	borders<<<1, 64>>>(in, out);
	return ran();
}

// CASE shared_accumulator: a sum in shared memory that nobody cleared
// EXPECT initcheck uninit at shared-add
// HARDWARE none
__global__ void shared_sum(const int *in, int *out)
{
	__shared__ int sum;
	atomicAdd(&sum, in[threadIdx.x]); // BUG shared-add
	__syncthreads();
	if (threadIdx.x == 0)
		*out = sum;
}
CASE(shared_accumulator)
{
	Array<int> in(counting<int>(64)), out(1);
	shared_sum<<<1, 64>>>(in, out);
	return ran();
}

// CASE user_is_reader: two lanes read what nobody wrote, and one of them stores its sum: it is named in both places
// EXPECT initcheck uninit at halo-use from halo-read
// SAYS by thread (1,0,0): it is stored to global memory
// HARDWARE unmeasured
__global__ void both_halos(const int *in, int *out, int n)
{
	__shared__ int tile[34];
	int t = threadIdx.x;
	tile[t + 2] = in[t];
	__syncthreads();
	int sum = tile[t] * 2; // BUG halo-read
	__syncthreads();
	if (t > 0 && t <= n)
		out[t] = sum; // BUG halo-use
}
CASE(user_is_reader)
{
	Array<int> in(counting<int>(32)), out(32, 0);
	both_halos<<<1, 32>>>(in, out, 1);
	return ran();
}

// CASE local_partly_written: a thread's own array, of which the data decides what is written
// EXPECT initcheck uninit at local-use from local-read
// HARDWARE none
__global__ void local_holes(const int *key, int *out, int n)
{
	int mine[16];
	for (int i = 0; i < n; i++)
		mine[key[i]] = i;
	int sum = 0;
	for (int i = 0; i < 16; i++)
		sum += mine[i] * key[i]; // BUG local-read
	out[threadIdx.x] = sum;      // BUG local-use
}
CASE(local_partly_written)
{
	Array<int> key(counting<int>(16)), out(32);
	local_holes<<<1, 32>>>(key, out, 12);
	return ran();
}

// CASE branch_on_garbage: a branch that hangs on a flag nobody set
// EXPECT initcheck uninit at garbage-branch from garbage-flag
// HARDWARE initcheck
__global__ void maybe(const int *flag, int *out)
{
	int f = *flag;           // BUG garbage-flag
	if (f == 77)             // BUG garbage-branch
		out[threadIdx.x] = out[threadIdx.x ^ 1] + 1;
	else
		out[threadIdx.x] = 2;
}
CASE(branch_on_garbage)
{
	Array<int> flag(1), out(32, 0);
	maybe<<<1, 32>>>(flag, out);
	return ran();
}

// CASE index_from_garbage: an index that was never computed for the last block's threads
// EXPECT initcheck uninit at garbage-gather from garbage-index
// ANSWER any
// HARDWARE initcheck
__global__ void make_index(int *index, int n)
{
	int i = threadIdx.x;
	if (i < n - 1)
		index[i] = n - 1 - i;
}
__global__ void gather(const int *in, const int *index, int *out, int n)
{
	int i = threadIdx.x;
	if (i < n) {
		unsigned k = index[i];        // BUG garbage-index
		out[i] = in[k % (unsigned)n]; // BUG garbage-gather
	}
}
CASE(index_from_garbage)
{
	const int n = 50;
	Array<int> in(counting<int>(n)), index(n), out(n);
	make_index<<<1, 64>>>(index, n);
	gather<<<1, 64>>>(in, index, out, n);
	return ran();
}

// CASE through_shared: garbage read, carried through shared memory and used by another thread
// EXPECT initcheck uninit at carried-use from carried-read
// HARDWARE initcheck
__global__ void carried(const int *in, int *out)
{
	__shared__ int s[64];
	int t = threadIdx.x;
	s[t] = in[t];         // BUG carried-read
	__syncthreads();
	int v = s[63 - t];
	out[t] = v * 3;       // BUG carried-use
}
CASE(through_shared)
{
	Array<int> in(64), out(64);
	said(cudaMemset(in, 0, 63 * sizeof(int)));
	carried<<<1, 64>>>(in, out);
	return ran();
}

// CASE through_two_tiles: a sum of garbage, carried through two tiles
// EXPECT initcheck uninit at two-tiles-use from two-tiles-read
// SAYS Uninitialized __global__ memory read
// HARDWARE unmeasured
__global__ void two_tiles(const int *in, int *out)
{
	__shared__ int s[64], r[64];
	int t = threadIdx.x;
	s[t] = in[t] * 2;     // BUG two-tiles-read
	__syncthreads();
	r[t] = s[63 - t] + 1;
	__syncthreads();
	out[t] = r[t ^ 32];   // BUG two-tiles-use
}
CASE(through_two_tiles)
{
	Array<int> in(64), out(64);
	two_tiles<<<1, 64>>>(in, out);
	return ran();
}

// CASE not_reached: the host reads back results that no thread wrote: no launch did wrong
// EXPECT initcheck uninit-copy
// ANSWER wrong
// HARDWARE initcheck
__global__ void fill(int *a)
{
	a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
CASE(not_reached)
{
	Array<int> a(100);
	fill<<<100 / 64, 64>>>(a);
	bool fine = ran();
	auto v = a.get();
	for (int e : v)
		fine = fine && e == 1;
	return fine;
}

// CASE memset_part: cleared by count of elements instead of bytes: the sums that lie after it start as garbage
// EXPECT initcheck uninit at uncleared-add
// HARDWARE initcheck
__global__ void bins(const int *in, int *bin)
{
	atomicAdd(&bin[in[threadIdx.x]], 1); // BUG uncleared-add
}
CASE(memset_part)
{
	Array<int> in(counting<int>(32)), bin(32);
	said(cudaMemset(bin, 0, 32));
	bins<<<1, 32>>>(in, bin);
	return ran();
}

// CASE half_of_a_double: of each double only the first four bytes were written
// EXPECT initcheck uninit at half-use from half-read
// HARDWARE initcheck
__global__ void first_halves(int *a)
{
	a[2 * threadIdx.x] = threadIdx.x;
}
__global__ void doubles(const double *in, double *out)
{
	double v = in[threadIdx.x];  // BUG half-read
	out[threadIdx.x] = v * 2;    // BUG half-use
}
CASE(half_of_a_double)
{
	Array<double> in(64), out(64);
	first_halves<<<1, 64>>>((int *)(double *)in);
	doubles<<<1, 64>>>(in, out);
	return ran();
}

// CASE through_a_function: garbage goes into a function that is not inlined, and what it makes of it is stored
// EXPECT initcheck uninit at call-use from call-read
// HARDWARE initcheck
__device__ __noinline__ int twice(int v)
{
	return 2 * v;
}
__global__ void calls_twice(const int *in, int *out)
{
	int v = in[threadIdx.x];       // BUG call-read
	out[threadIdx.x] = twice(v);   // BUG call-use
}
CASE(through_a_function)
{
	Array<int> in(64), out(64);
	calls_twice<<<1, 64>>>(in, out);
	return ran();
}

// CASE exchanged_out: lists whose heads nobody cleared: what the exchange brings out becomes a link
// EXPECT initcheck uninit at garbage-link from head-read
// HARDWARE unmeasured
__global__ void push_all(int *head, int *next)
{
	int old = atomicExch(&head[threadIdx.x % 4], (int)threadIdx.x); // BUG head-read
	next[threadIdx.x] = old;                                       // BUG garbage-link
}
CASE(exchanged_out)
{
	Array<int> head(4), next(32);
	push_all<<<1, 32>>>(head, next);
	return ran();
}

// CASE moved_hole: elements that were never written are moved, nothing is computed with them
// EXPECT initcheck uninit at hole-moved
// HARDWARE unmeasured
__global__ void backwards(const int *a, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[n - 1 - i] = a[i]; // BUG hole-moved
}
CASE(moved_hole)
{
	Array<int> a(100), out(100);
	write_most<<<2, 64>>>(a, 100);
	backwards<<<2, 64>>>(a, out, 100);
	return ran();
}

// CASE unset_member_used: of a structure that is written but for one member, just that one is computed with
// EXPECT initcheck uninit at weighed from member-read
// HARDWARE unmeasured
struct Body { int id; int cell; double charge; double mass; };
__global__ void bodies(Body *b)
{
	b[threadIdx.x].id = b[threadIdx.x].cell = threadIdx.x;
	b[threadIdx.x].mass = 1;
}
__global__ void weigh(const Body *b, double *out)
{
	double q = b[threadIdx.x].charge;         // BUG member-read
	out[threadIdx.x] = q * b[threadIdx.x].id; // BUG weighed
}
CASE(unset_member_used)
{
	Array<Body> b(32);
	Array<double> out(32);
	bodies<<<1, 32>>>(b);
	weigh<<<1, 32>>>(b, out);
	return ran();
}

// CASE one_byte_short: cleared but for the last byte, and computed with: an int is as garbage as its worst byte
// EXPECT initcheck uninit at short-use from short-read
// HARDWARE unmeasured
__global__ void doubled(const int *in, int *out)
{
	int v = in[threadIdx.x];      // BUG short-read
	out[threadIdx.x] = v * 2;     // BUG short-use
}
CASE(one_byte_short)
{
	Array<int> in(32), out(32);
	said(cudaMemset(in, 0, 32 * sizeof(int) - 1));
	doubled<<<1, 32>>>(in, out);
	return ran();
}

// CASE one_byte_compared: a word of which one byte was written decides a branch
// EXPECT initcheck uninit at compared from compared-read
// HARDWARE unmeasured
__global__ void first_bytes(unsigned char *a)
{
	a[4 * threadIdx.x] = 1;
}
__global__ void compares(const int *in, int *out)
{
	int v = in[threadIdx.x]; // BUG compared-read
	if (v > 100)             // BUG compared
		atomicAdd(out, 1);
}
CASE(one_byte_compared)
{
	Array<int> in(32), out(1, 0);
	first_bytes<<<1, 32>>>((unsigned char *)(int *)in);
	compares<<<1, 32>>>(in, out);
	return ran();
}

// CASE padding_and_members: structures with padding are copied by words, and their members taken out of the words
// EXPECT clean
// HARDWARE unmeasured
struct alignas(8) Padded {
	char kind;
	short size;
	char last;
};
__global__ void fill_padded(Padded *p)
{
	p[threadIdx.x].kind = threadIdx.x;
	p[threadIdx.x].size = -threadIdx.x;
	p[threadIdx.x].last = 3;
}
__global__ void use_padded(const Padded *p, Padded *copy, unsigned long long *words, int *out)
{
	int t = threadIdx.x;
	__shared__ Padded s[32];
	Padded mine = p[t];
	unsigned long long w = *(const unsigned long long *)&p[t];
	unsigned half = *(const unsigned *)&p[31 - t];
	s[t] = mine;
	__syncwarp();
	copy[t] = s[31 - t];
	words[t] = w;
	w = __shfl_xor_sync(~0u, w, 1);
	out[t] = (char)w + (short)(w >> 16) + (char)(w >> 32) + (int)(half << 24 >> 24) + ((int)half >> 16) + mine.size;
}
CASE(padding_and_members)
{
	Array<Padded> p(32), copy(32);
	Array<unsigned long long> words(32);
	Array<int> out(32);
	fill_padded<<<1, 32>>>(p);
	use_padded<<<1, 32>>>(p, copy, words, out);
	bool fine = ran();
	auto v = out.get();
	return fine && v[0] == 1 - 1 + 3 + 31 - 31 - 0;
}
