__device__ int twice(int v) { return 2 * v; }
__global__ void f(const int *length, int *out)
{
	out[threadIdx.x] = twice(length);
}
