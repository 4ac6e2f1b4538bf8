/* drawn: see drawn.h. */
#include "emulator/lanes/drawn.h"

void em_drawn(struct em_warp *w)
{
	struct em_draws *d = &w->t->draws;
	/* Where looks in vain are taken back (lanes/polls.c), so are their instructions. */
	const uint64_t now = w->steps + (uint64_t)(w->slice - w->left),
		       piece = w->drew && now >= w->drew ? now - (w->drew - 1) : 0;

	if (!w->drew)
		d->warps++;
	if (piece) {
		const unsigned k = 63 - (unsigned)__builtin_clzll(piece);

		d->n[k < EM_DRAWS ? k : EM_DRAWS - 1]++;
		d->steps[k < EM_DRAWS ? k : EM_DRAWS - 1] += piece;
	}
	w->drew = now + 1;
}

void em_drawn_gives_way(struct em_warp *w)
{
	w->blk->gives_way = true;
	em_drawn_by_turns(w);
}

void em_drawn_by_turns(struct em_warp *w)
{
	w->slice -= w->left;
	w->left = 0;
}

void em_drawn_last(struct em_warp *w)
{
	struct em_draws *d = &w->t->draws;
	const uint64_t after = w->drew && w->steps >= w->drew ? w->steps - (w->drew - 1) : 0;

	d->after += after;
	d->after_most = after > d->after_most ? after : d->after_most;
}
