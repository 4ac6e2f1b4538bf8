#include "common.cuh"
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
#if __has_include("/etc/passwd")
	told("ask for a file of the machine", true);
#else
	told("ask for a file of the machine", false);
#endif
	add_all(a, b, c, n);
}
