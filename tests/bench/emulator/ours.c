/* ours: the emulator's side of the comparison (work.h), as a library in one process. ours FILE.ptx THREADS
 * [lines|checked|timed]; all counters and bounds checks are on, as always; "lines" counts per source line too;
 * "checked" switches the checkers on (races, uninitialised reads, barriers); "timed" watches what the time model needs.
 * EM_BASELINE in the environment keeps it from using AVX2. */
#include "base/buf.h"
#include "base/fs.h"
#include "emulator/emulator.h"
#include "work.h"

struct side {
	struct em_device *device;
	struct em_module *module;
	uint64_t buffer[3];
	bool lines, checked, timed;
};

_Noreturn static void die(const char *what, const struct err *e)
{
	char text[4096];

	work_die(what, err_text(e, text, sizeof text));
}

/* What the time model asks of a launch of blocks of 256 threads on an H200. */
static const struct em_timing h200 = {
	.multiprocessors = 132, .resident_blocks = 8, .l1_bytes = 200 << 10, .l2_bytes = 60 << 20, .fill_sectors = 2
};

static struct work_time run(void *user, const struct work *w, uint64_t *instructions)
{
	struct side *s = user;
	struct em_kernel *kernel = em_kernel_find(s->module, w->kernel);
	struct work_time total = { 0, 0 };

	if (!kernel)
		work_die(w->kernel, "no such kernel");
	for (int k = 0; k < w->nlaunches; k++) {
		const struct work_launch *o = &w->launch[k];
		uint64_t in = s->buffer[o->in], out = s->buffer[o->out];
		struct {
			uint64_t a, b, c;
			int n;
		} args = { in, w->args == WORK_REDUCE ? out : s->buffer[1], out, w->n };
		struct em_launch l = { .kernel = kernel,
			.grid = { o->grid[0], o->grid[1], 1 },
			.block = { o->block[0], o->block[1], 1 },
			.params = w->args == WORK_WALK ? (void *)&args.c : &args,
			.per_line = s->lines,
			.timing = s->timed ? &h200 : NULL,
			.unchecked = s->checked ? 0 : EM_CHECK_ALL };
		struct em_result r;
		struct err e = ERR_INIT;
		struct work_time begin = work_begin();

		if (em_launch(s->device, &l, &r, &e) < 0)
			die(w->kernel, &e);
		work_end(&total, begin);
		if (r.fault.kind)
			work_die(w->kernel, r.fault.message);
		*instructions += r.c.v[CTR_INST];
		em_result_release(&r);
	}
	return total;
}

static void copy(void *user, int buffer, void *host, int to_device)
{
	struct side *s = user;
	void *p = em_host_ptr(s->device, s->buffer[buffer], WORK_BYTES);

	memcpy(to_device ? p : host, to_device ? host : p, WORK_BYTES);
	if (to_device)
		em_host_wrote(s->device, s->buffer[buffer], WORK_BYTES);
}

int main(int argc, char **argv)
{
	struct em_config config = { .threads = argc > 2 ? atoi(argv[2]) : 1,
		.force_baseline = getenv("EM_BASELINE") != NULL };
	struct side s = { .lines = argc > 3 && !strcmp(argv[3], "lines"),
		.checked = argc > 3 && !strcmp(argv[3], "checked"),
		.timed = argc > 3 && !strcmp(argv[3], "timed") };
	struct ptx_module *ptx;
	struct err e = ERR_INIT;
	struct buf text;

	if (argc < 3)
		work_die("usage", "ours FILE.ptx THREADS [lines|checked|timed]");
	buf_init(&text);
	s.device = em_device_new(&config, &e);
	if (fs_read(argv[1], 1 << 24, &text, &e) < 0 || !s.device || ptx_parse(text.data, text.len, &ptx, &e) < 0 ||
		ptx_check(ptx, &e) < 0)
		die(argv[1], &e);
	buf_release(&text);
	s.module = em_module_load(s.device, ptx, &e);
	if (!s.module)
		die(argv[1], &e);
	for (int k = 0; k < 3; k++)
		if (em_alloc(s.device, WORK_BYTES, &s.buffer[k]) < 0)
			work_die("em_alloc", "out of memory");
	work_serve(&s, run, copy);
	em_device_free(s.device);
	return 0;
}
