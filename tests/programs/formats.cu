/* printf on the device against the host's: every conversion, flags, widths, strings, and the order of what one thread prints. The host
 * prints what the device must have printed; the two halves of stdout are compared through a pipe. */
#include <unistd.h>

#include "check.h"

#define ALL(P) \
	P("%d %i %u\n", -5, 7, 3000000000u) \
	P("%5d|%-5d|%05d|%+d|% d\n", 42, 42, 42, 42, 42) \
	P("%x %X %#x %o %#o\n", 255, 255, 255, 8, 8) \
	P("%ld %lld %lu %llu\n", -1l, -1234567890123ll, 1ul << 40, ~0ull) \
	P("%f %.3f %10.2f %-10.2f|\n", 1.5, 3.14159265, 2.0, 2.0) \
	P("%e %.2E %g %G\n", 12345.678, 0.00012, 1e-10, 1e20) \
	P("%c%c%c %%\n", 'a', 'b', 'c') \
	P("%s|%10s|%-10s|%.2s\n", "text", "right", "left", "cut") \
	P("%*d %.*f\n", 6, 42, 2, 1.0f / 3) \
	P("%hhd %hd %zu\n", (signed char)-3, (short)-300, sizeof(int)) \
	P("%f %f %f\n", 1.0 / 0.0, -1.0 / 0.0, -0.0) \
	P("%p %p|%20p|%-20p|\n", (void *)nullptr, (void *)0x1234, (void *)0x1234, (void *)0x12345678abcd) \
	P("%5c|%-5c|%c\n", 'a', 'b', 'c') \
	P("%hhx %hx %hhu %hhd %hd\n", 0x1ff, 0x12345, 0x1ff, 0x1ff, 0x18000) \
	P("%a\n", 1.0) \
	P("plain\n")

__global__ void device_says()
{
#define SAY(...) printf(__VA_ARGS__);
	ALL(SAY)
}

__global__ void in_order(int k)
{
	for (int i = 0; i < 3; i++)
		printf("%d.%d\n", k, i);
}

/* The device's printf tells how many arguments it has taken: an H200 says 7 2 0 1 here. */
__global__ void counts(int *taken)
{
	taken[0] = printf("%*d|%-6d|%+d|%e|%g|%p\n", 6, 42, 7, 8, 12345.678, 1e-10, (void *)0x10);
	taken[1] = printf("%d %d\n", 1, 2);
	taken[2] = printf("none\n");
	taken[3] = printf("%d\n", 1, 2, 3);
}
static int *taken;

static std::vector<char> between(void (*work)())
{
	std::vector<char> text(1 << 16);
	int p[2], old = dup(1);
	ssize_t n;

	fflush(stdout);
	if (pipe(p))
		exit(1);
	dup2(p[1], 1);
	close(p[1]);
	work();
	fflush(stdout);
	dup2(old, 1);
	close(old);
	n = read(p[0], text.data(), text.size() - 1);
	close(p[0]);
	text.resize(n > 0 ? n : 0);
	text.push_back(0);
	return text;
}

int main()
{
	std::vector<char> got = between([] { device_says<<<1, 1>>>(); LAUNCHED(); });
	std::vector<char> want = between([] { ALL(SAY) });

	expect(got == want, "device:\n%s\nhost:\n%s", got.data(), want.data());
	if (cudaMallocManaged(&taken, 4 * sizeof *taken))
		return 1;
	between([] { counts<<<1, 1>>>(taken); LAUNCHED(); });
	expect(taken[0] == 7 && taken[1] == 2 && taken[2] == 0 && taken[3] == 1, "taken: %d %d %d %d", taken[0], taken[1], taken[2],
		taken[3]);
	cudaFree(taken);
	got = between([] {
		for (int k = 0; k < 3; k++)
			in_order<<<1, 1>>>(k);
		LAUNCHED();
		printf("host\n");
	});
	expect(!strcmp(got.data(), "0.0\n0.1\n0.2\n1.0\n1.1\n1.2\n2.0\n2.1\n2.2\nhost\n"), "in order:\n%s", got.data());
	/* Nothing comes before somebody waits. */
	got = between([] { in_order<<<1, 1>>>(7); printf("first\n"); fflush(stdout); LAUNCHED(); });
	expect(!strcmp(got.data(), "first\n7.0\n7.1\n7.2\n"), "at the wait:\n%s", got.data());
	return finish();
}
