// Templates without an end.
template <int A, int B> struct T {
	static const int v = T<A - 1, 2 * B>::v + T<A - 1, 2 * B + 1>::v;
};
template <int B> struct T<0, B> {
	static const int v = 1;
};
int much = T<24, 1>::v;
__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
}
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	add<<<(n + 255) / 256, 256>>>(a, b, c, n);
}
