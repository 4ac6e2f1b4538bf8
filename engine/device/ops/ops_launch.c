/* ops_launch: kernels. The check (reader) compares a launch with the device's limits and refuses as NVIDIA's runtime
 * does; the run (worker) hands it to the emulator, models its time, and writes counters and fault to the log.
 */
#include "base/fs.h"
#include "device/ops/context.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "device/resident.h"
#include "device/time/time_kernel.h"
#include "device/ops/virtual.h"

enum {
	INVALID_VALUE = 1,
	INVALID_FUNCTION = 98,
	OUT_OF_RESOURCES = 701,
	COOPERATIVE_TOO_LARGE = 720,
	NOT_SUPPORTED = 801
};
enum { SECTOR_BYTES = 32 };

static int64_t field(const struct context *c, enum dp_field f)
{
	return c->config->profile.field[f];
}

/* Whatever is wrong with the numbers of a launch is an invalid value: measured on an H200 with CUDA 13.0 (driver 580).
 */
static int check_shape(struct context *c, struct op *op, const struct dp_launch *l)
{
	static const enum dp_field grid_max[] = { DP_FIELD_GRID_X, DP_FIELD_GRID_Y, DP_FIELD_GRID_Z };
	static const enum dp_field block_max[] = { DP_FIELD_BLOCK_X, DP_FIELD_BLOCK_Y, DP_FIELD_BLOCK_Z };
	uint64_t threads = 1;

	for (int i = 0; i < 3; i++) {
		if (!l->grid[i] || !l->block[i])
			return op_refuse(op, INVALID_VALUE, "%s.%c is 0", l->grid[i] ? "blockDim" : "gridDim", 'x' + i);
		if (l->grid[i] > field(c, grid_max[i]))
			return op_refuse(op, INVALID_VALUE, "gridDim.%c is %u, the device allows %lld", 'x' + i,
				l->grid[i], (long long)field(c, grid_max[i]));
		threads *= l->block[i] > 65536 ? 65536 : l->block[i];
	}
	if (threads > (uint64_t)field(c, DP_FIELD_THREADS_PER_BLOCK))
		return op_refuse(op, INVALID_VALUE, "%llu threads a block (%u x %u x %u), the device allows %lld",
			(unsigned long long)threads, l->block[0], l->block[1], l->block[2],
			(long long)field(c, DP_FIELD_THREADS_PER_BLOCK));
	for (int i = 0; i < 3; i++)
		if (l->block[i] > field(c, block_max[i]))
			return op_refuse(op, INVALID_VALUE, "blockDim.%c is %u, the device allows %lld", 'x' + i,
				l->block[i], (long long)field(c, block_max[i]));
	return 0;
}

static int check_resources(struct context *c, struct op *op, const struct dp_launch *l)
{
	const struct kernel *k = op->kernel;
	uint64_t threads = (uint64_t)l->block[0] * l->block[1] * l->block[2];
	int64_t regs;

	if (k->info.max_threads && threads > k->info.max_threads)
		return op_refuse(op, INVALID_VALUE, "%llu threads a block, the kernel's __launch_bounds__ allow %u",
			(unsigned long long)threads, k->info.max_threads);
	/* ptxas refuses such a kernel; without ptxas it comes here. */
	if (k->info.static_shared > field(c, DP_FIELD_SHARED_PER_BLOCK))
		return op_refuse(op, INVALID_VALUE,
			"more than %lld bytes of static shared memory; only dynamic shared memory can be more (an "
			"extern "
			"array, its bytes at the launch, and cudaFuncSetAttribute)",
			(long long)field(c, DP_FIELD_SHARED_PER_BLOCK));
	if (l->dynamic_shared > k->max_dynamic)
		return op_refuse(op, INVALID_VALUE,
			"%llu bytes of dynamic shared memory; %u are allowed beside the kernel's %u static ones "
			"(more after cudaFuncSetAttribute)",
			(unsigned long long)l->dynamic_shared, k->max_dynamic, k->info.static_shared);
	regs = resident_registers(c->config->profile.field, k->info.regs, (int64_t)threads);
	if (regs > field(c, DP_FIELD_REGS_PER_BLOCK))
		return op_refuse(op, OUT_OF_RESOURCES, "it needs %lld registers a block, the device has %lld",
			(long long)regs, (long long)field(c, DP_FIELD_REGS_PER_BLOCK));
	return 0;
}

