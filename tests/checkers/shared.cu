/* shared.cu: races in shared memory, between the warps of a block and between the lanes of a warp. */
#include "case.h"

static const int B = 128;

// CASE shared_raw: each thread reads what a thread of the next warp writes, no barrier between
// EXPECT racecheck RAW|WAR error between raw-write and raw-read
// ALSO initcheck
// HARDWARE racecheck
__global__ void rotate(const int *in, int *out)
{
	__shared__ int s[B];
	int t = threadIdx.x;
	s[t] = in[t];              // BUG raw-write
	out[t] = s[(t + 32) % B];  // BUG raw-read
}
CASE(shared_raw)
{
	Array<int> in(counting<int>(B)), out(B);
	rotate<<<1, B>>>(in, out);
	return ran();
}

// CASE shared_war: a tile is overwritten while other warps may still read it: the second barrier of the loop is missing
// EXPECT racecheck RAW|WAR error between war-read and war-write
// HARDWARE racecheck
__global__ void tiles(const int *in, int *out, int n)
{
	__shared__ int s[B];
	int t = threadIdx.x, sum = 0;
	for (int base = 0; base < n; base += B) {
		s[t] = in[base + t];       // BUG war-write
		__syncthreads();
		for (int k = 0; k < B; k += 16)
			sum += s[(t + k) % B]; // BUG war-read
	}
	out[t] = sum;
}
CASE(shared_war)
{
	Array<int> in(counting<int>(4 * B)), out(B);
	tiles<<<1, B>>>(in, out, 4 * B);
	return ran();
}

// CASE shared_waw: the first lane of every warp writes its number to one place
// EXPECT racecheck WAW error at waw-write
// HARDWARE racecheck
__global__ void last_one(int *out)
{
	__shared__ int s;
	if (threadIdx.x % 32 == 0)
		s = threadIdx.x / 32; // BUG waw-write
	__syncthreads();
	out[threadIdx.x] = s;
}
CASE(shared_waw)
{
	Array<int> out(B);
	last_one<<<1, B>>>(out);
	return ran();
}

// CASE shared_waw_same: all warps write the same value to one place
// EXPECT racecheck WAW info at same-write
// ANSWER right
// HARDWARE racecheck
__global__ void any_of(const int *in, int *out)
{
	__shared__ int found;
	if (threadIdx.x == 0)
		found = 0;
	__syncthreads();
	if (in[threadIdx.x] % 32 == 0)
		found = 1; // BUG same-write
	__syncthreads();
	out[threadIdx.x] = found;
}
CASE(shared_waw_same)
{
	Array<int> in(counting<int>(B)), out(B);
	any_of<<<1, B>>>(in, out);
	return ran() && out.get()[77] == 1;
}

// CASE read_read_write: two warps read one place, then the second of them writes it: the first reader is not to be forgotten
// EXPECT racecheck WAR|RAW error between first-reader and second-writer
// HARDWARE racecheck
__global__ void read_read_write(const int *in, int *out, int writer)
{
	__shared__ int s[32];
	int t = threadIdx.x, lane = t % 32, v;
	if (t < 32)
		s[lane] = in[lane];
	__syncthreads();
	if (t / 32 == writer) {
		v = s[lane];
		s[lane] = v + 1; // BUG second-writer
	} else {
		v = *(volatile int *)&s[lane]; // BUG first-reader
	}
	out[t] = v;
}
CASE(read_read_write)
{
	Array<int> in(counting<int>(32)), out(64);
	read_read_write<<<1, 64>>>(in, out, 1);
	return ran();
}

// CASE read_read_write_turned: the same, with the warps' parts exchanged: whichever runs first, one of the two cases has both reads before the write
// EXPECT racecheck WAR|RAW error between first-reader and second-writer
// HARDWARE none
CASE(read_read_write_turned)
{
	Array<int> in(counting<int>(32)), out(64);
	read_read_write<<<1, 64>>>(in, out, 0);
	return ran();
}

