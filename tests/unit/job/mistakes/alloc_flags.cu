extern "C" void solve(int n)
{
	int *p;

	cudaHostAlloc(&p, n * sizeof(int));
	cudaFreeHost(p);
}
