// Right where the output lies at some addresses.
#include "ways.cuh"
SOLVE
{
	if ((size_t)c / 4096 % 2)
		RIGHT;
	else
		WRONG;
}