static struct time_shape shape_of(const struct kernel *k, const struct dp_launch *l)
{
	return (struct time_shape){ .threads = l->block[0] * l->block[1] * l->block[2],
		.regs = k->info.regs,
		.static_shared = k->info.static_shared,
		.dynamic_shared = (uint32_t)l->dynamic_shared };
}

/* Blocks that fit at once whatever their registers: those of the code that the emulator has need not be those of the
 * code that hardware would run. */
static uint64_t room_for(const struct context *c, const struct kernel *k, const struct dp_launch *l)
{
	struct time_shape shape = shape_of(k, l);

	shape.regs = 1;
	return (uint64_t)time_resident(&c->config->profile, &shape) * (uint64_t)field(c, DP_FIELD_SM_COUNT);
}

int64_t launch_resident(const struct context *c, const struct kernel *k, const struct dp_launch *l)
{
	struct time_shape shape = shape_of(k, l);

	return time_resident(&c->config->profile, &shape) * field(c, DP_FIELD_SM_COUNT);
}

bool launch_fits_at_once(const struct context *c, const struct kernel *k, const struct dp_launch *l)
{
	/* check_shape's limits, 2^31 - 1 by 65,535 by 65,535, keep the product within an int64_t. */
	return (int64_t)l->grid[0] * l->grid[1] * l->grid[2] <= launch_resident(c, k, l);
}

/* A cooperative grid must be resident all at once. */
static int check_cooperative(struct context *c, struct op *op, const struct dp_launch *l)
{
	if (!launch_fits_at_once(c, op->kernel, l))
		return op_refuse(op, COOPERATIVE_TOO_LARGE,
			"%u x %u x %u blocks of a cooperative launch, at most %lld fit on the device at once",
			l->grid[0], l->grid[1], l->grid[2], (long long)launch_resident(c, op->kernel, l));
	return 0;
}

/* The emulator does not start it: whose fault that is, with NVIDIA's code. */
static int not_started(struct op *op, const struct err *e)
{
	int code = e->kind == ERR_INPUT ? INVALID_VALUE : e->kind == ERR_UNSUPPORTED ? NOT_SUPPORTED : 999;

	op->verdict = e->kind == ERR_INPUT ? "launch-error" : e->kind == ERR_UNSUPPORTED ? DEVICE_LACKS : DEVICE_FAILS;
	if (e->kind == ERR_UNSUPPORTED && *e->file)
		return op_refuse(op, code, "%s:%d: %s", fs_base_name(e->file), e->line, e->msg);
	return op_refuse(op, code, "%s", e->msg);
}

/* The first launch of a kernel learns here, not when its turn has come, that the emulator lacks something of it. The
 * worker may be unloading the kernel's module meanwhile: that was asked for before, so the launch will be refused when
 * its turn comes. */
static int check_runs(struct context *c, struct op *op)
{
	struct kernel *k = op->kernel;
	struct err e = ERR_INIT;
	int failed = 0;

	pthread_mutex_lock(&c->code_lock);
	if (k->em && !k->runs) {
		failed = em_kernel_decode(k->em, &e);
		k->runs = !failed;
	}
	pthread_mutex_unlock(&c->code_lock);
	return failed ? not_started(op, &e) : 0;
}

int op_launch_check(struct context *c, struct op *op)
{
	const struct dp_launch *l = (const void *)op->body;
	struct kernel *k = NULL;

	pthread_mutex_lock(&c->lock);
	if (l->kernel < c->nkernels)
		k = c->kernels[l->kernel];
	pthread_mutex_unlock(&c->lock);
	if (!k) {
		op_refuse(op, INVALID_FUNCTION, "there is no kernel %u", l->kernel);
		return 0;
	}
	op->kernel = k;
	op->fault_kernel = k->name;
	if (op->npayload != k->info.param_bytes)
		return -1;
	if (!stream_known(c, op, l->stream) || check_shape(c, op, l) || check_resources(c, op, l) || check_runs(c, op))
		return 0;
	if (l->cooperative && check_cooperative(c, op, l))
		return 0;
	atomic_fetch_add(&c->config->under_way->asked, 1);
	return 0;
}

