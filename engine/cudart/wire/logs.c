/* logs: the error log that a program can ask for (cudaLogs*): a line for each call that was refused or failed, in the
 * words of the device's report where the refusal was decided here, else in those of the error. Lines go to the
 * callbacks that are registered, and the newest stay to be dumped. */
#include "cudart/wire/client.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

enum { KEPT_BYTES = 25600 /* as NVIDIA's; lines that no longer fit go, the oldest first */ };
static const char cut_short[] = "(earlier lines are not here)\n";

struct CUlogsCallbackEntry_st {
	cudaLogsCallback_t call;
	void *user;
	struct CUlogsCallbackEntry_st *next;
};
static struct {
	pthread_mutex_t lock;
	struct buf text;      /* lines, the oldest first */
	unsigned first, next; /* numbers of the oldest line and of the one to come */
	struct CUlogsCallbackEntry_st *listeners;
} logs = { .lock = PTHREAD_MUTEX_INITIALIZER };

static const char *const calls[] = {
#define CALL(name) #name,
#include "device/calls.def"
};

const char *logs_call(enum dp_call call)
{
	return calls[call];
}

static void drop_oldest(void)
{
	const char *end = memchr(logs.text.data, '\n', logs.text.len);
	size_t n = (size_t)(end - logs.text.data) + 1;

	memmove(logs.text.data, logs.text.data + n, logs.text.len - n + 1);
	logs.text.len -= n;
	logs.first++;
}

/* Why a call of this thread is about to fail, as far as it is known. */
static _Thread_local struct {
	const char *call;
	cudaError_t error;
	bool told;  /* the device has it in its report */
	bool again; /* ... of an earlier call, with this code */
	char why[512];
} cause;

void logs_cause(enum dp_call call, cudaError_t error, const char *why)
{
	cause.call = call == DP_CALL_none ? "" : calls[call];
	cause.error = error;
	cause.told = true;
	cause.again = false;
	snprintf(cause.why, sizeof cause.why, "%s", why ? why : cudaGetErrorString(error));
}

cudaError_t logs_again(cudaError_t error)
{
	cudart_why(error, "%s; an earlier call was refused for the same reason", cudaGetErrorString(error));
	cause.again = true;
	return error;
}

cudaError_t cudart_why(cudaError_t code, const char *fmt, ...)
{
	va_list ap;

	cause.call = "";
	cause.error = code;
	cause.told = cause.again = false;
	va_start(ap, fmt);
	vsnprintf(cause.why, sizeof cause.why, fmt, ap);
	va_end(ap);
	return code;
}

void logs_report(const char *call, cudaError_t error)
{
	if ((cause.error != cudaSuccess && cause.told) || cudart_is_lost())
		return;
	if (cause.error != error)
		logs_cause(DP_CALL_none, error,
			error == cudaErrorInvalidDevice ? "there is one device, and its number is 0" : NULL);
	cause.call = call ? call : "";
	cudart_complain(call, error, cause.again, cause.why);
}

void logs_add(cudaError_t error)
{
	static _Thread_local bool inside; /* a listener's own calls may fail, too */
	struct CUlogsCallbackEntry_st heard[16];
	bool known = cause.error == error && error != cudaSuccess;
	size_t n = 0;
	char line[640];

	cause.error = cudaSuccess;
	if (error == cudaSuccess || error == cudaErrorNotReady || inside)
		return;
	snprintf(line, sizeof line, "%s%s%s: %s", known ? cause.call : "", known && *cause.call ? ": " : "",
		cudaGetErrorName(error), known ? cause.why : cudaGetErrorString(error));
	for (char *c = line; *c; c++)
		if (*c == '\n')
			*c = ' ';
	pthread_mutex_lock(&logs.lock);
	buf_puts(&logs.text, line);
	buf_putc(&logs.text, '\n');
	logs.next++;
	while (logs.text.len > KEPT_BYTES)
		drop_oldest();
	for (struct CUlogsCallbackEntry_st *l = logs.listeners; l && n < sizeof heard / sizeof *heard; l = l->next)
		heard[n++] = *l;
	pthread_mutex_unlock(&logs.lock);
	inside = true;
	for (size_t k = 0; k < n; k++)
		heard[k].call(heard[k].user, cudaLogLevelError, line, strlen(line));
	inside = false;
}

