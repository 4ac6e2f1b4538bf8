/* follow: memory that the host may change while a kernel runs, word by word: which of it kernels have stored there, and
 * what they have read that no kernel did (em_launch.follow). An access is shown before it happens (exec_watch.c). What
 * is read is compared at once; what is stored is taken from memory right after the instruction, for which the warp
 * leaves its fast loop (em_warp_leave). Launches that follow memory have one worker. */
#include "base/buf.h"
#include "emulator/check/check.h"
#include "emulator/core/device.h"

enum { WORD = EM_FOLLOW_WORD };

static const struct em_follow *followed_at(const struct em_run *r, uint64_t addr, unsigned bytes)
{
	for (size_t k = 0; k < r->l->nfollow; k++) {
		const struct em_follow *f = &r->l->follow[k];

		if (addr >= f->start && addr - f->start < f->bytes)
			return bytes <= f->bytes - (addr - f->start) ? f : NULL;
	}
	return NULL;
}

static const uint8_t *memory_of(const struct em_run *r, uint64_t addr)
{
	return r->d->mem.host + (addr - r->d->mem.base);
}

void em_follow_settle(struct em_run *r)
{
	for (size_t k = 0; k < r->nstored; k++) {
		const uint64_t addr = r->stored[k].addr, bytes = r->stored[k].bytes;
		const struct em_follow *f = followed_at(r, addr, (unsigned)bytes);
		const uint64_t off = addr - f->start;

		for (uint64_t at = off / WORD; at <= (off + bytes - 1) / WORD; at++)
			f->mark[at] &= (uint8_t)~EM_FOLLOW_HOSTS;
		if (!memcmp(f->then + off, memory_of(r, addr), bytes))
			continue;
		memcpy(f->then + off, memory_of(r, addr), bytes);
		for (uint64_t at = off / WORD; at <= (off + bytes - 1) / WORD; at++)
			f->mark[at] |= EM_FOLLOW_CHANGED;
	}
	r->nstored = 0;
}

/* Words that are about to be read. */
static void reads(const struct em_run *r, const struct em_follow *f, uint64_t addr, unsigned bytes)
{
	const uint64_t first = (addr - f->start) / WORD, last = (addr - f->start + bytes - 1) / WORD;

	for (uint64_t at = first; at <= last; at++) {
		const uint64_t left = f->bytes - at * WORD;
		const size_t n = left < WORD ? (size_t)left : WORD;
		const uint8_t *now = memory_of(r, f->start + at * WORD);

		if (EM_LIKELY(!memcmp(now, f->then + at * WORD, n)))
			continue;
		memcpy(f->then + at * WORD, now, n);
		buf_add(r->l->from_host, f->then + at * WORD, n);
		f->mark[at] |= EM_FOLLOW_HOSTS;
	}
}

bool em_follow_lanes(struct em_warp *w, const uint64_t *addr, uint32_t mask, unsigned bytes, enum em_access kind)
{
	struct em_run *r = w->t->run;
	bool stores = false;

	em_follow_settle(r);
	for (uint32_t m = mask; m; m &= m - 1) {
		const int l = __builtin_ctz(m);
		const struct em_follow *f = followed_at(r, addr[l], bytes);

		if (!f)
			continue;
		if (kind == EM_READ || kind == EM_ATOMIC || kind == EM_COPY_READ)
			reads(r, f, addr[l], bytes);
		if (kind == EM_WRITE || kind == EM_ATOMIC || kind == EM_COPY_WRITE) {
			r->stored[r->nstored++] = (struct em_stored){ addr[l], bytes };
			stores = true;
		}
	}
	return stores;
}