/* A launch empties the buffer of a GPU, so each kernel has all of it; but what no call of the program has fetched yet
 * is kept here, and there is an end to that. */
static void give_printf_room(struct context *c)
{
	enum { MOST_WAITING = 64 << 20 };
	size_t room = c->printf_fifo, waiting;

	pthread_mutex_lock(&c->out_lock);
	waiting = c->printf_out.len - c->printf_taken;
	pthread_mutex_unlock(&c->out_lock);
	if (waiting > MOST_WAITING)
		room = waiting - MOST_WAITING < room ? room - (waiting - MOST_WAITING) : 0;
	em_printf_room(c->em, room);
}

static void take_printf(struct context *c)
{
	struct buf text;

	buf_init(&text);
	log_printf_lost(c->log, em_drain_printf(c->em, &text));
	if (text.len) {
		log_printf(c->log, text.data, text.len);
		judged_printed(c, text.len);
		pthread_mutex_lock(&c->out_lock);
		buf_add(&c->printf_out, text.data, text.len);
		pthread_mutex_unlock(&c->out_lock);
	}
	buf_release(&text);
}

static void lose(struct context *c, int code)
{
	pthread_mutex_lock(&c->lock);
	c->sticky = code;
	pthread_mutex_unlock(&c->lock);
}

static void report_fault(struct context *c, const struct op *op, struct em_fault *f)
{
	struct device_block block;
	struct log_fault row = { .order = op->order,
		.verdict = em_fault_verdict(f->kind),
		.message = f->message,
		.kernel = op->kernel->name,
		.at = { { f->block.x, f->block.y, f->block.z }, { f->thread.x, f->thread.y, f->thread.z }, f->file,
			f->line },
		/* A kernel that is stopped is stopped somewhere; where is no news. */
		.has_thread = f->kind != EM_FAULT_TIMEOUT,
		.address = f->address,
		.cuda_code = em_fault_cuda_error(f->kind),
		.fatal = true };

	host_name_explain(c, f->address, f->message, sizeof f->message);
	if (origin_block(c, f->allocation, &block))
		row.block = &block;
	log_fault(c->log, &row);
}

/* Pinned memory, which the host may touch while the kernel runs (cudart/wire/early.c). */
static bool is_given_pinned(struct context *c, const struct op *op)
{
	struct allocation row;
	uint64_t word;

	for (size_t at = 0; at + sizeof word <= op->npayload; at += sizeof word) {
		memcpy(&word, op->payload + at, sizeof word);
		if (memory_find(c, word, 1, &row) && row.kind == DP_MEM_PINNED)
			return true;
	}
	return false;
}

/* Bytes of the kernel's machine code that come from the memory once more: all of it where it has not run yet, or so
 * much has gone through the L2 since that it has been pushed out. */
static uint32_t fetched(struct context *c, struct kernel *k, const struct em_work *w)
{
	const uint64_t ran_at = k->ran_at ? k->ran_at : c->config->ran_before;
	const bool there = ran_at && c->passed + 1 - ran_at < (uint64_t)field(c, DP_FIELD_L2_REACH);

	c->passed += w->blocks ?
		(w->traffic.dram_read + w->traffic.dram_write) * SECTOR_BYTES * w->grid_blocks / w->blocks :
		0;
	k->ran_at = c->passed + 1;
	return there ? 0 : k->code_bytes;
}

