/* local_clean.cu: threads with arrays of their own that do nothing wrong. */
#include "case.h"

// CASE histogram_of_all: every bin of a thread's histogram is cleared
// EXPECT clean
// HARDWARE unmeasured
__global__ void histogram_of_all(const int *in, int *out, int n)
{
	int h[8];
	for (int i = 0; i < 8; i++)
		h[i] = 0;
	for (int i = 0; i < n; i++)
		h[in[i] & 7]++;
	for (int i = 0; i < 8; i++)
		out[threadIdx.x * 8 + i] = h[i];
}
CASE(histogram_of_all)
{
	Array<int> in(counting<int>(64)), out(256);
	histogram_of_all<<<1, 32>>>(in, out, 64);
	return ran() && out.get()[3] == 8;
}

// CASE structures_by_index: structures with padding and with a member that nobody sets, in a thread's own array, copied by an index
// EXPECT clean
// HARDWARE unmeasured
struct Pair {
	char kind;
	int value, unused;
};
struct Word {
	short low;
	char high;
};
__global__ void structures_by_index(const int *in, Pair *pairs, Word *words, int n)
{
	Pair p[8];
	Word w[8];
	for (int i = 0; i < n; i++) {
		p[in[i]].kind = i;
		p[in[i]].value = 2 * i;
		w[in[i]].low = i;
		w[in[i]].high = -i;
	}
	pairs[threadIdx.x] = p[in[threadIdx.x]];
	words[threadIdx.x] = w[in[7 - threadIdx.x]];
}
CASE(structures_by_index)
{
	Array<int> in(counting<int>(8));
	Array<Pair> pairs(8);
	Array<Word> words(8);
	structures_by_index<<<1, 8>>>(in, pairs, words, 8);
	return ran() && pairs.get()[3].value == 6 && words.get()[3].high == -4;
}

// CASE list_in_a_structure: a list of which some places are filled is copied with its length
// EXPECT clean
// HARDWARE unmeasured
struct List {
	int item[10], n;
};
__global__ void fill_list(const int *in, List *out, int n)
{
	List l;
	for (int i = 0; i < n; i++)
		l.item[in[i]] = i;
	l.n = n;
	out[threadIdx.x] = l;
}
CASE(list_in_a_structure)
{
	Array<int> in(counting<int>(8));
	Array<List> out(4);
	fill_list<<<1, 4>>>(in, out, 6);
	return ran() && out.get()[3].item[5] == 5;
}

// CASE vectors_by_index: float4 whose fourth component nobody sets, sorted by index in a thread's own array and copied
// EXPECT clean
// HARDWARE unmeasured
__global__ void vectors_by_index(const int *in, float4 *out, int n)
{
	float4 v[8];
	for (int i = 0; i < n; i++) {
		v[in[i]].x = i;
		v[in[i]].y = i + 1;
		v[in[i]].z = i + 2;
	}
	for (int i = 0; i + 1 < n; i += 2) {
		float4 t = v[in[i]];
		v[in[i]] = v[in[i + 1]];
		v[in[i + 1]] = t;
	}
	out[threadIdx.x] = v[in[threadIdx.x]];
}
CASE(vectors_by_index)
{
	Array<int> in(counting<int>(8));
	Array<float4> out(8);
	vectors_by_index<<<1, 8>>>(in, out, 8);
	return ran() && out.get()[2].y == 4;
}

// CASE stack_of_own: a stack is read only below its top
// EXPECT clean
// HARDWARE unmeasured
__global__ void stack_of_own(const int *in, double *out, int n)
{
	double stack[32];
	int top = 0;
	stack[top++] = in[0] * 0.5;
	for (int i = 0; i < n; i++) {
		if (in[i] % 4 < 3)
			stack[top++] = i;
		else
			out[i] = stack[--top];
	}
}
CASE(stack_of_own)
{
	Array<int> in(counting<int>(32));
	Array<double> out(32, 0.0);
	stack_of_own<<<1, 1>>>(in, out, 32);
	return ran() && out.get()[3] == 2;
}

// CASE short_list: a list with room for a hundred, of which a few are filled, is copied whole; who reads it stops at its end
// EXPECT clean
// HARDWARE unmeasured
struct list {
	int item[100];
	int n;
};
__global__ void short_list_k(list *out, int k)
{
	list l;
	l.n = 0;
	for (int i = 0; i < k; i++)
		l.item[l.n++] = i * i + threadIdx.x;
	out[threadIdx.x] = l;
}
__global__ void read_short_list(const list *in, int *out)
{
	int sum = 0;
	for (int i = 0; i < in[threadIdx.x].n; i++)
		sum += in[threadIdx.x].item[i];
	out[threadIdx.x] = sum;
}
CASE(short_list)
{
	Array<list> lists(32);
	Array<int> out(32);
	short_list_k<<<1, 32>>>(lists, 9);
	read_short_list<<<1, 32>>>(lists, out);
	return ran() && out.get()[3] == 231;
}
