// bytes: lists in local memory whose places move up by one (bytes, halves, words), walked by some lanes of a warp
#include "probe.h"
enum { PLACES = 64 };
// WALK 0: each turn looks at the next place. 1: and puts there what was in front of it. 2: puts it at the place after next. 3: only puts
template <class T, int WALK> __global__ void list(T *out, int turns, int lanes, int apart)
{
	T own[PLACES];
	int lane = threadIdx.x % 32;
	if (lane >= lanes)
		return;
	for (int k = 0; k < PLACES; k++)
		own[k] = k;
	int k = lane * apart % PLACES;
	T hold = 0;
#pragma unroll 1
	for (int t = 0; t < turns; t++) {
		k = (k + 1) % PLACES;
		if (WALK == 3) {
			own[k] = hold;
			hold = t;
			continue;
		}
		T next = own[k];
		if (WALK == 1)
			own[k] = hold;
		if (WALK == 2)
			own[(k + 8) % PLACES] = hold;
		hold = next;
		k += next == 255;
	}
	for (int j = 0; j < PLACES; j++)
		hold += own[j];
	out[blockIdx.x * blockDim.x + threadIdx.x] = hold;
}
template <class T, int WALK> void lists(const char *type, const char *walk, void *out)
{
	const int blocks[] = { 1, 132, 1056 };
	for (int b : blocks)
		for (int lanes = 1; lanes <= 32; lanes = lanes == 1 ? 9 : lanes == 9 ? 32 : 99)
			for (int apart = 0; apart < 2; apart++) {
				char name[80];
				if (b == 1056 && lanes == 9)
					continue;
				snprintf(name, sizeof name, "bytes.%s.%s.%d.%d.%d", type, walk, b, lanes, apart);
				row(name, [&] { list<T, WALK><<<b, b == 1056 ? 128 : 32>>>((T *)out, 400, lanes, apart); });
			}
}
void rows()
{
	void *out;
	CHECK(cudaMalloc(&out, 1 << 20));
	lists<unsigned char, 0>("byte", "look", out);
	lists<unsigned char, 1>("byte", "move", out);
	lists<unsigned char, 2>("byte", "ahead", out);
	lists<unsigned char, 3>("byte", "put", out);
	lists<short, 1>("half", "move", out);
	lists<short, 2>("half", "ahead", out);
	lists<int, 0>("word", "look", out);
	lists<int, 1>("word", "move", out);
	lists<int, 2>("word", "ahead", out);
	lists<int, 3>("word", "put", out);
}
