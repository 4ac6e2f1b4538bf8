/* Sums of subtrees by threads that wait for each other: a thread takes nodes in turn and asks a node's eight children again and again until all have their
 * sums, some in this warp, some in other warps and blocks. Lanes of a warp part and meet in every round of such a loop, and none of them may be left behind. */
#include <cuda_runtime.h>
#include "check.h"

enum { LEAVES = 600, INNER = 800, CHILDREN = 8, THREADS = 128, BLOCKS = 3 };

/* Node k's children; below INNER + LEAVES: none. Sums are -1 until they are there. */
__global__ void sums(const int *child, volatile int *sum, volatile int *asked)
{
	__shared__ int cache[CHILDREN * THREADS];
	int step = blockDim.x * gridDim.x, k = LEAVES + blockIdx.x * blockDim.x + threadIdx.x, missing = 0, rounds = 0;

	while (k < LEAVES + INNER) {
		const bool first = missing == 0;
		rounds++;
		missing = CHILDREN;
		for (int i = 0; i < CHILDREN; i++) {
			int slot = i * THREADS + threadIdx.x, c = first ? child[(k - LEAVES) * CHILDREN + i] : 0, s = first ? -1 : cache[slot];
			if (s < 0) {
				c = child[(k - LEAVES) * CHILDREN + i];
				s = c < 0 ? 0 : sum[c];
				cache[slot] = s;
			}
			if (s >= 0)
				missing--;
		}
		if (missing == 0) {
			int total = 0;
			for (int i = 0; i < CHILDREN; i++)
				total += cache[i * THREADS + threadIdx.x];
			__threadfence();
			sum[k] = total & 0xfffff;
			k += step;
		}
	}
	asked[blockIdx.x * blockDim.x + threadIdx.x] = rounds;
}

int main()
{
	std::vector<int> child(INNER * CHILDREN), sum(LEAVES + INNER), want, got(LEAVES + INNER);
	Random random(11);
	int *d_child, *d_sum, *d_asked;

	/* A child comes before its parent, at times just before it: then it is another lane of the same warp. */
	for (int k = 0; k < INNER; k++)
		for (int i = 0; i < CHILDREN; i++) {
			uint32_t r = random.next();
			child[k * CHILDREN + i] = r % 5 == 0 ? -1 : r % 5 == 1 && k > 20 ? LEAVES + k - 1 - (int)(r / 5 % 20) : (int)(r / 5 % LEAVES);
		}
	for (int k = 0; k < LEAVES; k++)
		sum[k] = k % 3;
	for (int k = LEAVES; k < LEAVES + INNER; k++)
		sum[k] = -1;
	want = sum;
	for (int k = 0; k < INNER; k++) {
		uint32_t total = 0;
		for (int i = 0; i < CHILDREN; i++) {
			int c = child[k * CHILDREN + i];
			total += c < 0 ? 0 : (uint32_t)want[c];
		}
		want[LEAVES + k] = (int)(total & 0xfffff);
	}
	CUDA(cudaMalloc(&d_child, child.size() * 4));
	CUDA(cudaMalloc(&d_sum, sum.size() * 4));
	CUDA(cudaMalloc(&d_asked, BLOCKS * THREADS * 4));
	CUDA(cudaMemcpy(d_child, child.data(), child.size() * 4, cudaMemcpyHostToDevice));
	CUDA(cudaMemcpy(d_sum, sum.data(), sum.size() * 4, cudaMemcpyHostToDevice));
	sums<<<BLOCKS, THREADS>>>(d_child, d_sum, d_asked);
	LAUNCHED();
	CUDA(cudaMemcpy(got.data(), d_sum, got.size() * 4, cudaMemcpyDeviceToHost));
	for (int k = 0; k < LEAVES + INNER; k++)
		expect(got[k] == want[k], "node %d: %d, not %d", k, got[k], want[k]);
	return finish();
}
