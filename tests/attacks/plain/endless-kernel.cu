// A kernel without an end.
__global__ void add(float *c)
{
	while (true)
		c[threadIdx.x] += 1;
}
extern "C" void solve(const float *, const float *, float *c, int)
{
	add<<<1, 1>>>(c);
}
