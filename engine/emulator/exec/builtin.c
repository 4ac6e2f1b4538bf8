/* builtin: functions that nvcc only declares and the device provides: printf, malloc and free, assert. Arguments are
 * the rows of the call's .param variables: i[1].d, .a, .b, .c and i->a, in this order; the result goes to the rows at
 * i->d. */
#include <stdio.h>

#include "emulator/exec/builtin.h"
#include "base/buf.h"
#include "emulator/check/check.h"
#include "emulator/core/device.h"
#include "emulator/core/fault.h"

enum { B_VPRINTF, B_MALLOC, B_FREE, B_ASSERT, B_COUNT };
static const char *const names[B_COUNT] = { "vprintf", "malloc", "free", "__assertfail" };

int em_builtin_find(const char *name)
{
	for (int k = 0; k < B_COUNT; k++)
		if (!strcmp(names[k], name))
			return k;
	return -1;
}

static uint64_t arg64(struct em_warp *w, uint32_t row, int l)
{
	return row ? (uint64_t)EM_AT(w, uint32_t, row + 128)[l] << 32 | EM_AT(w, uint32_t, row)[l] : 0;
}
static uint32_t arg32(struct em_warp *w, uint32_t row, int l)
{
	return row ? EM_AT(w, uint32_t, row)[l] : 0;
}
static void result(struct em_warp *w, const struct em_inst *i, int l, uint64_t v, bool wide)
{
	EM_AT(w, uint32_t, i->d)[l] = (uint32_t)v;
	if (wide)
		EM_AT(w, uint32_t, i->d + 128)[l] = (uint32_t)(v >> 32);
}

/* Builtins are no memory instructions: they bring their own memory of bounds. */
static const uint8_t *peek(struct em_warp *w, int l, uint64_t addr)
{
	struct em_mem_block b;
	if (addr - EM_LOCAL_WINDOW < EM_WINDOW_BYTES)
		return addr - EM_LOCAL_WINDOW < w->local_bytes ?
			w->local + (size_t)l * w->local_bytes + (addr - EM_LOCAL_WINDOW) :
			NULL;
	if (addr - EM_SHARED_WINDOW < EM_WINDOW_BYTES)
		return addr - EM_SHARED_WINDOW < w->shared_bytes ? w->shared + (addr - EM_SHARED_WINDOW) : NULL;
	return em_memory_find(&w->t->d->mem, addr, &b) ? (const uint8_t *)(uintptr_t)(addr + w->delta) : NULL;
}

static bool fetch(struct em_warp *w, int l, uint64_t addr, void *dst, unsigned n)
{
	for (unsigned k = 0; k < n; k++) {
		const uint8_t *p = peek(w, l, addr + k);
		if (!p) {
			w->t->fault.address = addr + k;
			return false;
		}
		((uint8_t *)dst)[k] = *p;
	}
	return true;
}

/* A string in device memory, cut at a kilobyte. */
static bool text_at(struct em_warp *w, int l, uint64_t addr, struct buf *out)
{
	for (unsigned n = 0; n < 1024; n++) {
		const uint8_t *p = peek(w, l, addr + n);
		if (!p) {
			w->t->fault.address = addr + n;
			return false;
		}
		if (!*p)
			return true;
		buf_putc(out, (char)*p);
	}
	return true;
}

/* Widths and precisions beyond this are cut to it: the C library would fill gigabytes for one number. */
enum { WIDEST = 999 };
enum { LOWEST = 4096 };                    /* no pointer is smaller */
enum { LOST_COSTS = 20, LOST_BYTES = 16 }; /* instructions for each lane; bytes for another one */

/* One conversion of printf with one argument, which lies in the buffer at its natural alignment. False: the buffer is
 * not readable. */
