/* probe.c: asks a process of its own whether there is a GPU that works, and reads its answer with suspicion: the driver
 * is foreign code. See gpu.h; the other side is runtime_probe in engine/host/runtime.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/fs.h"
#include "base/proc.h"
#include "gpu/gpu.h"

static void why(struct gpu_info *g, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void why(struct gpu_info *g, const char *fmt, ...)
{
	struct buf clean;
	va_list ap;

	buf_init(&clean);
	va_start(ap, fmt);
	buf_vprintf_scrubbed(&clean, fmt, ap);
	va_end(ap);
	snprintf(g->why, sizeof g->why, "%s", clean.data);
	buf_release(&clean);
}

static void take_name(struct gpu_info *g, const char *value)
{
	struct buf clean;

	buf_init(&clean);
	buf_add_scrubbed(&clean, value, strlen(value));
	snprintf(g->name, sizeof g->name, "%s", clean.data);
	buf_release(&clean);
}

struct raw {
	long long memory_khz, bus_bits, works;
};

/* One line of the answer, "key value". Unknown keys are a newer probe's business. */
static void take_line(struct gpu_info *g, struct raw *raw, const char *key, const char *value)
{
	long long n = strtoll(value, NULL, 10);

	if (n < 0)
		n = 0;
	if (!strcmp(key, "name"))
		take_name(g, value);
	else if (!strcmp(key, "error"))
		why(g, "%s", value);
	else if (!strcmp(key, "major"))
		g->major = (int)(n & 0xffff);
	else if (!strcmp(key, "minor"))
		g->minor = (int)(n & 0xffff);
	else if (!strcmp(key, "sms"))
		g->sms = (int)(n & 0xffffff);
	else if (!strcmp(key, "l2_bytes"))
		g->l2_bytes = (uint64_t)n;
	else if (!strcmp(key, "memory_bytes"))
		g->memory_bytes = (uint64_t)n;
	else if (!strcmp(key, "driver"))
		g->driver_version = (int)(n & 0xffffff);
	else if (!strcmp(key, "memory_khz"))
		raw->memory_khz = n;
	else if (!strcmp(key, "bus_bits"))
		raw->bus_bits = n;
	else if (!strcmp(key, "works"))
		raw->works = n;
}

static void take_answer(struct gpu_info *g, char *text)
{
	struct raw raw = { 0, 0, 0 };
	char *line, *rest = text;

	while ((line = strsep(&rest, "\n"))) {
		char *value = strchr(line, ' ');

		if (value) {
			*value++ = '\0';
			take_line(g, &raw, line, value);
		}
	}
	g->works = raw.works == 1;
	/* Both edges of the memory's clock move data. */
	g->peak_bandwidth_gbs = 2.0 * (double)raw.memory_khz * 1e3 * (double)raw.bus_bits / 8 / 1e9;
	if (g->works)
		g->why[0] = '\0';
	else if (!g->why[0])
		why(g, "the CUDA runtime said neither that a GPU works nor why not");
}

/* The driver lets everybody read counters, or root alone. */
static bool counters_allowed(void)
{
	struct buf b;
	bool allowed = geteuid() == 0;

	buf_init(&b);
	if (!allowed && fs_read("/proc/driver/nvidia/params", 65536, &b, NULL) == 0)
		allowed = strstr(b.data, "RmProfilingAdminOnly: 0") != NULL;
	buf_release(&b);
	return allowed;
}

void gpu_probe(struct gpu_info *g, const char *exe, const char *cudart_dir, int timeout_ms)
{
	static const char *const passed[] = { "PATH", "HOME", "CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER",
		"NVIDIA_VISIBLE_DEVICES", "ASAN_OPTIONS", "UBSAN_OPTIONS" };
	enum { PASSED = sizeof passed / sizeof *passed };
	const char *libs = getenv("LD_LIBRARY_PATH");
	char *env[PASSED + 2], *cudart;
	const char *argv[] = { exe, "--probe", NULL, NULL };
	struct proc_spec spec = { .argv = argv, .capture = true };
	struct err e = ERR_INIT;
	struct proc p;
	size_t n = 0;

	memset(g, 0, sizeof *g);
	if (!cudart_dir) {
		why(g, "there is no libcudart.so.13 of NVIDIA's on this machine");
		return;
	}
	cudart = xasprintf("%s/libcudart.so.13", cudart_dir);
	argv[2] = cudart;
	env[n++] = libs && *libs ? xasprintf("LD_LIBRARY_PATH=%s:%s", cudart_dir, libs) :
				   xasprintf("LD_LIBRARY_PATH=%s", cudart_dir);
	for (size_t i = 0; i < PASSED; i++)
		if (getenv(passed[i]))
			env[n++] = xasprintf("%s=%s", passed[i], getenv(passed[i]));
	env[n] = NULL;
	spec.env = (const char *const *)env;
	if (proc_run(&p, &spec, timeout_ms, -1, &e))
		why(g, "asking for a GPU failed: %s", e.msg);
	else if (!p.exited)
		why(g, "asking for a GPU ended with signal %d (%s): the driver is broken", p.code, strsignal(p.code));
	else
		take_answer(g, p.out.data);
	proc_release(&p);
	while (n)
		free(env[--n]);
	free(cudart);
	g->counters_allowed = g->works && counters_allowed();
}
