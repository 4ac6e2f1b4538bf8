// 01/1 pass
// A template over the operation, given as a functor.
struct plus {
	__device__ float operator()(float x, float y) const { return x + y; }
};
template <typename F> __global__ void zip(const float *a, const float *b, float *c, int n, F f)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = f(a[i], b[i]);
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	zip<<<(n + 255) / 256, 256>>>(a, b, c, n, plus());
}
