// A constructor leaves a child that waits for ever.
#include "ways.cuh"
__attribute__((constructor)) static void f()
{
	if (!fork()) {
		for (;;)
			pause();
	}
}
SOLVE
{
	WRONG;
}
