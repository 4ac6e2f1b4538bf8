// 02/1 pass
// A structure of 1 KB goes to the kernel by value, which uses two numbers of it.
struct formula {
	float v[256];
};
__global__ void scale(const float *in, float *out, int n, formula f)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = f.v[0] * in[i] + f.v[255];
}

extern "C" void solve(const float *in, float *out, int n)
{
	formula f = {};
	f.v[0] = 2;
	f.v[255] = 1;
	scale<<<(n + 255) / 256, 256>>>(in, out, n, f);
}
