#include "common.cuh"
#include <fcntl.h>
#include <unistd.h>
#include <vector>
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	const char *places[] = { "/tmp/fill", "fill", "/dev/shm/fill", "/var/tmp/fill" };
	std::vector<char> block(1 << 20);
	size_t most = 0;
	for (const char *p : places) {
		int fd = open(p, O_RDWR | O_CREAT | O_TRUNC, 0600);
		size_t got = 0;
		for (int i = 0; fd >= 0 && i < 100 && write(fd, block.data(), block.size()) == (ssize_t)block.size(); i++)
			got += block.size();
		unlink(p);
		most = got > most ? got : most;
	}
	told("write 100 MiB", most >= 100u << 20);
	add_all(a, b, c, n);
}
