// It stops itself.
#include "ways.cuh"
SOLVE
{
	RIGHT;
	raise(SIGSTOP);
}
