#define BLOCKS 132;
#define BLOCK 256

__global__ void k(int *a)
{
	a[threadIdx.x] = 1;
}

extern "C" void solve(int *a)
{
	k<<<BLOCKS, BLOCK>>>(a);
}
