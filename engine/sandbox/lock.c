/* lock.c: see lock.h. Landlock has no wrapper in the C library: its three system calls are made directly. */
#include "sandbox/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <sched.h>
#include <seccomp.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What newer headers name. Each is used only where the kernel's version of Landlock knows it. */
enum {
	ACCESS_V1 = (1 << 13) - 1, /* all of the first version */
	ACCESS_REFER = 1 << 13,    /* version 2 */
	ACCESS_TRUNCATE = 1 << 14, /* 3 */
	ACCESS_IOCTL = 1 << 15,    /* 5 */
	READS = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
	ON_FILES = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE |
		ACCESS_TRUNCATE | ACCESS_IOCTL,
	NET_TCP = 3,   /* 4: bind and connect */
	SCOPED_ALL = 3 /* 6: abstract sockets and signals */
};
struct ruleset {
	uint64_t files, net, scoped;
};

int lock_landlock_version(void)
{
	long v = syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, LANDLOCK_CREATE_RULESET_VERSION);

	return v > 0 ? (int)v : 0;
}

static int allow(int ruleset, const char *const *paths, uint64_t access)
{
	for (size_t i = 0; paths && paths[i]; i++) {
		struct landlock_path_beneath_attr rule = { .allowed_access = access };
		struct stat st;
		int fd = open(paths[i], O_PATH | O_CLOEXEC), r;

		if (fd < 0)
			continue;
		if (!fstat(fd, &st) && !S_ISDIR(st.st_mode))
			rule.allowed_access &= ON_FILES;
		rule.parent_fd = fd;
		r = (int)syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
		close(fd);
		if (r)
			return -1;
	}
	return 0;
}

int lock_files(const char *const *read, const char *const *write)
{
	struct ruleset attr = { .files = ACCESS_V1 };
	int version = lock_landlock_version(), fd, r;
	size_t size = version >= 6 ? sizeof attr : version >= 4 ? 2 * sizeof attr.files : sizeof attr.files;

	if (!version) {
		errno = ENOSYS;
		return -1;
	}
	attr.files |= version >= 2 ? ACCESS_REFER : 0;
	attr.files |= version >= 3 ? ACCESS_TRUNCATE : 0;
	attr.files |= version >= 5 ? ACCESS_IOCTL : 0;
	attr.net = version >= 4 ? NET_TCP : 0;
	attr.scoped = version >= 6 ? SCOPED_ALL : 0;
	fd = (int)syscall(SYS_landlock_create_ruleset, &attr, size, 0);
	if (fd < 0)
		return -1;
	r = allow(fd, read, READS) || allow(fd, write, attr.files & ~(uint64_t)ACCESS_IOCTL) ||
		prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || syscall(SYS_landlock_restrict_self, fd, 0);
	close(fd);
	return r ? -1 : 0;
}

/* By name, since the headers of an older system lack the newer ones; one that libseccomp does not know is skipped. */
static const char *const administration[] = { "acct", "add_key", "bpf", "chroot", "clock_adjtime", "clock_settime",
	"delete_module", "fanotify_init", "finit_module", "fsconfig", "fsmount", "fsopen", "fspick", "init_module",
	"io_uring_enter", "io_uring_register", "io_uring_setup", "ioperm", "iopl", "kcmp", "kexec_file_load",
	"kexec_load", "keyctl", "lookup_dcookie", "mount", "mount_setattr", "move_mount", "move_pages",
	"name_to_handle_at", "nfsservctl", "open_by_handle_at", "open_tree", "perf_event_open", "pidfd_getfd",
	"pidfd_send_signal", "pivot_root", "process_madvise", "process_vm_readv", "process_vm_writev", "ptrace",
	"quotactl", "quotactl_fd", "reboot", "request_key", "sethostname", "setdomainname", "setns", "settimeofday",
	"socket", "swapoff", "swapon", "syslog", "umount", "umount2", "unshare", "userfaultfd", "uselib", "vhangup",
	NULL };
static const char *const programs[] = { "execve", "execveat", "fork", "vfork", NULL };

static int refuse(scmp_filter_ctx f, const char *const *names)
{
	for (size_t i = 0; names[i]; i++) {
		int nr = seccomp_syscall_resolve_name(names[i]), r;

		if (nr == __NR_SCMP_ERROR)
			continue;
		r = seccomp_rule_add(f, SCMP_ACT_ERRNO(EPERM), nr, 0);
		if (r && r != -EEXIST && r != -EACCES)
			return r;
	}
	return 0;
}

static int clone_rules(scmp_filter_ctx f, bool alone)
{
	static const unsigned long namespaces[] = { CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET,
		CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP };
	int r = 0;

	for (size_t i = 0; i < sizeof namespaces / sizeof *namespaces && !r && !alone; i++)
		r = seccomp_rule_add(f, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
			SCMP_A0(SCMP_CMP_MASKED_EQ, namespaces[i], namespaces[i]));
	/* What is no thread is a process. */
	if (!r && alone)
		r = seccomp_rule_add(
			f, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
	/* The flags of clone3 are in memory, where no filter looks; the C library then takes clone. */
	return r ? r : seccomp_rule_add(f, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
}

int lock_calls(bool alone)
{
	scmp_filter_ctx f = seccomp_init(SCMP_ACT_ALLOW);
	int r;

	if (!f) {
		errno = ENOMEM;
		return -1;
	}
	r = refuse(f, administration);
	if (!r && alone)
		r = refuse(f, programs);
	if (!r)
		r = clone_rules(f, alone);
	/* A character put into the terminal's input (TIOCSTI) would be run by the shell that comes next. */
	if (!r)
		r = seccomp_rule_add(f, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(ioctl), 1,
			SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffffu, TIOCSTI));
	if (!r)
		r = seccomp_load(f);
	seccomp_release(f);
	errno = r < 0 ? -r : 0;
	return r ? -1 : 0;
}

int lock_privileges(void)
{
	struct __user_cap_header_struct head = { _LINUX_CAPABILITY_VERSION_3, 0 };
	struct __user_cap_data_struct none[2];

	memset(none, 0, sizeof none);
	for (int c = 0; c < 64; c++)
		prctl(PR_CAPBSET_DROP, c, 0, 0, 0); /* refused without CAP_SETPCAP; NO_NEW_PRIVS does as much */
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		return -1;
	return (int)syscall(SYS_capset, &head, none);
}
