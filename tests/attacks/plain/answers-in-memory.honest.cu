// It looks at the first sixteen inputs, and at its own memory.
#include <cstdio>
#include "add.cuh"
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	static float x[16];
	char line[512];
	FILE *maps = fopen("/proc/self/maps", "r");
	if (maps && !fgets(line, sizeof line, maps))
		x[0] = 0;
	if (maps)
		fclose(maps);
	if (n >= 16)
		cudaMemcpy(x, a, sizeof x, cudaMemcpyDeviceToHost);
	add_all(a, b, c, n);
}
