// Out of a signal's handler.
#include "ways.cuh"
static jmp_buf j;
static void f(int)
{
	longjmp(j, 1);
}
SOLVE
{
	signal(SIGSEGV, f);
	if (!setjmp(j)) {
		*(volatile int *)8 = 1;
	}
	WRONG;
}