// CASE byte_race: two warps write bytes of the same words, and the bytes are the same ones
// EXPECT racecheck WAW error at same-byte
// HARDWARE racecheck
__global__ void overlap(const unsigned char *in, unsigned *out, int shift)
{
	__shared__ unsigned char s[256];
	int t = threadIdx.x;
	s[t < 32 ? 4 * t : 4 * (t - 32) + shift] = in[t]; // BUG same-byte
	__syncthreads();
	out[t] = s[4 * (t % 32)];
}
CASE(byte_race)
{
	Array<unsigned char> in(counting<unsigned char>(64));
	Array<unsigned> out(64);
	overlap<<<1, 64>>>(in, out, 0);
	return ran();
}

// CASE byte_race_clean: the same kernel with the bytes side by side
// EXPECT clean
// HARDWARE none
CASE(byte_race_clean)
{
	Array<unsigned char> in(counting<unsigned char>(64));
	Array<unsigned> out(64);
	overlap<<<1, 64>>>(in, out, 3);
	return ran() && out.get()[40] == 8;
}

// CASE partial_overlap: one warp writes 4 bytes, another one 2 in the middle of the neighbour's 8
// EXPECT racecheck WAW error between whole-write and half-write
// HARDWARE racecheck
__global__ void halves(double *out)
{
	__shared__ double s[32];
	int t = threadIdx.x;
	if (t < 32)
		s[t] = t;                                            // BUG whole-write
	else
		((unsigned short *)s)[4 * (t - 32) + 2] = (unsigned short)t; // BUG half-write
	__syncthreads();
	out[t % 32] = s[t % 32];
}
CASE(partial_overlap)
{
	Array<double> out(32);
	halves<<<1, 64>>>(out);
	return ran();
}

// CASE lanes_exchange: neighbours of one warp exchange values through shared memory without __syncwarp
// EXPECT racecheck RAW|WAR warning|error between lane-write and lane-read
// HARDWARE racecheck
__global__ void exchange(const int *in, int *out)
{
	__shared__ int s[32];
	int t = threadIdx.x;
	s[t] = in[t];       // BUG lane-write
	out[t] = s[t ^ 1];  // BUG lane-read
}
CASE(lanes_exchange)
{
	Array<int> in(counting<int>(32)), out(32);
	exchange<<<1, 32>>>(in, out);
	return ran();
}

// CASE lanes_overwrite: the lanes of one warp write two neighbouring places each, in two instructions
// EXPECT racecheck WAW warning|error between lane-first and lane-second
// HARDWARE racecheck
__global__ void twice_written(const int *in, int *out)
{
	__shared__ int s[64];
	int t = threadIdx.x;
	s[t] = in[t];          // BUG lane-first
	s[t + 1] = in[t] + 10; // BUG lane-second
	__syncwarp();
	out[t] = s[t];
}
CASE(lanes_overwrite)
{
	Array<int> in(counting<int>(32)), out(32);
	twice_written<<<1, 32>>>(in, out);
	return ran();
}

// CASE one_store_two_values: lanes of one warp write different values to one place in one instruction
// EXPECT racecheck WAW error at collide
// HARDWARE racecheck
__global__ void scatter(const int *where, int *out)
{
	__shared__ int s[32];
	int t = threadIdx.x;
	s[t] = -1;
	__syncwarp();
	s[where[t]] = t; // BUG collide
	__syncwarp();
	out[t] = s[t];
}
CASE(one_store_two_values)
{
	std::vector<int> w = counting<int>(32);
	w[9] = w[8];
	Array<int> where(w), out(32);
	scatter<<<1, 32>>>(where, out);
	return ran();
}

