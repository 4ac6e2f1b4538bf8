/* names: see names.h. The demangler is the C++ runtime's. */
#include "device/wire/names.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

#define MAX_MANGLED 8192 /* beyond this a demangled name helps nobody */
#define MAX_NAME 1024

/* The C++ runtime's, in libstdc++ (its header is C++ only). */
char *__cxa_demangle(const char *mangled, char *out, size_t *length, int *status);

/* Cut "(...)" off the end, back to its opening parenthesis, then a return type: all before the last space outside any
 * brackets. */
static void strip(char *s)
{
	size_t n = strlen(s), begin = 0;
	int depth = 0;

	if (n && s[n - 1] == ')') {
		size_t i = n;

		while (i-- > 0) {
			depth += s[i] == ')' ? 1 : s[i] == '(' ? -1 : 0;
			if (!depth)
				break;
		}
		if (!depth && i > 0)
			s[n = i] = '\0';
	}
	depth = 0;
	for (size_t i = 0; i < n; i++) {
		if (strchr("(<[{", s[i]))
			depth++;
		else if (strchr(")>]}", s[i]))
			depth--;
		else if (s[i] == ' ' && depth == 0)
			begin = i + 1;
	}
	memmove(s, s + begin, n - begin + 1);
}

/* -rdc=true makes private names unique: __nv_static_<n>_<n characters>_<name as it would be otherwise>. */
static const char *own_name(const char *name)
{
	static const char mark[] = "__nv_static_";
	size_t len = strlen(name), skip;
	char *end;

	if (strncmp(name, mark, sizeof mark - 1) || name[sizeof mark - 1] < '0' || name[sizeof mark - 1] > '9')
		return name;
	skip = strtoul(name + sizeof mark - 1, &end, 10);
	if (*end != '_' || skip >= len || (size_t)(end + 1 - name) + skip + 1 >= len || end[1 + skip] != '_')
		return name;
	return end + 2 + skip;
}

char *names_kernel(const char *mangled)
{
	char *full, *out;
	int status = 0;

	mangled = own_name(mangled);
	if (strncmp(mangled, "_Z", 2) || strlen(mangled) > MAX_MANGLED)
		return xstrndup(mangled, MAX_NAME);
	full = __cxa_demangle(mangled, NULL, NULL, &status);
	if (!full)
		return xstrndup(mangled, MAX_NAME);
	strip(full);
	out = xstrndup(*full ? full : mangled, MAX_NAME);
	free(full);
	return out;
}
