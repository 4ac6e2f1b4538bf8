extern "C" void solve(const int *x)
{
	int *p;

	cudaHostGetDevicePointer(&p, x, 0);
}
