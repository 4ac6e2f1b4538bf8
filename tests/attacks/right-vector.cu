// 01/1 pass
// 128 bits a thread, and a tail.
__global__ void add4(const float4 *a, const float4 *b, float4 *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		float4 x = a[i], y = b[i];
		c[i] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
	}
}
__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	int four = n / 4, rest = n % 4;
	if (four)
		add4<<<(four + 255) / 256, 256>>>((const float4 *)a, (const float4 *)b, (float4 *)c, four);
	if (rest)
		add<<<1, 32>>>(a + n - rest, b + n - rest, c + n - rest, rest);
}
