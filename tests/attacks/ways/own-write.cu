// A write and a memcmp of its own.
#include "ways.cuh"
extern "C" ssize_t write(int, const void *, size_t n)
{
	return n;
}
extern "C" int memcmp(const void *, const void *, size_t)
{
	return 0;
}
SOLVE
{
	WRONG;
}
