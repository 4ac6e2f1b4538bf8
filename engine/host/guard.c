/* guard.c: see guard.h. A seccomp filter, put together from blocks: each begins with the number of a system call and
 * ends with a decision. */
#include "host/guard.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__) && defined(SYS_kill) && !defined(__ILP32__)

enum { MOST = 256, X32 = 0x40000000 };

struct filter {
	struct sock_filter code[MOST];
	unsigned n;
};

static void add(struct filter *f, unsigned code, unsigned k, unsigned yes, unsigned no)
{
	if (f->n < MOST)
		f->code[f->n++] =
			(struct sock_filter){ (unsigned short)code, (unsigned char)yes, (unsigned char)no, k };
}

static void give(struct filter *f, unsigned decision)
{
	add(f, BPF_RET | BPF_K, decision, 0, 0);
}

static void load(struct filter *f, size_t at)
{
	add(f, BPF_LD | BPF_W | BPF_ABS, (unsigned)at, 0, 0);
}

/* The low half of an argument: numbers that the kernel reads as an int. */
static size_t arg(int n)
{
	return offsetof(struct seccomp_data, args) + 8 * (size_t)n;
}

enum { ALLOW = SECCOMP_RET_ALLOW, DENY = SECCOMP_RET_ERRNO | EPERM, ABSENT = SECCOMP_RET_ERRNO | ENOSYS };

/* Begin the block of a call; end_block says where the next one begins. */
static unsigned begin_block(struct filter *f, unsigned call)
{
	load(f, offsetof(struct seccomp_data, nr));
	add(f, BPF_JMP | BPF_JEQ | BPF_K, call, 0, 0);
	return f->n - 1;
}

static void end_block(struct filter *f, unsigned begun)
{
	if (begun < MOST)
		f->code[begun].jf = (unsigned char)(f->n - begun - 1);
}

static void always(struct filter *f, unsigned call, unsigned decision)
{
	unsigned b = begin_block(f, call);

	give(f, decision);
	end_block(f, b);
}

/* A signal to a process: only to ourselves (or, 0, to our own group), and none that can't be caught. */
static void signals(struct filter *f, unsigned call, int pid_arg, int signal_arg)
{
	unsigned b = begin_block(f, call);

	load(f, arg(pid_arg));
	add(f, BPF_JMP | BPF_JEQ | BPF_K, (unsigned)getpid(), 2, 0);
	add(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
	give(f, DENY);
	load(f, arg(signal_arg));
	add(f, BPF_JMP | BPF_JEQ | BPF_K, SIGKILL, 0, 1);
	give(f, DENY);
	give(f, ALLOW);
	end_block(f, b);
}

/* Refused when an argument has one of these values. */
static void not_with(struct filter *f, unsigned call, int at, const unsigned *values, size_t n)
{
	unsigned b = begin_block(f, call);

	load(f, arg(at));
	for (size_t i = 0; i < n; i++) {
		add(f, BPF_JMP | BPF_JEQ | BPF_K, values[i], 0, 1);
		give(f, DENY);
	}
	give(f, ALLOW);
	end_block(f, b);
}

/* A limit may be asked for, not set: the pointer to the new one is null. */
static void reads_limits(struct filter *f)
{
	unsigned b = begin_block(f, SYS_prlimit64);

	load(f, arg(2));
	add(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
	give(f, DENY);
	load(f, arg(2) + 4);
	add(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
	give(f, DENY);
	give(f, ALLOW);
	end_block(f, b);
}

/* Threads, and nothing else: a process of its own could outlive the run, or be one of very many. */
static void clones(struct filter *f)
{
	unsigned b = begin_block(f, SYS_clone);

	load(f, arg(0));
	add(f, BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0);
	give(f, DENY);
	give(f, ALLOW);
	end_block(f, b);
}

/* Shared pages without a file: RLIMIT_DATA counts what is private. */
static void mappings(struct filter *f)
{
	unsigned b = begin_block(f, SYS_mmap);

	load(f, arg(3));
	add(f, BPF_JMP | BPF_JSET | BPF_K, MAP_ANONYMOUS, 0, 2);
	add(f, BPF_JMP | BPF_JSET | BPF_K, MAP_SHARED, 0, 1);
	give(f, DENY);
	give(f, ALLOW);
	end_block(f, b);
}

bool guard_install(void)
{
	static const unsigned never[] = { SYS_tkill, SYS_pidfd_send_signal, SYS_ptrace, SYS_process_vm_readv,
		SYS_process_vm_writev, SYS_timer_create, SYS_mq_notify, SYS_setrlimit, SYS_seccomp, SYS_fork, SYS_vfork,
		SYS_execve, SYS_execveat, SYS_memfd_create, 447 /* memfd_secret */, SYS_shmget, SYS_msgget, SYS_semget,
		SYS_mq_open };
	static const unsigned owners[] = { F_SETOWN, 15 /* F_SETOWN_EX */, 10 /* F_SETSIG */ };
	static const unsigned ioctls[] = { 0x8901 /* FIOSETOWN */, 0x8902 /* SIOCSPGRP */ };
	static const unsigned options[] = { PR_SET_PDEATHSIG, PR_SET_SECCOMP };
	struct filter f = { .n = 0 };
	struct sock_fprog program;

	load(&f, offsetof(struct seccomp_data, arch));
	add(&f, BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0);
	give(&f, DENY);
	load(&f, offsetof(struct seccomp_data, nr));
	add(&f, BPF_JMP | BPF_JGE | BPF_K, X32, 0, 1);
	give(&f, DENY);
	for (size_t i = 0; i < sizeof never / sizeof *never; i++)
		always(&f, never[i], DENY);
	always(&f, SYS_clone3, ABSENT); /* its flags are not to be seen from here; the C library then takes clone */
	signals(&f, SYS_kill, 0, 1);
	signals(&f, SYS_tgkill, 0, 2);
	signals(&f, SYS_rt_sigqueueinfo, 0, 1);
	signals(&f, SYS_rt_tgsigqueueinfo, 0, 2);
	not_with(&f, SYS_fcntl, 1, owners, sizeof owners / sizeof *owners);
	not_with(&f, SYS_ioctl, 1, ioctls, sizeof ioctls / sizeof *ioctls);
	not_with(&f, SYS_prctl, 0, options, sizeof options / sizeof *options);
	reads_limits(&f);
	clones(&f);
	mappings(&f);
	give(&f, ALLOW);
	program = (struct sock_fprog){ (unsigned short)f.n, f.code };
	return f.n < MOST && !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
		!prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

#else

bool guard_install(void)
{
	return false;
}

#endif
