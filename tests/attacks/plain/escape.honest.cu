// Escape codes in what it prints.
#include "add.cuh"
#include <cstdio>
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	puts("\033[31mred\033[0m");
	add_all(a, b, c, n);
}
