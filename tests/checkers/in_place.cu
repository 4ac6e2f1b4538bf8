/* in_place.cu: x = min(x, y) and the like in place, where another thread reads what may change. */
#include "case.h"

// CASE labels_in_place: each place takes the smaller one of itself and its neighbour, in other blocks, too
// EXPECT racecheck RAW|WAR error between lowered and lowered
// ADVICE Blocks run in any order
// HARDWARE unmeasured
__global__ void lower(int *label, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	label[i] = min(label[i], label[(i + 1) % n]); // BUG lowered
}
CASE(labels_in_place)
{
	Array<int> a(digits<int>(1024));
	lower<<<8, 128>>>(a, 1024);
	return ran();
}

// CASE written_then_kept: a place is written, then left as it is, and read by another warp without a barrier
// EXPECT racecheck RAW|WAR error between first and taken
// HARDWARE unmeasured
__global__ void keep_after(int *out)
{
	__shared__ int tile[64];
	int t = threadIdx.x;
	volatile int high = 1000;
	tile[t] = t; // BUG first
	__syncwarp();
	tile[t] = min(tile[t], high);
	out[t] = tile[(t + 32) % 64]; // BUG taken
}
CASE(written_then_kept)
{
	Array<int> out(64, 0);
	keep_after<<<1, 64>>>(out);
	return ran();
}

// CASE kept_then_written: a place that was left as it is is written, and another warp reads it without a barrier
// EXPECT racecheck RAW|WAR error between later and taken_later
// HARDWARE unmeasured
__global__ void write_after(int *out, const int *in)
{
	__shared__ int tile[64];
	int t = threadIdx.x;
	tile[t] = in[t];
	__syncthreads();
	tile[t] = min(tile[t], 1000);
	__syncwarp();
	tile[t] = in[63 - t] + out[t]; // BUG later
	out[t] = tile[(t + 32) % 64]; // BUG taken_later
}
CASE(kept_then_written)
{
	Array<int> in(counting<int>(64)), out(64, 0);
	write_after<<<1, 64>>>(out, in);
	return ran();
}

// CASE added_in_place: the same with a sum, where what is added happens to be 0: with other data it is lost
// EXPECT racecheck RAW|WAR error between summed and summed
// HARDWARE unmeasured
__global__ void add_neighbour(int *a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	a[i] = a[i] + a[(i + 1) % n]; // BUG summed
}
CASE(added_in_place)
{
	Array<int> a(1024, 0);
	add_neighbour<<<8, 128>>>(a, 1024);
	return ran();
}

// CASE ones_over_ones: a tile is filled anew with the values that it has, before all have read it
// EXPECT racecheck RAW|WAR error between filled and used
// HARDWARE unmeasured
__global__ void refill(int *out, const int *in)
{
	__shared__ int tile[128];
	int t = threadIdx.x, sum = 0;
	for (int k = 0; k < 4; k++) {
		tile[t] = in[k * 128 + t]; // BUG filled
		__syncthreads();
		sum += tile[127 - t]; // BUG used
	}
	out[t] = sum;
}
CASE(ones_over_ones)
{
	Array<int> in(512, 1), out(128, 0);
	refill<<<1, 128>>>(out, in);
	return ran();
}

// CASE own_after_another: the lanes of a warp add another lane's element to their own: it is the other lane's read that the write meets, not the lane's own
// EXPECT racecheck WAR warning between own and anothers
// UNSAID other lanes read it with this one
// HARDWARE unmeasured
__global__ void own_after_another_k(int *o)
{
	__shared__ int s[32];
	int t = threadIdx.x;
	s[t] = t;
	__syncwarp();
	int v = t < 24 ? s[t + 8] : 0; // BUG anothers
	s[t] += v;                     // BUG own
	__syncwarp();
	o[t] = s[t];
}
CASE(own_after_another)
{
	Array<int> o(32, 0);
	own_after_another_k<<<1, 32>>>(o);
	return ran();
}

// CASE own_after_another_far: the same in global memory
// EXPECT racecheck WAR warning between own and anothers
// UNSAID other lanes read it with this one
// HARDWARE unmeasured
__global__ void own_after_another_far_k(int *a)
{
	int t = threadIdx.x;
	int v = t < 24 ? a[t + 8] : 0; // BUG anothers
	a[t] += v;                     // BUG own
}
CASE(own_after_another_far)
{
	Array<int> a(32, 1);
	own_after_another_far_k<<<1, 32>>>(a);
	return ran();
}

