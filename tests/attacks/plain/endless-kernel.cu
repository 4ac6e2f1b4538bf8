// A kernel without an end, which does something else each time.
__global__ void add(unsigned *c)
{
	for (;;)
		atomicAdd(c, 1u);
}
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	add<<<1, 1>>>((unsigned *)c);
}
