/* headers_once: what nvcc reads of its own headers, asked before a program's tests fork (an unchecked fixture), so that
 * each of them has it in memory as a process that compiles several files has. Else each of them would ask again: they
 * have caches of their own. */
#ifndef HEADERS_ONCE_H
#define HEADERS_ONCE_H

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/proc.h"
#include "toolchain/compile_internal.h"

static inline void headers_once(void)
{
	struct err e = ERR_INIT;
	char *folder = fs_temp_dir("check-headers-once", &e), *cache = xasprintf("%s/cache", folder ? folder : "");
	struct compile_request rq = { .arch = 80, .cancel_fd = -1 };
	struct compile_outcome out = { .ok = false };
	struct toolchain t;
	struct compilation c = {
		.t = &t, .rq = &rq, .out = &out, .shown_as = "a.cu", .dir = folder, .timeout_ms = 60000
	};

	ck_assert_msg(folder && toolchain_find(&t, ".", cache, &e) == 0, "%s", e.msg);
	c.deadline = time_now_ns() + 60000000000;
	buf_init(&out.diagnostics);
	buf_init(&c.source);
	buf_puts(&c.source, "int a;\n");
	ck_assert_msg(compile_headers(&c, &e) == 0, "%s%s", e.msg, out.diagnostics.data);
	buf_release(&c.source);
	buf_release(&out.diagnostics);
	toolchain_release(&t);
	fs_remove_tree(folder, NULL);
	free(cache);
	free(folder);
}

#endif
