#include "common.cuh"
#include <sys/socket.h>
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	told("open a socket", socket(AF_INET, SOCK_STREAM, 0) >= 0);
	add_all(a, b, c, n);
}