// CASE asks_neighbours: each thread asks at its neighbours' places and writes at its own, which nobody else does: no atomicCAS() is wanted
// EXPECT racecheck WAR|RAW error between sets and asks
// UNSAID atomicCAS()
// UNSAID found that nobody did
// HARDWARE unmeasured
__global__ void asks_neighbours_k(int *colour, const int *rank, int n, int c)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n || colour[i] != -1)
		return;
	for (int d = 1; d < 64; d *= 3) {
		int o = (i + d) % n;
		if (colour[o] == -1 && rank[o] > rank[i]) // BUG asks
			return;
	}
	colour[i] = c; // BUG sets
}
CASE(asks_neighbours)
{
	Array<int> colour(512, -1), rank(digits<int>(512));
	asks_neighbours_k<<<4, 128>>>(colour, rank, 512, 1);
	return ran();
}

// A stencil: each element becomes the mean of its neighbours, in the array that they read, or in another one.
__global__ void smooth(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i > 0 && i < n - 1)
		out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3; // BUG smooths
}

// CASE stencil_in_place: every block reads its neighbours' elements and writes its own: the old values are wanted
// EXPECT racecheck RAW|WAR error between smooths and smooths
// ADVICE Write to another buffer than the one that is read
// UNSAID hand the value over
// ALSO racecheck
// HARDWARE unmeasured
CASE(stencil_in_place)
{
	Array<float> a(digits<float>(1024));
	smooth<<<8, 128>>>(a, a, 1024);
	return ran();
}

// CASE stencil_of_two: to another array
// EXPECT clean
// HARDWARE unmeasured
CASE(stencil_of_two)
{
	Array<float> a(digits<float>(1024)), b(1024, 0.f);
	smooth<<<8, 128>>>(b, a, 1024);
	return ran();
}

// CASE shift_in_place: each element moves one place on: only the block before is read
// EXPECT racecheck RAW|WAR error between shifts and shifts
// ADVICE Write to another buffer than the one that is read
// HARDWARE unmeasured
__global__ void shift(int *out, const int *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i > 0 && i < n)
		out[i] = in[i - 1]; // BUG shifts
}
CASE(shift_in_place)
{
	Array<int> a(counting<int>(1024));
	shift<<<8, 128>>>(a, a, 1024);
	return ran();
}

// A transpose by tiles: a block reads one tile and writes another.
__global__ void transpose(int *out, const int *in, int n)
{
	__shared__ int t[16][17];
	int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
	t[threadIdx.y][threadIdx.x] = in[y * n + x]; // BUG takes-tile
	__syncthreads();
	x = blockIdx.y * 16 + threadIdx.x;
	y = blockIdx.x * 16 + threadIdx.y;
	out[y * n + x] = t[threadIdx.x][threadIdx.y]; // BUG puts-tile
}

// CASE transpose_in_place: a block overwrites the tile that another one has still to read; read and write are two lines
// EXPECT racecheck RAW|WAR error between takes-tile and puts-tile
// ADVICE Write to another buffer than the one that is read
// UNSAID hand the value over
// HARDWARE unmeasured
CASE(transpose_in_place)
{
	Array<int> a(counting<int>(64 * 64));
	transpose<<<dim3(4, 4), dim3(16, 16)>>>(a, a, 64);
	return ran();
}

// CASE transpose_of_two: to another array
// EXPECT clean
// HARDWARE unmeasured
CASE(transpose_of_two)
{
	Array<int> a(counting<int>(64 * 64)), b(64 * 64, 0);
	transpose<<<dim3(4, 4), dim3(16, 16)>>>(b, a, 64);
	return ran() && b.get()[1] == 64;
}

// CASE handed_on_in_order: one block writes what the others read: another buffer would be no help
// EXPECT racecheck RAW|WAR error between one-writes and all-read
// UNSAID Write to another buffer than the one that is read
// HARDWARE unmeasured
__global__ void one_for_all(int *a, int *out)
{
	if (blockIdx.x == 2)
		a[threadIdx.x] = threadIdx.x; // BUG one-writes
	out[blockIdx.x * blockDim.x + threadIdx.x] = a[(threadIdx.x + 32) % 128]; // BUG all-read
}
CASE(handed_on_in_order)
{
	Array<int> a(128, 0), out(1024, 0);
	one_for_all<<<8, 128>>>(a, out);
	return ran();
}
