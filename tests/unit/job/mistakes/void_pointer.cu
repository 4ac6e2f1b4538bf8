#include <cstdlib>

extern "C" void solve(float *a, int n)
{
	float *b = malloc(n * sizeof *b);

	a[0] = b[0];
}
