// Honest.
#include "ways.cuh"
SOLVE
{
	RIGHT;
}
