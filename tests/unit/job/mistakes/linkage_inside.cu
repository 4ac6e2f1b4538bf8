__global__ void f(int *a, int n)
{
	if (n > 1) {
		a[0] = 1;
}

extern "C" void solve(int *a, int n)
{
	f<<<1, 1>>>(a, n);
}
