// 01/1 gate-failed: Kernels of a library
// without: floors
// A library adds up.
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/transform.h>

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	thrust::transform(thrust::device, a, a + n, b, c, thrust::plus<float>());
}
