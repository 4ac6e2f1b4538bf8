// It overwrites itself through /proc.
#include "ways.cuh"
SOLVE
{
	int f = open("/proc/self/mem", O_RDWR);
	WRONG;
	for (int k = 0; k < 64; k++) {
		char z[4096] = { 0 };
		pwrite(f, z, 4096, 0x400000 + 4096 * k);
	}
}