static bool convert(
	struct em_warp *w, const struct em_inst *i, int l, const char *spec, size_t len, uint64_t *at, struct buf *out)
{
	char fmt[40] = "", flags[24] = "";
	char conv = spec[len - 1], *rest;
	size_t n = 0;
	bool wide =
		memchr(spec, 'l', len) || memchr(spec, 'z', len) || memchr(spec, 'j', len) || memchr(spec, 't', len);
	for (size_t k = 1; k + 1 < len && n + 12 < sizeof flags; k++) {
		if (spec[k] == '*') {
			int32_t v;
			*at = (*at + 3) & ~3ull;
			if (!fetch(w, l, *at, &v, 4))
				return false;
			*at += 4;
			n += (size_t)snprintf(flags + n, sizeof flags - n, "%d",
				v > WIDEST          ? WIDEST :
					v < -WIDEST ? -WIDEST :
						      v);
		} else if (spec[k] >= '1' && spec[k] <= '9') {
			long v = strtol(spec + k, &rest, 10);
			n += (size_t)snprintf(flags + n, sizeof flags - n, "%ld", v > WIDEST ? WIDEST : v);
			k = (size_t)(rest - spec) - 1;
		} else if (strchr("-+ #0.", spec[k])) {
			flags[n++] = spec[k];
			flags[n] = '\0';
		}
	}
	bool is_double = strchr("fFeEgGaA", conv), is_ptr = conv == 's' || conv == 'p';
	unsigned bytes = is_double || is_ptr || wide ? 8 : 4;
	uint64_t v = 0;
	*at = (*at + bytes - 1) & ~(uint64_t)(bytes - 1);
	if (!fetch(w, l, *at, &v, bytes))
		return false;
	em_init_printed(w, i, l, *at, bytes);
	*at += bytes;
	if (is_double) {
		double f;
		memcpy(&f, &v, 8);
		snprintf(fmt, sizeof fmt, "%%%s%c", flags, conv);
		char text[1500];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
		snprintf(text, sizeof text, fmt, f);
		buf_puts(out, text);
	} else if (conv == 's') {
		struct buf s;
		char text[1200];
		buf_init(&s);
		bool ok = v ? text_at(w, l, v, &s) : (buf_puts(&s, "(null)"), true);
		snprintf(fmt, sizeof fmt, "%%%ss", flags);
		snprintf(text, sizeof text, fmt, s.data);
		buf_puts(out, text);
		buf_release(&s);
		return ok;
	} else if (conv == 'c' && !flags[0]) {
		buf_putc(out, (char)v);
	} else if (conv == 'c') {
		char text[1100];
		snprintf(fmt, sizeof fmt, "%%%sc", flags);
		snprintf(text, sizeof text, fmt, (int)(unsigned char)v);
		buf_puts(out, text);
	} else {
		bool is_signed = conv == 'd' || conv == 'i';
		char text[1100];
		const char *h = memchr(spec, 'h', len);
		const unsigned cut = 64 - (!h ? 8 * bytes : h[1] == 'h' ? 8 : 16);
		long long s = is_signed ? (int64_t)(v << cut) >> cut : (long long)(v << cut >> cut);
		if (conv == 'p') { /* as the host's C library says it: a null pointer is "(nil)" */
			snprintf(fmt, sizeof fmt, "%%%sp", flags);
			snprintf(text, sizeof text, fmt, (void *)(uintptr_t)v);
		} else {
			snprintf(fmt, sizeof fmt, "%%%sll%c", flags, conv);
			snprintf(text, sizeof text, fmt, s);
		}
#pragma GCC diagnostic pop
		buf_puts(out, text);
	}
	return true;
}

static bool print_lane(
	struct em_warp *w, const struct em_inst *i, int l, uint64_t format, uint64_t args, struct buf *out, int *count)
{
	struct buf f;
	bool ok;
	buf_init(&f);
	ok = text_at(w, l, format, &f);
	for (size_t k = 0; ok && k < f.len;) {
		if (f.data[k] != '%') {
			buf_putc(out, f.data[k++]);
			continue;
		}
		size_t n = k + 1;
		while (n < f.len && strchr("-+ #0123456789.*lhzjtL", f.data[n]))
			n++;
		if (n < f.len && f.data[n] == '%') {
			buf_putc(out, '%');
		} else if (n < f.len && strchr("diouxXeEfFgGaAcsp", f.data[n])) {
			ok = convert(w, i, l, f.data + k, n - k + 1, &args, out);
			++*count;
			for (size_t s = k; s < n; s++) /* a width that is an argument is one, too */
				*count += f.data[s] == '*';
		} else {
			buf_add(out, f.data + k, n < f.len ? n - k + 1 : n - k);
		}
		k = n + 1;
	}
	buf_release(&f);
	return ok;
}

/* What the lanes have printed goes to the device's buffer, of each lane all or nothing. False: some text is lost. */
static bool keep_text(struct em_device *d, const char *text, const size_t *ends, int n)
{
	bool all = true;
	size_t from = 0;
	pthread_mutex_lock(&d->print_lock);
	for (int k = 0; k < n; from = ends[k++])
		all &= em_printed_add(&d->printed, text + from, ends[k] - from, false);
	pthread_mutex_unlock(&d->print_lock);
	return all;
}

/* A lane's printf reads a text where none is. */
static const struct em_inst *unprintable(struct em_warp *w, const struct em_inst *i, int lane)
{
	const uint64_t at = w->t->fault.address;

	em_fault_set(w, i, lane, EM_FAULT_OUT_OF_BOUNDS,
		at < LOWEST ?
			"printf reads a text at address 0x%llx, which is no address: its format, or what \"%%s\" "
			"takes, must be a pointer to char" :
			"printf reads a text at address 0x%llx, which is not device memory (a host pointer?): its "
			"format, and what \"%%s\" takes, must lie there",
		(unsigned long long)at);
	w->t->fault.address = at;
	return NULL;
}

