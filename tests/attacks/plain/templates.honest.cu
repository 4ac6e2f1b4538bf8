// Templates to a depth of eight.
#include "add.cuh"
template <int A, int B> struct T {
	static const int v = T<A - 1, 2 * B>::v + T<A - 1, 2 * B + 1>::v;
};
template <int B> struct T<0, B> {
	static const int v = 1;
};
int much = T<8, 1>::v;
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	add_all(a, b, c, n);
}