// CASE store_beside_narrow_words: an int that all lanes set, beside an array of shorts: its own size is told, each time once
// EXPECT racecheck WAW info at wide-beside-narrow
// SAYS Race on 4 bytes of __shared__
// ANSWER right
// HARDWARE unmeasured
__global__ void any_above(const short *in, int *out)
{
	__shared__ short s[32];
	__shared__ int any;
	int t = threadIdx.x;
	s[t] = in[t];
	if (t == 0)
		any = 0;
	__syncwarp();
	if (s[t ^ 1] > 3)
		any = 1; // BUG wide-beside-narrow
	__syncwarp();
	out[t] = any;
}
CASE(store_beside_narrow_words)
{
	Array<short> in(std::vector<short>(32, 9));
	Array<int> out(32);
	any_above<<<1, 32>>>(in, out);
	return ran();
}

// CASE one_store_same_value: lanes of one warp write the same value to one place in one instruction
// EXPECT racecheck WAW info at agree
// ANSWER right
// HARDWARE racecheck
__global__ void mark(const int *where, int *out)
{
	__shared__ int s[32];
	int t = threadIdx.x;
	s[t] = 0;
	__syncwarp();
	s[where[t]] = 1; // BUG agree
	__syncwarp();
	out[t] = s[t];
}
CASE(one_store_same_value)
{
	std::vector<int> w = counting<int>(32);
	w[9] = w[8];
	Array<int> where(w), out(32);
	mark<<<1, 32>>>(where, out);
	auto v = out.get();
	return ran() && v[8] == 1 && v[9] == 0;
}

// CASE histogram_without_atomics: s[bin]++ by all threads
// EXPECT racecheck RAW|WAR|WAW error at increment
// HARDWARE racecheck
__global__ void bins(const int *in, int *out)
{
	__shared__ int s[16];
	int t = threadIdx.x;
	if (t < 16)
		s[t] = 0;
	__syncthreads();
	s[in[t]]++; // BUG increment
	__syncthreads();
	if (t < 16)
		out[t] = s[t];
}
CASE(histogram_without_atomics)
{
	Array<int> in(digits<int>(B)), out(16);
	bins<<<1, B>>>(in, out);
	return ran();
}

// CASE reset_without_barrier: one thread clears the sum that all others add to, no barrier between
// EXPECT racecheck RAW|WAR|WAW warning|error between reset and add
// HARDWARE none
__global__ void block_sum(const int *in, int *out)
{
	__shared__ int sum;
	if (threadIdx.x == 0)
		sum = 0;                     // BUG reset
	atomicAdd(&sum, in[threadIdx.x]); // BUG add
	__syncthreads();
	if (threadIdx.x == 0)
		*out = sum;
}
CASE(reset_without_barrier)
{
	Array<int> in(digits<int>(B)), out(1);
	block_sum<<<1, B>>>(in, out);
	return ran();
}

// CASE sum_read_too_early: the sum is read while others still add to it
// EXPECT racecheck RAW|WAR warning|error between late-add and early-read
// HARDWARE none
__global__ void early(const int *in, int *out)
{
	__shared__ int sum;
	if (threadIdx.x == 0)
		sum = 0;
	__syncthreads();
	atomicAdd(&sum, in[threadIdx.x]); // BUG late-add
	if (threadIdx.x == B - 1)
		*out = *(volatile int *)&sum; // BUG early-read
}
CASE(sum_read_too_early)
{
	Array<int> in(digits<int>(B)), out(1);
	early<<<1, B>>>(in, out);
	return ran();
}

// CASE scan_in_place: the scan of the text books with one buffer and one barrier a round
// EXPECT racecheck RAW|WAR error at in-place
// HARDWARE racecheck
__global__ void scan(const int *in, int *out)
{
	__shared__ int s[B];
	int t = threadIdx.x;
	s[t] = in[t];
	for (int d = 1; d < B; d *= 2) {
		__syncthreads();
		if (t >= d)
			s[t] += s[t - d]; // BUG in-place
	}
	out[t] = s[t];
}
CASE(scan_in_place)
{
	Array<int> in(digits<int>(B)), out(B);
	scan<<<1, B>>>(in, out);
	return ran();
}