static const struct em_inst *do_printf(struct em_warp *w, const struct em_inst *i)
{
	struct buf out;
	size_t ends[EM_WARP];
	bool lost;
	int bad = -1, lanes = 0;
	buf_init(&out);
	for (uint32_t m = w->mask; m && bad < 0; m &= m - 1) {
		int l = __builtin_ctz(m), n = 0;
		if (!print_lane(w, i, l, arg64(w, i[1].d, l), arg64(w, i[1].a, l), &out, &n))
			bad = l;
		result(w, i, l, (uint64_t)n, false);
		ends[lanes++] = out.len;
	}
	lost = !keep_text(w->t->d, out.data, ends, lanes);
	/* A kernel that goes on printing pays what it costs us: else a turn of it takes minutes, the device hears
	 * nobody meanwhile, and its budget of instructions never ends. */
	if (lost)
		w->left -= __builtin_popcount(w->mask) * LOST_COSTS + (int64_t)(out.len / LOST_BYTES);
	buf_release(&out);
	return bad < 0 ? i + 2 : unprintable(w, i, bad);
}

/* The line that a failed assert of lane l prints. The condition's text is added to `what`. */
static void assert_line(struct em_warp *w, const struct em_inst *i, int l, struct buf *what, struct buf *out)
{
	uint32_t thread = w->index * EM_WARP + (uint32_t)l;
	const struct em_launch *q = w->t->run->l;
	struct buf file, func;
	buf_init(&file);
	buf_init(&func);
	text_at(w, l, arg64(w, i[1].d, l), what);
	text_at(w, l, arg64(w, i[1].a, l), &file);
	text_at(w, l, arg64(w, i[1].c, l), &func);
	buf_printf(out, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file.data,
		arg32(w, i[1].b, l), func.data, w->blk->ctaid[0], w->blk->ctaid[1], w->blk->ctaid[2],
		thread % q->block.x, thread / q->block.x % q->block.y, thread / (q->block.x * q->block.y), what->data);
	buf_release(&file);
	buf_release(&func);
}

/* All lanes that fail here print their line, as on a GPU; the fault is that of the first. */
static const struct em_inst *do_assert(struct em_warp *w, const struct em_inst *i)
{
	const int first = __builtin_ctz(w->mask);
	struct em_device *d = w->t->d;
	struct buf what, other, out;
	buf_init(&what);
	buf_init(&other);
	buf_init(&out);
	for (uint32_t m = w->mask; m; m &= m - 1) {
		int l = __builtin_ctz(m);
		buf_clear(&other);
		assert_line(w, i, l, l == first ? &what : &other, &out);
	}
	pthread_mutex_lock(&d->print_lock);
	em_printed_add(&d->printed, out.data, out.len, true);
	pthread_mutex_unlock(&d->print_lock);
	em_fault_set(w, i, first, EM_FAULT_ASSERT, "Assertion `%.300s` failed", what.data);
	buf_release(&what);
	buf_release(&other);
	buf_release(&out);
	return NULL;
}

const struct em_inst *em_builtin_call(struct em_warp *w, const struct em_inst *i, unsigned which)
{
	struct em_device *d = w->t->d;
	switch (which) {
	case B_VPRINTF: return do_printf(w, i);
	case B_ASSERT: return do_assert(w, i);
	case B_MALLOC:
		for (uint32_t m = w->mask; m; m &= m - 1) {
			int l = __builtin_ctz(m);
			uint64_t at = 0;
			if (em_heap_alloc(d, arg64(w, i[1].d, l), &at) < 0)
				at = 0;
			if (at)
				em_init_memory(d, at, arg64(w, i[1].d, l), false);
			result(w, i, l, at, true);
		}
		return i + 2;
	default:
		for (uint32_t m = w->mask; m; m &= m - 1) {
			int l = __builtin_ctz(m);
			uint64_t at = arg64(w, i[1].d, l);
			if (at && em_heap_free(d, at) < 0)
				return em_fault_set(w, i, l, EM_FAULT_BAD_FREE,
					"Invalid device free of 0x%llx: not the start of a live allocation that a "
					"kernel made",
					(unsigned long long)at);
		}
		/* Bounds that instructions remember may be those of what was just freed. */
		em_bounds_forget(w->t);
		for (uint32_t k = 0; k < w->t->p->naccesses; k++)
			w->memory_counts[k].lo = w->memory_counts[k].hi = 0;
		return i + 2;
	}
}