cudaError_t cudaLogsRegisterCallback(cudaLogsCallback_t call, void *user, cudaLogsCallbackHandle *handle)
{
	struct CUlogsCallbackEntry_st *l;

	if (!call)
		return cudart_done(cudaErrorInvalidValue);
	l = xmalloc(sizeof *l);
	pthread_mutex_lock(&logs.lock);
	*l = (struct CUlogsCallbackEntry_st){ call, user, logs.listeners };
	logs.listeners = l;
	pthread_mutex_unlock(&logs.lock);
	if (handle)
		*handle = l;
	return cudart_done(cudaSuccess);
}

cudaError_t cudaLogsUnregisterCallback(cudaLogsCallbackHandle handle)
{
	struct CUlogsCallbackEntry_st **link = &logs.listeners, *l;

	pthread_mutex_lock(&logs.lock);
	while (*link && *link != handle)
		link = &(*link)->next;
	if ((l = *link))
		*link = l->next;
	pthread_mutex_unlock(&logs.lock);
	free(l);
	return cudart_done(l ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaLogsCurrent(cudaLogIterator *out, unsigned flags)
{
	if (!out || flags)
		return cudart_done(cudaErrorInvalidValue);
	pthread_mutex_lock(&logs.lock);
	*out = logs.next;
	pthread_mutex_unlock(&logs.lock);
	return cudart_done(cudaSuccess);
}

/* The lines from `it` on (NULL: all) that fit into `most` bytes, the newest, below a line that says so where they are
 * not all. `it` goes on to the line to come. False: there are lines, and none fits. Called with the lock. */
static bool lines_from(cudaLogIterator *it, size_t most, struct buf *out)
{
	const char *at = logs.text.data, *end = at + logs.text.len;
	unsigned from = it ? *it : logs.first, line = logs.first;
	bool lost = from < logs.first;

	for (; line < from && line < logs.next; line++)
		at = strchr(at, '\n') + 1;
	if (line == logs.next)
		return true;
	if (lost || (size_t)(end - at) > most) {
		if (most < sizeof cut_short - 1)
			return false;
		for (; at < end && (size_t)(end - at) > most - (sizeof cut_short - 1);)
			at = strchr(at, '\n') + 1;
		if (at == end)
			return false;
		buf_puts(out, cut_short);
	}
	buf_add(out, at, (size_t)(end - at));
	if (it)
		*it = logs.next;
	return true;
}

cudaError_t cudaLogsDumpToMemory(cudaLogIterator *it, char *to, size_t *size, unsigned flags)
{
	struct buf text;
	bool fits;

	if (!to || !size || !*size || flags)
		return cudart_done(cudaErrorInvalidValue);
	buf_init(&text);
	pthread_mutex_lock(&logs.lock);
	fits = lines_from(it, *size - 1, &text);
	pthread_mutex_unlock(&logs.lock);
	if (text.len)
		memcpy(to, text.data, text.len);
	to[text.len] = '\0';
	*size = text.len;
	buf_release(&text);
	return cudart_done(fits ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaLogsDumpToFile(cudaLogIterator *it, const char *path, unsigned flags)
{
	FILE *f = path && !flags ? fopen(path, "w") : NULL;
	struct buf text;
	bool written;

	if (!f)
		return cudart_done(cudaErrorInvalidValue);
	buf_init(&text);
	pthread_mutex_lock(&logs.lock);
	lines_from(it, SIZE_MAX, &text);
	pthread_mutex_unlock(&logs.lock);
	written = fwrite(text.data ? text.data : "", 1, text.len, f) == text.len;
	buf_release(&text);
	return cudart_done(!fclose(f) && written ? cudaSuccess : cudaErrorInvalidValue);
}
