/* local.cu: what threads do wrong with arrays of their own. */
#include "case.h"

// CASE histogram_from_one: the loop that clears a thread's histogram begins at 1; the rest only counts up
// EXPECT initcheck uninit at histogram-out from histogram-up
// HARDWARE unmeasured
__global__ void histogram_from_one(const int *in, int *out, int n)
{
	int h[8];
	for (int i = 1; i < 8; i++)
		h[i] = 0;
	for (int i = 0; i < n; i++)
		h[in[i] & 7]++; // BUG histogram-up
	for (int i = 0; i < 8; i++)
		out[threadIdx.x * 8 + i] = h[i]; // BUG histogram-out
}
CASE(histogram_from_one)
{
	Array<int> in(counting<int>(64)), out(256);
	histogram_from_one<<<1, 32>>>(in, out, 64);
	return ran();
}

// CASE chosen_element: a thread copies an element that it has not set; its neighbours are
// EXPECT initcheck uninit at chosen
// HARDWARE unmeasured
__global__ void chosen_element(const int *in, int *out, int n)
{
	int last[16];
	for (int i = 1; i < n; i++)
		last[in[i]] = i;
	out[threadIdx.x] = last[in[threadIdx.x] / 2]; // BUG chosen
}
CASE(chosen_element)
{
	Array<int> in(counting<int>(32)), out(32);
	chosen_element<<<1, 32>>>(in, out, 16);
	return ran();
}

// CASE pop_before_down: a stack whose pop reads the place above the top one
// EXPECT initcheck uninit at pop
// HARDWARE unmeasured
__global__ void pop_before_down(const int *in, double *out, int n)
{
	double stack[32];
	int top = 0;
	stack[top++] = in[0] * 0.5;
	for (int i = 0; i < n; i++) {
		if (in[i] % 4 < 3)
			stack[top++] = i;
		else
			out[i] = stack[top--]; // BUG pop
	}
}
CASE(pop_before_down)
{
	Array<int> in(counting<int>(32));
	Array<double> out(32, 0.0);
	pop_before_down<<<1, 1>>>(in, out, 32);
	return ran();
}

// CASE before_its_own: element -1 of a thread's own array
// EXPECT memcheck oob at before-own
// SAYS 4 bytes before the beginning of the 64 bytes of local memory
// HARDWARE unmeasured
__global__ void before_its_own(const int *in, int *out, int n)
{
	int a[16];
	for (int i = 0; i < 16; i++)
		a[i] = in[i];
	for (int i = 0; i < n; i++)
		a[in[i + 16] - 16 - 1 - i] += 1; // BUG before-own
	out[threadIdx.x] = a[3] + a[0];
}
CASE(before_its_own)
{
	Array<int> in(counting<int>(32)), out(32);
	before_its_own<<<1, 32>>>(in, out, 4);
	return ran();
}

// CASE kept_address: the address of a local variable is kept for the next kernel
// EXPECT memcheck oob at kept-address
// SAYS is one of local memory: a variable of a thread's own
// UNSAID host pointer
// HARDWARE unmeasured
__device__ int *kept;
__global__ void keep_address()
{
	int mine = 5;
	kept = &mine;
}
__global__ void use_address(int *out)
{
	*out = *kept; // BUG kept-address
}
CASE(kept_address)
{
	Array<int> out(1);
	keep_address<<<1, 1>>>();
	use_address<<<1, 1>>>(out);
	return ran();
}

// CASE beyond_its_end: a list with room for a hundred is copied with a few filled; who reads it adds up all hundred
// EXPECT initcheck uninit at sum-stored from beyond-its-end
// HARDWARE unmeasured
struct list {
	int item[100];
	int n;
};
__global__ void few_filled(list *out, int k)
{
	list l;
	l.n = 0;
	for (int i = 0; i < k; i++)
		l.item[l.n++] = i * i + threadIdx.x;
	out[threadIdx.x] = l;
}
__global__ void read_all(const list *in, int *out)
{
	int sum = 0;
	for (int i = 0; i < 100; i++)
		sum += in[threadIdx.x].item[i]; // BUG beyond-its-end
	out[threadIdx.x] = sum; // BUG sum-stored
}
CASE(beyond_its_end)
{
	Array<list> lists(32);
	Array<int> out(32);
	few_filled<<<1, 32>>>(lists, 9);
	read_all<<<1, 32>>>(lists, out);
	return ran();
}
