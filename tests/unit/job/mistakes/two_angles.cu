__global__ void scale(float *a) { a[0] = 1.0f; }
extern "C" void solve(float *a)
{
	scale<<1, 32>>(a);
}
