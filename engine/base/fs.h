/* fs: files and folders. Every write that matters is temp file + fsync + rename + fsync of the folder, so a kill
 * at any moment leaves the old content or the new, never half. */
#ifndef BASE_FS_H
#define BASE_FS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/buf.h"
#include "base/err.h"

/* Read a regular file (a FIFO, device or folder is an error, not a hang) of at most `max` bytes into `out`
 * (appended). ERR_ENV when it can't be opened, ERR_INPUT when it is too large or not a regular file. */
int fs_read(const char *path, size_t max, struct buf *out, struct err *e);
/* The same for what a stranger or a boxed program left: a link is refused, too (ERR_ENV). */
int fs_read_plain(const char *path, size_t max, struct buf *out, struct err *e);
int fs_write_atomic(const char *path, const void *data, size_t len, mode_t mode, struct err *e);
int fs_copy(const char *from, const char *to, struct err *e);
int fs_mkdir_p(const char *path, struct err *e);
/* The same; the last folder, where it is new, is its owner's alone (0700): others who have an account on the machine do
 * not read what lies in it. One that is there keeps its mode. */
int fs_mkdir_own(const char *path, struct err *e);
bool fs_exists(const char *path);
bool fs_is_dir(const char *path);
bool fs_is_file(const char *path);
/* Modification time in ns, or -1. */
int64_t fs_mtime_ns(const char *path);
/* rm -r, however deep; does not follow links, does not cross `path`. Missing is success. */
int fs_remove_tree(const char *path, struct err *e);
/* Sorted names in a folder, without those that begin with '.'. Free with fs_names_free. */
int fs_list(const char *path, char ***names, size_t *n, struct err *e);
void fs_names_free(char **names, size_t n);
/* What follows the last '/': a part of `path` itself, all of it where there is none. */
const char *fs_base_name(const char *path);
/* Nothing in it that a shell, a compiler's command line or a list of options would take for something else. nvcc hands
 * names to a shell unquoted. */
bool fs_plain_path(const char *path);
/* Where temporary folders go: $TMPDIR, or /tmp where that is not set or no plain path. */
const char *fs_temp_base(void);
/* Thousands of files that come and go at once are quicker in memory: where TMPDIR is not set, make it /dev/shm from now
 * on, if programs may be run from there and a GiB is free. To be called before there are other threads. */
#define FS_TEMP_MEMORY "/dev/shm"
void fs_temp_in_memory(void);
/* A fresh private folder (0700) in fs_temp_base; the caller frees the string and removes the tree. */
char *fs_temp_dir(const char *prefix, struct err *e);
/* Folder of the running executable (malloc'd), or NULL. */
char *fs_exe_dir(void);
/* Write or read all of it on a descriptor, through EINTR. fs_read_full returns 0 on clean EOF before any byte, 1 when
 * filled, -1 on error or early EOF. */
int fs_write_full(int fd, const void *p, size_t n);
int fs_read_full(int fd, void *p, size_t n);

#endif
