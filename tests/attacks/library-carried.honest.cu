// 08/1 pass
// A function of the library adds up a block, within a kernel of the file's own.
#include <cub/block/block_reduce.cuh>

__global__ void reduce(const int *in, int *sums, int n)
{
	using Block = cub::BlockReduce<int, 256>;
	__shared__ Block::TempStorage room;
	int i = blockIdx.x * 256 + threadIdx.x;
	int sum = Block(room).Sum(i < n ? in[i] : 0);
	if (threadIdx.x == 0)
		atomicAdd(&sums[blockIdx.x * 256 / 4096], sum);
}

extern "C" void solve(const int *in, int *sums, int n)
{
	if (n)
		reduce<<<(n + 255) / 256, 256>>>(in, sums, n);
}