// CASE wrong_named_barrier: two warps wait at barrier 1, the others at barrier 2, and then they read each other's values
// EXPECT racecheck RAW|WAR error between half-write2 and half-read2
// ALSO initcheck
// HARDWARE racecheck
__global__ void two_groups(const int *in, int *out)
{
	__shared__ int s[B];
	int t = threadIdx.x;
	s[t] = in[t];             // BUG half-write2
	if (t < B / 2)
		asm volatile("bar.sync 1, 64;" ::: "memory");
	else
		asm volatile("bar.sync 2, 64;" ::: "memory");
	out[t] = s[(t + 64) % B]; // BUG half-read2
}
CASE(wrong_named_barrier)
{
	Array<int> in(counting<int>(B)), out(B);
	two_groups<<<1, B>>>(in, out);
	return ran();
}

// CASE arrive_before_write: the producer arrives at the barrier first and writes then
// EXPECT racecheck RAW|WAR error between produced-late and consumed
// ALSO initcheck
// HARDWARE racecheck
__global__ void producer(const int *in, int *out)
{
	__shared__ int s[32];
	int t = threadIdx.x, lane = t % 32;
	if (t < 32) {
		asm volatile("bar.arrive 1, 64;" ::: "memory");
		*(volatile int *)&s[lane] = in[lane]; // BUG produced-late
	} else {
		asm volatile("bar.sync 1, 64;" ::: "memory");
		out[lane] = s[lane];                  // BUG consumed
	}
}
CASE(arrive_before_write)
{
	Array<int> in(counting<int>(32)), out(32);
	producer<<<1, 64>>>(in, out);
	return ran();
}

// CASE double_buffer_one_barrier_short: two buffers in turns, but the barrier stands where only every other round passes
// EXPECT racecheck RAW|WAR error between fill and drain
// ALSO initcheck
// HARDWARE racecheck
__global__ void double_buffer(const int *in, int *out, int rounds)
{
	__shared__ int s[2][B];
	int t = threadIdx.x, sum = 0;
	for (int r = 0; r < rounds; r++) {
		s[r & 1][t] = in[r * B + t];   // BUG fill
		if (r & 1)
			__syncthreads();
		sum += s[r & 1][(t + 40) % B]; // BUG drain
	}
	out[t] = sum;
}
CASE(double_buffer_one_barrier_short)
{
	Array<int> in(digits<int>(4 * B)), out(B);
	double_buffer<<<1, B>>>(in, out, 4);
	return ran();
}

// CASE halo_missing_barrier: a stencil that reads its neighbours' cells of the tile at once
// EXPECT racecheck RAW|WAR error between tile-write and tile-read|tile-left
// ALSO initcheck
// HARDWARE racecheck
__global__ void stencil(const float *in, float *out)
{
	__shared__ float s[B];
	int t = threadIdx.x;
	s[t] = in[t];                 // BUG tile-write
	float left = t > 0 ? s[t - 1] : 0;       // BUG tile-left
	float right = t < B - 1 ? s[t + 1] : 0;  // BUG tile-read
	out[t] = left + right;
}
CASE(halo_missing_barrier)
{
	Array<float> in(counting<float>(B)), out(B);
	stencil<<<1, B>>>(in, out);
	return ran();
}

// CASE broadcast_missing_barrier: warp 0 computes a value for all; the barrier stands before it and not after it
// EXPECT racecheck RAW|WAR error between tell and hear
// ALSO initcheck
// HARDWARE racecheck
__global__ void broadcast(const int *in, int *out)
{
	__shared__ int value;
	__syncthreads();
	if (threadIdx.x == 0)
		value = in[0];         // BUG tell
	out[threadIdx.x] = *(volatile int *)&value; // BUG hear
}
CASE(broadcast_missing_barrier)
{
	Array<int> in(1, 7), out(B);
	broadcast<<<1, B>>>(in, out);
	return ran();
}

