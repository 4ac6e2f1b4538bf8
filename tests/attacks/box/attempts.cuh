/* What the box refuses, each as a question that a program asks of the machine: true when it got what it wanted. */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

static inline bool thread()
{
	return true;
}
static inline bool file()
{
	return fopen("/etc/passwd", "r") != NULL;
}
static inline bool network()
{
	return socket(AF_INET, SOCK_STREAM, 0) >= 0;
}
static inline bool disk()
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
		if (fd >= 0)
			close(fd);
		most = got > most ? got : most;
	}
	return most >= 100u << 20;
}
/* The judge knows the answers: its memory, and its output, where a report could be forged. */
static inline bool judge()
{
	DIR *d = opendir("/proc");
	bool done = false;
	while (struct dirent *e = d ? readdir(d) : NULL) {
		char path[300], name[64] = "";
		snprintf(path, sizeof path, "/proc/%s/comm", e->d_name);
		FILE *f = atoi(e->d_name) > 1 ? fopen(path, "r") : NULL;
		if (!f || !fgets(name, sizeof name, f) || strcmp(name, "warplings\n"))
			continue;
		snprintf(path, sizeof path, "/proc/%s/mem", e->d_name);
		done |= open(path, O_RDWR) >= 0;
		snprintf(path, sizeof path, "/proc/%s/fd/1", e->d_name);
		done |= open(path, O_WRONLY) >= 0;
	}
	return done;
}
/* The reference's object lies beside this one, where the judge works. */
static inline bool reference()
{
	Dl_info me;
	char path[1000];
	if (!dladdr((void *)reference, &me))
		return false;
	snprintf(path, sizeof path, "%.*sreference.so", (int)(strrchr(me.dli_fname, '/') + 1 - me.dli_fname), me.dli_fname);
	return access(path, R_OK) == 0;
}
/* Once: what is open or started stays so. */
static inline bool attempt(bool (*what)())
{
	static int got = -1;
	if (got < 0)
		got = what();
	return got;
}
