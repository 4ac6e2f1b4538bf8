// Limits of its own.
#include "ways.cuh"
SOLVE
{
	struct rlimit r = { 0, 0 };
	setrlimit(RLIMIT_FSIZE, &r);
	setrlimit(RLIMIT_CPU, &r);
	RIGHT;
}
