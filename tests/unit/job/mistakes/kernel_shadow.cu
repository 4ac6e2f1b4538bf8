__global__ void scale(float *scale) { scale[0] = 1.0f; }
extern "C" void solve(float *scale)
{
	scale<<<1, 32>>>(scale);
}
