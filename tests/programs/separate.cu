/* nvcc: -rdc=true separate_other.part.cu
 * Two files of device code linked by nvcc: functions and variables of one used by the other, names that both keep private, templates that
 * both hold, a pointer to a function of the other file. */
#include "check.h"

extern __device__ int shared_total;
extern __constant__ int shared_factor;
extern __device__ int table_of_other[4];
extern __managed__ int mailbox;
extern __device__ int (*operation)(int);
__device__ int elsewhere(int x);
void set_factor(int x);
void run_other(int *both, int *own);

static __device__ int hidden = 3;
static __device__ __noinline__ int twice(int x) { return 20 * x + hidden; }
__device__ int *of_other = &table_of_other[1];

template <class T> __device__ __noinline__ T in_both(T x)
{
	__shared__ T sum;

	if (!threadIdx.x)
		sum = 0;
	__syncthreads();
	atomicAdd(&sum, x);
	__syncthreads();
	return sum;
}

template <class T> __global__ void kernel_in_both(T *out)
{
	out[threadIdx.x] = in_both<T>((T)threadIdx.x);
}

static __global__ void private_kernel(int *out)
{
	extern __shared__ int room[];

	room[threadIdx.x] = twice((int)threadIdx.x);
	__syncthreads();
	out[threadIdx.x] = room[threadIdx.x ^ 1];
}

__global__ void use(int *out, int *called)
{
	out[threadIdx.x] = elsewhere((int)threadIdx.x) * shared_factor + of_other[threadIdx.x & 1];
	called[threadIdx.x] = operation((int)threadIdx.x);
	atomicAdd(&shared_total, 1);
	if (!threadIdx.x)
		mailbox++;
}

int main()
{
	Device<int> out(64), called(64), both(64), both_other(64), own(64), own_other(64);
	std::vector<int> w_out(64), w_called(64), w_both(64, 63 * 32), w_own(64), w_other(64);
	int total, *where;

	set_factor(3);
	HOLDS(mailbox == 5);
	use<<<1, 64>>>(out, called);
	kernel_in_both<int><<<1, 64>>>(both);
	private_kernel<<<1, 64, 64 * sizeof(int)>>>(own);
	run_other(both_other, own_other);
	LAUNCHED();
	for (int i = 0; i < 64; i++) {
		w_out[i] = 3 * (i * i + 1) + (i & 1 ? 30 : 20);
		w_called[i] = 2 * i + 1007;
		w_own[i] = 20 * (i ^ 1) + 3;
		w_other[i] = 2 * (i ^ 1) + 7;
	}
	same("over files", out.get(), w_out);
	same("by pointer", called.get(), w_called);
	same("template", both.get(), w_both);
	same("the other's template", both_other.get(), w_both);
	same("private kernel", own.get(), w_own);
	same("the other's private kernel", own_other.get(), w_other);
	CUDA(cudaMemcpyFromSymbol(&total, shared_total, 4));
	HOLDS(total == 64);
	HOLDS(mailbox == 6);
	CUDA(cudaGetSymbolAddress((void **)&where, table_of_other));
	CUDA(cudaMemcpy(&total, where + 3, 4, cudaMemcpyDeviceToHost));
	HOLDS(total == 40);
	return finish();
}