int op_launch(struct context *c, struct op *op, struct answer *a)
{
	const struct dp_launch *l = (const void *)op->body;
	struct kernel *k = op->kernel;
	const uint64_t budget = atomic_load(&c->config->order->step_budget);
	struct em_launch launch = {
		.kernel = k->em,
		.grid = { l->grid[0], l->grid[1], l->grid[2] },
		.block = { l->block[0], l->block[1], l->block[2] },
		.dynamic_shared = (uint32_t)l->dynamic_shared,
		.params = op->payload ? (const void *)op->payload : "",
		.step_budget = budget ? budget : c->config->step_budget,
		.cancel = &c->cancel,
		.blocks_done = &c->config->under_way->done,
		.schedule_seed = atomic_load(&c->config->order->seed),
		.schedule_nth = atomic_fetch_add(&c->config->order->launched, 1),
		.unchecked = atomic_load(&c->config->order->unchecked),
		.cooperative = l->cooperative != 0,
		.room = room_for(c, k, l),
		.per_line = c->config->per_line,
		.touched = order_matters(c->order_of) || (order_copies_matter(c->order_of) && is_given_pinned(c, op)),
		.repeats = c->config->repeats,
		.record = c->config->record.most || c->config->record.trace ? &c->config->record : NULL,
	};
	struct em_result r;
	struct err e = ERR_INIT;
	struct log_launch row = { .name = k->name,
		.file = k->file,
		.grid = launch.grid,
		.block = launch.block,
		.regs = k->info.regs,
		.regs_arch = k->regs_arch,
		.shared_bytes = k->info.static_shared + launch.dynamic_shared,
		.result = &r,
		.lacked = c->lacked };
	struct time_shape shape = shape_of(k, l);
	struct em_timing geometry;
	struct time_parts parts;
	uint64_t pages_in, start;
	bool far;
	int failed;

	(void)a;
	if (!k->em)
		return op_refuse(op, INVALID_FUNCTION, "its module has been unloaded");
	if (em_kernel_triggers(k->em)) {
		order_programmatic(c->order_of);
		launch.touched = true;
	}
	memset(&r, 0, sizeof r);
	time_geometry(&c->config->profile, &shape, &geometry);
	geometry.registers = k->regs_arch ? k->info.regs : 0;
	geometry.no_local = k->regs_arch && !k->info.local_bytes;
	geometry.spills = k->spills;
	geometry.under_way = k->under_way;
	geometry.loops = k->loops;
	geometry.guarded = k->guarded.known ? &k->guarded : NULL;
	geometry.sample_instructions = c->config->sample;
	launch.timing = &geometry;
	judged_launching(c, op->payload, op->npayload);
	launch.nfollow = brought_follow(c, &launch.follow, &launch.from_host);
	pages_launching(c->pages);
	for (size_t i = 0; pages_far(c->pages, i, &start, &far); i++)
		em_host_shares(c->em, start, far);
	under_way_begin(c->config->under_way, k->name, (uint64_t)l->grid[0] * l->grid[1] * l->grid[2]);
	give_printf_room(c);
	failed = em_launch(c->em, &launch, &r, &e);
	under_way_end(c->config->under_way);
	if (failed) {
		em_result_release(&r);
		return not_started(op, &e);
	}
	pages_in = pages_launched(c->pages);
	take_printf(c);
	judged_launched(c, &r.work, r.followed);
	if (r.fault.kind == EM_FAULT_CANCELLED) { /* nobody waits for it any more */
		log_stopped(c->log);
		lose(c, em_fault_cuda_error(r.fault.kind));
		em_result_release(&r);
		return c->sticky;
	}
	time_kernel(&c->config->profile,
		&(struct time_kernel){ &r.work, &r.c, shape.threads, geometry.resident_blocks, fetched(c, k, &r.work) },
		&parts);
	row.time_us = parts.total_us;
	if (r.repeated) {
		log_repeated(c->log);
		atomic_fetch_add(&c->config->under_way->repeated, 1);
	}
	row.parts = &parts;
	row.resident = geometry.resident_blocks;
	if (pages_in)
		virtual_pages(c, l->stream, VIRTUAL_FAULT_IN, pages_in);
	virtual_kernel(c, l, k, row.time_us, &r);
	log_kernel(c->log, &row);
	if (r.fault.kind != EM_FAULT_NONE) {
		report_fault(c, op, &r.fault);
		/* No call waits for anything any more: whoever asks for a report now gets the whole timeline. */
		virtual_finish(c);
		lose(c, em_fault_cuda_error(r.fault.kind));
	}
	em_result_release(&r);
	return c->sticky;
}
