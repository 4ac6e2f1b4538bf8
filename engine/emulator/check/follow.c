/* follow: memory that the host may change while a kernel runs, word by word: which of it kernels have stored there, and
 * what they have read that no kernel did (em_launch.follow). The executors show each value that a lane has loaded or is
 * about to store: the value itself, for memory may hold another one a moment later. Launches that follow memory have
 * one worker. */
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

bool em_follow_whole(const struct em_run *r, uint64_t addr, unsigned bytes)
{
	for (size_t k = 0; k < r->l->nfollow; k++) {
		const struct em_follow *f = &r->l->follow[k];

		if (addr < f->start + f->bytes && f->start < addr + bytes &&
			(addr < f->start || addr + bytes > f->start + f->bytes))
			return false;
	}
	return true;
}

void em_follow_stored(const struct em_run *r, uint64_t addr, const void *put, unsigned bytes)
{
	const struct em_follow *f = followed_at(r, addr, bytes);
	const uint64_t off = f ? addr - f->start : 0;
	bool changes;

	if (!f)
		return;
	changes = memcmp(f->then + off, put, bytes) != 0;
	memcpy(f->then + off, put, bytes);
	for (uint64_t at = off / WORD; at <= (off + bytes - 1) / WORD; at++) {
		f->mark[at] &= (uint8_t)~EM_FOLLOW_HOSTS;
		f->mark[at] |= changes ? EM_FOLLOW_CHANGED : 0;
	}
}

void em_follow_loaded(const struct em_run *r, uint64_t addr, const void *got, unsigned bytes)
{
	const struct em_follow *f = followed_at(r, addr, bytes);
	const uint64_t off = f ? addr - f->start : 0;

	if (!f || EM_LIKELY(!memcmp(f->then + off, got, bytes)))
		return;
	for (uint64_t at = off / WORD * WORD; at < off + bytes; at += WORD) {
		const uint64_t from = at < off ? off : at, next = at + WORD < off + bytes ? at + WORD : off + bytes,
			       left = f->bytes - at;
		const uint8_t *new = (const uint8_t *)got + (from - off);

		if (!memcmp(f->then + from, new, (size_t)(next - from)))
			continue;
		memcpy(f->then + from, new, (size_t)(next - from));
		buf_add(r->l->from_host, f->then + at, left < WORD ? (size_t)left : WORD);
		f->mark[at / WORD] |= EM_FOLLOW_HOSTS;
	}
}
