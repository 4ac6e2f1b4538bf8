// Another program, which the box refuses.
#include "ways.cuh"
SOLVE
{
	execl("/bin/true", "true", (char *)0);
	RIGHT;
}
