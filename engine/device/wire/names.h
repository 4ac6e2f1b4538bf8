/* names: what a kernel is called when a person reads it. */
#ifndef DEVICE_NAMES_H
#define DEVICE_NAMES_H

/* "_Z6vecAddPKfi" -> "vecAdd", "_Z3sumIfLi32EEvPT_" -> "sum<float, 32>": demangled, without return type and parameters.
 * What is no C++ name stays as it is. malloc'd. The name is hostile: it may be nonsense of any kind. */
char *names_kernel(const char *mangled);

#endif
