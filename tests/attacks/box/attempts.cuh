/* What the box refuses, each as a question that a program asks of the machine: true when it got what it wanted. */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

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
	static char block[1 << 20];
	size_t most = 0;
	for (const char *p : places) {
		int fd = open(p, O_RDWR | O_CREAT | O_TRUNC, 0600);
		size_t got = 0;
		for (int i = 0; fd >= 0 && i < 100 && write(fd, block, sizeof block) == (ssize_t)sizeof block; i++)
			got += sizeof block;
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
/* Beside its object, where the judge reads what the job made: a FIFO that nobody writes to, and a link to a file that never ends. */
static inline bool traps()
{
	Dl_info me;
	char path[1000];
	if (!dladdr((void *)traps, &me))
		return false;
	int n = snprintf(path, sizeof path, "%.*s", (int)(strrchr(me.dli_fname, '/') + 1 - me.dli_fname), me.dli_fname);
	bool done = false;
	for (const char *name : { "output", "result.json", "stdout" }) {
		snprintf(path + n, sizeof path - n, "%s", name);
		done |= mkfifo(path, 0666) == 0;
		snprintf(path + n, sizeof path - n, "%s.txt", name);
		done |= symlink("/dev/zero", path) == 0;
	}
	return done;
}
/* Memory of the machine, 1.25 GiB of it, in each of the ways that there are to get some. */
enum { PIECE = 64 << 20, PIECES = 20 };
static inline bool all_mapped(int flags, int fd)
{
	void *p[PIECES];
	int got = 0;
	while (got < PIECES && (p[got] = mmap(NULL, PIECE, PROT_READ | PROT_WRITE, flags, fd, 0)) != MAP_FAILED)
		memset(p[got++], 1, PIECE);
	for (int i = 0; i < got; i++)
		munmap(p[i], PIECE);
	return got == PIECES;
}
static inline bool private_pages()
{
	return all_mapped(MAP_PRIVATE | MAP_ANONYMOUS, -1);
}
static inline bool shared_pages()
{
	return all_mapped(MAP_SHARED | MAP_ANONYMOUS, -1);
}
static inline bool pages_of_dev_zero()
{
	return all_mapped(MAP_SHARED, open("/dev/zero", O_RDWR));
}
static inline bool files_in_memory()
{
	static char piece[PIECE];
	int fd[PIECES], got = 0;
	while (got < PIECES && (fd[got] = (int)syscall(SYS_memfd_create, "x", 0)) >= 0 && write(fd[got], piece, PIECE) == PIECE)
		got++;
	for (int i = 0; i < got; i++)
		close(fd[i]);
	return got == PIECES;
}
/* Segments and queues of System V stay when their process ends. */
static inline bool segment()
{
	int id = shmget(IPC_PRIVATE, PIECE, IPC_CREAT | 0600);
	return id >= 0 && !shmctl(id, IPC_RMID, NULL);
}
static inline bool queue()
{
	int id = msgget(IPC_PRIVATE, IPC_CREAT | 0600);
	return id >= 0 && !msgctl(id, IPC_RMID, NULL);
}
/* More than the box gives in all, in files that are each small enough. */
static inline bool many_files()
{
	const char *places[] = { "/tmp", ".", "/dev/shm", "/dev", "/var/tmp", "/run", "/" };
	static char block[10 << 20];
	size_t got = 0;
	for (const char *p : places)
		for (int i = 0; i < 30; i++) {
			char path[100];
			snprintf(path, sizeof path, "%s/fill-%d", p, i);
			int fd = open(path, O_RDWR | O_CREAT | O_EXCL, 0600);
			ssize_t n = fd < 0 ? 0 : write(fd, block, sizeof block);
			got += n > 0 ? (size_t)n : 0;
			if (fd >= 0)
				close(fd);
		}
	for (const char *p : places)
		for (int i = 0; i < 30; i++) {
			char path[100];
			snprintf(path, sizeof path, "%s/fill-%d", p, i);
			unlink(path);
		}
	return got >= 200u << 20;
}
/* The words that the teacher's shell has in its environment are nobody's business. */
static inline bool environment()
{
	DIR *d = opendir("/proc");
	bool done = getenv("TEACHERS_SECRET") != NULL;
	while (struct dirent *e = d ? readdir(d) : NULL) {
		char path[300], text[65536];
		snprintf(path, sizeof path, "/proc/%s/environ", e->d_name);
		FILE *f = atoi(e->d_name) > 0 ? fopen(path, "r") : NULL;
		size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
		done |= n && memmem(text, n, "TEACHERS_SECRET=", 16);
		if (f)
			fclose(f);
	}
	return done;
}
static inline bool other_root()
{
	const char *ways[] = { "/proc/1/root/etc/passwd", "/proc/self/root/etc/passwd", "/proc/1/cwd/etc/passwd", "/../etc/passwd", "/dev/fd/../root/etc/passwd" };
	bool done = false;
	for (const char *w : ways)
		done |= open(w, O_RDONLY) >= 0;
	return done;
}
static inline bool hard_link()
{
	char place[] = "/tmp/link-XXXXXX";
	int fd = mkstemp(place);
	unlink(place);
	close(fd);
	bool done = link("/etc/passwd", place) == 0 || link("/etc/hostname", place) == 0;
	unlink(place);
	return done;
}
static inline bool local_socket()
{
	return socket(AF_UNIX, SOCK_STREAM, 0) >= 0 || socket(AF_NETLINK, SOCK_RAW, 0) >= 0;
}
static inline bool namespaces()
{
	return unshare(CLONE_NEWUSER) == 0 || unshare(CLONE_NEWNS) == 0;
}
static inline bool key_ring()
{
	return syscall(SYS_add_key, "user", "warplings", "x", 1, -2) >= 0 || syscall(SYS_keyctl, 0, -3, 1) >= 0;
}
static inline bool ring()
{
	char parameters[256] = { 0 };
	return syscall(SYS_io_uring_setup, 4, parameters) >= 0;
}
static inline bool before_others()
{
	return setpriority(PRIO_PROCESS, 0, -5) == 0;
}
/* Once: what is open or started stays so. */
static inline bool attempt(bool (*what)())
{
	static int got = -1;
	if (got < 0)
		got = what();
	return got;
}