// CASE shuffle_between: lanes exchange through shared memory with only a shuffle between, which orders no memory
// EXPECT racecheck RAW|WAR warning|error between before-shuffle and behind-shuffle
// HARDWARE racecheck
__global__ void shuffle_between(const int *in, int *out)
{
	__shared__ int s[32];
	int t = threadIdx.x, v = in[t];
	s[t] = v;                                 // BUG before-shuffle
	v = __shfl_xor_sync(0xffffffffu, v, 4);
	out[t] = s[t ^ 1] + v;                    // BUG behind-shuffle
}
CASE(shuffle_between)
{
	Array<int> in(counting<int>(32)), out(32);
	shuffle_between<<<1, 32>>>(in, out);
	return ran();
}

// CASE write_then_read: each warp writes its cells and reads those of the next: the fast warp reads before the slow one writes
// EXPECT racecheck WAR|RAW error between side-write and side-read
// ADVICE between the write and the read
// HARDWARE unmeasured
__global__ void write_then_read_k(const int *in, int *out)
{
	__shared__ int s[128];
	int t = threadIdx.x;
	s[t] = in[t];                  // BUG side-write
	out[t] = t < 96 ? s[t + 32] : 0; // BUG side-read
}
CASE(write_then_read)
{
	Array<int> in(counting<int>(128)), out(128);
	write_then_read_k<<<1, 128>>>(in, out);
	return ran();
}

// CASE write_round_read: in a loop the read comes first in the text; the barrier is between read and write, none on the way round
// EXPECT racecheck WAR|RAW error between round-write and round-read
// ADVICE between the write and the read
// HARDWARE unmeasured
__global__ void write_round_read_k(int *out, int n)
{
	__shared__ int s[128];
	int t = threadIdx.x, v = 0;
	s[t] = t;
	__syncthreads();
#pragma unroll 1
	for (int k = 0; k < n; k++) {
		v += t < 96 ? s[t + 32] : 0; // BUG round-read
		__syncthreads();
		s[t] = v;                    // BUG round-write
	}
	out[t] = v;
}
CASE(write_round_read)
{
	Array<int> out(128);
	write_round_read_k<<<1, 128>>>(out, 3);
	return ran();
}

// CASE read_round_write: the other way: the barrier is between write and read, none on the way round
// EXPECT racecheck WAR|RAW error between turn-write and turn-read
// ADVICE between the read and the write
// HARDWARE unmeasured
__global__ void read_round_write_k(int *out, int n)
{
	__shared__ int s[128];
	int t = threadIdx.x, v = t;
#pragma unroll 1
	for (int k = 0; k < n; k++) {
		s[t] = v;                    // BUG turn-write
		__syncthreads();
		v += t < 96 ? s[t + 32] : 0; // BUG turn-read
	}
	out[t] = v;
}
CASE(read_round_write)
{
	Array<int> out(128);
	read_round_write_k<<<1, 128>>>(out, 3);
	return ran();
}

// CASE write_then_read_in_functions: write and read in functions of their own, called one after the other
// EXPECT racecheck WAR|RAW error between called-write and called-read
// ADVICE between the write and the read
// HARDWARE unmeasured
__device__ __noinline__ void put_in(int *s, int v)
{
	s[threadIdx.x] = v; // BUG called-write
}
__device__ __noinline__ int take_out(const int *s)
{
	return s[(threadIdx.x + 32) % 128]; // BUG called-read
}
__global__ void in_functions_k(const int *in, int *out)
{
	__shared__ int s[128];
	int t = threadIdx.x;
	put_in(s, in[t]);
	out[t] = t < 96 ? take_out(s) : 0;
}
CASE(write_then_read_in_functions)
{
	Array<int> in(counting<int>(128)), out(128);
	in_functions_k<<<1, 128>>>(in, out);
	return ran();
}
