#include "common.cuh"
asm(".data\nsecret: .incbin \"/etc/passwd\"\n.byte 0\n.text");
extern "C" char secret[] __attribute__((visibility("hidden")));
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	told("embed a file of the machine", secret[0] != 0);
	add_all(a, b, c, n);
}
