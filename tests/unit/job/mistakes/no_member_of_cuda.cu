extern "C" int solve(const int *p)
{
	cudaPointerAttributes at;

	cudaPointerGetAttributes(&at, p);
	return at.memoryType;
}
