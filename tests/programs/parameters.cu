/* Kernels with parameters of thousands of bytes: read by index, changed as a copy, by address to functions; __grid_constant__. */
#include "check.h"

struct Large { int v[8000]; };     /* 32000 bytes */
struct Odd { char c; double d; char rest[4000]; short s; };

__global__ void read_large(Large p, int *out, int n)
{
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		out[i] = p.v[(i * 37) % 8000];
}

__device__ __noinline__ int look(const Large *p, int i) { return p->v[i]; }

__global__ void by_address(const __grid_constant__ Large p, int *out)
{
	out[threadIdx.x] = look(&p, 7999 - (int)threadIdx.x);
}

__global__ void changed(Odd o, int *out)
{
	o.rest[threadIdx.x] += (char)threadIdx.x;
	o.d *= 2;
	out[threadIdx.x] = o.rest[threadIdx.x] + (int)o.d + o.c + o.s;
}

int main()
{
	static Large p;
	Odd o = {};
	Device<int> out(256);
	std::vector<int> want(256);

	for (int i = 0; i < 8000; i++)
		p.v[i] = 3 * i + 1;
	read_large<<<1, 128>>>(p, out, 256);
	LAUNCHED();
	for (int i = 0; i < 256; i++)
		want[i] = 3 * (i * 37 % 8000) + 1;
	same("large", out.get(), want);
	by_address<<<1, 256>>>(p, out);
	LAUNCHED();
	for (int i = 0; i < 256; i++)
		want[i] = 3 * (7999 - i) + 1;
	same("by address", out.get(), want);
	o.c = 1;
	o.d = 10.5;
	o.s = 100;
	for (int i = 0; i < 4000; i++)
		o.rest[i] = (char)(i % 50);
	changed<<<1, 256>>>(o, out);
	LAUNCHED();
	for (int i = 0; i < 256; i++)
		want[i] = (char)(i % 50 + i) + 21 + 1 + 100;
	same("changed", out.get(), want);
	return finish();
}
