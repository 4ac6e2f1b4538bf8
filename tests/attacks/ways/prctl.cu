// A name and settings of its own.
#include "ways.cuh"
SOLVE
{
	prctl(PR_SET_DUMPABLE, 0);
	prctl(PR_SET_NAME, "warplings");
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	RIGHT;
}
