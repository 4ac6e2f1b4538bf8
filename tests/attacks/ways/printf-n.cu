// Formats that mean harm.
#include "ways.cuh"
__global__ void g(int n)
{
	printf("%%n %%s %%*d %%hhn %n %s\n", &n, (char *)8, 2147483647, 5);
}
SOLVE
{
	RIGHT;
	g<<<1, 1>>>(n);
}
