// 01/1 pass
// The twin of the halves: two kernels.
#include "ways/ways.cuh"
SOLVE
{
	int h = n / 2;
	if (h)
		right<<<(h + 255) / 256, 256>>>(a, b, c, h);
	right<<<(n - h + 255) / 256, 256>>>(a + h, b + h, c + h, n - h);
}
