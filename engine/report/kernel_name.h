/* kernel_name: a kernel's name as a person reads it. A template's name may fill pages, and what tells two kernels of a
 * library apart often stands near its end: a functor among a list's last arguments. */
#ifndef REPORT_KERNEL_NAME_H
#define REPORT_KERNEL_NAME_H

#include "base/buf.h"

/* Appends `name` (demangled, UTF-8) to `out` in at most `most` columns (8 or more). A name that fits stays as it is. Of
 * a longer one goes, step by step until it fits: namespaces that only name a library's version (CUB_300001_SM_800,
 * THRUST_..._NS, __4); the namespaces of template arguments; argument lists, the innermost first ("<...>"); at last its
 * end ("..."). */
void kernel_name_words(const char *name, int most, struct buf *out);
#define KERNEL_NAME_COLUMNS 160 /* within a paragraph */

#endif
