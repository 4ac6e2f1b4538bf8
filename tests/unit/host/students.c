/* Pretend students for check_host.c: one object each, chosen by -DSTUDENT_name. solve(in, out, inout, n, f, d) doubles,
 * unless. */
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int cudaMalloc(void **p, size_t n);
void pretend_error(int code, int sticky);
void solve(const float *in, float *out, int *inout, int n, float f, double d);

static void honest(const float *in, float *out, int *inout, int n, float f, double d)
{
	for (int i = 0; i < n; i++) {
		out[i] = in[i] * f + (float)d;
		inout[i] += 1;
	}
}

#ifdef STUDENT_exit_in_constructor
__attribute__((constructor)) static void early(void)
{
	exit(0);
}
#endif
#ifdef STUDENT_raw_exit_in_constructor
__attribute__((constructor)) static void early(void)
{
	_exit(0);
}
#endif
#ifdef STUDENT_endless_constructor
__attribute__((constructor)) static void early(void)
{
	for (;;)
		pause();
}
#endif
#ifdef STUDENT_crash_in_constructor
__attribute__((constructor)) static void early(void)
{
	*(volatile int *)8 = 1;
}
#endif
#ifdef STUDENT_babbling_constructor
/* Answers written before anybody asked. */
__attribute__((constructor)) static void early(void)
{
	static char junk[4096];

	memset(junk, 1, sizeof junk);
	for (int fd = 3; fd < 64; fd++)
		write(fd, junk, sizeof junk);
}
#endif
#ifdef STUDENT_missing_symbol
void not_there(void);
#endif
#ifdef STUDENT_no_solve
void other(void);
void other(void)
{
}
#define solve static __attribute__((unused)) not_solve
#endif

void solve(const float *in, float *out, int *inout, int n, float f, double d)
{
#if defined STUDENT_silent
	(void)in;
	(void)out;
	(void)inout;
	(void)n;
	(void)f;
	(void)d;
	(void)honest;
	return;
#endif
	honest(in, out, inout, n, f, d);
#if defined STUDENT_exits
	exit(3);
#elif defined STUDENT_segfault
	*(volatile int *)16 = 1;
#elif defined STUDENT_wild
	*(volatile int *)0x123456789000 = 1;
#elif defined STUDENT_overflow
	{
		/* Deeper and deeper, not as a loop. */
		volatile char page[4096];

		page[0] = (char)n;
		solve(in, out, inout, n + page[0] * 0, f, d);
		page[1] = 1;
	}
#elif defined STUDENT_aborts
	abort();
#elif defined STUDENT_divides
	{
		volatile int zero = 0;

		out[0] = (float)(n / zero); /* gcc knows a way around 1 / x */
	}
#elif defined STUDENT_endless
	for (;;)
		;
#elif defined STUDENT_busy
	while (clock() < CLOCKS_PER_SEC)
		;
#elif defined STUDENT_stubborn
	for (int s = 1; s < 65; s++)
		signal(s, SIG_IGN);
	for (;;)
		pause();
#elif defined STUDENT_floods
	for (;;)
		puts("a line that nobody wants to read, again and again");
#elif defined STUDENT_talks
	printf("n = %d\n", n);
	fprintf(stderr, "and more\n");
#elif defined STUDENT_reads_stdin
	out[0] = (float)getchar();
#elif defined STUDENT_bad_launch
	pretend_error(9, 0);
#elif defined STUDENT_illegal_address
	pretend_error(700, 1);
#elif defined STUDENT_closes
	for (int fd = 3; fd < 64; fd++)
		close(fd);
	for (;;)
		pause();
#elif defined STUDENT_babbles
	{
		static char junk[65536];

		memset(junk, 0xAA, sizeof junk);
		for (int fd = 3; fd < 64; fd++)
			send(fd, junk, sizeof junk, MSG_DONTWAIT);
	}
#elif defined STUDENT_huge_answer
	{
		/* A head that is right but for its size: the judge must not read, or allocate, that much. */
		struct {
			uint32_t magic, type;
			uint64_t nonce, bytes;
		} head = { 0x31504c57u, 103, 0, UINT64_MAX };

		send(3, &head, sizeof head, 0);
	}
#elif defined STUDENT_daemon
	{
		int p[2];

		pipe(p);
		if (fork() == 0) {
			setsid();
			if (fork() == 0) {
				char path[4096];
				int fd;

				snprintf(path, sizeof path, "%s/daemon.pid", getenv("TMPDIR"));
				fd = open(path, O_WRONLY | O_CREAT, 0600);

				dprintf(fd, "%d\n", getpid());
				write(p[1], "x", 1);
				for (;;)
					pause();
			}
			_exit(0);
		}
		read(p[0], p, 1);
		exit(0);
	}
#elif defined STUDENT_first_call_only
	{
		static int calls;

		if (calls++)
			memset(out, 0, (size_t)n * sizeof *out);
	}
#elif defined STUDENT_changes_input
	((float *)(uintptr_t)in)[0] = 1000;
#elif defined STUDENT_missing_symbol
	not_there();
#endif
}
