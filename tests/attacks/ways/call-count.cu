// Right in the first three calls.
#include "ways.cuh"
static int k;
SOLVE
{
	if (k++ < 3)
		RIGHT;
	else
		WRONG;
}
